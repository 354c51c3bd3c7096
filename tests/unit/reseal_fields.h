/* SPDX-License-Identifier: MIT */
/*
 * reseal_fields.h - the fields in the payloads of a stream, by name, so that a
 * test can visit every field of every section.  The layouts are those of
 * seedpipe(5), written down here once more and not taken from the library.
 */
#ifndef TESTS_RESEAL_FIELDS_H
#define TESTS_RESEAL_FIELDS_H

#include "reseal.h"

enum field_type { FIELD_NUMBER, FIELD_DOUBLE, FIELD_LEB };

#define FIELD_NAME 48
#define NOT_INSIDE UINT32_MAX

struct field {
	char name[FIELD_NAME];
	enum field_type type;
	uint32_t at, size;      /* bytes of the payload */
	uint32_t block, record; /* where the lengths around it are */
};

struct fields {
	struct field *at;
	size_t count, room;
};

/*
 * Lists the fields of a payload.  Bytes that no layout explains, and those of
 * texts, are fields of one byte.
 */
void fields_of(const struct part *part, struct fields *fields);
void fields_free(struct fields *fields);

/* The field of this name, or NULL. */
const struct field *fields_find(const struct fields *fields, const char *name);

/* The bits of a double are a number, too. */
uint64_t field_get(const struct part *part, const struct field *field);

/*
 * Sets a field, cut to its width.  A number in LEB128 takes the bytes it
 * needs; the lengths of its record and its block follow.
 */
void field_set(struct part *part, const struct field *field, uint64_t value);

#endif
