#!/bin/sh
# SPDX-License-Identifier: MIT
#
# nutch_next.t - Nutch fetches the next batch of a crawl, and no page more: as a
# segment that freegen makes of the list, or as the best pages of its CrawlDb

# shellcheck disable=SC2154 # of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/interop/nutch.sh
. "$here/nutch.sh"
: "${PAGES:=2000}"
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"
label="Nutch $NUTCH: "
# shellcheck disable=SC2034 # of nutch_fetch.sh
log4j=
# shellcheck source=tests/interop/nutch_fetch.sh
. "$here/nutch_fetch.sh"

next_batch 150 10
mkdir lists
run seedpick -q --to nutch --priority none -o lists/batch batch.sp
expect 'a list for freegen' 0
expect_same 'which has the URLs and nothing else' chosen lists/batch
# shellcheck disable=SC2086 # words
begin $ANSWERS
nutch tools.FreeGenerator lists segments
nutch fetcher.Fetcher segments/* -threads 10
end
compare_batch "freegen and fetch"

# The CrawlDb of the crawl has all pages that it knows, with the scores that they
# got when they were found.  A batch is its best pages if it comes with scores
# above all others: inject raises those of pages that it has if -update is given,
# except to a score that is the default of injected pages.
seedpick -q --random 100000 --any --to nutch --priority none known.sp |
	sed 's/$/\tnutch.score=0.0001/' >all
rm -rf segments lists
mkdir lists update
mv all lists
nutch crawl.Injector crawldb lists -noFilter -noNormalize
seedpick -q --to nutch -o update/batch batch.sp
nutch crawl.Injector -Ddb.score.injected=0 crawldb update -update \
	-noFilter -noNormalize
# shellcheck disable=SC2086 # words
begin $ANSWERS
nutch crawl.Generator crawldb segments -topN "$(wc -l <chosen)" -noFilter \
	-noNorm
nutch fetcher.Fetcher segments/* -threads 10
end
compare_batch "inject -update, generate -topN and fetch"
plan
