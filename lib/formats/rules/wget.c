/* SPDX-License-Identifier: MIT */
/*
 * GNU Wget: one line of a wgetrc, which "wget --config FILE" reads, with the
 * expressions of POSIX as one, since the last of several counts.  Wget looks
 * for it in URLs of its own spelling.  There are no lookaheads: PCRE is not in
 * every Wget.
 */
#include "formats/rules/format.h"

static const char *
rule_wget(const struct sp_rule *rule, struct sp_line *line)
{
	sp_line_add(line, rule->first ? "regex_type = posix\nreject_regex = "
				      : "|");
	sp_line_add_span(line, rule->expression);
	return NULL;
}

const struct sp_rules_format sp_rules_wget = {
	.reader = "Wget", .kind = SP_RULES_EXPRESSIONS, .write = rule_wget,
	.tail = "\n"
};
