#!/bin/sh
# SPDX-License-Identifier: MIT
#
# packages.t - debian/ agrees with the rest: version, what building needs, and
# in which package a filter is.  install.t compares the lists of files, and
# make test-deb builds the packages.
#
#	[BIN=bin] tests/cli/packages.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

expect_is 'the version' "$(sed -n 's/^VERSION = //p' Makefile)" \
	"$(sed -n '1s/^seedpipe (\(.*\)-[0-9]*) .*/\1/p' debian/changelog)"

# What "make deps" installs for building and testing, without what every build
# in Debian has.
sed -n '/^PACKAGES = /,/[^\\]$/p' Makefile | tr -s '\\\n\t ' '\n' |
	grep -vxE 'PACKAGES|=||gcc|make|libc6-dev|gzip|perl|python3.*' |
	sort >"$folder/packages"
awk '/^Build-Depends:/ { list = 1; next } !/^ / { list = 0 }
	list && $1 !~ /^(debhelper|dh-|python3|pybuild)/ {
		sub(/,$/, "", $1); print $1 }' debian/control |
	sort >"$folder/depends"
expect_same 'Build-Depends are the packages of make deps' \
	"$folder/packages" "$folder/depends"

crawl=$(sed -n 's/^CRAWL_FILTERS = //p' Makefile | tr ' ' '\n' | sort)
expect_is 'filters with more libraries are in seedpipe-import' "$crawl" \
	"$(sed -n 's|^usr/bin/||p' debian/seedpipe-import.install | sort)"
for package in seedpipe seedpipe-import; do
	sed -n 's|^usr/bin/||p' "debian/$package.install" |
		while read -r filter; do
			awk -v package="$package" '
				/^Package:/ { on = $2 == package } on' \
				debian/control | grep -qw "$filter" ||
				echo "$filter"
		done
done >"$folder/untold"
expect_is 'descriptions name the filters' '' "$(cat "$folder/untold")"

# What is tested once the packages are installed.
mkdir "$folder/filters.d" "$folder/import.d"
run env PATH="$PATH:$PWD/pipelines" AUTOPKGTEST_TMP="$folder/filters.d" \
	PIPELINES="$PWD/pipelines" sh debian/tests/filters
if command -v gnuplot >/dev/null; then
	expect 'debian/tests/filters' 0
else
	skip 'debian/tests/filters' 'no gnuplot'
fi
if ! built_without graphimport --domain; then
	run env AUTOPKGTEST_TMP="$folder/import.d" sh debian/tests/import
	expect 'debian/tests/import' 0
else
	skip 'debian/tests/import' 'not all libraries are there'
fi

plan
