/* SPDX-License-Identifier: MIT */
/* New numbers for all pages at random, so that a graph has no locality. */
#include "graph/generate/shuffle.h"

#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>

/* Apart from the numbers of the generator, which begin with the same seed. */
#define SHUFFLE_STREAM UINT64_C(0x73687566666c6521)

enum sp_status
sp_shuffle_new(uint64_t pages, uint64_t seed, struct sp_shuffle *shuffle,
	       struct sp_error *err)
{
	struct sp_random random = { sp_mix64(seed ^ SHUFFLE_STREAM) };
	uint32_t *new_of = sp_alloc_large(pages, sizeof(*new_of));
	uint32_t *old_of = sp_alloc_large(pages, sizeof(*old_of));

	*shuffle = (struct sp_shuffle){ pages, new_of, old_of };
	if (!new_of || !old_of)
		return sp_no_memory(err, "the numbers of pages");
	/* Fisher and Yates, while the array grows. */
	for (uint64_t page = 0; page < pages; page++) {
		uint64_t place = sp_random_below(&random, page + 1);

		old_of[page] = old_of[place];
		old_of[place] = (uint32_t)page;
	}
	for (uint64_t place = 0; place < pages; place++)
		new_of[old_of[place]] = (uint32_t)place;
	return SP_OK;
}

void
sp_shuffle_free(struct sp_shuffle *shuffle)
{
	free(shuffle->new_of);
	free(shuffle->old_of);
	*shuffle = (struct sp_shuffle){ 0, NULL, NULL };
}

/* The targets of a row are in no order afterwards: the sort takes any. */
static enum sp_status
shuffle_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct sp_shuffle_rows *rows = context;
	const uint32_t *new_of = rows->shuffle->new_of;
	struct sp_row_sink sink = sp_linksort_sink(rows->sort);
	struct sp_row renumbered = { new_of[row->page], row->count, NULL,
				     NULL };

	if (!sp_grow(&rows->targets, &rows->capacity, row->count))
		return sp_no_memory(err, "the links of a page");
	for (uint64_t i = 0; i < row->count; i++)
		rows->targets[i] = new_of[row->successors[i]];
	renumbered.successors = rows->targets;
	return sp_rows_pass(&sink, &renumbered, err);
}

struct sp_row_sink
sp_shuffle_sink(struct sp_shuffle_rows *rows)
{
	return (struct sp_row_sink){ .context = rows, .row = shuffle_row };
}

void
sp_shuffle_rows_free(struct sp_shuffle_rows *rows)
{
	free(rows->targets);
	rows->targets = NULL;
	rows->capacity = 0;
}
