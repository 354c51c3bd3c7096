#!/bin/sh
# SPDX-License-Identifier: MIT
#
# heritrix_seeds.t - Heritrix crawls by lists of seeds, scopes and precedences,
# in one queue by one thread, and downloads pages in their order
#
# It downloads seeds before all other pages, so those whose order is to be that
# of precedences are all seeds, in another order, or all found.

# shellcheck disable=SC2094,SC2119 # the log; options of web.sh
# shellcheck disable=SC2153,SC2154 # of lib.sh and crawl.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_program javac
# shellcheck source=tests/interop/heritrix.sh
. "$here/heritrix.sh"
: "${PAGES:=500}"
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"

pagerank -q -o ranked.sp web.sp
graphdump -s names ranked.sp >pages
graphdump -s scores ranked.sp | sed 1d | sort -k 2,2gr -k 1,1n |
	awk -F '\t' 'FILENAME == "-" { print url[$1]; next }
		{ url[$1] = $3 }' pages - >best

# list FORMAT [OPTION...] - the pages by PageRank, best first
list() {
	graphdump -q -s scores --to "$@" ranked.sp
}

# load FILE STATE - has its PrecedenceLoader load the list
load() {
	java -Xmx256m -cp "$jars/*" \
		org.archive.crawler.frontier.precedence.PrecedenceLoader \
		"$1" "$2" >loaded 2>>"$log"
	expect_text "all $(wc -l <"$1") precedences are loaded" \
		"$(wc -l <"$1") records imported" loaded
}

# crawl SEEDS SCOPE [PRECEDENCES] - crawls a web that answers as $answers; leaves
# in found the pages that it downloaded, in order
answers=
crawl() {
	# shellcheck disable=SC2086 # words
	begin $answers
	new_job
	sed "s|@FIRST@||; s|@PORT@|$port|; s|@THREADS@|1|; s|@EXTRA@|false|" \
		"$here/heritrix.cxml" >jobs/web/web.xml
	cp "$here/heritrix_seeds.cxml" jobs/web/crawler-beans.cxml
	cp "$1" jobs/web/seeds.txt
	cp "$2" jobs/web/scope.txt
	[ $# -lt 3 ] || load "$3" jobs/web/state
	run_job
	end
	awk '$2 == 200 && $4 ~ /^http/ && $4 !~ /\/robots.txt$/ { print $4 }' \
		$job/logs/crawl.log >found
}

# classes PRECEDENCES - prints the classes of the pages in found, in order
classes() {
	awk 'FILENAME == "-" { print class[$1]; next } { class[$1] = $2 }
		' "$1" - <found
}

# ---- seeds ------------------------------------------------------------------

list heritrix >seeds
list surt >scope
crawl seeds scope
expect_same "$(wc -l <found) seeds in the order of the list" best found

# ---- seeds with precedences -------------------------------------------------

shuf --random-source=best seeds >shuffled
list heritrix-precedence >precedences
crawl shuffled scope precedences
classes precedences >order
sort -n order >expected
expect_same "$(wc -l <order) shuffled seeds, $(uniq order | wc -l) classes in \
order" expected order
awk 'FILENAME == "shuffled" { place[$1] = NR; next }
	{ print $2, place[$1], $1 }' shuffled precedences |
	sort -k 1,1n -k 2,2n | cut -d ' ' -f 3 >expected
expect_same 'in a class, the order of the seeds' expected found

# No scope: seeds alone.
list heritrix --top pagerank:120 | sort >shuffled
list heritrix-precedence --top pagerank:120 >precedences
echo '+http://(example,none,)/' >scope
crawl shuffled scope precedences
head -n 120 best >expected
expect_same "$(wc -l <found) pages, each with its precedence: their order" \
	expected found

# ---- a scope: pages that are found ------------------------------------------

# The seeds' hosts are the scope; of the pages there that are known, the next is
# always one of the best class.
list heritrix --top pagerank:20 >seeds
list surt --top pagerank:20 >scope
list heritrix-precedence >precedences
crawl seeds scope precedences
cut -d / -f 3 seeds | sort -u >hosts
awk -F / 'FILENAME == "hosts" { of[$1]; next } $3 in of' hosts best |
	sort >inside
cut -f 1,2 links.tsv | awk -F '\t' 'FILENAME == "seeds" {
		known[$1] = new[++n] = $1
		next
	}
	FILENAME == "inside" { inside[$1]; next }
	{ links[$1] = links[$1] "\n" $2 }
	END {
		for (i = 1; i <= n; i++) {
			print new[i]
			count = split(links[new[i]], to, "\n")
			for (j = 1; j <= count; j++)
				if (to[j] in inside && !(to[j] in known))
					known[to[j]] = new[++n] = to[j]
		}
	}' seeds inside - | sort >expected
