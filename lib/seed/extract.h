/* SPDX-License-Identifier: MIT */
/*
 * extract.h - seeds from bipartite cores (seedpipe-algorithms(7), 6.4;
 * Daneshpajouh et al., 2008, figure 3): score the pages by HITS, grow a core,
 * make one of its hubs a seed, remove the core, and repeat.
 *
 * Each connected component of hubs and authorities is ranked by itself, and
 * they are searched in the order of their singular values: HITS over all of
 * them would leave scores to the first one only.
 *
 * A core with too few hubs or authorities is rejected: its first authority is
 * set aside, and the next best one of the same ranking starts a core.  Until a
 * core is found, a page that is set aside is no authority of any core, but it
 * may be a hub.  If the scores that are left are next to nothing, what is left
 * of the component is ranked again.  A rejected core is not removed, so the
 * search for the next core is in all pages that are left, set aside or not.
 *
 * With units (core.h), the pages for which those of a core stand are removed
 * with it.
 */
#ifndef SP_SEED_EXTRACT_H
#define SP_SEED_EXTRACT_H

#include "rank/hits.h"
#include "seed/core.h"

/* Which hub of a core is the seed. */
enum sp_pick {
	SP_PICK_BEST,   /* the largest hub score, then the smallest page */
	SP_PICK_RANDOM  /* a random hub; iteration i uses the i-th number of
			 * the generator, so that a chain of extractions
			 * picks the same seeds as one */
};

/* How far an extraction has come. */
struct sp_extract_state {
	uint64_t cores;      /* found; 0: it begins */
	uint64_t rejected;   /* the same as in the report, from here on */
	uint64_t rankings;
	uint64_t iterations;
	uint64_t anew;
};

/*
 * For callers that keep the state, so that a long extraction can go on where an
 * earlier one was stopped.  That is the cores that were found, which are the
 * last ones of *cores, and the pages that were removed with none of them.  What
 * is left of the graph follows from these, and the cores that follow are those
 * of an extraction that was never stopped, to the bit, by as many processes.
 */
struct sp_extract_checkpoint {
	uint64_t every;      /* saves after each core whose number, from 1, is
				a multiple of this, and after the last that is
				wanted */
	enum sp_status (*save)(void *context,
			       const struct sp_extract_state *state,
			       struct sp_error *err);
	void *context;       /* of save; any failure ends the extraction */
	struct sp_extract_state from; /* where to go on */
	struct sp_seeds *removed; /* pages of from; others are appended */
};

struct sp_extract_options {
	struct sp_core_options core;
	struct sp_hits_options hits;  /* its threads are used throughout; its
				       * runs are expected to be the seeds */
	uint64_t seeds;               /* wanted */
	enum sp_pick pick;
	uint64_t random_seed;
	uint64_t min_hubs;            /* cores with fewer hubs, or with fewer */
	uint64_t min_authorities;     /* authorities, are rejected; >= 1 */
	uint64_t max_rejected;        /* end after this many rejected cores
				       * in a row; 0: no limit */
	bool rerank;                  /* remove a rejected core and rank again
				       * instead of the next authority */
	uint32_t first_iteration;     /* >= 1: one more than that of the last
				       * core that was found before */
	const struct sp_extract_checkpoint *checkpoint; /* or NULL */
};

#define SP_EXTRACT_DEFAULTS \
	{ SP_CORE_DEFAULTS, SP_HITS_DEFAULTS, 1, SP_PICK_BEST, 0, 2, 2, 0, \
	  false, 1, NULL }

/* Why an extraction ended. */
enum sp_extract_end {
	SP_EXTRACT_ENOUGH,    /* all seeds that were wanted are found */
	SP_EXTRACT_NO_LINKS,  /* no page has a score above 0 */
	SP_EXTRACT_REJECTED,  /* every authority with a score was tried */
	SP_EXTRACT_LIMIT      /* options->max_rejected was reached */
};

struct sp_extract_report {
	uint64_t cores;         /* found: one seed each */
	uint64_t rejected;      /* too small, in all rankings */
	uint64_t rejected_last; /* of those, since the last core was found */
	uint64_t alike;         /* pages that were removed as a page of a core
				   stood for them, on either side */
	uint64_t passes;        /* over the graph for in-links */
	enum sp_extract_end end;
	uint64_t components;    /* at the beginning */
	uint64_t rankings;      /* runs of HITS whose scores were searched, */
	uint64_t iterations;    /* with this many iterations in all; */
	uint64_t anew;          /* that ended because scores had faded */
	bool given;             /* given scores were used */
	struct sp_hits_report hits; /* the last run on a large component; its
				     * form is NULL if there was none */
};

/*
 * Appends cores, and their members with the score by which each was chosen,
 * to *cores, until options->seeds are found, or there is none (see
 * sp_extract_end).
 *
 * dead is a bitset (base/bitset.h) of the pages already removed from the
 * graph.  The members of all cores and the pages for which they stand, with
 * options->rerank including rejected cores, are added to it, so that the caller
 * can write the remaining graph.
 *
 * hub and authority have room for sp_graph_pages() values.  If given is true
 * they hold the scores of the first ranking, computed without the dead pages,
 * which are used if there is one component; else they are computed here.  Later
 * rankings overwrite them.
 *
 * With options->hits.share, all processes of the team call this together; graph
 * is share->graph, dead is a bitset and hub and authority are vectors over its
 * local pages (share->places).  Each process gets all cores, and finds its own
 * pages, and those that they reach, in dead.  Given scores need be there only
 * for the pages owned.
 *
 * The cores are the same as those of the whole graph, wherever the scores that
 * decide differ by more than rounding (sums over several processes are made in
 * another order), or belong to pages with the same links, or with the same
 * in-links, whose scores are equal to the bit on both sides.  What is left are
 * pages whose scores are equal, or nearly so, for another reason, such as a
 * symmetry of the graph: their order, and which of them is the seed, may then
 * depend on the number of processes; it is always the same for the same number.
 *
 * With options->checkpoint, *cores has those of the state at its end, and dead
 * is as it was before the first of them was found.
 *
 * *cores keeps what it has when a later round fails.  Returns SP_USAGE for
 * options out of range, and for a state with more cores than are wanted;
 * SP_DATA for a damaged graph and for given scores that are not finite;
 * SP_MEMORY.
 */
enum sp_status sp_extract(const struct sp_graph *graph,
			  const struct sp_extract_options *options,
			  uint64_t *dead, double *hub, double *authority,
			  bool given, struct sp_cores *cores,
			  struct sp_extract_report *report,
			  struct sp_error *err);

/*
 * SP_USAGE for options out of range, and for a state with more cores than are
 * wanted; sp_extract() does this first.
 */
enum sp_status sp_extract_check(const struct sp_extract_options *options,
				struct sp_error *err);

/*
 * Can an extraction with these options have come to the state of its checkpoint
 * and to *cores, of which the first before are not its own?  SP_DATA if not:
 * for a core that is too small, without the hub that is its seed, or with an
 * impossible iteration; for a page that was removed twice, or not below pages;
 * for counts that do not fit.  Members are pages, and their scores finite, as
 * streams promise (stream/section/cores.h).  SP_MEMORY.
 */
enum sp_status sp_extract_check_state(
	const struct sp_extract_options *options, const struct sp_cores *cores,
	uint64_t before, uint64_t pages, struct sp_error *err);

#endif
