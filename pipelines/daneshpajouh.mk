# Daneshpajouh, Nasiri and Ghodsi 2008: seeds from the cores of a graph.
#
#   make -f daneshpajouh.mk [GRAPH=g.sp] [OUT=out] [CORES=10] [SIZES=100]
#       [MAP=56] [DRAWS=20] [ORDERS="bfs opic"]
#       [OLD=old.sp] [NEW=new.sp] [EVOLVE=0.8]
#
# Results: OUT/graph.md (Tables 1 and 2); OUT/core-sizes.tsv, .png, .pdf
# (Figures 4 and 5, the first SIZES cores); OUT/core-map.png, .pdf and
# OUT/core-distances.md (Figure 6, the first MAP cores); OUT/depths.tsv, .png,
# .pdf and OUT/daneshpajouh.md (Figures 7 to 10: pages and their mean PageRank by
# distance from the seeds of CORES cores, from as many random pages, and others);
# OUT/overlap.md (how much of what two seeds reach is the same, of these seeds and of
# the hubs of one core); OUT/communities.md (of how many communities of pages and
# hosts these seeds are); OUT/seeds.ORDER.md, .png, .pdf (the same seeds at equal
# numbers of downloads);
# OUT/new.md, OUT/new.depths.tsv, .png, .pdf (Figures 11 and 12: the seeds of the
# SIZES cores of OLD in a later crawl NEW).  Without OLD it is GRAPH, and without
# NEW graphgen makes a later crawl of it in which the fraction EVOLVE of the
# pages died.

all: result

CORES ?= 10
SIZES ?= 100
MAP ?= 56
EVOLVE ?= 0.8

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

ORDERS ?= bfs opic
ORDERS := $(ORDERS)

# ---- Tables 1 and 2 ----

# The paper removes links inside hosts, which a graph without hosts cannot show.
$(OUT)/pruned.sp: $(GRAPH_SP) $(OUT)/graph.options
	$(if $(HOSTS),$(BIN)/graphprune -o $@ $<,$(call \
	WITHOUT_HOSTS,graphprune)cp $< $@)

$(OUT)/pruned.json: $(OUT)/pruned.sp
	$(BIN)/graphstat --json -o $@ $<

$(OUT)/distances.json: $(GRAPH_SP) $(OUT)/graph.options
	$(BIN)/graphstat --distances --json $< | \
		sed 's/.*\("distances": {[^}]*}\).*/{\1}/' > $@

# The exact integers of the paper must come out where its graph is given.
$(OUT)/graph.md: $(OUT)/graph.json $(OUT)/pruned.json $(OUT)/distances.json
	awk -v hosts='$(HOSTS)' ' \
		function number(name,   text) { \
			if (!match($$0, "\"" name "\": [0-9.]+")) return 0; \
			text = substr($$0, RSTART, RLENGTH); \
			sub(/^.*: /, "", text); return text } \
		function row(name, pages, links, left, mean, error) { \
			printf "| %s | %.0f | %.0f | %s | %.2f%s |\n", name, \
				pages, links, left == "" ? "- | -" : \
				sprintf("%.0f | %.2f", left, \
				links ? 100 * left / links : 0), mean, error } \
		FNR == 1 { file++ } \
		file == 1 { pages = number("pages"); links = number("links") } \
		file == 2 && hosts { left = number("links") } \
		file == 3 { mean = number("mean"); error = number("error") } \
		END { print "| graph | pages | links | links after pruning | % | \
mean distance |"; print "|---|---|---|---|---|---|"; \
			row("this one", pages, links, left, mean, \
				error > 0 ? sprintf(" +- %.2f", error) : ""); \
			row("UK-2002, paper", 18520486, 298113762, 22720534, \
				14.9); \
			row("UK-2005, paper", 39459935, 936364282, 183874700, \
				15.7); \
			paper = pages == 18520486 ? 22720534 : \
				pages == 39459935 ? 183874700 : 0; \
			if (paper && hosts) printf "\n%.0f links after pruning, in the \
paper %.0f: %s\n", left, paper, \
				left == paper ? "holds" : "does not hold" }' \
		$^ > $@

