#!/bin/sh
# SPDX-License-Identifier: MIT
#
# build.t - the Makefile: libraries are detected, changes rebuild what depends
# on them, every folder gives the same bytes, filters are hardened, releases and
# cross builds work
#
#	tests/cli/build.t
#
# Works on copies of the sources, and of what this build made of them: that
# everything is made from nothing, this build itself has shown.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

# moved FROM TO - the folder TO is a copy of FROM, which the flags of its objects
# name
moved() {
	for flags in "$2"/build/flags/*; do
		sed "s|$1|$2|g" "$flags" >"$folder/flags"
		touch -r "$flags" "$folder/flags"
		mv "$folder/flags" "$flags"
	done
}

# A copy of the sources, with the objects of the library and of the filters.
mkdir -p "$folder/one/build"
tar -c --exclude=./.git --exclude=./build --exclude=./bin --exclude=./out \
	--exclude='./*.tar.gz' . | tar -x -C "$folder/one"
(cd "${BUILD:-build}" && tar -c config.mk flags lib cmd libseedpipe.a) |
	tar -x -C "$folder/one/build"
moved "$(pwd)" "$folder/one"

# in_copy FOLDER ARGUMENTS... - runs make there, unaffected by an outer make
in_copy() {
	copy=$1
	shift
	run env -u MAKEFLAGS -u MAKELEVEL -u BUILD -u BIN -u CC -u CFLAGS \
		-u CPPFLAGS -u LDFLAGS -u HARDEN make -C "$folder/$copy" "$@"
}

# compiled - prints how many files the last run compiled
compiled() {
	grep -c -e ' -MMD .* -c ' "$out"
}

# ---- two folders -----------------------------------------------------------

# If this build has other flags than the usual ones, all is compiled here.
in_copy one -j2 filters
expect 'a build' 0
# In the other folder, every sixteenth source is compiled again, which tells as
# much as all of them, and the filters are linked.
cp -a "$folder/one" "$folder/two"
moved "$folder/one" "$folder/two"
find "$folder/two/build/lib" "$folder/two/build/cmd" -name '*.o' | sort |
	awk 'NR % 16 == 1' >"$folder/again"
xargs rm <"$folder/again"
rm -r "$folder/two/bin" "$folder/two/build/libseedpipe.a"
in_copy two -j2 filters
expect 'a build in another folder' 0
expect_is 'it compiles what is missing' "$(wc -l <"$folder/again")" \
	"$(compiled)"
while read -r object; do
	cmp "$object" "$folder/one/${object#"$folder/two/"}"
done <"$folder/again" >"$folder/differ" 2>&1
expect_is 'both folders give the same objects' '' "$(cat "$folder/differ")"
for filter in "$folder"/one/bin/*; do
	expect_same "${filter##*/}: both folders give the same bytes" \
		"$filter" "$folder/two/bin/${filter##*/}"
done

# ---- hardening -------------------------------------------------------------

# lacking PATTERN READELF-OPTION FOLDER - prints the filters of the folder of
# which readelf prints no line that matches
lacking() {
	for filter in "$3"/*; do
		readelf -W "$2" "$filter" | grep -qE -- "$1" || echo "$filter"
	done
}

# hard_flags [NAME=VALUE...] - prints the flags that .ci/probe finds, in a line
hard_flags() {
	env -u CC -u CFLAGS -u LDFLAGS -u HARDEN "$@" .ci/probe |
		sed -n 's/^HARDEN_[A-Z]* = *//p' | xargs
}

found=$(hard_flags CFLAGS=-O2)
if command -v readelf >/dev/null; then
	filters=$(find "$folder/one/bin" -type f | wc -l)
	hold() {
		expect_is "$filters filters: $1" '' \
			"$(lacking "$2" "$3" "$folder/one/bin")"
	}
	hold 'load at any address' '^ *Type: +DYN .*' -h
	hold 'are programs, not libraries' '[(]FLAGS_1[)].* PIE' -d
	hold 'resolve functions before they run' '[(]FLAGS_1[)].* NOW' -d
	hold 'make what was resolved read-only' '^ *GNU_RELRO ' -l
	hold 'have no code on the stack' '^ *GNU_STACK .* RW +0x' -l
	hold 'guard what returns on the stack' ' __stack_chk_fail' --dyn-syms
	hold 'check sizes in calls of the C library' \
		' __(memcpy|v?snprintf)_chk' --dyn-syms
	in_copy one BUILD=soft BIN=soft/bin HARDEN= soft/lib/base/hash.o
	expect 'HARDEN= compiles without flags of this kind' 0
	expect_is 'none at all' '' "$(grep -E \
		'stack-protector|stack-clash|FORTIFY|-fPIE' "$out")"
	rm -r "$folder/one/soft"
else
	skip 'what filters are hardened with' 'no readelf'
fi
# Compilers that know less: nothing else is lost.
cat >"$folder/old" <<'END'
#!/bin/sh
case "$*" in *"$UNKNOWN"*) exit 1 ;; esac
exec cc "$@"
END
chmod +x "$folder/old"
for flag in $found; do
	left=$found
	case $flag in
	-U_FORTIFY_SOURCE) continue ;;
	*FORTIFY*) lost='-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3' ;;
	-fPIE | -pie) lost='-fPIE -pie' ;;
	*) lost=$flag ;;
	esac
	for word in $lost; do
		left=$(echo "$left" | sed "s/$word//" | xargs)
	done
	expect_is "a compiler without $flag keeps the others" "$left" \
		"$(hard_flags CFLAGS=-O2 UNKNOWN="$flag" CC="$folder/old")"
