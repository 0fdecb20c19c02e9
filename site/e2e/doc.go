// Package e2e tests the site as its users meet it: built, served with the headers of
// netlify.toml, in Chromium. A page that logs an error, throws, or asks another
// site for anything fails its test, whatever the test is about.
//
//	go test ./site/e2e -run TestShellLoads    one test
//
// With SHOTS=1 the tests keep pictures of the page in site/e2e/shots.
package e2e
