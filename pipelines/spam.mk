# Gyongyi and Garcia-Molina 2005, Cho and Schonfeld 2007: how far crawl orders are
# drawn into link farms.
#
#   make -f spam.mk [OUT=out] [PAGES=20000] [FARM=2000] [TARGETS=10]
#       [HIJACKED="0.001 0.01"] [DRAWS=5]
#   make -f spam.mk GRAPH=g.sp LIST=spam.txt [OUT=out] [DRAWS=5]
#
# Each draw is a generated web of its own with a link farm beside it, see graphgen(1),
# and seeds of its own.  HIJACKED are shares of the pages that link to the farm;
# with GRAPH, the web is that one, and LIST has the URLs or numbers of its spam, one
# a line.
#
# From two kinds of SEEDS random seeds: "clean", with no spam among them, and
# "any", of all pages.  From any, orders that share out mass by trust crawl a
# second time, with seeds that are spam trusted TRUST=0.01 times as much.
#
# Results: OUT/spam.md (the share of spam in the first downloads, medians of the
# draws with both quartiles); OUT/spam.claims.md (judged by whole curves);
# OUT/spam.SEEDS-HIJACKED.tsv, .png, .pdf (the curves, with bands).

all: result

PAGES ?= 20000
DRAWS ?= 5

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
include $(HERE)common.mk

FARM ?= 2000
TARGETS ?= 10
HIJACKED ?= 0.001 0.01
ifneq ($(GRAPH),)
HIJACKED := given
ifeq ($(LIST),)
$(error GRAPH needs the list of its spam: LIST=spam.txt)
endif
endif
TRUST ?= 0.01
AT ?= 0.02,0.05,0.1,0.2,0.5
POINTS ?= 40
WITH_HOSTS := domainpq fpr@20
ORDERS ?= bfs backlink batchpr partialpr opic opic+init~seeds fica ieca fpr \
	rankmass wrankmass $(if $(HOSTS),$(WITH_HOSTS),$(call \
	WITHOUT_HOSTS,$(WITH_HOSTS)))
ORDERS := $(ORDERS)
TRUSTING := $(filter fpr% rankmass% wrankmass%,$(ORDERS))
KINDS := clean any

# KIND-HIJACKED of all curves, and DRAW-HIJACKED of all webs
SETS := $(foreach h,$(HIJACKED),$(KINDS:%=%-$h))
WEBS := $(foreach h,$(HIJACKED),$(DRAW_LIST:%=%-$h))
hijacked = $(patsubst $(firstword $(subst -, ,$1))-%,%,$1)
kind = $(firstword $(subst -, ,$1))

$(eval $(call remember,$(OUT)/spam.options,$(GRAPH) $(LIST) $(PAGES) $(FARM) \
	$(TARGETS) $(SEEDS) $(TRUST)))
$(eval $(call remember,$(OUT)/spam.orders,$(ORDERS) --k $(K) from $(WEBS) at \
	$(AT) $(POINTS)))

# ---- webs with their spam ----

# A page of the list, or of the farm, has 1.  Trust has no zero: every seed must
# have some.
$(WEBS:%=$(OUT)/web-%.sp): $(OUT)/web-%.sp: $(GRAPH) $(LIST) $(OUT)/spam.options
ifeq ($(GRAPH),)
	$(BIN)/graphgen -n $(PAGES) --farm $(FARM) --farm-targets $(TARGETS) \
		--farm-hijacked $(call hijacked,$*) --seed $(call kind,$*) \
		-o $@.plain
	$(BIN)/graphdump -s names $@.plain | awk -F '\t' \
		'$$2 ~ /^www\.spam/ { print $$1 }' > $@.list
else
	ln -sf $(abspath $(GRAPH)) $@.plain
	grep -v '^#' $(LIST) > $@.list
endif
	awk '{ print $$1 "\t1" }' $@.list | $(BIN)/scoreimport -q \
		--scores spam=- -o $@.spam $@.plain
	$(BIN)/graphdump -s scores $@.spam | awk -F '\t' 'NR == 1 { \
		for (i = 1; i <= NF; i++) if ($$i == "spam") c = i; next } \
		{ print $$1 "\t" ($$c ? $(TRUST) : 1) }' | \
		$(BIN)/scoreimport -q --scores trust=- -o $@ $@.spam
	rm -f $@.plain $@.list $@.spam

# Clean seeds are the first of more that are no spam.
$(OUT)/any-%.seeds: $(OUT)/web-%.sp
	$(BIN)/seedpick -q -R --random $(SEEDS) --seed $(call kind,$*) $< | \
		$(BIN)/graphdump -s seeds | \
		awk -F '\t' 'NR > 1 { print $$2 }' > $@

