/* SPDX-License-Identifier: MIT */
/*
 * Names of pages from a list, and hosts of pages from a list or from names.
 *
 * A list with numbers may be in any order, and most are in that of the pages:
 * names are read into one table as they come, with the page of each beside it,
 * and put into the order of the pages if that is another one.  As many numbers
 * as names, each below their count and none twice, means that each page has
 * one.
 *
 * Hosts are numbered by their first page.  Pages of a host mostly stand
 * together, so the host of the page before is compared first, and most pages
 * need no look-up; converting an international name, which takes microseconds,
 * is saved in the same way (struct sp_speller).
 */
#include "formats/import/names.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "graph/rows.h"
#include "web/page/idn.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ------------------------------------------------------------ */

/* No name has blanks at its end, so that lists and tables agree with it. */
static size_t
trim_name(const char *name, size_t length)
{
	while (length && sp_is_blank(name[length - 1]))
		length--;
	return length;
}

/* Names in the order of the file, and the page of each. */
struct numbered_names {
	struct sp_names names;
	uint64_t *pages;
	uint64_t capacity;
};

/*
 * Splits "id blanks name [tab ...]".  Common Crawl has a number of hosts after
 * the name of a domain.
 */
static bool
split_id_name(const char *line, size_t length, const char **id,
	      size_t *id_length, const char **name, size_t *name_length)
{
	const char *end = line + length, *at = line, *tab;

	while (at < end && !sp_is_blank(*at))
		at++;
	*id = line;
	*id_length = (size_t)(at - line);
	while (at < end && sp_is_blank(*at))
		at++;
	tab = at < end ? memchr(at, '\t', (size_t)(end - at)) : NULL;
	*name = at;
	*name_length = trim_name(at, (size_t)((tab ? tab : end) - at));
	return at < end;
}

/* Splits "name blanks id"; a name may have blanks in it. */
static bool
split_name_id(const char *line, size_t length, const char **id,
	      size_t *id_length, const char **name, size_t *name_length)
{
	const char *end = line + length, *at;

	while (end > line && sp_is_blank(end[-1]))
		end--;
	for (at = end; at > line && !sp_is_blank(at[-1]);)
		at--;
	*id = at;
	*id_length = (size_t)(end - at);
	while (at > line && sp_is_blank(at[-1]))
		at--;
	*name = line;
	*name_length = (size_t)(at - line);
	return at > line;
}

static enum sp_status
add_numbered(struct sp_source *source, struct numbered_names *numbered,
	     enum sp_names_layout layout, bool base1, const char *line,
	     size_t length, struct sp_error *err)
{
	const char *id, *name;
	size_t id_length, name_length;
	char shown[160];
	uint64_t page;
	bool whole = layout == SP_NAMES_ID_NAME ?
			     split_id_name(line, length, &id, &id_length,
					   &name, &name_length) :
			     split_name_id(line, length, &id, &id_length,
					   &name, &name_length);

	if (!whole)
		return sp_source_bad_line(source, err, "%s expected",
					  layout == SP_NAMES_ID_NAME ?
						  "id and name" :
						  "name and id");
	if (!sp_parse_uint(id, id_length, &page) || (base1 && !page)) {
		sp_mask(shown, sizeof(shown), id, id_length);
		return sp_source_bad_line(source, err,
					  "\"%s\" is not a page id", shown);
	}
	if (sp_names_add(&numbered->names, name, name_length, err))
		return err->status == SP_DATA ?
			       sp_source_bad_line(source, err,
						  "the name is too long") :
			       err->status;
	if (!sp_grow(&numbered->pages, &numbered->capacity,
		     numbered->names.count))
		return sp_no_memory(err, "names");
	numbered->pages[numbered->names.count - 1] = page - base1;
	return SP_OK;
}

