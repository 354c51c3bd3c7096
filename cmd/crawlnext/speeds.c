/* SPDX-License-Identifier: MIT */
/*
 * How long a page of each host takes: --speeds, a table of waits between two
 * requests to a host, or --delay for all.
 *
 * The median of the waits is taken, not their mean: a host that waited for an
 * hour until another page of it was found is not slow.  For the same reason a
 * host with few waits says little, and the whole table counts as some more
 * waits of each host:
 *
 *	(waits of the host * its median + 10 * mean) / (waits + 10)
 *
 * where mean is that of all medians, each as often as its host has waits.
 *
 * A log of whole seconds has a median of 0 for a host that was asked twice a
 * second or more: there, the mean of the waits is taken.
 */
#include "crawlnext.h"

#include "base/memory.h"
#include "base/number.h"
#include "web/file/csv.h"

#include <string.h>

#define SECONDS_MOST 1e9 /* of a wait: 30 years */

enum { HOST, DOWNLOADS, FAILURES, MEDIAN, MEAN, SPEED_COLUMNS };

#define NO_COLUMN UINT64_MAX /* of means, which may be missing */

static const char *const column_names[SPEED_COLUMNS] = {
	"host", "downloads", "failures", "wait_median", "wait_mean"
};

struct speed_table {
	struct sp_csv csv;
	uint64_t columns[SPEED_COLUMNS];
	const struct sp_match_index *hosts;
	double waits, seconds;   /* of all hosts */
	uint64_t known;          /* hosts of the graph */
};

static enum sp_status
read_head(struct speed_table *table, struct sp_error *err)
{
	struct sp_csv *csv = &table->csv;

	if (sp_csv_next(csv, err))
		return err->status;
	for (int c = 0; c < SPEED_COLUMNS; c++) {
		uint64_t i = 0;

		for (; i < csv->count; i++) {
			struct sp_span name = csv->fields[i];

			if (!i)
				sp_span_take(&name, SP_SPAN("#"));
			if (name.length == strlen(column_names[c]) &&
			    !memcmp(name.text, column_names[c], name.length))
				break;
		}
		table->columns[c] = i < csv->count ? i : NO_COLUMN;
		if (i == csv->count && c != MEAN)
			return sp_fail(err, SP_DATA, "%s: no column \"%s\" "
				       "(crawlimport --table hosts writes such "
				       "a table)", sp_source_name(csv->source),
				       column_names[c]);
	}
	return SP_OK;
}

static bool
read_count(const struct speed_table *table, int column, uint64_t *count)
{
	struct sp_span cell = table->csv.fields[table->columns[column]];

	return sp_parse_uint(cell.text, cell.length, count) &&
	       *count <= UINT32_MAX;
}

/* A number of seconds; "-" or no such column: 0. */
static enum sp_status
read_seconds(const struct speed_table *table, int column, double *seconds,
	     struct sp_error *err)
{
	const struct sp_csv *csv = &table->csv;
	const uint64_t at = table->columns[column];

	*seconds = 0;
	if (at == NO_COLUMN || sp_span_equal(csv->fields[at], SP_SPAN("-")))
		return SP_OK;
	if (!sp_parse_double(csv->fields[at].text, csv->fields[at].length,
			     seconds) ||
	    *seconds < 0 || *seconds > SECONDS_MOST)
		return sp_csv_bad(csv, err, "%s is no number of seconds",
				  column_names[column]);
	return SP_OK;
}

/* One host: how many waits, and how long they are.  0: no wait. */
static enum sp_status
read_host(const struct speed_table *table, double *waits, double *wait,
	  struct sp_error *err)
{
	const struct sp_csv *csv = &table->csv;
	uint64_t downloads, failures;
	double mean;

	*waits = 0;
	for (int c = 0; c < SPEED_COLUMNS; c++)
		if (table->columns[c] != NO_COLUMN &&
		    table->columns[c] >= csv->count)
			return sp_csv_bad(csv, err, "%" PRIu64 " columns, "
					  "fewer than the first line has",
					  csv->count);
	if (!read_count(table, DOWNLOADS, &downloads) ||
	    !read_count(table, FAILURES, &failures))
		return sp_csv_bad(csv, err, "downloads or failures are no "
				  "whole number");
	if (read_seconds(table, MEDIAN, wait, err) ||
	    read_seconds(table, MEAN, &mean, err))
		return err->status;
	if (sp_span_equal(csv->fields[table->columns[MEDIAN]], SP_SPAN("-")))
		return SP_OK;
	if (!(*wait > 0))
		*wait = mean;
	if (downloads + failures > 1)
		*waits = (double)(downloads + failures - 1);
	return SP_OK;
}

static enum sp_status
read_speeds_of_hosts(struct crawlnext *next, struct speed_table *table,
		     struct sp_error *err)
{
	struct sp_csv *csv = &table->csv;
	double waits, wait = 0;
	uint64_t host;

