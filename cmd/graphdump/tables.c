/* SPDX-License-Identifier: MIT */
/*
 * Sections as tables of text: what --to tsv and --to json print.
 *
 * A function for each section: it finds what was loaded, begins the table with
 * the names of the columns, and puts cell after cell; how a row looks, and what
 * JSON makes of it, is up to cli/table.c.  Nothing is printed before the
 * section is known to be there.
 *
 * Columns are part of what programs rely on (the manual pages list them), so
 * new ones come last, or only with what is new: the ticks and times of orders
 * are there if any order has them.
 */
#include "formats.h"

#include "base/memory.h"
#include "graph/visit.h"
#include "stream/section/cores.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/linkscores.h"
#include "stream/section/names.h"
#include "stream/section/orders.h"
#include "stream/section/part_crawl.h"
#include "stream/section/provenance.h"
#include "stream/section/scores.h"
#include "stream/section/states.h"
#include "stream/section/weights.h"

#include <stdlib.h>
#include <string.h>

/* Of a stream whose hosts are fewer than its pages, the rest have none. */
static void
dump_host_name(struct dump *dump, uint64_t page)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&dump->contents);

	if (hosts && page < hosts->pages)
		table_name_of(&dump->table, &hosts->names,
			      hosts->host_of[page]);
	else
		table_name(&dump->table, "", 0);
}

static enum sp_status
dump_links(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct dump *dump = context;

	(void)err;
	for (uint64_t i = 0; i < row->count; i++) {
		table_uint(&dump->table, row->page);
		table_uint(&dump->table, row->successors[i]);
		if (dump->weights)
			table_double(&dump->table, row->weights[i]);
	}
	return SP_OK;
}

/*
 * Links are not counted or sorted, but printed as the graph is decoded: memory
 * is that of the graph.
 */
static enum sp_status
dump_graph(struct dump *dump)
{
	const char *columns[] = { "src", "dst",
				  dump->weights ? "weight" : NULL, NULL };
	struct sp_row_sink sink = { dump, NULL, dump_links };
	struct sp_export_graph what;
	enum sp_status status = dump_exported_graph(dump, &what);

	if (status)
		return status;
	dump_begin(dump, columns);
	return sp_graph_walk(what.graph, what.weights, NULL, &sink,
			     &dump->cmd->err);
}

/*
 * Hosts alone are names, too: a stream may have been imported with the host of
 * each page and without URLs.
 */
static enum sp_status
dump_names(struct dump *dump)
{
	static const char *const columns[] = { "node", "host", "url", NULL };
	const struct sp_names *names = sp_contents_names(&dump->contents);
	const struct sp_hosts *hosts = sp_contents_hosts(&dump->contents);
	uint64_t pages;

	if (!names && !hosts)
		return cmd_missing(dump->cmd, "names");
	pages = names ? names->count : hosts->pages;
	dump_begin(dump, columns);
	for (uint64_t page = 0; page < pages; page++) {
		table_uint(&dump->table, page);
		dump_host_name(dump, page);
		dump_page_name(dump, page);
	}
	return SP_OK;
}

/* Pages are counted here, since a stream only says the host of each page. */
static enum sp_status
dump_hosts(struct dump *dump)
{
	static const char *const columns[] = { "host", "pages", "name",
					       "domain", NULL };
	const struct sp_hosts *hosts = sp_contents_hosts(&dump->contents);
	uint64_t *pages;

	if (!hosts)
		return cmd_missing(dump->cmd, "hosts");
	pages = sp_alloc_zero(hosts->names.count, sizeof(*pages));
	if (!pages)
		return sp_no_memory(&dump->cmd->err, "the sizes of hosts");
	for (uint64_t page = 0; page < hosts->pages; page++)
		pages[hosts->host_of[page]]++;
	dump_begin(dump, columns);
	for (uint64_t host = 0; host < hosts->names.count; host++) {
		TABLE_UINTS(&dump->table, host, pages[host]);
		table_name_of(&dump->table, &hosts->names, host);
		table_name_of(&dump->table, &hosts->domains, host);
	}
	free(pages);
	return SP_OK;
}

