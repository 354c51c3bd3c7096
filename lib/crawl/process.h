/* SPDX-License-Identifier: MIT */
/*
 * process.h - a process of a parallel crawl: a crawl of its own part of the
 * web, in numbers of its own, and what passes between it and the others.
 * Private to lib/crawl.
 *
 * In firewall and exchange mode a process numbers the pages that it owns, in
 * their order: its arrays are as long as its part.  In crossover mode it may
 * come to every page, and numbers are pages.  Either way SP_STAND_INS numbers
 * follow, for the links that lead abroad.  They are done from the start, so
 * that an order counts such links and gives them their share, but nothing comes
 * of it.
 */
#ifndef SP_CRAWL_PROCESS_H
#define SP_CRAWL_PROCESS_H

#include "crawl/loop.h"
#include "crawl/outbox.h"
#include "crawl/parallel.h"

/* Links abroad: to the same host, to the same domain, to another. */
enum { ABROAD_HOST, ABROAD_DOMAIN, ABROAD_OTHER, SP_STAND_INS };

/* What all processes share. */
struct sp_parallel_run {
	const struct sp_crawl_input *input;
	const struct sp_parallel *how;
	struct sp_process *processes;
	struct sp_accessor *accessor;
	struct sp_watch watch;    /* of all downloads, as those of one crawl */
	struct sp_crawl_state whole;
	uint64_t *replicated;     /* bitset of pages that are never sent */
	uint32_t *number;         /* of each page in its process; crossover:
				     NULL */
	uint32_t *page_of;        /* pages by process and number */
	uint32_t *links;          /* those of one page, in numbers */
	uint64_t links_capacity;
	double share;             /* of a page that comes from outside */
	uint64_t downloads;
	uint32_t tick;
	struct sp_parallel_report *report;
};

struct sp_process {
	struct sp_parallel_run *run;
	uint16_t id;
	bool idle;                /* it had no page, and got none since */
	bool acted;               /* it downloaded a page in this tick */
	bool sends;               /* it has no page left after the tick */
	struct sp_crawl_state crawl;
	struct sp_watch watch;
	struct sp_crawl_sink sink;
	struct sp_crawl_report report;

	/* The input of the crawl, in numbers; NULL: that of the whole. */
	struct sp_crawl_input input;
	struct sp_crawl_options options;
	uint32_t *seeds;
	struct sp_units hosts, domains, shapes;
	double *score, *trust;
	struct sp_graph *graph;

	struct sp_outbox outbox;  /* exchange */
	/* Where pages that others sent were found: the parent of such a page is
	   crawl.pages and the place of its message here. */
	struct sp_message *arrivals;
	uint64_t arrival_count, arrival_capacity;
	/* Crossover: pages of others, in the order of discovery. */
	uint32_t *foreign;
	uint64_t foreign_next, foreign_count, foreign_capacity;
};

/*
 * Opens process id, whose run has its numbers: owned pages, from page_of
 * first.  Its seeds are not queued yet.  SP_MEMORY, or as the order fails;
 * close it in any case.
 */
enum sp_status sp_process_open(struct sp_process *process,
			       struct sp_parallel_run *run, uint16_t id,
			       uint64_t first, uint64_t owned,
			       const struct sp_crawl_options *options,
			       const struct sp_plan *plan,
			       struct sp_error *err);
void sp_process_close(struct sp_process *process);

/* The part of the graph that a process has, in its numbers (part.c). */
struct sp_part {
	const uint32_t *page_of;
	uint64_t owned;
	const uint16_t *owner;
	uint16_t id;
	const uint32_t *number;
};

/*
 * The links of the pages of a part.  Those that lead abroad are numbers from
 * owned on, different ones for a page, so that O(i) is that of the whole graph.
 * All numbers are below sp_graph_pages().  SP_MEMORY; SP_DATA if the graph is
 * damaged.
 */
enum sp_status sp_part_graph(const struct sp_part *part,
			     struct sp_accessor *accessor,
			     struct sp_graph **graph, struct sp_error *err);

/* ---- between processes (messages.c) ----------------------------------- */

/* Queues a page, owned by the process, that all know. */
enum sp_status sp_process_replicate(struct sp_process *process, uint32_t page,
				    struct sp_error *err);

/* Crossover: queues the next page of another process, if there is one. */
enum sp_status sp_process_take_foreign(struct sp_process *process, bool *none,
				       struct sp_error *err);

/* Sends what is in the outbox; *sent is set if that was a page. */
enum sp_status sp_process_send(struct sp_process *process, bool *sent,
			       struct sp_error *err);

#endif
