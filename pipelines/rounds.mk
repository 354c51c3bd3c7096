# A crawl in rounds, really run: a crawler fetches a list of pages, its archives
# become a graph with states, and crawlnext chooses the next list from it.
# Beside it, on the same web: the next pages in the order in which they were
# found, as a breadth-first crawl fetches them, and the crawler's own order.
#
#   make -f rounds.mk [CRAWLER=wget] [GRAPH=g.sp] [PAGES=50000] [ROUNDS=10]
#       [ROUND=500] [START=10] [DRAWS=3] [SEED=1] [NEXT="--per-host 5%"]
#       [WAYS="next found own"] [WEB="..."] [OUT=out]
#
# CRAWLER is wget or scrapy; scrapy is run by PYTHON, which needs its module and
# warcio.  GRAPH is a graph with names of pages, of which those with http: are
# served; without it, a web of PAGES pages is generated.  It is served on the
# loopback address by SERVEWEB, build/tests/serveweb of the source tree, with
# the options WEB: by default some pages are gone, redirect, fail or are copies of
# others, some hosts fail in this round or are slow, and robots.txt, which is
# obeyed, forbids some hosts and folders.  Temporary failures are drawn for each
# round.  NEXT are options of crawlnext.
#
# The first round is the same for crawlnext and for the found order: the crawler
# follows links from START random pages until it has ROUND downloads.  All other
# rounds fetch a list of at most ROUND pages and follow nothing.  The crawler by
# itself makes one crawl of ROUNDS times ROUND downloads from the same pages.
# Every request for a page is a download, whatever the answer.  WAYS chooses
# what is compared: next, found, own, and best, the known pages that have the
# most PageRank in the whole web and can be fetched, which no crawl can know.
#
# Results: OUT/rounds.tsv (each crawl after each round), rounds.md (medians of
# the draws, and how many downloads crawlnext saves), saved.tsv (of each draw),
# expected.tsv (what crawlnext expected of each list, and what came),
# rounds.svg, .png (PageRank against downloads).  PageRank is that of the whole
# web as it is served, and counts if the page came.  Of each draw and round, in
# OUT/draw-N: NAME.list, what is fetched; NAME.warc.gz, .access and .refused, of
# the crawler and the server; NAME.sp, what is known afterwards.  A round that
# is done is not done again.

all: result

PAGES ?= 50000
ROUNDS ?= 10
ROUND ?= 500
START ?= 10
DRAWS ?= 3
TYPES ?= svg png

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

CRAWLER ?= wget
WAYS ?= next found own
NEXT ?=
# What is always so, and what depends on the round.
FOR_GOOD = --status 404:0.05,410:0.01,500:0.02,301:0.03,302:0.02 \
	--copies 0.1 --disallow 0.03 --disallow-folders 0.05
FOR_NOW = --busy 0.03 --down 0.03 --slow-hosts 0.05
WEB ?= $(FOR_GOOD) $(FOR_NOW)
LOG_wget = wgetrejected
LOG_scrapy = scrapylog
ifeq ($(filter next,$(WAYS)),)
$(error WAYS=$(WAYS): next must be one of them)
endif
include $(HERE)crawlers.mk

$(eval $(call remember,$(OUT)/web.options,$(WEB)))
$(eval $(call remember,$(OUT)/start.options,$(CRAWLER) $(START) $(ROUND)))
$(eval $(call remember,$(OUT)/own.options,$(ROUNDS)))
$(eval $(call remember,$(OUT)/next.options,$(NEXT)))
$(eval $(call remember,$(OUT)/draws.options,$(DRAW_LIST) $(ROUNDS) $(WAYS)))

# ---- the web as it is served -------------------------------------------------

# Without temporary failures, which are no property of a page
$(OUT)/pages.tsv: $(GRAPH_SP) $(OUT)/graph.options $(OUT)/web.options
	$(SERVEWEB) -q $(WEB) --busy 0 --down 0 --truth $@ \
		--links $(OUT)/links.tsv $<

