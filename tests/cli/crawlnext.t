#!/bin/sh
# SPDX-License-Identifier: MIT
#
# crawlnext.t - the next batch of a crawl: candidates, budgets, what to expect,
# and an independent choice on random crawls
#
#	[BIN=bin] [BUILD=build] [ROUNDS=30] tests/cli/crawlnext.t
#
# ROUNDS is the number of random crawls.

# shellcheck disable=SC2154 # of lib.sh

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
! built_without graphimport --domain ||
	skip_all 'graphimport was built without libpsl'
need_reseal

# chosen ARGUMENT... - the pages of a batch, in one line
chosen() {
	crawlnext -q "$@" | graphdump -s seeds | awk '!/^#/ { print $2 }' |
		paste -sd ' ' -
}

# figure NAME FILE - a number of --stats
figure() {
	grep -o "\"$1\": [0-9.e-]*" "$2" | cut -d ' ' -f 2
}

# ---- worked by hand --------------------------------------------------------

# Pages: 0 a.test/, 1 a.test/1, 2 a.test/2, 3 b.test/, 4 a.test/3.  The crawl
# has fetched 0 and 1, and knows the links 0 -> 1, 2, 3 and 1 -> 3, 4.  Their
# PageRank is .144075 .184896 .184896 .263477 .222656 (the power iteration in
# six lines of another language).
printf '%s\n' 'http://a.test/ http://a.test/1' 'http://a.test/ http://a.test/2' \
	'http://a.test/ http://b.test/' 'http://a.test/1 http://b.test/' \
	'http://a.test/1 http://a.test/3' 'http://b.test/ http://a.test/3' \
	'http://b.test/ http://c.test/' 'http://c.test/ http://d.test/' >links
echo 'http://a.test/' >start
graphimport -q --domain -o web.sp links
crawlorder -q --seeds start --order bfs web.sp |
	graphprune -q --fetched-first bfs:2 -o known.sp
expect_is 'by PageRank of what is known' '3 4 2' \
	"$(chosen -n 3 --per-host none known.sp)"
expect_is 'the first two' '3 4' "$(chosen -n 2 --per-host none known.sp)"
expect_is 'one of a host' '3 4' "$(chosen -n 3 --per-host 1 known.sp)"
expect_is 'half of a batch of four is two of a host' '3 4 2' \
	"$(chosen -n 4 --per-host 50% known.sp)"
expect_is 'a tenth of three is one of a host, by default' '3 4' \
	"$(chosen -n 3 known.sp)"
expect_is 'hosts that were asked before' '4 2' \
	"$(chosen -n 3 --per-host none --known-hosts-only known.sp)"
expect_is 'one of a domain' '3 4' \
	"$(chosen -n 3 --per-host none --per-domain 1 known.sp)"
run_sh 'crawlnext -n 3 --per-host none --per-domain 1 known.sp >few.sp'
expect_message 'the budget that left pages out is named' 'crawlnext: only 2 of 3 pages: the other 1 would exceed a limit (--per-domain 1; give a larger one, or none)'
hits -q known.sp | crawlnext -q -n 2 --per-host none --by authority |
	graphdump -s seeds | awk '!/^#/ { print $2 }' | paste -sd ' ' - >by
expect_is 'by another score' '3 2' "$(cat by)"
hits -q known.sp | crawlnext -n 2 --per-host none --by hub -o by.sp 2>equal
expect_is 'a score that decides nothing' \
	'crawlnext: all 3 pages to choose from have the same score "hub": they are chosen by their numbers' \
	"$(cat equal)"
run_sh 'pagerank -q --name host known.sp | crawlnext -q --by host --explain |
	head -n 1 | tr "\t" "\n" | sort | uniq -d'
expect_is 'no two columns have one name' '' "$(cat "$out")"
run crawlnext --explain -n 3 --per-host none known.sp
expect 'explained' 0
expect_is 'the table' \
	'#node	url	state	pagerank	in_links	linking_hosts	host	host_known	host_tried	host_ok	expected_ok	host_most	expected_bytes	expected_duplicates	host_seconds
