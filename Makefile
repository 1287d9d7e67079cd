# The front door. The build itself is Meson's (meson.build); this file installs what is missing and
# names the things people want. Everything works on a bare Debian with only git and make.

# The page is part of the program, so its tools belong to a build: clang and what it needs make the core
# for the browser, esbuild and brotli the rest.
WEB_NEEDS = clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32 binaryen esbuild brotli
PLAY_NEEDS = gcc libc6-dev meson ninja-build pkg-config libhpdf-dev libncurses-dev libevent-dev \
             libqrencode-dev libsqlite3-dev libpq-dev libsodium-dev libwslay-dev libjansson-dev libssl-dev \
             fonts-dejavu-core $(WEB_NEEDS)
TEST_NEEDS = $(PLAY_NEEDS) libcmocka-dev binutils mandoc tmux poppler-utils libxml2-utils \
             bash-completion chromium qrencode postgresql-15 sqlite3 nginx-light curl openssl
# Node.js by whatever way it came; Debian's where there is none.
NODE_NEEDS = $(if $(shell command -v node 2>/dev/null),,nodejs) \
             $(if $(shell command -v npm 2>/dev/null),,npm)
TEST_NEEDS += $(NODE_NEEDS)
FUZZ_NEEDS = $(PLAY_NEEDS) libclang-rt-14-dev
BENCH_NEEDS = $(PLAY_NEEDS) $(NODE_NEEDS) chromium postgresql-15

.PHONY: play build test bench fuzz clean format

play: build
	@build/yard

build:
	@scripts/need $(PLAY_NEEDS)
	@test -f build/build.ninja || meson setup build >/dev/null
	@ninja -C build --quiet yard

# As it ships, and with the address and undefined-behaviour sanitizers.
test:
	@scripts/need $(TEST_NEEDS)
	@scripts/test

bench:
	@scripts/need $(BENCH_NEEDS)
	@scripts/browser-needs
	@test -f build/build.ninja || meson setup build >/dev/null
	@ninja -C build --quiet yard src/web/core.wasm bench/referee bench/sheet bench/press bench/bots \
		bench/store bench/load bench/echo bench/questions >&2
	@bench/run

# FUZZ_SECONDS for each target; new inputs stay in build-fuzz.
FUZZ_SECONDS ?= 300
fuzz:
	@scripts/need $(FUZZ_NEEDS)
	@scripts/fuzz $(FUZZ_SECONDS)

format:
	@clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	@rm -rf build build-*
