/* SPDX-License-Identifier: MIT */
/*
 * Pages are sorted by host.  The tree of a host is learned from all of its
 * URLs, or from those whose hash is small if there are very many, so that the
 * order of pages does not matter; then each page of the host is looked up in
 * it.  Shapes without pages get no number.
 *
 * Hosts are independent.  Each thread has a learner, and takes pieces, which
 * are hosts side by side, those with the most pages first.  Shapes are numbered
 * in their piece; in the end, pieces are put one after the other, in the order
 * of hosts.  Where one host has most pages, its tree is learned by one thread,
 * and its pages are looked up by all, before the other pieces.
 *
 * While the pages of a host are looked up, shape_of has twice the node, plus
 * one for what is deeper there; before that, the host.
 */
#include "shape/shape.h"

#include "base/hash.h"
#include "base/memory.h"
#include "shape/by_host.h"
#include "shape/learn_private.h"

#include <omp.h>
#include <stdlib.h>

#define SAMPLE 32768           /* URLs that a tree is learned from */
#define SAMPLE_BYTES (64 << 20) /* of these, at most */
#define FEW 4                  /* pages of a host that has one shape */
#define DEEPER 1               /* what shape_of has for deeper than the host */
#define PIECES 32              /* of a thread, about */

/* Hosts side by side, and their shapes. */
struct piece {
	uint64_t first, end;      /* hosts */
	uint64_t pages;
	bool shared;              /* by all threads: one host */
	struct sp_names patterns;
	uint64_t *known;          /* pages of each shape */
	uint64_t known_capacity;
};

/* What a thread works with. */
struct worker {
	struct sp_shape_learner learner;
	struct sp_tokens *tokens;
	struct sp_name_room *room;
	struct sp_shape_speller speller;
	struct sp_shape_tally *tallies; /* of each node */
	uint64_t tallies_capacity;
	bool lost;                      /* was a page not found? */
};

struct learning {
	const struct sp_names *urls;
	struct sp_shapes *shapes;
	struct sp_pages_by_host by;
	struct worker *workers;
	int threads;
	struct piece *pieces;
	uint64_t piece_count;
	uint64_t *pieces_by_size; /* numbers of pieces */
};

/* ---- the lines of a host ---------------------------------------------- */

static struct sp_span
page_url(const struct learning *learning, const struct worker *worker,
	 uint32_t page)
{
	return sp_names_read(learning->urls, page, worker->room);
}

/* Asks for the names of the next pages, now and then. */
static void
expect_pages(const struct learning *learning, const uint32_t *pages,
	     uint64_t count, uint64_t at)
{
	uint64_t left = count - at;

	if (at % SP_NAMES_AHEAD == 0)
		sp_names_expect(learning->urls, pages + at,
				left < SP_NAMES_AHEAD ? left : SP_NAMES_AHEAD);
}

/*
 * Adds the URLs of a host whose hash is below limit in count; *fits becomes
 * false if they are too many, or too long.
 */
static enum sp_status
add_sample(const struct learning *learning, struct worker *worker,
	   const uint32_t *pages, uint64_t count, uint64_t limit, bool *fits,
	   struct sp_error *err)
{
	struct sp_lines *lines = &worker->learner.lines;
	enum sp_status status = SP_OK;
	uint64_t bytes = 0;

	sp_lines_clear(lines, !learning->urls->packed);
	*fits = true;
	for (uint64_t i = 0; !status && *fits && i < count; i++) {
		struct sp_span url;

		expect_pages(learning, pages, count, i);
		url = page_url(learning, worker, pages[i]);
		if (limit < count &&
		    sp_hash(url.text, url.length) % count >= limit)
			continue;
		bytes += url.length;
		*fits = bytes <= SAMPLE_BYTES && lines->count < 2 * SAMPLE;
		if (!*fits)
			break;
		sp_url_tokens(url, worker->tokens);
		status = sp_lines_add(lines, worker->tokens, err);
	}
	return status;
}

/* Learns the tree of a host; *all says whether the lines are all its pages. */
static enum sp_status
learn_tree(const struct learning *learning, struct worker *worker,
	   const uint32_t *pages, uint64_t count, bool *all,
	   struct sp_error *err)
{
	uint64_t limit = count < SAMPLE ? count : SAMPLE;
	enum sp_status status;
	bool fits;

