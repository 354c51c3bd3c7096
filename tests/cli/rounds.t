#!/bin/sh
# SPDX-License-Identifier: MIT
#
# rounds.t - crawls in rounds by pipelines/rounds.mk on a small web, with GNU
# Wget and with Scrapy where they are installed
#
#	[BIN=bin] [BUILD=build] [PYTHON=python3] tests/cli/rounds.t

# shellcheck disable=SC2154 # of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
# shellcheck source=tests/cli/web.sh disable=SC1091
. "$here/web.sh"
pipelines=$(pwd)/pipelines
: "${PYTHON:=python3}"
cd "$folder" || exit 2

# rounds [SETTING...] - runs them, always in one folder
rounds() {
	run env -u MAKEFLAGS make -f "$pipelines/rounds.mk" BIN="$BIN" \
		OUT=made SERVEWEB="$serveweb" PYTHON="$PYTHON" PAGES=1500 \
		ROUND=40 ROUNDS=4 START=3 DRAWS=1 TYPES=svg "$@"
}

# crawls - prints how many crawls the last run made
crawls() {
	grep -c 'exec sh .*rounds.sh' "$out"
}

# asked NAME - prints the pages that were requested
asked() {
	awk -F '\t' '!/^#/ && $7 != "-" { print $7 }' "made/draw-1/$1.access"
}

# forbidden NAME - prints the pages that robots.txt forbade
forbidden() {
	sed 's/^ROBOTS	\([^	]*\).*/\1/; s/.*<GET \(.*\)>.*/\1/; /^REASON/d
		s/%3A/:/g' "made/draw-1/$1.refused"
}

# ---- sums by hand ------------------------------------------------------------

{
	printf 'http://a.test/1\t0.5\thttp://a.test/1\t1\n'
	printf 'http://a.test/2\t0.25\thttp://a.test/1\t1\n'
	printf 'http://b.test/\t0.125\thttp://b.test/\t1\n'
} >truth.tsv
access() {
	for line; do
		printf '1\tGET\t-\t%s\t9\ttext/html\t%s\n' "${line%%,*}" \
			"${line#*,}"
	done
}
access 200,- 200,http://a.test/1 503,http://b.test/ >one
access 200,http://a.test/1 200,http://a.test/2 302,http://b.test/ \
	404,http://c.test/ >two
awk -f "$pipelines/rounds.awk" truth.tsv one two | tr '\t' ' ' >found
cat >expected <<'END'
#round downloads ok pagerank hosts redirects gone failed duplicates repeated
1 1 1 0.50000000 1 0 0 0 0 0
1 2 1 0.50000000 1 0 0 1 0 0
2 3 1 0.50000000 1 0 0 1 0 1
2 4 2 0.75000000 1 0 0 1 1 1
2 5 2 0.75000000 1 1 0 1 1 2
2 6 2 0.75000000 1 1 1 1 1 2
END
expect_same 'what a crawl has, by hand' expected found
awk -f "$pipelines/rounds.awk" -v size=1 truth.tsv one | cut -f 1 |
	paste -sd ' ' - >found
echo '#round 1 2' >expected
expect_same 'one log, cut into rounds' expected found
{
	printf '#draw\tcrawl\tround\tdownloads\tok\tpagerank\n'
	for row in own,1,1,0.1 own,1,2,0.2 own,2,3,0.3 own,2,4,0.5 \
		next,1,1,0.1 next,1,2,0.3 next,1,3,0.4; do
		echo "7,$row" | awk -F , -v OFS='\t' \
			'{ print $1, $2, $3, $4, 0, $5 }'
	done
} >curves.tsv
awk -f "$pipelines/saved.awk" -v crawl=next curves.tsv | sed 1d |
	tr '\t' ' ' >found
printf '%s\n' 'own 7 1 2 0.2 2 1.0000' 'own 7 2 4 0.5 - -' >expected
expect_same 'downloads that are saved, by hand' expected found

# ---- what is missing ---------------------------------------------------------

rounds CRAWLER=lynx
expect 'an unknown crawler' 2
expect_message 'an unknown crawler, why' 'CRAWLER=lynx: wget or scrapy'
rounds CRAWLER=scrapy PYTHON=false
expect 'no Scrapy' 2
expect_message 'no Scrapy, why' 'skipped: false has no modules scrapy'
rounds CRAWLER=wget SERVEWEB=./none
if command -v wget >/dev/null; then
	expect 'no server' 2
	expect_message 'no server, why' 'skipped: no serveweb'
else
	expect_message 'no Wget, why' 'skipped: wget is not installed'
fi

# ---- with each crawler -------------------------------------------------------

