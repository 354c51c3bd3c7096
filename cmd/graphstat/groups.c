/* SPDX-License-Identifier: MIT */
/*
 * Distances between groups of pages: what the parts "Cores" and "Seeds" have
 * in common, which differ in how they find their groups.
 *
 * The matrix has 4 bytes a pair.  It is printed in the text only if it fits
 * the width of a terminal; JSON and the table have all of it.
 */
#include "groups.h"

#include "base/memory.h"

#include <stdlib.h>

/* Groups of which the matrix fits the width of a terminal. */
#define SMALL_MATRIX 15

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

enum sp_status
graphstat_measure_groups(struct graphstat *stat,
			 struct graphstat_groups *groups)
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

void
graphstat_end_groups(void *found)
{
	struct graphstat_groups *groups = found;

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

void
graphstat_describe_groups(struct graphstat *stat, const void *found)
{
	const struct graphstat_groups *groups = found;
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

const char *const graphstat_group_columns[] = {
	"from", "to", "distance", NULL
};

void
graphstat_print_groups(struct graphstat *stat, const void *found,
		       struct table *table)
{
	const struct graphstat_groups *groups = found;

	(void)stat;
	for (uint64_t from = 0; from < groups->groups; from++)
		for (uint64_t to = 0; to < groups->groups; to++) {
			uint32_t cell =
				groups->matrix[from * groups->groups + to];

			TABLE_UINTS(table, from, to);
			table_known(table, cell != SP_NO_PATH, cell);
		}
}
