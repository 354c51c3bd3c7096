/* SPDX-License-Identifier: MIT */
/*
 * crawlimport - import the order of a crawl that was really run
 *
 *	crawlimport [option ...] [log ...]
 *
 * Reads the logs of a crawler and writes the order in which it downloaded the
 * pages of a graph, to stand beside orders that crawlorder replays; or tables
 * of what the crawler did.
 *
 * How it works.  Outputs are opened first, so that a path that cannot be
 * written costs no reading.  Then comes what URLs are pages of: the graph of
 * -g, or nothing, and then every URL becomes a page of a graph that the log
 * itself makes.  The logs are read once, event by event (logs.c); each event
 * goes to the order (history.h), or, with --table, is kept as a row of a table
 * (requests.c).  Orders and tables exclude each other, so only one of the two
 * is in memory: 32 bytes a download, or 40 a request.
 *
 * With -g, the stream passes through to the output while it is loaded, before
 * the logs are read; the order follows it.
 */
#include "crawlimport.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "stream/section/graph.h"
#include "stream/section/names.h"
#include "stream/section/orders.h"
#include "stream/section/states.h"

#include <stdlib.h>
#include <string.h>

/* ---- the graph -------------------------------------------------------- */

/*
 * The log adds to the states that the graph has, so that the logs of a crawl
 * can be imported one after the other.
 */
static enum sp_status
begin_states(struct crawlimport *job)
{
	const struct sp_states *old = sp_contents_states(&job->contents);
	uint64_t pages = sp_contents_names(&job->contents)->count;

	if (!makes_states(job))
		return SP_OK;
	if (sp_states_new(pages, &job->states, &job->cmd->err))
		return job->cmd->err.status;
	if (old && pages)
		memcpy(job->states.state_of, old->state_of, pages);
	sp_contents_drop(&job->contents, SP_SECTION_STATES);
	return log_fetches_begin(job, pages);
}

/*
 * The graph goes to the output as it is loaded.  An old order of the same name
 * is dropped on the way: two of a name could not be told apart.
 */
static enum sp_status
crawlimport_load_graph(struct crawlimport *job)
{
	const struct sp_section_name replaced[] = {
		{ SP_SECTION_ORDERS, job->options->name }, { 0, NULL }
	};
	uint64_t dropped = 0;
	struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | SP_SECTION_NAMES |
			SP_SECTION_STATES | SP_SECTION_FETCHES,
		/* They are written again, with those of the log. */
		.drop = SP_SECTION_STATES | SP_SECTION_FETCHES,
		.drop_names = replaced, .dropped = &dropped
	};
	const struct sp_graph *graph;
	struct cmd *cmd = job->cmd;

	if (!makes_table(job))
		load.writer = cmd_output_writer(job->output);
	if (cmd_load(cmd, cmd->graph, &load, &job->contents))
		return cmd->err.status;
	graph = sp_contents_graph(&job->contents);
	if (!graph)
		return cmd_no_graph(cmd, cmd->graph);
	if (!sp_contents_names(&job->contents))
		return cmd_missing(cmd, "names");
	cmd_count(cmd, "pages", sp_graph_pages(graph));
	cmd_count(cmd, "links", sp_graph_links(graph));
	job->replaces = dropped > 0;
	if (dropped && !makes_table(job))
		cmd_warn(cmd, "the order \"%s\" of the stream is replaced",
			 job->options->name);
	/* The links are for parents of downloads, of which tables have none. */
	return makes_table(job) ? sp_graph_verify(graph, cmd->threads,
						  &cmd->err) : SP_OK;
}

/* Of several pages with one URL, one gets what the log says. */
static void
warn_of_shared_urls(const struct crawlimport *job, const struct sp_names *names)
{
	uint64_t alike = names ? sp_log_pages_alike(job->pages, names) : 0;

	if (alike)
		cmd_warn(job->cmd, "%" PRIu64 " of %" PRIu64 " pages have the "
			 "URL of another one, which gets what the log says of "
			 "it (graphimport --normalize joins such pages)", alike,
			 names->count);
}

/* A table needs no graph: without -g, its pages are only counted. */
static enum sp_status
begin_pages(struct crawlimport *job)
{
	const struct sp_names *names = NULL;
	struct cmd *cmd = job->cmd;
	enum sp_status status = SP_OK;

	if (has_graph(job)) {
		status = crawlimport_load_graph(job);
		if (!status)
			status = begin_states(job);
		names = sp_contents_names(&job->contents);
	} else if (!makes_table(job)) {
		status = web_begin(job);
	}
	if (!status)
		status = sp_log_pages_new(names, job->options->match,
					  &job->pages, &cmd->err);
	if (status)
		return status;
	warn_of_shared_urls(job, names);
	job->history = sp_history_new();
	return job->history ? SP_OK : sp_no_memory(&cmd->err, "a crawl");
}

