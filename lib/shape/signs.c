/* SPDX-License-Identifier: MIT */
/*
 * Reading the links of two pages at random takes longer than passing all of
 * them, so only shapes are looked at for which their figures and URLs say that
 * it matters, and the first downloads of each.
 */
#include "shape/signs.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>
#include <string.h>

struct looking {
	const struct sp_shaped *shaped;
	const struct sp_shape_downloads *downloads;
	const struct sp_names *urls;
	const struct sp_versions *versions;
	struct sp_accessor *accessor;
	struct sp_name_room *room, *other_room;
	uint32_t *row;
	uint64_t capacity;
};

/* ---- numbers ---------------------------------------------------------- */

#define DIGITS 18 /* of a number that is compared: it fits */

static int64_t
number_of(struct sp_span digits)
{
	int64_t number = 0;

	for (size_t i = 0; i < digits.length; i++)
		number = number * 10 + (digits.text[i] - '0');
	return number;
}

/* Where digits begin of which the first ones may be of an escape. */
static size_t
after_escape(struct sp_span url, size_t begin)
{
	if (begin && url.text[begin - 1] == '%')
		return begin + 2;
	return begin > 1 && url.text[begin - 2] == '%' &&
			       sp_hex_value(url.text[begin - 1]) >= 0 ?
		       begin + 1 : begin;
}

bool
sp_urls_are_near(struct sp_span a, struct sp_span b)
{
	size_t begin = 0, end = 0, same;
	size_t least = a.length < b.length ? a.length : b.length;
	int64_t apart;

	while (begin < least && a.text[begin] == b.text[begin])
		begin++;
	same = begin;
	while (end < least - begin && a.text[a.length - 1 - end] ==
					      b.text[b.length - 1 - end])
		end++;
	/* All digits around what differs are of the number. */
	while (begin && sp_is_digit(a.text[begin - 1]))
		begin--;
	while (end && sp_is_digit(a.text[a.length - end]))
		end--;
	begin = after_escape(a, begin);
	if (begin > same)
		return false;
	sp_span_cut(&a, begin);
	sp_span_cut(&b, begin);
	a.length -= end;
	b.length -= end;
	if (!sp_are_digits(a.text, a.length) ||
	    !sp_are_digits(b.text, b.length) || a.length > DIGITS ||
	    b.length > DIGITS)
		return false;
	apart = number_of(a) - number_of(b);
	return apart && apart >= -SP_SIGN_NEAR_MOST &&
	       apart <= SP_SIGN_NEAR_MOST;
}

/* ---- downloads -------------------------------------------------------- */

/* The links of a page, copied: an accessor has one row at a time. */
static enum sp_status
copy_row(struct looking *to, uint32_t page, uint32_t *count,
	 struct sp_error *err)
{
	const uint32_t *links;
	enum sp_status status = sp_accessor_page(to->accessor, page, &links,
						 count, err);

	if (status)
		return status;
	if (!sp_grow(&to->row, &to->capacity, (uint64_t)*count + 1))
		return sp_no_memory(err, "the links of a page");
	if (*count)
		memcpy(to->row, links, *count * sizeof(*links));
	return SP_OK;
}

/* Are all links of the view, but to itself, to `of` or in its row? */
static bool
adds_no_link(const uint32_t *view, uint32_t count, uint32_t page, uint32_t of,
	     const uint32_t *row, uint32_t links)
{
	uint32_t k = 0;

	for (uint32_t i = 0; i < count; i++) {
		if (view[i] == page || view[i] == of)
			continue;
		while (k < links && row[k] < view[i])
			k++;
		if (k == links || row[k] != view[i])
			return false;
	}
	return true;
}

/* Is the body of the page larger than that of the other, as far as known? */
static bool
is_larger(const struct sp_fetches *fetches, uint32_t page, uint32_t other)
{
	const struct sp_fetch *a = fetches ? sp_fetches_find(fetches, page) :
					     NULL;
	const struct sp_fetch *b = fetches ? sp_fetches_find(fetches, other) :
					     NULL;

	return a && b && a->size != SP_FETCH_NO_SIZE &&
	       b->size != SP_FETCH_NO_SIZE && a->size > b->size;
}

static enum sp_status
look_at_view(struct looking *to, uint32_t page, uint32_t count,
	     struct sp_shape_signs *signs, struct sp_error *err)
{
	uint32_t of = to->versions->of[page], links;
	const uint32_t *row;
	enum sp_status status;

	if (of == SP_NO_PAGE ||
	    to->downloads->place[of] == SP_NOT_DOWNLOADED)
		return SP_OK;
	status = sp_accessor_page(to->accessor, of, &row, &links, err);
	if (status)
		return status;
	signs->viewed++;
	signs->views += adds_no_link(to->row, count, page, of, row, links) &&
			!is_larger(to->shaped->fetches, page, of);
	return SP_OK;
}