3	http://b.test/	unfetched	0.263477	2	1	b.test	1	0	0	1	-	-	-	-
4	http://a.test/3	unfetched	0.222656	1	1	a.test	4	2	2	1	-	-	-	-
2	http://a.test/2	unfetched	0.184896	1	1	a.test	4	2	2	1	-	-	-	-' \
	"$(cat "$out")"
run crawlnext --stats stats -n 2 --per-host none -o batch.sp known.sp
expect_is 'candidates' 3 "$(figure candidates stats)"
expect_is 'chosen' 2 "$(figure chosen stats)"
expect_is 'all of it is expected' 2 "$(figure expected_ok stats)"
expect_is 'hosts' 2 "$(figure hosts stats)"
expect_is 'a new host' 1 "$(figure new_hosts stats)"
expect_is 'the share of what is left to fetch' 0.7244 \
	"$(figure share_of_score stats | cut -c 1-6)"
expect_is 'to a crawler, with priorities' \
	'http://b.test/	nutch.score=1
http://a.test/3	nutch.score=0.5' \
	"$(seedpick --to nutch batch.sp)"
expect_is 'provenance' \
	' --count 2 --per-host none --per-domain none --host-floor none --new-hosts none # by pagerank, pages 2 of 3' \
	"$(graphdump -s provenance batch.sp |
		sed -n 's/.*crawlnext [0-9.]*//p')"

# ---- states ----------------------------------------------------------------

# Page 2 is gone, 3 failed but may be retried, 4 is forbidden.
"$reseal" known.sp set stat.0 2.state 3 set stat.0 3.state 4 \
	set stat.0 4.state 5 >failures.sp 2>"$err"
if graphdump -s states failures.sp 2>"$err" | grep -q refused; then
	run crawlnext -n 3 --per-host none failures.sp -o none.sp
	expect 'nothing is left' 0
	expect_message 'and a warning says so' 'no page is left to fetch'
	expect_is 'a temporary failure, again' 3 \
		"$(chosen --retry --per-host none failures.sp)"
	run crawlnext -n 9 --per-host none -o x.sp failures.sp
	expect_message 'pages that failed are not forgotten' 'see --retry: '
	crawlnext -q --retry --explain --per-host none failures.sp >"$out"
	# Of the crawl's 4 requests 2 brought a page: (0 + 10 / 2) / (1 + 10).
	expect_is 'one failure does not make a bad host' \
		'failed 0.454545' "$(awk '!/^#/ { print $3, $11 }' "$out")"
else
	not_ok 'states can be set' "$(cat "$err")"
fi

# ---- estimators ------------------------------------------------------------

printf '0\n7\n50\n' >three
graphgen -q -n 3000 --seed 4 | crawlorder -q --seeds three --order bfs |
	graphprune -q --fetched-first bfs:500 -o half.sp
# What --explain of all candidates gives as scores, by page.
explained() {
	crawlnext -q -n 100000 --per-host none --explain "$@" half.sp |
		sort -n | cut -f 1,4
}
crawlnext -q -n 50 --stats auto.json half.sp -o half-next.sp
expect_is 'auto uses the estimator with the best trial' '' "$(
	tr -d '{}" ' <auto.json | tr ',' '\n' | awk -F : '
		$1 ~ /^trial_/ { share[substr($1, 7)] = $2 }
		$1 == "estimator" { used = $2 }
		END {
			for (name in share)
				if (name != "pages" &&
				    share[name] > best * 1.000001) {
					best = share[name]
					which = name
				}
			if (best <= share["pagerank"] * 1.01)
				which = "pagerank"
			if (share[used] < best && which != used)
				print used, which
		}')"
expect_is 'pagerank is that of pagerank(1)' \
	"$(pagerank half.sp | graphdump -s scores |
		awk '!/^#/ { printf "%s\t%.6g\n", $1, $2 }' >all
	explained --estimator pagerank | awk -F '\t' '
		NR == FNR { rank[$1] = $2; next }
		!/^#/ && $2 + 0 != rank[$1] + 0 { print "differs:", $1, $2 }
		' all -)" ''
for estimator in pagerank95 expected yield; do
	explained --estimator "$estimator" >"$estimator.tsv"
	expect_is "$estimator: a column of its name" "node $estimator" \
		"$(head -n 1 "$estimator.tsv" | tr '\t' ' ' | tr -d '#')"
