/* SPDX-License-Identifier: MIT */
/*
 * formats.h - the table of import formats.
 *
 * ROW(NAME, name, NOUN) is the format that lib/formats/import/name.c (of wat:
 * warc.c) defines as sp_format_name.  The row defines SP_FORMAT_NAME and the
 * word "name" of --format; no other place lists the formats.  There are two
 * tables, because programs that read links and graphs are not linked with the
 * libraries that pages and JSON need.
 */
#ifndef SP_FORMATS_IMPORT_FORMATS_H
#define SP_FORMATS_IMPORT_FORMATS_H

#include "base/span.h"
#include "base/text.h"
#include "formats/import/arcs.h"
#include "formats/import/captures.h"
#include "graph/links/collect.h"
#include "web/capture/batch.h"
#include "web/capture/fetch.h"

/* Links and graphs: graphimport. */
#define SP_LINK_FORMATS(ROW) \
	ROW(ARCS, arcs, "a list of links") \
	ROW(BVGRAPH, bvgraph, "a BVGraph") \
	ROW(ASCII, ascii, "an ASCII graph") \
	ROW(MTX, mtx, "a Matrix Market file") \
	ROW(CC, cc, "a Common Crawl graph")

/* What crawlers leave: crawlgraph. */
#define SP_CRAWLED_FORMATS(ROW) \
	ROW(WARC, warc, "a web archive (WARC or ARC)") \
	ROW(WAT, wat, "metadata of a web archive (WAT)") \
	ROW(LINKDB, linkdb, "a dump of a Nutch linkdb") \
	ROW(CSV, csv, "a table of comma-separated values") \
	ROW(CLUEWEB22, clueweb22, "outlinks of ClueWeb22")

#define SP_FORMAT_NUMBER(NAME, name, noun) SP_FORMAT_##NAME,
enum sp_import_format_number {
	SP_FORMAT_AUTO, /* whatever formats/import/recognise.h finds */
	SP_LINK_FORMATS(SP_FORMAT_NUMBER)
	SP_CRAWLED_FORMATS(SP_FORMAT_NUMBER)
	SP_FORMAT_COUNT,
	SP_FORMAT_CRAWLED = SP_FORMAT_WARC /* the first of these */
};

/* The words in one string: "auto|one|two". */
#define SP_FORMAT_WORD(NAME, name, noun) "|" #name
#define SP_LINK_FORMAT_WORDS "auto" SP_LINK_FORMATS(SP_FORMAT_WORD)
#define SP_CRAWLED_FORMAT_WORDS "auto" SP_CRAWLED_FORMATS(SP_FORMAT_WORD)

/* ---- options and counts of single formats ----------------------------- */

/*
 * Links in tables of comma-separated values, as crawlers for the desktop and
 * spreadsheets export them: a header names the columns, and each further record
 * has a link.
 *
 * A column is given by its name, in any case, or by its number from 1.  Where
 * source and target are not given, they are the first pair of names known from
 * such exports that the header has.  The separator is found in the header, or
 * in a line "sep=;" before it.
 *
 * A record whose source or target is empty has no link, but the other page.
 */
struct sp_csv_options {
	const char *separator;     /* one byte; NULL: found */
	const char *source, *target; /* columns; NULL: by known names */
	const char *weight;        /* column; NULL: none */
	const char *const *where;  /* "COLUMN=VALUE": only such records count */
	size_t where_count;
	bool no_header;            /* columns are given by number */
};

/* How the columns of a table were understood, for messages. */
struct sp_csv_report {
	bool guessed;              /* source and target were not given: */
	const char *source, *target; /* their names */
	uint64_t filtered;         /* records that where leaves out */
	char kinds[240];           /* values of a column of link types, with
				      their counts, if several count as
				      links; or empty */
	const char *kind_column;   /* its name */
	uint64_t undirected;       /* records of Gephi's type Undirected, if
				      that is the only one */
	bool weights_unused;       /* a column Weight is not all ones, and
				      weight was not given */
};

/*
 * Is this the first line of an export, which can be nothing else?  It has a
 * known pair of names, and is in quotes, or has names that are not "source" and
 * "target", as any list of links may have, unless spelled as Gephi does it.
 */
bool sp_csv_is_export(const char *line, size_t length);

/* Web archives (WARC, ARC) and their metadata (WAT). */
struct sp_warc_options {
	struct sp_fetch_options fetch; /* links, text, max_page and max_url are
					  ignored */
	bool first, fetched_only, fold_redirects; /* captures.h */
	bool for_merge;            /* likewise */
	bool strict, whole;        /* damage is an error; files that are cut
				      short are: batch.h */
	uint64_t max_record;       /* bytes of a record that are kept, and of a
				      page; 0: 16 MiB */
	void *context;             /* of the functions: web/capture/batch.h */
	void (*tell)(void *context, const char *text);
	void (*count)(void *context, uint64_t records);
};

/* What was in the archives; links are those of all captures. */
struct sp_warc_counts {
	struct sp_batch_counts batch;
	struct sp_capture_counts captures;
	uint64_t responses, resources, revisits;
	uint64_t conversions;      /* texts of pages, as in WET files */
	uint64_t metadata;         /* records of metadata, as in WAT files */
	uint64_t other_urls;       /* fetches that are not of http or https */
	uint64_t html, not_html;   /* pages with status 200 */
	uint64_t redirects;        /* pages with a redirect to another */
	uint64_t failed;           /* pages with neither */
	uint64_t cut_pages;        /* read in part: over max_record */
	uint64_t bad_urls;         /* links that are no URLs */
	uint64_t links[SP_FETCH_KINDS];
};

