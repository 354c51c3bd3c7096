/* SPDX-License-Identifier: MIT */
/*
 * input.h - loads what crawlorder crawls: the graph, its hosts, the seeds and
 * the scores, from the streams and lists that its options name.
 */
#ifndef CMD_CRAWLORDER_INPUT_H
#define CMD_CRAWLORDER_INPUT_H

#include "cli/command.h"
#include "snapshots.h"
#include "topic.h"

#include "crawl/crawl.h"
#include "graph/cores.h"
#include "stream/section/section.h"
#include "web/page/match.h"

/* How the links of a page are read; the order of the values of --form. */
enum crawl_form { FORM_AUTO, FORM_COMPACT, FORM_PLAIN };

/* What a crawl needs, and where to find it. */
struct crawl_sources {
	bool with_seeds, with_score, with_hosts, with_names, with_shapes;
	bool with_states, with_fetches;
	bool with_weight;      /* the score is the weight of pages, too */
	bool with_link_weights; /* an order shares by the weights of links, */
	bool shares_alike;     /* ... or one that could does not */
	const struct crawl_takeovers *takeovers; /* NULL: no snapshots */
	const char *seeds;     /* a list; NULL: of a score, or the stream's */
	struct option_top seeds_top; /* count 0: not given */
	bool drop_missing;     /* seeds of the list that are not pages */
	enum sp_match match;   /* of lists and the names of pages */
	const char *beside;    /* an order of the stream, for its seeds */
	const char *bench;     /* the stream with the score, or NULL */
	const char *score;     /* its name */
	const char *trust;     /* name of the trust in seeds, or NULL */
	struct topic_sources topic;
	enum crawl_form form;
	/* For FORM_AUTO: crawls, and downloads of each, 0: all pages. */
	uint64_t crawls, downloads;
};

struct crawl_input {
	struct sp_crawl_input crawl;
	/* Seeds that orders record, if not those of the crawl; else NULL. */
	uint32_t *recorded;
	uint64_t recorded_count;
	uint64_t beside_downloads; /* of the order that gave its seeds */
	uint64_t spare;            /* bytes of memory that nothing needs */

	/* Private: what that points to. */
	struct sp_contents contents, bench;
	struct sp_seeds picked;
	uint32_t *seeds;
	struct sp_units hosts, domains, shapes;
	struct sp_snapshots snapshots;
	struct sp_index *index;
	struct sp_link_weights weights;
};

/*
 * Loads the input of the filter into the zeroed *input.  *load chooses what is
 * passed on to which writer.  A failure is in cmd->err; free *input in any
 * case.
 */
enum sp_status crawl_input_load(struct cmd *cmd,
				const struct crawl_sources *sources,
				const struct sp_load_options *load,
				struct crawl_input *input);

/* How many results of crawls have room in the memory that is spare. */
uint64_t crawl_input_waiting(const struct crawl_input *input);

void crawl_input_free(struct crawl_input *input);

#endif
