# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# launchers.sh - Slurm on two hosts and Apache Spark, for tests of recipes/; after
# lib.sh
#
#	. "$here/launchers.sh"
#	if start_slurm; then ... fi
#	if find_spark; then ... fi
#	stop_slurm
#
# The current folder must be one that hosts share, so not below /tmp.

# shellcheck disable=SC2154 # lib.sh and the script set these
mpi=$(cd "$here/../mpi" && pwd)
export HOSTS_STATE="$PWD/hosts"
slurm_up=

# start_slurm - makes the hosts, starts Slurm, and writes the script tasks-slurm,
# the launcher as it is started beside the switch; skips a test where this fails
start_slurm() {
	# shellcheck disable=SC2154 # of lib.sh
	if ! "$mpi/hosts" up 2 2>"$err"; then
		skip 'Slurm' "$(tail -n 1 "$err")"
		return 1
	fi
	slurm_up=yes
	if ! "$mpi/slurm" up 2>"$err"; then
		skip 'Slurm' "$(tail -n 1 "$err")"
		return 1
	fi
	# shellcheck disable=SC2154 # the script sets $recipes
	cat >tasks-slurm <<-END
		#!/bin/sh
		exec "$mpi/slurm" run "$recipes/tasks-slurm" "\$@"
	END
	chmod +x tasks-slurm
	export SBATCH_OPTIONS="--quiet --output=$PWD/slurm.log"
}

stop_slurm() {
	[ "$slurm_up" ] || return 0
	"$mpi/slurm" down
	"$mpi/hosts" down
	slurm_up=
} >/dev/null 2>&1

# find_spark - puts Python with PySpark into PATH, which is installed into $CACHE,
# and sets a cluster of two workers; skips a test where it cannot be had
find_spark() {
	spark=$CACHE/spark-3.5.5
	if command -v java >/dev/null && [ ! -e "$spark/done" ]; then
		rm -rf "$spark"
		python3 -m venv "$spark" >"$CACHE/spark.log" 2>&1 &&
			"$spark/bin/pip" install -q \
				--disable-pip-version-check pyspark==3.5.5 \
				>>"$CACHE/spark.log" 2>&1 &&
			: >"$spark/done"
	fi
	if ! [ -e "$spark/done" ] || ! command -v java >/dev/null; then
		skip 'Apache Spark' \
			"no java, or no PySpark: see $CACHE/spark.log"
		return 1
	fi
	PATH=$spark/bin:$PATH
	export SPARK_MASTER='local-cluster[2,1,1024]'
}
