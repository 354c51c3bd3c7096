/* SPDX-License-Identifier: MIT */
/*
 * graphdump - print a section of a stream, as text or for other programs
 *
 *	graphdump [option ...] [NAME] [file]
 *
 * Prints one kind of section as a table, tab-separated values with one header
 * line that begins with "#", or JSON Lines, or in a format that another program
 * reads.  The stream is read to its verified end first: nothing is printed of
 * one that is damaged.
 */
#include "formats.h"


/* The kinds of sections that the options need besides those of the row. */
static unsigned
wanted_by_options(const struct dump *dump)
{
	return (dump->weights ? SP_SECTION_WEIGHTS : 0u) |
	       (dump->urls || dump->join ? SP_SECTION_NAMES : 0u) |
	       (dump->score && dump->section != DUMP_LINK_SCORES ?
		SP_SECTION_SCORES : 0u);
}

/* The kinds to load from -g FILE, of which the other stream has the rest. */
static unsigned
wanted_beside(const struct dump *dump, unsigned want)
{
	const struct dump_section *section = &dump_sections[dump->section];
	unsigned first = SP_SECTION_NAMES | SP_SECTION_HOSTS;

	if (!section->result)
		first |= section->want | SP_SECTION_WEIGHTS;
	/* The scores of seeds, too: seedpick leaves scores out. */
	else if (dump->section == DUMP_SEEDS && dump->score)
		first |= SP_SECTION_SCORES;
	return want & first;
}

/* The names of a few pages are looked up when these are known. */
static void
leave_names(struct dump *dump, const char *path, unsigned *want)
{
	if (*want & SP_SECTION_NAMES && dump->section == DUMP_SCORES &&
	    dump->top.count && cmd_late_names(&dump->late, path))
		*want &= ~(unsigned)SP_SECTION_NAMES;
}

static enum sp_status
graphdump_load(struct dump *dump)
{
	const struct dump_section *section = &dump_sections[dump->section];
	struct cmd *cmd = dump->cmd;
	unsigned want = section->want | dump->format.want |
			wanted_by_options(dump);
	struct sp_load_options options = { .want = want };
	const char *side = cmd_side_input(cmd, section->result);
	enum sp_status status;

	if (side)
		options.want = wanted_beside(dump, want);
	leave_names(dump, cmd_main_input(cmd), &options.want);
	status = cmd_load(cmd, cmd_main_input(cmd), &options,
			  &dump->contents);
	/* What is of the graph is not taken from results of another one. */
	options.want = section->result ? want : want & ~options.want;
	if (!status && side)
		status = cmd_load(cmd, side, &options, &dump->contents);
	return status;
}

static enum sp_status
graphdump_run(struct dump *dump)
{
	enum sp_status status = graphdump_load(dump);

	if (!status)
		status = dump_open(dump);
	if (!status)
		status = dump->format.write(dump);
	if (!status)
		status = dump_commit(dump);
	dump_close(dump);
	sp_contents_free(&dump->contents);
	return status;
}

/* An option that has a meaning for some sections only. */
#define WITH(sections) \
	.only_with = &dump->section, .only_values = (sections)

/* The values of --to that are lists for crawlers. */
#define DUMP_LISTS \
	(~0u << DUMP_TO_HERITRIX & ~(~0u << (DUMP_TO_TEXT + SP_LIST_COUNT)))

