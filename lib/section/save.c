/* SPDX-License-Identifier: MIT */
#include "section/save.h"

#include "base/memory.h"
#include "graph/codec.h"
#include "graph/store.h"
#include "section/layout.h"

#include <stdlib.h>

/* ---- the graph -------------------------------------------------------- */

struct sp_graph_writer {
	struct sp_writer *writer;
	bool weighted;
	uint64_t pages;
	uint8_t *buffer;          /* a frame in the making */
	size_t used;
	uint64_t first, count;    /* its pages */
	double *weights;
	uint64_t links, capacity;
};

struct sp_graph_writer *
sp_graph_writer_new(struct sp_writer *writer, bool weighted)
{
	struct sp_graph_writer *graph = sp_alloc_zero(1, sizeof(*graph));

	if (!graph)
		return NULL;
	graph->writer = writer;
	graph->weighted = weighted;
	graph->buffer = sp_alloc(SP_FRAME_MAX, 1);
	if (!graph->buffer) {
		free(graph);
		return NULL;
	}
	return graph;
}

void
sp_graph_writer_free(struct sp_graph_writer *graph)
{
	if (!graph)
		return;
	free(graph->buffer);
	free(graph->weights);
	free(graph);
}

static enum sp_status
begin_graph(void *context, uint64_t pages, struct sp_error *err)
{
	struct sp_graph_writer *graph = context;
	uint8_t head[SP_GRAPH_HEAD] = { 0 };

	graph->pages = pages;
	sp_store64(head, pages);
	sp_store32(head + 8, SP_BLOCK_PAGES);
	sp_store32(head + 12, SP_CHAIN_MAX);
	sp_store32(head + 16, graph->weighted ? SP_GRAPH_WEIGHTED : 0);
	return sp_writer_frame(graph->writer, SP_TAG_GRAPH, SP_FRAME_HEAD, 0,
			       0, head, sizeof(head), err);
}

static enum sp_status
flush(struct sp_graph_writer *graph, struct sp_error *err)
{
	enum sp_status status;

	if (!graph->used)
		return SP_OK;
	status = sp_writer_frame(graph->writer, SP_TAG_GRAPH, 0, graph->first,
				 graph->count, graph->buffer, graph->used,
				 err);
	graph->first += graph->count;
	graph->count = 0;
	graph->used = 0;
	return status;
}

static enum sp_status
keep_weights(struct sp_graph_writer *graph, const double *weights,
	     uint64_t links, struct sp_error *err)
{
	if (!sp_grow(&graph->weights, &graph->capacity, graph->links + links,
		     sizeof(*weights)))
		return sp_no_memory(err, "the weights of links");
	for (uint64_t i = 0; i < links; i++)
		graph->weights[graph->links + i] = weights[i];
	graph->links += links;
	return SP_OK;
}

/*
 * Whole blocks to a frame; a block larger than a frame goes on in the next
 * ones, whose count of pages is 0.
 */
static enum sp_status
put_block(void *context, uint64_t first_page, const uint8_t *bytes,
	  uint64_t length, const double *weights, uint64_t links,
	  struct sp_error *err)
{
	struct sp_graph_writer *graph = context;
	uint64_t left = graph->pages - first_page;
	enum sp_status status = SP_OK;

	if (graph->used + length > SP_FRAME_MAX)
		status = flush(graph, err);
	graph->count += left < SP_BLOCK_PAGES ? left : SP_BLOCK_PAGES;
	while (!status && length) {
		uint64_t room = SP_FRAME_MAX - graph->used;
		uint64_t step = length < room ? length : room;

		memcpy(graph->buffer + graph->used, bytes, step);
		graph->used += step;
		bytes += step;
		length -= step;
		if (length)
			status = flush(graph, err);
	}
	if (!status && weights)
		status = keep_weights(graph, weights, links, err);
	return status;
}

struct sp_block_sink
sp_graph_writer_blocks(struct sp_graph_writer *graph)
{
	return (struct sp_block_sink){ graph, begin_graph, put_block };
}

enum sp_status
sp_save_doubles(struct sp_section *section, const double *values,
		uint64_t count, struct sp_error *err)
{
	uint8_t bytes[8192];
	uint64_t at = 0;

	while (at < count) {
		uint64_t step = count - at < sizeof(bytes) / 8 ?
					count - at : sizeof(bytes) / 8;

		for (uint64_t i = 0; i < step; i++)
			sp_store_double(bytes + 8 * i, values[at + i]);
		if (sp_section_add(section, bytes, 8 * step, step, err))
			return err->status;
		at += step;
	}
	return SP_OK;
}

