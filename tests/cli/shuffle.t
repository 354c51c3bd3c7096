#!/bin/sh
# SPDX-License-Identifier: MIT
#
# shuffle.t - graphgen --shuffle: the same web, with its pages in no order
#
#	[BIN=bin] tests/cli/shuffle.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2
export LC_ALL=C

# hosts_of FILE - the sorted URLs, each with its host
hosts_of() {
	graphdump -s names "$1" | tail -n +2 | cut -f 2,3 | sort
}

graphgen -n 3000 -o web.sp
links_of web.sp >web.links
hosts_of web.sp >web.hosts

run graphgen -n 3000 --shuffle -T 1 -o shuffled.sp
expect 'pages are numbered at random' 0
links_of shuffled.sp >shuffled.links
expect_same 'and have the same links' web.links shuffled.links
hosts_of shuffled.sp >shuffled.hosts
expect_same 'and hosts' web.hosts shuffled.hosts
graphdump -s names shuffled.sp | tail -n +2 | cut -f 3 >order
expect_true 'but are not in the order of their URLs' ! sort -c order

graphgen -n 3000 --shuffle -T 2 -o again.sp
expect_same 'with any number of threads' shuffled.sp again.sp
graphgen -n 3000 --shuffle --memory-limit 64M -o small.sp
expect_same 'and in little memory' shuffled.sp small.sp
graphgen -n 3000 --shuffle --no-names | graphdump >bare
graphdump shuffled.sp >named
expect_same 'without names the links are the same' named bare

run graphgen -n 1 --shuffle
expect 'a web of one page' 0
run graphgen --evolve 0.1 --shuffle web.sp
expect 'a later web keeps its numbers' 64
expect_message 'and says so' 'no effect with --evolve'

plan
