/* SPDX-License-Identifier: MIT */
#include "reseal_verdict.h"

#include "reseal_graph.h"

#include "base/bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TAG(text) \
	SP_TAG((text)[0], (text)[1], (text)[2], (text)[3])
#define PAGES_MAX UINT64_C(4294967294)
#define NONE UINT32_MAX
#define BASIS_BYTES 40

struct basis_of {
	uint64_t pages, links, checksum, origin_links, origin_checksum;
};

/* A section, with its data in one piece. */
struct section {
	uint32_t tag;
	const struct part *head, *tail;
	struct part data;      /* count: of all frames */
};

struct judge {
	enum verdict verdict;
	const char *why;
	struct section *sections;
	size_t count;
	const struct section *graph;
	struct basis_of basis; /* of the graph, if there is one */
	uint64_t hosts;
	bool weighted, has_weights;
};

static void
say(struct judge *judge, enum verdict verdict, const char *why)
{
	if (verdict <= judge->verdict)
		return;
	judge->verdict = verdict;
	judge->why = why;
}

/* Says that it is a fault unless it is so. */
static bool
must_be(struct judge *judge, bool is, const char *why)
{
	if (!is)
		say(judge, VERDICT_FAULT, why);
	return is;
}

static const struct section *
section_before(const struct judge *judge, const struct section *of,
	       uint32_t tag)
{
	const struct section *found = NULL;

	for (const struct section *at = judge->sections; at < of; at++)
		if (at->tag == tag)
			found = at;
	return found;
}

/* ---- fields ----------------------------------------------------------- */

static struct basis_of
load_basis(const uint8_t *at)
{
	return (struct basis_of){ sp_load64(at), sp_load64(at + 8),
				  sp_load64(at + 16), sp_load64(at + 24),
				  sp_load64(at + 32) };
}

static bool
same_graph(const struct basis_of *a, const struct basis_of *b)
{
	return a->pages == b->pages && a->links == b->links &&
	       a->checksum == b->checksum;
}

static bool
same_origin(const struct basis_of *a, const struct basis_of *b)
{
	return same_graph(a, b) ||
	       (a->pages == b->pages &&
		a->origin_links == b->origin_links &&
		a->origin_checksum == b->origin_checksum);
}

/* The basis of a head, and that it belongs to the graph. */
static bool
check_basis(struct judge *judge, const struct section *section,
	    struct basis_of *basis)
{
	if (!must_be(judge, section->head->length >= BASIS_BYTES,
		     "a head without a basis"))
		return false;
	*basis = load_basis(section->head->payload);
	if (!must_be(judge, basis->pages <= PAGES_MAX, "too many pages"))
		return false;
	must_be(judge, basis->links <= basis->origin_links,
		"an origin with fewer links");
	if (judge->graph)
		must_be(judge, same_origin(basis, &judge->basis),
			"of another graph");
	return true;
}

static bool
check_name(struct judge *judge, const struct section *section, size_t least)
{
	size_t length = section->head->length - BASIS_BYTES;

	return must_be(judge, length >= least && length <= 255 &&
		       !memchr(section->head->payload + BASIS_BYTES, 0,
			       length), "a name that cannot be");
}

static bool
check_size(struct judge *judge, const struct section *section, uint64_t size)
{
	const struct part *data = &section->data;

	return must_be(judge, data->count < 1u << 20 &&
		       data->length == data->count * size,
		       "the size does not match the count");
}

static bool
check_doubles(struct judge *judge, const uint8_t *at, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		if (!must_be(judge, isfinite(sp_load_double(at + 8 * i)),
			     "not a finite number"))
			return false;
	return true;
}

/* Strings after fixed bytes: count of them are all of the data. */
static bool
check_strings(struct judge *judge, const struct section *section,
	      uint64_t fixed)
{
	const uint8_t *at = section->data.payload;
	const uint8_t *end = at + section->data.length;
	uint64_t length;

	for (uint64_t i = 0; i < section->data.count; i++) {
		if ((uint64_t)(end - at) < fixed)
			return must_be(judge, false, "an item is cut");
		at += fixed;
		if (!sp_get_leb(&at, end, &length) || length > 65535 ||
		    length > (uint64_t)(end - at))
			return must_be(judge, false, "a text is cut");
		at += length;
	}
	return must_be(judge, at == end, "bytes after the last text");
}

/* ---- graph and weights ------------------------------------------------ */

