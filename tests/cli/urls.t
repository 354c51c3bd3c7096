#!/bin/sh
# SPDX-License-Identifier: MIT
#
# urls.t - links between URLs: dumps of linkdb, tables, outlinks of ClueWeb22
#
#	[BIN=bin] tests/cli/urls.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2

# links_of FILE... - prints the links of what the options import, as names
links_of() {
	crawlgraph -q -o graph.sp "$@" || return
	graphdump -s names graph.sp >names.txt
	graphdump graph.sp | awk 'FNR == 1 { file++ }
			/^#/ { next }
			file == 1 { name[$1] = $3; next }
			{ print name[$1] ">" name[$2] }' names.txt - | sort
}

# The same links in all formats, in parts, packed and plain.
cat >expected <<'END'
http://a.example/>http://b.example/x
http://a.example/>http://c.example/
http://b.example/x>http://a.example/
END
printf '%s\n' 'http://b.example/x	Inlinks:' \
	' fromUrl: http://a.example/ anchor: one anchor: two' 'three' '' >part-0
printf '%s\n' 'http://a.example/	Inlinks:' \
	' fromUrl: http://b.example/x anchor: ' '' \
	'http://c.example/	Inlinks:' \
	' fromUrl: http://a.example/ anchor: x metadata: _ftk_=1' '' |
	gzip >part-1.gz
expect_is 'linkdb, two parts' "$(cat expected)" "$(links_of part-0 part-1.gz)"
{
	cat part-0
	gzip -dc part-1.gz
} >dump
expect_is 'linkdb, a pipe' "$(cat expected)" "$(gzip -c dump | links_of)"
expect_is 'linkdb, a pipe and its format' "$(cat expected)" \
	"$(gzip -c dump | links_of -f linkdb -)"

{
	printf '\357\273\277"Type","Source","Destination","Anchor"\r\n'
	printf '"Hyperlink","http://a.example/","http://b.example/x","a, ""b""'
	printf '\r\nc"\r\n"Image","http://a.example/","http://i.example/",""\r\n'
	printf '"Hyperlink","http://b.example/x","http://a.example/",""\r\n'
} >one.csv
printf 'Destination;Type;Source\nhttp://c.example/;hyperlink;http://a.example/\n' \
	>two.csv
expect_is 'csv, two tables, hyperlinks only' "$(cat expected)" \
	"$(links_of --where type=Hyperlink one.csv two.csv)"
# Gephi's tables of edges, in the columns of its versions.
for header in Source,Target Source,Target,Weight Target,Weight,Source \
	'Source;Target;Type;Id;Label;timeset;Weight' Id,Source,Target,Type \
	'Type	Source	Target'; do
	{
		echo "$header"
		echo "$header" | sed 's|Source|http://a.example/|
			s|Target|http://b.example/x|; s/Weight/1.0/
			s/Type/Directed/; s/Id/0/; s/Label//; s/timeset//'
	} >gephi.csv
	expect_is "Gephi: $header" 'http://a.example/>http://b.example/x' \
		"$(links_of gephi.csv)"
	run crawlgraph -o graph.sp gephi.csv
	expect_is "Gephi: $header: not a word" '' "$(cat "$err")"
done
printf 'Source,Target,Type,Weight\na,b,Undirected,2.5\n' >gephi.csv
run crawlgraph -o graph.sp gephi.csv
expect 'Gephi: weights and no directions' 0
expect_message 'Gephi: no directions' 'crawlgraph: links of type Undirected are read in one direction, from source to target'
expect_message 'Gephi: weights' 'crawlgraph: its links have weights that are not used (--weight Weight keeps them)'
run crawlgraph --weight Weight -o graph.sp gephi.csv
run graphdump --weights graph.sp
expect_output 'Gephi: weights are kept' '0	1	2.5'
printf 'Source,Target\n0,1\n' >gephi.csv
run graphimport --skip 1 -o graph.sp gephi.csv
expect 'Gephi: who skips the header has a list of links' 0

printf 'a,b\nhttp://a.example/,http://b.example/x\n' >named.csv
expect_is 'csv, columns by name' 'http://a.example/>http://b.example/x' \
	"$(links_of -f csv --source A --target b named.csv)"
expect_is 'csv, columns by number' "$(printf '%s\n' 'b>a' \
	'http://b.example/x>http://a.example/')" \
	"$(links_of -f csv --no-header --source 2 --target 1 named.csv)"
run crawlgraph -f csv --source a --target b --weight w -o graph.sp - <<'END'
a,b,w
x,y,1
x,y,2.5
END
expect 'weights of a table' 0
run graphdump --weights graph.sp
expect_output 'are added up' '0	1	3.5'

