# The whole circle on a served web: a real crawler crawls it from random seeds,
# the crawl is imported, the cores of its graph give seeds, and the same crawler
# crawls again from these.  Both crawls beside others that are replayed from the
# same seeds, and beside crawls from other seeds.
#
#   make -f recrawl.mk [CRAWLER=wget] [GRAPH=g.sp] [PAGES=20000] [LIMIT=5000]
#       [SEEDS=10] [DRAWS=5] [SEED=1] [ORDERS="bfs opic ieca fpr"] [OUT=out]
#       [OPTIONS="..."]
#
# CRAWLER is wget or scrapy, and OPTIONS are options for it; scrapy is run by
# PYTHON, which needs its module and warcio.  GRAPH is a graph with names of
# pages; without it, a web of PAGES pages is generated.  It is served on the
# loopback address by SERVEWEB, build/tests/serveweb of the source tree.  A crawl
# has LIMIT downloads, by default a quarter of the pages, and ignores robots.txt
# and delays.
#
# Each draw has a first crawl from SEEDS random seeds, and five from as many:
#   random    random pages of the web: the first crawl
#   cores     a page of each core of the first crawl
#   cover     the pages of the first crawl that together reach most PageRank
#   pagerank  the best pages of the first crawl, by PageRank
#   known     random pages of the first crawl
#   again     other random pages of the web
#
# Results: OUT/recrawl.tsv, .md (what each crawl has after LIMIT downloads, and
# before); OUT/recrawl.png, .pdf (cumulative PageRank).  Of each draw, in
# OUT/draw-N: SEEDS.txt or .jsonl, the list; SEEDS.warc.gz, .log and .access, of
# the crawler and the server; first.sp, the graph of the first crawl;
# SEEDS.order.sp, the order of the crawl, and SEEDS.orders.sp, with those that
# are replayed.

all: result

PAGES ?= 20000
SEEDS ?= 10
DRAWS ?= 5

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

CRAWLER ?= wget
LIMIT ?= $$(($$(cat $(OUT)/pages) / 4))
ORDERS ?= bfs opic ieca fpr
ORDERS := $(if $(HOSTS),$(ORDERS),$(filter-out ieca%,$(ORDERS)))
OPTIONS ?=
# The suffix of the list of seeds; the log, and how it says what was a seed.
SUFFIX_wget = txt
SUFFIX_scrapy = jsonl
LOG_wget = -f cdx --seeds $(OUT)/$*.txt
LOG_scrapy = -f scrapy
include $(HERE)crawlers.mk

AGAIN = cores cover pagerank known again
SETS = random $(AGAIN)
COMMA := ,
EMPTY :=
SPACE := $(EMPTY) $(EMPTY)
PLAN = $(call plan,$(subst $(SPACE),$(COMMA),$(strip $(ORDERS))))

$(eval $(call remember,$(OUT)/seeds.options,$(SEEDS)))
$(eval $(call remember,$(OUT)/crawl.options,$(CRAWLER) $(OPTIONS)))
$(eval $(call remember,$(OUT)/orders.options,--k $(K) $(PLAN)))
$(eval $(call remember,$(OUT)/draws.options,$(DRAW_LIST)))

$(OUT)/limit: $(OUT)/pages FORCE
	@echo $(LIMIT) | cmp -s - $@ || echo $(LIMIT) > $@

# ---- seeds -------------------------------------------------------------------

FIRST = $(OUT)/draw-%/first.sp
LIST = $(SUFFIX_$(CRAWLER))
SEEDPICK = $(BIN)/seedpick --to $(TO_$(CRAWLER))
COUNT = "$$(grep -c . $(@D)/cores.$(LIST))"

$(OUT)/draw-%/random.$(LIST): $(GRAPH_SP) $(OUT)/graph.options \
		$(OUT)/seeds.options
	@mkdir -p $(@D)
	$(SEEDPICK) --random $(SEEDS) --seed $* -o $@ $<

$(OUT)/draw-%/cores.$(LIST): $(FIRST)
	$(BIN)/graphprune $< | $(BIN)/hits | \
		$(BIN)/coreextract --seeds $(SEEDS) | $(SEEDPICK) -o $@

