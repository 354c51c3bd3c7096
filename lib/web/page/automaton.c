/* SPDX-License-Identifier: MIT */
/*
 * A state is the set of nodes that the bytes so far lead to: those after a
 * byte that was read, and the ends of expressions, which stay once they are
 * reached.  From the nodes of a state, and from the first ones of all
 * expressions, as a match may begin anywhere, splits and jumps lead to bytes
 * and ends.  They are only followed when the next byte is known, because a
 * place such as "$" depends on what is on both sides of it.
 *
 * Bytes that every set treats alike form one class; the end of the text is one
 * more class.  States are kept in an array of cells: the head, the number of
 * nodes, the next state for each class (0 as long as it is not known), the
 * nodes in their order.  A table finds them by their nodes.  Most bytes are
 * then two looks into arrays.  There may be as many states as sets of nodes;
 * when the cells are full, all are forgotten, and the search goes on from the
 * state at hand.
 */
#include "web/page/automaton_private.h"

#include "base/bitset.h"
#include "base/hash.h"

#include <stdlib.h>

#define CELLS 65536      /* of states, and what one more may take */
#define TABLE 16384      /* places, a power of 2 */
#define STATES (TABLE / 2)

/* What is on one side of a place. */
enum side { SIDE_EDGE, SIDE_WORD, SIDE_OTHER };

#define HEAD_SIDE 3U     /* bits of a head: the side that was read last */
#define HEAD_MATCHED 4U  /* an end of an expression is among the nodes */

struct sp_automaton {
	struct sp_nodes nodes;
	uint32_t class_count;    /* without the end of the text */
	uint16_t class_of[256];
	unsigned char byte_of[256]; /* one of each class */
	struct sp_byte_set word;
	uint32_t *cells;
	uint64_t cell_count, cell_capacity;
	uint32_t *table, states, start; /* start: 0 is not known */
	uint64_t seed;
	/* Room for a step: nodes to follow, nodes seen and reached. */
	uint32_t *stack, *reached;
	uint64_t *seen, *next;
};

struct sp_automaton *
sp_automaton_new(void)
{
	return sp_alloc_zero(1, sizeof(struct sp_automaton));
}

void
sp_automaton_free(struct sp_automaton *automaton)
{
	if (!automaton)
		return;
	free(automaton->nodes.node);
	free(automaton->nodes.set);
	free(automaton->nodes.first);
	free(automaton->cells);
	free(automaton->table);
	free(automaton->stack);
	free(automaton->reached);
	free(automaton->seen);
	free(automaton->next);
	free(automaton);
}

enum sp_status
sp_automaton_add(struct sp_automaton *automaton, const char *expression,
		 struct sp_error *err)
{
	return sp_nodes_add(&automaton->nodes, expression) ?
		       SP_OK : sp_no_memory(err, "the patterns");
}

/* ---- classes of bytes ------------------------------------------------- */

/* Parts every class into the bytes of the set and the others. */
static void
part_classes(struct sp_automaton *automaton, const struct sp_byte_set *set)
{
	uint16_t number[512] = { 0 }; /* of a class and a side, + 1 */

	automaton->class_count = 0;
	for (unsigned b = 0; b < 256; b++) {
		uint16_t *to = number + (size_t)2 * automaton->class_of[b] +
			       sp_bit_test(set->words, b);

		if (!*to) {
			automaton->byte_of[automaton->class_count] =
				(unsigned char)b;
			*to = (uint16_t)++automaton->class_count;
		}
		automaton->class_of[b] = (uint16_t)(*to - 1);
	}
}

static bool
has_word_places(const struct sp_nodes *nodes)
{
	for (uint64_t i = 0; i < nodes->count; i++)
		if (nodes->node[i].kind == SP_NODE_PLACE &&
		    nodes->node[i].one >= SP_PLACE_WORD_START)
			return true;
	return false;
}

