/* SPDX-License-Identifier: MIT */
/*
 * Scrapy: a list in JSON of expressions of Python, for the argument deny of a
 * LinkExtractor: deny=json.load(open(FILE)).  It searches URLs for them.
 */
#include "formats/rules/format.h"

static const char *
rule_scrapy(const struct sp_rule *rule, struct sp_line *line)
{
	sp_line_add(line, rule->first ? "\n" : ",\n");
	sp_rule_add_quoted(line, rule->expression);
	return NULL;
}

const struct sp_rules_format sp_rules_scrapy = {
	.reader = "Scrapy", .kind = SP_RULES_LOOKAHEADS, .write = rule_scrapy,
	.head = "[", .tail = "\n]\n"
};
