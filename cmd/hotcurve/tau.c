/* SPDX-License-Identifier: MIT */
/*
 * Kendall's tau between each order, or the PageRank of what it has seen, or
 * each score, and the benchmark.
 *
 * A tau is of all pages at once and not of points along a crawl, and pairs
 * have no median over draws: so this metric prints by itself, and takes one
 * file.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "base/memory.h"
#include "measure/crawl/partial.h"
#include "stream/section/graph.h"
#include "stream/section/scores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum sp_status
find_tau(struct hotcurve_run *run, const struct sp_order *order,
	 struct sp_tau *tau)
{
	const struct hotcurve_options *options = run->options;
	struct cmd *cmd = run->cmd;
	struct sp_partial how = {
		options->tau.partial, options->tau.done, options->digits,
		SP_PAGERANK_DEFAULTS
	};
	enum sp_status status;
	bool converged;

	if (!options->tau.partial)
		return sp_tau_order(&run->bench.ranking, run->bench.groups,
				    order->pages, order->count,
				    options->tau.restricted, tau, &cmd->err);
	if (options->tau.partial > order->count)
		cmd_warn(cmd, "option --partial %" PRIu64 ": order \"%s\" ends "
			 "after %" PRIu64 " downloads, which all count",
			 options->tau.partial, order->name, order->count);
	how.pagerank.threads = cmd->threads;
	status = sp_partial_tau(run->input.graph, order,
				run->bench.score, &how, tau, &converged,
				&cmd->err);
	/* There is no --strict here: the tau is printed all the same. */
	if (!status && !converged)
		cmd_warn(cmd, "order \"%s\": the PageRank of what is seen did "
			 "not converge", order->name);
	return status;
}

/* What is compared, and the result. */
struct tau_row {
	const char *name;
	struct sp_tau tau;
};

struct tau_rows {
	struct tau_row *rows;
	uint64_t count;
};

static enum sp_status
write_taus(struct hotcurve_run *run, const struct tau_rows *taus)
{
	static const char *const orders[] = {
		"order", "items", "tau", "concordant", "discordant", "tied_x",
		"tied_y", "tied_both", NULL
	};
	const char *columns[sizeof(orders) / sizeof(*orders)];
	struct table table;

	memcpy(columns, orders, sizeof(orders));
	if (run->options->tau.scores)
		columns[0] = "score";
	table_begin(&table, run->output, columns, run->options->json,
		    &run->cmd->err);
	for (uint64_t i = 0; i < taus->count; i++) {
		const struct sp_tau *tau = &taus->rows[i].tau;

		table_string(&table, taus->rows[i].name);
		table_uint(&table, tau->items);
		/* The library sets an undefined tau to 0; print "-". */
		sheet_number(&table, tau->defined ? tau->tau : NAN);
		TABLE_UINTS(&table, tau->concordant, tau->discordant,
			    tau->tied_x, tau->tied_y, tau->tied_both);
	}
	return table_end(&table);
}

static enum sp_status
plot_taus(struct hotcurve_run *run, const struct tau_rows *taus)
{
	const char **names = sp_alloc(taus->count, sizeof(*names));
	double low = 0, high = 0;
	enum sp_status status;
	struct plot plot;

	if (!names)
		return sp_no_memory(&run->cmd->err, "the plot");
	status = hotcurve_plot_begin(
		run, &plot,
		run->options->tau.partial ?
			"Agreement of the PageRank seen so far" :
			"Agreement with the benchmark",
		1, 0);
	if (status) {
		free(names);
		return status;
	}
	plot_data(&plot, 0);
	for (uint64_t i = 0; i < taus->count; i++) {
		const struct sp_tau *tau = &taus->rows[i].tau;

		names[i] = taus->rows[i].name;
		if (tau->defined) {
			low = fmin(low, tau->tau);
			high = fmax(high, tau->tau);
		}
		plot_number(&plot, tau->defined ? tau->tau : NAN);
		plot_row(&plot);
	}
	plot_data_end(&plot);
	plot_ticks(&plot, 'x', low, high, false);
	plot_axes(&plot, "Kendall's tau", "");
	plot_bars(&plot, 0, names, taus->count);
	free(names);
	return plot_end(&plot);
}

/* ---- what is compared ------------------------------------------------- */

static enum sp_status
find_order_taus(struct hotcurve_run *run, struct tau_rows *taus)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < run->input.orders->count; i++) {
		struct tau_row *row = &taus->rows[taus->count++];

		row->name = order_at(run, i)->name;
		status = find_tau(run, order_at(run, i), &row->tau);
	}
	return status;
}

/* All scores of the stream but the benchmark. */
static enum sp_status
find_score_taus(struct hotcurve_run *run, struct tau_rows *taus)
{
	const struct sp_score_list *list =
		sp_contents_scores(&run->input.contents);
	struct sp_error *err = &run->cmd->err;

	for (uint64_t i = 0; i < list->count; i++) {
		const struct sp_score *score = &list->scores[i];
		struct tau_row *row = &taus->rows[taus->count];

		if (score->values == run->bench.score)
			continue;
		row->name = score->name;
		/* The names of a figure are those of draws. */
		if (!draw_set_add(&run->draws, row->name, 0))
			return sp_no_memory(err, "a score");
		if (hotcurve_check_basis(run, "score", score->name,
					 &score->basis, score->pages) ||
		    sp_tau_scores(score->values, run->bench.score,
				  run->bench.pages, NULL, run->options->digits,
				  &row->tau, err))
			return err->status;
		taus->count++;
	}
	return taus->count ? SP_OK : sp_fail(err, SP_DATA, "no score to "
		"compare with \"%s\" in the stream (crawlorder --scores "
		"leaves those of orders)", hotcurve_score_name(run));
}

static enum sp_status
print_taus(struct hotcurve_run *run)
{
	bool scores = run->options->tau.scores;
	uint64_t count =
		scores ? sp_contents_scores(&run->input.contents)->count :
			 run->input.orders->count;
	struct tau_rows taus = {
		sp_alloc(count, sizeof(*taus.rows)), 0
	};
	enum sp_status status;

	if (!taus.rows)
		return sp_no_memory(&run->cmd->err, "the table");
	status = scores ? find_score_taus(run, &taus) :
			  find_order_taus(run, &taus);
	if (!status)
		status = run->options->figure.draws ? plot_taus(run, &taus) :
					       write_taus(run, &taus);
	free(taus.rows);
	return status;
}

const struct hotcurve_metric hotcurve_tau = {
	.needs = HOTCURVE_NEEDS_TIES,
	.options = HOTCURVE_REACHABLE | HOTCURVE_DIGITS | HOTCURVE_TAU,
	.print = print_taus
};
