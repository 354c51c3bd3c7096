/* SPDX-License-Identifier: MIT */
/*
 * weights.h - the option --weights of the filters that rank pages by links, and
 * the weights that it asks for.
 *
 *	enum sp_weighing weighing = SP_WEIGHTS_IGNORED;
 *	struct option_row rows[] = { CMD_WEIGHTS_ROW(weighing), OPTION_END };
 *	...
 *	load.want = SP_SECTION_GRAPH | cmd_want_weights(weighing);
 *	... cmd_load_graph(), or the work of cmd_add_to_graph():
 *	status = cmd_take_weights(cmd, &weighing, contents, &weights);
 *	... weights.values is NULL if links are all alike ...
 *	sp_link_weights_free(&weights);
 *
 * Without the option a run has the provenance that it had before there were
 * weights.
 */
#ifndef SP_CLI_WEIGHTS_H
#define SP_CLI_WEIGHTS_H

#include "cli/command.h"
#include "graph/linkweights.h"

#define CMD_WEIGHTS_ROW(variable, ...) \
	CHOICE("weights", "HOW", variable, SP_WEIGHING_WORDS, \
	       .idle_without = &(variable), \
	       .help = "use the weights of links, or their logs", __VA_ARGS__)

/* The kinds of sections to load. */
unsigned cmd_want_weights(enum sp_weighing weighing);

/*
 * Takes the weights of the graph out of the contents, checked and replaced as
 * *weighing says, the variable of the option.  Without the option, *weights are
 * none, and if the graph has some, a warning says that they are ignored.
 * *weights can be freed whatever happens.  SP_DATA, if there are none to be
 * used, and as sp_link_weights_make(); SP_MEMORY.
 */
enum sp_status cmd_take_weights(struct cmd *cmd,
				const enum sp_weighing *weighing,
				struct sp_contents *contents,
				struct sp_link_weights *weights);

/*
 * The same for what does not change if all weights are divided by one number,
 * as sp_link_weights_to_unit() does then.
 */
enum sp_status cmd_take_unit_weights(struct cmd *cmd,
				     const enum sp_weighing *weighing,
				     struct sp_contents *contents,
				     struct sp_link_weights *weights);

#endif
