/* SPDX-License-Identifier: MIT */
/*
 * A host or domain graph of Common Crawl.  Its files of vertices have the lines
 *
 *	ID<tab>REVERSED_NAME[<tab>HOSTS]
 *
 * with ids 0, 1, 2, ... and names such as com.example.www, and its files of
 * edges FROM<tab>TO, each sorted by source, then by target, as numbers.
 *
 * The files come in parts, each sorted.  Vertices are
 * read part after part; edges are merged by a heap with one entry for each
 * part, so that no edge is sorted or kept: memory is that of the names, the
 * longest row and a buffer for each part.
 *
 * An edge is one key of 64 bits, source above target, so that the order of the
 * heap, the check that a file is sorted, and the page that a row belongs to are
 * comparisons of one number.  Ids are below 2^32, which is checked before a key
 * is used.
 *
 * Vertices must be numbered 0, 1, 2 ...; nothing is looked up by number.  Their
 * names should ascend in the order of the file, which is that of reversed
 * names: where they do, they are distinct, and no dictionary is needed to know
 * that.  Some published graphs have names out of order, and only these pay for
 * one (count_repeats()).
 *
 * Edges of most files are two numbers and a tab, which read_plain_edge() reads
 * without a call; every other line, and one that a buffer cuts, is read again
 * from its start by the scanner, which makes the messages.
 */
#include "formats/import/formats.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "formats/import/cc_paths.h"
#include "web/file/scan.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 60 /* bytes of a bad field in a message */

/* ---- vertices --------------------------------------------------------- */

struct vertex_reader {
	struct sp_names *names;
	struct sp_name_order *order;
	uint64_t count;
	size_t last_length;
	char last[SP_NAME_MAX];   /* name read last, as it is in the file */
	char turned[SP_NAME_MAX];
};

/* A field made fit to show. */
struct shown_field {
	char text[4 * SHOWN + 4];
};

static struct shown_field
show_field(const char *text, size_t length)
{
	struct shown_field shown = { "" };
	size_t used = sp_mask(shown.text, 4 * SHOWN + 1, text,
			      length > SHOWN ? SHOWN : length);

	if (length > SHOWN)
		memcpy(shown.text + used, "...", 4);
	return shown;
}

/*
 * www.example.com of com.example.www, and the other way round.  Both have the
 * same length, and labels are copied whole.
 */
static void
turn_labels(char *turned, const char *name, size_t length)
{
	size_t end = length;

	for (size_t at = 0; at < length;) {
		const char *dot = memchr(name + at, '.', length - at);
		size_t label = dot ? (size_t)(dot - name) - at : length - at;

		end -= label;
		memcpy(turned + end, name + at, label);
		at += label;
		if (!dot)
			break;
		turned[--end] = '.';
		at++;
	}
}

/*
 * The order is that of the reversed names, as they are in the file.  Where it
 * holds, it also shows that names are distinct, without a dictionary of them.
 */
static void
note_order(struct vertex_reader *vertices, const char *name, size_t length)
{
	size_t last_length = vertices->last_length;
	size_t common = length < last_length ? length : last_length;
	int order = memcmp(vertices->last, name, common);

	if (!vertices->count || order < 0 ||
	    (!order && last_length < length))
		return;
	if (!vertices->order->unsorted++)
		vertices->order->first_unsorted = vertices->count;
}

static enum sp_status
add_vertex(struct vertex_reader *vertices, const struct sp_source *source,
	   const char *name, size_t length, struct sp_error *err)
{
	if (!length)
		return sp_source_bad_line(source, err, "the name is empty");
	if (length > SP_NAME_MAX)
		return sp_source_bad_line(source, err, "a name of %zu bytes: "
					  "at most %d are supported", length,
					  SP_NAME_MAX);
	note_order(vertices, name, length);
	if (vertices->count == SP_PAGES_MAX)
		return sp_source_bad_line(source, err, "more than %" PRIu64 " "
					  "vertices are not supported",
					  SP_PAGES_MAX);
	memcpy(vertices->last, name, length);
	vertices->last_length = length;
	vertices->count++;
	turn_labels(vertices->turned, name, length);
	return sp_names_add(vertices->names, vertices->turned, length, err);
}

