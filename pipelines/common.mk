# Shared by all experiments.  See README.md in this folder.
#
#   GRAPH  stream with a graph; by default a web of PAGES pages is generated
#   WARC   archives of a crawl, which the graph is imported from without GRAPH
#   OUT    folder for all results
#   BIN    folder of the filters, by default those beside this folder, or those
#          in $PATH
#   K      period of orders that recompute
#   DRAWS  number of draws of the seeds, each with a crawl of its own
#   SEEDS  number of random seeds in a draw
#   SEED   seed of the first draw; the others count up from it
#   COUNTS other numbers of seeds, from which claims about orders are judged
#   WINDOW downloads for each row of a queue log
#   TYPES  types of figures: png, svg, pdf
#
# Each order and draw is a target of its own, so adding one does not redo the
# others, and make -j runs them side by side.  In file names "+" stands for the
# ":" and "~" for the "=" of an order.

SHELL = /bin/sh
OUT ?= out
K ?= auto
PAGES ?= 200000
DRAWS ?= 20
SEEDS ?= 100
SEED ?= 1
# A fiftieth of the pages, for the shell.
WINDOW ?= $$(($$(cat $(OUT)/pages) / 50 + 1))
TYPES ?= png pdf
BIN ?= $(patsubst %/hotcurve,%,$(firstword \
	$(wildcard $(HERE)../bin/hotcurve) \
	$(shell command -v hotcurve)))
ifeq ($(BIN),)
$(error no filters in $$PATH: give their folder, as in BIN=bin)
endif

# $(call remember,FILE,TEXT): a file that is rewritten only when TEXT differs
# from the last run.  Targets that depend on options depend on such a file.
define remember
$1: FORCE
	@mkdir -p $$(@D)
	@echo '$2' | cmp -s - $$@ || echo '$2' > $$@
endef

# The file, its size and the time of its last change: one that has taken the place
# of another may be older than the results.
GRAPH_FILE := $(if $(GRAPH),$(GRAPH) $(shell ls -Lin $(GRAPH) 2>/dev/null | \
	awk '{ print $$1, $$6, $$7, $$8, $$9 }'))

$(eval $(call remember,$(OUT)/graph.options,$(or $(GRAPH_FILE),$(WARC),$(PAGES) \
	pages)))

ifeq ($(GRAPH),)
GRAPH_SP = $(OUT)/graph.sp
ifeq ($(WARC),)
$(OUT)/graph.sp: $(OUT)/graph.options
	$(BIN)/graphgen --pages $(PAGES) -o $@
else
$(OUT)/graph.sp: $(WARC) $(OUT)/graph.options
	$(BIN)/crawlgraph -q -f warc -o $@ $(WARC)
endif
HOSTS := yes
else
ifeq ($(wildcard $(GRAPH)),)
$(error GRAPH=$(GRAPH): no such file)
endif
GRAPH_SP = $(GRAPH)
# Graphs without hosts run without the orders that compare hosts.
HOSTS := $(if $(shell $(BIN)/graphdump -s hosts $(GRAPH) 2>/dev/null | \
	head -n 1),yes)
endif

# $(call names_of,GRAPH): "yes" if pages have names; of hosts alone, there are
# rows as well.
names_of = $(shell $(BIN)/graphdump -s names $1 2>/dev/null | \
	awk -F '\t' 'NR > 1 && $$3 != "" { print "yes"; exit }')

WITHOUT_HOSTS = $(if $(HOSTS),,$(info $(GRAPH) has no hosts: without $1))

plan = $(subst ~,=,$(subst +,:,$1))

# How many pages and links the graph has, and the pages alone.
$(OUT)/graph.json: $(GRAPH_SP) $(OUT)/graph.options
	$(BIN)/graphstat --json -o $@ $<

# $(call json,NAME): prints the first number of this name in a JSON object
json = awk -F '"$1": ' '{ printf "%.15g\n", $$2 }'

$(OUT)/pages: $(OUT)/graph.json
	$(call json,pages) $< > $@

# The pages with links, which random seeds are drawn from
$(OUT)/linked: $(OUT)/graph.json
	echo $$(($$($(call json,pages) $<) - $$($(call json,dangling) $<))) > $@