# Its own graph: redirects are links, and copies have those of their page.
$(OUT)/served.sp: $(OUT)/pages.tsv
	sed 1d $< | cut -f 1 > $@.names
	awk -F '\t' 'NR == FNR { if (FNR > 1) page[$$1] = FNR - 2; next } \
		FNR > 1 { print page[$$1], page[$$2] }' $< $(OUT)/links.tsv | \
		$(BIN)/graphimport -q -f arcs --names $@.names -o $@ -
	rm $@.names

# URL, PageRank, the page whose bytes it has, and whether it can be fetched.
$(OUT)/truth.tsv: $(OUT)/served.sp $(OUT)/pages.tsv
	$(BIN)/pagerank $< | $(BIN)/graphdump -s scores --score pagerank | \
		awk -F '\t' -v OFS='\t' ' \
		FNR == 1 { file++; for (i = 1; i <= NF; i++) { \
			sub(/^#/, "", $$i); at[file, $$i] = i }; next } \
		file == 1 { rank[$$1] = $$NF; next } \
		{ copied = $$(at[2, "copied"]); \
		  print $$1, rank[FNR - 2], copied == "-" ? $$1 : copied, \
			$$2 == 200 && $$(at[2, "robots"]) == "-" && \
			$$1 ~ /^http:/ }' \
		- $(OUT)/pages.tsv > $@

# ---- rounds ------------------------------------------------------------------

D = $(OUT)/draw-$*
CRAWL = SERVEWEB=$(SERVEWEB) PYTHON=$(PYTHON) exec sh $(HERE)rounds.sh \
	$(CRAWLER)

# Pages that can be fetched, as drawn, up to START.
$(OUT)/draw-%/start.list: $(GRAPH_SP) $(OUT)/truth.tsv $(OUT)/start.options
	@mkdir -p $(D)
	$(BIN)/graphdump -s names $< | sed 1d | wc -l > $(D)/all
	$(BIN)/seedpick -q --random "$$(cat $(D)/all)" --any --seed $* --text \
		$< | awk -F '\t' -v count=$(START) ' \
		NR == FNR { fine[$$1] = $$4; next } \
		fine[$$1] && count-- > 0' $(OUT)/truth.tsv - | \
		$(BIN)/seedpick -q --urls /dev/stdin --to $(TO_$(CRAWLER)) \
			-o $@ $<
	rm $(D)/all

$(OUT)/draw-%/own.access: $(OUT)/draw-%/start.list $(OUT)/own.options
	$(CRAWL) follow $(GRAPH_SP) $< $(D)/own $(WEB) --round $*001 \
		--most $$(($(ROUNDS) * $(ROUND)))

$(OUT)/draw-%/first-1.access: $(OUT)/draw-%/start.list
	$(CRAWL) follow $(GRAPH_SP) $< $(D)/first-1 $(WEB) --round $*001 \
		--most $(ROUND)

# $(call rounds,WAY,ROUND): the files of the crawl up to this round
rounds = first-1 $(addprefix $1-,$(wordlist 2,$2,$(shell seq $(ROUNDS))))
last = $(lastword $(call rounds,$1,$2))

# $(call known,DRAW,WAY,ROUND): rule for what is known after a round.  Neither
# robots.txt nor the page with links to the list is a page of the web; what
# robots.txt forbids was not fetched, but must not be chosen again.
define known
$(OUT)/draw-$1/$(call last,$2,$3).sp: \
		$(OUT)/draw-$1/$(call last,$2,$3).access
	$(BIN)/crawlgraph -q -f warc --redirects -o $$@.all \
		$(patsubst %,$(OUT)/draw-$1/%.warc.gz,$(call rounds,$2,$3))
	$(BIN)/graphdump -s names $$@.all | awk -F '\t' 'NR > 1 && \
		$$$$3 !~ "^http://[^/]*/robots.txt$$$$" && \
		$$$$3 != "http://seeds.invalid/" { print $$$$1 }' | \
		$(BIN)/graphprune -q --pages - -o $$@.pages $$@.all
	cat $(patsubst %,$(OUT)/draw-$1/%.refused,$(call rounds,$2,$3)) \
		> $$@.refused
	if [ -s $$@.refused ]; then $(BIN)/crawlimport -q -f $(LOG_$(CRAWLER)) \
		-g $$@.pages -o $$@ $$@.refused; else \
		cp $$@.pages $$@; fi
	rm $$@.all $$@.pages $$@.refused
