/* SPDX-License-Identifier: MIT */
#include "seedpick.h"

#include "stream/section/names.h"

static bool
list_chosen(const struct seedpick_options *options)
{
	return options->urls;
}

static enum sp_status
seeds_of_list(struct seedpick *pick)
{
	struct sp_page_list_options options = {
		.names = sp_contents_names(&pick->contents),
		.pages = pick->basis.graph.pages,
		.drop_missing = pick->options->drop_missing,
		.matches = true, .match = pick->options->match
	};
	struct sp_error *err = &pick->cmd->err;
	struct sp_page_list list = { 0 };
	enum sp_status status = cmd_read_pages(pick->cmd, pick->options->urls,
					       &options, &list);

	if (!status)
		status = sp_pick_list(list.pages, list.count, options.pages,
				      &pick->seeds, err);
	sp_page_list_free(&list);
	return status;
}

const struct seed_method method_list = {
	.chosen = list_chosen, .pick = seeds_of_list
};