enum sp_status
sp_automaton_ready(struct sp_automaton *automaton, struct sp_error *err)
{
	const struct sp_nodes *nodes = &automaton->nodes;
	const struct sp_byte_set none = { { 0 } };

	part_classes(automaton, &none);
	for (uint64_t i = 0; i < nodes->sets; i++)
		part_classes(automaton, nodes->set + i);
	if (has_word_places(nodes)) {
		if (sp_byte_set_read(&automaton->word, SP_SPAN("\\w")))
			return sp_no_memory(err, "the patterns");
		part_classes(automaton, &automaton->word);
	}
	automaton->cell_count = 1;
	automaton->seed = sp_hash_seed(automaton);
	automaton->table = sp_alloc_zero(TABLE, sizeof(*automaton->table));
	automaton->stack = sp_alloc(nodes->count, sizeof(*automaton->stack));
	automaton->reached = sp_alloc(nodes->count,
				      sizeof(*automaton->reached));
	automaton->seen = sp_bitset_new(nodes->count);
	automaton->next = sp_bitset_new(nodes->count);
	return automaton->table && automaton->stack && automaton->reached &&
	       automaton->seen && automaton->next ?
		       SP_OK : sp_no_memory(err, "the patterns");
}

/* ---- a step ----------------------------------------------------------- */

static bool
place_suits(enum sp_node_place place, enum side before, enum side after)
{
	bool word_before = before == SIDE_WORD, word_after = after == SIDE_WORD;

	switch (place) {
	case SP_PLACE_START:
		return before == SIDE_EDGE;
	case SP_PLACE_END:
		return after == SIDE_EDGE;
	case SP_PLACE_WORD_START:
		return !word_before && word_after;
	case SP_PLACE_WORD_END:
		return word_before && !word_after;
	case SP_PLACE_WORD_EDGE:
		return word_before != word_after;
	default:
		return word_before == word_after;
	}
}

/* Notes a node to be followed, once. */
static void
see_node(struct sp_automaton *automaton, uint64_t *depth, uint64_t node)
{
	if (!sp_bit_test_and_set(automaton->seen, node))
		automaton->stack[(*depth)++] = (uint32_t)node;
}

/* Follows what is noted; sets next to the nodes after a byte of the class. */
static void
follow_nodes(struct sp_automaton *automaton, uint64_t depth, enum side before,
	     enum side after, uint32_t class)
{
	const struct sp_nodes *nodes = &automaton->nodes;

	while (depth) {
		uint64_t i = automaton->stack[--depth];
		const struct sp_node *node = nodes->node + i;

		switch ((enum sp_node_kind)node->kind) {
		case SP_NODE_BYTE:
			if (class < automaton->class_count &&
			    sp_bit_test(nodes->set[node->one].words,
					automaton->byte_of[class]))
				sp_bit_set(automaton->next, i + 1);
			break;
		case SP_NODE_SPLIT:
			see_node(automaton, &depth, node->one);
			see_node(automaton, &depth, node->other);
			break;
		case SP_NODE_JUMP:
			see_node(automaton, &depth, node->one);
			break;
		case SP_NODE_PLACE:
			if (place_suits(node->one, before, after))
				see_node(automaton, &depth, i + 1);
			break;
		case SP_NODE_MATCH:
			sp_bit_set(automaton->next, i);
			break;
		}
	}
}

static void
forget_states(struct sp_automaton *automaton)
{
	memset(automaton->table, 0, TABLE * sizeof(*automaton->table));
	automaton->cell_count = 1;
	automaton->states = automaton->start = 0;
}

/* Where the state of the nodes that were reached is, or will be. */
static uint32_t *
place_of_state(const struct sp_automaton *automaton, uint32_t head,
	       uint32_t count)
{
	const uint32_t *nodes = automaton->reached;
	uint64_t place = sp_hash_seeded(nodes, count * sizeof(*nodes),
					automaton->seed + head);

	for (;; place++) {
		uint32_t *found = automaton->table + place % TABLE;
		const uint32_t *cell;

		if (!*found)
			return found;
		cell = automaton->cells + *found;
		if (cell[0] == head && cell[1] == count &&
		    (!count || !memcmp(cell + 3 + automaton->class_count, nodes,
				       count * sizeof(*nodes))))
			return found;
	}
}

