/* SPDX-License-Identifier: MIT */
/*
 * Greedy covering with sketches (cover.h; Cohen et al., 2014).
 *
 * Exactly greedy choice needs, for each page and each step, the weight of what
 * it reaches within D links and no chosen page does.  A search from every page
 * is too much.  So a page has one bit for each of K targets, set if it covers
 * the target; D steps make these sets for all pages at once (sketches.h).  The
 * gain of a page is estimated by the value of its targets that are not covered
 * yet: the same sample for all pages, so that estimates of two pages err
 * together and their comparison errs less.
 *
 * A target stands for an equal share of the weight that is not covered
 * (draw_targets()), so the estimate of a gain is unbiased and pages with large
 * weights cannot be missed.  While seeds are chosen, targets become covered,
 * and what is left of the sample becomes coarse; when half of the weight that
 * it was drawn for is covered, a new one is drawn from the rest.  With few
 * pages left all of them are targets, and the choice is exact.
 *
 * The gain that is reported is never an estimate: it is counted by a search
 * from the chosen page (cover_from()), which visits each page a second time
 * only if it is nearer to the new seed than to those before.  distance[] makes
 * that search stop where nothing new can be reached.
 *
 * With one seed a unit, only pages of units without a seed can be chosen.  Once
 * none of these has a target, they are drawn from what such pages can cover
 * (find_reach()), so that the choice ends only when nothing is left to cover.
 *
 * Memory: two bit sets for each page, 2 K / 8 bytes, and 17 bytes for its
 * bound, distance, place in the queue and part of the index; with units, a bit
 * more.
 */
#include "seed/cover.h"

#include "base/memory.h"
#include "base/random.h"
#include "seed/sketches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORD 64          /* targets in a word */
#define FAR UINT32_MAX   /* the distance of a page that is not covered */

struct cover {
	const struct sp_graph *graph;
	const struct sp_cover_options *options;
	struct sp_cover_report *report;
	struct sp_sketches *sketches; /* targets that each page covers */
	uint64_t pages;
	uint64_t words;       /* of a page: a bit for each target */
	uint64_t *open;       /* targets that are not covered yet */
	uint32_t *target;     /* pages, ascending; some may come twice */
	double *value;        /* of each target */
	uint64_t targets;
	bool all;             /* each page that may be a target is one */
	uint64_t *reach;      /* bitset: what pages of units without a seed can
				 cover; NULL: all pages may be targets */
	double drawn;         /* weight of what might be targets when they were
				 drawn */
	double covered;       /* weight covered then */
	double *bound;        /* no page adds more than this */
	uint32_t *distance;   /* of each page from the nearest chosen one */
	uint32_t *queue;
	struct sp_index *index;
	struct sp_accessor *accessor;
	struct sp_random random;
};

static inline double
cover_weight_of(const struct cover *cover, uint64_t page)
{
	return cover->options->weight ? cover->options->weight[page] : 1;
}

/* ---- targets ---------------------------------------------------------- */

/* A page of large weight may be several targets. */
static void
add_target(struct cover *cover, uint64_t page, double value)
{
	cover->target[cover->targets] = (uint32_t)page;
	cover->value[cover->targets++] = value;
}

/* Is the page not covered, and does it weigh something? */
static bool
may_be_target(const struct cover *cover, uint64_t page)
{
	return cover->distance[page] == FAR &&
	       cover_weight_of(cover, page) > 0 &&
	       (!cover->reach || sp_bit_test(cover->reach, page));
}

/*
 * Pages that may be targets, and their weight.  Summed in page order, so that
 * the same targets are drawn with any number of threads.
 */
static uint64_t
count_uncovered(const struct cover *cover, double *weight)
{
	uint64_t count = 0;

	*weight = 0;
	for (uint64_t p = 0; p < cover->pages; p++)
		if (may_be_target(cover, p)) {
			*weight += cover_weight_of(cover, p);
			count++;
		}
	return count;
}

/*
 * A target in each of as many equal parts of the weight, at a random place: so
 * each stands for the same weight, and large weights are never missed.
 *
 * sum runs over the weights; each time it passes the next place, the page is a
 * target.  Rounding may leave the last place beyond the sum, so there may be
 * fewer targets than room.
 */
