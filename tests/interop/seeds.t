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
# says with which to begin; 8 by default.  Full disks and Slurm need root, MPI
# needs "make mpi".

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh disable=SC1091
. "$here/lib.sh"
recipes=$(cd "$here/../../recipes" && pwd)
mpi=$(cd "$here/../mpi" && pwd)
MPI_BIN=$(cd "${MPI_BIN:-bin-mpi}" 2>/dev/null && pwd)

# Not below /tmp, of which each host has its own.
work=$(mktemp -d "$BUILD/seeds.XXXXXX") || exit 2
export work BIN mpi
export HOSTS_STATE="$work/hosts"
disk=$work/disk
mkdir "$disk"
slurm_up=
finish() {
	if [ "$slurm_up" ]; then
		"$mpi/slurm" down
		"$mpi/hosts" down
	fi >/dev/null 2>&1
	umount "$disk" 2>/dev/null
	rm -rf "$work" "$folder"
}
trap finish EXIT
cd "$work" || exit 2
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

# Each filter writes its outputs to the log.  If the file fault says "NAME KIND",
# the filter NAME fails that way, of tasks and processes number 1.
mkdir faulty faulty/mpi
cat >faulty/any <<'END'
#!/bin/sh
name=$(basename "$0")
case $name in
*-mpi) real=$MPI_BIN/$name ;;
*) real=$BIN/$name ;;
esac
out=
for word; do
	[ "$before" != -o ] || out=$word
	before=$word
done 2>/dev/null
number=${TASK:-${OMPI_COMM_WORLD_RANK:-${SLURM_PROCID:-1}}}
case $out in
*/run/*) ;;
*) exec "$real" "$@" ;;
esac
read -r who kind <"$work/fault"
[ "$who" = "$name" ] && [ "$number" = 1 ] || kind=none
case $kind in
kill)
	"$real" "$@" &
	kill -9 $!
	exit 137
	;;
full)
	cat /dev/zero >"$work/disk/ballast"
	exec "$real" "$@"
	;;
cut)
	"$real" "$@" && truncate -s -60 "$out"
	exit 1
	;;
host)
	echo "$(hostname) $name" >"$work/dying.new"
	mv "$work/dying.new" "$work/dying"
	sleep 600
	;;
esac
"$real" "$@" || exit
[ "$number" != 1 ] && [ -z "$TASK" ] || echo "$out" >>"$work/log"
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

# recipe - one run of it; OUT is on the small disk
recipe() {
	run env PATH="$work/faulty:$plain_path" "$recipes/archives-to-seeds" \
		"$launcher" 4 list "$disk/run" -q -f warc
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
	expect "$1: the same command goes on" 0 || cat "$err"
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

# all_faults NAME...
all_faults() {
	for name; do
		fails_at "$name" kill
		fails_at "$name" cut
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

with_parallel() {
	never_fails
	all_faults crawlgraph graphmerge graphprune graphstat \
		"$ranks" "$cores" seedpick
}

# kills COUNT FIRST - the run and all that it has started is killed after so many
# moments, again and again, until one comes to its end
kills() {
	killed=0 runs=0
	begin none none
	while [ $killed -lt "$1" ]; do
		delay=$(awk -v n="$(($2 + killed))" 'BEGIN {
			srand(n); print 0.02 + rand() * 2 }')
		setsid sh -c 'echo $$ >session; exec "$@"' sh \
			env PATH="$work/faulty:$plain_path" \
			"$recipes/archives-to-seeds" "$launcher" 4 list \
			"$disk/run" -q -f warc >said 2>&1 &
		leader=$!
		sleep "$delay"
		if kill -0 $leader 2>/dev/null; then
			pkill -9 -s "$(cat session)"
			killed=$((killed + 1))
			wait $leader 2>/dev/null
			continue
		fi
		wait $leader || { cat said; break; }
		cmp wanted "$disk/run/seeds.txt" || break
		runs=$((runs + 1))
		begin none none
	done
	expect_is "$where: $1 kills" "$1" "$killed"
	echo "# $where: killed $killed times, $runs runs had the seeds"
	completes "$where: after $1 kills" 
}

launcher=$recipes/tasks-parallel ranks=hits cores=coreextract
if command -v parallel >/dev/null; then
	where=parallel
	with_parallel
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

plan
