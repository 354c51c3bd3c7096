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

/* The order of bytes; of a text and how it begins, the shorter comes first. */
static inline int
sp_span_compare(struct sp_span a, struct sp_span b)
{
	size_t common = a.length < b.length ? a.length : b.length;
	int order = common ? memcmp(a.text, b.text, common) : 0;

	return order ? order : (a.length > b.length) - (a.length < b.length);
}

/* Cuts the first length bytes off, and returns them. */
static inline struct sp_span
sp_span_cut(struct sp_span *text, size_t length)
{
	struct sp_span head = { text->text, length };

	/* No 0 is added to an absent text. */
	text->text = length ? text->text + length : text->text;
	text->length -= length;
	return head;
}

/* The number of bytes before the first c: all, if there is none. */
static inline size_t
sp_span_before(struct sp_span text, char c)
{
	const char *end = text.length ? memchr(text.text, c, text.length) :
					NULL;

	return end ? (size_t)(end - text.text) : text.length;
}

/* Cuts off what is before the first c, or all, and returns it; drops the c. */
static inline struct sp_span
sp_span_cut_at(struct sp_span *text, char c)
{
	struct sp_span head = sp_span_cut(text, sp_span_before(*text, c));

	if (text->length)
		sp_span_cut(text, 1);
	return head;
}

static inline bool
sp_span_begins(struct sp_span text, struct sp_span start)
{
	return text.length >= start.length &&
	       !memcmp(text.text, start.text, start.length);
}

/* Cuts start off, if the text begins so. */
static inline bool
sp_span_take(struct sp_span *text, struct sp_span start)
{
	bool begins = sp_span_begins(*text, start);

	if (begins)
		sp_span_cut(text, start.length);
	return begins;
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
