/* SPDX-License-Identifier: MIT */
/*
 * Parts are joined by readers that see one after the other, and perhaps not all
 * at a time.  That they belong together cannot be seen from what they hold, so
 * each has an identity: a checksum of the whole, made by what cuts it.  Hashes
 * are chained, each the seed of the next, over bytes in the order of the
 * format, so that machines of either byte order agree.
 */
#include "stream/section/part.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "graph/graph.h"
#include "stream/section/fields.h"
#include "stream/section/kind.h"

struct sp_part
sp_part_of(uint64_t pages, uint64_t number, uint64_t count)
{
	uint64_t blocks = (pages + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;
	struct sp_part part = {
		.pages = pages, .number = number, .count = count,
		.first = blocks * number / count * SP_BLOCK_PAGES,
		.end = blocks * (number + 1) / count * SP_BLOCK_PAGES
	};

	if (part.first > pages)
		part.first = pages;
	if (part.end > pages)
		part.end = pages;
	return part;
}

static uint64_t
hash_names(const struct sp_names *names, uint64_t id)
{
	struct sp_name_room room;

	for (uint64_t page = 0; page < names->count; page++) {
		struct sp_span name = sp_names_read(names, page, &room);

		id = sp_hash_seeded(name.text, name.length, id);
	}
	return id;
}

static uint64_t
hash_weights(const double *weights, uint64_t links, uint64_t id)
{
	uint8_t bytes[8];

	for (uint64_t i = 0; i < links; i++) {
		sp_store_double(bytes, weights[i]);
		id = sp_hash_seeded(bytes, sizeof(bytes), id);
	}
	return id;
}

static uint64_t
hash_fetches(const struct sp_fetches *fetches, uint64_t id)
{
	uint8_t bytes[32];

	for (uint64_t i = 0; i < fetches->count; i++) {
		const struct sp_fetch *fetch = &fetches->items[i];

		sp_store32(bytes, fetch->page);
		sp_store32(bytes + 4, fetch->captures);
		sp_store64(bytes + 8, (uint64_t)fetch->time);
		sp_store64(bytes + 16, fetch->size);
		sp_store64(bytes + 24, fetch->digest);
		id = sp_hash_seeded(bytes, sizeof(bytes), id);
	}
	return id;
}

uint64_t
sp_part_identity(const struct sp_part_whole *whole)
{
	uint8_t bytes[SP_BASIS];
	uint64_t id;

	sp_basis_store(bytes, &whole->basis);
	id = sp_hash(bytes, sizeof(bytes));
	if (whole->names)
		id = hash_names(whole->names, id);
	if (whole->weights)
		id = hash_weights(whole->weights, whole->basis.graph.links, id);
	if (whole->states && whole->states->pages)
		id = sp_hash_seeded(whole->states->state_of,
				    whole->states->pages, id);
	if (whole->fetches)
		id = hash_fetches(whole->fetches, id);
	return id ? id : 1;
}

const char *
sp_part_fault(const struct sp_part *part)
{
	if (part->pages > SP_PAGES_MAX)
		return "more pages than supported";
	if (!part->count || part->count > SP_PARTS_MAX ||
	    part->number >= part->count)
		return "no such part";
	if (part->first > part->end || part->end > part->pages)
		return "a range of pages that are not there";
	if ((part->first % SP_BLOCK_PAGES && part->first != part->pages) ||
	    (part->end % SP_BLOCK_PAGES && part->end != part->pages))
		return "a range that cuts a block";
	if ((!part->number && part->first) ||
	    (part->number + 1 == part->count && part->end != part->pages))
		return "a range that leaves pages out";
	return NULL;
}

enum sp_status
sp_save_part(struct sp_writer *writer, const struct sp_part *part,
	     struct sp_error *err)
{
	uint8_t bytes[SP_PART_SIZE];

	sp_store64(bytes, part->pages);
	sp_store64(bytes + 8, part->first);
	sp_store64(bytes + 16, part->end);
	sp_store32(bytes + 24, (uint32_t)part->number);
	sp_store32(bytes + 28, (uint32_t)part->count);
	sp_store64(bytes + 32, part->id);
	return sp_writer_frame(writer, SP_TAG_PART,
			       SP_FRAME_HEAD | SP_FRAME_TAIL, 0, 1, bytes,
			       sizeof(bytes), err);
}

/* ---- reading ---------------------------------------------------------- */

static enum sp_status
part_head(struct sp_loading *loading, struct sp_error *err)
{
	const uint8_t *payload = loading->payload;
	struct sp_part *part = loading->slot;
	const char *fault;

	if (loading->frame.raw != SP_PART_SIZE)
		return sp_reader_bad(loading->reader, err, "the range of the "
				     "part has the wrong size");
	*part = (struct sp_part){
		.pages = sp_load64(payload), .first = sp_load64(payload + 8),
		.end = sp_load64(payload + 16),
		.number = sp_load32(payload + 24),
		.count = sp_load32(payload + 28), .id = sp_load64(payload + 32)
	};
	fault = sp_part_fault(part);
	return fault ? sp_reader_bad(loading->reader, err, "a part of a "
				     "graph: %s", fault) : SP_OK;
}

static bool
part_pages(const void *slot, uint64_t *pages)
{
	*pages = ((const struct sp_part *)slot)->pages;
	return true;
}

static void
part_free(void *slot)
{
	(void)slot;
}

const struct sp_section_kind sp_kind_part = {
	.name = "part",
	.parts = { { .tag = SP_TAG_PART, .head = part_head,
		     .one_frame = true } },
	.once = true,
	.size = sizeof(struct sp_part),
	.pages = part_pages,
	.free = part_free
};

const struct sp_part *
sp_contents_part(const struct sp_contents *contents)
{
	const struct sp_part *part = contents->slots[SP_KIND_PART];

	return part ? part : contents->checked[SP_KIND_PART];
}
