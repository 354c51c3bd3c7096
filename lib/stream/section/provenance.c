/* SPDX-License-Identifier: MIT */
#include "stream/section/provenance.h"

#include "stream/section/kind.h"

enum sp_status
sp_save_provenance(struct sp_writer *writer, const char *line,
		   struct sp_error *err)
{
	size_t length = strlen(line);

	/* Refused, not cut: half a line repeats another run, or none. */
	if (length > SP_FRAME_MAX)
		return sp_fail(err, SP_USAGE, "the line of provenance has %zu "
			       "bytes, more than %u: shorten the options",
			       length, SP_FRAME_MAX);
	return sp_writer_frame(writer, SP_TAG_PROVENANCE,
			       SP_FRAME_HEAD | SP_FRAME_TAIL, 0, 1, line,
			       length, err);
}

enum sp_status
sp_save_lines(struct sp_writer *writer, uint32_t tag,
	      const struct sp_names *lines, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < lines->count; i++) {
		struct sp_span line = sp_names_span(lines, i);

		status = sp_writer_frame(writer, tag,
					 SP_FRAME_HEAD | SP_FRAME_TAIL, 0, 1,
					 line.text, line.length, err);
	}
	return status;
}

/* Lines are added to those before, also to those of an earlier stream. */
static enum sp_status
provenance_head(struct sp_loading *loading, struct sp_error *err)
{
	/* It would be taken for two, by people and by programs. */
	if (memchr(loading->payload, '\n', loading->frame.raw))
		return sp_reader_bad(loading->reader, err, "a line end in a "
				     "line of provenance");
	if (!loading->keep)
		return SP_OK;
	return sp_names_add_long(loading->slot, (const char *)loading->payload,
				 loading->frame.raw, err);
}

static void
provenance_free(void *slot)
{
	sp_names_free(slot);
}

const struct sp_section_kind sp_kind_provenance = {
	.name = "line of provenance",
	.parts = { { .tag = SP_TAG_PROVENANCE, .head = provenance_head,
		     .one_frame = true } },
	.size = sizeof(struct sp_names),
	.free = provenance_free
};

const struct sp_names *
sp_contents_provenance(const struct sp_contents *contents)
{
	static const struct sp_names none = SP_NAMES_EMPTY;
	const struct sp_names *lines = contents->slots[SP_KIND_PROVENANCE];

	return lines ? lines : &none;
}
