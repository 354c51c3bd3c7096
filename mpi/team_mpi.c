/* SPDX-License-Identifier: MIT */
/*
 * A team of the processes of an MPI job.
 *
 * Of MPI, this needs broadcasting, gathering and messages from one to another;
 * reductions are made from gathered values (cluster/team/team.c).  MPI-3 counts
 * in int, so everything that may be large is cut into pieces of 1 GiB; a piece
 * is a message, and messages between two processes keep their order, so one tag
 * is enough.
 *
 * An exchange first posts what is to be received and then sends, so that
 * arriving data finds its place; each process begins with its neighbours, since
 * otherwise all would send to process 0 first.  Nothing is sent to processes
 * for which the table has no values.
 *
 * The communicator is a copy of that of the world, so that errors are returned
 * to us and not handled by the library's default, which ends the job without a
 * message of ours.
 */
#include "mpi/team_mpi.h"

#include "base/memory.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define TAG 1 /* of messages, which arrive in the order in which they leave */

struct job {
	MPI_Comm comm;
	uint64_t piece;

	/* Of the exchange that is on its way. */
	MPI_Request *requests;
	MPI_Status *statuses;
	uint64_t count, capacity, status_capacity;
};

/* ---- errors ----------------------------------------------------------- */

static enum sp_status
fail_mpi(int code, const char *what, struct sp_error *err)
{
	char text[MPI_MAX_ERROR_STRING + 1] = "";
	int length = 0;

	if (MPI_Error_string(code, text, &length))
		text[0] = '\0';
	return sp_fail(err, SP_IO, "MPI: %s: %s", what,
		       text[0] ? text : "unknown error");
}

/* ---- small values ----------------------------------------------------- */

static uint64_t
at_most(uint64_t bytes, uint64_t most)
{
	return bytes < most ? bytes : most;
}

/* All processes cut at the same places, since length and piece are the same. */
static enum sp_status
job_share(struct sp_team *team, unsigned from, void *bytes, size_t length,
	  struct sp_error *err)
{
	struct job *job = team->context;
	uint8_t *at = bytes;

	if (team->rank == from)
		team->sent += (uint64_t)(team->size - 1) * length;
	while (length) {
		uint64_t piece = at_most(length, job->piece);
		int code = MPI_Bcast(at, (int)piece, MPI_BYTE, (int)from,
				     job->comm);

		if (code)
			return fail_mpi(code, "sending to all", err);
		at += piece;
		length -= piece;
	}
	return SP_OK;
}

/*
 * More than one call of MPI can take.  Rare: only tables of very many processes
 * are longer than a piece.
 */
static enum sp_status
gather_large(struct sp_team *team, const void *own, size_t bytes, void *all,
	     struct sp_error *err)
{
	memmove((uint8_t *)all + team->rank * bytes, own, bytes);
	for (unsigned k = 0; k < team->size; k++)
		if (job_share(team, k, (uint8_t *)all + k * bytes, bytes, err))
			return err->status;
	return SP_OK;
}

static enum sp_status
job_gather(struct sp_team *team, const void *own, size_t bytes, void *all,
	   struct sp_error *err)
{
	struct job *job = team->context;
	int code;

	if (bytes > job->piece)
		return gather_large(team, own, bytes, all, err);
	code = MPI_Allgather(own, (int)bytes, MPI_BYTE, all, (int)bytes,
			     MPI_BYTE, job->comm);
	if (code)
		return fail_mpi(code, "gathering", err);
	team->sent += (uint64_t)(team->size - 1) * bytes;
	return SP_OK;
}

/* ---- exchanges -------------------------------------------------------- */

/* Rounded down, so one more for each direction; too many do no harm. */
static uint64_t
count_pieces(const struct job *job, const struct sp_exchange *exchange,
	     unsigned k)
{
	uint64_t out = exchange->out_from[k + 1] - exchange->out_from[k];
	uint64_t in = exchange->in_from[k + 1] - exchange->in_from[k];

	return out * exchange->unit / job->piece +
	       in * exchange->unit / job->piece + 2;
}

/* MPI_Waitall() counts in int. */
static enum sp_status
team_mpi_make_room(struct sp_team *team, const struct sp_exchange *exchange,
		   struct sp_error *err)
{
	struct job *job = team->context;
	uint64_t pieces = 0;

	for (unsigned k = 0; k < team->size; k++)
		pieces += count_pieces(job, exchange, k);
	if (pieces > INT32_MAX)
		return sp_fail(err, SP_IO, "an exchange has too many pieces");
	if (!sp_grow(&job->requests, &job->capacity, pieces) ||
	    !sp_grow(&job->statuses, &job->status_capacity, pieces))
		return sp_no_memory(err, "an exchange with other processes");
	job->count = 0;
	return SP_OK;
}

/* Begins to send what the table says to process k, or to receive it. */
static enum sp_status
begin_messages(struct sp_team *team, const struct sp_exchange *exchange,
	       const uint64_t *from, bool sends, unsigned k,
	       struct sp_error *err)
{
	struct job *job = team->context;
	uint64_t at = from[k] * exchange->unit;
	uint64_t end = from[k + 1] * exchange->unit;

	while (at < end) {
		uint64_t piece = at_most(end - at, job->piece);
		MPI_Request *request = job->requests + job->count;
		int code = sends ?
			MPI_Isend((const uint8_t *)exchange->out + at,
				  (int)piece, MPI_BYTE, (int)k, TAG, job->comm,
				  request) :
			MPI_Irecv((uint8_t *)exchange->in + at, (int)piece,
				  MPI_BYTE, (int)k, TAG, job->comm, request);

		if (code)
			return fail_mpi(code, sends ? "sending" : "receiving",
					err);
		job->count++;
		at += piece;
		team->sent += sends ? piece : 0;
	}
	return SP_OK;
}

