#!/bin/sh
# SPDX-License-Identifier: MIT
#
# filelist.t - crawlgraph --files-from: lists of archives, packed and on a server,
# and which share of a list a task gets; --allow-cut: archives that are cut short
#
#	[BIN=bin] tests/cli/filelist.t

# shellcheck disable=SC2154 # of lib.sh

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
# shellcheck source=tests/cli/faultyserver.sh disable=SC1091
. "$here/faultyserver.sh"
# shellcheck source=tests/cli/records.sh disable=SC1091
. "$here/records.sh"
cd "$folder" || exit 2

# Archives of different sizes, each with a page that links to others.
mkdir files
for i in 0 1 2 3 4 5 6; do
	printf 'HTTP/1.1 200 X\r\nContent-Type: text/html\r\n\r\n%s%*s' \
		"<a href=/$((i / 2))><a href=/$((i * i))>" $((i * 300)) . |
		record response "http://a.example/$i" \
			2020-01-01T00:00:00Z >"files/$i.warc"
done
gzip -n files/3.warc
ls files/* >list
gzip -n <list >list.gz
# shellcheck disable=SC2046 # names without blanks
crawlgraph -q --by-url -o one.sp $(cat list) || exit 2

# reads NAME OPTION... - the list gives the graph of all its files
reads() {
	reads_name=$1
	shift
	rm -f got.sp
	run crawlgraph --by-url -o got.sp "$@"
	expect "$reads_name" 0
	expect_same "$reads_name: the same graph" one.sp got.sp
}
reads 'a list' --files-from list
reads 'a packed list' --files-from list.gz
sed 's|files/||; 3s|^|\n|' list >short
reads 'a base' --base files --files-from short
reads 'a base with a slash' --base files/ --files-from short
sed 's|^|/|' list >slashed
reads 'a base and paths that begin with one' --base . --files-from - <slashed
crawlgraph --files-from list | graphdump -s provenance >by-list
# shellcheck disable=SC2046 # names without blanks
crawlgraph $(cat list) | graphdump -s provenance >by-operands
expect_same 'the provenance is that of operands' by-operands by-list

# ---- shares -----------------------------------------------------------------

# shares NAME LIST N - the shares of the tasks make one graph
shares() {
	rm -f share.*
	for k in $(seq 0 $(($3 - 1))); do
		crawlgraph -v --for-merge "$k/$3" --files-from "$2" \
			-o "share.$k" 2>>said || return
	done
	run graphmerge -o got.sp share.*
	expect "$1: $3 tasks" 0
	graphdump -s names got.sp >got
	graphdump got.sp >>got
	expect_same "$1: $3 tasks: the same graph" wanted got
}
graphdump -s names one.sp >wanted
graphdump one.sp >>wanted
for n in 1 2 3 12; do
	shares 'by count' list "$n"
done
: >said
shares 'as many tasks as files' list 7
expect_is 'as many tasks as files: each has one' 7 \
	"$(grep -c ': 1 of the 7 files in list' said)"
# The middle of a file decides: of 0 + 1, 1 + 1, ... bytes.
awk '{ print $0 "\t" (NR < 7 ? NR - 1 : 79) }' list >sized
: >said
shares 'by bytes' sized 4
expect_is 'by bytes: how many each has' '6 0 1 0' "$(
	sed -n 's/.*: \([0-9]\) of the 7 files.*/\1/p' said | tr '\n' ' ' |
		sed 's/ $//')"
tr '\n' '\0' <list | xargs -0 stat --printf '%n\t%s\n' >sized
for n in 2 3 7; do
	shares 'by their bytes' sized "$n"
done
printf 'http://a.example/ http://a.example/1\n' >list.of.links
printf 'Source,Target\nhttp://a/,http://b/\n' >table.csv
echo table.csv >tables
for k in 0 1 2; do
	crawlgraph --for-merge "$k/3" --files-from tables -o "share.$k"
done
run graphmerge -o got.sp share.0 share.1 share.2
expect 'a table, and two tasks without one' 0

# ---- what is refused --------------------------------------------------------

# refused NAME STATUS MESSAGE ARGUMENT...
refused() {
	refused_name=$1 refused_status=$2 refused_message=$3
	shift 3
	rm -f new
	run crawlgraph -o new "$@"
	is_refused "$refused_name" "$refused_status" "$refused_message"
}
: >empty
printf '\n\n' >lines
refused 'an empty list' 65 'empty: no files in the list' --files-from empty
refused 'empty lines' 65 'lines: no files in the list' --files-from lines \
	--for-merge 0/2
