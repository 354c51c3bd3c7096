/* SPDX-License-Identifier: MIT */
/*
 * What a page of each host brings, if it comes: bytes, and how often what
 * another page has brought before.
 *
 * Both are means of the ok pages of the host, weighed with those of the whole
 * crawl as the shares in hosts.c are.  A page repeats another if a page with
 * a smaller number has the same digest: of three equal ones, two repeat.
 */
#include "crawlnext.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* A digest, and the page that has it. */
struct digest {
	uint64_t digest;
	uint32_t page;
};

static int
by_digest(const void *a, const void *b)
{
	const struct digest *x = a, *y = b;

	if (x->digest != y->digest)
		return x->digest < y->digest ? -1 : 1;
	return (x->page > y->page) - (x->page < y->page);
}

static struct crawlnext_load *
load_of(struct crawlnext *next, uint32_t page)
{
	return next->hosts ? &next->loads[next->units.unit_of[page]] : NULL;
}

static bool
is_ok(const struct crawlnext *next, const struct sp_fetch *fetch)
{
	return next->states->state_of[fetch->page] == SP_PAGE_OK;
}

static void
count_page_bytes(struct crawlnext *next)
{
	for (uint64_t i = 0; i < next->fetches->count; i++) {
		const struct sp_fetch *fetch = &next->fetches->items[i];
		struct crawlnext_load *load = load_of(next, fetch->page);

		if (!is_ok(next, fetch) || fetch->size == SP_FETCH_NO_SIZE)
			continue;
		next->all.bytes += (double)fetch->size;
		next->all.sized++;
		if (load) {
			load->bytes += (double)fetch->size;
			load->sized++;
		}
	}
}

static enum sp_status
count_page_repeats(struct crawlnext *next)
{
	const struct sp_fetches *fetches = next->fetches;
	struct digest *digests = sp_alloc(fetches->count, sizeof(*digests));
	uint64_t count = 0;

	if (!digests)
		return sp_no_memory(&next->cmd->err, "the digests");
	for (uint64_t i = 0; i < fetches->count; i++)
		if (is_ok(next, &fetches->items[i]) &&
		    fetches->items[i].digest != SP_FETCH_NO_DIGEST)
			digests[count++] = (struct digest){
				fetches->items[i].digest,
				fetches->items[i].page
			};
	if (count)
		qsort(digests, count, sizeof(*digests), by_digest);
	for (uint64_t i = 0; i < count; i++) {
		struct crawlnext_load *load = load_of(next, digests[i].page);
		bool repeats = i && digests[i].digest == digests[i - 1].digest;

		if (repeats)
			crawlnext_note_repeat(next, digests[i].page);
		next->all.digested++;
		next->all.repeated += repeats;
		if (load) {
			load->digested++;
			load->repeated += repeats;
		}
	}
	free(digests);
	return SP_OK;
}

enum sp_status
crawlnext_count_loads(struct crawlnext *next)
{
	if (!next->fetches)
		return SP_OK;
	if (next->hosts) {
		next->loads = sp_alloc_zero(next->units.count,
					    sizeof(*next->loads));
		if (!next->loads)
			return sp_no_memory(&next->cmd->err, "the hosts");
	}
	count_page_bytes(next);
	return count_page_repeats(next);
}

double
crawlnext_page_bytes(const struct crawlnext *next, uint32_t page)
{
	const struct crawlnext_load *all = &next->all, *load;
	double mean;

	if (!all->sized)
		return NAN;
	mean = all->bytes / (double)all->sized;
	if (!next->hosts)
		return mean;
	load = &next->loads[next->units.unit_of[page]];
	return sp_shrink(load->bytes, (double)load->sized, mean);
}

double
crawlnext_page_repeats(const struct crawlnext *next, uint32_t page)
{
	const struct crawlnext_load *all = &next->all, *load;
	double share;

	if (!all->digested)
		return NAN;
	share = (double)all->repeated / (double)all->digested;
	if (!next->hosts)
		return share;
	load = &next->loads[next->units.unit_of[page]];
	return sp_shrink(load->repeated, load->digested, share);
}
