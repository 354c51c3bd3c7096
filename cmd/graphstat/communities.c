/* SPDX-License-Identifier: MIT */
/*
 * The part "Communities": how many there are, the largest, and how many of them
 * the seeds of the stream are of, if it has seeds.
 *
 * The text has the largest ten, each with the page that its others link to
 * most; JSON and the table have all of two pages or more.
 */
#include "graphstat.h"

#include "base/memory.h"
#include "measure/graph/communities.h"
#include "stream/section/names.h"
#include "stream/section/seeds.h"

#include <stdlib.h>

#define LARGEST_LISTED 10

struct graphstat_communities {
	struct sp_communities found;
	uint32_t listed;          /* those of two pages or more */
	struct sp_names names;    /* of their leaders; or empty */
	uint64_t *seeds;          /* of each community; NULL without seeds */
	uint64_t seed_count, seeded, most;
	double expected;
};

static void
communities_add_options(struct graphstat *stat, const bool *asked)
{
	OPTIONS_ADD(stat->rows,
		CMD_WEIGHTS_ROW(stat->options.weighing, .needs = asked));
}

/* The names of the leaders are looked up where that is possible. */
static unsigned
communities_want_beside(struct graphstat *stat, const char *path)
{
	return cmd_want_weights(stat->options.weighing) |
	       (cmd_late_names(&stat->late, path) ? 0 : SP_SECTION_NAMES);
}

/* ---- figures ---------------------------------------------------------- */

static enum sp_status
find_communities(struct graphstat *stat, struct sp_communities *found)
{
	struct cmd *cmd = stat->cmd;
	struct sp_link_weights weights;
	struct progress progress;
	enum sp_status status = cmd_take_weights(cmd, &stat->options.weighing,
						 &stat->contents, &weights);

	progress_begin(&progress, cmd, "round");
	progress.at_most = true;
	if (!status)
		status = sp_find_communities(stat->graph, &weights,
					     cmd->threads, &progress.teller,
					     found, &cmd->err);
	progress_end(&progress);
	sp_link_weights_free(&weights);
	if (!status && !found->settled)
		cmd_warn(cmd, "pages still change their communities after %d "
			 "rounds", SP_COMMUNITY_ROUNDS);
	return status;
}

static enum sp_status
name_leaders(struct graphstat *stat, struct graphstat_communities *made)
{
	const struct sp_names *all = sp_contents_names(&stat->contents);
	struct sp_error *err = &stat->cmd->err;
	uint32_t *leaders = sp_alloc(made->listed, sizeof(*leaders));
	enum sp_status status = leaders ? SP_OK :
					  sp_no_memory(err, "the communities");

	for (uint32_t i = 0; !status && i < made->listed; i++) {
		size_t length;
		const char *name;

		leaders[i] = made->found.list[i].leader;
		if (!all)
			continue;
		name = sp_names_find(all, leaders[i], &length);
		status = sp_names_add(&made->names, name, length, err);
	}
	/* With a list of pages, all names are there. */
	if (!status && !all && stat->late.path)
		status = cmd_look_up_names(stat->cmd, &stat->late, leaders,
					   made->listed, &made->names);
	free(leaders);
	return status;
}

static enum sp_status
count_seeds(struct graphstat *stat, struct graphstat_communities *made)
{
	const struct sp_loaded_seeds *loaded =
		sp_contents_seeds(&stat->contents);
	const struct sp_seeds *seeds;

	if (!loaded)
		return SP_OK;
	seeds = &loaded->seeds;
	made->seeds = sp_alloc_zero(made->found.count, sizeof(*made->seeds));
	if (!made->seeds)
		return sp_no_memory(&stat->cmd->err, "the seeds");
	made->seed_count = seeds->count;
	for (uint64_t i = 0; i < seeds->count; i++) {
		uint64_t *of = &made->seeds[made->found.of[
			seeds->seeds[i].page]];

		made->seeded += !*of;
		++*of;
		made->most = *of > made->most ? *of : made->most;
	}
	made->expected = sp_communities_expected(
		&made->found, sp_graph_pages(stat->graph), seeds->count);
	return SP_OK;
}

