/* SPDX-License-Identifier: MIT */
/*
 * Whether two patterns may match the same URL, and whether a third one matches
 * all that they do.
 *
 * Two segments, or two values, are walked side by side from the front, as long
 * as it is certain which bytes of one piece are those of another: bytes of
 * texts, and classes that end where the next byte is none of theirs, as those
 * of learned patterns do.  They cannot be the same text if bytes differ, or if
 * their last pieces exclude each other.  What lies between is not looked at, so
 * that the answer may be yes for patterns that never meet; a rule then excepts
 * more than it must, which changes nothing.
 *
 * Paths are compared segment by segment, up to one of any depth, after which
 * they may meet.  Parameters in a fixed order are compared pair by pair; of
 * those in any order, those that are the first of their name.
 *
 * A pattern has all URLs of two others if each part of it has all texts of this
 * part of one of them.
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

/* Can a class be no text of this length? */
static bool
length_differs(enum sp_piece_class class, size_t length)
{
	switch (class) {
	case SP_PIECE_HEX:
		return length < 8;
	case SP_PIECE_DATE:
		return length != 10;
	case SP_PIECE_LOCALE:
		return length != 2 && length != 5;
	default:
		return false;
	}
}

/* Two pieces, each all of a segment: has one a byte of no use to the other? */
static bool
alone_differ(const struct sp_piece *a, const struct sp_piece *b)
{
	if (a->class == SP_PIECE_EXACT && b->class == SP_PIECE_EXACT)
		return !sp_span_equal(a->text, b->text);
	if (b->class == SP_PIECE_EXACT)
		return alone_differ(b, a);
	if (a->class == SP_PIECE_EXACT) {
		for (size_t i = 0; i < a->text.length; i++)
			if (!class_has(b->class, a->text.text[i]))
				return true;
		return length_differs(b->class, a->text.length);
	}
	/* Of two classes, only hashes and numbers have texts in common. */
	return a->class != b->class && a->class != SP_PIECE_WORD &&
	       b->class != SP_PIECE_WORD &&
	       (a->class > SP_PIECE_HEX || b->class > SP_PIECE_HEX);
}

/* ---- side by side ----------------------------------------------------- */

/* Pieces that are left; at is in the text of the first one. */
struct walk {
	const struct sp_piece *piece;
	unsigned left;
	size_t at;
};

enum step { STEP_ON, STEP_DIFFERS, STEP_UNKNOWN };

static bool
walk_is_exact(const struct walk *walk)
{
	return walk->piece->class == SP_PIECE_EXACT;
}

static void
walk_next_piece(struct walk *walk)
{
	walk->piece++;
	walk->left--;
	walk->at = 0;
}

static void
walk_byte(struct walk *walk)
{
	if (++walk->at == walk->piece->text.length)
		walk_next_piece(walk);
}

/* Does a class end where it is certain, by what follows it? */
static bool
walk_class_ends(const struct walk *walk)
{
	const struct sp_piece *next = walk->piece + 1;

	return walk->piece->class != SP_PIECE_WORD &&
	       (walk->left == 1 ||
		(next->class == SP_PIECE_EXACT &&
		 !class_has(walk->piece->class, *next->text.text)));
}

/* A class beside a text, of which it takes all that it has. */
static enum step
step_class(struct walk *class, struct walk *text)
{
	const enum sp_piece_class of = class->piece->class;
	size_t taken = 0;

	if (!walk_class_ends(class))
		return STEP_UNKNOWN;
	while (text->left && walk_is_exact(text) &&
	       class_has(of, text->piece->text.text[text->at])) {
		walk_byte(text);
		taken++;
	}
	if (text->left && !walk_is_exact(text))
		return STEP_UNKNOWN; /* which may go on with it */
	walk_next_piece(class);
	return !taken || length_differs(of, taken) ? STEP_DIFFERS : STEP_ON;
}

