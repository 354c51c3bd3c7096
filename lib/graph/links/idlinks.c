/* SPDX-License-Identifier: MIT */
/*
 * Ids start out narrow: below SP_PAGES_MAX, used as page numbers while links
 * are collected (most files are sorted by them and need no sort), and replaced
 * by their ranks at the end.  At the first larger id, or when ids are known to
 * be sparse, all become wide: pages are numbered in order of appearance, and
 * one sort at the end puts them in the order of their ids.
 *
 * There is no way back from wide to narrow, and there need not be one: the
 * change happens at most once, when links so far are read from the collection
 * and numbered anew.
 *
 *	narrow   a bit and a quarter for each number of the ranges in use
 *	wide     a hash table of ids, 13 to 19 bytes for each page
 *
 * Narrow ids below 2^32 become ranks by counting bits (idset.c), in order; wide
 * ids have numbers by appearance and are renumbered by a sort of all links at
 * the end.  Both give pages in the order of their ids.
 */
#include "graph/links/idlinks.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "graph/idtable.h"
#include "graph/links/linkpile.h"

#include <stdlib.h>

/*
 * Ids are sparse when the largest is above SPARSE_ID, and above SPARSE_PER_LINK
 * times the number of links.  Up to SPARSE_ID the empty rows between them cost
 * a megabyte at most.
 */
#define SPARSE_ID SP_BUFFER((uint64_t)1 << 20, (uint64_t)1024)
#define SPARSE_PER_LINK 16

struct sp_idlinks {
	struct sp_linksort_options options;
	bool renumber;
	struct sp_collect *collect;
	uint64_t pages;            /* of narrow ids: the largest and one */
	struct sp_idset *used;     /* narrow, to be renumbered; else NULL */
	struct sp_idtable *table;  /* wide; else NULL */
	uint64_t duplicates;       /* found while ids were narrow */
	uint32_t *targets;         /* of the links being added */
	uint64_t target_capacity;
	uint64_t *sorted;          /* wide: the ids of the pages */
	uint64_t next;             /* for sp_idlinks_next() */
	bool named;                /* ids are not the page numbers */
};

struct sp_idlinks *
sp_idlinks_new(const struct sp_linksort_options *options, bool renumber)
{
	struct sp_idlinks *ids = sp_alloc_zero(1, sizeof(*ids));

	if (!ids)
		return NULL;
	ids->options = *options;
	ids->renumber = renumber;
	ids->collect = sp_collect_new(options, renumber);
	if (renumber)
		ids->used = sp_idset_new();
	if (!ids->collect || (renumber && !ids->used)) {
		sp_idlinks_free(ids);
		return NULL;
	}
	return ids;
}

void
sp_idlinks_free(struct sp_idlinks *ids)
{
	if (!ids)
		return;
	sp_collect_free(ids->collect);
	sp_idset_free(ids->used);
	sp_idtable_free(ids->table);
	free(ids->targets);
	free(ids->sorted);
	free(ids);
}

/* ---- links come in ---------------------------------------------------- */

/* Room for the page numbers of count targets. */
static enum sp_status
reserve_targets(struct sp_idlinks *ids, uint64_t count, struct sp_error *err)
{
	if (!sp_grow(&ids->targets, &ids->target_capacity, count))
		return sp_no_memory(err, "links");
	return SP_OK;
}

/* Links whose targets are in ids->targets. */
static enum sp_status
idlinks_collect_targets(struct sp_idlinks *ids, uint64_t page, uint64_t count,
			const double *weights, struct sp_error *err)
{
	struct sp_row links = { page, count, ids->targets, weights };

	return sp_collect_links(ids->collect, &links, err);
}

/*
 * The run whose targets begin with number at.
 *
 * The source gets its number before its targets: pages are numbered as they
 * appear in the file.
 */
static enum sp_status
add_wide(struct sp_idlinks *ids, const struct sp_id_links *links,
	 const struct sp_id_run *run, uint64_t at, struct sp_error *err)
{
	uint32_t page;

	if (!run->count)
		return SP_OK;
	if (reserve_targets(ids, run->count, err) ||
	    sp_idtable_add(ids->table, run->source, &page, err))
		return err->status;
	for (uint64_t i = 0; i < run->count; i++)
		if (sp_idtable_add(ids->table, links->wide ?
					   links->wide[at + i] :
					   links->narrow[at + i],
				   &ids->targets[i], err))
			return err->status;
	return idlinks_collect_targets(
		ids, page, run->count,
		links->weights ? links->weights + at : NULL, err);
}

