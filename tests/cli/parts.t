#!/bin/sh
# SPDX-License-Identifier: MIT
#
# parts.t - a graph in parts: made, cut, pruned and listed; what does not belong
# together is refused by name
#
#	[BIN=bin] [SEEDPIPE_DATA=folder] tests/cli/parts.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

disturb=${BUILD:-build}/tests/disturb.so
[ ! -f "$disturb" ] || disturb=$(cd "${disturb%/*}" && pwd)/disturb.so
data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
need_reseal
cd "$folder" || exit 2
export LC_ALL=C

# rows FILE - prints the links of a graph by numbers
rows() {
	graphdump "$1" | sed 1d
}

# rows_of_parts MANIFEST - prints the links of all parts, in their order
rows_of_parts() {
	sed 1,4d "$1" | cut -f 1 | while read -r part
	do
		rows "$part"
	done
}

# figures FILE - prints pages, links, checksums of the whole in a manifest
figures() {
	sed -n 3p "$1"
}

# identity FILE - prints the same of a stream
identity() {
	graphstat "$1" | awk -v OFS='\t' '
		$1 == "pages" && !pages { pages = $2 }
		$1 == "links" && NF == 2 { links = links0 = $2 }
		$1 == "links" && $2 == "before" { links0 = $NF }
		$1 == "fingerprint" && NF == 2 { sum = sum0 = $2 }
		$1 == "fingerprint" && NF == 3 { sum0 = $3 }
		END { print pages, links, sum, links0, sum0 }'
}

# ---- generated ---------------------------------------------------------

graphgen -n 9000 --links 12 -o web.sp
run graphgen -n 9000 --links 12 --parts 4 -o g.sp
expect 'graphgen writes parts' 0
rows web.sp >web.links
rows_of_parts g.sp >parts.links
expect_same 'which have the links of the whole' web.links parts.links
identity web.sp >web.identity
figures g.sp >g.identity
expect_same 'whose sums are its identity' web.identity g.identity

# The folder is synced once, and the system is asked for no more than it must: to
# write a part, to sync, name and close it, and to move it to its place.  Of some
# runs the least, since clang's library of threads may add a call of its own.
if [ -f "$disturb" ]; then
	for count in 8 40 200; do
		for _ in 1 2 3 4 5 6; do
			COUNTS=$folder/counts LD_PRELOAD=$disturb \
				graphsplit -q -T 1 --parts $count -o few.sp \
				web.sp
			rm -f few.sp*
		done
	done
	expect_is 'calls that change files, for each further part' '6 6' \
		"$(awk '{ k = int((NR - 1) / 6) }
		NR % 6 == 1 || $1 < least[k] { least[k] = $1 }
		END { print (least[1] - least[0]) / 32,
			(least[2] - least[1]) / 160 }' "$folder/counts")"
else
	skip 'calls for each further part' 'there is no disturb.so'
fi

same=yes
for k in 0 1 2 3
do
	graphgen -n 9000 --links 12 -T 1 --part $k/4 -o alone
	cmp -s alone g.sp.00$k || same=no
done
expect_true 'a part made alone is the same file' [ $same = yes ]

graphgen -q -n 1500 --parts 5 -o few.sp
expect_true 'more parts than blocks: some are empty' \
	[ "$(grep -c . few.sp)" -eq 9 ]
graphstat --manifest few.sp.??? >few.again
expect_same 'and are parts all the same' few.sp few.again
graphgen -n 9000 --links 12 --farm 3000 -o farm.sp
graphgen -n 9000 --links 12 --farm 3000 --parts 3 -o farms.sp
expect_is 'the farm of a web is in its parts' \
	"$(rows farm.sp | cksum)" "$(rows_of_parts farms.sp | cksum)"
graphgen -n 3000 --no-names --parts 1 -o one.sp
expect_true 'one part has everything' [ "$(wc -l <one.sp)" -eq 5 ]
run hits -R one.sp.000
expect 'and is no part to warn of' 0
expect_message 'at all' ''

# ---- the manifest ------------------------------------------------------

