#!/bin/sh
# SPDX-License-Identifier: MIT
#
# hours_heritrix.t - Heritrix takes the time that crawlorder --time computes,
# with many threads and with one
#
# The crawls take ten minutes, most of it spent waiting; hours.sh keeps them.

# shellcheck disable=SC2154 # of lib.sh and hours.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/interop/heritrix.sh
. "$here/heritrix.sh"
label=
# shellcheck source=tests/interop/hours.sh
. "$here/hours.sh"

# with_heritrix THREADS FACTOR LEAST MOST - waits FACTOR times as long as the
# page took, from LEAST to MOST milliseconds
with_heritrix() {
	longest=900
	new_job
	sed "s|@FIRST@|$first|; s|@PORT@|$port|; s|@THREADS@|$1|
		s|@EXTRA@|false|; /maxTimeSeconds/s|180|$longest|
		/delayFactor/s|0|$2|; /minDelayMs/s|0|$3|
		/maxDelayMs/s|0|$4|" "$here/heritrix.cxml" \
		>jobs/web/crawler-beans.cxml
	run_job
}

# Beside robots.txt, it asks each host for /favicon.ico, and waits after each of
# them and after DNS.  A queue has 3,000 pages a turn.
heritrix='--time host --delay 0.2 --delay-factor 3 --max-delay 2 --budget 3000
	--retries 0 --setup 0 --lookup 0.5'
for threads in 20 1; do
	crawl heritrix-$threads with_heritrix $threads 3 200 2000
	# Its one thread fetches other pages meanwhile; that of crawlorder waits
	# for the new host.
	points=$((threads > 1 ? 10 : 15))
	# shellcheck disable=SC2086 # the options are words
	compare_hours heritrix-$threads 10 $points --connections $threads \
		$heritrix
done
plan
