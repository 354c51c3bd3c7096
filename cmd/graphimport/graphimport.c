/* SPDX-License-Identifier: MIT */
/*
 * graphimport - import a web graph from other formats
 *
 *	graphimport [option ...] [file ...]
 *
 * Turns a web graph into a stream that the other filters read.  Reads a list
 * of links, or one of the formats in which web graphs are published; names
 * (usually URLs) and hosts of the pages are optional.
 *
 * What comes after the reading of a format is in lib/cli/import; here is what
 * only lists and graphs have: names in a file of their own, ids that may start
 * at 1, formats whose rows need no memory.
 */
#include "graphimport.h"

#include "cli/input.h"

#include "base/memory.h"

#include <string.h>

/* Before the rules below, whose names are those of its rows. */
static const struct sp_import_format *const formats[SP_FORMAT_COUNT] = {
	SP_LINK_FORMATS(SP_FORMAT_POINT)
};

/* Rules of the table: an option that the format cannot use is an error. */
#define FOR_FORMATS(formats) \
	.only_with = &job->format, .only_values = (formats)
#define ANY (1U << SP_FORMAT_AUTO) /* checked again when it is known */
#define ARCS (1U << SP_FORMAT_ARCS | ANY)
#define ASCII (1U << SP_FORMAT_ASCII)
#define MTX (1U << SP_FORMAT_MTX | ANY)
#define CC (1U << SP_FORMAT_CC | ANY)
/* Names of cc are hosts. */
#define NAMED (ARCS | 1U << SP_FORMAT_BVGRAPH | ASCII | MTX)

static enum sp_status
graphimport_check_operands(const struct graphimport *job)
{
	const struct sp_import_format *format = formats[job->format];
	struct cmd *cmd = job->import.cmd;

	/* The command line allows many files, because one format needs that. */
	if (cmd->operand_count > 1 && !format->many_files)
		return sp_fail(&cmd->err, SP_USAGE, "too many operands: a "
			       "graph of this format is one file (names go "
			       "with --names; join lists of links: cat FILE "
			       "... | graphimport)");
	if (format->needs_path && !cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "%s", format->needs_path);
	if (job->fetched && !strcmp(job->fetched, "-") &&
	    !strcmp(cmd_main_input(cmd), "-"))
		return sp_fail(&cmd->err, SP_USAGE, "option --fetched: the "
			       "links come from standard input already");
	if (job->fetched && job->import.pages.names &&
	    !strcmp(job->fetched, "-") &&
	    !strcmp(job->import.pages.names, "-"))
		return sp_fail(&cmd->err, SP_USAGE, "option --fetched: the "
			       "names come from standard input already");
	if (format->has_names && job->import.pages.names)
		return sp_fail(&cmd->err, SP_USAGE, "option --names: this "
			       "format has names of its own");
	return SP_OK;
}

/* ---- the graph in memory ---------------------------------------------- */

