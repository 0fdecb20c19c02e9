//go:build s3

package main

// Amazon's client weighs as much as all the rest, so s3:// is read and written where it is asked
// for: go run -tags s3 .
import _ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
