/* SPDX-License-Identifier: MIT */
/*
 * What orders that follow a topic get: the relevance of pages, and what the
 * texts of links say, as scores of the stream.  Texts of links are optional.
 * Relevance is not: without it, the message names the filter that makes it.
 */
#include "crawlorder.h"

#include "cli/input.h"

#include "stream/section/linkscores.h"
#include "stream/section/scores.h"

unsigned
topic_wants(const struct topic_sources *sources)
{
	bool links = sources->with_links &&
		     (sources->anchors || sources->contexts);

	return (sources->with_relevance ? SP_SECTION_SCORES : 0u) |
	       (links ? SP_SECTION_LINKSCORES : 0u);
}

/*
 * Where all pages are alike, what is relevant says nothing about which is next:
 * bestfirst is bfs, and fish goes everywhere or nowhere.
 */
static void
warn_constant(const struct cmd *cmd, const struct sp_score *score)
{
	uint64_t same = 1;

	while (same < score->pages && score->values[same] == score->values[0])
		same++;
	if (same == score->pages && score->pages > 1)
		cmd_warn(cmd, "score \"%s\": the relevance of all pages is "
			 "%.6g, so no page is before another (give scores "
			 "that differ)", score->name, score->values[0]);
}

static enum sp_status
find_relevance(struct cmd *cmd, const struct topic_sources *sources,
	       const struct sp_contents *contents, const double **values)
{
	const struct sp_score *score = sp_contents_score(contents,
							 sources->relevance);

	const char *maker = cmd_score_maker(sources->relevance);

	if (!score)
		return sp_fail(&cmd->err, SP_DATA, "no score \"%s\" in the "
			       "stream, for the relevance of pages (%s adds "
			       "it, --relevance names another)",
			       sources->relevance, maker ? maker : "relscore");
	warn_constant(cmd, score);
	*values = score->values;
	return SP_OK;
}

static enum sp_status
find_links(struct cmd *cmd, const char *name,
	   const struct sp_contents *contents,
	   const struct sp_link_scores **scores)
{
	const struct sp_named_link_scores *found;

	if (!name)
		return SP_OK;
	found = sp_contents_link_score(contents, name);
	if (!found)
		return sp_fail(&cmd->err, SP_DATA, "no scores \"%s\" of links "
			       "in the stream (scoreimport --link-scores "
			       "%s=FILE adds them)", name, name);
	*scores = &found->scores;
	return SP_OK;
}

/* With relevance alone, they are other crawls than the papers'. */
static void
warn_without_texts(const struct cmd *cmd, const struct topic_sources *sources)
{
	if (sources->with_contexts && !sources->anchors && !sources->contexts)
		cmd_warn(cmd, "no scores of links are named (--anchors, "
			 "--contexts): shark and otie go by the relevance of "
			 "pages alone");
}

enum sp_status
topic_find(struct cmd *cmd, const struct topic_sources *sources,
	   const struct sp_contents *contents, struct sp_crawl_input *crawl)
{
	enum sp_status status = SP_OK;

	if (sources->needs_anchors && !sources->anchors)
		return sp_fail(&cmd->err, SP_USAGE, "option --order: "
			       "links=anchors needs --anchors, the name of "
			       "scores of links (relscore --anchors and "
			       "scoreimport --link-scores make them)");
	if (sources->with_relevance)
		status = find_relevance(cmd, sources, contents,
					&crawl->relevance);
	if (!status && sources->with_links)
		status = find_links(cmd, sources->anchors, contents,
				    &crawl->anchors);
	if (!status && sources->with_contexts)
		status = find_links(cmd, sources->contexts, contents,
				    &crawl->contexts);
	if (!status)
		warn_without_texts(cmd, sources);
	return status;
}
