#!/bin/sh
# SPDX-License-Identifier: MIT
#
# graphstat.t - graphstat's figures are those known from elsewhere, in the text
# and in valid JSON, from a file, a pipe and -g
#
#	[BIN=bin] [SEEDPIPE_DATA=folder] tests/cli/graphstat.t

# shellcheck disable=SC2016,SC2034,SC2154 # of sh -c, of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
cd "$folder" || exit 2

# figure PATH - prints what the JSON of $out has at this path of keys and
# places, "graph.pages" or "sections.0.name"
figure() {
	FIGURE=$1 perl -MJSON::PP -0777 -ne '
		$value = decode_json($_);
		for $key (split /\./, $ENV{FIGURE}) {
			$value = ref $value eq "ARRAY" ? $value->[$key] :
				$value->{$key};
		}
		print $value // "null", "\n";' <"$out"
}

# label TEXT - prints the number that follows these words in the text of $out
label() {
	awk -v label="  $1 " 'index($0, label) == 1 {
		$0 = substr($0, length(label))
		print $1
		exit
	}' "$out"
}

# is_json NAME - $out is one JSON object in one line
is_json() {
	if [ "$(wc -l <"$out")" = 1 ] &&
		perl -MJSON::PP -0777 -ne 'decode_json($_)' <"$out" \
			2>"$err"; then
		ok "$1"
	else
		not_ok "$1" "$(cat "$err" "$out")"
	fi
}

# ---- the graph of seedpipe-algorithms(7) -----------------------------------

printf '%s\n' '0 1' '0 2' '0 4' '1 3' '2 1' '2 3' '2 5' '3 0' '4 5' '4 6' \
	'4 7' '5 4' '5 8' '7 1' '7 8' '8 7' '8 9' '9 4' '10 0' '10 4' >links
for h in a a a a b b b c c c c; do
	echo "$h.example"
done >hosts
graphimport -f arcs --dense --hosts hosts links -o g11.sp

run graphstat g11.sp
expect 'G11: the text' 0
expect_is 'G11: pages' 11 "$(label pages)"
expect_is 'G11: links' 20 "$(label links)"
expect_is 'G11: dangling' 1 "$(label 'without links')"
expect_is 'G11: without in-links' 1 "$(label 'without in-links')"
expect_is 'G11: largest in-degree' 4 "$(label 'largest in-degree')"
expect_is 'G11: between hosts' 8 "$(label 'links between')"
run graphstat --json g11.sp
expect 'G11: --json' 0
is_json 'G11: valid JSON'
expect_is 'G11: JSON, pages' 11 "$(figure graph.pages)"
expect_is 'G11: JSON, hosts' 3 "$(figure hosts.count)"
expect_is 'G11: JSON, links inside' 12 "$(figure hosts.links_inside)"
expect_is 'G11: JSON, no domains' null "$(figure domains)"
cp "$out" file.json
run_sh 'graphstat --json <"$1"' g11.sp
expect_same 'from standard input' file.json "$out"
run_sh 'cat "$1" | graphstat --json -T 2' g11.sp
expect_same 'from a pipe, by two threads' file.json "$out"
run graphstat --json -g g11.sp
expect_same 'from -g' file.json "$out"

# ---- sections ---------------------------------------------------------------

graphprune g11.sp | hits >all.sp
run graphstat --json all.sp
is_json 'scores: valid JSON'
expect_is 'the bytes of the stream' "$(wc -c <all.sp)" "$(figure bytes)"
expect_is 'the name of a score' hub "$(figure sections.5.name)"
expect_is 'links before pruning' 20 "$(figure graph.origin.links)"
run graphstat all.sp
expect_output 'the text has the provenance' '  2  graphprune '
graphdump -s provenance all.sp | tail -n +2 | cut -f 2 >lines
sed -n '/^Provenance/,$s/^  [0-9]*  //p' "$out" >shown
expect_same 'provenance as graphdump prints it' lines shown
expect_is 'items of a score' 11 "$(awk '$3 == "hub" { print $4 }' "$out")"

hits -R g11.sp >scores.sp
run graphstat scores.sp
expect 'scores alone' 0
expect_output 'scores alone: the graph they belong to' \
	'it belongs to one of 11 pages and 20 links'
run graphstat --json scores.sp
is_json 'scores alone: valid JSON'
expect_is 'scores alone: no graph' null "$(figure graph)"
run graphstat -g g11.sp scores.sp
expect_is 'with -g, the sections of the operand too' 11 \
	"$(awk '$3 == "authority" { print $4 }' "$out")"

graphgen -n 300 | hits -R >other.sp
graphgen -n 200 >mine.sp
run graphstat -g mine.sp other.sp
expect 'scores of another graph' 65
expect_message 'says which' 'score hub: of another graph'

