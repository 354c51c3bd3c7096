/* SPDX-License-Identifier: MIT */
/*
 * crawlorder - replay crawls of a stored graph
 *
 *	crawlorder [option ...] [file]
 *
 * Shows in which order different strategies would have downloaded the pages of
 * a stored graph.  Reads a graph and seeds, simulates one crawl for each
 * strategy, and adds the resulting orders to the stream.
 */
#include "crawlorder.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "base/memory.h"
#include "crawl/orders/plan.h"

#include <stdlib.h>
#include <string.h>

/* ---- options ---------------------------------------------------------- */

/* What the plans need decides what is loaded, and which options have a use. */
static void
crawlorder_note_plan(struct crawlorder *job, const struct sp_plan *plan)
{
	struct topic_sources *topic = &job->sources.topic;
	bool revisits = plan->strategy->revisits;

	job->plans.crawls |= !revisits;
	job->plans.revisits |= revisits;
	job->plans.score |= (plan->needs & SP_NEEDS_SCORE) != 0;
	job->plans.hosts |= (plan->needs & SP_NEEDS_HOSTS) != 0;
	job->plans.trust |= sp_plan_uses_trust(plan);
	job->plans.period |= sp_plan_period(plan, &job->how, UINT32_MAX) != 0;
	job->plans.ranks |= revisits || sp_plan_has_score(plan);
	job->plans.ties |= sp_plan_has_keys(plan);
	job->plans.draws |= (plan->needs & SP_NEEDS_RANDOM) != 0;
	topic->with_relevance |= (plan->needs & SP_NEEDS_RELEVANCE) != 0;
	topic->with_links |= sp_plan_uses_link_scores(plan);
	topic->with_contexts |= sp_plan_uses_contexts(plan);
	topic->needs_anchors |= (plan->needs & SP_NEEDS_ANCHORS) != 0;
	if (plan->needs & SP_NEEDS_WEIGHTS)
		job->sources.with_link_weights = true;
	else
		job->sources.shares_alike |= sp_plan_has_shares(plan);
}

static enum sp_status
crawlorder_read_plan(struct crawlorder *job, const char *text, size_t length)
{
	struct sp_error *err = &job->cmd->err;
	struct crawl_run *run = &job->run;
	struct sp_plan *plan;

	if (!sp_grow(&run->plans, &job->plan_capacity, run->plan_count + 1))
		return sp_no_memory(err, "the orders");
	plan = &run->plans[run->plan_count++];
	if (sp_plan_parse(text, length, plan, err) ||
	    ((job->procs.processes || job->how.at_once > 1) &&
	     !plan->strategy->revisits &&
	     crawl_parallel_name(plan, &job->procs, job->how.at_once, err)))
		return sp_fail_in(err, "option --order");
	if (crawl_is_timed(&job->timing) &&
	    crawl_timing_name(plan, &job->timing.how, err))
		return sp_fail_in(err, "option --order");
	if (job->snapshots && crawl_snapshots_name(plan, err))
		return sp_fail_in(err, "option --order");
	for (uint64_t i = 0; i + 1 < run->plan_count; i++)
		if (!strcmp(run->plans[i].name, plan->name))
			return sp_fail(err, SP_USAGE, "option --order: %s is "
				       "given twice", plan->name);
	crawlorder_note_plan(job, plan);
	return SP_OK;
}

static enum sp_status
crawlorder_read_plans(struct crawlorder *job)
{
	struct crawl_run *run = &job->run;

	for (const char *text = job->orders;; text++) {
		size_t length = strcspn(text, ",");

		if (crawlorder_read_plan(job, text, length))
			return job->cmd->err.status;
		text += length;
		if (!*text)
			break;
	}
	run->reports = sp_alloc_zero(run->plan_count, sizeof(*run->reports));
	return run->reports ? SP_OK :
			      sp_no_memory(&job->cmd->err, "the orders");
}

/* An option, and what uses it. */
struct crawlorder_use {
	const char *option;
	bool given, used;
	const char *by;
};

static void
crawlorder_warn_of_uses(const struct crawlorder *job,
			const struct crawlorder_use *uses, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (uses[i].given && !uses[i].used)
			cmd_warn(job->cmd, "option --%s has no effect on "
				 "--order %s: it is for %s", uses[i].option,
				 job->orders, uses[i].by);
}

/*
 * Options that none of the orders uses are warned of and not refused: a script
 * may give the same options to any order.
 */
