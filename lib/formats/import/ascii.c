/* SPDX-License-Identifier: MIT */
/*
 * The ASCIIGraph text of WebGraph (.graph-txt).
 *
 * Line 1 has the number of pages, and line p + 2 the successors of page p,
 * separated by blanks; a line may be empty.  In the weighted variant (the
 * WEBSPAM hosts, for example), a successor is "page:weight".
 *
 * Rows are passed on as they are read, so that memory is that of the longest
 * row: this is why the format is read by a scanner of words and not by lines,
 * of which one may have the links of a portal, in megabytes.
 *
 * The number of lines is known, so a file that ends early and one that goes on
 * are both errors, with the line.  Successors may be in any order and come
 * twice, as other programs write them: a row is normalised before it is passed
 * on, its duplicates are counted, and their weights added up.
 */
#include "formats/import/formats.h"

#include "base/memory.h"
#include "graph/links/rowsort.h"
#include "web/file/scan.h"

struct ascii_import {
	struct sp_scan scan;
	struct sp_raw_row row;
	bool weighted;
	uint64_t pages;
};

static enum sp_status
read_page_count(struct ascii_import *import, struct sp_error *err)
{
	struct sp_scan *scan = &import->scan;

	if (sp_scan_uint(scan, "the number of pages", &import->pages, err))
		return err->status;
	if (import->pages > SP_PAGES_MAX)
		return sp_scan_bad(scan, err, "%" PRIu64 " pages: at most "
				   "%" PRIu64 " are supported", import->pages,
				   SP_PAGES_MAX);
	return sp_scan_end_line(scan, err);
}

/*
 * The weight at the current position.  No blanks may precede it:
 * sp_scan_double() would skip them and take the next page for the weight.
 */
static enum sp_status
read_weight(struct sp_scan *scan, double *weight, struct sp_error *err)
{
	char next = scan->text[scan->at];

	if (next == ' ' || next == '\t')
		return sp_scan_bad(scan, err, "a weight is missing");
	return sp_scan_double(scan, "a weight", weight, err);
}

static enum sp_status
read_successor(struct ascii_import *import, struct sp_error *err)
{
	struct sp_raw_row *row = &import->row;
	struct sp_scan *scan = &import->scan;
	double weight = 1;
	uint64_t page;

	if (sp_scan_uint(scan, "a page", &page, err))
		return err->status;
	if (page >= import->pages)
		return sp_scan_bad(scan, err, "page %" PRIu64 ", but line 1 "
				   "says %" PRIu64 " pages, numbered from 0",
				   page, import->pages);
	if (scan->text[scan->at] == ':') {
		scan->at++;
		if (read_weight(scan, &weight, err))
			return err->status;
	}
	if (!sp_grow(&row->targets, &row->capacity, row->count + 1) ||
	    (import->weighted &&
	     !sp_grow(&row->weights, &row->weight_capacity, row->count + 1)))
		return sp_no_memory(err, "a list of links");
	row->targets[row->count] = (uint32_t)page;
	if (import->weighted)
		row->weights[row->count] = weight;
	row->count++;
	return SP_OK;
}

/* The words of the line, as they come. */
static enum sp_status
read_successors(struct ascii_import *import, struct sp_error *err)
{
	bool more;

	import->row.count = 0;
	for (;;) {
		if (sp_scan_blanks(&import->scan, &more, err))
			return err->status;
		if (!more)
			return sp_scan_end_line(&import->scan, err);
		if (read_successor(import, err))
			return err->status;
	}
}

static enum sp_status
read_ascii_row(struct ascii_import *import, uint64_t page, uint64_t *duplicates,
	       struct sp_error *err)
{
	struct sp_scan *scan = &import->scan;
	bool end;

	if (sp_scan_at_end(scan, &end, err))
		return err->status;
	if (end) {
		/* The line counter is already past the last line. */
		scan->line--;
		return sp_scan_bad(scan, err, "the file ends here, with lines "
				   "for %" PRIu64 " of %" PRIu64 " pages", page,
				   import->pages);
	}
	if (read_successors(import, err))
		return err->status;
	if (sp_raw_row_normalise(&import->row, duplicates, err))
		return sp_fail_in(err, sp_source_name(scan->source));
	return SP_OK;
}

/*
 * What the sink refuses is on the line that has just been read, while the line
 * counter is already on the next one.
 */
static enum sp_status
pass_ascii_row(struct ascii_import *import, uint64_t page,
	       const struct sp_row_sink *sink, struct sp_error *err)
{
	const struct sp_raw_row *raw = &import->row;
	struct sp_row row = { page, raw->count, raw->targets,
			      import->weighted ? raw->weights : NULL };
	struct sp_error why;

	if (!raw->count || !sp_rows_pass(sink, &row, &why))
		return SP_OK;
	*err = why;
	if (why.status != SP_DATA)
		return why.status;
	import->scan.line = page + 2;
	return sp_scan_bad(&import->scan, err, "%s", why.text);
}

static enum sp_status
read_ascii_rows(struct ascii_import *import, const struct sp_row_sink *sink,
		uint64_t *duplicates, struct sp_error *err)
{
	enum sp_status status = sp_rows_begin(sink, import->pages, err);
	bool end;

	for (uint64_t page = 0; !status && page < import->pages; page++) {
		status = read_ascii_row(import, page, duplicates, err);
		if (!status)
			status = pass_ascii_row(import, page, sink, err);
	}
	if (status)
		return status;
	if (sp_scan_at_end(&import->scan, &end, err))
		return err->status;
	return end ? SP_OK :
		     sp_scan_bad(&import->scan, err, "a line too many: line 1 "
				 "says %" PRIu64 " pages", import->pages);
}

static enum sp_status
read_ascii(const struct sp_import_options *options,
	   const struct sp_row_sink *sink, struct sp_imported *made,
	   struct sp_error *err)
{
	struct ascii_import import = { .weighted = options->weighted };
	enum sp_status status = sp_scan_open(&import.scan, options->paths[0],
					     options->source, err);

	if (!status)
		status = read_page_count(&import, err);
	if (!status)
		status = read_ascii_rows(&import, sink, &made->duplicates,
					 err);
	sp_scan_close(&import.scan);
	sp_raw_row_free(&import.row);
	return status;
}

const struct sp_import_format sp_format_ascii = {
	.read = read_ascii
};
