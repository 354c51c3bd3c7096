/* SPDX-License-Identifier: MIT */
/*
 * Links between pages become links between hosts, many of them equal.  Before
 * they go to the sort they are joined three times, each time as cheaply as
 * possible: neighbours in a row, since the links to a host are neighbours in a
 * graph in the order of its URLs; then all links of a block, sorted in its
 * thread; and at last in the sort.  So the sort, which may spill to the disk,
 * gets few links.
 *
 * Weights are added in the order of pages and, for equal links, of successors,
 * at all three places: floating-point sums depend on the order, and any number
 * of threads must give the same bits.
 */
#include "graph/transform/fold.h"

#include "base/memory.h"
#include "graph/transform/sweep.h"

#include <stdlib.h>

#define NO_UNIT UINT32_MAX

void
sp_fold_free(struct sp_fold *fold)
{
	free(fold->unit_of);
	free(fold->first);
	free(fold->sizes);
	*fold = (struct sp_fold){ 0 };
}

/* ---- units ------------------------------------------------------------ */

/*
 * Numbers the units by their first page, and leaves out those without one.
 *
 * By first page, so that the order of units is that of their pages, and a graph
 * of hosts is in the order of URLs if the graph of pages was.
 */
static void
number_units(const struct sp_units *units, uint32_t *numbers,
	     struct sp_fold *fold)
{
	for (uint64_t unit = 0; unit < units->count; unit++)
		numbers[unit] = NO_UNIT;
	for (uint64_t page = 0; page < fold->pages; page++) {
		uint32_t *number = &numbers[units->unit_of[page]];

		if (*number == NO_UNIT) {
			*number = (uint32_t)fold->count++;
			fold->first[*number] = (uint32_t)page;
			fold->sizes[*number] = 0;
		}
		fold->unit_of[page] = *number;
		fold->sizes[*number]++;
	}
}

/* Zero bytes after a failure. */
static enum sp_status
fold_by_units(const struct sp_units *units, struct sp_fold *fold,
	      struct sp_error *err)
{
	/* There may be more hosts than pages: a subset of them has pages. */
	uint64_t most = units->count < fold->pages ? units->count :
						     fold->pages;
	uint32_t *numbers = sp_alloc(units->count, sizeof(*numbers));
	enum sp_status status = SP_OK;

	fold->alone = units->alone;
	fold->unit_of = sp_alloc_large(fold->pages, sizeof(*fold->unit_of));
	fold->first = sp_alloc(most, sizeof(*fold->first));
	fold->sizes = sp_alloc(most, sizeof(*fold->sizes));
	if (numbers && fold->unit_of && fold->first && fold->sizes)
		number_units(units, numbers, fold);
	else
		status = sp_no_memory(err, "the hosts of the pages");
	free(numbers);
	if (status)
		sp_fold_free(fold);
	return status;
}

enum sp_status
sp_fold_units(const struct sp_hosts *hosts, bool by_domain,
	      struct sp_fold *fold, struct sp_error *err)
{
	struct sp_units units = SP_UNITS_EMPTY;
	enum sp_status status = by_domain ?
				sp_units_of_domains(hosts, &units, err) :
				sp_units_of_hosts(hosts, &units, err);

	*fold = (struct sp_fold){ .by_domain = by_domain,
				  .pages = hosts->pages };
	if (status)
		return status;
	status = fold_by_units(&units, fold, err);
	sp_units_free(&units);
	return status;
}

enum sp_status
sp_fold_by_shape(const struct sp_shapes *shapes, struct sp_fold *fold,
		 struct sp_error *err)
{
	struct sp_units units = SP_UNITS_EMPTY;
	enum sp_status status = sp_units_of_shapes(shapes, &units, err);

	*fold = (struct sp_fold){ .pages = shapes->pages };
	if (status)
		return status;
	status = fold_by_units(&units, fold, err);
	sp_units_free(&units);
	return status;
}