sort found >fetched
echo "# figure scope: pages $(wc -l <best), in the scope $(wc -l <inside)," \
	"reachable there $(wc -l <expected), downloaded $(wc -l <found)," \
	"hosts $(wc -l <hosts)"
expect_same 'a scope: what can be reached there, and nothing else' expected \
	fetched
awk -F '\t' '!/^#/ { print $3 }' log | cut -d / -f 3 | sort -u >asked
expect_same 'a scope: no other host was asked' hosts asked
cut -f 1,2 links.tsv | awk -F '[\t ]' 'FILENAME == "precedences" {
		class[$1] = $2
		next
	}
	FILENAME == "inside" { inside[$1]; next }
	FILENAME == "-" { links[$1] = links[$1] "\n" $2; next }
	FILENAME == "seeds" { known[$1]; seeds++; next }
	{
		if (FNR > seeds) {
			for (c = 1; c < class[$1]; c++)
				if (waiting[c] > 0)
					print $1, class[$1], "after", c
			waiting[class[$1]]--
		}
		count = split(links[$1], to, "\n")
		for (j = 1; j <= count; j++)
			if (to[j] in inside && !(to[j] in known)) {
				known[to[j]]
				waiting[class[to[j]]]++
			}
	}' precedences inside - seeds found >worse
expect_is "a scope: each of $(($(wc -l <found) - $(wc -l <seeds))) pages that \
were found is of the best class known" '' "$(head -n 5 worse)"

# ---- the next batch of a crawl ----------------------------------------------

# Seeds are fetched whatever the scope is, and nothing else is in this one.
next_batch 40 10
echo '+http://(example,none,)/' >scope
seedpick -q --to heritrix -o seeds batch.sp
crawl seeds scope
expect_same 'the next batch: its pages in their order' chosen found
answers=$ANSWERS
crawl seeds scope
compare_batch "the next batch, of pages that fail and redirect"
answers=

# ---- names that lists may spoil ---------------------------------------------

cat >Reads.java <<'END'
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import org.archive.bdb.BdbModule;
import org.archive.crawler.frontier.precedence.*;
import org.archive.modules.CrawlURI;
import org.archive.modules.seeds.*;
import org.archive.net.UURIFactory;
import org.archive.spring.*;
import org.archive.url.URIException;
import org.archive.util.SurtPrefixSet;

/** Writes read.seeds, the seeds of a file, and read.names, what Heritrix makes
 *  of names: its own spelling of the URL, the precedence, and whether it is in
 *  each scope. */
public class Reads {
  static PrintStream open(String name) throws IOException {
    return new PrintStream(new FileOutputStream(name), false, "UTF-8");
  }

  /** Operands: names, seeds, the environment of precedences, scopes. */
  public static void main(String[] files) throws Exception {
    PrintStream seeds = open("read.seeds");
    TextSeedModule module = new TextSeedModule();
    module.setTextSource(
        new ConfigFile("seeds", new File(files[1]).getAbsolutePath()));
    module.addSeedListener(new SeedListener() {
      public void addedSeed(CrawlURI uri) {
        seeds.print(uri.getURI() + "\n");
      }
      public boolean nonseedLine(String line) {
        seeds.print("no seed: " + line + "\n");
        return false;
      }
      public void concludedSeedBatch() { }
    });
    module.announceSeeds();
    seeds.close();

    BdbModule database = new BdbModule();
    database.setDir(
        new ConfigPath("state", new File(files[2]).getAbsolutePath()));
    database.start();
    BaseUriPrecedencePolicy others = new BaseUriPrecedencePolicy();
    others.setBasePrecedence(0);
    PreloadedUriPrecedencePolicy policy = new PreloadedUriPrecedencePolicy();
    policy.setBasePrecedence(0);
    policy.setDefaultUriPrecedencePolicy(others);
    policy.setBdbModule(database);
    policy.start();
    SurtPrefixSet[] scopes = new SurtPrefixSet[files.length - 3];
    for (int i = 0; i < scopes.length; i++) {
      scopes[i] = new SurtPrefixSet();
      scopes[i].importFromMixed(
          Files.newBufferedReader(Paths.get(files[3 + i])), true);
    }
    PrintStream read = open("read.names");
    for (String name : new String(Files.readAllBytes(Paths.get(files[0])),
        StandardCharsets.UTF_8).split("\n")) {
      try {
        CrawlURI uri = new CrawlURI(UURIFactory.getInstance(name));
        policy.uriScheduled(uri);
        read.print(uri.getURI() + "\t" + uri.getPrecedence());
        for (SurtPrefixSet scope : scopes)
          read.print("\t" + scope.containsPrefixOf(
              SurtPrefixSet.getCandidateSurt(uri.getUURI())));
      } catch (URIException e) {
        read.print("-\t0");
      }
      read.print("\n");
    }
    read.close();
    policy.stop();
    database.stop();
    database.close();
  }
}
END
javac -Xlint:-deprecation -cp "$jars/*" Reads.java >>"$log" 2>&1 || {
	skip 'odd names' "Reads.java does not compile, see $log"
	plan
	exit
}
python3 "$here/odd_names.py" 10000 >odd
awk 'NR > 1 { print NR - 2 "\t" NR - 1 }' odd |
	graphimport -q -f arcs --keys ids --domain --names odd - |
	pagerank -q -o ranked.sp
