/* SPDX-License-Identifier: MIT */
/*
 * test_ahead.c - a stream that threads read ahead gives the same frames and
 * the same failures as one that the caller reads alone
 */
#include "stream_bytes.h"

#include "base/hash.h"
#include "base/random.h"

#include <pthread.h>

#define TAG SP_TAG('t', 'e', 's', 't')
#define FRAMES 40

#ifdef __SANITIZE_ADDRESS__
#define ROUNDS 40
#else
#define ROUNDS 160
#endif

/* Sections of frames of many lengths, of which some can be compressed. */
static void
write_frames(struct bytes *bytes, int level, bool index,
	     struct sp_random *random)
{
	struct sp_writer *writer = bytes_writer(bytes, level, 1, index);
	static uint8_t payload[100000];
	struct sp_error err;

	for (unsigned i = 0; i < FRAMES; i++) {
		size_t length = sp_random_below(random, i % 9 ? 600 :
						sizeof(payload));
		uint32_t flags = i % 4 == 0 ? SP_FRAME_HEAD :
				 i % 4 == 3 ? SP_FRAME_TAIL : 0;

		for (size_t k = 0; k < length; k++)
			payload[k] = (uint8_t)sp_random_below(random,
							      i % 3 ? 3 : 256);
		must(sp_writer_frame(writer, TAG, flags, 0, 0, payload, length,
				     &err), err);
	}
	must(sp_writer_end(writer, &err), err);
	sp_writer_free(writer);
}

/* What a caller sees of a stream. */
struct seen {
	enum sp_status status;
	struct sp_error err;
	uint64_t frames, digest;
};

/* Reads all; every fifth payload is skipped, every seventh is copied. */
static struct seen
read_frames(struct source *source, int threads, uint64_t after)
{
	struct sp_reader *reader = source_reader(source);
	struct sp_hasher *hasher = sp_hasher_new();
	uint8_t *copy = malloc(SP_FRAME_MAX);
	struct seen seen = { .frames = 0 };
	struct sp_frame frame;

	hold(hasher && copy);
	if (threads)
		sp_reader_ahead(reader, threads, after);
	while (!(seen.status = sp_reader_next(reader, &frame, &seen.err)) &&
	       frame.tag != SP_TAG_END) {
		const uint8_t *payload = copy;

		sp_hasher_add(hasher, &frame, sizeof(frame));
		if (++seen.frames % 5 == 0)
			continue;
		seen.status = seen.frames % 7 ?
			sp_reader_payload(reader, &payload, &seen.err) :
			sp_reader_payload_to(reader, copy, &seen.err);
		if (seen.status)
			break;
		sp_hasher_add(hasher, payload, frame.raw);
		sp_hasher_add(hasher, sp_reader_stored(reader), frame.stored);
	}
	seen.digest = sp_hasher_value(hasher);
	if (!seen.status)
		hold(sp_reader_bytes(reader) == source->size);
	sp_hasher_free(hasher);
	sp_reader_free(reader);
	free(copy);
	return seen;
}

/* The same with any number of threads, from the start or from later on. */
static void
compare(const struct source *source, struct sp_random *random)
{
	struct source own = *source;
	struct seen alone = read_frames(&own, 0, 0);

	for (int threads = 1; threads <= 4; threads++) {
		uint64_t after = sp_random_below(random, 2) ? 0 :
				 sp_random_below(random, source->size + 1);
		struct seen seen;

		own = *source;
		seen = read_frames(&own, threads, after);
		ck_assert_int_eq(seen.status, alone.status);
		ck_assert_uint_eq(seen.frames, alone.frames);
		ck_assert_uint_eq(seen.digest, alone.digest);
		if (seen.status)
			ck_assert_str_eq(seen.err.text, alone.err.text);
	}
}