/* Reads rows until page 0 has a link: in most files, one row. */
static enum sp_status
find_page_0(const struct graphimport *job, bool *linked)
{
	const struct sp_graph *graph = job->import.made.graph;
	struct sp_error *err = &job->import.cmd->err;
	struct sp_cursor *cursor = sp_cursor_new(graph);
	const uint32_t *successors;
	enum sp_status status;
	uint32_t page, count;

	*linked = false;
	if (!cursor)
		return sp_no_memory(err, "the graph");
	while (!*linked && sp_cursor_next(cursor, &page, &successors, &count))
		*linked = count && (!page || !*successors);
	status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

/* Ids from 1 would give each page the name of the next, without an error. */
static enum sp_status
warn_of_base(const struct graphimport *job)
{
	struct cmd *cmd = job->import.cmd;
	bool linked = true;

	if (job->ids_are_pages && sp_graph_links(job->import.made.graph) &&
	    find_page_0(job, &linked))
		return cmd->err.status;
	if (!linked)
		cmd_warn(cmd, "%s: page 0 has no link: give --base1 "
			 "if ids start at 1", sp_source_name(job->source));
	return SP_OK;
}

/*
 * A text without a link is refused, or a graph if -f asks for it, with a
 * warning: the file may be what another program left when it failed.  So are
 * other formats, except the share of a task.  The look at the beginning of the
 * text refuses it, too, but a long one may begin with comments.
 */
static enum sp_status
check_links(const struct graphimport *job)
{
	bool text = job->format == SP_FORMAT_ARCS;

	if (job->import.made.links || (!text && job->import.task.count))
		return SP_OK;
	if (!text || !job->recognised) {
		cmd_warn(job->import.cmd, "%s: no %s, so the graph has none",
			 job->source ? sp_source_name(job->source) :
				       cmd_main_input(job->import.cmd),
			 text ? "line has a link" : "links");
		return SP_OK;
	}
	return sp_fail(&job->import.cmd->err, SP_DATA, "%s: text without "
		       "links: no links to import",
		       sp_source_name(job->source));
}

static enum sp_status
graphimport_write(struct graphimport *job)
{
	enum sp_status status = warn_of_base(job);

	graphimport_warn_of_other_names(job);
	if (!status)
		status = graphimport_normalize(job);
	if (!status && job->fetched)
		status = graphimport_find_fetched(job);
	if (!status)
		status = import_write(&job->import);
	return status;
}

/* ---- the program ------------------------------------------------------ */

static enum sp_status
graphimport_run(struct graphimport *job)
{
	struct import *import = &job->import;
	bool streamed = false;
	enum sp_status status;

	import->weighted = job->how.arcs.weight_column > 0;
	status = import_check(import);
	if (!status)
		status = graphimport_find_format(job);
	if (!status)
		status = graphimport_check_operands(job);
	if (!status) {
		import->pages.may_be_alike = job->format != SP_FORMAT_CC;
		status = import_open(import);
	}
	if (!status)
		status = graphimport_read_names(job);
	if (!status)
		status = graphimport_read(job, formats[job->format],
					  &streamed);
	if (!status && !streamed)
		status = graphimport_write(job);
	if (!status)
		status = check_links(job);
	if (!status)
		status = cmd_graph_commit(&import->to);
	if (!status) {
		import_report(import);
		graphimport_warn_of_order(job);
		if (streamed)
			graphimport_warn_of_unlisted(job);
	}
	sp_source_close(job->source);
	graphimport_free_paths(job);
	import_free(import);
	return status;
}

static const struct cmd_program graphimport_program = {
	.name = "graphimport", .synopsis = "[file ...]",
	.summary = "Import a web graph from other formats.",
	.operands_max = 100000, .no_stream = true, .graph_is_result = true
};

static void
graphimport_put_rows(struct graphimport *job,
		     struct option_row *to)
{
	struct import_pages *pages = &job->import.pages;
	struct sp_arcs_options *arcs = &job->how.arcs;

	OPTIONS_ADD(to,
		CHOICE("format", "FORMAT", job->format, SP_LINK_FORMAT_WORDS,
		       .letter = 'f',
		       .help = "format of the input; auto: recognised"),
		OPTION("names", "FILE", pages->names, .local = true,
		       .help = "names (URLs) of the pages"),
		CHOICE("names-layout", "WORD", pages->layout,
		       "lines|id-name|name-id", .needs = &pages->names,
		       .idle_without = &pages->names,
		       .help = "line i names page i, or columns"),
		IMPORT_HOSTS_ROW(*pages),
		IMPORT_DOMAIN_ROW(*pages),
		IMPORT_BY_URL_ROW(*pages),
		CHOICE("keys", "WORD", arcs->keys, "auto|ids|names",
		       FOR_FORMATS(ARCS), .help = "arcs: what columns hold"),
		OPTION("separator", "TEXT", arcs->separator, FOR_FORMATS(ARCS),
		       .help = "arcs: column separator; default: detected"),
		OPTION("source-column", "N", arcs->source_column, .least = 1,
		       .most = 1000, FOR_FORMATS(ARCS),
		       .help = "arcs: column of the linking page"),
		OPTION("target-column", "N", arcs->target_column, .least = 1,
		       .most = 1000, FOR_FORMATS(ARCS),
		       .help = "arcs: column of the linked page"),
		OPTION("weights", "COLUMN", arcs->weight_column, .most = 1000,
		       FOR_FORMATS(ARCS | ASCII | MTX),
		       .help = "column of link weights; 0: no weights"),
		OPTION("skip", "N", arcs->skip, FOR_FORMATS(ARCS),
		       .help = "arcs: skip the first N lines"),
		FLAG("base1", arcs->base1, FOR_FORMATS(ARCS),
		     .or_with = &pages->layout, .help = "ids start at 1"),
		FLAG("dense", arcs->dense, FOR_FORMATS(ARCS),
		     .excludes = &pages->names,
		     .help = "arcs: keep all ids, even unused ones"),
		FLAG("transpose", job->how.transpose, FOR_FORMATS(MTX),
		     .help = "mtx: entry i j is a link from j to i"),
		OPTION("vertices", "FILE", job->vertices, .local = true,
		       FOR_FORMATS(CC),
		       .help = "cc: file of vertices; may be repeated"),
		FLAG("normalize", pages->normalize, FOR_FORMATS(NAMED),
		     .help = "one page for URLs with one normal form"),
		OPTION("fetched", "FILE", job->fetched, .local = true,
		       .excludes = &job->import.task.text,
		       .help = "pages that were fetched, and their states"),
		CMD_MATCH_ROW(job->match, .needs = &job->fetched,
			      .idle_without = &job->fetched),
		CMD_PARTS_ROW(job->import.to.count),
		IMPORT_TASK_ROW(job->import.task));
}

int
main(int argc, char **argv)
{
	struct graphimport job = {
		.how.arcs = SP_ARCS_DEFAULTS, .words = argv,
		.match = SP_MATCH_NORMAL
	};
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &graphimport_program, .options = rows };
	enum sp_status status;
	int exit_status;

	job.import.cmd = &cmd;
	graphimport_put_rows(&job, rows);
	if (cmd_begin(&cmd, argc, argv)) {
		status = graphimport_run(&job);
	} else {
		graphimport_tell_moved(&cmd, argv);
		status = cmd.err.status;
	}
	exit_status = cmd_end(&cmd, status);
	option_list_free(&job.vertices);
	return exit_status;
}
