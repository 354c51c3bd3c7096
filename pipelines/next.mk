# Which of the known pages should a crawl fetch now?  Ways to choose them,
# judged by the pages that the crawl did not know.
#
#   make -f next.mk [GRAPH=g.sp | GRAPHS="a.sp b.sp"] [OUT=out] [DRAWS=20]
#       [PARTS="5 10 20"] [SEEDS=30] [BATCHES="1 5 10"] [CURVE="0.5 2 3 7"]
#       [ESTIMATORS="default pagerank ..."] [BUDGETS="none 10%"]
#       [OUTCOME=links]
#
# A breadth-first crawl from SEEDS random pages fetches PARTS percent of the
# graph; if it ends before that, it starts again from twice as many.  What it
# knows then is cut out (graphprune --fetched-first).  From the pages that are
# known and were not fetched, crawlnext chooses batches of BATCHES percent of
# the graph's pages, by each of ESTIMATORS and within each of BUDGETS
# (--per-host).  A batch for which fewer than 1.1 times as many pages are left
# is skipped, and counted.  CURVE has more sizes of batches, for the figures.
#
# Estimators: default is crawlnext without --by.  pagerank, in-links, found (the
# order in which the crawl found the pages) and random are scores of what is
# known; oracle is the PageRank of the whole graph.  Each estimator closes a
# share of the gap between the PageRank of the pages that found and oracle
# choose, so these two are always there.  To add one, give the options that it
# stands for: ESTIMATORS="default mine" CHOOSE_mine="--by in-links
# --known-hosts-only".
#
# All pages of a graph without states come when they are fetched.  Of a graph
# with states, only the pages that were requested are used, and those come that
# are ok. With OUTCOME=links, pages without links do not come, as if they had
# not been found; the names of the graph must be URLs.
#
# Results: OUT/next.md (a verdict; the gap closed, PageRank, new pages and new
# hosts for each batch, medians of the draws and 10 to 90 %; what crawlnext
# expected, and what came), OUT/next.tsv (each batch of each draw),
# OUT/next.BUDGET.png, .pdf (the gap closed over the size of the batch).  With
# GRAPHS, each graph has a folder of its own in OUT, and OUT/next.md and the
# figures, with a panel for each graph, show all of them.  What is done is not
# done again, so a run can be stopped and resumed.  If crawlnext is newer, only
# the estimator default is judged again.

all: result

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
SEEDS ?= 30
include $(HERE)common.mk

PARTS ?= 5 10 20
BATCHES ?= 1 5 10
CURVE ?= 0.5 2 3 7
ESTIMATORS ?= default pagerank in-links random
BUDGETS ?= none 10%
OUTCOME ?= states
ALL_ESTIMATORS := $(filter-out found oracle,$(ESTIMATORS)) found oracle
ALL_BATCHES := $(shell printf '%s\n' $(BATCHES) $(CURVE) | sort -n -u)
ifeq ($(filter states links,$(OUTCOME)),)
$(error OUTCOME=$(OUTCOME): give states or links)
endif

comma := ,

# $(call budget,BUDGET): as part of a file name that make can take
budget = $(subst =,-,$(subst :,-,$(subst %,pct,$1)))

# What the rows of next.tsv say
TABLE = LC_ALL=C awk -f $(HERE)next-table.awk -v parts='$(PARTS)' \
	-v batches='$(BATCHES)' -v estimators='$(ALL_ESTIMATORS)' \
	-v draws=$(words $(DRAW_LIST))

$(eval $(call remember,$(OUT)/next.what,$(DRAW_LIST) $(PARTS) $(BATCHES) \
	$(CURVE) $(ALL_ESTIMATORS) $(BUDGETS) $(GRAPHS)))

ifneq ($(GRAPHS),)
# ---- several graphs: each by a make of its own ----

NAMED = $(basename $(notdir $(GRAPHS)))
ifneq ($(words $(sort $(NAMED))),$(words $(GRAPHS)))
$(error GRAPHS: two graphs have the same name)
endif

define graph
.PHONY: graph-$1
graph-$1:
	@$$(MAKE) --no-print-directory -s -f $(HERE)next.mk GRAPHS= GRAPH='$2' \
		OUT='$(OUT)/$1' rows
endef
$(foreach g,$(GRAPHS),$(eval $(call graph,$(basename $(notdir $g)),$g)))

$(OUT)/next.tsv: $(NAMED:%=graph-%) $(OUT)/next.what
	@awk 'FNR > 1 || NR == 1' $(NAMED:%=$(OUT)/%/next.tsv) > $@

FIGURES = $(foreach b,$(BUDGETS),$(PARTS:%=next.$(call budget,$b)-%))
else

