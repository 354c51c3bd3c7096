#!/bin/sh
# SPDX-License-Identifier: MIT
#
# contract.t - what every filter promises: a table of filters, and a list of
# what can go wrong
#
#	[BIN=bin] [SANITIZED=build/sanitized/bin] tests/cli/contract.t
#
# Every exit status is asserted exactly: 64 usage, 65 data, 71 memory, 74
# input or output, 141 the reader is gone.  A crash (139), an abort (134) or a
# sanitizer's report (99) always fails the test.

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

# The filter; its input (none, stream, known, orders, text, archive, texts: one of the
# pages of the graph); the section of its output to compare ("text": the output is text); options of a short run;
# and part of the provenance line of that run.
printf '0\n1\n2\n' >"$folder/seeds"
printf '0\t0.5\n1\t1\n' >"$folder/relevance"
cat >"$folder/table" <<EOT
graphgen|none|graph|-n 500|--pages 500 --links 35.3
graphimport|text|graph|-f arcs|--format arcs
crawlgraph|archive|graph|-f warc|--format warc
scoreimport|stream|scores|-q --drop-missing --scores $folder/relevance|--drop-missing
crawlimport|text|orders|-f tsv|--format tsv --name crawl
graphprune|stream|graph||--unit host
graphfold|stream|graph||--to host
hits|stream|scores|-i 2|--iterations 2 --tolerance 0 --norm l2
pagerank|stream|scores|-i 3 -t 0|--damping 0.85 --tolerance 0 --iterations 3
harmonic|stream|scores||--registers 6 --seed 1 --name harmonic
rank|stream|scores|-m degree,core|--method degree,core
relscore|texts|scores|-g $folder/graph --query page|--query page --weight tf
coreextract|stream|cores|--iterations 2|--seeds 1 --cover-density 100
seedpick|stream|seeds|--top-indegree 5|--top-indegree 5
seedexpand|stream|seeds|-q --known $folder/seeds -n 5|--count 5 --vote host --seed 1
crawlnext|known|seeds|-n 5 --per-host none|--count 5 --per-host none
crawlorder|stream|orders|--seeds $folder/seeds --order bfs,fpr|--order bfs,fpr --seeds $folder/seeds --match exact --steps 0
crawlshape|stream|text||
hotcurve|orders|text||
graphdump|stream|text||
graphlinks|stream|text|--list $folder/seeds|
graphstat|stream|text||
warcstat|archive|text|--records|
EOT

