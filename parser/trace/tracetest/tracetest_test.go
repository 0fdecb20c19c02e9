package tracetest

import (
	"fmt"
	"testing"
)

func TestBytes(t *testing.T) {
	tests := []struct{ records, want string }{
		{"", "*version\n3\ndata-file-overflow=false\nclock=dual\nnum-method-calls=0\n*threads\n*methods\n*end\n" +
			"SLOW\x03\x00\x20\x00\xf5\xf3z\x96\xae\x00\x00\x00\x0e\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"},
		{"main 10/4>a.B.c(I)V", "*version\n3\ndata-file-overflow=false\nclock=dual\nnum-method-calls=1\n*threads\n1\tmain\n*methods\n0x0\ta.B\tc\t(I)V\tB.java\n*end\n" +
			"SLOW\x03\x00\x20\x00\xf5\xf3z\x96\xae\x00\x00\x00\x0e\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
			"\x01\x00\x00\x00\x00\x00\x04\x00\x00\x00\x0a\x00\x00\x00"},
	}
	for _, tt := range tests {
		if got := string(Bytes(tt.records)); got != tt.want {
			t.Errorf("Bytes(%q)\n got %q\nwant %q", tt.records, got, tt.want)
		}
	}
}

func ExampleTrace() {
	b := Trace{Records: "main 0>A 1>B 4<B 5<A", Version: 2, Clock: "wall", Columns: 3}.Key()
	fmt.Printf("%s", b)
	// Output:
	// *version
	// 2
	// data-file-overflow=false
	// clock=wall
	// num-method-calls=4
	// *threads
	// 1	main
	// *methods
	// 0x0		A
	// 0x4		B
	// *end
}
