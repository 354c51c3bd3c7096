/* SPDX-License-Identifier: MIT */
/*
 * idn.h - internationalized host names as punycode, with the libidn2 library.
 */
#ifndef SP_WEB_PAGE_IDN_H
#define SP_WEB_PAGE_IDN_H

#include "graph/names.h"

#include <stdbool.h>

/*
 * Replaces a host with bytes above 127, in UTF-8, by its ASCII form, as
 * browsers look it up (UTS 46, nontransitional; IDNA 2008): "bücher.example"
 * and "BÜCHER。example" become "xn--bcher-kva.example".  An ideographic or
 * wide dot at its end is removed; sp_url_host() removes one that is ASCII.
 * Stores and returns the new length.
 *
 * A host that is not valid (broken UTF-8, a label of more than 63 bytes, a
 * character that names must not have) stays as it is: *valid is false.  So
 * does every host if the library was built without libidn2.  The same happens
 * if memory is short, and *short_of_memory is set.
 */
size_t sp_idn_to_ascii(char host[SP_NAME_MAX], size_t length, bool *valid,
		       bool *short_of_memory);

/*
 * Writes the host of a URL to host, as sp_url_host() does, and in its ASCII
 * form if it has one; returns its length.  If memory is short, *short_of_memory
 * is set.
 */
size_t sp_url_ascii_host(struct sp_span url, char host[SP_NAME_MAX],
			 bool *short_of_memory);

#endif
