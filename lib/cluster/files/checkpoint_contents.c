/* SPDX-License-Identifier: MIT */
/*
 * The two kinds of states.  A vector is divided among the processes, and each
 * reads and writes its own values; cores are few, all processes have them, and
 * process 0 writes them.
 */
#include "cluster/files/checkpoint_own.h"

#include "stream/section/cores.h"
#include "stream/section/seeds.h"

#define VECTOR "checkpoint" /* name of the score */

/* Of process 0, which has all of them as the others do. */
static enum sp_status
checkpoint_save_cores(void *context, struct sp_writer *writer,
		      struct sp_error *err)
{
	const struct sp_joint_run_of *of = context;
	enum sp_status status = sp_save_cores(writer, of->cores->cores,
					      &of->basis, err);

	return status ? status :
			sp_save_seeds(writer, of->cores->removed, NULL,
				      &of->basis, err);
}

enum sp_status
sp_checkpoint_put(struct sp_joint_writer *writer,
		  const struct sp_joint_run_of *of, const double *values,
		  struct sp_error *err)
{
	if (of->cores)
		return sp_joint_save_alone(writer, checkpoint_save_cores,
					   (void *)of, err);
	return sp_joint_save_score(writer, VECTOR, values, of->first,
				   of->count, &of->basis, err);
}

static enum sp_verdict
check_graph(const struct sp_joint_run_of *of, const struct sp_basis *basis,
	    struct sp_error *err)
{
	const struct sp_fingerprint *graph = &basis->graph;

	if (sp_fingerprint_equal(graph, &of->basis.graph))
		return SP_WHOLE;
	(void)sp_fail(err, SP_DATA, "the checkpoint is of another graph "
		      "(%" PRIu64 " pages, %" PRIu64 " links): give that, or "
		      "remove it", graph->pages, graph->links);
	return SP_REFUSED;
}

static enum sp_verdict
checkpoint_read_vector(const struct sp_joint_run_of *of,
		       struct sp_joint_input *input, double *values,
		       struct sp_error *err)
{
	const struct sp_basis *basis = sp_joint_score_basis(input, VECTOR);
	enum sp_verdict verdict;

	if (!basis) {
		(void)sp_fail(err, SP_DATA, "not a checkpoint");
		return SP_DAMAGED;
	}
	verdict = check_graph(of, basis, err);
	if (verdict == SP_WHOLE &&
	    sp_joint_score(input, VECTOR, &of->basis, of->first, of->count,
			   values, err))
		return SP_DAMAGED;
	return verdict;
}

/* Seeds carry more than pages, of which a run that goes on knows nothing. */
static enum sp_status
take_removed(const struct sp_contents *contents, struct sp_seeds *removed,
	     struct sp_error *err)
{
	const struct sp_seeds *seeds = &sp_contents_seeds(contents)->seeds;
	enum sp_status status = SP_OK;

	sp_seeds_free(removed);
	for (uint64_t i = 0; !status && i < seeds->count; i++)
		status = sp_seeds_add(removed,
				      (struct sp_seed){
					      .page = seeds->seeds[i].page,
					      .core = SP_NO_CORE },
				      err);
	return status;
}

/* What is of another graph is not taken; sections are all checked before. */
static enum sp_verdict
checkpoint_read_cores(const struct sp_joint_run_of *of,
		      struct sp_joint_input *input, struct sp_error *err)
{
	const unsigned want = SP_SECTION_CORES | SP_SECTION_SEEDS;
	struct sp_contents contents = { 0 };
	struct sp_loaded_cores cores;
	enum sp_verdict verdict = SP_DAMAGED;

	if (!sp_joint_has_section(input, SP_TAG_CORES) ||
	    !sp_joint_has_section(input, SP_TAG_SEEDS))
		(void)sp_fail(err, SP_DATA, "not a checkpoint");
	else if (!sp_joint_load(input, want, &contents, err))
		verdict = check_graph(of, &sp_contents_cores(&contents)->basis,
				      err);
	if (verdict == SP_WHOLE &&
	    take_removed(&contents, of->cores->removed, err))
		verdict = SP_DAMAGED;
	if (verdict == SP_WHOLE && sp_contents_take_cores(&contents, &cores)) {
		sp_cores_free(of->cores->cores);
		*of->cores->cores = cores.cores;
	}
	sp_contents_free(&contents);
	return verdict;
}

enum sp_verdict
sp_checkpoint_take(struct sp_joint_input *input,
		   const struct sp_joint_run_of *of, double *values,
		   struct sp_error *err)
{
	return of->cores ? checkpoint_read_cores(of, input, err) :
			   checkpoint_read_vector(of, input, values, err);
}
