/* SPDX-License-Identifier: MIT */
/*
 * The part "Fetched": the states of the pages in the crawl that the graph was
 * made from.
 */
#include "graphstat.h"

#include "stream/section/states.h"

static void
describe_fetched(struct graphstat *stat, const void *found)
{
	const struct sp_states *states = sp_contents_states(&stat->contents);
	struct report *report = &stat->report;
	uint64_t counts[SP_PAGE_STATES];

	(void)found;
	if (!states) {
		report_null(report, "states");
		return;
	}
	sp_states_count(states, counts);
	report_open(report, "states", "Fetched");
	/* The crawl has an answer, and it will stay the same. */
	report_part(report, "fetched", "fetched", counts[SP_PAGE_OK] +
		    counts[SP_PAGE_REDIRECT] + counts[SP_PAGE_GONE],
		    states->pages);
	for (unsigned i = 0; i < SP_PAGE_STATES; i++)
		report_part(report, sp_page_state_word(i),
			    sp_page_state_word(i), counts[i], states->pages);
	report_close(report);
}

const struct graphstat_part graphstat_fetched = {
	.is_shared = true, .describe = describe_fetched
};
