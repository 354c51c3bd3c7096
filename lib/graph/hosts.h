/* SPDX-License-Identifier: MIT */
/*
 * hosts.h - the host and domain of each page.
 */
#ifndef SP_GRAPH_HOSTS_H
#define SP_GRAPH_HOSTS_H

#include "graph/names.h"

/*
 * The host of page p, p < pages, is number host_of[p], an index into names.
 * Hosts are numbered in the order of their first page.  domains is empty, or
 * has the registrable domain of each host.  Release it with sp_hosts_free().
 */
struct sp_hosts {
	uint64_t pages;
	uint32_t *host_of;
	uint64_t capacity;
	struct sp_names names;
	struct sp_names domains;
};

#define SP_HOSTS_EMPTY \
	{ 0, NULL, 0, SP_NAMES_EMPTY, SP_NAMES_EMPTY }

/* Appends the host of the next page.  Returns SP_MEMORY on failure. */
enum sp_status sp_hosts_add(struct sp_hosts *hosts, uint32_t host,
			    struct sp_error *err);

/*
 * The units that pages are grouped in: the unit of page p is unit_of[p], below
 * count.  A page without a host (its host is the empty name) shares nothing
 * with other such pages, and is a unit of its own; alone counts them.
 */
struct sp_units {
	const uint32_t *unit_of;
	uint64_t count;
	uint64_t alone;
	uint32_t *made;          /* unit_of, if it is not that of the hosts */
};

#define SP_UNITS_EMPTY \
	{ NULL, 0, 0, NULL }

/*
 * Finds the units by host, or by domain: the same unit for two pages if the
 * domains of their hosts are the same string.  Units may point into hosts;
 * release them with sp_units_free().  By host, host numbers are unit numbers,
 * and pages without a host have numbers from hosts->names.count on; 4 bytes a
 * page if there are such pages, and always by domain.
 *
 * Returns SP_DATA if there are no domains, or a page has a host that does not
 * exist; SP_MEMORY.
 */
enum sp_status sp_units_of_hosts(const struct sp_hosts *hosts,
				 struct sp_units *units, struct sp_error *err);
enum sp_status sp_units_of_domains(const struct sp_hosts *hosts,
				   struct sp_units *units,
				   struct sp_error *err);

void sp_units_free(struct sp_units *units); /* accepts empty units */

/* Have all pages the same hosts and domains?  NULL: there are none. */
bool sp_hosts_same(const struct sp_hosts *a, const struct sp_hosts *b);

/* Frees everything and leaves an empty table.  Accepts an empty table. */
void sp_hosts_free(struct sp_hosts *hosts);

/*
 * Finds the host of a URL, by one rule (seedpipe-algorithms(7), 6.1): the
 * part after "://" (or after a leading "//", or from the start if there is
 * neither) up to the next "/", "?", "#" or "\", without user and password (up
 * to the last "@") and without a port (":" and digits, or a lone ":", at its
 * end).  "www." and the brackets of [IPv6] are kept.  Returns its length, and
 * its first byte in *start; 0 if the URL has no host ("mailto:x", "http:/x",
 * "", "http:///").
 */
size_t sp_url_find_host(const char *url, size_t length, size_t *start);

/*
 * The order of hosts by their labels from the last to the first (uk, co,
 * example, www); all labels come before none.  Below 0, 0 or above 0, as
 * memcmp().
 */
int sp_host_compare(struct sp_span a, struct sp_span b);

/*
 * Writes the host of a URL to host, with ASCII letters in lower case, without
 * one dot at its end, and cut to SP_NAME_MAX bytes; returns its length.  Sets
 * *ascii unless a byte is above 127: then web/page/idn.h has another spelling.
 */
size_t sp_url_host(const char *url, size_t length, char host[SP_NAME_MAX],
		   bool *ascii);

#endif
