#!/bin/sh
# SPDX-License-Identifier: MIT
#
# nextbatch.t - what crawls know, and the batches that crawlnext chooses of it,
# against a second implementation in Python, nextbatch.py
#
#	[BIN=bin] [ROUNDS=24] [FIRST=1] [PAGES=] tests/cli/nextbatch.t
#
# ROUNDS says how many random graphs are tried, from the graph FIRST on, and
# PAGES how large their webs are; by default they have 1 to 400 pages.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
	skip_all 'no Python from 3.9 on'
! built_without graphimport --domain ||
	skip_all 'graphimport was built without libpsl'
cd "$folder" || exit 2

# differ FILTER ARGUMENT - the filter gets one argument more, which nextbatch.py
# must find
differ() {
	replace_filter "$1" <<-END
		#!/bin/sh
		exec "$BIN/$1" "\$@" $2
	END
	run python3 "$here/nextbatch.py" 6 1 replaced
	expect "$1 $2 is another result" 1
	expect_output "$1 $2 is another result: says where" 'expected'
}

# A test that cannot fail proves nothing.
differ crawlnext '--per-host 1'
differ crawlnext --retry
differ graphprune '--fetched-first bfs:2'

run python3 "$here/nextbatch.py" "${ROUNDS:-24}" "${FIRST:-1}" "$BIN"
expect "${ROUNDS:-24} graphs: the same in Python" 0
sed 's/^/# /' "$out" "$err"

plan
