/* SPDX-License-Identifier: MIT */
/*
 * The names of the command line, then those of the list.  A name that is given
 * twice is answered once, with a warning; as a list may be of any length, a
 * dictionary finds the repeats.
 */
#include "graphlinks.h"

#include "base/ascii.h"
#include "base/compare.h"
#include "base/memory.h"
#include "base/number.h"
#include "formats/import/page_list.h"
#include "web/file/source.h"

#include <stdio.h>
#include <stdlib.h>

#define SHOWN 200 /* bytes of a name in a message, at most */

/* The names while they are read. */
struct asking {
	struct graphlinks *job;
	struct sp_namer *namer;
	struct sp_names texts;
	struct sp_dictionary *seen;
	uint64_t repeated;
};

static int
asked_shown(struct sp_span text)
{
	return (int)(text.length < SHOWN ? text.length : SHOWN);
}

void
asked_list_free(struct asked_list *list)
{
	for (uint64_t i = 0; i < list->count; i++) {
		sp_naming_free(&list->array[i].naming);
		free(list->array[i].pages);
	}
	free(list->array);
	*list = (struct asked_list){ .array = NULL };
}

/* ---- reading ---------------------------------------------------------- */

/* Sets *why as sp_naming_new(). */
static enum sp_status
ask_name(struct asking *asking, struct sp_span text, const char **why)
{
	struct asked_list *list = &asking->job->asked;
	struct sp_error *err = &asking->job->cmd->err;
	uint64_t before = asking->texts.count, place;
	struct asked *asked;

	*why = NULL;
	if (sp_dictionary_add(asking->seen, text.text, text.length, &place,
			      err))
		return err->status;
	if (asking->texts.count == before) {
		asking->repeated++;
		return SP_OK;
	}
	if (list->count == UINT32_MAX)
		return sp_fail(err, SP_DATA, "too many names");
	if (!sp_grow(&list->array, &list->capacity, list->count + 1))
		return sp_no_memory(err, "the names");
	asked = &list->array[list->count];
	*asked = (struct asked){ .best = SP_RANK_NONE };
	if (sp_naming_new(asking->namer, text, &asked->naming, why, err))
		return err->status;
	list->count += !*why;
	return SP_OK;
}

static enum sp_status
ask_operands(struct asking *asking)
{
	struct cmd *cmd = asking->job->cmd;
	const char *why;

	for (int i = 0; i < cmd->operand_count; i++) {
		struct sp_span text = { cmd->operands[i],
					strlen(cmd->operands[i]) };

		if (ask_name(asking, text, &why))
			return cmd->err.status;
		if (why)
			return sp_fail(&cmd->err, SP_USAGE,
				       "operand \"%.*s\" %s", asked_shown(text),
				       text.text, why);
	}
	return SP_OK;
}

/* An empty line, or one that begins with "#", is no name. */
static enum sp_status
ask_lines(struct asking *asking, struct sp_source *source)
{
	struct sp_error *err = &asking->job->cmd->err;
	enum sp_status status = sp_page_list_refuse_stream(source, "", err);
	struct sp_span line;
	const char *why;

	while (sp_source_next(source, &line, &status, err)) {
		line = sp_span_trim(line, " \t");
		if (!line.length || line.text[0] == '#')
			continue;
		if (ask_name(asking, line, &why))
			return sp_fail_in(err, sp_source_name(source));
		if (why)
			return sp_source_bad_line(
				source, err, "\"%.*s\" %s",
				asked_shown(line), line.text, why);
	}
	return status;
}

static enum sp_status
ask_list(struct asking *asking)
{
	struct graphlinks *job = asking->job;
	const char *path = job->options.list;
	struct sp_source *source = NULL;
	struct sp_error *err = &job->cmd->err;
	enum sp_status status;

	if (!path)
		return SP_OK;
	status = cmd_open_source(job->cmd, path, &source);
	if (!status)
		status = ask_lines(asking, source);
	sp_source_close(source);
	if (!status && !job->asked.count)
		status = sp_fail(err, SP_DATA, "%s: no name in the list",
				 cmd_list_name(path));
	return status;
}

