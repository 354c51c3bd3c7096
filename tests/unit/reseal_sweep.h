/* SPDX-License-Identifier: MIT */
/*
 * reseal_sweep.h - every small change of a stream: each field of each section
 * with other values, each frame and section dropped, repeated and moved, each
 * number of headers and of the end frame wrong.
 */
#ifndef TESTS_RESEAL_SWEEP_H
#define TESTS_RESEAL_SWEEP_H

#include "reseal_fields.h"

enum mutant_class {
	MUTANT_FIELD,   /* a field of a payload has another value */
	MUTANT_COUNT,   /* a frame counts other items, as do the next ones */
	MUTANT_LENGTH,  /* bytes are missing in a payload, or too many */
	MUTANT_HEADER,  /* a header has a wrong field */
	MUTANT_SEAL,    /* so have the preamble or the end frame */
	MUTANT_INDEX,   /* an entry of the index is wrong */
	MUTANT_FRAMES,  /* frames are dropped, repeated, exchanged or moved */
	MUTANT_SECTIONS, /* so are sections */
	MUTANT_CLASSES
};
extern const char *const mutant_classes[MUTANT_CLASSES];

struct mutant {
	enum mutant_class of;
	unsigned field;         /* of MUTANT_HEADER and MUTANT_SEAL */
	uint64_t value;         /* that the field has now */
	char what[160];         /* for messages */
	const struct parts *parts; /* the changed stream */
};

typedef void sweep_visit(void *context, const struct mutant *mutant);

/*
 * A field is set to its neighbours, 0, 1, all ones, the sign bit flipped, half
 * and double of what it has; a double also to infinity.
 */
#define SWEEP_VALUES 9

/* Shows all mutants of a class, none of them equal to the stream. */
void sweep(const struct parts *parts, enum mutant_class of,
	   sweep_visit *visit, void *context);

#endif
