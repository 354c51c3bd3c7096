#!/bin/sh
# SPDX-License-Identifier: MIT
#
# seeds.t - recipes/archives-to-seeds with GNU parallel, Slurm on two hosts, and
# Apache Spark: at each step a program is killed, the disk is full, the output is
# cut, a host dies; the same command goes on, repeats only what is missing, and
# has the seeds of the pipe on one machine
#
#	make interop INTEROP=tests/interop/seeds.t
#
# KILLS=100 kills the whole run that many times, each at another moment, KILLS_FROM
# says with which to begin; 8 by default.  LAUNCHERS=spark tries that one only.
# Full disks and Slurm need root, MPI needs "make mpi".

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh disable=SC1091
. "$here/lib.sh"
recipes=$(cd "$here/../../recipes" && pwd)
MPI_BIN=$(cd "${MPI_BIN:-bin-mpi}" 2>/dev/null && pwd)
# Without them, the plain filters run.
PATH=$(echo ":$PATH:" | sed "s|:$MPI_BIN:|:|g; s/^://; s/:\$//")

# Not below /tmp, of which each host has its own.
work=$(mktemp -d "$BUILD/seeds.XXXXXX") || exit 2
export BIN FAULTY="$work"
disk=$work/disk
mkdir "$disk"
finish() {
	stop_slurm
	umount "$disk" 2>/dev/null
	rm -rf "$work" "$folder"
}
trap finish EXIT
cd "$work" || exit 2
# shellcheck source=tests/interop/launchers.sh disable=SC1091
. "$here/launchers.sh"
mount -t tmpfs -o size=24m tmpfs "$disk" 2>/dev/null && mounted=yes

# ---- a crawl, and its seeds on one machine -------------------------------------

# Archives of different sizes of a generated web.
mkdir archives
graphgen -q -n 3000 -o web.sp
graphdump -s names web.sp | sed 1d | cut -f 3 >urls
graphdump web.sp | sed 1d | awk '
	NR == FNR { name[FNR - 1] = $0; next }
	{ body[$1] = body[$1] "<a href=\"" name[$2] "\">" }
	END {
		for (i = 0; i < length(name); i++) {
			text = "HTTP/1.1 200 X\r\nContent-Type: text/html" \
				"\r\n\r\n" body[i]
			printf "WARC/1.0\r\nWARC-Type: response\r\n" \
				"WARC-Target-URI: %s\r\nWARC-Date: 2026-01-01" \
				"T00:00:00Z\r\nContent-Length: %d\r\n\r\n" \
				"%s\r\n\r\n", name[i], length(text), text \
				>("archives/" int(sqrt(i / 33)) ".warc")
		}
	}' urls -
