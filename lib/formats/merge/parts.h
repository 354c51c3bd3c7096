/* SPDX-License-Identifier: MIT */
/*
 * parts.h - the parts of a merge, and what its steps share.  Private to
 * lib/formats/merge.
 */
#ifndef SP_FORMATS_MERGE_PARTS_H
#define SP_FORMATS_MERGE_PARTS_H

#include "formats/import/names.h"
#include "formats/import/order_by_url.h"
#include "formats/import/redirects.h"
#include "formats/merge/merge.h"
#include "graph/fetches.h"
#include "graph/links/idset.h"
#include "graph/snapshots.h"
#include "stream/section/graph.h"
#include "stream/section/pick.h"
#include "stream/section/task.h"
#include "web/file/source.h"

struct sp_merge_part {
	const char *path;
	struct sp_task task;
	/* The pages whose names are merged: all, or those of a range. */
	uint64_t first, end;
	/*
	 * The common number of each of them, from first on, ascending; in the
	 * end its final one, or SP_NO_PAGE.  NULL: rows have final numbers.
	 */
	uint32_t *map;
	/*
	 * Of web archives: pages with rows of fetches that are kept, and those
	 * that stay pages: the map of others leads to where they redirect.
	 */
	uint64_t *keeps, *stays;
	/* Of a snapshot: pages that are not gone; NULL: all are there. */
	uint64_t *there;
	/* While the file is open. */
	struct sp_open_part {
		struct sp_source *source;
		struct sp_reader *reader;
		struct sp_pull *pull;
	} open;
	/*
	 * In a merge by tasks (work.h): the file, once it is open, and what
	 * identifies it; and the next row of a file that has final numbers.
	 */
	struct sp_pick *pick;
	uint64_t bytes, checksum;
	uint64_t records;            /* of archives: pages that were fetched */
	struct sp_final_rows *final_rows;
};

/* The fetch that is kept of a page. */
struct sp_merge_fetch {
	int64_t time;
	/*
	 * To a common number; before redirects are resolved, to a page of the
	 * part.
	 */
	struct sp_redirect redirect;
	uint32_t part;
	bool answered;
	uint8_t state;               /* enum sp_page_state */
	uint32_t captures;           /* by all tasks */
	uint64_t size, digest;
};

struct sp_merge {
	int threads;
	bool by_index;               /* files are read so, in ranges */
	bool snapshots;              /* the parts are whole graphs */
	struct sp_merge_part *parts; /* in the end in the order of the tasks */
	uint64_t count, capacity;
	struct sp_names provenance;
	uint64_t pages;              /* common numbers */
	uint64_t pages_in;
	struct sp_merged_hosts hosts;
	uint32_t *heap;              /* room for the parts */
	const struct sp_name_visitor *named; /* gets names as they are numbered;
					or NULL */
	struct sp_frame_room *room;  /* for those that are read by index */
	/* Of web archives, by common numbers. */
	struct sp_idset *fetched, *used;
	struct sp_merge_fetch *fetches; /* of each of fetched, by rank */
	struct sp_states states;        /* of the pages that stay */
	struct sp_fetches known;        /* of those of them that were fetched */
	/* Of snapshots: links that are not in all of them. */
	struct sp_link_scores changing;
	struct sp_merge_counts counts;
};

static inline bool
sp_merge_flag(const struct sp_merge *merge, enum sp_task_flag flag)
{
	return merge->parts[0].task.flags & (uint32_t)flag;
}

/* Opens a part, or all, and goes to the section of this tag. */
enum sp_status sp_merge_open(struct sp_merge *merge, uint64_t part,
			     uint32_t tag, struct sp_error *err);
enum sp_status sp_merge_open_all(struct sp_merge *merge, uint32_t tag,
				 struct sp_error *err);
void sp_merge_close(struct sp_merge_part *part);
void sp_merge_close_all(struct sp_merge *merge);

/* Puts the path before the message of a failure, and returns its status. */
enum sp_status sp_merge_fail_in(const struct sp_merge_part *part,
				struct sp_error *err);

/* Refuses a part that is not the share of a task: SP_DATA. */
enum sp_status sp_merge_refuse(const struct sp_merge_part *part,
			       struct sp_error *err);

