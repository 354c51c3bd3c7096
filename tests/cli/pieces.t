#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Text is read in pieces, which threads parse at the same time: the graph, and
# the message about the first line that is wrong, are the same with any number
# of threads, wherever pieces end.

# shellcheck disable=SC2154,SC2015 # lib.sh sets variables; C is meant for both

# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$(dirname "$0")/lib.sh"
cd "$folder" || exit 2

# Links of 8,000 pages in order, 2.2 MB, which are read in two parts; ids have
# gaps.
awk 'BEGIN {
	for (i = 0; i < 8000; i++)
		for (j = 0; j < 20; j++)
			print 100000 + 3 * i, \
				100000 + 3 * (int(i / 8) * 4 + j * j) % 24000
}' >links
lines=$(wc -l <links)

# same_graph NAME OPTION... - the operand gives the same bytes with -T 1 to 4
same_graph() {
	what=$1
	shift
	graphimport -q -T 1 "$@" >one.sp 2>one.err
	for threads in 2 3 4; do
		graphimport -q -T "$threads" "$@" >more.sp 2>more.err
		cmp -s one.sp more.sp && cmp -s one.err more.err &&
			! [ -s one.err ] || break
	done
	expect_same "$what: with $threads threads as with one" one.sp more.sp
	expect_is "$what: without a message" '' "$(cat one.err more.err)"
}

# same_links NAME OPTION... - the operand has the links of the file links, too
same_links() {
	same_graph "$@"
	graphdump -s graph one.sp >got
	expect_same "$1: its links" wanted got
}

graphimport -q -T 1 links | graphdump >wanted
same_links 'in order' links
same_graph 'ids are pages' --dense links
sed 's/$/\r/' links >text
same_links 'CRLF' text
sed '7~11s/$/\r/; 5~1009i# a comment' links >text
same_links 'CRLF here and there, and comments' text
sed '3~997s/ /\t  /; 4~501s/^/ /; 9~1001s/$/ and more/' links >text
same_links 'blanks, and more columns' text
printf '%s' "$(cat links)" >text
same_links 'no newline at the end' text
{
	head -n 79999 links
	printf '#'
	head -c 5000000 /dev/zero | tr '\0' x
	printf '\n'
	tail -n +80000 links
} >text
same_links 'a very long line' text
awk '{ print (NR * 7919) % 160001, $0 }' links | sort -n | cut -d ' ' -f 2- \
	>text
same_links 'in no order' text
cat links text >twice
same_links 'in order, then not' twice
awk '{ print 2 ^ 40 + $1, 2 ^ 40 + $2 }' links >text
same_graph 'ids of 41 bits' text
awk 'NR == 150000 { print "123997 1099511627776" } { print }' links >text
same_graph 'one id of 41 bits' text
awk '{ print $0, NR % 7 }' links >text
same_graph 'weights' --weights 3 text
cat text text >twice
same_graph 'weights that are added up' --weights 3 twice

# same_through NAME COMMAND - what the command writes, read from a pipe
same_through() {
	for threads in 1 4; do
		sh -c "$2" | graphimport -q -T "$threads" | graphdump >got
		expect_same "$1: $threads threads" wanted got
	done
}

same_through 'a pipe' 'cat links'
same_through 'a pipe of small writes' 'dd if=links bs=5003 2>/dev/null'
same_through 'gzip' 'gzip -1 -c links'

# same_error NAME LINE MESSAGE - the message about the file text
same_error() {
	for threads in 1 2 3 4; do
		run graphimport -q -T "$threads" --keys ids text -o made.sp
		expect "$1: $threads threads" 65
		expect_message "$1: $threads threads: where" \
			"graphimport: text: line $2: $3"
	done
}

id='"x" is not a page id (--keys names reads names, --skip N leaves out lines)'
for bad in 3 65537 "$lines"; do
	sed "${bad}s/ .*/ x/" links >text
	same_error "line $bad" "$bad" "$id"
done
sed '70000s/ .*/ x/; 70001s/ .*//; 150000s/ .*/ y/' links >text
same_error 'the first of three' 70000 "$id"
sed '150000s/ .*//' links >text
same_error 'far behind' 150000 'column 2 is missing'
sed '150000s/ .*/ x/' links | gzip -1 -c >packed.gz
head -c 200000 packed.gz >text
for threads in 1 2 4; do
	run graphimport -q -T "$threads" text -o made.sp
	expect "cut short: $threads threads" 65
	cp "$err" "err.$threads"
done
expect_same 'cut short: the message' err.1 err.4

plan
