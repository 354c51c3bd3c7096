/* SPDX-License-Identifier: MIT */
/*
 * The part "Graph": pages and links, and the room that they take.
 *
 * Links were counted in one pass when the stream was loaded, and are said here.
 * Without a graph, the results in the stream say of which graph they are.  A
 * part of a graph says whose links it has: its counts are theirs.
 */
#include "graphstat.h"

#include "stream/section/part.h"

/*
 * The label of the text has the page as a remark; JSON has an object of both.
 */
static void
describe_degree(struct report *report, const char *key, const char *label,
		const struct sp_degree *degree)
{
	report_open(report, key, NULL);
	report_count_with(report, "links", label, degree->links, "page %lu",
			  (unsigned long)degree->page);
	report_count(report, "page", NULL, degree->page);
	report_close(report);
}

/* How much room the links take, in all and each. */
static void
describe_size(struct report *report, const char *key, const char *label,
	      uint64_t bytes, uint64_t links)
{
	double each = links ? (double)bytes / (double)links : 0;

	report_open(report, key, NULL);
	if (!links) {
		report_count(report, "bytes", label, bytes);
		report_null(report, "bytes_per_link");
		report_null(report, "bits_per_link");
	} else {
		report_count_with(report, "bytes", label, bytes,
				  "%.2f bytes, %.2f bits a link", each,
				  8 * each);
		report_real(report, "bytes_per_link", NULL, each, 0);
		report_real(report, "bits_per_link", NULL, 8 * each, 0);
	}
	report_close(report);
}

/*
 * A graph from which links were removed remembers what it was.  One with as
 * many links as its origin but another checksum was turned round, the only
 * other thing that filters do to a graph and keep its origin.
 */
static void
describe_origin(struct graphstat *stat)
{
	struct sp_fingerprint own = stat->share->whole;
	struct sp_fingerprint origin = stat->share->origin;
	struct report *report = &stat->report;

	report_checksum(report, "checksum", "fingerprint", own.checksum);
	if (sp_fingerprint_equal(&own, &origin)) {
		report_null(report, "origin");
		return;
	}
	report_open(report, "origin", NULL);
	report_count(report, "links", origin.links == own.links ?
		     "links before a turn" : "links before pruning",
		     origin.links);
	report_checksum(report, "checksum", "fingerprint then",
			origin.checksum);
	report_close(report);
}

/* Of several: whose links these are. */
static void
describe_part(struct report *report, const struct sp_part *part)
{
	if (!part || part->count == 1) {
		report_null(report, "part");
		return;
	}
	report_open(report, "part", NULL);
	report_count_with(report, "number", "part, from 0", part->number,
			  "of %lu", (unsigned long)part->count);
	report_count(report, "count", NULL, part->count);
	report_count(report, "first", "first page of it", part->first);
	report_count(report, "end", "page after its last", part->end);
	report_close(report);
}

static void
describe_links(struct graphstat *stat)
{
	const struct sp_graph_statistics *figures = &stat->figures;
	const struct sp_listed_section *section = &stat->stored;
	struct report *report = &stat->report;
	uint64_t pages = figures->pages, links = figures->links;

	report_open(report, "graph", "Graph");
	report_count(report, "pages", "pages", pages);
	describe_part(report, sp_contents_part(&stat->contents));
	report_part(report, "dangling", "without links", figures->dangling,
		    pages);
	report_part(report, "without_in_links", "without in-links",
		    figures->unlinked, pages);
	report_part(report, "isolated", "with neither", figures->isolated,
		    pages);
	report_count(report, "links", "links", links);
	report_part(report, "self_links", "to the same page",
		    figures->self_links, links);
	if (pages)
		report_real(report, "mean_degree", "mean degree",
			    (double)links / (double)pages, 3);
	else
		report_null(report, "mean_degree");
	if (links) {
		describe_degree(report, "largest_out_degree",
				"largest out-degree", &figures->out);
		describe_degree(report, "largest_in_degree",
				"largest in-degree", &figures->in);
	} else {
		report_null(report, "largest_out_degree");
		report_null(report, "largest_in_degree");
	}
	/* Of a share, only the part of this process has been read. */
	if (!stat->joint) {
		describe_size(report, "stored", "bytes, stored",
			      section->stored, links);
		describe_size(report, "unpacked", "bytes, unpacked",
			      section->unpacked, links);
	}
	describe_origin(stat);
	report_close(report);
}

/* The results in a stream say which graph they are about. */
static void
describe_no_graph(struct graphstat *stat)
{
	const struct sp_listing *listing = &stat->listing;
	struct report *report = &stat->report;

	report_null(report, "graph");
	report_say(report, "No graph in this stream");
	for (uint64_t i = 0; i < listing->count; i++) {
		const struct sp_basis *basis = &listing->sections[i].basis;

		if (!listing->sections[i].has_basis)
			continue;
		report_say(report, "; it belongs to one of %" PRIu64 " pages "
			   "and %" PRIu64 " links,\nfingerprint %016" PRIx64,
			   basis->graph.pages, basis->graph.links,
			   basis->graph.checksum);
		break;
	}
	report_say(report, ".\n");
}

static void
describe_graph(struct graphstat *stat, const void *found)
{
	(void)found;
	if (stat->share)
		describe_links(stat);
	else
		describe_no_graph(stat);
}

const struct graphstat_part graphstat_graph = {
	.is_shared = true, .describe = describe_graph
};