static void
crawlorder_warn_unused(struct crawlorder *job)
{
	static const char crawls[] = "orders that crawl";
	static const char judges[] = "omniscient and --fresh-log";
	const struct crawl_sources *from = &job->sources;
	const struct sp_crawl_options *how = &job->how;
	bool crawled = job->plans.crawls;
	bool judged = job->plans.score || job->fresh.file;
	const struct crawlorder_use uses[] = {
		{ "k", how->period, job->plans.period,
		  "orders that rank or learn" },
		{ "steps", how->steps, job->plans.revisits, "opic-revisit" },
		{ "trust", from->trust, job->plans.trust,
		  "fpr, rankmass and wrankmass" },
		{ "bench", from->bench, judged, judges },
		{ "score", option_is_given(job->cmd->options, &from->score),
		  judged, judges },
		{ "relevance", option_is_given(job->cmd->options,
					       &from->topic.relevance),
		  from->topic.with_relevance,
		  "bestfirst, fish, shark and otie" },
		{ "anchors", from->topic.anchors, from->topic.with_links,
		  "shark, otie, fpr:links=anchors and opic:links=anchors" },
		{ "contexts", from->topic.contexts, from->topic.with_contexts,
		  "shark and otie" },
		{ "seeds", from->seeds, crawled, crawls },
		{ "seeds-top", from->seeds_top.count, crawled, crawls },
		{ "beside", from->beside, crawled, crawls },
		{ "tie", option_is_given(job->cmd->options, &how->tie),
		  job->plans.ties, "orders that compare keys" },
		{ "rng", option_is_given(job->cmd->options, &how->random_seed),
		  job->plans.draws || crawl_is_timed(&job->timing),
		  "random, shuffle, opic-revisit:policy=random and --time" },
		{ "max-depth", how->max_depth, crawled, crawls },
		{ "max-depth-per-host", how->max_host_depth, crawled,
		  crawls },
		{ "max-per-host", how->max_per_host, crawled, crawls },
		{ "max-per-shape", how->max_per_shape, crawled, crawls },
		{ "max-frontier", how->max_frontier, crawled, crawls },
		{ "queue-log", job->queue.file, crawled, crawls },
		{ "times", job->run.times, crawled, crawls },
		{ "procs", job->procs.processes, crawled, crawls },
		{ "at-once", how->at_once > 1, crawled, crawls },
		{ "budget", job->timing.how.budget > 1,
		  job->timing.how.queues == SP_QUEUES_HOST, "--time host" },
		{ "max-delay", job->timing.how.delay_most,
		  job->timing.how.delay_factor > 0, "--delay-factor" },
		{ "between", job->timing.how.between,
		  job->timing.how.queues == SP_QUEUES_BATCH, "--time batch" },
		{ "scores", job->run.scores, job->plans.ranks,
		  "orders whose keys rank pages, such as opic and fica" }
	};

	crawlorder_warn_of_uses(job, uses, sizeof(uses) / sizeof(*uses));
	/* A score that nothing uses need not be there. */
	if (!job->plans.trust)
		job->sources.trust = NULL;
}

/* ---- input ------------------------------------------------------------ */

/*
 * The results of earlier runs give way to new ones of the same name.  The
 * scores of an order (--scores) have its name, too.
 */
static struct sp_section_name *
names_of_results(const struct crawlorder *job)
{
	/* The last one stays zero, which ends the list. */
	struct sp_section_name *names = sp_alloc_zero(job->run.plan_count + 1,
						      sizeof(*names));

	for (uint64_t i = 0; names && i < job->run.plan_count; i++) {
		const struct sp_plan *plan = &job->run.plans[i];

		names[i].kinds = plan->strategy->revisits ?
				 SP_SECTION_SCORES : SP_SECTION_ORDERS;
		if (job->run.scores && sp_plan_has_score(plan))
			names[i].kinds |= SP_SECTION_SCORES;
		names[i].name = plan->name;
	}
	return names;
}

/*
 * Provenance names the list or score of the seeds among the options; this
 * says which pages these were.  The checksum is that of the page numbers, four
 * bytes each, lowest first, in the order of the seeds.
 */
static enum sp_status
crawlorder_note_seeds(struct crawlorder *job)
{
	const struct sp_crawl_input *crawl = &job->input.crawl;
	struct sp_hasher *hasher = sp_hasher_new();

	if (!hasher)
		return sp_no_memory(&job->cmd->err, "a checksum");
	for (uint64_t i = 0; i < crawl->seed_count; i++) {
		uint8_t bytes[4];

		sp_store32(bytes, crawl->seeds[i]);
		sp_hasher_add(hasher, bytes, sizeof(bytes));
	}
	cmd_result(job->cmd, "seeds %" PRIu64 " checksum %016" PRIx64,
		   crawl->seed_count, sp_hasher_value(hasher));
	sp_hasher_free(hasher);
	return SP_OK;
}

