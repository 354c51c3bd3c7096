# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# web.sh - serves the graph web.sp as a web to crawl, and compares
#
#	. "$(dirname "$0")/lib.sh"
#	. "$(dirname "$0")/web.sh"
#	cd "$folder"
#	graphgen -o web.sp
#	serve --broken 0.5
#	...
#	stop

# shellcheck disable=SC2034,SC2154 # for and of the scripts

serveweb=$(cd "${BUILD:-build}/tests" && pwd)/serveweb
[ -x "$serveweb" ] || skip_all "no $serveweb"

# serve [OPTION...] - starts the server; sets $server and $port, which is
# empty if it could not start: $err has the reason
serve() {
	rm -f port
	"$serveweb" --log log --counts counts "$@" web.sp >port 2>"$err" &
	server=$!
	await port $server
	port=$(sed -n 's/^port //p' port)
}

# stop - ends it; sets $served, its exit status
stop() {
	kill "$server"
	served=0
	wait "$server" || served=$?
}

# links GRAPH - prints the links of a graph between URLs, sorted
links() {
	graphdump -s names "$1" >names.tsv
	graphdump -s graph "$1" | awk -F '\t' 'NR == FNR { url[$1] = $3; next }
		!/^#/ { print url[$1] "\t" url[$2] }' names.tsv - | sort -u
}

# fetched LINKS LOG - prints those links of the table that are on pages of
# the log of the server
fetched() {
	awk -F '\t' 'NR == FNR { fetched[$7]; next }
		!/^#/ && $3 != "redirect" && $1 in fetched {
			print $1 "\t" $2
		}' "$2" "$1" | sort -u
}

