/* SPDX-License-Identifier: MIT */
#include "section/save_orders.h"

#include "base/memory.h"
#include "section/layout.h"

#include <math.h>
#include <stdlib.h>

#define ROWS ((uint64_t)SP_ORDER_FRAME)

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

enum sp_status
sp_order_writer_begin(struct sp_order_writer *order, const char *name,
		      const struct sp_basis *basis, struct sp_error *err)
{
	uint8_t head[SP_BASIS + SP_ORDER_NAME_MAX];
	size_t length = strlen(name);

	if (!length || length > SP_ORDER_NAME_MAX)
		return sp_fail(err, SP_USAGE,
			       "the name of an order has 1 to %d bytes",
			       SP_ORDER_NAME_MAX);
	order->first = order->count = 0;
	sp_basis_store(head, basis);
	memcpy(head + SP_BASIS, name, length);
	return sp_writer_frame(order->writer, SP_TAG_ORDER, SP_FRAME_HEAD, 0,
			       0, head, SP_BASIS + length, err);
}

static enum sp_status
flush(struct sp_order_writer *order, struct sp_error *err)
{
	uint64_t first = order->first, count = order->count;
	uint8_t *at = order->columns;

	if (!count)
		return SP_OK;
	/* In a frame that is not full the columns move together. */
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
		if (order->count == ROWS && flush(order, err))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
sp_order_writer_end(struct sp_order_writer *order,
		    const struct sp_crawl_report *report,
		    struct sp_error *err)
{
	enum sp_status status = flush(order, err);
	uint8_t tail[SP_ORDER_TAIL];

	if (status)
		return status;
	sp_report_store(tail, report);
	return sp_writer_frame(order->writer, SP_TAG_ORDER, SP_FRAME_TAIL,
			       order->first, 0, tail, sizeof(tail), err);
}
