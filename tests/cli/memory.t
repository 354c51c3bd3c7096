#!/bin/sh
# SPDX-License-Identifier: MIT
#
# memory.t - every filter survives the failure of any allocation
#
#	[BIN=bin] [SANITIZED=build/sanitized/bin] tests/cli/memory.t
#
# Each allocation fails in turn, including those of the compression libraries.
# failing.c describes what is expected.  Skipped without the sanitized build.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

# shellcheck source=tests/cli/failing.sh disable=SC1091
. "$here/failing.sh"

# fails NAME RUNS COMMAND - runs the command in two loops of at most RUNS runs:
# one allocation fails; then that one and all later ones, with -o FILE
fails() {
	name=$1
	export WHAT=memory RUNS="$2"
	shift 2
	FAILING=once loop "$name: one allocation fails" "$@"
	FAILING=sticky OUTPUT=$folder/of/file \
		loop "$name: all allocations fail from then on" "$@"
}

# ---- filters ---------------------------------------------------------------

fails graphgen 25 graphgen -n 50 -T 1 -z 0
export LATE=stats:
fails 'graphgen -z' 25 graphgen -n 50 -T 1 -z 3 --stats stats
unset LATE
fails 'graphgen --evolve' 20 graphgen --evolve 0.3 -T 1 -z 0 packed
fails 'graphimport names' 25 graphimport --names urls --domain --by-url \
	-T 1 -z 0 arcs
fails 'graphimport --fetched' 25 graphimport -q --names urls --fetched fetched \
	-T 1 -z 0 arcs
fails 'graphimport gzip' 20 graphimport -T 1 -z 0 arcs.gz
fails 'graphimport zstd' 20 graphimport -T 1 -z 0 --weights 3 \
	weighted.zst
fails 'graphimport ascii' 20 graphimport -f ascii -T 1 -z 0 ascii.graph-txt
fails 'graphimport mtx' 20 graphimport -f mtx --transpose -T 1 -z 0 mtx
fails 'graphimport cc' 20 graphimport -f cc --vertices vertices -T 1 -z 0 edges
fails 'graphimport bvgraph' 20 graphimport -q -f bvgraph -T 1 -z 0 empty
fails scoreimport 20 scoreimport --scores relevance \
	--scores again=relevance --link-scores anchors -T 1 -z 0 packed
fails 'crawlgraph linkdb' 20 crawlgraph -T 1 -z 0 linkdb
fails 'crawlgraph csv' 20 crawlgraph -T 1 -z 0 --normalize --weight w \
	--where Type=Hyperlink table.csv
fails 'crawlgraph clueweb22' 16 crawlgraph -T 1 -z 0 clueweb22
fails 'crawlgraph warc' 20 crawlgraph -T 1 -z 0 --all-links --link-headers \
	pages.warc
fails 'crawlgraph warc, gzip' 16 crawlgraph -T 1 -z 0 pages.warc.gz
fails 'crawlgraph warc, zstd' 16 crawlgraph -T 1 -z 0 pages.warc.zst
fails 'crawlgraph wat' 16 crawlgraph -T 1 -z 0 pages.wat
# More links than fit into the limit are sorted on disk.
fails 'graphimport on disk' 8 graphimport --memory-limit 2M -T 1 -z 0 many
fails graphprune 25 graphprune -T 1 -z 3 packed
fails 'graphprune --random' 20 graphprune --random 3 -T 1 -z 0 packed
fails 'graphprune --top' 20 graphprune --top hub:3 -T 1 -z 0 scored
fails 'graphprune --pages' 20 graphprune --pages list -T 1 -z 0 scored
fails 'graphprune --order' 20 graphprune --order bfs/3:exchange:9 -g topic \
	-T 1 -z 0 parallel
fails 'graphprune --fetched-first' 20 graphprune -g topic -T 1 -z 0 \
	--fetched-first bfs/3:exchange:9 parallel
fails 'graphprune --hosts' 20 graphprune --hosts some-hosts -T 1 -z 0 topic
fails 'graphprune --transpose' 20 graphprune --transpose -T 1 -z 0 topic
fails graphfold 20 graphfold -T 1 -z 0 packed
fails crawlnext 20 crawlnext -q --per-host 2 -T 1 -z 0 known
fails seedexpand 20 seedexpand -q --known list -T 1 -z 0 known
echo 9 >page
fails 'seedexpand --explain' 20 seedexpand -q --known list --exclude page \
	--explain -T 1 known
