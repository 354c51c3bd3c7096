/* SPDX-License-Identifier: MIT */
/*
 * What is shown while files are read, and counted and warned of afterwards.
 *
 * Progress shows records besides bytes, because pages are parsed and bytes
 * alone say little about the time.  The first ten damaged records are reported
 * as they come, with their place; the others are counted.  The columns of a
 * table are reported after it has been read: only then is it known what its
 * records had.
 */
#include "crawlgraph.h"

#include "cli/clock.h"
#include "cli/readable.h"

#include <stdio.h>

/* ---- while they are read ---------------------------------------------- */

static void
tell_damage(void *context, const char *text)
{
	const struct crawlgraph *job = context;

	cmd_warn(job->import.cmd, "%s", text);
}

/* Shows records and records a second before the bytes. */
static void
show_records(void *context, uint64_t records)
{
	struct crawlgraph *job = context;
	struct progress *progress = &job->reading.progress;
	double seconds = clock_seconds() - job->started;
	char count[READABLE_TEXT], speed[READABLE_TEXT];

	readable_count(count, records);
	readable_count(speed, (uint64_t)((double)records /
					 (seconds > 0.1 ? seconds : 0.1)));
	snprintf(progress->note, sizeof(progress->note),
		 "%s records (%s a second), ", count, speed);
}

void
crawlgraph_follow(struct crawlgraph *job)
{
	struct cmd *cmd = job->import.cmd;

	job->how.warc.context = job;
	job->how.warc.tell = tell_damage;
	job->how.warc.count = show_records;
	job->started = clock_seconds();
	cmd_reading_begin(&job->reading, cmd, "", job->source);
	if (!job->source || cmd->operand_count > 1)
		job->reading.bytes.total = sp_files_size(
			cmd->operands, (uint64_t)cmd->operand_count);
}

/* ---- afterwards ------------------------------------------------------- */

/*
 * What was dropped without an error, each with its number; a clean archive
 * prints nothing.
 */
static void
warn_of_captures(const struct crawlgraph *job)
{
	const struct sp_warc_counts *counts = &job->import.made.warc;
	const struct sp_capture_counts *captures = &counts->captures;
	struct cmd *cmd = job->import.cmd;
	char text[READABLE_TEXT];

	if (counts->batch.damaged > SP_BATCH_TOLD) {
		readable_count(text, counts->batch.damaged - SP_BATCH_TOLD);
		cmd_warn(cmd, "%s more records are damaged", text);
	}
	if (counts->cut_pages) {
		readable_count(text, counts->cut_pages);
		cmd_warn(cmd, "%s pages are longer than --max-record: "
			 "links after that are missing", text);
	}
	if (captures->endless) {
		readable_count(text, captures->endless);
		cmd_warn(cmd, "%s pages redirect in a circle, and "
			 "stay pages", text);
	}
	if (captures->captures > captures->pages) {
		readable_count(text, captures->captures - captures->pages);
		cmd_say(cmd, "%s fetches of pages that were fetched "
			"more than once: of each page, the links of the %s "
			"are kept", text,
			job->how.warc.first ? "first" : "last");
	}
}

static void
report_archives(const struct crawlgraph *job)
{
	const struct sp_warc_counts *counts = &job->import.made.warc;
	const struct sp_capture_counts *captures = &counts->captures;
	struct cmd *cmd = job->import.cmd;
	char key[40];

	cmd_count(cmd, "records", counts->batch.records);
	cmd_count(cmd, "damaged_records", counts->batch.damaged);
	cmd_count(cmd, "responses", counts->responses);
	cmd_count(cmd, "resources", counts->resources);
	cmd_count(cmd, "revisits", counts->revisits);
	cmd_count(cmd, "other_schemes", counts->other_urls);
	cmd_count(cmd, "html", counts->html);
	cmd_count(cmd, "not_html", counts->not_html);
	cmd_count(cmd, "redirects", counts->redirects);
	cmd_count(cmd, "failed", counts->failed);
	cmd_count(cmd, "fetched_pages", captures->pages);
	cmd_count(cmd, "refetched", captures->captures - captures->pages);
	cmd_count(cmd, "folded", captures->folded);
	cmd_count(cmd, "unfetched_dropped", captures->unfetched);
	cmd_count(cmd, "bad_urls", counts->bad_urls);
	for (unsigned kind = 0; kind < SP_FETCH_KINDS; kind++) {
		if (!counts->links[kind])
			continue;
		snprintf(key, sizeof(key), "links_%s",
			 sp_warc_link_name(kind));
		cmd_count(cmd, key, counts->links[kind]);
	}
	warn_of_captures(job);
}

