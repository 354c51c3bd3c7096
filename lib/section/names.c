/* SPDX-License-Identifier: MIT */
#include "section/names.h"

#include "section/kind.h"

enum sp_status
sp_save_names(struct sp_writer *writer, const struct sp_names *names,
	      struct sp_error *err)
{
	return sp_save_strings(writer, SP_TAG_NAMES, names, err);
}

static void
names_free(void *slot)
{
	sp_names_free(slot);
}

/* Names that come again replace the earlier ones. */
static enum sp_status
names_head(struct sp_loading *loading, void *slot, const uint8_t *payload,
	   struct sp_error *err)
{
	(void)loading;
	(void)payload;
	(void)err;
	sp_names_free(slot);
	return SP_OK;
}

static enum sp_status
names_data(struct sp_loading *loading, void *slot, const uint8_t *payload,
	   struct sp_error *err)
{
	return sp_load_strings(loading, slot, payload, err);
}

/*
 * The number of names is checked only here: names come before or after the
 * graph.
 */
static enum sp_status
names_check(const struct sp_contents *contents, const void *slot,
	    struct sp_error *err)
{
	const struct sp_names *names = slot;

	return sp_check_pages(contents, names->count, "names", err);
}

const struct sp_section_kind sp_kind_names = {
	.name = "list of names",
	.parts = { { .tag = SP_TAG_NAMES, .head = names_head,
		     .data = names_data } },
	.size = sizeof(struct sp_names),
	.check = names_check,
	.free = names_free
};

const struct sp_names *
sp_contents_names(const struct sp_contents *contents)
{
	return contents->slots[SP_KIND_NAMES];
}
