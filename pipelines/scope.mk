# Which pages or hosts belong to a list of known ones, by which method, and how
# much of the list would have been found.
#
#   make -f scope.mk LIST=known.txt GRAPH=hosts.sp [OUT=out] [COUNT=200]
#       [EXPECT=4000] [EXCLUDE=wrong.txt] [VOTE=host] [DRAWS=5]
#
# EXPECT is how many belong in all, if you know: then precision is estimated,
# too.  Parts of the list are hidden in DRAWS ways.  To look for hosts, fold the
# graph of pages first (graphfold).
#
# Results: OUT/scope.md (how much of the hidden list each method finds among the
# first 10, 50, 200 and 1,000, medians of the draws, the least and the most),
# OUT/scope.png, .pdf (the same as curves, with bands), OUT/scope.list.tsv (what
# was found, with the reasons), OUT/scope.tsv (the tables of all draws).

all: result

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
DRAWS ?= 5
include $(HERE)common.mk

COUNT ?= 200
VOTE ?= host
EXPECT ?=
EXCLUDE ?=

ifeq ($(wildcard $(LIST)),)
$(error LIST=$(LIST): give a file with pages of the graph that belong, one a line)
endif

EXPAND = $(BIN)/seedexpand -q --known '$(LIST)' --vote $(VOTE) \
	$(if $(EXCLUDE),--exclude '$(EXCLUDE)') \
	$(if $(EXPECT),--expect $(EXPECT))

$(eval $(call remember,$(OUT)/scope.options,$(LIST) $(VOTE) $(EXPECT) \
	$(EXCLUDE)))
$(eval $(call remember,$(OUT)/scope.what,$(DRAW_LIST)))
$(eval $(call remember,$(OUT)/scope.count,$(COUNT)))

SCOPE = $(GRAPH_SP) $(LIST) $(EXCLUDE) $(OUT)/scope.options

$(OUT)/scope/%.tsv: $(SCOPE)
	@mkdir -p $(@D)
	$(EXPAND) --judge --seed $* -o $@ $(GRAPH_SP)

$(OUT)/scope.list.tsv: $(SCOPE) $(OUT)/scope.count
	$(EXPAND) --explain -n $(COUNT) -o $@ $(GRAPH_SP)

$(OUT)/scope.tsv: $(DRAW_LIST:%=$(OUT)/scope/%.tsv) $(OUT)/scope.what
	awk -v OFS='\t' 'FNR == 1 { n = split(FILENAME, path, "/"); \
		sub(/\.tsv/, "", path[n]); if (NR == 1) print $$0, "draw"; \
		next } { print $$0, path[n] }' $(filter %.tsv,$^) > $@

$(OUT)/scope.md: $(OUT)/scope.tsv $(OUT)/scope.list.tsv $(HERE)scope.awk
	awk -f $(HERE)scope.awk $< > $@
	printf '\nThe first of them, from scope.list.tsv:\n\n' >> $@
	awk -F '\t' 'NR < 12 { line = "|"; for (i = 2; i < 8; i++) \
		line = line " " $$i " |"; print line } \
		NR == 1 { print "|---|---|---|---|---|---|" }' \
		$(OUT)/scope.list.tsv >> $@

$(OUT)/scope.%: $(OUT)/scope.tsv $(HERE)scope-figure.awk
	$(NO_GNUPLOT) { echo "$$DRAWN"; LC_ALL=C \
		awk -f $(HERE)scope-figure.awk $<; } | gnuplot

$(call figure,scope): export DRAWN = $(DRAW)

result: $(OUT)/scope.md $(call figure,scope)
	@cat $<

.PRECIOUS: $(OUT)/scope/%.tsv