# ---- the web that is crawled ----

# $(call has,SECTION): is it in the stream of GRAPH, with rows?
has = $(shell $(BIN)/graphdump -s $1 $(GRAPH) 2>/dev/null | sed -n '2p; 2q')
NAMES := $(if $(GRAPH),$(call has,names),yes)
STATES := $(if $(GRAPH),$(call has,states))
FILTER = -q -T 1

ifeq ($(HOSTS),)
override BUDGETS := none
endif
ifeq ($(OUTCOME)$(NAMES),links)
$(error OUTCOME=links: $(GRAPH) has no names)
endif

$(eval $(call remember,$(OUT)/web.options,$(OUTCOME)))
$(eval $(call remember,$(OUT)/crawl.options,$(SEEDS)))
$(eval $(call remember,$(OUT)/next.options,$(ALL_BATCHES) $(BUDGETS)))

# Scores would give away what the crawl does not know.
ifneq ($(and $(GRAPH),$(call has,scores)),)
$(error GRAPH=$(GRAPH): has scores of the whole graph, which a crawl does not \
	know: give the graph without scores)
endif

# Lists of pages have their numbers, and a name that is a number would be taken
# for one of these.
CHECK_NAMES = $(BIN)/graphdump -s names $< | awk -F '\t' ' \
	!/^\#/ && $$NF ~ /^[0-9]+$$/ { print "next.mk: \"" $$NF "\" may be " \
		"the name of a page, or its number: import the graph " \
		"without names" > "/dev/stderr"; bad = 1; exit } \
	END { exit bad }'

$(OUT)/names.checked: $(GRAPH_SP) $(OUT)/graph.options
	$(if $(NAMES),$(CHECK_NAMES))
	touch $@

ifeq ($(OUTCOME),links)
$(OUT)/outcome.sp: $(GRAPH_SP) $(OUT)/web.options
	printf '#time\turl\tstatus\n' > $@.log
	$(BIN)/graphdump -s names -o $@.names $<
	$(BIN)/graphdump $< | awk -F '\t' '/^#/ { next } \
		FILENAME == "-" { linked[$$1]; next } \
		{ print 1000000000 + FNR "\t" $$NF "\t" \
			($$1 in linked ? 200 : 404) }' - $@.names >> $@.log
	$(BIN)/crawlimport $(FILTER) -g $< -f tsv --time-column time \
		--url-column url --status-column status -o $@ $@.log
	rm -f $@.log $@.names
STATED = $(OUT)/outcome.sp
else ifneq ($(STATES),)
STATED = $(GRAPH_SP)
endif

ifeq ($(STATED),)
WEB := $(GRAPH_SP)
else
# What was never requested says nothing about what would have come.
WEB := $(OUT)/web.sp
$(WEB): $(STATED) $(OUT)/web.options | $(OUT)/names.checked
	$(BIN)/graphdump -s states $< | awk '!/^#/ && $$2 != "unfetched" \
		{ print $$1 }' > $@.pages
	$(BIN)/graphprune $(FILTER) --pages $@.pages -o $@ $<
	rm -f $@.pages
endif

$(OUT)/web.json: $(WEB) $(OUT)/web.options $(OUT)/graph.options
	$(BIN)/graphstat -q --json -o $@ $<

$(OUT)/web.pages: $(OUT)/web.json
	$(call json,pages) $< > $@

$(OUT)/web.linked: $(OUT)/web.json
	echo $$(($$($(call json,pages) $<) - $$($(call json,dangling) $<))) > $@

NUMBERS = awk '{ for (i = 0; i < $$1; i++)

# Scores that a page keeps when it is cut out: its number, and its PageRank
$(OUT)/marked.sp: $(WEB) $(OUT)/web.pages | $(OUT)/names.checked
	$(NUMBERS) print i "\t" i }' $(OUT)/web.pages > $@.tsv
	$(BIN)/pagerank $(FILTER) --method push --name truth $< | \
		$(BIN)/scoreimport $(FILTER) --scores number=$@.tsv -o $@
	rm -f $@.tsv

# Of each page: its number, whether it would come, and its host or -
$(OUT)/web.tsv: $(WEB) $(OUT)/web.pages
	{ $(NUMBERS) print "page\t" i }' $(OUT)/web.pages; \
	$(if $(STATED),$(BIN)/graphdump -s states $< | \
		awk '{ print "state\t" $$0 }';) \
	$(if $(NAMES),$(BIN)/graphdump -s names $< | \
		awk '{ print "name\t" $$0 }';) } | \
	awk -F '\t' '$$2 ~ /^\#/ { next } $$1 == "page" { pages++ } \
		$$1 == "state" { lost[$$2] = $$3 != "ok" } \
		$$1 == "name" && NF > 3 { host[$$2] = $$3 } \
		END { for (i = 0; i < pages; i++) print i "\t" !lost[i] "\t" \
			(i in host ? host[i] : "-") }' > $@

