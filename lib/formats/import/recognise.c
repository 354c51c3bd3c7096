/* SPDX-License-Identifier: MIT */
/*
 * What a file is by its first bytes.  The first row of the table that fits is
 * the answer, so the order of the rows matters: WET and WAT are WARC with other
 * records, all JSON begins alike, and the rows that any file could fit (text
 * with NUL bytes) come last.  A row without a start of its own has a function
 * that looks at the sample.
 *
 * Rows for what cannot be imported are most of the table.  People give what
 * they have, and "not a list of links" would leave them to guess; a row says
 * what the file is and how to make something of it.  Text that fits no row is
 * judged by its lines (recognise_text.c).
 *
 * Found by the beginning is sure: it overrules --format arcs, which would
 * otherwise read anything.
 */
#include "formats/import/recognise.h"

#include "base/ascii.h"
#include "formats/import/recognise_text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* A line of BVGraph's properties that no other file has. */
static bool
is_properties(const struct sp_sample *sample)
{
	return memmem(sample->text, sample->size, "graphclass=", 11) ||
	       (memmem(sample->text, sample->size, "compressionflags=", 17) &&
		memmem(sample->text, sample->size, "windowsize=", 11));
}

static bool
is_linkdb(const struct sp_sample *sample)
{
	return memmem(sample->text, sp_first_line(sample), "\tInlinks:", 9);
}

/* A line that may stand before the header of a table: "sep=;", or a title. */
static bool
is_title(const char *line, size_t length)
{
	if (length >= 5 && !strncasecmp(line, "sep=", 4))
		return true;
	if (!length || *line == '#' || *line == '%')
		return false;
	for (size_t i = 0; i < length; i++)
		if (strchr(",;\t|", line[i])) /* also a NUL */
			return false;
	return true;
}

/* The header of a table of links, in one of the first two lines; or NULL. */
static const char *
link_table_header(const struct sp_sample *sample)
{
	size_t length = sp_first_line(sample);
	struct sp_sample rest = *sample;

	if (length && sp_csv_is_export(sample->text, length))
		return sample->text;
	if (length == sample->size || !is_title(sample->text, length))
		return NULL;
	rest.text += length + 1;
	rest.size -= length + 1;
	length = sp_first_line(&rest);
	return length && sp_csv_is_export(rest.text, length) ? rest.text : NULL;
}

static bool
is_link_table(const struct sp_sample *sample)
{
	return link_table_header(sample);
}

/* "org,example)/path 20200102030405 ..." */
static bool
is_capture_index(const struct sp_sample *sample)
{
	size_t length = sp_first_line(sample), digits = 0;
	const char *at = length ? memchr(sample->text, ' ', length) : NULL;

	if (!at || !memmem(sample->text, (size_t)(at - sample->text), ")", 1))
		return false;
	while (++at < sample->text + length && sp_is_digit(*at))
		digits++;
	return digits == 14;
}

