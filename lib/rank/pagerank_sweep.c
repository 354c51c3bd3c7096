/* SPDX-License-Identifier: MIT */
/*
 * Passes over the links in page order, for methods that push: over the lists of
 * the graph, or over rows that need no decoding and say which pages link to
 * themselves.  Both give the same bits.
 *
 * Between the two, rows differ in when far links get their share: at the end of
 * a block, while the graph's lists push at once.  It does not matter, because a
 * far page is in no block whose pages are visited in between (rows.h); near
 * pages, among them all of the same block, get theirs before the next page is
 * visited.
 */
#include "rank/pagerank_run.h"

#include "rank/kernel.h"

#include <math.h>

/* ---- pages ------------------------------------------------------------ */

/*
 * The caller then sets the residual to 0.
 *
 * !(x > y) and not x <= y: a NaN must not be pushed for ever.  A page that
 * links to itself would get back d / count of what it pushes, and push that
 * again, and so on: dividing by 1 - d / count adds the whole series at once.
 */
static inline bool
push_page(const struct sp_rank_run *run, uint64_t page, uint32_t count,
	  const double *left, double *each)
{
	double damping = run->options->damping, change = left[page];

	if (!(fabs(change) > run->threshold))
		return false;
	if (sp_bit_test(run->looped, page))
		change /= 1 - damping / count;
	run->rank[page] += change;
	*each = damping * change / count;
	return true;
}

/*
 * What each successor of a page gets; false: nothing, and then *each stays as
 * it was, because rows push it to far pages without asking again.
 */
static inline bool
give_page_share(const struct sp_rank_run *run, enum sp_rank_sweep sweep,
		uint64_t page, uint32_t count, const double *left, double *each)
{
	switch (sweep) {
	case SP_SWEEP_START:
		*each = run->rank[page] / count;
		return true;
	default:
		return push_page(run, page, count, left, each);
	}
}

/* ---- over the graph --------------------------------------------------- */

/*
 * Notes which pages have links and which of them link to themselves.  In the
 * first pass, which all pages take part in; a push relies on it.
 */
static inline void
note_row(const struct sp_rank_run *run, const struct sp_list *row)
{
	bool looped = false;

	for (uint32_t i = 0; i < row->count; i++)
		looped |= row->successors[i] == row->page;
	sp_bit_set(run->form->linked, row->page);
	if (looped)
		sp_bit_set(run->looped, row->page);
}

/*
 * After pushing, the residual is 0 also if the page has given itself a share:
 * that was accounted for.
 */
static inline void
sweep_row(const struct sp_rank_run *run, enum sp_rank_sweep sweep,
	  const struct sp_list *row, double *left)
{
	double each;

	if (sweep != SP_SWEEP_PUSH)
		note_row(run, row);
	if (!give_page_share(run, sweep, row->page, row->count, left, &each))
		return;
	sp_add_to_row(left, row, each);
	if (sweep == SP_SWEEP_PUSH)
		left[row->page] = 0;
}

static void
sweep_lists(const struct sp_rank_run *run, enum sp_rank_sweep sweep,
	    struct sp_cursor *cursor, uint64_t block, double *left)
{
	struct sp_list lists[SP_LISTS];
	unsigned count;

	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists)))
		for (unsigned k = 0; k < count; k++)
			if (sp_form_page_pushes(run->form, lists[k].page))
				sweep_row(run, sweep, &lists[k], left);
}

/* ---- over rows -------------------------------------------------------- */

struct row_sweep {
	const struct sp_rank_run *run;
	enum sp_rank_sweep sweep;
};

static inline bool
give_share(const void *context, uint64_t page, uint32_t count, double *left,
	   double *each)
{
	const struct row_sweep *by = context;

	return sp_bit_test(by->run->form->linked, page) &&
	       give_page_share(by->run, by->sweep, page, count, left, each);
}

static inline void
leave_share(const void *context, uint64_t page, double *left)
{
	if (((const struct row_sweep *)context)->sweep == SP_SWEEP_PUSH)
		left[page] = 0;
}

/* sweep is a constant, so that the compiler specialises the loop. */
static inline __attribute__((always_inline)) void
sweep_rows_by(const struct sp_rank_run *run, enum sp_rank_sweep sweep,
	      uint64_t block, double *left)
{
	const struct row_sweep by = { run, sweep };

	sp_rows_push_block(run->compact->rows, block, left, give_share,
			   leave_share, &by);
}

static void
sweep_rows(const struct sp_rank_run *run, enum sp_rank_sweep sweep,
	   uint64_t block, double *left)
{
	if (sweep == SP_SWEEP_START)
		sweep_rows_by(run, SP_SWEEP_START, block, left);
	else
		sweep_rows_by(run, SP_SWEEP_PUSH, block, left);
}

/*
 * Parts are shared by threads and have vectors of their own; so within a part
 * everything is in page order, and nothing depends on threads.
 */
enum sp_status
sp_rank_sweep(const struct sp_rank_run *run, enum sp_rank_sweep sweep,
	      struct sp_error *err)
{
	const struct sp_form_compact *compact = run->compact;
	uint64_t blocks = sp_graph_blocks(run->graph);
	unsigned parts = run->sweep_parts;

#pragma omp parallel for num_threads(run->options->threads) schedule(dynamic)
	for (unsigned part = 0; part < parts; part++)
		for (uint64_t block = blocks * part / parts;
		     block < blocks * (part + 1) / parts; block++) {
			if (sp_form_block_idle(run->form, block))
				continue;
			if (compact->rows)
				sweep_rows(run, sweep, block,
					   compact->parts[part]);
			else
				sweep_lists(run, sweep,
					    compact->cursors[part], block,
					    compact->parts[part]);
		}
	return compact->rows ? SP_OK : sp_form_compact_status(compact, err);
}
