/* SPDX-License-Identifier: MIT */
/*
 * The parts of a graph are read one after the other: all names, which come
 * before the links, and then all links.  Memory is that of one part, of the
 * hosts, which every part has of all pages, and of the states and fetches of
 * the parts so far.
 */
#include "join.h"

#include "base/memory.h"
#include "cli/input.h"
#include "cli/joined.h"
#include "graph/visit.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/listing.h"
#include "stream/section/names.h"
#include "stream/section/part_crawl.h"
#include "stream/section/provenance.h"
#include "stream/section/weights.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What parts have of the whole graph; results are of one part's links alone. */
#define JOINED (SP_SECTION_GRAPH | SP_SECTION_WEIGHTS | SP_SECTION_NAMES | \
		SP_SECTION_HOSTS | SP_SECTION_STATES | SP_SECTION_FETCHES | \
		SP_SECTION_PROVENANCE | SP_SECTION_PART)

struct joining {
	struct cmd *cmd;
	const char *path;
	const struct sp_manifest *manifest;
	struct cmd_graph_output *to;
	struct sp_row_sink sink;
	bool begun;                  /* are rows passed on? */
	struct sp_contents shared;   /* of the first part: what all have */
	struct sp_joined_crawl crawl;
	uint64_t number;             /* of the part that is read */
	struct sp_section names;     /* while they are written, ... */
	const struct sp_part *out;   /* ... to this part */
	uint64_t id;                 /* that all parts have */
	uint64_t dropped;            /* sections of one part's links alone */
};

static enum sp_status
load_part(struct joining *job, struct sp_load_options *load,
	  struct sp_contents *contents)
{
	const struct sp_manifest_part *part =
		&job->manifest->parts[job->number];
	char *path = sp_manifest_path(job->path, part);
	struct stat info;
	enum sp_status status;

	if (!path)
		return sp_no_memory(&job->cmd->err, "a path");
	/* A pipe would wait for a writer.  What is missing fails below. */
	if (!stat(path, &info) && !S_ISREG(info.st_mode))
		status = sp_fail(&job->cmd->err, SP_DATA, "%s: not a file",
				 path);
	else
		status = cmd_load(job->cmd, path, load, contents);
	free(path);
	return status;
}

/* Puts the path of the part that is read before what is wrong with it. */
static enum sp_status
join_fail_in(const struct joining *job, struct sp_error *err)
{
	char *path = sp_manifest_path(job->path,
				      &job->manifest->parts[job->number]);
	enum sp_status status = path ? sp_fail_in(err, path) :
				       sp_no_memory(err, "a path");

	free(path);
	return status;
}

/* ---- names ------------------------------------------------------------ */

static enum sp_status
join_name(void *context, uint64_t page, const char *name, size_t length,
	  struct sp_error *err)
{
	struct joining *job = context;
	const struct sp_manifest_part *part =
		&job->manifest->parts[job->number];

	if (page < part->first || page >= part->end)
		return SP_OK;
	return cmd_parts_name(&job->names, job->out, page, name, length, err);
}

static enum sp_status
join_names(struct joining *job, struct sp_writer *writer, struct sp_error *err)
{
	const struct sp_name_visitor visitor = { job, join_name };
	struct sp_load_options load = { .want = SP_SECTION_NAMES,
					.names = &visitor };
	enum sp_status status = sp_section_begin(&job->names, writer,
						 SP_TAG_NAMES, NULL, 0, err);

	for (job->number = 0; !status && job->number < job->manifest->count;
	     job->number++) {
		struct sp_contents contents = { 0 };

		status = load_part(job, &load, &contents);
		sp_contents_free(&contents);
	}
	if (status && err != &job->cmd->err)
		*err = job->cmd->err;
	return sp_section_close(&job->names, status, err);
}

/* ---- what is around the links ----------------------------------------- */

static enum sp_status
join_before(void *context, const struct sp_part *part,
	    struct sp_writer *writer, struct sp_error *err)
{
	struct joining *job = context;
	uint64_t reading = job->number;
	enum sp_status status = cmd_graph_save_pages(
		part, sp_contents_hosts(&job->shared), NULL, writer, err);

	job->out = part;
	if (!status && sp_contents_has_names(&job->shared))
		status = join_names(job, writer, err);
	job->number = reading;
	return status ? status :
			sp_save_lines(writer, SP_TAG_PROVENANCE,
				      sp_contents_provenance(&job->shared),
				      err);
}

