# What the experiments share.  See pipelines/README.md.
#
#   GRAPH  a stream with a graph; without it a web of PAGES pages is generated
#   OUT    folder of all results
#   BIN    folder of the filters
#   K      period of orders that recompute
#   SEED   of random seeds, SEEDS of them
#
# An order is a target of its own, so that a new one does not redo the others.
# In file names "+" stands for ":" and "~" for "=" of the order's name.

SHELL = /bin/sh
BIN ?= bin
OUT ?= out
K ?= auto
PAGES ?= 200000
SEEDS ?= 100
SEED ?= 1

ifeq ($(GRAPH),)
GRAPH_SP = $(OUT)/graph.sp
$(OUT)/graph.sp:
	@mkdir -p $(@D)
	$(BIN)/graphgen --pages $(PAGES) -o $@
else
GRAPH_SP = $(GRAPH)
endif

plan = $(subst ~,=,$(subst +,:,$1))

$(OUT)/rank.sp: $(GRAPH_SP)
	@mkdir -p $(@D)
	$(BIN)/pagerank -R --method push -o $@ $<

$(OUT)/random.seeds: $(GRAPH_SP)
	@mkdir -p $(@D)
	$(BIN)/seedpick --random $(SEEDS) --seed $(SEED) --text -o $@ $<

$(OUT)/top.seeds: $(OUT)/rank.sp $(GRAPH_SP)
	$(BIN)/seedpick -g $(GRAPH_SP) --top pagerank:160 --text -o $@ $<

# Does the graph tell hosts, and more than one?
HOSTS = [ "$$($(BIN)/graphdump -s hosts $(GRAPH_SP) 2>/dev/null | \
	head -n 3 | wc -l)" -gt 2 ]

# $(call crawl,FROM,EXTRA OPTIONS): an order from a list of seeds
define crawl
$(OUT)/$1/%.order.sp: $(GRAPH_SP) $(OUT)/$1.seeds
	@mkdir -p $$(@D)
	$(BIN)/crawlorder -R --seeds $(OUT)/$1.seeds --k $(K) $2 \
		--order '$$(call plan,$$*)' -o $$@ $$<

$(OUT)/$1/%.hot.tsv: $(OUT)/$1/%.order.sp $(OUT)/rank.sp
	$(BIN)/hotcurve --bench $(OUT)/rank.sp -o $$@ $$<

$(OUT)/$1/%.mass.tsv: $(OUT)/$1/%.order.sp $(OUT)/rank.sp
	$(BIN)/hotcurve --metric cumulative --bench $(OUT)/rank.sp -o $$@ $$<

$(OUT)/$1/%.summary.tsv: $(OUT)/$1/%.order.sp $(OUT)/rank.sp
	$(BIN)/hotcurve --summary --bench $(OUT)/rank.sp -o $$@ $$<
endef

# One row an order: the summaries, without the rows of the baselines again.
JOIN_ROWS = awk 'FNR == 1 { if (NR == 1) print; next } \
	$$1 == "shuffle" || $$1 == "ideal" { base[$$1] = $$0; next } \
	{ print } END { print base["shuffle"]; print base["ideal"] }'

# One column an order: curves at the same points.  The header has no "#", so
# that gnuplot takes the titles from it.
JOIN_COLUMNS = awk -F '\t' -v OFS='\t' ' \
	FNR == 1 { files++; sub(/^\#/, "") } \
	{ rows = FNR > rows ? FNR : rows } \
	files == 1 { line[FNR] = $$1 OFS $$2 } \
	{ line[FNR] = line[FNR] OFS $$3 } \
	{ tail[FNR] = $$(NF - 1) OFS $$NF } \
	END { for (i = 1; i <= rows; i++) print line[i], tail[i] }'

# Throughput at 10, 25 and 45 % of a summary, as Markdown.
MARKDOWN = awk -F '\t' '{ sub(/^\#/, "") } \
	NR == 1 { printf "| order | 10 %% | 25 %% | 45 %% | pages | \
	cumulative at 45 %% | tau |\n|---|---|---|---|---|---|---|\n"; next } \
	{ printf "| %s | %.1f | %.1f | %.1f | %s | %.3f | %s |\n", $$1, \
		100 * $$3, 100 * $$4, 100 * $$5, $$2, $$8, \
		$$10 == "-" ? "-" : sprintf("%.3f", $$10) }'

# $(call figure,TSV,NAME,Y LABEL): PNG and SVG of columns 3 and on
figure = for kind in pngcairo svg; do \
	gnuplot -e "set terminal $$kind size 900,600 noenhanced; \
	set output '$2.'.('$$kind' eq 'svg' ? 'svg' : 'png'); \
	set datafile separator '\t'; set key outside right noenhanced; \
	set xlabel 'pages downloaded, of all pages'; set ylabel '$3'; \
	set grid; set style data lines; \
	plot for [i=3:*] '$1' using 2:i linewidth 2 \
	title columnheader(i)"; done
