/* SPDX-License-Identifier: MIT */
/*
 * Which format was chosen with --to, and whether the options go with it.
 *
 * A format takes some of the options and some of the sections, and all else is
 * refused rather than ignored: who gives --top with a format that has no rows
 * to leave out has meant something that will not happen.  The table of options
 * knows what excludes what within it; what depends on the format is checked
 * here, by one loop over all options, so that a new option is refused by each
 * format that does not list it.
 *
 * Formats come from four tables (formats.h), and become one struct dump_format
 * each, so that whoever loads and writes does not ask which.
 */
#include "formats.h"

#include "base/memory.h"

#include <string.h>
#include <unistd.h>

/* What --to tsv and --to json print. */
static enum sp_status
dump_table(struct dump *dump)
{
	enum sp_status status = dump_sections[dump->section].print(dump);

	return status ? status : table_end(&dump->table);
}

static const char *const table_options[] = {
	"weights", "urls", "top", "score", "order", "summary", "precision",
	"buckets", "join", "join-by", "match", NULL
};

static const struct dump_format dump_to_tables = {
	.sections = ~0u, .options = table_options, .write = dump_table
};

#define POINT_AT_OWN(NAME, name, word) &dump_to_##name,
static const struct dump_format *const dump_own_formats[] = {
	DUMP_FORMATS(POINT_AT_OWN) NULL
};

/*
 * A format of the library writes the graph, and what is known of it.
 *
 * What it holds of a page is loaded because it holds it, without an option:
 * names of a stream that has none are simply not written.
 */
static struct dump_format
export_format(const struct sp_export_format *of)
{
	return (struct dump_format){
		.sections = DUMP_IN(GRAPH), .options = of->options,
		.binary = of->binary, .files = of->files,
		.want = (of->holds & SP_EXPORT_NAMES ?
			 SP_SECTION_NAMES : 0u) |
			(of->holds & SP_EXPORT_HOSTS ?
			 SP_SECTION_HOSTS : 0u) |
			(of->holds & SP_EXPORT_SCORES ?
			 SP_SECTION_SCORES : 0u),
		.write = dump_export, .of = of
	};
}

/* A domain is asked for by SURTs only. */
static enum sp_status
choose_list(struct dump *dump)
{
	if (dump->list.list.scope == SP_SCOPE_DOMAIN)
		dump->format.want |= SP_SECTION_HOSTS;
	return SP_OK;
}

static const char *const list_options[] = {
	"top", "score", "order", "priority", "scope", "crawl-id", "scheme",
	"shard", "drop-refused", NULL
};

static const struct dump_format dump_to_lists = {
	.sections = DUMP_IN(SCORES) | DUMP_IN(ORDERS) | DUMP_IN(SEEDS),
	.options = list_options, .opens = true, .want = SP_SECTION_NAMES,
	.choose = choose_list, .write = dump_page_list
};

/* The value of --to counts through the tables, in the order of their words. */
static struct dump_format
dump_format_of(unsigned to)
{
	if (to <= DUMP_TO_JSON)
		return dump_to_tables;
	to -= DUMP_TO_JSON + 1;
	if (to < SP_EXPORT_COUNT)
		return export_format(sp_export_formats[to]);
	to -= SP_EXPORT_COUNT;
	return to < SP_LIST_COUNT ? dump_to_lists :
				    *dump_own_formats[to - SP_LIST_COUNT];
}

/* ---- what does not go together ---------------------------------------- */

/* The words of a choice that have a bit in places, with "|" between them. */
static struct sp_line
words_of(const char *words, unsigned places)
{
	struct sp_line line = SP_LINE_EMPTY;

	for (unsigned place = 0; *words; place++) {
		size_t length = strcspn(words, "|");

		if (places >> place & 1) {
			sp_line_add(&line, line.length ? "|" : "");
			sp_line_add_bytes(&line, words, length);
		}
		words += length + (words[length] == '|');
	}
	return line;
}

/*
 * The message names the sections that would do, in the words that the option
 * takes, from the same text as the help.
 */
static enum sp_status
formats_check_section(struct dump *dump)
{
	struct cmd *cmd = dump->cmd;
	bool given = option_is_given(cmd->options, &dump->section);
	unsigned sections = dump->format.sections;
	struct sp_line to, section;
	enum sp_status status;

	if (sections >> dump->section & 1)
		return SP_OK;
	/* A format of one section says which. */
	if (!given && !(sections & (sections - 1))) {
		for (dump->section = 0; !(sections >> dump->section & 1);)
			dump->section++;
		return SP_OK;
	}
	to = words_of(DUMP_TO_WORDS, 1u << dump->to);
	section = words_of(DUMP_SECTION_WORDS,
			   given ? 1u << dump->section : sections);
	if (to.lost || section.lost)
		status = sp_no_memory(&cmd->err, "a message");
	else
		status = sp_fail(&cmd->err, SP_USAGE, "option --to %s %s "
				 "--section %s", to.text,
				 given ? "does not go with" : "needs",
				 section.text);
	sp_line_free(&to);
	sp_line_free(&section);
	return status;
}

