#!/bin/sh
# SPDX-License-Identifier: MIT
#
# image.t - the container images: others read them, and in a container the filters
# do what the build does, as root and as any user
#
#	make interop INTEROP=tests/interop/image.t
#
# Needs skopeo, umoci and runc or crun (Debian's packages), and busybox; openssl
# for servers, Open MPI for the second image.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh disable=SC1091
. "$here/lib.sh"
need_program busybox skopeo umoci python3
root=$(cd "$here/../.." && pwd)
version=$(sed -n 's/^VERSION = //p' "$root/Makefile")
cd "$folder" || exit 2

for i in 1 2; do
	run make -s -C "$root" image IMAGE="$folder/image$i.tar"
	expect "make image, time $i" 0
done
expect_same 'two images have the same bytes' image1.tar image2.tar

# ---- read by others ----------------------------------------------------------

run skopeo inspect "oci-archive:image1.tar:$version"
expect 'skopeo reads it' 0
expect_true 'it has the version' grep -q "image.version\": \"$version\"" "$out"
run skopeo inspect docker-archive:image1.tar
expect 'skopeo reads it as an archive of Docker' 0
run skopeo copy -q "oci-archive:image1.tar:$version" oci:layout:seedpipe
expect 'skopeo copies it, with all checksums' 0
umask 022
run umoci unpack --image layout:seedpipe bundle
expect 'umoci unpacks it' 0

# ---- in a container ----------------------------------------------------------

# started BUNDLE USER PROGRAM ARGUMENT... - as "docker run -u USER
# -v $folder/data:/data --network host --entrypoint PROGRAM"
started() {
	python3 - "$@" <<-'END'
		import json, sys
		bundle, user = sys.argv[1], int(sys.argv[2])
		with open(bundle + "/config.json") as file:
		    config = json.load(file)
		process = config["process"]
		process["terminal"] = False
		process["args"] = sys.argv[3:]
		process["user"] = {"uid": user, "gid": user}
		spaces = config["linux"]["namespaces"]
		config["linux"]["namespaces"] = [space for space in spaces
		                                 if space["type"] != "network"]
		config["mounts"] = [m for m in config["mounts"]
		                    if m["destination"] != "/data"] + [
		    {"destination": "/data", "type": "bind", "source": "../data",
		     "options": ["rbind", "rw"]}]
		with open(bundle + "/config.json", "w") as file:
		    json.dump(config, file)
	END
	$runtime run -b "$1" "seedpipe-$$"
}

# contained USER ARGUMENT... - by the entry point of the image
contained() {
	user=$1
	shift
	started bundle "$user" /usr/bin/seedpipe "$@"
}

mkdir data
chmod 755 .
graphgen -n 3000 -o data/web.sp
runtime=
for one in runc 'crun --cgroup-manager=disabled'; do
	command -v "${one%% *}" >/dev/null || continue
	runtime=$one
	contained 0 --version >"$out" 2>"$err" && break
	sed 's/^/# /' "$err"
	runtime=
done
if [ -z "$runtime" ]; then
	skip 'containers' 'neither runc nor crun runs here'
	plan
	exit
fi
expect_is "$runtime runs it" "seedpipe $version" "$(cat "$out")"
run contained 0
"$root/pipelines/seedpipe" >expected
expect_same 'without arguments, it lists the filters' expected "$out"
for filter in "$BIN"/*; do
	contained 0 "${filter##*/}" --version 2>&1
done >"$out"
for filter in "$BIN"/*; do
	"$filter" --version
done >expected
expect_same 'all filters run, by their names' expected "$out"
"$root/pipelines/seedpipe" seeds data/web.sp >expected 2>"$err"
for user in 0 1234; do
	chown "$user" data
	run contained "$user" seeds web.sp
	expect_same "user $user: seeds" expected "$out"
	expect_is "user $user: the pipe is printed" graphprune \
		"$(sed -n '1s/ .*//p' "$err")"
	run contained "$user" seeds -o "list-$user" web.sp
	expect_same "user $user: a list in the folder" expected \
		"data/list-$user"
	expect_is "user $user: the owner of the list" "$user" \
		"$(stat -c %u "data/list-$user")"
	run contained "$user" seeds no.warc
	expect "user $user: a failure" 74
