/* SPDX-License-Identifier: MIT */
/*
 * Logs of crawlers: the first byte chooses the format.  Events are in range,
 * every line is counted, and any requests make a valid order.
 */
#include "walk.h"

#include "graph/links/rowstore.h"
#include "web/crawllog/crawllog.h"
#include "web/crawllog/history.h"

#define PAGES 8

struct log_run {
	struct sp_history *history;
	uint64_t events;
};

static bool
is_text(struct sp_span text)
{
	return text.text ? text.length < (size_t)16 << 20 : !text.length;
}

/* Its bytes choose the page, so that pages come again. */
static enum sp_status
take_event(void *context, const struct sp_crawl_event *event,
	   struct sp_error *err)
{
	struct log_run *run = context;
	struct sp_request request = {
		.page = (uint32_t)(event->url.length % PAGES),
		.via = event->via.text ? (uint32_t)(event->via.length % PAGES) :
					 SP_VIA_NONE,
		.time = event->time, .serial = event->line,
		.seed = event->seed,
		.downloaded = event->outcome == SP_CRAWL_DOWNLOAD
	};
	char text[SP_WHEN_TEXT];
	bool again;

	hold(event->url.text && event->url.length && is_text(event->url));
	hold(is_text(event->via) && is_text(event->mime) &&
	     is_text(event->digest));
	hold(event->time >= 0 && event->size >= -1);
	hold(event->state < SP_PAGE_STATES);
	hold(event->depth == -1 || event->depth > 0);
	hold(event->end == SP_NO_TIME || event->end >= event->time);
	hold(sp_when_format(text, event->time) == 24);
	run->events++;
	return sp_history_add(run->history, &request, &again, err);
}

/* Page i links to all pages below it. */
static struct sp_graph *
stairs(void)
{
	struct sp_rowstore *store = sp_rowstore_new(1, false);
	uint32_t below[PAGES];
	struct sp_graph *graph = NULL;
	double *weights = NULL;
	struct sp_error err;

	hold(store != NULL);
	for (uint32_t page = 0; page < PAGES; page++) {
		struct sp_row row = { .page = page, .successors = below,
				      .count = page };

		below[page] = page;
		hold(!sp_rowstore_row(store, &row, &err));
	}
	hold(!sp_rowstore_finish(store, PAGES, &graph, &weights, &err));
	sp_rowstore_free(store);
	return graph;
}

static void
check_order(struct sp_history *history)
{
	struct sp_graph *graph = stairs();
	struct sp_history_counts counts;
	struct sp_order order = { .count = 0 };
	uint32_t depth[PAGES] = { 0 };
	struct sp_error err;

	hold(!sp_history_order(history, graph, NULL, 0, &order, &counts,
			       &err));
	hold(order.count <= PAGES && order.seed_count <= PAGES);
	for (uint64_t i = 0; i < order.count; i++) {
		uint32_t parent = order.parents[i];

		hold(!depth[order.pages[i]]);
		hold(!i || order.keys[i] >= order.keys[i - 1]);
		hold(order.depths[i] == (parent == SP_NO_PARENT ? 1 :
					 depth[parent] + 1));
		hold(parent == SP_NO_PARENT || depth[parent]);
		depth[order.pages[i]] = order.depths[i];
	}
	hold(order.report.downloads == order.count);
	hold(order.report.known >= order.count);
	hold(counts.seeds + counts.orphans + counts.by_via + counts.by_link ==
	     order.count);
	sp_order_free(&order);
	sp_graph_free(graph);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t how = fuzz_take(&data, &size, 1);
	struct sp_crawllog_options options = {
		.format = (enum sp_crawl_format_number)(
			(how & 63) % (SP_LOG_COUNT - 1) + 1),
		.strict = how & 128, .site = how & 64 ? "http://s/" : NULL
	};
	enum sp_crawl_format_number found;
	struct sp_crawllog_counts counts;
	struct log_run run = { sp_history_new(), 0 };
	struct sp_crawl_event_sink sink = { &run, take_event, NULL };
	struct sp_source *source;
	char path[FUZZ_PATH];
	struct sp_error err;
	enum sp_status status;

	fuzz_file(0, data, size, path);
	status = sp_source_open(path, &source, &err);
	hold(run.history != NULL);
	if (!status)
		status = sp_crawllog_recognise(source, &found, &err);
	if (!status)
		status = sp_crawllog_read(source, &options, &sink, &counts,
					  &err);
	hold(!status || ((status == SP_DATA || status == SP_USAGE) &&
			 err.text[0]));
	if (!status) {
		hold(counts.events == run.events);
		hold(counts.events + counts.bad <= counts.lines + 1);
		hold(!counts.bad == !counts.wrong);
		check_order(run.history);
	}
	sp_history_free(run.history);
	sp_source_close(source);
	return 0;
}
