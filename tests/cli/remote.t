#!/bin/sh
# SPDX-License-Identifier: MIT
#
# remote.t - files on servers, crawlgraph https://...: whole, and the same bytes,
# from a server that cuts, stalls, lies and is busy (faultyweb.py), or an error;
# signed requests to a bucket
#
#	[BIN=bin] tests/cli/remote.t

# shellcheck disable=SC2154 # of lib.sh

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
# shellcheck source=tests/cli/faultyserver.sh disable=SC1091
. "$here/faultyserver.sh"
cd "$folder" || exit 2

# The file is large enough to come in many pieces, and packed, plain and empty.
mkdir files
graphgen -q -n 6000 | graphdump -s graph - >'files/a b+c.tsv'
gzip -n <'files/a b+c.tsv' >files/packed.gz
: >files/empty
graphimport -q -f arcs -o right.sp 'files/a b+c.tsv'
serve files || { skip 'files on servers' 'the server did not start'; plan; exit; }
run graphimport -q -f arcs -o got.sp "$web/good/packed.gz"
if grep -q 'libcurl' "$err"; then
	skip 'files on servers' "$(cat "$err")"
	plan
	exit
fi
expect 'packed' 0
expect_same '... the same bytes as from a file' right.sp got.sp

# gets FAULT - reads the plain file, whose size nothing but the server says
gets() {
	rm -f got.sp
	run graphimport -q -f arcs -o got.sp "$web/$1/a%20b+c.tsv"
	expect "$1: read whole" 0
	expect_same "$1: ... and the same bytes" right.sp got.sp
}

# fails FAULT MESSAGE
fails() {
	rm -f got.sp
	run graphimport -q -f arcs -o got.sp "$web/$1/a%20b+c.tsv"
	expect "$1: refused" 74
	expect_message "$1: ... and why" "$2"
	expect_true "$1: ... with no output" [ ! -e got.sp ]
}

for fault in good once whole chunked chopped hiccup busy moved; do
	gets "$fault"
done
gets cut
expect_is 'cut: parts are asked for, each where the one before ended' sorted "$(
	awk '$2 ~ "^/cut/" && $3 != "-" { sub(/bytes=/, "", $3); print $3 + 0 }' \
	requests | sort -c -n -u && echo sorted)"
fails stale 'the file changed while it was read'
fails late 'the file changed while it was read'
fails shifted 'another part than it was asked for'
fails longer 'the server answers 416'
fails endless 'does not say how long the file is'
fails twice 'does not say how long the file is'
fails silent 'Operation too slow'
fails down 'the server answers 503, 5 times'
fails part 'a part of the file, which it was not asked for'
fails loop 'Maximum (10) redirects followed'
# Checksums, as servers give them; a tag is one only in a bucket.
if built_without warcstat --check-digests; then
	skip checksums 'built without libmd'
else
	for head in Content-MD5 Digest Repr-Digest x-goog-hash; do
		gets sum-$head
		fails bad-$head 'do not have the checksum that the server gives'
	done
	gets bad-ETag
	gets gunzip
fi
run graphimport -f arcs -o got.sp "$web/good/nothing"
expect 'no such file' 74
expect_message '... and why' 'good/nothing: the server answers 404'
run graphimport -q -f arcs -o got.sp "$web/short/packed.gz"
expect 'a packed file that the server calls whole, and is not' 65
run graphimport -q -f arcs -o got.sp "$web/good/empty"
expect 'an empty file' 0
graphimport -q -f arcs -o none.sp files/empty
expect_same '... is as empty as from a disk' none.sp got.sp
run graphimport -f arcs -o got.sp "http://me:secret@${web#*//}/good/empty"
expect 'a password in an address' 64
expect_message '... is refused' '/good/empty: the address has a user'
expect_true '... and not repeated' ! grep -q secret "$err"
run graphimport -f arcs https://127.0.0.1:1/x
expect 'nobody there' 74
expect_message '... and why' "Couldn't connect to server, 5 times"
SEEDPIPE_PATIENCE=soon run graphimport -f arcs "$web/good/empty"
expect 'patience that is no number' 64

# ---- buckets ----------------------------------------------------------------

export AWS_ENDPOINT_URL="$web/" AWS_DEFAULT_REGION=there
run graphimport -q -f arcs -o got.sp "s3://bucket/a b+c.tsv"
expect 'a bucket without keys' 74
expect_message '... and why' 's3://bucket/a b+c.tsv: the server answers 403'
export AWS_ACCESS_KEY_ID=KEY AWS_SECRET_ACCESS_KEY=SECRET \
	AWS_SESSION_TOKEN=TOKEN/+=
rm -f got.sp
run graphimport -q -f arcs -o got.sp "s3://bucket/a b+c.tsv"
expect 'a bucket with keys' 0
expect_same '... the same bytes' right.sp got.sp
for bucket in sum-ETag kms; do
	rm -f got.sp
	run graphimport -q -f arcs -o got.sp "s3://$bucket/a b+c.tsv"
	expect "a bucket, $bucket" 0
	expect_same '... the same bytes' right.sp got.sp
done
if ! built_without warcstat --check-digests; then
	run graphimport -f arcs -o got.sp "s3://bad-ETag/packed.gz"
	expect 'a bucket, another checksum' 74
fi
AWS_SECRET_ACCESS_KEY=WRONG run graphimport -f arcs "s3://bucket/packed.gz"
expect 'a wrong key' 74
run graphimport -f arcs s3://bucket
expect 'no key of a file' 74
expect_message '... and what to write' 'write s3://BUCKET/KEY'

plan
