#!/bin/sh
# SPDX-License-Identifier: MIT
#
# recipes.t - the scripts of recipes/ with GNU parallel, an array job of Slurm
# and Apache Spark: archives become the graph of one import, parts of a graph
# are pruned, and a task that fails is not overlooked
#
#	make interop INTEROP=tests/interop/recipes.t
#
# Slurm runs on two hosts that tests/mpi/hosts makes, which needs root.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh disable=SC1091
. "$here/lib.sh"
recipes=$(cd "$here/../../recipes" && pwd)

[ -d "${SEEDPIPE_DATA-}/warc" ] || skip_all "no \$SEEDPIPE_DATA/warc"
# Not below /tmp, of which each host has its own.
work=$(mktemp -d "$BUILD/recipes.XXXXXX") || exit 2
finish() {
	stop_slurm
	rm -rf "$work" "$folder"
}
trap finish EXIT
cd "$work" || exit 2
# shellcheck source=tests/interop/launchers.sh disable=SC1091
. "$here/launchers.sh"

find "$SEEDPIPE_DATA/warc" -type f \( -name '*arc' -o -name '*arc.gz' \) |
	sort >list
# shellcheck disable=SC2046 # names without blanks
crawlgraph -q -f warc --by-url --fold-redirects -z 0 -o one.sp \
	$(cat list) || exit 2
graphgen -q -n 5000 --parts 3 -o web.sp || exit 2
graphgen -q -n 5000 -o whole.sp || exit 2
graphprune -q -o whole.pruned whole.sp || exit 2

# same NAME STREAM - it is the graph of one.sp
same() {
	"$BUILD/tests/reseal" one.sp dropsec PROV >one.bare
	"$BUILD/tests/reseal" "$2" dropsec PROV/1 dropsec PROV >bare
	expect_true "$1" cmp one.bare bare
}

# try NAME LAUNCHER... - all recipes with this launcher, which may be run by
# another command
try() {
	name=$1 launcher=$2
	run "$recipes/import-shares" "$launcher" 4 list "$name.sp" \
		-q -f warc --fold-redirects --allow-cut -z 0
	expect "$name: archives are imported" 0 || return
	same "$name: the graph of one import" "$name.sp"
	expect_true "$name: the shares are gone" [ ! -e "$name.sp.shares" ]
	run "$recipes/import-shares" "$launcher" 4 list \
		"$name.many" --parts 3 -q -f warc --fold-redirects --allow-cut
	expect "$name: archives are imported to parts" 0
	graphmerge -q -z 0 -o "$name.joined" "$name.many"
	"$BUILD/tests/reseal" "$name.joined" dropsec PROV/2 dropsec PROV/1 \
		dropsec PROV >"$name.bare" 2>"$err"
	expect_true "$name: the parts are that graph" \
		cmp one.bare "$name.bare"
	if graphstat --help | grep -q -e --manifest; then
		run "$recipes/prune-parts" "$launcher" web.sp "$name.parts" -q
		expect "$name: parts are pruned" 0
		graphmerge -q "$name.parts" | graphdump | tail -n +2 >links
		graphdump whole.pruned | tail -n +2 >whole.links
		expect_true "$name: links as of the whole" cmp links whole.links
	else
		skip "$name: parts are pruned" "graphstat has no --manifest"
	fi
	# Task 2 finds no such file.
	awk '{ print NR == 40 ? "/nowhere" : $0 }' list >wrong
	run "$recipes/import-shares" "$launcher" 4 wrong "$name.no" -q -f warc \
		--allow-cut
	expect_true "$name: a task that fails" [ "$status" -ne 0 ]
	expect_true "$name: no graph without it" [ ! -e "$name.no" ]
}

if command -v parallel >/dev/null; then
	try parallel "$recipes/tasks-parallel"
else
	skip 'GNU parallel' 'no parallel'
fi

if start_slurm; then
	try slurm ./tasks-slurm
fi
if find_spark; then
	try spark "$recipes/tasks-spark"
fi

plan
