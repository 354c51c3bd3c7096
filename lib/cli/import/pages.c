/* SPDX-License-Identifier: MIT */
/*
 * Mistakes in names do not show where they are made: a graph with the names of
 * another, or with a line of a header among them, imports without an error, and
 * its seeds are wrong.  So everything that a look at all names can find is
 * found here, in a few passes over them, and what may also be right is only
 * warned of.  Where names are of two kinds, the rarer kind is taken for the
 * mistake, and the message shows one of them.
 *
 * Each check reports once, with a count and an example; names with several
 * faults are reported for each.
 */
#include "cli/import/pages.h"

#include "cli/input.h"
#include "cli/reading.h"

#include "base/text.h"
#include "formats/import/domains.h"
#include "formats/import/normalize.h"

#include <string.h>

/* What the checks look at. */
struct pages_check {
	struct cmd *cmd;
	struct import_pages *pages;
	const struct sp_names *names;
	uint64_t count; /* of pages */
};

void
import_show_name(const struct sp_names *names, uint64_t page,
		 char shown[IMPORT_NAME_SHOWN])
{
	struct sp_name_room room;
	struct sp_span name = sp_names_read(names, page, &room);

	sp_mask(shown, IMPORT_NAME_SHOWN, name.text, name.length);
}

/* Names and hosts go by line: one too few would shift all that follow. */
static enum sp_status
pages_check_count(const struct pages_check *check, const char *what,
		  const char *file, uint64_t count)
{
	if (count == check->count)
		return SP_OK;
	return sp_fail(&check->cmd->err, SP_DATA,
		       "%s: %" PRIu64 " %s for %" PRIu64 " pages", file, count,
		       what, check->count);
}

/* ---- odd names -------------------------------------------------------- */

/*
 * If page 0 alone is odd and has its name from line 1 of --names, that is a
 * header, and all names are those of the page before.
 */
static bool
warn_of_header(const struct pages_check *check, uint64_t odd, uint64_t first,
	       const char *shown)
{
	const struct import_pages *pages = check->pages;

	if (odd != 1 || first || check->count == 1 || !pages->names ||
	    pages->layout != SP_NAMES_LINES || pages->by_url)
		return false;
	cmd_warn(check->cmd, "%s: line 1, \"%s\", is the name of page 0, but "
		 "no URL as the others are: remove it (sed 1d) if it is a "
		 "header", cmd_list_name(pages->names), shown);
	return true;
}

/* Pages whose names say nothing usable about a host, with the first of each. */
static void
warn_of_hosts(const struct pages_check *check,
	      const struct sp_host_counts *counts)
{
	char shown[IMPORT_NAME_SHOWN];

	if (counts->without) {
		import_show_name(check->names, counts->first_without, shown);
		if (!warn_of_header(check, counts->without,
				    counts->first_without, shown))
			cmd_warn(check->cmd, "%" PRIu64 " of %" PRIu64 " "
				 "pages have no host (page %" PRIu64 ": "
				 "\"%s\"): each counts as a host of its own",
				 counts->without, check->count,
				 counts->first_without, shown);
	}
	if (counts->invalid) {
		import_show_name(check->names, counts->first_invalid, shown);
		cmd_warn(check->cmd, "the hosts of %" PRIu64 " pages are no "
			 "valid international names and stay as they are (page "
			 "%" PRIu64 ": \"%s\")", counts->invalid,
			 counts->first_invalid, shown);
	}
}

/*
 * Lines that are no links, such as those of a dump, become pages with odd
 * names.
 */
static void
warn_of_names(const struct pages_check *check)
{
	struct sp_url_counts counts;
	char shown[IMPORT_NAME_SHOWN];
	uint64_t first;
	bool odd;

	sp_count_urls(check->names, &counts);
	if (!counts.urls || !counts.others)
		return;
	odd = counts.others <= counts.urls;
	first = odd ? counts.first_other : counts.first_url;
	import_show_name(check->names, first, shown);
	if (odd && warn_of_header(check, counts.others, counts.first_other,
				  shown))
		return;
	cmd_warn(check->cmd, "%" PRIu64 " of %" PRIu64 " names %s, such as "
		 "\"%s\" (page %" PRIu64 "): do all lines have links?",
		 odd ? counts.others : counts.urls, check->names->count,
		 odd ? "are not URLs, unlike the others" :
		       "are URLs, unlike the others", shown, first);
}

