# A crawl that was really run, from its log: beside crawls by other orders from
# the same seeds and of the same length, and what it asked of the hosts.
#
#   make -f crawl.mk LOG=crawl.log [GRAPH=g.sp] [FORMAT=auto] [OUT=out]
#       [ORDERS="bfs opic fpr"] [OPTIONS="--match loose"]
#
# LOG is one log of crawlimport(1), or several.  Without GRAPH, the graph is made
# from the log, which then has to say where pages were found.
#
# Results: OUT/crawl.tsv, .md (throughput of the orders); OUT/crawl.png, .pdf
# (throughput), OUT/crawl.rank.png, .pdf (cumulative PageRank); OUT/speed.tsv,
# .png, .pdf (the lowest, mean and highest speed in each of SEGMENTS parts of the
# crawl: Figures 4 and 9 of Baker and Akcayol 2017); OUT/hosts.png,
# .pdf (downloads of hosts over time), OUT/waits.png, .pdf (waits between two
# requests to a host), OUT/failures.png, .pdf (failures by depth); and the tables
# hosts, waits, time, host-time, depths and statuses of crawlimport(1) as .tsv.

all: result

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

FORMAT ?= auto
ORDERS ?= bfs opic fpr
OPTIONS ?=
SEGMENTS ?= 20
ifeq ($(LOG),)
$(error give the log of a crawl, as in LOG=crawl.log)
endif

CRAWL = $(OUT)/crawl.sp
IMPORT = $(BIN)/crawlimport -f $(FORMAT) $(OPTIONS) $(if $(GRAPH),-g $(GRAPH))
COMMA := ,
EMPTY :=
SPACE := $(EMPTY) $(EMPTY)
LIST = $(call plan,$(subst $(SPACE),$(COMMA),$(strip $(ORDERS))))

$(eval $(call remember,$(OUT)/crawl.options,$(FORMAT) $(OPTIONS) $(LOG) \
	$(GRAPH)))
$(eval $(call remember,$(OUT)/crawl.orders,--k $(K) $(LIST)))

# From a graph without links, all orders would download the seeds and end.
NO_LINKS = test "$$($(BIN)/graphstat --json $@ | $(call json,links))" -gt 0 || \
	{ echo "crawl.mk: $(LOG): it does not say where pages were found, so \
a graph made from it has no links: give one, as in GRAPH=g.sp" >&2; exit 1; }

$(CRAWL): $(LOG) $(GRAPH) $(OUT)/crawl.options
	$(IMPORT) -o $@ $(LOG)
	$(if $(GRAPH),,@$(NO_LINKS))

$(OUT)/crawl.rank.sp: $(CRAWL)
	$(BIN)/pagerank -R --method push -o $@ $<

$(OUT)/crawl.all.sp: $(CRAWL) $(OUT)/crawl.orders
	$(BIN)/crawlorder -R --beside crawl --k $(K) --order $(LIST) -o $@ $<

# ---- beside other orders -----------------------------------------------------

BESIDE = $(OUT)/crawl.all.sp $(OUT)/crawl.rank.sp $(CRAWL)
CURVES = $(BIN)/hotcurve -g $(CRAWL) --bench $(OUT)/crawl.rank.sp

$(OUT)/crawl.tsv: $(BESIDE)
	$(CURVES) --summary -o $@ $<

$(OUT)/crawl.md: $(OUT)/crawl.tsv
	$(call markdown,$<) > $@

$(call figure,crawl): $(OUT)/crawl.%: $(BESIDE)
	$(NO_GNUPLOT) $(CURVES) --reachable -o $@ $<

$(call figure,crawl.rank): $(OUT)/crawl.rank.%: $(BESIDE)
	$(NO_GNUPLOT) $(CURVES) --metric cumulative -o $@ $<

# ---- what it asked of the hosts ----------------------------------------------

TABLES = $(patsubst %,$(OUT)/%.tsv,hosts waits time host-time depths statuses)

# All requests count, also those of pages that the graph lacks.
$(TABLES): $(OUT)/%.tsv: $(LOG) $(OUT)/crawl.options
	$(BIN)/crawlimport -q -f $(FORMAT) $(OPTIONS) --table $* -o $@ $(LOG)

# A block of each host, those of most downloads first and the others last: its
# name, then seconds and downloads up to them.
$(OUT)/host-lines.tsv: $(OUT)/host-time.tsv
	awk -F '\t' 'NR > 1 { if (!($$3 in all)) names[++hosts] = $$3; \
		all[$$3] += $$4; rows[$$3] = rows[$$3] $$2 "\t" \
			all[$$3] "\n" } \
		END { all["others"] = -1; \
		for (; left < hosts; left++) { best = 0; \
			for (i = 1; i <= hosts; i++) if (names[i] in rows && \
				(!best || all[names[i]] > all[names[best]])) \
				best = i; \
			printf "%s\"%s\"\n%s", left ? "\n\n" : "", \
				names[best], rows[names[best]]; \
			delete rows[names[best]] } }' $< > $@

