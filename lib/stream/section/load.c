/* SPDX-License-Identifier: MIT */
/*
 * The loader knows no kind.  It walks over frames, finds the kind of each
 * section by its tag, decides by the head whether the section is loaded and
 * whether it passes, and calls the functions of the kind.  What every section
 * has in common is checked here: order, bases, names, sizes of heads and tails,
 * a second section of a kind that may come once.
 *
 * A section that is not wanted has a slot as well, in contents->checked, where
 * the kind keeps what its check needs: so that damage is found by every filter,
 * and not only by the one that wants the section, hours later.
 *
 * Memory is that of the wanted sections, one frame, and what kinds keep for
 * checks.
 */
#include "stream/section/kind.h"

#include "base/memory.h"
#include "graph/graph.h"
#include "stream/section/listing.h"

/*
 * The head of a section decides what becomes of it: it is loaded, passed on,
 * both or neither.  Then each frame is verified by the reader, checked by its
 * kind, and passed on as it is stored, in that order, so that nothing invalid
 * is written.
 */

/* ---- what becomes of a section ---------------------------------------- */

/*
 * Finds the kind of the tag; SP_KINDS if there is none.
 *
 * A walk over the tags of all kinds for each section, not for each frame.
 */
static unsigned
load_find_kind(struct sp_loading *loading, uint32_t tag)
{
	for (unsigned k = 0; k < SP_KINDS; k++) {
		const struct sp_section_kind *kind = sp_kind_at(k);

		for (unsigned i = 0; i < SP_KIND_PARTS; i++) {
			/*
			 * Places without a part have tag 0, as a hostile header
			 * may.
			 */
			if (kind->parts[i].tag != tag || !tag)
				continue;
			loading->kind = kind;
			loading->part = &kind->parts[i];
			return k;
		}
	}
	loading->kind = NULL;
	loading->part = NULL;
	return SP_KINDS;
}

/*
 * Is it one of the named sections that are not passed on?  The head is looked
 * at before anything is known about it, because the section need not be
 * loaded.
 */
static bool
is_dropped_name(const struct sp_loading *loading, unsigned bit)
{
	const struct sp_section_name *drop = loading->options->drop_names;
	const uint8_t *head = loading->payload;
	uint32_t raw = loading->frame.raw;

	if (!loading->kind || !loading->kind->with_name || raw < SP_BASIS)
		return false;
	for (; drop && drop->kinds; drop++)
		if (drop->kinds & bit &&
		    strlen(drop->name) == raw - SP_BASIS &&
		    !memcmp(head + SP_BASIS, drop->name, raw - SP_BASIS))
			return true;
	return false;
}

static bool
is_passed_on(const struct sp_loading *loading, unsigned bit)
{
	const struct sp_load_options *options = loading->options;
	const struct sp_section_kind *kind = loading->kind;

	if (options->drop & bit)
		return false;
	/* The letters of a tag speak for optional sections only. */
	if (options->links_change && ((kind && kind->of_links) ||
				      sp_tag_of_links(loading->frame.tag)))
		return false;
	if (!is_dropped_name(loading, bit))
		return true;
	if (options->dropped)
		++*options->dropped;
	return false;
}

/*
 * For processes that pass sections on by the index: the same decision without a
 * load.
 */
enum sp_section_fate
sp_section_fate(const struct sp_load_options *options,
		const struct sp_frame *frame, const uint8_t *head)
{
	struct sp_loading loading = { .options = options, .frame = *frame,
				      .payload = head };
	unsigned place = load_find_kind(&loading, frame->tag);
	unsigned bit = loading.kind ? 1u << place :
				      (unsigned)SP_SECTION_UNKNOWN;

	if (!loading.kind && !sp_tag_optional(frame->tag))
		return SP_SECTION_REFUSED;
	return is_passed_on(&loading, bit) ? SP_SECTION_PASSES :
					     SP_SECTION_STAYS;
}

bool
sp_section_has_basis(uint32_t tag)
{
	struct sp_loading loading = { .frame.tag = tag };

	(void)load_find_kind(&loading, tag);
	return loading.kind && loading.kind->with_basis;
}

/*
 * The basis and the name that a kind has in its heads.
 *
 * The basis is checked for what can be known of it alone; whether it is that of
 * the graph is compared at the end of the stream.
 */