enum sp_status
sp_fold_firsts(const struct sp_fold *fold, struct sp_subset *firsts,
	       struct sp_error *err)
{
	if (sp_subset_new(fold->pages, firsts, err))
		return err->status;
	for (uint64_t unit = 0; unit < fold->count; unit++)
		sp_subset_add(firsts, fold->first[unit]);
	sp_subset_number(firsts);
	return SP_OK;
}

const char *
sp_fold_name(const struct sp_fold *fold, const struct sp_hosts *hosts,
	     uint64_t unit, size_t *length)
{
	uint32_t host = hosts->host_of[fold->first[unit]];
	const char *name = sp_names_get(&hosts->names, host, length);

	/* A page without a host has no domain, whatever its empty host has. */
	return fold->by_domain && *length ?
		       sp_names_get(&hosts->domains, host, length) : name;
}

/* Adds the host of a unit to made; *number is its place. */
static enum sp_status
add_unit_host(const struct sp_fold *fold, const struct sp_hosts *hosts,
	      uint64_t unit, struct sp_hosts *made, uint32_t *number,
	      struct sp_error *err)
{
	size_t length;
	const char *text = sp_fold_name(fold, hosts, unit, &length);

	*number = (uint32_t)made->names.count;
	if (sp_names_add(&made->names, text, length, err))
		return err->status;
	if (!hosts->domains.count)
		return SP_OK;
	if (!fold->by_domain)
		text = sp_names_get(&hosts->domains,
				    hosts->host_of[fold->first[unit]],
				    &length);
	return sp_names_add(&made->domains, text, length, err);
}

/* Units without a name share one host without a name. */
enum sp_status
sp_fold_hosts(const struct sp_fold *fold, const struct sp_hosts *hosts,
	      struct sp_hosts *made, struct sp_error *err)
{
	uint32_t nameless = NO_UNIT;
	enum sp_status status = SP_OK;

	for (uint64_t unit = 0; !status && unit < fold->count; unit++) {
		uint32_t number = nameless;
		size_t length;

		sp_fold_name(fold, hosts, unit, &length);
		if (length || nameless == NO_UNIT)
			status = add_unit_host(fold, hosts, unit, made,
					       &number, err);
		if (!length)
			nameless = number;
		if (!status)
			status = sp_hosts_add(made, number, err);
	}
	return status;
}

/*
 * A unit takes the highest: a page with an answer says that its host can be
 * crawled; one that was left out on purpose, that the rest may be; one that
 * failed, that it may be later; and one that is gone says nothing of the rest.
 * Units begin as unfetched, so that must be the lowest.
 */
static const uint8_t state_ranks[SP_PAGE_STATES] = {
	[SP_PAGE_UNFETCHED] = 0, [SP_PAGE_GONE] = 1, [SP_PAGE_FAILED] = 2,
	[SP_PAGE_REFUSED] = 3, [SP_PAGE_FILTERED] = 4, [SP_PAGE_REDIRECT] = 5,
	[SP_PAGE_OK] = 6
};

enum sp_status
sp_fold_states(const struct sp_fold *fold, const struct sp_states *states,
	       struct sp_states *made, struct sp_error *err)
{
	if (sp_states_new(fold->count, made, err))
		return err->status;
	for (uint64_t page = 0; page < fold->pages; page++) {
		uint8_t state = states->state_of[page];
		uint8_t *unit = &made->state_of[fold->unit_of[page]];

		if (state_ranks[state] > state_ranks[*unit])
			*unit = state;
	}
	return SP_OK;
}

/* ---- links ------------------------------------------------------------ */

struct fold_pass {
	const struct sp_fold *fold;
	bool drop_inside;
	struct sp_linksort *sort;
};

/*
 * Where pages are in the order of their URLs, those of a host are neighbours,
 * and so are the links to them.
 *
 * Links without weights count 1 each, and a sum of those is exact below 2^53.
 */
