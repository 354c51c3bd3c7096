/* SPDX-License-Identifier: MIT */
/*
 * The plan (--plan): what processes would hold of the graph, and what they
 * would send in each iteration of pagerank-mpi and hits-mpi.
 *
 * The graph is read once, range by range, in the finest ranges that the wanted
 * partitions have, each of which is the one that such a job would use.
 *
 * One process does all of it: the work is one pass over the graph, and the
 * sizes that are wanted may be far larger than the job.  Figures are what the
 * real programs would allocate and send: places of a vector as sp_share_new()
 * would number them, a value for each page reached and lent.  Which form they
 * choose is asked of rank/form.c, with the near links that were counted.
 */
#include "mpi/graphstat/graphstat.h"

#include "base/compare.h"
#include "base/memory.h"
#include "cluster/team/plan.h"
#include "rank/hits.h"
#include "rank/pagerank.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SIZES 64
#define MOST_PROCESSES 65536

/* The numbers of processes that are wanted. */
struct plan_sizes {
	unsigned size[MOST_SIZES];
	unsigned count;
};

/* Everything of one run. */
struct plan_work {
	struct joint_stat *joint;
	struct plan_sizes sizes;
	uint64_t *bounds[MOST_SIZES]; /* of each partition */
	uint64_t *ranges;             /* all of these, each once */
	uint64_t range_count;
	struct sp_plan *plan;
	struct sp_plan_share *shares; /* of one partition */
	double *values;               /* a figure of each process */
	struct table table;
};

/* ---- what is wanted --------------------------------------------------- */

/*
 * Reads a number of processes, up to a comma or the end.  Digits beyond the
 * limit are read and not added up, so that the number cannot wrap.
 */
static const char *
read_size(const char *text, uint64_t *size)
{
	*size = 0;
	if (*text < '1' || *text > '9')
		return NULL;
	for (; *text >= '0' && *text <= '9'; text++)
		if (*size <= MOST_PROCESSES)
			*size = 10 * *size + (uint64_t)(*text - '0');
	return *size <= MOST_PROCESSES ? text : NULL;
}

/*
 * "N": the powers of two below it, and N.  At most 17 sizes, as the largest is
 * 65,536.
 */
static void
add_powers(struct plan_sizes *sizes, uint64_t most)
{
	for (uint64_t size = 1; size < most; size *= 2)
		sizes->size[sizes->count++] = (unsigned)size;
	sizes->size[sizes->count++] = (unsigned)most;
}

static bool
plan_read_sizes(const char *text, struct plan_sizes *sizes)
{
	uint64_t size;

	sizes->count = 0;
	text = read_size(text, &size);
	if (text && !*text) {
		add_powers(sizes, size);
		return true;
	}
	while (text && sizes->count < MOST_SIZES) {
		sizes->size[sizes->count++] = (unsigned)size;
		if (!*text)
			return true;
		text = *text == ',' ? read_size(text + 1, &size) : NULL;
	}
	return false;
}

/* Options that describe the graph would be ignored silently. */
enum sp_status
plan_check(struct joint_stat *joint)
{
	struct graphstat *stat = &joint->stat;
	struct plan_sizes sizes;

	for (unsigned i = 0; stat->rows[i].name; i++) {
		const struct option_row *row = &stat->rows[i];

		if (row->given && row->value != &joint->plan &&
		    row->value != &joint->bandwidth &&
		    row->value != &stat->options.json)
			return sp_fail(&stat->cmd->err, SP_USAGE, "option "
				       "--%s describes the graph, and --plan "
				       "does not", row->name);
	}
	if (plan_read_sizes(joint->plan, &sizes))
		return SP_OK;
	return sp_fail(&stat->cmd->err, SP_USAGE, "option --plan: \"%s\" is "
		       "neither a number of processes from 1 to %d nor a list "
		       "of at most %d of them, such as 8,16,64", joint->plan,
		       MOST_PROCESSES, MOST_SIZES);
}

/* ---- partitions ------------------------------------------------------- */

