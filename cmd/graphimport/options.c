/* SPDX-License-Identifier: MIT */
/* options.c - the table of the options of graphimport, a part after another */
#include "graphimport.h"

#include <assert.h>
#include <string.h>

/* Rules of the table: an option that the format cannot use is an error. */
#define FOR_FORMATS(formats) \
	.only_with = &options->format, .only_values = (formats)
#define ANY (1U << SP_FORMAT_AUTO) /* checked again when it is known */
#define ARCS (1U << SP_FORMAT_ARCS | ANY)
#define ASCII (1U << SP_FORMAT_ASCII)
#define MTX (1U << SP_FORMAT_MTX | ANY)
#define CC (1U << SP_FORMAT_CC | ANY)
#define CSV (1U << SP_FORMAT_CSV | ANY)
#define CLUEWEB22 (1U << SP_FORMAT_CLUEWEB22 | ANY)
#define ARCHIVES (1U << SP_FORMAT_WARC | 1U << SP_FORMAT_WAT | ANY)
/* Names of archives have their normal form, those of cc are hosts. */
#define NAMED (~(1U << SP_FORMAT_WARC | 1U << SP_FORMAT_WAT | \
		 1U << SP_FORMAT_CC) & ~(~0U << SP_FORMAT_COUNT))

/* Puts the rows into the table, and gives their number. */
#define COPY_ROWS(to, rows) \
	(memcpy(to, rows, sizeof(rows)), \
	 (unsigned)(sizeof(rows) / sizeof(*(rows))))

/* What the pages are. */
static unsigned
put_page_rows(struct import_options *options, struct option_row *to)
{
	const struct option_row rows[] = {
		CHOICE("format", "FORMAT", options->format,
		       SP_FORMAT_WORDS, .letter = 'f',
		       .help = "format of the input; auto: recognised"),
		OPTION("names", "FILE", options->names, .local = true,
		       .help = "names (URLs) of the pages"),
		CHOICE("names-layout", "WORD", options->layout,
		       "lines|id-name|name-id", .needs = &options->names,
		       .idle_without = &options->names,
		       .help = "line i names page i, or columns"),
		OPTION("hosts", "FILE", options->hosts, .local = true,
		       .excludes = &options->by_url,
		       .help = "hosts; line i is the host of page i"),
		FLAG("domain", options->domain,
		     .help = "also find the registrable domains"),
		FLAG("by-url", options->by_url,
		     .help = "renumber pages by reversed host, then path"),
	};

	return COPY_ROWS(to, rows);
}

/* Lists of links, matrices, the files of Common Crawl. */
static unsigned
put_list_rows(struct import_options *options, struct option_row *to)
{
	struct sp_arcs_options *arcs = &options->arcs;
	const struct option_row rows[] = {
		CHOICE("keys", "WORD", arcs->keys, "auto|ids|names",
		       FOR_FORMATS(ARCS), .help = "arcs: what columns hold"),
		OPTION("separator", "TEXT", arcs->separator,
		       FOR_FORMATS(ARCS | CSV),
		       .help = "arcs, csv: column separator; default: found"),
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
		     .or_with = &options->layout, .help = "ids start at 1"),
		FLAG("dense", arcs->dense, FOR_FORMATS(ARCS),
		     .excludes = &options->names,
		     .help = "arcs: keep all ids, even unused ones"),
		FLAG("transpose", options->transpose, FOR_FORMATS(MTX),
		     .help = "mtx: entry i j is a link from j to i"),
		OPTION("vertices", "FILE", options->vertices, .local = true,
		       FOR_FORMATS(CC),
		       .help = "cc: file of vertices; may be repeated"),
	};

	return COPY_ROWS(to, rows);
}