# ---- Figures 4 to 6: the cores ----

$(eval $(call remember,$(OUT)/cores.options,$(SIZES)))
$(eval $(call remember,$(OUT)/map.options,$(MAP)))

$(OUT)/cores.sp: $(OUT)/pruned.sp $(OUT)/cores.options
	$(BIN)/hits $< | $(BIN)/coreextract -R --seeds $(SIZES) -o $@

$(OUT)/core-sizes.tsv: $(OUT)/cores.sp
	$(BIN)/graphdump -s cores $< | awk -F '\t' -v OFS='\t' ' \
		NR > 1 { size[$$2, $$1]++; if ($$1 > last) last = $$1 } \
		END { print "#side", "core", "log10_pages"; \
			split("hub authority", side, " "); \
			for (s = 1; s <= 2; s++) for (i = 1; i <= last; i++) \
				if (size[side[s], i]) print side[s], i, \
					log(size[side[s], i]) / log(10) }' > $@

$(call figure,core-sizes): $(OUT)/core-sizes.%: $(OUT)/core-sizes.tsv
	$(NO_GNUPLOT) $(EMPTY_TABLE) $(BIN)/hotcurve --metric table -o $@ \
		--title 'Hubs and authorities of cores' $<

$(OUT)/core-distances.tsv: $(OUT)/cores.sp $(GRAPH_SP) $(OUT)/map.options
	$(BIN)/graphstat --cores --table -g $(GRAPH_SP) $< | \
		awk -F '\t' '/^#/ || $$1 < $(MAP) && $$2 < $(MAP)' > $@

$(OUT)/core-distances.md: $(OUT)/core-distances.tsv $(OUT)/distances.json
	awk -F '\t' -v usual="$$($(call json,mean) $(OUT)/distances.json)" ' \
		function mean(sum, n) { return n ? sprintf("%.2f", sum / n) : \
			"-" } \
		/^#/ || $$1 == $$2 { next } \
		$$3 == "-" { none++; next } \
		{ near = ($$1 - $$2) ^ 2 == 1; n++; sum += $$3; nears += near; \
		  if (near) { total += $$3; far += $$3 >= usual } \
		  if ($$3 > most) most = $$3; \
		  if (n == 1 || $$3 < least) least = $$3 } \
		END { print "| cores | least | largest | mean | no path | \
neighbours, mean | of them at the mean distance of pages or more |"; \
			print "|---|---|---|---|---|---|---|"; \
			printf "| this graph | %d | %d | %s | %d | %s | %s |\n", \
				least, most, mean(sum, n), none, \
				mean(total, nears), nears ? \
				sprintf("%.0f %%", 100 * far / nears) : "-"; \
			print "| UK-2002, paper | 1 | 13 | 7.15 | | | all |" }' \
		$< > $@

# A map in which cores at distance 1 are joined, as far as a plane allows; paths
# in either direction count.  Without graphviz, the distances as a matrix.
$(OUT)/core-map.dot: $(OUT)/core-distances.tsv
	awk -F '\t' ' \
		/^#/ { next } \
		{ a = $$1 + 0; b = $$2 + 0; if (a >= cores) cores = a + 1 } \
		a != b && $$3 != "-" { pair = a < b ? a " " b : b " " a; \
			if (!(pair in least) || $$3 < least[pair]) \
				least[pair] = $$3 } \
		END { print "graph cores {\n\toverlap=false;\n\toutputorder=edgesfirst;\n\tnode \
[shape=circle, fontname=\"sans-serif\", fontsize=10, width=0.3, \
fixedsize=true, style=filled, fillcolor=\"#cfe8f7\"];"; \
			for (a = 0; a < cores; a++) { \
				print "\t" a " [label=\"" a + 1 "\"];"; \
				for (b = a + 1; b < cores; b++) \
					if ((a " " b) in least) printf \
						"\t%d -- %d [len=%s, %s];\n", \
						a, b, least[a " " b], \
						(least[a " " b] > 1 ? "style=invis" : \
						"color=\"#888888\"") } \
			print "}" }' $< > $@

