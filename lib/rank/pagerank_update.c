/* SPDX-License-Identifier: MIT */
/*
 * With uniform teleport, ranks are in proportion to the solution y of
 *
 *	y_j = 1 + d (sum over i -> j of y_i / O(i))
 *
 * over the pages seen, where i is done (seedpipe-algorithms(7), 3.1).  Neither
 * the number of pages nor the rank of pages without links is in it.  So when a
 * crawl has gone on, y changes only where it went: a page that is found adds 1
 * at itself, and a page that is done now gives d y / O to its targets.  Kept
 * for each page is
 *
 *	left = 1 + d (sum over i -> j of y_i / O(i)) - y_j
 *
 * and a page with links whose left is not small adds it to y and pushes d / O
 * of it on.  Queued pages and others without links push nothing: what is left
 * for them is added to y at the end of the update.
 *
 * A pass takes the pages in their order and pushes from those that have more
 * left for each of their links than a part of the mean.  A lower part means
 * fewer passes, a higher one fewer pushes.  Half of the pages wait in most
 * passes, so rows are not read in order: a piece of pages is looked over first,
 * which gives a list of pages to push, and then their rows are fetched ahead of
 * time.  What is left for a piece and its surroundings stays in the cache.
 *
 * Pushing somewhat more than is left makes the changes travel faster
 * (overrelaxation; see find_excess()).  39 rankings of a crawl of 1 M pages
 * read, in passes over the links of the pages done by then,
 *
 *	every page pushes what is left          19.7
 *	only those above a part of the mean     10.0
 *	... of the mean for each link            7.8
 *	... and push 1.15 times that             4.6
 *
 * Tried without gain: a queue of pages instead of passes (as many pushes, in
 * three times the time), passes back and forth, several passes over a piece at
 * once, coarse corrections with one unknown for each 4,096 pages.
 *
 * y is never scaled.  A push rounds y and left in their last bits, so after a
 * million pushes of each page left is still right to 1e-10 of y.
 */
#include "rank/pagerank_update.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PIECE_PAGES (32 * UINT64_C(1024)) /* residuals of 256 KiB */
#define PART_OF_MEAN 0.15
#define FALL 0.6 /* of what is left, in most passes */
#define GROWTH 1.2
#define NEAR 8   /* pushes ahead: rows are fetched, */
#define FAR 16   /* ... and what says where they are */

struct sp_kept_ranks {
	uint64_t pages;
	struct sp_accessor *accessor;
	double damping;
	double *value;     /* y */
	double *left;
	uint32_t *links;   /* of each page that pushes */
	uint64_t *pushes;  /* bitset: pages that are done and have links */
	uint64_t *looped;  /* bitset: those that link to themselves */
	uint64_t *seen;    /* bitsets: the view at the last update */
	uint64_t *done;
	uint32_t *list;    /* pages of a piece that push now */
	double pushing_links; /* of all pages that push */
	double scale;      /* of ranks to y */
	double factor;     /* 1, and more if more is pushed than is left */
	uint64_t read;     /* links pushed along in this update */
};

struct sp_kept_ranks *
sp_kept_ranks_new(const struct sp_index *index, uint64_t pages,
		  double damping)
{
	struct sp_kept_ranks *kept = sp_alloc_zero(1, sizeof(*kept));
	uint64_t words = sp_bitset_words(pages);
	uint64_t room = words * SP_BITSET_BITS;

	if (!kept)
		return NULL;
	kept->pages = pages;
	kept->damping = damping;
	kept->accessor = sp_accessor_new(index);
	kept->value = sp_alloc_large_zero(room, sizeof(*kept->value));
	kept->left = sp_alloc_large_zero(room, sizeof(*kept->left));
	kept->links = sp_alloc_large_zero(room, sizeof(*kept->links));
	kept->pushes = sp_bitset_new(pages);
	kept->looped = sp_bitset_new(pages);
	kept->seen = sp_bitset_new(pages);
	kept->done = sp_bitset_new(pages);
	kept->list = sp_alloc(PIECE_PAGES + FAR, sizeof(*kept->list));
	if (kept->accessor && kept->value && kept->left && kept->links &&
	    kept->pushes && kept->looped && kept->seen && kept->done &&
	    kept->list)
		return kept;
	sp_kept_ranks_free(kept);
	return NULL;
}

void
sp_kept_ranks_free(struct sp_kept_ranks *kept)
{
	if (!kept)
		return;
	sp_accessor_free(kept->accessor);
	free(kept->value);
	free(kept->left);
	free(kept->links);
	free(kept->pushes);
	free(kept->looped);
	free(kept->seen);
	free(kept->done);
	free(kept->list);
	free(kept);
}

enum sp_status
sp_kept_ranks_read(struct sp_kept_ranks *kept, const struct sp_index *index,
		   struct sp_error *err)
{
	struct sp_accessor *accessor = sp_accessor_new(index);

	if (!accessor)
		return sp_no_memory(err, "a list of links");
	sp_accessor_free(kept->accessor);
	kept->accessor = accessor;
	return SP_OK;
}