static void
draw_targets(struct cover *cover, double weight)
{
	double part = weight / (double)(cover->words * WORD), sum = 0;
	double next = part * sp_random_unit(&cover->random);

	for (uint64_t p = 0; p < cover->pages; p++) {
		if (!may_be_target(cover, p))
			continue;
		sum += cover_weight_of(cover, p);
		while (next < sum && cover->targets < cover->words * WORD) {
			add_target(cover, p, part);
			next = part * ((double)cover->targets +
				       sp_random_unit(&cover->random));
		}
	}
}

/* report->exact is about all choices, so one sample makes it false for good. */
static void
choose_targets(struct cover *cover)
{
	uint64_t count = count_uncovered(cover, &cover->drawn);

	cover->covered = cover->report->covered;
	cover->targets = 0;
	cover->all = count <= cover->words * WORD;
	if (!cover->all)
		draw_targets(cover, cover->drawn);
	for (uint64_t p = 0; cover->all && p < cover->pages; p++)
		if (may_be_target(cover, p))
			add_target(cover, p, cover_weight_of(cover, p));
	cover->report->samples++;
	cover->report->exact = cover->report->exact && cover->all;
}

/*
 * What pages of units without a seed can cover, covered or not.
 *
 * The queue has room for all pages, and each comes once.
 */
static enum sp_status
find_reach(struct cover *cover, struct sp_error *err)
{
	uint64_t head = 0, tail = 0, end;

	memset(cover->reach, 0, sp_bitset_words(cover->pages) *
	       sizeof(*cover->reach));
	for (uint64_t p = 0; p < cover->pages; p++)
		if (!sp_spread_is_taken(cover->options->spread, p)) {
			sp_bit_set(cover->reach, p);
			cover->queue[tail++] = (uint32_t)p;
		}
	for (uint32_t step = 0; step < cover->options->steps && head < tail;
	     step++)
		for (end = tail; head < end; head++) {
			const uint32_t *successors;
			uint32_t count;

			if (sp_accessor_page(cover->accessor,
					     cover->queue[head], &successors,
					     &count, err))
				return err->status;
			for (uint32_t i = 0; i < count; i++) {
				if (sp_bit_test(cover->reach, successors[i]))
					continue;
				sp_bit_set(cover->reach, successors[i]);
				cover->queue[tail++] = successors[i];
			}
		}
	return SP_OK;
}

/* ---- the choice ------------------------------------------------------- */

/* Bounds are of the old targets and mean nothing for the new ones. */
static enum sp_status
draw_sketches(struct cover *cover, struct sp_error *err)
{
	enum sp_status status;

	if (cover->reach && find_reach(cover, err))
		return err->status;
	choose_targets(cover);
	memset(cover->open, 0, cover->words * sizeof(*cover->open));
	for (uint64_t t = 0; t < cover->targets; t++)
		cover->open[t / WORD] |= UINT64_C(1) << t % WORD;
	status = sp_sketches_find(cover->sketches, cover->target,
				  cover->targets, cover->options->steps,
				  &cover->report->passes, err);
	/* Bounds of pages that were chosen stay 0. */
	for (uint64_t p = 0; p < cover->pages; p++)
		if (cover->distance[p])
			cover->bound[p] = INFINITY;
	return status;
}

/*
 * The value of the open targets of a page, added in the order of the targets,
 * so that the sum has the same bits whatever was looked at before.
 */
static double
gain_of(const struct cover *cover, uint64_t page)
{
	const uint64_t *set = sp_sketch_of(cover->sketches, page);
	double gain = 0;

	for (uint64_t w = 0; w < cover->words; w++) {
		uint64_t bits = set[w] & cover->open[w];

		for (; bits; bits &= bits - 1)
			gain += cover->value[w * WORD +
				(uint64_t)__builtin_ctzll(bits)];
	}
	return gain;
}

/*
 * The gain of a page only falls while others are chosen, so that one computed
 * before is a bound, and most pages need not be looked at again.
 *
 * Pages ascend and only a larger gain replaces the best, so of equal ones the
 * smallest page is chosen.  Units that have a seed are passed over, and their
 * bounds stay as they are.
 */
