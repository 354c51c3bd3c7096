#!/bin/sh
# SPDX-License-Identifier: MIT
#
# hostile.t - every filter, and streams that were changed and sealed again with
# right checksums: whatever seedpipe(5) forbids is refused, with little memory;
# and the Python module refuses the same
#
#	[BIN=bin] [BUILD=build] [SANITIZED=build/sanitized/bin] \
#		tests/cli/hostile.t
#
# MOST is how many changes of a stream each filter gets (default 100).

# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC2016 # the scripts of run_sh expand their own arguments

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

: "${MOST:=100}"
programs=$(cd "${BUILD:-build}/tests" && pwd)
reseal=$programs/reseal
sweep=$programs/sweep
heap=$programs/heap.so
for program in "$reseal" "$sweep" "$heap"; do
	[ -e "$program" ] ||
		skip_all "there is no $program; make check builds it"
done
find_python numpy xxhash zstandard
cd "$folder" || exit 2

# ---- a stream of every section -----------------------------------------------

# whole NAME STEP - makes NAME.sp, with weights, names and all results; of
# another STEP, it has the same numbers of pages and links, and other links
whole() {
	for page in $(seq 0 19); do
		echo "http://h$((page % 4)).example/p$page"
	done | sort >urls
	seq 0 19 | awk -v step="$2" '$1 % 6 {
		for (i = 1; i <= 4; i++)
			print $1, ($1 * 7 + i * step) % 20, i / 4
	}' | sort -k 1n,1 -k 2n,2 >links
	tr ' ' '\t' <links >link-scores
	graphimport --weights 3 --names urls links |
		scoreimport -q --link-scores anchors=link-scores \
			-o "$1-graph.sp"
	hits "$1-graph.sp" | pagerank -o "$1-scores.sp"
	seq 0 19 >every
	crawlorder -q --seeds every --order bfs "$1-graph.sp" |
		graphprune -q --fetched-first bfs:20 -o "$1-states.sp"
	coreextract -q --seeds 2 -g "$1-graph.sp" "$1-scores.sp" \
		-o "$1-cores.sp"
	seedpick --top hub:3 "$1-scores.sp" -o "$1-seeds.sp"
	crawlorder -g "$1-graph.sp" --order bfs "$1-seeds.sp" -o "$1-order.sp"
	crawlorder -g "$1-graph.sp" --order bfs --procs 2 "$1-seeds.sp" \
		-o "$1-ticks.sp"
	crawlorder -g "$1-graph.sp" --order bfs --time host "$1-seeds.sp" \
		-o "$1-times.sp"
	set --  "$1" "$reseal" "$1-scores.sp" \
		takesec "$1-states.sp" stat SCOR \
		takesec "$1-states.sp" ftch SCOR \
		takesec "$1-cores.sp" CORE END. \
		takesec "$1-cores.sp" CMEM END. \
		takesec "$1-seeds.sp" SEED END. \
		takesec "$1-seeds.sp" sdnt END. \
		takesec "$1-order.sp" ords END. \
		takesec "$1-order.sp" ORDR END. \
		takesec "$1-ticks.sp" ords END. \
		takesec "$1-ticks.sp" ordt END. \
		takesec "$1-times.sp" ords END. \
		takesec "$1-times.sp" ordc END.
	name=$1
	shift
	"$@" >"$name.sp"
}
whole all 3
whole other 7
echo 0 >list
run graphdump -s provenance all.sp
expect 'a stream of every section' 0

# The filters: text, if that is what they write; what they run.
cat >filters <<'END'
|hits -q -T 1
|hits -q -T 2 --form near
|hits -T 2 --weights log --form near
|pagerank -q -T 1
|pagerank -q -T 1 --method push
|pagerank -T 1 --weights raw --form compact
|harmonic -q -T 1
|harmonic -T 1 --exact --weights raw
|rank -q -T 1 -m degree,katz,core
|graphprune -q -T 1
|graphprune -q -T 1 --transpose
|graphprune -q -T 1 --fetched-first bfs:3
|graphfold -q -T 1
|coreextract -q -T 1
|coreextract -q -T 1 --weights raw
|coreextract -q -T 1 -g /dev/stdin all.sp
|seedpick -T 1 --top hub:3
|seedpick -T 1 --random 3
|seedexpand -T 1 --known list
|seedpick -T 1 --top-indegree 3
|crawlorder -T 1 --order bfs --seeds list
|crawlorder -q -T 1 -g /dev/stdin --order opic all.sp
|crawlorder -T 1 -g /dev/stdin --order opic:links=weights all.sp
text|graphstat -T 1
text|hotcurve -T 1
text|graphlinks -T 1 -g /dev/stdin --both 0 1 2
text|graphdump -T 1 -s graph
text|graphdump -T 1 -s names
text|graphdump -T 1 -s hosts
text|graphdump -T 1 -s states
text|graphdump -T 1 -s fetches
text|graphdump -T 1 -s scores
text|graphdump -T 1 -s cores
text|graphdump -T 1 -s seeds
text|graphdump -T 1 -s orders
text|graphdump -T 1 -s provenance
END

# sweeps NAME ARGUMENT... - each filter gets changed streams
sweeps() {
	title=$1
	shift
	while IFS='|' read -r text command; do
		# shellcheck disable=SC2086 # a command is several words
		run "$sweep" -p "$heap" ${text:+-t} "$@" $command
		if [ "$status" -eq 0 ]; then
			read -r cases accepted memory <"$out"
			ok "$title: $command: $cases cases, $accepted \
accepted, $memory KiB"
		else
			not_ok "$title: $command" "$(cat "$out" "$err")"
		fi
	done <filters
}

