/* SPDX-License-Identifier: MIT */
/*
 * Where a filter's streams come from, and what it says if something is
 * missing.  The truth table of inputs is in the header.  Rules that all follow
 * from one thought: a program that waits for input that never comes, or ignores
 * input that was meant, is worse than one that asks.
 *
 *	a terminal as input       refused: the file was forgotten
 *	standard input unread     a warning, if a stream is there
 *	- given twice             refused: a pipe can be read once
 *	a part of a graph         refused or warned of, by what the filter does
 *
 * Messages name what makes a missing section, since users meet these more often
 * than any fault in a file.
 */
#include "cli/input.h"

#include "cli/command_private.h"
#include "cli/fd.h"
#include "cli/joined.h"

#include "base/memory.h"
#include "base/suggest.h"
#include "stream/section/graph.h"
#include "stream/section/part.h"
#include "stream/section/provenance.h"
#include "stream/section/states.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Threads read ahead after this many bytes: a short stream is read before they
 * have started.
 */
#define AHEAD_AFTER ((uint64_t)2 << 20)

/* A file that is read; progress shows how far. */
struct input_file {
	int fd;
	int ends[2];         /* of a pipe that ends a read which waits; or -1 */
	uint64_t done, size; /* bytes; size 0: unknown */
	struct progress progress;
};

/*
 * Waits until the file can be read; false: until it is not to be.
 *
 * Two descriptors: the file, and a pipe that is written to when reading is to
 * end.
 */
static bool
input_waits(const struct input_file *file)
{
	struct pollfd polled[] = { { file->fd, POLLIN, 0 },
				   { file->ends[0], POLLIN, 0 } };

	while (poll(polled, 2, -1) < 0)
		if (errno != EINTR)
			return true;
	return !polled[1].revents;
}

/*
 * Called by the thread that reads ahead, if there is one: progress is counted
 * here, where the bytes arrive.
 */
static enum sp_status
input_read(void *context, void *buffer, size_t size, size_t *got,
	   struct sp_error *err)
{
	struct input_file *file = context;
	ssize_t count = 0;

	if (file->ends[0] < 0 || input_waits(file))
		count = fd_read(file->fd, buffer, size);
	*got = count > 0 ? (size_t)count : 0;
	file->done += *got;
	progress_step(&file->progress, file->done, file->size);
	return count < 0 ? sp_fail(err, SP_IO, "read: %s", strerror(errno)) :
			   SP_OK;
}

/*
 * Ends a read that waits for the writer of a pipe: a filter that has found a
 * fault does not wait for more of it.
 *
 * A byte in the pipe ends the wait of input_waits().
 */
static void
input_stop(void *context)
{
	struct input_file *file = context;
	ssize_t written = file->ends[1] < 0 ? 0 : write(file->ends[1], "", 1);

	(void)written;
}

/*
 * Lets threads read ahead, unless a read of theirs could not be ended.
 *
 * A regular file never waits, so only pipes and devices need the way out.  If
 * it cannot be made, one thread reads: slower, but it can be ended.
 */
static void
input_ahead(struct cmd *cmd, struct input_file *file, struct sp_reader *reader)
{
	if (cmd->threads < 2)
		return;
	if (!file->size && pipe2(file->ends, O_CLOEXEC)) {
		file->ends[0] = file->ends[1] = -1;
		return;
	}
	sp_reader_ahead(reader, cmd->threads - 1, AHEAD_AFTER);
}

/*
 * The threads are ended before the progress and the pipe are, as they use both.
 */
static enum sp_status
input_load(struct cmd *cmd, int fd, const struct sp_load_options *options,
	   struct sp_contents *contents)
{
	struct input_file file = { .fd = fd, .ends = { -1, -1 } };
	struct sp_input bytes = { .context = &file, .read = input_read,
				  .stop = input_stop };
	struct sp_reader *reader = sp_reader_new(&bytes);
	enum sp_status status;
	struct stat info;

	if (!reader)
		return sp_no_memory(&cmd->err, "the reader");
	if (!fstat(fd, &info) && S_ISREG(info.st_mode))
		file.size = (uint64_t)info.st_size;
	input_ahead(cmd, &file, reader);
	progress_begin(&file.progress, cmd, "reading");
	file.progress.bytes = true;
	status = sp_load(reader, options, contents, &cmd->err);
	/* First the threads, which report progress. */
	sp_reader_free(reader);
	progress_end(&file.progress);
	for (int i = 0; i < 2; i++)
		if (file.ends[i] >= 0)
			(void)fd_close(file.ends[i]);
	/* Operands are other files, so the graph was probably forgotten. */
	if (status == SP_DATA && !file.done && !cmd->graph &&
	    cmd->program->operands_foreign)
		status = sp_fail(&cmd->err, SP_DATA, "empty: give the graph "
				 "with -g");
	return status;
}

