/* SPDX-License-Identifier: MIT */
/*
 * How it works.  What a version has more is taken out of its address, and the
 * rest is looked up: a few hashes for each URL.  The shape that most versions
 * are of is found by one pass, in which each page votes for a shape or against
 * another one, and checked by a second one that counts.
 */
#include "shape/versions.h"

#include "base/ascii.h"
#include "base/bitset.h"
#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define KIN_STEPS 4 /* versions of versions: a page has few ways to grow */

/* Where a page is looked for. */
struct look {
	const struct sp_addresses *addresses;
	uint32_t site, shape;   /* of the page */
	struct sp_span address; /* of the page */
	struct sp_span more;    /* what it has more than the other one */
	char text[SP_NAME_MAX + 2];
};

static uint32_t
look_at(const struct look *look, struct sp_span address)
{
	uint32_t page = sp_address_find(look->addresses, look->site, address);

	return page != SP_NO_PAGE &&
	       look->addresses->shapes->shape_of[page] != look->shape ?
		       page : SP_NO_PAGE;
}

/* ---- the whole address of another page -------------------------------- */

/* Reads escapes of a value; returns an address with a "/" before it. */
static struct sp_span
unescape_value(struct look *look, struct sp_span value)
{
	struct sp_span made = { look->text + 1, 0 };

	for (size_t i = 0; i < value.length; i++) {
		char c = value.text[i];

		if (c == '%' && i + 2 < value.length &&
		    sp_hex_value(value.text[i + 1]) >= 0 &&
		    sp_hex_value(value.text[i + 2]) >= 0) {
			c = (char)(sp_hex_value(value.text[i + 1]) * 16 +
				   sp_hex_value(value.text[i + 2]));
			i += 2;
		}
		look->text[++made.length] = c;
	}
	if (made.length && *made.text != '/') {
		look->text[0] = '/';
		made.text--;
		made.length++;
	}
	return made;
}

/* A value with a "/" inside: a path, or a URL of the same host. */
static uint32_t
look_at_value(struct look *look, struct sp_span value)
{
	struct sp_span text = unescape_value(look, value), host;
	size_t start = 0;

	if (!memmem(text.text, text.length, "://", 3))
		return text.length > 1 && memchr(text.text + 1, '/',
						 text.length - 1) ?
			       look_at(look, text) : SP_NO_PAGE;
	sp_span_cut(&text, 1);
	host.length = sp_url_find_host(text.text, text.length, &start);
	host.text = text.text + start;
	return sp_span_equal(host, sp_site_host(look->addresses,
						look->site)) ?
		       look_at(look, sp_address_of(text)) : SP_NO_PAGE;
}

static uint32_t
look_after_segment(struct look *look)
{
	struct sp_span rest = look->address, segment;

	if (!sp_span_take(&rest, SP_SPAN("/")))
		return SP_NO_PAGE;
	segment = sp_span_cut(&rest, sp_span_before(rest, '/'));
	if (rest.length < 2 || !segment.length ||
	    memchr(segment.text, '?', segment.length) ||
	    sp_is_like_language(segment) ||
	    sp_are_digits(segment.text, segment.length))
		return SP_NO_PAGE;
	look->more = segment;
	return look_at(look, rest);
}

/* ---- something more --------------------------------------------------- */

/* The address without the bytes from begin to end. */
static uint32_t
look_without(struct look *look, size_t begin, size_t end)
{
	struct sp_span address = look->address;
	struct sp_span rest = { look->text, address.length - (end - begin) };

	look->more.text = address.text + begin;
	look->more.length = end - begin;
	memcpy(look->text, address.text, begin);
	memcpy(look->text + begin, address.text + end, address.length - end);
	return look_at(look, rest);
}

static size_t
parameter_end(struct sp_span address, size_t at)
{
	while (at < address.length && !strchr("&;", address.text[at]))
		at++;
	return at;
}

/* By each of the parameters, whose first begins at `first`, and by all. */
static uint32_t
look_at_parameters(struct look *look, size_t first, bool whole)
{
	struct sp_span address = look->address;
	uint32_t page = SP_NO_PAGE;
	size_t end;

	for (size_t at = first; page == SP_NO_PAGE && at < address.length;
	     at = end + 1) {
		struct sp_span value = { address.text + at, 0 };

		end = parameter_end(address, at);
		value.length = end - at;
		if (whole) {
			look->more = sp_span_cut_at(&value, '=');
			page = look_at_value(look, value);
		} else if (at > first) {
			page = look_without(look, at - 1, end);
		} else if (end < address.length) {
			page = look_without(look, at, end + 1);
		}
	}
	return page == SP_NO_PAGE && !whole ?
		       look_without(look, first - 1, address.length) : page;
}

/* With and without a "/" at the end of what is left. */
static uint32_t
look_above(struct look *look)
{
	size_t at = look->address.length;
	uint32_t page;

	while (at && look->address.text[at - 1] != '/')
		at--;
	if (at < 2)
		return SP_NO_PAGE;
	page = look_without(look, at - 1, look->address.length);
	return page == SP_NO_PAGE ?
		       look_without(look, at, look->address.length) : page;
}

