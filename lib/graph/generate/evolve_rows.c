/* SPDX-License-Identifier: MIT */
/*
 * The links of a later crawl.
 *
 * Each link of the old web stays, or is drawn again with a chance that depends
 * on what died: a link to a dead page, on a new page, or, with the rate of
 * change itself, between two survivors.  A link that is drawn again stays
 * inside its host if it was, so that the structure remains: the new target is a
 * page of the host, or what such a page links to, which prefers popular ones;
 * outside, it is the target of another link between hosts, taken from a sample
 * of 65,536.
 *
 * All pages are places of the old graph until a row is passed on, when they
 * become numbers of the new one.  Rows are made in order by one thread: a row
 * reads those of other pages in random order, through an index.
 */
#include "base/compare.h"
#include "graph/generate/evolve_parts.h"

#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>

#define NO_PLACE UINT32_MAX
#define POOL 65536 /* links to other hosts, of which new ones are drawn */
#define TRIES 8

/* The chance that a link is drawn again. */
#define AGAIN_ON_NEW_PAGE 0.25  /* the rest is the template of the site */
#define AGAIN_TO_NEW_PAGE 0.5   /* inside a host */

/* Links are places until the end, and numbers of new pages only then. */
struct evolving {
	const struct sp_evolution *e;
	struct sp_accessor *rows;    /* of the page whose links are made */
	struct sp_accessor *others;  /* of pages whose links are copied */
	uint64_t *host_start;        /* in by_host; one more than hosts */
	uint32_t *by_host;           /* places, host by host */
	uint32_t *pool;              /* places that other hosts link to */
	uint64_t pool_count;
	uint64_t between;            /* links between hosts, of which */
	uint64_t stride;             /* ... every stride-th is in the pool */
	struct sp_random random;     /* of the page */
	uint32_t *links;
	uint64_t count, capacity;
	uint64_t *linked;            /* bitset of places in links */
};

static bool
is_dead(const struct sp_evolution *e, uint32_t place)
{
	return sp_bit_test(e->dead, place);
}

/* Without hosts, and without a host, no two pages are of one. */
static bool
is_inside(const struct sp_evolution *e, uint32_t a, uint32_t b)
{
	return e->hosts && e->hosts->host_of[a] == e->hosts->host_of[b];
}

/* ---- preparation ------------------------------------------------------- */

/* A counting sort: pages of a host in one piece, in order. */
static enum sp_status
sort_by_host(struct evolving *v, struct sp_error *err)
{
	const struct sp_hosts *hosts = v->e->hosts;
	uint64_t *start;

	if (!hosts)
		return SP_OK;
	start = sp_alloc_zero(hosts->names.count + 2, sizeof(*start));
	v->host_start = start;
	v->by_host = sp_alloc_large(v->e->pages, sizeof(*v->by_host));
	if (!start || !v->by_host)
		return sp_no_memory(err, "pages by host");
	/* Counted two places on, so that filling leaves starts behind. */
	for (uint64_t page = 0; page < v->e->pages; page++)
		start[hosts->host_of[page] + 2]++;
	for (uint64_t host = 0; host < hosts->names.count; host++)
		start[host + 2] += start[host + 1];
	for (uint64_t page = 0; page < v->e->pages; page++)
		v->by_host[start[hosts->host_of[page] + 1]++] = (uint32_t)page;
	return SP_OK;
}

/* Counts links between hosts, and keeps every stride-th if there is a pool. */
static enum sp_status
pool_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct evolving *v = context;

	(void)err;
	for (uint64_t i = 0; i < row->count; i++) {
		uint32_t to = row->successors[i];

		if (is_inside(v->e, (uint32_t)row->page, to))
			continue;
		if (v->pool && v->between % v->stride == 0 &&
		    v->pool_count < POOL)
			v->pool[v->pool_count++] = to;
		v->between++;
	}
	return SP_OK;
}

/*
 * Called twice: the first pass counts, for the second to take every stride-th.
 */
static enum sp_status
sample_pool(struct evolving *v, struct sp_error *err)
{
	struct sp_row_sink sink = { v, NULL, pool_row };

	v->stride = v->between / POOL + 1;
	v->between = 0;
	return sp_graph_walk(v->e->graph, NULL, NULL, &sink, err);
}

static enum sp_status
evolving_begin(struct evolving *v, struct sp_index *index,
	       struct sp_error *err)
{
	enum sp_status status = sort_by_host(v, err);

	if (!status)
		status = sample_pool(v, err);
	if (status)
		return status;
	v->pool = sp_alloc(POOL, sizeof(*v->pool));
	v->rows = sp_accessor_new(index);
	v->others = sp_accessor_new(index);
	v->linked = sp_bitset_new(v->e->pages);
	if (!v->pool || !v->linked || !v->rows || !v->others)
		return sp_no_memory(err, "links of the later web");
	return sample_pool(v, err);
}

static void
evolving_end(struct evolving *v)
{
	sp_accessor_free(v->rows);
	sp_accessor_free(v->others);
	free(v->host_start);
	free(v->by_host);
	free(v->pool);
	free(v->links);
	free(v->linked);
}

/* ---- drawing ----------------------------------------------------------- */

/*
 * The bit keeps a target from being drawn twice; make_links() clears all of
 * them at its end.
 */
