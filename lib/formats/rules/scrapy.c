/* SPDX-License-Identifier: MIT */
/*
 * Scrapy: a list in JSON of expressions of Python, for the argument deny of a
 * LinkExtractor: deny=json.load(open(FILE)).  It searches URLs for them.
 *
 * Before it does, it escapes what browsers escape (w3lib's safe_url_string()):
 * "[" becomes %5B.  The graph of a crawl by others has the "[".  So a byte of
 * this kind is either of both in a rule: they are one page to Scrapy.
 */
#include "formats/rules/format.h"

/* Appends a byte of a URL, which in the expression is this text, or its %HH. */
static void
add_either(struct sp_line *line, struct sp_span text)
{
	static const char digits[] = "0123456789ABCDEF";
	unsigned char byte = (unsigned char)text.text[text.length - 1];
	const char escape[] = { '|', '%', digits[byte / 16], digits[byte % 16],
				')' };

	sp_line_add(line, "(");
	sp_line_add_span(line, text);
	sp_line_add_bytes(line, escape, sizeof(escape));
}

/* Is the byte, behind a "\" or not, one that Scrapy escapes? */
static bool
is_escaped_by_scrapy(char byte, bool quoted)
{
	return byte && strchr(quoted ? "[]{}|^\\" : " \"<>`'", byte);
}

static void
add_both_spellings(struct sp_line *line, struct sp_span expression)
{
	while (expression.length) {
		char c = *expression.text;
		bool quoted = c == '\\' && expression.length > 1;
		size_t size = quoted ? 2 : 1;

		if (c == '[') /* brackets, which say what to match */
			size = sp_span_before(expression, ']') + 1;
		if (is_escaped_by_scrapy(expression.text[size - 1], quoted) &&
		    c != '[')
			add_either(line, sp_span_cut(&expression, size));
		else
			sp_line_add_span(line, sp_span_cut(&expression, size));
	}
}

static const char *
rule_scrapy(const struct sp_rule *rule, struct sp_line *line)
{
	struct sp_line both = SP_LINE_EMPTY;

	add_both_spellings(&both, rule->expression);
	sp_line_add(line, rule->first ? "\n" : ",\n");
	sp_rule_add_quoted(line, (struct sp_span){ both.text, both.length });
	line->lost |= both.lost;
	sp_line_free(&both);
	return NULL;
}

const struct sp_rules_format sp_rules_scrapy = {
	.reader = "Scrapy", .kind = SP_RULES_LOOKAHEADS, .write = rule_scrapy,
	.head = "[", .tail = "\n]\n"
};
