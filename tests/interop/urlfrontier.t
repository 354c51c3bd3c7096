#!/bin/sh
# SPDX-License-Identifier: MIT
#
# urlfrontier.t - the messages of URLFrontier's API read our lists, and its
# service, fed by its own client, returns the URLs in our order
#
# Maven Central has the API (14 MB into $CACHE), but neither service nor client.
# $URLFRONTIER is a folder with the jars of both, by default $CACHE/urlfrontier;
# what needs them is skipped where they are not.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_program javac python3
API=2.5
need_jars "urlfrontier-api-$API" \
	"com.github.crawler-commons:urlfrontier-API:$API" \
	com.google.protobuf:protobuf-java-util:3.25.8
: "${URLFRONTIER:=$CACHE/urlfrontier}"
: "${COUNT:=3000}"
log=$CACHE/urlfrontier.log
: >"$log"
cd "$folder" || exit 2

# ---- lists: pages of many hosts, of one host, and names that hurt ------------

graphgen -q -n $((4 * COUNT)) -o web.sp
seedpick -q --random "$COUNT" --any --text web.sp >many.txt
awk -v n="$COUNT" 'BEGIN {
		print "source,target"
		for (i = 1; i <= n; i++)
			print "http://one.example/" i * 7919 % n \
				",http://one.example/"
	}' >one.csv
crawlgraph -q -f csv --source source --target target -o one.sp one.csv
seedpick -q --random "$COUNT" --text one.sp >one.txt
python3 "$here/odd.py" good >good.txt
python3 "$here/odd.py" random 10000 >odd.csv
crawlgraph -q -f csv --source source --target target -o odd.sp odd.csv
seedpick -q --random 20000 --any -o odd-seeds.sp odd.sp
graphdump -s seeds odd-seeds.sp | sed 1d | cut -f 4 >names

# list NAME GRAPH - makes NAME.json of NAME.txt
list() {
	run seedpick -q --urls "$1.txt" --to urlfrontier -o "$1.json" "$2"
	expect "$1: a list of $(wc -l <"$1.txt")" 0
}

list many web.sp
list one one.sp
list good odd.sp
shuf --random-source=web.sp one.json >shuffled.json
run seedpick -q --random 20000 --any --to urlfrontier --drop-refused \
	-o odd.json odd.sp
expect "random names: a list of $(wc -l <odd.json) of $(wc -l <names)" 0
run seedpick -q --urls many.txt --to urlfrontier --priority none \
	-o many.plain web.sp
expect 'many: without priorities' 0
run seedpick -q --urls many.txt --to urlfrontier --crawl-id round-2.a \
	-o crawl.json web.sp
expect 'many: for a crawl' 0

# ---- the API -----------------------------------------------------------------

cat >Read.java <<'END'
import com.google.protobuf.util.JsonFormat;
import crawlercommons.urlfrontier.Urlfrontier.*;
import java.net.URL;
import java.nio.file.*;

/** Prints date, key and URL of each item of a list in JSON, the host, and the
 *  crawl. */
public class Read {
  public static void main(String[] arguments) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (String line : Files.readAllLines(Paths.get(arguments[0]))) {
      URLItem.Builder item = URLItem.newBuilder();
      JsonFormat.parser().merge(line, item);
      KnownURLItem known = item.getKnown();
      URLInfo info = known.getInfo();
      lines.append(known.getRefetchableFromDate()).append('\t')
          .append(info.getKey()).append('\t').append(info.getUrl())
          .append('\t').append(new URL(info.getUrl()).getHost().toLowerCase())
          .append('\t').append(info.getCrawlID()).append('\n');
    }
    System.out.write(lines.toString().getBytes("UTF-8"));
    System.out.flush();
  }
}
END
javac -cp "$jars/*" Read.java >>"$log" 2>&1 ||
	skip_all "no classes of URLFrontier, see $log"
for list in many one good odd; do
	java -Xmx256m -cp ".:$jars/*" Read $list.json >$list.items 2>>"$log"
	cut -f 3 $list.items >got
	if [ $list = odd ]; then
		sed 's/\\/\\\\/g' got | grep -vxFf names >others
		expect_is "API $API, $list: the URLs are names" '' \
			"$(head -n 5 others)"
	else
		expect_same "API $API, $list: the URLs" $list.txt got
	fi
	expect_is "API $API, $list: dates of the past, each after the last" \
		"$(wc -l <$list.json)" \
		"$(awk -F '\t' '$1 > last && $1 <= 1e9 { n++ } { last = $1 }
			END { print n }' $list.items)"
	# Java has no host for a URL with two "@" in front.
	expect_is "API $API, $list: the keys are the hosts" '' \
		"$(awk -F '\t' '$4 != "" && $2 != $4' $list.items | head -n 5)"
done

java -Xmx256m -cp ".:$jars/*" Read crawl.json >crawl.items 2>>"$log"
awk -v OFS='\t' '{ print $0 "round-2.a" }' many.items >expected
expect_same "API $API, for a crawl: the same items, and the crawl of each" \
	expected crawl.items

# ---- the service -------------------------------------------------------------

client=$(find "$URLFRONTIER" -name 'urlfrontier-client-*.jar' 2>/dev/null)
service=$(find "$URLFRONTIER" -name 'urlfrontier-service-*.jar' 2>/dev/null)
if [ ! -e "$client" ] || [ ! -e "$service" ]; then
	skip 'the order in which a service returns the URLs' \
		"no jars of URLFrontier's service and client in $URLFRONTIER"
	plan
	exit