# Of each SEGMENTS-th part of the crawl, the lowest, mean and highest speed in its
# windows.  A window is the longest that divides all times in the table, and those
# without a request are not in it.  Times are in hours, of short crawls in minutes
# or seconds; without bytes in the log there are no speeds in kB.
$(OUT)/speed.tsv: $(OUT)/time.tsv
	awk -F '\t' -v OFS='\t' -v segments=$(SEGMENTS) ' \
		function divisor(a, b,   rest) { \
			while (b) { rest = a % b; a = b; b = rest } return a } \
		NR > 1 { at[++rows] = int(1000 * $$2 + 0.5); \
			window = divisor(window, at[rows]); \
			pages[at[rows]] = $$3; bytes[at[rows]] = $$6; \
			sized = sized || $$6 > 0 } \
		END { unit = at[rows] < 300000 ? "seconds" : \
				at[rows] < 18000000 ? "minutes" : "hours"; \
			scale = unit == "seconds" ? 1000 : \
				unit == "minutes" ? 60000 : 3600000; \
			print "#speed", unit, "pages_a_second" \
				(sized ? OFS "kB_a_second" : ""); \
			if (!window) exit; \
			windows = at[rows] / window + 1; \
			if (segments > windows) segments = windows; \
			for (s = 0; s < segments; s++) { \
				first = int(s * windows / segments); \
				last = int((s + 1) * windows / segments); \
				sum = volume = most = large = 0; \
				least = small = -1; \
				for (w = first; w < last; w++) { \
					p = pages[w * window] + 0; \
					b = bytes[w * window] / 1000; \
					sum += p; volume += b; \
					if (p > most) most = p; \
					if (b > large) large = b; \
					if (least < 0 || p < least) least = p; \
					if (small < 0 || b < small) small = b } \
				x = (first + last) / 2 * window / scale; \
				each = window / 1000; \
				n = (last - first) * each; \
				row[1, s] = x OFS most / each \
					(sized ? OFS large / each : ""); \
				row[2, s] = x OFS sum / n \
					(sized ? OFS volume / n : ""); \
				row[3, s] = x OFS least / each \
					(sized ? OFS small / each : "") } \
			split("maximum mean minimum", name, " "); \
			for (i = 1; i <= 3; i++) for (s = 0; s < segments; s++) \
				print name[i], row[i, s] }' $< > $@

$(call figure,speed): $(OUT)/speed.%: $(OUT)/speed.tsv
	$(NO_GNUPLOT) $(EMPTY_TABLE) $(BIN)/hotcurve --metric table -o $@ \
		--title 'Speed of the crawl' $<

HOST_LINES = set title "Downloads by host"; set ylabel "downloads"; \
	set key outside right top vertical reverse Left; set bmargin -1; \
	set yrange [0:*]; stats "$<" using 1 nooutput; \
	if (STATS_max == 0) { set xrange [0:1] }; \
	unit = STATS_max < 600 ? 1 : STATS_max < 36000 ? 60 : \
		STATS_max < 864000 ? 3600 : 86400; \
	set xlabel (unit == 1 ? "seconds" : unit == 60 ? "minutes" : \
		unit == 3600 ? "hours" : "days") . " since the first request"; \
	plot for [i = 0:STATS_blocks - 1] "$<" index i \
		using ($$1 / unit):2 with steps linetype i + 1 \
		title columnheader(1) noenhanced

$(call figure,hosts): $(OUT)/hosts.%: $(OUT)/host-lines.tsv
	$(NO_GNUPLOT) $(EMPTY_TABLE) gnuplot -e '$(DRAW) $(HOST_LINES)'

WAITED = ($$1 > 0 ? $$1 : 0.0003)
WAIT_CURVES = set title "Waits between two requests to a host"; \
	set logscale x; set yrange [0:100]; set xrange [0.0002:*]; \
	set format x "%g"; set xtics add ("0" 0.0003); \
	set xlabel "seconds, up to the end of the class"; \
	set ylabel "share of the waits, in percent"; \
	plot "$<" using $(WAITED):(100 * $$3) skip 1 with impulses \
		linewidth 8 linetype 5 title "share", \
	"" using $(WAITED):(100 * $$4) skip 1 with linespoints \
		linetype 1 pointtype 7 pointsize 0.6 title "cumulative"

$(call figure,waits): $(OUT)/waits.%: $(OUT)/waits.tsv
	$(NO_GNUPLOT) $(EMPTY_TABLE) gnuplot -e '$(DRAW) $(WAIT_CURVES)'

FAILURES = set title "Failures by depth"; \
	set border 11; set y2tics; set logscale y2; \
	stats "$<" using 1 skip 1 nooutput; \
	if (STATS_max < 20) { set xtics 1 }; \
	set xlabel "depth: seeds have 1"; \
	set ylabel "failures, in percent of the requests"; \
	set y2label "requests"; set y2range [1:10<*]; set yrange [0:*]; \
	stats "$<" using 4 skip 1 name "SHARE" nooutput; \
	if (SHARE_max == 0) { set yrange [0:1] }; \
	set xrange [0.5:*]; set boxwidth 0.8; \
	plot "$<" using 1:(100 * $$4) skip 1 with boxes linetype 4 \
		title "failures (left)", \
	"" using 1:($$2 + $$3) skip 1 axes x1y2 with linespoints \
		linetype 1 pointtype 7 pointsize 0.6 title "requests (right)"

# A share of few requests says nothing.
$(OUT)/depths.many.tsv: $(OUT)/depths.tsv
	awk -F '\t' 'NR == FNR { if ($$2 + $$3 > most) most = $$2 + $$3; next } \
		FNR == 1 || ($$2 + $$3) * 200 >= most' $< $< > $@

$(call figure,failures): $(OUT)/failures.%: $(OUT)/depths.many.tsv
	$(NO_GNUPLOT) $(EMPTY_TABLE) gnuplot -e '$(DRAW) $(FAILURES)'

result: $(OUT)/crawl.md $(call figure,crawl) $(call figure,crawl.rank) \
		$(TABLES) $(OUT)/speed.tsv $(call figure,speed) \
		$(call figure,hosts) $(call figure,waits) \
		$(call figure,failures)
	@cat $(OUT)/crawl.md