static void
judge_graph(struct judge *judge, const struct section *section)
{
	const uint8_t *head = section->head->payload;
	struct decoded decoded;
	const char *wrong;
	uint64_t pages;

	if (!must_be(judge, section->head->length == 24 &&
		     section->tail->length == 32, "head or tail of a graph"))
		return;
	pages = sp_load64(head);
	judge->weighted = sp_load32(head + 16) & 1;
	if (!must_be(judge, pages <= PAGES_MAX &&
		     section->data.count == pages &&
		     sp_load32(head + 8) == 1024 && sp_load32(head + 12) <= 6 &&
		     sp_load32(head + 16) <= 1, "parameters of a graph"))
		return;
	wrong = blocks_decode(section->data.payload, section->data.length,
			      pages, &decoded);
	if (wrong) {
		must_be(judge, false, wrong);
		return;
	}
	must_be(judge, decoded.chain <= sp_load32(head + 12),
		"a longer chain of references");
	must_be(judge, decoded.links == judge->basis.links &&
		decoded.checksum == judge->basis.checksum,
		"another fingerprint");
	must_be(judge, judge->basis.origin_links >= judge->basis.links,
		"an origin with fewer links");
}

static void
judge_weights(struct judge *judge, const struct section *section)
{
	struct basis_of basis;

	if (!check_basis(judge, section, &basis) ||
	    !must_be(judge, section->head->length == BASIS_BYTES,
		     "the head of weights") ||
	    !check_size(judge, section, 8) ||
	    !check_doubles(judge, section->data.payload, section->data.count))
		return;
	must_be(judge, judge->graph && section > judge->graph &&
		same_graph(&basis, &judge->basis) &&
		section->data.count == basis.links,
		"weights of another graph");
	must_be(judge, judge->weighted, "weights that nobody announced");
	if (judge->graph && section != judge->graph + 1)
		say(judge, VERDICT_EITHER, "weights in another place");
	judge->has_weights = true;
}

/* ---- names and hosts -------------------------------------------------- */

static void
judge_host_of(struct judge *judge, const struct section *section)
{
	const uint8_t *at = section->data.payload;
	const uint8_t *end = at + section->data.length;
	uint64_t pages = 0, host, run;

	while (at < end) {
		if (!must_be(judge, sp_get_leb(&at, end, &host) &&
			     sp_get_leb(&at, end, &run) && run &&
			     run <= PAGES_MAX - pages && host < judge->hosts,
			     "a run of pages"))
			return;
		pages += run;
	}
	must_be(judge, pages == section->data.count,
		"other pages than counted");
	must_be(judge, !judge->graph || pages == judge->basis.pages,
		"hosts of other pages");
}

static void
judge_names(struct judge *judge, const struct section *section)
{
	if (!check_strings(judge, section, 0))
		return;
	if (section->tag == TAG("DOMN"))
		must_be(judge, section->data.count == judge->hosts,
			"a domain for each host");
	if (section->tag == TAG("NAME") && judge->graph)
		must_be(judge, section->data.count == judge->basis.pages,
			"a name for each page");
}

/* ---- states and scores ------------------------------------------------ */

static void
judge_states(struct judge *judge, const struct section *section)
{
	struct basis_of basis;

	if (!check_basis(judge, section, &basis) ||
	    !check_size(judge, section, 1))
		return;
	for (uint64_t i = 0; i < section->data.count; i++)
		must_be(judge, section->data.payload[i] <= 6,
			"a state that is none");
	must_be(judge, section->head->length == BASIS_BYTES &&
		section->data.count == basis.pages, "a state for each page");
	must_be(judge, !section_before(judge, section, TAG("ftch")),
		"states after fetches");
}

/* ---- shapes ----------------------------------------------------------- */

/* The shapes that pages here would be of: those whose pages have not come. */
static const struct section *
open_shapes(const struct judge *judge, const struct section *at)
{
	const struct section *shapes = section_before(judge, at, TAG("shap"));
	const struct section *pages = section_before(judge, at, TAG("shpg"));

	return shapes && (!pages || pages < shapes) ? shapes : NULL;
}

