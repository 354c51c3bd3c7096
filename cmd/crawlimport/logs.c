/* SPDX-License-Identifier: MIT */
/*
 * The logs, one after the other, into what is wanted of them.  The reader of
 * logs gives events and says nothing of pages; here their URLs become pages,
 * and what has no page is counted and listed.
 *
 * Looking URLs up is most of the time where a graph has millions of pages,
 * since each look-up waits for memory.  Two things help: the reader says which
 * events come next, so that their places are fetched together
 * (expect_events()), and the page that a URL was found on is looked up once for
 * a run of lines that name it (find_via()).
 *
 * Serial numbers of requests count lines over all logs, so that of two requests
 * of the same time the one of the earlier line comes first, also across files.
 */
#include "crawlimport.h"

#include "cli/foreign.h"

#include "base/memory.h"

#include <string.h>

#define NO_PAGE SP_LOG_NO_PAGE
#define EXPECTED 32 /* events of which URLs are looked up together */

/* ---- events ----------------------------------------------------------- */

/* Lines next to each other often come from one page. */
static enum sp_status
find_via(struct crawlimport *job, struct sp_span via, uint64_t *page)
{
	struct sp_error *err = &job->cmd->err;
	enum sp_status status;

	if (job->via && via.length == job->via_length &&
	    !memcmp(via.text, job->via, via.length)) {
		*page = job->via_page;
		return SP_OK;
	}
	status = sp_log_pages_find(job->pages, via, page, err);
	if (status)
		return status;
	if (!sp_grow(&job->via, &job->via_capacity, via.length + 1))
		return sp_no_memory(err, "a URL");
	memcpy(job->via, via.text, via.length);
	job->via_length = via.length;
	job->via_page = *page;
	return SP_OK;
}

/*
 * What is no page of the graph is missing only if it was asked for: robots.txt
 * and URLs out of scope are no pages that the graph lacks.
 */
static enum sp_status
count_event(struct crawlimport *job, const struct sp_crawl_event *event,
	    uint64_t page)
{
	struct log_counts *counts = &job->counts;
	bool download = event->outcome == SP_CRAWL_DOWNLOAD;

	counts->downloads += download;
	counts->revisits += event->revisit;
	counts->failures += event->outcome == SP_CRAWL_FAILURE;
	counts->others += event->outcome == SP_CRAWL_OTHER;
	if (event->outcome == SP_CRAWL_OTHER)
		return SP_OK;
	if (page == NO_PAGE) {
		counts->missed += download;
		return missing_add(job, event);
	}
	counts->matched += download;
	return SP_OK;
}

static enum sp_status
note_request(struct crawlimport *job, const struct sp_crawl_event *event,
	     uint64_t page, uint64_t via)
{
	struct sp_request request = {
		.page = (uint32_t)page, .via = log_via(event, via),
		.time = log_time(job->options, event),
		.serial = job->counts.lines + event->line,
		.seed = event->seed,
		.downloaded = event->outcome == SP_CRAWL_DOWNLOAD ||
			      (event->outcome == SP_CRAWL_FAILURE &&
			       job->options->failed)
	};
	bool again;

	if (sp_history_add(job->history, &request, &again, &job->cmd->err))
		return job->cmd->err.status;
	job->counts.again += request.downloaded && again;
	return SP_OK;
}

/*
 * The first of ok, redirect, gone, failed, refused and filtered that a line
 * says, in whatever order the lines are: a page that was fetched has the links
 * of the graph, though a later try may have failed.
 */
static enum sp_status
note_state(struct crawlimport *job, const struct sp_crawl_event *event,
	   uint64_t page)
{
	uint8_t *state = &job->states.state_of[page];
	enum sp_page_state before = (enum sp_page_state)*state;

	if (event->state == SP_PAGE_UNFETCHED)
		return SP_OK;
	job->counts.states++;
	if (*state == SP_PAGE_UNFETCHED || event->state < *state)
		*state = (uint8_t)event->state;
	return log_fetches_note(job, event, page, before);
}

static enum sp_status
take_event(void *context, const struct sp_crawl_event *event,
	   struct sp_error *err)
{
	struct crawlimport *job = context;
	bool asked = event->outcome != SP_CRAWL_OTHER || event->seed;
	uint64_t page = NO_PAGE, via = NO_PAGE;
	enum sp_status status = SP_OK;

	(void)err; /* that of cmd */
	/*
	 * What is no page need not be looked up, unless it is a seed, or one
	 * that was refused.
	 */
	if (asked || (makes_states(job) && event->state != SP_PAGE_UNFETCHED))
		status = sp_log_pages_find(job->pages, event->url, &page,
					   &job->cmd->err);
	if (!status && makes_states(job) && page != NO_PAGE)
		status = note_state(job, event, page);
	if (!asked)
		page = NO_PAGE;
	if (!status)
		status = count_event(job, event, page);
	if (!status && page != NO_PAGE && event->via.text)
		status = find_via(job, event->via, &via);
	if (!status && makes_table(job))
		return requests_add(job, event, page, via);
	if (status || page == NO_PAGE)
		return status;
	if (!has_graph(job) && via != NO_PAGE)
		status = web_add(job, via, page);
	return status ? status : note_request(job, event, page, via);
}

