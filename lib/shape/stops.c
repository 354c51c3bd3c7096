/* SPDX-License-Identifier: MIT */
/*
 * How it works.  Bit s of a page is set if the crawl without shape s reaches
 * it, bit ALL if the crawl without all of them does, bit WHOLE if the whole
 * crawl does.  Bits start at the seeds and travel along links from downloads.
 * Pages with bits that they have not passed on yet wait in a queue, first in,
 * first out, so that bits that go the same way travel together, and most pages
 * are read once.  A page waits at most once at a time, so the queue is a ring
 * with a place for each page.
 */
#include "shape/stops.h"

#include "base/bitset.h"
#include "graph/visit.h"

#include <stdlib.h>
#include <string.h>

#define ALL 62
#define WHOLE 63
#define NO_BIT 64

struct search {
	const struct sp_shaped *shaped;
	const struct sp_shape_downloads *downloads;
	struct sp_accessor *accessor;
	uint64_t *has, *fresh;  /* bits of each page; those not passed on */
	uint32_t *ring;
	uint64_t pages, head, waiting;
	uint8_t *bit_of;        /* of each shape, or NO_BIT */
};

static unsigned
bit_of_page(const struct search *search, uint32_t page)
{
	uint32_t shape = search->shaped->shape_of[page];

	return shape < search->shaped->shapes ? search->bit_of[shape] : NO_BIT;
}

static void
give_bits(struct search *search, uint32_t page, uint64_t bits)
{
	unsigned own = bit_of_page(search, page);
	uint64_t more, tail;

	/* Without its shape, the crawl does not come to the page at all. */
	if (own != NO_BIT)
		bits &= ~(UINT64_C(1) << own | UINT64_C(1) << ALL);
	more = bits & ~search->has[page];
	if (!more)
		return;
	search->has[page] |= more;
	if (search->downloads->place[page] == SP_NOT_DOWNLOADED)
		return;
	if (!search->fresh[page]) {
		tail = search->head + search->waiting++;
		search->ring[tail < search->pages ? tail :
			     tail - search->pages] = page;
	}
	search->fresh[page] |= more;
}

static enum sp_status
search_on(struct search *search, struct sp_error *err)
{
	while (search->waiting) {
		uint32_t page = search->ring[search->head], count;
		uint64_t bits = search->fresh[page];
		const uint32_t *successors;
		enum sp_status status = sp_accessor_page(
			search->accessor, page, &successors, &count, err);

		if (status)
			return status;
		search->fresh[page] = 0;
		search->waiting--;
		if (++search->head == search->pages)
			search->head = 0;
		for (uint32_t i = 0; i < count; i++)
			give_bits(search, successors[i], bits);
	}
	return SP_OK;
}

/* ---- what became of it ------------------------------------------------ */

static void
add_stop(const struct search *search, struct sp_stop *stop, uint32_t page,
	 bool own)
{
	bool downloaded =
		search->downloads->place[page] != SP_NOT_DOWNLOADED;
	double mass = search->shaped->mass ? search->shaped->mass[page] : 0;

	if (own) {
		stop->saved += downloaded;
		stop->mass += mass;
		return;
	}
	stop->lost++;
	stop->lost_downloads += downloaded;
	stop->lost_mass += mass;
}

static void
count_stops_of(const struct search *search, uint32_t page, uint64_t used,
	       struct sp_stops *stops)
{
	unsigned own = bit_of_page(search, page);
	uint64_t missing = used & ~search->has[page];

	if (!(search->has[page] >> WHOLE)) {
		stops->stray += search->downloads->place[page] !=
				SP_NOT_DOWNLOADED;
		missing = 0;
	} else {
		stops->reached++;
	}
	if (own != NO_BIT) {
		add_stop(search, &stops->of[own], page, true);
		add_stop(search, &stops->all, page, true);
		missing &= ~(UINT64_C(1) << own | UINT64_C(1) << ALL);
	}
	for (; missing; missing &= missing - 1) {
		unsigned bit = (unsigned)__builtin_ctzll(missing);

		add_stop(search, bit == ALL ? &stops->all : &stops->of[bit],
			 page, false);
	}
}