/* Puts the names into the order of their pages. */
static enum sp_status
put_in_order(const struct sp_source *source, struct numbered_names *numbered,
	     bool base1, struct sp_error *err)
{
	uint64_t count = numbered->names.count;
	uint32_t *line_of = sp_alloc(count, sizeof(*line_of));
	enum sp_status status = SP_OK;

	if (!line_of)
		return sp_no_memory(err, "names");
	memset(line_of, 0xff, count * sizeof(*line_of));
	/*
	 * There are as many pages as names, so that an id beyond them means
	 * that another is missing.  After this loop each page has exactly one
	 * line.
	 */
	for (uint64_t i = 0; i < count && !status; i++) {
		uint64_t page = numbered->pages[i];

		if (page >= count)
			status = sp_fail(err, SP_DATA, "%s: page id "
					 "%" PRIu64 ", but there are only "
					 "%" PRIu64 " names",
					 sp_source_name(source), page + base1,
					 count);
		else if (line_of[page] != UINT32_MAX)
			status = sp_fail(err, SP_DATA, "%s: page id "
					 "%" PRIu64 " has two names",
					 sp_source_name(source), page + base1);
		else
			line_of[page] = (uint32_t)i;
	}
	if (!status)
		status = sp_names_permute(&numbered->names, line_of, err);
	free(line_of);
	return status;
}

static bool
is_in_order(const struct numbered_names *numbered)
{
	for (uint64_t i = 0; i < numbered->names.count; i++)
		if (numbered->pages[i] != i)
			return false;
	return true;
}

static enum sp_status
read_numbered(struct sp_source *source, enum sp_names_layout layout,
	      bool base1, struct sp_names *names, struct sp_error *err)
{
	struct numbered_names numbered = { SP_NAMES_EMPTY, NULL, 0 };
	enum sp_status status = sp_names_pack(&numbered.names, err);
	struct sp_span line;

	while (sp_source_next(source, &line, &status, err))
		if (line.length && *line.text != '#')
			status = add_numbered(source, &numbered, layout, base1,
					      line.text, line.length, err);
	if (!status && !is_in_order(&numbered))
		status = put_in_order(source, &numbered, base1, err);
	*names = numbered.names;
	free(numbered.pages);
	return status;
}

/* Empty lines count: line i is page i, and a page may have no name. */
static enum sp_status
read_name_lines(struct sp_source *source, struct sp_names *names,
		struct sp_error *err)
{
	enum sp_status status = sp_names_pack(names, err);
	struct sp_span line;

	while (sp_source_next(source, &line, &status, err)) {
		status = sp_names_add(names, line.text,
				      trim_name(line.text, line.length), err);
		if (status == SP_DATA)
			status = sp_source_bad_line(source, err,
						    "the name is too long");
	}
	return status;
}

enum sp_status
sp_import_names(struct sp_source *source, enum sp_names_layout layout,
		bool base1, struct sp_names *names, struct sp_error *err)
{
	enum sp_status status = layout == SP_NAMES_LINES ?
		read_name_lines(source, names, err) :
		read_numbered(source, layout, base1, names, err);

	if (!status && names->count > SP_PAGES_MAX)
		return sp_fail(err, SP_DATA, "%s: more than %" PRIu64 " pages "
			       "are not supported", sp_source_name(source),
			       SP_PAGES_MAX);
	return status;
}

/* ---- hosts ------------------------------------------------------------ */

/* The hosts of pages as they come, numbered by their first page. */
struct host_numbering {
	struct sp_hosts *hosts;
	struct sp_dictionary *dictionary;
};

static enum sp_status
add_host_of_page(struct host_numbering *numbering, const char *host,
		 size_t length, struct sp_error *err)
{
	struct sp_hosts *hosts = numbering->hosts;
	uint64_t number;

	/* Pages of a host mostly stand together: most need no look-up. */
	if (hosts->pages) {
		uint32_t last = hosts->host_of[hosts->pages - 1];
		size_t last_length;
		const char *text = sp_names_get(&hosts->names, last,
						&last_length);

		if (last_length == length && !memcmp(text, host, length))
			return sp_hosts_add(hosts, last, err);
	}
	if (sp_dictionary_add(numbering->dictionary, host, length, &number,
			      err))
		return err->status;
	if (hosts->pages == SP_PAGES_MAX)
		return sp_fail(err, SP_DATA,
			       "more than %" PRIu64 " pages are not supported",
			       SP_PAGES_MAX);
	return sp_hosts_add(hosts, (uint32_t)number, err);
}

enum sp_status
sp_import_hosts(struct sp_source *source, struct sp_hosts *hosts,
		struct sp_error *err)
{
	struct host_numbering numbering = { hosts,
				       sp_dictionary_new(&hosts->names) };
	enum sp_status status = SP_OK;
	struct sp_span line;

