#!/bin/sh
# SPDX-License-Identifier: MIT
#
# versions.t - which programs and packages of others are here: the pinned ones,
# and those of the system with their versions

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"

while IFS='=' read -r package _ version; do
	case $package in '#'* | '') continue ;; esac
	found=$(python3 -c 'import importlib.metadata, sys
print(importlib.metadata.version(sys.argv[1]))' "$package" 2>/dev/null)
	if [ -z "$found" ]; then
		skip "$package" "no Python package $package $version"
	else
		expect_is "$package $version" "$version" "$found"
	fi
done <"$here/requirements.txt"
for program in wget chromium java node; do
	if command -v "$program" >/dev/null 2>&1; then
		ok "$program: $("$program" --version 2>&1 | head -n 1)"
	else
		skip "$program" "no $program"
	fi
done
plan