/* ---- which input ------------------------------------------------------ */

const char *
cmd_main_input(const struct cmd *cmd)
{
	if (cmd->graph)
		return cmd->graph;
	return cmd->operand_count && !cmd->program->operands_foreign ?
		cmd->operands[0] : "-";
}

/*
 * With -g alone, results are read from standard input only if the filter cannot
 * do without them.
 */
const char *
cmd_side_input(struct cmd *cmd, bool needed)
{
	if (!cmd->graph)
		return NULL;
	if (cmd->operand_count)
		return cmd->operands[0];
	if (needed)
		return "-";
	cmd_warn_unread(cmd);
	return NULL;
}

/* Is "-" the value of an option, such as --seeds? */
static bool
is_option_standard(const struct cmd *cmd)
{
	for (const struct option_row *row = cmd->options; row->name; row++)
		if (row->text && !strcmp(row->text, "-"))
			return true;
	return false;
}

/*
 * Could a stream come from standard input?  A pipe is not looked into: what is
 * in it depends on how far its writer is.  One that is empty and has no writer
 * is what cron and "make -j" give to a job that is to read nothing.
 *
 * POLLIN without data is the end of an empty pipe.
 */
static bool
standard_has_stream(void)
{
	struct pollfd polled = { STDIN_FILENO, POLLIN, 0 };
	char bytes[SP_MAGIC_SIZE];
	struct stat info;

	if (fstat(STDIN_FILENO, &info))
		return false;
	if (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode))
		return poll(&polled, 1, 0) <= 0 || polled.revents & POLLIN;
	/* A text is the list of a loop in the shell; only a stream is ours. */
	return S_ISREG(info.st_mode) &&
	       pread(STDIN_FILENO, bytes, sizeof(bytes),
		     lseek(STDIN_FILENO, 0, SEEK_CUR)) == sizeof(bytes) &&
	       !memcmp(bytes, SP_MAGIC, sizeof(bytes));
}

/* Once a run, and only where the user could have meant it. */
void
cmd_warn_unread(struct cmd *cmd)
{
	/* A launcher of processes gives them a pipe, used or not. */
	if (cmd->program->no_stream || cmd->process.count || !cmd->graph ||
	    !strcmp(cmd->graph, "-") || cmd->operand_count ||
	    cmd->run->standard_read || cmd->run->unread_reported ||
	    is_option_standard(cmd) || !standard_has_stream())
		return;
	cmd->run->unread_reported = true;
	cmd_warn(cmd, "standard input is not read: %s (or add </dev/null)",
		 cmd->program->takes_results ?
		 "give the operand - to read it beside -g" :
		 "leave out -g to read it");
}

/* A pipe that was read is empty, and its results would be missing. */
enum sp_status
cmd_use_input(struct cmd *cmd, const char *path)
{
	if (strcmp(path, "-") != 0)
		return SP_OK;
	if (cmd->run->standard_read)
		return sp_fail(&cmd->err, SP_USAGE, "standard input is given "
			       "twice (as -): name a file for one of both");
	cmd->run->standard_read = true;
	return SP_OK;
}

enum sp_status
cmd_open_source(struct cmd *cmd, const char *path, struct sp_source **source)
{
	if (cmd_use_input(cmd, path))
		return cmd->err.status;
	return sp_source_open(path, source, &cmd->err);
}

/* ---- streams ---------------------------------------------------------- */

/* Of a manifest, the graph of its parts; *is says whether it was one. */
static enum sp_status
input_load_parts(struct cmd *cmd, const char *path, int fd,
		 const struct sp_load_options *options,
		 struct sp_contents *contents, bool *is)
{
	struct joined joined;
	enum sp_status status = joined_begin(&joined, cmd, path, fd);

	*is = joined.pid;
	if (!*is)
		return status;
	status = input_load(cmd, joined.fd, options, contents);
	if (status)
		(void)sp_fail_in(&cmd->err, path);
	return joined_end(&joined, cmd, status);
}

/*
 * Results only: everything but what the filter adds and the history is dropped,
 * also what it loads.
 */
