/* SPDX-License-Identifier: MIT */
/*
 * Writing orders; orders.c reads them.
 *
 * A frame has up to SP_ORDER_FRAME downloads, or half of that, in columns,
 * which compress better than rows and let readers skip what they do not want.
 * Rows come one by one, so columns are filled at fixed places of a full frame;
 * the last frame is moved together.
 */
#include "stream/section/orders.h"

#include "base/memory.h"
#include "stream/section/kind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the report in the tail ------------------------------------------- */

/* The layout of the tail; report_load() in orders.c must have the same list. */
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
parallel_store(uint8_t *bytes, const struct sp_parallel_report *parallel)
{
	const uint64_t counts[] = {
		parallel->processes, parallel->at_once, parallel->mode,
		parallel->batch, parallel->replicated, parallel->ticks,
		parallel->messages
	};

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		sp_store64(bytes + 8 * i, counts[i]);
}

static void
timed_store(uint8_t *bytes, const struct sp_timed_report *timed)
{
	const uint64_t counts[] = {
		timed->connections, timed->requests, timed->failed,
		timed->lost, timed->refused, timed->hosts, timed->bytes,
		timed->busy, timed->end
	};

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		sp_store64(bytes + 8 * i, counts[i]);
}

/* ---- frames of downloads ---------------------------------------------- */

enum { COLUMN_PAGE, COLUMN_PARENT, COLUMN_DEPTH, COLUMN_KEY, COLUMN_MORE,
       COLUMN_LAST, COLUMN_END };

/* Bytes of a row before each column that all forms have, and before others. */
enum { AT_PARENT = 4, AT_DEPTH = 8, AT_KEY = 12, AT_MORE = SP_ORDER_ROW };

/* How the rows of a form are stored. */
struct order_layout {
	uint32_t tag;
	unsigned columns;
	/* Bytes of a row before each column, and of all columns. */
	uint8_t at[COLUMN_END + 1];
	uint16_t tail;
	uint16_t rows;   /* of a full frame */
};

#define AT_ALL 0, AT_PARENT, AT_DEPTH, AT_KEY, AT_MORE

static const struct order_layout layouts[] = {
	[SP_ORDER_PLAIN] = { SP_TAG_ORDER, COLUMN_MORE,
			     { AT_ALL }, SP_ORDER_TAIL,
			     SP_ORDER_FRAME },
	[SP_ORDER_TICKS] = { SP_TAG_ORDER_TICKS, COLUMN_END,
			     { AT_ALL, 24, SP_ORDER_TICK_ROW },
			     SP_ORDER_TICK_TAIL, SP_ORDER_FRAME },
	[SP_ORDER_TIMES] = { SP_TAG_ORDER_TIMES, COLUMN_END,
			     { AT_ALL, 28, SP_ORDER_TIME_ROW },
			     SP_ORDER_TIME_TAIL, SP_ORDER_FRAME / 2 }
};

struct sp_order_writer {
	struct sp_writer *writer;
	const struct order_layout *layout; /* of its form */
	uint64_t first, count; /* rows: written, and of this frame */
	uint8_t *columns;      /* each with room for a full frame */
};

