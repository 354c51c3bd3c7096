/* SPDX-License-Identifier: MIT */
/*
 * form_compact.h - the inside of the compact form, for the kernel that works
 * on its vectors in place (pagerank_push.c), and for the form that has the same
 * vectors and reads the links elsewhere (form_rows.c); and which pages push,
 * for all forms.  Private to lib/rank.
 */
#ifndef SP_RANK_FORM_COMPACT_H
#define SP_RANK_FORM_COMPACT_H

#include "rank/pagerank.h"
#include "rank/rows.h"

struct sp_form_compact {
	struct sp_form form;
	double *parts[SP_RANK_PARTS_MAX]; /* the pending sums; 0 again after
					     they are collected */
	struct sp_cursor *cursors[SP_RANK_PARTS_MAX]; /* of the run */
	uint64_t *needed; /* bitset: pages to decode for a view; or NULL */
	struct sp_rows *rows; /* read instead of the graph; or NULL */
	uint64_t *reached; /* bitset: blocks of pages with in-links, if links
			      are few and the graph is verified; or NULL */
	bool dirty;       /* the parts may not be 0 */
};

/* Returns the form if it is this one or has its vectors, else NULL. */
struct sp_form_compact *sp_form_compact(struct sp_form *form);

/* Returns whether a view shows no links of the block. */
bool sp_form_block_idle(const struct sp_form *form, uint64_t block);

static inline bool
sp_form_page_is_dead(const struct sp_form *form, uint64_t page)
{
	return form->dead && sp_bit_test(form->dead, page);
}

/*
 * Do the links of the page count?  With a view, a page that is done has all its
 * links known, but must be seen as well: a crawl may forget pages.
 */
static inline bool
sp_form_page_pushes(const struct sp_form *form, uint64_t page)
{
	return !sp_form_page_is_dead(form, page) &&
	       (!form->view || (sp_bit_test(form->view->done, page) &&
				sp_bit_test(form->view->seen, page)));
}

/* Returns the first failure of the cursors, or SP_OK. */
enum sp_status sp_form_compact_status(const struct sp_form_compact *compact,
				      struct sp_error *err);

/* Sets all values of the parts to 0. */
void sp_form_compact_clear(struct sp_form_compact *compact);

/* Operations that both forms share. */
enum sp_status sp_form_compact_make(const struct sp_graph *graph,
				    const struct sp_form_order *order,
				    struct sp_form **form,
				    struct sp_error *err);
void sp_form_compact_free(struct sp_form *form);
enum sp_status sp_form_compact_begin(struct sp_form *form,
				     struct sp_error *err);
enum sp_status sp_form_compact_collect(struct sp_form *form, uint64_t from,
				       uint64_t end, sp_form_take *take,
				       void *context, struct sp_error *err);
double *sp_form_compact_spare(struct sp_form *form);

#endif
