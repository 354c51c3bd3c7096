/* SPDX-License-Identifier: MIT */
/*
 * patterns.h - POSIX extended regular expressions that URLs are compared with,
 * a line of a file each: a URL matches if any part of it does.
 *
 *	/calendar/
 *	\.(jpg|png)$
 *	^http://([a-z]+\.)?shop\.example/
 */
#ifndef SP_WEB_PAGE_PATTERNS_H
#define SP_WEB_PAGE_PATTERNS_H

#include "base/span.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

/* Bytes of a pattern, also with its repetitions written out. */
#define SP_PATTERN_MOST 2000
#define SP_PATTERN_GROUPS 200 /* "(" of one pattern */

struct sp_patterns;

/* Free *patterns with sp_patterns_free().  SP_MEMORY. */
enum sp_status sp_patterns_new(struct sp_patterns **patterns,
			       struct sp_error *err);

/*
 * Adds a line.  If it is no pattern, err->text says why, a phrase that goes
 * with the line, and nothing is added: SP_DATA.  Back-references are refused,
 * because they would take exponential time.  SP_MEMORY.
 */
enum sp_status sp_patterns_add(struct sp_patterns *patterns,
			       struct sp_span line, struct sp_error *err);

/* After the last line and before the first URL.  SP_MEMORY. */
enum sp_status sp_patterns_ready(struct sp_patterns *patterns,
				 struct sp_error *err);

/*
 * Sets *matches to whether the URL matches a line, and notes all lines that it
 * matches.  SP_MEMORY.
 */
enum sp_status sp_patterns_match(struct sp_patterns *patterns,
				 struct sp_span url, bool *matches,
				 struct sp_error *err);

/* The lines that were added; and whether line i < that has matched a URL. */
uint64_t sp_patterns_lines(const struct sp_patterns *patterns);
bool sp_patterns_was_used(const struct sp_patterns *patterns, uint64_t i);

void sp_patterns_free(struct sp_patterns *patterns); /* accepts NULL */

#endif
