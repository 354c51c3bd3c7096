/* SPDX-License-Identifier: MIT */
/*
 * The list of what is known, and that of what does not belong.
 *
 * A line that names no page of the graph is not a mistake: people know pages
 * and hosts of their scope that no crawl has met.  Such lines are counted, and
 * a list of nothing else is refused.  So is a list without any links from it or
 * to it, since links are all that the methods look at.
 */
#include "seedexpand.h"

#include "base/compare.h"
#include "base/memory.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/states.h"

#include <inttypes.h>
#include <stdlib.h>

enum sp_status
seedexpand_load(struct seedexpand *expand, struct sp_writer *writer)
{
	struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | SP_SECTION_NAMES |
			SP_SECTION_HOSTS |
			(expand->options.only_new ? SP_SECTION_STATES : 0u),
		/* Sections with a row for each page are not passed on. */
		.writer = writer, .drop = ~(unsigned)SP_SECTION_PROVENANCE
	};
	struct cmd *cmd = expand->cmd;
	enum sp_status status = SP_OK;

	if (cmd_load_graph(cmd, &load, &expand->contents))
		return cmd->err.status;
	expand->names = sp_contents_names(&expand->contents);
	expand->hosts = sp_contents_hosts(&expand->contents);
	expand->basis = sp_basis_of(sp_contents_graph(&expand->contents));
	expand->pages = expand->basis.graph.pages;
	if (expand->options.only_new && !sp_contents_states(&expand->contents))
		return sp_fail(&cmd->err, SP_DATA, "option --new: no states of "
			       "pages in the stream, so nothing says which "
			       "were fetched (crawlgraph takes them from "
			       "archives, crawlimport -g from a log, "
			       "graphimport --fetched from a list)");
	if (expand->options.vote == VOTE_DOMAIN && !expand->hosts)
		return cmd_missing(cmd, "hosts");
	if (expand->hosts && expand->options.vote == VOTE_HOST)
		status = sp_units_of_hosts(expand->hosts, &expand->units,
					   &cmd->err);
	if (expand->hosts && expand->options.vote == VOTE_DOMAIN)
		status = sp_units_of_domains(expand->hosts, &expand->units,
					     &cmd->err);
	return status;
}

/* ---- one list --------------------------------------------------------- */

/* The pages of a list in ascending order, without repeats. */
static enum sp_status
take_pages(struct seedexpand *expand, const char *path,
	   const struct sp_page_list *list, uint32_t **pages, uint64_t *count)
{
	uint64_t kept = 0;

	*pages = sp_alloc(list->count, sizeof(**pages));
	if (!*pages)
		return sp_no_memory(&expand->cmd->err, "the list");
	for (uint64_t i = 0; i < list->count; i++)
		(*pages)[i] = (uint32_t)list->pages[i];
	qsort(*pages, list->count, sizeof(**pages), sp_compare_u32);
	for (uint64_t i = 0; i < list->count; i++)
		if (!kept || (*pages)[i] != (*pages)[kept - 1])
			(*pages)[kept++] = (*pages)[i];
	if (kept < list->count)
		cmd_warn(expand->cmd, "%s: lines that repeat a page of the "
			 "list: %" PRIu64, path, list->count - kept);
	*count = kept;
	return SP_OK;
}

static enum sp_status
read_listed(struct seedexpand *expand, const char *path, uint32_t **pages,
	    uint64_t *count)
{
	struct sp_page_list_options options = {
		.names = expand->names, .pages = expand->pages,
		.drop_missing = true, .matches = true,
		.match = expand->names ? expand->options.match :
					 SP_MATCH_EXACT
	};
	struct sp_page_list list = { 0 };
	enum sp_status status = cmd_read_pages(expand->cmd, path, &options,
					       &list);

	if (!status)
		status = take_pages(expand, path, &list, pages, count);
	sp_page_list_free(&list);
	return status;
}

/* ---- both ------------------------------------------------------------- */