static void
judge_shapes(struct judge *judge, const struct section *section)
{
	const uint8_t *at = section->data.payload;
	const uint8_t *end = at + section->data.length;
	struct basis_of basis;
	uint64_t length;

	if (!check_basis(judge, section, &basis) ||
	    !check_strings(judge, section, 0))
		return;
	must_be(judge, section->head->length == BASIS_BYTES,
		"the head of shapes");
	while (at < end && sp_get_leb(&at, end, &length)) {
		must_be(judge, length > 1 && *at <= 9, "a shape");
		at += length;
	}
}

static void
judge_shape_of(struct judge *judge, const struct section *section)
{
	const struct section *shapes = open_shapes(judge, section);
	struct basis_of basis, other;

	if (!must_be(judge, shapes && shapes->head->length == BASIS_BYTES &&
		     section->head->length == BASIS_BYTES,
		     "pages without shapes") ||
	    !check_basis(judge, section, &basis) ||
	    !check_size(judge, section, 4))
		return;
	other = load_basis(shapes->head->payload);
	must_be(judge, same_graph(&basis, &other), "pages of other shapes");
	must_be(judge, section->data.count == basis.pages,
		"a shape for each page");
	for (uint64_t i = 0; i < section->data.count; i++) {
		uint32_t shape = sp_load32(section->data.payload + 4 * i);

		must_be(judge, shape < shapes->data.count ||
			shape == UINT32_MAX, "a shape that is none");
	}
}

/* ---- fetches ---------------------------------------------------------- */

/* Reads a column of a frame of fetches; false if it is cut. */
static bool
take_column(const uint8_t **at, const uint8_t *end, uint64_t *to,
	    uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		if (!sp_get_leb(at, end, &to[i]))
			return false;
	return true;
}

/* Is it a time by the clock, after the last of the frame? */
static bool
is_time(uint64_t number, uint32_t clock, int64_t *last)
{
	if (!number)
		return true;
	if (!clock || __builtin_add_overflow(*last, sp_unzigzag(number - 1),
					     last))
		return false;
	return clock == 2 ? *last >= 1 && *last <= INT64_C(1) << 53 :
			    *last >= INT64_C(-62167219200) &&
				    *last <= INT64_C(253402300799);
}

/* A page that was fetched has a state that says so: readers of both look. */
static void
judge_fetched(struct judge *judge, const struct section *section,
	      uint64_t page)
{
	const struct section *states = section_before(judge, section,
						      TAG("stat"));

	must_be(judge, !states || page >= states->data.length ||
		states->data.payload[page], "a fetch of an unfetched page");
}

/* Fetches of one frame of data. */
static void
judge_fetches(struct judge *judge, const struct section *section)
{
	const uint8_t *at = section->data.payload, *end;
	uint64_t n = section->data.count, columns[4][1000], page = 0;
	const uint8_t *head = section->head->payload;
	struct basis_of basis;
	int64_t last = 0;

	if (!check_basis(judge, section, &basis) ||
	    !must_be(judge, section->head->length == BASIS_BYTES + 8 &&
		     sp_load32(head + BASIS_BYTES) <= 2 &&
		     !sp_load32(head + BASIS_BYTES + 4), "a clock") ||
	    !must_be(judge, n < 1000 && 8 * n <= section->data.length,
		     "the size does not match the count"))
		return;
	end = at + section->data.length - 8 * n;
	for (int k = 0; k < 4; k++)
		if (!must_be(judge, take_column(&at, end, columns[k], n),
			     "a column is cut"))
			return;
	must_be(judge, at == end, "bytes after the last column");
	for (uint64_t i = 0; i < n; i++, page++) {
		if (!must_be(judge, columns[0][i] < basis.pages - page,
			     "a fetch of what is no page"))
			return;
		page += columns[0][i];
		must_be(judge, columns[1][i] < UINT32_MAX, "captures");
		must_be(judge, is_time(columns[2][i],
				       sp_load32(head + BASIS_BYTES), &last),
			"a time that the clock has not");
		must_be(judge, columns[3][i] <= UINT64_C(1) << 63, "a size");
		judge_fetched(judge, section, page);
	}
}

static void
judge_scores(struct judge *judge, const struct section *section)
{
	struct basis_of basis;

	if (check_basis(judge, section, &basis) &&
	    check_name(judge, section, 1) && check_size(judge, section, 8) &&
	    check_doubles(judge, section->data.payload, section->data.count))
		must_be(judge, section->data.count == basis.pages,
			"a value for each page");
}

