/* SPDX-License-Identifier: MIT */
/*
 * A run is a temporary file of sorted items, written once and read once.  It
 * has no name (base/unnamed.h), so nothing is left of it however the program
 * ends.  While it waits for the merge it holds a descriptor and no buffer:
 * there may be 63 of each level.
 *
 * The merge is a heap of the first items of all runs.  Each item costs the log
 * of the number of runs in comparisons, 6 for 64 of them, while reading costs a
 * system call for each buffer.  Memory is divided among the buffers, of which
 * each has at least 4 KiB: smaller reads would be seeks.
 */
#include "graph/links/linkrun.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "base/unnamed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Multiples of 16, as every buffer must be: an item of 8 or 16 bytes then never
 * straddles the end of a buffer.
 */
#define BUFFER_MIN SP_BUFFER((size_t)4 << 10, (size_t)64)
#define BUFFER_MAX SP_BUFFER((size_t)1 << 20, (size_t)256)
#define BUFFER_WRITE SP_BUFFER((size_t)256 << 10, (size_t)256)

struct sp_linkrun {
	char *directory;  /* for messages */
	int fd;
	size_t size;      /* bytes of an item */
	uint8_t *buffer;
	size_t at, filled, room;
};

static enum sp_status
fail_run(const struct sp_linkrun *run, struct sp_error *err)
{
	return sp_fail(err, SP_IO, "temporary file in %s: %s", run->directory,
		       strerror(errno));
}

enum sp_status
sp_linkrun_new(const char *directory, size_t size, struct sp_linkrun **run,
	       struct sp_error *err)
{
	struct sp_linkrun *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status;

	*run = NULL;
	if (!made)
		return sp_no_memory(err, "sorting links");
	made->fd = -1;
	made->size = size;
	made->room = BUFFER_WRITE;
	made->directory = strdup(directory);
	made->buffer = sp_alloc(made->room, 1);
	if (!made->directory || !made->buffer) {
		sp_linkrun_free(made);
		return sp_no_memory(err, "sorting links");
	}
	made->fd = sp_open_unnamed(directory);
	if (made->fd < 0) {
		status = fail_run(made, err);
		sp_linkrun_free(made);
		return status;
	}
	*run = made;
	return SP_OK;
}

void
sp_linkrun_free(struct sp_linkrun *run)
{
	if (!run)
		return;
	if (run->fd >= 0)
		close(run->fd);
	free(run->buffer);
	free(run->directory);
	free(run);
}

/*
 * A short write is continued; 0 is a failure, as nothing would change the next
 * time.
 */
static enum sp_status
flush_run(struct sp_linkrun *run, struct sp_error *err)
{
	size_t done = 0;

	while (done < run->filled) {
		ssize_t count = write(run->fd, run->buffer + done,
				      run->filled - done);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return fail_run(run, err);
		done += (size_t)count;
	}
	run->filled = 0;
	return SP_OK;
}

/*
 * A link without a weight takes 8 bytes on disk; when it is read again its
 * weight is 1.
 */
enum sp_status
sp_linkrun_add(struct sp_linkrun *run, const struct sp_linkitem *item,
	       struct sp_error *err)
{
	if (run->filled == run->room) {
		enum sp_status status = flush_run(run, err);

		if (status)
			return status;
	}
	memcpy(run->buffer + run->filled, &item->key, 8);
	if (run->size == 16)
		memcpy(run->buffer + run->filled + 8, &item->weight, 8);
	run->filled += run->size;
	return SP_OK;
}

enum sp_status
sp_linkrun_rewind(struct sp_linkrun *run, struct sp_error *err)
{
	enum sp_status status = flush_run(run, err);

	if (!status && lseek(run->fd, 0, SEEK_SET) < 0)
		status = fail_run(run, err);
	/* Runs wait for the merge without a buffer. */
	free(run->buffer);
	run->buffer = NULL;
	return status;
}

/*
 * Fills the buffer; an empty one is the end.  Reads until it is full, because a
 * short read could end in the middle of an item.
 */
static enum sp_status
refill_run(struct sp_linkrun *run, struct sp_error *err)
{
	run->at = run->filled = 0;
	while (run->filled < run->room) {
		ssize_t count = read(run->fd, run->buffer + run->filled,
				     run->room - run->filled);

		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0)
			return fail_run(run, err);
		if (!count)
			break;
		run->filled += (size_t)count;
	}
	return SP_OK;
}

/* ---- merge ------------------------------------------------------------ */

/* The first item of a run that has not been returned yet. */
struct run_head {
	struct sp_linkitem item;
	uint64_t run;
};

/*
 * The heap holds one head for each run that is not at its end.  The runs belong
 * to the caller, and their read buffers to the runs.
 */
