# seedpipe: seeds and crawl orders from web graphs.  See README.md.
#
#   make            the filters, into bin/
#   make deps       install what building and testing need (Debian)
#   make demo       ten seeds from a generated web graph, or GRAPH= NAMES=
#   make test       all tests
#   make bench      the table of speeds and sizes
#   make install    PREFIX=/usr/local DESTDIR=
#   make uninstall dist clean format lint check-layers metrics

NAME = seedpipe
VERSION = 0.1.0
PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
MANDIR = $(PREFIX)/share/man
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
FISHDIR = $(PREFIX)/share/fish/vendor_completions.d

CC = cc
PKG_CONFIG = pkg-config
CFLAGS = -O2 -g
WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes
# No contraction to fused operations: the same bits on every machine.
override CFLAGS += -std=c11 -D_GNU_SOURCE $(WARNINGS) -ffp-contract=off \
	-fopenmp
override CPPFLAGS += -Ilib
LIBS := $(shell $(PKG_CONFIG) --libs libzstd zlib 2>/dev/null || \
	echo -lzstd -lz) -lm

# Registrable domains, where the library is there.
ifeq ($(shell $(PKG_CONFIG) --exists libpsl 2>/dev/null && echo yes),yes)
override CPPFLAGS += -DHAVE_LIBPSL
LIBS += $(shell $(PKG_CONFIG) --libs libpsl)
endif

BUILD = build
BIN = bin

# The layers of lib, each above what it may use; tests/check-layers proves it.
LAYERS = base stream graph generate section links import rank seed crawl eval \
	cli
LIB_SOURCES := $(wildcard $(LAYERS:%=lib/%/*.c))
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(BUILD)/%.o)
LIB = $(BUILD)/lib$(NAME).a

# A filter is a file of cmd, or a folder with its parts.
FILTER_FILES := $(wildcard cmd/*.c)
FILTER_FOLDERS := $(patsubst cmd/%/,%,$(wildcard cmd/*/))
FILTERS := $(sort $(FILTER_FILES:cmd/%.c=%) $(FILTER_FOLDERS))
FILTER_SOURCES := $(FILTER_FILES) $(wildcard cmd/*/*.c)
# The objects of filter $(1).
filter_objects = $(patsubst %.c,$(BUILD)/%.o,$(wildcard cmd/$(1).c cmd/$(1)/*.c))

UNIT_SOURCES := $(wildcard tests/unit/test_*.c)
UNIT_SHARED := $(filter-out $(UNIT_SOURCES),$(wildcard tests/unit/*.c))
UNITS := $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/tests/%)
CLI_TESTS := $(wildcard tests/cli/*.t)

# Each filter prints how shells complete its options.
COMPLETION = $(BUILD)/completion
COMPLETIONS := $(FILTERS:%=$(COMPLETION)/bash/%) \
	$(FILTERS:%=$(COMPLETION)/zsh/_%) \
	$(FILTERS:%=$(COMPLETION)/fish/%.fish)

all: $(FILTERS:%=$(BIN)/%) $(COMPLETIONS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(LIB): $(LIB_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $(LIB_OBJECTS)

$(FILTERS:%=$(BIN)/%): $(LIB)
	@mkdir -p $(BIN)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIB) $(LIBS)

$(foreach f,$(FILTERS),$(eval $(BIN)/$(f): $(call filter_objects,$(f))))

$(COMPLETION)/bash/%: $(BIN)/%
	@mkdir -p $(@D)
	$< --shell-completion bash >$@

$(COMPLETION)/zsh/_%: $(BIN)/%
	@mkdir -p $(@D)
	$< --shell-completion zsh >$@

$(COMPLETION)/fish/%.fish: $(BIN)/%
	@mkdir -p $(@D)
	$< --shell-completion fish >$@

# ---- tests -----------------------------------------------------------------

CHECK_LIBS = $(shell $(PKG_CONFIG) --libs check)

$(BUILD)/tests/%: tests/unit/%.c $(UNIT_SHARED) tests/unit/unit.h $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -Itests/unit $(CFLAGS) $(LDFLAGS) -MMD -MP -o $@ \
		$< $(UNIT_SHARED) $(LIB) $(LIBS) $(CHECK_LIBS)

unit-tests: $(UNITS)

# Writes the crawl orders that command tests need.
$(BUILD)/tests/makeorders: tests/cli/makeorders.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -MMD -MP -o $@ $< $(LIB) $(LIBS)

# Filters in which one thing after the other goes wrong, see the source.
FAILING := $(FILTERS:%=$(BUILD)/failing/%)
FAILING_CALLS = main setrlimit fopen fclose open close read write lseek stat \
	fstat fsync rename linkat mkstemp

$(FAILING): $(BUILD)/tests/cli/failing.o $(BUILD)/tests/cli/failing_calls.o \
		$(LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $(FAILING_CALLS:%=-Wl,--wrap=%) -o $@ \
		$(filter %.o,$^) $(LIB) $(LIBS)

$(foreach f,$(FILTERS),$(eval $(BUILD)/failing/$(f): \
	$(call filter_objects,$(f))))

failing: $(FAILING)

# Parsers under any bytes; main.c replays files and changes of them.
FUZZ_SOURCES := $(wildcard tests/fuzz/fuzz_*.c)
FUZZERS := $(FUZZ_SOURCES:tests/fuzz/%.c=$(BUILD)/fuzz/%)
FUZZ_MAIN = $(BUILD)/tests/fuzz/main.o

$(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(FUZZ_MAIN) $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(FUZZ_FLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) \
		$(LIB) $(LIBS)

fuzzers: $(FUZZERS)

# With libFuzzer (clang and its libclang-rt), so many seconds a target.  An
# offset of 0 to no place, which clang objects to, harms nothing.
FUZZ_SECONDS = 60

fuzz: all
	+$(MAKE) CC=clang BUILD=$(BUILD)/libfuzzer FUZZ_MAIN= \
		FUZZ_FLAGS=-fsanitize=fuzzer CFLAGS='-O1 -g \
		-fsanitize=address,undefined,fuzzer-no-link \
		-fno-sanitize=pointer-overflow \
		-fno-sanitize-recover=all -fno-omit-frame-pointer' fuzzers
	tests/fuzz/run $(BUILD)/libfuzzer/fuzz $(abspath $(BIN)) \
		$(BUILD)/libfuzzer/corpus $(FUZZ_SECONDS)

# All once more with AddressSanitizer and UBSan.
sanitized:
	+$(MAKE) BUILD=$(BUILD)/sanitized BIN=$(BUILD)/sanitized/bin \
		CFLAGS='-O1 -g -fsanitize=address,undefined \
		-fno-sanitize-recover=all -fno-omit-frame-pointer' \
		all unit-tests failing fuzzers

# As the filters do for themselves: threads that wait sleep.
export OMP_WAIT_POLICY = passive
export SEEDPIPE_DATA
SEEDPIPE_DATA ?= ../shared/data

# Tests at the same time.
JOBS = 2

test: all unit-tests $(BUILD)/tests/makeorders sanitized check-layers
	ASAN_OPTIONS=exitcode=99:detect_leaks=1 UBSAN_OPTIONS=exitcode=99 \
	BUILD=$(BUILD) SANITIZED=$(BUILD)/sanitized/bin \
	prove --timer --jobs $(JOBS) --exec '' $(UNITS) \
		$(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/sanitized/tests/%) \
		$(CLI_TESTS)

check-layers: all
	tests/check-layers $(BUILD)

bench: all $(BUILD)/tests/bench
	tests/bench/run $(BIN) $(BUILD)/tests/bench

$(BUILD)/tests/bench: tests/bench/bench.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -MMD -MP -o $@ $< $(LIB) $(LIBS)

# ---- demo ------------------------------------------------------------------

demo: all
	pipelines/demo $(BIN) '$(GRAPH)' '$(NAMES)'

# ---- machine ---------------------------------------------------------------

PACKAGES = gcc make pkg-config libc6-dev libzstd-dev zlib1g-dev \
	libxxhash-dev libpsl-dev check perl mandoc zstd gzip gnuplot-nox

deps:
	@.ci/deps $(PACKAGES)

install: all
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(MANDIR)/man1 \
		$(DESTDIR)$(MANDIR)/man5 $(DESTDIR)$(MANDIR)/man7
	install -m 755 $(FILTERS:%=$(BIN)/%) $(DESTDIR)$(BINDIR)
	for s in 1 5 7; do install -m 644 man/man$$s/*.$$s \
		$(DESTDIR)$(MANDIR)/man$$s; done
	install -d $(DESTDIR)$(BASHDIR) $(DESTDIR)$(ZSHDIR) \
		$(DESTDIR)$(FISHDIR)
	install -m 644 $(COMPLETION)/bash/* $(DESTDIR)$(BASHDIR)
	install -m 644 $(COMPLETION)/zsh/* $(DESTDIR)$(ZSHDIR)
	install -m 644 $(COMPLETION)/fish/* $(DESTDIR)$(FISHDIR)

uninstall:
	rm -f $(FILTERS:%=$(DESTDIR)$(BINDIR)/%) \
		$(FILTERS:%=$(DESTDIR)$(BASHDIR)/%) \
		$(FILTERS:%=$(DESTDIR)$(ZSHDIR)/_%) \
		$(FILTERS:%=$(DESTDIR)$(FISHDIR)/%.fish)
	for s in 1 5 7; do for p in man/man$$s/*.$$s; do \
		rm -f $(DESTDIR)$(MANDIR)/man$$s/$${p##*/}; done; done