# ---- hostile files -----------------------------------------------------------

mkdir bad
# bad NAME EDIT... - the stream of every section with these edits
bad() {
	edited=$1
	shift
	"$reseal" all.sp "$@" >"bad/$edited" || exit 2
}

# Results of another graph, of the same size.
for section in stat lscr SCOR SCOR/1 SCOR/2 CORE SEED ORDR ordt ordc; do
	bad "of-another-$(echo $section | tr / -)" takesec other.sp $section \
		END.
done
bad fingerprint-of-another payload GRPH.tail other.sp
bad links-of-another payload GRPH.0 other.sp
bad weights-of-another payload wghT.head other.sp payload wghT.0 other.sp
bad weights-of-another-as-these set wghT.head basis.checksum @other.sp
bad no-weights dropsec wghT
bad members-of-another dropsec CMEM takesec other.sp CMEM SEED
bad two-graphs takesec other.sp GRPH wghT
bad two-graphs-after takesec other.sp GRPH END.
# Without a graph, two scores of two graphs are still not of one.
bad scores-of-two dropsec GRPH dropsec wghT dropsec HOST dropsec PHST \
	dropsec NAME takesec other.sp SCOR/1 END.
bad orders-of-two dropsec GRPH dropsec wghT dropsec HOST dropsec PHST \
	dropsec NAME dropsec SCOR dropsec SCOR dropsec SCOR \
	takesec other.sp ordt END.
bad times-of-another-alone dropsec GRPH dropsec wghT dropsec HOST \
	dropsec PHST dropsec NAME dropsec SCOR dropsec SCOR dropsec SCOR \
	takesec other.sp ordc END.
# Names that would be cut short to another.
bad hub-0-x bytes SCOR.head 43 0 0078
bad hub-0 bytes SCOR.head 43 0 00
bad empty-name bytes SCOR.head 40 3 -
bad order-0-x bytes ORDR.head 43 0 0078
bad order-seeds-0 bytes ords.head 43 0 0078
bad notes-0 bytes sdnt.head 43 0 0078
# Runs of hosts, for more pages than there are.
bad run-of-a-billion set PHST.0 0.pages 1000000000 count PHST.0 1000000015
bad run-of-all set PHST.0 0.pages 4294967279 count PHST.0 4294967294
bad runs-that-wrap set PHST.0 0.pages 9223372036854775808 \
	set PHST.0 1.pages 9223372036854775818
bad runs-without-hosts dropsec HOST
bad run-of-none set PHST.0 0.pages 0
# Numbers of pages and items that would take memory.
for pages in 2147483648 4294967294 4294967295 2305843009213693952; do
	bad "pages-$pages" set GRPH.head pages $pages count GRPH.0 $pages
	bad "names-$pages" count NAME.0 $pages
	bad "scores-$pages" set SCOR.head basis.pages $pages \
		count SCOR.0 $pages
	bad "states-$pages" set stat.head basis.pages $pages \
		count stat.0 $pages
	bad "fetches-$pages" set ftch.head basis.pages $pages \
		count ftch.0 $pages
	bad "cores-$pages" set CORE.0 0.hubs $pages
	bad "block-$pages" set GRPH.0 0.bytes $pages
	bad "links-$pages" set GRPH.0 0.links $pages \
		set GRPH.tail links $pages set GRPH.tail origin.links $pages
done
# Without a graph, nothing belies them.
for tag in PHST stat ftch SCOR ORDR ordc; do
	at=head field=basis.pages
	[ $tag = PHST ] && at=0 field=0.pages
	bad "may-$tag-alone" set $tag.$at $field 1000000000 \
		dropsec GRPH dropsec wghT dropsec NAME
done
# Two indexes: the last line of provenance becomes the first of them.
line=$("$reseal" -l all.sp | grep -c '^[0-9]*	PROV/3\.head')
bad two-indexes movesec PROV/3 END. bytes PROV/3 0 "$line" \
	"$(printf '%064d' 0)" header PROV/3 tag "'INDX"
run graphdump -s provenance bad/two-indexes
expect 'two indexes' 65
expect_message 'two indexes: says so' 'a second index'
# An end that does not fit, and sections without one.
for field in frames raw chain index; do
	bad "end-$field" seal $field +1
	bad "end-$field-0" seal $field 0
done
for tag in GRPH wghT HOST PHST NAME stat SCOR lscr CORE CMEM SEED sdnt ords \
	ORDR ordt ordc
do
	bad "no-tail-$tag" drop $tag.tail
	bad "no-head-$tag" drop $tag.head
done
"$reseal" all.sp >bad/no-end && truncate -s -80 bad/no-end
"$reseal" all.sp append "$("$reseal" other.sp | od -An -v -tx1 |
	tr -d ' \n')" >bad/joined
sweeps 'hostile streams' bad
same_by_python 'hostile streams: Python' bad
rm -f bad/*

# ---- all changes -------------------------------------------------------------

sweeps 'changes' -n "$MOST" all.sp
sweeps 'changes, compressed' -z -n $((MOST / 4)) all.sp
same_by_python 'changes: Python' -n $((MOST * 4)) all.sp
same_by_python 'changes, compressed: Python' -z -n "$MOST" all.sp

plan
