/* SPDX-License-Identifier: MIT */
/*
 * partition.h - which process of a parallel crawl owns each page
 * (section 5 in seedpipe-algorithms(7); Cho and Garcia-Molina 2002).
 *
 * All functions set owner[page], for each of pages pages, to a process below
 * processes (1 to SP_PROCESSES_MAX).
 */
#ifndef SP_CRAWL_PARTITION_H
#define SP_CRAWL_PARTITION_H

#include "base/span.h"
#include "graph/hosts.h"
#include "graph/orders.h"

/*
 * By the FNV-1a-64 of the host's name, modulo processes.  A page without a host
 * is a site of its own, and goes by its number, as below.
 */
void sp_partition_by_site(const struct sp_hosts *hosts, uint32_t processes,
			  uint16_t *owner);

/*
 * By the FNV-1a-64 of the URL, modulo processes; if urls is NULL, by the first
 * number that splitmix64 draws with the page as its seed.
 */
void sp_partition_by_url(const struct sp_names *urls, uint64_t pages,
			 uint32_t processes, uint16_t *owner);

/*
 * The top-level domain of a host: what follows its last dot, or all of a name
 * without a dot; empty for an address, with a ":" or a number at its end.
 */
struct sp_span sp_host_tld(const char *host, size_t length);

/*
 * By top-level domain, as a stand-in for the country: all pages of one are one
 * process's.  The one with the most pages comes first, of equal ones the first
 * by name, and goes to the process with the fewest pages so far, of equal ones
 * the smallest.  Pages without a top-level domain go as above, by site, and
 * count before all others.
 *
 * Takes 66 bytes a host meanwhile.  SP_MEMORY.
 */
enum sp_status sp_partition_by_tld(const struct sp_hosts *hosts,
				   uint32_t processes, uint16_t *owner,
				   struct sp_error *err);

/* Equal ranges of page numbers: page * processes / pages, rounded down. */
void sp_partition_by_range(uint64_t pages, uint32_t processes,
			   uint16_t *owner);

#endif
