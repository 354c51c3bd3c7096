/* SPDX-License-Identifier: MIT */
/*
 * A file of another kind in the wrong place is recognised, and the message says
 * what it is and which filter reads it.  Only sure kinds are refused: a list of
 * pages may begin with anything.
 */
#include "cli/foreign.h"

#include "formats/import/recognise.h"

#include <string.h>
#include <sys/stat.h>

/* Is the kind of the file known?  Then found says what it is. */
static bool
look(struct sp_source *source, struct sp_sample *sample,
     struct sp_recognised *found)
{
	const struct sp_arcs_options arcs = SP_ARCS_DEFAULTS;
	struct sp_error err;

	if (sp_source_peek(source, &sample->text, &sample->size, &err) ||
	    !sample->size)
		return false;
	sp_recognise(sample, &arcs, true, found);
	/* Damaged archives and lines of JSON begin with anything. */
	return found->sure && strcmp(found->noun, "binary data") != 0 &&
	       strcmp(found->noun, "JSON") != 0;
}

static bool
is_archive(const struct sp_recognised *found)
{
	return found->format == SP_FORMAT_WARC ||
	       found->format == SP_FORMAT_WAT ||
	       strstr(found->noun, "(WET)");
}

/* What to do with it instead; "" if that is plain. */
static const char *
advice_for(const struct sp_recognised *found)
{
	static const char *const readers[][2] = {
		{ "(CDX)", "crawlimport reads it" },
		{ "Browsertrix", "crawlimport reads it" },
		{ "(WET)", "relscore reads it" },
		{ "a seedpipe stream", "graphstat describes it" },
		{ "a manifest of", "graphstat --manifest makes it" }
	};
	static const char *const actions[] = { "unpack", "probably", "get",
					       "write LF", "crawlgraph" };

	if (is_archive(found) && found->format != SP_FORMAT_AUTO)
		return "crawlgraph and warcstat read it";
	if (found->format >= SP_FORMAT_CRAWLED)
		return "crawlgraph reads it";
	if (found->format != SP_FORMAT_AUTO)
		return "graphimport reads it";
	for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++)
		if (strstr(found->noun, readers[i][0]))
			return readers[i][1];
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (!strncmp(found->advice, actions[i], strlen(actions[i])))
			return found->advice;
	return "";
}

static enum sp_status
foreign_reject(struct cmd *cmd, const char *name,
	       const struct sp_recognised *found, const char *wanted)
{
	const char *advice = advice_for(found);

	return sp_fail(&cmd->err, SP_DATA, "%s: %s, not %s%s%s", name,
		       found->noun, wanted, *advice ? ": " : "", advice);
}

enum sp_status
cmd_reject_foreign(struct cmd *cmd, struct sp_source *source,
		   const char *wanted)
{
	struct sp_sample sample = { NULL, 0, false };
	struct sp_recognised found;

	return look(source, &sample, &found) ?
		       foreign_reject(cmd, sp_source_name(source), &found,
				      wanted) :
		       SP_OK;
}

/*
 * An archive that the reader of this format would pass over.  A WARC may hold
 * nothing but metadata, as a WAT does: what only one of them has must be there.
 */
static enum sp_status
reject_other_archive(struct cmd *cmd, const char *path,
		     enum sp_import_format_number format,
		     const struct sp_sample *sample,
		     const struct sp_recognised *found)
{
	/* Not so the name of a type in JSON, which has quotes. */
	static const char pages[] = "WARC-Type: re";

	if (!format || found->format == format)
		return SP_OK;
	if (!found->format && cmd->operand_count > 1)
		cmd_warn(cmd, "%s: %s, which have no links", path, found->noun);
	if (!found->format ||
	    (format == SP_FORMAT_WAT && !strstr(found->noun, "(ARC)") &&
	     !memmem(sample->text, sample->size, pages, sizeof(pages) - 1)))
		return SP_OK;
	return sp_fail(&cmd->err, SP_DATA, "%s: %s, not %s: give it to another "
		       "%s, with -f %s", path, found->noun,
		       sp_import_nouns[format], cmd->program->name,
		       sp_import_words[found->format]);
}

static enum sp_status
reject_no_archive(struct cmd *cmd, const char *path,
		  enum sp_import_format_number format)
{
	struct sp_sample sample = { NULL, 0, false };
	struct sp_recognised found;
	struct sp_source *source = NULL;
	struct sp_error err;
	enum sp_status status = SP_OK;
	struct stat info;

	if (stat(path, &info) || !S_ISREG(info.st_mode))
		return SP_OK;
	if (!sp_source_open(path, &source, &err) &&
	    look(source, &sample, &found))
		status = is_archive(&found) ?
				 reject_other_archive(cmd, path, format,
						      &sample, &found) :
				 foreign_reject(cmd, path, &found,
						"a WARC or ARC");
	sp_source_close(source);
	return status;
}

enum sp_status
cmd_reject_no_archives(struct cmd *cmd, enum sp_import_format_number format)
{
	enum sp_status status = SP_OK;

	for (int i = 0; !status && i < cmd->operand_count; i++)
		status = reject_no_archive(cmd, cmd->operands[i], format);
	return status;
}
