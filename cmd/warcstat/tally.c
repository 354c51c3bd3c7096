/* SPDX-License-Identifier: MIT */
/*
 * Counts by text: a dictionary gives each text a number, and counts are in an
 * array by that number.  Memory is that of the different texts.
 */
#include "tally.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum sp_status
tally_add_count(struct tally *tally, struct sp_span text,
		struct tally_count count, struct sp_error *err)
{
	uint64_t before = tally->names.count, i;

	if (!tally->dictionary)
		tally->dictionary = sp_dictionary_new(&tally->names);
	if (!tally->dictionary)
		return sp_no_memory(err, "a table");
	/* No host or type is longer; what claims to be is cut. */
	if (text.length > SP_NAME_MAX)
		text.length = SP_NAME_MAX;
	if (sp_dictionary_add(tally->dictionary, text.text, text.length, &i,
			      err))
		return err->status;
	if (!sp_grow(&tally->counts, &tally->capacity, i + 1))
		return sp_no_memory(err, "a table");
	if (i == before)
		tally->counts[i] = (struct tally_count){ 0, 0 };
	tally->counts[i].count += count.count;
	tally->counts[i].bytes += count.bytes;
	tally->all.count += count.count;
	tally->all.bytes += count.bytes;
	return SP_OK;
}

enum sp_status
tally_add(struct tally *tally, struct sp_span text, uint64_t bytes,
	  struct sp_error *err)
{
	return tally_add_count(tally, text, (struct tally_count){ 1, bytes },
			       err);
}

struct sorting {
	const struct tally *tally;
	bool by_name;
};

static int
tally_compare(const void *a, const void *b, void *context)
{
	const struct sorting *sorting = context;
	uint64_t i = *(const uint64_t *)a, k = *(const uint64_t *)b;
	const struct tally_count *counts = sorting->tally->counts;
	struct sp_span x = sp_names_span(&sorting->tally->names, i);
	struct sp_span y = sp_names_span(&sorting->tally->names, k);
	int order;

	if (!sorting->by_name && counts[i].count != counts[k].count)
		return counts[i].count > counts[k].count ? -1 : 1;
	order = memcmp(x.text, y.text,
		       x.length < y.length ? x.length : y.length);
	return order ? order : (x.length > y.length) - (x.length < y.length);
}

enum sp_status
tally_sort(const struct tally *tally, bool by_name, uint64_t **order,
	   struct sp_error *err)
{
	struct sorting sorting = { tally, by_name };

	*order = sp_alloc(tally->names.count, sizeof(**order));
	if (!*order)
		return sp_no_memory(err, "a table");
	for (uint64_t i = 0; i < tally->names.count; i++)
		(*order)[i] = i;
	if (tally->names.count)
		qsort_r(*order, tally->names.count, sizeof(**order),
			tally_compare, &sorting);
	return SP_OK;
}

void
tally_free(struct tally *tally)
{
	sp_dictionary_free(tally->dictionary);
	sp_names_free(&tally->names);
	free(tally->counts);
}
