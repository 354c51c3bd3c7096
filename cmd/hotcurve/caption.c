/* SPDX-License-Identifier: MIT */
/*
 * The caption says what cannot be seen in the curves, since figures are copied
 * into papers without the command that made them: the graph, the benchmark,
 * the seeds, the number of draws.  Part of it is known only from the
 * provenance of the streams (who chose the seeds, with which options), which
 * is text; so options are looked up there by their names.
 *
 * What is not the same for all curves is left out: files are compared one after
 * another, as each is read.
 */
#include "hotcurve.h"

#include "base/line.h"
#include "cli/readable.h"
#include "stream/section/provenance.h"

#include <string.h>

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
 * The value of an option in the last line of provenance that the program wrote
 * for this file, which is of the run that made what is read; *length is 0 if
 * there is none.
 */
static const char *
provenance_value(const struct hotcurve_run *run, const char *program,
		 const char *option, size_t *length)
{
	const struct sp_names *lines =
		sp_contents_provenance(&run->input.contents);
	const char *found = "";

	*length = 0;
	for (uint64_t i = run->origin.lines; i < lines->count; i++) {
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

/* ---- of all files ----------------------------------------------------- */

/* Makes kept empty if it is another text than that of the files before. */
static void
keep_if_same(struct sp_line *kept, struct sp_span text, bool first)
{
	if (first)
		sp_line_set(kept, text);
	else if (!sp_span_equal(sp_line_span(kept), text))
		kept->length = 0;
}

/*
 * Where seedpick took the seeds from, if its stream was read, else the list
 * that crawlorder read; of random ones also their draw.
 */
static void
note_source(struct hotcurve_run *run, bool first)
{
	struct hotcurve_origin *origin = &run->origin;
	struct sp_span source, draw = SP_SPAN("");
	struct sp_line top = SP_LINE_EMPTY;
	size_t length;
	const char *value = provenance_value(run, "seedpick", "--random",
					     &length);

	origin->listed = false;
	if (length && value[0] != '0') {
		source = SP_SPAN("random");
		value = provenance_value(run, "seedpick", "--seed", &length);
		draw = (struct sp_span){ value, length };
	} else {
		value = provenance_value(run, "seedpick", "--top", &length);
		if (length) {
			sp_line_format(&top, "top %.*s",
				       (int)strcspn(value, ": "), value);
			source = sp_line_span(&top);
		} else {
			value = provenance_value(run, "crawlorder", "--seeds",
						 &length);
			source = (struct sp_span){ value, length };
			origin->listed = length > 0;
		}
	}
	keep_if_same(&origin->source, source, first);
	keep_if_same(&origin->draw, draw, first);
	sp_line_free(&top);
}

enum sp_status
hotcurve_note_origin(struct hotcurve_run *run)
{
	struct hotcurve_origin *origin = &run->origin;
	const uint64_t orders = run->input.orders->count;
	const bool first = !origin->files++;
	struct sp_span period;

	period.text = provenance_value(run, "crawlorder", "--k",
				       &period.length);
	keep_if_same(&origin->period, period, first);
	note_source(run, first);
	for (uint64_t i = 0; i < orders; i++) {
		const struct sp_order *order = order_at(run, i);

		if (first && !i)
			origin->seeds = order->seed_count;
		else if (order->seed_count != origin->seeds)
			origin->seeds = 0;
		/* One of them has seeds that the provenance does not tell. */
		if (i && !hotcurve_same_seeds(order, order_at(run, i - 1)))
			origin->source.length = 0;
	}
	origin->lines = sp_contents_provenance(&run->input.contents)->count;
	return origin->period.lost || origin->source.lost || origin->draw.lost ?
		       sp_no_memory(&run->cmd->err, "the caption") : SP_OK;
}

void
hotcurve_origin_free(struct hotcurve_origin *origin)
{
	sp_line_free(&origin->source);
	sp_line_free(&origin->draw);
	sp_line_free(&origin->period);
}

/* ---- the text --------------------------------------------------------- */

/* Several lists are those of draws. */
static void
caption_source(const struct hotcurve_run *run, struct sp_line *line)
{
	const struct hotcurve_origin *origin = &run->origin;
	const bool drawn = hotcurve_has_quartiles(run);

	if (!origin->source.length || (drawn && origin->listed))
		return;
	sp_line_add(line, " (");
	sp_line_add_span(line, sp_line_span(&origin->source));
	if (origin->draw.length && !drawn) {
		sp_line_add(line, ", seed ");
		sp_line_add_span(line, sp_line_span(&origin->draw));
	}
	sp_line_add(line, ")");
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

char *
hotcurve_caption(const struct hotcurve_run *run)
{
	const struct hotcurve_options *options = run->options;
	struct sp_line line = SP_LINE_EMPTY;
	uint64_t seeds = run->origin.seeds;

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
	/* Distances in the graph do not depend on the crawl. */
	if (run->origin.period.length &&
	    !(run->metric->needs & HOTCURVE_NEEDS_DISTANCES)) {
		sp_line_add(&line, ", k ");
		sp_line_add_span(&line, sp_line_span(&run->origin.period));
	}
	return sp_line_take(&line);
}
