/* SPDX-License-Identifier: MIT */
/*
 * graphstat-mpi - describe a graph that several processes hold
 *
 *	mpirun -n N graphstat-mpi [option ...] file
 *	graphstat-mpi --plan N [option ...] file
 *
 * Prints what graphstat prints of a graph, made by processes that share it; or
 * what processes would hold and send, for several numbers of them.
 */
#include "mpi/graphstat/graphstat.h"

#include "stream/section/states.h"

#include <string.h>

/*
 * Instead of loading from a stream: the report then works on the share, as it
 * does on that of a team of one.
 */
static enum sp_status
joint_load(struct graphstat *stat)
{
	struct joint_stat *joint = (struct joint_stat *)stat;
	struct cmd *cmd = stat->cmd;
	struct progress progress;
	enum sp_status status;

	status = sp_joint_share(joint->input, cmd->threads, &joint->share,
				&cmd->err);
	if (status)
		return status;
	stat->share = joint->share;
	progress_begin(&progress, cmd, "block");
	status = sp_count_links(joint->share, cmd->threads, &progress.teller,
				&stat->links, &cmd->err);
	progress_end(&progress);
	/* 33 bytes a page at most, in each process: one prints them. */
	return status ? status :
			sp_joint_load(joint->input, SP_SECTION_STATES |
						   SP_SECTION_FETCHES |
						   SP_SECTION_PART,
				      &stat->contents, &cmd->err);
}

/*
 * The others go through the same report, and print it to nowhere, so that all
 * take part in each sum.
 */
static enum sp_status
joint_run(struct joint_stat *joint)
{
	struct cmd *cmd = joint->stat.cmd;
	const char *path;
	enum sp_status status = mpi_check_operand(cmd, &path);

	/* One process writes what all have found. */
	if (joint->team.rank)
		cmd->output = "/dev/null";
	if (!status)
		status = sp_joint_open(&joint->team, path, joint->trust_paths,
				       &joint->input, &cmd->err);
	if (!status)
		status = mpi_check_whole(
			cmd, joint->input, path,
			sp_joint_has_section(joint->input, SP_TAG_STATES));
	if (!status)
		status = joint->plan ?
				 plan_run(joint) :
				 graphstat_run(&joint->stat, joint_load);
	sp_share_free(joint->share);
	sp_joint_close(joint->input);
	return status;
}

static enum sp_status
joint_check(void *context)
{
	struct joint_stat *joint = context;
	struct graphstat *stat = &joint->stat;
	const char *sources = stat->options.sources;

	if (sources && !strcmp(sources, "-"))
		return sp_fail(&stat->cmd->err, SP_USAGE, "option --sources: "
			       "\"-\" is no file: each process reads it, so it "
			       "must be one that all of them can open");
	return joint->plan ? plan_check(joint) :
			     graphstat_check(&joint->stat);
}

static void
mpi_graphstat_add_options(struct joint_stat *joint)
{
	OPTIONS_ADD(joint->stat.rows,
		OPTION("plan", "N", joint->plan,
		       .help = "print what 1, 2, 4 ... N processes hold"),
		OPTION("bandwidth", "MBIT", joint->bandwidth, .least = 0.001,
		       .most = 1e9, .needs = &joint->plan,
		       .help = "with links of MBIT/s, estimate the time"),
		MPI_TRUST_ROW(joint->trust_paths));
	graphstat_add_all_options(&joint->stat);
}

static const struct cmd_program graphstat_mpi_program = {
	.name = "graphstat-mpi", .synopsis = "file",
	.summary = "Describe a graph that several processes share.",
	.operands_max = 1, .prints_text = true, .choose = joint_check
};

int
main(int argc, char **argv)
{
	struct joint_stat joint = { .stat = {
		.options = { .xmin = 1, .samples = 200, .seed = 1,
			     .within = 4 },
		.joint = true
	} };
	struct cmd cmd = { .program = &graphstat_mpi_program,
			   .options = joint.stat.rows, .context = &joint };

	joint.stat.cmd = &cmd;
	mpi_graphstat_add_options(&joint);
	if (!mpi_begin(&cmd, &joint.team, argc, argv))
		return mpi_end(&cmd, &joint.team, cmd.err.status);
	return mpi_end(&cmd, &joint.team, joint_run(&joint));
}
