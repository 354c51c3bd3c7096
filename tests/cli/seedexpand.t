#!/bin/sh
# SPDX-License-Identifier: MIT
#
# seedexpand.t - what belongs to a list: against a second implementation in
# Python, expandcases.py; lists from which little follows; threads; the hosts of
# a real web
#
#	[BIN=bin] [SEEDPIPE_DATA=../shared/data] [EXPAND_CASES=30] [FIRST=1]
#		tests/cli/seedexpand.t
#
# EXPAND_CASES says how many random webs expandcases.py tries, from the one with
# the number FIRST on.

# shellcheck disable=SC2154 # lib.sh sets variables

data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

# ---- against Python ---------------------------------------------------------

# more_options OPTION... - the folder replaced, where seedexpand gets these options
# in addition
more_options() {
	replace_filter seedexpand <<-END
	#!/bin/sh
	exec "$BIN/seedexpand" "\$@" $*
	END
}

if python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null
then
	more_options --seed 1
	run python3 "$here/expandcases.py" 4 1 replaced
	expect 'other parts of the list are other places' 1
	more_options --vote domain
	run python3 "$here/expandcases.py" 4 1 replaced
	expect 'other units have other votes' 1
	run python3 "$here/expandcases.py" "${EXPAND_CASES:-30}" \
		"${FIRST:-1}" "$BIN"
	expect "${EXPAND_CASES:-30} webs: the same in Python" 0
	sed 's/^/# /' "$out" "$err"
else
	skip 'the same in Python' 'no Python from 3.9 on'
fi

# ---- lists ------------------------------------------------------------------

# Two communities of ten hosts each, and what everybody cites.
awk 'BEGIN {
	for (i = 0; i < 20; i++)
		for (j = 0; j < 20; j++)
			if (i != j && int(i / 10) == int(j / 10) &&
			    (i * 7 + j * 3) % 4)
				print "h" i ".test", "h" j ".test"
	for (i = 0; i < 20; i++)
		print "h" i ".test", "all.test"
	print "far.test", "alone.test"
	print "self.test", "self.test"
}' >links
graphimport -q --keys names -o web.sp links
printf 'h%d.test\n' 0 2 4 6 8 >known

run seedexpand -n 5 --known known -o found.sp web.sp
expect 'the rest of a community' 0
expect_is 'the rest of a community: its pages' \
	'h1.test h3.test h5.test h7.test h9.test' \
	"$(seedpick --text found.sp | sort | xargs)"
seedexpand -q -n 5 --known known -T 1 web.sp >one.sp
seedexpand -q -n 5 --known known -T 3 web.sp >three.sp
run cmp one.sp three.sp
expect 'threads change nothing' 0
run_sh 'seedexpand -q --known known web.sp | seedpick --to surt --scheme http'
expect_output 'a list for a crawler' 'http://(test,h1,'
run seedexpand --known known web.sp -o all.sp
expect_message 'what no link connects is not found' \
	'only 16 of 100 pages: links connect no others with the list'
printf 'h%d.test\n' 1 3 >wrong
expect_is 'excluded pages are not found' 'h5.test h7.test h9.test' \
	"$(seedexpand -q -n 3 --known known --exclude wrong web.sp |
		seedpick --text | sort | xargs)"

{
	cat known known
	echo nowhere.test
	echo www.h1.test
} >odd
run seedexpand -n 1 --known odd -o x.sp web.sp
expect 'lines that are no pages' 0
expect_message 'repeated lines are counted' \
	'odd: lines that repeat a page of the list: 5'
expect_message 'lines that are no pages are counted' \
	'2 lines'
echo nowhere.test >none
run seedexpand --known none web.sp -o x.sp
expect 'a list of nothing in the graph' 65
printf 'h2.test\nnowhere.test\nself.tset\n' >slip
run seedexpand -n 1 --known slip -o x.sp web.sp
expect_message 'what a misspelt line may have meant' \
	'2 lines that are not pages of the graph: "self.tset", did you mean self.test?'
echo self.tset >slip
run seedexpand --known slip -o x.sp web.sp
expect_message 'a list of one misspelt line' \
	'of the 1 lines is a page of the graph ("self.tset", did you mean self.test?)'
run seedpick -g web.sp --urls slip
expect_message 'another filter says so, too' \
	'line 1: "self.tset" is not a page of the graph (perhaps self.test; --drop'