# ---- a crawl of a part of it ----

WHICH = $(notdir $(@D))
PART = $(word 2,$(subst -, ,$(WHICH)))
DRAW_OF = $(lastword $(subst -, ,$(WHICH)))
# How many pages it fetches
WANT = $$(awk '{ n = int($$1 * $(PART) / 100); print n ? n : 1 }' \
	$(OUT)/web.pages)

$(OUT)/holdout-%/crawl.sp: $(WEB) $(OUT)/web.pages $(OUT)/web.linked \
		$(OUT)/crawl.options
	@mkdir -p $(@D)
	want=$(WANT); linked=$$(cat $(OUT)/web.linked); n=$(SEEDS); any=; \
	[ $$linked -gt 0 ] || { linked=1; any=--any; }; \
	while :; do \
		[ $$n -le $$linked ] || n=$$linked; \
		$(BIN)/seedpick $(FILTER) -R --random $$n $$any \
			--seed $(DRAW_OF) -o $(@D)/starts.sp $(WEB) && \
		$(BIN)/crawlorder $(FILTER) -R -g $(WEB) --order bfs \
			-o $@ $(@D)/starts.sp || exit 1; \
		[ $$($(BIN)/graphdump -s orders --order bfs \
			--summary $@ | \
			awk -F '\t' 'NR == 2 { print $$3 }') -lt $$want ] && \
			[ $$n -lt $$linked ] || break; \
		n=$$((2 * n)); \
	done; rm -f $(@D)/starts.sp

FIRST = $(BIN)/graphprune $(FILTER) --fetched-first bfs:$(WANT)

$(OUT)/holdout-%/known.sp: $(OUT)/holdout-%/crawl.sp
	$(FIRST) -z 1 -g $(WEB) -o $@ $<

# Of each page of known.sp: the PageRank and the number in the whole graph
$(OUT)/holdout-%/kept.tsv: $(OUT)/holdout-%/crawl.sp $(OUT)/marked.sp
	$(FIRST) -z 0 -g $(OUT)/marked.sp -o $@.sp $<
	$(BIN)/graphdump -s scores -o $@ $@.sp
	rm -f $@.sp

# What is known, with all scores to choose by; the largest is the best.
$(OUT)/holdout-%/scored.sp: $(OUT)/holdout-%/known.sp $(OUT)/holdout-%/kept.tsv
	cut -f 1,2 $(@D)/kept.tsv > $(@D)/truth
	$(BIN)/graphdump -s orders --order bfs $(@D)/crawl.sp | \
		awk -F '\t' '/^#/ { next } NR == FNR { page[$$3] = $$1; next } \
		$$3 in page { print page[$$3] "\t-" $$2 }' \
		$(@D)/kept.tsv - > $(@D)/found
	$(BIN)/graphdump $< | awk '/^#/ { next } \
		NR == FNR { pages++; next } $$1 != $$2 { links[$$2]++ } \
		END { for (i = 0; i < pages; i++) print i "\t" links[i] + 0 }' \
		$(@D)/kept.tsv - > $(@D)/links
	$(BIN)/seedpick $(FILTER) -R --any --seed $(DRAW_OF) \
		--random $$(grep -vc '^#' $(@D)/kept.tsv) $< | \
		$(BIN)/graphdump -s seeds | \
		awk '!/^#/ { print $$2 "\t-" NR }' > $(@D)/random
	$(BIN)/pagerank $(FILTER) $< | $(BIN)/scoreimport $(FILTER) -z 1 \
		--scores truth=$(@D)/truth --scores found=$(@D)/found \
		--scores in-links=$(@D)/links --scores random=$(@D)/random -o $@
	rm -f $(@D)/truth $(@D)/found $(@D)/links $(@D)/random

# The pages to choose from, and what they lead to
$(OUT)/holdout-%/left.tsv: $(OUT)/holdout-%/known.sp \
		$(OUT)/holdout-%/kept.tsv $(OUT)/web.tsv $(HERE)next-left.awk
	$(BIN)/graphdump -s states -o $(@D)/states $<
	$(BIN)/graphdump $(WEB) | awk -f $(HERE)next-left.awk \
		-v starts="$$($(BIN)/graphdump -s orders --order bfs --summary \
		$(@D)/crawl.sp | awk -F '\t' 'NR == 2 { print $$2 }')" \
		$(OUT)/web.tsv $(@D)/kept.tsv $(@D)/states - > $@
	rm -f $(@D)/states

