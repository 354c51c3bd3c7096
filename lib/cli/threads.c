/* SPDX-License-Identifier: MIT */
/*
 * OpenMP ends the program if it cannot start a thread, with a message of its
 * own.  So threads are tried first, as many as are wanted, with their real
 * stacks, and ended again; half of what could be started, if that was too few,
 * leaves room for what else the program needs.  Then OpenMP starts its team,
 * which stays for the whole run.
 */
#include "cli/threads.h"

#include "base/memory.h"
#include "base/signals.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

/* Waits until all threads have been started. */
static void *
wait_at_gate(void *gate)
{
	pthread_mutex_lock(gate);
	pthread_mutex_unlock(gate);
	return NULL;
}

/*
 * The system gives one reason for too many threads and for too little memory:
 * EAGAIN.  Is there room for the buffers of a filter with one thread?  If not,
 * it is no use to go on, nor to say so.
 */
static bool
has_room(void)
{
	void *room = sp_alloc(1, 1 << 16);

	free(room);
	return room != NULL;
}

/*
 * How many threads can run at once beside this one, up to most: starts them
 * with the stacks that all threads get by default, and ends them again.  -1 if
 * memory is short.
 *
 * All of them wait at a gate, or the first would be gone before the last is
 * started.
 */
static int
try_threads(int most, int *reason)
{
	pthread_t *threads = sp_alloc((uint64_t)most, sizeof(*threads));
	pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
	int count = 0;

	if (!threads)
		return -1;
	*reason = 0;
	pthread_mutex_lock(&gate);
	while (!*reason && count < most) {
		*reason = pthread_create(&threads[count], NULL, wait_at_gate,
					 &gate);
		count += !*reason;
	}
	pthread_mutex_unlock(&gate);
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	return *reason && !has_room() ? -1 : count;
}

int
threads_start(int wanted)
{
	int threads = wanted, reason = 0, started = 0;
	sigset_t signals;

	if (wanted > 1)
		threads = 1 + try_threads(wanted - 1, &reason);
	if (!threads)
		return 0;
	if (threads < wanted)
		threads = threads > 1 ? threads / 2 : 1;
	/* They live as long as the program, and leave signals to this one. */
	signals = sp_signals_hold();
#pragma omp parallel num_threads(threads) reduction(+: started)
	started = 1;
	sp_signals_release(signals);
	errno = reason;
	/* An environment such as OMP_THREAD_LIMIT may have chosen fewer. */
	return started ? threads : 1;
}
