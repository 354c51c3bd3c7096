#!/bin/sh
# SPDX-License-Identifier: MIT
#
# cluster.t - jobs on four hosts with links between them: shaped links, a process
# killed, a host killed, a cable cut, with mpirun and with Slurm; the job goes on
# from its checkpoint
#
#	make test-mpi MPI_TESTS=tests/mpi/cluster.t
#
# Needs root and network namespaces (see tests/mpi/hosts), and takes two minutes.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/../cli/lib.sh"
: "${MPI_BIN:=bin-mpi}" "${MPIRUN:=mpirun}"
[ -x "$MPI_BIN/pagerank-mpi" ] || skip_all 'make mpi has not been run'
# It starts jobs with options of Open MPI, by mpirun on other hosts.
"$MPIRUN" --version 2>&1 | grep -q 'Open MPI' ||
	skip_all "$MPIRUN is not that of Open MPI"
MPI_BIN=$(cd "$MPI_BIN" && pwd)
hosts=$here/hosts
mkdir -p "${BUILD:=build}"
work=$(mktemp -d "$(cd "$BUILD" && pwd)/cluster.XXXXXX")
export HOSTS_STATE="$work/hosts"
# Each host has its own /tmp, in which these may be.
export HOSTS_SHARED="$PWD $MPI_BIN $work"

finish() {
	"$here/slurm" down 2>/dev/null
	"$hosts" down 2>/dev/null
	rm -rf "$work" "$folder"
}
trap finish EXIT

"$hosts" up 4 2>"$err" || skip_all "$(tail -n 1 "$err")"

# compare NAME FILE FILE - the scores of two streams differ by less than 1e-12
# of the largest
compare() {
	for file in "$2" "$3"; do
		graphdump -s scores "$file" | tail -n +2 | cut -f 2 \
			>"$folder/$(basename "$file").scores" || :
	done
	difference=$(paste "$folder/$(basename "$2").scores" \
		"$folder/$(basename "$3").scores" | awk '
		{ d = $1 - $2; if (d < 0) d = -d; if (d > most) most = d
		  if ($1 > large) large = $1 }
		END { print (NR && most < 1e-12 * large) ? "same" : most }')
	expect_is "$1" same "$difference"
}

# The settings of seedpipe-mpi(7).
keepalive='--mca oob_tcp_keepalive_time 5 --mca oob_tcp_keepalive_intvl 2
	--mca oob_tcp_keepalive_probes 3'

# job COUNT PROGRAM ARGUMENT... - runs it as that many processes
job() {
	count=$1
	shift
	program=$MPI_BIN/$1
	shift
	# shellcheck disable=SC2086 # several words
	run "$hosts" mpirun -n "$count" --oversubscribe $keepalive "$program" \
		"$@"
}

graphgen -n 100000 -o "$work/graph.sp"
ranks="-R -t 0 -i 200 -T 1"
# shellcheck disable=SC2086 # several words
pagerank -q $ranks -o "$work/plain.sp" "$work/graph.sp"

# ---- shaped links ----------------------------------------------------------

for rate in none 1gbit 100mbit; do
	"$hosts" shape $rate
	before=$("$hosts" bytes h1)
	# shellcheck disable=SC2086 # several words
	job 4 pagerank-mpi -q $ranks -o "$work/$rate.sp" "$work/graph.sp"
	expect "link $rate: a job on four hosts" 0
	echo "# $rate: $((($("$hosts" bytes h1) - before) / 200)) bytes of h1" \
		"an iteration"
	compare "link $rate: the ranks of pagerank" "$work/plain.sp" \
		"$work/$rate.sp"
done
"$hosts" shape none

# ---- failures --------------------------------------------------------------

kill_process() {
	pid=$("$hosts" run h3 pgrep pagerank-mpi)
	"$hosts" run h3 kill -9 "$pid"
}
kill_host() {
	"$hosts" kill h3
}
cut_cable() {
	"$hosts" cut h3
}

# disturbed NAME DISTURBANCE - a job that is disturbed after its first
# checkpoint ends with an error within 20 seconds and leaves no output; the same
# command on three hosts goes on and gives the same ranks
disturbed() {
	rm -rf "$work/saved" "$work/out.sp"
	(
		until [ -e "$work/saved/checkpoint.sp" ]; do sleep 0.1; done
		sleep 0.5
		$2 2>/dev/null
		date +%s.%N >"$work/when"
	) &
	job 4 pagerank-mpi -q -R -t 0 -i 800 -T 1 --checkpoint "$work/saved" \
		--every 10 -o "$work/out.sp" "$work/graph.sp"
	ended=$(date +%s.%N)
	wait
	seconds=$(echo "$ended $(cat "$work/when")" | awk '{ print $1 - $2 }')
	echo "# $1: the job ended after $seconds s with status $status"
	expect_true "$1: the job fails" [ "$status" -ne 0 ]
	expect_true "$1: within 20 seconds" awk "BEGIN { exit !($seconds < 20) }"
	expect_is "$1: there is no output" '' \
		"$(cd "$work" && find . -name '*out.sp*')"
	expect_is "$1: no process is left" '' "$(pgrep -f "$MPI_BIN/pagerank" || :)"
	"$hosts" down
	"$hosts" up 3
	job 3 pagerank-mpi -v -R -t 0 -i 800 -T 1 \
		--checkpoint "$work/saved" --every 1000 \
		-o "$work/resumed.sp" "$work/graph.sp"
	expect "$1: the same command on three hosts" 0
	expect_true "$1: goes on from a checkpoint" grep -q 'goes on' "$err"
	compare "$1: the ranks of pagerank" "$work/long.sp" "$work/resumed.sp"
	"$hosts" down
	"$hosts" up 4
}

pagerank -q -R -t 0 -i 800 -o "$work/long.sp" "$work/graph.sp"
disturbed 'a process is killed' kill_process
disturbed 'a host is killed' kill_host
disturbed 'a cable is cut' cut_cable

# ---- Slurm -----------------------------------------------------------------

"$here/slurm" up 2>"$err"
case $? in
0) ;;
77) skip 'Slurm' "$(tail -n 1 "$err")"; plan; exit ;;
*) not_ok 'Slurm starts' "$(cat "$err")"; plan; exit ;;
esac

