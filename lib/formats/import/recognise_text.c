/* SPDX-License-Identifier: MIT */
/*
 * What a text without a beginning of its own is, from the look of its lines
 * (arcs_look.h).  Text is a list of links unless something speaks against it,
 * in which case the message says what it seems to be and which option reads it
 * all the same.  What may be right is imported with a note.
 *
 * The order of the tests is that of how much each explains: a text of one
 * column first, then lists of neighbours and matrices, then the syntax of other
 * programs, then headers and lists of pages.  Options that say what columns
 * hold (--keys names, --source-column) switch off those tests whose answer they
 * are.
 */
#include "formats/import/recognise_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void
refuse_text(struct sp_recognised *found, const char *noun, const char *format,
	    ...) SP_PRINTF(3, 4);

static void
refuse_text(struct sp_recognised *found, const char *noun, const char *format,
	    ...)
{
	va_list args;

	found->format = SP_FORMAT_AUTO;
	found->noun = noun;
	va_start(args, format);
	vsnprintf(found->advice, sizeof(found->advice), format, args);
	va_end(args);
}

static void
accept_text(struct sp_recognised *found, enum sp_import_format_number format)
{
	found->format = format;
	found->noun = sp_import_nouns[format];
}

static void
add_note(struct sp_recognised *found, const char *format, ...)
	SP_PRINTF(2, 3);

static void
add_note(struct sp_recognised *found, const char *format, ...)
{
	va_list args;

	for (int i = 0; i < SP_RECOGNISED_NOTES; i++)
		if (!*found->notes[i]) {
			va_start(args, format);
			vsnprintf(found->notes[i], sizeof(found->notes[i]),
				  format, args);
			va_end(args);
			return;
		}
}

/*
 * Line 1 is a number: in an ASCII graph, that of the lines after it.  Where
 * each of them is two numbers, they could be links after their count.
 */
static void
recognise_counted(const struct sp_sample *sample, struct sp_recognised *found)
{
	const struct sp_arcs_look *look = &found->look;
	uint64_t after = look->lines - 1;
	bool pairs = look->pairs == after && after;

	/*
	 * Only a whole sample can be compared with the number that its first
	 * line gives; of a longer file the reader will say whether it is right.
	 */
	accept_text(found, SP_FORMAT_ASCII);
	if (sample->whole && look->number != after && look->most == 1) {
		refuse_text(found, "a list of numbers, one a line",
			    "a link has two columns");
		return;
	}
	if (!pairs)
		return;
	if (sample->whole && look->number != after)
		refuse_text(found, "a number, then links",
			    "skip it with -f arcs --skip 1");
	else
		add_note(found, "line 1 is one number: read as an ASCII graph "
			 "of %" PRIu64 " pages (if it counts the links after "
			 "it, give -f arcs --skip 1)", look->number);
}

/* Columns of numbers that no list of links has. */
#define MATRIX_COLUMNS 16

/*
 * Numbers or URLs whose lines have unequal lengths are lists of neighbours, and
 * columns that equal the lines in number a matrix.
 */
static bool
recognise_lists(struct sp_recognised *found)
{
	const struct sp_arcs_look *look = &found->look;

	if (*look->separator)
		return false;
	if (look->all_numbers && look->least == look->most &&
	    look->most > 3 &&
	    (look->most == look->data || look->most > MATRIX_COLUMNS)) {
		found->arcs_if_asked = true;
		refuse_text(found, "a matrix of numbers", "write a line "
			    "\"SOURCE TARGET\" for each entry that is not 0, "
			    "or use scipy.io.mmwrite()");
		return true;
	}
	if (look->least == look->most || look->most == 2 ||
	    (!look->all_numbers && !look->third_url))
		return false;
	found->arcs_if_asked = look->least > 1;
	refuse_text(found, "an adjacency list (METIS or networkx)",
		    "its lines have %" PRIu64 " to %" PRIu64 " columns: write "
		    "a line \"SOURCE TARGET\" for each link%s", look->least,
		    look->most,
		    found->arcs_if_asked ? " (-f arcs takes the first two "
					   "for a link)" : "");
	add_note(found, "lines have %" PRIu64 " to %" PRIu64 " columns, of "
		 "which only the first two are used: not an adjacency list?",
		 look->least, look->most);
	return true;
}

static void
note_unused_weights(struct sp_recognised *found, unsigned column)
{
	add_note(found, "its links have weights that are not used (--weights "
		 "%u keeps them, --weights 0 silences this)", column);
}

/* Weights of the links that are there and not asked for, or the opposite. */
void
sp_note_weights(const struct sp_sample *sample,
		const struct sp_arcs_options *options, bool columns_given,
		struct sp_recognised *found)
{
	size_t size = found->format == SP_FORMAT_MTX ? sp_first_line(sample) :
						       sample->size;
	bool weights;

	if (found->format == SP_FORMAT_MTX)
		weights = sp_has_word(sample->text, size, "coordinate real") ||
			  sp_has_word(sample->text, size, "coordinate int");
	else
		weights = size && memchr(sample->text, ':', size);
	if (weights && !columns_given)
		note_unused_weights(found, 1);
	if (!weights && options->weight_column)
		add_note(found, "its first lines have no weights: links get "
			 "weight 1");
}

