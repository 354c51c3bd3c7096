/* SPDX-License-Identifier: MIT */
/*
 * collect.h - the scores of all captures: which capture of a page counts, and
 * the scores of weighted words, which wait for the last page.
 */
#ifndef CMD_RELSCORE_COLLECT_H
#define CMD_RELSCORE_COLLECT_H

#include "capture.h"

#include "web/relevance/spill.h"

/* Scores of links, and the capture (of the source) that each is from. */
struct relscore_links {
	struct sp_link_scores scores;
	uint32_t *versions;
	uint64_t versions_capacity;
};

/* Captures that wait for the weights of words. */
struct relscore_waiting {
	struct sp_spill *spill;
	uint64_t count;                   /* of captures */
	struct sp_vocabulary vocabulary;  /* of all */
	uint32_t *map;                    /* from a capture's vocabulary */
	uint64_t map_capacity;
};

struct relscore_collect {
	struct relscore *relscore;

	/* By page: how many of its captures counted; the time of the last. */
	uint32_t *versions;
	int64_t *times;
	uint64_t *answered, *with_text;   /* bitsets */

	/* By query. */
	double **values;                  /* by page */
	struct relscore_links *anchors, *contexts;

	struct relscore_waiting waiting;  /* only if words are weighted */

	uint64_t captures, unknown, replaced, no_links;
	struct sp_names missing;          /* URLs that the graph lacks */
};

/* SP_IO, SP_MEMORY.  Free it even after a failure. */
enum sp_status relscore_collect_new(struct relscore_collect *collect,
				    struct relscore *relscore);
void relscore_collect_free(struct relscore_collect *collect);

/* Takes the next capture of the archives.  SP_DATA, SP_MEMORY. */
enum sp_status relscore_collect_take(struct relscore_collect *collect,
				     const struct relscore_capture *capture,
				     struct sp_error *err);

/*
 * After the last: scores what waits, reports, and saves everything.  seen is by
 * number of a query's word: does any page have it?
 */
enum sp_status relscore_collect_finish(struct relscore_collect *collect,
				       const bool *seen);

/* Keeps the scores of the capture of a page that counts.  SP_MEMORY. */
enum sp_status relscore_collect_keep(struct relscore_collect *collect,
				     uint32_t page,
				     const struct sp_page_scores *scores,
				     struct sp_error *err);

/* ---- waiting.c -------------------------------------------------------- */

/* SP_IO, SP_MEMORY. */
enum sp_status relscore_wait_begin(struct relscore_collect *collect);

/* Lets a capture that counts wait for the weights.  SP_DATA, SP_MEMORY. */
enum sp_status relscore_wait(struct relscore_collect *collect,
			     const struct relscore_capture *capture,
			     struct sp_error *err);

/* Weighs the words, and scores those captures that still count. */
enum sp_status relscore_wait_end(struct relscore_collect *collect);
void relscore_waiting_free(struct relscore_waiting *waiting);

#endif