/*
 * A row collected with narrow ids, on its way to the wide ones.  Rows of the
 * narrow collection can be longer than any that was added, because equal
 * sources were joined: hence the room is made here.
 */
static enum sp_status
widen_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct sp_idlinks *ids = context;
	uint32_t page;

	if (reserve_targets(ids, row->count, err) ||
	    sp_idtable_add(ids->table, row->page, &page, err))
		return err->status;
	for (uint64_t i = 0; i < row->count; i++)
		if (sp_idtable_add(ids->table, row->successors[i],
				   &ids->targets[i], err))
			return err->status;
	return idlinks_collect_targets(ids, page, row->count, row->weights,
				       err);
}

/*
 * The new collection is made before the old one is read, and replaces it in
 * ids, so that widen_row() adds to it.
 */
static enum sp_status
widen_ids(struct sp_idlinks *ids, struct sp_error *err)
{
	struct sp_row_sink sink = { ids, NULL, widen_row };
	struct sp_collect *narrow = ids->collect;
	enum sp_status status;

	sp_idset_free(ids->used);
	ids->used = NULL;
	/* Numbers by appearance have no gaps, so empty rows are all real. */
	ids->collect = sp_collect_new(&ids->options, false);
	ids->table = sp_idtable_new();
	if (!ids->collect || !ids->table)
		status = sp_no_memory(err, "the page ids");
	else
		status = sp_collect_walk(narrow, ids->pages, &sink,
					 &ids->duplicates, err);
	sp_collect_free(narrow);
	return status;
}

/*
 * Called with a bound that the parser knows of a piece, before its links are
 * added: ids that are far apart would make millions of empty rows.
 */
enum sp_status
sp_idlinks_expect(struct sp_idlinks *ids, uint64_t largest, uint64_t links,
		  struct sp_error *err)
{
	if (ids->renumber && !ids->table && largest > SPARSE_ID &&
	    largest / SPARSE_PER_LINK > links)
		return widen_ids(ids, err);
	return SP_OK;
}

/* Marks the ids of a run where they will be renumbered. */
static bool
mark_used(struct sp_idlinks *ids, const struct sp_id_run *run,
	  const uint32_t *targets)
{
	for (uint64_t i = 0; i < run->count; i++)
		if (!sp_idset_add(ids->used, targets[i]))
			return false;
	return sp_idset_add(ids->used, (uint32_t)run->source);
}

/*
 * Adds the runs from first on, whose targets begin with number at.
 *
 * Straight to the pile of the sort: a file in no order has a run for each link,
 * which passed ten functions before.  Unsorted text of 35 M links took 97, now
 * 67 ns a link.
 */
static bool
pile_up(struct sp_linkpile *pile, const struct sp_id_links *links,
	uint64_t first, uint64_t at)
{
	for (uint64_t i = first; i < links->run_count; i++) {
		uint64_t source = links->runs[i].source << 32;
		uint64_t end = at + links->runs[i].count;

		for (; at < end; at++)
			if (!sp_linkpile_add(pile, source | links->narrow[at],
					     links->weights ?
						     links->weights[at] : 0))
				return false;
	}
	return true;
}

/*
 * Ids that are page numbers are passed on unchanged.  Every run except the last
 * is complete: the next links are those of another source.
 *
 * Once links are sorted, sp_collect_sort() returns the sort, and the rest of
 * the piece is piled up in one go.
 */
static enum sp_status
collect_narrow(struct sp_idlinks *ids, const struct sp_id_links *links,
	       struct sp_error *err)
{
	uint64_t at = 0;

