/* SPDX-License-Identifier: MIT */
/*
 * Real web graphs from the optional data folder ($SEEDPIPE_DATA or
 * ../shared/data).  If one is missing, all tests are skipped.
 */
#include "unit.h"

#include "formats/import/bvgraph.h"
#include "formats/import/formats.h"

static char cnr_path[4096], hollins_path[4096];

/* Is the file in the data folder?  If not, reports all tests as skipped. */
static bool
find_data(char path[4096], const char *name)
{
	const char *folder = getenv("SEEDPIPE_DATA");
	FILE *file;

	snprintf(path, 4096, "%s/%s", folder ? folder : "../shared/data",
		 name);
	file = fopen(path, "rb");
	if (!file) {
		printf("1..0 # SKIP no %s\n", path);
		return false;
	}
	fclose(file);
	return true;
}

/* ---- cnr-2000 --------------------------------------------------------- */

struct links_seen {
	uint64_t links;
	uint64_t sum;          /* over all links, in order */
};

static enum sp_status
sum_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct links_seen *seen = context;

	(void)err;
	for (uint64_t i = 0; i < row->count; i++)
		seen->sum = (seen->sum * 1000003 + row->successors[i] +
			     row->page * 7919) % (UINT64_C(1) << 61);
	seen->links += row->count;
	return SP_OK;
}

START_TEST(cnr_2000)
{
	struct links_seen seen = { 0, 0 };
	struct sp_row_sink sink = { &seen, NULL, sum_row };
	struct sp_bvgraph_report report;
	struct sp_error err = { .text = "" };

	must(sp_import_bvgraph(cnr_path, &sink, &report, &err), err);
	ck_assert_uint_eq(report.pages, 325557);
	ck_assert_uint_eq(report.links, 3216152);
	ck_assert_uint_eq(seen.links, 3216152);
	ck_assert_uint_eq(report.self_links, 87442);
	ck_assert_uint_eq(report.dangling, 78056);
	/* From another decoder, written from the description of the format. */
	ck_assert_uint_eq(report.copied, 2130833);
	ck_assert_uint_eq(report.intervals, 361894);
	ck_assert_uint_eq(report.residuals, 723425);
	ck_assert_uint_eq(seen.sum, UINT64_C(1810560358335236795));
}
END_TEST

/* ---- hollins ---------------------------------------------------------- */

START_TEST(hollins)
{
	struct sp_arcs_options options = { .memory = 1 << 20,
					   .directory = "/tmp",
					   .threads = 1 };
	struct sp_source *source;
	struct sp_imported arcs = { 0 };
	struct sp_error err;

	must(sp_source_open(hollins_path, &source, &err), err);
	must(sp_import_arcs(source, &options, &arcs, &err), err);
	ck_assert_uint_eq(sp_graph_pages(arcs.graph), 6012);
	ck_assert_uint_eq(sp_graph_links(arcs.graph), 23875);
	ck_assert_uint_eq(arcs.names.count, 0);
	sp_imported_free(&arcs);
	sp_source_close(source);
}
END_TEST

int
main(void)
{
	TCase *tests;

	if (!find_data(cnr_path, "cnr-2000/cnr-2000.properties") ||
	    !find_data(hollins_path, "hollins/hollins.edges.txt.gz"))
		return EXIT_SUCCESS;
	tests = unit_case("real graphs");
	tcase_add_test(tests, cnr_2000);
	tcase_add_test(tests, hollins);
	return unit_run(tests);
}
