/* SPDX-License-Identifier: MIT */
/*
 * crawlorder.h - the parts of crawlorder: what orders that follow a topic get,
 * a web that changes, what crawls start from, several processes, crawls in
 * time, logs, one crawl after another, warnings; and the whole.
 */
#ifndef CMD_CRAWLORDER_CRAWLORDER_H
#define CMD_CRAWLORDER_CRAWLORDER_H

#include "cli/command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/table.h"

#include "crawl/crawl.h"
#include "crawl/orders/revisit.h"
#include "crawl/parallel.h"
#include "crawl/timed/timed.h"
#include "graph/cores.h"
#include "graph/states.h"
#include "stream/section/graph.h"
#include "stream/section/orders.h"
#include "stream/section/section.h"
#include "stream/stream.h"
#include "web/page/match.h"

/* ---- topics: relevance, and texts of links (topic.c) -------------------- */

struct topic_sources {
	bool with_relevance;      /* an order needs it */
	bool with_links;          /* ... or uses scores of links, */
	bool with_contexts;       /* ... also by the text around */
	bool needs_anchors;       /* ... or cannot do without */
	const char *relevance;    /* names of scores; NULL: none */
	const char *anchors, *contexts;
};

/* The kinds of sections to load for that. */
unsigned topic_wants(const struct topic_sources *sources);

/*
 * Finds what the sources name, and warns of relevance that is the same for all
 * pages.  SP_DATA, with what adds it, if it was not loaded.
 */
enum sp_status topic_find(struct cmd *cmd,
			  const struct topic_sources *sources,
			  const struct sp_contents *contents,
			  struct sp_crawl_input *crawl);

/* ---- a web that changes: --snapshots (snapshots.c) ---------------------- */

/* When snapshots take over. */
struct crawl_takeovers {
	uint64_t moments[SP_SNAPSHOTS_MAX];
	unsigned count;
};

/*
 * Reads the list of --snapshots: downloads, or with timed times, in
 * microseconds.  SP_USAGE.
 */
enum sp_status crawl_takeovers_read(const char *list, bool timed,
				    struct crawl_takeovers *takeovers,
				    struct sp_error *err);

/* Appends to the name of a plan that the web changes: "bfs/snapshots". */
enum sp_status crawl_snapshots_name(struct sp_plan *plan,
				    struct sp_error *err);

/*
 * Finds the snapshots in a stream, of which pages, a score of that name, were
 * found before, and puts them into the input of the crawls.  SP_DATA if they
 * are not there, are no sets of snapshots, or are not one more than takeovers.
 * Free *snapshots in any case.
 */
enum sp_status crawl_snapshots_find(const struct sp_contents *contents,
				    const double *pages,
				    const struct crawl_takeovers *takeovers,
				    struct sp_snapshots *snapshots,
				    struct sp_crawl_input *crawl,
				    struct sp_error *err);

/* ---- the graph, its hosts, seeds and scores (input.c) ------------------- */

/* How the links of a page are read; the order of the values of --form. */
enum crawl_form { FORM_AUTO, FORM_COMPACT, FORM_PLAIN };

/* What a crawl needs, and where to find it. */
struct crawl_sources {
	bool with_seeds, with_score, with_hosts, with_names, with_shapes;
	bool with_states, with_fetches;
	bool with_weight;      /* the score is the weight of pages, too */
	bool with_link_weights; /* an order shares by the weights of links, */
	bool shares_alike;     /* ... or one that could does not */
	const struct crawl_takeovers *takeovers; /* NULL: no snapshots */
	const char *seeds;     /* a list; NULL: of a score, or the stream's */
	struct option_top seeds_top; /* count 0: not given */
	bool drop_missing;     /* seeds of the list that are not pages */
	enum sp_match match;   /* of lists and the names of pages */
	const char *beside;    /* an order of the stream, for its seeds */
	const char *bench;     /* the stream with the score, or NULL */
	const char *score;     /* its name */
	const char *trust;     /* name of the trust in seeds, or NULL */
	struct topic_sources topic;
	enum crawl_form form;
	/* For FORM_AUTO: crawls, and downloads of each, 0: all pages. */
	uint64_t crawls, downloads;
};