static enum sp_status
communities_measure(struct graphstat *stat, void *found)
{
	struct graphstat_communities *made = found;

	if (find_communities(stat, &made->found))
		return stat->cmd->err.status;
	while (made->listed < made->found.count &&
	       made->found.list[made->listed].pages > 1)
		made->listed++;
	if (name_leaders(stat, made))
		return stat->cmd->err.status;
	return count_seeds(stat, made);
}

static void
communities_end(void *found)
{
	struct graphstat_communities *made = found;

	sp_communities_free(&made->found);
	sp_names_free(&made->names);
	free(made->seeds);
}

/* ---- the report ------------------------------------------------------- */

static void
describe_listed(struct report *report, const struct graphstat_communities *made)
{
	uint32_t count = report->json || made->listed < LARGEST_LISTED ?
				 made->listed : LARGEST_LISTED;

	if (count)
		report_say(report, "  %11s %13s %13s  %s\n", "pages",
			   "links inside", "across", "most linked page");
	report_open_list(report, "largest", NULL);
	for (uint32_t i = 0; i < count; i++) {
		const struct sp_community *one = &made->found.list[i];
		size_t length;
		const char *name = sp_names_find(&made->names, i, &length);

		report_open(report, NULL, NULL);
		report_count(report, "pages", NULL, one->pages);
		if (report->json) {
			report_real(report, "inside", NULL, one->inside, 0);
			report_real(report, "across", NULL, one->across, 0);
		}
		report_count(report, "leader", NULL, one->leader);
		if (length)
			report_text(report, "name", NULL, name, length);
		report_say(report, "  %11" PRIu64 " %13.10g %13.10g  %" PRIu32,
			   one->pages, one->inside, one->across, one->leader);
		if (!report->json) {
			report_say(report, length ? " " : "");
			report_escaped(report, name, length);
		}
		report_close(report);
		report_say(report, "\n");
	}
	report_close_list(report);
}

static void
describe_seeds(struct report *report, const struct graphstat_communities *made)
{
	report_open(report, "seeds", NULL);
	report_count(report, "count", "seeds", made->seed_count);
	report_count(report, "communities", "communities of seeds",
		     made->seeded);
	report_real(report, "expected", "of as many random pages",
		    made->expected, 1);
	report_count(report, "most", "most seeds of one", made->most);
	report_close(report);
}

static void
communities_describe(struct graphstat *stat, const void *found)
{
	const struct graphstat_communities *made = found;
	struct report *report = &stat->report;
	const struct sp_communities *all = &made->found;

	report_open(report, "communities", "Communities");
	report_count(report, "count", "number", all->count);
	report_count(report, "of_two_or_more", "of two pages or more",
		     made->listed);
	report_count(report, "rounds", "rounds", all->rounds);
	report_known(report, "inside", "part of links inside", all->inside, 4);
	report_known(report, "modularity", "modularity", all->modularity, 4);
	if (made->seeds)
		describe_seeds(report, made);
	describe_listed(report, made);
	report_close(report);
}

/* ---- as a table ------------------------------------------------------- */

static const char *const communities_columns[] = {
	"community", "pages", "inside", "across", "seeds", "leader", "name",
	NULL
};

static void
communities_print(struct graphstat *stat, const void *found,
		  struct table *table)
{
	const struct graphstat_communities *made = found;

	(void)stat;
	for (uint32_t i = 0; i < made->listed; i++) {
		const struct sp_community *one = &made->found.list[i];
		size_t length;
		const char *name = sp_names_find(&made->names, i, &length);

		table_uint(table, i);
		table_uint(table, one->pages);
		table_double(table, one->inside);
		table_double(table, one->across);
		if (made->seeds)
			table_uint(table, made->seeds[i]);
		else
			table_none(table);
		table_uint(table, one->leader);
		table_name(table, name, length);
	}
}

const struct graphstat_part graphstat_communities = {
	.name = "communities",
	.help = "add the communities, and those that seeds are of",
	.wants = SP_SECTION_SEEDS, .wants_beside = communities_want_beside,
	.add_options = communities_add_options,
	.found_size = sizeof(struct graphstat_communities),
	.measure = communities_measure, .end = communities_end,
	.describe = communities_describe,
	.columns = communities_columns, .print = communities_print
};
