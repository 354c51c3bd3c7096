#!/bin/sh
# SPDX-License-Identifier: MIT
#
# figures.t - images that hotcurve draws: types, sizes, styles, and what happens
# where gnuplot is missing, fails or is killed
#
#	[BIN=bin] tests/cli/figures.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

makeorders=$(cd "${BUILD:-build}/tests" && pwd)/makeorders
graphgen -n 500 -o "$folder/web.sp"
pagerank -R -o "$folder/rank.sp" "$folder/web.sp"
seedpick --random 5 "$folder/web.sp" |
	crawlorder -R -g "$folder/web.sp" --order bfs,opic --times \
		-o "$folder/orders.sp" -
cd "$folder" || exit 2

# draws NAME FILE [OPTION...] - hotcurve draws FILE
draws() {
	name=$1
	file=$2
	shift 2
	run hotcurve -b rank.sp orders.sp -o "$file" "$@"
	expect "$name" 0
	expect_message "$name: no message" ''
	expect_output "$name: nothing on standard output" ''
}

# fake SCRIPT - puts a gnuplot that is this shell script into $folder/fake
fake() {
	mkdir -p fake
	printf '#!/bin/sh\n%s\n' "$1" >fake/gnuplot
	chmod +x fake/gnuplot
}

# with_fake ARGUMENT... - runs hotcurve with that gnuplot
with_fake() {
	run env PATH="$folder/fake:$PATH" hotcurve -b rank.sp orders.sp "$@"
}

# fails NAME STATUS MESSAGE - the last run failed, and left old.png as it was
fails() {
	expect "$1" "$2"
	expect_line "$1, one line" hotcurve
	expect_message "$1, why" "$3"
	expect_is "$1: the old file stays" old "$(cat old.png)"
	expect_is "$1: nothing else is left" old.png "$(echo old.png*)"
}

# magic FILE - prints the first bytes that say what it is
magic() {
	head -c 400 "$1" | grep -a -o -e PNG -e '<svg' -e '%PDF' | head -n 1
}

# styles SCRIPT - prints colour, dash and mark of each curve's marks
styles() {
	grep "^set label '' " "$1" | sed 's/.* point //'
}

missing() {
	echo old >old.png
	mkdir -p nowhere
	run env PATH="$folder/nowhere" "$BIN/hotcurve" -b rank.sp orders.sp \
		-o old.png
	fails 'without gnuplot' 74 'old.png: gnuplot is not installed'
	fake 'exit 3'
	with_fake -o old.png
	fails 'gnuplot fails' 74 'gnuplot failed with status 3: no message'
	# shellcheck disable=SC2016 # it is a script
	fake 'cat >/dev/null; echo "line 7: \033 odd" >&2; exit 1'
	with_fake -o old.png
	fails 'gnuplot fails at the end' 74 \
		'gnuplot failed with status 1: line 7: '
	fake 'kill -9 $$'
	with_fake -o old.png
	fails 'gnuplot is killed' 74 'gnuplot was ended by signal 9'
	fake 'cat >/dev/null'
	with_fake -o old.png
	fails 'gnuplot draws nothing' 74 'gnuplot drew nothing: no message'
	fake 'cat >/dev/null; echo "<svg"'
	with_fake -o old.png
	fails 'gnuplot draws a part' 74 'the image is not whole: is the disk full?'
	fake 'exit 0'
	with_fake -o old.png --points 100000
	fails 'gnuplot ends early' 74 'old.png: gnuplot '
	fake 'cat >/dev/null; printf "unknown or ambiguous terminal" >&2; exit 1'
	with_fake -o old.png
	fails 'gnuplot without this terminal' 74 \
		'cannot draw images of this type'
	fake 'cat >/dev/null; echo "<svg></svg>"; echo "careful" >&2'
	with_fake -o new.png
	expect 'a warning of gnuplot' 0
	expect_message 'a warning of gnuplot is passed on' \
		'hotcurve: new.png: gnuplot: careful'
	# The shell that lists the folder has it open as number 3.
	# shellcheck disable=SC2016 # it is a script
	fake 'cat >/dev/null; echo "<svg></svg>"; echo /proc/$$/fd/[3-8] >&2'
	with_fake -o new.png 3>&- 4>&- 5>&- 6>&- 7>&- 8>&-
	expect_true 'gnuplot inherits no open file but its own three' ! \
		grep -q '/fd/[4-8]' "$err"
}

