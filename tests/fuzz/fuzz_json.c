/* SPDX-License-Identifier: MIT */
/*
 * JSON as events: the text in pieces of any size gives the same events and the
 * same verdict as a second reader, which follows the grammar of RFC 8259 by
 * calls of functions that return.
 */
#include "fuzz.h"

#include "web/file/jsonwalk.h"

#define ROOM (1 << 18)

/* What was called: a letter each, and texts between bytes that end them. */
struct trace {
	char text[ROOM];
	size_t length;
	uint64_t left;           /* events before false is returned */
};

static bool
note(struct trace *trace, char what, struct sp_span text)
{
	hold(trace->length + text.length + 3 < ROOM);
	trace->text[trace->length++] = what;
	if (text.length)
		memcpy(trace->text + trace->length, text.text, text.length);
	trace->length += text.length;
	trace->text[trace->length++] = '\n';
	return trace->left-- > 0;
}

static bool
note_value(void *context, enum sp_json_kind kind, struct sp_span text)
{
	return note(context, "tnbz"[kind], text);
}

static bool
note_key(void *context, struct sp_span key)
{
	return note(context, 'k', key);
}

static bool
note_open(void *context, bool list)
{
	return note(context, list ? '[' : '{', SP_SPAN(""));
}

static bool
note_close(void *context, bool list)
{
	return note(context, list ? ']' : '}', SP_SPAN(""));
}

static const struct sp_json_events events = { note_value, note_key, note_open,
					      note_close };

static enum sp_json_result
in_pieces(const uint8_t *data, size_t size, size_t piece, bool many,
	  struct trace *trace)
{
	struct sp_json_walk walk = { .events = &events, .context = trace,
				     .many = many };
	enum sp_json_result result = SP_JSON_GOOD;

	while (size && !result) {
		size_t length = size < piece ? size : piece;
		char *copy = malloc(length); /* so that its end is seen */

		hold(copy);
		memcpy(copy, data, length);
		result = sp_json_walk(&walk, (struct sp_span){ copy, length });
		free(copy);
		data += length;
		size -= length;
	}
	if (!result)
		result = sp_json_walk_end(&walk);
	sp_json_walk_free(&walk);
	return result;
}

/* ---- the second way --------------------------------------------------- */

struct naive {
	const uint8_t *at, *end;
	struct trace *trace;
	bool stopped;
};

static int
next_byte(const struct naive *naive)
{
	return naive->at < naive->end ? *naive->at : -1;
}

static bool
take(struct naive *naive, const char *word)
{
	const uint8_t *at = naive->at;

	for (; *word; word++, at++)
		if (at == naive->end || *at != (uint8_t)*word)
			return false;
	naive->at = at;
	return true;
}

static void
skip_blanks(struct naive *naive)
{
	while (next_byte(naive) >= 0 && strchr(" \t\n\v\f\r", *naive->at) &&
	       *naive->at)
		naive->at++;
}

/* The event was noted; did it let the reading go on? */
static bool
went_on(struct naive *naive, bool on)
{
	naive->stopped = !on;
	return on;
}

static bool
naive_unit(struct naive *naive, unsigned *unit)
{
	*unit = 0;
	for (int i = 0; i < 4; i++) {
		const char *digits = "0123456789abcdefABCDEF";
		int byte = next_byte(naive);
		const char *digit = byte > 0 ? strchr(digits, byte) : NULL;

		if (!digit)
			return false;
		naive->at++;
		*unit = *unit * 16 + (unsigned)(digit - digits) -
			(digit - digits > 15 ? 6 : 0);
	}
	return true;
}

static size_t
naive_utf8(unsigned code, char *to)
{
	if (code < 0x80)
		return (size_t)(to[0] = (char)code, 1);
	if (code < 0x800) {
		to[0] = (char)(0xC0 + code / 64);
		to[1] = (char)(0x80 + code % 64);
		return 2;
	}
	if (code < 0x10000) {
		to[0] = (char)(0xE0 + code / 4096);
		to[1] = (char)(0x80 + code / 64 % 64);
		to[2] = (char)(0x80 + code % 64);
		return 3;
	}
	to[0] = (char)(0xF0 + code / 262144);
	to[1] = (char)(0x80 + code / 4096 % 64);
	to[2] = (char)(0x80 + code / 64 % 64);
	to[3] = (char)(0x80 + code % 64);
	return 4;
}

/* After "\u": one unit of UTF-16, or two that are a pair. */
static bool
naive_pair(struct naive *naive, char *to, size_t *length)
{
	const uint8_t *second;
	unsigned high, low;

	if (!naive_unit(naive, &high))
		return false;
	second = naive->at;
	if (high / 0x400 == 0x36 && take(naive, "\\u")) {
		if (!naive_unit(naive, &low))
			return false;
		if (low / 0x400 == 0x37)
			high = 0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00;
		else
			naive->at = second;
	}
	if (high >= 0xD800 && high < 0xE000)
		high = 0xFFFD;
	*length += naive_utf8(high, to + *length);
	return true;
}

