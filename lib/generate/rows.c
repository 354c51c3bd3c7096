/* SPDX-License-Identifier: MIT */
#include "generate/tables.h"

#include "base/memory.h"
#include "graph/graph.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/*
 * Lists are made as ascending parts and merged; nothing is sorted except the
 * few links of a page to other hosts.  LIST_MAX is well above the most links
 * that a page can have inside its host: DEGREE_MAX (draw.c) and an eighth.
 */
#define LIST_MAX 16384    /* links of a page inside its host, with room */
#define EXTERNALS_MAX 512 /* links of a page to other hosts */
#define SECTION 8192      /* pages of a host with navigation of their own */
#define REACH 16384       /* pages that links of one page mostly stay in */
#define BLOCKS_AT_ONCE 8  /* a thread */

/* The rows of one block. */
struct block_rows {
	uint32_t counts[SP_BLOCK_PAGES];
	uint32_t *links;
	uint64_t used;
	uint64_t capacity;
	bool failed;
};

/* One thread's work: where it is, and the template of that directory. */
struct row_maker {
	const struct sp_generator *g;
	struct sp_generate_place place;
	uint64_t directory; /* that the template is of; UINT64_MAX: none */
	uint32_t host_first, host_end, first, end;
	uint64_t degree;
	uint64_t template_count;
	unsigned block_count;
	uint32_t block[SP_BLOCK_TARGETS];
	uint64_t next_hub;
	uint32_t template[LIST_MAX];
	uint32_t base[LIST_MAX];
	uint32_t own[LIST_MAX];
	uint32_t merged[LIST_MAX];
};

/* ---- lists ------------------------------------------------------------ */

/* Merges two ascending lists, each page once; returns the length. */
static uint64_t
merge_lists(uint32_t *out, const uint32_t *a, uint64_t a_count,
	    const uint32_t *b, uint64_t b_count)
{
	const uint32_t *a_end = a + a_count, *b_end = b + b_count;
	uint32_t *start = out;

	for (; b < b_end; b++) {
		while (a < a_end && *a < *b)
			*out++ = *a++;
		if (a == a_end || *a != *b)
			*out++ = *b;
	}
	memcpy(out, a, (size_t)(a_end - a) * sizeof(*a));
	return (uint64_t)(out - start) + (uint64_t)(a_end - a);
}

/* Copies an ascending list, filling its first gaps at and above from. */
static uint32_t *
fill_gaps(uint32_t *out, const uint32_t *list, uint64_t count, uint32_t from,
	  uint64_t more)
{
	uint64_t i;

	for (i = 0; i < count && more; i++) {
		for (; more && from < list[i]; more--)
			*out++ = from++;
		*out++ = list[i];
		from = list[i] + 1;
	}
	memcpy(out, list + i, (count - i) * sizeof(*list));
	out += count - i;
	while (more--)
		*out++ = from++;
	return out;
}

/*
 * Copies an ascending list of pages of [low, high) and fills gaps with more
 * of them, which must be there, from a random place on.
 */
static void
complete_list(uint32_t *out, const uint32_t *list, uint64_t count,
	      uint64_t more, uint32_t low, uint32_t high,
	      struct sp_random *random)
{
	uint64_t place, room;

	if (!more) {
		memcpy(out, list, count * sizeof(*list));
		return;
	}
	if (!count) {
		fill_gaps(out, list, 0, low, more);
		return;
	}
	place = sp_random_below(random, count);
	/* What finds no gap above the place goes below it. */
	room = high - list[place] - (count - place);
	if (room > more)
		room = more;
	out = fill_gaps(out, list, place, low, more - room);
	fill_gaps(out, list + place, count - place, list[place], room);
}

/* At most count pages spread over [low, high), ascending, each once. */
static uint64_t
spread_list(uint32_t *out, uint64_t count, uint64_t low, uint64_t high,
	    struct sp_random *random)
{
	uint64_t step, i, used = 0;

	if (!count || high <= low)
		return 0;
	if (count > high - low)
		count = high - low;
	/* Fixed point, so that strata are not rounded to whole pages. */
	step = ((high - low) << 16) / count;
	for (i = 0; i < count; i++) {
		uint64_t at = i * step + sp_random_below(random, step);
		uint32_t page = (uint32_t)(low + (at >> 16));

		if (!used || page > out[used - 1])
			out[used++] = page;
	}
	return used;
}