static void
judge_link_scores(struct judge *judge, const struct section *section)
{
	struct basis_of basis;
	uint64_t last = 0;

	if (!check_basis(judge, section, &basis) ||
	    !check_name(judge, section, 1) || !check_size(judge, section, 16))
		return;
	for (uint64_t i = 0; i < section->data.count; i++) {
		const uint8_t *at = section->data.payload + 16 * i;
		uint64_t link = (uint64_t)sp_load32(at) << 32 |
				sp_load32(at + 4);

		check_doubles(judge, at + 8, 1);
		if (!must_be(judge, sp_load32(at) < basis.pages &&
			     sp_load32(at + 4) < basis.pages,
			     "a link between what are no pages") ||
		    !must_be(judge, !i || link > last, "links out of order"))
			return;
		last = link;
	}
}

/* ---- cores and seeds -------------------------------------------------- */

/* Do the members of core number have the counts and the seed of its row? */
static bool
members_fit(const struct section *members, uint32_t number,
	    const uint8_t *core)
{
	uint64_t hubs = 0, authorities = 0;
	bool seed = false;

	for (uint64_t i = 0; i < members->data.count; i++) {
		const uint8_t *at = members->data.payload + 24 * i;

		if (sp_load32(at) != number)
			continue;
		hubs += !sp_load32(at + 8);
		authorities += sp_load32(at + 8);
		seed |= !sp_load32(at + 8) && sp_load32(at + 4) ==
					      sp_load32(core);
	}
	return hubs == sp_load64(core + 8) &&
	       authorities == sp_load64(core + 16) && seed;
}

static void
judge_members(struct judge *judge, const struct section *section,
	      const struct section *cores)
{
	const struct part *data = &section->data;
	struct basis_of basis, other;

	if (!must_be(judge, cores && cores->head->length == BASIS_BYTES &&
		     section->head->length == BASIS_BYTES,
		     "members without cores") ||
	    !check_basis(judge, section, &basis) ||
	    !check_size(judge, section, 24) ||
	    cores->data.length != 32 * cores->data.count)
		return;
	other = load_basis(cores->head->payload);
	must_be(judge, same_graph(&basis, &other), "members of other cores");
	if (memcmp(&basis, &other, sizeof(basis)))
		say(judge, VERDICT_EITHER, "members of another origin");
	for (uint64_t i = 0; i < data->count; i++) {
		const uint8_t *at = data->payload + 24 * i;

		must_be(judge, sp_load32(at) < cores->data.count &&
			sp_load32(at + 4) < basis.pages &&
			sp_load32(at + 8) < 2, "a member");
		check_doubles(judge, at + 16, 1);
		if (i && sp_load32(at) < sp_load32(at - 24))
			say(judge, VERDICT_EITHER, "members out of order");
		for (uint64_t k = 0; k < i; k++)
			if (!memcmp(at, data->payload + 24 * k, 8))
				say(judge, VERDICT_EITHER, "a member twice");
	}
	for (uint64_t i = 0; i < cores->data.count; i++)
		must_be(judge, members_fit(section, (uint32_t)i,
					   cores->data.payload + 32 * i),
			"other members than the core counts");
}

static void
judge_cores(struct judge *judge, const struct section *section)
{
	const struct section *next = section + 1;
	struct basis_of basis;

	if (!check_basis(judge, section, &basis) ||
	    !must_be(judge, section->head->length == BASIS_BYTES,
		     "the head of cores") ||
	    !check_size(judge, section, 32))
		return;
	for (uint64_t i = 0; i < section->data.count; i++) {
		const uint8_t *at = section->data.payload + 32 * i;
		uint64_t hubs = sp_load64(at + 8);
		uint64_t authorities = sp_load64(at + 16), most;

		must_be(judge, sp_load32(at) < basis.pages,
			"a seed that is no page");
		if (!sp_load32(at + 4))
			say(judge, VERDICT_EITHER, "a core of no round");
		/* Only the graph shows how many links there are. */
		if (__builtin_mul_overflow(hubs, authorities, &most) ||
		    sp_load64(at + 24) > most ||
		    sp_load64(at + 24) > basis.links)
			say(judge, VERDICT_EITHER, "more links than can be");
	}
	if (next == judge->sections + judge->count ||
	    next->tag != TAG("CMEM"))
		say(judge, VERDICT_EITHER, "cores without members");
}

