/* SPDX-License-Identifier: MIT */
/*
 * A sparse matrix in Matrix Market form (.mtx):
 *
 *	%%MatrixMarket matrix coordinate FIELD SYMMETRY
 *	% comments
 *	ROWS COLUMNS ENTRIES
 *	I J [VALUE]
 *
 * FIELD is pattern (no values), real or integer; SYMMETRY is general or
 * symmetric, where an entry also stands for its mirror image.  Words may be in
 * upper or lower case.  Page p is row and column p + 1.
 *
 * Entries come in any order, so that all of them go
 * through the link sort.  The number that the header announces is compared at
 * the end, and nothing is allocated for it: memory follows the entries that are
 * there.
 *
 * Only what is a graph is read: a square matrix in coordinates, whose entries
 * are pattern, real or integer.  An entry with value 0 is a link like others.
 * A symmetric file has one half, so each entry off the diagonal is two links;
 * it may have entries in both triangles.
 */
#include "formats/import/formats.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "web/file/scan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum field { PATTERN, REAL, INTEGER };

struct mtx_import {
	struct sp_scan scan;
	const struct sp_import_options *options;
	const struct sp_row_sink *sink;
	struct sp_imported *made;
	struct sp_linksort *sort;
	enum field field;
	bool symmetric;
	uint64_t header_line;     /* with the sizes */
	uint64_t pages;
	uint64_t announced, entries; /* by the header, and so far */
};

/* ---- head ------------------------------------------------------------- */

/*
 * Reads a word of the first line that is one of the names, up to NULL, to
 * its place among them.
 */
static enum sp_status
read_banner_word(struct sp_scan *scan, const char *const *names,
		 unsigned *choice, struct sp_error *err)
{
	char reason[100] = "is not supported, only ";
	const char *word;
	size_t length;

	if (sp_scan_word(scan, &word, &length, err))
		return err->status;
	for (*choice = 0; names[*choice]; ++*choice) {
		size_t used = strlen(reason);

		if (sp_is_word((struct sp_span){ word, length },
			       names[*choice]))
			return SP_OK;
		snprintf(reason + used, sizeof(reason) - used, "%s%s",
			 *choice ? " or " : "", names[*choice]);
	}
	return sp_scan_bad_word(scan, word, length, reason, err);
}

static enum sp_status
read_banner(struct mtx_import *import, struct sp_error *err)
{
	static const char *const objects[] = { "matrix", NULL };
	static const char *const formats[] = { "coordinate", NULL };
	static const char *const fields[] = {
		[PATTERN] = "pattern", [REAL] = "real",
		[INTEGER] = "integer", NULL
	};
	static const char *const symmetries[] = { "general", "symmetric",
						  NULL };
	struct sp_scan *scan = &import->scan;
	unsigned choice;
	const char *word;
	size_t length;

	if (sp_scan_word(scan, &word, &length, err))
		return err->status;
	if (!sp_is_word((struct sp_span){ word, length }, "%%MatrixMarket"))
		return sp_scan_bad(scan, err, "not a Matrix Market file: does "
				   "not begin with \"%%%%MatrixMarket\"");
	if (read_banner_word(scan, objects, &choice, err) ||
	    read_banner_word(scan, formats, &choice, err) ||
	    read_banner_word(scan, fields, &choice, err))
		return err->status;
	import->field = (enum field)choice;
	if (read_banner_word(scan, symmetries, &choice, err))
		return err->status;
	import->symmetric = choice == 1;
	return sp_scan_end_line(scan, err);
}

/* Goes to the next line that has data; *end where there is none. */
static enum sp_status
skip_comments(struct sp_scan *scan, bool *end, struct sp_error *err)
{
	for (;;) {
		bool more;

		if (sp_scan_at_end(scan, end, err))
			return err->status;
		if (*end)
			return SP_OK;
		if (sp_scan_blanks(scan, &more, err))
			return err->status;
		if (more && scan->text[scan->at] != '%')
			return SP_OK;
		if (sp_scan_skip_line(scan, err))
			return err->status;
	}
}

static enum sp_status
mtx_read_sizes(struct mtx_import *import, struct sp_error *err)
{
	struct sp_scan *scan = &import->scan;
	uint64_t rows, columns;
	bool end;

	if (skip_comments(scan, &end, err))
		return err->status;
	import->header_line = scan->line;
	if (sp_scan_uint(scan, "the number of rows", &rows, err) ||
	    sp_scan_uint(scan, "the number of columns", &columns, err) ||
	    sp_scan_uint(scan, "the number of entries", &import->announced,
			 err))
		return err->status;
	if (rows != columns)
		return sp_scan_bad(scan, err, "%" PRIu64 " rows and "
				   "%" PRIu64 " columns: not the matrix of a "
				   "graph, which is square", rows, columns);
	if (rows > SP_PAGES_MAX)
		return sp_scan_bad(scan, err, "%" PRIu64 " pages: at most "
				   "%" PRIu64 " are supported", rows,
				   SP_PAGES_MAX);
	import->pages = rows;
	return sp_scan_end_line(scan, err);
}

