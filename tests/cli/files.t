#!/bin/sh
# SPDX-License-Identifier: MIT
#
# files.t - where outputs go, what they leave as it was, and which files a
# command line may not name twice
#
#	[BIN=bin] tests/cli/files.t

# shellcheck disable=SC2016 # the scripts of run_sh expand their own arguments
# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

disturb=${BUILD:-build}/tests/disturb.so
[ ! -f "$disturb" ] || disturb=$(cd "${disturb%/*}" && pwd)/disturb.so
mkdir "$folder/work" && cd "$folder/work" || exit 2
if ! graphgen -n 300 -z 0 -o graph.sp || ! cp graph.sp copy.sp; then
	not_ok 'inputs for the test'
fi
echo 0 >seeds

# ---- files that are written beside the results -----------------------------

# refused NAME MESSAGE - the last run was refused, and the graph is as it was
refused() {
	expect "$1: refused" 64
	expect_message "$1: why" "$2"
	expect_same "$1: the graph is as it was" copy.sp graph.sp
}

run_sh 'hits --stats graph.sp graph.sp >out'
refused '--stats is the operand' '"graph.sp" is also the input: give another'
run_sh 'hits -g ./graph.sp --stats graph.sp >out'
refused '--stats is the file of -g' '"graph.sp" is also the graph "./graph.sp"'
run_sh 'hits --stats graph.sp <graph.sp >out'
refused '--stats is standard input' '"graph.sp" is also standard input: give'
ln graph.sp hard
run_sh 'hits --stats hard graph.sp >out'
refused '--stats is a hard link to the input' '"hard" is also the input'
ln -s graph.sp soft
run_sh 'hits --stats soft graph.sp >out'
refused '--stats is a link to the input' '"soft" is also the input'
run_sh 'hits --stats graph.sp soft >out'
refused '--stats is what the input links to' 'also the input "soft"'
run_sh 'hits --stats one -o one graph.sp'
refused '--stats is the new file of -o' '"one" is also the output'
run_sh 'hits --stats one -o ./one graph.sp'
refused '--stats is the new file of -o, spelled otherwise' \
	'"one" is also the output "./one"'
ln -s one later
run_sh 'hits --stats later -o one graph.sp'
refused '--stats is a link to the new file of -o' '"later" is also the output'
expect_files 'nothing was written' . copy.sp graph.sp hard later out seeds soft
rm later
run_sh 'hits --stats one graph.sp >one'
refused '--stats is the file of standard output' 'where the results go'
run_sh 'hits --stats - graph.sp >one'
refused '--stats - beside results' \
	'"-" is also standard output, where the results go'
run_sh 'hits --stats /dev/stdout graph.sp | cat >one'
expect_message '--stats /dev/stdout beside results' 'where the results go'
run_sh 'crawlorder --seeds seeds --queue-log seeds -o one graph.sp'
refused '--queue-log is a list of seeds' '"seeds" is also the file of --seeds'
run_sh 'crawlorder --seeds seeds --queue-log graph.sp -o one graph.sp'
refused '--queue-log is the input' '"graph.sp" is also the input'
run_sh 'crawlorder --seeds seeds --queue-log q --stats q -o one graph.sp'
refused '--queue-log is the file of --stats' '"q" is also the file of --queue'
# The graph of a log is in the output, which may take its place.
printf 'time,url\n1795334401,%s\n' "$(graphdump -s names graph.sp |
	sed -n '2s/.*\t//p')" >log.csv
cp graph.sp own.sp
run crawlimport -q -f tsv -g own.sp -o own.sp log.csv
expect 'a log over its own graph' 0
expect_is 'a log over its own graph: the order' 1 \
	"$(graphdump -s orders own.sp | grep -vc '^#')"
graphdump graph.sp >wanted
graphdump own.sp >found
expect_same 'a log over its own graph: the graph' wanted found
# Lists that are read, in place of the results.
cp seeds same
while read -r option command; do
	run_sh "$command --$option seeds -o seeds graph.sp"
	refused "-o is the list of $option" \
		"\"seeds\" is also the file of --$option"
	expect_same "--$option: the list is as it was" same seeds
