/* SPDX-License-Identifier: MIT */
/*
 * Links in tables.  The columns that matter are found in each file anew, since
 * exports of several crawls may be given.  Of a header with several pairs of
 * names, the first of the list counts.  Exports list images and scripts, too;
 * as nothing says which records are links, all are, unless --where chooses.
 */
#include "web/file/csv.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "formats/import/formats.h"
#include "formats/import/url_links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SHOWN 60      /* bytes of a bad field in a message */
#define KINDS 16      /* different link types that are counted */
#define NO_COLUMN SIZE_MAX

/*
 * Headers of exports: of Screaming Frog, of Gephi and Crowl, of Ahrefs, of
 * Xenu, and what others call them.  The first pair that a header has is taken.
 */
static const struct column_pair {
	const char *source, *target;
} known_pairs[] = {
	{ "Source", "Destination" },
	{ "Source", "Target" },
	{ "Source URL", "Target URL" },
	{ "Source URL", "Destination URL" },
	{ "Referring page URL", "Target URL" },
	{ "OriginPage", "LinkToPage" },
	{ "URL From", "URL To" },
	{ "From URL", "To URL" },
	{ "From", "To" }
};

/* Columns that say whether a row is a hyperlink, an image, a script ... */
static const char *const kind_columns[] = { "Type", "Link Type" };

struct csv_kind {
	char value[40];
	uint64_t records;
};

/* A condition of --where, and its column in the file at hand. */
struct csv_condition {
	struct sp_span column, value;
	size_t index;
};

struct csv_import {
	const struct sp_csv_options *options;
	struct sp_csv_report *report;
	struct sp_url_links *links;
	struct csv_condition *conditions;
	struct csv_kind kinds[KINDS];
	size_t kind_count;
	uint64_t more_kinds;       /* records of kinds that have no room */
	/* Of the file at hand: */
	struct sp_csv csv;
	size_t source, target, weight, kind; /* columns, from 0 */
	size_t unused;             /* that of weights, if nobody wants them */
	uint64_t columns;          /* of the header; 0: not known yet */
};

/* ---- columns ---------------------------------------------------------- */

static struct sp_span
trimmed(struct sp_span text)
{
	return sp_span_trim(text, " \t");
}

static bool
same_word(struct sp_span a, struct sp_span b)
{
	a = trimmed(a);
	b = trimmed(b);
	return a.length == b.length &&
	       !strncasecmp(a.text, b.text, a.length);
}

static struct sp_span
span_of(const char *text)
{
	return (struct sp_span){ text, strlen(text) };
}

static size_t
csv_find_name(const struct sp_csv *header, struct sp_span name)
{
	for (uint64_t i = 0; i < header->count; i++)
		if (same_word(header->fields[i], name))
			return (size_t)i;
	return NO_COLUMN;
}

/* A name that is a number is one, unless a column is called so. */
static size_t
find_column(const struct sp_csv *header, bool named, struct sp_span name)
{
	size_t found = named ? csv_find_name(header, name) : NO_COLUMN;
	uint64_t number;

	if (found == NO_COLUMN &&
	    sp_parse_uint(name.text, name.length, &number) && number &&
	    number <= header->count)
		found = (size_t)(number - 1);
	return found;
}

/* The names of the header, for a message. */
static void
show_header(const struct sp_csv *header, char *shown, size_t size)
{
	size_t used = 0;

	*shown = '\0';
	for (uint64_t i = 0; i < header->count && size - used > SHOWN; i++) {
		struct sp_span name = trimmed(header->fields[i]);

		if (i)
			used += (size_t)snprintf(shown + used, size - used,
						 ", ");
		used += sp_mask(shown + used, size - used < SHOWN ?
				size - used : SHOWN, name.text, name.length);
	}
}

static enum sp_status
need_column(struct csv_import *import, struct sp_span name, const char *option,
	    size_t *column, struct sp_error *err)
{
	struct sp_csv *csv = &import->csv;
	char shown[240];

	*column = find_column(csv, !import->options->no_header, name);
	if (*column != NO_COLUMN)
		return SP_OK;
	if (import->options->no_header)
		return sp_csv_bad(csv, err, "%s %.*s: without a header, a "
				  "column is a number up to %" PRIu64,
				  option, (int)name.length, name.text,
				  csv->count);
	show_header(csv, shown, sizeof(shown));
	return sp_csv_bad(csv, err, "%s %.*s: no such column; there are: %s",
			  option, name.length > SHOWN ? SHOWN :
			  (int)name.length, name.text, shown);
}

