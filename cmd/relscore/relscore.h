/* SPDX-License-Identifier: MIT */
/*
 * relscore.h - what the parts of relscore share: its options, the scores that
 * it makes, and the pages of the graph.
 */
#ifndef CMD_RELSCORE_RELSCORE_H
#define CMD_RELSCORE_RELSCORE_H

#include "cli/command.h"
#include "cli/output.h"

#include "graph/linkscores.h"
#include "stream/section/scores.h"
#include "web/page/match.h"
#include "web/relevance/page.h"

enum relscore_weight { RELSCORE_TF, RELSCORE_TFIDF };

struct relscore_options {
	struct option_list queries, query_files, from;
	enum sp_match match;
	enum relscore_weight weight;
	const char *binary;       /* as given, or NULL */
	bool anchors;
	uint64_t context;         /* words on each side; 0: no scores */
	const char *language;     /* of stems, or NULL */
	bool first;               /* of several captures */
	bool strict;              /* damage is an error */
	const char *field, *url_field;
	bool rescale;
};

/* The scores of one query, or of a table. */
struct relscore_score {
	char name[SP_SCORE_NAME_MAX + 1];
	const char *text;         /* the query or file, as given */
	bool file;                /* it is a file that has the query */
};

/* The pages of the graph by URL. */
struct relscore_pages {
	uint64_t count;
	const struct sp_names *names;
	struct sp_match_index *index;
};

struct relscore {
	struct cmd *cmd;
	const struct relscore_options *options;
	struct cmd_output *output;
	struct sp_contents contents;
	struct relscore_pages pages;

	/* The queries first, as many as scoring.count, then the tables. */
	struct relscore_score *scores;
	uint64_t score_count;

	struct sp_query *queries;
	double *squares;                  /* of their norms, if words are not
					     weighted */
	struct sp_vocabulary query_words; /* of all queries, from 0 on */
	struct sp_scoring scoring;
};

/* ---- queries.c -------------------------------------------------------- */

/*
 * The name of scores of links, "anchors" or "contexts": with the name of the
 * query before it, unless that is the usual one.
 */
void relscore_link_name(char name[SP_SECTION_NAME_MAX + 1], const char *query,
			const char *what);

#define RELSCORE_NAME "relevance"

/*
 * Reads options and queries into relscore->scores, ->queries and ->scoring.
 * SP_USAGE for queries without words, and names that are given twice.
 */
enum sp_status relscore_read_queries(struct relscore *relscore);

/*
 * Makes a vocabulary that has the words of the queries, with their numbers.
 * Free it even after a failure.  SP_MEMORY.
 */
enum sp_status relscore_new_vocabulary(const struct relscore *relscore,
				       struct sp_vocabulary *vocabulary,
				       struct sp_error *err);

/* ---- pages.c ---------------------------------------------------------- */

/* Makes the index of the names of the graph.  SP_DATA without names. */
enum sp_status relscore_index_pages(struct relscore *relscore);

#define RELSCORE_MISSING 10000 /* URLs that the graph lacks, at most: kept */

/* Keeps a URL that the graph lacks, if there is room.  SP_MEMORY. */
enum sp_status relscore_keep_missing(struct sp_names *missing,
				     struct sp_span url, struct sp_error *err);

/* What messages say of missing URLs. */
struct relscore_advice {
	char example[128];        /* the first */
	char text[96];            /* "; --match loose finds 2 of them", or "" */
};

/* SP_MEMORY. */
enum sp_status relscore_advise(const struct relscore *relscore,
			       const struct sp_names *missing,
			       struct relscore_advice *advice);

/* ---- archives.c, tables.c --------------------------------------------- */

/* Scores the pages of all archives by all queries, and saves the scores. */
enum sp_status relscore_archives(struct relscore *relscore);

/* Reads the tables of --from, and saves the scores. */
enum sp_status relscore_tables(struct relscore *relscore);

#endif