endef

# The next pages by crawlnext, and those that were found first: the pages of
# archives have numbers in the order in which they appear.  And the best of what
# is known.  An empty list ends the crawl.
define BATCH_next
	$(BIN)/crawlnext -n $(ROUND) $(NEXT) --stats $$@.stats -o $$@.seeds $$<
	$(BIN)/graphdump -s seeds -o $$@.table $$@.seeds
	sed 1d $$@.table | cut -f 4 > $$@.batch
	rm $$@.seeds $$@.table
endef
define BATCH_found
	$(BIN)/graphdump -s states --urls -o $$@.table $$<
	awk -F '\t' '$$$$2 == "unfetched" && n++ < $(ROUND) { print $$$$3 }' \
		$$@.table > $$@.batch
	rm $$@.table
endef

define BATCH_best
	$(BIN)/graphdump -s states --urls -o $$@.table $$<
	awk -F '\t' -v OFS='\t' 'NR == FNR { \
			rank[$$$$1] = $$$$2 * $$$$4; next } \
		$$$$2 == "unfetched" && rank[$$$$3] > 0 { \
			print rank[$$$$3], $$$$3 }' $(OUT)/truth.tsv $$@.table | \
		LC_ALL=C sort -k 1,1gr -k 2,2 | head -n $(ROUND) | cut -f 2 \
		> $$@.batch
	rm $$@.table
endef

# $(call number,DRAW,ROUND): the round of the server, another for each draw
number = $1$(shell printf %03d $2)

# $(call round,DRAW,WAY,ROUND): rules for a round after the first
define round
$(OUT)/draw-$1/$2-$3.list: \
		$(OUT)/draw-$1/$(call last,$2,$(shell expr $3 - 1)).sp \
		$(if $(filter next,$2),$(OUT)/next.options)
$(BATCH_$2)
	$$(call unless_empty,$$@.batch,$(BIN)/seedpick -q --urls $$@.batch \
		--to $(TO_$(CRAWLER)) -o $$@ $$<)
	rm $$@.batch

$(OUT)/draw-$1/$2-$3.access: $(OUT)/draw-$1/$2-$3.list
	$(CRAWL) list $(GRAPH_SP) $$< $(OUT)/draw-$1/$2-$3 $(WEB) \
		--round $(call number,$1,$3)
endef

AFTER_FIRST := $(wordlist 2,$(ROUNDS),$(shell seq $(ROUNDS)))
$(foreach d,$(DRAW_LIST),$(eval $(call known,$d,first,1)))
$(foreach d,$(DRAW_LIST),$(foreach w,next found best,$(foreach k,$(AFTER_FIRST), \
	$(eval $(call round,$d,$w,$k)) $(eval $(call known,$d,$w,$k)))))

.SECONDARY:

# ---- what they have ----------------------------------------------------------

# $(call number_of,NAME): prints the number of this name in statistics
number_of = sed 's/.*"$1": \([^,}]*\).*/\1/'

# $(call files,DRAW,WAY): the logs of a crawl
files = $(patsubst %,$(OUT)/draw-$1/%.access,$(if $(filter own,$2),own, \
	$(call rounds,$2,$(ROUNDS))))

# A row for each download of each crawl.
define curve
$(OUT)/draw-$1/$2.tsv: $(OUT)/truth.tsv $(HERE)rounds.awk $(OUT)/draws.options \
		$(call files,$1,$2)
	LC_ALL=C awk -f $(HERE)rounds.awk \
		$(if $(filter own,$2),-v size=$(ROUND)) $(OUT)/truth.tsv \
		$$(filter %.access,$$^) > $$@
endef
$(foreach d,$(DRAW_LIST),$(foreach w,$(WAYS),$(eval $(call curve,$d,$w))))

CURVES = $(foreach d,$(DRAW_LIST),$(WAYS:%=$(OUT)/draw-$d/%.tsv))