struct sp_linkmerge {
	struct sp_linkrun *const *runs;
	struct run_head *heap;     /* smallest first */
	uint64_t count;
};

/* Called for each item: the refill is the only part that is not a few moves. */
static enum sp_status
next_of_run(struct sp_linkrun *run, struct sp_linkitem *item, bool *more,
	    struct sp_error *err)
{
	if (run->at == run->filled) {
		enum sp_status status = refill_run(run, err);

		if (status)
			return status;
	}
	*more = run->filled > 0;
	if (!*more)
		return SP_OK;
	memcpy(&item->key, run->buffer + run->at, 8);
	item->weight = 1;
	if (run->size == 16)
		memcpy(&item->weight, run->buffer + run->at + 8, 8);
	run->at += run->size;
	return SP_OK;
}

/*
 * Equal keys leave in the order of their runs, which is that of arrival: it
 * fixes the order in which their weights are added up.
 */
static bool
linkrun_comes_before(const struct run_head *a, const struct run_head *b)
{
	if (a->item.key != b->item.key)
		return a->item.key < b->item.key;
	return a->run < b->run;
}

/*
 * Moves an item of the heap down to its place.
 *
 * A hole moves down instead of swapping items, which saves half of the copies.
 */
static void
sink_top(struct sp_linkmerge *merge, uint64_t at)
{
	struct run_head moved = merge->heap[at];

	for (;;) {
		uint64_t child = 2 * at + 1;

		if (child >= merge->count)
			break;
		if (child + 1 < merge->count &&
		    linkrun_comes_before(&merge->heap[child + 1],
					 &merge->heap[child]))
			child++;
		if (!linkrun_comes_before(&merge->heap[child], &moved))
			break;
		merge->heap[at] = merge->heap[child];
		at = child;
	}
	merge->heap[at] = moved;
}

/*
 * A run that is empty from the start is not in the heap.  The heap is built
 * from the bottom, in linear time.
 */
static enum sp_status
open_runs(struct sp_linkmerge *merge, uint64_t count, uint64_t memory,
	  struct sp_error *err)
{
	/*
	 * With very many runs BUFFER_MIN wins over the limit: smaller reads
	 * would make the merge a series of seeks.
	 */
	uint64_t room = memory / (count ? count : 1) / 16 * 16;

	room = room < BUFFER_MIN ? BUFFER_MIN : room;
	room = room > BUFFER_MAX ? BUFFER_MAX : room;
	for (uint64_t i = 0; i < count; i++) {
		struct sp_linkrun *run = merge->runs[i];
		struct run_head *head = &merge->heap[merge->count];
		enum sp_status status;
		bool more;

		run->buffer = sp_alloc(room, 1);
		run->room = room;
		if (!run->buffer)
			return sp_no_memory(err, "sorting links");
		status = next_of_run(run, &head->item, &more, err);
		if (status)
			return status;
		head->run = i;
		merge->count += more;
	}
	for (uint64_t i = merge->count / 2; i-- > 0;)
		sink_top(merge, i);
	return SP_OK;
}

enum sp_status
sp_linkmerge_new(struct sp_linkrun *const *runs, uint64_t count,
		 uint64_t memory, struct sp_linkmerge **merge,
		 struct sp_error *err)
{
	struct sp_linkmerge *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status;

	*merge = NULL;
	if (!made)
		return sp_no_memory(err, "sorting links");
	made->runs = runs;
	made->heap = sp_alloc(count, sizeof(*made->heap));
	status = made->heap ? open_runs(made, count, memory, err) :
			      sp_no_memory(err, "sorting links");
	if (status) {
		sp_linkmerge_free(made);
		return status;
	}
	*merge = made;
	return SP_OK;
}

/*
 * *more is set twice: first for the item that is returned, then by the run for
 * its next one.
 */
enum sp_status
sp_linkmerge_next(struct sp_linkmerge *merge, struct sp_linkitem *item,
		  bool *more, struct sp_error *err)
{
	struct run_head *top = merge->heap;
	enum sp_status status;

	*more = merge->count > 0;
	if (!*more)
		return SP_OK;
	*item = top->item;
	/*
	 * The next item of the same run replaces the top, which then sinks:
	 * half the work of removing one head and inserting another.
	 */
	status = next_of_run(merge->runs[top->run], &top->item, more, err);
	if (status)
		return status;
	if (!*more)
		*top = merge->heap[--merge->count];
	if (merge->count)
		sink_top(merge, 0);
	*more = true;
	return SP_OK;
}

void
sp_linkmerge_free(struct sp_linkmerge *merge)
{
	if (!merge)
		return;
	free(merge->heap);
	free(merge);
}