/* The pair that the header has; false if it has none. */
static bool
guess_columns(struct csv_import *import)
{
	const struct sp_csv *csv = &import->csv;

	for (size_t i = 0; i < sizeof(known_pairs) / sizeof(*known_pairs);
	     i++) {
		const struct column_pair *pair = &known_pairs[i];

		import->source = csv_find_name(csv, span_of(pair->source));
		import->target = csv_find_name(csv, span_of(pair->target));
		if (import->source == NO_COLUMN || import->target == NO_COLUMN)
			continue;
		import->report->guessed = true;
		import->report->source = pair->source;
		import->report->target = pair->target;
		return true;
	}
	return false;
}

static enum sp_status
find_ends(struct csv_import *import, struct sp_error *err)
{
	const struct sp_csv_options *options = import->options;
	char shown[240];

	if (options->source && options->target) {
		if (need_column(import, span_of(options->source), "--source",
				&import->source, err) ||
		    need_column(import, span_of(options->target), "--target",
				&import->target, err))
			return err->status;
	} else if (!guess_columns(import)) {
		show_header(&import->csv, shown, sizeof(shown));
		return sp_csv_bad(&import->csv, err, "which columns are links? "
				  "Give --source and --target; there are: %s",
				  shown);
	}
	if (import->source == import->target)
		return sp_csv_bad(&import->csv, err, "source and target are "
				  "the same column");
	return SP_OK;
}

/* The column of link types, unless a condition is about it. */
static void
csv_find_kind(struct csv_import *import)
{
	size_t count = sizeof(kind_columns) / sizeof(*kind_columns);

	import->kind = NO_COLUMN;
	for (size_t i = 0; i < count && import->kind == NO_COLUMN; i++) {
		import->kind =
			csv_find_name(&import->csv, span_of(kind_columns[i]));
		if (import->kind != NO_COLUMN)
			import->report->kind_column = kind_columns[i];
	}
	for (size_t i = 0; i < import->options->where_count; i++)
		if (import->conditions[i].index == import->kind)
			import->kind = NO_COLUMN;
}

/* The record at hand is the header, or the first of a file without one. */
static enum sp_status
find_columns(struct csv_import *import, struct sp_error *err)
{
	const struct sp_csv_options *options = import->options;

	if (find_ends(import, err))
		return err->status;
	import->weight = NO_COLUMN;
	if (options->weight &&
	    need_column(import, span_of(options->weight), "--weight",
			&import->weight, err))
		return err->status;
	for (size_t i = 0; i < options->where_count; i++)
		if (need_column(import, import->conditions[i].column,
				"--where", &import->conditions[i].index, err))
			return err->status;
	import->unused = NO_COLUMN;
	if (!options->no_header)
		csv_find_kind(import);
	if (!options->no_header && !options->weight)
		import->unused = csv_find_name(&import->csv, SP_SPAN("Weight"));
	import->columns = import->csv.count;
	return SP_OK;
}

/* ---- records ---------------------------------------------------------- */

/*
 * Conditions on the same column are alternatives; those on different columns
 * must all hold.
 */
static bool
csv_is_wanted(const struct csv_import *import)
{
	const struct csv_condition *conditions = import->conditions;
	size_t count = import->options->where_count;

	for (size_t i = 0; i < count; i++) {
		size_t column = conditions[i].index;
		bool holds = false;

		for (size_t j = 0; j < count && !holds; j++)
			holds = conditions[j].index == column &&
				same_word(import->csv.fields[column],
					  conditions[j].value);
		if (!holds)
			return false;
	}
	return true;
}

static void
count_kind(struct csv_import *import)
{
	struct sp_span value = trimmed(import->csv.fields[import->kind]);
	char shown[sizeof(import->kinds->value)];
	size_t i = 0;

	sp_mask(shown, sizeof(shown), value.text, value.length);
	while (i < import->kind_count &&
	       strcasecmp(import->kinds[i].value, shown))
		i++;
	if (i == KINDS) {
		import->more_kinds++;
		return;
	}
	if (i == import->kind_count) {
		memcpy(import->kinds[i].value, shown, sizeof(shown));
		import->kind_count++;
	}
	import->kinds[i].records++;
}

/* Gephi writes 1.0 where links have no weights. */
static void
note_weight(struct csv_import *import)
{
	struct sp_span text = trimmed(import->csv.fields[import->unused]);
	double weight;

	if (sp_parse_double(text.text, text.length, &weight) && weight != 1)
		import->report->weights_unused = true;
}

