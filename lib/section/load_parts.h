/* SPDX-License-Identifier: MIT */
/*
 * load_parts.h - the parts of load.c: what is done with the head, the data
 * and the tail of each kind of section.  Private to lib/section.
 */
#ifndef SP_SECTION_LOAD_PARTS_H
#define SP_SECTION_LOAD_PARTS_H

#include "section/layout.h"
#include "section/load.h"

/* The load of one stream. */
struct load {
	struct sp_reader *reader;
	const struct sp_load_options *options;
	struct sp_contents *contents;
	struct sp_frame frame;
	bool graph_seen;
	bool pass;                /* the open section is passed on */
	bool keep;                /* ... is loaded */
	struct sp_graph *graph;   /* while it comes */
	uint64_t visited;         /* blocks that the visitor has seen */
	uint64_t graph_pages;
	struct sp_score score;    /* while it comes */
	uint64_t score_capacity;
	struct sp_basis basis;    /* of the open section */
	struct sp_loaded_order order; /* while it comes */
	uint64_t weight_count, weight_capacity;
};

/* SP_DATA with the place of the frame. */
enum sp_status sp_load_bad(const struct load *load, struct sp_error *err,
			   const char *what);

/* Are both of one graph, or of graphs with one origin? */
bool sp_same_origin(const struct sp_basis *a, const struct sp_basis *b);

/*
 * The parts.  at is the payload of load->frame, load->basis the basis of the
 * section where it has one.  SP_DATA, by sp_load_bad(), for a payload that is
 * not what it should be; SP_MEMORY; or what a visitor says.
 */
#define PART(name) \
	enum sp_status name(struct load *load, const uint8_t *at, \
			    struct sp_error *err) SP_MUST_CHECK

PART(sp_load_graph_head);
PART(sp_load_graph_tail);
PART(sp_load_weights_data);
PART(sp_load_host_of_data);
PART(sp_load_score_head);
PART(sp_load_score_data);
PART(sp_load_cores_data);
PART(sp_load_members_data);
PART(sp_load_seeds_data);
PART(sp_load_order_head);
PART(sp_load_order_data);
PART(sp_load_order_tail);

#undef PART

/* Reads the payload itself, straight to where it stays. */
enum sp_status sp_load_graph_data(struct load *load, struct sp_error *err)
	SP_MUST_CHECK;

/* What identifies a graph that is passed over or loaded, from its tail. */
enum sp_status sp_load_graph_basis(struct load *load, const uint8_t *at,
				   struct sp_basis *basis,
				   struct sp_error *err) SP_MUST_CHECK;

/* These need no payload. */
enum sp_status sp_load_weights_head(struct load *load, struct sp_error *err)
	SP_MUST_CHECK;
enum sp_status sp_load_weights_tail(struct load *load, struct sp_error *err)
	SP_MUST_CHECK;
enum sp_status sp_load_score_tail(struct load *load, struct sp_error *err)
	SP_MUST_CHECK;

/* Strings of names, hosts or domains. */
enum sp_status sp_load_strings_data(struct load *load, struct sp_names *names,
				    const uint8_t *at, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * The name behind the basis in a head: 1 to 255 bytes without NUL, to a place
 * with room for one more; or SP_DATA that says wrong.
 */
enum sp_status sp_load_name(const struct load *load, const uint8_t *at,
			    char *name, const char *wrong,
			    struct sp_error *err) SP_MUST_CHECK;

/* Takes count doubles; false when one is not finite. */
bool sp_load_doubles(double *to, const uint8_t *at, uint64_t count);

#endif
