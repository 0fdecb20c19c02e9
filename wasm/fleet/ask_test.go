package main

import "testing"

func ask(t *testing.T, out string) {}