$(OUT)/curves.tsv: $(CURVES) $(OUT)/draws.options
	awk -F '\t' -v OFS='\t' ' \
		FNR == 1 { n = split(FILENAME, part, "/"); \
			crawl = part[n]; sub(/\.tsv$$/, "", crawl); \
			draw = part[n - 1]; sub(/^draw-/, "", draw); \
			if (!header++) { sub(/^#/, ""); \
				print "#draw", "crawl", $$0 } \
			next } \
		{ print draw, crawl, $$0 }' $(filter %.tsv,$^) > $@

# After each round.
$(OUT)/rounds.tsv: $(OUT)/curves.tsv
	awk -F '\t' ' \
		NR == 1 { print; next } \
		{ key = $$1 FS $$2 FS $$3; \
		  if (key != last && last != "") print row; \
		  last = key; row = $$0 } \
		END { if (last != "") print row }' $< > $@

$(OUT)/saved.tsv: $(OUT)/curves.tsv $(HERE)saved.awk
	LC_ALL=C awk -f $(HERE)saved.awk -v crawl=next $< > $@

# What crawlnext expected of each list, and how many pages came that had not
# been fetched before.  A round without a request has no row of its own.
$(OUT)/expected.tsv: $(OUT)/rounds.tsv
	for draw in $(DRAW_LIST); do for round in $(AFTER_FIRST); do \
		stats=$(OUT)/draw-$$draw/next-$$round.list.stats; \
		$(call number_of,chosen) $$stats; \
		$(call number_of,expected_ok) $$stats; \
		echo $$draw $$round; done; done | paste -d ' ' - - - | \
		awk -F '[\t ]' -v OFS='\t' ' \
		BEGIN { print "#draw", "round", "chosen", "expected", "came" } \
		NR == FNR { if ($$2 == "next") came[$$1, $$3] = $$5; next } \
		!($$3 in last) { last[$$3] = came[$$3, 1] + 0 } \
		{ all = ($$3, $$4) in came ? came[$$3, $$4] : last[$$3]; \
		  print $$3, $$4, $$1, $$2, all - last[$$3]; last[$$3] = all \
		}' $< - > $@

NAME_next = crawlnext
NAME_found = breadth-first
NAME_own = $(CRAWLER) by itself
NAME_best = best known pages
NAMES = $(foreach w,$(WAYS),name["$w"] = "$(NAME_$w)";)

# Where crawlnext never has as much, a large number stands for its downloads, so
# that medians are those of all draws.
$(OUT)/rounds.md: $(OUT)/rounds.tsv $(OUT)/saved.tsv $(OUT)/expected.tsv
	awk -F '\t' -v OFS='\t' ' \
		BEGIN { $(NAMES) } \
		NR == 1 { print "#crawl", "round", "downloads", "PageRank, %", \
			"hosts", "came", "redirects", "gone", "failed", \
			"copies", "again"; next } \
		{ print name[$$2], $$3, $$4, sprintf("%.2f", 100 * $$6), $$7, \
			$$5, $$8, $$9, $$10, $$11, $$12 }' $< | \
		sort -t '	' -s -k 1,1 -k 2,2n | \
		$(call bands,2,%.1f) > $@
	echo >> $@
	awk -F '\t' -v OFS='\t' ' \
		BEGIN { $(NAMES) } \
		NR == 1 { print "#beside", "round", "downloads", \
			"PageRank, %", "crawlnext needs", \
			"part of them, %"; \
			next } \
		{ print name[$$1], $$3, $$4, sprintf("%.2f", 100 * $$5), \
			$$6 == "-" ? 1e12 : $$6, \
			$$6 == "-" ? 1e12 : 100 * $$7 }' \
		$(OUT)/saved.tsv | \
		sort -t '	' -s -k 1,1 -k 2,2n | $(call bands,2,%.1f) | \
		sed 's/[0-9]\{9,\}\.[0-9]/never/g' >> $@
	echo >> $@
	awk -F '|' ' \
		{ for (i = 2; i < NF; i++) gsub(/^ +| +$$/, "", $$i) } \
		NF == 8 && $$3 == $(ROUNDS) && $$2 != "$(NAME_best)" { \
			ratio = $$7; sub(/ |$$/, " % ", ratio); \
			sub(/ $$/, "", ratio); \
			for (i = 4; i < 7; i++) sub(/ .*/, "", $$i); \
			printf("After %s downloads, %s has %s %% of the " \
				"PageRank; crawlnext has it after %s.\n", \
				$$4, $$2, $$5, $$6 == "never" ? \
				"more than it made" : \
				$$6 ", " ratio " of them") }' $@ > $@.verdict
	cat $@.verdict >> $@
	rm $@.verdict
	awk -F '\t' ' \
		NR > 1 && $$3 { n++; chosen += $$3; expected += $$4; came += $$5; \
			near += $$4 > 0 && $$5 >= 0.8 * $$4 && \
				$$5 <= 1.2 * $$4 } \
		END { if (n) printf("Of %d pages that crawlnext chose, it " \
			"expected %.0f to come; %d did. In %d of %d rounds " \
			"it was right within 20 %%.\n", chosen, expected, \
			came, near, n) }' $(OUT)/expected.tsv >> $@

