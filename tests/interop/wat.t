#!/bin/sh
# SPDX-License-Identifier: MIT
#
# wat.t - metadata (WAT) that the Internet Archive's program makes of archives
# have the pages and links that the archives themselves have
#
# Maven installs webarchive-commons (30 MB with Hadoop) into $CACHE.  Its parser
# of HTML is none of HTML 5: the pages on which they differ are listed.

# shellcheck disable=SC2154,SC2094 # lib.sh sets variables; names is read alone

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"

need_jars webarchive-commons-1.3.0 \
	org.netpreserve.commons:webarchive-commons:1.3.0 \
	org.apache.hadoop:hadoop-core:1.2.1
data=${SEEDPIPE_DATA:-../shared/data}/warc
[ -d "$data" ] || skip_all 'no data'
data=$(cd "$data" && pwd)

cd "$folder" || exit 2

# links STREAM - its links and pages as URLs, sorted
links() {
	graphdump -s names "$1" | cut -f 1,3 >names
	graphdump "$1" | awk -F '\t' '
		FNR == 1 { next }
		NR == FNR { name[$1] = $2; print $2; next }
		{ print name[$1] "\t" name[$2] }' names - | LC_ALL=C sort
}

# same FILE LINES - its graph by way of WAT and without, which may differ in so
# many lines
same() {
	java -cp "$jars/*" org.archive.extract.ResourceExtractor -wat \
		"$data/$1" >x.wat.gz 2>log || :
	run crawlgraph -q -f wat -o wat.sp x.wat.gz
	expect "$1: its WAT is imported" 0
	crawlgraph -q -f warc -o warc.sp "$data/$1"
	links wat.sp >wat
	links warc.sp >warc
	expect_is "$1: $(wc -l <warc) pages and links" "$2" \
		"$(LC_ALL=C comm -3 wat warc | wc -l)"
}

for archive in pywb-iana.warc.gz pywb-example-wpull.warc.gz \
	pywb-example-wget-1-14.warc.gz pywb-dupes.warc.gz; do
	same $archive 0
done
# Seven links of one page (/web/web.php) and where they lead are not in its WAT.
same blackbook.warc.gz 14
plan
