/* SPDX-License-Identifier: MIT */
/*
 * graphfold - make the graph of hosts, domains or shapes from a graph of pages
 *
 *	graphfold [option ...] [file]
 *
 * Each host, or each domain or shape of URLs, becomes a page.  A link between
 * two of them has the number of the links of their pages as its weight.
 *
 * The graph of pages is held whole, since links are decoded in the order of
 * pages and needed in that of units: they are sorted, on the disk if they are
 * many, and what is equal is joined, its weights added up.  Results of pages
 * say nothing about hosts and are dropped, with a warning that names them.
 *
 * The number of pages of each unit becomes the score "pages", as the folded
 * graph has no other trace of it.
 *
 * A graph of shapes has shapes, too: each page is its own, whose pattern is its
 * name, so that what is known of traps stays.  Its hosts are those of the
 * pages.
 */
#include "cli/input.h"
#include "cli/output.h"
#include "cli/scratch.h"

#include "base/memory.h"
#include "graph/transform/fold.h"
#include "stream/section/fetches.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/listing.h"
#include "stream/section/names.h"
#include "stream/section/shapes.h"
#include "stream/section/states.h"
#include "stream/section/weights.h"

#include <stdlib.h>

enum fold_unit { UNIT_HOST, UNIT_DOMAIN, UNIT_SHAPE };

#define GRAPHFOLD_READS (SP_SECTION_GRAPH | SP_SECTION_WEIGHTS | \
			 SP_SECTION_HOSTS | SP_SECTION_STATES | \
			 SP_SECTION_FETCHES)

struct graphfold {
	struct cmd *cmd;
	enum fold_unit to;
	bool drop_inside;
	struct sp_contents *contents;
	struct sp_listing listing;
	struct sp_fold fold;
	struct sp_subset firsts; /* pages of units, if these are shapes */
	struct sp_shapes shapes; /* of the graph of units, then */
	struct sp_basis basis;   /* of the graph of units */
};

static const char *
graphfold_unit_word(const struct graphfold *job)
{
	static const char *const words[] = { "host", "domain", "shape" };

	return words[job->to];
}

static unsigned
graphfold_reads(const struct graphfold *job)
{
	return GRAPHFOLD_READS |
	       (job->to == UNIT_SHAPE ? SP_SECTION_SHAPES : 0u);
}

/* ---- units ------------------------------------------------------------ */

/* Results of pages say nothing about hosts; names of pages are not missed. */
static void
graphfold_warn_of_dropped(const struct graphfold *job)
{
	unsigned seen = graphfold_reads(job) | SP_SECTION_NAMES |
			SP_SECTION_PROVENANCE;
	struct sp_line kinds = SP_LINE_EMPTY;
	char *text;

	for (uint64_t i = 0; i < job->listing.count; i++) {
		unsigned place = job->listing.sections[i].place;

		if (seen >> place & 1)
			continue;
		seen |= 1u << place;
		sp_line_format(&kinds, "%s%s", kinds.length ? ", " : "",
			       sp_kind_word(place));
	}
	text = kinds.length ? sp_line_take(&kinds) : NULL;
	if (text)
		cmd_warn(job->cmd, "dropped what is about pages: %s", text);
	free(text);
}

static enum sp_status
graphfold_find_shapes(struct graphfold *job)
{
	const struct sp_shapes *shapes = sp_contents_shapes(job->contents);
	struct sp_error *err = &job->cmd->err;

	if (!shapes)
		return cmd_missing(job->cmd, "shapes");
	graphfold_warn_of_dropped(job);
	if (sp_fold_by_shape(shapes, &job->fold, err) ||
	    sp_fold_firsts(&job->fold, &job->firsts, err) ||
	    sp_subset_shapes(&job->firsts, shapes, &job->shapes, err))
		return err->status;
	if (job->fold.alone)
		cmd_warn(job->cmd, "%" PRIu64 " of %" PRIu64 " pages are of no "
			 "shape: each becomes a page without a name",
			 job->fold.alone, job->fold.pages);
	return SP_OK;
}

/*
 * What becomes a page, if the stream says which there are.
 *
 * Warnings come before the work, which may take long.
 */
