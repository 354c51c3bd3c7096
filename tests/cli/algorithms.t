#!/bin/sh
# SPDX-License-Identifier: MIT
#
# algorithms.t - seedpipe-algorithms(7) agrees with the programs and with the
# comments that cite it: orders, options and defaults, worked examples, sections
#
#	[BIN=bin] tests/cli/algorithms.t
#
# Run in the root of the project.

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

page=man/man7/seedpipe-algorithms.7

# ---- the page itself --------------------------------------------------------

run mandoc -T lint -W warning "$page"
expect 'mandoc has no warnings' 0

# words - prints standard input without blanks, hyphens, quotes and overstrikes,
# and without the first and last line, in all of which formatters differ
words() {
	sed "s/.$(printf '\b')//g; 1d; \$d" | tr -d " \t\n\`'-" | fold -w 60
}

if command -v groff >/dev/null; then
	run groff -mandoc -ww -Tutf8 "$page"
	expect_message 'groff has no warnings' ''
	mandoc -T ascii "$page" | words >"$folder/mandoc"
	groff -mandoc -Tascii -P-c "$page" | words >"$folder/groff"
	expect_same 'mandoc and groff show the same text' "$folder/mandoc" \
		"$folder/groff"
else
	skip 'mandoc and groff show the same text' 'groff is not installed'
fi

# ---- orders and options -----------------------------------------------------

# page_options PAGE - prints "order option default" of the "Options of" lists
page_options() {
	awk '/^Options of$/ { getline; order = $1 == ".Cm" ? $2 : "-" }
	/^\.El$/ { order = "-" }
	order != "-" && /^\.It Cm .* Pq default / {
		print order, $3, ($(NF - 1) == "Fl" ? "-" : "") $NF
	}' "$1"
}

