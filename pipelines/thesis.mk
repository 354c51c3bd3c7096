# Sharma 2008: crawls that follow a topic, and crawls by several processes.
#
#   make -f thesis.mk [GRAPH=g.sp] [OUT=out] [DRAWS=20] [BUFFER=1000]
#       [RELEVANCE=name|FILE | WORDS="movie film" | TOPICS=20]
#   make -f thesis.mk WARC="a.warc.gz ..." QUERY="web crawler" [GRAPH=g.sp]
#       [WEIGHT=tfidf] [CONTEXT=40] [STEM=english]
#   make -f thesis.mk quality [QUALITY_ORDERS="bestfirst random"] ...
#   make -f thesis.mk parallel [ORDER=bfs] [PROCS="1 2 4 8"]
#
# The relevance of pages is the score RELEVANCE of the graph, or a table, see
# graphimport(1).  With WORDS, pages with one of these words in their URL have 1,
# others 0.  Without either, it is made up: the pages on TOPICS random hosts
# have 1 (of a graph without hosts, TOPICS random pages and those that they link
# to), others the part of their links that lead to these.  TOPICS random pages
# may share hosts where fewer hosts have links.
#
# With QUERY, relevance is the similarity of the texts in the archives WARC to
# the query, see relscore(1), and shark and otie have the texts of links, too.
# Without GRAPH, the graph is imported from the archives.
#
# Results: OUT/thesis.md (how relevant the downloads are, and the four
# screenshots); OUT/thesis.claims.md (what is said of the orders, judged by whole
# curves of the harvest rate); OUT/harvest.tsv, .png, .pdf: the part of the downloads that is
# relevant; OUT/recall.tsv, .png, .pdf: the part of the relevant pages that was
# downloaded.  A page is relevant from THRESHOLD on, and only pages that the
# seeds reach count.  The goal quality repeats Craw4LLM (Yu, Liu and Xiong 2025) with
# any such score, which need not say whether a page is relevant: OUT/quality.md, .tsv,
# .png, .pdf have its sum over the first downloads, as a share of the most that so
# many pages can have; OUT/quality.claims.md judges whole curves.  The goal parallel makes OUT/parallel/parallel.md and its
# figures, see parallel.mk.

all: result

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

# With the texts of links, mass follows them: the FPR paper's future work.
BY_TEXTS = fpr fpr+links~anchors opic+init~seeds opic+init~seeds+links~anchors
ORDERS ?= bfs bestfirst bestfirst+key~parent-last bestfirst+key~parent-max \
	bestfirst+key~parent-first fish fish+variant~debra shark otie \
	$(if $(QUERY),$(BY_TEXTS))
ORDERS := $(ORDERS)
# The topical PageRank crawler is partialpr with a limited frontier.
BUFFER ?= 1000
TOPICS ?= 20
THRESHOLD ?= 0.5
AT ?= 0.05,0.1,0.25
ORDER ?= bfs
QUALITY_ORDERS ?= bestfirst bestfirst+key~parent-mean bestfirst+key~parent-max \
	bestfirst+key~parent-last bestfirst+key~parent-first partialpr \
	backlink+oracle~yes+k~1 backlink+k~1 bfs random
QUALITY_ORDERS := $(QUALITY_ORDERS)
WEIGHT ?= tfidf
CONTEXT ?= 40

# ---- relevance ----

BASE := $(GRAPH_SP)
$(eval $(call remember,$(OUT)/topic.options,$(RELEVANCE) $(WORDS) $(TOPICS) \
	$(SEED) $(if $(QUERY),$(QUERY) $(WARC) $(WEIGHT) $(CONTEXT) $(STEM))))

ifneq ($(QUERY),)
ifeq ($(WARC),)
$(error QUERY needs the archives with the texts: WARC="crawl.warc.gz ...")
endif
SCORE := relevance
ANCHORS := --anchors anchors
LINKS := $(ANCHORS) --contexts contexts
GRAPH_SP = $(OUT)/topic.sp

