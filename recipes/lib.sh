# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# lib.sh - what recipes share that go on where an earlier run was cut off
#
# A run works in a folder whose file "run" says all that decides the result: the
# script, its options, the list of its input, the version.  The key of the run,
# in the names of its files, is made of it.  So a run goes on with its own files
# only, and a task of another run that is still on its way can do no harm.

# fail TEXT - ends the script
fail() {
	echo "$(basename "$0"): $1" >&2
	exit 1
}

# run_key FOLDER WORD... - makes the folder of the run that the words describe,
# or finds that it is the folder of this very run, and prints the key
run_key() {
	run_folder=$1
	shift
	mkdir -p "$run_folder"
	run_new=$(mktemp "$run_folder/run.XXXXXX")
	{ crawlgraph -V && printf '%s\n' "$@"; } >"$run_new"
	if [ -z "$(find "$run_folder" -mindepth 1 ! -name 'run.*')" ]; then
		mv "$run_new" "$run_folder/run"
	elif cmp -s "$run_new" "$run_folder/run"; then
		rm "$run_new"
	else
		rm "$run_new"
		fail "$run_folder: files of another run, see $run_folder/run:\
 remove the folder, or give the same options and list"
	fi
	sha256sum <"$run_folder/run" | cut -c 1-12
}

# list_files LIST - prints the lines of a list, each with a tab and the bytes of
# the file if all files are on this host.  The list may be packed, or on a
# server: filters read that, here as the names of a graph without links.
list_files() {
	list_names=$(mktemp)
	list_lines=$(mktemp)
	if graphimport -q -f arcs --names "$1" -o "$list_lines" /dev/null &&
		graphdump -s names -o "$list_names" "$list_lines"; then
		cut -f 3- "$list_names" | sed '1d; /^$/d; s/\\t/\t/' \
			>"$list_lines"
		tr '\n' '\0' <"$list_lines" |
			xargs -0 stat -L --printf '%n\t%s\n' -- \
				>"$list_names" 2>/dev/null &&
			mv "$list_names" "$list_lines"
		cat "$list_lines"
	else
		false
	fi
	list_status=$?
	rm -f "$list_names" "$list_lines"
	return $list_status
}

# put FILE - writes standard input to the file, unless it is there already
put() {
	cat >"$1.new"
	if cmp -s "$1.new" "$1"; then
		rm "$1.new"
	else
		mv "$1.new" "$1"
	fi
}

# whole STREAM - is it there, complete and undamaged?
whole() {
	[ -e "$1" ] && graphdump -q -s provenance "$1" >/dev/null 2>&1
}

# parts MANIFEST [COLUMN] - its files, whose names are relative to its folder, or
# another column: 8 are the bytes of each
parts() {
	awk -F '\t' -v folder="$(dirname "$1")/" -v column="${2:-1}" '
	/^#file\t/ { parts = 1; next }
	parts { print (column > 1 || $1 ~ /^\// ? "" : folder) $column }' "$1"
}

# all_parts MANIFEST - is it there, up to the last page, with all its files, as
# long as it says?
all_parts() {
	[ -e "$1" ] && [ "$(sed -n 3p "$1" | cut -f 1)" = \
		"$(parts "$1" 3 | tail -n 1)" ] &&
		[ "$(parts "$1" 8)" = "$(parts "$1" | tr '\n' '\0' |
			xargs -0 stat -L -c %s 2>/dev/null)" ]
}
