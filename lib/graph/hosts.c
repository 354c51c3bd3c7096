/* SPDX-License-Identifier: MIT */
/*
 * What a page belongs to.  Hosts are numbers of names; a unit is what links are
 * counted between: a host, or a registrable domain, of which several hosts may
 * have the same.  A page without a host, whose host has the empty name, is a
 * unit of its own: nothing is known that it could share with others.
 *
 * The host of a URL is found here too, by a rule of its own and not by a parser
 * of URLs, since graphs hold names of pages that are no valid URLs, and a graph
 * must have the same hosts wherever it was imported.
 */
#include "graph/hosts.h"

#include "base/ascii.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum sp_status
sp_hosts_add(struct sp_hosts *hosts, uint32_t host, struct sp_error *err)
{
	if (!sp_grow(&hosts->host_of, &hosts->capacity, hosts->pages + 1))
		return sp_no_memory(err, "the hosts of the pages");
	hosts->host_of[hosts->pages++] = host;
	return SP_OK;
}

void
sp_hosts_free(struct sp_hosts *hosts)
{
	free(hosts->host_of);
	sp_names_free(&hosts->names);
	sp_names_free(&hosts->domains);
	*hosts = (struct sp_hosts)SP_HOSTS_EMPTY;
}

/* ---- domains ---------------------------------------------------------- */

/*
 * Sets numbers[h] to a number for the domain of host h, equal if equal.
 *
 * Domains come as one name for each host; equal ones have to get one number.
 */
static enum sp_status
number_domains(const struct sp_names *domains, uint32_t *numbers,
	       struct sp_error *err)
{
	struct sp_names distinct = SP_NAMES_EMPTY;
	struct sp_dictionary *dictionary = sp_dictionary_new(&distinct);
	enum sp_status status = SP_OK;

	if (!dictionary)
		return sp_no_memory(err, "the domains");
	for (uint64_t i = 0; i < domains->count && !status; i++) {
		size_t length;
		const char *text = sp_names_get(domains, i, &length);
		uint64_t index = 0;

		status = sp_dictionary_add(dictionary, text, length, &index,
					   err);
		numbers[i] = (uint32_t)index;
	}
	sp_dictionary_free(dictionary);
	sp_names_free(&distinct);
	return status;
}

/* ---- units ------------------------------------------------------------ */

/*
 * Fills units with the unit of each page's host: unit_of_host[h], or h if that
 * is NULL.  Pages of hosts whose name is empty have numbers from count on.
 *
 * Numbers from count on are given to pages without a host, one each: they can
 * collide with no host, as count is the number of all.
 */
static enum sp_status
fill_units(const struct sp_hosts *hosts, const uint32_t *unit_of_host,
	   uint64_t count, struct sp_units *units, struct sp_error *err)
{
	uint32_t *made = sp_alloc_large(hosts->pages, sizeof(*made));

	*units = (struct sp_units){ made, count, 0, made };
	if (!made)
		return sp_no_memory(err, "the hosts of the pages");
	for (uint64_t page = 0; page < hosts->pages; page++) {
		uint32_t host = hosts->host_of[page];
		size_t length;

		if (host >= hosts->names.count)
			return sp_fail(err, SP_DATA,
				       "page %" PRIu64 ": no such host", page);
		sp_names_get(&hosts->names, host, &length);
		if (length) {
			made[page] = unit_of_host ? unit_of_host[host] : host;
			continue;
		}
		if (units->count > UINT32_MAX)
			return sp_fail(err, SP_DATA, "too many hosts");
		made[page] = (uint32_t)units->count++;
		units->alone++;
	}
	return SP_OK;
}

/*
 * In nearly all graphs every host has a name: then the map of the stream is the
 * answer, and no copy is made. made is NULL then, and only what was made is
 * freed.
 */
enum sp_status
sp_units_of_hosts(const struct sp_hosts *hosts, struct sp_units *units,
		  struct sp_error *err)
{
	uint64_t count = hosts->names.count;
	enum sp_status status;

	for (uint64_t host = 0; host < count; host++) {
		size_t length;

		sp_names_get(&hosts->names, host, &length);
		if (length)
			continue;
		status = fill_units(hosts, NULL, count, units, err);
		if (status)
			sp_units_free(units);
		return status;
	}
	/* The usual case: every host has a name, and its number will do. */
	*units = (struct sp_units){ hosts->host_of, count, 0, NULL };
	return SP_OK;
}

enum sp_status
sp_units_of_domains(const struct sp_hosts *hosts, struct sp_units *units,
		    struct sp_error *err)
{
	uint64_t count = hosts->domains.count;
	uint32_t *numbers;
	enum sp_status status;

	*units = (struct sp_units)SP_UNITS_EMPTY;
	if (count != hosts->names.count)
		return sp_fail(err, SP_DATA, "the graph has no domains");
	numbers = sp_alloc(count, sizeof(*numbers));
	if (!numbers)
		return sp_no_memory(err, "the domains");
	status = number_domains(&hosts->domains, numbers, err);
	if (!status)
		status = fill_units(hosts, numbers, count, units, err);
	free(numbers);
	if (status)
		sp_units_free(units);
	return status;
}