/* Adds the state of the nodes that were reached.  0: memory is short. */
static uint32_t
add_state(struct sp_automaton *automaton, uint32_t head, uint32_t count,
	  bool *forgot)
{
	uint64_t size = 3 + (uint64_t)automaton->class_count + count;
	uint32_t *cell;

	*forgot = automaton->states == STATES ||
		  automaton->cell_count + size > CELLS;
	if (*forgot)
		forget_states(automaton);
	if (!sp_grow(&automaton->cells, &automaton->cell_capacity,
		     automaton->cell_count + size))
		return 0;
	cell = automaton->cells + automaton->cell_count;
	memset(cell, 0, size * sizeof(*cell));
	cell[0] = head;
	cell[1] = count;
	memcpy(cell + size - count, automaton->reached,
	       count * sizeof(*automaton->reached));
	automaton->cell_count += size;
	automaton->states++;
	return (uint32_t)(cell - automaton->cells);
}

/*
 * The state of the nodes that were reached; *forgot says whether all others
 * were forgotten for it.  0: memory is short.
 */
static uint32_t
find_state(struct sp_automaton *automaton, uint32_t head, uint32_t count,
	   bool *forgot)
{
	uint32_t state = *place_of_state(automaton, head, count);

	*forgot = false;
	if (state)
		return state;
	state = add_state(automaton, head, count, forgot);
	if (state)
		*place_of_state(automaton, head, count) = state;
	return state;
}

static enum side
side_of(const struct sp_automaton *automaton, uint32_t class)
{
	if (class == automaton->class_count)
		return SIDE_EDGE;
	return sp_bit_test(automaton->word.words, automaton->byte_of[class]) ?
		       SIDE_WORD : SIDE_OTHER;
}

/* The state after a byte of the class, or after the end.  0: as above. */
static uint32_t
make_step(struct sp_automaton *automaton, uint32_t from, uint32_t class)
{
	const struct sp_nodes *nodes = &automaton->nodes;
	const uint32_t *cell = automaton->cells + from;
	uint64_t words = sp_bitset_words(nodes->count);
	enum side after = side_of(automaton, class);
	uint32_t head = (uint32_t)after, count = 0, to;
	uint64_t depth = 0;
	bool forgot;

	memset(automaton->seen, 0, words * sizeof(*automaton->seen));
	memset(automaton->next, 0, words * sizeof(*automaton->next));
	for (uint32_t i = 0; i < cell[1]; i++)
		see_node(automaton, &depth,
			 cell[3 + automaton->class_count + i]);
	for (uint64_t i = 0; i < nodes->expressions; i++)
		see_node(automaton, &depth, nodes->first[i]);
	follow_nodes(automaton, depth, cell[0] & HEAD_SIDE, after, class);
	for (uint64_t i = 0; (i = sp_bit_next(automaton->next, i,
					      nodes->count)) < nodes->count;
	     i++) {
		automaton->reached[count++] = (uint32_t)i;
		if (nodes->node[i].kind == SP_NODE_MATCH)
			head |= HEAD_MATCHED;
	}
	to = find_state(automaton, head, count, &forgot);
	if (to && !forgot)
		automaton->cells[from + 2 + class] = to;
	return to;
}

/* ---- texts ------------------------------------------------------------ */

static void
note_matches(const struct sp_automaton *automaton, uint32_t state,
	     bool *matched)
{
	const uint32_t *cell = automaton->cells + state;
	const struct sp_node *node;

	for (uint32_t i = 0; i < cell[1]; i++) {
		node = automaton->nodes.node +
		       cell[3 + automaton->class_count + i];
		if (node->kind == SP_NODE_MATCH)
			matched[node->one] = true;
	}
}

enum sp_status
sp_automaton_match(struct sp_automaton *automaton, struct sp_span text,
		   bool *any, bool *matched, struct sp_error *err)
{
	uint32_t state = automaton->start;
	bool forgot;

	if (!state)
		state = automaton->start = find_state(automaton, SIDE_EDGE, 0,
						      &forgot);
	for (size_t i = 0; state && i <= text.length; i++) {
		uint32_t class = i == text.length ? automaton->class_count :
			automaton->class_of[(unsigned char)text.text[i]];
		uint32_t to = automaton->cells[state + 2 + class];

		state = to ? to : make_step(automaton, state, class);
		if (state && !matched &&
		    automaton->cells[state] & HEAD_MATCHED)
			break;
	}
	if (!state)
		return sp_no_memory(err, "a match of patterns");
	*any = automaton->cells[state] & HEAD_MATCHED;
	if (*any && matched)
		note_matches(automaton, state, matched);
	return SP_OK;
}
