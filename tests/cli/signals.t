#!/bin/sh
# SPDX-License-Identifier: MIT
#
# signals.t - a filter that a signal ends at any call leaves old files or new
# ones, nothing beside them, and dies by that signal
#
#	[BIN=bin] [BUILD=build] tests/cli/signals.t
#
# disturb.c sends the signal before each call in turn that changes files, with
# files that have no name until they are complete (O_TMPFILE) and without.

# shellcheck disable=SC2016 # the scripts of run_sh expand their own arguments
# shellcheck disable=SC2154 # lib.sh sets variables

# There, syncing takes no time.
if [ -z "${TMPDIR-}" ] && [ -w /dev/shm ]; then
	export TMPDIR=/dev/shm
fi
here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

disturb=${BUILD:-build}/tests/disturb.so
[ -f "$disturb" ] || skip_all "there is no $disturb"
disturb=$(cd "${disturb%/*}" && pwd)/disturb.so
cd "$folder" || exit 2
echo 0 >seed
if ! graphgen -n 300 -z 0 -o graph || ! hits -q graph -o scored ||
	! crawlorder -q -R --seeds seed graph -o orders; then
	not_ok 'inputs for the test'
fi

# disturbed VARIABLE... COMMAND - runs a filter with the library
disturbed() {
	run env LD_PRELOAD="$disturb" OMP_WAIT_POLICY=passive "$@"
}

# The filter does not run with this library if it is sanitized.
disturbed COUNTS=counts DISTURB=tmpfile hits -q -o tried graph
if [ ! -s counts ] || [ ! -s tried ]; then
	skip_all 'the library cannot be loaded'
fi
expect_true 'the file had a name' grep -q ' [1-9]' counts
rm tried counts

# ---- a signal at each call -------------------------------------------------

# state - prints "old" or "new" if all files of $files are, else what is wrong
state() {
	state=
	for file in $files; do
		if cmp -s "old/$file" "d/$file"; then
			one=old
		elif [ ! -e "old/$file" ] && [ ! -e "d/$file" ]; then
			one=old
		elif [ "$files" = stats ] && grep -q '^{.*}$' d/stats; then
			one=new
		elif cmp -s "new/$file" "d/$file"; then
			one=new
		else
			one="$file: wrong"
		fi
		[ -n "$state" ] || state=$one
		[ "$state" = "$one" ] || state="$state, but $file: $one"
	done
	echo "$state"
}

# names_in FOLDER - prints the names of all files in it
names_in() {
	(cd "$1" && for file in *; do
		[ "$file" = '*' ] || printf '%s ' "$file"
	done)
}

# begin_again - puts the old files into d
begin_again() {
	rm -rf d && cp -R old d
}