/* The page that this is a version of, and by the whole address or not. */
static uint32_t
look_for_version(struct look *look, bool *whole)
{
	size_t query = sp_span_before(look->address, '?');
	bool asks = query < look->address.length;
	uint32_t page = SP_NO_PAGE;

	*whole = true;
	if (asks)
		page = look_at_parameters(look, query + 1, true);
	if (page == SP_NO_PAGE)
		page = look_after_segment(look);
	if (page != SP_NO_PAGE)
		return page;
	*whole = false;
	return asks ? look_at_parameters(look, query + 1, false) :
		      look_above(look);
}

/* ---- shapes ----------------------------------------------------------- */

/* A vote for the shape of a page: one that has most of them is left. */
static void
vote_for_base(struct sp_shape_versions *of, uint32_t shape)
{
	if (!of->of_base)
		of->base = shape;
	if (of->base == shape)
		of->of_base++;
	else
		of->of_base--;
}

/* Leaves in `of` what has the whole address of another page. */
static void
count_versions(const struct sp_addresses *addresses,
	       const uint64_t *whole, struct sp_versions *versions)
{
	const struct sp_shapes *shapes = addresses->shapes;

	for (uint64_t i = 0; i < shapes->count; i++)
		versions->shapes[i].of_base = 0;
	for (uint64_t page = 0; page < shapes->pages; page++) {
		uint32_t of = versions->of[page];
		struct sp_shape_versions *shape;

		if (of == SP_NO_PAGE)
			continue;
		shape = &versions->shapes[shapes->shape_of[page]];
		shape->of_base += shapes->shape_of[of] == shape->base;
		if (sp_bit_test(whole, page))
			shape->whole++;
		else
			versions->of[page] = SP_NO_PAGE;
	}
}

static void
find_kin(const struct sp_shapes *shapes, struct sp_versions *versions)
{
	for (uint32_t i = 0; i < shapes->count; i++) {
		struct sp_shape_versions *of = &versions->shapes[i];

		if (!of->of_base)
			of->base = SP_NO_SHAPE;
		versions->kin[i] =
			of->of_base * 10 >= shapes->known[i] * 9 &&
			__builtin_popcountll(of->more) <= SP_VERSION_TEXTS ?
				of->base : i;
	}
	/* Versions of versions; two shapes may be versions of each other. */
	for (uint64_t i = 0; i < shapes->count; i++)
		for (int step = 0; step < KIN_STEPS; step++)
			versions->kin[i] = versions->kin[versions->kin[i]];
}

static void
find_versions(const struct sp_names *urls, struct look *look,
	      struct sp_name_room *room, uint64_t *whole,
	      struct sp_versions *versions)
{
	const struct sp_shapes *shapes = look->addresses->shapes;

	for (uint64_t page = 0; page < shapes->pages; page++) {
		struct sp_shape_versions *of;
		bool is_whole;

		versions->of[page] = SP_NO_PAGE;
		look->shape = shapes->shape_of[page];
		if (look->shape == SP_NO_SHAPE)
			continue;
		look->site = look->addresses->site_of[look->shape];
		look->address = sp_address_of(sp_names_read(urls, page, room));
		versions->of[page] = look_for_version(look, &is_whole);
		if (versions->of[page] == SP_NO_PAGE)
			continue;
		if (is_whole)
			sp_bit_set(whole, page);
		of = &versions->shapes[look->shape];
		of->more |= UINT64_C(1) << sp_hash(look->more.text,
						   look->more.length) % 64;
		vote_for_base(of, shapes->shape_of[versions->of[page]]);
	}
	count_versions(look->addresses, whole, versions);
	find_kin(shapes, versions);
}

enum sp_status
sp_versions_find(const struct sp_names *urls,
		 const struct sp_addresses *addresses,
		 struct sp_versions *versions, struct sp_error *err)
{
	const struct sp_shapes *shapes = addresses->shapes;
	struct look *look = sp_alloc(1, sizeof(*look));
	struct sp_name_room *room = sp_alloc(1, sizeof(*room));
	uint64_t *whole = sp_bitset_new(shapes->pages);
	enum sp_status status = SP_OK;

	*versions = (struct sp_versions){
		.of = sp_alloc_large(shapes->pages, sizeof(*versions->of)),
		.shapes = sp_alloc_zero(shapes->count,
					sizeof(*versions->shapes)),
		.kin = sp_alloc(shapes->count, sizeof(*versions->kin))
	};
	if (look && room && whole && versions->of && versions->shapes &&
	    versions->kin) {
		look->addresses = addresses;
		find_versions(urls, look, room, whole, versions);
	} else {
		sp_versions_free(versions);
		status = sp_no_memory(err, "versions of pages");
	}
	free(look);
	free(room);
	free(whole);
	return status;
}

void
sp_versions_free(struct sp_versions *versions)
{
	free(versions->of);
	free(versions->shapes);
	free(versions->kin);
	*versions = (struct sp_versions){ 0 };
}
