/* SPDX-License-Identifier: MIT */
/*
 * seedpick.h - the parts of seedpick: its options (seedpick.c), what it reads
 * (input.c) and writes (output.c), at most one seed a host or shape (spread.c),
 * seeds that complete a list (fill.c), seeds that lead nowhere (dead_ends.c),
 * seeds for another graph (map.c), and its methods (methods.h), each in a file
 * by_*.c with those that are like it.
 *
 * A new method: write by_NAME.c with a struct seed_method method_NAME, add the
 * row ROW(NAME) to methods.h, and its options to struct seedpick_options and
 * to the table in seedpick.c, in the group of methods.
 */
#ifndef CMD_SEEDPICK_SEEDPICK_H
#define CMD_SEEDPICK_SEEDPICK_H

#include "methods.h"

#include "cli/input.h"
#include "cli/latenames.h"
#include "cli/output.h"
#include "cli/seedlist.h"
#include "seed/pick.h"

#include <stddef.h>

/*
 * What is written: a stream, or a list in a format of
 * formats/seedlist/formats.h.
 */
#define SEEDPICK_TO(NAME, name, word) TO_##NAME,
enum seedpick_to { TO_STREAM, SP_LIST_FORMATS(SEEDPICK_TO) TO_COUNT };

/* How a list that is too short is completed: fill.c. */
#define SEEDPICK_FILLS "none|cover:N|pagerank:N|random:N"
enum seedpick_fill { FILL_NONE, FILL_COVER, FILL_PAGERANK, FILL_RANDOM };

struct seedpick_options {
	uint64_t random, in_degree, out_degree, hosts, seed;
	uint64_t cover, steps, sketch, sketch_seed;
	uint64_t yield, count;   /* downloads, and seeds to pick by them */
	const char *weight;      /* of --cover and --yield; NULL: none */
	bool exact;
	struct option_top top;
	const char *urls;
	bool any, drop_missing, text;
	enum sp_match match;
	enum seedpick_to to;
	struct cmd_list_options list;
	bool spread, spread_domain, one_per_shape;
	const char *map, *map_score;
	bool map_host, map_similar;
	enum seedpick_fill fill;
	uint64_t fill_to;        /* the number of seeds wanted */
};

struct seedpick {
	struct cmd *cmd;
	struct cmd_program program; /* as the options make it */
	const struct seedpick_options *options;
	const struct seed_method *method;
	struct sp_contents contents;
	struct sp_seeds seeds;
	const char *score;       /* name of the scores of seeds, or NULL */
	const struct sp_loaded_seeds *given; /* those of the stream, or NULL */
	struct sp_basis basis;   /* of the graph that the seeds are pages of */

	/*
	 * For each seed after --map, and of a stream: its name here, and in
	 * the old graph.
	 */
	struct sp_names names, was;

	/* The file in which the names of seeds are looked up, if it can. */
	struct cmd_late_names late;

	uint64_t filled_from;    /* the first seed of --fill, from 0 */

	/* One seed a host, domain or shape; spread is NULL without. */
	struct sp_units units;
	struct sp_spread taken, *spread;
};

/* A method to pick seeds. */
struct seed_method {
	size_t asked;       /* offset of the number in the options that asks
			       for it; methods.h says when others are used */
	size_t wanted;      /* of the number of seeds asked for, ... */
	const char *units;  /* ... of which there may be too few, as "pages";
			       NULL: any number will do */

	unsigned wants;     /* the kinds of sections that it needs */
	bool of_results;    /* they are results, and not of the graph */

	/* It respects pick->spread; else seeds are left out afterwards. */
	bool spreads;

	/* Picks pick->seeds, from pick->contents. */
	enum sp_status (*pick)(struct seedpick *pick);
};

#define DECLARE(NAME) extern const struct seed_method method_##NAME;
SEEDPICK_METHODS(DECLARE)
SEEDPICK_OTHER_METHODS(DECLARE)
#undef DECLARE

/* The offset of an option that is a number, for struct seed_method. */
#define SEEDPICK_NUMBER(option) offsetof(struct seedpick_options, option)

/*
 * Loads what the method needs and the names of pages, and finds the basis;
 * what passes on goes to the writer.
 */
enum sp_status seedpick_load(struct seedpick *pick, struct sp_writer *writer);

/*
 * The graph, which must be there, and the scores of --weight, or NULL without
 * it.
 */
enum sp_status seedpick_weighted_graph(struct seedpick *pick,
				       const struct sp_graph **graph,
				       const double **weight);

/* What has one seed at most: "host", "domain" or "shape". */
const char *seedpick_unit_word(const struct seedpick_options *options);

/*
 * Refuses --one-per-shape where it can change nothing.  Prepares pick->spread
 * by what is in pick->contents, if it is asked for; ends it.
 */
enum sp_status seedpick_check_shapes(const struct seedpick *pick);
enum sp_status seedpick_begin_spread(struct seedpick *pick);
void seedpick_end_spread(struct seedpick *pick);

/*
 * Leaves out seeds whose host, domain or shape has one already, if that is
 * asked for and the method has not done it; reports how many of the seeds that
 * there were are left out.
 */
void seedpick_spread(struct seedpick *pick);
void seedpick_report_skipped(struct seedpick *pick, uint64_t before);

/*
 * Appends at most count covering pages, at most one of a unit; spread may be
 * NULL.
 */
enum sp_status seedpick_cover(struct seedpick *pick, uint64_t count,
			      struct sp_spread *spread);

/*
 * The kinds of sections that --fill and --weight need; completes the list by
 * --fill.
 */
unsigned seedpick_fill_wants(const struct seedpick_options *options);
enum sp_status seedpick_fill(struct seedpick *pick);

/* Warns of seeds from which no crawl starts, as far as that is known. */
enum sp_status seedpick_find_dead_ends(struct seedpick *pick);

/*
 * Fills pick->names with the names of seeds that were not loaded, and also
 * pick->was for seeds of the stream, which may have both where the graph is
 * missing.
 */
enum sp_status seedpick_keep_notes(struct seedpick *pick);

/* Are there this many seeds, of as many hosts, among allowed? */
enum sp_status seedpick_check_spread(struct seedpick *pick, uint64_t wanted,
				     const uint64_t *allowed);

/*
 * --map: carries the seeds to another graph, which is in pick->contents then,
 * and reports how many survive.  SP_DATA if none does.
 */
enum sp_status seedpick_map(struct seedpick *pick);

/* Writes the seeds as a section of the stream; as a list. */
enum sp_status seedpick_save(struct seedpick *pick, struct cmd_output *output);
enum sp_status seedpick_list(struct seedpick *pick);

#endif