struct crawl_input {
	struct sp_crawl_input crawl;
	/* Seeds that orders record, if not those of the crawl; else NULL. */
	uint32_t *recorded;
	uint64_t recorded_count;
	uint64_t beside_downloads; /* of the order that gave its seeds */
	uint64_t spare;            /* bytes of memory that nothing needs */

	/* Private: what that points to. */
	struct sp_contents contents, bench;
	struct sp_seeds picked;
	uint32_t *seeds;
	struct sp_units hosts, domains, shapes;
	struct sp_snapshots snapshots;
	struct sp_index *index;
	struct sp_link_weights weights;
};

/*
 * Loads the input of the filter into the zeroed *input.  *load chooses what is
 * passed on to which writer.  A failure is in cmd->err; free *input in any
 * case.
 */
enum sp_status crawl_input_load(struct cmd *cmd,
				const struct crawl_sources *sources,
				const struct sp_load_options *load,
				struct crawl_input *input);

/* How many results of crawls have room in the memory that is spare. */
uint64_t crawl_input_waiting(const struct crawl_input *input);

void crawl_input_free(struct crawl_input *input);

/* ---- the processes of --procs (parallel.c) ------------------------------ */

enum crawl_partition {
	PARTITION_SITE, PARTITION_URL, PARTITION_RANGE, PARTITION_TLD
};

/* From the command line. */
struct crawl_parallel_options {
	unsigned processes;        /* 0: one crawler */
	enum crawl_partition partition; /* unless there is a file */
	const char *file;          /* --partition-file, or NULL */
	enum sp_parallel_mode mode;
	uint64_t batch;
	const char *replicate;     /* a list of pages, or NULL */
};

/* Are pages given to several processes by this rule? */
static inline bool
crawl_parallel_uses(const struct crawl_parallel_options *options,
		    enum crawl_partition partition)
{
	return options->processes && !options->file &&
	       options->partition == partition;
}

/* Zero it before use. */
struct crawl_parallel {
	struct sp_parallel how;

	/* Private: what that points to. */
	uint16_t *owner;
	uint32_t *replicated;
};

/* Appends text to the name of a plan.  SP_USAGE if that gets too long. */
enum sp_status crawl_name_add(struct sp_plan *plan, const char *text,
			      struct sp_error *err);

/*
 * Appends to the name of a plan how it is run: "bfs/64:exchange:batch=10", or
 * "bfs/at-once=8".  SP_USAGE if it gets too long for a name.
 */
enum sp_status crawl_parallel_name(struct sp_plan *plan,
				   const struct crawl_parallel_options *options,
				   uint64_t at_once, struct sp_error *err);

/*
 * Finds the owner of each page, and reads the list of replicated pages, which
 * join the seeds that orders record.  A failure is in cmd->err; free it in any
 * case.
 */
enum sp_status
crawl_parallel_load(struct cmd *cmd,
		    const struct crawl_parallel_options *options,
		    struct crawl_input *input, struct crawl_parallel *parallel);
void crawl_parallel_free(struct crawl_parallel *parallel);

/* ---- crawls in time (timing.c) ------------------------------------------ */

/*
 * --time requests: time counts requests.  One is made at a time and takes a
 * second, and nothing else takes any: crawls are those of slots.
 */
#define CRAWL_BY_REQUESTS ((enum sp_queues)(SP_QUEUES_BATCH + 1))

/* From the command line. */
struct crawl_timing_options {
	struct sp_timing how;
	const char *table;    /* --host-table, or NULL */
	bool as_fetched;      /* pages fail as they did */
};

static inline bool
crawl_is_timed(const struct crawl_timing_options *options)
{
	return options->how.queues != SP_QUEUES_NONE;
}

/* Zero it before use. */
struct crawl_timing {
	struct sp_timing how;

	/* Private: what that points to. */
	struct sp_server *servers;
	struct sp_units one_host; /* of a graph without hosts */
};

/*
 * Appends to the name of a plan how it is run: "bfs/time=host", with the
 * connections and delays that are not the usual ones.  SP_USAGE if it gets too
 * long for a name, or the plan cannot crawl in time.
 */
enum sp_status crawl_timing_name(struct sp_plan *plan,
				 const struct sp_timing *how,
				 struct sp_error *err);

/*
 * Finds what the options name in the graph, and reads the table of hosts.  A
 * graph without hosts, which only --time requests can crawl, gets one.  A
 * failure is in cmd->err; free it in any case.
 */