static enum step
step_both(struct walk *a, struct walk *b)
{
	if (walk_is_exact(a) && walk_is_exact(b)) {
		if (a->piece->text.text[a->at] != b->piece->text.text[b->at])
			return STEP_DIFFERS;
		walk_byte(a);
		walk_byte(b);
		return STEP_ON;
	}
	if (walk_is_exact(b))
		return step_class(a, b);
	if (walk_is_exact(a))
		return step_class(b, a);
	if (a->piece->class != b->piece->class || !walk_class_ends(a) ||
	    !walk_class_ends(b))
		return STEP_UNKNOWN;
	walk_next_piece(a);
	walk_next_piece(b);
	return STEP_ON;
}

/* Can two texts of several pieces not be the same, from the front? */
static bool
fronts_differ(struct walk a, struct walk b)
{
	enum step step = STEP_ON;

	while (step == STEP_ON && a.left && b.left)
		step = step_both(&a, &b);
	if (step != STEP_ON || a.left == b.left)
		return step == STEP_DIFFERS;
	if (!a.left)
		a = b;
	return a.piece->class != SP_PIECE_WORD;
}

/* ---- parts ------------------------------------------------------------ */

static bool
may_be_nothing(const struct sp_pattern *pattern, const struct sp_part *part)
{
	return !part->pieces ||
	       (part->place == SP_PART_PARAMETER && part->pieces == 1 &&
		pattern->piece[part->first].class == SP_PIECE_WORD);
}

/* Some pieces, which are all of a segment or value; and others. */
static bool
texts_differ(const struct sp_piece *x, unsigned count_x,
	     const struct sp_piece *y, unsigned count_y)
{
	if (count_x == 1 && count_y == 1)
		return alone_differ(x, y);
	return fronts_differ((struct walk){ x, count_x, 0 },
			     (struct walk){ y, count_y, 0 }) ||
	       pieces_differ(x, y, false) ||
	       pieces_differ(x + count_x - 1, y + count_y - 1, true);
}

/* Can two segments, or two values, not be the same? */
static bool
parts_differ(const struct sp_pattern *a, const struct sp_part *x,
	     const struct sp_pattern *b, const struct sp_part *y)
{
	if (!x->pieces || !y->pieces)
		return !may_be_nothing(a, x) || !may_be_nothing(b, y);
	return texts_differ(a->piece + x->first, x->pieces,
			    b->piece + y->first, y->pieces);
}

/* Can a segment not be the first one of a repetition? */
static bool
repeat_differs(const struct sp_part *repeat, const struct sp_pattern *b,
	       const struct sp_part *segment)
{
	struct sp_piece unit = { SP_PIECE_EXACT, repeat->name };

	unit.text.length = sp_span_before(repeat->name, '/');
	return !segment->pieces ||
	       texts_differ(&unit, 1, b->piece + segment->first,
			    segment->pieces);
}

/* Two parts of which one is no segment: from here on, depths are not known. */
static bool
depths_meet(const struct sp_pattern *a, const struct sp_part *x,
	    const struct sp_pattern *b, const struct sp_part *y)
{
	if (x->place == SP_PART_REPEAT && y->place == SP_PART_SEGMENT)
		return !repeat_differs(x, b, y);
	if (y->place == SP_PART_REPEAT && x->place == SP_PART_SEGMENT)
		return !repeat_differs(y, a, x);
	return true;
}

static bool
same_parameter(const struct sp_part *x, const struct sp_part *y)
{
	return x->valued == y->valued && sp_span_equal(x->name, y->name);
}

/* The first parameter from `from` on that is the same as part y. */
static unsigned
find_parameter(const struct sp_pattern *in, unsigned from,
	       const struct sp_part *y)
{
	while (from < in->parts && !same_parameter(&in->part[from], y))
		from++;
	return from;
}