static uint64_t
interval_list(uint32_t *out, uint64_t low, uint64_t high)
{
	uint64_t i;

	for (i = 0; low + i < high; i++)
		out[i] = (uint32_t)(low + i);
	return i;
}

static uint64_t
below_of(uint64_t value, uint64_t limit)
{
	return value < limit ? value : limit;
}

/* Merges a part into the template. */
static void
add_part(struct row_maker *m, const uint32_t *part, uint64_t count)
{
	m->template_count = merge_lists(m->merged, m->template,
					m->template_count, part, count);
	memcpy(m->template, m->merged, m->template_count * sizeof(*part));
}

/* ---- templates -------------------------------------------------------- */

/* Navigation: home page, the section's pages, neighbouring directories. */
static void
add_navigation(struct row_maker *m, uint64_t size, struct sp_random *random)
{
	const struct sp_generator *g = m->g;
	uint64_t section = (m->first - m->host_first) / SECTION * SECTION +
			   m->host_first;
	uint64_t crumbs = size / 5, d = m->place.directory;
	uint64_t d_low = g->host_start[m->place.host];
	uint64_t d_high = g->host_start[m->place.host + 1];
	uint64_t top = 1 + sp_random_below(random, 3);

	add_part(m, m->own,
		 interval_list(m->own, m->host_first,
			       below_of(m->host_first + below_of(top, size),
					m->host_end)));
	add_part(m, m->own,
		 interval_list(m->own, section,
			       below_of(section + size / 8, m->host_end)));
	if (crumbs > 24)
		crumbs = 24;
	if (d > d_low + crumbs / 2)
		d_low = d - crumbs / 2;
	if (d_high > d_low + crumbs)
		d_high = d_low + crumbs;
	if (d_high > d_low)
		add_part(m, g->directory_start + d_low, d_high - d_low);
}

/* The template of the directory: four fifths of the links of its pages. */
static void
make_template(struct row_maker *m)
{
	struct sp_random random = sp_generate_random(
		m->g, SP_FOR_TEMPLATE, m->place.directory);
	uint64_t size = m->degree * 17 / 20, run, low, high, reach, more;
	uint32_t *list = m->template;

	m->template_count = 0;
	if (!size)
		return;
	add_navigation(m, size, &random);
	/* A run of siblings. */
	run = below_of(size / 4, (uint64_t)(m->end - m->first));
	low = m->first + sp_random_below(&random, m->end - m->first - run + 1);
	add_part(m, m->own, interval_list(m->own, low, low + run));
	/* The rest near the directory, at a distance that varies. */
	reach = below_of((UINT64_C(64) << sp_random_below(&random, 7)) + size,
			 REACH);
	low = m->first > m->host_first + reach ? m->first - reach
					       : m->host_first;
	high = below_of(m->end + reach, m->host_end);
	if (m->template_count < size)
		add_part(m, m->own,
			 spread_list(m->own, size - m->template_count, low,
				     high, &random));
	if (m->template_count >= size) {
		m->template_count = size;
		return;
	}
	more = size - m->template_count;
	complete_list(m->merged, list, m->template_count, more, m->host_first,
		      m->host_end, &random);
	memcpy(list, m->merged, size * sizeof(*list));
	m->template_count = size;
}

/* Makes m ready for a page. */
static void
enter_directory(struct row_maker *m, uint64_t page)
{
	const struct sp_generator *g = m->g;
	uint64_t host = sp_generator_find(g, page, &m->place);
	uint64_t d = m->place.directory;

	if (d == m->directory)
		return;
	m->directory = d;
	m->host_first = (uint32_t)sp_generate_host_page(g, host);
	m->host_end = (uint32_t)sp_generate_host_page(g, host + 1);
	m->first = g->directory_start[d];
	m->end = g->directory_start[d + 1];
	m->degree = sp_generate_degree(g->degree_scale,
				       sp_generate_weight(g, host, d),
				       m->host_end - m->host_first);
	make_template(m);
	m->block_count = 0;
	if (sp_generate_covered(g, d))
		m->block_count = sp_generate_block(g, host, m->block);
}

/* ---- links inside the host -------------------------------------------- */

