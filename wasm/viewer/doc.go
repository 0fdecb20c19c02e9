// Package viewer tests the page and its workers together, without a browser: the interface, the session, the reading
// of files and the engine. The browser tests check what needs a browser, such as canvases, pointers and layout.
package viewer
