/* SPDX-License-Identifier: MIT */
/*
* import_rows.h - files for importers, and a sink that prints their rows
 */
#ifndef TESTS_IMPORT_ROWS_H
#define TESTS_IMPORT_ROWS_H

#include "unit.h"

#include "formats/import/formats.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

/* ---- files ------------------------------------------------------------ */

static char folder[] = "/tmp/test_import.XXXXXX";

/* The path of a file in the folder; 64 paths are valid at a time. */
static inline const char *
path_of(const char *name)
{
	static char paths[64][320];
	static unsigned next;
	char *path = paths[next++ % 64];

	snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
	return path;
}

static inline const char *
put_bytes(const char *name, const void *bytes, size_t size)
{
	const char *path = path_of(name);
	FILE *file = fopen(path, "wb");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
	ck_assert_int_eq(fclose(file), 0);
	return path;
}

static inline const char *
put_text(const char *name, const char *text)
{
	return put_bytes(name, text, strlen(text));
}

static inline const char *
put_gzip(const char *name, const char *text)
{
	const char *path = path_of(name);
	gzFile file = gzopen(path, "wb");

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(gzputs(file, text), (int)strlen(text));
	ck_assert_int_eq(gzclose(file), Z_OK);
	return path;
}

static inline const char *
put_zstd(const char *name, const char *text)
{
	char packed[4096];
	size_t size = ZSTD_compress(packed, sizeof(packed), text,
				    strlen(text), 1);

	ck_assert(!ZSTD_isError(size));
	return put_bytes(name, packed, size);
}

/* ---- rows ------------------------------------------------------------- */

/* A sink's rows as text: "3 pages: 0>1,2 2>0", or with weights "0>1=0.5". */
struct seen {
	char *text;
	size_t size;
	FILE *out;
	uint64_t pages, next, rows, links, fail_at;
};

static inline enum sp_status
see_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct seen *seen = context;

	(void)err;
	seen->pages = pages;
	fprintf(seen->out, "%llu pages:", (unsigned long long)pages);
	return SP_OK;
}

static inline enum sp_status
see_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	const uint32_t *successors = row->successors;
	struct seen *seen = context;

	if (++seen->rows == seen->fail_at)
		return sp_fail(err, SP_IO, "the sink is full");
	ck_assert(row->page >= seen->next && row->page < seen->pages);
	seen->next = row->page + 1;
	seen->links += row->count;
	for (uint64_t i = 0; i < row->count; i++) {
		ck_assert(successors[i] < seen->pages);
		ck_assert(!i || successors[i - 1] < successors[i]);
		if (i)
			fprintf(seen->out, ",%u", successors[i]);
		else
			fprintf(seen->out, " %u>%u", (unsigned)row->page,
				successors[i]);
		if (row->weights)
			fprintf(seen->out, "=%g", row->weights[i]);
	}
	return SP_OK;
}

static inline struct sp_row_sink
sink_of(struct seen *seen)
{
	struct sp_row_sink sink = { seen, see_begin, see_row };

	memset(seen, 0, sizeof(*seen));
	seen->out = open_memstream(&seen->text, &seen->size);
	ck_assert_ptr_nonnull(seen->out);
	return sink;
}

/* Ends the text and returns it; the caller frees seen->text. */
static inline const char *
seen_text(struct seen *seen)
{
	ck_assert_int_eq(fclose(seen->out), 0);
	return seen->text;
}

/* Checks that a file was rejected with the message "PATH: text". */
static inline void
check_refused(enum sp_status status, const struct sp_error *err,
	      const char *path, const char *text)
{
	char expected[512];

	snprintf(expected, sizeof(expected), "%s: %s", path, text);
	ck_assert_str_eq(status ? err->text : "accepted", expected);
	ck_assert_int_eq(status, SP_DATA);
}

/* ---- run -------------------------------------------------------------- */

/* Removes the folder and its files. */
static inline void
remove_folder(void)
{
	DIR *files = opendir(folder);
	struct dirent *entry;

	while (files && (entry = readdir(files)))
		unlink(path_of(entry->d_name));
	closedir(files);
	rmdir(folder);
}

/* unit_run() in a program that needs the folder. */
static inline int
import_run(TCase *tests)
{
	int status;

	if (!mkdtemp(folder))
		return EXIT_FAILURE;
	status = unit_run(tests);
	remove_folder();
	return status;
}

#endif
