# Cho and Garcia-Molina 2002: crawls by several processes.  Overlap, coverage,
# messages and quality for 1 to 64 processes, by mode, by batch, by partition,
# and with replicated pages.
#
#   make -f parallel.mk [GRAPH=g.sp] [OUT=out] [ORDER=bfs] [PROCS="1 2 4 8"]
#       [BATCHES="10 100"] [POPULAR=N] [DRAWS=5]
#
# Results: OUT/parallel.tsv, .md (all figures), .png, .pdf (over processes).
# OUT/parallel.claims.md: whether a crawl by country, with hosts, finds hot pages
# sooner than one by hashes of hosts, judged by whole curves.
# POPULAR is the number of pages that all processes know: those with the most
# links to them.

all: result

DRAWS ?= 5

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

ORDER ?= bfs
PROCS ?= 1 2 4 8 16 32 64
BATCHES ?= 10 100
POPULAR ?= 1000

# Without hosts, pages are spread by their URLs or numbers only.
SITES := $(if $(HOSTS),site-hash,url-hash)
RUNS ?= firewall crossover exchange $(BATCHES:%=exchange+batch~%) \
	exchange+replicate $(if $(HOSTS),exchange+url-hash firewall+url-hash \
	$(addsuffix +tld,firewall crossover exchange))
RUNS := $(RUNS)

# procs-P+MODE[+OPTION], as a file name and as options of crawlorder
NAMES = $(foreach r,$(RUNS),$(PROCS:%=procs-%+$r))
FILES = $(foreach d,$(DRAW_LIST),$(NAMES:%=$(OUT)/parallel-$d/%.order.sp))
parts = $(subst +, ,$(subst procs-,,$1))
extra = $(filter-out $(wordlist 1,2,$(call parts,$1)),$(call parts,$1))
options = --procs $(word 1,$(call parts,$1)) \
	--mode $(word 2,$(call parts,$1)) \
	--partition $(or $(filter url-hash tld,$(call extra,$1)),$(SITES)) \
	$(patsubst batch~%,--batch %,$(filter batch~%,$(call extra,$1))) \
	$(if $(filter replicate,$(call extra,$1)),--replicate $(OUT)/popular)

$(eval $(call remember,$(OUT)/parallel.runs,$(NAMES) from $(DRAW_LIST)))
$(eval $(call remember,$(OUT)/parallel.order,$(ORDER) --k $(K)))
$(eval $(call remember,$(OUT)/popular.options,$(POPULAR)))
$(eval $(call random_seeds,parallel,$(SEEDS)))

$(OUT)/popular.seeds: $(GRAPH_SP) $(OUT)/popular.options
	$(BIN)/seedpick -R --top-indegree $(POPULAR) -o $@ $<

$(OUT)/popular: $(OUT)/popular.seeds
	$(BIN)/graphdump -s seeds $< | awk -F '\t' 'NR == 1 { \
		for (i = 1; i <= NF; i++) if ($$i == "node") c = i; next } \
		{ print $$c }' > $@

define crawl_parallel
$(OUT)/parallel-$1/%.order.sp: $(GRAPH_SP) $(OUT)/parallel-$1.seeds \
		$(OUT)/popular $(OUT)/parallel.order
	@mkdir -p $$(@D)
	$(BIN)/crawlorder -q -R -g $(GRAPH_SP) --k $(K) --order '$(ORDER)' \
		$$(call options,$$*) -o $$@ $(OUT)/parallel-$1.seeds

.PRECIOUS: $(OUT)/parallel-$1.seeds $(OUT)/parallel-$1/%.order.sp
endef
$(foreach d,$(DRAW_LIST),$(eval $(call crawl_parallel,$d)))

DEPENDS = $(OUT)/parallel.runs $(OUT)/rank.sp $(GRAPH_SP) $(FILES)

$(OUT)/parallel.tsv: $(DEPENDS)
	$(HOTCURVE) -q --bench $(OUT)/rank.sp --metric parallel -o $@ $(FILES)

# Of draws, the medians.
$(OUT)/parallel.md: $(OUT)/parallel.tsv
	awk -F '\t' '{ sub(/^#/, "") } \
		NR == 1 { for (i = 1; i <= NF; i++) at[$$i] = i; \
			print "| order | overlap | coverage | messages a \
download | quality |"; print "|---|---|---|---|---|"; next } \
		{ printf "| %s | %.3f | %.4f | %.3f | %.3f |\n", $$1, \
			$$at["overlap"], $$at["coverage"], \
			$$at["overhead"], $$at["quality"] }' $< > $@
	$(call drawn,$(SEEDS)) >> $@

# ---- by country ----

BY_TLD := $(if $(filter %+tld,$(RUNS)),$(filter-out 1,$(PROCS)))
BY_MODE = $(foreach m,$(patsubst %+tld,%,$(filter %+tld,$(RUNS))), \
	$(foreach d,$(DRAW_LIST),$1$(OUT)/parallel-$d/procs-$2+$m$3.order.sp))

$(OUT)/parallel.claims.tsv: $(OUT)/parallel.runs $(OUT)/parallel.order
	{ printf '#claim\torders\tpages\n'; \
	for p in $(BY_TLD); do \
		for m in $(patsubst %+tld,%,$(filter %+tld,$(RUNS))); do \
		printf '%s, %s processes: by country is better\t%s > %s\t-\n' \
			$$m $$p '$(ORDER)'/$$p:$$m:tld '$(ORDER)'/$$p:$$m; \
	done; done; } > $@

$(OUT)/parallel.curves.tsv: $(DEPENDS)
	$(HOTCURVE) -q --bench $(OUT)/rank.sp --points 20 -o $@ \
		$(foreach p,$(BY_TLD),$(call BY_MODE,,$p,) \
		$(call BY_MODE,,$p,+tld))

$(OUT)/parallel.claims.md: $(HERE)verdict.awk $(OUT)/parallel.claims.tsv \
		$(OUT)/parallel.curves.tsv $(OUT)/pages
	LC_ALL=C awk -f $(HERE)verdict.awk -v pages="$$(cat $(OUT)/pages)" \
		$(OUT)/parallel.claims.tsv SEEDS=$(SEEDS) KIND=throughput \
		$(OUT)/parallel.curves.tsv > $@

$(call figure,parallel): $(OUT)/parallel.%: $(DEPENDS)
	$(NO_GNUPLOT) $(HOTCURVE) -q --bench $(OUT)/rank.sp --metric parallel \
		-o $@ $(FILES)

CLAIMS_MD := $(if $(BY_TLD),$(OUT)/parallel.claims.md)

result: $(OUT)/parallel.md $(CLAIMS_MD) $(call figure,parallel)
	@cat $(OUT)/parallel.md $(CLAIMS_MD)
