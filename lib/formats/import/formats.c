/* SPDX-License-Identifier: MIT */
#include "formats/import/formats.h"

#include <stdlib.h>

#define POINT_AT_FORMAT(NAME, name) [SP_FORMAT_##NAME] = &sp_format_##name,
const struct sp_import_format *const sp_import_formats[SP_FORMAT_COUNT] = {
	SP_IMPORT_FORMATS(POINT_AT_FORMAT)
};

void
sp_imported_free(struct sp_imported *made)
{
	sp_graph_free(made->graph);
	free(made->weights);
	sp_names_free(&made->names);
	free(made->captures.items);
}
