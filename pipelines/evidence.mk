# The tables of docs/evidence.md: seeds.mk and predict.mk on every graph of a
# folder that has the same files as that of the tests.
#
#   make -f evidence.mk [DATA=../shared/data] [OUT=out] [DRAWS=20]
#       [LARGE_DRAWS=10] [GRAPHS="hollins movies ..."]
#   make -f evidence.mk verdicts [NAMED="hollins movies ..."]
#
# cnr-2000, the largest, gets LARGE_DRAWS draws.  Results: OUT/evidence.md, and in
# OUT/NAME all tables and figures of the graph NAME.  Without the files of a
# graph, the tables are made without it.
#
# verdicts makes OUT/verdicts.md: what ieca.mk, fpr.mk and pq.mk say of the claims
# of the papers on every graph with names, and on a generated one, by hot pages
# and by shapes, and what predict.mk says of single orders, over curves up to 45 %
# of the pages.  Their tables are in OUT/NAME/claims and OUT/NAME/orders.

all: result

DATA ?= $(or $(SEEDPIPE_DATA),../shared/data)
OUT ?= out
DRAWS ?= 20
LARGE_DRAWS ?= 10

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
BIN ?= $(patsubst %/hotcurve,%,$(firstword \
	$(wildcard $(HERE)../bin/hotcurve) \
	$(shell command -v hotcurve)))
IMPORT = $(BIN)/graphimport -q -o $@
$(shell mkdir -p $(OUT))

FILES_hollins = $(DATA)/hollins/hollins.edges.txt.gz
FILES_ics-dev = $(DATA)/ics-dev/ics-dev.edges.txt.zst
FILES_cnr-2000 = $(DATA)/cnr-2000/cnr-2000.graph
FILES_movies = $(DATA)/movies/edges.zst
FILES_parks = $(DATA)/parks/edges.zst
FILES_uk-hosts-1996 = $(DATA)/uk-hosts-1996/1996-uk-web-hosts.tsv.gz
GRAPHS ?= $(foreach g,hollins movies parks uk-hosts-1996 ics-dev cnr-2000, \
	$(if $(wildcard $(FILES_$g)),$g,$(info $(DATA) has no $g)))
GRAPHS := $(GRAPHS)

$(OUT)/hollins.sp: $(FILES_hollins)
	$(IMPORT) --names $(DATA)/hollins/hollins.urls.txt.gz $<

$(OUT)/ics-dev.sp: $(FILES_ics-dev)
	$(IMPORT) --names $(DATA)/ics-dev/ics-dev.urls.txt.zst $<

$(OUT)/cnr-2000.sp: $(FILES_cnr-2000)
	$(IMPORT) -f bvgraph $(basename $<)

$(OUT)/movies.sp $(OUT)/parks.sp: $(OUT)/%.sp: $(DATA)/%/edges.zst
	$(IMPORT) --names $(DATA)/$*/urls.zst $<

# YEAR|SOURCE|TARGET and a count: a page is a host
$(OUT)/uk-hosts-1996.sp: $(FILES_uk-hosts-1996)
	gzip -dc $< | awk -F '[|\t]' '{ print $$2 "\t" $$3 }' | \
		$(IMPORT) -f arcs

$(OUT)/generated.sp:
	$(BIN)/graphgen -n 100000 -o $@

DRAWS_cnr-2000 = $(LARGE_DRAWS)

define graph
.PHONY: $1
$1: $(OUT)/$1.sp
	$(MAKE) --no-print-directory -s -f $(HERE)seeds.mk BIN=$(BIN) \
		GRAPH=$(OUT)/$1.sp OUT=$(OUT)/$1 \
		DRAWS=$(or $(DRAWS_$1),$(DRAWS))
	$(MAKE) --no-print-directory -s -f $(HERE)predict.mk BIN=$(BIN) \
		GRAPH=$(OUT)/$1.sp OUT=$(OUT)/$1/predict \
		DRAWS=$(or $(DRAWS_$1),$(DRAWS))
endef
$(foreach g,$(GRAPHS),$(eval $(call graph,$g)))

result: $(GRAPHS)
	{ awk -f $(HERE)evidence.awk -v mass=mass_10 -v rivals='random cores' \
		$(GRAPHS:%=$(OUT)/%/seeds.tsv) && echo && \
	for g in $(GRAPHS); do sed '1s/part/graph/; 1,2b; s/^| [0-9]* /'"| $$g "/ \
		"$(OUT)/$$g/predict/predict.md" | sed '/^$$/q'; done | \
		awk 'NR < 3 || (!/^[|]-/ && !/^[|] graph/ && NF)'; \
		} > $(OUT)/evidence.md
	@cat $(OUT)/evidence.md

# ---- orders by pages and by shapes ----

NAMED ?= $(filter-out cnr-2000,$(GRAPHS)) generated
NAMED := $(NAMED)
PAPERS = ieca fpr pq
CURVE = 5 10 15 20 25 30 35 40 45
PER_SHAPE ?= 10

# The generated web has no first part of a crawl that would be worth its time.
define judged
.PHONY: judged-$1
judged-$1: $(OUT)/$1.sp
	for paper in $(PAPERS); do \
		$(MAKE) --no-print-directory -s -f $(HERE)$$$$paper.mk \
			BIN=$(BIN) GRAPH=$(OUT)/$1.sp OUT=$(OUT)/$1/claims \
			DRAWS=$(DRAWS) PER_SHAPE=$(PER_SHAPE) \
			$(OUT)/$1/claims/$$$$paper.claims.md || exit 1; \
	done
	$(if $(filter-out generated,$1),$(MAKE) --no-print-directory -s \
		-f $(HERE)predict.mk BIN=$(BIN) GRAPH=$(OUT)/$1.sp \
		OUT=$(OUT)/$1/orders DRAWS=$(DRAWS) PER_SHAPE=$(PER_SHAPE) \
		AT="$(CURVE)" > /dev/null)
endef
$(foreach g,$(NAMED),$(eval $(call judged,$g)))

# $(call costs,GRAPH,KIND,TEXT): the row of predict.mk
costs = sed -n '3s/^| [0-9]* /| $1 | $(strip $3) /p' \
	$(OUT)/$1/orders/predict$2.md;

.PHONY: verdicts
verdicts: $(NAMED:%=judged-%)
	{ awk -f $(HERE)evidence-verdicts.awk $(foreach p,$(PAPERS), \
		$(NAMED:%=$(OUT)/%/claims/$p.claims.md)) && \
	echo && sed -n '1s/part/graph | hot pages/p; 2s/$$/---|/p' \
		$(OUT)/$(firstword $(NAMED))/orders/predict.md; \
	$(foreach g,$(filter-out generated,$(NAMED)),$(call \
		costs,$g,,all)$(call costs,$g,.few,at most $(PER_SHAPE) of each \
		shape)$(call costs,$g,.shapes,shapes found)) \
		} > $(OUT)/verdicts.md
	@cat $(OUT)/verdicts.md