$(call figure,core-map): $(OUT)/core-map.%: $(OUT)/core-distances.tsv \
		$(OUT)/core-map.dot
	grep -q '^1	' $< || \
		{ echo "fewer than two cores, so no $@" >&2; exit 0; }; \
	if command -v neato >/dev/null; then neato -T$* -Gdpi=$(DPI_$*) -o $@ \
		$(OUT)/core-map.dot; else $(NO_GNUPLOT) gnuplot -e '$(MATRIX)'; fi

DPI_png = 150
DPI_svg = 72
DPI_pdf = 72
SIZE_png = pngcairo size 1200,1000 fontscale 1.5
SIZE_svg = svg size 600,500
SIZE_pdf = pdfcairo size 16cm,13cm
MATRIX = set terminal $(SIZE_$*); set output "$@"; unset key; \
	set size ratio -1; set xlabel "to core"; set ylabel "from core"; \
	set cblabel "links on the shortest path"; set datafile missing "-"; \
	set autoscale noextend; set tics out nomirror; set cblabel offset 1; \
	set cbrange [0:1<*]; \
	set palette defined (0 "\#ffffff", 1 "\#56b4e9", 2 "\#08306b"); \
	plot "$(OUT)/core-distances.tsv" using ($$2 + 1):($$1 + 1):3 \
	with image pixels


# ---- Figures 7 to 10: pages and PageRank by distance from the seeds ----

# Ways to pick seeds: once, or drawn at random.
PICK_cores = $(BIN)/seedpick -R -g $(GRAPH_SP) $(OUT)/cores-$(CORES).sp
PICK_pagerank = $(BIN)/seedpick -R -g $(GRAPH_SP) --top pagerank:$(CORES) \
	$(OUT)/rank.sp
PICK_harmonic = $(BIN)/seedpick -R -g $(GRAPH_SP) --top harmonic:$(CORES) \
	$(OUT)/harmonic.sp
PICK_cover = $(BIN)/seedpick -R --cover $(CORES) $(GRAPH_SP)
PICK_in-links = $(BIN)/seedpick -R --top-indegree $(CORES) $(GRAPH_SP)
PICK_out-links = $(BIN)/seedpick -R --top-outdegree $(CORES) $(GRAPH_SP)
PICK_random = $(BIN)/seedpick -R --random $(call draw,$(CORES)) $(GRAPH_SP)
PICK_one-a-host = $(BIN)/seedpick -R --random $(CORES) --spread $(GRAPH_SP)
NEEDS_cores = $(OUT)/cores-$(CORES).sp
NEEDS_pagerank = $(OUT)/rank.sp
NEEDS_harmonic = $(OUT)/harmonic.sp
NEEDS_random = $(OUT)/linked

ONCE ?= cores cover pagerank harmonic in-links out-links
DRAWN ?= random $(if $(HOSTS),one-a-host)
ONCE := $(ONCE)
DRAWN := $(DRAWN)

$(OUT)/harmonic.sp: $(GRAPH_SP) $(OUT)/graph.options
	$(BIN)/harmonic -R -o $@ $<

$(OUT)/cores-$(CORES).sp: $(OUT)/pruned.sp
	$(BIN)/hits $< | $(BIN)/coreextract -R --seeds $(CORES) -o $@

# A graph may have no cores, or too few hosts for one seed on each: these seeds
# and their crawls are empty files, and tables and figures are without them.
define pick
$(OUT)/seeds$(CORES)/$1$2.seeds: $(GRAPH_SP) $(OUT)/graph.options $(NEEDS_$1)
	@mkdir -p $$(@D)
	$$(call nothing,$$(PICK_$1) $3 -o $$@)

