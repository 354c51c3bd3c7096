/* SPDX-License-Identifier: MIT */
/*
 * log.h - the text output of crawlorder: the decisions of a crawl, metrics
 * of its frontier, the table of orders.
 */
#ifndef CMD_CRAWLORDER_LOG_H
#define CMD_CRAWLORDER_LOG_H

#include "cli/table.h"

#include "crawl/orders/revisit.h"

/* A table of the first decisions of crawls. */
struct trace {
	struct table table;
	const char *order;   /* of the crawl that runs */
	uint64_t downloads;  /* of it so far */
	char *links;         /* a cell */
	uint64_t links_capacity;
};

void trace_begin(struct trace *trace, struct cmd_output *output,
		 struct sp_error *err);

/* Writes a row: a download and what became of its links. */
enum sp_status trace_found(struct trace *trace,
			   const struct sp_download *download,
			   const struct sp_found *found, uint64_t count,
			   uint64_t frontier, struct sp_error *err);

/* Writes a row: a visit of a revisiting crawl, and where its cash went. */
enum sp_status trace_visit(struct trace *trace, uint32_t page, double cash,
			   const uint32_t *successors, uint32_t count,
			   struct sp_error *err);
void trace_free(struct trace *trace);

/* Frontier metrics: the header, and a row for a window of an order. */
void queue_log_begin(struct table *table, struct cmd_output *output,
		     struct sp_error *err);
void queue_log_row(struct table *table, const char *order,
		   const struct sp_queue_window *window);

/*
 * Freshness of copies: the same.  weighted: there are weights of pages; second:
 * of ages, in their unit.
 */
void fresh_log_begin(struct table *table, struct cmd_output *output,
		     bool weighted, struct sp_error *err);
void fresh_log_row(struct table *table, const char *order,
		   const struct sp_freshness *row, bool weighted,
		   double second);

/* Says the counts of a crawl, with -v; timed: and how long it took. */
void crawl_say_counts(const struct cmd *cmd, const char *order,
		      const struct sp_crawl_report *report, bool timed);

/* The table of strategies and their options, for --list. */
enum sp_status list_strategies(struct cmd *cmd);

#endif
