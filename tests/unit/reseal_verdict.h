/* SPDX-License-Identifier: MIT */
/*
 * reseal_verdict.h - is a stream one that seedpipe(5) allows?  Written from
 * the manual page and not from the readers, to compare these with.
 */
#ifndef TESTS_RESEAL_VERDICT_H
#define TESTS_RESEAL_VERDICT_H

#include "reseal.h"

enum verdict {
	VERDICT_VALID,  /* every reader must accept it */
	VERDICT_EITHER, /* the format leaves it to the reader */
	VERDICT_FAULT   /* no reader may accept it */
};

/*
 * Of the sections alone: headers, index and end frame are right.  why, unless
 * the stream is valid, is what decided.
 */
enum verdict parts_verdict(const struct parts *parts, const char **why);

#endif
