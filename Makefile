# "make" builds the site. "make help" lists the other targets.
#
# All targets need Go 1.26 or newer; an older go command (1.21 or newer) fetches it if GOTOOLCHAIN allows. The build
# also needs npm, which fetches Graphviz once, and the tests need Chromium. As root on Debian, make installs both.
# Some tests compare with other programs. They use node, dmtracedump and Graphviz if these are installed. npm fetches
# speedscope, Firefox Profiler's command, axe-core and readers of SARIF and JUnit XML once, by checksum, into the user's
# cache.
# A test whose program is missing is skipped and prints why.

ADDR     ?= localhost:8080
FUZZTIME ?= 20s
FILES    ?= 2000

# The packages of the site's programs. To check the others for the browser, too, would compile what only the build and the tests need.
INBROWSER = ./parser/... ./render/... ./wasm/... ./site/bench/yardstick

# Tests that count steps, and the flags that build them: coverage counts each block as a step.
COUNTED = ^Test(Soak|Hostile)$$
STEPS   = -covermode=atomic -coverpkg=./parser/...,./render/...,./wasm/... ./wasm/cli ./wasm/engine

build: npm ## Build the site in site/dist
	go run ./site/build

# The release has brotli copies of each file. netlify.toml builds it; any static host serves it.
release: npm ## Build the site for a host
	go run ./site/build -release

serve: npm ## Build the site and serve it at http://localhost:8080/ (ADDR=host:port)
	go run ./site/build -serve $(ADDR)

# Compiled packages without the checkout's path serve other checkouts too. The fleet's module has Beam, which takes
# minutes to compile, so it keeps the default flags.
test: export GOFLAGS := $(GOFLAGS) -trimpath
test: npm chromium generated ## Run all checks and tests, including those in the browser
	GOOS=js GOARCH=wasm go vet $(INBROWSER)
	@# tally prints the totals last and sets the exit status. go test runs all of go vet's checks, which is faster
	@# than go vet alone. The browser's tests take most of the time, but often wait for a frame. All others use the
	@# processors meanwhile, at a lower priority. Those that count steps come first, and then those of the command: they
	@# take long, and at the end they would keep a processor waiting. All run for seconds, so they collect garbage a quarter as often.
	@# Compiling Apache Beam for the fleet's tests takes minutes, once. So does building the linters.
	{ export GOGC=400; out=$$(mktemp) && fleet=$$(mktemp) && lint=$$(mktemp) || exit 1; \
	(nice $(MAKE) --no-print-directory lint >$$lint 2>&1 || echo '{"Action":"fail","Package":"lint"}' >>$$lint) & \
	(cd wasm/fleet && GOFLAGS="$(filter-out -trimpath,$(GOFLAGS))" nice go test -vet=all -json ./...) >$$fleet & \
	{ nice go test -vet=off -json -timeout 20m -run '$(COUNTED)' $(STEPS); \
	nice go test -vet=all -json -timeout 20m -skip '$(COUNTED)' $$(go list ./wasm/cli ./... | grep -v '/site/e2e$$') ./.ci/tally; } >$$out & \
	go test -vet=all -json -timeout 20m ./site/e2e; \
	wait; cat $$lint $$out $$fleet; rm $$lint $$out $$fleet; } | go run ./.ci/tally

# .ci/tools pins the versions of the linters. The first run builds them, which takes two to four minutes.
lint: formatted ## Check code, English and spelling
	go run ./.ci/lint

# As root on Debian, this installs both browsers.
browsers: npm ## Run a few tests in Firefox and WebKitGTK
	@missing=; \
	command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing="firefox-esr"; \
	command -v WebKitWebDriver >/dev/null || missing="$$missing webkit2gtk-driver"; \
	command -v Xvfb >/dev/null || missing="$$missing xvfb"; \
	if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing fonts-dejavu-core || exit 1; \
	fi
	BROWSERS=1 go test -count=1 -v ./site/e2e/browsers

# BENCHFLAGS=-huge adds a trace of 1.41 GB. BENCHFLAGS=-profile prints where the time goes.
bench: npm chromium ## Measure speed and memory
	CHROMIUM="$${CHROMIUM:-$$(command -v chromium)}" go run ./site/bench $(BENCHFLAGS)
	$(MAKE) --no-print-directory fleet-bench

