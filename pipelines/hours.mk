# How many hours a crawl takes, what it has after each, and what holds it up: a
# crawl in time by several orders, with few and many connections, short and long
# delays, and at most so many pages of a host.
#
#   make -f hours.mk [GRAPH=g.sp] [OUT=out] [ORDERS="bfs opic fica"]
#       [QUEUES=host] [CONNECTIONS="20 5 100"] [DELAYS="1 5"] [CAPS="10000 1000"]
#       [TIMING="--failures 0.05"] [DRAWS=20] [SEEDS=100]
#
# The first of CONNECTIONS and DELAYS, without a cap, is the usual crawl, which
# has DRAWS draws; the others have the first one.  TIMING has further options of
# crawlorder for all, such as --host-table.  QUEUES may be several.
#
# Results: OUT/hours.md (in words, and a table of all crawls, of orders by
# downloads and by hours), OUT/hours.png, .pdf (PageRank over hours, with bands),
# OUT/hours.connections.png, .pdf (connections in use), OUT/hours.hosts.tsv (the
# hosts that hold the crawl up).  In file names "+" stands for ":".

all: result

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

ORDERS ?= bfs opic fica fpr omniscient
QUEUES ?= host
CONNECTIONS ?= 20 5 100
DELAYS ?= 1 5
CAPS ?= 10000 1000
TIMING ?=

ifeq ($(HOSTS),)
$(error $(GRAPH) has no hosts: a crawl in time is bound by them)
endif

comma := ,
space := $(subst ,, )
LIST = $(subst $(space),$(comma),$(strip $(foreach o,$(ORDERS),$(call plan,$o))))

$(eval $(call remember,$(OUT)/hours.options,$(ORDERS) $(TIMING)))
$(eval $(call random_seeds,random,$(SEEDS)))

# QUEUES-CONNECTIONS-DELAY-CAP-DRAW; without a cap 0, and none-0-0-0-DRAW counts
# downloads.
word_of = $(call plan,$(word $1,$(subst -, ,$2)))
timing_of = $(if $(filter none-%,$1),,--time $(call word_of,1,$1) \
	--connections $(call word_of,2,$1) --delay $(call word_of,3,$1) \
	--max-per-host $(call word_of,4,$1) $(TIMING))

.SECONDEXPANSION:
$(OUT)/hours/%.sp: $(GRAPH_SP) $(OUT)/rank.sp $(OUT)/hours.options \
		$(OUT)/random-$$(lastword $$(subst -, ,$$*)).seeds
	@mkdir -p $(@D)
	$(BIN)/crawlorder -q -R -g $(GRAPH_SP) --bench $(OUT)/rank.sp \
		--k $(K) --order '$(LIST)' $(call timing_of,$*) -o $@ \
		$(OUT)/random-$(lastword $(subst -, ,$*)).seeds

$(OUT)/hours/%.tsv: $(OUT)/hours/%.sp
	$(HOTCURVE) --bench $(OUT)/rank.sp -m cumulative -x hours \
		--points 2000 -o $@ $<

.PRECIOUS: $(OUT)/random-%.seeds $(OUT)/hours/%.sp $(OUT)/hours/%.tsv

C := $(firstword $(CONNECTIONS))
D := $(firstword $(DELAYS))
USUAL := $(firstword $(QUEUES))-$C-$D-0
rest = $(wordlist 2,$(words $1),$1)
CRAWLS := $(foreach q,$(QUEUES),$q-$C-$D-0 $(patsubst \
	%,$q-%-$D-0,$(call rest,$(CONNECTIONS))) $(patsubst \
	%,$q-$C-%-0,$(call rest,$(DELAYS))) $(CAPS:%=$q-$C-$D-%))
CRAWLS := $(CRAWLS)
TABLES = $(CRAWLS:%=$(OUT)/hours/%-$(SEED).tsv)
DRAWN = $(DRAW_LIST:%=$(OUT)/hours/$(USUAL)-%.sp)
COUNTED = $(DRAW_LIST:%=$(OUT)/hours/none-0-0-0-%.sp)

$(OUT)/hours.hosts.tsv: $(OUT)/hours/$(USUAL)-$(SEED).sp
	$(HOTCURVE) -m hosts -o $@ $<

# Medians of all draws, by hours and by downloads
$(OUT)/hours.by-hours.tsv: $(DRAWN) $(OUT)/rank.sp
	$(HOTCURVE) --bench $(OUT)/rank.sp -m cumulative -x hours -o $@ $(DRAWN)

$(OUT)/hours.by-downloads.tsv: $(COUNTED) $(OUT)/rank.sp
	$(HOTCURVE) --bench $(OUT)/rank.sp -m cumulative -o $@ $(COUNTED)

$(OUT)/hours.md: $(HERE)hours.awk $(OUT)/hours.hosts.tsv $(TABLES) \
		$(OUT)/hours.by-hours.tsv $(OUT)/hours.by-downloads.tsv
	awk -f $< -v usual=$(USUAL) $(filter-out $<,$^) > $@
	$(call drawn,$(SEEDS)) >> $@

$(call figure,hours): $(OUT)/hours.%: $(DRAWN) $(OUT)/rank.sp
	$(NO_GNUPLOT) $(HOTCURVE) --bench $(OUT)/rank.sp -m cumulative \
		-x hours -o $@ --title 'PageRank collected, over hours' $(DRAWN)

$(call figure,hours.connections): $(OUT)/hours.connections.%: \
		$(OUT)/hours/$(USUAL)-$(SEED).sp
	$(NO_GNUPLOT) $(HOTCURVE) -m hosts -o $@ $<

result: $(OUT)/hours.md $(call figure,hours) $(call figure,hours.connections)
	cat $(OUT)/hours.md

.PHONY: all result FORCE
