#!/bin/sh
# SPDX-License-Identifier: MIT
#
# graphlinks.t - links, hosts, common pages and chains of graphlinks against a
# second implementation in Python, linkanswers.py; names that are unknown
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
	graphdump ranked.sp >links
	graphdump -s names ranked.sp >names 2>/dev/null
	graphdump -s scores ranked.sp >scores
	python3 "$here/linkanswers.py" draw names "$cases" 1 >commands
	python3 "$here/linkanswers.py" answer links names scores answers \
		<commands || exit 2
	wrong=0
	number=0
	while IFS= read -r line; do
		number=$((number + 1))
		answer ranked.sp "$line" >got 2>&1
		cmp -s got "answers/$number" && continue
		wrong=$((wrong + 1))
		printf '# %s\n' "$line"
		diff got "answers/$number" | head -n 3 | sed 's/^/# /'
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
