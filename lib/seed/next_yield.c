/* SPDX-License-Identifier: MIT */
/*
 * Hosts are sorted by the last label of their names, so that those of a zone
 * stand together and no table of zones is needed: one pass over them adds up a
 * zone when it ends, and gives its hosts their shares.  Counts are kept as
 * doubles, since shares replace them in place.
 *
 * Kinds are counted in a table with a place for each kind of each host, found
 * by a hash of both; that two of them share a hash of 64 bits is not expected
 * to happen, and would mix their shares.  The seed of the hash is another one
 * in each run, as kinds come from the web (base/hash.h).
 */
#include "seed/next_yield.h"

#include "base/ascii.h"
#include "base/bitset.h"
#include "base/hash.h"
#include "base/memory.h"
#include "graph/idtable.h"
#include "seed/shrink.h"

#include <stdlib.h>
#include <string.h>

/* Pages of a host, a zone, or the crawl. */
struct yield {
	double linking, fetched;
};

/* A unit, and its zone. */
struct zoned {
	struct sp_span zone; /* a piece of the name of the host */
	uint32_t unit;
};

/* ---- zones ------------------------------------------------------------ */

static bool
is_address(struct sp_span label)
{
	for (size_t i = 0; i < label.length; i++)
		if (label.text[i] < '0' || label.text[i] > '9')
			return memchr(label.text, ':', label.length) != NULL;
	return true;
}

/* Names of hosts are in lower case and have no dot at their end. */
static struct sp_span
find_zone(const struct sp_names *names, uint64_t host)
{
	struct sp_span zone = { "", 0 };
	const char *name;
	size_t length, start;

	if (host >= names->count)
		return zone; /* a page without a host */
	name = sp_names_find(names, host, &length);
	for (start = length; start && name[start - 1] != '.'; start--)
		;
	zone = (struct sp_span){ name + start, length - start };
	return is_address(zone) ? (struct sp_span){ "", 0 } : zone;
}

static int
compare_zones(const void *a, const void *b)
{
	const struct zoned *x = a, *y = b;
	int order = sp_span_compare(x->zone, y->zone);

	return order ? order : (x->unit > y->unit) - (x->unit < y->unit);
}

static struct zoned *
sort_by_zone(const struct sp_hosts *hosts, uint64_t units)
{
	struct zoned *zoned = sp_alloc(units, sizeof(*zoned));

	for (uint64_t unit = 0; zoned && unit < units; unit++)
		zoned[unit] = (struct zoned){
			find_zone(&hosts->names, unit), (uint32_t)unit
		};
	if (zoned && units)
		qsort(zoned, units, sizeof(*zoned), compare_zones);
	return zoned;
}

/* ---- shares of hosts -------------------------------------------------- */

static void
count_yields(const struct sp_next_yield *known, struct yield *of_unit)
{
	uint64_t pages = known->hosts->pages;

	SP_FOR_BITS (page, known->fetched, pages) {
		struct yield *yield = &of_unit[known->units->unit_of[page]];

		yield->fetched++;
		yield->linking += sp_bit_test(known->linking, page);
	}
}

/* Of the units from first to last - 1 in the order of their zones. */
static struct yield
add_yields(const struct zoned *zoned, const struct yield *of_unit,
	   uint64_t first, uint64_t last)
{
	struct yield sum = { 0, 0 };

	for (uint64_t i = first; i < last; i++) {
		sum.linking += of_unit[zoned[i].unit].linking;
		sum.fetched += of_unit[zoned[i].unit].fetched;
	}
	return sum;
}

/* Leaves the share of each unit in its place: as linking. */
static void
find_shares(const struct zoned *zoned, struct yield *of_unit, uint64_t units)
{
	struct yield all = add_yields(zoned, of_unit, 0, units);
	double of_all = (all.linking + 1) / (all.fetched + 2);
	uint64_t first = 0;

	for (uint64_t i = 1; i <= units; i++) {
		struct yield zone;
		double above;

		if (i < units &&
		    sp_span_equal(zoned[i].zone, zoned[first].zone))
			continue;
		zone = add_yields(zoned, of_unit, first, i);
		above = sp_shrink(zone.linking, zone.fetched, of_all);
		for (; first < i; first++) {
			struct yield *yield = &of_unit[zoned[first].unit];

			yield->linking = sp_shrink(yield->linking,
						   yield->fetched, above);
		}
	}
}