done
expect_is 'with HARDEN= there are none' '' \
	"$(hard_flags CFLAGS=-O2 HARDEN=)"
expect_is 'what is linked statically is given no address' '' \
	"$(hard_flags CFLAGS='-O2 -static' | grep -i pie)"
case $(cc -dumpmachine 2>/dev/null) in
x86_64-*linux-gnu)
	# shellcheck disable=SC2086 # words
	expect_is 'this compiler has all of them' 9 "$(set -- $found; echo $#)"
	;;
*)
	skip 'this compiler has all of them' 'not Linux on x86-64'
	;;
esac

# ---- what is rebuilt -------------------------------------------------------

in_copy one filters
expect 'a second build' 0
expect_is 'a second build compiles nothing' 0 "$(compiled)"
# An old source in a new folder of objects, as after a move.
rm -r "$folder/one/build/lib/rank"
echo 'extern const int sp_moved; const int sp_moved = 1;' \
	>"$folder/one/lib/rank/moved.c"
touch -d 2001-01-01 "$folder/one/lib/rank/moved.c"
in_copy one bin/hits
set -- "$folder"/one/lib/rank/*.c
expect_is 'what has no object is compiled, however old' $# "$(compiled)"
rm "$folder/one/lib/rank/moved.c"
in_copy one bin/hits
expect_is 'a source that is gone leaves the library' '' \
	"$(ar t "$folder/one/build/libseedpipe.a" | grep moved)"
in_copy one VERSION=9.9 bin/hits
expect_is 'a new version recompiles one file' 1 "$(compiled)"
expect_is 'and --version prints it' 'hits (seedpipe) 9.9' \
	"$("$folder/one/bin/hits" --version)"
in_copy one bin/hits
expect_same 'the old version gives the old bytes' "$folder/one/bin/hits" \
	"$folder/two/bin/hits"
in_copy one -n CPPFLAGS=-DX filters
expect_true 'new flags recompile everything' [ "$(compiled)" -gt 50 ]

# A machine without libpsl, and then with it.
if pkg-config --exists libpsl; then
	cat >"$folder/pkg-config" <<-'END'
	#!/bin/sh
	case "$*" in *libpsl*) exit 1 ;; esac
	exec pkg-config "$@"
	END
	chmod +x "$folder/pkg-config"
	printf 'http://a.example.org/ http://b.example.org/\n' >"$folder/links"
	in_copy two PKG_CONFIG="$folder/pkg-config" bin/graphimport
	expect_is 'libpsl removed: one file is recompiled' 1 "$(compiled)"
	run "$folder/two/bin/graphimport" --domain "$folder/links"
	expect_message 'graphimport --domain reports it' 'without the libpsl library'
	in_copy two bin/graphimport
	expect_is 'libpsl installed: one file is recompiled' 1 "$(compiled)"
	run "$folder/two/bin/graphimport" --domain "$folder/links"
	expect 'graphimport --domain works' 0
else
	skip 'libpsl is removed and installed' 'libpsl is not installed'
fi

# Libraries for what crawlers leave behind are loaded by the filters that read
# that, and by no other.
if command -v ldd >/dev/null; then
	for filter in graphprune hits coreextract seedpick pagerank crawlorder \
		hotcurve; do
		ldd "$folder/two/bin/$filter"
	done >"$folder/loaded"
	expect_is 'filters that rank load no library for crawls' '' "$(grep -oE \
		'lib(curl|stemmer|brotli|md|deflate)[^ ]*' \
		"$folder/loaded")"
else
	skip 'what filters load' 'no ldd'
fi

# The same without libidn2: two spellings of a host stay two.
if pkg-config --exists libidn2; then
	cat >"$folder/pkg-config-idn" <<-'END'
	#!/bin/sh
	case "$*" in *libidn2*) exit 1 ;; esac
	exec pkg-config "$@"
	END
	chmod +x "$folder/pkg-config-idn"
	printf 'http://b\303\274cher.example/ http://xn--bcher-kva.example/\n' \
		>"$folder/links"
	in_copy two PKG_CONFIG="$folder/pkg-config-idn" bin/graphimport
	expect_is 'libidn2 removed: one file is recompiled' 1 "$(compiled)"
	run "$folder/two/bin/graphimport" -f arcs "$folder/links"
	expect_message 'graphimport warns of the host' 'stay as they are'
	in_copy two bin/graphimport
	run "$folder/two/bin/graphimport" -f arcs "$folder/links"
	expect_message 'with libidn2 both are one host' '--normalize joins'
else
	skip 'libidn2 is removed and installed' 'libidn2 is not installed'
fi

# deps runs before all other goals, so that what it installs is detected.
cat >"$folder/one/.ci/deps" <<'END'
#!/bin/sh
sleep 1
touch installed
END
cat >"$folder/pkg-config" <<END
#!/bin/sh
[ -e "$folder/one/installed" ] || exit 1
exec pkg-config "\$@"
END
chmod +x "$folder/pkg-config"
in_copy one BUILD=late PKG_CONFIG="$folder/pkg-config" -j2 \
	deps late/flags/PSL
expect 'deps with -j2' 0
expect_same 'the libraries that deps installed are detected' \
	"$folder/one/late/config.mk" "$folder/two/build/config.mk"
expect_same 'and used' "$folder/one/late/flags/PSL" \
	"$folder/two/build/flags/PSL"
rm "$folder/one/installed"
in_copy one -n deps
expect_true 'a dry run installs nothing' [ ! -e "$folder/one/installed" ]

# Noting the values in comparisons takes most of the time of a target.
in_copy one -n fuzz-libfuzzer
expect_is 'fuzz targets are built twice: they note comparisons, or not' \
	'quick/not usual/noted' "$(awk '/ -MMD .*libfuzzer/ {
		built[(/libfuzzer\/quick\// ? "quick/" : "usual/") \
			(/-coverage=trace-cmp/ ? "not" : "noted")] }
		END { for (way in built) print way }' "$out" |
		sort | paste -sd ' ' -)"

# ---- another machine -------------------------------------------------------

# A compiler whose probe object claims to be for IBM S/390; by the same name, so
# that nothing is compiled again.
mkdir "$folder/cross"
cat >"$folder/cross/cc" <<END
#!/bin/sh
$(command -v cc) "\$@" || exit
END
cat >>"$folder/cross/cc" <<'END'
case "$*" in
*/dev/null*)
	while [ "$1" != -o ]; do shift; done
	printf '\000\026' | dd of="$2" bs=1 seek=18 conv=notrunc 2>/dev/null
	;;
