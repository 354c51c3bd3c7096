/* SPDX-License-Identifier: MIT */
/*
 * shape_private.h - what learning shapes is made of: URLs as tokens, texts that
 * live as long as the tree of a host, and that tree.
 */
#ifndef SP_SHAPE_SHAPE_PRIVATE_H
#define SP_SHAPE_SHAPE_PRIVATE_H

#include "base/line.h"
#include "base/span.h"
#include "graph/names.h"

/* Texts and tokens of one host, in blocks that never move. */
struct sp_shape_room {
	struct sp_room_block *blocks;
	size_t used;
};

void *sp_shape_room_take(struct sp_shape_room *room, size_t size);
void sp_shape_room_free(struct sp_shape_room *room);

/* Forgets what was taken, and keeps a little for what will be. */
void sp_shape_room_clear(struct sp_shape_room *room);

/*
 * A URL after its host: segments and repetitions of the path; then, if there
 * are parameters, their names and, in the order of names, their values.
 */
enum sp_token_place {
	SP_TOKEN_SEGMENT,
	SP_TOKEN_REPEAT,  /* text is what is repeated */
	SP_TOKEN_NAMES,   /* text is the names of parameters, with "=" if they
			     have one, and "&" between them */
	SP_TOKEN_VALUE,
	SP_TOKEN_DEEPER,  /* too many segments, or parameters, to be told */
	SP_TOKEN_ANY      /* apart; text is empty: a class of its own */
};

#define SP_TOKEN_SEGMENTS 32
#define SP_TOKEN_PARAMETERS 24
#define SP_TOKENS (SP_TOKEN_SEGMENTS + SP_TOKEN_PARAMETERS + 2)

struct sp_token {
	struct sp_span text;
	enum sp_token_place place;
};

struct sp_parameter {
	struct sp_span name, value;
};

struct sp_tokens {
	unsigned count;
	struct sp_token token[SP_TOKENS];
	unsigned parameters;
	struct sp_parameter parameter[SP_TOKEN_PARAMETERS]; /* as they come */
	unsigned char sorted[SP_TOKEN_PARAMETERS]; /* the places in parameter
						      of the values */
	uint64_t order;           /* of the names as they come, as a hash */
	char names[SP_NAME_MAX + 1];
};

/* Is it of the path, and not of the parameters? */
static inline bool
sp_token_is_of_path(enum sp_token_place place)
{
	return place == SP_TOKEN_SEGMENT || place == SP_TOKEN_REPEAT ||
	       place == SP_TOKEN_DEEPER;
}

/* Takes a URL apart; tokens point into it and into to->names. */
void sp_url_tokens(struct sp_span url, struct sp_tokens *to);

/*
 * The finest class of a token's text, as text of a pattern: "img<number>.jpg".
 * Returns its length; 0 if it has none.
 */
#define SP_TEMPLATE_MAX 256
size_t sp_token_template(struct sp_span text, char template[SP_TEMPLATE_MAX]);

/* The extension, ".html", or nothing. */
struct sp_span sp_token_extension(struct sp_span text);

/*
 * Writes <word> and what may follow it in a pattern: the extension, or from the
 * last ";" on, with its classes: "<word>.html", "<word>;id=<hex>".  The text is
 * of a pattern already, or of a URL.  Returns the length; 0 if nothing follows.
 */
size_t sp_token_ending(struct sp_span text, bool of_pattern,
		       char template[SP_TEMPLATE_MAX]);

/* Does a text of pieces, as of a template, match this? */
bool sp_pieces_match(struct sp_span pieces, struct sp_span text);

/*
 * The tree of a host.  Children are in the order in which they are tried:
 * exact ones by place and text, then classes from the finest to <word>.  Every
 * node but the first has a shape at it or below.
 */
struct sp_shape_node {
	struct sp_span text;      /* exact, or pieces of a pattern */
	enum sp_token_place place;
	bool class;
	bool ends;                /* a shape ends here */
	bool deeper;              /* other pages below are a shape */
	uint32_t spelt;           /* bytes of a pattern, at most, from the
				     host to here */
	uint32_t first, exact, children;
};

/*
 * Bytes of a pattern after the host, before what is deeper, and of a host.  A
 * stream has patterns of at most SP_NAME_MAX - 1 bytes, and in a pattern each
 * byte of a host may be two.
 */
#define SP_SHAPE_SPELT_MAX 32700
#define SP_SHAPE_HOST_MAX 16384
_Static_assert(SP_SHAPE_SPELT_MAX + 2 * SP_SHAPE_HOST_MAX +
	       sizeof("/<deeper>") <= SP_NAME_MAX, "patterns fit in streams");

/* The pages that were found at a node. */
struct sp_shape_tally {
	uint64_t pages[2];        /* that end here; that are deeper */
	uint64_t order;           /* of the parameters of one that ends here */
	uint32_t example;         /* the first of these */
	uint32_t shape[2];
	bool mixed;               /* parameters come in several orders */
};

/*
 * What a text must begin and end with to fit a class, of which up to eight
 * bytes are looked at: those of a mask.
 */
struct sp_shape_filter {
	uint64_t first, first_mask;
	uint64_t last, last_mask;
};

struct sp_shape_tree {
	struct sp_shape_node *nodes; /* the first is the host */
	uint64_t count, capacity;
	struct sp_shape_filter *filters; /* of each node */
	uint64_t filters_capacity;
};

/* Makes the filters of a tree, once it has all nodes.  SP_MEMORY. */
enum sp_status sp_shape_tree_filter(struct sp_shape_tree *tree,
				    struct sp_error *err);

/* Makes the tree that has one shape for all pages of the host.  SP_MEMORY. */
enum sp_status sp_shape_tree_clear(struct sp_shape_tree *tree,
				   struct sp_error *err);

#define SP_SHAPE_NOT_FOUND UINT64_MAX

/*
 * The place of a URL in the order of shapes: its node, and whether it ends
 * there (0) or is deeper (1).  Every URL has one; SP_SHAPE_NOT_FOUND if the
 * search takes more than SP_SHAPE_STEPS: one for a class that begins or ends
 * with other bytes, SP_SHAPE_TRY for each node and class that is tried.
 */
#define SP_SHAPE_STEPS 32768
#define SP_SHAPE_TRY 8
uint64_t sp_shape_tree_find(const struct sp_shape_tree *tree,
			    const struct sp_token *tokens, unsigned count,
			    unsigned *deeper);

/* What spelling a pattern needs; reused. */
struct sp_shape_speller {
	const struct sp_names *urls;
	struct sp_tokens *tokens;     /* of an example */
	struct sp_name_room *room;
	struct sp_line line;          /* zero bytes; freed by the caller */
};

/*
 * Numbers the shapes of a tree that have pages, from patterns->count on, and
 * appends their patterns.  Returns SP_MEMORY; SP_DATA for 2^32-1 shapes.
 */
enum sp_status sp_shape_tree_number(const struct sp_shape_tree *tree,
				    struct sp_shape_tally *tallies,
				    struct sp_span host,
				    struct sp_shape_speller *speller,
				    struct sp_names *patterns,
				    struct sp_error *err);

/* Fails with SP_DATA: numbers of shapes have 32 bits. */
enum sp_status sp_shape_too_many(struct sp_error *err);

#endif
