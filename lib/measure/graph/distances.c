/* SPDX-License-Identifier: MIT */
/*
 * Distances between pages: searches from the sources, 256 at a time
 * (traverse.h), whose counts are added to one histogram.
 *
 * The standard error of the mean is the jackknife's, by leaving out one source
 * at a time: pairs of one source are not independent of each other, sources
 * are.  It needs the sum and the number of pairs of each source, 16 bytes.  If
 * all pages are sources nothing is a sample, and the error is 0.
 *
 * Sums of distances have 128 bits: 2^64 pairs at distances of some hundreds
 * would exceed 64.  The histogram is exact, and all figures are computed from
 * it, so that they do not depend on threads or processes.
 */
#include "measure/graph/distances.h"

#include "base/memory.h"
#include "measure/graph/traverse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EFFECTIVE_SHARE 0.9

__extension__ typedef unsigned __int128 wide;

/* The search from all sources, a batch after the other. */
struct distance_search {
	const struct sp_share *share;
	const uint32_t *sources;   /* or NULL */
	uint64_t pages;
	const struct sp_progress *progress;
	struct sp_traversal *traversal;
	uint64_t *sums, *reached;  /* of each source; NULL if not needed */
	uint64_t capacity;         /* of the histogram */
	struct sp_distances *to;
};

/* ---- searches --------------------------------------------------------- */

/*
 * Most searches end after a few levels, which take most of the time, and long
 * tails find few pages: the pages found are the best measure of progress.
 */
static void
report_pairs(const struct distance_search *search, uint64_t before,
	     uint64_t pairs)
{
	uint64_t done = before + (search->pages ? pairs / search->pages : 0);

	sp_progress_report(search->progress, done, search->to->sources);
}

/*
 * Counts the pages that each source of the batch found at this distance.  A
 * level without pages ends the batch, so every entry up to the largest is
 * above 0 in the end.
 */
static bool
count_level(struct distance_search *search, uint64_t first, uint64_t batch,
	    uint64_t distance, uint64_t *pairs)
{
	const uint64_t *counts = sp_traversal_counts(search->traversal);
	struct sp_distances *to = search->to;

	if (distance > to->largest) {
		if (!sp_grow(&to->histogram, &search->capacity, distance + 1))
			return false;
		to->histogram[distance] = 0;
		to->largest = distance;
	}
	for (uint64_t i = 0; i < batch; i++) {
		to->histogram[distance] += counts[i];
		*pairs += counts[i];
		if (!search->sums)
			continue;
		search->sums[first + i] += distance * counts[i];
		search->reached[first + i] += counts[i];
	}
	return true;
}

/* Each process starts at its own pages. */
static void
start_at(struct distance_search *search, unsigned source, uint64_t page)
{
	const struct sp_share *share = search->share;

	if (page >= share->first && page - share->first < share->owned)
		sp_traversal_start(search->traversal, source,
				   (uint32_t)(share->own_first + page -
					      share->first));
}

static enum sp_status
search_batch(struct distance_search *search, uint64_t first, uint64_t batch,
	     struct sp_error *err)
{
	struct sp_traversal *traversal = search->traversal;
	enum sp_status status = SP_OK;
	uint64_t pairs = 0;

	sp_traversal_clear(traversal);
	for (uint64_t i = 0; i < batch; i++) {
		uint64_t page = first + i;

		start_at(search, (unsigned)i, search->sources ?
					      search->sources[page] : page);
	}
	for (uint64_t distance = 1; !status; distance++) {
		bool found;

		status = sp_traversal_step(traversal, &found, err);
		if (!status && !found)
			break;
		if (!status && !count_level(search, first, batch, distance,
					    &pairs))
			status = sp_no_memory(err, "the distances");
		report_pairs(search, first, pairs);
	}
	search->to->pairs += pairs;
	return status;
}

static enum sp_status
distances_search_all(struct distance_search *search, struct sp_error *err)
{
	uint64_t count = search->to->sources;
	enum sp_status status = SP_OK;

	for (uint64_t first = 0; !status && first < count;
	     first += SP_TRAVERSAL_MOST) {
		uint64_t batch = count - first;

		if (batch > SP_TRAVERSAL_MOST)
			batch = SP_TRAVERSAL_MOST;
		status = search_batch(search, first, batch, err);
		sp_progress_report(search->progress, first + batch, count);
	}
	return status;
}

/* ---- figures ---------------------------------------------------------- */

