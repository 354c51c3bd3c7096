/* SPDX-License-Identifier: MIT */
/*
 * Fractional PageRank: the page that has received the most of the trust in the
 * seeds so far (seedpipe-algorithms(7), 3.8 and 3.9; the KCC 2010 paper on
 * FPR, Algorithms 1 and 2).  With M other than 1, a link to another host
 * carries M times as much as one within a host.
 *
 * A downloaded page gives d times its key to its links: a link within the host
 * gets 1 part, one to another host M parts, out of the sum of all parts.
 * Without hosts all links are of the first kind.  Pages that are done already
 * are in the sum, but their shares are lost: this is one pass of the power
 * method along the crawl, in which nothing flows back.
 *
 * Links may share by values of their own, such as weights, of which M is one
 * more factor; then they do not share equally within a host.
 *
 * Keys shrink with depth, by d and the number of links each time, and
 * underflow to 0 after some hundred links; then pages come by the rule for
 * ties. log-space keeps logarithms of the keys, in which a sum of shares is
 * fpr_add_logs().  It costs an exp() and a log1p() a link, hence not by
 * default.
 */
#include "crawl/orders/shares.h"

#include <math.h>

enum { FPR_MULTIPLE, FPR_DAMPING, FPR_LOG_SPACE, FPR_LINKS };

struct fpr_state {
	struct sp_shares shares;
};

static void
fpr_end(struct sp_crawl_state *crawl)
{
	sp_shares_free(&((struct fpr_state *)crawl->state)->shares);
}

/* NULL: all links are alike. */
static inline const uint32_t *
fpr_host_of(const struct sp_crawl_state *crawl)
{
	return sp_option_value(crawl, FPR_MULTIPLE) != 1 ?
		       crawl->input->hosts->unit_of : NULL;
}

static inline bool
fpr_keeps_logs(const struct sp_crawl_state *crawl)
{
	return sp_option_value(crawl, FPR_LOG_SPACE) > 0;
}

/* ---- logarithms ------------------------------------------------------- */

/*
 * log(e^a + e^b): the larger is factored out, so that exp() cannot overflow;
 * log1p() keeps the digits of a share that is small beside the sum.
 */
static double
fpr_add_logs(double a, double b)
{
	double most = a > b ? a : b;

	return most + log1p(exp(-fabs(a - b)));
}

/*
 * As sp_queue_page_given().  0 stands for nothing here, too: a share is less
 * than 1, so its logarithm is below 0.
 */
static void
fpr_queue_log(struct sp_crawl_state *crawl, uint32_t page, double share)
{
	double *kept = crawl->kept;

	if (kept && kept[page] < 0)
		share = fpr_add_logs(kept[page], share);
	if (!sp_queue_page(crawl, page, share) && kept)
		kept[page] = share;
}

/* ---- the strategy ----------------------------------------------------- */

static enum sp_status
fpr_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	double damping = sp_option_value(crawl, FPR_DAMPING);
	double key = (1 - damping) * crawl->share;
	bool logs = fpr_keeps_logs(crawl);

	if (logs && !(key > 0))
		return sp_fail(crawl->err, SP_DATA, "%s: the share of seed "
			       "page %lu is 0, which has no logarithm",
			       crawl->plan->name, (unsigned long)page);
	if (logs)
		fpr_queue_log(crawl, page, log(key));
	else
		sp_queue_page_given(crawl, page, 0, key);
	return SP_OK;
}

/* A page that is not done gets a share, or with log-space its logarithm. */
static inline void
fpr_give(struct sp_crawl_state *crawl, bool logs, uint32_t page, double share)
{
	struct sp_frontier *frontier = &crawl->frontier;

	if (!logs)
		sp_give_page(crawl, page, 0, share);
	else if (sp_is_unseen(frontier, page))
		fpr_queue_log(crawl, page, share);
	else
		sp_frontier_improve(frontier, page, fpr_add_logs(
			sp_frontier_key(frontier, page), share));
}

/* What the links together weigh: 1 each, M if they lead to another host. */
static double
fpr_weight(const struct sp_crawl_state *crawl, const uint32_t *successors,
	   uint32_t count)
{
	const uint32_t *host_of = fpr_host_of(crawl);
	uint32_t inter = 0;

	for (uint32_t i = 0; host_of && i < count; i++)
		inter += host_of[successors[i]] != host_of[crawl->page];
	return (double)(count - inter) +
	       sp_option_value(crawl, FPR_MULTIPLE) * inter;
}

/*
 * Links that differ: a share each, in the order of operations of links that are
 * alike, so that values of 1 give the same bits.
 */