static enum sp_status
read_vertex(struct vertex_reader *vertices, const struct sp_source *source,
	    const char *line, size_t length, struct sp_error *err)
{
	const char *end = line + length;
	const char *tab = memchr(line, '\t', length), *name, *stop;
	uint64_t id, hosts;

	if (!tab)
		return sp_source_bad_line(source, err, "not an id, a tab and "
					  "a name");
	if (!sp_parse_uint(line, (size_t)(tab - line), &id))
		return sp_source_bad_line(
			source, err,
			"\"%s\" is not a number",
			show_field(line, (size_t)(tab - line)).text);
	/*
	 * Ids are checked, not used: a missing part would shift all pages after
	 * it.
	 */
	if (id != vertices->count)
		return sp_source_bad_line(source, err, "id %" PRIu64 ", where "
					  "%" PRIu64 " should come", id,
					  vertices->count);
	name = tab + 1;
	stop = memchr(name, '\t', (size_t)(end - name));
	if (stop && !sp_parse_uint(stop + 1, (size_t)(end - stop - 1), &hosts))
		return sp_source_bad_line(
			source, err,
			"\"%s\" is not a number of hosts",
			show_field(stop + 1, (size_t)(end - stop - 1)).text);
	return add_vertex(vertices, source, name,
			  (size_t)((stop ? stop : end) - name), err);
}

static enum sp_status
read_vertices(struct vertex_reader *vertices, const struct sp_cc_paths *paths,
	      struct sp_reading *reading, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	if (reading)
		reading->total = sp_files_size(paths->items, paths->count);
	for (uint64_t i = 0; !status && i < paths->count; i++) {
		struct sp_source *source;
		struct sp_span line;

		status = sp_source_open(paths->items[i], &source, err);
		if (!status)
			sp_source_follow(source, reading);
		while (sp_source_next(source, &line, &status, err))
			status = read_vertex(vertices, source, line.text,
					     line.length, err);
		sp_source_close(source);
	}
	return status;
}

/* ---- edges ------------------------------------------------------------ */

/* A file, and its edge that comes next: the source above the target. */
struct edge_file {
	struct sp_scan scan;
	uint64_t key;
};

struct edge_merge {
	struct edge_file *files;
	uint64_t file_count;
	struct edge_file **heap; /* those not at their end, least key first */
	uint64_t count;
	uint64_t pages;
};

/*
 * A line that is "digits tab digits newline", at the current position: nearly
 * all are.  With a whole window at hand it cannot be cut.  For any other line
 * the position is put back, and read_any_edge() decides.
 */
static inline bool
read_plain_edge(struct sp_scan *scan, uint64_t *from, uint64_t *to)
{
	size_t start = scan->at;

	if (scan->end - start >= SP_SCAN_WINDOW &&
	    sp_scan_digits(scan, from) && scan->text[scan->at] == '\t') {
		scan->at++;
		if (sp_scan_digits(scan, to) &&
		    scan->text[scan->at] == '\n') {
			scan->at++;
			scan->line++;
			return true;
		}
	}
	scan->at = start;
	return false;
}

static enum sp_status
read_any_edge(struct sp_scan *scan, uint64_t *from, uint64_t *to,
	      struct sp_error *err)
{
	if (sp_scan_uint(scan, "the source", from, err) ||
	    sp_scan_uint(scan, "the target", to, err))
		return err->status;
	return sp_scan_end_line(scan, err);
}

