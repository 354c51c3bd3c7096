/* SPDX-License-Identifier: MIT */
/*
 * Lists of links: what both readers share, and the choice between them.
 *
 * Pages are numbers (arcs_ids.c) or names (arcs_names.c), which the first line
 * with a link decides, unless the caller has.  Ids can be parsed by threads and
 * renumbered by sorting; names need a dictionary, which one thread fills.  The
 * text at hand when the choice is made goes on to the reader with the position
 * and the count of lines that it has by then: a pipe cannot be read twice, and
 * errors must have the numbers of lines in the file.
 *
 * Neither reader takes the order of the lines for granted, so both end in a
 * sort (graph/links), which takes no time to speak of if lines are sorted
 * already, and goes to the disk if links do not fit options->memory.
 */
#include "formats/import/arcs_parts.h"

#include "base/ascii.h"
#include "formats/import/formats.h"

#include <stdlib.h>
#include <string.h>

enum sp_status
sp_arcs_fail_at(const struct sp_arcs_import *import, uint64_t line,
		struct sp_error *err)
{
	/* sp_fail() writes into err, from which it would read. */
	char text[sizeof(err->text)];

	memcpy(text, err->text, sizeof(text));
	return sp_fail(err, SP_DATA, "%s: line %" PRIu64 ": %s",
		       sp_source_name(import->source), line, text);
}

enum sp_status
sp_arcs_next_text(const struct sp_arcs_import *import, const char **text,
		  size_t *length, struct sp_error *err)
{
	return sp_source_lines(import->source, text, length, err) ?
		       sp_source_long_line(import->source, import->lines + 1,
					   err) : SP_OK;
}

/* Skips the first options->skip lines; length 0 if no text is left. */
static enum sp_status
skip_lines(struct sp_arcs_import *import, const char **text, size_t *length,
	   struct sp_error *err)
{
	if (sp_arcs_next_text(import, text, length, err))
		return err->status;
	while (*length && import->lines < import->options->skip) {
		const char *end = memchr(*text, '\n', *length);

		import->lines++;
		*length -= (size_t)(end + 1 - *text);
		*text = end + 1;
		if (!*length &&
		    sp_arcs_next_text(import, text, length, err))
			return err->status;
	}
	return SP_OK;
}

static bool
arcs_is_number(const struct sp_span *field)
{
	return sp_are_digits(field->text, field->length);
}

/*
 * Decides by the first line with a link, skipping the lines before it.  A line
 * that cannot be split is left to the reader, which makes the message.
 */
static enum sp_status
choose_keys(struct sp_arcs_import *import, const char **text, size_t *length,
	    enum sp_arcs_keys *keys, struct sp_error *err)
{
	*keys = import->options->keys;
	while (*length && *keys == SP_ARCS_AUTO) {
		const char *end = memchr(*text, '\n', *length);
		size_t size = (size_t)(end - *text);
		struct sp_arc_fields fields;

		if (size && (*text)[size - 1] == '\r')
			size--;
		fields.source.text = NULL;
		if (size && sp_arc_split(&import->format, *text, size, &fields,
				 err)) {
			*keys = SP_ARCS_IDS;
		} else if (fields.source.text) {
			*keys = arcs_is_number(&fields.source) &&
						arcs_is_number(&fields.target) ?
					SP_ARCS_IDS : SP_ARCS_NAMES;
		} else {
			import->lines++;
			*length -= (size_t)(end + 1 - *text);
			*text = end + 1;
			if (!*length &&
			    sp_arcs_next_text(import, text, length, err))
				return err->status;
		}
	}
	return SP_OK;
}

static enum sp_status
check_arcs_options(struct sp_arcs_import *import, struct sp_error *err)
{
	const struct sp_arcs_options *options = import->options;
	struct sp_arc_format *format = &import->format;

	*format = (struct sp_arc_format){
		.separator = options->separator ? options->separator : "",
		.source_column = options->source_column ?
					 options->source_column : 1,
		.target_column = options->target_column ?
					 options->target_column : 2,
		.weight_column = options->weight_column,
		.base1 = options->base1,
	};
	format->separator_length = strlen(format->separator);
	/*
	 * Weight column 0 means none; the others are at least 1 here, so that
	 * an equal one is always a mistake.
	 */
	if (format->source_column == format->target_column ||
	    format->source_column == format->weight_column ||
	    format->target_column == format->weight_column)
		return sp_fail(err, SP_USAGE, "the columns of source, target "
			       "and weight must differ");
	if (strchr(format->separator, '\n'))
		return sp_fail(err, SP_USAGE, "the separator of columns must "
			       "not be the end of a line");
	import->sort = (struct sp_linksort_options){
		options->memory, options->directory, options->threads,
		options->weight_column != 0, options->progress
	};
	return SP_OK;
}

/*
 * Options that only ids have are refused here and not where options are
 * checked, because it takes a line of the file to know what its pages are.
 */
static enum sp_status
read_arcs_source(struct sp_arcs_import *import, struct sp_error *err)
{
	enum sp_arcs_keys keys;
	const char *text;
	size_t length;

	if (check_arcs_options(import, err) ||
	    skip_lines(import, &text, &length, err) ||
	    choose_keys(import, &text, &length, &keys, err))
		return err->status;
	/* A file without links has no pages either, of any kind. */
	if (keys == SP_ARCS_NAMES &&
	    (import->options->base1 || import->options->dense))
		return sp_fail(err, SP_USAGE, "%s: its pages have names: "
			       "options for ids (--base1, --dense) do not "
			       "apply", sp_source_name(import->source));
	return keys == SP_ARCS_NAMES ?
		       sp_arcs_import_names(import, text, length, err) :
		       sp_arcs_import_ids(import, text, length, err);
}

enum sp_status
sp_import_arcs(struct sp_source *source,
	       const struct sp_arcs_options *options,
	       struct sp_imported *made, struct sp_error *err)
{
	struct sp_arcs_import import = { .source = source,
					 .options = options,
					 .result = made };
	enum sp_status status = read_arcs_source(&import, err);

	/* Also after a failure: what was made is the caller's to free. */
	sp_imported_take(made, &import.made);
	made->lines = import.lines;
	return status;
}

/* ---- in the table of formats ------------------------------------------ */

/*
 * The names of renumbered ids are the ids, so the first one decides: other
 * names are taken for ids only if the first is a number.
 */
static bool
names_are_ids(const struct sp_names *names)
{
	struct sp_name_room room;
	struct sp_span name;

	if (!names->count)
		return false;
	name = sp_names_read(names, 0, &room);
	return sp_are_digits(name.text, name.length);
}

static enum sp_status
read_arcs(const struct sp_import_options *options,
	  const struct sp_row_sink *sink, struct sp_imported *made,
	  struct sp_error *err)
{
	struct sp_arcs_options how = options->arcs;
	struct sp_source *source = options->source;
	enum sp_status status = SP_OK;

	(void)sink;
	how.names = options->named ? &made->names : NULL;
	how.memory = options->sort.memory;
	how.directory = options->sort.directory;
	how.threads = options->sort.threads;
	how.progress = options->progress;
	if (!source)
		status = sp_source_open(options->paths[0], &source, err);
	if (!status)
		status = sp_import_arcs(source, &how, made, err);
	if (!options->source)
		sp_source_close(source);
	/* The names are the caller's, or those of the list. */
	if (!status && !options->named)
		made->names_are_ids = names_are_ids(&made->names);
	return status;
}

const struct sp_import_format sp_format_arcs = {
	.in_memory = true, .read = read_arcs
};
