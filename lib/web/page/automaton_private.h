/* SPDX-License-Identifier: MIT */
/*
 * automaton_private.h - the nodes of an automaton.  For automaton*.c alone.
 *
 * An expression is a run of nodes, from its first to its SP_NODE_MATCH.  The
 * node after a byte, or after a place, is the next one in the array.
 */
#ifndef SP_WEB_PAGE_AUTOMATON_PRIVATE_H
#define SP_WEB_PAGE_AUTOMATON_PRIVATE_H

#include "base/memory.h"
#include "web/page/automaton.h"

enum sp_node_kind {
	SP_NODE_BYTE,  /* a byte of set number one */
	SP_NODE_SPLIT, /* go on at one or at other */
	SP_NODE_JUMP,  /* go on at one */
	SP_NODE_PLACE, /* between two bytes that suit: one, a sp_node_place */
	SP_NODE_MATCH  /* the end of expression number one */
};

enum sp_node_place {
	SP_PLACE_START,
	SP_PLACE_END,
	SP_PLACE_WORD_START,
	SP_PLACE_WORD_END,
	SP_PLACE_WORD_EDGE,
	SP_PLACE_NO_WORD_EDGE
};

struct sp_node {
	uint32_t kind, one, other;
};

/* A set of bytes. */
struct sp_byte_set {
	uint64_t words[4];
};

struct sp_nodes {
	struct sp_node *node;
	struct sp_byte_set *set;
	uint32_t *first;         /* of each expression */
	uint64_t count, capacity, sets, set_capacity;
	uint64_t expressions, expression_capacity;
	const char *brackets;    /* those that were read last, or NULL, */
	uint32_t brackets_set;   /* ... and their set: often repeated */
};

/* Appends the nodes of an expression.  False: memory is short. */
bool sp_nodes_add(struct sp_nodes *nodes, const char *expression);

/*
 * The set of what the C library matches by an expression of one byte.  Returns
 * 0 or the number of a fault of regcomp().
 */
int sp_byte_set_read(struct sp_byte_set *set, struct sp_span expression);

#endif
