/* SPDX-License-Identifier: MIT */
/*
 * What passes between the processes of a parallel crawl, and what becomes of
 * links that leave one (section 5 in seedpipe-algorithms(7); Cho and
 * Garcia-Molina 2002).
 *
 * A link to a page of another process is replaced by a stand-in before the
 * order sees it.  What else happens depends on the mode: firewall forgets it;
 * crossover keeps the page until the process has none of its own left;
 * exchange puts its address into the outbox.  Only the first time that the
 * links of a page are followed: rankmass, which follows them again, must not
 * send again.
 *
 * A message is a page, its parent and its depth, and nothing that the order
 * computed, because that is what the paper's processes exchange: addresses.
 * The page becomes one more seed of the process that owns it, with an equal
 * share (run->share).  Its parent is a page of another process, for which
 * there is no number here; so the parent recorded for it is a number beyond
 * all pages, crawl->pages plus the index of the message among arrivals, and
 * crawl_find_parent() looks it up there when the page is downloaded.
 */
#include "crawl/process.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "crawl/parallel_run.h"

/* ---- links abroad ----------------------------------------------------- */

/*
 * The stand-ins get the host and the domain of the page whose links are
 * followed, so that orders see which links leave these: ABROAD_HOST both,
 * ABROAD_DOMAIN only the domain, ABROAD_OTHER keeps the last unit, which no
 * page has.
 */
static void
process_place_abroad(struct sp_process *process)
{
	uint64_t abroad = process->crawl.abroad;
	uint32_t page = process->crawl.page;
	uint32_t *host_of = process->hosts.made;
	uint32_t *domain_of = process->domains.made;

	if (host_of)
		host_of[abroad + ABROAD_HOST] = host_of[page];
	if (!domain_of)
		return;
	domain_of[abroad + ABROAD_HOST] = domain_of[page];
	domain_of[abroad + ABROAD_DOMAIN] = domain_of[page];
}

/* The stand-in for page, to which real links; both are real pages. */
static uint32_t
process_stand_in(const struct sp_process *process, uint32_t real,
		 uint32_t page)
{
	const struct sp_crawl_input *all = process->run->input;
	unsigned kind = ABROAD_OTHER;

	if (process->hosts.made &&
	    all->hosts->unit_of[real] == all->hosts->unit_of[page])
		kind = ABROAD_HOST;
	else if (process->domains.made &&
		 all->domains->unit_of[real] == all->domains->unit_of[page])
		kind = ABROAD_DOMAIN;
	return (uint32_t)process->crawl.abroad + kind;
}

/*
 * Pages of others wait as queued, but outside of the frontier: they must not
 * be found twice, and must not be chosen before the process has none of its
 * own.  The parent is noted now, since the page of the link is known only now.
 */
static bool
process_keep_foreign(struct sp_process *process, uint32_t page)
{
	struct sp_crawl_state *crawl = &process->crawl;

	if (!sp_is_unseen(&crawl->frontier, page))
		return true;
	if (!sp_grow(&process->foreign, &process->foreign_capacity,
		     process->foreign_count + 1))
		return false;
	process->foreign[process->foreign_count++] = page;
	sp_frontier_mark(&crawl->frontier, page);
	crawl->parent[page] = crawl->page;
	return true;
}

/* A link to a page of another process. */
static bool
process_find_foreign(struct sp_process *process, uint32_t real, uint32_t page)
{
	struct sp_message message = { page, real, process->crawl.depth + 1 };

	switch (process->run->how->mode) {
	case SP_CROSSOVER:
		return process_keep_foreign(process, page);
	case SP_EXCHANGE:
		if (process->run->replicated &&
		    sp_bit_test(process->run->replicated, page))
			return true;
		return sp_outbox_add(&process->outbox, message);
	default:
		return true;
	}
}

/*
 * The list is shared by all processes, since one follows links at a time.
 * Links keep their order and their number: O(i) counts all of them.
 */
enum sp_status
sp_process_links(struct sp_process *process, bool first,
		 const uint32_t **successors, uint32_t count,
		 struct sp_error *err)
{
	struct sp_parallel_run *run = process->run;
	uint32_t real = sp_real_page(&process->crawl, process->crawl.page);
	bool memory =
		sp_grow(&run->links, &run->links_capacity, count + UINT64_C(1));

