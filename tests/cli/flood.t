#!/bin/sh
# SPDX-License-Identifier: MIT
#
# flood.t - much of the same into every reader of text: it ends with a verdict,
# and memory stays flat
#
#	[BIN=bin] [FLOOD=BYTES] tests/cli/flood.t [READER...]
#
# flood.verdicts has the readers and what they say.  Lines are read from files
# of 1 MB, what has no end of a line from 17 MB, because 16 MiB are the limit.
# FLOOD, such as 1G, is how much comes through a pipe instead, and then the
# seconds of each run are printed: make soak does that.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

cd "$folder" || exit 2
printf '0 1\n1 2\n2 0\n' >links
printf 'http://%s.example/\n' a b c >names
graphimport -q -f arcs --names names -o graph.sp links || exit 2
echo 0 >zero
crawlorder -q --seeds zero --order bfs graph.sp |
	graphprune -q --fetched-first bfs:1 -o known.sp
printf '0\tcom.a\n1\tcom.b\n' >vertices
printf '0\t1\n' >edges
echo 'http://a.example/' >seeds
printf 'time\turl\n1577836800\thttp://a.example/\n' >log.tsv
: >flood.graph
{
	printf 'WARC/1.0\r\nWARC-Type: response\r\n'
	printf 'WARC-Target-URI: http://a.example/\r\n'
	printf 'WARC-Date: 2020-01-01T00:00:00Z\r\n'
	printf 'Content-Type: application/http\r\nContent-Length: 19\r\n\r\n'
	printf 'HTTP/1.1 200 OK\r\n\r\n\r\n\r\n'
} >page.warc

# flood KIND BYTES - that much of the same
flood() {
	case $1 in
	newlines) yes '' | head -c "$2" ;;
	comments) yes '# x' | head -c "$2" ;;
	letters) yes a | head -c "$2" ;;
	long) head -c "$2" /dev/zero | tr '\0' x ;;
	blanks) head -c "$2" /dev/zero | tr '\0' ' ' ;;
	nuls) head -c "$2" /dev/zero ;;
	esac
}

for kind in newlines comments letters; do
	flood $kind 1000000 >in.$kind
done
for kind in long blanks nuls; do
	flood $kind 17000000 >in.$kind
done

# feed KIND - runs $command with the flood as its input
feed() {
	# It cannot read a pipe.
	case $command in
	*bvgraph*) ln -sf "in.$1" flood.properties ;;
	esac
	# shellcheck disable=SC2086 # the words of a command
	if [ -n "${FLOOD-}" ] && [ "${command%bvgraph flood}" = "$command" ]
	then
		run_flood "$1" $command
	else
		run timeout 600 $command -q -o output --memory-limit 128M \
			<"in.$1"
	fi
}

run_flood() {
	flooded=$1
	shift
	status=0
	started=$(date +%s)
	flood "$flooded" "$FLOOD" 2>/dev/null |
		timeout 600 "$@" -q -o output --memory-limit 128M \
			>"$out" 2>"$err" || status=$?
	seconds=$(($(date +%s) - started))
}

# judge KIND STATUS MESSAGE - the verdict is the one of the table
judge() {
	found=$(sed 's/[0-9]\{4,\}/N/g' "$err")
	case $found in
	*"
"*) same= ;; # more than a line
	"$3"*) same=1 ;;
	*) same= ;;
	esac
	[ -n "$3" ] || [ -z "$found" ] || same=
	# A gigabyte of names, of patterns, of a query or of blank lines before
	# JSON need not fit, and says so.
	[ -z "${FLOOD-}" ] || case $status$found in
	71*'--memory-limit is 128.0 MiB: raise it)' | \
		65*': a text of over 16 MiB' | \
		65*': a query of over 16 MiB') same=1 status=$2 ;;
	esac
	if [ "$status" != "$2" ] || [ -z "$same" ]; then
		not_ok "$reader: $1" "status $status, not $2: $found
expected: $3"
	else
		ok "$reader: $1${FLOOD:+ (${seconds-} s)}"
	fi
}

wanted() {
	[ -z "$readers" ] && return
	case "$readers" in
	*"|$reader|"*) ;;
	*) return 1 ;;
	esac
}

readers=
for reader; do
	readers="$readers|$reader|"
done
while read -r first rest; do
	case $first in
	'') ;;
	'#') reader=$rest ;;
	'$') command=$rest ;;
	*)
		# Blanks are like any other endless line, so only much of them.
		[ "$first:${FLOOD-}" != blanks: ] || continue
		! wanted || {
			feed "$first" </dev/null
			message=${rest#*[0-9] }
			[ "$message" != "$rest" ] || message=
			judge "$first" "${rest%% *}" "$message"
		}
		;;
	esac
done <"$here/flood.verdicts"
echo "# $tests cases"
plan
