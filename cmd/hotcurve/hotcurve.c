/* SPDX-License-Identifier: MIT */
/*
 * hotcurve - compare crawl orders by a score of the pages
 *
 *	hotcurve [option ...] [file]
 *
 * Shows how early each crawl order downloads the important pages.  Reads the
 * orders that crawlorder made and prints a table, or draws a figure with
 * gnuplot.
 */
#include "hotcurve.h"

#include "graph/fetches.h"

#include <limits.h>

static const struct cmd_program hotcurve_program = {
	.name = "hotcurve", .synopsis = "[file ...]",
	.summary = "Compare crawl orders by a score of the pages; with -o "
		   "fig.pdf, in a figure.",
	.operands_max = INT_MAX, .operands_named = true, .takes_results = true,
	.prints_text = true, .prints_names = true
};

int
main(int argc, char **argv)
{
	struct hotcurve_options options = {
		.points = 200, .precision = 6,
		.page_size = SP_FETCH_USUAL_SIZE,
		.figure.size = FIGURE_SIZE_DEFAULT
	};
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &hotcurve_program, .options = rows };

	hotcurve_put_rows(&options, rows);
	if (!cmd_begin(&cmd, argc, argv) || hotcurve_check(&cmd, &options))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, hotcurve_run(&cmd, &options));
}
