#!/bin/sh
# SPDX-License-Identifier: MIT
#
# bvgraph.t - WebGraph for Java and for Rust read what graphdump writes as
# BVGraphs, by every way of loading, and write the same bits
#
#	[PAGES=N] tests/interop/bvgraph.t
#
# PAGES is the size of the generated web (default 100000).

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
: "${PAGES:=100000}"
data=${SEEDPIPE_DATA-}
cd "$folder" || exit 2

# ---- WebGraph for Java ------------------------------------------------------

log=$folder/log
need_jars webgraph it.unimi.dsi:webgraph:3.6.12
cat >Check.java <<'JAVA'
import it.unimi.dsi.webgraph.*;
import java.util.*;

/**
 * Check same NAME ASCII    the graph is that of the ASCIIGraph, however it is
 *                          loaded and read
 * Check count NAME         prints pages, links and the sum of all successors
 * Check ends NAME          prints outdegree and sum of pages read at random
 * Check store NAME TO ...  stores it as TO, twice, with window, maxref,
 *                          interval, zeta and threads, and prints the
 *                          nanoseconds of the processor per link of each time
 */
public class Check {
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
    case "same": same(args[1], args[2]); break;
    case "count": count(args[1]); break;
    case "ends": ends(args[1]); break;
    default: store(args);
    }
  }

  static void same(String name, String ascii) throws Exception {
    ImmutableGraph wanted = ASCIIGraph.loadOffline(ascii);
    ImmutableGraph[] all = { BVGraph.load(name), BVGraph.loadMapped(name),
      BVGraph.loadOffline(name), ImmutableGraph.load(name) };
    int pages = wanted.numNodes();
    int[][] rows = new int[pages][];
    NodeIterator next = wanted.nodeIterator();
    for (int i = 0; i < pages; i++) {
      next.nextInt();
      rows[i] = Arrays.copyOf(next.successorArray(), next.outdegree());
    }
    for (ImmutableGraph graph : all) {
      if (graph.numNodes() != pages)
        throw new Exception("pages: " + graph.numNodes());
      NodeIterator node = graph.nodeIterator();
      long links = 0;
      for (int i = 0; i < pages; i++) {
        node.nextInt();
        equal(i, rows[i], node.successorArray(), node.outdegree());
        links += rows[i].length;
      }
      if (graph.numArcs() != links)
        throw new Exception("links: " + graph.numArcs());
      Random random = new Random(1);
      for (int i = 0; graph.randomAccess() && i < Math.min(pages, 300000);
          i++) {
        int page = random.nextInt(pages);
        equal(page, rows[page], graph.successorArray(page),
            graph.outdegree(page));
      }
    }
    System.out.println("same");
  }

  static void equal(int page, int[] row, int[] array, int count)
      throws Exception {
    if (!Arrays.equals(row, Arrays.copyOf(array, count)))
      throw new Exception("page " + page);
  }

  static void count(String name) throws Exception {
    ImmutableGraph graph = BVGraph.loadOffline(name);
    NodeIterator node = graph.nodeIterator();
    long links = 0, sum = 0;
    while (node.hasNext()) {
      node.nextInt();
      links += node.outdegree();
      LazyIntIterator all = node.successors();
      for (int to; (to = all.nextInt()) >= 0;)
        sum += to;
    }
    System.out.println(graph.numNodes() + " " + graph.numArcs() + " " +
        links + " " + sum);
  }

  static void ends(String name) throws Exception {
    BVGraph graph = BVGraph.loadMapped(name);
    Random random = new Random(2);
    long sum = 0, links = 0;
    for (int i = 0; i < 100; i++) {
      int page = i < 50 ? random.nextInt(2048) : 2047 - i % 10;
      int[] row = graph.successorArray(page);
      int count = graph.outdegree(page);
      if (count > 0 && (row[0] != 0 || row[count - 1] != count - 1))
        throw new Exception("page " + page);
      links = Math.max(links, count);
    }
    System.out.println("whole rows of " + links);
  }

  static void store(String[] args) throws Exception {
    BVGraph graph = BVGraph.load(args[1]);
    for (int i = 0; i < 2; i++) {
      long start = used();
      BVGraph.store(graph, args[2], Integer.parseInt(args[3]),
          Integer.parseInt(args[4]), Integer.parseInt(args[5]),
          Integer.parseInt(args[6]), 0, Integer.parseInt(args[7]), null);
      System.out.printf(Locale.ROOT, "%.1f%n",
          (double)(used() - start) / graph.numArcs());
    }
  }

  static long used() {
    return ((com.sun.management.OperatingSystemMXBean)
        java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
JAVA
javac -cp "$jars/*" Check.java >"$log" 2>&1 ||
	skip_all "Check.java does not compile: $(head -n 3 "$log")"

# Without the messages of the log, which goes to standard output.
check() {
	java -Xmx3g -cp ".:$jars/*" Check "$@" 2>"$log" | grep -v ' INFO '
}

# Where another program is compared with, its figures are notes.
rust=$CACHE/webgraph-cli
webgraph=$rust/bin/webgraph
if [ ! -x "$webgraph" ] && command -v cargo >/dev/null; then
	CARGO_TARGET_DIR=$rust/target cargo install --quiet --locked \
		--version 0.5.0 --root "$rust" webgraph-cli \
		>"$folder/cargo.log" 2>&1
fi

note() {
	printf '# %s\n' "$*"
}

# graph NAME STREAM [OPTION...] - WebGraph reads NAME as it is in the stream, by
# every way of loading, and webgraph-rs does
graph() {
	name=$1
	stream=$2
	shift 2
	if ! graphdump -T 1 --to bvgraph "$@" "$name" "$stream" ||
		! graphdump --to ascii -o "$name-text.graph-txt" "$stream"; then
		not_ok "$name: written"
		return
	fi
	graphdump -T 2 --to bvgraph "$@" again "$stream"
	same_files "$name: the same bits with two threads" "$name" again
	expect_is "$name: WebGraph for Java reads it" same \
		"$(check same "$name" "$name-text")"
	graphdump "$stream" >"$name.arcs"
	graphimport -q -f bvgraph "$name" | graphdump >"$name.back"
	expect_same "$name: graphimport reads it" "$name.arcs" "$name.back"
	reads_rust "$name"
	rm -f "$name.arcs" "$name.back" "$name-text.graph-txt" again.*
}

same_files() {
	for kind in graph offsets properties; do
		cmp -s "$2.$kind" "$3.$kind" || {
			not_ok "$1" "$kind differs"
			return
		}
	done
	ok "$1"
}

# reads_rust NAME - webgraph-rs reads NAME in its order, and by its offsets.  It
# reads these only from files of whole words, to which Java's own have to be
# filled up as well.
reads_rust() {
	if [ ! -x "$webgraph" ]; then
		skip "$1: webgraph-rs reads it" 'no webgraph-cli from crates.io'
		skip "$1: webgraph-rs accepts the offsets" \
			'no webgraph-cli from crates.io'
		return
	fi
	sed 1d "$1.arcs" >wanted
	"$webgraph" to arcs "$1" >got 2>"$log"
	expect_true "$1: webgraph-rs reads it" cmp wanted got
	for kind in graph offsets properties; do
		cp "$1.$kind" "words.$kind"
	done
	truncate -s %4 words.graph words.offsets
	rm -f words.ef
	if "$webgraph" build ef words >"$log" 2>&1 &&
		"$webgraph" check ef words >>"$log" 2>&1; then
		ok "$1: webgraph-rs accepts the offsets"
	else
		not_ok "$1: webgraph-rs accepts the offsets" "$(tail -3 "$log")"
	fi
	rm -f wanted got
}

# entries FILE - properties in an order of their own, logarithms to 12 digits
entries() {
	grep -v -e '^#' -e '^compressionflags=' "$1" | LC_ALL=C sort |
		awk -F = '/loggap/ { printf "%s=%.12g\n", $1, $2; next }
			{ print }'
}

# stored NAME WINDOW MAXREF INTERVAL ZETA - Java writes the same bits
stored() {
	check store "$1" java "$2" "$3" "$4" "$5" 1 >spent
	expect_true "$*: WebGraph writes the same bits" \
		cmp "$1.graph" java.graph
	expect_true "$*: and the same offsets" cmp "$1.offsets" java.offsets
	entries "$1.properties" >ours
	entries java.properties >theirs
	expect_same "$*: and the same properties" theirs ours
}

# ns COMMAND... - processor time per link of $links that it takes
ns() {
	"$@" >>"$log" 2>&1
	python3 - "$links" "$@" <<-'PYTHON'
		import resource, subprocess, sys
		subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL,
		    stderr=subprocess.DEVNULL)
		used = resource.getrusage(resource.RUSAGE_CHILDREN)
		print('%.1f' % ((used.ru_utime + used.ru_stime) * 1e9 /
		    int(sys.argv[1])))
	PYTHON
}

# sizes NAME STREAM - notes sizes and times of the three writers
sizes() {
	links=$(sed -n 's/^arcs=//p' "$1.properties")
	note "$1: $links links; processor time per link"
	for threads in 1 2; do
		note "graphdump -T $threads: $(wc -c <"$1.graph") bytes," \
			"$(ns graphdump -T $threads --to bvgraph o "$2") ns," \
			"with start and the reading of the stream"
		check store "$1" java 7 3 4 3 $threads >spent
		note "BVGraph.store, $threads threads:" \
			"$(wc -c <java.graph) bytes, $(tail -n 1 spent) ns" \
			"the second time, $(head -n 1 spent) the first"
	done
	[ -x "$webgraph" ] || return
	note "webgraph-rs, 1 thread:" \
		"$(ns "$webgraph" to bvgraph -s -t 1 "$1" r) ns, with" \
		"start, $(wc -c <r.graph) bytes"
	expect_true "$1: webgraph-rs writes the same bits" \
		cmp -n "$(wc -c <"$1.graph")" "$1.graph" r.graph
	note "webgraph-rs, 2 threads:" \
		"$(ns "$webgraph" to bvgraph -t 2 words r) ns, with start," \
		"$(wc -c <r.graph) bytes"
}

# ---- small graphs -----------------------------------------------------------

{
	echo 1000
	yes '' | head -n 1000
} | graphimport -q -f ascii - >none.sp
graph none none.sp
printf '1\n\n' | graphimport -q -f ascii - >one.sp
graph one one.sp
printf '1\n0\n' | graphimport -q -f ascii - >self.sp
graph self self.sp
awk 'BEGIN { for (i = 0; i < 3000; i++) { print i, i; print i, 0 } }' |
	graphimport -q -f arcs - >selves.sp
graph selves selves.sp

# ---- cnr-2000 ---------------------------------------------------------------

if [ -r "$data/cnr-2000/cnr-2000.graph" ]; then
	graphimport -q -f bvgraph "$data/cnr-2000/cnr-2000" >cnr.sp
	graph cnr cnr.sp --min-interval 3
	expect_true 'cnr-2000: the bits that LAW publishes' \
		cmp cnr.graph "$data/cnr-2000/cnr-2000.graph"
	expect_true 'cnr-2000: the offsets that LAW publishes' \
		cmp cnr.offsets "$data/cnr-2000/cnr-2000.offsets"
	graph cnr cnr.sp --window 0 --min-interval none --zeta 1
	stored cnr 0 3 0 1
	# Java follows references by recursion: a long chain is too deep for it.
	graph cnr cnr.sp --window 16 --max-ref 30 --min-interval 2 --zeta 5
	stored cnr 16 30 2 5
	graphdump --to bvgraph --max-ref 2147483647 --min-interval 1 cnr cnr.sp
	stored cnr 7 2147483647 1 3
	graph cnr cnr.sp
	stored cnr 7 3 4 3
	sizes cnr cnr.sp
else
	skip 'cnr-2000' 'no data for it'
fi

# ---- generated --------------------------------------------------------------

graphgen -q -n "$PAGES" >web.sp
graph web web.sp
stored web 7 3 4 3
sizes web web.sp

# ---- large numbers ----------------------------------------------------------

# 2,150,400,000 links, more than 2^31: 2,048 pages with 1,050,000 links each.
"$BUILD/tests/makecopies" 1050000 2 43 >copies.sp
graphdump -q --to bvgraph copies copies.sp
expect_is '2^31 links: the property' arcs=2150400000 \
	"$(grep '^arcs=' copies.properties)"
expect_is '2^31 links: WebGraph counts as many' \
	"1050000 2150400000 2150400000 1128958924800000" \
	"$(check count copies)"
expect_is '2^31 links: random access' 'whole rows of 1050000' \
	"$(check ends copies)"

# Positions beyond 2^31: each of 131,072,000 links takes 20 bits.
"$BUILD/tests/makecopies" 64000 2 43 >long.sp
graphdump -q --to bvgraph --window 0 --min-interval none --zeta 20 long \
	long.sp
expect_is 'positions beyond 2^31 bits' yes \
	"$([ "$(wc -c <long.graph)" -gt 268435456 ] && echo yes)"
expect_is 'positions beyond 2^31 bits: random access' 'whole rows of 64000' \
	"$(check ends long)"

plan
