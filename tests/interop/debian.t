#!/bin/sh
# SPDX-License-Identifier: MIT
#
# debian.t - the Debian packages of the last commit: dpkg-buildpackage makes
# them, from their source again the same bytes, lintian finds nothing, and what
# is in them works
#
# Shown as skipped where programs or packages for building are missing; those of
# "make deps" are not enough.

# shellcheck disable=SC2016 # the scripts of run_sh expand their own arguments
# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh disable=SC1091
. "$here/lib.sh"

need_program dpkg-buildpackage dpkg-checkbuilddeps dh lintian
project=$(cd "$here/../.." && pwd)
cd "$project" || exit 2
missing=$(dpkg-checkbuilddeps 2>&1) || skip_all "${missing##*error: }"
# The Python of Debian, for which the packages are.
PATH=$BIN:/usr/sbin:/usr/bin:/sbin:/bin
unset CC CFLAGS CPPFLAGS LDFLAGS
DEB_BUILD_OPTIONS='nocheck parallel=2'
export DEB_BUILD_OPTIONS

# ---- building --------------------------------------------------------------

run env -u MAKEFLAGS -u MAKELEVEL -u BUILD -u BIN \
	make DEB="$folder/deb" BUILD="$folder/build" deb
expect 'make deb' 0
[ "$status" -eq 0 ] || tail -n 20 "$out" "$err" | sed 's/^/# /'
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)
expect_is 'the packages' 'python3-seedpipe seedpipe seedpipe-import' "$(
	find "$folder/deb" -name '*.deb' ! -name '*-dbgsym_*' |
		sed 's|.*/||; s|_.*||' | sort | paste -s -d ' ')"
run lintian --pedantic "$folder/deb/seedpipe_${version}_$(dpkg \
	--print-architecture).changes"
expect_is 'lintian has no errors and no warnings' '' "$(grep '^[EW]:' "$out")"
grep '^[EW]:' "$out" | sed 's/^/# /'
expect_true 'nothing is left in the tree' \
	[ -z "$(find debian -name '*.substvars' -o -name tmp)" ]

# Elsewhere, by a user with other settings, one file at a time.
mkdir -p "$folder/other/place"
dpkg-source -x "$folder/deb/seedpipe_$version.dsc" \
	"$folder/other/place/again" >"$out" 2>&1
run_sh 'umask 077; cd "$1" && LC_ALL=C.UTF-8 TZ=Asia/Tokyo \
	DEB_BUILD_OPTIONS="nocheck parallel=1" dpkg-buildpackage -us -uc -b' \
	"$folder/other/place/again"
expect 'a build from the source package' 0
for package in "$folder"/deb/*.deb; do
	expect_same "${package##*/}: the same bytes again" "$package" \
		"$folder/other/place/${package##*/}"
done

# ---- what is in them -------------------------------------------------------

for package in "$folder"/deb/*.deb; do
	dpkg -x "$package" "$folder/root"
done
graphgen -n 20000 -o "$folder/web.sp"
printf '%s\n' 1 2 3 >"$folder/seeds"
for command in 'hits web.sp' 'pagerank web.sp' \
	'crawlorder --seeds seeds --order bfs,opic,fpr web.sp'; do
	(cd "$folder" && $command >expected && PATH=root/usr/bin:$PATH &&
		$command >got) 2>"$err"
	for section in scores orders; do
		graphdump -s $section "$folder/expected" >"$folder/expected.tsv"
		graphdump -s $section "$folder/got" >"$folder/got.tsv"
		[ -s "$folder/got.tsv" ] || continue
		expect_same "$command: the same bits" "$folder/expected.tsv" \
			"$folder/got.tsv"
	done
done 2>"$folder/none"

PATH=$folder/root/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin
PYTHONPATH=$folder/root/usr/lib/python3/dist-packages
PIPELINES=$folder/root/usr/share/seedpipe/pipelines
export PATH PYTHONPATH PIPELINES
for script in filters import python; do
	mkdir "$folder/$script"
	run env AUTOPKGTEST_TMP="$folder/$script" sh "debian/tests/$script"
	expect "debian/tests/$script" 0
done

plan
