/* SPDX-License-Identifier: MIT */
/*
 * A core has a record, and its members are a section of their own, core by
 * core.  All is checked that a reader could rely on: that a core has as many
 * members of each side as it says, none twice, its seed among the hubs.  One
 * core at a time is enough for that, so members of all cores are only held if
 * somebody wants them; the cores themselves always are.
 *
 * Time is that of sorting the pages of each core.
 */
#include "stream/section/cores.h"

#include "base/compare.h"
#include "base/memory.h"
#include "stream/section/kind.h"

#include <math.h>
#include <stdlib.h>

/* ---- writing ---------------------------------------------------------- */

static enum sp_status
members_save(struct sp_writer *writer, const struct sp_cores *cores,
	     const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_derived_begin(&section, writer,
						 SP_TAG_MEMBERS, basis, err);

	for (uint64_t i = 0; !status && i < cores->member_count; i++) {
		const struct sp_member *member = &cores->members[i];
		/* Cleared for the four bytes of padding before the score. */
		uint8_t bytes[SP_MEMBER_RECORD] = { 0 };

		sp_store32(bytes, member->core);
		sp_store32(bytes + 4, member->page);
		sp_store32(bytes + 8, member->side);
		sp_store_double(bytes + 16, member->score);
		status = sp_check_result(member->score, "the score of a page",
					 err);
		if (!status)
			status = sp_section_add(&section, bytes, sizeof(bytes),
						1, err);
	}
	return sp_section_close(&section, status, err);
}

/* Cores come first: a reader checks the members against their number. */
enum sp_status
sp_save_cores(struct sp_writer *writer, const struct sp_cores *cores,
	      const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_derived_begin(&section, writer,
						 SP_TAG_CORES, basis, err);

	for (uint64_t i = 0; !status && i < cores->count; i++) {
		const struct sp_core *core = &cores->cores[i];
		uint8_t bytes[SP_CORE_RECORD];

		sp_store32(bytes, core->seed);
		sp_store32(bytes + 4, core->iteration);
		sp_store64(bytes + 8, core->hubs);
		sp_store64(bytes + 16, core->authorities);
		sp_store64(bytes + 24, core->links);
		status = sp_section_add(&section, bytes, sizeof(bytes), 1,
					err);
	}
	status = sp_section_close(&section, status, err);
	return status ? status : members_save(writer, cores, basis, err);
}

/* ---- reading ---------------------------------------------------------- */

/*
 * Cores are kept in any case, for members are compared with them; members only
 * if they are wanted.
 */
struct cores_slot {
	struct sp_loaded_cores loaded;
	bool begun;           /* cores came, and their members have not ended */
	/* Of the members so far: the core of the last, and its pages. */
	uint64_t core;
	uint32_t *pages[2];   /* by side */
	uint64_t counts[2], capacities[2];
};

static void
cores_forget_pages(struct cores_slot *slot)
{
	for (int side = 0; side < 2; side++) {
		free(slot->pages[side]);
		slot->pages[side] = NULL;
		slot->counts[side] = slot->capacities[side] = 0;
	}
}

static void
cores_free(void *slot)
{
	struct cores_slot *cores = slot;

	sp_cores_free(&cores->loaded.cores);
	cores_forget_pages(cores);
}

/* Cores of which the members have not come. */
static bool
cores_lack_members(const struct cores_slot *slot)
{
	return slot->begun && slot->loaded.cores.count;
}

static enum sp_status
cores_head(struct sp_loading *loading, struct sp_error *err)
{
	struct cores_slot *to = loading->slot;

	if (cores_lack_members(to))
		return sp_reader_bad(loading->reader, err, "the members of "
				     "the cores before are missing");
	cores_free(to);
	to->loaded.basis = loading->basis;
	to->begun = true;
	to->core = 0;
	return SP_OK;
}

/*
 * What is wrong with a core by itself, or NULL.
 *
 * The product cannot wrap: hubs and authorities are at most as many as pages,
 * below 2^32.
 */
