#!/bin/sh
# SPDX-License-Identifier: MIT
#
# nutch_log.t - the log that Nutch's fetcher writes while it fetches pages of
# the served web has its requests, in the order of the server

# shellcheck disable=SC2154 # of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/interop/nutch.sh
. "$here/nutch.sh"
: "${PAGES:=500}"
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"
# shellcheck disable=SC2034 # of lib.sh
label="Nutch $NUTCH: "

# shellcheck source=tests/interop/nutch_fetch.sh
. "$here/nutch_fetch.sh"
# The patterns of Nutch up to 1.18, and of its log4j2.xml since.
cat >log4j.properties <<END
log4j.rootLogger=INFO,old,new
log4j.appender.old=org.apache.log4j.FileAppender
log4j.appender.old.File=old.log
log4j.appender.old.layout=org.apache.log4j.PatternLayout
log4j.appender.old.layout.ConversionPattern=%d{ISO8601} %-5p %c{2} - %m%n
log4j.appender.new=org.apache.log4j.FileAppender
log4j.appender.new.File=new.log
log4j.appender.new.layout=org.apache.log4j.PatternLayout
log4j.appender.new.layout.ConversionPattern=%d %p o.a.n.f.%c{1} [%t] %m%n
END
# shellcheck disable=SC2034 # of nutch_fetch.sh
log4j=$folder/log4j.properties

# fetch THREADS - fetches all pages of the web; writes old.log and new.log
fetch() {
	rm -rf crawldb segments lists ./*.log
	mkdir lists
	{
		graphdump -s names web.sp | sed 1d | cut -f 3
		echo http://127.0.0.1:1/refused
	} >lists/seeds
	nutch crawl.Injector crawldb lists
	nutch crawl.Generator crawldb segments -noFilter -noNorm
	rm -f ./*.log
	nutch fetcher.Fetcher segments/* -threads "$1"
}

# failures - counts those with a status, in a table of statuses
failures() {
	awk -F '\t' '$1 > 0 { n += $5 } END { print n + 0 }'
}

for threads in 1 20; do
	begin --status 404:0.05,410:0.01,500:0.02,503:0.02,301:0.05,302:0.05 \
		--disallow 0.1
	fetch $threads
	end
	# What was not found looks as if it came.
	sed 's/	404	/	200	/; s/	410	/	200	/' log >served
	crawlimport -q -f tsv --time-column time_ms -o served.sp served
	graphdump -s orders served.sp | sed 1d | cut -f 7 >expected
	for which in old new; do
		name="$threads threads, $which pattern"
		run crawlimport -o found.sp $which.log
		expect "$name: recognised" 0 || {
			sed 's/^/# /' "$err"
			continue
		}
		graphdump -s orders found.sp | sed 1d | cut -f 7 >found
		echo "# figure $name: downloads of the server" \
			"$(wc -l <expected), of the log $(wc -l <found)"
		if [ $threads -gt 1 ]; then
			sort -o found found
			sort expected >sorted
			expect_same "$name: the pages of the server" sorted \
				found
		else
			expect_same "$name: the order of the server" expected \
				found
		fi
		expect_is "$name: failures with a status" "$(
			crawlimport -q -f tsv --time-column time_ms \
				--table statuses served | failures)" "$(
			crawlimport -q --table statuses $which.log | failures)"
	done
done
plan
