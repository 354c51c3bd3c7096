/* SPDX-License-Identifier: MIT */
/*
 * --join FILE: a row for each line of a list, such as the URLs of documents,
 * with the scores of the page that it names, or of its host or domain in a
 * graph of these.
 *
 * The list may have more lines than memory has room for, and each may come
 * often: so lines are read one by one, and the names of the graph are in an
 * index.  Every line gives a row, also an empty one, so that rows are as the
 * documents are.
 */
#include "graphdump.h"

#include "base/memory.h"
#include "base/text.h"
#include "formats/import/domains.h"
#include "graph/hosts.h"
#include "stream/section/names.h"
#include "web/file/source.h"
#include "web/page/idn.h"

#include <inttypes.h>
#include <stdlib.h>

struct joining {
	struct dump *dump;
	dump_take_line *take;
	void *context;
	struct sp_match_index *index;
	struct sp_matcher *matcher;
	char *host, *domain;          /* of a line */
	uint64_t lines, missing;
	char first[128];              /* line that is missing, masked */
};

/* What is looked for of a line: the text up to a tab. */
static enum sp_status
joined_name(const struct joining *joining, struct sp_span *name)
{
	const struct dump *dump = joining->dump;
	bool no_memory = false;

	if (dump->join_by == DUMP_BY_PAGE)
		return SP_OK;
	*name = (struct sp_span){ joining->host,
				  sp_url_ascii_host(*name, joining->host,
						    &no_memory) };
	if (no_memory)
		return sp_no_memory(&dump->cmd->err, "a host");
	return dump->join_by == DUMP_BY_HOST ? SP_OK :
	       sp_find_domain(*name, joining->domain, name, &dump->cmd->err);
}

static enum sp_status
join_line(struct joining *joining, struct sp_span line)
{
	struct sp_error *err = &joining->dump->cmd->err;
	struct sp_span name;
	uint64_t page = SP_NO_MATCH;

	line.length = sp_span_before(line, '\t');
	name = line;
	if (joined_name(joining, &name))
		return err->status;
	if (name.length && sp_match_find(joining->index, joining->matcher,
					 name, NULL, &page, err))
		return err->status;
	joining->lines++;
	joining->missing += page == SP_NO_MATCH;
	if (page == SP_NO_MATCH && !*joining->first)
		sp_mask(joining->first, sizeof(joining->first), line.text,
			line.length);
	return joining->take(joining->context, line, page, err);
}

static enum sp_status
join_lines(struct joining *joining)
{
	struct cmd *cmd = joining->dump->cmd;
	struct sp_source *source = NULL;
	enum sp_status status = sp_source_open(joining->dump->join, &source,
					       &cmd->err);
	struct sp_span line;

	while (sp_source_next(source, &line, &status, &cmd->err))
		status = join_line(joining, line);
	sp_source_close(source);
	return status;
}

/* A list of which nothing is found is one for another graph. */
static enum sp_status
report_joined(const struct joining *joining)
{
	const struct dump *dump = joining->dump;
	struct cmd *cmd = dump->cmd;

	cmd_count(cmd, "lines", joining->lines);
	cmd_count(cmd, "lines_missing", joining->missing);
	if (!joining->lines)
		cmd_warn(cmd, "%s: no lines in the list",
			 cmd_list_name(dump->join));
	if (joining->missing && joining->missing == joining->lines)
		return sp_fail(&cmd->err, SP_DATA, "%s: none of the %" PRIu64
			       " lines is %s of the graph: the first is \"%s\""
			       "%s", cmd_list_name(dump->join), joining->lines,
			       dump->join_by == DUMP_BY_PAGE ? "a page" :
			       dump->join_by == DUMP_BY_HOST ? "of a host" :
			       "of a domain", joining->first,
			       dump->join_by == DUMP_BY_PAGE ?
			       " (--join-by host finds the hosts of URLs in a "
			       "graph of hosts)" : "");
	if (joining->missing)
		cmd_warn(cmd, "%s: %" PRIu64 " of %" PRIu64 " lines are not in "
			 "the graph: the first is \"%s\"",
			 cmd_list_name(dump->join),
			 joining->missing, joining->lines, joining->first);
	return SP_OK;
}

static enum sp_status
join_begin(struct joining *joining)
{
	struct dump *dump = joining->dump;
	const struct sp_names *names = sp_contents_names(&dump->contents);
	struct sp_error *err = &dump->cmd->err;

	if (!names)
		return cmd_missing(dump->cmd, "names");
	if (cmd_use_input(dump->cmd, dump->join))
		return err->status;
	joining->host = sp_alloc(SP_NAME_MAX, 1);
	joining->domain = sp_alloc(SP_NAME_MAX + 1, 1);
	if (!joining->host || !joining->domain)
		return sp_no_memory(err, "a name");
	if (sp_matcher_new(&joining->matcher, err))
		return err->status;
	return sp_match_index_new(names, dump->match, &joining->index, err);
}

enum sp_status
dump_join(struct dump *dump, dump_take_line *take, void *context)
{
	struct joining joining = { .dump = dump, .take = take,
				   .context = context };
	enum sp_status status = join_begin(&joining);

	if (!status)
		status = join_lines(&joining);
	if (!status)
		status = report_joined(&joining);
	sp_match_index_free(joining.index);
	sp_matcher_free(joining.matcher);
	free(joining.host);
	free(joining.domain);
	return status;
}