/* The position is already on the next line. */
static enum sp_status
fail_edge(struct edge_file *file, uint64_t from, uint64_t to, uint64_t pages,
	  struct sp_error *err)
{
	file->scan.line--;
	if (from >= pages || to >= pages)
		return sp_scan_bad(&file->scan, err, "id %" PRIu64 ", but "
				   "there are %" PRIu64 " vertices",
				   (from >= pages ? from : to), pages);
	return sp_scan_bad(&file->scan, err, "edge %" PRIu64 " %" PRIu64 " "
			   "comes after %lu %lu: edges must be sorted by "
			   "number (sort -k1,1n -k2,2n)", from, to,
			   (unsigned long)(file->key >> 32),
			   (unsigned long)(file->key & UINT32_MAX));
}

/* Reads the next edge of the file; *end is set if there is none. */
static enum sp_status
next_edge(struct edge_file *file, uint64_t pages, bool *end,
	  struct sp_error *err)
{
	struct sp_scan *scan = &file->scan;
	uint64_t from, to, key;

	*end = false;
	if (!read_plain_edge(scan, &from, &to)) {
		if (sp_scan_at_end(scan, end, err))
			return err->status;
		if (*end)
			return SP_OK;
		if (read_any_edge(scan, &from, &to, err))
			return err->status;
	}
	/*
	 * Numbers over 32 bits spoil the key, but they are refused before it is
	 * used.  Equal keys may pass: they are duplicates.
	 */
	key = from << 32 | to;
	if (from >= pages || to >= pages || key < file->key)
		return fail_edge(file, from, to, pages, err);
	file->key = key;
	return SP_OK;
}

/* Moves the file at this place of the heap down to where it belongs. */
static void
cc_sift_down(struct edge_merge *merge, uint64_t at)
{
	struct edge_file *file = merge->heap[at];

	for (;;) {
		uint64_t child = 2 * at + 1;

		if (child + 1 < merge->count &&
		    merge->heap[child + 1]->key < merge->heap[child]->key)
			child++;
		if (child >= merge->count ||
		    merge->heap[child]->key >= file->key)
			break;
		merge->heap[at] = merge->heap[child];
		at = child;
	}
	merge->heap[at] = file;
}

static enum sp_status
open_edges(struct edge_merge *merge, const struct sp_cc_paths *paths,
	   struct sp_error *err)
{
	merge->files = sp_alloc_zero(paths->count, sizeof(*merge->files));
	merge->heap = sp_alloc(paths->count, sizeof(struct edge_file *));
	if (!merge->files || !merge->heap)
		return sp_no_memory(err, "files of edges");
	for (uint64_t i = 0; i < paths->count; i++) {
		/*
		 * Counted first, so that close_edges() closes it also after a
		 * failure.
		 */
		struct edge_file *file = &merge->files[merge->file_count++];
		bool end;

		if (sp_scan_open(&file->scan, paths->items[i], NULL, err) ||
		    next_edge(file, merge->pages, &end, err))
			return err->status;
		if (!end)
			merge->heap[merge->count++] = file;
	}
	for (uint64_t i = merge->count / 2; i-- > 0;)
		cc_sift_down(merge, i);
	return SP_OK;
}

static void
close_edges(struct edge_merge *merge)
{
	for (uint64_t i = 0; i < merge->file_count; i++)
		sp_scan_close(&merge->files[i].scan);
	free(merge->files);
	free(merge->heap);
}

/* Goes on to the edge after the one on top of the heap. */
static inline enum sp_status
advance_merge(struct edge_merge *merge, struct sp_error *err)
{
	bool end;

	if (next_edge(merge->heap[0], merge->pages, &end, err))
		return err->status;
	if (end) {
		merge->heap[0] = merge->heap[--merge->count];
		if (!merge->count)
			return SP_OK;
	}
	if (merge->count > 1)
		cc_sift_down(merge, 0);
	return SP_OK;
}

/* ---- rows ------------------------------------------------------------- */

struct edge_row {
	uint32_t *targets;
	uint64_t count, capacity;
};

