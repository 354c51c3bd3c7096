/* SPDX-License-Identifier: MIT */
/*
 * A string, a number, a word or a sign at a time.  What may come next is one of
 * seven places; of what is open, only whether it is a list is remembered, a
 * byte each, on a stack that grows, so that depth costs no stack of calls.
 *
 * Most bytes of JSON are in strings.  What may end one is found for a block of
 * bytes at once, and remembered: it is enough for several short strings, each
 * of which would wait for the end of the one before if each were searched.  A
 * string without escapes is passed on where it lies.  With escapes it is
 * copied, since what they stand for is never longer than they are.
 *
 * Pieces: a string or number that is cut at the end of a piece is kept, and
 * read again from its first byte when the next piece comes.  A number at the
 * end of a piece may go on, so it is complete only when another byte follows,
 * or at the end of all.
 */
#include "web/file/jsonwalk.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "web/file/jsonstops.h"

#include <stdlib.h>

/* What may come next; nothing was read: PLACE_VALUE. */
enum place {
	PLACE_VALUE,        /* a value */
	PLACE_ITEM_OR_END,  /* the first item of a list, or its end */
	PLACE_KEY_OR_END,   /* the first key of an object, or its end */
	PLACE_KEY,          /* a key */
	PLACE_COLON,
	PLACE_COMMA_OR_END, /* after an item or a member */
	PLACE_DONE          /* after the value */
};

/* How reading a piece of the text went. */
enum step {
	STEP_GOOD,
	STEP_CUT,           /* it goes on in the next piece, perhaps */
	STEP_WRONG,
	STEP_STOPPED,
	STEP_MEMORY
};

struct piece {
	const char *at, *end;
	bool last;          /* nothing follows */
	const char *known;  /* the end of a block, */
	uint64_t stops;     /* of which these are the stops */
};

#define REPLACEMENT 0xFFFD

/* ---- strings ---------------------------------------------------------- */

/* The first stop that is known from at on; NULL: none. */
static inline const char *
known_stop(const struct piece *piece, const char *at)
{
	uint64_t stops;

	if (at >= piece->known)
		return NULL;
	stops = piece->stops >> (SP_JSON_BLOCK - (piece->known - at));
	return stops ? at + __builtin_ctzll(stops) : NULL;
}

/* The first quote, backslash or control character, or the end. */
static const char *
skip_plain_text(struct piece *piece, const char *at)
{
	const char *stop = known_stop(piece, at);

	while (!stop) {
		if (at < piece->known)
			at = piece->known;
		if (piece->end - at < SP_JSON_BLOCK)
			break;
		piece->known = at + SP_JSON_BLOCK;
		piece->stops = sp_json_stops(at);
		stop = known_stop(piece, at);
	}
	if (stop)
		return stop;
	while (at < piece->end && *at != '"' && *at != '\\' &&
	       (unsigned char)*at >= 0x20)
		at++;
	return at;
}

/* The value of four hexadecimal digits at text; -1 if there are none. */
static int32_t
four_digits(const char *text)
{
	int32_t value = 0;

	for (int i = 0; i < 4; i++) {
		int digit = sp_hex_value(text[i]);

		if (digit < 0)
			return -1;
		value = value << 4 | digit;
	}
	return value;
}

/*
 * Writes what a \u escape stands for, whose digits are at *at; moves *at past
 * it, and past the second half of a pair.  The string ends with a quote, before
 * which no escape is cut.
 */
