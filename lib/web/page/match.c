/* SPDX-License-Identifier: MIT */
/*
 * Which page a URL means (match.h has the ranks).  An index has two
 * dictionaries: one over the graph's own names, whose strings are not copied,
 * and one of keys for names that may be found by more than their bytes: the
 * normal form, where it is not the name itself, and for loose matching the part
 * without scheme, "www." and slashes at the end.
 *
 * Most names of a graph are normal forms already.  So without loose matching
 * the second dictionary is nearly empty, and most look-ups are one probe of the
 * first.
 *
 * Of several pages with one key, the smallest is found: names are added in the
 * order of pages, and the first one stays.
 */
#include "web/page/match.h"

#include "base/ascii.h"
#include "base/line.h"
#include "base/memory.h"
#include "web/page/url.h"

#include <stdlib.h>

/* ---- keys ------------------------------------------------------------- */

struct sp_matcher {
	struct sp_urls *urls;
	struct sp_line text;     /* a URL that gets a scheme */
};

enum sp_status
sp_matcher_new(struct sp_matcher **made, struct sp_error *err)
{
	struct sp_matcher *matcher = sp_alloc_zero(1, sizeof(*matcher));

	*made = NULL;
	if (!matcher)
		return sp_no_memory(err, "URLs");
	if (sp_urls_new(&matcher->urls, err)) {
		free(matcher);
		return err->status;
	}
	*made = matcher;
	return SP_OK;
}

void
sp_matcher_free(struct sp_matcher *matcher)
{
	if (!matcher)
		return;
	sp_urls_free(matcher->urls);
	sp_line_free(&matcher->text);
	free(matcher);
}

/*
 * The part of a normal form by which it is loosely found.  A normal form begins
 * with http:// or https:// and has a host; the host "www." alone stays.
 */
static struct sp_span
loose_part(struct sp_span url)
{
	sp_span_cut(&url, url.text[4] == ':' ? 7 : 8);
	if (url.length > 4)
		sp_span_take(&url, SP_SPAN("www."));
	while (url.length && url.text[url.length - 1] == '/')
		url.length--;
	return url;
}

/*
 * Is this a host, with or without a path?  Numbers are pages, and not the
 * addresses that "http://7" would be.  A ":" could end a scheme or begin a
 * port, so that such texts are left alone.
 */
static bool
lacks_scheme(struct sp_span text)
{
	bool digits = true;
	size_t i;

	for (i = 0; i < text.length && !strchr("/?#", text.text[i]); i++) {
		if (text.text[i] == ':')
			return false;
		digits = digits && sp_is_digit(text.text[i]);
	}
	return i && !digits;
}

/*
 * A text without a scheme gets http://, and is found by its loose part only:
 * "a.example" is no URL, and so has no normal form.
 */
enum sp_status
sp_match_keys(struct sp_matcher *matcher, struct sp_span url,
	      struct sp_span *normal, struct sp_span *loose,
	      struct sp_error *err)
{
	enum sp_url_kind kind = sp_url_resolve(matcher->urls, NULL, url, NULL,
					       normal);

	*loose = (struct sp_span)SP_SPAN_ABSENT;
	if (kind == SP_URL_PAGE) {
		*loose = loose_part(*normal);
	} else if (kind == SP_URL_BAD && lacks_scheme(url)) {
		sp_line_set(&matcher->text, SP_SPAN("http://"));
		sp_line_add_span(&matcher->text, url);
		if (matcher->text.lost)
			return sp_no_memory(err, "a URL");
		if (sp_url_resolve(matcher->urls, NULL,
				   sp_line_span(&matcher->text), NULL,
				   loose) == SP_URL_PAGE)
			*loose = loose_part(*loose);
	}
	return sp_urls_short(matcher->urls) ? sp_no_memory(err, "a URL") :
					      SP_OK;
}

/* ---- all names of a graph --------------------------------------------- */

/*
 * Keys are normal forms, of names that differ from theirs, and, to match
 * loosely, the loose parts of all names.  They share a table: no loose part
 * begins with a scheme, because no port is empty in a normal form.
 */
struct sp_match_index {
	enum sp_match match;
	struct sp_dictionary *by_name;
	struct sp_names keys;
	struct sp_dictionary *by_key;
	uint32_t *page_of;       /* each key */
	uint64_t page_capacity;
	uint64_t alike;          /* pages whose normal form finds another */
};

/* Of several pages with one key, the first one is found. */
static enum sp_status
match_add_key(struct sp_match_index *index, struct sp_span key, uint64_t page,
	      struct sp_error *err)
{
	uint64_t before = index->keys.count, place;

	if (sp_dictionary_add(index->by_key, key.text, key.length, &place,
			      err))
		return err->status;
	if (index->keys.count == before)
		return SP_OK;
	if (!sp_grow(&index->page_of, &index->page_capacity, place + 1))
		return sp_no_memory(err, "the names of pages");
	index->page_of[place] = (uint32_t)page;
	return SP_OK;
}

static enum sp_status
add_keys(struct sp_match_index *index, struct sp_matcher *matcher,
	 struct sp_span name, uint64_t page, struct sp_error *err)
{
	struct sp_span normal, loose;
	uint64_t before = index->keys.count, other;

