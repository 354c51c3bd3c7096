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

# have_jars NAME GROUP:ARTIFACT:VERSION... - sets $jars to the folder of these
# from Maven and of what they need, if need be in other versions than these;
# fails where they cannot be had
have_jars() {
	# shellcheck disable=SC2034 # for the script
	jars=$CACHE/$1/lib
	[ ! -e "$CACHE/$1/done" ] || return 0
	rm -rf "${CACHE:?}/$1"
	mkdir -p "$CACHE/$1"
	(
		cd "$CACHE/$1" || exit
		shift
		wanted=$(printf '%s\n' "$@" | sed 's|\(.*\):\(.*\):\(.*\)|\
			<dependency><groupId>\1</groupId>\
			<artifactId>\2</artifactId><version>\3</version>\
			</dependency>|')
		cat >pom.xml <<-END
			<project xmlns="http://maven.apache.org/POM/4.0.0">
			<modelVersion>4.0.0</modelVersion><groupId>x</groupId>
			<artifactId>x</artifactId><version>1</version>
			<dependencyManagement><dependencies>$wanted
			</dependencies></dependencyManagement>
			<dependencies>$wanted</dependencies></project>
		END
		mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib \
			>log 2>&1 && : >"done"
	)
}

# need_jars NAME GROUP:ARTIFACT:VERSION... - the same; ends the script where
# they cannot be had
need_jars() {
	need_program java mvn
	have_jars "$@" || skip_all "no $1 from Maven, see $CACHE/$1/log"
}
