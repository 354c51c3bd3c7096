/* SPDX-License-Identifier: MIT */
/*
 * The states of a part's pages are an excerpt of an array, and so are its
 * fetches, which ascend by page: both are views, and nothing is copied until
 * parts are joined.  Then memory is that of all pages, a byte and, for those
 * that were fetched, 32, and each part is copied to its place.
 *
 * Parts of one graph have the same sections and clock.  Where they have not,
 * something was added to one of them, and the others would lack it silently.
 */
#include "stream/section/part_crawl.h"

#include "base/compare.h"
#include "stream/section/fetches.h"
#include "stream/section/states.h"

#include <string.h>

struct sp_states
sp_part_states(const struct sp_part *part, const struct sp_states *states)
{
	struct sp_states own = *states;

	if (!part || !states->pages)
		return own;
	own.state_of += part->first;
	own.pages = part->end - part->first;
	return own;
}

static uint64_t
first_fetch(const struct sp_fetches *fetches, uint64_t page)
{
	return sp_first_not_below(&fetches->items->page,
				  sizeof(*fetches->items), fetches->count,
				  page);
}

struct sp_fetches
sp_part_fetches(const struct sp_part *part, const struct sp_fetches *fetches)
{
	struct sp_fetches own = *fetches;
	uint64_t first;

	if (!part || !fetches->count)
		return own;
	first = first_fetch(fetches, part->first);
	own.items += first;
	own.count = first_fetch(fetches, part->end) - first;
	return own;
}

/* ---- writing ---------------------------------------------------------- */

static enum sp_status
save_part_states(const struct sp_part *part, const struct sp_states *states,
		 const struct sp_basis *basis, struct sp_writer *writer,
		 struct sp_error *err)
{
	struct sp_states own = sp_part_states(part, states);
	struct sp_state_writer to;
	enum sp_status status = sp_state_writer_begin(&to, writer, basis, err);

	if (!status && own.pages)
		status = sp_state_writer_add(&to, part ? part->first : 0,
					     own.state_of, own.pages, err);
	return sp_state_writer_close(&to, status, err);
}

enum sp_status
sp_save_part_crawl(const struct sp_part *part, const struct sp_states *states,
		   const struct sp_fetches *fetches,
		   const struct sp_basis *basis, struct sp_writer *writer,
		   struct sp_error *err)
{
	struct sp_fetches own;

	if (states && states->pages &&
	    save_part_states(part, states, basis, writer, err))
		return err->status;
	if (!fetches || !fetches->pages)
		return SP_OK;
	own = sp_part_fetches(part, fetches);
	return sp_save_fetches(writer, &own, basis, err);
}

/* ---- joining ---------------------------------------------------------- */

static enum sp_status
join_part_states(struct sp_joined_crawl *joined, const struct sp_part *part,
		 const struct sp_states *states, struct sp_error *err)
{
	if (!states)
		return SP_OK;
	if (!joined->parts &&
	    sp_states_new(states->pages, &joined->states, err))
		return err->status;
	if (part->end > part->first)
		memcpy(joined->states.state_of + part->first,
		       states->state_of + part->first,
		       part->end - part->first);
	return SP_OK;
}

static enum sp_status
join_part_fetches(struct sp_joined_crawl *joined, const struct sp_part *part,
		  const struct sp_fetches *fetches, struct sp_error *err)
{
	struct sp_fetches own;

	if (!fetches)
		return SP_OK;
	own = sp_part_fetches(part, fetches);
	joined->fetches.pages = fetches->pages;
	if (!joined->parts)
		joined->fetches.clock = fetches->clock;
	if (joined->fetches.clock != fetches->clock)
		return sp_fail(err, SP_DATA, "its fetches have another clock "
			       "than those of the parts before it");
	for (uint64_t i = 0; i < own.count; i++)
		if (sp_fetches_add(&joined->fetches, &own.items[i], err))
			return err->status;
	return SP_OK;
}

enum sp_status
sp_join_crawl(struct sp_joined_crawl *joined, const struct sp_part *part,
	      const struct sp_contents *contents, struct sp_error *err)
{
	const struct sp_states *states = sp_contents_states(contents);
	const struct sp_fetches *fetches = sp_contents_fetches(contents);

	if (joined->parts && (!states != !joined->states.pages ||
			      !fetches != !joined->fetches.pages))
		return sp_fail(err, SP_DATA, "it has %s of pages, unlike the "
			       "parts before it",
			       !states == !joined->states.pages ?
				       (fetches ? "fetches" : "no fetches") :
				       (states ? "states" : "no states"));
	if (!join_part_states(joined, part, states, err) &&
	    !join_part_fetches(joined, part, fetches, err))
		joined->parts++;
	return err->status;
}

void
sp_joined_crawl_free(struct sp_joined_crawl *joined)
{
	sp_states_free(&joined->states);
	sp_fetches_free(&joined->fetches);
	joined->parts = 0;
}