done
expect_is 'estimators differ' 3 "$(for estimator in pagerank95 expected yield
	do
		sed 1d "$estimator.tsv" | cksum
	done | sort -u | wc -l | tr -d ' ')"
# The links of pages that another round has fetched are not in the graph.
graphgen -q -n 3000 --seed 4 | crawlorder -q --seeds three --order bfs |
	graphprune -q --fetched-first bfs:900 -o since.sp
explained --estimator yield --done since.sp | awk -F '\t' '
	NR == FNR { score[$1] = $2; next }
	!/^#/ { rows++; wrong += score[$1] != $2 }
	END { print (rows ? wrong + 0 : "no rows") }' yield.tsv - >differ
expect_is 'estimators go by the main graph' 0 "$(cat differ)"
run crawlnext --estimator best half.sp
expect 'no such estimator' 64
expect_message 'the names are given' 'none of auto, pagerank, pagerank95'
run crawlnext --estimator yield --by hub half.sp
expect 'a score and an estimator' 64
crawlnext -q -n 9 -T 2 half.sp -o two.sp
crawlnext -q -n 9 -T 1 half.sp -o one.sp
expect_is 'threads do not matter' "$(graphdump -s seeds one.sp)" \
	"$(graphdump -s seeds two.sp)"
# ---- budgets from what is known of hosts ------------------------------------

# most FACTORS ARGUMENT... - each host of the batch with its budget
most() {
	factors=$1
	shift
	crawlnext -q --explain --weigh-hosts "$factors" "$@" |
		awk '!/^#/ { print $7 ":" $12 }' | sort -u | paste -sd ' ' -
}

# Candidates of a.test have the scores .222656 and .184896, that of b.test
# .263477: a mean of .335514, so factors of 1.214730 and .785293.
expect_is 'by the rank of hosts' 'a.test:12 b.test:7' \
	"$(most rank -n 100 known.sp)"
# Of 5 known pages 2 were requested: .4.  Of a.test (2 + 4) / (4 + 10), of
# b.test (0 + 4) / (1 + 10): factors of .933333 and 1.1.
expect_is 'by what was fetched' 'a.test:93 b.test:110' \
	"$(most fetched -n 1000 known.sp)"
expect_is 'by both' 'a.test:113 b.test:86' \
	"$(most fetched,rank -n 1000 known.sp)"
expect_is 'at least one page' 'a.test:1 b.test:1' \
	"$(most rank -n 1000 --per-host 1 known.sp)"
# Of 4 requests to a.test 1 came, of 1 to b.test 0: the crawl's share is .2,
# that of a.test (1 + 2) / (4 + 10), of b.test (0 + 2) / (1 + 10).
"$reseal" known.sp set stat.0 0.state 4 set stat.0 2.state 4 \
	set stat.0 3.state 4 set stat.0 4.state 4 >yield.sp 2>"$err"
expect_is 'by the yield of hosts' 'a.test:1071 b.test:909' \
	"$(most yield --retry -n 10000 yield.sp)"
run_sh 'crawlnext --weigh-hosts yield -n 2 known.sp >yield.sp'
expect_message 'a factor that decides nothing' \
	'crawlnext: option --weigh-hosts: "yield" is the same for all 2 hosts that have pages to fetch'
run crawlnext --weigh-hosts rank,feched known.sp
expect 'no such factor' 64
expect_message 'with the one that is near' 'no factor "feched" (did you mean fetched?)'
run crawlnext --weigh-hosts rank, known.sp
expect 'an empty factor' 64
run crawlnext --weigh-hosts rank --per-host none known.sp
expect 'nothing to multiply' 64

# ---- the floor and new hosts ------------------------------------------------

expect_is 'the best of each host' '3 4' \
	"$(chosen -n 2 --per-host none --host-floor 1 known.sp)"
# By score b.test comes first, so that a batch of one has nothing of a.test.
run_sh 'crawlnext -n 1 --per-host none --host-floor 1 known.sp >floor.sp'
expect_message 'a batch too small for all' \
	'crawlnext: option --host-floor: hosts that get fewer than 1 pages, though they have them: 1 (give a larger --count)'
