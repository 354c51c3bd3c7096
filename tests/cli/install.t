#!/bin/sh
# SPDX-License-Identifier: MIT
#
# install.t - what make install puts where, that it is all in one Debian package
# or another, and that make uninstall leaves nothing
#
#	[BIN=bin] [BUILD=build] tests/cli/install.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

filters=$(find cmd -mindepth 1 -maxdepth 1 | sed 's|.*/||; s|\.c$||' | sort)
mpi=$(find man/man1 -name '*-mpi.1' | sed 's|.*/||; s|\.1$||' | sort)

# Programs for MPI need no MPI to be installed.
mkdir "$folder/bin-mpi"
for program in $mpi; do
	echo >"$folder/bin-mpi/$program"
done

# careful_make ARGUMENTS... - built_make with the umask of a careful root
careful_make() {
	usual=$(umask)
	umask 077
	built_make MPI_BIN="$folder/bin-mpi" "$@"
	umask "$usual"
}

# files FOLDER - the sorted files below, each with its mode
files() {
	(cd "$1" && find . -type f -printf '%P %m\n' | sort)
}

# wanted - what must be installed, below $PREFIX
wanted() {
	for filter in $filters seedpipe; do
		echo "bin/$filter 755"
		echo "share/bash-completion/completions/$filter 644"
		echo "share/zsh/site-functions/_$filter 644"
		echo "share/fish/vendor_completions.d/$filter.fish 644"
	done
	find man -name '*.[157]' ! -name '*-mpi.1' -printf 'share/%p 644\n'
	for document in LICENSE README.md CHANGELOG.md \
		$(find docs -maxdepth 1 -type f); do
		echo "share/doc/seedpipe/$document 644"
	done
	find pipelines recipes -type f ! -name demo ! -path '*seedpipe*' |
		while read -r part; do
			case $part in
			*.md | recipes/*.sh) mode=644 ;;
			recipes/*) mode=755 ;;
			*) mode=644 ;;
			esac
			! grep -q '^#!/bin/sh' "$part" || mode=755
			echo "share/seedpipe/$part $mode"
		done
}

root=$folder/root
careful_make install DESTDIR="$root" PREFIX=/usr
expect 'make install' 0
wanted | sort >"$folder/wanted"
files "$root/usr" >"$folder/installed"
expect_same 'make install installs all files, with their modes' \
	"$folder/wanted" "$folder/installed"
expect_is 'everybody can enter all folders' 755 \
	"$(find "$root" -type d -printf '%m\n' | sort -u)"

# ---- Debian packages -------------------------------------------------------

# Lists of packages name files or folders, and not-installed what is in none of
# them; debian/rules has another folder for zsh.
for list in debian/*.install debian/not-installed; do
	while read -r entry; do
		awk -v entry="$entry" '{
			file = "usr/" $1
			sub("zsh/site-functions", "zsh/vendor-completions", file)
			if (file == entry || index(file, entry "/") == 1) {
				print file
				found = 1
			}
		} END { if (!found) print entry ": no such file" }' \
			"$folder/installed"
	done <"$list"
done | sort >"$folder/packed"
sed 's|^|usr/|; s| .*||; s|zsh/site-functions|zsh/vendor-completions|' \
	"$folder/installed" | sort >"$folder/files"
expect_same 'each file is in one Debian package' "$folder/files" \
	"$folder/packed"

# ---- programs for MPI ------------------------------------------------------

careful_make install-mpi DESTDIR="$root" PREFIX=/usr
expect 'make install-mpi' 0
for program in $mpi; do
	echo "bin/$program 755"
	echo "share/man/man1/$program.1 644"
done | sort - "$folder/wanted" >"$folder/wanted-mpi"
files "$root/usr" >"$folder/installed"
expect_same 'make install-mpi adds programs and their pages' \
	"$folder/wanted-mpi" "$folder/installed"
expect_is 'programs for MPI are those of mpi' "$mpi" "$(
	find mpi -mindepth 1 -maxdepth 1 ! -name '*.h' |
		sed 's|.*/||; s|\.c$||; s|$|-mpi|' |
		grep -vxE '(command|job|output|team_mpi)-mpi' | sort)"

# ---- uninstalling ----------------------------------------------------------

careful_make uninstall DESTDIR="$root" PREFIX=/usr
expect 'make uninstall' 0
expect_is 'make uninstall leaves nothing' "$root" "$(find "$root")"

# Files and folders of others stay, and whatever is above $PREFIX.
mkdir -p "$folder/above/prefix/share/man"
touch "$folder/above/prefix/share/man/other"
careful_make install PREFIX="$folder/above/prefix"
expect 'make install PREFIX=' 0
careful_make uninstall PREFIX="$folder/above/prefix"
expect 'make uninstall PREFIX=' 0
expect_is 'make uninstall leaves files of others' \
	"$folder/above/prefix/share/man/other" \
	"$(find "$folder/above" -type f -o -type d -empty)"
rm -r "$folder/above/prefix"
careful_make install PREFIX="$folder/above/prefix"
careful_make uninstall PREFIX="$folder/above/prefix"
expect_is 'make uninstall removes PREFIX, and nothing above' \
	"$folder/above" "$(find "$folder/above")"

plan
