// Command panic crashes, which our programs never should.
package main

func main() {
	panic("the lens is broken")
}