double
sp_kept_rank(const struct sp_kept_ranks *kept, uint32_t page)
{
	double rank = kept->value[page] * kept->scale;

	return sp_bit_test(kept->seen, page) && rank > 0 ? rank : 0;
}

/* ---- what has changed ------------------------------------------------- */

/*
 * A page that is found has 1 left more.  One that is forgotten loses that and
 * gets its y back as residual, since left = ... - y with y = 0: should it be
 * found again, its in-links have not been forgotten.
 */
static void
ranks_note_seen(struct sp_kept_ranks *kept, const uint64_t *seen)
{
	for (uint64_t word = 0; word < sp_bitset_words(kept->pages); word++) {
		uint64_t change = seen[word] ^ kept->seen[word];

		for (; change; change &= change - 1) {
			uint64_t page = word * SP_BITSET_BITS +
					(uint64_t)__builtin_ctzll(change);

			if (sp_bit_test(seen, page)) {
				kept->left[page] += 1;
			} else {
				kept->left[page] += kept->value[page] - 1;
				kept->value[page] = 0;
			}
		}
		kept->seen[word] = seen[word];
	}
}

/* Its targets get their share of its y, which nobody had until now. */
static enum sp_status
open_page(struct sp_kept_ranks *kept, uint32_t page, double *moved,
	  struct sp_error *err)
{
	const uint32_t *successors;
	uint32_t count;
	double each;

	if (sp_accessor_page(kept->accessor, page, &successors, &count, err))
		return err->status;
	if (!count)
		return SP_OK;
	each = kept->damping * kept->value[page] / count;
	for (uint32_t i = 0; i < count; i++) {
		kept->left[successors[i]] += each;
		if (successors[i] == page)
			sp_bit_set(kept->looped, page);
	}
	kept->links[page] = count;
	sp_bit_set(kept->pushes, page);
	kept->pushing_links += count;
	kept->read += count;
	*moved += kept->value[page] + fabs(kept->left[page]);
	return SP_OK;
}

/*
 * *moved becomes a bound on what this adds to the residuals of pages that push,
 * in the sum: what is left for queued pages is not counted, as it is theirs.
 */
static enum sp_status
ranks_note_done(struct sp_kept_ranks *kept, const struct sp_pagerank_view *view,
		double *moved, struct sp_error *err)
{
	*moved = 0;
	for (uint64_t word = 0; word < sp_bitset_words(kept->pages); word++) {
		uint64_t fresh = view->done[word] & view->seen[word] &
				 ~kept->done[word];

		kept->done[word] |= fresh;
		for (; fresh; fresh &= fresh - 1)
			if (open_page(kept, (uint32_t)(
					      word * SP_BITSET_BITS +
					      (uint64_t)__builtin_ctzll(fresh)),
				      moved, err))
				return err->status;
	}
	return SP_OK;
}

/* ---- pushing ---------------------------------------------------------- */

/* Which of 64 pages have more left for each link?  Without a branch. */
static inline uint64_t
pages_above(const struct sp_kept_ranks *kept, uint64_t first, double least)
{
	const double *left = kept->left + first;
	const uint32_t *links = kept->links + first;
	uint64_t above = 0;

	for (unsigned i = 0; i < SP_BITSET_BITS; i++)
		above |= (uint64_t)(fabs(left[i]) > least * links[i]) << i;
	return above;
}

/* Lists the pages of a piece that push, and returns their number. */
static uint64_t
list_piece(struct sp_kept_ranks *kept, uint64_t first, double least)
{
	uint64_t count = 0, words = sp_bitset_words(kept->pages);
	uint64_t last = first / SP_BITSET_BITS + PIECE_PAGES / SP_BITSET_BITS;

	last = last < words ? last : words;
	for (uint64_t word = first / SP_BITSET_BITS; word < last; word++) {
		uint64_t start = word * SP_BITSET_BITS, above;

		if (!kept->pushes[word])
			continue;
		above = pages_above(kept, start, least) & kept->pushes[word];
		for (; above; above &= above - 1)
			kept->list[count++] = (uint32_t)(
				start + (uint64_t)__builtin_ctzll(above));
	}
	return count;
}

/*
 * A page that links to itself would get back d / O of what it pushes, and push
 * that again, and so on: dividing by 1 - d / O adds the whole series at once.
 */
static inline enum sp_status
push_left(struct sp_kept_ranks *kept, uint32_t page, double *pushed,
	  struct sp_error *err)
{
	double left = kept->left[page], change = kept->factor * left;
	double rest = left - change;
	double share = kept->damping / kept->links[page];
	enum sp_status status;

	if (sp_bit_test(kept->looped, page))
		change /= 1 - share;
	kept->value[page] += change;
	status = sp_accessor_add(kept->accessor, page, share * change,
				 kept->left, err);
	kept->left[page] = rest;
	*pushed += fabs(left);
	kept->read += kept->links[page];
	return status;
}

/* Adds up what pages had left when they pushed it. */
static enum sp_status
push_piece(struct sp_kept_ranks *kept, uint64_t count, double *pushed,
	   struct sp_error *err)
{
	const uint32_t *list = kept->list;