run_sh 'crawlnext -n 3 --per-host 2 --host-floor 2 --per-domain 1 known.sp >floor.sp'
expect_message 'a domain below the floor of its host' \
	'crawlnext: option --host-floor: hosts that get fewer than 2 pages, though they have them: 1 (other limits are smaller)'
expect_is 'no new host' '4 2' \
	"$(chosen -n 3 --per-host none --new-hosts 0 known.sp)"
expect_is 'one new host' '3 4 2' \
	"$(chosen -n 3 --per-host none --new-hosts 1 known.sp)"

# As doubles, 29 % of 100 is 28.999999999999996.
for share in '29% 100' '57% 10000' '32.3% 1000' '2.01% 1000000' '33.4% 10'; do
	crawlnext -q --explain --per-host "${share% *}" -n "${share#* }" \
		known.sp | sed -n 2p | cut -f 12
done >shares
expect_is 'shares are rounded down, as decimals' '29 5700 323 20100 3' \
	"$(paste -sd ' ' shares)"

# ---- scopes -----------------------------------------------------------------

printf '%s\n' '# hosts' '' '  B.test ' >hosts
expect_is 'a host' 3 "$(chosen -n 9 --per-host none --scope hosts known.sp)"
echo '+http://(test,a,)/3' >surts
expect_is 'a SURT prefix' 4 \
	"$(chosen -n 9 --per-host none --scope surts known.sp)"
echo 'org,example,' | cat surts hosts - >scope
run_sh 'crawlnext --stats stats -n 9 --per-host none --scope scope known.sp >scoped.sp'
expect_message 'a line without a page' \
	'crawlnext: scope: line 5: "org,example," matches no page of the graph (lines that match none: 1 of 3)'
expect_is 'both' '3 4' "$(chosen -n 9 --per-host none --scope scope known.sp)"
expect_is 'left out' 1 "$(figure out_of_scope stats)"
expect_is 'in the line of provenance' 'scope of 3 lines, by pagerank, pages 2 of 2' \
	"$(graphdump -s provenance scoped.sp |
		sed -n 's/.*crawlnext .* # //p')"
printf '%s\n' '/[2-9]$' '^http://a' >patterns
expect_is 'patterns' 3 \
	"$(chosen -n 9 --per-host none --exclude patterns known.sp)"
expect_is 'a pattern of standard input' '4 2' \
	"$(echo b.test | chosen -n 9 --per-host none --exclude - known.sp)"
run_sh 'printf "%s\n" b /x /y | crawlnext --stats stats -n 9 --exclude - known.sp >x.sp'
expect_message 'patterns without a page' \
	'crawlnext: standard input: line 2: "/x" matches no page of the graph (lines that match none: 2 of 3)'
expect_is 'excluded' 1 "$(figure excluded stats)"
run_sh 'echo test | crawlnext -n 9 --scope hosts --exclude - known.sp >x.sp'
expect_message 'nothing in scope' \
	'crawlnext: no page is left to fetch (outside of --scope: 2, in --exclude: 1)'
# Patterns after a scope of several lines.
printf '%s\n' b.test test,a, b.test b.test >four
echo '/[2-9]$' >patterns
run crawlnext -q --explain -n 9 --per-host none --scope four \
	--exclude patterns known.sp
expect 'a scope and patterns' 0
expect_is 'a scope and patterns: the page' 3 "$(sed 1d "$out" | cut -f 1)"
# What seedpick writes as a scope is read back.
crawlnext -q -n 1 --per-host none known.sp |
	seedpick -q --to surt --scope host >written
expect_is 'a scope that seedpick has written' 3 \
	"$(chosen -n 9 --per-host none --scope written known.sp)"

# A host against the hosts of the graph, on a larger one.
printf '0\n7\n50\n' >three
graphgen -q -n 3000 --seed 3 | crawlorder -q --seeds three --order bfs |
	graphprune -q --fetched-first bfs:300 -o large.sp
crawlnext -q -n 100000 --per-host none --explain large.sp >all
awk '!/^#/ { print $7 }' all | sort -u | awk 'NR % 3 == 1' >thirds
awk 'NR == FNR { in_scope[$1]; next } !/^#/ && $7 in in_scope { print $1 }' \
	thirds all | paste -sd ' ' - >expected
