/* SPDX-License-Identifier: MIT */
/* A line a record, written as it is read: --records and --table damage. */
#include "warcstat.h"

#include "web/archive/date.h"
#include "web/archive/digest.h"


static const char *const record_columns[] = {
	"file", "offset", "type", "uri", "date", "status", "mime", "length",
	"sha1", "damage", NULL
};

static const char *const damage_columns[] = {
	"file", "offset", "type", "uri", "damage", NULL
};

bool
warcstat_has_lines(const struct warcstat_options *options)
{
	return options->records || options->table == TABLE_DAMAGE;
}

void
warcstat_begin_lines(struct warcstat *stat)
{
	table_begin(&stat->table, stat->output, stat->options.records ?
			    record_columns : damage_columns,
		    stat->options.json, &stat->cmd->err);
}

/* An absent value and an empty one look the same. */
static void
put_span(struct table *table, struct sp_span text)
{
	if (text.length)
		table_span(table, text);
	else
		table_none(table);
}

/* What a table of damage and one of records begin with. */
static void
put_place(struct table *table, const struct warcstat_record *item)
{
	table_string(table, item->file);
	table_uint(table, item->record->offset);
	table_string(table, sp_record_type_name(item->record->type));
	put_span(table, item->record->uri);
}

static void
records_put_record(struct warcstat *stat, const struct warcstat_record *item)
{
	const struct sp_record *record = item->record;
	struct table *table = &stat->table;
	char date[SP_DATE_TEXT], sha1[SP_BASE32_SIZE], mime[128];

	put_place(table, item);
	if (record->time != SP_NO_TIME)
		sp_date_format(date, record->time);
	table_string(table, record->time != SP_NO_TIME ? date : NULL);
	table_known(table, item->is_http && item->http.status,
		    (uint64_t)item->http.status);
	put_span(table, item->is_http ?
			warcstat_mime(item, mime, sizeof(mime)) :
			record->mime);
	table_uint(table, record->length);
	if (sp_archive_has_digests())
		sp_digest_text(sha1, record->digests.block);
	table_string(table, sp_archive_has_digests() ? sha1 : NULL);
	table_string(table, item->damage);
}

void
warcstat_line(struct warcstat *stat, const struct warcstat_record *item)
{
	if (stat->options.records) {
		records_put_record(stat, item);
	} else if (item->damage) {
		put_place(&stat->table, item);
		table_string(&stat->table, item->damage);
	}
}
