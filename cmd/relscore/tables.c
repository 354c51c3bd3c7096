/* SPDX-License-Identifier: MIT */
/*
 * Scores of another program, by URL: a line has a URL and its score, or is a
 * JSON object with both.  A line that begins with "{" is JSON, which no URL
 * does.  Of several lines of one page the last counts.
 *
 * Scores are 0 to 1 for crawls that follow a topic; others must be rescaled,
 * which is only done if asked for, since it loses their meaning.
 */
#include "relscore.h"

#include "cli/foreign.h"
#include "cli/input.h"

#include "base/ascii.h"
#include "base/bitset.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "web/crawllog/columns.h"
#include "web/crawllog/json.h"
#include "web/file/source.h"

#include <stdlib.h>
#include <string.h>

/* One table that is read. */
struct table_reading {
	struct relscore *relscore;
	struct sp_source *source;
	struct sp_matcher *matcher;
	struct sp_json json;
	double *values;
	uint64_t *scored;         /* bitset */
	uint64_t lines, found, missing, again;
	struct sp_names absent;   /* URLs that the graph lacks */
};

/* A line: both are absent in one that says nothing. */
struct table_line {
	struct sp_span url, score;
};

/* ---- lines ------------------------------------------------------------ */

static enum sp_status
split_line(const struct table_reading *reading, const char *line,
	   size_t length, struct table_line *parts)
{
	struct sp_span rest = { line, length };

	if (sp_is_blank(*line) || !sp_columns_next(&rest, &parts->url) ||
	    !sp_columns_next(&rest, &parts->score) || rest.length)
		return sp_source_bad_line(reading->source,
					  &reading->relscore->cmd->err,
					  "expected a URL and its score, "
					  "separated by a tab");
	return SP_OK;
}

struct table_members {
	const struct relscore_options *options;
	struct table_line *parts;
};

static void
take_member(void *context, struct sp_span key, struct sp_span value)
{
	const struct table_members *members = context;
	const char *names[] = { members->options->url_field,
				members->options->field };
	struct sp_span *places[] = { &members->parts->url,
				     &members->parts->score };

	for (unsigned i = 0; i < 2; i++)
		if (sp_span_equal(key, (struct sp_span){
					  names[i], strlen(names[i]) }))
			*places[i] = value;
}

static enum sp_status
split_object(struct table_reading *reading, const char *line, size_t length,
	     struct table_line *parts)
{
	const struct relscore_options *options = reading->relscore->options;
	struct table_members members = { options, parts };
	struct sp_error *err = &reading->relscore->cmd->err;
	const char *wrong;

	*parts = (struct table_line){ SP_SPAN_ABSENT, SP_SPAN_ABSENT };
	wrong = sp_json_read(&reading->json, (struct sp_span){ line, length },
			     take_member, &members);
	if (wrong && !*wrong)
		return sp_no_memory(err, "a line of JSON");
	if (wrong)
		return sp_source_bad_line(reading->source, err, "%s", wrong);
	if (!parts->url.text || !parts->score.text)
		return sp_source_bad_line(reading->source, err, "no member "
					  "\"%.80s\" (--%s names another)",
					  parts->url.text ? options->field :
					  options->url_field,
					  parts->url.text ? "field" :
					  "url-field");
	return SP_OK;
}

/* ---- scores ----------------------------------------------------------- */

static enum sp_status
parse_score(const struct table_reading *reading, struct sp_span text,
	    double *score)
{
	struct sp_error *err = &reading->relscore->cmd->err;
	char shown[128];

	if (sp_parse_double(text.text, text.length, score) &&
	    (reading->relscore->options->rescale ||
	     (*score >= 0 && *score <= 1)))
		return SP_OK;
	sp_mask(shown, sizeof(shown), text.text, text.length);
	if (!sp_parse_double(text.text, text.length, score))
		return sp_source_bad_line(reading->source, err, "the score "
					  "\"%s\" is not a finite number",
					  shown);
	return sp_source_bad_line(reading->source, err, "the score %s is not "
				  "between 0 and 1 (--rescale maps scores to "
				  "that)", shown);
}

static enum sp_status
tables_take_line(struct table_reading *reading, const char *line, size_t length)
{
	struct table_line parts = { SP_SPAN_ABSENT, SP_SPAN_ABSENT };
	struct sp_error *err = &reading->relscore->cmd->err;
	double score;
	uint64_t page;

	if (line[0] == '{' ? split_object(reading, line, length, &parts) :
			     split_line(reading, line, length, &parts))
		return err->status;
	if (parse_score(reading, parts.score, &score))
		return err->status;
	reading->lines++;
	if (sp_match_find(reading->relscore->pages.index, reading->matcher,
			  parts.url, NULL, &page, err))
		return err->status;
	if (page == SP_NO_MATCH) {
		reading->missing++;
		return relscore_keep_missing(&reading->absent, parts.url, err);
	}
	if (sp_bit_test_and_set(reading->scored, page))
		reading->again++;
	else
		reading->found++;
	reading->values[page] = score;
	return SP_OK;
}

static enum sp_status
read_lines(struct table_reading *reading)
{
	struct cmd *cmd = reading->relscore->cmd;
	struct progress progress;
	struct sp_reading bytes = { &progress.teller, 0,
				    sp_source_size(reading->source) };
	enum sp_status status = SP_OK;
	struct sp_span line;

	progress_begin(&progress, cmd, "reading");
	progress.bytes = true;
	sp_source_follow(reading->source, &bytes);
	while (sp_source_next(reading->source, &line, &status, &cmd->err))
		if (line.length && *line.text != '#')
			status = tables_take_line(reading, line.text,
						  line.length);
	progress_end(&progress);
	return status;
}