START_TEST(whole_streams)
{
	static const size_t steps[] = { 1, 47, 5000, SIZE_MAX };
	struct sp_random random = { (uint64_t)_i };
	struct bytes bytes = BYTES;

	write_frames(&bytes, _i % 2 ? 3 : 0, _i / 2, &random);
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		struct source source = { bytes.at, bytes.size, 0, steps[i],
					 SIZE_MAX };

		hold(!read_frames(&source, 0, 0).status);
		source.done = 0;
		compare(&source, &random);
	}
	bytes_free(&bytes);
}
END_TEST

/* Cut short, with a wrong bit, with bytes after the end, and unreadable. */
START_TEST(damaged_streams)
{
	struct sp_random random = { (uint64_t)_i };
	struct bytes bytes = BYTES;

	write_frames(&bytes, _i % 2 ? 3 : 0, _i / 2, &random);
	for (int round = 0; round < ROUNDS; round++) {
		struct source source = { bytes.at, bytes.size, 0, SIZE_MAX,
					 SIZE_MAX };
		size_t at = sp_random_below(&random, bytes.size);
		uint8_t bit = (uint8_t)(1u << sp_random_below(&random, 8));

		if (round % 3 == 0)
			source.size = at;
		else if (round % 3 == 1)
			source.fail_at = at;
		else
			bytes.at[at] ^= bit;
		compare(&source, &random);
		if (round % 3 == 2)
			bytes.at[at] ^= bit;
	}
	bytes_free(&bytes);
}
END_TEST

/* ---- a writer that waits ---------------------------------------------- */

/* Gives its bytes, then waits to be stopped. */
struct slow {
	struct source source;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool stopped;
};

static enum sp_status
slow_read(void *context, void *buffer, size_t size, size_t *got,
	  struct sp_error *err)
{
	struct slow *slow = context;

	if (slow->source.done < slow->source.size)
		return source_read(&slow->source, buffer, size, got, err);
	pthread_mutex_lock(&slow->lock);
	while (!slow->stopped)
		pthread_cond_wait(&slow->changed, &slow->lock);
	pthread_mutex_unlock(&slow->lock);
	*got = 0;
	return SP_OK;
}

static void
slow_stop(void *context)
{
	struct slow *slow = context;

	pthread_mutex_lock(&slow->lock);
	slow->stopped = true;
	pthread_cond_broadcast(&slow->changed);
	pthread_mutex_unlock(&slow->lock);
}

/*
 * A caller gets every frame that has arrived, though the writer has not
 * written the next, and can end before it does.
 */
START_TEST(writer_that_waits)
{
	struct sp_random random = { (uint64_t)_i };
	struct bytes bytes = BYTES;

	write_frames(&bytes, _i % 2 ? 3 : 0, false, &random);
	for (int round = 0; round < ROUNDS / 20; round++) {
		size_t size = sp_random_below(&random, bytes.size);
		struct source cut = { bytes.at, size, 0, SIZE_MAX, SIZE_MAX };
		uint64_t whole = read_frames(&cut, 0, 0).frames;
		struct slow slow = {
			{ bytes.at, size, 0, 100, SIZE_MAX },
			PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
			false
		};
		struct sp_input input = { .context = &slow,
					  .read = slow_read,
					  .stop = slow_stop };
		struct sp_reader *reader = sp_reader_new(&input);

		hold(reader);
		sp_reader_ahead(reader, 1 + round % 3, 0);
		/* The last one may be cut in its payload. */
		for (uint64_t i = 0; i + 1 < whole; i++) {
			const uint8_t *payload;
			struct sp_frame frame;
			struct sp_error err;

			must(sp_reader_next(reader, &frame, &err), err);
			must(sp_reader_payload(reader, &payload, &err), err);
		}
		sp_reader_free(reader);
		hold(slow.stopped || whole < 2);
	}
	bytes_free(&bytes);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("ahead");

	tcase_add_loop_test(tcase, whole_streams, 0, 4);
	tcase_add_loop_test(tcase, damaged_streams, 0, 4);
	tcase_add_loop_test(tcase, writer_that_waits, 0, 2);
	return unit_run(tcase);
}
