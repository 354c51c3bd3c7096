/* SPDX-License-Identifier: MIT */
#include "graphimport.h"

#include "base/text.h"
#include "formats/import/domains.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"

#include <string.h>

#define FEW 10 /* pages without links that any graph may have at its end */

/*
 * Lines with ids would become names as they are, and shift nothing: the mistake
 * would show only in the results.
 */
static enum sp_status
check_names_file(struct import *import, struct sp_source *source)
{
	static const struct sp_arcs_options columns = SP_ARCS_DEFAULTS;
	struct sp_sample sample = { NULL, 0, false };
	struct sp_recognised found;
	const char *layout = NULL;

	if (import_peek(import, source, &sample))
		return error_of(import)->status;
	sp_recognise(&sample, &columns, false, &found);
	if (found.sure)
		return sp_fail(error_of(import), SP_DATA, "%s: %s, not a list "
			       "of names", import->options->names, found.noun);
	if (found.look.ids_first)
		layout = "id-name";
	else if (found.look.names_first)
		layout = "name-id";
	if (found.look.all_numbers && found.look.least > 1 &&
	    !import_is_given(import, &import->options->layout))
		return sp_fail(error_of(import), SP_DATA, "%s: lines of "
			       "numbers, as in a list of links, not a list of "
			       "names", import->options->names);
	if (!layout || import_is_given(import, &import->options->layout))
		return SP_OK;
	return sp_fail(error_of(import), SP_DATA, "%s: a list of pages, as "
		       "names and numbers: give --names-layout %s",
		       import->options->names, layout);
}

enum sp_status
import_read_names(struct import *import)
{
	const struct import_options *options = import->options;
	struct import_reading reading;
	struct sp_source *source = NULL;
	enum sp_status status;

	if (!options->names)
		return SP_OK;
	status = sp_source_open(options->names, &source, error_of(import));
	if (!status)
		status = check_names_file(import, source);
	if (!status) {
		import_follow(import, "names, ", source, &reading);
		status = sp_import_names(
			source, options->layout, options->arcs.base1,
			&import->made.names, error_of(import));
		progress_end(&reading.progress);
	}
	sp_source_close(source);
	return status;
}

/* Names and hosts go by line: one too few would shift all that follow. */
static enum sp_status
names_check_count(struct import *import, const char *what, const char *file,
		  uint64_t count)
{
	if (count == import->pages)
		return SP_OK;
	return sp_fail(error_of(import), SP_DATA,
		       "%s: %" PRIu64 " %s for %" PRIu64 " pages", file, count,
		       what, import->pages);
}

/*
 * If page 0 alone is odd and has its name from line 1 of --names, that is a
 * header, and all names are those of the page before.
 */
static bool
warn_of_header(const struct import *import, uint64_t odd, uint64_t first,
	       const char *shown)
{
	const struct import_options *options = import->options;

	if (odd != 1 || first || import->pages == 1 || !options->names ||
	    options->layout != SP_NAMES_LINES || options->by_url)
		return false;
	cmd_warn(import->cmd, "%s: line 1, \"%s\", is the name of page 0, but "
		 "no URL as the others are: remove it (sed 1d) if it is a "
		 "header", strcmp(options->names, "-") ? options->names :
		 "standard input", shown);
	return true;
}

void
import_show_name(const struct import *import, uint64_t page,
		 char shown[IMPORT_NAME_SHOWN])
{
	size_t length;
	const char *name = sp_names_get(&import->made.names, page, &length);

	sp_mask(shown, IMPORT_NAME_SHOWN, name, length);
}

/* Pages whose names say nothing usable about a host, with the first of each. */
static void
warn_of_hosts(const struct import *import, const struct sp_host_counts *counts)
{
	char shown[IMPORT_NAME_SHOWN];

	if (counts->without) {
		import_show_name(import, counts->first_without, shown);
		if (!warn_of_header(import, counts->without,
				    counts->first_without, shown))
			cmd_warn(import->cmd, "%" PRIu64 " of %" PRIu64 " "
				 "pages have no host (page %" PRIu64 ": "
				 "\"%s\"): each counts as a host of its own",
				 counts->without, import->pages,
				 counts->first_without, shown);
	}
	if (counts->invalid) {
		import_show_name(import, counts->first_invalid, shown);
		cmd_warn(import->cmd, "the hosts of %" PRIu64 " pages are no "
			 "valid international names and stay as they are (page "
			 "%" PRIu64 ": \"%s\")", counts->invalid,
			 counts->first_invalid, shown);
	}
}

/*
 * Lines that are no links, such as those of a dump, become pages with odd
 * names.  The rarer kind is taken for the mistake.
 */
