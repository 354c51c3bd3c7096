/* SPDX-License-Identifier: MIT */
/*
 * How it works.  Digests are sorted together with the places of their
 * downloads; of equal ones, all but the first are duplicates.  Rows of links
 * are hashed in one pass, and sorted in the same way.  Rows of one hash are
 * then read and compared, so a collision changes nothing: those that differ
 * from the first of their group are a group of their own.  The hash has a
 * random seed, so no graph can be made of which many rows collide, and what is
 * counted does not depend on it.
 */
#include "shape/figures.h"

#include "base/hash.h"
#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>
#include <string.h>

struct keyed {
	uint64_t key;
	uint32_t place;
};

struct hash_rows {
	const uint32_t *place;
	struct keyed *rows; /* of each download; no place: short */
	uint64_t seed;
};

static int
compare_keyed(const void *a, const void *b)
{
	const struct keyed *one = a, *two = b;

	if (one->key != two->key)
		return one->key < two->key ? -1 : 1;
	return (one->place > two->place) - (one->place < two->place);
}

/* The figures of the shape of the download at a place, or NULL. */
static struct sp_shape_figures *
figures_at(const struct sp_shaped *shaped,
	   const struct sp_shape_downloads *downloads,
	   struct sp_shape_figures *figures, uint32_t place)
{
	uint32_t shape = shaped->shape_of[downloads->order[place]];

	return shape < shaped->shapes ? &figures[shape] : NULL;
}

static void
count_duplicates(const struct sp_shaped *shaped,
		 const struct sp_shape_downloads *downloads,
		 struct keyed *keyed, struct sp_shape_figures *figures)
{
	const struct sp_fetches *fetches = shaped->fetches;
	uint64_t count = 0;

	for (uint64_t i = 0; i < fetches->count; i++) {
		const struct sp_fetch *fetch = &fetches->items[i];
		uint32_t place = downloads->place[fetch->page];

		if (fetch->digest != SP_FETCH_NO_DIGEST &&
		    place != SP_NOT_DOWNLOADED)
			keyed[count++] = (struct keyed){ fetch->digest, place };
	}
	qsort(keyed, count, sizeof(*keyed), compare_keyed);
	for (uint64_t i = 0; i < count; i++) {
		struct sp_shape_figures *of = figures_at(
			shaped, downloads, figures, keyed[i].place);

		if (!of)
			continue;
		of->digested++;
		of->duplicates += i && keyed[i].key == keyed[i - 1].key;
	}
}

static void
hash_links_of(void *context, uint32_t page, const uint32_t *successors,
	      uint32_t count)
{
	struct hash_rows *to = context;
	uint32_t place = to->place[page];

	if (place == SP_NOT_DOWNLOADED)
		return;
	to->rows[place].place = SP_NOT_DOWNLOADED;
	if (count < SP_SHAPE_ROW_LEAST)
		return;
	to->rows[place].place = place;
	to->rows[place].key = sp_hash_seeded(
		successors, count * sizeof(*successors), to->seed);
}

/*
 * Compares the rows of a group of one hash with that of its first member.
 * Those that differ are moved to the front, in their order; returns how many.
 */
static enum sp_status
compare_group(struct sp_accessor *accessor, const struct sp_shaped *shaped,
	      const struct sp_shape_downloads *downloads, struct keyed *group,
	      uint64_t *count, struct sp_shape_figures *figures,
	      struct sp_error *err)
{
	uint64_t left = 0;
	const uint32_t *row;
	uint32_t *first, size, other;
	enum sp_status status = sp_accessor_page(
		accessor, downloads->order[group[0].place], &row, &size, err);

	if (status)
		return status;
	first = sp_alloc(size, sizeof(*first));
	if (!first)
		return sp_no_memory(err, "the links of a page");
	memcpy(first, row, size * sizeof(*first));
	for (uint64_t i = 1; !status && i < *count; i++) {
		struct sp_shape_figures *of = figures_at(
			shaped, downloads, figures, group[i].place);

		status = sp_accessor_page(accessor,
					  downloads->order[group[i].place],
					  &row, &other, err);
		if (status)
			break;
		if (other != size || memcmp(row, first, size * sizeof(*row)))
			group[left++] = group[i];
		else if (of)
			of->same_rows++;
	}
	free(first);
	*count = left;
	return status;
}

static enum sp_status
count_rows(const struct sp_shaped *shaped,
	   const struct sp_shape_downloads *downloads, struct keyed *rows,
	   struct sp_accessor *accessor, struct sp_shape_figures *figures,
	   struct sp_error *err)
{
	enum sp_status status = SP_OK;
	uint64_t count = 0, end;

	for (uint64_t i = 0; i < downloads->count; i++) {
		struct sp_shape_figures *of;

		if (rows[i].place == SP_NOT_DOWNLOADED)
			continue;
		of = figures_at(shaped, downloads, figures, rows[i].place);
		if (of)
			of->rows++;
		rows[count++] = rows[i];
	}
	qsort(rows, count, sizeof(*rows), compare_keyed);
	for (uint64_t i = 0; !status && i < count; i = end) {
		uint64_t left;

		for (end = i + 1; end < count && rows[end].key == rows[i].key;)
			end++;
		left = end - i;
		while (!status && left > 1)
			status = compare_group(accessor, shaped, downloads,
					       rows + i, &left, figures, err);
	}
	return status;
}

static enum sp_status
repeat_rows(const struct sp_shaped *shaped,
	    const struct sp_shape_downloads *downloads, struct keyed *keyed,
	    struct sp_shape_figures *figures, struct sp_error *err)
{
	struct hash_rows hash = { downloads->place, keyed,
				  sp_hash_seed(keyed) };
	struct sp_accessor *accessor = NULL;
	struct sp_index *index = NULL;
	enum sp_status status = sp_index_new(shaped->graph, shaped->threads,
					     &index, err);

	if (!status) {
		accessor = sp_accessor_new(index);
		if (!accessor)
			status = sp_no_memory(err, "an accessor");
	}
	if (!status)
		status = sp_visit_lists(shaped->graph, shaped->threads, NULL,
					hash_links_of, &hash, err);
	if (!status)
		status = count_rows(shaped, downloads, keyed, accessor,
				    figures, err);
	sp_accessor_free(accessor);
	sp_index_free(index);
	return status;
}

enum sp_status
sp_shape_repeats(const struct sp_shaped *shaped,
		 const struct sp_shape_downloads *downloads,
		 struct sp_shape_figures *figures, struct sp_error *err)
{
	struct keyed *keyed = sp_alloc(downloads->count, sizeof(*keyed));
	enum sp_status status;

	if (!keyed)
		return sp_no_memory(err, "the digests of downloads");
	if (shaped->fetches)
		count_duplicates(shaped, downloads, keyed, figures);
	status = repeat_rows(shaped, downloads, keyed, figures, err);
	free(keyed);
	return status;
}
