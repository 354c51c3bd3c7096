# Golshani and ZarehBidoki 2012 (IECA): Table II, Figures 2 to 8, their choice of
# parameters (section III), and what orders cost (section V).
#
#   make -f ieca.mk [GRAPH=g.sp] [OUT=out] [DRAWS=20] [WINDOW=N]
#       [ABLATION="delta0~0 beta~1 update~lazy"]
#
# Results: OUT/ieca.tsv, .md (throughput at 10, 25 and 45 % of all pages, with
# the paper's at 45 % on its three graphs); OUT/ieca.png, .pdf (curves, and bands
# from the first to the third quartile of the draws); the same as
# OUT/ieca.reachable of the pages that can be reached from the seeds, which the
# paper calls discoverable; OUT/ieca.minus-shuffle.png, .pdf (differences).
# OUT/ieca.tranches.tsv, .png, .pdf: mean PageRank of the downloads of a
# breadth-first crawl over its course (Figure 2).
# OUT/ieca.delta (Figure 3), OUT/ieca.view (Figure 7) and OUT/ieca.held (Figure
# 8) are tables and figures of the first draw, with a row every WINDOW downloads.
# OUT/ieca.claims.md: what the paper says of the orders, judged by whole curves
# from SEEDS and COUNTS="10 1000" seeds, also with at most the part CAP=0.01 of
# the hot pages, or PER_SHAPE=10 of them, of one shape of URLs, and by shapes.
# OUT/ieca.ablation.md, .png, .pdf: IECA with other parameters, one at a time;
# OUT/ieca.cost.md: keys set and links read.
# OUT/ieca.rule1.md: "the more important a web page is, the more backlinks it should
# have" (Table I): Kendall's tau between in-links and PageRank, and which part of the
# best pages by PageRank are the best by in-links, where these are ten or more; of
# hosts as well.

all: result

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

ORDERS ?= bfs backlink batchpr partialpr opic opic+init~seeds fica ieca \
	ieca+update~lazy
ORDERS := $(ORDERS)

# delta starts at different values and ends at 0.07, or starts at 0.35 and ends
# at different values.  part~N is k, as a part of the pages: a 40th by default.
ABLATION ?= delta0~0.07+slope~0 delta0~0.1+slope~0.03 delta0~0.2+slope~0.13 \
	delta0~0.3+slope~0.23 delta0~0.5+slope~0.43 delta0~0.7+slope~0.63 \
	$(addprefix slope~,0 0.1 0.2 0.35) $(addprefix beta~,0 0.03 0.3 1) \
	$(addprefix part~,1 4 10 160) update~min update~lazy pc~shift
ABLATION := $(ABLATION)
RULE1_AT ?= 0.001,0.01,0.05,0.1,0.25,0.45

IECA = $(call files,$(DRAW_LIST:%=random-%),$(ORDERS))

$(eval $(call remember,$(OUT)/ieca.orders,$(ORDERS) from $(DRAW_LIST)))
$(eval $(call random_seeds,random,$(SEEDS)))
$(foreach d,$(DRAW_LIST),$(eval $(call \
	crawl,random-$d,,--queue-window $$(WINDOW))))

DEPENDS = $(OUT)/ieca.orders $(OUT)/rank.sp $(GRAPH_SP) $(IECA)

# ---- throughput: Table II, Figures 4 to 6 ----

$(OUT)/ieca.tsv: $(DEPENDS)
	$(HOTCURVE) --bench $(OUT)/rank.sp --summary -o $@ $(IECA)

$(OUT)/ieca.reachable.tsv: $(DEPENDS)
	$(HOTCURVE) --bench $(OUT)/rank.sp --summary --reachable -o $@ $(IECA)

$(OUT)/ieca.md: $(OUT)/ieca.tsv $(OUT)/ieca.reachable.tsv \
		$(HERE)ieca.paper.tsv
	$(call markdown,$<,$(HERE)ieca.paper.tsv) > $@
	printf '\nOf the pages that can be reached from the seeds:\n\n' >> $@
	$(call markdown,$(OUT)/ieca.reachable.tsv) >> $@
	$(call drawn,$(SEEDS)) >> $@

$(call figure,ieca): $(OUT)/ieca.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) --bench $(OUT)/rank.sp -o $@ $(IECA)

$(call figure,ieca.reachable): $(OUT)/ieca.reachable.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) --bench $(OUT)/rank.sp --reachable \
		--title 'Throughput of the discoverable pages' -o $@ $(IECA)

