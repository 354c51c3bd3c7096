/* SPDX-License-Identifier: MIT */
/*
 * The processes of --procs: the name of such an order, and the owner of each
 * page.
 *
 * The name has all options that make the crawl another one, since hotcurve
 * puts orders together by their names, in figures without the number of
 * processes.  Options with their default value are left out of it.
 *
 * Owners are 2 bytes a page, computed once for all plans.  A file of owners
 * has a line a page, in their order; one that is too long or too short is of
 * another graph.
 */
#include "crawlorder.h"

#include "cli/input.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "web/file/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const mode_names[] = {
	[SP_EXCHANGE] = "exchange", [SP_FIREWALL] = "firewall",
	[SP_CROSSOVER] = "crossover"
};

static const char *const partition_names[] = {
	[PARTITION_SITE] = "", [PARTITION_URL] = ":url-hash",
	[PARTITION_RANGE] = ":range", [PARTITION_TLD] = ":tld"
};

/* ---- names ------------------------------------------------------------ */

enum sp_status
crawl_name_add(struct sp_plan *plan, const char *text, struct sp_error *err)
{
	size_t length = strlen(plan->name);

	if (length + strlen(text) >= sizeof(plan->name))
		return sp_fail(err, SP_USAGE, "order %s: with \"%s\" the name "
			       "has more than %d bytes", plan->name, text,
			       SP_ORDER_NAME_MAX);
	memcpy(plan->name + length, text, strlen(text) + 1);
	return SP_OK;
}

enum sp_status
crawl_parallel_name(struct sp_plan *plan,
		    const struct crawl_parallel_options *options,
		    uint64_t at_once, struct sp_error *err)
{
	char batch[32] = "", text[128];

	if (options->batch > 1)
		snprintf(batch, sizeof(batch), ":batch=%" PRIu64,
			 options->batch);
	if (options->processes)
		snprintf(text, sizeof(text), "/%lu:%s%s%s%s",
			 (unsigned long)options->processes,
			 mode_names[options->mode], batch,
			 options->file ? ":file" :
					 partition_names[options->partition],
			 options->replicate ? ":replicate" : "");
	else
		snprintf(text, sizeof(text), "/at-once=%" PRIu64, at_once);
	return crawl_name_add(plan, text, err);
}

/* ---- the owners of pages ---------------------------------------------- */

/* One line of the file: a number, and nothing else. */
static enum sp_status
read_owner(struct sp_scan *scan, uint32_t processes, uint16_t *owner,
	   struct sp_error *err)
{
	uint64_t process;

	if (sp_scan_uint(scan, "a process", &process, err))
		return err->status;
	if (process >= processes)
		return sp_scan_bad(scan, err, "process %" PRIu64 " is not "
				   "below --procs %lu", process,
				   (unsigned long)processes);
	*owner = (uint16_t)process;
	return sp_scan_end_line(scan, err);
}

/*
 * One line more than pages is asked for, so that a file that is too long is
 * noticed, too.
 */
