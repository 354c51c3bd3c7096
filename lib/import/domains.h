/* SPDX-License-Identifier: MIT */
/*
 * domains.h - the registrable domain of each host, by the Public Suffix List
 * of the libpsl library: www.example.co.uk belongs to example.co.uk.
 */
#ifndef SP_IMPORT_DOMAINS_H
#define SP_IMPORT_DOMAINS_H

#include "graph/hosts.h"

/*
 * Fills hosts->domains, which is empty, with the domain of each host.  A host
 * that has none (an address, a public suffix, a single label) is its own.
 * SP_USAGE when the library was built without libpsl.
 */
enum sp_status sp_hosts_find_domains(struct sp_hosts *hosts,
				     struct sp_error *err) SP_MUST_CHECK;

#endif
