# Baker and Akcayol 2017, Figures 6 to 8, 11 and 12: the queue over time (pages
# queued and known, waiting time, dropped pages, duplicate links, links between
# and inside domains), and throughput of their priority queue with and without a
# maximum wait.  The pages known are also Figure 8 of Golshani and ZarehBidoki
# 2012.
#
#   make -f pq.mk [GRAPH=g.sp] [OUT=out] [WAIT=N] [WINDOW=N] [DRAWS=20]
#
# Results: OUT/pq.tsv, .md (throughput); OUT/pq.png, .pdf (throughput curves);
# OUT/pq.queue.tsv, .png, .pdf (the queue of the first draw).

all: result

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

WAIT ?= 20000
WITH_HOSTS := domainpq domainpq+max-wait~$(WAIT)
ORDERS ?= bfs opic fica $(if $(HOSTS),$(WITH_HOSTS),$(call \
	WITHOUT_HOSTS,$(WITH_HOSTS)))
ORDERS := $(ORDERS)

PQ = $(call files,$(DRAW_LIST:%=random-%),$(ORDERS))
QUEUES = $(ORDERS:%=$(OUT)/random-$(SEED)/%.queue.tsv)

$(eval $(call remember,$(OUT)/pq.orders,$(ORDERS) from $(DRAW_LIST)))
$(eval $(call random_seeds,random,$(SEEDS)))
$(foreach d,$(DRAW_LIST),$(eval $(call \
	crawl,random-$d,,--queue-window $(WINDOW))))

DEPENDS = $(OUT)/pq.orders $(OUT)/rank.sp $(GRAPH_SP) $(PQ)

$(OUT)/pq.tsv: $(DEPENDS)
	$(HOTCURVE) --bench $(OUT)/rank.sp --summary -o $@ $(PQ)

$(OUT)/pq.md: $(OUT)/pq.tsv
	$(call markdown,$<) > $@

$(call figure,pq): $(OUT)/pq.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) --bench $(OUT)/rank.sp -o $@ $(PQ)

$(OUT)/pq.queue.tsv: $(OUT)/pq.orders $(QUEUES)
	$(BIN)/hotcurve --metric table -o $@ $(QUEUES)

$(call figure,pq.queue): $(OUT)/pq.queue.%: $(OUT)/pq.orders $(QUEUES)
	$(NO_GNUPLOT) $(BIN)/hotcurve --metric table -o $@ \
		--title 'The queue of crawls from $(SEEDS) random seeds' \
		$(QUEUES)

result: $(OUT)/pq.md $(OUT)/pq.queue.tsv $(call figure,pq) \
		$(call figure,pq.queue)
	@cat $(OUT)/pq.md
