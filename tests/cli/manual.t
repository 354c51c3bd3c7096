#!/bin/sh
# SPDX-License-Identifier: MIT
#
# manual.t - the manual agrees with the programs: pages have no mandoc warnings,
# SYNOPSIS is the usage line, pages and --help have the same options with the
# same arguments, choices, defaults and ranges, the lists of filters are
# complete, examples (also those of README.md and docs) print what is shown, and
# the stream that seedpipe(5) explains byte by byte is what the filters write and
# read.
#
# Run in the root of the project; the programs are in $BIN, and those for MPI
# in $MPI_BIN, if they were built and are to be checked as well.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
tmp=$folder
[ -z "${MPI_BIN-}" ] || PATH=$PATH:$(cd "$MPI_BIN" && pwd)

# ---- what --help and the pages say -----------------------------------------

# help_options PART - prints "letter name argument choices default" for each
# option in one part of a help text: "options" or "common options"
help_options()
{
	awk -v part="$1:" '
	/^[a-z ]*options:$/ { inside = $0 == part; next }
	/^$/ { inside = 0 }
	inside {
		letter = substr($0, 4, 1)
		if (letter == " ")
			letter = "-"
		rest = substr($0, 7)
		name = rest
		sub(/ .*/, "", name)
		rest = substr(rest, length(name) + 1)
		argument = choices = value = "-"
		if (match(rest, /^ [A-Z][A-Z:]* /)) {
			argument = substr(rest, 2, RLENGTH - 2)
			rest = substr(rest, RLENGTH)
		}
		if (match(rest, / \[[^]]*\]$/)) {
			value = substr(rest, RSTART + 2, RLENGTH - 3)
			rest = substr(rest, 1, RSTART - 1)
		}
		if (match(rest, /: [a-z0-9|-]*\|[a-z0-9|-]*$/))
			choices = substr(rest, RSTART + 2)
		print letter, substr(name, 3), argument, choices, value
	}'
}

# page_options SECTION PAGE - prints the same for the items of a section, and
# then the range of a number, if the page gives one
page_options()
{
	awk -v section="$1" '
	function flush() {
		if (name)
			print letter, name, argument, choices, value, range
		name = ""
	}
	/^\.Sh / {
		flush()
		inside = substr($0, 5) == section
		next
	}
	!inside { next }
	/^\.It .*Fl -/ {
		flush()
		letter = argument = choices = value = "-"
		range = ""
		if ($2 == "Fl" && $3 !~ /^-/)
			letter = $3
		for (i = 2; i <= NF; i++) {
			if ($i == "Fl" && $(i + 1) ~ /^-/)
				name = substr($(i + 1), 2)
			if ($i == "Ar")
				argument = $(i + 1)
		}
	}
	/^\.It Cm / { choices = (choices == "-" ? "" : choices "|") $3 }
	before == "The default is" && /^\.Cm / { value = $2 }
	/^A (whole )?number (of|between) / {
		range = $0
		sub(/^A /, "a ", range)
		sub(/\.$/, "", range)
	}
	{ before = $0 }
	END { flush() }' "$2"
}

# add_ranges FILTER - adds to these lines the range that the filter's message
# gives when the value is not a number; the second option stops all other runs
add_ranges()
{
	while read -r letter name argument choices value; do
		range=
		if [ "$argument" != - ] && [ "$choices" = - ]; then
			range=$("$1" "--$name" x --not-an-option 2>&1 |
				sed -n 's/.* is not \(a .*number .*\)/\1/p')
		fi
		echo "$letter $name $argument $choices $value $range"
	done
}

strip_ranges()
{
	cut -d ' ' -f 1-5 "$1"
}

# names FILE... - prints the names without folders, sorted
names()
{
	for path; do
		echo "${path##*/}"
	done | sort
}

# ---- a page ----------------------------------------------------------------

check_lint()
{
	expect_true "$2: no mandoc warnings" mandoc -T lint -W warning "$1"
}

