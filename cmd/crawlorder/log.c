/* SPDX-License-Identifier: MIT */
/*
 * The text output of crawlorder: decisions, metrics of the frontier, the list
 * of orders.
 *
 * A write that fails is remembered by the table and reported once, at its end,
 * so that rows need no status.
 */
#include "crawlorder.h"

#include "cli/readable.h"

#include "base/line.h"
#include "base/memory.h"
#include "base/number.h"
#include "crawl/orders/plan.h"

#include <stdlib.h>

/* ---- trace ------------------------------------------------------------ */

void
trace_begin(struct trace *trace, struct cmd_output *output,
	    struct sp_error *err)
{
	static const char *const columns[] = {
		"order", "position", "node", "key", "parent", "depth",
		"frontier", "links", NULL
	};

	table_begin(&trace->table, output, columns, false, err);
}

/* "+PAGE:KEY" was queued, "PAGE:KEY" was there, "-PAGE" was not let in. */
static size_t
put_link(char *text, const struct sp_found *found)
{
	size_t length = 0;

	if (!found->queued)
		text[length++] = '-';
	else if (found->fresh)
		text[length++] = '+';
	length += sp_format_uint(text + length, found->page);
	if (!found->queued)
		return length;
	text[length++] = ':';
	return length + sp_format_double(text + length, found->key);
}

/* Room for a cell of links: a blank, a sign, a page, a colon and a key each. */
static enum sp_status
trace_room(struct trace *trace, uint64_t count, struct sp_error *err)
{
	return sp_grow(&trace->links, &trace->links_capacity,
		       (count + 1) * (SP_DOUBLE_TEXT + 24)) ?
		       SP_OK : sp_no_memory(err, "a list of links");
}

enum sp_status
trace_found(struct trace *trace, const struct sp_download *download,
	    const struct sp_found *found, uint64_t count, uint64_t frontier,
	    struct sp_error *err)
{
	struct table *table = &trace->table;
	size_t length = 0;

	if (trace_room(trace, count, err))
		return err->status;
	for (uint64_t i = 0; i < count; i++) {
		if (i)
			trace->links[length++] = ' ';
		length += put_link(trace->links + length, &found[i]);
	}
	table_string(table, trace->order);
	trace->downloads++;
	TABLE_UINTS(table, trace->downloads, download->page);
	table_double(table, download->key);
	table_known(table, download->parent != SP_NO_PARENT, download->parent);
	table_uint(table, download->depth);
	table_uint(table, frontier);
	table_text(table, trace->links, length);
	return SP_OK;
}

/*
 * Each link as "PAGE:CASH", as for a page that was there; what does not apply
 * is "-".  The cash is divided by one more than the links, because the virtual
 * page gets a share.
 */
enum sp_status
trace_visit(struct trace *trace, uint32_t page, double cash,
	    const uint32_t *successors, uint32_t count, struct sp_error *err)
{
	struct table *table = &trace->table;
	double gift = cash / ((double)count + 1);
	size_t length = 0;

	if (trace_room(trace, count, err))
		return err->status;
	for (uint32_t i = 0; i < count; i++) {
		const struct sp_found link = { successors[i], true, false,
					       gift };

		if (i)
			trace->links[length++] = ' ';
		length += put_link(trace->links + length, &link);
	}
	table_string(table, trace->order);
	table_uint(table, ++trace->downloads);
	if (page == SP_VIRTUAL_PAGE)
		table_string(table, "virtual");
	else
		table_uint(table, page);
	table_double(table, cash);
	table_nones(table, 3);
	table_text(table, trace->links, length);
	return SP_OK;
}

void
trace_free(struct trace *trace)
{
	free(trace->links);
}

/* ---- frontier metrics ------------------------------------------------- */

void
queue_log_begin(struct table *table, struct cmd_output *output,
		struct sp_error *err)
{
	static const char *const columns[] = {
		"order", "downloads", "frontier", "known", "wait_min",
		"wait_mean", "wait_max", "dropped", "duplicates",
		"queued_inter", "queued_intra", NULL
	};

	table_begin(table, output, columns, false, err);
}

