/* SPDX-License-Identifier: MIT */
/*
 * The code of a block depends on the pages before it: on their lists, which
 * anyone can read, and on the lengths of their chains of references, which are
 * known when those pages are coded.  A thread that begins in the middle of the
 * graph guesses these: it first chooses references for some pages before its
 * own, as if those had no chains before them.  Chains are short and pages
 * without reference are many, so the guess is mostly right.  When the blocks
 * before are done, it is compared with the truth; a block that began with a
 * wrong guess is coded again, and the next ones, until they agree.
 */
#include "formats/export/bvgraph_blocks.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_BLOCKS 32            /* of one thread at a time, at most */
#define CHUNK_LINKS (UINT64_C(1) << 21) /* after which a chunk ends */
/*
 * Far enough for a chain of references that is cut off to have ended, nearly
 * always: chains have at most three links by default.
 */
#define GUESS_PAGES 512            /* coded before a chunk */

struct bv_done {
	struct sp_bvgraph_block block;
	uint32_t *before, *after;  /* chains of the window's pages */
};

/* A thread: what it has in its window ends before block next. */
struct bv_worker {
	struct sp_cursor *cursor;
	struct sp_bvgraph_lists *lists;
	uint64_t next;
	enum sp_status status;
	struct sp_error err;
};

struct bv_chunk {
	uint64_t first, count;     /* blocks */
};

struct bv_run {
	const struct sp_graph *graph;
	const struct sp_bvgraph_code *code;
	int threads;
	struct bv_worker *workers; /* threads, and of each chunk one */
	struct bv_chunk *chunks;
	struct bv_done *done;      /* threads * CHUNK_BLOCKS */
	uint32_t *chains;          /* of the pages before the next block */
	uint64_t next;             /* block */
};

/* ---- one block -------------------------------------------------------- */

static void
get_chains(const struct bv_run *run, const struct bv_worker *worker,
	   uint64_t block, uint32_t *chains)
{
	uint64_t page = block * SP_BLOCK_PAGES;

	for (uint32_t i = 0; i < run->code->window && i < page; i++)
		chains[i] = sp_bvgraph_lists_chain(worker->lists,
						   (uint32_t)(page - 1 - i));
}

static bool
same_chains(const struct bv_run *run, const uint32_t *a, const uint32_t *b)
{
	return !memcmp(a, b, run->code->window * sizeof(*a));
}

/*
 * Fills the window with the pages before a block, which have these chains, or
 * else are guessed.
 *
 * A guess needs lists before it, too: the pages that are guessed may refer to a
 * window of their own, for which it is enough to know the lists.
 */
static enum sp_status
look_back(const struct bv_run *run, struct bv_worker *worker, uint64_t block,
	  const uint32_t *chains)
{
	uint64_t end = block * SP_BLOCK_PAGES, window = run->code->window;
	const uint32_t *successors;
	uint32_t page, count;
	enum sp_status status = SP_OK;

	sp_bvgraph_lists_clear(worker->lists);
	worker->next = block;
	if (!block || !window)
		return SP_OK;
	sp_cursor_block(worker->cursor, block - 1);
	while (!status && sp_cursor_next(worker->cursor, &page, &successors,
					 &count)) {
		uint64_t left = end - page;

		if (left <= window && chains)
			status = sp_bvgraph_lists_add(
				worker->lists, page, successors, count,
				chains[left - 1], &worker->err);
		else if (left <= GUESS_PAGES && !chains)
			status = sp_bvgraph_lists_code(
				worker->lists, page, successors, count, NULL,
				NULL, &worker->err);
		else if (left <= GUESS_PAGES + window && !chains)
			status = sp_bvgraph_lists_add(
				worker->lists, page, successors, count, 0,
				&worker->err);
	}
	if (!status)
		status = sp_cursor_status(worker->cursor, &worker->err);
	return status;
}

/*
 * The chains before and after are kept: by the former it is known later whether
 * the guess was right, and the latter are what the next block should have
 * guessed.
 */