# make test runs these tests with 200 files.
fleet: ## Test wasm/fleet, a module of its own, with many files (FILES=2000)
	cd wasm/fleet && go test -vet=all -tags s3 -json $(if $(ENGINE),-timeout 2h -run 'Fleet|Killed|Bucket') ./... -files $(FILES) -engine '$(ENGINE)' | (cd ../.. && go run ./.ci/tally)

# Maven fetches the engines once, 160 MB for Flink and 270 MB for Spark. They need Java 17.
fleet-flink: ## Test wasm/fleet on Apache Flink (FILES=2000)
	@$(MAKE) --no-print-directory fleet ENGINE=flink

fleet-spark: ## Test wasm/fleet on Apache Spark (FILES=2000)
	@$(MAKE) --no-print-directory fleet ENGINE=spark

fleet-bench: ## Measure wasm/fleet, a part of bench (FILES=2000)
	cd wasm/fleet && go test -run '^$$' -bench . -benchtime 1x -files $(FILES)

fuzz: ## Run every fuzz target (FUZZTIME=20s for each)
	@for dir in $$(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -r -n 1 dirname | sort -u); do \
		for target in $$(grep -ho --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' $$dir/*_test.go | cut -c 6-); do \
			echo "$$dir $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$dir || exit 1; \
		done; \
	done

# Runs 100,000 damaged files, pairs and piles through the command, and 20,000 through the page's requests. Prints a
# table of steps, memory and output. Cuts the small files of the shared corpus, if it exists, at every byte. Plants
# changes in 3,000 pairs of traces, and checks that groups of pieces of one trace show no difference.
soak: ## Run 100,000 damaged and hostile files through the programs
	SOAK=20000 go test -v -timeout 0 -run '$(COUNTED)' $(STEPS:./wasm/cli=)
	SOAK=100000 go test -v -timeout 0 -run '$(COUNTED)' $(STEPS:./wasm/engine=)
	CUTS=all go test -v -timeout 0 -run '^TestCuts$$' ./wasm/cli
	SOAK=3000 go test -v -timeout 0 ./parser/compare ./parser/runs

screens: npm chromium ## Make the screenshots of the manifest and the docs
	SCREENS=1 go test -count=1 ./site/e2e -run '^TestScreens$$'

clean: ## Remove built files
	rm -rf build site/dist site/.dist-* site/e2e/shots site/bench/out

# The tests are a third faster in a Chromium without windows. The bench uses one with windows, as users do.
# CHROMIUM names a browser that is not on the path.
chromium:
	@any() { for name in "$$@"; do if [ -n "$$name" ] && command -v "$$name" >/dev/null; then return 0; fi; done; return 1; }; \
	install() { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -q && \
		DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$$1" fonts-dejavu-core; }; \
	any "$$CHROMIUM" chromium-headless-shell || install chromium-headless-shell || \
	any chromium chromium-browser google-chrome google-chrome-stable || install chromium || { \
		echo "Chromium is missing: install the package chromium-headless-shell or chromium (apt-get install chromium), or set CHROMIUM to a Chrome" >&2; exit 1; }

# npm fetches Graphviz once. Without npm, the build names the missing package, unless Graphviz is cached.
npm:
	@if ! command -v npm >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! go run ./site/build -cached; then \
		apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends npm; \
	fi

formatted:
	@unformatted=$$(find . -name '*.go' ! -name '*_gen.go' ! -path './node_modules/*' | xargs gofmt -l); \
	if [ -n "$$unformatted" ]; then echo "not formatted by gofmt:" $$unformatted >&2; exit 1; fi

# Generated code is committed. This fails if it is older than its source.
generated:
	@sums() { find . -name '*_gen.go' | sort | xargs cksum; }; \
	before=$$(sums); go generate ./... || exit 1; after=$$(sums); \
	if [ "$$before" != "$$after" ]; then \
		echo "generated code was out of date and is rebuilt: commit the *_gen.go files" >&2; exit 1; \
	fi

help: ## List the targets
	@awk -F ':[^#]*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: help build release serve test lint browsers bench fleet fleet-flink fleet-spark fleet-bench fuzz soak screens clean npm chromium formatted generated