static enum sp_status
dump_states(struct dump *dump)
{
	const char *columns[] = { "node", "state",
				  dump->urls ? "url" : NULL, NULL };
	const struct sp_states *states = sp_contents_states(&dump->contents);
	const struct sp_part *part = sp_contents_part(&dump->contents);
	const uint64_t first = part ? part->first : 0;
	struct sp_states own;

	if (!states)
		return cmd_missing(dump->cmd, "states");
	own = sp_part_states(part, states);
	if (dump->summary) {
		dump_state_summary(dump, &own);
		return SP_OK;
	}
	if (dump_check_urls(dump))
		return dump->cmd->err.status;
	dump_begin(dump, columns);
	for (uint64_t i = 0; i < own.pages; i++) {
		table_uint(&dump->table, first + i);
		table_string(&dump->table,
			     sp_page_state_word(own.state_of[i]));
		if (dump->urls)
			dump_page_name(dump, first + i);
	}
	return SP_OK;
}

/*
 * Scores of links, by name, and only of those that have one.
 *
 * Looks for the name in all lists first, because the table must not begin with
 * a heading if nothing follows.
 */
static enum sp_status
dump_link_scores(struct dump *dump)
{
	static const char *const columns[] = { "score", "src", "dst", "value",
					       NULL };
	const struct sp_link_score_list *list =
		sp_contents_link_scores(&dump->contents);
	bool found = false;

	for (uint64_t n = 0; n < list->count; n++)
		found |= !dump->score ||
			 !strcmp(list->items[n].name, dump->score);
	if (!list->count)
		return cmd_missing(dump->cmd, "scores of links");
	if (!found)
		return sp_fail(&dump->cmd->err, SP_DATA, "no scores \"%s\" of "
			       "links in the stream (it has %s)", dump->score,
			       list->items[0].name);
	dump_begin(dump, columns);
	for (uint64_t n = 0; n < list->count; n++) {
		const struct sp_named_link_scores *named = &list->items[n];

		if (dump->score && strcmp(named->name, dump->score))
			continue;
		for (uint64_t i = 0; i < named->scores.count; i++) {
			const struct sp_link_score *row =
				&named->scores.rows[i];

			table_string(&dump->table, named->name);
			TABLE_UINTS(&dump->table, row->source, row->target);
			table_double(&dump->table, row->score);
		}
	}
	return SP_OK;
}

static enum sp_status
dump_cores(struct dump *dump)
{
	static const char *const columns[] = { "core", "side", "node",
					       "score", "density", NULL };
	const struct sp_loaded_cores *loaded =
		sp_contents_cores(&dump->contents);
	const struct sp_cores *cores;

	if (!loaded)
		return cmd_missing(dump->cmd, "cores");
	cores = &loaded->cores;
	if (dump->summary) {
		dump_core_summary(dump, cores);
		return SP_OK;
	}
	/* Cores are counted from 1 here and in dump_seeds(), pages from 0. */
	dump_begin(dump, columns);
	for (uint64_t i = 0; i < cores->member_count; i++) {
		const struct sp_member *member = &cores->members[i];
		bool hub = member->side == SP_HUB;

		table_uint(&dump->table, (uint64_t)member->core + 1);
		table_string(&dump->table, hub ? "hub" : "authority");
		table_uint(&dump->table, member->page);
		table_double(&dump->table, member->score);
		table_double(&dump->table,
			     sp_core_density(&cores->cores[member->core]));
	}
	return SP_OK;
}

/* Orders that --order leaves out. */
static bool
is_left_out(const struct dump *dump, const struct sp_order *order)
{
	return dump->order && strcmp(order->name, dump->order);
}

/* Are there orders, and, with --order, one of that name? */
static enum sp_status
check_orders(struct dump *dump)
{
	const struct sp_order *order;

	if (dump->order)
		return dump_one_order(dump, &order);
	return sp_contents_orders(&dump->contents)->count ?
		       SP_OK :
		       cmd_missing(dump->cmd, "orders");
}

/* Is this so of any order of the stream?  Then the table has more columns. */
static bool
any_order(const struct dump *dump, const struct sp_order_list *list,
	  bool (*is_so)(const struct sp_order *order))
{
	for (uint64_t n = 0; n < list->count; n++)
		if (!is_left_out(dump, &list->orders[n].order) &&
		    is_so(&list->orders[n].order))
			return true;
	return false;
}

static void
dump_ticks(struct dump *dump, const struct sp_order *order, uint64_t i)
{
	/* One page at a time, by one crawler. */
	table_uint(&dump->table, order->ticks ? order->ticks[i] : i + 1);
	table_uint(&dump->table, order->ticks ? order->processes[i] : 0);
}

/* Microseconds after the beginning of a crawl in time. */
static void
dump_times(struct dump *dump, const struct sp_order *order, uint64_t i)
{
	if (order->starts) {
		TABLE_UINTS(&dump->table, order->starts[i], order->ends[i]);
	} else {
		table_nones(&dump->table, 2);
	}
}

