/* SPDX-License-Identifier: MIT */
/*
 * How an operand is looked at.  A look must not change what is read: a source
 * is peeked at, its byte-order mark is skipped as the reader would, and a web
 * archive is looked for before that, because archives are read packed as they
 * are.
 *
 * An archive is the one kind of file that may be damaged and still be read,
 * from the next record on.  So damage while unpacking the first bytes is no
 * failure if what came before it is an archive, or if its name says so; a file
 * that begins with a dictionary can be nothing else.
 *
 * The text of a crawler's log is a list of links for any program that does not
 * know better, a URL and some columns.  It is refused here, since the graph
 * would have its dates for pages.
 */
#include "cli/import/recognise.h"

#include "cli/import/retype.h"

#include "formats/import/recognise_text.h"
#include "web/archive/head.h"
#include "web/crawllog/crawllog.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum sp_status
import_open_source(struct cmd *cmd, const char *path,
		   struct sp_source **source)
{
	if (!strcmp(path, "-") && isatty(STDIN_FILENO))
		return sp_fail(&cmd->err, SP_USAGE, "standard input is "
			       "a terminal: give a file or a pipe (see "
			       "--help)");
	return sp_source_open(path, source, &cmd->err);
}

enum sp_status
import_peek(struct cmd *cmd, struct sp_source *source,
	    struct sp_sample *sample)
{
	if (sp_source_skip_mark(source, &cmd->err) ||
	    sp_source_peek(source, &sample->text, &sample->size, &cmd->err))
		return cmd->err.status;
	/* The mark, which was skipped, has 3 bytes. */
	sample->whole = sample->size + 3 < SP_SOURCE_PEEK;
	return SP_OK;
}

/* Does the file begin with a dictionary, as only a .warc.zst does? */
static bool
has_dictionary(const struct sp_source *source)
{
	size_t size;
	const uint8_t *start = sp_source_start(source, &size);

	return size >= 4 && !memcmp(start, "\x5d\x2a\x4d\x18", 4);
}

/* What the reader of archives skips before the first record. */
static void
skip_to_record(struct sp_sample *sample)
{
	size_t skipped = 0;

	if (sample->size >= 3 && !memcmp(sample->text, "\357\273\277", 3))
		skipped = 3;
	while (skipped < sample->size &&
	       (sample->text[skipped] == '\r' || sample->text[skipped] == '\n'))
		skipped++;
	sample->text += skipped;
	sample->size -= skipped;
}

enum sp_status
import_look_for_archive(struct cmd *cmd, struct sp_source *source,
			enum sp_import_format_number *format)
{
	const char *path = sp_source_name(source);
	struct sp_arcs_options columns = SP_ARCS_DEFAULTS;
	struct sp_sample sample = { NULL, 0, true };
	struct sp_recognised found;
	struct sp_error damage = { .status = SP_OK };

	if (has_dictionary(source)) {
		*format = SP_FORMAT_WARC;
		return SP_OK;
	}
	if (sp_source_peek(source, &sample.text, &sample.size, &damage) &&
	    damage.status != SP_DATA) {
		cmd->err = damage;
		return damage.status;
	}
	skip_to_record(&sample);
	sp_recognise(&sample, &columns, false, &found);
	/*
	 * An ARC may have lost its first record, by which it is recognised.  By
	 * what is in the others it may be some binary data.
	 */
	if ((!found.sure || found.format == SP_FORMAT_AUTO) &&
	    sp_begins_arc(sample.text, sp_first_line(&sample)))
		found.format = SP_FORMAT_WARC;
	if (found.format == SP_FORMAT_WARC || found.format == SP_FORMAT_WAT) {
		*format = found.format;
		return SP_OK;
	}
	if (!damage.status)
		return SP_OK;
	/* The reader of archives reports the damage, and goes on after it. */
	if (strstr(path, ".warc") || strstr(path, ".arc")) {
		*format = SP_FORMAT_WARC;
		return SP_OK;
	}
	cmd->err = damage;
	return damage.status;
}

/*
 * Lines of a log look like links: a URL, and whatever stands beside it.  JSON
 * is known as such, and much else begins with a bracket.
 */
static enum sp_status
reject_log(struct cmd *cmd, const struct sp_source *source,
	   const struct sp_sample *sample)
{
	const char *noun = sp_text_log((struct sp_span){ sample->text,
							 sample->size });

	return noun ? sp_fail(&cmd->err, SP_DATA, "%s: %s: it has downloads, "
			      "but no links: crawlimport reads it",
			      sp_source_name(source), noun) : SP_OK;
}

enum sp_status
import_recognise(struct cmd *cmd, struct sp_source *source,
		 const struct sp_arcs_options *arcs, bool columns_given,
		 bool asked, struct sp_sample *sample,
		 struct sp_recognised *found)
{
	if (import_peek(cmd, source, sample))
		return cmd->err.status;
	sp_recognise(sample, arcs, columns_given, found);
	return found->sure || asked ? SP_OK : reject_log(cmd, source, sample);
}

/* The command for the filter of the format, which recognises it. */
static enum sp_status
reject_other(struct cmd *cmd, const char *what,
	     enum sp_import_format_number format, char *const *words)
{
	static const struct retype_option chosen = { "format", 'f', true };
	struct sp_line command = SP_LINE_EMPTY;
	int count = 1;

	retype_add(&command, sp_import_filter(format));
	for (words++; *words; words += count) {
		count = retype_words(words, &chosen);
		if (!count) {
			retype_add(&command, *words);
			count = 1;
		}
	}
	return retype_fail(cmd, SP_DATA, what, &command);
}

enum sp_status
import_reject(struct cmd *cmd, const char *path,
	      const struct sp_recognised *found,
	      enum sp_import_format_number asked, char *const *words)
{
	const char *lists = sp_import_filter(SP_FORMAT_ARCS);
	bool elsewhere = strcmp(lists, cmd->program->name) &&
			 (strstr(found->advice, "--") ||
			  strstr(found->advice, "-f "));
	bool packed = !strncmp(found->advice, "unpack it: ", 11);
	char what[400];

	if (packed)
		return sp_fail(&cmd->err, SP_DATA, "%s: %s: %s | %s", path,
			       found->noun, found->advice, cmd->program->name);
	/* Advice for text names options of the filter that reads lists. */
	if (!found->format)
		return sp_fail(&cmd->err, SP_DATA, "%s: %s: %s%s%s", path,
			       found->noun, found->advice,
			       elsewhere ? ", with " : "",
			       elsewhere ? lists : "");
	snprintf(what, sizeof(what), "%s: %s%s%s", path, found->noun,
		 asked ? ", not " : "", asked ? sp_import_nouns[asked] : "");
	if (strcmp(sp_import_filter(found->format), cmd->program->name) != 0)
		return reject_other(cmd, what, found->format, words);
	return sp_fail(&cmd->err, SP_DATA, "%s: give -f %s", what,
		       sp_import_words[found->format]);
}

void
import_say_format(struct cmd *cmd, enum sp_import_format_number format)
{
	cmd_say(cmd, "recognised: --format %s", sp_import_words[format]);
}
