/* SPDX-License-Identifier: MIT */
#include "reseal_graph.h"

#include "base/bytes.h"
#include "base/hash.h"

#include <stdlib.h>

#define BLOCK 1024

struct list {
	uint32_t *at;
	uint64_t count, room;
	uint32_t chain;
};

struct body {
	const uint8_t *at, *end;  /* its numbers */
	const uint8_t *edits;
	uint64_t edit_count;
	const struct list *reference;
	bool begins;              /* with a number */
	uint64_t page, pages;
	struct list *to;
};

static bool
add(struct body *body, uint64_t successor)
{
	struct list *to = body->to;

	if (successor >= body->pages ||
	    (to->count && successor <= to->at[to->count - 1]))
		return false;
	if (to->count == to->room) {
		to->room = 2 * to->room + 8;
		to->at = realloc(to->at, to->room * sizeof(*to->at));
		if (!to->at)
			abort();
	}
	to->at[to->count++] = (uint32_t)successor;
	return true;
}

static bool
add_number(struct body *body)
{
	uint64_t number;

	if (!sp_get_leb(&body->at, body->end, &number))
		return false;
	if (!body->to->count)
		return body->begins &&
		       add(body, body->page +
				 (uint64_t)sp_unzigzag(number));
	return number < body->pages &&
	       add(body, body->to->at[body->to->count - 1] + number + 1);
}

static const char *
decode_list(struct body *body)
{
	uint64_t from = 0;

	for (uint64_t i = 0; i < body->edit_count; i++) {
		unsigned copy = body->edits[i] & 15;
		unsigned skip = body->edits[i] >> 4 & 3;

		for (; copy; copy--)
			if (from == body->reference->count ||
			    !add(body, body->reference->at[from++]))
				return "a copy that is impossible";
		if (skip > body->reference->count - from)
			return "a skip past the end of the reference";
		from += skip;
		for (unsigned n = body->edits[i] >> 6; n; n--)
			if (!add_number(body))
				return "an insert that is impossible";
	}
	while (from < body->reference->count)
		if (!add(body, body->reference->at[from++]))
			return "a list that is not ascending";
	while (body->at < body->end)
		if (!add_number(body))
			return "a number that is impossible";
	return body->to->count ? NULL : "a body without successors";
}

/* A record's body; lists are those of the block. */
static const char *
decode_body(struct body *body, struct list *lists, uint32_t number)
{
	static const struct list none;
	uint32_t r = *body->at & 7;
	uint64_t more;

	body->edit_count = *body->at++ >> 3;
	body->reference = r ? &lists[number - r] : &none;
	if (r > number || (r && !body->reference->count))
		return "a reference to nothing";
	if (body->edit_count == 31) {
		if (!sp_get_leb(&body->at, body->end, &more))
			return "edits that do not end";
		body->edit_count += more;
	}
	if (body->edit_count > (uint64_t)(body->end - body->at))
		return "edits past the end of the record";
	body->edits = body->at;
	body->at += body->edit_count;
	body->begins = body->edit_count ?
		!(*body->edits & 15) && *body->edits >> 6 : !r;
	lists[number].chain = r ? body->reference->chain + 1 : 0;
	body->to = &lists[number];
	return decode_list(body);
}

static void
add_to_sum(struct decoded *to, uint64_t page, const struct list *list)
{
	uint8_t *bytes = malloc(4 * list->count + 1);
	uint64_t x;

	if (!bytes)
		abort();
	for (uint64_t i = 0; i < list->count; i++)
		sp_store32(bytes + 4 * i, list->at[i]);
	x = sp_hash(bytes, 4 * list->count) +
	    (page + 1) * UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	to->checksum += x ^ x >> 31;
	to->links += list->count;
	if (list->chain > to->chain)
		to->chain = list->chain;
	free(bytes);
}

/* The records of a block, up to end. */
static const char *
decode_block(const uint8_t *at, const uint8_t *end, uint64_t first,
	     uint64_t pages, struct decoded *to)
{
	struct list lists[BLOCK] = { { NULL, 0, 0, 0 } };
	const char *wrong = NULL;

	for (uint32_t i = 0; !wrong && i < BLOCK && first + i < pages; i++) {
		struct body body = { .page = first + i, .pages = pages };
		uint64_t length;

		if (!sp_get_leb(&at, end, &length) ||
		    length > (uint64_t)(end - at)) {
			wrong = "a record past the end of its block";
			break;
		}
		body.at = at;
		body.end = at += length;
		if (!length)
			continue;
		wrong = decode_body(&body, lists, i);
		if (!wrong)
			add_to_sum(to, first + i, &lists[i]);
	}
	for (uint32_t i = 0; i < BLOCK; i++)
		free(lists[i].at);
	return wrong || at == end ? wrong : "bytes after the last record";
}

const char *
blocks_decode(const uint8_t *bytes, size_t size, uint64_t pages,
	      struct decoded *to)
{
	const uint8_t *at = bytes, *end = bytes + size;
	const char *wrong = NULL;

	*to = (struct decoded){ 0, 0, 0 };
	for (uint64_t first = 0; !wrong && first < pages; first += BLOCK) {
		uint64_t length, links, before = to->links;

		if (end - at < 16)
			return "blocks are missing";
		length = sp_load64(at);
		links = sp_load64(at + 8);
		at += 16;
		if (length > (uint64_t)(end - at))
			return "a block past the end of the section";
		wrong = decode_block(at, at + length, first, pages, to);
		at += length;
		if (!wrong && to->links - before != links)
			wrong = "a block with another number of links";
	}
	return wrong || at == end ? wrong : "bytes after the last block";
}
