# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# lib.sh - helpers of the tests of MPI jobs, with all of tests/cli/lib.sh
#
#	. "$(dirname "$0")/lib.sh"
#	job 3 "$MPI_BIN/hits-mpi" -o "$folder/out.sp" "$folder/graph.sp"
#	expect "three processes" 0
#	plan
#
# make test-mpi sets MPIRUN, MPI_BIN and BUILD.  A script ends as skipped where
# there is no MPI.

# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$(dirname "$0")/../cli/lib.sh"
: "${MPIRUN:=mpirun}" "${MPI_BIN:=bin-mpi}" "${BUILD:=build}"
command -v "$MPIRUN" >/dev/null || skip_all "$MPIRUN is not installed"
[ ! -d "$MPI_BIN" ] || MPI_BIN=$(cd "$MPI_BIN" && pwd)

# Several processes a processor, as any user, with a thread each.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
OMP_NUM_THREADS=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
export OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_hwloc_base_binding_policy
export OMP_NUM_THREADS

# job COUNT PROGRAM [ARGUMENT...] - like run, as that many processes
job() {
	count=$1
	shift
	run "$MPIRUN" -n "$count" "$@"
}

# need_programs NAME... - ends the script as skipped unless make mpi built them
need_programs() {
	for name; do
		[ -x "$MPI_BIN/$name" ] ||
			skip_all "$MPI_BIN/$name is missing: make mpi"
	done
}

# difference FILE FILE - prints the largest difference of two dumps of scores,
# relative to the largest score, or that they differ in form
difference() {
	paste "$1" "$2" | awk '
	NR == 1 { names = NF / 2 }
	NF != 2 * names { print "other rows"; exit }
	{
		for (i = 1; i <= names; i++) {
			a = $i; b = $(i + names)
			if (a + 0 != a || b + 0 != b) {
				if (a != b) { print "other words"; exit }
				continue
			}
			d = a < b ? b - a : a - b
			if (d > most[i]) most[i] = d
			if (a > large[i]) large[i] = a
		}
	}
	END {
		for (i = 1; i <= names; i++)
			if (most[i] > 1e-12 * large[i])
				printf "column %d: %g of %g\n", i, most[i],
					large[i]
	}'
}
