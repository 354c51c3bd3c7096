#!/bin/sh
# SPDX-License-Identifier: MIT
#
# limits.t - filters under the limits of the system
#
#	[BIN=bin] tests/cli/limits.t

# shellcheck disable=SC2016 # the scripts of run_sh expand their own arguments
# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC3045 # dash has ulimit -v

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2
# The shadow memory of a sanitizer needs more than any limit of this test.
(ulimit -v 4000000 && graphgen -n 2000 -z 0 >graph.sp) ||
	skip_all 'the filters do not run under ulimit -v'

# ---- threads ---------------------------------------------------------------

hits -R -T 1 graph.sp >expected.sp

# fewer NAME - the last run warned of too few threads, and did its work
fewer() {
	expect "$1" 0
	expect_message "$1: a warning" \
		'hits: 64 threads cannot be started (Resource temporarily'
	expect_same "$1: the same result" expected.sp "$out"
}

run_sh 'ulimit -v 300000; hits -R -T 64 graph.sp'
fewer 'no room for the stacks of 64 threads'
if [ "$(id -u)" -ne 0 ]; then
	run prlimit --nproc=1 hits -R -T 64 graph.sp
	fewer 'no more processes for a user'
elif command -v setpriv >/dev/null && command -v prlimit >/dev/null; then
	cp "$BIN/hits" . && chmod 755 "$folder" hits
	run setpriv --reuid=65534 --clear-groups prlimit --nproc=20 \
		"$folder/hits" -R -T 64 "$folder/graph.sp"
	fewer 'no more processes for a user'
else
	skip 'no more processes for a user' 'no setpriv'
fi

# Whatever the limit, status 1 must not appear: it means "not converged".
statuses=
for kilobytes in $(seq 40000 2000 110000); do
	run_sh "ulimit -v $kilobytes; hits -q -R -T 8 graph.sp"
	statuses="$statuses $status"
done
expect_is 'under any limit a filter succeeds or ends with 71' '' \
	"$(echo "$statuses" | tr ' ' '\n' | grep -vx -e 0 -e 71 -e '')"
# The stacks that the environment asks for do not fit.
run env OMP_STACKSIZE=1G sh -c 'ulimit -v 4000000; hits -T 8 graph.sp'
expect 'stacks of 1 GB under a limit' 71
expect_message 'stacks of 1 GB under a limit: why' \
	'hits: out of threads or of memory for them: use fewer (-T)'

plan
