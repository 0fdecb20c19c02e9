package platform

import "testing"

func TestOwners(t *testing.T) {
	all := ParseOwners("own:com.acme,library:com.acme.sdk,bad,own:,other:x,own:org.Tool")
	for class, want := range map[string]string{
		"com.acme.A": "own", "com.acme": "own", "com.acme$B": "own", "com.acmes.A": "", "com.acme.sdk.net.C": "library", "com.acme.sdks.C": "own",
		"org.Tool": "own", "org.Tool$1": "own", "org.Tools": "", "": "", "android.app.Activity": "",
	} {
		got := ""
		if origin, ok := all.Of(class); ok {
			got = ownerNames[origin]
		}
		if got != want {
			t.Errorf("%q is %q, want %q", class, got, want)
		}
	}
	for _, tt := range []struct {
		with Owner
		want string
	}{
		{Owner{"com.acme.sdk", Own}, "own:com.acme,own:org.Tool,own:com.acme.sdk"},
		{Owner{"com.acme", Library}, "own:org.Tool,library:com.acme"},
		{Owner{"com", Own}, "own:org.Tool,own:com"},
	} {
		if got := all.With(tt.with).String(); got != tt.want {
			t.Errorf("with %v: %s, want %s", tt.with, got, tt.want)
		}
		if again := ParseOwners(tt.want).String(); again != tt.want {
			t.Errorf("read again: %s, want %s", again, tt.want)
		}
	}
}
