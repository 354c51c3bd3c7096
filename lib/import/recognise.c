/* SPDX-License-Identifier: MIT */
#include "import/recognise.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- by the beginning ------------------------------------------------- */

static bool
has_word(const char *text, size_t size, const char *word)
{
	size_t length = strlen(word);

	for (size_t i = 0; i + length <= size; i++)
		if (!strncasecmp(text + i, word, length))
			return true;
	return false;
}

/* A line of BVGraph's properties that no other file has. */
static bool
is_properties(const struct sp_sample *sample)
{
	return memmem(sample->text, sample->size, "graphclass=", 11) ||
	       (memmem(sample->text, sample->size, "compressionflags=", 17) &&
		memmem(sample->text, sample->size, "windowsize=", 11));
}

/* The length of the first line. */
static size_t
first_line(const struct sp_sample *sample)
{
	const char *end = sample->size ? memchr(sample->text, '\n',
						sample->size) : NULL;

	return end ? (size_t)(end - sample->text) : sample->size;
}

static bool
is_linkdb(const struct sp_sample *sample)
{
	return memmem(sample->text, first_line(sample), "\tInlinks:", 9);
}

/* "org,example)/path 20200102030405 ..." */
static bool
is_capture_index(const struct sp_sample *sample)
{
	size_t length = first_line(sample), digits = 0;
	const char *at = length ? memchr(sample->text, ' ', length) : NULL;

	if (!at || !memmem(sample->text, (size_t)(at - sample->text), ")", 1))
		return false;
	while (++at < sample->text + length && *at >= '0' && *at <= '9')
		digits++;
	return digits == 14;
}

/* Its first line is short: "digraph NAME {". */
static bool
is_dot(const struct sp_sample *sample)
{
	size_t size = sample->size < 200 ? sample->size : 200;

	return has_word(sample->text, size, "graph") &&
	       has_word(sample->text, size, "{");
}

/* "p sp PAGES LINKS" after comments, which are lines "c TEXT". */
static bool
is_dimacs(const struct sp_sample *sample)
{
	static const char *const problems[] = { "sp", "max", "min", "edge",
						"col" };
	const char *at = sample->text, *end = at + sample->size;
	char line[16];

	while (end - at > 2 && at[0] == 'c' && at[1] == ' ') {
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at)
			return false;
		at++;
	}
	for (size_t i = 0; i < sizeof(problems) / sizeof(problems[0]); i++) {
		size_t length = (size_t)snprintf(line, sizeof(line), "p %s ",
						 problems[i]);

		if ((size_t)(end - at) > length && !memcmp(at, line, length))
			return true;
	}
	return false;
}

static bool
is_tar(const struct sp_sample *sample)
{
	return sample->size > 262 && !memcmp(sample->text + 257, "ustar", 5);
}

/* JSON begins so, and so could a name, but not one that people have. */
static bool
is_json(const struct sp_sample *sample)
{
	char first = sample->size ? *sample->text : '\0';
	char next = sample->size > 1 ? sample->text[1] : '\0';

	return (first == '{' || first == '[') && next &&
	       strchr("\"[{} \t\r\n", next);
}

static bool
has_root(const struct sp_sample *sample, const char *root)
{
	size_t size = sample->size < 1024 ? sample->size : 1024;

	return size && *sample->text == '<' &&
	       memmem(sample->text, size, root, strlen(root));
}

static bool
is_graphml(const struct sp_sample *sample)
{
	return has_root(sample, "<graphml");
}

static bool
is_gexf(const struct sp_sample *sample)
{
	return has_root(sample, "<gexf");
}

static bool
is_binary(const struct sp_sample *sample)
{
	return sample->size && memchr(sample->text, '\0', sample->size);
}

static const char unpack[] = "unpack it and give the file in it";
static const char links_of_graph[] = "write its links as lines \"SOURCE "
				     "TARGET\", for example with "
				     "networkx.write_edgelist()";
static const char links_of_pajek[] = "give the lines after *Arcs: sed "
				     "\"1,/^\\*[Aa]rcs/d\" FILE | "
				     "graphimport";
static const char links_of_dimacs[] = "give its lines \"a SOURCE TARGET\": "
				      "sed -n \"s/^[ae] //p\" FILE | "
				      "graphimport";
static const char links_of_pages[] = "web archives are not imported yet: "
				     "write the links of their pages as lines "
				     "\"PAGE LINK\"";

/*
 * The first row that fits is the answer.  A row fits if the file begins with
 * start, ignoring the case of letters, and if looks, where given, agrees.
 */