static uint32_t
fold_row(const void *context, const struct sp_row *row,
	 struct sp_swept_link *links)
{
	const struct fold_pass *pass = context;
	const uint32_t *unit_of = pass->fold->unit_of;
	uint32_t own = unit_of[row->page], count = 0;

	for (uint64_t i = 0; i < row->count; i++) {
		uint32_t unit = unit_of[row->successors[i]];
		double weight = row->weights ? row->weights[i] : 1;

		if (unit == own && pass->drop_inside)
			continue;
		if (count && links[count - 1].target == unit)
			links[count - 1].weight += weight;
		else
			links[count++] = (struct sp_swept_link){ own, unit,
								 weight };
	}
	return count;
}

static inline uint64_t
link_key(const struct sp_swept_link *link)
{
	return (uint64_t)link->source << 32 | link->target;
}

/* Merges from[first .. middle) and from[middle .. end), equal ones in order. */
static void
merge_links(const struct sp_swept_link *from, struct sp_swept_link *to,
	    uint64_t first, uint64_t middle, uint64_t end)
{
	uint64_t left = first, right = middle;

	for (uint64_t i = first; i < end; i++) {
		bool take_left = right == end ||
				 (left < middle && link_key(&from[left]) <=
						   link_key(&from[right]));

		to[i] = from[take_left ? left++ : right++];
	}
}

/*
 * Sorts by merging runs, since equal links must keep their order: the sum of
 * their weights depends on it.  Returns where the result is.
 *
 * Two blocks take turns.
 */
static struct sp_swept_link *
fold_sort_links(struct sp_swept_link *links, struct sp_swept_link *scratch,
		uint64_t count)
{
	for (uint64_t run = 1; run < count; run *= 2) {
		struct sp_swept_link *from = links;

		for (uint64_t first = 0; first < count; first += 2 * run) {
			uint64_t left = count - first;
			uint64_t middle = first + (run < left ? run : left);
			uint64_t end = first + (2 * run < left ? 2 * run :
								 left);

			merge_links(from, scratch, first, middle, end);
		}
		links = scratch;
		scratch = from;
	}
	return links;
}

/*
 * The result is in links, whichever block holds the sorted ones: joined <= i.
 */
static bool
fold_join_links(struct sp_swept_link *links, uint64_t *count)
{
	struct sp_swept_link *scratch = sp_alloc(*count, sizeof(*scratch));
	const struct sp_swept_link *sorted;
	uint64_t joined = 0;

	if (!scratch)
		return false;
	sorted = fold_sort_links(links, scratch, *count);
	/* What is joined is never ahead of what is read, in either block. */
	for (uint64_t i = 0; i < *count; i++) {
		if (joined && link_key(&links[joined - 1]) ==
			      link_key(&sorted[i]))
			links[joined - 1].weight += sorted[i].weight;
		else
			links[joined++] = sorted[i];
	}
	*count = joined;
	free(scratch);
	return true;
}

static enum sp_status
take_folded_links(void *context, const struct sp_swept_link *links,
		  uint64_t count, struct sp_error *err)
{
	struct fold_pass *pass = context;

	for (uint64_t i = 0; i < count; i++)
		if (sp_linksort_add(pass->sort, links[i].source,
				    links[i].target, links[i].weight, err))
			return err->status;
	return SP_OK;
}

enum sp_status
sp_fold_add(const struct sp_fold *fold, const struct sp_fold_links *links,
	    struct sp_linksort *sort, struct sp_error *err)
{
	struct fold_pass pass = { fold, links->drop_inside, sort };
	struct sp_sweep sweep = {
		.graph = links->graph, .weights = links->weights,
		.threads = links->threads, .progress = links->progress,
		.context = &pass, .row = fold_row, .join = fold_join_links,
		.take = take_folded_links
	};

	return sp_sweep_links(&sweep, err);
}
