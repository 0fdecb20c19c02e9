//go:build s3

package main

// s3:// needs a build tag, because Amazon's client is as large as all the rest: go run -tags s3 .
import _ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
