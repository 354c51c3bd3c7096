/* SPDX-License-Identifier: MIT */
/*
 * The pages of the graph, found by URL.  What is not found is kept, up to
 * 10,000 URLs, to see whether they would be found loosely: then the message
 * says so.
 */
#include "relscore.h"

#include "cli/input.h"

#include "base/text.h"
#include "stream/section/names.h"
#include "web/page/wanted.h"

#include <stdio.h>

enum sp_status
relscore_index_pages(struct relscore *relscore)
{
	struct relscore_pages *pages = &relscore->pages;
	const struct sp_contents *contents = &relscore->contents;

	pages->names = sp_contents_names(contents);
	pages->count = contents->basis.graph.pages;
	if (!pages->names)
		return cmd_missing(relscore->cmd, "names");
	return sp_match_index_new(pages->names, relscore->options->match,
				  &pages->index, &relscore->cmd->err);
}

enum sp_status
relscore_keep_missing(struct sp_names *missing, struct sp_span url,
		      struct sp_error *err)
{
	return missing->count < RELSCORE_MISSING &&
			       url.length <= SP_NAME_MAX ?
		       sp_names_add(missing, url.text, url.length, err) :
		       SP_OK;
}

enum sp_status
relscore_advise(const struct relscore *relscore,
		const struct sp_names *missing, struct relscore_advice *advice)
{
	uint64_t near;
	size_t length;
	const char *first;

	*advice = (struct relscore_advice){ .text = "" };
	if (!missing->count)
		return SP_OK;
	first = sp_names_get(missing, 0, &length);
	sp_mask(advice->example, sizeof(advice->example), first, length);
	if (relscore->options->match == SP_MATCH_LOOSE)
		return SP_OK;
	if (sp_wanted_count_near(relscore->pages.names, missing, &near,
				 &relscore->cmd->err))
		return relscore->cmd->err.status;
	if (near)
		snprintf(advice->text, sizeof(advice->text), "; --match loose "
			 "finds %" PRIu64 " of %s", near,
			 missing->count < RELSCORE_MISSING ?
				 "them" : "the first 10,000");
	return SP_OK;
}