run graphstat --manifest g.sp.003 g.sp.000 g.sp.002 g.sp.001 -o again.sp
expect 'the manifest is made from the files, in any order' 0
expect_same 'and is the same' g.sp again.sp
mkdir sub
cp g.sp.??? sub
graphstat --manifest sub/g.sp.??? -o sub/g.sp
expect_same 'names are those from its folder' g.sp sub/g.sp
run graphstat --manifest g.sp.??? -o sub/other.sp
expect 'other files need whole paths' 64
run graphstat --manifest "$PWD"/g.sp.??? -o sub/other.sp
expect 'which are taken' 0

# wrong MESSAGE FILE ... - these files are no graph in parts
wrong() {
	said=$1
	shift
	run graphstat --manifest "$@"
	expect "refused: $said" 65
	expect_message '... by name' "$said"
}

wrong 'part 2 of 4 is missing' g.sp.000 g.sp.001 g.sp.003
wrong 'g.sp.001: part 1 of 4, as g.sp.001 is' g.sp.00? g.sp.001
wrong 'part 0 of 4 is missing' g.sp.001
wrong 'web.sp: not a part of a graph' web.sp
graphgen -n 9000 --links 11 --part 3/4 -o other.003
wrong 'other.003: of another graph than g.sp.000: not the same identity' \
	g.sp.000 g.sp.001 g.sp.002 other.003
graphgen -n 9000 --links 12 --farm 3000 --farm-hijacked 0.5 --part 2/3 -o other.003
wrong 'other.003: of another graph than farms.sp.000: not the same identity' \
	farms.sp.000 farms.sp.001 other.003
graphgen -q -n 9000 --links 12 --part 3/5 -o other.003
wrong 'not the same number of parts' g.sp.000 other.003
graphgen -q -n 8000 --links 12 --part 3/4 -o other.003
wrong 'not the same pages' g.sp.000 other.003
wrong 'g.sp: not a part of a graph' g.sp
run graphstat --manifest
expect 'no parts' 64
run graphstat --manifest --json g.sp.000
expect 'no report beside it' 64
run graphstat g.sp.000 g.sp.001
expect 'and no other list of files' 64
run graphstat --manifest - <g.sp.000
expect 'parts are files' 64
run_sh 'cat g.sp.001 |
	graphstat --manifest g.sp.000 /dev/stdin g.sp.002 g.sp.003'
expect 'and not pipes' 64
expect_message 'as the message says' '/dev/stdin: not a file: a manifest'

# ---- imported ----------------------------------------------------------

run graphsplit --parts 4 web.sp -o cut.sp
expect 'graphsplit cuts a stream into parts' 0
figures cut.sp >cut.identity
expect_same 'with the same sums' web.identity cut.identity
rows_of_parts cut.sp >cut.links
expect_same 'and the same links' web.links cut.links
graphdump -s names cut.sp.001 | awk -F '\t' '$3 != "" { print $1 }' |
	sed -n '2p;$p' | tr '\n' ' ' >ends
expect_true 'a part has the names of its own pages' \
	[ "$(cat ends)" = '2048 4095 ' ]

graphdump -s names web.sp | cut -f 3 | sed 1d >all-names
run graphimport --names all-names --parts 4 -o list.sp web.links
expect 'and imports a list of links into parts' 0
figures list.sp >list.identity
expect_same 'with the same sums' web.identity list.identity
graphimport --names all-names -o web2.sp web.links
graphsplit --parts 4 -o cut2.sp web2.sp
expect_true 'each the same but for its history' \
	[ "$(graphdump -s names list.sp.002; graphdump list.sp.002)" = \
	"$(graphdump -s names cut2.sp.002; graphdump cut2.sp.002)" ]
graphimport --by-url --names all-names -o ordered.sp web.links
graphimport --by-url --names all-names --parts 3 -o sorted.sp web.links
identity ordered.sp >ordered.identity
figures sorted.sp >sorted.identity
expect_same 'also when pages are sorted' ordered.identity sorted.identity

