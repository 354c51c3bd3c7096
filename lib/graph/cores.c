/* SPDX-License-Identifier: MIT */
/*
 * Tables of cores, of their members and of seeds, which grow by appending;
 * seedpipe-algorithms(7) says what they mean.
 */
#include "graph/cores.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum sp_status
sp_cores_add(struct sp_cores *cores, const struct sp_core *core,
	     struct sp_error *err)
{
	if (!sp_grow(&cores->cores, &cores->capacity, cores->count + 1))
		return sp_no_memory(err, "cores");
	cores->cores[cores->count++] = *core;
	return SP_OK;
}

enum sp_status
sp_cores_add_member(struct sp_cores *cores, const struct sp_member *member,
		    struct sp_error *err)
{
	if (!sp_grow(&cores->members, &cores->member_capacity,
		     cores->member_count + 1))
		return sp_no_memory(err, "cores");
	cores->members[cores->member_count++] = *member;
	return SP_OK;
}

/* In percent of the links that are possible. */
double
sp_core_density(const struct sp_core *core)
{
	if (!core->hubs || !core->authorities)
		return 0;
	return 100 * (double)core->links /
	       ((double)core->hubs * (double)core->authorities);
}

double *
sp_cores_seed_scores(const struct sp_cores *cores)
{
	double *scores = sp_alloc(cores->count, sizeof(*scores));

	for (uint64_t i = 0; scores && i < cores->count; i++)
		scores[i] = NAN;
	for (uint64_t i = 0; scores && i < cores->member_count; i++) {
		const struct sp_member *member = &cores->members[i];

		if (member->side == SP_HUB &&
		    member->page == cores->cores[member->core].seed)
			scores[member->core] = member->score;
	}
	return scores;
}

void
sp_cores_free(struct sp_cores *cores)
{
	free(cores->cores);
	free(cores->members);
	memset(cores, 0, sizeof(*cores));
}

enum sp_status
sp_seeds_add(struct sp_seeds *seeds, struct sp_seed seed,
	     struct sp_error *err)
{
	if (!sp_grow(&seeds->seeds, &seeds->capacity, seeds->count + 1))
		return sp_no_memory(err, "seeds");
	seeds->seeds[seeds->count++] = seed;
	return SP_OK;
}

void
sp_seeds_free(struct sp_seeds *seeds)
{
	free(seeds->seeds);
	memset(seeds, 0, sizeof(*seeds));
}
