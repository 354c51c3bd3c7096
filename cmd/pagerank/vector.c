/* SPDX-License-Identifier: MIT */
/*
 * A vector may be a list of pages, a stream with a score, or a score of the
 * stream that is ranked; what the argument is, is decided before anything is
 * loaded, because it decides which sections are loaded.
 */
#include "vector.h"

#include "base/memory.h"
#include "rank/sum.h"
#include "stream/section/graph.h"
#include "stream/section/names.h"
#include "stream/section/scores.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OWN_SCORE "score:"

const char *
rank_vector_own(const struct rank_vector *vector)
{
	size_t length = strlen(OWN_SCORE);

	return vector->path && !strncmp(vector->path, OWN_SCORE, length) ?
		       vector->path + length : NULL;
}

enum sp_status
rank_vector_check(struct cmd *cmd, struct rank_vector *vector)
{
	if (rank_vector_own(vector) && vector->score)
		return sp_fail(&cmd->err, SP_USAGE, "option --%s-score: --%s "
			       "names the score already", vector->option,
			       vector->option);
	if (!vector->path || rank_vector_own(vector))
		return SP_OK;
	if (cmd_is_stream(cmd, vector->path, &vector->is_stream))
		return cmd->err.status;
	if (vector->score && !vector->is_stream)
		return sp_fail(&cmd->err, SP_USAGE, "option --%s-score: %s is "
			       "a list of pages, not a stream with scores",
			       vector->option, vector->path);
	return SP_OK;
}

unsigned
rank_vector_wants(const struct rank_vector *vector)
{
	if (rank_vector_own(vector))
		return SP_SECTION_SCORES;
	/* The lines of a list may be names. */
	return vector->path && !vector->is_stream ? SP_SECTION_NAMES : 0;
}

/* The score that was asked for, or the only one. */
static enum sp_status
vector_choose_score(struct cmd *cmd, const struct rank_vector *vector,
		    const struct sp_contents *contents,
		    const struct sp_score **score)
{
	const struct sp_score_list *list = sp_contents_scores(contents);
	const char *own = rank_vector_own(vector);

	if (own || vector->score)
		return cmd_find_score(cmd, contents, own ? own : vector->score,
				      score);
	/* With several scores, the first would be an arbitrary choice. */
	if (list->count > 1)
		return sp_fail(&cmd->err, SP_DATA, "%s: several scores "
			       "(choose one with --%s-score)", vector->path,
			       vector->option);
	if (!list->count) {
		(void)cmd_missing(cmd, "scores");
		return sp_fail_in(&cmd->err, vector->path);
	}
	*score = &list->scores[0];
	return SP_OK;
}

static enum sp_status
copy_score(struct cmd *cmd, struct rank_vector *vector,
	   const struct sp_contents *contents, uint64_t pages)
{
	const struct sp_score *score;

	if (vector_choose_score(cmd, vector, contents, &score))
		return cmd->err.status;
	/* A list is checked line by line as it is read; a score is not. */
	for (uint64_t p = 0; p < pages; p++) {
		if (!isfinite(score->values[p]) || score->values[p] < 0)
			return sp_fail(&cmd->err, SP_DATA, "score \"%s\": the "
				       "value of page %" PRIu64 " is below 0 "
				       "or not finite", score->name, p);
		vector->values[p] = score->values[p];
	}
	return SP_OK;
}

/* The basis makes the load refuse scores of another graph. */
static enum sp_status
vector_load_score(struct cmd *cmd, struct rank_vector *vector,
		  const struct sp_contents *contents, uint64_t pages)
{
	struct sp_load_options load = { .want = SP_SECTION_SCORES };
	struct sp_contents other = { .basis = contents->basis,
				     .has_basis = contents->has_basis };
	enum sp_status status = cmd_load(cmd, vector->path, &load, &other);

	if (!status)
		status = copy_score(cmd, vector, &other, pages);
	sp_contents_free(&other);
	return status;
}

/* A page may stand in several lines: their values are added. */
static enum sp_status
vector_load_list(struct cmd *cmd, struct rank_vector *vector,
		 const struct sp_contents *contents, uint64_t pages)
{
	struct sp_page_list_options options = {
		.names = sp_contents_names(contents), .pages = pages,
		.valued = true
	};
	struct sp_page_list list = { 0 };
	enum sp_status status = cmd_read_pages(cmd, vector->path, &options,
					       &list);

	for (uint64_t i = 0; !status && i < list.count; i++)
		vector->values[list.pages[i]] += list.values[i];
	sp_page_list_free(&list);
	return status;
}

enum sp_status
rank_vector_load(struct cmd *cmd, struct rank_vector *vector,
		 const struct sp_contents *contents)
{
	uint64_t pages = sp_graph_pages(sp_contents_graph(contents));
	enum sp_status status;
	char option[64];

	if (!vector->path)
		return SP_OK;
	vector->values = sp_alloc_large_zero(pages, sizeof(double));
	if (!vector->values)
		return sp_no_memory(&cmd->err, "a vector");
	if (rank_vector_own(vector))
		status = copy_score(cmd, vector, contents, pages);
	else if (vector->is_stream)
		status = vector_load_score(cmd, vector, contents, pages);
	else
		status = vector_load_list(cmd, vector, contents, pages);
	/* Any unit will do for the values: only their proportions count. */
	if (!status)
		status = sp_scale_to_one(vector->values, pages, &cmd->err);
	if (!status)
		return SP_OK;
	snprintf(option, sizeof(option), "option --%s", vector->option);
	return sp_fail_in(&cmd->err, option);
}

void
rank_vector_free(struct rank_vector *vector)
{
	free(vector->values);
	vector->values = NULL;
}
