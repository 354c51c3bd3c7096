/* SPDX-License-Identifier: MIT */
/*
 * The one score or order of a stream that a format has room for.
 *
 * Without a name, the only one there is will do; of several, none is a good
 * guess, and the message lists them all, for the next attempt.
 */
#include "formats.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void
add_name(struct sp_line *names, const char *name)
{
	sp_line_add(names, names->length ? ", " : "");
	sp_line_add(names, name);
}

/* Several, or none that was asked for.  Frees the names. */
static enum sp_status
fail_to_choose(struct dump *dump, const char *what, const char *option,
	       const char *wanted, struct sp_line *names)
{
	struct sp_error *err = &dump->cmd->err;
	char *list = sp_line_take(names);
	enum sp_status status;

	if (!list)
		return sp_no_memory(err, "a list of names");
	if (wanted)
		status = sp_fail(err, SP_DATA, "no %s \"%s\" in the stream "
				 "(it has %s)", what, wanted, list);
	else
		status = sp_fail(err, SP_DATA, "this format has room for one "
				 "%s: choose it with %s (%s)", what, option,
				 list);
	free(list);
	return status;
}

enum sp_status
dump_one_score(struct dump *dump, const struct sp_score **score)
{
	const struct sp_score_list *list = sp_contents_scores(&dump->contents);
	struct sp_line names = SP_LINE_EMPTY;

	if (!list->count)
		return cmd_missing(dump->cmd, "scores");
	if (dump->score)
		return cmd_find_score(dump->cmd, &dump->contents, dump->score,
				      score);
	*score = list->scores;
	if (list->count == 1)
		return SP_OK;
	for (uint64_t i = 0; i < list->count; i++)
		add_name(&names, list->scores[i].name);
	return fail_to_choose(dump, "score", "--score NAME", NULL, &names);
}

enum sp_status
dump_one_link_score(struct dump *dump, const struct sp_link_scores **scores)
{
	const struct sp_link_score_list *list =
		sp_contents_link_scores(&dump->contents);
	const struct sp_named_link_scores *found;
	struct sp_line names = SP_LINE_EMPTY;

	if (!list->count)
		return cmd_missing(dump->cmd, "scores of links");
	found = dump->score ?
		sp_contents_link_score(&dump->contents, dump->score) :
		list->count == 1 ? list->items : NULL;
	if (found) {
		*scores = &found->scores;
		return SP_OK;
	}
	for (uint64_t i = 0; i < list->count; i++)
		add_name(&names, list->items[i].name);
	return fail_to_choose(dump, "score of links", "--score NAME",
			      dump->score, &names);
}

enum sp_status
dump_one_order(struct dump *dump, const struct sp_order **order)
{
	const struct sp_order_list *list = sp_contents_orders(&dump->contents);
	struct sp_line names = SP_LINE_EMPTY;

	if (!list->count)
		return cmd_missing(dump->cmd, "orders");
	*order = list->count == 1 ? &list->orders[0].order : NULL;
	for (uint64_t i = 0; i < list->count; i++) {
		const struct sp_order *each = &list->orders[i].order;

		add_name(&names, each->name);
		if (dump->order && !strcmp(each->name, dump->order))
			*order = each;
	}
	if (*order && (!dump->order || !strcmp((*order)->name, dump->order))) {
		sp_line_free(&names);
		return SP_OK;
	}
	return fail_to_choose(dump, "order", "--order NAME", dump->order,
			      &names);
}
