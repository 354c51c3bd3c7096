/* SPDX-License-Identifier: MIT */
/*
 * Names and numbers of the pages of a later crawl.
 *
 * New pages need new names, in the directory of the page that died or with the
 * same path on a new host, and the pages of the new web are in the order of
 * their URLs if those of the old one were.  So names are made by formula,
 * compared as they are needed, and never stored.
 *
 * Order is by host, by its labels from the last to the first, then by the bytes
 * of what follows the host.
 */
#include "graph/generate/evolve_parts.h"

#include "base/ascii.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define LABEL 13 /* digits of a 64-bit number to base 36 */

/*
 * The mixing function is a bijection, so no two numbers have the same label
 * under one key.
 */
static void
write_label(uint64_t number, char label[LABEL])
{
	for (unsigned i = 0; i < LABEL; i++) {
		label[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36];
		number /= 36;
	}
}

/* Under the same top-level domain; "example" for what is no domain name. */
size_t
sp_evolve_host_name(const struct sp_evolution *e, uint64_t host,
		    char name[SP_NAME_MAX])
{
	size_t length, start;
	const char *old = sp_names_get(&e->hosts->names, host, &length);
	const char *top = "example";
	size_t top_length = strlen(top);

	for (start = length; start && old[start - 1] != '.'; start--)
		;
	if (start && length - start < 64 && length > start &&
	    sp_is_letter(old[start])) {
		top = old + start;
		top_length = length - start;
	}
	name[0] = 'w';
	write_label(sp_mix64(e->keys[SP_EVOLVE_HOST_NAME] + host), name + 1);
	name[1 + LABEL] = '.';
	memcpy(name + 2 + LABEL, top, top_length);
	return 2 + LABEL + top_length;
}

/* ---- names of pages ---------------------------------------------------- */

/*
 * A new page of an old host: in the directory of the one that died.
 *
 * The name is cut at the last slash of the path; a path that is too long to
 * take a new name is replaced as a whole.
 */
static size_t
name_in_directory(const struct sp_evolution *e, uint64_t place,
		  const char *old, size_t length, char name[SP_NAME_MAX])
{
	size_t start, host = sp_url_find_host(old, length, &start);
	size_t end = host ? start + host : 0, cut = length;

	for (size_t i = end; i < length; i++)
		if (old[i] == '?' || old[i] == '#') {
			cut = i;
			break;
		}
	while (cut > end && old[cut - 1] != '/')
		cut--;
	if (cut + LABEL + 8 > SP_NAME_MAX)
		cut = end + LABEL + 8 > SP_NAME_MAX ? 0 : end;
	memcpy(name, old, cut);
	if (cut && cut == end)
		name[cut++] = '/';
	name[cut++] = 'n';
	write_label(sp_mix64(e->keys[SP_EVOLVE_NAME] + place), name + cut);
	memcpy(name + cut + LABEL, ".html", 5);
	return cut + LABEL + 5;
}

/*
 * A page of a new host: the same path.
 *
 * A name that would be too long falls back on the old host.
 */
static size_t
name_on_new_host(const struct sp_evolution *e, uint64_t place, const char *old,
		 size_t length, char name[SP_NAME_MAX])
{
	size_t start, host = sp_url_find_host(old, length, &start);
	char label[SP_NAME_MAX];
	size_t size = sp_evolve_host_name(e, e->hosts->host_of[place], label);

	if (!host || length - host + size > SP_NAME_MAX)
		return name_in_directory(e, place, old, length, name);
	memcpy(name, old, start);
	memcpy(name + start, label, size);
	memcpy(name + start + size, old + start + host,
	       length - start - host);
	return length - host + size;
}

static size_t
name_at(const struct sp_evolution *e, uint64_t place, char name[SP_NAME_MAX])
{
	size_t length;
	const char *old = sp_names_get(e->names, place, &length);

	if (!sp_bit_test(e->dead, place)) {
		memcpy(name, old, length);
		return length;
	}
	if (e->hosts && sp_bit_test(e->dead_host, e->hosts->host_of[place]))
		return name_on_new_host(e, place, old, length, name);
	return name_in_directory(e, place, old, length, name);
}

