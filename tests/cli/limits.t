#!/bin/sh
# SPDX-License-Identifier: MIT
#
# limits.t - filters under the limits of the system
#
#	[BIN=bin] tests/cli/limits.t

# shellcheck disable=SC2016 # the scripts of run_sh expand their own arguments
# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC3045 # dash has ulimit -v

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

makecopies=${BUILD:-build}/tests/makecopies
makecopies=$(cd "${makecopies%/*}" && pwd)/makecopies
cd "$folder" || exit 2
# The shadow memory of a sanitizer needs more than any limit of this test.
(ulimit -v 4000000 && graphgen -n 2000 -z 0 >graph.sp) ||
	skip_all 'the filters do not run under ulimit -v'

# ---- threads ---------------------------------------------------------------

hits -R -T 1 graph.sp >expected.sp

# fewer NAME - the last run warned of too few threads, and did its work
fewer() {
	expect "$1" 0
	expect_message "$1: a warning" \
		'hits: 64 threads cannot be started (Resource temporarily'
	expect_same "$1: the same result" expected.sp "$out"
}

run_sh 'ulimit -v 300000; hits -R -T 64 graph.sp'
fewer 'no room for the stacks of 64 threads'
if [ "$(id -u)" -ne 0 ]; then
	run prlimit --nproc=1 hits -R -T 64 graph.sp
	fewer 'no more processes for a user'
elif command -v setpriv >/dev/null && command -v prlimit >/dev/null; then
	cp "$BIN/hits" . && chmod 755 "$folder" hits
	run setpriv --reuid=65534 --clear-groups prlimit --nproc=20 \
		"$folder/hits" -R -T 64 "$folder/graph.sp"
	fewer 'no more processes for a user'
else
	skip 'no more processes for a user' 'no setpriv'
fi

# Whatever the limit, status 1 must not appear: it means "not converged".
statuses=
for kilobytes in $(seq 40000 2000 110000); do
	run_sh "ulimit -v $kilobytes; hits -q -R -T 8 graph.sp"
	statuses="$statuses $status"
done
expect_is 'under any limit a filter succeeds or ends with 71' '' \
	"$(echo "$statuses" | tr ' ' '\n' | grep -vx -e 0 -e 71 -e '')"
# The stacks that the environment asks for do not fit.
run env OMP_STACKSIZE=1G sh -c 'ulimit -v 4000000; hits -T 8 graph.sp'
expect 'stacks of 1 GB under a limit' 71
expect_message 'stacks of 1 GB under a limit: why' \
	'hits: out of threads or of memory for them: use fewer (-T)'

# ---- much from little ------------------------------------------------------

# Streams of 600 bytes: 1,024 pages with one list of 500,000 links.
if [ -x "$makecopies" ]; then
	"$makecopies" 500000 1 1024 >copies.sp || exit 2
	"$makecopies" 500000 1 1024 lie >lie.sp || exit 2
	# Twenty blocks with chains of references that all readers accept.
	"$makecopies" 20000 20 43 >valid.sp || exit 2
	echo 0 >page
	expect_true 'a graph of 512 million links is a small file' \
		[ "$(wc -c <copies.sp)" -lt 1000 ]
	# A list takes up to 2 MB, and a few of them are in memory at once.
	while read -r command; do
		run_sh "$command -T 2 --memory-limit 192M --stats stats"
		expect "192 MiB are enough: $command" 0
		peak=$(sed 's/.*"peak_memory_bytes": \([0-9]*\).*/\1/' stats)
		expect_true "its peak: $command" [ "$peak" -lt 200000000 ]
		rm -f stats
	done <<-'END'
	graphprune --unit none -o pruned.sp copies.sp
	graphprune --unit none -o valid-pruned.sp valid.sp
	graphprune --random 100 -o some.sp copies.sp
	graphprune --transpose -o turned.sp valid.sp
	graphstat --degrees -o degrees.txt copies.sp
	hits -R -i 1 -o hits.sp copies.sp
	hits -R -i 1 -o pruned-hits.sp pruned.sp
	pagerank -R -i 2 -o rank.sp valid.sp
	seedpick --top-indegree 3 -o seeds.sp valid.sp
	crawlorder -R --seeds page --max 900 -o order.sp valid.sp
	END
	hits -R -z 0 -T 1 -i 1 copies.sp | graphdump -s scores >expected-scores
	run_sh 'hits -R -z 0 -T 1 -i 1 pruned.sp | graphdump -s scores'
	expect_same 'what was pruned in pieces is the same graph' \
		expected-scores "$out"
	for filter in 'graphprune --unit none' 'graphprune --transpose' \
		'graphstat --components' harmonic hits; do
		run_sh "$filter -T 1 --memory-limit 192M lie.sp | wc -c"
		expect_message "$filter: links that no header announces" \
			'a block is damaged: its records do not decode'
	done
else
	skip 'graphs of very many copies' "there is no $makecopies"
fi

plan