static enum sp_status
read_common_head(struct sp_loading *loading, struct sp_error *err)
{
	const uint8_t *head = loading->payload;
	const struct sp_section_kind *kind = loading->kind;
	const char *wrong;
	size_t length;

	if (!kind->with_basis)
		return SP_OK;
	if (loading->frame.raw < SP_BASIS)
		return sp_reader_bad(loading->reader, err,
				     "the head is too short");
	loading->basis = sp_basis_load(head);
	wrong = sp_basis_fault(&loading->basis);
	if (wrong)
		return sp_reader_bad(loading->reader, err, "%s", wrong);
	if (!kind->with_name)
		return SP_OK;
	/*
	 * A zero byte would cut the name short, and two names that differ after
	 * it would be taken for one.
	 */
	length = loading->frame.raw - (size_t)SP_BASIS;
	if (length < 1 || length > SP_SECTION_NAME_MAX ||
	    memchr(head + SP_BASIS, 0, length))
		return sp_reader_bad(loading->reader, err,
				     "a %s without a valid name", kind->name);
	memcpy(loading->name, head + SP_BASIS, length);
	loading->name[length] = '\0';
	return SP_OK;
}

/* Lists the section; its common head has been read. */
static enum sp_status
list_section(struct sp_loading *loading, unsigned place, struct sp_error *err)
{
	const struct sp_section_kind *kind = loading->kind;
	struct sp_listed_section section = { .tag = loading->frame.tag,
					     .place = place };

	if (kind && kind->with_basis) {
		section.has_basis = true;
		section.basis = loading->basis;
	}
	return sp_listing_begin(loading->options->listing, &section,
				kind && kind->with_name ? loading->name : "",
				err);
}

/*
 * Refused even if it is not loaded: the sections after it could belong to
 * either.
 */
static enum sp_status
note_seen(struct sp_loading *loading, unsigned place, struct sp_error *err)
{
	const struct sp_section_kind *kind = loading->kind;
	unsigned bit = 1u << (loading->part - kind->parts);
	char tag[SP_TAG_TEXT];

	if (kind->once && loading->seen[place] & bit)
		return sp_reader_bad(loading->reader, err,
				     "a second %s in one stream (%s)",
				     kind->name,
				     sp_tag_text(loading->frame.tag, tag));
	loading->seen[place] |= bit;
	return SP_OK;
}

/*
 * Finds the slot of the section, and reads what heads have in common.  One
 * slot a kind, not a section: hosts come in three sections, and a stream may
 * have any number of scores.
 */
static enum sp_status
open_known(struct sp_loading *loading, unsigned place, struct sp_error *err)
{
	struct sp_contents *contents = loading->contents;
	void **slot = loading->keep ? &contents->slots[place] :
				      &contents->checked[place];
	enum sp_status status = note_seen(loading, place, err);

	if (status)
		return status;
	if (!*slot)
		*slot = sp_alloc_zero(1, loading->kind->size);
	if (!*slot)
		return sp_no_memory(err, "a section");
	loading->slot = *slot;
	status = read_common_head(loading, err);
	if (!status && loading->kind->with_basis)
		status = sp_contents_note_basis(loading, err);
	return status;
}

/*
 * Decides what happens to the section that starts with this frame.
 *
 * A section passes only with a writer; one that is wanted may pass as well, as
 * the scores that a filter adds to.
 */
static enum sp_status
open_section(struct sp_loading *loading, struct sp_error *err)
{
	uint32_t tag = loading->frame.tag;
	unsigned place = load_find_kind(loading, tag);
	const struct sp_section_kind *kind = loading->kind;
	unsigned bit = kind ? 1u << place : (unsigned)SP_SECTION_UNKNOWN;
	enum sp_status status = SP_OK;

	if (!kind && !sp_tag_optional(tag))
		return sp_reader_bad(loading->reader, err, "unknown section "
				     "that must not be ignored");
	loading->keep = kind && loading->options->want & bit;
	loading->pass = loading->options->writer &&
			is_passed_on(loading, bit);
	if (kind)
		status = open_known(loading, place, err);
	if (!status && loading->options->listing)
		status = list_section(loading, place, err);
	return status;
}

/*
 * What is wrong with a frame at an end of its section, or NULL.  Whatever is
 * not counted here would pass as if it had been checked.
 */
static const char *
load_end_fault(const struct sp_loading *loading)
{
	const struct sp_section_kind *kind = loading->kind;
	const struct sp_section_part *part = loading->part;
	const struct sp_frame *frame = &loading->frame;
	bool head = frame->flags & SP_FRAME_HEAD;
	bool tail = frame->flags & SP_FRAME_TAIL;

	if (part->one_frame)
		return head && tail && frame->count == 1 ? NULL :
		       "must be one frame with one item";
	if (head && tail)
		return "head and tail are one frame";
	if (frame->count)
		return "a head or tail counts items";
	if (head && !part->own_head && !kind->with_name &&
	    frame->raw != (kind->with_basis ? SP_BASIS : 0))
		return "the head has the wrong size";
	if (tail && frame->raw != part->tail_size)
		return "the tail has the wrong size";
	return NULL;
}

