# The FPR paper (KCC 2010), Figures 3 and 4: running time and cumulative
# PageRank of crawls from the 160 pages with the largest PageRank.
#
#   make -f pipelines/fpr.mk [GRAPH=g.sp] [OUT=out] [MAX=N]
#
# Windowed RankMass passes over all downloaded pages again and again, so set MAX
# on large graphs: it limits the downloads of every order.
#
# Results: OUT/fpr.tsv, .md (throughput and seconds, with those of the paper);
# OUT/fpr.png, .svg (Figure 4); OUT/fpr.seconds.png, .svg (Figure 3).

all: result

include pipelines/common.mk

MAX ?= 0
WITH_HOSTS := fpr@2 fpr@20 fpr@100
ORDERS ?= bfs fpr $(if $(filter yes,$(ONE_HOST)),,$(WITH_HOSTS)) wrankmass

$(eval $(call remember,$(OUT)/fpr.orders,$(ORDERS)))
$(eval $(call crawl,top,--times --max $(MAX)))

$(OUT)/fpr.tsv: $(OUT)/fpr.orders \
		$(ORDERS:%=$(OUT)/top/%.summary.tsv)
	$(JOIN_ROWS) $(filter %.tsv,$^) > $@

$(OUT)/fpr.md: $(OUT)/fpr.tsv
	$(call markdown,$<) > $@
	awk -F '\t' 'NR == 1 { print "\n| order | seconds | pages a second |"; \
		print "|---|---|---|"; next } $$11 != "-" { \
		printf "| %s | %.3g | %.0f |\n", $$1, $$11, $$12 } \
		END { print "| fpr, paper, 80 million pages | 7200 | 11100 |"; \
		print "| wrankmass, paper | 32400 | 2500 |" }' $< >> $@

$(OUT)/fpr.curves.tsv: $(OUT)/fpr.orders \
		$(ORDERS:%=$(OUT)/top/%.mass.tsv)
	$(JOIN_COLUMNS) $(filter %.tsv,$^) > $@

$(OUT)/fpr.png $(OUT)/fpr.svg: $(OUT)/fpr.curves.tsv $(OUT)/fpr.tsv
	$(call figure,$<,$(OUT)/fpr,cumulative PageRank,$(OUT)/fpr.tsv)

$(OUT)/fpr.seconds.tsv: $(OUT)/fpr.orders \
		$(ORDERS:%=$(OUT)/top/%.time.tsv)
	$(call blocks,2,3) $(filter %.tsv,$^) > $@

$(OUT)/fpr.seconds.png $(OUT)/fpr.seconds.svg: $(OUT)/fpr.seconds.tsv
	$(call lines,$<,$(OUT)/fpr.seconds,pages downloaded,seconds,)

result: $(OUT)/fpr.md $(OUT)/fpr.png $(OUT)/fpr.seconds.png
	@cat $(OUT)/fpr.md
