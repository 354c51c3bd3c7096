/* SPDX-License-Identifier: MIT */
/*
 * Matrix Market, coordinate form, general: "pattern", or "real" with weights.
 * An entry in row i and column j is a link from page i-1 to page j-1, as
 * formats/import/mtx.c reads it.
 *
 * The head has the number of entries, which the graph knows before the first
 * row.  Rows ascend, which the format does not require, but which makes reading
 * cheaper.
 */
#include "formats/export/formats.h"
#include "formats/export/text.h"
#include "graph/visit.h"

static enum sp_status
mtx_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct sp_text *text = context;

	(void)err;
	for (uint64_t i = 0; i < row->count; i++) {
		sp_text_uint(text, row->page + 1);
		sp_text_char(text, ' ');
		sp_text_uint(text, (uint64_t)row->successors[i] + 1);
		if (row->weights) {
			sp_text_char(text, ' ');
			sp_text_double(text, row->weights[i]);
		}
		sp_text_char(text, '\n');
	}
	return text->status;
}

static void
mtx_head(struct sp_text *text, const struct sp_export_graph *what)
{
	uint64_t pages = sp_graph_pages(what->graph);

	sp_text_string(text, "%%MatrixMarket matrix coordinate ");
	sp_text_string(text, what->weights ? "real" : "pattern");
	sp_text_string(text, " general\n"
		       "% row i, column j: a link from page i-1 to page j-1\n");
	sp_text_uint(text, pages);
	sp_text_char(text, ' ');
	sp_text_uint(text, pages);
	sp_text_char(text, ' ');
	sp_text_uint(text, sp_graph_links(what->graph));
	sp_text_char(text, '\n');
}

static enum sp_status
write_mtx(const struct sp_export_graph *what,
	  const struct sp_export_options *options,
	  const struct sp_output *outputs, struct sp_error *err)
{
	struct sp_text text;
	struct sp_row_sink sink = { &text, NULL, mtx_row };
	enum sp_status status = sp_text_begin(&text, outputs, err);

	if (!status) {
		mtx_head(&text, what);
		status = sp_graph_walk(what->graph, what->weights,
				       options->progress, &sink, err);
	}
	return sp_text_end(&text, status);
}

const struct sp_export_format sp_export_mtx = {
	.holds = SP_EXPORT_WEIGHTS,
	.write = write_mtx
};
