/* SPDX-License-Identifier: MIT */
/*
 * order_bytes.h - streams of crawl orders in memory: the report of an order
 * that a test writes, and a way to load a stream
 */
#ifndef TESTS_ORDER_BYTES_H
#define TESTS_ORDER_BYTES_H

#include "stream_bytes.h"

#include "stream/section/orders.h"

/* The report that an order of this many downloads should have. */
static inline struct sp_crawl_report
report_of(uint64_t downloads)
{
	struct sp_crawl_report report = {
		.downloads = downloads, .links = 2, .known = 3,
		.frontier_peak = 4, .updates = 5, .dropped = 6, .pushes = 7,
		.recomputed = 8, .iterations = 9, .guards = 10,
		.covered = 11.5
	};

	for (int i = 0; i < SP_ORDER_TENTHS; i++)
		report.seconds[i] = 100 + i;
	return report;
}

/* Loads the wanted sections of a stream. */
static inline enum sp_status
load_as(const struct bytes *bytes, unsigned want,
	struct sp_contents *contents, struct sp_error *err)
{
	struct source source = { bytes->at, bytes->size, 0, SIZE_MAX,
				 SIZE_MAX };
	struct sp_load_options options = { .want = want };
	struct sp_reader *reader = source_reader(&source);
	enum sp_status status = sp_load(reader, &options, contents, err);

	sp_reader_free(reader);
	return status;
}

#endif
