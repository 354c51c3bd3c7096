/* SPDX-License-Identifier: MIT */
/*
 * From an expression to nodes, as Thompson (1968) did it: each part becomes a
 * run of nodes that ends where the next part begins.  A part that is repeated
 * is read once for each copy, so nothing has to be moved or copied.
 *
 * Before that it is checked: parentheses, brackets and braces are closed, and
 * no repetition is without something to repeat.  regcomp() could say the same,
 * but it makes "aa*" of "a+", so that 27 "+" in a row take 2 GB, and 15 "?"
 * hours.  It is asked for what is in brackets alone.
 */
#include "web/page/automaton_private.h"

#include "base/ascii.h"
#include "base/bitset.h"

#include <regex.h>
#include <stdlib.h>

#define NO_END UINT32_MAX /* of repetitions */
#define MOST_COPIES 0x7FFF /* RE_DUP_MAX of glibc; that of musl is 255 */

#ifndef REG_STARTEND /* without it, NUL is in no set */
#define REG_STARTEND 0
#endif

int
sp_byte_set_read(struct sp_byte_set *set, struct sp_span expression)
{
	char *text = sp_alloc(expression.length + 1, 1);
	regex_t regex;
	int failure;

	*set = (struct sp_byte_set){ { 0 } };
	if (!text)
		return REG_ESPACE;
	memcpy(text, expression.text, expression.length);
	text[expression.length] = 0;
	failure = regcomp(&regex, text, REG_EXTENDED | REG_NOSUB);
	free(text);
	if (failure)
		return failure;
	for (unsigned b = 0; b < 256; b++) {
		const char byte[2] = { (char)b, 0 };
		regmatch_t all = { .rm_so = 0, .rm_eo = 1 };

		if (!regexec(&regex, byte, 1, &all, REG_STARTEND))
			sp_bit_set(set->words, b);
	}
	regfree(&regex);
	return 0;
}

/* ---- where parts end -------------------------------------------------- */

const char *
sp_automaton_skip_set(const char *at)
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
		return sp_automaton_skip_set(at);
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

	for (; sp_is_digit(**at); (*at)++)
		if (count <= MOST_COPIES)
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

/* ---- what an expression is, and how long ------------------------------- */

struct reading {
	const char *at;
	int fault; /* of regcomp(), or 0 */
};

static uint64_t weigh_choice(struct reading *reading, bool grouped);

/* Up to where the library looks for the end of "{2,4}". */
static int
fault_from(const char *at)
{
	while (*at && *at != '}' && *at != ',')
		at += *at == '\\' && at[1] ? 2 : 1;
	return *at ? REG_BADBR : REG_EBRACE;
}

static int
braces_fault(const char *at)
{
	const char *start = ++at;
	uint32_t least = read_copies(&at), most;

	if (*at == '}')
		return at == start ? REG_BADBR : 0;
	if (*at != ',')
		return fault_from(at);
	start = ++at;
	most = read_copies(&at);
	if (*at == '}')
		return at != start && most < least ? REG_BADBR : 0;
	return fault_from(at);
}

static uint64_t
read_atom(struct reading *reading)
{
	struct sp_span text = { reading->at, 0 };
	struct sp_byte_set set;
	uint64_t weight = 1;

	switch (*reading->at) {
	case '*': case '+': case '?': case '{':
		reading->fault = REG_BADRPT;
		return 0;
	case '(':
		reading->at++;
		weight = weigh_choice(reading, true) + 1;
		if (!reading->fault && !*reading->at)
			reading->fault = REG_EPAREN;
		reading->at += !reading->fault;
		return weight;
	case '[':
		reading->at = sp_automaton_skip_set(reading->at);
		text.length = (size_t)(reading->at - text.text);
		reading->fault = sp_byte_set_read(&set, text);
		return weight;
	case '\\':
		if (!reading->at[1])
			reading->fault = REG_EESCAPE;
		break;
	}
	reading->at = skip_atom(reading->at);
	return weight;
}

/* Nothing repeats "^" or the edge of a word. */
static bool
is_place(const char *at)
{
	return *at == '^' || *at == '$' ||
	       (*at == '\\' && at[1] && strchr("`'<>bB", at[1]));
}

/* Reads what repeats something of this weight. */
static uint64_t
read_all_repetitions(struct reading *reading, uint64_t weight)
{
	uint32_t least, most;
	const char *next;

	for (;;) {
		if (*reading->at == '{')
			reading->fault = braces_fault(reading->at);
		if (reading->fault)
			return weight;
		next = read_repetition(reading->at, &least, &most);
		if (next == reading->at)
			return weight;
		if (most == NO_END)
			most = least + 1;
		weight = weight * (most ? most : 1) + 1;
		if (weight > SP_WEIGHT_MOST)
			weight = SP_WEIGHT_MOST;
		reading->at = next;
	}
}

/* Up to the end; of a group, to its ")".  Elsewhere, ")" is a byte. */
static uint64_t
weigh_choice(struct reading *reading, bool grouped)
{
	uint64_t sum = 0;

	while (!reading->fault && *reading->at &&
	       (!grouped || *reading->at != ')')) {
		bool place = is_place(reading->at), bar = *reading->at == '|';
		uint64_t weight = read_atom(reading);

		if (!place && !bar && !reading->fault)
			weight = read_all_repetitions(reading, weight);
		sum += weight;
		if (sum > SP_WEIGHT_MOST)
			sum = SP_WEIGHT_MOST;
	}
	return sum;
}

enum sp_status
sp_automaton_check(const char *text, uint64_t *weight, struct sp_error *err)
{
	struct reading reading = { .at = text };
	char why[128];

	*weight = weigh_choice(&reading, false) + 1;
	if (!reading.fault)
		return SP_OK;
	if (reading.fault == REG_ESPACE)
		return sp_no_memory(err, "the patterns");
	regerror(reading.fault, NULL, why, sizeof(why));
	return sp_fail(err, SP_DATA, "is no regular expression: %s", why);
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
		return !sp_byte_set_read(&set, text) &&
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

static bool
add_brackets(struct sp_nodes *nodes, struct sp_span text)
{
	struct sp_byte_set set;

	if (nodes->brackets == text.text)
		return add_node(nodes, SP_NODE_BYTE, nodes->brackets_set);
	if (sp_byte_set_read(&set, text) || !add_set_node(nodes, &set))
		return false;
	nodes->brackets = text.text;
	nodes->brackets_set = nodes->node[nodes->count - 1].one;
	return true;
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
		return add_brackets(nodes, text);
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
	nodes->brackets = NULL;
	return add_choice(nodes, expression, expression + strlen(expression)) &&
	       add_node(nodes, SP_NODE_MATCH, nodes->expressions++);
}
