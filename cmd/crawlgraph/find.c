/* SPDX-License-Identifier: MIT */
/*
 * Which format the input has.  A look takes bytes, so what is looked at is read
 * on from where it was opened, or, if it is a file, opened anew.  Archives are
 * read packed as they are, because offsets of records are those of the file: of
 * a pipe, the bytes of the look are given back for that.
 */
#include "crawlgraph.h"

#include "cli/foreign.h"
#include "cli/import/recognise.h"
#include "cli/input.h"

#include <string.h>
#include <sys/stat.h>

static void
set_format(struct crawlgraph *job, enum sp_import_format_number format)
{
	job->word = (unsigned)format - SP_FORMAT_CRAWLED + 1;
}

/* Sets the format if the source is an archive; its format may be another. */
static enum sp_status
look_for_archive(struct crawlgraph *job, struct sp_source *source)
{
	enum sp_import_format_number format = SP_FORMAT_AUTO;
	enum sp_status status = import_look_for_archive(job->import.cmd,
							source, &format);

	if (format)
		set_format(job, format);
	return status;
}

static enum sp_status
look_at_first(struct crawlgraph *job)
{
	const char *path = cmd_main_input(job->import.cmd);
	struct sp_source *source = NULL;
	enum sp_status status;
	struct stat info;

	if (stat(path, &info) || !S_ISREG(info.st_mode))
		return SP_OK;
	status = sp_source_open(path, &source, &job->import.cmd->err);
	if (!status)
		status = look_for_archive(job, source);
	sp_source_close(source);
	return status;
}

/* What was read of a pipe is still to be read, packed as it is. */
static enum sp_status
begin_again(struct crawlgraph *job)
{
	struct sp_error *err = &job->import.cmd->err;
	enum sp_status status = sp_source_restart_raw(job->source, err);

	return status != SP_DATA ? status :
		sp_fail(err, status, "%s: its beginning unpacks to next to "
			"nothing: give -f %s", sp_source_name(job->source),
			sp_import_words[crawlgraph_format(job)]);
}

/* Is what the bytes are what the user asked for? */
static bool
crawlgraph_agrees(const struct crawlgraph *job,
		  const struct sp_recognised *found)
{
	enum sp_import_format_number asked = crawlgraph_format(job);

	if (found->sure && found->format >= SP_FORMAT_CRAWLED)
		return !asked || found->format == asked;
	/* The reader of ClueWeb22 says what other JSON lacks. */
	if (asked == SP_FORMAT_CLUEWEB22 && !strcmp(found->noun, "JSON"))
		return true;
	/* Lines of these may begin with anything. */
	return !found->sure && asked;
}

static enum sp_status
crawlgraph_open(struct crawlgraph *job)
{
	struct cmd *cmd = job->import.cmd;
	struct sp_arcs_options *arcs = &job->how.arcs;
	struct sp_sample sample = { NULL, 0, false };
	struct sp_recognised found;

	if (import_open_source(cmd, cmd_main_input(cmd), &job->source))
		return cmd->err.status;
	if (!job->word && look_for_archive(job, job->source))
		return cmd->err.status;
	if (crawlgraph_has_archives(job))
		return begin_again(job);
	/* A tab is hard to type, and no file has a backslash and a t. */
	if (arcs->separator && !strcmp(arcs->separator, "\\t"))
		arcs->separator = "\t";
	if (import_recognise(cmd, job->source, arcs, false, job->word > 0,
			     &sample, &found))
		return cmd->err.status;
	if (!crawlgraph_agrees(job, &found))
		return import_reject(cmd, sp_source_name(job->source), &found,
				     crawlgraph_format(job), job->words);
	if (!job->word)
		set_format(job, found.format);
	return SP_OK;
}

enum sp_status
crawlgraph_find_format(struct crawlgraph *job)
{
	struct cmd *cmd = job->import.cmd;
	bool asked = job->word > 0;
	enum sp_status status = asked ? SP_OK : look_at_first(job);

	if (!status && !crawlgraph_has_archives(job))
		status = crawlgraph_open(job);
	if (!status && crawlgraph_has_archives(job))
		status = cmd_reject_no_archives(cmd,
						crawlgraph_format(job));
	if (status)
		return status;
	if (crawlgraph_format(job) == SP_FORMAT_CLUEWEB22 &&
	    job->import.pages.normalize && !job->how.clueweb_urls)
		return sp_fail(&cmd->err, SP_USAGE, "option --normalize: ids "
			       "of ClueWeb22 have no normal form (give "
			       "--urls)");
	if (!asked)
		import_say_format(cmd, crawlgraph_format(job));
	/* The rules of options once more, now that the format is known. */
	return options_check(cmd->options, &cmd->err);
}
