#!/bin/sh
# SPDX-License-Identifier: MIT
#
# web.t - the web that tests/web serves is the graph, and what GNU Wget fetches
# from it is imported as the same graph
#
#	[BIN=bin] [BUILD=build] tests/cli/web.t

# shellcheck disable=SC2016,SC2154 # of sh -c and perl, of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
# shellcheck source=tests/cli/web.sh disable=SC1091
. "$here/web.sh"
cd "$folder" || exit 2

graphgen -q -n 80 --links 6 --between 0.3 -o web.sp
odd='--spellings --kinds --broken 0.5 --chunked 0.3 --topics 3
	--status 404:0.1,301:0.1,503:0.05
	--type text/plain:0.05,image/png:0.05
	--charset windows-1251:0.2,shift_jis:0.1,iso-8859-1:0.1'

# ---- as an archive ---------------------------------------------------------

# shellcheck disable=SC2086 # the options are words
run "$serveweb" --write-warc odd.warc.gz --truth truth --links links \
	$odd web.sp
expect 'an archive' 0
# shellcheck disable=SC2086
"$serveweb" --write-warc again.warc.gz $odd web.sp
expect_same 'the same archive again' odd.warc.gz again.warc.gz
expect_is 'the truth about every page' 80 "$(grep -c '^http' truth)"
run "$serveweb" --write-warc x.warc --charset nothing:1 web.sp
expect 'a charset that nobody knows' 64
run "$serveweb" --truth x --status 404:0.7,500:0.4 web.sp
expect 'shares above 1' 64

# nature COLUMN... - prints these columns of the table of pages
nature() {
	awk -F '\t' -v OFS='\t' -v columns="$*" '
		NR == 1 { sub(/^#/, ""); n = split(columns, column, " ")
			for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ text = $(at[column[1]])
		  for (i = 2; i <= n; i++) text = text OFS $(at[column[i]])
		  print text }' natures
}

unequal='--copies 0.3 --disallow 0.2 --disallow-folders 0.3
	--status 404:0.1,301:0.1'
# shellcheck disable=SC2086
run "$serveweb" --truth natures --links copied-links $unequal web.sp
expect 'copies' 0
nature url copied | awk '$2 != "-"' >copies
expect_true 'some pages are copies' [ -s copies ]
awk -F '\t' 'NR == FNR { copied[$1] = $2; next }
	FNR > 1 && $1 in copied { print copied[$1], $2 }' copies copied-links |
	sort -u >found
awk -F '\t' 'NR == FNR { copied[$2]; next }
	FNR > 1 && $1 in copied { print $1, $2 }' copies copied-links |
	sort -u >expected
expect_same 'a copy has the links of its page' expected found
expect_is '... and is no copy of a copy' '' \
	"$(awk 'NR == FNR { copies[$1]; next } $2 in copies' copies copies)"
run "$serveweb" --truth x --copies 0.1 --spellings web.sp
expect 'copies with relative links' 64
nature url robots | awk '$2 != "-" { print $1 }' >closed
for round in 1 2; do
	"$serveweb" --truth natures --busy 0.2 --round $round web.sp
	nature url status | awk '$2 == 503' >busy$round
done
expect_true 'other pages are busy in another round' \
	[ -s busy1 -a -s busy2 ]
expect_true '... and not the same' ! cmp -s busy1 busy2
"$serveweb" --truth natures --down 0.3 web.sp
expect_is 'a host is down as a whole' '' \
	"$(nature url status | awk -F '[/\t]' '{ print $3, $NF }' | sort -u |
		awk '{ print $1 }' | uniq -d)"
expect_true '... but not every host' grep -q '	200	' natures
expect_true '... and some are' grep -q '	503	' natures

# ---- as a server -----------------------------------------------------------

# ask LINE... - sends the lines and an empty one to the server; prints the
# answer, up to what ends the connection
ask() {
	printf '%s\r\n' "$@" 'Connection: close' '' | perl -MIO::Socket::INET -e '
		$server = IO::Socket::INET->new(PeerAddr =>
			"127.0.0.1:$ARGV[0]") or die "no connection: $!\n";
		local $/;
		print $server <STDIN>;
		print <$server>;' "$port"
}

