/* SPDX-License-Identifier: MIT */
/*
 * Which format the input has: by --format, by the names of the operands, or
 * else by the first bytes.
 *
 * The order of the questions is that of how sure their answers are: names of
 * files that only a Common Crawl graph has, then those of a BVGraph, then
 * bytes.  A file that a format opens itself is only looked at here; any other
 * stays open, because a pipe can be read once.
 */
#include "graphimport.h"

#include "cli/import/recognise.h"
#include "cli/import/retype.h"
#include "cli/input.h"

#include "formats/import/bvgraph.h"
#include "stream/stream.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Is what the bytes are what the user asked for? */
static bool
graphimport_agrees(const struct graphimport *job,
		   const struct sp_recognised *found)
{
	switch (job->format) {
	case SP_FORMAT_AUTO:
		return found->format && found->format < SP_FORMAT_CRAWLED;
	case SP_FORMAT_ARCS:
		return found->format == SP_FORMAT_ARCS || found->arcs_if_asked;
	case SP_FORMAT_CC:
		/* Its files look like those of arcs. */
		return !found->sure;
	default:
		return found->format == job->format;
	}
}

/* Is it a stream, to be cut?  Then the command for that is the failure. */
static enum sp_status
reject_stream(struct graphimport *job, const struct sp_sample *sample)
{
	const char *name = sp_source_name(job->source);
	struct sp_line command = SP_LINE_EMPTY;
	char what[400];

	if (!job->import.to.count || job->format ||
	    sample->size < SP_MAGIC_SIZE ||
	    memcmp(sample->text, SP_MAGIC, SP_MAGIC_SIZE) != 0)
		return SP_OK;
	retype_add(&command, "graphsplit");
	for (char **word = job->words + 1; *word; word++)
		retype_add(&command, *word);
	snprintf(what, sizeof(what), "%s: a seedpipe stream", name);
	return retype_fail(job->import.cmd, SP_DATA, what, &command);
}

/* Takes what is known of the lines, and warns of what will not be read. */
static void
use_look(struct graphimport *job, const struct sp_recognised *found)
{
	struct sp_arcs_options *arcs = &job->how.arcs;

	if (!job->format)
		job->format = found->format;
	if (job->format == SP_FORMAT_ARCS && !arcs->separator &&
	    *found->look.separator)
		arcs->separator = found->look.separator;
	for (int i = 0; i < SP_RECOGNISED_NOTES && *found->notes[i]; i++)
		cmd_warn(job->import.cmd, "%s: %s",
			 sp_source_name(job->source), found->notes[i]);
	job->ids_are_pages = found->look.numbers && !arcs->base1 &&
			     (job->import.pages.names || arcs->dense);
}

static enum sp_status
recognise_source(struct graphimport *job)
{
	struct cmd *cmd = job->import.cmd;
	struct sp_arcs_options *arcs = &job->how.arcs;
	struct sp_sample sample = { NULL, 0, false };
	struct sp_recognised found;
	bool columns = option_is_given(cmd->options, &arcs->source_column) ||
		       option_is_given(cmd->options, &arcs->target_column) ||
		       option_is_given(cmd->options, &arcs->weight_column);

	if (arcs->separator && !*arcs->separator)
		return sp_fail(&cmd->err, SP_USAGE, "option --separator: no "
			       "character separates nothing (leave it out: it "
			       "is detected)");
	/* A tab is hard to type, and no file has a backslash and a t. */
	if (arcs->separator && !strcmp(arcs->separator, "\\t"))
		arcs->separator = "\t";
	if (import_recognise(cmd, job->source, arcs, columns,
			     job->format || columns, &sample, &found) ||
	    reject_stream(job, &sample))
		return cmd->err.status;
	if (!graphimport_agrees(job, &found))
		return import_reject(cmd, sp_source_name(job->source), &found,
				     job->format, job->words);
	use_look(job, &found);
	return SP_OK;
}

/* Opens the operand and looks into it; the source stays open for the import. */
static enum sp_status
graphimport_open(struct graphimport *job, const char *path)
{
	struct cmd *cmd = job->import.cmd;
	struct sp_recognised archive = { .format = SP_FORMAT_AUTO };

	if (import_open_source(cmd, path, &job->source) ||
	    (!job->format &&
	     import_look_for_archive(cmd, job->source, &archive.format)))
		return cmd->err.status;
	if (!archive.format)
		return recognise_source(job);
	archive.noun = sp_import_nouns[archive.format];
	return import_reject(cmd, sp_source_name(job->source), &archive,
			     SP_FORMAT_AUTO, job->words);
}

/*
 * Formats of which the operand is a name, or one of several files, open it
 * themselves.  A look into it may not take bytes from a pipe.
 */
static enum sp_status
check_named_format(struct graphimport *job, const char *path)
{
	size_t length = strlen(path);
	enum sp_status status;
	struct stat info;

	if (job->format == SP_FORMAT_BVGRAPH &&
	    (sp_bvgraph_is_name(path) ||
	     (length > 6 && !strcmp(path + length - 6, ".graph"))))
		return SP_OK;
	if (stat(path, &info) || !S_ISREG(info.st_mode))
		return SP_OK;
	status = graphimport_open(job, path);
	sp_source_close(job->source);
	job->source = NULL;
	return status;
}

enum sp_status
graphimport_find_format(struct graphimport *job)
{
	struct cmd *cmd = job->import.cmd;
	const char *path = cmd_main_input(cmd);
	bool asked = job->format != SP_FORMAT_AUTO;
	enum sp_status status;

	if (!job->format && job->vertices.count)
		job->format = SP_FORMAT_CC;
	if (graphimport_find_cc(job))
		return cmd->err.status;
	if (!job->format && sp_bvgraph_is_name(path))
		job->format = SP_FORMAT_BVGRAPH;
	if (job->format == SP_FORMAT_BVGRAPH || job->format == SP_FORMAT_CC)
		status = check_named_format(job, path);
	else
		status = graphimport_open(job, path);
	/* The rules of options once more, now that the format is known. */
	if (!status)
		status = options_check(cmd->options, &cmd->err);
	job->recognised = !status && !asked;
	if (job->recognised)
		import_say_format(cmd, job->format);
	return status;
}
