/* SPDX-License-Identifier: MIT */
/*
 * Which format the input has: by --format, by the names of the operands, or
 * else by the first bytes.  Where the user and the bytes disagree, the bytes
 * are right, and the message says what they are.
 */
#include "graphimport.h"

#include "formats/import/bvgraph.h"
#include "stream/stream.h"
#include "web/crawllog/crawllog.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The word of --format for the format. */
static struct sp_line
word_of(enum sp_import_format_number format)
{
	const char *word = SP_FORMAT_WORDS, *end;
	struct sp_line line = SP_LINE_EMPTY;

	for (unsigned i = 0; i < (unsigned)format; i++)
		word = strchr(word, '|') + 1;
	end = strchrnul(word, '|');
	sp_line_add_bytes(&line, word, (size_t)(end - word));
	return line;
}

static enum sp_status
fail_format(struct import *import, const struct sp_recognised *found)
{
	const char *name = sp_source_name(import->source);
	enum sp_import_format_number asked = import->options->format;
	struct sp_line word;

	if (!found->format)
		return sp_fail(error_of(import), SP_DATA, "%s: %s: %s", name,
			       found->noun, found->advice);
	word = word_of(found->format);
	(void)sp_fail(error_of(import), SP_DATA, "%s: %s, not %s: give -f %s",
		      name, found->noun, sp_import_formats[asked]->noun,
		      word.text ? word.text : "");
	sp_line_free(&word);
	return SP_DATA;
}

/* Is what the bytes are what the user asked for? */
static bool
agrees(const struct import *import, const struct sp_recognised *found)
{
	switch (import->options->format) {
	case SP_FORMAT_AUTO:
		return found->format != SP_FORMAT_AUTO;
	case SP_FORMAT_ARCS:
		return found->format == SP_FORMAT_ARCS || found->arcs_if_asked;
	case SP_FORMAT_CC:
		/* Its files look like those of arcs. */
		return !found->sure;
	case SP_FORMAT_CSV:
	case SP_FORMAT_LINKDB:
		/* Its lines may begin with anything. */
		return !found->sure || found->format == import->options->format;
	case SP_FORMAT_CLUEWEB22:
		/* Other JSON too: its reader says what is missing. */
		return !found->sure ||
		       found->format == import->options->format ||
		       !strcmp(found->noun, "JSON");
	default:
		return found->format == import->options->format;
	}
}

enum sp_status
import_peek(struct import *import, struct sp_source *source,
	    struct sp_sample *sample)
{
	if (sp_source_skip_mark(source, error_of(import)) ||
	    sp_source_peek(source, &sample->text, &sample->size,
			   error_of(import)))
		return error_of(import)->status;
	/* The mark, which was skipped, has 3 bytes. */
	sample->whole = sample->size + 3 < SP_SOURCE_PEEK;
	return SP_OK;
}

/*
 * Lines of a log look like links: a URL, and whatever stands beside it.
 */
static enum sp_status
reject_log(struct import *import)
{
	struct sp_error *err = error_of(import);
	enum sp_crawl_format_number log;

	if (sp_crawllog_recognise(import->source, &log, err))
		return err->status;
	/* JSON is known as such, and much else begins with a bracket. */
	if (log == SP_LOG_AUTO || sp_crawl_formats[log]->json)
		return SP_OK;
	return sp_fail(err, SP_DATA, "%s: %s: it has downloads, but no links: "
		       "crawlimport reads it", sp_source_name(import->source),
		       sp_crawl_formats[log]->noun);
}