# Options with a range: filter, option, bad value, part of the message.
cat >"$folder/numbers" <<'EOT'
graphgen|--pages|0|between 1 and
graphgen|--pages|4294967295|between 1 and
graphgen|--links|1001|between 0 and 1000
graphgen|--links|nan|between 0 and 1000
graphgen|--links|inf|between 0 and 1000
graphgen|--links|0x10|between 0 and 1000
graphgen|--between|0.6|between 0 and 0.5
graphgen|--between|-0.1|between 0 and 0.5
graphgen|--dangling|1e|between 0 and 0.9
graphgen|--host-exponent|1|between 1.1 and 4
graphgen|--local-exponent|3.1|between 0 and 3
graphgen|--degree-spread|11|between 0 and 10
graphgen|--fan-out|0|between 1 and 2000
graphgen|--reciprocal|0.3|between 0 and 0.21
graphgen|--seed|-1|of at least 0
graphgen|--seed|18446744073709551616|of at least 0
hits|--iterations|0|between 1 and 1000000
hits|--iterations|12abc|between 1 and 1000000
hits|--tolerance|-1e-9|of at least 0
hits|--norm|l3|one of l2|l1|max
pagerank|--damping|1|between 0 and 1 (1 excluded)
pagerank|--damping|1.5|between 0 and 1
pagerank|--damping|-0.1|between 0 and 1
pagerank|--damping|nan|between 0 and 1
pagerank|--tolerance|-1e-9|of at least 0
pagerank|--iterations|0|between 1 and 1000000
pagerank|--norm|l2|one of l1|max
pagerank|--dangling|self|one of uniform|drop|norm
pagerank|--scale|max|one of prob|mean1
pagerank|--method|jacobi|one of power|push|local
harmonic|--registers|3|between 4 and 16
harmonic|--registers|17|between 4 and 16
harmonic|--error|-1|between 0 and 1
harmonic|--error|nan|between 0 and 1
coreextract|--seeds|0|of at least 1
coreextract|--cover-density|101|between 0 and 100
coreextract|--cover-density|nan|between 0 and 100
coreextract|--iterations|-5|between
seedpick|--top-indegree|5x|of at least
seedpick|--random|-5|of at least
graphprune|--unit|page|one of host|domain|none
graphprune|--random|0|of at least 1
graphprune|--order|bfs:0|NAME:N, such as bfs:1000
graphprune|--fetched-first|bfs:0|NAME:N, such as bfs:1000
graphfold|--to|site|one of host|domain
hotcurve|--points|0|between 1 and 1000000
hotcurve|--points|1000001|between 1 and 1000000
hotcurve|--tranche|-1|of at least 0
hotcurve|--fixed|1x|of at least 0
hotcurve|--hot-per-shape|-1|of at least 0
hotcurve|--hot-per-host|1.5|between 0 and 1
hotcurve|--digits|18|between 0 and 17
hotcurve|--partial|nan|of at least 0
hotcurve|--at|2|a list of numbers above 0 and up to 1
hotcurve|--at|0.1,nan|a list of numbers above 0 and up to 1
hotcurve|--page-size|-1|of at least 0
hotcurve|--metric|heat|one of throughput|cumulative
hotcurve|--terminal|gif|one of png|svg
crawlnext|--count|0|between 1 and
crawlnext|--host-floor|4294967296|between 0 and 4294967295
crawlnext|--delay|nan|between 0 and 86400
crawlnext|--delay|86401|between 0 and 86400
seedexpand|--count|0|between 1 and
seedexpand|--vote|site|one of host|domain|page
crawlorder|--total-bandwidth|-1|of at least 0
crawlorder|--max-per-host|101%|a number of pages or a share of the crawl
crawlorder|--max-per-host|x|a number of pages or a share of the crawl
crawlorder|--max|x|of at least 0
crawlorder|--max-depth|-1|of at least 0
crawlorder|--queue-window|0|of at least 1
crawlshape|--top|-1|of at least 0
crawlshape|--min-pages|-1|of at least 0
crawlshape|--to|nutch2|one of table|stream
graphlinks|--common|-1|of at least 0
graphlinks|--limit|x|of at least 0
graphdump|--section|pages|one of graph|names
warcstat|--table|pages|one of all|types|status
warcstat|--top|-1|of at least 0
EOT

# each FUNCTION - calls it for every filter, with the columns as variables
each() {
	while IFS='|' read -r filter input output options provenance; do
		"$1" </dev/null
	done <"$folder/table"
}

# start ARGUMENTS... - runs the row's filter with its options
start() {
	# shellcheck disable=SC2086 # options are words
	run "$filter" $options "$@"
}

# input_file - prints the row's input file, which is small and valid
input_file() {
	case $input in
	stream) echo "$folder/graph" ;;
	known) echo "$folder/known" ;;
	orders) echo "$folder/orders" ;;
	text) echo "$folder/$(text_file)" ;;
	archive) echo "$folder/archive" ;;
	texts) echo "$folder/texts" ;;
	*) ;;
	esac
}

# text_file - prints the name of a list of links, or of a log of a crawl
text_file() {
	[ "$filter" = crawlimport ] && echo log || echo arcs
}

# start_sh SCRIPT - runs a shell script in which "$@" is a valid command
start_sh() {
	# shellcheck disable=SC2046,SC2086
	run_sh "$1" "$filter" $options $(input_file)
}

# ---- the table itself ------------------------------------------------------

table_is_whole() {
	cut -d '|' -f 1 "$folder/table" | sort >"$folder/in-table"
	find "$BIN" -maxdepth 1 -type f | sed 's|.*/||' | sort \
		>"$folder/in-bin"
	# These read or write several files, and no pipe: merge.t, parts.t.
	comm -13 "$folder/in-table" "$folder/in-bin" |
		grep -vx -e graphmerge -e graphsplit >"$folder/new"
	comm -23 "$folder/in-table" "$folder/in-bin" >"$folder/missing"
	if [ -s "$folder/new" ]; then
		not_ok 'the table has every filter that was built' \
			"$(cat "$folder/new")"
	else
		ok 'the table has every filter that was built'
	fi
	if [ -s "$folder/missing" ]; then
		not_ok 'every filter in the table was built' \
			"$(cat "$folder/missing")"
	else
		ok 'every filter in the table was built'
	fi
}