$(OUT)/clean-%.seeds: $(OUT)/web-%.sp
	{ $(BIN)/graphdump -s scores --score spam $<; \
	$(BIN)/seedpick -q -R --random $$((2 * $(SEEDS))) \
		--seed $(call kind,$*) $< | $(BIN)/graphdump -s seeds; } | \
		awk -F '\t' '/^#/ { table++; next } \
		table == 1 { if ($$2) spam[$$1]; next } \
		!($$2 in spam) && count++ < $(SEEDS) { print $$2 }' > $@

# ---- crawls ----

comma := ,
empty :=
list = $(subst $(empty) ,$(comma),$(strip $(call plan,$1)))

# One file for all orders of a web, and one for those that trust
CRAWLS := $(foreach w,$(WEBS),$(KINDS:%=$(OUT)/crawl-%-$w.sp)) \
	$(if $(TRUSTING),$(WEBS:%=$(OUT)/crawl-trust-%.sp))

define crawl_web
$(OUT)/crawl-$1-%.sp: $(OUT)/web-%.sp $(OUT)/$2-%.seeds $(OUT)/spam.orders
	$(BIN)/crawlorder -q -R -g $$< --k $(K) $3 --order '$(call list,$4)' \
		--seeds $(OUT)/$2-$$*.seeds -o $$@

.PRECIOUS: $(OUT)/crawl-$1-%.sp
endef
$(foreach k,$(KINDS),$(eval $(call crawl_web,$k,$k,,$(ORDERS))))
$(eval $(call crawl_web,trust,any,--trust trust,$(TRUSTING)))

$(OUT)/curve-%.tsv: $(OUT)/crawl-%.sp $(OUT)/spam.orders
	$(BIN)/hotcurve -q -g $(OUT)/web-$(call hijacked,$*).sp -s spam -m harvest \
		--points $(POINTS) -o $@ $<

$(OUT)/first-%.tsv: $(OUT)/crawl-%.sp $(OUT)/spam.orders
	$(BIN)/hotcurve -q -g $(OUT)/web-$(call hijacked,$*).sp -s spam -m harvest \
		--at $(AT) -o $@ $<

# $(call of_set,PART,KIND-HIJACKED): the tables of its draws
of_set = $(DRAW_LIST:%=$(OUT)/$1-$(call kind,$2)-%-$(call hijacked,$2).tsv) \
	$(if $(and $(TRUSTING),$(filter any-%,$2)), \
	$(DRAW_LIST:%=$(OUT)/$1-trust-%-$(call hijacked,$2).tsv))

# $(call gather,PART,FORM): the tables of a set as one, by spam.awk
define gather
$(foreach s,$(SETS),
$(OUT)/spam.$2$s.tsv: $(HERE)spam.awk $(call of_set,$1,$s)
	LC_ALL=C awk -f $(HERE)spam.awk -v form='$2' $(call of_set,$1,$s) > $$@
)
endef
$(eval $(call gather,curve,))
$(eval $(call gather,curve,wide.))
$(eval $(call gather,first,at.))

# ---- results ----

$(OUT)/spam.md: $(SETS:%=$(OUT)/spam.at.%.tsv) $(OUT)/spam.options
	{ $(foreach s,$(SETS),echo; echo 'Seeds $(call kind,$s)$(if $(GRAPH),,, \
		hijacked $(call hijacked,$s)):'; echo; \
		$(call bands,1,%.1f) $(OUT)/spam.at.$s.tsv;) } | tail -n +2 > $@

$(OUT)/spam.claims.md: $(HERE)spam.claims.tsv $(HERE)verdict.awk \
		$(SETS:%=$(OUT)/spam.wide.%.tsv)
	LC_ALL=C awk -f $(HERE)verdict.awk -v pages=$(PAGES) \
		$(HERE)spam.claims.tsv SEEDS='$(SEEDS)' \
		$(foreach s,$(SETS),KIND='seeds $(call kind,$s)$(if \
		$(GRAPH),, $(call hijacked,$s))' \
		$(OUT)/spam.wide.$s.tsv) > $@

$(foreach t,$(TYPES),$(SETS:%=$(OUT)/spam.%.$t)): $(OUT)/spam.%: \
		$(SETS:%=$(OUT)/spam.%.tsv)
	$(NO_GNUPLOT) $(BIN)/hotcurve -q -m table \
		-o $@ \
		$(OUT)/spam.$(basename $*).tsv

result: $(OUT)/spam.md $(OUT)/spam.claims.md \
		$(foreach t,$(TYPES),$(SETS:%=$(OUT)/spam.%.$t))
	@cat $(OUT)/spam.md $(OUT)/spam.claims.md

.PRECIOUS: $(OUT)/web-%.sp $(OUT)/any-%.seeds $(OUT)/clean-%.seeds
