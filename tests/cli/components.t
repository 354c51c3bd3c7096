#!/bin/sh
# SPDX-License-Identifier: MIT
#
# components.t - coreextract ranks each component of hubs and authorities by
# itself: as many iterations as there may be, a chain of extractions, any number
# of threads, and scores that are given
#
#	[BIN=bin] [SEEDPIPE_DATA=../shared/data] [COMPONENTS=20] \
#		tests/cli/components.t
#
# COMPONENTS says how many random graphs are tried.  If it is set, real graphs
# are tried with up to 3000 iterations, and ics-dev, too.

# shellcheck disable=SC2154 # lib.sh sets variables

data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
scripts=$(cd "$here" && pwd)
cd "$folder" || exit 2

# stat KEY - prints a count or word of the last --stats stats.json
stat() {
	sed -n 's/.*"'"$1"'": "\{0,1\}\([0-9.e+a-z-]*\).*/\1/p' stats.json
}

# members FILE [COLUMNS] - prints the cores of a stream, without scores
members() {
	graphdump -s cores "$1" | sed 1d | cut -f "${2:-1-3}"
}

# sizes FILE - prints hubs x authorities of each core, in one line
sizes() {
	members "$1" 1,2 | awk '{ n[$1, $2]++; last = $1 }
		END { for (i = 1; i <= last; i++)
			printf "%s%dx%d", (i - 1 ? " " : ""),
				n[i, "hub"], n[i, "authority"] }'
}

# same_seeds GRAPH N... - prints how many of ten seeds are found with each number
# of iterations
same_seeds() {
	graph=$1
	shift
	for n; do
		coreextract -q --seeds 10 --iterations "$n" "$graph" -o n.sp
		seedpick -q --text n.sp
	done | sort | uniq -c | awk -v times=$# '$1 == times { n++ }
		END { print n + 0 }'
}

# faded FILE - prints how many cores begin with an authority, or have no hub but
# those, below 1e-6 of the largest hub score of their ranking.  Found with --norm
# max, by which that score is 1.
faded() {
	graphdump -s cores "$1" | awk 'NR == 1 { next }
		$1 != core { core = $1; faint[core] = $4 < 1e-6 }
		$2 == "hub" && $4 > hub[core] { hub[core] = $4 }
		END {
			for (core in hub)
				n += faint[core] || hub[core] < 1e-6
			print n + 0
		}'
}

# try GRAPH N... - sets $cores, and adds to $fewer, $changed and $faint if what
# was promised of a graph with many components does not hold
fewer='' changed='' faint=''
try() {
	rm -f stats.json try.sp
	coreextract -q --seeds 10 --norm max --stats stats.json "$1" -o try.sp
	cores=$(stat cores)
	: "${cores:=0}"
	[ "$(faded try.sp)" -eq 0 ] || faint="$faint $1"
	[ "$(same_seeds "$@")" -ge $((cores - 1)) ] || changed="$changed $1"
	if [ "$cores" -lt 10 ]; then
		coreextract -q --seeds 10 --rerank-rejected --stats stats.json \
			"$1" -o try.sp
		[ "$(stat cores)" -lt 10 ] || fewer="$fewer $1"
	fi
}

# kept NAME - what was promised holds for all graphs tried since the last kept
kept() {
	expect_is "$1: ten seeds whenever --rerank-rejected finds ten" '' \
		"$fewer"
	expect_is "$1: nine of ten seeds whatever the iterations" '' "$changed"
	expect_is "$1: no core begins with faded scores" '' "$faint"
	fewer='' changed='' faint=''
}

# ---- fragments -----------------------------------------------------------

