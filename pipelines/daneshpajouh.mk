# Daneshpajouh, Nasiri and Ghodsi 2008: the sizes of the first cores (Figures 4
# and 5), and mean PageRank and number of pages by distance from the seeds of ten
# cores and from ten random pages (Figures 7 to 12).
#
#   make -f daneshpajouh.mk [GRAPH=g.sp] [OUT=out] [CORES=10] [DRAWS=20]
#
# Results: OUT/daneshpajouh.md, OUT/depths.tsv, and as figures OUT/depths.png,
# .pdf; OUT/core-sizes.tsv, .png, .pdf for the first SIZES cores.

all: result

CORES ?= 10
SIZES ?= 100

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

# The paper removes links inside hosts, which a graph without hosts cannot show.
PRUNE = $(if $(HOSTS),$(BIN)/graphprune $< |,$(call \
	WITHOUT_HOSTS,graphprune)cat $< |)

DRAWN = $(DRAW_LIST:%=$(OUT)/random$(CORES)-%/bfs.order.sp)
CRAWLS = cores=$(OUT)/cores-$(CORES)/bfs.order.sp $(DRAWN:%=random=%)

$(eval $(call remember,$(OUT)/depths.draws,$(CORES) from $(DRAW_LIST)))
$(eval $(call remember,$(OUT)/cores.options,$(SIZES)))

$(OUT)/cores-$(CORES).seeds: $(GRAPH_SP) $(OUT)/graph.options
	$(PRUNE) $(BIN)/hits | $(BIN)/coreextract -R --seeds $(CORES) | \
		$(BIN)/seedpick -R -g $< -o $@ -

$(eval $(call random_seeds,random$(CORES),$(CORES)))
$(foreach from,cores-$(CORES) $(DRAW_LIST:%=random$(CORES)-%),$(eval $(call \
	crawl,$(from),)))

# ---- depths ----

DEPENDS = $(OUT)/depths.draws $(OUT)/rank.sp $(GRAPH_SP) $(DRAWN) \
	$(OUT)/cores-$(CORES)/bfs.order.sp
DEPTHS = $(HOTCURVE) --metric depth --bench $(OUT)/rank.sp

$(OUT)/depths.tsv: $(DEPENDS)
	$(DEPTHS) -o $@ $(CRAWLS)

$(call figure,depths): $(OUT)/depths.%: $(DEPENDS)
	$(NO_GNUPLOT) $(DEPTHS) -o $@ \
		--title 'Pages by distance from $(CORES) seeds' $(CRAWLS)

$(OUT)/daneshpajouh.md: $(OUT)/depths.tsv
	awk -F '\t' ' \
		FNR == 1 { print "| seeds | depth | pages | mean PageRank |"; \
			print "|---|---|---|---|"; next } \
		{ printf "| %s | %d | %.0f | %s |\n", $$1, $$2, $$3, \
			$$6 == "-" ? "-" : sprintf("%.3f", $$6) }' $< > $@

# ---- sizes of cores ----

$(OUT)/cores.sp: $(GRAPH_SP) $(OUT)/graph.options $(OUT)/cores.options
	$(PRUNE) $(BIN)/hits | $(BIN)/coreextract -R --seeds $(SIZES) -o $@

$(OUT)/core-sizes.tsv: $(OUT)/cores.sp
	$(BIN)/graphdump -s cores $< | awk -F '\t' -v OFS='\t' ' \
		NR > 1 { size[$$2, $$1]++; if ($$1 > last) last = $$1 } \
		END { print "#side", "core", "log10_pages"; \
			split("hub authority", side, " "); \
			for (s = 1; s <= 2; s++) for (i = 1; i <= last; i++) \
				if (size[side[s], i]) print side[s], i, \
					log(size[side[s], i]) / log(10) }' > $@

$(call figure,core-sizes): $(OUT)/core-sizes.%: $(OUT)/core-sizes.tsv
	$(NO_GNUPLOT) $(BIN)/hotcurve --metric table -o $@ \
		--title 'Hubs and authorities of cores' $<

result: $(OUT)/daneshpajouh.md $(OUT)/core-sizes.tsv $(call figure,depths) \
		$(call figure,core-sizes)
	@cat $(OUT)/daneshpajouh.md