static enum sp_status
join_after(void *context, const struct sp_part *part,
	   const struct sp_basis *basis, struct sp_writer *writer,
	   struct sp_error *err)
{
	const struct joining *job = context;

	return sp_save_part_crawl(part, &job->crawl.states,
				  &job->crawl.fetches, basis, writer, err);
}

static enum sp_status
leave_name(void *context, uint64_t page, const char *name, size_t length,
	   struct sp_error *err)
{
	(void)context;
	(void)page;
	(void)name;
	(void)length;
	(void)err;
	return SP_OK;
}

/*
 * The first part has the hosts of all pages, as the others have, and it has
 * names if they have.
 */
static enum sp_status
join_load_shared(struct joining *job)
{
	static const struct sp_name_visitor leave = { NULL, leave_name };
	struct sp_load_options load = {
		.want = SP_SECTION_HOSTS | SP_SECTION_PROVENANCE |
			SP_SECTION_NAMES,
		.names = &leave
	};

	return load_part(job, &load, &job->shared);
}

/* ---- links ------------------------------------------------------------ */

static enum sp_status
join_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	const struct joining *job = context;
	const struct sp_manifest_part *part =
		&job->manifest->parts[job->number];

	if (!row->count)
		return SP_OK;
	if (row->page < part->first || row->page >= part->end) {
		(void)sp_fail(err, SP_DATA, "links of page %" PRIu64
			      ", which is not of this part", row->page);
		return join_fail_in(job, err);
	}
	return sp_rows_pass(&job->sink, row, err);
}

/* Whether links have weights, the first part with links says. */
static enum sp_status
join_begin_rows(struct joining *job, bool weighted)
{
	struct cmd *cmd = job->cmd;

	if (job->begun && job->to->weighted != weighted) {
		(void)sp_fail(&cmd->err, SP_DATA, "its links %s weights, "
			      "unlike those of the parts before it",
			      weighted ? "have" : "have no");
		return join_fail_in(job, &cmd->err);
	}
	if (job->begun)
		return SP_OK;
	job->begun = true;
	job->to->weighted = weighted;
	return sp_rows_begin(&job->sink, job->manifest->basis.graph.pages,
			     &cmd->err);
}

static uint64_t
join_part_id(const struct sp_contents *contents)
{
	const struct sp_part *part = sp_contents_part(contents);

	return part ? part->id : 0;
}

/* Names of one part alone would be taken for those of other pages. */
static enum sp_status
join_check_names(struct joining *job, const struct sp_listing *listing)
{
	const bool named = sp_listing_last(listing, SP_TAG_NAMES);

	if (named == sp_contents_has_names(&job->shared))
		return SP_OK;
	return sp_fail(&job->cmd->err, SP_DATA, "it has %s of pages, unlike "
		       "the parts before it", named ? "names" : "no names");
}

static enum sp_status
join_check_part(struct joining *job, const struct sp_contents *contents,
		const struct sp_listing *listing)
{
	struct sp_error *err = &job->cmd->err;
	const struct sp_graph *graph = sp_contents_graph(contents);
	struct sp_basis basis;

	if (!graph)
		return sp_fail(err, SP_DATA, "it has no graph");
	basis = sp_basis_of(graph);
	if (sp_manifest_check_part(job->manifest, job->number, listing->bytes,
				   &basis, sp_contents_part(contents), err))
		return err->status;
	/* Links alone do not tell two imports of one web apart. */
	if (!job->number)
		job->id = job->to->id = join_part_id(contents);
	if (join_part_id(contents) != job->id ||
	    !sp_hosts_same(sp_contents_hosts(contents),
			   sp_contents_hosts(&job->shared)))
		return sp_fail(err, SP_DATA, "not of the same graph as %s "
			       "(other options, or another import)",
			       job->manifest->parts[0].file);
	return join_check_names(job, listing);
}

/* A range by itself, because a manifest can list what is no part: a whole. */
static enum sp_status
join_part_crawl(struct joining *job, const struct sp_contents *contents)
{
	const struct sp_manifest_part *part =
		&job->manifest->parts[job->number];
	const struct sp_part own = {
		.pages = job->manifest->basis.graph.pages,
		.first = part->first, .end = part->end
	};

	return sp_join_crawl(&job->crawl, &own, contents, &job->cmd->err);
}

