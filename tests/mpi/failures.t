#!/bin/sh
# SPDX-License-Identifier: MIT
#
# failures.t - jobs that end badly: a process is killed, checkpoints are damaged
# or of something else, disks are full, inputs are no graphs
#
#	make test-mpi MPI_TESTS=tests/mpi/failures.t

# shellcheck disable=SC2154 # lib.sh sets variables

# shellcheck source=tests/mpi/lib.sh disable=SC1091
. "$(dirname "$0")/lib.sh"
need_programs coreextract-mpi hits-mpi pagerank-mpi
BIN=$(cd "$BIN" && pwd)
PATH=$BIN:$PATH
need_reseal
disk=$folder/disk
finish() {
	umount "$disk" 2>/dev/null
	rm -rf "$folder"
}
trap finish EXIT

graphgen -q -n 20000 --links 15 --no-names -o web.sp
# So large that a job is killed long before it has ended.
graphgen -q -n 300000 --links 15 --no-names -o large.sp
mkdir to

# ---- a process is killed -----------------------------------------------

# Open MPI asks processes to end before it kills them, MPICH does not.
asks=$("$MPIRUN" --version 2>&1 | grep 'Open MPI')

# saved - which file is the newest checkpoint
saved() {
	stat -c '%i %y' saved/checkpoint.sp 2>/dev/null
}

# until_true COMMAND... - waits for it, at most ten minutes
until_true() {
	tries=30000
	while ! "$@"; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.02
	done
}

newer() {
	[ "$(saved)" != "$before" ]
}

# processes LAUNCHER NAME - the processes of that program that it has started
processes() {
	ps -e -o pid= -o ppid= -o comm= | awk -v launcher="$1" -v name="$2" '
		{ parent[$1] = $2; if ($3 == name) found[$1] = 1 }
		END {
			for (pid in found) {
				above = parent[pid]
				while (above > 1 && above != launcher)
					above = parent[above]
				if (above == launcher)
					print pid
			}
		}'
}

ended() {
	for pid in $pids; do
		! kill -0 "$pid" 2>/dev/null || return 1
	done
}

# below COUNT - prints a random number from 0 to COUNT - 1
below() {
	echo $(($(od -An -N2 -tu2 /dev/urandom) % $1))
}

# killed COUNT FILTER OPTION... - starts a job, and kills one of its processes
# at some time after its next checkpoint
killed() {
	count=$1 filter=$2
	shift 2
	before=$(saved)
	"$MPIRUN" -n "$count" "$MPI_BIN/$filter-mpi" -q -R -T 1 \
		--checkpoint saved "$@" -o to/job.sp large.sp >/dev/null \
		2>killed.err &
	launcher=$!
	until_true newer || echo '# no checkpoint'
	sleep "$(printf '0.%02d' "$(below 25)")"
	pids=$(processes "$launcher" "$filter-mpi")
	kill -9 "$(echo "$pids" | sed -n "$(($(below "$count") + 1))p")"
	status=0
	wait "$launcher" 2>/dev/null || status=$?
	expect_true "$filter: one of $count is killed" [ "$status" -ne 0 ]
	expect_true '... and there is no output' [ ! -e to/job.sp ]
	left=$(ls -A to)
	if [ -n "$left" ] && [ -z "$asks" ]; then
		skip '... nor anything else' "$MPIRUN kills at once"
		rm -f to/job.sp.*
	else
		expect_is '... nor anything else' '' "$left"
	fi
	expect_true '... and no process' until_true ended
}

# chain FILTER COUNTS OPTION... - kills one job after another, each of which
# goes on where the one before was; then one of three processes ends
chain() {
	filter=$1 counts=$2
	shift 2
	rm -rf saved
	for number in $counts; do
		killed "$number" "$filter" "$@"
	done
	job 3 "$MPI_BIN/$filter-mpi" -v -R -T 1 --checkpoint saved "$@" \
		-o to/job.sp large.sp
	expect "$filter: the same command again" 0
	expect_message '... goes on' 'saved: goes on after iteration'
	graphdump -s scores to/job.sp >job
	rm to/job.sp
}