awk '{ print $1, $2, $1 % 7 + 0.5 }' web.links >weights
graphimport --weights 3 --names all-names -o w.sp weights
graphimport --weights 3 --names all-names --parts 3 -o wl.sp weights
graphsplit --parts 3 -o wc.sp w.sp
rows_of_parts wl.sp >wl.links
rows w.sp >w.links
expect_same 'links keep their weights' w.links wl.links
rows_of_parts wc.sp >wc.links
expect_same 'also when they are cut' w.links wc.links
graphstat --manifest wl.sp.??? >again
expect_same 'and the parts belong together' wl.sp again
wrong 'only one has weights' wl.sp.000 sorted.sp.001

# Without hosts or names, only the identity tells graphs of as many pages apart.
for web in one two; do
	seq 0 1999 | awk -v "web=$web" '
		{ print $1, $1 * (web == "one" ? 7 : 9) % 2000 }' >"$web.arcs"
	graphimport -q -f arcs --dense --parts 2 -o "$web.bare" "$web.arcs"
	graphimport -q -f arcs --dense "$web.arcs" |
		graphsplit --parts 2 -o "$web.cut"
done
wrong 'two.bare.001: of another graph than one.bare.000: not the same identity' \
	one.bare.000 two.bare.001
wrong 'two.cut.001: of another graph than one.cut.000: not the same identity' \
	one.cut.000 two.cut.001
graphprune -q --unit none --self-loops -o pruned.001 one.bare.001
wrong 'pruned.001: of another graph than one.bare.000: not the same provenance' \
	one.bare.000 pruned.001
# Nor are weights of links others.
for more in 1 2; do
	awk -v more=$more '{ $3 += more; print }' weights >again
	graphimport -q --weights 3 --names all-names again |
		graphsplit --parts 2 -o weighted$more
done
wrong 'weighted2.001: of another graph than weighted1.000: not the same identity' \
	weighted1.000 weighted2.001

run graphimport --for-merge 1/2 --names all-names --parts 2 -o s.sp web.links
expect 'a task has one file' 64
graphimport --for-merge 0/1 --names all-names -o task.sp web.links
run graphmerge --parts 2 -o s.sp task.sp
expect 'a merge may have parts' 0
awk '{ print $2, $1 }' web.links |
	graphimport --for-merge 0/1 --names all-names -o turned.sp
graphmerge --parts 2 -o t.sp turned.sp
wrong 't.sp.001: of another graph than s.sp.000: not the same identity' \
	s.sp.000 t.sp.001
graphmerge -o merged.sp task.sp
run graphsplit --parts 2 -o s.sp merged.sp
expect 'which is cut afterwards' 0

hits -q web.sp -o scored.sp
run graphsplit --parts 2 scored.sp -o s.sp
expect 'scores are of the whole' 0
expect_message 'and are left out' 'sections left out because they are about the whole graph: 2'
run graphsplit --parts 2 g.sp.001 -o s.sp
expect 'a part is not cut' 65

# ---- files -------------------------------------------------------------

run graphgen -n 100 --parts 2
expect 'parts need -o' 64
expect_message 'and say so' 'give -o FILE for FILE.000'
run graphgen -n 100 --parts 2 -o /dev/null
expect 'which is a file' 64
run graphgen -q -n 9000 --links 12 --parts 3 -o g.sp
expect 'files of more parts do not stay beside fewer' 64
expect_message 'and are named' 'g.sp.003 is left'
graphstat --manifest g.sp.??? >again
expect_same 'nothing has changed' g.sp again
run graphsplit --parts 4 g.sp.001 -o g.sp
expect 'an input is no output' 64
run graphgen -n 100 --parts 2 -o s.sp --stats s.sp.001
expect 'nor are the statistics' 64
expect_message 'and say so' 'also a file of the results'
graphgen -n 2000 --parts 2 -o keep.sp
cp keep.sp before
run graphimport --parts 2 -o keep.sp nothing
expect 'a failure changes nothing' 74
echo '0 x' >broken
run graphimport --keys ids --parts 2 -o keep.sp broken
expect 'nor one in the middle' 65
graphstat --manifest keep.sp.??? >again
expect_same 'the old parts are there' before again
for text in 1 4/4 -1/4 1/0 x/4 1/65537 1/ /4 1/4/2
do
	run graphgen -n 100 --part=$text -o x.sp
	expect "--part $text" 64
