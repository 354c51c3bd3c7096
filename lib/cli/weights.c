/* SPDX-License-Identifier: MIT */
#include "cli/weights.h"

#include "stream/section/graph.h"
#include "stream/section/weights.h"

unsigned
cmd_want_weights(enum sp_weighing weighing)
{
	return weighing == SP_WEIGHTS_IGNORED ? 0 : SP_SECTION_WEIGHTS;
}

/* "--weights ignore" says that the user knows. */
static void
weights_warn_ignored(struct cmd *cmd, const enum sp_weighing *weighing,
		     const struct sp_contents *contents)
{
	if (sp_contents_weighted(contents) &&
	    !option_is_given(cmd->options, weighing))
		cmd_warn(cmd, "the weights of the links are ignored "
			 "(--weights raw or log uses them)");
}

static void
weights_warn_of_zeros(struct cmd *cmd, const struct sp_link_weights *weights,
		      uint64_t links)
{
	for (uint64_t i = 0; i < links; i++)
		if (weights->values[i] > 0)
			return;
	if (links)
		cmd_warn(cmd, "all links have weight 0, which is as good as "
			 "no link");
}

enum sp_status
cmd_take_weights(struct cmd *cmd, const enum sp_weighing *weighing,
		 struct sp_contents *contents, struct sp_link_weights *weights)
{
	const struct sp_graph *graph = sp_contents_graph(contents);

	*weights = (struct sp_link_weights)SP_LINK_WEIGHTS_NONE;
	if (*weighing == SP_WEIGHTS_IGNORED) {
		weights_warn_ignored(cmd, weighing, contents);
		return SP_OK;
	}
	if (!sp_contents_weighted(contents))
		return sp_fail(&cmd->err, SP_DATA, "--weights: the links of "
			       "the graph have no weights (make them with "
			       "graphimport --weights, or graphfold)");
	if (sp_link_weights_make(weights, graph,
				 sp_contents_take_weights(contents), *weighing,
				 cmd->threads, &cmd->err))
		return cmd->err.status;
	weights_warn_of_zeros(cmd, weights, sp_graph_links(graph));
	return SP_OK;
}

enum sp_status
cmd_take_unit_weights(struct cmd *cmd, const enum sp_weighing *weighing,
		      struct sp_contents *contents,
		      struct sp_link_weights *weights)
{
	enum sp_status status = cmd_take_weights(cmd, weighing, contents,
						 weights);

	if (!status && weights->values)
		sp_link_weights_to_unit(
			weights, sp_graph_links(sp_contents_graph(contents)),
			cmd->threads);
	return status;
}