enum sp_status crawl_timing_load(struct cmd *cmd,
				 const struct crawl_timing_options *options,
				 struct crawl_input *input,
				 struct crawl_timing *timing);

/*
 * Reads the table of --host-table into timing->servers, one for each of these
 * hosts, and warns of what it lacks.  A failure is in cmd->err (host_table.c).
 */
enum sp_status
crawl_load_host_table(struct cmd *cmd,
		      const struct crawl_timing_options *options,
		      const struct sp_hosts *hosts,
		      struct crawl_timing *timing);
void crawl_timing_free(struct crawl_timing *timing);

/* ---- text: decisions, logs, the table of orders (log.c) ----------------- */

/* A table of the first decisions of crawls. */
struct trace {
	struct table table;
	const char *order;   /* of the crawl that runs */
	uint64_t downloads;  /* of it so far */
	char *links;         /* a cell */
	uint64_t links_capacity;
};

void trace_begin(struct trace *trace, struct cmd_output *output,
		 struct sp_error *err);

/* Writes a row: a download and what became of its links. */
enum sp_status trace_found(struct trace *trace,
			   const struct sp_download *download,
			   const struct sp_found *found, uint64_t count,
			   uint64_t frontier, struct sp_error *err);

/* Writes a row: a visit of a revisiting crawl, and where its cash went. */
enum sp_status trace_visit(struct trace *trace, uint32_t page, double cash,
			   const uint32_t *successors, uint32_t count,
			   struct sp_error *err);
void trace_free(struct trace *trace);

/* Frontier metrics: the header, and a row for a window of an order. */
void queue_log_begin(struct table *table, struct cmd_output *output,
		     struct sp_error *err);
void queue_log_row(struct table *table, const char *order,
		   const struct sp_queue_window *window);

/*
 * Freshness of copies: the same.  weighted: there are weights of pages; second:
 * of ages, in their unit.
 */
void fresh_log_begin(struct table *table, struct cmd_output *output,
		     bool weighted, struct sp_error *err);
void fresh_log_row(struct table *table, const char *order,
		   const struct sp_freshness *row, bool weighted,
		   double second);

/* Says the counts of a crawl, with -v; timed: and how long it took. */
void crawl_say_counts(const struct cmd *cmd, const char *order,
		      const struct sp_crawl_report *report, bool timed);

/* The table of strategies and their options, for --list. */
enum sp_status list_strategies(struct cmd *cmd);

/* ---- all crawls, one after another (run.c) ------------------------------ */

/* All crawls of a call, and what they share. */
struct crawl_run {
	struct cmd *cmd;
	struct sp_plan *plans;
	uint64_t plan_count;
	const struct sp_crawl_input *input;
	const struct sp_crawl_options *how;
	const struct sp_parallel *parallel; /* processes, or NULL: one crawl */
	const struct sp_timing *timing;     /* of crawls in time, or NULL */
	bool by_requests;                   /* ... where time counts these */
	const uint32_t *seeds;              /* that orders record */
	uint64_t seed_count;
	bool times;          /* measure seconds */
	bool scores;         /* write the scores of plans that have one */
	struct table *log;   /* frontier metrics, or NULL */
	struct table *fresh; /* freshness of copies, or NULL */
	uint64_t window;     /* downloads between two rows of these */
	uint64_t waiting;    /* results that may wait in memory, beside those
				of the threads, to be written in order */
	struct progress progress;
	uint64_t steps;      /* downloads and visits of all crawls so far */
	struct sp_crawl_report *reports; /* set for each plan that crawls */
};

/*
 * Crawls by all plans and writes their results in the order of the plans,
 * however many crawls run at the same time.  Failures are in cmd->err.
 */
enum sp_status crawl_to_stream(struct crawl_run *run,
			       struct sp_writer *writer);

/* Crawls by all plans, and writes their decisions and nothing else. */
enum sp_status crawl_to_trace(struct crawl_run *run, struct trace *trace);

/* ---- the crawl by one plan, for run.c alone (job.c) --------------------- */

#define CRAWL_JOB_ROWS 512 /* downloads that are passed on together */

