#!/bin/sh
# SPDX-License-Identifier: MIT
#
# labels.t - names that hold anything, through every output: nothing in them is
# run, nothing of them reaches a terminal raw, and every format gives them back
#
#	[BIN=bin] [BUILD=build] tests/cli/labels.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables
# shellcheck disable=SC2046 # lists of files without blanks

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

command -v python3 >/dev/null || skip_all 'no Python'
tests_built=$(cd "${BUILD:-build}/tests" && pwd) || exit 2
reseal=$tests_built/reseal
makeorders=$tests_built/makeorders
for program in "$reseal" "$makeorders"; do
	[ -x "$program" ] ||
		skip_all "there is no $program; make check builds it"
done

labels() {
	PYTHONDONTWRITEBYTECODE=1 PYTHONIOENCODING=utf-8 \
		python3 "$here/labels.py" "$@"
}

# Whatever runs a label makes a file of this name here.
mkdir "$folder/work" "$folder/got" && cd "$folder/work" || exit 2
got=$folder/got

# three WHAT FORMAT COMMAND... - the output to a pipe, with --safe-text, and on
# a terminal
three() {
	what=$1
	form=$2
	shift 2
	run "$@"
	expect "$what: $form" 0
	cp "$out" "$got/$what.plain.$form"
	cp "$err" "$got/with-$what-1.plain.err"
	run "$@" --safe-text
	expect "$what: $form, --safe-text" 0
	cp "$out" "$got/$what.safe.$form"
	run labels tty "$got/$what.tty.$form" "$@"
	expect "$what: $form, on a terminal" 0
	cp "$err" "$got/with-$what-2.plain.err"
}