void
queue_log_row(struct table *table, const char *order,
	      const struct sp_queue_window *window)
{
	table_string(table, order);
	TABLE_UINTS(table, window->downloads, window->frontier, window->known,
		    window->waiting_least);
	table_double(table, window->waiting_mean);
	TABLE_UINTS(table, window->waiting_most, window->dropped,
		    window->duplicates, window->queued_inter,
		    window->queued_intra);
}

/* ---- freshness -------------------------------------------------------- */

void
fresh_log_begin(struct table *table, struct cmd_output *output, bool weighted,
		struct sp_error *err)
{
	static const char *const columns[] = {
		"order", "downloads", "copies", "fresh", "fresh_share", "age",
		"there", "coverage", NULL
	};
	static const char *const with_weight[] = {
		"order", "downloads", "copies", "fresh", "fresh_share", "age",
		"there", "coverage", "weight", NULL
	};

	table_begin(table, output, weighted ? with_weight : columns, false,
		    err);
}

void
fresh_log_row(struct table *table, const char *order,
	      const struct sp_freshness *row, bool weighted, double second)
{
	double copies = (double)row->copies, there = (double)row->there;
	double fresh = (double)row->fresh;

	table_string(table, order);
	TABLE_UINTS(table, row->downloads, row->copies, row->fresh);
	table_double(table, row->copies ? fresh / copies : 0);
	table_double(table, row->age / second);
	table_uint(table, row->there);
	table_double(table, row->there ? fresh / there : 0);
	if (weighted)
		table_double(table, row->weight);
}

/* ---- counts ----------------------------------------------------------- */

/* How long a crawl in time took, and how much of its connections it used. */
static void
add_hours(struct sp_line *line, const struct sp_timed_report *timed)
{
	double all = (double)timed->end * (double)timed->connections;
	char text[READABLE_TEXT];

	if (!timed->end)
		return;
	readable_seconds(text, (double)timed->end / SP_SECOND, 1);
	sp_line_format(line, ", time %s, connections busy %.1f %%", text,
		       (double)timed->busy / all * 100);
}

/* "bfs: downloads 2,909, links 104,524, ...", without what is 0. */
void
crawl_say_counts(const struct cmd *cmd, const char *order,
		 const struct sp_crawl_report *report, bool timed)
{
	const struct {
		const char *what;
		uint64_t count;
	} figures[] = {
		{ "downloads", report->downloads }, { "links", report->links },
		{ "pages known", report->known },
		{ "frontier at most", report->frontier_peak },
		{ "key updates", report->updates },
		{ "dropped", report->dropped }, { "gone", report->gone },
		{ "rankings", report->recomputed },
		{ "iterations of these", report->iterations },
		{ "links read by these", report->reread },
		{ "guards", report->guards },
		{ "ticks", report->parallel.ticks },
		{ "messages", report->parallel.messages },
		{ "requests", report->timed.requests },
		{ "failed", report->timed.failed },
		{ "pages given up", report->timed.lost },
		{ "refused", report->timed.refused },
		{ "hosts asked", report->timed.hosts }
	};
	struct sp_line line = SP_LINE_EMPTY;
	char text[READABLE_TEXT];
	char *said;

	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
		if (!figures[i].count)
			continue;
		readable_count(text, figures[i].count);
		sp_line_format(&line, "%s%s %s", i ? ", " : "", figures[i].what,
			       text);
	}
	if (timed)
		add_hours(&line, &report->timed);
	said = sp_line_take(&line);
	cmd_say(cmd, "%s: %s", order, said ? said : "");
	free(said);
}

/* ---- strategies ------------------------------------------------------- */

enum sp_status
list_strategies(struct cmd *cmd)
{
	static const char *const columns[] = { TABLE_PARAMETERS("order") };
	const struct sp_strategy *strategy;
	struct cmd_output *output;
	struct table table;
	enum sp_status status;

	if (cmd->graph || cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "option --list reads no "
			       "graph");
	output = cmd_output_open(cmd, cmd->output, false);
	if (!output)
		return cmd->err.status;
	table_begin(&table, output, columns, false, &cmd->err);
	for (unsigned i = 0; (strategy = sp_strategy_at(i)); i++)
		table_parameters(&table, strategy->name, strategy->source,
				 strategy->help, strategy->options);
	status = table_end(&table);
	if (!status)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	return status;
}
