/* SPDX-License-Identifier: MIT */
/*
 * Fish-search: links of relevant pages first, and no further than a few links
 * away from them (seedpipe-algorithms(7), 4.4; De Bra and Post 1994; Sharma
 * 2008).
 *
 * Each page has a depth that is left, 2 bytes: D for the links of a relevant
 * page, one less than the page's own for those of another.  A page that has no
 * depth left is downloaded and judged, but its links are not followed, even if
 * it is relevant.
 *
 * Potential scores are 1, 0.5 and 0; pages with equal ones come by the rule
 * for ties. variant=debra is the original, in which only the first links of a
 * page count; in the thesis all links of relevant pages do.
 */
#include "crawl/orders/topic.h"

#include <stdlib.h>

enum {
	FISH_DEPTH, FISH_VARIANT, FISH_WIDTH, FISH_ALPHA, FISH_THRESHOLD,
	FISH_RULE, FISH_SIZE
};

struct fish_state {
	struct sp_depth_left depth;
	uint64_t width, wide;  /* links that count, also of relevant pages */
};

static enum sp_status
fish_begin(struct sp_crawl_state *crawl)
{
	struct fish_state *state = crawl->state;
	double width = sp_option_value(crawl, FISH_WIDTH);

	state->width = (uint64_t)width;
	state->wide = (uint64_t)(sp_option_value(crawl, FISH_ALPHA) * width);
	return sp_depth_left_init(&state->depth, crawl,
				  (uint16_t)sp_option_value(crawl, FISH_DEPTH),
				  sp_option_value(crawl, FISH_RULE) > 0);
}

static void
fish_end(struct sp_crawl_state *crawl)
{
	free(((struct fish_state *)crawl->state)->depth.left);
}

static enum sp_status
fish_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	struct fish_state *state = crawl->state;

	state->depth.left[page] = state->depth.most;
	sp_queue_page(crawl, page, 0);
	return SP_OK;
}

static enum sp_status
fish_next(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	double size = sp_option_value(crawl, FISH_SIZE);

	choice->none = size > 0 && (double)crawl->size >= size;
	return choice->none ? SP_OK : sp_choose_best(crawl, choice);
}

/* The potential score of link i of a page. */
static double
fish_score(const struct sp_crawl_state *crawl, bool relevant, uint32_t i)
{
	const struct fish_state *state = crawl->state;

	if (sp_option_value(crawl, FISH_VARIANT) == 0)
		return relevant ? 1 : 0;
	if (relevant)
		return i < state->wide ? 1 : 0;
	return i < state->width ? 0.5 : 0;
}

/*
 * A page that waits can only gain: a better score, and by depth-rule=max more
 * depth.  The score of a link depends on its place in the list (debra), so the
 * list is not filtered before.
 */
static enum sp_status
fish_download(struct sp_crawl_state *crawl, const uint32_t *successors,
	      uint32_t count)
{
	struct sp_frontier *frontier = &crawl->frontier;
	struct fish_state *state = crawl->state;
	bool relevant = crawl->input->relevance[crawl->page] >=
			sp_option_value(crawl, FISH_THRESHOLD);
	uint16_t depth;

	if (!state->depth.left[crawl->page])
		return SP_OK;
	depth = sp_depth_given(&state->depth, crawl, relevant);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];
		double score = fish_score(crawl, relevant, i);

		if (sp_is_done(frontier, page))
			continue;
		if (sp_is_unseen(frontier, page)) {
			if (sp_queue_page(crawl, page, score))
				state->depth.left[page] = depth;
			continue;
		}
		if (score > sp_frontier_key(frontier, page))
			sp_frontier_improve(frontier, page, score);
		sp_depth_again(&state->depth, page, depth);
	}
	return SP_OK;
}

/* A value that is given and equal to the default does no harm. */
static const char *
fish_fault(const double *values)
{
	const struct sp_parameter *options = sp_order_fish.options;

	if (values[FISH_VARIANT] > 0)
		return NULL;
	for (int i = FISH_WIDTH; i <= FISH_ALPHA; i++)
		if (values[i] < options[i].initial ||
		    values[i] > options[i].initial)
			return "width and alpha need variant=debra: in the "
			       "thesis all links count";
	return NULL;
}

static const struct sp_strategy_work fish_work = {
	.state_size = sizeof(struct fish_state), .kinds = SP_LARGEST_FIRST,
	.alone = SP_TOPIC_ALONE,
	.begin = fish_begin, .seed = fish_seed, .next = fish_next,
	.download = fish_download, .end = fish_end, .fault = fish_fault
};

static const struct sp_parameter fish_options[] = {
	[FISH_DEPTH] = SP_OPTION_WHOLE("depth", 0, SP_DEPTH_LEFT_MAX, 2,
		"links to follow from a seed or a relevant page"),
	[FISH_VARIANT] = SP_OPTION_CHOICE("variant", "thesis|debra",
		"links that count: all of relevant pages, or the first"),
	[FISH_WIDTH] = SP_OPTION_WHOLE("width", 0, 1e9, 3,
		"debra: links that count, of a page that is not relevant"),
	[FISH_ALPHA] = SP_OPTION_REAL("alpha", 0, 1e6, 1.5,
		"debra: times that, of a relevant page"),
	[FISH_THRESHOLD] = SP_OPTION_REAL("threshold", 0, 1, 0.5,
		"least relevance of a relevant page"),
	[FISH_RULE] = SP_OPTION_CHOICE("depth-rule", "max|last",
		"depth by several links: the largest, or of the last"),
	[FISH_SIZE] = SP_OPTION_WHOLE("size", 0, 9e15, 0,
		"end after N downloads; 0: no limit"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_fish = {
	.name = "fish",
	.help = "links of relevant pages, then links near them",
	.source = "De Bra and Post 1994", .options = fish_options,
	.needs = SP_NEEDS_RELEVANCE, .work = &fish_work
};