static enum sp_status
graphfold_find_units(struct graphfold *job)
{
	const struct sp_hosts *hosts = sp_contents_hosts(job->contents);
	struct sp_error *err = &job->cmd->err;

	if (job->to == UNIT_SHAPE)
		return graphfold_find_shapes(job);
	if (!hosts)
		return cmd_missing(job->cmd, "hosts");
	if (job->to == UNIT_DOMAIN && !hosts->domains.count)
		return sp_fail(err, SP_DATA, "no domains in the stream: import "
			       "the graph with graphimport --domain, or give "
			       "--to host");
	graphfold_warn_of_dropped(job);
	if (sp_fold_units(hosts, job->to == UNIT_DOMAIN, &job->fold, err))
		return err->status;
	if (job->fold.alone)
		cmd_warn(job->cmd,
			 "%" PRIu64 " of %" PRIu64 " pages have no "
			 "host: each becomes a %s without a name",
			 job->fold.alone, job->fold.pages,
			 graphfold_unit_word(job));
	return SP_OK;
}

/* ---- output ----------------------------------------------------------- */

/* The pattern of a shape; empty for a page of none. */
static struct sp_span
name_of_shape(const struct graphfold *job, uint64_t unit)
{
	uint32_t shape = job->shapes.shape_of[unit];

	return shape == SP_NO_SHAPE ? (struct sp_span){ "", 0 } :
				      sp_shape_text(&job->shapes, shape);
}

/*
 * Each is found among the old names when it is written, and none is held twice.
 */
static enum sp_status
save_unit_names(struct graphfold *job, struct sp_writer *writer)
{
	const struct sp_hosts *hosts = sp_contents_hosts(job->contents);
	struct sp_error *err = &job->cmd->err;
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(&section, writer,
						 SP_TAG_NAMES, NULL, 0, err);

	for (uint64_t unit = 0; !status && unit < job->fold.count; unit++) {
		struct sp_span name;

		if (job->to == UNIT_SHAPE)
			name = name_of_shape(job, unit);
		else
			name.text = sp_fold_name(&job->fold, hosts, unit,
						 &name.length);
		status = sp_save_string(&section, name.text, name.length, err);
	}
	return sp_section_close(&section, status, err);
}

static enum sp_status
save_unit_hosts(struct graphfold *job, struct sp_writer *writer)
{
	const struct sp_hosts *hosts = sp_contents_hosts(job->contents);
	struct sp_hosts made = SP_HOSTS_EMPTY;
	struct sp_error *err = &job->cmd->err;
	enum sp_status status;

	/* Shapes come from names, so that there may be no hosts. */
	if (!hosts)
		return SP_OK;
	status = job->to == UNIT_SHAPE ?
			 sp_subset_hosts(&job->firsts, hosts, &made, err) :
			 sp_fold_hosts(&job->fold, hosts, &made, err);
	return sp_save_made_hosts(writer, status, &made, job->contents, err);
}

static enum sp_status
collect_links(struct graphfold *job, struct sp_linksort *sort)
{
	struct sp_fold_links links = {
		.graph = sp_contents_graph(job->contents),
		.weights = sp_contents_weights(job->contents),
		.drop_inside = job->drop_inside,
		.threads = job->cmd->threads
	};
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, job->cmd, "page");
	links.progress = &progress.teller;
	status = sp_fold_add(&job->fold, &links, sort, &job->cmd->err);
	progress_end(&progress);
	return status;
}

static enum sp_status
graphfold_write_links(struct graphfold *job, struct sp_linksort *sort,
		      struct sp_writer *writer)
{
	struct sp_error *err = &job->cmd->err;
	struct sp_graph_writer *graph = sp_graph_writer_new(
		writer, job->cmd->threads, true);
	struct sp_row_sink rows;
	enum sp_status status;
	uint64_t joined;

	if (!graph)
		return sp_no_memory(err, "the graph");
	rows = sp_graph_writer_rows(graph);
	status = sp_linksort_rows(sort, job->fold.count, &rows, &joined, err);
	if (!status)
		status = sp_graph_writer_finish(graph, NULL, &job->basis, err);
	sp_graph_writer_free(graph);
	return status;
}

/*
 * A quarter of the memory is for sorting: the graph, which cannot go to the
 * disk, is held until its links are in the sort.
 */
static struct sp_linksort_options
sort_options(const struct cmd *cmd)
{
	return (struct sp_linksort_options){
		.memory = cmd_scratch_memory(cmd, 4),
		.directory = cmd_scratch_folder(),
		.threads = cmd->threads, .weighted = true
	};
}

/*
 * The graph is dropped between collecting and writing: from there on the memory
 * is for the sort, and for the new graph.
 */
static enum sp_status
save_unit_graph(struct graphfold *job, struct sp_writer *writer)
{
	struct sp_linksort_options options = sort_options(job->cmd);
	struct progress progress;
	struct sp_linksort *sort;
	enum sp_status status;

	progress_begin(&progress, job->cmd, graphfold_unit_word(job));
	options.progress = &progress.teller;
	sort = sp_linksort_new(&options);
	if (!sort)
		return sp_no_memory(&job->cmd->err, "sorting links");
	status = collect_links(job, sort);
	sp_contents_drop(job->contents, SP_SECTION_GRAPH |
					 SP_SECTION_WEIGHTS);
	if (!status)
		status = graphfold_write_links(job, sort, writer);
	progress_end(&progress);
	sp_linksort_free(sort);
	return status;
}

