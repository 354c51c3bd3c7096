# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# lib.sh - helpers of the command-line tests, which print TAP for prove
#
#	. "$(dirname "$0")/lib.sh"
#	run graphdump -s names "$folder/graph"
#	expect "names are printed" 0
#	expect_message "no messages" ''
#	plan
#
# Every expectation prints "ok" or "not ok" exactly once and returns 0 or 1.
# prove fails a script that prints no plan.  lib.t shows that every helper can
# fail.

export LC_ALL=C
: "${BIN:=bin}"
BIN=$(cd "$BIN" && pwd) || exit 2
PATH=$BIN:$PATH
# A sanitizer's report must not pass for an ordinary failure.
: "${ASAN_OPTIONS:=exitcode=99:detect_leaks=1}"
: "${UBSAN_OPTIONS:=exitcode=99}"
export PATH ASAN_OPTIONS UBSAN_OPTIONS

# Filters warn of a pipe that they do not read, which prove may have given us.
exec </dev/null
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
label=          # prefix of every test name

# ok NAME - reports a test that passed
ok() {
	tests=$((tests + 1))
	printf 'ok %d - %s\n' "$tests" "$label$1"
}

# not_ok NAME [DETAIL] - reports a test that failed, with details as comments
not_ok() {
	tests=$((tests + 1))
	failures=$((failures + 1))
	printf 'not ok %d - %s\n' "$tests" "$label$1"
	printf '%s\n' "${2-}" | cat -v | sed 's/^/# /'
	return 1
}

# skip NAME REASON - reports a test that cannot run here; prove counts it
skip() {
	tests=$((tests + 1))
	printf 'ok %d - %s # SKIP %s\n' "$tests" "$label$1" "$2"
}

# skip_all REASON - ends a script before its first test
skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# need_reseal - sets $reseal, the program that changes streams, or skips all; the
# current folder becomes $folder
need_reseal() {
	reseal=$(cd "${BUILD:-build}/tests" && pwd)/reseal
	[ -x "$reseal" ] ||
		skip_all "there is no $reseal; make check builds it"
	cd "$folder" || exit 2
}

# built_without FILTER ARGUMENT... - does it say that it was built without a
# library, when run so on a link?
built_without() {
	echo 'http://a.example/ http://b.example/' | "$@" 2>&1 >/dev/null |
		grep -q 'built without'
}

# has_llvm_openmp - is LLVM's OpenMP library in the filters?  It aborts with a
# message of its own when the system refuses it a thread or a file, and its stacks
# need other limits
has_llvm_openmp() {
	ldd "$(command -v hits)" 2>/dev/null | grep -q '/libomp\.'
}

# find_python MODULE... - sets $python to the first interpreter that has these
# ($PYTHON names another), or to nothing, and $module to the folder of ours
# shellcheck disable=SC2154 # the script sets $here
find_python() {
	module=$(cd "$here/../../python" && pwd) || exit 2
	for python in ${PYTHON:-python3 /usr/bin/python3} ''; do
		[ -z "$python" ] ||
			"$python" -c "import $(echo "$@" | tr ' ' ,)" \
				2>"$err" && break
	done
}

# same_by_python NAME ARGUMENT... - the Python module accepts and refuses what
# the library does, of the streams that $sweep makes with these arguments
# shellcheck disable=SC2154 # the script sets $sweep
same_by_python() {
	by_python=$1
	shift
	if [ -z "$python" ]; then
		skip "$by_python" 'no Python with numpy, xxhash and zstandard'
		return
	fi
	run env PYTHONDONTWRITEBYTECODE=1 "$sweep" -s "$@" "$python" \
		"$module/tests/serve.py"
	if [ "$status" -eq 0 ]; then
		read -r by_cases by_accepted _ <"$out"
		ok "$by_python: $by_cases cases, $by_accepted accepted"
	else
		not_ok "$by_python" "$(cat "$out" "$err")"
	fi
}

# plan - must be the last command; its status is that of the script
plan() {
	echo "1..$tests"
	[ "$failures" -eq 0 ] && [ "$tests" -gt 0 ]
}

# run COMMAND [ARGUMENT...] - runs it; sets $out, $err and $status
run() {
	status=0
	"$@" >"$out" 2>"$err" || status=$?
	return 0
}

# run_sh SCRIPT [ARGUMENT...] - the same for a shell script with arguments $1...
run_sh() {
	script=$1
	shift
	run sh -c "$script" sh "$@"
}

# await FILE PROCESS - waits until the file has something in it, as that of a
# server that tells its port; fails if the process ends before
await() {
	while [ ! -s "$1" ]; do
		kill -0 "$2" 2>/dev/null || return
		sleep 0.02
	done
}

# built_make ARGUMENTS... - runs make on what is built, and builds nothing: with
# flags that it does not know, it would build all anew, and what make has found
# on this machine is not looked for again
built_make() {
	run env -u MAKEFLAGS -u MAKELEVEL make -s -o all -o mpi \
		-o "${BUILD:-build}/config.mk" BUILD="${BUILD:-build}" \
		BIN="$BIN" "$@"
}

