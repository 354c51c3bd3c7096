/* SPDX-License-Identifier: MIT */
/*
 * A bit for each unit (host or domain) is all that is remembered: the first
 * page of a unit takes it.  Which page that is depends on the order in which a
 * method offers pages, which is part of its definition.
 */
#include "seed/spread.h"

#include <stdlib.h>

enum sp_status
sp_spread_begin(struct sp_spread *spread, const struct sp_units *units,
		struct sp_error *err)
{
	*spread = (struct sp_spread){ units, sp_bitset_new(units->count), 0 };
	return spread->taken ? SP_OK : sp_no_memory(err, "hosts with seeds");
}

void
sp_spread_end(struct sp_spread *spread)
{
	free(spread->taken);
	spread->taken = NULL;
}

void
sp_spread_mark(struct sp_spread *spread, const struct sp_seeds *seeds)
{
	for (uint64_t i = 0; spread && i < seeds->count; i++)
		sp_bit_set(spread->taken,
			   spread->units->unit_of[seeds->seeds[i].page]);
}

void
sp_spread_seeds(struct sp_spread *spread, struct sp_seeds *seeds)
{
	uint64_t kept = 0;

	for (uint64_t i = 0; i < seeds->count; i++)
		if (sp_spread_take(spread, seeds->seeds[i].page))
			seeds->seeds[kept++] = seeds->seeds[i];
	seeds->count = kept;
}

enum sp_status
sp_spread_count(const struct sp_units *units, uint64_t pages,
		const uint64_t *allowed, uint64_t *count, struct sp_error *err)
{
	struct sp_spread spread;
	enum sp_status status = sp_spread_begin(&spread, units, err);

	*count = 0;
	for (uint64_t page = 0; !status && page < pages; page++)
		if (!allowed || sp_bit_test(allowed, page))
			*count += sp_spread_take(&spread, (uint32_t)page);
	sp_spread_end(&spread);
	return status;
}
