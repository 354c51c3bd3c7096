/* SPDX-License-Identifier: MIT */
/*
 * Shapes that are chosen by their patterns, and rules for them; --host.
 *
 * A pattern is known by its text alone, which is given as the cell of a table.
 * One that is no shape of this crawl is refused: a rule for it would stop what
 * nobody has looked at.  The message names the shape of the same host that is
 * written most like it, or the nearest host.
 */
#include "crawlshape.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "base/suggest.h"
#include "formats/rules/rules.h"
#include "graph/hosts.h"
#include "web/file/source.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 150 /* bytes of a pattern in a message, at most */

static int
shown(struct sp_span text)
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

/* The first shape of this host; count if there is none. */
static uint64_t
find_shape_host(const struct sp_shapes *shapes, struct sp_span host)
{
	uint64_t i = 0;

	while (i < shapes->count &&
	       !sp_span_equal(sp_shape_host(shapes, i), host))
		i++;
	return i;
}

static enum sp_status
fail_of_host(const struct crawlshape *shape, struct sp_span host)
{
	const struct sp_shapes *shapes = &shape->shapes;
	struct nearest nearest = { { NULL, 0 }, 0 };
	struct sp_span last = { NULL, 0 };

	for (uint64_t i = 0; i < shapes->count; i++) {
		struct sp_span next = sp_shape_host(shapes, i);

		if (!last.text || !sp_span_equal(last, next))
			look_nearer(&nearest, host, next);
		last = next;
	}
	if (!nearest.text.text)
		return sp_fail(&shape->cmd->err, SP_DATA, "no page has the "
			       "host \"%.*s\"", shown(host), host.text);
	return sp_fail(&shape->cmd->err, SP_DATA, "no page has the host "
		       "\"%.*s\"; the nearest is \"%.*s\"", shown(host),
		       host.text, shown(nearest.text), nearest.text.text);
}

enum sp_status
crawlshape_find_host(struct crawlshape *shape)
{
	const char *given = shape->options.host;
	struct sp_name_room *room = malloc(sizeof(*room));
	struct sp_span host;
	bool ascii;
	uint64_t at;
	enum sp_status status = SP_OK;

	if (!room)
		return sp_no_memory(&shape->cmd->err, "the host");
	host.text = room->text;
	host.length = sp_url_host(given, strlen(given), room->text, &ascii);
	at = find_shape_host(&shape->shapes, host);
	if (at < shape->shapes.count)
		sp_shape_siblings(&shape->shapes, at, &shape->first,
				  &shape->end);
	else
		status = fail_of_host(shape, host);
	free(room);
	return status;
}

/* ---- chosen shapes ---------------------------------------------------- */

/* The byte that two hexadecimal digits stand for; -1: they are none. */
static int
hex_byte(const char *digits)
{
	int byte = 0;

	for (unsigned i = 0; i < 2; i++) {
		char c = (char)(digits[i] | ' ');

		if (sp_is_digit(c))
			byte = byte * 16 + (c - '0');
		else if (c >= 'a' && c <= 'f')
			byte = byte * 16 + (c - 'a' + 10);
		else
			return -1;
	}
	return byte;
}

/*
 * Undoes the escapes of a cell (base/text.h), into as many bytes at most.  A
 * "\" that begins none stays, so that patterns without a "\" of the URL may
 * also be given as they are.
 */
static size_t
read_cell(char *to, struct sp_span cell)
{
	static const char letters[] = "\\tnr", bytes[] = "\\\t\n\r";
	size_t length = 0;

	for (size_t i = 0; i < cell.length; i++) {
		const char *at = cell.text + i;
		size_t left = cell.length - i;
		const char *letter = left > 1 && *at == '\\' ?
			memchr(letters, at[1], sizeof(letters) - 1) : NULL;
		int byte = left > 3 && at[0] == '\\' && at[1] == 'x' ?
				   hex_byte(at + 2) : -1;

		if (letter) {
			to[length++] = bytes[letter - letters];
			i++;
		} else if (byte >= 0) {
			to[length++] = (char)byte;
			i += 3;
		} else {
			to[length++] = *at;
		}
	}
	return length;
}

struct choosing {
	struct crawlshape *shape;
	struct sp_dictionary *patterns; /* of the shapes */
	bool *stopped;                  /* each shape */
	bool any;                       /* is any of them? */
};

static enum sp_status
fail_of_pattern(const struct crawlshape *shape, struct sp_span pattern)
{
	const struct sp_shapes *shapes = &shape->shapes;
	struct nearest nearest = { { NULL, 0 }, 0 };
	struct sp_span host = pattern;
	uint64_t first = 0, end;

	host.length = 0;
	while (host.length < pattern.length &&
	       pattern.text[host.length] != '/' &&
	       pattern.text[host.length] != '?')
		host.length++;
	first = find_shape_host(shapes, host);
	if (first == shapes->count)
		return fail_of_host(shape, host);
	sp_shape_siblings(shapes, first, &first, &end);
	for (; first < end; first++)
		look_nearer(&nearest, pattern, sp_shape_text(shapes, first));
	return sp_fail(&shape->cmd->err, SP_DATA, "\"%.*s\" is no shape of "
		       "this crawl; the nearest is \"%.*s\"", shown(pattern),
		       pattern.text, shown(nearest.text), nearest.text.text);
}

static enum sp_status
choose_shape(struct choosing *choosing, struct sp_span cell)
{
	char *text = sp_alloc(cell.length, 1);
	struct sp_span pattern = { text, 0 };
	enum sp_status status = SP_OK;
	uint64_t index;

	if (!text)
		return sp_no_memory(&choosing->shape->cmd->err, "a pattern");
	pattern.length = read_cell(text, cell);
	if (sp_dictionary_find(choosing->patterns, pattern.text,
			       pattern.length, &index)) {
		choosing->stopped[index] = choosing->any = true;
	} else {
		status = fail_of_pattern(choosing->shape, pattern);
	}
	free(text);
	return status;
}

/* Blanks are part of a pattern; "#" begins none, since no host has one. */
static enum sp_status
choose_lines(struct choosing *choosing, struct sp_source *source,
	     struct sp_error *err)
{
	struct sp_error why;
	struct sp_span line;

	while (!sp_source_line(source, &line.text, &line.length, err)) {
		if (!line.text)
			return SP_OK;
		if (!line.length || line.text[0] == '#' ||
		    !choose_shape(choosing, line))
			continue;
		if (err->status == SP_MEMORY)
			return SP_MEMORY;
		why = *err;
		return sp_source_bad_line(source, err, "%s", why.text);
	}
	return err->status;
}

static enum sp_status
choose_from_file(struct choosing *choosing, const char *path)
{
	struct cmd *cmd = choosing->shape->cmd;
	struct sp_source *source = NULL;
	enum sp_status status = SP_OK;

	if (!strcmp(path, "-"))
		status = cmd_use_standard_input(cmd);
	if (!status)
		status = sp_source_open(path, &source, &cmd->err);
	if (!status)
		status = choose_lines(choosing, source, &cmd->err);
	if (!status && !choosing->any)
		status = sp_fail(&cmd->err, SP_DATA, "%s: no shape in the list",
				 sp_source_name(source));
	sp_source_close(source);
	return status;
}

static enum sp_status
choose_all(struct choosing *choosing)
{
	const struct crawlshape_options *options = &choosing->shape->options;
	struct sp_shapes *shapes = &choosing->shape->shapes;
	const uint8_t *shape_traps = shapes->traps;
	enum sp_status status = SP_OK;

	choosing->patterns = sp_dictionary_new(&shapes->patterns);
	choosing->stopped = sp_alloc_zero(shapes->count,
					  sizeof(*choosing->stopped));
	if (!choosing->patterns || !choosing->stopped)
		return sp_no_memory(&choosing->shape->cmd->err, "the choice");
	for (uint64_t i = 0; shape_traps && i < shapes->count; i++)
		choosing->stopped[i] = shape_traps[i] != SP_TRAP_NONE;
	for (uint64_t i = 0; i < options->chosen.count && !status; i++) {
		const char *text = options->chosen.items[i];

		status = choose_shape(choosing, (struct sp_span){
					      text, strlen(text) });
	}
	if (!status && options->list)
		status = choose_from_file(choosing, options->list);
	return status;
}

/* ---- rules ------------------------------------------------------------ */

static enum sp_status
put_rules(void *context, const char *text, size_t length, struct sp_error *err)
{
	return cmd_output_text(context, text, length, err);
}

static void
report_rules(const struct crawlshape *shape,
	     const struct sp_rules_report *report, const char *reader)
{
	struct sp_span first;

	cmd_count(shape->cmd, "rules", report->written);
	cmd_count(shape->cmd, "left_out", report->left_out);
	if (!report->written && !report->left_out)
		cmd_warn(shape->cmd, "no shape is called a trap: there are no "
			 "rules");
	if (!report->left_out)
		return;
	first = sp_shape_text(&shape->shapes, report->first);
	cmd_warn(shape->cmd, "left out %" PRIu64 " of %" PRIu64 " shapes, for "
		 "which %s has no exact rule: \"%.*s\"%s: it %s",
		 report->left_out, report->left_out + report->written, reader,
		 shown(first), first.text,
		 report->left_out > 1 ? " and others" : "", report->reason);
}

enum sp_status
crawlshape_rules(struct crawlshape *shape)
{
	enum sp_rules_format_number format =
		(enum sp_rules_format_number)(shape->options.to -
						 TO_RULES);
	const struct sp_rules_sink sink = { shape->output, put_rules };
	struct choosing choosing = { .shape = shape };
	struct sp_rules_report report;
	enum sp_status status = choose_all(&choosing);

	if (!status)
		status = sp_rules_write(&shape->shapes, choosing.stopped,
					format, &sink, &report,
					&shape->cmd->err);
	if (!status)
		report_rules(shape, &report, sp_rules_reader(format));
	sp_dictionary_free(choosing.patterns);
	free(choosing.stopped);
	return status;
}