	do {
		status = add_sample(learning, worker, pages, count, limit,
				    &fits, err);
		*all = limit == count;
		limit /= 2;
	} while (!status && !fits);
	return status ? status : sp_shape_learn_tree(&worker->learner, err);
}

/* ---- the pages of a host ---------------------------------------------- */

static enum sp_status
clear_tallies(struct worker *worker, uint64_t nodes, struct sp_error *err)
{
	if (!sp_grow(&worker->tallies, &worker->tallies_capacity, nodes))
		return sp_no_memory(err, "shapes");
	memset(worker->tallies, 0, nodes * sizeof(*worker->tallies));
	worker->lost = false;
	return SP_OK;
}

/* Looks a page up, and returns what shape_of has for it. */
static uint32_t
place_page(struct worker *worker, const struct sp_shape_tree *tree,
	   uint32_t page, const struct sp_token *tokens, unsigned count,
	   uint64_t order)
{
	unsigned deeper = DEEPER;
	uint64_t found = sp_shape_tree_find(tree, tokens, count, &deeper);
	struct sp_shape_tally *tally;

	if (found == SP_SHAPE_NOT_FOUND) {
		worker->lost = true;
		return DEEPER;
	}
	tally = &worker->tallies[found];
	if (!deeper && !tally->pages[0]) {
		tally->example = page;
		tally->order = order;
	}
	if (!deeper && tally->order != order)
		tally->mixed = true;
	tally->pages[deeper]++;
	return (uint32_t)(2 * found + deeper);
}

/* Looks up the pages of a host that are the lines of the learner. */
static void
place_lines(const struct learning *learning, struct worker *worker,
	    const uint32_t *pages)
{
	const struct sp_lines *lines = &worker->learner.lines;
	struct sp_token *tokens = worker->tokens->token;

	for (uint64_t i = 0; i < lines->count && !worker->lost; i++) {
		const struct sp_line *line = &lines->lines[i];

		for (uint32_t k = 0; k < line->count; k++) {
			const struct sp_word *word =
				&lines->words[lines->word_of[line->first + k]];

			tokens[k] = (struct sp_token){ word->text,
						       word->place };
		}
		learning->shapes->shape_of[pages[i]] = place_page(
			worker, &worker->learner.tree, pages[i], tokens,
			line->count, line->order);
	}
}

/* Looks up pages that have to be taken apart. */
static void
place_pages(const struct learning *learning, struct worker *worker,
	    const struct sp_shape_tree *tree, const uint32_t *pages,
	    uint64_t count)
{
	struct sp_tokens *tokens = worker->tokens;

	for (uint64_t i = 0; i < count && !worker->lost; i++) {
		expect_pages(learning, pages, count, i);
		sp_url_tokens(page_url(learning, worker, pages[i]), tokens);
		learning->shapes->shape_of[pages[i]] =
			place_page(worker, tree, pages[i], tokens->token,
				   tokens->count, tokens->order);
	}
}

/* Adds a tally of later pages. */
static void
add_tally(struct sp_shape_tally *to, const struct sp_shape_tally *from)
{
	if (!to->pages[0]) {
		to->example = from->example;
		to->order = from->order;
	}
	to->mixed |= from->mixed ||
		     (from->pages[0] && to->order != from->order);
	to->pages[0] += from->pages[0];
	to->pages[1] += from->pages[1];
}

/* The same by all threads, each a share of the pages. */
static enum sp_status
place_pages_together(const struct learning *learning, const uint32_t *pages,
		     uint64_t count, struct sp_error *err)
{
	struct worker *workers = learning->workers;
	const struct sp_shape_tree *tree = &workers[0].learner.tree;
	int threads = learning->threads;
	uint64_t share = count / (uint64_t)threads + 1;

	for (int t = 0; t < threads; t++)
		if (clear_tallies(&workers[t], tree->count, err))
			return err->status;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
	for (int t = 0; t < threads; t++) {
		uint64_t first = (uint64_t)t * share, end = first + share;

		if (first < count)
			place_pages(learning, &workers[t], tree,
				    pages + first,
				    (end < count ? end : count) - first);
	}
	for (int t = 1; t < threads; t++) {
		for (uint64_t i = 0; i < tree->count; i++)
			add_tally(&workers[0].tallies[i],
				  &workers[t].tallies[i]);
		workers[0].lost |= workers[t].lost;
	}
	return SP_OK;
}

