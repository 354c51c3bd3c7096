/* SPDX-License-Identifier: MIT */
/*
 * WebGraph's ASCIIGraph: line 1 has the number of pages, line p + 2 the
 * successors of page p, with a blank between two.  A weight follows its page
 * after a colon, as in the host graph of WEBSPAM-UK2007; WebGraph does not read
 * such files, formats/import/ascii.c does.
 */
#include "formats/export/formats.h"
#include "formats/export/text.h"
#include "graph/visit.h"

static enum sp_status
ascii_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct sp_text *text = context;

	(void)err;
	sp_text_uint(text, pages);
	sp_text_char(text, '\n');
	return text->status;
}

static enum sp_status
ascii_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct sp_text *text = context;

	(void)err;
	for (uint64_t i = 0; i < row->count; i++) {
		if (i)
			sp_text_char(text, ' ');
		sp_text_uint(text, row->successors[i]);
		if (row->weights) {
			sp_text_char(text, ':');
			sp_text_double(text, row->weights[i]);
		}
	}
	sp_text_char(text, '\n');
	return text->status;
}

static enum sp_status
write_ascii(const struct sp_export_graph *what,
	    const struct sp_export_options *options,
	    const struct sp_output *outputs, struct sp_error *err)
{
	struct sp_text text;
	struct sp_row_sink sink = { &text, ascii_begin, ascii_row };
	enum sp_status status = sp_text_begin(&text, outputs, err);

	if (!status)
		status = sp_graph_walk(what->graph, what->weights,
				       options->progress, &sink, err);
	return sp_text_end(&text, status);
}

const struct sp_export_format sp_export_ascii = {
	.holds = SP_EXPORT_WEIGHTS,
	.write = write_ascii
};