/* Of each crawl, at most; 0: no limit. */
static uint64_t
crawlorder_downloads(const struct crawlorder *job)
{
	const struct sp_crawl_options *how = &job->how;

	if (job->trace_rows && (!how->max || how->max > job->trace_rows))
		return job->trace_rows;
	return how->max;
}

/*
 * --max-per-host: a share is one of the downloads of a crawl, which are known
 * when the graph is; until then it stands for a limit.
 */
static enum sp_status
crawlorder_limit_hosts(struct crawlorder *job, uint64_t pages)
{
	struct sp_crawl_options *how = &job->how;
	uint64_t whole = how->max && how->max < pages ? how->max : pages;

	if (!strcmp(job->per_host, "0"))
		return SP_OK;
	return sp_parse_limit(job->per_host, whole, &how->max_per_host) ?
		SP_OK : sp_fail(&job->cmd->err, SP_USAGE, "option "
				"--max-per-host: \"%s\" is not a number of "
				"pages or a share of the crawl such as 10%%",
				job->per_host);
}

/*
 * With --beside the crawls end where that order did, unless --max says
 * otherwise: that is the comparison that was asked for.
 */
static enum sp_status
crawlorder_load(struct crawlorder *job)
{
	struct sp_section_name *replaced = names_of_results(job);
	uint64_t count = 0;
	struct sp_load_options main = { .drop_names = replaced,
					.dropped = &count };
	enum sp_status status;

	if (!replaced)
		return sp_no_memory(&job->cmd->err, "the names of orders");
	job->sources.with_seeds = job->plans.crawls;
	job->sources.crawls = job->run.plan_count;
	job->sources.downloads = crawlorder_downloads(job);
	/* Freshness is weighted by a score that was asked for. */
	job->sources.with_weight = job->fresh.file &&
		(job->sources.bench ||
		 option_is_given(job->cmd->options, &job->sources.score));
	job->sources.with_score = job->plans.score || job->sources.with_weight;
	job->sources.takeovers = job->snapshots ? &job->takeovers : NULL;
	/* The log counts links inside and between hosts. */
	job->sources.with_hosts = job->plans.hosts || job->how.max_per_host ||
				  job->how.max_host_depth ||
				  job->queue.file ||
				  crawl_is_timed(&job->timing) ||
				  crawl_parallel_uses(&job->procs,
						      PARTITION_SITE) ||
				  crawl_parallel_uses(&job->procs,
						      PARTITION_TLD);
	job->sources.with_states = job->timing.as_fetched;
	job->sources.with_fetches = crawl_is_timed(&job->timing);
	job->sources.with_shapes = job->how.max_per_shape;
	job->sources.with_names = job->procs.replicate ||
				  crawl_parallel_uses(&job->procs,
						      PARTITION_URL);
	if (!job->trace_rows)
		main.writer = cmd_output_writer(job->output);
	status = crawl_input_load(job->cmd, &job->sources, &main,
				  &job->input);
	free(replaced);
	if (!status && count)
		cmd_warn(job->cmd, "results in the stream that have the name "
			 "of a new one are replaced (--order %s)",
			 job->orders);
	if (!status && job->sources.beside && job->plans.crawls &&
	    !option_is_given(job->cmd->options, &job->how.max))
		job->how.max = job->input.beside_downloads;
	if (!status)
		status = crawlorder_limit_hosts(job, sp_graph_pages(
			job->input.crawl.graph));
	if (!status && job->plans.crawls)
		status = crawlorder_note_seeds(job);
	if (!status && job->plans.crawls && job->procs.processes)
		status = crawl_parallel_load(job->cmd, &job->procs,
					     &job->input, &job->parallel);
	job->timing.how.random_seed = job->how.random_seed;
	if (!status && job->plans.crawls && crawl_is_timed(&job->timing))
		status = crawl_timing_load(job->cmd, &job->timing, &job->input,
					   &job->timed);
	return status;
}

/* ---- crawls ----------------------------------------------------------- */

