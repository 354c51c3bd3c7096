/* SPDX-License-Identifier: MIT */
/*
 * Prints options, not a graph: they can be read, changed, and given for another
 * size.  What the graph does not tell is left out, and the default of the
 * generator applies.  The search itself is graph/generate/fit.h, which makes
 * trial webs and measures them like the given one.
 */
#include "graphgen.h"

#include "cli/input.h"

#include "base/memory.h"
#include "graph/generate/fit.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"

#include <string.h>

/* How a parameter is called, and how its figure is. */
static const struct {
	const char *option, *figure;
} words[SP_FIT_PARAMETERS] = {
	[SP_FIT_LINKS] = { "links", "links a page" },
	[SP_FIT_BETWEEN] = { "between", "share of links between hosts" },
	[SP_FIT_DANGLING] = { "dangling", "share of pages without links" },
	[SP_FIT_HOSTS] = { "host-exponent", "hosts with 4 pages or more" },
	[SP_FIT_SPREAD] = { "degree-spread", "deviation of log2 of the "
			    "out-degrees" },
	[SP_FIT_POPULARITY] = { "popularity-exponent", "share of the links "
				"between hosts that 16 pages get" },
	[SP_FIT_RECIPROCAL] = { "reciprocal", "share of reciprocal links" }
};

static void
figures_by_parameter(const struct sp_generate_fit *fit,
		     double figures[SP_FIT_PARAMETERS])
{
	figures[SP_FIT_LINKS] = fit->figures.links_per_page;
	figures[SP_FIT_BETWEEN] = fit->figures.between;
	figures[SP_FIT_DANGLING] = fit->figures.dangling;
	figures[SP_FIT_HOSTS] = (double)fit->hosts;
	figures[SP_FIT_SPREAD] = fit->figures.spread;
	figures[SP_FIT_POPULARITY] = fit->figures.popular;
	figures[SP_FIT_RECIPROCAL] = fit->figures.reciprocal;
}

/* For -v: what was measured, and what became of it. */
static void
say_figures(const struct cmd *cmd, const struct sp_generate_fit *fit)
{
	double figures[SP_FIT_PARAMETERS];

	figures_by_parameter(fit, figures);
	for (unsigned i = 0; i < SP_FIT_PARAMETERS; i++)
		cmd_say(cmd, "%s: %.4g; --%s %g%s", words[i].figure,
			figures[i], words[i].option, sp_fit_value(fit, i),
			fit->results[i] == SP_FIT_DEFAULT ?
				", the default: this graph does not tell" :
			fit->results[i] == SP_FIT_LIMIT ?
				", the nearest that the model allows" : "");
	cmd_say(cmd, "largest host: %" PRIu64 " pages; no option sets it",
		fit->largest_host);
	cmd_say(cmd, "not fitted: --local-exponent, --fan-out");
}

/* Only what was fitted, so that the defaults remain the generator's. */
static enum sp_status
print_options(struct cmd *cmd, const struct sp_generate_fit *fit)
{
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, false);
	struct sp_line line = SP_LINE_EMPTY;
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	for (unsigned i = 0; i < SP_FIT_PARAMETERS; i++) {
		if (fit->results[i] == SP_FIT_DEFAULT)
			continue;
		sp_line_format(&line, "%s--%s ", line.length ? " " : "",
			       words[i].option);
		sp_line_add_double(&line, sp_fit_value(fit, i));
	}
	sp_line_add(&line, "\n");
	status = line.lost ? sp_no_memory(&cmd->err, "the options") :
		 cmd_output_text(output, line.text, line.length, &cmd->err);
	if (!status)
		status = cmd_output_commit(output);
	sp_line_free(&line);
	cmd_output_free(output);
	return status;
}

static enum sp_status
fit_graph(struct cmd *cmd, const struct sp_graph *graph,
	  const struct sp_hosts *hosts, struct sp_generate_fit *fit)
{
	struct sp_units units = SP_UNITS_EMPTY;
	struct progress progress;
	enum sp_status status = sp_units_of_hosts(hosts, &units, &cmd->err);

	if (status)
		return status;
	progress_begin(&progress, cmd, "trial");
	status = sp_generate_fit(graph, units.unit_of, units.count,
				 cmd->threads, &progress.teller, fit,
				 &cmd->err);
	progress_end(&progress);
	sp_units_free(&units);
	return status;
}

/*
 * The message names the file, as those of loading do: it may be one of several
 * that a script tries.
 */
static enum sp_status
fit_contents(struct cmd *cmd, const char *path,
	     const struct sp_contents *contents, struct sp_generate_fit *fit)
{
	const struct sp_graph *graph = sp_contents_graph(contents);
	const struct sp_hosts *hosts = sp_contents_hosts(contents);
	enum sp_status status;

	if (!graph)
		return cmd_no_graph(cmd, path);
	if (cmd_check_whole(cmd, path, contents, false))
		return cmd->err.status;
	cmd_count(cmd, "pages", sp_graph_pages(graph));
	cmd_count(cmd, "links", sp_graph_links(graph));
	status = hosts ? fit_graph(cmd, graph, hosts, fit) :
			 cmd_missing(cmd, "hosts");
	if (status != SP_DATA)
		return status;
	return sp_fail_in(&cmd->err, strcmp(path, "-") ? path :
					     "standard input");
}

enum sp_status
graphgen_like(struct cmd *cmd, const char *path)
{
	const struct sp_load_options how = {
		.want = SP_SECTION_GRAPH | SP_SECTION_HOSTS
	};
	struct sp_contents contents = { 0 };
	struct sp_generate_fit fit;
	enum sp_status status = cmd_load(cmd, path, &how, &contents);

	if (!status)
		status = fit_contents(cmd, path, &contents, &fit);
	if (!status) {
		say_figures(cmd, &fit);
		status = print_options(cmd, &fit);
	}
	sp_contents_free(&contents);
	return status;
}
