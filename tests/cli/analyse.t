#!/bin/sh
# SPDX-License-Identifier: MIT
#
# analyse.t - tests/analysis/run: remarks that are new, explained or gone, and a
# run that goes on where the last one ended
#
#	[BIN=bin] tests/cli/analyse.t
#
# The analysers are scripts that remark each line with the word "fault".

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2
mkdir -p tree/tests/analysis tree/lib/base tree/cmd tree/mpi
cp "$here/../analysis/run" "$here/../analysis/checks" tree/tests/analysis
: >tree/tests/analysis/known.h
: >explained
echo 'int good;' >tree/lib/base/good.c
printf 'int\nbad(void)\n{\n\tfault; /* one */\n}\n' >tree/cmd/bad.c
# The source is the last argument of gcc, and stands before -- for clang-tidy.
cat >gcc <<'END'
#!/bin/sh
for source; do :; done
case $source in
--version) echo 'gcc 1'; exit ;;
*.c) ;;
*) exit ;;
esac
echo "gcc $source" >>"$RAN"
grep -q unreadable "$source" && exit 1
grep -n fault "$source" | sed "s,\([0-9]*\):.*,$source:\1:2: \
warning: a fault [CWE-1] [-Wanalyzer-fault],"
grep -n macro "$source" | sed "s,\([0-9]*\):.*,\
./tests/analysis/known.h:1:1: warning: a fault [-Wanalyzer-macro]\\
$source:\1:2: note: in expansion of macro 'sp_fail',"
exit 0
END
cat >tidy <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo 'tidy 1'; exit; }
while [ "$2" != -- ]; do shift; done
echo "tidy $1" >>"$RAN"
END
cat >cc <<'END'
#!/bin/sh
for source; do :; done
cat "$source"
END
chmod +x gcc tidy cc
export GCC="$folder/gcc" TIDY="$folder/tidy" CC="$folder/cc" \
	EXPLAINED="$folder/explained" RAN="$folder/ran"

# analyse [WORD...]
analyse() {
	: >ran
	run tree/tests/analysis/run "$folder/kept" "$@"
}

analyse
expect 'a remark that is new' 1
expect_text 'it is printed' \
	'cmd/bad.c:4: a fault [CWE-1] [analyzer-fault]' "$out"
expect_text 'with its function and line' '    bad: fault; /* one */' "$out"
expect_is 'both tools read both sources' \
	'gcc cmd/bad.c gcc lib/base/good.c tidy cmd/bad.c tidy lib/base/good.c' \
	"$(paste -sd ' ' ran)"
analyse
expect 'again' 1
expect_is 'nothing is read again' '' "$(cat ran)"

cat >explained <<'END'
# The first.
analyzer-fault
	cmd/bad.c
	| bad: fault; /* one */
	It only has the name of one.
END
analyse
expect 'it is explained' 0
expect_text 'and counted' '1 remarks, 1 explained, 0 new; 0' "$out"
printf 'int x;\nint\nbad(void)\n{\n\n\tfault; /* one */\n}\n' \
	>tree/cmd/bad.c
analyse
expect 'also in another line' 0
expect_is 'what changed is read again' 'gcc cmd/bad.c tidy cmd/bad.c' \
	"$(paste -sd ' ' ran)"

echo 'int good;' >tree/cmd/bad.c
analyse
expect 'an explanation that no longer occurs' 1
expect_text 'it is printed' 'cmd/bad.c: no longer remarked' "$out"
analyse good
expect 'but not if other sources are chosen' 0
printf 'analyzer-fault\n\tcmd/bad.c\n\t| bad: fault;\n' >explained
analyse
expect 'an entry without a reason' 2
: >explained

printf 'int x;\n\tmacro();\n' >tree/cmd/bad.c
analyse bad
expect 'a remark in a macro of known.h' 1
expect_text 'it has the place of its use' 'cmd/bad.c:2: a fault' "$out"

echo unreadable >tree/cmd/bad.c
for time in 1 2; do
	analyse
	expect "a source that cannot be read, $time" 1
	expect_text "it is named, $time" 'gcc: cmd/bad.c was not read' "$out"
done
echo 'int good;' >tree/cmd/bad.c
GCC=$folder/none TIDY=$folder/none
analyse
expect 'without the tools' 0
expect_text 'each is skipped' 'gcc -fanalyzer: skipped: ' "$out"
expect_text 'also the other' 'clang-tidy: skipped: ' "$out"

plan