# ---- successful runs -------------------------------------------------------

good_run() {
	# shellcheck disable=SC2046
	start $(input_file)
	expect "$filter: a successful run" 0
	expect_message "$filter: no messages" ''
	cp "$out" "$folder/first"
	if [ "$output" != text ]; then
		run graphdump -s provenance "$folder/first"
		expect "$filter: its output is a stream" 0
		expect_output "$filter: its provenance has the options" \
			"$filter $version $provenance"
	fi
	run "$filter" --version
	expect "$filter: --version" 0
	expect_output "$filter: --version" "$filter (seedpipe) "
	run "$filter" -h
	expect "$filter: -h" 0
	expect_output "$filter: -h" "usage: $filter [option ...]"
	# shellcheck disable=SC2046
	start -o "$folder/file" $(input_file)
	expect "$filter: -o" 0
	same_output "$filter: -o FILE" "$folder/file"
	if [ "$output" = text ]; then
		# shellcheck disable=SC2046
		start -z 9 $(input_file)
		expect "$filter: text is not compressed" 64
	else
		start_sh '"$@" -z 9 | cat'
		cp "$out" "$folder/packed-pipe"
		same_output "$filter: compressed through a pipe" \
			"$folder/packed-pipe"
	fi
	start_sh '"$@" -v -o "'"$folder"'/file" 2>&-'
	expect "$filter: closed standard error" 0
	same_output "$filter: no messages in the output" "$folder/file"
}

# same_output NAME FILE - the contents equal those of the first output
same_output() {
	if [ "$output" = text ]; then
		expect_same "$1" "$folder/first" "$2"
		return
	fi
	run graphdump -s "$output" "$folder/first"
	cp "$out" "$folder/first-dump"
	run graphdump -s "$output" "$2"
	expect_same "$1" "$folder/first-dump" "$out"
}

same_for_any_threads() {
	for threads in 1 2 4; do
		# shellcheck disable=SC2046
		start -T $threads -o "$folder/threads-$threads" $(input_file)
		expect "$filter: -T $threads" 0
	done
	expect_same "$filter: same bytes with 2 threads" \
		"$folder/threads-1" "$folder/threads-2"
	expect_same "$filter: same bytes with 4 threads" \
		"$folder/threads-1" "$folder/threads-4"
	rm -f "$folder"/threads-?
}

# ---- invalid options -------------------------------------------------------

# refuses_option WHAT MESSAGE - the last run rejected its options
refuses_option() {
	expect "$filter: $1" 64
	expect_line "$filter: $1, one line" "$filter"
	expect_message "$filter: $1, named" "$2"
	expect_output "$filter: $1, no output" ''
}

bad_options() {
	start --nonsense
	refuses_option 'an unknown option' '--nonsense'
	start -Q
	refuses_option 'an unknown letter' '-Q'
	start --threads
	refuses_option 'an option without its argument' '--threads'
	start --verbose=3
	refuses_option 'an unexpected argument' '--verbose=3'
	start "$(printf -- '--\033[31m')"
	refuses_option 'an option with an escape' '--\x1b[31m'
	for value in 12abc -5 +5 0x10 nan 1e3 1.0 ' 1' 1025 \
		18446744073709551616 99999999999999999999 ''; do
		start --threads "$value"
		refuses_option "--threads '$value'" 'option --threads: "'
		expect_message "$filter: --threads '$value', its range" \
			"\"$value\" is not a whole number between 0 and 1024"
	done
	start -z 20
	refuses_option '-z 20' \
		'option --compress: "20" is not a whole number between 0 and 19'
	for value in 12abc -5 1.5G 99999999999G ''; do
		start --memory-limit "$value"
		refuses_option "--memory-limit '$value'" \
			"option --memory-limit: \"$value\" is not"
	done
	# These read any number of files.
	case $filter in
	graphimport | crawlgraph | crawlimport | graphlinks | hotcurve | \
		relscore | \
		warcstat) return ;;
	esac
	start a b
	refuses_option 'too many operands' 'too many operands: "'
}

