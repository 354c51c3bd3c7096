/* SPDX-License-Identifier: MIT */
/*
 * Betweenness from sampled paths, as in KADABRA (Borassi and Natale 2016): two
 * pages are drawn, and one of the shortest paths from one to the other, each
 * path as likely as any.  The share of samples that go through a page is its
 * score; no path, which is a sample like any other, goes through none.
 *
 * A path is found by two searches, from the first page along links and from the
 * second against them.  The one that has fewer links to read goes one level
 * further, until a link joins them: all links that do at this level are on
 * shortest paths of the same length, so one of them is drawn, in proportion to
 * the paths before it times those behind it, and from both of its ends the way
 * back, in proportion to the paths of each page.  On a small world, both stay
 * small.
 *
 * When to stop.  Whether a sample goes through a page is a coin, so by the
 * bound of Chernoff, with t samples, a share p and the score b,
 *
 *	P(p <= b and t KL(p, b) >= x) <= e^-x,	P(p >= b and ...) <= e^-x
 *
 * for KL(p, q) = p ln(p / q) + (1 - p) ln((1 - p) / (1 - q)).  Samples are
 * looked at after fixed numbers of them, K times at most.  With x = ln(2 K n /
 * failure) all these bounds hold for n pages at all K looks but with the
 * probability of failure, whatever makes the sampling stop; so it may stop at
 * the first look at which t KL(p, p + e) >= x and t KL(p, p - e) >= x for all
 * pages.  Both fall with p up to 1/2 - e, so the page of most samples decides;
 * above that, 2 e^2 t >= x is enough (Hoeffding), which holds at the last look.
 * This needs no diameter, and where all scores are small, fewer samples than
 * the paper's bound: x / e instead of x / (2 e^2).
 *
 * Only pages with links on both sides can be on a path: n counts these.
 *
 * A sample draws from a generator of its own, and hits are whole numbers, so
 * that threads do not show.  Memory: 24 bytes a page and thread, 12 a page, the
 * transpose and the indexes.
 */
#include "measure/ranks/paths.h"

#include "base/memory.h"
#include "base/random.h"
#include "graph/visit.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define LOOKS_GROWTH 1.3 /* samples, from look to look */

enum { FORTH, BACK, SIDES };

/* ---- one sample ------------------------------------------------------- */

/* What each search knows of a page: 1 + distance, or 0, and paths, scaled. */
struct sampled_page {
	double paths[SIDES];
	uint32_t level[SIDES];
};

/* The pages that a search has found, level by level. */
struct sample_side {
	struct sp_accessor *accessor;  /* of the links that it follows */
	const uint32_t *degree;        /* how many these are */
	uint32_t *found;
	uint64_t count, capacity;
	uint64_t first;                /* of its last level, in found */
	uint64_t cost;                 /* links of that level */
};

struct sampler {
	struct sampled_page *pages;
	struct sample_side sides[SIDES];
	uint32_t *hits;                /* of all threads */
	struct sp_random random;
	double joining;                /* paths over links that join */
	uint32_t ends[SIDES];          /* of the link that was drawn */
};

static enum sp_status
sample_find(struct sampler *run, int which, uint32_t page, uint32_t level,
	    struct sp_error *err)
{
	struct sample_side *side = &run->sides[which];

	if (!sp_grow(&side->found, &side->capacity, side->count + 1))
		return sp_no_memory(err, "the searches");
	side->found[side->count++] = page;
	run->pages[page].level[which] = level;
	return SP_OK;
}

/* A link from page to one that the other search has found. */
static void
sample_join(struct sampler *run, int which, uint32_t page, uint32_t to)
{
	double paths = run->pages[page].paths[which] *
		       run->pages[to].paths[!which];

	run->joining += paths;
	if (sp_random_unit(&run->random) * run->joining >= paths)
		return;
	run->ends[which] = page;
	run->ends[!which] = to;
}

static enum sp_status
sample_follow(struct sampler *run, int which, uint32_t page,
	      struct sp_error *err)
{
	const struct sampled_page from = run->pages[page];
	uint32_t next = from.level[which] + 1, count;
	const uint32_t *links;

	if (sp_accessor_page(run->sides[which].accessor, page, &links, &count,
			     err))
		return err->status;
	for (uint32_t i = 0; i < count; i++) {
		struct sampled_page *to = &run->pages[links[i]];

		if (to->level[!which])
			sample_join(run, which, page, links[i]);
		if (!to->level[which] &&
		    sample_find(run, which, links[i], next, err))
			return err->status;
		if (to->level[which] == next)
			to->paths[which] += from.paths[which];
	}
	return SP_OK;
}

/* What the links of the last level cost, and that its counts stay numbers. */
static void
sample_finish_level(struct sampler *run, int which)
{
	struct sample_side *side = &run->sides[which];
	double most = 0;

	side->cost = 0;
	for (uint64_t i = side->first; i < side->count; i++) {
		double paths = run->pages[side->found[i]].paths[which];

		side->cost += side->degree[side->found[i]];
		most = paths > most ? paths : most;
	}
	for (uint64_t i = side->first;
	     most > SP_PATHS_MANY && i < side->count; i++)
		run->pages[side->found[i]].paths[which] *= SP_PATHS_SCALE;
}