/* Looked up together, URLs wait for memory once. */
static void
expect_events(void *context, const struct sp_crawl_event *events, size_t count)
{
	struct crawlimport *job = context;
	struct sp_span urls[2 * EXPECTED], *to = urls, *last = NULL;

	if (count > EXPECTED)
		count = EXPECTED;
	for (size_t i = 0; i < count; i++) {
		*to++ = events[i].url;
		if (!events[i].via.text ||
		    (last && sp_span_equal(*last, events[i].via)))
			continue;
		last = to;
		*to++ = events[i].via;
	}
	sp_log_pages_expect(job->pages, urls, (size_t)(to - urls));
}

/* ---- files ------------------------------------------------------------ */

/*
 * A file that another filter reads gets advice for that, and so does UTF-16; an
 * empty one is said to be empty, as logs are after they were rotated.
 */
static enum sp_status
fail_unknown(struct crawlimport *job, struct sp_source *source)
{
	struct sp_error *err = &job->cmd->err;
	struct sp_span sample = SP_SPAN_ABSENT;

	if (cmd_reject_foreign(job->cmd, source, "the log of a crawler") ||
	    sp_source_skip_mark(source, err) ||
	    sp_source_peek(source, &sample.text, &sample.length, err))
		return err->status;
	if (!sample.length)
		return sp_fail(err, SP_DATA, "%s: empty, not the log of a "
			       "crawler", sp_source_name(source));
	return sp_fail(err, SP_DATA, "%s: not the log of a known crawler (-f "
		       "says what it is; -f tsv with --time-column and "
		       "--url-column reads any table)", sp_source_name(source));
}

/* Naming columns, or what separates them, says that the log is a table. */
static bool
is_of_columns(const struct log_options *options)
{
	for (int f = 0; f < SP_FIELDS; f++)
		if (options->reading.columns.names[f])
			return true;
	return options->separator;
}

static enum sp_status
logs_find_format(struct crawlimport *job, struct sp_source *source,
		 enum sp_crawl_format_number *format)
{
	struct sp_error *err = &job->cmd->err;

	*format = job->options->format;
	if (*format != SP_LOG_AUTO)
		return SP_OK;
	if (sp_crawllog_recognise(source, format, err))
		return err->status;
	if (is_of_columns(job->options) && *format != SP_LOG_SCRAPY)
		*format = SP_LOG_TSV;
	if (*format == SP_LOG_AUTO)
		return fail_unknown(job, source);
	/* Any JSON could be a feed of Scrapy, but not what is known. */
	if (*format == SP_LOG_SCRAPY &&
	    cmd_reject_foreign(job->cmd, source, "the log of a crawler"))
		return err->status;
	cmd_say(job->cmd, "%s: %s", sp_source_name(source),
		sp_crawl_formats[*format]->noun);
	return SP_OK;
}

static void
count_lines(struct crawlimport *job, const struct sp_source *source,
	    const struct sp_crawllog_counts *counts)
{
	job->counts.lines += counts->lines;
	job->counts.bad += counts->bad;
	if (counts->bad)
		cmd_warn(job->cmd, "%s: line %" PRIu64 ": %s; %" PRIu64 " of "
			 "%" PRIu64 " lines cannot be read and are left out",
			 sp_source_name(source), counts->first_bad,
			 counts->wrong, counts->bad, counts->lines);
	if (counts->relative)
		cmd_warn(job->cmd, "%s: %" PRIu64 " of %" PRIu64 " lines are "
			 "left out: their URLs have no scheme such as https:",
			 sp_source_name(source), counts->relative,
			 counts->lines);
}

static enum sp_status
read_log(struct crawlimport *job, const char *path, struct sp_reading *reading)
{
	struct sp_crawl_event_sink sink = { job, take_event, expect_events };
	struct sp_crawllog_options how = job->options->reading;
	struct sp_error *err = &job->cmd->err;
	struct sp_crawllog_counts counts = { 0 };
	struct sp_source *source = NULL;
	enum sp_status status = cmd_open_source(job->cmd, path, &source);

	if (!status)
		status = logs_find_format(job, source, &how.format);
	if (!status) {
		job->tables.format = how.format;
		job->site_used |= how.format == SP_LOG_ACCESS;
		sp_source_follow(source, reading);
		status = sp_crawllog_read(source, &how, &sink, &counts, err);
	}
	if (!status && counts.bad && !counts.events)
		status = sp_fail(err, SP_DATA, "%s: line %" PRIu64 ": %s; none "
				 "of %" PRIu64 " lines can be read (is it %s?)",
				 sp_source_name(source), counts.first_bad,
				 counts.wrong, counts.lines,
				 sp_crawl_formats[how.format]->noun);
	if (!status)
		count_lines(job, source, &counts);
	sp_source_close(source);
	return status;
}

enum sp_status
logs_read(struct crawlimport *job)
{
	char standard[] = "-";
	char *only[] = { standard };
	char **paths = job->cmd->operand_count ? job->cmd->operands : only;
	int count = job->cmd->operand_count ? job->cmd->operand_count : 1;
	struct progress progress;
	struct sp_reading reading;
	enum sp_status status = SP_OK;

	progress_begin(&progress, job->cmd, "reading");
	progress.bytes = true;
	reading = (struct sp_reading){ &progress.teller, 0,
				       sp_files_size(paths,
						     (uint64_t)count) };
	for (int i = 0; !status && i < count; i++)
		status = read_log(job, paths[i], &reading);
	progress_end(&progress);
	if (!status && job->options->reading.site && !job->site_used)
		status = sp_fail(&job->cmd->err, SP_USAGE, "option --site: "
				 "none of the logs is an access log");
	return status;
}
