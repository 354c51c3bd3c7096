/* SPDX-License-Identifier: MIT */
/*
 * team_mpi.h - the team of all processes of an MPI job.
 *
 * The one place that knows MPI, of which it uses version 3 at most.  Only the
 * thread that began the team may call it (MPI_THREAD_FUNNELED).  A program that
 * was started without mpirun is a team of one.
 *
 * Exchanges are point to point and non-blocking.  Open MPI moves small messages
 * at once, but large ones (over 4 KiB in the memory of a host, over 64 KiB by
 * TCP) only while the library is called; sp_team_advance() calls it.
 */
#ifndef MPI_TEAM_MPI_H
#define MPI_TEAM_MPI_H

#include "cluster/team/team.h"

/* Messages are cut into pieces of this many bytes; MPI-3 counts in int. */
#define TEAM_MPI_PIECE (UINT64_C(1) << 30)

/*
 * Begins MPI.  Stores how many processes run on this host, this one included.
 * SP_IO, SP_MEMORY; the team is one that can be aborted then.
 */
enum sp_status team_mpi_begin(struct sp_team *team, unsigned *host_processes,
			      struct sp_error *err);

/* For tests: other pieces, the same in all processes. */
void team_mpi_set_piece(struct sp_team *team, uint64_t bytes);

/* Ends MPI, after all else; all processes must call it. */
void team_mpi_end(struct sp_team *team);

#endif