# As many as cores were found; the best pages by PageRank, where fewer cover all.
$(OUT)/draw-%/cover.$(LIST): $(FIRST) $(OUT)/draw-%/cores.$(LIST)
	$(BIN)/pagerank $< | $(SEEDPICK) --cover $(COUNT) --weight pagerank \
		--fill pagerank:$(COUNT) -o $@

$(OUT)/draw-%/pagerank.$(LIST): $(FIRST) $(OUT)/draw-%/cores.$(LIST)
	$(BIN)/pagerank $< | $(SEEDPICK) --top pagerank:$(COUNT) -o $@

$(OUT)/draw-%/known.$(LIST): $(FIRST) $(OUT)/draw-%/cores.$(LIST)
	$(SEEDPICK) --random $(COUNT) --seed $* -o $@ $<

$(OUT)/draw-%/again.$(LIST): $(GRAPH_SP) $(OUT)/draw-%/cores.$(LIST)
	$(SEEDPICK) --random $(COUNT) --seed 1000$* -o $@ $<

# ---- crawls ------------------------------------------------------------------

$(OUT)/%.warc.gz $(OUT)/%.log: $(OUT)/%.$(LIST) $(GRAPH_SP) $(OUT)/limit \
		$(OUT)/crawl.options
	SERVEWEB=$(SERVEWEB) PYTHON=$(PYTHON) exec sh $(HERE)recrawl.sh \
		$(CRAWLER) $(GRAPH_SP) "$$(cat $(OUT)/limit)" $< $(OUT)/$* \
		$(OPTIONS)

# The page that Wget starts from is not of the web.
$(FIRST): $(OUT)/draw-%/random.warc.gz
	$(BIN)/crawlgraph -f warc -o $@.all $<
	$(BIN)/graphdump -s names $@.all | awk -F '\t' 'NR > 1 && \
		$$3 != "http://seeds.invalid/" { print $$1 }' | \
		$(BIN)/graphprune --pages - -o $@ $@.all
	rm $@.all

$(OUT)/%.order.sp: $(OUT)/%.log $(GRAPH_SP)
	$(BIN)/crawlimport -q -R -g $(GRAPH_SP) --name $(CRAWLER) \
		$(LOG_$(CRAWLER)) -o $@ $<

$(OUT)/%.orders.sp: $(OUT)/%.order.sp $(GRAPH_SP) $(OUT)/orders.options
	$(BIN)/crawlorder -R -g $(GRAPH_SP) --beside $(CRAWLER) --k $(K) \
		--order $(PLAN) -o $@ $<

.SECONDARY:

# ---- what they have ----------------------------------------------------------

CURVES = $(HOTCURVE) -q --bench $(OUT)/rank.sp

# $(call files,DRAW,SUFFIX): those of all seeds of a draw
files = $(foreach s,$(SETS),$(OUT)/draw-$1/$s.$2)
tables = $(DRAW_LIST:%=$(OUT)/draw-%/$1.tsv)

# Crawls are compared after as many downloads as each of them has: LIMIT, unless
# one found no more pages, or asked for some by other names than the graph has.
$(OUT)/downloads: $(foreach d,$(DRAW_LIST),$(call files,$d,order.sp)) \
		$(OUT)/draws.options
	for order in $(filter %.sp,$^); do \
		$(BIN)/graphdump -s orders $$order | grep -vc '^#'; \
	done | sort -n | head -n 1 > $@

# After a quarter and a half of these, and all.
AT = "$$(awk -v all="$$(cat $(OUT)/downloads)" '{ for (i = 4; i; i = int(i / 2)) \
	printf("%.17g%s", (int(all / i) + 0.5) / $$1, i > 1 ? "," : "") }' \
	$(OUT)/pages)"

$(OUT)/draw-%/seeds.tsv: $(call files,%,orders.sp) $(OUT)/rank.sp \
		$(GRAPH_SP) $(OUT)/downloads
	$(CURVES) --metric seeds --at $(AT) -o $@ \
		$(foreach s,$(SETS),$s=$(@D)/$s.orders.sp)

$(OUT)/rank.tsv: $(OUT)/rank.sp
	$(BIN)/graphdump -s scores -o $@ $<

