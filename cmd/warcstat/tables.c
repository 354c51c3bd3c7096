/* SPDX-License-Identifier: MIT */
/*
 * The tables, from tallies.  Rows come by count, and of equal counts by the
 * bytes of their values, so that tables are the same on each run; days come in
 * their order, except with --top, which is for the largest rows.  Then the last
 * row has the sum of all others.
 *
 * Hosts are tallied once; top-level domains and domains are summed up from the
 * hosts at the end, which are far fewer than records.
 */
#include "warcstat.h"

#include "base/ascii.h"
#include "base/compare.h"
#include "base/memory.h"
#include "formats/import/domains.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
	[TABLE_TYPES] = "types", [TABLE_STATUS] = "status",
	[TABLE_ERRORS] = "errors", [TABLE_MIME] = "mime",
	[TABLE_SIZES] = "sizes", [TABLE_HISTOGRAM] = "histogram",
	[TABLE_TLDS] = "tlds", [TABLE_DOMAINS] = "domains",
	[TABLE_HOSTS] = "hosts", [TABLE_DATES] = "dates",
	[TABLE_DIGESTS] = "digests"
};

static const char *const all_columns[] = {
	"table", "value", "count", "share", "bytes", NULL
};

/* What writes the rows of one table. */
struct writing {
	struct warcstat *stat;
	struct table *table;
	unsigned which;
};

/* ---- rows ------------------------------------------------------------- */

static void
begin_row(const struct writing *to, const char *value, size_t length)
{
	if (to->stat->options.table == TABLE_ALL)
		table_string(to->table, names[to->which]);
	table_text(to->table, value, length);
}

static void
put_row(const struct writing *to, struct sp_span value,
	struct tally_count count, uint64_t all)
{
	begin_row(to, value.text, value.length);
	table_uint(to->table, count.count);
	table_double(to->table, all ? (double)count.count / (double)all : 0);
	table_uint(to->table, count.bytes);
}

/* The rows of a tally, the first of them alone if there are too many. */
static enum sp_status
put_tally(const struct writing *to, const struct tally *tally, bool by_name)
{
	uint64_t top = to->stat->options.top, count = tally->names.count;
	struct tally_count others = tally->all;
	uint64_t *order;

	if (tally_sort(tally, by_name && !top, &order, &to->stat->cmd->err))
		return to->stat->cmd->err.status;
	if (!top || top > count)
		top = count;
	for (uint64_t i = 0; i < top; i++) {
		struct tally_count row = tally->counts[order[i]];

		put_row(to, sp_names_span(&tally->names, order[i]), row,
			tally->all.count);
		others.count -= row.count;
		others.bytes -= row.bytes;
	}
	if (top < count)
		put_row(to, SP_SPAN("others"), others, tally->all.count);
	free(order);
	return SP_OK;
}

/* ---- domains ---------------------------------------------------------- */

/* The last label; an address has none. */
static struct sp_span
tables_last_label(struct sp_span host)
{
	const char *dot = memrchr(host.text, '.', host.length);
	struct sp_span label = host;

	if (dot) {
		label.text = dot + 1;
		label.length = host.length - (size_t)(label.text - host.text);
	}
	if (host.length && (*host.text == '[' ||
			    (label.length && sp_is_digit(*label.text))))
		return SP_SPAN("address");
	return label;
}

static enum sp_status
put_tlds(const struct writing *to)
{
	const struct tally *hosts = &to->stat->tallies[TABLE_HOSTS];
	struct tally tlds = { 0 };
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; i < hosts->names.count && !status; i++)
		status = tally_add_count(
			&tlds,
			tables_last_label(sp_names_span(&hosts->names, i)),
			hosts->counts[i], &to->stat->cmd->err);
	if (!status)
		status = put_tally(to, &tlds, false);
	tally_free(&tlds);
	return status;
}

static enum sp_status
count_domains(struct warcstat *stat, struct sp_hosts *hosts,
	      struct tally *domains)
{
	const struct tally *tally = &stat->tallies[TABLE_HOSTS];
	struct sp_error *err = &stat->cmd->err;
	enum sp_status status = SP_OK;

