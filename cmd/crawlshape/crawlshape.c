/* SPDX-License-Identifier: MIT */
/*
 * crawlshape - learn the shapes of a crawl's URLs
 *
 *	crawlshape [option ...] [file]
 *
 * Learns from the names of all pages, fetched or only known, of which patterns
 * they are (lib/shape), and prints what the crawl has of each: a table for
 * people who look for traps and for parts that are not worth fetching; or a
 * picture of it.  Then writes rules that keep a crawler out of the shapes that
 * they choose (lib/formats/rules); or passes the stream on with the shape of
 * each page, for the other filters.
 *
 * How it works.  The graph is loaded with names, states and fetches; the names
 * are learned by the library; one pass over the links, one over the fetches
 * and one over the states count what each shape has, and it is judged
 * (measure.c).  Rules for chosen shapes need the names alone, so the rest is
 * not loaded for them.
 */
#include "crawlshape.h"

#include "base/memory.h"
#include "graph/hosts.h"
#include "stream/section/graph.h"
#include "stream/section/names.h"
#include "stream/section/shapes.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 100 /* bytes of a name in a message, at most */

/* ---- names ------------------------------------------------------------ */

/*
 * Is it a URL?  The rule of hosts takes "a" for one; here a scheme or a path
 * must be there, since names of hosts have no shapes.
 */
static bool
is_url_name(struct sp_span name)
{
	size_t start;

	return sp_url_find_host(name.text, name.length, &start) &&
	       (memmem(name.text, name.length, "://", 3) ||
		memchr(name.text, '/', name.length));
}

/* Of a crawl, nearly always the first name is one. */
static enum sp_status
check_names(struct crawlshape *shape, const struct sp_names *names)
{
	struct sp_error *err = &shape->cmd->err;
	struct sp_name_room *room;
	struct sp_span name;
	uint64_t i;

	if (!names)
		return cmd_missing(shape->cmd, "names");
	room = malloc(sizeof(*room));
	if (!room)
		return sp_no_memory(err, "a name");
	for (i = 0; i < names->count; i++)
		if (is_url_name(sp_names_read(names, i, room)))
			break;
	if (i == names->count && i) {
		name = sp_names_read(names, 0, room);
		(void)sp_fail(err, SP_DATA, "the names of the pages are no "
			      "URLs, and have no shapes; the first is \"%.*s\"",
			      (int)(name.length < SHOWN ? name.length : SHOWN),
			      name.text);
	}
	free(room);
	return i == names->count && i ? SP_DATA : SP_OK;
}

/* Not silently: these pages are in no row. */
static void
warn_of_no_shape(const struct crawlshape *shape)
{
	const struct sp_shapes *shapes = &shape->shapes;
	uint64_t none = shapes->pages;

	for (uint64_t i = 0; i < shapes->count; i++)
		none -= shapes->known[i];
	if (none)
		cmd_warn(shape->cmd, "%" PRIu64 " of %" PRIu64 " pages have no "
			 "shape: their names have no host", none,
			 shapes->pages);
}

/* Rules for shapes that the user has chosen need the names alone. */
static bool
crawlshape_is_chosen(const struct crawlshape *shape)
{
	return shape->options.chosen.count || shape->options.list;
}

/* ---- the run ---------------------------------------------------------- */

static enum sp_status
crawlshape_load(struct crawlshape *shape)
{
	struct sp_load_options load = { .want = SP_SECTION_NAMES };
	struct cmd *cmd = shape->cmd;
	const struct sp_names *names;
	enum sp_status status;

	if (crawlshape_is_chosen(shape)) {
		status = cmd_load(cmd, cmd_main_input(cmd), &load,
				  &shape->contents);
	} else {
		load.want |= SP_SECTION_GRAPH | SP_SECTION_STATES |
			     SP_SECTION_FETCHES | SP_SECTION_HOSTS |
			     (shape->options.score ? SP_SECTION_SCORES : 0u);
		if (shape->options.to == TO_STREAM) {
			load.writer = cmd_output_writer(shape->output);
			load.drop = SP_SECTION_SHAPES;
		}
		status = cmd_load_graph(cmd, &load, &shape->contents);
	}
	if (status)
		return status;
	names = sp_contents_names(&shape->contents);
	if (check_names(shape, names))
		return cmd->err.status;
	progress_phase(cmd, "learning shapes");
	status = sp_shapes_learn(names, cmd->threads, &shape->shapes,
				 &cmd->err);
	progress_phase(cmd, NULL);
	return status;
}

