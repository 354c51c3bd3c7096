/* SPDX-License-Identifier: MIT */
/*
 * A crawl order is a section of downloads in frames of columns, with a report
 * in its tail, and, as a section before it, its seeds.  Orders with ticks, of
 * parallel crawls, and orders in time have two more columns and a longer tail
 * under other tags, which older readers pass on unread.
 *
 * Each download is checked by itself (order_row_fault), in the order of ticks,
 * against the seeds, and against the downloads before it (downloads.c).  Rows
 * are decoded 256 at a time on the stack; only the columns that are wanted are
 * kept.
 */
#include "stream/section/orders.h"

#include "base/compare.h"
#include "base/memory.h"
#include "stream/section/downloads.h"
#include "stream/section/kind.h"

#include <math.h>
#include <stdlib.h>

#define CHUNK 256 /* rows that are decoded at a time */

_Static_assert(SP_ORDER_NAME_MAX == SP_SECTION_NAME_MAX,
	       "every name of an order can be that of a section");

/* ---- the report in the tail ------------------------------------------- */

/* The order of the fields is that of sp_report_store(). */
static void
report_load(struct sp_crawl_report *report,
	    const uint8_t bytes[SP_ORDER_TAIL])
{
	uint64_t *const counts[SP_REPORT_COUNTS] = {
		&report->downloads, &report->links, &report->known,
		&report->frontier_peak, &report->updates, &report->dropped,
		&report->pushes, &report->recomputed, &report->iterations,
		&report->guards
	};

	for (int i = 0; i < SP_REPORT_COUNTS; i++, bytes += 8)
		*counts[i] = sp_load64(bytes);
	report->covered = sp_load_double(bytes);
	for (int i = 0; i < SP_ORDER_TENTHS; i++)
		report->seconds[i] = sp_load_double(bytes += 8);
}

/* A mode that is none stays one in fewer bits. */
static void
parallel_load(struct sp_parallel_report *parallel, const uint8_t *bytes)
{
	uint64_t mode = sp_load64(bytes + 16);

	*parallel = (struct sp_parallel_report){
		.processes = sp_load64(bytes),
		.at_once = sp_load64(bytes + 8),
		.mode = mode > SP_CROSSOVER ? SP_CROSSOVER + 1 :
					      (enum sp_parallel_mode)mode,
		.batch = sp_load64(bytes + 24),
		.replicated = sp_load64(bytes + 32),
		.ticks = sp_load64(bytes + 40),
		.messages = sp_load64(bytes + 48)
	};
}

static void
timed_load(struct sp_timed_report *timed, const uint8_t *bytes)
{
	*timed = (struct sp_timed_report){
		.connections = sp_load64(bytes),
		.requests = sp_load64(bytes + 8),
		.failed = sp_load64(bytes + 16),
		.lost = sp_load64(bytes + 24),
		.refused = sp_load64(bytes + 32),
		.hosts = sp_load64(bytes + 40),
		.bytes = sp_load64(bytes + 48),
		.busy = sp_load64(bytes + 56),
		.end = sp_load64(bytes + 64)
	};
}

/* ---- reading ---------------------------------------------------------- */

struct orders_slot {
	struct sp_order_list list;
	/* Joins the list at its tail: an order cut short replaces none. */
	struct sp_loaded_order coming;
	uint64_t count;           /* its downloads so far */
	struct sp_downloads downloads;
	/* If it has ticks: those of the last download, the last process. */
	uint32_t tick, process, last_process;
	/* Downloads of one process in the last tick, and the most in any. */
	uint64_t in_tick, most_in_tick;
	uint64_t end;             /* ... of the last one in time */
	/* Its seeds, sorted; none may be listed, which is not no list. */
	uint32_t *sorted;
	uint64_t sorted_count;
	bool listed;

	/* The seeds that were read last, for the order that follows. */
	struct sp_loaded_order seeds;
	bool seeds_ready;
};

/* ---- seeds ------------------------------------------------------------ */

