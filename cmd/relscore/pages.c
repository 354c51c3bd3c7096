/* SPDX-License-Identifier: MIT */
/* The pages of the graph, found by URL. */
#include "relscore.h"

#include "cli/input.h"

#include "base/memory.h"
#include "section/names.h"

enum sp_status
relscore_index_pages(struct relscore *relscore)
{
	struct relscore_pages *pages = &relscore->pages;
	const struct sp_contents *contents = &relscore->contents;

	pages->names = sp_contents_names(contents);
	pages->count = contents->basis.graph.pages;
	if (!pages->names)
		return cmd_missing(relscore->cmd, "names");
	/* The dictionary gets no new names: it does not change the table. */
	pages->dictionary = sp_dictionary_new(
		(struct sp_names *)(uintptr_t)pages->names);
	return pages->dictionary ? SP_OK :
		sp_no_memory(&relscore->cmd->err, "the names of pages");
}

bool
relscore_find_url(const struct relscore_finder *finder, struct sp_span url,
		  struct sp_span *normal, uint32_t *page)
{
	const struct relscore_pages *pages = finder->pages;
	uint64_t number;
	bool found;

	found = sp_url_resolve(finder->urls, NULL, url, NULL, normal) ==
		SP_URL_PAGE && sp_dictionary_find(pages->dictionary,
						  normal->text, normal->length,
						  &number);
	/* Names of graphs that others made are not in the normal form. */
	if (!found)
		found = sp_dictionary_find(pages->dictionary, url.text,
					   url.length, &number);
	if (found)
		*page = (uint32_t)number;
	return found;
}
