/* SPDX-License-Identifier: MIT */
/*
 * How it works.  Hosts whose names are related have a group in common: that of
 * the host itself, and that of its name without the first label.  A table has,
 * for each group and address, the greatest host with that address.  Every page
 * of a host then votes for the greatest host of its address, so that one host
 * is left to compare with, however many there are in a group; pages that both
 * have are then counted, and the links of some that were downloaded compared.
 */
#include "shape/mirrors.h"

#include "base/ascii.h"
#include "base/compare.h"
#include "base/hash.h"
#include "base/memory.h"
#include "shape/figures.h"

#include <stdlib.h>
#include <string.h>

#define GROUPS 2    /* of a host: its own, and that of the name above */
#define NO_GROUP 0

struct standing {
	uint64_t pages, downloads;
	uint64_t groups[GROUPS]; /* hashes, or NO_GROUP */
};

struct best {
	uint64_t key;
	uint32_t site;
};

struct mirroring {
	const struct sp_shaped *shaped;
	const struct sp_shape_downloads *downloads;
	const struct sp_addresses *addresses;
	struct standing *standings;  /* of each site */
	struct sp_mirror *mirrors;
	struct best *best;
	uint64_t mask;
	struct sp_accessor *accessor;
	uint32_t *row;               /* of one of two pages */
	uint64_t capacity;
};

/* ---- hosts ------------------------------------------------------------ */

static bool
was_redirected(const struct mirroring *m, uint32_t page)
{
	const struct sp_states *states = m->shaped->states;

	return states && states->state_of[page] == SP_PAGE_REDIRECT;
}

static void
count_pages_of_sites(struct mirroring *m)
{
	const struct sp_shapes *shapes = m->addresses->shapes;

	for (uint64_t i = 0; i < shapes->pages; i++) {
		uint32_t page = (uint32_t)i;
		struct standing *of;

		if (shapes->shape_of[page] == SP_NO_SHAPE)
			continue;
		of = &m->standings[sp_site_of_page(m->addresses, page)];
		of->pages++;
		of->downloads +=
			m->downloads->place[page] != SP_NOT_DOWNLOADED &&
			!was_redirected(m, page);
	}
}

/* Is the first one the copy, if they are the same? */
static bool
is_less(const struct mirroring *m, uint32_t site, uint32_t than)
{
	const struct standing *a = &m->standings[site];
	const struct standing *b = &m->standings[than];

	if (a->downloads != b->downloads)
		return a->downloads < b->downloads;
	return a->pages != b->pages ? a->pages < b->pages : site > than;
}

/* The host without its first label; empty if one label, or none, is left. */
static struct sp_span
name_above(struct sp_span host)
{
	struct sp_span none = { host.text, 0 };

	if (!host.length || sp_is_digit(host.text[host.length - 1]))
		return none; /* an address in numbers */
	sp_span_cut_at(&host, '.');
	return sp_span_before(host, '.') < host.length ? host : none;
}

static uint64_t
group_of(struct sp_span name)
{
	return name.length ? sp_hash(name.text, name.length) | 1 : NO_GROUP;
}

/* Gives hosts with enough pages the groups that others are in, too. */
static enum sp_status
mirrors_find_groups(struct mirroring *m, struct sp_error *err)
{
	uint64_t sites = m->addresses->sites, count = 0;
	uint64_t *groups = sp_alloc(sites, GROUPS * sizeof(*groups));

	if (!groups)
		return sp_no_memory(err, "hosts of related names");
	for (uint32_t site = 0; site < sites; site++) {
		struct standing *of = &m->standings[site];
		struct sp_span host = sp_site_host(m->addresses, site);

		if (of->pages < SP_MIRROR_LEAST)
			continue;
		of->groups[0] = group_of(host);
		of->groups[1] = group_of(name_above(host));
		for (int g = 0; g < GROUPS; g++)
			groups[count++] = of->groups[g];
	}
	qsort(groups, count, sizeof(*groups), sp_compare_u64);
	for (uint64_t i = 0; i < GROUPS * sites; i++) {
		uint64_t *group = &m->standings[i / GROUPS].groups[i % GROUPS];
		const uint64_t *found = *group == NO_GROUP ? NULL : bsearch(
			group, groups, count, sizeof(*groups),
			sp_compare_u64);

		if (found && (found == groups || found[-1] != *group) &&
		    (found == groups + count - 1 || found[1] != *group))
			*group = NO_GROUP;
	}
	free(groups);
	return SP_OK;
}

/* ---- the host to compare with ----------------------------------------- */

static struct best *
find_best(const struct mirroring *m, uint64_t group, uint64_t address)
{
	uint64_t key = sp_mix64(group ^ address);
	uint64_t at;

	key += !key; /* 0 is an empty place */
	for (at = key & m->mask; m->best[at].key && m->best[at].key != key;)
		at = (at + 1) & m->mask;
	m->best[at].key = key;
	return &m->best[at];
}

static void
vote_for_site(struct mirroring *m, uint32_t site, uint32_t other)
{
	struct sp_mirror *mirror = &m->mirrors[site];

	if (!is_less(m, site, other))
		return;
	if (!mirror->common)
		mirror->of = other;
	if (mirror->of == other)
		mirror->common++;
	else
		mirror->common--;
}

/* Puts pages into the table, or lets them vote. */
static void
mirrors_pass_pages(struct mirroring *m, bool votes)
{
	const struct sp_addresses *addresses = m->addresses;
	const struct sp_shapes *shapes = addresses->shapes;

	for (uint64_t page = 0; page < shapes->pages; page++) {
		uint32_t site;

		if (shapes->shape_of[page] == SP_NO_SHAPE)
			continue;
		site = sp_site_of_page(addresses, (uint32_t)page);
		for (int g = 0; g < GROUPS; g++) {
			uint64_t group = m->standings[site].groups[g];
			struct best *best;

			if (group == NO_GROUP)
				continue;
			best = find_best(m, group, sp_address_hash(
				addresses, (uint32_t)page));
			if (votes)
				vote_for_site(m, site, best->site);
			else if (best->site == SP_NO_SITE ||
				 is_less(m, best->site, site))
				best->site = site;
		}
	}
}

static enum sp_status
choose_originals(struct mirroring *m, struct sp_error *err)
{
	uint64_t entries = 0, places = 2;

	for (uint64_t site = 0; site < m->addresses->sites; site++)
		for (int g = 0; g < GROUPS; g++)
			if (m->standings[site].groups[g] != NO_GROUP)
				entries += m->standings[site].pages;
	while (places < entries + entries / 2)
		places *= 2;
	m->mask = places - 1;
	m->best = sp_alloc_large(places, sizeof(*m->best));
	if (!m->best)
		return sp_no_memory(err, "addresses of several hosts");
	for (uint64_t i = 0; i < places; i++)
		m->best[i] = (struct best){ 0, SP_NO_SITE };
	mirrors_pass_pages(m, false);
	mirrors_pass_pages(m, true);
	free(m->best);
	m->best = NULL;
	return SP_OK;
}

/* The page of the original with this one's address. */
static uint32_t
original_of(const struct mirroring *m, uint32_t page)
{
	uint32_t site = sp_site_of_page(m->addresses, page);

	return m->mirrors[site].of == SP_NO_SITE ? SP_NO_PAGE :
		sp_address_find_same(m->addresses, m->mirrors[site].of, page);
}

static void
count_common(struct mirroring *m)
{
	const struct sp_shapes *shapes = m->addresses->shapes;

	for (uint64_t site = 0; site < m->addresses->sites; site++)
		m->mirrors[site].common = 0;
	for (uint64_t i = 0; i < shapes->pages; i++) {
		uint32_t page = (uint32_t)i;

		if (shapes->shape_of[page] != SP_NO_SHAPE &&
		    original_of(m, page) != SP_NO_PAGE)
			m->mirrors[sp_site_of_page(m->addresses, page)]
				.common++;
	}
}

/* ---- two pages -------------------------------------------------------- */

/* A page as one of the original, if it is of the copy. */
static uint32_t
as_original(const struct mirroring *m, uint32_t site, uint32_t page)
{
	uint32_t other;

	if (m->addresses->shapes->shape_of[page] == SP_NO_SHAPE ||
	    sp_site_of_page(m->addresses, page) != site)
		return page;
	other = original_of(m, page);
	return other == SP_NO_PAGE ? page : other;
}

/* The links of a page as those of the original, sorted, each once. */
static enum sp_status
read_links(struct mirroring *m, uint32_t site, uint32_t page, uint32_t *row,
	   uint32_t *count, struct sp_error *err)
{
	const uint32_t *links;
	uint32_t size, kept = 0;
	enum sp_status status = sp_accessor_page(m->accessor, page, &links,
						 &size, err);

	*count = 0;
	if (status)
		return status;
	for (uint32_t i = 0; i < size; i++)
		row[i] = as_original(m, site, links[i]);
	if (size)
		qsort(row, size, sizeof(*row), sp_compare_u32);
	for (uint32_t i = 0; i < size; i++)
		if (!kept || row[kept - 1] != row[i])
			row[kept++] = row[i];
	*count = kept;
	return SP_OK;
}

/* Are nine tenths of the links in both rows? */
static bool
rows_agree(const uint32_t *a, uint32_t count_a, const uint32_t *b,
	   uint32_t count_b)
{
	uint64_t common = 0, all;

	for (uint32_t i = 0, k = 0; i < count_a && k < count_b;) {
		if (a[i] == b[k]) {
			common++;
			i++;
			k++;
		} else if (a[i] < b[k]) {
			i++;
		} else {
			k++;
		}
	}
	all = (uint64_t)count_a + count_b - common;
	return common * 10 >= all * 9;
}

/* Do their names differ by "www." alone? */
static bool
differ_by_www(struct sp_span a, struct sp_span b)
{
	return a.length > b.length ?
		       sp_span_take(&a, SP_SPAN("www.")) &&
			       sp_span_equal(a, b) :
		       sp_span_take(&b, SP_SPAN("www.")) &&
			       sp_span_equal(a, b);
}

/* May the site be another's translation, as far as its name says? */
static bool
may_be_language(struct sp_span host)
{
	host.length = sp_span_before(host, '.');
	return sp_is_like_language(host);
}

/* Do the links of two pages say that they are the same? */
static bool
links_count(const struct mirroring *m, uint32_t site, bool digested)
{
	struct sp_span host = sp_site_host(m->addresses, site);
	struct sp_span other = sp_site_host(m->addresses,
					    m->mirrors[site].of);

	return differ_by_www(host, other) ||
	       (!digested && !may_be_language(host) &&
		!may_be_language(other));
}

static bool
sizes_agree(const struct sp_fetch *a, const struct sp_fetch *b)
{
	uint64_t more, less;

	if (!a || !b || a->size == SP_FETCH_NO_SIZE ||
	    b->size == SP_FETCH_NO_SIZE)
		return true;
	more = a->size > b->size ? a->size : b->size;
	less = a->size > b->size ? b->size : a->size;
	return more - less <= more / 20;
}

/* Room for the rows of two pages. */
static enum sp_status
make_rows_room(struct mirroring *m, uint32_t page, uint32_t other,
	       uint32_t *first, struct sp_error *err)
{
	const uint32_t *links;
	uint32_t second;
	enum sp_status status = sp_accessor_page(m->accessor, page, &links,
						 first, err);

	if (!status)
		status = sp_accessor_page(m->accessor, other, &links, &second,
					  err);
	if (!status && !sp_grow(&m->row, &m->capacity,
				(uint64_t)*first + second + 1))
		status = sp_no_memory(err, "the links of two pages");
	return status;
}

/* A page of the copy and one of the original: compared?  Agreed? */
static enum sp_status
compare_pages(struct mirroring *m, uint32_t page, uint32_t other,
	      struct sp_mirror *mirror, struct sp_error *err)
{
	const struct sp_fetches *fetches = m->shaped->fetches;
	const struct sp_fetch *a = fetches ? sp_fetches_find(fetches, page) :
					     NULL;
	const struct sp_fetch *b = fetches ? sp_fetches_find(fetches, other) :
					     NULL;
	bool digested = a && b && a->digest != SP_FETCH_NO_DIGEST &&
			b->digest != SP_FETCH_NO_DIGEST;
	uint32_t site = sp_site_of_page(m->addresses, page);
	uint32_t first, links, more = 0, *row;
	bool same = digested && a->digest == b->digest, long_rows;
	enum sp_status status = make_rows_room(m, page, other, &first, err);