fails 'seedexpand --judge' 20 seedexpand -q --known list --judge \
	--vote domain -T 1 domains
fails 'crawlnext --explain' 20 crawlnext -q --explain --per-host 2 -T 1 known
printf '#host\tdownloads\tfailures\twait_median\n%s\t9\t0\t2\n' \
	"$(cat some-hosts)" >speeds
printf '/(x|y+){2,3}$\nz?.*q\n' >rules
# No brackets and no \b: where memory is short, regcomp() of glibc 2.36 loses up
# to 32 bytes, or frees some twice.
fails 'crawlnext with rules' 20 crawlnext -q --per-host 2 --host-floor 1 \
	--new-hosts 3 --weigh-hosts rank,yield,fetched,speed --speeds speeds \
	--scope hosts --exclude rules --done known -T 1 -z 0 known
fails 'graphfold with states' 20 graphfold -q -T 1 -z 0 known
fails harmonic 20 harmonic -T 1 -z 0 packed
fails 'harmonic --exact' 20 harmonic --exact -T 1 -z 0 packed
fails rank 30 rank -m degree,katz,closeness,core -T 1 -z 0 packed
fails 'rank -m betweenness' 30 rank -m betweenness,betweenness@exact \
	-T 1 -z 0 packed
fails 'rank -m degree:of=hosts' 20 rank -m degree@both:of=hosts -T 1 \
	-z 0 graph
fails 'graphfold --to domain' 20 graphfold --to domain -T 1 -z 0 domains
fails relscore 20 relscore -q --query page --weight tfidf --anchors \
	--context 2 --stem english -g graph -T 1 -z 0 texts.warc
# shellcheck disable=SC2094 # nothing is written there
fails 'relscore, a pipe' 16 relscore -q --query page --weight tf -g graph -T 1 \
	-z 0 - <texts.warc
fails 'crawlimport' 16 crawlimport -f tsv --time-column 1 --url-column 2 -T 1 \
	-z 0 crawl.tsv
for log in heritrix nutch nutch.csv scrapy access cdx cdxj; do
	fails "crawlimport $log" 12 crawlimport -g graph -T 1 -z 0 "$log"
done
fails 'crawlimport --missing' 16 crawlimport -g packed --missing /dev/null \
	-T 1 -z 0 heritrix
fails 'relscore --from' 16 relscore --from by-url -g graph -T 1 -z 0
fails hits 20 hits -i 3 -T 1 -z 0 packed
fails 'hits -T 2' 10 hits -i 3 -T 2 -z 3 graph
for form in near sparse; do
	fails "hits --form $form" 20 hits -i 2 --form $form -T 1 -z 0 graph
done
fails pagerank 20 pagerank -T 1 -z 0 graph
fails 'pagerank --form' 16 pagerank -i 2 -t 0 --form near -T 1 -z 0 graph
fails 'pagerank push --form' 16 pagerank --method local --form near -T 1 \
	-z 0 graph
fails 'pagerank push' 20 pagerank --method push --start rank \
	--teleport list -T 1 -z 0 graph
fails coreextract 40 coreextract -q --iterations 3 --seeds 1 --residual -T 1 \
	-z 0 pruned
fails 'coreextract --form' 20 coreextract -q --iterations 2 --form sparse -T 1 \
	-z 0 -g graph scored
fails 'coreextract --size' 20 coreextract --size 6 -R -T 1 -z 0 scored
fails seedpick 20 seedpick -T 1 -z 0 cores
for how in '--top hub:3' '--random 2' '--top-indegree 3' '--host-first 2' \
	'--urls list'; do
	# shellcheck disable=SC2086 # two words
	fails "seedpick $how" 16 seedpick -T 1 -z 0 $how scored
done
fails 'seedpick --spread' 20 seedpick --random 3 --spread -T 1 -z 0 packed
fails 'seedpick --map' 20 seedpick -q --random 9 --map later --map-host \
	--map-similar -T 1 -z 0 packed
crawlshape -q --to stream -o shaped known || exit 2
fails 'seedpick --one-per-shape' 20 seedpick -q --random 3 --any \
	--one-per-shape -T 1 -z 0 shaped
fails 'seedpick --map --one-per-shape' 20 seedpick -q --random 9 --any \
	--map shaped --one-per-shape -T 1 -z 0 known
