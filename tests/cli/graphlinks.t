#!/bin/sh
# SPDX-License-Identifier: MIT
#
# graphlinks.t - links, hosts, common pages and chains of graphlinks against a
# second implementation in Python, linkanswers.py, by a pass and by an index;
# names that are unknown; indexes that are damaged, old or of another graph
#
#	[BIN=bin] [LINKS_CASES=25] [GRAPHS='hollins movies parks uk-hosts-1996'] \
#		[SEEDPIPE_DATA=../shared/data] tests/cli/graphlinks.t
#
# LINKS_CASES says how many random commands are tried on each graph.

# shellcheck disable=SC2016,SC2154 # scripts of perl; lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
cases=${LINKS_CASES:-25}
reseal=$(cd "${BUILD:-build}" 2>/dev/null && pwd)/tests/reseal
cd "$folder" || exit 2
tab=$(printf '\t')

# ---- what is meant, and what is not ----------------------------------------

cat >links <<'END'
http://a.test/ http://a.test/1
http://a.test/ http://b.test/
http://a.test/ http://b.test:81/x
http://a.test/1 http://b.test/
http://b.test/ http://www.c.test/x
http://www.c.test/x http://a.test/
http://www.c.test/x https://a.test/A%7e
http://www.c.test/x http://192.0.2.1/
END
graphimport -q -o web.sp links || exit 2

# linked NAME ARGUMENT... - prints the numbers of the pages that link to a name
linked() {
	graphlinks -q web.sp "$@" | sed 1d | cut -f 3 | sort -n | tr '\n' ' '
}

# pages NAME EXPECTED ARGUMENT... - which pages the name means
pages() {
	expect_is "$1" "$2" "$(linked "$3")"
}

graphdump -s names web.sp | cut -f 1,3 | tr '\n' ' ' >numbers
expect_is 'the pages are as these tests want them' '#node url 0 http://a.test/ 1 http://a.test/1 2 http://b.test/ 3 http://b.test:81/x 4 http://www.c.test/x 5 https://a.test/A%7e 6 http://192.0.2.1/ ' \
	"$(tr '\t' ' ' <numbers)"
pages 'a URL' '0 1 ' http://b.test/
pages 'a URL, not in normal form' '0 1 ' HTTP://B.test:80
pages 'a name that is not in normal form' '4 ' 'https://a.test/A~'
pages 'a number' '0 1 ' 2
pages 'a host, on any port' '0 1 ' b.test
pages 'a host is not those below it' '' c.test
pages 'a domain' '2 ' .c.test
pages 'a domain, with a star' '2 ' '*.c.test'
pages 'a top-level domain' '0 1 2 4 ' '*.test'
pages 'an address' '4 ' 192.0.2.1
pages 'a prefix' '0 ' 'http://a.test/1*'
pages 'a prefix of any scheme' '0 4 ' 'a.test/*'
pages 'a prefix of a scheme' '4 ' 'https://A.test/*'
pages 'a prefix has the case of its path' '' 'https://a.test/a*'
expect_is 'links inside a name are left out' '4 ' \
	"$(linked --drop-inside a.test)"

run graphlinks web.sp http://b.tset/
expect 'an unknown name' 65
expect_message 'an unknown name: a suggestion' \
	'"http://b.tset/" is not in the graph, did you mean http://b.test/?'
expect_output 'an unknown name: no output' ''
run graphlinks web.sp https://c.test/x
expect_message 'another scheme, and no www.' 'did you mean http://www.c.test/x?'
run graphlinks web.sp c.test
expect_message 'a host without www.' 'did you mean www.c.test?'
run graphlinks web.sp b.test http://b.test/ nowhere.example 12 b.test
expect 'some names are unknown' 0
expect_message 'some names are unknown: how many' \
	'2 of 4 names are not in the graph: the first is "nowhere.example"'
expect_message 'a name that is given twice' \
	'1 of 5 names were given before: each is answered once'
run graphlinks web.sp --list - <<'END'
# A list
http://b.test/ 

12
END
expect 'a list' 0
expect_output 'a list: its names' "http://b.test/${tab}in${tab}1"
printf 'x\ny\n' >unknown
run graphlinks web.sp --list unknown
expect 'a list of which nothing is in the graph' 65
expect_message 'a list of which nothing is in the graph: says so' \
	'none of 2 names is in the graph: the first is "x"'
