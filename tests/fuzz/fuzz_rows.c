/* SPDX-License-Identifier: MIT */
/*
 * Graphs as rows of text: ASCII graphs, matrices, and vertices and edges of
 * Common Crawl, whose vertices are as many bytes as the second and third byte
 * say.  Rows ascend; what is written of them is read as the same rows.
 */
#include "streams.h"

#include "formats/export/formats.h"
#include "formats/import/formats.h"
#include "graph/links/rowstore.h"

/* A file of 20 bytes may have 4 billion pages. */
#define PAGES_MOST 4096

struct row_check {
	uint64_t pages, next, links;
	struct sp_rowstore *store;
};

static enum sp_status
check_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct row_check *check = context;

	(void)err;
	check->pages = pages;
	return SP_OK;
}

static enum sp_status
check_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct row_check *check = context;

	hold(row->page >= check->next && row->page < check->pages);
	for (uint64_t i = 0; i < row->count; i++) {
		hold(row->successors[i] < check->pages);
		hold(!i || row->successors[i] > row->successors[i - 1]);
	}
	check->links += row->count;
	check->next = row->page + 1;
	return sp_rowstore_row(check->store, row, err);
}

/* A graph, and the weights of its links or NULL. */
struct weighed {
	struct sp_graph *graph;
	double *weights;
};

static void
weighed_free(struct weighed *weighed)
{
	sp_graph_free(weighed->graph);
	free(weighed->weights);
}

/* Reads a file; *result stays empty if it is refused or has many pages. */
static enum sp_status
read_rows(const struct sp_import_format *format,
	  const struct sp_import_options *options, struct weighed *result)
{
	struct row_check check = {
		.store = sp_rowstore_new(1, options->weighted)
	};
	struct sp_row_sink sink = { &check, check_begin, check_row };
	struct sp_imported made;
	struct sp_error err;
	enum sp_status status;

	memset(&made, 0, sizeof(made));
	hold(check.store);
	status = format->read(options, &sink, &made, &err);
	hold(!status || ((status == SP_DATA || status == SP_USAGE) &&
			 err.text[0]));
	hold(status || !made.names.count || made.names.count == check.pages);
	if (!status && check.pages <= PAGES_MOST) {
		hold(!sp_rowstore_finish(check.store, check.pages,
					 &result->graph, &result->weights,
					 &err));
		hold(sp_graph_links(result->graph) == check.links);
	}
	sp_rowstore_free(check.store);
	sp_imported_free(&made);
	return status;
}

static void
check_again(const struct sp_import_format *from,
	    const struct sp_export_format *to,
	    const struct sp_import_options *options,
	    const struct weighed *first)
{
	struct sp_export_graph what = { .graph = first->graph,
					.weights = first->weights };
	struct sp_export_options how = SP_EXPORT_DEFAULTS;
	struct sp_import_options plain = *options;
	struct fuzz_stream text = { NULL, 0 };
	struct sp_output output = { &text, bytes_write };
	struct weighed again = { NULL, NULL };
	char path[FUZZ_PATH];
	const char *paths[] = { path };
	struct sp_fingerprint one = sp_graph_fingerprint(first->graph), two;
	struct sp_error err;

	hold(!to->write(&what, &how, &output, &err));
	fuzz_file(1, text.at, text.size, path);
	plain.paths = paths;
	plain.transpose = false;
	hold(!read_rows(from, &plain, &again));
	two = sp_graph_fingerprint(again.graph);
	hold(sp_fingerprint_equal(&one, &two));
	hold(!first->weights ||
	     !memcmp(first->weights, again.weights,
		     sp_graph_links(first->graph) * sizeof(double)));
	weighed_free(&again);
	free(text.at);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t how = fuzz_take(&data, &size, 1);
	struct weighed first = { NULL, NULL };
	char path[FUZZ_PATH], other[FUZZ_PATH];
	const char *paths[] = { path }, *vertices[] = { other };
	struct sp_import_options options = {
		.paths = paths, .path_count = 1,
		.vertices = vertices, .vertices_count = 1,
		.sort = { .memory = 1 << 20, .directory = "/tmp",
			  .threads = 1 },
		.weighted = how & 4, .transpose = how & 8
	};

	if (how % 4 == 3) {
		size_t length = (size_t)fuzz_take(&data, &size, 2);

		options.weighted = false;
		length = length < size ? length : size;
		fuzz_file(1, data, length, other);
		fuzz_file(0, data + length, size - length, path);
		(void)read_rows(&sp_format_cc, &options, &first);
		weighed_free(&first);
		return 0;
	}
	fuzz_file(0, data, size, path);
	if (!read_rows(how & 1 ? &sp_format_mtx : &sp_format_ascii, &options,
		       &first) && first.graph)
		check_again(how & 1 ? &sp_format_mtx : &sp_format_ascii,
			    how & 1 ? &sp_export_mtx : &sp_export_ascii,
			    &options, &first);
	weighed_free(&first);
	return 0;
}
