/* SPDX-License-Identifier: MIT */
/*
 * What a stream knows of the shapes of URLs: pages of traps are left out, and
 * --per-shape limits what other shapes get of a batch.
 *
 * With auto, a shape may have as many pages of the batch as it has brought so
 * far, and SHAPE_TRIAL more, so that a few are tried of a shape of which little
 * was fetched.  A page has brought something if it came, and its bytes are not
 * those of a page with a smaller number.  So a shape that keeps its promise
 * doubles from round to round, and one that repeats itself stays where it is.
 * If the batch is not full then, the budgets of all shapes are doubled until it
 * is, or until only other rules refuse pages.
 *
 * It is not the default: it keeps galleries small, which no verdict does, but
 * also shapes of good pages, and it costs more than it brings where a batch is
 * large compared with what was fetched.
 */
#include "crawlnext.h"

#include "base/line.h"
#include "base/memory.h"
#include "stream/section/shapes.h"

#include <stdlib.h>

#define SHAPE_TRIAL 10

static enum sp_status
count_shapes(struct crawlnext *next)
{
	if (sp_units_of_shapes(next->shapes, &next->shape_units,
			       &next->cmd->err))
		return next->cmd->err.status;
	next->of_shape = sp_alloc_zero(next->shape_units.count,
				       sizeof(*next->of_shape));
	if (!next->of_shape)
		return sp_no_memory(&next->cmd->err, "shapes");
	for (uint64_t page = 0; page < next->pages; page++) {
		struct crawlnext_shape *shape =
			&next->of_shape[next->shape_units.unit_of[page]];
		enum sp_page_state state = next->states->state_of[page];

		shape->known++;
		shape->tried += crawlnext_was_tried(state);
		shape->brought += state == SP_PAGE_OK;
	}
	return SP_OK;
}

enum sp_status
crawlnext_read_shapes(struct crawlnext *next)
{
	next->shapes = sp_contents_shapes(&next->contents);
	if (next->shapes)
		return count_shapes(next);
	return crawlnext_has_shape_budget(next) || next->options.traps ?
		       cmd_missing(next->cmd, "shapes") : SP_OK;
}

/* A page that repeats another has brought nothing. */
void
crawlnext_note_repeat(struct crawlnext *next, uint32_t page)
{
	if (next->shapes)
		next->of_shape[next->shape_units.unit_of[page]].brought--;
}

/* ---- traps ------------------------------------------------------------ */

bool
crawlnext_is_trap(struct crawlnext *next, uint64_t page)
{
	uint32_t shape;
	unsigned trap;

	if (!next->shapes || next->options.traps)
		return false;
	shape = next->shapes->shape_of[page];
	trap = shape == SP_NO_SHAPE ? (unsigned)SP_TRAP_NONE :
				      next->shapes->traps[shape];
	next->trapped[trap]++;
	return trap != SP_TRAP_NONE;
}

uint64_t
crawlnext_in_traps(const struct crawlnext *next)
{
	uint64_t all = 0;

	for (unsigned trap = SP_TRAP_NONE + 1; trap < SP_TRAPS; trap++)
		all += next->trapped[trap];
	return all;
}

void
crawlnext_end_traps(const struct crawlnext *next)
{
	struct sp_line reasons = SP_LINE_EMPTY;
	uint64_t all = crawlnext_in_traps(next);
	struct cmd *cmd = next->cmd;
	char *text;

	if (!next->shapes || next->options.traps)
		return;
	cmd_count(cmd, "in_traps", all);
	for (unsigned trap = SP_TRAP_NONE + 1; trap < SP_TRAPS; trap++) {
		if (!next->trapped[trap])
			continue;
		sp_line_format(&reasons, "%s%s %" PRIu64,
			       reasons.length ? ", " : "", sp_trap_word(trap),
			       next->trapped[trap]);
	}
	text = all ? sp_line_take(&reasons) : NULL;
	if (text)
		cmd_warn(cmd, "%" PRIu64 " pages of shapes that are traps are "
			 "left out: %s (--traps: choose them, too)", all, text);
	free(text);
}

/* ---- budgets ---------------------------------------------------------- */

bool
crawlnext_has_shape_budget(const struct crawlnext *next)
{
	return next->options.shape_auto ||
	       next->options.shape_most < UINT64_MAX;
}

enum sp_status
crawlnext_set_shape_budget(struct crawlnext *next,
			   struct sp_next_budget *budget)
{
	uint64_t count = next->shape_units.count;

	*budget = (struct sp_next_budget){ .units = &next->shape_units,
					   .most = next->options.shape_most };
	if (!next->options.shape_auto)
		return SP_OK;
	next->shape_most = sp_alloc(count, sizeof(*next->shape_most));
	if (!next->shape_most)
		return sp_no_memory(&next->cmd->err, "the budgets of shapes");
	for (uint64_t unit = 0; unit < count; unit++)
		next->shape_most[unit] = next->of_shape[unit].brought +
					 SHAPE_TRIAL;
	budget->most_of = next->shape_most;
	return SP_OK;
}

/*
 * Calling it again and again ends: a budget that is as large as the batch
 * passes nothing over.  No budget can wrap, since the batch is below 2^32 and
 * none is doubled beyond it.
 */
bool
crawlnext_raise_shape_budget(struct crawlnext *next)
{
	const struct sp_next_rules *rules = &next->rules;
	uint64_t most = next->options.count;
	bool refused = false;

	for (unsigned b = 0; b < rules->budget_count; b++)
		if (rules->budgets[b].units == &next->shape_units)
			refused = rules->budgets[b].passed_over > 0;
	if (!next->shape_most || !refused || next->batch.count == most)
		return false;
	for (uint64_t unit = 0; unit < next->shape_units.count; unit++) {
		uint32_t *budget = &next->shape_most[unit];

		if (*budget < most)
			*budget = *budget < most / 2 ? 2 * *budget :
						       (uint32_t)most;
	}
	return true;
}