# Complete cores of 2 to 7 hubs and 2 to 5 authorities, most of them alone, some
# with tails, chains of pages with fewer and fewer links, two of the same shape.
awk 'BEGIN {
	page = 0
	for (a = 2; a <= 7; a++) for (b = 2; b <= 5; b++) {
		for (i = 0; i < a; i++) for (j = 0; j < b; j++)
			print page + i, page + a + j
		tail = a % 3 == 0 ? 12 : 0
		for (i = 0; i < tail; i++) {
			print page + a + b + 2 * i, page + a + b + 2 * i + 1
			print page + a + b + 2 * i, i ? page + a + b + 2 * i - 1 : page + a
		}
		page += a + b + 2 * tail
	}
	for (i = 0; i < 60; i++) print page + 2 * i, page + 2 * i + 1
}' >fragments.txt
graphimport -q fragments.txt -o fragments.sp
coreextract -q --seeds 30 --stats stats.json fragments.sp -o few.sp
expect_is 'fragments: a core of each' 24 "$(stat cores)"
expect_is 'fragments: components' 84 "$(stat components)"
expect_is 'fragments: no form is made' none "$(stat form)"
for n in 300 3000; do
	coreextract -q --seeds 30 --iterations "$n" fragments.sp -o "many.$n"
	members few.sp >expected.txt
	members "many.$n" >got.txt
	expect_same "fragments: $n iterations find the same" expected.txt \
		got.txt
done
expect_is 'the largest singular value first, then the smallest page' \
	'7x5 6x5 7x4 5x5' "$(sizes few.sp | cut -d ' ' -f 1-4)"
# A chain ranks everything again in each step.
cp fragments.sp rest.sp
for _ in 1 2 3 4 5 6; do
	hits rest.sp | coreextract -q --residual -o next.sp
	mv next.sp rest.sp
done
coreextract -q --seeds 6 fragments.sp -o once.sp
graphdump -s cores once.sp >expected.txt
graphdump -s cores rest.sp >got.txt
expect_same 'fragments: a chain with hits and --residual, byte for byte' \
	expected.txt got.txt

# ---- a large component and small ones -------------------------------------

graphgen --pages 20000 --seed 3 | graphprune -o web.sp
coreextract -q --seeds 12 --stats stats.json web.sp -o 1.sp
expect_true 'a web has several components' [ "$(stat components)" -gt 1 ]
for option in '-T 2' '--form near' '--form sparse' '-T 3 --form compact'; do
	# shellcheck disable=SC2086 # options
	coreextract -q --seeds 12 $option web.sp -o 2.sp
	graphdump -s cores 1.sp >expected.txt
	graphdump -s cores 2.sp >got.txt
	expect_same "a web: the same bytes with $option" expected.txt got.txt
done
coreextract -q --seeds 12 --iterations 600 web.sp -o 2.sp
expect_true 'a web: at least 11 of 12 seeds are the same with 600 iterations' \
	[ "$( (seedpick -q --text 1.sp; seedpick -q --text 2.sp) | sort |
		uniq -d | wc -l)" -ge 11 ]

# ---- given scores ------------------------------------------------------------

hits -i 5 fragments.sp -o scored.sp
run coreextract -v --seeds 6 --stats stats.json scored.sp -o given.sp
expect 'scores of several components' 0
expect_message 'they are ignored, says -v' \
	'scores of the input are ignored: the graph has 84 components'
expect_is 'and --stats' ignored "$(stat given_scores)"
members once.sp >expected.txt
members given.sp >got.txt
expect_same 'the cores are those without given scores' expected.txt got.txt
printf '%s\n' '0 3' '0 4' '1 3' '1 4' '2 4' | graphimport -q |
	hits -i 5 -o scored.sp
coreextract -q --stats stats.json scored.sp -o given.sp
expect_is 'scores of one component are used' used "$(stat given_scores)"
expect_is 'so nothing is ranked' 0 "$(stat rankings)"

# ---- what lower limits would give ---------------------------------------------

printf '%s\n' '0 5' '0 6' '1 5' '1 6' '2 7' '3 7' '4 7' '8 9' '8 10' |
	graphimport -q -o few.txt.sp
run coreextract --seeds 3 few.txt.sp -o few.out
expect 'fewer cores than wanted' 0
expect_message 'how many there are with lower limits' \
	'found only 1 of 3 cores: none of the 3 pages with an authority score starts a core of 2 hubs and 2 authorities (with --min-authorities 1: 2; with --min-hubs 1: 2; with --min-hubs 1 --min-authorities 1: 3)'
run coreextract --seeds 3 --min-hubs 9 --min-authorities 9 few.txt.sp -o few.out
expect_message 'no limit alone is enough' \
	'(with --min-hubs 1 --min-authorities 1: 3)'

# ---- random fragments ------------------------------------------------------------