	process_place_abroad(process);
	for (uint32_t i = 0; memory && i < count; i++) {
		uint32_t page = (*successors)[i];

		if (run->how->owner[page] == process->id) {
			run->links[i] = run->number ? run->number[page] : page;
			continue;
		}
		run->links[i] = process_stand_in(process, real, page);
		if (first)
			memory = process_find_foreign(process, real, page);
	}
	*successors = run->links;
	return memory ? SP_OK : sp_no_memory(err, "pages of other processes");
}

/* ---- pages from outside ----------------------------------------------- */

/*
 * Queues an unseen page, by its number, as one more seed.  One that a limit
 * refuses keeps what it had, and has no share of the seeds:
 * sp_queue_page_given() in the order's seed() would have added that share to
 * what the page keeps, each time the page is sent, so it is put back.
 */
static enum sp_status
process_admit(struct sp_process *process, uint32_t page, struct sp_error *err)
{
	struct sp_crawl_state *crawl = &process->crawl;
	double kept = crawl->kept ? crawl->kept[page] : 0;

	if (sp_crawl_queue_seed(crawl, page, process->run->share))
		return err->status;
	if (!sp_is_unseen(&crawl->frontier, page))
		process->idle = false;
	else if (crawl->kept)
		crawl->kept[page] = kept;
	return SP_OK;
}

enum sp_status
sp_process_replicate(struct sp_process *process, uint32_t page,
		     struct sp_error *err)
{
	uint32_t number = process->run->number[page];

	process->crawl.page = SP_NO_PARENT;
	if (!sp_is_unseen(&process->crawl.frontier, number))
		return SP_OK;
	return process_admit(process, number, err);
}

/*
 * Unmarked first: seed() queues pages that are unseen. crawl->page and depth
 * are those of the page that found it, so that limits on the depth hold; a
 * page that they refuse is forgotten, and the next one has its turn.
 */
enum sp_status
sp_process_take_foreign(struct sp_process *process, bool *none,
			struct sp_error *err)
{
	struct sp_crawl_state *crawl = &process->crawl;

	*none = true;
	while (*none && process->foreign_next < process->foreign_count) {
		uint32_t page = process->foreign[process->foreign_next++];

		crawl->page = crawl->parent[page];
		crawl->depth = sp_page_depth(crawl, crawl->page);
		sp_frontier_unmark(&crawl->frontier, page);
		if (process_admit(process, page, err))
			return err->status;
		*none = sp_is_unseen(&crawl->frontier, page);
	}
	return SP_OK;
}

/*
 * The page goes to its owner, if that did not find it itself.  The arrival is
 * written before the page is queued, because its index is the parent; it is
 * kept only if the page was queued, and otherwise the next message takes its
 * place.
 */
static enum sp_status
process_receive(struct sp_process *process, const struct sp_message *message,
		struct sp_error *err)
{
	struct sp_crawl_state *crawl = &process->crawl;
	uint32_t number = process->run->number[message->page];

	if (!sp_is_unseen(&crawl->frontier, number))
		return SP_OK;
	if (!sp_grow(&process->arrivals, &process->arrival_capacity,
		     process->arrival_count + 1))
		return sp_no_memory(err, "pages of other processes");
	process->arrivals[process->arrival_count] = *message;
	crawl->page = (uint32_t)(crawl->pages + process->arrival_count);
	crawl->depth = message->depth - 1;
	if (process_admit(process, number, err))
		return err->status;
	if (!sp_is_unseen(&crawl->frontier, number))
		process->arrival_count++;
	return SP_OK;
}

/*
 * Receivers only queue, they do not follow links: so no outbox grows while
 * messages are delivered, and one pass over all processes is a whole exchange.
 */
enum sp_status
sp_process_send(struct sp_process *process, bool *sent, struct sp_error *err)
{
	struct sp_parallel_run *run = process->run;
	struct sp_outbox *outbox = &process->outbox;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < outbox->count; i++) {
		const struct sp_message *message = &outbox->messages[i];
		uint16_t owner = run->how->owner[message->page];

		status = process_receive(&run->processes[owner], message, err);
	}
	*sent = *sent || outbox->count;
	run->report->messages += outbox->count;
	sp_outbox_clear(outbox);
	return status;
}

void
sp_arrival_parent(const struct sp_process *process, uint32_t parent,
		  struct sp_download *download)
{
	const struct sp_message *message =
		&process->arrivals[parent - process->crawl.pages];

	download->parent = message->parent;
	download->depth = message->depth;
}
