/* SPDX-License-Identifier: MIT */
/*
 * Lists of pages, of pages that were fetched, of names and of hosts: what is
 * taken is in range, and names that are written as lines are the same names.
 */
#include "fuzz.h"

#include "formats/import/fetched_list.h"
#include "formats/import/names.h"
#include "formats/import/page_list.h"

#include <math.h>

static void
check_pages(const char *path, uint64_t how)
{
	static const char *const known[] = { "http://a/", "http://b/", "7",
					     "c d", "" };
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_page_list list = { .count = 0 };
	struct sp_page_list_options options = {
		.pages = how & 4 ? 0 : 5, .valued = how & 1,
		.drop_missing = how & 2, .hosts = how & 4,
		.matches = true, .match = (how >> 4) % 3
	};
	struct sp_error err;
	enum sp_status status;

	for (unsigned i = 0; i < 5; i++)
		hold(!sp_names_add(&names, known[i], strlen(known[i]), &err));
	if (how & 12)
		options.names = &names;
	status = sp_page_list_read(path, &options, &list, &err);
	hold(!status || (status == SP_DATA && err.text[0]));
	for (uint64_t i = 0; !status && i < list.count; i++) {
		hold(list.pages[i] < 5);
		hold(!options.valued || (isfinite(list.values[i]) &&
					 list.values[i] >= 0));
	}
	hold(status || options.drop_missing || !list.missing);
	sp_page_list_free(&list);
	sp_names_free(&names);
}

/* Each page has a state, also those that are added, and as many have names. */
static void
check_fetched(const char *path, uint64_t how)
{
	static const char *const known[] = { "7", "http://a/", "http://b/" };
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_fetched_options options = {
		.names = &names, .pages = 3, .match = how % 3,
		.ids = how & 4, .normalized = how & 8, .base1 = how & 16,
		.may_add = how & 32
	};
	struct sp_fetched made;
	struct sp_source *source;
	struct sp_error err;
	enum sp_status status = sp_source_open(path, &source, &err);

	for (unsigned i = 0; how & 64 && i < 3; i++)
		hold(!sp_names_add(&names, known[i], strlen(known[i]), &err));
	/* Text in UTF-16 is refused before it is read. */
	if (!status)
		status = sp_fetched_list_read(source, &options, &made, &err);
	else
		made = (struct sp_fetched){ .listed = 0 };
	hold(!status || (status == SP_DATA && err.text[0]));
	if (!status) {
		hold(made.listed && made.listed <= 3);
		hold(made.states.pages ==
		     3 + (options.may_add ? made.unknown : 0));
		hold(!names.count || names.count == made.states.pages);
		hold(made.near <= made.unknown);
		for (uint64_t i = 0; i < made.states.pages; i++)
			hold(made.states.state_of[i] < SP_PAGE_STATES);
	}
	sp_states_free(&made.states);
	sp_source_close(source);
	sp_names_free(&names);
}

static enum sp_status
read_names(const char *path, enum sp_names_layout layout, bool base1,
	   struct sp_names *names)
{
	struct sp_source *source;
	struct sp_error err;
	enum sp_status status = sp_source_open(path, &source, &err);

	if (!status)
		status = sp_import_names(source, layout, base1, names, &err);
	hold(!status || (status == SP_DATA && err.text[0]));
	sp_source_close(source);
	return status;
}

static void
check_hosts(const struct sp_names *names)
{
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_host_counts counts;
	struct sp_error err;

	hold(!sp_hosts_of_names(names, &hosts, &counts, &err));
	hold(hosts.pages == names->count);
	hold(counts.without + counts.invalid <= names->count);
	sp_hosts_free(&hosts);
}

static struct sp_name_room room;

static size_t
all_bytes(const struct sp_names *names)
{
	size_t size = 0;

	for (uint64_t i = 0; i < names->count; i++)
		size += sp_names_read(names, i, &room).length;
	return size;
}

/* Writes a line for each name, and reads them again. */
static void
check_lines(const struct sp_names *names)
{
	struct sp_names again = SP_NAMES_EMPTY;
	char path[FUZZ_PATH], *text, *end;
	size_t size = all_bytes(names);

	text = end = malloc(size + names->count + 1);
	hold(text);
	for (uint64_t i = 0; i < names->count; i++) {
		struct sp_span name = sp_names_read(names, i, &room);

		memcpy(end, name.text, name.length);
		end += name.length;
		*end++ = '\n';
	}
	fuzz_file(1, (const uint8_t *)text, (size_t)(end - text), path);
	/* The first bytes of a name may be those of a packed file or a mark. */
	if (!read_names(path, SP_NAMES_LINES, false, &again) &&
	    again.count == names->count && names->count)
		hold(all_bytes(&again) <= size);
	sp_names_free(&again);
	free(text);
}

static void
check_names(const char *path, enum sp_names_layout layout, bool base1)
{
	struct sp_names names = SP_NAMES_EMPTY;

	if (!read_names(path, layout, base1, &names)) {
		struct sp_url_counts counts;

		for (uint64_t i = 0; i < names.count; i++) {
			struct sp_span name = sp_names_read(&names, i, &room);

			hold(name.length <= SP_NAME_MAX);
			hold(!memchr(name.text, '\n', name.length));
		}
		sp_count_urls(&names, &counts);
		hold(counts.urls + counts.others <= names.count);
		check_hosts(&names);
		check_lines(&names);
	}
	sp_names_free(&names);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t how = fuzz_take(&data, &size, 1);
	uint64_t fetched = how >= 250 ? fuzz_take(&data, &size, 1) : 0;
	char path[FUZZ_PATH];

	fuzz_file(0, data, size, path);
	if (how >= 250)
		check_fetched(path, fetched);
	else if (how & 128)
		check_names(path, (enum sp_names_layout)(how % 64 % 3),
			    how & 64);
	else
		check_pages(path, how);
	return 0;
}