# The part of its downloads that the first crawl does not have, and the PageRank
# of both together.
$(OUT)/draw-%/new.tsv: $(call files,%,order.sp) $(OUT)/rank.tsv
	for seeds in $(SETS); do \
		$(BIN)/graphdump -s orders $(@D)/$$seeds.order.sp | \
			sed "1d; s/^[^	]*/$$seeds/"; \
	done | awk -F '\t' -v OFS='\t' ' \
		BEGIN { print "#seeds", "new", "both" } \
		function row() { if (seeds != "" && seeds != "random") \
			print seeds, fresh / count, (first + more) / all } \
		FNR == 1 { file++ } \
		file == 1 { rank[$$1] = $$2; if (FNR > 1) all += $$2; next } \
		$$1 != seeds { row(); seeds = $$1; count = fresh = more = 0 } \
		{ count++ } \
		seeds == "random" { had[$$3]; first += rank[$$3]; next } \
		!($$3 in had) { fresh++; more += rank[$$3] } \
		END { row() }' $(OUT)/rank.tsv - > $@

$(OUT)/recrawl.tsv: $(call tables,seeds) $(call tables,new) \
		$(OUT)/draws.options
	for draw in $(DRAW_LIST); do \
		sed "1d; s/^/$$draw	/" $(OUT)/draw-$$draw/new.tsv \
			$(OUT)/draw-$$draw/seeds.tsv; \
	done | awk -F '\t' -v OFS='\t' -v all="$$(cat $(OUT)/downloads)" ' \
		BEGIN { print "#seeds", "crawl", "draw", "downloads", \
			"pagerank", "hot", "hosts", "reached", "new", "both" } \
		NF == 4 { new[$$1, $$2] = $$3 OFS $$4; next } \
		$$2 == "#order" { next } \
		{ split($$2, name, " "); key = $$1 SUBSEP name[1]; \
		  print name[1], name[2], $$1, $$3, $$5, $$7, $$6, $$8, \
			name[2] == "$(CRAWLER)" && $$3 == all && \
			key in new ? new[key] : "-" OFS "-" }' > $@

# The crawler from all seeds; then all orders from the first seeds and the cores.
$(OUT)/recrawl.md: $(OUT)/recrawl.tsv
	awk -F '\t' -v OFS='\t' -v crawler=$(CRAWLER) ' \
		function percent(x) { return x == "-" ? x : 100 * x } \
		BEGIN { print "#seeds", "PageRank, %", "hot pages, %", \
			"hosts", "not in the first crawl, %", \
			"PageRank of both, %" } \
		$$2 == crawler && $$4 == '"$$(cat $(OUT)/downloads)"' { \
			print $$1, percent($$5), percent($$6), $$7, \
				percent($$9), percent($$10) }' $< | \
		$(call bands,1,%.1f) > $@
	echo >> $@
	awk -F '\t' -v OFS='\t' ' \
		function percent(key) { return !(key in rank) || \
			rank[key] == "-" ? "-" : 100 * rank[key] } \
		BEGIN { sets = split("$(SETS)", set, " "); \
			text = "#crawl" OFS "downloads"; \
			for (i = 1; i <= sets; i++) text = text OFS set[i]; \
			print text } \
		NR == 1 { next } \
		!(($$2, $$4) in seen) { seen[$$2, $$4]; \
			crawl[++rows] = $$2; at[rows] = $$4 } \
		{ rank[$$2, $$4, $$3, $$1] = $$5; draws[$$3] } \
		END { for (r = 1; r <= rows; r++) for (d in draws) { \
			text = crawl[r] OFS at[r]; \
			for (i = 1; i <= sets; i++) text = text OFS percent( \
				crawl[r] SUBSEP at[r] SUBSEP d SUBSEP set[i]); \
			print text } }' $< | $(call bands,2,%.1f) >> $@

# ---- the figure --------------------------------------------------------------

ALL = $(foreach d,$(DRAW_LIST),$(call files,$d,orders.sp))

$(OUT)/curves.tsv: $(ALL) $(OUT)/rank.sp $(GRAPH_SP) $(OUT)/draws.options
	$(CURVES) --metric cumulative --points 500 -o $@ $(foreach \
		d,$(DRAW_LIST),$(foreach s,$(SETS),$s=$(OUT)/draw-$d/$s.orders.sp))

