/* SPDX-License-Identifier: MIT */
/*
 * How many pages of a host or domain may be chosen: the options, and the
 * budgets that they make.
 *
 * A share of the batch is one of the pages asked for, not of those that are
 * chosen in the end: budgets that depended on each other would have to be
 * solved for, and nobody could check the result by hand.
 */
#include "crawlnext.h"

#include "base/number.h"

#include <string.h>

/* more: other words of the option, for the message, as "auto, ". */
static enum sp_status
read_budget(struct crawlnext *next, const char *option, const char *text,
	    const char *more, uint64_t *most)
{
	*most = UINT64_MAX;
	if (strcmp(text, "none") &&
	    !sp_parse_limit(text, next->options.count, most))
		return sp_fail(&next->cmd->err, SP_USAGE, "option --%s: \"%s\" "
			       "is not a number of pages, a share of the batch "
			       "such as 10%%, %sor none", option, text, more);
	return SP_OK;
}

/* NULL if it was not given, so that it is no option of most batches. */
static enum sp_status
read_shape_budget(struct crawlnext *next)
{
	struct crawlnext_options *options = &next->options;

	options->shape_most = UINT64_MAX;
	options->shape_auto = options->per_shape &&
			      !strcmp(options->per_shape, "auto");
	if (!options->per_shape || options->shape_auto)
		return SP_OK;
	return read_budget(next, "per-shape", options->per_shape, "auto, ",
			   &options->shape_most);
}

/* No new host is what --known-hosts-only says, so that both are one. */
static enum sp_status
read_new_hosts(struct crawlnext *next)
{
	struct crawlnext_options *options = &next->options;
	const char *text = options->new_hosts;

	options->new_most = UINT64_MAX;
	if (!strcmp(text, "none"))
		return SP_OK;
	if (!sp_parse_count(text, strlen(text), &options->new_most))
		return sp_fail(&next->cmd->err, SP_USAGE, "option --new-hosts: "
			       "\"%s\" is not a number of hosts, or none",
			       text);
	if (options->known_hosts && options->new_most)
		return sp_fail(&next->cmd->err, SP_USAGE, "options "
			       "--known-hosts-only and --new-hosts %s exclude "
			       "each other", text);
	if (!options->new_most)
		options->known_hosts = true;
	return SP_OK;
}

/* A floor above the budget could never be met. */
static enum sp_status
check_floor(struct crawlnext *next)
{
	const struct crawlnext_options *options = &next->options;

	if (options->host_floor <= options->host_most)
		return SP_OK;
	return sp_fail(&next->cmd->err, SP_USAGE, "option --host-floor: "
		       "%" PRIu64 " is more than the budget of a host, which "
		       "is %" PRIu64 " (--per-host %s)", options->host_floor,
		       options->host_most, options->per_host);
}

enum sp_status
crawlnext_read_budgets(struct crawlnext *next)
{
	struct crawlnext_options *options = &next->options;
	enum sp_status status = read_budget(next, "per-host", options->per_host,
					    "", &options->host_most);

	if (!status)
		status = read_budget(next, "per-domain", options->per_domain,
				     "", &options->domain_most);
	if (!status)
		status = read_shape_budget(next);
	if (!status)
		status = read_new_hosts(next);
	if (!status)
		status = check_floor(next);
	return status ? status : crawlnext_read_weights(next);
}

/* Without hosts the default budget does nothing, and an asked one fails. */
enum sp_status
crawlnext_check_hosts(struct crawlnext *next)
{
	struct crawlnext_options *options = &next->options;
	struct cmd *cmd = next->cmd;
	bool limited = options->host_most < UINT64_MAX;
	const char *needing = NULL;

	if (next->hosts)
		return SP_OK;
	if (option_is_given(cmd->options, &options->known_hosts))
		needing = "--known-hosts-only";
	else if (options->new_most < UINT64_MAX)
		needing = "--new-hosts";
	else if (options->host_floor)
		needing = "--host-floor";
	else if (options->speeds)
		needing = "--speeds";
	else if (options->delay > 0)
		needing = "--delay";
	else if (options->weigh)
		needing = "--weigh-hosts";
	else if (limited && option_is_given(cmd->options, &options->per_host))
		needing = "--per-host";
	if (needing)
		return sp_fail(&cmd->err, SP_DATA, "option %s: no hosts in the "
			       "stream (import the graph with names or hosts)",
			       needing);
	if (limited)
		cmd_warn(cmd, "no hosts in the stream: all of the batch may be "
			 "of one host");
	return SP_OK;
}

static enum sp_status
crawlnext_find_domains(struct crawlnext *next)
{
	if (!next->hosts || !next->hosts->domains.count)
		return sp_fail(&next->cmd->err, SP_DATA, "option --per-domain: "
			       "no domains in the stream (import the graph "
			       "with --domain)");
	return sp_units_of_domains(next->hosts, &next->domains,
				   &next->cmd->err);
}

static struct sp_next_budget *
crawlnext_add_budget(struct crawlnext *next, const struct sp_units *units,
		     uint64_t most)
{
	struct sp_next_budget *budget =
		&next->rules.budgets[next->rules.budget_count++];

	*budget = (struct sp_next_budget){ .units = units, .most = most };
	return budget;
}

enum sp_status
crawlnext_set_budgets(struct crawlnext *next)
{
	const struct crawlnext_options *options = &next->options;

	if (options->weights && crawlnext_weigh_hosts(next))
		return next->cmd->err.status;
	if (next->hosts && options->host_most < UINT64_MAX)
		crawlnext_add_budget(next, &next->units, options->host_most)
			->most_of = next->host_most;
	if (options->domain_most < UINT64_MAX) {
		if (crawlnext_find_domains(next))
			return next->cmd->err.status;
		crawlnext_add_budget(next, &next->domains,
				     options->domain_most);
	}
	if (!crawlnext_has_shape_budget(next))
		return SP_OK;
	return crawlnext_set_shape_budget(next, crawlnext_add_budget(
			next, &next->shape_units, UINT64_MAX));
}