static enum sp_status
save_stream(struct crawlshape *shape)
{
	struct sp_basis basis =
		sp_basis_of(sp_contents_graph(&shape->contents));
	enum sp_status status = sp_save_shapes(
		cmd_output_writer(shape->output), &shape->shapes, &basis,
		&shape->cmd->err);

	return status ? status : cmd_output_sign(shape->output);
}

/* Figures and verdicts, unless shapes were chosen without them. */
static enum sp_status
crawlshape_write(struct crawlshape *shape)
{
	enum sp_status status = SP_OK;

	shape->end = shape->shapes.count;
	cmd_count(shape->cmd, "shapes", shape->shapes.count);
	warn_of_no_shape(shape);
	if (!crawlshape_is_chosen(shape))
		status = crawlshape_measure(shape);
	if (status)
		return status;
	if (shape->options.to == TO_STREAM)
		return save_stream(shape);
	if (shape->options.to)
		return crawlshape_rules(shape);
	if (shape->options.host && crawlshape_find_host(shape))
		return shape->cmd->err.status;
	if (shape->options.picture)
		return crawlshape_picture(shape);
	if (shape->options.stops)
		return crawlshape_stops(shape);
	return shape->options.pages ? crawlshape_pages(shape) :
				      crawlshape_table(shape);
}

static enum sp_status
crawlshape_run(struct crawlshape *shape)
{
	struct cmd *cmd = shape->cmd;
	enum sp_status status;

	shape->output = cmd_output_open(cmd, cmd->output,
					shape->options.to == TO_STREAM);
	if (!shape->output)
		return cmd->err.status;
	status = crawlshape_load(shape);
	if (!status)
		status = crawlshape_write(shape);
	if (!status && shape->options.to != TO_STREAM)
		status = cmd_output_commit(shape->output);
	cmd_output_free(shape->output);
	free(shape->figures);
	free(shape->verdicts);
	sp_shape_downloads_free(&shape->downloads);
	sp_shapes_free(&shape->shapes);
	sp_contents_free(&shape->contents);
	return status;
}

/* ---- options ---------------------------------------------------------- */

#define LEAST_WIDTH (8 / 2.54 * 72) /* of a picture, in points */
#define LEAST_HEIGHT (6 / 2.54 * 72)

/* The first option that is not for a picture; NULL: none. */
static const char *
option_of_text(const struct crawlshape_options *options)
{
	return options->to ? "to" : options->json ? "json" :
	       options->regex ? "regex" : options->pages ? "pages" :
	       options->stops ? "stops" : options->score ? "score" : NULL;
}

/*
 * A picture is drawn where -o has its suffix; of images, as SVG alone, which
 * is text that this program writes by itself.
 */
static enum sp_status
check_picture(struct cmd *cmd, struct crawlshape_options *options)
{
	struct sp_error *err = &cmd->err;
	const char *other = option_of_text(options);
	enum figure_type type;

	if (figure_type_of(cmd->output, &type, err) ||
	    type == FIGURE_PNG || type == FIGURE_PDF)
		return sp_fail(err, SP_USAGE, "%s: shapes are drawn as svg "
			       "alone: end the name in .svg", cmd->output);
	options->picture = type == FIGURE_SVG;
	if (options->picture && other)
		return sp_fail(err, SP_USAGE, "option --%s does not go with "
			       "-o %s, an image", other, cmd->output);
	if (!options->size_text)
		return SP_OK;
	if (!options->picture)
		return sp_fail(err, SP_USAGE, "option --size is for a picture: "
			       "end the name of -o in .svg");
	if (figure_size_parse(options->size_text, &options->size, err))
		return err->status;
	if (options->size.width < LEAST_WIDTH - 1e-6 ||
	    options->size.height < LEAST_HEIGHT - 1e-6)
		return sp_fail(err, SP_USAGE, "option --size: \"%s\" is too "
			       "small for hosts and shapes: give at least "
			       "8cm,6cm", options->size_text);
	return SP_OK;
}

