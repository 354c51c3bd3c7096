#!/bin/sh
# SPDX-License-Identifier: MIT
#
# python.t - the wheel of the Python module in a new environment: its tests with
# current packages, its types by mypy, and PageRank and HITS by networkx, igraph
# and scipy on what it reads

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_program python3
root=$(cd "$here/../.." && pwd)

venv=$CACHE/module-$(cksum <"$here/module.txt" | tr ' ' '-')
if [ ! -e "$venv/done" ]; then
	rm -rf "$venv"
	{
		python3 -m venv "$venv" &&
			"$venv/bin/pip" install --disable-pip-version-check \
				-r "$here/module.txt"
	} >"$CACHE/module.log" 2>&1 ||
		skip_all "no packages of module.txt, see $CACHE/module.log"
	: >"$venv/done"
fi
python=$venv/bin/python
PYTHONDONTWRITEBYTECODE=1
SEEDPIPE_BIN=$BIN
export PYTHONDONTWRITEBYTECODE SEEDPIPE_BIN
unset PYTHONPATH

# ---- the wheel -------------------------------------------------------------

for i in 1 2; do
	run make -s -C "$root" wheel PYTHON="$python" WHEELS="$folder/wheel$i"
	expect "make wheel, time $i" 0
done
expect_same 'two wheels have the same bytes' "$folder"/wheel1/*.whl \
	"$folder"/wheel2/*.whl
run "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps \
	--force-reinstall "$folder"/wheel1/*.whl
expect 'pip installs it' 0
cp -R "$root/python" "$folder/python"
rm -r "$folder/python/seedpipe"
cp "$root/Makefile" "$root/LICENSE" "$folder"
for tests_of in codec format filters readme; do
	run "$python" -W error "$folder/python/tests/test_$tests_of.py"
	expect "its tests: test_$tests_of.py" 0
done
run "$python" -c 'import seedpipe; print(seedpipe.__version__)'
expect_is 'it has the version of the filters' \
	"$(sed -n 's/^VERSION = //p' "$root/Makefile")" "$(cat "$out")"

cat >"$folder/typed.py" <<'END'
import seedpipe
from numpy.typing import NDArray
import numpy as np

g = seedpipe.read("web.sp", {"scores", "names"})
score: "NDArray[np.float64]" = g.scores["hub"]
name: str = g.names[int(score.argmax())]
some: seedpipe.Names = g.names[:10]
table = seedpipe.run("graphdump", "web.sp", s="names").table()
END
run "$venv/bin/mypy" --strict --cache-dir="$folder/mypy" \
	"$root/python/seedpipe" "$folder/typed.py"
expect 'mypy --strict has no complaint' 0

# ---- ranks by others -------------------------------------------------------

# ranks WHAT GRAPH LIBRARY... - compares those of a stream
ranks() {
	what=$1 graph=$2
	shift 2
	pagerank --tolerance 1e-13 --iterations 1000 "$graph" |
		hits --tolerance 1e-12 --iterations 3000 -o "$folder/ranked"
	for library; do
		run "$python" "$here/ranks.py" "$folder/ranked" "$library"
		sed 's/^/# '"$library"' /' "$out"
		if [ "$status" -eq 0 ] && awk '!($2 < 1e-9) { bad = 1 }
			END { exit bad || NR != 3 }' "$out"; then
			ok "$what: PageRank and HITS by $library"
		else
			not_ok "$what: PageRank and HITS by $library" \
				"$(cat "$err")"
		fi
	done
}

graphgen -n 5k -o "$folder/web"
ranks 'a generated web' "$folder/web" networkx igraph scipy
if [ -d "${SEEDPIPE_DATA:-none}/cnr-2000" ]; then
	graphimport -o "$folder/graph" \
		"$SEEDPIPE_DATA/hollins/hollins.edges.txt.gz"
	ranks hollins "$folder/graph" networkx igraph scipy
	graphimport -o "$folder/graph" "$SEEDPIPE_DATA/cnr-2000/cnr-2000"
	ranks cnr-2000 "$folder/graph" igraph scipy
else
	skip 'real graphs' 'no data'
fi
plan