# A block of each curve: its name, then downloads, the PageRank in percent, and
# its quartiles.
$(OUT)/curves.blocks: $(OUT)/curves.tsv $(OUT)/limit
	awk -F '\t' -v limit="$$(cat $(OUT)/limit)" ' \
		NR == 1 { columns = NF; for (i = 3; i <= NF; i++) { \
			name[i] = $$i; at[$$i] = i }; next } \
		$$1 <= limit { for (i = 3; i <= NF; i++) if ($$i != "-") { \
			low = name[i] "_q1"; high = name[i] "_q3"; \
			rows[i] = rows[i] sprintf("%d\t%.4f\t%.4f\t%.4f\n", \
				$$1, 100 * $$i, \
				100 * $$(low in at ? at[low] : i), \
				100 * $$(high in at ? at[high] : i)) } } \
		END { for (i = 3; i <= columns; i++) \
			if (name[i] !~ /_q[13]$$/ && name[i] != "ideal") \
				printf "%s# %s\n0\t0\t0\t0\n%s", \
					n++ ? "\n\n" : "", name[i], rows[i] }' \
		$< > $@

# Panels: the crawler from all seeds; it and the other orders from the first
# seeds; and from the cores.  Blocks are sorted by seeds, then by order.
WORDS = $(words $(ORDERS))
SIZE_png = pngcairo size 2400,1000 fontscale 1.3
SIZE_svg = svg size 1200,500 dynamic
SIZE_pdf = pdfcairo size 27cm,11.5cm
BAND = using 1:3:4 with filledcurves fillstyle transparent solid 0.15 noborder
CURVE = using 1:2 with lines linewidth
SHUFFLE = "$<" index $(words $(SETS)) * each $(CURVE) 1.5 linetype 11 \
	title "pages in random order"
ORDER_PANEL = plot for [i = 1:each - 1] "$<" index start + i $(BAND) \
		linetype i + 1 notitle, \
	"$<" index start $(CURVE) 7 linecolor rgb "$Hb0b0b0" \
		title "$(CRAWLER), really run", \
	for [i = 1:each - 1] "$<" index start + i $(CURVE) 2 linetype i + 1 \
		title word("$(call plan,$(ORDERS))", i) noenhanced, $(SHUFFLE)
CAPTION = "a web of " . system("cat $(OUT)/pages") . " pages; " . \
	"$(SEEDS) seeds$(if $(word 2,$(DRAW_LIST)),; medians and quartiles of \
	$(words $(DRAW_LIST)) draws)"
PANELS = each = $(WORDS) + 1; set lmargin 8; set rmargin 3; set bmargin 13; \
	set tmargin 3; set key at graph 0.5,-0.19 center top vertical maxrows 4; \
	set key samplen 2 width -4; \
	stats "$<" using 1:2 nooutput name "S"; set xrange [0:S_max_x]; \
	set yrange [0:S_max_y * 1.05]; \
	set xlabel "downloads"; set ylabel "PageRank downloaded, in percent"; \
	array from[6] = ["random pages (first crawl)", \
		"cores of the first crawl", "pages covering its PageRank", \
		"its best pages by PageRank", \
		"random pages it downloaded", "other random pages"]; \
	set multiplot layout 1,3; \
	set label 1 $(CAPTION) at screen 0.5,0.03 center noenhanced; \
	set title "$(CRAWLER) from six sets of seeds"; \
	plot for [i = 0:5] "$<" index i * each $(BAND) linetype i + 1 notitle, \
	for [i = 0:5] "$<" index i * each $(CURVE) 2.5 linetype i + 1 \
		title from[i + 1], $(SHUFFLE); \
	unset label 1; unset ylabel; start = 0; \
	set title "crawl orders from the random seeds"; \
	$(ORDER_PANEL); start = each; \
	set title "crawl orders from the seeds of the cores"; \
	$(ORDER_PANEL); unset multiplot

$(call figure,recrawl): $(OUT)/recrawl.%: $(OUT)/curves.blocks
	$(NO_GNUPLOT) gnuplot -e '$(DRAW) $(PANELS)'

result: $(OUT)/recrawl.md $(call figure,recrawl)
	@cat $<
