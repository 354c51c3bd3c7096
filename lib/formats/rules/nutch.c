/* SPDX-License-Identifier: MIT */
/*
 * Nutch: lines for regex-urlfilter.txt, before the line that takes the rest:
 * the first one that is found in a URL decides.
 *
 * A line is "-" and an expression of java.util.regex, up to the line's end.
 * RegexURLFilter keeps blanks, and knows no quoting.
 */
#include "formats/rules/format.h"

static const char *
rule_nutch(const struct sp_rule *rule, struct sp_line *line)
{
	sp_line_add(line, "-");
	sp_line_add_span(line, rule->expression);
	sp_line_add(line, "\n");
	return NULL;
}

const struct sp_rules_format sp_rules_nutch = {
	.reader = "Nutch", .kind = SP_RULES_LOOKAHEADS, .write = rule_nutch
};
