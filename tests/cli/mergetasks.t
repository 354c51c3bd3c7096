#!/bin/sh
# SPDX-License-Identifier: MIT
#
# mergetasks.t - graphmerge --work: a merge by tasks is the graph of one import,
# whatever is missing, damaged or of another merge is an error, and a merge that
# was interrupted goes on; recipes/merge-shares
#
#	[BIN=bin] tests/cli/mergetasks.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
# shellcheck source=tests/cli/records.sh disable=SC1091
. "$here/records.sh"
recipes=$(cd "$here/../../recipes" && pwd)
data=$(cd "${SEEDPIPE_DATA:-$here/../../../shared/data}" 2>/dev/null && pwd)
need_reseal

# A launcher that runs one task after the other.
cat >serial <<'END'
#!/bin/sh
export TASKS="$1" TASK=0
shift
while [ "$TASK" -lt "$TASKS" ]; do
	"$@" || exit
	TASK=$((TASK + 1))
done
END
chmod +x serial

# bare FILE - the stream without its provenance
bare() {
	set -- "$1" "$(graphdump -s provenance "$1" | grep -vc '^#')"
	cp "$1" bare.tmp
	while [ "$2" -gt 0 ]; do
		"$reseal" bare.tmp dropsec PROV >bare.next || exit 2
		mv bare.next bare.tmp
		set -- "$1" "$(($2 - 1))"
	done
	cat bare.tmp
}

# same NAME - the parts of "many" are the graph of one.sp
same() {
	bare one.sp >one.bare
	run graphmerge -q -z 0 -o merged.sp many
	expect "$1: the parts make a graph" 0
	bare merged.sp >merged.bare
	expect_true "$1: that of one import" cmp one.bare merged.bare
}

# by_tasks NAME N - merges share.* in N ranges, and compares
by_tasks() {
	rm -rf many*
	run "$recipes/merge-shares" ./serial "$2" many share.*
	expect "$1, $2 ranges" 0 && same "$1, $2 ranges"
}

# ---- lists of links ---------------------------------------------------------

# links SEED PAGES LINKS HOSTS - random links, some pages with many more
links() {
	awk -v seed="$1" -v pages="$2" -v links="$3" -v hosts="$4" '
	function url(page) {
		return "http://h" page % hosts ".example/" page
	}
	BEGIN {
		srand(seed)
		for (; links; links--)
			print url(int(pages * rand() * rand())),
				url(int(pages * rand()))
	}'
}

# cut_list N - cuts "list" into share.0 ..., line by line, and imports all at once
cut_list() {
	rm -f share.*
	for task in $(seq 0 "$(($1 - 1))"); do
		awk -v n="$1" -v task="$task" 'NR % n == task' list >part
		graphimport -q -f arcs --keys names -o "share.$task" \
			--for-merge "$task/$1" part || exit 2
	done
	graphimport -q -f arcs --keys names --by-url -z 0 -o one.sp list ||
		exit 2
}

echo 'http://a/ http://a/' >list
cut_list 1
by_tasks "one page" 3
cut_list 3
by_tasks "two empty shares" 2
links 1 2000 3 1 >list
cut_list 2
by_tasks "more ranges than pages" 7
links 2 9000 30000 1 >list
cut_list 4
by_tasks "all in one host" 3
# shellcheck disable=SC2016 # of awk
expect_true "parts have about the same number of links" \
	awk -F '\t' 'parts && ($4 < 6000 || $4 > 14000) { exit 1 }
	/^#file/ { parts = 1 }' many
links 3 6000 20000 40 >list
head -n 500 list >again
cat again >>list
cut_list 5
for ranges in 1 2 7; do
	by_tasks "links of 6,000 pages" "$ranges"
done
# planned RANGES - names of the largest range, as --stats has them
planned() {
	rm -rf work
	mkdir work
	graphmerge --work work --step plan --parts "$1" --stats stats share.* \
		>steps
	sed 's/.*"range_names": \([0-9]*\).*/\1/' stats
}
names=$(for share in share.*; do
	graphdump -s names "$share" | grep -vc '^#'
done | awk '{ sum += $1 } END { print sum }')
expect_is 'one range has the names of all shares' "$names" "$(planned 1)"
planned=$(planned 7)
expect_is 'of seven, the largest has a seventh and more' yes "$(
	[ "$planned" -gt $((names / 7)) ] &&
		[ "$planned" -lt $((names / 3)) ] && echo yes)"
