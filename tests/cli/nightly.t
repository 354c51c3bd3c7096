#!/bin/sh
# SPDX-License-Identifier: MIT
#
# nightly.t - tests/nightly/run: steps that pass, fail and are skipped, and a
# run that goes on where the last one ended
#
#	[BIN=bin] tests/cli/nightly.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

nightly=$here/../nightly/run
cd "$folder" || exit 2
export NIGHTLY_STEPS="$folder/steps"
cat >steps <<'END'
good|echo good >>ran
bad|echo bad >>ran; echo why; exit 3
none|echo none >>ran; echo 'make none: skipped: no such thing'
temporary|echo temporary >>ran; mktemp >name && mktemp -d >>name
last|echo last >>ran
END

run "$nightly" build
expect 'a step fails' 1
expect_is 'all steps ran, in their order' 'good bad none temporary last' \
	"$(paste -sd ' ' ran)"
expect_text 'its line' 'failed bad' "$out"
expect_text 'the line of one that was skipped' 'skipped none' "$out"
expect_text 'the counts' '# 3 passed, 1 failed, 1 skipped, 0 not run' "$out"
expect_is 'the summary has a line for each' 5 \
	"$(wc -l <build/nightly/summary | tr -d ' ')"
expect_is 'the log of a step' why "$(cat build/nightly/bad.log)"
# shellcheck disable=SC2046 # two names
expect_is 'nothing is left of temporary files' '' \
	"$(ls -d $(cat name) 2>/dev/null)"

: >ran
run "$nightly" build
expect 'again: what failed fails again' 1
expect_is 'only that is run' bad "$(paste -sd ' ' ran)"
sed 's/exit 3/exit 0/' steps >mended && mv mended steps
run "$nightly" build
expect 'mended' 0
expect_text 'no failure is left' '# 4 passed, 0 failed, 1 skipped, 0 not run' \
	"$out"

: >ran
rm build/nightly/summary
run env NIGHTLY_SECONDS=0 "$nightly" build
expect 'no time for any step' 3
expect_is 'none is run' '' "$(cat ran)"
expect_text 'and it says so' '# 0 passed, 0 failed, 0 skipped, 5 not run' "$out"
run "$nightly" build last good
expect 'two steps by name' 0
expect_is 'they are run' 'last good' "$(paste -sd ' ' ran)"

# A run that is stopped ends its step, and what that has begun.
if command -v pkill >/dev/null; then
	echo 'long|timeout 60 sh -c "echo \$\$ >pid; exec sleep 60"; :' >long
	env NIGHTLY_STEPS=long "$nightly" stopped >/dev/null &
	run=$!
	until [ -s pid ] || ! kill -0 "$run" 2>/dev/null; do
		sleep 0.05
	done
	kill -TERM "$run"
	wait "$run"
	expect_is 'stopped' 143 $?
	expect_is 'the step has no line' '' "$(cat stopped/nightly/summary)"
	# It has the signal, and may take a moment to end.
	left=600
	while kill -0 "$(cat pid)" 2>/dev/null && [ "$left" -gt 0 ]; do
		left=$((left - 1))
		sleep 0.1
	done
	expect_is 'what it had begun has ended' no \
		"$(kill -0 "$(cat pid)" 2>/dev/null && echo yes || echo no)"
else
	skip 'stopped' 'there is no pkill'
	skip 'the step has no line' 'there is no pkill'
	skip 'what it had begun has ended' 'there is no pkill'
fi

# A change of the sources makes all steps run again.
if command -v git >/dev/null; then
	git init -q tree && cd tree || exit 2
	git config user.name somebody
	git config user.email somebody@example.org
	echo 1 >file && git add file && git commit -qm first
	: >ran
	"$nightly" ../build good >/dev/null
	"$nightly" ../build good >/dev/null
	expect_is 'once for a commit' good "$(paste -sd ' ' ran)"
	echo 2 >file
	"$nightly" ../build good >/dev/null
	"$nightly" ../build good >/dev/null
	expect_is 'once for a change' 'good good' "$(paste -sd ' ' ran)"
	cd .. || exit 2
else
	skip 'once for a commit' 'there is no git'
	skip 'once for a change' 'there is no git'
fi

run "$nightly" build god
expect 'a step that is none' 2
expect_message 'which there are' \
	'no step "god"; the steps are good bad none temporary last'
unset NIGHTLY_STEPS
cd "$here/../.." || exit 2
run "$nightly" "$folder/build" none
expect_message 'the steps of the project' 'interop-wget'

plan
