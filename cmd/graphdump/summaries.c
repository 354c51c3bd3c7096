/* SPDX-License-Identifier: MIT */
/*
 * graphdump --summary: a row for each order, core or state, or one of
 * the seeds.
 *
 * What the stream says of a section as a whole: no row of pages is looked at.
 */
#include "graphdump.h"

#include "stream/section/cores.h"
#include "stream/section/orders.h"
#include "stream/section/seeds.h"
#include "stream/section/states.h"

#include <string.h>

/* ---- orders ------------------------------------------------------------ */

static const char *const order_columns[] = {
	"order", "seeds", "downloads", "links", "known", "frontier_peak",
	"updates", "dropped", "pushes", "recomputed", "iterations", "guards",
	"covered", "seconds_10", "seconds_20", "seconds_30", "seconds_40",
	"seconds_50", "seconds_60", "seconds_70", "seconds_80", "seconds_90",
	"seconds_100", "processes", "at_once", "mode", "batch", "replicated",
	"ticks", "messages", "connections", "requests", "failed", "lost",
	"refused", "hosts", "bytes", "busy", "hours", NULL
};

/*
 * In the order of the columns above; table_uint() goes to the next one by
 * itself.
 */
static void
dump_counts(struct dump *dump, const struct sp_crawl_report *report)
{
	const uint64_t counts[] = {
		report->downloads, report->links, report->known,
		report->frontier_peak, report->updates, report->dropped,
		report->pushes, report->recomputed, report->iterations,
		report->guards
	};

	table_uints(&dump->table, counts, sizeof(counts) / sizeof(*counts));
	table_double(&dump->table, report->covered);
	for (size_t i = 0; i < SP_ORDER_TENTHS; i++)
		table_double(&dump->table, report->seconds[i]);
}

/* An order by one crawler, one page at a time, has none of this. */
static void
dump_parallel(struct dump *dump, const struct sp_parallel_report *report)
{
	static const char *const modes[] = {
		[SP_EXCHANGE] = "exchange", [SP_FIREWALL] = "firewall",
		[SP_CROSSOVER] = "crossover"
	};

	if (!report->processes) {
		table_nones(&dump->table, 7);
		return;
	}
	TABLE_UINTS(&dump->table, report->processes, report->at_once);
	table_string(&dump->table, modes[report->mode]);
	TABLE_UINTS(&dump->table, report->batch, report->replicated,
		    report->ticks, report->messages);
}

/* Times are hours: microseconds of a crawl of weeks are hard to read. */
static void
dump_timed(struct dump *dump, const struct sp_timed_report *report)
{
	const uint64_t counts[] = {
		report->connections, report->requests, report->failed,
		report->lost, report->refused, report->hosts, report->bytes
	};
	const size_t count = sizeof(counts) / sizeof(counts[0]);

	if (!report->connections) {
		table_nones(&dump->table, count + 2);
		return;
	}
	table_uints(&dump->table, counts, count);
	table_double(&dump->table, (double)report->busy / 3.6e9);
	table_double(&dump->table, (double)report->end / 3.6e9);
}

void
dump_order_summary(struct dump *dump)
{
	const struct sp_order_list *list = sp_contents_orders(&dump->contents);

	dump_begin_summary(dump, order_columns);
	for (uint64_t n = 0; n < list->count; n++) {
		const struct sp_order *order = &list->orders[n].order;

		if (dump->order && strcmp(order->name, dump->order))
			continue;
		table_string(&dump->table, order->name);
		table_uint(&dump->table, order->seed_count);
		dump_counts(dump, &order->report);
		dump_parallel(dump, &order->report.parallel);
		dump_timed(dump, &order->report.timed);
	}
}

/* ---- cores, seeds, states ---------------------------------------------- */

void
dump_core_summary(struct dump *dump, const struct sp_cores *cores)
{
	static const char *const columns[] = {
		"core", "seed", "round", "hubs", "authorities", "links",
		"density", NULL
	};

	dump_begin_summary(dump, columns);
	for (uint64_t i = 0; i < cores->count; i++) {
		const struct sp_core *core = &cores->cores[i];

		TABLE_UINTS(&dump->table, i + 1, core->seed, core->iteration,
			    core->hubs, core->authorities, core->links);
		table_double(&dump->table, sp_core_density(core));
	}
}

void
dump_seed_summary(struct dump *dump, const struct sp_loaded_seeds *loaded)
{
	static const char *const columns[] = { "seeds", "score", NULL };

	dump_begin_summary(dump, columns);
	table_uint(&dump->table, loaded->seeds.count);
	table_string(&dump->table, loaded->score[0] ? loaded->score : NULL);
}

/* All states, so that tables of several streams have the same rows. */
void
dump_state_summary(struct dump *dump, const struct sp_states *states)
{
	static const char *const columns[] = { "state", "pages", NULL };
	uint64_t counts[SP_PAGE_STATES];

	sp_states_count(states, counts);
	dump_begin_summary(dump, columns);
	for (unsigned state = 0; state < SP_PAGE_STATES; state++) {
		table_string(&dump->table, sp_page_state_word(state));
		table_uint(&dump->table, counts[state]);
	}
}