# odd_list NAME OPTION... - writes odd.NAME
odd_list() {
	name=$1
	shift
	run graphdump -s scores --drop-refused "$@" ranked.sp
	expect "odd names, $name: a list" 0
	sed 's/^/# /' "$err"
	mv "$out" "odd.$name"
}
odd_list seeds --to heritrix
odd_list precedence --to heritrix-precedence
for scope in page prefix host domain; do
	odd_list $scope --to surt --scope $scope
done
load odd.precedence state
java -Xmx256m -cp ".:$jars/*" Reads odd odd.seeds state odd.page odd.prefix \
	odd.host odd.domain >>"$log" 2>&1
cat >compare.py <<'END'
import re
import urllib.parse


def lines(file):
    return open(file, "rb").read().split(b"\n")[:-1]


def write(file, texts):
    open(file, "wb").write(b"".join(text + b"\n" for text in texts))


def same_page(name, uri):
    """Are two spellings of a URL the same path and query, escapes undone?"""
    if uri == b"-":
        return False
    parts = [re.fullmatch(rb"[^:]*:/+[^/?#]*([^#]*).*", url, re.S)[1]
             for url in (name, uri)]
    parts = [urllib.parse.unquote_to_bytes(
        re.sub(rb"^(?!/)", b"/", part, flags=re.S)) for part in parts]
    return parts[0].rstrip(b"?") == parts[1].rstrip(b"?")


names = lines("odd")
read = [line.split(b"\t") for line in lines("read.names")]
assert len(read) == len(names)
form = {name: row[0] for name, row in zip(names, read)}
seeds = lines("odd.seeds")
write("seeds.expected", (form.get(seed, b"not a page") for seed in seeds))
write("seeds.other", (seed for seed in seeds if b"\\" not in seed and
                      not re.search(rb"/\.\.?($|[/?#])", seed) and
                      not same_page(seed, form[seed])))
rows = [line.rsplit(b" ", 1) for line in lines("odd.precedence")]
precedence = dict(rows)
write("precedence.expected",
      (precedence.get(row[0], b"0") for row in read))
write("precedence.found", (row[1] for row in read))
write("precedence.lost", precedence.keys() - form.values())


def scopes(uri):
    """What a page opens: a text that SURTs begin with, for each scope."""
    scheme, authority, path, query = re.fullmatch(
        rb"(https?|ftp)://([^/?]+)(/[^?]*)(.*)", uri.lower(), re.S).groups()
    host = re.sub(rb".*@|:.*", b"", authority)
    labels = [host] if re.fullmatch(rb"[0-9.]*", host) else host.split(b".")
    scheme = scheme.replace(b"https", b"http")
    domain = scheme + b" " + b".".join(labels[-2:])
    if re.fullmatch(rb"(\d+\.){3}\d+", host):
        domain = scheme + authority
    return (scheme + authority + path + query,
            scheme + authority + path[:path.rindex(b"/") + 1],
            scheme + authority, domain)


kept = [row for row in read if row[0] in precedence]
opened = [set(column) for column in zip(*(scopes(row[0]) for row in kept))]
write("scope.lost", (row[0] for row in kept if b"false" in row[2:]))
others = []
for row in read:
    if not re.match(rb"(https?|ftp)://[^@/?[][^/?[]*/", row[0]):
        continue
    page, _, host, domain = scopes(row[0])
    folders = {page[:i + 1] for i, c in enumerate(page) if c == ord("/")}
    expected = [bool(folders & opened[1]), host in opened[2],
                domain in opened[3]]
    if row[3:] != [str(each).lower().encode() for each in expected]:
        others.append(row[0] + b" " + b" ".join(row[3:]))
write("scope.others", others)
END
python3 compare.py || echo '# no comparison'
expect_same "odd names: $(wc -l <read.seeds) seeds, as Heritrix spells the \
names of the pages" seeds.expected read.seeds
expect_is 'odd names: and these are the same pages' '' \
	"$(head -n 5 seeds.other)"
expect_same "odd names: $(grep -vcx 0 precedence.found) pages have the \
precedences of the list, and no others" precedence.expected precedence.found
expect_is 'odd names: each line of the list is found' '' \
	"$(head -n 5 precedence.lost)"
expect_is 'odd names: these pages are in each scope' '' \
	"$(head -n 5 scope.lost)"
expect_is 'odd names: in folders, hosts and domains, no other page is' '' \
	"$(head -n 5 scope.others)"
plan