#define ORDER_COLUMNS \
	"order", "position", "node", "key", "parent", "depth", "url"

/* By whether any order has ticks, and any times; the table keeps the list. */
static const char *const order_table_columns[2][2][12] = {
	{ { ORDER_COLUMNS }, { ORDER_COLUMNS, "start", "end" } },
	{ { ORDER_COLUMNS, "tick", "process" },
	  { ORDER_COLUMNS, "tick", "process", "start", "end" } }
};

static enum sp_status
dump_orders(struct dump *dump)
{
	const struct sp_order_list *list = sp_contents_orders(&dump->contents);
	bool ticks = any_order(dump, list, sp_order_has_ticks);
	bool times = any_order(dump, list, sp_order_has_times);

	if (check_orders(dump))
		return dump->cmd->err.status;
	if (dump->summary) {
		dump_order_summary(dump);
		return SP_OK;
	}
	dump_begin(dump, order_table_columns[ticks][times]);
	for (uint64_t n = 0; n < list->count; n++) {
		const struct sp_order *order = &list->orders[n].order;

		if (is_left_out(dump, order))
			continue;
		for (uint64_t i = 0; i < order->count; i++) {
			table_string(&dump->table, order->name);
			TABLE_UINTS(&dump->table, i + 1, order->pages[i]);
			table_double(&dump->table, order->keys[i]);
			table_known(&dump->table,
				    order->parents[i] != SP_NO_PARENT,
				    order->parents[i]);
			table_uint(&dump->table, order->depths[i]);
			dump_page_name(dump, order->pages[i]);
			if (ticks)
				dump_ticks(dump, order, i);
			if (times)
				dump_times(dump, order, i);
		}
	}
	return SP_OK;
}

/* All seeds of each order; an order of seedpipe 0.1 does not record them. */
static enum sp_status
dump_order_seeds(struct dump *dump)
{
	static const char *const columns[] = { "order", "seed", "node", "url",
					       NULL };
	const struct sp_order_list *list = sp_contents_orders(&dump->contents);

	if (check_orders(dump))
		return dump->cmd->err.status;
	dump_begin(dump, columns);
	for (uint64_t n = 0; n < list->count; n++) {
		const struct sp_order *order = &list->orders[n].order;

		if (is_left_out(dump, order))
			continue;
		for (uint64_t i = 0; i < order->seed_count; i++) {
			table_string(&dump->table, order->name);
			TABLE_UINTS(&dump->table, i + 1, order->seeds[i]);
			dump_page_name(dump, order->seeds[i]);
		}
	}
	return SP_OK;
}

static enum sp_status
dump_provenance(struct dump *dump)
{
	static const char *const columns[] = { "step", "filter", NULL };
	const struct sp_names *lines = sp_contents_provenance(&dump->contents);

	dump_begin(dump, columns);
	for (uint64_t i = 0; i < lines->count; i++) {
		table_uint(&dump->table, i + 1);
		table_span(&dump->table, sp_names_span(lines, i));
	}
	return SP_OK;
}

/* ---- the table of sections --------------------------------------------- */

const struct dump_section dump_sections[DUMP_SECTIONS] = {
	[DUMP_GRAPH] = { SP_SECTION_GRAPH, false, dump_graph },
	[DUMP_NAMES] = { SP_SECTION_NAMES | SP_SECTION_HOSTS, false,
			 dump_names },
	[DUMP_HOSTS] = { SP_SECTION_HOSTS, false, dump_hosts },
	[DUMP_STATES] = { SP_SECTION_STATES, false, dump_states },
	[DUMP_FETCHES] = { SP_SECTION_FETCHES, false, dump_fetches },
	[DUMP_SHAPES] = { SP_SECTION_SHAPES, true, dump_shapes },
	[DUMP_SCORES] = { SP_SECTION_SCORES, true, dump_scores },
	[DUMP_LINK_SCORES] = { SP_SECTION_LINKSCORES, true,
			       dump_link_scores },
	[DUMP_CORES] = { SP_SECTION_CORES, true, dump_cores },
	[DUMP_SEEDS] = { SP_SECTION_SEEDS | SP_SECTION_NAMES |
			 SP_SECTION_CORES, true, dump_seeds },
	[DUMP_ORDERS] = { SP_SECTION_ORDER_ROWS | SP_SECTION_NAMES, true,
			  dump_orders },
	[DUMP_ORDER_SEEDS] = { SP_SECTION_ORDERS | SP_SECTION_NAMES, true,
			       dump_order_seeds },
	[DUMP_PROVENANCE] = { SP_SECTION_PROVENANCE, true, dump_provenance }
};
