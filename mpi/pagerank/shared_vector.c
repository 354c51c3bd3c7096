/* SPDX-License-Identifier: MIT */
/*
 * Each process needs the values of its own pages only.  Of a score it reads
 * these by the index; of a list it reads all lines, which are few, and keeps
 * its own.  The sum over all processes scales the vector, so the values have
 * the bits of one process wherever the sum has.
 */
#include "shared_vector.h"

#include "base/memory.h"
#include "rank/form.h"
#include "rank/sum.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* What is read from a pipe is gone for the other processes. */
enum sp_status
shared_vector_check(struct cmd *cmd, struct rank_vector *vector)
{
	const char *path = vector->path;
	struct stat about;

	if (path && !rank_vector_own(vector) &&
	    (!strcmp(path, "-") ||
	     (!stat(path, &about) && !S_ISREG(about.st_mode))))
		return sp_fail(&cmd->err, SP_USAGE, "option --%s: \"%s\" is "
			       "no file: each process reads it, so it must be "
			       "one that all of them can open", vector->option,
			       path);
	return rank_vector_check(cmd, vector);
}

/* The score that was asked for, or the only one. */
static enum sp_status
shared_vector_choose_score(struct cmd *cmd, const struct rank_vector *vector,
			   const struct sp_joint_input *input,
			   const char **name)
{
	uint64_t count;

	*name = vector->score;
	if (*name)
		return SP_OK;
	*name = sp_joint_only_score(input, &count);
	if (*name)
		return SP_OK;
	return sp_fail(&cmd->err, SP_DATA, count ? "%s: several scores "
		       "(choose one with --%s-score)" : "%s: there are no "
		       "scores", vector->path, vector->option);
}

static enum sp_status
check_values(struct cmd *cmd, const struct sp_share *share,
	     const double *values)
{
	for (uint64_t i = 0; i < share->owned; i++)
		if (values[i] < 0)
			return sp_fail(&cmd->err, SP_DATA, "the value of page "
				       "%" PRIu64 " is below 0",
				       share->first + i);
	return SP_OK;
}

static enum sp_status
shared_vector_load_score(struct mpi_job *job, const struct rank_vector *vector,
			 struct sp_joint_input *input, const char *name,
			 double *values)
{
	const struct sp_share *share = job->share;
	struct cmd *cmd = &job->cmd;

	if (!name && shared_vector_choose_score(cmd, vector, input, &name))
		return cmd->err.status;
	if (sp_joint_score(input, name, &job->basis, share->first, share->owned,
			   values, &cmd->err))
		return cmd->err.status;
	return check_values(cmd, share, values);
}

static enum sp_status
load_stream(struct mpi_job *job, const struct rank_vector *vector,
	    double *values)
{
	struct sp_joint_input *input;
	enum sp_status status = sp_joint_open(&job->team, vector->path,
					      job->trust_paths, &input,
					      &job->cmd.err);

	if (status)
		return status;
	status = shared_vector_load_score(job, vector, input, NULL, values);
	sp_joint_close(input);
	return status;
}

/* Each process reads the whole list, and keeps what is of its pages. */
static enum sp_status
shared_vector_load_list(struct mpi_job *job, const struct rank_vector *vector,
			double *values)
{
	const struct sp_share *share = job->share;
	struct sp_page_list_options options = { .pages = share->whole.pages,
						.valued = true,
						.numbers = true };
	struct sp_page_list list = { 0 };
	enum sp_status status = cmd_read_pages(&job->cmd, vector->path,
					       &options, &list);

	for (uint64_t i = 0; !status && i < list.count; i++)
		if (list.pages[i] >= share->first &&
		    list.pages[i] - share->first < share->owned)
			values[list.pages[i] - share->first] += list.values[i];
	sp_page_list_free(&list);
	return status;
}

/*
 * Values of pages reached are not needed: each page's teleport is added by its
 * owner.
 */
enum sp_status
shared_vector_load(struct mpi_job *job, struct rank_vector *vector)
{
	const struct sp_share *share = job->share;
	struct cmd *cmd = &job->cmd;
	const char *own = rank_vector_own(vector);
	enum sp_status status;
	char option[64];
	double *values;

	if (!vector->path)
		return SP_OK;
	vector->values = sp_alloc_large_zero(
		sp_form_room(share->graph, share), sizeof(double));
	if (!vector->values)
		return sp_no_memory(&cmd->err, "a vector");
	values = vector->values + share->own_first;
	if (own)
		status = shared_vector_load_score(job, vector, job->input, own,
						  values);
	else if (vector->is_stream)
		status = load_stream(job, vector, values);
	else
		status = shared_vector_load_list(job, vector, values);
	if (!status)
		status = sp_scale_to_one_together(&job->team, values,
						  share->owned, &cmd->err);
	if (!status)
		return SP_OK;
	snprintf(option, sizeof(option), "option --%s", vector->option);
	return sp_fail_in(&cmd->err, option);
}
