/* SPDX-License-Identifier: MIT */
/*
 * Hosts are sorted by the last label of their names, so that those of a zone
 * stand together and no table of zones is needed: one pass over them adds up a
 * zone when it ends, and gives its hosts their shares.  Counts are kept as
 * doubles, since shares replace them in place.
 */
#include "seed/next_yield.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "base/span.h"

#include <stdlib.h>
#include <string.h>

#define WEIGHT 10 /* pages that the level above counts as */

/* Pages of a host, a zone, or the crawl. */
struct yield {
	double linking, fetched;
};

/* A unit, and its zone. */
struct zoned {
	struct sp_span zone; /* a piece of the name of the host */
	uint32_t unit;
};

static double
yield_share(struct yield yield, double above)
{
	return (yield.linking + WEIGHT * above) / (yield.fetched + WEIGHT);
}

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
	size_t length = x->zone.length < y->zone.length ? x->zone.length :
							  y->zone.length;
	int order = length ? memcmp(x->zone.text, y->zone.text, length) : 0;

	if (order)
		return order;
	if (x->zone.length != y->zone.length)
		return x->zone.length < y->zone.length ? -1 : 1;
	return (x->unit > y->unit) - (x->unit < y->unit);
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

/* ---- shares ----------------------------------------------------------- */

static void
count_yields(const struct sp_hosts *hosts, const struct sp_units *units,
	     const uint64_t *fetched, const uint64_t *linking,
	     struct yield *of_unit)
{
	for (uint64_t page = sp_bit_next(fetched, 0, hosts->pages);
	     page < hosts->pages;
	     page = sp_bit_next(fetched, page + 1, hosts->pages)) {
		struct yield *yield = &of_unit[units->unit_of[page]];

		yield->fetched++;
		yield->linking += sp_bit_test(linking, page);
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
		double above;

		if (i < units &&
		    sp_span_equal(zoned[i].zone, zoned[first].zone))
			continue;
		above = yield_share(add_yields(zoned, of_unit, first, i),
				    of_all);
		for (; first < i; first++) {
			struct yield *yield = &of_unit[zoned[first].unit];

			yield->linking = yield_share(*yield, above);
		}
	}
}

enum sp_status
sp_weigh_by_yield(const struct sp_hosts *hosts, const struct sp_units *units,
		  const uint64_t *fetched, const uint64_t *linking,
		  double *values, struct sp_error *err)
{
	struct zoned *zoned = sort_by_zone(hosts, units->count);
	struct yield *of_unit = sp_alloc_zero(units->count, sizeof(*of_unit));
	enum sp_status status = SP_OK;

	if (zoned && of_unit) {
		count_yields(hosts, units, fetched, linking, of_unit);
		find_shares(zoned, of_unit, units->count);
		for (uint64_t page = 0; page < hosts->pages; page++)
			values[page] *= of_unit[units->unit_of[page]].linking;
	} else {
		status = sp_no_memory(err, "the yields of hosts");
	}
	free(zoned);
	free(of_unit);
	return status;
}
