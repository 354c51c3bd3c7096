/* SPDX-License-Identifier: MIT */
/*
 * The patterns that were given are a table with a dictionary, in which each
 * shape is looked up; then a pattern that no shape has is refused, with its
 * line.  So the table is as large as the list, and not as the shapes, of which
 * a crawl may have millions.
 *
 * Names in messages are the nearest by the number of letters that differ; all
 * shapes are compared for that, once, before the run ends.
 */
#include "cli/shapelist.h"

#include "cli/input.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "base/suggest.h"
#include "web/file/source.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 150 /* bytes of a pattern in a message, at most */

static int
shown_bytes(struct sp_span text)
{
	return (int)(text.length < SHOWN ? text.length : SHOWN);
}

/* ---- the nearest ------------------------------------------------------ */

struct nearest {
	struct sp_span text;      /* absent: none yet */
	unsigned distance;
};

/* What both begin with does not count, however long it is. */
static void
look_nearer(struct nearest *nearest, struct sp_span given, struct sp_span text)
{
	struct sp_span rest = text;
	unsigned distance;

	while (rest.length && given.length && *rest.text == *given.text) {
		sp_span_cut(&rest, 1);
		sp_span_cut(&given, 1);
	}
	distance = sp_word_distance(given.text, given.length, rest.text,
				    rest.length);
	if (!nearest->text.text || distance < nearest->distance)
		*nearest = (struct nearest){ text, distance };
}

enum sp_status
cmd_no_shape_host(struct cmd *cmd, struct sp_span host,
		  const struct sp_shapes *shapes)
{
	struct nearest nearest = { { NULL, 0 }, 0 };
	struct sp_span last = { NULL, 0 };

	for (uint64_t i = 0; i < shapes->count; i++) {
		struct sp_span next = sp_shape_host(shapes, i);

		if (!last.text || !sp_span_equal(last, next))
			look_nearer(&nearest, host, next);
		last = next;
	}
	if (!nearest.text.text)
		return sp_fail(&cmd->err, SP_DATA, "no page has the host "
			       "\"%.*s\"", shown_bytes(host), host.text);
	return sp_fail(&cmd->err, SP_DATA, "no page has the host \"%.*s\"; "
		       "the nearest is \"%.*s\"", shown_bytes(host), host.text,
		       shown_bytes(nearest.text), nearest.text.text);
}

static enum sp_status
no_such_shape(struct cmd *cmd, struct sp_span pattern,
	      const struct sp_shapes *shapes)
{
	struct nearest nearest = { { NULL, 0 }, 0 };
	struct sp_span host = sp_pattern_host(pattern);

	for (uint64_t i = 0; i < shapes->count; i++)
		if (sp_span_equal(sp_shape_host(shapes, i), host))
			look_nearer(&nearest, pattern,
				    sp_shape_text(shapes, i));
	if (!nearest.text.text)
		return cmd_no_shape_host(cmd, host, shapes);
	return sp_fail(&cmd->err, SP_DATA, "\"%.*s\" is no shape of "
		       "this crawl; the nearest is \"%.*s\"",
		       shown_bytes(pattern), pattern.text,
		       shown_bytes(nearest.text), nearest.text.text);
}

/* ---- what was given --------------------------------------------------- */

struct given {
	struct sp_names patterns;
	struct sp_dictionary *known; /* of these */
	uint64_t *lines;             /* of each, the first; 0: an option */
	uint64_t capacity;
	char *text;                  /* room for a pattern */
};

/*
 * Undoes the escapes of a cell (base/text.h), up to SP_NAME_MAX bytes: what is
 * longer than any pattern is then found to be none.  A "\" that begins no
 * escape stays, so that patterns of URLs without a "\" may also be given as
 * they are.
 */
static size_t
read_cell(char *to, struct sp_span cell)
{
	static const char letters[] = "\\tnr", bytes[] = "\\\t\n\r";
	size_t length = 0;

	for (size_t i = 0; i < cell.length && length < SP_NAME_MAX; i++) {
		const char *at = cell.text + i;
		size_t left = cell.length - i;
		const char *letter = left > 1 && *at == '\\' ?
			memchr(letters, at[1], sizeof(letters) - 1) : NULL;
		bool hex = left > 3 && at[0] == '\\' && at[1] == 'x' &&
			   sp_hex_value(at[2]) >= 0 &&
			   sp_hex_value(at[3]) >= 0;

		if (letter) {
			to[length++] = bytes[letter - letters];
			i++;
		} else if (hex) {
			to[length++] = (char)(sp_hex_value(at[2]) << 4 |
					      sp_hex_value(at[3]));
			i += 3;
		} else {
			to[length++] = *at;
		}
	}
	return length;
}

static enum sp_status
give_pattern(struct given *given, struct sp_span cell, uint64_t line,
	     struct sp_error *err)
{
	uint64_t before = given->patterns.count, index;
	size_t length;

	length = read_cell(given->text, cell);
	if (sp_dictionary_add(given->known, given->text, length, &index, err))
		return err->status;
	if (index < before)
		return SP_OK;
	if (!sp_grow(&given->lines, &given->capacity, index + 1))
		return sp_no_memory(err, "a list of shapes");
	given->lines[index] = line;
	return SP_OK;
}

/* Blanks are part of a pattern. */
static enum sp_status
give_lines(struct given *given, struct sp_source *source, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	struct sp_span line;
	bool any = false;

	while (sp_source_next(source, &line, &status, err)) {
		if (!line.length || *line.text == '#')
			continue;
		any = true;
		status = give_pattern(given, line,
				      sp_source_line_number(source), err);
	}
	return status || any ? status :
			       sp_fail(err, SP_DATA, "%s: no shape in the "
				       "list", sp_source_name(source));
}

static enum sp_status
give_all(struct cmd *cmd, struct given *given,
	 const struct option_list *patterns, struct sp_source *source)
{
	enum sp_status status = SP_OK;

	given->known = sp_dictionary_new(&given->patterns);
	given->text = malloc(SP_NAME_MAX);
	if (!given->known || !given->text)
		return sp_no_memory(&cmd->err, "a list of shapes");
	for (uint64_t i = 0; patterns && i < patterns->count && !status; i++) {
		const char *text = patterns->items[i];

		status = give_pattern(given, (struct sp_span){
					      text, strlen(text) },
				      0, &cmd->err);
	}
	return status || !source ? status :
				   give_lines(given, source, &cmd->err);
}

/* ---- what it chooses -------------------------------------------------- */

/* The first pattern that is no shape, with its line. */
static enum sp_status
refuse_pattern(struct cmd *cmd, const struct given *given, uint64_t index,
	       const struct sp_shapes *shapes, const struct sp_source *source)
{
	struct sp_error why;

	if (!no_such_shape(cmd, sp_names_span(&given->patterns, index),
			   shapes) || !given->lines[index])
		return cmd->err.status;
	why = cmd->err;
	return sp_fail(&cmd->err, SP_DATA, "%s: line %" PRIu64 ": %s",
		       sp_source_name(source), given->lines[index], why.text);
}

static enum sp_status
choose_given(struct cmd *cmd, const struct given *given,
	     const struct sp_shapes *shapes, const struct sp_source *source,
	     bool *chosen)
{
	bool *found = sp_alloc_zero(given->patterns.count, sizeof(*found));
	enum sp_status status = SP_OK;
	uint64_t index;

	if (!found)
		return sp_no_memory(&cmd->err, "a list of shapes");
	for (uint64_t i = 0; i < shapes->count; i++) {
		struct sp_span text = sp_shape_text(shapes, i);

		if (sp_dictionary_find(given->known, text.text, text.length,
				       &index))
			found[index] = chosen[i] = true;
	}
	for (uint64_t i = 0; i < given->patterns.count && !status; i++)
		if (!found[i])
			status = refuse_pattern(cmd, given, i, shapes, source);
	free(found);
	return status;
}

enum sp_status
cmd_choose_shapes(struct cmd *cmd, const struct option_list *patterns,
		  const char *path, const struct sp_shapes *shapes,
		  bool *chosen)
{
	struct given given = { .patterns = SP_NAMES_EMPTY };
	struct sp_source *source = NULL;
	enum sp_status status = SP_OK;

	if (path)
		status = cmd_open_source(cmd, path, &source);
	if (!status)
		status = give_all(cmd, &given, patterns, source);
	if (!status)
		status = choose_given(cmd, &given, shapes, source, chosen);
	sp_source_close(source);
	sp_dictionary_free(given.known);
	sp_names_free(&given.patterns);
	free(given.lines);
	free(given.text);
	return status;
}
