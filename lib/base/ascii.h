/* SPDX-License-Identifier: MIT */
/*
 * ascii.h - what a byte is in ASCII.
 *
 * Formats and protocols of the web are defined by these sets, whatever the
 * locale; <ctype.h> follows the locale, and is undefined for negative
 * characters.  A byte of 0x80 or more is in none of them.
 */
#ifndef SP_BASE_ASCII_H
#define SP_BASE_ASCII_H

#include "base/span.h"

#include <stdbool.h>
#include <stdint.h>
#include <strings.h>

static inline bool
sp_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Is it one digit or more, and nothing else? */
static inline bool
sp_are_digits(const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && sp_is_digit(text[i]))
		i++;
	return length && i == length;
}

static inline bool
sp_is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool
sp_is_letter(char c)
{
	return sp_is_capital(c) || (c >= 'a' && c <= 'z');
}

/* The value of a hexadecimal digit, 0 to 15, or -1. */
static inline int
sp_hex_value(char c)
{
	if (sp_is_digit(c))
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Does it separate the words of a line? */
static inline bool
sp_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* White space of HTML and URLs: "ASCII whitespace" of the Infra standard. */
#define SP_HTML_SPACES " \t\n\f\r"
static inline bool
sp_is_html_space(char c)
{
	return sp_is_blank(c) || c == '\n' || c == '\f' || c == '\r';
}

/* White space of HTTP, with ends of lines, and for sp_span_trim(). */
#define SP_HTTP_SPACES " \t\r\n"
static inline bool
sp_is_http_space(char c)
{
	return sp_is_blank(c) || c == '\r' || c == '\n';
}

/* The small letter of a capital one; any other byte as it is. */
static inline char
sp_to_small(char c)
{
	return sp_is_capital(c) ? (char)(c | 0x20) : c;
}

/* Is the text this word, a string, in any mixture of capital and small? */
static inline bool
sp_is_word(struct sp_span text, const char *word)
{
	return text.length == strlen(word) &&
	       !strncasecmp(text.text, word, text.length);
}

/* The same of the beginning of the text. */
static inline bool
sp_begins_word(struct sp_span text, const char *word)
{
	size_t length = strlen(word);

	return text.length >= length && !strncasecmp(text.text, word, length);
}

/* Cuts exactly count digits off, at most nine, and reads them. */
static inline bool
sp_take_digits(struct sp_span *text, unsigned count, unsigned *number)
{
	unsigned value = 0;

	if (text->length < count)
		return false;
	for (unsigned i = 0; i < count; i++) {
		if (!sp_is_digit(text->text[i]))
			return false;
		value = value * 10 + (unsigned)(text->text[i] - '0');
	}
	sp_span_cut(text, count);
	*number = value;
	return true;
}

/* Are all bytes of the text ASCII? */
static inline bool
sp_is_ascii(struct sp_span text)
{
	uint8_t all = 0;

	for (size_t i = 0; i < text.length; i++)
		all |= (uint8_t)text.text[i];
	return all < 0x80;
}

#endif
