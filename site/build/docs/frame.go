package docs

import (
	"html/template"

	"github.com/yuin/goldmark/renderer/html"
)

// markdownHTML renders the kinds of node that nodes does not handle. Raw HTML in Markdown is left out.
var markdownHTML = html.NewRenderer()

var frameTemplate = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="{{.F.Lang}}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="@policy@">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{{.About}}">
<title>{{.Title}} · Traceglass</title>
<link rel="icon" href="{{.Up}}@icons/icon.svg@" type="image/svg+xml">
<link rel="stylesheet" href="{{.Up}}@docs.css@">
<script defer src="{{.Up}}@docs.js@"></script>
</head>
<body data-index="{{.Up}}@{{.Index}}@" data-none="{{.F.None}}" data-copy="{{.F.Copy}}" data-copied="{{.F.Copied}}">
<a class="skip" href="#content">{{.F.Skip}}</a>
<header>
<p><a href="{{.Up}}">Traceglass</a> · {{if .Here}}<span>{{.F.Docs}}</span>{{else}}<a href="./">{{.F.Docs}}</a>{{end}}</p>
<div class="search" role="search"><input id="search" type="search" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" aria-label="{{.F.Search}}" placeholder="{{.F.Search}}" autocomplete="off" spellcheck="false"><ul id="found" role="listbox" aria-label="{{.F.Search}}" hidden></ul><p id="none" role="status"></p></div>
{{if not .Here}}<p id="to-pages"><a href="#pages">{{.F.Pages}}</a></p>
{{end}}{{range .Other}}<p class="language"><a href="{{.Href}}" lang="{{.Lang}}" hreflang="{{.Lang}}">{{.Text}}</a></p>
{{end}}</header>
{{if .Here}}<main id="content" class="contents">
<h1>{{.Title}}</h1>
<p>{{.About}}</p>
<ul>{{range .Nav}}<li{{with .Lang}} lang="{{.}}"{{end}}><a href="{{.Href}}">{{.Text}}</a><p>{{.About}}</p></li>{{end}}</ul>
</main>
{{else}}<div class="columns">
<main id="content">
{{.Body}}
<nav class="turn" aria-label="{{.F.Previous}}, {{.F.Next}}">{{with .Previous}}<a rel="prev" href="{{.Href}}"><small>{{$.F.Previous}}</small> {{.Text}}</a>{{end}}{{with .Next}}<a rel="next" href="{{.Href}}"><small>{{$.F.Next}}</small> {{.Text}}</a>{{end}}</nav>
</main>
<nav id="pages" aria-label="{{.F.Pages}}"><h2>{{.F.Pages}}</h2>
<ul>{{range .Nav}}<li{{if .Under}} class="under"{{end}}{{with .Lang}} lang="{{.}}"{{end}}><a href="{{.Href}}"{{if .Current}} aria-current="page"{{end}}>{{.Text}}</a></li>{{end}}</ul></nav>
{{with .OnPage}}<nav id="on-page" aria-label="{{$.F.OnPage}}"><h2>{{$.F.OnPage}}</h2>
<ul>{{range .}}<li><a href="{{.Href}}">{{.Text}}</a></li>{{end}}</ul></nav>{{end}}
</div>
{{end}}</body>
</html>
`))