$(call crawl,seeds$(CORES)/$1$2,)
endef
$(foreach s,$(ONCE),$(eval $(call pick,$s)))
$(foreach s,$(DRAWN),$(foreach d,$(DRAW_LIST),$(eval $(call \
	pick,$s,-$d,--seed $d))))

# $(call sets,ORDER): the crawls from all seeds, as operands of hotcurve
SETS = $(foreach s,$(ONCE),$s=$s) $(foreach s,$(DRAWN),$(DRAW_LIST:%=$s=$s-%))
sets = $(foreach s,$(SETS),$(subst =,=$(OUT)/seeds$(CORES)/,$s)/$1.order.sp)
crawls = $(foreach s,$(call sets,$1),$(lastword $(subst =, ,$s)))

$(eval $(call remember,$(OUT)/depths.draws,$(CORES) $(ONCE) and $(DRAWN) from \
	$(DRAW_LIST)))

DEPENDS = $(OUT)/depths.draws $(OUT)/rank.sp $(GRAPH_SP)
DEPTHS = $(HOTCURVE) --metric depth --bench $(OUT)/rank.sp

$(OUT)/depths.tsv: $(DEPENDS) $(call crawls,bfs)
	$(DEPTHS) -o $@ $(call some,$(call sets,bfs))

# The paper compares cores with random pages only.
$(call figure,depths): $(OUT)/depths.%: $(DEPENDS) $(call crawls,bfs)
	$(NO_GNUPLOT) $(DEPTHS) -o $@ \
		--title 'Pages by distance from $(CORES) seeds' \
		$(call some,$(filter cores=% random=%,$(call sets,bfs)))

# awk: column NAME of a table of hotcurve, of draws the median and the quartiles
BAND = function band(name, times, format,   low, mid, high) { \
		if (!(name in at) || $$at[name] == "-") return "-"; \
		mid = sprintf(format, times * $$at[name]); \
		if (!((name "_q1") in at)) return mid; \
		low = sprintf(format, times * $$at[name "_q1"]); \
		high = sprintf(format, times * $$at[name "_q3"]); \
		return mid (low == high ? "" : " (" low " to " high ")") }

# $(call depth_table,TSV): as Markdown, the first 20 depths
depth_table = awk -F '\t' ' \
	$(BAND) \
	FNR == 1 { for (i = 1; i <= NF; i++) at[$$i] = i; \
		print "| seeds | depth | pages | mean PageRank |"; \
		print "|---|---|---|---|"; next } \
	$$2 <= 20 && $$at["pages"] != "-" { printf "| %s | %d | %s | %s |\n", $$1, $$2, \
		band("pages", 1, "%.0f"), band("mean_n", 1, "%.3f") }' $1

# What the table lacks, and what it has fewer of than it should
$(OUT)/daneshpajouh.md: $(OUT)/depths.tsv $(OUT)/linked
	$(call depth_table,$<) > $@
	$(BIN)/graphdump -s cores $(OUT)/cores-$(CORES).sp | awk -F '\t' ' \
		NR > 1 { cores = $$1 } \
		END { if (cores < $(CORES)) print "\n" (cores + 0 ? "Only " \
			cores + 0 : "None") " of $(CORES) cores " (cores == 1 ? \
			"was" : "were") " found, so " (cores + 0 ? "core seeds \
are fewer than others." : "there are no core seeds.") }' >> $@
	$(if $(filter one-a-host,$(DRAWN)),[ -s \
		$(OUT)/seeds$(CORES)/one-a-host-$(SEED).seeds ] || printf \
		'\nFewer than $(CORES) hosts have pages with links: without \
one-a-host.\n' >> $@)
	$(call drawn,$(CORES)) >> $@

# ---- are the seeds from different communities? ----

