/* SPDX-License-Identifier: MIT */
/*
 * The files of a merge.  Nothing of a share is kept but its numbers: each step
 * opens the files it needs, goes to one section by reading past what is before,
 * and closes them.  That costs reading, and keeps memory to some MiB a file and
 * 4 bytes a page.
 *
 * A file is verified as a whole when it is added, with the checksums of all
 * frames, before anything is computed from it.  After that, a file that is not
 * what it was (another task, another graph, fewer names) is recognised by
 * comparing it with what was seen then.
 *
 * Shares belong together if they have the same history: one line with the same
 * options and the same version, which stands for every option that shapes a
 * graph, including future ones.  Sections other than those of an import would
 * get lost, so a share with scores is refused.
 */
#include "formats/merge/parts.h"

#include "base/bitset.h"
#include "base/hash.h"
#include "base/memory.h"
#include "stream/section/hosts.h"
#include "stream/section/listing.h"
#include "stream/section/provenance.h"
#include "stream/section/states.h"

#include <stdlib.h>

#define AHEAD_AFTER ((uint64_t)2 << 20)
#define AHEAD_PARTS 16 /* a thread for each part, if these are few */

#define KINDS_OF_IMPORT (SP_SECTION_GRAPH | SP_SECTION_NAMES | \
			 SP_SECTION_HOSTS | SP_SECTION_PROVENANCE)

struct sp_merge *
sp_merge_new(int threads)
{
	struct sp_merge *merge = sp_alloc_zero(1, sizeof(*merge));

	if (merge)
		merge->threads = threads;
	return merge;
}

void
sp_merge_free(struct sp_merge *merge)
{
	if (!merge)
		return;
	sp_merge_close_all(merge);
	for (uint64_t i = 0; i < merge->count; i++) {
		free(merge->parts[i].map);
		free(merge->parts[i].keeps);
		free(merge->parts[i].stays);
		free(merge->parts[i].there);
		sp_pick_close(merge->parts[i].pick);
	}
	sp_frame_room_free(merge->room);
	free(merge->parts);
	free(merge->heap);
	free(merge->fetches);
	sp_idset_free(merge->fetched);
	sp_idset_free(merge->used);
	sp_states_free(&merge->states);
	sp_fetches_free(&merge->known);
	sp_link_scores_free(&merge->changing);
	sp_names_free(&merge->provenance);
	sp_names_free(&merge->hosts.names);
	free(merge->hosts.pages);
	free(merge);
}

uint64_t
sp_merge_pages(const struct sp_merge *merge)
{
	return merge->pages;
}

uint64_t
sp_merge_pages_in(const struct sp_merge *merge)
{
	return merge->pages_in;
}

const struct sp_merged_hosts *
sp_merge_hosts(const struct sp_merge *merge)
{
	return &merge->hosts;
}

/*
 * Hosts are written as runs: pages of a host follow each other in the order of
 * their URLs, so a run a host is all there is, and no number of a host is kept
 * for each page.
 */
enum sp_status
sp_save_merged_hosts(const struct sp_merged_hosts *hosts,
		     const struct sp_names *domains, struct sp_writer *writer,
		     struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_save_strings(writer, SP_TAG_HOSTS,
						&hosts->names, err);

	if (!status && domains->count)
		status = sp_save_strings(writer, SP_TAG_DOMAINS, domains, err);
	if (status)
		return status;
	status = sp_section_begin(&section, writer, SP_TAG_HOST_OF, NULL, 0,
				  err);
	for (uint64_t i = 0; !status && i < hosts->names.count; i++)
		status = sp_save_host_run(&section, i, hosts->pages[i], err);
	return sp_section_close(&section, status, err);
}

uint64_t
sp_merge_identity(const struct sp_merge *merge)
{
	const struct sp_merged_hosts *hosts = &merge->hosts;
	uint8_t bytes[SP_BASIS];
	uint64_t id = merge->pages;

	for (uint64_t i = 0; i < merge->count; i++) {
		sp_basis_store(bytes, &merge->parts[i].task.basis);
		id = sp_hash_seeded(bytes, sizeof(bytes), id);
	}
	for (uint64_t i = 0; i < hosts->names.count; i++) {
		struct sp_span name = sp_names_span(&hosts->names, i);

		id = sp_hash_seeded(name.text, name.length,
				    id ^ hosts->pages[i]);
	}
	return id ? id : 1;
}

const struct sp_states *
sp_merge_states(const struct sp_merge *merge)
{
	return merge->states.pages ? &merge->states : NULL;
}

const struct sp_fetches *
sp_merge_known_fetches(const struct sp_merge *merge)
{
	return merge->count && sp_merge_flag(merge, SP_TASK_BODIES) ?
		       &merge->known : NULL;
}

