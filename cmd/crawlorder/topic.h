/* SPDX-License-Identifier: MIT */
/*
 * topic.h - what orders that follow a topic get: the relevance of pages, and
 * what the texts of links say, as scores of the stream.
 */
#ifndef CMD_CRAWLORDER_TOPIC_H
#define CMD_CRAWLORDER_TOPIC_H

#include "cli/command.h"

#include "crawl/crawl.h"
#include "stream/section/section.h"

struct topic_sources {
	bool with_relevance;      /* an order needs it */
	bool with_links;          /* ... or uses scores of links, */
	bool with_contexts;       /* ... also by the text around */
	bool needs_anchors;       /* ... or cannot do without */
	const char *relevance;    /* names of scores; NULL: none */
	const char *anchors, *contexts;
};

/* The kinds of sections to load for that. */
unsigned topic_wants(const struct topic_sources *sources);

/*
 * Finds what the sources name, and warns of relevance that is the same for all
 * pages.  SP_DATA, with what adds it, if it was not loaded.
 */
enum sp_status topic_find(struct cmd *cmd,
			  const struct topic_sources *sources,
			  const struct sp_contents *contents,
			  struct sp_crawl_input *crawl);

#endif