static enum sp_status
crawlorder_check_plan(const struct crawlorder *job, const struct sp_plan *plan)
{
	const struct sp_crawl_input *input = &job->input.crawl;

	if (plan->strategy->revisits)
		return SP_OK;
	if (!job->procs.processes)
		return sp_crawl_check(input, &job->how, plan, &job->cmd->err);
	return sp_crawl_parallel_check(input, &job->how, plan,
				       &job->cmd->err);
}

/* What one order lacks must not show after hours of the others. */
static enum sp_status
crawlorder_check_plans(const struct crawlorder *job)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < job->run.plan_count; i++)
		status = crawlorder_check_plan(job, &job->run.plans[i]);
	return status;
}

/* A trace ends each crawl after its last row: it need not go on. */
static enum sp_status
crawlorder_trace(struct crawlorder *job)
{
	struct sp_crawl_options limits = job->how;
	enum sp_status status;

	limits.max = crawlorder_downloads(job);
	job->run.how = &limits;
	trace_begin(&job->trace, job->output, &job->cmd->err);
	status = crawl_to_trace(&job->run, &job->trace);
	return status ? status : table_end(&job->trace.table);
}

static enum sp_status
crawlorder_crawl(struct crawlorder *job)
{
	struct crawl_input *input = &job->input;
	struct crawl_run *run = &job->run;

	run->cmd = job->cmd;
	run->input = &input->crawl;
	run->how = &job->how;
	/* With --procs, unless no plan crawls: then nothing was loaded. */
	run->parallel = job->parallel.how.processes ? &job->parallel.how : NULL;
	run->timing = crawl_is_timed(&job->timing) ? &job->timed.how : NULL;
	run->by_requests = job->timing.how.queues == CRAWL_BY_REQUESTS;
	run->seeds = input->recorded ? input->recorded : input->crawl.seeds;
	run->seed_count = input->recorded ? input->recorded_count :
					    input->crawl.seed_count;
	run->log = job->queue.file ? &job->queue.table : NULL;
	run->fresh = job->fresh.file ? &job->fresh.table : NULL;
	run->waiting = crawl_input_waiting(input);
	if (run->fresh)
		fresh_log_begin(run->fresh, job->fresh.output,
				run->input->weight, &job->cmd->err);
	warn_periods(run);
	if (job->trace_rows)
		return crawlorder_trace(job);
	if (crawl_to_stream(run, cmd_output_writer(job->output)))
		return job->cmd->err.status;
	warn_early_ends(run);
	warn_snapshots(run);
	if (job->queue.file)
		warn_window(run);
	return SP_OK;
}

/* ---- the whole -------------------------------------------------------- */

/* Returns false if it is not wanted, or fails. */
static bool
open_log(struct crawlorder *job, struct crawl_log *log)
{
	if (log->file)
		log->output = cmd_output_open(job->cmd, log->file, false);
	return log->output;
}

static enum sp_status
crawlorder_open(struct crawlorder *job)
{
	struct sp_error *err = &job->cmd->err;

	job->output = cmd_output_open(job->cmd, job->cmd->output,
				      !job->trace_rows);
	if (!job->output)
		return err->status;
	if (open_log(job, &job->queue))
		queue_log_begin(&job->queue.table, job->queue.output, err);
	/* Its columns depend on what is loaded. */
	(void)open_log(job, &job->fresh);
	return (job->queue.file && !job->queue.output) ||
	       (job->fresh.file && !job->fresh.output) ? err->status : SP_OK;
}

static enum sp_status
commit_log(struct crawl_log *log)
{
	enum sp_status status;

	if (!log->output)
		return SP_OK;
	status = table_end(&log->table);
	return status ? status : cmd_output_commit(log->output);
}

/* Logs go first: a stream that is there means that they are, too. */
static enum sp_status
crawlorder_commit(struct crawlorder *job)
{
	enum sp_status status = commit_log(&job->queue);

	if (!status)
		status = commit_log(&job->fresh);
	if (status)
		return status;
	return job->trace_rows ? cmd_output_commit(job->output) :
				 cmd_output_sign(job->output);
}