# What they reach within 1 to 4 links, and how much of that is the same; also for
# pages that are of one community by definition: the first hubs of each core.
$(OUT)/seeds$(CORES)/one-core-%.seeds: $(OUT)/cores-$(CORES).sp $(GRAPH_SP)
	@mkdir -p $(@D)
	$(BIN)/graphdump -s cores $< | awk -F '\t' '$$1 == $* && \
		$$2 == "hub" && n++ < $(CORES) { print $$3 }' | { $(call \
		nothing,$(BIN)/seedpick -q -R --urls - -o $@ $(GRAPH_SP)); }

OVERLAPS = $(foreach s,$(ONCE),$s=$(OUT)/seeds$(CORES)/$s.seeds) \
	$(foreach s,$(DRAWN),$(DRAW_LIST:%=$s=$(OUT)/seeds$(CORES)/$s-%.seeds)) \
	$(foreach c,$(shell seq $(CORES)), \
	one-core=$(OUT)/seeds$(CORES)/one-core-$c.seeds)

# Fewer than two seeds have no pair, and are left out.
$(OUT)/overlap.draws.tsv: $(OUT)/depths.draws $(GRAPH_SP) \
		$(foreach o,$(OVERLAPS),$(lastword $(subst =, ,$o)))
	printf '#seeds\tlinks\treached\ttogether\tjaccard\toverlap\n' > $@
	for set in $(call some,$(OVERLAPS)); do \
		$(BIN)/graphstat -q --overlap --table -g $(GRAPH_SP) \
			"$${set#*=}" | awk -F '\t' -v OFS='\t' \
			-v name="$${set%%=*}" 'NR > 1 { print name, $$1, $$2, \
			$$3, $$5, $$6 }'; \
	done >> $@

$(OUT)/overlap.md: $(OUT)/overlap.draws.tsv
	$(call bands,2,%.5g) $< > $@

# Of how many communities they are, and as many random pages; likewise their hosts,
# by the links between these.
ONE_DRAW = $(firstword $(DRAW_LIST))
SEED_SETS = $(foreach s,$(ONCE),$s=$(OUT)/seeds$(CORES)/$s.seeds) \
	$(foreach s,$(DRAWN),$s=$(OUT)/seeds$(CORES)/$s-$(ONE_DRAW).seeds)
NAMES := $(if $(OLD)$(GRAPH),$(call names_of,$(or $(OLD),$(GRAPH))),yes)
FOLDED := $(if $(and $(HOSTS),$(NAMES)),$(OUT)/hosts.sp)
# $(call hosts_of,SEEDS,TO): the hosts of seeds, as seeds of the graph of hosts
hosts_of = $(BIN)/seedpick -g $(GRAPH_SP) --to text $1 | \
	sed 's|^[a-z]*://||; s|[/:].*||' | awk '!seen[$$0]++' | \
	$(BIN)/seedpick -q -R --urls - -o $2 $(OUT)/hosts.sp

$(OUT)/hosts.sp: $(GRAPH_SP) $(OUT)/graph.options
	$(BIN)/graphfold -o $@ $<