$(OUT)/topic.sp: $(BASE) $(WARC) $(OUT)/topic.options
	$(BIN)/relscore -q --query 'relevance=$(QUERY)' --weight $(WEIGHT) \
		$(if $(STEM),--stem $(STEM)) --anchors --context $(CONTEXT) \
		-g $< -o $@ $(WARC)
else ifneq ($(and $(RELEVANCE),$(if $(wildcard $(RELEVANCE)),,name)),)
SCORE := $(RELEVANCE)
else
SCORE := relevance
GRAPH_SP = $(OUT)/topic.sp

$(OUT)/topic.sp: $(BASE) $(OUT)/topic.tsv
	$(BIN)/scoreimport -q --scores relevance=$(OUT)/topic.tsv -o $@ $<
endif

ifneq ($(RELEVANCE),)
$(OUT)/topic.tsv: $(RELEVANCE) $(OUT)/topic.options
	cp $< $@
else ifneq ($(WORDS),)
$(OUT)/topic.tsv: $(BASE) $(OUT)/topic.options
	$(BIN)/graphdump -s names $< | awk -F '\t' -v words='$(WORDS)' ' \
		BEGIN { n = split(tolower(words), word, " ") } \
		NR > 1 { for (i = 1; i <= n; i++) \
			if (index(tolower($$3), word[i])) { \
				print $$1 "\t1"; break } }' > $@
else
PICK_TOPICS = $(BIN)/seedpick -q -R --random $(call draw,$(TOPICS)) \
	--seed $(SEED) -o $@ $<

$(OUT)/topic.seeds: $(BASE) $(OUT)/linked $(OUT)/topic.options
	$(if $(HOSTS),$(PICK_TOPICS) --spread || { [ $$? = 65 ] && \
		$(PICK_TOPICS); },$(PICK_TOPICS))

# The pages of the topic: on the hosts of the random pages, or linked by them
$(OUT)/topic.pages: $(BASE) $(OUT)/topic.seeds
	{ $(BIN)/graphdump -s seeds $(OUT)/topic.seeds; $(BIN)/graphdump \
		-s $(if $(HOSTS),names,graph) $<; } | awk -F '\t' ' \
		/^#/ { table++; next } \
		table == 1 { topic[$$2]; next } \
		$(if $(HOSTS),{ host[$$1] = $$2; if ($$1 in topic) on[$$2] } \
		END { for (p in host) if (host[p] in on) print p }, \
		$$1 in topic { linked[$$2]; linked[$$1] } \
		END { for (p in linked) print p })' | sort -n > $@

$(OUT)/topic.tsv: $(BASE) $(OUT)/topic.pages
	{ cat $(OUT)/topic.pages; $(BIN)/graphdump -s graph $<; } | \
		awk -F '\t' -v OFS='\t' ' \
		/^#/ { links = 1; next } \
		!links { topic[$$1]; print $$1, 1; next } \
		$$1 in topic { next } \
		{ all[$$1]++; if ($$2 in topic) to[$$1]++ } \
		END { for (p in to) print p, to[p] / all[p] }' | \
		sort -n > $@
endif

# ---- crawls that follow the topic ----

$(eval $(call remember,$(OUT)/thesis.orders,$(ORDERS) from $(DRAW_LIST)))
$(eval $(call random_seeds,thesis,$(SEEDS)))
$(eval $(call random_seeds,buffer,$(SEEDS)))
# Orders like bfs read no scores, and only two read those of links.
$(foreach d,$(DRAW_LIST),$(eval $(call crawl,thesis-$d,$$(if $$(filter-out \
	bestfirst% fish% shark% otie%,$$*),,--relevance $(SCORE)) \
	$$(if $$(filter shark% otie%,$$*),$(LINKS)) \
	$$(if $$(filter %links~anchors,$$*),$(ANCHORS)))))
$(foreach d,$(DRAW_LIST),$(eval $(call crawl,buffer-$d,--max-frontier \
	$(BUFFER))))

TOPICAL = $(call files,$(DRAW_LIST:%=thesis-%),$(ORDERS))
BUFFERED = $(call files,$(DRAW_LIST:%=buffer-%),partialpr)
DEPENDS = $(OUT)/thesis.orders $(GRAPH_SP) $(TOPICAL) $(BUFFERED)
CURVE = $(HOTCURVE) -q --reachable --score $(SCORE) --threshold $(THRESHOLD)
CRAWLS = $(TOPICAL) $(BUFFERED:%=partialpr,buffer=%)

