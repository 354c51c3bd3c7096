/* SPDX-License-Identifier: MIT */
/*
 * URLs that the log has and the graph lacks.  Each is listed once, which takes
 * a set of all of them: of their hashes, instead of the URLs.
 *
 * The seed of the hash is random: the author of a log could otherwise make all
 * URLs collide.
 *
 * A few URLs are kept as they are, to see whether --match loose would find
 * them: that is the usual reason why most of a log is missing.
 */
#include "crawlimport.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "graph/idtable.h"
#include "stream/section/names.h"
#include "web/page/wanted.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SAMPLES 100 /* URLs that are kept for advice */

/* ---- each once -------------------------------------------------------- */

/*
 * Sets *fresh unless the URL came before.  In a list of a billion, two are
 * taken for one with a probability of 3 %, and the list lacks the second.
 */
static enum sp_status
missing_enter(struct missing *missing, struct sp_span url, bool *fresh,
	      struct sp_error *err)
{
	uint32_t index;

	if (!missing->hashes) {
		missing->seed = sp_hash_seed(missing);
		missing->hashes = sp_idtable_new();
		if (!missing->hashes)
			return sp_no_memory(err, "URLs that are missing");
	}
	if (sp_idtable_add(missing->hashes,
			   sp_hash_seeded(url.text, url.length, missing->seed),
			   &index, err))
		return err->status;
	*fresh = index == missing->count;
	missing->count += *fresh;
	return SP_OK;
}

/* A line of the list: the URL as it is, or as a cell of safe text. */
static enum sp_status
missing_write(struct cmd_output *output, struct sp_span url,
	      struct sp_error *err)
{
	char escaped[4 * 1024];
	bool fresh = true;
	enum sp_status status = SP_OK;

	if (!cmd_output_safe(output))
		status = cmd_output_text(output, url.text, url.length, err);
	while (!status && url.length && cmd_output_safe(output)) {
		size_t step = sp_text_piece(url.text, url.length, 1024);
		size_t used = sp_safe_cell(escaped, url.text, step, &fresh);

		status = cmd_output_text(output, escaped, used, err);
		url.text += step;
		url.length -= step;
	}
	return status ? status : cmd_output_text(output, "\n", 1, err);
}

static enum sp_status
missing_print(struct crawlimport *job, const struct sp_crawl_event *event,
	      struct sp_span url)
{
	struct missing *missing = &job->missing;
	struct sp_error *err = &job->cmd->err;
	char when[SP_WHEN_TEXT];

	if (missing->table) {
		sp_when_format(when, event->time);
		table_string(missing->table, when);
		table_measure(missing->table,
			      event->status ? (double)event->status : NAN);
		table_span(missing->table, url);
	}
	return missing->output ? missing_write(missing->output, url, err) :
				 SP_OK;
}

enum sp_status
missing_add(struct crawlimport *job, const struct sp_crawl_event *event)
{
	struct missing *missing = &job->missing;
	struct sp_span url = sp_log_pages_missing(job->pages);
	struct sp_error *err = &job->cmd->err;
	bool fresh = false;

	/* What has no normal form is no page that a graph could have. */
	if (!url.text)
		return SP_OK;
	if (missing_enter(missing, url, &fresh, err))
		return err->status;
	if (!fresh)
		return SP_OK;
	if (missing->samples.count < SAMPLES &&
	    sp_names_add(&missing->samples, url.text, url.length, err))
		return err->status;
	return missing_print(job, event, url);
}

/* ---- what to do about them -------------------------------------------- */

/* How many of the samples would be found loosely; 0 if that was tried. */
static uint64_t
missing_found_loosely(struct crawlimport *job)
{
	struct sp_error ignored;
	uint64_t found;

	if (job->options->match == SP_MATCH_LOOSE ||
	    sp_wanted_count_near(sp_contents_names(&job->contents),
				 &job->missing.samples, &found, &ignored))
		return 0;
	return found;
}

/* "2 of 3 downloads are not of pages of the graph, such as ..." */
static void
missing_describe(const struct crawlimport *job, char *text, size_t size)
{
	const struct log_counts *counts = &job->counts;
	const struct sp_names *samples = &job->missing.samples;
	char shown[160] = "";
	size_t length;

	if (samples->count) {
		const char *url = sp_names_get(samples, 0, &length);

		sp_mask(shown, sizeof(shown), url, length);
	}
	snprintf(text, size, "%" PRIu64 " of %" PRIu64 " downloads are not of "
		 "pages of the graph%s%s", counts->missed,
		 counts->missed + counts->matched, *shown ? ", such as " : "",
		 shown);
}

/* Most pages of the log are missing: is it the log of another crawl? */
static enum sp_status
missing_judge(struct crawlimport *job, const char *what)
{
	uint64_t loosely = missing_found_loosely(job);
	char advice[160] = "is the log of another crawl?";

	if (loosely)
		snprintf(advice, sizeof(advice), "%" PRIu64 " of the first "
			 "%" PRIu64 " are if http is https, and www. and "
			 "slashes at the end are ignored: give --match loose",
			 loosely, job->missing.samples.count);
	else
		snprintf(advice, sizeof(advice),
			 "is this the graph of that crawl?");
	if (!job->counts.matched)
		return sp_fail(&job->cmd->err, SP_DATA, "%s (%s)", what,
			       advice);
	cmd_warn(job->cmd, "%s (%s)", what, advice);
	return SP_OK;
}

/* The list is committed even if the run then fails, since it explains why. */
enum sp_status
missing_end(struct crawlimport *job)
{
	const struct log_counts *counts = &job->counts;
	const struct missing *missing = &job->missing;
	char what[320];

	/* First the list, which explains a failure. */
	if (missing->output && cmd_output_commit(missing->output))
		return job->cmd->err.status;
	if (!counts->missed)
		return SP_OK;
	missing_describe(job, what, sizeof(what));
	if (counts->missed > counts->matched)
		return missing_judge(job, what);
	cmd_warn(job->cmd, "%s%s", what, missing->output || missing->table ?
		 "" : " (--missing FILE lists them)");
	return SP_OK;
}

void
missing_free(struct missing *missing)
{
	cmd_output_free(missing->output);
	sp_names_free(&missing->samples);
	sp_idtable_free(missing->hashes);
}

/* The rows are written by missing_add(). */
const struct crawl_table crawl_table_missing = {
	{ "time", "status", "url" }, NULL
};
