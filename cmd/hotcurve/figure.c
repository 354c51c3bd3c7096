/* SPDX-License-Identifier: MIT */
/* What figures of all metrics share: title, legend and styles. */
#include "hotcurve.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
hotcurve_plot_range(struct plot *plot, char axis, double from, double to)
{
	char line[96];

	snprintf(line, sizeof(line), "set %crange [%.6g:%.6g]", axis, from, to);
	plot_line(plot, line);
}

/*
 * Sets what depends on all texts of the figure: whether any is not ASCII,
 * which decides the encoding of the script, and how wide the legend has to be.
 */
static void
look_at_texts(const struct hotcurve_run *run, struct plot_look *look)
{
	look->longest = strlen("shuffle");
	look->utf8 = run->utf8 || !plot_is_ascii(look->title) ||
		     !plot_is_ascii(look->caption);
	for (uint64_t i = 0; i < run->draws.count; i++) {
		const char *name = run->draws.orders[i].name;
		size_t length = strlen(name);

		look->utf8 |= !plot_is_ascii(name);
		if (length > look->longest)
			look->longest = length;
	}
	if (look->longest > PLOT_NAME_SHOWN)
		look->longest = PLOT_NAME_SHOWN;
}

enum sp_status
hotcurve_plot_begin(struct hotcurve_run *run, struct plot *plot,
		    const char *title, unsigned panels, uint64_t entries)
{
	const struct hotcurve_options *options = run->options;
	struct plot_look look = {
		options->figure.image == FIGURE_NONE ?
			(enum figure_type)options->figure.terminal :
			options->figure.image,
		options->figure.size,
		panels,
		options->figure.title ? options->figure.title : title,
		"",
		false,
		entries,
		0
	};
	char *caption;

	if (run->height > 0)
		look.size.height = run->height;
	if (run->draws.count > PLOT_STYLES)
		return sp_fail(&run->cmd->err, SP_USAGE, "a figure can show %d "
			       "orders at most, and there are %" PRIu64 ": "
			       "print a table", PLOT_STYLES, run->draws.count);
	/* A table does not say what its numbers come from. */
	if (run->metric->needs & HOTCURVE_NEEDS_TABLES) {
		look_at_texts(run, &look);
		plot_begin(plot, run->output, &look, &run->cmd->err);
		return SP_OK;
	}
	caption = hotcurve_caption(run);
	if (!caption)
		return sp_no_memory(&run->cmd->err, "the caption");
	/* An empty --title is for figures whose caption stands in a paper. */
	if (look.title[0])
		look.caption = caption;
	look_at_texts(run, &look);
	plot_begin(plot, run->output, &look, &run->cmd->err);
	if (plot_panel_height(plot) < look.size.height / 4)
		cmd_warn(run->cmd, "the legend of %" PRIu64 " curves leaves "
			 "little room for them: make the figure larger "
			 "(--size)", entries);
	free(caption);
	return SP_OK;
}

/*
 * Marks begin at another row for each curve, so that those of curves that lie
 * on each other are seen side by side; but within the shortest, because
 * gnuplot warns of marks that begin after the data.
 */
enum sp_status
hotcurve_plot_orders(struct hotcurve_run *run, struct plot *plot,
		     struct plot_curve curve, uint64_t rows,
		     hotcurve_chooser *is_shown)
{
	const struct draw_set *set = &run->draws;
	struct plot_curve *curves = sp_alloc(set->count, sizeof(*curves));
	uint64_t count = 0, shortest = curve.first ? curve.first : rows;

	if (!curves)
		return sp_no_memory(&run->cmd->err, "the plot");
	curve.every = rows < 2 * PLOT_MARKS ? 1 : 1 + rows / PLOT_MARKS;
	for (uint64_t i = 0; i < set->count; i++) {
		if (is_shown && !is_shown(run, i))
			continue;
		curve.data = (unsigned)i;
		curve.name = set->orders[i].name;
		curve.style = (int)i;
		curve.first = i * 3 % curve.every;
		/* gnuplot warns of marks that begin after the data. */
		if (curve.first >= shortest)
			curve.first = 0;
		curves[count++] = curve;
	}
	plot_curves(plot, curves, count);
	free(curves);
	return SP_OK;
}