/* ---- kinds ------------------------------------------------------------ */

#define KIND_MOST 8 /* bytes; what is longer is not taken for an extension */

struct sp_span
sp_kind_of_page(const char *url, size_t length)
{
	struct sp_span kind = { "/", 1 };
	size_t start = 0, end, dot;

	for (size_t i = 0; i + 2 < length && url[i] != '?'; i++)
		if (url[i] == ':' && url[i + 1] == '/' && url[i + 2] == '/') {
			start = i + 3;
			break;
		}
	for (end = start; end < length && url[end] != '?' && url[end] != '#';)
		end++;
	for (dot = end; dot > start && url[dot - 1] != '/'; dot--)
		;
	if (dot == start || dot == end)
		return kind; /* a host alone, or a slash at the end */
	start = dot;
	for (dot = end; dot > start && url[dot - 1] != '.'; dot--)
		;
	if (dot == start || end - dot > KIND_MOST)
		return (struct sp_span){ "", 0 };
	return (struct sp_span){ url + dot, end - dot };
}

struct kind_yield {
	uint32_t linking, fetched;
};

struct kind_table {
	struct sp_idtable *keys;
	struct kind_yield *yields; /* of each key */
	uint64_t capacity, seed;
};

static uint64_t
key_of_kind(const struct sp_next_yield *known, const struct kind_table *table,
	    uint64_t page)
{
	char lower[KIND_MOST];
	size_t length;
	const char *name = sp_names_find(known->names, page, &length);
	struct sp_span kind = sp_kind_of_page(name, length);

	for (size_t i = 0; i < kind.length; i++)
		lower[i] = sp_to_small(kind.text[i]);
	return sp_hash_seeded(lower, kind.length,
			      table->seed + known->units->unit_of[page]);
}

static enum sp_status
count_page_of_kind(const struct sp_next_yield *known,
		   struct kind_table *table, uint64_t page,
		   struct sp_error *err)
{
	uint64_t kinds = sp_idtable_count(table->keys);
	uint32_t i;

	if (sp_idtable_add(table->keys, key_of_kind(known, table, page), &i,
			   err))
		return err->status;
	if (!sp_grow(&table->yields, &table->capacity, kinds + 1))
		return sp_no_memory(err, "the yields of hosts");
	if (i == kinds)
		table->yields[i] = (struct kind_yield){ 0, 0 };
	table->yields[i].fetched++;
	table->yields[i].linking += sp_bit_test(known->linking, page);
	return SP_OK;
}

static enum sp_status
count_kinds(const struct sp_next_yield *known, struct kind_table *table,
	    struct sp_error *err)
{
	uint64_t pages = known->hosts->pages;

	table->keys = sp_idtable_new();
	if (!table->keys)
		return sp_no_memory(err, "the yields of hosts");
	table->seed = sp_hash_seed(table);
	SP_FOR_BITS (page, known->fetched, pages)
		if (count_page_of_kind(known, table, page, err))
			return err->status;
	return SP_OK;
}

static double
share_of_kind(const struct sp_next_yield *known,
	      const struct kind_table *table, uint64_t page, double above)
{
	struct kind_yield yield = { 0, 0 };
	uint32_t i;

	if (!table->keys)
		return above;
	if (sp_idtable_find(table->keys, key_of_kind(known, table, page), &i))
		yield = table->yields[i];
	return sp_shrink(yield.linking, yield.fetched, above);
}

enum sp_status
sp_weigh_by_yield(const struct sp_next_yield *known, double *values,
		  struct sp_error *err)
{
	uint64_t units = known->units->count;
	struct zoned *zoned = sort_by_zone(known->hosts, units);
	struct yield *of_unit = sp_alloc_zero(units, sizeof(*of_unit));
	struct kind_table kinds = { NULL, NULL, 0, 0 };
	enum sp_status status = SP_OK;

	if (!zoned || !of_unit)
		status = sp_no_memory(err, "the yields of hosts");
	else if (known->names)
		status = count_kinds(known, &kinds, err);
	if (!status) {
		count_yields(known, of_unit);
		find_shares(zoned, of_unit, units);
	}
	for (uint64_t page = 0; !status && page < known->hosts->pages; page++)
		values[page] *= share_of_kind(
			known, &kinds, page,
			of_unit[known->units->unit_of[page]].linking);
	free(zoned);
	free(of_unit);
	sp_idtable_free(kinds.keys);
	free(kinds.yields);
	return status;
}
