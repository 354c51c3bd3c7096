/* SPDX-License-Identifier: MIT */
/*
 * task.h - the section of a task: which part of the input a stream was made
 * from, and what the merge of all parts has to decide.
 *
 * Head: basis, number of the task from 0, number of tasks, flags, 0 (4 bytes
 * each).  Data, for web archives: what was kept of each page that was fetched,
 * pages ascending.  A record: page, page that it redirects to or 2^32 - 1 (4
 * bytes each), time (8), answered + 2 * state (1; graph/states.h); with
 * SP_TASK_BODIES also captures (4), size and digest (8 each; graph/fetches.h).
 *
 * The section is optional, and of no kind in the table of kinds.h: filters pass
 * it on, and drop it if they change links.  Only graphmerge reads it, with
 * lib/stream/section/pull.h.
 */
#ifndef SP_STREAM_SECTION_TASK_H
#define SP_STREAM_SECTION_TASK_H

#include "graph/names.h"
#include "graph/states.h"
#include "stream/section/pull.h"

#define SP_TAG_TASK SP_TAG('t', 'a', 's', 'K')

enum sp_task_flag {
	SP_TASK_ARCHIVES = 1,     /* there is a record for each page fetched */
	SP_TASK_FIRST = 2,        /* keep the first fetch of a page */
	SP_TASK_FETCHED_ONLY = 4, /* drop pages that were not fetched */
	SP_TASK_FOLD = 8,         /* a page that redirects is where it ends */
	SP_TASK_BODIES = 16       /* records say what came, and how often */
};

/*
 * Most bytes of a frame of a share: a merge by tasks has one of each of
 * thousands of shares in memory, and searches names frame by frame.  This makes
 * shares of a generated crawl 1 to 3 % larger than frames of 1 MiB would.
 */
#define SP_TASK_FRAME ((size_t)64 << 10)

struct sp_task {
	uint32_t number, tasks, flags;
	struct sp_basis basis;
};

struct sp_task_record {
	uint32_t page, redirect;  /* UINT32_MAX: it does not redirect */
	int64_t time;
	bool answered;
	enum sp_page_state state; /* not SP_PAGE_UNFETCHED */
	/* With SP_TASK_BODIES. */
	uint32_t captures;
	uint64_t size, digest;
};

/* Writes the names of the pages, as sp_save_names() in smaller frames. */
enum sp_status sp_task_save_names(struct sp_writer *writer,
				  const struct sp_names *names,
				  struct sp_error *err);

/* Begins the section, after the graph; sp_section_close() ends it. */
enum sp_status sp_task_begin(struct sp_section *section,
			     struct sp_writer *writer,
			     const struct sp_task *task, struct sp_error *err);
enum sp_status sp_task_add(struct sp_section *section,
			   const struct sp_task *task,
			   const struct sp_task_record *record,
			   struct sp_error *err);

/* Reads the head of the section.  SP_DATA. */
enum sp_status sp_task_load(struct sp_span head, struct sp_task *task,
			    struct sp_error *err);

/*
 * Goes to the section of a task, and reads its head; *found is false if there
 * is none.  Then reads its records to the visitor.  SP_DATA for a section that
 * is not valid, such as records out of order or of pages that the graph does
 * not have; SP_IO; SP_MEMORY; or what the visitor returns.
 */
enum sp_status sp_pull_task(struct sp_pull *pull, struct sp_task *task,
			    bool *found, struct sp_error *err);

struct sp_task_visitor {
	void *context;
	enum sp_status (*record)(void *context,
				 const struct sp_task_record *record,
				 struct sp_error *err);
};
enum sp_status sp_pull_task_records(struct sp_pull *pull,
				    const struct sp_task *task,
				    const struct sp_task_visitor *visitor,
				    struct sp_error *err);

#endif