refused 'a list and operands' 64 'operand "files/0.warc" does not go with a list' \
	--files-from list files/0.warc
refused 'no such list' 74 'No such file' --files-from nowhere
refused 'a base without a list' 64 '--base' --base files files/0.warc
printf 'files/0.warc\tlarge\n' >odd
refused 'bytes that are no number' 65 \
	'odd: line 1: not a file, a tab and its bytes' --files-from odd
printf 'files/0.warc\t18446744073709551615\n' >odd
refused 'too many bytes' 65 'odd: line 1' --files-from odd
printf 'files/0.warc\t1\nfiles/1.warc\n' >odd
refused 'bytes of some' 65 '1 of 2 lines say how many bytes' --files-from odd
printf 'files/0.warc\nnowhere\n' >odd
refused 'a file that is missing' 74 'nowhere: No such file' -f warc \
	--files-from odd
echo list.of.links >odd
refused 'a list of links' 65 'list.of.links: ' --files-from odd
cp files/0.warc mine
echo mine >odd
run crawlgraph -o mine --files-from odd
expect 'the output is in the list' 64
expect_same 'the output is in the list: it is as it was' mine files/0.warc

# ---- archives that are cut short --------------------------------------------

cat files/5.warc files/6.warc >whole.warc
gzip -n <files/5.warc >whole.warc.gz
gzip -n <files/6.warc >>whole.warc.gz
for file in whole.warc whole.warc.gz; do
	for bytes in -9 -40 -100; do
		rm -f new
		head -c $bytes $file >cut.warc
		run crawlgraph -q -f warc --for-merge 0/1 -o new cut.warc
		is_refused "$file without $bytes bytes" 65 '(see --allow-cut)'
	done
	run crawlgraph --allow-cut --for-merge 0/1 -o share.0 cut.warc
	expect "$file: --allow-cut" 0
	expect_message "$file: --allow-cut warns" 'crawlgraph: cut.warc: offset '
	run crawlgraph -o got.sp cut.warc
	expect "$file: without a task, a warning" 0
done
# Damage in the middle is a warning, in a task as well.
{ sed 's/^Content-Length: /Content-Length: x/' files/5.warc; cat files/6.warc; } \
	>damaged
run crawlgraph -f warc --for-merge 0/1 -o share.0 damaged
expect 'damage in the middle' 0
expect_message 'damage in the middle: a warning' 'crawlgraph: damaged: offset 0'
run crawlgraph --allow-cut -o new whole.warc
expect '--allow-cut without a task' 64
run crawlgraph --allow-cut --strict --for-merge 0/1 -o new whole.warc
expect '--allow-cut --strict' 64

# ---- on a server ------------------------------------------------------------

mkdir site
cp -r files list.gz site
serve site || { skip 'a list on a server' 'the server did not start'; plan; exit; }
run crawlgraph -q --by-url -o got.sp --files-from "$web/good/list.gz" \
	--base "$web/good/"
if grep -q libcurl "$err"; then
	skip 'a list on a server' "$(cat "$err")"
	plan
	exit
fi
expect 'a list on a server' 0
expect_same 'a list on a server: the same graph' one.sp got.sp
: >requests
run crawlgraph -q --for-merge 2/4 -o share.2 --files-from "$web/cut/list.gz" \
	--base "$web/once"
expect 'a share of it, from a server that cuts' 0
expect_is 'a share of it: no other files are asked for' '3.warc.gz 4.warc' "$(
	sed -n 's|.*/files/\([^ ]*\) .*|\1|p' requests | sort -u | tr '\n' ' ' |
		sed 's/ $//')"
crawlgraph -q --for-merge 2/4 -o share.here --files-from list
expect_same 'a share of it: the same bytes' share.here share.2
rm -f new
run crawlgraph -o new --files-from "$web/good/nothing"
is_refused 'no list on the server' 74 'the server answers 404'
run crawlgraph -o new --files-from list --base "$web/down/" -f warc
is_refused 'a server that fails' 74 'the server answers 503'
export AWS_ENDPOINT_URL="$web/" AWS_DEFAULT_REGION=there AWS_ACCESS_KEY_ID=KEY \
	AWS_SECRET_ACCESS_KEY=SECRET AWS_SESSION_TOKEN=TOKEN/+=
reads 'a list in a bucket' --files-from s3://bucket/list.gz --base s3://bucket

plan
