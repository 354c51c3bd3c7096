/* SPDX-License-Identifier: MIT */
/*
 * Templates.  The pages of a directory link to much the same pages: the home
 * page, the index page of the directory, and popular pages of the host's
 * section.  Which pages are popular is drawn for each page by itself, so that
 * any thread finds the same ones.
 *
 * The deck of a section is a list of its pages, popular ones several times:
 * drawing a card is one random number, whatever the distribution.  It has at
 * most SP_DECK_MAX cards.  A maker keeps what was computed for the directory of
 * the last page, since pages come in order: template, degree, deck.  Memory is
 * that of one directory for each thread.
 */
#include "graph/generate/lists.h"
#include "graph/generate/maker.h"

#include <string.h>

/*
 * A page has a weight of POPULAR_START u^-x with u drawn from (0, 1], index
 * pages INDEX_WEIGHT times as much; at most a POPULAR_MOST-th of the pages.
 * The weight is the mean number of its places in the deck.  Most pages have
 * none: only the page that lists them links to them.
 */
#define POPULAR_START 0.02
#define INDEX_WEIGHT 20
#define POPULAR_MOST 100

void
sp_maker_init(struct sp_row_maker *m, const struct sp_generator *g)
{
	m->g = g;
	m->place = (struct sp_generate_place)SP_GENERATE_PLACE;
	m->directory = UINT64_MAX;
	m->section = UINT64_MAX;
	m->between = 0;
}

/* ---- popular pages of a section --------------------------------------- */

/*
 * The places of a page in the deck of a section.
 *
 * The fraction of a weight is made up by chance, so that its mean is exact.
 */
static uint64_t
deck_places(const struct sp_row_maker *m, uint64_t page, bool index,
	    double most)
{
	const struct sp_generator *g = m->g;
	struct sp_random random = sp_generate_random(g, SP_FOR_DECK, page);
	double unit = 1 - sp_random_unit(&random);
	double weight = POPULAR_START *
			sp_generate_power(unit, -g->options.local_exponent);

	if (index)
		weight *= INDEX_WEIGHT;
	if (weight > most || page == m->host_first)
		weight = most;
	return (uint64_t)(weight + sp_random_unit(&random));
}

/*
 * Fills the deck with the section [first, end) of the host.
 *
 * Sections do not begin at directories, so the directory of the first page is
 * searched backwards.
 */
static void
fill_deck(struct sp_row_maker *m, uint64_t first, uint64_t end)
{
	const struct sp_generator *g = m->g;
	double most = (double)(end - first) / POPULAR_MOST;
	uint64_t page, d = m->place.directory, places;

	if (most < 2)
		most = 2;
	while (d > g->host_start[m->place.host] &&
	       g->directory_start[d] > first)
		d--;
	m->deck_count = 0;
	for (page = first; page < end; page++) {
		/* The end of the last directory is that of the graph. */
		while (g->directory_start[d] < page)
			d++;
		places = deck_places(m, page, g->directory_start[d] == page,
				     most);
		places = sp_below_of(places, SP_DECK_MAX - m->deck_count);
		while (places--)
			m->deck[m->deck_count++] = (uint32_t)page;
	}
}

/* A host has sections of the same size, of SP_SECTION_PAGES at most. */
static void
enter_section(struct sp_row_maker *m)
{
	uint64_t size = m->host_end - m->host_first;
	uint64_t sections = (size + SP_SECTION_PAGES - 1) / SP_SECTION_PAGES;
	uint64_t length = (size + sections - 1) / sections;
	uint64_t first = m->first - (m->first - m->host_first) % length;

	if (first == m->section)
		return;
	m->section = first;
	fill_deck(m, first, sp_below_of(first + length, m->host_end));
}

/*
 * One card from each of count equal parts of the deck: ascending without a
 * sort, and a page that has many cards is drawn about once.
 */
uint64_t
sp_maker_draw(const struct sp_row_maker *m, uint32_t *out, uint64_t count,
	      struct sp_random *random)
{
	uint64_t step, i, used = 0;

	if (!count || !m->deck_count)
		return 0;
	/* Fixed point, so that the parts are not rounded to whole places. */
	step = (m->deck_count << 16) / count;
	for (i = 0; i < count; i++) {
		uint64_t at = i * step + sp_random_below(random, step);
		uint32_t page = m->deck[at >> 16];

		if (!used || page > out[used - 1])
			out[used++] = page;
	}
	return used;
}

/* ---- the template of a directory -------------------------------------- */

/* Merges a part into the template. */
static void
add_part(struct sp_row_maker *m, const uint32_t *part, uint64_t count)
{
	m->template_count = sp_list_merge(m->merged, m->template,
					  m->template_count, part, count);
	memcpy(m->template, m->merged, m->template_count * sizeof(*part));
}

/*
 * Starts with the home page and the index page, which every page of a directory
 * links to, and ends with neighbours where popular pages do not suffice.
 */
static void
make_template(struct sp_row_maker *m)
{
	struct sp_random random = sp_generate_random(
		m->g, SP_FOR_TEMPLATE, m->place.directory);
	uint64_t size = m->degree * 79 / 100;
	int round;

	m->template_count = 0;
	if (!size)
		return;
	add_part(m, &m->host_first, 1);
	if (size > 1)
		add_part(m, &m->first, 1);
	/* Popular pages are drawn several times: hence a few rounds. */
	for (round = 0; round < 3 && m->template_count < size; round++)
		add_part(m, m->own,
			 sp_maker_draw(m, m->own, size - m->template_count,
				       &random));
	sp_list_complete(m->merged, m->template, m->template_count,
			 size - m->template_count, m->host_first, m->host_end);
	memcpy(m->template, m->merged, size * sizeof(*m->merged));
	m->template_count = size;
}

/*
 * The siblings that a page is paired with.  Both sides must agree, so that it
 * is drawn for the directory: in some, all own links of the pages are pairs.
 */
static uint64_t
directory_pairs(const struct sp_row_maker *m)
{
	double share = m->g->options.reciprocal / SP_GENERATE_OWN;

	if (sp_generate_unit(m->g, SP_FOR_PAIRS, m->place.directory) >= share)
		return 0;
	return sp_below_of(m->degree * 21 / 100,
			   SP_PAIRS_MAX);
}

/* Does nothing for most pages: the directory is that of the page before. */
void
sp_maker_enter(struct sp_row_maker *m, uint64_t page)
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
	m->degree = sp_generate_degree(g, g->degree_scale,
				       sp_generate_weight(g, host, d),
				       m->host_end - m->host_first);
	m->fan = sp_generate_fan(g, SP_FOR_FAN, d);
	m->host_fan = sp_generate_fan(g, SP_FOR_HOST_FAN, host);
	m->pairs = directory_pairs(m);
	enter_section(m);
	make_template(m);
	m->block_count = 0;
	if (sp_generate_covered(g, d))
		m->block_count = sp_generate_block(g, host, m->block);
}