/* The list of an index page: pages of the directory, or directories. */
static uint64_t
index_list(struct row_maker *m, uint32_t page, uint64_t *degree)
{
	const struct sp_generator *g = m->g;
	bool home = page == m->host_first;
	uint64_t d = m->place.directory, listed, i;
	uint64_t all = m->end - m->first;

	if (home)
		all = g->host_start[m->place.host + 1] - d;
	listed = sp_generate_listed(m->degree, all, home);
	*degree = listed > m->degree ? listed : m->degree;
	if (!home)
		return interval_list(m->base, page, page + listed);
	for (i = 0; i < listed; i++)
		m->base[i] = g->directory_start[d + i * all / listed];
	return listed;
}

/* The template, for some pages without a run of it. */
static uint64_t
template_list(struct row_maker *m, uint64_t *degree, struct sp_random *random)
{
	uint64_t count = m->template_count, dropped = 0, place = 0;
	uint64_t size = m->host_end - m->host_first;
	/* No more links than the host has pages. */
	uint64_t vary = below_of(m->degree / 8, size - m->degree);
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
 * count links of the page's own, ascending: steps that grow away from the
 * page on both sides of it, within the host.
 */
static uint64_t
own_list(struct row_maker *m, uint32_t page, uint64_t count,
	 struct sp_random *random)
{
	uint64_t half = count / 2, i, distance = 0, used;
	uint64_t limit = half ? 2 * REACH / half : 1;
	uint32_t *out = m->own + half;
	uint64_t room = page - m->host_first, low, high;

	for (i = 0; i < half; i++) {
		distance += 1 + sp_random_below(
					random, below_of(distance, limit) + 3);
		if (distance > room)
			break;
		*--out = (uint32_t)(page - distance);
	}
	used = i;
	memmove(m->own, out, used * sizeof(*out));
	out = m->own + used;
	room = m->host_end - 1 - page;
	for (i = half, distance = 0; i < count - (count > 4); i++) {
		distance += 1 + sp_random_below(
					random, below_of(distance, limit) + 3);
		if (distance > room)
			break;
		*out++ = (uint32_t)(page + distance);
	}
	used = (uint64_t)(out - m->own);
	if (count <= 4)
		return used;
	/* One that is anywhere in the section, or above it. */
	low = used ? m->own[used - 1] + 1 : m->host_first;
	high = below_of(low + REACH, m->host_end);
	if (low < high)
		m->own[used++] =
			(uint32_t)(low + sp_random_below(random, high - low));
	return used;
}

/* The links of the page inside its host, at out; their number. */
static uint64_t
inside_links(struct row_maker *m, uint32_t page, uint32_t *out)
{
	struct sp_random random =
		sp_generate_random(m->g, SP_FOR_PAGE, page);
	uint64_t degree, count, own;

	if (page == m->first)
		count = index_list(m, page, &degree);
	else
		count = template_list(m, &degree, &random);
	own = own_list(m, page, degree - count, &random);
	count = merge_lists(m->merged, m->base, count, m->own, own);
	complete_list(out, m->merged, count, degree - count, m->host_first,
		      m->host_end, &random);
	return degree;
}

/* ---- links between hosts ---------------------------------------------- */

/* Inserts target unless it is there; returns the new length. */
static uint64_t
insert_target(uint32_t *list, uint64_t count, uint32_t target)
{
	uint64_t i = count;

	while (i && list[i - 1] > target)
		i--;
	if (i && list[i - 1] == target)
		return count;
	memmove(list + i + 1, list + i, (count - i) * sizeof(*list));
	list[i] = target;
	return count + 1;
}

/* The authorities of the communities of a hub. */
static uint64_t
community_links(struct row_maker *m, uint32_t page, uint32_t *list)
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
				count = insert_target(list, count, target);
		}
	}
	return count;
}

/* Links of one page to pages of other hosts, popular ones more often. */
static uint64_t
single_links(struct row_maker *m, uint32_t page, uint32_t *list)
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
	wanted = below_of(wanted, below_of(EXTERNALS_MAX, others));
	/* Popular targets repeat: fewer links rather than more tries. */
	for (tries = 2 * wanted + 8; count < wanted && tries; tries--) {
		uint32_t target = sp_generate_popular(g, &random);

		if (target >= m->host_first && target < m->host_end) {
			target = (uint32_t)sp_random_below(&random, others);
			if (target >= m->host_first)
				target += size;
		}
		count = insert_target(list, count, target);
	}
	return count;
}

static uint64_t
outside_links(struct row_maker *m, uint32_t page, bool hub, uint32_t *list)
{
	if (hub)
		return community_links(m, page, list);
	if (!m->block_count)
		return single_links(m, page, list);
	memcpy(list, m->block, m->block_count * sizeof(*list));
	return m->block_count;
}