gzip archives/[24].warc
printf '%s\n' "$PWD"/archives/* >list
crawlgraph -q -f warc --by-url --files-from list | graphprune -q | hits -q |
	coreextract -q --seeds 10 | seedpick --text -o wanted
[ -s wanted ] || exit 2

# ---- programs that fail ----------------------------------------------------------

# Each filter writes to the log which outputs it made.  If the file fault says "NAME KIND",
# the filter NAME fails that way, of tasks and processes number 1.
mkdir faulty faulty/mpi
cat >faulty/any <<'END'
#!/bin/sh
name=$(basename "$0")
case $name in
*-mpi) real=$MPI_BIN/$name ;;
*) real=$BIN/$name ;;
esac
out='' step='' before=''
for word; do
	case $before in
	-o) out=$word ;;
	--step) step=$name:${word%:*} ;;
	esac
	before=$word
done
number=${TASK:-${OMPI_COMM_WORLD_RANK:-${SLURM_PROCID:-1}}}
case $out$step in
*/run/* | graphmerge:*) ;;
*) exec "$real" "$@" ;;
esac
read -r who kind <"$FAULTY/fault"
[ "$who" = "${step:-$name}" ] && [ "$number" = 1 ] || kind=none
case $kind in
kill)
	"$real" "$@" &
	kill -9 $!
	exit 137
	;;
full)
	cat /dev/zero >"$FAULTY/disk/ballast"
	exec "$real" "$@"
	;;
cut)
	"$real" "$@" && truncate -s -60 "$out"
	exit 1
	;;
host)
	hostname >"$FAULTY/dying.new"
	mv "$FAULTY/dying.new" "$FAULTY/dying"
	sleep 600
	;;
executor)
	# Once only: the JVM that runs this task.
	mv "$FAULTY/fault" "$FAULTY/dying"
	echo none >"$FAULTY/fault"
	java=$$
	until grep -q java "/proc/$java/comm"; do
		java=$(awk '{ print $4 }' "/proc/$java/stat")
	done
	kill -9 "$java"
	exit 1
	;;
esac
before=$(stat -c '%i %y' "$out" 2>/dev/null)
"$real" "$@" || exit
[ "$before" != "$(stat -c '%i %y' "$out" 2>/dev/null)" ] || exit 0
[ ! "$out" ] || { [ "$number" != 1 ] && [ -z "$TASK" ]; } ||
	echo "$out" >>"$FAULTY/log"
END
chmod +x faulty/any
for name in crawlgraph graphmerge graphprune graphstat hits coreextract \
	seedpick; do
	ln -s any "faulty/$name"
done
ln -s ../any faulty/mpi/hits-mpi
ln -s ../any faulty/mpi/coreextract-mpi
export MPI_BIN
plain_path=$PATH

# recipe [N LIST OPTION...] - one run of it; OUT is on the small disk
recipe() {
	[ $# -gt 0 ] || set -- 4 list -q
	tasks=$1 list=$2
	shift 2
	run env PATH="$work/faulty:$plain_path" "$recipes/archives-to-seeds" \
		"$launcher" "$tasks" "$list" "$disk/run" -f warc "$@"
}

# begin NAME KIND - the next run fails so
begin() {
	rm -rf "$disk/run" "$disk/ballast" dying
	: >log
	echo "$1 $2" >fault
}

# completes NAME - the same command has the seeds, and has repeated no output
completes() {
	rm -f "$disk/ballast"
	echo none >fault
	recipe
	expect "$1: the same command goes on" 0
	expect_same "$1: the seeds" wanted "$disk/run/seeds.txt"
	expect_is "$1: nothing is repeated" '' "$(sort log | uniq -d)"
}

# fails_at NAME KIND - the filter fails, and then the same command goes on
fails_at() {
	begin "$1" "$2"
	recipe
	expect_true "$where: $1: $2: the run fails" [ "$status" -ne 0 ]
	expect_true "$where: $1: $2: there are no seeds" \
		[ ! -e "$disk/run/seeds.txt" ]
	completes "$where: $1: $2"
}

# all_faults NAME... - also of a step of graphmerge, NAME:STEP
all_faults() {
	for name; do
		fails_at "$name" kill
		case $name in
		graphmerge:rows) fails_at "$name" cut ;;
		graphmerge:*) ;;
		*) fails_at "$name" cut ;;
		esac
		if [ "$mounted" ]; then
			fails_at "$name" full
		else
			skip "$where: $name: full" 'no disk was mounted'
		fi
	done
}

# never_fails - a first run, and one more
never_fails() {
	begin none none
	completes "$where: a run"
	: >log
	recipe
	expect "$where: the same command again" 0
	expect_is "$where: ... does nothing" '' "$(cat log)"
}

# ---- GNU parallel ------------------------------------------------------------

# wants LAUNCHER - is it to be tried?
wants() {
	case " ${LAUNCHERS-parallel slurm spark} " in
	*" $1 "*) ;;
	*) false ;;
	esac
}

with_parallel() {
	never_fails
	all_faults crawlgraph graphmerge:plan graphmerge:number \
		graphmerge:mark graphmerge:stay graphmerge:translate \
		graphmerge:rows graphprune graphstat "$ranks" "$cores" seedpick
}

# another NAME [N LIST OPTION...] - a run that is not the one that was begun
another() {
	another_name=$1
	shift
	recipe "$@"
	expect "$where: another run: $another_name" 1
	expect_message "$where: another run: $another_name: says so" \
		"archives-to-seeds: $disk/run: files of another run"
}

# other_runs - nothing of a run is taken for that of another
other_runs() {
	begin graphprune kill
	recipe
	head -n 9 list >shorter
	another 'a list' 4 shorter -q
	another 'number of tasks' 5 list -q
	another 'an option of the import' 4 list -q --first
	PRUNE_OPTIONS='--unit domain' another 'an option of a step' 4 list -q
	cp archives/0.warc saved
	cat archives/1.warc >>archives/0.warc
	another 'an archive of other bytes' 4 list -q
	mv saved archives/0.warc
	sed -i 's/(seedpipe)/& before/' "$disk/run/run"
	another 'a version' 4 list -q
	sed -i 's/ before//' "$disk/run/run"
	completes "$where: the run that was begun"
}

# from_server - the list and the archives are on a server that breaks off; 12
# tasks for 10 archives
from_server() {
	sed "s|^$PWD/||" list | gzip >list.gz
	python3 "$here/../web/faultyweb.py" . port >requests &
	server=$!
	await port $server
	begin none none
	web=http://127.0.0.1:$(cat port)
	SEEDPIPE_PATIENCE=1 recipe 12 "$web/good/list.gz" -q --base "$web/once"
	kill $server
	expect "$where: from a server" 0
	expect_same "$where: from a server: the seeds" wanted \
		"$disk/run/seeds.txt"
}

# step_of - the first step whose output is not there
step_of() {
	for step in web.sp pruned.sp ranks.sp cores.sp seeds.sp; do
		[ -e "$disk/run/$step" ] || break
	done
	echo "$step"
}

# start_run - starts a run as a session of its own; sets $leader
start_run() {
	setsid env PATH="$work/faulty:$plain_path" \
		"$recipes/archives-to-seeds" "$launcher" 4 list "$disk/run" \
		-f warc -q >said 2>&1 &
	leader=$!
}

# kills COUNT FIRST - a run and all that it has started is killed, and begun
# again, at moments of the whole time that it takes
kills() {
	killed=0 runs=0
	begin none none
	began=$(date +%s%N)
	recipe
	length=$((($(date +%s%N) - began) / 1000000))
	begin none none
	: >steps
	while [ $killed -lt "$1" ]; do
		start_run
		(
			sleep "$(awk -v n="$(($2 + killed + runs))" \
				-v length_ms="$length" 'BEGIN {
				srand(n); print rand() * length_ms / 1000 }')"
			pkill -9 -s $leader
		) &
		killer=$!
		run wait $leader
		if [ "$status" -gt 128 ]; then
			step_of >>steps
			killed=$((killed + 1))
			continue
		fi
		kill $killer
		if [ "$status" -ne 0 ] || ! cmp wanted "$disk/run/seeds.txt"
		then
			break
		fi
		runs=$((runs + 1))
		begin none none
	done
	expect_is "$where: $1 kills" "$1" "$killed"
	[ "$killed" -eq "$1" ] || sed 's/^/# /' said
	echo "# $where: killed $killed times, before" \
		"$(sort steps | uniq -c | xargs)"
	echo "# $where: $runs runs in between had the seeds"
	: >log
	completes "$where: after $1 kills"
}

launcher=$recipes/tasks-parallel ranks=hits cores=coreextract
if ! wants parallel; then
	:
elif command -v parallel >/dev/null; then
	where=parallel
	with_parallel
	other_runs
	from_server
	if [ "$MPI_BIN" ] && command -v mpirun >/dev/null; then
		where='parallel, MPI' ranks=hits-mpi cores=coreextract-mpi
		plain_path=$work/faulty/mpi:$plain_path
		export MPIRUN='mpirun -q -n 2 --oversubscribe'
		export OMPI_ALLOW_RUN_AS_ROOT=1 OMP_NUM_THREADS=1
		export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
		with_parallel
	else
		skip 'parallel, MPI' 'no mpirun, or make mpi has not been run'
	fi
	kills "${KILLS:-8}" "${KILLS_FROM:-1}"
else
	skip 'GNU parallel' 'no parallel'
fi

# ---- Slurm -------------------------------------------------------------------

# host_dies NAME - the host on which the filter runs dies, and with it, in the end,
# all others; then there are hosts again
host_dies() {
	begin "$1" host
	start_run
	tries=600
	until [ -s dying ] || [ $tries = 0 ]; do
		tries=$((tries - 1))
		sleep 0.1
	done
	expect_true "$where: $1: its host dies" [ -s dying ]
	"$mpi/hosts" kill "$(cat dying)"
	pkill -9 -s $leader
	wait
	stop_slurm
	start_slurm || return
	completes "$where: $1: host"
}

if wants slurm && start_slurm; then
	where=Slurm launcher=./tasks-slurm ranks=hits cores=coreextract
	never_fails
	all_faults crawlgraph graphprune
	host_dies crawlgraph
	host_dies graphprune
	if [ "$MPI_BIN" ]; then
		where='Slurm, MPI' ranks=hits-mpi cores=coreextract-mpi
		plain_path=$work/faulty/mpi:$plain_path
		export OMPI_MCA_btl_tcp_if_include=10.99.0.0/24
		export OMPI_MCA_btl=tcp,self,vader OMPI_MCA_pml=ob1
		export MPIRUN="$mpi/slurm run srun -Q -N 2 -n 2 --mpi=pmix
			--kill-on-bad-exit=1"
		all_faults hits-mpi coreextract-mpi
		host_dies hits-mpi
		host_dies coreextract-mpi
	else
		skip 'Slurm, MPI' 'make mpi has not been run'
	fi
	stop_slurm
fi

# ---- Apache Spark --------------------------------------------------------------

# executor_dies NAME - Spark runs the task again, by another
executor_dies() {
	begin "$1" executor
	recipe
	expect_true "$where: $1: its executor dies" [ -s dying ]
	completes "$where: $1: executor"
}

plain_path=$PATH MPIRUN=
if wants spark && find_spark; then
	where=Spark launcher=$recipes/tasks-spark ranks=hits cores=coreextract
	plain_path=$PATH
	never_fails
	fails_at crawlgraph kill
	fails_at graphprune cut
	executor_dies crawlgraph
	executor_dies graphprune
fi

plan
