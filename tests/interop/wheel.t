#!/bin/sh
# SPDX-License-Identifier: MIT
#
# wheel.t - pip installs the filters: the wheel in a new environment, where the
# libraries of the build are hidden, the source package, which compiles, and the
# wheel for 64-bit ARM, by qemu
#
#	make interop INTEROP=tests/interop/wheel.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh disable=SC1091
. "$here/lib.sh"
need_program python3
root=$(cd "$here/../.." && pwd)
archive=$SEEDPIPE_DATA/warc/pywb-iana.warc.gz
cd "$folder" || exit 2
unset PYTHONPATH LD_LIBRARY_PATH
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

run make -s -C "$root" "$CACHE/wheel-tools/done" \
	WHEEL_TOOLS="$CACHE/wheel-tools"
[ "$status" -eq 0 ] || skip_all 'no auditwheel from PyPI'

for i in 1 2; do
	run make -s -C "$root" wheel WHEELS="$folder/wheel$i" \
		WHEEL_TOOLS="$CACHE/wheel-tools"
	expect "make wheel, time $i" 0 || tail -n 5 "$err" | sed 's/^/# /'
done
wheel=$(echo wheel1/*.whl)
expect_same 'two wheels have the same bytes' "$wheel" wheel2/*.whl

# The name of the wheel promises to run with this C library and newer ones.
needs=$(echo "$wheel" | sed 's/.*manylinux_\([0-9]*\)_\([0-9]*\)_.*/\1.\2/')
has=$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)
expect_is "it needs C library $needs, and this one is $has" "$needs" \
	"$(printf '%s\n' "$needs" "$has" | sort -V | head -n 1)"

# ---- a new environment -------------------------------------------------------

# installed VENV FILE - the package in an environment that has nothing else
installed() {
	if python3 -m venv "$1" && "$1/bin/pip" install --quiet \
		--disable-pip-version-check "$2" >"$out" 2>"$err"; then
		return
	fi
	tail -n 5 "$err" | sed 's/^/# /'
	return 1
}

# as_built VENV - programs, module and data of an environment do what the build
# does, by no other programs than the system's
as_built() {
	(cd "$BIN" && printf '%s\n' *) >filters
	while read -r filter; do
		"$1/bin/$filter" --version 2>&1
	done <filters >"$out"
	while read -r filter; do
		"$BIN/$filter" --version
	done <filters >expected
	expect_same "$1: all filters have their version" expected "$out"
	for input in web.sp ${SEEDPIPE_DATA:+"$archive"}; do
		"$root/pipelines/seedpipe" seeds -q "$input" >expected 2>"$err"
		PATH=/usr/bin:/bin "$1/bin/seedpipe" seeds -q "$input" >"$out" \
			2>"$err"
		expect_same "$1: seeds of ${input##*/}" expected "$out"
	done
	PATH=/usr/bin:/bin "$1/bin/seedpipe" hits web.sp -o got.sp
	hits web.sp -o expected.sp
	graphdump -s scores got.sp >got
	graphdump -s scores expected.sp >expected
	expect_same "$1: the same bits" expected got
	run env PATH=/usr/bin:/bin "$1/bin/seedpipe" report -n web.sp
	expect "$1: pipelines are found" 0
	if command -v man >/dev/null; then
		run env PATH=/usr/bin:/bin "$1/bin/seedpipe" help hits
		expect_true "$1: the manual is found" grep -q '^SYNOPSIS' "$out"
	fi
	# Not activated, so that nothing is on PATH.
	run env PATH=/usr/bin:/bin "$1/bin/python" -c '
import seedpipe
seedpipe.run("graphgen", n=500).write("small.sp")
print(seedpipe.__version__, seedpipe.read("small.sp").pages)'
	expect_is "$1: import seedpipe, and run" \
		"$(hits --version | sed 's/.* //') 500" "$(cat "$out")"
}

graphgen -n 3000 -o web.sp
if ! installed venv "$wheel"; then
	not_ok 'pip installs the wheel' 'and numpy, xxhash and zstandard'
	plan
	exit
