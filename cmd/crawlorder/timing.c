/* SPDX-License-Identifier: MIT */
/*
 * Crawls in time: their names, and the table of hosts.
 *
 * The name has what decides most of a figure, as that of a crawl by several
 * processes does: queues, connections and delays, unless they are the usual
 * ones.  All other options are in the line of provenance.
 *
 * The table is text: words separated by blanks or tabs, the names of columns in
 * its first line.  It is made by hand, by awk from what a crawler logged, or by
 * crawlimport, so columns may come in any order, and all but the host may be
 * missing.
 */
#include "timing.h"

#include "parallel.h"

#include "cli/input.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "base/number.h"
#include "stream/section/fetches.h"
#include "stream/section/hosts.h"
#include "stream/section/states.h"
#include "web/file/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ------------------------------------------------------------ */

/* Adds ":word=NUMBER" to a text of size bytes, unless it is the usual one. */
static void
name_number(char *text, size_t size, const char *word, double value,
	    double usual)
{
	char number[SP_DOUBLE_TEXT];
	size_t length = strlen(text);

	if (value < usual || value > usual) {
		sp_format_double(number, value);
		snprintf(text + length, size - length, ":%s=%s", word, number);
	}
}

enum sp_status
crawl_timing_name(struct sp_plan *plan, const struct sp_timing *how,
		  struct sp_error *err)
{
	static const struct sp_timing usual = SP_TIMING_DEFAULTS;
	static const char *const queues[] = {
		[SP_QUEUES_HOST] = "host", [SP_QUEUES_GLOBAL] = "global",
		[SP_QUEUES_SLOTS] = "slots", [SP_QUEUES_BATCH] = "batch",
		[CRAWL_BY_REQUESTS] = "requests"
	};
	const char *fault = sp_timed_fault(plan, how);
	char text[256];

	if (fault)
		return sp_fail(err, SP_USAGE, "%s does not go with --time %s: "
			       "%s", plan->name, queues[how->queues], fault);
	snprintf(text, sizeof(text), "/time=%s", queues[how->queues]);
	if (how->queues == SP_QUEUES_BATCH)
		name_number(text, sizeof(text), "pages", (double)how->batch, 0);
	name_number(text, sizeof(text), "connections",
		    (double)how->connections, (double)usual.connections);
	name_number(text, sizeof(text), "delay",
		    (double)how->usual.delay / SP_SECOND,
		    (double)usual.usual.delay / SP_SECOND);
	name_number(text, sizeof(text), "factor", how->delay_factor,
		    usual.delay_factor);
	if (how->queues == SP_QUEUES_HOST)
		name_number(text, sizeof(text), "budget", (double)how->budget,
			    (double)usual.budget);
	return crawl_name_add(plan, text, err);
}

/* ---- the table of hosts ----------------------------------------------- */

enum host_column {
	COLUMN_HOST, COLUMN_DELAY, COLUMN_RESPONSE, COLUMN_BANDWIDTH,
	COLUMN_FAILURES, COLUMN_CONNECTIONS,
	COLUMN_COUNT, /* of failures, beside their share */
	COLUMN_OTHER
};

/* The last two are of crawlimport --table hosts. */
static const struct {
	const char *name;
	enum host_column column;
} host_columns[] = {
	{ "host", COLUMN_HOST }, { "delay", COLUMN_DELAY },
	{ "response", COLUMN_RESPONSE }, { "bandwidth", COLUMN_BANDWIDTH },
	{ "failures", COLUMN_FAILURES }, { "connections", COLUMN_CONNECTIONS },
	{ "wait_median", COLUMN_DELAY }, { "failure_share", COLUMN_FAILURES }
};

#define COLUMNS_MOST 64
#define NOT_SAID UINT64_MAX

struct host_table {
	struct sp_scan scan;
	enum host_column columns[COLUMNS_MOST];
	unsigned count;
	bool shares;           /* there is a column of shares of failures */
	bool waits;            /* ... of waits, which are from start to start */
	struct sp_dictionary *hosts;
	struct sp_server *servers; /* of each host of the graph */
	uint64_t *listed;      /* bitset of these hosts */
	struct sp_server usual;
	uint64_t rows, known;
};

/* What a word of the first line names; other columns are passed over. */
static enum host_column
column_of_word(const struct host_table *table, const char *word,
	       size_t length)
{
	for (size_t i = 0; i < sizeof(host_columns) / sizeof(*host_columns);
	     i++)
		if (strlen(host_columns[i].name) == length &&
		    !memcmp(host_columns[i].name, word, length))
			return table->shares &&
			       host_columns[i].column == COLUMN_FAILURES &&
			       length == strlen("failures") ?
				       COLUMN_COUNT : host_columns[i].column;
	return COLUMN_OTHER;
}

