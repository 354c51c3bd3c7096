/* SPDX-License-Identifier: MIT */
/*
 * How it works.  One pass over the links leaves for each page the place of the
 * first download that links to it, as an atomic minimum, so the order in which
 * threads work does not matter.  The same pass counts links between shapes, a
 * run of successors of one shape at a time, because pages of a shape are mostly
 * neighbours and a run needs one atomic addition.  Everything else is a loop
 * over pages in their order: a page was found by the download at that place,
 * unless it was downloaded itself by then; a host by the first of its pages.
 */
#include "shape/figures.h"

#include "base/bitset.h"
#include "graph/visit.h"

#include <stdlib.h>

struct count_links {
	const struct sp_shaped *shaped;
	const uint32_t *place;
	struct sp_shape_figures *figures;
	uint32_t *first;    /* place of the first download that links there */
	uint64_t *welcome;  /* pages with a link from outside their shape */
};

static void
set_least(uint32_t *least, uint32_t value)
{
	uint32_t now = __atomic_load_n(least, __ATOMIC_RELAXED);

	while (value < now &&
	       !__atomic_compare_exchange_n(least, &now, value, true,
					    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

static void
count_at(uint64_t *count, uint64_t more)
{
	if (more)
		__atomic_fetch_add(count, more, __ATOMIC_RELAXED);
}

static void
welcome_page(uint64_t *set, uint32_t page)
{
	uint64_t bit = UINT64_C(1) << page % SP_BITSET_BITS;
	uint64_t *word = &set[page / SP_BITSET_BITS];

	if (!(__atomic_load_n(word, __ATOMIC_RELAXED) & bit))
		__atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
}

/* Links of a page, whose shape may be none, to pages of one shape. */
static void
count_run(struct count_links *to, uint32_t shape, uint32_t other,
	  const uint32_t *successors, uint32_t count, uint32_t page)
{
	uint64_t self = 0;

	if (other >= to->shaped->shapes)
		return;
	if (other != shape) {
		count_at(&to->figures[other].from_outside, count);
		for (uint32_t i = 0; i < count; i++)
			welcome_page(to->welcome, successors[i]);
		return;
	}
	for (uint32_t i = 0; i < count; i++)
		self += successors[i] == page;
	count_at(&to->figures[shape].inside, count - self);
}

static void
count_row(void *context, uint32_t page, const uint32_t *successors,
	  uint32_t count)
{
	struct count_links *to = context;
	const uint32_t *shape_of = to->shaped->shape_of;
	uint32_t shape = shape_of[page], place = to->place[page];

	for (uint32_t i = 0, end; i < count; i = end) {
		uint32_t other = shape_of[successors[i]];

		for (end = i + 1; end < count &&
				  shape_of[successors[end]] == other; end++)
			;
		count_run(to, shape, other, successors + i, end - i, page);
	}
	for (uint32_t i = 0; place != SP_NOT_DOWNLOADED && i < count; i++)
		if (successors[i] != page)
			set_least(&to->first[successors[i]], place);
}

/* ---- page by page ----------------------------------------------------- */

static void
count_pages(const struct sp_shaped *shaped,
	    const struct sp_shape_downloads *downloads,
	    const uint64_t *welcome, struct sp_shape_figures *figures)
{
	uint64_t pages = sp_graph_pages(shaped->graph);

	for (uint64_t page = 0; page < pages; page++) {
		uint64_t place = downloads->place[page];
		uint32_t shape = shaped->shape_of[page];
		struct sp_shape_figures *of;

		if (shape >= shaped->shapes)
			continue;
		of = &figures[shape];
		of->pages++;
		of->welcome += sp_bit_test(welcome, page);
		if (shaped->mass)
			of->mass += shaped->mass[page];
		if (place == SP_NOT_DOWNLOADED)
			continue;
		of->downloads++;
		of->late += place >= downloads->count / 2;
	}
}

/* The figures of the shape of a download whose size is known, or NULL. */
static struct sp_shape_figures *
sized_figures(const struct sp_shaped *shaped,
	      const struct sp_shape_downloads *downloads,
	      const struct sp_fetch *fetch, struct sp_shape_figures *figures)
{
	uint32_t shape = shaped->shape_of[fetch->page];

	return shape >= shaped->shapes || fetch->size == SP_FETCH_NO_SIZE ||
	       downloads->place[fetch->page] == SP_NOT_DOWNLOADED ?
		       NULL : &figures[shape];
}

static void
count_sizes(const struct sp_shaped *shaped,
	    const struct sp_shape_downloads *downloads,
	    struct sp_shape_figures *figures)
{
	const struct sp_fetches *fetches = shaped->fetches;
	struct sp_shape_figures *of;

	for (uint64_t i = 0; fetches && i < fetches->count; i++) {
		const struct sp_fetch *fetch = &fetches->items[i];
		uint64_t room;

		of = sized_figures(shaped, downloads, fetch, figures);
		if (!of)
			continue;
		room = SP_FETCH_SIZE_MAX - of->bytes;
		of->bytes += fetch->size < room ? fetch->size : room;
		of->sized++;
	}
	for (uint64_t i = 0; fetches && i < fetches->count; i++) {
		uint64_t size = fetches->items[i].size, mean, apart;

		of = sized_figures(shaped, downloads, &fetches->items[i],
				   figures);
		if (!of)
			continue;
		mean = of->bytes / of->sized;
		apart = size > mean ? size - mean : mean - size;
		of->alike += apart <= mean / 3;
	}
}

/* The shape of the download at a place, which may be none. */
static uint32_t
shape_at(const struct sp_shaped *shaped,
	 const struct sp_shape_downloads *downloads, uint32_t place)
{
	return shaped->shape_of[downloads->order[place]];
}

/* The place at which the second half of each shape's downloads begins. */
static void
find_halves(const struct sp_shaped *shaped,
	    const struct sp_shape_downloads *downloads,
	    const struct sp_shape_figures *figures, uint64_t *passed,
	    uint32_t *half)
{
	for (uint64_t i = 0; i < downloads->count; i++) {
		uint32_t shape = shape_at(shaped, downloads, (uint32_t)i);

		if (shape < shaped->shapes &&
		    passed[shape]++ == figures[shape].downloads / 2)
			half[shape] = (uint32_t)i;
	}
}

static void
count_found_page(const struct sp_shaped *shaped, uint32_t shape,
		 uint32_t page_shape, bool late,
		 struct sp_shape_figures *figures)
{
	bool bred = page_shape == shape;

	figures[shape].found++;
	figures[shape].bred += bred;
	figures[shape].bred_late += bred && late;
	figures[shape].kin +=
		bred || (shaped->kin && page_shape < shaped->shapes &&
			 shaped->kin[page_shape] == shaped->kin[shape]);
}

static enum sp_status
count_found(const struct sp_shaped *shaped,
	    const struct sp_shape_downloads *downloads, const uint32_t *first,
	    struct sp_shape_figures *figures, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(shaped->graph);
	uint64_t *passed = sp_alloc_zero(shaped->shapes, sizeof(*passed));
	uint32_t *half = sp_alloc_zero(shaped->shapes, sizeof(*half));

	if (!passed || !half) {
		free(passed);
		free(half);
		return sp_no_memory(err, "halves of the downloads of shapes");
	}
	find_halves(shaped, downloads, figures, passed, half);
	for (uint64_t page = 0; page < pages; page++) {
		uint32_t shape;

		/* SP_NOT_DOWNLOADED is also where nothing links to. */
		if (first[page] >= downloads->place[page])
			continue;
		shape = shape_at(shaped, downloads, first[page]);
		if (shape < shaped->shapes)
			count_found_page(shaped, shape, shaped->shape_of[page],
					 first[page] >= half[shape], figures);
	}
	free(passed);
	free(half);
	return SP_OK;
}

/*
 * The place at which each host was found by a link, twice and plus 1, or first
 * downloaded, twice: of both at one place, the download of its own page counts.
 */
static enum sp_status
count_hosts(const struct sp_shaped *shaped,
	    const struct sp_shape_downloads *downloads, const uint32_t *first,
	    struct sp_shape_figures *figures, struct sp_error *err)
{
	const struct sp_hosts *hosts = shaped->hosts;
	uint64_t count = hosts->names.count, *least;

	if (hosts->pages != sp_graph_pages(shaped->graph))
		return sp_fail(err, SP_DATA, "the hosts are of another graph: "
			       "their number of pages differs");
	least = sp_alloc(count, sizeof(*least));
	if (!least)
		return sp_no_memory(err, "the first pages of hosts");
	for (uint64_t host = 0; host < count; host++)
		least[host] = UINT64_MAX;
	for (uint64_t page = 0; page < hosts->pages; page++) {
		uint64_t place = downloads->place[page], linked = first[page];
		uint64_t *of;

		if (hosts->host_of[page] >= count)
			continue;
		of = &least[hosts->host_of[page]];
		if (linked != SP_NOT_DOWNLOADED && 2 * linked + 1 < *of)
			*of = 2 * linked + 1;
		if (place != SP_NOT_DOWNLOADED && 2 * place < *of)
			*of = 2 * place;
	}
	for (uint64_t host = 0; host < count; host++) {
		size_t length = 0;
		uint32_t shape;

		sp_names_get(&hosts->names, host, &length);
		if (!length || least[host] == UINT64_MAX || !(least[host] & 1))
			continue;
		shape = shape_at(shaped, downloads,
				 (uint32_t)(least[host] / 2));
		if (shape < shaped->shapes)
			figures[shape].hosts++;
	}
	free(least);
	return SP_OK;
}

static enum sp_status
count_all(struct count_links *links,
	  const struct sp_shape_downloads *downloads, struct sp_error *err)
{
	const struct sp_shaped *shaped = links->shaped;
	uint64_t pages = sp_graph_pages(shaped->graph);
	enum sp_status status;

	for (uint64_t page = 0; page < pages; page++)
		links->first[page] = SP_NOT_DOWNLOADED;
	status = sp_visit_lists(shaped->graph, shaped->threads, NULL,
				count_row, links, err);
	if (status)
		return status;
	count_pages(shaped, downloads, links->welcome, links->figures);
	count_sizes(shaped, downloads, links->figures);
	status = count_found(shaped, downloads, links->first, links->figures,
			     err);
	if (status)
		return status;
	return shaped->hosts ? count_hosts(shaped, downloads, links->first,
					   links->figures, err) : SP_OK;
}

enum sp_status
sp_shape_figures(const struct sp_shaped *shaped,
		 const struct sp_shape_downloads *downloads,
		 struct sp_shape_figures **figures, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(shaped->graph);
	struct count_links links = {
		.shaped = shaped,
		.place = downloads->place,
		.figures = sp_alloc_zero(shaped->shapes, sizeof(**figures)),
		.first = sp_alloc(pages, sizeof(*links.first)),
		.welcome = sp_bitset_new(pages),
	};
	enum sp_status status;

	*figures = NULL;
	if (links.figures && links.first && links.welcome)
		status = count_all(&links, downloads, err);
	else
		status = sp_no_memory(err, "the figures of shapes");
	free(links.first);
	free(links.welcome);
	if (!status)
		status = sp_shape_repeats(shaped, downloads, links.figures,
					  err);
	if (status)
		free(links.figures);
	else
		*figures = links.figures;
	return status;
}