fi
as_built venv
# As pipx has them: links in a folder of its own.
mkdir apps
ln -s "$folder"/venv/bin/* apps
run env PATH=/usr/bin:/bin apps/seedpipe report -n web.sp
expect 'by links, pipelines are found' 0
run env PATH=/usr/bin:/bin apps/relscore --version
expect 'by links, libraries are found' 0
run venv/bin/pip install --quiet --disable-pip-version-check --no-deps \
	--target target "$wheel"
run env PATH=/usr/bin:/bin target/bin/relscore --version
expect 'pip install --target: libraries are found' 0
venv/bin/graphgen -n 50M -o never.sp 2>"$err" &
sleep 0.5
kill $!
status=0
wait $! 2>"$err" || status=$?
expect_is 'a signal goes to the filter itself' 143 "$status"

# ---- with the libraries hidden -----------------------------------------------

# Only those that every system of the wheel's name has; no shell, no Python.
alone() {
	loader=$(readlink -f /lib64/ld-linux-x86-64.so.2)
	set -- --ro-bind "$loader" /lib64/ld-linux-x86-64.so.2 \
		--ro-bind "$folder/venv" /venv --ro-bind "$folder" /data \
		--chdir /data --dev /dev --proc /proc --clearenv --die-with-parent "$@"
	for library in libc.so.6 libm.so.6 libz.so.1 libpthread.so.0; do
		file=$(ldconfig -p | sed -n "s|.*$library .*x86-64.* => ||p" |
			head -n 1)
		set -- --ro-bind "$(readlink -f "$file")" "/lib/$library" "$@"
	done
	bwrap "$@"
}
if alone /venv/bin/hits --version >"$out" 2>"$err"; then
	while read -r filter; do
		alone "/venv/bin/$filter" --version || echo "$filter fails"
	done <filters >"$out" 2>&1
	while read -r filter; do
		"$BIN/$filter" --version
	done <filters >expected
	expect_same 'all filters run in a root without other libraries' \
		expected "$out"
	cp "${SEEDPIPE_DATA:+$archive}" crawl.warc.gz 2>"$err" ||
		: >crawl.warc.gz
	alone /venv/bin/crawlgraph --fold-redirects crawl.warc.gz 2>"$err" |
		alone /venv/bin/pagerank 2>"$err" |
		alone /venv/bin/seedpick --yield 100 --weight pagerank --text \
			>"$out" 2>"$err"
	crawlgraph --fold-redirects crawl.warc.gz 2>"$err" |
		pagerank 2>"$err" |
		seedpick --yield 100 --weight pagerank --text >expected 2>"$err"
	if [ -n "$SEEDPIPE_DATA" ]; then
		expect_same 'from an archive to seeds there' expected "$out"
	else
		skip 'from an archive to seeds there' 'no data'
	fi
else
	skip 'a root without other libraries' 'bubblewrap does not run here'
fi

# ---- the source package ------------------------------------------------------

run make -s -C "$root" sdist WHEELS="$folder/sdist" \
	WHEEL_TOOLS="$CACHE/wheel-tools"
expect 'make sdist' 0
if installed source sdist/*.tar.gz; then
	ok 'pip builds and installs the source package'
	as_built source
else
	not_ok 'pip builds and installs the source package' "$(tail -n 5 "$err")"
fi

# ---- for another machine -----------------------------------------------------

if ! command -v aarch64-linux-gnu-gcc >"$out" ||
	! command -v qemu-aarch64 >"$out"; then
	skip 'the wheel for 64-bit ARM' \
		'no packages gcc-aarch64-linux-gnu and qemu-user'
	plan
	exit
fi
run make -s -C "$root" wheel-aarch64 ARM="$folder/arm" \
	ARM_WHEELS="$folder/wheel-arm" WHEEL_TOOLS="$CACHE/wheel-tools"
expect 'make wheel-aarch64' 0
arm=$(echo wheel-arm/*.whl)
if ! venv/bin/pip install --quiet --disable-pip-version-check --no-deps \
	--target armed --only-binary :all: \
	--platform "$(echo "$arm" | sed 's/.*-\(manylinux[^.]*\)\.whl/\1/')" "$arm" \
	>"$out" 2>&1; then
	not_ok 'pip installs it for that machine' "$(tail -n 5 "$out")"
	plan
	exit
fi
# armed FILTER ARGUMENT...
armed() {
	filter=$1
	shift
	qemu-aarch64 -L /usr/aarch64-linux-gnu "armed/bin/$filter" "$@"
}
while read -r filter; do
	armed "$filter" --version || echo "$filter fails"
done <filters >"$out" 2>&1
while read -r filter; do
	"$BIN/$filter" --version
done <filters >expected
expect_same 'all filters run' expected "$out"
mkdir here there
for machine in here there; do
	case $machine in
	here) on= ;;
	there) on=armed ;;
	esac
	$on graphgen -q -z 0 -n 3000 -o $machine/web
	$on hits -q -z 0 $machine/web | $on coreextract -q -z 0 --seeds 5 - |
		$on seedpick -q --text >$machine/seeds
	if [ -n "$SEEDPIPE_DATA" ]; then
		$on crawlgraph -q "$archive" -o $machine/crawl
		$on relscore -q --query 'domain names' --stem english \
			-g $machine/crawl "$archive" |
			$on graphdump -q -s scores - >$machine/scores
		$on warcstat -q --check-digests --table domains "$archive" \
			>$machine/domains
	fi
done
rm -f here/crawl # compressed by another release of zlib or zstd, maybe
for file in here/*; do
	expect_same "64-bit ARM: the same ${file#here/}" "$file" \
		"there/${file#here/}"
done
plan
