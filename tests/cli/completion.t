#!/bin/sh
# SPDX-License-Identifier: MIT
#
# completion.t - shells complete exactly what --help lists
#
#	[BIN=bin] [BUILD=build] tests/cli/completion.t
#
# The tests of a shell that is not installed are skipped.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

files=${BUILD:-build}/completion
filters=$(find "$BIN" -maxdepth 1 -type f | sed 's|.*/||' | sort)

# has SHELL - is it installed?  Reports a skipped test if not.
has() {
	command -v "$1" >/dev/null && return
	skip "completion in $1" "$1 is not installed"
	return 1
}

# help_options FILTER - prints its long options
help_options() {
	joined_help "$1" | sed -n 's/^  ...\{0,1\} *\(--[a-z0-9-]*\).*/\1/p' | sort
}

# help_choices FILTER - prints lines "--option word word" for options that
# accept fixed words
help_choices() {
	joined_help "$1" | cut -c 7- |
		sed -n 's/^\(--[^ ]*\) .*: \([a-z0-9|-]*|[a-z0-9|-]*\) \[.*/\1 \2/p' |
		tr '|' ' '
}

# Prints what bash offers for the last word of a command line, one per line;
# "FILES" if it lets readline complete file names.
cat >"$folder/ask" <<'EOT'
compopt() { [[ $2 = default ]] && echo FILES; }
source "$1" || exit 2
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
spec=$(complete -p "$1") || exit 3
[[ $spec =~ -F\ ([a-z_]+) ]] || exit 4
"${BASH_REMATCH[1]}"
printf '%s\n' "${COMPREPLY[@]}"
EOT

# bash_offers FILTER WORD... - prints the completions of the last word, sorted
bash_offers() {
	bash "$folder/ask" "$files/bash/$1" "$@" 2>&1 | grep . | sort
}

in_bash() {
	run bash -n "$files/bash/$1"
	expect "$1: bash accepts the script" 0
	expect_message "$1: bash prints no message" ''
	help_options "$1" >"$folder/help"
	bash_offers "$1" -- >"$folder/offered"
	expect_same "$1: bash offers the options of --help" "$folder/help" \
		"$folder/offered"
	expect_is "$1: bash completes the start of an option" --memory-limit \
		"$(bash_offers "$1" --mem)"
	expect_is "$1: bash completes file names after -o" FILES \
		"$(bash_offers "$1" -o x)"
	expect_is "$1: bash completes file names after --stats=" FILES \
		"$(bash_offers "$1" --stats = x)"
	expect_is "$1: bash offers nothing for a number" '' \
		"$(bash_offers "$1" --threads '')"
	expect_is "$1: bash completes operands" \
		FILES "$(bash_offers "$1" '')"
	expect_is "$1: bash completes operands after --" FILES \
		"$(bash_offers "$1" -- -)"
	help_choices "$1" >"$folder/choices"
	while read -r option words; do
		expected=$(echo "$words" | tr ' ' '\n' | sort)
		expect_is "$1: bash completes $option" "$expected" \
			"$(bash_offers "$1" "$option" '')"
		expect_is "$1: bash completes $option=" "$expected" \
			"$(bash_offers "$1" "$option" =)"
	done <"$folder/choices"
}

in_zsh() {
	run zsh -n "$files/zsh/_$1"
	expect "$1: zsh accepts the script" 0
	expect_message "$1: zsh prints no message" ''
}

in_fish() {
	run fish --no-execute "$files/fish/$1.fish"
	expect "$1: fish accepts the script" 0
	expect_message "$1: fish prints no message" ''
	# shellcheck disable=SC2016 # fish expands it
	fish --no-config -c 'source $argv[1]; complete -C "$argv[2] --"' \
		"$files/fish/$1.fish" "$1" 2>&1 | cut -f 1 | sort -u |
		grep -v '=$' >"$folder/offered"
	help_options "$1" >"$folder/help"
	expect_same "$1: fish offers the options of --help" "$folder/help" \
		"$folder/offered"
}

# each FUNCTION - for every filter
each() {
	for filter in $filters; do
		"$1" "$filter"
	done
}

run hits --shell-completion tcsh
expect 'an unknown shell' 64
expect_line 'an unknown shell, one line' hits
run_sh 'hits --shell-completion bash >/dev/full'
expect 'completion on a full disk' 74
expect_line 'completion on a full disk, one line' hits

# Lists of orders, in the shells that can.
orders() {
	crawlorder --list | sed -n 's/^\([a-z-]*\)	-	.*/\1/p' | sort -u \
		>"$folder/orders"
	sed 's/^/bfs,fpr,/' "$folder/orders" >"$folder/more"
}

list_in_bash() {
	bash_offers crawlorder --order '' >"$folder/offered"
	expect_same 'crawlorder: bash completes --order' "$folder/orders" \
		"$folder/offered"
	bash_offers crawlorder --order = bfs,fpr, >"$folder/offered"
	expect_same 'crawlorder: bash completes a list of orders' \
		"$folder/more" "$folder/offered"
	expect_is 'crawlorder: bash completes the start of an order' \
		bfs,ieca "$(bash_offers crawlorder --order bfs,i)"
}

list_in_fish() {
	for list in '' 'bfs,fpr,'; do
		# shellcheck disable=SC2016 # fish expands it
		fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
			"$files/fish/crawlorder.fish" \
			"crawlorder --order $list" 2>&1 | cut -f 1 | sort -u \
			>"$folder/offered$list"
	done
	expect_same 'crawlorder: fish completes --order' "$folder/orders" \
		"$folder/offered"
	expect_same 'crawlorder: fish completes a list of orders' \
		"$folder/more" "$folder/offeredbfs,fpr,"
}

orders
# seedpipe is a script; its completion is written by hand.
script_in_bash() {
	files=$folder/script
	mkdir -p "$files/bash"
	cp "$here/../../pipelines/completion/seedpipe.bash" \
		"$files/bash/seedpipe"
	bash_offers seedpipe next -- >"$folder/offered"
	help_options seedpipe >"$folder/help"
	expect_same 'seedpipe: bash offers the options of --help' \
		"$folder/help" "$folder/offered"
	seedpick --help | tr -d ' \n' | grep -o 'stream|text|[a-z|-]*' |
		tr '|' '\n' | sort >"$folder/formats"
	bash_offers seedpipe seeds --to '' >"$folder/offered"
	expect_same 'seedpipe: bash offers the formats of seedpick' \
		"$folder/formats" "$folder/offered"
	{ echo "$filters"; printf "%s\n" help next report seeds; } | sort \
		>"$folder/words"
	bash_offers seedpipe '' >"$folder/offered"
	expect_same 'seedpipe: bash offers commands and filters' \
		"$folder/words" "$folder/offered"
	expect_is 'seedpipe: bash completes files' FILES \
		"$(bash_offers seedpipe seeds '')"
}
PATH=$(cd "$here/../../pipelines" && pwd):$PATH

has bash && each in_bash && list_in_bash && script_in_bash
has zsh && each in_zsh
has fish && each in_fish && list_in_fish

plan
