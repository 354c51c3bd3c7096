/* SPDX-License-Identifier: MIT */
/*
 * The parts "Cores" and "Seeds": distances between groups of pages.  They
 * differ in how they find their groups.
 *
 * The matrix has 4 bytes a pair.  It is printed in the text only if it fits
 * the width of a terminal; JSON and the table have all of it.
 */
#include "graphstat.h"

#include "base/memory.h"
#include "measure/graph/distances.h"
#include "stream/section/cores.h"
#include "stream/section/seeds.h"

#include <stdlib.h>

/* Groups of which the matrix fits the width of a terminal. */
#define SMALL_MATRIX 15

struct groups {
	const char *key, *heading;      /* "cores", "Cores" */
	uint32_t groups;
	struct sp_group_page *members;  /* from sp_alloc() */
	uint64_t member_count;
	uint32_t *matrix;               /* distances, from row to column */
	struct sp_group_summary summary;
};

/*
 * What is between cores was removed with the links inside hosts.  A graph that
 * was turned round has all links of its origin: same number, other
 * fingerprint.
 */
void
graphstat_warn_of_origin(const struct graphstat *stat)
{
	struct sp_fingerprint own = sp_graph_fingerprint(stat->graph);
	struct sp_fingerprint origin = sp_graph_origin(stat->graph);

	/* A graph that was turned round has all links of its origin. */
	if (own.links < origin.links)
		cmd_warn(stat->cmd, "the graph is pruned, to %" PRIu64 " of "
			 "%" PRIu64 " links: paths are longer than on the web, "
			 "or missing (give the whole graph with -g)", own.links,
			 origin.links);
	else if (!sp_fingerprint_equal(&own, &origin))
		cmd_warn(stat->cmd, "all links of the graph are turned round: "
			 "distances are those against the links of the web");
}

/*
 * Measures the distances between groups, of which all is set but the last two
 * members.
 */
static enum sp_status
measure_groups(struct graphstat *stat, struct groups *groups)
{
	uint64_t cells = (uint64_t)groups->groups * groups->groups;
	struct cmd *cmd = stat->cmd;
	struct progress progress;
	enum sp_status status;

	groups->matrix = sp_alloc(cells, sizeof(*groups->matrix));
	if (!groups->matrix)
		return sp_no_memory(&cmd->err, "the matrix of distances");
	graphstat_warn_of_origin(stat);
	progress_begin(&progress, cmd, "source");
	progress.at_most = true;
	status = sp_group_distances(stat->graph, groups->members,
				    groups->member_count, groups->groups,
				    cmd->threads, &progress.teller,
				    groups->matrix, &cmd->err);
	progress_end(&progress);
	if (status)
		return status;
	sp_group_summarise(groups->matrix, groups->groups, &groups->summary);
	if (!groups->summary.pairs)
		cmd_warn(cmd,
			 "no path between any of %u %s: there are no distances",
			 groups->groups, groups->key);
	return SP_OK;
}

static void
end_groups(void *found)
{
	struct groups *groups = found;

	free(groups->members);
	free(groups->matrix);
}

/*
 * One loop for both forms: report_say() writes text only, report_count() and
 * report_null() without a label JSON only.
 */
static void
describe_row(struct report *report, const uint32_t *row, uint32_t groups,
	     bool shown)
{
	report_open_list(report, NULL, NULL);
	for (uint32_t to = 0; to < groups; to++) {
		if (row[to] == SP_NO_PATH)
			report_null(report, NULL);
		else
			report_count(report, NULL, NULL, row[to]);
		if (shown && row[to] == SP_NO_PATH)
			report_say(report, "%5s", "-");
		else if (shown)
			report_say(report, "%5lu", (unsigned long)row[to]);
	}
	report_close_list(report);
	if (shown)
		report_say(report, "\n");
}

static void
describe_matrix(struct report *report, const uint32_t *matrix, uint32_t groups)
{
	bool shown = groups <= SMALL_MATRIX;

	if (shown && groups)
		report_say(report, "  matrix, from row to column\n");
	report_open_list(report, "matrix", NULL);
	for (uint64_t from = 0; from < groups; from++)
		describe_row(report, matrix + from * groups, groups, shown);
	report_close_list(report);
}

