// Package e2e tests the site as users meet it: built, served with the headers of netlify.toml, in Chromium. A
// test fails if the page logs an error, throws, or sends a request to another site.
//
//	go test ./site/e2e -run TestShellLoads    one test
//
// With SHOTS=1 the tests save screenshots in site/e2e/shots.
package e2e
