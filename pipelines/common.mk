# Shared by all experiments.  See pipelines/README.md.
#
#   GRAPH  stream with a graph; by default a web of PAGES pages is generated
#   OUT    folder for all results
#   BIN    folder of the filters
#   K      period of orders that recompute
#   SEEDS  number of random seeds
#   SEED   seed of the random numbers that draw them
#
# Each order is a target of its own, so adding one does not redo the others.
# In file names "+" stands for the ":" and "~" for the "=" of an order.

SHELL = /bin/sh
BIN ?= bin
OUT ?= out
K ?= auto
PAGES ?= 200000
SEEDS ?= 100
SEED ?= 1

# $(call remember,FILE,TEXT): a file that is rewritten only when TEXT differs
# from the last run.  Targets that depend on options depend on such a file.
define remember
$1: FORCE
	@mkdir -p $$(@D)
	@echo '$2' | cmp -s - $$@ || echo '$2' > $$@
endef

$(eval $(call remember,$(OUT)/graph.options,$(or $(GRAPH),$(PAGES) pages)))
$(eval $(call remember,$(OUT)/random.options,$(SEEDS) by $(SEED)))

ifeq ($(GRAPH),)
GRAPH_SP = $(OUT)/graph.sp
$(OUT)/graph.sp: $(OUT)/graph.options
	$(BIN)/graphgen --pages $(PAGES) -o $@
else
GRAPH_SP = $(GRAPH)
endif

plan = $(subst ~,=,$(subst +,:,$1))

$(OUT)/rank.sp: $(GRAPH_SP) $(OUT)/graph.options
	$(BIN)/pagerank -R --method push -o $@ $<

$(OUT)/random.seeds: $(GRAPH_SP) $(OUT)/graph.options $(OUT)/random.options
	$(BIN)/seedpick --random $(SEEDS) --seed $(SEED) --text -o $@ $<

$(OUT)/top.seeds: $(OUT)/rank.sp $(GRAPH_SP)
	$(BIN)/seedpick -g $(GRAPH_SP) --top pagerank:160 --text -o $@ $<

# $(call crawl,FROM,EXTRA OPTIONS,LOG OPTIONS): rules for orders that start from
# the seeds FROM.seeds, for their metrics, and with LOG OPTIONS for their queue
# logs
define crawl
$(call remember,$(OUT)/$1/options,--k $(K) $2)

$(OUT)/$1/%.order.sp $(if $3,$(OUT)/$1/%.queue.tsv): $(GRAPH_SP) \
		$(OUT)/$1.seeds $(OUT)/$1/options
	$(BIN)/crawlorder -R --seeds $(OUT)/$1.seeds --k $(K) $2 \
		--order '$$(call plan,$$*)' -o $(OUT)/$1/$$*.order.sp \
		$(if $3,--queue-log $(OUT)/$1/$$*.queue.tsv $3) $$<

$(OUT)/$1/%.hot.tsv: $(OUT)/$1/%.order.sp $(OUT)/rank.sp
	$(BIN)/hotcurve --bench $(OUT)/rank.sp -o $$@ $$<

$(OUT)/$1/%.mass.tsv: $(OUT)/$1/%.order.sp $(OUT)/rank.sp
	$(BIN)/hotcurve --metric cumulative --bench $(OUT)/rank.sp -o $$@ $$<

$(OUT)/$1/%.time.tsv: $(OUT)/$1/%.order.sp
	$(BIN)/hotcurve --metric time -o $$@ $$<

$(OUT)/$1/%.summary.tsv: $(OUT)/$1/%.order.sp $(OUT)/rank.sp
	$(BIN)/hotcurve --summary --bench $(OUT)/rank.sp -o $$@ $$<

.PRECIOUS: $(OUT)/$1/%.order.sp $(OUT)/$1/%.queue.tsv
endef

# Joins summaries, one row per order, and prints the baselines once at the end.
JOIN_ROWS = awk 'FNR == 1 { if (NR == 1) print; next } \
	$$1 == "shuffle" || $$1 == "ideal" { base[$$1] = $$0; next } \
	{ print } END { print base["shuffle"]; print base["ideal"] }'