bad_numbers() {
	while IFS='|' read -r filter option value range; do
		options=
		start "$option" "$value" "$folder/graph"
		refuses_option "$option $value" \
			"option $option: \"$value\" is not"
		expect_message "$filter: $option $value, its range" "$range"
	done <"$folder/numbers"
}

# ---- output that cannot be written -----------------------------------------

# fails_writing WHAT MESSAGE [STATUS] - the last run could not write
fails_writing() {
	expect "$filter: $1" "${3-74}"
	expect_line "$filter: $1, one line" "$filter"
	expect_message "$filter: $1, why" "$2"
}

# file_limit NAME COMMAND - the row's filter may write a block of 512 bytes, which
# its small results would fit if they were compressed
file_limit() {
	plain='-z 0'
	[ "$output" != text ] || plain=
	if has_llvm_openmp; then
		skip "$filter: $1" "LLVM's OpenMP library is killed"
		return
	fi
	start_sh "ulimit -f 1; $2 $plain"
	fails_writing "$1" 'File too large'
}

bad_output() {
	for option in --help --version; do
		run_sh '"$@" >/dev/full' "$filter" $option
		fails_writing "$option, disk full" 'No space left on device'
		run_sh '"$@" >&-' "$filter" $option
		fails_writing "$option, closed" 'Bad file descriptor'
	done
	start_sh '"$@" >/dev/full'
	fails_writing 'disk full' 'No space left on device'
	start_sh '"$@" >&-'
	fails_writing 'closed standard output' 'Bad file descriptor'
	start_sh '"$@" -o /dev/full'
	fails_writing '-o /dev/full' 'No space left on device'
	start_sh '"$@" -o "'"$folder"'/no/such/folder"'
	fails_writing '-o in a missing folder' 'No such file or directory'
	start_sh '"$@" -o /proc/seedpipe'
	expect "$filter: -o in an unwritable folder" 74
	expect_line "$filter: -o in an unwritable folder, one line" "$filter"
	start_sh '"$@" -o "'"$folder"'"'
	fails_writing '-o names a folder' 'Is a directory'
	start_sh '"$@" --stats /dev/full >/dev/null'
	fails_writing '--stats, disk full' 'No space left on device'
	mkdir "$folder/limited"
	file_limit 'ulimit -f' '"$@" -o "'"$folder"'/limited/file"'
	rmdir "$folder/limited" || not_ok "$filter: ulimit -f left a file"
}

# make_first - makes the output that others are compared with
make_first() {
	# shellcheck disable=SC2046
	start $(input_file)
	cp "$out" "$folder/first"
}

# What is as bad as a full disk, or only looks so.
odd_places() {
	make_first
	mkdir "$folder/limited"
	file_limit 'ulimit -f, >' '"$@" >"'"$folder"'/limited/file"'
	has_llvm_openmp ||
		refuses_file 'ulimit -f, >' "$folder/limited/file"
	rm -f "$folder/limited/file"
	start_sh '"$@" >/dev/full 2>/dev/full'
	expect "$filter: disk full, also for messages" 74
	start_sh '"$@" >/dev/full 2>&-'
	expect "$filter: disk full, no standard error" 74
	start_sh '"$@" >&- 2>&-'
	expect "$filter: no standard output and no standard error" 74
	start_sh '"$@" -v -o "'"$folder"'/limited/file" 2>/dev/full'
	expect "$filter: messages to a full disk" 0
	same_output "$filter: messages to a full disk" "$folder/limited/file"
	rm "$folder/limited/file"
	if [ -n "$can_mount" ]; then
		# shellcheck disable=SC2086 # words
		in_tiny to $plain
		fails_writing 'a full disk, >' 'No space left on device'
		refuses_file 'a full disk, >' "$folder/tiny-left/file"
		# shellcheck disable=SC2086
		in_tiny output $plain
		fails_writing 'a full disk, -o' 'No space left on device'
		expect_files "$filter: a full disk, -o, nothing else" \
			"$folder/tiny-left" file
		expect_is "$filter: a full disk, -o, the old file" old \
			"$(cat "$folder/tiny-left/file")"
		in_tiny stats
		fails_writing 'a full disk, --stats' 'No space left on device'
		expect_is "$filter: a full disk, --stats, the old file" old \
			"$(cat "$folder/tiny-left/file")"
	else
		skip "$filter: a tiny disk" 'no file systems can be mounted'
	fi
	rm -rf "$folder/limited"
	[ "$input" != none ] || return
	operand=
	[ "$input" != texts ] || operand=-
	# shellcheck disable=SC2086
	run_sh '"$@" <"'"$folder"'"' "$filter" $options $operand
	refuses_input 'standard input is a folder' 74 'Is a directory'
}

