/* SPDX-License-Identifier: MIT */
/* Links as text: the counts of the report agree with the graph. */
#include "walk.h"

#include "formats/import/formats.h"

static void
check_arcs(const struct sp_imported *arcs)
{
	struct walked walked = walk_graph(arcs->graph);

	hold(walked.whole);
	hold(walked.links + arcs->duplicates == arcs->arcs);
	hold(walked.self_links == arcs->self_links);
	hold(arcs->arcs <= arcs->lines);
	hold(!arcs->names.count ||
	     arcs->names.count == sp_graph_pages(arcs->graph));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const separators[] = { NULL, ",", "\t", " => " };
	uint64_t how = fuzz_take(&data, &size, 1);
	struct sp_arcs_options options = {
		.separator = separators[how & 3],
		.keys = (enum sp_arcs_keys)((how >> 2 & 3) % 3),
		.base1 = how >> 4 & 1, .weight_column = how >> 5 & 1 ? 3 : 0,
		.skip = how >> 6 & 1, .memory = (uint64_t)1 << 20,
		.directory = "/tmp", .threads = 1
	};
	struct sp_imported arcs = { 0 };
	struct sp_source *source;
	char path[FUZZ_PATH];
	struct sp_error err;
	enum sp_status status;

	fuzz_file(0, data, size, path);
	status = sp_source_open(path, &source, &err);
	if (!status)
		status = sp_import_arcs(source, &options, &arcs, &err);
	/* Pages with names have no first number to ask for. */
	hold(!status || ((status == SP_DATA ||
			  (status == SP_USAGE && options.base1)) &&
			 err.text[0]));
	if (!status)
		check_arcs(&arcs);
	sp_imported_free(&arcs);
	sp_source_close(source);
	return 0;
}
