/* SPDX-License-Identifier: MIT */
/*
 * batch.h - works on the records of archives in several threads.
 *
 * One thread reads and unpacks records, several work on those read before, and
 * one takes the results in the order of the records: at the same time, batch
 * by batch, so that memory is bounded.  What is taken, and in which order, does
 * not depend on the number of threads, nor on how records are spread over
 * files.
 */
#ifndef SP_WEB_CAPTURE_BATCH_H
#define SP_WEB_CAPTURE_BATCH_H

#include "web/archive/archive.h"

struct sp_batch;
struct sp_reading;
struct sp_source;

/* How many damaged records are told, of those that are counted. */
#define SP_BATCH_TOLD 10

struct sp_batch_options {
	const char *const *paths;   /* "-": standard input */
	size_t path_count;
	struct sp_source *source;   /* of the first path, see struct
				       sp_archive_options; or NULL */
	uint64_t max_record;        /* see struct sp_archive_options */
	int threads;                /* at least 1 */
	bool strict;                /* damage is an error */
	bool whole;                 /* a file that is cut short is an error */
	struct sp_reading *reading; /* followed; or NULL */

	void *context;              /* of the functions; these may be NULL */
	/* Gets a line for people about a damaged record, the first few. */
	void (*tell)(void *context, const char *text);
	/* Gets the number of records taken, now and then. */
	void (*count)(void *context, uint64_t records);
};

/*
 * What is done with a record.  A result has size bytes, zeroed before its first
 * use; it is used again for later records, and released at the end.
 */
struct sp_batch_work {
	void *context;
	size_t size;

	/*
	 * Makes the result.  Called by several threads at a time, each with
	 * another number from 0 to threads - 1.
	 */
	enum sp_status (*work)(void *context, int thread,
			       const struct sp_record *record, void *result,
			       struct sp_error *err);

	/* Takes the result; called by one thread at a time, in order. */
	enum sp_status (*take)(void *context, struct sp_batch *batch,
			       const struct sp_record *record,
			       const void *result, struct sp_error *err);

	void (*release)(void *result);

	/* Bytes of memory that the result holds; or NULL: not many. */
	uint64_t (*held)(const void *result);
};

struct sp_batch_counts {
	uint64_t records;    /* all of them */
	uint64_t damaged;    /* those with damage */
	uint64_t cut;        /* those longer than max_record */
};

/*
 * Passes all records of all files through the work.  Damage of a record is
 * counted and told before the record is taken.  Returns SP_IO; SP_MEMORY;
 * SP_DATA for a file that is no archive, if strict for damage, and if whole for
 * a file that ends inside a record; or the status of a function of the work, of
 * the first record that failed.
 */
enum sp_status sp_batch_run(const struct sp_batch_options *options,
			    const struct sp_batch_work *work,
			    struct sp_batch_counts *counts,
			    struct sp_error *err);

/*
 * For take(): says that the record is damaged inside, in one line without the
 * name of the file.  Returns SP_DATA if strict.
 */
enum sp_status sp_batch_damaged(struct sp_batch *batch, const char *damage,
				struct sp_error *err);

#endif