done
run graphgen -n 100 --part 0/2 --shuffle
expect 'a shuffled web has no parts' 64
run graphgen --evolve 0.1 --parts 2 -o x.sp web.sp
expect 'nor has a later web' 64

# ---- part by part ------------------------------------------------------

for options in '' '--unit host --self-loops' '--keep-intra' '--unit none'
do
	# shellcheck disable=SC2086 # options are words
	graphprune -q $options web.sp -o whole.sp
	for k in 0 1 2 3
	do
		# shellcheck disable=SC2086
		graphprune -q $options g.sp.00$k -o p.sp.00$k
	done
	graphstat --manifest p.sp.??? -o p.sp
	identity whole.sp >whole.identity
	figures p.sp >p.identity
	expect_same "parts pruned: ${options:-hosts}" whole.identity p.identity
	graphsplit -q --parts 4 -o cut.sp whole.sp
	sed 1,4d p.sp | cut -f 2-5 >p.ranges
	sed 1,4d cut.sp | cut -f 2-5 >cut.ranges
	expect_same '... are the pruned graph cut' cut.ranges p.ranges
	figures cut.sp >cut.identity
	expect_same '... with its origin' whole.identity cut.identity
done

for filter in 'graphprune --transpose' 'graphprune --random 10' graphfold
do
	# shellcheck disable=SC2086
	run $filter g.sp.001
	expect "$filter needs all parts" 65
	expect_message 'and says so' 'g.sp.001: part 1/4 of a graph: '
done
run hits -R g.sp.001
expect 'a rank of a part' 0
expect_message 'comes with a warning' 'part 1/4 of a graph: links of the other'
for filter in 'graphstat --components' 'graphstat --degrees --table' \
	'graphgen --evolve 0.1 -o later.sp' 'graphgen --like'; do
	# shellcheck disable=SC2086
	run $filter g.sp.001
	expect "$filter of a part" 0
	expect_message 'comes with a warning' \
		'g.sp.001: part 1/4 of a graph: links of the other parts are'
done
run graphstat g.sp.001
expect_message 'what says which part it is needs none' ''
run_sh 'hits <g.sp'
expect 'a manifest is no stream' 65
expect_message 'and is called by its name' 'a manifest of the parts of a graph'
run graphimport -o x.sp g.sp
expect 'nor a list of links' 65
expect_message 'likewise' 'a manifest of the parts of a graph'

# ---- states ------------------------------------------------------------

# A part has the states of its own pages.
awk 'BEGIN {
	for (page = 0; page < 3000; page++)
		print "http://h" page % 7 ".test/" page
}' >pages
paste -d ' ' pages pages | awk 'NR > 1 { print was, $2 } { was = $1 }' >chain
echo http://h0.test/0 >start
graphimport -q chain | crawlorder -q --order bfs --seeds start |
	graphprune -q --fetched-first bfs:2000 -o known.sp
graphdump -s states known.sp >known.states
run graphsplit --parts 2 -o half.sp known.sp
expect_message 'graphsplit leaves no states out' ''
graphdump -q -s states half.sp.000 >found
graphdump -q -s states half.sp.001 | sed 1d >>found
expect_same 'each part has the states of its own pages' known.states found
graphdump -q -s states --summary half.sp.001 >found
expect_is 'counts of states are of these' 977 \
	"$(awk '{ sum += $2 } END { print sum }' found)"
graphdump -s fetches known.sp >known.fetches
graphdump -q -s fetches half.sp.000 >found
graphdump -q -s fetches half.sp.001 | sed 1d >>found
expect_same 'and so are fetches' known.fetches found

# Parts of graphs that differ in these alone are not joined.
graphimport -q -o chain.sp chain
for time in 1 2; do
	awk -v time=$time 'BEGIN { print "time\turl\tstatus" }
		NR < 9 { print 1e9 + time * NR "\t" $1 "\t200" }' \
		pages >log.tsv
	crawlimport -q -f tsv -g chain.sp log.tsv |
		graphsplit --parts 2 -o times$time
	awk -v time=$time '{ $3 = NR == 5 && time == 2 ? 404 : $3 } 1' \
		FS='\t' OFS='\t' log.tsv | sed 's/^[0-9]*\t/1000000007\t/' >states.tsv
	crawlimport -q -f tsv -g chain.sp states.tsv |
		graphsplit --parts 2 -o states$time