static void
judge_seeds(struct judge *judge, const struct section *section)
{
	const uint8_t *at = section->data.payload;
	struct basis_of basis;

	if (!check_basis(judge, section, &basis) ||
	    !must_be(judge, section->head->length == BASIS_BYTES,
		     "the head of seeds") ||
	    !check_strings(judge, section, 8))
		return;
	for (uint64_t i = 0; i < section->data.count; i++) {
		uint64_t length = 0;

		must_be(judge, sp_load32(at) < basis.pages,
			"a seed that is no page");
		/* Its cores need not be in the stream. */
		if (sp_load32(at + 4) != NONE && sp_load32(at + 4))
			say(judge, VERDICT_EITHER, "a seed of another core");
		at += 8;
		(void)sp_get_leb(&at, at + 10, &length);
		at += length;
	}
}

static void
judge_notes(struct judge *judge, const struct section *section)
{
	const uint8_t *at = section->data.payload;
	struct basis_of basis;

	if (!check_basis(judge, section, &basis) ||
	    !check_name(judge, section, 0) ||
	    !check_strings(judge, section, 9))
		return;
	for (uint64_t i = 0; i < section->data.count; i++) {
		uint64_t length = 0;

		must_be(judge, at[0] < 7, "a seed found in no way");
		check_doubles(judge, at + 1, 1);
		at += 9;
		(void)sp_get_leb(&at, at + 10, &length);
		at += length;
	}
}

/* ---- orders ----------------------------------------------------------- */

static bool
seeds_have(const struct section *seeds, uint32_t page)
{
	for (uint64_t i = 0; i < seeds->data.count; i++)
		if (sp_load32(seeds->data.payload + 4 * i) == page)
			return true;
	return false;
}

static void
judge_order_seeds(struct judge *judge, const struct section *section)
{
	struct basis_of basis;

	if (!check_basis(judge, section, &basis) ||
	    !check_name(judge, section, 1) || !check_size(judge, section, 4))
		return;
	must_be(judge, section->data.count <= basis.pages,
		"more seeds than pages");
	for (uint64_t i = 0; i < section->data.count; i++)
		must_be(judge, sp_load32(section->data.payload + 4 * i) <
			basis.pages, "a seed that is no page");
}

/* The rows of an order of one frame of data. */
static void
judge_rows(struct judge *judge, const struct section *section,
	   const struct basis_of *basis, uint64_t mode)
{
	const uint8_t *at = section->data.payload;
	uint64_t n = section->data.count;
	bool ticks = section->tag == TAG("ordt");
	bool times = section->tag == TAG("ordc");

	for (uint64_t i = 0; i < n; i++) {
		uint32_t page = sp_load32(at + 4 * i);
		uint32_t parent = sp_load32(at + 4 * (n + i));
		uint32_t depth = sp_load32(at + 4 * (2 * n + i));
		bool known = false;

		must_be(judge, page < basis->pages &&
			(parent == NONE || parent < basis->pages),
			"a download that is no page");
		must_be(judge, depth && (parent == NONE) == (depth == 1),
			"a depth without its parent");
		check_doubles(judge, at + 12 * n + 8 * i, 1);
		for (uint64_t k = 0; k < i; k++) {
			must_be(judge, mode == 2 ||
				sp_load32(at + 4 * k) != page,
				"a page is downloaded twice");
			if (sp_load32(at + 4 * k) != parent)
				continue;
			known = true;
			if (depth != sp_load32(at + 4 * (2 * n + k)) + 1)
				say(judge, mode == 2 ? VERDICT_EITHER :
						       VERDICT_FAULT,
				    "a depth other than the parent's and 1");
		}
		if (parent != NONE && !known)
			say(judge, times ? VERDICT_FAULT : VERDICT_EITHER,
			    "a parent that was not downloaded");
		if (!ticks)
			continue;
		must_be(judge, sp_load32(at + 20 * n + 4 * i) != 0,
			"a tick of 0");
		if (i)
			must_be(judge, ((uint64_t)sp_load32(
						at + 20 * n + 4 * i) << 32 |
					sp_load32(at + 24 * n + 4 * i)) >=
				((uint64_t)sp_load32(
					 at + 20 * n + 4 * i - 4) << 32 |
				 sp_load32(at + 24 * n + 4 * i - 4)),
				"ticks out of order");
	}
}