$(call figure,ieca.minus-shuffle): $(OUT)/ieca.minus-shuffle.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) --bench $(OUT)/rank.sp --minus-shuffle \
		--title 'Throughput above that of a random order' -o $@ \
		$(IECA)

# ---- mean PageRank over the crawl: Figure 2 ----

# By day in the paper, of 28 days, and here by 28th part of the pages.
BFS = $(call files,$(DRAW_LIST:%=random-%),bfs)
TRANCHES = $(HOTCURVE) -q --bench $(OUT)/rank.sp --metric tranche --points 28
TRANCHE_DEPENDS = $(OUT)/ieca.orders $(OUT)/rank.sp $(GRAPH_SP) $(BFS)

$(OUT)/ieca.tranches.tsv: $(TRANCHE_DEPENDS)
	$(TRANCHES) -o $@ $(BFS)

$(call figure,ieca.tranches): $(OUT)/ieca.tranches.%: $(TRANCHE_DEPENDS)
	$(NO_GNUPLOT) $(TRANCHES) --title 'Mean PageRank over the crawl' \
		-o $@ $(BFS)

# ---- what the paper says of the orders ----

COUNTS ?= 10 1000
$(eval $(call claims_of_draws,ieca))

# ---- the queue: Figures 3, 7 and 8 ----

QUEUES = $(ORDERS:%=$(OUT)/random-$(SEED)/%.queue.tsv)

# delta by its definition, 3.7 in seedpipe-algorithms(7), at the downloads of the
# first draw: it falls every K downloads, by SLOPE over all pages of the graph.
# Not of orders with n~N.
$(OUT)/ieca.delta.tsv: $(OUT)/pages $(QUEUES)
	awk -F '\t' -v OFS='\t' -v pages="$$(cat $<)" -v every=$(K) ' \
		function option(name, value,   i, n, part) { \
			n = split($$1, part, ":"); \
			for (i = 2; i <= n; i++) \
				if (index(part[i], name "=") == 1) value = \
					substr(part[i], length(name) + 2); \
			return value } \
		function period(k) { return k != "auto" ? k : \
			pages < 40 ? 1 : int(pages / 40) } \
		BEGIN { print "#order", "downloads", "delta" } \
		$$1 ~ /^ieca(:|$$)/ { k = period(option("k", every)); \
			print $$1, $$2, option("delta0", 0.35) - \
				option("slope", 0.28) * \
				int($$2 / k) * k / pages }' \
		$(filter %.tsv,$^) > $@

$(OUT)/ieca.view.tsv: $(OUT)/pages $(QUEUES)
	awk -F '\t' -v OFS='\t' -v pages="$$(cat $<)" ' \
		BEGIN { print "#part of the web", "downloads", "pages" } \
		$$1 == "ieca" { print "1 downloaded", $$2, $$2; \
			print "2 queued", $$2, $$3; \
			print "3 not known", $$2, pages - $$4 }' \
		$(filter %.tsv,$^) | sort -t '	' -k 1,1 -k 2,2n > $@

# Orders that rank the known web hold all pages of it, others only their queue.
$(OUT)/ieca.held.tsv: $(QUEUES)
	awk -F '\t' -v OFS='\t' ' \
		BEGIN { print "#order", "downloads", "pages_held" } \
		!/^#/ { print $$1, $$2, \
			$$1 ~ /^(batch|partial)pr(:|$$)/ ? $$4 : $$3 }' $^ > $@

TITLE_delta = delta while pages are downloaded
TITLE_view = The web as the crawler of IECA sees it
TITLE_held = Pages held to choose the next one

define queue_figure
$(call figure,ieca.$1): $(OUT)/ieca.$1.%: $(OUT)/ieca.$1.tsv
	$$(NO_GNUPLOT) $(BIN)/hotcurve --metric table -o $$@ \
		--title '$(TITLE_$1)' $$<
endef
$(foreach f,delta view held,$(eval $(call queue_figure,$f)))

# ---- the parameters: section III ----

ABLATED = $(if $(ABLATION),ieca $(ABLATION:%=ieca+%))
ABLATED_FILES = $(call files,$(DRAW_LIST:%=random-%),$(ABLATED))