# Joins curves that have the same points, one column per order.  The header has
# no "#" so that gnuplot takes the titles from it.
JOIN_COLUMNS = awk -F '\t' -v OFS='\t' ' \
	FNR == 1 { files++; sub(/^\#/, "") } \
	{ rows = FNR > rows ? FNR : rows } \
	files == 1 { line[FNR] = $$1 OFS $$2 } \
	{ line[FNR] = line[FNR] OFS $$3 } \
	{ tail[FNR] = $$(NF - 1) OFS $$NF } \
	END { for (i = 1; i <= rows; i++) print line[i], tail[i] }'

# $(call markdown,SUMMARY,PAPER): a summary as a Markdown table.  PAPER, if
# given, is a TSV with the figures of the paper, which are appended to the rows
# of the orders named in its first column.
markdown = awk -F '\t' ' \
	{ sub(/^\#/, "") } \
	FNR == 1 { file++ } \
	file < files { text = ""; for (i = 2; i <= NF; i++) \
		text = text " " $$i " |"; \
		paper[FNR == 1 ? "" : $$1] = text; columns = NF - 1; next } \
	FNR == 1 { line = "|---|---|---|---|---|---|---|"; \
		for (i = 0; i < columns; i++) line = line "---|"; \
		print "| order | 10 % | 25 % | 45 % | pages | cumulative at \
45 % | tau |" paper[""]; print line; next } \
	{ if (!($$1 in paper)) for (i = 0; i < columns; i++) \
		paper[$$1] = paper[$$1] " |"; \
	  printf "| %s | %.1f | %.1f | %.1f | %s | %.3f | %s |%s\n", $$1, \
		100 * $$3, 100 * $$4, 100 * $$5, $$2, $$8, \
		$$10 == "-" ? "-" : sprintf("%.3f", $$10), paper[$$1] }' \
	files=$(if $2,2,1) $2 $1

# Without gnuplot, skip the figures and still make the tables.
NO_GNUPLOT = command -v gnuplot >/dev/null || \
	{ echo "no gnuplot, so no $@" >&2; exit 0; };

# $(call figure,TSV,NAME,Y LABEL,SUMMARY): PNG and SVG of columns 3 and up.  The
# last two columns are the baselines.  The x axis ends where the longest order
# of the summary does.
figure = $(NO_GNUPLOT) \
	orders=$$(awk -F '\t' '{ print NF - 2; exit }' $1); \
	end=$$(awk -F '\t' '$$1 == "ideal" { all = $$2 } \
		NR > 1 && $$1 != "shuffle" && $$1 != "ideal" && $$2 > most \
		{ most = $$2 } END { print most / all }' $4); \
	for kind in pngcairo svg; do \
	gnuplot -e "set terminal $$kind size 900,600 noenhanced; \
	set output '$2.'.('$$kind' eq 'svg' ? 'svg' : 'png'); \
	set datafile separator '\t'; set key outside right noenhanced; \
	set xlabel 'pages downloaded, of all pages'; set ylabel '$3'; \
	set grid; set style data lines; set colorsequence podo; \
	set xrange [0:$$end]; \
	plot for [i=3:$$orders] '$1' using 2:i linewidth 2 \
	title columnheader(i), for [i=$$orders+1:$$orders+2] '$1' \
	using 2:i linecolor 'gray50' dashtype i-$$orders+1 \
	title columnheader(i)"; done

# $(call blocks,X,Y): two columns of each table as a block for gnuplot, with the
# name of the file as its title.
blocks = awk -F '\t' -v OFS='\t' ' \
	FNR == 1 { name = FILENAME; sub(/.*\//, "", name); \
		sub(/(\.[a-z]+)?\.tsv$$/, "", name); gsub(/\+/, ":", name); \
		gsub(/~/, "=", name); if (NR > 1) print "\n"; \
		print name; next } \
	{ print $$$1, $$$2 }'

# $(call lines,BLOCKS,NAME,X LABEL,Y LABEL,MORE): PNG and SVG of such blocks;
# MORE is further gnuplot commands
lines = $(NO_GNUPLOT) for kind in pngcairo svg; do \
	gnuplot -e "set terminal $$kind size 900,600 noenhanced; \
	set output '$2.'.('$$kind' eq 'svg' ? 'svg' : 'png'); \
	set datafile separator '\t'; set key outside right noenhanced; \
	set xlabel '$3'; set ylabel '$4'; set grid; \
	set colorsequence podo; set format x '%.0s%c'; $5 \
	plot for [i=0:*] '$1' index i using 1:2 with linespoints \
	linewidth 2 title columnheader(1)"; done

FORCE:
.PHONY: all result FORCE
.DELETE_ON_ERROR:
