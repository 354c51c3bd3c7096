/* SPDX-License-Identifier: MIT */
/*
 * A table of pages, found by a hash of site and address; hashes are compared,
 * and no texts.  Their seed is random, so that no crawl can be made in which
 * many pages have one place, or two addresses one hash.
 */
#include "shape/addresses.h"

#include "base/ascii.h"
#include "base/bitset.h"
#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct sp_span
sp_address_of(struct sp_span url)
{
	size_t start = 0;
	size_t at = sp_url_find_host(url.text, url.length, &start) + start;

	while (at < url.length && !strchr("/\\?#", url.text[at]))
		at++;
	sp_span_cut(&url, at);
	url.length = sp_span_before(url, '#');
	return url.length ? url : SP_SPAN("/");
}

bool
sp_is_like_language(struct sp_span text)
{
	for (size_t i = 0; i < text.length; i++)
		if (i == 2 ? text.text[i] != '-' && text.text[i] != '_' :
			     !sp_is_letter(text.text[i]))
			return false;
	return text.length == 2 || text.length == 5;
}

/* ---- sites ------------------------------------------------------------ */

static enum sp_status
find_sites(struct sp_addresses *to, struct sp_error *err)
{
	uint64_t shapes = to->shapes->count;
	struct sp_span last = SP_SPAN_ABSENT;

	to->site_of = sp_alloc(shapes, sizeof(*to->site_of));
	to->first = sp_alloc(shapes + 1, sizeof(*to->first));
	if (!to->site_of || !to->first)
		return sp_no_memory(err, "the hosts of shapes");
	for (uint64_t shape = 0; shape < shapes; shape++) {
		struct sp_span host = sp_shape_host(to->shapes, shape);

		if (!last.text || !sp_span_equal(last, host))
			to->first[to->sites++] = (uint32_t)shape;
		last = host;
		to->site_of[shape] = (uint32_t)(to->sites - 1);
	}
	to->first[to->sites] = (uint32_t)shapes;
	return SP_OK;
}

/* ---- pages ------------------------------------------------------------ */

/*
 * What the hash of an address gets for its site.  It can be taken off again, to
 * look for the same address at another site.
 */
static uint64_t
hash_of_site(uint32_t site)
{
	return sp_mix64((uint64_t)site + 1);
}

static uint64_t
hash_address(const struct sp_addresses *addresses, uint32_t site,
	     struct sp_span address)
{
	return sp_hash_seeded(address.text, address.length, addresses->seed) +
	       hash_of_site(site);
}

/*
 * Most look-ups are for addresses that no page has.  A set of bits, a tenth of
 * the memory, rules nearly all of them out with one access.
 */
static uint64_t
filter_bit(const struct sp_addresses *addresses, uint64_t hash)
{
	return hash >> 24 & (addresses->mask << 3 | 7);
}

/* The place of a page with this hash, or the empty one for it. */
static uint64_t
find_place(const struct sp_addresses *addresses, uint64_t hash)
{
	uint64_t at = hash & addresses->mask;
	uint32_t page;

	while ((page = addresses->table[at]) != SP_NO_PAGE &&
	       addresses->hashes[page] != hash)
		at = (at + 1) & addresses->mask;
	return at;
}

uint32_t
sp_address_find(const struct sp_addresses *addresses, uint32_t site,
		struct sp_span address)
{
	uint64_t hash = hash_address(addresses, site, address);

	return sp_bit_test(addresses->filter, filter_bit(addresses, hash)) ?
		       addresses->table[find_place(addresses, hash)] :
		       SP_NO_PAGE;
}

uint64_t
sp_address_hash(const struct sp_addresses *addresses, uint32_t page)
{
	return addresses->hashes[page] -
	       hash_of_site(sp_site_of_page(addresses, page));
}

uint32_t
sp_address_find_same(const struct sp_addresses *addresses, uint32_t site,
		     uint32_t page)
{
	return addresses->table[find_place(
		addresses, sp_address_hash(addresses, page) +
			   hash_of_site(site))];
}

static void
add_page(struct sp_addresses *to, const uint32_t *place, uint32_t page)
{
	uint64_t at = find_place(to, to->hashes[page]);
	uint32_t other = to->table[at];

	sp_bit_set(to->filter, filter_bit(to, to->hashes[page]));
	if (other == SP_NO_PAGE ||
	    (place[other] == SP_NOT_DOWNLOADED &&
	     place[page] != SP_NOT_DOWNLOADED))
		to->table[at] = page;
}

enum sp_status
sp_addresses_new(const struct sp_names *urls, const struct sp_shapes *shapes,
		 const struct sp_shape_downloads *downloads,
		 struct sp_addresses *to, struct sp_error *err)
{
	struct sp_name_room *room = sp_alloc(1, sizeof(*room));
	uint64_t places = 2;

	while (places < 2 * urls->count)
		places *= 2;
	*to = (struct sp_addresses){
		.shapes = shapes, .mask = places - 1,
		.hashes = sp_alloc_large(urls->count, sizeof(*to->hashes)),
		.table = sp_alloc_large(places, sizeof(*to->table)),
		.filter = sp_bitset_new(8 * places)
	};
	to->seed = sp_hash_seed(to->table);
	if (!room || !to->hashes || !to->table || !to->filter ||
	    find_sites(to, err)) {
		free(room);
		sp_addresses_free(to);
		return sp_no_memory(err, "the addresses of pages");
	}
	memset(to->table, 0xff, places * sizeof(*to->table));
	for (uint64_t page = 0; page < urls->count; page++) {
		if (shapes->shape_of[page] == SP_NO_SHAPE)
			continue;
		to->hashes[page] = hash_address(
			to, sp_site_of_page(to, (uint32_t)page),
			sp_address_of(sp_names_read(urls, page, room)));
		add_page(to, downloads->place, (uint32_t)page);
	}
	free(room);
	return SP_OK;
}

void
sp_addresses_free(struct sp_addresses *addresses)
{
	free(addresses->site_of);
	free(addresses->first);
	free(addresses->hashes);
	free(addresses->table);
	free(addresses->filter);
	*addresses = (struct sp_addresses){ 0 };
}
