/* SPDX-License-Identifier: MIT */
/*
 * The bow-tie from the order of the strong components.
 *
 * A link leads to a component with the same or a smaller number.  So one visit
 * of the components in ascending order passes marks against the links, from
 * successors to pages, and one in descending order passes them along.  Only
 * pages whose lists can make a difference are read.
 */
#include "measure/graph/components.h"

#include "base/memory.h"

#include <stdlib.h>

#define PAGES_PER_REPORT 65536

enum {
	REACHES_CORE = 1, /* the core itself does */
	FROM_CORE = 2,    /* the core itself is */
	FROM_IN = 4,
	REACHES_OUT = 8
};

struct bowtie {
	struct sp_accessor *accessor;
	const struct sp_components *weak, *strong;
	uint64_t pages;
	uint32_t *order;     /* pages, by their strong components */
	uint8_t *marks;      /* of each strong component */
	uint64_t done;       /* pages of the three visits */
	const struct sp_progress *progress;
};

/* Sorts the pages by their components, by counting. */
static enum sp_status
bowtie_order_pages(struct bowtie *bowtie, struct sp_error *err)
{
	const struct sp_components *strong = bowtie->strong;
	uint32_t *place = sp_alloc(strong->count, sizeof(*place)), start = 0;

	if (!place)
		return sp_no_memory(err, "the bow-tie");
	for (uint64_t i = 0; i < strong->count; i++) {
		place[i] = start;
		start += strong->sizes[i];
	}
	for (uint64_t page = 0; page < bowtie->pages; page++)
		bowtie->order[place[strong->of[page]]++] = (uint32_t)page;
	free(place);
	return SP_OK;
}

static bool
bowtie_is_in(uint8_t marks)
{
	return (marks & (REACHES_CORE | FROM_CORE)) == REACHES_CORE;
}

static bool
bowtie_is_out(uint8_t marks)
{
	return (marks & (REACHES_CORE | FROM_CORE)) == FROM_CORE;
}

/* ---- visits ----------------------------------------------------------- */

/* Does the list of a page in this component matter? */
typedef bool bowtie_matters(uint8_t marks);

/* Passes marks between a component and a successor's. */
typedef void bowtie_pass(uint8_t *marks, uint8_t *successor);

static bool
bowtie_before_core(uint8_t marks)
{
	return !(marks & REACHES_CORE);
}

static void
pass_reaches_core(uint8_t *marks, uint8_t *successor)
{
	*marks |= *successor & REACHES_CORE;
}

static bool
leads_on(uint8_t marks)
{
	return marks & (FROM_CORE | REACHES_CORE | FROM_IN);
}

static void
pass_from(uint8_t *marks, uint8_t *successor)
{
	if (*marks & FROM_CORE)
		*successor |= FROM_CORE;
	else
		*successor |= FROM_IN;
}

static bool
bowtie_beside_core(uint8_t marks)
{
	return !(marks & (FROM_CORE | REACHES_CORE | REACHES_OUT));
}

static void
pass_reaches_out(uint8_t *marks, uint8_t *successor)
{
	if (bowtie_is_out(*successor) || *successor & REACHES_OUT)
		*marks |= REACHES_OUT;
}

static enum sp_status
visit_list(struct bowtie *bowtie, uint32_t page, bowtie_matters *matters,
	   bowtie_pass *pass, struct sp_error *err)
{
	const uint32_t *of = bowtie->strong->of, *successors;
	uint8_t *own = &bowtie->marks[of[page]];
	uint32_t count;

	if (++bowtie->done % PAGES_PER_REPORT == 0)
		sp_progress_report(bowtie->progress, bowtie->done,
				   3 * bowtie->pages);
	if (!matters(*own))
		return SP_OK;
	if (sp_accessor_page(bowtie->accessor, page, &successors, &count, err))
		return err->status;
	for (uint32_t i = 0; i < count; i++)
		pass(own, &bowtie->marks[of[successors[i]]]);
	return SP_OK;
}

static enum sp_status
visit_ascending(struct bowtie *bowtie, bowtie_matters *matters,
		bowtie_pass *pass, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < bowtie->pages; i++)
		status = visit_list(bowtie, bowtie->order[i], matters, pass,
				    err);
	return status;
}

static enum sp_status
visit_descending(struct bowtie *bowtie, bowtie_matters *matters,
		 bowtie_pass *pass, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = bowtie->pages; !status && i; i--)
		status = visit_list(bowtie, bowtie->order[i - 1], matters,
				    pass, err);
	return status;
}

/* ---- the result ------------------------------------------------------- */

static enum sp_bowtie_part
bowtie_part_of(const struct bowtie *bowtie, uint64_t page)
{
	const struct sp_components *weak = bowtie->weak;
	uint8_t marks = bowtie->marks[bowtie->strong->of[page]];
	bool from = marks & FROM_IN, to = marks & REACHES_OUT;

	if (bowtie->strong->of[page] == bowtie->strong->largest)
		return SP_BOWTIE_CORE;
	if (bowtie_is_in(marks))
		return SP_BOWTIE_IN;
	if (bowtie_is_out(marks))
		return SP_BOWTIE_OUT;
	if (from || to)
		return from && to ? SP_BOWTIE_TUBES :
		       from ? SP_BOWTIE_FROM_IN : SP_BOWTIE_TO_OUT;
	return weak->of[page] == weak->of[bowtie->strong->largest_page] ?
		       SP_BOWTIE_LOOSE : SP_BOWTIE_DISCONNECTED;
}

static enum sp_status
mark_components(struct bowtie *bowtie, struct sp_error *err)
{
	enum sp_status status = bowtie_order_pages(bowtie, err);

	if (bowtie->strong->count)
		bowtie->marks[bowtie->strong->largest] =
			REACHES_CORE | FROM_CORE;
	if (!status)
		status = visit_ascending(bowtie, bowtie_before_core,
					 pass_reaches_core, err);
	if (!status)
		status = visit_descending(bowtie, leads_on, pass_from, err);
	if (!status)
		status = visit_ascending(bowtie, bowtie_beside_core,
					 pass_reaches_out, err);
	return status;
}

enum sp_status
sp_bowtie(const struct sp_index *index, const struct sp_graph *graph,
	  const struct sp_components *weak, const struct sp_components *strong,
	  const struct sp_progress *progress,
	  uint64_t parts[SP_BOWTIE_PARTS], struct sp_error *err)
{
	struct bowtie bowtie = { .weak = weak, .strong = strong,
				 .pages = sp_graph_pages(graph),
				 .progress = progress };
	enum sp_status status;

	for (int i = 0; i < SP_BOWTIE_PARTS; i++)
		parts[i] = 0;
	bowtie.accessor = sp_accessor_new(index);
	bowtie.order = sp_alloc_large(bowtie.pages, sizeof(*bowtie.order));
	bowtie.marks = sp_alloc_zero(strong->count, 1);
	status = bowtie.accessor && bowtie.order && bowtie.marks ?
			 mark_components(&bowtie, err) :
			 sp_no_memory(err, "the bow-tie");
	for (uint64_t page = 0; !status && page < bowtie.pages; page++)
		parts[bowtie_part_of(&bowtie, page)]++;
	sp_accessor_free(bowtie.accessor);
	free(bowtie.order);
	free(bowtie.marks);
	return status;
}
