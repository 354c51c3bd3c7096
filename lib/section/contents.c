/* SPDX-License-Identifier: MIT */
#include "section/kind.h"

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

void
sp_contents_drop(struct sp_contents *contents, unsigned kinds_dropped)
{
	for (unsigned k = 0; k < SP_KINDS; k++) {
		if (!(kinds_dropped >> k & 1) || !contents->slots[k])
			continue;
		kinds[k]->free(contents->slots[k]);
		free(contents->slots[k]);
		contents->slots[k] = NULL;
	}
}

void
sp_contents_free(struct sp_contents *contents)
{
	sp_contents_drop(contents, SP_SECTION_ALL);
	*contents = (struct sp_contents){ 0 };
}

/* ---- does everything belong together? --------------------------------- */

enum sp_status
sp_contents_check(const struct sp_contents *contents, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (unsigned k = 0; !status && k < SP_KINDS; k++)
		if (contents->slots[k] && kinds[k]->check)
			status = kinds[k]->check(contents, contents->slots[k],
						 err);
	for (unsigned k = 0; !status && k < SP_KINDS; k++)
		if (contents->slots[k] && kinds[k]->complete)
			status = kinds[k]->complete(contents->slots[k], err);
	return status;
}

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

enum sp_status
sp_check_basis(const struct sp_contents *contents,
	       const struct sp_basis *basis, const char *what,
	       struct sp_error *err)
{
	const struct sp_fingerprint *origin = &contents->basis.origin;

	/*
	 * A stream without a graph, such as scores alone, has nothing to be
	 * compared with.
	 */
	if (!contents->has_basis || sp_same_origin(&contents->basis, basis))
		return SP_OK;
	if (basis->origin.pages == origin->pages &&
	    basis->origin.links == origin->links)
		return sp_fail(err, SP_DATA, "%s: of another graph of the "
			       "same size (give the graph that was used)",
			       what);
	return sp_fail(err, SP_DATA, "%s: of another graph (%llu pages, %llu "
		       "links) than this one (%llu pages, %llu links): give "
		       "the graph that was used", what,
		       (unsigned long long)basis->origin.pages,
		       (unsigned long long)basis->origin.links,
		       (unsigned long long)origin->pages,
		       (unsigned long long)origin->links);
}

enum sp_status
sp_check_pages(const struct sp_contents *contents, uint64_t pages,
	       const char *what, struct sp_error *err)
{
	if (!contents->has_basis || pages == contents->basis.graph.pages)
		return SP_OK;
	return sp_fail(err, SP_DATA, "%s for %llu pages, but the graph has "
		       "%llu", what, (unsigned long long)pages,
		       (unsigned long long)contents->basis.graph.pages);
}
