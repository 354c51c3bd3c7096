/* SPDX-License-Identifier: MIT */
/*
 * Links between numbers.  Text comes in pieces of some megabytes.  Each is cut
 * at line ends into smaller ones, which threads parse into arrays of ids; then
 * one thread adds these to the graph in the order of the text.  The order keeps
 * the result, and the line of an error, independent of the number of threads.
 *
 *	source -> text -> pieces -> sp_arc_parse() -> sp_idlinks_add()
 *	                  (threads, while one      (in order)
 *	                   reads the next text)
 *
 * Reading overlaps with parsing.  Adding waits for the next text, because only
 * then is it known whether the file ends here (see below).
 *
 * Whether ids are sparse (large numbers, few of them) decides how they are
 * renumbered, and it must be known before the first link is added.  A file that
 * is one text shows it at once (announce_all()); of a longer one, idlinks finds
 * out as links come.
 *
 * Memory: two texts, and for each thread two pieces with the arcs in them; none
 * of it grows with the file.
 */
#include "formats/import/arcs_parts.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pieces a thread, so that threads end at about the same time. */
#define PIECES_PER_THREAD 2
#define SMALLEST_PIECE SP_BUFFER((size_t)64 << 10, (size_t)16)

/* Arcs between ids, on their way from the text to the graph. */
struct arc_reader {
	struct sp_arcs_import *import;
	struct sp_arc_format format;
	char limit_text[96];
	struct sp_idlinks *ids;
	struct sp_arc_piece *pieces;
	int piece_count;           /* allocated */
	int piece_used;            /* of the text at hand */
	bool wide;                 /* the text before had ids of 64 bits */
};

/*
 * result->ids is above the largest id, by which names that are too many are
 * found.
 */
static enum sp_status
feed_piece(struct arc_reader *reader, const struct sp_arc_piece *piece,
	   struct sp_error *err)
{
	bool weighted = reader->format.weight_column != 0;
	struct sp_id_links links = {
		piece->runs, piece->run_count, piece->arcs, piece->max_id,
		piece->wide ? NULL : piece->targets,
		piece->wide ? piece->wide_targets : NULL,
		weighted ? piece->weights : NULL
	};

	if (sp_idlinks_add(reader->ids, &links, err))
		return sp_fail_in(err,
				  sp_source_name(reader->import->source));
	reader->import->result->arcs += piece->arcs;
	if (piece->arcs && piece->max_id >= reader->import->result->ids)
		reader->import->result->ids = piece->max_id + 1;
	return SP_OK;
}

/*
 * Cuts the text into pieces of whole lines.  Each piece but the last has at
 * least size bytes, and size is above length / piece_count, so that piece_count
 * pieces are enough.  The text ends with a newline, so that memchr() finds one.
 */
static void
cut_text(struct arc_reader *reader, const char *text, size_t length)
{
	const char *end = text + length;
	size_t size = length / (size_t)reader->piece_count + 1;

	if (size < SMALLEST_PIECE)
		size = SMALLEST_PIECE;
	reader->piece_used = 0;
	while (text < end) {
		struct sp_arc_piece *piece =
			&reader->pieces[reader->piece_used++];
		const char *stop = end;

		if ((size_t)(end - text) > size)
			stop = (const char *)memchr(
				       text + size - 1, '\n',
				       (size_t)(end - text) - size + 1) + 1;
		piece->text = text;
		piece->end = stop;
		piece->wide = reader->wide;
		text = stop;
	}
}

/* A text, and how getting it went. */
struct next_text {
	const char *text;
	size_t length;
	struct sp_error err;
	enum sp_status status;
};

/*
 * Parses the pieces in threads while one of them reads the next text.  A single
 * thread reads last, so that what it parses is still in its cache.
 */
static void
parse_and_read(struct arc_reader *reader, struct next_text *next)
{
	int threads = reader->import->sort.threads;
	int pieces = reader->piece_used;
	/*
	 * Turn 0 goes to the first thread that is free, so reading begins at
	 * once.
	 */
	int reading = threads > 1 ? 0 : pieces;

#pragma omp parallel for num_threads(threads) schedule(dynamic)
	for (int i = 0; i <= pieces; i++) {
		if (i == reading)
			next->status = sp_source_lines(
				reader->import->source, &next->text,
				&next->length, &next->err);
		else
			sp_arc_parse(&reader->format,
				     &reader->pieces[i - (i > reading)]);
	}
}

/*
 * Parses a text, and gets the next one; fails by the first line that is wrong,
 * or else if there is no next one.
 */
static enum sp_status
arcs_ids_parse_text(struct arc_reader *reader, struct next_text *at,
		    struct sp_error *err)
{
	bool wide = false;