expect_is 'a third of the hosts' "$(cat expected)" \
	"$(chosen -n 100000 --per-host none --scope thirds large.sp)"
awk '!/^#/ && $2 !~ /[13]\.html?$|^http:\/\/www/ { print $1 }' all |
	paste -sd ' ' - >expected
printf '%s\n' '[13]\.html?$' '^http://www' >patterns
expect_is 'patterns, as awk reads them' "$(cat expected)" \
	"$(chosen -n 100000 --per-host none --exclude patterns large.sp)"

# ---- other rounds -----------------------------------------------------------

# The same web with other numbers of pages, of which four were fetched: a.test/,
# /1 and /2, and b.test/.
sed -n '3p;4p;1p;2p;5,$p' links | tac | graphimport -q -o other-web.sp
crawlorder -q --seeds start --order bfs other-web.sp |
	graphprune -q --fetched-first bfs:4 -o later.sp
run crawlnext --stats stats --per-host none --explain --done later.sp known.sp
expect_is 'what another round has fetched is done' 'http://a.test/3 3 3' \
	"$(awk '!/^#/ { print $2, $9, $10 }' "$out")"
expect_is 'pages that are done' 2 "$(figure "done" stats)"
expect_is 'a later round wins' 3 \
	"$(chosen --retry --per-host none --done later.sp --done failures.sp \
		known.sp)"
expect_is 'unless it only knows the page' '' \
	"$(chosen --retry --per-host none --done failures.sp --done later.sp \
		known.sp)"
expect_is 'its own round changes nothing' '3 4 2' \
	"$(chosen --per-host none --done known.sp known.sp)"
sed 's/a.test/A.test/g' links | graphimport -q -o upper.sp
echo 0 >zero
crawlorder -q --seeds zero --order bfs upper.sp |
	graphprune -q --fetched-first bfs:4 -o upper-later.sp
expect_is 'by normal forms' 4 \
	"$(chosen --per-host none --done upper-later.sp known.sp)"
run_sh 'crawlnext --per-host none --match exact --done upper-later.sp known.sp >x.sp'
expect 'another spelling, by exact names' 0
expect_is 'only b.test is shared' '4 2' \
	"$(chosen --per-host none --match exact --done upper-later.sp known.sp)"
printf 'http://x.test/ http://x.test/1\n' | graphimport -q -o x-web.sp
crawlorder -q --seeds zero --order bfs x-web.sp |
	graphprune -q --fetched-first bfs:1 -o x-known.sp
run crawlnext --per-host none --done x-known.sp known.sp -o x.sp
expect_message 'a graph of other pages' \
	'crawlnext: option --done: x-known.sp shares no page with the graph'
printf '0 1\n1 2\n' | graphimport -q -o bare.sp
echo 0 >zero
crawlorder -q --seeds zero --order bfs bare.sp |
	graphprune -q --fetched-first bfs:1 -o bare-known.sp
run crawlnext --done web.sp known.sp
expect 'a round without states' 65
run crawlnext --done bare-known.sp known.sp
expect 'a round without names' 65
run crawlnext --match exact known.sp
expect 'a match of nothing' 64

# ---- what failed some time ago ----------------------------------------------

# Pages 0 and 1 failed in the first two downloads; by seconds, 100,000 apart.
"$reseal" known.sp set stat.0 0.state 4 set stat.0 1.state 4 >replay.sp
"$reseal" replay.sp set ftch.head clock 1 set ftch.0 1.time 200001 >timed.sp
next='--retry-after'
expect_is 'older than a day' '3 4 2 0' \
	"$(chosen --per-host none $next 1d timed.sp)"
expect_is 'not older than its age' '3 4 2' \
	"$(chosen --per-host none $next 100000s timed.sp)"
expect_is 'a second younger' '3 4 2 0' \
	"$(chosen --per-host none $next 99999s timed.sp)"
expect_is 'by a later time' '3 4 1 2 0' \
	"$(chosen --per-host none $next 0s --now 1970-01-02T03:46:42Z timed.sp)"
