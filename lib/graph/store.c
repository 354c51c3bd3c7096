/* SPDX-License-Identifier: MIT */
/*
 * The bytes of all blocks lie in one array, as they came from the stream, and a
 * table says where each block begins.  That is all there is in memory of a
 * graph: 5 bits a link on a web in the order of its URLs (codec.h), and 8 bytes
 * a block of 1,024 pages.  It is filled from the front; what a header announces
 * is allocated only as it arrives.
 *
 *	block_at[b - forgotten]   start of block b
 *	next_at                   where the next header will be
 *	used                      bytes that have arrived
 *
 * Between sp_graph_extend() calls, next_at > used means that the last block is
 * not complete, or that its header is not.  Blocks below forgotten are gone,
 * and their bytes have been overwritten by those after them.
 *
 * The array grows by half, so that its bytes are copied about twice in all.  A
 * file could be mapped instead, but streams come through pipes, and compressed.
 *
 * Two users need more than filling.  Filters that see a graph only once forget
 * blocks as soon as they are done.  Processes that hold a share encode their
 * rows anew with local numbers, over the bytes that they have just read
 * (sp_graph_put_over), so that they never hold the links twice.
 */
#include "graph/store.h"

#include "base/bitset.h"
#include "base/bytes.h"
#include "base/memory.h"
#include "graph/codec.h"

#include <stdlib.h>

/*
 * The checksum while it is being computed.  Reading does not change a graph,
 * so this is kept beside it, and cursors in threads change it atomically.
 */
struct graph_sums {
	uint64_t *added;     /* bitset: blocks that are in sum */
	uint64_t capacity;
	uint64_t sum;
	uint64_t blocks;     /* in it */
	bool complete;       /* the fingerprint is known */
};

struct sp_graph {
	uint64_t pages;
	uint64_t links;
	unsigned chain;           /* references in one, at most */
	uint64_t blocks;          /* whose headers have arrived */
	uint64_t forgotten;       /* blocks that were removed again */
	uint64_t *block_at;       /* where each of the others starts */
	uint64_t block_capacity;
	uint64_t next_at;         /* where the next header will be */
	uint8_t *bytes;           /* blocks, then SP_DECODE_SLACK bytes */
	uint64_t used;
	uint64_t capacity;
	uint64_t over;            /* bytes of the graph that replaces it */
	struct sp_fingerprint fingerprint;
	struct sp_fingerprint origin;
	struct graph_sums *sums; /* NULL: the fingerprint is believed */
};

struct sp_graph *
sp_graph_new(uint64_t pages)
{
	struct sp_graph *graph = sp_alloc_zero(1, sizeof(*graph));

	if (!graph)
		return NULL;
	graph->pages = pages;
	graph->chain = SP_CHAIN_MAX;
	return graph;
}

void
sp_graph_begin_at(struct sp_graph *graph, uint64_t block)
{
	graph->blocks = graph->forgotten = block;
}

void
sp_graph_limit_chains(struct sp_graph *graph, unsigned references)
{
	graph->chain = references;
}

unsigned
sp_graph_chain_limit(const struct sp_graph *graph)
{
	return graph->chain;
}

/*
 * Without this the fingerprint is believed, as for graphs that were built in
 * this process.
 */
bool
sp_graph_doubt(struct sp_graph *graph)
{
	graph->sums = sp_alloc_zero(1, sizeof(*graph->sums));
	return graph->sums;
}

/*
 * Room for the bit of the next block; only here the bitset moves.
 *
 * The bitset may move, which threads that read a complete graph must never see:
 * they only run when all blocks, and so all bits, are there.
 */
static bool
grow_sums(struct graph_sums *sums, uint64_t blocks)
{
	uint64_t old = sums->capacity;

	if (!sp_grow(&sums->added, &sums->capacity, sp_bitset_words(blocks)))
		return false;
	/* sp_grow() leaves what it adds undefined. */
	for (uint64_t i = old; i < sums->capacity; i++)
		sums->added[i] = 0;
	return true;
}

