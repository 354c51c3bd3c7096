/* SPDX-License-Identifier: MIT */
/*
 * What the HTML standard's algorithm asks about elements, as one table: its
 * lists ("special", "formatting", scopes, ...) are sets of tags in the
 * standard's text, and bits here, so that each question is one load.
 *
 * Names are compared as two numbers of 8 bytes in small letters; a name that is
 * longer is none of ours.  The table of look-ups is made when a reader is, as
 * it must be constant or a reader's own.
 */
#include "web/page/html_elements.h"

#include <string.h>

#define SPECIAL SP_IS_SPECIAL
#define SCOPE SP_IS_SCOPE
#define LIGHT SP_IS_LIGHT
#define FORMAT SP_IS_FORMAT
#define BLOCK SP_IS_BLOCK
#define HIDDEN SP_IS_HIDDEN
#define BREAKOUT SP_IS_BREAKOUT
#define IMPLIED (SP_IS_IMPLIED | SP_IS_THOROUGH)
#define THOROUGH SP_IS_THOROUGH
#define HEADING SP_IS_HEADING
#define SVGPOINT SP_IS_SVGPOINT
#define MATHPOINT SP_IS_MATHPOINT

#define ELEMENT(id, text, bits, at_start, at_end) \
	[SP_EL_##id] = { text, bits, SP_START_##at_start, SP_END_##at_end },
const struct sp_html_element_row sp_html_elements[SP_EL_COUNT] = {
	SP_HTML_ELEMENTS(ELEMENT)
};

const uint8_t sp_html_class[256] = {
	['\t'] = SP_CLASS_SPACE, ['\n'] = SP_CLASS_SPACE,
	['\f'] = SP_CLASS_SPACE, ['\r'] = SP_CLASS_SPACE,
	[' '] = SP_CLASS_SPACE, ['/'] = SP_CLASS_SLASH,
	['>'] = SP_CLASS_GREATER, ['='] = SP_CLASS_EQUAL,
};

#define MULTIPLIER_1 UINT64_C(0x9E3779B97F4A7C15)
#define MULTIPLIER_2 UINT64_C(0xC2B2AE3D27D4EB4F)

/*
 * Up to 8 bytes of a name, as a number.  A NUL at the start is counted as 0xFF,
 * which is in no name either: as 0, it would make no difference.
 */
static const char *
read_name_word(const char *at, const char *end, unsigned stop, uint64_t *word)
{
	uint64_t number = at < end && !*at ? 0xFF : 0;

	at += number != 0;
	for (unsigned i = number != 0; i < 8 && at < end; i++) {
		unsigned c = (unsigned char)*at;

		if (sp_html_class[c] & stop)
			break;
		c |= (unsigned)(c - 'A' < 26) << 5;
		number = number << 8 | c;
		at++;
	}
	*word = number;
	return at;
}

const char *
sp_html_name_read(const char *at, const char *end, unsigned stop,
		  struct sp_html_name *name)
{
	const char *next = read_name_word(at, end, stop, &name->head);
	uint64_t hash = name->head * MULTIPLIER_1, rest = 0;

	name->tail = 0;
	if (next - at < 8) {
		name->hash = (uint32_t)(hash >> 32);
		return next;
	}
	next = read_name_word(next, end, stop, &name->tail);
	hash = (hash ^ name->tail) * MULTIPLIER_2;
	while (next - at >= 16) {
		const char *before = next;

		next = read_name_word(next, end, stop, &rest);
		if (next == before)
			break;
		/* No name that is known has as many bytes. */
		name->tail = UINT64_MAX;
		hash = (hash ^ hash >> 32 ^ rest) * MULTIPLIER_1;
	}
	name->hash = (uint32_t)(hash >> 32);
	return next;
}

static void
make_name(const char *text, struct sp_html_name *name)
{
	sp_html_name_read(text, text + strlen(text), 0, name);
}

void
sp_html_names_make(struct sp_html_names *names)
{
#define ATTRIBUTE(id, text) [SP_AT_##id] = text,
	static const char *const attributes[SP_AT_COUNT] = {
		SP_HTML_ATTRIBUTES(ATTRIBUTE)
	};

	memset(names->slots, 0, sizeof(names->slots));
	for (unsigned i = 0; i < SP_AT_COUNT; i++)
		make_name(attributes[i], &names->attributes[i]);
	for (unsigned i = 1; i < SP_EL_COUNT; i++) {
		struct sp_html_name *name = &names->elements[i];
		uint32_t slot;

		make_name(sp_html_elements[i].name, name);
		slot = name->hash % SP_HTML_SLOTS;
		while (names->slots[slot])
			slot = (slot + 1) % SP_HTML_SLOTS;
		names->slots[slot] = (uint8_t)i;
	}
}

enum sp_html_element
sp_html_names_element(const struct sp_html_names *names,
		      const struct sp_html_name *name)
{
	uint32_t slot = name->hash % SP_HTML_SLOTS;

	for (; names->slots[slot]; slot = (slot + 1) % SP_HTML_SLOTS) {
		unsigned i = names->slots[slot];

		if (names->elements[i].head == name->head &&
		    names->elements[i].tail == name->tail)
			return (enum sp_html_element)i;
	}
	return SP_EL_UNKNOWN;
}
