/* SPDX-License-Identifier: MIT */
/*
 * graphdump -s fetches: what is known of the pages that were fetched.
 */
#include "graphdump.h"

#include "stream/section/fetches.h"
#include "stream/section/part_crawl.h"
#include "web/archive/date.h"

#include <inttypes.h>
#include <stdio.h>

static void
dump_fetch_time(struct dump *dump, unsigned clock, int64_t time)
{
	char text[SP_DATE_TEXT];

	if (time == SP_FETCH_NO_TIME) {
		table_none(&dump->table);
		return;
	}
	if (clock == SP_CLOCK_DOWNLOADS) {
		table_uint(&dump->table, (uint64_t)time);
		return;
	}
	/* The section has no seconds outside the years 0 to 9999. */
	sp_date_format(text, 1000 * time);
	table_string(&dump->table, text);
}

static void
dump_fetch(struct dump *dump, unsigned clock, const struct sp_fetch *fetch)
{
	char digest[17];

	table_uint(&dump->table, fetch->page);
	dump_fetch_time(dump, clock, fetch->time);
	table_known(&dump->table, fetch->size != SP_FETCH_NO_SIZE,
		    fetch->size);
	snprintf(digest, sizeof(digest), "%016" PRIx64, fetch->digest);
	table_string(&dump->table, fetch->digest == SP_FETCH_NO_DIGEST ?
					   NULL : digest);
	table_uint(&dump->table, fetch->captures);
	if (dump->urls)
		dump_page_name(dump, fetch->page);
}

/* One row: what all pages have together, as graphstat says it. */
static enum sp_status
dump_fetch_summary(struct dump *dump, const struct sp_fetches *fetches)
{
	static const char *const columns[] = {
		"clock", "pages", "captures", "timed", "first", "last",
		"sized", "bytes", "digested", "distinct", NULL
	};
	struct sp_fetch_figures figures;
	bool timed;

	if (sp_fetches_count(fetches, &figures, &dump->cmd->err))
		return dump->cmd->err.status;
	timed = figures.timed;
	dump_begin_summary(dump, columns);
	table_string(&dump->table, sp_fetch_clock_word(fetches->clock));
	TABLE_UINTS(&dump->table, figures.pages, figures.captures,
		    figures.timed);
	dump_fetch_time(dump, fetches->clock,
			timed ? figures.first : SP_FETCH_NO_TIME);
	dump_fetch_time(dump, fetches->clock,
			timed ? figures.last : SP_FETCH_NO_TIME);
	TABLE_UINTS(&dump->table, figures.sized, figures.bytes,
		    figures.digested, figures.distinct);
	return SP_OK;
}

enum sp_status
dump_fetches(struct dump *dump)
{
	const char *columns[] = { "node", "time", "size", "digest", "captures",
				  dump->urls ? "url" : NULL, NULL };
	const struct sp_fetches *fetches =
		sp_contents_fetches(&dump->contents);
	struct sp_fetches own;

	if (!fetches)
		return cmd_missing(dump->cmd, "fetches");
	own = sp_part_fetches(sp_contents_part(&dump->contents), fetches);
	if (dump->summary)
		return dump_fetch_summary(dump, &own);
	if (dump_check_urls(dump))
		return dump->cmd->err.status;
	dump_begin(dump, columns);
	for (uint64_t i = 0; i < own.count; i++)
		dump_fetch(dump, own.clock, &own.items[i]);
	return SP_OK;
}
