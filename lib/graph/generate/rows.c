/* SPDX-License-Identifier: MIT */
/*
 *	page -> directory (template, degree, fan) -> links inside the host
 *	     -> hub? links of its communities; else block, or single links
 *	row = links before the host, inside it, after it
 *
 * A row costs time in proportion to its links: copies and merges of ascending
 * lists.  Blocks of pages are made by any thread, as each page has random
 * numbers of its own, and passed on in order; 8 blocks for each thread are in
 * memory.
 */
#include "graph/generate/farm.h"
#include "graph/generate/lists.h"
#include "graph/generate/maker.h"

#include "base/compare.h"
#include "base/memory.h"
#include "graph/graph.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/*
 * Lists are made as ascending parts and merged; nothing is sorted except the
 * few links of a page to other hosts.
 */
#define EXTERNALS_MAX 512 /* links of a page to other hosts */
#define BLOCKS_AT_ONCE 8  /* a thread */

/* The rows of one block. */
struct block_rows {
	uint32_t counts[SP_BLOCK_PAGES];
	uint32_t *links;
	uint64_t used;
	uint64_t capacity;
	bool failed;
};

/* ---- links inside the host -------------------------------------------- */

/* Whether the page that lists page links to it: not if links are few. */
static bool
is_listed(const struct sp_generator *g, uint64_t page)
{
	return g->listed >= 1 ||
	       sp_generate_unit(g, SP_FOR_LISTED, page) < g->listed;
}

/*
 * The pages that page lists, at out: a directory is a tree in which the pages
 * after number p list fan pages each, and so are the directories of a host.
 *
 * Every page but the home page of a host is listed by exactly one other, so
 * that a crawl from the home page can reach the whole host if all lists are
 * kept.
 */
static uint64_t
listed_pages(const struct sp_row_maker *m, uint32_t page, uint32_t *out)
{
	const struct sp_generator *g = m->g;
	uint64_t i = (page - m->first) * m->fan + 1, count = 0;
	uint64_t end = sp_below_of(i + m->fan, m->end - m->first);
	uint64_t host_first = g->host_start[m->place.host];

	for (; i < end; i++)
		if (is_listed(g, m->first + i))
			out[count++] = (uint32_t)(m->first + i);
	if (page != m->first)
		return count;
	i = (m->place.directory - host_first) * m->host_fan + 1;
	end = sp_below_of(i + m->host_fan,
			  g->host_start[m->place.host + 1] - host_first);
	for (; i < end; i++) {
		uint32_t index = g->directory_start[host_first + i];

		if (is_listed(g, index))
			out[count++] = index;
	}
	return count;
}

/*
 * The template, for some pages without a run of it.
 *
 * A quarter of the pages lose a run of the template, so that rows of a
 * directory are alike and not equal, as those of a web are.
 */
static uint64_t
template_list(struct sp_row_maker *m, uint64_t *degree,
	      struct sp_random *random)
{
	uint64_t count = m->template_count, dropped = 0, place = 0;
	uint64_t size = m->host_end - m->host_first;
	/* No more links than the host has pages. */
	uint64_t vary = sp_below_of(m->degree / 8, size - m->degree);
	uint64_t bits = sp_random_next(random);

	*degree = m->degree - vary + sp_random_below(random, 2 * vary + 1);
	if (count > 3 && (bits & 3) == 0) {
		dropped = 1 + (bits >> 2 & 0xffff) * (count / 6) / 0x10000;
		place = (bits >> 32) * (count - dropped) >> 32;
	}
	memcpy(m->base, m->template, place * sizeof(*m->base));
	memcpy(m->base + place, m->template + place + dropped,
	       (count - dropped - place) * sizeof(*m->base));
	return count - dropped;
}

/*
 * At most count links of the page's own, in m->merged: to the page that lists
 * it, to its pairs, and to popular pages.  Page p ^ k of the directory is the
 * k-th pair of page p, and the reverse.
 *
 * The pairs of p are symmetric: if p links to its pair p ^ k, that page links
 * to p, as far as both have room.  This is what makes links reciprocal.
 */
static uint64_t
own_list(struct sp_row_maker *m, uint32_t page, uint64_t count,
	 struct sp_random *random)
{
	uint64_t number = page - m->first, used = 0, k, drawn;
	uint32_t near[SP_PAIRS_MAX + 1];

	if (count && number)
		near[used++] = (uint32_t)(m->first + (number - 1) / m->fan);
	for (k = 1; k <= m->pairs && used < count; k++)
		if (m->first + (number ^ k) < m->end)
			used = sp_list_insert(near, used, (uint32_t)(
					m->first + (number ^ k)));
	drawn = sp_maker_draw(m, m->own, count - used, random);
	return sp_list_merge(m->merged, near, used, m->own, drawn);
}