static void
describe_groups(struct graphstat *stat, const void *found)
{
	const struct groups *groups = found;
	const struct sp_group_summary *summary = &groups->summary;
	struct report *report = &stat->report;

	report_open(report, groups->key, groups->heading);
	report_count(report, "count", "number", groups->groups);
	report_count(report, "pairs", "pairs with a path", summary->pairs);
	report_count(report, "unreachable", "pairs without",
		     summary->unreachable);
	if (summary->pairs) {
		report_count(report, "least", "smallest distance",
			     summary->least);
		report_count(report, "largest", "largest distance",
			     summary->most);
		report_real(report, "mean", "mean distance", summary->mean, 6);
	} else {
		report_null(report, "least");
		report_null(report, "largest");
		report_null(report, "mean");
	}
	describe_matrix(report, groups->matrix, groups->groups);
	report_close(report);
}

static const char *const group_columns[] = {
	"from", "to", "distance", NULL
};

static void
print_groups(struct graphstat *stat, const void *found, struct table *table)
{
	const struct groups *groups = found;

	(void)stat;
	for (uint64_t from = 0; from < groups->groups; from++)
		for (uint64_t to = 0; to < groups->groups; to++) {
			uint32_t cell =
				groups->matrix[from * groups->groups + to];

			TABLE_UINTS(table, from, to);
			table_known(table, cell != SP_NO_PATH, cell);
		}
}

/* ---- the two parts ---------------------------------------------------- */

/* The pages of both sides belong to a core. */
static enum sp_status
cores_measure(struct graphstat *stat, void *found)
{
	struct groups *groups = found;
	const struct sp_loaded_cores *loaded =
		sp_contents_cores(&stat->contents);
	const struct sp_cores *cores;

	if (!loaded)
		return cmd_missing(stat->cmd, "cores");
	cores = &loaded->cores;
	*groups = (struct groups){
		.key = "cores", .heading = "Cores",
		.groups = (uint32_t)cores->count,
		.member_count = cores->member_count,
		.members = sp_alloc(cores->member_count,
				    sizeof(*groups->members))
	};
	if (!groups->members)
		return sp_no_memory(&stat->cmd->err, "the pages of cores");
	for (uint64_t i = 0; i < cores->member_count; i++)
		groups->members[i] = (struct sp_group_page){
			cores->members[i].core, cores->members[i].page
		};
	return measure_groups(stat, groups);
}

const struct graphstat_part graphstat_cores = {
	.name = "cores", .help = "add the distances between cores",
	.wants = SP_SECTION_CORES,
	.found_size = sizeof(struct groups),
	.measure = cores_measure, .end = end_groups,
	.describe = describe_groups,
	.columns = group_columns, .print = print_groups
};

/* Each seed is a group of its own. */
static enum sp_status
seeds_measure(struct graphstat *stat, void *found)
{
	struct groups *groups = found;
	const struct sp_loaded_seeds *loaded =
		sp_contents_seeds(&stat->contents);
	const struct sp_seeds *seeds;

	if (!loaded)
		return cmd_missing(stat->cmd, "seeds");
	seeds = &loaded->seeds;
	*groups = (struct groups){
		.key = "seeds", .heading = "Seeds",
		.groups = (uint32_t)seeds->count,
		.member_count = seeds->count,
		.members = sp_alloc(seeds->count, sizeof(*groups->members))
	};
	if (!groups->members)
		return sp_no_memory(&stat->cmd->err, "the seeds");
	for (uint32_t i = 0; i < seeds->count; i++)
		groups->members[i] = (struct sp_group_page){
			i, seeds->seeds[i].page
		};
	return measure_groups(stat, groups);
}

const struct graphstat_part graphstat_seeds = {
	.name = "seeds", .help = "add the distances between seeds",
	.wants = SP_SECTION_SEEDS,
	.found_size = sizeof(struct groups),
	.measure = seeds_measure, .end = end_groups,
	.describe = describe_groups,
	.columns = group_columns, .print = print_groups
};
