/* SPDX-License-Identifier: MIT */
/*
 * Which options of crawlimport go together, beyond the rules of their table,
 * and what their values may be.
 */
#include "crawlimport.h"

#include "base/memory.h"
#include "web/page/url.h"

#include <string.h>

/*
 * A zone is checked here and not by the option's row, because only the reader
 * of logs knows which zones there are.
 */
static enum sp_status
check_zone(struct crawlimport *job)
{
	struct log_options *options = job->options;
	struct sp_span zone = SP_SPAN_ABSENT;

	if (!options->zone)
		return SP_OK;
	zone.text = options->zone;
	zone.length = strlen(zone.text);
	if (!sp_when_parse_zone(zone, &options->reading.zone.minutes))
		return sp_fail(&job->cmd->err, SP_USAGE, "option --zone: "
			       "\"%s\" is not a time zone such as +02:00 or "
			       "UTC", options->zone);
	options->reading.zone.given = true;
	return SP_OK;
}

/* Paths are put behind it. */
static enum sp_status
check_site(struct crawlimport *job)
{
	const char *site = job->options->reading.site;
	struct sp_error *err = &job->cmd->err;
	enum sp_url_kind kind = SP_URL_BAD;
	struct sp_span url = { site, 0 };
	struct sp_urls *urls = NULL;
	enum sp_status status;

	if (!site)
		return SP_OK;
	url.length = strlen(site);
	status = sp_urls_new(&urls, err);
	if (status)
		return status;
	if (!strpbrk(site, "?#"))
		kind = sp_url_resolve(urls, NULL, url, NULL, &url);
	if (sp_urls_short(urls))
		status = sp_no_memory(err, "a URL");
	else if (kind != SP_URL_PAGE)
		status = sp_fail(err, SP_USAGE, "option --site: \"%s\" is not "
				 "the URL of a site such as "
				 "https://www.example.org", site);
	sp_urls_free(urls);
	return status;
}

/*
 * Options of one output, or of a graph.  --match may be given to a table even
 * without -g, as in options for an order and its tables.
 */
static enum sp_status
crawlimport_check_output(struct crawlimport *job)
{
	const struct log_options *options = job->options;
	struct cmd *cmd = job->cmd;

	if (cmd->safe_text && !makes_table(job) && !options->missing)
		return sp_fail(&cmd->err, SP_USAGE, "option --safe-text is "
			       "for --table and --missing: a stream holds "
			       "names as they are");
	if (option_is_given(cmd->options, &options->match) &&
	    !has_graph(job) && !makes_table(job) && !options->seeds)
		return sp_fail(&cmd->err, SP_USAGE, "option --match: URLs are "
			       "matched with a graph (give it with -g) or with "
			       "--seeds");
	return SP_OK;
}

enum sp_status
crawlimport_check_options(struct crawlimport *job)
{
	struct log_options *options = job->options;
	const char *separator = options->separator;
	const char *lists = options->missing ? "missing" :
			    options->table == TABLE_MISSING ?
			    "table missing" : NULL;

	if (lists && !has_graph(job))
		return sp_fail(&job->cmd->err, SP_USAGE, "option --%s: URLs "
			       "are missing in a graph (give it with -g)",
			       lists);
	if (job->cmd->results_only && !has_graph(job))
		return sp_fail(&job->cmd->err, SP_USAGE, "option "
			       "--results-only: the graph is part of the "
			       "result (without -g)");
	if (separator && !strcmp(separator, "\\t"))
		separator = "\t";
	if (separator && strlen(separator) != 1)
		return sp_fail(&job->cmd->err, SP_USAGE, "option --separator: "
			       "\"%s\" is not one character",
			       options->separator);
	if (crawlimport_check_output(job))
		return job->cmd->err.status;
	if (separator)
		options->reading.columns.separator = *separator;
	return check_zone(job) ? job->cmd->err.status : check_site(job);
}