run graphlinks --path web.sp http://192.0.2.1/ a.test
expect 'no chain' 0
expect_message 'no chain: says so' 'no chain of links leads'
run_sh 'cat web.sp | graphlinks - http://b.test/'
cp "$out" piped
graphlinks -g web.sp http://b.test/ >named
graphlinks web.sp http://b.test/ >given
expect_same 'from a pipe' given piped
expect_same 'with -g' given named
printf 'http://x.test/ http://x.test/1\nhttp://y.test/ http://x.test/1\n' |
	graphimport -q | graphprune --unit none -q -o two.sp
run graphlinks --json two.sp 1
expect_output 'JSON' \
	'{"name": "1", "way": "in", "node": 0, "url": "http://x.test/", "links": 1}'

# ---- the index ---------------------------------------------------------------

# same_by_index NAME ARGUMENT... - output, messages and status are the same by
# the index of web.sp and without it
same_by_index() {
	by_index=$1
	shift
	run graphlinks -g web.sp --no-index "$@"
	cat "$out" "$err" >by-pass
	echo "$status" >>by-pass
	run graphlinks -g web.sp -x index "$@"
	cat "$out" "$err" >by-index
	echo "$status" >>by-index
	expect_same "$by_index: the same by the index" by-pass by-index
}

run graphlinks --index web.sp
expect 'an index' 0
expect_message 'an index: no message' ''
graphlinks --index -o index web.sp
expect_same 'an index, with another name' web.sp.links index
graphlinks --index -T 3 -o index web.sp
expect_same 'an index, by three threads' web.sp.links index
run graphlinks -v web.sp http://b.test/
expect_same 'an index is used' given "$out"
expect_message 'an index is used: -v says so' 'looking up in web.sp.links'
same_by_index 'all kinds of names' --both a.test '*.c.test' 'a.test/*' 2 \
	http://192.0.2.1/ 'https://a.test/A~' http://nowhere.test/
for name in http://b.tset/ https://c.test/x c.test nowhere 12 ''; do
	same_by_index "an unknown name, \"$name\"" "$name"
done
same_by_index 'a chain' --path 0 5
same_by_index 'no chain' --path 6 0
graphdump -s names web.sp | sed 1d | cut -f 3 >urls
for i in 1 2 3 4 5 6 7 8 9; do
	sed "s/$/x$i/" urls
done >many
cat urls >>many
same_by_index 'a long list' --list many

# The neighbours of a misspelt host are others than those of the right one.
cp web.sp kept.sp
cp index kept.index
awk 'BEGIN {
	for (i = 0; i < 40; i++)
		print "http://exb" i ".test/\nhttp://exn" i ".test/" \
			"\nhttp://example.test/p" i
	print "http://example.test/home/\nhttp://exam.test/"
}' >names
echo 0 121 | graphimport -q -f arcs --names names -o web.sp || exit 2
graphlinks --index -o index web.sp
for name in http://exmaple.test/home http://xeam.test/ xeam.test \
	http://example.test/hoem/ '*.eaxmple.test'; do
	same_by_index "a slip at the front, \"$name\"" "$name"
	expect_true "a slip at the front, \"$name\": a suggestion" \
		grep -q 'did you mean' by-index
done

# Of many names, only the neighbours are looked at.
seq 1000000 | sed 's,^,http://a.test/,' >names
echo http://example.test/ >>names
echo 0 1000000 | graphimport -q -f arcs --names names -o web.sp || exit 2
graphlinks --index -o index web.sp
run graphlinks -x index --stats counts web.sp 7 http://xample.test/
expect_message 'many names: a neighbour' 'did you mean http://example.test/?'
expect_true 'many names: few frames are read' \
	[ "$(sed -n 's/.*"frames_read": *\([0-9]*\).*/\1/p' counts)" -lt 30 ]
mv kept.sp web.sp
mv kept.index index

# refused_index NAME MESSAGE - the last run has refused its index
refused_index() {
	expect "$1" 65
	expect_message "$1: why" "$2"
	expect_output "$1: no output" ''
}

run graphlinks -x two.sp web.sp 0
refused_index 'a stream that is no index' 'two.sp: not an index of links'
graphlinks --index two.sp
run graphlinks -x two.sp.links web.sp 0
refused_index 'the index of another graph' \
	'two.sp.links: the index of another graph'