/* What looks at one crawler, a page at a time, has no form for several. */
static enum sp_status
crawlorder_check_options(struct crawlorder *job)
{
	const struct crawl_parallel_options *procs = &job->procs;
	bool timed = crawl_is_timed(&job->timing);
	const char *with = timed ? "time" : procs->processes ? "procs" :
			   job->how.at_once > 1 ? "at-once" : NULL;
	const char *not = job->trace_rows ? "trace" :
			  job->queue.file ? "queue-log" :
			  job->run.scores ? "scores" :
			  timed && procs->processes ? "procs" :
			  timed && job->run.times ? "times" :
			  (timed || procs->processes) &&
			  job->how.at_once > 1 ? "at-once" : NULL;

	if (with && not)
		return sp_fail(&job->cmd->err, SP_USAGE, "option --%s does "
			       "not go with --%s: it is for one crawler, a "
			       "page at a time", not, with);
	if (job->snapshots && procs->processes)
		return sp_fail(&job->cmd->err, SP_USAGE, "option --snapshots "
			       "does not go with --procs: snapshots take over "
			       "at downloads of one crawler");
	if (job->timing.how.queues == SP_QUEUES_BATCH &&
	    !job->timing.how.batch)
		return sp_fail(&job->cmd->err, SP_USAGE, "option --time: a "
			       "batch has at least one page");
	if (crawlorder_limit_hosts(job, UINT32_MAX))
		return job->cmd->err.status;
	if (job->how.max_host_depth && procs->processes)
		return sp_fail(&job->cmd->err, SP_USAGE, "option "
			       "--max-depth-per-host does not go with --procs: "
			       "no process knows the depth of what others "
			       "found");
	return SP_OK;
}

/* Pages of all crawls that were not there any more. */
static uint64_t
count_gone(const struct crawl_run *run)
{
	uint64_t gone = 0;

	for (uint64_t i = 0; run->reports && i < run->plan_count; i++)
		gone += run->reports[i].gone;
	return gone;
}

/*
 * Mistakes in options show before the load, and what a plan lacks before the
 * first crawl.  Progress begins before the crawls and ends also after a
 * failure, so that no line is left on the terminal; counts go to --stats in
 * any case.
 */
static enum sp_status
crawlorder_run(struct cmd *cmd, struct crawlorder *job)
{
	enum sp_status status;

	job->cmd = cmd;
	if (job->list)
		return option_check_alone(cmd->options, &job->list, "",
					  &cmd->err) ?
			       cmd->err.status : list_strategies(cmd);
	/* Before the load, so that mistakes show at once. */
	status = crawlorder_check_options(job);
	if (!status && job->snapshots)
		status = crawl_takeovers_read(job->snapshots,
					      crawl_is_timed(&job->timing),
					      &job->takeovers, &cmd->err);
	if (!status)
		status = crawlorder_read_plans(job);
	if (!status) {
		crawlorder_warn_unused(job);
		status = crawlorder_open(job);
	}
	if (!status)
		status = crawlorder_load(job);
	if (!status)
		status = crawlorder_check_plans(job);
	progress_begin(&job->run.progress, job->cmd, "download");
	if (!status)
		status = crawlorder_crawl(job);
	progress_end(&job->run.progress);
	if (!status)
		status = crawlorder_commit(job);
	cmd_count(job->cmd, "orders", job->run.plan_count);
	cmd_count(job->cmd, "seeds", job->input.crawl.seed_count);
	if (job->snapshots)
		cmd_count(job->cmd, "gone", count_gone(&job->run));
	cmd_output_free(job->output);
	cmd_output_free(job->queue.output);
	cmd_output_free(job->fresh.output);
	trace_free(&job->trace);
	crawl_parallel_free(&job->parallel);
	crawl_timing_free(&job->timed);
	crawl_input_free(&job->input);
	free(job->run.plans);
	free(job->run.reports);
	return status;
}

/* A trace is text, which contains no input. */
static enum sp_status
crawlorder_choose_output(void *context)
{
	struct crawlorder *job = context;

	job->program.prints_text = job->trace_rows > 0;
	return SP_OK;
}

static const struct cmd_program crawlorder_program = {
	.name = "crawlorder", .synopsis = "[file]",
	.summary = "Replay crawls of a stored graph.",
	.operands_max = 1, .takes_results = true, .keeps = SP_SECTION_ORDERS,
	.prints_names = true, .choose = crawlorder_choose_output
};

int
main(int argc, char **argv)
{
	struct crawlorder job = {
		.program = crawlorder_program, .how = SP_CRAWL_DEFAULTS,
		.sources = {
			.score = "pagerank",
			.topic = { .relevance = "relevance" }
		},
		.procs.batch = 1, .timing.how = SP_TIMING_DEFAULTS,
		.orders = "bfs", .per_host = "0", .run.window = 10000
	};
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &job.program, .options = rows,
			   .context = &job };

	crawlorder_set_options(&job, rows);
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, crawlorder_run(&cmd, &job));
}
