/* SPDX-License-Identifier: MIT */
/*
 * Browsertrix: a list of URLs for --seedFile of browsertrix-crawler and for the
 * upload of Browsertrix; with a scope, a configuration for --config of the
 * crawler, in YAML.
 *
 * A line of a list is a URL of http or https: blanks at its ends are removed,
 * and there are no comments.  The configuration begins with "seeds:", and has a
 * seed with its scopeType in each line: page, prefix, host, or domain, which is
 * the host without "www." and all hosts below it.  The upload takes 25,000,000
 * bytes in a file whose name ends in ".txt".
 */
#include "formats/seedlist/format.h"

static const char *
write_browsertrix(struct sp_list_item *item, struct sp_line *line)
{
	static const char *const types[] = {
		[SP_SCOPE_PAGE] = "page", [SP_SCOPE_PREFIX] = "prefix",
		[SP_SCOPE_HOST] = "host", [SP_SCOPE_DOMAIN] = "domain"
	};

	if (!item->scope) {
		sp_line_add_span(line, item->url.whole);
		return NULL;
	}
	sp_line_add(line, "  - {\"url\": ");
	sp_list_add_yaml(line, item->url.whole);
	sp_line_add(line, ", \"scopeType\": \"");
	sp_line_add(line, types[item->scope]);
	sp_line_add(line, "\"}");
	return NULL;
}

const struct sp_list_format sp_list_browsertrix = {
	.reader = "Browsertrix", .blanks = true, .trims_unicode = true,
	.scopes = SP_LIST_SCOPES_ALL, .limit = 25000000,
	.scoped_head = "seeds:\n", .write = write_browsertrix
};
