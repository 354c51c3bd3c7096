/* SPDX-License-Identifier: MIT */
/*
 * Three sections: names of hosts, their domains, if known, and the host of each
 * page as runs.  They come in this order, so that a run can be compared with
 * the number of names at once.  Runs are kept as they arrive until the number
 * of pages is confirmed by the graph or by names: six bytes may claim four
 * billion pages.  Then they become an array of 4 bytes a page.
 */
#include "stream/section/hosts.h"

#include "base/memory.h"
#include "graph/graph.h"
#include "stream/section/kind.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ---------------------------------------------------------- */

enum sp_status
sp_save_host_run(struct sp_section *section, uint64_t host, uint64_t pages,
		 struct sp_error *err)
{
	uint8_t bytes[2 * SP_LEB_MAX];
	uint8_t *end = sp_put_leb(sp_put_leb(bytes, host), pages);

	return sp_section_add(section, bytes, (size_t)(end - bytes), pages,
			      err);
}

/*
 * By runs: where pages are in the order of their URLs, the pages of a host are
 * one run, and take a few bytes together instead of four each.
 *
 * A run ends where the host changes.
 */
static enum sp_status
save_host_of(struct sp_writer *writer, const struct sp_hosts *hosts,
	     struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(&section, writer,
						 SP_TAG_HOST_OF, NULL, 0, err);
	uint64_t first = 0;

	while (!status && first < hosts->pages) {
		uint64_t end = first + 1;

		while (end < hosts->pages &&
		       hosts->host_of[end] == hosts->host_of[first])
			end++;
		status = sp_save_host_run(&section, hosts->host_of[first],
					  end - first, err);
		first = end;
	}
	return sp_section_close(&section, status, err);
}

/*
 * Names come first: a reader checks the host of each page against their number.
 */
enum sp_status
sp_save_hosts(struct sp_writer *writer, const struct sp_hosts *hosts,
	      struct sp_error *err)
{
	enum sp_status status = sp_save_strings(writer, SP_TAG_HOSTS,
						&hosts->names, err);

	if (!status && hosts->domains.count)
		status = sp_save_strings(writer, SP_TAG_DOMAINS,
					 &hosts->domains, err);
	return status ? status : save_host_of(writer, hosts, err);
}

enum sp_status
sp_save_made_hosts(struct sp_writer *writer, enum sp_status status,
		   struct sp_hosts *made, struct sp_contents *contents,
		   struct sp_error *err)
{
	sp_contents_drop(contents, SP_SECTION_HOSTS);
	if (!status)
		status = sp_save_hosts(writer, made, err);
	sp_hosts_free(made);
	return status;
}

/* ---- reading ---------------------------------------------------------- */

#define HOSTS_SEEN 1 /* the bit of names, the first part of the kind */

struct hosts_slot {
	struct sp_hosts hosts;
	uint64_t names, domains;  /* that came, also if none is kept */
	bool with_domains;
	/*
	 * The runs as they arrive: six bytes may stand for 2^32 pages, and the
	 * graph, which may belie them, often comes later.  hosts.host_of is
	 * made when the pages have been compared.
	 */
	uint8_t *runs;
	uint64_t runs_used, runs_capacity;
	/*
	 * The host of each page was read.  Without it, the names say nothing
	 * about pages, and there are no hosts for callers.
	 */
	bool complete;
};

static void
hosts_free(void *slot)
{
	struct hosts_slot *hosts = slot;

	sp_hosts_free(&hosts->hosts);
	free(hosts->runs);
	hosts->runs = NULL;
	hosts->runs_used = hosts->runs_capacity = 0;
	hosts->names = hosts->domains = 0;
	hosts->with_domains = false;
}

static enum sp_status
hosts_data(struct sp_loading *loading, struct sp_error *err)
{
	struct hosts_slot *to = loading->slot;

	to->names += loading->frame.count;
	return sp_load_strings(loading, loading->keep ? &to->hosts.names :
							NULL, err);
}

static enum sp_status
domains_head(struct sp_loading *loading, struct sp_error *err)
{
	struct hosts_slot *to = loading->slot;

	/* They would go with the hosts of a stream before. */
	if (!(loading->seen[SP_KIND_HOSTS] & HOSTS_SEEN))
		return sp_reader_bad(loading->reader, err,
				     "domains before their hosts");
	sp_names_free(&to->hosts.domains);
	to->domains = 0;
	to->with_domains = true;
	return SP_OK;
}

static enum sp_status
domains_data(struct sp_loading *loading, struct sp_error *err)
{
	struct hosts_slot *to = loading->slot;

	to->domains += loading->frame.count;
	return sp_load_strings(loading, loading->keep ? &to->hosts.domains :
							NULL, err);
}

static enum sp_status
host_of_head(struct sp_loading *loading, struct sp_error *err)
{
	struct hosts_slot *to = loading->slot;

	/*
	 * The pages of a second list would be appended to those of the first.
	 */
	if (to->hosts.pages)
		return sp_reader_bad(loading->reader, err,
				     "the hosts of pages come twice");
	to->complete = true;
	return SP_OK;
}

