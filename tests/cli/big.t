#!/bin/sh
# SPDX-License-Identifier: MIT
#
# big.t - the steps of "make -C tests/bench big", on webs that are not big
#
#	[BIN=bin] tests/cli/big.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

bin=$(cd "${BIN:-bin}" && pwd)
cd "$folder" || exit 2

# bench TARGET [VARIABLE...] - makes a target in the folder of benchmarks
bench() {
	run env -u MAKEFLAGS -u MAKELEVEL make -s -C "$here/../bench" "$@" \
		BIN="$bin" FOLDER="$folder/big" MEMORY=4G
}

bench big PAGES=3000
expect 'all steps run' 0
expect_is 'a row for each filter, and for each order' 15 \
	"$(grep -vc '^#' "$out")"
expect_is 'and nothing else' "" "$(awk 'NF != 7' "$out")"
cp "$out" first

bench big PAGES=3000
expect_same 'what is there is not made again' first "$out"
rm big/3000/orders.sp big/3000/curve.tsv
bench big PAGES=3000
expect_true 'what is not there is' ! cmp first "$out"
expect_is 'but no more' "$(grep -E '^(coreextract|pagerank)' first)" \
	"$(grep -E '^(coreextract|pagerank)' "$out")"

bench log PAGES=3000 SIZES=
expect_true 'the table of what has run' grep -q '^fpr@100' "$out"

printf '#step\na\t1\t1000\t-\t1\t-\t-\na\t1\t4000\t-\t8\t-\t-\n' >table
run "$here/../bench/big-growth" table
expect_output 'eight times the time for four times the links' 'a	2	1.500'

plan