/* All pairs are at a distance of at least 1: without pairs, NaN. */
static double
ratio(wide sum, uint64_t pairs)
{
	return pairs ? (double)sum / (double)pairs : NAN;
}

static wide
sum_distances(const struct sp_distances *of)
{
	wide sum = 0;

	for (uint64_t d = 1; d <= of->largest; d++)
		sum += (wide)of->histogram[d] * d;
	return sum;
}

/* The mean without source i. */
static double
mean_without(const struct distance_search *search, wide sum, uint64_t i)
{
	return ratio(sum - search->sums[i],
		     search->to->pairs - search->reached[i]);
}

/*
 * A mean without its only source with pairs is NaN, and so is the error.  Two
 * passes over the sources, since squares of small differences of large means
 * would lose their digits.
 */
static double
jackknife(const struct distance_search *search, wide sum)
{
	uint64_t count = search->to->sources;
	double mean = 0, squares = 0;

	if (count < 2)
		return NAN;
	for (uint64_t i = 0; i < count; i++)
		mean += mean_without(search, sum, i);
	mean /= (double)count;
	for (uint64_t i = 0; i < count; i++) {
		double far = mean_without(search, sum, i) - mean;

		squares += far * far;
	}
	return sqrt((double)(count - 1) / (double)count * squares);
}

/*
 * The distance within which 90 % of the pairs are, interpolated between two
 * whole ones as if the pairs of a distance were spread evenly before it.
 * Every distance up to the largest has pairs: no division by 0.
 */
static double
effective_diameter(const struct sp_distances *of)
{
	double wanted = EFFECTIVE_SHARE * (double)of->pairs;
	uint64_t within = 0;

	for (uint64_t d = 1; d <= of->largest; d++) {
		uint64_t here = of->histogram[d];

		if ((double)(within + here) >= wanted)
			return (double)(d - 1) +
			       (wanted - (double)within) / (double)here;
		within += here;
	}
	return NAN;
}

static void
find_figures(const struct distance_search *search)
{
	struct sp_distances *to = search->to;
	wide sum = sum_distances(to);

	to->mean = ratio(sum, to->pairs);
	if (!search->sums)
		to->error = to->pairs ? 0 : NAN;
	else
		to->error = jackknife(search, sum);
	to->effective = effective_diameter(to);
	to->fraction = to->sources && search->pages > 1 ?
		(double)to->pairs / ((double)to->sources *
				     (double)(search->pages - 1)) : NAN;
}

/* ---- together --------------------------------------------------------- */

static enum sp_status
prepare_search(struct distance_search *search, int threads,
	       struct sp_error *err)
{
	enum sp_status status;
	struct sp_distances *to = search->to;
	uint64_t most = to->sources;

	if (most > SP_TRAVERSAL_MOST)
		most = SP_TRAVERSAL_MOST;
	if (!sp_grow(&to->histogram, &search->capacity, 1))
		return sp_no_memory(err, "the distances");
	to->histogram[0] = 0;
	if (search->sources) {
		search->sums = sp_alloc_zero(to->sources, sizeof(uint64_t));
		search->reached = sp_alloc_zero(to->sources, sizeof(uint64_t));
		if (!search->sums || !search->reached)
			return sp_no_memory(err, "the sources");
	}
	status = sp_traversal_new(search->share->graph,
				  most ? (unsigned)most : 1, threads,
				  &search->traversal, err);
	if (!status && search->share->team->size > 1)
		sp_traversal_join(search->traversal, search->share);
	return status;
}

enum sp_status
sp_distances(const struct sp_share *share, const uint32_t *sources,
	     uint64_t count, int threads, const struct sp_progress *progress,
	     struct sp_distances *distances, struct sp_error *err)
{
	struct distance_search search = {
		.share = share, .sources = sources,
		.pages = share->whole.pages, .progress = progress,
		.to = distances
	};
	enum sp_status status;

	*distances = (struct sp_distances){
		.sources = sources ? count : search.pages
	};
	status = prepare_search(&search, threads, err);
	if (!status)
		status = distances_search_all(&search, err);
	if (!status)
		find_figures(&search);
	else
		sp_distances_free(distances);
	sp_traversal_free(search.traversal);
	free(search.sums);
	free(search.reached);
	return status;
}

void
sp_distances_free(struct sp_distances *distances)
{
	free(distances->histogram);
	*distances = (struct sp_distances){ 0 };
}
