/* SPDX-License-Identifier: MIT */
/*
 * outline.h - what the pages of one template of a site have in common, by a
 * fixed rule: the outline of their URLs.  lib/shape learns such rules instead.
 *
 * The outline of a URL is its host, the first two segments of its path, and the
 * names of its parameters, in their order and without their values; each run of
 * digits is one 0.  So pages of a gallery or a calendar have one outline:
 *
 *	http://a.example/photo/item/12?id=7&p=3    a.example/photo/item?id&p
 *	https://A.example/photo/item/99/b?id=8&p=  a.example/photo/item?id&p
 *	http://a.example/2024/05/31                a.example/0/0
 *
 * Schemes, ports, deeper segments, values and fragments do not count.
 */
#ifndef SP_WEB_PAGE_OUTLINE_H
#define SP_WEB_PAGE_OUTLINE_H

#include "graph/hosts.h"

#define SP_OUTLINE_SEGMENTS 2

/*
 * Writes the outline of a URL of at most SP_NAME_MAX bytes, and returns its
 * length.  A name without a host, such as "mailto:x", is its own outline.
 */
size_t sp_url_outline(const char *url, size_t length, char text[SP_NAME_MAX]);

/*
 * Numbers the outlines of all names from 0, as units of pages; release them
 * with sp_units_free().  Takes 4 bytes a page, and the texts of the outlines
 * while it works.  Returns SP_MEMORY on failure.
 */
enum sp_status sp_units_of_outlines(const struct sp_names *urls,
				    struct sp_units *units,
				    struct sp_error *err);

#endif