/* Of a part that was added: all of its pages, and it is counted. */
void sp_merge_count_part(struct sp_merge *merge, struct sp_merge_part *part);

/* Is the last part of this import, with the options of the first?  SP_DATA. */
enum sp_status sp_merge_check_alike(struct sp_merge *merge,
				    const struct sp_merge_part *part,
				    const struct sp_names *lines,
				    struct sp_error *err);

/* All parts, each once: puts them in the order of the tasks.  SP_DATA. */
enum sp_status sp_merge_check_all(struct sp_merge *merge,
				  struct sp_error *err);

/* Verifies a part as a whole, and passes its links to the visitor. */
enum sp_status sp_merge_visit(struct sp_merge *merge,
			      struct sp_merge_part *part,
			      const struct sp_graph_visitor *visitor,
			      struct sp_error *err);

/* Counts pages of the host: the last one, or the next. */
enum sp_status sp_merge_count_host(struct sp_merged_hosts *hosts,
				   struct sp_span host, uint64_t pages,
				   struct sp_error *err);

/* ---- by index (range.c) ----------------------------------------------- */

/*
 * Adds a part by what its index leads to: its task, the number of its links,
 * its lines of provenance, which are compared.  Its bytes and checksum identify
 * it from then on.  It is not verified as a whole: see sp_merge_visit().
 */
enum sp_status sp_merge_add_indexed(struct sp_merge *merge, const char *path,
				    struct sp_error *err);

/* Appends the lines of text that frames with this tag have, one each. */
enum sp_status sp_merge_read_lines(struct sp_pick *pick, uint32_t tag,
				   struct sp_names *lines,
				   struct sp_error *err);

/* Makes merge->room, unless it is there; false: no memory. */
bool sp_merge_make_room(struct sp_merge *merge);

/* Opens the file unless it is open, and compares it with bytes and checksum. */
enum sp_status sp_merge_open_indexed(struct sp_merge_part *part,
				     struct sp_error *err);

/* As sp_merge_open(), for the pages of the range. */
enum sp_status sp_merge_open_range(struct sp_merge *merge,
				   struct sp_merge_part *part, uint32_t tag,
				   struct sp_error *err);

/*
 * The first page of the part, from page from on and before page before, whose
 * name is not before the key, or page before.
 */
enum sp_status sp_merge_find_name(struct sp_merge *merge,
				  struct sp_merge_part *part,
				  const struct sp_url_key *key,
				  struct sp_speller *speller,
				  uint64_t from, uint64_t before,
				  uint64_t *page, struct sp_error *err);

/* The file is not what it was when it was added: SP_DATA. */
enum sp_status sp_merge_changed(const struct sp_merge_part *part,
				struct sp_error *err);

/*
 * For web archives, once the pages are numbered: keeps one fetch of each page
 * that was fetched.  Then says whether it is that of the part.
 */
enum sp_status sp_merge_choose(struct sp_merge *merge, struct sp_error *err);
bool sp_merge_keeps(const struct sp_merge *merge, uint32_t part,
		    uint32_t page);

/* The same, and decides which pages stay. */
enum sp_status sp_merge_fetches(struct sp_merge *merge, struct sp_error *err);

/* ---- snapshots -------------------------------------------------------- */

/* The links of a page, a run for each snapshot that has some. */
struct sp_row_runs {
	struct sp_row_run {
		const uint32_t *at, *end;
		uint64_t mask;       /* of the snapshot */
	} runs[SP_SNAPSHOTS_MAX];
	uint64_t ends[SP_SNAPSHOTS_MAX];
	uint32_t count;
	uint32_t *targets;           /* a copy of the links in all runs */
	uint64_t capacity;
};

/* The links up to this place of the row are those of the part. */
void sp_row_runs_add(struct sp_row_runs *runs, uint64_t part, uint64_t end);

/* Keeps the runs of a row that is not normalised yet. */
enum sp_status sp_row_runs_keep(struct sp_row_runs *runs,
				const uint32_t *targets, uint64_t count,
				struct sp_error *err);

/* Adds those links of the row of the page to merge->changing that change. */
enum sp_status sp_merge_note_changes(struct sp_merge *merge,
				     struct sp_row_runs *runs,
				     const struct sp_row *row,
				     struct sp_error *err);

#endif
