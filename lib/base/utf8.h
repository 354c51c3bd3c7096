/* SPDX-License-Identifier: MIT */
/*
 * utf8.h - characters as UTF-8: no long spellings, no surrogates, nothing above
 * U+10FFFF.
 */
#ifndef SP_BASE_UTF8_H
#define SP_BASE_UTF8_H

#include "base/span.h"

#include <stdint.h>

/*
 * Returns the bytes of the character that the text, which is not empty, begins
 * with.  If there is none, returns 0, and sets *bad to the bytes that one
 * U+FFFD stands for: the longest start of a character, or one byte.
 */
size_t sp_utf8_size(struct sp_span text, size_t *bad);

/*
 * Returns the bytes of the character that the text begins with, and sets *code
 * to its number; 0 if there is none.
 */
size_t sp_utf8_get(struct sp_span text, uint32_t *code);

/* Writes a character, of up to 4 bytes, and returns how many they are. */
size_t sp_utf8_put(char *out, uint32_t code);

/* The bytes at the start of a text that are whole characters. */
size_t sp_utf8_valid(struct sp_span text);

#endif
