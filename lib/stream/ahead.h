/* SPDX-License-Identifier: MIT */
/*
 * ahead.h - threads that read and verify frames before they are asked for.
 * Private to lib/stream.
 *
 * One thread at a time reads, in the order of the stream; others decompress
 * what was read, and so does the caller while it would have to wait.  What is
 * wrong with a frame is reported when the caller reaches it, so results and
 * failures are those of reading without threads.  Up to SLOTS_MAX (ahead.c)
 * frames are held, of 2 MiB each.
 */
#ifndef SP_STREAM_AHEAD_H
#define SP_STREAM_AHEAD_H

#include "stream/intake.h"

struct sp_ahead;

/*
 * Starts threads (at least 1) beside that of the caller, which leaves the
 * intake to them.  NULL if memory is short or no thread can be started: then
 * the intake is as it was.
 */
struct sp_ahead *sp_ahead_new(struct sp_intake *intake, int threads);

/*
 * Goes to the next frame, whose payload was verified or not.  Not to be called
 * after a failure or the end frame, which is the last that is read.
 */
enum sp_status sp_ahead_next(struct sp_ahead *ahead, struct sp_place *place,
			     struct sp_error *err);

/*
 * Waits for the payload of that frame.  *payload is the uncompressed and
 * *stored the stored one, both valid until the next sp_ahead_next().
 */
enum sp_status sp_ahead_payload(struct sp_ahead *ahead,
				const uint8_t **payload,
				const uint8_t **stored, struct sp_error *err);

/* Ends the threads, also one that waits for input.  Accepts NULL. */
void sp_ahead_free(struct sp_ahead *ahead);

#endif
