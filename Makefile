# make          build the website in site/dist
# make serve    build it and serve it at http://localhost:8080/
# make test     all checks and tests, those in the browser too
# make lint     staticcheck, gofmt, and Vale on the English of docs, comments and the interface; part of test
# make browsers a short run in Firefox and WebKitGTK, which it installs as root on Debian; a minute or two
# make bench    speed and memory, each beside a yardstick of the same run; BENCHFLAGS=-huge
#               adds a trace of 1.41 GB, BENCHFLAGS=-profile says where the time goes
# make fleet    the part of test that is wasm/fleet, a module of its own, with FILES=2000 files in
#               place of 200; make fleet-bench its part of bench
# make fuzz     every fuzz target for FUZZTIME=20s
# make soak     100,000 damaged files, pairs and piles through the command and 20,000 through what
#               the page asks, and hostile ones of every kind; steps, memory and output as a table;
#               the shared corpus's small files, if they are there, cut at every byte; and 3,000 pairs
#               of traces, all of the corpus too, with changes planted in them, and groups of
#               pieces of its traces, between which nothing may be told to differ
# make release  build with brotli copies, as netlify.toml has it; any static host will do
# make screens  make the pictures of the app that its manifest shows anew, of the sample
# make clean    remove what was built
#
# All need Go 1.26 or newer, as it comes: the go command fetches one if GOTOOLCHAIN allows. The build
# needs npm, which fetches Graphviz once. The tests need Chromium. As root on Debian, make installs both.
# The tests compare with node, dmtracedump and Graphviz where they are installed, and with speedscope,
# Firefox Profiler's command and axe-core, which npm fetches once, by checksum, into the user's cache.
# Tests without their program are skipped and say so.

ADDR     ?= localhost:8080
FUZZTIME ?= 20s
FILES    ?= 2000

# Tests that count steps, and how they are built: what coverage counts is work as well.
COUNTED = ^Test(Soak|Hostile)$$
STEPS   = -covermode=atomic -coverpkg=./parser/...,./render/...,./wasm/... ./wasm/cli ./wasm/engine

build: npm
	go run ./site/build

release: npm
	go run ./site/build -release

serve: npm
	go run ./site/build -serve $(ADDR)

test: npm chromium lint generated
	GOOS=js GOARCH=wasm go vet -trimpath ./...
	@# The tests' own totals come last, and the exit status is theirs; go test has go vet look too, at
	@# all that it knows, since go vet alone would look at what is imported once more. The fleet's module has
	@# seconds of tests; where nothing is cached, minutes of compiling Apache Beam.
	{ go test -vet=all -json -timeout 20m -skip '$(COUNTED)' ./... ./.ci/tally; go test -vet=off -json -run '$(COUNTED)' $(STEPS); cd wasm/fleet && go test -vet=all -json ./...; } | go run ./.ci/tally

# .ci/tools/go.mod pins the tools. The first run builds them, for two to four minutes.
lint: formatted
	go run ./.ci/lint

browsers: npm
	@missing=; \
	command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing="firefox-esr"; \
	command -v WebKitWebDriver >/dev/null || missing="$$missing webkit2gtk-driver"; \
	command -v Xvfb >/dev/null || missing="$$missing xvfb"; \
	if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing fonts-dejavu-core || exit 1; \
	fi
	BROWSERS=1 go test -count=1 -v ./site/e2e/browsers

bench: npm chromium
	CHROMIUM="$${CHROMIUM:-$$(command -v chromium)}" go run ./site/bench $(BENCHFLAGS)
	$(MAKE) --no-print-directory fleet-bench

fleet:
	cd wasm/fleet && go test -vet=all -json ./... -files $(FILES) | (cd ../.. && go run ./.ci/tally)

fleet-bench:
	cd wasm/fleet && go test -run '^$$' -bench . -benchtime 1x -files $(FILES)

fuzz:
	@for dir in $$(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -r -n 1 dirname | sort -u); do \
		for target in $$(grep -ho --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' $$dir/*_test.go | cut -c 6-); do \
			echo "$$dir $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$dir || exit 1; \
		done; \
	done

soak:
	SOAK=20000 go test -v -timeout 0 -run '$(COUNTED)' $(STEPS:./wasm/cli=)
	SOAK=100000 go test -v -timeout 0 -run '$(COUNTED)' $(STEPS:./wasm/engine=)
	CUTS=all go test -v -timeout 0 -run '^TestCuts$$' ./wasm/cli
	SOAK=3000 go test -v -timeout 0 ./parser/compare ./parser/runs

screens: npm chromium
	SCREENS=1 go test -count=1 ./site/e2e -run '^TestScreens$$'

clean:
	rm -rf site/dist site/.dist-* site/e2e/shots site/bench/out

# The browser tests need Chromium, best without windows: they take two thirds of the time in it.
# CHROMIUM names one that is not on the path. The bench takes one with windows, as people have.
chromium:
	@any() { for name in "$$@"; do if [ -n "$$name" ] && command -v "$$name" >/dev/null; then return 0; fi; done; return 1; }; \
	install() { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -q && \
		DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$$1" fonts-dejavu-core; }; \
	any "$$CHROMIUM" chromium-headless-shell || install chromium-headless-shell || \
	any chromium chromium-browser google-chrome google-chrome-stable || install chromium || { \
		echo "Chromium is missing: install the package chromium-headless-shell or chromium (apt-get install chromium), or set CHROMIUM to a Chrome" >&2; exit 1; }

# npm fetches Graphviz, once. Without it the build says what to install, unless it has Graphviz.
npm:
	@if ! command -v npm >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! go run ./site/build -cached; then \
		apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends npm; \
	fi

formatted:
	@unformatted=$$(find . -name '*.go' ! -name '*_gen.go' ! -path './node_modules/*' | xargs gofmt -l); \
	if [ -n "$$unformatted" ]; then echo "not formatted by gofmt:" $$unformatted >&2; exit 1; fi

# Generated code is committed; this fails if it is older than its source.
generated:
	@sums() { find . -name '*_gen.go' | sort | xargs cksum; }; \
	before=$$(sums); go generate ./... || exit 1; after=$$(sums); \
	if [ "$$before" != "$$after" ]; then \
		echo "generated code was out of date and has been made anew: commit the *_gen.go files" >&2; exit 1; \
	fi

.PHONY: build release serve test lint browsers bench fleet fleet-bench fuzz soak screens clean npm chromium formatted generated