pagerank -q -o ranked.sp web.sp
run graphlinks -x index ranked.sp 0
refused_index 'an index that is older than a score' \
	'index: made before the stream of the graph was changed'
graphprune --transpose -q -o turned.sp web.sp
run graphlinks -x index turned.sp 0
refused_index 'the index of the graph before its links were turned' \
	'index: the index of another graph'
run graphlinks -x missing web.sp 0
expect 'an index that is not there' 74
graphprune -q --unit none web.sp | cat >piped.sp
run graphlinks --index piped.sp
refused_index 'a stream without a frame index' \
	'piped.sp: the stream has no index'
run graphlinks --index - <web.sp
expect 'an index of standard input' 64
run graphlinks --index -o web.sp web.sp
expect 'an index over its graph' 64
run graphlinks --index web.sp 0
expect 'an index and a name' 64
for option in --both --json '--limit 3' '--score none' --hosts '--list names'; do
	# shellcheck disable=SC2086 # an option and its value
	run graphlinks --index $option web.sp
	expect "an index and $option" 64
done
run graphlinks --path --out web.sp 0 5
expect 'a chain and a way' 64
seq 0 5 >all
run graphlinks -v --list all web.sp
expect_message 'many names take a pass: -v says so' \
	'reading the whole stream, as 6 names are many'
run graphlinks -v -x web.sp.links --list all web.sp
expect_message 'unless the index is named' 'looking up in web.sp.links'

step=5
[ -z "${THOROUGH-}" ] || step=1
# Damage: a bit of some bytes; the answer is the same, or there is none.
perl -e 'local $/; open my $in, "<", "index" or die; my $index = <$in>;
	my $wanted = `graphlinks -q --both -x index web.sp a.test 2`;
	my ($refused, $same, $other, $step) = (0, 0, 0, shift);
	for (my $i = 0; $i < length $index; $i += $step) {
		my $changed = $index;
		substr($changed, $i, 1) ^= chr(1 << $i / $step % 8);
		open my $out, ">", "changed" or die;
		print $out $changed;
		close $out;
		my $got = `graphlinks -q --both -x changed web.sp a.test 2 2>&-`;
		my $status = $? >> 8;
		$status == 65 && $got eq "" ? $refused++ :
		!$status && $got eq $wanted ? $same++ : $other++;
	}
	print "$refused refused, $same the same, $other others\n"' \
	"$step" >flips
expect_true 'flipped bits are refused, or not needed' \
	grep -q '^[1-9][0-9]* refused, [0-9]* the same, 0 others' flips
sed 's/^/# /' flips
for size in 0 1 100 900; do
	head -c "$size" index >short
	run graphlinks -x short web.sp 0
	expect "an index that is cut after $size bytes" 65
done

# Hostile: changed, and sealed again with right checksums.
if [ -x "$reseal" ]; then
	graphlinks --index -z 0 -o plain web.sp
	while read -r edit; do
		# shellcheck disable=SC2086 # an edit is words
		"$reseal" plain $edit >changed
		run graphlinks -x changed --both web.sp a.test 2
		expect "an index with $edit" 65
	done <<'END'
bytes lnkX.head 0 1 08
bytes lnkX.head 40 1 00ff
bytes lnkX.0 0 1 01
bytes lnkX.0 1 1 7f
bytes lnkX.0 0 2 ffffffffffffffffff01
count lnkX.0 6
count lnkX.0 9000000000
bytes lnkD.0 0 1 01
count lnkD.0 2
bytes NAME.0 0 1 ffff7f
count NAME.0 4
count NAME.0 4000000000
set GRPH.head pages 8
set GRPH.head pages ones
set GRPH.head chain 9
set GRPH.tail links 9
set GRPH.tail origin.checksum +1
bytes GRPH.0 0 8 ffffffffffffffff
bytes GRPH.0 8 1 ff
set GRPH/1.head pages 8
set GRPH/1.tail links 9
set GRPH/1.tail origin.checksum +1
bytes GRPH/1.0 0 8 ffffffffffffffff
dropsec GRPH/1
dropsec lnkX
dropsec lnkD
dropsec NAME
dropsec GRPH
END
	# Links of another graph of the same size, behind right checksums: page
	# 5 is found from page 2, which does not link to it.
	printf '0 1\n0 2\n0 3\n1 5\n4 0\n' | graphimport -q -z 0 -o true.sp
	printf '0 1\n0 2\n0 3\n2 5\n4 0\n' | graphimport -q -z 0 -o lie.sp
	graphlinks --index -z 0 true.sp
	graphlinks --index -z 0 lie.sp
	"$reseal" true.sp.links takesec lie.sp.links GRPH/1 \
		GRPH/1.head dropsec GRPH/2 \
		set GRPH/1.tail origin.checksum @true.sp.links >lies
	run graphlinks -x lies true.sp 5
	expect 'an index with the links of another graph is believed' 0
	run graphlinks -x lies --path true.sp 0 5
	expect 'and a chain of such links is refused' 65
	expect_message 'and a chain of such links is refused: why' \
		'the index has links that the graph has not'
	expect_output 'and a chain of such links is refused: no table' ''