static uint64_t
best_page(struct cover *cover, double *gain)
{
	const struct sp_spread *spread = cover->options->spread;
	uint64_t best = 0;

	*gain = 0;
	for (uint64_t p = 0; p < cover->pages; p++) {
		if (cover->bound[p] <= *gain || sp_spread_is_taken(spread, p))
			continue;
		cover->bound[p] = gain_of(cover, p);
		if (cover->bound[p] > *gain) {
			*gain = cover->bound[p];
			best = p;
		}
	}
	return best;
}

/* ---- what is covered -------------------------------------------------- */

/* A page is that near now; queues it, and returns the weight it adds. */
static double
come_near(struct cover *cover, uint32_t page, uint32_t distance,
	  uint64_t *tail)
{
	bool new = cover->distance[page] == FAR;

	cover->distance[page] = distance;
	cover->queue[(*tail)++] = page;
	return new ? cover_weight_of(cover, page) : 0;
}

/*
 * Searches from a page that was chosen.  Where another one is as near, all that
 * lies behind is covered already.
 *
 * The queue has room for all pages: within one search distances ascend, so none
 * comes twice.
 */
static enum sp_status
cover_from(struct cover *cover, uint32_t page, double *gain,
	   struct sp_error *err)
{
	uint64_t head = 0, tail = 0;

	*gain = come_near(cover, page, 0, &tail);
	while (head < tail) {
		uint32_t from = cover->queue[head++], count;
		uint32_t next = cover->distance[from] + 1;
		const uint32_t *successors;

		if (next > cover->options->steps)
			break;
		if (sp_accessor_page(cover->accessor, from, &successors,
				     &count, err))
			return err->status;
		for (uint32_t i = 0; i < count; i++)
			if (cover->distance[successors[i]] > next)
				*gain += come_near(cover, successors[i], next,
						   &tail);
	}
	for (uint64_t t = 0; t < cover->targets; t++)
		if (cover->distance[cover->target[t]] != FAR)
			cover->open[t / WORD] &= ~(UINT64_C(1) << t % WORD);
	return SP_OK;
}

/* ---- the whole -------------------------------------------------------- */

enum sp_status
sp_total_weight(const double *weight, uint64_t pages, double *total,
		struct sp_error *err)
{
	*total = 0;
	for (uint64_t p = 0; p < pages; p++) {
		double own = weight ? weight[p] : 1;

		if (!(own >= 0 && isfinite(own)))
			return sp_fail(err, SP_DATA, "the weight of page "
				       "%" PRIu64 " is %g: it must be at least "
				       "0", p, own);
		*total += own;
	}
	if (*total > 0 && isfinite(*total))
		return SP_OK;
	if (*total > 0)
		return sp_fail(err, SP_DATA, "the sum of all weights is too "
			       "large for a number (scale them down)");
	return sp_fail(err, SP_DATA, "the sum of all weights is %g: there is "
		       "nothing to cover", *total);
}

static enum sp_status
check_weights(struct cover *cover, struct sp_error *err)
{
	for (uint64_t p = 0; p < cover->pages; p++) {
		cover->distance[p] = FAR;
		cover->bound[p] = 0;
	}
	return sp_total_weight(cover->options->weight, cover->pages,
			       &cover->report->total, err);
}

static enum sp_status
cover_open(struct cover *cover, struct sp_error *err)
{
	const struct sp_cover_options *options = cover->options;
	uint64_t sketch = options->sketch, bits;

	/* A graph with fewer pages needs no more targets than those. */
	if (options->exact || sketch > cover->pages)
		sketch = cover->pages;
	cover->words = sketch / WORD + (sketch % WORD || !sketch);
	bits = cover->words * WORD;
	if (sp_sketches_new(cover->graph, cover->words, options->threads,
			    &cover->sketches, err))
		return err->status;
	cover->open = sp_alloc(cover->words, sizeof(uint64_t));
	cover->target = sp_alloc(bits, sizeof(uint32_t));
	cover->value = sp_alloc(bits, sizeof(double));
	cover->bound = sp_alloc_large(cover->pages, sizeof(double));
	cover->distance = sp_alloc_large(cover->pages, sizeof(uint32_t));
	cover->queue = sp_alloc_large(cover->pages, sizeof(uint32_t));
	if (!cover->open || !cover->target || !cover->value || !cover->bound ||
	    !cover->distance || !cover->queue)
		return sp_no_memory(err, "what pages cover (a smaller sketch "
				    "needs less)");
	if (sp_index_new(cover->graph, options->threads, &cover->index, err))
		return err->status;
	cover->accessor = sp_accessor_new(cover->index);
	return cover->accessor ? check_weights(cover, err) :
				 sp_no_memory(err, "a list of links");
}

