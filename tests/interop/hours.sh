# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# hours.sh - crawls of a web of 41 hosts that differ in response time,
# bandwidth and failures, and the same crawls by crawlorder --time
#
#	. "$here/lib.sh"
#	. "$here/hours.sh"
#	crawl NAME COMMAND [ARGUMENT...]
#	compare_hours NAME 10 10 [OPTION...]
#
# A crawl that is done is kept in $CACHE/hours, so that a script goes on where
# it stopped.  $first is the URL to begin with, and $table has the hosts.  What
# is compared is what the server has logged: when each request came and when its
# answer had been sent.

# shellcheck disable=SC2154 # of lib.sh and crawl.sh

crawlorder --help | grep -q -e '--time QUEUES' ||
	skip_all 'crawlorder has no option --time'
PAGES=2000
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"
graphgen -q -n "$PAGES" --links 12 --host-exponent 1.3 --seed 4 -o web.sp
first=$(graphdump -s names web.sp | awk 'NR == 2 { print $3 }')
echo "$first" >start

# From 10 to 200 ms, from 50 kB to 1 MB a second; at every fourth host, a tenth
# of the requests fails.
graphdump -s names web.sp | sed 1d | cut -f 3 | cut -d / -f 3 | sort -u |
	awk -v OFS='\t' '
	BEGIN { print "host", "response", "bandwidth", "failures" }
	{
		a = NR * 0.618034
		b = NR * 0.414214
		printf "%s\t%.4f\t%d\t%s\n", $1, 0.01 * 20 ^ (a - int(a)),
			50000 * 20 ^ (b - int(b)), NR % 4 ? 0 : 0.1
	}' >hosts
table=hosts
sizes='--page-size 4000 --size-spread 2'

# The web with the sizes of its pages.
# shellcheck disable=SC2086 # the options are words
"$serveweb" -q --write-warc all.warc.gz $sizes web.sp
crawlgraph -q -f warc --by-url -o sized.sp all.warc.gz
kept=$CACHE/hours/$( (graphdump sized.sp && graphdump -s fetches sized.sp &&
	cat "$here/hours_spider.py") | cksum | tr ' ' '-')
mkdir -p "$kept"

# crawl NAME COMMAND [ARGUMENT...] - has a crawler fetch the web, unless it has
# done so with these arguments; sets $asked, the table of its requests
crawl() {
	crawled=$1
	asked=$kept/$1-$( (echo "$@" && cat "$table") | cksum | tr ' ' '-')
	shift
	[ ! -e "$asked" ] || return 0
	# shellcheck disable=SC2086 # the options are words
	begin $sizes --hosts "$table" --spans spans
	ended=0
	"$@" >"$out" 2>"$err" || ended=$?
	end
	if expect_is "$crawled: the crawler ended" 0 "$ended"; then
		mv spans "$asked"
	else
		tail -n 3 "$err" | sed 's/^/# /'
	fi
}

# compare_hours NAME ERROR POINTS [OPTION...] - the last crawl took as long as
# the simulated one with these options, within ERROR percent, and had fetched as
# many pages at each tenth of its time, within POINTS percent of all
compare_hours() {
	[ -e "$asked" ] || return 0
	compared=$1
	percent=$2
	most=$3
	shift 3
	run crawlorder -q --order bfs --seeds start --spread 0 \
		--host-table "$table" "$@" -o order.sp sized.sp
	expect "$compared: simulated" 0 || return 0
	graphdump -s orders order.sp >order
	python3 "$here/hours_compare.py" "$table" "$asked" order \
		>result
	read -r real simulated error points late pages requests others <result
	echo "# figure $compared: pages $pages, requests $requests, seconds" \
		"$real, simulated $simulated, error $error %, at tenths" \
		"$points points, answers late by $late %"
	sed 1d result
	expect_is "$compared: the same pages" 0 "$others"
	if [ "${late%.*}" -ge 10 ]; then
		skip "$compared: the time" "the machine was too busy"
		rm "$asked"
		return
	fi
	expect_true "$compared: the time, within $percent %" awk \
		"BEGIN { exit !($error <= $percent && -$percent <= $error) }"
	expect_true "$compared: pages at tenths of it, within $most points" \
		awk "BEGIN { exit !($points <= $most) }"
}
