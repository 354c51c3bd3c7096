/* SPDX-License-Identifier: MIT */
/*
 * What the crawl so far makes of the batch, before anything is fetched.
 */
#include "crawlnext.h"

#include "base/bitset.h"

#include <math.h>

static void
count_hosts_of_batch(struct crawlnext *next)
{
	struct crawlnext_estimate *estimate = &next->estimate;

	for (uint64_t i = 0; next->hosts && i < next->batch.count; i++) {
		struct crawlnext_host *host =
			&next->of_host[next->units.unit_of[
				next->batch.seeds[i].page]];

		if (host->chosen++)
			continue;
		estimate->hosts++;
		estimate->new_hosts += !host->tried;
	}
}

/* The share of the batch in the scores of all pages that may be fetched. */
static double
share_of_scores(const struct crawlnext *next)
{
	double chosen = 0, all = 0;

	SP_FOR_BITS (page, next->candidates, next->pages)
		all += next->scores[page];
	for (uint64_t i = 0; i < next->batch.count; i++)
		chosen += next->batch.seeds[i].score;
	return all > 0 ? chosen / all : NAN;
}

static void
estimate_loads(struct crawlnext *next)
{
	double bytes = 0, repeated = 0;

	for (uint64_t i = 0; i < next->batch.count; i++) {
		uint32_t page = next->batch.seeds[i].page;
		double ok = crawlnext_expected(next, page);

		bytes += ok * crawlnext_page_bytes(next, page);
		repeated += ok * crawlnext_page_repeats(next, page);
	}
	if (next->all.sized)
		cmd_measure(next->cmd, "expected_bytes", bytes);
	if (next->all.digested && next->estimate.ok > 0)
		cmd_measure(next->cmd, "expected_duplicates",
			    repeated / next->estimate.ok);
}

void
crawlnext_estimate(struct crawlnext *next)
{
	struct crawlnext_estimate *estimate = &next->estimate;
	struct cmd *cmd = next->cmd;

	for (uint64_t i = 0; i < next->batch.count; i++)
		estimate->ok +=
			crawlnext_expected(next, next->batch.seeds[i].page);
	estimate->share = share_of_scores(next);
	count_hosts_of_batch(next);
	cmd_count(cmd, "chosen", next->batch.count);
	cmd_measure(cmd, "expected_ok", estimate->ok);
	if (!isnan(estimate->share))
		cmd_measure(cmd, "share_of_score", estimate->share);
	estimate_loads(next);
	if (!next->hosts)
		return;
	cmd_count(cmd, "hosts", estimate->hosts);
	cmd_count(cmd, "new_hosts", estimate->new_hosts);
	if (crawlnext_has_speeds(next))
		crawlnext_estimate_hours(next);
}
