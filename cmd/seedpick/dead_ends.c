/* SPDX-License-Identifier: MIT */
/*
 * Seeds from which no crawl starts: pages that are gone, that robots.txt or the
 * rules of the crawl exclude, and those that were fetched and have no links,
 * such as images and style sheets.  A method that goes by links to a page picks
 * them, too, and one that covers pages does when nothing else is left.
 *
 * Of pages that were not fetched nobody knows, nor of a graph without states,
 * and of links only if the method needs them: the graph is not loaded for this.
 */
#include "seedpick.h"

#include "base/bitset.h"
#include "base/line.h"
#include "base/memory.h"
#include "stream/section/graph.h"
#include "stream/section/states.h"

#include <stdlib.h>

struct dead_ends {
	uint64_t gone, excluded, linkless;
};

/* linking is a bitset of the pages with links, or NULL. */
static struct dead_ends
count_dead_ends(const struct sp_seeds *seeds, const struct sp_states *states,
		const uint64_t *linking)
{
	struct dead_ends found = { 0 };

	for (uint64_t i = 0; i < seeds->count; i++) {
		uint32_t page = seeds->seeds[i].page;
		unsigned state = states->state_of[page];

		found.gone += state == SP_PAGE_GONE;
		found.excluded += state == SP_PAGE_REFUSED ||
				  state == SP_PAGE_FILTERED;
		/* Those of --fill that were drawn are counted there. */
		found.linkless += state == SP_PAGE_OK && linking &&
				  seeds->seeds[i].found != SP_FOUND_RANDOM &&
				  !sp_bit_test(linking, page);
	}
	return found;
}

static void
add_reason(struct sp_line *to, uint64_t count, const char *reason)
{
	if (count)
		sp_line_format(to, "%s%" PRIu64 "%s", to->length ? ", " : "",
			       count, reason);
}

static enum sp_status
warn_of_dead_ends(struct seedpick *pick, const struct dead_ends *found)
{
	uint64_t all = found->gone + found->excluded + found->linkless;
	struct sp_line reasons = SP_LINE_EMPTY;
	char *text;

	if (!all)
		return SP_OK;
	add_reason(&reasons, found->linkless, " without links");
	add_reason(&reasons, found->gone, " gone");
	add_reason(&reasons, found->excluded, " excluded by robots.txt or by "
					      "the rules of the crawl");
	text = sp_line_take(&reasons);
	if (!text)
		return sp_no_memory(&pick->cmd->err, "a warning");
	cmd_warn(pick->cmd, "from %" PRIu64 " of %" PRIu64 " seeds no crawl "
		 "starts: %s", all, pick->seeds.count, text);
	free(text);
	return SP_OK;
}

enum sp_status
seedpick_find_dead_ends(struct seedpick *pick)
{
	const struct sp_states *states = sp_contents_states(&pick->contents);
	const struct sp_graph *graph = sp_contents_graph(&pick->contents);
	uint64_t *linking = NULL, count;
	struct dead_ends found;

	if (pick->options->any || !states)
		return SP_OK;
	if (graph && sp_find_linking(graph, &linking, &count, &pick->cmd->err))
		return pick->cmd->err.status;
	found = count_dead_ends(&pick->seeds, states, linking);
	free(linking);
	return warn_of_dead_ends(pick, &found);
}
