# Baker and Akcayol 2017, Figures 6 to 8: length of the queue over time, and
# throughput of their priority queue with and without a maximum wait.
#
#   make -f pipelines/pq.mk [GRAPH=g.sp] [OUT=out] [WAIT=N]
#
# Results: OUT/pq.tsv, .md (throughput); OUT/pq.png, .svg (queue).

all: result

include pipelines/common.mk

WAIT ?= 20000
ORDERS ?= bfs opic domainpq domainpq+max-wait~$(WAIT)

$(eval $(call remember,$(OUT)/pq.orders,$(ORDERS)))
$(eval $(call crawl,random,,--queue-window 1000))

$(OUT)/pq.tsv: $(OUT)/pq.orders \
		$(ORDERS:%=$(OUT)/random/%.summary.tsv)
	$(JOIN_ROWS) $(filter %.tsv,$^) > $@

$(OUT)/pq.md: $(OUT)/pq.tsv
	$(call markdown,$<) > $@

$(OUT)/pq.queue.tsv: $(OUT)/pq.orders \
		$(ORDERS:%=$(OUT)/random/%.queue.tsv)
	$(call blocks,2,3) $(filter %.tsv,$^) > $@

$(OUT)/pq.png $(OUT)/pq.svg: $(OUT)/pq.queue.tsv
	$(call lines,$<,$(OUT)/pq,pages downloaded,pages queued,)

result: $(OUT)/pq.md $(OUT)/pq.png
	@cat $(OUT)/pq.md
