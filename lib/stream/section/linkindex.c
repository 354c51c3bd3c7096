/* SPDX-License-Identifier: MIT */
/*
 * Keys that follow each other have most bytes in common, so only the rest is
 * stored.  Each frame begins with a whole key and can be read by itself.
 */
#include "stream/section/linkindex.h"

#include "stream/section/fields.h"

#define LINK_INDEX_HEAD (SP_BASIS + 16)

enum sp_status
sp_link_index_begin(struct sp_section *section, struct sp_writer *writer,
		    const struct sp_link_index *of, struct sp_error *err)
{
	uint8_t head[LINK_INDEX_HEAD];
	enum sp_status status;

	sp_basis_store(head, &of->basis);
	sp_store64(head + SP_BASIS, of->checksum);
	sp_store64(head + SP_BASIS + 8, of->bytes);
	status = sp_section_begin(section, writer, SP_TAG_LINK_INDEX, head,
				  sizeof(head), err);
	section->most = SP_LINK_FRAME;
	return status;
}

enum sp_status
sp_link_directory_begin(struct sp_section *section, struct sp_writer *writer,
			struct sp_error *err)
{
	enum sp_status status = sp_section_begin(section, writer,
						 SP_TAG_LINK_DIRECTORY, NULL,
						 0, err);

	section->most = SP_LINK_FRAME;
	return status;
}

/*
 * Stores a key that has its first `common` bytes in common with the key before
 * it; returns the end.
 */
static uint8_t *
put_link_key(uint8_t *to, struct sp_span key, size_t common, uint32_t page)
{
	to = sp_put_leb(to, common);
	to = sp_put_leb(to, key.length - common);
	memcpy(to, key.text + common, key.length - common);
	return sp_put_leb(to + key.length - common, page);
}

/*
 * Whether the key is the first of its frame is not known before it has been
 * added: then it is added again, whole.  So the place for it is asked for as if
 * it were whole.
 */
enum sp_status
sp_link_index_add(struct sp_section *section, struct sp_link_keys *keys,
		  struct sp_span key, uint32_t page, struct sp_error *err)
{
	uint8_t bytes[SP_LINK_KEY_MAX + 3 * SP_LEB_MAX], *end;
	size_t common = 0, most = key.length < keys->length ? key.length :
							      keys->length;
	bool fits = section->used + key.length + 3 * SP_LEB_MAX <=
		    section->most;

	while (fits && section->count && common < most &&
	       key.text[common] == keys->last[common])
		common++;
	end = put_link_key(bytes, key, common, page);
	keys->length = key.length;
	if (key.length)
		memcpy(keys->last, key.text, key.length);
	if (!fits)
		section->most = section->used;
	if (sp_section_add(section, bytes, (size_t)(end - bytes), 1, err))
		return err->status;
	section->most = SP_LINK_FRAME;
	return SP_OK;
}

/* ---- reading ---------------------------------------------------------- */

bool
sp_link_index_load(const uint8_t *head, size_t length,
		   struct sp_link_index *of)
{
	if (length != LINK_INDEX_HEAD)
		return false;
	of->basis = sp_basis_load(head);
	of->checksum = sp_load64(head + SP_BASIS);
	of->bytes = sp_load64(head + SP_BASIS + 8);
	return true;
}

void
sp_link_walk_begin(struct sp_link_walk *walk, const uint8_t *payload,
		   uint32_t length, uint64_t count)
{
	walk->at = payload;
	walk->end = payload + length;
	walk->left = count;
	walk->length = 0;
}

bool
sp_link_walk_next(struct sp_link_walk *walk)
{
	const uint8_t *at = walk->at, *end = walk->end;
	uint64_t common, more;

	if (!walk->left || !sp_get_leb(&at, end, &common) ||
	    !sp_get_leb(&at, end, &more) || common > walk->length ||
	    more > SP_LINK_KEY_MAX - common || more > (uint64_t)(end - at))
		return false;
	memcpy(walk->key + common, at, more);
	at += more;
	if (!sp_get_leb(&at, end, &walk->page))
		return false;
	walk->length = common + more;
	walk->at = at;
	walk->left--;
	return true;
}

bool
sp_link_walk_is_whole(const struct sp_link_walk *walk)
{
	return !walk->left && walk->at == walk->end;
}