done
for what in times states; do
	wrong "${what}2.001: of another graph than ${what}1.000: not the same identity" \
		${what}1.000 ${what}2.001
done

# What is joined has states and fetches in all parts, and one clock.
while read -r said edit; do
	# shellcheck disable=SC2086 # edits are words
	"$reseal" half.sp.001 $edit >lacking.001
	wrong "lacking.001: of another graph than half.sp.000: not the same $(
		)$(echo "$said" | tr _ ' ')" half.sp.000 lacking.001
done <<'END'
sections:_only_one_has_states dropsec stat
sections:_only_one_has_fetches dropsec ftch
clock_of_fetches set ftch.head clock 1
END

expect_is 'graphstat says which part this is, and counts its pages' \
	'1 of 2 1024 2001 976 99.9' "$(graphstat half.sp.001 | awk '
	/part, from 0/ { printf "%s %s %s ", $4, $5, $6 }
	/first page of it/ || /page after its last/ { printf "%s ", $NF }
	/pages with a fetch/ { print $5, $6 }')"
for part in 0 1
do
	graphprune -q -o known-pruned.sp.00$part half.sp.00$part
done
graphstat --manifest -o known-pruned.sp known-pruned.sp.00?
graphdump -q -s states known-pruned.sp.000 >found
graphdump -q -s states known-pruned.sp.001 | sed 1d >>found
expect_same 'parts that were pruned still have them' known.states found
run crawlnext half.sp.000
expect 'no part is enough to choose pages' 65
expect_message 'which the message says' 'half.sp.000: part 0/2 of a graph: '

# page URL TARGET - an answer with a link, as a record of an archive
page() {
	printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n' >body
	printf '<a href="%s">x</a>' "$2" >>body
	printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\n' \
		"$1"
	printf 'WARC-Date: 2020-01-01T00:00:00Z\r\n'
	printf 'Content-Type: application/http; msgtype=response\r\n'
	printf 'Content-Length: %s\r\n\r\n' "$(wc -c <body)"
	cat body
	printf '\r\n\r\n'
}
{
	page http://a.test/ http://b.test/
	page http://b.test/ http://c.test/
} >crawl.warc
printf '%s\n' '#node	state' '0	ok' '1	ok' '2	unfetched' >states
run crawlgraph --parts 2 -o crawl.sp crawl.warc
expect 'crawlgraph writes parts of a crawl' 0
graphdump -q -s states crawl.sp >found
expect_same 'with its states' states found
page http://a.test/ http://b.test/ >one.warc
page http://b.test/ http://c.test/ >two.warc
crawlgraph -q --for-merge 0/2 -o task0 one.warc
crawlgraph -q --for-merge 1/2 -o task1 two.warc
run graphmerge --parts 2 -o merged.sp task0 task1
expect 'graphmerge writes parts of a crawl' 0
graphdump -q -s states merged.sp >found
expect_same 'with its states' states found

# ---- joined again ------------------------------------------------------

# joined NAME WHOLE MANIFEST - the parts make the graph as a whole again
joined() {
	run graphmerge -o joined.sp "$3"
	expect "$1: joined" 0
	for section in graph names hosts states fetches; do
		graphdump -q -s "$section" "$2" >whole.section 2>&1
		graphdump -q -s "$section" joined.sp >joined.section 2>&1
		sed -i 's/[a-z]*\.sp//' whole.section joined.section
		expect_same "$1: joined, its $section" whole.section \
			joined.section
	done
	identity "$2" >whole.identity
	identity joined.sp >joined.identity
	expect_same "$1: joined, its identity" whole.identity joined.identity
}

joined 'a generated web' web.sp g.sp
graphprune -q -o cut.sp web.sp
for part in 0 1 2 3; do
	graphprune -q -o "cut.$part" "g.sp.00$part"
