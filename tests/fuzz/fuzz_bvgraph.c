/* SPDX-License-Identifier: MIT */
/*
 * BVGraphs: the length of the properties (two bytes), the properties, the bits
 * of the graph.  Rows must ascend, and their sums must be those of the report.
 */
#include "fuzz.h"

#include "formats/import/bvgraph.h"

#define ARCS_MOST 1000000 /* one page may claim them all, which takes memory */

struct row_check {
	uint64_t pages, next, links;
};

static enum sp_status
row_check_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct row_check *check = context;

	(void)err;
	check->pages = pages;
	return SP_OK;
}

static enum sp_status
row_check_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	const uint32_t *successors = row->successors;
	struct row_check *check = context;

	(void)err;
	hold(row->page >= check->next && row->page < check->pages);
	hold(!row->weights);
	for (uint64_t i = 0; i < row->count; i++) {
		hold(successors[i] < check->pages);
		hold(!i || successors[i] > successors[i - 1]);
	}
	check->links += row->count;
	check->next = row->page + 1;
	return SP_OK;
}

/* Do the properties announce more arcs than are worth trying? */
static bool
too_large(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), *arcs;
	bool large;

	hold(text);
	memcpy(text, data, size);
	text[size] = '\0';
	arcs = strstr(text, "arcs");
	large = arcs && strtoull(arcs + strcspn(arcs, "0123456789"), NULL,
				 10) > ARCS_MOST;
	free(text);
	return large;
}

static void
check_bvgraph(const char *name)
{
	struct row_check rows = { 0, 0, 0 };
	struct sp_row_sink sink = { &rows, row_check_begin, row_check_row };
	struct sp_bvgraph_report report;
	struct sp_error err;
	enum sp_status status = sp_import_bvgraph(name, &sink, &report, &err);

	hold(!status || (status == SP_DATA && err.text[0]));
	if (status)
		return;
	hold(report.pages == rows.pages);
	hold(report.links == rows.links);
	hold(report.copied + report.intervals + report.residuals ==
	     report.links);
}

/* The two files of a graph, NAME.properties and NAME.graph, made once: */
static char folder[FUZZ_PATH], name[FUZZ_PATH];
static char links[2][FUZZ_PATH]; /* symbolic links to files in memory */

static void
remove_files(void)
{
	unlink(links[0]);
	unlink(links[1]);
	rmdir(folder);
}

static void
make_files(void)
{
	static const char *const kinds[] = { "properties", "graph" };
	char path[FUZZ_PATH];

	snprintf(folder, FUZZ_PATH, "/tmp/fuzz.XXXXXX");
	hold(mkdtemp(folder));
	snprintf(name, FUZZ_PATH, "%.40s/g", folder);
	for (unsigned i = 0; i < 2; i++) {
		fuzz_file(i, (const uint8_t *)"", 0, path);
		snprintf(links[i], FUZZ_PATH, "%.40s/g.%s",
			 folder, kinds[i]);
		hold(!symlink(path, links[i]));
	}
	atexit(remove_files);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t length = fuzz_take(&data, &size, 2);
	char path[FUZZ_PATH];

	length = length < size ? length : size;
	if (too_large(data, length))
		return 0;
	if (!folder[0])
		make_files();
	fuzz_file(0, data, length, path);
	fuzz_file(1, data + length, size - length, path);
	check_bvgraph(name);
	return 0;
}
