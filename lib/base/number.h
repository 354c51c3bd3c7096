/* SPDX-License-Identifier: MIT */
/*
 * number.h - numbers from and to text, strictly and without a locale.
 *
 * The C library's readers accept signs, blanks, "nan", "0x10" and numbers
 * out of range; these accept exactly the digits they are given.
 */
#ifndef SP_BASE_NUMBER_H
#define SP_BASE_NUMBER_H

#include "base/status.h"

#include <stdbool.h>

/*
 * Parses length bytes at text: decimal digits only, at least one, at most
 * UINT64_MAX.  Returns false otherwise, without setting *value.
 */
bool sp_parse_uint(const char *text, size_t length, uint64_t *value);

/*
 * Parses length bytes at text: [+-]digits[.digits][e[+-]digits], finite, at
 * most 127 bytes.  Rejects "nan", "inf", hexadecimal and blanks.
 */
bool sp_parse_double(const char *text, size_t length, double *value);

/*
 * Parses a count, length bytes at text: digits with an optional suffix k (or
 * K), M, G or T (powers of 1000), at most UINT64_MAX.  Returns false otherwise,
 * without setting *value.
 */
bool sp_parse_count(const char *text, size_t length, uint64_t *value);

/*
 * Parses a limit, NUL-terminated: a count above 0, or a percentage of whole
 * above 0 and up to 100, such as "10%", rounded down but 1 at least.  whole is
 * at most 2^53.  Returns false otherwise; *most may be set.
 */
bool sp_parse_limit(const char *text, uint64_t whole, uint64_t *most);

/*
 * Parses a size in bytes, NUL-terminated: digits with an optional suffix K, M,
 * G or T (powers of 1024; also KiB, MiB, GiB, TiB).
 */
bool sp_parse_size(const char *text, uint64_t *value);

/*
 * Parses a time, length bytes at text: a number of seconds, or one with a unit,
 * "250ms", "1.5s", "20min", "6h", "7d"; in microseconds, to the nearest, below
 * 2^52, and not 0 unless the text is.  Returns false otherwise, without setting
 * *microseconds.
 */
bool sp_parse_duration(const char *text, size_t length,
		       uint64_t *microseconds);

#define SP_DOUBLE_TEXT 32 /* room for sp_format_double(), with the NUL */

/*
 * Writes the shortest decimal form that reads back to the same double, with
 * a point, NUL-terminated; returns its length.  Not for NaN or infinity.
 */
size_t sp_format_double(char text[SP_DOUBLE_TEXT], double value);

/*
 * Writes value in decimal at text, which has room for 20 bytes, without a NUL;
 * returns its length.
 */
size_t sp_format_uint(char *text, uint64_t value);

#endif
