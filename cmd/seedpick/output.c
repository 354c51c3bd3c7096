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
print_seed(struct seedpick *pick, struct cmd_output *output, uint64_t i)
{
	const struct sp_names *names = sp_contents_names(&pick->contents);
	struct sp_error *err = &pick->cmd->err;
	uint32_t page = pick->seeds.seeds[i].page;
	char number[24], *escaped;
	enum sp_status status;
	const char *text = number;
	size_t length;

	if (pick->names.count)
		text = sp_names_get(&pick->names, i, &length);
	else if (names && page < names->count)
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

static enum sp_status
save_seeds(struct seedpick *pick, struct sp_writer *writer)
{
	const struct sp_seeds *seeds = &pick->seeds;
	struct sp_error *err = &pick->cmd->err;
	enum sp_status status;

	if (pick->options->map)
		status = sp_save_seeds_named(writer, seeds, &pick->names,
					     &pick->basis, err);
	else
		status = sp_save_seeds(writer, seeds,
				       sp_contents_names(&pick->contents),
				       &pick->basis, err);
	if (!status && (pick->score || pick->options->map))
		status = sp_save_seed_notes(writer, seeds, pick->score,
					    pick->options->map ? &pick->was :
								 NULL,
					    &pick->basis, err);
	return status;
}

enum sp_status
seedpick_write(struct seedpick *pick, struct cmd_output *output)
{
	const struct sp_seeds *seeds = &pick->seeds;
	struct cmd *cmd = pick->cmd;
	enum sp_status status = SP_OK;

	if (pick->options->text) {
		if (!sp_contents_names(&pick->contents) &&
		    !pick->names.count && seeds->count)
			cmd_warn(cmd, "no URLs in the stream: printing page "
				 "numbers (give the graph with -g, or import "
				 "it with graphimport --names)");
		for (uint64_t i = 0; !status && i < seeds->count; i++)
			status = print_seed(pick, output, i);
		return status ? status : cmd_output_commit(output);
	}
	status = save_seeds(pick, cmd_output_writer(output));
	return status ? status : cmd_output_sign(output);
}