# in_tiny WHERE OPTION... - runs the row's filter in a file system of one page,
# which is taken; what is in it afterwards is copied to tiny-left
in_tiny() {
	where=$1
	shift
	rm -rf "$folder/tiny" "$folder/tiny-left"
	mkdir "$folder/tiny" "$folder/tiny-left"
	# shellcheck disable=SC2046,SC2086 # options are words
	run unshare -m "$folder/in-tiny" "$folder" "$where" "$filter" $options \
		$(input_file) "$@"
}

# refuses_file NAME FILE - what was written is no stream (of text, anything)
refuses_file() {
	[ "$output" != text ] || return
	run graphdump -s provenance "$2"
	expect "$filter: $1, what was written is refused" 65
}

# Pipes that somebody set to not wait: the filter waits by itself.
unready_pipes() {
	operand=
	[ "$input" != texts ] || operand=-
	file=$(input_file)
	# shellcheck disable=SC2086 # options are words
	run_sh '"$@" >"'"$folder/first"'" <"'"${file:-/dev/null}"'"' \
		"$filter" $options $operand
	# shellcheck disable=SC2086
	run perl "$folder/unready" "${file:-/dev/null}" "$folder/piped" \
		"$filter" $options $operand
	expect "$filter: pipes that do not wait" 0
	expect_message "$filter: pipes that do not wait, no message" ''
	same_output "$filter: pipes that do not wait" "$folder/piped"
}

cat >"$folder/in-tiny" <<'EOT'
#!/bin/sh
# in-tiny FOLDER WHERE COMMAND - for in_tiny
folder=$1 where=$2
shift 2
mount -t tmpfs -o size=4096 none "$folder/tiny" && cd "$folder/tiny" || exit 99
case $where in
to) echo full >other && "$@" >file ;;
output) echo old >file && "$@" -o file ;;
stats) echo old >file && "$@" --stats file >/dev/null ;;
esac
status=$?
cp -R . "$folder/tiny-left"
exit $status
EOT
chmod 755 "$folder/in-tiny"
mkdir "$folder/tiny"
can_mount=
! unshare -m mount -t tmpfs none "$folder/tiny" 2>/dev/null || can_mount=1

# unready INPUT OUTPUT COMMAND - both ends of the command are pipes that do not
# wait: one is empty at first, the other is small and read late
cat >"$folder/unready" <<'EOT'
use Fcntl;
my ($input, $output) = (shift, shift);
pipe(my $from, my $out) and pipe(my $in, my $to) or die;
fcntl($out, 1031, 4096); # F_SETPIPE_SZ
for ($out, $in) {
	fcntl($_, F_SETFL, fcntl($_, F_GETFL, 0) | O_NONBLOCK) or die;
}
my $child = fork;
if (!$child) {
	open STDIN, '<&', $in;
	open STDOUT, '>&', $out;
	exec @ARGV;
}
if (!fork) {
	close $_ for $from, $out, $in;
	select undef, undef, undef, 0.05;
	open my $file, '<', $input or die;
	while (sysread $file, my $bytes, 3000) {
		syswrite $to, $bytes;
	}
	exit;
}
close $_ for $out, $in, $to;
select undef, undef, undef, 0.1;
open my $file, '>', $output or die;
while (sysread $from, my $bytes, 700) {
	print $file $bytes;
}
waitpid $child, 0;
exit $? >> 8;
EOT

