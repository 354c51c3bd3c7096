# Baker and Akcayol 2017, Figures 6 to 8, 11 and 12, Tables 4 and 5: the queue over time (pages
# queued and known, waiting time, dropped pages, duplicate links, links between
# and inside domains), and throughput of their priority queue with and without a
# maximum wait.  The pages known are also Figure 8 of Golshani and ZarehBidoki
# 2012.
#
#   make -f pq.mk [GRAPH=g.sp] [OUT=out] [WAIT=N] [WINDOW=N] [DRAWS=20]
#       [PART=10]
#
# Results: OUT/pq.tsv, .md (throughput); OUT/pq.png, .pdf (throughput curves);
# OUT/pq.queue.tsv, .png, .pdf (the queue of the first draw); OUT/pq.length.md
# (the length of the queues, with a maximum wait and without); OUT/pq.tlds.md
# (Tables 4 and 5: the first PART percent of the pages by top-level domain, as
# shares of countries and of generic domains).

all: result

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

WAIT ?= 20000
PART ?= 10
WITH_HOSTS := domainpq domainpq+max-wait~$(WAIT)
ORDERS ?= bfs opic fica $(if $(HOSTS),$(WITH_HOSTS),$(call \
	WITHOUT_HOSTS,$(WITH_HOSTS)))
ORDERS := $(ORDERS)

PQ = $(call files,$(DRAW_LIST:%=random-%),$(ORDERS))
QUEUES = $(ORDERS:%=$(OUT)/random-$(SEED)/%.queue.tsv)

$(eval $(call remember,$(OUT)/pq.orders,$(ORDERS) from $(DRAW_LIST)))
$(eval $(call random_seeds,random,$(SEEDS)))
$(foreach d,$(DRAW_LIST),$(eval $(call \
	crawl,random-$d,,--queue-window $$(WINDOW))))

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

# ---- the length of the queue, of all draws ----

LOGS = $(foreach o,$(ORDERS),$(DRAW_LIST:%=$(OUT)/random-%/$o.queue.tsv))

$(OUT)/pq.length.md: $(OUT)/pq.orders $(LOGS)
	awk -F '\t' -v OFS='\t' ' \
		function finish(   q, i) { \
			if (!n) return; \
			printf "%s", name; \
			for (q = 1; q <= 3; q++) { \
				for (i = 1; at[i] < q * at[n] / 4; ) i++; \
				printf "\t%d", queued[i] } \
			print "", longest, 100 * when / at[n], at[n]; \
			n = longest = 0 } \
		BEGIN { print "order", "queued after 25 % of its downloads", \
			"50 %", "75 %", "longest", "after %", "downloads" } \
		FNR == 1 { finish(); next } \
		{ name = $$1; at[++n] = $$2; queued[n] = $$3; \
		  if ($$3 > longest) { longest = $$3; when = $$2 } } \
		END { finish() }' $(LOGS) | $(call bands,1,%.0f) > $@

# ---- top-level domains: Tables 4 and 5 ----

# Columns of graphdump: order, position, ..., url, which is missing without names.
$(OUT)/pq.tlds.md: $(OUT)/pq.orders $(OUT)/pages $(PQ)
	for file in $(PQ); do \
		$(BIN)/graphdump -s orders -g $(GRAPH_SP) "$$file" || exit 1; \
	done | awk -F '\t' -v OFS='\t' \
		-v part="$$(($$(cat $(OUT)/pages) * $(PART) / 100))" ' \
		function top(kind,   t, best) { \
			for (t in kinds) if (kinds[t] == kind && !(t in done) \
			     && (best == "" || all[t] > all[best] || \
			     all[t] == all[best] && t < best)) best = t; \
			return best } \
		function row(kind, t,   o, d, text) { \
			for (d = 1; d <= draw[order[1]]; d++) { \
				text = kind OFS "." t; \
				for (o = 1; o <= orders; o++) text = text OFS \
					100 * count[t, order[o], d] / \
					(of[kind, order[o], d] + !of[kind, \
					order[o], d]); \
				print text } } \
		/^#/ { url = $$NF == "url" ? NF : 0; next } \
		!url || $$2 > part { next } \
		$$2 == 1 { if (!draw[$$1]++) order[++orders] = $$1 } \
		{ host = $$url; sub(/^[^:]*:\/\//, "", host); \
		  sub(/[\/:?#].*/, "", host); sub(/^.*\./, "", host); \
		  if (host !~ /^[A-Za-z]/) next; \
		  kind = length(host) == 2 ? "country" : "generic"; \
		  kinds[host] = kind; all[host]++; \
		  count[host, $$1, draw[$$1]]++; of[kind, $$1, draw[$$1]]++ } \
		END { printf "kind\tdomain"; \
			for (o = 1; o <= orders; o++) printf "\t%s", order[o]; \
			print ""; \
			for (k = 1; k <= 2; k++) { \
				kind = k == 1 ? "country" : "generic"; \
				for (i = 0; i < 10 && (t = top(kind)) != ""; \
				     i++) { row(kind, t); done[t] } } }' | \
		$(call bands,2,%.1f) > $@

result: $(OUT)/pq.md $(OUT)/pq.length.md $(OUT)/pq.tlds.md \
		$(OUT)/pq.queue.tsv $(call figure,pq) $(call figure,pq.queue)
	@cat $(OUT)/pq.md $(OUT)/pq.length.md $(OUT)/pq.tlds.md
