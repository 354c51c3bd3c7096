/* SPDX-License-Identifier: MIT */
/*
 * text.h - making bytes of input safe to show.
 */
#ifndef SP_BASE_TEXT_H
#define SP_BASE_TEXT_H

#include <stddef.h>

/*
 * Copies length bytes at text to out (size bytes of room, NUL-terminated),
 * with every control character (C0, DEL, C1) and every byte that is not
 * valid UTF-8 as \xHH.  Cuts at a whole character.  Returns the length.
 */
size_t sp_mask(char *out, size_t size, const char *text, size_t length);

/*
 * As sp_mask(), for a cell of a TSV file: valid UTF-8 stays, tab, newline,
 * carriage return and backslash become \t \n \r \\, other control characters
 * and bad bytes \xHH.  out has room for 4 * length bytes; no NUL is written.
 */
size_t sp_escape_cell(char *out, const char *text, size_t length);

/*
 * As sp_mask(), for a JSON string between its quotes: quotes and backslashes
 * escaped, control characters and bytes that are not UTF-8 as \u00HH.  out
 * has room for 6 * length bytes; no NUL is written.
 */
size_t sp_escape_json(char *out, const char *text, size_t length);

/*
 * The least number of letters to insert, delete or replace that makes one
 * word of the other.  Words are cut at 63 bytes: it is for finding the name
 * that somebody meant.
 */
unsigned sp_edit_distance(const char *a, size_t a_length, const char *b,
			  size_t b_length);

#endif