expect_true 'about the memory it takes is told' \
	grep -q '"range_memory_bytes": [1-9]' stats
rm -rf many*
"$recipes/merge-shares" ./serial 1 many share.*
graphmerge --parts 1 -o usual share.*
for name in many usual; do
	bare "$name.000" >bare.1
	"$reseal" bare.1 dropsec part >"$name.bare"
done
expect_true "the part is that of --parts, but for its identity" \
	cmp many.bare usual.bare
rm -rf many*
if built_without graphimport --domain; then
	skip 'with domains' 'built without libpsl'
else
	MERGE_OPTIONS='--domain' "$recipes/merge-shares" ./serial 2 many share.*
	graphmerge --domain -z 0 -o one.sp share.*
	same "with domains"
fi

# ---- archives ---------------------------------------------------------------

# archives RANGES OPTION... - shares of $files, and the graph of all
archives() {
	ranges=$1 total=$(echo "$files" | wc -w) task=0
	shift
	rm -f share.*
	# shellcheck disable=SC2086 # names without blanks
	crawlgraph -q -f warc "$@" --by-url -z 0 -o one.sp $files ||
		exit 2
	for file in $files; do
		crawlgraph -q -f warc "$@" --for-merge "$task/$total" \
			-o "share.$task" "$file" || exit 2
		task=$((task + 1))
	done
	by_tasks "archives $*" "$ranges"
}

files='crawl.0 crawl.1 crawl.2'
for seed in 1 2; do
	crawls "$seed" 10 5
	archives 2
	archives 3 --first --fold-redirects
	archives 3 --fold-redirects --fetched-only
	crawls "$seed" 1500 3000
	archives 3 --fold-redirects
	archives 2 --fetched-only
done
printf 'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n' \
	>nothing
files='crawl.1 nothing crawl.2'
archives 2 --fold-redirects
if [ -z "$data" ]; then
	skip "the archives of \$SEEDPIPE_DATA" "no \$SEEDPIPE_DATA"
else
	files="$data/warc/pywb-iana.warc.gz $data/warc/pywb-example.warc.gz
		$data/warc/pywb-dupes.warc.gz $data/warc/pywb-example.arc.gz"
	archives 3 --fold-redirects
	archives 7
fi
# Of pages that were not fetched, and where no redirect ends, those to which one
# page links are left out, with these links.  Where redirects of fetches that
# were dropped lead is not known here: such pages are not compared.
crawls 4 300 900
files='crawl.0 crawl.1 crawl.2'
archives 1 --fold-redirects
rm -rf many*
export MERGE_OPTIONS='--min-indegree 2'
run "$recipes/merge-shares" ./serial 3 many share.*
unset MERGE_OPTIONS
expect "a least in-degree" 0
grep -ah '^Location: ' crawl.* | tr -d '\r' | cut -d ' ' -f 2 >ends
graphmerge -q -o least.sp many
for of in one least; do
	graphdump -s names $of.sp >$of.names
	graphdump -s states $of.sp >$of.states
	graphdump $of.sp >$of.links
done
cat >wanted.awk <<'PROGRAM'
FILENAME == "ends" { end[$1]; next }
/^#/ { next }
FILENAME == "one.names" { name[$1] = $3; next }
FILENAME == "one.states" { unfetched[$1] = $2 == "unfetched"; next }
FNR == NR { next }
{ degree[$2]++; link[++links] = $0 }
END {
	for (page in name)
		if (unfetched[page] && degree[page] < 2) {
			out[page]
			if (name[page] in end)
				print name[page] >"unknown"
		} else {
			print name[page]
		}
	for (i = 1; i <= links; i++) {
		split(link[i], to)
		if (!(to[2] in out))
			print name[to[1]], name[to[2]]
	}
}
PROGRAM
awk -f wanted.awk ends one.names one.states one.links | sort >wanted
awk 'FILENAME == "unknown" { unknown[$1]; next }
/^#/ || ($3 in unknown) { next }
FILENAME == "least.names" { name[$1] = $3; print $3; next }
$2 in name { print name[$1], name[$2] }' unknown least.names least.links |
	sort >is
expect_true "a least in-degree: these pages and links" cmp wanted is
expect_true "some are left out, others not" [ "$(grep -vc '^#' one.names)" -gt \
	"$(grep -vc '^#' least.names)" ]

