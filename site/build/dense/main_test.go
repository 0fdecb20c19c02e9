package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"traceglass/wasm/ui/node"
)

// TestRewritesApply: each rewrite matches the code that Vugu's generator writes for our templates. No blank or
// untranslated text is left afterwards.
func TestRewritesApply(t *testing.T) {
	root := t.TempDir()
	if err := os.CopyFS(root, os.DirFS("../../../wasm/ui")); err != nil {
		t.Fatal(err)
	}
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	matches := make([]int, len(rewrites))
	texts := 0
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		name = strings.TrimPrefix(name, root+"/")
		code := string(raw)
		for i, r := range rewrites {
			matches[i] += len(r.pattern.FindAllString(code, -1))
			code = r.pattern.ReplaceAllString(code, r.with)
		}
		texts += checkTexts(t, name, dense(string(raw)))
	}
	for i, r := range rewrites {
		if matches[i] == 0 {
			t.Errorf("%s: the pattern matches nothing in Vugu's output", r.name)
		}
	}
	if texts < 200 {
		t.Errorf("found %d texts in the generated code: is checkTexts still right?", texts)
	}
}

// checkTexts reports text of a template that the code uses without translating it. It reads the syntax tree,
// so it is independent of the patterns. It returns the number of translated texts.
func checkTexts(t *testing.T, name, code string) (texts int) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, code, 0)
	if err != nil {
		t.Fatal(err)
	}
	check := func(e ast.Expr, where string) {
		lit, ok := e.(*ast.BasicLit)
		if !ok {
			texts++
			return
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsFunc(text, unicode.IsLetter) {
			t.Errorf("%s: %s %q is not translated", name, where, text)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok && (kv.Key.(*ast.Ident).Name == "Val" || kv.Key.(*ast.Ident).Name == "EventType") {
					t.Errorf("%s: an attribute or handler is written out", name)
				}
				if kv, ok := e.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "Type" && kv.Value.(*ast.CallExpr).Args[0].(*ast.BasicLit).Value == "1" {
					t.Errorf("%s: a text node is written out, so it is not translated", name)
				}
			}
		case *ast.CallExpr:
			fun, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				break
			}
			switch fun.Sel.Name {
			case "AppendText": // translates
				if text, err := strconv.Unquote(n.Args[1].(*ast.BasicLit).Value); err != nil || strings.TrimSpace(text) == "" && strings.Contains(text, "\n") {
					t.Errorf("%s: a blank text node is left", name)
				}
				texts++
			case "Element":
				for i := 2; i < len(n.Args); i += 2 {
					if slices.Contains(node.Spoken(), strings.Trim(n.Args[i].(*ast.BasicLit).Value, `"`)) {
						check(n.Args[i+1], "attribute")
					}
				}
			case "SetInnerHTML":
				if call, ok := n.Args[0].(*ast.CallExpr); ok && len(call.Args) == 1 {
					if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "HTML" && f.X.(*ast.Ident).Name == "vugu" {
						check(call.Args[0], "HTML")
					}
				}
			}
		}
		return true
	})
	return texts
}
