/* SPDX-License-Identifier: MIT */
/*
 * span.h - a piece of text that belongs to something else.
 */
#ifndef SP_BASE_SPAN_H
#define SP_BASE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Bytes, not NUL-terminated.  A text of NULL is absent, not empty. */
struct sp_span {
	const char *text;
	size_t length;
};

#define SP_SPAN_ABSENT { NULL, 0 }

/* The span of a literal. */
#define SP_SPAN(literal) \
	((struct sp_span){ "" literal, sizeof(literal) - 1 })

static inline bool
sp_span_equal(struct sp_span a, struct sp_span b)
{
	return a.length == b.length &&
	       (!a.length || !memcmp(a.text, b.text, a.length));
}

/* Without the bytes of blanks, a string, at both ends. */
static inline struct sp_span
sp_span_trim(struct sp_span text, const char *blanks)
{
	while (text.length && *text.text && strchr(blanks, *text.text)) {
		text.text++;
		text.length--;
	}
	while (text.length && text.text[text.length - 1] &&
	       strchr(blanks, text.text[text.length - 1]))
		text.length--;
	return text;
}

#endif
