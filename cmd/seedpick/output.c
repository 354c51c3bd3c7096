/* SPDX-License-Identifier: MIT */
#include "seedpick.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "section/names.h"
#include "section/seeds.h"

#include <stdlib.h>

static bool
has_control(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			return true;
	return false;
}

/*
 * A URL, or the page number if pages have no names.  A name with a control
 * character, as a newline, is escaped: one line must stay one seed.
 */
static enum sp_status
print_seed(struct seedpick *pick, struct cmd_output *output, uint32_t page)
{
	const struct sp_names *names = sp_contents_names(&pick->contents);
	struct sp_error *err = &pick->cmd->err;
	char number[24], *escaped;
	enum sp_status status;
	const char *text = number;
	size_t length;

	if (names && page < names->count)
		text = sp_names_get(names, page, &length);
	else
		length = sp_format_uint(number, page);
	if (!has_control(text, length)) {
		status = cmd_output_text(output, text, length, err);
	} else {
		escaped = sp_alloc(length, 4);
		if (!escaped)
			return sp_no_memory(err, "a name");
		length = sp_escape_cell(escaped, text, length);
		status = cmd_output_text(output, escaped, length, err);
		free(escaped);
	}
	return status ? status : cmd_output_text(output, "\n", 1, err);
}

enum sp_status
seedpick_write(struct seedpick *pick, struct cmd_output *output)
{
	const struct sp_seeds *seeds = &pick->seeds;
	struct cmd *cmd = pick->cmd;
	enum sp_status status = SP_OK;

	if (pick->options->text) {
		if (!sp_contents_names(&pick->contents) && seeds->count)
			cmd_warn(cmd, "no URLs in the stream: printing page "
				 "numbers (give the graph with -g, or import "
				 "it with graphimport --names)");
		for (uint64_t i = 0; !status && i < seeds->count; i++)
			status = print_seed(pick, output,
					    seeds->seeds[i].page);
		return status ? status : cmd_output_commit(output);
	}
	status = sp_save_seeds(cmd_output_writer(output), seeds,
			       sp_contents_names(&pick->contents),
			       &pick->basis, &cmd->err);
	if (!status && pick->score)
		status = sp_save_seed_notes(cmd_output_writer(output), seeds,
					    pick->score, NULL, &pick->basis,
					    &cmd->err);
	return status ? status : cmd_output_sign(output);
}