# check_way CRAWLER WAY - the lists of a crawl, and what was requested
check_way() {
	for round in 2 3 4; do
		name=$2-$round
		grep -o 'http://[^"]*' "made/draw-1/$name.list" | sort >expected
		{
			asked "$name"
			forbidden "$name"
		} | sort >found
		expect_same "$1, $name: the list, and nothing else" \
			expected found
		cat expected >>lists
	done
	asked first-1 | sort -u >first
	sort lists first | uniq -d >found
	rm lists
	expect_true "$1, $2: no page is chosen twice" test ! -s found
}

# check CRAWLER - what has just been run
check() {
	expect "$1: the rounds" 0
	expect_true "$1: the verdict is printed" \
		grep -q '^After [0-9.]* downloads, breadth-first has ' "$out"
	check_way "$1" next
	check_way "$1" found
	expect_is "$1: it crawls as much by itself" 160 "$(asked own | wc -l)"
	expect_is "$1: what came has the PageRank that the web gives it" \
		"$(pagerank made/served.sp |
			graphdump -s scores --score pagerank --urls >rank
		awk -F '\t' 'NR == FNR { rank[$2] = $3; next }
			$4 == 200 && !($7 in came) {
				came[$7]; sum += rank[$7] }
			END { printf "%.6f\n", sum }' rank \
			made/draw-1/first-1.access made/draw-1/next-*.access)" \
		"$(awk -F '\t' '$2 == "next" && $3 == 4 {
			printf "%.6f\n", $6 }' made/rounds.tsv)"
	expect_is "$1: the list of round 3 brought what is new" \
		"$(grep -c . made/draw-1/next-3.list) $(awk -F '\t' '
			$7 != "-" && $4 == 200 && !($7 in came) {
				came[$7]; n += FILENAME ~ /next/ }
			END { print n }' made/draw-1/first-1.access \
			made/draw-1/next-2.access made/draw-1/next-3.access |
			awk -v two="$(awk -F '\t' '$2 == 2 { print $5 }' \
				made/expected.tsv)" '{ print $1 - two }')" \
		"$(awk -F '\t' '$2 == 3 { print $3, $5 }' made/expected.tsv)"
	expect_is "$1: a row for each crawl and round" 12 \
		"$(grep -vc '^#' made/rounds.tsv)"
}

if ! command -v wget >/dev/null; then
	skip 'rounds with Wget' 'wget is not installed'
else
	rounds CRAWLER=wget
	if grep -q 'built without' "$err"; then
		skip 'rounds with Wget' 'built without libmicrohttpd'
		plan
		exit
	fi
	check wget
	expect_is 'wget: the first round, two ways of three, and one crawl' \
		8 "$(crawls)"
	asked first-1 >expected
	asked own | head -n 40 >found
	expect_same 'wget: all begin alike' expected found
	expect_is 'the pages that robots.txt forbids are refused' \
		"$(forbidden first-1 | wc -l)" \
		"$(graphdump -s states made/draw-1/first-1.sp |
			grep -c refused)"
	expect_is 'robots.txt and the page of the list are no pages' 0 \
		"$(graphdump -s names made/draw-1/next-2.sp |
			grep -c -e '/robots.txt$' -e seeds.invalid)"
	rounds CRAWLER=wget
	expect_is 'a second run crawls nothing' 0 "$(crawls)"
	rm made/draw-1/next-4.access made/draw-1/next.tsv
	rounds CRAWLER=wget
	expect_is 'a round that was cut off is done again' 1 "$(crawls)"
	rounds CRAWLER=wget NEXT='--per-host none'
	expect_is 'another choice: its rounds only' 3 "$(crawls)"
	expect_true '... with more pages of a host' test 4 -lt \
		"$(cut -d / -f 3 made/draw-1/next-2.list | sort | uniq -c |
			sort -n | awk 'END { print $1 }')"
	if command -v gnuplot >/dev/null; then
		expect_true 'the figure' grep -q '<svg' made/rounds.svg
	else
		skip 'the figure' 'gnuplot is not installed'
	fi
	# Everything is fetched before the last round.
	rm -rf made
	rounds CRAWLER=wget PAGES=60 WEB= NEXT='--per-host none'
	expect 'a web that ends early' 0
	expect_is '... all of which is fetched' 0 \
		"$(graphdump -s states made/draw-1/next-3.sp |
			grep -c unfetched)"
	expect_true '... so that the last list is empty' test ! -s \
		made/draw-1/next-4.list
	expect_is '... and brings nothing' '4 0 0' \
		"$(awk '$2 == 4 { print $2, $3, $5 }' made/expected.tsv)"
fi

if ! "$PYTHON" -c 'import scrapy, warcio' 2>/dev/null; then
	skip 'rounds with Scrapy' "$PYTHON has no modules scrapy and warcio"
else
	rm -rf made
	rounds CRAWLER=scrapy
	check scrapy
fi
plan
