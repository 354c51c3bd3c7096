# Golshani and ZarehBidoki 2012 (IECA): Table II and Figures 4 to 6.
#
#   make -f pipelines/ieca.mk [GRAPH=g.sp] [OUT=out]
#
# Results: OUT/ieca.tsv, .md (throughput at 10, 25 and 45 %, with the paper's at
# 45 % on its three graphs); OUT/ieca.png, .svg (curves).

all: result

include pipelines/common.mk

ORDERS ?= bfs backlink batchpr partialpr opic opic+init~seeds fica ieca \
	ieca+update~lazy

$(eval $(call remember,$(OUT)/ieca.orders,$(ORDERS)))
$(eval $(call crawl,random,))

$(OUT)/ieca.tsv: $(OUT)/ieca.orders \
		$(ORDERS:%=$(OUT)/random/%.summary.tsv)
	$(JOIN_ROWS) $(filter %.tsv,$^) > $@

$(OUT)/ieca.md: $(OUT)/ieca.tsv pipelines/ieca.paper.tsv
	$(call markdown,$<,pipelines/ieca.paper.tsv) > $@

$(OUT)/ieca.curves.tsv: $(OUT)/ieca.orders \
		$(ORDERS:%=$(OUT)/random/%.hot.tsv)
	$(JOIN_COLUMNS) $(filter %.tsv,$^) > $@

$(OUT)/ieca.png $(OUT)/ieca.svg: $(OUT)/ieca.curves.tsv $(OUT)/ieca.tsv
	$(call figure,$<,$(OUT)/ieca,hot page throughput,$(OUT)/ieca.tsv)

result: $(OUT)/ieca.md $(OUT)/ieca.png
	@cat $(OUT)/ieca.md
