/* SPDX-License-Identifier: MIT */
/*
 * The streams that hotcurve reads: orders, graph and benchmark.
 *
 * Two are read at most beside --bench: with -g the graph comes from one and the
 * orders from the other, and each is loaded for what only it can have.  Further
 * files of orders are loaded one after another.
 */
#include "hotcurve.h"

#include "stream/section/graph.h"
#include "stream/section/scores.h"
#include "web/file/source.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * A log of the frontier in place of the orders: both come of one crawl, and
 * the names of their files often differ by little.  Asked only after the load
 * has failed, so that errors here do not matter.
 */
static bool
is_table(const char *path)
{
	static const char start[] = "#order\t";
	const size_t length = sizeof(start) - 1;
	struct sp_error ignored = { 0 };
	struct sp_source *source = NULL;
	const char *text;
	size_t size;
	bool table;

	table = strcmp(path, "-") &&
		!sp_source_open(path, &source, &ignored) &&
		!sp_source_peek(source, &text, &size, &ignored) &&
		size >= length && !memcmp(text, start, length);
	sp_source_close(source);
	return table;
}

static enum sp_status
load_not_table(struct cmd *cmd, const char *path,
	       const struct sp_load_options *load,
	       struct sp_contents *contents)
{
	enum sp_status status = cmd_load(cmd, path, load, contents);

	return status == SP_DATA && is_table(path) ?
		       sp_fail(&cmd->err, SP_DATA, "%s: a table, not a stream "
			       "of orders (for a queue log, give -m table)",
			       path) : status;
}

static enum sp_status
load_orders(struct hotcurve_run *run, const char *path,
	    const struct sp_load_options *load)
{
	struct cmd *cmd = run->cmd;
	enum sp_status status = load_not_table(cmd, path, load,
					       &run->input.contents);

	run->input.orders = sp_contents_orders(&run->input.contents);
	if (!status && !run->input.orders->count && !run->options->tau.scores &&
	    !cmd->graph && run->input.contents.has_basis)
		status = sp_fail(&cmd->err, SP_DATA, "%s: a graph without "
				 "crawl orders: run crawlorder on it, or give "
				 "it with -g beside orders",
				 cmd_list_name(path));
	else if (!status && !run->input.orders->count &&
		 !run->options->tau.scores)
		status = sp_fail(&cmd->err, SP_DATA, "%s: no crawl orders in "
				 "the stream (run crawlorder first)",
				 cmd_list_name(path));
	if (!status && !(run->metric->needs & HOTCURVE_NEEDS_REPEATS))
		status = sp_contents_drop_repeats(&run->input.contents,
						  &cmd->err);
	return status;
}

enum sp_status
hotcurve_load_next(struct hotcurve_run *run, uint64_t file)
{
	struct sp_load_options load = {
		.want = SP_SECTION_ORDERS | SP_SECTION_PROVENANCE
	};
	struct cmd *cmd = run->cmd;
	const char *path = hotcurve_split_label(run, cmd->operands[file]);

	if (!path)
		return cmd->err.status;
	/* One file at a time: draws may be many, and orders are large. */
	sp_contents_drop(&run->input.contents, SP_SECTION_ORDERS);
	if (load_orders(run, path, &load))
		return cmd->err.status;
	run->input.made_otherwise = NULL;
	return run->input.label ? SP_OK : hotcurve_compare_options(run, path);
}

enum sp_status
hotcurve_look_ahead(struct hotcurve_run *run)
{
	const struct sp_load_options load = { .want = SP_SECTION_ORDERS };
	struct cmd *cmd = run->cmd;
	enum sp_status status = SP_OK;

	for (uint64_t f = 1; !status && f < hotcurve_files(run); f++) {
		const char *path = hotcurve_path(cmd->operands[f]);
		struct sp_contents contents = { .has_basis = false };
		struct stat info;
		uint64_t end;

		if (stat(path, &info) || !S_ISREG(info.st_mode))
			continue;
		status = load_not_table(cmd, path, &load, &contents);
		if (!status) {
			end = hotcurve_end_of(sp_contents_orders(&contents));
			if (end > run->sample.end)
				run->sample.end = end;
		}
		sp_contents_free(&contents);
	}
	return status;
}

static enum sp_status
load_bench(struct hotcurve_run *run)
{
	struct sp_load_options load = { .want = SP_SECTION_SCORES };
	const char *path = run->options->bench;

	if (hotcurve_has_groups(run->options))
		load.want |= SP_SECTION_SHAPES;

	/* One word that is no file is likely to be what --score takes. */
	if (!strpbrk(path, "./-") && access(path, F_OK) && errno == ENOENT)
		return sp_fail(&run->cmd->err, SP_IO, "%s: no such file: "
			       "--bench takes a stream, --score the name of a "
			       "score in it", path);
	return cmd_load(run->cmd, path, &load, &run->input.bench);
}

/*
 * What is wanted of the first stream goes by what the run needs; what is
 * wanted of the side stream is the same without what only a graph has beside
 * it.
 */
enum sp_status
hotcurve_load(struct hotcurve_run *run)
{
	const struct hotcurve_options *options = run->options;
	struct cmd *cmd = run->cmd;
	const char *side = cmd_side_input(cmd, true);
	const char *orders = side ? side : cmd_main_input(cmd);
	bool judged = hotcurve_is_judged(run);
	struct sp_load_options load = { 0 };
	enum sp_status status = SP_OK;

	orders = hotcurve_split_label(run, orders);
	if (!orders)
		return cmd->err.status;
	/* The first load would read it to its end: nothing would be left. */
	if (options->bench && !strcmp(options->bench, "-") &&
	    !strcmp(orders, "-"))
		return sp_fail(&cmd->err, SP_USAGE, "orders and benchmark "
			       "cannot both be standard input");
	/* Without a score the PageRank of the graph is the benchmark. */
	if (hotcurve_follows_links(run) ||
	    (judged && (!options->bench || options->reachable)))
		load.want = SP_SECTION_GRAPH;
	/* Hosts are beside the graph. */
	if (run->metric->needs & HOTCURVE_NEEDS_HOSTS)
		load.want |= SP_SECTION_HOSTS;
	if (run->metric->needs & HOTCURVE_NEEDS_SIZES)
		load.want |= SP_SECTION_FETCHES;
	if (hotcurve_has_groups(options))
		load.want |= SP_SECTION_NAMES | SP_SECTION_SHAPES;
	if (options->hot.share > 0)
		load.want |= SP_SECTION_HOSTS;
	if (judged && !options->bench)
		load.want |= SP_SECTION_SCORES;
	if (side) {
		status = cmd_load(cmd, cmd->graph, &load, &run->input.contents);
		load.want &= ~(unsigned)(SP_SECTION_GRAPH | SP_SECTION_HOSTS |
					 SP_SECTION_NAMES | SP_SECTION_SHAPES |
					 SP_SECTION_FETCHES);
	}
	load.want |=
		options->tau.scores ? SP_SECTION_SCORES : SP_SECTION_ORDERS;
	if (run->metric->needs & HOTCURVE_NEEDS_PARENTS)
		load.want |= SP_SECTION_ORDER_ROWS;
	/* Captions say where the seeds come from. */
	if (options->figure.draws || hotcurve_files(run) > 1)
		load.want |= SP_SECTION_PROVENANCE;
	if (!status)
		status = load_orders(run, orders, &load);
	if (!status && hotcurve_files(run) > 1 && !run->input.label)
		status = hotcurve_compare_options(run, orders);
	if (!status && options->bench)
		status = load_bench(run);
	return status;
}
