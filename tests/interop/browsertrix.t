#!/bin/sh
# SPDX-License-Identifier: MIT
#
# browsertrix.t - Browsertrix Crawler has the pages of our lists as seeds, and
# lists for an upload have the sizes that Browsertrix takes
#
# The crawler is not on npm.  $BROWSERTRIX is its folder (/app of its image),
# with dist/util/seeds.js, by default $CACHE/browsertrix.  Without it, lists are
# read by its rules and the URL parser of Node, which it uses.

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_program node python3
: "${BROWSERTRIX:=$CACHE/browsertrix}"
cd "$folder" || exit 2

# Writes a line [URL, scope, authentication] for each seed that the crawler finds
# by these options of its command line.
cat >crawler.mjs <<'END'
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [app, ...options] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${app}/dist/util/${name}`));
const { parseArgs } = await load("argParser.js");
const { parseSeeds } = await load("seeds.js");
const found = await parseSeeds(".", parseArgs(["node", "crawl",
  "--failOnFailedSeed", ...options]));
fs.writeFileSync("seeds", found.map((seed) =>
  JSON.stringify([seed.url, seed.scopeType, seed.auth]) + "\n").join(""));
process.exit(0);
END

# What its rules make of a list of URLs, or of names: each is one of http or
# https, and user and password are no part of it.
cat >rules.mjs <<'END'
import fs from "node:fs";

const [file, scope] = process.argv.slice(2);
const lines = [];
for (const line of fs.readFileSync(file, "utf8").split("\n")) {
  if (!line)
    continue;
  const url = new URL(line.trim().replace(/^(["'])(.*)\1$/, "$2"));
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Error(line);
  const auth = url.username && url.password
    ? `${url.username}:${url.password}` : null;
  url.username = url.password = "";
  lines.push(JSON.stringify([url.href, scope, auth]) + "\n");
}
fs.writeFileSync(process.argv[4], lines.join(""));
END

crawler=
name="its rules in Node $(node --version)"
if [ -e "$BROWSERTRIX/dist/util/seeds.js" ]; then
	crawler=$BROWSERTRIX
	name="Browsertrix Crawler $(sed -n 's/.*"version": "\(.*\)".*/\1/p' \
		"$BROWSERTRIX/package.json")"
else
	skip 'what Browsertrix Crawler itself reads' \
		"no $BROWSERTRIX/dist/util/seeds.js"
fi

# read_list NAME NAMES OPTION LIST SCOPE - the crawler, called with the list as
# this option, has these pages as seeds
read_list() {
	rm -f seeds
	if [ -n "$crawler" ]; then
		set -- "$@" "$3" "$4"
		[ "$3" = --config ] || set -- "$@" --scopeType "$5"
		list_name=$1 list_names=$2 list_scope=$5
		shift 5
		run node crawler.mjs "$crawler" "$@"
	elif [ "$3" = --config ]; then
		return 0
	else
		list_name=$1 list_names=$2 list_scope=$5
		run node rules.mjs "$4" "$5" seeds
	fi
	expect "$name, $list_name: every line is a seed" 0 || {
		cut -c 1-300 "$out" | sed -n 's/^/# /; 1,5p'
		return 0
	}
	node rules.mjs "$list_names" "$list_scope" expected
	echo "# figure $name, $list_name: seeds $(wc -l <seeds)"
	expect_same "$name, $list_name: the seeds are the pages" expected seeds
}

# ---- lists and scopes --------------------------------------------------------

graphgen -q -n 20000 -o web.sp
seedpick -q --random 10000 --any --text web.sp >urls
run seedpick -q --random 10000 --any --to browsertrix -o list.txt web.sp
expect 'a list' 0
expect_same 'a list of URLs, no more' urls list.txt
read_list list urls --seedFile list.txt page
for scope in page prefix host domain; do
	run seedpick -q --random 1000 --any --to browsertrix --scope $scope \
		-o config.yaml web.sp
	expect "a configuration with the scope $scope" 0
	seedpick -q --random 1000 --any --text web.sp >urls
	read_list "scope $scope" urls --config config.yaml $scope
done

# ---- names that hurt ---------------------------------------------------------

python3 "$here/odd.py" good >good.txt
python3 "$here/odd.py" random 20000 >odd.csv
crawlgraph -q -f csv --source source --target target -o odd.sp odd.csv
run seedpick -q --urls good.txt --to browsertrix -o list.txt odd.sp
expect 'names that hurt: a list' 0
expect_same 'names that hurt: the same in the list' good.txt list.txt
read_list 'names that hurt' good.txt --seedFile list.txt page
run seedpick -q --urls good.txt --to browsertrix --scope host -o config.yaml \
	odd.sp
read_list 'names that hurt, with scope' good.txt --config config.yaml host
run seedpick -q --random 30000 --any --to browsertrix --drop-refused \
	-o list.txt odd.sp
expect 'random names: a list without those refused' 0
cp list.txt names
read_list 'random names' names --seedFile list.txt page
seedpick -q --random 30000 --any -o odd-seeds.sp odd.sp
graphdump -s seeds odd-seeds.sp | sed 1d | cut -f 4 >names
sed 's/\\/\\\\/g' list.txt >got
expect_is "random names: the $(wc -l <got) of $(wc -l <names) are names" '' \
	"$(grep -vxFf names got | head -n 5)"

# ---- sizes -------------------------------------------------------------------

graphgen -q -n 650000 -o big.sp
seedpick -q --random 650000 --any --text big.sp >urls
run seedpick -q --random 650000 --any --to browsertrix big.sp
expect "$(wc -c <urls) bytes to standard output" 64
expect_true 'standard output has none of it' [ ! -s "$out" ]
mkdir parts
run seedpick -q --random 650000 --any --to browsertrix -o parts/list.txt big.sp
expect 'the same to files' 0
expect_files 'they are two' parts list-1.txt list-2.txt
cat parts/list-1.txt parts/list-2.txt >got
expect_same 'together they are the list' urls got
run seedpick -q --random 650000 --any --to browsertrix --shard 1M \
	-o shards.txt big.sp
expect 'in shards of 1 MiB' 0
find . -name 'shards-*.txt' | sort -t - -k 2n | xargs cat >got
expect_same 'together they are the list' urls got

# What Browsertrix demands of an upload.
cat >upload.py <<'END'
import os, sys
from urllib.parse import urlsplit
for path in sys.argv[1:]:
    assert os.path.splitext(path)[1] == ".txt"
    assert os.path.getsize(path) <= 25000000, path
    with open(path, "rb") as lines:
        for line in lines:
            url = urlsplit(line.decode("utf-8").strip())
            assert url.scheme and url.netloc, line
END
run python3 upload.py list.txt parts/*.txt
expect 'Browsertrix takes all of them as uploads' 0
plan
