/* SPDX-License-Identifier: MIT */
/*
 * Reading one page costs the decoding of its record and of those that it refers
 * to, at most SP_CHAIN_MAX + 1 records, because chains are limited by the
 * format.  What is left is finding the record: records have no fixed length, so
 * an index holds where every fourth of them begins, one byte a page, and the
 * others are found by walking over lengths.
 *
 *	page -> group_at[page / 4] -> walk over at most 3 lengths -> record
 *	     -> its reference, 1 to 7 pages back -> record -> ...
 *
 * Four pages a group: records of a web average some 20 bytes, so a group is in
 * the one or two lines of the cache that have to be fetched in any case, and a
 * finer index would only take memory.  32 bits are enough for a place, which
 * counts from the start of its block.
 *
 * A crawl reads neighbours more often than distant pages, so each accessor
 * keeps the lists that it decoded last, by page modulo 8: the lists that a page
 * refers to are less than 8 pages before it and never share a place with it.
 * With them, a breadth-first search on 10 M pages took 12.5 instead of 17 ns a
 * link.
 *
 * The plain form (plain.h) replaces all this for callers that have the memory.
 */
#include "graph/graph.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "graph/decode.h"
#include "graph/plain.h"
#include "graph/store.h"

#include <stdlib.h>

/*
 * The index has the place of every fourth record only: the others are found by
 * walking over the lengths, which are in the same line of the cache anyway.
 */
#define GROUP_PAGES 4
#define BLOCK_GROUPS (SP_BLOCK_PAGES / GROUP_PAGES)

/* group_at[k] is where the first record of group k starts in its block. */
struct sp_index {
	const struct sp_graph *graph;
	uint32_t *group_at;
	struct sp_plain *plain; /* or NULL, and group_at is NULL */
};

/*
 * More than SP_REFERENCE_MAX, so that a list and the list it refers to are
 * kept in different places.
 */
#define KEPT_LISTS 8

/* The decoded list of a page, after one place that the decoder needs. */
struct kept_list {
	uint64_t page;
	uint32_t *places;
	uint64_t capacity;
	uint32_t count;
	uint32_t chain;         /* as in struct sp_decoded */
};

/*
 * The last list in each place, page % KEPT_LISTS, is kept: when pages that are
 * neighbours are read, the lists that they refer to are already there.  When a
 * page is read after the page before it, its record is found without a walk.
 */
struct sp_accessor {
	const struct sp_index *index;
	struct kept_list lists[KEPT_LISTS];
	uint64_t next_page;      /* whose record is at next_at */
	const uint8_t *next_at;
	struct sp_decoder decoder;
	uint32_t *list;          /* of a page of the plain form */
};

/* A record: body and length; length 0 also for a page without links. */
struct page_record {
	const uint8_t *body;
	uint64_t length;
};

/*
 * Reads the record at *at and moves *at past it.
 *
 * The length is compared with what is left of the block before it is used, so
 * that a walk over a damaged block stays inside.
 */
static bool
next_record(const uint8_t **at, const uint8_t *end, struct page_record *record)
{
	if (!sp_get_leb(at, end, &record->length) ||
	    record->length > (uint64_t)(end - *at))
		return false;
	record->body = *at;
	*at += record->length;
	return true;
}

/*
 * This pass checks all that later look-ups rely on: that each record ends
 * inside the block, and the last one at its end.  A look-up checks again, since
 * it costs nothing, but cannot find anything.
 */
static bool
index_block(struct sp_index *index, uint64_t block)
{
	uint64_t page = block * SP_BLOCK_PAGES;
	uint64_t last = page + SP_BLOCK_PAGES, length;
	const uint8_t *start = sp_graph_block_bytes(index->graph, block,
						    &length);
	const uint8_t *at = start + SP_BLOCK_HEADER, *end = start + length;
	struct page_record record;

	if (last > sp_graph_pages(index->graph))
		last = sp_graph_pages(index->graph);
	for (; page < last; page++) {
		if ((uint64_t)(at - start) > UINT32_MAX)
			return false;
		if (page % GROUP_PAGES == 0)
			index->group_at[page / GROUP_PAGES] =
				(uint32_t)(at - start);
		if (!next_record(&at, end, &record))
			return false;
	}
	return at == end;
}

/*
 * Verifies first: an accessor never sees enough of a graph to notice that its
 * links are not those of its fingerprint.
 */
