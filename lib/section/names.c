/* SPDX-License-Identifier: MIT */
#include "section/names.h"

#include "section/kind.h"

enum sp_status
sp_save_names(struct sp_writer *writer, const struct sp_names *names,
	      struct sp_error *err)
{
	return sp_save_strings(writer, SP_TAG_NAMES, names, err);
}

/* With a visitor, the table stays empty. */
struct names_slot {
	struct sp_names names;
	uint64_t visited;
};

static void
names_free(void *slot)
{
	struct names_slot *to = slot;

	sp_names_free(&to->names);
	to->visited = 0;
}

/* Names that come again replace the earlier ones. */
static enum sp_status
names_head(struct sp_loading *loading, void *slot, const uint8_t *payload,
	   struct sp_error *err)
{
	(void)loading;
	(void)payload;
	(void)err;
	names_free(slot);
	return SP_OK;
}

/* The same checks as those of sp_load_strings(). */
static enum sp_status
visit_names(struct sp_loading *loading, struct names_slot *to,
	    const uint8_t *payload, struct sp_error *err)
{
	const struct sp_name_visitor *visitor = loading->options->names;
	const uint8_t *at = payload, *end = at + loading->frame.raw;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < loading->frame.count; i++) {
		uint64_t length;

		if (!sp_get_leb(&at, end, &length) || length > SP_NAME_MAX ||
		    length > (uint64_t)(end - at))
			return sp_reader_bad(loading->reader, err,
					     "an invalid name");
		status = visitor->name(visitor->context, to->visited++,
				       (const char *)at, length, err);
		at += length;
	}
	if (!status && at != end)
		return sp_reader_bad(loading->reader, err,
				     "extra bytes after the last name");
	return status;
}

static enum sp_status
names_data(struct sp_loading *loading, void *slot, const uint8_t *payload,
	   struct sp_error *err)
{
	struct names_slot *to = slot;

	if (loading->options->names)
		return visit_names(loading, to, payload, err);
	return sp_load_strings(loading, &to->names, payload, err);
}

/*
 * The number of names is checked only here: names come before or after the
 * graph.
 */
static enum sp_status
names_check(const struct sp_contents *contents, const void *slot,
	    struct sp_error *err)
{
	const struct names_slot *names = slot;

	return sp_check_pages(contents, names->names.count + names->visited,
			      "names", err);
}

const struct sp_section_kind sp_kind_names = {
	.name = "list of names",
	.parts = { { .tag = SP_TAG_NAMES, .head = names_head,
		     .data = names_data } },
	.size = sizeof(struct names_slot),
	.check = names_check,
	.free = names_free
};

const struct sp_names *
sp_contents_names(const struct sp_contents *contents)
{
	const struct names_slot *slot = contents->slots[SP_KIND_NAMES];

	return slot && !slot->visited ? &slot->names : NULL;
}

bool
sp_contents_has_names(const struct sp_contents *contents)
{
	return contents->slots[SP_KIND_NAMES];
}