/* ---- entries ---------------------------------------------------------- */

static enum sp_status
check_integer(const struct sp_scan *scan, double value, struct sp_error *err)
{
	if (value == floor(value))
		return SP_OK;
	return sp_scan_bad(scan, err, "%g is not an integer", value);
}

static enum sp_status
mtx_read_index(struct mtx_import *import, const char *what, uint64_t *page,
	       struct sp_error *err)
{
	uint64_t index;

	if (sp_scan_uint(&import->scan, what, &index, err))
		return err->status;
	if (!index)
		return sp_scan_bad(&import->scan, err, "%s is 0, where they "
				   "begin with 1", what);
	if (index > import->pages)
		return sp_scan_bad(&import->scan, err, "%s is %" PRIu64 ", but "
				   "line %" PRIu64 " says %" PRIu64, what,
				   index, import->header_line, import->pages);
	*page = index - 1;
	return SP_OK;
}

static enum sp_status
read_entry(struct mtx_import *import, struct sp_error *err)
{
	struct sp_scan *scan = &import->scan;
	uint64_t row, column, from, to;
	double value = 1;

	if (mtx_read_index(import, "the row", &row, err) ||
	    mtx_read_index(import, "the column", &column, err))
		return err->status;
	if (import->field != PATTERN &&
	    sp_scan_double(scan, "the value", &value, err))
		return err->status;
	if (import->field == INTEGER && check_integer(scan, value, err))
		return err->status;
	if (sp_scan_end_line(scan, err))
		return err->status;
	/*
	 * Entries beyond those announced are only counted, for the message at
	 * the end.
	 */
	if (import->entries++ >= import->announced)
		return SP_OK;
	from = import->options->transpose ? column : row;
	to = import->options->transpose ? row : column;
	if (sp_linksort_add(import->sort, from, to, value, err))
		return err->status;
	/* A symmetric file has one half of the matrix and the diagonal. */
	if (!import->symmetric || from == to)
		return SP_OK;
	return sp_linksort_add(import->sort, to, from, value, err);
}

static enum sp_status
read_entries(struct mtx_import *import, struct sp_error *err)
{
	struct sp_scan *scan = &import->scan;
	bool end;

	for (;;) {
		if (skip_comments(scan, &end, err))
			return err->status;
		if (end)
			break;
		if (read_entry(import, err))
			return err->status;
	}
	if (import->entries == import->announced)
		return SP_OK;
	/* The line to correct is that of the sizes, not the last one. */
	scan->line = import->header_line;
	return sp_scan_bad(scan, err, "says %" PRIu64 " entries, but there are "
			   "%" PRIu64, import->announced, import->entries);
}

/* ---- rows ------------------------------------------------------------- */

static enum sp_status
begin_matrix_rows(void *context, uint64_t pages, struct sp_error *err)
{
	const struct mtx_import *import = context;

	return sp_rows_begin(import->sink, pages, err);
}

/*
 * A sorted row no longer has a line: what the sink refuses can name only the
 * file.
 */
static enum sp_status
pass_matrix_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	const struct mtx_import *import = context;
	enum sp_status status = sp_rows_pass(import->sink, row, err);

	return status == SP_DATA ?
		       sp_fail_in(err, sp_source_name(import->scan.source)) :
		       status;
}

static enum sp_status
read_matrix(struct mtx_import *import, struct sp_error *err)
{
	struct sp_linksort_options options = import->options->sort;
	struct sp_row_sink rows = { import, begin_matrix_rows,
				    pass_matrix_row };

	if (sp_scan_open(&import->scan, import->options->paths[0],
			 import->options->source, err) ||
	    read_banner(import, err) || mtx_read_sizes(import, err))
		return err->status;
	options.weighted = import->options->weighted;
	import->sort = sp_linksort_new(&options);
	if (!import->sort)
		return sp_no_memory(err, "sorting links");
	if (read_entries(import, err))
		return err->status;
	return sp_linksort_rows(import->sort, import->pages, &rows,
				&import->made->duplicates, err);
}

static enum sp_status
read_mtx(const struct sp_import_options *options,
	 const struct sp_row_sink *sink, struct sp_imported *made,
	 struct sp_error *err)
{
	struct mtx_import import = { .options = options, .sink = sink,
				     .made = made };
	enum sp_status status = read_matrix(&import, err);

	sp_linksort_free(import.sort);
	sp_scan_close(&import.scan);
	return status;
}

const struct sp_import_format sp_format_mtx = {
	.read = read_mtx
};