/* ---- rows ------------------------------------------------------------- */

/* The successors of page at out, which has room; their number. */
static uint64_t
make_row(struct row_maker *m, uint32_t page, uint32_t *out)
{
	const struct sp_generator *g = m->g;
	uint32_t others[EXTERNALS_MAX];
	uint64_t count, below = 0, within;
	bool hub = m->next_hub < g->hub_count &&
		   g->hubs[m->next_hub].page == page;

	enter_directory(m, page);
	/* Index pages and hubs always link: the calibration counts on them. */
	if (page != m->first && !hub &&
	    sp_generate_unit(g, SP_FOR_DANGLING, page) < g->dangling)
		return 0;
	count = outside_links(m, page, hub, others);
	while (below < count && others[below] < m->host_first)
		below++;
	memcpy(out, others, below * sizeof(*out));
	within = inside_links(m, page, out + below);
	memcpy(out + below + within, others + below,
	       (count - below) * sizeof(*out));
	return count + within;
}

static void
make_block(struct row_maker *m, uint64_t block, struct block_rows *rows)
{
	const struct sp_generator *g = m->g;
	uint64_t page = block * SP_BLOCK_PAGES, low = 0, high = g->hub_count;
	uint64_t end = below_of(page + SP_BLOCK_PAGES, g->options.pages), i;

	/* Threads make blocks in any order: find the block's first hub. */
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (g->hubs[middle].page < page)
			low = middle + 1;
		else
			high = middle;
	}
	m->next_hub = low;
	rows->used = 0;
	rows->failed = false;
	for (i = 0; page < end; i++, page++) {
		if (!sp_grow(&rows->links, &rows->capacity,
			     rows->used + LIST_MAX + EXTERNALS_MAX,
			     sizeof(*rows->links))) {
			rows->failed = true;
			return;
		}
		rows->counts[i] = (uint32_t)make_row(
			m, (uint32_t)page, rows->links + rows->used);
		rows->used += rows->counts[i];
	}
}

static enum sp_status
pass_block(const struct block_rows *rows, uint64_t first_page,
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

/* All blocks, some at a time. */
static enum sp_status
pass_blocks(const struct sp_generator *g, struct row_maker *makers,
	    struct block_rows *rows, uint64_t at_once,
	    const struct sp_row_sink *sink, struct sp_error *err)
{
	uint64_t pages = g->options.pages, first, i;
	uint64_t blocks = (pages + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;
	enum sp_status status = SP_OK;

	for (first = 0; first < blocks && !status; first += at_once) {
		uint64_t count = below_of(at_once, blocks - first);

#pragma omp parallel for schedule(dynamic, 1) num_threads(g->options.threads)
		for (i = 0; i < count; i++)
			make_block(makers + omp_get_thread_num(), first + i,
				   rows + i);
		/* In page order, whichever thread was first. */
		for (i = 0; i < count && !status; i++) {
			uint64_t page = (first + i) * SP_BLOCK_PAGES;

			status = pass_block(
				rows + i, page,
				below_of(SP_BLOCK_PAGES, pages - page), sink,
				err);
		}
	}
	return status;
}

enum sp_status
sp_generator_rows(const struct sp_generator *generator,
		  const struct sp_row_sink *sink, struct sp_error *err)
{
	uint64_t threads = (uint64_t)generator->options.threads, i;
	uint64_t at_once = below_of(
		threads * BLOCKS_AT_ONCE,
		generator->options.pages / SP_BLOCK_PAGES + 1);
	struct row_maker *makers = sp_alloc(threads, sizeof(*makers));
	struct block_rows *rows = sp_alloc_zero(at_once, sizeof(*rows));
	enum sp_status status;

	if (!makers || !rows) {
		status = sp_no_memory(err, "rows");
		goto out;
	}
	for (i = 0; i < threads; i++) {
		makers[i].g = generator;
		makers[i].place = (struct sp_generate_place)SP_GENERATE_PLACE;
		makers[i].directory = UINT64_MAX;
	}
	status = sp_rows_begin(sink, generator->options.pages, err);
	if (!status)
		status = pass_blocks(generator, makers, rows, at_once, sink,
				     err);
out:
	for (i = 0; rows && i < at_once; i++)
		free(rows[i].links);
	free(rows);
	free(makers);
	return status;
}
