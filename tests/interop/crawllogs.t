#!/bin/sh
# SPDX-License-Identifier: MIT
#
# crawllogs.t - the logs that Wget, Scrapy and Squid write while they crawl the
# served web have the downloads that its server has, in the same order

# shellcheck disable=SC2086,SC2154 # options are words; of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
: "${PAGES:=1000}"
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"

# The server has answers of all kinds, and hosts closed by robots.txt.
KINDS='--status 404:0.05,410:0.01,500:0.02,503:0.02,301:0.05,302:0.05
	--disallow 0.1'

# compare_log NAME LOG [OPTION...] - the order of the log is that of the server;
# every request of a page is a line
compare_log() {
	compared=$1
	of_crawler=$2
	shift 2
	run crawlimport -q -f tsv --time-column time_ms -o served.sp log
	graphdump -s orders served.sp | sed 1d | cut -f 2,7 >expected
	run crawlimport "$@" -o found.sp "$of_crawler"
	expect "$compared: recognised" 0 || {
		sed 's/^/# /' "$err"
		return 0
	}
	expect_is "$compared: no line that cannot be read" '' \
		"$(grep 'cannot be read' "$err")"
	graphdump -s orders found.sp | sed 1d | cut -f 2,7 >found
	echo "# figure $compared: downloads of the server" \
		"$(wc -l <expected), of the log $(wc -l <found)," \
		"at the same place $(grep -cxFf expected found)"
	expect_same "$compared: the order of the server" expected found
}

# compare_statuses NAME LOG - and so are the requests by status
compare_statuses() {
	crawlimport -q -f tsv --time-column time_ms --table statuses log |
		awk -F '\t' -v OFS='\t' '!/^#/ && $4 + $5 {
			print $1, $4 + $5 }' >expected
	crawlimport -q --table statuses "$2" | awk -F '\t' -v OFS='\t' \
		'!/^#/ && $1 > 0 && $4 + $5 { print $1, $4 + $5 }' >found
	expect_same "$1: requests by status" expected found
}

# ---- Wget --------------------------------------------------------------------

crawl_wget() {
	rm -f wget.log
	timeout 600 wget -r -l inf -H -nd --delete-after -P pages \
		--tries=2 --waitretry=0 --timeout=60 --no-config "$@" \
		-o wget.log "$first"
}

if command -v wget >/dev/null; then
	label="$(wget --version | sed -n '1s/ built.*//p'): "
	for how in '' -S; do
		begin $KINDS
		TZ=UTC crawl_wget $how
		end
		compare_log "log${how:+ with $how}" wget.log
		compare_statuses "log${how:+ with $how}" wget.log
	done
	begin --disallow 0.1
	TZ=Asia/Tokyo crawl_wget -nv
	end
	compare_log 'brief log, of Tokyo' wget.log --zone +09:00
	begin --cut 0.05
	crawl_wget
	end
	expect_is 'bodies that end early are failures' \
		"$(grep -c 'Connection closed' wget.log)" \
		"$(crawlimport -q --table statuses wget.log |
			awk -F '\t' '$1 == 200 { print $5 }')"
else
	skip 'Wget' 'no wget'
fi

# ---- Scrapy ------------------------------------------------------------------

cat >spider.py <<'END'
import scrapy
from scrapy.linkextractors import LinkExtractor


class Spider(scrapy.Spider):
    name = "all"
    custom_settings = {
        "CONCURRENT_REQUESTS": 1,
        "ROBOTSTXT_OBEY": True,
        "RETRY_TIMES": 1,
        "TELNETCONSOLE_ENABLED": False,
    }
    links = LinkExtractor(tags=("a",), attrs=("href",), deny_extensions=())

    async def start(self):
        yield scrapy.Request(self.first)
        yield scrapy.Request("http://127.0.0.1:1/", meta={"proxy": None})
        yield scrapy.Request(self.first, method="POST", dont_filter=True)

    def parse(self, response):
        if isinstance(response, scrapy.http.HtmlResponse):
            for link in self.links.extract_links(response):
                if link.url.startswith("http"):
                    yield response.follow(link, self.parse)