static const char *
core_fault(const struct sp_core *core, uint64_t pages)
{
	if (core->seed >= pages)
		return "a seed is not a page";
	if (!core->iteration || !core->hubs || core->hubs > pages ||
	    core->authorities > pages)
		return "a core of an impossible size or round";
	/* Both fit 32 bits. */
	if (core->links > core->hubs * core->authorities)
		return "a core has more links than its pages can have";
	return NULL;
}

static enum sp_status
cores_data(struct sp_loading *loading, struct sp_error *err)
{
	struct cores_slot *to = loading->slot;
	struct sp_cores *cores = &to->loaded.cores;
	const uint8_t *at = loading->payload;

	if (sp_check_records(loading, SP_CORE_RECORD, err))
		return err->status;
	for (uint64_t i = 0; i < loading->frame.count; i++) {
		struct sp_core core = { sp_load32(at), sp_load32(at + 4),
					sp_load64(at + 8), sp_load64(at + 16),
					sp_load64(at + 24) };
		const char *wrong = core_fault(&core,
					       loading->basis.graph.pages);

		if (wrong)
			return sp_reader_bad(loading->reader, err, "%s",
					     wrong);
		if (sp_cores_add(cores, &core, err))
			return err->status;
		at += SP_CORE_RECORD;
	}
	return SP_OK;
}

static enum sp_status
cores_tail(struct sp_loading *loading, struct sp_error *err)
{
	const struct cores_slot *from = loading->slot;
	struct sp_seen *seen = loading->contents->seen;

	(void)err;
	seen->has_cores = true;
	seen->cores = from->loaded.cores.count;
	return SP_OK;
}

/* ---- reading members -------------------------------------------------- */

static enum sp_status
members_head(struct sp_loading *loading, struct sp_error *err)
{
	const struct cores_slot *to = loading->slot;

	if (!to->begun || !sp_fingerprint_equal(&to->loaded.basis.graph,
						&loading->basis.graph))
		return sp_reader_bad(loading->reader, err,
				     "members of other cores");
	return SP_OK;
}

/*
 * What is wrong with the core that has all its members, or NULL.
 *
 * Sorted in place: the pages of a core are not used again.
 */
static const char *
members_fault(struct cores_slot *slot)
{
	const struct sp_core *core = &slot->loaded.cores.cores[slot->core];

	if (slot->counts[SP_HUB] != core->hubs ||
	    slot->counts[SP_AUTHORITY] != core->authorities)
		return "a core has other numbers of members than it says";
	for (int side = 0; side < 2; side++) {
		uint32_t *pages = slot->pages[side];
		uint64_t count = slot->counts[side];

		if (count)
			qsort(pages, count, sizeof(*pages),
			      sp_compare_u32);
		for (uint64_t i = 1; i < count; i++)
			if (pages[i] == pages[i - 1])
				return "a page is twice on one side of a core";
	}
	if (!bsearch(&core->seed, slot->pages[SP_HUB], core->hubs,
		     sizeof(core->seed), sp_compare_u32))
		return "the seed of a core is none of its hubs";
	return NULL;
}

/* Ends the core that the members so far are of, and begins the next. */
static enum sp_status
members_next_core(struct sp_loading *loading, struct cores_slot *slot,
		  struct sp_error *err)
{
	const char *wrong = members_fault(slot);

	if (wrong)
		return sp_reader_bad(loading->reader, err,
				     "core %" PRIu64 ": %s", slot->core, wrong);
	slot->core++;
	slot->counts[SP_HUB] = slot->counts[SP_AUTHORITY] = 0;
	return SP_OK;
}

/*
 * Counts a member; core by core, so that the pages of one are enough.
 *
 * A core ends with the first member of the next.  Each core has a hub, so an
 * empty one is found when the next begins.
 */
