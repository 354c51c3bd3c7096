# What a crawl knows while it is young.  Included after common.mk.
#
#   PARTS  how many percent of the pages it has downloaded
#   SEEDS  random pages that it starts from; when no page is left to download, it
#          goes on from another one
#
# $(OUT)/young-PART-DRAW/known.sp is the graph of what it knows, with names if the
# graph has them: pages downloaded with their links, and the targets of these
# without.  Line I of $(OUT)/young-PART-DRAW/pages is the number in the graph of
# page I - 1 of known.sp.  rank.sp beside it has the PageRank of known.sp.

PARTS ?= 10 20
PARTS := $(PARTS)

# Names give the young crawl its own hosts.
NAMES := $(if $(GRAPH),$(call names_of,$(GRAPH)),yes)

$(eval $(call remember,$(OUT)/young.options,$(SEEDS)))

# All pages in random order
$(OUT)/young-%/starts: $(GRAPH_SP) $(OUT)/pages $(OUT)/young.options
	@mkdir -p $(@D)
	$(BIN)/seedpick -q --random $$(cat $(OUT)/pages) --any \
		--seed $(lastword $(subst -, ,$*)) $(GRAPH_SP) | \
		$(BIN)/graphdump -s seeds | awk '!/^#/ { print $$2 }' > $@

$(OUT)/young-%/known.sp: $(OUT)/young-%/starts $(HERE)young.awk
	$(BIN)/graphdump $(GRAPH_SP) | awk -f $(HERE)young.awk \
		-v want=$$(($$(cat $(OUT)/pages) * \
		$(firstword $(subst -, ,$*)) / 100)) -v seeds=$(SEEDS) \
		-v pages=$(@D)/pages $< - > $(@D)/links
	$(if $(NAMES),$(BIN)/graphdump -s names $(GRAPH_SP) | awk -F '\t' ' \
		NR == FNR { known[$$1]; next } $$1 in known { print $$NF }' \
		$(@D)/pages - > $(@D)/names)
	$(BIN)/graphimport -q -f arcs --keys ids \
		$(if $(NAMES),--names $(@D)/names) -o $@ $(@D)/links
	rm -f $(@D)/links $(@D)/names

$(OUT)/young-%/rank.sp: $(OUT)/young-%/known.sp
	$(BIN)/pagerank -q -R --method push -o $@ $<

YOUNG = $(foreach p,$(PARTS),$(DRAW_LIST:%=$(OUT)/young-$p-%))

.PRECIOUS: $(OUT)/young-%/starts $(OUT)/young-%/known.sp \
	$(OUT)/young-%/rank.sp