enum sp_status
sp_index_new(const struct sp_graph *graph, int threads,
	     struct sp_index **index, struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(graph);
	struct sp_index *made;
	bool bad = false;

	*index = NULL;
	if (sp_graph_verify(graph, threads, err))
		return err->status;
	made = sp_alloc_zero(1, sizeof(*made));
	if (!made)
		return sp_no_memory(err, "the index of pages");
	made->graph = graph;
	made->group_at = sp_alloc_large(blocks * BLOCK_GROUPS,
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

/* Lack of memory is no failure here: the caller takes the other form. */
enum sp_status
sp_index_new_plain(const struct sp_graph *graph, uint64_t most, int threads,
		   struct sp_index **index, struct sp_error *err)
{
	struct sp_plain *plain;

	*index = NULL;
	if (sp_plain_new(graph, most, threads, &plain, err))
		return err->status;
	if (!plain)
		return SP_OK;
	*index = sp_alloc_zero(1, sizeof(**index));
	if (!*index) {
		sp_plain_free(plain);
		return SP_OK;
	}
	(*index)->graph = graph;
	(*index)->plain = plain;
	return SP_OK;
}

uint64_t
sp_index_memory(const struct sp_index *index)
{
	return index->plain ? index->plain->bytes :
			      sp_graph_blocks(index->graph) * BLOCK_GROUPS *
				      sizeof(*index->group_at);
}

void
sp_index_free(struct sp_index *index)
{
	if (!index)
		return;
	sp_plain_free(index->plain);
	free(index->group_at);
	free(index);
}

/*
 * Over a plain form, with room for its widest list at once, so that reading a
 * page allocates nothing; lists are written in whole steps, hence the slack.
 * Else the lists that are kept grow as they are decoded.
 */
struct sp_accessor *
sp_accessor_new(const struct sp_index *index)
{
	struct sp_accessor *accessor = sp_alloc_zero(1, sizeof(*accessor));

	if (!accessor)
		return NULL;
	accessor->index = index;
	accessor->next_page = UINT64_MAX;
	if (index->plain) {
		accessor->list = sp_alloc(index->plain->widest +
						  UINT64_C(1) * SP_PLAIN_SLACK,
					  sizeof(*accessor->list));
		if (accessor->list)
			return accessor;
		free(accessor);
		return NULL;
	}
	sp_decoder_begin(&accessor->decoder, sp_graph_pages(index->graph),
			 true);
	for (unsigned i = 0; i < KEPT_LISTS; i++)
		accessor->lists[i].page = UINT64_MAX;
	return accessor;
}

void
sp_accessor_free(struct sp_accessor *accessor)
{
	if (!accessor)
		return;
	for (unsigned i = 0; i < KEPT_LISTS; i++)
		free(accessor->lists[i].places);
	free(accessor->list);
	free(accessor);
}

/* The records of a group of pages, up to one of them. */
struct record_group {
	uint64_t number;
	struct page_record records[GROUP_PAGES];
};

/*
 * Walks the records of the group from its start to page.  A page and the pages
 * it refers to are mostly in one group, which is then walked only once.
 */
static bool
walk_group(struct sp_accessor *accessor, uint64_t page,
	   struct record_group *group)
{
	const struct sp_index *index = accessor->index;
	uint64_t length;
	const uint8_t *start = sp_graph_block_bytes(
		index->graph, page / SP_BLOCK_PAGES, &length);
	const uint8_t *at = start + index->group_at[page / GROUP_PAGES];

	group->number = page / GROUP_PAGES;
	for (unsigned i = 0; i <= page % GROUP_PAGES; i++)
		if (!next_record(&at, start + length, &group->records[i]))
			return false;
	return true;
}

/*
 * Finds the record of a page, and notes where the next one is.
 *
 * The page after the last one begins where that one ended: a scan in page order
 * walks no group at all.
 */
static bool
find_record(struct sp_accessor *accessor, uint64_t page,
	    struct record_group *group, struct page_record *record)
{
	const struct sp_graph *graph = accessor->index->graph;
	const uint8_t *at = accessor->next_at;
	uint64_t length;

	/* At the start of a block, next_at is the end of the block before. */
	if (page == accessor->next_page && page % SP_BLOCK_PAGES) {
		const uint8_t *start = sp_graph_block_bytes(
			graph, page / SP_BLOCK_PAGES, &length);

		if (!next_record(&at, start + length, record))
			return false;
	} else {
		if (!walk_group(accessor, page, group))
			return false;
		*record = group->records[page % GROUP_PAGES];
		at = record->body + record->length;
	}
	accessor->next_page = page + 1;
	accessor->next_at = at;
	return true;
}

/*
 * Two lines are asked for, whether or not the second is needed: a crawl of 10 M
 * pages takes 0.91 of the time with both steps of fetching, 0.94 with one.
 */
void
sp_accessor_soon(const struct sp_accessor *accessor, uint32_t page)
{
	const struct sp_index *index = accessor->index;
	const uint8_t *start, *group;
	uint64_t length;

	if (index->plain) {
		const uint16_t *list = sp_plain_units(index->plain, page) +
				       *sp_plain_begin(index->plain, page);

		/* Two lines of the cache hold most lists. */
		__builtin_prefetch(list);
		__builtin_prefetch(list + 32);
		return;
	}
	start = sp_graph_block_bytes(index->graph, page / SP_BLOCK_PAGES,
				     &length);
	group = start + index->group_at[page / GROUP_PAGES];
	/* A group of records takes one or two lines of the cache. */
	__builtin_prefetch(group);
	__builtin_prefetch(group + 64);
}

void
sp_accessor_later(const struct sp_accessor *accessor, uint32_t page)
{
	const struct sp_index *index = accessor->index;

	if (index->plain)
		__builtin_prefetch(sp_plain_begin(index->plain, page));
	else
		__builtin_prefetch(&index->group_at[page / GROUP_PAGES]);
}

/*
 * The records to decode for a page, following references back until one is
 * kept already or has no reference.
 */
struct record_chain {
	unsigned count;
	struct page_record records[SP_CHAIN_MAX + 1];
	uint64_t pages[SP_CHAIN_MAX + 1];
	const struct kept_list *start; /* the last one refers to it; or NULL */
};

/*
 * false when the chain is not valid.
 *
 * Goes back from the page to the first list that is known, which is then
 * decoded forward by the caller.  It needs no test for a circle: references
 * lead back, and a chain longer than SP_CHAIN_MAX ends the loop.  Lists that
 * are kept may have references of their own before them, which the caller
 * counts.
 */
static bool
find_chain(struct sp_accessor *accessor, uint64_t page,
	   struct record_chain *chain)
{
	struct record_group group;

	group.number = UINT64_MAX;
	chain->start = NULL;
	for (chain->count = 0; chain->count <= SP_CHAIN_MAX;) {
		struct page_record *record = &chain->records[chain->count];
		unsigned back;

		if (!chain->count) {
			if (!find_record(accessor, page, &group, record))
				return false;
		} else {
			/* References go back, so the walk reached them. */
			if (group.number != page / GROUP_PAGES &&
			    !walk_group(accessor, page, &group))
				return false;
			*record = group.records[page % GROUP_PAGES];
		}
		if (!record->length)
			return !chain->count;
		chain->pages[chain->count++] = page;
		back = sp_record_reference(record->body);
		if (!back)
			return true;
		/* A record may not refer to another block. */
		if (back > page % SP_BLOCK_PAGES)
			return false;
		page -= back;
		chain->start = &accessor->lists[page % KEPT_LISTS];
		if (chain->start->page == page)
			return true;
		chain->start = NULL;
	}
	return false;
}

static enum sp_status
fail_damaged_record(uint32_t page, struct sp_error *err)
{
	return sp_fail(err, SP_DATA, "graph: page %lu: its record is damaged",
		       (unsigned long)page);
}

/*
 * While a list is decoded into its place, the place is marked as empty: a
 * failure must not leave half a list under the number of a page.  The place of
 * the reference is another one, as KEPT_LISTS is more than the longest
 * distance, so that the list is read from one place while the other is written.
 */
enum sp_status
sp_accessor_page(struct sp_accessor *accessor, uint32_t page,
		 const uint32_t **successors, uint32_t *count,
		 struct sp_error *err)
{
	struct kept_list *to = &accessor->lists[page % KEPT_LISTS];
	struct kept_list none = { .chain = SP_NO_CHAIN };
	const struct kept_list *from;
	uint32_t most = sp_graph_chain_limit(accessor->index->graph);
	struct record_chain chain;

	if (accessor->list) {
		*successors = accessor->list;
		*count = sp_plain_list(accessor->index->plain, page,
				       accessor->list);
		return SP_OK;
	}
	*count = 0;
	*successors = NULL;
	if (to->page != page) {
		if (!find_chain(accessor, page, &chain))
			return fail_damaged_record(page, err);
		if (!chain.count)
			return SP_OK;
		from = chain.start ? chain.start : &none;
		while (chain.count--) {
			const struct page_record *record =
				&chain.records[chain.count];

			to = &accessor->lists[chain.pages[chain.count] %
					      KEPT_LISTS];
			to->page = UINT64_MAX;
			if (!sp_grow(&to->places, &to->capacity,
				     1 + from->count + record->length +
					     SP_COPY_SLACK))
				return sp_no_memory(err, "a list of links");
			/* Without a reference, any valid place will do. */
			to->count = sp_record_decode(
				&accessor->decoder, record->body,
				record->body + record->length,
				chain.pages[chain.count],
				(from->count ? from : to)->places + 1,
				from->count, to->places + 1);
			/* The lists that are kept have chains, too. */
			to->chain = from->chain + 1;
			if (!to->count || to->chain > most)
				return fail_damaged_record(page, err);
			to->page = chain.pages[chain.count];
			from = to;
		}
	}
	*successors = to->places + 1;
	*count = to->count;
	return SP_OK;
}

enum sp_status
sp_accessor_add(struct sp_accessor *accessor, uint32_t page, double each,
		double *values, struct sp_error *err)
{
	const uint32_t *successors;
	uint32_t count;

	if (accessor->index->plain) {
		sp_plain_add(accessor->index->plain, page, each, values);
		return SP_OK;
	}
	if (sp_accessor_page(accessor, page, &successors, &count, err))
		return err->status;
	for (uint32_t i = 0; i < count; i++)
		values[successors[i]] += each;
	return SP_OK;
}