/* Its first line is short: "digraph NAME {". */
static bool
is_dot(const struct sp_sample *sample)
{
	size_t size = sample->size < 200 ? sample->size : 200;

	return sp_has_word(sample->text, size, "graph") &&
	       sp_has_word(sample->text, size, "{");
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

/* Lines that end as those of old Macs, which all others take for one. */
static bool
has_lone_returns(const struct sp_sample *sample)
{
	size_t length = sp_first_line(sample), returns = 0;

	for (size_t i = 0; i < length; i++)
		returns += sample->text[i] == '\r';
	return returns > 1;
}

static bool
is_binary(const struct sp_sample *sample)
{
	return sample->size && memchr(sample->text, '\0', sample->size);
}

static const char unpack[] = "unpack it and give the file in it";
static const char no_edges[] = "it has no links: export the table of edges";
static const char links_of_graph[] = "write its links as lines \"SOURCE "
				     "TARGET\", for example with "
				     "networkx.write_edgelist()";
static const char links_of_pajek[] = "give the lines after *Arcs: sed "
				     "\"1,/^\\*[Aa]rcs/d\" FILE | "
				     "graphimport";
static const char links_of_dimacs[] = "give its lines \"a SOURCE TARGET\": "
				      "sed -n \"s/^[ae] //p\" FILE | "
				      "graphimport";

#define WORDS 3 /* of a row */
#define ROOT_WITHIN 1024 /* bytes that the root of XML begins in */

/*
 * The first row that fits is the answer.  A row fits if the file begins with
 * start, ignoring the case of letters, if the sample has all words and lacks
 * the one that it must not have, and if looks, where given, agrees.
 */
static const struct known_file {
	const char *start;
	size_t length;
	const char *noun;
	const char *advice;    /* NULL: imported */
	enum sp_import_format_number format;
	const char *has[WORDS], *lacks;
	size_t within;         /* of these bytes; 0: of the sample */
	bool (*looks)(const struct sp_sample *sample);
} known_files[] = {
#define START(text) text, sizeof(text) - 1
	{ START("\211SPS\r\n\032\n"), "a seedpipe stream",
	  .advice = "it is imported already" },
	{ START("#seedpipe-parts\t"), "a manifest of the parts of a graph",
	  .advice = "they are imported already" },
	{ START("%%MatrixMarket"), "a Matrix Market file",
	  .format = SP_FORMAT_MTX },
	{ START("WARC/"), "metadata of a web archive (WAT)",
	  .format = SP_FORMAT_WAT,
	  .has = { "WARC-Type: metadata", "{\"Container\":",
		   "\"Envelope\":" } },
	{ START("WARC/"), "metadata of a web archive (WAT)",
	  .format = SP_FORMAT_WAT,
	  .has = { "WARC-Type: metadata", "{\"Envelope\":",
		   "\"WARC-Header-Metadata\":" } },
	{ START("WARC/"), "texts of a web archive (WET)",
	  .advice = "they have no links: give the WARC or WAT files",
	  .has = { "WARC-Type: conversion" },
	  .lacks = "WARC-Type: response" },
	{ START("WARC/"), "a web archive (WARC)", .format = SP_FORMAT_WARC },
	{ START("filedesc://"), "a web archive (ARC)",
	  .format = SP_FORMAT_WARC },
	{ START(" CDX "), "an index of a web archive (CDX)",
	  .advice = "it has pages, but no links: crawlimport reads it" },
	{ START(""), "an index of a web archive (CDX)",
	  .advice = "it has pages, but no links: crawlimport reads it",
	  .looks = is_capture_index },
	{ START("\037\213"), "packed twice with gzip",
	  .advice = "unpack it once with gzip -dc" },
	{ START("\050\265\057\375"), "packed twice, with zstd inside",
	  .advice = "unpack it once" },
	{ START("BZh"), "packed with bzip2",
	  .advice = "unpack it: bzip2 -dc FILE",
	  .looks = is_binary },
	{ START("\3757zXZ"), "packed with xz",
	  .advice = "unpack it: xz -dc FILE" },
	{ START("LZIP"), "packed with lzip",
	  .advice = "unpack it: lzip -dc FILE",
	  .looks = is_binary },
	{ START("\004\042\115\030"), "packed with lz4",
	  .advice = "unpack it: lz4 -dc FILE" },
	{ START("\037\235"), "packed with compress",
	  .advice = "unpack it: gzip -dc FILE" },
	{ START("PK\003\004"), "a zip archive",
	  .advice = "unpack it: unzip -p FILE" },
	{ START("7z\274\257"), "a 7z archive", .advice = unpack },
	{ START("Rar!\032"), "a rar archive", .advice = unpack },
	{ START(""), "a tar archive", .advice = unpack, .looks = is_tar },
	{ START("%PDF-"), "a PDF document",
	  .advice = "it has no links to import" },
	{ START("<"), "GraphML", .advice = links_of_graph,
	  .has = { "<graphml" }, .within = ROOT_WITHIN },
	{ START("<"), "GEXF", .advice = links_of_graph,
	  .has = { "<gexf" }, .within = ROOT_WITHIN },
	{ START("<!doctype"), "an HTML page",
	  .advice = "probably an error page instead of a download" },
	{ START("<html"), "an HTML page",
	  .advice = "probably an error page instead of a download" },
	{ START("<?xml"), "an XML document", .advice = links_of_graph },
	/* The keys of a record come before its links. */
	{ START("{"), "outlinks of ClueWeb22", .format = SP_FORMAT_CLUEWEB22,
	  .has = { "\"ClueWeb22-ID\"", "\"outlinks\"" } },
	{ START("{"), "inlinks of ClueWeb22",
	  .advice = "give the files of its outlinks",
	  .has = { "\"ClueWeb22-ID\"", "\"anchors\"" } },
	{ START("{"), "a list of pages by Browsertrix",
	  .advice = "it has no links: crawlimport reads it, and crawlgraph "
	  "the archives beside it", .has = { "\"json-pages-" } },
	{ START("{"), "the JSON of a WAT without its WARC records",
	  .advice = "crawlgraph reads the WAT file itself (.warc.wat.gz)",
	  .has = { "\"Envelope\"", "\"WARC-Header-Metadata\"" } },
	{ START(""), "JSON", .advice = links_of_graph, .looks = is_json },
	{ START("graph ["), "GML", .advice = links_of_graph },
	{ START("graph\n["), "GML", .advice = links_of_graph },
	{ START("Creator \""), "GML", .advice = links_of_graph },
	{ START("digraph"), "Graphviz DOT", .advice = links_of_graph,
	  .looks = is_dot },
	{ START("strict "), "Graphviz DOT", .advice = links_of_graph,
	  .looks = is_dot },
	{ START("graph"), "Graphviz DOT", .advice = links_of_graph,
	  .looks = is_dot },
	{ START("/*"), "Graphviz DOT", .advice = links_of_graph,
	  .looks = is_dot },
	{ START(">>graph6<<"), "graph6", .advice = links_of_graph },
	{ START(">>sparse6<<"), "sparse6", .advice = links_of_graph },
	{ START(">>digraph6<<"), "digraph6", .advice = links_of_graph },
	{ START("LEDA.GRAPH"), "a LEDA graph", .advice = links_of_graph },
	{ START(""), "a DIMACS graph", .advice = links_of_dimacs,
	  .looks = is_dimacs },
	{ START("*vertices"), "a Pajek network", .advice = links_of_pajek },
	{ START("*network"), "a Pajek network", .advice = links_of_pajek },
	{ START(""), "a dump of a Nutch linkdb", .format = SP_FORMAT_LINKDB,
	  .looks = is_linkdb },
	{ START(""), "a table of comma-separated values",
	  .format = SP_FORMAT_CSV, .looks = is_link_table },
	{ START("Id,Label"), "a table of nodes (Gephi)", .advice = no_edges },
	{ START("Id;Label"), "a table of nodes (Gephi)", .advice = no_edges },
	{ START("Id\tLabel"), "a table of nodes (Gephi)", .advice = no_edges },
	{ START("version https://git-lfs"), "a pointer of Git LFS",
	  .advice = "get the file with git lfs pull" },
	{ START("PAR1"), "Parquet",
	  .advice = "write its links with duckdb -csv and give them to "
	  "crawlgraph -f csv (see crawlgraph(1))", .looks = is_binary },
	{ START("\223NUMPY"), "a NumPy array",
	  .advice = "write it with numpy.savetxt(FILE, array, fmt=\"%d\")" },
	{ START("\200"), "a Python pickle", .advice = links_of_graph,
	  .looks = is_binary },
	{ START("\211HDF"), "HDF5", .advice = links_of_graph },
	{ START("MATLAB 5.0"), "a MATLAB file",
	  .advice = "write the matrix with scipy.io.mmwrite()" },
	{ START("SQLite format 3"), "an SQLite database",
	  .advice = "write its links with sqlite3 -separator" },
	{ START(""), "the properties of a BVGraph",
	  .advice = "with NAME.graph beside it, type: graphimport NAME",
	  .looks = is_properties },
	{ START(""), "binary data",
	  .advice = "a BVGraph is two files, NAME.graph and NAME.properties: "
	  "type: graphimport NAME", .looks = is_binary },
	{ START(""), "text whose lines end in CR",
	  .advice = "write LF for them: tr \"\\r\" \"\\n\"",
	  .looks = has_lone_returns },
#undef START
};

static bool
has_words(const struct sp_sample *sample, const struct known_file *file)
{
	size_t size = file->within && file->within < sample->size ?
			      file->within : sample->size;

	for (int i = 0; i < WORDS && file->has[i]; i++)
		if (!memmem(sample->text, size, file->has[i],
			    strlen(file->has[i])))
			return false;
	return !file->lacks ||
	       !memmem(sample->text, size, file->lacks, strlen(file->lacks));
}

static const struct known_file *
find_known_file(const struct sp_sample *sample)
{
	for (size_t i = 0; i < sizeof(known_files) / sizeof(known_files[0]);
	     i++) {
		const struct known_file *file = &known_files[i];

		if (sample->size >= file->length &&
		    !strncasecmp(sample->text, file->start, file->length) &&
		    has_words(sample, file) &&
		    (!file->looks || file->looks(sample)))
			return file;
	}
	return NULL;
}

void
sp_recognise(const struct sp_sample *sample,
	     const struct sp_arcs_options *options, bool columns_given,
	     struct sp_recognised *found)
{
	const struct known_file *file = find_known_file(sample);
	const char *header = NULL;

	*found = (struct sp_recognised){ .format = SP_FORMAT_AUTO };
	/* Who skips a plain header has a list of links. */
	if (file && file->format == SP_FORMAT_CSV)
		header = link_table_header(sample);
	if (header && *header != '"' && (options->skip || columns_given))
		file = NULL;
	if (!file) {
		sp_recognise_text(sample, options, columns_given, found);
		return;
	}
	found->sure = true;
	found->format = file->format;
	found->noun = file->noun;
	if (file->advice)
		snprintf(found->advice, sizeof(found->advice), "%s",
			 file->advice);
	else if (file->format != SP_FORMAT_WARC &&
		 file->format != SP_FORMAT_WAT)
		sp_note_weights(sample, options, columns_given, found);
}
