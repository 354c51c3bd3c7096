/* SPDX-License-Identifier: MIT */
/*
 * A URL is taken apart in one pass over its path and one over its parameters.
 * A segment that comes three times in a row, or a pair of them, is one token,
 * however often it is repeated: so a trap of relative links has one depth.
 *
 * The names of all parameters are one token, in the order of their bytes: the
 * same parameters in another order are the same tokens.  Their order in the
 * URL is kept as a hash.
 */
#include "base/ascii.h"
#include "base/hash.h"
#include "base/memory.h"
#include "graph/hosts.h"
#include "shape/shape_private.h"

#include <stdlib.h>

#define BLOCK 65536
#define REPEATED 3      /* times that a segment comes to be a repetition */

struct sp_room_block {
	struct sp_room_block *next;
	size_t size;
	_Alignas(16) char bytes[];
};

void *
sp_shape_room_take(struct sp_shape_room *room, size_t size)
{
	struct sp_room_block *block = room->blocks;
	size_t need = (size + 15) & ~(size_t)15;
	void *taken;

	if (!block || block->size - room->used < need) {
		size_t bytes = need > BLOCK ? need : BLOCK;

		block = sp_alloc(1, sizeof(*block) + bytes);
		if (!block)
			return NULL;
		block->next = room->blocks;
		block->size = bytes;
		room->blocks = block;
		room->used = 0;
	}
	taken = block->bytes + room->used;
	room->used += need;
	return taken;
}

void
sp_shape_room_free(struct sp_shape_room *room)
{
	while (room->blocks) {
		struct sp_room_block *next = room->blocks->next;

		free(room->blocks);
		room->blocks = next;
	}
	room->used = 0;
}

void
sp_shape_room_clear(struct sp_shape_room *room)
{
	struct sp_room_block *kept = room->blocks;

	if (!kept || kept->size > BLOCK) {
		sp_shape_room_free(room);
		return;
	}
	room->blocks = kept->next;
	sp_shape_room_free(room);
	kept->next = NULL;
	room->blocks = kept;
}

/* ---- paths ------------------------------------------------------------ */

/*
 * How often the first segments of the path are repeated, these included:
 * one segment, or a pair.
 */
static unsigned
count_unit_repeats(struct sp_span path, size_t unit)
{
	struct sp_span first = { path.text, unit };
	unsigned times = 1;

	while (path.length > unit && path.text[unit] == '/') {
		sp_span_cut(&path, unit + 1);
		if (!sp_span_begins(path, first) ||
		    (path.length > unit && path.text[unit] != '/'))
			break;
		times++;
	}
	return times;
}

/* Texts in <repeat:...> have no bytes that mean something in a pattern. */
static bool
is_plain_unit(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] == '<' || text[i] == '>' || text[i] == '\\')
			return false;
	return true;
}

/*
 * How often the first unit bytes of the path are there, if often enough, else
 * 1.  Nearly always, the path is too short, or the next byte is another one.
 */
static unsigned
count_unit_runs(struct sp_span path, size_t unit)
{
	unsigned times;

	if (path.length < REPEATED * unit + REPEATED - 1 ||
	    path.text[unit + 1] != *path.text ||
	    !is_plain_unit(path.text, unit))
		return 1;
	times = count_unit_repeats(path, unit);
	return times >= REPEATED ? times : 1;
}

/*
 * The bytes of the segments that are repeated, or 0: the first segment of the
 * path, of `one` bytes, or that and the second, of `two`.
 */
static size_t
find_repeat(struct sp_span path, size_t one, size_t two, unsigned *times)
{
	if (!one || one == path.length)
		return 0;
	*times = count_unit_runs(path, one);
	if (*times > 1)
		return one;
	if (!two)
		return 0;
	*times = count_unit_runs(path, one + 1 + two);
	return *times > 1 ? one + 1 + two : 0;
}

/* The bytes of the segment that begins this far into the path. */
static size_t
segment_length(struct sp_span path, size_t at)
{
	if (at >= path.length)
		return 0;
	sp_span_cut(&path, at);
	return sp_span_before(path, '/');
}

