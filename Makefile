# The entry point. Meson does the building (meson.build); this file installs missing packages and names the common
# tasks. Every task except `make format` works on a bare Debian system with only git and make.

# The page is part of the program, so every build needs the page's tools: clang and its companions for the WebAssembly
# core, esbuild and brotli for the rest.
WEB_NEEDS = clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32 binaryen esbuild brotli
PLAY_NEEDS = gcc libc6-dev gettext meson ninja-build pkg-config zlib1g-dev libncurses-dev libevent-dev \
             libqrencode-dev libsqlite3-dev libpq-dev libsodium-dev libwslay-dev libjansson-dev libssl-dev \
             fonts-dejavu-core $(WEB_NEEDS)
# Uses an existing Node.js, however it was installed; otherwise installs Debian's.
NODE_NEEDS = $(if $(shell command -v node 2>/dev/null),,nodejs) \
             $(if $(shell command -v npm 2>/dev/null),,npm)
CHECK_NEEDS = $(PLAY_NEEDS) libcmocka-dev binutils shellcheck $(NODE_NEEDS)
TEST_NEEDS = $(CHECK_NEEDS) mandoc tmux poppler-utils libxml2-utils bash-completion chromium-headless-shell qrencode \
             postgresql-15 sqlite3 nginx-light curl openssl desktop-file-utils systemd \
             pylint clang-tidy-14
LINT_NEEDS = $(CHECK_NEEDS) pylint clang-tidy-14
FUZZ_NEEDS = $(PLAY_NEEDS) libclang-rt-14-dev
BENCH_NEEDS = $(PLAY_NEEDS) $(NODE_NEEDS) chromium-headless-shell postgresql-15

.PHONY: play build check test test-long bench fuzz clean format

play: build
	@build/yard serve

build:
	@scripts/need $(PLAY_NEEDS)
	@test -f build/build.ninja || meson setup build >/dev/null
	@ninja -C build --quiet yard yard.1

# check: runs the fast tests, in about a minute after the build. test: runs all but the longest tests; tests of code
# that reads untrusted input run with sanitizers. test-long: runs all tests with the full number of repetitions, then
# the tests of C code again with sanitizers.
check:
	@scripts/need $(CHECK_NEEDS)
	@scripts/test check

test:
	@scripts/need $(TEST_NEEDS)
	@scripts/test test

test-long:
	@scripts/need $(TEST_NEEDS) $(DEB_NEEDS) debootstrap
	@scripts/test long

bench:
	@scripts/need $(BENCH_NEEDS)
	@scripts/browser-needs
	@test -f build/build.ninja || meson setup build >/dev/null
	@ninja -C build --quiet yard src/web/core.wasm bench/referee bench/sheet bench/press bench/bots \
		bench/store bench/load bench/echo bench/questions >&2
	@bench/run

# Runs each fuzz target for FUZZ_SECONDS; new inputs stay in build-fuzz.
FUZZ_SECONDS ?= 300
fuzz:
	@scripts/need $(FUZZ_NEEDS)
	@scripts/fuzz $(FUZZ_SECONDS)

# Merges new and changed messages from lang/en.po into the other catalogs; messages marked fuzzy need a translator.
.PHONY: lang
lang:
	@scripts/need gettext
	@for po in lang/*.po; do [ $$po = lang/en.po ] || msgmerge --quiet --update --backup=none --previous --width=96 $$po lang/en.po; done

format:
	@clang-format -i $$(git ls-files '*.c' '*.h')

# Installs the program and its files under $(DESTDIR)$(PREFIX).
PREFIX ?= /usr/local
.PHONY: install deb lint
install: build
	@meson configure build -Dprefix=$(abspath $(PREFIX))
	@ninja -C build --quiet yard yard.1
	@DESTDIR='$(DESTDIR)' meson install -C build --quiet --no-rebuild

# Builds the Debian packages of the program and the server in build-deb.
DEB_NEEDS = $(PLAY_NEEDS) debhelper dpkg-dev lintian python3
deb:
	@scripts/need $(DEB_NEEDS)
	@scripts/deb $(PLAY_NEEDS)

# Mutation testing: injects each fault in tests/mutants/faults.txt into a copy of the tree and runs the tests.
.PHONY: mutants
mutants:
	@scripts/need $(TEST_NEEDS)
	@scripts/mutants

lint:
	@scripts/need $(LINT_NEEDS)
	@scripts/browser-needs
	@scripts/lint

clean:
	@rm -rf build build-*
