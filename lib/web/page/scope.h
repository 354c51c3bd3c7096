/* SPDX-License-Identifier: MIT */
/*
 * scope.h - the scope of a crawl: which pages belong to it, by hosts and SURT
 * prefixes (web/page/surt.h).
 *
 * A line of a scope is
 *
 *	www.example.org                    a host, on any port
 *	+http://(org,example,www,)/a/      the SURTs that begin with this
 *	(org,example,
 *	org,example,
 *
 * as Heritrix writes prefixes, and seedpick --to surt.  A prefix that ends with
 * a comma is a domain with all its hosts.  No scheme counts.
 */
#ifndef SP_WEB_PAGE_SCOPE_H
#define SP_WEB_PAGE_SCOPE_H

#include "base/span.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct sp_scope;

/* Free *scope with sp_scope_free().  SP_MEMORY. */
enum sp_status sp_scope_new(struct sp_scope **scope, struct sp_error *err);

/*
 * Adds a line, without blanks at its ends.  Sets *why to NULL, or to why it is
 * no part of a scope, a phrase that goes with the line, and then adds nothing.
 * SP_MEMORY.
 */
enum sp_status sp_scope_add(struct sp_scope *scope, struct sp_span line,
			    const char **why, struct sp_error *err);

/* After the last line and before the first page.  SP_MEMORY. */
enum sp_status sp_scope_ready(struct sp_scope *scope, struct sp_error *err);

/*
 * Sets *inside to whether a line has the page with this name, a URL, and notes
 * all lines that have it.  SP_MEMORY.
 */
enum sp_status sp_scope_has(struct sp_scope *scope, struct sp_span name,
			    bool *inside, struct sp_error *err);

/* The lines that were added; and whether line i < that has had a page. */
uint64_t sp_scope_lines(const struct sp_scope *scope);
bool sp_scope_was_used(const struct sp_scope *scope, uint64_t i);

void sp_scope_free(struct sp_scope *scope); /* accepts NULL */

#endif
