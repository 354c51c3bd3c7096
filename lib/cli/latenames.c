/* SPDX-License-Identifier: MIT */
/*
 * Names are looked up in the order of the pages, so that no frame is unpacked
 * twice, and kept in that order until all are known.
 */
#include "cli/latenames.h"

#include "base/compare.h"
#include "base/memory.h"
#include "stream/section/names.h"
#include "stream/section/pick.h"

#include <stdlib.h>
#include <string.h>

/* A page, and its place in what was asked for. */
struct late_page {
	uint32_t page, place;
};

bool
cmd_late_names(struct cmd_late_names *late, const char *path)
{
	struct sp_error ignored = { .status = SP_OK };
	const struct sp_indexed *indexed;
	struct sp_pick *pick;

	*late = (struct cmd_late_names){ .path = NULL };
	if (!strcmp(path, "-") || sp_pick_open(path, 0, &pick, &ignored))
		return false;
	indexed = sp_pick_indexed(pick);
	*late = (struct cmd_late_names){ path, sp_indexed_checksum(indexed),
					 sp_indexed_bytes(indexed) };
	sp_pick_close(pick);
	return true;
}

/* Reads them in the order of the pages; sets the place of each in found. */
static enum sp_status
read_late_names(struct sp_pick *pick, const struct sp_pick_section *section,
		const struct late_page *order, uint64_t count,
		struct sp_names *found, uint32_t *found_at,
		struct sp_error *err)
{
	const uint64_t pages = sp_pick_items(pick, section);
	struct sp_span name;

	for (uint64_t i = 0; i < count; i++) {
		name = (struct sp_span){ "", 0 };
		if (order[i].page < pages &&
		    sp_pick_string(pick, section, order[i].page, &name, err))
			return err->status;
		found_at[order[i].place] = (uint32_t)i;
		if (sp_names_add(found, name.text, name.length, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
order_late_names(struct sp_pick *pick, const struct sp_pick_section *section,
		 const uint32_t *pages, uint64_t count,
		 struct sp_names *names, struct sp_error *err)
{
	struct late_page *order = sp_alloc(count, sizeof(*order));
	uint32_t *found_at = sp_alloc(count, sizeof(*found_at));
	struct sp_names found = SP_NAMES_EMPTY;
	enum sp_status status = order && found_at ? SP_OK :
				sp_no_memory(err, "the names of pages");

	for (uint64_t i = 0; !status && i < count; i++)
		order[i] = (struct late_page){ pages[i], (uint32_t)i };
	if (!status && count)
		qsort(order, count, sizeof(*order), sp_compare_u32_pair);
	if (!status)
		status = read_late_names(pick, section, order, count, &found,
					 found_at, err);
	for (uint64_t i = 0; !status && i < count; i++) {
		struct sp_span name = sp_names_span(&found, found_at[i]);

		status = sp_names_add(names, name.text, name.length, err);
	}
	sp_names_free(&found);
	free(found_at);
	free(order);
	return status;
}

enum sp_status
cmd_look_up_names(struct cmd *cmd, const struct cmd_late_names *late,
		  const uint32_t *pages, uint64_t count,
		  struct sp_names *names)
{
	const struct sp_indexed *indexed;
	struct sp_pick_section section;
	struct sp_pick *pick;
	enum sp_status status = sp_pick_open(late->path, 0, &pick, &cmd->err);

	if (status)
		return status;
	indexed = sp_pick_indexed(pick);
	if (sp_indexed_checksum(indexed) != late->checksum ||
	    sp_indexed_bytes(indexed) != late->bytes)
		status = sp_fail(&cmd->err, SP_DATA, "%s: has changed while it "
				 "was read", late->path);
	else if (sp_pick_find(pick, SP_TAG_NAMES, 0, &section))
		status = order_late_names(pick, &section, pages, count, names,
					  &cmd->err);
	sp_pick_close(pick);
	return status;
}
