# The FPR paper (KCC 2010): Figure 3, running time, and Figure 4, cumulative
# PageRank, from the 160 pages with the largest PageRank.
#
#   make -f pipelines/fpr.mk [GRAPH=g.sp] [OUT=out] [MAX=N]
#
# Windowed RankMass passes over all downloaded pages again and again: MAX
# bounds the downloads of every order.

all: result

include pipelines/common.mk

MAX ?= 0
WITH_HOSTS := fpr@2 fpr@20 fpr@100
ORDERS ?= bfs fpr $(if $(filter yes,$(ONE_HOST)),,$(WITH_HOSTS)) wrankmass

$(eval $(call crawl,top,--times --max $(MAX)))

$(OUT)/fpr.tsv: $(ORDERS:%=$(OUT)/top/%.summary.tsv)
	$(JOIN_ROWS) $^ > $@

$(OUT)/fpr.md: $(OUT)/fpr.tsv
	$(MARKDOWN) $< > $@
	awk -F '\t' 'NR == 1 { print "\n| order | seconds | pages a second |"; \
		print "|---|---|---|"; next } $$11 != "-" { \
		printf "| %s | %.3g | %.0f |\n", $$1, $$11, $$12 }' $< >> $@

$(OUT)/fpr.curves.tsv: $(ORDERS:%=$(OUT)/top/%.mass.tsv)
	$(JOIN_COLUMNS) $^ > $@

$(OUT)/fpr.png $(OUT)/fpr.svg: $(OUT)/fpr.curves.tsv
	$(call figure,$<,$(OUT)/fpr,cumulative PageRank)

result: $(OUT)/fpr.md $(OUT)/fpr.png
	@cat $(OUT)/fpr.md

.PHONY: all result
.DELETE_ON_ERROR:
.SECONDARY:
