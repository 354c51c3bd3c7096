/* SPDX-License-Identifier: MIT */
/*
 * Whole lines of a source, in one of two ways that must not be mixed: one by
 * one, or some megabytes at a time for parsers that look for line ends
 * themselves.
 *
 * A buffer holds text up to the last whole line (text_lines), then the start of
 * the next one.  It grows when a line does not fit, up to LINE_MAX_BYTES: a
 * file without line ends must not take all memory before it is refused.  It is
 * moved to the front only when all whole lines were given out: a part of a line
 * is all that is left then, so each byte is moved at most once.
 *
 * There are two buffers that take turns, so that the text given out last stays
 * valid while the next is read: parsers in other threads work on it.  Only the
 * start of a line at the end is copied from one to the other.
 *
 * The last line gets the end that it may lack, and TEXT_SLACK bytes after the
 * text are defined: parsers may read words of eight bytes without looking for
 * the end.
 */
#include "web/file/source_private.h"

#include "base/memory.h"
#include "base/span.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LINE_MAX_BYTES ((size_t)16 << 20)

/* Text at hand at once: work for several threads, yet in a cache. */
#define TEXT_SIZE SP_BUFFER((size_t)2 << 20, (size_t)1 << 10)
#define TEXT_SLACK 16   /* readable bytes after the text */

/*
 * Fills the buffer up to its capacity or the end of the source.  It never
 * holds more than the longest line, so that a longer one has no end in it.
 */
static enum sp_status
fill_source(struct sp_source *source, struct sp_error *err)
{
	size_t limit = (size_t)source->text_capacity - 1 - TEXT_SLACK;

	if (limit > LINE_MAX_BYTES + 1)
		limit = LINE_MAX_BYTES + 1;
	while (!source->text_done && source->text_end < limit) {
		size_t room = limit - source->text_end;
		size_t got;

		if (sp_source_read(source, source->text + source->text_end,
				   room < SP_SOURCE_RAW ? room : SP_SOURCE_RAW,
				   &got, err))
			return err->status;
		source->text_end += got;
		source->text_done = !got;
	}
	/* The limit leaves room for this newline. */
	if (source->text_done && source->text_end &&
	    source->text[source->text_end - 1] != '\n')
		source->text[source->text_end++] = '\n';
	return SP_OK;
}

/* Room for size bytes of text, of which the first used are there. */
static bool
grow_text(char **text, uint64_t *capacity, uint64_t size, size_t used)
{
	if (size <= *capacity)
		return true;
	if (!sp_grow(text, capacity, size))
		return false;
	/*
	 * Parsers may read TEXT_SLACK bytes past the text: they must be
	 * defined.
	 */
	memset(*text + used, 0, *capacity - used);
	return true;
}

/* Makes the buffer begin with the next line, and have room for more. */
static bool
make_source_room(struct sp_source *source)
{
	uint64_t needed = TEXT_SIZE;

	source->text_end -= source->text_lines;
	if (source->text_end && source->text_lines)
		memmove(source->text, source->text + source->text_lines,
			source->text_end);
	source->text_at = 0;
	source->text_lines = 0;
	if (source->text_end > TEXT_SIZE / 2)
		needed = (uint64_t)source->text_end * 2;
	return grow_text(&source->text, &source->text_capacity, needed,
			 source->text_end);
}

/* Goes on in the other buffer, so that the lines in this one stay. */
static bool
change_buffer(struct sp_source *source)
{
	size_t left = source->text_end - source->text_lines;
	char *text = source->text;
	uint64_t capacity = source->text_capacity;

	if (!text)
		return true;
	if (!grow_text(&source->other, &source->other_capacity,
		       left < TEXT_SIZE ? TEXT_SIZE : left + 1, 0))
		return false;
	memcpy(source->other, text + source->text_lines, left);
	source->text = source->other;
	source->text_capacity = source->other_capacity;
	source->other = text;
	source->other_capacity = capacity;
	source->text_at = source->text_lines = 0;
	source->text_end = left;
	return true;
}

enum sp_status
sp_source_long_line(const struct sp_source *source, uint64_t line,
		    struct sp_error *err)
{
	if (!source->text_long)
		return err->status;
	return sp_fail(err, SP_DATA, "%s: line %" PRIu64 ": over 16 MiB long: "
		       "not a text file", source->name, line);
}

