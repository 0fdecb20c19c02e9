package main

import "github.com/spf13/pflag"

// The page has no formats for CI and code hosts.
func ciFormats() []value[string] { return nil }

func ciFlags(*pflag.FlagSet) {}

func newResults(_, _ string) results { return nil }