else
	skip 'hostile indexes' "there is no $reseal; make check builds it"
fi

# A block that is longer than a frame, in both directions.
perl -e 'my $x = 1; for (1 .. 500_000) {
	$x = ($x * 1103515245 + 12345) % 2147483648;
	print $x % 1024, " ", ($x >> 3) % 3_000_000, "\n" }' |
	graphimport -q -f arcs --dense -o long.sp
graphlinks --index long.sp
seq 0 97 1023 >some
graphlinks --both -x long.sp.links --list some long.sp >by-index
graphlinks --both --no-index --list some long.sp >by-pass
expect_same 'blocks that are longer than a frame' by-pass by-index
graphprune -q --transpose long.sp -o turned.sp
graphlinks --index turned.sp
graphlinks --both -x turned.sp.links --list some turned.sp >by-index
graphlinks --both --no-index --list some turned.sp >by-pass
expect_same '... of which the index is made' by-pass by-index
printf '' | graphimport -q -f ascii -o none.sp - 2>/dev/null ||
	printf '0\n' | graphimport -q -f ascii -o none.sp
run graphlinks --index none.sp
expect 'an index of no pages' 0

# ---- against Python ----------------------------------------------------------

if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null
then
	skip 'the same in Python' 'no Python from 3.9 on'
	plan
	exit
fi

# answer COMMAND - what graphlinks prints for a line of commands
answer() {
	perl -e 'my ($file, $line) = @ARGV;
		my @words = split /\t/, $line;
		my ($at) = grep { $words[$_] eq "--" } 0 .. $#words;
		splice @words, $at + 1, 0, $file;
		exec "graphlinks", "-q", @words' "$1" "$2"
}

# try_graph NAME STREAM - random commands, of which Python has the answers
try_graph() {
	echo "# $1" # what follows may be remarks about it
	rm -rf answers
	mkdir answers
	pagerank -q -o ranked.sp "$2"
	graphlinks --index -o index ranked.sp
	graphdump ranked.sp >links
	graphdump -s names ranked.sp >of-names 2>/dev/null
	graphdump -s scores ranked.sp >of-scores
	python3 "$here/linkanswers.py" draw of-names "$cases" 1 >commands
	python3 "$here/linkanswers.py" answer links of-names of-scores answers \
		<commands || exit 2
	wrong=0
	number=0
	while IFS= read -r line; do
		number=$((number + 1))
		rm -f ranked.sp.links
		answer ranked.sp "$line" >got 2>&1
		cp index ranked.sp.links
		answer ranked.sp "$line" >by-index 2>&1
		cmp -s got "answers/$number" &&
			cmp -s got by-index && continue
		wrong=$((wrong + 1))
		printf '# %s\n' "$line"
		diff got "answers/$number" | head -n 3 | sed 's/^/# /'
		diff got by-index | head -n 3 | sed 's/^/# /'
	done <commands
	expect_is "$1: $cases commands, the same in Python" "$cases 0" \
		"$number $wrong"
}

graphgen -q -n 5000 --seed 3 -o web.sp
try_graph 'a generated web' web.sp
graphfold -q -o hosts.sp web.sp
try_graph 'its hosts' hosts.sp
for graph in ${GRAPHS-hollins movies parks uk-hosts-1996}; do
	if SEEDPIPE_DATA=$data "$here/../pipelines/real" "$folder" "$graph" \
		2>"$err"; then
		try_graph "$graph" "$graph.sp"
	else
		skip "$graph" 'not in the folder of data'
	fi
done

# A test that cannot fail proves nothing.
echo another >>answers/1
answer ranked.sp "$(head -n 1 commands)" >got
expect_true 'another answer would show' ! cmp -s got answers/1
plan
