/* SPDX-License-Identifier: MIT */
/*
 * Each thread finds the hosts of a range of pages, with a dictionary of its
 * own; these are put together afterwards, range by range.  Then hosts are
 * sorted, and pages by counting: the number of a host in the range of its page
 * becomes its number in the order of all.
 *
 * Pages side by side are often of one host.  What a URL has up to the end of
 * its host is then compared with the one before, and nothing is looked up.
 */
#include "shape/by_host.h"

#include "base/memory.h"
#include "graph/hosts.h"
#include "shape/shape_private.h"

#include <stdlib.h>

#define NO_HOST UINT32_MAX
#define PREFIX 256        /* bytes of a URL that are remembered, at most */

/* The pages of a thread. */
struct range {
	uint64_t first, end;
	struct sp_names names;    /* of its hosts; of the first range, of all */
	uint32_t *number;         /* of each host: its number among all; of
				     the first range: in their order */
	char prefix[PREFIX];      /* up to the end of the host before */
	size_t prefix_length;     /* 0: nothing to compare with */
	uint32_t host;            /* of that */
};

/* Is the host that of the URL before, and nothing to be looked up? */
static bool
has_host_before(const struct range *range, struct sp_span url)
{
	return range->prefix_length && url.length > range->prefix_length &&
	       url.text[range->prefix_length] == '/' &&
	       !memcmp(url.text, range->prefix, range->prefix_length);
}

/*
 * Remembers a URL up to the end of its host.  Whatever follows a "/" there, the
 * host is the same if the slashes before it are a part of what is compared.
 */
static void
remember_host(struct range *range, struct sp_span url, size_t end,
	      uint32_t host)
{
	range->prefix_length = 0;
	while (end < url.length && !strchr("/\\?#", url.text[end]))
		end++;
	if (end > PREFIX || !memmem(url.text, end, "//", 2))
		return;
	memcpy(range->prefix, url.text, end);
	range->prefix_length = end;
	range->host = host;
}

static enum sp_status
find_range_hosts(const struct sp_names *urls, struct range *range,
		 uint32_t *host_of, struct sp_error *err)
{
	struct sp_name_room *room = sp_alloc(1, sizeof(*room));
	struct sp_dictionary *known = sp_dictionary_new(&range->names);
	enum sp_status status = SP_OK;

	if (!room || !known)
		status = sp_no_memory(err, "hosts");
	for (uint64_t i = range->first; !status && i < range->end; i++) {
		struct sp_span url = sp_names_read(urls, i, room), host;
		size_t start = 0;

		if (has_host_before(range, url)) {
			host_of[i] = range->host;
			continue;
		}
		host.length = sp_url_find_host(url.text, url.length, &start);
		host.text = url.text + start;
		host_of[i] = NO_HOST;
		if (!host.length || host.length > SP_SHAPE_HOST_MAX)
			continue;
		status = sp_dictionary_add_page(known, host, &host_of[i], err);
		remember_host(range, url, start + host.length, host_of[i]);
	}
	sp_dictionary_free(known);
	free(room);
	return status;
}

static enum sp_status
find_all_hosts(const struct sp_names *urls, struct range *ranges, int threads,
	       uint32_t *host_of, struct sp_error *err)
{
	enum sp_status result = SP_OK;

#pragma omp parallel for num_threads(threads) schedule(static, 1)
	for (int i = 0; i < threads; i++) {
		struct sp_error failure = { .status = SP_OK };
		enum sp_status status = find_range_hosts(urls, &ranges[i],
							 host_of, &failure);

#pragma omp critical(sp_hosts_result)
		sp_keep_failure(&result, err, status, &failure);
	}
	return result;
}

/* Adds the hosts of all ranges to those of the first. */
static enum sp_status
join_hosts(struct range *ranges, int threads, struct sp_error *err)
{
	struct sp_names *all = &ranges[0].names;
	struct sp_dictionary *known = NULL;
	enum sp_status status = SP_OK;

	if (threads > 1) {
		known = sp_dictionary_new(all);
		if (!known)
			return sp_no_memory(err, "hosts");
	}
	for (int i = 1; i < threads && !status; i++) {
		struct range *range = &ranges[i];
		uint64_t count = range->names.count;

		range->number = sp_alloc(count, sizeof(*range->number));
		if (!range->number)
			status = sp_no_memory(err, "hosts");
		for (uint64_t k = 0; !status && k < count; k++)
			status = sp_dictionary_add_page(
				known, sp_names_span(&range->names, k),
				&range->number[k], err);
		sp_names_free(&range->names);
	}
	sp_dictionary_free(known);
	return status;
}

