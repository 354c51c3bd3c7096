/* SPDX-License-Identifier: MIT */
/*
 * Brandes (2001): a breadth-first search from each page, which counts the
 * shortest paths to all pages, and the way back, in which a page gets, of each
 * page behind it, the share of its paths that come through.
 *
 * Threads search from sources of their own, and add what they found in the
 * order of the sources, so that their number does not show.
 *
 * Memory: 28 bytes a page and thread, and 8 a page.
 */
#include "measure/ranks/paths.h"

#include "base/memory.h"

#include <stdlib.h>

struct brandes_page {
	double paths;     /* shortest ones from the source; scaled */
	double behind;    /* what pages behind it get through it */
	uint32_t level;   /* 1 + distance; 0: not found */
	bool scaled;      /* with this level, paths were scaled once more */
};

struct brandes {
	struct sp_accessor *accessor;
	struct brandes_page *pages;
	uint32_t *order;  /* pages found, by level */
	uint64_t count;
};

/* Of a level that is complete. */
static void
brandes_scale(struct brandes *run, uint64_t first)
{
	double most = 0;

	for (uint64_t i = first; i < run->count; i++) {
		double paths = run->pages[run->order[i]].paths;

		most = paths > most ? paths : most;
	}
	if (most <= SP_PATHS_MANY)
		return;
	for (uint64_t i = first; i < run->count; i++) {
		run->pages[run->order[i]].paths *= SP_PATHS_SCALE;
		run->pages[run->order[i]].scaled = true;
	}
}

static enum sp_status
brandes_follow(struct brandes *run, uint32_t page, struct sp_error *err)
{
	const struct brandes_page *from = &run->pages[page];
	const uint32_t *successors;
	uint32_t count;

	if (sp_accessor_page(run->accessor, page, &successors, &count, err))
		return err->status;
	for (uint32_t i = 0; i < count; i++) {
		struct brandes_page *to = &run->pages[successors[i]];

		if (!to->level) {
			to->level = from->level + 1;
			run->order[run->count++] = successors[i];
		}
		if (to->level == from->level + 1)
			to->paths += from->paths;
	}
	return SP_OK;
}

static enum sp_status
brandes_search(struct brandes *run, uint32_t source, struct sp_error *err)
{
	uint64_t next = 0;

	run->pages[source] = (struct brandes_page){ 1, 0, 1, false };
	run->order[0] = source;
	run->count = 1;
	while (next < run->count) {
		uint64_t end = run->count;

		for (; next < end; next++)
			if (brandes_follow(run, run->order[next], err))
				return err->status;
		brandes_scale(run, end);
	}
	return SP_OK;
}

/* Pages behind a page come later in the order, and are complete. */
static enum sp_status
brandes_collect(struct brandes *run, uint32_t page, struct sp_error *err)
{
	struct brandes_page *from = &run->pages[page];
	const uint32_t *successors;
	uint32_t count;

	if (sp_accessor_page(run->accessor, page, &successors, &count, err))
		return err->status;
	for (uint32_t i = 0; i < count; i++) {
		const struct brandes_page *to = &run->pages[successors[i]];
		double share;

		/* A count that was scaled to 0 is none beside the others. */
		if (to->level != from->level + 1 || !(to->paths > 0))
			continue;
		share = from->paths / to->paths;
		if (to->scaled)
			share *= SP_PATHS_SCALE;
		from->behind += share * (1 + to->behind);
	}
	return SP_OK;
}

static enum sp_status
brandes_run(struct brandes *run, uint32_t source, struct sp_error *err)
{
	enum sp_status status = brandes_search(run, source, err);

	for (uint64_t i = run->count; !status && i-- > 1;)
		status = brandes_collect(run, run->order[i], err);
	return status;
}

/* Adds what the pages found got, and forgets them. */
static void
brandes_add(struct brandes *run, double *scores)
{
	for (uint64_t i = 0; i < run->count; i++) {
		struct brandes_page *page = &run->pages[run->order[i]];

		if (i)
			scores[run->order[i]] += page->behind;
		*page = (struct brandes_page){ 0, 0, 0, false };
	}
	run->count = 0;
}

static bool
brandes_begin(struct brandes *run, const struct sp_rank_input *input)
{
	uint64_t pages = sp_graph_pages(input->graph);

	run->accessor = sp_accessor_new(input->index);
	run->pages = sp_alloc_large_zero(pages, sizeof(*run->pages));
	run->order = sp_alloc_large(pages, sizeof(*run->order));
	run->count = 0;
	return run->accessor && run->pages && run->order;
}

static void
brandes_end(struct brandes *run)
{
	sp_accessor_free(run->accessor);
	free(run->pages);
	free(run->order);
}

/* A failure of any source ends the work of all that come later. */
struct brandes_all {
	struct sp_rank_input *input;
	double *scores;
	struct sp_error err;
	enum sp_status status;
};

/* By one of the threads, with a part of the sources. */
static void
brandes_search_all(struct brandes_all *all)
{
	uint64_t pages = sp_graph_pages(all->input->graph);
	struct brandes run;
	struct sp_error err = { .status = SP_OK };
	enum sp_status status = SP_OK;

	if (!brandes_begin(&run, all->input))
		status = sp_no_memory(&err, "the searches");
#pragma omp for ordered schedule(dynamic, 1)
	for (uint64_t source = 0; source < pages; source++) {
		if (!status)
			status = brandes_run(&run, (uint32_t)source, &err);
#pragma omp ordered
		{
			if (status && !all->status) {
				all->status = status;
				all->err = err;
			}
			status = all->status;
			if (!status) {
				brandes_add(&run, all->scores);
				sp_progress_report(all->input->progress,
						   source, pages);
			}
		}
	}
	brandes_end(&run);
}

enum sp_status
sp_paths_exact(struct sp_rank_input *input, double *scores,
	       struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(input->graph);
	struct brandes_all all = { .input = input, .scores = scores };

	if (sp_rank_want_index(input, err))
		return err->status;
	for (uint64_t page = 0; page < pages; page++)
		scores[page] = 0;
#pragma omp parallel num_threads(input->threads)
	brandes_search_all(&all);
	if (all.status) {
		*err = all.err;
		return all.status;
	}
	for (uint64_t page = 0; pages > 2 && page < pages; page++)
		scores[page] /= (double)(pages - 1) * (double)(pages - 2);
	return SP_OK;
}
