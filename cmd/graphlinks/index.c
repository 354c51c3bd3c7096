/* SPDX-License-Identifier: MIT */
/*
 * --index: makes the index of a graph, a stream beside it.
 *
 *	NAME    the names of the pages, in small frames
 *	lnkX    their keys in ascending order, and which stream this is of
 *	lnkD    the first key of each of its frames
 *	GRPH    the links, in small frames
 *	GRPH    the links turned round, in small frames
 *
 * Names pass while they are read, and only their keys are held; then these are
 * sorted, and at last the links, which are held in their compact form, are
 * written again and turned round in ranges, as by graphprune --transpose.
 *
 * Names of a crawl come mostly in ascending order, at least within hosts.  So
 * keys are sorted by merging what ascends already.
 */
#include "graphlinks.h"

#include "base/memory.h"
#include "cli/scratch.h"
#include "graph/transform/transpose.h"
#include "graph/visit.h"
#include "stream/section/graph.h"
#include "stream/section/linkindex.h"
#include "stream/section/names.h"
#include "stream/section/pick.h"

#include <stdlib.h>

struct indexing {
	struct cmd *cmd;
	struct sp_writer *writer;
	struct sp_link_index of;
	struct sp_contents contents;
	struct sp_namer *namer;
	struct sp_section section;   /* of names, while they come */
	bool named;
	struct sp_names keys;        /* by pages */
	uint32_t *order;             /* pages by their keys */
	struct sp_link_keys last;    /* that was written */
};

/* ---- names ------------------------------------------------------------ */

/* A list that comes again takes the place of the one before. */
static enum sp_status
index_begin_names(struct indexing *job, struct sp_error *err)
{
	if (job->named && sp_section_close(&job->section, SP_OK, err))
		return err->status;
	job->named = true;
	sp_names_free(&job->keys);
	if (sp_section_begin(&job->section, job->writer, SP_TAG_NAMES, NULL, 0,
			     err))
		return err->status;
	job->section.most = SP_LINK_FRAME;
	return SP_OK;
}

static enum sp_status
index_take_name(void *context, uint64_t page, const char *name, size_t length,
		struct sp_error *err)
{
	struct indexing *job = context;
	struct sp_named named;
	struct sp_span key;

	if (!page && index_begin_names(job, err))
		return err->status;
	if (sp_namer_look(job->namer, (struct sp_span){ name, length }, &named,
			  err))
		return err->status;
	key = sp_naming_cut(named.key);
	if (sp_names_add(&job->keys, key.text, key.length, err))
		return err->status;
	return sp_save_string(&job->section, name, length, err);
}

/* ---- sorting ---------------------------------------------------------- */

static int
compare_keys(const struct indexing *job, uint32_t a, uint32_t b)
{
	return sp_span_compare(sp_names_span(&job->keys, a),
			       sp_names_span(&job->keys, b));
}

/* The end of the pages that ascend by their keys, from a place on. */
static uint64_t
end_of_key_run(const struct indexing *job, const uint32_t *order, uint64_t at,
	       uint64_t count)
{
	at++;
	while (at < count && compare_keys(job, order[at - 1], order[at]) <= 0)
		at++;
	return at < count ? at : count;
}

/* Merges [from, middle) and [middle, end); of equal keys, the first stays. */
static void
merge_key_runs(const struct indexing *job, const uint32_t *order,
	       uint64_t from, uint64_t middle, uint64_t end, uint32_t *to)
{
	uint64_t a = from, b = middle;

	for (uint64_t i = from; i < end; i++)
		if (b == end ||
		    (a < middle && compare_keys(job, order[a], order[b]) <= 0))
			to[i] = order[a++];
		else
			to[i] = order[b++];
}

/* Merges each two runs; returns whether there was more than one. */
static bool
merge_key_pass(const struct indexing *job, const uint32_t *order,
	       uint64_t count, uint32_t *to)
{
	uint64_t from = 0, middle, end;

	middle = count ? end_of_key_run(job, order, 0, count) : 0;
	if (middle == count)
		return false;
	while (from < count) {
		middle = end_of_key_run(job, order, from, count);
		end = middle < count ?
			      end_of_key_run(job, order, middle, count) :
			      count;
		merge_key_runs(job, order, from, middle, end, to);
		from = end;
	}
	return true;
}

/* Sets job->order: pages by their keys, of equal ones the smaller first. */
static enum sp_status
sort_keys(struct indexing *job)
{
	uint64_t count = job->keys.count;
	uint32_t *order = sp_alloc(count, sizeof(*order));
	uint32_t *other = sp_alloc(count, sizeof(*other)), *swap;

	job->order = order;
	if (!order || !other) {
		free(other);
		return sp_no_memory(&job->cmd->err, "the keys of names");
	}
	for (uint64_t i = 0; i < count; i++)
		order[i] = (uint32_t)i;
	while (merge_key_pass(job, order, count, other)) {
		swap = order;
		order = other;
		other = swap;
	}
	job->order = order;
	free(other);
	return SP_OK;
}