static int
compare_hosts(const void *a, const void *b, void *context)
{
	const struct sp_names *hosts = context;

	return sp_span_compare(
		sp_names_span(hosts, *(const uint32_t *)a),
		sp_names_span(hosts, *(const uint32_t *)b));
}

/* Sorts hosts; their numbers in this order are those of the first range. */
static enum sp_status
sort_hosts(struct sp_pages_by_host *by, struct range *ranges,
	   struct sp_error *err)
{
	uint32_t *number = sp_alloc(by->hosts, sizeof(*number));

	by->order = sp_alloc(by->hosts, sizeof(*by->order));
	ranges[0].number = number;
	if (!number || !by->order)
		return sp_no_memory(err, "hosts");
	for (uint64_t i = 0; i < by->hosts; i++)
		by->order[i] = (uint32_t)i;
	qsort_r(by->order, by->hosts, sizeof(*by->order), compare_hosts,
		&by->names);
	for (uint64_t i = 0; i < by->hosts; i++)
		number[by->order[i]] = (uint32_t)i;
	return SP_OK;
}

/* Sorts the pages by counting. */
static enum sp_status
sort_host_pages(struct sp_pages_by_host *by, const struct range *ranges,
		int threads, uint64_t pages, uint32_t *host_of,
		struct sp_error *err)
{
	uint64_t *starts = sp_alloc_zero(by->hosts + 2, sizeof(*starts));

	by->starts = starts;
	by->pages = sp_alloc_large(pages, sizeof(*by->pages));
	if (!starts || !by->pages)
		return sp_no_memory(err, "pages by host");
	for (int t = 0; t < threads; t++)
		for (uint64_t i = ranges[t].first; i < ranges[t].end; i++) {
			uint32_t host = host_of[i];

			if (host == NO_HOST)
				continue;
			if (t)
				host = ranges[t].number[host];
			host_of[i] = ranges[0].number[host];
			starts[host_of[i] + 2]++;
		}
	for (uint64_t i = 2; i < by->hosts + 2; i++)
		starts[i] += starts[i - 1];
	for (uint64_t i = 0; i < pages; i++)
		if (host_of[i] != NO_HOST)
			by->pages[starts[host_of[i] + 1]++] = (uint32_t)i;
	return SP_OK;
}

enum sp_status
sp_pages_sort_by_host(const struct sp_names *urls, int threads, uint32_t *room,
		      struct sp_pages_by_host *by, struct sp_error *err)
{
	struct range *ranges = sp_alloc_zero((uint64_t)threads,
					     sizeof(*ranges));
	uint64_t share = urls->count / (uint64_t)threads + 1;
	enum sp_status status;

	*by = (struct sp_pages_by_host)SP_PAGES_BY_HOST_EMPTY;
	if (!ranges)
		return sp_no_memory(err, "hosts");
	for (uint64_t t = 0; t < (uint64_t)threads; t++) {
		uint64_t first = t * share, end = first + share;

		ranges[t].first = first < urls->count ? first : urls->count;
		ranges[t].end = end < urls->count ? end : urls->count;
	}
	status = find_all_hosts(urls, ranges, threads, room, err);
	if (!status)
		status = join_hosts(ranges, threads, err);
	by->names = ranges[0].names;
	by->hosts = by->names.count;
	if (!status)
		status = sort_hosts(by, ranges, err);
	if (!status)
		status = sort_host_pages(by, ranges, threads, urls->count, room,
					 err);
	for (int t = 0; t < threads; t++) {
		free(ranges[t].number);
		if (t)
			sp_names_free(&ranges[t].names);
	}
	free(ranges);
	return status;
}

void
sp_pages_by_host_free(struct sp_pages_by_host *by)
{
	sp_names_free(&by->names);
	free(by->order);
	free(by->starts);
	free(by->pages);
	*by = (struct sp_pages_by_host)SP_PAGES_BY_HOST_EMPTY;
}