# A filter that fails leaves the old file as it was, and no temporary file.
keeps_old_file() {
	mkdir "$folder/o"
	echo old >"$folder/o/file"
	case $input in
	none) start --memory-limit 100K -o "$folder/o/file" ;;
	*) start -o "$folder/o/file" "$folder/cut" ;;
	esac
	if [ "$status" -eq 65 ] || [ "$status" -eq 71 ]; then
		ok "$filter: -o FILE, it fails"
	else
		not_ok "$filter: -o FILE, it fails" "status $status"
	fi
	echo old >"$folder/old"
	expect_same "$filter: the old file is kept" "$folder/old" \
		"$folder/o/file"
	expect_files "$filter: no other file is left" "$folder/o" file
	# shellcheck disable=SC2046
	start -o "$folder/o/file" $(input_file)
	expect "$filter: -o FILE over an old file" 0
	expect_files "$filter: there is one file" "$folder/o" file
	if cmp -s "$folder/old" "$folder/o/file"; then
		not_ok "$filter: it is the new one"
	else
		ok "$filter: it is the new one"
	fi
	rm -r "$folder/o"
}

# ---- a reader that is gone -------------------------------------------------

reader_gone() {
	case $input in
	none) large='-n 100000' file= ;;
	stream) large=$options file=$folder/large ;;
	known) large='-n 15000 --per-host none' file=$folder/large-known ;;
	orders) large='--points 100000' file=$folder/large-orders ;;
	archive) large=$options file=$folder/large-archive ;;
	texts)
		large="-q -g $folder/large --query page"
		file=$folder/large-texts
		;;
	*) large=$options file=$folder/large-$(text_file) ;;
	esac
	: >"$folder/gone"
	# shellcheck disable=SC2016,SC2086
	run sh -c '{ env --default-signal=PIPE "$@"; echo $? >"$0"; } | :' \
		"$folder/gone" "$filter" $large $file
	status=$(cat "$folder/gone")
	expect "$filter: the reader is gone" 141
	expect_message "$filter: the reader is gone, no message" ''
	# shellcheck disable=SC2016,SC2086
	run sh -c 'trap "" PIPE; { "$@"; echo $? >"$0"; } | :' \
		"$folder/gone" "$filter" $large $file
	status=$(cat "$folder/gone")
	fails_writing 'the reader is gone, SIGPIPE ignored' 'Broken pipe' \
		"$status"
	expect "$filter: the reader is gone, SIGPIPE ignored" 74
}

# ---- invalid input ---------------------------------------------------------

# refuses_input WHAT STATUS MESSAGE - the last run rejected its input
refuses_input() {
	expect "$filter: $1" "$2"
	expect_line "$filter: $1, one line" "$filter"
	expect_message "$filter: $1, why" "$3"
	if [ "$output" = text ]; then
		expect_output "$filter: $1, no output" ''
	else
		expect_refused "$filter: $1, no valid output"
	fi
}

# feed WHAT STATUS MESSAGE FILE - the filter rejects it, by name and in a pipe
feed() {
	start "$4"
	refuses_input "$1" "$2" "$3"
	# shellcheck disable=SC2016,SC2086
	run_sh 'file=$1; shift; cat "$file" | "$@"' "$4" "$filter" $options
	refuses_input "$1, through a pipe" "$2" "$3"
}

bad_input() {
	[ "$input" = none ] && return
	start "$folder/missing-file"
	refuses_input 'a missing file' 74 'No such file or directory'
	start "$folder"
	refuses_input 'a folder' 74 'Is a directory'
	operand=
	[ "$input" != texts ] || operand=-
	# shellcheck disable=SC2086
	run_sh '"$@" <&-' "$filter" $options $operand
	refuses_input 'closed standard input' 74 'Bad file descriptor'
	start "$(printf '%s/a\033[31mb\nc' "$folder")"
	refuses_input 'a name with an escape' 74 'a\x1b[31mb\x0ac'
	[ "$input" != text ] && [ "$input" != texts ] || return
	feed 'empty input' 65 'empty' /dev/null
	if [ "$input" = archive ]; then
		feed 'text' 65 'not a WARC or ARC' "$folder/arcs"
		return
	fi
	feed 'text' 65 'not a seedpipe stream' "$folder/arcs"
	feed 'two streams' 65 'extra bytes after the end frame' "$folder/two"
	feed 'an extra byte' 65 'extra bytes after the end frame' "$folder/longer"
	feed 'a message before the stream' 65 'not a seedpipe stream' \
		"$folder/with-message"
	feed 'CRLF line ends' 65 'not a seedpipe stream' "$folder/crlf"
	feed 'a newer stream' 65 'newer' "$folder/newer"
}