done
graphstat --manifest -o cut.parts cut.0 cut.1 cut.2 cut.3
joined 'a pruned web, of another origin' cut.sp cut.parts
crawlgraph -q -o whole.crawl crawl.warc
joined 'a crawl' whole.crawl crawl.sp
joined 'a crawl in two parts' known.sp half.sp
graphprune -q -o known-pruned.whole known.sp
joined 'a crawl in parts that were pruned' known-pruned.whole known-pruned.sp
graphmerge --parts 3 -o thirds.sp half.sp
joined 'a crawl in other parts' known.sp thirds.sp
printf '0 1 2.5\n1 4000 1\n3000 3001 -1\n' |
	graphimport -q -f arcs --weights 3 --dense -o weights.sp
graphsplit --parts 3 -o weights.parts weights.sp
run graphmerge -o joined.sp weights.parts
graphdump --weights weights.sp >whole.section
graphdump --weights joined.sp >joined.section
expect_same 'weights: joined' whole.section joined.section
graphmerge --parts 2 -o again.sp g.sp
graphgen -q -n 9000 --links 12 --parts 2 -o two.sp
figures two.sp >two.identity
figures again.sp >again.identity
expect_same 'joined to other parts' two.identity again.identity
rows_of_parts again.sp >again.links
expect_same 'joined to other parts: links' web.links again.links
printf '' | graphimport -q -f ascii -o none.sp - 2>/dev/null ||
	printf '0\n' | graphimport -q -f ascii -o none.sp
graphsplit -q --parts 2 -o none.parts none.sp
run graphmerge -q -o joined.sp none.parts
expect 'a graph without pages: joined' 0
run_sh 'graphmerge g.sp | pagerank -q -R -o ranks.sp &&
	graphmerge -o joined.sp g.sp &&
	seedpick -q --top pagerank:3 --text -g joined.sp ranks.sp >by-parts &&
	pagerank -q web.sp | seedpick -q --top pagerank:3 --text >by-whole'
expect_same 'URLs of scores of joined parts' by-whole by-parts

# What is not as the manifest says.
mkdir other
cp g.sp g.sp.00? other
cp g.sp.001 other/g.sp.002
run graphmerge -o joined.sp other/g.sp
expect 'a part in the place of another' 65
cp g.sp.002 other
graphgen -q -n 9000 --links 12 --seed 2 --part 3/4 -o other/g.sp.003
run graphmerge -o joined.sp other/g.sp
expect 'a part of another graph' 65
expect_message 'a part of another graph: which' 'g.sp.003'
head -c 5000 g.sp.003 >other/g.sp.003
run graphmerge -o joined.sp other/g.sp
expect 'a part that is cut' 65
rm other/g.sp.003
run graphmerge -o joined.sp other/g.sp
expect 'a part that is missing' 74
cp g.sp.003 other
sed 's,^g\.sp\.,../g.sp.,' g.sp >other/above
run graphmerge -o joined.sp other/above
expect 'parts in another folder' 65
expect_message 'parts in another folder: why' '--trust-paths allows it'
run graphmerge --trust-paths -o joined.sp other/above
expect 'parts in another folder, trusted' 0
# The same links with other names: only the identity of the parts differs.
seq 0 2999 | awk '{ print $1, ($1 + 1) % 3000 }' >ring
for names in one two; do
	seq 0 2999 | sed "s|.*|http://$names.test/&|" >ring.names
	graphimport -q -f arcs --names ring.names --parts 2 -o "$names.sp" ring
done
sed 5q one.sp >mixed
sed -n '6p' two.sp >>mixed
run graphmerge -o joined.sp mixed
expect 'parts of two imports' 65
expect_message 'parts of two imports: which' \
	'two.sp.001: not of the same graph as one.sp.000'
run graphmerge -o joined.sp "$PWD/mixed"
expect_message 'parts of two imports: where' \
	"$PWD/two.sp.001: not of the same graph as one.sp.000"
