/* SPDX-License-Identifier: MIT */
#include "reseal_fields.h"

#include "base/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A layout is a list of NAME:TYPE.  TYPE is the bytes of a number, d for a
 * double, l for LEB128, s for a text after its length, b for a text up to the
 * end of the payload.  A section has three: of its head, of an item, of its
 * tail.  An item that begins with | is stored by columns.
 */
#define BASIS \
	"basis.pages:8 basis.links:8 basis.checksum:8 " \
	"basis.origin.links:8 basis.origin.checksum:8"
#define NAMED BASIS " name:b"
#define CRAWL \
	"downloads:8 links:8 known:8 peak:8 updates:8 dropped:8 pushes:8 " \
	"recomputed:8 iterations:8 guards:8 covered:d " \
	"tenth1:d tenth2:d tenth3:d tenth4:d tenth5:d tenth6:d tenth7:d " \
	"tenth8:d tenth9:d tenth10:d"
#define BLOCKS "@"

static const struct layout {
	const char *tag, *head, *item, *tail;
} layouts[] = {
	{ "GRPH", "pages:8 block:4 chain:4 flags:4 zero:4", BLOCKS,
	  "links:8 checksum:8 origin.links:8 origin.checksum:8" },
	{ "HOST", "", "text:s", "" },
	{ "DOMN", "", "text:s", "" },
	{ "PHST", "", "host:l pages:l", "" },
	{ "NAME", "", "text:s", "" },
	{ "wghT", BASIS, "value:d", "" },
	{ "stat", BASIS, "state:1", "" },
	{ "ftch", BASIS " clock:4 zero:4",
	  "|page:l captures:l time:l size:l digest:8", "" },
	{ "shap", BASIS, "text:s", "" },
	{ "shpg", BASIS, "shape:4", "" },
	{ "SCOR", NAMED, "value:d", "" },
	{ "lscr", NAMED, "source:4 target:4 value:d", "" },
	{ "CORE", BASIS, "seed:4 round:4 hubs:8 authorities:8 links:8", "" },
	{ "CMEM", BASIS, "core:4 page:4 side:4 zero:4 score:d", "" },
	{ "SEED", BASIS, "page:4 core:4 text:s", "" },
	{ "sdnt", NAMED, "found:1 score:d text:s", "" },
	{ "ords", NAMED, "page:4", "" },
	{ "ORDR", NAMED, "|page:4 parent:4 depth:4 key:d", CRAWL },
	{ "ordt", NAMED,
	  "|page:4 parent:4 depth:4 key:d tick:4 process:4",
	  CRAWL " processes:8 at_once:8 mode:8 exchange:8 shared:8 "
	  "last_tick:8 sent:8" },
	{ "ordc", NAMED,
	  "|page:4 parent:4 depth:4 key:d start:8 end:8",
	  CRAWL " connections:8 requests:8 failed:8 lost:8 refused:8 "
	  "hosts:8 bytes:8 busy:8 end:8" },
	{ "part", "pages:8 first:8 end:8 number:4 count:4 id:8",
	  "pages:8 first:8 end:8 number:4 count:4 id:8",
	  "pages:8 first:8 end:8 number:4 count:4 id:8" },
	{ "PROV", "text:b", "text:b", "text:b" },
	{ "INDX", "offset:8 tag:4 flags:4 first:8 count:8",
	  "offset:8 tag:4 flags:4 first:8 count:8",
	  "offset:8 tag:4 flags:4 first:8 count:8" }
};

/* ---- lists of fields -------------------------------------------------- */

static struct field *
add_field(struct fields *fields, enum field_type type, uint32_t at,
	  uint32_t size)
{
	struct field *field;

	if (fields->count == fields->room) {
		fields->room = 2 * fields->room + 64;
		fields->at = realloc(fields->at,
				     fields->room * sizeof(*fields->at));
		if (!fields->at)
			abort();
	}
	field = &fields->at[fields->count++];
	*field = (struct field){ "", type, at, size, NOT_INSIDE, NOT_INSIDE };
	return field;
}

void
fields_free(struct fields *fields)
{
	free(fields->at);
	*fields = (struct fields){ 0 };
}

const struct field *
fields_find(const struct fields *fields, const char *name)
{
	for (size_t i = 0; i < fields->count; i++)
		if (!strcmp(fields->at[i].name, name))
			return &fields->at[i];
	return NULL;
}

/* A leb as long as its bytes go on, or 0 if it does not end. */
static uint32_t
leb_size(const struct part *part, uint32_t at)
{
	for (uint32_t i = at; i < part->length && i < at + 10; i++)
		if (part->payload[i] < 0x80)
			return i - at + 1;
	return 0;
}

