/* SPDX-License-Identifier: MIT */
/*
 * --buckets N: quantile classes of a score, from 1 for the least to N.
 *
 * The class of a page is 1 + N * L / n, rounded down, where L of the n pages
 * have less than its score.  So pages of equal scores are in one class, the
 * least that any order of them would give one of them, and a class may be
 * empty; which is said.
 */
#include "graphdump.h"

#include "base/memory.h"
#include "measure/crawl/hotrank.h"

#include <inttypes.h>

/* The product of two numbers of 32 bits has room. */
static uint32_t
quantile_class(uint64_t less, uint64_t pages, uint32_t buckets)
{
	return (uint32_t)(1 + less * buckets / pages);
}

/* From the page with the least score on; returns how many classes are used. */
static uint32_t
put_classes(const struct sp_hotrank *ranking, uint32_t buckets,
	    uint32_t *classes)
{
	uint32_t used = 0, class = 0;

	for (uint64_t rank = ranking->count; rank; rank--) {
		uint64_t less = ranking->count - rank;
		uint32_t next = quantile_class(less, ranking->count, buckets);

		if (!sp_hotrank_tied(ranking, rank)) {
			used += next != class;
			class = next;
		}
		classes[ranking->by_rank[rank - 1]] = class;
	}
	return used;
}

enum sp_status
dump_find_classes(struct dump *dump, const struct sp_score *score,
		  uint32_t **classes)
{
	struct cmd *cmd = dump->cmd;
	struct sp_hotrank ranking = { 0 };
	uint32_t used, most = dump->buckets;
	enum sp_status status = sp_hotrank_make(&ranking, score->values,
						score->pages, NULL, 0,
						&cmd->err);

	*classes = status ? NULL : sp_alloc(score->pages, sizeof(**classes));
	if (!status && !*classes)
		status = sp_no_memory(&cmd->err, "the classes of pages");
	if (!status) {
		used = put_classes(&ranking, most, *classes);
		most = score->pages < most ? (uint32_t)score->pages : most;
		if (used < most)
			cmd_warn(cmd, "score \"%s\": %" PRIu32 " of %" PRIu32
				 " classes have no pages, as many pages have "
				 "equal scores", score->name,
				 dump->buckets - used, dump->buckets);
	}
	sp_hotrank_free(&ranking);
	return status;
}
