/* SPDX-License-Identifier: MIT */
#include "formats/seedlist/url.h"

#include "base/ascii.h"
#include "base/utf8.h"

void
sp_list_add_lower(struct sp_line *line, struct sp_span span)
{
	uint64_t start = line->length;

	sp_line_add_span(line, span);
	for (uint64_t i = start; i < line->length; i++)
		line->text[i] = sp_to_small(line->text[i]);
}

/* Adds a backslash, the letter, and value in hexadecimal digits. */
static void
add_escape(struct sp_line *line, char letter, uint32_t value, int digits)
{
	static const char hex[] = "0123456789abcdef";
	char escape[10] = { '\\', letter };

	for (int i = 0; i < digits; i++)
		escape[2 + i] = hex[value >> 4 * (digits - 1 - i) & 15];
	sp_line_add_bytes(line, escape, (size_t)(2 + digits));
}

/*
 * A character that is not written as it is.  YAML has the escapes of JSON, but
 * one for a character beyond 16 bits, of which JSON escapes the two halves that
 * UTF-16 has.
 */
static void
list_add_escaped(struct sp_line *line, uint32_t character, bool yaml)
{
	char pair[2] = { '\\', (char)character };

	if (character == '"' || character == '\\') {
		sp_line_add_bytes(line, pair, sizeof(pair));
	} else if (character < 0x10000) {
		add_escape(line, 'u', character, 4);
	} else if (yaml) {
		add_escape(line, 'U', character, 8);
	} else {
		character -= 0x10000;
		add_escape(line, 'u', 0xd800 + (character >> 10), 4);
		add_escape(line, 'u', 0xdc00 + (character & 1023), 4);
	}
}

static bool
is_plain(char c)
{
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

static void
add_quoted(struct sp_line *line, struct sp_span text, bool yaml)
{
	uint32_t character;

	sp_line_add_bytes(line, "\"", 1);
	while (text.length) {
		size_t size = 0;

		while (size < text.length && is_plain(text.text[size]))
			size++;
		sp_line_add_span(line, sp_span_cut(&text, size));
		size = sp_utf8_get(text, &character);
		if (!size)
			break;
		list_add_escaped(line, character, yaml);
		sp_span_cut(&text, size);
	}
	sp_line_add_bytes(line, "\"", 1);
}

void
sp_list_add_json(struct sp_line *line, struct sp_span text)
{
	add_quoted(line, text, false);
}

void
sp_list_add_yaml(struct sp_line *line, struct sp_span text)
{
	add_quoted(line, text, true);
}