static void
look_at_numbers(struct looking *to, uint32_t page, uint32_t count,
		struct sp_shape_signs *signs)
{
	uint32_t shape = to->shaped->shape_of[page];
	struct sp_span url = sp_names_read(to->urls, page, to->room);

	for (uint32_t i = 0; i < count; i++) {
		uint32_t other = to->row[i];

		if (other == page || to->shaped->shape_of[other] != shape)
			continue;
		signs->inside++;
		signs->near += sp_urls_are_near(
			url, sp_names_read(to->urls, other, to->other_room));
	}
}

static enum sp_status
look_at_downloads(struct looking *to, const uint8_t *look,
		  struct sp_shape_signs *signs, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < to->downloads->count; i++) {
		uint32_t page = to->downloads->order[i], count;
		uint32_t shape = to->shaped->shape_of[page];

		if (shape >= to->shaped->shapes || !look[shape] ||
		    signs[shape].looked == SP_SIGNS_SAMPLE)
			continue;
		signs[shape].looked++;
		status = copy_row(to, page, &count, err);
		if (!status && look[shape] & SP_SIGN_VIEWS)
			status = look_at_view(to, page, count, &signs[shape],
					      err);
		if (!status && look[shape] & SP_SIGN_NEAR)
			look_at_numbers(to, page, count, &signs[shape]);
	}
	return status;
}

enum sp_status
sp_signs_find(const struct sp_shaped *shaped,
	      const struct sp_shape_downloads *downloads,
	      const struct sp_names *urls, const struct sp_versions *versions,
	      const struct sp_index *index, const uint8_t *look,
	      struct sp_shape_signs **signs, struct sp_error *err)
{
	struct looking to = {
		.shaped = shaped, .downloads = downloads, .urls = urls,
		.versions = versions,
		.accessor = sp_accessor_new(index),
		.room = sp_alloc(1, sizeof(*to.room)),
		.other_room = sp_alloc(1, sizeof(*to.other_room)),
	};
	enum sp_status status;

	*signs = sp_alloc_zero(shaped->shapes, sizeof(**signs));
	if (*signs && to.accessor && to.room && to.other_room)
		status = look_at_downloads(&to, look, *signs, err);
	else
		status = sp_no_memory(err, "signs of traps");
	free(to.room);
	free(to.other_room);
	free(to.row);
	sp_accessor_free(to.accessor);
	if (status) {
		free(*signs);
		*signs = NULL;
	}
	return status;
}

/* ---- where links lead ------------------------------------------------- */

struct leading {
	const struct sp_shaped *shaped;
	const struct sp_addresses *addresses;
	const uint8_t *marked;
	struct sp_shape_leads *leads;
	uint64_t *out;       /* of each site */
};

static void
count_lead(uint64_t *count, uint64_t more)
{
	if (more)
		__atomic_fetch_add(count, more, __ATOMIC_RELAXED);
}

static void
lead_row(void *context, uint32_t page, const uint32_t *successors,
	 uint32_t count)
{
	struct leading *to = context;
	const uint32_t *site_of = to->addresses->site_of;
	uint32_t shape = to->shaped->shape_of[page];
	struct sp_shape_leads row = { 0 };

	if (shape >= to->shaped->shapes)
		return;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t other = to->shaped->shape_of[successors[i]];

		if (successors[i] == page)
			continue;
		row.links++;
		if (other >= to->shaped->shapes ||
		    site_of[other] != site_of[shape])
			continue;
		row.own += other == shape;
		row.marked += to->marked[other] != 0;
		row.out += !to->marked[other];
		if (to->marked[shape] && !to->marked[other])
			count_lead(&to->leads[other].back, 1);
	}
	count_lead(&to->leads[shape].links, row.links);
	count_lead(&to->leads[shape].own, row.own);
	count_lead(&to->leads[shape].marked, row.marked);
	if (to->marked[shape])
		count_lead(&to->out[site_of[shape]], row.out);
}

enum sp_status
sp_leads_count(const struct sp_shaped *shaped,
	       const struct sp_addresses *addresses, const uint8_t *marked,
	       struct sp_shape_leads **leads, struct sp_error *err)
{
	struct leading to = {
		shaped, addresses, marked,
		sp_alloc_zero(shaped->shapes, sizeof(*to.leads)),
		sp_alloc_zero(addresses->sites, sizeof(*to.out))
	};
	enum sp_status status;

	if (to.leads && to.out)
		status = sp_visit_lists(shaped->graph, shaped->threads, NULL,
					lead_row, &to, err);
	else
		status = sp_no_memory(err, "where shapes lead");
	for (uint64_t i = 0; !status && i < shaped->shapes; i++)
		to.leads[i].out = to.out[addresses->site_of[i]];
	free(to.out);
	if (status) {
		free(to.leads);
		to.leads = NULL;
	}
	*leads = to.leads;
	return status;
}
