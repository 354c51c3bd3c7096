/* SPDX-License-Identifier: MIT */
/*
 * Pages are sorted by host (by_host.c).  Hosts are independent.  Each thread
 * takes pieces, which are hosts side by side, those with the most pages first,
 * and finds the shape of each page of a host (place.c).  Shapes are numbered in
 * their piece; in the end, pieces are put one after the other, in the order of
 * hosts.  Where one host has most pages, all threads look them up, before the
 * other pieces.
 */
#include "shape/shape.h"

#include "base/memory.h"
#include "shape/by_host.h"
#include "shape/learn_private.h"

#include <omp.h>
#include <stdlib.h>

#define SHARED 65536  /* pages of a host that all threads look up, at least */
#define PIECES 32     /* of a thread, about */

/* Hosts side by side, and their shapes. */
struct piece {
	uint64_t first, end;      /* hosts */
	uint64_t pages;
	bool shared;              /* by all threads: one host */
	struct sp_names patterns;
	uint64_t *known;          /* pages of each shape */
	uint64_t known_capacity;
};

struct learning {
	struct sp_shapes *shapes;
	struct sp_pages_by_host by;
	struct sp_placing placing;
	struct piece *pieces;
	uint64_t piece_count;
	uint64_t *pieces_by_size; /* numbers of pieces */
};

/* ---- the shapes of a piece -------------------------------------------- */

/* Counts the pages of the shapes of a host, whose first has this number. */
static enum sp_status
count_known(const struct sp_placer *placer, struct piece *piece,
	    uint64_t first, struct sp_error *err)
{
	const struct sp_shape_tally *tally = placer->tallies;

	if (!sp_grow(&piece->known, &piece->known_capacity,
		     piece->patterns.count))
		return sp_no_memory(err, "counts of shapes");
	for (uint64_t i = 0; i < placer->learner.tree.count; i++)
		for (int k = 0; k < 2; k++)
			if (tally[i].pages[k] && tally[i].shape[k] >= first)
				piece->known[tally[i].shape[k]] =
					tally[i].pages[k];
	return SP_OK;
}

static enum sp_status
learn_host(const struct learning *learning, struct sp_placer *placer,
	   struct piece *piece, uint64_t host, struct sp_error *err)
{
	uint64_t start = learning->by.starts[host];
	uint64_t count = learning->by.starts[host + 1] - start;
	const uint32_t *pages = learning->by.pages + start;
	uint64_t first = piece->patterns.count;
	enum sp_status status = sp_place_host(&learning->placing, placer,
					      pages, count, piece->shared,
					      err);

	if (!status)
		status = sp_shape_tree_number(
			&placer->learner.tree, placer->tallies,
			sp_pages_host(&learning->by, host), &placer->speller,
			&piece->patterns, err);
	if (!status)
		status = count_known(placer, piece, first, err);
	for (uint64_t i = 0; !status && i < count; i++) {
		uint32_t *shape = &learning->shapes->shape_of[pages[i]];

		*shape = placer->tallies[*shape / 2].shape[*shape % 2];
	}
	return status;
}

static enum sp_status
learn_piece(const struct learning *learning, struct sp_placer *placer,
	    struct piece *piece, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = piece->first; !status && i < piece->end; i++)
		status = learn_host(learning, placer, piece, i, err);
	return status;
}

/* ---- pieces ----------------------------------------------------------- */

static int
compare_pieces(const void *a, const void *b, void *context)
{
	const struct piece *pieces = context;
	uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
	uint64_t x = pieces[one].pages, y = pieces[two].pages;

	return x != y ? (x < y) - (x > y) : (one > two) - (one < two);
}

/* Is a host with this many of all pages too much for one thread? */
static bool
is_shared(uint64_t pages, uint64_t all, int threads)
{
	return threads > 1 && pages > SHARED &&
	       pages > all / 2 / (uint64_t)threads;
}

/* Cuts the hosts into pieces: one for a single thread. */
static enum sp_status
cut_pieces(struct learning *learning, struct sp_error *err)
{
	const struct sp_pages_by_host *by = &learning->by;
	int threads = learning->placing.threads;
	uint64_t all = by->starts[by->hosts], capacity = 0;
	uint64_t least = threads > 1 ? all / PIECES / (uint64_t)threads : all;
	struct piece *last = NULL;

	for (uint64_t i = 0; i < by->hosts; i++) {
		uint64_t pages = by->starts[i + 1] - by->starts[i];
		bool shared = is_shared(pages, all, threads);

		if (!last || last->shared || shared || last->pages > least) {
			if (!sp_grow(&learning->pieces, &capacity,
				     learning->piece_count + 1))
				return sp_no_memory(err, "shapes");
			last = &learning->pieces[learning->piece_count++];
			*last = (struct piece){
				.first = i, .shared = shared,
				.patterns = SP_NAMES_EMPTY
			};
		}
		last->end = i + 1;
		last->pages += pages;
	}
	learning->pieces_by_size = sp_alloc(learning->piece_count,
					    sizeof(uint64_t));
	if (!learning->pieces_by_size)
		return sp_no_memory(err, "shapes");
	for (uint64_t i = 0; i < learning->piece_count; i++)
		learning->pieces_by_size[i] = i;
	qsort_r(learning->pieces_by_size, learning->piece_count,
		sizeof(uint64_t), compare_pieces, learning->pieces);
	return SP_OK;
}