# Cuts a stream in $cuts places, both uncompressed and compressed.
cut_input() {
	case $input in
	stream) files='graph packed' ;;
	known) files=known ;;
	orders) files=orders ;;
	*) return ;;
	esac
	for file in $files; do
		size=$(wc -c <"$folder/$file")
		cut=1
		while [ "$cut" -le "$cuts" ]; do
			bytes=$((size * cut / (cuts + 1)))
			[ "$cut" -eq "$cuts" ] && bytes=$((size - 1))
			head -c "$bytes" "$folder/$file" >"$folder/short"
			start "$folder/short"
			refuses_input "cut at $bytes of $size" 65 'cut short'
			cut=$((cut + 1))
		done
	done
}

# ---- memory ----------------------------------------------------------------

tiny_memory() {
	for limit in 1 100K 500K; do
		# shellcheck disable=SC2046
		start --memory-limit $limit -T 1 $(input_file)
		expect "$filter: --memory-limit $limit" 71
		expect_line "$filter: --memory-limit $limit, one line" \
			"$filter"
		expect_message "$filter: --memory-limit $limit, why" \
			'out of memory'
	done
	# Between these limits it either succeeds or is out of memory.
	for limit in 2M 5M 8M 12M 17M 24M 30M 50M; do
		# shellcheck disable=SC2046
		start --memory-limit $limit -T 4 $(input_file)
		case $status in
		0) ok "$filter: --memory-limit $limit -T 4" ;;
		*) expect "$filter: --memory-limit $limit -T 4" 71 ;;
		esac
	done
}

# ---- killed ----------------------------------------------------------------

# whole_after NAME - after a kill, the output is one complete file
whole_after() {
	run graphdump -s provenance "$folder/k/file"
	expect "$1, a complete file" 0
	expect_files "$1, one file" "$folder/k" file
}

# killed_reading COMMAND... - killed after a tenth of its input, two tenths and
# so on, while it waits for more: this depends on no clock
killed_reading() {
	mkdir "$folder/k"
	cp "$folder/graph" "$folder/k/file"
	mkfifo "$folder/fifo"
	size=$(wc -c <"$folder/large")
	for tenth in 0 1 2 3 4 5 6 7 8 9; do
		"$@" -o "$folder/k/file" <"$folder/fifo" 2>"$err" &
		exec 8>"$folder/fifo"
		head -c $((size * tenth / 10)) "$folder/large" >&8
		kill -KILL $!
		status=0
		wait $! 2>"$folder/killed" || status=$?
		expect "$1: killed after $tenth tenths" 137
		exec 8>&-
		whole_after "$1: killed after $tenth tenths"
	done
	rm -r "$folder/k" "$folder/fifo"
}

# killed_writing COMMAND... - killed at any moment, or finished before
killed_writing() {
	mkdir "$folder/k"
	cp "$folder/graph" "$folder/k/file"
	for delay in 01 02 03 05 07 09 11 14 17 20; do
		timeout -s KILL 0.$delay "$@" -o "$folder/k/file" \
			2>"$folder/killed"
		whole_after "$1: killed after 0.$delay s or finished"
	done
	rm -r "$folder/k"
}

# ---- all filters -----------------------------------------------------------

# make_orders PAGES GRAPH STREAM - writes an order of all pages by number
make_orders() {
	# shellcheck disable=SC2016
	run_sh '{ echo "order all"; seq -f "%.0f - 1" 0 "$(($2 - 1))"; } |
		"$1" "$3" >"$4"' "${BUILD:-build}/tests/makeorders" "$1" \
		"$folder/$2" "$folder/$3"
	expect "orders of $1 pages for the test" 0
}