# joined_help FILTER - prints its help with each option on one line
joined_help() {
	"$1" --help | awk '
	/^                    / {
		sub(/^ */, "")
		line = line (line ~ /\|$/ ? "" : " ") $0
		next
	}
	NR > 1 { print line }
	{ line = $0 }
	END { print line }'
}

# links_of FILE - the sorted links of a graph as pairs of URLs
links_of() {
	graphdump -s names "$1" | tail -n +2 | cut -f 3 >of-links
	graphdump -s graph "$1" | tail -n +2 |
		awk 'NR == FNR { name[FNR - 1] = $0; next }
			{ print name[$1], name[$2] }' of-links - | sort
}

# trap_urls - prints the URLs of five shapes with 30 pages each: sessions,
# segments that repeat, printer pages, parameters in any order, and an archive
# whose pages have numbers, which is no trap
trap_urls() {
	awk 'BEGIN {
		split("red blue small large old new", words, " ")
		for (i = 0; i < 30; i++) {
			printf "http://s.example/a/%d;jsessionid=%08xab\n",
				i % 5, i * 7e6
			printf "http://r.example/b/%s/b/%s/\n",
				words[i % 6 + 1], words[i % 5 + 1]
			printf "http://p.example/print/%d\n", i
			printf "http://h.example/paper/%d.pdf\n", i
		}
		for (i = 1; i < 7; i++)
			for (k = 1; k < 7; k++)
				if (i != k)
					print "http://f.example/l?f=" \
						words[i] "&f=" words[k]
	}'
}

# replace_filter FILTER - makes the folder replaced, which has all filters, but
# as FILTER the script on standard input
replace_filter() {
	rm -rf replaced
	mkdir replaced
	for program in "$BIN"/*; do
		ln -s "$program" replaced
	done
	rm "replaced/$1"
	cat >"replaced/$1"
	chmod +x "replaced/$1"
}

# expect NAME STATUS - the last run exited with STATUS
expect() {
	if [ "$status" = "$2" ]; then
		ok "$1"
	else
		not_ok "$1" "status $status, not $2: $(head -c 500 "$err")"
	fi
}

# expect_true NAME [!] COMMAND [ARGUMENT...] - the command succeeds; with "!",
# it fails, but was found and not killed by a signal
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

# expect_is NAME EXPECTED FOUND - the two strings are equal (or both empty)
expect_is() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1" "expected: $2
got:      $3"
	fi
}

# expect_text NAME TEXT FILE - FILE contains TEXT, or nothing if TEXT is ''
expect_text() {
	if [ -z "$2" ] && [ ! -s "$3" ]; then
		ok "$1"
	elif [ -n "$2" ] && grep -qF -e "$2" "$3"; then
		ok "$1"
	else
		not_ok "$1" "expected \"$2\": $(head -c 500 "$3")"
	fi
}

# expect_message NAME TEXT - standard error contains TEXT; '': it is empty
expect_message() {
	# Most messages are one line, which the shell reads faster than it
	# starts grep.
	if [ -n "$2" ] && IFS= read -r err_line <"$err"; then
		case $err_line in
		*"$2"*)
			ok "$1"
			return
			;;
		esac
	fi
	expect_text "$1" "$2" "$err"
}

# expect_line NAME FILTER - standard error is one line, "FILTER: ...", without
# control characters
expect_line() {
	{
		IFS= read -r err_line || err_line=
		if IFS= read -r err_more || [ -n "$err_more" ]; then
			err_line=
		fi
	} <"$err"
	case $err_line in
	*[[:cntrl:]]*) ;;
	"$2: "?*)
		ok "$1"
		return
		;;
	esac
	not_ok "$1" "not one line of $2: $(head -c 500 "$err")"
}

# expect_output NAME TEXT - standard output contains TEXT; '': it is empty
expect_output() {
	expect_text "$1" "$2" "$out"
}

# expect_same NAME FILE FILE - both files exist, are not empty and are equal
expect_same() {
	if [ ! -s "$2" ] || [ ! -s "$3" ]; then
		not_ok "$1" "$2 or $3 is missing or empty"
	elif cmp "$2" "$3" >"$folder/cmp" 2>&1; then
		ok "$1"
	else
		not_ok "$1" "$(cat "$folder/cmp")
$(diff "$2" "$3" 2>&1 | head -n 20)"
	fi
}

# expect_files NAME DIRECTORY FILE... - the directory has exactly these files
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

# expect_refused NAME - graphdump rejects the output of the last run (status 65)
expect_refused() {
	refused=0
	graphdump -s provenance "$out" >"$folder/refused" 2>&1 || refused=$?
	if [ "$refused" -eq 65 ]; then
		ok "$1"
	else
		not_ok "$1" "graphdump exited with status $refused, not 65"
	fi
}

# is_refused NAME STATUS TEXT - four tests: the last run exited with STATUS,
# standard error contains TEXT, standard output is empty, and this folder has no
# file new or new.*
is_refused() {
	expect "$1" "$2"
	expect_message "$1: says so" "$3"
	expect_output "$1: nothing is printed" ''
	expect_is "$1: nothing is written" '' \
		"$(find . \( -name new -o -name 'new.*' \) -type f)"
}