struct sp_order_writer *
sp_order_writer_new(struct sp_writer *writer)
{
	struct sp_order_writer *order = sp_alloc_zero(1, sizeof(*order));

	if (!order)
		return NULL;
	order->writer = writer;
	order->columns = sp_alloc(SP_ORDER_FRAME, SP_ORDER_TICK_ROW);
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

/* The seeds come first, since a reader checks downloads against them. */
enum sp_status
sp_order_writer_begin(struct sp_order_writer *order, enum sp_order_form form,
		      const char *name, const struct sp_basis *basis,
		      const uint32_t *seeds, uint64_t count,
		      struct sp_error *err)
{
	uint8_t head[SP_NAMED_HEAD_MAX];
	size_t length;

	if (sp_named_head_store(head, basis, name, "an order", &length, err))
		return err->status;
	if (count && order_save_seeds(order->writer, head, length, seeds,
				      count, err))
		return err->status;
	order->layout = &layouts[form];
	order->first = order->count = 0;
	return sp_writer_frame(order->writer, order->layout->tag,
			       SP_FRAME_HEAD, 0, 0, head, length, err);
}

static enum sp_status
order_flush(struct sp_order_writer *order, struct sp_error *err)
{
	const struct order_layout *layout = order->layout;
	const uint8_t *column_at = layout->at;
	uint64_t rows = layout->rows;
	uint64_t first = order->first, count = order->count;
	uint8_t *at = order->columns;

	if (!count)
		return SP_OK;
	/*
	 * Columns start at fixed places while rows come; in a frame that is not
	 * full they are moved together.  Each moves down, and ends before the
	 * next one starts, so none is overwritten before its turn.
	 */
	for (unsigned i = 1; i < layout->columns && count < rows; i++)
		memmove(at + column_at[i] * count, at + column_at[i] * rows,
			(column_at[i + 1] - column_at[i]) * count);
	order->first += count;
	order->count = 0;
	return sp_writer_frame(order->writer, layout->tag, 0, first, count, at,
			       column_at[layout->columns] * count, err);
}

/*
 * All places are computed first: bytes may be stored anywhere, for all that a
 * compiler knows, also into the layout.
 */
static void
order_store_row(struct sp_order_writer *order, const struct sp_download *row)
{
	const struct order_layout *layout = order->layout;
	uint64_t rows = layout->rows, i = order->count++;
	uint8_t *at = order->columns;
	uint8_t *more = at + AT_MORE * rows;
	uint8_t *last = at + layout->at[COLUMN_LAST] * rows;

	sp_store32(at + 4 * i, row->page);
	sp_store32(at + AT_PARENT * rows + 4 * i, row->parent);
	sp_store32(at + AT_DEPTH * rows + 4 * i, row->depth);
	sp_store_double(at + AT_KEY * rows + 8 * i, row->key);
	if (order->layout->tag == SP_TAG_ORDER_TICKS) {
		sp_store32(more + 4 * i, row->tick);
		sp_store32(last + 4 * i, row->process);
	} else if (order->layout->tag == SP_TAG_ORDER_TIMES) {
		sp_store64(more + 8 * i, row->start);
		sp_store64(last + 8 * i, row->end);
	}
}

/*
 * A key that is not finite is refused here, where the order that made it can be
 * named.
 */
enum sp_status
sp_order_writer_add(struct sp_order_writer *order,
		    const struct sp_download *rows, uint64_t count,
		    struct sp_error *err)
{
	for (uint64_t i = 0; i < count; i++) {
		if (!isfinite(rows[i].key))
			return sp_fail(err, SP_DATA, "the key of page %lu is "
				       "not a finite number",
				       (unsigned long)rows[i].page);
		order_store_row(order, &rows[i]);
		if (order->count == order->layout->rows &&
		    order_flush(order, err))
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
	uint8_t tail[SP_ORDER_TIME_TAIL];

	if (!status)
		status = sp_check_result(report->covered,
					 "the mass of an order", err);
	for (int i = 0; !status && i < SP_ORDER_TENTHS; i++)
		status = sp_check_result(report->seconds[i], "a time", err);
	if (status)
		return status;
	sp_report_store(tail, report);
	if (order->layout->tag == SP_TAG_ORDER_TICKS)
		parallel_store(tail + SP_ORDER_TAIL, &report->parallel);
	else if (order->layout->tag == SP_TAG_ORDER_TIMES)
		timed_store(tail + SP_ORDER_TAIL, &report->timed);
	return sp_writer_frame(order->writer, order->layout->tag,
			       SP_FRAME_TAIL, order->first, 0, tail,
			       order->layout->tail, err);
}
