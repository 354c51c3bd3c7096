#!/bin/sh
# SPDX-License-Identifier: MIT
#
# holes.t - what one filter once did wrong, for all of them: statistics over
# the input, rights and links of -o, threads that cannot be started, sums that
# overflow, names that begin like another
#
#	[BIN=bin] [BUILD=build] tests/cli/holes.t

# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC2016 # the scripts of run_sh expand their own arguments
# shellcheck disable=SC3045 # dash has ulimit -v
# shellcheck disable=SC2034 # lib.sh reads label

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

need_reseal

# ---- inputs ------------------------------------------------------------------

seq 0 199 | awk '{ print "http://h" $1 % 9 ".example/" $1 }' >urls
seq 0 199 | awk '{ for (i = 1; i < 6; i++) print $1, ($1 * i + 7) % 200, i }' |
	sort -u -k 1n,1 -k 2n,2 >links
graphimport --weights 3 --names urls -o graph.sp links
hits graph.sp | pagerank -o scores.sp
echo 0 >list
printf '0\t1\n' >table
graphimport --names urls --for-merge 0/1 -o share links
crawlorder --order bfs --seeds list -o orders.sp scores.sp
graphprune -q -g scores.sp --fetched-first bfs:50 -o known.sp orders.sp
awk '{ print "time\turl" } NR == 1 { exit }' urls >log
awk '{ print 1795334402 + NR "\t" $1 }' urls >>log
{
	page='HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=b>page'
	printf 'WARC/1.0\r\nWARC-Type: response\r\n'
	printf 'WARC-Target-URI: http://h0.example/0\r\n'
	printf 'Content-Type: application/http; msgtype=response\r\n'
	# shellcheck disable=SC2059 # it has escapes
	printf 'Content-Length: %s\r\n\r\n%b\r\n\r\n' \
		"$(printf "$page" | wc -c)" "$page"
} >page.warc

# The filter, its input, its options, and what differs between two runs.
cat >filters <<'END'
coreextract|scores.sp|-q
crawlgraph|page.warc|
crawlimport|log|-f tsv
crawlnext|known.sp|-q
crawlorder|scores.sp|--seeds list --order bfs
crawlshape|scores.sp|
graphdump|scores.sp|
graphfold|scores.sp|-q
graphimport|links|-f arcs
graphlinks|scores.sp|--list list
graphmerge|share|
graphprune|scores.sp|-q
graphstat|scores.sp|
harmonic|scores.sp|
hits|scores.sp|
hotcurve|orders.sp|
pagerank|scores.sp|
rank|scores.sp|-m degree
relscore|page.warc|-q -g graph.sp --query page
scoreimport|scores.sp|-q --scores table
seedexpand|scores.sp|-q --known list
seedpick|scores.sp|--top-indegree 3
warcstat|page.warc|--records
END
# The files of graphsplit are another matter: parts.t.
expect_is 'every filter that reads is here' \
	"$(basename -a "$BIN"/* | grep -vx -e graphgen -e graphsplit)" \
	"$(cut -d '|' -f 1 filters)"

# ---- statistics and results --------------------------------------------------

# kept NAME FILE - the last run was refused, and FILE is as it was
kept() {
	expect "$1" 64
	expect_same "$1: the input stays" kept "$2"
}

while IFS='|' read -r filter input options; do
	label="$filter: "
	cp "$input" kept
	ln "$input" hard
	ln -s "$input" soft
	for stats in "$input" "./$input" hard soft; do
		run_sh 'exec $1 $2 --stats "$3" "$4" >result' \
			"$filter" "$options" "$stats" "$input"
		kept "--stats $stats over the operand" "$input"
	done
	if [ "$filter" != relscore ] && [ "$filter" != warcstat ]; then
		run_sh 'exec $1 $2 --stats "$3" <"$3" >result' "$filter" \
			"$options" "$input"
		kept '--stats over standard input' "$input"
	fi
	rm -f hard soft

	echo old >private && chmod 600 private
	echo old >real && chmod 640 real && ln -s real link
	for output in private link; do
		run_sh 'umask 022; exec $1 $2 -o $3 "$4"' "$filter" \
			"$options" "$output" "$input"
		expect "-o $output" 0
	done
	expect_is 'rights and links of -o stay' '600 640 real' \
		"$(stat -c %a private real | tr '\n' ' ')$(readlink link)"
	expect_same 'both have the results' private real
	rm -f private real link
	label=