/* What a process has for itself. */
static void
copy_own(const struct sp_team *team, const struct sp_exchange *exchange)
{
	const uint64_t *out_from = exchange->out_from + team->rank;
	size_t unit = exchange->unit;

	if (exchange->others_only || out_from[1] == out_from[0])
		return;
	memcpy((uint8_t *)exchange->in +
		       exchange->in_from[team->rank] * unit,
	       (const uint8_t *)exchange->out + out_from[0] * unit,
	       (out_from[1] - out_from[0]) * unit);
}

/* What a process has for itself is copied while messages travel. */
static enum sp_status
job_begin(struct sp_team *team, struct sp_exchange *exchange,
	  struct sp_error *err)
{
	unsigned size = team->size, rank = team->rank;

	if (team_mpi_make_room(team, exchange, err))
		return err->status;
	/* Each begins with its neighbours, so that not all call on one. */
	for (unsigned i = 1; i < size; i++)
		if (begin_messages(team, exchange, exchange->in_from, false,
				   (rank + size - i) % size, err))
			return err->status;
	for (unsigned i = 1; i < size; i++)
		if (begin_messages(team, exchange, exchange->out_from, true,
				   (rank + i) % size, err))
			return err->status;
	copy_own(team, exchange);
	return SP_OK;
}

static void
job_advance(struct sp_team *team)
{
	struct job *job = team->context;
	int done;

	/*
	 * Asking for one makes all go on.  It must not end here: job_finish()
	 * reports what failed.
	 */
	if (job->count)
		(void)MPI_Request_get_status(job->requests[0], &done,
					     job->statuses);
}

/*
 * Which of the messages failed.  MPI_ERR_IN_STATUS says that the statuses have
 * the reasons; messages that were only not finished are pending and not at
 * fault.
 */
static int
first_failure(const struct job *job, int code)
{
	for (uint64_t i = 0; code == MPI_ERR_IN_STATUS && i < job->count; i++)
		if (job->statuses[i].MPI_ERROR &&
		    job->statuses[i].MPI_ERROR != MPI_ERR_PENDING)
			return job->statuses[i].MPI_ERROR;
	return code;
}

static enum sp_status
job_finish(struct sp_team *team, struct sp_exchange *exchange,
	   struct sp_error *err)
{
	struct job *job = team->context;
	int code = MPI_Waitall((int)job->count, job->requests, job->statuses);

	(void)exchange;
	code = first_failure(job, code);
	job->count = 0;
	return code ? fail_mpi(code, "an exchange with other processes", err) :
		      SP_OK;
}

/* ---- begin and end ---------------------------------------------------- */

static void
job_abort(struct sp_team *team, enum sp_status status)
{
	(void)team;
	(void)MPI_Abort(MPI_COMM_WORLD, (int)status);
}

static const struct sp_team_kind job_kind = {
	job_gather, job_share, job_begin, job_finish, job_abort, job_advance
};

/*
 * Processes that can share memory are on one host: the only use of MPI's
 * knowledge of hosts.
 */
static enum sp_status
team_mpi_count_host(struct job *job, unsigned *host_processes,
		    struct sp_error *err)
{
	MPI_Comm host;
	int count = 1, code;

	code = MPI_Comm_split_type(job->comm, MPI_COMM_TYPE_SHARED, 0,
				   MPI_INFO_NULL, &host);
	if (!code)
		code = MPI_Comm_size(host, &count);
	if (!code)
		code = MPI_Comm_free(&host);
	*host_processes = (unsigned)count;
	return code ? fail_mpi(code, "asking who shares the host", err) :
		      SP_OK;
}

/*
 * The team is one of one process until MPI has begun, so that a failure can be
 * reported by the same functions.
 */
enum sp_status
team_mpi_begin(struct sp_team *team, unsigned *host_processes,
	       struct sp_error *err)
{
	struct job *job = sp_alloc_zero(1, sizeof(*job));
	int thread_level, rank = 0, size = 1, code;

	*team = sp_team_alone();
	*host_processes = 1;
	if (!job)
		return sp_no_memory(err, "MPI");
	code = MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &thread_level);
	if (code) {
		free(job);
		return sp_fail(err, SP_IO, "MPI does not begin (error %d)",
			       code);
	}
	team->kind = &job_kind;
	team->context = job;
	job->piece = TEAM_MPI_PIECE;
	/* Of our own, so that errors are ours to report. */
	code = MPI_Comm_dup(MPI_COMM_WORLD, &job->comm);
	if (!code)
		code = MPI_Comm_set_errhandler(job->comm, MPI_ERRORS_RETURN);
	if (!code)
		code = MPI_Comm_rank(job->comm, &rank);
	if (!code)
		code = MPI_Comm_size(job->comm, &size);
	if (code)
		return fail_mpi(code, "beginning", err);
	team->rank = (unsigned)rank;
	team->size = (unsigned)size;
	if (thread_level < MPI_THREAD_FUNNELED)
		return sp_fail(err, SP_IO, "MPI: this MPI does not allow "
			       "programs with threads: install one that does");
	return team_mpi_count_host(job, host_processes, err);
}

void
team_mpi_set_piece(struct sp_team *team, uint64_t bytes)
{
	((struct job *)team->context)->piece = bytes;
}

void
team_mpi_end(struct sp_team *team)
{
	struct job *job = team->context;

	if (job) {
		(void)MPI_Comm_free(&job->comm);
		(void)MPI_Finalize();
		free(job->requests);
		free(job->statuses);
		free(job);
	}
	*team = sp_team_alone();
}