/*
 * Finds the bounds of all partitions, and their union.  The union of all
 * bounds: every bound of a partition is one of a range, as sp_plan_shares()
 * demands.
 */
static enum sp_status
find_ranges(struct plan_work *work, struct sp_error *err)
{
	uint64_t capacity = 0, count = 0, kept = 0;

	for (unsigned i = 0; i < work->sizes.count; i++) {
		uint64_t entries = work->sizes.size[i] + (uint64_t)1;

		work->bounds[i] = sp_alloc(entries, sizeof(uint64_t));
		if (!work->bounds[i] ||
		    !sp_grow(&work->ranges, &capacity, count + entries))
			return sp_no_memory(err, "the plan");
		sp_joint_bound(work->joint->input, work->sizes.size[i],
			       work->bounds[i]);
		memcpy(work->ranges + count, work->bounds[i],
		       entries * sizeof(uint64_t));
		count += entries;
	}
	qsort(work->ranges, count, sizeof(uint64_t), sp_compare_u64);
	for (uint64_t i = 0; i < count; i++)
		if (!kept || work->ranges[kept - 1] != work->ranges[i])
			work->ranges[kept++] = work->ranges[i];
	work->range_count = kept - 1;
	return SP_OK;
}

/* The whole has been read, so it can be verified. */
static enum sp_status
plan_check_whole(const struct plan_work *work, struct sp_error *err)
{
	const struct sp_basis *basis = sp_joint_basis(work->joint->input);

	if (sp_plan_links(work->plan) == basis->graph.links &&
	    sp_plan_checksum(work->plan) == basis->graph.checksum)
		return SP_OK;
	return sp_fail(err, SP_DATA, "graph: the links are not those of the "
		       "fingerprint: the file is damaged");
}

/*
 * A range is dropped when its pages reached are known, so memory is that of one
 * range and of the lists.
 */
static enum sp_status
plan_read_ranges(struct plan_work *work, struct sp_error *err)
{
	const struct sp_basis *basis = sp_joint_basis(work->joint->input);
	struct cmd *cmd = work->joint->stat.cmd;
	struct progress progress;
	enum sp_status status = sp_plan_new(basis->graph.pages, work->ranges,
					    work->range_count, &work->plan,
					    err);

	progress_begin(&progress, cmd, "range");
	for (uint64_t i = 0; !status && i < work->range_count; i++) {
		struct sp_graph *wide;

		sp_progress_report(&progress.teller, i, work->range_count);
		status = sp_joint_range(work->joint->input, work->ranges[i],
					work->ranges[i + 1], cmd->threads,
					&wide, err);
		if (!status)
			status = sp_plan_add(work->plan, i, wide,
					     cmd->threads, err);
	}
	progress_end(&progress);
	return status ? status : plan_check_whole(work, err);
}

/* ---- figures ---------------------------------------------------------- */

#define VALUE sizeof(double)

/* A number of a share, for figures that are one. */
#define OF_SHARE(number) offsetof(struct sp_plan_share, number), NULL

/*
 * The program with the library of MPI: measured with a graph of two pages, 1 to
 * 4 processes on a host.
 */
#define PROGRAM 15.8e6

/*
 * What coreextract-mpi takes beside HITS for each local page, while components
 * are found and when cores grow; measured on graphs of up to 3 M pages.
 */
#define CORES_PLACE 28.5

/*
 * And for the links of pages of cores: for each link and at most, with what
 * several processes exchange of them, and without.
 */
#define CORES_LINK 10
#define CORES_LINKS 15e6
#define CORES_ALONE 0.4

/*
 * The form that the program will choose for the share, and what it takes beside
 * the graph.  Most of what it looks at is counted here and not sampled; far
 * links may all lead to different pages.
 */