dist:
	git archive --prefix=$(NAME)-$(VERSION)/ -o $(NAME)-$(VERSION).tar.gz \
		HEAD

clean:
	rm -rf $(BUILD) $(BIN) $(NAME)-$(VERSION).tar.gz

C_FILES = $(wildcard cmd/*.c cmd/*/*.[ch] lib/*/*.[ch] tests/*/*.[ch])

format:
	clang-format -i $(C_FILES)

lint: all
	cppcheck --quiet --std=c11 --inline-suppr --error-exitcode=1 \
		--enable=warning,portability -Ilib \
		--suppress=missingIncludeSystem \
		--suppress=arrayIndexThenCheck cmd lib
	shellcheck .ci/deps .ci/run pipelines/demo tests/check-layers \
		tests/bench/run tests/fuzz/run tests/fuzz/seeds \
		tests/cli/*.sh $(CLI_TESTS)
	mandoc -T lint -W warning man/man?/*

-include $(LIB_OBJECTS:.o=.d) $(FILTER_SOURCES:%.c=$(BUILD)/%.d) \
	$(UNITS:=.d) $(BUILD)/tests/makeorders.d \
	$(BUILD)/tests/cli/failing.d $(BUILD)/tests/cli/failing_calls.d \
	$(FUZZ_SOURCES:%.c=$(BUILD)/%.d) $(BUILD)/tests/fuzz/main.d

.SECONDARY:
.DELETE_ON_ERROR:
.PHONY: all unit-tests failing fuzzers fuzz sanitized test check-layers bench \
	demo deps install uninstall dist clean format lint
