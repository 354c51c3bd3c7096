/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <assert.h>
#include <string.h>

void
hits_put_rows(struct hits_options *options, struct option_row to[HITS_ROWS])
{
	struct sp_hits_options *how = &options->how;
	const struct option_row rows[] = {
		OPTION("iterations", "N", how->iterations, .letter = 'i',
		       .least = 1, .most = 1000000,
		       .help = "stop after N iterations"),
		OPTION("tolerance", "X", how->tolerance, .letter = 't',
		       .help = "stop at a residual below X; 0: never"),
		CHOICE("norm", "NORM", how->norm, "l2|l1|max",
		       .help = "norm that divides both vectors"),
		CHOICE("form", "FORM", how->form, SP_FORM_CHOICES,
		       .local = true, .help = "form of the graph in memory"),
		FLAG("strict", options->strict, .local = true,
		     .needs = &how->tolerance,
		     .help = "exit with 1 if it does not converge")
	};

	static_assert(sizeof(rows) == HITS_ROWS * sizeof(*rows),
		      "the size of the table");
	memcpy(to, rows, sizeof(rows));
}

void
hits_tell(struct cmd *cmd, const struct sp_hits_report *report)
{
	cmd_say(cmd, "form of the graph: %s (%s)", report->form,
		report->reason);
	cmd_word(cmd, "form", report->form);
	cmd_result(cmd, "iterations %lu residual %.6g",
		   (unsigned long)report->iterations, report->residual);
}