fi
version=$(basename "$service" .jar)
version=${version##*-}

# The server of the service listens on all addresses: here is one for loopback.
cat >Serve.java <<'END'
import crawlercommons.urlfrontier.service.AbstractFrontierService;
import crawlercommons.urlfrontier.service.memory.MemoryFrontierService;
import crawlercommons.urlfrontier.service.rocksdb.RocksDBService;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/** Serves a frontier until standard input ends. */
public class Serve {
  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new HashMap<>();
    options.put("rocksdb.path", arguments[0]);
    options.put("read.thread.num", "1");
    options.put("write.thread.num", "1");
    AbstractFrontierService service = arguments[0].equals("memory")
        ? new MemoryFrontierService(options, "localhost", 0)
        : new RocksDBService(options, "localhost", 0);
    Server server = NettyServerBuilder
        .forAddress(new InetSocketAddress("127.0.0.1", 0))
        .addService(service).build().start();
    System.out.println("port " + server.getPort());
    System.in.read();
    server.shutdownNow();
    service.close();
    System.exit(0);
  }
}
END
javac -cp "$service" Serve.java >>"$log" 2>&1 || {
	not_ok "service $version: its classes" "see $log"
	plan
	exit
}

# begin STORE - starts a service that keeps its queues in "memory" or a folder
begin() {
	rm -rf "$1" hold
	mkfifo hold
	[ "$1" = memory ] || mkdir "$1"
	: >port
	java -Xmx384m -cp ".:$service" Serve "$1" <hold >port 2>>"$log" &
	server=$!
	exec 9>hold
	# The service may log there, too.
	until grep -q '^port ' port || ! kill -0 $server 2>/dev/null; do
		sleep 0.1
	done
	port=$(sed -n 's/^port //p' port)
}

end() {
	exec 9>&-
	wait $server || :
}

client() {
	java -Xmx128m -jar "$client" -t 127.0.0.1 -p "$port" "$@" 2>>"$log"
}

# put NAME LIST [OPTION...] - the client sends the list, and none is refused
put() {
	put_name=$1
	put_list=$2
	shift 2
	client PutURLs -f "$put_list" "$@" >put
	expect_is "$put_name: all sent and taken" \
		"$(wc -l <"$put_list") 0 0" \
		"$(awk '/^OK/ { ok = $2 } /^Skipped/ { skipped = $2 }
			/^Failed/ { failed = $2 }
			END { print ok, skipped, failed }' put)"
}

# get FILE [OPTION...] - writes keys and URLs as they come to FILE
get() {
	get_file=$1
	shift
	client GetURLs -m 0 -q 0 -d 100000 "$@" >text
	python3 - <<-'END' >"$get_file"
		import re
		for part in open("text").read().split("\n\n"):
		    found = [re.search(r'^%s: "(.*)"$' % name, part, re.M)
		             for name in ("key", "url")]
		    if all(found):
		        print("\t".join(
		            match[1].encode().decode("unicode_escape")
		            .encode("latin-1").decode() for match in found))
	END
}

# by_key LIST - prints the lines of a table by key, each key where it was first
by_key() {
	awk -F '\t' '!($1 in place) { place[$1] = NR }
		{ print place[$1] "\t" NR "\t" $0 }' "$1" |
		sort -n -k 1,1 -k 2,2 | cut -f 3-
}

for store in memory rocksdb; do
	name="URLFrontier $version, $store"
	begin $store
	if [ -z "$port" ]; then
		not_ok "$name: a service" "see $log"
		break
	fi
	put "$name, one host" one.json
	get got
	cut -f 2 got >urls
	expect_same "$name: $(wc -l <urls) of one host in our order" \
		one.txt urls
	put "$name, many hosts" many.json
	get got
	cut -f 2,3 many.items >expected
	by_key expected >sorted
	echo "# figure $name: URLs $(wc -l <got), hosts" \
		"$(cut -f 1 got | sort -u | wc -l)"
	expect_same "$name: hosts as they come in the list, each in our order" \
		sorted got
	# The same pages again, for another crawl.
	put "$name, a crawl of its own" crawl.json
	get got -c round-2.a
	by_key expected >sorted
	expect_same "$name: a crawl has its pages, and those of no other" \
		sorted got
	client DeleteCrawl -c round-2.a >deleted
	get got -c round-2.a
	expect_is "$name: a crawl that was deleted has none" '' "$(cat got)"
	put "$name, names that hurt" odd.json
	get got
	cut -f 2,3 odd.items >expected
	# A queue with "_" in its name never leaves the store of RocksDB.
	[ $store = memory ] || sed -i '/^[^\t]*_/d' expected
	by_key expected >sorted
	echo "# figure $name: names that hurt $(wc -l <got)"
	expect_same "$name: names that hurt" sorted got
	end

	begin $store
	put "$name, shuffled" shuffled.json
	get got
	cut -f 2 got >urls
	expect_same "$name: our order by dates, not by lines" one.txt urls
	put "$name, no priorities" many.plain
	get got
	cut -f 2 got | sort >urls
	sort many.txt >expected
	expect_same "$name: without priorities, the same URLs" expected urls
	end
done
plan