enum sp_status
sp_save_weights_begin(struct sp_section *section, struct sp_writer *writer,
		      const struct sp_basis *basis, struct sp_error *err)
{
	uint8_t head[SP_BASIS];

	sp_basis_store(head, basis);
	return sp_section_begin(section, writer, SP_TAG_WEIGHTS, head,
				sizeof(head), err);
}

static enum sp_status
save_weights(struct sp_writer *writer, const double *weights,
	     const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_save_weights_begin(&section, writer, basis,
						      err);

	if (!status)
		status = sp_save_doubles(&section, weights, basis->graph.links,
				      err);
	return sp_section_close(&section, status, err);
}

enum sp_status
sp_graph_writer_finish(struct sp_graph_writer *graph,
		       const struct sp_fingerprint *own,
		       const struct sp_fingerprint *origin,
		       struct sp_error *err)
{
	struct sp_basis basis = { *own, origin ? *origin : *own };
	uint8_t tail[SP_GRAPH_TAIL];
	enum sp_status status = flush(graph, err);

	if (status)
		return status;
	sp_store64(tail, basis.graph.links);
	sp_store64(tail + 8, basis.graph.checksum);
	sp_store64(tail + 16, basis.origin.links);
	sp_store64(tail + 24, basis.origin.checksum);
	status = sp_writer_frame(graph->writer, SP_TAG_GRAPH, SP_FRAME_TAIL,
				 graph->first, 0, tail, sizeof(tail), err);
	if (!status && graph->weights)
		status = save_weights(graph->writer, graph->weights, &basis,
				      err);
	return status;
}

struct sp_basis
sp_basis_of(const struct sp_graph *graph)
{
	return (struct sp_basis){ sp_graph_fingerprint(graph),
				  sp_graph_origin(graph) };
}

enum sp_status
sp_save_graph(struct sp_writer *writer, const struct sp_graph *graph,
	      const double *weights, struct sp_error *err)
{
	struct sp_graph_writer *to = sp_graph_writer_new(writer, weights);
	struct sp_basis basis = sp_basis_of(graph);
	enum sp_status status;

	if (!to)
		return sp_no_memory(err, "a frame");
	status = begin_graph(to, sp_graph_pages(graph), err);
	for (uint64_t b = 0; !status && b < sp_graph_blocks(graph); b++) {
		uint64_t length;
		const uint8_t *bytes = sp_graph_block_bytes(graph, b,
							    &length);

		status = put_block(to, b * SP_BLOCK_PAGES, bytes, length,
				   NULL, 0, err);
	}
	if (!status)
		status = sp_graph_writer_finish(to, &basis.graph,
						&basis.origin, err);
	if (!status && weights)
		status = save_weights(writer, weights, &basis, err);
	sp_graph_writer_free(to);
	return status;
}

/* ---- names and hosts -------------------------------------------------- */

enum sp_status
sp_save_string(struct sp_section *section, const char *text, size_t length,
	       struct sp_error *err)
{
	uint8_t bytes[SP_LEB_MAX + SP_NAME_MAX];
	uint8_t *end = sp_put_leb(bytes, length);

	if (length)
		memcpy(end, text, length);
	return sp_section_add(section, bytes, (size_t)(end - bytes) + length,
			      1, err);
}

enum sp_status
sp_save_host_run(struct sp_section *section, uint64_t host, uint64_t pages,
		 struct sp_error *err)
{
	uint8_t bytes[2 * SP_LEB_MAX];
	uint8_t *end = sp_put_leb(sp_put_leb(bytes, host), pages);

	return sp_section_add(section, bytes, (size_t)(end - bytes), pages,
			      err);
}

static enum sp_status
save_strings(struct sp_writer *writer, uint32_t tag,
	     const struct sp_names *names, struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(&section, writer, tag, NULL,
						 0, err);

	for (uint64_t i = 0; !status && i < names->count; i++) {
		size_t length;
		const char *text = sp_names_get(names, i, &length);

		status = sp_save_string(&section, text, length, err);
	}
	return sp_section_close(&section, status, err);
}

enum sp_status
sp_save_names(struct sp_writer *writer, const struct sp_names *names,
	      struct sp_error *err)
{
	return save_strings(writer, SP_TAG_NAMES, names, err);
}

static enum sp_status
save_host_of(struct sp_writer *writer, const struct sp_hosts *hosts,
	     struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(&section, writer,
						 SP_TAG_HOST_OF, NULL, 0, err);
	uint64_t first = 0;

	while (!status && first < hosts->pages) {
		uint64_t end = first + 1;

		while (end < hosts->pages &&
		       hosts->host_of[end] == hosts->host_of[first])
			end++;
		status = sp_save_host_run(&section, hosts->host_of[first],
					  end - first, err);
		first = end;
	}
	return sp_section_close(&section, status, err);
}

