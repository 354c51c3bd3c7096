/* SPDX-License-Identifier: MIT */
#include "formats/import/formats.h"

#include <stdlib.h>

#define FORMAT_NOUN(NAME, name, noun) [SP_FORMAT_##NAME] = noun,
const char *const sp_import_nouns[SP_FORMAT_COUNT] = {
	SP_LINK_FORMATS(FORMAT_NOUN) SP_CRAWLED_FORMATS(FORMAT_NOUN)
};

#define FORMAT_WORD(NAME, name, noun) [SP_FORMAT_##NAME] = #name,
const char *const sp_import_words[SP_FORMAT_COUNT] = {
	SP_LINK_FORMATS(FORMAT_WORD) SP_CRAWLED_FORMATS(FORMAT_WORD)
};

const char *
sp_import_filter(enum sp_import_format_number format)
{
	return format < SP_FORMAT_CRAWLED ? "graphimport" : "crawlgraph";
}

void
sp_imported_take(struct sp_imported *made,
		 const struct sp_collected *collected)
{
	made->graph = collected->graph;
	made->weights = collected->weights;
	made->links = collected->graph ? sp_graph_links(collected->graph) : 0;
	made->linking = collected->linking;
	made->self_links = collected->self_links;
	made->duplicates = collected->duplicates;
}

void
sp_imported_free(struct sp_imported *made)
{
	sp_graph_free(made->graph);
	free(made->weights);
	sp_names_free(&made->names);
	free(made->captures.items);
	sp_states_free(&made->states);
	sp_fetches_free(&made->fetches);
}
