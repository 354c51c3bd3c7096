/* SPDX-License-Identifier: MIT */
/* The table of ranks, plans as text, and what methods share. */
#include "measure/ranks/methods.h"

#include "base/memory.h"
#include "graph/transform/transpose.h"

#include <stdlib.h>
#include <string.h>

#define METHOD_ROW(name) &sp_rank_##name,
static const struct sp_rank_method *const rank_table[] = {
	SP_RANK_METHODS(METHOD_ROW)
};

#define METHOD_COUNT (sizeof(rank_table) / sizeof(rank_table[0]))

const struct sp_rank_method *
sp_rank_method_at(unsigned i)
{
	return i < METHOD_COUNT ? rank_table[i] : NULL;
}

enum sp_status
sp_rank_parse(const char *text, size_t length, bool weighted,
	      struct sp_rank_plan *plan, struct sp_error *err)
{
	struct sp_spec spec = { "method", text, length };
	const struct sp_rank_method *method;
	const char *names[METHOD_COUNT], *fault = NULL;
	unsigned which;

	memset(plan, 0, sizeof(*plan));
	if (length > SP_RANK_NAME_MAX || memchr(text, 0, length))
		return sp_fail(err, SP_USAGE, "a method has more than %d bytes",
			       SP_RANK_NAME_MAX);
	memcpy(plan->name, text, length);
	for (unsigned i = 0; i < METHOD_COUNT; i++)
		names[i] = rank_table[i]->name;
	if (sp_spec_name(&spec, names, METHOD_COUNT, &which, err))
		return err->status;
	method = plan->method = rank_table[which];
	if (sp_spec_values(&spec, method->name, method->parameters,
			   plan->values, err))
		return err->status;
	if (method->needs)
		plan->needs = method->needs(plan->values);
	if (method->fault)
		fault = method->fault(plan->values, weighted);
	return fault ? sp_fail(err, SP_USAGE, "method %s: %s", plan->name,
			       fault) : SP_OK;
}

enum sp_status
sp_rank_compute(const struct sp_rank_plan *plan, struct sp_rank_input *input,
		double *scores, struct sp_rank_report *report,
		struct sp_error *err)
{
	memset(report, 0, sizeof(*report));
	return plan->method->compute(input, plan->values, scores, report, err);
}

void
sp_rank_note(struct sp_rank_report *report, const char *key, double value,
	     bool whole)
{
	report->figures[report->count++] =
		(struct sp_rank_figure){ key, value, whole };
}

/* ---- links of any page ------------------------------------------------ */

static enum sp_status
make_index(const struct sp_graph *graph, int threads, struct sp_index **index,
	   struct sp_error *err)
{
	if (sp_index_new_plain(graph, sp_memory_left() / 3, threads, index,
			       err))
		return err->status;
	return *index ? SP_OK : sp_index_new(graph, threads, index, err);
}

enum sp_status
sp_rank_want_index(struct sp_rank_input *input, struct sp_error *err)
{
	return input->index ? SP_OK :
			      make_index(input->graph, input->threads,
					 &input->index, err);
}

enum sp_status
sp_rank_want_back(struct sp_rank_input *input, struct sp_error *err)
{
	const struct sp_transpose_options how = {
		.memory = sp_graph_links(input->graph) + 1,
		.threads = input->threads
	};

	if (!input->back &&
	    sp_transpose(input->graph, &how, &input->back, err))
		return err->status;
	return input->back_index ? SP_OK :
				   make_index(input->back, input->threads,
					      &input->back_index, err);
}

void
sp_rank_input_free(struct sp_rank_input *input)
{
	sp_index_free(input->index);
	sp_index_free(input->back_index);
	sp_graph_free(input->back);
	input->index = input->back_index = NULL;
	input->back = NULL;
}