static enum sp_status
check_both(struct seedexpand *expand)
{
	const struct sp_expand_list *list = &expand->list;

	for (uint64_t i = 0; i < list->excluded_count; i++)
		if (bsearch(&list->excluded[i], list->known, list->known_count,
			    sizeof(*list->known), sp_compare_u32))
			return sp_fail(&expand->cmd->err, SP_DATA, "page %lu "
				       "is in both lists, --known and "
				       "--exclude",
				       (unsigned long)list->excluded[i]);
	if (list->known_count + list->excluded_count == expand->pages)
		return sp_fail(&expand->cmd->err, SP_DATA, "every page of the "
			       "graph is in a list: there is nothing to find");
	return SP_OK;
}

/* A list from whose links nothing, or little, can follow. */
static enum sp_status
check_known(struct seedexpand *expand)
{
	const struct sp_expand_list *list = &expand->list;
	const uint32_t *host_of = expand->hosts ? expand->hosts->host_of :
						  NULL;
	uint64_t linked = 0, alike = 0;

	for (uint64_t i = 0; i < list->known_count; i++) {
		linked += expand->votes.links[list->known[i]] > 0;
		alike += host_of && host_of[list->known[i]] ==
				    host_of[list->known[0]];
	}
	if (!linked)
		return sp_fail(&expand->cmd->err, SP_DATA, "%s: no page of the "
			       "list has a link from or to another page, so "
			       "nothing follows from it",
			       expand->options.known);
	if (list->known_count > 1 && alike == list->known_count)
		cmd_warn(expand->cmd, "%s: all pages of the list are of one "
			 "host: links inside it will decide (graphprune "
			 "removes them, graphfold makes a graph of hosts)",
			 cmd_list_name(expand->options.known));
	return SP_OK;
}

/* As many pages as belong in all are in the graph, and not all in the list. */
static enum sp_status
check_expected(const struct seedexpand *expand)
{
	const struct sp_expand_list *list = &expand->list;
	const uint64_t expect = expand->options.expect;
	struct sp_error *err = &expand->cmd->err;

	if (expect && expect <= list->known_count)
		return sp_fail(err, SP_USAGE, "option --expect: %" PRIu64 " "
			       "pages in all, and %" PRIu64 " are known: none "
			       "is left to find", expect, list->known_count);
	if (expect > expand->pages - list->excluded_count)
		return sp_fail(err, SP_USAGE, "option --expect: %" PRIu64 " "
			       "pages in all, but the graph has %" PRIu64 " "
			       "that may belong", expect,
			       expand->pages - list->excluded_count);
	return SP_OK;
}

enum sp_status
seedexpand_read_lists(struct seedexpand *expand)
{
	struct sp_expand_list *list = &expand->list;
	struct cmd *cmd = expand->cmd;

	if (read_listed(expand, expand->options.known, &expand->known,
		      &list->known_count))
		return cmd->err.status;
	if (expand->options.exclude &&
	    read_listed(expand, expand->options.exclude, &expand->excluded,
		      &list->excluded_count))
		return cmd->err.status;
	list->known = expand->known;
	list->excluded = expand->excluded;
	list->random_seed = expand->options.seed;
	list->threads = cmd->threads;
	if (check_both(expand))
		return cmd->err.status;
	if (check_expected(expand))
		return cmd->err.status;
	expand->hidden = sp_alloc_zero(list->known_count,
				       sizeof(*expand->hidden));
	expand->ranks = sp_alloc(list->known_count, sizeof(*expand->ranks));
	expand->scores = sp_alloc(expand->pages, sizeof(*expand->scores));
	if (!expand->hidden || !expand->ranks || !expand->scores)
		return sp_no_memory(&cmd->err, "the list");
	if (sp_votes_new(sp_contents_graph(&expand->contents),
			 expand->units.count ? &expand->units : NULL,
			 cmd->threads, &expand->votes, &cmd->err))
		return cmd->err.status;
	return check_known(expand);
}