static enum sp_status
write_states(struct crawlimport *job, const struct sp_graph *graph)
{
	struct sp_basis basis = sp_basis_of(graph);

	if (!makes_states(job))
		return SP_OK;
	if (sp_save_states(cmd_output_writer(job->output), &job->states,
			   &basis, &job->cmd->err))
		return job->cmd->err.status;
	return log_fetches_write(job, &basis);
}

/* ---- the order -------------------------------------------------------- */

struct named_seeds {
	uint32_t *pages;     /* each once; NULL: none are named */
	uint64_t count;
};

/*
 * The seeds are found as the URLs of a log are, by --match.  Each counts once,
 * however often it is listed: an order has each seed once.
 */
static enum sp_status
read_seeds(struct crawlimport *job, const struct sp_graph *graph,
	   struct named_seeds *seeds)
{
	const struct sp_page_list_options how = {
		.names = has_graph(job) ? sp_contents_names(&job->contents) :
					  sp_log_pages_names(job->pages),
		.pages = sp_graph_pages(graph),
		.no_drop = true, .matches = true,
		.match = job->options->match
	};
	struct cmd *cmd = job->cmd;
	struct sp_page_list list = { 0 };
	enum sp_status status;
	uint64_t *seen;

	if (!job->options->seeds)
		return SP_OK;
	status = cmd_read_pages(cmd, job->options->seeds, &how, &list);
	seen = sp_bitset_new(how.pages);
	seeds->pages = sp_alloc(list.count, sizeof(*seeds->pages));
	if (!status && (!seen || !seeds->pages))
		status = sp_no_memory(&cmd->err, "the seeds");
	for (uint64_t i = 0; !status && i < list.count; i++)
		if (!sp_bit_test_and_set(seen, list.pages[i]))
			seeds->pages[seeds->count++] =
				(uint32_t)list.pages[i];
	free(seen);
	sp_page_list_free(&list);
	return status;
}

/*
 * Downloads are written row by row: the order is in columns, as it was made.
 */
static enum sp_status
write_order(struct crawlimport *job, const struct sp_graph *graph,
	    const struct sp_order *order)
{
	struct sp_order_writer *writer = sp_order_writer_new(
		cmd_output_writer(job->output));
	struct sp_basis basis = sp_basis_of(graph);
	struct sp_error *err = &job->cmd->err;
	enum sp_status status;

	if (!writer)
		return sp_no_memory(err, "an order");
	status = sp_order_writer_begin(writer, SP_ORDER_PLAIN,
				       job->options->name, &basis,
				       order->seeds, order->seed_count, err);
	for (uint64_t i = 0; !status && i < order->count; i++) {
		struct sp_download row = {
			.page = order->pages[i], .parent = order->parents[i],
			.depth = order->depths[i], .key = order->keys[i]
		};

		status = sp_order_writer_add(writer, &row, 1, err);
	}
	if (!status)
		status = sp_order_writer_end(writer, &order->report, err);
	sp_order_writer_free(writer);
	return status;
}

static void
report_order(struct crawlimport *job, const struct sp_order *order,
	     const struct sp_history_counts *found)
{
	struct cmd *cmd = job->cmd;

	if (job->options->seeds && found->orphans)
		cmd_warn(cmd, "%" PRIu64 " downloaded pages are neither in the "
			 "list of --seeds nor linked from a page downloaded "
			 "before: they count as seeds", found->orphans);
	cmd_count(cmd, "order_downloads", order->count);
	cmd_count(cmd, "order_seeds", order->seed_count);
	cmd_count(cmd, "seeds_not_downloaded", found->unread);
	cmd_count(cmd, "seeds_without_parent", found->orphans);
	cmd_count(cmd, "parents_of_log", found->by_via);
	cmd_count(cmd, "parents_of_links", found->by_link);
	cmd_result(cmd, "downloads %" PRIu64 " seeds %" PRIu64, order->count,
		   order->seed_count);
}

static enum sp_status
make_order(struct crawlimport *job)
{
	struct named_seeds seeds = { NULL, 0 };
	struct sp_order order = { .count = 0 };
	struct sp_history_counts found;
	const struct sp_graph *graph;
	enum sp_status status = SP_OK;

	if (!has_graph(job))
		status = web_end(job);
	graph = has_graph(job) ? sp_contents_graph(&job->contents) :
				 job->web.graph;
	if (!status)
		status = read_seeds(job, graph, &seeds);
	if (!status)
		status = sp_history_order(job->history, graph, seeds.pages,
					  seeds.count, &order, &found,
					  &job->cmd->err);
	if (!status)
		status = write_states(job, graph);
	if (!status)
		status = write_order(job, graph, &order);
	if (!status)
		report_order(job, &order, &found);
	free(seeds.pages);
	sp_order_free(&order);
	return status;
}

