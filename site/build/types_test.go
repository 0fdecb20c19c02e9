package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"
)

// A typeOf is a declared type, and its methods in all files of its package.
type typeOf struct {
	pkg, name string
	ui        bool // of the interface
	fields    int
	methods   []string
}

// declared returns the types of all rooms. used has each name that some code of wasm selects, or that an interface declares.
func declared(t *testing.T) (types map[string]*typeOf, used map[string]bool) {
	types, used = map[string]*typeOf{}, map[string]bool{}
	of := func(pkg, name string) *typeOf {
		key := pkg + "." + name
		if types[key] == nil {
			types[key] = &typeOf{pkg: pkg, name: name, ui: matches(pkg, "wasm/ui/...") && pkg != "wasm/ui/uitest"}
		}
		return types[key]
	}
	walk(t, ".go", func(name, text string) {
		pkg := path.Dir(name)
		if strings.HasSuffix(name, "_test.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		uses := strings.HasPrefix(name, "wasm/") && !strings.HasPrefix(name, "wasm/fleet/")
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				used[n.Sel.Name] = used[n.Sel.Name] || uses
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					for _, id := range m.Names {
						used[id.Name] = used[id.Name] || uses
					}
				}
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok {
					of(pkg, n.Name.Name).fields = max(len(s.Fields.List), s.Fields.NumFields())
				}
			case *ast.FuncDecl:
				if n.Recv != nil {
					r := of(pkg, receiver(n.Recv.List[0].Type))
					r.methods = append(r.methods, n.Name.Name)
				}
			}
			return true
		})
	})
	return types, used
}

// receiver returns the name of a method's type.
func receiver(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// TestViewMethods: each exported method of the interface has a caller, or belongs to an interface type. A view
// embeds room.NoView, so a method with a wrong name would leave the default in its place.
func TestViewMethods(t *testing.T) {
	types, used := declared(t)
	elsewhere := []string{"Build", "Compute", "String", "Error"} // called by Vugu and by package fmt
	for _, name := range elsewhere {
		used[name] = true
	}
	for _, typ := range types {
		for _, m := range typ.methods {
			if typ.ui && ast.IsExported(m) && !used[m] {
				t.Errorf("%s: nothing calls the method %s of %s, and no interface has it: is its name wrong?", typ.pkg, m, typ.name)
			}
		}
	}
}

// TestTypesStaySmall: a type has at most 40 methods. One of the interface has at most 25 fields, and the root component at most 14.
func TestTypesStaySmall(t *testing.T) {
	const mostMethods, mostFields, mostOfRoot = 40, 25, 14
	types, _ := declared(t)
	if types["wasm/ui/app.App"] == nil {
		t.Fatal("no root component")
	}
	for key, typ := range types {
		most := mostFields
		if key == "wasm/ui/app.App" {
			most = mostOfRoot
		}
		if n := len(typ.methods); n > mostMethods {
			t.Errorf("%s has %d methods, more than %d: split it", key, n, mostMethods)
		}
		if typ.ui && typ.fields > most {
			t.Errorf("%s has %d fields, more than %d: split it", key, typ.fields, most)
		}
	}
}
