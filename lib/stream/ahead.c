/* SPDX-License-Identifier: MIT */
/*
 * A ring of slots, of which each has a frame on its way from the intake to the
 * caller:
 *
 *	read by one thread -> PACKED -> BUSY (unpacked by any) -> READY
 *	frames taken .. read - 1 are in slots; frame f is in slot f modulo n
 *
 * Reading is serial, since a stream has one order; unpacking and hashing are
 * not.  A thread first looks for something to unpack, as the caller may be
 * waiting for it, and only then reads.  The caller helps: if the frame it needs
 * is still packed, it unpacks it itself instead of waiting.
 *
 * Failures travel with their slot and are reported when the caller gets there,
 * so that messages, and the frames before the fault, are those of a reader
 * without threads.  After the first failure nothing more is read.
 *
 * All memory is allocated before the threads start: 2 MiB for each slot, two
 * slots for each thread and the caller, 16 at most.  So a thread cannot fail
 * for lack of memory in the middle.
 *
 * One lock guards the state of the ring; the work itself is done without it.  A
 * slot that is BUSY, or that is being read, belongs to its thread.
 */
#include "stream/ahead.h"

#include "base/memory.h"
#include "base/signals.h"

#include <pthread.h>
#include <stdlib.h>

/* Frames that wait for the caller: two for each thread, up to this. */
#define SLOTS_MAX 16

/*
 * Of the threads, which decompress and hash: far less would do, but the
 * sanitizers need more.  Not the default, which a memory limit counts.
 */
#define STACK ((size_t)512 << 10)

enum slot_state {
	SLOT_PACKED,  /* read; to be decompressed */
	SLOT_BUSY,    /* being decompressed */
	SLOT_READY    /* verified, or failed */
};

struct ahead_slot {
	enum slot_state state;
	struct sp_place place;
	bool no_frame;            /* the header failed */
	enum sp_status status;    /* of the header or the payload */
	struct sp_error err;
	uint8_t *stored, *raw;    /* SP_FRAME_MAX bytes each */
};

struct sp_ahead {
	struct sp_intake *intake;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct ahead_thread *threads;
	int thread_most, thread_count; /* wanted; started */
	struct sp_zstd *zstd;     /* of the caller */
	struct ahead_slot *slots;
	unsigned slot_count;
	uint64_t read, taken;     /* frames; those between are in slots */
	bool current;             /* the caller is at frame taken */
	bool reading;             /* one thread is */
	bool ended;               /* nothing is left to read */
	bool stop;
};

struct ahead_thread {
	struct sp_ahead *ahead;
	pthread_t thread;
	struct sp_zstd *zstd;
};

/*
 * The slot of a frame is free when the caller has moved on, which is why frames
 * are taken before they are read again.
 */
static struct ahead_slot *
ahead_slot_of(struct sp_ahead *ahead, uint64_t frame)
{
	return &ahead->slots[frame % ahead->slot_count];
}

/* ---- in the threads --------------------------------------------------- */

/* Decompresses a slot; called with the lock, which it leaves meanwhile. */
static void
unpack_slot(struct sp_ahead *ahead, struct ahead_slot *slot,
	    struct sp_zstd *zstd)
{
	slot->state = SLOT_BUSY;
	pthread_mutex_unlock(&ahead->lock);
	slot->status = sp_place_unpack(&slot->place, zstd, slot->stored,
				       slot->raw, &slot->err);
	pthread_mutex_lock(&ahead->lock);
	slot->state = SLOT_READY;
	pthread_cond_broadcast(&ahead->changed);
}

/*
 * Reads the next frame to its slot; as unpack_slot().
 *
 * read counts the frame only when it is in its slot, so the caller cannot see
 * half of it; reading keeps other threads from the intake meanwhile.
 */
static void
read_slot(struct sp_ahead *ahead)
{
	struct ahead_slot *slot = ahead_slot_of(ahead, ahead->read);
	struct sp_place *place = &slot->place;

	ahead->reading = true;
	pthread_mutex_unlock(&ahead->lock);
	slot->status = sp_intake_header(ahead->intake, place, &slot->err);
	slot->no_frame = slot->status;
	if (!slot->status)
		slot->status = sp_intake_payload(ahead->intake, place,
						 slot->stored, &slot->err);
	slot->state = !slot->status && place->frame.flags & SP_FRAME_PACKED ?
			      SLOT_PACKED : SLOT_READY;
	pthread_mutex_lock(&ahead->lock);
	/* Nothing is read after the first fault of a stream. */
	ahead->ended = slot->status || place->frame.tag == SP_TAG_END;
	ahead->reading = false;
	ahead->read++;
	pthread_cond_broadcast(&ahead->changed);
}

/* The oldest first, which the caller needs first. */
static struct ahead_slot *
find_packed(struct sp_ahead *ahead)
{
	for (uint64_t i = ahead->taken; i < ahead->read; i++)
		if (ahead_slot_of(ahead, i)->state == SLOT_PACKED)
			return ahead_slot_of(ahead, i);
	return NULL;
}

static void *
run_ahead(void *context)
{
	struct ahead_thread *own = context;
	struct sp_ahead *ahead = own->ahead;

	pthread_mutex_lock(&ahead->lock);
	while (!ahead->stop) {
		struct ahead_slot *packed = find_packed(ahead);

		/* First what the caller may be waiting for. */
		if (packed)
			unpack_slot(ahead, packed, own->zstd);
		else if (!ahead->ended && !ahead->reading &&
			 ahead->read - ahead->taken < ahead->slot_count)
			read_slot(ahead);
		else
			pthread_cond_wait(&ahead->changed, &ahead->lock);
	}
	pthread_mutex_unlock(&ahead->lock);
	return NULL;
}