/*
 * Lines of pairs and lists in the syntax of other programs, of which half would
 * become names such as "(0" and "1)".
 */
static bool
recognise_syntax(const struct sp_arcs_options *options,
		 struct sp_recognised *found)
{
	const struct sp_arcs_look *look = &found->look;

	if (options->keys == SP_ARCS_NAMES || !look->data)
		return false;
	if (look->brackets)
		refuse_text(found, "links in brackets", "remove these: tr -d "
			    "\"()[]<>\" (in triples of RDF, the target is "
			    "--target-column 3)");
	else if (look->colons)
		refuse_text(found, "an adjacency list", "write a line \"SOURCE "
			    "TARGET\" for each link");
	else if (look->braces)
		refuse_text(found, "an adjacency list of several lines a page "
			    "(networkx)", "write it with "
			    "networkx.write_edgelist()");
	else
		return false;
	return true;
}

/* A header line, or a list of names instead of links. */
static bool
recognise_not_links(const struct sp_arcs_options *options, bool whole,
		    struct sp_recognised *found)
{
	const struct sp_arcs_look *look = &found->look;
	bool odd = !look->first_numbers && look->data > 1 &&
		   look->links == look->data &&
		   look->numbers == look->data - 1;

	if (options->keys != SP_ARCS_NAMES && look->first_title &&
	    look->data == 1 && whole) {
		refuse_text(found, "a header without links", "no links to "
			    "import (--keys names reads it as a link)");
		return true;
	}
	if (options->keys != SP_ARCS_NAMES &&
	    (odd || (look->first_title && look->data > 1))) {
		refuse_text(found, "a list of links with a header",
			    "line %" PRIu64 " has no link: skip it with "
			    "--skip %" PRIu64 "%s", look->first, look->first,
			    look->index_first ? " --source-column 2 "
						"--target-column 3 (column 1 "
						"counts the lines)" : "");
		return true;
	}
	if (look->ids_first && options->keys == SP_ARCS_AUTO) {
		refuse_text(found, "a list of pages, as numbers and names",
			    "it has no links: give it with --names and "
			    "--names-layout id-name, and a file of links "
			    "(--keys names reads it as links)");
		return true;
	}
	if (look->names_first && options->keys == SP_ARCS_AUTO) {
		refuse_text(found, "a list of pages, as names and numbers",
			    "it has no links: give it with --names and "
			    "--names-layout name-id, and a file of links "
			    "(--keys names reads it as links)");
		return true;
	}
	/* A few lines may be odd: a blank in a name moves its columns. */
	if (look->data > 2 && look->links == look->data &&
	    look->half_numbers >= look->data - look->data / 16 &&
	    options->keys == SP_ARCS_AUTO) {
		refuse_text(found, "names and numbers",
			    "column %u has numbers and column %u none, as no "
			    "links have: choose others with --source-column, "
			    "--target-column or --separator (--keys names "
			    "takes both for names)", options->target_column,
			    options->source_column);
		return true;
	}
	return false;
}

static void
note_links(const struct sp_sample *sample,
	   const struct sp_arcs_options *options, bool columns_given,
	   struct sp_recognised *found)
{
	const struct sp_arcs_look *look = &found->look;
	size_t length = sp_first_line(sample);

	if (length > 5 && (!strncmp(sample->text, "% sym", 5) ||
			   !strncmp(sample->text, "% bip", 5)))
		add_note(found, "its first line says \"%.5s\": links without "
			 "a direction, of which each is read in one direction "
			 "only", sample->text);
	if (look->decimals)
		add_note(found, "its numbers are not whole (1.0, 1e3): they "
			 "are taken for names");
	if (look->quoted)
		add_note(found, "names are in quotes, which become part of "
			 "the names");
	if (columns_given || options->weight_column || look->third_empty ||
	    look->most < 3)
		return;
	if (look->third_number)
		note_unused_weights(found, 3);
	else
		add_note(found, "lines have up to %" PRIu64 " columns, of "
			 "which only 1 and 2 are used (--weights 0 silences "
			 "this)", look->most);
}

void
sp_recognise_text(const struct sp_sample *sample,
		  const struct sp_arcs_options *options, bool columns_given,
		  struct sp_recognised *found)
{
	const struct sp_arcs_look *look = &found->look;

	sp_arcs_look_at(sample, options, &found->look);
	if (sample->whole && !look->data) {
		refuse_text(found, sample->size ? "text without links" :
						  "empty",
			    "no links to import");
		found->arcs_if_asked = true;
		return;
	}
	if (look->lone_number) {
		recognise_counted(sample, found);
		if (found->format)
			sp_note_weights(sample, options, columns_given, found);
		return;
	}
	if (look->data && look->most == 1 && !columns_given) {
		if (options->separator && *options->separator)
			refuse_text(found, "a list with one column",
				    "its lines have no \"%.20s\", the "
				    "separator of columns",
				    options->separator);
		else
			refuse_text(found, "a list with one column",
				    "a link has two, separated by blanks or "
				    "--separator");
		return;
	}
	if (!columns_given && !options->weight_column &&
	    recognise_lists(found))
		return;
	if (recognise_syntax(options, found) ||
	    recognise_not_links(options, sample->whole, found))
		return;
	accept_text(found, SP_FORMAT_ARCS);
	note_links(sample, options, columns_given, found);
}