types() {
	for file in fig.png FIG.PNG fig.svg fig.pdf a.b.Pdf; do
		draws "$file" "$file"
		case $file in
		*.png | *.PNG) wanted=PNG ;;
		*.svg) wanted='<svg' ;;
		*) wanted='%PDF' ;;
		esac
		expect_is "$file: type" "$wanted" "$(magic "$file")"
	done
	for metric in throughput cumulative tranche depth tau; do
		draws "$metric" "$metric.png" -m $metric -g web.sp
	done
	graphdump -s scores rank.sp | awk '!/^#/ { print $1 "\t" NR % 2 }' |
		scoreimport --scores - web.sp -o topic.sp
	for metric in harvest recall; do
		run hotcurve orders.sp -b topic.sp -m $metric -o $metric.png
		expect_is "$metric is drawn" PNG "$(magic $metric.png)"
	done
	run hotcurve orders.sp -m time -o time.png
	expect 'the time of crawls is drawn' 0
	run hotcurve -b rank.sp -o t.tsv orders.sp
	expect_is 'other suffixes hold tables' '#pages' \
		"$(head -n 1 t.tsv | cut -f 1)"
}

sizes() {
	draws '--size in pixels' px.png --size 640px,480px
	expect_is 'a PNG has these pixels' '00000280000001e0' \
		"$(od -An -tx1 -j16 -N8 px.png | tr -d ' \n')"
	draws '--size in centimetres' cm.png --size 8cm,60mm
	expect_is 'a PNG has 300 pixels an inch' '000003b1000002c5' \
		"$(od -An -tx1 -j16 -N8 cm.png | tr -d ' \n')"
	draws '--size of a PDF' cm.pdf --size 4in,216pt
	expect_is 'a PDF has this size' '288 216' \
		"$(grep -a -o 'MediaBox \[ 0 0 [0-9 ]*' cm.pdf |
			cut -d ' ' -f 5-6)"
	draws '--size of an SVG' cm.svg --size 4in,3in
	expect_true 'an SVG has this size' grep -q 'viewBox="0 0 384 288"' \
		cm.svg
	expect_true 'and a white ground, for dark screens' grep -q \
		'<rect [^>]*width="384" height="288" fill="#ffffff"/>' cm.svg
}

# Orders of many names: no style repeats, and all names are in the legend.
legend() {
	i=0
	while [ $i -lt 60 ]; do
		printf 'order o%d\n%d - 1\n' $i $i
		i=$((i + 1))
	done >many.txt
	"$makeorders" -R web.sp <many.txt >many.sp
	run hotcurve -b rank.sp --gnuplot many.sp
	expect '60 orders' 0
	expect_is 'no two have the same colour, dash and mark' 60 \
		"$(styles "$out" | sort -u | wc -l)"
	expect_is 'nor the same colour and mark' 60 \
		"$(styles "$out" | sed 's/lw.* pt/pt/' | sort -u | wc -l)"
	expect_is 'all are in the legend' 60 \
		"$(grep -c "^set label 'o[0-9]*' noenhanced" "$out")"
	run hotcurve -b rank.sp many.sp -o many.png
	expect '60 orders are drawn' 0
	run hotcurve -b rank.sp many.sp -o many.png --size 8cm,6cm
	expect 'also where there is little room' 0
	expect_message 'little room, said' \
		'the legend of 62 curves leaves little room'
}

