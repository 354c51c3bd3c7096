/* SPDX-License-Identifier: MIT */
/*
 * core.h - grows one bipartite core from hub and authority scores
 * (seedpipe-algorithms(7), 6.3; Daneshpajouh et al., 2008, figures 1 and 2).
 *
 * The core starts with an authority, the best one at first.  In turn, the
 * best page that links to an authority of the core joins its hubs, and the
 * best page that a hub of the core links to joins its authorities, until the
 * density, 100 * links / (hubs * authorities), would fall below the wanted
 * density, or no page is left.
 *
 * Pages may come in units, such as shapes of URLs, of which a side of a core
 * has one page at most: forty revisions of a page that link to the same pages
 * are no community.  When a page has joined a side, the other pages of its unit
 * are no candidates for that side of this core any more.  So it is the best
 * page of its unit among those that could join at that point, and it stands for
 * the others, which are reported with the core.  They may join the other side.
 */
#ifndef SP_SEED_CORE_H
#define SP_SEED_CORE_H

#include "cluster/team/share.h"
#include "graph/cores.h"
#include "graph/graph.h"
#include "graph/hosts.h"
#include "rank/hits_piece.h"

#include <math.h>

/* Which pages may join. */
enum sp_core_match {
	SP_MATCH_ANY, /* pages with a link to or from the other side */
	SP_MATCH_ALL  /* of those, pages that keep the wanted density */
};

/* Whether to keep the page that brought the density below the wanted one. */
enum sp_core_last { SP_LAST_UNDO, SP_LAST_KEEP };

/* When the density is tested: after each page, or after each round. */
enum sp_core_test { SP_TEST_EACH, SP_TEST_ROUND };

/* What stops when the density is too low: the core, or that side only. */
enum sp_core_break { SP_BREAK_STOP, SP_BREAK_CLOSE };

struct sp_core_options {
	double cover_density;  /* wanted density, 0..100; 100 = complete */
	uint64_t hub_cap;      /* maximum hubs; 0: no limit */
	uint64_t size;         /* 0: grow until the density is reached; else
				* to this many pages, at least 2, without
				* testing the density (but see match) */
	uint64_t new_members;  /* pages that join a side in a round, >= 1 */
	bool exact;            /* with size: stop in the middle of a round */
	enum sp_core_match match;
	enum sp_core_last last;
	enum sp_core_test test;
	enum sp_core_break on_break;
	bool overlap;          /* a page may be both hub and authority */
	const struct sp_units *units; /* of all pages: a side has at most one
					 page of each; NULL: no limit */
	uint64_t least_hubs;   /* the growth of a core may end as soon as it is
				* certain to have fewer; 0: it must not */
};

#define SP_CORE_DEFAULTS \
	{ 100, 999, 0, 1, false, SP_MATCH_ANY, SP_LAST_UNDO, SP_TEST_EACH, \
	  SP_BREAK_STOP, false, NULL, 0 }

/* SP_USAGE when a value is out of its range. */
enum sp_status sp_core_check(const struct sp_core_options *options,
			     struct sp_error *err);

/* In place of an authority score. */
#define SP_SET_ASIDE (-INFINITY)

/* The counters and in-links for growing cores, kept between cores. */
struct sp_grower;

/*
 * A grower for the graph of which each process of a team has a share, which
 * must outlive it.  All processes call the functions below in the same order,
 * grow the same core, and get the same results.  Takes two passes over the
 * graph, and up to 100 MiB of in-links (more if a single page has more); in a
 * team of one up to 64 MiB for lists of links that many cores meet, and 12
 * bytes a page, else 4 bytes for each local page, and memory for the pages that
 * a core touches: about 60 bytes for each of its members and of the pages that
 * these link to or that link to these, dead ones left out. Returns SP_DATA if
 * the graph is damaged; SP_MEMORY, SP_IO.  *grower is NULL then.
 */
enum sp_status sp_grower_new(struct sp_share *share, int threads,
			     struct sp_grower **grower, struct sp_error *err);
void sp_grower_free(struct sp_grower *grower); /* accepts NULL */

/*
 * A grower for components (rank/hits_piece.h), and the ranking of one: its
 * scores and links must stay until the next.  SP_MEMORY.
 */
enum sp_status sp_grower_new_pieces(struct sp_grower **grower,
				    struct sp_error *err);
void sp_grower_rank_piece(struct sp_grower *grower,
			  const struct sp_piece *piece);

/*
 * Starts a ranking: the scores by which cores grow, and the pages that take
 * part.  hub and authority have a score for every page, none of them NaN; an
 * authority score of SP_SET_ASIDE keeps a page from being an authority.
 * dead is NULL or a bitset of pages to leave out, which may only gain pages
 * from one ranking to the next.  All three must stay as they are until the
 * last core of the ranking has grown.
 *
 * With a share, all three are over its local pages (share->places); what they
 * have for the pages reached is as at their owners (sp_share_fetch()).
 */
void sp_grower_rank(struct sp_grower *grower, const uint64_t *dead,
		    const double *hub, const double *authority);

/*
 * Sets *authority to the best page of the ranking that was not given yet: the
 * largest authority score, of equal ones the smallest page.  *found is false
 * when no page with a score above 0 is left.  Any number of calls takes a few
 * passes over the scores.  Returns SP_MEMORY.
 */
enum sp_status sp_grower_next(struct sp_grower *grower, bool *found,
			      uint32_t *authority, struct sp_error *err);

/*
 * Of the page that sp_grower_next() gave: the links to it, with those of dead
 * pages, and its authority score.
 */
uint64_t sp_grower_in_links(const struct sp_grower *grower);
double sp_grower_score(const struct sp_grower *grower);

struct sp_growth {
	uint64_t hubs;
	uint64_t authorities;            /* at least 1 */
	uint64_t links;
	const struct sp_member *members; /* as they joined; core is 0 */
	uint64_t member_count;           /* hubs + authorities */
	/*
	 * Pages that could have joined a side, had not one of their unit
	 * joined it; some may come twice, or be members on the other side.
	 */
	const uint32_t *alike;
	uint64_t alike_count;
	/*
	 * Is it all that the first authority is connected with?  Then cores
	 * that start with others of its authorities later in the ranking have
	 * pages of this one only.
	 */
	bool whole;
};

/*
 * Grows one core of the ranking, which starts with the authority first, the one
 * that sp_grower_next() gave.
 * Better authorities than that are set aside: they may join as hubs only.
 * Units, two bits for each, must be the same whenever they are given.
 * What growth points to is valid until the next call.  The result does not
 * depend on the number of threads, nor on the cores that grew before.  Returns
 * SP_USAGE where sp_core_check() does; SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status sp_core_grow(struct sp_grower *grower, uint32_t first,
			    const struct sp_core_options *options,
			    struct sp_growth *growth, struct sp_error *err);

/* Returns the passes over the graph for in-links so far. */
uint64_t sp_grower_passes(const struct sp_grower *grower);

#endif
