/* SPDX-License-Identifier: MIT */
/*
 * robots.txt by RFC 9309: a section for each host, under a comment with its
 * name, since every host has a file of its own.
 *
 * "*" stands for any bytes, "/" included, so that no class of a pattern can be
 * said.  What can be said exactly is a folder with all below it, and a path
 * with any parameters, of which the longer Allow takes the empty ones out.
 * Escapes, and the signs of the file itself, are compared in different ways by
 * those who read it; paths with them are left out.
 */
#include "formats/rules/format.h"

static bool
is_plain_path(const struct sp_line *path)
{
	for (uint64_t i = 0; i < path->length; i++)
		if (path->text[i] <= ' ' || path->text[i] > '~' ||
		    strchr("*$#%", path->text[i]))
			return false;
	return true;
}

static const char *
rule_robots(const struct sp_rule *rule, struct sp_line *line)
{
	struct sp_line path = SP_LINE_EMPTY;
	bool any;
	const char *reason = sp_rule_prefix(rule->pattern, &path, &any);

	if (!reason && path.lost)
		line->lost = true;
	else if (!reason && !is_plain_path(&path))
		reason = "has signs that robots.txt gives another meaning";
	if (!reason && rule->new_host) {
		sp_line_add(line, rule->first ? "# " : "\n# ");
		sp_line_add_span(line, rule->pattern->host);
		sp_line_add(line, "\nUser-agent: *\n");
	}
	if (!reason) {
		sp_line_add(line, "Disallow: ");
		sp_line_add_span(line, sp_line_span(&path));
		sp_line_add(line, "\n");
	}
	if (!reason && any) {
		sp_line_add(line, "Allow: ");
		sp_line_add_span(line, sp_line_span(&path));
		sp_line_add(line, "$\n");
	}
	sp_line_free(&path);
	return reason;
}

const struct sp_rules_format sp_rules_robots = {
	.reader = "robots.txt", .kind = SP_RULES_PATTERNS,
	.write = rule_robots
};
