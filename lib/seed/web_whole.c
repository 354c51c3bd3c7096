/* SPDX-License-Identifier: MIT */
/*
 * A graph in the memory of this process: places are pages, links come from an
 * index that decodes a page at a time, in-links from batches (inlinks.c).
 *
 * Only the forward graph is in memory, and a core asks for the in-links of few
 * pages: a pass over all links collects those of a batch of authorities, which
 * are likely to be asked for next (whole_soon()), instead of a transpose that
 * would double the memory.
 */
#include "seed/web.h"

#include "base/memory.h"
#include "seed/authorities.h"
#include "seed/inlinks.h"

#include <stdlib.h>

struct whole {
	struct sp_web web;
	const struct sp_graph *graph;
	struct sp_index *index;
	struct sp_accessor *accessor;
	struct sp_inlinks *inlinks;
	struct sp_authorities authorities;
};

static void
whole_rank(struct sp_web *web, const uint64_t *dead, const double *hub,
	   const double *authority)
{
	struct whole *whole = (struct whole *)web;

	web->dead = dead;
	web->scores[SP_HUB] = hub;
	web->scores[SP_AUTHORITY] = authority;
	sp_authorities_begin(&whole->authorities, authority, dead,
			     sp_graph_pages(whole->graph));
}

static enum sp_status
whole_next(struct sp_web *web, bool *found, struct sp_web_authority *authority,
	   struct sp_error *err)
{
	struct whole *whole = (struct whole *)web;
	uint32_t page;

	if (!sp_authorities_next(&whole->authorities, found, &page))
		return sp_no_memory(err, "the best authorities");
	if (*found)
		*authority = (struct sp_web_authority){
			whole->authorities.last,
			sp_inlinks_count(whole->inlinks, page)
		};
	return SP_OK;
}

/*
 * The best authorities are what new hubs tend to link to, so their in-links are
 * likely to be asked for; keeping more of them costs a pass over the scores,
 * little beside one over the links.
 */
static enum sp_status
whole_soon(struct sp_web *web, uint64_t room, const struct sp_top_item **items,
	   uint64_t *count, struct sp_error *err)
{
	struct sp_authorities *authorities =
		&((struct whole *)web)->authorities;

	if (!sp_authorities_keep(authorities, room))
		return sp_no_memory(err, "the best authorities");
	*count = authorities->top.count - authorities->at;
	/* NULL if there are none, and NULL + 0 is undefined. */
	*items = *count ? authorities->top.items + authorities->at : NULL;
	return SP_OK;
}

static enum sp_status
whole_begin(struct sp_web *web, uint32_t page, uint32_t *place,
	    struct sp_error *err)
{
	(void)web;
	(void)err;
	*place = page;
	return SP_OK;
}

static enum sp_status
whole_row(struct sp_web *web, uint32_t page, const uint32_t **places,
	  uint32_t *count, struct sp_error *err)
{
	return sp_accessor_page(((struct whole *)web)->accessor, page, places,
				count, err);
}

static enum sp_status
whole_in_links(struct sp_web *web, uint32_t page, bool *kept,
	       const uint32_t **places, uint32_t *count, struct sp_error *err)
{
	(void)err;
	*kept = sp_inlinks_get(((struct whole *)web)->inlinks, page, places,
			       count);
	return SP_OK;
}

static enum sp_status
whole_collect(struct sp_web *web, const uint32_t *pages, uint64_t count,
	      struct sp_error *err)
{
	web->passes++;
	return sp_inlinks_collect(((struct whole *)web)->inlinks, web->dead,
				  pages, count, err);
}

static void
whole_free(struct sp_web *web)
{
	struct whole *whole = (struct whole *)web;

	sp_accessor_free(whole->accessor);
	sp_index_free(whole->index);
	sp_inlinks_free(whole->inlinks);
	sp_authorities_free(&whole->authorities);
	free(whole);
}

static const struct sp_web_kind whole_kind = {
	whole_rank, whole_next, whole_soon, whole_begin, NULL, whole_row,
	whole_in_links, whole_collect, whole_free
};

/* The index and the in-degrees are the two passes that a grower costs. */
enum sp_status
sp_web_whole(const struct sp_graph *graph, int threads, struct sp_web **web,
	     struct sp_error *err)
{
	struct whole *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status;

	*web = NULL;
	if (!made)
		return sp_no_memory(err, "cores");
	made->web.kind = &whole_kind;
	made->web.places = sp_graph_pages(graph);
	made->graph = graph;
	status = sp_index_new(graph, threads, &made->index, err);
	if (!status)
		status = sp_inlinks_new(graph, threads, SP_INLINKS_BUDGET,
					&made->inlinks, err);
	if (!status) {
		made->accessor = sp_accessor_new(made->index);
		if (!made->accessor)
			status = sp_no_memory(err, "cores");
	}
	if (status)
		whole_free(&made->web);
	else
		*web = &made->web;
	return status;
}