chain pagerank '3 4 2' -t 0 -i 1000 --every 20
pagerank -q -R -T 1 -t 0 -i 1000 -o plain.sp large.sp
graphdump -s scores plain.sp >plain
expect_is '... to the ranks of the plain filter' '' "$(difference plain job)"

chain hits '3 3' -i 600 --every 20
job 3 "$MPI_BIN/hits-mpi" -q -R -T 1 -i 600 -o whole.sp large.sp
graphdump -s scores whole.sp >whole
expect_same '... to the bits of as many processes that were not killed' \
	whole job

# ---- checkpoints -------------------------------------------------------

# rank NAME STATUS COUNT OPTION... - ranks with checkpoints in folder kept
rank() {
	name=$1 wanted=$2 count=$3
	shift 3
	job "$count" "$MPI_BIN/pagerank-mpi" -v -R -t 0 --checkpoint kept \
		--every 2 -o to/job.sp "$@"
	expect "$name" "$wanted"
}

# damage FILE OFFSET - changes a byte
damage() {
	byte=$(od -An -j "$2" -N1 -tu1 "$1" | tr -d ' ')
	printf '%b' "\\0$(printf %o $((255 - byte)))" |
		dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

rank 'checkpoints' 0 3 -i 9 web.sp
graphdump -s scores to/job.sp >whole
expect_files '... of two generations' kept checkpoint.sp checkpoint.old.sp
rank 'of another graph' 0 2 -i 9 web.sp
graphgen -q -n 20000 --links 15 --seed 2 --no-names -o other.sp
rank '... are refused' 65 2 -i 9 other.sp
expect_message '... by name' \
	'kept/checkpoint.sp: the checkpoint is of another graph (20000 pages'
rank 'of other options' 65 2 -i 9 --damping 0.8 web.sp
expect_message '... by name' \
	'kept/checkpoint.sp: the checkpoint is of other options'
job 2 "$MPI_BIN/hits-mpi" -R -i 9 --checkpoint kept -o to/job.sp web.sp
expect 'of another filter' 65
expect_message '... by name' 'of other options: "pagerank-mpi'

job 2 "$MPI_BIN/pagerank-mpi" -v -R -t 0 -i 8 --checkpoint kept \
	-o to/job.sp web.sp
expect 'fewer iterations than were run' 64
expect_message '... are refused' '9 iterations have been run already'
job 2 "$MPI_BIN/pagerank-mpi" -v -R -t 1e-9 --checkpoint kept \
	-o to/job.sp web.sp
expect 'a larger tolerance' 64
expect_message '... is refused' \
	'kept: the checkpoint is of other options: --tolerance 0, and not 1e-09'

# longer FILTER COUNT SHORT LONG GOES_ON OPTION... - a run that goes on from the
# end of a shorter one writes what one run writes; SHORT and LONG are options
# shellcheck disable=SC2086 # words
longer() {
	filter=$1 number=$2 short=$3 long=$4 at=$5
	shift 5
	rm -rf kept
	job "$number" "$MPI_BIN/$filter-mpi" -q -R -T 1 $long "$@" \
		-o whole.sp web.sp
	job "$number" "$MPI_BIN/$filter-mpi" -q -R -T 1 $short "$@" \
		--checkpoint kept --every 7 -o to/job.sp web.sp
	for again in "$at" ''; do
		job "$number" "$MPI_BIN/$filter-mpi" -v -R -T 1 $long "$@" \
			--checkpoint kept --every 7 -o to/job.sp web.sp
		expect "$filter: $long after $short, $number processes" 0
		expect_message '... goes on' \
			"kept: goes on after iteration $again"
		expect_same '... to the same bytes' whole.sp to/job.sp
	done
}

longer pagerank 1 '-t 0 -i 20' '-t 0 -i 40' 20
longer pagerank 3 '-t 1e-3' '-t 1e-7' '' --dangling norm
longer pagerank 2 '-t 1e-3' '-t 0 -i 30' '' --scale mean1 --norm max
longer hits 3 '-i 20' '-i 40' 19
rm -rf kept
job 2 "$MPI_BIN/hits-mpi" -q -R -i 20 --checkpoint kept -o to/job.sp web.sp
job 2 "$MPI_BIN/hits-mpi" -q -R -i 19 --checkpoint kept -o to/job.sp web.sp
expect 'hits: a shorter run without a tolerance' 64
expect_message '... is refused' '19 iterations of a longer run have been '\
'run already, but at most 19 are wanted'
longer hits 2 '-i 5 -t 1e-9' '-i 30 -t 1e-12' 5 --norm l1
longer hits 1 '-t 1e-2' '-t 1e-5' ''
job 2 "$MPI_BIN/hits-mpi" -R --checkpoint kept -t 0 -o to/job.sp web.sp
expect 'hits: no tolerance after one' 64
expect_message '... is refused' 'the checkpoint is of other options: --tolerance'

rm -rf kept
rank 'the newest checkpoint is damaged' 0 3 -i 9 web.sp
damage kept/checkpoint.sp 90000
rank '... and the older one taken' 0 3 -i 9 web.sp
expect_message '... with a warning' 'kept/checkpoint.sp: '
expect_message '... that says so' ': the older checkpoint is used'
expect_message '... where it was' 'kept: goes on after iteration 8'
graphdump -s scores to/job.sp >again
expect_same '... with the same bits' whole again
damage kept/checkpoint.sp 90000
damage kept/checkpoint.old.sp 90000
rank 'both are damaged' 65 3 -i 9 web.sp
expect_message '... which is named' 'process 0: kept/checkpoint.sp: '
for size in 0 20 50000; do
	truncate -s $size kept/checkpoint.sp
	truncate -s $size kept/checkpoint.old.sp
	rank "... or cut to $size bytes" 65 2 -i 9 web.sp
	expect_message '... which is named' 'process 0: kept/checkpoint.sp: '
done
rm -rf kept

# ---- files of the folder that are something else, too --------------------

# apart ROLE OPTION... - refused, and the file is as it was
apart() {
	role=$1
	shift
	job 2 "$MPI_BIN/pagerank-mpi" -q -R -i 2 --checkpoint kept "$@"
	expect "$file is $role" 64
	expect_message '... is explained' \
		"option --checkpoint: \"kept/$file\" is also $role"
	expect_same '... and nothing is written' web.sp "kept/$file"
}

mkdir kept
for file in checkpoint.sp checkpoint.old.sp checkpoint.new.sp; do
	cp web.sp "kept/$file"
	ln -f "kept/$file" linked.sp
	apart 'the input' -o to/job.sp "kept/$file"
	apart 'the input "linked.sp"' -o to/job.sp linked.sp
	apart 'the file of --start' --start "kept/$file" -o to/job.sp web.sp
	apart 'the output' -o "kept/$file" web.sp
	apart 'the file of --stats' --stats "kept/$file" -o to/job.sp web.sp
	rm "kept/$file" linked.sp
	for option in -o --stats; do
		job 2 "$MPI_BIN/pagerank-mpi" -q -R -i 2 --checkpoint kept \
			-o to/job.sp $option "kept/$file" web.sp
		expect "a new $file of $option" 64
		expect_files '... is not made' kept
	done
done
graphgen -q -n 5000 --no-names --parts 2 -o kept/parts
mv kept/parts.001 kept/checkpoint.new.sp
sed 's/parts.001/checkpoint.new.sp/' kept/parts >kept/list
cp kept/checkpoint.new.sp part
job 2 "$MPI_BIN/pagerank-mpi" -q -R -i 2 --checkpoint kept -o to/job.sp \
	kept/list
expect 'a part is the input' 64
expect_same '... and is as it was' part kept/checkpoint.new.sp
rm -rf kept
job 2 "$MPI_BIN/pagerank-mpi" -q -R -i 2 --checkpoint '' -o to/job.sp web.sp
expect 'a folder without a name' 64
expect_message '... is explained' \
	'option --checkpoint: the name is empty: give a folder'

# ---- checkpoints that somebody has made ----------------------------------

graphgen -q -n 300 --links 15 --no-names -o small.sp
graphgen -q -n 300 --links 15 --seed 2 --no-names -o another.sp

# resume FILTER - goes on from the checkpoint in kept
resume() {
	job 2 "$MPI_BIN/$1-mpi" -v -R -t 0 -i 9 --checkpoint kept --every 2 \
		-o to/job.sp small.sp
}

# begin FILTER - makes that checkpoint, a copy of it, and one of another graph
begin() {
	rm -rf kept
	job 1 "$MPI_BIN/$1-mpi" -q -R -t 0 -i 9 --checkpoint kept --every 2 \
		-o to/job.sp another.sp
	mv kept/checkpoint.sp another
	rm -rf kept
	resume "$1"
	rm kept/checkpoint.old.sp
	mv kept/checkpoint.sp genuine
	graphdump -s provenance genuine | sed -n 's/.*# iteration/# iteration/p' \
		>"$1.numbers"
}

# numbers TEXT... - the edits that put these numbers in place of those saved
numbers() {
	old=$(graphdump -s provenance genuine | sed '1d; s/^[^\t]*\t//;
		s/.*\t//')
	new="${old% # iteration *} # iteration $*"
	length=$(printf '%s' "$old" | wc -c)
	printf 'bytes PROV.head 0 %s %s' "$length" \
		"$(printf '%s' "$new" | od -A n -v -t x1 | tr -d ' \n')"
}

# forged FILTER WHAT EDIT... - must be refused, and say so
says='not the state of a'
forged() {
	filter=$1 what=$2
	shift 2
	"$reseal" genuine "$@" >kept/checkpoint.sp
	resume "$filter"
	expect "$filter: a checkpoint with $what is refused" 65
	expect_message '... by name' "$says"
}

for filter in pagerank hits; do
	begin "$filter"
	cp genuine kept/checkpoint.sp
	resume "$filter"
	expect "$filter: goes on from its checkpoint" 0
	says='infinite or not a number'
	forged "$filter" 'a value of nan' set SCOR.0 0.value nan
	forged "$filter" 'a value of inf' set SCOR.0 7.value inf
	says='not the state of a'
	for value in -1.0 -1.0e-300 1.0e308 1.5 1000.0 sign; do
		forged "$filter" "a value of $value" set SCOR.0 0.value $value
	done
	set --
	for page in $(seq 0 299); do
		set -- "$@" set SCOR.0 "$page.value" 0
	done
	forged "$filter" 'no value' "$@"
	set --
	for page in $(seq 0 299); do
		set -- "$@" set SCOR.0 "$page.value" 4.9e-324
	done
	forged "$filter" 'denormal values' "$@"
	# Without a number of a run: no iterations, too many, or none at all.
	more=$(sed 's/# iteration [0-9]*//' "$filter.numbers")
	for iteration in 0 4294967296 4294967304 9223372036854775808 -8 8.0; do
		# shellcheck disable=SC2046,SC2086 # words
		forged "$filter" "iteration $iteration" \
			$(numbers $iteration $more)
	done
	for more in '1e308 0 0 0' '-1 0 0 0' '0.5 -1 0 0' '5e-324 0 0 0' \
		'0 0 0 -1' '1 1 -1 0' 'nan 1 0 0' 'inf 1 0 0' \
		'1 1 nan 0' '1 1 1e300 0' '1 1 0 nan' '1 1 0 inf'; do
		# shellcheck disable=SC2046,SC2086 # words
		forged "$filter" "numbers $more" $(numbers 8 $more)
	done
	says='the checkpoint is of another graph'
	forged "$filter" 'the basis of another graph' \
		set SCOR.head basis.checksum +1
	says='not the state of a'
	cp another kept/checkpoint.sp
	resume "$filter"
	expect "$filter: the checkpoint of another graph is refused" 65
	expect_message '... by name' 'the checkpoint is of another graph'
done

# The same of cores; with rerank, there are pages that were removed as well.
# cores COUNT - goes on from kept, or begins
cores() {
	job 2 "$MPI_BIN/coreextract-mpi" -v -R --seeds "$1" --min-hubs 16 \
		--rerank-rejected --max-rejected 99 --checkpoint kept \
		-o to/job.sp middle.sp
}

# forged_cores WHAT EDIT... - must be refused, and say so
forged_cores() {
	what=$1
	shift
	"$reseal" genuine "$@" >kept/checkpoint.sp
	cores 2
	expect "cores: a checkpoint with $what is refused" 65
	expect_message '... by name' "$says"
}

graphgen -q -n 3000 --links 15 --no-names -o middle.sp
rm -rf kept
cores 2
cores 3
expect 'cores: the checkpoint of the end' 0
expect_message '... goes on' 'kept: goes on after core 2'
graphdump -s cores to/job.sp >whole.cores
damage kept/checkpoint.sp 900
cores 3
expect 'the newest one is damaged' 0
expect_message '... with a warning' 'kept/checkpoint.sp: '
expect_message '... that says so' ': the older checkpoint is used'
expect_message '... and the older one taken' 'kept: goes on after core 2'
graphdump -s cores to/job.sp >again
expect_same '... with the same cores' whole.cores again
damage kept/checkpoint.sp 900
damage kept/checkpoint.old.sp 900
cores 3
expect 'both are damaged' 65
rm -rf kept
cores 2
cp kept/checkpoint.sp genuine
removed=$(graphdump -s seeds genuine | awk 'NR == 2 { print $1 }')
member=$(graphdump -s cores genuine | awk 'NR == 2 { print $3 }')
expect_true '... pages of rejected cores are in it' [ -n "$removed" ]
says='kept/checkpoint.sp: '
forged_cores 'a score of nan' set CMEM.0 0.score nan
forged_cores 'a score of inf' set CMEM.0 1.score inf
forged_cores 'a page that there is not' set CMEM.0 0.page 3000
forged_cores 'a seed that there is not' set CORE.0 0.seed 3000
forged_cores 'too many hubs' set CORE.0 0.hubs +1
forged_cores 'too many links' set CORE.0 0.links 4294967295
forged_cores 'no members' dropsec CMEM
forged_cores 'no cores' dropsec CMEM dropsec CORE
forged_cores 'no seeds' dropsec SEED
says='not the state of a'
forged_cores 'iteration 0' set CORE.0 1.round 1
forged_cores 'a removed page that is in a core' set SEED.0 0.page "$member"
for more in '-1 0 0 0' '1.5 1 1 0' '0 1e300 0 0' '0 0 9007199254740994 0' \
	'0 1 1 2' '0 0 0 nan' '0 0 0 inf' '0 0 0'; do
	# shellcheck disable=SC2046,SC2086 # words
	forged_cores "numbers $more" $(numbers 2 $more)
done
for count in 0 1 3 18446744073709551616 -1; do
	# shellcheck disable=SC2046 # words
	forged_cores "$count cores" $(numbers $count 1 3 180 0)
done
says='the checkpoint is of another graph'
forged_cores 'the basis of another graph' set CORE.head basis.checksum +1 \
	set CMEM.head basis.checksum +1 set SEED.head basis.checksum +1
resume hits
expect 'hits: the checkpoint of coreextract is refused' 65
expect_message '... by name' 'of other options: "coreextract-mpi'
rm -rf kept

: >kept
rank 'a file in place of the folder' 74 2 -i 9 web.sp
expect_message '... is named' 'process 0: kept: Not a directory'
rm kept
job 2 "$MPI_BIN/hits-mpi" -R -q --checkpoint no/folder -o to/job.sp web.sp
expect 'a folder in a folder that is missing' 74
expect_message '... is named at once' 'no/folder: No such file or directory'

# ---- disks -------------------------------------------------------------

# small_disk SIZE - mounts a disk of that size
small_disk() {
	mkdir -p "$disk"
	mount -t tmpfs -o "size=$1" none "$disk" 2>"$err"
}

if small_disk 260k; then
	rm -f to/job.sp
	job 3 "$MPI_BIN/pagerank-mpi" -R -t 0 -i 9 --every 2 \
		--checkpoint "$disk/kept" -o to/job.sp web.sp
	expect 'a disk that is full at a checkpoint' 0
	expect_message '... is a warning' \
		"$disk/kept: no checkpoint after iteration 4: No space left on device"
	expect_files '... the one before is kept' "$disk/kept" checkpoint.sp
	graphdump -s scores to/job.sp >again
	expect_same '... and the ranks are right' whole again
	job 2 "$MPI_BIN/pagerank-mpi" -v -R -t 0 -i 9 --every 2 \
		--checkpoint "$disk/kept" -o to/job.sp web.sp
	expect_message '... it goes on from the one kept' \
		'kept: goes on after iteration 2'
	umount "$disk"
fi
if small_disk 100k; then
	echo old >old
	cp old "$disk/job.sp"
	job 3 "$MPI_BIN/pagerank-mpi" -i 2 -z 0 -o "$disk/job.sp" web.sp
	expect 'a disk that is full at the output' 74
	expect_message '... is named' "$disk/job.sp: No space left on device"
	expect_same '... the old output is kept' old "$disk/job.sp"
	expect_files '... and no other file' "$disk" job.sp
	job 1 "$MPI_BIN/pagerank-mpi" -i 2 -R -z 0 -o "$disk/new.sp" web.sp
	expect '... or at the results' 74
	expect_message '... is named' "$disk/new.sp: No space left on device"
	umount "$disk"
else
	skip 'full disks' "$(head -n 1 "$err")"
fi

# ---- inputs ------------------------------------------------------------

echo old >to/job.sp
# refused NAME STATUS MESSAGE ARGUMENT... - one message; the output is as before
refused() {
	name=$1 wanted=$2 said=$3
	shift 3
	run timeout 600 "$MPIRUN" -n 3 "$MPI_BIN/hits-mpi" -q -R -i 3 \
		-o to/job.sp "$@"
	expect "$name" "$wanted"
	expect_message '... is explained' "$said"
	expect_is '... once' 1 "$(grep -c '^hits-mpi: ' "$err")"
	[ "$(cat to/job.sp)" = old ] || not_ok '... the old output is kept'
	[ -z "$asks" ] || [ "$(ls -A to)" = job.sp ] ||
		not_ok '... without another file' "$(ls -A to)"
}

mkfifo fifo
: >empty
graphgen -q -n 3000 | cat >piped.sp
hits -q -R -i 2 -o scores.sp web.sp
refused 'no file' 74 'missing.sp: cannot open' missing.sp
refused 'an empty file' 65 'empty: empty' empty
refused 'standard input' 64 'no file' -
refused '/dev/null' 74 '/dev/null: not a regular file' /dev/null
refused 'a named pipe' 74 'fifo: not a regular file' fifo
refused 'a folder' 74 'to: not a regular file' to
refused 'no index' 65 'piped.sp: the stream has no index' piped.sp
refused 'no graph' 65 'scores.sp: it has no graph' scores.sp
job 2 "$MPI_BIN/hits-mpi" -q -R -o no/job.sp web.sp
expect '-o in a folder that is missing' 74
expect_message '... is explained' 'no/job.sp: No such file or directory'
if [ "$(id -u)" -ne 0 ]; then
	cp web.sp closed.sp
	chmod 0 closed.sp
	refused 'a file that may not be read' 74 closed.sp closed.sp
else
	skip 'a file that may not be read' 'root may read it'
fi

"$reseal" web.sp bytes PHST.tail 0 0 00 >tail.sp
job 2 "$MPI_BIN/hits-mpi" -q -i 2 -o to/job.sp tail.sp
expect 'a tail that is too long does not pass' 65
expect_message '... and is named' 'the tail has the wrong size'

hosts=$("$reseal" -l web.sp | awk '$2 ~ /^PHST/ { print $2, $3; exit }')
# shellcheck disable=SC2086 # a place and a field
"$reseal" web.sp set $hosts 4000000 >host.sp
job 3 "$MPI_BIN/hits-mpi" -q -i 2 -o to/job.sp host.sp
expect 'a page of a host that there is not does not pass' 65
expect_is '... one process says so' 1 "$(grep -c '^hits-mpi: ' "$err")"
expect_message '... and where it is in the file' \
	"$("$BIN/graphdump" -s graph host.sp 2>&1 | sed 's/^graphdump: [^:]*: //')"

size=$(stat -c %s web.sp)
for tenth in 1 3 5 7 9; do
	cp web.sp damaged.sp
	damage damaged.sp $((size * tenth / 10))
	refused "a damaged byte after $tenth tenths" 65 'damaged.sp: ' \
		damaged.sp
done
cp web.sp damaged.sp
truncate -s $((size / 2)) damaged.sp
refused 'half a file' 65 'damaged.sp: ' damaged.sp

# ---- parts -------------------------------------------------------------

graphgen -q -n 20000 --links 15 --parts 3 -o parts.sp
graphgen -q -n 20000 --links 15 --seed 2 --parts 3 -o alien.sp
job 2 "$MPI_BIN/hits-mpi" -q -i 2 -o no.sp parts.sp
expect 'parts do not pass on' 65
expect_message '... is explained' 'write the results only (-R)'
mv parts.sp.001 away
refused 'a part is missing' 74 'parts.sp.001: cannot open' parts.sp
cp parts.sp.000 parts.sp.001
refused 'a part twice' 65 'parts.sp.001: ' parts.sp
cp alien.sp.001 parts.sp.001
refused 'a part of another graph' 65 'parts.sp.001: ' parts.sp
cp away parts.sp.001
damage parts.sp.001 $(($(stat -c %s away) / 2))
refused 'a damaged part' 65 'parts.sp.001: ' parts.sp
# Process 0 made the new file.  It is killed as if it had had no time to end.
set -- "$MPI_BIN/hits-mpi" -q -R -i 3 -o to/job.sp parts.sp
job 1 sh -c 'trap "" TERM && exec "$@"' sh "$@" : -n 2 "$@"
expect '... that others than process 0 find' 65
expect_files '... who leave no other file' to job.sp
mv away parts.sp.001
sed 5d parts.sp >short.sp
refused 'a manifest that lacks a line' 65 'short.sp: ' short.sp

# The same links with other names: only the identity of the parts differs.
seq 0 2999 | awk '{ print $1, ($1 + 1) % 3000 }' >ring
for names in one two; do
	seq 0 2999 | sed "s|.*|http://$names.test/&|" >ring.names
	graphimport -q -f arcs --names ring.names --parts 2 -o "$names.sp" ring
done
sed 5q one.sp >mixed
sed -n 6p two.sp >>mixed
refused 'parts of two imports' 65 \
	'two.sp.001: not of the same graph as one.sp.000' mixed

# changed WHAT TEXT EDIT... - a part that was changed is refused
changed() {
	what=$1 says=$2
	shift 2
	"$reseal" away "$@" >one.sp.001
	sed "6s/[0-9]*\$/$(stat -c %s one.sp.001)/" one.sp >changed
	refused "a part with $what" 65 "one.sp.001: $says" changed
}

cp one.sp.001 away
changed 'another identity' 'not of the same graph as one.sp.000' \
	set part.head 0.id +1
changed 'another range' 'links of the pages 2048 to 3000, but' \
	set part.head 0.first 2048
changed 'other hosts' 'not of the same graph as one.sp.000' \
	bytes HOST.0 2 1 78
changed 'no hosts' 'not of the same graph as one.sp.000' \
	dropsec PHST dropsec HOST
# The index must have the tag as well, so it is made last.
graphprune -q --unit none away | cat >bare.part
mv away kept.part
"$reseal" bare.part header PROV.head tag "'ABCD" >strange.part
"$reseal" -x strange.part >away
changed 'an unknown section' 'frame'
expect_message '... is explained' 'unknown section that must not be ignored'
mv kept.part one.sp.001

job 2 "$MPI_BIN/hits-mpi" -R -i 2 -o to/job.sp one.sp.001
expect 'a part by itself' 0
expect_is '... is read with one warning' 'hits-mpi: one.sp.001: part 1/2 of a '\
'graph: links of the other parts are missing' "$(cat "$err")"

plan
