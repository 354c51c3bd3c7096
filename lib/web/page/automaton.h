/* SPDX-License-Identifier: MIT */
/*
 * automaton.h - which of several POSIX extended regular expressions a text
 * matches, any part of it, in one pass over the text.
 *
 * The C library starts a search at every byte of the text, which takes time
 * that grows with the square of its length ("a/.*a/.*b" on a URL of 8 KB of
 * "a/": 25 ms), and keeps what it has learned for as long as the expression.
 * Here, time is linear in the length, at most the nodes of all expressions for
 * each byte, and memory has a limit.
 *
 * Bytes are compared, as in the C locale.  What a set in brackets contains is
 * left to the C library; its words are known as well: \w \W \s \S \b \B \< \>
 * \` \'.
 */
#ifndef SP_WEB_PAGE_AUTOMATON_H
#define SP_WEB_PAGE_AUTOMATON_H

#include "base/span.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct sp_automaton;

/*
 * Is the text, NUL-terminated, an expression?  If not, err->text says why, as
 * regcomp() does: SP_DATA.  SP_MEMORY.  *weight is about how long it would be
 * with its repetitions written out, where "a+" counts as "aa*"; never more than
 * SP_WEIGHT_MOST.  Calls nest as deep as it has "(".  Back-references are taken
 * for digits.
 */
#define SP_WEIGHT_MOST 1000000
enum sp_status sp_automaton_check(const char *text, uint64_t *weight,
				  struct sp_error *err);

/* From the "[" of a set to behind its "]", or to the end of the text. */
const char *sp_automaton_skip_set(const char *at);

/* NULL if memory is short.  Free with sp_automaton_free(). */
struct sp_automaton *sp_automaton_new(void);

/*
 * Adds an expression, NUL-terminated, that was checked.  Nodes grow with its
 * weight, and calls nest as deep as its groups and repetitions: the caller has
 * bounded both.  SP_MEMORY.
 */
enum sp_status sp_automaton_add(struct sp_automaton *automaton,
				const char *expression, struct sp_error *err);

/* After the last expression and before the first text.  SP_MEMORY. */
enum sp_status sp_automaton_ready(struct sp_automaton *automaton,
				  struct sp_error *err);

/*
 * Sets *any to whether the text matches an expression, and matched[i] to true
 * for each expression i that it matches.  With matched NULL, the first match is
 * the answer, and the rest of the text is not looked at.  SP_MEMORY.
 */
enum sp_status sp_automaton_match(struct sp_automaton *automaton,
				  struct sp_span text, bool *any, bool *matched,
				  struct sp_error *err);

void sp_automaton_free(struct sp_automaton *automaton); /* accepts NULL */

#endif