/* The crawl by one plan: its results, and where its downloads go. */
struct crawl_job {
	struct crawl_run *run;
	const struct sp_plan *plan;
	struct sp_order_writer *writer;  /* downloads go to the stream, */
	struct trace *trace;             /* ... to a table of decisions, */
	struct sp_order order;           /* ... or, both NULL, stay here */
	double *score;                   /* result of a plan that revisits, or
					  * beside the order, or NULL */
	struct sp_crawl_report report;
	struct sp_visit_report visits;
	struct sp_error err;             /* crawls may fail at the same time */
	uint64_t count;                  /* not passed on yet */
	struct sp_download rows[CRAWL_JOB_ROWS];
};

/* Where results go. */
struct crawl_target {
	struct sp_writer *stream;
	struct sp_order_writer *orders;
	struct sp_basis basis;
};

/* NULL if memory is short. */
struct crawl_job *crawl_job_new(struct crawl_run *run,
				const struct sp_plan *plan);
void crawl_job_free(struct crawl_job *job); /* accepts NULL */

/*
 * Crawls, and keeps the results in memory, unless the job has a writer or a
 * table of decisions.  A failure is in job->err.
 */
enum sp_status crawl_job_run(struct crawl_job *job);

/*
 * Writes the results of a plan.  A job with a writer has not crawled yet: it
 * writes each download as it comes, and none of the order stays in memory.
 * A failure is in job->err.
 */
enum sp_status crawl_job_write(struct crawl_job *job,
			       const struct crawl_target *to);

/* Figures of the crawl, for -v and for warnings. */
void crawl_job_report(const struct crawl_job *job);

/* ---- crawls that break a promise of their options (warn.c) -------------- */

/*
 * Before the crawls: warns if over half of the pages were never fetched, and
 * have no links.  states may be NULL.  SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status warn_unfetched(struct cmd *cmd, const struct sp_graph *graph,
			      const struct sp_states *states);

/*
 * Before the crawls: warns of periods that are not smaller than the graph, or
 * than the number of downloads that --max allows.
 */
void warn_periods(const struct crawl_run *run);

/*
 * After the crawls: warns of those that ended early and not by --max, because
 * no seed has links, or before a hundredth of the pages.  Orders that revisit
 * pages have no seeds and are left out.
 */
void warn_early_ends(const struct crawl_run *run);

/* After the crawls: warns of those that ended before the last snapshot. */
void warn_snapshots(const struct crawl_run *run);

/*
 * After the crawls: warns of a window of --queue-log that is larger than all of
 * them, so that the log has nothing but their ends.
 */
void warn_window(const struct crawl_run *run);

/* ---- the whole (options.c) ---------------------------------------------- */

/* A table that is written beside the stream. */
struct crawl_log {
	const char *file;             /* NULL: it is not wanted */
	struct cmd_output *output;
	struct table table;
};

struct crawlorder {
	struct cmd *cmd;
	struct cmd_program program; /* as the options make it */

	/* From the command line. */
	struct sp_crawl_options how;
	struct crawl_sources sources;
	const char *orders;
	uint64_t trace_rows;          /* print decisions; 0: write a stream */
	const char *snapshots;        /* when they take over, or NULL */
	bool list;
	const char *per_host;         /* N or N%; "0": no limit */
	struct crawl_parallel_options procs;
	struct crawl_timing_options timing;

	struct crawl_run run;         /* times, scores and window are options */
	uint64_t plan_capacity;
	struct {
		bool crawls;          /* one crawls from seeds */
		bool revisits;        /* ... revisits pages instead */
		bool score, hosts, trust; /* ... needs or uses that */
		bool period;          /* ... ranks or learns at times */
		bool ranks;           /* ... has keys that rank pages */
		bool ties;            /* ... compares keys */
		bool draws;           /* ... draws random numbers */
	} plans;                      /* what is true of any plan */
	struct crawl_input input;
	struct crawl_parallel parallel;
	struct crawl_timing timed;
	struct crawl_takeovers takeovers;
	struct cmd_output *output;
	struct crawl_log queue, fresh; /* of the frontier, of copies */
	struct trace trace;
	char names[1024];             /* of all orders, "bfs|dfs|..." */
};

/* Adds the table of options, whose values are in *job, to rows. */
void crawlorder_set_options(struct crawlorder *job, struct option_row *rows);

#endif
