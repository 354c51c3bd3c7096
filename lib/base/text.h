/* SPDX-License-Identifier: MIT */
/*
 * text.h - makes bytes of input safe to show.
 */
#ifndef SP_BASE_TEXT_H
#define SP_BASE_TEXT_H

#include <stddef.h>

/*
 * Copies length bytes at text to out, with every control character (C0, DEL,
 * C1) and every byte that is not valid UTF-8 as \xHH, for messages on a
 * terminal.  out has room for size bytes (at least 1) and gets a NUL; what
 * does not fit is cut off after a whole character.  Returns the length.
 */
size_t sp_mask(char *out, size_t size, const char *text, size_t length);

/*
 * The same for a cell of a TSV file: tab, newline, carriage return and
 * backslash become \t \n \r \\, other control characters and bytes that are
 * not UTF-8 \xHH.  out has room for 4 * length bytes and gets no NUL.
 */
size_t sp_escape_cell(char *out, const char *text, size_t length);

/*
 * The same for a JSON string, without its quotes: quotes and backslashes get a
 * backslash, control characters and bytes that are not UTF-8 become \u00HH.
 * out has room for 6 * length bytes and gets no NUL.
 */
size_t sp_escape_json(char *out, const char *text, size_t length);

/*
 * The same for XML 1.0, in an element or in an attribute between double quotes:
 * & < > " become entities; tab, newline, carriage return, DEL and C1 become
 * character references.  What XML cannot hold at all, other control characters,
 * U+FFFE, U+FFFF and bytes that are not UTF-8, is written as in URLs, %HH a
 * byte.  out has room for 6 * length bytes and gets no NUL.
 */
size_t sp_escape_xml(char *out, const char *text, size_t length);

/*
 * Returns the length of the longest part of text, from its beginning, that has
 * at most most bytes (at least 4) and does not end inside a character, so that
 * a text can be escaped in pieces.
 */
size_t sp_text_piece(const char *text, size_t length, size_t most);

#endif
