package main

import "testing"

func TestFolded(t *testing.T) {
	tests := []struct{ name, html, want string }{
		{"no line feed", `"two  words"`, `"two  words"`},
		{"in a sentence", `"two\n\t\twords"`, `"two words"`},
		{"beside a tag", `"see\n\t\x3Cb\x3Ethis\x3C/b\x3E"`, `"see \x3Cb\x3Ethis\x3C/b\x3E"`},
		{"between tags", `"\n\t\x3Ci\x3E\x3C/i\x3E\n"`, `"\n\t\x3Ci\x3E\x3C/i\x3E\n"`},
		{"a backslash and an n", `"C:\\new"`, `"C:\\new"`},
		{"not ASCII", `"µs,\n\tthen"`, `"µs, then"`},
	}
	for _, tt := range tests {
		if got := folded(tt.html); got != tt.want {
			t.Errorf("%s: folded %s is %s, want %s", tt.name, tt.html, got, tt.want)
		}
	}
}