serve --encoding gzip:1
if [ -n "$port" ]; then
	first=$(graphdump -s names web.sp | awk 'NR == 2 { print $3 }')
	host=${first#http://}
	host=${host%%/*}
	ask "GET $first HTTP/1.1" "Host: $host" >absolute
	expect_text 'a page of the proxy' 'HTTP/1.1 200 OK' absolute
	ask "GET / HTTP/1.1" "Host: $host" >relative
	expect_is 'the same page by its host' \
		"$(sed '1,/^.$/d' absolute | cksum)" \
		"$(sed '1,/^.$/d' relative | cksum)"
	ask "GET $first HTTP/1.1" "Host: $host" 'Accept-Encoding: gzip' >packed
	expect_text 'packed on request' 'Content-Encoding: gzip' packed
	ask 'GET http://nowhere.example/ HTTP/1.1' 'Host: x' >missing
	expect_text 'an unknown page' 'HTTP/1.1 404' missing
	ask 'CONNECT x.example:443 HTTP/1.1' 'Host: x' >tunnel
	expect_text 'no tunnel' 'HTTP/1.1 501' tunnel
	ask "GET http://$host/robots.txt HTTP/1.1" 'Host: x' >robots
	expect_text 'robots.txt' 'User-agent: *' robots
	stop
	expect_is 'SIGTERM ends the server' 0 "$served"
	expect_is 'each request is in the log' '200 200 200 404 501 200' \
		"$(awk '!/^#/ { print $4 }' log | xargs)"
	expect_is '... and counted' 'requests	all	6' \
		"$(grep ^requests counts)"

	# shellcheck disable=SC2086
	serve --slow-hosts 1 $unequal
	while read -r copy copied; do
		ask "GET $copy HTTP/1.1" 'Host: x' | sed '1,/^.$/d' | cksum
		ask "GET $copied HTTP/1.1" 'Host: x' | sed '1,/^.$/d' | cksum
	done <copies | uniq -c >same
	expect_is 'a copy has the bytes of its page' "$(wc -l <copies)" \
		"$(awk '$1 % 2 == 0 { n += $1 / 2 } END { print n }' same)"
	graphdump -s names web.sp | cut -f 3 | sed 1d >urls
	cut -d / -f 1-3 urls | sort -u | while read -r host; do
		ask "GET $host/robots.txt HTTP/1.1" 'Host: x' | tr -d '\r' |
			awk -v host="$host" '/^Disallow: ./ {
				print host $2 }'
	done >prefixes
	awk 'NR == FNR { prefix[$1]; next }
		{ for (p in prefix) if (index($1, p) == 1) { print; next } }' \
		prefixes urls >found
	expect_true 'robots.txt forbids pages' [ -s found ]
	expect_true '... and folders' grep -q '/[^/]*/.*/$' prefixes
	expect_same '... those of the table' closed found
	stop

	printf '%s\n' 'http://a.example/?x&y' "$first" >seeds
	serve --most 1 --seeds seeds
	ask 'GET http://seeds.invalid/ HTTP/1.1' 'Host: x' >list
	expect_text 'a page with the seeds' \
		'<a href="http://a.example/?x&amp;y">' list
	ask "GET $first HTTP/1.1" 'Host: x' >once
	expect_text 'it is none of the pages counted' 'HTTP/1.1 200 OK' once
	expect_true 'after as many as it may, it refuses' ! \
		ask "GET $first HTTP/1.1" 'Host: x'
	stop
	expect_is 'closed, it ends as usual' 0 "$served"
	expect_is 'closed, it logs no more' 2 "$(grep -vc '^#' log)"

	graphdump -s names web.sp | awk -F '[\t/]' '
		BEGIN { print "host\tdelay\tresponse\tbandwidth\tfailures" }
		NR > 1 && !seen[$5]++ {
			print $5 "\t9\t0.03\t" 100000 * ++n "\t0.5"
		}' >hosts
	head -n 20 urls >some
	for time in 1 2; do
		serve --hosts hosts --page-size 5000 --spans spans
		while read -r url; do
			ask "GET $url HTTP/1.1" 'Host: x' >answer
			ask "GET $url HTTP/1.1" 'Host: x' >answer
		done <some
		stop
		awk -F '\t' '!/^#/ { print $3, $4, $5 }' spans >attempts$time
	done
	expect_is 'hosts that fail at times' '200 503' \
		"$(cut -d ' ' -f 1 attempts1 | sort -u | xargs)"
	expect_same '... at the same attempts' attempts1 attempts2
	expect_true '... and not at each attempt at a page' \
		[ "$(sort attempts1 | uniq -u | wc -l)" -gt 4 ]
	expect_is 'pages have the size asked for' '' \
		"$(awk '$1 == 200 && $2 < 5000' attempts1)"
	expect_is 'hosts take the time that the table gives them' '' \
		"$(awk -F '\t' 'NR == FNR { speed[$1] = $4; next }
			!/^#/ { split($5, part, "/")
				least = 0.03 + ($3 == 200) * $4 / speed[part[3]]
				if ($2 - $1 < least - 0.001) print
			}' hosts spans)"
	printf 'host\tresponse\nx\tsoon\n' >hosts
	run "$serveweb" --truth x --hosts hosts web.sp
	expect 'a table of hosts with a word for a number' 65
	expect_message '... is refused' \
		'hosts: "x\x09soon" is not a host and its numbers'
else
	wait "$server"
	if grep -q 'built without' "$err"; then
		skip 'the server' 'built without libmicrohttpd'
	else
		not_ok 'the server' "$(cat "$err")"
	fi
fi

# ---- as an import ----------------------------------------------------------

run crawlgraph -f warc -o odd.sp odd.warc.gz
if grep -q 'built without' "$err"; then
	skip 'an import' "$(cat "$err")"
	plan
	exit
fi
expect 'the archive is imported' 0
links odd.sp >found
awk -F '\t' '!/^#/ && $3 != "redirect" { print $1 "\t" $2 }' links |
	sort -u >expected
expect_same 'each link of the odd web, and no other' expected found

# ---- as a crawl ------------------------------------------------------------

# crawl [OPTION...] - GNU Wget crawls what is served with these options
crawl() {
	"$serveweb" --links links "$@" web.sp
	serve "$@"
	rm -f crawl.*
	http_proxy=http://127.0.0.1:$port no_proxy='' wget -q -r -l inf -H \
		-nd --delete-after -P pages --tries=1 --timeout=30 \
		--no-config --warc-file=crawl --warc-cdx "$first" 2>"$err"
	stop
}

if ! command -v wget >/dev/null; then
	skip 'a crawl by Wget' 'no wget'
elif [ -z "$port" ]; then
	skip 'a crawl by Wget' 'no server'
else
	crawl
	run crawlgraph -f warc -o crawled.sp crawl.warc.gz
	expect 'what Wget wrote is imported' 0
	links web.sp >expected
	links crawled.sp >found
	expect_same 'the graph that was crawled is the one that was served' \
		expected found
	crawlimport -q -g web.sp -R --time-column time_ms log >by-log
	crawlimport -q -g web.sp -R crawl.cdx >by-cdx
	expect_is 'Wget fetched every page' 80 \
		"$(graphdump -s orders by-log | grep -vc '^#')"
	expect_is 'its order is that of the server' \
		"$(graphdump -s orders by-log | cut -f 2,3)" \
		"$(graphdump -s orders by-cdx | cut -f 2,3)"
	# shellcheck disable=SC2086
	crawl $odd
	crawlgraph -q -f warc -o crawled.sp crawl.warc.gz
	links crawled.sp >found
	fetched links log >expected
	expect_same 'each link of the odd pages that Wget fetched' \
		expected found
fi
plan
