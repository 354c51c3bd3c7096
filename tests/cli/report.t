#!/bin/sh
# SPDX-License-Identifier: MIT
#
# report.t - what a run says of itself: provenance is whole whatever its
# length, and --stats is JSON whatever the options hold
#
#	[BIN=bin] tests/cli/report.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

run graphgen -n 100 -o graph
expect 'a graph for the test' 0
echo 0 >seeds

# ---- provenance ------------------------------------------------------------

# orders COUNT - a list of orders that is never the same twice
orders() {
	awk -v count="$1" 'BEGIN {
		for (i = 1; i <= count; i++)
			printf "%sbacklink:k=%d", (i > 1) ? "," : "", i
	}'
}

# provenance FILE - the options that the last filter recorded
provenance() {
	graphdump -s provenance "$1" | tail -n 1 | cut -f 2
}

# More than the 65,535 bytes of a name, less than the 128 KiB of an argument.
long=$(orders 4200)
run crawlorder -T 1 -R -g graph --seeds seeds --max 1 --order "$long" \
	-o orders.sp
expect 'a list of 70 KB orders' 0
case $(provenance orders.sp) in
*"--order $long "*) ok 'its provenance has all of it' ;;
*) not_ok 'its provenance has all of it' \
	"$(provenance orders.sp | wc -c) bytes of ${#long}" ;;
esac
run_sh 'hotcurve -g graph -m summary orders.sp | wc -l'
expect 'other filters read such a stream' 0

# ---- messages --------------------------------------------------------------

run pagerank -v -T 1 --name "$long" graph -o ranked
expect 'a name that is too long' 64
run crawlorder -v -T 1 -R -g graph --seeds seeds --max 1 --order "$long" \
	-o orders.sp
expect_message '-v prints the options, whole' ",backlink:k=4200 --seeds"
expect_message '-v prints counts with separators' 'crawlorder: pages 100, links '
expect_true '-v prints no JSON' ! grep -q '[{":]pages' "$err"
run graphgen -v -n 20k -o large
expect_true '-v ends with counts, time and memory' grep -q -E -x \
	'graphgen: pages 20,000, hosts [0-9,]+, links [0-9,]+, bytes written [0-9.]+ [KM]iB; [0-9.]+ s \([0-9.]+ s of processor time\), [0-9.]+ MiB of memory' \
	"$err"

# ---- statistics ------------------------------------------------------------

command -v python3 >/dev/null || {
	skip '--stats is JSON' 'python3 is not installed'
	plan
	exit
}

cat >options.py <<'END'
import json, sys
with open("stats.json", "rb") as file:
    text = file.read().decode("utf-8")
stats = json.loads(text)
sys.stdout.buffer.write((stats["options"] + "\n").encode("utf-8"))
END

# in_json NAME TEXT - the statistics of a run with TEXT in its options are
# valid JSON and say the same as its provenance
in_json() {
	run pagerank --name "$2" --stats stats.json -R graph -o ranked
	expect "--stats with $1" 0
	python3 options.py >decoded 2>&1
	provenance ranked | sed 's/ # .*//; s/\\\\/\\/g' >recorded
	expect_same "--stats with $1 is JSON, the line of provenance" \
		decoded recorded
}

in_json 'a quote' 'a"b'
in_json 'a backslash' 'a\b'
in_json 'a control character' "$(printf 'a\033b')"
in_json 'bad UTF-8' "$(printf 'a\377b')"
in_json 'a letter beyond ASCII' 'größe'

plan
