#!/bin/sh
# SPDX-License-Identifier: MIT
#
# hours_nutch.t - the fetcher of Nutch takes the time that crawlorder --time
# computes for a crawl in batches
#
# What a batch takes is compared, not what is between two.  hours.sh keeps the
# crawl, and each batch of it.

# shellcheck disable=SC2154 # of lib.sh and hours.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/interop/nutch.sh
. "$here/nutch.sh"
# shellcheck source=tests/interop/hours.sh
. "$here/hours.sh"
# shellcheck source=tests/interop/nutch_fetch.sh
. "$here/nutch_fetch.sh"
batch=500

# Links in the order of the pages.
graphdump -s names sized.sp >urls.tsv
graphdump -s graph sized.sp | awk -F '\t' '
	NR == FNR { url[$1] = $3; next }
	!/^#/ { print url[$1] "\t" url[$2] }' urls.tsv - >web

# next_batch SPANS... - writes the URLs of the batch that follows these to the
# folder lists
next_batch() {
	rm -rf lists segments
	mkdir lists
	python3 "$here/hours_batches.py" next $batch web "$first" "$@" \
		>lists/urls
}

# with_nutch DELAY - fetches the pages of lists with 20 threads
with_nutch() {
	nutch tools.FreeGenerator lists segments
	nutch fetcher.Fetcher -Dfetcher.server.delay="$1" \
		-Dfetcher.threads.per.queue=1 segments/* -threads 20
}

# The batches that are done are the positional parameters.
set --
while next_batch "$@" && [ -s lists/urls ]; do
	crawl nutch-$(($# + 1)) with_nutch 0.3 "$(cksum <lists/urls)"
	[ -e "$asked" ] || break
	set -- "$@" "$asked"
done
asked=joined
python3 "$here/hours_batches.py" join "$@" >joined
# A thread that finds no host ready sleeps for half a second, which makes a
# delay 0.1 seconds longer on average.
compare_hours nutch 10 10 --time batch:$batch --delay 0.4 --retries 0 \
	--setup 0 --lookup 0
[ -e joined ] || rm "$@"
plan
