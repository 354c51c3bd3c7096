#!/bin/sh
# SPDX-License-Identifier: MIT
#
# bad.t - the catalogue of mistakes in tests/bad: each case exits with its
# status and prints its messages, to the byte
#
#	[BIN=bin] tests/cli/bad.t [FILE...]

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables
# shellcheck disable=SC3045 # dash has ulimit -d

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

# For the cases that change a stream and seal it again.
PATH=$PATH:$(cd "${BUILD:-build}/tests" 2>/dev/null && pwd)
catalogue=$(cd "$here/../bad" && pwd) || exit 2
case=$folder/case
fixtures=$folder/fixtures

make_fixtures() {
	mkdir -p "$fixtures" && cd "$fixtures" || return 1
	cat >links.txt <<-'END'
	0	1
	0	2
	0	4
	1	3
	1	6
	2	1
	2	3
	2	5
	3	0
	4	5
	4	6
	4	7
	5	4
	5	8
	7	1
	7	8
	8	7
	8	9
	9	4
	10	0
	10	4
	11	0
	11	4
	END
	for host in a a a a b b b c c c c d; do
		page=$((${page:--1} + 1))
		echo "http://$host.example/page$page"
	done >urls.txt
	: >empty
	graphimport -f arcs --names urls.txt links.txt >web.sp &&
		graphimport -f arcs --dense links.txt >bare.sp &&
		graphgen -n 500 >other.sp &&
		graphprune web.sp >pruned.sp &&
		hits pruned.sp >hits.sp &&
		pagerank web.sp >rank.sp &&
		coreextract --seeds 2 --min-hubs 1 --min-authorities 1 \
			hits.sp >cores.sp &&
		seedpick cores.sp >seeds.sp &&
		echo http://a.example/page0 | seedpick --urls - web.sp |
		crawlorder -g web.sp --order bfs,opic --k 3 - >orders.sp
}

# run_case - runs $command in a folder of its own with all fixtures
run_case() {
	rm -rf "$case"
	cp -r "$fixtures" "$case"
	status=0
	(
		[ -z "$limit" ] || ulimit -d "$limit"
		cd "$case" && sh -c "$command" </dev/null
	) >"$out" 2>"$err" || status=$?
}

# same_messages - standard error is $expected, line by line; a line that is
# expected to end in " ..." may go on
same_messages() {
	printf '%s' "$messages" >"$folder/expected"
	awk -v expected="$folder/expected" '
		{
			if ((getline line <expected) <= 0) exit failed = 1
			if (line ~ / \.\.\.$/) {
				line = substr(line, 1, length(line) - 4)
				if (index($0, line) != 1) exit failed = 1
			} else if ($0 != line)
				exit failed = 1
		}
		END {
			exit failed || (getline line <expected) > 0
		}' "$err"
}

# useless_output - what a failed command wrote is nothing, or no stream
useless_output() {
	[ ! -s "$out" ] || ! graphdump -s provenance "$out" \
		>"$folder/truth" 2>&1
}

# what_lacks NEED - prints why a case cannot run here, or nothing
what_lacks() {
	case $1 in
	'') ;;
	plain)
		# The names of their functions are in every build with them.
		! grep -q -e __asan_init -e __tsan_init -e __msan_init \
			"$(command -v hits)" ||
			echo 'sanitizers need more memory than the case allows'
		! has_llvm_openmp || echo "LLVM's OpenMP library aborts"
		;;
	servers)
		! built_without graphimport s3://bucket ||
			echo 'built without libcurl'
		;;
	*)
		command -v "$1" >/dev/null || echo "no $1"
		;;
	esac
}

# check_case - runs and judges one case
check_case() {
	lack=$(what_lacks "$needed")
	if [ -n "$lack" ]; then
		skip "$title" "$lack"
		return 0
	fi
	run_case
	if [ "$status" != "$wanted" ]; then
		not_ok "$title" "status $status, not $wanted:
$(cat "$err")"
	elif ! same_messages; then
		not_ok "$title" "expected:
$messages
got:
$(cat "$err")"
	elif [ "$status" != 0 ] && ! useless_output; then
		not_ok "$title" "status $status, but a whole stream"
	else
		ok "$title"
	fi
}

new_case() {
	title=
	command=
	messages=
	needed=
}

# read_cases FILE - runs all cases of a file; a case that lacks a part fails
read_cases() {
	label="$(basename "$1" .bad): "
	limit=
	# 64 MiB, and the stacks of threads.  Sanitizers need more.
	if [ "$label" = 'hostile: ' ] && [ -z "$(what_lacks plain)" ]; then
		limit=$((65536 + 10240 * $(nproc)))
	fi
	new_case
	while IFS= read -r line || [ -n "$line" ]; do
		case $line in
		'status '*)
			wanted=${line#status }
			if [ -n "$title" ] && [ -n "$command" ]; then
				check_case
			else
				not_ok "a case without title or command" \
					"$command"
			fi
			new_case
			;;
		'# '* | '#')
			title=${line#\# }
			;;
		'needs '*)
			needed=${line#needs }
			;;
		'$ '*)
			command=${line#\$ }
			;;
		'> '*)
			command="$command
${line#> }"
			;;
		'')
			[ -z "$command" ] ||
				not_ok "a case without status" "$command"
			new_case
			;;
		*)
			messages="$messages$line
"
			;;
		esac
	done <"$1"
	[ -z "$command" ] || not_ok "a case without status" "$command"
}

if ! (make_fixtures) >"$out" 2>"$err"; then
	not_ok "the files for the cases are made" "$(cat "$err")"
	plan
	exit
fi
ok "the files for the cases are made"
[ $# -gt 0 ] || set -- "$catalogue"/*.bad
for file; do
	read_cases "$file"
done
label=
# No case may hide in bytes that a reader does not see.
expect_is 'the catalogue is text without controls' '' \
	"$(grep -l -a '[[:cntrl:]]' "$catalogue"/* | sort -u)"
echo "# $((tests - 2)) cases"
plan