const struct sp_names *
sp_merge_provenance(const struct sp_merge *merge)
{
	return &merge->provenance;
}

/* ---- files ------------------------------------------------------------ */

enum sp_status
sp_merge_fail_in(const struct sp_merge_part *part, struct sp_error *err)
{
	/* A source names its file itself. */
	return err->status == SP_DATA ? sp_fail_in(err, part->path) :
					err->status;
}

enum sp_status
sp_merge_changed(const struct sp_merge_part *part, struct sp_error *err)
{
	return sp_fail(err, SP_DATA, "%s: the file has changed while it was "
		       "read", part->path);
}

static enum sp_status
parts_read_source(void *context, void *buffer, size_t size, size_t *got,
		  struct sp_error *err)
{
	return sp_source_read(context, buffer, size, got, err);
}

/* Opens the file, as a stream of which nothing was read. */
static enum sp_status
merge_parts_open_part(struct sp_merge *merge, struct sp_merge_part *part,
		      struct sp_error *err)
{
	struct sp_input input;

	if (sp_source_open_raw(part->path, &part->open.source, err))
		return err->status;
	input = (struct sp_input){ .context = part->open.source,
				   .read = parts_read_source };
	part->open.reader = sp_reader_new(&input);
	if (!part->open.reader)
		return sp_no_memory(err, "the reader");
	if (merge->threads > 1 && merge->count <= AHEAD_PARTS)
		sp_reader_ahead(part->open.reader, 1, AHEAD_AFTER);
	return SP_OK;
}

void
sp_merge_close(struct sp_merge_part *part)
{
	sp_pull_free(part->open.pull);
	sp_reader_free(part->open.reader);
	sp_source_close(part->open.source);
	part->open.pull = NULL;
	part->open.reader = NULL;
	part->open.source = NULL;
}

void
sp_merge_close_all(struct sp_merge *merge)
{
	for (uint64_t i = 0; i < merge->count; i++)
		sp_merge_close(&merge->parts[i]);
}

/* Goes to the section in a file that was just opened. */
static enum sp_status
find_section(struct sp_merge_part *part, uint32_t tag, struct sp_error *err)
{
	struct sp_task task = part->task;
	struct sp_span head;
	enum sp_status status;
	bool found = true;

	part->open.pull = sp_pull_new(part->open.reader);
	if (!part->open.pull)
		return sp_no_memory(err, "the reader");
	if (tag == SP_TAG_GRAPH)
		status = sp_pull_graph(part->open.pull, task.basis.graph.pages,
				       err);
	else if (tag == SP_TAG_TASK)
		status = sp_pull_task(part->open.pull, &task, &found, err);
	else
		status = sp_pull_section(part->open.pull, tag, &head, &found,
					 err);
	if (status)
		return sp_merge_fail_in(part, err);
	if (!found || task.number != part->task.number ||
	    !sp_fingerprint_equal(&task.basis.graph,
				  &part->task.basis.graph))
		return sp_merge_changed(part, err);
	return SP_OK;
}

enum sp_status
sp_merge_open(struct sp_merge *merge, uint64_t part, uint32_t tag,
	      struct sp_error *err)
{
	struct sp_merge_part *at = &merge->parts[part];

	if (merge->by_index)
		return sp_merge_open_range(merge, at, tag, err);
	if (merge_parts_open_part(merge, at, err))
		return err->status;
	return find_section(at, tag, err);
}

enum sp_status
sp_merge_open_all(struct sp_merge *merge, uint32_t tag, struct sp_error *err)
{
	for (uint64_t i = 0; i < merge->count; i++)
		if (sp_merge_open(merge, i, tag, err))
			return err->status;
	return SP_OK;
}

/* ---- parts are added -------------------------------------------------- */

void
sp_merge_count_part(struct sp_merge *merge, struct sp_merge_part *part)
{
	part->end = part->task.basis.graph.pages;
	merge->pages_in += part->end;
	merge->counts.links_in += part->task.basis.graph.links;
}

enum sp_status
sp_merge_refuse(const struct sp_merge_part *part, struct sp_error *err)
{
	return sp_fail(err, SP_DATA, "%s: not the share of a task (import it "
		       "with --for-merge; parts of a graph are joined by their "
		       "manifest)", part->path);
}

/* Reads the section of the task, which a part must have. */
static enum sp_status
read_task(struct sp_merge_part *part, struct sp_error *err)
{
	bool found = false;

	part->open.pull = sp_pull_new(part->open.reader);
	if (!part->open.pull)
		return sp_no_memory(err, "the reader");
	if (sp_pull_task(part->open.pull, &part->task, &found, err))
		return sp_merge_fail_in(part, err);
	if (!found)
		return sp_merge_refuse(part, err);
	return SP_OK;
}