fails 'coreextract --one-per-shape' 20 coreextract -q --iterations 2 \
	--min-hubs 1 --min-authorities 1 --one-per-shape -T 1 -z 0 shaped
fails 'graphfold --to shape' 20 graphfold -q --to shape -T 1 -z 0 shaped
fails 'crawlnext --per-shape' 20 crawlnext -q --per-host 2 --per-shape auto \
	-T 1 -z 0 shaped
all=$(crawlorder --list | tail -n +2 | cut -f 1 | uniq | paste -sd ,)
fails crawlorder 25 crawlorder --order "$all" --seeds list --bench rank \
	--anchors anchors --contexts anchors --k 1 --scores \
	--queue-log /dev/null --queue-window 1 -T 1 -z 0 topic
fails 'crawlorder bestfirst' 20 crawlorder --seeds list \
	--order bestfirst:key=parent-mean -T 1 -z 0 topic
{ echo host delay && sed 's/$/ 0/' some-hosts; } >host-table
carry=opic,partialpr,fpr,rankmass,wrankmass
fails 'crawlorder --procs' 40 crawlorder --order "bfs,$carry" --seeds list \
	--procs 3 --partition-file owners --replicate list --batch 4 --k 9 \
	-T 1 -z 0 topic
fails 'crawlorder --mode crossover' 20 crawlorder --seeds list --procs 3 \
	--mode crossover --partition url-hash -T 1 -z 0 topic
fails 'crawlorder --time host' 30 crawlorder --order bfs,opic --seeds list \
	--time host --failures .3 --delay 0 -T 1 -z 0 topic
fails 'crawlorder --time batch' 30 crawlorder --order bfs,opic --seeds list \
	--time batch:5 --host-table host-table -T 1 -z 0 topic
fails 'crawlorder --at-once' 20 crawlorder --seeds list --order bfs,opic \
	--at-once 3 -T 1 -z 0 topic
fails 'crawlorder --form' 20 crawlorder --order bfs,opic --seeds list \
	--form plain -T 1 -z 0 graph
fails 'crawlorder with limits' 20 crawlorder --order "$carry" --seeds list \
	--k 10 --max-frontier 3 --max-depth 2 -T 1 -z 0 graph
merge_step() {
	export WHAT=memory RUNS=20
	title=$1 file=$2
	shift 2
	loop_step "$title: one allocation fails" "$file" "$@"
}
merge_steps
graphgen -n 50 -o first && graphgen --evolve .3 first -o second &&
	graphmerge --snapshots -o changing first second || exit 2
fails 'graphmerge --snapshots' 20 graphmerge --snapshots -T 1 -z 0 first second
echo 0 >zero
fails 'crawlorder --snapshots' 30 crawlorder -q --seeds zero --k 9 \
	--order "opic-revisit,batchpr:method=local,$carry" --snapshots 20 \
	--fresh-log /dev/null --queue-window 5 -T 1 -z 0 changing
export TEXT=1
fails hotcurve 20 hotcurve --bench rank -T 1 orders
fails 'hotcurve tau' 20 hotcurve --metric tau -g graph --bench rank \
	--partial 10 -T 1 orders
fails 'hotcurve depth' 20 hotcurve --metric depth -g graph --bench rank \
	-T 1 orders
fails 'hotcurve --summary' 20 hotcurve --summary --bench rank -T 1 orders
fails 'hotcurve parallel' 20 hotcurve --metric parallel -g graph \
	--bench rank -T 1 parallel
fails 'hotcurve harvest' 20 hotcurve --metric harvest -g topic -T 1 orders
fails 'hotcurve recall' 20 hotcurve --metric recall --bench topic -T 1 orders
fails 'hotcurve seeds' 20 hotcurve --metric seeds -g graph --bench rank \
	-T 1 orders
fails 'hotcurve --hot-per-shape' 20 hotcurve -q --hot-per-shape 1 --by-shape \
	-g graph --bench rank -T 1 orders
fails 'hotcurve draws' 20 hotcurve --bench rank -T 1 orders x=orders
fails 'hotcurve table' 20 hotcurve --metric table -T 1 log
fails 'hotcurve table --gnuplot' 20 hotcurve --metric table --gnuplot -T 1 \
	log
fails 'hotcurve --gnuplot' 20 hotcurve --gnuplot --bench rank -T 1 orders
for section in graph names hosts provenance; do
	fails "graphdump $section" 20 graphdump -s $section -T 1 packed
