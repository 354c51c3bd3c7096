/* SPDX-License-Identifier: MIT */
/*
 * The files of a Common Crawl graph by their names: NAME-edges.txt.gz belongs
 * to NAME-vertices.txt.gz, edges/part-0 to vertices/part-0, and
 * NAME-edges.paths.gz to NAME-vertices.paths.gz.  The last of both words in a
 * path counts, since folders are called so, too.
 *
 * A file of edges alone is a list of links like any other.  It becomes this
 * format only if there is a file of vertices to it that looks like one, names
 * after numbers from 0 on; any doubt leaves it a list of links, whose reader
 * says what is wrong.  With --format cc nothing is guessed, and what is missing
 * is an error.
 *
 * Nothing is read from a pipe to find this out: what a look takes is lost.
 */
#include "graphimport.h"

#include "cli/import/recognise.h"

#include "base/memory.h"
#include "formats/import/cc_paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char edges_word[] = "edges", vertices_word[] = "vertices";

static const char *
last_place(const char *path, const char *word)
{
	const char *found = NULL;

	for (const char *at = path; (at = strstr(at, word)); at++)
		found = at;
	return found;
}

/* The word that the path has, the last if it has both; NULL for neither. */
static const char *
cc_part_of(const char *path)
{
	const char *edges = last_place(path, edges_word);
	const char *vertices = last_place(path, vertices_word);

	if (!edges)
		return vertices ? vertices_word : NULL;
	return !vertices || edges > vertices ? edges_word : vertices_word;
}

static enum sp_status
add_to_list(struct graphimport *job, struct option_list *list, const char *path)
{
	if (!sp_grow(&list->items, &list->capacity, list->count + 1))
		return sp_no_memory(&job->import.cmd->err, "names of files");
	list->items[list->count++] = path;
	return SP_OK;
}

/* Adds the file whose name has the word to instead of from, if it exists. */
static enum sp_status
add_counterpart(struct graphimport *job, const char *path, const char *from,
		const char *to, struct option_list *list)
{
	const char *place = last_place(path, from);
	struct sp_line name = SP_LINE_EMPTY;
	char *made;

	if (!place)
		return SP_OK;
	sp_line_add_bytes(&name, path, (size_t)(place - path));
	sp_line_add(&name, to);
	sp_line_add(&name, place + strlen(from));
	made = sp_line_take(&name);
	if (!made)
		return sp_no_memory(&job->import.cmd->err, "names of files");
	if (access(made, F_OK)) {
		enum sp_status status = errno == ENOENT ? SP_OK :
			sp_fail(&job->import.cmd->err, SP_IO, "%s: %s", made,
				strerror(errno));

		free(made);
		return status;
	}
	/* From here on it is freed with the import. */
	if (add_to_list(job, &job->made_paths, made)) {
		free(made);
		return SP_MEMORY;
	}
	return add_to_list(job, list, made);
}

static enum sp_status
add_counterparts(struct graphimport *job, const struct option_list *given,
		 const char *from, const char *to, struct option_list *list)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < given->count; i++)
		status = add_counterpart(job, given->items[i], from, to,
					 list);
	return status;
}

/* An option that only other formats have says that it is one of those. */
static bool
excludes_cc(const struct graphimport *job)
{
	const struct option_row *row = job->import.cmd->options;

	for (; row->name; row++)
		if (row->given && row->only_with == &job->format &&
		    !(row->only_values >> SP_FORMAT_CC & 1))
			return true;
	return job->import.pages.names != NULL;
}

/*
 * A list of edges is a list of links like any other, until there are vertices
 * to it: names without slashes after numbers from 0 on.
 */
static enum sp_status
check_vertices(struct graphimport *job, const char *path, bool *good)
{
	struct sp_arcs_options columns = SP_ARCS_DEFAULTS;
	struct sp_sample sample = { NULL, 0, false };
	struct sp_source *source;
	struct sp_recognised found;
	enum sp_status status;
	struct stat info;

	*good = sp_cc_is_list(path);
	if (*good)
		return SP_OK;
	if (stat(path, &info))
		return sp_fail(&job->import.cmd->err, SP_IO, "%s: %s", path,
			       strerror(errno));
	/* What a look takes from a pipe is lost; the import checks it all. */
	*good = !S_ISREG(info.st_mode);
	if (*good)
		return SP_OK;
	status = sp_source_open(path, &source, &job->import.cmd->err);
	if (!status)
		status = import_peek(job->import.cmd, source, &sample);
	if (!status) {
		sp_recognise(&sample, &columns, false, &found);
		*good = found.look.ids_first &&
			!memchr(sample.text, '/', sample.size);
	}
	sp_source_close(source);
	return status;
}