static enum sp_status
order_seeds_head(struct sp_loading *loading, struct sp_error *err)
{
	struct orders_slot *to = loading->slot;

	(void)err;
	sp_order_free(&to->seeds.order);
	memcpy(to->seeds.order.name, loading->name, sizeof(loading->name));
	to->seeds.basis = loading->basis;
	to->seeds_ready = false;
	return SP_OK;
}

/* Grows by what arrives: at most as many seeds as the basis has pages. */
static enum sp_status
order_seeds_data(struct sp_loading *loading, struct sp_error *err)
{
	struct orders_slot *slot = loading->slot;
	struct sp_order *order = &slot->seeds.order;
	uint64_t pages = loading->basis.graph.pages;
	uint64_t count = loading->frame.count;
	uint32_t seeds[CHUNK];

	if (sp_check_records(loading, sizeof(*seeds), err))
		return err->status;
	if (loading->frame.first != order->seed_count)
		return sp_reader_bad(loading->reader, err,
				     "seeds are missing or repeated");
	if (count > pages - order->seed_count)
		return sp_reader_bad(loading->reader, err,
				     "more seeds than pages");
	for (uint64_t i = 0; i < count; i += CHUNK) {
		uint64_t step = count - i < CHUNK ? count - i : CHUNK;

		for (uint64_t j = 0; j < step; j++) {
			seeds[j] = sp_load32(loading->payload + 4 * (i + j));
			if (seeds[j] >= pages)
				return sp_reader_bad(loading->reader, err,
						     "a seed is not a page");
		}
		if (sp_order_add_seeds(order, seeds, step, err))
			return err->status;
	}
	return SP_OK;
}

/*
 * Sorts a copy of the seeds, which come once each.
 *
 * Sorted beside the order, in which seeds are kept as the crawl had them.  One
 * more than count is allocated, so that no seeds are not NULL.
 */
static enum sp_status
order_sort_seeds(struct sp_loading *loading, struct orders_slot *slot,
		 struct sp_error *err)
{
	const struct sp_order *order = &slot->seeds.order;
	uint64_t count = order->seed_count;
	uint32_t *sorted = sp_alloc(count + 1, sizeof(*sorted));

	free(slot->sorted);
	slot->sorted = sorted;
	slot->sorted_count = count;
	if (!sorted)
		return sp_no_memory(err, "the seeds of an order");
	if (count)
		memcpy(sorted, order->seeds, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), sp_compare_u32);
	for (uint64_t i = 1; i < count; i++)
		if (sorted[i] == sorted[i - 1])
			return sp_reader_bad(loading->reader, err,
					     "a seed is given twice");
	return SP_OK;
}

static enum sp_status
order_seeds_tail(struct sp_loading *loading, struct sp_error *err)
{
	struct orders_slot *to = loading->slot;

	to->seeds_ready = true;
	return order_sort_seeds(loading, to, err);
}

/*
 * Seeds without their order are no fault: a filter that does not know them
 * passes them on, but may leave the order out.
 *
 * By name and graph: seeds of another order may be left in a stream.
 */
static void
order_take_seeds(struct orders_slot *slot, bool keep)
{
	struct sp_order *to = &slot->coming.order, *from = &slot->seeds.order;
	bool fit = slot->seeds_ready && !strcmp(from->name, to->name) &&
		   sp_fingerprint_equal(&slot->seeds.basis.graph,
					&slot->coming.basis.graph);

	slot->listed = fit;
	if (fit && keep) {
		to->seeds = from->seeds;
		to->seed_count = from->seed_count;
		to->seed_capacity = from->seed_capacity;
		from->seeds = NULL;
	}
	sp_order_free(from);
	slot->seeds_ready = false;
}

/* ---- downloads -------------------------------------------------------- */

static bool
orders_have_ticks(const struct sp_loading *loading)
{
	return loading->part->tag == SP_TAG_ORDER_TICKS;
}

static bool
orders_have_times(const struct sp_loading *loading)
{
	return loading->part->tag == SP_TAG_ORDER_TIMES;
}