# ---- batches ----

CHOOSE_default ?=
CHOOSE_oracle ?= --by truth
$(foreach e,pagerank in-links found random,$(eval CHOOSE_$e ?= --by $e))

define estimator
$(call remember,$(OUT)/by-$1.options,$(CHOOSE_$1))

$(OUT)/holdout-%/$1.tsv: $(OUT)/holdout-%/left.tsv $(OUT)/next.options \
		$(OUT)/by-$1.options $(HERE)next.awk $(if $(CHOOSE_$1), \
		$(OUT)/holdout-%/scored.sp,$(OUT)/holdout-%/known.sp \
		$(BIN)/crawlnext)
	left=$$$$(grep -vc '^#' $$<); pages=$$$$(cat $(OUT)/web.pages); \
	for batch in $(ALL_BATCHES); do \
		n=$$$$(echo $$$$pages $$$$batch | \
			awk '{ print int($$$$1 * $$$$2 / 100) }'); \
		[ $$$$n -gt 0 ] && [ $$$$((10 * left)) -ge $$$$((11 * n)) ] || \
			continue; \
		for budget in $(BUDGETS); do \
			$(BIN)/crawlnext $(FILTER) -n $$$$n \
				--per-host $$$$budget $(CHOOSE_$1) \
				--stats $$@.stats -o $$@.sp \
				$$(@D)/$(if $(CHOOSE_$1),scored,known).sp && \
			echo "#batch $$$$batch $$$$budget $$$$n" && \
			cat $$@.stats && \
			$(BIN)/graphdump -q -s seeds $$@.sp || exit 1; \
		done; \
	done > $$@.batches
	awk -f $(HERE)next.awk -v graph='$(basename $(notdir $(GRAPH_SP)))' \
		-v holdout=$$(WHICH) -v estimator=$1 $$< $$@.batches > $$@
	rm -f $$@.batches $$@.stats $$@.sp
endef
$(foreach e,$(ALL_ESTIMATORS),$(eval $(call estimator,$e)))

HOLDOUTS = $(foreach p,$(PARTS),$(DRAW_LIST:%=$(OUT)/holdout-$p-%))

.PRECIOUS: $(OUT)/holdout-%/crawl.sp $(OUT)/holdout-%/known.sp \
	$(OUT)/holdout-%/kept.tsv $(OUT)/holdout-%/scored.sp \
	$(OUT)/holdout-%/left.tsv \
	$(ALL_ESTIMATORS:%=$(OUT)/holdout-\%/%.tsv)

# found and oracle are what the others are compared with.
$(OUT)/next.tsv: $(foreach e,$(ALL_ESTIMATORS),$(HOLDOUTS:%=%/$e.tsv)) \
		$(OUT)/next.what $(HERE)next-gap.awk
	for d in $(HOLDOUTS); do cat $(patsubst %,$$d/%.tsv,found oracle \
		$(filter-out found oracle,$(ALL_ESTIMATORS))); done | \
		LC_ALL=C awk -f $(HERE)next-gap.awk > $@

FIGURES = $(foreach b,$(BUDGETS),next.$(call budget,$b))
endif

# ---- tables and figures ----

.PHONY: rows
rows: $(OUT)/next.tsv

$(OUT)/next.md: $(OUT)/next.tsv $(HERE)next-table.awk
	$(TABLE) $< > $@

title = $(if $(filter none,$1),No budget,--per-host $1)$(if $2,$(comma) after \
	$2 % of the pages): medians of the draws$(comma) 10 to 90 %

# $(call drawing,BUDGET,PART): figures of a budget, also after PART percent only
define drawing
$(OUT)/next.$(call budget,$1)$(if $2,-$2).%: $(OUT)/next.tsv \
		$(HERE)next-table.awk $(HERE)next-figure.awk
	$$(NO_GNUPLOT) { echo "$$$$DRAWN"; $(TABLE) -v plot='$1' $$< | \
		LC_ALL=C awk -f $(HERE)next-figure.awk -v part='$2' \
		-v estimators='$(ALL_ESTIMATORS)' \
		-v title='$(call title,$1,$2)'; \
		} | gnuplot
endef
$(foreach b,$(BUDGETS),$(foreach p,$(if $(GRAPHS),$(PARTS),all),$(eval \
	$(call drawing,$b,$(filter-out all,$p)))))

$(foreach f,$(FIGURES),$(call figure,$f)): export DRAWN = $(DRAW)

result: $(OUT)/next.md $(foreach f,$(FIGURES),$(call figure,$f))
	@cat $<
