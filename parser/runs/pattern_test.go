package runs

import (
	"testing"

	"traceglass/parser/trace"
)

func TestPattern(t *testing.T) {
	m := trace.Method{Class: "com.app.db.Dao$1", Name: "open", Signature: "(I)V", Listed: true}
	for _, tt := range []struct {
		kind, text string
		want       bool
	}{
		{"method", "com.app.db.Dao$1.open", true}, {"method", "Dao$1.open", true}, {"method", "open", true}, {"method", "ao$1.open", false}, {"method", "Dao$1.ope", false},
		{"method", "db.*.open", true}, {"method", "*open", true}, {"method", "Dao*", true}, {"method", "com.*.Dao*.o*n", true}, {"method", "com.*.x*", false},
		{"method", "Dao$1.open(I)V", true}, {"method", "Dao$1.open(J)V", false}, {"method", "open(*)V", true},
		{"class", "com.app.db.Dao$1", true}, {"class", "Dao$1", true}, {"class", "Dao", false}, {"class", "Dao*", true}, {"class", "com.app.db", false},
		{"package", "com.app.db", true}, {"package", "com.app", true}, {"package", "com", true}, {"package", "app.db", false}, {"package", "com.a*", true}, {"package", "com.app.d", false}, {"package", "com.app.db.Dao$1", false},
	} {
		p, err := NewPattern(tt.kind, tt.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Match(&m); got != tt.want {
			t.Errorf("%s %q: %v", tt.kind, tt.text, got)
		}
	}
	for _, text := range []string{"", "*", " ", ".*"} {
		if _, err := NewPattern("class", text); err == nil {
			t.Errorf("%q names a class", text)
		}
	}
}
