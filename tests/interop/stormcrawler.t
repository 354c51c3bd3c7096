#!/bin/sh
# SPDX-License-Identifier: MIT
#
# stormcrawler.t - StormCrawler's FileSpout emits the URLs and metadata of
# lists of seeds, in their order
#
# The spout runs without a topology: what it emits is printed.  Maven installs
# StormCrawler and Storm into $CACHE: a new version, and one from before the
# package had its new name, as not every registry has both.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_program java javac mvn
log=$CACHE/stormcrawler.log
here=$(cd "$here" && pwd)
cd "$folder" || exit 2

cat >Emit.java.in <<'END'
import java.io.*;
import java.util.*;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.spout.*;
import org.apache.storm.task.TopologyContext;
import @PACKAGE@.Metadata;
import @PACKAGE@.spout.FileSpout;

/** Prints what a FileSpout of these files emits: "URL<TAB>KEY=VALUE...". */
public class Emit implements ISpoutOutputCollector {
  final PrintStream out = new PrintStream(
      new FileOutputStream(FileDescriptor.out), false, "UTF-8");
  int emitted;

  Emit() throws IOException { }

  public List<Integer> emit(String stream, List<Object> tuple, Object id) {
    Metadata metadata = (Metadata) tuple.get(1);
    out.print(tuple.get(0));
    for (String key : new TreeSet<>(metadata.keySet()))
      for (String value : metadata.getValues(key))
        out.print("\t" + key + "=" + value);
    out.print("\n");
    emitted++;
    return null;
  }

  public void emitDirect(int task, String stream, List<Object> tuple,
      Object id) { }
  public long getPendingCount() { return 0; }
  public void reportError(Throwable error) { }
  public void flush() { }

  public static void main(String[] files) throws Exception {
    System.setOut(System.err); // for the logs
    Emit emit = new Emit();
    FileSpout spout = new FileSpout(files);
    spout.open(new HashMap<>(), new TopologyContext(null, new HashMap<>(),
        Collections.singletonMap(1, "spout"),
        Collections.singletonMap("spout", Collections.singletonList(1)), null,
        null, "", "", "", 1, 0, null, null, null, null, new HashMap<>(),
        new AtomicBoolean(), null), new SpoutOutputCollector(emit));
    spout.activate();
    // Where nothing is emitted, it may have come to the end of a file.
    for (int before = 0, idle = 0; idle <= files.length; idle++) {
      spout.nextTuple();
      if (emit.emitted > before)
        idle = 0;
      before = emit.emitted;
    }
    emit.out.close();
  }
}
END

# prepare VERSION PACKAGE ARTIFACT STORM - adds it to $versions, or to
# $missing if it cannot be had
prepare() {
	have_jars "stormcrawler-$1" "$2:$3:$1" \
		"org.apache.storm:storm-client:$4" || {
		missing="$missing $1"
		return 0
	}
	mkdir "$1"
	sed "s/@PACKAGE@/$2/" Emit.java.in >"$1/Emit.java"
	javac -cp "$jars/*" "$1/Emit.java" >>"$log" 2>&1 ||
		skip_all "the spout does not compile, see $log"
	versions="$versions $1"
}
versions=
missing=
prepare 3.4.0 org.apache.stormcrawler stormcrawler-core 2.8.1
prepare 2.4 com.digitalpebble.stormcrawler storm-crawler-core 2.4.0
[ "$versions" ] ||
	skip_all "no StormCrawler from Maven, see $CACHE/stormcrawler-2.4/log"
for version in $missing; do
	skip "StormCrawler $version" \
		"not from Maven, see $CACHE/stormcrawler-$version/log"
done

# emit VERSION FILE... - prints the tuples of these files
emit() {
	emitter=$1
	shift
	java -Xmx256m -cp "$emitter:$CACHE/stormcrawler-$emitter/lib/*" Emit \
		"$@" 2>>"$log"
}

graphgen -q -n 20000 | pagerank -q -o ranked.sp
graphdump -s names ranked.sp >pages
graphdump -s scores ranked.sp | sed 1d | sort -k 2,2gr -k 1,1n |
	awk -F '\t' 'FILENAME == "-" { print url[$1]; next }
		{ url[$1] = $3 }' pages - >best

for priority in none rank score log; do
	run graphdump -q -s scores --to stormcrawler --priority $priority \
		ranked.sp
	expect "$priority: a list" 0 || continue
	mv "$out" "seeds.$priority"
	for version in $versions; do
		label="StormCrawler $version: "
		emit "$version" "seeds.$priority" >found
		expect_same "$priority: the $(wc -l <found) tuples of the list" \
			"seeds.$priority" found
		cut -f 1 found >urls
		expect_same "$priority: best first" best urls
	done
	label=
done

run graphdump -q -s scores --to stormcrawler --shard 300K -o shards.txt \
	ranked.sp
expect 'files: the list' 0
for version in $versions; do
	emit "$version" shards-*.txt >found
	expect_same "files: StormCrawler $version: the tuples of all of them" \
		seeds.rank found
done

# ---- names that lists may spoil ---------------------------------------------

python3 "$here/odd_names.py" 5000 >odd
awk 'NR > 1 { print NR - 2 "\t" NR - 1 }' odd |
	graphimport -q -f arcs --keys ids --names odd - |
	pagerank -q -o odd.sp
run graphdump -s scores --to stormcrawler --drop-refused odd.sp
expect 'odd names: a list' 0
sed 's/^/# /' "$err"
mv "$out" seeds
sort -u odd >sorted
for version in $versions; do
	label="StormCrawler $version: "
	emit "$version" seeds >found
	expect_same "odd names: the $(wc -l <found) tuples of the list" \
		seeds found
	cut -f 1 found | sort >kept
	expect_is 'odd names: as the graph has them' '' \
		"$(comm -23 kept sorted | head -n 5)"
done
plan
