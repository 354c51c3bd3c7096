# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# logs.sh - what crawlimport reads of a log, or why it does not
#
#	. "$(dirname "$0")/lib.sh"
#	. "$(dirname "$0")/logs.sh"
#	reads 'the log of a crawler' 'http://a.example/ http://b.example/' log

# shellcheck disable=SC2016 # of awk

# urls FILE - prints the URLs of a stream's order, in one line
urls() {
	graphdump -s orders "$1" | awk -F '\t' '!/^#/ { printf "%s%s",
		n++ ? " " : "", $7 } END { print "" }'
}

# reads NAME URLS ARGUMENT... - crawlimport downloads these URLs in this order
reads() {
	name=$1
	wanted=$2
	shift 2
	run crawlimport -q -o read.sp "$@"
	expect "$name" 0 && expect_is "$name: the order" "$wanted" \
		"$(urls read.sp)"
}

# refuses NAME MESSAGE ARGUMENT... - crawlimport cannot read it
refuses() {
	name=$1
	message=$2
	shift 2
	run crawlimport -o refused.sp "$@"
	expect "$name" 65
	expect_message "$name: the message" "$message"
	expect_true "$name: no output" test ! -e refused.sp
}