/*
 * Refuses what a merge would lose without a word: sections that are not of
 * these kinds, and more than most_tasks that describe a task.
 */
static enum sp_status
check_sections(const struct sp_listing *listing,
	       const struct sp_merge_part *part, unsigned kinds,
	       uint64_t most_tasks, struct sp_error *err)
{
	uint64_t tasks = 0;
	char tag[SP_TAG_TEXT];

	for (uint64_t i = 0; i < listing->count; i++) {
		const struct sp_listed_section *at = &listing->sections[i];

		if (at->tag == SP_TAG_TASK && tasks++ < most_tasks)
			continue;
		if (at->place < SP_KINDS && 1u << at->place & kinds)
			continue;
		return sp_fail(err, SP_DATA, "%s: it has %s (%s), which a "
			       "merge would lose: merge first", part->path,
			       sp_kind_word(at->place),
			       sp_tag_text(at->tag, tag));
	}
	return SP_OK;
}

/* Tasks with other options would give what no single import gives. */
static enum sp_status
parts_check_provenance(struct sp_merge *merge, const struct sp_merge_part *part,
		       const struct sp_names *lines, struct sp_error *err)
{
	const struct sp_names *known = &merge->provenance;
	bool same = lines->count == known->count || merge->count == 1;

	for (uint64_t i = 0; same && i < lines->count; i++) {
		struct sp_span line, other;

		line.text = sp_names_get(lines, i, &line.length);
		if (merge->count == 1) {
			if (sp_names_add_long(&merge->provenance, line.text,
					      line.length, err))
				return err->status;
			continue;
		}
		other.text = sp_names_get(known, i, &other.length);
		same = sp_span_equal(line, other);
	}
	if (!same)
		return sp_fail(err, SP_DATA, "%s: not imported with the "
			       "options and the version of %s (graphdump -s "
			       "provenance shows them)", part->path,
			       merge->parts[0].path);
	return SP_OK;
}

enum sp_status
sp_merge_check_alike(struct sp_merge *merge, const struct sp_merge_part *part,
		     const struct sp_names *lines, struct sp_error *err)
{
	const struct sp_task *first = &merge->parts[0].task;

	if (part->task.tasks != first->tasks)
		return sp_fail(err, SP_DATA, "%s: of task %u of %u, %s is "
			       "of task %u of %u", part->path,
			       part->task.number, part->task.tasks,
			       merge->parts[0].path,
			       first->number, first->tasks);
	if (part->task.flags != first->flags)
		return sp_fail(err, SP_DATA, "%s: not imported with the "
			       "options of %s", part->path,
			       merge->parts[0].path);
	return parts_check_provenance(merge, part, lines, err);
}

static enum sp_status
check_contents(struct sp_merge *merge, struct sp_merge_part *part,
	       const struct sp_contents *contents,
	       const struct sp_listing *listing, struct sp_error *err)
{
	const struct sp_basis *basis = &contents->basis;
	enum sp_status status = check_sections(listing, part, KINDS_OF_IMPORT,
					       1, err);

	if (status)
		return status;
	if (!contents->has_basis ||
	    !sp_fingerprint_equal(&basis->graph, &part->task.basis.graph) ||
	    !sp_fingerprint_equal(&basis->graph, &basis->origin))
		return sp_fail(err, SP_DATA, "%s: not the graph that was "
			       "imported (merge first)", part->path);
	if (!sp_listing_last(listing, SP_TAG_NAMES))
		return sp_fail(err, SP_DATA, "%s: the pages have no names",
			       part->path);
	return sp_merge_check_alike(merge, part,
				    sp_contents_provenance(contents), err);
}

/* Verifies the whole stream, of which nothing but its history is kept. */
static enum sp_status
verify_part(struct sp_merge *merge, struct sp_merge_part *part,
	    const struct sp_graph_visitor *visitor, struct sp_error *err)
{
	struct sp_contents contents = { 0 };
	struct sp_listing listing = { 0 };
	struct sp_load_options how = {
		.want = SP_SECTION_PROVENANCE |
			(visitor ? SP_SECTION_GRAPH : 0u),
		.threads = merge->threads, .listing = &listing,
		.visitor = visitor
	};
	enum sp_status status = sp_load(part->open.reader, &how, &contents,
					err);

	if (status)
		status = sp_merge_fail_in(part, err);
	else
		status = check_contents(merge, part, &contents, &listing, err);
	sp_contents_free(&contents);
	sp_listing_free(&listing);
	return status;
}

enum sp_status
sp_merge_visit(struct sp_merge *merge, struct sp_merge_part *part,
	       const struct sp_graph_visitor *visitor, struct sp_error *err)
{
	enum sp_status status = merge_parts_open_part(merge, part, err);

	if (!status)
		status = verify_part(merge, part, visitor, err);
	sp_merge_close(part);
	return status;
}