/* The seeds before the order, if they are those of it. */
static void
judge_own_seeds(struct judge *judge, const struct section *section,
		const struct section *seeds)
{
	const uint8_t *at = section->data.payload;
	uint64_t n = section->data.count;
	struct basis_of a, b;

	if (!seeds || seeds->head->length != section->head->length ||
	    seeds->data.length != 4 * seeds->data.count)
		return;
	a = load_basis(seeds->head->payload);
	b = load_basis(section->head->payload);
	if (!same_graph(&a, &b) ||
	    memcmp(seeds->head->payload + BASIS_BYTES,
		   section->head->payload + BASIS_BYTES,
		   section->head->length - BASIS_BYTES))
		return;
	for (uint64_t i = 0; i < seeds->data.count; i++)
		for (uint64_t k = 0; k < i; k++)
			must_be(judge,
				sp_load32(seeds->data.payload + 4 * i) !=
				sp_load32(seeds->data.payload + 4 * k),
				"a seed twice");
	for (uint64_t i = 0; i < n; i++)
		if (sp_load32(at + 4 * (n + i)) == NONE)
			must_be(judge, seeds_have(seeds,
						  sp_load32(at + 4 * i)),
				"a download without parent is no seed");
}

static void
judge_parallel(struct judge *judge, const struct section *section,
	       const uint8_t *tail)
{
	const uint8_t *at = section->data.payload;
	uint64_t n = section->data.count, last = 0, process = 0, in_tick = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint32_t tick = sp_load32(at + 20 * n + 4 * i);
		uint32_t by = sp_load32(at + 24 * n + 4 * i);

		must_be(judge, by < sp_load64(tail), "a process that is none");
		in_tick = i && tick == last && by == process ? in_tick + 1 : 1;
		must_be(judge, in_tick <= sp_load64(tail + 8),
			"more downloads of a process in a tick");
		last = tick;
		process = by;
	}
	must_be(judge, sp_load64(tail) && sp_load64(tail) <= 4096 &&
		sp_load64(tail + 8) && sp_load64(tail + 16) <= 2 &&
		sp_load64(tail + 40) == last, "a parallel crawl");
	if (sp_load64(tail + 16) &&
	    (sp_load64(tail + 24) || sp_load64(tail + 32) ||
	     sp_load64(tail + 48)))
		say(judge, VERDICT_EITHER, "figures of an exchange");
}

/* The times of row i, of an order in time. */
static uint64_t
start_of(const struct section *section, uint64_t i)
{
	return sp_load64(section->data.payload + 20 * section->data.count +
			 8 * i);
}

static uint64_t
end_of(const struct section *section, uint64_t i)
{
	return sp_load64(section->data.payload + 28 * section->data.count +
			 8 * i);
}

static void
judge_times(struct judge *judge, const struct section *section,
	    const uint8_t *tail)
{
	const uint8_t *at = section->data.payload;
	uint64_t n = section->data.count;
	uint64_t requests = sp_load64(tail + 8), failed = sp_load64(tail + 16);

	for (uint64_t i = 0; i < n; i++) {
		uint64_t start = start_of(section, i);

		must_be(judge, start <= end_of(section, i),
			"an end before the start");
		must_be(judge, !i || end_of(section, i - 1) <=
				     end_of(section, i), "ends out of order");
		for (uint64_t k = 0; k < i; k++)
			must_be(judge, sp_load32(at + 4 * k) !=
				sp_load32(at + 4 * (n + i)) ||
				end_of(section, k) <= start,
				"a start before the end of the parent");
	}
	must_be(judge, sp_load64(tail) && failed <= requests &&
		n <= requests - failed && sp_load64(tail + 24) <= failed &&
		sp_load64(tail + 40) <= requests &&
		(!n || sp_load64(tail + 64) >= end_of(section, n - 1)),
		"a crawl in time");
}

static void
judge_order(struct judge *judge, const struct section *section,
	    const struct section *seeds)
{
	bool ticks = section->tag == TAG("ordt");
	bool times = section->tag == TAG("ordc");
	const uint8_t *tail = section->tail->payload;
	struct basis_of basis;

	if (!check_basis(judge, section, &basis) ||
	    !check_name(judge, section, 1) ||
	    !check_size(judge, section, ticks ? 28 : times ? 36 : 20) ||
	    !must_be(judge, section->tail->length ==
			    (ticks ? 224 : times ? 240 : 168),
		     "the tail of an order"))
		return;
	must_be(judge, sp_load64(tail) == section->data.count,
		"other downloads than the tail says");
	check_doubles(judge, tail + 80, 11);
	for (unsigned i = 0; i < 10; i++)
		must_be(judge, !(sp_load_double(tail + 88 + 8 * i) < 0),
			"negative seconds");
	judge_rows(judge, section, &basis, ticks ? sp_load64(tail + 184) : 0);
	judge_own_seeds(judge, section, seeds);
	if (ticks)
		judge_parallel(judge, section, tail + 168);
	if (times)
		judge_times(judge, section, tail + 168);
}

