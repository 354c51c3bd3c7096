/* SPDX-License-Identifier: MIT */
/*
 * Whether two patterns may match the same URL.
 *
 * Two segments, or two values, cannot be the same text if their first pieces or
 * their last ones exclude each other: two texts that differ, or a text whose
 * byte the class of the other does not have.  What lies between is not looked
 * at, so that the answer may be yes for patterns that never meet; a rule then
 * excepts more than it must, which changes nothing.
 *
 * Paths are compared segment by segment, up to one of any depth, after which
 * they may meet.  Parameters in a fixed order are compared pair by pair; of
 * those in any order, names and number alone.
 */
#include "formats/rules/format.h"

#include "base/ascii.h"

/* May a byte be in the text of a class? */
static bool
class_has(enum sp_piece_class class, char c)
{
	char small = sp_to_small(c);
	bool digit = c >= '0' && c <= '9';
	bool letter = small >= 'a' && small <= 'z';

	switch (class) {
	case SP_PIECE_NUMBER:
		return digit;
	case SP_PIECE_HEX:
		return digit || (small >= 'a' && small <= 'f');
	case SP_PIECE_DATE:
		return digit || c == '-' || c == '_';
	case SP_PIECE_LOCALE:
		return letter || c == '-' || c == '_';
	default:
		return true;
	}
}

/* Can a text not begin (or end) with both pieces?  No class may be nothing. */
static bool
pieces_differ(const struct sp_piece *a, const struct sp_piece *b, bool last)
{
	size_t shorter = a->text.length < b->text.length ? a->text.length :
							    b->text.length;

	if (a->class != SP_PIECE_EXACT && b->class != SP_PIECE_EXACT)
		return (a->class == SP_PIECE_NUMBER &&
			b->class == SP_PIECE_LOCALE) ||
		       (a->class == SP_PIECE_LOCALE &&
			b->class == SP_PIECE_NUMBER);
	if (a->class == SP_PIECE_EXACT && b->class == SP_PIECE_EXACT)
		return shorter &&
		       memcmp(a->text.text +
			      (last ? a->text.length - shorter : 0),
			      b->text.text +
			      (last ? b->text.length - shorter : 0), shorter);
	if (a->class != SP_PIECE_EXACT) {
		const struct sp_piece *other = a;

		a = b;
		b = other;
	}
	return a->text.length &&
	       !class_has(b->class,
			  a->text.text[last ? a->text.length - 1 : 0]);
}

/* Two pieces, each all of a segment: has one a byte of no use to the other? */
static bool
alone_differ(const struct sp_piece *a, const struct sp_piece *b)
{
	if (a->class == SP_PIECE_EXACT && b->class == SP_PIECE_EXACT)
		return !sp_span_equal(a->text, b->text);
	if (a->class == SP_PIECE_EXACT)
		for (size_t i = 0; i < a->text.length; i++)
			if (!class_has(b->class, a->text.text[i]))
				return true;
	if (b->class == SP_PIECE_EXACT)
		return alone_differ(b, a);
	return pieces_differ(a, b, false);
}

static bool
may_be_nothing(const struct sp_pattern *pattern, const struct sp_part *part)
{
	return !part->pieces ||
	       (part->place == SP_PART_PARAMETER && part->pieces == 1 &&
		pattern->piece[part->first].class == SP_PIECE_WORD);
}

/* Can two segments, or two values, not be the same? */
static bool
parts_differ(const struct sp_pattern *a, const struct sp_part *x,
	     const struct sp_pattern *b, const struct sp_part *y)
{
	const struct sp_piece *first = a->piece + x->first;
	const struct sp_piece *second = b->piece + y->first;

	if (!x->pieces || !y->pieces)
		return !may_be_nothing(a, x) || !may_be_nothing(b, y);
	if (x->pieces == 1 && y->pieces == 1)
		return alone_differ(first, second);
	return pieces_differ(first, second, false) ||
	       pieces_differ(first + x->pieces - 1, second + y->pieces - 1,
			     true);
}

/* Parameters, of which at least one pattern takes them in any order. */
static bool
mixed_meet(const struct sp_pattern *a, unsigned i, const struct sp_pattern *b,
	   unsigned j)
{
	if (a->parts - i != b->parts - j)
		return false;
	for (; i < a->parts; i++) {
		unsigned k = j;

		while (k < b->parts &&
		       !sp_span_equal(a->part[i].name, b->part[k].name))
			k++;
		if (k == b->parts)
			return false;
	}
	return true;
}

/* Parameters from these on; both paths have ended. */
static bool
parameters_meet(const struct sp_pattern *a, unsigned i,
		const struct sp_pattern *b, unsigned j)
{
	bool any_a = i < a->parts && a->part[i].place == SP_PART_ANY;
	bool any_b = j < b->parts && b->part[j].place == SP_PART_ANY;

	if (i == a->parts || j == b->parts)
		return i == a->parts && j == b->parts;
	if (any_a || any_b)
		return true;
	if (a->mixed || b->mixed)
		return mixed_meet(a, i, b, j);
	for (; i < a->parts && j < b->parts; i++, j++) {
		if (a->part[i].place != SP_PART_PARAMETER ||
		    b->part[j].place != SP_PART_PARAMETER)
			return true;
		if (!sp_span_equal(a->part[i].name, b->part[j].name) ||
		    parts_differ(a, a->part + i, b, b->part + j))
			return false;
	}
	return i == a->parts && j == b->parts;
}

static bool
is_of_path(const struct sp_pattern *pattern, unsigned i)
{
	return i < pattern->parts &&
	       pattern->part[i].place != SP_PART_PARAMETER &&
	       pattern->part[i].place != SP_PART_ANY;
}

bool
sp_patterns_meet(const struct sp_pattern *a, const struct sp_pattern *b)
{
	unsigned i = 0;

	if (!sp_span_equal(a->host, b->host))
		return false;
	for (;; i++) {
		bool in_a = is_of_path(a, i), in_b = is_of_path(b, i);

		if (in_a && a->part[i].place != SP_PART_SEGMENT)
			return true;
		if (in_b && b->part[i].place != SP_PART_SEGMENT)
			return true;
		if (in_a != in_b)
			return false;
		if (!in_a)
			return parameters_meet(a, i, b, i);
		if (parts_differ(a, a->part + i, b, b->part + i))
			return false;
	}
}