/* A string without its escapes, in memory of the caller. */
static bool
naive_string(struct naive *naive, char *to, size_t *length)
{
	static const char from[] = "\"\\/bfnrt", what[] = "\"\\/\b\f\n\r\t";

	*length = 0;
	if (!take(naive, "\""))
		return false;
	while (!take(naive, "\"")) {
		int byte = next_byte(naive);
		const char *known;

		if (byte < 0x20)
			return false;
		naive->at++;
		if (byte != '\\') {
			to[(*length)++] = (char)byte;
			continue;
		}
		byte = next_byte(naive);
		if (take(naive, "u")) {
			if (!naive_pair(naive, to, length))
				return false;
			continue;
		}
		known = byte > 0 ? strchr(from, byte) : NULL;
		if (!known)
			return false;
		naive->at++;
		to[(*length)++] = what[known - from];
	}
	return true;
}

static bool
naive_digits(struct naive *naive)
{
	const uint8_t *start = naive->at;

	while (next_byte(naive) >= '0' && next_byte(naive) <= '9')
		naive->at++;
	return naive->at > start;
}

static bool
naive_number(struct naive *naive)
{
	(void)take(naive, "-");
	if (!take(naive, "0") && !naive_digits(naive))
		return false;
	if (take(naive, ".") && !naive_digits(naive))
		return false;
	if (!take(naive, "e") && !take(naive, "E"))
		return true;
	if (!take(naive, "+"))
		(void)take(naive, "-");
	return naive_digits(naive);
}

static bool naive_value(struct naive *naive);

static bool
naive_text(struct naive *naive, bool key)
{
	char *text = malloc((size_t)(naive->end - naive->at) + 1);
	struct sp_span span = { text, 0 };
	bool good;

	hold(text);
	good = naive_string(naive, text, &span.length) &&
	       went_on(naive, key ? note_key(naive->trace, span) :
			note_value(naive->trace, SP_JSON_TEXT, span));
	free(text);
	return good;
}

static bool
naive_member(struct naive *naive, bool list)
{
	if (!list) {
		if (!naive_text(naive, true))
			return false;
		skip_blanks(naive);
		if (!take(naive, ":"))
			return false;
		skip_blanks(naive);
	}
	return naive_value(naive);
}

static bool
naive_open(struct naive *naive, bool list)
{
	const char *end = list ? "]" : "}";

	if (!went_on(naive, note_open(naive->trace, list)))
		return false;
	skip_blanks(naive);
	if (!take(naive, end)) {
		do {
			skip_blanks(naive);
			if (!naive_member(naive, list))
				return false;
			skip_blanks(naive);
		} while (take(naive, ","));
		if (!take(naive, end))
			return false;
	}
	return went_on(naive, note_close(naive->trace, list));
}

static bool
naive_value(struct naive *naive)
{
	const char *start = (const char *)naive->at;
	enum sp_json_kind kind = SP_JSON_BOOLEAN;
	struct sp_span text = { start, 0 };
	int byte = next_byte(naive);

	if (byte == '"')
		return naive_text(naive, false);
	if (take(naive, "["))
		return naive_open(naive, true);
	if (take(naive, "{"))
		return naive_open(naive, false);
	if (take(naive, "null"))
		kind = SP_JSON_NULL;
	else if (!take(naive, "true") && !take(naive, "false")) {
		kind = SP_JSON_NUMBER;
		if (!naive_number(naive))
			return false;
	}
	text.length = (size_t)((const char *)naive->at - start);
	return went_on(naive, note_value(naive->trace, kind, text));
}

static enum sp_json_result
by_grammar(const uint8_t *data, size_t size, bool many, struct trace *trace)
{
	struct naive naive = { data, data + size, trace, false };

	skip_blanks(&naive);
	do {
		if (!naive_value(&naive))
			return naive.stopped ? SP_JSON_STOPPED : SP_JSON_WRONG;
		skip_blanks(&naive);
	} while (many && naive.at < naive.end);
	return naive.at < naive.end ? SP_JSON_WRONG : SP_JSON_GOOD;
}

/*
 * The first byte: whether values may follow one another, how long pieces are,
 * and whether an event ends the reading.
 */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct trace pieces, whole;
	uint64_t how = fuzz_take(&data, &size, 1);
	size_t piece = how / 2 % 16 ? (size_t)(how / 2 % 16) : size + 1;
	enum sp_json_result result;

	pieces.length = whole.length = 0;
	pieces.left = whole.left = how / 32 < 6 ? UINT64_MAX : how % 8;
	result = in_pieces(data, size, piece, how % 2, &pieces);
	hold(by_grammar(data, size, how % 2, &whole) == result);
	hold(pieces.length == whole.length);
	hold(!memcmp(pieces.text, whole.text, whole.length));
	return 0;
}