# ieca+part~160 is IECA with a period of a 160th of the pages.
define crawl_part
$(OUT)/random-$1/ieca+part~%.order.sp: $(GRAPH_SP) $(OUT)/random-$1.seeds \
		$(OUT)/random-$1/options $(OUT)/pages
	k=$$$$(($$$$(cat $(OUT)/pages) / $$*)) && \
		$(BIN)/crawlorder -q -R -g $(GRAPH_SP) -o $$@ --order \
		ieca:k=$$$$((k ? k : 1)) $(OUT)/random-$1.seeds
endef
$(foreach d,$(DRAW_LIST),$(eval $(call crawl_part,$d)))

$(eval $(call remember,$(OUT)/ieca.ablated,$(ABLATED) from $(DRAW_LIST)))

$(OUT)/ieca.ablation.tsv: $(OUT)/ieca.ablated $(OUT)/rank.sp $(GRAPH_SP) \
		$(ABLATED_FILES)
	$(HOTCURVE) --bench $(OUT)/rank.sp --summary -o $@ $(ABLATED_FILES)

$(OUT)/ieca.ablation.md: $(OUT)/ieca.ablation.tsv
	$(call markdown,$<) | grep -v -e '^| shuffle' -e '^| ideal' > $@

# Differences from the defaults, for parameters that are numbers.
$(OUT)/ieca.gain.tsv: $(OUT)/ieca.ablation.tsv $(OUT)/pages
	awk -F '\t' -v OFS='\t' -v pages="$$(cat $(OUT)/pages)" ' \
		BEGIN { split("delta0 slope beta k", name, " "); \
			split("0.35 0.28 0.1 0.025", usual, " ") } \
		NR == 1 { for (i = 1; i <= NF; i++) at[$$i] = i; \
			several = "quartile" in at; next } \
		several && $$at["quartile"] != 2 { next } \
		{ y = 100 * $$at["throughput_45"]; \
		  if ($$1 == "ieca") middle = y; \
		  if (split($$1, part, /[:=]/) > 1 && part[3] ~ /^[0-9.]+$$/) \
			value[part[2], part[3] / (part[2] == "k" ? pages : 1)] = \
				y } \
		END { print "#parameter", "value", "points_gained"; \
			for (i = 1; i <= 4; i++) value[name[i], usual[i]] = \
				middle; \
			text["k"] = "k, part of all pages"; \
			text["delta0"] = "delta0, end at 0.07"; \
			for (i in value) { split(i, part, SUBSEP); \
				print part[1] in text ? text[part[1]] : \
					part[1], part[2], value[i] - middle } \
		}' $< | sort -t '	' -k 1,1 -k 2,2g > $@

$(call figure,ieca.ablation): $(OUT)/ieca.ablation.%: $(OUT)/ieca.gain.tsv
	$(NO_GNUPLOT) $(BIN)/hotcurve --metric table -o $@ --title \
		'Throughput of IECA at 45 % by its parameters' $<

# ---- the cost: section V ----

$(OUT)/ieca.cost: $(OUT)/ieca.orders $(GRAPH_SP) $(OUT)/random-$(SEED).seeds \
		$(OUT)/random-$(SEED)/options
	$(BIN)/crawlorder -v -R -g $(GRAPH_SP) --k $(K) --order \
		"$$(echo '$(call plan,$(ORDERS))' | tr ' ' ,)" \
		-o $@.sp $(OUT)/random-$(SEED).seeds 2> $@
	rm $@.sp

$(OUT)/ieca.cost.md: $(OUT)/ieca.cost
	awk -F ': ' ' \
		function count(what,   text) { text = "," $$3 ","; \
			if (!match(text, ", ?" what " [0-9,]+,")) return 0; \
			text = substr(text, RSTART, RLENGTH); \
			gsub(/[^0-9]/, "", text); return text } \
		BEGIN { print "| order | links | key updates | rankings | \
links read in all | times its links |"; print "|---|---|---|---|---|---|" } \
		$$3 ~ /^downloads / { links = count("links"); \
			all = links + count("links read by these"); \
			printf "| %s | %d | %d | %d | %d | %.1f |\n", $$2, \
				links, count("key updates"), \
				count("rankings"), all, \
				links ? all / links : 0 }' $< > $@

# ---- rule 1: Table I ----

# In-links as a score of pages, also counted once a host, and of hosts in the graph of
# hosts; then all of them in the order of this score, in which ties are drawn.
RULE1 := pages $(if $(HOSTS),pages-by-host hosts)

