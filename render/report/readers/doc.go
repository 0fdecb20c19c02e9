// Package readers tests what package report writes with the programs it is for: they
// read every file, and come to our figures. The programs are not part of this project.
// They are packages of npm, each fetched once, by version and checksum, into the user's
// cache; where that cannot be, the tests say so and are skipped.
package readers
