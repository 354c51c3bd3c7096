/* SPDX-License-Identifier: MIT */
/*
 * What the tables of all sections have in common: how they begin, and the cells
 * with the URLs of pages.
 */
#include "graphdump.h"

#include "stream/section/names.h"

void
dump_begin(struct dump *dump, const char *const *columns)
{
	table_begin(&dump->table, dump->outputs[0], columns, dump->json,
		    &dump->cmd->err);
	dump->table.digits = dump->precision;
}

void
dump_begin_summary(struct dump *dump, const char *const *columns)
{
	dump_begin(dump, columns);
	/* All digits can be asked for; most readers want to see the size. */
	if (!option_is_given(dump->cmd->options, &dump->precision))
		dump->table.digits = 6;
}

enum sp_status
dump_check_urls(struct dump *dump)
{
	if (!dump->urls || sp_contents_names(&dump->contents))
		return SP_OK;
	return sp_fail(&dump->cmd->err, SP_DATA, "no names of pages in the "
		       "stream (give the graph that has them with -g FILE)");
}

void
dump_page_name(struct dump *dump, uint64_t page)
{
	table_name_of(&dump->table, sp_contents_names(&dump->contents), page);
}