static uint64_t
leb_value(const struct part *part, uint32_t at, uint32_t size)
{
	uint64_t value = 0;

	for (uint32_t i = 0; i < size; i++)
		value |= (uint64_t)(part->payload[at + i] & 0x7f) << 7 * i;
	return value;
}

/* ---- layouts ---------------------------------------------------------- */

/* The next NAME:TYPE of a layout; prefix and name are joined. */
static const char *
next_name(const char *layout, const char *prefix, char name[FIELD_NAME],
	  char *type)
{
	int length = (int)strcspn(layout, ":");

	snprintf(name, FIELD_NAME, "%s%.*s", prefix, length, layout);
	*type = layout[length + 1];
	layout += length + 2;
	return layout + (*layout == ' ');
}

static void
add_bytes(struct fields *fields, const char *name, uint32_t at, uint32_t end)
{
	for (uint32_t i = at; i < end; i++)
		snprintf(add_field(fields, FIELD_NUMBER, i, 1)->name,
			 FIELD_NAME, "%.32s[%u]", name, i - at);
}

/* Adds one field; returns where it ends, or 0 if it does not fit. */
static uint32_t
add_typed(const struct part *part, struct fields *fields, const char *name,
	  char type, uint32_t at)
{
	uint32_t left = part->length - at, size;
	uint64_t length;
	char bytes[FIELD_NAME];

	if (type == 'b') {
		add_bytes(fields, name, at, part->length);
		return part->length;
	}
	size = type == 'd' ? 8 : type >= '1' && type <= '8' ?
	       (uint32_t)(type - '0') : leb_size(part, at);
	if (!size || size > left)
		return 0;
	snprintf(bytes, sizeof(bytes), type == 's' ? "%.40s.size" : "%.40s",
		 name);
	strcpy(add_field(fields, type == 'd' ? FIELD_DOUBLE :
			 type == 'l' || type == 's' ? FIELD_LEB : FIELD_NUMBER,
			 at, size)->name, bytes);
	if (type != 's')
		return at + size;
	length = leb_value(part, at, size);
	if (length > left - size)
		return 0;
	add_bytes(fields, name, at + size, at + size + (uint32_t)length);
	return at + size + (uint32_t)length;
}

/* Adds the fields of a layout, or as many as there are bytes for. */
static uint32_t
add_layout(const struct part *part, struct fields *fields, const char *layout,
	   const char *prefix, uint32_t at)
{
	while (*layout) {
		char name[FIELD_NAME], type;
		uint32_t end;

		layout = next_name(layout, prefix, name, &type);
		end = add_typed(part, fields, name, type, at);
		if (!end)
			return at;
		at = end;
	}
	return at;
}

static uint32_t
add_items(const struct part *part, struct fields *fields, const char *layout)
{
	uint32_t at = 0;

	for (unsigned i = 0; at < part->length; i++) {
		uint32_t begin = at;
		char prefix[16];

		snprintf(prefix, sizeof(prefix), "%u.", i);
		at = add_layout(part, fields, layout, prefix, at);
		if (at == begin)
			break;
	}
	return at;
}

static uint32_t
add_columns(const struct part *part, struct fields *fields,
	    const char *layout)
{
	uint32_t at = 0;

	while (*layout) {
		char name[FIELD_NAME], type, item[FIELD_NAME];

		layout = next_name(layout, "", name, &type);
		for (uint64_t i = 0; i < part->count; i++) {
			uint32_t end;

			snprintf(item, sizeof(item), "%u.%.32s", (unsigned)i,
				 name);
			end = add_typed(part, fields, item, type, at);
			if (!end)
				return at;
			at = end;
		}
	}
	return at;
}

/* ---- blocks of links -------------------------------------------------- */

/* The body of a record: head, edits, numbers. */
static void
add_body(const struct part *part, struct fields *fields, const char *prefix,
	 uint32_t at, uint32_t end)
{
	uint32_t edits = at < end ? part->payload[at] >> 3 : 0, size;
	char name[FIELD_NAME];

	if (at == end)
		return;
	snprintf(name, sizeof(name), "%.30shead", prefix);
	at = add_typed(part, fields, name, '1', at);
	if (edits == 31 && (size = leb_size(part, at)) && size <= end - at) {
		edits += (uint32_t)leb_value(part, at, size);
		snprintf(name, sizeof(name), "%.30sedits", prefix);
		at = add_typed(part, fields, name, 'l', at);
	}
	for (uint32_t i = 0; i < edits && at < end; i++) {
		snprintf(name, sizeof(name), "%.30sedit%u", prefix, i);
		at = add_typed(part, fields, name, '1', at);
	}
	for (unsigned i = 0; at < end; i++) {
		size = leb_size(part, at);
		if (!size || size > end - at)
			return;
		snprintf(name, sizeof(name), "%.30snumber%u", prefix, i);
		at = add_typed(part, fields, name, 'l', at);
	}
}