# A part that lacks what the others have: nothing is left out in silence.
while read -r section part what; do
	cp g.sp.00? other
	"$reseal" "$part" dropsec "$section" >"other/$part"
	awk -F '\t' -v OFS='\t' -v part="$part" \
		-v bytes="$(wc -c <"other/$part")" '
		$1 == part { $8 = bytes + 0 } 1' g.sp >other/g.sp
	for options in '' '--parts 2'; do
		# shellcheck disable=SC2086
		run graphmerge $options -o joined.sp other/g.sp
		expect "$part without $section: $options" 65
		expect_message "$part without $section: $options: why" "$what"
	done
done <<'END'
NAME g.sp.000 g.sp.001: it has names of pages, unlike the parts before it
NAME g.sp.001 g.sp.001: it has no names of pages, unlike the parts before it
NAME g.sp.003 g.sp.003: it has no names of pages, unlike the parts before it
PHST g.sp.002 g.sp.002: not of the same graph as
END
run graphmerge -o joined.sp g.sp g.sp
expect 'two manifests' 64
mkfifo pipe
sed 's/^g\.sp\.001/pipe/' g.sp >piped
run graphmerge -o joined.sp piped
expect 'a part that is a pipe' 65
for part in 0 1 2 3; do
	pagerank -q -o "ranked.$part" "g.sp.00$part"
done
graphstat --manifest -o ranked.parts ranked.0 ranked.1 ranked.2 ranked.3
run graphmerge -o joined.sp ranked.parts
expect_message 'scores of parts are left out' \
	'sections left out because they are about the links of one part: 4'
for output in g.sp g.sp.002; do
	run graphmerge --parts 2 -o $output g.sp
	expect "$output, an input, as parts" 64
done
run graphmerge --domain -o joined.sp g.sp
expect 'domains of parts' 64
run graphmerge --trust-paths -o joined.sp task0 task1
expect 'no manifest to trust' 64

# Filters that are given a manifest read what graphmerge makes of it.
for filter in 'pagerank -R' 'hits -R' 'graphfold --to host' \
	'graphprune --unit domain' 'seedpick --random 9' \
	'crawlorder --seeds seeds -R'; do
	head -n 3 web.links | cut -f 1 >seeds
	# shellcheck disable=SC2086
	$filter -q -o of.parts g.sp
	# shellcheck disable=SC2086
	graphmerge g.sp | $filter -q -o of.pipe
	expect_same "$filter of a manifest" of.pipe of.parts
done
run_sh 'seedpick -q --top pagerank:3 --text -g g.sp ranks.sp >by-manifest'
expect_same 'URLs by the manifest' by-whole by-manifest
run hits -R other/above
expect 'a manifest that is not trusted' 65
expect_message 'a manifest that is not trusted: why' \
	'(graphmerge --trust-paths allows it)'
sed 's/g\.sp\.003/g.sp.002/' g.sp >twice
for bad in ranked.parts piped mixed twice; do
	run hits -R -o ranks.bad $bad
	case $bad in
	ranked.parts) expect 'parts with scores' 0 ;;
	*) expect "hits of the manifest $bad" 65 ;;
	esac
done
run hits -o g.sp.002 g.sp
expect 'a part as the output of a filter' 64
mkdir lonely
cp "$(command -v hits)" lonely
run lonely/hits g.sp
expect 'no graphmerge beside the filter' 74
expect_message 'no graphmerge: why' 'graphmerge, which reads it, cannot be'
cp g.sp before
run graphmerge -o g.sp.001 g.sp
expect 'a part as the output' 64
expect_same 'a part as the output: nothing is lost' before g.sp

# ---- ics-dev -----------------------------------------------------------

edges=$data/ics-dev/ics-dev.edges.txt.zst
if [ -f "$edges" ]
then
	graphimport --parts 4 -o ics.sp "$edges"
	expect_true 'ics-dev in 4 parts has its links' \
		[ "$(figures ics.sp | cut -f 2)" = 1116243 ]
	graphimport -o icswhole.sp "$edges"
	identity icswhole.sp >icswhole.identity
	figures ics.sp >ics.identity
	expect_same 'and is ics-dev' icswhole.identity ics.identity
else
	skip 'ics-dev in 4 parts' "\$SEEDPIPE_DATA has no ics-dev"
fi

plan
