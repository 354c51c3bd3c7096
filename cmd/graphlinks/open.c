/* SPDX-License-Identifier: MIT */
/*
 * Where the graph comes from: its file and the index beside it, or one pass
 * over the stream.
 *
 * A look-up reads the frames that it needs, each once, however many names there
 * are, and takes about 0.09 ms a name; a pass takes about 0.0007 ms a page.  So
 * a list of more than a name for 128 pages takes a pass, unless the user names
 * the index.
 */
#include "graphlinks.h"

#include "base/memory.h"
#include "cli/files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

char *
links_index_path(const char *graph)
{
	struct sp_line line = SP_LINE_EMPTY;

	sp_line_format(&line, "%s.links", graph);
	return sp_line_take(&line);
}

#define PAGES_OF_A_NAME 128 /* that a pass reads in the time of a look-up */

static enum sp_status
open_indexed_graph(struct graphlinks *job, const char *path, bool given)
{
	const uint64_t names = job->asked.count;

	if (links_lookup_open(job, path))
		return job->cmd->err.status;
	if (given || names <= job->source.pages / PAGES_OF_A_NAME + 1) {
		cmd_say(job->cmd, "looking up in %s", path);
		return SP_OK;
	}
	links_close(&job->source);
	cmd_say(job->cmd, "reading the whole stream, as %" PRIu64 " names are "
		"many for look-ups in %s", names, path);
	return links_pass_open(job);
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
		return open_indexed_graph(job, given, true);
	if (job->options.no_index || !strcmp(graph, "-"))
		return links_pass_open(job);
	path = links_index_path(graph);
	if (!path)
		return sp_no_memory(&job->cmd->err, "the name of the index");
	/* An index that cannot be looked at is no reason to go without it. */
	if (stat(path, &about) && errno == ENOENT)
		status = links_pass_open(job);
	else if (cmd_check_inputs(job->cmd, &path, 1))
		status = job->cmd->err.status;
	else
		return open_indexed_graph(job, job->index_path = path, false);
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
