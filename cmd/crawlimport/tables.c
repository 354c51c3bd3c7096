/* SPDX-License-Identifier: MIT */
#include "tables.h"

#define TABLE_OF(NAME, name, word) [TABLE_##NAME] = &crawl_table_##name,

static const struct crawl_table *const tables[] = {
	[TABLE_NONE] = NULL,
	CRAWL_TABLES(TABLE_OF)
};

const char *const *
tables_columns(enum log_table table)
{
	return tables[table]->columns;
}

enum sp_status
tables_write(struct crawlimport *job, struct table *table)
{
	const struct crawl_table *which = tables[job->options->table];

	/* Some are written while the logs are read. */
	return which->write ? which->write(job, table) : SP_OK;
}
