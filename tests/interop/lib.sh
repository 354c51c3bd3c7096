# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# lib.sh - helpers of the scripts that run against programs of others, beside
# those of tests/cli/lib.sh
#
#	. "$(dirname "$0")/lib.sh"
#	need_module warcio
#	...
#	plan

# shellcheck source=tests/cli/lib.sh
. "${here:-$(cd "$(dirname "$0")" && pwd)}/../cli/lib.sh"
: "${BUILD:=build}"
BUILD=$(cd "$BUILD" && pwd) || exit 2

# need_program NAME... - ends the script before its first test where one of the
# programs is missing
need_program() {
	for program; do
		command -v "$program" >/dev/null 2>&1 ||
			skip_all "no $program"
	done
}

# need_module NAME... - the same for modules of Python
need_module() {
	for module; do
		python3 -c "import $module" 2>/dev/null ||
			skip_all "no Python module $module"
	done
}