/* The two halves of the table: what is printed, ... */
static void
put_section_rows(struct dump *dump, struct option_row *to)
{
	OPTIONS_ADD(to,
		CHOICE("section", "SECTION", dump->section, DUMP_SECTION_WORDS,
		       .letter = 's', .help = "section to print"),
		CHOICE("to", "FORMAT", dump->to, DUMP_TO_WORDS,
		       .help = "format of the output"),
		FLAG("json", dump->json, .excludes = &dump->to,
		     .help = "print JSON Lines, like --to json"),
		OPTION("score", "NAME", dump->score,
		       WITH(DUMP_IN(SCORES) | DUMP_IN(SEEDS) |
			    DUMP_IN(LINK_SCORES)),
		       .excludes = &dump->top,
		       .help = "print this score only"),
		OPTION("top", "SCORE:N", dump->top, WITH(DUMP_IN(SCORES)),
		       .excludes = &dump->summary,
		       .help = "print the N pages with the largest SCORE"),
		OPTION("buckets", "N", dump->buckets, .least = 2,
		       .most = 1000000, WITH(DUMP_IN(SCORES)),
		       .excludes = &dump->summary, .zero = "none",
		       .help = "quantile classes, 1 to N, not values"),
		OPTION("join", "FILE", dump->join, WITH(DUMP_IN(SCORES)),
		       .excludes = &dump->top,
		       .help = "a row for each line, a page or URL"),
		CHOICE("join-by", "WHAT", dump->join_by, "page|host|domain",
		       .needs = &dump->join,
		       .help = "look up the line, its host or domain"),
		CMD_MATCH_ROW(dump->match, .needs = &dump->join),
		OPTION("order", "NAME", dump->order,
		       WITH(DUMP_IN(ORDERS) | DUMP_IN(ORDER_SEEDS)),
		       .help = "print this order only"),
		FLAG("urls", dump->urls,
		     WITH(DUMP_IN(SCORES) | DUMP_IN(STATES) |
			  DUMP_IN(FETCHES) | DUMP_IN(SHAPES)),
		     .excludes = &dump->summary,
		     .help = "print the URL of each page"),
		FLAG("weights", dump->weights, WITH(DUMP_IN(GRAPH)),
		     .help = "print the weight of each link"),
		FLAG("summary", dump->summary,
		     WITH(DUMP_IN(SCORES) | DUMP_IN(CORES) | DUMP_IN(SEEDS) |
			  DUMP_IN(ORDERS) | DUMP_IN(STATES) |
			  DUMP_IN(FETCHES) | DUMP_IN(SHAPES)),
		     .excludes = &dump->join,
		     .help = "print one row of figures per score, core, "
			     "order"),
		OPTION("precision", "N", dump->precision, .most = 17,
		       WITH(DUMP_IN(SCORES) | DUMP_IN(LINK_SCORES) |
			    DUMP_IN(CORES) | DUMP_IN(SEEDS) |
			    DUMP_IN(ORDERS)),
		       .or_with = &dump->weights,
		       .excludes = &dump->buckets,
		       .help = "digits of real numbers; 0: all"),
		CMD_LIST_ROWS(dump->list, dump->to, DUMP_LISTS));
}

/* ... and options of formats for other programs. */
static void
put_export_rows(struct dump *dump, struct option_row *to)
{
	struct sp_bvgraph_code *bvgraph = &dump->export.bvgraph;

	OPTIONS_ADD(to,
		OPTION("window", "PAGES", bvgraph->window,
		       .most = SP_BVGRAPH_WINDOW_MOST,
		       .help = "bvgraph: refer to the last PAGES pages"),
		OPTION("max-ref", "N", bvgraph->chain,
		       .most = SP_BVGRAPH_CHAIN_MOST,
		       .help = "bvgraph: most references in a row"),
		OPTION("min-interval", "N", bvgraph->shortest_interval,
		       .most = SP_BVGRAPH_INTERVAL_MOST, .zero = "none",
		       .help = "bvgraph: length of the shortest interval"),
		OPTION("zeta", "K", bvgraph->zeta, .least = 1,
		       .most = SP_ZETA_MOST,
		       .help = "bvgraph: code zeta K of residuals"),
		OPTION("max-pages", "N", dump->export.max_pages,
		       .help = "graphml, gexf: refuse more pages; 0: no "
			       "limit"));
}

static const struct cmd_program graphdump_program = {
	.name = "graphdump", .synopsis = "[NAME] [file]",
	.summary = "Print a section of a stream, as text or for other "
		   "programs.",
	.operands_max = 1, .takes_results = true, .prints_text = true,
	.prints_names = true, .choose = dump_choose_format
};

int
main(int argc, char **argv)
{
	struct dump dump = { .export = SP_EXPORT_DEFAULTS,
			     .match = SP_MATCH_NORMAL };
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &graphdump_program, .options = rows,
			   .context = &dump };

	dump.cmd = &cmd;
	put_section_rows(&dump, rows);
	put_export_rows(&dump, rows);
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, graphdump_run(&dump));
}
