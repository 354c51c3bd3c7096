/* SPDX-License-Identifier: MIT */
#include "cli/seedlist.h"

#include "cli/shards.h"
#include "cli/target.h"

#include <string.h>
#include <unistd.h>

enum sp_status
cmd_try_list(struct cmd *cmd)
{
	struct target target;
	bool place = false;

	if (cmd->output && !target_find(&target, cmd->output)) {
		place = target.kind == TARGET_PLACE;
		target_free(&target);
	}
	return place ? SP_OK : cmd_output_try(cmd, cmd->output);
}

static void
seedlist_report(struct cmd *cmd, const struct cmd_list_options *options,
		const struct sp_list_report *report, uint64_t files)
{
	if (report->refused)
		cmd_warn(cmd, "left out %" PRIu64 " pages that a list %s%s "
			 "cannot hold: %s%s", report->refused,
			 options->list.format == SP_LIST_TEXT ? "of " : "for ",
			 sp_list_reader(options->list.format),
			 report->first.text,
			 report->refused > 1 ? ", and others" : "");
	cmd_count(cmd, "lines", report->written);
	cmd_count(cmd, "repeated", report->repeated);
	cmd_count(cmd, "refused", report->refused);
	cmd_count(cmd, "files", files);
}

/* Is it --safe-text, or is standard output a terminal that gets the list? */
static bool
seedlist_is_safe(const struct cmd *cmd)
{
	return cmd->safe_text || ((!cmd->output || !strcmp(cmd->output, "-")) &&
				  isatty(STDOUT_FILENO));
}

enum sp_status
cmd_write_list(struct cmd *cmd, const struct cmd_list_options *options,
	       const struct sp_list_source *source)
{
	struct sp_list_options list = options->list;
	uint64_t limit = options->shard ? options->shard :
					  sp_list_limit(&options->list);
	struct sp_list_report counts;
	struct shards shards;
	const struct sp_list_sink sink = { &shards, shards_line };
	enum sp_status status;

	list.safe = seedlist_is_safe(cmd);
	shards_begin(&shards, cmd, limit, sp_list_head(&list));
	status = sp_list_write(source, &list, &sink, &counts,
			       &cmd->err);
	if (!status)
		status = shards_open(&shards);
	if (!status)
		status = sp_list_write(source, &list, &sink, &counts,
				       &cmd->err);
	if (!status)
		status = shards_commit(&shards);
	if (!status)
		seedlist_report(cmd, options, &counts, shards.planned);
	shards_free(&shards);
	return status;
}
