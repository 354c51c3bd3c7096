/* SPDX-License-Identifier: MIT */
/*
 * From an expression to nodes, as Thompson (1968) did it: each part becomes a
 * run of nodes that ends where the next part begins.  A part that is repeated
 * is read once for each copy, so nothing has to be moved or copied.
 *
 * The C library has taken the expression, so parentheses, brackets and braces
 * are closed, and no repetition is without something to repeat.
 */
#include "web/page/automaton_private.h"

#include "base/ascii.h"
#include "base/bitset.h"

#include <regex.h>
#include <stdlib.h>

#define NO_END UINT32_MAX /* of repetitions */

bool
sp_byte_set_read(struct sp_byte_set *set, struct sp_span expression)
{
	char *text = sp_alloc(expression.length + 3, 1);
	regex_t regex;
	int failure;

	*set = (struct sp_byte_set){ { 0 } };
	if (!text)
		return false;
	text[0] = '^';
	memcpy(text + 1, expression.text, expression.length);
	memcpy(text + 1 + expression.length, "$", 2);
	failure = regcomp(&regex, text, REG_EXTENDED | REG_NOSUB);
	free(text);
	if (failure)
		return false;
	for (unsigned b = 0; b < 256; b++) {
		const char byte[2] = { (char)b, 0 };
		regmatch_t all = { .rm_so = 0, .rm_eo = 1 };

		if (!regexec(&regex, byte, 1, &all, REG_STARTEND))
			sp_bit_set(set->words, b);
	}
	regfree(&regex);
	return true;
}

/* ---- where parts end -------------------------------------------------- */

static const char *
skip_brackets(const char *at)
{
	at += at[1] == '^' ? 2 : 1;
	at += *at == ']';
	for (; *at && *at != ']'; at++)
		if (*at == '[' && at[1] && strchr(":.=", at[1])) {
			char kind = at[1];

			at += 2;
			while (*at && (*at != kind || at[1] != ']'))
				at++;
			at += *at != 0;
		}
	return at + (*at != 0);
}

/* From the start of what can be repeated to its end. */
static const char *
skip_atom(const char *at)
{
	if (*at == '[')
		return skip_brackets(at);
	if (*at == '\\' && at[1])
		return at + 2;
	if (*at != '(')
		return at + 1;
	at++;
	while (*at && *at != ')')
		at = skip_atom(at);
	return at + (*at != 0);
}

static uint32_t
read_copies(const char **at)
{
	uint32_t count = 0;

	for (; sp_is_digit(**at) && count <= RE_DUP_MAX; (*at)++)
		count = count * 10 + (uint32_t)(**at - '0');
	return count;
}

/* Reads one of * + ? {2} {2,} {,4} {2,4}; returns its end, or at if none. */
static const char *
read_repetition(const char *at, uint32_t *least, uint32_t *most)
{
	*least = *at == '+';
	*most = *at == '?' ? 1 : NO_END;
	if (*at == '*' || *at == '+' || *at == '?')
		return at + 1;
	if (*at != '{')
		return at;
	at++;
	*most = *least = read_copies(&at);
	if (*at == ',') {
		at++;
		*most = *at == '}' ? NO_END : read_copies(&at);
	}
	return at + (*at != 0);
}

/* ---- weight ----------------------------------------------------------- */

static uint64_t weigh_choice(const char **at, bool grouped);

static uint64_t
weigh_atom(const char **at)
{
	uint64_t weight;

	if (**at != '(') {
		*at = skip_atom(*at);
		return 1;
	}
	(*at)++;
	weight = weigh_choice(at, true) + 1;
	*at += **at == ')';
	return weight;
}

/* Up to the end; of a group, to its ")".  Elsewhere, ")" is a byte. */
static uint64_t
weigh_choice(const char **at, bool grouped)
{
	uint64_t sum = 0;

	while (**at && (!grouped || **at != ')')) {
		uint64_t weight = weigh_atom(at);
		const char *next;
		uint32_t least, most;

		while ((next = read_repetition(*at, &least, &most)) != *at) {
			if (most == NO_END)
				most = least + 1;
			weight = weight * (most ? most : 1) + 1;
			if (weight > SP_WEIGHT_MOST)
				weight = SP_WEIGHT_MOST;
			*at = next;
		}
		sum += weight;
		if (sum > SP_WEIGHT_MOST)
			sum = SP_WEIGHT_MOST;
	}
	return sum;
}

uint64_t
sp_automaton_weight(const char *text)
{
	uint64_t weight = weigh_choice(&text, false) + 1;

	return weight < SP_WEIGHT_MOST ? weight : SP_WEIGHT_MOST;
}

/* ---- nodes ------------------------------------------------------------ */

static bool
add_node(struct sp_nodes *nodes, enum sp_node_kind kind, uint64_t one)
{
	if (!sp_grow(&nodes->node, &nodes->capacity, nodes->count + 1))
		return false;
	nodes->node[nodes->count++] = (struct sp_node){
		.kind = kind, .one = (uint32_t)one
	};
	return true;
}

static bool
add_set_node(struct sp_nodes *nodes, const struct sp_byte_set *set)
{
	uint64_t i = 0;

	while (i < nodes->sets && memcmp(nodes->set + i, set, sizeof(*set)))
		i++;
	if (i == nodes->sets) {
		if (!sp_grow(&nodes->set, &nodes->set_capacity, i + 1))
			return false;
		nodes->set[nodes->sets++] = *set;
	}
	return add_node(nodes, SP_NODE_BYTE, i);
}

