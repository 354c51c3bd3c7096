/* SPDX-License-Identifier: MIT */
/*
 * Dumps of linkdb, tables and outlinks of ClueWeb22: a graph that can be walked
 * with a name for each page, or a message.
 */
#include "walk.h"

#include "formats/import/formats.h"

static const struct sp_import_format *const formats[] = {
	&sp_format_linkdb, &sp_format_csv, &sp_format_clueweb22
};

static const char *const conditions[] = { "Type=Hyperlink" };

static void
check_made(const struct sp_imported *made)
{
	struct walked walked = walk_graph(made->graph);

	hold(walked.whole);
	hold(walked.links == made->links);
	hold(walked.self_links == made->self_links);
	hold(made->names.count == sp_graph_pages(made->graph));
	hold(made->names.count > 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t how = fuzz_take(&data, &size, 1);
	char path[FUZZ_PATH];
	const char *paths[2] = { path, path };
	struct sp_import_options options = {
		.paths = paths, .path_count = how & 64 ? 2 : 1,
		.sort = { .memory = 1 << 20, .directory = "/tmp",
			  .threads = 1 },
		.clueweb_urls = how & 4, .normalize = how & 8,
		.weighted = how & 16,
	};
	struct sp_imported made;
	struct sp_error err;
	enum sp_status status;

	fuzz_file(0, data, size, path);
	memset(&made, 0, sizeof(made));
	if (how & 16)
		options.csv.weight = "3";
	if (how & 32) {
		options.csv.where = conditions;
		options.csv.where_count = 1;
	}
	if (how & 128) {
		options.csv.source = "1";
		options.csv.target = "2";
		options.csv.no_header = true;
	}
	status = formats[how % 3]->read(&options, NULL, &made, &err);
	hold(!status || ((status == SP_DATA || status == SP_USAGE) &&
			 err.text[0]));
	if (!status)
		check_made(&made);
	sp_imported_free(&made);
	return 0;
}