static bool
takes_option(const struct dump *dump, const struct option_row *row)
{
	const char *const *names = dump->format.options;

	if (row->value == &dump->section || row->value == &dump->to ||
	    row->value == &dump->json)
		return true;
	if (row->value == &dump->weights && dump->format.of)
		return dump->format.of->holds & SP_EXPORT_WEIGHTS;
	for (; names && *names; names++)
		if (!strcmp(*names, row->name))
			return true;
	return false;
}

/* Does the format hold names, in a way that its readers turn back? */
static bool
takes_safe_text(unsigned to)
{
	return to == DUMP_TO_TSV || to == DUMP_TO_JSON || to == DUMP_TO_TEXT ||
	       to == DUMP_TO_GRAPHML || to == DUMP_TO_GEXF;
}

/*
 * The formats that the option is for, as bits.
 *
 * Tries each format in place of the chosen one: so the message "needs --to ..."
 * is always what is true, and nobody keeps a list.
 */
static unsigned
formats_with(struct dump *dump, const struct option_row *row)
{
	const struct dump_format chosen = dump->format;
	unsigned formats = 0;

	for (unsigned to = 0; to < DUMP_TO_COUNT; to++) {
		dump->format = dump_format_of(to);
		formats |= (unsigned)takes_option(dump, row) << to;
	}
	dump->format = chosen;
	return formats;
}

static enum sp_status
refuse_option(struct dump *dump, const struct option_row *row)
{
	struct cmd *cmd = dump->cmd;
	bool given = option_is_given(cmd->options, &dump->to);
	struct sp_line to =
		words_of(DUMP_TO_WORDS,
			 given ? 1u << dump->to : formats_with(dump, row));
	enum sp_status status;

	if (to.lost)
		status = sp_no_memory(&cmd->err, "a message");
	else if (!given)
		status = sp_fail(&cmd->err, SP_USAGE, "option --%s needs --to "
				 "%s", row->name, to.text);
	else
		status = sp_fail(&cmd->err, SP_USAGE, "option --%s does not "
				 "go with --to %s", row->name, to.text);
	sp_line_free(&to);
	return status;
}

/* ---- the name of several files ---------------------------------------- */

/*
 * A format of several files that got none of their names.
 *
 * Several files cannot go to standard output, so a name is needed, and the
 * first operand is it.  An existing stream there is what somebody gave who
 * forgot the name, and its name would be overwritten at worst: it is refused.
 */
static enum sp_status
formats_check_name(struct dump *dump)
{
	struct cmd *cmd = dump->cmd;
	bool stream = false;
	enum sp_status status = SP_OK;

	if (!cmd->output)
		status = sp_fail(&cmd->err, SP_USAGE, "this format is several "
				 "files: give the NAME that they begin with as "
				 "the first operand, or with -o");
	else if (!strcmp(cmd->output, "-"))
		status = sp_fail(&cmd->err, SP_USAGE, "option --output: this "
				 "format is several files: give the name that "
				 "they begin with, not \"-\"");
	else if (!access(cmd->output, F_OK))
		status = cmd_is_stream(cmd, cmd->output, &stream);
	/* What was meant is the input. */
	if (stream)
		status = sp_fail(&cmd->err, SP_USAGE, "\"%s\" is a stream, but "
				 "the first operand is the NAME of the files "
				 "to write: graphdump --to FORMAT NAME FILE",
				 cmd->output);
	return status;
}

static enum sp_status
formats_take_name(struct dump *dump)
{
	struct cmd *cmd = dump->cmd;

	if (!cmd->output && cmd->operand_count) {
		cmd->output = *cmd->operands++;
		cmd->operand_count--;
	}
	cmd->output_suffixes = dump->files;
	return formats_check_name(dump);
}

/*
 * Called when the options are known and before the general rules are applied,
 * since it changes them: an option that means something for this format must
 * not be refused for its section.
 */
enum sp_status
dump_choose_format(void *context)
{
	struct dump *dump = context;
	struct cmd *cmd = dump->cmd;
	enum sp_status status;

	/* Both together are refused by the table of options. */
	if (dump->json && !option_is_given(cmd->options, &dump->to))
		dump->to = DUMP_TO_JSON;
	dump->json = dump->to == DUMP_TO_JSON;
	dump->format = dump_format_of(dump->to);
	dump->files = dump->format.files;
	status = formats_check_section(dump);
	for (struct option_row *row = cmd->options; !status && row->name;
	     row++) {
		if (row->given && !takes_option(dump, row))
			status = refuse_option(dump, row);
		/* Options of tables that mean something for graphs here. */
		else if (dump->format.of)
			row->only_values |= DUMP_IN(GRAPH);
	}
	if (!status && cmd->safe_text && !takes_safe_text(dump->to))
		status = sp_fail(&cmd->err, SP_USAGE, "option --safe-text is "
				 "for --to tsv|json|graphml|gexf|text");
	if (!status && dump->summary && dump->score &&
	    dump->section == DUMP_SEEDS)
		status = sp_fail(&cmd->err, SP_USAGE, "option --score does not "
				 "go with --summary of seeds");
	if (!status && !dump->export.bvgraph.window &&
	    option_is_given(cmd->options, &dump->export.bvgraph.chain))
		status = sp_fail(&cmd->err, SP_USAGE, "option --max-ref does "
				 "not go with --window 0: no page refers to "
				 "another");
	if (!status && dump->format.choose)
		status = dump->format.choose(dump);
	if (!status && dump->files)
		status = formats_take_name(dump);
	return status;
}