/* Everything of an order that was cut short goes here. */
static enum sp_status
orders_head(struct sp_loading *loading, struct sp_error *err)
{
	struct orders_slot *to = loading->slot;

	(void)err;
	sp_order_free(&to->coming.order);
	memcpy(to->coming.order.name, loading->name, sizeof(loading->name));
	to->coming.basis = loading->basis;
	to->tick = to->process = to->last_process = 0;
	to->in_tick = to->most_in_tick = 0;
	to->end = 0;
	to->count = 0;
	order_take_seeds(to, loading->keep);
	sp_downloads_begin(&to->downloads, loading->basis.graph.pages,
			   orders_have_ticks(loading),
			   orders_have_times(loading));
	return SP_OK;
}

/* What is wrong with a row by itself, or NULL. */
static const char *
order_row_fault(const struct sp_download *row, uint64_t pages)
{
	bool seed = row->parent == SP_NO_PARENT;

	if (row->page >= pages)
		return "a download is not a page";
	if (!seed && row->parent >= pages)
		return "the parent of a download is not a page";
	if (!row->depth || row->depth > SP_DEEPEST ||
	    seed != (row->depth == 1))
		return "the depth of a download does not fit its parent";
	if (!isfinite(row->key))
		return "a key is not a finite number";
	return NULL;
}

/* Decodes rows first .. first + count - 1 of the frame, which is in columns. */
static const char *
order_rows_decode(const struct sp_loading *loading, struct sp_download *rows,
		  uint64_t first, uint64_t count)
{
	const uint8_t *at = loading->payload;
	uint64_t of = loading->frame.count;
	const char *wrong = NULL;

	for (uint64_t i = 0; !wrong && i < count; i++) {
		uint64_t row = first + i;

		rows[i] = (struct sp_download){ 0 };
		rows[i].page = sp_load32(at + 4 * row);
		rows[i].parent = sp_load32(at + 4 * (of + row));
		rows[i].depth = sp_load32(at + 4 * (2 * of + row));
		rows[i].key = sp_load_double(at + 12 * of + 8 * row);
		wrong = order_row_fault(&rows[i], loading->basis.graph.pages);
		if (orders_have_ticks(loading)) {
			rows[i].tick = sp_load32(at + 20 * of + 4 * row);
			rows[i].process = sp_load32(at + 24 * of + 4 * row);
		} else if (orders_have_times(loading)) {
			rows[i].start = sp_load64(at + 20 * of + 8 * row);
			rows[i].end = sp_load64(at + 28 * of + 8 * row);
		}
	}
	return wrong;
}

/*
 * Downloads come by tick, and in a tick by process.
 *
 * Counts on the way what the tail claims: the most downloads at once, the last
 * process, the last tick.
 */
static const char *
order_check_ticks(struct orders_slot *slot, const struct sp_download *rows,
		  uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		if (rows[i].process >= SP_PROCESSES_MAX)
			return "a process of an impossible number";
		if (!rows[i].tick || rows[i].tick < slot->tick ||
		    (rows[i].tick == slot->tick &&
		     rows[i].process < slot->process))
			return "downloads are not in the order of ticks and "
			       "processes";
		if (rows[i].tick != slot->tick ||
		    rows[i].process != slot->process)
			slot->in_tick = 0;
		if (++slot->in_tick > slot->most_in_tick)
			slot->most_in_tick = slot->in_tick;
		slot->tick = rows[i].tick;
		slot->process = rows[i].process;
		if (slot->process > slot->last_process)
			slot->last_process = slot->process;
	}
	return NULL;
}

/* Downloads come as they end. */
static const char *
order_check_times(struct orders_slot *slot, const struct sp_download *rows,
		  uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		if (rows[i].start > rows[i].end)
			return "a download ends before it begins";
		if (rows[i].end < slot->end)
			return "downloads are not in the order of their ends";
		slot->end = rows[i].end;
	}
	return NULL;
}

/* Every page without a parent is a seed, or the seeds are of other orders. */
static const char *
order_check_seeds(const struct orders_slot *slot,
		  const struct sp_download *rows, uint64_t count)
{
	for (uint64_t i = 0; slot->listed && i < count; i++)
		if (rows[i].parent == SP_NO_PARENT &&
		    !bsearch(&rows[i].page, slot->sorted, slot->sorted_count,
			     sizeof(*slot->sorted), sp_compare_u32))
			return "a download without a parent is not a seed";
	return NULL;
}

