# Daneshpajouh, Nasiri and Ghodsi 2008: mean PageRank and pages by depth of a
# breadth-first crawl from the seeds of ten cores, and from ten random pages
# (Figures 7 to 12).
#
#   make -f pipelines/daneshpajouh.mk [GRAPH=g.sp] [OUT=out] [CORES=10]

all: result

CORES ?= 10
SEEDS := $(CORES)

include pipelines/common.mk

$(OUT)/cores.seeds: $(GRAPH_SP)
	@mkdir -p $(@D)
	$(BIN)/graphprune $< | $(BIN)/hits | $(BIN)/coreextract \
		--seeds $(CORES) | $(BIN)/seedpick -g $< --text - > $@

$(eval $(call crawl,cores,))
$(eval $(call crawl,random,))

$(OUT)/depth.%.tsv: $(OUT)/%/bfs.order.sp $(OUT)/rank.sp
	$(BIN)/hotcurve --metric depth --bench $(OUT)/rank.sp -o $@ $<

result: $(OUT)/depth.cores.tsv $(OUT)/depth.random.tsv
	@for from in cores random; do echo "seeds: $$from"; \
		head -n 12 $(OUT)/depth.$$from.tsv; done

.PHONY: all result
.DELETE_ON_ERROR:
.SECONDARY:
