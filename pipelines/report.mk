# A page about a graph: a conclusion in three sentences, what it is like, where the
# downloads went, its cores and seeds, crawls from them, and how long these take.
# One HTML file, which loads nothing from elsewhere.
#
#   make -f report.mk [GRAPH=g.sp] [OUT=out] [ORDERS="bfs opic"] [CORES=10]
#       [DRAWS=5] [TITLE=text]
#
# Result: OUT/report.html.  OUT/report has its tables and figures, the streams
# they were made from, and commands.sh with the commands that make them.

all: result

DRAWS ?= 5
CORES ?= 10

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

# fpr weighs links to other hosts.
ORDERS ?= bfs opic fica ieca $(if $(HOSTS),fpr@100,fpr)
# The order of the crawls that compare ways to pick seeds
SEED_ORDER ?= bfs
TITLE ?= $(basename $(notdir $(GRAPH_SP)))
export TITLE

W := $(OUT)/report
G := $(GRAPH_SP)
ifneq ($(GRAPH),)
NAMES := $(call names_of,$G)
else
NAMES := yes
endif

comma := ,
empty :=
RANDOM = $(DRAW_LIST:%=random-%)
FROMS = start $(RANDOM)
FIGURES = degrees distances throughput cumulative random seeds
TABLES = stat.txt degrees.tsv distances.tsv top.tsv cores.tsv seeds.tsv \
	summary.tsv summary.capped.tsv compare.tsv from provenance.tsv \
	$(if $(HOSTS),hosts.tsv hours.tsv hours.hosts.tsv) $(if $(NAMES),names.tsv shapes.tsv stops.tsv)
SVGS = $(FIGURES:%=$W/%.svg) $(if $(HOSTS),$W/hours.svg) $(if $(NAMES),$W/shapes.svg)

$(eval $(call remember,$W/options,$(or $(GRAPH_FILE),$G) --k $K from $(CORES) \
	$(DRAW_LIST)))
$(eval $(call remember,$W/orders,$(ORDERS) $(SEED_ORDER)))

# ---- the graph ----

STAT = $(BIN)/graphstat -q

$W/stat.txt: $G $W/options
	$(STAT) --components --degrees --xmin 6 --distances -o $@ $G

$W/degrees.tsv: $G $W/options
	$(STAT) --degrees --table -o $@ $G

# As of graphstat --distances --table, without going through the graph again
$W/distances.tsv: $W/stat.txt
	awk -v OFS='\t' ' \
		BEGIN { print "#distance", "pairs", "share", "within" } \
		/^[^ ]/ { here = $$0 == "Distances" } \
		here && $$1 == "pairs" { all = $$NF } \
		here && $$1 ~ /^[0-9]+$$/ { sum += $$2; \
			print $$1, $$2, $$2 / all, sum / all }' $< > $@

$W/hosts.tsv: $G $W/options
	{ echo '#host	pages	name	domain'; \
	$(BIN)/graphdump -s hosts $G | sed 1d | \
		sort -t '	' -k 2,2nr -k 1,1n | head -n 15; } > $@

$W/rank.sp: $G $W/options
	$(BIN)/pagerank -q -R --method push -o $@ $G

$W/top.tsv: $W/rank.sp
	$(BIN)/graphdump -s scores --top pagerank:10 $(if $(NAMES),--urls) \
		-g $G -o $@ $<

# ---- shapes of URLs ----

# Empty where the names of pages are no URLs
$W/shapes.tsv: $G $W/options
	$(call nothing,$(BIN)/crawlshape -q -o $@ $G)

# Column 14 is the verdict.
$W/stops.tsv: $W/shapes.tsv
	if awk -F '\t' 'NR > 1 && $$14 != "-" { n++ } END { exit !n }' $<; then \
		$(BIN)/crawlshape -q --stops -o $@ $G; else : > $@; fi

$W/shapes.svg: $W/shapes.tsv
	$(call unless_empty,$<,$(BIN)/crawlshape -q --size 20cm$(comma)13cm \
		-o $@ $G)

# ---- cores and seeds ----

$W/cores.sp: $G $W/options
	$(BIN)/graphprune -q --unit $(if $(HOSTS),host,none) -g $G | \
		$(BIN)/hits -q | \
		$(BIN)/coreextract -q -R --seeds $(CORES) -o $@

$W/cores.tsv: $W/cores.sp
	$(BIN)/graphdump -s cores -o $@ $<

# Without cores, crawls start from the pages with the largest PageRank.
$W/from: $W/cores.tsv
	if [ "$$(sed -n '$$=' $<)" -gt 1 ]; then echo cores; \
		else echo top; fi > $@