/* ---- the whole -------------------------------------------------------- */

#define TABLE_OF(NAME, name, word) [TABLE_##NAME] = &crawl_table_##name,

static const struct crawl_table *const crawl_tables[] = {
	[TABLE_NONE] = NULL,
	CRAWL_TABLES(TABLE_OF)
};

static enum sp_status
open_outputs(struct crawlimport *job)
{
	const struct log_options *options = job->options;
	struct cmd *cmd = job->cmd;

	job->output = cmd_output_open(cmd, cmd->output, !makes_table(job));
	if (!job->output)
		return cmd->err.status;
	if (makes_table(job))
		table_begin(&job->table, job->output,
			    crawl_tables[options->table]->columns,
			    options->json, &cmd->err);
	if (options->table == TABLE_MISSING)
		job->missing.table = &job->table;
	if (!options->missing)
		return SP_OK;
	job->missing.output = cmd_output_open(cmd, options->missing, false);
	return job->missing.output ? SP_OK : cmd->err.status;
}

static void
report_counts(struct crawlimport *job)
{
	const struct log_counts *counts = &job->counts;
	struct cmd *cmd = job->cmd;

	cmd_count(cmd, "lines", counts->lines);
	cmd_count(cmd, "lines_left_out", counts->bad);
	cmd_count(cmd, "downloads", counts->downloads);
	cmd_count(cmd, "failures", counts->failures);
	cmd_count(cmd, "other_lines", counts->others);
	cmd_count(cmd, "revisits", counts->revisits);
	cmd_count(cmd, "downloaded_again", counts->again);
	if (!has_graph(job))
		return;
	cmd_count(cmd, "downloads_missing", counts->missed);
	cmd_count(cmd, "urls_missing", job->missing.count);
}

static bool
has_downloads(const struct crawlimport *job)
{
	return job->counts.downloads ||
	       (job->options->failed && job->counts.failures);
}

/*
 * An order without downloads says nothing.  But a log of failures and refusals
 * alone says what the state of their pages is.
 */
static enum sp_status
check_downloads(struct crawlimport *job)
{
	const struct log_counts *counts = &job->counts;

	if (has_downloads(job) || makes_table(job))
		return SP_OK;
	if (makes_states(job) && counts->states && !job->options->seeds)
		return SP_OK;
	return sp_fail(&job->cmd->err, SP_DATA, "no page was downloaded in the "
		       "%" PRIu64 " lines of the log (%" PRIu64 " failures, "
		       "%" PRIu64 " other lines)", counts->lines,
		       counts->failures, counts->others);
}

static enum sp_status
make_states_only(struct crawlimport *job)
{
	if (job->replaces)
		return sp_fail(&job->cmd->err, SP_DATA, "no page was "
			       "downloaded in the log, so the order \"%s\" of "
			       "the stream would be lost (give another --name)",
			       job->options->name);
	cmd_warn(job->cmd, "no page was downloaded in the log: the states of "
		 "pages are added, and no order");
	return write_states(job, sp_contents_graph(&job->contents));
}

static enum sp_status
crawlimport_write_results(struct crawlimport *job)
{
	const struct crawl_table *table = crawl_tables[job->options->table];
	enum sp_status status = SP_OK;

	if (!table) {
		status = has_downloads(job) ? make_order(job) :
					      make_states_only(job);
		return status ? status : cmd_output_sign(job->output);
	}
	/* Some are written while the logs are read. */
	if (table->write)
		status = table->write(job, &job->table);
	if (!status)
		status = table_end(&job->table);
	return status ? status : cmd_output_commit(job->output);
}

static enum sp_status
crawlimport_run(struct crawlimport *job)
{
	enum sp_status status = crawlimport_check_options(job);

	if (!status)
		status = open_outputs(job);
	if (!status)
		status = begin_pages(job);
	if (!status)
		status = logs_read(job);
	if (!status)
		status = check_downloads(job);
	if (!status && has_graph(job))
		status = missing_end(job);
	else if (!status && !makes_table(job) && job->counts.missed)
		cmd_warn(job->cmd, "%" PRIu64 " of %" PRIu64 " downloads are "
			 "left out: their URLs are not valid",
			 job->counts.missed, job->counts.downloads);
	if (!status)
		status = crawlimport_write_results(job);
	if (!status)
		report_counts(job);
	return status;
}