const char *
sp_section_end_fault(const struct sp_frame *frame)
{
	struct sp_loading loading = { .frame = *frame };

	(void)load_find_kind(&loading, frame->tag);
	return loading.kind ? load_end_fault(&loading) : NULL;
}

/* ---- frames ----------------------------------------------------------- */

/*
 * Gives the payload of a frame to the kind of its section.
 *
 * A frame that is head and tail is given to both functions.
 */
static enum sp_status
load_payload(struct sp_loading *loading, struct sp_error *err)
{
	const struct sp_section_part *part = loading->part;
	bool head = loading->frame.flags & SP_FRAME_HEAD;
	bool tail = loading->frame.flags & SP_FRAME_TAIL;
	const char *wrong = head || tail ? load_end_fault(loading) : NULL;
	enum sp_status status = SP_OK;

	if (wrong)
		return sp_reader_bad(loading->reader, err, "%s", wrong);
	if (!head && !tail)
		return part->data ? part->data(loading, err) :
				    sp_reader_bad(loading->reader, err,
						  "unexpected frame");
	if (head && part->anew)
		loading->kind->free(loading->slot);
	if (head && part->head)
		status = part->head(loading, err);
	if (!status && tail && part->tail)
		status = part->tail(loading, err);
	return status;
}

/*
 * A payload that its kind reads itself, straight to where it stays, is not
 * asked for here; it must not be read twice.
 */
static enum sp_status
load_frame(struct sp_loading *loading, struct sp_error *err)
{
	bool head = loading->frame.flags & SP_FRAME_HEAD;
	bool tail = loading->frame.flags & SP_FRAME_TAIL;
	enum sp_status status = SP_OK;

	/* The reader verifies the payload, though nobody asks for it. */
	if (!head && !tail && !loading->kind && !loading->pass)
		return SP_OK;
	/*
	 * Heads are needed for the decision, and everything that passes must be
	 * verified before it is written.
	 */
	if (head || tail || !loading->kind || !loading->part->data_reads)
		status = sp_reader_payload(loading->reader, &loading->payload,
					   err);
	if (!status && head)
		status = open_section(loading, err);
	if (!status && loading->kind)
		status = load_payload(loading, err);
	/* Last, because a kind may have refused the payload. */
	if (status || !loading->pass)
		return status;
	return sp_writer_pass(loading->options->writer, &loading->frame,
			      sp_reader_stored(loading->reader),
			      sp_reader_features(loading->reader), err);
}

/* Frames pass as they are stored, if their features may. */
static void
pass_features(const struct sp_loading *loading)
{
	const struct sp_load_options *options = loading->options;
	uint32_t features = sp_reader_features(loading->reader);

	/* Only links are in parts. */
	if (options->links_change || options->drop & SP_SECTION_GRAPH)
		features &= ~(uint32_t)SP_FEATURE_SPLIT;
	if (options->writer)
		sp_writer_features(options->writer, features);
}

/*
 * May be called for several streams with one contents: what the first left to
 * compare is compared with the second.
 */
enum sp_status
sp_load(struct sp_reader *reader, const struct sp_load_options *options,
	struct sp_contents *contents, struct sp_error *err)
{
	struct sp_loading loading = { .reader = reader, .options = options,
				      .contents = contents };
	enum sp_status status;

	if (!contents->seen)
		contents->seen = sp_alloc_zero(1, sizeof(*contents->seen));
	if (!contents->seen)
		return sp_no_memory(err, "a section");
	for (;;) {
		status = sp_reader_next(reader, &loading.frame, err);
		if (!status && !loading.tag)
			pass_features(&loading);
		if (status || loading.frame.tag == SP_TAG_END)
			break;
		/* The reader knows that a section is open, but not which. */
		if (loading.frame.flags & SP_FRAME_HEAD)
			loading.tag = loading.frame.tag;
		else if (loading.frame.tag != loading.tag)
			status = sp_reader_bad(reader, err, "a frame in the "
					       "middle of another section");
		if (!status)
			status = load_frame(&loading, err);
		if (status)
			return status;
		if (options->listing)
			sp_listing_frame(options->listing, &loading.frame);
	}
	if (options->listing)
		options->listing->bytes += sp_reader_bytes(reader);
	/* At the end, because a section may come before the graph it fits. */
	return status ? status : sp_contents_check(contents, err);
}
