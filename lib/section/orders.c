/* SPDX-License-Identifier: MIT */
#include "section/orders.h"

#include "base/memory.h"
#include "section/kind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS ((uint64_t)SP_ORDER_FRAME)
#define CHUNK 256 /* rows that are decoded at a time */

_Static_assert(SP_ORDER_NAME_MAX == SP_SECTION_NAME_MAX,
	       "every name of an order can be that of a section");

/* ---- the report in the tail ------------------------------------------- */

/* The layout of the tail; report_load() must have the same list. */
void
sp_report_store(uint8_t bytes[SP_ORDER_TAIL],
		const struct sp_crawl_report *report)
{
	const uint64_t counts[SP_REPORT_COUNTS] = {
		report->downloads, report->links, report->known,
		report->frontier_peak, report->updates, report->dropped,
		report->pushes, report->recomputed, report->iterations,
		report->guards
	};

	for (int i = 0; i < SP_REPORT_COUNTS; i++, bytes += 8)
		sp_store64(bytes, counts[i]);
	sp_store_double(bytes, report->covered);
	for (int i = 0; i < SP_ORDER_TENTHS; i++)
		sp_store_double(bytes += 8, report->seconds[i]);
}

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

/* ---- writing ---------------------------------------------------------- */

struct sp_order_writer {
	struct sp_writer *writer;
	uint64_t first, count; /* rows: written, and of this frame */
	uint8_t *columns;      /* each with room for ROWS values */
};

struct sp_order_writer *
sp_order_writer_new(struct sp_writer *writer)
{
	struct sp_order_writer *order = sp_alloc_zero(1, sizeof(*order));

	if (!order)
		return NULL;
	order->writer = writer;
	order->columns = sp_alloc(ROWS, SP_ORDER_ROW);
	if (!order->columns) {
		free(order);
		return NULL;
	}
	return order;
}

void
sp_order_writer_free(struct sp_order_writer *order)
{
	if (!order)
		return;
	free(order->columns);
	free(order);
}

/* A section of its own, so that older readers can pass over it. */
static enum sp_status
order_save_seeds(struct sp_writer *writer, const uint8_t *head, size_t length,
		 const uint32_t *seeds, uint64_t count, struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(&section, writer,
						 SP_TAG_ORDER_SEEDS, head,
						 length, err);

	for (uint64_t i = 0; !status && i < count; i++) {
		uint8_t bytes[4];

		sp_store32(bytes, seeds[i]);
		status = sp_section_add(&section, bytes, sizeof(bytes), 1,
					err);
	}
	return sp_section_close(&section, status, err);
}

enum sp_status
sp_order_writer_begin(struct sp_order_writer *order, const char *name,
		      const struct sp_basis *basis, const uint32_t *seeds,
		      uint64_t count, struct sp_error *err)
{
	uint8_t head[SP_NAMED_HEAD_MAX];
	size_t length;

	if (sp_named_head_store(head, basis, name, "an order", &length, err))
		return err->status;
	if (count && order_save_seeds(order->writer, head, length, seeds,
				      count, err))
		return err->status;
	order->first = order->count = 0;
	return sp_writer_frame(order->writer, SP_TAG_ORDER, SP_FRAME_HEAD, 0,
			       0, head, length, err);
}

static enum sp_status
order_flush(struct sp_order_writer *order, struct sp_error *err)
{
	uint64_t first = order->first, count = order->count;
	uint8_t *at = order->columns;

	if (!count)
		return SP_OK;
	/*
	 * Columns start at fixed places while rows come; in a frame that is not
	 * full they are moved together.  Each moves down, and ends before the
	 * next one starts, so none is overwritten before its turn.
	 */
	for (uint64_t column = 1; column < 4 && count < ROWS; column++)
		memmove(at + 4 * column * count, at + 4 * column * ROWS,
			(column < 3 ? 4 : 8) * count);
	order->first += count;
	order->count = 0;
	return sp_writer_frame(order->writer, SP_TAG_ORDER, 0, first, count,
			       at, SP_ORDER_ROW * count, err);
}

enum sp_status
sp_order_writer_add(struct sp_order_writer *order,
		    const struct sp_download *rows, uint64_t count,
		    struct sp_error *err)
{
	uint8_t *at = order->columns;

