# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# lib.sh - helpers of the command line tests, which speak TAP to prove.
#
#	. "$(dirname "$0")/lib.sh"
#	run graphdump -s names "$folder/graph"
#	expect "names are printed" 0
#	expect_message "nothing is said" ''
#	plan
#
# Every expectation says "ok" or "not ok" once, and its status is 0 or 1.  A
# test without a plan is a failure for prove.  lib.t shows that each of them
# can fail.

export LC_ALL=C
: "${BIN:=bin}"
BIN=$(cd "$BIN" && pwd) || exit 2
PATH=$BIN:$PATH
# A memory error must not look like an ordinary failure.
: "${ASAN_OPTIONS:=exitcode=99:detect_leaks=1}"
: "${UBSAN_OPTIONS:=exitcode=99}"
export PATH ASAN_OPTIONS UBSAN_OPTIONS

folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

tests=0
failures=0
out=$folder/out # standard output of the last run
err=$folder/err # its standard error
status=none     # its exit status
label=          # put before the name of each test

# ok NAME - a test that passed
ok() {
	tests=$((tests + 1))
	printf 'ok %d - %s\n' "$tests" "$label$1"
}

# not_ok NAME [DETAIL] - a test that failed; what the run gave is told
not_ok() {
	tests=$((tests + 1))
	failures=$((failures + 1))
	printf 'not ok %d - %s\n' "$tests" "$label$1"
	printf '%s\n' "${2-}" | cat -v | sed 's/^/# /'
	return 1
}

# skip NAME REASON - a test that is not made, which prove shows and counts
skip() {
	tests=$((tests + 1))
	printf 'ok %d - %s # SKIP %s\n' "$tests" "$label$1" "$2"
}

# skip_all REASON - ends a script that has not tested anything yet
skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# plan - ends the tests; its status is that of the script
plan() {
	echo "1..$tests"
	[ "$failures" -eq 0 ] && [ "$tests" -gt 0 ]
}

# run COMMAND [ARGUMENT...] - keeps output, messages and exit status
run() {
	status=0
	"$@" >"$out" 2>"$err" || status=$?
	return 0
}

# run_sh SCRIPT [ARGUMENT...] - the same for a script of the shell, $1 ...
run_sh() {
	script=$1
	shift
	run sh -c "$script" sh "$@"
}

# expect NAME STATUS - the exit status of the last run
expect() {
	if [ "$status" = "$2" ]; then
		ok "$1"
	else
		not_ok "$1" "status $status, not $2: $(head -c 500 "$err")"
	fi
}

# expect_true NAME COMMAND [ARGUMENT...] - the command succeeds; ! before it: it
# fails, by a status of its own and not by a signal or for want of a program
expect_true() {
	true_name=$1
	shift
	negated=
	if [ "$1" = '!' ]; then
		negated=1
		shift
	fi
	truth=0
	"$@" >"$folder/truth" 2>&1 || truth=$?
	if [ "$truth" -eq 0 ] && [ -z "$negated" ]; then
		ok "$true_name"
	elif [ "$truth" -ne 0 ] && [ "$truth" -lt 126 ] &&
		[ -n "$negated" ]; then
		ok "$true_name"
	else
		not_ok "$true_name" "status $truth of $*: $(head -c 500 \
			"$folder/truth")"
	fi
}

# expect_is NAME EXPECTED FOUND - two texts, which may be empty
expect_is() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1" "expected: $2
got:      $3"
	fi
}

# expect_message NAME TEXT - standard error contains TEXT; '' for nothing
expect_message() {
	if [ -z "$2" ] && [ ! -s "$err" ]; then
		ok "$1"
	elif [ -n "$2" ] && grep -qF -e "$2" "$err"; then
		ok "$1"
	else
		not_ok "$1" "expected \"$2\": $(head -c 500 "$err")"
	fi
}

# expect_line NAME FILTER - the message is one line, "FILTER: ...", without
# control characters
expect_line() {
	if [ "$(wc -l <"$err")" -eq 1 ] && grep -q "^$2: ." "$err" &&
		[ -z "$(tail -c 1 "$err")" ] &&
		! grep -q '[[:cntrl:]]' "$err"; then
		ok "$1"
	else
		not_ok "$1" "not one line of $2: $(head -c 500 "$err")"
	fi
}

# expect_output NAME TEXT - standard output contains TEXT; '' for nothing
expect_output() {
	if [ -z "$2" ] && [ ! -s "$out" ]; then
		ok "$1"
	elif [ -n "$2" ] && grep -qF -e "$2" "$out"; then
		ok "$1"
	else
		not_ok "$1" "expected \"$2\": $(head -c 500 "$out")"
	fi
}

# expect_same NAME FILE FILE - equal, and not empty
expect_same() {
	if [ ! -s "$2" ] || [ ! -s "$3" ]; then
		not_ok "$1" "no bytes in $2 or $3"
	elif cmp "$2" "$3" >"$folder/cmp" 2>&1; then
		ok "$1"
	else
		not_ok "$1" "$(cat "$folder/cmp")
$(diff "$2" "$3" 2>&1 | head -n 20)"
	fi
}

# expect_files NAME DIRECTORY WORDS... - exactly these files are there
expect_files() {
	name=$1
	directory=$2
	shift 2
	wanted=$(printf '%s\n' "$@" | sort)
	found=$(find "$directory" -mindepth 1 | sed "s|^$directory/||" | sort)
	if [ "$found" = "$wanted" ]; then
		ok "$name"
	else
		not_ok "$name" "in $directory: $found"
	fi
}

# expect_refused NAME - what is on standard output is no stream for graphdump
expect_refused() {
	refused=0
	graphdump -s provenance "$out" >"$folder/refused" 2>&1 || refused=$?
	if [ "$refused" -eq 65 ]; then
		ok "$1"
	else
		not_ok "$1" "graphdump took it with status $refused"
	fi
}
