# seedpipe: seeds and crawl orders from web graphs.  See README.md.
#
#   make                 the filters, into bin/
#   make deps            install what building and testing need (Debian)
#   make demo            ten seeds of a generated web graph, or GRAPH= NAMES=
#   make install         PREFIX=/usr/local DESTDIR=, and uninstall
#   make clean
#
#   make check           the quick tests of the plain build: a minute or two
#   make check-NAME      the tests of a folder of lib, or of a filter
#   make check-all       all tests of the plain build
#   make test            all tests, plain and with sanitizers: ten minutes
#   make lint            static checks of sources, scripts and manual pages
#   make check-layers    who may include and call whom
#   make analyse         gcc -fanalyzer and clang-tidy over what changed
#   make format          clang-format, a hint rather than a rule
#   make bench           the table of speeds and sizes
#   make bench-peers     graph libraries of others beside the filters
#   make fresh           "make deps demo", "make deps test" in a new Debian
#
#   make nightly         what takes hours, step by step; goes on where it stopped
#   make differential    random commands of these filters and of those in OLD=
#   make fuzz            fuzz every parser, for hours; goes on where it stopped
#   make soak            pipelines under cuts, kills, full disks, SOAK_SECONDS
#   make variants        the tests as other builds, VARIANTS= names them
#   make mutants         plant faults, which tests must catch, MUTANTS= words
#   make coverage        lines of the parsers that tests reach
#   make test-pipelines  pipelines on odd graphs and on all real ones
#   make growth          crafted pages and webs that grow: linear time, memory
#   make interop         crawlers and parsers of others beside the filters
#   make web             the server of a web to crawl, into build/tests
#   make -C tests/bench big  the filters on 100 million pages: an hour
#
#   make mpi             the filters that run as MPI jobs, into bin-mpi/
#   make deps-mpi        install what make mpi needs (Debian: Open MPI)
#   make test-mpi        their tests, MPI_TESTS= names them
#   make bench-mpi       the filters for MPI beside the plain ones
#   make install-mpi     install what make mpi built
#
#   make picture         docs/orders.svg and docs/hours.svg from real graphs, the
#                        README's figures
#   make site            a web site of README.md, docs and the manual
#   make dist            the release as a tar file, always the same bytes
#   make deb             Debian packages of the last commit, into build/deb
#   make test-deb        build the packages, check them by lintian, run them
#   make wheel           the filters and the Python module for pip
#   make wheel-aarch64   the same for 64-bit ARM, on another machine
#   make sdist           the source of the same, into build/wheel
#   make image           an image for containers, in the format of OCI
#   make image-mpi       the same, with the programs for MPI
#   make help            this list
#
# "make deps demo" works in one call, also with -j: the machine is examined
# after deps has run.  Objects are rebuilt when their flags change.

NAME = seedpipe
VERSION = 0.2.0
DATE = 2026-11-22
PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
MANDIR = $(PREFIX)/share/man
DATADIR = $(PREFIX)/share
DOCDIR = $(DATADIR)/doc/$(NAME)
PIPEDIR = $(DATADIR)/$(NAME)/pipelines
RECIPEDIR = $(DATADIR)/$(NAME)/recipes
RECIPES = $(wildcard recipes/*)
PIPELINES = $(wildcard $(addprefix pipelines/*.,mk sh py tsv awk css)) \
	pipelines/README.md
DOCUMENTS = LICENSE README.md CHANGELOG.md
DOCS = $(wildcard docs/*.*)
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
FISHDIR = $(PREFIX)/share/fish/vendor_completions.d

CC = cc
PKG_CONFIG = pkg-config
CFLAGS = -O2 -g
# Stack protector, fortified C library, full RELRO, PIE and so on, where the
# compiler has them; empty for none.
HARDEN = yes
WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wpointer-arith
# Fused operations would change the bits of results from machine to machine,
# and the name of this folder the bytes of the programs.
override CFLAGS += -std=c11 -D_GNU_SOURCE $(WARNINGS) -ffp-contract=off \
	-fopenmp -ffile-prefix-map=$(CURDIR)=.
override CPPFLAGS += -Ilib

BUILD = build
BIN = bin

all: filters completions

# ---- packages --------------------------------------------------------------

PACKAGES = gcc make pkg-config libc6-dev libzstd-dev zlib1g-dev \
	libxxhash-dev libpsl-dev libidn2-dev check perl mandoc zstd gzip \
	gnuplot-nox wget libcurl4-openssl-dev \
	libbrotli-dev libmd-dev libdeflate-dev libstemmer-dev libunistring-dev \
	libmicrohttpd-dev python3 python3-numpy python3-scipy python3-xxhash \
	python3-zstandard
MPI_PACKAGES = openmpi-bin libopenmpi-dev
LINT_PACKAGES = clang libclang-rt-dev libomp-dev clang-format clang-tidy \
	cppcheck shellcheck

deps:
	@.ci/deps $(PACKAGES) $(LINT_PACKAGES)

deps-mpi:
	@.ci/deps $(MPI_PACKAGES)

# ---- what the machine has, and what was built with it ----------------------

# LIBS, NATIVE and so on, found by .ci/probe.  Make brings this file up to date
# before anything else, after deps if that is a goal, and starts over if it has
# changed.  A dry run installs and probes nothing.
CONFIG = $(BUILD)/config.mk
ifneq ($(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),)
-include $(CONFIG)
else
include $(CONFIG)
$(CONFIG): $(filter deps,$(MAKECMDGOALS)) FORCE
	@mkdir -p $(@D)
	@CC='$(CC)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' \
		PKG_CONFIG='$(PKG_CONFIG)' HARDEN='$(HARDEN)' .ci/probe >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
endif

COMPILE_FLAGS = $(CPPFLAGS) $(FOUND_CFLAGS) $(CFLAGS) $(HARDEN_CFLAGS)
COMPILE = $(CC) $(COMPILE_FLAGS)
LINK = $(CC) $(CFLAGS) $(LDFLAGS) $(HARDEN_LDFLAGS)
LINK_ALL = $(LINK) $(CRAWL_LIBS) $(WEB_LIBS) $(LIBS)

# The file flags/NAME changes when the value of $(NAME) does.
$(BUILD)/flags/%: FORCE
	@mkdir -p $(@D)
	@echo '$($*)' | cmp -s - $@ || echo '$($*)' >$@

# ---- library and filters ---------------------------------------------------

# Which folder of lib may use which, lib/README.md says.
LIB_SOURCES := $(sort $(wildcard lib/*/*.c lib/*/*/*.c))
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(BUILD)/%.o)
LIB = $(BUILD)/lib$(NAME).a