/*
 * The links of the page inside its host, at out; their number.
 *
 * The number of links is fixed before they are drawn, and what repeats leave
 * open is filled with other pages of the host, so that the calibration holds.
 */
static uint64_t
inside_links(struct sp_row_maker *m, uint32_t page, uint32_t *out)
{
	struct sp_random random =
		sp_generate_random(m->g, SP_FOR_PAGE, page);
	uint64_t size = m->host_end - m->host_first, degree, count, part;
	const uint32_t *list = m->own;

	count = template_list(m, &degree, &random);
	part = own_list(m, page, degree - count, &random);
	count = sp_list_merge(m->own, m->base, count, m->merged, part);
	part = listed_pages(m, page, m->base);
	if (part) {
		count = sp_list_merge(m->merged, m->own, count, m->base, part);
		list = m->merged;
		degree = sp_below_of(degree + part, size);
	}
	sp_list_complete(out, list, count, degree - count, m->host_first,
			 m->host_end);
	return degree;
}

/* ---- links between hosts ---------------------------------------------- */

/*
 * The authorities of the communities of a hub.
 *
 * Hubs are sorted by page, so a cursor over them is enough.
 */
static uint64_t
community_links(struct sp_row_maker *m, uint32_t page, uint32_t *list)
{
	const struct sp_generator *g = m->g;
	uint64_t count = 0, s;

	for (; m->next_hub < g->hub_count &&
	       g->hubs[m->next_hub].page == page; m->next_hub++) {
		uint64_t community = g->hubs[m->next_hub].community;
		struct sp_generate_sizes sizes =
			sp_generate_community_sizes(g, community);
		uint32_t target;

		for (s = 0; s < sizes.hubs + sizes.authorities; s++) {
			if (count == EXTERNALS_MAX)
				break;
			if (!sp_generate_member(g, community, &sizes, s,
						&target))
				count = sp_list_insert(list, count, target);
		}
	}
	return count;
}

/*
 * Links of one page to pages of other hosts, popular ones more often.
 *
 * A popular page may be of this host: it is replaced by a page of another one,
 * each of these with the same chance.
 */
static uint64_t
single_links(struct sp_row_maker *m, uint32_t page, uint32_t *list)
{
	const struct sp_generator *g = m->g;
	struct sp_random random =
		sp_generate_random(g, SP_FOR_EXTERNAL, page);
	double unit = sp_random_unit(&random);
	uint64_t wanted, count = 0, others, tries;
	uint32_t size = m->host_end - m->host_first;

	/* Three pages of ten, skewed: 4 u^3 has mean 1. */
	if (unit >= 0.3 || g->hosts < 2)
		return 0;
	unit /= 0.3;
	unit = g->external_mean / 0.3 * 4 * unit * unit * unit +
	       sp_random_unit(&random);
	others = g->options.pages - size;
	wanted = (uint64_t)unit;
	wanted = sp_below_of(wanted, sp_below_of(EXTERNALS_MAX, others));
	/* Popular targets repeat: fewer links rather than more tries. */
	for (tries = 2 * wanted + 8; count < wanted && tries; tries--) {
		uint32_t target = sp_generate_popular(g, &random);

		if (target >= m->host_first && target < m->host_end) {
			target = (uint32_t)sp_random_below(&random, others);
			if (target >= m->host_first)
				target += size;
		}
		count = sp_list_insert(list, count, target);
	}
	return count;
}

static uint64_t
outside_links(struct sp_row_maker *m, uint32_t page, bool hub, uint32_t *list)
{
	if (hub)
		return community_links(m, page, list);
	if (!m->block_count)
		return single_links(m, page, list);
	memcpy(list, m->block, m->block_count * sizeof(*list));
	return m->block_count;
}

/* ---- rows ------------------------------------------------------------- */

/*
 * The successors of page at out, which has room; their number.
 *
 * The three parts ascend and do not overlap, as the links of others are outside
 * of the host: no merge is needed.
 */
static uint64_t
make_row(struct sp_row_maker *m, uint32_t page, uint32_t *out)
{
	const struct sp_generator *g = m->g;
	uint32_t others[EXTERNALS_MAX];
	uint64_t count, below = 0, within;
	bool hub = m->next_hub < g->hub_count &&
		   g->hubs[m->next_hub].page == page;

	sp_maker_enter(m, page);
	/*
	 * Pages that list others and hubs always link: the calibration counts
	 * on them.
	 */
	if (page - m->first >= sp_generate_listing(m->end - m->first, m->fan) &&
	    !hub &&
	    sp_generate_unit(g, SP_FOR_DANGLING, page) < g->dangling)
		return 0;
	count = outside_links(m, page, hub, others);
	m->between += count;
	while (below < count && others[below] < m->host_first)
		below++;
	memcpy(out, others, below * sizeof(*out));
	within = inside_links(m, page, out + below);
	memcpy(out + below + within, others + below,
	       (count - below) * sizeof(*out));
	count += within;
	/* Its pages come last, so that the row still ascends. */
	return count + sp_farm_hijack(g, page, out + count);
}

