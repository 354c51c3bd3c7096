# The crawlers that experiments run, and the server of the webs they crawl.
# Included once CRAWLER is set, to wget or scrapy; stops the makefile with a line
# that says "skipped" if that crawler or the server is not there.
#
# TO_CRAWLER is the format in which seedpick writes lists for a crawler.

PYTHON ?= python3
SERVEWEB ?= $(firstword $(wildcard $(HERE)../build/tests/serveweb) \
	$(shell command -v serveweb))

HAVE_wget = command -v wget
HAVE_scrapy = $(PYTHON) -c 'import scrapy, warcio'
WHAT_wget = wget is not installed
WHAT_scrapy = $(PYTHON) has no modules scrapy and warcio
TO_wget = text
TO_scrapy = scrapy
ifeq ($(TO_$(CRAWLER)),)
$(error CRAWLER=$(CRAWLER): wget or scrapy)
endif
ifeq ($(shell $(HAVE_$(CRAWLER)) >/dev/null 2>&1 && echo yes),)
$(error skipped: $(WHAT_$(CRAWLER)))
endif
ifeq ($(shell command -v $(SERVEWEB)),)
$(error skipped: no serveweb to serve the web: make test-programs builds it)
endif