done <filters

# ---- threads -----------------------------------------------------------------

if has_llvm_openmp; then
	skip 'threads' "LLVM's OpenMP library aborts"
elif (ulimit -v 4000000 && graphgen -n 300 -z 0 >/dev/null); then
	while IFS='|' read -r filter input options; do
		label="$filter: "
		run_sh '$1 $2 -T 1 "$3"' "$filter" "$options" "$input"
		expect 'one thread' 0
		cp "$out" alone
		for kilobytes in 300000 120000 80000 60000 40000; do
			run_sh 'ulimit -v $4; exec $1 $2 -q -T 64 "$3"' \
				"$filter" "$options" "$input" $kilobytes
			case $status in
			0) cmp -s alone "$out" || status='other results' ;;
			71) expect_line "$kilobytes KiB: a message" \
				"$filter" && status=0 ;;
			esac
			expect "64 threads in $kilobytes KiB" 0
		done
		label=
	done <filters
else
	skip 'threads' 'the filters do not run under ulimit -v'
fi

# ---- sums that overflow ------------------------------------------------------

# All weights and scores are as large as a number can be.
set --
for page in $(seq 0 199); do
	for score in SCOR/0 SCOR/1 SCOR/2; do
		set -- "$@" set $score.0 "$page.value" 1.7e308
	done
done
for link in $(seq 0 $(($(wc -l <links) - 1))); do
	set -- "$@" set wghT.0 "$link.value" 1.7e308
done
"$reseal" scores.sp "$@" >huge.sp

# sums COMMAND - the result is whole, or the filter says why there is none
sums() {
	run_sh "$1"
	case $status in
	0) grep -q -i -w -a -e inf -e nan "$out" && status='inf or nan'
		if head -c 4 "$out" | grep -q -a SPS; then
			graphdump -s provenance "$out" >/dev/null 2>&1 ||
				status='refused by readers'
		fi ;;
	65) expect_line "sums: $1: a message" "${1%% *}" && status=0 ;;
	esac
	expect "sums: $1" 0
}

while read -r command; do
	sums "$command"
done <<'END'
hits huge.sp
pagerank huge.sp
pagerank --teleport huge.sp --teleport-score hub huge.sp
pagerank --start huge.sp --start-score hub huge.sp
graphfold -q huge.sp
graphfold -q --to domain huge.sp
graphprune -q huge.sp
graphprune -q --transpose huge.sp
graphprune -q --top hub:9 huge.sp
graphdump --weights huge.sp
graphdump -s scores huge.sp
graphdump -s scores --summary huge.sp
graphstat huge.sp
coreextract -q huge.sp
coreextract -q --norm l1 --size 5 huge.sp
coreextract -q --norm max huge.sp
seedpick --top hub:3 huge.sp
seedpick --cover 3 --weight hub huge.sp
crawlorder --order omniscient --score hub --seeds list huge.sp
crawlorder --order rankmass --trust hub --seeds list huge.sp
crawlorder --order opic --scores --seeds list huge.sp
hotcurve -b huge.sp -s hub orders.sp
hotcurve -b huge.sp -s hub -m cumulative orders.sp
hotcurve -b huge.sp -s hub --summary orders.sp
END

# ---- names that begin like another -------------------------------------------

# A score "hubs" is no "hub", in either direction.
"$reseal" scores.sp bytes SCOR.head 43 0 73 >hubs.sp
"$reseal" hubs.sp takesec scores.sp SCOR END. >both.sp
run_sh 'graphdump -s scores --score hubs both.sp | tail -n +2 | wc -l'
expect_output 'a score and another that it begins: the longer' 200
run_sh 'graphdump -s scores --score hub both.sp | tail -n +2 | wc -l'
expect_output 'the shorter' 200
run seedpick --top hub:3 hubs.sp
expect 'a score that begins like the one asked for' 65
run seedpick --top hub:3 both.sp
expect 'the one asked for' 0
# Results replace those of the same name only.
run_sh 'hits both.sp | graphdump -s scores | head -n 1'
expect_output 'a score of a longer name stays' hubs

plan