# checked - judges all files of $got
checked() {
	labels check "$got"/* >"$folder/checked" 2>&1
	while IFS= read -r line; do
		case $line in
		'ok '*) ok "${line#ok }" ;;
		*) not_ok "${line#not ok }" '' ;;
		esac
	done <"$folder/checked"
	rm -f "$got"/*
	expect_true 'nothing was run' ! [ -e canary ]
}

# ---- names of pages and hosts ----------------------------------------------

# as_names SECTION FILE - a stream whose NAME or HOST section has the labels
as_names() {
	bytes=$("$reseal" -l "$2" | awk -v place="$1/0.0" -v text='text[[]' '
		$2 == place && $3 ~ text { n++ }
		$2 == place && $3 ~ /size$/ { n += $5 }
		END { print n + 0 }')
	"$reseal" "$2" bytes "$1.0" 0 "$bytes" "$payload"
}

payload=$(labels payload)
labels names >placeholders
pages=$(wc -l <placeholders)
# All pages link to the first ones, and those to some of all, in circles.
awk -v n="$pages" 'BEGIN {
	for (i = 0; i < n; i++)
		for (k = 0; k < 4; k++) { print i, k; print i, (i + k + 1) % n }
}' >links
sed 's|.*|http://&.example/|' placeholders >urls
graphimport -q -z 0 -f arcs --names urls -o web.sp links || exit 2
as_names NAME web.sp >names.sp && as_names HOST names.sp >odd.sp || exit 2
run graphdump -s provenance odd.sp
expect 'a graph whose pages and hosts have the labels as names' 0

three names tsv graphdump -s names odd.sp
three names json graphdump -s names --json odd.sp
three names-graphml xml graphdump --to graphml odd.sp
three names-gexf xml graphdump --to gexf odd.sp
three hosts tsv graphdump -s hosts odd.sp
three hosts json graphdump -s hosts --json odd.sp
three shapes tsv crawlshape -q odd.sp
three shapes json crawlshape -q --json odd.sp
three shape-pages tsv crawlshape -q --pages odd.sp
crawlshape -q --to stream -z 0 -o shaped.sp odd.sp || exit 2
three page-shapes tsv graphdump -s shapes --urls shaped.sp
three shape-list json graphdump -s shapes --summary --json shaped.sp
run crawlshape -q --size 60cm,60cm -o "$got/shapes.plain.svg" odd.sp
expect 'a picture of shapes' 0
three stat txt graphstat odd.sp
three stat json graphstat --json odd.sp
three names list seedpick --random "$pages" --any --seed 1 --text odd.sp
mv "$got/names.safe.list" "$got/picked.safe.list"
mv "$got/names.tty.list" "$got/picked.tty.list"
mv "$got/names.plain.list" "$got/picked.plain.list"

# In the order of the pages: a score that falls.
awk -v n="$pages" 'BEGIN { for (i = 0; i < n; i++) print i, n - i }' |
	scoreimport -q --scores fall=- -z 0 -o scored.sp odd.sp ||
	exit 2
three names-scores list graphdump -s scores --to text scored.sp
three scores tsv graphdump -s scores --urls scored.sp
seq 0 $((pages - 1)) >every
crawlorder -q --seeds every --order bfs odd.sp |
	graphprune -q --fetched-first "bfs:$pages" -z 0 -o known.sp || exit 2
three links tsv graphlinks --list every odd.sp
three links json graphlinks --json --list every odd.sp
three states tsv graphdump -s states --urls known.sp
three fetches tsv graphdump -s fetches --urls known.sp
# A fifth is fetched, and links to all others.
seq 0 5 $((pages - 1)) >fifth
crawlorder -q --seeds fifth --order bfs odd.sp |
	graphprune -q --fetched-first "bfs:$(wc -l <fifth)" -z 0 -o fifth.sp ||
	exit 2
printf '%s\n' 0 1 2 >known
three known tsv seedexpand -q --known known --explain odd.sp
three known json seedexpand -q --known known --explain --json odd.sp
three next tsv crawlnext -q --explain --per-host none fifth.sp
three next json crawlnext -q --explain --json --per-host none fifth.sp
seedpick --top "fall:$pages" -o seeds.sp scored.sp || exit 2
three names-seeds list graphdump -s seeds --to text -g scored.sp seeds.sp
three seeds tsv graphdump -s seeds -g scored.sp seeds.sp
three seeds json graphdump -s seeds --json -g scored.sp seeds.sp
three seed-stat json graphstat --seeds --json -g scored.sp seeds.sp
checked

# ---- lists for crawlers ----------------------------------------------------

for list in heritrix heritrix-precedence surt nutch stormcrawler urlfrontier \
	browsertrix scrapy; do
	run graphdump -s scores --to $list --drop-refused scored.sp
	expect "a list for $list" 0
	cp "$out" "$got/$list.plain.crawler"
	cp "$err" "$got/$list.plain.err"
	run labels tty "$got/$list.tty.crawler" \
		graphdump -s scores --to $list --drop-refused -q scored.sp
	expect "a list for $list on a terminal" 0
	run graphdump -s scores --to $list --safe-text scored.sp
	expect "$list refuses --safe-text" 64
	run seedpick --random 3 --to $list --safe-text odd.sp
	expect "seedpick: $list refuses --safe-text" 64
done
for form in ascii mtx npy cc-ranks; do
	run graphdump --to $form --safe-text odd.sp
	expect "$form refuses --safe-text" 64
done
run graphdump --to cc-ranks -s scores odd.sp
cp "$err" "$got/ranks.plain.err"
run seedpick --random 3 --safe-text odd.sp
expect 'a stream refuses --safe-text' 64
expect_message 'a stream refuses --safe-text, why' 'seedpick: option'\
' --safe-text is for --to text: a stream holds names as they are'
run hits --safe-text odd.sp
expect 'hits prints no names, and refuses --safe-text' 64
expect_message 'hits refuses --safe-text, why' \
	'hits: option --safe-text: hits prints no names of the input'
checked

# ---- names of orders and scores --------------------------------------------

labels orders | "$makeorders" web.sp >orders.sp || exit 2
pagerank -o rank.sp web.sp || exit 2
three orders tsv graphdump -s orders orders.sp
three orders json graphdump -s orders --json orders.sp
three orders-summary tsv graphdump -s orders --summary orders.sp
for metric in throughput tau; do
	three "hotcurve-$metric" tsv hotcurve -m $metric -g web.sp -b rank.sp \
		orders.sp
	three "hotcurve-$metric" json hotcurve -m $metric -g web.sp \
		-b rank.sp --json orders.sp
done
three hotcurve-summary tsv hotcurve --summary -b rank.sp orders.sp

# draw NAME COMMAND... - a figure of each type, and one from the script
draw() {
	what=$1
	shift
	command -v gnuplot >/dev/null || {
		skip "$what is drawn" 'gnuplot is not installed'
		return
	}
	for type in svg png; do
		run "$@" --size 20cm,80cm \
			--title "$(cat "$folder/arguments/039")" -o fig.$type
		expect "$what: $type" 0
		cp "$err" "$got/$what-$type.plain.err"
		expect_true "$what: an image, $type" [ -s fig.$type ]
	done
	cp fig.svg "$got/$what.plain.svg"
	run "$@" --size 20cm,80cm --gnuplot --terminal svg
	expect "$what: a script" 0
	cp "$out" "$got/$what.plain.script"
	run env LC_ALL=C.UTF-8 gnuplot "$got/$what.plain.script"
	expect "$what: gnuplot draws the script" 0
	expect_message "$what: gnuplot says nothing" ''
	cp "$out" "$got/$what-drawn.plain.svg"
}

mkdir "$folder/arguments"
labels files "$folder/arguments"
draw hotcurve hotcurve -b rank.sp orders.sp
draw hotcurve-tau hotcurve -m tau -b rank.sp orders.sp
expect_true 'the figures are well-formed XML' \
	python3 -c 'import sys, xml.dom.minidom as dom
for path in sys.argv[1:]:
	dom.parse(path)' $(ls "$got"/*.svg)
checked

# Each label as the name of a score: header of a table, attribute of XML, option
# in the provenance and in --stats, and words in messages.
count=0
for file in "$folder"/arguments/*; do
	number=${file##*/}
	name=$(cat "$file"; echo .)
	name=${name%.}
	case $number in
	[0-9][0-9][05]) ;;
	*)
		# Most only as words in messages, which takes less time.
		run hits "./$name.sp"
		cp "$err" "$got/file-$number.plain.err"
		run hotcurve -m "$name" -b "$name" "$name"
		cp "$err" "$got/words-$number.plain.err"
		{
			head -n 1 urls
			printf 'http://x.example/%s\n' "$name"
		} >listed
		run graphimport -f arcs --names urls --fetched listed \
			-o listed.sp links
		cp "$err" "$got/listed-$number.plain.err"
		count=$((count + 3))
		continue
		;;
	esac
	run pagerank -v "--name=$name" --stats stats -o named.sp web.sp
	cp "$err" "$got/stats-$number.plain.err"
	[ "$status" -eq 0 ] || {
		expect "name $number is refused" 64
		continue
	}
	cp stats "$got/stats-$number.plain.json"
	run graphdump -s scores --safe-text named.sp
	expect "score $number as a table" 0
	cp "$out" "$got/score-$number.safe.tsv"
	run graphdump -s provenance --safe-text --json named.sp
	cp "$out" "$got/provenance-$number.safe.json"
	run graphstat --safe-text --json named.sp
	cp "$out" "$got/graphstat-$number.safe.json"
	run graphdump --to gexf named.sp
	cp "$out" "$got/gexf-$number.plain.xml"
	run graphdump -s scores --score "no$name" named.sp
	expect "score $number is not found" 65
	cp "$err" "$got/missing-$number.plain.err"
	count=$((count + 6))
