/* SPDX-License-Identifier: MIT */
/*
 * Where the graph comes from: its file and the index beside it, or one pass
 * over the stream.
 *
 * A look-up reads some small frames, a pass the whole stream; but a pass reads
 * faster, and holds what it has read.  So a long list takes a pass: one with
 * more names than PASS_NAMES for each frame of the graph's file.  An index that
 * is named by an option is used in any case.
 */
#include "graphlinks.h"

#include "base/memory.h"
#include "stream/section/pick.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#define PASS_NAMES 4

char *
links_index_path(const char *graph)
{
	struct sp_line line = SP_LINE_EMPTY;

	sp_line_add(&line, graph);
	sp_line_add(&line, ".links");
	return sp_line_take(&line);
}

/* Sets *pass to whether a pass over the stream is cheaper than look-ups. */
static enum sp_status
pass_is_cheaper(const struct graphlinks *job, bool *pass)
{
	uint64_t names = job->asked.count, frames;
	struct sp_pick *graph;

	if (sp_pick_open(job->cmd->graph, 0, &graph, &job->cmd->err))
		return job->cmd->err.status;
	frames = sp_indexed_frames(sp_pick_indexed(graph));
	sp_pick_close(graph);
	*pass = names / PASS_NAMES > frames;
	if (*pass)
		cmd_say(job->cmd, "%" PRIu64 " names, and the stream has "
			"%" PRIu64 " frames: one pass over it is cheaper than "
			"look-ups", names, frames);
	return SP_OK;
}

/* Looks pages up, unless the list is long. */
static enum sp_status
open_indexed_graph(struct graphlinks *job, const char *path)
{
	bool pass = false;

	if (!job->options.index_file && pass_is_cheaper(job, &pass))
		return job->cmd->err.status;
	if (pass)
		return links_pass_open(job);
	cmd_say(job->cmd, "looking up in %s", path);
	return links_lookup_open(job, path);
}

enum sp_status
links_open(struct graphlinks *job)
{
	const char *graph = cmd_main_input(job->cmd);
	const char *given = job->options.index_file;
	enum sp_status status;
	struct stat about;
	char *path;

	if (given)
		return open_indexed_graph(job, given);
	if (job->options.no_index || !strcmp(graph, "-"))
		return links_pass_open(job);
	path = links_index_path(graph);
	if (!path)
		return sp_no_memory(&job->cmd->err, "the name of the index");
	/* An index that cannot be looked at is no reason to go without it. */
	if (stat(path, &about) && errno == ENOENT)
		status = links_pass_open(job);
	else
		status = open_indexed_graph(job, path);
	free(path);
	return status;
}

void
links_close(struct links_source *source)
{
	if (source->self)
		source->free(source);
	source->self = NULL;
}
