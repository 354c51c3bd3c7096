/* SPDX-License-Identifier: MIT */
/*
 * Browsertrix Crawler: the list "exclude" of a configuration in YAML, of
 * expressions of JavaScript that are found in a URL.
 */
#include "formats/rules/format.h"

static const char *
rule_browsertrix(const struct sp_rule *rule, struct sp_line *line)
{
	if (rule->first)
		sp_line_add(line, "exclude:\n");
	sp_line_add(line, "  - ");
	sp_rule_add_quoted(line, rule->expression);
	sp_line_add(line, "\n");
	return NULL;
}

const struct sp_rules_format sp_rules_browsertrix = {
	.reader = "Browsertrix Crawler", .kind = SP_RULES_LOOKAHEADS,
	.write = rule_browsertrix
};