run_sh 'crawlnext --stats stats --per-host none --retry-after 1w --now 1970-01-01 timed.sp >x.sp'
expect_message 'a time before the last fetch' \
	'crawlnext: option --now: 1970-01-01 is before the last fetch of the stream'
expect_is 'too early' 2 "$(figure too_early stats)"
expect_is 'by downloads' '3 4 2 0' \
	"$(chosen --per-host none $next 0 replay.sp)"
run crawlnext $next 1d replay.sp
expect 'days of a replay' 65
"$reseal" timed.sp set ftch.0 0.time 0 >some-timed.sp
run_sh 'crawlnext --per-host none --retry-after 9w some-timed.sp >x.sp'
expect_message 'a time that is not known' \
	'crawlnext: option --retry-after: 1 pages failed at a time that is not known, and may be asked for again'
"$reseal" timed.sp dropsec ftch >untimed.sp
run crawlnext $next 1d untimed.sp
expect 'no times' 65
for age in x 1y -1d 1.5h '' d 99999999999999999999s 9999999999999999999w; do
	run crawlnext $next "$age" timed.sp
	expect "no age: \"$age\"" 64
done
run crawlnext $next 1d --now today timed.sp
expect 'no time' 64
run crawlnext --now 1970-01-02 timed.sp
expect 'a time for nothing' 64
# The round since has asked for page 1 again, later and in vain.
"$reseal" timed.sp set ftch.0 1.time 600001 >since.sp
expect_is 'by the fetches of all rounds' '3 4 2 0' \
	"$(chosen --per-host none $next 2d --done since.sp timed.sp)"
run_sh 'crawlnext --per-host none --retry-after 0s --done replay.sp timed.sp >x.sp'
expect_message 'rounds with other clocks' \
	'crawlnext: option --done: the times of replay.sp are downloads, not seconds, and are ignored'

# ---- what to expect ---------------------------------------------------------

# Of a.test 3 pages of 100, 200 and 300 bytes came, the first two alike, and of
# b.test one of 1,000: a mean of 400 bytes, and a quarter repeats another.  A
# page of a.test has (600 + 4000) / (3 + 10) bytes, and (1 + 2.5) / (3 + 10) of
# them repeat; of c.test, nothing is known.
crawlorder -q --seeds start --order bfs web.sp |
	graphprune -q --fetched-first bfs:4 -o four.sp
"$reseal" four.sp set ftch.0 0.size 101 set ftch.0 1.size 201 \
	set ftch.0 2.size 301 set ftch.0 3.size 1001 set ftch.0 0.digest 7 \
	set ftch.0 1.digest 7 set ftch.0 2.digest 8 set ftch.0 3.digest 9 >sized.sp
# Waits of a.test: 10 of 2 s, of b.test: 20 of 5 s, so 4 s on average.  A page
# of a.test takes (20 + 40) / (10 + 10) s.
printf '%s\t%s\t%s\t%s\t%s\n' '#host' downloads failures bytes wait_median \
	b.test 20 1 9 5 a.test 11 0 9 2 c.test 1 0 9 - >speeds.tsv
crawlnext -q --per-host none --explain --speeds speeds.tsv sized.sp >"$out"
expect_is 'bytes, duplicates and seconds of each host' \
	'a.test 353.846 0.269231 3 c.test 400 0.25 4' \
	"$(awk '!/^#/ { print $7, $13, $14, $15 }' "$out" | sort |
		paste -sd ' ' -)"
run crawlnext -v --stats stats --per-host none --speeds speeds.tsv -o x.sp sized.sp
expect_is 'bytes of all' 753.846 "$(figure expected_bytes stats | cut -c 1-7)"
expect_is 'the share of duplicates' 0.25961 \
	"$(figure expected_duplicates stats | cut -c 1-7)"
expect_is 'hours of the slowest host' 0.00111 \
	"$(figure expected_hours stats | cut -c 1-7)"
expect_is 'hours of all' 0.00194 "$(figure hours_one_by_one stats | cut -c 1-7)"
expect_is 'which is the slowest' 'crawlnext: c.test takes longest (pages: 1, 4 s each)' \
	"$(grep longest "$err")"
