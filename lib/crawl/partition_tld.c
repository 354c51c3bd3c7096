/* SPDX-License-Identifier: MIT */
/*
 * Processes that crawl countries.  Unlike a hash, which spreads hosts evenly by
 * itself, top-level domains differ in size a thousandfold, so they are given
 * out by size: the largest first, each to the process that has the fewest pages
 * so far.  (Graham 1969: if nothing else is given out, the largest load is at
 * most 4/3 of the smallest possible one.)  What has no top-level domain comes
 * before them, by the hash, and counts as load.
 *
 * Hosts are sorted by their top-level domains, which become runs; the processes
 * are a heap, so that many odd names do not take time times processes.
 */
#include "crawl/partition.h"

#include "base/memory.h"

#include <stdlib.h>

struct tld_host {
	struct sp_span tld; /* in the name of the host; empty: none */
	uint64_t pages;     /* of the host */
	uint32_t host;
};

/* All hosts of a top-level domain. */
struct tld_run {
	const struct tld_host *first;
	uint64_t hosts;
	uint64_t pages;
};

struct tld_load {
	uint64_t pages;
	uint16_t process;
};

struct sp_span
sp_host_tld(const char *host, size_t length)
{
	struct sp_span none = { host, 0 }, tld = { host, length };
	bool digits = true;

	if (sp_span_before(tld, ':') < length)
		return none;
	while (sp_span_before(tld, '.') < tld.length)
		sp_span_cut_at(&tld, '.');
	for (size_t i = 0; i < tld.length; i++)
		digits &= tld.text[i] >= '0' && tld.text[i] <= '9';
	return digits ? none : tld;
}

/* ---- runs ------------------------------------------------------------- */

static int
compare_tlds(const void *a, const void *b)
{
	const struct tld_host *one = a, *two = b;
	int order = sp_span_compare(one->tld, two->tld);

	return order ? order : (one->host > two->host) -
			       (one->host < two->host);
}

/* The most pages first; of equal ones the first by name. */
static int
compare_runs(const void *a, const void *b)
{
	const struct tld_run *one = a, *two = b;

	if (one->pages != two->pages)
		return one->pages < two->pages ? 1 : -1;
	return sp_span_compare(one->first->tld, two->first->tld);
}

/* The runs of sorted hosts, the largest first; hosts without one are none. */
static uint64_t
make_runs(const struct tld_host *hosts, uint64_t count, struct tld_run *runs)
{
	uint64_t used = 0;

	for (uint64_t i = 0; i < count; i++) {
		if (!hosts[i].tld.length)
			continue;
		if (!used || !sp_span_equal(runs[used - 1].first->tld,
					    hosts[i].tld))
			runs[used++] = (struct tld_run){ &hosts[i], 0, 0 };
		runs[used - 1].hosts++;
		runs[used - 1].pages += hosts[i].pages;
	}
	qsort(runs, used, sizeof(*runs), compare_runs);
	return used;
}

/* ---- processes -------------------------------------------------------- */

static bool
has_less(const struct tld_load *a, const struct tld_load *b)
{
	return a->pages != b->pages ? a->pages < b->pages :
				      a->process < b->process;
}

/* The load at place has grown: moves it down in the heap. */
static void
sift_load(struct tld_load *heap, uint32_t count, uint32_t place)
{
	for (uint32_t child; (child = 2 * place + 1) < count; place = child) {
		struct tld_load moved = heap[place];

		if (child + 1 < count && has_less(&heap[child + 1],
						  &heap[child]))
			child++;
		if (!has_less(&heap[child], &moved))
			return;
		heap[place] = heap[child];
		heap[child] = moved;
	}
}

static void
give_out(const struct tld_run *runs, uint64_t count, struct tld_load *heap,
	 uint32_t processes, uint16_t *owner_of)
{
	for (uint32_t i = processes; i-- > 0; )
		sift_load(heap, processes, i);
	for (uint64_t i = 0; i < count; i++) {
		for (uint64_t k = 0; k < runs[i].hosts; k++)
			owner_of[runs[i].first[k].host] = heap[0].process;
		heap[0].pages += runs[i].pages;
		sift_load(heap, processes, 0);
	}
}

/* ---- the whole -------------------------------------------------------- */

/* Counts the pages of hosts, and the load of those that are not given out. */
static void
count_tld_pages(const struct sp_hosts *hosts, const uint16_t *owner,
		struct tld_host *list, struct tld_load *heap)
{
	for (uint64_t page = 0; page < hosts->pages; page++) {
		struct tld_host *host = &list[hosts->host_of[page]];

		host->pages++;
		if (!host->tld.length)
			heap[owner[page]].pages++;
	}
}

enum sp_status
sp_partition_by_tld(const struct sp_hosts *hosts, uint32_t processes,
		    uint16_t *owner, struct sp_error *err)
{
	uint64_t count = hosts->names.count, run_count;
	struct tld_host *list = sp_alloc_zero(count, sizeof(*list));
	struct tld_run *runs = sp_alloc(count, sizeof(*runs));
	struct tld_load *heap = sp_alloc_zero(processes, sizeof(*heap));
	uint16_t *owner_of = sp_alloc(count, sizeof(*owner_of));
	enum sp_status status = SP_OK;

	if (!list || !runs || !heap || !owner_of) {
		status = sp_no_memory(err, "top-level domains");
		goto out;
	}
	for (uint64_t i = 0; i < count; i++) {
		struct sp_span name = sp_names_span(&hosts->names, i);

		list[i].tld = sp_host_tld(name.text, name.length);
		list[i].host = (uint32_t)i;
	}
	for (uint32_t i = 0; i < processes; i++)
		heap[i].process = (uint16_t)i;
	sp_partition_by_site(hosts, processes, owner);
	count_tld_pages(hosts, owner, list, heap);
	qsort(list, count, sizeof(*list), compare_tlds);
	run_count = make_runs(list, count, runs);
	for (uint64_t i = 0; i < count; i++)
		owner_of[i] = UINT16_MAX;
	give_out(runs, run_count, heap, processes, owner_of);
	for (uint64_t page = 0; page < hosts->pages; page++)
		if (owner_of[hosts->host_of[page]] != UINT16_MAX)
			owner[page] = owner_of[hosts->host_of[page]];
out:
	free(list);
	free(runs);
	free(heap);
	free(owner_of);
	return status;
}