static const struct known_file {
	const char *start;
	size_t length;
	const char *noun;
	const char *advice;    /* NULL: imported */
	enum sp_import_format_number format;
	bool (*looks)(const struct sp_sample *sample);
} known_files[] = {
#define START(text) text, sizeof(text) - 1
	{ START("\211SPS\r\n\032\n"), "a seedpipe stream already",
	  "no import is needed", SP_FORMAT_AUTO, NULL },
	{ START("%%MatrixMarket"), "a Matrix Market file", NULL,
	  SP_FORMAT_MTX, NULL },
	{ START("WARC/"), "a web archive (WARC, WAT or WET)", links_of_pages,
	  SP_FORMAT_AUTO, NULL },
	{ START("filedesc://"), "a web archive (ARC)", links_of_pages,
	  SP_FORMAT_AUTO, NULL },
	{ START(" CDX "), "an index of a web archive (CDX)",
	  "it has pages, but no links", SP_FORMAT_AUTO, NULL },
	{ START(""), "an index of a web archive (CDX)",
	  "it has pages, but no links", SP_FORMAT_AUTO, is_capture_index },
	{ START("\037\213"), "packed twice with gzip",
	  "unpack it once with gzip -dc", SP_FORMAT_AUTO, NULL },
	{ START("\050\265\057\375"), "packed twice, with zstd inside",
	  "unpack it once", SP_FORMAT_AUTO, NULL },
	{ START("BZh"), "packed with bzip2",
	  "unpack it: bzip2 -dc FILE | graphimport", SP_FORMAT_AUTO,
	  is_binary },
	{ START("\3757zXZ"), "packed with xz",
	  "unpack it: xz -dc FILE | graphimport", SP_FORMAT_AUTO, NULL },
	{ START("LZIP"), "packed with lzip",
	  "unpack it: lzip -dc FILE | graphimport", SP_FORMAT_AUTO,
	  is_binary },
	{ START("\004\042\115\030"), "packed with lz4",
	  "unpack it: lz4 -dc FILE | graphimport", SP_FORMAT_AUTO, NULL },
	{ START("\037\235"), "packed with compress",
	  "unpack it: gzip -dc FILE | graphimport", SP_FORMAT_AUTO, NULL },
	{ START("PK\003\004"), "a zip archive",
	  "unpack it: unzip -p FILE | graphimport", SP_FORMAT_AUTO, NULL },
	{ START("7z\274\257"), "a 7z archive", unpack, SP_FORMAT_AUTO, NULL },
	{ START("Rar!\032"), "a rar archive", unpack, SP_FORMAT_AUTO, NULL },
	{ START(""), "a tar archive", unpack, SP_FORMAT_AUTO, is_tar },
	{ START("%PDF-"), "a PDF document", "it has no links to import",
	  SP_FORMAT_AUTO, NULL },
	{ START(""), "GraphML", links_of_graph, SP_FORMAT_AUTO, is_graphml },
	{ START(""), "GEXF", links_of_graph, SP_FORMAT_AUTO, is_gexf },
	{ START("<!doctype"), "an HTML page",
	  "probably an error page instead of a download",
	  SP_FORMAT_AUTO, NULL },
	{ START("<html"), "an HTML page",
	  "probably an error page instead of a download",
	  SP_FORMAT_AUTO, NULL },
	{ START("<?xml"), "an XML document", links_of_graph, SP_FORMAT_AUTO,
	  NULL },
	{ START(""), "JSON", links_of_graph, SP_FORMAT_AUTO, is_json },
	{ START("graph ["), "GML", links_of_graph, SP_FORMAT_AUTO, NULL },
	{ START("graph\n["), "GML", links_of_graph, SP_FORMAT_AUTO, NULL },
	{ START("Creator \""), "GML", links_of_graph, SP_FORMAT_AUTO, NULL },
	{ START("digraph"), "Graphviz DOT", links_of_graph, SP_FORMAT_AUTO,
	  is_dot },
	{ START("strict "), "Graphviz DOT", links_of_graph, SP_FORMAT_AUTO,
	  is_dot },
	{ START("graph"), "Graphviz DOT", links_of_graph, SP_FORMAT_AUTO,
	  is_dot },
	{ START("/*"), "Graphviz DOT", links_of_graph, SP_FORMAT_AUTO,
	  is_dot },
	{ START(">>graph6<<"), "graph6", links_of_graph, SP_FORMAT_AUTO,
	  NULL },
	{ START(">>sparse6<<"), "sparse6", links_of_graph, SP_FORMAT_AUTO,
	  NULL },
	{ START(">>digraph6<<"), "digraph6", links_of_graph, SP_FORMAT_AUTO,
	  NULL },
	{ START("LEDA.GRAPH"), "a LEDA graph", links_of_graph,
	  SP_FORMAT_AUTO, NULL },
	{ START(""), "a DIMACS graph", links_of_dimacs, SP_FORMAT_AUTO,
	  is_dimacs },
	{ START("*vertices"), "a Pajek network",
	  links_of_pajek, SP_FORMAT_AUTO, NULL },
	{ START("*network"), "a Pajek network",
	  links_of_pajek, SP_FORMAT_AUTO, NULL },
	{ START(""), "a dump of a Nutch linkdb",
	  "it lists links by target: write them as lines \"SOURCE TARGET\"",
	  SP_FORMAT_AUTO, is_linkdb },
	{ START("version https://git-lfs"), "a pointer of Git LFS",
	  "get the file with git lfs pull", SP_FORMAT_AUTO, NULL },
	{ START("PAR1"), "Parquet",
	  "write its links as lines \"SOURCE TARGET\", for example with "
	  "duckdb", SP_FORMAT_AUTO, is_binary },
	{ START("\223NUMPY"), "a NumPy array",
	  "write it with numpy.savetxt(FILE, array, fmt=\"%d\")",
	  SP_FORMAT_AUTO, NULL },
	{ START("\200"), "a Python pickle", links_of_graph, SP_FORMAT_AUTO,
	  is_binary },
	{ START("\211HDF"), "HDF5", links_of_graph, SP_FORMAT_AUTO, NULL },
	{ START("MATLAB 5.0"), "a MATLAB file",
	  "write the matrix with scipy.io.mmwrite()", SP_FORMAT_AUTO, NULL },
	{ START("SQLite format 3"), "an SQLite database",
	  "write its links with sqlite3 -separator", SP_FORMAT_AUTO, NULL },
	{ START(""), "the properties of a BVGraph",
	  "give the NAME of NAME.properties and NAME.graph as operand",
	  SP_FORMAT_AUTO, is_properties },
	{ START(""), "binary data",
	  "a BVGraph is two files, NAME.graph and NAME.properties: give -f "
	  "bvgraph NAME", SP_FORMAT_AUTO, is_binary },
#undef START
};