printf '' | graphimport -f arcs --dense >nothing.sp
run graphstat nothing.sp
expect 'a graph without pages' 0
run graphstat --json nothing.sp
is_json 'a graph without pages: valid JSON'

# Names of hosts can be any bytes.
printf '0 1\n' >pair
printf 'a"b\\\033[31m\377\nb\n' >odd
graphimport -f arcs --dense --hosts odd pair >odd.sp
run graphstat --json odd.sp
is_json 'a hostile host name: valid JSON'
run graphstat odd.sp
expect_is 'a hostile host name: no control characters' '' \
	"$(LC_ALL=C tr -d '\n -~' <"$out")"

# ---- distances, degrees, cores ----------------------------------------------

run graphstat --distances g11.sp
expect 'G11: distances' 0
expect_is 'G11: mean distance' 2.626374 "$(label 'mean distance')"
expect_is 'G11: effective diameter' 3.992308 "$(label 'effective diameter')"
expect_is 'G11: reachable fraction' 0.827273 "$(label 'of all pairs')"
run graphstat --distances --exact --json g11.sp
is_json 'G11: distances, valid JSON'
expect_is 'G11: pairs of distance 2' 28 "$(figure distances.histogram.1)"
printf '0\n4\n8\n4\n' >sources
for threads in 1 2; do
	run graphstat --distances --sources sources -T "$threads" g11.sp
	expect_is "from three pages, -T $threads" '2.370370 0.195982' \
		"$(label 'mean distance') $(label 'standard error')"
done
seq 0 10 >every
run graphstat --distances --sources every g11.sp
expect_is 'from a list of all pages: exact' 0.000000 \
	"$(label 'standard error')"
run graphstat --distances --table g11.sp
expect_is 'distances as a table' "$(printf '%s\t' 6 3)" \
	"$(tail -n 1 "$out" | cut -f 1,2)$(printf '\t')"
graphgen -n 20000 >large.sp
seedpick --random 70 --any --seed 5 --text large.sp >sources
run graphstat --distances --table --sources sources large.sp
cp "$out" listed
run graphstat --distances --table --samples 70 --seed 5 -T 2 large.sp
expect_same 'a sample is that of seedpick' listed "$out"
run graphstat --distances large.sp
expect_is 'a large graph is sampled' 200 "$(label sources)"

run graphstat --degrees g11.sp
expect_is 'G11: exponents' '1.769237 1.776270 ' \
	"$(awk '$1 == "exponent" { printf "%s ", $2 }' "$out")"
run graphstat --degrees --json g11.sp
is_json 'G11: degrees, valid JSON'
expect_is 'G11: pages with 2 in-links' 5 "$(figure degrees.in.counts.2.1)"
run graphstat --degrees --table g11.sp
expect_is 'degrees as a table' '0:1 1:3 2:4 3:3 ' \
	"$(awk '$1 == "out" { printf "%s:%s ", $2, $4 }' "$out")"

printf '%s\n' '0 1' '1 0' '1 3' '2 0' '2 4' '2 5' '4 3' '6 3' '7 5' '8 8' |
	graphimport --dense -f arcs >bow.sp
run graphstat --components --json bow.sp
is_json 'components: valid JSON'
expect_is 'strong components' 8 "$(figure strong_components.count)"
expect_is 'weak components' 2 "$(figure weak_components.count)"
expect_is 'the core' 2 "$(figure bow_tie.core)"
for part in in out tubes tendrils_from_in tendrils_to_out tendrils_other \
	disconnected; do
	expect_is "a page of $part" 1 "$(figure "bow_tie.$part")"
done
run graphstat --components -T 3 bow.sp
expect_is 'shares in the text' '22.2' \
	"$(awk '$1 == "core" { print $3 }' "$out")"
run graphstat --components --table bow.sp
expect_is 'sizes as a table' 'strong:1:7 strong:2:1 weak:1:1 weak:8:1 ' \
	"$(sed 1d "$out" | awk '{ printf "%s:%s:%s ", $1, $2, $3 }')"
printf '0 1\n' | graphimport --dense -f arcs >pair.sp
run_sh 'graphprune --transpose pair.sp | graphstat'
expect_is 'a transposed graph was another' 1 "$(label 'links before a turn')"
run graphstat --components pair.sp
expect 'two single pages' 0

graphprune large.sp | hits | coreextract -q --seeds 5 -R >cores.sp
run_sh 'graphstat --cores --json -g "$1" <"$2"' large.sp cores.sp
is_json 'cores: valid JSON'
expect_is 'cores: ordered pairs' 20 \
	$(($(figure cores.pairs) + $(figure cores.unreachable)))
