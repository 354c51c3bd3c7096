/* SPDX-License-Identifier: MIT */
/*
 * work.h - the folder of a merge by tasks: its plan, and the pieces that tasks
 * leave for each other.  Private to lib/formats/merge.
 *
 * A piece is a stream, with an index.  Its sections are critical and of no
 * kind in the table of kinds, so that every filter refuses it.  One of them, a
 * single frame, says what the piece is; it comes after the others, since it
 * counts them.
 *
 *	plan        paths, shares, samples, bounds
 *	number.K    names, hosts, a list for each share; of archives: fetches
 *	mark.S      a list for each range; redirects; targets
 *	redirects   two lists for each range: where its pages end, its pages
 *	            that stay because of redirects
 *	stay.K      one list, hosts, states, fetches
 *	translate.S a list for each range, of rows
 */
#ifndef SP_FORMATS_MERGE_WORK_H
#define SP_FORMATS_MERGE_WORK_H

#include "formats/merge/parts.h"
#include "formats/merge/tasks.h"
#include "stream/section/pick.h"

#define SP_TAG_PIECE SP_TAG('M', 'R', 'G', 'E')
#define SP_TAG_LIST SP_TAG('M', 'R', 'G', 'A')   /* 'B': where they begin */
#define SP_TAG_ENDS SP_TAG('M', 'R', 'G', 'C')   /* 'D': the same */
#define SP_TAG_RUNS SP_TAG('M', 'R', 'G', 'H')   /* pages of each host */
#define SP_TAG_KEPT SP_TAG('M', 'R', 'G', 'F')   /* fetches */
#define SP_TAG_LEADS SP_TAG('M', 'R', 'G', 'R')  /* redirects */
#define SP_TAG_TARGETS SP_TAG('M', 'R', 'G', 'X')
#define SP_TAG_LINE SP_TAG('M', 'R', 'G', 'V')   /* of provenance */
#define SP_TAG_PATHS SP_TAG('M', 'R', 'G', 'P')
#define SP_TAG_SHARES SP_TAG('M', 'R', 'G', 'S')
#define SP_TAG_SAMPLES SP_TAG('M', 'R', 'G', 'Q')
#define SP_TAG_BOUNDS SP_TAG('M', 'R', 'G', 'N')

/* A page of some range: the numbers of a range are below 2^32. */
#define SP_KNOWN(range, number) ((uint64_t)(range) << 32 | (number))

/* A place in a share at which the name is known. */
struct sp_sample {
	uint32_t share, page;
};

/* What is counted of a range, and what comes before it. */
struct sp_range {
	uint64_t known;      /* pages that any share has */
	uint64_t pages;      /* those that stay */
	uint64_t before;     /* pages of the ranges before that stay */
};

struct sp_work {
	char *folder;
	uint64_t id, ranges;
	struct sp_merge_choice choice;
	char **paths;                /* of the shares */
	struct sp_merge *merge;      /* which has them */
	struct sp_names sample_names; /* ascending by key */
	struct sp_sample *samples;
	struct sp_names bounds;      /* where all ranges but the first begin */
};

static inline bool
sp_work_archives(const struct sp_work *work)
{
	return sp_merge_flag(work->merge, SP_TASK_ARCHIVES);
}

/* What number.K has of the fetch of a page, and stay.K of one that stays. */
#define SP_KEPT_RECORD 40
struct sp_kept {
	uint32_t page, captures;
	int64_t time;
	uint64_t size, digest;
	uint8_t state;
};

static inline void
sp_kept_store(uint8_t *bytes, const struct sp_kept *kept)
{
	sp_store32(bytes, kept->page);
	sp_store32(bytes + 4, kept->captures);
	sp_store64(bytes + 8, (uint64_t)kept->time);
	sp_store64(bytes + 16, kept->size);
	sp_store64(bytes + 24, kept->digest);
	sp_store64(bytes + 32, kept->state);
}

