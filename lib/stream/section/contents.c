/* SPDX-License-Identifier: MIT */
/*
 * What streams held, and whether all of it belongs to one graph.  Results name
 * the graph that they are of by its basis, and may come before or after it, or
 * in another stream, so bases are compared when a stream has ended.  Names and
 * hosts have no basis: they must be as many as the pages.
 *
 * Most sections fit the graph that is known already, and nothing is kept of
 * their basis; the others are kept with a name for the message.
 */
#include "stream/section/kind.h"

#include "base/memory.h"
#include "stream/section/hosts.h"
#include "stream/section/listing.h"

#include <stdio.h>
#include <stdlib.h>

static const struct sp_section_kind *const kinds[SP_KINDS] = {
#define ROW(NAME, name) [SP_KIND_##NAME] = &sp_kind_##name,
	SP_SECTION_KINDS(ROW)
#undef ROW
};

_Static_assert(SP_KINDS <= 29, "a set of kinds has no more bits");

const struct sp_section_kind *
sp_kind_at(enum sp_kind_place place)
{
	return kinds[place];
}

static void
free_slot(const struct sp_section_kind *kind, void **slot)
{
	if (!*slot)
		return;
	kind->free(*slot);
	free(*slot);
	*slot = NULL;
}

void
sp_contents_drop(struct sp_contents *contents, unsigned kinds_dropped)
{
	for (unsigned k = 0; k < SP_KINDS; k++)
		if (kinds_dropped >> k & 1)
			free_slot(kinds[k], &contents->slots[k]);
}

void
sp_contents_free(struct sp_contents *contents)
{
	sp_contents_drop(contents, SP_SECTION_ALL);
	for (unsigned k = 0; k < SP_KINDS; k++)
		free_slot(kinds[k], &contents->checked[k]);
	if (contents->seen) {
		free(contents->seen->bases);
		sp_names_free(&contents->seen->base_names);
		free(contents->seen);
	}
	*contents = (struct sp_contents){ 0 };
}

/* ---- does everything belong together? --------------------------------- */

/*
 * Pruning and transposing keep page numbers and the origin, so what was
 * computed from a graph also fits all graphs made from it like this.
 */
bool
sp_same_origin(const struct sp_basis *a, const struct sp_basis *b)
{
	return sp_fingerprint_equal(&a->graph, &b->graph) ||
	       sp_fingerprint_equal(&a->origin, &b->origin);
}

/*
 * A basis that fits needs no look at the end, nor one that is like the last: so
 * mostly none is kept.
 *
 * Filters write many results of one graph in a row: a basis like the last one
 * is not kept again.
 */
enum sp_status
sp_contents_note_basis(struct sp_loading *loading, struct sp_error *err)
{
	const struct sp_contents *contents = loading->contents;
	const struct sp_basis *basis = &loading->basis;
	struct sp_seen *seen = contents->seen;
	char name[SP_SECTION_NAME_MAX + 64];

	if ((contents->has_basis && sp_same_origin(&contents->basis, basis)) ||
	    (seen->base_count &&
	     !memcmp(basis, &seen->bases[seen->base_count - 1],
		     sizeof(*basis))))
		return SP_OK;
	if (!sp_grow(&seen->bases, &seen->base_capacity, seen->base_count + 1))
		return sp_no_memory(err, "a section");
	seen->bases[seen->base_count++] = *basis;
	snprintf(name, sizeof(name), "%s%s%s", loading->kind->name,
		 loading->kind->with_name ? " " : "",
		 loading->kind->with_name ? loading->name : "");
	return sp_names_add(&seen->base_names, name, strlen(name), err);
}

/* What the section is called that had the basis at this place. */
static int
base_name(const struct sp_seen *seen, uint64_t place, const char **name)
{
	size_t length;

	*name = sp_names_get(&seen->base_names, place, &length);
	return (int)length;
}

/* A stream has results of two graphs, and not the graph of either. */
static enum sp_status
fail_without_graph(const struct sp_seen *seen, uint64_t place,
		   struct sp_error *err)
{
	const char *first, *other;
	int first_length = base_name(seen, 0, &first);
	int length = base_name(seen, place, &other);

	return sp_fail(err, SP_DATA, "%.*s: of another graph than %.*s: "
		       "results of two graphs do not belong into one stream",
		       length, other, first_length, first);
}

/*
 * Two graphs of the same size are the usual mistake: an older version of the
 * same graph.  The message then says so, since the numbers in it would be
 * equal.
 */
static enum sp_status
fail_basis(const struct sp_contents *contents, uint64_t place,
	   struct sp_error *err)
{
	const struct sp_fingerprint *origin = &contents->basis.origin;
	const struct sp_fingerprint *other =
		&contents->seen->bases[place].origin;
	const char *name;
	int length = base_name(contents->seen, place, &name);

