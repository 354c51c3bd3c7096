#!/bin/sh
# SPDX-License-Identifier: MIT
#
# python.t - the Python module: its own tests, with the filters
#
#	[BIN=bin] tests/cli/python.t
#
# $PYTHON names another interpreter than the first that has numpy and xxhash.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

find_python numpy xxhash
[ -n "$python" ] || skip_all 'no Python with numpy and xxhash'

# The module must not write beside its sources.
PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$module
SEEDPIPE_BIN=$BIN
TMPDIR=$folder
export PYTHONDONTWRITEBYTECODE PYTHONPATH SEEDPIPE_BIN TMPDIR

for tests_of in codec format filters graphs readme; do
	run "$python" -W error::DeprecationWarning \
		"$PYTHONPATH/tests/test_$tests_of.py"
	skipped=$(sed -n 's/^OK (\(skipped=.*\))$/\1/p' "$err")
	if [ "$status" -ne 0 ]; then
		not_ok "test_$tests_of.py" "$(cat "$out" "$err")"
	elif [ -n "$skipped" ]; then
		skip "test_$tests_of.py" "$skipped"
	else
		ok "test_$tests_of.py"
	fi
done

# ---- packages that are missing ---------------------------------------------

mkdir "$folder/none"
for missing in numpy xxhash zstandard scipy pandas networkx; do
	echo "raise ImportError('$missing')" >"$folder/none/$missing.py"
done

# missing MODULE CODE - whether code without the module says how to get it
missing() {
	mkdir "$folder/no-$1"
	cp "$folder/none/$1.py" "$folder/no-$1"
	run env PYTHONPATH="$folder/no-$1:$PYTHONPATH" "$python" -c "$2"
	expect_true "without $1, it says what to install" \
		grep -q "ImportError: seedpipe needs .*pip install $1" "$err"
}

graphgen -n 100 -o "$folder/graph" || exit 2
missing numpy 'import seedpipe'
missing xxhash "import seedpipe; seedpipe.read('$folder/graph')"
if "$python" -c 'import compression.zstd' 2>"$err"; then
	skip 'without zstandard, it says what to install' 'Python has its own'
elif "$python" -c 'import zstandard' 2>"$err"; then
	missing zstandard "import seedpipe; seedpipe.read('$folder/graph')"
fi
missing scipy "import seedpipe; seedpipe.read('$folder/graph').csr()"
missing pandas "import seedpipe; seedpipe.read('$folder/graph').to_pandas()"
missing networkx \
	"import seedpipe; seedpipe.read('$folder/graph').to_networkx()"

plan
