/* SPDX-License-Identifier: MIT */
/*
 * domains.h - finds the registrable domain of each host in the Public Suffix
 * List of the libpsl library: www.example.co.uk belongs to example.co.uk.
 */
#ifndef SP_FORMATS_IMPORT_DOMAINS_H
#define SP_FORMATS_IMPORT_DOMAINS_H

#include "graph/hosts.h"

/*
 * Fills the empty hosts->domains with the domain of each host.  A host without
 * one (an address, a public suffix, a single label) is its own domain.
 * Returns SP_USAGE if the library was built without libpsl.
 */
enum sp_status sp_hosts_find_domains(struct sp_hosts *hosts,
				     struct sp_error *err);

#endif