/* Beside a share of failures, "failures" is a number of them. */
static enum sp_status
add_host_column(struct host_table *table, const char *word, size_t length,
		struct sp_error *err)
{
	bool share = length == strlen("failure_share") &&
		     !memcmp(word, "failure_share", length);
	enum host_column column = column_of_word(table, word, length);

	if (table->count == COLUMNS_MOST)
		return sp_scan_bad(&table->scan, err, "more than %d columns",
				   COLUMNS_MOST);
	for (unsigned j = 0; j < table->count; j++) {
		if (share && table->columns[j] == COLUMN_FAILURES)
			table->columns[j] = COLUMN_COUNT;
		else if (column < COLUMN_COUNT && table->columns[j] == column)
			return sp_scan_bad(&table->scan, err, "two columns "
					   "say the %s",
					   host_columns[column].name);
	}
	table->shares |= share;
	table->waits |= length == strlen("wait_median") &&
			!memcmp(word, "wait_median", length);
	table->columns[table->count++] = column;
	return SP_OK;
}

static enum sp_status
read_host_columns(struct host_table *table, struct sp_error *err)
{
	const char *word;
	size_t length;
	bool host = false;

	do {
		if (sp_scan_word(&table->scan, &word, &length, err))
			return err->status;
		if (!table->count && length > 1 && *word == '#') {
			word++;
			length--;
		}
		if (length && add_host_column(table, word, length, err))
			return err->status;
	} while (length);
	for (unsigned i = 0; i < table->count; i++)
		host |= table->columns[i] == COLUMN_HOST;
	if (!host || table->count < 2)
		return sp_scan_bad(&table->scan, err, "the first line names "
				   "no column \"host\" and what is known of "
				   "hosts (delay, response, bandwidth, "
				   "failures, connections)");
	return sp_scan_end_line(&table->scan, err);
}

/* A value of a host; "-": the usual one. */
static enum sp_status
read_host_value(struct host_table *table, enum host_column column,
		const char *word, size_t length, struct sp_server *server,
		struct sp_error *err)
{
	uint64_t whole;
	bool good = true;

	if (length == 1 && *word == '-')
		return SP_OK;
	switch (column) {
	case COLUMN_DELAY:
		good = sp_parse_duration(word, length, &server->delay);
		break;
	case COLUMN_RESPONSE:
		good = sp_parse_duration(word, length, &server->response);
		break;
	case COLUMN_BANDWIDTH:
		good = sp_parse_count(word, length, &server->bandwidth);
		break;
	case COLUMN_FAILURES:
		good = sp_parse_double(word, length, &server->failures) &&
		       server->failures >= 0 && server->failures <= 1;
		break;
	case COLUMN_CONNECTIONS:
		good = sp_parse_count(word, length, &whole) && whole &&
		       whole <= UINT32_MAX;
		server->connections = good ? (uint32_t)whole : 1;
		break;
	default:
		break;
	}
	return good ? SP_OK :
	       sp_scan_bad_word(&table->scan, word, length,
				column == COLUMN_FAILURES ?
				"is not a number from 0 to 1" :
				column == COLUMN_CONNECTIONS ?
				"is not a number from 1 on" :
				column == COLUMN_BANDWIDTH ?
				"is not a number of bytes a second" :
				"is not a time", err);
}

/*
 * What a row says of a host of the graph.  A median that it does not say stays
 * the one that the host has been drawn.
 */
static enum sp_status
set_server(struct host_table *table, uint64_t host, struct sp_server server,
	   struct sp_error *err)
{
	if (sp_bit_test_and_set(table->listed, host))
		return sp_scan_bad(&table->scan, err, "a host is listed twice");
	if (server.response == NOT_SAID)
		server.response = table->servers[host].response;
	table->servers[host] = server;
	table->known++;
	return SP_OK;
}

/* A row; of a host that is not in the graph it is checked alone. */
static enum sp_status
read_host_row(struct host_table *table, struct sp_error *err)
{
	struct sp_server server = table->usual;
	uint64_t host = 0;
	bool known = false;

	server.response = NOT_SAID;

	for (unsigned i = 0; i < table->count; i++) {
		const char *word;
		size_t length;

		if (sp_scan_word(&table->scan, &word, &length, err))
			return err->status;
		if (!length && !i)
			return sp_scan_end_line(&table->scan, err);
		if (!length)
			return sp_scan_bad(&table->scan, err, "a line of %u "
					   "columns, where the first has %u",
					   i, table->count);
		if (table->columns[i] == COLUMN_HOST)
			known = sp_dictionary_find(table->hosts, word, length,
						   &host);
		else if (read_host_value(table, table->columns[i], word,
					 length, &server, err))
			return err->status;
	}
	table->rows++;
	if (known && set_server(table, host, server, err))
		return err->status;
	return sp_scan_end_line(&table->scan, err);
}

