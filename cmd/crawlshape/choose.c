/* SPDX-License-Identifier: MIT */
/*
 * The shapes of --host, and rules for traps or for shapes that are chosen by
 * their patterns.
 */
#include "crawlshape.h"

#include "cli/shapelist.h"

#include "base/memory.h"
#include "formats/rules/rules.h"
#include "graph/hosts.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 150 /* bytes of a pattern in a message, at most */

static int
shown(struct sp_span text)
{
	return (int)(text.length < SHOWN ? text.length : SHOWN);
}

/* The first shape of this host; count if there is none. */
static uint64_t
find_shape_host(const struct sp_shapes *shapes, struct sp_span host)
{
	uint64_t i = 0;

	while (i < shapes->count &&
	       !sp_span_equal(sp_shape_host(shapes, i), host))
		i++;
	return i;
}

enum sp_status
crawlshape_find_host(struct crawlshape *shape)
{
	const char *given = shape->options.host;
	struct sp_name_room *room = malloc(sizeof(*room));
	struct sp_span host;
	bool ascii;
	uint64_t at;
	enum sp_status status = SP_OK;

	if (!room)
		return sp_no_memory(&shape->cmd->err, "the host");
	host.text = room->text;
	host.length = sp_url_host(given, strlen(given), room->text, &ascii);
	at = find_shape_host(&shape->shapes, host);
	if (at < shape->shapes.count)
		sp_shape_siblings(&shape->shapes, at, &shape->first,
				  &shape->end);
	else
		status = cmd_no_shape_host(shape->cmd, host, &shape->shapes);
	free(room);
	return status;
}

/* ---- rules ------------------------------------------------------------ */

static enum sp_status
put_rules(void *context, const char *text, size_t length, struct sp_error *err)
{
	return cmd_output_text(context, text, length, err);
}

static void
report_rules(const struct crawlshape *shape,
	     const struct sp_rules_report *report, const char *reader)
{
	struct sp_span first;

	cmd_count(shape->cmd, "rules", report->written);
	cmd_count(shape->cmd, "left_out", report->left_out);
	if (!report->written && !report->left_out)
		cmd_warn(shape->cmd, "no shape is called a trap: there are no "
			 "rules");
	if (!report->left_out)
		return;
	first = sp_shape_text(&shape->shapes, report->first);
	cmd_warn(shape->cmd, "left out %" PRIu64 " of %" PRIu64 " shapes, for "
		 "which %s has no exact rule: \"%.*s\"%s: it %s",
		 report->left_out, report->left_out + report->written, reader,
		 shown(first), first.text,
		 report->left_out > 1 ? " and others" : "", report->reason);
}

enum sp_status
crawlshape_rules(struct crawlshape *shape)
{
	enum sp_rules_format_number format =
		(enum sp_rules_format_number)(shape->options.to -
					      TO_RULES);
	const struct sp_rules_sink sink = { shape->output, put_rules };
	const struct sp_shapes *shapes = &shape->shapes;
	bool *stopped = sp_alloc_zero(shapes->count, sizeof(*stopped));
	struct sp_rules_report report;
	enum sp_status status;

	if (!stopped)
		return sp_no_memory(&shape->cmd->err, "the choice");
	for (uint64_t i = 0; shapes->traps && i < shapes->count; i++)
		stopped[i] = shapes->traps[i] != SP_TRAP_NONE;
	status = cmd_choose_shapes(shape->cmd, &shape->options.chosen,
				   shape->options.list, shapes, stopped);
	if (!status)
		status = sp_rules_write(shapes, stopped,
					format, &sink, &report,
					&shape->cmd->err);
	if (!status)
		report_rules(shape, &report, sp_rules_reader(format));
	free(stopped);
	return status;
}