	if (sp_match_keys(matcher, name, &normal, &loose, err))
		return err->status;
	if (normal.text && !sp_span_equal(normal, name)) {
		if (match_add_key(index, normal, page, err))
			return err->status;
		index->alike += index->keys.count == before ||
				sp_dictionary_find(index->by_name, normal.text,
						   normal.length, &other);
	}
	return index->match == SP_MATCH_LOOSE && loose.text ?
		       match_add_key(index, loose, page, err) : SP_OK;
}

/*
 * Each name is normalised once, which takes most of the time of making an
 * index; an exact one does not.
 */
static enum sp_status
make_keys(struct sp_match_index *index, const struct sp_names *names,
	  struct sp_error *err)
{
	struct sp_matcher *matcher;
	struct sp_name_room room;
	enum sp_status status = sp_matcher_new(&matcher, err);

	if (status)
		return status;
	index->by_key = sp_dictionary_new(&index->keys);
	if (!index->by_key)
		status = sp_no_memory(err, "the names of pages");
	for (uint64_t page = 0; !status && page < names->count; page++)
		status = add_keys(index, matcher,
				  sp_names_read(names, page, &room), page,
				  err);
	sp_matcher_free(matcher);
	return status;
}

enum sp_status
sp_match_index_new(const struct sp_names *names, enum sp_match match,
		   struct sp_match_index **made, struct sp_error *err)
{
	struct sp_match_index *index = sp_alloc_zero(1, sizeof(*index));
	enum sp_status status = SP_OK;

	*made = NULL;
	if (!index)
		return sp_no_memory(err, "the names of pages");
	index->match = match;
	/* The dictionary gets no new names: it does not change the table. */
	index->by_name = sp_dictionary_new(
		(struct sp_names *)(uintptr_t)names);
	if (!index->by_name)
		status = sp_no_memory(err, "the names of pages");
	if (!status && match != SP_MATCH_EXACT)
		status = make_keys(index, names, err);
	if (status) {
		sp_match_index_free(index);
		return status;
	}
	*made = index;
	return SP_OK;
}

uint64_t
sp_match_index_alike(const struct sp_match_index *index,
		     const struct sp_names *names)
{
	uint64_t different = sp_dictionary_count(index->by_name), named = 0;
	uint64_t nameless;
	struct sp_name_room room;

	/* Most graphs have no such pages, and cost nothing. */
	if (different == names->count)
		return index->alike;
	/* That many have no name is nothing that they share. */
	for (uint64_t page = 0; page < names->count; page++)
		named += sp_names_read(names, page, &room).length > 0;
	different -= sp_dictionary_find(index->by_name, "", 0, &nameless);
	return named - different + index->alike;
}

static bool
find_key(const struct sp_match_index *index, struct sp_span key,
	 uint64_t *page)
{
	uint64_t place;

	if (!sp_dictionary_find(index->by_key, key.text, key.length, &place))
		return false;
	*page = index->page_of[place];
	return true;
}

/*
 * Looks for ranks 1 to 3, the best first; what is absent is not found.  A name
 * that is the normal form is better than one that only has it, hence the order
 * of the first two.
 */
static uint64_t
find_by_keys(const struct sp_match_index *index, struct sp_span normal,
	     struct sp_span loose)
{
	uint64_t page;

	if (normal.text &&
	    (sp_dictionary_find(index->by_name, normal.text, normal.length,
				&page) ||
	     find_key(index, normal, &page)))
		return page;
	if (index->match == SP_MATCH_LOOSE && loose.text &&
	    find_key(index, loose, &page))
		return page;
	return SP_NO_MATCH;
}

/*
 * The bytes themselves are looked for first: most URLs are found so, without
 * being normalised.
 */
enum sp_status
sp_match_find(const struct sp_match_index *index, struct sp_matcher *matcher,
	      struct sp_span url, struct sp_span *normal, uint64_t *page,
	      struct sp_error *err)
{
	struct sp_span own = SP_SPAN_ABSENT, loose;

	normal = normal ? normal : &own;
	*normal = own;
	if (sp_dictionary_find(index->by_name, url.text, url.length, page))
		return SP_OK;
	*page = SP_NO_MATCH;
	if (index->match == SP_MATCH_EXACT)
		return SP_OK;
	if (sp_match_keys(matcher, url, normal, &loose, err))
		return err->status;
	*page = find_by_keys(index, *normal, loose);
	return SP_OK;
}

uint64_t
sp_match_find_normal(const struct sp_match_index *index, struct sp_span url)
{
	uint64_t page;

	if (index->match != SP_MATCH_EXACT)
		return find_by_keys(index, url, loose_part(url));
	return sp_dictionary_find(index->by_name, url.text, url.length,
				  &page) ? page : SP_NO_MATCH;
}

/* Most URLs are normal forms, and most names are. */
void
sp_match_expect(const struct sp_match_index *index,
		const struct sp_span *urls, size_t count)
{
	sp_dictionary_expect(index->by_name, urls, count);
}

void
sp_match_index_free(struct sp_match_index *index)
{
	if (!index)
		return;
	sp_dictionary_free(index->by_name);
	sp_dictionary_free(index->by_key);
	sp_names_free(&index->keys);
	free(index->page_of);
	free(index);
}
