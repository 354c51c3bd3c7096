/* SPDX-License-Identifier: MIT */
/*
 * text.h - makes bytes of input safe to show.
 *
 * There are three degrees.  Escaping keeps a text in its cell, string or
 * attribute, and controls away from terminals; it is done always.  Safe text
 * (--safe-text) also escapes what misleads people: hidden characters, and what
 * spreadsheets take for formulas.  Messages hide nothing and need not be read
 * back.
 *
 * Hidden characters take no room, or change the direction or the line of what
 * follows: U+00AD, U+061C, U+180E, U+200B to U+200F, U+2028 to U+202E, U+2060
 * to U+206F, U+FEFF, U+FFF9 to U+FFFB, U+FFFE, U+FFFF, U+E0000 to U+E007F.
 */
#ifndef SP_BASE_TEXT_H
#define SP_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Copies length bytes at text to out, with every control character (C0, DEL,
 * C1), every hidden one and every byte that is not valid UTF-8 as \xHH a byte,
 * for messages on a terminal.  out has room for size bytes (at least 1) and
 * gets a NUL; what does not fit is cut off after a whole character.  Returns
 * the length.
 */
size_t sp_mask(char *out, size_t size, const char *text, size_t length);

/*
 * The same for text of several lines and cells: tabs and newlines stay.  out
 * has room for 4 * length bytes and gets no NUL.
 */
size_t sp_mask_lines(char *out, const char *text, size_t length);

/*
 * The same for a cell of a TSV file: tab, newline, carriage return and
 * backslash become \t \n \r \\, other control characters and bytes that are
 * not UTF-8 \xHH.  out has room for 4 * length bytes and gets no NUL.
 */
size_t sp_escape_cell(char *out, const char *text, size_t length);

/*
 * The same for safe text: hidden characters, too, become \xHH a byte, and so
 * does the first character of a formula: one of = + - @ " or of the full-width
 * = + - @ (U+FF1D, U+FF0B, U+FF0D, U+FF20) at the beginning of the cell, or
 * after a comma or a semicolon, by which spreadsheets may split cells as well;
 * blanks of Unicode before it do not count.  The same rule turns all escapes
 * back into bytes.  Cells may be escaped in pieces: *fresh, true at the
 * beginning of a cell, is kept up to date.
 */
size_t sp_safe_cell(char *out, const char *text, size_t length, bool *fresh);

/* Has the text control characters: C0, DEL or C1? */
bool sp_has_control(const char *text, size_t length);

/*
 * The same as sp_escape_cell() for a JSON string, without its quotes: quotes
 * and backslashes get a backslash, control characters and bytes that are not
 * UTF-8 become \u00HH.  With `safe`, hidden characters become \uHHHH, or two of
 * them.  out has room for 6 * length bytes and gets no NUL.
 */
size_t sp_escape_json(char *out, const char *text, size_t length, bool safe);

/*
 * The same for XML 1.0, in an element or in an attribute between double quotes:
 * & < > " become entities; tab, newline, carriage return, DEL and C1 become
 * character references.  What XML cannot hold at all, other control characters,
 * U+FFFE, U+FFFF and bytes that are not UTF-8, is written as in URLs, %HH a
 * byte.  With `safe`, hidden characters become character references.  out has
 * room for 6 * length bytes and gets no NUL.
 */
size_t sp_escape_xml(char *out, const char *text, size_t length, bool safe);

/*
 * Returns the length of the longest part of text, from its beginning, that has
 * at most most bytes (at least 4) and does not end inside a character, so that
 * a text can be escaped in pieces.
 */
size_t sp_text_piece(const char *text, size_t length, size_t most);

#endif