done
if [ -n "$SEEDPIPE_DATA" ]; then
	cp "$SEEDPIPE_DATA/warc/pywb-iana.warc.gz" data
	run contained 1234 next --count 5 --to nutch pywb-iana.warc.gz
	"$root/pipelines/seedpipe" next --count 5 --to nutch \
		data/pywb-iana.warc.gz >expected 2>"$err"
	expect_same 'from an archive to the next batch' expected "$out"
else
	skip 'from an archive to the next batch' 'no data'
fi
run contained 0 help hits
hits --help >expected
expect_same 'help, without a manual' expected "$out"
run contained 0 report web.sp
expect 'no report without make' 64
run contained 0 nothing
expect 'what is no filter' 64

chown 0 data
# As "docker stop" does; process 1 does not end by signals that it ignores.
for command in 'graphgen -n 200M -o never.sp' \
	'seeds --yield 4G --count 10000 web.sp'; do
	# shellcheck disable=SC2086 # words
	contained 0 $command >"$out" 2>"$err" &
	sleep 2
	$runtime kill "seedpipe-$$" TERM
	status=0
	wait $! || status=$?
	expect_is "${command%% *} ends by a signal" 143 "$status"
done

# ---- from servers ------------------------------------------------------------

# A server of the folder data; its address goes to the file port.
cat >serve.py <<'END'
import http.server, ssl, sys
class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *given):
        super().__init__(*given, directory="data")
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
if sys.argv[1] == "https":
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("server.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(f"{sys.argv[1]}://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
END
graphdump data/web.sp >data/web.tsv
graphdump data/web.sp >expected
known=bundle/rootfs/etc/ssl/certs/ca-certificates.crt
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 \
	-addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out certificate.pem \
	2>"$err" && cat key.pem certificate.pem >server.pem
for protocol in http https; do
	if [ $protocol = https ] && [ ! -s server.pem ]; then
		skip https 'no openssl'
		continue
	fi
	: >port
	python3 serve.py $protocol >port 2>served &
	server=$!
	await port $server
	if [ $protocol = https ]; then
		run contained 0 graphimport -q -f arcs "$(cat port)/web.tsv"
		expect 'https, by nobody known' 74
		expect_true '... is refused' grep -q certificate "$err"
		cat certificate.pem >>$known
	fi
	run contained 0 graphimport -q -f arcs "$(cat port)/web.tsv"
	graphdump "$out" >got
	expect_same "$protocol: the same links" expected got
	kill $server
	wait $server 2>"$err"
done

# ---- with MPI ----------------------------------------------------------------

if ! command -v mpicc >"$out" || ! command -v ompi_info >"$out"; then
	skip 'the image for MPI' 'no Open MPI'
	plan
	exit
fi
for i in 1 2; do
	run make -s -C "$root" image-mpi MPI_IMAGE="$folder/mpi$i.tar"
	expect "make image-mpi, time $i" 0
done
expect_same 'two images have the same bytes' mpi1.tar mpi2.tar
run skopeo copy -q "oci-archive:mpi1.tar:$version" oci:layout-mpi:seedpipe
expect 'skopeo copies it' 0
run umoci unpack --image layout-mpi:seedpipe bundle-mpi
expect 'umoci unpacks it' 0
for kind in hits:authority pagerank:pagerank; do
	program=${kind%:*} best=${kind#*:}:20
	for user in 0 1234; do
		chown "$user" data
		run started bundle-mpi "$user" mpirun --oversubscribe -n 3 \
			"$program-mpi" -q web.sp -o "$program-$user.sp"
		expect "user $user: $program-mpi, 3 processes" 0
		# runc passes on each signal, also those of its own scheduler.
		expect_is '... says nothing' '' \
			"$(grep -v 'Forwarding signal 23' "$err")"
	done
	expect_same '... the same for each' "data/$program-0.sp" \
		"data/$program-1234.sp"
	run "$program" -q data/web.sp -o "$program.sp"
	run seedpick --top "$best" --text "$program.sp"
	mv "$out" expected
	run seedpick --top "$best" --text "data/$program-0.sp"
	expect_same '... the same best pages as without MPI' expected "$out"
done
run started bundle-mpi 0 /usr/bin/seedpipe seeds web.sp
expect 'it has the other filters, too' 0
plan
