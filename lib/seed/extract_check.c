/* SPDX-License-Identifier: MIT */
/*
 * What an extraction may be asked for, and the states that it may go on from.
 *
 * A state comes from a file, which anybody may have written.  Whether it is one
 * of this very run cannot be known without running it; whether it can be one is
 * checked.
 */
#include "seed/extract.h"

#include "base/compare.h"
#include "base/memory.h"

#include <stdlib.h>

enum sp_status
sp_extract_check(const struct sp_extract_options *options, struct sp_error *err)
{
	if (!options->min_hubs || !options->min_authorities)
		return sp_fail(err, SP_USAGE, "a core needs at least 1 "
			       "hub and 1 authority");
	if (!options->first_iteration)
		return sp_fail(err, SP_USAGE, "iteration 0: iterations count "
			       "from 1");
	if (options->checkpoint &&
	    options->checkpoint->from.cores > options->seeds)
		return sp_fail(err, SP_USAGE, "%" PRIu64 " cores have been "
			       "found already, but only %" PRIu64 " are wanted",
			       options->checkpoint->from.cores,
			       options->seeds);
	return sp_core_check(&options->core, err);
}

/* ---- states ----------------------------------------------------------- */

/* A page, and what it was removed with. */
struct removal {
	uint32_t page, core;
};

/* Counts were printed and read as doubles. */
#define COUNT_MOST (UINT64_C(1) << 53)

static bool
counts_are_good(const struct sp_extract_options *options,
		const struct sp_extract_state *state)
{
	return state->cores && state->rejected <= COUNT_MOST &&
	       state->rankings <= COUNT_MOST &&
	       state->iterations <= COUNT_MOST &&
	       state->anew <= state->rankings &&
	       (options->rerank ||
		!options->checkpoint->removed->count);
}

/*
 * Iterations count the cores that were removed without being kept, too; there
 * are none without rerank.
 */
static bool
core_is_good(const struct sp_extract_options *options,
	     const struct sp_core *core, uint64_t least)
{
	return core->hubs >= options->min_hubs &&
	       core->authorities >= options->min_authorities &&
	       core->iteration >= least &&
	       (options->rerank || core->iteration == least);
}

static bool
cores_are_good(const struct sp_extract_options *options,
	       const struct sp_cores *cores, uint64_t before)
{
	uint64_t least = options->first_iteration;

	for (uint64_t i = before; i < cores->count; i++) {
		if (!core_is_good(options, &cores->cores[i], least))
			return false;
		least = cores->cores[i].iteration + UINT64_C(1);
	}
	return true;
}

/*
 * Were these pages removed once?  A page may be on both sides of a core, but
 * not in two of them.  Members come core by core.
 */
static bool
pages_are_good(const struct sp_cores *cores, uint64_t before,
	       const struct sp_seeds *removed, uint64_t pages,
	       struct removal *room)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < cores->member_count; i++)
		if (cores->members[i].core >= before)
			room[count++] = (struct removal){
				cores->members[i].page, cores->members[i].core
			};
	for (uint64_t i = 0; i < removed->count; i++) {
		if (removed->seeds[i].page >= pages)
			return false;
		room[count++] = (struct removal){ removed->seeds[i].page,
						      SP_NO_CORE };
	}
	qsort(room, count, sizeof(*room), sp_compare_u32_pair);
	for (uint64_t i = 1; i < count; i++)
		if (room[i].page == room[i - 1].page &&
		    room[i].core != room[i - 1].core)
			return false;
	return true;
}

enum sp_status
sp_extract_check_state(const struct sp_extract_options *options,
		       const struct sp_cores *cores, uint64_t before,
		       uint64_t pages, struct sp_error *err)
{
	const struct sp_extract_checkpoint *checkpoint = options->checkpoint;
	const struct sp_seeds *removed = checkpoint->removed;
	struct removal *room;
	bool good = counts_are_good(options, &checkpoint->from) &&
		    cores->count >= before &&
		    cores->count - before == checkpoint->from.cores &&
		    cores_are_good(options, cores, before);

	if (good) {
		room = sp_alloc(cores->member_count + removed->count,
				sizeof(*room));
		if (!room)
			return sp_no_memory(err, "the pages of cores");
		good = pages_are_good(cores, before, removed, pages, room);
		free(room);
	}
	return good ? SP_OK :
		      sp_fail(err, SP_DATA, "not the state of an extraction: "
			      "its cores or numbers are not what it can find");
}