	/* There is something to fetch ahead of the last page, too. */
	for (unsigned i = 0; count && i < FAR; i++)
		kept->list[count + i] = list[0];
	for (uint64_t i = 0; i < count; i++) {
		sp_accessor_later(kept->accessor, list[i + FAR]);
		__builtin_prefetch(&kept->value[list[i + FAR]], 1);
		sp_accessor_soon(kept->accessor, list[i + NEAR]);
		if (push_left(kept, list[i], pushed, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
push_pass(struct sp_kept_ranks *kept, double least, double *pushed,
	  struct sp_error *err)
{
	*pushed = 0;
	for (uint64_t first = 0; first < kept->pages; first += PIECE_PAGES) {
		uint64_t count = list_piece(kept, first, least);

		if (push_piece(kept, count, pushed, err))
			return err->status;
	}
	return SP_OK;
}

/* ---- an update -------------------------------------------------------- */

/*
 * How much more than is left should be pushed?  Below (1 - d) / (1 + d), what
 * is left falls in any case: of 1, a push leaves e at its page and (1 + e) d at
 * the targets.  Twice that is better on all webs that were tried, but on a long
 * chain of pages what is left grows.
 */
static double
find_excess(double damping)
{
	return fmin(0.18 * damping, 2 * (1 - damping) / (1 + damping));
}

/*
 * Pages that do not push get what is left for them.  With all values in place,
 * the scale makes the ranks those of SP_DANGLING_UNIFORM: if D is the sum of y
 * over pages without links, ranks are c y with
 *
 *	c = (1 - d) / n + d c D / n
 *
 * Returns the sum of what is left for the others: c times that is the change
 * that one iteration would make.
 */
static double
settle(struct sp_kept_ranks *kept, double count, double *sum)
{
	double left = 0, dangling = 0, linked = 0, d = kept->damping;

	for (uint64_t word = 0; word < sp_bitset_words(kept->pages); word++) {
		uint64_t first = word * SP_BITSET_BITS;
		uint64_t pushes = kept->pushes[word];
		uint64_t waits = kept->seen[word] & ~pushes;

		for (; waits; waits &= waits - 1) {
			uint64_t p = first + (uint64_t)__builtin_ctzll(waits);

			kept->value[p] += kept->left[p];
			kept->left[p] = 0;
			dangling += kept->value[p];
		}
		for (; pushes; pushes &= pushes - 1) {
			uint64_t p = first + (uint64_t)__builtin_ctzll(pushes);

			left += fabs(kept->left[p]);
			linked += kept->value[p];
		}
	}
	kept->scale = (1 - d) / (count - d * dangling);
	*sum = (linked + dangling) * kept->scale;
	return left;
}

/*
 * The sum of what is left is known only after settle(), a pass over all pages.
 * Between two of these it is estimated from what was pushed: too low an
 * estimate costs one more settle(), and only that ends the update.
 *
 * If more is pushed than in the passes before, what is left grows, and in the
 * rest of the update pages push no more than they have.  Then it falls at least
 * by the damping in each pass over all pages that push.
 */
static enum sp_status
push_on(struct sp_kept_ranks *kept, double left, double count,
	double tolerance, uint32_t most, struct sp_pagerank_report *report,
	struct sp_error *err)
{
	double least = INFINITY, fall = FALL, pushed = left / fall;

	kept->factor = 1 + find_excess(kept->damping);
	for (;;) {
		if (report->iterations >= most ||
		    !(pushed * fall * kept->scale >= tolerance) ||
		    pushed == 0) {
			left = settle(kept, count, &report->sum);
			report->residual = left * kept->scale;
			if (left == 0 || report->residual < tolerance ||
			    report->iterations >= most)
				return SP_OK;
			if (pushed > 0 && report->iterations)
				fall = fmin(left / pushed, 1);
		} else if (report->iterations) {
			left = 2 * FALL * pushed;
		}
		if (push_pass(kept, PART_OF_MEAN * left / kept->pushing_links,
			      &pushed, err))
			return err->status;
		report->iterations++;
		if (pushed > GROWTH * least)
			kept->factor = 1;
		least = fmin(least, pushed);
	}
}

enum sp_status
sp_kept_ranks_update(struct sp_kept_ranks *kept,
		     const struct sp_pagerank_view *view, double tolerance,
		     uint32_t iterations, struct sp_pagerank_report *report,
		     struct sp_error *err)
{
	double moved, count = (double)view->seen_count;
	double before = kept->scale > 0 ? tolerance / kept->scale : 0;

	*report = (struct sp_pagerank_report){ .converged = true };
	kept->read = 0;
	ranks_note_seen(kept, view->seen);
	if (!view->seen_count)
		return SP_OK;
	if (ranks_note_done(kept, view, &moved, err))
		return err->status;
	if (!(kept->scale > 0))
		kept->scale = 1 / count;
	if (push_on(kept, before + moved, count, tolerance, iterations, report,
		    err))
		return err->status;
	report->links = kept->read;
	report->converged = tolerance == 0 || report->residual < tolerance;
	return SP_OK;
}
