/* SPDX-License-Identifier: MIT */
/*
 * From the records of archives to a graph.  Records are unpacked, parsed and
 * turned into fetches by several threads (web/capture/batch.h), each with a
 * reader of its own, because a parser of HTML or JSON keeps its buffers between
 * pages.  The fetches come back one by one in the order of the files, so that
 * counts, messages and the numbers of pages do not depend on the threads, and
 * go to captures.c, which keeps the best of each page.
 *
 * WARC and WAT differ only in the reader: what a record of either says of a
 * page is one struct sp_captured.
 *
 * An archive without a page fails, except that of a task, whose files may have
 * none.
 */
#include "formats/import/formats.h"

#include "base/memory.h"
#include "web/capture/wat.h"

#include <stdlib.h>
#include <string.h>

/* A reader of records: one of the two, one a thread. */
struct reader {
	struct sp_fetcher *fetcher;
	struct sp_wat *wat;
};

struct warc_import {
	const struct sp_import_options *options;
	struct sp_warc_counts *counts;
	struct sp_imported *made;     /* for what is refused */
	struct sp_captures *captures;
	struct reader *readers;
	bool wat;
};

const char *
sp_warc_link_name(unsigned kind)
{
	if (kind < SP_LINK_KINDS)
		return sp_html_link_names[kind];
	return kind == SP_LINK_LOCATION ? "location" : "header";
}

/* ---- records ---------------------------------------------------------- */

/*
 * One thread takes all links, and the others wait for it: what can be known of
 * a link without the table of URLs is found here, by the thread that reads the
 * page.
 */
static enum sp_status
warc_read_record(void *context, int thread, const struct sp_record *record,
		 void *result, struct sp_error *err)
{
	struct warc_import *import = context;
	struct reader *reader = &import->readers[thread];
	struct sp_captured *fetch = result;

	if (reader->wat ? sp_wat_read(reader->wat, record, fetch, err) :
			  sp_fetch_read(reader->fetcher, record, fetch, err))
		return err->status;
	for (uint64_t i = 0; fetch->is_page && i < fetch->count; i++)
		fetch->links[i].hash = sp_captures_hash(import->captures,
							fetch->links[i].url);
	return SP_OK;
}

static void
release_fetch(void *result)
{
	sp_fetch_free(result);
}

static uint64_t
held_by_fetch(const void *result)
{
	return sp_fetch_held(result);
}

static void
count_record(struct sp_warc_counts *counts, const struct sp_record *record,
	     const struct sp_captured *fetch)
{
	counts->metadata += record->type == SP_RECORD_METADATA;
	counts->conversions += fetch->type == SP_FETCH_CONVERSION;
	counts->other_urls += fetch->type == SP_FETCH_OTHER;
	if (!fetch->is_page)
		return;
	counts->responses += fetch->type == SP_FETCH_RESPONSE;
	counts->resources += fetch->type == SP_FETCH_RESOURCE;
	counts->revisits += fetch->type == SP_FETCH_REVISIT;
	counts->cut_pages += fetch->cut;
	counts->bad_urls += fetch->bad;
	if (fetch->redirect.text)
		counts->redirects++;
	else if (!fetch->answered)
		counts->failed += fetch->type != SP_FETCH_REVISIT;
	else if (fetch->html)
		counts->html++;
	else
		counts->not_html++;
	for (uint64_t i = 0; i < fetch->count; i++)
		counts->links[fetch->links[i].kind]++;
}

/*
 * What the server said of the page.  304, and a revisit without a status, are
 * the page as it was; other statuses of 3xx lead to another page.
 */
static enum sp_page_state
state_of_fetch(const struct sp_captured *fetch)
{
	int status = fetch->status;

	if (fetch->redirect.text)
		return SP_PAGE_REDIRECT;
	if (fetch->answered || status == 304 ||
	    (!status && fetch->type == SP_FETCH_REVISIT))
		return SP_PAGE_OK;
	if (status == 404 || status == 410)
		return SP_PAGE_GONE;
	return status >= 200 && status < 300 ? SP_PAGE_OK :
	       status >= 300 && status < 400 ? SP_PAGE_REDIRECT :
					       SP_PAGE_FAILED;
}

static enum sp_status
take_links(struct sp_captures *captures, const struct sp_captured *fetch,
	   struct sp_error *err)
{
	struct sp_hashed_name urls[SP_NAMES_AHEAD];
	size_t count = 0;

	for (uint64_t i = 0; i < fetch->count; i++) {
		urls[count++] = (struct sp_hashed_name){ fetch->links[i].url,
							 fetch->links[i].hash };
		if (count < SP_NAMES_AHEAD && i + 1 < fetch->count)
			continue;
		if (sp_captures_links(captures, urls, count, err))
			return err->status;
		count = 0;
	}
	return SP_OK;
}

static enum sp_status
take_fetch(void *context, struct sp_batch *batch,
	   const struct sp_record *record, const void *result,
	   struct sp_error *err)
{
	struct warc_import *import = context;
	const struct sp_captured *fetch = result;
	struct sp_capture capture = { fetch->url, fetch->redirect,
				      fetch->time, fetch->answered,
				      state_of_fetch(fetch), fetch->size,
				      fetch->digest };
	bool wanted;

	if (fetch->damage && sp_batch_damaged(batch, fetch->damage, err))
		return err->status;
	count_record(import->counts, record, fetch);
	sp_refused_add(&import->made->long_pages, fetch->refused, fetch->url);
	sp_refused_add(&import->made->long_urls, fetch->too_long, fetch->url);
	sp_refused_add(&import->made->many_links, fetch->too_many, fetch->url);
	if (!fetch->is_page)
		return SP_OK;
	/*
	 * The links of a fetch that is not wanted are parsed already, by a
	 * thread that could not know; they are only not looked up.
	 */
	if (sp_captures_begin(import->captures, &capture, &wanted, err))
		return err->status;
	return wanted ? take_links(import->captures, fetch, err) : SP_OK;
}