/* Parameters, of which at least one pattern takes them in any order. */
static bool
mixed_meet(const struct sp_pattern *a, unsigned i, const struct sp_pattern *b,
	   unsigned j)
{
	const unsigned first = i;

	if (a->parts - i != b->parts - j)
		return false;
	for (; i < a->parts; i++) {
		const struct sp_part *part = &a->part[i];
		unsigned k = find_parameter(b, j, part);

		if (k == b->parts)
			return false;
		/* Those of one name keep their order. */
		if (find_parameter(a, first, part) == i &&
		    parts_differ(a, part, b, &b->part[k]))
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
		if (!same_parameter(&a->part[i], &b->part[j]) ||
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

		if (in_a != in_b) /* <deeper> has a segment, too */
			return false;
		if (in_a && (a->part[i].place != SP_PART_SEGMENT ||
			     b->part[i].place != SP_PART_SEGMENT))
			return depths_meet(a, a->part + i, b, b->part + i);
		if (!in_a)
			return parameters_meet(a, i, b, i);
		if (parts_differ(a, a->part + i, b, b->part + i))
			return false;
	}
}

/* ---- all of both ------------------------------------------------------ */

static bool
same_pieces(const struct sp_piece *x, const struct sp_piece *y, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (x[i].class != y[i].class ||
		    !sp_span_equal(x[i].text, y[i].text))
			return false;
	return true;
}

/* Does <word> with this ending, such as ".html", have all of these texts? */
static bool
ending_covers(struct sp_span end, const struct sp_piece *pieces,
	      unsigned count)
{
	struct sp_span last = pieces[count - 1].text;

	return *end.text == '.' && pieces[count - 1].class == SP_PIECE_EXACT &&
	       last.length + (count > 1) > end.length &&
	       !memcmp(last.text + last.length - end.length, end.text,
		       end.length);
}

/* Does part x have all texts of part y? */
static bool
part_covers(const struct sp_pattern *a, const struct sp_part *x,
	    const struct sp_pattern *b, const struct sp_part *y)
{
	const struct sp_piece *piece = a->piece + x->first;
	const struct sp_piece *other = b->piece + y->first;

	if (x->place != y->place || x->place == SP_PART_REPEAT)
		return x->place == y->place && sp_span_equal(x->name, y->name);
	if (!x->pieces || !y->pieces)
		return x->pieces == y->pieces ||
		       (x->pieces && may_be_nothing(a, x));
	if (x->pieces == y->pieces && same_pieces(piece, other, x->pieces))
		return true;
	return piece->class == SP_PIECE_WORD &&
	       (x->pieces == 1 ||
		(x->pieces == 2 && piece[1].class == SP_PIECE_EXACT &&
		 ending_covers(piece[1].text, other, y->pieces)));
}

/* Parameters from part i on, which is the end of both paths. */
static bool
parameters_cover(const struct sp_pattern *a, const struct sp_pattern *b,
		 unsigned i)
{
	if (i < a->parts && i < b->parts && a->part[i].place == SP_PART_ANY)
		return true;
	if (a->parts != b->parts || a->mixed != b->mixed)
		return false;
	for (; i < a->parts; i++)
		if (!same_parameter(&a->part[i], &b->part[i]) ||
		    !part_covers(a, &a->part[i], b, &b->part[i]))
			return false;
	return true;
}

bool
sp_pattern_covers(const struct sp_pattern *pattern, const struct sp_pattern *a,
		  const struct sp_pattern *b)
{
	bool use_a = true, use_b = true; /* does its part i say anything? */

	for (unsigned i = 0;; i++) {
		const struct sp_part *part = pattern->part + i;
		bool in_a = use_a && is_of_path(a, i);
		bool in_b = use_b && is_of_path(b, i);

		/* An expression takes some segments for repetitions. */
		if ((in_a && a->part[i].place == SP_PART_REPEAT) ||
		    (in_b && b->part[i].place == SP_PART_REPEAT))
			use_b = in_b = false;
		if (!is_of_path(pattern, i))
			return (use_a && !in_a &&
				parameters_cover(pattern, a, i)) ||
			       (use_b && !in_b &&
				parameters_cover(pattern, b, i));
		if (part->place == SP_PART_DEEPER)
			return in_a || in_b;
		if (!(in_a && part_covers(pattern, part, a, a->part + i)) &&
		    !(in_b && part_covers(pattern, part, b, b->part + i)))
			return false;
		use_a = in_a && a->part[i].place != SP_PART_DEEPER;
		use_b = in_b && b->part[i].place != SP_PART_DEEPER;
	}
}