static enum sp_status
read_owners(struct sp_scan *scan, uint64_t pages, uint32_t processes,
	    uint16_t *owner, struct sp_error *err)
{
	bool end = false;

	for (uint64_t page = 0; page <= pages; page++) {
		if (sp_scan_at_end(scan, &end, err))
			return err->status;
		if (end != (page == pages))
			return sp_scan_bad(scan, err, "the graph has "
					   "%" PRIu64 " pages, and the file %s "
					   "lines (one for each page, in their "
					   "order)", pages,
					   end ? "fewer" : "more");
		if (!end && read_owner(scan, processes, &owner[page], err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
partition_by_file(struct cmd *cmd, const char *path, uint64_t pages,
		  uint32_t processes, uint16_t *owner)
{
	struct sp_scan scan = { 0 };
	enum sp_status status = cmd_use_input(cmd, path);

	if (!status)
		status = sp_scan_open(&scan, path, NULL, &cmd->err);
	if (!status)
		status = read_owners(&scan, pages, processes, owner,
				     &cmd->err);
	sp_scan_close(&scan);
	return status;
}

static enum sp_status
find_owners(struct cmd *cmd, const struct crawl_parallel_options *options,
	    const struct crawl_input *input, uint16_t *owner)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&input->contents);
	uint64_t pages = sp_graph_pages(input->crawl.graph);
	uint32_t processes = options->processes;

	if (options->file)
		return partition_by_file(cmd, options->file, pages, processes,
					 owner);
	switch (options->partition) {
	case PARTITION_RANGE:
		sp_partition_by_range(pages, processes, owner);
		return SP_OK;
	case PARTITION_URL:
		sp_partition_by_url(sp_contents_names(&input->contents),
				    pages, processes, owner);
		return SP_OK;
	default:
		break;
	}
	if (!hosts)
		return sp_fail(&cmd->err, SP_DATA, "--partition %s needs the "
			       "hosts of pages, which the graph does not have "
			       "(url-hash and range need none)",
			       options->partition == PARTITION_TLD ?
				       "tld" : "site-hash");
	if (options->partition == PARTITION_TLD)
		return sp_partition_by_tld(hosts, processes, owner, &cmd->err);
	sp_partition_by_site(hosts, processes, owner);
	return SP_OK;
}

/*
 * A process without pages has nothing to do: the user should know, since
 * figures by the number of processes count it.  So should one whose processes
 * are those of countries, which differ in size: the crawl takes as long as the
 * largest.
 */
static void
warn_idle(struct cmd *cmd, const struct crawl_parallel *parallel,
	  uint64_t pages, bool uneven)
{
	uint32_t processes = parallel->how.processes, busy = 0, largest = 0;
	uint64_t owned[SP_PROCESSES_MAX] = { 0 };
	double times;

	for (uint64_t page = 0; page < pages; page++)
		busy += !owned[parallel->owner[page]]++;
	for (uint32_t i = 1; i < processes; i++)
		if (owned[i] > owned[largest])
			largest = i;
	times = (double)owned[largest] * processes / (double)pages;
	cmd_say(cmd, "process %lu owns the most pages: %" PRIu64 ", %.3g times "
		"its share", (unsigned long)largest, owned[largest], times);
	if (uneven && times > 2)
		cmd_warn(cmd, "process %lu owns %" PRIu64 " pages, %.3g times "
			 "its share: a top-level domain is not divided",
			 (unsigned long)largest, owned[largest], times);
	if (busy < processes)
		cmd_warn(cmd, "%lu of %lu processes own no page",
			 (unsigned long)(processes - busy),
			 (unsigned long)processes);
}

/* ---- replicated pages ------------------------------------------------- */

/*
 * They start the crawl together with the seeds, and are recorded with them:
 * reachable is what either can reach.
 */
static enum sp_status
add_to_seeds(struct crawl_input *input, const struct crawl_parallel *parallel,
	     uint32_t **seeds, uint64_t *count, struct sp_error *err)
{
	uint64_t known = input->crawl.seed_count;
	uint64_t *seen = sp_bitset_new(sp_graph_pages(input->crawl.graph));

	*seeds = sp_alloc(known + parallel->how.replicated_count,
			  sizeof(**seeds));
	if (!*seeds || !seen) {
		free(seen);
		return sp_no_memory(err, "the replicated pages");
	}
	*count = 0;
	for (uint64_t i = 0; i < known + parallel->how.replicated_count; i++) {
		uint32_t page = i < known ? input->crawl.seeds[i] :
					    parallel->replicated[i - known];

		if (!sp_bit_test_and_set(seen, page))
			(*seeds)[(*count)++] = page;
	}
	free(seen);
	return SP_OK;
}

static enum sp_status
read_replicated(struct cmd *cmd, const char *path, struct crawl_input *input,
		struct crawl_parallel *parallel)
{
	struct sp_page_list_options how = {
		.names = sp_contents_names(&input->contents),
		.pages = sp_graph_pages(input->crawl.graph), .no_drop = true
	};
	struct sp_page_list list = { 0 };
	enum sp_status status = cmd_read_pages(cmd, path, &how, &list);

	if (!status) {
		parallel->replicated = sp_alloc(list.count, sizeof(uint32_t));
		if (!parallel->replicated)
			status = sp_no_memory(&cmd->err,
					      "the replicated pages");
	}
	for (uint64_t i = 0; !status && i < list.count; i++)
		parallel->replicated[i] = (uint32_t)list.pages[i];
	parallel->how.replicated = parallel->replicated;
	parallel->how.replicated_count = list.count;
	sp_page_list_free(&list);
	if (status)
		return status;
	return add_to_seeds(input, parallel, &input->recorded,
			    &input->recorded_count, &cmd->err);
}

/* ---- the whole -------------------------------------------------------- */

enum sp_status
crawl_parallel_load(struct cmd *cmd,
		    const struct crawl_parallel_options *options,
		    struct crawl_input *input, struct crawl_parallel *parallel)
{
	uint64_t pages = sp_graph_pages(input->crawl.graph);

	parallel->owner = sp_alloc_large(pages, sizeof(*parallel->owner));
	if (!parallel->owner)
		return sp_no_memory(&cmd->err, "the owners of pages");
	parallel->how = (struct sp_parallel){
		.processes = options->processes, .mode = options->mode,
		.batch = options->batch, .owner = parallel->owner
	};
	if (find_owners(cmd, options, input, parallel->owner))
		return cmd->err.status;
	warn_idle(cmd, parallel, pages,
		  crawl_parallel_uses(options, PARTITION_TLD));
	if (!options->replicate)
		return SP_OK;
	return read_replicated(cmd, options->replicate, input, parallel);
}

void
crawl_parallel_free(struct crawl_parallel *parallel)
{
	free(parallel->owner);
	free(parallel->replicated);
}