static void
report_table(const struct crawlgraph *job)
{
	const struct sp_csv_report *report = &job->import.made.csv;
	struct cmd *cmd = job->import.cmd;

	if (report->guessed)
		cmd_say(cmd, "links go from column \"%s\" to column \"%s\"",
			report->source, report->target);
	if (*report->kinds)
		cmd_warn(cmd, "column \"%s\" has several values, which all "
			 "count as links: choose with --where %s=VALUE (%s)",
			 report->kind_column, report->kind_column,
			 report->kinds);
	if (report->undirected)
		cmd_warn(cmd, "links of type Undirected are read in one "
			 "direction, from source to target");
	if (report->weights_unused)
		cmd_warn(cmd, "its links have weights that are not used "
			 "(--weight Weight keeps them)");
	if (job->where.count)
		cmd_count(cmd, "filtered_records", report->filtered);
}

/*
 * ClueWeb22 has ids for pages of the collection alone, so most links lead out
 * of it: that is no fault of the file, and a remark for -v.
 */
static void
report_left_out(const struct crawlgraph *job)
{
	struct cmd *cmd = job->import.cmd;
	uint64_t left_out = job->import.made.left_out;
	char text[READABLE_TEXT];

	cmd_count(cmd, "left_out", left_out);
	if (!left_out)
		return;
	readable_count(text, left_out);
	if (crawlgraph_format(job) == SP_FORMAT_CLUEWEB22 &&
	    !job->how.clueweb_urls)
		cmd_say(cmd, "%s of the links lead out of the "
			"collection, and are left out", text);
	else
		cmd_warn(cmd, "%s of the links have no page at one "
			 "end, and are left out", text);
}

/*
 * What is too much: no page may end an import, and one that takes memory
 * without end would.
 */
static void
report_refused(const struct crawlgraph *job)
{
	const struct sp_imported *made = &job->import.made;
	struct cmd *cmd = job->import.cmd;
	char limit[READABLE_TEXT];

	cmd_count(cmd, "long_urls", made->long_urls.count);
	cmd_count(cmd, "long_page_urls", made->long_pages.count);
	cmd_count(cmd, "links_over_limit", made->many_links.count);
	readable_bytes(limit, job->how.max_url);
	/* In tables, each of the two ends of a link may be too long. */
	if (made->long_urls.count)
		cmd_warn(cmd, "%" PRIu64 " %s of over %s, and are "
			 "left out: see --max-url (first: \"%s\")",
			 made->long_urls.count, crawlgraph_has_archives(job) ?
				 "links have URLs" : "ends of links have names",
			 limit, made->long_urls.first);
	if (made->long_pages.count)
		cmd_warn(cmd, "%" PRIu64 " pages have URLs of over %s, and are "
			 "left out: see --max-url (first: \"%s\")",
			 made->long_pages.count, limit,
			 made->long_pages.first);
	if (made->many_links.count)
		cmd_warn(cmd, "%" PRIu64 " links of %" PRIu64 " pages are left "
			 "out: their URLs take over 16 times the page (first: "
			 "\"%s\")", made->many_links.count,
			 made->many_links.pages, made->many_links.first);
}

void
crawlgraph_report(const struct crawlgraph *job)
{
	report_refused(job);
	if (crawlgraph_has_archives(job)) {
		report_archives(job);
		return;
	}
	if (crawlgraph_format(job) == SP_FORMAT_CSV)
		report_table(job);
	report_left_out(job);
}