/* Gives the host one shape. */
static enum sp_status
give_one_shape(const struct learning *learning, struct worker *worker,
	       const uint32_t *pages, uint64_t count, struct sp_error *err)
{
	if (sp_shape_tree_clear(&worker->learner.tree, err) ||
	    clear_tallies(worker, 1, err))
		return err->status;
	worker->tallies[0].pages[1] = count;
	for (uint64_t i = 0; i < count; i++)
		learning->shapes->shape_of[pages[i]] = DEEPER;
	return SP_OK;
}

static enum sp_status
place_host(const struct learning *learning, struct worker *worker,
	   const uint32_t *pages, uint64_t count, bool shared,
	   struct sp_error *err)
{
	bool all = false;
	enum sp_status status;

	if (count < FEW)
		return give_one_shape(learning, worker, pages, count, err);
	status = learn_tree(learning, worker, pages, count, &all, err);
	if (status)
		return status;
	if (clear_tallies(worker, worker->learner.tree.count, err))
		return err->status;
	if (all)
		place_lines(learning, worker, pages);
	else if (shared)
		status = place_pages_together(learning, pages, count, err);
	else
		place_pages(learning, worker, &worker->learner.tree, pages,
			    count);
	return !status && worker->lost ?
		       give_one_shape(learning, worker, pages, count, err) :
		       status;
}

/* ---- the shapes of a piece -------------------------------------------- */

/* Counts the pages of the shapes of a host, whose first has this number. */
static enum sp_status
count_known(const struct worker *worker, struct piece *piece, uint64_t first,
	    struct sp_error *err)
{
	const struct sp_shape_tally *tally = worker->tallies;

	if (!sp_grow(&piece->known, &piece->known_capacity,
		     piece->patterns.count))
		return sp_no_memory(err, "counts of shapes");
	for (uint64_t i = 0; i < worker->learner.tree.count; i++)
		for (int k = 0; k < 2; k++)
			if (tally[i].pages[k] && tally[i].shape[k] >= first)
				piece->known[tally[i].shape[k]] =
					tally[i].pages[k];
	return SP_OK;
}

static enum sp_status
learn_host(const struct learning *learning, struct worker *worker,
	   struct piece *piece, uint64_t host, struct sp_error *err)
{
	uint64_t start = learning->by.starts[host];
	uint64_t count = learning->by.starts[host + 1] - start;
	const uint32_t *pages = learning->by.pages + start;
	uint64_t first = piece->patterns.count;
	enum sp_status status = place_host(learning, worker, pages, count,
					   piece->shared, err);

	if (!status)
		status = sp_shape_tree_number(
			&worker->learner.tree, worker->tallies,
			sp_pages_host(&learning->by, host), &worker->speller,
			&piece->patterns, err);
	if (!status)
		status = count_known(worker, piece, first, err);
	for (uint64_t i = 0; !status && i < count; i++) {
		uint32_t *shape = &learning->shapes->shape_of[pages[i]];

		*shape = worker->tallies[*shape / 2].shape[*shape % 2];
	}
	return status;
}

static enum sp_status
learn_piece(const struct learning *learning, struct worker *worker,
	    struct piece *piece, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = piece->first; !status && i < piece->end; i++)
		status = learn_host(learning, worker, piece, i, err);
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

/* Pages of a host from which on it is shared, or of a piece, at least. */
static bool
is_shared(const struct learning *learning, uint64_t pages, uint64_t all)
{
	return learning->threads > 1 && pages > 2 * SAMPLE &&
	       pages > all / 2 / (uint64_t)learning->threads;
}