/* ---- sections --------------------------------------------------------- */

/* Gathers the frames of each section. */
static void
gather(struct judge *judge, const struct parts *parts)
{
	struct section *to = NULL;

	judge->sections = calloc(parts->count + 1, sizeof(*to));
	if (!judge->sections)
		abort();
	for (size_t i = 0; i < parts->count; i++) {
		const struct part *part = &parts->at[i];
		bool head = part->flags & SP_FRAME_HEAD;

		if (!must_be(judge, head == !to && (head ||
			     part->tag == to->tag), "sections are mixed"))
			return;
		if (head) {
			to = &judge->sections[judge->count++];
			to->tag = part->tag;
			to->head = part;
			to->data.payload = malloc(1);
		} else if (!(part->flags & SP_FRAME_TAIL)) {
			part_splice(&to->data, to->data.length, 0,
				    part->payload, part->length);
			to->data.count += part->count;
		}
		if (part->flags & SP_FRAME_TAIL) {
			to->tail = part;
			to = NULL;
		}
	}
	must_be(judge, !to, "a section does not end");
}

static bool
is_order(uint32_t tag)
{
	return tag == TAG("ORDR") || tag == TAG("ordt") || tag == TAG("ordc");
}

/* The seeds that are for this order: they come after the order before it. */
static const struct section *
seeds_before(const struct judge *judge, const struct section *order)
{
	while (order-- > judge->sections) {
		if (order->tag == TAG("ords"))
			return order;
		if (is_order(order->tag))
			break;
	}
	return NULL;
}

/* The frames around the data have no items, and nothing but a head or tail. */
static void
judge_frames(struct judge *judge, const struct section *section)
{
	static const char *const known[] = {
		"HOST", "DOMN", "PHST", "NAME", "GRPH", "wghT", "stat", "ftch",
		"shap", "shpg", "SCOR", "lscr", "CORE", "CMEM", "SEED", "sdnt",
		"ords", "ORDR", "ordt", "ordc"
	};
	const size_t all = sizeof(known) / sizeof(*known);
	size_t k = 0;

	while (k < all && section->tag != TAG(known[k]))
		k++;
	if (section->tag == TAG("PROV") || section->tag == TAG("part")) {
		must_be(judge, section->head == section->tail &&
			section->head->count == 1, "not one frame of one item");
		return;
	}
	if (k == all) {
		if (section->head->count || section->tail->count)
			say(judge, VERDICT_EITHER, "items of a head or tail");
		return;
	}
	must_be(judge, !section->head->count && !section->tail->count &&
		section->head != section->tail, "items of a head or tail");
	must_be(judge, k > 3 || !section->head->length,
		"a head that is not empty");
	must_be(judge, k == 4 || k > 16 || !section->tail->length,
		"a tail that is not empty");
}

static bool
is_bound(uint64_t page, uint64_t pages)
{
	return page <= pages && (page == pages || page % 1024 == 0);
}

static void
judge_range(struct judge *judge, const struct section *section)
{
	const uint8_t *at = section->head->payload;
	uint64_t pages, first, end;
	uint32_t number, count;

	if (!must_be(judge, section->head->length == 40, "a range"))
		return;
	pages = sp_load64(at);
	first = sp_load64(at + 8);
	end = sp_load64(at + 16);
	number = sp_load32(at + 24);
	count = sp_load32(at + 28);
	must_be(judge, pages <= PAGES_MAX, "too many pages");
	must_be(judge, !judge->graph || pages == judge->basis.pages,
		"a part of other pages");
	must_be(judge, is_bound(first, pages) && is_bound(end, pages) &&
		first <= end, "a range of no blocks");
	must_be(judge, number < count && count <= 65536, "no such part");
	must_be(judge, number || !first, "pages before the first part");
	must_be(judge, number + 1 != count || end == pages,
		"pages after the last part");
}

