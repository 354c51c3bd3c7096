# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# tree.sh - a copy of the sources in which faults are planted, and tests run
#
#	. "$here/tree.sh"
#
# The caller has set top, work and tree: the sources, the folder for what is
# written, and the copy in it.
#
# shellcheck disable=SC2012,SC2046,SC2086,SC2154 # names of tests are words

LIMIT=${LIMIT:-300} # seconds for a test: a fault may make it wait for ever
SEEDPIPE_DATA=$(cd "$top" && cd "${SEEDPIPE_DATA:-../shared/data}" \
	2>/dev/null && pwd) || SEEDPIPE_DATA=none
export SEEDPIPE_DATA

# Only what differs, so that make builds only what a fault changed; and with new
# times, because objects of a fault may be left from a run before.
copy_tree() {
	mkdir -p "$tree"
	(cd "$top" && git ls-files) | while IFS= read -r path; do
		cmp -s "$top/$path" "$tree/$path" && continue
		mkdir -p "$(dirname "$tree/$path")" &&
			cp "$top/$path" "$tree/$path" || exit 2
	done
}

build() {
	make -s -C "$tree" -j"$(nproc)" ${CC:+CC="$CC"} "$@" \
		>"$work/build.log" 2>&1
}

# The tests of the whole suite: of the library, then of the filters.
all_units() {
	(cd "$top" && find tests/unit -name 'test_*.c' |
		sed 's,.*/,,; s/\.c$//' | sort)
}

all_scripts() {
	(cd "$top" && ls tests/cli | sed -n '/\.t$/p')
}

# needed TEST... - the goals of make that they need
needed() {
	for test; do
		case $test in
		calls.t | memory.t) echo filters test-programs failing ;;
		*.t) echo filters test-programs ;;
		*) echo "build/tests/$test" ;;
		esac
	done | sort -u
}

# passes TEST - runs a test in the tree
passes() {
	case $1 in
	*.t) program=tests/cli/$1 ;;
	*) program=build/tests/$1 ;;
	esac
	# failing.sh finds build/failing: no sanitizer is needed to see a
	# failure that is silent.
	sanitized=none
	case $1 in
	calls.t | memory.t) sanitized=build/bin ;;
	esac
	# Not --foreground: what a test has started must end with it.
	(cd "$tree" && BIN=bin BUILD=build SANITIZED=$sanitized \
		prove --exec \
		"timeout --kill-after=10 $LIMIT" "$program") \
		>"$work/test.log" 2>&1 </dev/null
}
