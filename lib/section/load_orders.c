/* SPDX-License-Identifier: MIT */
#include "section/load_parts.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define CHUNK 256 /* rows that are decoded at a time */

bool
sp_order_head_is(const uint8_t *head, size_t length, const char *name)
{
	return sp_score_head_is(head, length, name);
}

enum sp_status
sp_load_order_head(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_loaded_order *to = &load->order;

	sp_order_free(&to->order);
	to->basis = load->basis;
	return sp_load_name(load, at, to->order.name,
			    "an order without a valid name", err);
}

/* What is wrong with a row, or NULL. */
static const char *
fault(const struct sp_download *row, uint64_t pages)
{
	bool seed = row->parent == SP_NO_PARENT;

	if (row->page >= pages)
		return "a download is not a page";
	if (!seed && row->parent >= pages)
		return "the parent of a download is not a page";
	if (!row->depth || seed != (row->depth == 1))
		return "a download has a depth that its parent belies";
	if (!isfinite(row->key))
		return "a key is not a finite number";
	return NULL;
}

/* Decodes rows first .. first + count - 1 of a frame of so many. */
static const char *
take_rows(struct sp_download *rows, uint64_t count, const uint8_t *at,
	  uint64_t first, uint64_t of, uint64_t pages)
{
	const char *wrong = NULL;

	for (uint64_t i = 0; !wrong && i < count; i++) {
		uint64_t row = first + i;

		rows[i].page = sp_load32(at + 4 * row);
		rows[i].parent = sp_load32(at + 4 * (of + row));
		rows[i].depth = sp_load32(at + 4 * (2 * of + row));
		rows[i].key = sp_load_double(at + 12 * of + 8 * row);
		wrong = fault(&rows[i], pages);
	}
	return wrong;
}

enum sp_status
sp_load_order_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_order *order = &load->order.order;
	uint64_t pages = load->basis.graph.pages, count = load->frame.count;
	unsigned columns = SP_COLUMN_DEPTHS;
	struct sp_download rows[CHUNK];

	if (load->options->want & SP_WANT_ORDER_ROWS)
		columns |= SP_COLUMN_PARENTS | SP_COLUMN_KEYS;
	if (load->frame.raw % SP_ORDER_ROW ||
	    load->frame.raw / SP_ORDER_ROW != count)
		return sp_load_bad(load, err,
				   "downloads of another size than counted");
	if (load->frame.first != order->count)
		return sp_load_bad(load, err, "downloads of another place");
	if (count > pages - order->count)
		return sp_load_bad(load, err, "more downloads than pages");
	for (uint64_t i = 0; i < count; i += CHUNK) {
		uint64_t step = count - i < CHUNK ? count - i : CHUNK;
		const char *wrong = take_rows(rows, step, at, i, count,
					      pages);

		if (wrong)
			return sp_load_bad(load, err, wrong);
		if (sp_order_add(order, columns, rows, step, err))
			return err->status;
	}
	return SP_OK;
}

/* ---- each page once ---------------------------------------------------- */

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
 * A bit for each page takes memory by what the head claims, so it does only
 * where it is less than the pages that arrived; else a copy is sorted.
 */
static enum sp_status
check_once(const struct load *load, struct sp_error *err)
{
	const struct sp_order *order = &load->order.order;
	uint64_t pages = load->basis.graph.pages, count = order->count;
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
		return sp_load_bad(load, err, "a page is downloaded twice");
	return SP_OK;
}

/* ---- the end of an order ----------------------------------------------- */

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
find(const struct sp_contents *contents, const char *name)
{
	for (uint64_t i = 0; i < contents->order_count; i++)
		if (!strcmp(contents->orders[i].order.name, name))
			return &contents->orders[i];
	return NULL;
}

enum sp_status
sp_load_order_tail(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_contents *contents = load->contents;
	struct sp_order *order = &load->order.order;
	struct sp_loaded_order *to;

	if (load->frame.raw != SP_ORDER_TAIL ||
	    load->frame.flags & SP_FRAME_HEAD)
		return sp_load_bad(load, err, "its tail has another size");
	sp_report_load(&order->report, at);
	if (!report_valid(&order->report, order->count))
		return sp_load_bad(load, err, "the report of a crawl is not "
				   "that of its downloads");
	if (check_once(load, err))
		return err->status;
	to = find(contents, order->name);
	if (!to) {
		if (!sp_grow(&contents->orders, &contents->order_capacity,
			     contents->order_count + 1, sizeof(*to)))
			return sp_no_memory(err, "crawl orders");
		to = &contents->orders[contents->order_count++];
		memset(to, 0, sizeof(*to));
	}
	sp_order_free(&to->order);
	*to = load->order;
	memset(&load->order, 0, sizeof(load->order));
	return SP_OK;
}

const struct sp_order *
sp_contents_order(const struct sp_contents *contents, const char *name)
{
	const struct sp_loaded_order *found = find(contents, name);

	return found ? &found->order : NULL;
}