/*
 * Gets text until there is a whole line, or nothing more.  The mark of UTF-8 is
 * skipped before the first byte, which is known by there being no buffer yet.
 */
static enum sp_status
more_text(struct sp_source *source, struct sp_error *err)
{
	if (!source->text && sp_source_skip_mark(source, err))
		return err->status;
	do {
		const char *last;

		if (source->text_end - source->text_lines > LINE_MAX_BYTES) {
			source->text_long = true;
			return sp_source_long_line(source, source->line + 1,
						   err);
		}
		if (!make_source_room(source))
			return sp_no_memory(err, source->name);
		if (fill_source(source, err))
			return err->status;
		last = source->text_end ? memrchr(source->text, '\n',
						  source->text_end) : NULL;
		if (last)
			source->text_lines = (size_t)(last + 1 -
						      source->text);
	} while (!source->text_lines && !source->text_done);
	return SP_OK;
}

/*
 * The two buffers change places before more is read, so that the text of the
 * last call stays where it is.
 */
enum sp_status
sp_source_lines(struct sp_source *source, const char **text, size_t *length,
		struct sp_error *err)
{
	*text = NULL;
	*length = 0;
	if (source->text_at == source->text_lines) {
		if (!change_buffer(source))
			return sp_no_memory(err, source->name);
		if (more_text(source, err))
			return err->status;
	}
	*text = source->text + source->text_at;
	*length = source->text_lines - source->text_at;
	source->text_at = source->text_lines;
	return SP_OK;
}

/* What is wrong with a text that another program has packed; or NULL. */
static const char *
find_packer(struct sp_span text)
{
	/* The size of its blocks is a digit. */
	if (text.length >= 10 && sp_span_begins(text, SP_SPAN("BZh")) &&
	    !memcmp(text.text + 4, "1AY&SY", 6))
		return "packed with bzip2: unpack it with bzip2 -dc";
	if (sp_span_begins(text, SP_SPAN("\xfd" "7zXZ")))
		return "packed with xz: unpack it with xz -dc";
	if (sp_span_begins(text, SP_SPAN("PK\3\4")))
		return "a zip archive: unpack it with unzip -p";
	return NULL;
}

/*
 * Looks for NUL bytes in each line and not in the block, since the message has
 * the number of the line.
 */
enum sp_status
sp_source_line(struct sp_source *source, const char **line, size_t *length,
	       struct sp_error *err)
{
	const char *start, *end, *fault = NULL;

	*line = NULL;
	*length = 0;
	if (source->text_at == source->text_lines && more_text(source, err))
		return err->status;
	if (source->text_at == source->text_lines)
		return SP_OK;
	start = source->text + source->text_at;
	/* Of these there may be very many. */
	if (*start == '\n') {
		source->text_at++;
		source->line++;
		*line = start;
		return SP_OK;
	}
	end = memchr(start, '\n', source->text_lines - source->text_at);
	source->text_at = (size_t)(end + 1 - source->text);
	source->line++;
	if (source->line == 1)
		fault = find_packer((struct sp_span){
			start, (size_t)(end - start) });
	if (!fault && memchr(start, '\0', (size_t)(end - start)))
		fault = "binary, not text";
	if (fault)
		return sp_source_bad_line(source, err, "%s", fault);
	if (end > start && end[-1] == '\r')
		end--;
	*line = start;
	*length = (size_t)(end - start);
	return SP_OK;
}

uint64_t
sp_source_line_number(const struct sp_source *source)
{
	return source->line;
}

enum sp_status
sp_source_bad_at(const struct sp_source *source, uint64_t line,
		 struct sp_error *err, const char *format, va_list arguments)
{
	char text[sizeof(err->text)];

	vsnprintf(text, sizeof(text), format, arguments);
	return sp_fail(err, SP_DATA, "%s: line %" PRIu64 ": %s", source->name,
		       line, text);
}

enum sp_status
sp_source_bad_line(const struct sp_source *source, struct sp_error *err,
		   const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	(void)sp_source_bad_at(source, source->line, err, format, arguments);
	va_end(arguments);
	return SP_DATA;
}