# A filter is a file of cmd, or a folder with its parts.
FILTER_FILES := $(wildcard cmd/*.c)
FILTER_FOLDERS := $(patsubst cmd/%/,%,$(wildcard cmd/*/))
FILTERS := $(sort $(FILTER_FILES:cmd/%.c=%) $(FILTER_FOLDERS))
FILTER_SOURCES := $(sort $(FILTER_FILES) $(wildcard cmd/*/*.c))
# The objects of filter $(1).
filter_objects = $(patsubst %.c,$(BUILD)/%.o, \
	$(filter cmd/$(1).c cmd/$(1)/%,$(FILTER_SOURCES)))

filters: $(FILTERS:%=$(BIN)/%)

# EXTRA: flags that only some objects need.
$(BUILD)/%.o: %.c $(BUILD)/flags/COMPILE
	@mkdir -p $(@D)
	$(COMPILE) $(MEASURE) $(EXTRA) -MMD -MP -c -o $@ $<

# What reads foreign bytes, whose lines make coverage counts: COVERAGE has the
# flags for that, and is empty in every other build.
MEASURED = $(wildcard $(patsubst %,lib/%/*.c,stream stream/section graph \
	web/file web/archive web/page web/capture web/crawllog formats/import \
	formats/seedlist)) lib/base/number.c lib/base/text.c
COVERAGE =
$(MEASURED:%.c=$(BUILD)/%.o): MEASURE = $(COVERAGE)

$(BUILD)/lib/formats/import/domains.o: EXTRA = $(PSL)
$(BUILD)/lib/formats/import/domains.o: $(BUILD)/flags/PSL
$(BUILD)/lib/web/page/idn.o: EXTRA = $(IDN)
$(BUILD)/lib/web/page/idn.o: $(BUILD)/flags/IDN
$(BUILD)/lib/web/relevance/words.o: EXTRA = $(STEMMER) $(UNISTRING)
$(BUILD)/lib/web/relevance/words.o: $(BUILD)/flags/STEMMER \
	$(BUILD)/flags/UNISTRING
$(BUILD)/lib/cli/command.o: EXTRA = -DSP_VERSION='"$(VERSION)"'
$(BUILD)/lib/cli/command.o: $(BUILD)/flags/VERSION
$(BUILD)/lib/web/file/remote.o $(BUILD)/lib/web/file/remote_curl.o: \
	EXTRA = $(CURL)
$(BUILD)/lib/web/file/remote.o $(BUILD)/lib/web/file/remote_curl.o: \
	$(BUILD)/flags/CURL
$(BUILD)/lib/web/archive/body.o: EXTRA = $(BROTLI)
$(BUILD)/lib/web/archive/body.o: $(BUILD)/flags/BROTLI
$(BUILD)/lib/web/archive/member.o: EXTRA = $(DEFLATE)
$(BUILD)/lib/web/archive/member.o: $(BUILD)/flags/DEFLATE
$(BUILD)/lib/web/archive/digest.o $(BUILD)/lib/web/file/remote_sum.o: \
	EXTRA = $(MD)
$(BUILD)/lib/web/archive/digest.o $(BUILD)/lib/web/file/remote_sum.o: \
	$(BUILD)/flags/MD
$(BUILD)/tests/unit/%.o: EXTRA = -Itests/unit
$(BUILD)/tests/unit/cmd/%.o: EXTRA = -Itests/unit -I.
$(BUILD)/tests/unit/web/page/test_url.o: EXTRA = -Itests/unit $(CURL) $(IDN)
$(BUILD)/tests/unit/web/page/test_url.o: $(BUILD)/flags/CURL $(BUILD)/flags/IDN
IDN_TESTS = $(BUILD)/tests/unit/web/page/test_scope.o \
	$(BUILD)/tests/unit/formats/seedlist/test_seedlist.o
$(IDN_TESTS): EXTRA = -Itests/unit $(IDN)
$(IDN_TESTS): $(BUILD)/flags/IDN

# Made anew also when a source is gone.
$(LIB): $(LIB_OBJECTS) $(BUILD)/flags/LIB_OBJECTS
	@rm -f $@
	$(AR) rcs $@ $(filter %.o,$^)

# Links the objects among the prerequisites, then the archives.
link = $(LINK) $(1) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(MORE_LIBS) $(LIBS)

# The filters that read crawls need more libraries; the others stay light.
CRAWL_FILTERS = crawlgraph crawlimport warcstat relscore
$(CRAWL_FILTERS:%=$(BIN)/%) $(CRAWL_FILTERS:%=$(BUILD)/failing/%) \
	$(BUILD)/tests/% $(BUILD)/fuzz/%: MORE_LIBS = $(CRAWL_LIBS)

$(FILTERS:%=$(BIN)/%): $(LIB) $(BUILD)/flags/LINK_ALL
	@mkdir -p $(@D)
	$(call link)

$(foreach f,$(FILTERS),$(eval $(BIN)/$(f): $(call filter_objects,$(f))))

# Each filter prints how shells complete its options.  Filters built for
# another machine are not run; HOST_BIN names a folder of filters that can be.
HOST_BIN = $(if $(filter no,$(NATIVE)),,$(BIN))
COMPLETION = $(BUILD)/completion
COMPLETIONS := $(if $(HOST_BIN),$(FILTERS:%=$(COMPLETION)/bash/%) \
	$(FILTERS:%=$(COMPLETION)/zsh/_%) $(FILTERS:%=$(COMPLETION)/fish/%.fish))

completions: $(COMPLETIONS)
	@$(if $(HOST_BIN),:,echo "no completions: the filters are for another \
	machine, and HOST_BIN is not set")

$(COMPLETION)/bash/%: $(BIN)/%
	@mkdir -p $(@D)
	$(HOST_BIN)/$* --shell-completion bash >$@

$(COMPLETION)/zsh/_%: $(BIN)/%
	@mkdir -p $(@D)
	$(HOST_BIN)/$* --shell-completion zsh >$@

$(COMPLETION)/fish/%.fish: $(BIN)/%
	@mkdir -p $(@D)
	$(HOST_BIN)/$* --shell-completion fish >$@

# ---- filters for MPI -------------------------------------------------------

# Never part of "make": the program of mpi/NAME.c, or of the folder mpi/NAME, is
# NAME-mpi.  It is linked with the objects of filter NAME but for its main(),
# which are those of a folder in cmd, and with what all programs of mpi share.
# mpicc compiles the one file that knows MPI, and links; MPIRUN belongs to it.
MPICC = mpicc
MPIRUN = mpirun
MPI_BIN = bin-mpi
MPI_SHARED = command job output team_mpi
MPI_FILES := $(filter-out $(MPI_SHARED:%=mpi/%.c),$(wildcard mpi/*.c))
MPI_FOLDERS := $(patsubst mpi/%/,%,$(wildcard mpi/*/))
MPI_NAMES := $(sort $(MPI_FILES:mpi/%.c=%) $(MPI_FOLDERS))
MPI_PROGRAMS := $(MPI_NAMES:%=$(MPI_BIN)/%-mpi)
MPI_SOURCES := $(sort $(wildcard mpi/*.c mpi/*/*.c))
MPI_TEST_SOURCES := $(sort $(wildcard tests/mpi/*.c))
MPI_TEST_PROGRAMS := $(MPI_TEST_SOURCES:tests/mpi/%.c=$(BUILD)/tests/mpi/%)
MPI_OBJECTS = $(patsubst %.c,$(BUILD)/%.o,$(MPI_SOURCES) $(MPI_TEST_SOURCES))
MPI_SHARED_OBJECTS = $(MPI_SHARED:%=$(BUILD)/mpi/%.o)
# The compiler is that of the other objects, with its run-time library.
MPI_CC = OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC)
mpi_objects = $(patsubst %.c,$(BUILD)/%.o,$(wildcard mpi/$(1).c mpi/$(1)/*.c) \
	$(filter-out cmd/$(1)/$(1).c,$(wildcard cmd/$(1)/*.c)))

$(MPI_OBJECTS): EXTRA = -I.
$(BUILD)/mpi/team_mpi.o: mpi/team_mpi.c $(BUILD)/flags/MPI_CC \
		$(BUILD)/flags/COMPILE
	@mkdir -p $(@D)
	@command -v $(MPICC) >/dev/null || { echo "$(MPICC) is missing: \
	install an MPI (make deps-mpi does on Debian), or name its compiler \
	by MPICC=" >&2; exit 1; }
	$(MPI_CC) $(COMPILE_FLAGS) -I. -MMD -MP -c -o $@ $<

mpi_link = $(MPI_CC) $(CFLAGS) $(LDFLAGS) $(HARDEN_LDFLAGS) -o $@ \
	$(filter %.o,$^) $(filter %.a,$^) $(LIBS)

$(MPI_PROGRAMS): $(MPI_SHARED_OBJECTS) $(LIB) $(BUILD)/flags/LINK_ALL
	@mkdir -p $(@D)
	$(mpi_link)

$(foreach n,$(MPI_NAMES),$(eval $(MPI_BIN)/$(n)-mpi: $(call mpi_objects,$(n))))

$(MPI_TEST_PROGRAMS): $(BUILD)/tests/mpi/%: $(BUILD)/tests/mpi/%.o \
		$(MPI_SHARED_OBJECTS) $(LIB) $(BUILD)/flags/LINK_ALL
	@mkdir -p $(@D)
	$(mpi_link)

mpi: $(MPI_PROGRAMS)

# ---- what tests are made of ------------------------------------------------

# A program for each test_*.c below tests/unit, in the folder of what it tests;
# the files of tests/unit itself are shared.
UNIT_SOURCES := $(sort $(wildcard $(addprefix tests/unit/,*/test_*.c \
	*/*/test_*.c)))
UNIT_SHARED := $(sort $(wildcard tests/unit/*.c))
UNIT_LIB = $(BUILD)/tests/libunit.a
UNITS := $(patsubst %.c,$(BUILD)/tests/%,$(notdir $(UNIT_SOURCES)))
CLI_TESTS := $(sort $(wildcard tests/cli/*.t))
# Those that take more than three seconds of a processor are left to make test.
# They run first there, the longest before the others, so that all jobs end
# together.
SLOW_TESTS := $(filter $(addprefix tests/cli/,calls.t contract.t build.t \
	memory.t valgrind.t pipelines.t fuzz.t firsttry.t limits.t hostile.t \
	manual.t signals.t bad.t labels.t components.t python.t pipeline.t \
	crawlimport.t oddgraphs.t flood.t memorylimit.t report_page.t \
	sections.t chains.t fingerprint.t thesis.t crawlorder.t holdouts.t \
	nextbatch.t timed.t snapshots.t trapweb.t traps.t hotshapes.t picture.t \
	shapetable.t growth.t rank.t seedpipe.t mergetasks.t), \
	$(CLI_TESTS))
OTHER_TESTS := $(filter-out $(SLOW_TESTS),$(CLI_TESTS))

$(UNIT_LIB): $(UNIT_SHARED:%.c=$(BUILD)/%.o)
	@rm -f $@
	$(AR) rcs $@ $^

$(foreach u,$(UNIT_SOURCES:%.c=%),$(eval \
	$(BUILD)/tests/$(notdir $(u)): $(BUILD)/$(u).o))

$(UNITS): $(UNIT_LIB) $(LIB) $(BUILD)/flags/LINK_ALL
	$(call link) $(CHECK_LIBS)

# A test below tests/unit/cmd is linked with its filter, less the main().
$(foreach u,$(filter tests/unit/cmd/%,$(UNIT_SOURCES)),$(eval \
	$(BUILD)/tests/$(basename $(notdir $(u))): $(filter-out \
	%/$(word 4,$(subst /, ,$(u))).o,$(call \
	filter_objects,$(word 4,$(subst /, ,$(u)))))))

unit-tests: $(UNITS)

# Write the crawl orders and the hostile graphs that command tests need.
MAKERS = $(BUILD)/tests/makeorders $(BUILD)/tests/makecopies \
	$(BUILD)/tests/resolve $(BUILD)/tests/htmllinks \
	$(BUILD)/tests/reseal $(BUILD)/tests/sweep

# Of the unit tests, these take what changes streams.
SEALERS = reseal sweep
$(SEALERS:%=$(BUILD)/tests/cli/%.o): EXTRA = -Itests/unit

$(MAKERS): $(BUILD)/tests/%: $(BUILD)/tests/cli/%.o $(UNIT_LIB) $(LIB) \
		$(BUILD)/flags/LINK_ALL
	$(call link)

# Loaded before the C library: the clock of progress.t, what disturbs calls,
# and what counts memory.
PRELOADS = $(BUILD)/tests/clock.so $(BUILD)/tests/disturb.so \
	$(BUILD)/tests/heap.so

$(PRELOADS): $(BUILD)/tests/%.so: tests/cli/%.c tests/unit/heap_count.h \
		$(BUILD)/flags/COMPILE
	@mkdir -p $(@D)
	$(COMPILE) -Itests/unit -fPIC -shared -o $@ $<

# Serves a graph as a web to crawl.
SERVEWEB = $(BUILD)/tests/serveweb
WEB_SOURCES := $(sort $(wildcard tests/web/*.c))
WEB_OBJECTS = $(WEB_SOURCES:%.c=$(BUILD)/%.o)

$(WEB_OBJECTS): EXTRA = $(WEB)
$(WEB_OBJECTS): $(BUILD)/flags/WEB

$(SERVEWEB): $(WEB_OBJECTS) $(LIB) $(BUILD)/flags/LINK_ALL
	$(call link) $(WEB_LIBS)

web: $(SERVEWEB)

test-programs: $(MAKERS) $(PRELOADS) $(SERVEWEB)

# Filters in which one call after another fails; see tests/cli/failing.c.
FAILING := $(FILTERS:%=$(BUILD)/failing/%)
FAILING_CALLS = main setrlimit fopen fclose open close read write lseek stat \
	fstat fsync rename linkat mkstemp access faccessat readlink realpath \
	opendir readdir fchmod fchown unlink pread getrandom pipe2 fdopen \
	tmpfile fwrite_unlocked fseeko __uflow madvise posix_fadvise \
	sync_file_range posix_memalign posix_spawnp waitpid __open_2

$(FAILING): $(BUILD)/tests/cli/failing.o $(BUILD)/tests/cli/failing_calls.o \
		$(LIB) $(BUILD)/flags/LINK_ALL
	@mkdir -p $(@D)
	$(call link,$(FAILING_CALLS:%=-Wl,--wrap=%))

$(foreach f,$(FILTERS),$(eval $(BUILD)/failing/$(f): \
	$(call filter_objects,$(f))))

failing: $(FAILING)

# Fuzz targets; main.c replays files and mutations of them.
FUZZ_SOURCES := $(sort $(wildcard tests/fuzz/fuzz_*.c))
FUZZERS := $(FUZZ_SOURCES:tests/fuzz/%.c=$(BUILD)/fuzz/%)
FUZZ_MAIN = $(BUILD)/tests/fuzz/main.o

$(FUZZERS): $(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(FUZZ_MAIN) $(LIB) \
		$(BUILD)/flags/LINK_ALL
	@mkdir -p $(@D)
	$(call link,$(FUZZ_FLAGS))

# The target of streams once more, where no checksum of them is compared.
NOSUMS := $(patsubst %.c,$(BUILD)/nosums/%.o,$(wildcard lib/stream/*.c))

$(NOSUMS): $(BUILD)/nosums/%.o: %.c $(BUILD)/flags/COMPILE
	@mkdir -p $(@D)
	$(COMPILE) -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -MMD -MP -c \
		-o $@ $<

$(BUILD)/fuzz/fuzz_stream_nosums: $(BUILD)/tests/fuzz/fuzz_stream.o $(NOSUMS) \
		$(FUZZ_MAIN) $(LIB) $(BUILD)/flags/LINK_ALL
	@mkdir -p $(@D)
	$(call link,$(FUZZ_FLAGS))

fuzzers: $(FUZZERS) $(BUILD)/fuzz/fuzz_stream_nosums

# Half of the compiler's time with -O1 -g, and reports still name the lines.
# xxhash.h insists on inlining what -Og does not inline.
# A variable, because .ci/probe would get the line breaks of a quoted text.
SANITIZER_FLAGS = -Og -g1 -DXXH_NO_INLINE_HINTS=1 \
	-fsanitize=address,undefined \
	-fno-sanitize-recover=all -fno-omit-frame-pointer

# Everything once more, with AddressSanitizer and UBSan.
sanitized:
	+$(MAKE) BUILD=$(BUILD)/sanitized BIN=$(BUILD)/sanitized/bin HARDEN= \
		CFLAGS='$(SANITIZER_FLAGS)' filters unit-tests failing fuzzers

# ---- tests -----------------------------------------------------------------

# Waiting threads sleep, as the filters arrange for themselves.
export OMP_WAIT_POLICY = passive
SEEDPIPE_DATA ?= ../shared/data
export SEEDPIPE_DATA

# How many tests run at a time, and the seconds after which a test is killed:
# far more than any needs, so that a busy machine makes no difference.
JOBS = 2
LIMIT = 3600
PROVE = BUILD=$(BUILD) PERL5LIB=tests prove --formatter Left --timer \
	--jobs $(JOBS) \
	--exec 'timeout --foreground --kill-after=10 $(LIMIT)'

# Every module and, but for the slow tests, every filter: unit tests try fewer
# random inputs.
check: all unit-tests test-programs
	FEW=1 SANITIZED=none $(PROVE) $(UNITS) $(OTHER_TESTS)

# All that make test runs, but for what needs the sanitized build.
check-all: all unit-tests test-programs
	SANITIZED=none $(PROVE) $(SLOW_TESTS) $(UNITS) $(OTHER_TESTS)

# The unit tests of folder NAME of lib, with "-" for "/" in its path, or those
# of filter NAME and the command tests whose heads name it.
units_of = $(foreach u,$(UNIT_SOURCES),$(if \
	$(findstring /$(subst -,/,$(1))/,$(u)),$(BUILD)/tests/$(notdir $(u:.c=))))
scripts_of = $(if $(filter $(1),$(FILTERS)),$(shell for t in $(CLI_TESTS); do \
	sed 9q $$t | grep -qw '$(1)' && echo $$t; done; :))

check-%: all test-programs
	+@set -- $(call units_of,$*) $(call scripts_of,$*); \
	if [ $$# -eq 0 ]; then \
		echo "make $@: lib/ has no folder $(subst -,/,$*) with tests," \
			"and no test in tests/cli names a filter $*" >&2; \
		exit 1; \
	fi; \
	$(MAKE) --no-print-directory -s all $(call units_of,$*) && \
	SANITIZED=none $(PROVE) $$@

test: all unit-tests test-programs failing sanitized check-layers
	ASAN_OPTIONS=exitcode=99:detect_leaks=1 UBSAN_OPTIONS=exitcode=99 \
	SANITIZED=$(BUILD)/sanitized/bin $(PROVE) $(SLOW_TESTS) $(UNITS) \
		$(UNITS:$(BUILD)/%=$(BUILD)/sanitized/%) \
		$(OTHER_TESTS)

# Sanitizers that need a build of their own, valgrind, other compilers and flags.
VARIANTS =

variants: all test-programs
	+BIN=$(BIN) BUILD=$(BUILD) tests/variants/run $(VARIANTS)

# Runs programs of make mpi as jobs of several processes, and the plain filters
# beside them.  MPI_TESTS names the scripts to run.
MPI_TESTS = $(sort $(wildcard tests/mpi/*.t)) tests/cli/manual.t

test-mpi: all
	@if command -v $(MPICC) >/dev/null && \
		command -v $(MPIRUN) >/dev/null; then \
		$(MAKE) mpi $(MPI_TEST_PROGRAMS) $(BUILD)/tests/reseal && \
		SANITIZED=none BIN=$(BIN) MPI_BIN=$(MPI_BIN) MPIRUN='$(MPIRUN)' \
			$(PROVE) --jobs 1 $(MPI_TESTS); \
	else \
		echo "make test-mpi: skipped: $(MPICC) or $(MPIRUN) is not" \
			"installed (make deps-mpi)"; \
	fi

# Runs each pipeline on each odd graph and on those of SEEDPIPE_DATA, for
# PIPELINES_SECONDS if set; goes on where the last run ended.
test-pipelines: all
	tests/pipelines/run $(BIN) $(BUILD)/pipelines odd
	tests/pipelines/run $(BIN) $(BUILD)/pipelines real

# Copies of the sources with a fault each: faults written by hand, then changes
# drawn by a seed, where it goes on after the last run; tests/mutants/README.md.
# All are tried before it fails.
MUTANTS =

mutants:
	CC='$(CC)' tests/mutants/run $(BUILD) $(MUTANTS); run=$$?; \
	CC='$(CC)' tests/mutants/drawn $(BUILD) $(MUTANTS) && exit $$run

# The tests again, built to count the lines that parsers run: fails below
# COVERAGE_GOAL percent, and prints the lines that were not reached.
COVERAGE_GOAL = 95

coverage:
	+COVERAGE_GOAL=$(COVERAGE_GOAL) JOBS=$(JOBS) \
		tests/coverage/run $(BUILD)/coverage

fresh:
	.ci/fresh

# All that takes hours, a step at a time: goes on where the last run ended, and
# begins no step after NIGHTLY_SECONDS.  NIGHTLY names the steps.
NIGHTLY =

nightly:
	tests/nightly/run $(BUILD) $(NIGHTLY)

check-layers: all
	tests/check-layers $(BUILD)

bench: all $(BUILD)/tests/bench/bench
	tests/bench/run $(BIN) $(BUILD)/tests/bench/bench

# Installs libraries of others outside of git and of the system, and prints
# tables; see tests/bench/README.md.  make bench-peers >tables has nothing else.
bench-mpi: all mpi
	tests/bench/mpi $(BIN) $(MPI_BIN)

bench-peers:
	@+$(MAKE) all $(BUILD)/tests/bench/bench >&2
	@tests/bench/peers/run $(BIN) $(BUILD)

$(BUILD)/tests/bench/bench: $(BUILD)/tests/bench/bench.o $(LIB) \
		$(BUILD)/flags/LINK_ALL
	$(call link)

# Crafted pages and webs that grow: instructions by valgrind, and memory.
growth: all test-programs
	tests/growth/run $(BUILD) $(GROWTH)
	tests/growth/filters $(BIN) $(BUILD)/growth $(GROWTH_COMMANDS)

# Installs programs of others outside of git, and of the system.  Never part of
# the tests; INTEROP names the scripts to run, by default all.
interop: all test-programs
	tests/interop/run $(BIN) $(BUILD) $(INTEROP)

# Needs libFuzzer (clang and its libclang-rt); with FUZZ_ENGINE=afl, AFL++, for
# the targets and for whole filters.  tests/fuzz/run is the manual: it goes on
# until each target has had FUZZ_RUNS executions, or for FUZZ_TIME seconds.
# FUZZ_CORPUS keeps what was found, and how many executions there were, between
# runs; FUZZ_NAMES chooses targets.
FUZZ_ENGINE = libfuzzer
FUZZ_CORPUS = $(BUILD)/fuzz-corpus
FUZZ_RUNS = $(if $(filter afl,$(FUZZ_ENGINE)),1M,10M)
FUZZ_SECONDS = 60
FUZZ_TIME ?= 0
FUZZ_NAMES =
FUZZ_RUN = FUZZ_RUNS=$(FUZZ_RUNS) FUZZ_SECONDS=$(FUZZ_SECONDS) \
	FUZZ_TIME=$(FUZZ_TIME) tests/fuzz/run

FUZZ_CFLAGS = -O1 -g -DSP_SMALL_BUFFERS -fno-omit-frame-pointer
FUZZ_SANITIZERS = -fsanitize=address,undefined,fuzzer-no-link \
	-fno-sanitize-recover=all
FUZZ_QUICK = -O2 -fno-sanitize-coverage=trace-cmp

fuzz: fuzz-$(FUZZ_ENGINE)

# With further flags of the compiler
FUZZ_TARGETS = $(MAKE) CC='$(FUZZ_CC)' FUZZ_MAIN= HARDEN= \
	FUZZ_FLAGS=-fsanitize=fuzzer \
	CFLAGS='$(FUZZ_CFLAGS) $(FUZZ_SANITIZERS) $(1)'

# Twice: values in comparisons lead to inputs that chance would hardly find, but
# noting them takes half to three quarters of the time.
fuzz-libfuzzer: all
	+$(call FUZZ_TARGETS) BUILD=$(BUILD)/libfuzzer fuzzers
	+$(call FUZZ_TARGETS,$(FUZZ_QUICK)) BUILD=$(BUILD)/libfuzzer/quick \
		fuzzers
	$(FUZZ_RUN) libfuzzer $(BUILD)/libfuzzer/fuzz $(abspath $(BIN)) \
		$(FUZZ_CORPUS) $(FUZZ_NAMES)

FUZZ_CC = clang

# afl-clang-fast also switches off the comparison of checksums.
fuzz-afl: all
	@if command -v afl-clang-fast afl-fuzz >/dev/null; then \
		AFL_USE_ASAN=1 AFL_QUIET=1 $(MAKE) \
			CC='$(FUZZ_AFL_CC)' BUILD=$(BUILD)/afl \
			BIN=$(BUILD)/afl/bin HOST_BIN= FUZZ_MAIN= \
			FUZZ_FLAGS=-fsanitize=fuzzer CFLAGS='$(FUZZ_CFLAGS) \
			$(FUZZ_AFL_SANITIZERS)' \
			fuzzers filters && \
		$(FUZZ_RUN) afl $(BUILD)/afl/fuzz $(abspath $(BIN)) \
			$(FUZZ_CORPUS) $(FUZZ_NAMES); \
	else \
		echo "make fuzz: skipped: afl-clang-fast and afl-fuzz are" \
			"not installed (Debian: apt install afl++)"; \
	fi

FUZZ_AFL_CC = afl-clang-fast

# Not by AFL_USE_UBSAN, whose reports name nothing.
FUZZ_AFL_SANITIZERS = -fsanitize=undefined -fno-sanitize-recover=all

# Random commands of these filters and of an older build's, which must do the
# same; goes on where the last run ended.
OLD = old/bin
DIFFERENTIAL = 20000

differential: all
	tests/differential/run $(OLD) $(BIN) $(BUILD)/differential \
		$(DIFFERENTIAL)

# Goes on where the last run ended; see tests/soak/run.  Needs 3 GB of disk.
SOAK_SECONDS ?= 3600
SOAK_SIZE ?= 2G

soak: all test-programs
	SOAK_SECONDS=$(SOAK_SECONDS) SOAK_SIZE=$(SOAK_SIZE) \
		tests/soak/run $(BIN) $(BUILD)
	BIN=$(BIN) FLOOD=1G tests/cli/flood.t

# ---- demo ------------------------------------------------------------------

demo: all
	pipelines/demo $(BIN) '$(GRAPH)' '$(NAMES)'

# The figures of README.md, and the table of docs/orders.md, from the graphs of
# $(SEEDPIPE_DATA); without them, all stay as they are.
PICTURE = $(BUILD)/picture
PICTURE_GRAPHS = hollins ics-dev cnr-2000 uk-hosts-1996

picture: all
	@[ -d '$(SEEDPIPE_DATA)' ] || { echo "there is no $(SEEDPIPE_DATA): \
	docs/orders.svg stays as it is" >&2; exit 1; }
	@rm -rf $(PICTURE) && mkdir -p $(PICTURE)
	PATH=$(abspath $(BIN)):$$PATH tests/pipelines/real $(PICTURE) \
		$(PICTURE_GRAPHS)
	BIN=$(BIN) pipelines/panels.sh $(PICTURE) \
		$(PICTURE_GRAPHS:%=$(PICTURE)/%.sp)
	cp $(PICTURE)/panels.svg docs/orders.svg
	awk -v table=$(PICTURE)/panels.md '!/^\|/ { print } \
		/^\|/ && !done++ { while ((getline <table) > 0) print }' \
		docs/orders.md >$(PICTURE)/orders.md
	cp $(PICTURE)/orders.md docs/orders.md
	$(MAKE) --no-print-directory -s -f pipelines/hours.mk BIN=$(BIN) \
		GRAPH=$(PICTURE)/ics-dev.sp OUT=$(PICTURE)/hours \
		ORDERS='bfs opic fica fpr' DRAWS=5 DELAYS=5 CAPS= TYPES=svg
	cp $(PICTURE)/hours/hours.svg docs/hours.svg

# A web site of README.md, docs and the manual; needs lowdown, and says so.
SITE = $(BUILD)/site

site:
	site/make-pages $(SITE)
	site/check $(SITE)
	@echo "$(SITE)/index.html"

# ---- installing and releasing ----------------------------------------------

# The manual pages of the programs for MPI are installed with these.
# The script seedpipe and its completion are not made, and not in $(BIN).
MPI_MANUALS = $(MPI_NAMES:%=man/man1/%-mpi.1)
MANUALS = $(filter-out $(MPI_MANUALS),$(wildcard man/man?/*))
FOLDERS = $(BINDIR) $(MANDIR)/man1 $(MANDIR)/man5 $(MANDIR)/man7 \
	$(DOCDIR)/docs $(PIPEDIR) $(RECIPEDIR) \
	$(if $(HOST_BIN),$(BASHDIR) $(ZSHDIR) $(FISHDIR))

install: all
	install -d $(FOLDERS:%=$(DESTDIR)%)
	install -m 755 $(FILTERS:%=$(BIN)/%) pipelines/$(NAME) \
		$(DESTDIR)$(BINDIR)
	for page in $(MANUALS:man/%=%); do \
		install -m 644 man/$$page $(DESTDIR)$(MANDIR)/$$page; done
	install -m 644 $(DOCUMENTS) $(DESTDIR)$(DOCDIR)
	install -m 644 $(DOCS) $(DESTDIR)$(DOCDIR)/docs
	install -m 755 $(filter-out %.md %.sh,$(RECIPES)) $(DESTDIR)$(RECIPEDIR)
	install -m 644 $(filter %.md %.sh,$(RECIPES)) $(DESTDIR)$(RECIPEDIR)
	install -m 644 $(PIPELINES) $(DESTDIR)$(PIPEDIR)
	chmod 755 $(patsubst pipelines/%,$(DESTDIR)$(PIPEDIR)/%, \
		$(shell grep -l '^.!/bin/sh' $(filter %.sh,$(PIPELINES))))
ifneq ($(HOST_BIN),)
	install -m 644 $(FILTERS:%=$(COMPLETION)/bash/%) $(DESTDIR)$(BASHDIR)
	install -m 644 $(FILTERS:%=$(COMPLETION)/zsh/_%) $(DESTDIR)$(ZSHDIR)
	install -m 644 $(FILTERS:%=$(COMPLETION)/fish/%.fish) \
		$(DESTDIR)$(FISHDIR)
	install -m 644 pipelines/completion/$(NAME).bash \
		$(DESTDIR)$(BASHDIR)/$(NAME)
	install -m 644 pipelines/completion/_$(NAME) $(DESTDIR)$(ZSHDIR)
	install -m 644 pipelines/completion/$(NAME).fish $(DESTDIR)$(FISHDIR)
endif

install-mpi: mpi
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(MANDIR)/man1
	install -m 755 $(MPI_PROGRAMS) $(DESTDIR)$(BINDIR)
	install -m 644 $(MPI_MANUALS) $(DESTDIR)$(MANDIR)/man1

# Folders that are empty then go, too, but never $(DESTDIR), what is above
# $(PREFIX), or the folders that every system has in /usr/local.
KEPT_FOLDERS = $(or $(DESTDIR),$(patsubst %/,%,$(dir $(PREFIX))) \
	$(addprefix /usr/local,/ /bin /share /share/man))

uninstall:
	rm -f $(addprefix $(DESTDIR)$(BINDIR)/,$(FILTERS) $(NAME) \
		$(MPI_NAMES:%=%-mpi))
	rm -f $(addprefix $(DESTDIR)$(MANDIR)/, \
		$(patsubst man/%,%,$(MANUALS) $(MPI_MANUALS)))
	rm -f $(addprefix $(DESTDIR)$(DOCDIR)/,$(DOCUMENTS) $(DOCS))
	rm -f $(PIPELINES:pipelines/%=$(DESTDIR)$(PIPEDIR)/%)
	rm -f $(RECIPES:recipes/%=$(DESTDIR)$(RECIPEDIR)/%)
	rm -f $(patsubst %,$(DESTDIR)$(BASHDIR)/%,$(FILTERS) $(NAME)) \
		$(patsubst %,$(DESTDIR)$(ZSHDIR)/_%,$(FILTERS) $(NAME)) \
		$(patsubst %,$(DESTDIR)$(FISHDIR)/%.fish,$(FILTERS) $(NAME))
	@for folder in $(FOLDERS:%=$(DESTDIR)%); do \
		while case ' $(KEPT_FOLDERS) ' in *" $$folder "*) false; esac \
			&& rmdir "$$folder" 2>/dev/null; do \
			folder=$${folder%/*}; done; done

# The committed files or, in an unpacked release, its files except for those
# that .gitignore tells: the same files, so the same bytes.
RELEASE = $(NAME)-$(VERSION)
TARBALL = $(RELEASE).tar.gz
STAGE = $(BUILD)/release/$(RELEASE)
GIT_ARCHIVE = git -c core.autocrlf=false -c core.eol=lf archive HEAD
IGNORED = sed '/^\#/d; /^$$/d; s|^/|./|; s|/$$||' .gitignore

dist:
	@rm -rf $(STAGE) && mkdir -p $(STAGE) $(dir $(TARBALL))
	@if [ -e .git ]; then $(GIT_ARCHIVE); else \
		$(IGNORED) | tar -c --exclude-from=- .; fi | \
		tar -x -C $(STAGE)
	tar -c -C $(STAGE)/.. --format=ustar --sort=name --mtime=$(DATE)T00:00Z \
		--owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
		$(RELEASE) | gzip -9n >$(TARBALL)

# Needs what debian/control lists; dpkg-buildpackage says what is missing.
# DEB_BUILD_OPTIONS=nocheck leaves out the tests, some minutes.  Packages are
# made by the programs of Debian, with its flags, whatever else is in the
# environment.
DEB = $(BUILD)/deb

deb:
	@command -v dpkg-buildpackage dh >/dev/null || { echo "make deb needs \
	the packages dpkg-dev and debhelper" >&2; exit 1; }
	@rm -rf $(DEB)
	+@$(MAKE) TARBALL=$(DEB)/$(NAME)_$(VERSION).orig.tar.gz dist
	tar -xzf $(DEB)/$(NAME)_$(VERSION).orig.tar.gz -C $(DEB)
	cd $(DEB)/$(RELEASE) && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS \
		-u CFLAGS -u CPPFLAGS -u LDFLAGS \
		PATH=/usr/sbin:/usr/bin:/sbin:/bin dpkg-buildpackage -us -uc
	@rm -rf $(DEB)/$(RELEASE)
	@if command -v lintian >/dev/null; then \
		lintian $(DEB)/$(NAME)_$(VERSION)-*.changes; fi
	@ls $(DEB)/*.deb

# Without the suite; skipped where dpkg-dev, debhelper, lintian or what
# debian/control lists is not installed.
test-deb: all
	BIN=$(BIN) $(PROVE) --verbose tests/interop/debian.t

# The module and the filters, with their libraries, for this processor and this C
# library or a newer one; and the source package.  SEEDPIPE_PURE=1 leaves the
# filters out.  What both need comes from PyPI into a folder of its own.
PYTHON = python3
WHEELS = $(BUILD)/wheel
WHEEL_TOOLS = $(BUILD)/wheel-tools
HATCH = cd python && SOURCE_DATE_EPOCH=$$(date -u -d $(DATE) +%s) \
	$(abspath $(WHEEL_TOOLS))/bin/hatchling build

$(WHEEL_TOOLS)/done: python/wheel.txt
	@rm -rf $(WHEEL_TOOLS)
	$(PYTHON) -m venv $(WHEEL_TOOLS)
	$(WHEEL_TOOLS)/bin/pip install -q --disable-pip-version-check \
		-r python/wheel.txt
	@touch $@

wheel: $(WHEEL_TOOLS)/done $(if $(SEEDPIPE_PURE),,all)
	@rm -rf $(WHEELS)
	$(HATCH) -t wheel -d $(abspath $(WHEELS)/built) >&2
	SOURCE_DATE_EPOCH=$$(date -u -d $(DATE) +%s) $(if \
		$(SEEDPIPE_PURE),mv,python/bundle $(WHEEL_TOOLS)/bin) \
		$(WHEELS)/built/*.whl $(WHEELS) $(LINKED_FOR)
	@rm -r $(WHEELS)/built
	@ls $(WHEELS)/*.whl

# By a compiler for that machine and libraries of Debian, which are linked.
ARM = $(abspath $(BUILD))/aarch64
ARM_LIBRARIES = libzstd-dev zlib1g-dev libxxhash-dev libpsl-dev libidn2-dev \
	libunistring-dev libbrotli-dev libdeflate-dev libmd-dev libstemmer-dev \
	libstemmer0d libcurl4-openssl-dev
ARM_WHEELS = $(BUILD)/wheel-aarch64

wheel-aarch64: $(WHEEL_TOOLS)/done filters
	packaging/foreign-root arm64 $(ARM) $(ARM_LIBRARIES) >&2
	@+_PYTHON_HOST_PLATFORM=linux-aarch64 $(MAKE) wheel BUILD=$(ARM) \
		BIN=$(ARM)/bin HOST_BIN=$(abspath $(BIN)) CC=aarch64-linux-gnu-gcc \
		AR=aarch64-linux-gnu-ar PKG_CONFIG=$(ARM)/pkg-config \
		LDFLAGS=-L$(ARM)/root/usr/lib/aarch64-linux-gnu \
		LINKED_FOR='aarch64-linux-gnu $(ARM)/root' \
		WHEEL_TOOLS=$(abspath $(WHEEL_TOOLS)) WHEELS=$(abspath $(ARM_WHEELS))

sdist: $(WHEEL_TOOLS)/done
	$(HATCH) -t sdist -d $(abspath $(WHEELS)) >&2
	@ls $(WHEELS)/*.tar.gz

# For docker, podman and others; needs busybox, and no daemon.
IMAGE = $(BUILD)/$(RELEASE).oci.tar

image: all
	packaging/image $(BIN) $(VERSION) $(DATE) $(IMAGE)
	@ls $(IMAGE)

MPI_IMAGE = $(BUILD)/$(NAME)-mpi-$(VERSION).oci.tar

image-mpi: all mpi
	packaging/image $(BIN) $(VERSION) $(DATE) $(MPI_IMAGE) $(MPI_BIN)
	@ls $(MPI_IMAGE)

clean:
	rm -rf $(BUILD) $(BIN) $(MPI_BIN) $(NAME)-$(VERSION).tar.gz

# ---- sources ---------------------------------------------------------------

C_FILES = $(wildcard cmd/*.c cmd/*/*.[ch] lib/*/*.[ch] \
	lib/*/*/*.[ch] mpi/*.[ch] \
	mpi/*/*.[ch] tests/*/*.[ch])
SCRIPTS = $(wildcard .ci/*) pipelines/demo pipelines/$(NAME) \
	python/bundle packaging/image packaging/foreign-root packaging/homebrew \
	$(wildcard pipelines/*.sh) \
	$(shell grep -l '^.!/bin/sh' recipes/*) $(wildcard recipes/*.sh) \
	tests/check-layers tests/bench/run tests/bench/big-log \
	tests/bench/month \
	tests/fuzz/run tests/fuzz/seeds tests/soak/run tests/mutants/run \
	tests/mutants/drawn tests/mutants/tree.sh \
	$(wildcard tests/cli/*.sh) $(CLI_TESTS) \
	$(shell grep -l '^.!/bin/sh' debian/tests/*) \
	tests/variants/run tests/coverage/run tests/nightly/run tests/interop/run \
	tests/analysis/run \
	$(shell grep -l '^.!/bin/sh' tests/mpi/*) \
	$(wildcard tests/interop/*.sh) \
	$(shell grep -l '^.!/bin/sh' tests/interop/*.t)

format:
	clang-format -i $(C_FILES)

# gcc -fanalyzer and clang-tidy read each source that changed since they last
# did; ANALYSE has words that choose sources.  tests/analysis/README.md.
ANALYSE =
ANALYSE_FLAGS = $(CPPFLAGS) $(FOUND_CFLAGS) $(PSL) $(IDN) $(STEMMER) \
	$(UNISTRING) $(BROTLI) $(DEFLATE) $(MD) -DSP_VERSION="$(VERSION)"

analyse:
	FLAGS='$(ANALYSE_FLAGS)' MPICC='$(MPICC)' \
		tests/analysis/run $(BUILD)/analysis $(ANALYSE)

lint:
	cppcheck --quiet --std=c11 --inline-suppr --error-exitcode=1 \
		--enable=warning,portability -Ilib \
		--suppress=missingIncludeSystem \
		--suppress=arrayIndexThenCheck -D__cppcheck__ --force -I. \
		cmd lib $(wildcard mpi)
	awk '{ line = $$0; while ((at = index(line, "\t"))) line = \
		substr(line, 1, at - 1) sprintf("%*s", 8 - (at - 1) % 8, "") \
		substr(line, at + 1) } \
		length(line) > 80 { print FILENAME ":" FNR ": over 80 columns" } \
		length(line) > 80 { bad = 1 } END { exit bad }' \
		$(filter cmd/% lib/% mpi/%,$(C_FILES))
	shellcheck $(SCRIPTS)
	mandoc -T lint -W warning man/man?/*

help:
	@sed -n '2,/^# "make deps demo"/{s/^#   //p; s/^#$$//p;}' Makefile

-include $(patsubst %.c,$(BUILD)/%.d,$(LIB_SOURCES) $(FILTER_SOURCES) \
	$(UNIT_SOURCES) $(UNIT_SHARED) $(FUZZ_SOURCES) tests/fuzz/main.c \
	$(MPI_SOURCES) $(MPI_TEST_SOURCES) \
	$(wildcard tests/cli/*.c tests/bench/*.c tests/web/*.c))

-include $(NOSUMS:.o=.d)

# No .SECONDARY: with it, an object that is missing would only be made if its
# source is newer than what is made from the object.
.DELETE_ON_ERROR:
.PHONY: FORCE all filters completions deps unit-tests test-programs \
	failing fuzzers fuzz fuzz-libfuzzer fuzz-afl sanitized check \
	check-all test fresh nightly check-layers analyse bench bench-peers growth interop soak \
	differential variants mutants coverage web demo picture site install \
	uninstall dist deb wheel wheel-aarch64 sdist image image-mpi \
	clean format lint help test-deb \
	test-pipelines mpi deps-mpi test-mpi install-mpi bench-mpi
