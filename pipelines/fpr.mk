# The FPR paper (KCC 2010), Figures 3 and 4: running time and cumulative
# PageRank of crawls from the 160 pages with the largest PageRank.
#
#   make -f fpr.mk [GRAPH=g.sp] [OUT=out] [MAX=N]
#
# Windowed RankMass passes over all downloaded pages again and again, so set MAX
# on large graphs: it limits the downloads of every order.
#
# Results: OUT/fpr.tsv, .md (throughput and seconds, with those of the paper);
# OUT/fpr.png, .pdf (Figure 4); OUT/fpr.seconds.png, .pdf (Figure 3).

all: result

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

MAX ?= 0
WITH_HOSTS := fpr@2 fpr@20 fpr@100
ORDERS ?= bfs fpr $(if $(HOSTS),$(WITH_HOSTS),$(call \
	WITHOUT_HOSTS,$(WITH_HOSTS))) wrankmass
ORDERS := $(ORDERS)

FPR = $(call files,top,$(ORDERS))

$(eval $(call remember,$(OUT)/fpr.orders,$(ORDERS)))
$(eval $(call crawl,top,--times --max $(MAX)))

DEPENDS = $(OUT)/fpr.orders $(OUT)/rank.sp $(GRAPH_SP) $(FPR)

$(OUT)/fpr.tsv: $(DEPENDS)
	$(HOTCURVE) --bench $(OUT)/rank.sp --summary -o $@ $(FPR)

$(OUT)/fpr.md: $(OUT)/fpr.tsv
	$(call markdown,$<) > $@
	awk -F '\t' 'NR == 1 { print "\n| order | seconds | pages a second |"; \
		print "|---|---|---|"; next } $$11 != "-" { \
		printf "| %s | %.3g | %.0f |\n", $$1, $$11, $$12 } \
		END { print "| fpr, paper, 80 million pages | 7200 | 11100 |"; \
		print "| wrankmass, paper | 32400 | 2500 |" }' $< >> $@

$(call figure,fpr): $(OUT)/fpr.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) --metric cumulative \
		--bench $(OUT)/rank.sp -o $@ $(FPR)

$(call figure,fpr.seconds): $(OUT)/fpr.seconds.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) --metric time -o $@ $(FPR)

result: $(OUT)/fpr.md $(call figure,fpr) $(call figure,fpr.seconds)
	@cat $(OUT)/fpr.md