# $(call draw,COUNT): as many pages with links as a graph has, at most COUNT, or
# one of those without; as the argument of --random, if $(OUT)/linked is made
draw = $$(awk -v n='$1' '{ print !$$1 ? "1 --any" : $$1 < n ? $$1 : n }' \
	$(OUT)/linked)

# $(call drawn,COUNT): says so in a result
drawn = awk -v n='$1' '$$1 < n { print $$1 ? "\nRandom seeds are " $$1 " of " n \
	" pages: no more have links." : "\nNo page has links: a random seed is \
one of all pages." }' \
	$(OUT)/linked

# $(call nothing,COMMAND): runs it in a rule; where it has no answer, the target
# is empty, or with nothing_in the file FILE, a command
nothing = $(call nothing_in,$@,$1)
nothing_in = $2 || { [ $$? = 65 ] && : > $1; }

# $(call unless_empty,FILE,COMMAND): runs it; of an empty file, the target is empty
unless_empty = if [ -s $1 ]; then $2; else : > $@; fi

# $(call some,OPERANDS): those whose files are not empty, for the shell
some = $$(for f in $1; do [ ! -s "$${f\#*=}" ] || printf '%s ' "$$f"; done)

$(OUT)/rank.sp: $(GRAPH_SP) $(OUT)/graph.options
	$(BIN)/pagerank -R --method push -o $@ $<

$(OUT)/top.seeds: $(OUT)/rank.sp $(GRAPH_SP)
	$(BIN)/seedpick -R -g $(GRAPH_SP) --top pagerank:160 -o $@ $<

# $(call crawl,FROM,EXTRA OPTIONS,LOG OPTIONS): rules for orders that start from
# the seeds FROM.seeds, and with LOG OPTIONS for their queue logs
define crawl
$(call remember,$(OUT)/$1/options,--k $(K) $2 $3)

$(OUT)/$1/%.order.sp $(if $3,$(OUT)/$1/%.queue.tsv): $(GRAPH_SP) \
		$(OUT)/$1.seeds $(OUT)/$1/options $(if $3,$(OUT)/pages)
	$$(call unless_empty,$(OUT)/$1.seeds,$(BIN)/crawlorder -R \
		-g $(GRAPH_SP) --k $(K) $2 --order '$$(call plan,$$*)' \
		-o $(OUT)/$1/$$*.order.sp \
		$(if $3,--queue-log $(OUT)/$1/$$*.queue.tsv $3) \
		$(OUT)/$1.seeds)

.PRECIOUS: $(OUT)/$1.seeds $(OUT)/$1/%.order.sp $(OUT)/$1/%.queue.tsv
endef

DRAW_LIST := $(shell seq $(SEED) $$(($(SEED) + $(DRAWS) - 1)))

# $(call random_seeds,NAME,COUNT): rules for the seeds NAME-DRAW.seeds
define random_seeds
$(call remember,$(OUT)/$1.options,$2)

$(OUT)/$1-%.seeds: $(GRAPH_SP) $(OUT)/linked $(OUT)/$1.options
	$(BIN)/seedpick -R --random $$(call draw,$2) --seed $$* -o $$@ $$<
endef

# $(call files,FROMS,ORDERS): the files of these orders from these seeds
files = $(foreach o,$2,$(1:%=$(OUT)/%/$o.order.sp))

# $(call figure,NAME): NAME.png ..., for rules with a pattern for the type
figure = $(TYPES:%=$(OUT)/$1.%)

# Without gnuplot, skip the figures and still make the tables.
NO_GNUPLOT = command -v gnuplot >/dev/null || \
	{ echo "no gnuplot, so no $@" >&2; exit 0; };

# What the log does not say cannot be drawn, such as depths in an index.
EMPTY_TABLE = grep -q '^[0-9a-z]' $< || \
	{ echo "nothing in $<, so no $@" >&2; exit 0; };