/* "a", "area", ...: sp_html_link_names, and "location", "header". */
const char *sp_warc_link_name(unsigned kind);

#define SP_REFUSED_SHOWN 100 /* bytes of the first page, with the NUL */

/*
 * What an import has left out because it was too much: how often, of how many
 * pages, and the first of these.
 */
struct sp_refused {
	uint64_t count, pages;
	char first[SP_REFUSED_SHOWN]; /* its name, masked and maybe cut */
};

/* count more were left out, of this page; with 0, nothing happens. */
static inline void
sp_refused_add(struct sp_refused *refused, uint64_t count, struct sp_span page)
{
	refused->count += count;
	if (count && !refused->pages++)
		sp_mask(refused->first, sizeof(refused->first), page.text,
			page.length);
}

/* ---- reading ---------------------------------------------------------- */

/*
 * What to read, and how.  paths are the files: at least one, unless the format
 * accepts several; "-" is standard input.  A format ignores the options of
 * other formats.
 */
struct sp_import_options {
	const char *const *paths;
	size_t path_count;
	struct sp_source *source;        /* the first path, opened; or NULL.
					    warc, wat: as it is in the file */
	struct sp_arcs_options arcs;     /* arcs; base1: ids start at 1 */
	const char *const *vertices;     /* cc: vertex files */
	size_t vertices_count;
	bool transpose;                  /* mtx */
	struct sp_warc_options warc;     /* warc, wat */
	struct sp_csv_options csv;
	bool clueweb_urls;               /* name pages by URL, not by id */
	bool normalize;                  /* linkdb, csv, clueweb22: names are
					    URLs, of which the normal form is
					    kept */
	bool weighted;                   /* keep the weights of links */
	bool named;                      /* the caller gives page names */
	uint64_t max_url;                /* what crawlers leave: most bytes of a
					    URL or id, at most SP_NAME_MAX */
	struct sp_linksort_options sort; /* memory, folder and threads */
	const struct sp_progress *progress; /* arcs: of its pages, or NULL */
	struct sp_reading *reading;      /* of cc's vertices, and of formats
					    that open files; or NULL */
};

/*
 * Names that are not in the order that the format promises, and names that an
 * earlier page has too: how many, and the first page of them.
 */
struct sp_name_order {
	uint64_t unsorted, first_unsorted;
	uint64_t repeated, first_repeated;
};

/*
 * The result.  Before the call, the caller puts its page names, if any, into
 * names and zeroes the rest; afterwards names holds those of the format.  A
 * format that passes rows sets only duplicates.
 */
struct sp_imported {
	struct sp_graph *graph;
	double *weights;         /* one value per link, or NULL */
	struct sp_names names;
	struct sp_name_order order; /* cc */
	struct sp_warc_counts warc; /* warc, wat */
	struct sp_capture_list captures; /* likewise, for a merge */
	struct sp_states states; /* likewise, else; zero bytes: not known */
	struct sp_fetches fetches; /* of pages with a state */
	struct sp_csv_report csv;
	uint64_t left_out;       /* linkdb, csv, clueweb22: links that lack a
				    page */
	/*
	 * What is longer than max_url: links of warc and wat, ends of links of
	 * the other formats, which are in left_out as well; pages of warc and
	 * wat.  And of these formats, links beyond sp_fetch_names_most().
	 */
	struct sp_refused long_urls, long_pages, many_links;
	bool names_are_ids;      /* names are numbers, without hosts */
	uint64_t ids;            /* arcs: above the largest id, from 0; or 0 */
	uint64_t lines, arcs;    /* arcs: of the list; those with a link */
	uint64_t links, self_links;
	uint64_t duplicates;     /* repeats of an earlier link */
	uint64_t linking;        /* pages that have links */
};

struct sp_import_format {
	bool in_memory;          /* builds a graph; otherwise passes rows */
	bool many_files;         /* accepts several paths */
	bool has_names;          /* has its own names, so accepts no others */
	const char *needs_path;  /* why "-" is not accepted; or NULL */

	/*
	 * Reads the paths to their end into *made, and, unless in_memory,
	 * passes the rows to the sink.  The caller frees *made, even after a
	 * failure.  Returns SP_USAGE, SP_DATA, SP_IO, SP_MEMORY, or the
	 * status of the sink.
	 */
	enum sp_status (*read)(const struct sp_import_options *options,
			       const struct sp_row_sink *sink,
			       struct sp_imported *made,
			       struct sp_error *err);
};

#define SP_FORMAT_DECLARE(NAME, name, noun) \
	extern const struct sp_import_format sp_format_##name;
SP_LINK_FORMATS(SP_FORMAT_DECLARE)
SP_CRAWLED_FORMATS(SP_FORMAT_DECLARE)

/* A row of a table of formats, indexed by number; SP_FORMAT_AUTO has none. */
#define SP_FORMAT_POINT(NAME, name, noun) \
	[SP_FORMAT_##NAME] = &sp_format_##name,

/* "a list of links"; and the word of --format. */
extern const char *const sp_import_nouns[SP_FORMAT_COUNT];
extern const char *const sp_import_words[SP_FORMAT_COUNT];

/* The filter that reads the format. */
const char *sp_import_filter(enum sp_import_format_number format);

/*
 * For formats: moves the graph of a collection to *made, with its counts; also
 * after a failure, so that it is freed.
 */
void sp_imported_take(struct sp_imported *made,
		      const struct sp_collected *collected);

/* Frees the parts of *made; accepts a zeroed struct. */
void sp_imported_free(struct sp_imported *made);

#endif