printf '%s\n' crawl.0 crawl.1 crawl.2 >archives
run "$recipes/import-shares" ./serial 2 archives many --parts 2 -q -f warc
expect "import-shares to parts" 0
crawlgraph -q -f warc --by-url -z 0 -o one.sp crawl.0 crawl.1 crawl.2
same "import-shares to parts"

# ---- what is in the way -----------------------------------------------------

# steps - all steps of the merge in "work" that are not done; stops at a failure
steps() {
	run graphmerge --work work --step plan --parts 3 share.*
	[ "$status" -eq 0 ] || return
	cp "$out" steps
	while read -r step tasks; do
		for task in $(seq 0 "$((tasks - 1))"); do
			case $step in
			redirects) set -- redirects ;;
			rows) set -- "rows:$task" -o "many.00$task" ;;
			*) set -- "$step:$task" ;;
			esac
			run graphmerge --work work --step "$@"
			[ "$status" -eq 0 ] || return
		done
	done <steps
}

crawls 3 40 20
files='crawl.0 crawl.1 crawl.2'
archives 3 --fold-redirects
rm -rf many* whole work
mkdir whole work
steps
expect "the steps, one by one" 0
cp work/* many.* whole
rm many.001 work/stay.00001
touch -d 2001-01-01 work/* many.*
run steps
steps
expect "steps that are done need not be repeated" 0
expect_true "only what was missing is made again" [ "$(
	find work many.* -type f -newermt 2002-01-01 | sort | tr '\n' ' ')" = \
	"many.001 work/stay.00001 " ]
expect_true "it is the same" cmp work/stay.00001 whole/stay.00001
expect_true "and so is the part" cmp many.001 whole/many.001
counted=0
for part in 0 1 2; do
	rm "many.00$part"
	graphmerge -q --work work --step "rows:$part" -o "many.00$part" \
		--stats stats
	pages=$(sed 's/.*"pages": \([0-9]*\).*/\1/' stats)
	counted=$((counted + pages))
done
expect_is "each page is counted in one part" \
	"$(graphdump -s names many.000 | grep -vc '^#')" "$counted"

# later PIECE - removes what is made from the piece
later() {
	rm -f many.*
	case $1 in
	plan | number*) rm -f work/mark* work/redirects work/stay* \
		work/translate* ;;
	mark*) rm -f work/redirects work/stay* work/translate* ;;
	redirects) rm -f work/stay* work/translate* ;;
	stay*) rm -f work/translate* ;;
	esac
}