static enum sp_status
learn_pieces(struct learning *learning, struct sp_error *err)
{
	struct sp_placer *placers = learning->placing.placers;
	int threads = learning->placing.threads;
	enum sp_status result = SP_OK;

	for (uint64_t i = 0; !result && i < learning->piece_count; i++)
		if (learning->pieces[i].shared)
			result = learn_piece(learning, placers,
					     &learning->pieces[i], err);
	if (result)
		return result;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
	for (uint64_t i = 0; i < learning->piece_count; i++) {
		struct piece *piece =
			&learning->pieces[learning->pieces_by_size[i]];
		enum sp_status status = SP_OK;
		struct sp_error failure = { .status = SP_OK };

		if (!piece->shared)
			status = learn_piece(
				learning, &placers[omp_get_thread_num()],
				piece, &failure);
#pragma omp critical(sp_shapes_result)
		sp_keep_failure(&result, err, status, &failure);
	}
	return result;
}

/* Moves the shapes of a piece to the end of all. */
static enum sp_status
move_piece_shapes(struct learning *learning, struct piece *piece,
		  struct sp_error *err)
{
	struct sp_shapes *shapes = learning->shapes;
	uint64_t base = shapes->patterns.count;
	uint64_t first = learning->by.starts[piece->first];
	uint64_t end = learning->by.starts[piece->end];

	if (!base) {
		shapes->patterns = piece->patterns;
		piece->patterns = (struct sp_names)SP_NAMES_EMPTY;
		return SP_OK;
	}
	if (base + piece->patterns.count >= SP_NO_SHAPE)
		return sp_shape_too_many(err);
	for (uint64_t i = 0; i < piece->patterns.count; i++) {
		struct sp_span text = sp_names_span(&piece->patterns, i);

		if (sp_names_add_long(&shapes->patterns, text.text,
				      text.length, err))
			return err->status;
	}
	sp_names_free(&piece->patterns);
	for (uint64_t i = first; i < end; i++)
		shapes->shape_of[learning->by.pages[i]] += (uint32_t)base;
	return SP_OK;
}

/* Puts the shapes of all pieces one after the other. */
static enum sp_status
join_pieces(struct learning *learning, struct sp_error *err)
{
	struct sp_shapes *shapes = learning->shapes;
	enum sp_status status = SP_OK;
	uint64_t at = 0;

	for (uint64_t i = 0; i < learning->piece_count; i++)
		shapes->count += learning->pieces[i].patterns.count;
	shapes->known = sp_alloc(shapes->count, sizeof(*shapes->known));
	if (!shapes->known)
		return sp_no_memory(err, "counts of shapes");
	for (uint64_t i = 0; i < learning->piece_count && !status; i++) {
		struct piece *piece = &learning->pieces[i];
		uint64_t count = piece->patterns.count;

		memcpy(shapes->known + at, piece->known,
		       count * sizeof(*shapes->known));
		at += count;
		status = move_piece_shapes(learning, piece, err);
	}
	return status;
}

/* ---- the run ---------------------------------------------------------- */

static void
free_shape_pieces(struct learning *learning)
{
	for (uint64_t i = 0; i < learning->piece_count; i++) {
		sp_names_free(&learning->pieces[i].patterns);
		free(learning->pieces[i].known);
	}
	free(learning->pieces);
	free(learning->pieces_by_size);
}

enum sp_status
sp_shapes_learn(const struct sp_names *urls, int threads,
		struct sp_shapes *shapes, struct sp_error *err)
{
	struct learning learning = {
		.shapes = shapes, .by = SP_PAGES_BY_HOST_EMPTY
	};
	enum sp_status status = SP_OK;

	*shapes = (struct sp_shapes)SP_SHAPES_EMPTY;
	shapes->pages = urls->count;
	shapes->shape_of = sp_alloc_large(urls->count,
					  sizeof(*shapes->shape_of));
	if (!shapes->shape_of)
		status = sp_no_memory(err, "shapes");
	if (!status)
		status = sp_pages_sort_by_host(urls, threads, shapes->shape_of,
					       &learning.by, err);
	if (!status)
		status = sp_placing_open(&learning.placing, urls, threads,
					 shapes->shape_of, err);
	if (!status)
		status = cut_pieces(&learning, err);
	if (!status)
		status = learn_pieces(&learning, err);
	if (!status)
		status = join_pieces(&learning, err);
	if (status)
		sp_shapes_free(shapes);
	sp_placing_close(&learning.placing);
	free_shape_pieces(&learning);
	sp_pages_by_host_free(&learning.by);
	return status;
}

void
sp_shape_siblings(const struct sp_shapes *shapes, uint64_t shape,
		  uint64_t *first, uint64_t *end)
{
	struct sp_span host = sp_shape_host(shapes, shape);
	uint64_t step;

	*first = shape;
	*end = shape + 1;
	for (step = 1; step;) {
		bool is = step <= *first && sp_span_equal(
			sp_shape_host(shapes, *first - step), host);

		*first -= is ? step : 0;
		step = is ? 2 * step : step / 2;
	}
	for (step = 1; step;) {
		bool is = step <= shapes->count - *end && sp_span_equal(
			sp_shape_host(shapes, *end + step - 1), host);

		*end += is ? step : 0;
		step = is ? 2 * step : step / 2;
	}
}