void
sp_units_free(struct sp_units *units)
{
	free(units->made);
	*units = (struct sp_units)SP_UNITS_EMPTY;
}

/* ---- the host of a URL ------------------------------------------------ */

/* A backslash too, because browsers take it for a slash. */
static bool
ends_authority(char c)
{
	return c == '/' || c == '?' || c == '#' || c == '\\';
}

/*
 * Where the authority begins: after the first "://" that no "/", "?", "#" or
 * "\" precedes, or after a leading "//"; 0 if there is neither.
 *
 * A slash before "://" means that the URL is a path with a URL in it, as in
 * archives of pages.
 */
static size_t
authority_start(const char *url, size_t length)
{
	size_t i = 0;

	while (i < length && !ends_authority(url[i]))
		i++;
	if (length - i < 2 || url[i] != '/' || url[i + 1] != '/')
		return 0;
	return i == 0 || url[i - 1] == ':' ? i + 2 : 0;
}

/*
 * Without "//", is "x:y" a scheme and a path ("mailto:y", "http:"), rather than
 * a host and a port?  It is unless digits alone follow the colon.
 *
 * "localhost:8080" is a host and a port, "mailto:x" is not: digits alone
 * decide.
 */
static bool
is_opaque(const char *text, size_t length)
{
	const char *colon = length && *text != '[' ?
				    memchr(text, ':', length) : NULL;

	if (!colon)
		return false;
	for (const char *c = colon + 1; c < text + length; c++)
		if (!sp_is_digit(*c))
			return true;
	return colon + 1 == text + length;
}

/* The length of text without a port (":" and digits) at its end. */
static size_t
without_port(const char *text, size_t length)
{
	size_t i = length;

	while (i && sp_is_digit(text[i - 1]))
		i--;
	return i && text[i - 1] == ':' ? i - 1 : length;
}

/*
 * The last "@" ends the user's name, since a password may contain one.  Ports
 * do not make another host.
 */
size_t
sp_url_find_host(const char *url, size_t length, size_t *start)
{
	size_t end = authority_start(url, length);
	const char *at;

	*start = end;
	while (end < length && !ends_authority(url[end]))
		end++;
	if (!*start && is_opaque(url, end))
		return 0;
	/* A table of empty names has no bytes to point at. */
	at = end > *start ? memrchr(url + *start, '@', end - *start) : NULL;
	if (at)
		*start = (size_t)(at + 1 - url);
	length = without_port(url + *start, end - *start);
	/* A dot alone is the root of all names, and no host. */
	return length == 1 && url[*start] == '.' ? 0 : length;
}

size_t
sp_url_host(const char *url, size_t length, char host[SP_NAME_MAX],
	    bool *ascii)
{
	unsigned char bytes = 0;
	size_t start;

	length = sp_url_find_host(url, length, &start);
	url += start;
	/* The name with its root, "a.example.", is that without it. */
	if (length && url[length - 1] == '.')
		length--;
	if (length > SP_NAME_MAX)
		length = SP_NAME_MAX;
	for (size_t i = 0; i < length; i++) {
		bytes |= (unsigned char)url[i];
		host[i] = sp_to_small(url[i]);
	}
	*ascii = bytes < 0x80;
	return length;
}

/* ---- order ------------------------------------------------------------ */

/*
 * Takes the last label off *host.  Its text is NULL after the first label,
 * which distinguishes "no label is left" from an empty one.
 */
static struct sp_span
take_last_label(struct sp_span *host)
{
	size_t start = host->length;
	struct sp_span label;

	while (start && host->text[start - 1] != '.')
		start--;
	label = (struct sp_span){ host->text + start, host->length - start };
	host->length = start ? start - 1 : 0;
	if (!start)
		host->text = NULL;
	return label;
}

int
sp_host_compare(struct sp_span a, struct sp_span b)
{
	while (a.text && b.text) {
		int order = sp_span_compare(take_last_label(&a),
					    take_last_label(&b));

		if (order)
			return order;
	}
	return (a.text != NULL) - (b.text != NULL);
}

static bool
hosts_same_names(const struct sp_names *a, const struct sp_names *b)
{
	if (a->count != b->count)
		return false;
	for (uint64_t i = 0; i < a->count; i++)
		if (!sp_span_equal(sp_names_span(a, i), sp_names_span(b, i)))
			return false;
	return true;
}

bool
sp_hosts_same(const struct sp_hosts *a, const struct sp_hosts *b)
{
	if (!a || !b)
		return a == b;
	return a->pages == b->pages && hosts_same_names(&a->names, &b->names) &&
	       hosts_same_names(&a->domains, &b->domains) &&
	       (!a->pages || !memcmp(a->host_of, b->host_of,
				     a->pages * sizeof(*a->host_of)));
}
