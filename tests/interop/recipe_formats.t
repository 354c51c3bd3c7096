#!/bin/sh
# SPDX-License-Identifier: MIT
#
# recipe_formats.t - what conda and Homebrew would do by our recipes: their
# commands, in a folder of the sources, install filters that pass their tests
#
#	make interop INTEROP=tests/interop/recipe_formats.t
#
# Neither program is here.  The recipe for conda is read as YAML, and compared with
# the schema that CONDA_SCHEMA names, schema.json of prefix-dev/recipe-format; the
# formula is run by Ruby, with a class Formula that has what it uses.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh disable=SC1091
. "$here/lib.sh"
root=$(cd "$here/../.." && pwd)
version=$(sed -n 's/^VERSION = //p' "$root/Makefile")
cd "$folder" || exit 2
run make -s -C "$root" dist TARBALL="$folder/seedpipe-$version.tar.gz"
expect 'make dist' 0
mkdir conda brew
tar -xzf "seedpipe-$version.tar.gz" -C conda --strip-components 1
tar -xzf "seedpipe-$version.tar.gz" -C brew --strip-components 1

# ---- conda -------------------------------------------------------------------

# Prints the commands of a step, with ${{ ... }} as the recipe has it.
cat >steps.py <<'END'
import json, os, sys, yaml
recipe = yaml.safe_load(open(sys.argv[1]))
schema = os.environ.get("CONDA_SCHEMA")
if schema:
    import jsonschema
    jsonschema.validate(recipe, json.load(open(schema)))
if sys.argv[2] == "version":
    print(recipe["context"]["version"])
elif sys.argv[2] == "build":
    print("\n".join(recipe["build"]["script"]))
else:
    print("\n".join(line for test in recipe["tests"] for line in test["script"]))
END
recipe=conda/packaging/conda/recipe.yaml
if ! python3 -c 'import yaml' 2>"$err"; then
	skip 'the recipe for conda' 'no yaml for Python'
else
	[ -n "${CONDA_SCHEMA:-}" ] || skip 'the schema of recipes' \
		'no schema.json of prefix-dev/recipe-format (CONDA_SCHEMA)'
	run python3 steps.py $recipe version
	expect 'conda: the recipe is read' 0
	expect_is '... the version is that of the Makefile' "$version" \
		"$(cat "$out")"
	python3 steps.py $recipe build >commands
	run env -C conda PREFIX="$folder/prefix" CPU_COUNT=2 CC=cc AR=ar \
		LDFLAGS="-Wl,-rpath,$folder/prefix/lib" sh -eu ../commands
	expect 'conda: its script builds and installs' 0
	python3 steps.py $recipe tests >checks
	mkdir tested
	run env -C tested PATH="$folder/prefix/bin:/usr/bin:/bin" sh -eu ../checks
	expect 'conda: its tests pass' 0
fi

# ---- Homebrew ----------------------------------------------------------------

"$root/packaging/homebrew" "seedpipe-$version.tar.gz" \
	"https://example.org/seedpipe-$version.tar.gz" >seedpipe.rb
expect_is 'Homebrew: the checksum of the release' \
	"$(sha256sum "seedpipe-$version.tar.gz" | cut -d ' ' -f 1)" \
	"$(sed -n 's/.*sha256 "\(.*\)"/\1/p' seedpipe.rb)"
cat >brew.rb <<'END'
require "pathname"
def ENV.cc = "cc"
class Formula
  %i[desc homepage url sha256 license depends_on].each do |name|
    define_singleton_method(name) { |*| }
  end
  def self.test(&block) = define_method(:run_test, &block)
  def prefix = Pathname(ARGV[1])
  def bin = prefix/"bin"
  def system(*words) = Kernel.system(*words.map(&:to_s)) || abort(words.join(" "))
  def shell_output(line) = `#{line}`.tap { abort(line) unless $?.success? }
  def assert_equal(wanted, got) = wanted == got || abort("#{wanted}, not #{got}")
end
load ARGV[0]
formula = Seedpipe.new
Dir.chdir("brew") { formula.install }
Dir.mkdir("tested-brew")
Dir.chdir("tested-brew") { formula.run_test }
END
if command -v ruby >"$out"; then
	run ruby -wc seedpipe.rb
	expect 'Homebrew: the formula is Ruby' 0
	run ruby brew.rb "$folder/seedpipe.rb" "$folder/cellar"
	expect 'Homebrew: it installs, and its test passes' 0
else
	skip 'the formula for Homebrew' 'no ruby'
fi
plan
