#!/bin/sh
# SPDX-License-Identifier: MIT
#
# scrapy_seeds.t - Scrapy downloads a served web in the order of our list, by
# the spider of seedpick(1), and what it reads are the names of the pages

# shellcheck disable=SC2153,SC2154 # of lib.sh, crawl.sh and web.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_module scrapy
need_program scrapy
man=$(cd "$here/../../man/man1" && pwd)
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"
label="$(scrapy version | sed 1q): "
: "${COUNT:=1000}"

# The spider of the manual page, which reads seeds.jsonl.
awk '/^\.Bd/ { text = ""; inside = 1; next }
	/^\.Ed/ { if (text ~ /scrapy\.Spider/) printf "%s", text; inside = 0 }
	inside { gsub(/\\&/, ""); gsub(/\\e/, "\\"); text = text $0 "\n" }' \
	"$man/seedpick.1" >spider.py
expect_true 'the manual page has a spider' grep -q scrapy.Spider spider.py
name=$(sed -n 's/^class \([A-Za-z]*\).*/\1/p' spider.py)

# The same list, but all of it waits before the first page is asked for.
cat >at_once.py <<END
from spider import $name

class AtOnce($name):
    name = "at-once"

    async def start(self):
        self.crawler.engine.pause()
        async for request in super().start():
            yield request
        self.crawler.engine.unpause()
END

# crawl SPIDER [OPTION...] - fetches seeds.jsonl from a web that answers as
# $answers; writes the URLs to got
answers=
crawl() {
	spider=$1
	shift
	# shellcheck disable=SC2086 # words
	serve -q $answers
	http_proxy=http://127.0.0.1:$port PYTHONPATH=$folder timeout 300 \
		scrapy runspider -s CONCURRENT_REQUESTS=1 -s LOG_LEVEL=ERROR \
		-s TELNETCONSOLE_ENABLED=0 "$@" "$spider" >"$out" 2>"$err" ||
		echo "# status $?: $(tail -n 3 "$err")"
	stop
	awk -F '\t' '!/^#/ && $3 !~ /\/robots.txt$/ { print $3 }' log >got
}

# by_host FILE - prints URLs host by host
by_host() {
	awk -F / '{ print $3 "\t" NR "\t" $0 }' "$1" | sort -k 1,1 -k 2,2n |
		cut -f 3
}

pagerank -q web.sp >scored.sp
for priority in rank score log; do
	run seedpick -q --top "pagerank:$COUNT" --to scrapy \
		--priority $priority -o seeds.jsonl scored.sp
	expect "$priority: a list" 0
	seedpick -q --top "pagerank:$COUNT" --text scored.sp >expected
	crawl spider.py
	echo "# figure $label$priority: pages $(wc -l <got), at their place" \
		"$(paste expected got | awk -F '\t' '$1 == $2' | wc -l), hosts" \
		"$(cut -d / -f 3 got | sort -u | wc -l)"
	expect_same "$priority: $COUNT pages in the order of the list" \
		expected got
done

seedpick -q --top "pagerank:$COUNT" --to scrapy -o list scored.sp
shuf --random-source=web.sp list >seeds.jsonl
crawl at_once.py
expect_same 'shuffled: the order of the priorities, larger first' expected got

cp list seeds.jsonl
crawl spider.py -s \
	SCHEDULER_PRIORITY_QUEUE=scrapy.pqueues.DownloaderAwarePriorityQueue
by_host expected >sorted
by_host got >found
expect_same "with Scrapy's default queue: the order within each host" \
	sorted found

run seedpick -q --top "pagerank:$COUNT" --to scrapy --priority none \
	-o urls.txt scored.sp
expect 'without priorities' 0
expect_same 'without priorities: the URLs' expected urls.txt

# ---- the next batch of a crawl ----------------------------------------------

next_batch 200 5
run seedpick -q --to scrapy -o seeds.jsonl batch.sp
expect 'the next batch: a list' 0
crawl spider.py
expect_same 'the next batch: its pages in their order' chosen got
# shellcheck disable=SC2034 # of crawl()
answers=$ANSWERS
crawl spider.py -s REDIRECT_ENABLED=False
compare_batch "the next batch, of pages that fail and redirect"

# ---- names that hurt ---------------------------------------------------------

cat >read.py <<'END'
import json, sys
import scrapy
from scrapy.utils.request import fingerprint
for line in open("list", "rb"):
    fingerprint(scrapy.Request(**json.loads(line)))
    sys.stdout.buffer.write(json.loads(line)["url"].encode() + b"\n")
END
python3 "$here/odd.py" good >good.txt
python3 "$here/odd.py" random 20000 >odd.csv
crawlgraph -q -f csv --source source --target target -o odd.sp odd.csv
run seedpick -q --urls good.txt --to scrapy -o list odd.sp
expect 'names that hurt: a list' 0
run python3 read.py
expect 'names that hurt: requests' 0
expect_same "names that hurt: the same $(wc -l <good.txt) URLs" good.txt "$out"

seedpick -q --random 30000 --any -o odd-seeds.sp odd.sp
graphdump -s seeds odd-seeds.sp | sed 1d | cut -f 4 >names
run seedpick -q --random 30000 --any --to scrapy --drop-refused -o list odd.sp
expect 'random names: a list without those refused' 0
run python3 read.py
expect "random names: Scrapy takes all $(wc -l <list) of $(wc -l <names)" 0
sed 's/\\/\\\\/g' "$out" >got
# In the order of the names, each of which has a place for one line of got.
awk 'FILENAME == "got" { wanted[++count] = $0; next }
	at < count && $0 == wanted[at + 1] { at++ }
	END { print at }' got names >found
expect_is 'random names: they are names, in their order' "$(wc -l <list)" \
	"$(cat found)"
plan