# listed COLUMN... - prints these columns of crawlorder --list
listed() {
	awk -F '\t' -v columns="$*" '
	NR == 1 {
		sub(/^#/, "")
		for (i = 1; i <= NF; i++)
			number[$i] = i
		count = split(columns, names, " ")
		next
	}
	$number["option"] == "-" && columns != "order" { next }
	$number["option"] != "-" && columns == "order" { next }
	{
		for (i = 1; i <= count; i++)
			printf "%s%s", $number[names[i]], i < count ? " " : "\n"
	}' "$folder/list"
}

run crawlorder --list
expect 'the orders are listed' 0
cp "$out" "$folder/list"

listed order option default | sort >"$folder/options"
page_options "$page" | sort >"$folder/page-options"
expect_same 'options and defaults of the orders' "$folder/options" \
	"$folder/page-options"

# The table of seedpipe(7), "order section source": each order is defined in
# its section.
awk '/^\.Ed/ { inside = 0 }
inside { name = $1; sub(/,$/, "", name); print name, $0 }
/^order +section +source$/ { inside = 1 }' man/man7/seedpipe.7 >"$folder/table"
listed order | sort >"$folder/orders"
cut -d ' ' -f 1 "$folder/table" | sort >"$folder/table-orders"
expect_same 'the table of sections in seedpipe(7) has all orders' \
	"$folder/orders" "$folder/table-orders"

missing=$(while read -r order line; do
	for number in $(echo "$line" | grep -oE '[0-9]+\.[0-9]+'); do
		sed -n "s/^\.Ss $number / /p" "$page" | tr ':,' '  ' |
			grep -qE " $order( |\$)" || echo "$order: $number"
	done
done <"$folder/table")
if [ -z "$missing" ]; then
	ok 'those sections define the orders'
else
	not_ok 'those sections define the orders' "$missing"
fi

sed -n 's/^\.It Fl -\(.*\) Pq default Li \(.*\)/\1 \2/p' "$page" |
	sort >"$folder/page-cores"
joined_help coreextract |
	sed -n 's/^ *--\([a-z-]*\) .*\[\([^]]*\)\]$/\1 \2/p' |
	grep -E '^(cover-density|hubcap|match|last|test|on-break|new-members) ' |
	sort >"$folder/cores"
expect_same 'options and defaults of cores' "$folder/cores" \
	"$folder/page-cores"

# ---- worked examples --------------------------------------------------------

# Prints the links of the page's graphs as "GRAPH source target".
perl -ne 'exit if /^\.Sh 2/;
	$graph = $1 if /^([A-Z]+\d*) +\d+ pages/;
	next unless $graph;
	while (/(\d+): ((?:\d+ ?)+)/g) {
		my ($source, $targets) = ($1, $2);
		print "$graph $source $_\n" for split / /, $targets;
	}' "$page" >"$folder/links"
printf '%s\n' a a a a b b b c c c c >"$folder/hosts-G11"
printf '%s\n' a b a c d >"$folder/hosts-D5"
echo 0 >"$folder/seeds"

for graph in G11 G8 N10 F5 T16 D5; do
	sed -n "s/^$graph //p" "$folder/links" >"$folder/links-$graph"
	set -- -f arcs --dense -o "$folder/$graph.sp"
	[ -e "$folder/hosts-$graph" ] &&
		set -- "$@" --hosts "$folder/hosts-$graph"
	graphimport "$@" "$folder/links-$graph"
done

awk '{ print $1, $2, ($1 + $2) % 4 }' "$folder/links-G11" |
	graphimport -f arcs --dense --weights 3 -o "$folder/G11W.sp"

# section NUMBER - prints its words on one line, with a blank at both ends
section() {
	printf ' '
	awk -v begin=".Ss $1 " '/^\.S[hs] / { inside = index($0, begin) == 1 }
	inside { gsub(/\\&/, ""); print }' "$page" | tr -s ' \n' ' '
}

# example SECTION GRAPH ORDER [keys] - the section has crawlorder's result
example() {
	set -- "$1" "$2" "$3" "${4-}"
	texts=
	[ "$3" = shark ] && texts='--anchors anchors --contexts contexts'
	# shellcheck disable=SC2086 # options are several words
	run crawlorder --seeds "$folder/seeds" --order "$3" $texts \
		-o "$folder/order" "$folder/$2.sp"
	graphdump -s orders "$folder/order" | awk -F '\t' '
	/^#/ { next }
	{ pages = pages (pages == "" ? "" : " ") $3 }
	{
		key = $4 == int($4) ? $4 : sprintf("%.6f", $4)
		sub(/^0\./, ".", key)
		sub(/^-0\./, "-.", key)
		keys = keys " " key
	}
	END { print pages; print "keys" keys }' |
		if [ "${4-}" ]; then cat; else head -n 1; fi >"$folder/found"
	section "$1" >"$folder/section"
	missing=$(while read -r words; do
		grep -qF -e " $words" "$folder/section" || echo "$words"
	done <"$folder/found")
	if [ "$status" -eq 0 ] && [ -s "$folder/found" ] &&
		[ -z "$missing" ]; then
		ok "section $1: $3 on $2"
	else
		not_ok "section $1: $3 on $2" "$missing"
	fi
}

example 2.1 G11 bfs
example 2.2 G11 dfs
example 2.3 G11 backlink@1
example 2.3 G11 backlink@2
example 2.3 G11 backlink@3
example 2.4 G11 lsf
example 2.5 G11 domainpq
example 2.5 G11 domainpq:max-wait=2
example 2.5 G11 domainpq:rescore=max
example 2.5 D5 domainpq:max-wait=1
example 2.5 D5 domainpq:max-wait=1:dropped=never
example 3.2 G11 batchpr@2
example 3.2 G11 batchpr@3
example 3.3 G11 partialpr@2 keys
example 3.3 G11 partialpr@2:update=all
example 3.3 G11 partialpr@3
example 3.4 G11 opic keys
example 3.4 G11 opic:init=seeds keys
example 3.4 G11W opic:links=weights keys
example 3.5 G11 fica keys
example 3.5 G11 fica@1 keys
example 3.5 G11 fica:rule=rl:k=2
example 3.6 G11 ficaplus:k=2 keys
example 3.7 G11 ieca@2 keys
example 3.7 G8 ieca@2 keys
example 3.7 G8 ieca@2:update=min
example 3.7 G8 ieca@2:update=lazy
example 3.7 N10 ieca@100 keys
example 3.8 F5 fpr
example 3.8 G11 fpr keys
example 3.8 G11W fpr:links=weights keys
example 3.9 G11 fpr@2 keys
example 3.9 G11 fpr@100 keys
example 3.10 F5 rankmass
example 3.10 G11 rankmass keys
example 3.11 G11 wrankmass

# scored GRAPH PAGE SCORE... - GRAPH.sp gets the relevance of pages, else 0
scored() {
	name=$1
	shift
	printf '%s\t%s\n' "$@" | scoreimport -q --scores - \
		-o "$folder/scored" "$folder/$name.sp"
	mv "$folder/scored" "$folder/$name.sp"
}

scored T16 1 .1 2 1 3 1 5 1 7 .8 8 .8 11 1
example 4.2 T16 bestfirst:seed-key=2 keys
example 4.3 T16 bestfirst:key=parent-last
scored T16 0 .4 1 .8 2 .2 3 1 5 .5 7 .3 8 .4 11 .7
example 4.3 T16 bestfirst:key=parent-last:seed-key=0 keys
scored T16 2 1 5 1 11 1
example 4.4 T16 fish keys
example 4.4 T16 fish:variant=debra:width=1 keys
example 4.4 T16 fish:variant=debra:width=2 keys
scored G11 0 .9 1 .1 2 .6 3 .2 4 .8 5 .1 6 .3 7 .7 8 .5 9 .4 10 0
example 4.6 G11 otie keys
printf '0 1 .4\n' >"$folder/anchors"
printf '0 2 .3\n5 11 .5\n' >"$folder/contexts"
scoreimport -q --link-scores "$folder/anchors" \
	--link-scores "contexts=$folder/contexts" -o "$folder/scored" \
	"$folder/T16.sp"
mv "$folder/scored" "$folder/T16.sp"
scored T16 0 .2 2 .6 5 .5 8 .3 11 .1
example 4.5 T16 shark keys

# ---- citations --------------------------------------------------------------

# cited FILE... - prints "file section" for each citation, joining comment lines
cited() {
	perl -0777 -ne '
	s/\s*\n\s*(?:\*|#)?\s*/ /g;
	while (/seedpipe-algorithms\(7\),\ (?:sections?\ )?
		(G?\d[\d.a]*)((?:\ (?:and|to)\ [\d.]+)*)/gx) {
		for (split / (?:and|to) /, "$1$2") {
			s/\.$//;
			print "$ARGV $_\n";
		}
	}' "$@"
}

sed -n 's/^\.S[hs] \(G*[0-9][0-9.a]*\) .*/\1/p' "$page" |
	sed 's/\.$//' >"$folder/sections"

# unknown_sections - prints citations whose section the page does not have
unknown_sections() {
	while read -r file number; do
		grep -qxF -e "$number" "$folder/sections" ||
			echo "$file: there is no section $number"
	done
}

find cmd lib tests/unit tests/fuzz -name '*.[ch]' >"$folder/files"
# shellcheck disable=SC2046 # names without blanks
cited $(cat "$folder/files") >"$folder/cited"
unknown=$(unknown_sections <"$folder/cited")
if [ "$(wc -l <"$folder/cited")" -ge 30 ] && [ -z "$unknown" ]; then
	ok 'the sections that comments cite exist'
else
	not_ok 'the sections that comments cite exist' "$unknown"
fi

# ---- these tests can fail: they find errors in wrong pages -------------------

for wrong in 's/default Li 0.66/default Li 0.67/' 's/Cm tie-site/Cm tie/' \
	's/^\.Cm opic :/.Cm copic :/' '/^\.It Cm eps/d'; do
	sed "$wrong" "$page" >"$folder/wrong"
	page_options "$folder/wrong" | sort >"$folder/page-options"
	if cmp -s "$folder/options" "$folder/page-options"; then
		not_ok "an error in the options is found: $wrong"
	else
		ok "an error in the options is found: $wrong"
	fi
done
sed 's/8 9 7 6; key of 7/8 7 9 6; key of 7/' "$page" \
	>"$folder/wrong"
if (page=$folder/wrong && example 3.5 G11 fica:rule=rl:k=2) |
	grep -q '^not ok'; then
	ok 'an error in an example is found'
else
	not_ok 'an error in an example is found'
fi
printf '/*\n * See seedpipe-algorithms(7),\n * sections 3.8 and 3.99.\n */\n' \
	>"$folder/wrong.c"
unknown=$(cited "$folder/wrong.c" | unknown_sections)
if [ "$unknown" = "$folder/wrong.c: there is no section 3.99" ]; then
	ok 'a wrong citation is found'
else
	not_ok 'a wrong citation is found' "$unknown"
fi

plan