static enum sp_status
code_block(const struct bv_run *run, struct bv_worker *worker, uint64_t index,
	   struct bv_done *done)
{
	struct sp_bvgraph_block *block = &done->block;
	const uint32_t *successors;
	uint32_t page, count;
	uint64_t end = 0;
	enum sp_status status = SP_OK;

	get_chains(run, worker, index, done->before);
	sp_bits_clear(&block->bits);
	memset(&block->figures, 0, sizeof(block->figures));
	block->pages = 0;
	sp_cursor_block(worker->cursor, index);
	while (!status && sp_cursor_next(worker->cursor, &page, &successors,
					 &count)) {
		status = sp_bvgraph_lists_code(worker->lists, page, successors,
					       count, &block->bits,
					       &block->figures, &worker->err);
		block->sizes[block->pages++] =
			sp_bits_so_far(&block->bits) - end;
		end = sp_bits_so_far(&block->bits);
	}
	if (!status)
		status = sp_cursor_status(worker->cursor, &worker->err);
	worker->next = index + 1;
	get_chains(run, worker, index + 1, done->after);
	return status;
}

/* ---- chunks ----------------------------------------------------------- */

/*
 * The blocks of the next chunk: by what the graph is like, and no more.
 *
 * Work is divided by the graph alone, not by what threads happen to do, so that
 * the memory needed is the same in every run.  Blocks of many links make short
 * chunks, since all bits of a chunk are held.
 */
static uint64_t
chunk_blocks(const struct bv_run *run, uint64_t first)
{
	uint64_t blocks = sp_graph_blocks(run->graph), count = 0, links = 0;

	while (first + count < blocks && count < CHUNK_BLOCKS &&
	       links < CHUNK_LINKS)
		links += sp_graph_block_links(run->graph, first + count++);
	return count;
}

static void
code_chunk(const struct bv_run *run, int i)
{
	struct bv_worker *worker = &run->workers[i];
	const struct bv_chunk *chunk = &run->chunks[i];
	struct bv_done *done = run->done + (uint64_t)i * CHUNK_BLOCKS;

	worker->status = SP_OK;
	if (chunk->count && (i || worker->next != chunk->first))
		worker->status = look_back(run, worker, chunk->first,
					   i ? NULL : run->chains);
	for (uint64_t k = 0; !worker->status && k < chunk->count; k++)
		worker->status = code_block(run, worker, chunk->first + k,
					    &done[k]);
}

/*
 * Codes a block again if it began with a wrong guess.  This worker has the
 * right pages in its window if it did so for the block before, too.
 *
 * Costs the work of one block by one thread while the others wait; with guesses
 * that are mostly right, that is seldom.
 */
static enum sp_status
correct_block(struct bv_run *run, uint64_t block, struct bv_done *done,
	      struct sp_error *err)
{
	struct bv_worker *worker = &run->workers[run->threads];
	enum sp_status status = SP_OK;

	if (same_chains(run, run->chains, done->before))
		return SP_OK;
	if (worker->next != block)
		status = look_back(run, worker, block, run->chains);
	if (!status)
		status = code_block(run, worker, block, done);
	if (status)
		*err = worker->err;
	return status;
}

static enum sp_status
bvgraph_blocks_take_chunk(struct bv_run *run, int i, sp_bvgraph_taker *taker,
			  void *context, struct sp_error *err)
{
	const struct bv_chunk *chunk = &run->chunks[i];
	struct bv_done *done = run->done + (uint64_t)i * CHUNK_BLOCKS;
	enum sp_status status = SP_OK;

	/* In order, so the error is that of the first bad block, always. */
	if (run->workers[i].status) {
		*err = run->workers[i].err;
		return run->workers[i].status;
	}
	for (uint64_t k = 0; !status && k < chunk->count; k++) {
		status = correct_block(run, chunk->first + k, &done[k], err);
		if (!status)
			status = taker(context, &done[k].block, err);
		memcpy(run->chains, done[k].after,
		       run->code->window * sizeof(*run->chains));
	}
	return status;
}

