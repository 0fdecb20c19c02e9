// Package e2e tests the site as its users meet it: built, served with the headers of
// netlify.toml, in Chromium. A page that logs an error, throws, or asks another
// site for anything fails its test, whatever the test is about.
package e2e
