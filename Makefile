# `make` alone explains itself. Every target installs what it needs first, and only what is missing.
.DEFAULT_GOAL := help
SHELL := /bin/bash

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
SECONDS ?= 20
ROUNDS ?= 150
SEED ?= 1
PEERS ?=

# ccache where it is there; paths relative, so that every checkout shares it.
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1
export CCACHE_SLOPPINESS := pch_defines,time_macros
LAUNCHER := $(if $(shell command -v ccache),-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)

CONFIGURE := cmake $(LAUNCHER) --preset
BUILD := cmake --build
CTEST := ctest --output-on-failure --no-tests=error

.PHONY: help run demo build test lint format bench load hostile crash simulate asan tsan fuzz install clean

help: ## This text
	@echo "Senja: a webhook gateway for events that expire."
	@echo
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "Variables: JOBS=$(JOBS) PREFIX=$(PREFIX) SECONDS=$(SECONDS) ROUNDS=$(ROUNDS) SEED=$(SEED) PEERS=$(PEERS)"

run: build ## Install, build, and watch the demo; the gateway then keeps serving
	build/senja demo

demo: build ## The demo once: exits 0 only if every line is right
	build/senja demo --once

# build/ serves both `build` and `test`: the program needs no test package, so tests are switched on by `test` alone,
# and what one has compiled the other keeps.
build: ## Build build/senja
	@tools/install-deps.sh run
	@test -f build/build.ninja || $(CONFIGURE) release -DSENJA_TESTS=OFF -DSENJA_BENCH=OFF
	@$(BUILD) build --parallel $(JOBS) --target senja

test: ## Build everything and run every test
	@tools/install-deps.sh test
	@$(CONFIGURE) release -DSENJA_TESTS=ON -DSENJA_BENCH=OFF
	@$(BUILD) build --parallel $(JOBS)
	@$(CTEST) --test-dir build --parallel $(JOBS)

lint: ## Formatting and clang-tidy over every file
	@tools/install-deps.sh lint
	@tools/lint.sh all

format: ## Format every file in place
	@tools/install-deps.sh lint
	@tools/lint.sh format

bench: ## Micro benchmarks and load; PEERS=DIR measures the peers in turns
	@tools/install-deps.sh test
	@$(CONFIGURE) release -DSENJA_TESTS=ON -DSENJA_BENCH=ON
	@$(BUILD) build --parallel $(JOBS)
	bench/run.sh $(PEERS)

load: ## Good requests beside 10,000 idle and 500 slow clients, plain and over TLS
	@tools/install-deps.sh test
	@$(CONFIGURE) release -DSENJA_TESTS=ON -DSENJA_BENCH=OFF
	@$(BUILD) build --parallel $(JOBS) --target senja hostile
	hostile/run.sh crowd

hostile: ## Good requests beside forged signatures, endless bodies and resets, plain and over TLS
	@tools/install-deps.sh test
	@$(CONFIGURE) release -DSENJA_TESTS=ON -DSENJA_BENCH=OFF
	@$(BUILD) build --parallel $(JOBS) --target senja hostile
	hostile/run.sh signatures bodies resets

crash: ## Kill the gateway ROUNDS times under load, then check what it remembers
	@tools/install-deps.sh test
	@$(CONFIGURE) release -DSENJA_TESTS=ON -DSENJA_BENCH=OFF
	@$(BUILD) build --parallel $(JOBS) --target senja_faulty
	crash/crash.py --program build/senja_faulty --rounds $(ROUNDS) --seed $(SEED)

simulate: ## The whole house on one thread from one seed: SECONDS= SEED=
	@tools/install-deps.sh test
	@$(CONFIGURE) release -DSENJA_TESTS=ON -DSENJA_BENCH=OFF
	@$(BUILD) build --parallel $(JOBS) --target simulate
	build/simulate/simulate --seconds $(SECONDS) --seed $(SEED)

asan: ## Core tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@tools/install-deps.sh test
	@$(CONFIGURE) asan
	@$(BUILD) build/asan --parallel $(JOBS) --target core_tests
	@$(CTEST) --test-dir build/asan -L core --parallel $(JOBS)

tsan: ## Every test but the long ones under ThreadSanitizer
	@tools/install-deps.sh test
	@$(CONFIGURE) tsan
	@$(BUILD) build/tsan --parallel $(JOBS)
	@$(CTEST) --test-dir build/tsan -LE long --parallel $(JOBS)

fuzz: ## Each fuzzer for SECONDS on its kept corpus
	@tools/install-deps.sh lint
	@$(CONFIGURE) fuzz
	@$(BUILD) build/fuzz --parallel $(JOBS) --target fuzzers
	@tools/fuzz.sh build/fuzz/fuzz $(SECONDS)

install: build ## Install the program and the library under PREFIX
	cmake --install build --prefix $(PREFIX)

clean: ## Remove everything that was built
	rm -rf build