	if (status)
		return status;
	row = m->row + first;
	status = read_links(m, SP_NO_SITE, page, m->row, &links, err);
	/* To the original, and nowhere else. */
	same |= links == 1 && m->row[0] == other;
	if (!status)
		status = read_links(m, site, page, m->row, &links, err);
	if (!status)
		status = read_links(m, site, other, row, &more, err);
	long_rows = links >= SP_SHAPE_ROW_LEAST &&
		    more >= SP_SHAPE_ROW_LEAST &&
		    links_count(m, site, digested);
	same |= long_rows && rows_agree(m->row, links, row, more) &&
		sizes_agree(a, b);
	if (digested || same || long_rows) {
		mirror->compared++;
		mirror->agreed += same;
	}
	return status;
}

static bool
has_common(const struct sp_mirror *mirror)
{
	return mirror->of != SP_NO_SITE && mirror->common >= SP_MIRROR_LEAST &&
	       mirror->common * 4 >= mirror->pages * 3;
}

static enum sp_status
compare_downloads(struct mirroring *m, struct sp_error *err)
{
	const struct sp_shape_downloads *downloads = m->downloads;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < downloads->count; i++) {
		uint32_t page = downloads->order[i], other;
		struct sp_mirror *mirror;

		if (m->addresses->shapes->shape_of[page] == SP_NO_SHAPE)
			continue;
		mirror = &m->mirrors[sp_site_of_page(m->addresses, page)];
		if (!has_common(mirror) ||
		    mirror->compared >= SP_MIRROR_SAMPLE)
			continue;
		other = original_of(m, page);
		if (other == SP_NO_PAGE ||
		    (downloads->place[other] == SP_NOT_DOWNLOADED &&
		     !was_redirected(m, page)))
			continue;
		status = compare_pages(m, page, other, mirror, err);
	}
	return status;
}

/* ---- all of it -------------------------------------------------------- */

static enum sp_status
find_mirrors(struct mirroring *m, struct sp_error *err)
{
	enum sp_status status;

	count_pages_of_sites(m);
	for (uint64_t site = 0; site < m->addresses->sites; site++) {
		m->mirrors[site].of = SP_NO_SITE;
		m->mirrors[site].pages = m->standings[site].pages;
	}
	status = mirrors_find_groups(m, err);
	if (!status)
		status = choose_originals(m, err);
	if (status)
		return status;
	count_common(m);
	return compare_downloads(m, err);
}

enum sp_status
sp_mirrors_find(const struct sp_shaped *shaped,
		const struct sp_shape_downloads *downloads,
		const struct sp_addresses *addresses,
		const struct sp_index *index, struct sp_mirror **mirrors,
		struct sp_error *err)
{
	struct mirroring m = {
		.shaped = shaped, .downloads = downloads,
		.addresses = addresses,
		.standings = sp_alloc_zero(addresses->sites,
					   sizeof(*m.standings)),
		.mirrors = sp_alloc_zero(addresses->sites,
					 sizeof(*m.mirrors)),
		.accessor = sp_accessor_new(index)
	};
	enum sp_status status;

	*mirrors = NULL;
	if (m.standings && m.mirrors && m.accessor)
		status = find_mirrors(&m, err);
	else
		status = sp_no_memory(err, "hosts that are copies");
	free(m.standings);
	free(m.row);
	sp_accessor_free(m.accessor);
	if (status)
		free(m.mirrors);
	else
		*mirrors = m.mirrors;
	return status;
}

bool
sp_is_mirror(const struct sp_addresses *addresses, uint32_t site,
	     const struct sp_mirror *mirror)
{
	if (!has_common(mirror) || mirror->agreed * 4 < mirror->compared * 3)
		return false;
	if (mirror->compared >= SP_MIRROR_COMPARED)
		return true;
	return mirror->agreed == mirror->compared &&
	       mirror->common * 10 >= mirror->pages * 9 &&
	       differ_by_www(sp_site_host(addresses, site),
			     sp_site_host(addresses, mirror->of));
}
