/* SPDX-License-Identifier: MIT */
/*
 * load.h - sections of a stream into memory, and past.
 *
 * One pass over a stream: what is wanted is loaded and checked, what is to be
 * passed on goes to the writer frame by frame as it comes.  Memory grows with
 * what has arrived, never with what a header claims.
 */
#ifndef SP_SECTION_LOAD_H
#define SP_SECTION_LOAD_H

#include "graph/graph.h"
#include "graph/cores.h"
#include "graph/hosts.h"
#include "graph/orders.h"
#include "section/save.h"
#include "stream/stream.h"

/* What to load; combined by "|". */
enum sp_want {
	SP_WANT_GRAPH = 1,
	SP_WANT_HOSTS = 2,
	SP_WANT_NAMES = 4,
	SP_WANT_SCORES = 8,
	SP_WANT_CORES = 16,
	SP_WANT_SEEDS = 32,
	SP_WANT_PROVENANCE = 64,
	SP_WANT_WEIGHTS = 128,
	SP_WANT_ORDERS = 256,    /* pages and depths of crawl orders */
	SP_WANT_ORDER_ROWS = 512 /* crawl orders with all columns */
};

/* A vector of scores with its name (NUL-terminated). */
struct sp_score {
	char name[SP_SCORE_NAME_MAX + 1];
	double *values;
	uint64_t pages;
	struct sp_basis basis;
};

/* A crawl order, and what was crawled. */
struct sp_loaded_order {
	struct sp_order order;
	struct sp_basis basis;
};

/*
 * What streams held.  Begin with zero bytes; free with sp_contents_free().
 * Several streams may be loaded into one, as a graph from one and cores from
 * another: a section that comes again replaces the one before (scores and
 * orders: of the same name), and sections that do not belong together are
 * SP_DATA.
 */
struct sp_contents {
	struct sp_graph *graph;
	struct sp_basis basis;    /* of the graph, loaded or passed over */
	bool has_basis;
	double *weights;          /* a value for each link, or NULL */
	struct sp_hosts hosts;
	bool has_hosts;
	struct sp_names names;    /* of the pages */
	bool has_names;
	struct sp_score *scores;
	uint64_t score_count, score_capacity;
	struct sp_cores cores;
	struct sp_basis cores_basis;
	bool has_cores;
	struct sp_seeds seeds;
	struct sp_names seed_names;
	struct sp_basis seeds_basis;
	bool has_seeds;
	struct sp_loaded_order *orders; /* in the order of the stream */
	uint64_t order_count, order_capacity;
	struct sp_names provenance; /* lines */
};

void sp_contents_free(struct sp_contents *contents);

/* The score of that name, or NULL. */
const struct sp_score *sp_contents_score(const struct sp_contents *contents,
					 const char *name);

/* The order of that name, or NULL. */
const struct sp_order *sp_contents_order(const struct sp_contents *contents,
					 const char *name);

/*
 * Takes a graph section while it passes, instead of loading it: blocks is
 * called with whole blocks [first, last) that a cursor on the graph can
 * read, then forgotten; begin before the first, end after the last.
 */
struct sp_graph_visitor {
	void *context;
	enum sp_status (*begin)(void *context, uint64_t pages, bool weighted,
				struct sp_error *err);
	enum sp_status (*blocks)(void *context, const struct sp_graph *graph,
				 uint64_t first, uint64_t last,
				 struct sp_error *err);
	enum sp_status (*end)(void *context, const struct sp_basis *basis,
			      struct sp_error *err);
	/* Weights of the links, in order; NULL: the section is dropped. */
	enum sp_status (*weights)(void *context, const double *values,
				  uint64_t count, struct sp_error *err);
	enum sp_status (*weights_end)(void *context, struct sp_error *err);
};

struct sp_load_options {
	unsigned want;
	struct sp_writer *writer; /* where the rest goes, or NULL */

	/*
	 * Is a section to be passed on?  head is the payload of its first
	 * frame.  NULL: all are.
	 */
	bool (*pass)(void *context, uint32_t tag, const uint8_t *head,
		     size_t length);
	void *pass_context;
	const struct sp_graph_visitor *visitor; /* or NULL */
};

/* The name of a score section from the payload of its head; for pass(). */
bool sp_score_head_is(const uint8_t *head, size_t length, const char *name);

/* The same of an order. */
bool sp_order_head_is(const uint8_t *head, size_t length, const char *name);

/*
 * Reads a whole stream to its verified end.  SP_DATA as sp_reader_next(), and
 * for sections that are not what they should be; SP_MEMORY; SP_IO.
 */
enum sp_status sp_load(struct sp_reader *reader,
		       const struct sp_load_options *options,
		       struct sp_contents *contents, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * Do all parts belong together?  Names and hosts must be as many as the
 * pages, derived sections have the graph's fingerprint or its origin's.
 * Called by sp_load() at the end of each stream.
 */
enum sp_status sp_contents_check(const struct sp_contents *contents,
				 struct sp_error *err) SP_MUST_CHECK;

#endif
