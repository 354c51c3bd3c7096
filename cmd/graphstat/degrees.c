/* SPDX-License-Identifier: MIT */
/*
 * The part "Degrees": how many pages have how many links and in-links.
 *
 * Bins are powers of two, since counts of single degrees are 0 or 1 in the
 * tail: the density of a bin is what a figure on two logarithmic axes shows.
 * Links are counted once for this part and, in graphstat-mpi, for all.
 */
#include "graphstat.h"

#include "measure/graph/degrees.h"

#define LEAST_XMIN 6 /* below it the estimate is poor */

static void
degrees_add_options(struct graphstat *stat, const bool *asked)
{
	OPTIONS_ADD(stat->rows,
		OPTION("xmin", "N", stat->options.xmin, .least = 1,
		       .needs = asked,
		       .help = "fit the exponent to degrees of N or more"));
}

/*
 * The exponent is not a row of the table, so --xmin would have no effect
 * there.  Counts are those of the whole run if it has made some.
 */
static enum sp_status
degrees_measure(struct graphstat *stat, void *found)
{
	struct cmd *cmd = stat->cmd;
	struct progress progress;
	enum sp_status status;

	if (stat->options.table &&
	    option_is_given(cmd->options, &stat->options.xmin))
		return sp_fail(&cmd->err, SP_USAGE, "option --xmin is for the "
			       "exponent, which --table does not print");
	if (!stat->links.out) {
		progress_begin(&progress, cmd, "block");
		status = sp_count_links(stat->share, cmd->threads,
					&progress.teller, &stat->links,
					&cmd->err);
		progress_end(&progress);
		if (status)
			return status;
	}
	return sp_degrees(stat->share, &stat->links, found, &cmd->err);
}

static void
degrees_end(void *found)
{
	sp_degrees_free(found);
}

/*
 * A fit without pages is no fit; one from small degrees is a number that looks
 * like the others and is wrong, because real degrees follow no power law
 * there.  Both are said and not refused: the distribution is right in any
 * case.
 */
static void
warn_of_exponents(const struct graphstat *stat, uint64_t out, uint64_t in)
{
	uint64_t xmin = stat->options.xmin;

	if (!out || !in)
		cmd_warn(stat->cmd, "no page has %" PRIu64 " %s or more: there "
			 "is no exponent%s", xmin, out ? "in-links" : "links",
			 xmin > 1 ? " (give a smaller --xmin)" : "");
	if (xmin < LEAST_XMIN && (out || in))
		cmd_warn(stat->cmd, "exponents from degrees of %" PRIu64 " or "
			 "more are poor estimates: give --xmin %d or more",
			 xmin, LEAST_XMIN);
}

static void
describe_bin(struct report *report, const struct sp_degree_bin *bin)
{
	report_open(report, NULL, NULL);
	report_count(report, "first", NULL, bin->first);
	report_count(report, "last", NULL, bin->last);
	report_count(report, "pages", NULL, bin->pages);
	report_real(report, "density", NULL, bin->density, 0);
	report_close(report);
	report_say(report, "  %14" PRIu64 "  %14" PRIu64 "  %14" PRIu64
		   "  %14.6g\n", bin->first, bin->last, bin->pages,
		   bin->density);
}

/* JSON only: pairs of a degree that some page has, and the pages. */
static void
describe_counts(struct report *report, const struct sp_degree_counts *counts)
{
	report_open_list(report, "counts", NULL);
	for (uint64_t k = 0; report->json && k <= counts->largest; k++) {
		if (!counts->pages[k])
			continue;
		report_open_list(report, NULL, NULL);
		report_count(report, NULL, NULL, k);
		report_count(report, NULL, NULL, counts->pages[k]);
		report_close_list(report);
	}
	report_close_list(report);
}

static void
describe_side(struct graphstat *stat, const char *key, const char *heading,
	      const struct sp_degree_counts *counts,
	      const struct sp_degree_fit *law)
{
	struct report *report = &stat->report;

	report_open(report, key, heading);
	report_known(report, "exponent", "exponent", law->exponent, 6);
	report_known(report, "error", "standard error", law->error, 6);
	report_count(report, "pages", "pages it is from", law->pages);
	describe_counts(report, counts);
	report_say(report, "  %14s  %14s  %14s  %14s\n", "degrees from", "to",
		   "pages", "density");
	report_open_list(report, "bins", NULL);
	for (unsigned i = 0; i < sp_degree_bins(counts); i++) {
		struct sp_degree_bin bin = sp_degree_bin(counts, i);

		describe_bin(report, &bin);
	}
	report_close_list(report);
	report_close(report);
}

static void
degrees_describe(struct graphstat *stat, const void *found)
{
	uint64_t xmin = stat->options.xmin;
	const struct sp_degrees *degrees = found;
	struct report *report = &stat->report;
	struct sp_degree_fit out = sp_degree_fit(&degrees->out, xmin);
	struct sp_degree_fit in = sp_degree_fit(&degrees->in, xmin);

	report_open(report, "degrees", NULL);
	report_count(report, "xmin", NULL, xmin);
	describe_side(stat, "out", "Out-degrees", &degrees->out, &out);
	describe_side(stat, "in", "In-degrees", &degrees->in, &in);
	report_close(report);
	warn_of_exponents(stat, out.pages, in.pages);
}

/* ---- as a table ------------------------------------------------------- */

static void
print_row(struct table *table, const char *what,
	  const struct sp_degree_bin *row)
{
	table_string(table, what);
	TABLE_UINTS(table, row->first, row->last, row->pages);
	table_double(table, row->density);
}

static void
print_side(struct table *table, const char *what, const char *what_bin,
	   const struct sp_degree_counts *counts, uint64_t pages)
{
	for (uint64_t k = 0; k <= counts->largest; k++) {
		struct sp_degree_bin row = { k, k, counts->pages[k], 0 };

		if (!row.pages)
			continue;
		row.density = (double)row.pages / (double)pages;
		print_row(table, what, &row);
	}
	for (unsigned i = 0; i < sp_degree_bins(counts); i++) {
		struct sp_degree_bin row = sp_degree_bin(counts, i);

		print_row(table, what_bin, &row);
	}
}

static const char *const degrees_columns[] = {
	"what", "first", "last", "pages", "density", NULL
};

static void
degrees_print(struct graphstat *stat, const void *found, struct table *table)
{
	const struct sp_degrees *degrees = found;
	uint64_t pages = graphstat_pages(stat);

	print_side(table, "out", "out-bin", &degrees->out, pages);
	print_side(table, "in", "in-bin", &degrees->in, pages);
}

const struct graphstat_part graphstat_degrees = {
	.name = "degrees", .help = "add the distribution of degrees",
	.is_shared = true, .add_options = degrees_add_options,
	.found_size = sizeof(struct sp_degrees),
	.measure = degrees_measure, .end = degrees_end,
	.describe = degrees_describe,
	.columns = degrees_columns, .print = degrees_print
};
