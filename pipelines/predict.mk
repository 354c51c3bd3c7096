# Which order next?  Whether replaying orders on the first part of a crawl
# predicts how they rank on the whole.
#
#   make -f predict.mk [GRAPH=g.sp] [OUT=out] [DRAWS=20] [PARTS=20] [SEEDS=100]
#       [AT=45] [ORDERS="bfs opic ieca ..."] [ALWAYS=ieca+update~lazy]
#
# The first PARTS percent of a breadth-first crawl from SEEDS random pages are cut
# out (young.mk), and orders are replayed there and on the whole graph, each from
# as many random pages.  Their throughput after AT percent of the pages that these
# reach is compared, each by the PageRank of its own graph; with several numbers,
# such as AT="5 15 25 35 45", its mean after these.
# Results: OUT/predict.md (the agreement of the two rankings as Kendall's tau, and
# what it costs, in points of throughput, to take the order that is best on the
# first part, to take ALWAYS, and to take breadth-first, instead of the best one;
# then the throughput of each order; medians and quartiles), OUT/predict.tsv (each
# draw).  OUT/predict.few.md, .tsv: the same with at most PER_SHAPE=10 hot pages of
# each shape of URLs; OUT/predict.shapes.md, .tsv: by shapes instead of pages.  Both
# are empty of a graph without names.

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

JUDGED = all few shapes

$(eval $(call remember,$(OUT)/predict.options,$(ORDER_LIST) --k $(K) $(AT) \
	$(SEEDS) $(PER_SHAPE)))
$(eval $(call remember,$(OUT)/predict.what,$(PARTS) $(DRAW_LIST) $(ALWAYS)))

# A young crawl may have fewer pages with links than SEEDS.
RANDOM = $(BIN)/seedpick -q -R --seed $(lastword $(subst -, ,$*)) --random \
	$$($(BIN)/graphdump $1 | awk '/^\#/ { next } $$1 != last { n++ } \
		{ last = $$1 } n == $(SEEDS) { exit } END { print n }') $1

# $(call replay,GRAPH,RANK,NAME): tables of the throughput of the orders, NAME.KIND
replay = $(call RANDOM,$1) -o $(@D)/$3.seeds && \
	$(BIN)/crawlorder -q -R -g $1 --k $(K) --order '$(ORDER_LIST)' \
		-o $(@D)/$3.order.sp $(@D)/$3.seeds && \
	$(foreach k,$(JUDGED),{ $(call nothing_in,$(@D)/$3.$k.tsv, \
		$(BIN)/hotcurve -q -g $1 --bench $2 --reachable \
		$(CURVES_$k) --at $(PLACES) -o $(@D)/$3.$k.tsv \
		$(@D)/$3.order.sp); } &&) rm -f $(@D)/$3.order.sp

# AT for --at
PLACES = $$(echo $(AT) | awk '{ for (i = 1; i <= NF; i++) \
	printf "%s%s", $$i / 100, i < NF ? "," : "\n" }')

$(JUDGED:%=$(OUT)/young-\%/first.%.tsv): $(OUT)/young-%/known.sp \
		$(OUT)/young-%/rank.sp $(OUT)/predict.options
	$(call replay,$(@D)/known.sp,$(@D)/rank.sp,first)

$(JUDGED:%=$(OUT)/young-\%/whole.%.tsv): $(OUT)/young-%/known.sp $(OUT)/rank.sp \
		$(OUT)/predict.options
	$(call replay,$(GRAPH_SP),$(OUT)/rank.sp,whole)

.PRECIOUS: $(foreach k,$(JUDGED),$(OUT)/young-%/first.$k.tsv \
	$(OUT)/young-%/whole.$k.tsv)

# Both tables have a line of names and lines of values; shuffle and ideal are the
# last ones, and hot_shapes is no order.
define predict
$(OUT)/predict$2.tsv: $(YOUNG:%=%/first.$1.tsv) $(YOUNG:%=%/whole.$1.tsv) \
		$(OUT)/predict.what
	{ printf '#part\torder\tdraw\tfirst\twhole\n'; \
	for d in $(YOUNG); do [ -s "$$$$d/first.$1.tsv" ] && \
		[ -s "$$$$d/whole.$1.tsv" ] && awk -F '\t' -v OFS='\t' \
		-v trial="$$$${d##*/young-}" ' \
		FNR == 1 { if (!file++) split(trial, part, "-"); \
			for (i = 3; i < NF - 1; i++) name[i] = $$$$i; next } \
		file == 1 { rows++; for (i = 3; i < NF - 1; i++) \
			first[i] += $$$$i; next } \
		{ last = NF; for (i = 3; i < NF - 1; i++) whole[i] += $$$$i } \
		END { for (i = 3; i < last - 1; i++) \
			if (name[i] != "hot_shapes") print part[1], name[i], \
				part[2], 100 * first[i] / rows, \
				100 * whole[i] / rows }' \
		$$$$d/first.$1.tsv $$$$d/whole.$1.tsv; done; :; } > $$@

$(OUT)/predict$2.md: $(OUT)/predict$2.tsv $(HERE)predict.awk
	awk -f $(HERE)predict.awk -v always='$(call plan,$(ALWAYS))' $$< | \
		$$(call bands,1,%.2f) > $$@
	{ echo; cut -f 1,2,4- $$< | $$(call bands,2,%.1f); } >> $$@
endef
$(eval $(call predict,all,))
$(eval $(call predict,few,.few))
$(eval $(call predict,shapes,.shapes))

result: $(OUT)/predict.md $(OUT)/predict.few.md $(OUT)/predict.shapes.md
	@cat $<