/* Appends a key, and notes it if it is the first of a frame. */
static enum sp_status
save_key(struct indexing *job, struct sp_section *section, uint32_t page,
	 struct sp_names *firsts)
{
	struct sp_span key = sp_names_span(&job->keys, page);
	struct sp_error *err = &job->cmd->err;

	if (sp_link_index_add(section, &job->last, key, page, err))
		return err->status;
	return section->count == 1 ? sp_names_add(firsts, key.text,
						  key.length, err) : SP_OK;
}

static enum sp_status
save_directory(struct indexing *job, const struct sp_names *firsts)
{
	struct sp_error *err = &job->cmd->err;
	struct sp_section section = { 0 };
	enum sp_status status = sp_link_directory_begin(&section, job->writer,
							err);

	for (uint64_t i = 0; !status && i < firsts->count; i++)
		status = sp_link_index_add(&section, &job->last,
					   sp_names_span(firsts, i),
					   (uint32_t)i, err);
	return sp_section_close(&section, status, err);
}

static enum sp_status
save_keys(struct indexing *job)
{
	struct sp_error *err = &job->cmd->err;
	struct sp_names firsts = SP_NAMES_EMPTY;
	struct sp_section section = { 0 };
	enum sp_status status = sp_link_index_begin(&section, job->writer,
						    &job->of, err);

	for (uint64_t i = 0; !status && i < job->keys.count; i++)
		status = save_key(job, &section, job->order[i], &firsts);
	status = sp_section_close(&section, status, err);
	if (!status)
		status = save_directory(job, &firsts);
	sp_names_free(&firsts);
	return status;
}

/* ---- links ------------------------------------------------------------ */

/* Writes the links as they are, or turned round. */
static enum sp_status
index_links(struct indexing *job, enum links_way way)
{
	const struct sp_graph *graph = sp_contents_graph(&job->contents);
	struct cmd *cmd = job->cmd;
	struct sp_graph_writer *to = sp_graph_writer_new(job->writer,
							 cmd->threads, false);
	struct sp_fingerprint origin = sp_graph_origin(graph);
	struct sp_transpose_options how = { .threads = cmd->threads };
	struct progress progress;
	struct sp_row_sink rows;
	struct sp_basis basis;
	enum sp_status status;

	if (!to)
		return sp_no_memory(&cmd->err, "the graph");
	sp_graph_writer_small_frames(to, SP_LINK_FRAME);
	how.memory = cmd_scratch_memory(cmd, 4);
	how.progress = &progress.teller;
	progress_begin(&progress, cmd, way == LINKS_IN ? "block" : "page");
	rows = sp_graph_writer_rows(to);
	status = way == LINKS_IN ?
			 sp_transpose_rows(graph, NULL, &how, &rows,
					   &cmd->err) :
			 sp_graph_walk(graph, NULL, &progress.teller, &rows,
				       &cmd->err);
	progress_end(&progress);
	if (!status)
		status = sp_graph_writer_finish(to, &origin, &basis,
						&cmd->err);
	sp_graph_writer_free(to);
	return status;
}

/* ---- the whole -------------------------------------------------------- */

/* Which stream it is: what its end says, before all of it is read. */
static enum sp_status
index_identify(struct indexing *job, const char *path)
{
	struct sp_error *err = &job->cmd->err;
	struct sp_pick *pick;
	const struct sp_indexed *indexed;

	if (sp_pick_open(path, 0, &pick, err))
		return err->status;
	indexed = sp_pick_indexed(pick);
	job->of.checksum = sp_indexed_checksum(indexed);
	job->of.bytes = sp_indexed_bytes(indexed);
	sp_pick_close(pick);
	return SP_OK;
}

static enum sp_status
index_load(struct indexing *job)
{
	const struct sp_name_visitor names = { job, index_take_name };
	const struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | SP_SECTION_NAMES, .names = &names
	};
	enum sp_status status = cmd_load_graph(job->cmd, &load,
					       &job->contents);

	if (job->named)
		status = sp_section_close(&job->section, status,
					  &job->cmd->err);
	if (status)
		return status;
	job->of.basis = sp_basis_of(sp_contents_graph(&job->contents));
	/* The pass that turns the links round has them verified. */
	return SP_OK;
}

static enum sp_status
index_write(struct indexing *job)
{
	enum sp_status status = sp_namer_new(&job->namer, &job->cmd->err);

	if (!status)
		status = index_load(job);
	if (!status)
		status = sort_keys(job);
	if (!status)
		status = save_keys(job);
	sp_names_free(&job->keys);
	free(job->order);
	if (!status)
		status = index_links(job, LINKS_OUT);
	if (!status)
		status = index_links(job, LINKS_IN);
	sp_namer_free(job->namer);
	sp_contents_free(&job->contents);
	return status;
}

enum sp_status
links_make_index(struct graphlinks *job)
{
	struct indexing work = { .cmd = job->cmd };
	enum sp_status status = index_identify(&work, job->cmd->graph);

	if (status)
		return status;
	job->output = cmd_output_open(job->cmd, job->cmd->output, true);
	if (!job->output)
		return job->cmd->err.status;
	work.writer = cmd_output_writer(job->output);
	status = index_write(&work);
	return status ? status : cmd_output_sign(job->output);
}
