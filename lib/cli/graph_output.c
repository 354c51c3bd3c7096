/* SPDX-License-Identifier: MIT */
/*
 * How it works: a single stream is handled as the only part of its graph, so
 * that whoever makes rows need not know which of both is written.  One part is
 * open at a time; it ends when a row of a page after its range comes, or with
 * the last row, and parts without a row in between are begun and ended as well,
 * because a manifest lists all of them.
 *
 * The links of a part are a graph of all pages, so the fingerprints of parts
 * add up to that of the whole: the pages are the same, and links and checksums
 * are sums.  cmd_graph_finish() gets the basis of the whole that way, without a
 * second look at any row.
 */
#include "cli/graph_output.h"

#include "base/memory.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"

/*
 * Parts are only compared with other files here; each is opened when its range
 * begins.
 */
enum sp_status
cmd_graph_open(struct cmd_graph_output *to)
{
	struct cmd *cmd = to->cmd;

	if (to->count) {
		to->parts = cmd_parts_new(cmd, to->count);
		return to->parts ? SP_OK : cmd->err.status;
	}
	to->stream = cmd_output_open(cmd, cmd->output, true);
	if (!to->stream)
		return cmd->err.status;
	to->writer = cmd_output_writer(to->stream);
	return SP_OK;
}

/* ---- parts ------------------------------------------------------------ */

/*
 * A writer of rows for each part: its links are a graph of all pages, of which
 * those outside the range have none.
 */
static enum sp_status
begin_rows(struct cmd_graph_output *to, struct sp_error *err)
{
	struct cmd *cmd = to->cmd;

	if (to->parts && cmd_parts_open(to->parts, &to->part, &to->writer)) {
		*err = cmd->err;
		return err->status;
	}
	if (to->before(to->context, &to->part, to->writer, err))
		return err->status;
	to->graph = sp_graph_writer_new(to->writer, cmd->threads,
					to->weighted);
	if (!to->graph)
		return sp_no_memory(err, "the graph");
	to->rows = sp_graph_writer_rows(to->graph);
	return sp_rows_begin(&to->rows, to->part.pages, err);
}

/* What is left of the origin of the whole for the last part. */
static struct sp_fingerprint
rest_of(const struct cmd_graph_output *from)
{
	return (struct sp_fingerprint){
		from->part.pages,
		from->origin->links - from->sum.graph.links,
		from->origin->checksum - from->sum.graph.checksum
	};
}

static enum sp_status
end_rows(struct cmd_graph_output *to, struct sp_error *err)
{
	bool last = to->part.number + 1 == to->part.count;
	struct sp_fingerprint rest;
	struct sp_basis basis;
	enum sp_status status;

	if (last && to->origin)
		rest = rest_of(to);
	status = sp_graph_writer_finish(
		to->graph, last && to->origin ? &rest : NULL, &basis, err);
	if (status)
		return status;
	sp_graph_writer_free(to->graph);
	to->graph = NULL;
	if (to->after &&
	    to->after(to->context, &to->part, &basis, to->writer, err))
		return err->status;
	to->sum.graph.pages = to->sum.origin.pages = to->part.pages;
	to->sum.graph.links += basis.graph.links;
	to->sum.graph.checksum += basis.graph.checksum;
	to->sum.origin.links += basis.origin.links;
	to->sum.origin.checksum += basis.origin.checksum;
	status = to->parts ? cmd_parts_close(to->parts, &basis) : SP_OK;
	if (status && err != &to->cmd->err)
		*err = to->cmd->err;
	return status;
}

static enum sp_status
next_part(struct cmd_graph_output *to, struct sp_error *err)
{
	enum sp_status status = end_rows(to, err);

	if (status)
		return status;
	to->part = sp_part_of(to->part.pages, to->part.number + 1,
			      to->part.count);
	to->part.id = to->id;
	return begin_rows(to, err);
}

/* ---- rows ------------------------------------------------------------- */

static enum sp_status
output_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct cmd_graph_output *to = context;

	/* Before ranges are computed, in which more pages would overflow. */
	if (pages > SP_PAGES_MAX)
		return sp_fail(err, SP_DATA, "%" PRIu64 " pages: more than "
			       "%" PRIu64 " are not supported", pages,
			       SP_PAGES_MAX);
	to->part = sp_part_of(pages, 0, to->count ? to->count : 1);
	to->part.id = to->id;
	return begin_rows(to, err);
}

static enum sp_status
output_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct cmd_graph_output *to = context;

	while (row->page >= to->part.end &&
	       to->part.number + 1 < to->part.count)
		if (next_part(to, err))
			return err->status;
	return sp_rows_pass(&to->rows, row, err);
}

struct sp_row_sink
cmd_graph_sink(struct cmd_graph_output *to)
{
	return (struct sp_row_sink){ to, output_begin, output_row };
}

enum sp_status
cmd_graph_finish(struct cmd_graph_output *to, struct sp_basis *basis)
{
	struct sp_error *err = &to->cmd->err;

	while (to->part.number + 1 < to->part.count)
		if (next_part(to, err))
			return err->status;
	if (end_rows(to, err))
		return err->status;
	*basis = to->sum;
	return SP_OK;
}

/* ---- the end ---------------------------------------------------------- */

enum sp_status
cmd_graph_commit(struct cmd_graph_output *to)
{
	return to->stream ? cmd_output_sign(to->stream) :
			    cmd_parts_commit(to->parts);
}

void
cmd_graph_free(struct cmd_graph_output *to)
{
	sp_graph_writer_free(to->graph);
	cmd_output_free(to->stream);
	cmd_parts_free(to->parts);
}

enum sp_status
cmd_graph_save_pages(const struct sp_part *part, const struct sp_hosts *hosts,
		     const struct sp_names *names, struct sp_writer *writer,
		     struct sp_error *err)
{
	struct sp_section section = { 0 };
	struct sp_name_room room;
	enum sp_status status = SP_OK;

	/* Hosts are those of all pages, so that a part can be pruned. */
	if (hosts && hosts->pages)
		status = sp_save_hosts(writer, hosts, err);
	if (status || !names || !names->count)
		return status;
	status = sp_section_begin(&section, writer, SP_TAG_NAMES, NULL, 0,
				  err);
	for (uint64_t page = 0; !status && page < names->count; page++) {
		struct sp_span name = sp_names_read(names, page, &room);

		status = cmd_parts_name(&section, part, page, name.text,
					name.length, err);
	}
	return sp_section_close(&section, status, err);
}