static enum sp_status
members_count(struct sp_loading *loading, struct cores_slot *slot,
	      const struct sp_member *member, struct sp_error *err)
{
	uint64_t *count = &slot->counts[member->side];
	uint32_t **pages = &slot->pages[member->side];

	if (member->core != slot->core && slot->counts[SP_HUB] &&
	    members_next_core(loading, slot, err))
		return err->status;
	if (member->core != slot->core)
		return sp_reader_bad(loading->reader, err, "the members do "
				     "not come core by core");
	if (!sp_grow(pages, &slot->capacities[member->side], *count + 1))
		return sp_no_memory(err, "the members of a core");
	(*pages)[(*count)++] = member->page;
	return SP_OK;
}

static enum sp_status
members_data(struct sp_loading *loading, struct sp_error *err)
{
	struct cores_slot *to = loading->slot;
	struct sp_cores *cores = &to->loaded.cores;
	const uint8_t *at = loading->payload;

	if (sp_check_records(loading, SP_MEMBER_RECORD, err))
		return err->status;
	for (uint64_t i = 0; i < loading->frame.count; i++) {
		uint32_t side = sp_load32(at + 8);
		struct sp_member member = { sp_load32(at), sp_load32(at + 4),
					    side ? SP_AUTHORITY : SP_HUB,
					    sp_load_double(at + 16) };

		/*
		 * side as it was read: any other number became an authority
		 * above.
		 */
		if (side > 1 || member.core >= cores->count ||
		    member.page >= loading->basis.graph.pages ||
		    !isfinite(member.score))
			return sp_reader_bad(loading->reader, err,
					     "an invalid member of a core");
		if (members_count(loading, to, &member, err))
			return err->status;
		if (loading->keep && sp_cores_add_member(cores, &member, err))
			return err->status;
		at += SP_MEMBER_RECORD;
	}
	return SP_OK;
}

/*
 * The last core ends with the section.  What was only checked is freed at once.
 */
static enum sp_status
members_tail(struct sp_loading *loading, struct sp_error *err)
{
	struct cores_slot *to = loading->slot;
	uint64_t count = to->loaded.cores.count;

	if (count && members_next_core(loading, to, err))
		return err->status;
	if (to->core != count)
		return sp_reader_bad(loading->reader, err,
				     "%" PRIu64 " cores have no members",
				     count - to->core);
	cores_forget_pages(to);
	to->begun = false;
	if (!loading->keep)
		sp_cores_free(&to->loaded.cores);
	return SP_OK;
}

static enum sp_status
cores_check(const struct sp_contents *contents, const void *slot,
	    struct sp_error *err)
{
	(void)contents;
	if (cores_lack_members(slot))
		return sp_fail(err, SP_DATA, "the members of the cores are "
			       "missing");
	return SP_OK;
}

const struct sp_section_kind sp_kind_cores = {
	.name = "list of cores",
	.parts = { { .tag = SP_TAG_CORES, .head = cores_head,
		     .data = cores_data, .tail = cores_tail },
		   { .tag = SP_TAG_MEMBERS, .head = members_head,
		     .data = members_data, .tail = members_tail } },
	.with_basis = true,
	.size = sizeof(struct cores_slot),
	.check = cores_check,
	.free = cores_free
};

const struct sp_loaded_cores *
sp_contents_cores(const struct sp_contents *contents)
{
	const struct cores_slot *slot = contents->slots[SP_KIND_CORES];

	return slot ? &slot->loaded : NULL;
}

/* For a filter that adds cores to those that came: no copy. */
bool
sp_contents_take_cores(struct sp_contents *contents,
		       struct sp_loaded_cores *cores)
{
	struct cores_slot *slot = contents->slots[SP_KIND_CORES];

	memset(cores, 0, sizeof(*cores));
	if (!slot)
		return false;
	/*
	 * The slot is cleared, so that dropping it does not free what the
	 * caller now owns.
	 */
	*cores = slot->loaded;
	memset(slot, 0, sizeof(*slot));
	sp_contents_drop(contents, SP_SECTION_CORES);
	return true;
}
