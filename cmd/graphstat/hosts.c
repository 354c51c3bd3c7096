/* SPDX-License-Identifier: MIT */
/*
 * The parts "Hosts" and "Domains": links inside and between them.
 */
#include "graphstat.h"

#include "stream/section/hosts.h"

/*
 * The object stays open: hosts add their largest one.  Pages without a host are
 * units of their own, and are said if there are any.
 */
static void
describe_units(struct report *report, const char *key, const char *heading,
	       const struct sp_unit_statistics *units)
{
	uint64_t links = units->inside + units->between;

	report_open(report, key, heading);
	report_count(report, "count", "number", units->units);
	report_count(report, "pages_without", units->alone ?
		     "pages without one" : NULL, units->alone);
	report_part(report, "links_inside", "links inside", units->inside,
		    links);
	report_part(report, "links_between", "links between", units->between,
		    links);
}

static void
hosts_describe_largest(struct graphstat *stat)
{
	const struct sp_graph_statistics *figures = &stat->figures;
	const struct sp_hosts *hosts = sp_contents_hosts(&stat->contents);
	struct report *report = &stat->report;
	size_t length;
	const char *name;

	if (!figures->host_pages)
		return;
	name = sp_names_get(&hosts->names, figures->host, &length);
	report_open(report, "largest", NULL);
	report_count(report, "pages", "largest, pages", figures->host_pages);
	report_text(report, "name", "largest, name", name, length);
	report_close(report);
}

/* Without a graph, the figures are zeros, and nothing is known. */
static void
describe_hosts(struct graphstat *stat, const void *found)
{
	const struct sp_graph_statistics *figures = &stat->figures;
	struct report *report = &stat->report;

	(void)found;
	if (figures->hosts.known) {
		describe_units(report, "hosts", "Hosts", &figures->hosts);
		hosts_describe_largest(stat);
		report_close(report);
	} else {
		report_null(report, "hosts");
	}
	if (figures->domains.known) {
		describe_units(report, "domains", "Domains",
			       &figures->domains);
		report_close(report);
	} else {
		report_null(report, "domains");
	}
}

const struct graphstat_part graphstat_hosts = { .describe = describe_hosts };