# fragments K - prints a graph in fragments: the hosts of a web, a few of the
# pages of another, or pieces that are drawn
fragments() {
	case $(($1 % 3)) in
	0) graphgen -q --pages 1500 --links 3 --between 0.05 \
		--host-exponent 2 --seed "$1" | graphprune -q --keep-intra ;;
	1) graphgen -q --pages 3000 --links 12 --seed "$1" |
		graphprune -q --random 1000 | graphprune -q --keep-intra ;;
	2) awk -v k="$1" 'function draw(n) {
			x = x * 16807 % 2147483647
			return x % n
		}
		BEGIN {
			x = 1000 + k * 7919
			for (i = 20 + draw(60); i; i--) {
				size = 3 + draw(18)
				for (j = size * (2 + draw(6)) / 2; j > 0; j--)
					print page + draw(size), page + draw(size)
				page += size
			}
		}' | graphimport -q -f arcs --dense ;;
	esac
}

tens=0
for k in $(seq "${COMPONENTS:-20}"); do
	fragments "$k" >"random.$k"
	try "random.$k" 100 300 1000 3000
	tens=$((tens + (cores == 10)))
	rm "random.$k"
done
echo "# ${COMPONENTS:-20} random graphs: $tens have ten cores"
expect_true 'random fragments: nine of ten graphs have ten cores' \
	[ "$tens" -ge $((${COMPONENTS:-20} * 9 / 10)) ]
kept 'random fragments'

# Hubs alone with many authorities, and each at the end of a longer path a core
# that has next to nothing of the scores of its component.
awk 'BEGIN {
	for (far = 1; far <= 10; far++) {
		hub = page + 0
		for (i = 0; i < 60 + far; i++)
			print hub, ++page
		for (i = 0; i < far; i++) {
			print page + 1, page
			print page + 1, page + 2
			page += 2
		}
		print page + 1, page
		for (i = 3; i <= 4; i++) {
			print page + 1, page + i
			print page + 2, page + i
		}
		page += 5
	}
}' | graphimport -q -f arcs -o faint.sp
try faint.sp 60 300 3000
expect_is 'far from the scores: ten cores' 10 "$cores"
kept 'far from the scores'

# ---- a second implementation ---------------------------------------------------

# COMPONENTS=2000 tries as many random graphs, in some minutes.
if python3 -c 'import numpy' 2>/dev/null; then
	run python3 "$scripts/components.py" "${COMPONENTS:-20}" 1 \
		"$(dirname "$(command -v coreextract)")"
	expect 'dense singular values give the same cores' 0
else
	skip 'a second implementation' 'Python has no numpy'
fi

# ---- real graphs -----------------------------------------------------------

if [ -n "$data" ] && [ -e "$data/hollins/hollins.edges.txt.gz" ]; then
	graphimport -q -f arcs --names "$data/hollins/hollins.urls.txt.gz" \
		"$data/hollins/hollins.edges.txt.gz" | graphprune -o hollins.sp
	for n in 60 300 3000; do
		coreextract -q --seeds 10 --iterations "$n" hollins.sp -o cores
		expect_is "hollins, $n iterations: ten cores" \
			'15x10 5x2 2x5 3x4 6x3 4x3 6x2 2x3 3x3 2x2' \
			"$(sizes cores)"
	done
else
	skip hollins "\$SEEDPIPE_DATA has no hollins/hollins.edges.txt.gz"
fi

# real GRAPH N... - tries a real graph
real() {
	graph=$1
	shift
	if [ -z "$data" ] || ! SEEDPIPE_DATA=$data \
			"$scripts/../pipelines/real" . "$graph" 2>/dev/null; then
		skip "$graph" "\$SEEDPIPE_DATA has no $graph"
		return
	fi
	graphprune -q -o pruned.sp "$graph.sp"
	try pruned.sp "$@"
	expect_is "$graph: ten cores" 10 "$cores"
	kept "$graph"
	rm "$graph.sp"
}

real hollins 100 300 1000 3000
more=
[ -z "${COMPONENTS:-}" ] || more='1000 3000'
for graph in movies parks uk-hosts-1996; do
	# shellcheck disable=SC2086 # numbers
	real $graph 100 300 $more
done
if [ -n "$more" ]; then
	real ics-dev 100 300 1000 3000
else
	skip ics-dev 'only with COMPONENTS=, as it takes 20 seconds'
fi

plan
