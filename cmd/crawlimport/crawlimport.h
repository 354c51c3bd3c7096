/* SPDX-License-Identifier: MIT */
/*
 * crawlimport.h - the parts of crawlimport: the command line and the order
 * (crawlimport.c, options.c), the logs (logs.c), what they say of fetches
 * (fetches.c), URLs that the graph lacks (missing.c), a graph made from the
 * logs (web.c), and tables: what they are made of (requests.c), and a file for
 * each.
 */
#ifndef CMD_CRAWLIMPORT_CRAWLIMPORT_H
#define CMD_CRAWLIMPORT_CRAWLIMPORT_H

#include "cli/input.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/table.h"

#include "graph/fetches.h"
#include "graph/hosts.h"
#include "graph/links/linksort.h"
#include "graph/states.h"
#include "web/crawllog/crawllog.h"
#include "web/crawllog/history.h"
#include "web/crawllog/pages.h"

enum log_basis { BASIS_START, BASIS_END };

/*
 * The tables, in the order of --help: ROW(NAME, name, word) is the struct
 * crawl_table crawl_table_name in a file of its name, asked for by this word.
 * Nothing else lists them.
 */
#define CRAWL_TABLES(ROW)                    \
	ROW(HOSTS, hosts, "hosts")             \
	ROW(WAITS, waits, "waits")             \
	ROW(TIME, time, "time")                \
	ROW(HOST_TIME, host_time, "host-time") \
	ROW(DEPTHS, depths, "depths")          \
	ROW(STATUSES, statuses, "statuses")    \
	ROW(MISSING, missing, "missing")

#define TABLE_NUMBER(NAME, name, word) TABLE_##NAME,
#define TABLE_WORD(NAME, name, word) "|" word

enum log_table { TABLE_NONE, CRAWL_TABLES(TABLE_NUMBER) TABLES };

#define TABLE_WORDS "none" CRAWL_TABLES(TABLE_WORD)

struct log_options {
	enum sp_crawl_format_number format;
	struct sp_crawllog_options reading;
	const char *separator, *zone;
	const char *name;              /* of the order */
	const char *seeds, *missing;
	enum sp_match match;
	enum log_basis basis;
	bool failed;                   /* failures are downloads, too */
	enum log_table table;
	bool json;
	double window;                 /* seconds; 0: chosen */
};

/* What the lines of the logs were. */
struct log_counts {
	uint64_t lines, bad;
	uint64_t downloads, failures, others, revisits;
	uint64_t again;      /* downloads of a page that was downloaded */
	uint64_t matched;    /* downloads of pages of the graph */
	uint64_t missed;     /* downloads of others */
	uint64_t states;     /* lines that say the state of a page */
};

struct crawlimport;

/* The time of a request that counts, by --by. */
static inline int64_t
log_time(const struct log_options *options, const struct sp_crawl_event *event)
{
	return options->basis == BASIS_END && event->end != SP_NO_TIME ?
		       event->end : event->time;
}

/* How the page of an event was found, as history.h has it. */
static inline uint32_t
log_via(const struct sp_crawl_event *event, uint64_t via)
{
	return !event->via.text ? SP_VIA_NONE :
	       via == SP_LOG_NO_PAGE ? SP_VIA_LOST : (uint32_t)via;
}

/* ---- URLs that the graph lacks (missing.c) ---------------------------- */

struct missing {
	struct cmd_output *output;   /* of --missing, or NULL */
	struct table *table;         /* of --table missing, or NULL */
	struct sp_idtable *hashes;   /* of all, each once; NULL: none */
	uint64_t count, seed;
	struct sp_names samples;     /* the first ones */
};

/* Notes the URL of an event of which no page was found. */
enum sp_status missing_add(struct crawlimport *job,
			   const struct sp_crawl_event *event);

/*
 * Warns of them, or fails with SP_DATA if nothing but them was downloaded, and
 * commits the list.
 */
enum sp_status missing_end(struct crawlimport *job);
void missing_free(struct missing *missing);

/* ---- requests (requests.c) -------------------------------------------- */

/* A request, as tables need it. */
struct log_row {
	int64_t time, size;
	uint32_t host;
	uint32_t page, via;  /* as in history.h; SP_VIA_LOST: no page */
	int32_t depth;       /* that the log says; or 0 */
	int32_t status;
	uint32_t outcome;    /* enum sp_crawl_outcome */
};

struct log_tables {
	struct log_row *rows;
	uint64_t count, capacity;
	struct sp_names hosts;
	struct sp_dictionary *by_host;
	enum sp_crawl_format_number format; /* of the last log */
};

/* page and via are SP_LOG_NO_PAGE if they are not known. */
enum sp_status requests_add(struct crawlimport *job,
			    const struct sp_crawl_event *event, uint64_t page,
			    uint64_t via);
void requests_free(struct log_tables *tables);

/* ---- what tables share (requests.c) ----------------------------------- */

