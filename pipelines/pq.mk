# Baker and Akcayol 2017, Figures 6 to 8, 11 and 12, Tables 4 and 5: the queue over time (pages
# queued and known, waiting time, dropped pages, duplicate links, links between
# and inside domains), and throughput of their priority queue with and without a
# maximum wait.  The pages known are also Figure 8 of Golshani and ZarehBidoki
# 2012.
#
#   make -f pq.mk [GRAPH=g.sp] [OUT=out] [WAIT=N] [WINDOW=N] [DRAWS=20]
#       [PART=10] [WARC="a.warc.gz b.warc.gz"]
#
# Results: OUT/pq.tsv, .md (throughput); OUT/pq.png, .pdf (throughput curves);
# OUT/pq.claims.md (whether the priority queue is better than other orders, by
# whole curves from SEEDS and COUNTS="10 1000" seeds, also with shapes of URLs
# capped, and by shapes);
# OUT/pq.queue.tsv, .png, .pdf (the queue of the first draw); OUT/pq.length.md
# (the length of the queues, with a maximum wait and without); OUT/pq.tlds.md
# (Tables 4 and 5: the first PART percent of the pages by top-level domain, as
# shares of countries and of generic domains).  With WARC also OUT/pq.web.tsv,
# .md (Tables 1 to 3: errors, status and MIME types of what was downloaded) and
# OUT/pq.sizes.png, .pdf (Figure 10: the sizes of pages).

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
	$(call drawn,$(SEEDS)) >> $@

$(call figure,pq): $(OUT)/pq.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) --bench $(OUT)/rank.sp -o $@ $(PQ)

$(OUT)/pq.queue.tsv: $(OUT)/pq.orders $(QUEUES)
	$(BIN)/hotcurve --metric table -o $@ $(QUEUES)

$(call figure,pq.queue): $(OUT)/pq.queue.%: $(OUT)/pq.orders $(QUEUES)
	$(NO_GNUPLOT) $(BIN)/hotcurve --metric table -o $@ \
		--title 'The queue of crawls from $(SEEDS) random seeds' \
		$(QUEUES)

COUNTS ?= 10 1000
$(eval $(call claims_of_draws,pq))

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

# ---- what was downloaded: Tables 1 to 3, Figure 10 ----

ifneq ($(WARC),)
$(OUT)/pq.web.tsv: $(WARC) $(OUT)/graph.options
	$(BIN)/warcstat -q --top 10 -o $@ $(WARC)

$(OUT)/pq.web.md: $(OUT)/pq.web.tsv
	awk -F '\t' ' \
		BEGIN { print "| table | value | count | % | bytes |"; \
			print "|---|---|---|---|---|" } \
		$$1 ~ /^(errors|status|mime|sizes)$$/ { \
			printf "| %s | %s | %s | %s | %.0f |\n", $$1, $$2, \
				$$3, $$4 == "-" ? "-" : \
				sprintf("%.2f", 100 * $$4), $$5 }' $< > $@

$(OUT)/pq.sizes.tsv: $(OUT)/pq.web.tsv
	awk -F '\t' '$$1 == "histogram" { sum += $$4; \
		print $$2 "\t" $$4 "\t" sum }' $< > $@

# A size of 0 has no logarithm: it is left of 1.
CLASS = ($$1 > 0 ? log($$1) / log(2) + 0.5 : -0.5)
PAGE_SIZES = set title "Sizes of pages, as they were sent"; \
	set xlabel "bytes, from one power of two to the next"; \
	set ylabel "share of the pages, in percent"; \
	set boxwidth 0.9; set yrange [0:*]; \
	set border 11; set y2tics; set y2range [0:100]; \
	set y2label "share up to the end of the class, in percent"; \
	set xtics ("0" -0.5); \
	units = "B KiB MiB GiB"; \
	do for [i = 0:36:2] { set xtics add (sprintf("%d %s", \
		2 ** (i % 10), word(units, i / 10 + 1)) i) }; \
	plot "$<" using $(CLASS):(100 * $$2) with boxes linetype 5 \
		title "share (left)", \
	"" using (($(CLASS)) + 0.5):(100 * $$3) axes x1y2 with linespoints \
		linetype 1 pointtype 7 pointsize 0.6 \
		title "cumulative (right)"

$(call figure,pq.sizes): $(OUT)/pq.sizes.%: $(OUT)/pq.sizes.tsv
	$(NO_GNUPLOT) $(EMPTY_TABLE) gnuplot -e '$(DRAW) $(PAGE_SIZES)'

WEB := $(OUT)/pq.web.md
WEB_FIGURES := $(call figure,pq.sizes)
endif

result: $(OUT)/pq.md $(OUT)/pq.claims.md $(OUT)/pq.length.md $(OUT)/pq.tlds.md \
		$(OUT)/pq.queue.tsv $(call figure,pq) $(call figure,pq.queue) $(WEB) \
		$(WEB_FIGURES)
	@cat $(OUT)/pq.md $(OUT)/pq.claims.md $(OUT)/pq.length.md $(OUT)/pq.tlds.md $(WEB)