# ---- the figure --------------------------------------------------------------

# A block of each crawl: downloads, then the median of the draws in percent, the
# least and the most.
$(OUT)/rounds.blocks: $(OUT)/curves.tsv
	awk -F '\t' -v steps=200 ' \
		NR == 1 { next } \
		{ mass[$$2, $$1, $$4] = 100 * $$6; draws[$$1]; \
		  if ($$4 > most) most = $$4; \
		  if ($$4 > last[$$2, $$1]) last[$$2, $$1] = $$4 } \
		END { n = split("$(WAYS)", way, " "); \
		for (w = 1; w <= n; w++) { \
			printf("%s# %s\n0\t0\t0\t0\n", \
				w > 1 ? "\n\n" : "", way[w]); \
			for (s = 1; s <= steps; s++) { \
				at = int(most * s / steps); count = 0; \
				for (d in draws) if (at && \
				     at <= last[way[w], d]) { \
					x = mass[way[w], d, at]; \
					for (i = count++; i && v[i] > x; i--) \
						v[i + 1] = v[i]; \
					v[i + 1] = x } \
				total = 0; for (d in draws) total++; \
				if (count == total) printf \
					"%d\t%.4f\t%.4f\t%.4f\n", at, \
					(v[int((count + 1) / 2)] + \
					 v[int(count / 2) + 1]) / 2, v[1], \
					v[count] } } }' $< > $@

SIZE_svg = svg size 800,560 dynamic
BAND = using 1:3:4 with filledcurves fillstyle transparent solid 0.2 noborder
CURVE = using 1:2 with lines linewidth 2.5
CAPTION = "a web of " . system("cat $(OUT)/pages") . " pages, rounds of \
	$(ROUND); $(START) pages to start from$(if $(word 2,$(DRAW_LIST)),; \
	medians and range of $(words $(DRAW_LIST)) draws)"
# The level that the first crawl beside crawlnext reaches.
LEVEL = stats "$<" index 1 using 1:2 nooutput name "S"; \
	set arrow 1 from 0,S_max_y to S_max_x,S_max_y nohead dashtype 3 \
		linecolor rgb "$H808080";
COMMA := ,
EMPTY :=
SPACE := $(EMPTY) $(EMPTY)
TITLES = $(subst "$(SPACE)","$(COMMA)",$(foreach w,$(WAYS),"$(NAME_$w)"))
PANEL = $(if $(word 2,$(WAYS)),$(LEVEL)) \
	set xrange [0:*]; set yrange [0:*]; set key bottom right; \
	set key inside vertical; set bmargin 5; \
	set xlabel "downloads, whatever the answer"; \
	set ylabel "PageRank that came, in percent of the web"; \
	set label 1 $(CAPTION) at screen 0.5,0.02 center noenhanced; \
	last = $(words $(WAYS)) - 1; array name[last + 1] = [$(TITLES)]; \
	plot for [i = 0:last] "$<" index i $(BAND) linetype i + 1 notitle, \
	for [i = 0:last] "$<" index i $(CURVE) linetype i + 1 \
		title name[i + 1]

$(call figure,rounds): $(OUT)/rounds.%: $(OUT)/rounds.blocks $(OUT)/pages
	$(NO_GNUPLOT) gnuplot -e '$(DRAW) $(PANEL)'

result: $(OUT)/rounds.md $(call figure,rounds)
	@cat $<
