/* SPDX-License-Identifier: MIT */
/*
 * shared_vector.h - the vectors of --teleport and --start, of which each
 * process has the values of its own pages.
 */
#ifndef MPI_PAGERANK_SHARED_VECTOR_H
#define MPI_PAGERANK_SHARED_VECTOR_H

#include "cmd/pagerank/vector.h"
#include "mpi/job.h"

/*
 * rank_vector_check(), to be called before the others.  SP_USAGE also if the
 * option names a pipe.
 */
enum sp_status shared_vector_check(struct cmd *cmd,
				   struct rank_vector *vector);

/*
 * Loads the values of the pages owned, scaled so that those of all pages have
 * the sum 1: vector->values is by local page.  All processes call it, after
 * shared_vector_check().  SP_DATA, SP_IO, SP_MEMORY, as rank_vector_load();
 * lines of a list must begin with page numbers.
 */
enum sp_status shared_vector_load(struct mpi_job *job,
				  struct rank_vector *vector);

#endif
