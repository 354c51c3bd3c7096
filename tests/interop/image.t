#!/bin/sh
# SPDX-License-Identifier: MIT
#
# image.t - the container image: others read it, and in a container of it the
# filters do what the build does, as root and as any user
#
#	make interop INTEROP=tests/interop/image.t
#
# Needs skopeo, umoci and runc or crun (Debian's packages), and busybox.

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

# contained USER ARGUMENT... - as "docker run -u USER -v $folder/data:/data"
contained() {
	python3 - "$@" <<-'END'
		import json, sys
		with open("bundle/config.json") as file:
		    config = json.load(file)
		process = config["process"]
		process["terminal"] = False
		process["args"] = ["/usr/bin/seedpipe"] + sys.argv[2:]
		process["user"] = {"uid": int(sys.argv[1]), "gid": int(sys.argv[1])}
		config["mounts"] = [m for m in config["mounts"]
		                    if m["destination"] != "/data"] + [
		    {"destination": "/data", "type": "bind", "source": "../data",
		     "options": ["rbind", "rw"]}]
		with open("bundle/config.json", "w") as file:
		    json.dump(config, file)
	END
	$runtime run -b bundle "seedpipe-$$"
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
plan
