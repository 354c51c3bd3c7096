#!/bin/sh
# SPDX-License-Identifier: MIT
#
# buckets.t - graphdump --buckets and --join: classes of scores, beside a second
# implementation, and the scores of the pages, hosts and domains of a list
#
#	[BIN=bin] tests/cli/buckets.t

# shellcheck disable=SC2016,SC2034,SC2154 # of sh -c, of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
cd "$folder" || exit 2

# prints NAME WANTED - $out is this text, with spaces for tabs
prints() {
	tr '\t' ' ' <"$out" >got
	printf '%s\n' "$2" >wanted
	expect_same "$1" wanted got
}

# dumped NAME STATUS OPTION... - prints scores
dumped() {
	name=$1
	wanted=$2
	shift 2
	run graphdump -s scores "$@"
	expect "$name" "$wanted"
}

# second N - the classes of a table of scores, from their definition
second() {
	perl -e 'my $n = shift; my @rows = map { [split] } grep { !/^#/ } <>;
		for my $row (@rows) {
			my @classes = map { my $column = $_; 1 + int($n *
				grep({ $_->[$column] < $row->[$column] }
				     @rows) / @rows) } 1 .. $#$row;
			print join("\t", $row->[0], @classes), "\n";
		}' "$1"
}

for i in 0 1 2 3 4 5 6 7; do
	echo "www.h$i.example"
done >hosts
printf '0\t-1\n1\t2\n2\t2\n3\t2\n4\t-0\n5\t0\n6\t1e300\n7\t2.5\n' >values
printf '0 1\n1 2\n2 7\n3 4\n5 6\n' | graphimport -q -f arcs --names hosts |
	scoreimport -q --scores mine=values -o web.sp

# ---- classes ----------------------------------------------------------------

dumped 'four classes' 0 --buckets 4 web.sp
prints 'four classes: equal scores are in one' '#node mine
0 1
1 2
2 2
3 2
4 1
5 1
6 4
7 4'
expect_message 'a class without pages is said' \
	'score "mine": 1 of 4 classes have no pages, as many pages have equal scores'
dumped 'more classes than pages' 0 --buckets 1000 --top mine:2 web.sp
prints 'more classes than pages: the best one' '#node mine
6 876
7 751'
graphgen -q -n 700 --seed 3 | pagerank -q | hits -q -o web700.sp
for buckets in 2 3 10 100 700 100000; do
	graphdump -s scores web700.sp | second "$buckets" >by-definition
	graphdump -q -s scores --buckets "$buckets" web700.sp |
		sed 1d >by-rank
	expect_same "$buckets classes of three scores, by definition" \
		by-definition by-rank
done
graphdump -q -s scores --score hub --buckets 10 --to npy -o hub.npy web700.sp
tail -c 2800 hub.npy | od -An -v -t u4 -w4 | tr -d ' ' >by-npy
graphdump -q -s scores --score hub --buckets 10 web700.sp | sed 1d |
	cut -f 2 >by-table
expect_same 'classes as a vector' by-table by-npy

# ---- lists ------------------------------------------------------------------

printf '%s\n' www.h1.example '' 'www.h7.example	doc 3' \
	https://www.h6.example:8080/a?b nowhere.example www.h1.example >list
dumped 'a list' 0 --join list web.sp
prints 'a list: a row for each line' '#line node mine
www.h1.example 1 2
 - -
www.h7.example 7 2.5
https://www.h6.example:8080/a?b - -
nowhere.example - -
www.h1.example 1 2'
expect_message 'a list: what is missing' \
	'3 of 6 lines are not in the graph: the first is "https://www.h6.example:8080/a?b"'
dumped 'a list of URLs, by host' 0 --join list --join-by host --urls \
	--buckets 2 web.sp
prints 'a list of URLs, by host: rows' '#line node url mine
www.h1.example 1 www.h1.example 1
 - - -
www.h7.example 7 www.h7.example 2
https://www.h6.example:8080/a?b 6 www.h6.example 2
nowhere.example - - -
www.h1.example 1 www.h1.example 1'
printf 'http://x.y.h2.example/\n' >deep
if built_without graphimport --domain; then
	skip 'by domain, in a graph of hosts' 'built without libpsl'
else
	dumped 'by domain, in a graph of hosts' 0 --join deep --join-by domain \
		--match loose --json web.sp
	prints 'by domain, in a graph of hosts: a row' \
		'{"line": "http://x.y.h2.example/", "node": 2, "mine": 2}'
fi
dumped 'a list from standard input' 0 --join - --join-by host web.sp <list
graphdump -q -s scores --join list --join-by host --to npy -o list.npy web.sp
tail -c 48 list.npy | od -An -v -t f8 -w8 | tr -d ' ' >by-npy
printf '%s\n' 2 nan 2.5 1e+300 nan 2 >by-table
expect_same 'a list as a vector' by-table by-npy
dumped 'a list of which nothing is in the graph' 65 --join deep web.sp
expect_message 'a list of which nothing is in the graph: why' \
	'none of the 1 lines is a page of the graph: the first is "http://x.y.h2.example/" (--join-by host'
: >empty
dumped 'an empty list' 0 --join empty web.sp
expect_message 'an empty list: says so' 'empty: no lines in the list'
prints 'an empty list: no rows' '#line node mine'
dumped 'a list that is not there' 74 --join not-there web.sp
printf 'a\0b\n' >binary
dumped 'a list that is not text' 65 --join binary web.sp
graphimport -q -f arcs --dense -o bare.sp - <<'END'
0 1
END
pagerank -q -o bare.sp bare.sp
dumped 'a list and pages without names' 65 --join list bare.sp

# ---- options without effect ---------------------------------------------------

for options in '--buckets 3 --summary' '--buckets 3 --precision 3' \
	'--join list --top mine:3' '--join list --summary' \
	'--join-by host' '--match loose' '--buckets 1' \
	'--buckets 3 --to text' '--join list --to nutch'; do
	# shellcheck disable=SC2086 # options are words
	dumped "$options" 64 $options web.sp
done
run graphdump -s hosts --buckets 3 web.sp
expect 'classes of hosts' 64

# ---- hosts with other letters ------------------------------------------------

printf '%s\n' 'http://m\303\274nchen.example/ http://b.example/' \
	'http://b.example/ http://m\303\274nchen.example/' >letters.format
# shellcheck disable=SC2059 # it has escapes
printf "$(cat letters.format)\n" | graphimport -q -o letters.sp
graphfold -q letters.sp | pagerank -q -o letter-hosts.sp
graphdump -s names letters.sp | sed 1d | cut -f 3 >documents
for what in host domain; do
	if graphdump -s names letter-hosts.sp | grep -q xn--; then
		expect_is "documents of such a $what are found" '0 1' \
			"$(graphdump -s scores --join documents --join-by $what \
				letter-hosts.sp | sed 1d | cut -f 2 |
				paste -sd ' ' -)"
	else
		skip "documents of such a $what are found" 'no libidn2'
	fi
done

plan
