/* SPDX-License-Identifier: MIT */
/*
 * Three loads of records take turns: while one is read, the one before is
 * worked on, and the one before that is taken.  A round does all three at once
 * with one team of threads: one thread reads, which includes unpacking, one
 * takes, and all others, and then these two, work.  So a slow stage is hidden
 * behind the other two, memory is that of three loads, and records are taken in
 * their order.
 *
 * Determinism.  What is taken, and in which order, depends on the records
 * alone: a load is cut by counts of records and bytes, not by time or threads,
 * and results lie in the order of the records.  So does the error that is
 * reported: an error of a stage waits in its load until all that came before
 * was taken, and of two errors in a load, that of the first record counts.  A
 * run that fails fails with the same message on one thread and on sixteen.
 *
 * Work is given out two records at a time, since pages differ widely in size.
 *
 * Memory: three times at most 256 records, of 8 MiB together and the last one
 * more, and their results.  A small record may have a large result, as packed
 * pages have: when the results of a load hold HELD bytes, each record that is
 * left is worked on when its turn comes to be taken, one after the other.  What
 * is taken, and in which order, does not depend on which these are.  A record
 * or a result that was large gives its memory back after it was taken.
 */
#include "web/capture/batch.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "web/file/source.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOADS 3
#define RECORDS 256                     /* of a load, at most */
#define BYTES ((uint64_t)8 << 20)       /* of a load, after which it is full */
#define KEPT ((uint64_t)256 << 10)      /* room of a record that is kept */
#define HELD SP_BUFFER((uint64_t)256 << 20, (uint64_t)1 << 10)

struct load {
	struct sp_record records[RECORDS];
	const char *files[RECORDS];
	char *results;
	bool waits[RECORDS];    /* not worked on yet */
	uint64_t held;          /* by the results */
	size_t count;           /* records */
	enum sp_status status;  /* of the record after the last good one */
	struct sp_error err;
};

struct sp_batch {
	const struct sp_batch_options *options;
	const struct sp_batch_work *work;
	struct load loads[LOADS];
	struct sp_archive *archive;
	const char *file;       /* of the archive that is read */
	size_t next_path;
	bool ended;             /* nothing is left to be read */
	const char *taken_file; /* of the record that is taken */
	const struct sp_record *taken;
	bool taken_damaged;     /* it was counted */
	struct sp_batch_counts *counts;
};

/* ---- reading ---------------------------------------------------------- */

/* Opens the next archive if none is open; *got false: there is none left. */
static enum sp_status
batch_open_archive(struct sp_batch *batch, bool *got, struct sp_error *err)
{
	const struct sp_batch_options *options = batch->options;
	struct sp_archive_options how = { .max_record = options->max_record };

	*got = true;
	if (batch->archive)
		return SP_OK;
	*got = batch->next_path < options->path_count;
	if (!*got)
		return SP_OK;
	how.source = batch->next_path ? NULL : options->source;
	batch->file = options->paths[batch->next_path++];
	if (sp_archive_open(batch->file, &how, &batch->archive, err))
		return err->status;
	if (!strcmp(batch->file, "-"))
		batch->file = "standard input";
	if (options->reading)
		sp_archive_follow(batch->archive, options->reading);
	return SP_OK;
}

/* Reads the next record of all archives; *got false: the end. */
static enum sp_status
batch_read_record(struct sp_batch *batch, struct sp_record *record, bool *got,
		  struct sp_error *err)
{
	for (;;) {
		if (batch_open_archive(batch, got, err) || !*got)
			return err->status;
		if (sp_archive_next(batch->archive, record, got, err))
			return err->status;
		if (*got)
			return SP_OK;
		sp_archive_close(batch->archive);
		batch->archive = NULL;
	}
}

/*
 * Fills a load.  The record that fails is not part of it; its error is that of
 * the load, for take_load().
 */
static void
read_load(struct sp_batch *batch, struct load *load)
{
	uint64_t bytes = 0;

	load->count = 0;
	load->held = 0;
	load->status = SP_OK;
	load->err.status = SP_OK;
	while (!batch->ended && load->count < RECORDS && bytes < BYTES) {
		struct sp_record *record = &load->records[load->count];
		bool got;

		load->status =
			batch_read_record(batch, record, &got, &load->err);
		if (load->status || !got) {
			batch->ended = true;
			return;
		}
		load->files[load->count++] = batch->file;
		bytes += record->size;
	}
}

/* ---- working ---------------------------------------------------------- */

static void *
result_of(const struct sp_batch *batch, struct load *load, size_t i)
{
	return load->results + i * batch->work->size;
}

static uint64_t
held_by(const struct sp_batch *batch, struct load *load, size_t i)
{
	return batch->work->held ? batch->work->held(result_of(batch, load,
							       i)) : 0;
}

static enum sp_status
make_result(struct sp_batch *batch, struct load *load, size_t i,
	    struct sp_error *err)
{
	return batch->work->work(batch->work->context, omp_get_thread_num(),
				 &load->records[i], result_of(batch, load, i),
				 err);
}

/*
 * One record, unless the results hold too much; of errors, that of the first
 * record stays, whichever thread was first.
 */
static void
work_on(struct sp_batch *batch, struct load *load, size_t i, size_t *failed)
{
	struct sp_error err = { .status = SP_OK };
	enum sp_status status;
	uint64_t held;

#pragma omp atomic read
	held = load->held;
	load->waits[i] = held > HELD;
	if (load->waits[i])
		return;
	status = make_result(batch, load, i, &err);
	held = held_by(batch, load, i);
#pragma omp atomic
	load->held += held;
	if (!status)
		return;
#pragma omp critical(sp_batch)
	if (i < *failed) {
		*failed = i;
		load->status = status;
		load->err = err;
	}
}