# Figures that no filter draws: gnuplot's commands before the others.
SIZE_png = pngcairo size 1200,900 fontscale 1.4
SIZE_svg = svg size 800,600 dynamic
SIZE_pdf = pdfcairo size 16cm,12cm
# They look like those of hotcurve: its colours, then again with dashes, and grey
# for what is left.
H := \#
DRAW = set terminal $(SIZE_$*); set output "$@"; \
	set datafile separator "\t"; set datafile missing "-"; \
	set border 3 linecolor rgb "$H404040"; set tics out nomirror; \
	set grid y linecolor rgb "$Hd8d8d8" dashtype 1; \
	colours = "0072b2 e69f00 000000 d55e00 56b4e9 009e73 cc79a7"; \
	do for [i = 1:11] { set linetype i linewidth 2 \
		linecolor rgb "$H" . word(colours, (i - 1) % 7 + 1) \
		dashtype 1 + i / 8 }; \
	set linetype 11 linecolor rgb "$Ha0a0a0" dashtype 1; \
	set key outside bottom center horizontal reverse Left; \
	set bmargin 5.5; \
	set style fill solid 0.5 border;

# What all calls of hotcurve have: the graph gives the figures their caption.
HOTCURVE = $(BIN)/hotcurve -g $(GRAPH_SP)

# $(call markdown,SUMMARY,PAPER): a summary as a Markdown table.  Of draws it
# shows the median and, for throughput, the quartiles.  PAPER, if given, is a
# TSV with the figures of the paper, which are appended to the rows of the
# orders named in its first column.
markdown = awk -F '\t' -v files=$(if $2,2,1) ' \
	function percent(i,   a, b) { \
		a = sprintf("%.1f", 100 * low[i]); \
		b = sprintf("%.1f", 100 * high[i]); \
		return sprintf("%.1f", 100 * mid[i]) (draws && a != b ? \
			" (" a " to " b ")" : "") } \
	function three(i) { \
		return mid[i] == "-" ? "-" : sprintf("%.3f", mid[i]) } \
	function row() { \
		if (!(name in paper)) for (i = 0; i < extra; i++) \
			paper[name] = paper[name] " |"; \
		printf "| %s | %s | %s | %s | %d | %s | %s |%s\n", name, \
			percent(4), percent(5), percent(6), mid[3], \
			three(9), three(11), paper[name] } \
	{ sub(/^\#/, "") } \
	FNR == 1 { file++ } \
	file < files { text = ""; for (i = 2; i <= NF; i++) \
		text = text " " $$i " |"; \
		paper[FNR == 1 ? "" : $$1] = text; extra = NF - 1; next } \
	FNR == 1 { draws = $$2 == "draws"; skip = draws ? 1 : -1; \
		line = "|---|---|---|---|---|---|---|"; \
		for (i = 0; i < extra; i++) line = line "---|"; \
		print "| order | 10 % | 25 % | 45 % | pages | cumulative at \
45 % | tau |" paper[""]; print line; next } \
	{ name = $$1; \
	  for (i = 3; i <= 11; i++) { value = $$(i + skip); \
		if (draws && $$3 == 1) low[i] = value; \
		else if (draws && $$3 == 3) high[i] = value; \
		else mid[i] = value } \
	  if (!draws || $$3 == 3) row() }' $2 $1

# $(call bands,KEYS,FORMAT): reads a table with a header and a row for each draw:
# KEYS columns of names, then numbers, - where there is none.  Writes a Markdown
# table with a row for the same names: medians, and the quartiles if they differ.
# Quantiles are those of hotcurve.
bands = awk -F '\t' -v keys=$1 -v format='$2' ' \
	function quantile(q,   place, below) { \
		place = 1 + q * (count - 1); below = int(place); \
		return sprintf(format, below == count ? sorted[below] : \
			sorted[below] + (place - below) * \
			(sorted[below + 1] - sorted[below])) } \
	function sorted_draws(row, column,   d, i) { \
		count = 0; \
		for (d = 1; d <= draws[row]; d++) \
			if ((row, d, column) in value) { \
				for (i = count++; i && sorted[i] > \
				     value[row, d, column]; i--) \
					sorted[i + 1] = sorted[i]; \
				sorted[i + 1] = value[row, d, column] } \
		return count && 2 * count >= draws[row] } \
	function cell(row, column,   low, high) { \
		if (!sorted_draws(row, column)) return "-"; \
		low = quantile(0.25); high = quantile(0.75); \
		return quantile(0.5) (low != high ? " (" low " to " high ")" \
			: "") } \
	FNR == 1 { sub(/^\#/, ""); line = "|"; text = "|"; \
		for (i = 1; i <= NF; i++) { \
			text = text " " $$i " |"; line = line "---|" } \
		print text; print line; columns = NF; next } \
	{ name = ""; \
	  for (i = 1; i <= keys; i++) name = name "| " $$i " "; \
	  if (!(name in draws)) names[++rows] = name; \
	  draws[name]++; \
	  for (i = keys + 1; i <= NF; i++) if ($$i != "-") \
		value[name, draws[name], i] = $$i + 0 } \
	END { for (r = 1; r <= rows; r++) { text = names[r]; \
		for (i = keys + 1; i <= columns; i++) \
			text = text "| " cell(names[r], i) " "; \
		print text "|" } }'