END
if python3 -c 'import scrapy' 2>/dev/null; then
	label="$(scrapy version | sed 1q): "
	begin $KINDS
	rm -f scrapy.log
	timeout 900 scrapy runspider spider.py -a first="$first" \
		--logfile scrapy.log >"$out" 2>"$err"
	end
	grep -v '	POST	' log >gets && mv gets log
	compare_log log scrapy.log --zone "$(date +%:z)"
	compare_statuses log scrapy.log
	# Of each page that has a parent, the server has the link.
	"$serveweb" -q --links links.tsv $KINDS web.sp
	graphdump -s orders found.sp | awk -F '\t' 'NR == FNR { if (!/^#/) {
			link[$1, $2] } next }
		/^#/ { next }
		{ name[$3] = $7; parent[$3] = $5 }
		END { for (page in name) if (parent[page] != "-") {
			all++
			good += (name[parent[page]], name[page]) in link
		} print all, good }' links.tsv - >parents
	read -r all good <parents
	echo "# figure parents $all, with a link served $good"
	expect_is 'parents are pages with a link or a redirect' "$all" "$good"
else
	skip 'Scrapy' 'no Python module scrapy'
fi

# ---- Squid -------------------------------------------------------------------

# Debian's packages, unpacked into $CACHE with those that they need.
squid=$CACHE/squid
if ! [ -x "$squid/usr/sbin/squid" ] && command -v apt-get >/dev/null; then
	mkdir -p "$squid/packages"
	(
		cd "$squid/packages" || exit
		apt-get install -s --no-install-recommends squid |
			awk '/^Inst/ { print $2 }' |
			grep -E '^(lib[^p]|squid)' |
			xargs apt-get download
		for package in *.deb; do
			dpkg -x "$package" "$squid"
		done
	) >"$CACHE/squid.log" 2>&1
fi

# run_squid PARENT - starts it before another proxy; sets $proxy, and $daemon
run_squid() {
	port=$(python3 -c 'import socket; s = socket.socket()
s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
	# It does not run as root.
	user=$(id -un)
	[ "$user" != root ] || {
		user=nobody
		chmod 777 .
	}
	cat >squid.conf <<-END
		http_port 127.0.0.1:$port
		cache_peer ${1%:*} parent ${1#*:} 0 no-query no-digest default
		never_direct allow all
		http_access allow all
		cache deny all
		cache_mem 8 MB
		strip_query_terms off
		access_log stdio:$folder/native.log squid
		access_log stdio:$folder/combined.log combined
		cache_log $folder/cache.log
		pid_filename none
		netdb_filename none
		pinger_enable off
		coredump_dir $folder
		shutdown_lifetime 0 seconds
		unlinkd_program $squid/usr/lib/squid/unlinkd
		icon_directory $squid/usr/share/squid/icons
		error_directory $squid/usr/share/squid-langpack/English
		mime_table $squid/usr/share/squid/mime.conf
		cache_effective_user $user
	END
	LD_LIBRARY_PATH=$(echo "$squid"/usr/lib/*-linux-gnu) \
		"$squid/usr/sbin/squid" -N -n "interop$$" -f squid.conf >squid.out 2>&1 &
	daemon=$!
	until python3 -c "import socket
socket.create_connection(('127.0.0.1', $port))" 2>/dev/null; do
		kill -0 $daemon 2>/dev/null || return 1
		sleep 0.1
	done
	proxy=http://127.0.0.1:$port
}

if ! [ -x "$squid/usr/sbin/squid" ]; then
	skip 'Squid' "no packages, see $CACHE/squid.log"
elif ! command -v wget >/dev/null; then
	skip 'Squid' 'no wget'
else
	begin $KINDS
	behind=$proxy
	if run_squid "${behind#http://}"; then
		label='Squid: '
		export http_proxy="$proxy"
		timeout 600 wget -q -r -l inf -H -nd --delete-after -P pages \
			--tries=1 --no-config "$first"
		timeout 9 wget -q -O x --post-data=x --tries=1 "$first"
		timeout 9 env https_proxy="$proxy" wget -q -O x --tries=1 \
			https://127.0.0.1:1/
		sleep 1
		kill $daemon
		wait $daemon
		end
		grep -v '	POST	' log >gets && mv gets log
		compare_log 'native log' native.log
		compare_statuses 'native log' native.log
		compare_log 'combined log' combined.log
	else
		end
		skip 'Squid' "it does not start: $(grep -h -m 1 FATAL squid.out cache.log)"
	fi
fi
plan
