/* SPDX-License-Identifier: MIT */
/*
 * Heritrix 3: a bean MatchesListRegexDecideRule for the list of rules of the
 * scope, after those that accept.  An expression of java.util.regex must match
 * all of a URL.
 */
#include "formats/rules/format.h"

static void
rule_add_xml(struct sp_line *line, struct sp_span text)
{
	for (size_t i = 0; i < text.length; i++)
		switch (text.text[i]) {
		case '&':
			sp_line_add(line, "&amp;");
			break;
		case '<':
			sp_line_add(line, "&lt;");
			break;
		case '>':
			sp_line_add(line, "&gt;");
			break;
		default:
			sp_line_add_bytes(line, text.text + i, 1);
		}
}

static const char *
rule_heritrix(const struct sp_rule *rule, struct sp_line *line)
{
	sp_line_add(line, "\t\t\t<value>");
	rule_add_xml(line, rule->expression);
	sp_line_add(line, "</value>\n");
	return NULL;
}

const struct sp_rules_format sp_rules_heritrix = {
	.reader = "Heritrix", .kind = SP_RULES_LOOKAHEADS,
	.write = rule_heritrix,
	.head = "<bean class=\"org.archive.modules.deciderules."
		"MatchesListRegexDecideRule\">\n"
		"\t<property name=\"decision\" value=\"REJECT\"/>\n"
		"\t<property name=\"regexList\">\n"
		"\t\t<list>\n",
	.tail = "\t\t</list>\n"
		"\t</property>\n"
		"</bean>\n"
};