check_synopsis()
{
	"$1" --help | sed -n '1s/^usage: //p' >"$tmp/usage"
	backspace=$(printf '\b')
	mandoc -T ascii "$2" | sed "s/.$backspace//g" |
		awk '/^[A-Z]/ { inside = $0 == "SYNOPSIS"; next }
		inside && NF { $1 = $1; line = line (line ? " " : "") $0 }
		END { print line }' >"$tmp/synopsis"
	expect_same "$1: SYNOPSIS is the usage line" "$tmp/usage" \
		"$tmp/synopsis"
}

# The filter's own options, in order and with ranges; then the common ones.
check_options()
{
	joined_help "$1" >"$tmp/help"
	help_options options <"$tmp/help" >"$tmp/own"
	add_ranges "$1" <"$tmp/own" >"$tmp/own-ranges"
	help_options 'common options' <"$tmp/help" >"$tmp/common"
	page_options OPTIONS "$2" >"$tmp/page"
	# A filter for MPI has the options of the plain one, and its page has
	# those that are new.
	if [ "${1%-mpi}" != "$1" ]; then
		joined_help "${1%-mpi}" >"$tmp/plain"
		help_options options <"$tmp/plain" >"$tmp/plain-own"
		# A manifest is made by one process, and shapes are whole;
		# several processes do not read weights.
		expect_is "$1: lacks no option of ${1%-mpi}" '' \
			"$(grep -vxF -f "$tmp/own" "$tmp/plain-own" |
				grep -v -e '^- manifest ' \
					-e '^- one-per-shape ' \
					-e '^- weights ')"
		add_ranges "${1%-mpi}" <"$tmp/plain-own" >"$tmp/plain-ranges"
		grep -vxF -f "$tmp/plain-ranges" "$tmp/own-ranges" >"$tmp/new"
		mv "$tmp/new" "$tmp/own-ranges"
		page_options OPTIONS "$2" >"$tmp/page"
		expect_is "$1: options" "$(cat "$tmp/own-ranges")" \
			"$(cat "$tmp/page")"
		return
	fi
	own=$(wc -l <"$tmp/own")
	head -n "$own" "$tmp/page" >"$tmp/page-own"
	tail -n +"$((own + 1))" "$tmp/page" >"$tmp/page-common"
	expect_same "$1: options" "$tmp/own-ranges" "$tmp/page-own"
	strip_ranges "$tmp/page-common" >"$tmp/page-common-5"
	expect_same "$1: common options" "$tmp/common" "$tmp/page-common-5"
}

# ---- examples --------------------------------------------------------------

# split_examples DIRECTORY - splits lines "$ command", "> continuation" and
# output into files NNN.command and NNN.output
split_examples()
{
	awk -v directory="$1" '
	function file(suffix) {
		return sprintf("%s/%03d.%s", directory, count, suffix)
	}
	/^BEGIN$/ { open = 0; next }
	/^\$ / {
		if (count)
			close(file("output"))
		count++
		open = 1
		printf "" >file("output")
		print substr($0, 3) >file("command")
		next
	}
	open && /^> / { print substr($0, 3) >file("command"); next }
	open { print >file("output") }'
}

# page_blocks PAGE - prints its literal blocks as a formatter shows them
page_blocks()
{
	awk '/^\.Bd -literal/ { inside = 1; print "BEGIN"; next }
	/^\.Ed/ { inside = 0 }
	inside { gsub(/\\&/, ""); gsub(/\\e/, "\\"); print }' "$1"
}

# markdown_blocks FILE - prints the indented blocks of a Markdown file
markdown_blocks()
{
	awk '/^    / { if (!inside) print "BEGIN"; inside = 1
		print substr($0, 5); next }
	{ inside = 0 }' "$1"
}