/* One record; returns where it ends, or 0 if it goes past the block. */
static uint32_t
add_record(const struct part *part, struct fields *fields, const char *prefix,
	   uint32_t at, uint32_t end)
{
	uint32_t size = leb_size(part, at), body;
	uint64_t length = leb_value(part, at, size);
	char name[FIELD_NAME];

	if (!size || size > end - at || length > end - at - size)
		return 0;
	snprintf(name, sizeof(name), "%.30slength", prefix);
	body = add_typed(part, fields, name, 'l', at);
	add_body(part, fields, prefix, body, body + (uint32_t)length);
	return body + (uint32_t)length;
}

/* One block; returns where it ends, or at if it is not whole. */
static uint32_t
add_block(const struct part *part, struct fields *fields, unsigned number,
	  uint32_t start)
{
	uint32_t at = start + 16;
	char prefix[32];
	uint64_t bytes;

	if (part->length - start < 16)
		return start;
	bytes = sp_load64(part->payload + start);
	if (bytes > part->length - at)
		return start;
	snprintf(prefix, sizeof(prefix), "%u.", number);
	(void)add_layout(part, fields, "bytes:8 links:8", prefix, start);
	for (unsigned page = 0; at < start + 16 + bytes; page++) {
		size_t first = fields->count;
		uint32_t record = at;

		snprintf(prefix, sizeof(prefix), "%u.%u.", number, page);
		at = add_record(part, fields, prefix, at,
				start + 16 + (uint32_t)bytes);
		for (size_t i = first; i < fields->count; i++) {
			fields->at[i].block = start;
			if (i > first)
				fields->at[i].record = record;
		}
		if (!at)
			return start + 16 + (uint32_t)bytes;
	}
	return at;
}

static uint32_t
add_blocks(const struct part *part, struct fields *fields)
{
	uint32_t at = 0, end;

	for (unsigned i = 0; at < part->length; i++) {
		end = add_block(part, fields, i, at);
		if (end == at)
			break;
		at = end;
	}
	return at;
}

/* ---- all of them ------------------------------------------------------ */

void
fields_of(const struct part *part, struct fields *fields)
{
	const struct layout *layout = NULL;
	const char *of = "";
	char tag[SP_TAG_TEXT];
	uint32_t at;

	*fields = (struct fields){ 0 };
	sp_tag_text(part->tag, tag);
	for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++)
		if (!strcmp(layouts[i].tag, tag))
			layout = &layouts[i];
	if (layout)
		of = part->tag == SP_TAG_INDEX ? layout->item :
		     part->flags & SP_FRAME_HEAD ? layout->head :
		     part->flags & SP_FRAME_TAIL ? layout->tail : layout->item;
	if (layout && of == layout->item && *of == '|')
		at = add_columns(part, fields, of + 1);
	else if (layout && !strcmp(of, BLOCKS))
		at = add_blocks(part, fields);
	else if (layout && of == layout->item)
		at = add_items(part, fields, of);
	else
		at = add_layout(part, fields, of, "", 0);
	add_bytes(fields, "byte", at, part->length);
}

uint64_t
field_get(const struct part *part, const struct field *field)
{
	uint64_t value = 0;

	if (field->type == FIELD_LEB)
		return leb_value(part, field->at, field->size);
	for (uint32_t i = 0; i < field->size; i++)
		value |= (uint64_t)part->payload[field->at + i] << 8 * i;
	return value;
}

/* Adds to the number at a place; returns by how much it grew in bytes. */
static uint32_t
grow_leb(struct part *part, uint32_t at, uint32_t by)
{
	uint32_t size = leb_size(part, at);
	uint8_t bytes[10];
	uint64_t value = leb_value(part, at, size) +
			 (uint64_t)(int32_t)by;
	uint32_t length = (uint32_t)(sp_put_leb(bytes, value) - bytes);

	part_splice(part, at, size, bytes, length);
	return length - size;
}

void
field_set(struct part *part, const struct field *field, uint64_t value)
{
	uint8_t bytes[10];
	uint32_t length, grown;

	if (field->type != FIELD_LEB) {
		for (uint32_t i = 0; i < field->size; i++)
			part->payload[field->at + i] = (uint8_t)(value >>
								 8 * i);
		return;
	}
	length = (uint32_t)(sp_put_leb(bytes, value) - bytes);
	part_splice(part, field->at, field->size, bytes, length);
	/* Unsigned: what wraps here wraps back in the sums. */
	grown = length - field->size;
	if (field->record != NOT_INSIDE && grown)
		grown += grow_leb(part, field->record, grown);
	if (field->block != NOT_INSIDE && grown)
		sp_store64(part->payload + field->block,
			   sp_load64(part->payload + field->block) +
				   (uint64_t)(int32_t)grown);
}
