/* SPDX-License-Identifier: MIT */
/*
 * The header of a block may announce any number of links, since a copy of a
 * list takes two bytes: a megabyte of blocks may stand for gigabytes of rows.
 * So a batch ends before the headers of its blocks announce more than it may
 * have, and a block that announces more alone is left to the caller, who reads
 * it in pieces by one thread.  Such blocks are rare, or hostile.
 */
#include "graph/batch.h"

#include "base/memory.h"

/* A batch: links of the blocks before each of its blocks, and of all of it. */
struct batch {
	uint64_t first, count, links;
	uint64_t before[SP_BATCH_SLOTS];
};

/* The longest batch from batch->first on; count 0: that block is too large. */
static void
choose_batch(const struct sp_batches *batches, uint64_t last, uint64_t link,
	     struct batch *batch)
{
	batch->count = batch->links = 0;
	while (batch->count < SP_BATCH_SLOTS &&
	       batch->first + batch->count < last) {
		uint64_t more = sp_graph_block_links(
			batches->graph, batch->first + batch->count);

		if (more > batches->most_links - batch->links)
			break;
		batch->before[batch->count++] = link + batch->links;
		batch->links += more;
	}
}

static enum sp_status
run_batch(const struct sp_batches *batches, const struct batch *batch,
	  struct sp_error *err)
{
	bool no_memory = false;

#pragma omp parallel num_threads(batches->threads) reduction(||: no_memory)
	{
		struct sp_cursor *cursor = sp_cursor_new(batches->graph);

#pragma omp for schedule(dynamic)
		for (uint64_t i = 0; i < batch->count; i++) {
			/*
			 * No thread can leave a loop of OpenMP; without a
			 * cursor it does nothing, and the batch fails
			 * afterwards.
			 */
			if (!cursor)
				continue;
			sp_cursor_block(cursor, batch->first + i);
			batches->fill(batches->context, cursor, (unsigned)i,
				      batch->before[i]);
		}
		no_memory = !cursor;
		sp_cursor_free(cursor);
	}
	if (no_memory)
		return sp_no_memory(err, "a list of links");
	/* In order, so the error is that of the first bad block, always. */
	for (unsigned i = 0; i < batch->count; i++)
		if (batches->take(batches->context, i, err))
			return err->status;
	return SP_OK;
}

static enum sp_status
run_large(const struct sp_batches *batches, uint64_t block, uint64_t link,
	  struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(batches->graph);
	enum sp_status status;

	if (!cursor)
		return sp_no_memory(err, "a list of links");
	sp_cursor_block(cursor, block);
	status = batches->large(batches->context, cursor, block, link, err);
	sp_cursor_free(cursor);
	return status;
}

enum sp_status
sp_batches_run(const struct sp_batches *batches, uint64_t first, uint64_t last,
	       struct sp_error *err)
{
	struct batch batch = { .first = first };
	enum sp_status status = SP_OK;
	uint64_t link = 0;

	while (!status && batch.first < last) {
		choose_batch(batches, last, link, &batch);
		if (batch.count) {
			status = run_batch(batches, &batch, err);
			link += batch.links;
			batch.first += batch.count;
		} else {
			status = run_large(batches, batch.first, link, err);
			link += sp_graph_block_links(batches->graph,
						     batch.first++);
		}
		if (batches->done)
			batches->done(batches->context, batch.first);
	}
	return status;
}