$(OUT)/rule1/pages.sp $(OUT)/rule1/pages-by-host.sp: $(GRAPH_SP) $(OUT)/graph.options
	@mkdir -p $(@D)
	ln -sf $(abspath $<) $@

$(OUT)/rule1/hosts.sp: $(GRAPH_SP) $(OUT)/graph.options
	@mkdir -p $(@D)
	$(BIN)/graphfold -q -o $@ $<

$(OUT)/rule1/%.in.sp: $(OUT)/rule1/%.sp
	$(BIN)/rank -q --name in-links \
		-m degree$(if $(filter pages-by-host,$*),:of=hosts) -o $@ $<

$(OUT)/rule1/%.rank.sp: $(OUT)/rule1/%.sp
	$(BIN)/pagerank -q -R --method push -o $@ $<

$(OUT)/rule1/%.tau: $(OUT)/rule1/%.in.sp $(OUT)/rule1/%.rank.sp
	$(BIN)/hotcurve -q -m tau --scores -b $(OUT)/rule1/$*.rank.sp -o $@ $<

define rule1
$(OUT)/rule1/$1-%.order.sp: $(OUT)/rule1/$1.in.sp
	$(BIN)/graphstat --json $$< | $$(call json,pages) | \
		awk '{ for (i = 0; i < $$$$1; i++) print i }' | \
		$(BIN)/crawlorder -q -R -g $$< --order omniscient \
		--score in-links --tie random:$$* --seeds - -o $$@

$(OUT)/rule1/$1.tsv: $(OUT)/rule1/$1.rank.sp \
		$(CLAIMS_LIST:%=$(OUT)/rule1/$1-%.order.sp)
	$(BIN)/hotcurve -q -g $(OUT)/rule1/$1.sp -b $$< --at $(RULE1_AT) \
		-o $$@ $(CLAIMS_LIST:%=$(OUT)/rule1/$1-%.order.sp)

.PRECIOUS: $(OUT)/rule1/$1-%.order.sp
endef
$(foreach r,$(RULE1),$(eval $(call rule1,$r)))

$(OUT)/ieca.rule1.md: $(RULE1:%=$(OUT)/rule1/%.tau) $(RULE1:%=$(OUT)/rule1/%.tsv)
	awk -F '\t' -v at=$(RULE1_AT) ' \
		BEGIN { n = split(at, part, ","); \
			text = "| in-links of | number | tau with PageRank |"; \
			line = "|---|---|---|"; \
			for (i = 1; i <= n; i++) { line = line "---|"; \
				text = text " best " 100 * part[i] " % |" } \
			print text; print line } \
		FNR == 1 { name = FILENAME; sub(/.*\//, "", name); \
			tau = sub(/\.tau$$/, "", name); sub(/\..*/, "", name); \
			if (tau) names[++count] = name; next } \
		tau { row[name] = sprintf("| %s | %d | %s |", name, $$2, \
			$$3 == "-" ? "-" : sprintf("%.3f", $$3)); next } \
		$$1 < 10 { row[name] = row[name] " - |"; next } \
		{ low = sprintf("%.1f", 100 * $$4); \
		  high = sprintf("%.1f", 100 * $$5); \
		  row[name] = row[name] sprintf(" %.1f", 100 * $$3) \
			(low != high ? " (" low " to " high ")" : "") " |" } \
		END { for (i = 1; i <= count; i++) print row[names[i]] }' \
		$(RULE1:%=$(OUT)/rule1/%.tau) $(RULE1:%=$(OUT)/rule1/%.tsv) > $@

ABLATION_TABLE = $(if $(ABLATION),$(OUT)/ieca.ablation.md)

result: $(OUT)/ieca.md $(OUT)/ieca.claims.md $(ABLATION_TABLE) \
		$(OUT)/ieca.cost.md $(OUT)/ieca.rule1.md \
		$(call figure,ieca) $(call figure,ieca.reachable) \
		$(call figure,ieca.minus-shuffle) $(call figure,ieca.held) \
		$(OUT)/ieca.tranches.tsv $(call figure,ieca.tranches) \
		$(if $(filter ieca,$(ORDERS)),$(call figure,ieca.delta) \
		$(call figure,ieca.view)) \
		$(if $(ABLATION),$(call figure,ieca.ablation))
	@cat $(OUT)/ieca.md $(OUT)/ieca.claims.md $(ABLATION_TABLE) \
		$(OUT)/ieca.rule1.md $(OUT)/ieca.cost.md