done <<'END'
pages graphprune
hosts graphprune
sources graphstat --distances
urls seedpick
seeds crawlorder
replicate crawlorder --procs 2
partition-file crawlorder --procs 2
scores scoreimport
link-scores scoreimport
END
rm same
printf '0 1\n' >x.graph
run_sh 'graphimport -f bvgraph --stats x.graph x >out'
refused '--stats is a file of a BVGraph' '"x.graph" is also the input'
run_sh 'hits --stats no/folder graph.sp >out'
expect '--stats in a missing folder' 74
expect_message '--stats in a missing folder, what to do' \
	'no/folder: No such file or directory (make its folder first)'
expect_text '--stats in a missing folder shows before the work' '' out

run hits --stats - -o one graph.sp
expect '--stats - beside -o' 0
expect_text '--stats - prints to standard output' '{"program": "hits"' "$out"
run_sh 'hits --stats /dev/stderr graph.sp >one'
expect '--stats /dev/stderr' 0
expect_text '--stats /dev/stderr prints there' '{"program": "hits"' "$err"
run hits -o graph.sp graph.sp
expect '-o replaces the input' 0
run graphdump -s scores graph.sp
expect '-o has replaced the input with a whole stream' 0
cp copy.sp graph.sp

# ---- what a new file keeps of the old one ----------------------------------

# mode FILE - prints its permissions
mode() {
	stat -c %a "$1"
}

echo old >private && chmod 600 private
run hits -o private graph.sp
expect 'over a private file' 0
expect_is 'a private file stays private' 600 "$(mode private)"
echo old >shared && chmod 6775 shared
(umask 077 && hits -o shared graph.sp)
expect_is 'rights stay whatever the mask, set-ID bits go' 775 "$(mode shared)"
(umask 027 && hits -o new graph.sp --stats new.json)
expect_is 'the mask holds for a new file' 640 "$(mode new)"
expect_is 'the mask holds for a new file of --stats' 640 "$(mode new.json)"
echo old >real && chmod 640 real && ln -s real link
run hits -o link graph.sp
expect_is 'a link stays' real "$(readlink link)"
expect_same 'the file that it leads to is replaced' new real
expect_is 'and keeps its rights' 640 "$(mode real)"
mkdir there && ln -s there/first dangling && ln -s ../dangling there/chain
run hits -o there/chain graph.sp
expect '-o is a link to a link to nothing yet' 0
expect_is 'such a link stays' ../dangling "$(readlink there/chain)"
expect_is 'the link that it leads to stays' there/first "$(readlink dangling)"
expect_same 'what it names is made' new there/first
ln -s loop loop
run hits -o loop graph.sp
expect '-o is a link to itself' 74
if [ "$(id -u)" -eq 0 ]; then
	echo old >theirs && chmod 640 theirs && chown 65534:65533 theirs
	run hits -o theirs graph.sp
	expect_is 'the owner and the group stay' '65534:65533 640' \
		"$(stat -c '%u:%g %a' theirs)"
else
	skip 'the owner and the group stay' 'not run by root'
fi

# ---- long names --------------------------------------------------------------

# letters N [LETTER] - so many of them
letters() {
	awk -v n="$1" -v letter="${2-x}" \
		'BEGIN { while (n--) printf "%s", letter }'
}

mkdir long
hits -R -o expected-long graph.sp
# 255 bytes are the longest name of most file systems; 85 letters of 3 bytes.
e=$(printf '\303\251') euro=$(printf '\342\202\254')
for long in "$(letters 244)" "$(letters 250)" "$(letters 255)" \
	"$(letters 127 "$e")" "$(letters 85 "$euro")"; do
	title="a name of $(printf %s "$long" | wc -c) bytes"
	for how in new old; do
		run hits -R -o "long/$long" graph.sp
		expect "$title, $how file" 0
		expect_same "$title, $how file, whole" expected-long \
			"long/$long"
	done
	run hits -R --stats "long/$long" -o /dev/null graph.sp
	expect "$title of --stats" 0
	expect_files "$title: nothing else is left" long "$long"
	rm "long/$long"
	if [ -f "$disturb" ]; then
		run env LD_PRELOAD="$disturb" DISTURB=tmpfile \
			OMP_WAIT_POLICY=passive hits -R -o "long/$long" graph.sp
		expect "$title, without O_TMPFILE" 0
		expect_files "$title, without O_TMPFILE: one file" long "$long"
		rm "long/$long"
	fi
done
set=$(letters 244)
for how in new old; do
	run graphdump --to bvgraph "long/$set" graph.sp
	expect "a set of files of 255 bytes, $how" 0
	expect_files "a set of files of 255 bytes, $how, nothing else" long \
		"$set.graph" "$set.properties" "$set.offsets"