static const struct known_file *
find_known_file(const struct sp_sample *sample)
{
	for (size_t i = 0; i < sizeof(known_files) / sizeof(known_files[0]);
	     i++) {
		const struct known_file *file = &known_files[i];

		if (sample->size >= file->length &&
		    !strncasecmp(sample->text, file->start, file->length) &&
		    (!file->looks || file->looks(sample)))
			return file;
	}
	return NULL;
}

/* ---- by the look of lines --------------------------------------------- */

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
	found->noun = sp_import_formats[format]->noun;
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
	unsigned long long after = look->lines - 1;
	bool pairs = look->pairs == after && after;

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
			 "of %llu pages (if it counts the links after it, "
			 "give -f arcs --skip 1)",
			 (unsigned long long)look->number);
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
		    "its lines have %llu to %llu columns: write a line "
		    "\"SOURCE TARGET\" for each link%s",
		    (unsigned long long)look->least,
		    (unsigned long long)look->most,
		    found->arcs_if_asked ? " (-f arcs takes the first two "
					   "for a link)" : "");
	add_note(found, "lines have %llu to %llu columns, of which only the "
		 "first two are used: not an adjacency list?",
		 (unsigned long long)look->least,
		 (unsigned long long)look->most);
	return true;
}

static void
note_unused_weights(struct sp_recognised *found, unsigned column)
{
	add_note(found, "its links have weights that are not used (--weights "
		 "%u keeps them, --weights 0 silences this)", column);
}

/* Weights of the links that are there and not asked for, or the opposite. */
static void
note_weights(const struct sp_sample *sample,
	     const struct sp_arcs_options *options, bool columns_given,
	     struct sp_recognised *found)
{
	size_t size = found->format == SP_FORMAT_MTX ? first_line(sample) :
						       sample->size;
	bool weights;

	if (found->format == SP_FORMAT_MTX)
		weights = has_word(sample->text, size, "coordinate real") ||
			  has_word(sample->text, size, "coordinate int");
	else
		weights = size && memchr(sample->text, ':', size);
	if (weights && !columns_given)
		note_unused_weights(found, 1);
	if (!weights && options->weight_column)
		add_note(found, "its first lines have no weights: links get "
			 "weight 1");
}

/* A header line, or a list of names instead of links. */
static bool
recognise_not_links(const struct sp_arcs_options *options,
		    struct sp_recognised *found)
{
	const struct sp_arcs_look *look = &found->look;
	bool odd = !look->first_numbers && look->data > 1 &&
		   look->links == look->data &&
		   look->numbers == look->data - 1;

	if (options->keys != SP_ARCS_NAMES &&
	    (odd || (look->first_title && look->data > 1))) {
		refuse_text(found, "a list of links with a header",
			    "line %llu has no link: skip it with --skip %llu%s",
			    (unsigned long long)look->first,
			    (unsigned long long)look->first,
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
	size_t length = first_line(sample);

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
		add_note(found, "lines have up to %llu columns, of which only "
			 "1 and 2 are used (--weights 0 silences this)",
			 (unsigned long long)look->most);
}

static void
recognise_text(const struct sp_sample *sample,
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
			note_weights(sample, options, columns_given, found);
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
	if (recognise_not_links(options, found))
		return;
	accept_text(found, SP_FORMAT_ARCS);
	note_links(sample, options, columns_given, found);
}

void
sp_recognise(const struct sp_sample *sample,
	     const struct sp_arcs_options *options, bool columns_given,
	     struct sp_recognised *found)
{
	const struct known_file *file = find_known_file(sample);

	*found = (struct sp_recognised){ .format = SP_FORMAT_AUTO };
	if (!file) {
		recognise_text(sample, options, columns_given, found);
		return;
	}
	found->sure = true;
	found->format = file->format;
	found->noun = file->noun;
	if (file->advice)
		snprintf(found->advice, sizeof(found->advice), "%s",
			 file->advice);
	else
		note_weights(sample, options, columns_given, found);
}