static void
warn_of_names(const struct import *import)
{
	const struct sp_names *names = &import->made.names;
	struct sp_url_counts counts;
	char shown[IMPORT_NAME_SHOWN];
	uint64_t first;
	bool odd;

	sp_count_urls(names, &counts);
	if (!counts.urls || !counts.others)
		return;
	odd = counts.others <= counts.urls;
	first = odd ? counts.first_other : counts.first_url;
	import_show_name(import, first, shown);
	if (odd && warn_of_header(import, counts.others, counts.first_other,
				  shown))
		return;
	cmd_warn(import->cmd, "%" PRIu64 " of %" PRIu64 " names %s, such as "
		 "\"%s\" (page %" PRIu64 "): do all lines have links?",
		 odd ? counts.others : counts.urls, names->count,
		 odd ? "are not URLs, unlike the others" :
		       "are URLs, unlike the others", shown, first);
}

/* No URL has a tab in it: two columns were read as one. */
static void
warn_of_tabs(const struct import *import)
{
	const struct sp_names *names = &import->made.names;
	uint64_t tabs = 0, first = 0;
	char shown[IMPORT_NAME_SHOWN];

	if (!names->count ||
	    !memchr(names->bytes, '\t', names->ends[names->count - 1]))
		return;
	for (uint64_t page = names->count; page-- > 0;) {
		size_t length;
		const char *name = sp_names_get(names, page, &length);

		if (!memchr(name, '\t', length))
			continue;
		tabs++;
		first = page;
	}
	import_show_name(import, first, shown);
	cmd_warn(import->cmd, "%" PRIu64 " of %" PRIu64 " names have a tab in "
		 "them, such as \"%s\" (page %" PRIu64 "): are they two "
		 "columns?", tabs, names->count, shown, first);
}

/*
 * Pages without links are legal, and may have names; but where a tenth of all
 * pages comes after the last that has links, the names are probably those of a
 * larger graph.
 */
void
import_warn_of_other_names(const struct import *import)
{
	const struct import_options *options = import->options;
	uint64_t named = import->made.names.count, ids = import->made.ids;

	if (!options->names || !ids || named - ids < FEW ||
	    named - ids < named / 10)
		return;
	cmd_warn(import->cmd, "%s: %" PRIu64 " names, but no link has an id "
		 "above %" PRIu64 ": are these the names of another graph?",
		 strcmp(options->names, "-") ? options->names :
		 "standard input", named, ids - 1 + options->arcs.base1);
}

static enum sp_status
read_hosts(struct import *import)
{
	const char *path = import->options->hosts;
	struct import_reading reading;
	struct sp_source *source;
	enum sp_status status;

	if (sp_source_open(path, &source, error_of(import)))
		return error_of(import)->status;
	import_follow(import, "hosts, ", source, &reading);
	status = sp_import_hosts(source, &import->hosts, error_of(import));
	progress_end(&reading.progress);
	sp_source_close(source);
	return status ? status :
			names_check_count(import, "hosts", path,
					  import->hosts.pages);
}

/* Hosts come from their file or, without one, from names that are URLs. */
static enum sp_status
find_hosts(struct import *import)
{
	const struct import_options *options = import->options;
	struct sp_host_counts counts;
	enum sp_status status = SP_OK;

	if (options->hosts) {
		status = read_hosts(import);
		/* Names that are numbers are kept, but they have no host. */
	} else if (import->made.names.count && !import->made.names_are_ids) {
		status = sp_hosts_of_names(&import->made.names, &import->hosts,
					   &counts, error_of(import));
		if (!status)
			warn_of_hosts(import, &counts);
	}
	if (!status && options->domain && !import->hosts.pages)
		status = sp_fail(error_of(import), SP_USAGE, "option "
				 "--domain: the pages have no hosts (give "
				 "--names or --hosts)");
	if (!status && options->domain)
		status = sp_hosts_find_domains(&import->hosts,
					       error_of(import));
	return status;
}

enum sp_status
import_check_names(struct import *import)
{
	enum sp_status status = SP_OK;

	/* An empty file of --names is a wrong count, too. */
	if (import->made.names.count || import->options->names)
		status = names_check_count(import, "names",
					   import->options->names ?
						   import->options->names :
						   "input",
					   import->made.names.count);
	if (!status && !import->made.names_are_ids) {
		warn_of_tabs(import);
		warn_of_names(import);
		import_warn_of_alike(import);
	}
	return status ? status : find_hosts(import);
}

enum sp_status
import_save_names(struct import *import, struct sp_writer *writer)
{
	enum sp_status status = SP_OK;

	if (import->hosts.pages)
		status = sp_save_hosts(writer, &import->hosts,
				       error_of(import));
	if (!status && (import->made.names.count || import->tasks))
		status = sp_save_names(writer, &import->made.names,
				       error_of(import));
	return status;
}