done
echo "# $count cases of names as arguments"
checked

# ---- logs and archives -----------------------------------------------------

labels log >log.json
for table in missing hosts statuses time; do
	three "log-$table" tsv crawlimport -q -f scrapy --table $table \
		-g web.sp log.json
	three "log-$table" json crawlimport -q -f scrapy --table $table \
		--json -g web.sp log.json
done
run crawlimport -q -f scrapy --missing missing --table hosts -g web.sp log.json
expect 'a list of what the graph lacks' 0
cp missing "$got/missing.plain.list"
run crawlimport -f scrapy --safe-text --missing missing -g web.sp log.json
cp missing "$got/missing.safe.list"
cp "$err" "$got/missing.plain.err"
expect_is 'each URL that is missing is a line' \
	"$(wc -l <"$got/missing.plain.list")" "$(wc -l <missing)"

labels warc >"odd.warc"
three records tsv warcstat --records odd.warc
three records json warcstat --records --json odd.warc
three archive tsv warcstat odd.warc
three archive json warcstat --json odd.warc
three trace tsv crawlorder --order bfs --trace 20 --seeds-top fall:2 \
	-g scored.sp
checked

# ---- names of output files come from the command line ----------------------

# Whatever the input is called, and whatever its labels are, the only new files
# are those of the command line.
mkdir "$folder/in" "$folder/new"
cp scored.sp log.json odd.warc orders.sp "$folder/in"
cd "$folder/new" || exit 2
in=$folder/in
run crawlimport -q -f scrapy --missing gone -o order -g "$folder/work/web.sp" \
	"$in/log.json"
expect 'a list of missing pages' 0
run crawlgraph -q -f warc -o pages "$in/odd.warc"
expect 'pages of an archive' 0
run warcstat -o table "$in/odd.warc"
expect 'a table of an archive' 0
run seedpick --top "fall:$pages" --to heritrix --drop-refused -o all.txt \
	"$in/scored.sp"
expect 'seeds in one file' 0
run seedpick --top "fall:9" --to text "$in/scored.sp" -o few.txt
run seedpick --urls "$folder/work/urls" --to surt --shard 512 -o list.txt \
	"$folder/work/web.sp"
expect 'seeds in several files' 0
run graphdump --to bvgraph name "$in/scored.sp"
expect 'a set of files' 0
find . -type f | sed 's|^./||; s|^list-[0-9]*\.txt$|list-N.txt|' | sort -u |
	paste -sd ' ' - >"$folder/found"
expect_is 'the only new files are those of the command line' \
	'all.txt few.txt gone list-N.txt name.graph name.offsets'\
' name.properties order pages table' "$(cat "$folder/found")"
expect_files 'no file is new beside the inputs' "$in" scored.sp log.json \
	odd.warc orders.sp
expect_true 'nothing was run' ! [ -e "$folder/work/canary" ]
expect_true 'nothing was made in the folder above' ! [ -e "$folder/canary" ]

plan
