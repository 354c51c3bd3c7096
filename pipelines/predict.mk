# Which order next?  Whether replaying orders on the first part of a crawl
# predicts how they rank on the whole.
#
#   make -f predict.mk [GRAPH=g.sp] [OUT=out] [DRAWS=20] [PARTS=20] [SEEDS=100]
#       [AT=45] [ORDERS="bfs opic ieca ..."] [ALWAYS=ieca+update~lazy]
#
# The first PARTS percent of a breadth-first crawl from SEEDS random pages are cut
# out (young.mk), and orders are replayed there and on the whole graph, each from
# as many random pages.  Their throughput after AT percent of the pages that these
# reach is compared, each by the PageRank of its own graph.
# Results: OUT/predict.md (the agreement of the two rankings as Kendall's tau, and
# what it costs, in points of throughput, to take the order that is best on the
# first part, to take ALWAYS, and to take breadth-first, instead of the best one;
# then the throughput of each order; medians and quartiles), OUT/predict.tsv (each
# draw).

all: result

PARTS ?= 20
AT ?= 45
ALWAYS ?= ieca+update~lazy

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk
include $(HERE)young.mk

ORDERS ?= bfs backlink opic opic+init~seeds fica ieca ieca+update~lazy fpr
ORDERS := $(ORDERS)

comma := ,
empty :=
ORDER_LIST = $(subst $(empty) $(empty),$(comma),$(call plan,$(strip \
	$(ORDERS))))

$(eval $(call remember,$(OUT)/predict.options,$(ORDER_LIST) --k $(K) $(AT) \
	$(SEEDS)))
$(eval $(call remember,$(OUT)/predict.what,$(PARTS) $(DRAW_LIST) $(ALWAYS)))

# A young crawl may have fewer pages with links than SEEDS.
RANDOM = $(BIN)/seedpick -q -R --seed $(lastword $(subst -, ,$*)) --random \
	$$($(BIN)/graphdump $1 | awk '/^\#/ { next } $$1 != last { n++ } \
		{ last = $$1 } n == $(SEEDS) { exit } END { print n }') $1

# $(call replay,GRAPH,RANK,NAME): a table of the throughput of the orders
replay = $(call RANDOM,$1) -o $(@D)/$3.seeds && \
	$(BIN)/crawlorder -q -R -g $1 --k $(K) --order '$(ORDER_LIST)' \
		-o $(@D)/$3.order.sp $(@D)/$3.seeds && \
	$(BIN)/hotcurve -q -g $1 --bench $2 --reachable \
		--at $$(echo $(AT) | awk '{ print $$1 / 100 }') -o $@ \
		$(@D)/$3.order.sp && rm -f $(@D)/$3.order.sp

$(OUT)/young-%/first.tsv: $(OUT)/young-%/known.sp $(OUT)/young-%/rank.sp \
		$(OUT)/predict.options
	$(call replay,$(@D)/known.sp,$(@D)/rank.sp,first)

$(OUT)/young-%/whole.tsv: $(OUT)/young-%/known.sp $(OUT)/rank.sp \
		$(OUT)/predict.options
	$(call replay,$(GRAPH_SP),$(OUT)/rank.sp,whole)

.PRECIOUS: $(OUT)/young-%/first.tsv $(OUT)/young-%/whole.tsv

# Both tables have a line of names and a line of values; shuffle and ideal are the
# last ones.
$(OUT)/predict.tsv: $(YOUNG:%=%/first.tsv) $(YOUNG:%=%/whole.tsv) \
		$(OUT)/predict.what
	{ printf '#part\torder\tdraw\tfirst\twhole\n'; \
	for d in $(YOUNG); do awk -F '\t' -v OFS='\t' \
		-v trial="$${d##*/young-}" ' \
		FNR == 1 { if (!file++) split(trial, part, "-"); \
			for (i = 3; i < NF - 1; i++) name[i] = $$i; next } \
		file == 1 { for (i = 3; i < NF - 1; i++) first[i] = $$i; next } \
		{ for (i = 3; i < NF - 1; i++) print part[1], name[i], \
			part[2], 100 * first[i], 100 * $$i }' \
		$$d/first.tsv $$d/whole.tsv; done; } > $@

$(OUT)/predict.md: $(OUT)/predict.tsv $(HERE)predict.awk
	awk -f $(HERE)predict.awk -v always='$(call plan,$(ALWAYS))' $< | \
		$(call bands,1,%.2f) > $@
	{ echo; cut -f 1,2,4- $< | $(call bands,2,%.1f); } >> $@

result: $(OUT)/predict.md
	@cat $<
