package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	on    = flag.String("engine", "", "`engine` to test: flink or spark, which Maven fetches, or Prism")
	kills = flag.Int("kills", 10, "`number` of times that TestKilled kills a run on Flink or Spark")
)

// A javaServer is a job server of Beam, a program in Java. Maven fetches what engines/NAME/pom.xml
// lists. engines/NAME/server has the options of Java and of the server.
type javaServer struct{ jars string } // digest of all jars

var javaServers = map[string]javaServer{
	"flink": {"e3756fbe6cbcd86afbdc9edc4e9f7aea7d94d0419933a18a6685f91290722dab"},
	"spark": {"52e064b9b9b1b9aa9456b2aa2ef33b90f67cef623783bfad983fae7604a23b61"},
}

// command returns the command that starts a server. It prints the number of Java's process, ends
// with Java, and ends Java when its own standard input ends, also if the test is killed.
func (s javaServer) command(t testing.TB, name, port string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("java"); err != nil {
		t.Skipf("%s is not tested, because Java is missing: install a JDK of version 17 (apt-get install openjdk-17-jdk-headless)", name)
	}
	const script = `exec 3<&0; "$@" >&2 & java=$!; echo $java; { read -r _ <&3; kill $java; } >/dev/null 2>&1 & wait $java`
	c := exec.Command("sh", "-c", script, "sh", "java", "-Djava.io.tmpdir="+t.TempDir())
	if *on == "" && *files <= 200 { // faster code costs more than it saves in a short test
		c.Args = append(c.Args, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
	}
	c.Args = append(c.Args, "-cp", s.classPath(t, name), "@engines/"+name+"/server", "--job-port="+port, "--artifacts-dir="+t.TempDir())
	return c
}

// classPath returns the paths of a server's jars. Maven fetches them only if a flag names the
// engine, as make fleet-flink does. The list is kept in the user's cache.
func (s javaServer) classPath(t testing.TB, name string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("%s is not tested, because there is no cache folder: %v", name, err)
	}
	kept := filepath.Join(cache, "traceglass", name+"-"+s.jars[:16]+".classpath")
	if list, err := os.ReadFile(kept); err == nil && digest(string(list)) == s.jars {
		return string(list)
	}
	if *on != name {
		t.Skipf("%s is not tested, because it is not on this machine: make fleet-%s fetches it", name, name)
	}
	if _, err := exec.LookPath("mvn"); err != nil {
		t.Skipf("%s is not tested, because Maven is missing: install it (apt-get install maven)", name)
	}
	fetched := filepath.Join(t.TempDir(), "classpath")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "mvn", "-q", "-B", "-C", "-f", "engines/"+name, "dependency:build-classpath", "-Dmdep.outputFile="+fetched)
	c.WaitDelay = time.Second
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("%s is not tested, because Maven cannot fetch it: %v: %s", name, err, out)
	}
	list, err := os.ReadFile(fetched)
	if err != nil {
		t.Fatal(err)
	}
	if got := digest(string(list)); got != s.jars {
		t.Fatalf("the jars of %s have the digest %s, want %s", name, got, s.jars)
	}
	if err := cmp.Or(os.MkdirAll(filepath.Dir(kept), 0o755), os.WriteFile(kept, list, 0o644)); err != nil {
		t.Logf("the list of jars cannot be kept: %v", err)
	}
	return string(list)
}

// digest returns the SHA-256 of a list with the SHA-256 and the name of each jar, as sha256sum
// prints them, sorted by name. It returns "" if a jar cannot be read.
func digest(classPath string) string {
	jars := filepath.SplitList(classPath)
	slices.SortFunc(jars, func(a, b string) int { return strings.Compare(filepath.Base(a), filepath.Base(b)) })
	all := sha256.New()
	for _, jar := range jars {
		data, err := os.ReadFile(jar)
		if err != nil {
			return ""
		}
		fmt.Fprintf(all, "%x  %s\n", sha256.Sum256(data), filepath.Base(jar))
	}
	return hex.EncodeToString(all.Sum(nil))
}
