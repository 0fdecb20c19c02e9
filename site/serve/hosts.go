package serve

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// This file makes example configurations for other hosts from netlify.toml. Each serves the site in a folder
// of the host, "/" for the top. Each sends compressed copies if the host has the module for them.

// Nginx returns an example of a server block for nginx. A location does not inherit headers, so each lists all
// of them.
func (h Headers) Nginx(folder string) string {
	var b strings.Builder
	b.WriteString(`# Made from netlify.toml by site/build, which says why each header is there.
server {
	listen 443 ssl;
	server_name traceglass.example;
	root /srv/traceglass;
	index index.html;
	error_page 404 ` + folder + `404.html;
	gzip_static on;
	# brotli_static on;  # with ngx_brotli

	include mime.types;
	types {
		application/wasm wasm;
		application/manifest+json webmanifest;
		text/plain ts;
	}

`)
	for _, r := range h.rules {
		location, path := "= "+r.For, r.For
		if prefix, ok := strings.CutSuffix(r.For, "*"); ok {
			location, path = prefix, prefix+"any"
		}
		location = strings.Replace(location, "/", folder, 1)
		fmt.Fprintf(&b, "\tlocation %s {\n", location)
		all := h.For(path)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			for _, value := range all[name] {
				fmt.Fprintf(&b, "\t\tadd_header %s %q always;\n", name, value)
			}
		}
		b.WriteString("\t}\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// Apache returns an example of a virtual host for Apache, where all matching sections apply.
func (h Headers) Apache(folder string) string {
	var b strings.Builder
	b.WriteString(`# Made from netlify.toml by site/build, which says why each header is there.
# It needs mod_headers and mod_mime; mod_rewrite for the compressed copies.
<VirtualHost *:443>
	ServerName traceglass.example
	DocumentRoot "/srv/traceglass"
	ErrorDocument 404 ` + folder + `404.html
	AddType application/wasm .wasm
	AddType application/manifest+json .webmanifest
	AddType text/plain .ts

	<Directory "/srv/traceglass">
		Require all granted
		RewriteEngine on
		RewriteCond "%{HTTP:Accept-Encoding}" "br"
		RewriteCond "%{REQUEST_FILENAME}.br" -s
		RewriteRule "\.(js|css|wasm|html|svg)$" "%{REQUEST_URI}.br" [END]
		<FilesMatch "\.br$">
			RemoveType .br
			Header append Content-Encoding br
			Header append Vary Accept-Encoding
		</FilesMatch>
	</Directory>

`)
	for _, r := range h.rules {
		path := strings.Replace(r.For, "/", folder, 1)
		pattern := "^" + regexp.QuoteMeta(path) + "$"
		if prefix, ok := strings.CutSuffix(path, "*"); ok {
			pattern = "^" + regexp.QuoteMeta(prefix)
		}
		fmt.Fprintf(&b, "\t<LocationMatch %q>\n", pattern)
		for _, name := range slices.Sorted(maps.Keys(r.Values)) {
			fmt.Fprintf(&b, "\t\tHeader always set %s %q\n", name, r.Values[name])
		}
		b.WriteString("\t</LocationMatch>\n")
	}
	b.WriteString("</VirtualHost>\n")
	return b.String()
}
