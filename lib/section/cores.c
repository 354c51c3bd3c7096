/* SPDX-License-Identifier: MIT */
#include "section/cores.h"

#include "section/kind.h"

#include <math.h>

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
		status = sp_section_add(&section, bytes, sizeof(bytes), 1,
					err);
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

struct cores_slot {
	struct sp_loaded_cores loaded;
	bool begun;           /* cores came; members alone are an error */
};

static void
cores_free(void *slot)
{
	struct cores_slot *cores = slot;

	sp_cores_free(&cores->loaded.cores);
}

static enum sp_status
cores_head(struct sp_loading *loading, void *slot, const uint8_t *payload,
	   struct sp_error *err)
{
	struct cores_slot *to = slot;

	(void)payload;
	(void)err;
	cores_free(slot);
	to->loaded.basis = loading->basis;
	to->begun = true;
	return SP_OK;
}

static enum sp_status
cores_data(struct sp_loading *loading, void *slot, const uint8_t *payload,
	   struct sp_error *err)
{
	struct sp_cores *cores = &((struct cores_slot *)slot)->loaded.cores;
	const uint8_t *at = payload;

	if (sp_check_records(loading, SP_CORE_RECORD, err))
		return err->status;
	for (uint64_t i = 0; i < loading->frame.count; i++) {
		struct sp_core core = { sp_load32(at), sp_load32(at + 4),
					sp_load64(at + 8), sp_load64(at + 16),
					sp_load64(at + 24) };

		if (core.seed >= loading->basis.graph.pages)
			return sp_reader_bad(loading->reader, err,
					     "a seed is not a page");
		if (sp_cores_add(cores, &core, err))
			return err->status;
		at += SP_CORE_RECORD;
	}
	return SP_OK;
}

static enum sp_status
members_head(struct sp_loading *loading, void *slot, const uint8_t *payload,
	     struct sp_error *err)
{
	const struct cores_slot *to = slot;

	(void)payload;
	if (!to->begun || !sp_fingerprint_equal(&to->loaded.basis.graph,
						&loading->basis.graph))
		return sp_reader_bad(loading->reader, err,
				     "members of other cores");
	return SP_OK;
}

static enum sp_status
members_data(struct sp_loading *loading, void *slot, const uint8_t *payload,
	     struct sp_error *err)
{
	struct sp_cores *cores = &((struct cores_slot *)slot)->loaded.cores;
	const uint8_t *at = payload;

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
		if (sp_cores_add_member(cores, &member, err))
			return err->status;
		at += SP_MEMBER_RECORD;
	}
	return SP_OK;
}

static enum sp_status
cores_check(const struct sp_contents *contents, const void *slot,
	    struct sp_error *err)
{
	const struct cores_slot *cores = slot;

	return sp_check_basis(contents, &cores->loaded.basis, "cores", err);
}

const struct sp_section_kind sp_kind_cores = {
	.name = "list of cores",
	.parts = { { .tag = SP_TAG_CORES, .head = cores_head,
		     .data = cores_data },
		   { .tag = SP_TAG_MEMBERS, .head = members_head,
		     .data = members_data } },
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
