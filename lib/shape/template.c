/* SPDX-License-Identifier: MIT */
/*
 * The finest class of a segment or value: runs of digits, dates and hashes in
 * it are classes, all else is itself.  A class never touches a byte that it
 * could match too, so that a match needs no second try.
 *
 * An escape is one byte, however it is written, and no class begins inside of
 * it: the digits of "%C3%A9" count nothing.
 */
#include "base/ascii.h"
#include "shape/shape_private.h"

#define HEX_LEAST 8
#define LONGEST 200     /* bytes of a text that has a template */
#define CLASSES 3       /* of a template: more say too little */
#define ESCAPE_MAX 9    /* bytes: "%25252520" */

static const char locales[] =
	" aa ab af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi"
	" fo fr ga gl gu he hi hr hu hy ia is it ja ka kk kn ko ku ky la lb lt"
	" lv mk ml mn mr ms mt nb ne nl nn no pl ps pt ro ru sk sl sq sr sv sw"
	" ta te th tl tr uk ur uz vi yi zh zu ";

static bool
is_locale(struct sp_span text)
{
	char code[5] = { ' ', 0, 0, ' ', 0 };

	if (text.length != 2 &&
	    (text.length != 5 || !strchr("-_", text.text[2]) ||
	     !sp_is_letter(text.text[3]) || !sp_is_letter(text.text[4])))
		return false;
	code[1] = text.text[0];
	code[2] = text.text[1];
	return sp_is_letter(code[1]) && sp_is_letter(code[2]) &&
	       strstr(locales, code);
}

/* 2024-05-31, and nothing that could go on. */
static size_t
date_length(struct sp_span text)
{
	static const char form[] = "dddd-dd-dd";
	size_t i;

	for (i = 0; form[i]; i++)
		if (i >= text.length ||
		    (form[i] == 'd' ? !sp_is_digit(text.text[i]) :
				      !strchr("-_", text.text[i])))
			return 0;
	return i < text.length && sp_is_digit(text.text[i]) ? 0 : i;
}

/* One case of letters, at least one of them and one digit. */
static size_t
hex_length(struct sp_span text)
{
	size_t length = 0, digits = 0, capitals = 0;

	while (length < text.length && sp_hex_value(text.text[length]) >= 0) {
		digits += sp_is_digit(text.text[length]);
		capitals += sp_is_capital(text.text[length]);
		length++;
	}
	return length >= HEX_LEAST && digits && digits < length &&
		       (!capitals || capitals + digits == length) ?
	       length : 0;
}

static size_t
digits_length(struct sp_span text)
{
	size_t length = 0;

	while (length < text.length && sp_is_digit(text.text[length]))
		length++;
	return length;
}

static const char *
find_class(struct sp_span text, bool inside_word, size_t *length)
{
	/* What most bytes are. */
	if (!sp_is_digit(*text.text) &&
	    (inside_word || sp_hex_value(*text.text) < 0))
		return NULL;
	*length = date_length(text);
	if (*length)
		return "<date>";
	*length = inside_word ? 0 : hex_length(text);
	if (*length && (*length == text.length ||
			!sp_is_letter(text.text[*length])))
		return "<hex>";
	*length = digits_length(text);
	return *length ? "<number>" : NULL;
}

/* Has it no bytes that are written with a "\\" in a pattern? */
static bool
has_no_escapes(struct sp_span text)
{
	return !memchr(text.text, '<', text.length) &&
	       !memchr(text.text, '\\', text.length);
}

/*
 * The bytes of an escape that the text begins with, or 0: of "%2F", and of
 * what becomes of it when it is escaped again, "%252F".  It may be a broken
 * one: what is after "%5" would be its second digit, if it were one.
 */
static size_t
escape_length(struct sp_span text)
{
	size_t length = *text.text == '%';

	while (length && length < ESCAPE_MAX && length < text.length &&
	       sp_hex_value(text.text[length]) >= 0 &&
	       (length < 3 || length % 2 == 0 ||
		!memcmp(text.text + length - 2, "25", 2)))
		length++;
	return length;
}

/* Is an escape a letter, or a byte of one beyond ASCII? */
static bool
is_letter_escape(const char *text, size_t length)
{
	int byte = length < 3 ? 0 : sp_hex_value(text[length - 2]) * 16 +
					    sp_hex_value(text[length - 1]);

	return byte >= 0x80 || sp_is_letter((char)byte);
}

/*
 * Takes a byte, or an escape, off the text, and appends it to the template;
 * *inside says whether it is of a word.  Returns the new length.
 */
static size_t
move_literal(struct sp_span *text, char *template, size_t length, bool *inside)
{
	size_t bytes = escape_length(*text);

	*inside = bytes ? is_letter_escape(text->text, bytes) :
			  sp_is_letter(*text->text);
	if (*text->text == '<' || *text->text == '\\')
		template[length++] = '\\';
	bytes += !bytes;
	memcpy(template + length, text->text, bytes);
	sp_span_cut(text, bytes);
	return length + bytes;
}