/* ---- in the caller's thread ------------------------------------------- */

/*
 * Signals are for the thread that has the files to clean up: they are held, so
 * that the new thread inherits the mask.
 */
static bool
start_thread(struct sp_ahead *ahead, struct ahead_thread *thread)
{
	pthread_attr_t attributes;
	sigset_t signals;
	bool started;

	thread->ahead = ahead;
	thread->zstd = sp_zstd_new();
	if (!thread->zstd || pthread_attr_init(&attributes))
		return false;
	/* If it is refused, threads get stacks of the usual size. */
	(void)pthread_attr_setstacksize(&attributes, STACK);
	signals = sp_signals_hold();
	started = !pthread_create(&thread->thread, &attributes, run_ahead,
				  thread);
	sp_signals_release(signals);
	(void)pthread_attr_destroy(&attributes);
	return started;
}

/* All memory is allocated here, so that the threads need none. */
static bool
make_slots(struct sp_ahead *ahead, int threads)
{
	ahead->thread_most = threads;
	ahead->slot_count = 2 * ((unsigned)threads + 1);
	if (ahead->slot_count > SLOTS_MAX)
		ahead->slot_count = SLOTS_MAX;
	ahead->zstd = sp_zstd_new();
	ahead->threads = sp_alloc_zero((uint64_t)threads,
				       sizeof(*ahead->threads));
	ahead->slots = sp_alloc_zero(ahead->slot_count,
				     sizeof(*ahead->slots));
	if (!ahead->zstd || !ahead->threads || !ahead->slots)
		return false;
	for (unsigned i = 0; i < ahead->slot_count; i++) {
		ahead->slots[i].stored = sp_alloc(SP_FRAME_MAX, 1);
		ahead->slots[i].raw = sp_alloc(SP_FRAME_MAX, 1);
		if (!ahead->slots[i].stored || !ahead->slots[i].raw)
			return false;
	}
	return true;
}

/*
 * With fewer threads than wanted it works as well.  None at all is no failure
 * for the caller, who reads by himself.
 */
struct sp_ahead *
sp_ahead_new(struct sp_intake *intake, int threads)
{
	struct sp_ahead *ahead = sp_alloc_zero(1, sizeof(*ahead));

	if (!ahead)
		return NULL;
	ahead->intake = intake;
	pthread_mutex_init(&ahead->lock, NULL);
	pthread_cond_init(&ahead->changed, NULL);
	if (make_slots(ahead, threads))
		while (ahead->thread_count < threads &&
		       start_thread(ahead,
				    &ahead->threads[ahead->thread_count]))
			ahead->thread_count++;
	/* The second thread may fail, but not the first. */
	if (ahead->thread_count)
		return ahead;
	sp_ahead_free(ahead);
	return NULL;
}

static enum sp_status
slot_failed(const struct ahead_slot *slot, struct sp_error *err)
{
	if (err)
		*err = slot->err;
	return slot->status;
}

/*
 * The place of the frame before is given up only now, since its payload was the
 * caller's until this call.
 */
enum sp_status
sp_ahead_next(struct sp_ahead *ahead, struct sp_place *place,
	      struct sp_error *err)
{
	struct ahead_slot *slot;

	pthread_mutex_lock(&ahead->lock);
	if (ahead->current) {
		ahead->taken++;
		pthread_cond_broadcast(&ahead->changed);
	}
	ahead->current = true;
	while (ahead->read == ahead->taken)
		pthread_cond_wait(&ahead->changed, &ahead->lock);
	pthread_mutex_unlock(&ahead->lock);
	slot = ahead_slot_of(ahead, ahead->taken);
	*place = slot->place;
	return slot->no_frame ? slot_failed(slot, err) : SP_OK;
}

enum sp_status
sp_ahead_payload(struct sp_ahead *ahead, const uint8_t **payload,
		 const uint8_t **stored, struct sp_error *err)
{
	struct ahead_slot *slot = ahead_slot_of(ahead, ahead->taken);

	pthread_mutex_lock(&ahead->lock);
	if (slot->state == SLOT_PACKED)
		unpack_slot(ahead, slot, ahead->zstd);
	while (slot->state != SLOT_READY)
		pthread_cond_wait(&ahead->changed, &ahead->lock);
	pthread_mutex_unlock(&ahead->lock);
	*stored = slot->stored;
	*payload = slot->place.frame.flags & SP_FRAME_PACKED ? slot->raw :
							     slot->stored;
	return slot->status ? slot_failed(slot, err) : SP_OK;
}

/*
 * A thread may be waiting in read() for a writer that never comes: input.stop
 * ends such a read, or joining the thread would hang.
 */
void
sp_ahead_free(struct sp_ahead *ahead)
{
	if (!ahead)
		return;
	pthread_mutex_lock(&ahead->lock);
	ahead->stop = true;
	pthread_cond_broadcast(&ahead->changed);
	pthread_mutex_unlock(&ahead->lock);
	if (ahead->thread_count && ahead->intake->input.stop)
		ahead->intake->input.stop(ahead->intake->input.context);
	for (int i = 0; i < ahead->thread_count; i++)
		pthread_join(ahead->threads[i].thread, NULL);
	/* Also of a thread that could not be started. */
	for (int i = 0; ahead->threads && i < ahead->thread_most; i++)
		sp_zstd_free(ahead->threads[i].zstd);
	for (unsigned i = 0; ahead->slots && i < ahead->slot_count; i++) {
		free(ahead->slots[i].stored);
		free(ahead->slots[i].raw);
	}
	sp_zstd_free(ahead->zstd);
	free(ahead->slots);
	free(ahead->threads);
	pthread_cond_destroy(&ahead->changed);
	pthread_mutex_destroy(&ahead->lock);
	free(ahead);
}
