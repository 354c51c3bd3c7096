/* SPDX-License-Identifier: MIT */
#include "section/load_parts.h"

#include "base/memory.h"
#include "graph/codec.h"
#include "graph/store.h"

#include <math.h>
#include <stdlib.h>

/* ---- the graph -------------------------------------------------------- */

enum sp_status
sp_load_graph_head(struct load *load, const uint8_t *at, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = load->options->visitor;
	uint64_t pages;

	if (load->frame.raw != SP_GRAPH_HEAD)
		return sp_load_bad(load, err,
				   "the head of a graph has another size");
	pages = sp_load64(at);
	if (pages > SP_PAGES_MAX)
		return sp_reader_bad(load->reader, err,
				     "%llu pages: more "
				     "than %llu are not supported",
				     (unsigned long long)pages,
				     (unsigned long long)SP_PAGES_MAX);
	if (sp_load32(at + 8) != SP_BLOCK_PAGES ||
	    sp_load32(at + 12) > SP_CHAIN_MAX ||
	    sp_load32(at + 16) & ~(uint32_t)SP_GRAPH_WEIGHTED)
		return sp_load_bad(load, err,
				   "a graph with parameters that this "
				   "program does not read");
	load->graph_pages = pages;
	load->visited = 0;
	load->graph = sp_graph_new(pages);
	if (!load->graph)
		return sp_no_memory(err, "the graph");
	if (!visitor)
		return SP_OK;
	return visitor->begin(visitor->context, pages,
			      sp_load32(at + 16) & SP_GRAPH_WEIGHTED, err);
}

static enum sp_status
visit_blocks(struct load *load, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = load->options->visitor;
	uint64_t whole = sp_graph_whole_blocks(load->graph);
	enum sp_status status = SP_OK;

	if (!visitor || whole == load->visited)
		return SP_OK;
	status = visitor->blocks(visitor->context, load->graph, load->visited,
				 whole, err);
	load->visited = whole;
	sp_graph_forget(load->graph, whole);
	return status;
}

bool
sp_same_origin(const struct sp_basis *a, const struct sp_basis *b)
{
	return sp_fingerprint_equal(&a->graph, &b->graph) ||
	       sp_fingerprint_equal(&a->origin, &b->origin);
}

/*
 * What identifies the graph, from its tail.  A graph of an earlier stream
 * stays the one that all is compared with, unless this one is loaded.
 */
enum sp_status
sp_load_graph_basis(struct load *load, const uint8_t *at,
		    struct sp_basis *basis, struct sp_error *err)
{
	struct sp_contents *contents = load->contents;
	uint64_t pages = load->frame.first;

	if (load->frame.raw != SP_GRAPH_TAIL)
		return sp_load_bad(load, err,
				   "the tail of a graph has another size");
	basis->graph = (struct sp_fingerprint){ pages, sp_load64(at),
						sp_load64(at + 8) };
	basis->origin = (struct sp_fingerprint){ pages, sp_load64(at + 16),
						 sp_load64(at + 24) };
	if (contents->has_basis && !sp_same_origin(&contents->basis, basis))
		return sp_load_bad(load, err,
				   "another graph than the one that was "
				   "read before");
	if (!contents->has_basis || (load->keep && !load->options->visitor))
		contents->basis = *basis;
	contents->has_basis = true;
	return SP_OK;
}

enum sp_status
sp_load_graph_tail(struct load *load, const uint8_t *at, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = load->options->visitor;
	struct sp_basis basis;
	enum sp_status status = sp_load_graph_basis(load, at, &basis, err);

	if (status)
		return status;
	if (load->frame.first != load->graph_pages)
		return sp_load_bad(load, err, "pages of the graph are missing");
	status = sp_graph_complete(load->graph, &basis.graph, &basis.origin,
				   err);
	if (status)
		return status;
	if (visitor) {
		sp_graph_free(load->graph);
		load->graph = NULL;
		return visitor->end(visitor->context, &basis, err);
	}
	/* What belonged to the graph before goes with it. */
	sp_graph_free(load->contents->graph);
	free(load->contents->weights);
	load->contents->weights = NULL;
	load->contents->graph = load->graph;
	load->graph = NULL;
	return SP_OK;
}

/* Blocks go straight from the pipe to where they stay. */
enum sp_status
sp_load_graph_data(struct load *load, struct sp_error *err)
{
	uint8_t *room = sp_graph_room(load->graph, load->frame.raw);
	enum sp_status status;

	if (!room)
		return sp_no_memory(err, "the graph");
	status = sp_reader_payload_to(load->reader, room, err);
	if (!status)
		status = sp_graph_extend(load->graph, load->frame.raw, err);
	return status ? status : visit_blocks(load, err);
}

/* ---- weights ---------------------------------------------------------- */

enum sp_status
sp_load_weights_head(struct load *load, struct sp_error *err)
{
	const struct sp_graph *graph = load->contents->graph;
	struct sp_fingerprint own;

	load->weight_count = load->weight_capacity = 0;
	free(load->contents->weights);
	load->contents->weights = NULL;
	if (load->options->visitor)
		return SP_OK;
	if (!graph)
		return sp_load_bad(load, err,
				   "weights without a graph before them");
	own = sp_graph_fingerprint(graph);
	if (!sp_fingerprint_equal(&own, &load->basis.graph))
		return sp_load_bad(load, err, "weights of another graph");
	return SP_OK;
}

bool
sp_load_doubles(double *to, const uint8_t *at, uint64_t count)
{
	bool finite = true;

	for (uint64_t i = 0; i < count; i++) {
		to[i] = sp_load_double(at + 8 * i);
		finite &= isfinite(to[i]) != 0;
	}
	return finite;
}

enum sp_status
sp_load_weights_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = load->options->visitor;
	uint64_t count = load->frame.count, start = load->weight_count;

	if (load->frame.raw % 8 || load->frame.raw / 8 != count)
		return sp_load_bad(load, err,
				   "weights of another size than counted");
	if (visitor)
		start = 0;
	if (!sp_grow(&load->contents->weights, &load->weight_capacity,
		     start + count, sizeof(double)))
		return sp_no_memory(err, "the weights of links");
	if (!sp_load_doubles(load->contents->weights + start, at, count))
		return sp_load_bad(load, err, "a weight is not a number");
	load->weight_count += count;
	if (visitor)
		return visitor->weights(visitor->context,
					load->contents->weights, count, err);
	return SP_OK;
}

enum sp_status
sp_load_weights_tail(struct load *load, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = load->options->visitor;

	if (visitor) {
		free(load->contents->weights);
		load->contents->weights = NULL;
	}
	if (load->weight_count != load->basis.graph.links)
		return sp_load_bad(load, err,
				   "another number of weights than links");
	return visitor ? visitor->weights_end(visitor->context, err) : SP_OK;
}
