#!/bin/sh
# SPDX-License-Identifier: MIT
#
# docs.t - README.md is short, links of all Markdown pages lead somewhere, and
# docs/orders.md has the numbers of its graphs.  manual.t runs the examples.
#
# Run in the root of the project.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

# check_links PAGE... - prints each link to a file, or to a heading of one, that
# is not there.  A heading is linked as GitHub does it: in lower case, with
# hyphens for blanks and without punctuation.
check_links() {
	perl -e '
	sub headings {
		my (%found, $fence);
		open my $page, "<", $_[0] or return \%found;
		while (my $line = <$page>) {
			$fence = !$fence if $line =~ /^```/;
			next if $fence || $line !~ /^#+ (.*)/;
			(my $name = lc $1) =~ s/[^\w -]//g;
			$name =~ tr/ /-/;
			$found{$name} = 1;
		}
		return \%found;
	}
	for my $page (@ARGV) {
		my ($folder) = $page =~ m{^(.*/)};
		my $fence;
		open my $text, "<", $page or die "$page: $!";
		while (my $line = <$text>) {
			$fence = !$fence if $line =~ /^```/;
			next if $fence || $line =~ /^    /;
			$line =~ s/`[^`]*`//g;
			for my $link ($line =~ /\]\(([^)\s]+)\)/g) {
				next if $link =~ /^(https?|mailto):/;
				my ($file, $name) = split /#/, $link, 2;
				$file = length $file ?
					($folder // "") . $file : $page;
				print "$page: $link\n" unless -e $file &&
					(!defined $name ||
					headings($file)->{$name});
			}
		}
	}' "$@"
}

find . -name '*.md' ! -path './build/*' ! -path './.*' | sed 's|^\./||' |
	sort >"$folder/pages"
# shellcheck disable=SC2046 # names without blanks
check_links $(cat "$folder/pages") >"$folder/broken"
expect_is 'every link leads to a file and a heading' '' "$(cat "$folder/broken")"
expect_true 'README.md has at most 190 lines' \
	[ "$(wc -l <README.md)" -le 190 ]
expect_true 'README.md shows docs/orders.svg' \
	grep -qF '](docs/orders.svg)' README.md
for page in docs/*.md; do
	expect_true "README.md links to $page" grep -qF "($page)" README.md
done

# A page with links to nothing is detected.
cat >"$folder/wrong.md" <<'END'
# A page, and more
[a](#a-page-and-more) [b](none.md) [c](wrong.md#none) `[d](none)`

    [e](none)
END
expect_is 'links to nothing are detected' 'none.md wrong.md#none' \
	"$(check_links "$folder/wrong.md" | sed 's/.*: //' | paste -s -d ' ' -)"

# ---- make help -------------------------------------------------------------

# What the Makefile makes for people, less what its other targets are made of.
built_make help
sed -n 's/^make \([a-z][a-z0-9-]*\).*/\1/p' "$out" | grep -vx check- |
	sort -u >"$folder/helped"
sed -n '/^\.PHONY:/,$ { s/\\$//; p; }' Makefile | tr -s '[:blank:]' '\n' |
	grep '[a-z]' |
	grep -vxE 'FORCE|all|filters|completions|unit-tests|test-programs' |
	grep -vxE 'failing|fuzzers|fuzz-(libfuzzer|afl)|sanitized|uninstall' |
	sort -u >"$folder/targets"
expect_is 'make help lists all targets, and no other' '' \
	"$(diff "$folder/targets" "$folder/helped")"

# ---- the figure ------------------------------------------------------------

# columns FILE - the columns of two small graphs
columns() {
	sed -n '/^|/p' "$1" | awk -F '|' '
	/^\| order/ { for (i = 3; i < NF; i++) if ($i ~ /hollins|uk/)
		kept[i] = 1 }
	{ line = $2; for (i = 3; i < NF; i++) if (i in kept)
		line = line "|" $i; print line }'
}

data=${SEEDPIPE_DATA:-../shared/data}
small='hollins uk-hosts-1996'
if [ -d "$data/hollins" ] && [ -d "$data/uk-hosts-1996" ]; then
	# shellcheck disable=SC2086 # words
	SEEDPIPE_DATA=$data tests/pipelines/real "$folder" $small
	pipelines/panels.sh "$folder" "$folder/hollins.sp" \
		"$folder/uk-hosts-1996.sp"
	columns "$folder/panels.md" >"$folder/made"
	columns docs/orders.md >"$folder/shown"
	expect_same "docs/orders.md has the numbers of $small" \
		"$folder/made" "$folder/shown"
else
	skip "docs/orders.md has the numbers of $small" 'no data'
fi

plan
