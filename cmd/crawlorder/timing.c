/* SPDX-License-Identifier: MIT */
/*
 * Crawls in time: their names, and what they find in the graph.
 *
 * The name has what decides most of a figure, as that of a crawl by several
 * processes does: queues, connections and delays, unless they are the usual
 * ones.  All other options are in the line of provenance.
 */
#include "crawlorder.h"

#include "cli/input.h"

#include "base/memory.h"
#include "base/number.h"
#include "stream/section/fetches.h"
#include "stream/section/hosts.h"
#include "stream/section/states.h"

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
		status = crawl_load_host_table(cmd, options,
					       sp_contents_hosts(contents),
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