static enum sp_status
read_host_rows(struct host_table *table, struct sp_error *err)
{
	bool end = false;
	enum sp_status status = read_host_columns(table, err);

	while (!status) {
		status = sp_scan_at_end(&table->scan, &end, err);
		if (status || end)
			break;
		status = read_host_row(table, err);
	}
	return status;
}

static void
warn_of_table(struct cmd *cmd, const struct crawl_timing_options *options,
	      const struct host_table *table)
{
	if (!table->rows)
		cmd_warn(cmd, "%s: no host in this table", options->table);
	if (table->known < table->rows)
		cmd_warn(cmd, "%s: %" PRIu64 " of %" PRIu64 " hosts are not "
			 "in the graph", options->table,
			 table->rows - table->known, table->rows);
	if (table->waits && options->how.delay_from != SP_DELAY_FROM_START)
		cmd_warn(cmd, "%s: wait_median is from the beginning of a "
			 "request to that of the next (give --delay-from "
			 "start)", options->table);
}

static enum sp_status
load_table(struct cmd *cmd, const struct crawl_timing_options *options,
	   const struct sp_hosts *hosts, struct crawl_timing *timing)
{
	struct host_table table = { .usual = options->how.usual };
	struct sp_names names = hosts->names;
	uint64_t count = names.count;
	enum sp_status status = SP_OK;

	timing->servers = sp_alloc(count, sizeof(*timing->servers));
	table.servers = timing->servers;
	table.hosts = sp_dictionary_new(&names);
	table.listed = sp_bitset_new(count);
	if (!timing->servers || !table.hosts || !table.listed)
		status = sp_no_memory(&cmd->err, "a table of hosts");
	for (uint64_t i = 0; !status && i < count; i++)
		timing->servers[i] = sp_server_unlisted(&options->how,
							(uint32_t)i);
	if (!status && !strcmp(options->table, "-"))
		status = cmd_use_standard_input(cmd);
	if (!status)
		status = sp_scan_open(&table.scan, options->table, NULL,
				      &cmd->err);
	if (!status)
		status = read_host_rows(&table, &cmd->err);
	sp_scan_close(&table.scan);
	sp_dictionary_free(table.hosts);
	free(table.listed);
	timing->how.servers = timing->servers;
	timing->how.server_count = count;
	if (!status && table.rows && !table.known)
		return sp_fail(&cmd->err, SP_DATA, "%s: no host of this table "
			       "is in the graph", options->table);
	if (!status)
		warn_of_table(cmd, options, &table);
	return status;
}

/* ---- requests --------------------------------------------------------- */

/* Of a server nothing counts but its failures. */
static void
keep_failures(struct sp_server *server)
{
	*server = (struct sp_server){
		.failures = server->failures, .connections = 1
	};
}

/* --time requests */
static void
count_requests(struct crawl_timing *timing)
{
	struct sp_timing *how = &timing->how;

	how->queues = SP_QUEUES_SLOTS;
	how->connections = 1;
	how->setup = SP_SECOND;
	how->lookup = how->timeout = 0;
	how->spread = how->host_spread = 0;
	keep_failures(&how->usual);
	for (uint64_t i = 0; i < how->server_count; i++)
		keep_failures(&timing->servers[i]);
}

static enum sp_status
make_one_host(struct cmd *cmd, struct crawl_input *input,
	      struct crawl_timing *timing)
{
	uint64_t pages = sp_graph_pages(input->crawl.graph);
	uint32_t *unit_of = sp_alloc_large_zero(pages, sizeof(*unit_of));

	if (!unit_of)
		return sp_no_memory(&cmd->err, "the host of all pages");
	timing->one_host = (struct sp_units){ unit_of, 1, 0, unit_of };
	input->crawl.hosts = &timing->one_host;
	return SP_OK;
}

/* ---- all of it -------------------------------------------------------- */

enum sp_status
crawl_timing_load(struct cmd *cmd, const struct crawl_timing_options *options,
		  struct crawl_input *input, struct crawl_timing *timing)
{
	const struct sp_contents *contents = &input->contents;
	bool requests = options->how.queues == CRAWL_BY_REQUESTS;
	enum sp_status status = SP_OK;

	timing->how = options->how;
	timing->how.fetches = sp_contents_fetches(contents);
	if (options->as_fetched) {
		timing->how.states = sp_contents_states(contents);
		if (!timing->how.states)
			return cmd_missing(cmd, "states of pages");
	}
	if (!input->crawl.hosts && (!requests || options->table))
		return cmd_missing(cmd, "hosts");
	if (!input->crawl.hosts)
		status = make_one_host(cmd, input, timing);
	if (!status && options->table)
		status = load_table(cmd, options, sp_contents_hosts(contents),
				    timing);
	if (requests)
		count_requests(timing);
	return status;
}

void
crawl_timing_free(struct crawl_timing *timing)
{
	free(timing->servers);
	sp_units_free(&timing->one_host);
}