size_t
sp_token_template(struct sp_span text, char template[SP_TEMPLATE_MAX])
{
	size_t length = 0, taken, classes = 0;
	bool inside = false;

	if (is_locale(text)) {
		memcpy(template, "<locale>", 8);
		return 8;
	}
	if (text.length > LONGEST)
		return 0;
	while (text.length) {
		const char *class = find_class(text, inside, &taken);

		if (length > SP_TEMPLATE_MAX - 12 || classes > CLASSES)
			return 0;
		if (class) {
			memcpy(template + length, class, strlen(class));
			length += strlen(class);
			classes++;
			sp_span_cut(&text, taken);
			inside = true;
			continue;
		}
		length = move_literal(&text, template, length, &inside);
	}
	return classes && classes <= CLASSES ? length : 0;
}

struct sp_span
sp_token_extension(struct sp_span text)
{
	size_t at = text.length;

	while (at && text.length - at < 6 &&
	       (sp_is_letter(text.text[at - 1]) ||
		sp_is_digit(text.text[at - 1])))
		at--;
	if (at < 2 || at == text.length || text.text[at - 1] != '.' ||
	    !sp_is_letter(text.text[at]))
		return (struct sp_span){ text.text, 0 };
	return (struct sp_span){ text.text + at - 1, text.length - at + 1 };
}

size_t
sp_token_ending(struct sp_span text, bool of_pattern,
		char template[SP_TEMPLATE_MAX])
{
	const char *last = text.length ? memrchr(text.text, ';', text.length) :
					 NULL;
	struct sp_span end = sp_token_extension(text);
	char *to = template + 6, tail[SP_TEMPLATE_MAX];
	size_t length;

	memcpy(template, "<word>", 6);
	if (!last || last == text.text) {
		memcpy(to, end.text, end.length);
		return end.length ? 6 + end.length : 0;
	}
	end.text = last;
	end.length = text.length - (size_t)(last - text.text);
	if (end.length > SP_TEMPLATE_MAX / 4) /* leaves room for classes */
		return 0;
	length = of_pattern ? 0 : sp_token_template(end, tail);
	memcpy(to, tail, length);
	if (!length && (of_pattern || has_no_escapes(end))) {
		memcpy(to, end.text, end.length);
		length = end.length;
	}
	return length ? 6 + length : 0;
}

/* ---- matching --------------------------------------------------------- */

/* What follows a <word>: an extension, or what begins with the last ";". */
static bool
has_ending(struct sp_span text, struct sp_span end)
{
	const char *last;

	if (*end.text != ';')
		return text.length > end.length &&
		       !memcmp(text.text + text.length - end.length, end.text,
			       end.length);
	last = text.length ? memrchr(text.text, ';', text.length) : NULL;
	if (!last || last == text.text)
		return false;
	sp_span_cut(&text, (size_t)(last - text.text));
	return sp_pieces_match(end, text);
}

static size_t
hex_run(struct sp_span text)
{
	size_t small = 0, large = 0;

	while (small < text.length && (sp_is_digit(text.text[small]) ||
		(text.text[small] >= 'a' && text.text[small] <= 'f')))
		small++;
	while (large < text.length && (sp_is_digit(text.text[large]) ||
		(text.text[large] >= 'A' && text.text[large] <= 'F')))
		large++;
	if (small < large)
		small = large;
	return small >= HEX_LEAST ? small : 0;
}

static size_t
locale_length(struct sp_span text)
{
	for (size_t i = 0; i < text.length; i++)
		if (i == 2 ? !strchr("-_", text.text[i]) :
			     !sp_is_letter(text.text[i]))
			return 0;
	return text.length == 2 || text.length == 5 ? text.length : 0;
}

bool
sp_pieces_match(struct sp_span pieces, struct sp_span text)
{
	while (pieces.length) {
		size_t taken;

		if (sp_span_take(&pieces, SP_SPAN("<word>")))
			return !pieces.length || has_ending(text, pieces);
		if (sp_span_take(&pieces, SP_SPAN("<number>")))
			taken = digits_length(text);
		else if (sp_span_take(&pieces, SP_SPAN("<date>")))
			taken = date_length(text);
		else if (sp_span_take(&pieces, SP_SPAN("<hex>")))
			taken = hex_run(text);
		else if (sp_span_take(&pieces, SP_SPAN("<locale>")))
			taken = locale_length(text);
		else {
			if (*pieces.text == '\\')
				sp_span_cut(&pieces, 1);
			taken = pieces.length && text.length &&
				*pieces.text == *text.text;
			if (pieces.length)
				sp_span_cut(&pieces, 1);
		}
		if (!taken)
			return false;
		sp_span_cut(&text, taken);
	}
	return !text.length;
}