static enum sp_status
recognise_source(struct import *import)
{
	struct import_options *options = import->options;
	struct sp_sample sample = { NULL, 0, false };
	struct sp_recognised found;
	bool columns = import_is_given(import, &options->arcs.source_column) ||
		       import_is_given(import, &options->arcs.target_column) ||
		       import_is_given(import, &options->arcs.weight_column);

	if (import_peek(import, import->source, &sample))
		return error_of(import)->status;
	/* A graph that was imported already gets scores all the same. */
	import->is_stream = (import_has_scores(import) || options->parts) &&
			    !options->format &&
			    sample.size >= SP_MAGIC_SIZE &&
			    !memcmp(sample.text, SP_MAGIC, SP_MAGIC_SIZE);
	if (import->is_stream)
		return SP_OK;
	/* A tab is hard to type, and no file has a backslash and a t. */
	if (options->arcs.separator && !strcmp(options->arcs.separator, "\\t"))
		options->arcs.separator = "\t";
	sp_recognise(&sample, &options->arcs, columns, &found);
	if (!found.sure && !options->format && !columns && reject_log(import))
		return error_of(import)->status;
	if (!agrees(import, &found))
		return fail_format(import, &found);
	if (options->format == SP_FORMAT_AUTO)
		options->format = found.format;
	if (options->format == SP_FORMAT_ARCS && !options->arcs.separator &&
	    *found.look.separator)
		options->arcs.separator = found.look.separator;
	for (int i = 0; i < SP_RECOGNISED_NOTES && *found.notes[i] &&
	     !import_has_urls(import); i++)
		cmd_warn(import->cmd, "%s: %s",
			 sp_source_name(import->source), found.notes[i]);
	import->ids_are_pages = found.look.numbers && !options->arcs.base1 &&
				(options->names || options->arcs.dense);
	return SP_OK;
}

/* Opens the operand and looks into it; the source stays open for the import. */
static enum sp_status
open_and_recognise(struct import *import, const char *path)
{
	if (!strcmp(path, "-") && isatty(STDIN_FILENO))
		return sp_fail(error_of(import), SP_USAGE, "standard input is "
			       "a terminal: give a file or a pipe (see "
			       "--help)");
	if (sp_source_open(path, &import->source, error_of(import)))
		return error_of(import)->status;
	if (import->options->format == SP_FORMAT_AUTO &&
	    import_look_for_archive(import, import->source))
		return error_of(import)->status;
	return import_has_archives(import) ? SP_OK : recognise_source(import);
}

/*
 * Formats of which the operand is a name, or one of several files, open it
 * themselves.  A look into it may not take bytes from a pipe.
 */
static enum sp_status
check_named_format(struct import *import, const char *path)
{
	size_t length = strlen(path);
	enum sp_status status;
	struct stat info;

	if (import->options->format == SP_FORMAT_BVGRAPH &&
	    (sp_bvgraph_is_name(path) ||
	     (length > 6 && !strcmp(path + length - 6, ".graph"))))
		return SP_OK;
	if (stat(path, &info) || !S_ISREG(info.st_mode))
		return SP_OK;
	status = open_and_recognise(import, path);
	sp_source_close(import->source);
	import->source = NULL;
	return status;
}

static enum sp_status
format_find(struct import *import)
{
	struct import_options *options = import->options;
	const char *path = cmd_main_input(import->cmd);

	if (options->format == SP_FORMAT_AUTO && options->vertices.count)
		options->format = SP_FORMAT_CC;
	if (import_find_archives(import))
		return error_of(import)->status;
	if (import_has_archives(import))
		return options_check(import->cmd->options, error_of(import));
	if (import_find_cc(import))
		return error_of(import)->status;
	if (options->format == SP_FORMAT_AUTO && sp_bvgraph_is_name(path))
		options->format = SP_FORMAT_BVGRAPH;
	if (options->format == SP_FORMAT_BVGRAPH ||
	    options->format == SP_FORMAT_CC) {
		if (check_named_format(import, path))
			return error_of(import)->status;
	} else if (open_and_recognise(import, path)) {
		return error_of(import)->status;
	}
	if (import_has_archives(import) && import_find_archives(import))
		return error_of(import)->status;
	/* The rules of options once more, now that the format is known. */
	return options_check(import->cmd->options, error_of(import));
}

enum sp_status
import_find_format(struct import *import)
{
	bool asked = import->options->format != SP_FORMAT_AUTO;
	struct sp_line word;

	if (format_find(import))
		return error_of(import)->status;
	if (asked || import->is_stream)
		return SP_OK;
	import->recognised = true;
	word = word_of(import->options->format);
	cmd_say(import->cmd, "recognised: --format %s",
		word.text ? word.text : "");
	sp_line_free(&word);
	return SP_OK;
}