	if (other->pages == origin->pages && other->links == origin->links)
		return sp_fail(err, SP_DATA, "%.*s: of another graph of the "
			       "same size (give the graph that was used)",
			       length, name);
	return sp_fail(err, SP_DATA, "%.*s: of another graph (%" PRIu64 " "
		       "pages, %" PRIu64 " links) than this one (%" PRIu64 " "
		       "pages, %" PRIu64 " links): give the graph that was "
		       "used", length, name, other->pages, other->links,
		       origin->pages, origin->links);
}

/*
 * Compared at the end, because a section may come before its graph; without a
 * graph, with the first of them.
 */
static enum sp_status
check_bases(const struct sp_contents *contents, struct sp_error *err)
{
	const struct sp_seen *seen = contents->seen;

	for (uint64_t i = 0; i < seen->base_count; i++) {
		if (!contents->has_basis &&
		    !sp_same_origin(&seen->bases[0], &seen->bases[i]))
			return fail_without_graph(seen, i, err);
		if (contents->has_basis &&
		    !sp_same_origin(&contents->basis, &seen->bases[i]))
			return fail_basis(contents, i, err);
	}
	return SP_OK;
}

/* A number of pages, and what has it. */
struct pages_of {
	bool known;
	uint64_t pages;
	const char *what, *has;
};

/* The first that is known is what the others are compared with. */
static enum sp_status
check_pages(struct pages_of *all, const struct pages_of *one,
	    struct sp_error *err)
{
	if (!all->known)
		*all = *one;
	if (all->pages == one->pages)
		return SP_OK;
	return sp_fail(err, SP_DATA,
		       "%s for %" PRIu64 " pages, but %s %s %" PRIu64,
		       one->what, one->pages, all->what, all->has, all->pages);
}

/*
 * Up to 16 Mi pages (64 MiB in memory), hosts need neither a graph nor names to
 * confirm their number.
 */
#define HOSTS_ALONE (UINT64_C(1) << 24)

/*
 * A few bytes say that a host has 2^32 pages.  Blocks of a graph and names take
 * bytes for each page, so what they agree with has arrived.
 */
static enum sp_status
check_hosts_alone(const struct sp_contents *contents, struct sp_error *err)
{
	const struct sp_hosts *hosts = sp_contents_hosts(contents);

	if (!hosts || hosts->pages <= HOSTS_ALONE || contents->has_basis ||
	    contents->slots[SP_KIND_NAMES] || contents->checked[SP_KIND_NAMES])
		return SP_OK;
	return sp_fail(err, SP_DATA, "hosts of %" PRIu64 " pages without their "
		       "graph or names", hosts->pages);
}

/*
 * Names and hosts know of their graph only how many pages it has.
 *
 * Both slots of a kind count: names that only passed have to fit as well.
 */
static enum sp_status
check_all_pages(const struct sp_contents *contents, struct sp_error *err)
{
	const struct sp_seen *seen = contents->seen;
	struct pages_of all = { false, 0, "the graph", "has" };
	enum sp_status status = SP_OK;

	all.known = contents->has_basis || seen->base_count;
	if (all.known)
		all.pages = contents->has_basis ?
				    contents->basis.graph.pages :
				    seen->bases[0].graph.pages;
	for (unsigned k = 0; k < SP_KINDS; k++) {
		const void *slots[2] = { contents->slots[k],
					 contents->checked[k] };
		struct pages_of one = { true, 0, sp_kind_word(k), "are for" };

		for (int i = 0; !status && kinds[k]->pages && i < 2; i++)
			if (slots[i] && kinds[k]->pages(slots[i], &one.pages))
				status = check_pages(&all, &one, err);
	}
	return status;
}

/*
 * Slots are completed last, and only if all fits: unpacking the hosts of pages
 * takes 4 bytes for each page that a few bytes have claimed.
 */
enum sp_status
sp_contents_check(const struct sp_contents *contents, struct sp_error *err)
{
	enum sp_status status = check_all_pages(contents, err);

	if (!status)
		status = check_bases(contents, err);
	if (!status)
		status = check_hosts_alone(contents, err);
	for (unsigned k = 0; k < SP_KINDS; k++) {
		const struct sp_section_kind *kind = kinds[k];

		if (!status && contents->slots[k] && kind->check)
			status = kind->check(contents, contents->slots[k],
					     err);
		if (!status && contents->checked[k] && kind->check)
			status = kind->check(contents, contents->checked[k],
					     err);
	}
	for (unsigned k = 0; !status && k < SP_KINDS; k++)
		if (contents->slots[k] && kinds[k]->complete)
			status = kinds[k]->complete(contents->slots[k], err);
	return status;
}