	/* Borrowed: only the names of the hosts are looked at. */
	hosts->names = tally->names;
	if (sp_hosts_find_domains(hosts, err))
		return err->status;
	for (uint64_t i = 0; i < hosts->domains.count && !status; i++)
		status = tally_add_count(domains,
					 sp_names_span(&hosts->domains, i),
					 tally->counts[i], err);
	return status;
}

static enum sp_status
put_domains(const struct writing *to)
{
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct tally domains = { 0 };
	enum sp_status status = count_domains(to->stat, &hosts, &domains);

	/* One of all tables is left out where there is no libpsl. */
	if (status == SP_USAGE && to->stat->options.table == TABLE_ALL)
		status = SP_OK;
	else if (!status)
		status = put_tally(to, &domains, false);
	sp_names_free(&hosts.domains);
	tally_free(&domains);
	return status;
}

/* ---- sizes ------------------------------------------------------------ */

static void
begin_size(const struct writing *to, const char *name)
{
	begin_row(to, name, strlen(name));
	table_nones(to->table, 2);
}

static void
put_sizes(const struct writing *to)
{
	static const char *const quartiles[] = { "min", "quartile 1",
						 "median", "quartile 3",
						 "max" };
	const uint64_t *sizes = to->stat->sizes;
	uint64_t count = to->stat->size_count;

	if (!count)
		return;
	for (unsigned q = 0; q < 5; q++) {
		/* The smallest that at least q quarters do not exceed. */
		uint64_t rank = (uint64_t)((unsigned __int128)count * q / 4 +
					   (count * q % 4 != 0));

		begin_size(to, quartiles[q]);
		table_uint(to->table, sizes[rank ? rank - 1 : 0]);
	}
	begin_size(to, "mean");
	table_double(to->table,
		     (double)to->stat->tallies[TABLE_MIME].all.bytes /
			     (double)count);
}

/* Rows for 0, 1, 2 to 3, 4 to 7 and so on, by their lower limits. */
static void
put_histogram(const struct writing *to)
{
	const uint64_t *sizes = to->stat->sizes;
	uint64_t count = to->stat->size_count, i = 0, from;

	if (!count)
		return;
	from = sizes[0] ? UINT64_C(1) << (63 - __builtin_clzll(sizes[0])) : 0;
	while (i < count) {
		uint64_t below = from ? from * 2 : 1;
		struct tally_count row = { 0, 0 };
		char text[24];
		int length = snprintf(text, sizeof(text), "%" PRIu64, from);

		while (i < count && (sizes[i] < below || !below)) {
			row.count++;
			row.bytes += sizes[i++];
		}
		put_row(to, (struct sp_span){ text, (size_t)length }, row,
			count);
		from = below;
	}
}

/* ---- all of them ------------------------------------------------------ */

static enum sp_status
put_table(struct warcstat *stat, struct table *table, unsigned which)
{
	struct writing to = { stat, table, which };

	switch (which) {
	case TABLE_SIZES:
		put_sizes(&to);
		return SP_OK;
	case TABLE_HISTOGRAM:
		put_histogram(&to);
		return SP_OK;
	case TABLE_TLDS:
		return put_tlds(&to);
	case TABLE_DOMAINS:
		return put_domains(&to);
	default:
		return put_tally(&to, &stat->tallies[which],
				 which == TABLE_DATES);
	}
}

enum sp_status
warcstat_tables(struct warcstat *stat)
{
	unsigned which = stat->options.table;
	const char *columns[] = { names[which], "count", "share", "bytes",
				  NULL };
	struct sp_error *err = &stat->cmd->err;
	struct table table;
	enum sp_status status = SP_OK;

	if (stat->size_count)
		qsort(stat->sizes, stat->size_count, sizeof(*stat->sizes),
		      sp_compare_u64);
	table_begin(&table, stat->output,
		    which == TABLE_ALL ? all_columns : columns,
		    stat->options.json, err);
	table.digits = 6;
	if (which != TABLE_ALL)
		status = put_table(stat, &table, which);
	else
		for (which = TABLE_TYPES; which < TABLE_DAMAGE && !status;
		     which++)
			status = put_table(stat, &table, which);
	return status ? status : table_end(&table);
}
