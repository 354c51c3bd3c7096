#!/bin/sh
# SPDX-License-Identifier: MIT
#
# merge.t - --for-merge of importers, and graphmerge: the parts of tasks become
# the graph of one import; parts that do not belong together, or are damaged
#
#	[BIN=bin] tests/cli/merge.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
# shellcheck source=tests/cli/records.sh disable=SC1091
. "$here/records.sh"

programs=$(cd "${BUILD:-build}/tests" 2>/dev/null && pwd)
[ -x "$programs/reseal" ] || skip_all "no build/tests/reseal"
data=$(cd "${SEEDPIPE_DATA:-$here/../../../shared/data}" 2>/dev/null && pwd)
cd "$folder" || exit 2

# same NAME - one.sp and merged.sp are the same, except for the provenance
same() {
	"$programs/reseal" one.sp dropsec PROV >one.bare
	"$programs/reseal" merged.sp dropsec PROV/1 dropsec PROV >merged.bare
	expect_true "$1" cmp one.bare merged.bare
}

# cut_lists N - cuts the file "links" into part.1 ... part.N, line by line, and
# imports each
cut_lists() {
	awk -v n="$1" '{ print >"list." NR % n + 1 }' links
	for k in $(seq "$1"); do
		graphimport -q -f arcs --keys names --for-merge "$((k - 1))/$1" \
			-o "part.$k" "list.$k" || exit 2
	done
}

# ---- lists of links ---------------------------------------------------------

cat >links <<'END'
http://b.example/x http://a.example/
https://b.example/x http://a.example/
http://a.example/ https://b.example/x
http://a.example/ http://www.a.example/
http://b.example/x http://a.example/
http://B.example:80/x http://a.example/?q=1
mailto:x http://a.example/
http://a.example/ http://a.example/
http://b%C3%BC.example/ /x
/x http://c.example/
END
graphimport -q -f arcs --keys names --by-url -z 0 -o one.sp links || exit 2
for n in 1 2 3 10; do
	cut_lists "$n"
	run graphmerge -z 0 -o merged.sp part.*
	expect "$n parts are merged" 0
	expect_message "$n parts: no messages" ''
	same "$n parts: the graph of one import"
	rm -f part.* list.*
done

cut_lists 3
run graphmerge -T 1 -z 0 -o merged.sp part.3 part.1 part.2
expect "parts in any order, on one thread" 0
same "the order of the operands does not matter"
run_sh 'graphmerge part.* | graphdump -s provenance |
	grep -v "^#" | cut -d " " -f 2-'
expect_true "provenance: one line of the tasks, one of the merge" \
	[ "$(wc -l <"$out")" -eq 2 ]
run graphmerge --stats stats -o merged.sp part.1 part.2 part.3
expect_true "statistics count tasks and what is in them" \
	grep -q '"tasks": *3' stats
expect_true "statistics count links that several parts have" \
	grep -q '"duplicates": *1' stats

run graphmerge --parts 2 -o many part.3 part.1 part.2
expect "a merge to parts" 0
graphsplit --parts 2 -o cut merged.sp
for from in many cut; do
	for part in 000 001; do
		graphdump -s names "$from.$part"
		graphdump -s hosts "$from.$part"
		graphdump "$from.$part"
	done >"$from.text"
done
expect_true "the parts are those that the merged graph is cut into" \
	cmp many.text cut.text

# A part is a stream: others read it, and keep the section unless links change.
run_sh 'pagerank part.1 | graphdump -s scores | wc -l'
expect "other filters read a part" 0

# ---- what does not belong together ------------------------------------------

run graphmerge -o no.sp part.1 part.3
expect "a part is missing" 65
expect_message "a part is missing" 'graphmerge: the share of task 1 of 3 is not among the 2 files (did the task fail?)'
run graphmerge -o no.sp part.1 part.2
expect "the last part is missing" 65
cp part.1 again
run graphmerge -o no.sp part.1 part.2 again part.3
expect "a part twice" 65
expect_message "a part twice" 'graphmerge: part.1 and again are both of task 0 of 3'
graphimport -q -f arcs --keys names --for-merge 0/2 -o other list.1
run graphmerge -o no.sp other part.2 part.3
expect "parts of another number of tasks" 65
crawlgraph -f csv --no-header --source 1 --target 2 --separator ' ' \
	--for-merge 0/3 -o other list.1
run graphmerge -o no.sp part.2 other part.3
expect "parts with other options" 65
expect_message "parts with other options" 'graphmerge: other: not imported with the options and the version of part.2 (graphdump -s provenance shows them)'
run graphmerge -o no.sp part.1 part.2 one.sp
expect "a stream that is no part" 65
expect_message "a stream that is no part" \
	'graphmerge: one.sp: not the share of a task (import it with --for-merge;'
run graphmerge -o no.sp links
expect "a file that is no stream" 65
graphprune -q -o pruned part.1
run graphmerge -o no.sp pruned part.2 part.3
expect "a part that was pruned" 65
pagerank -o scored part.1
run graphmerge -o no.sp scored part.2 part.3
expect "a part with scores" 65
expect_message "a part with scores" 'graphmerge: scored: it has scores (SCOR), which a merge would lose: merge first'
head -c 300 part.2 >short
run graphmerge -o no.sp part.1 short part.3
expect "a part that is cut short" 65
run_sh 'cat part.1 | graphmerge -o no.sp - part.2 part.3'
expect "a pipe" 64
run graphmerge -o no.sp part.1 missing part.3
expect "a file that is missing" 74
run graphmerge -o no.sp
expect "no operand" 64
# shellcheck disable=SC2046 # many operands
run graphmerge -o no.sp $(yes part.1 | head -n 1001)
expect "too many operands" 64
expect_message "too many operands" 'graphmerge: too many operands: at most 1000 files can be merged (use --work for more)'
run graphimport --for-merge 99999/100000 -f arcs --keys names -o last links
expect "the last of 100,000 tasks" 0
run graphimport --merge-names -o no.sp part.1
expect "as it was done before" 64
expect_message "as it was done before" 'graphimport: --merge-names: type: graphmerge -o no.sp part.1'
expect_true "no output after a failure" [ ! -e no.sp ]