	cut_text(reader, at->text, at->length);
	parse_and_read(reader, at);
	for (int i = 0; i < reader->piece_used; i++) {
		const struct sp_arc_piece *piece = &reader->pieces[i];

		/*
		 * Lines of earlier pieces are all counted here, so that the
		 * number is the one in the file even though pieces were read in
		 * parallel.
		 */
		reader->import->lines += piece->lines;
		wide = wide || piece->wide;
		if (!piece->status)
			continue;
		*err = piece->err;
		return piece->status == SP_DATA ?
			       sp_arcs_fail_at(reader->import,
					       reader->import->lines, err) :
			       piece->status;
	}
	/* Wide ids seldom come alone. */
	reader->wide = wide;
	if (!at->status)
		return SP_OK;
	*err = at->err;
	return sp_source_long_line(reader->import->source,
				   reader->import->lines + 1, err);
}

/*
 * The text at hand is all there is, so that sparse ids can be recognised before
 * any link is added.
 */
static enum sp_status
announce_all(struct arc_reader *reader, struct sp_error *err)
{
	uint64_t largest = 0, arcs = 0;

	for (int i = 0; i < reader->piece_used; i++) {
		if (reader->pieces[i].max_id > largest)
			largest = reader->pieces[i].max_id;
		arcs += reader->pieces[i].arcs;
	}
	return sp_idlinks_expect(reader->ids, largest, arcs, err);
}

/*
 * Pieces of a text are added before the next one is parsed, because that reuses
 * their memory.
 */
static enum sp_status
read_ids(struct arc_reader *reader, const char *text, size_t length,
	 struct sp_error *err)
{
	struct next_text at = { .text = text, .length = length };
	bool first = true;

	while (at.length) {
		if (arcs_ids_parse_text(reader, &at, err))
			return err->status;
		/*
		 * The next text is there before this one is added: the pieces
		 * have copies of all they need, and a file that ends here has
		 * then been seen whole.
		 */
		if (first && !at.length && announce_all(reader, err))
			return err->status;
		first = false;
		for (int i = 0; i < reader->piece_used; i++)
			if (feed_piece(reader, &reader->pieces[i], err))
				return err->status;
	}
	return SP_OK;
}

static enum sp_status
start_ids(struct arc_reader *reader, struct sp_error *err)
{
	static const char other_names[] = " (are they of another graph?)";
	const struct sp_arcs_options *options = reader->import->options;
	struct sp_arc_format *format = &reader->format;

	/*
	 * Ids are page numbers when names are given: an id without a name is an
	 * error of the line where it stands.  Without names and without dense,
	 * ids are renumbered and have no limit.
	 */
	if (options->names) {
		format->limit = options->names->count;
		snprintf(reader->limit_text, sizeof(reader->limit_text),
			 "there are only %" PRIu64 " names", format->limit);
		/* Ids from 1 exceed their names by one at most. */
		format->limit_advice[0] = format->base1 ? other_names :
				" (if ids start at 1, give --base1)";
		format->limit_advice[1] = other_names;
		format->limit_text = reader->limit_text;
	} else if (options->dense) {
		format->limit = SP_PAGES_MAX;
		snprintf(reader->limit_text, sizeof(reader->limit_text),
			 "at most %" PRIu64 " pages are supported",
			 SP_PAGES_MAX);
		format->limit_text = reader->limit_text;
	}
	reader->piece_count = reader->import->sort.threads * PIECES_PER_THREAD;
	reader->pieces = sp_alloc_zero((uint64_t)reader->piece_count,
				       sizeof(*reader->pieces));
	reader->ids = sp_idlinks_new(&reader->import->sort,
				     !options->dense && !options->names);
	if (!reader->pieces || !reader->ids)
		return sp_no_memory(err, "links");
	return SP_OK;
}

/*
 * Where ids are not the page numbers, they become the names, so that results
 * can be read in the terms of the file.
 */
static enum sp_status
name_pages(struct arc_reader *reader, struct sp_error *err)
{
	struct sp_names *names = &reader->import->result->names;
	uint64_t id;

	while (sp_idlinks_next(reader->ids, &id)) {
		char text[20];
		size_t length = sp_format_uint(text, id +
						     reader->format.base1);

		if (sp_names_add(names, text, length, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
finish_ids(struct arc_reader *reader, struct sp_error *err)
{
	struct sp_arcs_import *import = reader->import;
	const struct sp_names *names = import->options->names;

	if (sp_idlinks_finish(reader->ids, names ? names->count : 0,
			      &import->made, err) ||
	    name_pages(reader, err))
		return sp_fail_in(err, sp_source_name(import->source));
	return SP_OK;
}

/* Called before the links are sorted as well as at the end. */
static void
free_pieces(struct arc_reader *reader)
{
	for (int i = 0; i < reader->piece_count && reader->pieces; i++)
		sp_arc_piece_free(&reader->pieces[i]);
	free(reader->pieces);
	reader->pieces = NULL;
}

enum sp_status
sp_arcs_import_ids(struct sp_arcs_import *import, const char *text,
		   size_t length, struct sp_error *err)
{
	struct arc_reader reader = { .import = import,
				     .format = import->format };
	enum sp_status status = start_ids(&reader, err);

	if (!status)
		status = read_ids(&reader, text, length, err);
	/* The graph needs the memory. */
	free_pieces(&reader);
	if (!status)
		status = finish_ids(&reader, err);
	sp_idlinks_free(reader.ids);
	return status;
}