/* Keeps runs that have been checked. */
static enum sp_status
keep_runs(struct hosts_slot *to, const uint8_t *bytes, uint64_t length,
	  struct sp_error *err)
{
	if (!sp_grow(&to->runs, &to->runs_capacity, to->runs_used + length))
		return sp_no_memory(err, "the hosts of the pages");
	if (length)
		memcpy(to->runs + to->runs_used, bytes, length);
	to->runs_used += length;
	return SP_OK;
}

/* All checks are made here, so that hosts_complete() can unpack without any. */
static enum sp_status
host_of_data(struct sp_loading *loading, struct sp_error *err)
{
	struct hosts_slot *to = loading->slot;
	struct sp_hosts *hosts = &to->hosts;
	const uint8_t *at = loading->payload, *end = at + loading->frame.raw;
	uint64_t pages = 0;

	while (at < end) {
		uint64_t host, run;

		/*
		 * Subtracted, because a sum could wrap; pages never exceeds the
		 * count, nor hosts->pages + pages the maximum.
		 */
		if (!sp_get_leb(&at, end, &host) ||
		    !sp_get_leb(&at, end, &run) || !run ||
		    run > loading->frame.count - pages)
			return sp_reader_bad(loading->reader, err,
					     "an invalid run of pages");
		if (host >= to->names)
			return sp_reader_bad(loading->reader, err,
					     "a host without a name");
		if (run > SP_PAGES_MAX - hosts->pages - pages)
			return sp_reader_bad(loading->reader, err,
					     "more pages than supported");
		pages += run;
	}
	if (pages != loading->frame.count)
		return sp_reader_bad(loading->reader, err,
				     "fewer pages than the header counts");
	hosts->pages += pages;
	if (!loading->keep)
		return SP_OK;
	return keep_runs(to, loading->payload, loading->frame.raw, err);
}

/* Unpacks the runs, once; they were checked when they came. */
static enum sp_status
hosts_complete(void *slot, struct sp_error *err)
{
	struct hosts_slot *to = slot;
	const uint8_t *at = to->runs, *end;
	uint32_t *host_of;
	uint64_t page = 0, host, run;

	if (!at)
		return SP_OK;
	end = at + to->runs_used;
	if (!sp_grow(&to->hosts.host_of, &to->hosts.capacity, to->hosts.pages))
		return sp_no_memory(err, "the hosts of the pages");
	host_of = to->hosts.host_of;
	while (at < end && sp_get_leb(&at, end, &host) &&
	       sp_get_leb(&at, end, &run))
		for (; run; run--)
			host_of[page++] = (uint32_t)host;
	free(to->runs);
	to->runs = NULL;
	to->runs_used = to->runs_capacity = 0;
	return SP_OK;
}

static bool
hosts_pages(const void *slot, uint64_t *pages)
{
	const struct hosts_slot *hosts = slot;

	*pages = hosts->hosts.pages;
	return hosts->complete;
}

static enum sp_status
hosts_check(const struct sp_contents *contents, const void *slot,
	    struct sp_error *err)
{
	const struct hosts_slot *hosts = slot;

	(void)contents;
	if (!hosts->with_domains || hosts->domains == hosts->names)
		return SP_OK;
	return sp_fail(err, SP_DATA,
		       "%" PRIu64 " domains for %" PRIu64 " hosts",
		       hosts->domains, hosts->names);
}

const struct sp_section_kind sp_kind_hosts = {
	.name = "list of hosts",
	.parts = { { .tag = SP_TAG_HOSTS, .anew = true, .data = hosts_data },
		   { .tag = SP_TAG_DOMAINS, .head = domains_head,
		     .data = domains_data },
		   { .tag = SP_TAG_HOST_OF, .head = host_of_head,
		     .data = host_of_data } },
	.once = true,
	.size = sizeof(struct hosts_slot),
	.check = hosts_check,
	.pages = hosts_pages,
	.complete = hosts_complete,
	.free = hosts_free
};

/*
 * For a graph that is visited: its hosts are needed before its links, so before
 * the end of the stream that would complete them.
 */
enum sp_status
sp_contents_hosts_now(const struct sp_contents *contents, uint64_t pages,
		      const struct sp_hosts **hosts, struct sp_error *err)
{
	*hosts = sp_contents_hosts(contents);
	if (!*hosts)
		return SP_OK;
	if ((*hosts)->pages != pages)
		return sp_fail(err, SP_DATA, "hosts of %" PRIu64 " pages, but "
			       "the graph has %" PRIu64, (*hosts)->pages,
			       pages);
	return hosts_complete(contents->slots[SP_KIND_HOSTS], err);
}

const struct sp_hosts *
sp_contents_hosts(const struct sp_contents *contents)
{
	const struct hosts_slot *slot = contents->slots[SP_KIND_HOSTS];

	return slot && slot->complete ? &slot->hosts : NULL;
}
