#!/bin/sh
# SPDX-License-Identifier: MIT
#
# latenames.t - names of few pages are looked up in a file by its index: what is
# printed is the same as from a pipe, which has none
#
#	[BIN=bin] tests/cli/latenames.t

# shellcheck disable=SC2016,SC2034,SC2154 # of sh -c, of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
cd "$folder" || exit 2

# alike FILTER OPTION... - the same from web.sp as from a pipe, and some of it
alike() {
	name="$*"
	status=0
	"$@" web.sp >by-index 2>message || status=$?
	# shellcheck disable=SC2002 # a pipe has no index
	cat web.sp | "$@" >by-pipe
	expect_is "$name: no message" "0 " "$status $(cat message)"
	expect_same "$name: the same from a pipe" by-pipe by-index
	expect_true "$name: not empty" test -s by-index
}

graphgen -q -n 30k --seed 5 | hits -q | pagerank -q -o web.sp
coreextract -q -R --seeds 5 -o cores.sp web.sp
seedpick -q --top pagerank:40 -R -o given.sp web.sp

alike seedpick -q --top pagerank:10 --text
alike seedpick -q --top pagerank:30k --text
alike seedpick -q --top hub:100
alike seedpick -q --top pagerank:10 --spread --to nutch
alike seedpick -q --random 50 --seed 3 --to surt
alike seedpick -q --yield 300 --weight pagerank --text
alike graphdump -s scores --top pagerank:20 --urls
alike graphdump -s scores --top pagerank:20 --urls --json
alike graphdump -s scores --top pagerank:20
alike graphdump -s scores --top authority:20 --to heritrix
for results in cores.sp given.sp; do
	for options in --text '' '--fill pagerank:60 --text'; do
		# shellcheck disable=SC2086 # options are words
		seedpick -q $options -g web.sp "$results" >by-index
		# shellcheck disable=SC2002,SC2086
		cat web.sp | seedpick -q $options -g - "$results" >by-pipe
		expect_same "seeds of $results, $options: the same" \
			by-pipe by-index
	done
done

# A graph without names, and names that are damaged.
graphdump web.sp | graphimport -q -f arcs --dense | pagerank -q -o bare.sp
run graphdump -s scores --top pagerank:2 --urls bare.sp
expect 'no names' 65
expect_message 'no names: says so' 'no names of pages in the stream'
run graphdump -s scores --top pagerank:2 --to text bare.sp
expect_output 'no names: numbers, of scores' \
	"$(seedpick -q --top pagerank:2 --text bare.sp)"
expect_true '... which are not empty' grep -q '^[0-9]' "$out"
run seedpick --top pagerank:2 --text bare.sp
expect_message 'no names: numbers' 'no URLs in the stream: printing page numbers'
graphgen -q -n 3k --seed 5 | pagerank -q -z 0 -o plain.sp
perl -0777 -pe 's{/part}{/prat} or die' plain.sp >damaged.sp
run seedpick -q --top pagerank:2 --text damaged.sp
expect 'a damaged name' 65
expect_output 'a damaged name: nothing' ''

plan
