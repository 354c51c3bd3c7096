/* SPDX-License-Identifier: MIT */
/*
 * Strings of the pages, in order.  Nothing in them is a fault as long as it
 * fits its frame: names are bytes of a crawl and may be no text at all.  A
 * visitor gets them as they come, for filters that look at each name once.
 */
#include "stream/section/names.h"

#include "stream/section/kind.h"

enum sp_status
sp_save_names(struct sp_writer *writer, const struct sp_names *names,
	      struct sp_error *err)
{
	return sp_save_strings(writer, SP_TAG_NAMES, names, err);
}

/* The table stays empty if a visitor gets the names, or nobody. */
struct names_slot {
	struct sp_names names;
	uint64_t count;  /* that came so far */
	uint64_t before; /* in the section before this one */
	bool again;      /* there was one */
};

static void
names_free(void *slot)
{
	struct names_slot *to = slot;

	sp_names_free(&to->names);
	to->count = 0;
}

/*
 * The same checks as those of sp_load_strings().
 *
 * page is that of the first name of the frame.
 */
static enum sp_status
visit_names(struct sp_loading *loading, uint64_t page, struct sp_error *err)
{
	const struct sp_name_visitor *visitor = loading->options->names;
	const uint8_t *at = loading->payload, *end = at + loading->frame.raw;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < loading->frame.count; i++) {
		uint64_t length;
		const char *name = sp_load_name(&at, end, &length);

		if (!name)
			return sp_reader_bad(loading->reader, err,
					     "an invalid name");
		status = visitor->name(visitor->context, page + i, name,
				       length, err);
	}
	if (!status && at != end)
		return sp_reader_bad(loading->reader, err,
				     "extra bytes after the last name");
	return status;
}

static enum sp_status
names_data(struct sp_loading *loading, struct sp_error *err)
{
	bool visits = loading->keep && loading->options->names;
	struct names_slot *to = loading->slot;
	uint64_t page = to->count;

	to->count += loading->frame.count;
	if (visits)
		return visit_names(loading, page, err);
	return sp_load_strings(loading, loading->keep ? &to->names : NULL,
			       err);
}

/*
 * The number of names is compared with the pages only at the end, since names
 * come before or after the graph; but each section must have as many.
 */
static enum sp_status
names_tail(struct sp_loading *loading, struct sp_error *err)
{
	struct names_slot *to = loading->slot;

	if (to->again && to->before != to->count)
		return sp_reader_bad(loading->reader, err, "names for %" PRIu64
				     " pages, after those for %" PRIu64
				     ": they are of two graphs", to->count,
				     to->before);
	to->before = to->count;
	to->again = true;
	return SP_OK;
}

static bool
names_pages(const void *slot, uint64_t *pages)
{
	*pages = ((const struct names_slot *)slot)->count;
	return true;
}

const struct sp_section_kind sp_kind_names = {
	.name = "list of names",
	.parts = { { .tag = SP_TAG_NAMES, .anew = true, .data = names_data,
		     .tail = names_tail } },
	.size = sizeof(struct names_slot),
	.pages = names_pages,
	.free = names_free
};

/* None if a visitor had them: the table is then shorter than the count. */
const struct sp_names *
sp_contents_names(const struct sp_contents *contents)
{
	const struct names_slot *slot = contents->slots[SP_KIND_NAMES];

	return slot && slot->names.count == slot->count ? &slot->names : NULL;
}

bool
sp_contents_has_names(const struct sp_contents *contents)
{
	return contents->slots[SP_KIND_NAMES];
}