/*
 * The file is opened twice: the section of the task, without which nothing can
 * be compared, may come after all others.
 */
enum sp_status
sp_merge_add(struct sp_merge *merge, const char *path, struct sp_error *err)
{
	struct sp_merge_part *part;
	enum sp_status status;

	if (!sp_grow(&merge->parts, &merge->capacity, merge->count + 1))
		return sp_no_memory(err, "the parts");
	part = &merge->parts[merge->count++];
	*part = (struct sp_merge_part){ .path = path };
	status = merge_parts_open_part(merge, part, err);
	if (!status)
		status = read_task(part, err);
	sp_merge_close(part);
	if (!status)
		status = merge_parts_open_part(merge, part, err);
	if (!status)
		status = verify_part(merge, part, NULL, err);
	sp_merge_close(part);
	sp_merge_count_part(merge, part);
	return status;
}

/* ---- snapshots -------------------------------------------------------- */

static enum sp_status
add_lines(struct sp_merge *merge, const struct sp_names *lines,
	  struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < lines->count; i++) {
		struct sp_span line;

		line.text = sp_names_get(lines, i, &line.length);
		status = sp_names_add_long(&merge->provenance, line.text,
					   line.length, err);
	}
	return status;
}

/*
 * A page that is gone is known, from a link or a list, but not there.  Other
 * pages that were not fetched may be: a failure may be over in an hour, and
 * robots.txt or the crawl's own rules say nothing of whether there is a page.
 */
static enum sp_status
note_there(struct sp_merge_part *part, const struct sp_states *states,
	   struct sp_error *err)
{
	uint64_t counts[SP_PAGE_STATES];

	if (!states)
		return SP_OK;
	sp_states_count(states, counts);
	if (!counts[SP_PAGE_GONE])
		return SP_OK;
	part->there = sp_bitset_new(states->pages);
	if (!part->there)
		return sp_no_memory(err, "the pages that are there");
	for (uint64_t page = 0; page < states->pages; page++)
		if (states->state_of[page] != SP_PAGE_GONE)
			sp_bit_set(part->there, page);
	return SP_OK;
}

/*
 * Without a page that is there, the number of snapshots could not be read from
 * the masks of pages.
 */
static enum sp_status
take_snapshot(struct sp_merge *merge, struct sp_merge_part *part,
	      const struct sp_contents *contents,
	      const struct sp_listing *listing, struct sp_error *err)
{
	uint64_t pages = contents->basis.graph.pages;

	if (sp_listing_last(listing, SP_TAG_TASK))
		return sp_fail(err, SP_DATA, "%s: the share of a task, not a "
			       "graph (merge the shares first)", part->path);
	if (check_sections(listing, part, KINDS_OF_IMPORT | SP_SECTION_STATES |
			   SP_SECTION_FETCHES, 0, err))
		return err->status;
	if (!contents->has_basis)
		return sp_fail(err, SP_DATA, "%s: no graph", part->path);
	if (!sp_listing_last(listing, SP_TAG_NAMES))
		return sp_fail(err, SP_DATA, "%s: the pages have no names",
			       part->path);
	part->task.basis = contents->basis;
	if (note_there(part, sp_contents_states(contents), err))
		return err->status;
	if (!pages || (part->there && sp_bit_next(part->there, 0, pages) >=
					      pages))
		return sp_fail(err, SP_DATA, "%s: no page is there%s",
			       part->path, pages ? ", all are gone" : "");
	return add_lines(merge, sp_contents_provenance(contents), err);
}

enum sp_status
sp_merge_add_snapshot(struct sp_merge *merge, const char *path,
		      struct sp_error *err)
{
	struct sp_contents contents = { 0 };
	struct sp_listing listing = { 0 };
	struct sp_load_options how = {
		.want = SP_SECTION_PROVENANCE | SP_SECTION_STATES,
		.threads = merge->threads, .listing = &listing
	};
	struct sp_merge_part *part;
	enum sp_status status;

	if (!sp_grow(&merge->parts, &merge->capacity, merge->count + 1))
		return sp_no_memory(err, "the snapshots");
	part = &merge->parts[merge->count++];
	*part = (struct sp_merge_part){ .path = path };
	merge->snapshots = true;
	status = merge_parts_open_part(merge, part, err);
	if (!status) {
		status = sp_load(part->open.reader, &how, &contents, err);
		if (status)
			status = sp_merge_fail_in(part, err);
		else
			status = take_snapshot(merge, part, &contents,
					       &listing, err);
	}
	sp_merge_close(part);
	sp_contents_free(&contents);
	sp_listing_free(&listing);
	sp_merge_count_part(merge, part);
	return status;
}