	if (!numbering.dictionary)
		return sp_no_memory(err, "hosts");
	while (sp_source_next(source, &line, &status, err)) {
		/*
		 * A list of URLs would become as many hosts as pages, without
		 * an error.
		 */
		if (memmem(line.text, line.length, "://", 3)) {
			status = sp_source_bad_line(source, err, "a URL, not "
						    "a host (graphimport "
						    "--names takes URLs and "
						    "finds their hosts)");
			break;
		}
		status = add_host_of_page(&numbering, line.text, line.length,
					  err);
		if (status == SP_DATA)
			status = sp_source_bad_line(source, err,
						    "the host is too long");
	}
	sp_dictionary_free(numbering.dictionary);
	return status;
}

/* Room for the host of a name, and the spelling that was converted last. */
struct sp_speller {
	char host[SP_NAME_MAX];
	char last[SP_NAME_MAX];
	size_t last_length;
	char ascii[SP_NAME_MAX];
	size_t ascii_length;
	bool valid, short_of_memory;
};

struct sp_speller *
sp_speller_new(void)
{
	return sp_alloc_zero(1, sizeof(struct sp_speller));
}

void
sp_speller_free(struct sp_speller *speller)
{
	free(speller);
}

/*
 * The ASCII form of a host with other bytes.  Pages of a host mostly stand
 * together, so that few are converted, which takes microseconds.
 */
static size_t
convert_host(struct sp_speller *speller, size_t length)
{
	if (length != speller->last_length ||
	    memcmp(speller->last, speller->host, length)) {
		memcpy(speller->last, speller->host, length);
		speller->last_length = length;
		memcpy(speller->ascii, speller->host, length);
		speller->ascii_length = sp_idn_to_ascii(
			speller->ascii, length, &speller->valid,
			&speller->short_of_memory);
	}
	memcpy(speller->host, speller->ascii, speller->ascii_length);
	return speller->ascii_length;
}

enum sp_status
sp_spell_host(struct sp_speller *speller, struct sp_span name,
	      struct sp_span *host, bool *valid, struct sp_error *err)
{
	bool ascii;

	host->text = speller->host;
	host->length = sp_url_host(name.text, name.length, speller->host,
				   &ascii);
	*valid = true;
	if (ascii)
		return SP_OK;
	host->length = convert_host(speller, host->length);
	*valid = speller->valid;
	return speller->short_of_memory ? sp_no_memory(err, "hosts") : SP_OK;
}

static void
import_names_count_host(uint64_t page, uint64_t *count, uint64_t *first)
{
	if (!(*count)++)
		*first = page;
}

void
sp_count_urls(const struct sp_names *names, struct sp_url_counts *counts)
{
	struct sp_name_room room;

	memset(counts, 0, sizeof(*counts));
	for (uint64_t page = 0; page < names->count; page++) {
		struct sp_span name = sp_names_read(names, page, &room);
		size_t start;

		if (memmem(name.text, name.length, "://", 3))
			import_names_count_host(page, &counts->urls,
						&counts->first_url);
		else if (sp_url_find_host(name.text, name.length, &start))
			import_names_count_host(page, &counts->others,
						&counts->first_other);
	}
}

enum sp_status
sp_hosts_of_names(const struct sp_names *names, struct sp_hosts *hosts,
		  struct sp_host_counts *counts, struct sp_error *err)
{
	struct host_numbering numbering = { hosts,
				       sp_dictionary_new(&hosts->names) };
	struct sp_speller *speller = sp_speller_new();
	struct sp_host_counts found = { 0 };
	struct sp_name_room room;
	enum sp_status status = SP_OK;

	if (!numbering.dictionary || !speller)
		status = sp_no_memory(err, "hosts");
	for (uint64_t i = 0; i < names->count && !status; i++) {
		struct sp_span host;
		bool valid;

		status = sp_spell_host(speller, sp_names_read(names, i, &room),
				       &host, &valid, err);
		if (status)
			break;
		if (!host.length)
			import_names_count_host(i, &found.without,
						&found.first_without);
		if (!valid)
			import_names_count_host(i, &found.invalid,
						&found.first_invalid);
		status = add_host_of_page(&numbering, host.text, host.length,
					  err);
	}
	if (counts)
		*counts = found;
	sp_dictionary_free(numbering.dictionary);
	sp_speller_free(speller);
	return status;
}
