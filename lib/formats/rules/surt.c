/* SPDX-License-Identifier: MIT */
/*
 * SURT prefixes, for a SurtPrefixedDecideRule of Heritrix with the decision
 * REJECT, or for other tools of archives: "+" and a prefix, as Heritrix reads
 * them.  They say a folder with all below it, or a path with any parameters,
 * since Heritrix has no URL with empty ones.  They are compared in small
 * letters, so that a path with capitals would be wider.
 */
#include "formats/rules/format.h"

#include "web/page/surt.h"

static bool
is_small_ascii(const struct sp_line *path)
{
	for (uint64_t i = 0; i < path->length; i++)
		if (path->text[i] <= ' ' || path->text[i] > '~' ||
		    (path->text[i] >= 'A' && path->text[i] <= 'Z'))
			return false;
	return true;
}

static const char *
rule_surt(const struct sp_rule *rule, struct sp_line *line)
{
	struct sp_line path = SP_LINE_EMPTY;
	bool any;
	const char *reason = sp_rule_prefix(rule->pattern, &path, &any);

	if (!reason && path.lost)
		line->lost = true;
	else if (!reason && !is_small_ascii(&path))
		reason = "has capitals or other letters that SURTs fold";
	if (!reason) {
		sp_line_add(line, "+http://(");
		sp_surt_add_host(line, rule->pattern->host);
		sp_line_add(line, ")");
		sp_line_add_span(line, sp_line_span(&path));
		sp_line_add(line, "\n");
	}
	sp_line_free(&path);
	return reason;
}

const struct sp_rules_format sp_rules_surt = {
	.reader = "a list of SURTs", .kind = SP_RULES_PATTERNS,
	.write = rule_surt
};