enum sp_status
sp_save_hosts(struct sp_writer *writer, const struct sp_hosts *hosts,
	      struct sp_error *err)
{
	enum sp_status status = save_strings(writer, SP_TAG_HOSTS,
					     &hosts->names, err);

	if (!status && hosts->domains.count)
		status = save_strings(writer, SP_TAG_DOMAINS, &hosts->domains,
				      err);
	return status ? status : save_host_of(writer, hosts, err);
}

/* ---- results ---------------------------------------------------------- */

enum sp_status
sp_save_scores(struct sp_writer *writer, const char *name,
	       const double *values, const struct sp_basis *basis,
	       struct sp_error *err)
{
	struct sp_section section = { 0 };
	uint8_t head[SP_BASIS + SP_SCORE_NAME_MAX];
	size_t length = strlen(name);
	enum sp_status status;

	if (!length || length > SP_SCORE_NAME_MAX)
		return sp_fail(err, SP_USAGE, "a score name has 1 to %d bytes",
			       SP_SCORE_NAME_MAX);
	sp_basis_store(head, basis);
	memcpy(head + SP_BASIS, name, length);
	status = sp_section_begin(&section, writer, SP_TAG_SCORES, head,
				  SP_BASIS + length, err);
	if (!status)
		status = sp_save_doubles(&section, values, basis->graph.pages,
				      err);
	return sp_section_close(&section, status, err);
}

static enum sp_status
save_members(struct sp_writer *writer, const struct sp_cores *cores,
	     const uint8_t head[SP_BASIS], struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(
		&section, writer, SP_TAG_MEMBERS, head, SP_BASIS, err);

	for (uint64_t i = 0; !status && i < cores->member_count; i++) {
		const struct sp_member *member = &cores->members[i];
		uint8_t bytes[SP_MEMBER_RECORD] = { 0 };

		sp_store32(bytes, member->core);
		sp_store32(bytes + 4, member->page);
		sp_store32(bytes + 8, member->side);
		sp_store_double(bytes + 16, member->score);
		status = sp_section_add(&section, bytes, sizeof(bytes), 1,
					err);
	}
	return sp_section_close(&section, status, err);
}

enum sp_status
sp_save_cores(struct sp_writer *writer, const struct sp_cores *cores,
	      const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_section section = { 0 };
	uint8_t head[SP_BASIS];
	enum sp_status status;

	sp_basis_store(head, basis);
	status = sp_section_begin(&section, writer, SP_TAG_CORES, head,
				  sizeof(head), err);
	for (uint64_t i = 0; !status && i < cores->count; i++) {
		const struct sp_core *core = &cores->cores[i];
		uint8_t bytes[SP_CORE_RECORD];

		sp_store32(bytes, core->seed);
		sp_store32(bytes + 4, core->iteration);
		sp_store64(bytes + 8, core->hubs);
		sp_store64(bytes + 16, core->authorities);
		sp_store64(bytes + 24, core->links);
		status = sp_section_add(&section, bytes, sizeof(bytes), 1,
					err);
	}
	status = sp_section_close(&section, status, err);
	return status ? status : save_members(writer, cores, head, err);
}

enum sp_status
sp_save_seeds(struct sp_writer *writer, const struct sp_seeds *seeds,
	      const struct sp_names *names, const struct sp_basis *basis,
	      struct sp_error *err)
{
	struct sp_section section = { 0 };
	uint8_t head[SP_BASIS];
	enum sp_status status;

	sp_basis_store(head, basis);
	status = sp_section_begin(&section, writer, SP_TAG_SEEDS, head,
				  sizeof(head), err);
	for (uint64_t i = 0; !status && i < seeds->count; i++) {
		const struct sp_seed *seed = &seeds->seeds[i];
		uint8_t bytes[SP_SEED_RECORD + SP_LEB_MAX + SP_NAME_MAX];
		const char *name = "";
		size_t length = 0;
		uint8_t *end;

		if (seed->page < names->count)
			name = sp_names_get(names, seed->page, &length);
		sp_store32(bytes, seed->page);
		sp_store32(bytes + 4, seed->core);
		end = sp_put_leb(bytes + SP_SEED_RECORD, length);
		memcpy(end, name, length);
		status = sp_section_add(&section, bytes,
					(size_t)(end - bytes) + length, 1,
					err);
	}
	return sp_section_close(&section, status, err);
}

enum sp_status
sp_save_provenance(struct sp_writer *writer, const char *line,
		   struct sp_error *err)
{
	size_t length = strlen(line);

	if (length > SP_FRAME_MAX)
		length = SP_FRAME_MAX;
	return sp_writer_frame(writer, SP_TAG_PROVENANCE,
			       SP_FRAME_HEAD | SP_FRAME_TAIL, 0, 1, line,
			       length, err);
}
