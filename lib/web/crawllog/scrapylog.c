/* SPDX-License-Identifier: MIT */
/*
 * The log of Scrapy at the level DEBUG, its default, of which these lines
 * matter:
 *
 *	time [scrapy.core.engine] DEBUG: Crawled (200) <GET URL> (referer: URL)
 *	time [...redirect] DEBUG: Redirecting (302) to <GET URL> from <GET URL>
 *	time [...retry] DEBUG: Retrying <GET URL> (failed 1 times): REASON
 *	time [scrapy.core.scraper] ERROR: Error downloading <GET URL>
 *	time [...robotstxt] DEBUG: Forbidden by robots.txt: <GET URL>
 *
 * "Gave up retrying" and "Ignoring response" repeat what another line says.
 * The log does not say where the source of a redirect was found.  The referer
 * of its target is the source, or in older versions the page with the link to
 * the source.
 */
#include "web/crawllog/crawllog.h"

/* Some page, but which is not said. */
static const struct sp_span unsaid = { "", 0 };

/* ---- parts of a line -------------------------------------------------- */

/*
 * Takes what stands before a sign, and the sign; false if it is not there.
 * Then the line is used up, as it cannot be one of Scrapy's.
 */
static bool
take_until(struct sp_span *line, char sign, struct sp_span *inside)
{
	bool found = sp_span_before(*line, sign) < line->length;

	*inside = sp_span_cut_at(line, sign);
	return found;
}

struct scrapy_request {
	struct sp_span method, url;
};

/* "<GET URL>": Scrapy escapes signs that end it. */
static bool
scrapylog_take_request(struct sp_span *line, struct scrapy_request *request)
{
	return sp_span_take(line, SP_SPAN("<")) &&
	       take_until(line, ' ', &request->method) &&
	       take_until(line, '>', &request->url) &&
	       request->url.length;
}

/* "(200)"; other reasons for a redirect are no statuses. */
static bool
take_status(struct sp_span *line, int *status)
{
	struct sp_span text;

	if (!sp_span_take(line, SP_SPAN("(")) ||
	    !take_until(line, ')', &text))
		return false;
	if (!sp_crawl_parse_status(text, status) || *status < 0)
		*status = 0;
	return true;
}

static enum sp_crawl_outcome
outcome_of(const struct scrapy_request *request, int status)
{
	/* HEAD and POST bring no page of the graph. */
	return sp_span_equal(request->method, SP_SPAN("GET")) ?
		       sp_crawl_outcome_of(status) : SP_CRAWL_OTHER;
}

/* ---- lines ------------------------------------------------------------ */

/* "URL)", or "URL) ['cached']"; the URL itself may have brackets. */
static struct sp_span
referer_of(struct sp_span line)
{
	static const char flags[] = ") [";
	struct sp_span referer = { line.text, line.length };
	const char *at = line.length ? memmem(line.text, line.length, flags,
					      sizeof(flags) - 1) : NULL;

	if (at)
		referer.length = (size_t)(at - line.text);
	else if (line.length && line.text[line.length - 1] == ')')
		referer.length--;
	if (sp_span_equal(referer, SP_SPAN("None")))
		return (struct sp_span)SP_SPAN_ABSENT;
	return referer;
}

/* "(200) <GET URL> (referer: URL)" */
static enum sp_crawl_line
scrapylog_crawled(struct sp_crawl_lines *lines, struct sp_span line,
		  struct sp_crawl_event *event)
{
	struct scrapy_request request;

	if (!take_status(&line, &event->status) ||
	    !sp_span_take(&line, SP_SPAN(" ")) ||
	    !scrapylog_take_request(&line, &request) ||
	    !sp_span_take(&line, SP_SPAN(" (referer: ")))
		return sp_line_bad(lines, "not a response of Scrapy");
	event->url = request.url;
	event->via = referer_of(line);
	event->outcome = outcome_of(&request, event->status);
	return SP_LINE_EVENT;
}

/* "(302) to <GET URL> from <GET URL>" */
static enum sp_crawl_line
scrapylog_redirect(struct sp_crawl_lines *lines, struct sp_span line,
		   struct sp_crawl_event *event)
{
	struct scrapy_request to, from;

	if (!take_status(&line, &event->status) ||
	    !sp_span_take(&line, SP_SPAN(" to ")) ||
	    !scrapylog_take_request(&line, &to) ||
	    !sp_span_take(&line, SP_SPAN(" from ")) ||
	    !scrapylog_take_request(&line, &from))
		return sp_line_bad(lines, "not a redirect of Scrapy");
	event->url = from.url;
	event->via = unsaid;
	event->outcome = outcome_of(&from, event->status);
	return SP_LINE_EVENT;
}