/* Rows of a frame; all columns are verified, even those that are not kept. */
static enum sp_status
orders_take_rows(struct sp_loading *loading, struct orders_slot *slot,
		 struct sp_error *err)
{
	bool ticks = orders_have_ticks(loading);
	bool times = orders_have_times(loading);
	unsigned columns = SP_COLUMN_DEPTHS | (times ? SP_COLUMN_TIMES : 0);
	uint64_t count = loading->frame.count;
	struct sp_download rows[CHUNK];

	if (loading->options->want & SP_SECTION_WHOLE)
		columns |= SP_COLUMN_PARENTS | SP_COLUMN_KEYS |
			   (ticks ? SP_COLUMN_TICKS : 0);
	for (uint64_t i = 0; i < count; i += CHUNK) {
		uint64_t step = count - i < CHUNK ? count - i : CHUNK;
		const char *wrong = order_rows_decode(loading, rows, i, step);

		if (!wrong && ticks)
			wrong = order_check_ticks(slot, rows, step);
		if (!wrong && times)
			wrong = order_check_times(slot, rows, step);
		if (!wrong)
			wrong = order_check_seeds(slot, rows, step);
		if (!wrong && sp_downloads_add(&slot->downloads, rows, step,
					       &wrong, err))
			return err->status;
		if (wrong)
			return sp_reader_bad(loading->reader, err, "%s",
					     wrong);
		slot->count += step;
		if (loading->keep && sp_order_add(&slot->coming.order, columns,
						  rows, step, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
orders_data(struct sp_loading *loading, struct sp_error *err)
{
	struct orders_slot *slot = loading->slot;
	uint64_t most = loading->basis.graph.pages;
	bool ticks = orders_have_ticks(loading);
	uint32_t row = ticks ? SP_ORDER_TICK_ROW :
		       orders_have_times(loading) ? SP_ORDER_TIME_ROW :
						    SP_ORDER_ROW;

	if (ticks)
		most *= SP_PROCESSES_MAX;
	if (sp_check_records(loading, row, err))
		return err->status;
	/*
	 * The reader allows a head to count items, and rows would start there.
	 */
	if (loading->frame.first != slot->count)
		return sp_reader_bad(loading->reader, err,
				     "downloads are missing or repeated");
	if (loading->frame.count > most - slot->count)
		return sp_reader_bad(loading->reader, err,
				     "more downloads than pages");
	return orders_take_rows(loading, slot, err);
}

/* ---- the end of an order ---------------------------------------------- */

/* What cannot be compared with the downloads must at least be a number. */
static bool
report_valid(const struct sp_crawl_report *report, uint64_t downloads)
{
	if (report->downloads != downloads || !isfinite(report->covered))
		return false;
	for (int i = 0; i < SP_ORDER_TENTHS; i++)
		if (!isfinite(report->seconds[i]) || report->seconds[i] < 0)
			return false;
	return true;
}

/*
 * What was done at a time must be possible, and what the rows show.
 *
 * "Greater" for processes: they are counted from 0.
 */
static bool
parallel_valid(const struct orders_slot *slot)
{
	const struct sp_parallel_report *parallel =
		&slot->coming.order.report.parallel;

	return parallel->processes > slot->last_process &&
	       parallel->processes <= SP_PROCESSES_MAX && parallel->at_once &&
	       parallel->at_once >= slot->most_in_tick &&
	       parallel->mode <= SP_CROSSOVER &&
	       parallel->ticks == slot->tick;
}

/*
 * The same of requests.  Some of those that began were in flight at the end;
 * the last one that ended may have failed.
 */
static bool
timed_valid(const struct orders_slot *slot)
{
	const struct sp_timed_report *timed = &slot->coming.order.report.timed;

	return timed->connections && timed->failed <= timed->requests &&
	       slot->count <= timed->requests - timed->failed &&
	       timed->lost <= timed->failed &&
	       timed->hosts <= timed->requests && timed->end >= slot->end;
}

/* The tables of the order that has ended; they may be large. */
static void
orders_free_checks(struct orders_slot *slot)
{
	sp_downloads_free(&slot->downloads);
	free(slot->sorted);
	slot->sorted = NULL;
	slot->sorted_count = 0;
	slot->listed = false;
}

/* The order joins the list, which owns its columns then. */
static enum sp_status
orders_join(const struct sp_loading *loading, struct orders_slot *to,
	    struct sp_error *err)
{
	struct sp_order_list *list = &to->list;
	struct sp_loaded_order *place = sp_place_named(
		loading, &list->orders, &list->count, &list->capacity,
		sizeof(*place), "crawl orders", err);

	if (!place)
		return err->status;
	sp_order_free(&place->order);
	*place = to->coming;
	memset(&to->coming, 0, sizeof(to->coming));
	return SP_OK;
}

static enum sp_status
orders_tail(struct sp_loading *loading, struct sp_error *err)
{
	struct orders_slot *to = loading->slot;
	struct sp_order *order = &to->coming.order;
	bool ticks = orders_have_ticks(loading);
	bool times = orders_have_times(loading);
	const uint8_t *more = loading->payload + SP_ORDER_TAIL;
	const char *wrong;

	report_load(&order->report, loading->payload);
	if (ticks)
		parallel_load(&order->report.parallel, more);
	else if (times)
		timed_load(&order->report.timed, more);
	if (!report_valid(&order->report, to->count) ||
	    (ticks && !parallel_valid(to)) || (times && !timed_valid(to)))
		return sp_reader_bad(loading->reader, err, "the report of the "
				     "crawl does not match its downloads");
	if (sp_downloads_end(&to->downloads, order->report.parallel.mode,
			     &wrong, err))
		return err->status;
	orders_free_checks(to);
	if (wrong)
		return sp_reader_bad(loading->reader, err, "%s", wrong);
	return loading->keep ? orders_join(loading, to, err) : SP_OK;
}

static void
orders_free(void *slot)
{
	struct orders_slot *orders = slot;

	for (uint64_t i = 0; i < orders->list.count; i++)
		sp_order_free(&orders->list.orders[i].order);
	free(orders->list.orders);
	sp_order_free(&orders->coming.order);
	sp_order_free(&orders->seeds.order);
	orders_free_checks(orders);
}

const struct sp_section_kind sp_kind_orders = {
	.name = "order",
	.parts = { { .tag = SP_TAG_ORDER, .head = orders_head,
		     .data = orders_data, .tail = orders_tail,
		     .tail_size = SP_ORDER_TAIL },
		   { .tag = SP_TAG_ORDER_TICKS, .head = orders_head,
		     .data = orders_data, .tail = orders_tail,
		     .tail_size = SP_ORDER_TICK_TAIL },
		   { .tag = SP_TAG_ORDER_TIMES, .head = orders_head,
		     .data = orders_data, .tail = orders_tail,
		     .tail_size = SP_ORDER_TIME_TAIL },
		   { .tag = SP_TAG_ORDER_SEEDS, .head = order_seeds_head,
		     .data = order_seeds_data, .tail = order_seeds_tail } },
	.with_basis = true,
	.with_name = true,
	.size = sizeof(struct orders_slot),
	.free = orders_free
};

/* ---- in the contents of a stream -------------------------------------- */

const struct sp_order_list *
sp_contents_orders(const struct sp_contents *contents)
{
	static const struct sp_order_list none = { NULL, 0, 0 };
	const struct orders_slot *slot = contents->slots[SP_KIND_ORDERS];

	return slot ? &slot->list : &none;
}

enum sp_status
sp_contents_drop_repeats(struct sp_contents *contents, struct sp_error *err)
{
	struct orders_slot *slot = contents->slots[SP_KIND_ORDERS];
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; slot && !status && i < slot->list.count; i++) {
		struct sp_loaded_order *loaded = &slot->list.orders[i];

		if (loaded->order.report.parallel.mode == SP_CROSSOVER)
			status = sp_order_drop_repeats(
				&loaded->order, loaded->basis.graph.pages,
				err);
	}
	return status;
}