/* Goes one level further with the search that costs less. */
static enum sp_status
sample_advance(struct sampler *run, struct sp_error *err)
{
	int which = run->sides[BACK].cost < run->sides[FORTH].cost;
	struct sample_side *side = &run->sides[which];
	uint64_t end = side->count;

	for (uint64_t i = side->first; i < end; i++)
		if (sample_follow(run, which, side->found[i], err))
			return err->status;
	side->first = end;
	sample_finish_level(run, which);
	return SP_OK;
}

/* Hits the pages from page back to where a search began, except that one. */
static enum sp_status
sample_walk(struct sampler *run, int which, uint32_t page, struct sp_error *err)
{
	struct sp_accessor *back = run->sides[!which].accessor;
	uint32_t level;

	while ((level = run->pages[page].level[which]) > 1) {
		const uint32_t *links;
		double paths = 0;
		uint32_t count, chosen = page;

#pragma omp atomic
		run->hits[page]++;
		if (sp_accessor_page(back, page, &links, &count, err))
			return err->status;
		for (uint32_t i = 0; i < count; i++) {
			const struct sampled_page *from =
				&run->pages[links[i]];

			if (from->level[which] != level - 1)
				continue;
			paths += from->paths[which];
			if (sp_random_unit(&run->random) * paths <
			    from->paths[which])
				chosen = links[i];
		}
		if (chosen == page) /* only if the transpose is another graph */
			break;
		page = chosen;
	}
	return SP_OK;
}

static void
sample_forget(struct sampler *run)
{
	for (int which = 0; which < SIDES; which++) {
		struct sample_side *side = &run->sides[which];

		for (uint64_t i = 0; i < side->count; i++)
			memset(&run->pages[side->found[i]], 0,
			       sizeof(*run->pages));
		side->count = side->first = 0;
	}
}

/* Draws two pages and a path between them. */
static enum sp_status
sample_path(struct sampler *run, uint64_t pages, struct sp_error *err)
{
	uint32_t ends[SIDES];
	enum sp_status status = SP_OK;

	ends[FORTH] = (uint32_t)sp_random_below(&run->random, pages);
	ends[BACK] = (uint32_t)sp_random_below(&run->random, pages - 1);
	ends[BACK] += ends[BACK] >= ends[FORTH];
	run->joining = 0;
	for (int which = 0; !status && which < SIDES; which++) {
		status = sample_find(run, which, ends[which], 1, err);
		run->pages[ends[which]].paths[which] = 1;
		run->sides[which].cost = run->sides[which].degree[ends[which]];
	}
	/* A level without links is where the search ends. */
	while (!status && !(run->joining > 0) && run->sides[FORTH].cost &&
	       run->sides[BACK].cost)
		status = sample_advance(run, err);
	for (int which = 0; !status && run->joining > 0 && which < SIDES;
	     which++)
		status = sample_walk(run, which, run->ends[which], err);
	sample_forget(run);
	return status;
}

/* ---- when to stop ----------------------------------------------------- */

struct looks {
	double error;       /* as it is for shares of samples */
	double exponent;    /* x above */
	uint64_t first, last; /* samples at the first look, and at the last */
};

static double
relative_entropy(double p, double q)
{
	double one = p > 0 ? p * log(p / q) : 0;

	return one + (1 - p) * log((1 - p) / (1 - q));
}

static void
looks_plan(struct looks *looks, const struct sp_paths_options *options,
	   uint64_t pages, uint64_t inner)
{
	double e = options->error * (double)(pages - 2) / (double)pages;
	double count = 2 + ceil(log(1 / (2 * e)) / log(LOOKS_GROWTH));

	looks->error = e;
	looks->exponent = log(2 * count * (double)inner / options->failure);
	looks->first = (uint64_t)ceil(looks->exponent / -log1p(-e));
	looks->last = (uint64_t)ceil(looks->exponent / (2 * e * e));
}

/* most: the largest share of samples through a page. */
static bool
looks_suffice(const struct looks *looks, double most, uint64_t samples)
{
	double e = looks->error, t = (double)samples;

	if (samples >= looks->last)
		return true;
	return most <= 0.5 - e &&
	       t * relative_entropy(most, most + e) >= looks->exponent &&
	       (most <= e ||
		t * relative_entropy(most, most - e) >= looks->exponent);
}

/* ---- all samples ------------------------------------------------------ */

struct sampling {
	struct sp_rank_input *input;
	const struct sp_paths_options *options;
	struct sampler *samplers; /* one a thread */
	uint32_t *degree[SIDES], *hits;
	uint64_t pages, inner;
};