/*
 * Relaxed: a stale answer makes a cursor add up a sum that sp_graph_add_sum()
 * then throws away.
 */
bool
sp_graph_wants_sum(const struct sp_graph *graph, uint64_t block)
{
	const struct graph_sums *sums = graph->sums;

	if (!sums)
		return false;
	return !(__atomic_load_n(&sums->added[block / SP_BITSET_BITS],
				 __ATOMIC_RELAXED) >>
			 block % SP_BITSET_BITS & 1);
}

bool
sp_graph_wants_sums(const struct sp_graph *graph)
{
	const struct graph_sums *sums = graph->sums;

	return sums && __atomic_load_n(&sums->blocks, __ATOMIC_ACQUIRE) <
			       sp_graph_blocks(graph);
}

/*
 * The sum of hashes of rows does not depend on the order in which blocks are
 * read, so that any number of cursors may share the work.  The bit is set
 * first: of two cursors that read the same block, only one adds.
 */
bool
sp_graph_add_sum(const struct sp_graph *graph, uint64_t block, uint64_t sum)
{
	struct graph_sums *sums = graph->sums;
	uint64_t bit = UINT64_C(1) << block % SP_BITSET_BITS, total;

	if (__atomic_fetch_or(&sums->added[block / SP_BITSET_BITS], bit,
			      __ATOMIC_RELAXED) & bit)
		return true;
	/*
	 * The counter comes last, and releases what was added: whoever counts
	 * the last block sees all sums.
	 */
	__atomic_add_fetch(&sums->sum, sum, __ATOMIC_RELAXED);
	if (__atomic_add_fetch(&sums->blocks, 1, __ATOMIC_ACQ_REL) <
		    sp_graph_blocks(graph) || !sums->complete)
		return true;
	total = __atomic_load_n(&sums->sum, __ATOMIC_RELAXED);
	return total == graph->fingerprint.checksum;
}

enum sp_status
sp_graph_fail_sum(struct sp_error *err)
{
	return sp_fail(err, SP_DATA, "graph: its links are not those of its "
		       "fingerprint: they were changed or exchanged after it "
		       "was written");
}

uint64_t
sp_graph_pages(const struct sp_graph *graph)
{
	return graph->pages;
}

uint64_t
sp_graph_links(const struct sp_graph *graph)
{
	return graph->links;
}

