/* SPDX-License-Identifier: MIT */
/*
 * hosts.h - which host, and which domain, each page belongs to.
 */
#ifndef SP_GRAPH_HOSTS_H
#define SP_GRAPH_HOSTS_H

#include "graph/names.h"

/*
 * host_of[page] is the host's number, an index into names, for each of pages
 * pages.  Hosts are numbered in order of their first page.  domains is empty,
 * or has for each host the name of its registrable domain.
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

/* Appends the host of the next page. */
enum sp_status sp_hosts_add(struct sp_hosts *hosts, uint32_t host,
			    struct sp_error *err) SP_MUST_CHECK;

/*
 * The unit of each page for pruning by domain: an array of pages numbers,
 * equal for two pages when the domains of their hosts are the same string.
 * The caller frees it.  SP_DATA when there are no domains.
 */
enum sp_status sp_hosts_domains(const struct sp_hosts *hosts,
				uint32_t **domain_of, struct sp_error *err)
	SP_MUST_CHECK;

void sp_hosts_free(struct sp_hosts *hosts);

/*
 * The host of a URL, by one rule (seedpipe-algorithms(7), 6.1): the part after
 * "://" (or after a leading "//", or from the start when there is neither) up
 * to the next "/", "?" or "#"; without what stands before the last "@";
 * without a port (":" and digits, or a lone ":", at its end); ASCII letters
 * in lower case; "www." kept.  [IPv6] brackets are kept.
 * Writes at most SP_NAME_MAX bytes to host and returns the length; 0 where
 * the URL has no host ("mailto:x", "", "http:///").
 */
size_t sp_url_host(const char *url, size_t length, char host[SP_NAME_MAX]);

#endif