static void
crawlimport_free(struct crawlimport *job)
{
	cmd_output_free(job->output);
	missing_free(&job->missing);
	requests_free(&job->tables);
	web_free(&job->web);
	sp_states_free(&job->states);
	log_fetches_free(&job->fetches);
	sp_history_free(job->history);
	sp_log_pages_free(job->pages);
	sp_contents_free(&job->contents);
	free(job->via);
}

/* Rules of the table: options of some formats, or of tables. */
#define FOR_FORMATS(formats) \
	.only_with = &options->format, .only_values = (formats)
#define ANY (1U << SP_LOG_AUTO)
#define COLUMNS (1U << SP_LOG_TSV | 1U << SP_LOG_SCRAPY | ANY)
#define NO_TABLE .excludes = &options->table

#define COLUMN(word, field, what) \
	OPTION(word "-column", "COLUMN", names[field], FOR_FORMATS(COLUMNS), \
	       .help = "scrapy, tsv: name or number of " what)

static void
put_rows(struct log_options *options, struct option_row *to)
{
	const char **names = options->reading.columns.names;

	OPTIONS_ADD(to,
		CHOICE("format", "FORMAT", options->format, SP_LOG_WORDS,
		       .letter = 'f',
		       .help = "format of the logs; auto: recognised"),
		OPTION("name", "NAME", options->name, .least = 1, .most = 255,
		       .help = "name of the order"),
		FLAG("failed", options->failed, NO_TABLE,
		     .help = "failures count as downloads, too"),
		CHOICE("by", "TIME", options->basis, "start|end",
		       .help = "the time of a download that counts"),
		CMD_MATCH_ROW(options->match),
		OPTION("seeds", "FILE", options->seeds, NO_TABLE,
		       .help = "list of the pages where the crawl started"),
		OPTION("missing", "FILE", options->missing, .local = true,
		       .writes = true,
		       .help = "write the URLs that are not in the graph"),
		FLAG("strict", options->reading.strict, .local = true,
		     .help = "fail at a line that cannot be read"),
		OPTION("zone", "ZONE", options->zone,
		       .help = "time zone of times without one; default: UTC"),
		OPTION("site", "URL", options->reading.site,
		       FOR_FORMATS(1U << SP_LOG_ACCESS | ANY),
		       .help = "access: scheme and host of the paths"),
		COLUMN("time", SP_FIELD_TIME, "the time"),
		COLUMN("url", SP_FIELD_URL, "the URL"),
		COLUMN("status", SP_FIELD_STATUS, "the status"),
		COLUMN("via", SP_FIELD_VIA, "the linking page"),
		COLUMN("depth", SP_FIELD_DEPTH, "the depth"),
		COLUMN("size", SP_FIELD_SIZE, "the bytes"),
		OPTION("separator", "CHAR", options->separator,
		       FOR_FORMATS(COLUMNS),
		       .help = "scrapy, tsv: column separator; default: "
			       "detected"),
		CHOICE("table", "WHAT", options->table,
		       TABLE_WORDS, .local = true,
		       .help = "print a table of what the crawler did"),
		FLAG("json", options->json, .local = true,
		     .needs = &options->table,
		     .help = "print the table as JSON Lines"),
		OPTION("window", "SECONDS", options->window, .local = true,
		       .most = 1e9, .only_with = &options->table,
		       .only_values = 1U << TABLE_TIME |
				      1U << TABLE_HOST_TIME,
		       .help = "time tables: seconds per row; 0: automatic"));
}

/* A table contains no input. */
static enum sp_status
crawlimport_choose_output(void *context)
{
	struct crawlimport *job = context;

	job->program.prints_text = makes_table(job);
	return SP_OK;
}

static const struct cmd_program crawlimport_program = {
	.name = "crawlimport", .synopsis = "[log ...]",
	.summary = "Import the order of a crawl that was really run.",
	.operands_max = 100000, .operands_foreign = true, .takes_results = true,
	.keeps = SP_SECTION_ORDERS, .prints_names = true,
	.choose = crawlimport_choose_output
};

int
main(int argc, char **argv)
{
	struct log_options options = { .name = "crawl",
				       .match = SP_MATCH_NORMAL };
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct crawlimport job = { .program = crawlimport_program,
				   .options = &options };
	struct cmd cmd = { .program = &job.program, .options = rows,
			   .context = &job };
	int exit_status;

	job.cmd = &cmd;
	put_rows(&options, rows);
	if (cmd_begin(&cmd, argc, argv))
		exit_status = cmd_end(&cmd, crawlimport_run(&job));
	else
		exit_status = cmd_end(&cmd, cmd.err.status);
	crawlimport_free(&job);
	return exit_status;
}
