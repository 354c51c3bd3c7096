/* SPDX-License-Identifier: MIT */
/*
 * html_references.h - the character references of HTML, for the reading of
 * pages.
 */
#ifndef SP_WEB_PAGE_HTML_REFERENCES_H
#define SP_WEB_PAGE_HTML_REFERENCES_H

#include "base/span.h"

#include <stdbool.h>
#include <stdint.h>

/* The most bytes of UTF-8 that a reference stands for. */
#define SP_HTML_REFERENCE_MAX 8

/*
 * Reads what is at "&", up to end.  Returns the bytes of the reference, and in
 * *size those written to out; or 0 if it is none, and "&" is text.  In
 * attributes, names without ";" before "=", letters and digits are none.
 */
size_t sp_html_reference(const char *at, const char *end, bool attribute,
			 char *out, size_t *size);

/*
 * The bytes that text with references may have in UTF-8 at most; a NUL may
 * become U+FFFD.
 */
uint64_t sp_html_decoded_most(struct sp_span text);

/*
 * Writes the value of an attribute to out, which has place for
 * sp_html_decoded_most(); returns its length.
 */
size_t sp_html_decode_value(struct sp_span value, char *out);

/* Names of a length: sorted, without a ";", one after the other. */
struct sp_html_reference_names {
	const char *names;
	uint16_t count;
	uint16_t first; /* of sp_html_reference_values[] */
};

#define SP_HTML_REFERENCE_NAME_MAX 31
#define SP_HTML_REFERENCE_OLD_MAX 6

/* html_names.c: by length. */
extern const struct sp_html_reference_names
	sp_html_reference_names[SP_HTML_REFERENCE_NAME_MAX + 1];

/* Those that need no ";", sorted, by length. */
extern const char *const
	sp_html_reference_old[SP_HTML_REFERENCE_OLD_MAX + 1];

/*
 * Of those, by the first letter: bits for the second letters that may follow.
 * Letters are numbered from a to z, then from A to Z.
 */
extern const uint64_t sp_html_reference_starts[52];

/*
 * Characters as they are, but 0xE000 + N for U+1D400 + N, and 0xF000 + N, below
 * 0xF900, for the pair N.
 */
extern const uint16_t sp_html_reference_values[];
extern const uint16_t sp_html_reference_pairs[][2];

#endif