static enum sp_status
add_record(struct csv_import *import, struct sp_error *err)
{
	struct sp_csv *csv = &import->csv;
	uint32_t source, target;
	double weight = 1;

	if (import->weight != NO_COLUMN) {
		struct sp_span text = trimmed(csv->fields[import->weight]);
		char shown[4 * SHOWN + 1];

		sp_mask(shown, sizeof(shown), text.text,
			text.length > SHOWN ? SHOWN : text.length);
		if (!sp_parse_double(text.text, text.length, &weight))
			return sp_csv_bad(csv, err, "\"%s\" is not a finite "
					  "number", shown);
	}
	if (sp_url_links_page(import->links, csv->fields[import->source],
			      &source, err) ||
	    sp_url_links_page(import->links, csv->fields[import->target],
			      &target, err))
		return err->status;
	return sp_url_links_add(import->links, source, target, weight, err);
}

static enum sp_status
csv_take_record(struct csv_import *import, struct sp_error *err)
{
	struct sp_csv *csv = &import->csv;
	struct sp_error why;

	if (csv->count != import->columns)
		return sp_csv_bad(csv, err, "%" PRIu64 " fields, but the "
				  "%s has %" PRIu64, csv->count,
				  import->options->no_header ? "first record" :
							       "header",
				  import->columns);
	if (!csv_is_wanted(import)) {
		import->report->filtered++;
		return SP_OK;
	}
	if (import->kind != NO_COLUMN)
		count_kind(import);
	if (import->unused != NO_COLUMN)
		note_weight(import);
	if (!add_record(import, err))
		return SP_OK;
	why = *err;
	return why.status != SP_DATA ||
			       !strncmp(why.text, sp_source_name(csv->source),
					strlen(sp_source_name(csv->source))) ?
		       why.status : sp_csv_bad(csv, err, "%s", why.text);
}

/* ---- files ------------------------------------------------------------ */

/* Finds the separator that a line has most often; false if it has none. */
static bool
csv_separates(const char *line, size_t length, char *separator)
{
	static const char candidates[] = ",;\t|";
	size_t counts[sizeof(candidates)] = { 0 }, best = 0;
	bool quoted = false;

	for (size_t i = 0; i < length; i++) {
		const char *found = strchr(candidates, line[i]);

		quoted ^= line[i] == '"';
		if (!quoted && line[i] && found)
			counts[found - candidates]++;
	}
	for (size_t i = 1; i + 1 < sizeof(candidates); i++)
		if (counts[i] > counts[best])
			best = i;
	*separator = candidates[best];
	return counts[best] > 0;
}

/* The separator of the header, before which a title may stand. */
static char
csv_find_separator(const char *text, size_t size)
{
	char separator = ',';

	for (int line = 0; line < 2; line++) {
		const char *end = memchr(text, '\n', size);
		size_t length = end ? (size_t)(end - text) : size;

		if (csv_separates(text, length, &separator) || !end)
			break;
		text = end + 1;
		size -= length + 1;
	}
	return separator;
}

static enum sp_status
choose_separator(struct csv_import *import, struct sp_error *err)
{
	struct sp_csv *csv = &import->csv;
	const char *given = import->options->separator, *text;
	size_t size;

	if (given) {
		csv->separator = *given;
		return SP_OK;
	}
	if (sp_source_skip_mark(csv->source, err) ||
	    sp_source_peek(csv->source, &text, &size, err))
		return err->status;
	/* A line for spreadsheets. */
	if (size > 5 && !strncasecmp(text, "sep=", 4) &&
	    (text[5] == '\n' || text[5] == '\r'))
		csv->separator = text[4];
	else
		csv->separator = csv_find_separator(text, size);
	return SP_OK;
}

/*
 * Reads the header; before it, a line "sep=;" or the title of the export may
 * stand.
 */
static enum sp_status
csv_read_header(struct csv_import *import, struct sp_error *err)
{
	struct sp_csv *csv = &import->csv;

	if (sp_csv_next(csv, err))
		return err->status;
	if (!import->options->no_header && csv->count &&
	    (csv->count == 1 ||
	     (csv->count == 2 && same_word(csv->fields[0],
					   SP_SPAN("sep=")))) &&
	    sp_csv_next(csv, err))
		return err->status;
	if (!csv->count)
		return sp_fail(err, SP_DATA, "%s: no header: a table of links "
			       "names its columns in the first line",
			       sp_source_name(csv->source));
	return find_columns(import, err);
}

static enum sp_status
csv_read_table(void *context, struct sp_source *source, struct sp_error *err)
{
	struct csv_import *import = context;
	struct sp_csv *csv = &import->csv;
	enum sp_status status;

	sp_csv_free(csv);
	csv->source = source;
	status = choose_separator(import, err);
	if (!status)
		status = csv_read_header(import, err);
	if (!status && import->options->no_header)
		status = csv_take_record(import, err);
	while (!status) {
		status = sp_csv_next(csv, err);
		if (!csv->count)
			break;
		if (!status)
			status = csv_take_record(import, err);
	}
	return status;
}