static inline struct sp_kept
sp_kept_load(const uint8_t *bytes)
{
	return (struct sp_kept){
		sp_load32(bytes), sp_load32(bytes + 4),
		(int64_t)sp_load64(bytes + 8), sp_load64(bytes + 16),
		sp_load64(bytes + 24), (uint8_t)sp_load64(bytes + 32)
	};
}

/* ---- pieces ----------------------------------------------------------- */

#define SP_PIECE_VALUES 4
#define SP_SHARE_RECORD 80 /* of the plan */

struct sp_piece {
	const struct sp_work *work;
	char *path;
	struct sp_pick *pick;
	uint64_t id;                      /* of its merge */
	uint64_t values[SP_PIECE_VALUES]; /* what its step counts */
};

/* Opens a piece of this merge.  SP_DATA, with a line about what is wrong. */
enum sp_status sp_piece_open(const struct sp_work *work,
			     enum sp_merge_step step, uint64_t number,
			     struct sp_piece *piece, struct sp_error *err);
void sp_piece_close(struct sp_piece *piece); /* zero bytes are fine */

/* Writes the section that says what a piece is, after all others. */
enum sp_status sp_piece_save(struct sp_writer *writer, uint64_t id,
			     enum sp_merge_step step, uint64_t number,
			     const uint64_t values[SP_PIECE_VALUES],
			     struct sp_error *err);

/* SP_DATA: what is in the piece does not fit. */
enum sp_status sp_piece_bad(const struct sp_piece *piece,
			    struct sp_error *err, const char *what);

/*
 * A pull of all items of a section of the piece, to be freed, with the place
 * of the frames of an item range, or of all: end UINT64_MAX.
 */
enum sp_status sp_piece_pull(struct sp_piece *piece, uint32_t tag,
			     uint64_t first, uint64_t end,
			     struct sp_pull **pull, struct sp_error *err);

/* Items of fixed size, one after the other. */
struct sp_records {
	struct sp_piece *piece;
	struct sp_pull *pull;
	size_t size;
	const uint8_t *at;
	uint64_t left;           /* of the frame */
};
enum sp_status sp_records_open(struct sp_piece *piece, uint32_t tag,
			       size_t size, struct sp_records *records,
			       struct sp_error *err);
/*
 * The next record, until there are none, or *status is not SP_OK, which a
 * failure here changes: for the condition of a loop.
 */
bool sp_records_next(struct sp_records *records, const uint8_t **record,
		     enum sp_status *status, struct sp_error *err);
void sp_records_close(struct sp_records *records);

/* Loads a section of strings. */
enum sp_status sp_piece_strings(struct sp_piece *piece, uint32_t tag,
				struct sp_names *names, struct sp_error *err);

/* Hosts with their numbers of pages, as they are in a range. */
enum sp_status sp_piece_save_hosts(struct sp_writer *writer,
				   const struct sp_merged_hosts *hosts,
				   struct sp_error *err);
/* Appends them: the first may be the last that is there. */
enum sp_status sp_piece_add_hosts(struct sp_piece *piece,
				  struct sp_merged_hosts *hosts,
				  struct sp_error *err);

/* ---- lists (lists.c) -------------------------------------------------- */

/*
 * Ascending numbers below 2^32, each with a flag, for each of those who will
 * read them: number.K has a list for each share, mark.S one for each range.
 * A list begins with a frame, so that its reader reads nothing else.
 */
struct sp_lists {
	uint32_t tag;
	struct sp_section section;
	uint64_t *starts;        /* of each list: its value, its first item */
	uint64_t count, capacity;
	uint64_t items, next;
};
enum sp_status sp_lists_begin(struct sp_lists *lists, uint32_t tag,
			      struct sp_writer *writer, struct sp_error *err);
/* Begins the next list, with a value that its reader gets. */
enum sp_status sp_lists_next(struct sp_lists *lists, uint64_t value,
			     struct sp_error *err);
enum sp_status sp_lists_add(struct sp_lists *lists, uint32_t number, bool flag,
			    struct sp_error *err);
/*
 * The same for a number that counts for more than one; then the flag is set.
 */