done
fails 'graphdump --to mtx' 20 graphdump --to mtx -T 1 packed
fails 'graphdump --to gexf' 20 graphdump --to gexf -T 1 scored
fails 'graphdump --to npy' 20 graphdump -s scores --to npy --score hub -T 1 \
	scored
# Each call: one of them is for the thread, and then there is a warning, but not
# if memory is short from then on.
fails 'graphdump, reading ahead' 1000 graphdump -s provenance -T 2 long
NAMED=1 fails 'graphdump, a file with a name' 16 graphdump -s names -T 1 packed
export WHAT=memory RUNS=20
loop_set 'graphdump --to bvgraph' new.graph:new.properties:new.offsets \
	graphdump --to bvgraph of/new -T 1 packed
loop_set 'graphdump --to npy, a graph' new.indptr.npy:new.indices.npy \
	graphdump --to npy of/new -T 1 packed
loop_set 'crawlshape, a picture' shapes.svg crawlshape -T 1 known \
	-o of/shapes.svg
loop_set 'seedpick --to' new-1.txt:new-2.txt seedpick --urls list \
	--to heritrix --shard 50 -T 1 packed -o of/new.txt
fails crawlshape 20 crawlshape -T 1 --regex known
fails 'crawlshape --stops' 16 crawlshape --stops -T 1 packed
fails 'crawlshape --pages' 16 crawlshape --pages -T 1 packed
crawlshape -q packed | tail -n 1 | cut -f 15 >patterns
fails 'crawlshape --to stream' 20 crawlshape -q --to stream -T 1 -z 0 known
crawlshape -q --to stream -z 0 -o shaped known
graphdump -s shapes --summary shaped | tail -n 1 | cut -f 4 >shape
fails 'graphprune --shapes' 20 graphprune -q --shapes shape -T 1 -z 0 shaped
fails 'graphdump -s shapes' 20 graphdump -s shapes --summary -T 1 shaped
fails 'crawlorder --max-per-shape' 20 crawlorder -q --max-per-shape 1 --procs 2 \
	--seeds list -T 1 -z 0 shaped
fails 'crawlshape --to' 20 crawlshape --to nutch --shapes patterns -T 1 packed
fails graphstat 20 graphstat -T 1 packed
fails graphlinks 20 graphlinks --both --list list -T 1 packed
graphlinks --index -o links packed || exit 2
loop_set 'graphlinks --index' new.links graphlinks --index -T 1 packed \
	-o of/new.links
fails 'graphlinks -x' 20 graphlinks -q --both -x links --list list -T 1 packed
fails 'graphlinks --hosts' 20 graphlinks --hosts -T 1 packed 0 1 2
fails 'graphlinks --path' 20 graphlinks --path -T 1 packed 0 9
fails 'graphstat --json' 20 graphstat --json -T 1 orders
fails 'graphstat --distances' 20 graphstat -q --distances --degrees -T 1 packed
fails 'graphstat --components' 20 graphstat --components --table -T 1 packed
fails 'graphstat --cores' 20 graphstat --cores --seeds -g packed -T 1 seeds
fails 'graphdump seeds' 20 graphdump -s seeds -T 1 seeds
fails 'graphdump seeds --score' 20 graphdump -s seeds --score hub -g scored \
	-T 1 seeds
fails 'graphdump --top' 20 graphdump -s scores --urls --top hub:3 -T 1 scored
fails 'graphdump cores' 20 graphdump -s cores -T 1 --json seeds
fails 'graphdump orders' 20 graphdump -s orders -T 1 orders
fails 'graphdump ticks' 20 graphdump -s orders -T 1 parallel
fails 'graphdump times' 20 graphdump -s orders -T 1 timed
fails 'graphdump states' 20 graphdump -s states -T 1 known
fails 'graphdump fetches' 20 graphdump -s fetches -T 1 known
fails 'graphdump fetches --summary' 20 graphdump -s fetches --summary -T 1 known
fails 'graphstat of fetches' 20 graphstat -T 1 known
fails 'graphdump link-scores' 20 graphdump -s link-scores -T 1 topic
fails 'graphdump order-seeds' 20 graphdump -s order-seeds -T 1 orders

fails 'crawlimport --table' 16 crawlimport --table host-time -T 1 access
fails warcstat 20 warcstat --check-digests -T 1 page.warc.gz
fails 'warcstat --records' 20 warcstat --records -T 1 page.warc.zst

plan
