# The FPR paper (KCC 2010), Figures 3 and 4: running time and cumulative
# PageRank of crawls from the 160 pages with the largest PageRank.
#
#   make -f fpr.mk [GRAPH=g.sp] [OUT=out] [MAX=N] [TIMES=3]
#
# Windowed RankMass passes over all downloaded pages again and again, so set MAX
# on large graphs: it limits the downloads of every order.
#
# Results: OUT/fpr.tsv, .md (throughput and seconds, with those of the paper);
# OUT/fpr.claims.md (what the paper says of the orders, judged by whole curves
# from 160 and COUNTS="10 1000" seeds, also with shapes of URLs capped, and by
# shapes); OUT/fpr.png, .pdf (Figure 4); OUT/fpr.seconds.tsv, .png, .pdf (Figure 3:
# medians of TIMES runs).

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

# ---- running time: medians of TIMES runs ----

TIMES ?= 3
AGAIN = $(wordlist 2,$(TIMES),$(shell seq $(TIMES)))
TIMED = $(FPR) $(call files,$(AGAIN:%=top-run%),$(ORDERS))

$(OUT)/top-run%.seeds: $(OUT)/top.seeds
	cp $< $@

$(foreach r,$(AGAIN),$(eval $(call crawl,top-run$r,--times --max $(MAX))))

$(OUT)/fpr.seconds.tsv: $(OUT)/fpr.orders $(GRAPH_SP) $(TIMED)
	$(HOTCURVE) -q --metric time -o $@ $(TIMED)

$(OUT)/fpr.md: $(OUT)/fpr.tsv $(OUT)/fpr.seconds.tsv
	$(call markdown,$<) > $@
	awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$$i] = i; \
		print "\n| order | seconds | pages a second |"; \
		print "|---|---|---|"; next } \
		!($$1 in seconds) { name[++orders] = $$1 } \
		{ seconds[$$1] = $$at["seconds"]; \
		  speed[$$1] = $$at["pages_per_second"] } \
		END { for (i = 1; i <= orders; i++) \
			printf "| %s | %.3g | %.0f |\n", name[i], \
				seconds[name[i]], speed[name[i]]; \
		print "| fpr, paper, 80 million pages | 7200 | 11100 |"; \
		print "| wrankmass, paper | 32400 | 2500 |" }' $(OUT)/fpr.seconds.tsv >> $@

# ---- what the paper says of the orders, also from other numbers of seeds ----

COUNTS ?= 10 1000

$(OUT)/top%.seeds: $(OUT)/rank.sp $(GRAPH_SP)
	$(BIN)/seedpick -q -R -g $(GRAPH_SP) --top pagerank:$* -o $@ $<

# $(call top_curves,SEEDS,FILES)
define top_curves
$(call curves,fpr,$1,$2)

$(OUT)/fpr.sums-$1.tsv: $(OUT)/fpr.claims.options $(OUT)/rank.sp $2
	$(HOTCURVE) -q --bench $(OUT)/rank.sp --metric cumulative \
		--points $(CLAIMS_POINTS) -o $$@ $2
endef
$(foreach n,$(COUNTS),$(eval $(call crawl,top$n,--max $(MAX))))
$(foreach n,$(COUNTS),$(eval $(call top_curves,$n,$(call files,top$n,$(ORDERS)))))
$(eval $(call top_curves,160,$(FPR)))
$(eval $(call claims,fpr,160 $(COUNTS),,sums))

$(call figure,fpr): $(OUT)/fpr.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) --metric cumulative \
		--bench $(OUT)/rank.sp -o $@ $(FPR)

$(call figure,fpr.seconds): $(OUT)/fpr.seconds.%: $(OUT)/fpr.orders \
		$(GRAPH_SP) $(TIMED)
	$(NO_GNUPLOT) $(HOTCURVE) --metric time -o $@ $(TIMED)

result: $(OUT)/fpr.md $(OUT)/fpr.claims.md $(call figure,fpr) \
		$(call figure,fpr.seconds)
	@cat $(OUT)/fpr.md $(OUT)/fpr.claims.md