$(OUT)/harvest.tsv $(OUT)/recall.tsv: $(OUT)/%.tsv: $(DEPENDS)
	$(CURVE) --metric $* --at $(AT) -o $@ $(CRAWLS)

$(call figure,harvest): $(OUT)/harvest.%: $(DEPENDS)
	$(NO_GNUPLOT) $(CURVE) --metric harvest -o $@ $(CRAWLS)

$(call figure,recall): $(OUT)/recall.%: $(DEPENDS)
	$(NO_GNUPLOT) $(CURVE) --metric recall -o $@ $(CRAWLS)

# Whether the texts of links help, by whole curves
$(OUT)/harvest.curves.tsv: $(DEPENDS)
	$(CURVE) --metric harvest --points $(CLAIMS_POINTS) -o $@ $(CRAWLS)

$(OUT)/thesis.claims.md: $(HERE)thesis.claims.tsv $(HERE)verdict.awk \
		$(OUT)/harvest.curves.tsv $(OUT)/pages
	LC_ALL=C awk -f $(HERE)verdict.awk -v pages="$$(cat $(OUT)/pages)" \
		$(HERE)thesis.claims.tsv SEEDS=$(SEEDS) KIND='harvest rate' \
		$(OUT)/harvest.curves.tsv > $@

# Orders as rows: medians with their quartiles, in percent.
by_order = awk -F '\t' -v what='$2' -v at='$(AT)' ' \
	BEGIN { split(at, fraction, ",") } \
	function percent(x) { return x == "-" ? x : sprintf("%.1f", 100 * x) } \
	{ sub(/^\#/, "") } \
	NR == 1 { n = NF; \
		for (i = 3; i <= n; i++) { name[i] = $$i; is[$$i] = i } \
		head = "| " what ", % |"; line = "|---|"; next } \
	{ head = head " " 100 * fraction[NR - 1] " % |"; line = line "---|"; \
		for (i = 3; i <= n; i++) { q = name[i]; \
			row[i] = row[i] " " percent($$i) ((q "_q1") in is ? \
			" (" percent($$is[q "_q1"]) " to " \
			percent($$is[q "_q3"]) ")" : "") " |" } } \
	END { print head "\n" line; for (i = 3; i <= n; i++) \
		if (name[i] !~ /_q[13]$$/) print "| " name[i] " |" row[i] }' $1

# ---- crawls by quality ----

QUALITY = $(call files,$(DRAW_LIST:%=thesis-%),$(QUALITY_ORDERS))
SUMS = $(HOTCURVE) -q --reachable --score $(SCORE) --metric cumulative

$(eval $(call remember,$(OUT)/quality.orders,$(QUALITY_ORDERS) from \
	$(DRAW_LIST) at $(AT) $(CLAIMS_POINTS)))

$(OUT)/quality.tsv: $(OUT)/quality.orders $(GRAPH_SP) $(QUALITY)
	$(SUMS) --points $(CLAIMS_POINTS) -o $@ $(QUALITY)

$(call figure,quality): $(OUT)/quality.%: $(OUT)/quality.orders $(GRAPH_SP) \
		$(QUALITY)
	$(NO_GNUPLOT) $(SUMS) -o $@ $(QUALITY)

# A row for each order and draw: shares, in percent, of what the best of the pages
# that this draw reaches have.
$(OUT)/quality.at.tsv: $(OUT)/quality.orders $(GRAPH_SP) $(QUALITY)
	{ echo $(AT) | awk -F , '{ text = "@order"; \
		for (i = 1; i <= NF; i++) text = text "\t" 100 * $$i " %"; \
		print text }'; \
	$(foreach d,$(DRAW_LIST),$(SUMS) --at $(AT) $(call files,thesis-$d, \
		$(QUALITY_ORDERS));) } | awk -F '\t' -v OFS='\t' ' \
		function end_draw(   i) { for (i = 3; i < n; i++) \
			print name[i] row[i]; split("", row) } \
		sub(/^@/, "#") { print; next } \
		/^#/ { if (n) end_draw(); draw++; n = NF; \
			for (i = 3; i < n; i++) name[i] = $$i; next } \
		{ for (i = 3; i < n; i++) row[i] = row[i] OFS \
			($$i == "-" || !$$n ? "-" : 100 * $$i / $$n) } \
		END { end_draw() }' > $@