uint64_t
sp_graph_blocks(const struct sp_graph *graph)
{
	return (graph->pages + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;
}

uint64_t
sp_graph_memory(const struct sp_graph *graph)
{
	return graph->used + (graph->blocks - graph->forgotten) *
				     sizeof(*graph->block_at);
}

struct sp_fingerprint
sp_graph_fingerprint(const struct sp_graph *graph)
{
	return graph->fingerprint;
}

struct sp_fingerprint
sp_graph_origin(const struct sp_graph *graph)
{
	return graph->origin;
}

/*
 * At least SP_DECODE_SLACK bytes follow what is used, for the decoders read
 * whole steps.  Huge pages are asked for whenever the array has moved.
 */
uint8_t *
sp_graph_room(struct sp_graph *graph, uint64_t length)
{
	uint64_t needed;

	if (__builtin_add_overflow(graph->used, length, &needed) ||
	    __builtin_add_overflow(needed, SP_DECODE_SLACK, &needed))
		return NULL;
	if (needed > graph->capacity) {
		if (!sp_grow(&graph->bytes, &graph->capacity, needed))
			return NULL;
		sp_advise_large(graph->bytes, graph->capacity);
	}
	return graph->bytes + graph->used;
}

/*
 * What kernels allocate for a block depends on its links, so these are
 * compared with its bytes before any record is decoded: a byte stands for at
 * most SP_BYTE_LINKS links (codec.h).
 */
static enum sp_status
check_header(const struct sp_graph *graph, uint64_t size, uint64_t links,
	     struct sp_error *err)
{
	uint64_t block = graph->blocks;

	if (graph->blocks == sp_graph_blocks(graph))
		return sp_fail(err, SP_DATA, "graph: more blocks than pages");
	if (links > SP_BLOCK_LINKS_MAX)
		return sp_fail(err, SP_DATA, "graph: block %" PRIu64 ": "
			       "%" PRIu64 " links: more than %" PRIu64 " are "
			       "not supported", block, links,
			       SP_BLOCK_LINKS_MAX);
	/* So that next_at and all sums of it stay far below 2^64. */
	if (size > SIZE_MAX / 4 || links / SP_BYTE_LINKS > size)
		return sp_fail(err, SP_DATA,
			       "graph: block %" PRIu64 ": impossible size",
			       block);
	return SP_OK;
}

/*
 * Notes the blocks whose headers have arrived.  A header is believed only as
 * far as no sum overflows: its block may still turn out to be missing.
 *
 * The second condition of the loop is for a header that announces more bytes
 * than have come: next_at is then beyond used, and the difference of both would
 * wrap.
 */
enum sp_status
sp_graph_extend(struct sp_graph *graph, uint64_t length, struct sp_error *err)
{
	graph->used += length;
	while (graph->used - graph->next_at >= SP_BLOCK_HEADER &&
	       graph->used >= graph->next_at) {
		const uint8_t *header = graph->bytes + graph->next_at;
		uint64_t size = sp_load64(header);
		uint64_t links = sp_load64(header + 8);

		if (check_header(graph, size, links, err))
			return err->status;
		if (!sp_grow(&graph->block_at, &graph->block_capacity,
			     graph->blocks - graph->forgotten + 1))
			return sp_no_memory(err, "the table of blocks");
		if (graph->sums && !grow_sums(graph->sums, graph->blocks + 1))
			return sp_no_memory(err, "the table of blocks");
		graph->block_at[graph->blocks - graph->forgotten] =
			graph->next_at;
		graph->blocks++;
		graph->links += links;
		graph->next_at += SP_BLOCK_HEADER + size;
	}
	return SP_OK;
}

uint64_t
sp_graph_whole_blocks(const struct sp_graph *graph)
{
	/* Only the block whose header came last can be incomplete. */
	return graph->blocks - (graph->next_at > graph->used);
}

uint64_t
sp_graph_begun(const struct sp_graph *graph)
{
	if (graph->next_at <= graph->used)
		return graph->used - graph->next_at;
	return graph->next_at -
	       graph->block_at[graph->blocks - graph->forgotten - 1];
}

/*
 * Costs the bytes that are left, at most one block that is not complete:
 * callers forget everything that is whole.
 */
void
sp_graph_forget(struct sp_graph *graph, uint64_t block)
{
	uint64_t gone = block - graph->forgotten;
	uint64_t left = graph->blocks - block;
	uint64_t start = left ? graph->block_at[gone] : graph->next_at;

	memmove(graph->bytes, graph->bytes + start, graph->used - start);
	graph->used -= start;
	graph->next_at -= start;
	for (uint64_t i = 0; i < left; i++)
		graph->block_at[i] = graph->block_at[gone + i] - start;
	graph->forgotten = block;
}

/* This also allocates the bytes of a graph without blocks. */
static enum sp_status
add_slack(struct sp_graph *graph, struct sp_error *err)
{
	uint8_t *slack = sp_graph_room(graph, 0);

	if (!slack)
		return sp_no_memory(err, "the graph");
	memset(slack, 0, SP_DECODE_SLACK);
	return SP_OK;
}

/*
 * Sums may be complete already, if the blocks were verified as they came: then
 * no cursor will ever compare them, so it is done here.
 */
enum sp_status
sp_graph_complete(struct sp_graph *graph,
		  const struct sp_fingerprint *fingerprint,
		  const struct sp_fingerprint *origin, struct sp_error *err)
{
	if (graph->next_at != graph->used ||
	    graph->blocks != sp_graph_blocks(graph))
		return sp_fail(err, SP_DATA, "graph: %" PRIu64 " of "
			       "%" PRIu64 " blocks: links are missing",
			       graph->blocks, sp_graph_blocks(graph));
	if (fingerprint->pages != graph->pages ||
	    fingerprint->links != graph->links)
		return sp_fail(err, SP_DATA, "graph: %" PRIu64 " links "
			       "announced, %" PRIu64 " found",
			       fingerprint->links, graph->links);
	if (add_slack(graph, err))
		return err->status;
	graph->fingerprint = *fingerprint;
	graph->origin = *origin;
	if (!graph->sums)
		return SP_OK;
	graph->sums->complete = true;
	/* Also a graph without blocks, which no cursor will end. */
	if (graph->sums->blocks == graph->blocks &&
	    graph->sums->sum != fingerprint->checksum)
		return sp_graph_fail_sum(err);
	return SP_OK;
}

static void
free_sums(struct sp_graph *graph)
{
	if (graph->sums)
		free(graph->sums->added);
	free(graph->sums);
	graph->sums = NULL;
}

/*
 * A part has no fingerprint of its own; the processes compare the sum of all
 * parts.
 */
enum sp_status
sp_graph_complete_part(struct sp_graph *graph, uint64_t first, uint64_t last,
		       struct sp_error *err)
{
	/* A process without pages may have begun anywhere. */
	bool begun = graph->forgotten == first || first == last;

	if (graph->next_at != graph->used || !begun ||
	    graph->blocks - graph->forgotten != last - first)
		return sp_fail(err, SP_DATA, "graph: %" PRIu64 " blocks from "
			       "block %" PRIu64 " on instead of %" PRIu64 " "
			       "from %" PRIu64 " on: links are missing",
			       graph->blocks - graph->forgotten,
			       graph->forgotten, last - first, first);
	/* A sum of all blocks will never be there. */
	free_sums(graph);
	return add_slack(graph, err);
}

/*
 * Writes only where the blocks below block were. over never passes the start of
 * a block that is still to be read, because what does not fit is handed back to
 * the caller.
 */
uint64_t
sp_graph_put_over(struct sp_graph *graph, uint64_t block,
		  const uint8_t *bytes, uint64_t length)
{
	bool more = block >= graph->forgotten && block < graph->blocks;
	uint64_t end = more ? graph->block_at[block - graph->forgotten] :
			      graph->next_at;
	uint64_t fits = end - graph->over < length ? end - graph->over :
						     length;

	if (fits)
		memcpy(graph->bytes + graph->over, bytes, fits);
	graph->over += fits;
	return fits;
}

/*
 * Starts as if nothing had arrived, and lets sp_graph_extend() find the blocks
 * in the bytes that are there already.
 */
enum sp_status
sp_graph_become(struct sp_graph *graph, uint64_t pages, struct sp_error *err)
{
	free_sums(graph);
	graph->pages = pages;
	graph->chain = SP_CHAIN_MAX;
	graph->links = graph->blocks = graph->forgotten = 0;
	graph->next_at = graph->used = 0;
	return sp_graph_extend(graph, graph->over, err);
}

/*
 * The end of a block is the start of the next, or where the next one would be:
 * no lengths have to be stored.
 */
const uint8_t *
sp_graph_block_bytes(const struct sp_graph *graph, uint64_t block,
		     uint64_t *length)
{
	const uint64_t *at = graph->block_at + (block - graph->forgotten);
	uint64_t end = block + 1 < graph->blocks ? at[1] : graph->next_at;

	*length = end - at[0];
	return graph->bytes + at[0];
}

void
sp_graph_free(struct sp_graph *graph)
{
	if (!graph)
		return;
	free_sums(graph);
	free(graph->block_at);
	free(graph->bytes);
	free(graph);
}
