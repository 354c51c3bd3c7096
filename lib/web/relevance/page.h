/* SPDX-License-Identifier: MIT */
/*
 * page.h - a page as numbers of its words: its text, the texts of its links,
 * and where the links are; and how similar these are to queries.
 */
#ifndef SP_WEB_RELEVANCE_PAGE_H
#define SP_WEB_RELEVANCE_PAGE_H

#include "web/relevance/similarity.h"
#include "web/relevance/terms.h"

/* A link whose text is the bytes [start, end) of the text of the page. */
struct sp_link_place {
	uint32_t target;
	size_t start, end;
};

/* Zero it before use, and use it again for the next page. */
struct sp_page_words {
	struct sp_terms text;
	struct sp_terms anchors;      /* of all links, one after the other */
	struct sp_link_words {
		uint32_t target;
		uint64_t anchor_end;  /* in anchors; it starts at the end of
					 the link before */
		uint64_t before;      /* words of the text that end at or
					 before the link */
		uint64_t after;       /* first word at or after its end */
	} *links;
	uint64_t link_count, links_capacity;
};

/*
 * Reads a page anew.  A word of which the link has only a part is not around
 * the link, and that part is a word of the link.  SP_DATA, SP_MEMORY as
 * sp_terms_read().
 */
enum sp_status sp_page_words_read(struct sp_page_words *page,
				  struct sp_words *words,
				  struct sp_vocabulary *vocabulary,
				  const char *text, size_t length,
				  const struct sp_link_place *links,
				  uint64_t link_count, struct sp_error *err);

/* Appends a link. */
enum sp_status sp_page_words_link(struct sp_page_words *page,
				  struct sp_link_words link,
				  struct sp_error *err);

/* Forgets the page. */
void sp_page_words_clear(struct sp_page_words *page);
void sp_page_words_free(struct sp_page_words *page);

/* ---- scores ----------------------------------------------------------- */

enum sp_binary {
	SP_BINARY_OFF,        /* the similarity itself */
	SP_BINARY_ANY,        /* 1 if any word of the query is there, else 0 */
	SP_BINARY_ALL,        /* 1 if all words are */
	SP_BINARY_THRESHOLD   /* 1 if the similarity is the threshold or more */
};

struct sp_scoring {
	const struct sp_query *queries;
	uint64_t count;
	enum sp_binary binary;   /* of pages; links have the similarity */
	double threshold;
	bool anchors;            /* score the texts of links */
	uint64_t context;        /* ... and that many words on each side */
	uint64_t limit;          /* all numbers of words are below it */
	const double *idf;       /* by number of a word, or NULL */
	const double *squares;   /* sp_query_square() of each query */
};

/* The score of a text without words; pages have 0 instead. */
#define SP_NO_WORDS (-1.0)

/* The scores of a page and its links.  Zero it before use. */
struct sp_page_scores {
	double *page;            /* by query */
	struct sp_link_pair {
		uint32_t target;
		double anchor, context;
	} *links;                /* by link, then query */
	uint64_t count;          /* of pairs */
	uint64_t page_capacity, links_capacity;
};

/* Scores a page.  *counts has the words of its text afterwards.  SP_MEMORY. */
enum sp_status sp_page_score(const struct sp_scoring *scoring,
			     const struct sp_page_words *page,
			     struct sp_counts *counts,
			     struct sp_page_scores *scores,
			     struct sp_error *err);
void sp_page_scores_free(struct sp_page_scores *scores);

#endif