# A line for each set of seeds: its name, what its seeds are, and the report.
$(OUT)/communities.txt: $(OUT)/depths.draws $(GRAPH_SP) $(FOLDED) \
		$(foreach s,$(SEED_SETS),$(lastword $(subst =, ,$s)))
	: > $@
	for set in $(call some,$(SEED_SETS)); do \
		seeds=$${set#*=}; name=$${set%%=*}; \
		printf '%s pages ' "$$name"; \
		$(BIN)/graphstat -q --communities --json -g $(GRAPH_SP) \
			"$$seeds" || exit; \
		$(if $(FOLDED),$(call hosts_of,"$$seeds",$@.seeds) || exit; \
		printf '%s hosts ' "$$name"; \
		$(BIN)/graphstat -q --communities --weights raw --json \
			-g $(FOLDED) $@.seeds || exit;) \
	done >> $@
	rm -f $@.seeds

$(OUT)/communities.md: $(OUT)/communities.txt
	awk 'function number(name,   text) { \
			if (!match($$0, "\"" name "\": [-0-9.e+]+")) return "-"; \
			text = substr($$0, RSTART, RLENGTH); \
			sub(/^.*: /, "", text); return text } \
		BEGIN { print "| seeds | of | communities of two or more | \
modularity | seeds | their communities | of as many random | most of one |"; \
			print "|---|---|---|---|---|---|---|---|" } \
		{ name = $$1; of = $$2; sub(/^.*"communities": \{/, ""); \
			groups = number("of_two_or_more"); \
			modularity = number("modularity"); \
			sub(/^.*"seeds": \{/, ""); \
			printf "| %s | %s | %d | %.2f | %d | %d | %.1f | %d |\n", \
				name, of, groups, modularity, number("count"), \
				number("communities"), number("expected"), \
				number("most") }' $< > $@

# ---- the same seeds at equal numbers of downloads ----

define judge
$(OUT)/seeds.$1.tsv: $(DEPENDS) $(call crawls,$1)
	$(HOTCURVE) -q --metric seeds --bench $(OUT)/rank.sp -o $$@ \
		$$(call some,$(call sets,$1))

$(call figure,seeds.$1): $(OUT)/seeds.$1.%: $(DEPENDS) $(call crawls,$1)
	$$(NO_GNUPLOT) $(HOTCURVE) -q --metric seeds --bench $(OUT)/rank.sp \
		--title 'Crawls by $(call plan,$1) from $(CORES) seeds' \
		-o $$@ $$(call some,$(call sets,$1))
endef
$(foreach o,$(ORDERS),$(eval $(call judge,$o)))

$(OUT)/seeds.%.md: $(OUT)/seeds.%.tsv
	awk -F '\t' ' \
		$(BAND) \
		NR == 1 { for (i = 1; i <= NF; i++) at[$$i] = i; \
			print "\nCrawls by $(call plan,$*):\n\n| seeds | \
downloads | PageRank, % | hosts | throughput, % | pages reached |"; \
			print "|---|---|---|---|---|---|"; next } \
		{ printf "| %s | %d | %s | %s | %s | %s |\n", $$1, $$2, \
			band("mass", 100, "%.1f"), band("hosts", 1, "%.0f"), \
			band("throughput", 100, "%.1f"), \
			band("reached", 1, "%.0f") }' $< > $@

# ---- Figures 11 and 12: the seeds of an old crawl in a new one ----

OLD_SP = $(or $(OLD),$(GRAPH_SP))
NEW_SP = $(or $(NEW),$(OUT)/new.sp)
OLD_CORES = $(OUT)/$(if $(OLD),old.)cores.sp
STEPS = url host similar
# As many seeds as cores, and none of them is left where seedpick has no answer.
COUNT_OLD = $$($(BIN)/graphdump -s cores $(OLD_CORES) | awk -F '\t' \
	'NR > 1 { n = $$1 } END { print n + 0 }')
MAP_host = --map-host
MAP_similar = --map-host --map-similar

$(eval $(call remember,$(OUT)/new.options,$(OLD_SP) $(or $(NEW),$(EVOLVE))))
$(eval $(call remember,$(OUT)/new.draws,$(DRAW_LIST)))

$(OUT)/new.sp: $(OLD_SP) $(OUT)/new.options $(OUT)/graph.options
	$(BIN)/graphgen --evolve $(EVOLVE) -o $@ $<

$(OUT)/old.cores.sp: $(OLD_SP) $(OUT)/new.options $(OUT)/cores.options
	$(BIN)/graphprune $< | $(BIN)/hits | \
		$(BIN)/coreextract -R --seeds $(SIZES) -o $@

$(OUT)/new.rank.sp: $(NEW_SP) $(OUT)/new.options
	$(BIN)/pagerank -R --method push -o $@ $<

$(OUT)/new/%.seeds: $(OLD_CORES) $(OLD_SP) $(NEW_SP) $(OUT)/new.options
	@mkdir -p $(@D)
	rm -f $(OUT)/new/$*.json
	$(call nothing,$(BIN)/seedpick -R -g $(OLD_SP) --map $(NEW_SP) \
		$(MAP_$*) --stats $(OUT)/new/$*.json -o $@ $<)
	[ -s $@ ] || echo "\"old_seeds\": $(COUNT_OLD), \"gone\": $(COUNT_OLD)" \
		> $(OUT)/new/$*.json

# As many random pages of the new crawl as seeds survived by their URLs.
$(OUT)/new/random-%.seeds: $(OUT)/new/url.seeds
	$(call unless_empty,$<,$(call nothing,$(BIN)/seedpick -R --seed $* \
		-o $@ --random "$$($(BIN)/graphdump -s seeds $< | \
		grep -vc '^#')" $(NEW_SP)))

$(OUT)/new/%.order.sp: $(OUT)/new/%.seeds
	$(call unless_empty,$<,$(BIN)/crawlorder -R -g $(NEW_SP) -o $@ $<)

.PRECIOUS: $(OUT)/new/%.seeds $(OUT)/new/%.order.sp

NEW_DEPENDS = $(OUT)/new.draws $(OUT)/new.rank.sp $(STEPS:%=$(OUT)/new/%.order.sp) \
	$(DRAW_LIST:%=$(OUT)/new/random-%.order.sp)
NEW_DEPTHS = $(BIN)/hotcurve -g $(NEW_SP) --metric depth \
	--bench $(OUT)/new.rank.sp
NEW_CRAWLS = $(foreach s,$(STEPS),$s=$(OUT)/new/$s.order.sp) \
	$(DRAW_LIST:%=random=$(OUT)/new/random-%.order.sp)

# Where no seed is left, tables and figures are empty.
some_depths = crawls="$(call some,$1)"; \
	if [ -z "$$crawls" ]; then echo "no seed is left, so no $@" >&2; \
	: > $@; else $(NEW_DEPTHS) -o $@ $2 $$crawls; fi

$(OUT)/new.depths.tsv: $(NEW_DEPENDS)
	$(call some_depths,$(NEW_CRAWLS))

$(call figure,new.depths): $(OUT)/new.depths.%: $(NEW_DEPENDS)
	$(NO_GNUPLOT) $(call some_depths,$(filter url=% \
		random=%,$(NEW_CRAWLS)),--title \
		'A later crawl from the seeds of an old one')

$(OUT)/new.md: $(OUT)/new.depths.tsv
	for step in $(STEPS); do cat $(OUT)/new/$$step.json; done | awk ' \
		function number(name,   text) { \
			if (!match($$0, "\"" name "\": [0-9]+")) return 0; \
			text = substr($$0, RSTART, RLENGTH); \
			sub(/^.*: /, "", text); return text } \
		BEGIN { print "| seeds carried | old | by URL | by host | by \
links | gone | twice |"; print "|---|---|---|---|---|---|---|"; \
			split("$(STEPS)", step, " ") } \
		{ printf "| %s | %d | %d | %d | %d | %d | %d |\n", step[NR], \
			number("old_seeds"), number("found_by_url"), \
			number("found_by_host"), \
			number("found_by_links"), number("gone"), \
			number("found_twice") } \
		END { print "| paper | 100 | 11 | | | 89 | |\n" }' > $@
	$(call depth_table,$<) >> $@

NEW_RESULTS := $(if $(NAMES),$(OUT)/new.md $(call figure,new.depths),$(info \
	$(OLD_SP) has no URLs: without seeds for a new crawl))

TABLES = $(OUT)/graph.md $(OUT)/core-distances.md $(OUT)/daneshpajouh.md \
	$(OUT)/overlap.md $(OUT)/communities.md \
	$(ORDERS:%=$(OUT)/seeds.%.md) $(filter %.md,$(NEW_RESULTS))

result: $(TABLES) $(OUT)/core-sizes.tsv $(NEW_RESULTS) \
		$(foreach f,core-sizes core-map depths $(ORDERS:%=seeds.%), \
		$(call figure,$f))
	@cat $(TABLES)