done
rm long/*
seq 0 60 >pages
for how in new old; do
	run seedpick --urls pages --to heritrix --shard 2000 graph.sp \
		-o "long/$(letters 247).txt"
	expect "lists in files of 253 bytes, $how" 0
	expect_files "lists in files of 253 bytes, $how, nothing else" long \
		"$(letters 247)-1.txt" "$(letters 247)-2.txt"
done
rm long/*
for length in 256 300; do
	run hits -R -o "long/$(letters $length)" graph.sp
	expect "a name of $length bytes" 74
	expect_message "a name of $length bytes: why" 'File name too long'
done
expect_true 'a name that is too long leaves nothing' rmdir long

# ---- devices, pipes, descriptors -------------------------------------------

mkfifo pipe
cat pipe >through &
run hits -o pipe graph.sp
wait
expect_true '-o writes to a named pipe, which stays' [ -p pipe ]
expect_true 'all goes through the pipe' graphdump -s scores through
run_sh 'echo before; hits -z 0 -R -o /dev/stdout graph.sp; echo after'
expect '-o /dev/stdout' 0
expect_is '-o /dev/stdout is written where it stands' before \
	"$(head -n 1 "$out")"
expect_is 'and not replaced' after "$(tail -c 6 "$out")"
run_sh 'hits -o /dev/fd/7 graph.sp 7>seventh'
expect_same '-o /dev/fd/7' new seventh
run hits -o /dev/fd/77 graph.sp
expect '-o /dev/fd/77, which is not open' 74
expect_message '-o /dev/fd/77: why' '/dev/fd/77: Bad file descriptor'
run hits -o /dev/null graph.sp
expect '-o /dev/null' 0
expect_true '/dev/null stays' [ -c /dev/null ]

# ---- without rights --------------------------------------------------------

# as_nobody SCRIPT - runs it without root's rights, with the filters in PATH
as_nobody() {
	if [ "$(id -u)" -ne 0 ]; then
		run_sh "$1"
	else
		run setpriv --reuid=65534 --regid=65534 --clear-groups \
			env "PATH=$folder/bin:$PATH" sh -c "$1"
	fi
}

if [ "$(id -u)" -ne 0 ] || command -v setpriv >/dev/null; then
	mkdir "$folder/bin" locked open && cp "$BIN/hits" "$folder/bin"
	chmod 755 "$folder" "$folder/bin" . && chmod 777 open
	echo old >locked/file && chmod 666 locked/file && chmod 555 locked
	echo old >open/file && chmod 444 open/file
	echo old >open/group && chmod 666 open/group
	as_nobody 'hits -o locked/new graph.sp'
	expect 'a new file in a read-only folder' 74
	expect_message 'a new file in a read-only folder: what to do' \
		'locked/new: Permission denied (a file is replaced as a whole,'
	as_nobody 'hits -o locked/file graph.sp'
	expect 'a file in a read-only folder' 74
	expect_is 'it stays' old "$(cat locked/file)"
	as_nobody 'hits -o open/file graph.sp'
	expect 'a read-only file' 74
	expect_message 'a read-only file: why' \
		'open/file: Permission denied (the file is read-only)'
	expect_is 'a read-only file stays' old "$(cat open/file)"
	as_nobody 'hits -o open/group graph.sp'
	expect "somebody else's file that all may write" 0
	expect_is 'its rights stay' 666 "$(mode open/group)"
	if [ "$(id -u)" -eq 0 ]; then
		echo old >open/team && chmod 662 open/team
		as_nobody 'hits -o open/team graph.sp'
		expect_is 'another group does not get the rights of a team' \
			622 "$(mode open/team)"
	fi
	chmod 755 locked
else
	skip 'files and folders without rights' 'root, and no setpriv'
fi

# ---- without /proc -----------------------------------------------------------

# A chroot or container may have none, and a file without a name cannot get one.
if unshare -m mount -t tmpfs none /proc 2>/dev/null; then
	run unshare -m sh -c "mount -t tmpfs none /proc &&
		hits -o bare-proc.sp graph.sp"
	expect '-o where there is no /proc' 0
	expect_is 'the file is complete' "$(hits -R graph.sp | graphdump -s scores |
		cksum)" "$(graphdump -s scores bare-proc.sp | cksum)"
else
	skip '-o where there is no /proc' 'no namespaces'
fi

plan