/*
 * Threads meet after each round of chunks: what they made is taken in order,
 * and their memory is used for the next round.
 */
static enum sp_status
code_chunks(struct bv_run *run, sp_bvgraph_taker *taker, void *context,
	    struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (int i = 0; i < run->threads; i++) {
		run->chunks[i].first = run->next;
		run->chunks[i].count = chunk_blocks(run, run->next);
		run->next += run->chunks[i].count;
	}
#pragma omp parallel for num_threads(run->threads) schedule(static, 1)
	for (int i = 0; i < run->threads; i++)
		code_chunk(run, i);
	for (int i = 0; !status && i < run->threads; i++)
		status = bvgraph_blocks_take_chunk(run, i, taker, context, err);
	return status;
}

/* ---- together --------------------------------------------------------- */

static bool
bvgraph_blocks_begin_run(struct bv_run *run)
{
	uint64_t workers = (uint64_t)run->threads + 1, window =
		run->code->window;
	uint64_t blocks = (uint64_t)run->threads * CHUNK_BLOCKS;

	run->workers = sp_alloc_zero(workers, sizeof(*run->workers));
	run->chunks = sp_alloc_zero(workers, sizeof(*run->chunks));
	run->done = sp_alloc_zero(blocks, sizeof(*run->done));
	run->chains = sp_alloc_zero(window, sizeof(*run->chains));
	if (!run->workers || !run->chunks || !run->done || !run->chains)
		return false;
	for (uint64_t i = 0; i < workers; i++) {
		run->workers[i].cursor = sp_cursor_new(run->graph);
		run->workers[i].lists = sp_bvgraph_lists_new(run->code);
		if (!run->workers[i].cursor || !run->workers[i].lists)
			return false;
	}
	for (uint64_t i = 0; i < blocks; i++) {
		run->done[i].before = sp_alloc_zero(window, sizeof(uint32_t));
		run->done[i].after = sp_alloc_zero(window, sizeof(uint32_t));
		if (!run->done[i].before || !run->done[i].after)
			return false;
	}
	return true;
}

static void
end_run(struct bv_run *run)
{
	for (int i = 0; run->workers && i <= run->threads; i++) {
		sp_cursor_free(run->workers[i].cursor);
		sp_bvgraph_lists_free(run->workers[i].lists);
	}
	for (int i = 0; run->done && i < run->threads * CHUNK_BLOCKS; i++) {
		sp_bits_free(&run->done[i].block.bits);
		free(run->done[i].before);
		free(run->done[i].after);
	}
	free(run->workers);
	free(run->chunks);
	free(run->done);
	free(run->chains);
}

/*
 * The bits depend neither on threads nor on guesses: a block that began with a
 * wrong guess is made again.
 */
enum sp_status
sp_bvgraph_blocks(const struct sp_graph *graph,
		  const struct sp_bvgraph_code *code, int threads,
		  const struct sp_progress *progress, sp_bvgraph_taker *taker,
		  void *context, struct sp_error *err)
{
	struct bv_run run = { .graph = graph, .code = code,
			      .threads = threads };
	uint64_t blocks = sp_graph_blocks(graph), pages =
		sp_graph_pages(graph);
	enum sp_status status = SP_OK;

	/* More threads than chunks would only take memory. */
	if ((uint64_t)run.threads > blocks)
		run.threads = blocks ? (int)blocks : 1;
	if (!bvgraph_blocks_begin_run(&run))
		status = sp_no_memory(err, "the code of a graph");
	while (!status && run.next < blocks) {
		status = code_chunks(&run, taker, context, err);
		sp_progress_report(progress, run.next < blocks ?
				   run.next * SP_BLOCK_PAGES : pages, pages);
	}
	end_run(&run);
	return status;
}