/* No URL has a tab in it: two columns were read as one. */
static void
warn_of_tabs(const struct pages_check *check)
{
	const struct sp_names *names = check->names;
	uint64_t tabs = 0, first = 0;
	char shown[IMPORT_NAME_SHOWN];
	struct sp_name_room room;

	for (uint64_t page = names->count; page-- > 0;) {
		struct sp_span name = sp_names_read(names, page, &room);

		if (!name.length || !memchr(name.text, '\t', name.length))
			continue;
		tabs++;
		first = page;
	}
	if (!tabs)
		return;
	import_show_name(names, first, shown);
	cmd_warn(check->cmd, "%" PRIu64 " of %" PRIu64 " names have a tab in "
		 "them, such as \"%s\" (page %" PRIu64 "): are they two "
		 "columns?", tabs, names->count, shown, first);
}

/*
 * A count must not make an import fail that fits into memory: without the
 * memory for it, nothing is said.
 */
static void
warn_of_alike(const struct pages_check *check)
{
	char first[IMPORT_NAME_SHOWN], second[IMPORT_NAME_SHOWN];
	struct sp_alike alike;
	struct sp_error ignored;

	if (check->pages->normalize || !check->pages->may_be_alike ||
	    sp_count_alike(check->names, &alike, &ignored) || !alike.pages)
		return;
	import_show_name(check->names, alike.first, first);
	import_show_name(check->names, alike.second, second);
	cmd_warn(check->cmd, "%" PRIu64 " of %" PRIu64 " pages are the same "
		 "as others by the normal form of their URLs, such as \"%s\" "
		 "and \"%s\": --normalize joins them", alike.pages,
		 check->names->count, first, second);
}

/* ---- hosts ------------------------------------------------------------ */

static enum sp_status
read_hosts(const struct pages_check *check)
{
	const char *path = check->pages->hosts;
	struct sp_hosts *hosts = &check->pages->found;
	struct cmd *cmd = check->cmd;
	struct cmd_reading reading;
	struct sp_source *source;
	enum sp_status status;

	if (sp_source_open(path, &source, &cmd->err))
		return cmd->err.status;
	cmd_reading_begin(&reading, cmd, "hosts, ", source);
	status = sp_import_hosts(source, hosts, &cmd->err);
	cmd_reading_end(&reading);
	sp_source_close(source);
	return status ? status :
			pages_check_count(check, "hosts", path, hosts->pages);
}

/* Hosts come from their file or, without one, from names that are URLs. */
static enum sp_status
pages_find_hosts(const struct pages_check *check, bool names_are_ids)
{
	struct import_pages *pages = check->pages;
	struct sp_error *err = &check->cmd->err;
	struct sp_host_counts counts;
	enum sp_status status = SP_OK;

	if (pages->hosts) {
		status = read_hosts(check);
		/* Names that are numbers are kept, but they have no host. */
	} else if (check->names->count && !names_are_ids) {
		status = sp_hosts_of_names(check->names, &pages->found,
					   &counts, err);
		if (!status)
			warn_of_hosts(check, &counts);
	}
	if (!status && pages->domain && !pages->found.pages)
		status = sp_fail(err, SP_USAGE, "option --domain: the pages "
				 "have no hosts (give --names or --hosts)");
	if (!status && pages->domain)
		status = sp_hosts_find_domains(&pages->found, err);
	return status;
}

enum sp_status
import_check_pages(struct cmd *cmd, struct import_pages *pages,
		   const struct sp_imported *made, uint64_t count)
{
	const struct pages_check check = { cmd, pages, &made->names, count };
	enum sp_status status = SP_OK;

	/* An empty file of --names is a wrong count, too. */
	if (made->names.count || pages->names)
		status = pages_check_count(&check, "names", pages->names ?
						   pages->names : "input",
					   made->names.count);
	if (!status && !made->names_are_ids) {
		warn_of_tabs(&check);
		warn_of_names(&check);
		warn_of_alike(&check);
	}
	return status ? status :
			pages_find_hosts(&check, made->names_are_ids);
}