expect_is 'budgets by speed' 'a.test:13 c.test:10' \
	"$(most speed -n 100 --speeds speeds.tsv sized.sp)"
run crawlnext --stats stats --per-host none --delay 1800 -o x.sp known.sp
expect_is 'two pages of one host, half an hour each' 1 \
	"$(figure expected_hours stats)"
expect_is 'and one of another' 1.5 "$(figure hours_one_by_one stats)"
run crawlnext --per-host none --delay 1800 -o y.sp known.sp
expect_message 'hours that nobody sees' 'option --delay has no effect on the batch'
expect_same '... and the same batch' x.sp y.sp
run crawlnext -n 1 --weigh-hosts speed --speeds speeds.tsv -o y.sp sized.sp
expect_message 'speeds that weigh budgets' ''
expect_is 'sizes are not known' '' "$(figure expected_bytes stats)"
printf '%s\t%s\t%s\n' time url status 2026-11-25T10:00:00Z http://a.test/ 200 \
	2026-11-25T10:00:06Z http://a.test/1 200 >log.tsv
crawlimport -q -f tsv --table hosts log.tsv >table.tsv
crawlnext -q --per-host none --explain --speeds table.tsv known.sp >"$out"
expect_is 'the table of crawlimport' '6 6 6' \
	"$(awk '!/^#/ { print $15 }' "$out" | paste -sd ' ' -)"
# Of two hosts a page came, and both have no robots.txt, which says nothing of
# their pages.  One in a folder is a page, and so is the one of a file.
printf '%s\n' http://a.test/ http://a.test/robots.txt http://a.test/1 \
	https://b.test/ https://b.test/robots.txt https://b.test/x/robots.txt \
	ftp://b.test/robots.txt https://c.test/robots.txt >urls.txt
printf '%s\n' '0 2' '3 5' '3 6' '3 7' >links.txt
printf '%s\n' 0 '1	gone' 3 '4	gone' >fetched.txt
graphimport -q -f arcs --names urls.txt --fetched fetched.txt \
	-o robots.sp links.txt
crawlnext -q --per-host none --explain robots.sp >"$out"
expect_is 'robots.txt is no page' 'http://a.test/1:1:1 https://b.test/x/robots.txt:1:1' \
	"$(awk '$2 ~ /^http/ { print $2 ":" $9 ":" $10 }' "$out" | sort |
		paste -sd ' ' -)"
# Four requests in two seconds, by a clock of whole ones: the median of the three
# waits is 0.
printf '%s\t%s\t%s\n' time url status \
	2026-11-25T10:00:00Z http://a.test/ 200 \
	2026-11-25T10:00:00Z http://a.test/1 200 \
	2026-11-25T10:00:00Z http://a.test/2 200 \
	2026-11-25T10:00:02Z http://a.test/3 200 >log.tsv
crawlimport -q -f tsv --table hosts log.tsv >table.tsv
run crawlnext -n 3 --stats stats --per-host none --speeds table.tsv -o x.sp known.sp
expect_is 'a median of 0: the mean' '' "$(cat "$err")"
expect_is 'seconds of three pages' 0.00055 \
	"$(figure hours_one_by_one stats | cut -c 1-7)"
printf '#host\tdownloads\tfailures\twait_median\na.test\t3\t0\t0\n' >x.tsv
run crawlnext --per-host none --speeds x.tsv -o x.sp known.sp
expect_message 'a median of 0, and no mean' 'so nothing takes time'
printf '#host\tdownloads\tfailures\twait_median\nx.test\t3\t0\t2\n' >x.tsv
run crawlnext --per-host none --speeds x.tsv -o x.sp known.sp
expect_message 'speeds of other hosts' \
	'crawlnext: x.tsv: no host of the graph, so all have the speed of the whole table'

# ---- graphs that know no other page -----------------------------------------

{
	page='HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=b>page'
	printf 'WARC/1.0\r\nWARC-Type: response\r\n'
	printf 'WARC-Target-URI: http://h0.example/0\r\n'
	printf 'Content-Type: application/http; msgtype=response\r\n'
	# shellcheck disable=SC2059 # it has escapes
	printf 'Content-Length: %s\r\n\r\n%b\r\n\r\n' \
		"$(printf "$page" | wc -c)" "$page"
} >page.warc
crawlgraph -q -o archive.sp page.warc
expect_is 'the page that an archive links to' 1 \
	"$(chosen --per-host none archive.sp)"