static enum sp_status
check_crawlshape(void *context)
{
	struct crawlshape *shape = context;
	const struct crawlshape_options *options = &shape->options;
	bool chosen = crawlshape_is_chosen(shape);
	struct cmd *cmd = shape->cmd;
	struct sp_error *err = &cmd->err;

	shape->program.prints_text = options->to != TO_STREAM;
	if (check_picture(cmd, &shape->options))
		return err->status;
	if (chosen && options->to == TO_STREAM)
		return sp_fail(err, SP_USAGE, "option --%s does not go with "
			       "--to stream", options->list ? "shapes" :
							      "shape");
	if (chosen && !options->to)
		return sp_fail(err, SP_USAGE, "option --%s %s",
			       options->list ? "shapes" : "shape",
			       option_is_given(cmd->options, &options->to) ?
				       "does not go with --to table" :
				       "needs --to FORMAT");
	if (options->regex && options->stops)
		return sp_fail(err, SP_USAGE, "option --regex does not go "
			       "with --stops");
	if (cmd->safe_text && options->to)
		return sp_fail(err, SP_USAGE, "option --safe-text is for --to "
			       "table: %s", options->to == TO_STREAM ?
			       "a stream holds names as they are" :
			       "crawlers read rules as they are");
	return SP_OK;
}

static const struct cmd_program crawlshape_program = {
	.name = "crawlshape", .synopsis = "[file]",
	.summary = "Learn the shapes of a crawl's URLs, and write rules for "
		   "crawlers.",
	.operands_max = 1, .prints_names = true, .choose = check_crawlshape
};

/* What is for the table and the list of pages, not for rules. */
#define TABLE_ONLY .only_with = &options->to, .only_values = 1u << TO_TABLE

int
main(int argc, char **argv)
{
	struct crawlshape shape = {
		.program = crawlshape_program,
		.shapes = SP_SHAPES_EMPTY,
		.options.size = { 16 / 2.54 * 72, 11 / 2.54 * 72, 0 }
	};
	struct crawlshape_options *options = &shape.options;
	struct option_row rows[] = {
		OPTION("top", "N", options->top, TABLE_ONLY,
		       .excludes = &options->pages,
		       .help = "print the N largest shapes, or with --stops "
			       "the N traps with the most downloads; 0: all"),
		OPTION("min-pages", "N", options->min_pages, TABLE_ONLY,
		       .excludes = &options->pages,
		       .help = "print shapes of at least N known pages"),
		OPTION("host", "HOST", options->host, TABLE_ONLY, .least = 1,
		       .help = "print shapes of this host"),
		FLAG("regex", options->regex, TABLE_ONLY,
		       .excludes = &options->pages,
		     .help = "add the regular expression of each shape"),
		FLAG("pages", options->pages, TABLE_ONLY,
		     .help = "print each known page with its shape instead"),
		FLAG("stops", options->stops, TABLE_ONLY,
		     .excludes = &options->pages,
		     .help = "print what stopping the traps saves and loses "
			     "instead"),
		OPTION("score", "NAME", options->score, TABLE_ONLY, .least = 1,
		       .help = "add up this score of the pages"),
		FLAG("json", options->json, TABLE_ONLY,
		     .help = "print JSON Lines instead of TSV"),
		CHOICE("to", "FORMAT", options->to,
		       "table|stream" SP_RULES_WORDS,
		       .help = "write the stream with shapes, or rules that "
			       "keep a crawler out of traps"),
		OPTION("shape", "PATTERN", options->chosen,
		       .help = "with --to: stop this shape instead of traps"),
		OPTION("shapes", "FILE", options->list,
		       .help = "with --to: stop the shapes listed in FILE"),
		OPTION("size", "SIZE", options->size_text,
		       .help = "size of the picture, such as 16cm,11cm"),
		OPTION_END
	};
	struct cmd cmd = { .program = &shape.program, .options = rows,
			   .context = &shape };
	enum sp_status status;
	int end;

	shape.cmd = &cmd;
	status = cmd_begin(&cmd, argc, argv) ? crawlshape_run(&shape) :
					       cmd.err.status;
	end = cmd_end(&cmd, status);
	option_list_free(&options->chosen);
	return end;
}