run seedexpand --known known --exclude known web.sp -o x.sp
expect 'a page in both lists' 65
expect_message 'a page in both lists: which' 'is in both lists'
echo self.test >lonely
run seedexpand --known lonely web.sp -o x.sp
expect 'a list without links' 65
expect_message 'a list without links: why' 'nothing follows from it'
graphdump -s names web.sp | awk 'NR > 1 { print $NF }' >everything
run seedexpand --known everything web.sp -o x.sp
expect 'a list of all pages' 65
expect_message 'a list of all pages: why' 'nothing to find'
echo h0.test >one
run seedexpand -n 3 --known one web.sp -o x.sp
expect 'a list of one page' 0
expect_message 'a list of one page hides nothing' 'nothing can be hidden'
run seedexpand --judge --known one web.sp
expect 'a list of one page cannot be judged' 65
run seedexpand web.sp -o x.sp
expect 'no list' 64
run seedexpand --known known --method best web.sp -o x.sp
expect 'no such method' 64
run seedexpand --known known --new web.sp -o x.sp
expect '--new without states' 65
run seedexpand --known known --expect 5 web.sp -o x.sp
expect '--expect without a table' 64
expect_message 'which it needs' 'needs --explain or --judge'
run seedexpand --known known --expect 5 --explain web.sp
expect 'fewer pages than are known' 64
run seedexpand --known known --expect 999999 --judge web.sp
expect 'more pages than there are' 64
run seedexpand --known known -n 5 --judge web.sp
expect '-n of a table that is not cut' 64
run seedexpand --known known --json web.sp -o x.sp
expect '--json without a table' 64
run seedexpand --known known --safe-text --judge web.sp
expect '--safe-text without names' 64

seq 1 99 | sed 's/^/0 /' | graphimport -q -o star.sp
printf '%d\n' 5 7 9 >leaves
run seedexpand -n 3 --known leaves star.sp -o x.sp
expect_message 'pages that nothing tells apart' \
	'all 3 pages that were found have the same score'

printf 'http://a.test/%d\n' 0 1 2 >urls
printf '0 1\n1 2\n2 0\n' | graphimport -q --names urls -o host.sp
printf 'http://a.test/%d\n' 0 1 >two
run seedexpand --known two -n 1 host.sp -o x.sp
expect_message 'a list of one host' 'are of one host'
printf 'http://a.test/1\tok\n' >states
printf '0 1\n1 2\n2 0\n' |
	graphimport -q --names urls --fetched states -o states.sp
echo http://a.test/0 >zero
expect_is 'only pages that were never fetched' http://a.test/2 \
	"$(seedexpand -q --new --known zero states.sp | seedpick --text)"

# ---- tables -----------------------------------------------------------------

seedexpand -q --known known --explain web.sp >table
expect_is 'a table of what was found' \
	'node url score links_to_list linked_by_list cited_with_list cited_with found precision' \
	"$(head -n 1 table | tr -d '#' | tr '\t' ' ')"
expect_is 'a table of methods' 'links cocitation coupling walk linked cosine adamic forward backward cores inlinks combined' \
	"$(seedexpand -q --known known --judge web.sp |
		awk 'NR > 1 { print $1 }' | uniq | xargs)"
expect_is 'a table of one method' 'walk:10 walk:19' \
	"$(seedexpand -q --known known --judge --method walk web.sp |
		awk 'NR > 1 { print $1 ":" $2 }' | xargs)"

# ---- the hosts of a real web ------------------------------------------------

hosts=$data/uk-hosts-1996/1996-uk-web-hosts.tsv.gz
if [ -n "$data" ] && [ -e "$hosts" ]; then
	gzip -dc "$hosts" |
		tr '|' '\t' | graphimport -q --keys names --source-column 2 \
		--target-column 3 --weights 4 -o uk.sp
	graphdump -s names uk.sp | awk -F '\t' 'NR > 1 { print $NF }' >all-names
	# right CLASS STEP - how many of the first 200 belong, if each page
	# number STEP of a class is known
	right() {
		grep "$1\$" all-names | awk -v step="$2" 'NR % step == 0' >some
		seedexpand -q -n 200 --known some uk.sp | seedpick --text |
			grep -c "$1\$"
	}
	expect_is '.ac.uk: 170 of 200 or more' yes \
		"$([ "$(right .ac.uk 10)" -ge 170 ] && echo yes)"
	expect_is '.ox.ac.uk: 60 of 200 or more' yes \
		"$([ "$(right .ox.ac.uk 10)" -ge 60 ] && echo yes)"
	awk 'NR % 1500 == 7' all-names >chance
	run seedexpand -n 10 --known chance uk.sp -o x.sp
	expect_message 'a list without a scope is warned about' \
		'links say little about this list'
else
	skip 'hosts of the UK' "\$SEEDPIPE_DATA has no uk-hosts-1996"
fi

plan