/*
 * Has the line a field with this name?  A name in quotes has no separator in
 * it, so that a look at what surrounds it is enough.  same is strncasecmp or,
 * if upper and lower case matter, strncmp.
 */
static bool
line_has_name(const char *line, size_t length, const char *name,
	      int (*same)(const char *, const char *, size_t))
{
	size_t size = strlen(name);

	for (size_t i = 0; i + size <= length; i++)
		if (!same(line + i, name, size) &&
		    (!i || strchr(",;\t|\"", line[i - 1])) &&
		    (i + size == length ||
		     strchr(",;\t|\"\r", line[i + size])))
			return true;
	return false;
}

bool
sp_csv_is_export(const char *line, size_t length)
{
	if (memchr(line, '\0', length))
		return false;
	for (size_t i = 0; i < sizeof(known_pairs) / sizeof(*known_pairs);
	     i++) {
		const struct column_pair *pair = &known_pairs[i];
		bool gephi = !strcmp(pair->target, "Target");
		bool plain = gephi || !strcmp(pair->target, "To");
		bool sure = *line == '"' || !plain;

		if ((sure || gephi) &&
		    line_has_name(line, length, pair->source,
				  sure ? strncasecmp : strncmp) &&
		    line_has_name(line, length, pair->target,
				  sure ? strncasecmp : strncmp))
			return true;
	}
	return false;
}

/* ---- in the table of formats ------------------------------------------ */

static enum sp_status
csv_check_options(struct csv_import *import, struct sp_error *err)
{
	const struct sp_csv_options *options = import->options;

	if (!options->source != !options->target)
		return sp_fail(err, SP_USAGE, "--source and --target go "
			       "together");
	if (options->no_header && !options->source)
		return sp_fail(err, SP_USAGE, "--no-header needs --source and "
			       "--target, the numbers of columns");
	if (options->separator && (strlen(options->separator) != 1 ||
				   strchr("\"\r\n", *options->separator)))
		return sp_fail(err, SP_USAGE, "the separator of csv is one "
			       "character, such as \",\" or \";\"");
	import->conditions = sp_alloc_zero(options->where_count,
					   sizeof(*import->conditions));
	if (!import->conditions)
		return sp_no_memory(err, "conditions");
	for (size_t i = 0; i < options->where_count; i++) {
		const char *text = options->where[i], *at = strchr(text, '=');

		if (!at || at == text)
			return sp_fail(err, SP_USAGE, "--where %s: not "
				       "COLUMN=VALUE", text);
		import->conditions[i].column = (struct sp_span){
			text, (size_t)(at - text)
		};
		import->conditions[i].value = span_of(at + 1);
	}
	return SP_OK;
}

/* Several types that all count as links are worth a warning. */
static void
report_kinds(struct csv_import *import)
{
	char *to = import->report->kinds;
	size_t room = sizeof(import->report->kinds), used = 0;

	if (import->kind_count == 1 &&
	    !strcasecmp(import->kinds->value, "undirected"))
		import->report->undirected = import->kinds->records;
	if (import->kind_count < 2)
		return;
	for (size_t i = 0; i < import->kind_count && used < room - 80; i++)
		used += (size_t)snprintf(to + used, room - used,
					 "%s%s %" PRIu64, i ? ", " : "",
					 import->kinds[i].value,
					 import->kinds[i].records);
	if (import->more_kinds)
		snprintf(to + used, room - used, ", ...");
}

static enum sp_status
read_csv(const struct sp_import_options *options,
	 const struct sp_row_sink *sink, struct sp_imported *made,
	 struct sp_error *err)
{
	struct csv_import import = { .options = &options->csv,
				     .report = &made->csv,
				     .kind = NO_COLUMN };
	enum sp_status status = csv_check_options(&import, err);

	(void)sink;
	if (!status)
		status = sp_url_links_new(options, &import.links, err);
	if (!status)
		status = sp_url_links_files(options, csv_read_table, &import,
					    err);
	if (!status)
		status = sp_url_links_finish(import.links, made, err);
	if (!status)
		report_kinds(&import);
	sp_url_links_free(import.links);
	sp_csv_free(&import.csv);
	free(import.conditions);
	return status;
}

const struct sp_import_format sp_format_csv = {
	.in_memory = true,
	.many_files = true, .has_names = true, .read = read_csv
};