enum sp_status
cmd_load(struct cmd *cmd, const char *path,
	 const struct sp_load_options *options, struct sp_contents *contents)
{
	bool standard = !strcmp(path, "-");
	const char *name = standard ? "standard input" : path;
	int fd = standard ? STDIN_FILENO : fd_open(path, O_RDONLY);
	struct sp_load_options how = *options;
	enum sp_status status = SP_OK;
	bool parts = false;

	if (fd < 0)
		return sp_fail(&cmd->err, SP_IO, "%s: %s%s", name,
			       strerror(errno), strstr(path, "://") ?
			       " (a stream comes from a file or a pipe: "
			       "curl -s ... |)" : "");
	if (cmd_use_input(cmd, path))
		return cmd->err.status;
	/* Somebody forgot the input, and would wait for a silent program. */
	if (isatty(fd)) {
		status = sp_fail(&cmd->err, SP_USAGE, "%s is a terminal: give "
				 "%s (see --help)", name,
				 cmd->program->operands_foreign ?
				 "the graph with -g" : "a file or a pipe");
		goto out;
	}
	how.threads = cmd->threads;
	if (cmd->results_only)
		how.drop |= ~(cmd->program->keeps | SP_SECTION_PROVENANCE);
	if (!standard && !cmd->program->joins)
		status = input_load_parts(cmd, path, fd, &how, contents,
					  &parts);
	if (status || parts)
		goto out;
	status = input_load(cmd, fd, &how, contents);
	if (status)
		(void)sp_fail_in(&cmd->err, name);
out:
	/* Nothing was written, so closing cannot lose anything. */
	if (!standard)
		(void)fd_close(fd);
	return status;
}

/*
 * Most of the links of a part's pages are its own, but not those to them.
 *
 * What is true of a part is seldom true of the whole: the ranks of a part are
 * no ranks.  Filters that work row by row only warn.
 */
enum sp_status
cmd_check_whole(struct cmd *cmd, const char *path,
		const struct sp_contents *contents, bool states)
{
	const char *name = strcmp(path, "-") ? path : "standard input";
	const struct sp_part *part = sp_contents_part(contents);
	uint64_t number, count;

	if (!part || part->count == 1)
		return SP_OK;
	number = part->number;
	count = part->count;
	if (cmd->program->whole)
		return sp_fail(&cmd->err, SP_DATA, "%s: part "
			       "%" PRIu64 "/%" PRIu64 " of a graph: %s needs "
			       "the links of all parts (give their manifest)",
			       name, number, count, cmd->program->whole);
	cmd_warn(cmd, "%s: part %" PRIu64 "/%" PRIu64 " of a graph: links%s of "
		 "the other parts are missing", name, number, count,
		 states ? " and states of the pages" : "");
	return SP_OK;
}

enum sp_status
cmd_load_graph(struct cmd *cmd, const struct sp_load_options *options,
	       struct sp_contents *contents)
{
	const char *path = cmd_main_input(cmd);
	enum sp_status status = cmd_load(cmd, path, options, contents);
	const struct sp_graph *graph = sp_contents_graph(contents);

	if (status)
		return status;
	if (!graph)
		return cmd_no_graph(cmd, path);
	if (cmd_check_whole(cmd, path, contents, sp_contents_states(contents)))
		return cmd->err.status;
	cmd_count(cmd, "pages", sp_graph_pages(graph));
	cmd_count(cmd, "links", sp_graph_links(graph));
	return SP_OK;
}

/*
 * The output is opened first: a run of hours must not end with "permission
 * denied".
 */
enum sp_status
cmd_add_to_graph(struct cmd *cmd, const struct sp_load_options *options,
		 cmd_graph_work *work, void *context)
{
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, true);
	struct sp_load_options load = *options;
	struct sp_contents contents = { 0 };
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	load.writer = cmd_output_writer(output);
	status = cmd_load_graph(cmd, &load, &contents);
	if (!status)
		status = work(cmd, context, &contents, output);
	sp_contents_free(&contents);
	cmd_output_free(output);
	return status;
}

/* ---- what is not in a stream ------------------------------------------ */

enum sp_status
cmd_no_graph(struct cmd *cmd, const char *path)
{
	const char *advice = "give the stream of a graph";

	if (cmd->graph && cmd->program->takes_results)
		advice = "-g needs the stream of a graph";
	else if (cmd->program->takes_results)
		advice = "give the graph with -g";
	return sp_fail(&cmd->err, SP_DATA, "%s: no graph in the stream (%s)",
		       strcmp(path, "-") ? path : "standard input", advice);
}

/* What makes each kind of section. */
static const struct {
	const char *what, *how;
} makers[] = {
	{ "graph", "give the graph with -g" },
	{ "names", "graphimport --names adds them" },
	{ "hosts", "graphimport --names or --hosts adds them" },
	{ "states", "crawlgraph, crawlimport -g, graphimport --fetched or "
		    "graphprune --fetched-first makes them" },
	{ "fetches", "crawlgraph, crawlimport -g or graphprune "
		     "--fetched-first makes them" },
	{ "domains", "graphimport --domain adds them" },
	{ "shapes", "crawlshape --to stream adds them" },
	{ "weights", "graphimport --weights reads them" },
	{ "scores", "run hits or pagerank first" },
	{ "scores of links", "scoreimport --link-scores adds them" },
	{ "cores", "run coreextract first" },
	{ "seeds", "run seedpick first" },
	{ "orders", "run crawlorder first" }
};

