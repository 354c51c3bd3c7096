/* SPDX-License-Identifier: MIT */
#include "graph/graph.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "graph/codec.h"
#include "graph/store.h"

#include <stdlib.h>

#define GROUP 16 /* pages whose records are found by walking the lengths */
#define GROUPS (SP_BLOCK_PAGES / GROUP)

/* group_at[page / GROUP] is where the record is in its block. */
struct sp_index {
	const struct sp_graph *graph;
	uint32_t *group_at;
};

/* A list that grows: one end of a chain of references. */
struct list {
	uint32_t *at;
	uint64_t capacity;
	uint32_t count;
};

struct sp_accessor {
	const struct sp_index *index;
	struct list lists[2];
};

/* A record: body and length; length 0 also for a page without links. */
struct record {
	const uint8_t *body;
	uint64_t length;
};

/* The record at *at, which moves behind it. */
static bool
next_record(const uint8_t **at, const uint8_t *end, struct record *record)
{
	if (!sp_get_leb(at, end, &record->length) ||
	    record->length > (uint64_t)(end - *at))
		return false;
	record->body = *at;
	*at += record->length;
	return true;
}

static bool
index_block(struct sp_index *index, uint64_t block)
{
	uint64_t page = block * SP_BLOCK_PAGES;
	uint64_t last = page + SP_BLOCK_PAGES, length;
	const uint8_t *start = sp_graph_block_bytes(index->graph, block,
						    &length);
	const uint8_t *at = start + SP_BLOCK_HEADER, *end = start + length;
	struct record record;

	if (last > sp_graph_pages(index->graph))
		last = sp_graph_pages(index->graph);
	for (; page < last; page++) {
		if ((uint64_t)(at - start) > UINT32_MAX)
			return false;
		if (page % GROUP == 0)
			index->group_at[page / GROUP] = (uint32_t)(at - start);
		if (!next_record(&at, end, &record))
			return false;
	}
	return at == end;
}

enum sp_status
sp_index_new(const struct sp_graph *graph, int threads,
	     struct sp_index **index, struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(graph);
	struct sp_index *made = sp_alloc_zero(1, sizeof(*made));
	bool bad = false;

	*index = NULL;
	if (!made)
		return sp_no_memory(err, "the index of pages");
	made->graph = graph;
	made->group_at = sp_alloc_large(blocks * GROUPS,
					sizeof(*made->group_at));
	if (!made->group_at) {
		sp_index_free(made);
		return sp_no_memory(err, "the index of pages");
	}
#pragma omp parallel for num_threads(threads) schedule(dynamic, 64) \
	reduction(||: bad)
	for (uint64_t block = 0; block < blocks; block++)
		bad = !index_block(made, block) || bad;
	if (bad) {
		sp_index_free(made);
		return sp_fail(err, SP_DATA, "graph: a block is damaged: its "
			       "records do not fill it");
	}
	*index = made;
	return SP_OK;
}

void
sp_index_free(struct sp_index *index)
{
	if (!index)
		return;
	free(index->group_at);
	free(index);
}

struct sp_accessor *
sp_accessor_new(const struct sp_index *index)
{
	struct sp_accessor *accessor = sp_alloc_zero(1, sizeof(*accessor));

	if (accessor)
		accessor->index = index;
	return accessor;
}

void
sp_accessor_free(struct sp_accessor *accessor)
{
	if (!accessor)
		return;
	free(accessor->lists[0].at);
	free(accessor->lists[1].at);
	free(accessor);
}

/* The records of a group of pages, up to one of them. */
struct group {
	uint64_t number;
	unsigned count;
	struct record records[GROUP];
};

/*
 * Walks the records of the group from its start to page.  A page and those it
 * refers to are mostly in one group, which is then walked once.
 */
static bool
walk_group(const struct sp_index *index, uint64_t page, struct group *group)
{
	uint64_t length;
	const uint8_t *start = sp_graph_block_bytes(
		index->graph, page / SP_BLOCK_PAGES, &length);
	const uint8_t *at = start + index->group_at[page / GROUP];

	group->number = page / GROUP;
	group->count = (unsigned)(page % GROUP) + 1;
	for (unsigned i = 0; i < group->count; i++)
		if (!next_record(&at, start + length, &group->records[i]))
			return false;
	return true;
}

/*
 * Finds the records from page back to the one without a reference;
 * chain[0] is the page itself.  Returns how many, 0 when the chain is not
 * valid.
 */
static unsigned
find_chain(const struct sp_index *index, uint64_t page,
	   struct record chain[SP_CHAIN_MAX + 1],
	   uint64_t chain_pages[SP_CHAIN_MAX + 1])
{
	struct group group;

	group.number = UINT64_MAX;
	for (unsigned depth = 0; depth <= SP_CHAIN_MAX; depth++) {
		unsigned back;

		/* References go back, so what is walked reaches as far. */
		if (group.number != page / GROUP &&
		    !walk_group(index, page, &group))
			return 0;
		chain[depth] = group.records[page % GROUP];
		if (!chain[depth].length)
			return depth ? 0 : 1;
		chain_pages[depth] = page;
		back = sp_record_reference(chain[depth].body);
		if (!back)
			return depth + 1;
		if (back > page % SP_BLOCK_PAGES)
			return 0;
		page -= back;
	}
	return 0;
}

static enum sp_status
damaged(uint32_t page, struct sp_error *err)
{
	return sp_fail(err, SP_DATA, "graph: page %lu: its record is damaged",
		       (unsigned long)page);
}

enum sp_status
sp_accessor_page(struct sp_accessor *accessor, uint32_t page,
		 const uint32_t **successors, uint32_t *count,
		 struct sp_error *err)
{
	struct record chain[SP_CHAIN_MAX + 1];
	uint64_t chain_pages[SP_CHAIN_MAX + 1];
	uint64_t pages = sp_graph_pages(accessor->index->graph);
	unsigned depth = find_chain(accessor->index, page, chain,
				    chain_pages);
	struct list *to = &accessor->lists[0], *from = &accessor->lists[1];

	*count = 0;
	*successors = NULL;
	if (!depth)
		return damaged(page, err);
	if (!chain[0].length)
		return SP_OK;
	from->count = 0;
	while (depth--) {
		const struct record *record = &chain[depth];
		struct list *swap = from;

		if (!sp_grow(&to->at, &to->capacity, from->count +
			     record->length + 2 * SP_COPY_SLACK,
			     sizeof(*to->at)))
			return sp_no_memory(err, "a list of links");
		to->count = sp_record_decode(record->body,
					     record->body + record->length,
					     chain_pages[depth], pages,
					     from->at, from->count, to->at);
		if (!to->count)
			return damaged(page, err);
		from = to;
		to = swap;
	}
	*successors = from->at;
	*count = from->count;
	return SP_OK;
}