$(OUT)/quality.md: $(OUT)/quality.at.tsv $(OUT)/linked
	{ $(call bands,1,%.1f) $<; $(call drawn,$(SEEDS)); } > $@

$(OUT)/quality.claims.md: $(HERE)quality.claims.tsv $(HERE)verdict.awk \
		$(OUT)/quality.tsv $(OUT)/pages
	LC_ALL=C awk -f $(HERE)verdict.awk -v pages="$$(cat $(OUT)/pages)" \
		$(HERE)quality.claims.tsv SEEDS=$(SEEDS) KIND='sum of the score' \
		$(OUT)/quality.tsv > $@

quality: $(OUT)/quality.md $(OUT)/quality.claims.md $(call figure,quality)
	@cat $(OUT)/quality.md $(OUT)/quality.claims.md

# ---- the screenshots of chapter 6 ----

# The graph of figure 6.2, pages A to P
T16 = 0,1 0,2 1,3 2,5 3,2 3,5 4,2 4,6 5,7 5,8 5,11 6,8 6,9 6,12 10,7 10,11 \
	10,13 11,7 11,8 12,11 13,12 14,15 15,14

$(OUT)/t16.sp:
	@mkdir -p $(@D)
	printf '%s\n' $(T16) | tr , ' ' | $(BIN)/graphimport -q -f arcs --dense \
		-o $@ -

# Each row of the thesis beside the order that crawlorder makes.
$(OUT)/screenshots.md: $(OUT)/t16.sp $(HERE)thesis.paper.tsv
	{ echo '| screenshot | order | page and key (parent) | as printed |'; \
	echo '|---|---|---|---|'; \
	sed 1d $(HERE)thesis.paper.tsv | \
	while IFS='	' read -r number order relevance rows; do \
		if [ "$$relevance" = - ]; then relevance=0:0; fi; \
		printf '%s\n' $$relevance | tr : '\t' | \
			$(BIN)/scoreimport -q --scores - \
			-o $(OUT)/t16.one.sp $<; \
		echo 0 | $(BIN)/crawlorder -q --seeds - --order "$$order" \
			$(OUT)/t16.one.sp | $(BIN)/graphdump -s orders | \
		awk -F '\t' -v number="$$number" -v order="$$order" \
			-v printed="$$rows" ' \
			function letter(p) { return p == "-" ? p : \
				substr("ABCDEFGHIJKLMNOP", p + 1, 1) } \
			NR > 1 { rows = rows (NR > 2 ? " " : "") letter($$3) \
				(order == "bfs" ? "" : " " $$4 + 0) \
				"(" letter($$5) ")" } \
			END { print "| " number " | " order " | " rows " | " \
				(rows == printed ? "the same" : printed) \
				" |" }'; \
	done; } > $@
	rm -f $(OUT)/t16.one.sp

$(OUT)/thesis.md: $(OUT)/harvest.tsv $(OUT)/recall.tsv $(OUT)/screenshots.md
	{ $(call by_order,$(OUT)/harvest.tsv,relevant downloads); echo; \
	$(call by_order,$(OUT)/recall.tsv,of the relevant pages); echo; \
	cat $(OUT)/screenshots.md; $(call drawn,$(SEEDS)); } > $@

# ---- several processes ----

parallel: $(GRAPH_SP)
	$(MAKE) -f $(HERE)parallel.mk GRAPH=$< OUT=$(OUT)/parallel \
		ORDER='$(ORDER)'

result: $(OUT)/thesis.md $(OUT)/thesis.claims.md $(call figure,harvest) \
		$(call figure,recall)
	@cat $(OUT)/thesis.md $(OUT)/thesis.claims.md

.PHONY: parallel quality
