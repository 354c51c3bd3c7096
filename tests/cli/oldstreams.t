#!/bin/sh
# SPDX-License-Identifier: MIT
#
# oldstreams.t - streams of earlier versions are read as they were written, pass
# on verified, and no bit of a compressed stream can flip unnoticed
#
#	[BIN=bin] tests/cli/oldstreams.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

streams=$here/../streams
cd "$folder" || exit 2

unhex() {
	perl -ne 'chomp; print pack "H*", $_ unless /^#/' "$1"
}

# features FILE - the required features of a stream
features() {
	od -A n -t u4 -j 12 -N 4 "$1" | tr -d ' '
}

# sections FILE - prints the sections that the expected text has, as it does
sections() {
	sed -n 's/^== //p' "$text" | while read -r section; do
		echo "== $section"
		graphdump -s "$section" "$1" || echo "status $?"
	done
}

# packed FILE - how many frames of a stream are compressed, without the index
packed() {
	perl -0777 -ne 'for (my $at = 16; $at < length;) {
			my ($tag, $flags, $stored) =
				unpack "a4VV", substr $_, $at, 12;
			$n++ if $flags & 9 && $tag ne "INDX";
			$at += 48 + $stored;
		}
		print $n + 0' "$1"
}

for version in 0.1.0 0.2.0; do
	for form in web web-packed seeds-packed links-packed; do
		hex=$streams/$version-$form.hex
		[ -e "$hex" ] || continue
		unhex "$hex" >"$version-$form"
	done
	required=0
	[ $version = 0.1.0 ] || required=1
	expect_is "$version: the required features" "$required" \
		"$(features $version-links-packed)"
	for form in web web-packed seeds-packed; do
		[ -e $version-$form ] || continue
		text=$streams/$version-${form%-packed}.txt
		sections $version-$form >found 2>&1
		expect_same "$version-$form: the same text" "$text" found
	done
done
sum() {
	graphdump -s graph "$1" | cksum
}
expect_is '0.1.0-links-packed: the same links' '1416836931 15366' \
	"$(sum 0.1.0-links-packed)"
expect_is '0.2.0-links-packed: the same links' '2521368576 15993' \
	"$(sum 0.2.0-links-packed)"

# ---- what passes on --------------------------------------------------------

# kept FILE - prints what passes through pagerank unchanged
kept() {
	for section in graph names hosts orders order-seeds; do
		graphdump -s "$section" "$1" || echo "status $?"
	done
	graphdump -s scores --score authority "$1" || echo "status $?"
}

for version in 0.1.0 0.2.0; do
	kept $version-web-packed >before 2>&1
	for level in 0 6; do
		what="$version, passed on with -z $level"
		run pagerank --name again -q -z $level -o passed \
			$version-web-packed
		expect "$what" 0
		kept passed >after 2>&1
		expect_same "$what: the same" before after
		if [ $level -eq 6 ]; then
			expect_is "$what: features" 3 "$(features passed)"
			expect_true "$what: compressed" \
				[ "$(packed passed)" -gt 5 ]
		else
			expect_is "$what: no compressed frames" 0 \
				"$(packed passed)"
		fi
	done
done

# ---- bits that zstd ignores ------------------------------------------------

# unused FILE N - flips a bit of the zstd frame of the N-th ZSTD frame which RFC
# 8878 leaves unused; prints nothing if there are fewer
unused() {
	perl -0777 -ne 'BEGIN { $left = shift }
		for (my $at = 16; $at < length;) {
			my ($tag, $flags, $stored) =
				unpack "a4VV", substr $_, $at, 12;
			if ($flags & 1 && !$left--) {
				substr($_, $at + 52, 1) ^= "\x10";
				print;
				last;
			}
			$at += 48 + $stored;
		}' "$2" "$1"
}

pagerank -q --name again -z 6 -o now 0.2.0-web-packed
flips=0
while unused now $flips >flipped && [ -s flipped ]; do
	for filter in 'hits -q' 'pagerank -q --name once' graphdump
	do
		# shellcheck disable=SC2086 # several words
		run $filter flipped
		expect "bit $flips: $filter refuses it" 65
		expect_true "bit $flips: $filter says so" \
			grep 'the payload is damaged (wrong checksum' "$err"
	done
	flips=$((flips + 1))
done
expect_true "$flips bits that zstd ignores" [ $flips -gt 5 ]

# In an old stream they have no consequence: what passes is as it was.
flips=0
pagerank -q --name again -z 0 -o whole 0.2.0-web-packed
while unused 0.2.0-web-packed $flips >flipped && [ -s flipped ]; do
	run pagerank -q --name again -z 0 flipped
	expect "old stream, bit $flips" 0
	expect_same "old stream, bit $flips: nothing of it passes" whole "$out"
	flips=$((flips + 1))
done
expect_true "$flips bits of an old stream" [ $flips -gt 5 ]

plan