static void
fpr_share_values(struct sp_crawl_state *crawl, const uint32_t *successors,
		 uint32_t count, const double *values)
{
	double rest = sp_option_value(crawl, FPR_DAMPING) * crawl->key;
	double factors[] = { 1, sp_option_value(crawl, FPR_MULTIPLE) };
	const uint32_t *host_of = fpr_host_of(crawl);
	double sums[] = { 0, 0 }, weight;

	for (uint32_t i = 0; i < count; i++)
		sums[host_of && host_of[successors[i]] !=
					host_of[crawl->page]] += values[i];
	weight = sums[0] + factors[1] * sums[1];
	for (uint32_t i = 0; i < count; i++) {
		bool leaves = host_of && host_of[successors[i]] !=
						 host_of[crawl->page];
		double share = weight > 0 ? rest * values[i] / weight : 0;

		if (!sp_is_done(&crawl->frontier, successors[i]))
			sp_give_page(crawl, successors[i], 0,
				     share * factors[leaves]);
	}
}

/* The shares are computed once, for both kinds of links. */
static enum sp_status
fpr_share_alike(struct sp_crawl_state *crawl, const uint32_t *successors,
		uint32_t count)
{
	double damping = sp_option_value(crawl, FPR_DAMPING);
	double multiple = sp_option_value(crawl, FPR_MULTIPLE);
	const uint32_t *host_of = fpr_host_of(crawl);
	double weight = fpr_weight(crawl, successors, count);
	double intra = 0, inter;
	bool logs = fpr_keeps_logs(crawl);

	if (logs)
		intra = log(damping) + crawl->key - log(weight);
	else if (weight > 0)
		intra = damping * crawl->key / weight;
	inter = logs ? intra + log(multiple) : intra * multiple;
	if (sp_open_links(crawl, &successors, &count))
		return crawl->err->status;
	for (uint32_t i = 0; i < count; i++)
		fpr_give(crawl, logs, successors[i],
			 host_of && host_of[successors[i]] !=
					    host_of[crawl->page] ?
				 inter : intra);
	return SP_OK;
}

/*
 * All weigh 0 if M is 0 and all links leave the host, or all values are 0:
 * nothing is given then.
 */
static enum sp_status
fpr_download(struct sp_crawl_state *crawl, const uint32_t *successors,
	     uint32_t count)
{
	struct fpr_state *state = crawl->state;
	const double *values;

	if (!count)
		return SP_OK;
	if (sp_shares_find(&state->shares, crawl, FPR_LINKS, successors,
			   count, &values))
		return crawl->err->status;
	if (!values)
		return fpr_share_alike(crawl, successors, count);
	fpr_share_values(crawl, successors, count, values);
	return SP_OK;
}

static unsigned
fpr_needs(const double *values)
{
	return (values[FPR_MULTIPLE] != 1 ? SP_NEEDS_HOSTS : 0u) |
	       sp_shares_need(values[FPR_LINKS]);
}

static const char *
fpr_fault(const double *values)
{
	bool zero = values[FPR_MULTIPLE] == 0 || values[FPR_DAMPING] == 0;

	if (values[FPR_LOG_SPACE] > 0 && values[FPR_LINKS] > 0)
		return "log-space has no logarithm of a value of 0: it needs "
		       "links=equal";
	return values[FPR_LOG_SPACE] > 0 && zero ?
		       "log-space needs M and d above 0" : NULL;
}

static const struct sp_strategy_work fpr_work = {
	.state_size = sizeof(struct fpr_state), .kinds = SP_LARGEST_FIRST,
	.uses_trust = true, .carries = true, .seed = fpr_seed,
	.download = fpr_download, .end = fpr_end, .fault = fpr_fault,
	.meaning = SP_KEY_RANK
};

static const struct sp_parameter fpr_options[] = {
	[FPR_MULTIPLE] = SP_OPTION_REAL("M", 0, 1e9, 1,
		"weight of a link to another host"),
	[FPR_DAMPING] = SP_OPTION_DAMPING,
	[FPR_LOG_SPACE] = SP_OPTION_CHOICE("log-space", "no|yes",
		"keep logarithms, which do not underflow to 0"),
	[FPR_LINKS] = SP_OPTION_LINKS,
	SP_OPTION_END
};

const struct sp_strategy sp_order_fpr = {
	.name = "fpr", .help = "the largest fractional PageRank",
	.source = "Fractional PageRank crawler, KCC 2010",
	.options = fpr_options, .needs_with = fpr_needs, .work = &fpr_work
};