static bool
add_byte_node(struct sp_nodes *nodes, char byte)
{
	struct sp_byte_set set = { { 0 } };

	sp_bit_set(set.words, (unsigned char)byte);
	return add_set_node(nodes, &set);
}

static bool
add_escape_node(struct sp_nodes *nodes, struct sp_span text)
{
	struct sp_byte_set set;

	switch (text.text[1]) {
	case 'w': case 'W': case 's': case 'S':
		return sp_byte_set_read(&set, text) &&
		       add_set_node(nodes, &set);
	case '`':
		return add_node(nodes, SP_NODE_PLACE, SP_PLACE_START);
	case '\'':
		return add_node(nodes, SP_NODE_PLACE, SP_PLACE_END);
	case '<':
		return add_node(nodes, SP_NODE_PLACE, SP_PLACE_WORD_START);
	case '>':
		return add_node(nodes, SP_NODE_PLACE, SP_PLACE_WORD_END);
	case 'b':
		return add_node(nodes, SP_NODE_PLACE, SP_PLACE_WORD_EDGE);
	case 'B':
		return add_node(nodes, SP_NODE_PLACE, SP_PLACE_NO_WORD_EDGE);
	default:
		return add_byte_node(nodes, text.text[1]);
	}
}

static bool add_choice(struct sp_nodes *nodes, const char *at,
		       const char *end);

static bool
add_atom(struct sp_nodes *nodes, const char *at, const char *end)
{
	struct sp_span text = { at, (size_t)(end - at) };
	struct sp_byte_set set;

	switch (*at) {
	case '(':
		return add_choice(nodes, at + 1, end - 1);
	case '.':
		memset(&set, 0xff, sizeof(set));
		sp_bit_clear(set.words, 0);
		return add_set_node(nodes, &set);
	case '[':
		return sp_byte_set_read(&set, text) &&
		       add_set_node(nodes, &set);
	case '^':
		return add_node(nodes, SP_NODE_PLACE, SP_PLACE_START);
	case '$':
		return add_node(nodes, SP_NODE_PLACE, SP_PLACE_END);
	case '\\':
		return add_escape_node(nodes, text);
	default:
		return add_byte_node(nodes, *at);
	}
}

/* An atom up to atom_end, and what repeats it, one after another, up to end. */
static bool
add_repeated(struct sp_nodes *nodes, const char *at, const char *atom_end,
	     const char *end)
{
	const char *last = atom_end, *next = atom_end;
	uint32_t least = 1, most = 1;
	uint64_t start = nodes->count;

	if (atom_end == end)
		return add_atom(nodes, at, end);
	while (next < end) {
		last = next;
		next = read_repetition(last, &least, &most);
	}
	for (uint32_t i = 0; i < least; i++) {
		start = nodes->count;
		if (!add_repeated(nodes, at, atom_end, last))
			return false;
	}
	if (most == NO_END && least) {
		if (!add_node(nodes, SP_NODE_SPLIT, start))
			return false;
		nodes->node[nodes->count - 1].other = (uint32_t)nodes->count;
		return true;
	}
	for (uint32_t i = least; i < most; i++) {
		start = nodes->count;
		if (!add_node(nodes, SP_NODE_SPLIT, start + 1) ||
		    !add_repeated(nodes, at, atom_end, last) ||
		    (most == NO_END && !add_node(nodes, SP_NODE_JUMP, start)))
			return false;
		nodes->node[start].other = (uint32_t)nodes->count;
		if (most == NO_END)
			break;
	}
	return true;
}

/* A branch up to "|" or end; returns where it ends, or NULL. */
static const char *
add_branch(struct sp_nodes *nodes, const char *at, const char *end)
{
	while (at < end && *at != '|') {
		const char *atom_end = skip_atom(at), *next = atom_end, *last;
		uint32_t least, most;

		do {
			last = next;
			next = read_repetition(last, &least, &most);
		} while (next != last);
		if (!add_repeated(nodes, at, atom_end, next))
			return NULL;
		at = next;
	}
	return at;
}

static bool
has_bar(const char *at, const char *end)
{
	while (at < end && *at != '|')
		at = skip_atom(at);
	return at < end;
}

/* Branches with "|" between them.  Each but the last jumps to the end. */
static bool
add_choice(struct sp_nodes *nodes, const char *at, const char *end)
{
	uint64_t jump = 0; /* the last one, whose other is the one before */

	while (has_bar(at, end)) {
		uint64_t split = nodes->count;

		if (!add_node(nodes, SP_NODE_SPLIT, split + 1))
			return false;
		at = add_branch(nodes, at, end);
		if (!at || !add_node(nodes, SP_NODE_JUMP, 0))
			return false;
		at++;
		nodes->node[nodes->count - 1].other = (uint32_t)jump;
		jump = nodes->count - 1;
		nodes->node[split].other = (uint32_t)nodes->count;
	}
	if (!add_branch(nodes, at, end))
		return false;
	while (jump) {
		struct sp_node *node = nodes->node + jump;

		node->one = (uint32_t)nodes->count;
		jump = node->other;
	}
	return true;
}

bool
sp_nodes_add(struct sp_nodes *nodes, const char *expression)
{
	if (!sp_grow(&nodes->first, &nodes->expression_capacity,
		     nodes->expressions + 1))
		return false;
	nodes->first[nodes->expressions] = (uint32_t)nodes->count;
	return add_choice(nodes, expression, expression + strlen(expression)) &&
	       add_node(nodes, SP_NODE_MATCH, nodes->expressions++);
}
