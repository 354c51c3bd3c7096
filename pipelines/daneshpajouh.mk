# Daneshpajouh, Nasiri and Ghodsi 2008, Figures 7 to 12: mean PageRank and
# number of pages by depth, for breadth-first crawls from the seeds of ten cores
# and from ten random pages.
#
#   make -f pipelines/daneshpajouh.mk [GRAPH=g.sp] [OUT=out] [CORES=10]
#
# Results: OUT/daneshpajouh.md, and as figures OUT/rank-by-depth.png, .svg and
# OUT/pages-by-depth.png, .svg.

all: result

CORES ?= 10
BOTH := cores-$(CORES) random-$(CORES)

include pipelines/common.mk

$(OUT)/cores-$(CORES).seeds: $(GRAPH_SP) $(OUT)/graph.options
	$(BIN)/graphprune $< | $(BIN)/hits | $(BIN)/coreextract \
		--seeds $(CORES) | $(BIN)/seedpick -g $< --text - > $@

$(OUT)/random-$(CORES).seeds: $(GRAPH_SP) $(OUT)/graph.options
	$(BIN)/seedpick --random $(CORES) --seed $(SEED) --text -o $@ $<

$(foreach from,$(BOTH),$(eval $(call crawl,$(from),)))

$(OUT)/depth/%.tsv: $(OUT)/%/bfs.order.sp $(OUT)/rank.sp $(GRAPH_SP)
	@mkdir -p $(@D)
	$(BIN)/hotcurve --metric depth -g $(GRAPH_SP) --bench $(OUT)/rank.sp \
		-o $@ $<

DEPTHS = $(BOTH:%=$(OUT)/depth/%.tsv)

$(OUT)/rank-by-depth.tsv: $(DEPTHS)
	$(call blocks,2,6) $^ > $@

$(OUT)/pages-by-depth.tsv: $(DEPTHS)
	$(call blocks,2,3) $^ > $@

$(OUT)/rank-by-depth.png $(OUT)/rank-by-depth.svg: $(OUT)/rank-by-depth.tsv
	$(call lines,$<,$(OUT)/rank-by-depth,depth,mean PageRank (of all \
		pages: 1),)

$(OUT)/pages-by-depth.png $(OUT)/pages-by-depth.svg: $(OUT)/pages-by-depth.tsv
	$(call lines,$<,$(OUT)/pages-by-depth,depth,pages,set logscale y;)

$(OUT)/daneshpajouh.md: $(DEPTHS)
	awk -F '\t' ' \
		BEGIN { print "| seeds | depth | pages | mean PageRank |"; \
			print "|---|---|---|---|" } \
		FNR == 1 { name = FILENAME; sub(/.*\//, "", name); \
			sub(/\.tsv/, "", name); next } \
		{ printf "| %s | %d | %d | %.3f |\n", name, $$2, $$3, $$6 }' \
		$^ > $@

result: $(OUT)/daneshpajouh.md $(OUT)/rank-by-depth.png \
		$(OUT)/pages-by-depth.png
	@cat $(OUT)/daneshpajouh.md