	for (;;) {
		if (sp_csv_next(csv, err))
			return err->status;
		if (!csv->count)
			return SP_OK;
		if (read_host(table, &waits, &wait, err))
			return err->status;
		if (!(waits > 0))
			continue;
		table->waits += waits;
		table->seconds += waits * wait;
		host = sp_match_find_normal(table->hosts,
					    csv->fields[table->columns[HOST]]);
		if (host == SP_NO_MATCH)
			continue;
		if (next->speeds[host].waits > 0)
			return sp_csv_bad(csv, err, "a host that is listed "
					  "twice");
		table->known++;
		next->speeds[host].waits = waits;
		next->speeds[host].wait = wait;
	}
}

static enum sp_status
check_speeds(struct crawlnext *next, const struct speed_table *table)
{
	const char *name = sp_source_name(table->csv.source);

	if (!(table->waits > 0))
		return sp_fail(&next->cmd->err, SP_DATA, "%s: no host was "
			       "asked twice, so no speed is known", name);
	next->usual_seconds = table->seconds / table->waits;
	if (!(next->usual_seconds > 0))
		cmd_warn(next->cmd, "%s: hosts were asked without any wait, so "
			 "nothing takes time", name);
	if (!table->known)
		cmd_warn(next->cmd, "%s: no host of the graph, so all have the "
			 "speed of the whole table", name);
	return SP_OK;
}

static enum sp_status
read_table(struct crawlnext *next, struct speed_table *table)
{
	struct sp_error *err = &next->cmd->err;
	struct sp_source *source = NULL;
	enum sp_status status;

	if (cmd_open_source(next->cmd, next->options.speeds, &source))
		return err->status;
	table->csv.source = source;
	table->csv.separator = '\t';
	status = read_head(table, err);
	if (!status)
		status = read_speeds_of_hosts(next, table, err);
	if (!status)
		status = check_speeds(next, table);
	sp_csv_free(&table->csv);
	sp_source_close(source);
	return status;
}

enum sp_status
crawlnext_read_speeds(struct crawlnext *next)
{
	struct speed_table table = { .hosts = NULL };
	struct sp_match_index *index = NULL;
	struct sp_error *err = &next->cmd->err;
	enum sp_status status;

	next->usual_seconds = next->options.delay;
	if (!next->options.speeds)
		return SP_OK;
	next->speeds = sp_alloc_zero(next->hosts->names.count,
				     sizeof(*next->speeds));
	if (!next->speeds)
		return sp_no_memory(err, "the speeds of hosts");
	status = sp_match_index_new(&next->hosts->names, SP_MATCH_EXACT,
				    &index, err);
	table.hosts = index;
	if (!status)
		status = read_table(next, &table);
	sp_match_index_free(index);
	return status;
}

double
crawlnext_seconds(const struct crawlnext *next, uint64_t host)
{
	const struct crawlnext_speed *speed;

	if (!next->speeds || host >= next->hosts->names.count)
		return next->usual_seconds;
	speed = &next->speeds[host];
	return sp_shrink(speed->waits * speed->wait, speed->waits,
			 next->usual_seconds);
}

bool
crawlnext_has_speeds(const struct crawlnext *next)
{
	return next->options.speeds || next->options.delay > 0;
}

/* Hours are only printed, unless the speed of a host weighs its budget. */
static void
warn_of_unseen_hours(const struct crawlnext *next)
{
	const struct crawlnext_options *options = &next->options;
	const struct cmd *cmd = next->cmd;
	const char *weigh = options->weigh ? options->weigh : "";

	if (!options->explain && !cmd->verbose && !cmd->stats &&
	    !strstr(weigh, "speed"))
		cmd_warn(cmd, "option --%s has no effect on the batch: the "
			 "hours that it takes are in -v, --stats and "
			 "--explain", options->speeds ? "speeds" : "delay");
}

void
crawlnext_estimate_hours(struct crawlnext *next)
{
	double longest = 0, all = 0;
	uint64_t slowest = 0;

	warn_of_unseen_hours(next);
	for (uint64_t host = 0; host < next->units.count; host++) {
		double hours = next->of_host[host].chosen *
			       crawlnext_seconds(next, host) / 3600;

		all += hours;
		if (hours > longest) {
			longest = hours;
			slowest = host;
		}
	}
	cmd_measure(next->cmd, "expected_hours", longest);
	cmd_measure(next->cmd, "hours_one_by_one", all);
	if (longest > 0 && slowest < next->hosts->names.count) {
		struct sp_span name = sp_names_span(&next->hosts->names,
						    slowest);

		cmd_say(next->cmd, "%.*s takes longest (pages: %" PRIu32 ", %g "
			"s each)", (int)name.length, name.text,
			next->of_host[slowest].chosen,
			crawlnext_seconds(next, slowest));
	}
}