# page URL ID LINK... - prints a record of ClueWeb22
page() {
	printf '{"url":"%s","urlHash":"0","language":"en",' "$1"
	printf '"ClueWeb22-ID":"clueweb22-en0000-00-0000%s","outlinks":[' "$2"
	shift 2
	more=
	while [ $# -gt 0 ]; do
		printf '%s["%s","0","text","","en",%s]' "$more" "$1" "$2"
		more=,
		shift 2
	done
	printf ']}\n'
}
{
	page http://a.example/ 0 http://b.example/x \
		'"clueweb22-en0000-00-00001"' http://c.example/ null | gzip
	printf '' | gzip
	page http://b.example/x 1 http://a.example/ \
		'"clueweb22-en0000-00-00000"' | gzip
} >en0000-00.json.gz
run crawlgraph -v -o graph.sp en0000-00.json.gz
expect 'clueweb22 by ids' 0
expect_message 'links out of the collection are counted' \
	'crawlgraph: 1 of the links lead out of the collection, and are left out'
run graphdump graph.sp
expect_is 'links by ids' '0>1 1>0' "$(grep -v '^#' "$out" |
	tr '\t\n' '> ' | sed 's/ $//')"
expect_is 'clueweb22 by URLs' "$(cat expected)" \
	"$(links_of --urls en0000-00.json.gz)"

# One page under many names.
{
	printf 'Source,Destination\n'
	printf 'http://a.example,HTTP://B.Example:80/%%7ex/../x#top\n'
	printf 'http://me@a.example/,http://b.example/x\n'
	printf 'http://b.example/x,mailto:me@a.example\n'
} >odd.csv
run crawlgraph --normalize -o graph.sp odd.csv
expect 'normal form' 0
expect_message 'what is no page is left out' \
	'crawlgraph: 1 of the links have no page at one end, and are left out'
run graphdump -s names graph.sp
expect_is 'two pages are left' 'http://a.example/ http://b.example/x' \
	"$(grep -v '^#' "$out" | cut -f 3 | tr '\n' ' ' | sed 's/ $//')"

# The same in a list of links: a warning, and the option that joins them.
printf '%s\n' 'http://A.example/ http://b.example/' \
	'http://a.example http://b.example/#x' \
	'http://a.example/#x http://c.example' >links
run graphimport -o raw.sp links
expect 'URLs in several spellings' 0
expect_message 'they are counted, with two of them' \
	'graphimport: 3 of 6 pages are the same as others by the normal form of their URLs, such as "http://A.example/" and "http://a.example": --normalize joins them'
run graphimport --normalize -o one.sp links
expect 'they are joined' 0
expect_message 'they are joined: no warning' ''
run graphdump one.sp
expect_is 'they are joined: links' '0>1 0>2' "$(grep -v '^#' "$out" |
	tr '\t\n' '> ' | sed 's/ $//')"
run graphdump -s names one.sp
expect_is 'they are joined: names' \
	'http://a.example/ http://b.example/ http://c.example/' \
	"$(sed 1d "$out" | cut -f 3 | tr '\n' ' ' | sed 's/ $//')"

# Names of ids, in a format that streams and in one that does not.
printf '%s\n' http://a.example http://b.example/ http://B.example/ >names
printf '3\n1\n2\n0\n' >three.ascii
printf '0 1\n1 2\n2 0\n' >three
domain=--domain
! built_without graphimport --domain || domain=
for file in three three.ascii; do
	# shellcheck disable=SC2086 # may be nothing
	run graphimport --names names --normalize $domain -o joined.sp "$file"
	expect "names of ids are joined: $file" 0
	run graphdump joined.sp
	expect_is "links of ids are joined: $file" '0>1 1>0 1>1' \
		"$(grep -v '^#' "$out" | tr '\t\n' '> ' | sed 's/ $//')"
done

printf '%s\t0.5\n' HTTP://a.example http://b.example:80/ >table
run_sh 'graphimport --names names --normalize three |
	scoreimport --normalize --scores table -o scored.sp'
expect 'scores by URL follow the normal form' 0
run graphdump -s scores scored.sp
expect_is 'scores by URL follow: both' 2 "$(grep -c '0\.5$' "$out")"

# Links between URLs, of pages that are named in another spelling.
printf 'HTTP://a.example/ http://b.example:80/\n' >other
run graphimport --names names --normalize -o joined.sp other
expect 'URLs find names of the same normal form' 0
run graphdump joined.sp
expect_is 'URLs find names: the link' '0>1' "$(grep -v '^#' "$out" |
	tr '\t\n' '> ' | sed 's/ $//')"

# Half of the names are numbers: that is not most.
printf '5 a\na b\nb 7\n' | graphimport -q --keys names -o mixed.sp
expect_is 'a number that is no name is that of a page' b \
	"$(echo 2 | seedpick -q --urls - --text mixed.sp)"

plan