enum sp_status sp_lists_add_count(struct sp_lists *lists, uint32_t number,
				  uint64_t count, struct sp_error *err);
/* Ends the section, as sp_section_close(), and writes where lists begin. */
enum sp_status sp_lists_close(struct sp_lists *lists,
			      struct sp_writer *writer,
			      enum sp_status status, struct sp_error *err);

struct sp_piece_list {
	struct sp_piece *piece;
	struct sp_pull *pull;
	uint64_t value, count;   /* numbers in it */
	uint64_t left, in_frame;
	const uint8_t *at, *end;
	uint64_t next;
	uint32_t number;         /* the one that was read last */
	bool flag;
};
enum sp_status sp_list_open(struct sp_piece *piece, uint32_t tag,
			    uint64_t which, struct sp_piece_list *list,
			    struct sp_error *err);
/* Reads the next number; *more is false after the last. */
enum sp_status sp_list_next(struct sp_piece_list *list, bool *more,
			    struct sp_error *err);
/* What it counts for, in a list that was written so. */
enum sp_status sp_list_count(struct sp_piece_list *list, uint64_t *count,
			     struct sp_error *err);
void sp_list_close(struct sp_piece_list *list);

/*
 * For items of other kinds: adds one to the list; and reads on until there are
 * items between at and end.
 */
enum sp_status sp_lists_add_bytes(struct sp_lists *lists, const void *bytes,
				  size_t length, struct sp_error *err);
enum sp_status sp_list_fill(struct sp_piece_list *list, struct sp_error *err);

/* Where the pages of a range that redirect end, ascending by page. */
#define SP_END_RECORD 12 /* page in its range, end */
struct sp_ends {
	struct sp_piece piece;
	struct sp_piece_list list;
	bool more;               /* is there one?  Then */
	uint32_t page;
	uint64_t end;            /* SP_KNOWN() */
};
enum sp_status sp_ends_open(struct sp_ends *ends, const struct sp_work *work,
			    uint64_t range, struct sp_error *err);
enum sp_status sp_ends_next(struct sp_ends *ends, struct sp_error *err);
void sp_ends_close(struct sp_ends *ends);

/* ---- steps ------------------------------------------------------------ */

/* A task that is run. */
struct sp_task_run {
	struct sp_work *work;
	uint64_t number;
	struct sp_writer *writer;
	const struct sp_progress *progress;
	struct sp_merge_done *done;
};

/* One for each step but the plan; each writes its piece. */
enum sp_status sp_step_number(struct sp_task_run *run, struct sp_error *err);
enum sp_status sp_step_mark(struct sp_task_run *run, struct sp_error *err);
enum sp_status sp_step_redirects(struct sp_task_run *run,
				 struct sp_error *err);
enum sp_status sp_step_stay(struct sp_task_run *run, struct sp_error *err);
enum sp_status sp_step_translate(struct sp_task_run *run,
				 struct sp_error *err);
enum sp_status sp_step_rows(struct sp_task_run *run, struct sp_error *err);

/*
 * The ranges with their pages, an array to be freed, from the heads of pieces.
 */
enum sp_status sp_work_ranges(const struct sp_work *work,
			      struct sp_range **ranges, struct sp_error *err);

/* The part of the graph that a range is: whole blocks. */
struct sp_part sp_work_part(const struct sp_work *work,
			    const struct sp_range *ranges, uint64_t number);

/* A share with final numbers, of which a range is read. */
struct sp_final_rows {
	struct sp_piece piece;
	struct sp_piece_list list;
	uint64_t page, pages;    /* of the row before; of the graph */
	uint32_t *targets;
	uint64_t capacity;
};

/* Links in an item of a list of rows, at most; a longer row is several. */
#define SP_ROW_ITEM 65536

/*
 * The next row of a share with final numbers; its count is 0 after the last.
 */
enum sp_status sp_final_row(struct sp_final_rows *rows, struct sp_row *row,
			    struct sp_error *err);

#endif
