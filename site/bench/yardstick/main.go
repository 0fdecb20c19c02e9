//go:build !js

package main

import (
	"fmt"
	"io"
	"log"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: yardstick FILE")
	}
	file, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var r replay
	buf := make([]byte, 1<<20)
	for {
		n, err := file.Read(buf)
		r.write(buf[:n])
		if err == io.EOF {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(r.calls, "calls")
}
