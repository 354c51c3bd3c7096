# Golshani and ZarehBidoki 2012 (IECA): Table II and Figures 4 to 6.
#
#   make -f ieca.mk [GRAPH=g.sp] [OUT=out] [DRAWS=20]
#
# Results: OUT/ieca.tsv, .md (throughput at 10, 25 and 45 % of all pages, with
# the paper's at 45 % on its three graphs); OUT/ieca.png, .pdf (curves, and bands
# from the first to the third quartile of the draws); the same as
# OUT/ieca.reachable of the pages that can be reached from the seeds, which the
# paper calls discoverable; OUT/ieca.minus-shuffle.png, .pdf (differences).

all: result

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

ORDERS ?= bfs backlink batchpr partialpr opic opic+init~seeds fica ieca \
	ieca+update~lazy

IECA = $(call files,$(DRAW_LIST:%=random-%),$(ORDERS))

$(eval $(call remember,$(OUT)/ieca.orders,$(ORDERS) from $(DRAW_LIST)))
$(eval $(call random_seeds,random,$(SEEDS)))
$(foreach d,$(DRAW_LIST),$(eval $(call crawl,random-$d,)))

DEPENDS = $(OUT)/ieca.orders $(OUT)/rank.sp $(GRAPH_SP) $(IECA)

$(OUT)/ieca.tsv: $(DEPENDS)
	$(HOTCURVE) --bench $(OUT)/rank.sp --summary -o $@ $(IECA)

$(OUT)/ieca.reachable.tsv: $(DEPENDS)
	$(HOTCURVE) --bench $(OUT)/rank.sp --summary --reachable -o $@ $(IECA)

$(OUT)/ieca.md: $(OUT)/ieca.tsv $(OUT)/ieca.reachable.tsv \
		$(HERE)ieca.paper.tsv
	$(call markdown,$<,$(HERE)ieca.paper.tsv) > $@
	printf '\nOf the pages that can be reached from the seeds:\n\n' >> $@
	$(call markdown,$(OUT)/ieca.reachable.tsv) >> $@

$(call figure,ieca): $(OUT)/ieca.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) --bench $(OUT)/rank.sp -o $@ $(IECA)

$(call figure,ieca.reachable): $(OUT)/ieca.reachable.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) --bench $(OUT)/rank.sp --reachable \
		--title 'Throughput of the discoverable pages' -o $@ $(IECA)

$(call figure,ieca.minus-shuffle): $(OUT)/ieca.minus-shuffle.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) --bench $(OUT)/rank.sp --minus-shuffle \
		--title 'Throughput above that of a random order' -o $@ \
		$(IECA)

result: $(OUT)/ieca.md $(call figure,ieca) $(call figure,ieca.reachable) \
		$(call figure,ieca.minus-shuffle)
	@cat $(OUT)/ieca.md