int by_time(const void *a, const void *b);
int by_host_and_time(const void *a, const void *b);

/* Sorts the rows, and drops those that are no requests of pages. */
void keep_requests(struct log_tables *tables,
		   int (*compare)(const void *, const void *));

/* Counts of some requests. */
struct request_sum {
	uint64_t downloads, failures, bytes;
};

void sum_add(struct request_sum *sum, const struct log_row *row);

/*
 * Classes of times: 0, then up to 1, 2, 5, 10, 20 ... milliseconds.  The last
 * is 5 * 10^14, more than from 1970 to 9999, the years of logs.
 */
#define WAIT_CLASSES 45
int64_t wait_limit(unsigned class);

void put_time(struct table *table, int64_t time);
void put_host(struct table *table, const struct log_tables *tables,
	      uint64_t host);

/* A part of a whole, or nothing of none. */
void put_share(struct table *table, uint64_t part, uint64_t whole);

/* ---- hosts (hosts.c) -------------------------------------------------- */

struct host_sum {
	struct request_sum sum;
	uint32_t host;
	int64_t first, last;
	int64_t least, median, most; /* waits in ms; none: most -1 */
	double mean;
};

/*
 * Returns the sums of all hosts with requests, those of most downloads first;
 * the rows are left by host and time.  NULL if memory is short.
 */
struct host_sum *sum_hosts(struct log_tables *tables, uint64_t *count);

/* ---- tables, a file for each ------------------------------------------ */

#define CRAWL_COLUMNS 11 /* of a table, at most */

struct crawl_table {
	const char *columns[CRAWL_COLUMNS + 1]; /* their names, then NULL */

	/* Writes the rows; NULL: they are written as they come. */
	enum sp_status (*write)(struct crawlimport *job, struct table *table);
};

#define CRAWL_TABLE(NAME, name, word) \
	extern const struct crawl_table crawl_table_##name;
CRAWL_TABLES(CRAWL_TABLE)
#undef CRAWL_TABLE

/* ---- a graph made from the logs (web.c) ------------------------------- */

struct log_web {
	struct sp_linksort *links;   /* from the via of each URL */
	struct sp_graph *graph;
};

enum sp_status web_begin(struct crawlimport *job);
enum sp_status web_add(struct crawlimport *job, uint64_t from, uint64_t to);

/* Makes the graph and writes it, with hosts and names. */
enum sp_status web_end(struct crawlimport *job);
void web_free(struct log_web *web);

/* ---- fetches of pages (fetches.c) ------------------------------------- */

/* When the last line that said it was; SP_FETCH_NO_TIME if none did. */
struct log_said {
	int64_t size, digest;
};

struct log_fetches {
	struct sp_fetches list;      /* in no order */
	struct log_said *said;       /* of each in the list */
	uint64_t said_capacity;
	uint32_t *fetch_of;          /* of a page: its place, or UINT32_MAX */
};

/* Begins with those that the graph of this many pages has. */
enum sp_status log_fetches_begin(struct crawlimport *job, uint64_t pages);

/* Notes an event of a page that had this state before it. */
enum sp_status log_fetches_note(struct crawlimport *job,
				const struct sp_crawl_event *event,
				uint64_t page, enum sp_page_state before);
enum sp_status log_fetches_write(struct crawlimport *job,
				 const struct sp_basis *basis);
void log_fetches_free(struct log_fetches *fetches);

/* ---- the whole -------------------------------------------------------- */

struct crawlimport {
	struct cmd *cmd;
	struct cmd_program program; /* as the options make it */
	struct log_options *options;
	struct cmd_output *output;
	struct table table;          /* with --table */
	struct sp_contents contents; /* with -g */
	struct sp_log_pages *pages;
	struct sp_history *history;
	struct log_counts counts;
	struct missing missing;
	struct log_tables tables;
	struct log_web web;          /* without -g */
	bool site_used;              /* a log could have paths only */
	struct sp_states states;     /* if they are written */
	bool replaces;               /* an order of this name was dropped */
	struct log_fetches fetches;  /* likewise */

	/* The page that the last URL was found on: many have the same. */
	char *via;
	uint64_t via_capacity, via_length, via_page;
};

static inline bool
has_graph(const struct crawlimport *job)
{
	return job->cmd->graph != NULL;
}

/* Are the states of pages written?  They go with the graph. */
static inline bool
makes_states(const struct crawlimport *job)
{
	return has_graph(job) && !job->cmd->results_only &&
	       job->options->table == TABLE_NONE;
}

static inline bool
makes_table(const struct crawlimport *job)
{
	return job->options->table != TABLE_NONE;
}

/* Checks the options, and fills what is made of them (options.c). */
enum sp_status crawlimport_check_options(struct crawlimport *job);

/* Reads the logs (logs.c) into all of the above. */
enum sp_status logs_read(struct crawlimport *job);

#endif