static bool
sampling_allocate(struct sampling *all)
{
	int threads = all->input->threads;

	all->samplers = sp_alloc_zero((uint64_t)threads,
				      sizeof(*all->samplers));
	all->hits = sp_alloc_large_zero(all->pages, sizeof(*all->hits));
	for (int i = 0; i < SIDES; i++)
		all->degree[i] = sp_alloc_large_zero(all->pages,
						     sizeof(uint32_t));
	if (!all->samplers || !all->hits || !all->degree[FORTH] ||
	    !all->degree[BACK])
		return false;
	for (int i = 0; i < threads; i++) {
		struct sampler *run = &all->samplers[i];

		run->hits = all->hits;
		run->pages = sp_alloc_large_zero(all->pages,
						 sizeof(*run->pages));
		for (int which = 0; which < SIDES; which++) {
			run->sides[which].degree = all->degree[which];
			run->sides[which].accessor = sp_accessor_new(
				which == FORTH ? all->input->index :
						 all->input->back_index);
		}
		if (!run->pages || !run->sides[FORTH].accessor ||
		    !run->sides[BACK].accessor)
			return false;
	}
	return true;
}

static void
sampling_free(struct sampling *all)
{
	for (int i = 0; all->samplers && i < all->input->threads; i++) {
		for (int which = 0; which < SIDES; which++) {
			sp_accessor_free(
				all->samplers[i].sides[which].accessor);
			free(all->samplers[i].sides[which].found);
		}
		free(all->samplers[i].pages);
	}
	free(all->samplers);
	free(all->hits);
	free(all->degree[FORTH]);
	free(all->degree[BACK]);
}

/* Samples from first to last - 1, by all threads. */
static enum sp_status
sampling_draw(struct sampling *all, uint64_t first, uint64_t last,
	      struct sp_error *err)
{
	uint64_t seed = sp_mix64(all->options->seed);
	enum sp_status status = SP_OK;

#pragma omp parallel num_threads(all->input->threads)
	{
		struct sampler *run = &all->samplers[omp_get_thread_num()];
		struct sp_error own = { .status = SP_OK };

#pragma omp for schedule(dynamic, 16)
		for (uint64_t i = first; i < last; i++) {
			if (own.status)
				continue;
			run->random.state = sp_mix64(seed + i);
			(void)!sample_path(run, all->pages, &own);
		}
#pragma omp critical
		if (own.status && !status) {
			status = own.status;
			*err = own;
		}
	}
	return status;
}

static double
sampling_most(const struct sampling *all, uint64_t samples)
{
	uint32_t most = 0;

	for (uint64_t page = 0; page < all->pages; page++)
		most = all->hits[page] > most ? all->hits[page] : most;
	return (double)most / (double)samples;
}

static enum sp_status
sampling_run(struct sampling *all, uint64_t *samples, struct sp_error *err)
{
	struct looks looks;
	uint64_t next;

	looks_plan(&looks, all->options, all->pages, all->inner);
	*samples = 0;
	next = looks.first < looks.last ? looks.first : looks.last;
	for (;;) {
		sp_progress_report(all->input->progress, *samples, looks.last);
		if (sampling_draw(all, *samples, next, err))
			return err->status;
		*samples = next;
		if (looks_suffice(&looks, sampling_most(all, next), next))
			return SP_OK;
		next = (uint64_t)ceil((double)next * LOOKS_GROWTH);
		next = next < looks.last ? next : looks.last;
	}
}

/* Degrees, and the pages that can be on a path between others. */
static enum sp_status
sampling_count_links(struct sampling *all, struct sp_error *err)
{
	struct sp_rank_input *input = all->input;

	if (sp_count_outlinks(input->graph, input->threads, all->degree[FORTH],
			      err) ||
	    sp_count_inlinks(input->graph, input->threads, all->degree[BACK],
			     err))
		return err->status;
	for (uint64_t page = 0; page < all->pages; page++)
		all->inner += all->degree[FORTH][page] &&
			      all->degree[BACK][page];
	return SP_OK;
}

enum sp_status
sp_paths_sample(struct sp_rank_input *input,
		const struct sp_paths_options *options, double *scores,
		uint64_t *samples, struct sp_error *err)
{
	struct sampling all = { .input = input, .options = options,
				.pages = sp_graph_pages(input->graph) };
	enum sp_status status = sp_rank_want_index(input, err);
	double scale;

	*samples = 0;
	if (!status)
		status = sp_rank_want_back(input, err);
	if (status)
		return status;
	status = sampling_allocate(&all) ? sampling_count_links(&all, err) :
					   sp_no_memory(err, "the searches");
	/* Between two pages there is nothing. */
	if (!status && all.pages > 2 && all.inner)
		status = sampling_run(&all, samples, err);
	/* Pairs are of other pages; samples also of a page and another. */
	scale = *samples ? (double)all.pages / (double)(all.pages - 2) /
			   (double)*samples : 0;
	for (uint64_t page = 0; !status && page < all.pages; page++) {
		double share = all.hits[page] * scale;

		/* It is a share, and less than the estimate says then. */
		scores[page] = share < 1 ? share : 1;
	}
	sampling_free(&all);
	return status;
}