$W/start.seeds: $W/from $W/cores.sp $W/rank.sp
	case $$(cat $<) in \
	cores) $(BIN)/seedpick -q -R -g $G -o $@ $W/cores.sp ;; \
	*) $(BIN)/seedpick -q -R -g $G --top pagerank:$(CORES) -o $@ \
		$W/rank.sp ;; \
	esac

$W/seeds.tsv: $W/start.seeds
	$(BIN)/graphdump -s seeds -g $G -o $@ $<

# As many random seeds as there are seeds from cores, or pages with links
$W/count: $W/seeds.tsv $W/stat.txt
	awk 'NR == FNR { seeds = FNR - 1; next } \
		/^$$/ { exit } \
		$$1 == "pages" { pages = $$2 } \
		$$1 == "without" && $$2 == "links" { pages -= $$3 } \
		END { if (seeds > pages) seeds = pages; \
			print seeds ? seeds : "1 --any" }' $^ > $@

$W/random-%.seeds: $G $W/count
	$(BIN)/seedpick -q -R --random $$(cat $W/count) --seed $* -o $@ $G

$W/top.seeds: $W/rank.sp $W/seeds.tsv
	$(BIN)/seedpick -q -R -g $G -o $@ \
		--top pagerank:$$(($$(sed -n '$$=' $W/seeds.tsv) - 1)) $<

# The names of the members of cores
$W/names.tsv: $W/cores.tsv $W/seeds.tsv $G
	$(BIN)/graphdump -s names $G | awk -F '\t' ' \
		FILENAME == "$W/cores.tsv" { wanted[$$3]; next } \
		FILENAME == "$W/seeds.tsv" { wanted[$$2]; next } \
		FNR == 1 || $$1 in wanted' \
		$W/cores.tsv $W/seeds.tsv - > $@

# ---- crawls ----

# The crawls that compare seeds are also the first of those that compare orders.
# Elsewhere than in front, rows and colours would change places.
SHARED = $(filter $(SEED_ORDER),$(firstword $(ORDERS)))
OTHERS = $(if $(SHARED),$(filter-out $(SHARED),$(ORDERS)),$(ORDERS))
ORDER_LIST = $(subst $(empty) $(empty),$(comma),$(call plan,$(strip \
	$(OTHERS))))
# Higher levels take a fifth more time and save a fiftieth of the space.
CRAWL = $(BIN)/crawlorder -q -R -z 1 -g $G --k $K

$W/%.orders.sp: $W/%.seeds $W/orders
	$(CRAWL) --order '$(ORDER_LIST)' -o $@ $<

$W/%.one.sp: $W/%.seeds $W/orders
	$(CRAWL) --order '$(call plan,$(SEED_ORDER))' -o $@ $<

# $(call crawls,FROM): the files of all orders from these seeds
crawls = $(if $(SHARED),$W/$1.one.sp) $(if $(OTHERS),$W/$1.orders.sp)
ORDERS_FROM = $(foreach f,$(FROMS),$(call crawls,$f)) $W/rank.sp $W/from
# $(call labelled,FROM,LABEL): as hotcurve takes them, which adds the name of an
# order to a label only where a file has several orders
labelled = $(if $(SHARED),"$2$(if $(OTHERS), $(ONE_NAME))"=$W/$1.one.sp) \
	$(if $(OTHERS),"$2$(if $(SHARED),$(ONLY_OTHER))"=$W/$1.orders.sp)
ONE_NAME = $(call plan,$(SHARED))
ONLY_OTHER = $(if $(word 2,$(OTHERS)),, $(call plan,$(OTHERS)))
ONE_FROM = $(FROMS:%=$W/%.one.sp) $W/top.one.sp $W/rank.sp $W/from
# NAME=FILE as hotcurve takes them; start.seeds is named for what it is from.
ALL = $(call labelled,start,$$(cat $W/from)) \
	$(foreach r,$(RANDOM),$(call labelled,$r,random))
ONE = $$(cat $W/from)=$W/start.one.sp $(RANDOM:%=random=$W/%.one.sp) \
	top=$W/top.one.sp
CURVE = $(HOTCURVE) -q --bench $W/rank.sp

$W/summary.tsv: $(ORDERS_FROM)
	$(CURVE) --summary -o $@ $(ALL)

# Empty of a graph without names and hosts
$W/summary.capped.tsv: $(ORDERS_FROM)
	$(if $(NAMES)$(HOSTS),$(call nothing,$(CURVE) --summary \
		--hot-per-host 0.01 -o $@ $(ALL)),: > $@)

$W/compare.tsv: $(ONE_FROM)
	$(CURVE) --metric seeds -o $@ $(ONE)

$W/provenance.tsv: $(ORDERS_FROM) $W/cores.sp
	for f in $G $W/rank.sp $W/cores.sp $(call crawls,start) \
		$(call crawls,random-$(SEED)); do \
		$(BIN)/graphdump -s provenance "$$f" | \
		sed "1d; s|^|$${f##*/}	|"; done > $@