captions() {
	run hotcurve -g web.sp -b rank.sp --gnuplot orders.sp
	# The lines of the caption are broken where they have to be.
	expect_output 'the caption names the graph' "'web: 500 pages, "
	expect_output 'and the benchmark' 'benchmark pagerank'
	expect_output 'and the seeds' '5 seeds (random, seed 1)'
	# What is not so for all curves is not said.
	seedpick -q -R --random 5 --seed 2 web.sp |
		crawlorder -q -R -g web.sp --order bfs -o other.sp -
	seedpick -q -R --top-indegree 4 web.sp |
		crawlorder -q -R -g web.sp --order bfs --k 9 -o fewer.sp -
	run hotcurve -q -b rank.sp --gnuplot a=orders.sp b=other.sp
	expect_output 'random seeds of two draws' '5 seeds (random), k auto'
	run hotcurve -q -b rank.sp --gnuplot a=orders.sp b=fewer.sp
	expect_is 'other seeds and periods' 0 "$(grep -c -e ' seeds' -e ' k ' "$out")"
	run hotcurve -g web.sp -b rank.sp --gnuplot orders.sp
	# No further from the caption than that is from the title.
	expect_is 'the panel begins below the caption' '1 1' \
		"$(sed -n 's/.*screen 0.5,\([0-9.]*\) .*/\1/p
			s/.*tmargin at screen //p' "$out" | awk '
			{ at[NR] = $1 }
			END { print (at[2] > at[3]),
				(at[2] - at[3] < at[1] - at[2]) }')"
	expect_output 'the axes are in plain words' \
		"xlabel 'downloads, share of all pages (500)'"
	expect_output 'both axes' "ylabel 'share of best pages found'"
	run hotcurve -b rank.sp --gnuplot --title 'Ten seeds' orders.sp
	expect_output '--title replaces the title' "'Ten seeds'"
	run hotcurve -b rank.sp --gnuplot --title '' orders.sp
	expect_true 'an empty --title: no title and no caption' ! \
		grep -q 'benchmark' "$out"
}

# Up to four columns of a table have the size of other figures.
table_sizes() {
	printf '#order\tx\ta\tb\tc\nbfs\t1\t2\t3\t4\nbfs\t2\t3\t4\t5\n' >abc.tsv
	for columns in a a,b a,b,c a,b,c,a; do
		hotcurve -q -m table --columns "$columns" --gnuplot abc.tsv |
			grep '^set terminal'
	done >sizes
	expect_is 'one to four columns: one size' '4 1' \
		"$(wc -l <sizes | tr -d ' ') $(sort -u sizes | wc -l |
			tr -d ' ')"
}

# Names of files are in captions and legends, and headers label axes.
hostile_names() {
	odd="a'b\`touch cracked\`\$(touch cracked).sp"
	cp web.sp "$odd"
	# shellcheck disable=SC2016 # nothing is to be executed
	printf '#order\tx\ty"`touch cracked`\047;system("touch cracked")\n' \
		>odd.tsv
	printf 'a\047;\t1\t2\na\047;\t2\t2\n' >>odd.tsv
	run hotcurve -g "$odd" -b rank.sp "$odd=orders.sp" -o odd.png
	expect 'odd names of files' 0
	expect_message 'odd names of files: no message' ''
	run hotcurve -m table odd.tsv -o odd.svg --title "$odd"
	expect 'odd names of columns' 0
	expect_message 'odd names of columns: no message' ''
	expect_true 'nothing in a name is executed' [ ! -e cracked ]
}

differences() {
	run hotcurve -b rank.sp --at 0.5,1 orders.sp
	cut -f 3-6 "$out" | tail -n 2 | awk -F '\t' \
		'{ printf "%.9g %.9g %d %.9g\n", $1 - $3, $2 - $3, 0, $4 - $3 }' \
		>wanted
	run hotcurve -b rank.sp --at 0.5,1 --minus-shuffle orders.sp
	cut -f 3-6 "$out" | tail -n 2 | awk -F '\t' \
		'{ printf "%.9g %.9g %d %.9g\n", $1, $2, $3, $4 }' >got
	expect_same '--minus-shuffle subtracts shuffle' wanted got
	draws '--minus-shuffle is drawn' minus.pdf --minus-shuffle
}

missing
differences
captions
table_sizes
legend
if command -v gnuplot >/dev/null; then
	types
	sizes
	hostile_names
else
	skip 'types and sizes of images' 'gnuplot is not installed'
fi

plan
