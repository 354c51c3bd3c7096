/* SPDX-License-Identifier: MIT */
/*
 * The residual graph of several processes: each writes its own blocks, with the
 * numbers of the whole graph, and the tail comes from process 0 when the
 * fingerprints of all have been added up.  A fingerprint is a sum over rows, so
 * it is that of one process.
 */
#include "cluster/files/write.h"

#include "base/memory.h"
#include "cluster/files/run.h"
#include "stream/section/prune.h"

/* What a process writes of the graph: its own blocks, without dead pages. */
struct residual {
	struct sp_pruned_range range;
	struct sp_prune prune;
	int threads;
	struct sp_fingerprint written;
};

static uint64_t
graph_number_of(const void *context, uint32_t page)
{
	return sp_share_global(context, page);
}

static enum sp_status
produce_blocks(void *context, struct sp_writer *writer, struct sp_error *err)
{
	struct residual *residual = context;
	struct sp_pruner *pruner = sp_pruner_new(writer, residual->threads,
						 &residual->prune, NULL, NULL);
	enum sp_status status;

	if (!pruner)
		return sp_no_memory(err, "the graph");
	status = sp_pruner_range(pruner, &residual->range, &residual->written,
				 err);
	sp_pruner_free(pruner);
	return status;
}

static enum sp_status
produce_tail(void *context, struct sp_writer *writer, struct sp_error *err)
{
	return sp_graph_writer_tail(writer, context, err);
}

enum sp_status
sp_joint_save_residual(struct sp_joint_writer *writer,
		       const struct sp_share *share, const uint64_t *dead,
		       int threads, struct sp_error *err)
{
	/* Pages owned begin with a block, here as in the whole graph. */
	uint64_t first = share->own_first / SP_BLOCK_PAGES;
	uint64_t blocks = (share->owned + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;
	struct residual residual = {
		.range = { share->graph, first, first + blocks,
			   share->whole.pages, share->first,
			   !share->team->rank, graph_number_of, share },
		.prune = { .dead = dead }, .threads = threads
	};
	struct sp_basis basis = { .origin = share->origin };
	uint64_t sums[2];

	if (sp_joint_run(writer, produce_blocks, &residual, err))
		return err->status;
	sums[0] = residual.written.links;
	sums[1] = residual.written.checksum;
	if (sp_team_add(share->team, sums, 2, err))
		return err->status;
	basis.graph = (struct sp_fingerprint){ share->whole.pages, sums[0],
					       sums[1] };
	return sp_joint_save_alone(writer, produce_tail, &basis, err);
}