	for (uint64_t i = 0; i < links->run_count; i++) {
		const struct sp_id_run *run = &links->runs[i];
		struct sp_linksort *sort = sp_collect_sort(ids->collect);
		struct sp_linkpile *pile =
			sort ? sp_linksort_pile(sort, links->count) : NULL;
		struct sp_row row = {
			run->source, run->count, links->narrow + at,
			links->weights ? links->weights + at : NULL
		};

		if (pile)
			return pile_up(pile, links, i, at) ? SP_OK :
				       sp_no_memory(err, "sorting links");
		at += run->count;
		if (!run->count)
			continue;
		if (run->mixed || i + 1 == links->run_count ?
			    sp_collect_links(ids->collect, &row, err) :
			    sp_collect_row(ids->collect, &row, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
add_narrow(struct sp_idlinks *ids, const struct sp_id_links *links,
	   struct sp_error *err)
{
	const uint32_t *targets = links->narrow;

	if (links->largest >= ids->pages)
		ids->pages = links->largest + 1;
	for (uint64_t i = 0; ids->used && i < links->run_count; i++) {
		const struct sp_id_run *run = &links->runs[i];

		if (run->count && !mark_used(ids, run, targets))
			return sp_no_memory(err, "the page ids");
		targets += run->count;
	}
	return collect_narrow(ids, links, err);
}

enum sp_status
sp_idlinks_add(struct sp_idlinks *ids, const struct sp_id_links *links,
	       struct sp_error *err)
{
	uint64_t at = 0;

	if (!links->count)
		return SP_OK;
	/*
	 * Only where ids are kept is a large one an error; where pages are
	 * renumbered, it is the number of different ids that is limited.
	 */
	if (links->largest >= SP_PAGES_MAX && !ids->renumber)
		return sp_fail(err, SP_DATA, "page %" PRIu64 ": at most "
			       "%" PRIu64 " pages are supported",
			       links->largest, SP_PAGES_MAX);
	if (links->largest >= SP_PAGES_MAX && !ids->table &&
	    widen_ids(ids, err))
		return err->status;
	/* From here on narrow ids are pages, and in links->narrow. */
	if (!ids->table)
		return add_narrow(ids, links, err);
	for (uint64_t i = 0; i < links->run_count; i++) {
		if (add_wide(ids, links, &links->runs[i], at, err))
			return err->status;
		at += links->runs[i].count;
	}
	return SP_OK;
}

/* ---- the graph goes out ----------------------------------------------- */

/* If all ids up to the largest occur, the graph stays as it is encoded. */
static enum sp_status
finish_narrow(struct sp_idlinks *ids, uint64_t least,
	      struct sp_collected *made, struct sp_error *err)
{
	uint64_t pages = ids->pages;

	if (ids->used) {
		pages = sp_idset_count(ids->used);
		/* If all ids up to the largest occur, each is its own rank. */
		ids->named = pages != ids->pages;
	} else if (least > pages) {
		ids->pages = pages = least;
	}
	return sp_collect_finish(ids->collect, pages, ids->used, ids->pages,
				 made, err);
}

/*
 * The links are held twice for a while: in the graph by appearance, encoded,
 * and in the sort.
 */
static enum sp_status
finish_wide(struct sp_idlinks *ids, struct sp_collected *made,
	    struct sp_error *err)
{
	struct sp_collected seen;
	uint32_t *rank_of;
	enum sp_status status;

	ids->pages = sp_idtable_count(ids->table);
	if (sp_collect_finish(ids->collect, ids->pages, NULL, ids->pages,
			      &seen, err))
		return err->status;
	status = sp_idtable_sort(ids->table, &ids->sorted, &rank_of, err);
	if (!status) {
		status = sp_renumber(seen.graph, seen.weights, rank_of,
				     ids->pages, &ids->options, made, err);
		/*
		 * The rows of seen have each link once, so that the sort found
		 * no duplicates: those counted before are all.
		 */
		made->duplicates = seen.duplicates + ids->duplicates;
		free(rank_of);
	}
	ids->named = true;
	sp_graph_free(seen.graph);
	free(seen.weights);
	return status;
}

enum sp_status
sp_idlinks_finish(struct sp_idlinks *ids, uint64_t least,
		  struct sp_collected *made, struct sp_error *err)
{
	*made = (struct sp_collected){ .graph = NULL };
	return ids->table ? finish_wide(ids, made, err) :
			    finish_narrow(ids, least, made, err);
}

bool
sp_idlinks_next(struct sp_idlinks *ids, uint64_t *id)
{
	uint32_t narrow;

	if (!ids->named)
		return false;
	if (ids->sorted) {
		if (ids->next == ids->pages)
			return false;
		*id = ids->sorted[ids->next++];
		return true;
	}
	if (!sp_idset_next(ids->used, ids->next, &narrow))
		return false;
	*id = narrow;
	ids->next = *id + 1;
	return true;
}