# ---- claims about orders ----

# Over whole curves, from several numbers of seeds; with all pages, with shapes of
# URLs capped at a share of the hot pages and at a number of them, and of shapes
# instead of pages: a gallery may be most of the best pages.
CLAIMS_POINTS ?= 20
CLAIMS_DRAWS ?= 5
CLAIMS_LIST = $(wordlist 1,$(CLAIMS_DRAWS),$(DRAW_LIST))
CAP ?= 0.01
PER_SHAPE ?= 10

CURVES_all =
CURVES_capped = --hot-per-host $(CAP)
CURVES_few = --hot-per-shape $(PER_SHAPE)
CURVES_shapes = --by-shape
CURVES = all capped few shapes
KIND_all = throughput
KIND_capped = at most $(CAP) of one shape
KIND_few = at most $(PER_SHAPE) of each shape
KIND_shapes = shapes found

# $(call curves,NAME,SEEDS,FILES): tables of throughput, of which those with
# shapes are empty if pages have no names
define curves
$(foreach c,$(CURVES),
$(OUT)/$1.$c-$2.tsv: $(OUT)/$1.claims.options $(OUT)/rank.sp $(GRAPH_SP) $3
	$$(call nothing,$(HOTCURVE) -q --bench $(OUT)/rank.sp \
		--points $(CLAIMS_POINTS) $(CURVES_$c) -o $$@ $3)
)
endef

# $(call claims,NAME,NUMBERS OF SEEDS,RANDOM,SUMS): NAME.claims.md, by tables of
# curves; with SUMS also by NAME.sums-SEEDS.tsv, of cumulative PageRank
define claims
$(call remember,$(OUT)/$1.claims.options,$(CLAIMS_POINTS) $(CAP) $(PER_SHAPE) \
	$(COUNTS) $(CLAIMS_DRAWS) $(ORDERS))

$(OUT)/$1.claims.md: $(HERE)$1.claims.tsv $(HERE)verdict.awk $(OUT)/linked $(OUT)/pages \
		$(foreach n,$2,$(if $4,$(OUT)/$1.sums-$n.tsv) \
		$(CURVES:%=$(OUT)/$1.%-$n.tsv))
	LC_ALL=C awk -f $(HERE)verdict.awk -v pages="$$$$(cat $(OUT)/pages)" \
		$(HERE)$1.claims.tsv $(foreach n,$2,SEEDS=$n $(if $4, \
		KIND='cumulative PageRank' $(OUT)/$1.sums-$n.tsv) \
		$(foreach c,$(CURVES),KIND='$(KIND_$c)' \
		$(OUT)/$1.$c-$n.tsv)) > $$@
	$(if $3,$$(call drawn,$(lastword $2)) >> $$@)
endef

# $(call claims_of_draws,NAME): both, of $(ORDERS) from the draws of SEEDS seeds
# and from a few draws of COUNTS
define claims_of_draws
$(foreach n,$(filter-out $(SEEDS),$(COUNTS)),$(call random_seeds,random$n,$n)
$(foreach d,$(CLAIMS_LIST),$(call crawl,random$n-$d,)
)$(call curves,$1,$n,$(call files,$(CLAIMS_LIST:%=random$n-%),$(ORDERS)))
)
$(call curves,$1,$(SEEDS),$(call files,$(DRAW_LIST:%=random-%),$(ORDERS)))
$(call claims,$1,$(SEEDS) $(filter-out $(SEEDS),$(COUNTS)),random)
endef

FORCE:
.PHONY: all result FORCE
.DELETE_ON_ERROR:
