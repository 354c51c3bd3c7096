/* SPDX-License-Identifier: MIT */
/*
 * format.h - what a format of rules is.  Private to lib/formats/rules.
 *
 * A new format: write NAME.c with a struct sp_rules_format sp_rules_NAME, and
 * add a row to formats.h.  Its file says what the crawler reads, by which of
 * its classes, and what a rule of it cannot say.  nutch.c is an example.
 */
#ifndef SP_FORMATS_RULES_FORMAT_H
#define SP_FORMATS_RULES_FORMAT_H

#include "base/line.h"
#include "formats/rules/rules.h"
#include "shape/pattern.h"

struct sp_rule {
	const struct sp_pattern *pattern;
	struct sp_span text;       /* of the pattern: UTF-8, no controls */
	struct sp_span expression; /* matches all of a URL, from ^ to $; absent
				      where the format takes none */
	bool first;                /* of the file */
	bool new_host;             /* the rule before is of another */
};

enum sp_rules_kind {
	SP_RULES_PATTERNS,    /* the format makes rules of patterns */
	SP_RULES_EXPRESSIONS, /* it takes regular expressions of POSIX */
	SP_RULES_LOOKAHEADS   /* ... that know "(?!" as well */
};

struct sp_rules_format {
	const char *reader;    /* what reads it: "Heritrix" */
	enum sp_rules_kind kind;
	const char *head, *tail; /* of a file, or NULL */

	/*
	 * Appends a rule.  Returns NULL, or why the format cannot say it, and
	 * then has added nothing.
	 */
	const char *(*write)(const struct sp_rule *rule, struct sp_line *line);
};

#define SP_RULES_DECLARE(NAME, name, word) \
	extern const struct sp_rules_format sp_rules_##name;
SP_RULES_FORMATS(SP_RULES_DECLARE)
#undef SP_RULES_DECLARE

/* Adds a string of JSON, which YAML reads as well, with its quotes. */
void sp_rule_add_quoted(struct sp_line *line, struct sp_span text);

/*
 * The text that all URLs of the pattern begin with, after the host; room holds
 * it.  Returns NULL, or why the pattern is no such prefix; *any says whether
 * parameters must follow, after a "?" that the prefix ends with.
 */
const char *sp_rule_prefix(const struct sp_pattern *pattern,
			   struct sp_line *room, bool *any);

/*
 * May a URL be one of both patterns?  Says no only when this is certain.  Takes
 * time that is linear in the pieces of both.
 */
bool sp_patterns_meet(const struct sp_pattern *a, const struct sp_pattern *b);

/*
 * Does the pattern match each URL that both a and b do, and so does its
 * expression with those of theirs?  All are of one host.  Says yes only when
 * this is certain.  The same time.
 */
bool sp_pattern_covers(const struct sp_pattern *pattern,
		       const struct sp_pattern *a,
		       const struct sp_pattern *b);

#endif