/* "<GET URL>": it did not come, or was not asked for. */
static enum sp_crawl_line
scrapylog_gone(struct sp_crawl_lines *lines, struct sp_span *line,
	       enum sp_crawl_outcome outcome, struct sp_crawl_event *event)
{
	struct scrapy_request request;

	if (!scrapylog_take_request(line, &request))
		return sp_line_bad(lines, "not a request of Scrapy");
	event->url = request.url;
	event->via = unsaid;
	event->outcome = outcome_of(&request, 0) == SP_CRAWL_OTHER ?
				 SP_CRAWL_OTHER : outcome;
	return SP_LINE_EVENT;
}

/* "<GET URL> (failed 1 times): 503 Service Unavailable" */
static enum sp_crawl_line
scrapylog_retry(struct sp_crawl_lines *lines, struct sp_span line,
		struct sp_crawl_event *event)
{
	enum sp_crawl_line what = scrapylog_gone(lines, &line,
						 SP_CRAWL_FAILURE, event);
	struct sp_span times, status;

	if (what != SP_LINE_EVENT ||
	    !sp_span_take(&line, SP_SPAN(" (failed ")) ||
	    !take_until(&line, ')', &times))
		return sp_line_bad(lines, "not a request of Scrapy");
	if (!sp_span_take(&line, SP_SPAN(": ")) ||
	    !take_until(&line, ' ', &status) ||
	    !sp_crawl_parse_status(status, &event->status) || event->status < 0)
		event->status = 0;
	return what;
}

/* ---- the format ------------------------------------------------------- */

/* " [scrapy.core.engine] DEBUG: " */
static bool
take_source(struct sp_span *line, struct sp_span *module)
{
	struct sp_span level;

	return sp_span_take(line, SP_SPAN(" [")) &&
	       take_until(line, ']', module) &&
	       sp_span_take(line, SP_SPAN(" ")) &&
	       take_until(line, ':', &level) &&
	       sp_span_take(line, SP_SPAN(" "));
}

static enum sp_crawl_line
scrapylog_message(struct sp_crawl_lines *lines, struct sp_span module,
		  struct sp_span line, struct sp_crawl_event *event)
{
	if (sp_span_equal(module, SP_SPAN("core.engine")) &&
	    sp_span_take(&line, SP_SPAN("Crawled ")))
		return scrapylog_crawled(lines, line, event);
	if (sp_span_equal(module, SP_SPAN("core.scraper")) &&
	    sp_span_take(&line, SP_SPAN("Error downloading ")))
		return scrapylog_gone(lines, &line, SP_CRAWL_FAILURE, event);
	if (sp_span_take(&line, SP_SPAN("Redirecting ")))
		return scrapylog_redirect(lines, line, event);
	if (sp_span_take(&line, SP_SPAN("Retrying ")))
		return scrapylog_retry(lines, line, event);
	if (sp_span_take(&line, SP_SPAN("Forbidden by robots.txt: "))) {
		event->state = SP_PAGE_REFUSED;
		return scrapylog_gone(lines, &line, SP_CRAWL_OTHER, event);
	}
	return SP_LINE_NONE;
}

static enum sp_crawl_line
scrapylog_line(struct sp_crawl_lines *lines, struct sp_span line,
	       struct sp_crawl_event *event)
{
	struct sp_span module;

	/* Other lines go on with one, and other modules may say anything. */
	if (!sp_when_take(&line, lines->options->zone, &event->time) ||
	    !take_source(&line, &module) ||
	    !sp_span_take(&module, SP_SPAN("scrapy.")))
		return SP_LINE_NONE;
	return scrapylog_message(lines, module, line, event);
}

/*
 * The first line is any of the modules', as Scrapy begins with its own version;
 * one of scrapy's must come soon.
 */
static bool
scrapylog_looks(struct sp_span sample)
{
	const struct sp_when_zone utc = { 0, false };
	struct sp_span line = sp_sample_line(sample), module;
	int64_t time;

	return sp_when_take(&line, utc, &time) &&
	       take_source(&line, &module) &&
	       memmem(sample.text, sample.length, " [scrapy.", 9);
}

const struct sp_crawl_format sp_crawl_scrapylog = {
	.noun = "a log of Scrapy",
	.looks = scrapylog_looks,
	.line = scrapylog_line
};