for value in 3/3 4/3 3 1/100001 1/ /2 x/y -1/3; do
	run graphimport --for-merge "$value" links
	expect "--for-merge $value" 64
done
for option in '--weights 3' '--domain' '--hosts links' '--parts 2'; do
	# shellcheck disable=SC2086 # an option and its value
	run graphimport -f arcs --keys names --for-merge 1/2 $option links
	expect "--for-merge with $option" 64
done
printf '10 30\n30 20\n' >ids
run graphimport --for-merge 1/2 ids
expect "pages without names" 64

# ---- web archives -----------------------------------------------------------

# archives NAME OPTION... - the archives of $files, a task for each
archives() {
	name=$1 tasks=0 total=$(echo "$files" | wc -w)
	shift
	# shellcheck disable=SC2086 # names without blanks
	crawlgraph -q -f warc "$@" --by-url -z 0 -o one.sp $files ||
		{ rm -f one.sp; return; }
	rm -f part.*
	for file in $files; do
		crawlgraph -q -f warc "$@" --for-merge "$tasks/$total" \
			-o "part.$tasks" "$file" || exit 2
		tasks=$((tasks + 1))
	done
	run graphmerge -z 0 -o merged.sp part.*
	same "$name $*"
}

files='crawl.0 crawl.1 crawl.2'
for seed in 1 2 3 4; do
	crawls "$seed" 10 5
	archives "random crawls $seed"
	archives "random crawls $seed" --first --fold-redirects
	archives "random crawls $seed" --fold-redirects --fetched-only
done
crawlgraph -q -f warc --first --for-merge 0/3 -o part.0 crawl.0
run graphmerge -o no.sp part.*
expect "tasks that keep different fetches" 65

printf 'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n' \
	>nothing
files='crawl.1 nothing crawl.2'
archives "a task without pages"
for k in 0 1; do
	crawlgraph -q -f warc --for-merge "$k/2" -o "empty.$k" nothing
done
run graphmerge -o no.sp empty.*
expect "no page at all" 65

if [ -z "$data" ]; then
	skip "the archives of \$SEEDPIPE_DATA" "no \$SEEDPIPE_DATA"
else
	files="$data/warc/pywb-iana.warc.gz $data/warc/pywb-example.warc.gz
		$data/warc/pywb-dupes.warc.gz $data/warc/pywb-example.arc.gz"
	archives "real archives" --fold-redirects
fi

# ---- hostile parts ----------------------------------------------------------

# broken NAME MESSAGE STREAM EDIT... - a part with right checksums is refused
broken() {
	broken_name=$1 message=$2
	shift 2
	"$programs/reseal" "$@" >odd || exit 2
	run graphmerge -o no.sp odd
	expect "$broken_name" 65
	expect_message "$broken_name" "graphmerge: odd: $message"
}

printf 'http://a/1 http://a/2\nhttp://a/2 http://b/1\n' >links
graphimport -f arcs --keys names --for-merge 0/1 -z 0 -o good links
expect_is 'graphstat names the kind of a share' task \
	"$(graphstat good | awk '$1 == "tasK" { print $2 }')"
broken "names that are not in order" \
	'page 1: "http://a/2": names are not in the order of --by-url' \
	good bytes NAME.0 10 1 33
broken "a name that comes twice" \
	'page 1: "http://a/2": a second page of this name' \
	good bytes NAME.0 10 1 32
broken "no names" 'the pages have no names' good dropsec NAME
broken "task 2 of 1 task" \
	'the section of the task is not valid, or of a newer version' \
	good bytes tasK.head 40 1 02
broken "a head of another size" \
	'the head of the section of the task has the wrong size' \
	good bytes tasK.head 52 4 -
broken "a task of another graph" \
	'not the graph that was imported (merge first)' \
	good bytes tasK.head 16 1 00
broken "a section twice" 'it has unknown (tasK), which a merge would lose: merge first' \
	good repeatsec tasK

crawls 2
crawlgraph -q -f warc --fold-redirects --for-merge 0/1 -z 0 -o good crawl.1
broken "a fetch of no page" 'a page that was fetched is not in the graph' \
	good bytes tasK.0 3 1 ff
broken "fetches out of order" 'pages that were fetched do not ascend' \
	good bytes tasK.0 37 4 00000000
broken "neither answered nor not" \
	'an invalid record of a page that was fetched' \
	good bytes tasK.0 16 1 0e
broken "no capture of a page" \
	'an invalid record of a page that was fetched' \
	good bytes tasK.0 17 4 00000000
broken "a size that is none" \
	'an invalid record of a page that was fetched' \
	good bytes tasK.0 21 8 0000000000000080
broken "records of a share that says less" \
	'records of pages that were fetched have the wrong size' \
	good bytes tasK.head 48 1 09
broken "half a record" 'records of pages that were fetched have the wrong size' \
	good bytes tasK.0 0 1 -

plan