run_sh 'crawlgraph -q --fetched-only page.warc | crawlnext >x.sp'
expect_message 'without the links to it' \
	'crawlnext: no page is left to fetch: the graph was made with --fetched-only, which drops the links to all others (make it without)'

# What has come is not undone by a rule of a later round.
printf 'http://a.test/\nhttp://a.test/1\n' >came
sed 's/$/\tfiltered/' came >forbidden
echo '0 1' | graphimport -q --names came --fetched forbidden -o forbidden.sp
crawlnext -q --per-host none --explain --done forbidden.sp known.sp >"$out"
expect_is 'a host of which pages came has been requested' '2 2' \
	"$(awk '$1 == 4 { print $9, $10 }' "$out")"
run crawlnext -n 9 --per-host none --known-hosts-only -o x.sp known.sp
expect_message 'pages of new hosts are not forgotten' \
	'no other page is left to fetch (of new hosts, see --known-hosts-only: 1)'
run crawlnext --delay 0 known.sp
expect 'no delay' 64
run crawlnext --retry-after 7 timed.sp
expect 'an age without a unit' 65
expect_message 'is not taken for seconds' 'give 7 a unit'

# ---- refusals --------------------------------------------------------------

run crawlnext web.sp
expect 'a graph without states' 65
expect_message 'is refused' 'no states of pages'
run crawlnext --per-host 0 known.sp
expect 'no budget' 64
run crawlnext --per-host 101% known.sp
expect 'more than the batch' 64
run crawlnext --by nothing known.sp
expect 'no such score' 65
run crawlnext -n 1 bare-known.sp -o bare-next.sp
expect 'without hosts' 0
expect_message 'warns' 'no hosts in the stream'
run crawlnext --estimator expected bare-known.sp
expect 'stand-ins without hosts' 65
run crawlnext --per-host 3 bare-known.sp
expect 'a budget without hosts' 65

# ---- an independent choice -------------------------------------------------

# The rows of --explain of all candidates give the scores, hosts, and which are
# new; awk takes one page after the other, the floor first.
cat >choose.awk <<'EOT'
/^#/ { next }
{ page[++rows] = $1; host[rows] = $7; new[rows] = !$9 }
function take(row) {
	left[row] = 0
	if (used[host[row]] >= most)
		return
	if (new[row] && !used[host[row]] && entered++ >= most_new)
		return
	used[host[row]]++
	taken[row] = 1
	n++
}
END {
	for (row = 1; row <= rows; row++)
		left[row] = 1
	for (row = 1; row <= rows; row++) {
		if (done[host[row]]++)
			continue
		for (i = row; i <= rows; i++)
			if (host[i] == host[row] && n < 20 &&
			    got[host[i]]++ < least)
				take(i)
	}
	for (row = 1; row <= rows && n < 20; row++)
		if (left[row])
			take(row)
	for (row = 1; row <= rows; row++)
		if (taken[row])
			print page[row]
}
EOT
printf '0\n7\n50\n' >three
i=0
wrong=
while [ "$i" -lt "${ROUNDS:-30}" ]; do
	i=$((i + 1))
	graphgen -q -n $((100 + i * 7)) --seed "$i" |
		crawlorder -q --seeds three --order bfs |
		graphprune -q --fetched-first "bfs:$((10 + i))" -o round.sp
	most=$((i % 4 + 1))
	least=$((i % 3))
	[ "$least" -le "$most" ] || least=0
	new=$((i % 5 + 1))
	crawlnext -q -n 100000 --per-host none --explain round.sp |
		awk -v most="$most" -v least="$least" -v most_new="$new" \
			-f choose.awk | paste -sd ' ' - >expected
	chosen -n 20 --per-host "$most" --host-floor "$least" \
		--new-hosts "$new" round.sp >got
	grep -q '[0-9]' expected && cmp -s expected got ||
		wrong="$wrong $i"
done
expect_is 'random crawls: the best pages that fit' '' "$wrong"

plan
