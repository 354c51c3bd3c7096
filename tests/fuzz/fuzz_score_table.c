/* SPDX-License-Identifier: MIT */
/* Tables of scores: what is taken is in range, and each page or link once. */
#include "walk.h"

#include "formats/import/score_table.h"
#include "graph/links/rowstore.h"

#define PAGES 8

/* Page i links to all pages below it. */
static struct sp_graph *
stairs(void)
{
	struct sp_rowstore *store = sp_rowstore_new(1, false);
	uint32_t below[PAGES];
	struct sp_row_sink sink;
	struct sp_graph *graph = NULL;
	double *weights = NULL;
	struct sp_error err;

	hold(store != NULL);
	sink = sp_rowstore_rows(store);
	hold(!sp_rows_begin(&sink, PAGES, &err));
	for (uint32_t page = 0; page < PAGES; page++) {
		struct sp_row row = { .page = page, .successors = below,
				      .count = page };

		below[page] = page;
		hold(!sp_rows_pass(&sink, &row, &err));
	}
	hold(!sp_rowstore_finish(store, PAGES, &graph, &weights, &err));
	sp_rowstore_free(store);
	return graph;
}

static void
check_rows(const struct sp_link_scores *scores)
{
	for (uint64_t i = 0; i < scores->count; i++) {
		const struct sp_link_score *row = &scores->rows[i];

		hold(row->source < PAGES && row->target < row->source);
		hold(!i || row[-1].source < row->source ||
		     (row[-1].source == row->source &&
		      row[-1].target < row->target));
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t how = fuzz_take(&data, &size, 1);
	struct sp_score_table table = { .pages = PAGES,
					.drop_missing = how & 1 };
	struct sp_link_scores scores = SP_LINK_SCORES_EMPTY;
	struct sp_graph *graph = stairs();
	double values[PAGES] = { 0 };
	struct sp_source *source;
	char path[FUZZ_PATH];
	struct sp_error err;
	enum sp_status status;

	fuzz_file(0, data, size, path);
	status = sp_source_open(path, &source, &err);
	if (!status && how & 2)
		status = sp_score_table_links(source, &table, graph, &scores,
					      &err);
	else if (!status)
		status = sp_score_table_pages(source, &table, values, &err);
	hold(!status || (status == SP_DATA && err.text[0]));
	if (!status) {
		hold(how & 2 ? table.rows == scores.count :
			       table.rows <= PAGES);
		check_rows(&scores);
	}
	sp_link_scores_free(&scores);
	sp_source_close(source);
	sp_graph_free(graph);
	return 0;
}