# judge_killed - after SIGKILL: whole files under their names, unless the old
# one was set aside; and beside them only names that replace.h documents
judge_killed() {
	for file in $files; do
		cmp -s "old/$file" "d/$file" || cmp -s "new/$file" "d/$file" ||
			[ "$files" = stats ] || [ ! -e "old/$file" ] ||
			cmp -s "old/$file" "d/$file".old.?????? ||
			wrong="$wrong, $at: $file is half"
	done
	extra=
	for file in d/*; do
		case " $files another * " in
		*" ${file#d/} "*) continue ;;
		esac
		extra=1
		case "$file" in
		*.[0-9]*.0 | *.old.?????? | *.??????) ;;
		*) wrong="$wrong, $at: $file" ;;
		esac
	done
	[ -z "$extra" ] || left=$((left + 1))
}

# at_each_call NAME COMMAND - sends every signal at every call
at_each_call() {
	name=$1
	shift
	for how in nameless tmpfile; do
		rm -rf d counts && cp -R old d
		disturbed DISTURB=$how COUNTS=counts "$@"
		expect "$name, $how: undisturbed" 0
		rm -rf new && cp -R d new
		last=$(cut -d ' ' -f 1 counts)
		for signal in $signals; do
			wrong='' left=0 at=1
			while [ "$at" -le "$last" ]; do
				begin_again
				disturbed SIGNAL="$signal" SIGNAL_AT=$at \
					DISTURB=$how "$@"
				[ "$status" -eq $((128 + signal)) ] ||
					wrong="$wrong, $at: status $status"
				if [ "$signal" -eq 9 ]; then
					judge_killed
				else
					judge_ended
				fi
				at=$((at + 1))
			done
			title="$name, $how: signal $signal"
			expect_is "$title at each of $last calls" '' "$wrong"
			[ "$signal" -ne 9 ] || [ $how = tmpfile ] ||
				few_are_left
		done
	done
}

# judge_ended - after any other signal: all old or all new, and nothing else
judge_ended() {
	found=$(state)
	[ "$found" = old ] || [ "$found" = new ] ||
		wrong="$wrong, $at: $found"
	found=$(names_in d)
	[ "$found" = "$(names_in old)" ] || [ "$found" = "$(names_in new)" ] ||
		wrong="$wrong, $at: $found"
}

# few_are_left - SIGKILL leaves files only between the first name and the last
few_are_left() {
	most=$(($(echo "$files" | wc -w) * 9))
	expect_true "$name: $left of $last times it left a file" \
		[ "$left" -le $most ]
}

# old_files - makes those of $files
old_files() {
	rm -rf old && mkdir old
	for file in $files; do
		echo "old $file" >"old/$file"
	done
}

files='file' && old_files
signals='1 2 3 9 14 15 24'
at_each_call '-o' hits -q -T 1 -i 2 -o d/file graph
signals='2 9 15'
at_each_call '-o, two threads' graphprune -q -T 2 -o d/file graph
files='stats' && old_files
at_each_call '--stats' hits -q -T 1 -i 2 -o /dev/null --stats d/stats graph
files='new.graph new.properties new.offsets' && old_files
at_each_call 'a set of files' graphdump -q -T 1 --to bvgraph d/new graph
rm old/*
touch old/another
at_each_call 'a set of new files' graphdump -q -T 1 --to bvgraph d/new graph
seq 0 50 >list
files='l-1.txt l-2.txt l-3.txt l-4.txt' && old_files
at_each_call 'shards' seedpick -q --urls list --to heritrix --shard 700 -T 1 \
	-o d/l.txt graph
if command -v gnuplot >/dev/null; then
	files='figure.svg' && old_files
	begin_again
	for at in 1 4 8; do
		begin_again
		disturbed DISTURB=tmpfile SIGNAL=15 SIGNAL_AT=$at hotcurve -q \
			--bench hub -g scored -o d/figure.svg orders
		expect "a figure: SIGTERM at call $at" 143
		expect_files 'a figure: nothing is left' d figure.svg
		expect_same 'a figure: the old one stays' old/figure.svg \
			d/figure.svg
	done
else
	skip 'a figure' 'no gnuplot'
fi

# ---- signals that are ignored ----------------------------------------------

files='file' && old_files
for how in nameless tmpfile; do
	for signal in 1 2; do
		begin_again
		run env LD_PRELOAD="$disturb" SIGNAL=$signal SIGNAL_AT=4 \
			DISTURB=$how COUNTS=counts sh -c 'trap "" INT HUP
			exec hits -q -T 1 -i 2 -o d/file graph'
		expect "signal $signal ignored, $how: it goes on" 0
		expect_is "signal $signal ignored, $how: the file is new" new \
			"$(cp d/file new/file && state)"
	done
done

# ---- while threads read ahead ----------------------------------------------

graphgen -q -n 60000 -z 0 -o long
mkfifo fifo
for number in 1 2 15; do
	signal=$(kill -l $number)
	begin_again
	LD_PRELOAD="$disturb" DISTURB=tmpfile OMP_WAIT_POLICY=passive \
		env --default-signal=INT,TERM,HUP graphprune -q -T 2 \
		-o d/file <fifo 2>"$err" &
	# When all of it fits into the pipe, most of it has been read.
	exec 8>fifo
	head -c 3000000 long >&8
	kill -s "$signal" $!
	status=0
	wait $! 2>/dev/null || status=$?
	exec 8>&-
	expect "SIG$signal while threads read ahead" $((128 + number))
	expect_message "SIG$signal while threads read ahead: no message" ''
	expect_files "SIG$signal while threads read ahead: nothing is left" \
		d file
	expect_same "SIG$signal while threads read ahead: the old file" \
		old/file d/file
done

# ps and pkill find a filter by its name, also one that has started itself again
# for waiting threads to sleep.
env -u OMP_WAIT_POLICY hits -q -T 1 <fifo >hits.sp 2>"$err" &
exec 8>fifo
head -c 100 long >&8
tries=0
until name=$(cat /proc/$!/comm 2>/dev/null) && [ "$name" = hits ] ||
	[ $tries -eq 600 ]; do
	tries=$((tries + 1))
	sleep 0.1
done
expect_is 'the name that pkill looks for' hits "$name"
exec 8>&-
wait $!

# SIGPIPE, too, leaves nothing of a file that is not complete.
begin_again
# shellcheck disable=SC3040
if command -v bash >/dev/null; then
	disturbed DISTURB=tmpfile bash -c \
		'env --default-signal=PIPE crawlorder -q -T 1 --seeds seed \
		--queue-log /dev/stdout --queue-window 1 -o d/file long |
		true; exit ${PIPESTATUS[0]}'
	expect 'the reader of a log is gone' 141
	expect_files 'the reader of a log is gone: nothing is left' d file
fi

# ---- temporary files for sorting -------------------------------------------

graphdump -s names graph | sed 1d | awk -F '\t' '{
	text = "page " $1
	printf "WARC/1.0\r\nWARC-Type: conversion\r\n"
	printf "WARC-Target-URI: %s\r\n", $3
	printf "Content-Length: %d\r\n\r\n%s\r\n\r\n", length(text), text
}' >texts
mkdir temporary
relscore_at() {
	disturbed TMPDIR=temporary DISTURB=tmpfile COUNTS=counts \
		SIGNAL="$1" SIGNAL_AT="$2" relscore -q -T 1 -z 0 -g graph \
		--query page --weight tfidf -o scores texts
}
rm counts
relscore_at 0 0
expect 'words of pages in a temporary file' 0
last=$(cut -d ' ' -f 1 counts)
expect_true 'two files were without O_TMPFILE' grep -q ' 2$' counts
wrong='' at=1
while [ "$at" -le "$last" ]; do
	relscore_at 15 "$at"
	[ "$status" -eq 143 ] || wrong="$wrong, $at: status $status"
	rmdir temporary || wrong="$wrong, $at: $(ls temporary)"
	mkdir -p temporary
	at=$((at + 1))
done
expect_is "SIGTERM at each of $last calls: no temporary file" '' "$wrong"

# ---- what fails after the new file is in place -----------------------------

files='file' && old_files
for number in 5 28 122; do
	begin_again
	disturbed DISTURB=folder=$number COUNTS=counts hits -q -T 1 -i 2 \
		-o d/file graph
	expect "the folder cannot be synced, error $number" 74
	expect_line "... one line, error $number" hits
	expect_message '... it says which' \
		'd/file: its folder cannot be synced: '
	expect_message "... and what is there" \
		'(the new file is complete and in place, but'
	expect_files '... nothing else is there' d file
	expect_true '... it is complete' graphdump -s scores d/file
	disturbed DISTURB=folder=$number hits -q -T 1 -i 2 -o d/file \
		--stats d/stats graph
	expect "... with --stats" 74
	disturbed DISTURB=folder=$number hits -q -T 1 -i 2 --stats d/stats \
		-o /dev/null graph
	expect "... of --stats" 74
	expect_message '... of --stats, it says which' 'd/stats: its folder'
	begin_again
	disturbed DISTURB=folder=$number graphdump -q --to bvgraph d/new graph
	expect "... of a set of files" 74
	expect_message '... of a set of files, it says which' \
		'd/new.graph: its folder'
	expect_files '... all of which are there' d file new.graph new.offsets \
		new.properties
done
# File systems that have no such call.
for number in 9 22 30 38 95; do
	disturbed DISTURB=folder=$number hits -q -T 1 -i 2 -o d/file graph
	expect "a folder that nobody can sync, error $number" 0
	expect_message "... no message" ''
done
files='new.graph new.properties new.offsets' && old_files
begin_again
disturbed DISTURB=keep graphdump -q -T 1 --to bvgraph d/new graph
expect 'an old file cannot be deleted' 74
expect_message 'an old file cannot be deleted: why' \
	'cannot be deleted: Input/output error (the new files are in place)'
run_sh 'cmp d/new.graph new/new.graph || graphimport -f bvgraph d/new >x'
expect 'an old file cannot be deleted: the new set is in place' 0

plan
