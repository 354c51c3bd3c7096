/* SPDX-License-Identifier: MIT */
/*
 * What figures of all metrics share: title, caption, legend and styles.
 *
 * The caption says what cannot be seen in the curves, since figures are copied
 * into papers without the command that made them: the graph, the benchmark,
 * the seeds, the number of draws.  Part of it is known only from the
 * provenance of the streams (who chose the seeds, with which options), which
 * is text; so options are looked up there by their names.
 */
#include "hotcurve.h"

#include "base/line.h"
#include "base/memory.h"
#include "cli/readable.h"
#include "stream/section/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the caption ------------------------------------------------------ */

void
hotcurve_add_number(struct sp_line *line, uint64_t value)
{
	char text[READABLE_TEXT];

	readable_count(text, value);
	sp_line_add(line, text);
}

/* The name of the file of -g, without folder and suffix. */
static void
caption_graph(const struct hotcurve_run *run, struct sp_line *line)
{
	const struct sp_basis *basis = run->input.orders->count ?
		&run->input.orders->orders[0].basis : &run->bench.basis;
	const char *path = run->cmd->graph;
	const char *name = path ? strrchr(path, '/') : NULL;
	const char *dot;

	if (path && strcmp(path, "-")) {
		name = name ? name + 1 : path;
		dot = strrchr(name, '.');
		sp_line_add_bytes(line, name,
				  dot && dot > name ? (size_t)(dot - name) :
						      strlen(name));
		sp_line_add(line, ": ");
	}
	hotcurve_add_number(line, basis->graph.pages);
	sp_line_add(line, " pages, ");
	hotcurve_add_number(line, basis->graph.links);
	sp_line_add(line, " links");
}

/* Returns whether text, up to end, begins with the word and then a space. */
static const char *
after_word(const char *text, const char *end, const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(end - text) <= length || memcmp(text, word, length) ||
	    text[length] != ' ')
		return NULL;
	return text + length + 1;
}

/*
 * The value of an option in the last line of provenance that the program
 * wrote, which is of the run that made what is read; *length is 0 if there is
 * none.
 */
static const char *
provenance_value(const struct hotcurve_run *run, const char *program,
		 const char *option, size_t *length)
{
	const struct sp_names *lines =
		sp_contents_provenance(&run->input.contents);
	const char *found = "";

	*length = 0;
	for (uint64_t i = 0; i < lines->count; i++) {
		size_t size;
		const char *at = sp_names_get(lines, i, &size), *value;
		const char *end = at + size;

		for (at = after_word(at, end, program); at && at < end; at++) {
			if (at[-1] != ' ')
				continue;
			value = after_word(at, end, option);
			if (!value)
				continue;
			found = value;
			while (value < end && *value != ' ')
				value++;
			*length = (size_t)(value - found);
			break;
		}
	}
	return found;
}

/*
 * Where seedpick took the seeds from, if its stream was read, else the list
 * that crawlorder read.
 */
static void
caption_source(const struct hotcurve_run *run, struct sp_line *line)
{
	size_t length;
	const char *value;

	value = provenance_value(run, "seedpick", "--random", &length);
	if (length && value[0] != '0' && hotcurve_has_quartiles(run)) {
		sp_line_add(line, " (random)");
		return;
	}
	if (length && value[0] != '0') {
		value = provenance_value(run, "seedpick", "--seed", &length);
		sp_line_format(line, " (random, seed %.*s)", (int)length,
			       value);
		return;
	}
	value = provenance_value(run, "seedpick", "--top", &length);
	if (length) {
		sp_line_format(line, " (top %.*s)", (int)strcspn(value, ": "),
			       value);
		return;
	}
	value = provenance_value(run, "crawlorder", "--seeds", &length);
	if (length && !hotcurve_has_quartiles(run))
		sp_line_format(line, " (%.*s)", (int)length, value);
}

static void
caption_cap(const struct hotcurve_run *run, struct sp_line *line)
{
	double share = run->options->hot.share;

	if (share > 0)
		sp_line_format(line, ", at most %g %% hot pages of one %s",
			       100 * share,
			       run->bench.by_hosts ? "host" : "shape");
	else if (run->options->hot.per_shape)
		sp_line_format(line, ", at most %" PRIu64 " hot pages of each "
			       "shape", run->options->hot.per_shape);
}

static char *
hotcurve_caption(const struct hotcurve_run *run)
{
	const struct hotcurve_options *options = run->options;
	struct sp_line line = SP_LINE_EMPTY;
	uint64_t seeds =
		run->input.orders->count ? order_at(run, 0)->seed_count : 0;
	const char *value;
	size_t length;

	caption_graph(run, &line);
	if (run->metric->needs & HOTCURVE_NEEDS_JUDGE) {
		sp_line_format(&line, ", benchmark %s%s",
			       hotcurve_score_name(run), options->reachable ?
			       " of the reachable pages" : "");
		caption_cap(run, &line);
	}
	/* Files that differ in their seeds have no common ones to name. */
	if (seeds && !(run->metric->needs & HOTCURVE_NEEDS_SEEDS)) {
		sp_line_add(&line, ", ");
		hotcurve_add_number(&line, seeds);
		sp_line_add(&line, seeds == 1 ? " seed" : " seeds");
		caption_source(run, &line);
	}
	if (hotcurve_has_quartiles(run)) {
		sp_line_add(&line, ", median and quartiles of ");
		hotcurve_add_number(&line, run->draws.most);
		sp_line_add(&line, " draws");
	}
	value = provenance_value(run, "crawlorder", "--k", &length);
	/* Distances in the graph do not depend on the crawl. */
	if (length && !(run->metric->needs & HOTCURVE_NEEDS_DISTANCES))
		sp_line_format(&line, ", k %.*s", (int)length, value);
	return sp_line_take(&line);
}

/* ---- the figure ------------------------------------------------------- */

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
