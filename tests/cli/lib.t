#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lib.t - every helper of lib.sh can report success and can report failure
#
# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

unit=$(cd "${BUILD:-build}" 2>/dev/null && pwd)/tests/test_tau

# says WORDS NAME HELPER ARGUMENTS... - the helper's line begins with WORDS
says() {
	words=$1
	name=$2
	shift 2
	line=$(label='' && "$@" | head -n 1)
	case "$line" in
	"$words "[0-9]*) ok "$name: $words" ;;
	*) not_ok "$name: $words" "it said: $line" ;;
	esac
}

says ok 'ok' ok name
says 'not ok' 'not_ok' not_ok name detail

says 'ok' 'skip' skip name reason
case "$(skip name reason)" in
*' # SKIP reason') ok 'skip prints what prove counts as skipped' ;;
*) not_ok 'skip prints what prove counts as skipped' ;;
esac
(skip_all reason) >"$folder/skipped"
case "$(cat "$folder/skipped")" in
'1..0 # SKIP reason') ok 'skip_all' ;;
*) not_ok 'skip_all' ;;
esac

says ok 'expect_true' expect_true name true
says 'not ok' 'expect_true: the command fails' expect_true name false
says 'not ok' 'expect_true: no such program' expect_true name \
	"$folder/no such command"
says ok 'expect_true, negated' expect_true name ! false
says 'not ok' 'expect_true, negated: the command succeeds' \
	expect_true name ! true
says 'not ok' 'expect_true, negated: no such program' \
	expect_true name ! "$folder/no such command"
# shellcheck disable=SC2016
says 'not ok' 'expect_true, negated: killed by a signal' expect_true name ! \
	sh -c 'kill -SEGV $$'
says ok 'expect_is' expect_is name 'a b' 'a b'
says ok 'expect_is: both are empty' expect_is name '' ''
says 'not ok' 'expect_is: they differ' expect_is name 'a b' 'a c'
says 'not ok' 'expect_is: one is empty' expect_is name '' a

run true
says ok 'expect 0' expect name 0
says 'not ok' 'expect 1, but it succeeds' expect name 1
run false
says ok 'expect 1' expect name 1
says 'not ok' 'expect 0, but it fails' expect name 0
run "$folder/no such command"
says ok 'expect 127' expect name 127
says 'not ok' 'a command that does not exist' expect name 0
# shellcheck disable=SC2016 # the other shell expands it
run_sh 'kill -SEGV $$'
says ok 'a signal' expect name 139
says 'not ok' 'a signal is not an exit status' expect name 65
# shellcheck disable=SC2016
run_sh 'echo "$2"; exit 3' a b
says ok 'run_sh passes arguments' expect_output name b
says ok 'run_sh keeps the status' expect name 3

run sh -c 'echo hits: gone wrong >&2; echo output'
says ok 'expect_message' expect_message name 'gone wrong'
says 'not ok' 'expect_message: other words' expect_message name 'gone well'
says 'not ok' 'expect_message: an unexpected message' expect_message name ''
says ok 'expect_line' expect_line name hits
says 'not ok' 'expect_line: another filter' expect_line name graphdump
says ok 'expect_output' expect_output name output
says 'not ok' 'expect_output: other words' expect_output name input
says 'not ok' 'expect_output: unexpected output' expect_output name ''
run sh -c 'exit 0'
says ok 'expect_message: empty as expected' expect_message name ''
says 'not ok' 'expect_message: no message' expect_message name word
says ok 'expect_output: empty as expected' expect_output name ''
says 'not ok' 'expect_output: no output' expect_output name word
says 'not ok' 'expect_line: no message' expect_line name hits
run sh -c 'echo hits: one >&2; echo hits: two >&2'
says 'not ok' 'expect_line: two lines' expect_line name hits
run sh -c 'printf "hits: no end" >&2'
says 'not ok' 'expect_line: no newline' expect_line name hits
run sh -c 'printf "hits: \033[31m\n" >&2'
says 'not ok' 'expect_line: an escape character' expect_line name hits

echo one >"$folder/a"
echo one >"$folder/b"
echo two >"$folder/c"
: >"$folder/d"
: >"$folder/e"
says ok 'expect_same' expect_same name "$folder/a" "$folder/b"
says 'not ok' 'expect_same: they differ' \
	expect_same name "$folder/a" "$folder/c"
says 'not ok' 'expect_same: both are empty' expect_same name "$folder/d" \
	"$folder/e"
says 'not ok' 'expect_same: both are missing' expect_same name \
	"$folder/x" "$folder/y"
says 'not ok' 'expect_same: one is missing' expect_same name \
	"$folder/a" "$folder/y"

mkdir "$folder/directory"
: >"$folder/directory/one"
: >"$folder/directory/two"
says ok 'expect_files' expect_files name "$folder/directory" two one
says 'not ok' 'expect_files: an extra file' \
	expect_files name "$folder/directory" one
says 'not ok' 'expect_files: a missing file' \
	expect_files name "$folder/directory" one two three

run echo text
says ok 'expect_refused' expect_refused name
run graphgen -n 10
says 'not ok' 'expect_refused: a valid stream' expect_refused name

# fails HELPER ARGUMENTS... - prints how many tests of several fail
fails() {
	(label='' && "$@") | grep -c '^not ok'
}

cd "$folder/directory" || exit 2
run sh -c 'echo hits: wrong >&2; exit 64'
expect_is 'is_refused' 0 "$(fails is_refused name 64 wrong)"
expect_is 'is_refused: another status' 1 "$(fails is_refused name 65 wrong)"
expect_is 'is_refused: another message' 1 "$(fails is_refused name 64 right)"
: >new.svg
expect_is 'is_refused: a file is left' 1 "$(fails is_refused name 64 wrong)"
run sh -c 'echo hits: wrong >&2; echo printed; exit 64'
expect_is 'is_refused: output, too' 2 "$(fails is_refused name 64 wrong)"
replace_filter hits <<'END'
#!/bin/sh
echo replaced
END
expect_is 'replace_filter: this one is the script' replaced "$(replaced/hits)"
expect_is 'replace_filter: others are not' "$(pagerank --version)" \
	"$(replaced/pagerank --version)"
cd "$OLDPWD" || exit 2

# plan fails after a failed test, and if there was no test at all.
if (tests=3 failures=1 && plan >/dev/null); then
	not_ok 'plan after a failure'
else
	ok 'plan after a failure'
fi
if (tests=0 failures=0 && plan >/dev/null); then
	not_ok 'plan without tests'
else
	ok 'plan without tests'
fi

# A catalogue in which every case is wrong: bad.t must fail them all.
cat >"$folder/wrong.bad" <<'END'
# Another message
$ graphdump empty
graphdump: something else
status 65

# A line more than expected
$ echo one >&2; echo two >&2
one
status 0

# A line less than expected
$ echo one >&2
one
two
status 0

# Another status
$ exit 3
status 4

# A whole stream from a command that failed
$ cat web.sp; exit 3
status 3

$ echo "a case without a title"
status 0

# A case without a status
$ true
END
expect_is 'bad.t fails every wrong case' 7 \
	"$("$here/bad.t" "$folder/wrong.bad" | grep -c '^not ok')"

# ---- unit tests -------------------------------------------------------------

# "prove" reads a pipe, but a file of results must keep what it has.
if [ -x "$unit" ]; then
	echo before >"$folder/results"
	"$unit" >>"$folder/results"
	expect_is 'a unit test adds to its output' "before
ok 1" "$(sed -n '1p; 2s/ - .*//p' "$folder/results")"
else
	skip 'a unit test adds to its output' "there is no $unit"
fi

plan