mean=$(figure cores.mean)
run graphstat --cores --table -g large.sp cores.sp
expect_is 'cores: the table has the same mean' "$mean" \
	"$(awk '!/^#/ && $1 != $2 && $3 != "-" { sum += $3; n++ }
		END { printf "%.17g", sum / n }' "$out" |
		awk -v mean="$mean" '{ print $1 - mean < 1e-9 &&
			mean - $1 < 1e-9 ? mean : $1 }')"
seedpick cores.sp >seeds.sp
run graphstat --seeds -g large.sp seeds.sp
expect_is 'seeds: their number' 5 "$(sed '1,/^Seeds/d' "$out" |
	awk '$1 == "number" { print $2 }')"
run graphstat --overlap --json -g large.sp seeds.sp
is_json 'overlap: valid JSON'
run graphstat --overlap --table -g large.sp seeds.sp
expect_is 'overlap: all pairs, and those of two cores' '10 10 10 10' \
	"$(sed 1d "$out" | awk '$4 == $10 && $7 == 0 { print $4 }' |
		paste -sd ' ' -)"
printf '2\n5\n10\n' >three
printf '%s\n' 0,1 0,2 0,4 1,3 2,1 2,3 2,5 3,0 4,5 4,6 4,7 5,4 5,8 7,1 7,8 8,7 8,9 \
	9,4 10,0 10,4 | tr , ' ' | graphimport -q --dense -f arcs -o g11.sp -
seedpick -q -R --urls three g11.sp >three.sp
run graphstat --overlap --within 2 --table -g g11.sp three.sp
expect_is 'overlap: the example of the manual' \
	'3.33333 8 .122222 .222222 7 11 .4 .626984' \
	"$(awk 'NR > 1 { printf "%s%.6g %d %.6g %.6g", n++ ? " " : "", $2, $3,
		$5, $6 }' "$out" | sed 's/ 0\./ ./g')"
run graphstat --overlap --within 900 --table -g g11.sp three.sp
expect_is 'overlap: rows end when no set grows' 7 "$(wc -l <"$out")"
seq 0 299 | seedpick -q -R --urls - large.sp >many.sp
run graphstat --overlap -g large.sp many.sp
expect 'overlap: too many seeds' 65
expect_message 'overlap: too many seeds, how many' 'these are 300'
run graphstat --overlap large.sp
expect 'overlap: no seeds' 65
run graphstat --within 3 large.sp
expect 'overlap: an option of it alone' 64
graphprune large.sp >pruned.sp
run graphstat --overlap -g pruned.sp seeds.sp
expect_message 'overlap: in a pruned graph' 'the graph is pruned'
run graphstat -g large.sp pruned.sp
expect_is 'the links are those of -g' "$(graphdump large.sp | grep -vc '#')" \
	"$(label links)"

# ---- real graphs, if they are there ----------------------------------------


if [ -d "${data:-none}/hollins" ]; then
	graphimport -f arcs --names "$data/hollins/hollins.urls.txt.gz" \
		"$data/hollins/hollins.edges.txt.gz" >hollins.sp
	run graphstat --json hollins.sp
	expect_is 'hollins: pages' 6012 "$(figure graph.pages)"
	expect_is 'hollins: links' 23875 "$(figure graph.links)"
	expect_is 'hollins: hosts' 4 "$(figure hosts.count)"
	expect_is 'hollins: between hosts' 918 "$(figure hosts.links_between)"
else
	skip 'hollins' 'no data'
fi
if [ -d "${data:-none}/ics-dev" ]; then
	graphimport -f arcs --names "$data/ics-dev/ics-dev.urls.txt.zst" \
		"$data/ics-dev/ics-dev.edges.txt.zst" >ics.sp
	run graphstat ics.sp
	expect_is 'ics-dev: pages' 202701 "$(label pages)"
	expect_is 'ics-dev: links' 1116243 "$(label links)"
	expect_is 'ics-dev: between hosts' 250748 "$(label 'links between')"
else
	skip 'ics-dev' 'no data'
fi
if [ -d "${data:-none}/cnr-2000" ]; then
	graphimport -f bvgraph "$data/cnr-2000/cnr-2000" >cnr.sp
	run graphstat cnr.sp
	expect_is 'cnr-2000: pages' 325557 "$(label pages)"
	expect_is 'cnr-2000: links' 3216152 "$(label links)"
	expect_is 'cnr-2000: dangling' 78056 "$(label 'without links')"
	expect_is 'cnr-2000: self-links' 87442 "$(label 'to the same page')"
	expect_is 'cnr-2000: out-degree' 2716 "$(label 'largest out-degree')"
	run graphstat --components --json cnr.sp
	expect_is 'cnr-2000: strong components' 100977 \
		"$(figure strong_components.count)"
	expect_is 'cnr-2000: the core' 112023 "$(figure bow_tie.core)"
else
	skip 'cnr-2000' 'no data'
fi

plan
