/* SPDX-License-Identifier: MIT */
#include "section/seeds.h"

#include "section/kind.h"

#define SEED_RECORD 8 /* and the name */

enum sp_status
sp_save_seeds(struct sp_writer *writer, const struct sp_seeds *seeds,
	      const struct sp_names *names, const struct sp_basis *basis,
	      struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_derived_begin(&section, writer,
						 SP_TAG_SEEDS, basis, err);

	for (uint64_t i = 0; !status && i < seeds->count; i++) {
		const struct sp_seed *seed = &seeds->seeds[i];
		uint8_t bytes[SEED_RECORD + SP_LEB_MAX + SP_NAME_MAX];
		const char *name = "";
		size_t length = 0;
		uint8_t *end;

		/* The table may be empty: a graph need not have names. */
		if (names && seed->page < names->count)
			name = sp_names_get(names, seed->page, &length);
		sp_store32(bytes, seed->page);
		sp_store32(bytes + 4, seed->core);
		end = sp_put_leb(bytes + SEED_RECORD, length);
		memcpy(end, name, length);
		status = sp_section_add(&section, bytes,
					(size_t)(end - bytes) + length, 1,
					err);
	}
	return sp_section_close(&section, status, err);
}

/* ---- reading ---------------------------------------------------------- */

static void
seeds_free(void *slot)
{
	struct sp_loaded_seeds *loaded = slot;

	sp_seeds_free(&loaded->seeds);
	sp_names_free(&loaded->names);
}

static enum sp_status
seeds_head(struct sp_loading *loading, void *slot, const uint8_t *payload,
	   struct sp_error *err)
{
	struct sp_loaded_seeds *to = slot;

	(void)payload;
	(void)err;
	seeds_free(slot);
	to->basis = loading->basis;
	return SP_OK;
}

static enum sp_status
seeds_data(struct sp_loading *loading, void *slot, const uint8_t *payload,
	   struct sp_error *err)
{
	struct sp_loaded_seeds *to = slot;
	const uint8_t *at = payload, *end = at + loading->frame.raw;

	/* A hostile count ends soon: each seed takes at least nine bytes. */
	for (uint64_t i = 0; i < loading->frame.count; i++) {
		struct sp_seed seed;
		uint64_t length;

		if (end - at < SEED_RECORD)
			return sp_reader_bad(loading->reader, err, "a seed "
					     "runs past the end of the frame");
		seed = (struct sp_seed){ sp_load32(at), sp_load32(at + 4) };
		at += SEED_RECORD;
		/*
		 * seed.core is not checked: the cores need not be in this
		 * stream.
		 */
		if (seed.page >= loading->basis.graph.pages ||
		    !sp_get_leb(&at, end, &length) ||
		    length > (uint64_t)(end - at))
			return sp_reader_bad(loading->reader, err,
					     "an invalid seed");
		if (sp_seeds_add(&to->seeds, seed, err) ||
		    sp_names_add(&to->names, (const char *)at, length, err))
			return err->status;
		at += length;
	}
	if (at != end)
		return sp_reader_bad(loading->reader, err,
				     "extra bytes after the last seed");
	return SP_OK;
}

static enum sp_status
seeds_check(const struct sp_contents *contents, const void *slot,
	    struct sp_error *err)
{
	const struct sp_loaded_seeds *loaded = slot;

	return sp_check_basis(contents, &loaded->basis, "seeds", err);
}

const struct sp_section_kind sp_kind_seeds = {
	.name = "list of seeds",
	.parts = { { .tag = SP_TAG_SEEDS, .head = seeds_head,
		     .data = seeds_data } },
	.with_basis = true,
	.size = sizeof(struct sp_loaded_seeds),
	.check = seeds_check,
	.free = seeds_free
};

const struct sp_loaded_seeds *
sp_contents_seeds(const struct sp_contents *contents)
{
	return contents->slots[SP_KIND_SEEDS];
}
