/* SPDX-License-Identifier: MIT */
/*
 * layout.h - sizes and fields of section payloads that save and load share.
 * Private to lib/section.
 */
#ifndef SP_SECTION_LAYOUT_H
#define SP_SECTION_LAYOUT_H

#include "base/bytes.h"
#include "graph/orders.h"
#include "section/save.h"

/* Head of the graph: pages, pages of a block, longest chain, flags, 0. */
#define SP_GRAPH_HEAD 24
#define SP_GRAPH_WEIGHTED 1 /* flag: a section of weights follows */

/* Tail of the graph: links, checksum, links and checksum of the origin. */
#define SP_GRAPH_TAIL 32

/* Pages, links, checksum of the graph; links, checksum of the origin. */
#define SP_BASIS 40

#define SP_CORE_RECORD 32
#define SP_MEMBER_RECORD 24
#define SP_SEED_RECORD 8 /* and the name */

/* Download: page, parent, depth, key; by columns.  Downloads of a frame. */
#define SP_ORDER_ROW 20
#define SP_ORDER_FRAME 32768

/* Tail of an order: counts, mass and seconds of struct sp_crawl_report. */
#define SP_REPORT_COUNTS 10
#define SP_ORDER_TAIL (8 * (SP_REPORT_COUNTS + 1 + SP_ORDER_TENTHS))

static inline void
sp_basis_store(uint8_t bytes[SP_BASIS], const struct sp_basis *basis)
{
	sp_store64(bytes, basis->graph.pages);
	sp_store64(bytes + 8, basis->graph.links);
	sp_store64(bytes + 16, basis->graph.checksum);
	sp_store64(bytes + 24, basis->origin.links);
	sp_store64(bytes + 32, basis->origin.checksum);
}

static inline struct sp_basis
sp_basis_load(const uint8_t bytes[SP_BASIS])
{
	uint64_t pages = sp_load64(bytes);

	return (struct sp_basis){
		{ pages, sp_load64(bytes + 8), sp_load64(bytes + 16) },
		{ pages, sp_load64(bytes + 24), sp_load64(bytes + 32) }
	};
}

static inline void
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

static inline void
sp_report_load(struct sp_crawl_report *report,
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

#endif