size_t
sp_evolution_name(const struct sp_evolution *e, uint64_t page,
		  char name[SP_NAME_MAX])
{
	return name_at(e, e->place_of ? e->place_of[page] : page, name);
}

/* ---- order ------------------------------------------------------------- */

/* By host, then by what follows it. */
static int
compare_urls(struct sp_span a, struct sp_span b)
{
	size_t a_at, a_host = sp_url_find_host(a.text, a.length, &a_at);
	size_t b_at, b_host = sp_url_find_host(b.text, b.length, &b_at);
	int order;

	sp_span_cut(&a, a_host ? a_at : 0);
	sp_span_cut(&b, b_host ? b_at : 0);
	order = sp_host_compare(sp_span_cut(&a, a_host),
				sp_span_cut(&b, b_host));
	return order ? order : sp_span_compare(a, b);
}

static int
compare_places(const struct sp_evolution *e, uint32_t a, uint32_t b)
{
	char a_name[SP_NAME_MAX], b_name[SP_NAME_MAX];
	struct sp_span a_url = { a_name, name_at(e, a, a_name) };
	struct sp_span b_url = { b_name, name_at(e, b, b_name) };
	int order = compare_urls(a_url, b_url);

	return order ? order : (a > b) - (a < b);
}

static int
compare_for_sort(const void *a, const void *b, void *context)
{
	return compare_places(context, *(const uint32_t *)a,
			      *(const uint32_t *)b);
}

static bool
is_in_url_order(const struct sp_names *names)
{
	for (uint64_t page = 1; page < names->count; page++)
		if (compare_urls(sp_names_span(names, page - 1),
				 sp_names_span(names, page)) > 0)
			return false;
	return true;
}

/*
 * Survivors are in order already, so only the new pages are sorted, and both
 * are merged.
 *
 * The merge compares each survivor with the next new page only.
 */
static void
merge_places(struct sp_evolution *e, const uint32_t *born)
{
	uint64_t at = 0, next = 0;

	for (uint64_t place = 0; place < e->pages; place++) {
		if (sp_bit_test(e->dead, place))
			continue;
		while (next < e->died &&
		       compare_places(e, born[next], (uint32_t)place) < 0)
			e->place_of[at++] = born[next++];
		e->place_of[at++] = (uint32_t)place;
	}
	while (next < e->died)
		e->place_of[at++] = born[next++];
	for (uint64_t page = 0; page < e->pages; page++)
		e->page_at[e->place_of[page]] = (uint32_t)page;
}

/*
 * Old names may come twice, new ones may not.
 *
 * Labels do not repeat, but an old page could have the name by accident.
 */
static enum sp_status
check_new_names(const struct sp_evolution *e, struct sp_error *err)
{
	for (uint64_t page = 1; page < e->pages; page++) {
		uint32_t a = e->place_of[page - 1], b = e->place_of[page];
		char before[SP_NAME_MAX], name[SP_NAME_MAX];
		size_t length;

		if (!sp_bit_test(e->dead, a) && !sp_bit_test(e->dead, b))
			continue;
		length = name_at(e, a, before);
		if (name_at(e, b, name) == length &&
		    !memcmp(before, name, length) && length)
			return sp_fail(err, SP_DATA, "a new page would have "
				       "the name of another (give another "
				       "--seed)");
	}
	return SP_OK;
}

enum sp_status
sp_evolve_order(struct sp_evolution *e, struct sp_error *err)
{
	uint64_t count = 0;
	uint32_t *born;

	if (!e->names || !e->died || !is_in_url_order(e->names))
		return SP_OK;
	e->place_of = sp_alloc_large(e->pages, sizeof(*e->place_of));
	e->page_at = sp_alloc_large(e->pages, sizeof(*e->page_at));
	born = sp_alloc(e->died, sizeof(*born));
	if (!e->place_of || !e->page_at || !born) {
		free(born);
		return sp_no_memory(err, "the order of pages");
	}
	for (uint64_t place = 0; place < e->pages; place++)
		if (sp_bit_test(e->dead, place))
			born[count++] = (uint32_t)place;
	qsort_r(born, count, sizeof(*born), compare_for_sort, e);
	merge_places(e, born);
	free(born);
	return check_new_names(e, err);
}