/* Sorts the operands into edges and vertices, and finds what is missing. */
static enum sp_status
sort_operands(struct graphimport *job, bool *all)
{
	struct option_list *edges = &job->edges;
	struct option_list *vertices = &job->vertices;
	struct cmd *cmd = job->import.cmd;
	bool given = vertices->count > 0;
	enum sp_status status = SP_OK;

	*all = true;
	for (int i = 0; !status && i < cmd->operand_count; i++) {
		const char *part = cc_part_of(cmd->operands[i]);

		*all = *all && part;
		status = add_to_list(job, !given && part == vertices_word ?
				     vertices : edges, cmd->operands[i]);
	}
	if (!status && !vertices->count)
		status = add_counterparts(job, edges, edges_word,
					  vertices_word, vertices);
	if (!status && !edges->count)
		status = add_counterparts(job, vertices, vertices_word,
					  edges_word, edges);
	return status;
}

enum sp_status
graphimport_find_cc(struct graphimport *job)
{
	bool found, asked = job->format == SP_FORMAT_CC;

	if (!asked && (job->format || excludes_cc(job)))
		return SP_OK;
	if (sort_operands(job, &found))
		return job->import.cmd->err.status;
	if (asked)
		return SP_OK;
	found = found && job->edges.count;
	/* No other format has such lists: what is missing will be reported. */
	if (found && !sp_cc_is_list(job->edges.items[0])) {
		found = job->vertices.count > 0;
		if (found && check_vertices(job, job->vertices.items[0],
					    &found))
			return job->import.cmd->err.status;
	}
	if (found) {
		job->format = SP_FORMAT_CC;
		cmd_say(job->import.cmd, "edges in %s, vertices in %s: a "
			"Common Crawl graph", job->edges.items[0],
			job->vertices.count ? job->vertices.items[0] :
						  "no file");
	} else {
		job->vertices.count = 0;
	}
	return SP_OK;
}

static void
warn_with_name(const struct graphimport *job, uint64_t page, const char *what)
{
	char shown[IMPORT_NAME_SHOWN];

	import_show_name(&job->import.made.names, page, shown);
	cmd_warn(job->import.cmd, "%s (page %" PRIu64 ": \"%s\")", what, page,
		 shown);
}

/* Names that show whether they were reversed. */
#define NAMES_LOOKED_AT 10000

/* Is the label one of the most frequent top-level domains? */
static bool
is_top_label(const char *label, size_t length)
{
	static const char *const labels[] = { "com", "org", "net", "edu",
					      "gov", "de", "uk", "ru", "fr",
					      "it", "jp" };

	for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++)
		if (strlen(labels[i]) == length &&
		    !memcmp(labels[i], label, length))
			return true;
	return false;
}

/*
 * Vertices of one's own may have names that are not reversed: they would come
 * out reversed.  Some names, spread evenly, are enough to see that.
 */
static void
warn_of_reversed(const struct graphimport *job)
{
	const struct sp_names *names = &job->import.made.names;
	uint64_t step = names->count / NAMES_LOOKED_AT + 1;
	uint64_t reversed = 0, normal = 0, example = 0;
	struct sp_name_room room;

	for (uint64_t page = 0; page < names->count; page += step) {
		struct sp_span read = sp_names_read(names, page, &room);
		const char *name = read.text;
		size_t length = read.length;
		const char *first = length ? memchr(name, '.', length) : NULL;
		const char *last = length ? memrchr(name, '.', length) : NULL;

		if (!first)
			continue;
		normal += is_top_label(last + 1, length -
				       (size_t)(last + 1 - name));
		if (!is_top_label(name, (size_t)(first - name)))
			continue;
		example = reversed++ ? example : page;
	}
	if (reversed > normal)
		warn_with_name(job, example, "vertices are not named like "
			       "com.example.www: give them with -f arcs "
			       "--names FILE --names-layout id-name");
}

void
graphimport_warn_of_order(const struct graphimport *job)
{
	const struct sp_name_order *order = &job->import.made.order;
	char text[160];

	if (job->format == SP_FORMAT_CC)
		warn_of_reversed(job);
	if (order->unsorted) {
		snprintf(text, sizeof(text), "%" PRIu64 " of %" PRIu64 " names "
			 "are out of order: pages keep their numbers",
			 order->unsorted, job->import.made.names.count);
		warn_with_name(job, order->first_unsorted, text);
	}
	if (order->repeated) {
		snprintf(text, sizeof(text), "%" PRIu64 " names occur twice: "
			 "each of their pages stays a page", order->repeated);
		warn_with_name(job, order->first_repeated, text);
	}
}

void
graphimport_free_paths(struct graphimport *job)
{
	struct option_list *made = &job->made_paths;

	/* Only these were allocated; the others are arguments. */
	for (uint64_t i = 0; i < made->count; i++)
		free((char *)(uintptr_t)made->items[i]);
	option_list_free(made);
	option_list_free(&job->edges);
}