static const char *
expect_form(const struct sp_plan_share *share, enum sp_form_use use,
	    uint64_t passes, double *bytes)
{
	uint64_t places = sp_plan_places(share), form;
	double far = (double)(share->links - share->near);
	const struct sp_form_measure measure = {
		.pages = places, .links = share->links,
		.near = share->links ?
				1 - far / (double)share->links : 0,
		.targets = 1,
		.far_targets = far < (double)places ? far : (double)places,
		.linked = places ? (double)share->linked / (double)places : 0,
		.blocks = share->linked > 0
	};
	/* That there is one is all that is asked. */
	struct sp_share some = { .owned = share->pages };
	const struct sp_form_order order = {
		.use = use, .parts = SP_RANK_PARTS, .threads = 1,
		.passes = passes, .share = &some
	};
	const char *name = places ? sp_form_expect(&measure, &order, &form) :
				    "compact";

	/* The compact form has the sums; the near one none to spare (ranks). */
	if (!places || !form)
		*bytes = VALUE * SP_RANK_PARTS * (double)places;
	else
		*bytes = (double)form +
			 (use == SP_FORM_RANKS && share->reached ?
				  VALUE * (double)places : 0);
	return name;
}

/*
 * The links with the table of blocks, the tables of pages reached and lent, the
 * values that arrive, the vectors of the filter, and the form.
 */
static double
memory_of(const struct sp_plan_share *share, unsigned vectors,
	  enum sp_form_use use, uint64_t passes)
{
	uint64_t places = sp_plan_places(share);
	double form;

	(void)expect_form(share, use, passes, &form);
	return PROGRAM + form +
	       (double)(share->bytes + places / SP_BLOCK_PAGES * 8 +
			4 * share->reached + (4 + VALUE) * share->lent +
			places * VALUE * vectors);
}

static uint64_t
pagerank_passes(void)
{
	const struct sp_pagerank_options usual = SP_PAGERANK_DEFAULTS;

	return sp_pagerank_passes(&usual);
}

static uint64_t
hits_passes(void)
{
	const struct sp_hits_options usual = SP_HITS_DEFAULTS;

	return usual.iterations;
}

static double
pagerank_memory(const struct sp_plan_share *share)
{
	return memory_of(share, 1, SP_FORM_RANKS, pagerank_passes());
}

static double
hits_memory(const struct sp_plan_share *share)
{
	return memory_of(share, 2, SP_FORM_SCORES, hits_passes());
}

static double
coreextract_memory(const struct sp_plan_share *share)
{
	double links = fmin(CORES_LINK * (double)share->links, CORES_LINKS);

	return hits_memory(share) +
	       CORES_PLACE * (double)sp_plan_places(share) +
	       (share->reached ? links : CORES_ALONE * links);
}

/* 1 if the near form will be chosen. */
static double
pagerank_near(const struct sp_plan_share *share)
{
	double bytes;

	return strcmp(expect_form(share, SP_FORM_RANKS, pagerank_passes(),
				  &bytes), "near") == 0;
}

static double
hits_near(const struct sp_plan_share *share)
{
	double bytes;

	return strcmp(expect_form(share, SP_FORM_SCORES, hits_passes(),
				  &bytes), "near") == 0;
}

/* PageRank adds: a value for each page reached goes out, each lent comes in. */
static double
pagerank_sent(const struct sp_plan_share *share)
{
	return (double)(VALUE * share->reached);
}

static double
pagerank_received(const struct sp_plan_share *share)
{
	return (double)(VALUE * share->lent);
}

/* HITS adds authorities and fetches them: both ways. */
static double
hits_sent(const struct sp_plan_share *share)
{
	return (double)(VALUE * (share->reached + share->lent));
}

