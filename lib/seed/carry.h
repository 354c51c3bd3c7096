/* SPDX-License-Identifier: MIT */
/*
 * carry.h - carries seeds from the graph in which they were found to another,
 * such as a later crawl (seedpipe-algorithms(7), 6.5; Daneshpajouh 2008,
 * 3.5.4).
 *
 * A seed is found in the other graph by its name, which must be equal byte for
 * byte, unless normal forms or loose matches count, too (web/page/match.h).
 * The paper drops seeds that are gone.  Two steps may look for another page
 * instead: the best page of the same host, and the page with the most similar
 * links.
 *
 * Only names of seeds and, for the last step, of the pages that they link to
 * are held; names of the other graph are looked at one by one, in one pass.
 *
 *	carry = sp_carry_new()
 *	for each seed:
 *		sp_carry_seed(), then sp_carry_link() for each of its links
 *	for each page of the other graph:
 *		sp_carry_name()
 *	sp_carry_by_url(), sp_carry_by_host(), sp_carry_by_links()
 *	for each seed: sp_carry_result()
 */
#ifndef SP_SEED_CARRY_H
#define SP_SEED_CARRY_H

#include "graph/cores.h"
#include "graph/graph.h"
#include "graph/hosts.h"
#include "web/page/match.h"

struct sp_carry;

/*
 * Free *carry with sp_carry_free(), also after a failure.  Returns SP_MEMORY.
 */
enum sp_status sp_carry_new(enum sp_match match, struct sp_carry **carry,
			    struct sp_error *err);
void sp_carry_free(struct sp_carry *carry); /* accepts NULL */

/*
 * Adds a seed with its name and its host; a seed with an empty name is gone,
 * one with an empty host has none.  SP_DATA for names that are too long;
 * SP_MEMORY.
 */
enum sp_status sp_carry_seed(struct sp_carry *carry, const char *name,
			     size_t length, const char *host,
			     size_t host_length, struct sp_error *err);

/* Adds the name of a page that the seed added last links to.  Fails as that. */
enum sp_status sp_carry_link(struct sp_carry *carry, const char *name,
			     size_t length, struct sp_error *err);

/*
 * Looks at the name of a page of the other graph; pages come in ascending
 * order.  Of pages with the same name, the first counts.  Returns SP_MEMORY.
 */
enum sp_status sp_carry_name(struct sp_carry *carry, uint64_t page,
			     const char *name, size_t length,
			     struct sp_error *err);

/* Finds seeds by their names, after the last sp_carry_name(). */
void sp_carry_by_url(struct sp_carry *carry);

/* Returns the number of seeds that were not found by any step so far. */
uint64_t sp_carry_gone(const struct sp_carry *carry);

/* How many of these would be found loosely? */
uint64_t sp_carry_near(const struct sp_carry *carry);

/*
 * For each seed that is gone: the page of its host, in the other graph, with
 * the largest score or, if scores is NULL, the most links to it; equal ones by
 * page ascending.  Only pages that have links count, because a crawl that
 * starts from any other ends there.  Takes one or two passes over the graph,
 * 4 bytes a page, a bit a page.  SP_DATA if the graph is damaged or a score is
 * NaN; SP_MEMORY.
 */
enum sp_status sp_carry_by_host(struct sp_carry *carry,
				const struct sp_graph *graph,
				const struct sp_hosts *hosts,
				const double *scores, int threads,
				struct sp_error *err);

/*
 * For each seed that is gone: the page of the other graph whose links are most
 * like its links, as far as these are pages of the other graph.  Likeness is
 * Jaccard's: links of both divided by links of either, so that a page with
 * very many links, which shares some with everybody, is not like everybody.
 * Equal ones by links shared, then by page ascending.  Takes one pass over the
 * graph for all seeds together, whose time grows with the links to the pages
 * that seeds link to, each taken once for each such seed; a bit a page.
 * SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_carry_by_links(struct sp_carry *carry,
				 const struct sp_graph *graph,
				 struct sp_error *err);

/* What became of a seed. */
struct sp_carried {
	enum sp_seed_found found; /* SP_FOUND_PICKED: it is gone */
	uint32_t page;            /* of the other graph, unless it is gone */
	uint64_t shared, either;  /* links, if found is SP_FOUND_SIMILAR */
};

/* Returns the name of a seed, as it was added, and its length. */
const char *sp_carry_name_of(const struct sp_carry *carry, uint64_t seed,
			     size_t *length);

struct sp_carried sp_carry_result(const struct sp_carry *carry, uint64_t seed);

#endif
