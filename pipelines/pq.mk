# Baker and Akcayol 2017: the queue over time (Figures 6 to 8) and the
# throughput of their priority queue, with and without a longest wait.
#
#   make -f pipelines/pq.mk [GRAPH=g.sp] [OUT=out] [WAIT=N]

all: result

include pipelines/common.mk

WAIT ?= 20000
ORDERS ?= bfs opic domainpq domainpq+max-wait~$(WAIT)

$(eval $(call crawl,random,))

$(OUT)/pq.tsv: $(ORDERS:%=$(OUT)/random/%.summary.tsv)
	$(JOIN_ROWS) $^ > $@

$(OUT)/pq.md: $(OUT)/pq.tsv
	$(MARKDOWN) $< > $@

$(OUT)/pq/%.queue.tsv: $(GRAPH_SP) $(OUT)/random.seeds
	@mkdir -p $(@D)
	$(BIN)/crawlorder -R --seeds $(OUT)/random.seeds --k $(K) \
		--order '$(call plan,$*)' --queue-log $@ --queue-window 1000 \
		-o $(@:.tsv=.sp) $<

$(OUT)/pq.png: $(ORDERS:%=$(OUT)/pq/%.queue.tsv)
	gnuplot -e "set terminal pngcairo size 900,600 noenhanced; \
	set output '$@'; set datafile separator '\t'; \
	set key noenhanced; set xlabel 'pages downloaded'; \
	set ylabel 'pages queued'; set grid; \
	plot for [f in '$^'] f using 2:3 with lines linewidth 2 \
	title f"

result: $(OUT)/pq.md $(OUT)/pq.png
	@cat $(OUT)/pq.md

.PHONY: all result
.DELETE_ON_ERROR:
.SECONDARY:
