#!/bin/sh
# SPDX-License-Identifier: MIT
#
# shapetable.t - patterns, table, stops and expressions of crawlshape against a
# second implementation in Python, shapetable.py
#
#	[BIN=bin] [SITES=30] [FIRST=1] [GRAPHS='hollins movies parks'] \
#		[SEEDPIPE_DATA=../shared/data] tests/cli/shapetable.t
#
# SITES says how many random webs are tried, from the web FIRST on.  Real graphs
# are tried as they are, and as a crawl of their first tenth knows them; of ics-dev
# this takes a minute.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
	skip_all 'no Python from 3.9 on'
data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
cd "$folder" || exit 2

# differ NAME SCRIPT - what crawlshape prints goes through sed, which must be
# found
differ() {
	rm -rf broken
	mkdir broken
	for file in "$BIN"/*; do
		ln -s "$file" broken
	done
	rm broken/crawlshape
	echo "$2" >script
	printf '#!/bin/sh\n"%s" "$@" >said || exit\nsed -f "%s" said\n' \
		"$BIN/crawlshape" "$PWD/script" >broken/crawlshape
	chmod +x broken/crawlshape
	run python3 "$here/shapetable.py" 8 1 broken
	expect "another $1" 1
	expect_output "another $1: says where" "$1"
}

# A test that cannot fail proves nothing.
differ 'pages: the pattern' '/"url"/s/<number>/<hex>/'
differ 'table: inlinks' 's/"inlinks": [0-9]*/"inlinks": 777/'
differ 'table: late' 's/"late": null/"late": 0/'
differ 'duplicates' 's/"verdict": "duplicates"/"verdict": null/'
differ 'regex' '/"regex"/s/\[0-9\]+/[0-8]+/2'
differ 'stops: saved' 's/"saved": [1-9][0-9]*/"saved": 0/'

run python3 "$here/shapetable.py" "${SITES:-30}" "${FIRST:-1}" "$BIN"
expect "${SITES:-30} webs: the same in Python" 0
sed 's/^/# /' "$out" "$err"

# try_graph NAME - the graph, and a breadth-first crawl of its first tenth
try_graph() {
	links=$(ls "$data/$1/$1.edges.txt".* "$data/$1/edges".* 2>/dev/null)
	names=$(ls "$data/$1/$1.urls.txt".* "$data/$1/urls".* 2>/dev/null)
	if [ -z "$data" ] || [ -z "$links" ] || [ -z "$names" ]; then
		skip "$1" 'not in the folder of data'
		return
	fi
	graphimport -q --names "$names" -o whole.sp "$links" || return
	pages=$(graphdump -s names whole.sp | tail -n +2 | wc -l)
	# Its first pages with links are the seeds.
	graphdump whole.sp | tail -n +2 | cut -f 1 | uniq | head -n 30 >seeds
	crawlorder -q --order bfs --seeds seeds whole.sp |
		graphprune -q --fetched-first "bfs:$((pages / 10))" -o known.sp
	run python3 "$here/shapetable.py" whole.sp known.sp "$BIN"
	expect "$1, and a crawl of it: the same in Python" 0
	sed 's/^/# /' "$out" "$err"
}

for graph in ${GRAPHS-hollins movies parks}; do
	try_graph "$graph"
done
plan
