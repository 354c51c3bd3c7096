/* SPDX-License-Identifier: MIT */
#include "formats/rules/format.h"

static const char needs_expression[] =
	"has classes, which only an expression can say";

/* Adds text of a pattern without its "\". */
static void
add_exact(struct sp_line *room, struct sp_span text)
{
	while (text.length) {
		sp_line_add_span(room, sp_span_cut(&text, sp_span_before(
							  text, '\\')));
		if (text.length)
			sp_span_cut(&text, 1);
		if (text.length)
			sp_line_add_span(room, sp_span_cut(&text, 1));
	}
}

const char *
sp_rule_prefix(const struct sp_pattern *pattern, struct sp_line *room,
	       bool *any)
{
	*any = false;
	room->length = 0;
	for (unsigned i = 0; i < pattern->parts; i++) {
		const struct sp_part *part = pattern->part + i;

		if (part->place == SP_PART_ANY) {
			*any = true;
			sp_line_add(room, i ? "?" : "/?");
			return NULL;
		}
		sp_line_add(room, "/");
		if (part->place == SP_PART_DEEPER)
			return NULL;
		if (part->place != SP_PART_SEGMENT)
			return needs_expression;
		for (unsigned k = 0; k < part->pieces; k++) {
			const struct sp_piece *piece = pattern->piece +
						       part->first + k;

			if (piece->class != SP_PIECE_EXACT)
				return needs_expression;
			add_exact(room, piece->text);
		}
	}
	return "is a single page, of which a prefix would be wider";
}
