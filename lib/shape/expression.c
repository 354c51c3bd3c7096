/* SPDX-License-Identifier: MIT */
/*
 * A pattern as a regular expression.  Only what POSIX, Java, Python and
 * JavaScript read alike is used: brackets, groups, "?", "+", "{n,}" and "|".
 * Whatever means something outside of brackets gets a "\" before it.
 *
 * A user before the host is matched, although no pattern has one: to whoever
 * serves it, "http://x@a.example/" is "http://a.example/", and a page that
 * links to itself under ever new users is a trap.
 *
 * Two or three parameters in any order are written out in all orders, those of
 * one name as they come.  More would be too many orders.
 */
#include "base/line.h"
#include "base/memory.h"
#include "shape/pattern.h"

#define ORDERS_OF 3     /* parameters that are written in all orders */

/* A text of a pattern, with its "\". */
static void
put_literal(struct sp_line *to, struct sp_span text)
{
	while (text.length) {
		if (*text.text == '\\')
			sp_span_cut(&text, 1);
		if (*text.text && strchr(".[]{}()*+?^$|\\", *text.text))
			sp_line_add(to, "\\");
		sp_line_add_span(to, sp_span_cut(&text, 1));
	}
}

static void
put_piece(struct sp_line *to, const struct sp_piece *piece, bool value)
{
	switch (piece->class) {
	case SP_PIECE_NUMBER:
		sp_line_add(to, "[0-9]+");
		break;
	case SP_PIECE_HEX:
		sp_line_add(to, "([0-9a-f]{8,}|[0-9A-F]{8,})");
		break;
	case SP_PIECE_DATE:
		sp_line_add(to, "[0-9]{4}[-_][0-9]{2}[-_][0-9]{2}");
		break;
	case SP_PIECE_LOCALE:
		sp_line_add(to, "[A-Za-z]{2}([-_][A-Za-z]{2})?");
		break;
	case SP_PIECE_WORD:
		if (value)
			sp_line_add(to, "[^&;#]*");
		else
			sp_line_add(to, "[^/?#]+");
		break;
	default:
		put_literal(to, piece->text);
	}
}

static void
put_pieces(struct sp_line *to, const struct sp_pattern *pattern,
	   const struct sp_part *part)
{
	const struct sp_piece *piece = &pattern->piece[part->first];

	/* A value that ends with more than <word> has a word before that. */
	for (unsigned i = 0; i < part->pieces; i++)
		if (part->place == SP_PART_PARAMETER && part->pieces > 1 &&
		    piece[i].class == SP_PIECE_WORD)
			sp_line_add(to, "[^&;#]+");
		else
			put_piece(to, &piece[i],
				  part->place == SP_PART_PARAMETER);
}

static void
put_path_part(struct sp_line *to, const struct sp_pattern *pattern,
	      unsigned i)
{
	const struct sp_part *part = &pattern->part[i];

	switch (part->place) {
	case SP_PART_REPEAT:
		sp_line_add(to, "(/");
		put_literal(to, part->name);
		sp_line_add(to, "){3,}");
		break;
	case SP_PART_DEEPER: /* "http://a.example" has the path "/" */
		if (i)
			sp_line_add(to, "/[^?#]*(\\?[^#]*)?");
		else
			sp_line_add(to, "(/[^?#]*)?(\\?[^#]*)?");
		break;
	default:
		if (!i && !part->pieces &&
		    (pattern->parts == 1 ||
		     pattern->part[1].place >= SP_PART_PARAMETER))
			sp_line_add(to, "/?");
		else
			sp_line_add(to, "/");
		put_pieces(to, pattern, part);
	}
}

static void
put_parameter(struct sp_line *to, const struct sp_pattern *pattern,
	      unsigned i)
{
	const struct sp_part *part = &pattern->part[i];

	put_literal(to, part->name);
	if (part->valued)
		sp_line_add(to, "=");
	put_pieces(to, pattern, part);
}

static bool
same_name(const struct sp_pattern *pattern, unsigned a, unsigned b)
{
	return pattern->part[a].valued == pattern->part[b].valued &&
	       sp_span_equal(pattern->part[a].name, pattern->part[b].name);
}

/* Are parameters of one name in their order? */
static bool
keeps_order(const struct sp_pattern *pattern, unsigned first,
	    const unsigned *order, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		for (unsigned k = i + 1; k < count; k++)
			if (order[i] > order[k] &&
			    same_name(pattern, first + order[i],
				      first + order[k]))
				return false;
	return true;
}

/* All orders of at most three, between "|". */
static void
put_orders(struct sp_line *to, const struct sp_pattern *pattern,
	   unsigned first, unsigned count)
{
	static const unsigned orders[][ORDERS_OF] = {
		{ 0, 1, 2 }, { 1, 0, 2 }, { 0, 2, 1 },
		{ 2, 0, 1 }, { 1, 2, 0 }, { 2, 1, 0 }
	};
	bool another = false;

	sp_line_add(to, "(");
	for (unsigned i = 0; i < (count < ORDERS_OF ? count : 6); i++) {
		if (!keeps_order(pattern, first, orders[i], count))
			continue;
		if (another)
			sp_line_add(to, "|");
		another = true;
		for (unsigned k = 0; k < count; k++) {
			if (k)
				sp_line_add(to, "[&;]");
			put_parameter(to, pattern, first + orders[i][k]);
		}
	}
	sp_line_add(to, ")");
}

/* Any of the parameters, as many times as there are. */
static void
put_any_of(struct sp_line *to, const struct sp_pattern *pattern,
	   unsigned first, unsigned count)
{
	for (unsigned times = 0; times < 2; times++) {
		sp_line_add(to, "(");
		if (times)
			sp_line_add(to, "[&;](");
		for (unsigned i = 0; i < count; i++) {
			if (i)
				sp_line_add(to, "|");
			put_parameter(to, pattern, first + i);
		}
		sp_line_add(to, ")");
	}
	sp_line_format(to, "){%u}", count - 1);
}

static void
put_parameters(struct sp_line *to, const struct sp_pattern *pattern,
	       unsigned first, bool *exact)
{
	unsigned count = pattern->parts - first;

	if (!count)
		return;
	sp_line_add(to, "\\?");
	if (pattern->part[first].place == SP_PART_ANY) {
		sp_line_add(to, "[^#]*");
	} else if (pattern->mixed && count > ORDERS_OF) {
		*exact = false;
		put_any_of(to, pattern, first, count);
	} else if (pattern->mixed) {
		put_orders(to, pattern, first, count);
	} else {
		for (unsigned i = 0; i < count; i++) {
			if (i)
				sp_line_add(to, "[&;]");
			put_parameter(to, pattern, first + i);
		}
	}
}

enum sp_status
sp_pattern_expression(const struct sp_pattern *pattern, char **text,
		      size_t *length, bool *exact, struct sp_error *err)
{
	struct sp_line to = SP_LINE_EMPTY;
	unsigned i = 0;

	*exact = true;
	sp_line_add(&to, "^https?://([^/?#\\\\]*@)?");
	put_literal(&to, pattern->host);
	sp_line_add(&to, "(:[0-9]+)?");
	for (; i < pattern->parts &&
	       pattern->part[i].place < SP_PART_PARAMETER; i++)
		put_path_part(&to, pattern, i);
	put_parameters(&to, pattern, i, exact);
	sp_line_add(&to, "(#.*)?$");
	*length = (size_t)to.length;
	*text = sp_line_take(&to);
	return *text ? SP_OK : sp_no_memory(err, "a regular expression");
}