# make_log FILE - prints a log in which the links of a list were found
make_log() {
	awk 'BEGIN { print "time\turl\tvia" }
		NR % 8 == 0 { print 1e9 + NR "\thttp://h/" $2 "\thttp://h/" $1 }
	' "$1"
}

# make_texts GRAPH - prints an archive with texts of the first 400 pages
make_texts() {
	graphdump -s names "$1" | sed 1d | head -n 400 | awk -F '\t' '{
		text = "page " $1
		printf "WARC/1.0\r\nWARC-Type: conversion\r\n"
		printf "WARC-Target-URI: %s\r\n", $3
		printf "Content-Length: %d\r\n\r\n%s\r\n\r\n", length(text), text
	}'
}

# make_archive RECORDS FILE - writes a WARC
make_archive() {
	awk -v count="$1" 'BEGIN {
		for (i = 1; i <= count; i++)
			printf "WARC/1.0\r\nWARC-Type: response\r\n" \
				"WARC-Target-URI: http://a.example/%d\r\n" \
				"WARC-Date: 2014-01-03T03:03:21Z\r\n" \
				"Content-Length: 14\r\n\r\nHTTP/1.1 200\r\n" \
				"\r\n\r\n", i
	}' >"$folder/$2"
}

# make_known GRAPH N FILE - what a crawl of the graph knows after N downloads
make_known() {
	# shellcheck disable=SC2016 # the other shell expands it
	run_sh 'crawlorder -q --order bfs --seeds "$1" "$2" |
		graphprune -q -z 0 --fetched-first "bfs:$3" -o "$4"' \
		"$folder/seeds" "$folder/$1" "$2" "$folder/$3"
}

make_inputs() {
	make_archive 30 archive
	make_archive 3000 large-archive
	run graphgen -n 400 -z 0 -o "$folder/graph"
	expect 'a graph for the test' 0
	make_orders 400 graph orders
	make_known graph 100 known
	make_texts "$folder/graph" >"$folder/texts"
	run graphgen -n 400 -z 3 -o "$folder/packed"
	run graphdump "$folder/graph"
	tail -n +2 "$out" >"$folder/arcs"
	make_log "$folder/arcs" >"$folder/log"
	cat "$folder/graph" "$folder/graph" >"$folder/two"
	{ cat "$folder/graph" && echo; } >"$folder/longer"
	{ echo warning && cat "$folder/graph"; } >"$folder/with-message"
	sed 's/$/\r/' "$folder/graph" >"$folder/crlf"
	{ head -c 8 "$folder/graph" && printf '\377' &&
		tail -c +10 "$folder/graph"; } >"$folder/newer"
	head -c 3000 "$folder/graph" >"$folder/cut"
}

label='plain: '
cuts=20
version=$(graphgen --version | sed 's/.* //')
table_is_whole
make_inputs
run graphgen -n 100000 -z 0 -T 2 -o "$folder/large"
expect 'a large graph for the test' 0
make_orders 100000 large large-orders
make_known large 20000 large-known
make_texts "$folder/large" >"$folder/large-texts"
# shellcheck disable=SC2016 # the other shell expands it
run_sh 'graphdump "$1" | tail -n +2 >"$2"' "$folder/large" \
	"$folder/large-arcs"
make_log "$folder/large-arcs" >"$folder/large-log"
each good_run
each same_for_any_threads
each bad_options
bad_numbers
each bad_output
each odd_places
if command -v perl >/dev/null; then
	each unready_pipes
else
	skip 'pipes that do not wait' 'no perl'
fi
each keeps_old_file
each reader_gone
each bad_input
each cut_input
each tiny_memory
killed_reading graphprune
killed_writing graphprune "$folder/large"
killed_writing graphgen -n 100000

if [ -n "${SANITIZED-}" ] && [ -x "$SANITIZED/graphgen" ]; then
	# shellcheck disable=SC2034 # lib.sh reads it
	label='sanitized: '
	BIN=$(cd "$SANITIZED" && pwd)
	PATH=$BIN:$PATH
	cuts=4
	table_is_whole
	make_inputs
	each good_run
	each bad_output
	each bad_input
	each cut_input
fi

plan