/* The least score of a page becomes 0, the largest 1. */
static enum sp_status
rescale(const struct table_reading *reading)
{
	uint64_t pages = reading->relscore->pages.count;
	double least = 0, most = 0;
	bool any = false;

	for (uint64_t p = 0; p < pages; p++) {
		double value = reading->values[p];

		if (!sp_bit_test(reading->scored, p))
			continue;
		if (!any || value < least)
			least = value;
		if (!any || value > most)
			most = value;
		any = true;
	}
	if (!(least < most))
		return sp_fail(&reading->relscore->cmd->err, SP_DATA, "%s: "
			       "all scores are %.6g: --rescale needs two that "
			       "differ", sp_source_name(reading->source),
			       least);
	for (uint64_t p = 0; p < pages; p++)
		/* Halves, because the difference may be infinite. */
		if (sp_bit_test(reading->scored, p))
			reading->values[p] =
				(reading->values[p] / 2 - least / 2) /
				(most / 2 - least / 2);
	return SP_OK;
}

/* ---- one table -------------------------------------------------------- */

static enum sp_status
no_page(const struct table_reading *reading)
{
	const struct sp_names *names = reading->relscore->pages.names;
	const char *file = sp_source_name(reading->source);
	struct sp_error *err = &reading->relscore->cmd->err;
	struct relscore_advice advice;
	char name[128] = "";
	size_t length;
	const char *first;

	if (!reading->lines)
		return sp_fail(err, SP_DATA, "%s: no line has a score", file);
	if (names->count) {
		first = sp_names_get(names, 0, &length);
		sp_mask(name, sizeof(name), first, length);
	}
	if (relscore_advise(reading->relscore, &reading->absent, &advice))
		return err->status;
	return sp_fail(err, SP_DATA, "%s: no URL is a page of the graph, for "
		       "example \"%s\" (page 0 of the graph is \"%s\"%s)", file,
		       advice.example, name, advice.text);
}

static enum sp_status
tables_report_table(const struct table_reading *reading,
		    const struct relscore_score *score)
{
	struct cmd *cmd = reading->relscore->cmd;
	uint64_t without = reading->relscore->pages.count - reading->found;
	const char *file = sp_source_name(reading->source);
	struct relscore_advice advice;

	if (relscore_advise(reading->relscore, &reading->absent, &advice))
		return cmd->err.status;
	cmd_result(cmd, "scores %s pages %" PRIu64, score->name,
		   reading->found);
	cmd_say(cmd, "%s: %" PRIu64 " lines, %" PRIu64 " pages have a score, "
		"%" PRIu64 " have none (it is 0); %" PRIu64 " URLs are not in "
		"the graph", file, reading->lines, reading->found, without,
		reading->missing);
	if (without > reading->found)
		cmd_warn(cmd, "%s: %" PRIu64 " of %" PRIu64 " pages have no "
			 "score: it is 0", file, without,
			 reading->relscore->pages.count);
	if (reading->again)
		cmd_warn(cmd, "%s: %" PRIu64 " lines repeat the URL of "
			 "another: the last counts", file, reading->again);
	if (*advice.text)
		cmd_warn(cmd, "%s: %" PRIu64 " URLs are not in the graph, for "
			 "example \"%s\"%s", file, reading->missing,
			 advice.example, advice.text);
	return SP_OK;
}

static enum sp_status
tables_read_table(struct table_reading *reading,
		  const struct relscore_score *score)
{
	struct relscore *relscore = reading->relscore;
	struct cmd *cmd = relscore->cmd;
	enum sp_status status = cmd_reject_foreign(cmd, reading->source,
						   "a table of scores");

	if (!status)
		status = read_lines(reading);
	if (!status && !reading->found)
		status = no_page(reading);
	if (!status && relscore->options->rescale)
		status = rescale(reading);
	if (!status)
		status = tables_report_table(reading, score);
	return status ? status :
			sp_save_scores(cmd_output_writer(relscore->output),
				       score->name, reading->values,
				       &relscore->contents.basis, &cmd->err);
}

static enum sp_status
add_table(struct relscore *relscore, const struct relscore_score *score)
{
	struct table_reading reading = { .relscore = relscore };
	struct cmd *cmd = relscore->cmd;
	uint64_t pages = relscore->pages.count;
	enum sp_status status = SP_OK;

	reading.values = sp_alloc_large_zero(pages, sizeof(double));
	reading.scored = sp_bitset_new(pages);
	if (!reading.values || !reading.scored)
		status = sp_no_memory(&cmd->err, "scores");
	if (!status)
		status = sp_matcher_new(&reading.matcher, &cmd->err);
	if (!status)
		status = cmd_open_source(cmd, score->text, &reading.source);
	if (!status)
		status = tables_read_table(&reading, score);
	sp_source_close(reading.source);
	sp_matcher_free(reading.matcher);
	sp_names_free(&reading.absent);
	sp_json_free(&reading.json);
	free(reading.values);
	free(reading.scored);
	return status;
}

enum sp_status
relscore_tables(struct relscore *relscore)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = relscore->scoring.count;
	     !status && i < relscore->score_count; i++)
		status = add_table(relscore, &relscore->scores[i]);
	return status;
}