esac
END
chmod +x "$folder/cross/cc"
natively=$PATH
PATH=$folder/cross:$PATH
in_copy two all
expect 'a build for another machine' 0
expect_output 'it skips the completions and says so' 'no completions: '
expect_true 'there are no completions' [ ! -e "$folder/two/build/completion" ]
in_copy two DESTDIR="$folder/root" install
expect 'it installs' 0
in_copy two HOST_BIN="$BIN" all
expect 'with HOST_BIN, filters that run here' 0
expect_true 'there are completions' \
	[ -s "$folder/two/build/completion/bash/hits" ]
PATH=$natively

# A machine with addresses of 32 bits is refused with the reason.
printf '#include <stdint.h>\n#undef SIZE_MAX\n#define SIZE_MAX 0xffffffffu\n' \
	>"$folder/small.h"
run cc -Ilib -D_GNU_SOURCE -fsyntax-only lib/base/memory.c
expect 'addresses of this machine will do' 0
run cc -Ilib -D_GNU_SOURCE -fsyntax-only -include "$folder/small.h" \
	lib/base/memory.c
expect '32 bits will not' 1
expect_message 'and the compiler says why' 'needs a machine with 64-bit addresses'

# ---- a release -------------------------------------------------------------

cp "$folder/two/.ci/deps" "$folder/one/.ci/deps"
rm -rf "$folder/one/late"
in_copy one dist
expect 'make dist' 0
release=$(cd "$folder/one" && echo seedpipe-*.tar.gz)
mkdir "$folder/three"
tar -xzf "$folder/one/$release" -C "$folder/three" --strip-components=1
expect_true 'a release has the figure of README.md' \
	[ -s "$folder/three/docs/orders.svg" ]
# Later, by a user with other settings, and after a build of packages.
mkdir -p "$folder/three/debian/tmp/usr" "$folder/three/build"
touch "$folder/three/debian/tmp/usr/hits" "$folder/three/debian/files"
find "$folder/three" -exec touch {} +
(
	umask 077
	LC_ALL=C.UTF-8
	TZ=Asia/Tokyo
	export TZ
	in_copy three dist
)
expect_same 'a release made from a release is the same' "$folder/one/$release" \
	"$folder/three/$release"
if command -v git >/dev/null; then
	git init -q "$folder/two"
	run git -C "$folder/two" add .
	run git -C "$folder/two" -c user.name=a -c user.email=b commit -qm c
	git -C "$folder/two" config core.autocrlf true
	git -C "$folder/two" config tar.umask 0077
	in_copy two dist
	expect_same 'so is one made from a git clone' "$folder/one/$release" \
		"$folder/two/$release"
else
	skip 'a release made from git' 'git is not installed'
fi

# The generated file of HTML's references is up to date.
if command -v python3 >/dev/null; then
	python3 lib/web/page/html_names.py >"$folder/html_names.c"
	expect_same 'html_names.c is what html_names.py makes' \
		lib/web/page/html_names.c "$folder/html_names.c"
else
	skip 'html_names.c is what html_names.py makes' 'no python3'
fi

plan