/* ---- the import ------------------------------------------------------- */

static void
free_readers(struct warc_import *import)
{
	for (int i = 0; import->readers && i < import->options->sort.threads;
	     i++) {
		sp_fetcher_free(import->readers[i].fetcher);
		sp_wat_free(import->readers[i].wat);
	}
	free(import->readers);
}

/*
 * As many readers as threads, since a batch gives each record the number of the
 * thread that reads it.
 */
static enum sp_status
make_readers(struct warc_import *import, struct sp_error *err)
{
	const struct sp_warc_options *options = &import->options->warc;
	struct sp_fetch_options how = options->fetch;
	int threads = import->options->sort.threads;
	enum sp_status status = SP_OK;

	how.links = true;
	how.digests = true;
	how.text = false;
	how.max_page = options->max_record;
	how.max_url = import->options->max_url;
	import->readers = sp_alloc_zero((uint64_t)threads,
					sizeof(*import->readers));
	if (!import->readers)
		return sp_no_memory(err, "pages");
	for (int i = 0; !status && i < threads; i++)
		status = import->wat ?
				 sp_wat_new(&how, &import->readers[i].wat,
					    err) :
				 sp_fetcher_new(&how,
						&import->readers[i].fetcher,
						err);
	return status;
}

static enum sp_status
warc_read_records(struct warc_import *import, struct sp_error *err)
{
	const struct sp_import_options *options = import->options;
	struct sp_batch_options how = {
		.paths = options->paths, .path_count = options->path_count,
		.source = options->source,
		.max_record = options->warc.max_record,
		.threads = options->sort.threads,
		.strict = options->warc.strict,
		.whole = options->warc.whole,
		.reading = options->reading,
		.context = options->warc.context,
		.tell = options->warc.tell, .count = options->warc.count
	};
	struct sp_batch_work work = { import, sizeof(struct sp_captured),
				      warc_read_record, take_fetch,
				      release_fetch, held_by_fetch };
	struct sp_captures_options kept = {
		options->warc.first, options->warc.fetched_only,
		options->warc.fold_redirects, options->warc.for_merge,
		options->sort
	};

	import->captures = sp_captures_new(&kept);
	if (!import->captures)
		return sp_no_memory(err, "pages");
	return sp_batch_run(&how, &work, &import->counts->batch, err);
}

/* A graph without pages is no result, and most likely the wrong file. */
static enum sp_status
fail_without_pages(const struct warc_import *import, struct sp_error *err)
{
	const struct sp_warc_counts *counts = import->counts;
	const char *advice = "", *name = import->options->paths[0];

	if (!strcmp(name, "-"))
		name = "standard input";
	if (!import->wat && counts->conversions)
		advice = ": these are texts of pages (WET), which have no "
			 "links: give the WARC or WAT files";
	else if (!import->wat && counts->metadata)
		advice = ": for metadata (WAT) give -f wat";
	else if (import->wat)
		advice = ": for pages (WARC) give -f warc";
	return sp_fail(err, SP_DATA, "%s: no page was fetched in %" PRIu64 " "
		       "records, %" PRIu64 " of them damaged%s", name,
		       counts->batch.records, counts->batch.damaged, advice);
}

static enum sp_status
warc_read_archives(const struct sp_import_options *options, bool wat,
		   struct sp_imported *made, struct sp_error *err)
{
	struct warc_import import = { .options = options,
				      .counts = &made->warc, .made = made,
				      .wat = wat };
	struct sp_collected collected = { .graph = NULL };
	enum sp_status status = make_readers(&import, err);

	if (!status)
		status = warc_read_records(&import, err);
	/* Buffers of the parsers go before the links are sorted. */
	free_readers(&import);
	/* One of many tasks may have got files without pages. */
	if (!status && !options->warc.for_merge &&
	    !(made->warc.responses + made->warc.resources +
	      made->warc.revisits))
		status = fail_without_pages(&import, err);
	if (!status)
		status = sp_captures_finish(import.captures, &collected,
					    &made->names, &made->captures,
					    &made->states, &made->fetches,
					    &made->warc.captures, err);
	sp_captures_free(import.captures);
	sp_imported_take(made, &collected);
	if (status)
		return status;
	if (!sp_graph_pages(made->graph) && !options->warc.for_merge)
		return sp_fail(err, SP_DATA, "%s: no page is left: all that "
			       "were fetched redirect to pages that were not "
			       "(leave out --fetched-only or "
			       "--fold-redirects)", options->paths[0]);
	return SP_OK;
}

/* ---- in the table of formats ------------------------------------------ */

static enum sp_status
read_warc(const struct sp_import_options *options,
	  const struct sp_row_sink *sink, struct sp_imported *made,
	  struct sp_error *err)
{
	(void)sink;
	return warc_read_archives(options, false, made, err);
}

static enum sp_status
read_wat(const struct sp_import_options *options,
	 const struct sp_row_sink *sink, struct sp_imported *made,
	 struct sp_error *err)
{
	(void)sink;
	return warc_read_archives(options, true, made, err);
}

const struct sp_import_format sp_format_warc = {
	.in_memory = true, .many_files = true, .has_names = true,
	.read = read_warc
};

const struct sp_import_format sp_format_wat = {
	.in_memory = true, .many_files = true, .has_names = true,
	.read = read_wat
};
