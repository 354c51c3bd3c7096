# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# heritrix.sh - installs Heritrix and runs its jobs
#
#	. "$here/lib.sh"
#	. "$here/heritrix.sh"
#	. "$here/crawl.sh"
#	new_job
#	... writes jobs/web/crawler-beans.cxml
#	run_job
#
# Maven installs Heritrix (46 MB) into $CACHE.  Of its database, Maven Central
# lacks the version that it asks for, and has a newer one that will do.

# shellcheck disable=SC2034,SC2154 # for and of the scripts

HERITRIX=3.13.0
need_jars "heritrix-$HERITRIX" \
	"org.archive.heritrix:heritrix-engine:$HERITRIX" \
	com.sleepycat:je:18.3.12
log=$CACHE/heritrix.log
label="Heritrix $HERITRIX: "

# new_job - makes the folder of the job, jobs/web, empty
new_job() {
	rm -rf jobs names
	mkdir -p jobs/web
}

# run_job - crawls for $longest seconds at most; sets $job, the folder of what it
# wrote
run_job() {
	python3 "$here/names.py" never.example >names &
	names=$!
	while [ ! -s names ] && kill -0 $names; do
		sleep 0.02
	done
	timeout "${longest:-300}" java -Xmx512m -cp "$jars/*" \
		-Ddns.server="127.0.0.1:$(sed 's/port //' names)" \
		org.archive.crawler.Heritrix -a name:password -b 127.0.0.1 \
		-p 0 -j jobs -r web >>"$log" 2>&1 ||
		echo "# status $?, see $log"
	kill $names
	wait $names 2>/dev/null || :
	job=jobs/web/latest
	[ -s $job/logs/crawl.log ] || skip_all "no crawl, see $log"
}