# ---- hours ----

# The first two orders that have a form in time
HOURS = $(wordlist 1,2,$(filter-out lsf% random shuffle rankmass% wrankmass%, \
	$(ORDERS)))

$W/hours.sp: $W/start.seeds $W/orders
	$(CRAWL) --time host -o $@ --order '$(subst $(empty) \
		$(empty),$(comma),$(call plan,$(HOURS)))' $<

$W/hours.tsv: $W/hours.sp $W/rank.sp
	$(CURVE) --metric cumulative -x hours --points 1000 -o $@ $<

# Those of the first order
$W/hours.hosts.tsv: $W/hours.sp
	$(HOTCURVE) -q --metric hosts $< | awk -F '\t' ' \
		NR == 2 { first = $$1 } \
		NR == 1 || ($$1 == first && ++n <= 10)' > $@

# ---- figures ----

NARROW = --size 10cm,8cm
# $(call if_rows,TABLE): a graph of one page has no distances, for example
if_rows = [ "$$(sed -n '$$=' $W/$1)" -le 1 ] ||

$W/degrees.svg: $W/degrees.tsv
	$(NO_GNUPLOT) awk -F '\t' -v OFS='\t' ' \
		NR == 1 { print "#side", \
			"links of a page (power of ten)", \
			"share of the pages (power of ten)" } \
		sub(/-bin/, "", $$1) && $$2 > 0 && $$5 > 0 { print $$1, \
			log(sqrt($$2 * $$3)) / log(10), log($$5) / log(10) }' \
		$< > $W/degrees.log.tsv; \
		$(call if_rows,degrees.log.tsv) $(BIN)/hotcurve -q \
		--metric table $(NARROW) -o $@ \
		--title 'Degrees of pages' $W/degrees.log.tsv

$W/distances.svg: $W/distances.tsv
	$(NO_GNUPLOT) awk -F '\t' -v OFS='\t' ' \
		NR == 1 { print "#what", \
			"links on the shortest path", "share of the pairs"; next } \
		{ print "pairs", $$1, $$3 }' $< > $W/distances.share.tsv; \
		$(call if_rows,distances.share.tsv) $(BIN)/hotcurve -q \
		--metric table $(NARROW) -o $@ \
		--title 'Distances between pages' $W/distances.share.tsv

$W/throughput.svg: $(ORDERS_FROM)
	$(NO_GNUPLOT) $(CURVE) $(NARROW) -o $@ $(call crawls,start)

$W/cumulative.svg: $(ORDERS_FROM)
	$(NO_GNUPLOT) $(CURVE) --metric cumulative $(NARROW) -o $@ \
		$(call crawls,start)

$W/random.svg: $(ORDERS_FROM)
	$(NO_GNUPLOT) $(CURVE) $(NARROW) -o $@ \
		--title 'Throughput from random seeds' \
		$(foreach r,$(RANDOM),$(call crawls,$r))

$W/hours.svg: $W/hours.sp $W/rank.sp
	$(NO_GNUPLOT) $(CURVE) --metric cumulative -x hours $(NARROW) -o $@ $<

$W/seeds.svg: $(ONE_FROM)
	$(NO_GNUPLOT) $(CURVE) --metric seeds --size 12cm,11cm -o $@ $(ONE)

# ---- the page ----

.PHONY: parts
parts: $(TABLES:%=$W/%) $(SVGS)

# What make would run from nothing, without the rules that look for changes.
$W/commands.sh: $(TABLES:%=$W/%)
	@{ echo '#!/bin/sh'; echo 'set -e'; echo 'mkdir -p $W'; \
	$(MAKE) --no-print-directory -f $(HERE)report.mk -nB parts \
		2>/dev/null | grep -v -e '^mkdir ' -e '^echo .* | cmp -s' | \
		sed -e 's|$(BIN)/||g' \
		-e 's/^command -v gnuplot [^;]*; [^;]*; }; //'; \
	} > $@

$(OUT)/report.html: $(TABLES:%=$W/%) $(SVGS) $W/commands.sh \
		$(HERE)report.awk $(HERE)report-hours.awk $(HERE)conclude.awk \
		$(HERE)report.css
	LC_ALL=C HERE='$(HERE)' W='$W' FROM="$$(cat $W/from)" ORDER='$(call \
		plan,$(SEED_ORDER))' ORDERS='$(call plan,$(ORDERS))' awk -f $(HERE)report.awk \
		-f $(HERE)report-hours.awk -f $(HERE)conclude.awk > $@

result: $(OUT)/report.html
	@echo '$(OUT)/report.html'

.PRECIOUS: $W/random-%.seeds $W/%.orders.sp $W/%.one.sp