# restore - all pieces are as they were
restore() {
	rm -rf work many.*
	mkdir work
	cp whole/* work
	mv work/many.* .
}

# refused NAME PIECE MESSAGE - a step fails, with this line
refused() {
	later "$2"
	steps
	expect "$1: $2" 65
	expect_message "$1: $2" "graphmerge: work/$2: $3"
	expect_true "$1: $2: no part" [ ! -e many.002 ]
}

for piece in number.00001 mark.00001 redirects stay.00001 translate.00001; do
	step=${piece%.*}
	restore
	later "$piece"
	head -c 200 "whole/$piece" >"work/$piece"
	steps
	expect "cut short: $piece" 65
	[ "$piece" = redirects ] && continue
	restore
	cp "whole/$step.00002" "work/$piece"
	refused "of another task" "$piece" \
		'of another task (remove it, and run its task again)'
	restore
	cp "whole/redirects" "work/$piece"
	refused "of another step" "$piece" \
		'of another task (remove it, and run its task again)'
done

# Plans that are sealed, and promise what is not there.
restore
mkdir two
graphmerge --work two --step plan --parts 2 share.* >steps
"$reseal" -x whole/plan bytes MRGQ.0 4 4 ffffffff >work/plan
refused 'a sample of no page' plan \
	'invalid samples (remove it, and run its task again)'
restore
"$reseal" -x whole/plan bytes MRGS.0 40 8 ffffffffffffffff >work/plan
refused 'a share of too many pages' plan \
	'not a plan (remove it, and run its task again)'
restore
"$reseal" -x whole/plan dropsec MRGN takesec two/plan MRGN MRGE >work/plan
refused 'too few ranges' plan 'not a plan (remove it, and run its task again)'
restore
"$reseal" -x whole/stay.00001 bytes MRGE.head 24 8 ffffffffffffffff \
	>work/stay.00001
later stay.00001
steps
expect 'a range of too many pages' 65
expect_message 'a range of too many pages' 'more than 4294967294 pages'

# A byte that nobody reads does no harm; any other is found.
for piece in plan number.00001 mark.00001 redirects stay.00001 \
	translate.00001; do
	size=$(wc -c <"whole/$piece") wrong=0 found=0
	for k in $(seq 1 "${FLIPS:-4}"); do
		restore
		later "$piece"
		at=$((size * k / (${FLIPS:-4} + 1)))
		byte=$(od -An -tu1 -j "$at" -N 1 "whole/$piece")
		# shellcheck disable=SC2059 # a byte
		printf "\\$(printf %o "$((byte ^ 16))")" |
			dd of="work/$piece" bs=1 seek="$at" conv=notrunc \
			2>/dev/null
		steps
		if [ "$status" -eq 65 ]; then
			found=$((found + 1))
		elif [ "$status" -ne 0 ] || ! cmp -s many.000 whole/many.000 ||
			! cmp -s many.001 whole/many.001 ||
			! cmp -s many.002 whole/many.002; then
			wrong=$((wrong + 1))
		fi
	done
	expect_true "damaged bytes of $piece are found" \
		[ "$wrong" -eq 0 ] && expect_true "$piece is read" \
		[ "$found" -gt 0 ]
done

restore
rm work/number.00002
run graphmerge --work work --step translate:0
rm work/translate.00000
run graphmerge --work work --step translate:0
expect "a piece that is missing" 65
expect_message "a piece that is missing" \
	'graphmerge: work/number.00002: missing: the step number is not complete'
cp -r work other
rm -r other/* many.*
run graphmerge --work other --step plan --parts 2 share.*
for step in number:0 number:1; do
	graphmerge --work other --step "$step"
done
restore
cp other/number.00001 work
refused "of another merge" number.00001 \
	'of another merge (remove it, and run its task again)'
restore
run graphmerge --work work --step plan --parts 2 share.*
expect "the folder of another merge" 65
expect_message "the folder of another merge" \
	'graphmerge: work: the folder of another merge (remove it)'
run graphmerge --work work --step plan --parts 3 share.2 share.0 share.1
expect "the same shares in another order" 0
cp share.1 keep
cp share.0 share.1
rm work/number.00000
run graphmerge --work work --step number:0
expect "a share that has changed" 65
expect_message "a share that has changed" 'graphmerge: share.1: the file has changed since the merge was planned (plan it again, in an empty folder)'
mv keep share.1
restore
run graphmerge --work work --step rows:1 -o many.000
expect "a part in the place of another" 65
expect_message "a part in the place of another" \
	'graphmerge: many.000: not part 1 of this merge (remove it)'
run graphdump work/number.00000
expect "other filters refuse a piece" 65

mkdir new
run graphmerge --work new --step plan --parts 2 share.0 share.1
expect "a share is missing" 65
run graphmerge --work new --step number:0
expect "there is no plan" 65
run graphmerge --work work --step number:3
expect "there is no such task" 64
for options in '--step number:0' '--work work' '--work work --step nothing' \
	'--work work --step number' '--work work --step plan:1' \
	'--work new --step plan share.0' '--work new --step plan --parts 2' \
	'--work work --step number:0 share.0' \
	'--work work --step number:0 -o x' \
	'--work work --step number:0 --domain' \
	'--work work --step number:0 --parts 2' \
	'--work work --step number:0 --min-indegree 2' \
	'--min-indegree 2' \
	'--work work --step rows:0' \
	'--work work --step rows:0 -o work/rows.00000' \
	'--work work --step rows:0 -o share.1' \
	'--work work --step number:0 --stats work/plan' \
	'--work work --step translate:0 --stats share.0' \
	'--work new --step plan --parts 2 --stats share.0 share.0 share.1' \
	'--work new --step plan --parts 2 --snapshots share.0'; do
	# shellcheck disable=SC2086 # several options
	run graphmerge $options
	expect "$options" 64
done
expect_true "nothing was left in the new folder" [ -z "$(ls new)" ]

# ---- what is there already ---------------------------------------------------

rm -rf many* share.*
for share in 0 1; do
	printf 'http://a%d.example/ http://b.example/\n' $share |
		graphimport -q --for-merge $share/2 -o share.$share
done
"$recipes/merge-shares" ./serial 3 many share.*
cat many many.00? | cksum >before
echo notes >many.2024-notes
run "$recipes/merge-shares" ./serial 2 many share.0
expect 'a share is missing' 65
expect_is 'a share is missing: the graph of before' "$(cat before)" \
	"$(cat many many.00? | cksum)"
run env MERGE_OPTIONS='--min-indegree 999' "$recipes/merge-shares" ./serial 2 \
	many share.*
expect 'a wrong option' 64
expect_is 'a wrong option: the graph of before' "$(cat before)" \
	"$(cat many many.00? | cksum)"
rm -rf many.merge
mkdir many.merge && echo keep >many.merge/keep
run "$recipes/merge-shares" ./serial 2 many share.*
expect 'a folder of something else' 1
expect_message 'a folder of something else' 'many.merge: files of something else'
rm -r many.merge
run "$recipes/merge-shares" ./serial 2 many share.*
expect 'with fewer parts' 0
expect_is 'with fewer parts: no other file is removed' \
	'many many.000 many.001 many.2024-notes' "$(echo many*)"
mv share.0 many.000
mv share.1 many.001
cat many.00? | cksum >before
run "$recipes/merge-shares" ./serial 2 many many.00?
expect 'shares with the names of parts' 1
expect_is 'shares with the names of parts: are there' "$(cat before)" \
	"$(cat many.00? | cksum)"

# A manifest that fails: parts that are in their place are not made again, except
# one that was damaged there.
rm -rf many* share.*
for share in 0 1; do
	printf 'http://a%d.example/ http://b.example/\n' $share |
		graphimport -q --for-merge $share/2 -o share.$share
done
mkdir failing
printf '#!/bin/sh\necho cut >many\nexit 1\n' >failing/graphstat
chmod +x failing/graphstat
run env PATH="$PWD/failing:$PATH" "$recipes/merge-shares" ./serial 2 many share.*
expect 'no manifest' 1
stat -c '%n %i' many.00? >before
cat many.00? | cksum >bytes
run "$recipes/merge-shares" ./serial 2 many share.*
expect 'no manifest: the same command goes on' 0
expect_is 'no manifest: no part is made again' "$(cat before)" \
	"$(stat -c '%n %i' many.00?)"
expect_is 'no manifest: nothing else is left' 'many many.000 many.001' \
	"$(echo many*)"
run env PATH="$PWD/failing:$PATH" "$recipes/merge-shares" ./serial 2 many share.*
truncate -s -9 many.001
run "$recipes/merge-shares" ./serial 2 many share.*
expect 'no manifest, and a damaged part' 0
expect_is 'no manifest, and a damaged part: it is made again' "$(cat bytes)" \
	"$(cat many.00? | cksum)"

# One that was damaged while parts were moved, and is not made at the first try:
# a part of an earlier merge, at its place, is not taken for it.
run env PATH="$PWD/failing:$PATH" "$recipes/merge-shares" ./serial 2 many share.*
mv many.001 many.merge/part.001
truncate -s -9 many.merge/part.001
cp many.000 many.001
replace_filter graphmerge <<-EOF
	#!/bin/sh
	case \$* in *rows:*) exit 1 ;; esac
	exec "$BIN/graphmerge" "\$@"
EOF
run env PATH="$PWD/replaced:$PATH" "$recipes/merge-shares" ./serial 2 many share.*
expect 'a part that cannot be made again' 1
run "$recipes/merge-shares" ./serial 2 many share.*
expect 'a part that cannot be made again: the same command goes on' 0
expect_is '... and makes it' "$(cat bytes)" "$(cat many.00? | cksum)"

# Parts without the plan that they were made by are made again.
rm -rf many*
mkdir -p many.merge/work
cp one.sp many.merge/part.000
run "$recipes/merge-shares" ./serial 1 many share.*
expect 'a part of another plan' 0
expect_is 'a part of another plan: made again' 3 \
	"$(graphdump -s names many | sed 1d | wc -l | tr -d ' ')"

# ---- lists -------------------------------------------------------------------

printf '%s\n' share.0 ./share.1 >list
# shellcheck source=recipes/lib.sh disable=SC1091
. "$recipes/lib.sh"
expect_is 'files of a list, with a folder or without' \
	"$(stat -c '%n %s' share.0 ./share.1)" \
	"$(list_files list | tr '\t' ' ')"
stat -c '%n	%s' share.0 ./share.1 >sizes
list_files sizes >again
expect_same 'a list that has their sizes' sizes again

plan
