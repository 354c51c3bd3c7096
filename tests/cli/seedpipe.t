#!/bin/sh
# SPDX-License-Identifier: MIT
#
# seedpipe.t - the script seedpipe: it lists every filter, the pipe that it prints
# gives the bytes that it gives, with any names of files, and no failure is hidden
#
#	[BIN=bin] [SEEDPIPE_DATA=../shared/data] tests/cli/seedpipe.t
#
# SHELLS names the shells that run it, by default all of these that are installed.

# shellcheck disable=SC2016 # scripts of run_sh expand their own arguments
# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
project=$(cd "$here/../.." && pwd)
data=${SEEDPIPE_DATA:-../shared/data}
data=$(cd "$data" 2>/dev/null && pwd) || data=

# As make install puts it: beside the filters.
mkdir "$folder/bin"
ln -s "$BIN"/* "$folder/bin"
cp "$project/pipelines/seedpipe" "$folder/bin"
mkdir "$folder/work" "$folder/temporary"
cd "$folder/work" || exit 2
PATH=$folder/bin:$PATH
TMPDIR=$folder/temporary
export TMPDIR

# page URL LINK... - a record of an archive
page() {
	body=$(printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n'
		shift
		printf '<a href="%s">x</a>' "$@")
	printf '%s\r\n' 'WARC/1.0' 'WARC-Type: response' \
		"WARC-Target-URI: $1" 'WARC-Date: 2026-01-01T00:00:00Z' \
		'Content-Type: application/http; msgtype=response' \
		"Content-Length: $(printf %s "$body" | wc -c)" '' "$body" ''
}

graphgen -n 3000 -o web.sp
for site in a b c; do
	page "http://$site.example/" http://x.example/ http://y.example/ /more
done >crawl.warc
page http://d.example/ http://x.example/ http://z.example/ >more.warc
printf '{"url": "%s", "time": %s}\n' http://a.example/ 1767225601 \
	http://b.example/ 1767225602 >items.jl

# ---- what there is -----------------------------------------------------------

run seedpipe
expect 'without arguments' 0
sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' "$out" | sort >listed
(cd "$BIN" && printf '%s\n' *) >built
expect_same 'lists every filter once' built listed
for filter in hits graphlinks; do
	text=$("$filter" --help | sed -n 3p)
	expect_true "lists what $filter is for" grep -qF "$text" "$out"
done
expect_is 'fits a terminal of 80 columns' '' "$(awk 'length > 79' "$out")"
run seedpipe --help
expect '--help' 0
expect_is '--help fits a terminal of 80 columns' '' \
	"$(awk 'length > 79' "$out")"
expect_is 'the version is that of the filters' \
	"$(hits --version | sed 's/.* /seedpipe /')" "$(seedpipe --version)"
run seedpipe hits --help
hits --help >expected
expect_same 'seedpipe hits is hits' expected "$out"
run seedpipe hits --bad web.sp
expect 'and has its status' 64

mkdir programs
printf '#!/bin/sh\n[ "$1" = -w ] || echo "page $*"\n' >programs/man
chmod +x programs/man
run env PATH="$folder/work/programs:$PATH" seedpipe help hits
expect_is 'seedpipe help shows the page' 'page hits' "$(cat "$out")"
printf '#!/bin/sh\nexit 16\n' >programs/man
run env PATH="$folder/work/programs:$PATH" seedpipe help hits
expect_same 'seedpipe help without a page' expected "$out"
run seedpipe help nothing
expect 'help of what is no filter' 64
expect_line 'help of what is no filter, one line' seedpipe

# ---- pipes -------------------------------------------------------------------

# agrees NAME ARGUMENT... - the pipe that seedpipe prints gives the same bytes and
# status, also when it is only printed; they are in $out
agrees() {
	name=$1
	shift
	run seedpipe "$@"
	expect "$name" 0
	mv "$out" given
	given=$1
	shift
	run seedpipe "$given" --dry-run "$@"
	expect_is "$name: --dry-run prints nothing on standard output" '' \
		"$(cat "$out")"
	cp "$err" pasted
	run seedpipe "$given" -n -q "$@"
	expect_true "$name: --dry-run prints also with --quiet" [ -s "$err" ]
	run sh pasted
	expect "$name: the pipe that was printed" 0
	expect_same "$name: the same bytes" given "$out"
	cp given "$out"
	expect_true "$name: has seeds" [ -s "$out" ]
	rm -f "$TMPDIR"/tmp.*
}

agrees 'seeds of a stream' seeds web.sp
expect_is 'ten seeds' 10 "$(wc -l <given)"
agrees 'seeds by yield' seeds --yield 500 --count 3 web.sp
agrees 'seeds of archives' seeds crawl.warc more.warc --to nutch
expect_true 'for Nutch' grep -q 'nutch.score=1$' given
agrees 'seeds of archives by yield' seeds --yield=5 crawl.warc more.warc
agrees 'seeds of archives, kept' seeds --keep graph.sp crawl.warc
expect_true 'the graph is kept' graphstat -q -o /dev/null graph.sp
agrees 'by yield, kept' seeds --keep graph.sp --yield 5 crawl.warc
agrees 'the next batch of archives' next crawl.warc more.warc
agrees 'the next batch of a stream' next --count 2 graph.sp
expect_is 'two pages' 2 "$(wc -l <given)"
agrees 'the next batch, whatever the hosts' next --count 2 --per-host none \
	graph.sp
agrees 'the next batch with a log' next --log items.jl crawl.warc
agrees 'the next batch of a stream with logs' next --log items.jl \
	--log items.jl graph.sp --count 1
agrees 'the next batch with a log, kept' next --log items.jl crawl.warc \
	--keep graph.sp --to scrapy
seq 40 | paste - - | graphimport -f arcs -o numbers.sp
agrees 'a stream without hosts' seeds --count 2 numbers.sp

printf '%s\n' Source,Destination http://a.example/,http://b.example/ \
	http://c.example/,http://b.example/ >links.csv
agrees 'an export of links' seeds links.csv
agrees 'an export of links by yield' seeds --yield 5 links.csv

graphsplit -q --parts 3 -o cut.sp web.sp
run seedpipe seeds --quiet cut.sp
expect 'a graph in parts' 0
expect_same '... has the same seeds' "$out" \
	"$(seedpipe seeds --quiet web.sp >whole.txt && echo whole.txt)"
mv cut.sp 'c%t.sp'
run seedpipe report --quiet -o page 'c%t.sp'
expect 'a name that make cannot read, of a manifest' 64
expect_message '... is named' 'make cannot read the name c%t.sp'
run seedpipe seeds --quiet web.sp
expect_message '--quiet' ''
run seedpipe seeds -o list.txt web.sp
expect_is '-o: no output' '' "$(cat "$out")"
expect_is '-o: ten seeds' 10 "$(wc -l <list.txt)"
seedpipe next - <crawl.warc >given 2>"$err"
seedpipe next crawl.warc >expected 2>"$err"
expect_same 'standard input' expected given

# From elsewhere, what is printed has the folder of the filters.
mkdir -p 'other place'
(PATH=/usr/local/bin:/usr/bin:/bin
	"$folder/bin/seedpipe" seeds web.sp >given 2>pasted
	sh pasted >expected 2>"$err")
expect_same 'seedpipe that is not on PATH' expected given
ln -s "$folder/bin/seedpipe" 'other place/seedpipe'
(PATH=/usr/local/bin:/usr/bin:/bin
	'./other place/seedpipe' seeds -q web.sp >given 2>"$err")
expect_same 'seedpipe by a link' expected given
run env PATH=/usr/bin:/bin "$project/pipelines/seedpipe" --version
[ -x "$project/bin/hits" ] && expect 'seedpipe of the sources' 0

# ---- names of files ----------------------------------------------------------

odd="it's \"odd\" \$HOME \`date\` * ; & | \\ # ~
- $(printf '\033[31m\302\233')line"
mkdir -- "$odd"
cp crawl.warc "$odd/$odd.warc"
cp crawl.warc ./-n
cp web.sp "$odd/$odd.sp"
seedpipe seeds crawl.warc >expected 2>"$err"
agrees 'an archive with an odd name' seeds --keep "$odd/kept.sp" "$odd/$odd.warc"
expect_same 'its seeds' expected given
expect_true 'its graph' [ -s "$odd/kept.sp" ]
agrees 'a stream with an odd name' seeds "$odd/$odd.sp"
seedpipe seeds -n "$odd/$odd.sp" 2>pasted
expect_is 'what is printed cannot command a terminal' '' \
	"$(LC_ALL=C tr -cd '\033\233' <pasted)"
run seedpipe seeds -o "$odd/list" -- -n
expect 'a name like an option' 0
expect_same 'its seeds in a file with an odd name' expected "$odd/list"
run seedpipe seeds ./-n -o -list
expect_same 'output with a name like an option' expected ./-list

# ---- what is wrong -----------------------------------------------------------

# refused NAME ARGUMENT... - status 64, and one line
refused() {
	name=$1
	shift
	run seedpipe "$@"
	expect "$name" 64
	expect_is "$name: one line" 1 "$(wc -l <"$err")"
	expect_is "$name: no output" '' "$(cat "$out")"
}

refused 'no filter' nothing
refused 'an option for a command' --nothing
refused 'an unknown option' seeds --nothing web.sp
refused 'an unknown short option' seeds -x web.sp
refused 'two options in one' seeds '--dry-run|--quiet' web.sp
refused 'an option with a line end' seeds '--no
such' web.sp
refused 'an option of another command' next --yield 5 web.sp
refused 'an option without its value' seeds web.sp --to
refused 'a value for none' seeds --quiet=yes web.sp
refused 'no files' seeds --quiet
refused 'a file without a name' seeds ''
echo http://a.example/ http://b.example/ >links.txt
refused 'links for graphimport' seeds links.txt
refused 'two streams' seeds web.sp web.sp
refused 'a stream and an archive' next crawl.warc web.sp
refused 'nothing to keep' seeds --keep kept.sp web.sp
refused 'an archive for a report' report crawl.warc
refused 'a folder that make cannot read' report -o 'a b' web.sp
refused 'a format before any work' seeds --to nothing crawl.warc
refused 'a number, also without running' seeds -n --count x crawl.warc
refused 'no report from two' report web.sp web.sp
refused 'a crawl of no downloads' seeds --yield 0 web.sp
refused 'the list over an archive' seeds -o crawl.warc crawl.warc more.warc
refused 'the list over a log' next --log items.jl -o ./items.jl crawl.warc
refused 'the list over the graph' next --keep kept.sp -o kept.sp crawl.warc
refused 'the graph over a log' next --log items.jl --keep items.jl crawl.warc

# fails STATUS NAME ARGUMENT... - the status of the stage that failed, no output
fails() {
	want=$1
	name=$2
	shift 2
	run seedpipe "$@"
	expect "$name" "$want"
	expect_is "$name: no output" '' "$(cat "$out")"
}

TMPDIR=$folder/nowhere
fails 74 'no temporary folder' seeds -q web.sp
expect_is 'no temporary folder: one line' 1 "$(wc -l <"$err")"
TMPDIR=$folder/temporary
head -c 20000 web.sp >cut.sp
fails 65 'a stream that was cut' seeds cut.sp
fails 65 'a stream that was cut, by yield' seeds --yield 5 cut.sp
fails 74 'no such file' seeds nothing.warc
fails 74 'no such log' next --log nothing crawl.warc
fails 74 'no such graph' report nothing.sp
expect_message 'no such graph' 'seedpipe: nothing.sp: No such file or directory'
for limit in 0 200% abc; do
	fails 64 "a budget of $limit, found by a dry run" \
		next --dry-run --per-host $limit crawl.warc
	expect_message "a budget of $limit" 'is not a number of pages, a share'
done
fails 65 'a graph without states' next web.sp
fails 65 'links without states' next links.csv
seq 9 >other.txt
fails 65 'what is nothing' seeds other.txt
fails 74 'a folder that is not there' next crawl.warc -o nothing/list
run_sh 'seedpipe seeds -q web.sp >/dev/full'
expect 'a full disk' 74

# A stage in the middle fails, with a status of its own.
broken() {
	rm -rf "$folder/broken"
	cp -R "$folder/bin" "$folder/broken"
	rm "$folder/broken/$1"
	printf '#!/bin/sh\n[ "$*" != "${*#*--help}" ] || { %s; }\n' "$2" \
		>"$folder/broken/$1"
	chmod +x "$folder/broken/$1"
}
for stage in graphprune hits coreextract seedpick; do
	broken $stage 'exit 7'
	run "$folder/broken/seedpipe" seeds web.sp
	expect "$stage fails at once" 7
	broken $stage 'cat >/dev/null; exit 9'
	run "$folder/broken/seedpipe" seeds web.sp
	expect "$stage fails at its end" 9
done
broken hits 'kill -KILL $$'
run "$folder/broken/seedpipe" seeds web.sp
expect 'a stage that was killed' 137
broken coreextract 'exit 0'
run "$folder/broken/seedpipe" seeds web.sp
expect 'a stage that ends early, and denies it' 65
broken graphprune 'exit 0'
rm "$folder/broken/hits"
run "$folder/broken/seedpipe" seeds web.sp
expect_true 'a stage that is missing' [ "$status" -ne 0 ]

# A signal ends the filters, too.
broken hits 'echo $$ >pid; exec sleep 1000 </dev/null >/dev/null 2>&1'
for signal in HUP:129 INT:130 TERM:143 TERM:143; do
	# The last one comes while filters are still started.
	[ "$signal" != "${last-}" ] ||
		sed -i 's/^\t\trunning="$running $!"$/\t\tsleep 0.5\n&/' \
			"$folder/broken/seedpipe"
	last=$signal
	rm -f pid
	# An interactive shell does not have its jobs ignore INT.
	python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' \
		"$folder/broken/seedpipe" seeds web.sp >"$out" 2>"$err" &
	script=$!
	while [ ! -s pid ]; do sleep 0.1; done
	kill -s "${signal%:*}" $script
	status=0
	wait $script || status=$?
	expect_is "${signal%:*}" "${signal#*:}" "$status"
	expect_true "${signal%:*}: the filters are gone" \
		sh -c '! kill -0 "$1" 2>/dev/null' sh "$(cat pid)"
done
expect_is 'nothing is left in the temporary folder' '' "$(ls -A "$TMPDIR")"

# ---- shells ------------------------------------------------------------------

seedpipe seeds crawl.warc 2>"$err" >expected
sort "$err" >expected.err
for shell in ${SHELLS:-dash bash 'busybox sh' mksh}; do
	command -v "${shell%% *}" >/dev/null || continue
	# shellcheck disable=SC2086 # words
	run $shell "$folder/bin/seedpipe" seeds crawl.warc
	expect_same "in $shell: the same seeds" expected "$out"
	sort "$err" >given.err
	expect_same "in $shell: the same messages" expected.err given.err
	# shellcheck disable=SC2086
	run $shell "$folder/bin/seedpipe" seeds cut.sp
	expect "in $shell: a failure" 65
done

# The container images have no other tools than these.
if command -v busybox >/dev/null; then
	mkdir "$folder/applets"
	for tool in $(busybox --list); do
		ln -s "$(command -v busybox)" "$folder/applets/$tool"
	done
	for input in web.sp crawl.warc; do
		seedpipe seeds "$input" 2>"$err" >expected
		sort "$err" >expected.err
		run env PATH="$folder/bin:$folder/applets" \
			"$folder/bin/seedpipe" seeds "$input"
		expect_same "by BusyBox: the seeds of $input" expected "$out"
		sort "$err" >given.err
		expect_same "by BusyBox: the messages of $input" \
			expected.err given.err
	done
else
	skip 'the tools of BusyBox' 'no busybox'
fi

# ---- real archives -----------------------------------------------------------

if [ -d "$data/warc" ]; then
	for file in "$data"/warc/pywb-iana.warc.gz "$data"/warc/blackbook.arc.gz; do
		name=${file##*/}
		agrees "$name" seeds --to heritrix "$file"
		expect_is "$name: ten seeds" 10 "$(wc -l <given)"
		agrees "$name: next" next --count 5 "$file"
		expect_is "$name: five pages" 5 "$(wc -l <given)"
	done
	fails 65 'an archive that is none' seeds "$data"/warc/pywb-example.cdx
else
	skip 'real archives' 'no SEEDPIPE_DATA'
fi

# ---- a report ----------------------------------------------------------------

if command -v gnuplot >/dev/null; then
	cp -R "$project/pipelines" "$folder"
	run seedpipe report web.sp
	expect 'report' 0
	expect_true 'its page' grep -q '</html>' out/report.html
	run seedpipe report -o odd "$odd/$odd.sp"
	expect 'report of an odd name' 0
	expect_true 'its page' grep -q '</html>' odd/report.html
else
	skip report 'no gnuplot'
fi

plan