static enum sp_status
join_links(struct joining *job)
{
	const struct sp_row_sink own = { job, NULL, join_row };
	struct sp_listing listing = { 0 };
	struct sp_contents contents = { 0 };
	struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | SP_SECTION_WEIGHTS |
			SP_SECTION_HOSTS | SP_SECTION_STATES |
			SP_SECTION_FETCHES | SP_SECTION_PART,
		.listing = &listing
	};
	enum sp_status status = load_part(job, &load, &contents);

	/* Before its links, among which a part of the output may end. */
	if (!status && (join_check_part(job, &contents, &listing) ||
			join_part_crawl(job, &contents)))
		status = join_fail_in(job, &job->cmd->err);
	for (uint64_t i = 0; !status && i < listing.count; i++)
		job->dropped += !(JOINED >> listing.sections[i].place & 1);
	if (!status && sp_graph_links(sp_contents_graph(&contents)))
		status = join_begin_rows(job, sp_contents_weights(&contents));
	if (!status)
		status = sp_graph_walk(sp_contents_graph(&contents),
				       sp_contents_weights(&contents), NULL,
				       &own, &job->cmd->err);
	sp_listing_free(&listing);
	sp_contents_free(&contents);
	return status;
}

static enum sp_status
join_all_links(struct joining *job)
{
	struct progress progress;
	enum sp_status status = SP_OK;

	progress_begin(&progress, job->cmd, "part");
	for (job->number = 0; !status && job->number < job->manifest->count;
	     job->number++) {
		progress_step(&progress, job->number, job->manifest->count);
		status = join_links(job);
	}
	progress_end(&progress);
	return status || job->begun ? status : join_begin_rows(job, false);
}

/* ---- the whole -------------------------------------------------------- */

enum sp_status
join_recognise(struct cmd *cmd, const char *path, bool trust_paths,
	       struct sp_manifest *manifest, bool *is)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	const char *outside;
	enum sp_status status;

	*is = false;
	/* Reported by who opens it as a stream. */
	if (fd < 0)
		return SP_OK;
	status = sp_manifest_read(fd, manifest, is, &cmd->err);
	(void)close(fd);
	if (status)
		return sp_fail_in(&cmd->err, path);
	outside = *is && !trust_paths ? sp_manifest_outside(manifest) : NULL;
	return outside ? sp_fail(&cmd->err, SP_DATA, "%s: the file \"%s\" of a "
				 "part is not in the folder of the manifest "
				 "(graphmerge --trust-paths allows it)", path,
				 outside) :
			 SP_OK;
}

static enum sp_status
join_write(struct joining *job)
{
	const struct sp_basis *whole = &job->manifest->basis;
	struct sp_basis basis;
	enum sp_status status;

	/* A graph that was pruned has another origin. */
	if (!sp_fingerprint_equal(&whole->graph, &whole->origin))
		job->to->origin = &whole->origin;
	job->sink = cmd_graph_sink(job->to);
	status = join_all_links(job);
	if (!status && job->dropped)
		cmd_warn(job->cmd, "sections left out because they are about "
			 "the links of one part: %" PRIu64 " (graphstat lists "
			 "them)", job->dropped);
	if (!status)
		status = cmd_graph_finish(job->to, &basis);
	if (!status && !sp_fingerprint_equal(&basis.graph, &whole->graph))
		status = sp_fail(&job->cmd->err, SP_DATA, "%s: the links are "
				 "not those that the manifest counts",
				 job->path);
	return status ? status : cmd_graph_commit(job->to);
}

enum sp_status
join_graph(struct cmd_graph_output *to, const char *path,
	   const struct sp_manifest *manifest)
{
	struct joining job = { .cmd = to->cmd, .path = path,
			       .manifest = manifest, .to = to };
	enum sp_status status;

	to->before = join_before;
	to->after = join_after;
	to->context = &job;
	status = joined_check_output(to->cmd, path, manifest);
	if (!status)
		status = cmd_graph_open(to);
	if (!status)
		status = join_load_shared(&job);
	if (!status)
		status = join_write(&job);
	cmd_count(to->cmd, "parts", manifest->count);
	cmd_count(to->cmd, "pages", manifest->basis.graph.pages);
	cmd_count(to->cmd, "links", manifest->basis.graph.links);
	cmd_graph_free(to);
	to->context = NULL;
	sp_contents_free(&job.shared);
	sp_joined_crawl_free(&job.crawl);
	return status;
}
