/* SPDX-License-Identifier: MIT */
/*
 * capture.h - one capture of a page: read and scored in a thread, then
 * collected in the order of the archives.
 */
#ifndef CMD_RELSCORE_CAPTURE_H
#define CMD_RELSCORE_CAPTURE_H

#include "relscore.h"

/* What an archive has of a page. */
struct relscore_text {
	struct sp_span url;
	int64_t time;
	bool answered;            /* with what the page has */
	struct sp_span text;      /* UTF-8 */
};

/* A text as numbers of its words. */
struct relscore_words {
	struct sp_page_words page;
	struct sp_vocabulary vocabulary;  /* words of queries first */
};

/*
 * What becomes of it: scores or, if words are weighted, the words.  Zero it
 * before its first use.
 */
struct relscore_capture {
	bool used;                /* the record had a page */
	bool known;               /* the graph has the page */
	uint32_t page;
	int64_t time;
	bool answered;
	uint64_t words;           /* of the text */
	struct sp_page_scores scores;
	struct relscore_words weighted;
	char *missing;            /* the URL of a page that is not known */
	uint64_t missing_length, missing_capacity;
};

/* A worker: one a thread. */
struct relscore_worker {
	const struct relscore *relscore;
	struct sp_matcher *matcher;
	struct sp_words *words;
	struct relscore_words scored;
	struct sp_counts counts;
	bool *seen;               /* words of queries that pages have */
	struct sp_link_place *places;
	uint64_t place_count, places_capacity;
};

/* SP_USAGE (libraries), SP_MEMORY.  Free it even after a failure. */
enum sp_status relscore_worker_new(struct relscore_worker *worker,
				   const struct relscore *relscore,
				   struct sp_error *err);
void relscore_worker_free(struct relscore_worker *worker);

/*
 * Begins a capture.  If the graph has no such page, that is all: ->known is
 * false.  SP_MEMORY.
 */
enum sp_status relscore_capture_begin(struct relscore_worker *worker,
				      struct relscore_capture *capture,
				      const struct relscore_text *text,
				      struct sp_error *err);

/* Adds a link to it, whose text is the bytes [start, end).  SP_MEMORY. */
enum sp_status relscore_capture_link(struct relscore_worker *worker,
				     struct sp_span url, uint64_t start,
				     uint64_t end, struct sp_error *err);

/* Reads the words, and scores them unless they are weighted.  SP_MEMORY. */
enum sp_status relscore_capture_read(struct relscore_worker *worker,
				     struct relscore_capture *capture,
				     struct sp_span text,
				     struct sp_error *err);
void relscore_capture_free(struct relscore_capture *capture);

#endif
