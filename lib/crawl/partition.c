/* SPDX-License-Identifier: MIT */
/*
 * Which process owns a page: rules of (page, processes) alone, so that every
 * process can compute the owner of any page without asking, and a crawl with
 * the same options has the same parts on every machine.
 *
 * The hash is FNV-1a-64 of the name, which does not depend on the numbers of
 * pages or hosts: the same site goes to the same process in another crawl of
 * the same web.  Where there is no name, splitmix64 of the number spreads
 * neighbours.
 */
#include "crawl/partition.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/random.h"

static uint16_t
partition_of_text(const char *text, size_t length, uint32_t processes)
{
	return (uint16_t)(sp_fnv1a(text, length) % processes);
}

static uint16_t
partition_of_url(const struct sp_names *urls, uint64_t page,
		 uint32_t processes)
{
	struct sp_random random = { page };
	const char *url;
	size_t length;

	if (!urls)
		return (uint16_t)(sp_random_next(&random) % processes);
	url = sp_names_get(urls, page, &length);
	return partition_of_text(url, length, processes);
}

/*
 * A name is hashed again for every page of its host: a few nanoseconds, and no
 * table of hosts.
 */
void
sp_partition_by_site(const struct sp_hosts *hosts, uint32_t processes,
		     uint16_t *owner)
{
	for (uint64_t page = 0; page < hosts->pages; page++) {
		struct sp_span host = sp_names_span(&hosts->names,
						    hosts->host_of[page]);

		owner[page] = host.length ?
			partition_of_text(host.text, host.length, processes) :
			partition_of_url(NULL, page, processes);
	}
}

void
sp_partition_by_url(const struct sp_names *urls, uint64_t pages,
		    uint32_t processes, uint16_t *owner)
{
	for (uint64_t page = 0; page < pages; page++)
		owner[page] = partition_of_url(urls, page, processes);
}

/* Below 2^32 pages and 2^12 processes the product fits. */
void
sp_partition_by_range(uint64_t pages, uint32_t processes, uint16_t *owner)
{
	for (uint64_t page = 0; page < pages; page++)
		owner[page] = (uint16_t)(page * processes / pages);
}