static char *
undo_pair(const char **at, const char *end, char *to)
{
	uint32_t code = (uint32_t)four_digits(*at);
	bool high = code >= 0xD800 && code < 0xDC00;
	int32_t low = -1;

	*at += 4;
	if (high && end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u')
		low = four_digits(*at + 2);
	if (low >= 0xDC00 && low < 0xE000) {
		*at += 6;
		code = 0x10000 + ((code & 0x3FF) << 10 |
				  ((uint32_t)low & 0x3FF));
	} else if (code >= 0xD800 && code < 0xE000) {
		code = REPLACEMENT;
	}
	return to + sp_utf8_put(to, code);
}

static char
undo_letter(char c)
{
	return c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' :
	       c == 'b' ? '\b' : c == 'f' ? '\f' : c;
}

/* A string that has escapes, all of them valid, without them. */
static enum step
undo_escapes_of(struct sp_json_walk *walk, struct sp_span *text)
{
	const char *at = text->text, *end = at + text->length;
	char *to;

	if (!sp_grow(&walk->undone, &walk->undone_room, text->length))
		return STEP_MEMORY;
	to = walk->undone;
	while (at < end) {
		const char *stop = memchr(at, '\\', (size_t)(end - at));
		size_t length = (size_t)((stop ? stop : end) - at);

		memcpy(to, at, length);
		to += length;
		at += length;
		if (!stop)
			break;
		at += 2;
		if (at[-1] == 'u')
			to = undo_pair(&at, end, to);
		else
			*to++ = undo_letter(at[-1]);
	}
	*text = (struct sp_span){ walk->undone, (size_t)(to - walk->undone) };
	return STEP_GOOD;
}

/* Reads a string, whose first quote is at piece->at. */
static enum step
read_any_string(struct sp_json_walk *walk, struct piece *piece,
		struct sp_span *text)
{
	const char *start = piece->at + 1, *at = start;
	bool escapes = false;

	for (;;) {
		at = skip_plain_text(piece, at);
		if (at == piece->end)
			return STEP_CUT;
		if (*at == '"')
			break;
		escapes = true;
		if (*at != '\\')
			return STEP_WRONG;
		if (piece->end - at < 2)
			return STEP_CUT;
		if (at[1] != 'u') {
			if (!at[1] || !strchr("\"\\/bfnrt", at[1]))
				return STEP_WRONG;
			at += 2;
			continue;
		}
		for (int i = 2; i < 6; i++) {
			if (at + i == piece->end)
				return STEP_CUT;
			if (sp_hex_value(at[i]) < 0)
				return STEP_WRONG;
		}
		at += 6;
	}
	*text = (struct sp_span){ start, (size_t)(at - start) };
	piece->at = at + 1;
	return escapes ? undo_escapes_of(walk, text) : STEP_GOOD;
}

/* The same; most end in a quote that is known. */
static inline enum step
read_string(struct sp_json_walk *walk, struct piece *piece,
	    struct sp_span *text)
{
	const char *start = piece->at + 1, *stop = known_stop(piece, start);

	if (!stop || *stop != '"')
		return read_any_string(walk, piece, text);
	*text = (struct sp_span){ start, (size_t)(stop - start) };
	piece->at = stop + 1;
	return STEP_GOOD;
}

/* ---- values ----------------------------------------------------------- */

static const char *
skip_digits(const char *at, const char *end)
{
	while (at < end && sp_is_digit(*at))
		at++;
	return at;
}

/* Digits must stand at *at, which is moved past them. */
static enum step
take_digits(const char **at, const char *end)
{
	const char *start = *at;

	*at = skip_digits(start, end);
	return *at > start ? STEP_GOOD : start == end ? STEP_CUT : STEP_WRONG;
}

/* "-1.5e+7": no zeros in front, and digits on both sides of a point. */
static enum step
read_number(struct piece *piece, struct sp_span *text)
{
	const char *start = piece->at, *at = start, *end = piece->end;
	enum step step;

	at += *at == '-';
	if (at < end && *at == '0')
		at++;
	else if ((step = take_digits(&at, end)))
		return step;
	if (at < end && *at == '.') {
		at++;
		if ((step = take_digits(&at, end)))
			return step;
	}
	if (at < end && (*at == 'e' || *at == 'E')) {
		at++;
		at += at < end && (*at == '+' || *at == '-');
		if ((step = take_digits(&at, end)))
			return step;
	}
	if (at == end && !piece->last)
		return STEP_CUT;
	*text = (struct sp_span){ start, (size_t)(at - start) };
	piece->at = at;
	return STEP_GOOD;
}

static enum step
read_word(struct piece *piece, struct sp_span word)
{
	struct sp_span rest = { piece->at, (size_t)(piece->end - piece->at) };

	if (sp_span_begins(rest, word)) {
		piece->at += word.length;
		return STEP_GOOD;
	}
	return sp_span_begins(word, rest) ? STEP_CUT : STEP_WRONG;
}

/* The place after a value. */
static unsigned
place_after(const struct sp_json_walk *walk)
{
	return walk->depth ? PLACE_COMMA_OR_END : PLACE_DONE;
}

static enum step
open_one(struct sp_json_walk *walk, bool list)
{
	if (!sp_grow(&walk->lists, &walk->most_depth, walk->depth + 1))
		return STEP_MEMORY;
	walk->lists[walk->depth++] = list;
	walk->place = list ? PLACE_ITEM_OR_END : PLACE_KEY_OR_END;
	return walk->events->open(walk->context, list) ? STEP_GOOD :
							 STEP_STOPPED;
}

static enum step
close_one(struct sp_json_walk *walk, char c)
{
	bool list = c == ']';

	if (walk->lists[walk->depth - 1] != list)
		return STEP_WRONG;
	walk->depth--;
	walk->place = place_after(walk);
	return walk->events->close(walk->context, list) ? STEP_GOOD :
							  STEP_STOPPED;
}

/* The value was read. */
static enum step
give_value(struct sp_json_walk *walk, enum sp_json_kind kind,
	   struct sp_span text)
{
	walk->place = place_after(walk);
	return walk->events->value(walk->context, kind, text) ? STEP_GOOD :
								STEP_STOPPED;
}

/* A value begins at piece->at. */
static enum step
read_value(struct sp_json_walk *walk, struct piece *piece)
{
	enum sp_json_kind kind = SP_JSON_BOOLEAN;
	struct sp_span text = SP_SPAN("true");
	enum step step;
	char c = *piece->at;

	if (c == '[' || c == '{') {
		piece->at++;
		return open_one(walk, c == '[');
	}
	if (c == '"') {
		kind = SP_JSON_TEXT;
		step = read_string(walk, piece, &text);
	} else if (c == '-' || sp_is_digit(c)) {
		kind = SP_JSON_NUMBER;
		step = read_number(piece, &text);
	} else {
		if (c == 'f')
			text = SP_SPAN("false");
		if (c == 'n') {
			kind = SP_JSON_NULL;
			text = SP_SPAN("null");
		}
		step = read_word(piece, text);
	}
	return step ? step : give_value(walk, kind, text);
}

static enum step
read_key(struct sp_json_walk *walk, struct piece *piece)
{
	struct sp_span key;
	enum step step = *piece->at == '"' ? read_string(walk, piece, &key) :
					     STEP_WRONG;

	if (step)
		return step;
	walk->place = PLACE_COLON;
	return walk->events->key(walk->context, key) ? STEP_GOOD :
						       STEP_STOPPED;
}

/*
 * Does the sign come next, and a string after it?  The sign is passed over, and
 * what must follow it noted.
 */
static inline bool
take_before_string(struct sp_json_walk *walk, struct piece *piece, char sign,
		   enum place then)
{
	if (piece->end - piece->at < 2 || piece->at[0] != sign ||
	    piece->at[1] != '"')
		return false;
	piece->at++;
	walk->place = then;
	return true;
}

/*
 * A key; and what follows it, as long as that is a text and another key without
 * blanks: for objects of texts, of which large files consist, it is not decided
 * at each sign what may come next.
 */
static enum step
read_members(struct sp_json_walk *walk, struct piece *piece)
{
	enum step step;

	do {
		struct sp_span text;

		step = read_key(walk, piece);
		if (step || !take_before_string(walk, piece, ':', PLACE_VALUE))
			return step;
		step = read_string(walk, piece, &text);
		if (!step)
			step = give_value(walk, SP_JSON_TEXT, text);
	} while (!step && take_before_string(walk, piece, ',', PLACE_KEY));
	return step;
}

/* ---- the text --------------------------------------------------------- */

/* After an item or a member. */
static enum step
read_comma(struct sp_json_walk *walk, struct piece *piece)
{
	char c = *piece->at++;

	if (c == ']' || c == '}')
		return close_one(walk, c);
	walk->place = walk->lists[walk->depth - 1] ? PLACE_VALUE : PLACE_KEY;
	return c == ',' ? STEP_GOOD : STEP_WRONG;
}

/* What stands at piece->at, which is no blank. */
static enum step
read_next(struct sp_json_walk *walk, struct piece *piece)
{
	char c = *piece->at;

	switch (walk->place) {
	case PLACE_DONE:
		if (!walk->many)
			return STEP_WRONG;
		return read_value(walk, piece);
	case PLACE_ITEM_OR_END:
		if (c == ']')
			return read_comma(walk, piece);
		return read_value(walk, piece);
	case PLACE_KEY_OR_END:
		if (c == '}')
			return read_comma(walk, piece);
		return read_members(walk, piece);
	case PLACE_KEY:
		return read_members(walk, piece);
	case PLACE_COLON:
		piece->at++;
		walk->place = PLACE_VALUE;
		return c == ':' ? STEP_GOOD : STEP_WRONG;
	case PLACE_COMMA_OR_END:
		return read_comma(walk, piece);
	default:
		return read_value(walk, piece);
	}
}

static enum step
read_piece(struct sp_json_walk *walk, struct piece *piece)
{
	enum step step = STEP_GOOD;

	while (!step) {
		while (piece->at < piece->end &&
		       (*piece->at == ' ' ||
			(*piece->at >= '\t' && *piece->at <= '\r')))
			piece->at++;
		if (piece->at == piece->end)
			return STEP_GOOD;
		step = read_next(walk, piece);
	}
	return step;
}

/* Keeps what is left of a piece, which may lie in what was kept. */
static bool
keep_rest(struct sp_json_walk *walk, const struct piece *piece)
{
	size_t left = (size_t)(piece->end - piece->at);

	if (!walk->kept_length &&
	    !sp_grow(&walk->kept, &walk->kept_room, left))
		return false;
	if (left)
		memmove(walk->kept, piece->at, left);
	walk->kept_length = left;
	return true;
}

/* Adds the text to what was kept, and lets the piece be all of it. */
static bool
join_kept(struct sp_json_walk *walk, struct sp_span text, struct piece *piece)
{
	uint64_t length = walk->kept_length + text.length;

	if (!sp_grow(&walk->kept, &walk->kept_room, length))
		return false;
	if (text.length)
		memcpy(walk->kept + walk->kept_length, text.text, text.length);
	walk->kept_length = length;
	piece->at = piece->known = walk->kept;
	piece->end = walk->kept + length;
	return true;
}

static enum sp_json_result
walk_on(struct sp_json_walk *walk, struct sp_span text, bool last)
{
	struct piece piece = { .at = text.text, .end = text.text + text.length,
			       .last = last, .known = text.text };
	enum step step;

	if (walk->kept_length && !join_kept(walk, text, &piece))
		return SP_JSON_MEMORY;
	step = read_piece(walk, &piece);
	if ((!step || step == STEP_CUT) && !keep_rest(walk, &piece))
		step = STEP_MEMORY;
	if (last && !step && walk->place != PLACE_DONE)
		step = STEP_WRONG;
	switch (step) {
	case STEP_GOOD:
		return SP_JSON_GOOD;
	case STEP_CUT:
		return last ? SP_JSON_WRONG : SP_JSON_GOOD;
	case STEP_STOPPED:
		return SP_JSON_STOPPED;
	case STEP_MEMORY:
		return SP_JSON_MEMORY;
	default:
		return SP_JSON_WRONG;
	}
}

enum sp_json_result
sp_json_walk(struct sp_json_walk *walk, struct sp_span text)
{
	return walk_on(walk, text, false);
}

enum sp_json_result
sp_json_walk_end(struct sp_json_walk *walk)
{
	return walk_on(walk, SP_SPAN(""), true);
}

void
sp_json_walk_free(struct sp_json_walk *walk)
{
	free(walk->lists);
	free(walk->kept);
	free(walk->undone);
	walk->lists = NULL;
	walk->kept = walk->undone = NULL;
}