/* Cuts the hosts into pieces: one for a single thread. */
static enum sp_status
cut_pieces(struct learning *learning, struct sp_error *err)
{
	const struct sp_pages_by_host *by = &learning->by;
	uint64_t all = by->starts[by->hosts], capacity = 0;
	uint64_t least = learning->threads > 1 ?
		all / PIECES / (uint64_t)learning->threads : all;
	struct piece *last = NULL;

	for (uint64_t i = 0; i < by->hosts; i++) {
		uint64_t pages = by->starts[i + 1] - by->starts[i];
		bool shared = is_shared(learning, pages, all);

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
	enum sp_status result = SP_OK;

	for (uint64_t i = 0; !result && i < learning->piece_count; i++)
		if (learning->pieces[i].shared)
			result = learn_piece(learning, &learning->workers[0],
					     &learning->pieces[i], err);
	if (result)
		return result;
#pragma omp parallel for num_threads(learning->threads) schedule(dynamic, 1)
	for (uint64_t i = 0; i < learning->piece_count; i++) {
		struct worker *worker =
			&learning->workers[omp_get_thread_num()];
		struct piece *piece =
			&learning->pieces[learning->pieces_by_size[i]];
		enum sp_status status = SP_OK;
		struct sp_error failure;

		if (!piece->shared)
			status = learn_piece(learning, worker, piece,
					     &failure);
		/* The smallest, so that timing does not matter. */
#pragma omp critical(sp_shapes_result)
		if (status && (!result || status < result)) {
			result = status;
			*err = failure;
		}
	}
	return result;
}

/* Moves the shapes of a piece to the end of all. */
static enum sp_status
take_piece(struct learning *learning, struct piece *piece,
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
		status = take_piece(learning, piece, err);
	}
	return status;
}

/* ---- the run ---------------------------------------------------------- */

static enum sp_status
make_workers(struct learning *learning, struct sp_error *err)
{
	learning->workers = sp_alloc_zero((uint64_t)learning->threads,
					  sizeof(*learning->workers));
	if (!learning->workers)
		return sp_no_memory(err, "shapes");
	for (int t = 0; t < learning->threads; t++) {
		struct worker *worker = &learning->workers[t];

		worker->tokens = sp_alloc(1, sizeof(*worker->tokens));
		worker->room = sp_alloc(1, sizeof(*worker->room));
		if (!worker->tokens || !worker->room)
			return sp_no_memory(err, "shapes");
		worker->learner.lines.seed = sp_hash_seed(worker);
		worker->speller.urls = learning->urls;
		worker->speller.tokens = worker->tokens;
		worker->speller.room = worker->room;
	}
	return SP_OK;
}

static void
free_learning(struct learning *learning)
{
	for (int t = 0; learning->workers && t < learning->threads; t++) {
		struct worker *worker = &learning->workers[t];

		sp_shape_learner_free(&worker->learner);
		free(worker->tokens);
		free(worker->room);
		free(worker->speller.text);
		free(worker->tallies);
	}
	for (uint64_t i = 0; i < learning->piece_count; i++) {
		sp_names_free(&learning->pieces[i].patterns);
		free(learning->pieces[i].known);
	}
	free(learning->workers);
	free(learning->pieces);
	free(learning->pieces_by_size);
	sp_pages_by_host_free(&learning->by);
}

enum sp_status
sp_shapes_learn(const struct sp_names *urls, int threads,
		struct sp_shapes *shapes, struct sp_error *err)
{
	struct learning learning = {
		.urls = urls, .shapes = shapes, .threads = threads,
		.by = SP_PAGES_BY_HOST_EMPTY
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
		status = make_workers(&learning, err);
	if (!status)
		status = cut_pieces(&learning, err);
	if (!status)
		status = learn_pieces(&learning, err);
	if (!status)
		status = join_pieces(&learning, err);
	if (status)
		sp_shapes_free(shapes);
	free_learning(&learning);
	return status;
}

void
sp_shape_siblings(const struct sp_shapes *shapes, uint64_t shape,
		  uint64_t *first, uint64_t *end)
{
	struct sp_span host = sp_shape_host(shapes, shape);

	*first = shape;
	*end = shape + 1;
	while (*first && sp_span_equal(sp_shape_host(shapes, *first - 1),
				       host))
		--*first;
	while (*end < shapes->count &&
	       sp_span_equal(sp_shape_host(shapes, *end), host))
		++*end;
}
