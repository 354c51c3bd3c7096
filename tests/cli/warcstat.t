#!/bin/sh
# SPDX-License-Identifier: MIT
#
# warcstat.t - the tables are right on a small archive; every record of the
# archives of other programs is found, also in the odd and damaged ones, packed
# in any way
#
#	[BIN=bin] [SEEDPIPE_DATA=folder] tests/cli/warcstat.t

# shellcheck disable=SC2016,SC2034,SC2154 # of sh -c, of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
data=$(cd "${SEEDPIPE_DATA:-../shared/data}/warc" 2>/dev/null && pwd)
cd "$folder" || exit 2

# ---- a small archive -------------------------------------------------------

# page URL STATUS TYPE BYTES [DATE] - writes a response with a body
page() {
	head=$(printf 'HTTP/1.1 %s X\r\nContent-Type: %s; a=b\r\n\r\n.' \
		"$2" "$3")
	printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\n' "$1"
	printf 'WARC-Date: %s\r\n' "${5-2014-01-03T03:03:21Z}"
	printf 'Content-Length: %d\r\n\r\n%s' $((${#head} - 1 + $4)) "${head%.}"
	head -c "$4" /dev/zero | tr '\0' x
	printf '\r\n\r\n'
}

{
	printf 'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 3\r\n\r\n'
	printf 'a:b\r\n\r\n'
	page http://www.a.co.uk/1 200 text/html 10
	page http://A.co.uk/2 200 Text/HTML 20 2014-01-04T00:00:00.5Z
	page https://b.com:8080/ 404 text/html 0 2013
	page http://192.0.2.1/x 503 image/png 1000
	page http://www.a.co.uk/3 200 application/pdf 5000
	printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: '
	printf 'http://c.net/\r\nContent-Length: 4\r\n\r\n\001\002\003\004'
	printf '\r\n\r\nWARC/1.0\r\nWARC-Type: revisit\r\nWARC-Target-URI: '
	printf 'http://b.com/\r\nContent-Length: 16\r\n\r\nHTTP/1.1 304\r\n\r\n'
	printf '\r\n\r\nWARC/1.0\r\nWARC-Type: x-odd\r\nContent-Length: 9'
	printf '\r\n\r\nabc'
} >small.warc

# table WHAT LINES [FILE...] - the table's lines without the header
table() {
	what=$1 lines=$2
	shift 2
	run warcstat -q --table "$what" "$@" small.warc
	expect "$what" 0
	expect_is "$what: its rows" "$(printf '%b' "$lines")" \
		"$(tail -n +2 "$out")"
}

table types 'response\t6\t0.666667\t6280
revisit\t1\t0.111111\t16
warcinfo\t1\t0.111111\t3
x-odd\t1\t0.111111\t3'
table status '200\t3\t0.5\t5030
304\t1\t0.166667\t0
404\t1\t0.166667\t0
503\t1\t0.166667\t1000'
table errors '404\t1\t0.25\t0
503\t1\t0.25\t1000
damaged\t1\t0.25\t0
no HTTP response\t1\t0.25\t4'
table mime 'text/html\t3\t0.6\t30
application/pdf\t1\t0.2\t5000
image/png\t1\t0.2\t1000'
table mime 'text/html\t3\t0.6\t30
others\t2\t0.4\t6000' --top 1
table sizes 'min\t-\t-\t0
quartile 1\t-\t-\t10
median\t-\t-\t20
quartile 3\t-\t-\t1000
max\t-\t-\t5000
mean\t-\t-\t1206'
{
	printf 'WARC/1.0\r\nWARC-Type: response\r\n'
	printf 'WARC-Target-URI: http://a.test/\r\n'
	printf 'WARC-Date: 2020-01-01T00:00:00Z\r\n'
	printf 'Content-Type: application/http; msgtype=response\r\n'
	printf 'Content-Length: 1234611\r\n\r\n'
	printf 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n'
	head -c 1234567 /dev/zero
	printf '\r\n\r\n'
} >large.warc
expect_is 'sizes have all their digits' 1234567 \
	"$(warcstat -q --table sizes large.warc | awk '$1 == "max" { print $4 }')"
table tlds 'uk\t3\t0.5\t5030
com\t2\t0.333333\t0
address\t1\t0.166667\t1000'
table hosts 'b.com\t2\t0.333333\t0
www.a.co.uk\t2\t0.333333\t5010
192.0.2.1\t1\t0.166667\t1000
a.co.uk\t1\t0.166667\t20'
if built_without graphimport --domain; then
	skip 'domains' 'built without libpsl'
	domains=
else
	table domains 'a.co.uk\t3\t0.5\t5030
b.com\t2\t0.333333\t0
192.0.2.1\t1\t0.166667\t1000'
	domains='domains '
fi
table dates '2013-01-01\t1\t0.166667\t0
2014-01-03\t3\t0.5\t6010
2014-01-04\t1\t0.166667\t20
none\t1\t0.166667\t0'
table dates '2014-01-03\t3\t0.5\t6010
others\t3\t0.5\t20' --top 1
run warcstat -q --table histogram small.warc
expect_is 'histogram: all pages are in it' '5 6030' \
	"$(awk 'NR > 1 { n += $2; b += $4 } END { print n, b }' "$out")"
expect_is 'histogram: powers of two' '0 1 2 4 8 16' \
	"$(sed -n '2,7s/	.*//p' "$out" | paste -sd ' ')"
run warcstat -q small.warc
expect_is 'all tables in one' \
	"types status errors mime sizes histogram tlds ${domains}hosts dates" \
	"$(tail -n +2 "$out" | cut -f 1 | uniq | paste -sd ' ')"
run warcstat -q --json --table status small.warc
expect_output 'JSON' '{"status": "200", "count": 3, "share": 0.5, "bytes": 5030}'
run warcstat small.warc
expect_message 'damage is told' 'small.warc: byte 7159: damaged record: the file'
run warcstat --stats - -o /dev/null small.warc
expect_output 'counts for --stats' \
	'"records": 9, "downloads": 6, "damaged": 1, "bytes_blocks": 6302'
run_sh 'cat small.warc | warcstat -q | cmp - "$1"' "$out"
warcstat -q small.warc >one
run_sh 'printf "\357\273\277" | cat - small.warc | warcstat -q | cmp - one'
expect 'a mark of UTF-8 is skipped' 0
warcstat -q small.warc small.warc >two
expect_is 'two files count twice' "$(awk -F '\t' '{ s += $3 } END { print 2 * s }' \
	one)" \
	"$(awk -F '\t' '{ s += $3 } END { print s }' two)"

# ---- digests ---------------------------------------------------------------

printf 'WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n%s\r\n\r\nabc' \
	'WARC-Block-Digest: sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5' >right.warc
sed 's/VGMT/AGMT/' right.warc >wrong.warc
# The payload of what is no HTTP is the block, with its empty lines.
printf 'WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 7\r\n%s\r\n\r\na\n\nb\n\nc' \
	'WARC-Payload-Digest: sha1:MKBWVIG4LAJ7ECQWDIDEDVLBS5YOIBRA' \
	>resource.warc
{
	printf 'WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 12\r\n'
	printf 'WARC-Payload-Digest: sha1:%032d\r\n\r\nHTTP/1.1 200' 0
} >cut.warc
if built_without warcstat --check-digests; then
	skip 'digests' 'built without libmd'
else
	run warcstat --strict --check-digests right.warc
	expect 'a right digest' 0
	expect_output 'it is counted' 'WARC-Block-Digest matches	1'
	run warcstat --strict -q --check-digests wrong.warc
	expect 'a wrong digest' 65
	expect_message 'it is told' \
		'its block is not the one of its WARC-Block-Digest'
	run warcstat --strict --check-digests resource.warc
	expect 'the payload of a resource' 0
	expect_output 'it is counted' 'WARC-Payload-Digest matches	1'
	run warcstat --strict --check-digests cut.warc
	expect 'no payload is known of a cut HTTP head' 0
	expect_output 'it is counted' 'WARC-Payload-Digest unknown	1'
fi

# ---- lengths that are wrong ------------------------------------------------

{
	printf 'WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: %s\r\n\r\n' 50
	printf 'abc\r\n\r\n'
	cat right.warc
	printf '\r\n\r\nWARC/1.0\r\nWARC-Type: metadata\r\n'
	printf 'Content-Length: 18446744073709551615\r\n\r\n12345'
} >lengths.warc
run warcstat -q --table types lengths.warc
expect_output 'only bytes that are there count' 'resource	2	0.666667	10'
expect_output 'only bytes that are there count' 'metadata	1	0.333333	5'
if built_without warcstat --check-digests; then
	skip 'sums are of bytes that are there' 'built without libmd'
else
	run warcstat -q --records lengths.warc
	expect_is 'sums are of bytes that are there' \
		'VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5 ELA2PDWFVWQ42LZWMW2YWMCJTZI2HMBJ' \
		"$(sed -n '3p' "$out" | cut -f 9) $(sed -n '2p' "$out" | cut -f 9)"
fi

# ---- the archives of others ------------------------------------------------

[ -n "$data" ] || {
	skip 'archives of other programs' 'there are no data: set SEEDPIPE_DATA'
	plan
	exit
}

# records FILE - writes what is known of each record, without the offset, which
# depends on the packing, to $out
records() {
	run warcstat -q --records "$1"
	tail -n +2 "$out" | cut -f 3-8,10 >list
}

# Name, records, damaged ones, and the sum of all lengths.
cat >expected <<'END'
arc2warc.warc 6 0 3173
bad.arc.gz 5 3 3498
blackbook.arc.gz 300 0 7687146
blackbook.warc.gz 822 0 10948669
heritrix-1.14.arc 5 0 3114
ipwb-1memento.warc 4 0 764
ipwb-1memento_noContentType.warc 2 0 453
ipwb-2mementos.warc 5 0 951
ipwb-2mementos_htmlXhtml.warc 3 0 810
ipwb-2mementos_queryString.warc 3 0 611
ipwb-3mementos.warc 6 0 1137
ipwb-4mementos.warc 7 0 1323
ipwb-5mementos.warc 8 0 1510
ipwb-5mementosAndFroggie.warc 9 0 1664
ipwb-HTTP204.warc 3 2 572
ipwb-HTTP404.warc 2 0 463
ipwb-baconIpsum.warc.gz 6 0 41072
ipwb-baconIpsum_chunked.warc 6 0 41099
ipwb-baconIpsum_chunkedWithMetadata.warc 6 0 41099
ipwb-baconIpsum_chunked_httpTrailors.warc 6 0 41156
ipwb-broken.warc 6 1 1624
ipwb-frogTest.warc 6 0 63414
ipwb-froggie.warc.gz 10 0 65235
ipwb-mkelly1.warc 7 0 42136
ipwb-redirect.warc 2 1 503
ipwb-redirectRelative.warc 2 0 471
ipwb-salam-home.warc 6 0 2768
ipwb-slash.warc 2 0 416
ipwb-variableSizedDates.warc 5 0 1125
issue-493.warc 32 0 42993
issue-514.warc 8 0 43459
pywb-bad.arc 4 3 1
pywb-dupes.warc.gz 25 0 8630
pywb-example-bad.warc.gz.bad 6 0 3263
pywb-example-extra.warc 6 0 3866
pywb-example-url-agnostic-orig.warc.gz 2 0 1790
pywb-example-url-agnostic-revisit.warc.gz 2 0 520
pywb-example-wget-1-14.warc.gz 6 0 2492
pywb-example-wpull.warc.gz 4 0 5898
pywb-example.arc 2 0 1666
pywb-example.arc.gz 2 0 1666
pywb-example.warc 6 1 3260
pywb-example.warc.gz 6 0 3263
pywb-example2.warc.gz 3 0 1548
pywb-httpbin-resource.warc.gz 1 0 367
pywb-iana.warc.gz 343 0 2176019
pywb-missing-status-text.warc 1 0 107
pywb-post-test.warc.gz 6 0 2886
END
while read -r name count damaged length; do
	records "$data/$name"
	expect_is "$name: its records" "$count $damaged $length" \
		"$(awk -F '\t' '{ n++; s += $6; d += $7 != "-" }
			END { print n, d + 0, s + 0 }' list)"
	cp list plain
	case $name in
	*.gz | *.bad) gzip -dc "$data/$name" >unpacked ;;
	*) cp "$data/$name" unpacked ;;
	esac
	for pack in cat 'gzip -c' 'zstd -qc'; do
		$pack unpacked >packed
		records packed
		expect_same "$name: the same after $pack" plain list
	done
done <expected
(cd "$data" && find . -name '*arc' -o -name '*arc.gz' -o -name '*.bad') |
	sed 's|.*/||' | sort >there
cut -d ' ' -f 1 expected | sort >known
expect_same 'every archive is in the table' known there

# damage NAME LINE... - the damage that is found in it, with its offset
damage() {
	name=$1
	shift
	run warcstat --table damage "$data/$name"
	expect_is "$name: its damage" "$(printf '%s\n' "$@")" \
		"$(tail -n +2 "$out" | cut -f 2,5 | tr '\t' ' ')"
}

damage bad.arc.gz \
	'0 its length 782 is wrong: 237 bytes that are not a record follow' \
	'0 its length 680 is wrong: the next record begins after 208 bytes' \
	'0 the file ends inside it: 201 of 680 bytes are there'
damage ipwb-HTTP204.warc \
	'0 its length 238 is wrong: 14 bytes that are not a record follow' \
	'472 its length 140 is wrong: 12 bytes that are not a record follow'
damage ipwb-broken.warc \
	'3058 its length 7 is wrong: 336 bytes that are not a record follow'
damage ipwb-redirect.warc \
	'453 the file ends inside it: 256 of 265 bytes are there'
damage pywb-bad.arc \
	'0 its length "-1" is not a number' \
	'134 its length "-1" is not a number' \
	'262 its length "abc" is not a number'
damage pywb-example.warc \
	'4061 its length 320 is wrong: 7 bytes that are not a record follow'
plan
