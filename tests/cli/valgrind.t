#!/bin/sh
# SPDX-License-Identifier: MIT
#
# valgrind.t - no filter reads memory that it did not write, or loses any
#
#	[BIN=bin] [VALGRIND=all] tests/cli/valgrind.t
#
# Valgrind sees the libraries too, which the sanitizers do not.  Each filter
# reads an input that is good, and one that is bad; VALGRIND=all: five.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

command -v valgrind >/dev/null || skip_all 'valgrind is not installed'
cd "$folder" || exit 2
# Filters start themselves again without this setting, but not where valgrind
# would lose them.
unset OMP_WAIT_POLICY

runs=0
# watched COMMAND - runs it under valgrind, whose status is 99 if it objects
watched() {
	runs=$((runs + 1))
	program=$BIN/$1
	shift
	run valgrind -q --error-exitcode=99 --leak-check=full \
		--show-leak-kinds=definite --errors-for-leak-kinds=definite \
		"$program" "$@"
}

# A test that cannot fail proves nothing.
cat >reads.c <<'END'
#include <stdlib.h>
int main(void) { char *text = malloc(1); return text[1] ? 3 : 0; }
END
if cc -O0 -o reads reads.c 2>/dev/null; then
	BIN=. watched reads
	expect 'valgrind objects to a read behind the end' 99
else
	skip 'valgrind objects to a read behind the end' 'no compiler'
fi

{
	graphgen -q -n 60 -o graph && graphdump graph | tail -n +2 >arcs &&
		graphgen -q -n 60 -z 0 -o raw &&
		hits -q raw -o scored &&
		coreextract -q --seeds 3 scored -o cores &&
		printf '0\n1\n' >list &&
		printf 'example,\n' >hosts && printf '[13579]$\n' >patterns &&
		crawlorder -q --order bfs,opic --seeds list graph -o orders &&
		graphprune -q -g graph --fetched-first bfs:20 orders -o known &&
		graphdump -s names graph | tail -n +2 | cut -f 3 >urls &&
		sed 's/$/ 0.5/' urls >by-url &&
		awk '{ print 1795334400 + NR "\t" $0 }' urls >log
} || not_ok 'inputs for the test'
printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.b/
WARC-Date: 2014-01-03T03:03:21Z\r\nContent-Type: application/http
Content-Length: 60\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n%s\r\n\r\n' \
	'<a href=/c>a</a>' >page.warc

: >empty
printf 'hello\n' >text

# good FILTER ARGUMENTS - accepts its input
good() {
	watched "$@"
	expect "good: $*" 0
}

# bad INPUT FILTER ARGUMENTS - the filter refuses bad forms of the file INPUT,
# which the arguments call X
bad() {
	input=$1
	shift
	size=$(wc -c <"$input")
	head -c $((size * 2 / 3)) "$input" >"$folder/cut"
	{
		head -c $((size / 2)) "$input"
		printf '\377\376\000\377'
		tail -c +$((size / 2 + 5)) "$input"
	} >changed
	cat "$input" text >longer
	for X in cut ${VALGRIND:+changed longer empty text}; do
		# shellcheck disable=SC2046 # words
		watched $(echo "$*" | sed "s/\<X\>/$X/g") -q
		case $status in
		64 | 65) ok "$X: $*" ;;
		*) not_ok "$X: $*" "status $status: $(cat "$err")" ;;
		esac
	done
}

# Only a program that valgrind has seen to its end has a summary.
valgrind --log-file=summary "$BIN/graphgen" -n 60 -T 2 >graph.2 2>/dev/null
expect_is 'valgrind sees a filter to its end' 1 "$(grep -c 'ERROR SUMMARY' summary)"

good graphgen -n 60 -T 2
good graphdump graph
good graphstat -T 2 graph
good graphlinks --both --hosts -T 1 graph 0
good graphlinks --path -T 1 graph 0 9
good graphlinks --index -o links -T 1 graph
good graphlinks --both -x links graph 0 h1.example http://x/
good crawlshape -T 2 --regex known
good crawlshape --to stream -T 1 known
good crawlshape -T 1 -o shapes.svg known
good graphprune -T 1 raw
good graphfold -T 1 graph
good harmonic -T 2 graph
good hits -i 2 -T 2 raw
good pagerank -i 3 -t 0 -T 1 graph
good rank -m degree,katz,closeness,betweenness:error=0.1,core -T 1 graph
good coreextract -q --iterations 2 -T 1 scored
good seedpick -T 1 cores
good seedexpand -T 1 --known list --explain known
good crawlnext -T 1 --scope hosts --exclude patterns known
good crawlorder --order bfs,fpr@10 --seeds list -T 1 graph
good hotcurve -T 1 orders
good graphimport -T 2 arcs
good crawlgraph -T 1 page.warc
good crawlimport -f tsv --time-column 1 --url-column 2 -T 1 log
good relscore --from by-url -g graph -T 1
good warcstat -T 1 page.warc

gzip -c arcs >arcs.gz
bad graph graphgen --evolve 0.3 X -T 1
bad graph graphdump -T 1 X
bad raw graphstat -T 1 X
bad graph graphlinks -T 1 X 0
bad known crawlshape -T 1 X
bad raw graphprune -T 1 X
bad graph graphfold -T 1 X
bad graph harmonic -T 1 X
bad raw hits -i 2 -T 1 X
bad graph pagerank -i 3 -T 1 X
bad graph rank -m degree,katz -T 1 X
bad scored coreextract -T 1 X
bad cores seedpick -T 1 X
bad known seedexpand -T 1 --known list X
bad known crawlnext -T 1 X
bad graph crawlorder --seeds list -T 1 X
bad orders hotcurve -T 1 X
bad graph relscore --from by-url -g X -T 1
bad arcs.gz graphimport -T 1 X
# Other bytes in a page are another page: packed, they are damage.
gzip -c page.warc >page.warc.gz
bad page.warc.gz warcstat --strict -T 1 X
printf '1\t%s\nyesterday\n' "$(head -n 1 urls)" >wrong
bad wrong crawlimport -f tsv --time-column 1 --url-column 2 -T 1 X

echo "# $runs runs under valgrind"
plan