# until_true SECONDS COMMAND - waits until it succeeds
until_true() {
	left=$1
	shift
	until "$@" >/dev/null 2>&1; do
		left=$((left - 1))
		[ $left -gt 0 ] || return 1
		sleep 1
	done
}

idle() {
	[ "$("$here/slurm" run sinfo -h -t idle -o %D)" -ge "$1" ]
}
rm -rf "$work/saved" "$work/slurm.sp"
until_true 30 idle 4
cat >"$work/job" <<END
#!/bin/sh
export OMPI_MCA_btl_tcp_if_include=10.99.0.0/24 OMPI_MCA_btl=tcp,self,vader
export OMPI_MCA_pml=ob1 OMP_NUM_THREADS=1
exec srun --kill-on-bad-exit=1 --mpi=pmix $MPI_BIN/pagerank-mpi -v -R -t 0 \
	-i 800 -T 1 --checkpoint $work/saved --every 10 -o $work/slurm.sp \
	$work/graph.sp
END
run "$here/slurm" run sbatch --requeue -N 3 -n 3 -o "$work/job.log" \
	--open-mode=append "$work/job"
expect 'Slurm takes the job' 0
saved() {
	[ -e "$work/saved/checkpoint.sp" ]
}
expect_true 'the job saves a checkpoint' until_true 60 saved
victim=$("$here/slurm" run squeue -h -o %N | sed 's/.*\([0-9]\)\]*$/h\1/')
"$hosts" kill "$victim"
# Slurm waits for two minutes before it starts a job again.
there() {
	[ -e "$work/slurm.sp" ]
}
expect_true 'a host is killed, the job is requeued and ends' \
	until_true 400 there
expect_true 'it went on from a checkpoint' grep -q 'goes on' "$work/job.log"
compare 'the ranks of pagerank' "$work/long.sp" "$work/slurm.sp"

plan
