/* SPDX-License-Identifier: MIT */
/*
 * The table of hosts: what is known of each, such as its delay.
 *
 * The table is text, the names of columns in its first line.  It is made by
 * hand, by awk from what a crawler logged, or by crawlimport, so columns may
 * come in any order, and all but the host may be missing.  Cells end with tabs
 * if there is one in the first line, else they are words.
 */
#include "crawlorder.h"

#include "base/ascii.h"
#include "base/bitset.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "cli/input.h"
#include "web/file/source.h"

#include <stdlib.h>
#include <string.h>

enum host_column {
	COLUMN_HOST, COLUMN_DELAY, COLUMN_RESPONSE, COLUMN_BANDWIDTH,
	COLUMN_FAILURES, COLUMN_CONNECTIONS,
	COLUMN_COUNT, /* of failures, beside their share */
	COLUMN_MEAN,  /* of waits, beside their median */
	COLUMN_OTHER
};

/* The last three are of crawlimport --table hosts. */
static const struct {
	const char *name;
	enum host_column column;
} host_columns[] = {
	{ "host", COLUMN_HOST }, { "delay", COLUMN_DELAY },
	{ "response", COLUMN_RESPONSE }, { "bandwidth", COLUMN_BANDWIDTH },
	{ "failures", COLUMN_FAILURES }, { "connections", COLUMN_CONNECTIONS },
	{ "wait_median", COLUMN_DELAY }, { "wait_mean", COLUMN_MEAN },
	{ "failure_share", COLUMN_FAILURES }
};

#define COLUMNS_MOST 64
#define CELL_SHOWN 32 /* bytes of a cell in a message */
#define NOT_SAID UINT64_MAX

struct host_table {
	struct sp_source *source;
	bool tabs;             /* cells end with one, else with blanks */
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

/*
 * Cuts the next cell off a line, of which text is NULL after the last one;
 * returns false if there is none.
 */
static bool
take_cell(const struct host_table *table, struct sp_span *rest,
	  struct sp_span *cell)
{
	if (table->tabs && rest->text) {
		bool last = sp_span_before(*rest, '\t') == rest->length;

		*cell = sp_span_cut_at(rest, '\t');
		rest->text = last ? NULL : rest->text;
		return true;
	}
	while (rest->length && sp_is_blank(*rest->text))
		(void)sp_span_cut(rest, 1);
	cell->text = rest->text;
	cell->length = 0;
	while (rest->length && !sp_is_blank(*rest->text)) {
		(void)sp_span_cut(rest, 1);
		cell->length++;
	}
	return cell->length > 0;
}

/* SP_DATA with the cell, masked, and what is wrong with it. */
static enum sp_status
bad_cell(const struct host_table *table, struct sp_span cell,
	 const char *reason, struct sp_error *err)
{
	char shown[4 * CELL_SHOWN + 1];
	bool cut = cell.length > CELL_SHOWN;

	sp_mask(shown, sizeof(shown), cell.text,
		cut ? CELL_SHOWN : cell.length);
	return sp_source_bad_line(table->source, err, "\"%s%s\" %s", shown,
				  cut ? "..." : "", reason);
}

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
		return sp_source_bad_line(table->source, err, "more than %d "
					  "columns", COLUMNS_MOST);
	for (unsigned j = 0; j < table->count; j++) {
		if (share && table->columns[j] == COLUMN_FAILURES)
			table->columns[j] = COLUMN_COUNT;
		else if (column < COLUMN_COUNT && table->columns[j] == column)
			return sp_source_bad_line(table->source, err, "two "
						  "columns say the %s",
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
	struct sp_span rest, cell;
	bool host = false, known = false;

	if (sp_source_line(table->source, &rest.text, &rest.length, err))
		return err->status;
	if (!rest.text)
		return sp_fail(err, SP_DATA, "%s: empty, not a table of hosts",
			       sp_source_name(table->source));
	if (rest.length > 1 && *rest.text == '#')
		(void)sp_span_cut(&rest, 1);
	table->tabs = sp_span_before(rest, '\t') < rest.length;
	while (take_cell(table, &rest, &cell))
		if (add_host_column(table, cell.text, cell.length, err))
			return err->status;
	for (unsigned i = 0; i < table->count; i++) {
		host |= table->columns[i] == COLUMN_HOST;
		known |= table->columns[i] != COLUMN_HOST &&
			 table->columns[i] < COLUMN_COUNT;
	}
	if (!host || !known)
		return sp_source_bad_line(table->source, err, "the first line "
					  "names no column \"host\" and what "
					  "is known of hosts (delay, response, "
					  "bandwidth, failures, connections)");
	return SP_OK;
}

/* A value of a host; "-": the usual one. */
static enum sp_status
read_host_value(struct host_table *table, enum host_column column,
		const char *word, size_t length, struct sp_server *server,
		uint64_t *mean, struct sp_error *err)
{
	uint64_t whole;
	bool good = true;

	if (length == 1 && *word == '-')
		return SP_OK;
	switch (column) {
	case COLUMN_DELAY:
		good = sp_parse_duration(word, length, &server->delay);
		break;
	case COLUMN_MEAN:
		good = !table->waits || sp_parse_duration(word, length, mean);
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
	       bad_cell(table, (struct sp_span){ word, length },
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
		return sp_source_bad_line(table->source, err,
					  "a host is listed twice");
	if (server.response == NOT_SAID)
		server.response = table->servers[host].response;
	table->servers[host] = server;
	table->known++;
	return SP_OK;
}

/*
 * A row; of a host that is not in the graph it is checked alone.  Where cells
 * end with tabs, one may be empty or have blanks: hosts of logs do.
 */
static enum sp_status
read_host_row(struct host_table *table, struct sp_span rest,
	      struct sp_error *err)
{
	struct sp_server server = table->usual;
	struct sp_span cell;
	uint64_t host = 0, mean = 0;
	bool known = false;

	server.response = NOT_SAID;
	for (unsigned i = 0; i < table->count; i++) {
		if (!take_cell(table, &rest, &cell))
			return sp_source_bad_line(table->source, err, "a line "
						  "of %u columns, where the "
						  "first has %u", i,
						  table->count);
		if (table->columns[i] == COLUMN_HOST)
			known = sp_dictionary_find(table->hosts, cell.text,
						   cell.length, &host);
		else if (read_host_value(table, table->columns[i], cell.text,
					 cell.length, &server, &mean, err))
			return err->status;
	}
	/* By a clock of whole seconds, hosts seem to be asked without any. */
	if (table->waits && !server.delay)
		server.delay = mean;
	if (take_cell(table, &rest, &cell))
		return bad_cell(table, cell, "where the line should end", err);
	table->rows++;
	return known ? set_server(table, host, server, err) : SP_OK;
}

static bool
is_blank_line(struct sp_span line)
{
	while (line.length && sp_is_blank(*line.text))
		(void)sp_span_cut(&line, 1);
	return !line.length;
}

static enum sp_status
read_host_rows(struct host_table *table, struct sp_error *err)
{
	enum sp_status status = read_host_columns(table, err);
	struct sp_span line;

	while (sp_source_next(table->source, &line, &status, err))
		if (!is_blank_line(line))
			status = read_host_row(table, line, err);
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

enum sp_status
crawl_load_host_table(struct cmd *cmd,
		      const struct crawl_timing_options *options,
		      const struct sp_hosts *hosts,
		      struct crawl_timing *timing)
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
	if (!status)
		status = cmd_open_source(cmd, options->table, &table.source);
	if (!status)
		status = read_host_rows(&table, &cmd->err);
	sp_source_close(table.source);
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
