# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# serve.sh - what recrawl.sh and rounds.sh share: a graph that is served as a
# web on the loopback address, for a crawler whose files appear when it has
# ended
#
#	SERVEWEB=FILE
#	begin NAME
#	serve GRAPH [OPTION...]
#	... the crawler runs in $folder, by $proxy; its process is $running
#	hang_up
#	keep FILE SUFFIX
#	keep access SUFFIX
#
# Messages begin with the name of the script.

# shellcheck disable=SC2034 # for the scripts

folder=
server=
running=

end() {
	for process in $server $running; do
		kill "$process" 2>/dev/null || :
	done
	[ -z "$folder" ] || rm -rf "$folder"
}

fail() {
	echo "${0##*/}: $*" >&2
	exit 1
}

# begin NAME - makes the folder of a crawl whose results are NAME.*
begin() {
	name=$1
	folder=$name.part
	trap end EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
	rm -rf "$folder"
	mkdir -p "$folder"
}

# serve GRAPH [OPTION...] - starts the server, with an access log, and has
# everything go to it, so that nothing leaves this machine
serve() {
	served=$1
	shift
	"$SERVEWEB" -q --log "$folder/access" "$@" "$served" \
		>"$folder/port" 2>"$folder/server" &
	server=$!
	while [ ! -s "$folder/port" ]; do
		kill -0 "$server" 2>/dev/null || {
			wait "$server" || :
			server=
			fail "no server: $(cat "$folder/server")"
		}
		sleep 0.05
	done
	proxy=http://127.0.0.1:$(sed 's/^port //' "$folder/port")
	export http_proxy="$proxy" https_proxy="$proxy" HTTP_PROXY="$proxy" \
		HTTPS_PROXY="$proxy" no_proxy='' NO_PROXY=''
}

# hang_up - ends the server
hang_up() {
	kill "$server" 2>/dev/null || :
	wait "$server" || :
	server=
}

# keep FILE SUFFIX - the file of the folder becomes NAME.SUFFIX
keep() {
	mv "$folder/$1" "$name.$2"
}