/* Links between URLs. */
static unsigned
put_url_rows(struct import_options *options, struct option_row *to)
{
	const struct option_row rows[] = {
		OPTION("source", "COLUMN", options->csv.source,
		       FOR_FORMATS(CSV), .needs = &options->csv.target,
		       .help = "csv: column of the linking page, by name"),
		OPTION("target", "COLUMN", options->csv.target,
		       FOR_FORMATS(CSV), .needs = &options->csv.source,
		       .help = "csv: column of the linked page, by name"),
		OPTION("weight", "COLUMN", options->csv.weight,
		       FOR_FORMATS(CSV),
		       .help = "csv: column of link weights, by name"),
		OPTION("where", "CONDITION", options->where,
		       FOR_FORMATS(CSV),
		       .help = "csv: only records with COLUMN=VALUE"),
		FLAG("no-header", options->csv.no_header, FOR_FORMATS(CSV),
		     .needs = &options->csv.source,
		     .help = "csv: there is none; columns are numbers"),
		FLAG("urls", options->clueweb_urls, FOR_FORMATS(CLUEWEB22),
		     .help = "clueweb22: name pages by URL, not by id"),
		FLAG("normalize", options->normalize, FOR_FORMATS(NAMED),
		     .help = "one page for URLs with one normal form"),
	};

	return COPY_ROWS(to, rows);
}

/* Web archives. */
static unsigned
put_archive_rows(struct import_options *options, struct option_row *to)
{
	struct sp_warc_options *warc = &options->warc;
	const struct option_row rows[] = {
		FLAG("all-links", warc->fetch.all_links, FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: images, scripts, ... are links too"),
		FLAG("canonical", warc->fetch.canonical, FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: also link rel=canonical"),
		FLAG("link-headers", warc->fetch.link_headers,
		     FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: also the HTTP header Link"),
		FLAG("redirects", warc->fetch.redirects, FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: also the Location of redirects"),
		FLAG("fold-redirects", warc->fold_redirects,
		     FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: redirects become where they end"),
		FLAG("skip-nofollow", warc->fetch.skip_nofollow,
		     FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: not links with rel=nofollow"),
		FLAG("fetched-only", warc->fetched_only, FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: only pages that were fetched"),
		FLAG("first", warc->first, FOR_FORMATS(ARCHIVES),
		     .help = "warc, wat: keep the first fetch of a page"),
		OPTION("max-record", "SIZE", warc->max_record, .bytes = true,
		       .least = 1024, .most = (double)((uint64_t)1 << 40),
		       FOR_FORMATS(ARCHIVES),
		       .help = "warc, wat: bytes read of a record or page"),
		FLAG("strict", warc->strict, FOR_FORMATS(ARCHIVES),
		     .local = true,
		     .help = "warc, wat: a damaged record is an error"),
	};

	return COPY_ROWS(to, rows);
}

/* Scores that are added, and the output. */
static unsigned
import_put_score_rows(struct import_options *options, struct option_row *to)
{
	const struct option_row rows[] = {
		OPTION("scores", "FILE", options->scores, .local = true,
		       .named = true,
		       .help = "scores of pages, [NAME=]FILE; repeatable"),
		OPTION("link-scores", "FILE", options->link_scores,
		       .local = true, .named = true,
		       .help = "scores of links, [NAME=]FILE; repeatable"),
		FLAG("drop-missing", options->drop_missing,
		     .help = "skip scores of what is not in the graph"),
		OPTION("parts", "N", options->parts, .least = 1,
		       .most = CMD_PARTS_MAX, .local = true,
		       .help = "write parts, FILE.000 ..., and their manifest"),
	};

	return COPY_ROWS(to, rows);
}

/* Shares of the input, and their merge. */
static unsigned
put_merge_rows(struct import_options *options, struct option_row *to)
{
	const struct option_row rows[] = {
		OPTION("for-merge", "TASK", options->for_merge, .local = true,
		       .help = "import share K/N, K from 0, for a merge"),
		FLAG("merge-names", options->merge_names,
		     .excludes = &options->for_merge,
		     .help = "merge what all tasks have imported"),
	};

	return COPY_ROWS(to, rows);
}

void
import_set_options(struct import_options *options,
		   struct option_row rows[IMPORT_ROWS])
{
	unsigned count = 0;

	count += put_page_rows(options, rows);
	count += put_list_rows(options, rows + count);
	count += put_url_rows(options, rows + count);
	count += put_archive_rows(options, rows + count);
	count += import_put_score_rows(options, rows + count);
	count += put_merge_rows(options, rows + count);
	assert(count < IMPORT_ROWS);
	rows[count] = (struct option_row)OPTION_END;
}
