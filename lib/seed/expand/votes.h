/* SPDX-License-Identifier: MIT */
/*
 * votes.h - what the links of pages say of others, a vote for each host.
 *
 * The pages of a host are often made from one template, and say the same thing
 * a thousand times.  So the links of a page are grouped by the hosts that they
 * lead to, and the links to a page by the hosts that they come from; each group
 * has one vote, the mean of what its pages say.  Without hosts, each page is a
 * group.  Links of a page to itself are left out.
 */
#ifndef SP_SEED_EXPAND_VOTES_H
#define SP_SEED_EXPAND_VOTES_H

#include "graph/graph.h"
#include "graph/hosts.h"

struct sp_votes {
	const struct sp_graph *graph;
	uint64_t pages;
	const struct sp_units *units; /* or NULL: each page votes alone */
	struct sp_index *index;
	uint32_t *order;   /* the pages, unit by unit; NULL: in their order */
	uint32_t *out, *in; /* votes that each page has, by its links, and by
			     * those to it */
	uint32_t *links;   /* of each page, in both directions */
};

/*
 * Counts the votes of all pages.  units may be NULL; graph and units must
 * outlive the votes.  Takes 12 bytes a page, 4 more with units, and the index
 * (graph.h): all links decoded if they take at most half of the memory that is
 * left.  SP_DATA if the graph is damaged; SP_MEMORY.  The caller frees *votes,
 * also after a failure.
 */
enum sp_status sp_votes_new(const struct sp_graph *graph,
			    const struct sp_units *units, int threads,
			    struct sp_votes *votes, struct sp_error *err);
void sp_votes_free(struct sp_votes *votes);

/*
 * Vectors have `width` values a page, one after the other, for as many lists
 * that are scored side by side: what a pass over the links takes is mostly the
 * links.  No list changes the bits of another.
 */
#define SP_VOTES_WIDTH 6 /* at most */

/* What a thread needs to collect votes: 4 bytes a page or unit. */
struct sp_voter;

struct sp_voter *sp_voter_new(const struct sp_votes *votes,
			      unsigned width);       /* or NULL */
void sp_voter_free(struct sp_voter *voter);          /* or NULL */
const struct sp_votes *sp_voter_votes(const struct sp_voter *voter);
unsigned sp_voter_width(const struct sp_voter *voter);

/*
 * The sums of the votes of each page: by its links, each the mean of values
 * over the pages of one host that it links to, or by the links to it, each the
 * mean over the pages of one host that link to it.  The order of additions
 * depends on the graph and its units alone.  SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status sp_votes_out(struct sp_voter *voter, const double *values,
			    double *sums, struct sp_error *err);
enum sp_status sp_votes_in(struct sp_voter *voter, const double *values,
			   double *sums, struct sp_error *err);

/* Which links a walk follows. */
enum sp_walk { SP_WALK_BOTH, SP_WALK_ALONG, SP_WALK_BACK };

/*
 * A walk of steps links that begins at pages by their share of start and goes
 * on with probability damping, else begins again: each page passes what it has
 * to its neighbours in equal parts, each link counting once, and values becomes
 * what pages have in the end.  What pages without such links would pass on is
 * lost.  Takes 8 bytes a page, and as many for each list, meanwhile.  SP_DATA
 * if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_votes_walk(struct sp_voter *voter, enum sp_walk way,
			     double damping, unsigned steps,
			     const double *start, double *values,
			     struct sp_error *err);

#endif
