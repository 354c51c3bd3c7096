#!/bin/sh
# SPDX-License-Identifier: MIT
#
# like.t - graphgen --like: the options of a web like a stored one
#
#	[BIN=bin] tests/cli/like.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2

graphgen -n 3000 --links 9 --between 0.2 --dangling 0.3 -o web.sp

# ---- what is printed --------------------------------------------------------

run graphgen --like web.sp
expect 'a web is fitted' 0
expect_message 'without a word' ''
cp "$out" options
expect_is 'on one line' 1 "$(wc -l <options)"
number='[0-9][0-9.]*'
ok_if() {
	if grep -Eq "$2" options; then ok "$1"; else
		not_ok "$1" "$(cat options)"; fi
}
ok_if 'links a page' "^--links (8\.[7-9]|9|9\.[0-3])[0-9]* "
ok_if 'links between hosts' " --between 0\.(19|2)[0-9]* "
ok_if 'pages without links' " --dangling 0\.(29|3)[0-9]* "
ok_if 'the sizes of hosts' " --host-exponent $number "
ok_if 'popularity' " --popularity-exponent $number"
if grep -Eq 'local-exponent|fan-out|pages|seed' options; then
	not_ok 'nothing that is not fitted' "$(cat options)"
else
	ok 'nothing that is not fitted'
fi

run graphgen -T 1 --like web.sp
expect_same 'the same with one thread' options "$out"
run_sh 'graphgen --like - <web.sp'
expect_same 'the same from standard input' options "$out"
run graphgen -o written --like web.sp
expect_same 'the same in a file' options written

# ---- with -v ----------------------------------------------------------------

run graphgen -v --like web.sp
expect_same 'the same with -v' options "$out"
for words in 'links a page: .*; --links ' \
		'share of links between hosts: .*; --between 0' \
		'share of reciprocal links: ' 'largest host: .* pages' \
		'not fitted: --local-exponent, --fan-out'; do
	if grep -q "$words" "$err"; then ok "-v: $words"; else
		not_ok "-v: $words" "$(cat "$err")"; fi
done
graphgen -n 1000 --between 0 -o alone.sp
run graphgen -v --like alone.sp
if grep -q -- '--popularity-exponent 2.5, the default' "$err" &&
	! grep -q popularity "$out"; then
	ok 'what the graph does not tell'
else
	not_ok 'what the graph does not tell' "$(cat "$out" "$err")"
fi

# ---- the web that comes of it -----------------------------------------------

# shellcheck disable=SC2046 # they are options
run graphgen $(cat options) -n 2000 -o like.sp
expect 'the options make a web' 0
run graphgen --like like.sp
cp "$out" again
for option in links dangling between; do
	a=$(sed "s/.*--$option \([0-9.]*\).*/\1/" options)
	b=$(sed "s/.*--$option \([0-9.]*\).*/\1/" again)
	if awk -v a="$a" -v b="$b" 'BEGIN { exit !(b > 0.9 * a && b < 1.1 * a) }'
	then ok "--$option is much the same in it"
	else not_ok "--$option is much the same in it" "$a $b"; fi
done

plan