static void
search_end(struct search *search)
{
	sp_accessor_free(search->accessor);
	free(search->has);
	free(search->fresh);
	free(search->ring);
	free(search->bit_of);
}

static enum sp_status
search_begin(struct search *search, const struct sp_shaped *shaped,
	     const struct sp_shape_downloads *downloads,
	     const struct sp_index *index, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(shaped->graph);

	*search = (struct search){
		.shaped = shaped, .downloads = downloads, .pages = pages,
		.accessor = sp_accessor_new(index),
		.has = sp_alloc_zero(pages, sizeof(uint64_t)),
		.fresh = sp_alloc_zero(pages, sizeof(uint64_t)),
		.ring = sp_alloc(pages, sizeof(uint32_t)),
		.bit_of = sp_alloc(shaped->shapes, 1),
	};
	if (search->accessor && search->has && search->fresh && search->ring &&
	    search->bit_of) {
		memset(search->bit_of, NO_BIT, shaped->shapes);
		return SP_OK;
	}
	search_end(search);
	return sp_no_memory(err, "a search without shapes");
}

enum sp_status
sp_shape_stops(const struct sp_shaped *shaped,
	       const struct sp_shape_downloads *downloads,
	       const struct sp_index *index, const uint64_t *seeds,
	       const uint32_t *shapes, unsigned count, struct sp_stops *stops,
	       struct sp_error *err)
{
	uint64_t used = ((UINT64_C(1) << count) - 1) | UINT64_C(1) << ALL;
	struct search search;
	enum sp_status status = search_begin(&search, shaped, downloads, index,
					     err);

	*stops = (struct sp_stops){ 0 };
	if (status)
		return status;
	for (unsigned i = 0; i < count; i++)
		search.bit_of[shapes[i]] = (uint8_t)i;
	for (uint64_t page = 0; page < search.pages; page++) {
		if (!sp_bit_test(seeds, page))
			continue;
		stops->seeds++;
		give_bits(&search, (uint32_t)page, used | UINT64_C(1) << WHOLE);
	}
	status = search_on(&search, err);
	for (uint64_t page = 0; !status && page < search.pages; page++)
		count_stops_of(&search, (uint32_t)page, used, stops);
	search_end(&search);
	return status;
}

/* ---- the first pages -------------------------------------------------- */

struct linked {
	const uint32_t *place;
	uint8_t *linked;  /* pages with a link from another download */
};

static void
mark_linked(void *context, uint32_t page, const uint32_t *successors,
	    uint32_t count)
{
	struct linked *to = context;

	if (to->place[page] == SP_NOT_DOWNLOADED)
		return;
	for (uint32_t i = 0; i < count; i++)
		if (successors[i] != page)
			__atomic_store_n(&to->linked[successors[i]], 1,
					 __ATOMIC_RELAXED);
}

enum sp_status
sp_crawl_seeds(const struct sp_shaped *shaped,
	       const struct sp_shape_downloads *downloads,
	       const struct sp_index *index, uint64_t *seeds,
	       struct sp_error *err)
{
	uint64_t whole = UINT64_C(1) << WHOLE;
	struct linked to = { downloads->place, NULL };
	struct search search;
	enum sp_status status = search_begin(&search, shaped, downloads, index,
					     err);

	if (status)
		return status;
	memset(seeds, 0, sp_bitset_words(search.pages) * sizeof(*seeds));
	to.linked = sp_alloc_zero(search.pages, 1);
	status = to.linked ? sp_visit_lists(shaped->graph, shaped->threads,
					    NULL, mark_linked, &to, err) :
			     sp_no_memory(err, "pages with in-links");
	for (uint64_t i = 0; !status && i < downloads->count; i++) {
		uint32_t page = downloads->order[i];

		if (i && to.linked[page])
			continue;
		sp_bit_set(seeds, page);
		give_bits(&search, page, whole);
	}
	if (!status)
		status = search_on(&search, err);
	for (uint64_t i = 0; !status && i < downloads->count; i++) {
		uint32_t page = downloads->order[i];

		if (search.has[page])
			continue;
		sp_bit_set(seeds, page);
		give_bits(&search, page, whole);
		status = search_on(&search, err);
	}
	free(to.linked);
	search_end(&search);
	return status;
}
