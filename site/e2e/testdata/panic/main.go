// A program that ends as no program of ours should.
package main

func main() {
	panic("the lens is broken")
}
