/* SPDX-License-Identifier: MIT */
/*
 * domains.h - finds the registrable domain of each host in the Public Suffix
 * List of the libpsl library: www.example.co.uk belongs to example.co.uk.
 */
#ifndef SP_FORMATS_IMPORT_DOMAINS_H
#define SP_FORMATS_IMPORT_DOMAINS_H

#include "base/span.h"
#include "graph/hosts.h"

/*
 * Fills the empty hosts->domains with the domain of each host.  A host without
 * one (an address, a public suffix, a single label) is its own domain.
 * Returns SP_USAGE if the library was built without libpsl.
 */
enum sp_status sp_hosts_find_domains(struct sp_hosts *hosts,
				     struct sp_error *err);

/*
 * Sets *domain to the domain of one host, likewise; valid as long as the host,
 * or until the next call with this copy, which has room for SP_NAME_MAX + 1
 * bytes.  SP_USAGE as above.
 */
enum sp_status sp_find_domain(struct sp_span host, char *copy,
			      struct sp_span *domain, struct sp_error *err);

#endif
