// Package readers tests the output of package report with the programs that read it: they must
// read every file and get our figures. The programs are npm packages, not part of this project.
// Each is downloaded once, by version and checksum, into the user's cache. Without a download the
// tests are skipped with a message.
package readers