# run_examples NAME - runs the examples in $tmp/blocks, each in its own shell,
# all in one folder: exit status 0, no message, and the output that is shown.
# Figures need gnuplot.
run_examples()
{
	examples=$tmp/examples
	rm -rf "$examples"
	mkdir -p "$examples/work"
	split_examples "$examples" <"$tmp/blocks"
	for command in "$examples"/*.command; do
		[ -e "$command" ] || continue
		if ! command -v gnuplot >/dev/null && grep -qE \
			'^gnuplot | -o [^ ]*\.(pdf|png|svg)( |$)' "$command"
		then
			skip "$1: $(head -n 1 "$command")" 'no gnuplot'
			continue
		fi
		if grep -q 'graphimport --domain' "$command" &&
			built_without graphimport --domain; then
			skip "$1: $(head -n 1 "$command")" 'no libpsl'
			continue
		fi
		(cd "$examples/work" && sh -e "$command") \
			>"$examples/stdout" 2>"$examples/stderr" </dev/null
		echo "exit $?" >>"$examples/stderr"
		cat "$examples/stderr" >>"$examples/stdout"
		echo 'exit 0' >>"${command%.command}.output"
		expect_same "$1: $(head -n 1 "$command")" \
			"${command%.command}.output" "$examples/stdout"
	done
}

# ---- all pages -------------------------------------------------------------

for program in "$BIN"/* ${MPI_BIN:+"$MPI_BIN"/*}; do
	filter=${program##*/}
	page=man/man1/$filter.1
	expect_true "$filter: has a page" [ -f "$page" ] || continue
	check_lint "$page" "$filter(1)"
	check_synopsis "$filter" "$page"
	check_options "$filter" "$page"
	page_blocks "$page" >"$tmp/blocks"
	run_examples "$filter(1)"
done

# The script, whose usage has a line for each command.
# Alone, so that it finds these filters, and not those of bin.
mkdir "$tmp/alone"
cp pipelines/seedpipe "$tmp/alone"
PATH=$PATH:$tmp/alone
check_lint man/man1/seedpipe.1 'seedpipe(1)'
joined_help pipelines/seedpipe | help_options options >"$tmp/help"
page_options OPTIONS man/man1/seedpipe.1 | strip_ranges - >"$tmp/page"
expect_same 'seedpipe(1): options of --help' "$tmp/help" "$tmp/page"
page_blocks man/man1/seedpipe.1 >"$tmp/blocks"
run_examples 'seedpipe(1)'

overview=man/man7/seedpipe.7
check_lint "$overview" 'seedpipe(7)'
check_lint man/man5/seedpipe.5 'seedpipe(5)'
check_lint man/man7/seedpipe-mpi.7 'seedpipe-mpi(7)'

names "$BIN"/* >"$tmp/built"
names man/man1/*.1 | sed 's/\.1$//; /-mpi$/d; /^seedpipe$/d' \
	>"$tmp/pages"
expect_same 'man1 has exactly one page per filter' "$tmp/built" "$tmp/pages"
sed -n 's/^\.It Xr \(.*\) 1$/\1/p' "$overview" | sort >"$tmp/listed"
expect_same 'seedpipe(7) lists the filters' "$tmp/built" "$tmp/listed"
# shellcheck disable=SC2016 # backticks of Markdown
sed -n 's/^- `\([a-z]*\)`: .*/\1/p' README.md | sort >"$tmp/listed"
expect_same 'README.md lists the filters' "$tmp/built" "$tmp/listed"