/* Takes the edges of a page off the merge. */
static enum sp_status
collect_row(struct edge_merge *merge, uint64_t page, struct edge_row *row,
	    uint64_t *duplicates, struct sp_error *err)
{
	row->count = 0;
	while (merge->count && merge->heap[0]->key >> 32 == page) {
		uint32_t target = (uint32_t)merge->heap[0]->key;

		/*
		 * Equal edges of different files are neighbours after the
		 * merge.
		 */
		if (row->count && row->targets[row->count - 1] == target) {
			++*duplicates;
		} else {
			if (!sp_grow(&row->targets, &row->capacity,
				     row->count + 1))
				return sp_no_memory(err, "a row of links");
			row->targets[row->count++] = target;
		}
		if (advance_merge(merge, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
give_rows(struct edge_merge *merge, const struct sp_row_sink *sink,
	  uint64_t *duplicates, struct sp_error *err)
{
	enum sp_status status = sp_rows_begin(sink, merge->pages, err);
	struct edge_row row = { NULL, 0, 0 };
	struct sp_row passed;

	for (uint64_t page = 0; !status && page < merge->pages; page++) {
		status = collect_row(merge, page, &row, duplicates, err);
		if (status)
			break;
		passed = (struct sp_row){ page, row.count, row.targets, NULL };
		if (row.count)
			status = sp_rows_pass(sink, &passed, err);
	}
	free(row.targets);
	return status;
}

/*
 * Counts the names that an earlier page has too.  A dictionary of all names
 * finds the first page of each; it costs memory, but only for graphs whose
 * names are out of order.
 */
static enum sp_status
count_repeats(struct sp_names *names, struct sp_name_order *order,
	      struct sp_error *err)
{
	struct sp_dictionary *dictionary = sp_dictionary_new(names);
	struct sp_name_room room;

	if (!dictionary)
		return sp_no_memory(err, "names");
	for (uint64_t page = 0; page < names->count; page++) {
		struct sp_span name = sp_names_read(names, page, &room);
		uint64_t first = page;

		if (!sp_dictionary_find(dictionary, name.text, name.length,
					&first) ||
		    first == page || order->repeated++)
			continue;
		order->first_repeated = page;
	}
	sp_dictionary_free(dictionary);
	return SP_OK;
}

static enum sp_status
read_all_vertices(const struct sp_import_options *options,
		  struct sp_imported *made, struct sp_error *err)
{
	/* Two names of the greatest length are too much for a stack. */
	struct vertex_reader *vertices = sp_alloc_zero(1, sizeof(*vertices));
	struct sp_cc_paths paths = { NULL, 0, 0 };
	enum sp_status status;

	if (!vertices)
		return sp_no_memory(err, "names");
	vertices->names = &made->names;
	vertices->order = &made->order;
	status = sp_cc_paths_list(&paths, options->vertices,
				  options->vertices_count, "vertices", err);
	if (!status)
		status = read_vertices(vertices, &paths, options->reading,
				       err);
	if (!status && made->order.unsorted)
		status = count_repeats(&made->names, &made->order, err);
	sp_cc_paths_free(&paths);
	free(vertices);
	return status;
}

/*
 * The vertices are an option, the files are those of edges.  Labels of names
 * are put in normal order.
 */
static enum sp_status
read_cc(const struct sp_import_options *options,
	const struct sp_row_sink *sink, struct sp_imported *made,
	struct sp_error *err)
{
	struct edge_merge merge = { .count = 0 };
	struct sp_cc_paths paths = { NULL, 0, 0 };
	enum sp_status status = sp_names_pack(&made->names, err);

	/* A missing list of edges is reported before all names are read. */
	if (!status)
		status = sp_cc_paths_list(&paths, options->paths,
					  options->path_count, "edges", err);
	if (!status)
		status = read_all_vertices(options, made, err);
	merge.pages = made->names.count;
	if (!status)
		status = open_edges(&merge, &paths, err);
	if (!status)
		status = give_rows(&merge, sink, &made->duplicates, err);
	close_edges(&merge);
	sp_cc_paths_free(&paths);
	return status;
}

const struct sp_import_format sp_format_cc = {
	.many_files = true, .has_names = true, .read = read_cc
};
