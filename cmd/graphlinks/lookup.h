/* SPDX-License-Identifier: MIT */
/*
 * lookup.h - a graph in a file with its index: what lookup.c reads.
 */
#ifndef GRAPHLINKS_LOOKUP_H
#define GRAPHLINKS_LOOKUP_H

#include "graphlinks.h"

#include "stream/section/linkindex.h"
#include "stream/section/pick.h"

/* The first key of a frame, once it is known. */
struct first_key {
	char *text;
	size_t length;
};

struct links_lookup {
	struct sp_pick *graph, *index;
	struct sp_pick_graph *graph_out; /* only to compare it with: */
	struct sp_pick_graph *out, *in;  /* of the index */
	bool named;
	struct sp_pick_section keys, directory, names;
	struct first_key *firsts;      /* of the frames of the directory */
	struct sp_namer *namer;
	struct sp_pick_section score;
	struct sp_link_walk walk;
};

/* Frames of data, which are counted from 0 here. */
static inline uint64_t
data_frames(const struct sp_pick_section *section)
{
	return section->tail - section->head - 1;
}

/*
 * Opens both files, and the index at path, into a zeroed lookup, which is
 * released whatever comes of it.  SP_DATA, also for an index of another
 * stream; SP_IO; SP_MEMORY.
 */
enum sp_status lookup_open(struct graphlinks *job, struct links_lookup *lookup,
			   const char *path);

#endif
