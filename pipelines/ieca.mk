# Golshani and ZarehBidoki 2012 (IECA): Table II and Figures 4 to 6.
#
#   make -f pipelines/ieca.mk [GRAPH=g.sp] [OUT=out]
#
# OUT/ieca.tsv, .md: throughput at 10, 25, 45 %; OUT/ieca.png, .svg: curves.

all: result

include pipelines/common.mk

ORDERS ?= bfs backlink batchpr partialpr opic opic+init~seeds fica ieca \
	ieca+update~lazy

$(eval $(call crawl,random,))

$(OUT)/ieca.tsv: $(ORDERS:%=$(OUT)/random/%.summary.tsv)
	$(JOIN_ROWS) $^ > $@

$(OUT)/ieca.md: $(OUT)/ieca.tsv
	$(MARKDOWN) $< > $@

$(OUT)/ieca.curves.tsv: $(ORDERS:%=$(OUT)/random/%.hot.tsv)
	$(JOIN_COLUMNS) $^ > $@

$(OUT)/ieca.png $(OUT)/ieca.svg: $(OUT)/ieca.curves.tsv
	$(call figure,$<,$(OUT)/ieca,hot page throughput)

result: $(OUT)/ieca.md $(OUT)/ieca.png
	@cat $(OUT)/ieca.md

.PHONY: all result
.DELETE_ON_ERROR:
.SECONDARY:
