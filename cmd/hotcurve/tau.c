/* SPDX-License-Identifier: MIT */
/*
 * Kendall's tau between each order, or the PageRank of what it has seen, and
 * the benchmark.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "base/memory.h"
#include "eval/partial.h"
#include "section/graph.h"

#include <math.h>
#include <stdlib.h>

static enum sp_status
find_tau(struct hotcurve_run *run, const struct sp_order *order,
	 struct sp_tau *tau)
{
	const struct hotcurve_options *options = run->options;
	struct cmd *cmd = run->cmd;
	struct sp_partial how = {
		options->partial, options->done, options->digits,
		SP_PAGERANK_DEFAULTS
	};
	enum sp_status status;
	bool converged;

	if (!options->partial)
		return sp_tau_order(&run->ranking, run->groups, order->pages,
				    order->count, options->restricted, tau,
				    &cmd->err);
	if (options->partial > order->count)
		cmd_warn(cmd, "option --partial %llu: order \"%s\" ends after "
			 "%llu downloads, which all count",
			 (unsigned long long)options->partial, order->name,
			 (unsigned long long)order->count);
	how.pagerank.threads = cmd->threads;
	status = sp_partial_tau(sp_contents_graph(&run->contents), order,
				run->score, &how,
				tau, &converged, &cmd->err);
	/* There is no --strict here: the tau is printed all the same. */
	if (!status && !converged)
		cmd_warn(cmd, "order \"%s\": the PageRank of what is seen did "
			 "not converge", order->name);
	return status;
}

static enum sp_status
write_taus(struct hotcurve_run *run, const struct sp_tau *taus)
{
	static const char *const columns[] = {
		"order", "items", "tau", "concordant", "discordant", "tied_x",
		"tied_y", "tied_both", NULL
	};
	struct table table;

	table_begin(&table, run->output, columns, run->options->json,
		    &run->cmd->err);
	for (uint64_t i = 0; i < run->orders->count; i++) {
		const char *name = order_at(run, i)->name;

		table_string(&table, name);
		table_uint(&table, taus[i].items);
		/* The library sets an undefined tau to 0; print "-". */
		sheet_number(&table, taus[i].defined ? taus[i].tau : NAN);
		table_uint(&table, taus[i].concordant);
		table_uint(&table, taus[i].discordant);
		table_uint(&table, taus[i].tied_x);
		table_uint(&table, taus[i].tied_y);
		table_uint(&table, taus[i].tied_both);
	}
	return table_end(&table);
}

static enum sp_status
plot_taus(struct hotcurve_run *run, const struct sp_tau *taus)
{
	uint64_t count = run->orders->count;
	const char **names = sp_alloc(count, sizeof(*names));
	double low = 0, high = 0;
	enum sp_status status;
	struct plot plot;

	if (!names)
		return sp_no_memory(&run->cmd->err, "the plot");
	status = hotcurve_plot_begin(run, &plot, run->options->partial ?
		   "Agreement of the PageRank seen so far" :
		   "Agreement with the benchmark", 1, 0);
	if (status) {
		free(names);
		return status;
	}
	plot_data(&plot, 0);
	for (uint64_t i = 0; i < count; i++) {
		names[i] = order_at(run, i)->name;
		if (taus[i].defined) {
			low = fmin(low, taus[i].tau);
			high = fmax(high, taus[i].tau);
		}
		plot_number(&plot, taus[i].defined ? taus[i].tau : NAN);
		plot_row(&plot);
	}
	plot_data_end(&plot);
	plot_ticks(&plot, 'x', low, high, false);
	plot_axes(&plot, "Kendall's tau", "");
	plot_bars(&plot, 0, names, count);
	free(names);
	return plot_end(&plot);
}

static enum sp_status
print_taus(struct hotcurve_run *run)
{
	uint64_t count = run->orders->count;
	struct sp_tau *taus = sp_alloc(count, sizeof(*taus));
	enum sp_status status = SP_OK;

	if (!taus)
		return sp_no_memory(&run->cmd->err, "the table");
	for (uint64_t i = 0; !status && i < count; i++)
		status = find_tau(run, order_at(run, i), &taus[i]);
	if (!status)
		status = run->options->draws ? plot_taus(run, taus) :
					       write_taus(run, taus);
	free(taus);
	return status;
}

const struct hotcurve_metric hotcurve_tau = {
	.options = HOTCURVE_BENCH | HOTCURVE_REACHABLE | HOTCURVE_DIGITS |
		   HOTCURVE_TAU,
	.groups = true, .print = print_taus
};