static void
judge_section(struct judge *judge, const struct section *section)
{
	uint32_t tag = section->tag;

	judge_frames(judge, section);
	if (tag == TAG("GRPH"))
		judge_graph(judge, section);
	else if (tag == TAG("HOST") || tag == TAG("DOMN") ||
		 tag == TAG("NAME"))
		judge_names(judge, section);
	else if (tag == TAG("PHST"))
		judge_host_of(judge, section);
	else if (tag == TAG("wghT"))
		judge_weights(judge, section);
	else if (tag == TAG("stat"))
		judge_states(judge, section);
	else if (tag == TAG("ftch"))
		judge_fetches(judge, section);
	else if (tag == TAG("shap"))
		judge_shapes(judge, section);
	else if (tag == TAG("shpg"))
		judge_shape_of(judge, section);
	else if (tag == TAG("SCOR"))
		judge_scores(judge, section);
	else if (tag == TAG("lscr"))
		judge_link_scores(judge, section);
	else if (tag == TAG("CORE"))
		judge_cores(judge, section);
	else if (tag == TAG("CMEM"))
		judge_members(judge, section,
			      section_before(judge, section, TAG("CORE")));
	else if (tag == TAG("SEED"))
		judge_seeds(judge, section);
	else if (tag == TAG("sdnt"))
		judge_notes(judge, section);
	else if (tag == TAG("ords"))
		judge_order_seeds(judge, section);
	else if (is_order(tag))
		judge_order(judge, section, seeds_before(judge, section));
	else if (tag == TAG("part"))
		judge_range(judge, section);
	else if (tag == TAG("PROV"))
		must_be(judge, !memchr(section->head->payload, '\n',
				       section->head->length),
			"a line end in a line");
	else
		must_be(judge, (tag & 0xff) >= 'a' && (tag & 0xff) <= 'z',
			"an unknown section");
}

static void
judge_together(struct judge *judge)
{
	static const char *const once[] = { "HOST", "DOMN", "PHST", "GRPH",
					    "part" };

	for (size_t k = 0; k < 5; k++) {
		unsigned found = 0;

		for (size_t i = 0; i < judge->count; i++)
			found += judge->sections[i].tag == TAG(once[k]);
		must_be(judge, found < 2, "a second section of its kind");
	}
	for (size_t i = 0; i < judge->count; i++) {
		const struct section *section = &judge->sections[i];
		const uint8_t *tail = section->tail->payload;

		if (section->tag == TAG("HOST"))
			judge->hosts = section->data.count;
		if (section->tag != TAG("GRPH") ||
		    section->tail->length != 32)
			continue;
		judge->graph = section;
		judge->basis = (struct basis_of){
			section->data.count, sp_load64(tail),
			sp_load64(tail + 8), sp_load64(tail + 16),
			sp_load64(tail + 24)
		};
	}
}

/* Writers have sections in an order that readers need not check. */
static void
judge_sequence(struct judge *judge)
{
	static const char *const first[] = { "HOST", "DOMN", "PHST", "NAME",
					     "GRPH" };
	size_t reached = 0;
	bool members = false;

	for (size_t i = 0; i < judge->count; i++) {
		uint32_t tag = judge->sections[i].tag;

		for (size_t k = 0; k < 5; k++) {
			if (tag != TAG(first[k]))
				continue;
			if (k < reached)
				say(judge, VERDICT_EITHER,
				    "hosts or names in another order");
			reached = k;
		}
		if (tag == TAG("CMEM") && members)
			say(judge, VERDICT_EITHER, "members twice");
		members = tag == TAG("CMEM") ||
			  (members && tag != TAG("CORE"));
	}
}

enum verdict
parts_verdict(const struct parts *parts, const char **why)
{
	struct judge judge = { .verdict = VERDICT_VALID };

	gather(&judge, parts);
	if (!judge.verdict)
		judge_together(&judge);
	if (!judge.verdict)
		judge_sequence(&judge);
	for (size_t i = 0; judge.verdict != VERDICT_FAULT && i < judge.count;
	     i++)
		judge_section(&judge, &judge.sections[i]);
	must_be(&judge, !judge.weighted || judge.has_weights,
		"weights are missing");
	must_be(&judge, !open_shapes(&judge, judge.sections + judge.count),
		"the pages of shapes are missing");
	for (size_t i = 0; i < judge.count; i++)
		free(judge.sections[i].data.payload);
	free(judge.sections);
	*why = judge.why;
	return judge.verdict;
}
