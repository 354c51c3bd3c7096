# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# faultyserver.sh - a server of files that cuts, stalls and lies: faultyweb.py.
# Include lib.sh first.

# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC2034 # scripts use the address

# serve FOLDER - serves its files at $web, an address on this host, until the
# script ends; what is asked for goes to the file requests.  False if the server
# does not start.
serve() {
	unset http_proxy HTTP_PROXY all_proxy ALL_PROXY
	unset AWS_REGION AWS_ENDPOINT_URL_S3
	export SEEDPIPE_PATIENCE=1
	python3 "$here/../web/faultyweb.py" "$1" port >requests &
	server=$!
	trap stop_serving EXIT
	await port $server && web=http://127.0.0.1:$(cat port)
}

stop_serving() {
	kill "$server" 2>/dev/null
	rm -rf "$folder"
}
