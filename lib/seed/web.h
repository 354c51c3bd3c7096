/* SPDX-License-Identifier: MIT */
/*
 * web.h - what the growing of cores asks of a graph: the links from a page, the
 * links to it, its scores, the best authorities.  Private to lib/seed.
 *
 * There are three kinds: a graph that this process has as a whole, one of which
 * each process of a team has a share, and one component of a graph.  All
 * processes of a team grow the same core from the same data: they call the
 * functions below in the same order with the same arguments, and get the same
 * answers.
 *
 * What is known about a page stands in arrays with a PLACE for it.  In a whole
 * graph, the place of a page is its number.  In a share, pages get a place when
 * they are first seen; so that what a core touches takes memory, and not all
 * pages of the graph.
 */
#ifndef SP_SEED_WEB_H
#define SP_SEED_WEB_H

#include "cluster/team/share.h"
#include "graph/cores.h"
#include "graph/graph.h"
#include "rank/hits_piece.h"
#include "seed/top.h"

/* A page with links to it, with those of dead pages. */
struct sp_web_authority {
	struct sp_top_item item; /* its authority score, and its number */
	uint64_t in_links;
};

struct sp_web_kind;

/* For callers to read, not to write. */
struct sp_web {
	const struct sp_web_kind *kind;
	uint64_t places;            /* those given so far */
	uint64_t forgotten;         /* times that pages have lost their places:
				       when a ranking begins, or a core */
	const uint32_t *page_of;    /* by place; NULL: place = page */
	const double *scores[2];    /* by enum sp_side, and place; not known of
				       an authority before a link leads to it */
	const uint64_t *dead;       /* bitset of places to leave out; or NULL */
	uint64_t passes;            /* over the graph for in-links */
};

/* Returns the page at a place. */
static inline uint32_t
sp_web_page(const struct sp_web *web, uint32_t place)
{
	return web->page_of ? web->page_of[place] : place;
}

/*
 * The graph must outlive the web.  Returns SP_DATA if the graph is damaged;
 * SP_MEMORY.  *web is NULL then.
 */
enum sp_status sp_web_whole(const struct sp_graph *graph, int threads,
			    struct sp_web **web, struct sp_error *err);

/* The same for a share, which must outlive the web.  SP_IO, too. */
enum sp_status sp_web_share(struct sp_share *share, int threads,
			    struct sp_web **web, struct sp_error *err);

/*
 * A web for the components that sp_web_piece_rank() gives it: that begins a
 * ranking, by the scores in the piece, which must stay until the next one.
 * Of a kind, it has neither rank nor collect.  SP_MEMORY.
 */
enum sp_status sp_web_piece(struct sp_web **web, struct sp_error *err);
void sp_web_piece_rank(struct sp_web *web, const struct sp_piece *piece);

/* What a kind of web does; all of this may return SP_MEMORY, SP_DATA, SP_IO. */
struct sp_web_kind {
	/*
	 * Begins a ranking: see sp_grower_rank().  No page has a place then,
	 * if those are given at all.
	 */
	void (*rank)(struct sp_web *web, const uint64_t *dead,
		     const double *hub, const double *authority);
	/* The best authority that was not given yet; found: is there one? */
	enum sp_status (*next)(struct sp_web *web, bool *found,
			       struct sp_web_authority *authority,
			       struct sp_error *err);
	/* Authorities that next may give soon, at most room of them. */
	enum sp_status (*soon)(struct sp_web *web, uint64_t room,
			       const struct sp_top_item **items,
			       uint64_t *count, struct sp_error *err);
	/*
	 * Begins a core, with the authority that next gave last; its place.
	 * Nothing is known of the places of cores before: they may have been
	 * taken back.
	 */
	enum sp_status (*begin)(struct sp_web *web, uint32_t page,
				uint32_t *place, struct sp_error *err);
	/* The place of a page that has one. */
	uint32_t (*place)(const struct sp_web *web, uint32_t page);
	/*
	 * The places of the pages to which a page links, ascending by page;
	 * valid until the next call.  Dead pages may be left out.
	 */
	enum sp_status (*row)(struct sp_web *web, uint32_t page,
			      const uint32_t **places, uint32_t *count,
			      struct sp_error *err);
	/*
	 * The same for the pages that link to it, if they are kept; if not,
	 * they have to be collected.
	 */
	enum sp_status (*in_links)(struct sp_web *web, uint32_t page,
				   bool *kept, const uint32_t **places,
				   uint32_t *count, struct sp_error *err);
	/*
	 * Collects the in-links of pages[0], and of as many others as there is
	 * room for, in one pass over the graph.
	 */
	enum sp_status (*collect)(struct sp_web *web, const uint32_t *pages,
				  uint64_t count, struct sp_error *err);
	void (*free)(struct sp_web *web);
};

/* Returns the place of a page that has one. */
static inline uint32_t
sp_web_place(const struct sp_web *web, uint32_t page)
{
	return web->page_of ? web->kind->place(web, page) : page;
}

#endif