static void
cover_close(struct cover *cover)
{
	sp_accessor_free(cover->accessor);
	sp_index_free(cover->index);
	sp_sketches_free(cover->sketches);
	free(cover->open);
	free(cover->target);
	free(cover->value);
	free(cover->bound);
	free(cover->distance);
	free(cover->queue);
	free(cover->reach);
}

/* Is half of the weight covered for which targets were drawn? */
static bool
is_sample_coarse(const struct cover *cover)
{
	const struct sp_cover_report *report = cover->report;

	if (cover->all)
		return false;
	return cover->reach ?
		       report->covered - cover->covered > cover->drawn / 2 :
		       report->total - report->covered < cover->drawn / 2;
}

/*
 * Chooses a page; *done if there is nothing left to cover.
 *
 * A sampled choice with no gain may only mean that the sample is used up, so it
 * is drawn anew; with all pages as targets, it is the end.  Where units with
 * seeds have nearly all that is left, few targets are within reach of the
 * others: from then on, all are.
 */
static enum sp_status
cover_step(struct cover *cover, struct sp_seeds *seeds, bool *done,
	   struct sp_error *err)
{
	struct sp_seed seed = { .core = SP_NO_CORE };
	double gain;

	if (!cover->report->samples || is_sample_coarse(cover))
		if (draw_sketches(cover, err))
			return err->status;
	seed.page = (uint32_t)best_page(cover, &gain);
	/* A target covers itself: a gain of 0 means that none is open. */
	if (!(gain > 0) && !cover->all) {
		if (cover->options->spread && !cover->reach &&
		    !(cover->reach = sp_bitset_new(cover->pages)))
			return sp_no_memory(err, "what seeds can cover");
		if (draw_sketches(cover, err))
			return err->status;
		seed.page = (uint32_t)best_page(cover, &gain);
	}
	*done = !(gain > 0);
	if (*done)
		return SP_OK;
	if (cover_from(cover, seed.page, &seed.score, err))
		return err->status;
	cover->bound[seed.page] = 0;
	cover->report->covered += seed.score;
	(void)sp_spread_take(cover->options->spread, seed.page);
	return sp_seeds_add(seeds, seed, err);
}

/*
 * What the seeds cover that were there before.  Distance 0 is that of a seed: a
 * page that is there twice is searched from once.
 */
static enum sp_status
cover_seeds(struct cover *cover, const struct sp_seeds *seeds,
	    struct sp_error *err)
{
	for (uint64_t i = 0; i < seeds->count; i++) {
		uint32_t page = seeds->seeds[i].page;
		double gain = 0;

		if (cover->distance[page] && cover_from(cover, page, &gain,
							err))
			return err->status;
		cover->report->covered += gain;
	}
	return SP_OK;
}

enum sp_status
sp_pick_cover(const struct sp_graph *graph,
	      const struct sp_cover_options *options, struct sp_seeds *seeds,
	      struct sp_cover_report *report, struct sp_error *err)
{
	struct cover cover = {
		.graph = graph, .options = options, .report = report,
		.pages = sp_graph_pages(graph),
		.random = { options->random_seed }
	};
	enum sp_status status;
	bool done = false;

	*report = (struct sp_cover_report){ .exact = true };
	status = cover_open(&cover, err);
	if (!status)
		status = cover_seeds(&cover, seeds, err);
	for (uint64_t i = 0; !status && !done && i < options->count; i++) {
		sp_progress_report(options->progress, i, options->count);
		status = cover_step(&cover, seeds, &done, err);
	}
	cover_close(&cover);
	return status;
}