enum sp_status
cmd_missing(struct cmd *cmd, const char *what)
{
	for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++)
		if (!strcmp(makers[i].what, what))
			return sp_fail(&cmd->err, SP_DATA, "no %s in the "
				       "stream (%s)", what, makers[i].how);
	return sp_fail(&cmd->err, SP_DATA, "no %s in the stream", what);
}

/* What makes the scores that have names of their own; NULL: not known. */
const char *
cmd_score_maker(const char *name)
{
	static const char *const scores[][2] = {
		{ "pagerank", "pagerank" },
		{ "hub", "hits" }, { "authority", "hits" },
		{ "harmonic", "harmonic" },
		{ "degree", "rank" }, { "katz", "rank" },
		{ "closeness", "rank" }, { "betweenness", "rank" },
		{ "core", "rank" },
		{ "relevance", "relscore" },
		{ "snapshots", "graphmerge --snapshots" }
	};

	for (size_t i = 0; i < sizeof(scores) / sizeof(scores[0]); i++)
		if (!strcmp(name, scores[i][0]))
			return scores[i][1];
	return NULL;
}

/*
 * "run pagerank first", or the names of the scores that there are.
 *
 * What to run, if the score has a known maker; else which names are near, or
 * there.
 */
static void
suggest_score(const struct sp_score_list *list, const char *name,
	      struct sp_line *line)
{
	const char *maker = cmd_score_maker(name);
	struct sp_suggestion near;

	if (maker || !list->count)
		sp_line_format(line, "run %s first%s",
			       maker ? maker : "hits or pagerank",
			       list->count ? "; " : "");
	if (!list->count)
		return;
	sp_suggest(&near, name, strlen(name));
	for (uint64_t i = 0; i < list->count; i++)
		sp_suggest_name(&near, list->scores[i].name,
				strlen(list->scores[i].name));
	sp_line_add(line, near.count ? "did you mean " : "it has ");
	if (near.count)
		sp_line_add(line, near.names);
	for (uint64_t i = 0; !near.count && i < list->count; i++)
		sp_line_format(line, "%s%s", i ? ", " : "",
			       list->scores[i].name);
	sp_line_add(line, near.count ? "?" : "");
}

enum sp_status
cmd_find_score(struct cmd *cmd, const struct sp_contents *contents,
	       const char *name, const struct sp_score **score)
{
	struct sp_line advice = SP_LINE_EMPTY;
	char *text;

	*score = sp_contents_score(contents, name);
	if (*score)
		return SP_OK;
	suggest_score(sp_contents_scores(contents), name, &advice);
	text = sp_line_take(&advice);
	if (!text)
		return sp_no_memory(&cmd->err, "the names of scores");
	(void)sp_fail(&cmd->err, SP_DATA, "no score \"%s\" in the stream (%s)",
		      name, text);
	free(text);
	return cmd->err.status;
}

enum sp_status
cmd_check_sum(struct cmd *cmd, const char *score, double sum)
{
	return isfinite(sum) ? SP_OK :
	       sp_fail(&cmd->err, SP_DATA, "score \"%s\": the sum of its "
		       "values is too large for a number (scale them down)",
		       score);
}

/* ---- foreign files ---------------------------------------------------- */

/*
 * O_NONBLOCK: opening a named pipe must not wait for its writer.
 *
 * Regular files only: bytes read from a pipe cannot be put back.
 */
enum sp_status
cmd_is_stream(struct cmd *cmd, const char *path, bool *stream)
{
	char bytes[SP_MAGIC_SIZE];
	struct stat info;
	enum sp_status status = SP_OK;
	ssize_t got = 1;
	size_t used = 0;
	int fd;

	*stream = false;
	if (!strcmp(path, "-"))
		return SP_OK;
	fd = fd_open(path, O_RDONLY | O_NONBLOCK);
	if (fd < 0 || fstat(fd, &info)) {
		status = sp_fail(&cmd->err, SP_IO, "%s: %s", path,
				 strerror(errno));
		goto out;
	}
	/* What is read from a pipe here would be missing from its load. */
	if (!S_ISREG(info.st_mode))
		goto out;
	/* Read, not peeked at: a failure must not make a text of it. */
	while (got > 0 && used < sizeof(bytes)) {
		got = fd_read(fd, bytes + used, sizeof(bytes) - used);
		used += got > 0 ? (size_t)got : 0;
	}
	if (got < 0)
		status = sp_fail(&cmd->err, SP_IO, "%s: read: %s", path,
				 strerror(errno));
	else
		*stream = used == sizeof(bytes) &&
			  !memcmp(bytes, SP_MAGIC, sizeof(bytes));
out:
	if (fd >= 0)
		(void)fd_close(fd);
	return status;
}