static void
add_token(struct sp_tokens *to, enum sp_token_place place, struct sp_span text)
{
	to->token[to->count].place = place;
	to->token[to->count++].text = text;
}

/* Returns false if the path has more than SP_TOKEN_SEGMENTS segments. */
static bool
add_path(struct sp_tokens *to, struct sp_span path)
{
	size_t one = segment_length(path, 0), two;

	for (;;) {
		unsigned times = 1;
		size_t unit, used = one;

		two = segment_length(path, one + 1);
		unit = find_repeat(path, one, two, &times);
		if (to->count == SP_TOKEN_SEGMENTS) {
			add_token(to, SP_TOKEN_DEEPER, SP_SPAN(""));
			return false;
		}
		if (unit) {
			add_token(to, SP_TOKEN_REPEAT,
				  (struct sp_span){ path.text, unit });
			used = unit * times + times - 1;
			two = segment_length(path, used + 1);
		} else {
			add_token(to, SP_TOKEN_SEGMENT,
				  (struct sp_span){ path.text, one });
		}
		if (used == path.length)
			return true;
		sp_span_cut(&path, used + 1);
		one = two;
	}
}

/* ---- parameters ------------------------------------------------------- */

static size_t
parameter_length(struct sp_span query)
{
	size_t at = 0;

	while (at < query.length && query.text[at] != '&' &&
	       query.text[at] != ';')
		at++;
	return at;
}

static bool
read_parameters(struct sp_tokens *to, struct sp_span query)
{
	for (;;) {
		struct sp_span value = { query.text, parameter_length(query) };
		size_t length = value.length;
		size_t name_length = sp_span_before(value, '=');
		struct sp_span name;

		name_length += name_length < length;
		name = sp_span_cut(&value, name_length);

		if (to->parameters == SP_TOKEN_PARAMETERS)
			return false;
		to->parameter[to->parameters].name = name;
		to->parameter[to->parameters++].value = value;
		if (length == query.length)
			return true;
		sp_span_cut(&query, length + 1);
	}
}

/* Sorts parameters by their names; equal ones stay as they come. */
static void
sort_names(struct sp_tokens *to)
{
	for (unsigned i = 0; i < to->parameters; i++) {
		unsigned at = i;

		while (at && sp_span_compare(
			to->parameter[to->sorted[at - 1]].name,
			to->parameter[i].name) > 0) {
			to->sorted[at] = to->sorted[at - 1];
			at--;
		}
		to->sorted[at] = (unsigned char)i;
	}
}

static void
add_parameter_tokens(struct sp_tokens *to)
{
	struct sp_span names = { to->names, 0 };

	sort_names(to);
	for (unsigned i = 0; i < to->parameters; i++) {
		struct sp_span name = to->parameter[to->sorted[i]].name;

		if (i)
			to->names[names.length++] = '&';
		if (name.length)
			memcpy(to->names + names.length, name.text,
			       name.length);
		names.length += name.length;
		to->order = sp_mix64(to->order ^ to->sorted[i]);
	}
	add_token(to, SP_TOKEN_NAMES, names);
	for (unsigned i = 0; i < to->parameters; i++)
		add_token(to, SP_TOKEN_VALUE,
			  to->parameter[to->sorted[i]].value);
}

void
sp_url_tokens(struct sp_span url, struct sp_tokens *to)
{
	size_t start = 0, at;
	struct sp_span query = SP_SPAN_ABSENT;

	at = sp_url_find_host(url.text, url.length, &start) + start;
	while (at < url.length && !strchr("/\\?#", url.text[at]))
		at++;
	sp_span_cut(&url, at);
	url.length = sp_span_before(url, '#');
	at = sp_span_before(url, '?');
	if (at < url.length)
		query = (struct sp_span){ url.text + at + 1,
					  url.length - at - 1 };
	url.length = at;
	if (url.length)
		sp_span_cut(&url, 1);
	to->count = to->parameters = 0;
	to->order = 0;
	if (!add_path(to, url) || !query.text)
		return;
	if (read_parameters(to, query))
		add_parameter_tokens(to);
	else
		add_token(to, SP_TOKEN_ANY, SP_SPAN(""));
}