	for (uint64_t i = 0; i < count; i++) {
		uint64_t row = order->count++;

		if (!isfinite(rows[i].key))
			return sp_fail(err, SP_DATA, "the key of page %lu is "
				       "not a finite number",
				       (unsigned long)rows[i].page);
		sp_store32(at + 4 * row, rows[i].page);
		sp_store32(at + 4 * (ROWS + row), rows[i].parent);
		sp_store32(at + 4 * (2 * ROWS + row), rows[i].depth);
		sp_store_double(at + 12 * ROWS + 8 * row, rows[i].key);
		if (order->count == ROWS && order_flush(order, err))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
sp_order_writer_end(struct sp_order_writer *order,
		    const struct sp_crawl_report *report,
		    struct sp_error *err)
{
	enum sp_status status = order_flush(order, err);
	uint8_t tail[SP_ORDER_TAIL];

	if (status)
		return status;
	sp_report_store(tail, report);
	return sp_writer_frame(order->writer, SP_TAG_ORDER, SP_FRAME_TAIL,
			       order->first, 0, tail, sizeof(tail), err);
}

/* ---- reading ---------------------------------------------------------- */

struct orders_slot {
	struct sp_order_list list;
	/* Joins the list at its tail: an order cut short replaces none. */
	struct sp_loaded_order coming;
	/* The seeds that were read last, for the order that follows. */
	struct sp_loaded_order seeds;
	bool seeds_ready;
};

/* ---- seeds ------------------------------------------------------------ */

static enum sp_status
order_seeds_head(struct sp_loading *loading, void *slot,
		 const uint8_t *payload, struct sp_error *err)
{
	struct orders_slot *to = slot;

	(void)payload;
	(void)err;
	sp_order_free(&to->seeds.order);
	memcpy(to->seeds.order.name, loading->name, sizeof(loading->name));
	to->seeds.basis = loading->basis;
	to->seeds_ready = false;
	return SP_OK;
}

static enum sp_status
order_seeds_data(struct sp_loading *loading, void *slot,
		 const uint8_t *payload, struct sp_error *err)
{
	struct sp_order *order = &((struct orders_slot *)slot)->seeds.order;
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
			seeds[j] = sp_load32(payload + 4 * (i + j));
			if (seeds[j] >= pages)
				return sp_reader_bad(loading->reader, err,
						     "a seed is not a page");
		}
		if (sp_order_add_seeds(order, seeds, step, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
order_seeds_tail(struct sp_loading *loading, void *slot,
		 const uint8_t *payload, struct sp_error *err)
{
	(void)payload;
	/* A frame that is also the head has the payload of a head. */
	if (loading->frame.raw)
		return sp_reader_bad(loading->reader, err,
				     "the tail has the wrong size");
	((struct orders_slot *)slot)->seeds_ready = true;
	return SP_OK;
}

/*
 * Seeds without their order are no fault: a filter that does not know them
 * passes them on, but may leave the order out.
 */
static void
order_take_seeds(struct orders_slot *slot)
{
	struct sp_order *to = &slot->coming.order, *from = &slot->seeds.order;

	if (slot->seeds_ready && !strcmp(from->name, to->name) &&
	    sp_fingerprint_equal(&slot->seeds.basis.graph,
				 &slot->coming.basis.graph)) {
		to->seeds = from->seeds;
		to->seed_count = from->seed_count;
		to->seed_capacity = from->seed_capacity;
		from->seeds = NULL;
	}
	sp_order_free(from);
	slot->seeds_ready = false;
}

/* ---- downloads -------------------------------------------------------- */

static enum sp_status
orders_head(struct sp_loading *loading, void *slot, const uint8_t *payload,
	    struct sp_error *err)
{
	struct orders_slot *to = slot;

	(void)payload;
	(void)err;
	sp_order_free(&to->coming.order);
	memcpy(to->coming.order.name, loading->name, sizeof(loading->name));
	to->coming.basis = loading->basis;
	order_take_seeds(to);
	return SP_OK;
}

/*
 * What is wrong with a row, or NULL.  Only what the row itself shows: comparing
 * its depth with its parent's would take a table of all pages.
 */
static const char *
order_row_fault(const struct sp_download *row, uint64_t pages)
{
	bool seed = row->parent == SP_NO_PARENT;

	if (row->page >= pages)
		return "a download is not a page";
	if (!seed && row->parent >= pages)
		return "the parent of a download is not a page";
	if (!row->depth || seed != (row->depth == 1))
		return "the depth of a download does not fit its parent";
	if (!isfinite(row->key))
		return "a key is not a finite number";
	return NULL;
}

/* Decodes rows first .. first + count - 1 of a frame with "of" rows. */
static const char *
order_rows_decode(struct sp_download *rows, uint64_t count, const uint8_t *at,
		  uint64_t first, uint64_t of, uint64_t pages)
{
	const char *wrong = NULL;

	for (uint64_t i = 0; !wrong && i < count; i++) {
		uint64_t row = first + i;

		rows[i].page = sp_load32(at + 4 * row);
		rows[i].parent = sp_load32(at + 4 * (of + row));
		rows[i].depth = sp_load32(at + 4 * (2 * of + row));
		rows[i].key = sp_load_double(at + 12 * of + 8 * row);
		wrong = order_row_fault(&rows[i], pages);
	}
	return wrong;
}

static enum sp_status
orders_data(struct sp_loading *loading, void *slot, const uint8_t *payload,
	    struct sp_error *err)
{
	struct sp_order *order = &((struct orders_slot *)slot)->coming.order;
	uint64_t pages = loading->basis.graph.pages;
	uint64_t count = loading->frame.count;
	unsigned columns = SP_COLUMN_DEPTHS;
	struct sp_download rows[CHUNK];

	if (loading->options->want & SP_SECTION_WHOLE)
		columns |= SP_COLUMN_PARENTS | SP_COLUMN_KEYS;
	if (sp_check_records(loading, SP_ORDER_ROW, err))
		return err->status;
	/*
	 * The reader allows a head to count items, and rows would start there.
	 */
	if (loading->frame.first != order->count)
		return sp_reader_bad(loading->reader, err,
				     "downloads are missing or repeated");
	if (count > pages - order->count)
		return sp_reader_bad(loading->reader, err,
				     "more downloads than pages");
	/* All columns are verified, even those that are not kept. */
	for (uint64_t i = 0; i < count; i += CHUNK) {
		uint64_t step = count - i < CHUNK ? count - i : CHUNK;
		const char *wrong = order_rows_decode(rows, step, payload, i,
						      count, pages);

		if (wrong)
			return sp_reader_bad(loading->reader, err, "%s",
					     wrong);
		if (sp_order_add(order, columns, rows, step, err))
			return err->status;
	}
	return SP_OK;
}

/* ---- each page once --------------------------------------------------- */

static int
compare_pages(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static bool
twice_in_sorted(uint32_t *pages, uint64_t count)
{
	qsort(pages, count, sizeof(*pages), compare_pages);
	for (uint64_t i = 1; i < count; i++)
		if (pages[i] == pages[i - 1])
			return true;
	return false;
}

/* Each page has a bit: order_row_fault() refused all others. */
static bool
twice_in_bits(uint8_t *bits, const uint32_t *pages, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		uint8_t bit = (uint8_t)(1 << pages[i] % 8);

		if (bits[pages[i] / 8] & bit)
			return true;
		bits[pages[i] / 8] |= bit;
	}
	return false;
}

/*
 * A bit for each page takes memory by what the head claims, so bits are only
 * used where they take less than the pages that arrived, at 4 bytes each;
 * otherwise a copy of these is sorted.
 */
static enum sp_status
order_check_once(const struct sp_loading *loading,
		 const struct sp_order *order, struct sp_error *err)
{
	uint64_t pages = loading->basis.graph.pages, count = order->count;
	bool sparse = count < pages / 32, twice;
	void *room;

	if (!count)
		return SP_OK;
	room = sparse ? sp_alloc(count, sizeof(*order->pages)) :
			sp_alloc_zero(pages / 8 + 1, 1);
	if (!room)
		return sp_no_memory(err, "a crawl order");
	if (sparse) {
		memcpy(room, order->pages, count * sizeof(*order->pages));
		twice = twice_in_sorted(room, count);
	} else {
		twice = twice_in_bits(room, order->pages, count);
	}
	free(room);
	if (twice)
		return sp_reader_bad(loading->reader, err,
				     "a page is downloaded twice");
	return SP_OK;
}

/*
 * Seeds come once, and every page without a parent is one: if not, they are of
 * another order of this name.
 */
static enum sp_status
order_check_seeds(const struct sp_loading *loading,
		  const struct sp_order *order, struct sp_error *err)
{
	uint64_t count = order->seed_count;
	const char *wrong = NULL;
	uint32_t *sorted;

	if (!count)
		return SP_OK;
	sorted = sp_alloc(count, sizeof(*sorted));
	if (!sorted)
		return sp_no_memory(err, "the seeds of an order");
	memcpy(sorted, order->seeds, count * sizeof(*sorted));
	if (twice_in_sorted(sorted, count))
		wrong = "a seed is given twice";
	for (uint64_t i = 0; !wrong && i < order->count; i++)
		if (order->depths[i] == 1 &&
		    !bsearch(&order->pages[i], sorted, count, sizeof(*sorted),
			     compare_pages))
			wrong = "a download without a parent is not a seed";
	free(sorted);
	return wrong ? sp_reader_bad(loading->reader, err, "%s", wrong) :
		       SP_OK;
}

/* ---- the end of an order ---------------------------------------------- */

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

static struct sp_loaded_order *
order_of(const struct sp_order_list *list, const char *name)
{
	for (uint64_t i = 0; i < list->count; i++)
		if (!strcmp(list->orders[i].order.name, name))
			return &list->orders[i];
	return NULL;
}

static enum sp_status
orders_tail(struct sp_loading *loading, void *slot, const uint8_t *payload,
	    struct sp_error *err)
{
	struct orders_slot *to = slot;
	struct sp_order_list *list = &to->list;
	struct sp_order *order = &to->coming.order;
	struct sp_loaded_order *place;

	/*
	 * A frame that is also the head holds basis and name, though these can
	 * have the length of a tail.
	 */
	if (loading->frame.raw != SP_ORDER_TAIL ||
	    loading->frame.flags & SP_FRAME_HEAD)
		return sp_reader_bad(loading->reader, err,
				     "the tail has the wrong size");
	report_load(&order->report, payload);
	if (!report_valid(&order->report, order->count))
		return sp_reader_bad(loading->reader, err, "the report of the "
				     "crawl does not match its downloads");
	if (order_check_once(loading, order, err) ||
	    order_check_seeds(loading, order, err))
		return err->status;
	place = order_of(list, order->name);
	if (!place) {
		if (!sp_grow(&list->orders, &list->capacity, list->count + 1,
			     sizeof(*place)))
			return sp_no_memory(err, "crawl orders");
		place = &list->orders[list->count++];
		/* An order without columns, which can be freed below. */
		memset(place, 0, sizeof(*place));
	}
	/* Replaces an order of the same name; the list owns the columns now. */
	sp_order_free(&place->order);
	*place = to->coming;
	memset(&to->coming, 0, sizeof(to->coming));
	return SP_OK;
}

static enum sp_status
orders_check(const struct sp_contents *contents, const void *slot,
	     struct sp_error *err)
{
	const struct sp_order_list *list = sp_contents_orders(contents);
	enum sp_status status = SP_OK;
	char what[SP_ORDER_NAME_MAX + sizeof("order ")];

	(void)slot;
	for (uint64_t i = 0; !status && i < list->count; i++) {
		snprintf(what, sizeof(what), "order %s",
			 list->orders[i].order.name);
		status = sp_check_basis(contents, &list->orders[i].basis,
					what, err);
	}
	return status;
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
}

const struct sp_section_kind sp_kind_orders = {
	.name = "order",
	.parts = { { .tag = SP_TAG_ORDER, .head = orders_head,
		     .data = orders_data, .tail = orders_tail },
		   { .tag = SP_TAG_ORDER_SEEDS, .head = order_seeds_head,
		     .data = order_seeds_data, .tail = order_seeds_tail } },
	.with_basis = true,
	.with_name = true,
	.size = sizeof(struct orders_slot),
	.check = orders_check,
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