for program in "$BIN"/*; do
	joined_help "$program" | help_options 'common options' |
		add_ranges "$program" >"$tmp/common"
	page_options 'COMMON OPTIONS' "$overview" >"$tmp/page"
	# A filter may lack -g, -R and -z, and its help then does not list them.
	grep -vxF -f "$tmp/page" "$tmp/common" >"$tmp/unknown"
	expect_is "seedpipe(7): common options of ${program##*/}" '' \
		"$(cat "$tmp/unknown")"
	expect_is "${program##*/} --help fits a terminal of 80 columns" '' \
		"$("$program" --help | awk 'length > 79')"
	"$program" --help | sed -n 's/^  -\([a-zA-Z]\), .*/\1/p' >"$tmp/letters"
	for option in g:/dev/null R z:0; do
		letter=${option%%:*}
		grep -qx "$letter" "$tmp/letters" && continue
		run "$program" "-$letter" ${option#"$letter":} </dev/null
		expect "${program##*/} does not list -$letter, and rejects it" \
			64
	done
done
joined_help hits | help_options 'common options' >"$tmp/common"
page_options 'COMMON OPTIONS' "$overview" | strip_ranges - >"$tmp/all"
# This one is for filters that print names.
joined_help graphdump | help_options 'common options' |
	grep '^- safe-text ' >"$tmp/names"
grep '^- safe-text ' "$tmp/all" >"$tmp/safe"
expect_same 'graphdump has --safe-text' "$tmp/names" "$tmp/safe"
grep -v '^- safe-text ' "$tmp/all" >"$tmp/page"
expect_same 'hits has all common options' "$tmp/common" "$tmp/page"

joined_help hits | sed -n 's/.*default: \([0-9]*\) to a file, \([0-9]*\) to .*/\1 \2/p' \
	>"$tmp/levels"
sed -n 's/^By default \([0-9]*\) to a regular file and \([0-9]*\) to .*/\1 \2/p' \
	"$overview" >"$tmp/said"
expect_same 'seedpipe(7): levels of compression' "$tmp/levels" "$tmp/said"

page_blocks "$overview" >"$tmp/blocks"
run_examples 'seedpipe(7)'
# The tutorials make what they begin with by programs that are not installed.
PATH=$PATH:$(cd "${BUILD:-build}/tests" && pwd):$(pwd)/recipes
for page in README.md docs/*.md; do
	markdown_blocks "$page" >"$tmp/blocks"
	if grep -q '^\$ serveweb ' "$tmp/blocks" &&
		! command -v serveweb >/dev/null; then
		skip "$page" 'no serveweb: make test-programs builds it'
		continue
	fi
	run_examples "$page"
done

# What docs/install.md installs is all that the Makefile knows, except for tests.
sed -n '/^sudo apt install gcc/,/[^\\]$/p' docs/install.md | tr -d '\\\n' |
	sed 's/sudo apt install//' | tr -s ' \t' '[\n*]' | sort | sed '/^$/d' \
	>"$tmp/said"
sed -n '/^PACKAGES = /,/[^\\]$/p' Makefile | tr -d '\\\n' |
	sed 's/PACKAGES =//' | tr -s ' \t' '[\n*]' | sort |
	grep -vxE '|libc6-dev|check|perl|mandoc|zstd|gzip|wget' |
	grep -vxE 'libmicrohttpd-dev|libcurl4-.*|python3.*' >"$tmp/packages"
expect_same 'docs/install.md names the packages that a build needs' "$tmp/packages" \
	"$tmp/said"

# finds_fault COMMAND... - does it report "not ok", and never "ok"?
finds_fault() {
	("$@") >"$tmp/found"
	grep -q '^not ok' "$tmp/found" && ! grep -q '^ok' "$tmp/found"
}

# The tests above can fail: they find errors in wrong pages.
joined_help hits | help_options options | add_ranges hits >"$tmp/own"
for wrong in 's/^\.Cm 60/.Cm 61/' 's/Cm l1$/Cm l3/' 's/^A number of/A sum of/' \
	's/Fl -strict/Fl -severe/' 's/tolerance Ar X/tolerance Ar Y/'; do
	sed "$wrong" man/man1/hits.1 >"$tmp/wrong"
	page_options OPTIONS "$tmp/wrong" |
		head -n "$(wc -l <"$tmp/own")" >"$tmp/page"
	expect_true "an error in a page is detected: $wrong" \
		! cmp "$tmp/own" "$tmp/page"
done
printf '$ echo a\nb\n' >"$tmp/blocks"
expect_true 'an example with other output is detected' \
	finds_fault run_examples wrong
printf '$ exit 3\n' >"$tmp/blocks"
expect_true 'an example that fails is detected' \
	finds_fault run_examples wrong

# ---- the table of orders ---------------------------------------------------

# Makes the list of the page from the output of --list.
crawlorder --list | awk -F '\t' '
NR == 1 { next }
$2 == "-" {
	if (inside)
		print ".El"
	inside = 0
	print ".It Cm " $1
	print $5
	print ".Pq " $4
	next
}
!inside { print ".Bl -tag -width Ds -compact"; inside = 1 }
{ print ".It Li " $2 " No = " $4 " , default " $3; print $5 }
END { if (inside) print ".El"; print ".El" }
' >"$tmp/expected"
sed -n '/^prints this table:/,/^\.Pp/p' man/man1/crawlorder.1 |
	sed '1,2d;$d' >"$tmp/page"
expect_same 'crawlorder(1): the orders are those of --list' "$tmp/expected" \
	"$tmp/page"

# ---- the stream of seedpipe(5) ---------------------------------------------

format=man/man5/seedpipe.5

# Lines "0010  47 52 ... | meaning": the bytes, if each offset is right.
page_blocks "$format" | perl -ne '
	next unless /^([0-9a-f]{4})  ((?:[0-9a-f]{2} ?)+) *\|/;
	my ($offset, $hex) = (hex $1, $2);
	$hex =~ s/ //g;
	die "offset $1\n" if $offset != length $bytes;
	$bytes .= pack "H*", $hex;
	END { print $bytes }' >"$tmp/example" 2>"$tmp/offsets"
expect_is 'seedpipe(5): the offsets of the example are right' '' \
	"$(cat "$tmp/offsets")"

printf '#src\tdst\n0\t1\n0\t2\n1\t1\n1\t2\n' >"$tmp/links"
graphdump "$tmp/example" >"$tmp/dumped" 2>&1
expect_same 'seedpipe(5): the example is read' "$tmp/links" "$tmp/dumped"

size=$(wc -c <"$tmp/example")
sed -n 's/^A complete stream of \([0-9]*\) bytes.*/\1/p' "$format" \
	>"$tmp/said"
echo "$size" | tr -d ' ' >"$tmp/size"
expect_same 'seedpipe(5): the size of the example' "$tmp/size" "$tmp/said"

perl -0777 -ne 'print unpack("V", substr $_, 0x4c, 4), "\n"' "$tmp/example" \
	>"$tmp/chain"
sed -n 's/^The filters write \([0-9]*\) and accept at most that\./\1/p' \
	"$format" >"$tmp/said"
expect_same 'seedpipe(5): the longest chain' "$tmp/chain" "$tmp/said"

# All but the end frame, which also counts the provenance after the graph.
graph=$((size - 80))
graphimport -f arcs "$tmp/links" | head -c "$graph" >"$tmp/written"
head -c "$graph" "$tmp/example" >"$tmp/expected"
expect_same 'seedpipe(5): the example is written' "$tmp/expected" \
	"$tmp/written"

# The tests above can fail: a stream with one wrong bit is rejected.
perl -0777 -pe 'substr($_, 0x9a, 1) ^= "\x01"' "$tmp/example" >"$tmp/damaged"
run graphdump "$tmp/damaged"
expect 'seedpipe(5): the example with one wrong bit is rejected' 65

# The record with edits, which has no offsets, and the same record without them.
edits=$(page_blocks "$format" |
	sed -n 's/^\([0-9a-f][0-9a-f]\)  *|.*/\1/p' | tr -d '\n')
plain=$(sed -n 's/^Written out .* bytes: \(.*\)\.$/\1/p' "$format" | tr -d ' ')
for page in 100 101; do
	list='10 20 35 40 99'
	[ "$page" -eq 101 ] || list='10 20 30 40 50'
	for target in $list; do
		echo "$page $target"
	done
done >"$tmp/links"
graphimport -f arcs --dense "$tmp/links" |
	perl -0777 -ne 'print unpack "H*", $_' >"$tmp/hex"
expect_true 'seedpipe(5): the record with edits is written' \
	grep "${edits:-none in the page}" "$tmp/hex"
grep '^101' "$tmp/links" | graphimport -f arcs --dense |
	perl -0777 -ne 'print unpack "H*", $_' >"$tmp/hex"
expect_true 'seedpipe(5): the same record without a reference is written' \
	grep "${plain:-none in the page}" "$tmp/hex"

# The compressed frame, which test_sums reads.
page_blocks "$format" | sed -n '/tag SCOR/,/checksum of the zstd/s/|.*//p' |
	tr -d ' \n' >"$tmp/frame"
sed -n '/^static const uint8_t example/,/^}/p' tests/unit/stream/test_sums.c |
	grep 0x | sed 's/0x//g' | tr -d ' ,\t\n' >"$tmp/tested"
expect_same 'seedpipe(5): the compressed frame is the one of test_sums' \
	"$tmp/frame" "$tmp/tested"

plan