static void
evolve_rows_add_link(struct evolving *v, uint32_t place)
{
	v->links[v->count++] = place;
	sp_bit_set(v->linked, place);
}

/*
 * A page of the same host, or what one links to; NO_PLACE: none was found.
 *
 * A few tries, then none: a small host may have no page left to link to.
 */
static enum sp_status
draw_inside(struct evolving *v, uint32_t place, uint32_t *to,
	    struct sp_error *err)
{
	uint32_t host = v->e->hosts->host_of[place];
	uint64_t first = v->host_start[host];
	uint64_t size = v->host_start[host + 1] - first;

	for (unsigned i = 0; i < TRIES; i++) {
		uint32_t page = v->by_host[first + sp_random_below(&v->random,
								   size)];
		bool copy = sp_random_below(&v->random, 2);
		const uint32_t *successors;
		uint32_t count;

		if (copy) {
			if (sp_accessor_page(v->others, page, &successors,
					     &count, err))
				return err->status;
			if (!count)
				continue;
			page = successors[sp_random_below(&v->random, count)];
		}
		if (page == place || !is_inside(v->e, page, place) ||
		    sp_bit_test(v->linked, page))
			continue;
		*to = page;
		return SP_OK;
	}
	*to = NO_PLACE;
	return SP_OK;
}

/* If all pages died, it is one of those that took their places. */
static uint32_t
draw_outside(struct evolving *v, uint32_t place)
{
	for (unsigned i = 0; i < 2 * TRIES && v->pool_count; i++) {
		uint32_t page = v->pool[sp_random_below(&v->random,
							v->pool_count)];

		if (page != place && !is_inside(v->e, page, place) &&
		    !sp_bit_test(v->linked, page) &&
		    (i >= TRIES || !is_dead(v->e, page)))
			return page;
	}
	return NO_PLACE;
}

static double
chance_of_change(const struct sp_evolution *e, uint32_t from, uint32_t to)
{
	bool inside = is_inside(e, from, to);

	/* All of a host died at once: the new one has its structure. */
	if (inside && e->dead_host &&
	    sp_bit_test(e->dead_host, e->hosts->host_of[from]))
		return AGAIN_ON_NEW_PAGE;
	if (is_dead(e, to))
		return inside ? AGAIN_TO_NEW_PAGE : 1;
	return is_dead(e, from) ? AGAIN_ON_NEW_PAGE : e->options.fraction;
}

/*
 * First the links that stay, then one for each that does not, so that a drawn
 * link never takes the place of one that stays.
 *
 * again repeats the draws of the first loop, so that both agree on which links
 * stay.
 */
static enum sp_status
make_links(struct evolving *v, uint32_t place, const uint32_t *successors,
	   uint32_t count, struct sp_error *err)
{
	struct sp_random again;
	enum sp_status status = SP_OK;

	v->random = sp_evolve_random(v->e, SP_EVOLVE_LINKS, place);
	again = v->random;
	v->count = 0;
	if (!sp_grow(&v->links, &v->capacity, count))
		return sp_no_memory(err, "links of a page");
	for (uint32_t i = 0; i < count; i++)
		if (sp_random_unit(&v->random) >=
		    chance_of_change(v->e, place, successors[i]))
			evolve_rows_add_link(v, successors[i]);
	for (uint32_t i = 0; i < count && !status; i++) {
		uint32_t to = NO_PLACE;

		if (sp_random_unit(&again) >=
		    chance_of_change(v->e, place, successors[i]))
			continue;
		if (is_inside(v->e, place, successors[i]))
			status = draw_inside(v, place, &to, err);
		else
			to = draw_outside(v, place);
		if (!status && to != NO_PLACE)
			evolve_rows_add_link(v, to);
	}
	for (uint64_t i = 0; i < v->count; i++)
		sp_bit_clear(v->linked, v->links[i]);
	return status;
}

static enum sp_status
pass_row(struct evolving *v, uint64_t page, const struct sp_row_sink *sink,
	 struct sp_error *err)
{
	const struct sp_evolution *e = v->e;
	uint32_t place = e->place_of ? e->place_of[page] : (uint32_t)page;
	const uint32_t *successors;
	struct sp_row row = { .page = page };
	uint32_t count;

	if (sp_accessor_page(v->rows, place, &successors, &count, err) ||
	    make_links(v, place, successors, count, err))
		return err->status;
	if (!v->count)
		return SP_OK;
	for (uint64_t i = 0; e->page_at && i < v->count; i++)
		v->links[i] = e->page_at[v->links[i]];
	qsort(v->links, v->count, sizeof(*v->links), sp_compare_u32);
	row.count = v->count;
	row.successors = v->links;
	return sp_rows_pass(sink, &row, err);
}

enum sp_status
sp_evolution_rows(const struct sp_evolution *e,
		  const struct sp_row_sink *sink, struct sp_error *err)
{
	struct evolving v = { .e = e };
	struct sp_index *index = NULL;
	enum sp_status status = sp_index_new(e->graph, e->options.threads,
					     &index, err);

	if (!status)
		status = evolving_begin(&v, index, err);
	if (!status)
		status = sp_rows_begin(sink, e->pages, err);
	for (uint64_t page = 0; page < e->pages && !status; page++)
		status = pass_row(&v, page, sink, err);
	evolving_end(&v);
	sp_index_free(index);
	return status;
}