static const struct plan_figure {
	const char *name;
	size_t offset;   /* of the number in a share, ... */
	double (*of)(const struct sp_plan_share *share); /* ... if this is
							    NULL */
	bool timed;
} figures[] = {
	{ "pages", OF_SHARE(pages), false },
	{ "links", OF_SHARE(links), false },
	{ "link_bytes", OF_SHARE(bytes), false },
	{ "reached", OF_SHARE(reached), false },
	{ "lent", OF_SHARE(lent), false },
	{ "pagerank_memory", 0, pagerank_memory, false },
	{ "pagerank_near", 0, pagerank_near, false },
	{ "pagerank_sent", 0, pagerank_sent, true },
	{ "pagerank_received", 0, pagerank_received, true },
	{ "hits_memory", 0, hits_memory, false },
	{ "hits_near", 0, hits_near, false },
	{ "hits_sent", 0, hits_sent, true },
	{ "hits_received", 0, hits_sent, true },
	{ "coreextract_memory", 0, coreextract_memory, false }
};

static double
plan_figure_of(const struct plan_figure *figure,
	       const struct sp_plan_share *share)
{
	uint64_t number;

	if (figure->of)
		return figure->of(share);
	memcpy(&number, (const char *)share + figure->offset, sizeof(number));
	return (double)number;
}

/* ---- the table -------------------------------------------------------- */

/*
 * Imbalance is the most of one process over the mean: the factor by which an
 * iteration takes longer than it would have to.
 */
static void
print_figure(struct plan_work *work, const struct plan_figure *figure,
	     unsigned size)
{
	double megabits = work->joint->bandwidth, all = 0, most;
	struct table *table = &work->table;

	for (unsigned k = 0; k < size; k++) {
		work->values[k] = plan_figure_of(figure, &work->shares[k]);
		all += work->values[k];
	}
	qsort(work->values, size, sizeof(double), sp_compare_double);
	most = work->values[size - 1];
	table_uint(table, size);
	table_string(table, figure->name);
	TABLE_UINTS(table, (uint64_t)work->values[0],
		    (uint64_t)work->values[(size - 1) / 2], (uint64_t)most,
		    (uint64_t)all);
	table_measure(table, all > 0 ? most * size / all : NAN);
	table_measure(table, figure->timed && megabits > 0 ?
			     most * 8 / (megabits * 1e6) : NAN);
}

static enum sp_status
print_partition(struct plan_work *work, unsigned i, struct sp_error *err)
{
	unsigned size = work->sizes.size[i];
	enum sp_status status;

	work->shares = sp_alloc(size, sizeof(*work->shares));
	work->values = sp_alloc(size, sizeof(*work->values));
	if (!work->shares || !work->values)
		status = sp_no_memory(err, "the plan");
	else
		status = sp_plan_shares(work->plan, work->bounds[i], size,
					work->shares, err);
	for (unsigned k = 0;
	     !status && k < sizeof(figures) / sizeof(figures[0]); k++)
		print_figure(work, &figures[k], size);
	free(work->shares);
	free(work->values);
	return status;
}

static enum sp_status
print_plan(struct plan_work *work)
{
	static const char *const columns[] = {
		"processes", "figure", "least", "median", "most", "all",
		"imbalance", "seconds", NULL
	};
	struct graphstat *stat = &work->joint->stat;
	struct cmd *cmd = stat->cmd;
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, false);
	enum sp_status status = output ? SP_OK : cmd->err.status;

	if (!status)
		table_begin(&work->table, output, columns, stat->options.json,
			    &cmd->err);
	for (unsigned i = 0; !status && i < work->sizes.count; i++)
		status = print_partition(work, i, &cmd->err);
	if (!status)
		status = table_end(&work->table);
	if (!status)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	return status;
}

enum sp_status
plan_run(struct joint_stat *joint)
{
	struct sp_error *err = &joint->stat.cmd->err;
	struct plan_work work = { .joint = joint };
	enum sp_status status;

	/* The others only wait for the end of the job. */
	if (joint->team.rank)
		return SP_OK;
	(void)plan_read_sizes(joint->plan, &work.sizes);
	status = find_ranges(&work, err);
	if (!status)
		status = plan_read_ranges(&work, err);
	if (!status)
		status = print_plan(&work);
	for (unsigned i = 0; i < work.sizes.count; i++)
		free(work.bounds[i]);
	free(work.ranges);
	sp_plan_free(work.plan);
	return status;
}