/* ---- taking ----------------------------------------------------------- */

/*
 * A record is counted as damaged once, whatever is wrong with it; with strict,
 * the first damage ends the run, be it of the record or inside of it.
 */
enum sp_status
sp_batch_damaged(struct sp_batch *batch, const char *damage,
		 struct sp_error *err)
{
	char text[sizeof(err->text)];
	bool cut = batch->options->whole && batch->taken->cut_short;
	bool failed = batch->options->strict || cut;

	if (!batch->taken_damaged)
		batch->counts->damaged++;
	else if (!failed)
		return SP_OK;
	batch->taken_damaged = true;
	snprintf(text, sizeof(text), "%s: offset %" PRIu64 ": %s",
		 batch->taken_file, batch->taken->offset, damage);
	if (failed)
		return sp_fail(err, SP_DATA, "%s%s", text,
			       cut ? " (see --allow-cut)" : "");
	if (batch->options->tell && batch->counts->damaged <= SP_BATCH_TOLD)
		batch->options->tell(batch->options->context, text);
	return SP_OK;
}

/*
 * Damage is reported before the record is taken, so that messages are in the
 * order of records.
 */
static enum sp_status
batch_take_record(struct sp_batch *batch, struct load *load, size_t i,
		  struct sp_error *err)
{
	struct sp_record *record = &load->records[i];
	const void *result = result_of(batch, load, i);

	batch->taken = record;
	batch->taken_file = load->files[i];
	batch->taken_damaged = false;
	batch->counts->records++;
	batch->counts->cut += !record->damage && record->size < record->length;
	if (record->damage && sp_batch_damaged(batch, record->damage, err))
		return err->status;
	return batch->work->take(batch->work->context, batch, record, result,
				 err);
}

/*
 * Takes the records before the one that failed, if any did, and then reports
 * that failure.
 */
static enum sp_status
take_load(struct sp_batch *batch, struct load *load, struct sp_error *err)
{
	for (size_t i = 0; i < load->count; i++) {
		if (load->waits[i] && make_result(batch, load, i, err))
			return err->status;
		if (batch_take_record(batch, load, i, err))
			return err->status;
		if (held_by(batch, load, i) > KEPT)
			batch->work->release(result_of(batch, load, i));
		/* Else, in time, all would be as large as the largest. */
		if (load->records[i].buffer_capacity > KEPT)
			sp_record_free(&load->records[i]);
	}
	if (load->status)
		*err = load->err;
	return load->status;
}

/* ---- all at once ------------------------------------------------------ */

static bool
make_results(struct sp_batch *batch)
{
	for (int i = 0; i < LOADS; i++) {
		batch->loads[i].results = sp_alloc_zero(RECORDS,
							batch->work->size);
		if (!batch->loads[i].results)
			return false;
	}
	return true;
}

/* Also of a batch that was only half made. */
static void
capture_batch_free(struct sp_batch *batch)
{
	for (int i = 0; batch && i < LOADS; i++) {
		struct load *load = &batch->loads[i];

		for (size_t k = 0; k < RECORDS; k++) {
			sp_record_free(&load->records[k]);
			if (load->results && batch->work->release)
				batch->work->release(result_of(batch, load,
							       k));
		}
		free(load->results);
	}
	if (batch)
		sp_archive_close(batch->archive);
	free(batch);
}

/*
 * One step of all three stages, on three different loads.  The two single
 * regions have no barrier, so the threads that do not get one begin to work at
 * once.  Only take_load() writes status and err; records after one that failed
 * are not taken: count is set to it.
 */
static enum sp_status
batch_run_round(struct sp_batch *batch, struct load *reads, struct load *works,
		struct load *takes, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	size_t failed = works->count;

#pragma omp parallel num_threads(batch->options->threads)
	{
#pragma omp single nowait
		read_load(batch, reads);
#pragma omp single nowait
		status = take_load(batch, takes, err);
#pragma omp for schedule(dynamic, 2)
		for (size_t i = 0; i < works->count; i++)
			work_on(batch, works, i, &failed);
	}
	works->count = failed;
	return status;
}

static enum sp_status
run_rounds(struct sp_batch *batch, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	unsigned left = LOADS - 1; /* rounds after the last load was read */

	/*
	 * In round n, load n is read, n - 1 worked on and n - 2 taken, all
	 * modulo 3.  After the last one was read, the two that follow it have
	 * to go through.
	 */
	for (unsigned round = 0; !status && left; round++) {
		left -= batch->ended;
		status = batch_run_round(batch, &batch->loads[round % LOADS],
					 &batch->loads[(round + 2) % LOADS],
					 &batch->loads[(round + 1) % LOADS],
					 err);
		batch->loads[(round + 1) % LOADS].count = 0;
		batch->loads[(round + 1) % LOADS].status = SP_OK;
		if (batch->options->count)
			batch->options->count(batch->options->context,
					      batch->counts->records);
	}
	return status;
}

enum sp_status
sp_batch_run(const struct sp_batch_options *options,
	     const struct sp_batch_work *work, struct sp_batch_counts *counts,
	     struct sp_error *err)
{
	struct sp_batch *batch = sp_alloc_zero(1, sizeof(*batch));
	enum sp_status status;

	*counts = (struct sp_batch_counts){ 0, 0, 0 };
	err->status = SP_OK;
	if (!batch)
		return sp_no_memory(err, "records");
	batch->options = options;
	batch->work = work;
	batch->counts = counts;
	status = make_results(batch) ? run_rounds(batch, err) :
				       sp_no_memory(err, "records");
	capture_batch_free(batch);
	return status;
}