static void
warn_of_no_links(const struct graphfold *job)
{
	if (job->drop_inside)
		cmd_warn(job->cmd, "no link is left: none is between two %ss",
			 graphfold_unit_word(job));
	else
		cmd_warn(job->cmd, "the graph has no links");
}

static enum sp_status
save_unit_states(struct graphfold *job, struct sp_writer *writer)
{
	const struct sp_states *states = sp_contents_states(job->contents);
	struct sp_states made = { 0 };
	struct sp_error *err = &job->cmd->err;
	enum sp_status status;

	if (!states)
		return SP_OK;
	status = sp_fold_states(&job->fold, states, &made, err);
	if (!status)
		status = sp_save_states(writer, &made, &job->basis, err);
	sp_states_free(&made);
	return status;
}

static enum sp_status
save_unit_fetches(struct graphfold *job, struct sp_writer *writer)
{
	const struct sp_fetches *fetches = sp_contents_fetches(job->contents);
	struct sp_fetches made = { 0 };
	struct sp_error *err = &job->cmd->err;
	enum sp_status status;

	if (!fetches)
		return SP_OK;
	status = sp_fetches_fold(fetches, job->fold.unit_of, job->fold.count,
				 &made, err);
	if (!status)
		status = sp_save_fetches(writer, &made, &job->basis, err);
	sp_fetches_free(&made);
	return status;
}

/*
 * Sections come in the order in which graphimport writes them.
 *
 * Names and hosts before the graph: a filter that reads the stream once needs
 * them then.
 */
static enum sp_status
graphfold_write(struct graphfold *job, struct sp_writer *writer)
{
	static const char *const counts[] = { "hosts", "domains", "shapes" };
	struct cmd *cmd = job->cmd;
	enum sp_status status = save_unit_names(job, writer);

	if (!status)
		status = save_unit_hosts(job, writer);
	if (!status)
		status = save_unit_graph(job, writer);
	if (status)
		return status;
	cmd_count(cmd, counts[job->to], job->fold.count);
	cmd_count(cmd, "links_kept", job->basis.graph.links);
	if (!job->basis.graph.links)
		warn_of_no_links(job);
	status = save_unit_states(job, writer);
	if (!status)
		status = save_unit_fetches(job, writer);
	if (!status && job->to == UNIT_SHAPE)
		status = sp_save_shapes(writer, &job->shapes, &job->basis,
					&cmd->err);
	return status ? status :
			sp_save_scores(writer, "pages", job->fold.sizes,
				       &job->basis, &cmd->err);
}

static enum sp_status
graphfold_graph(struct cmd *cmd, void *context, struct sp_contents *contents,
		struct cmd_output *output)
{
	struct graphfold *job = context;
	enum sp_status status;

	(void)cmd;
	job->contents = contents;
	status = graphfold_find_units(job);
	if (!status)
		status = graphfold_write(job, cmd_output_writer(output));
	return status ? status : cmd_output_sign(output);
}

static enum sp_status
graphfold_run(struct graphfold *job)
{
	const struct sp_load_options load = {
		.want = graphfold_reads(job),
		.drop = ~(unsigned)SP_SECTION_PROVENANCE,
		.listing = &job->listing
	};
	enum sp_status status = cmd_add_to_graph(job->cmd, &load,
						 graphfold_graph, job);

	sp_fold_free(&job->fold);
	sp_subset_free(&job->firsts);
	sp_shapes_free(&job->shapes);
	sp_listing_free(&job->listing);
	return status;
}

static const struct cmd_program graphfold_program = {
	.name = "graphfold", .synopsis = "[file]",
	.summary = "Make the graph of hosts, domains or shapes of URLs from a "
		   "graph of pages.",
	.operands_max = 1, .graph_is_result = true, .drops_graph = true,
	.whole = "the folded graph"
};

int
main(int argc, char **argv)
{
	struct graphfold job = { .to = UNIT_HOST, .shapes = SP_SHAPES_EMPTY };
	struct option_row rows[] = {
		CHOICE("to", "UNIT", job.to, "host|domain|shape",
		       .help = "what becomes a page"),
		FLAG("drop-inside", job.drop_inside,
		     .help = "leave out the links inside a unit"),
		OPTION_END
	};
	struct cmd cmd = { .program = &graphfold_program, .options = rows };

	job.cmd = &cmd;
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, graphfold_run(&job));
}
