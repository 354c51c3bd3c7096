# Seeds on what they were not picked from: each method picks them on what a crawl
# knows after its first tenth and fifth, and crawls of the whole graph judge them.
#
#   make -f seeds.mk [GRAPH=g.sp] [OUT=out] [DRAWS=20] [PARTS="10 20"]
#       [SEEDS=10] [COUNT=10] [METHODS="cores random ..."] [ORDER=bfs]
#       [AT="5 10 25"] [MASS=10]
#
# The first crawl is breadth-first from SEEDS random pages (young.mk), COUNT
# seeds are picked from what it knows, and the crawl from these has ORDER.
# Results: OUT/seeds.md (seeds found, and in percent the pages that they reach and
# the PageRank of the first AT percent of the pages: medians and quartiles; then
# in how many trials a method is above and below random seeds and cores in reach
# and in PageRank after MASS percent, which is one of AT, and in how many it is
# above in one of them and not below in the other), OUT/seeds.tsv (each trial),
# OUT/seeds.png, .pdf.

all: result

SEEDS ?= 10
COUNT ?= 10
ORDER ?= bfs
AT ?= 5 10 25
MASS ?= 10

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk
include $(HERE)young.mk

# ---- how to pick them, from what is known ----

KNOWN = $(@D)/known.sp
PICK = $(BIN)/seedpick -q -R
PICK_cores = $(PICK) -g $(KNOWN) $(@D)/cores.sp
PICK_pagerank = $(PICK) -g $(KNOWN) --top pagerank:$(COUNT) $(@D)/rank.sp
PICK_in-links = $(PICK) --top-indegree $(COUNT) $(KNOWN)
PICK_random = $(PICK) --random $(COUNT) --seed $(WHICH_DRAW) $(KNOWN)
PICK_host-first = $(PICK) --host-first $(COUNT) $(KNOWN)
PICK_cover = $(PICK) --cover $(COUNT) $(KNOWN)
PICK_cover-pagerank = $(PICK) -g $(KNOWN) --cover $(COUNT) --weight pagerank \
	$(@D)/rank.sp
# A second crawl of MASS percent of the pages
PICK_yield = $(PICK) -g $(KNOWN) --yield $$(($$(cat $(OUT)/pages) * $(MASS) / \
	100 + 1)) --count $(COUNT) --weight pagerank $(@D)/rank.sp

METHODS ?= cores pagerank in-links random $(if $(NAMES),host-first) cover \
	cover-pagerank yield
METHODS := $(METHODS)

# The draw that a file in young-PART-DRAW belongs to
WHICH_DRAW = $(lastword $(subst -, ,$(notdir $(@D))))

$(eval $(call remember,$(OUT)/seeds.options,$(COUNT) $(MASS)))
$(eval $(call remember,$(OUT)/seeds.judge,$(ORDER) $(AT)))
$(eval $(call remember,$(OUT)/seeds.what,$(METHODS) $(PARTS) $(MASS) \
	$(DRAW_LIST)))

# Links inside hosts are removed if there are others.
$(OUT)/young-%/cores.sp: $(OUT)/young-%/known.sp $(OUT)/seeds.options
	$(BIN)/graphprune -q --unit $(if $(NAMES),host,none) $< | \
		$(BIN)/hits -q | \
		$(BIN)/coreextract -q -R --seeds $(COUNT) -o $@

# Seeds by their numbers in the whole graph
NUMBERS = awk 'NR == FNR { number[NR - 1] = $$1; next } \
	!/^\#/ { print number[$$2] }' $(@D)/pages -

define method
$(OUT)/young-%/$1.list: $(OUT)/young-%/known.sp $(OUT)/young-%/rank.sp \
		$(OUT)/young-%/cores.sp $(OUT)/seeds.options
	$$(PICK_$1) | $(BIN)/graphdump -q -s seeds | $$(NUMBERS) > $$@
endef
$(foreach m,$(METHODS),$(eval $(call method,$m)))

# ---- how good they are, on the whole graph ----

$(OUT)/rank.tsv: $(OUT)/rank.sp
	$(BIN)/graphdump -s scores -o $@ $<

# The first row of $(OUT)/seeds.tsv
COLUMNS = \#part method draw seeds reach $(AT:%=mass_%)

define judge
$(OUT)/young-%/$1.tsv: $(OUT)/young-%/$1.list $(OUT)/rank.tsv \
		$(OUT)/seeds.judge
	{ [ ! -s $$< ] || $(BIN)/crawlorder -q -R -g $(GRAPH_SP) --k $(K) \
		--order '$(call plan,$(ORDER))' --seeds $$<; } | \
		{ [ ! -s $$< ] || $(BIN)/graphdump -s orders; } | \
		awk -f $(HERE)seeds.awk -v trial=$$* -v method=$1 \
		-v seeds=$$$$(grep -c . $$<) -v at='$(AT)' \
		$(OUT)/rank.tsv - > $$@
endef
$(foreach m,$(METHODS),$(eval $(call judge,$m)))

.PRECIOUS: $(OUT)/young-%/cores.sp \
	$(METHODS:%=$(OUT)/young-\%/%.list) $(METHODS:%=$(OUT)/young-\%/%.tsv)

TRIALS = $(foreach p,$(PARTS),$(foreach m,$(METHODS),$(DRAW_LIST:%=$(OUT)/young-$p-%/$m.tsv)))

$(OUT)/seeds.tsv: $(TRIALS) $(OUT)/seeds.what
	{ echo '$(COLUMNS)' | tr ' ' '\t'; cat $(TRIALS); } > $@

$(OUT)/seeds.md: $(OUT)/seeds.tsv $(OUT)/seeds.what $(HERE)wins.awk
	cut -f 1,2,4- $< | $(call bands,2,%.1f) > $@
	awk -f $(HERE)wins.awk -v mass=mass_$(MASS) \
		-v rivals='$(filter random cores,$(METHODS))' $< >> $@

# The medians and quartiles of the first table, for gnuplot
$(OUT)/seeds.bands.tsv: $(OUT)/seeds.md
	awk -F ' *[|] *' -v OFS='\t' -v mass=mass_$(MASS) ' \
		function band(cell,   value, n) { \
			n = split(cell, value, /[^0-9.]+/); \
			return value[1] OFS value[n > 1 ? 2 : 1] OFS \
				value[n > 1 ? 3 : 1] } \
		NR == 1 { for (i = 1; i <= NF; i++) at[$$i] = i } \
		/^$$/ { exit } \
		NR > 2 { print $$2, ++place[$$2], $$3, band($$at["reach"]), \
			band($$at[mass]) }' $< > $@

# A point for each method, and its quartiles
BANDS = unset key; set bmargin 6; set xtics rotate by -40; \
	set multiplot layout $(words $(PARTS)),2; \
	do for [part in "$(PARTS)"] { do for [first in "4 7"] { \
		set title "picked after ".part." %: ".(first eq "4" ? \
			"pages reached, %" : \
			"PageRank of the first $(MASS) % of the pages, %") font ",10"; \
		plot [0.5:$(words $(METHODS)).5] [0:] "$<" using 2:(strcol(1) eq part ? \
			column(first + 0) : NaN):(column(first + 1)): \
			(column(first + 2)):xtic(3) with yerrorbars \
			pointtype 7 linewidth 2 linetype 1 } };

$(call figure,seeds): $(OUT)/seeds.%: $(OUT)/seeds.bands.tsv
	$(NO_GNUPLOT) gnuplot -e '$(DRAW) $(BANDS)'

result: $(OUT)/seeds.md $(call figure,seeds)
	@cat $<
