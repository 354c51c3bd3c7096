/* SPDX-License-Identifier: MIT */
/*
 * bounds.c - which pages each process owns.
 *
 * Every process computes the same bounds from the index, which all have read,
 * so nothing has to be exchanged.  The links are not known before the blocks
 * are decoded, but a stored byte stands for about BYTE_LINKS of them, and a
 * page costs something without links, too: sums, norms, vectors.  That is
 * enough to give processes about the same work; the exact numbers would need a
 * pass over the graph.
 *
 * Bounds are blocks.  Where a process would have many frames, bounds are put
 * between frames, so that no frame is decompressed by two processes; with few
 * frames that would be too coarse, and a bound goes inside, in proportion to
 * the work.
 */
#include "cluster/files/input.h"

/* On the way to the bounds of processes. */
struct sp_joint_bounds {
	uint64_t *first_of;
	unsigned size;
	uint64_t work, stretches; /* of the whole graph */
	uint64_t passed;          /* work so far */
	unsigned next;            /* bound that is set next */
	bool by_frame;            /* bounds are where frames begin */
};

/*
 * How much work the pages of a frame are: known before anything is read, and
 * about their links and 4 for each page.  A stored byte is some three links.
 */
#define BYTE_LINKS 3
#define PAGE_LINKS 4

/* With fewer frames for each process, bounds are inside frames. */
#define FRAMES_EACH 64

/* Pages that have their links in one frame, and the work that they are. */
struct stretch {
	uint64_t first, end; /* pages */
	uint64_t work;
};

/* Visits the stretches of the graph in the order of the pages. */
typedef void visit_stretch(void *context, const struct stretch *stretch);

/*
 * The work of a frame counts for the pages that are taken from it: a part of a
 * graph may have a frame of which it owns only some pages.  One without any is
 * skipped before the division by entry->count.
 */
static void
visit_file(const struct sp_joint_file *file, visit_stretch *visit,
	   void *context)
{
	for (uint64_t i = file->graph_head + 1; i < file->graph_tail; i++) {
		const struct sp_entry *entry =
			sp_indexed_entry(file->indexed, i);
		struct stretch stretch = { entry->first,
					   entry->first + entry->count, 0 };
		uint64_t bytes = sp_indexed_size(file->indexed, i), pages;

		/* A frame without pages goes on with the block before. */
		while (i + 1 < file->graph_tail &&
		       !sp_indexed_entry(file->indexed, i + 1)->count)
			bytes += sp_indexed_size(file->indexed, ++i);
		if (stretch.first < file->first)
			stretch.first = file->first;
		if (stretch.end > file->end)
			stretch.end = file->end;
		if (stretch.first >= stretch.end)
			continue;
		pages = stretch.end - stretch.first;
		stretch.work = pages * PAGE_LINKS +
			       (uint64_t)((double)bytes * BYTE_LINKS *
					  (double)pages /
					  (double)entry->count);
		visit(context, &stretch);
	}
}

static void
visit_all(const struct sp_joint_input *input, visit_stretch *visit,
	  void *context)
{
	for (uint64_t i = 0; i < input->file_count; i++)
		visit_file(&input->files[i], visit, context);
}

static void
add_work(void *context, const struct stretch *stretch)
{
	struct sp_joint_bounds *bounds = context;

	bounds->work += stretch->work;
	bounds->stretches++;
}

/*
 * Sets the bounds that lie where the work so far passes their share of it.  One
 * stretch may contain several bounds, if a frame is more than the share of a
 * process.  goal is computed from quotient and rest, because work * k may not
 * fit 64 bits.
 */
static void
set_bounds(void *context, const struct stretch *stretch)
{
	struct sp_joint_bounds *bounds = context;
	uint64_t size = bounds->size, pages = stretch->end - stretch->first;

	for (; bounds->next < size; bounds->next++) {
		uint64_t k = bounds->next, at = stretch->first;
		uint64_t goal = bounds->work / size * k +
				bounds->work % size * k / size;

		if (goal >= bounds->passed + stretch->work)
			break;
		if (!bounds->by_frame)
			at += (uint64_t)((double)(goal - bounds->passed) /
					 (double)stretch->work *
					 (double)pages);
		/* Rounded to whole blocks, but not below the stretch. */
		at -= at % SP_BLOCK_PAGES;
		bounds->first_of[k] = at < stretch->first ? stretch->first :
							    at;
	}
	bounds->passed += stretch->work;
}

/*
 * Bounds that no stretch sets stay at the end of the graph: processes that are
 * too many own nothing.
 */
void
sp_joint_bound(const struct sp_joint_input *input, unsigned size,
	       uint64_t *first_of)
{
	struct sp_joint_bounds bounds = { .first_of = first_of, .size = size,
					  .next = 1 };

	for (unsigned k = 0; k <= size; k++)
		first_of[k] = k ? input->basis.graph.pages : 0;
	visit_all(input, add_work, &bounds);
	bounds.by_frame = bounds.stretches / FRAMES_EACH >= size;
	visit_all(input, set_bounds, &bounds);
}
