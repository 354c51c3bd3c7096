#!/bin/sh
# SPDX-License-Identifier: MIT
#
# heritrix.t - Heritrix crawls a served web and writes WARC and ARC files and
# its crawl.log, and what is imported of them is what was served

# shellcheck disable=SC2086,SC2094,SC2154 # options are words; of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/interop/heritrix.sh
. "$here/heritrix.sh"
: "${PAGES:=2000}"
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"

# crawl THREADS EXTRA - crawls; sets $job, the folder of what it wrote
crawl() {
	new_job
	sed "s|@FIRST@|$first|; s|@PORT@|$port|; s|@THREADS@|$1|
		s|@EXTRA@|$2|" "$here/heritrix.cxml" \
		>jobs/web/crawler-beans.cxml
	run_job
}

# compare_paths NAME - parents are those of the log and lead to the page, and
# the depths by paths are those by parents
compare_paths() {
	crawlimport -q -g "$imported" -R $job/logs/crawl.log |
		graphdump -s orders - | sed 1d >orders
	graphdump -s names "$imported" | awk -F '\t' 'FILENAME == "-" {
			url[$1] = $3
			next
		}
		$5 != "-" { print url[$5] "\t" url[$3] }' - orders |
		sort >parents
	awk '$2 >= 200 && $2 < 400 && $4 !~ /\/robots.txt$/ && $6 != "-" {
			print $6 "\t" $4
		}' $job/logs/crawl.log | sort >vias
	echo "# figure $1: parents $(wc -l <parents)"
	expect_same "$1: the parents of the log" vias parents
	cut -f 1,2 links.tsv | sort -u >served
	expect_is "$1: the parents have such links" '' \
		"$(comm -23 parents served | head -n 5)"
	cut -f 6 orders | sort -n | uniq -c |
		awk -v OFS='\t' '{ print $2, $1 }' >expected
	crawlimport -q --table depths $job/logs/crawl.log |
		awk -v OFS='\t' '!/^#/ && $2 { print $1, $2 }' >found
	expect_same "$1: the depths of the paths" expected found
}

# compare_times NAME - the server answered each request between the times that
# the log has
compare_times() {
	crawlimport -q -g "$imported" -R --by start $job/logs/crawl.log |
		graphdump -s orders - | sed 1d | cut -f 3,4 | sort >start
	crawlimport -q -g "$imported" -R --by end $job/logs/crawl.log |
		graphdump -s orders - | sed 1d | cut -f 3,4 | sort >end
	crawlimport -q -f tsv -g "$imported" -R --time-column time_ms log |
		graphdump -s orders - | sed 1d | cut -f 3,4 | sort >answered
	join start answered | join - end >all
	echo "# figure $1: times $(wc -l <all)"
	expect_is "$1: all downloads of the server" "$(cut -f 1 answered)" \
		"$(cut -d ' ' -f 1 all)"
	expect_is "$1: answers between start and end" '' \
		"$(awk '$2 > $3 || $3 > $4' all | head -n 5)"
}

begin
crawl 1 false
end
compare_links plain $job/warcs/*.gz
compare_order plain heritrix $job/logs/crawl.log
compare_counts plain $job/warcs/*.gz
compare_paths plain

begin $ODD
crawl 1 true
end
compare_links odd $job/warcs/*.gz
failed=1
compare_order odd heritrix $job/logs/crawl.log
compare_counts odd $job/warcs/*.gz
compare_paths odd

begin $ODD --seed 2 --delay 5
crawl 20 false
end
compare_links ARC $job/arcs/*.gz
compare_counts ARC $job/arcs/*.gz
compare_times threads
plan