/*
 * Room for the longest row is made before each row, so that making it tests
 * nothing.
 */
static void
rows_make_block(struct sp_row_maker *m, uint64_t block, struct block_rows *rows)
{
	const struct sp_generator *g = m->g;
	uint64_t page = block * SP_BLOCK_PAGES;
	uint64_t end = sp_below_of(page + SP_BLOCK_PAGES,
				   sp_generator_pages(g)), i;

	/* Threads make blocks in any order: find the block's first hub. */
	m->next_hub = !g->hub_count ? 0 :
		      sp_first_not_below(&g->hubs->page, sizeof(*g->hubs),
					 g->hub_count, page);
	rows->used = 0;
	rows->failed = false;
	for (i = 0; page < end; i++, page++) {
		if (!sp_grow(&rows->links, &rows->capacity,
			     rows->used + SP_ROW_LINKS_MAX + EXTERNALS_MAX)) {
			rows->failed = true;
			return;
		}
		rows->counts[i] = (uint32_t)(
			page < g->options.pages ?
			make_row(m, (uint32_t)page, rows->links + rows->used) :
			sp_farm_row(g, page, rows->links + rows->used));
		rows->used += rows->counts[i];
	}
}

static enum sp_status
generate_rows_pass_block(const struct block_rows *rows, uint64_t first_page,
			 uint64_t pages, const struct sp_row_sink *sink,
			 struct sp_error *err)
{
	const uint32_t *links = rows->links;
	enum sp_status status = SP_OK;

	if (rows->failed)
		return sp_no_memory(err, "rows");
	for (uint64_t i = 0; i < pages && !status; i++) {
		struct sp_row row = { first_page + i, rows->counts[i], links,
				      NULL };

		if (row.count)
			status = sp_rows_pass(sink, &row, err);
		links += row.count;
	}
	return status;
}

/*
 * The blocks from first on, before end, some at a time.
 *
 * Threads never wait for the sink within a batch, and the sink never waits for
 * one block.
 */
static enum sp_status
pass_blocks(const struct sp_generator *g, struct sp_row_maker *makers,
	    struct block_rows *rows, uint64_t at_once, uint64_t first,
	    uint64_t end, const struct sp_row_sink *sink, struct sp_error *err)
{
	uint64_t pages = sp_generator_pages(g), i;
	enum sp_status status = SP_OK;

	for (; first < end && !status; first += at_once) {
		uint64_t count = sp_below_of(at_once, end - first);

#pragma omp parallel for schedule(dynamic, 1) num_threads(g->options.threads)
		for (i = 0; i < count; i++)
			rows_make_block(makers + omp_get_thread_num(),
					first + i, rows + i);
		/* In page order, whichever thread was first. */
		for (i = 0; i < count && !status; i++) {
			uint64_t page = (first + i) * SP_BLOCK_PAGES;

			status = generate_rows_pass_block(
				rows + i, page,
				sp_below_of(SP_BLOCK_PAGES, pages - page), sink,
				err);
		}
	}
	return status;
}

enum sp_status
sp_generator_rows(const struct sp_generator *generator,
		  const struct sp_row_sink *sink, struct sp_error *err)
{
	return sp_generator_rows_of(generator, 0, sp_generator_pages(generator),
				    sink, NULL, err);
}

enum sp_status
sp_generator_rows_of(const struct sp_generator *generator, uint64_t first,
		     uint64_t end, const struct sp_row_sink *sink,
		     uint64_t *between, struct sp_error *err)
{
	uint64_t threads = (uint64_t)generator->options.threads, i;
	uint64_t at_once = sp_below_of(
		threads * BLOCKS_AT_ONCE,
		sp_generator_pages(generator) / SP_BLOCK_PAGES + 1);
	struct sp_row_maker *makers = sp_alloc(threads, sizeof(*makers));
	struct block_rows *rows = sp_alloc_zero(at_once, sizeof(*rows));
	enum sp_status status;

	if (!makers || !rows) {
		status = sp_no_memory(err, "rows");
		goto out;
	}
	for (i = 0; i < threads; i++)
		sp_maker_init(makers + i, generator);
	status = sp_rows_begin(sink, sp_generator_pages(generator), err);
	/* The last bound of all need not be that of a block. */
	if (!status && first < end)
		status = pass_blocks(
			generator, makers, rows, at_once,
			first / SP_BLOCK_PAGES,
			(end + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES, sink, err);
	for (i = 0; between && i < threads; i++)
		*between += makers[i].between;
out:
	for (i = 0; rows && i < at_once; i++)
		free(rows[i].links);
	free(rows);
	free(makers);
	return status;
}
