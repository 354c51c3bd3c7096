/* SPDX-License-Identifier: MIT */
/*
 * graphdump -s seeds
 *
 * Seeds with what is known of them: the core that each came from, its URL and
 * its score.  The score is found in three ways, of which the first that applies
 * is taken: that of --score, from the scores of a graph; that by which the
 * seeds were picked, which is noted in the stream; the hub score of a core's
 * seed.  Seeds that were added to fill up a number have none by the latter two,
 * as nobody ranked them.
 *
 * Columns about where a seed comes from are there only if some seed was carried
 * over or filled up.
 */
#include "graphdump.h"

#include "base/memory.h"
#include "stream/section/cores.h"
#include "stream/section/scores.h"
#include "stream/section/seeds.h"

#include <math.h>
#include <stdlib.h>

/* Where the scores of seeds come from; no score is NAN. */
struct seed_scores {
	const struct sp_score *named;  /* --score, or NULL: */
	bool noted;                    /* by which seeds were picked, else: */
	double *of_core;               /* hub score of each core's seed */
	uint64_t cores;
};

/* Computed once for all cores, because several seeds may be of one. */
static enum sp_status
seeds_find_core_scores(struct dump *dump, struct seed_scores *scores)
{
	const struct sp_loaded_cores *loaded =
		sp_contents_cores(&dump->contents);

	if (!loaded)
		return SP_OK;
	scores->of_core = sp_cores_seed_scores(&loaded->cores);
	if (!scores->of_core)
		return sp_no_memory(&dump->cmd->err, "the scores of seeds");
	scores->cores = loaded->cores.count;
	return SP_OK;
}

/*
 * A score of another graph would give each seed the value of some other page;
 * that its pages are fewer is the only sign of it.
 */
static enum sp_status
find_seed_scores(struct dump *dump, const struct sp_loaded_seeds *loaded,
		 struct seed_scores *scores)
{
	const struct sp_seeds *seeds = &loaded->seeds;
	const struct sp_score *named;

	scores->noted = loaded->score[0] != '\0';
	if (!dump->score && scores->noted)
		return SP_OK;
	if (!dump->score)
		return seeds_find_core_scores(dump, scores);
	named = sp_contents_score(&dump->contents, dump->score);
	if (!named)
		return sp_fail(&dump->cmd->err, SP_DATA, "no score \"%s\" in "
			       "the stream of the seeds (give the ranked "
			       "graph with -g FILE)", dump->score);
	for (uint64_t i = 0; i < seeds->count; i++)
		if (seeds->seeds[i].page >= named->pages)
			return sp_fail(&dump->cmd->err, SP_DATA, "score "
				       "\"%s\" is of another graph than the "
				       "seeds", dump->score);
	scores->named = named;
	return SP_OK;
}

static double
score_of_seed(const struct seed_scores *scores, const struct sp_seed *seed)
{
	if (scores->named)
		return scores->named->values[seed->page];
	if (sp_seed_is_filled(seed->found))
		return NAN;
	if (scores->noted)
		return seed->score;
	return seed->core < scores->cores ? scores->of_core[seed->core] : NAN;
}

static bool
are_carried(const struct sp_seeds *seeds)
{
	for (uint64_t i = 0; i < seeds->count; i++)
		if (seeds->seeds[i].found != SP_FOUND_PICKED)
			return true;
	return false;
}

/* What added a seed, or carried it from another graph, and its URL there. */
static void
dump_carried(struct dump *dump, const struct sp_loaded_seeds *loaded,
	     uint64_t i)
{
	static const char *const words[] = {
		"picked", "url", "host", "similar",
		"cover", "pagerank", "random"
	};
	struct sp_span was = sp_names_span(&loaded->was, i);

	table_string(&dump->table, words[loaded->seeds.seeds[i].found]);
	if (was.length)
		table_span(&dump->table, was);
	else
		table_none(&dump->table);
}

static void
dump_seed(struct dump *dump, const struct sp_loaded_seeds *loaded, uint64_t i,
	  double score)
{
	const struct sp_seed *seed = &loaded->seeds.seeds[i];
	struct sp_span name = sp_names_span(&loaded->names, i);

	TABLE_UINTS(&dump->table, i + 1, seed->page);
	table_known(&dump->table, seed->core != SP_NO_CORE,
		    (uint64_t)seed->core + 1);
	/* Seeds have URLs of their own; the graph's are a fallback. */
	if (name.length)
		table_span(&dump->table, name);
	else
		dump_page_name(dump, seed->page);
	table_measure(&dump->table, score);
}

/* All values before the first row: lists and vectors use them, too. */
enum sp_status
dump_seed_scores(struct dump *dump, double **values)
{
	const struct sp_loaded_seeds *loaded =
		sp_contents_seeds(&dump->contents);
	struct seed_scores scores = { 0 };
	enum sp_status status;

	*values = NULL;
	if (!loaded)
		return cmd_missing(dump->cmd, "seeds");
	status = find_seed_scores(dump, loaded, &scores);
	if (!status) {
		*values = sp_alloc(loaded->seeds.count, sizeof(**values));
		if (!*values)
			status = sp_no_memory(&dump->cmd->err,
					      "the scores of seeds");
	}
	for (uint64_t i = 0; !status && i < loaded->seeds.count; i++)
		(*values)[i] = score_of_seed(&scores, &loaded->seeds.seeds[i]);
	free(scores.of_core);
	return status;
}

enum sp_status
dump_seeds(struct dump *dump)
{
	static const char *const columns[] = { "seed", "node", "core", "url",
					       "score", NULL };
	static const char *const carried_columns[] = {
		"seed", "node", "core", "url", "score", "found", "was", NULL
	};
	const struct sp_loaded_seeds *loaded =
		sp_contents_seeds(&dump->contents);
	double *scores;
	enum sp_status status;
	bool carried;

	if (loaded && dump->summary) {
		dump_seed_summary(dump, loaded);
		return SP_OK;
	}
	status = dump_seed_scores(dump, &scores);
	if (status)
		return status;
	carried = are_carried(&loaded->seeds);
	dump_begin(dump, carried ? carried_columns : columns);
	for (uint64_t i = 0; i < loaded->seeds.count; i++) {
		dump_seed(dump, loaded, i, scores[i]);
		if (carried)
			dump_carried(dump, loaded, i);
	}
	free(scores);
	return SP_OK;
}
