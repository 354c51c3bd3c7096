/* SPDX-License-Identifier: MIT */
/*
 * One double for each link, in the order of rows, after its graph.  A reader
 * needs the graph first, to know how many there are; so weights without a graph
 * before them are refused, while results may come in any order.  A visitor gets
 * them frame by frame, as it got the links.
 */
#include "stream/section/weights.h"

#include "base/memory.h"
#include "stream/section/graph.h"
#include "stream/section/kind.h"

#include <stdlib.h>

/* ---- writing ---------------------------------------------------------- */

enum sp_status
sp_save_weights_begin(struct sp_section *section, struct sp_writer *writer,
		      const struct sp_basis *basis, struct sp_error *err)
{
	return sp_derived_begin(section, writer, SP_TAG_WEIGHTS, basis, err);
}

enum sp_status
sp_save_weights(struct sp_writer *writer, const double *weights,
		const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_save_weights_begin(&section, writer, basis,
						      err);

	if (!status)
		status = sp_save_doubles(&section, weights,
					 basis->graph.links, err);
	return sp_section_close(&section, status, err);
}

/* ---- reading ---------------------------------------------------------- */

struct weights_slot {
	double *values;           /* for a visitor: those of one frame */
	uint64_t count, capacity; /* count: read so far */
};

static void
weights_free(void *slot)
{
	struct weights_slot *weights = slot;

	free(weights->values);
	*weights = (struct weights_slot){ NULL, 0, 0 };
}

static enum sp_status
weights_head(struct sp_loading *loading, struct sp_error *err)
{
	const struct sp_seen *seen = loading->contents->seen;

	if (!seen->has_graph)
		return sp_reader_bad(loading->reader, err,
				     "weights without a graph before them");
	/* A filter that passes a graph on writes its head before these come. */
	if (!seen->weighted)
		return sp_reader_bad(loading->reader, err, "weights, but the "
				     "head of the graph says there are none");
	/* Not of a graph with the same origin: pruning removes weights, too. */
	if (!sp_fingerprint_equal(&seen->graph, &loading->basis.graph))
		return sp_reader_bad(loading->reader, err,
				     "the weights belong to another graph");
	return SP_OK;
}

/*
 * With a visitor the slot holds one frame: start stays 0, and only count goes
 * on.
 */
static enum sp_status
weights_data(struct sp_loading *loading, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = loading->options->visitor;
	struct weights_slot *to = loading->slot;
	uint64_t count = loading->frame.count, start = to->count;
	bool keep = loading->keep;

	if (sp_check_records(loading, sizeof(double), err))
		return err->status;
	/* The visitor forgets weights after the call, so does the slot. */
	if (visitor)
		start = 0;
	if (keep && !sp_grow(&to->values, &to->capacity, start + count))
		return sp_no_memory(err, "the weights of links");
	if (!sp_load_doubles(keep ? to->values + start : NULL, loading->payload,
			     count))
		return sp_reader_bad(loading->reader, err,
				     "a weight is not a finite number");
	to->count += count;
	if (visitor && keep)
		return visitor->weights(visitor->context, to->values, count,
					err);
	return SP_OK;
}

static enum sp_status
weights_tail(struct sp_loading *loading, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = loading->options->visitor;
	struct weights_slot *to = loading->slot;
	uint64_t count = to->count, links = loading->basis.graph.links;

	if (visitor)
		weights_free(loading->slot);
	/*
	 * Only now, because memory grows with what arrives, not with links.
	 * They are those of the graph: the head was compared with it.
	 */
	if (count != links)
		return sp_reader_bad(loading->reader, err, "%" PRIu64 " "
				     "weights for %" PRIu64 " links", count,
				     links);
	loading->contents->seen->owes_weights = false;
	if (!visitor || !loading->keep)
		return SP_OK;
	return visitor->weights_end(visitor->context, err);
}

const struct sp_section_kind sp_kind_weights = {
	.name = "list of weights",
	.parts = { { .tag = SP_TAG_WEIGHTS, .anew = true, .head = weights_head,
		     .data = weights_data, .tail = weights_tail } },
	.with_basis = true,
	.size = sizeof(struct weights_slot),
	.free = weights_free
};

const double *
sp_contents_weights(const struct sp_contents *contents)
{
	const struct weights_slot *slot = contents->slots[SP_KIND_WEIGHTS];

	return slot ? slot->values : NULL;
}

double *
sp_contents_take_weights(struct sp_contents *contents)
{
	struct weights_slot *slot = contents->slots[SP_KIND_WEIGHTS];
	double *values = slot ? slot->values : NULL;

	if (slot)
		*slot = (struct weights_slot){ NULL, 0, 0 };
	return values;
}

bool
sp_contents_weighted(const struct sp_contents *contents)
{
	return sp_contents_weights(contents) ||
	       (contents->seen && contents->seen->weighted);
}