enum sp_status
links_ask(struct graphlinks *job)
{
	struct asking asking = { .job = job };
	struct cmd *cmd = job->cmd;
	enum sp_status status = sp_namer_new(&asking.namer, &cmd->err);

	if (!status) {
		asking.seen = sp_dictionary_new(&asking.texts);
		if (!asking.seen)
			status = sp_no_memory(&cmd->err, "the names");
	}
	if (!status)
		status = ask_operands(&asking);
	if (!status)
		status = ask_list(&asking);
	sp_dictionary_free(asking.seen);
	sp_names_free(&asking.texts);
	sp_namer_free(asking.namer);
	if (!status && asking.repeated)
		cmd_warn(cmd, "%" PRIu64 " of %" PRIu64 " names were given "
			 "before: each is answered once", asking.repeated,
			 asking.repeated + job->asked.count);
	return status;
}

/* ---- what they mean --------------------------------------------------- */

enum sp_status
asked_note(struct asked *asked, uint32_t page, enum sp_match_rank rank,
	   struct sp_error *err)
{
	if (rank > asked->best)
		return SP_OK;
	if (rank < asked->best) {
		asked->best = rank;
		asked->count = 0;
	}
	/* Of the names that mean one page, that of the smallest does. */
	if (rank != SP_RANK_LOOSE && asked->count) {
		asked->again |= rank == SP_RANK_SAME;
		if (page < asked->pages[0])
			asked->pages[0] = page;
		return SP_OK;
	}
	if (!sp_grow(&asked->pages, &asked->capacity, asked->count + 1))
		return sp_no_memory(err, "the pages of a name");
	asked->pages[asked->count++] = page;
	return SP_OK;
}

/* What is no name may be the number of a page. */
static enum sp_status
asked_number(struct asked *asked, uint64_t pages, struct sp_error *err)
{
	struct sp_span text = asked->naming.text;
	uint64_t page;

	if (asked->count || !sp_are_digits(text.text, text.length) ||
	    !sp_parse_uint(text.text, text.length, &page) || page >= pages)
		return SP_OK;
	return asked_note(asked, (uint32_t)page, SP_RANK_SAME, err);
}

/* Warns of names that mean no page, or fails if all of them do. */
static enum sp_status
links_report_unknown(struct graphlinks *job, const struct asked *first,
		     uint64_t unknown)
{
	struct sp_span text = first->naming.text;
	struct sp_suggestion near;
	struct cmd *cmd = job->cmd;
	uint64_t count = job->asked.count;
	char advice[sizeof(near.names) + 32] = "";

	if (links_suggest(job, first, &near))
		return cmd->err.status;
	if (near.count)
		snprintf(advice, sizeof(advice), ", did you mean %s?",
			 near.names);
	if (unknown < count) {
		cmd_warn(cmd, "%" PRIu64 " of %" PRIu64 " names are not in "
			 "the graph: the first is \"%.*s\"%s", unknown, count,
			 asked_shown(text), text.text, advice);
		return SP_OK;
	}
	if (count > 1)
		return sp_fail(&cmd->err, SP_DATA, "none of %" PRIu64
			       " names is in the graph: the first is "
			       "\"%.*s\"%s",
			       count, asked_shown(text), text.text, advice);
	return sp_fail(&cmd->err, SP_DATA, "\"%.*s\" is not in the graph%s",
		       asked_shown(text), text.text, advice);
}

static void
links_warn_again(const struct graphlinks *job)
{
	const struct asked *first = NULL;
	uint64_t again = 0;

	for (uint64_t i = job->asked.count; i-- > 0;)
		if (job->asked.array[i].again) {
			first = &job->asked.array[i];
			again++;
		}
	if (first)
		cmd_warn(job->cmd, "%" PRIu64 " names are those of several "
			 "pages, of which the first counts: \"%.*s\" is page "
			 "%" PRIu32, again, asked_shown(first->naming.text),
			 first->naming.text.text, first->pages[0]);
}

enum sp_status
links_find(struct graphlinks *job)
{
	struct asked_list *list = &job->asked;
	struct sp_error *err = &job->cmd->err;
	const struct asked *first = NULL;

	if (job->source.named &&
	    job->source.find(job->source.self, list, err))
		return err->status;
	for (uint64_t i = 0; i < list->count; i++) {
		struct asked *asked = &list->array[i];

		if (asked_number(asked, job->source.pages, err))
			return err->status;
		if (asked->count > 1)
			qsort(asked->pages, asked->count,
			      sizeof(*asked->pages), sp_compare_u32);
		if (!asked->count && !list->unknown++)
			first = asked;
	}
	cmd_count(job->cmd, "names", list->count);
	cmd_count(job->cmd, "names_unknown", list->unknown);
	if (first && links_report_unknown(job, first, list->unknown))
		return err->status;
	links_warn_again(job);
	return SP_OK;
}
