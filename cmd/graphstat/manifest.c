/* SPDX-License-Identifier: MIT */
/*
 * The manifest of parts that were made one by one: graphstat --manifest.
 *
 * Every part is read in full, and its links and names are checked to be of its
 * own pages.  Parts are compared with the first one: pages, hosts, the number
 * of parts and their identity have to be the same.  They are read through
 * visitors, block by block, so that a part may be larger than the memory.
 * What graphmerge refuses to join is refused here, where it can still be made
 * anew: sections that only some parts have, and fetches by several clocks.
 *
 * Hosts are compared by a checksum of all that is known of them, which is
 * enough for parts of one run and takes 8 bytes a part; it never leaves the
 * run.  So is their provenance: parts that were pruned have the identity of
 * those that were not.
 *
 * The manifest is written only if all parts are there, each number once:
 * otherwise the missing part would be noticed hours later, when the graph is
 * read.
 */
#include "graphstat.h"

#include "base/hash.h"
#include "base/memory.h"
#include "graph/store.h"
#include "stream/section/fetches.h"
#include "stream/section/hosts.h"
#include "stream/section/manifest.h"
#include "stream/section/names.h"
#include "stream/section/provenance.h"
#include "stream/section/states.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What is known of a part after it was read. */
struct seen_part {
	const char *file;
	struct sp_part part;
	struct sp_basis basis;
	uint64_t bytes, hosts;  /* hosts: a checksum of them; 0: none */
	uint64_t provenance;    /* likewise */
	bool names, weights, states, fetches;
	enum sp_fetch_clock clock; /* of the fetches */
};

/* A part that is being read. */
struct reading {
	struct cmd *cmd;
	struct sp_contents contents;
	struct seen_part *seen;
	uint64_t pages;
};

/* ---- one part --------------------------------------------------------- */

static enum sp_status
manifest_part_begin(void *context, uint64_t pages, bool weighted,
		    struct sp_error *err)
{
	struct reading *reading = context;
	const struct sp_part *part = sp_contents_part(&reading->contents);

	if (!part)
		return sp_fail(err, SP_DATA, "not a part of a graph: it does "
			       "not say which (graphgen --part and graphimport "
			       "--parts make parts)");
	/* The numbers of pages are compared at the end of the stream. */
	reading->seen->part = *part;
	reading->seen->weights = weighted;
	reading->pages = pages;
	return SP_OK;
}

/*
 * Blocks are groups of pages, and parts begin and end at whole blocks: a block
 * is of this part or it has no links.
 */
static enum sp_status
part_blocks(void *context, const struct sp_graph *graph, uint64_t first,
	    uint64_t last, struct sp_error *err)
{
	const struct reading *reading = context;
	const struct sp_part *part = &reading->seen->part;

	for (uint64_t block = first; block < last; block++) {
		uint64_t page = block * SP_BLOCK_PAGES;

		if ((page < part->first || page >= part->end) &&
		    sp_graph_block_links(graph, block))
			return sp_fail(err, SP_DATA, "links of the pages from "
				       "%" PRIu64 " on, which are not of this "
				       "part (%" PRIu64 " to %" PRIu64 ")",
				       page, part->first, part->end);
	}
	return sp_graph_verify_blocks(graph, first, last,
				      reading->cmd->threads, err);
}

static enum sp_status
part_end(void *context, const struct sp_basis *basis, struct sp_error *err)
{
	struct reading *reading = context;

	(void)err;
	reading->seen->basis = *basis;
	return SP_OK;
}

static enum sp_status
part_weights(void *context, const double *values, uint64_t count,
	     struct sp_error *err)
{
	(void)context;
	(void)values;
	(void)count;
	(void)err;
	return SP_OK;
}

static enum sp_status
part_weights_end(void *context, struct sp_error *err)
{
	(void)context;
	(void)err;
	return SP_OK;
}

static enum sp_status
part_name(void *context, uint64_t page, const char *name, size_t length,
	  struct sp_error *err)
{
	struct reading *reading = context;

	(void)page;
	(void)name;
	(void)length;
	(void)err;
	reading->seen->names = true;
	return SP_OK;
}

static void
add_names(struct sp_hasher *hasher, const struct sp_names *names)
{
	for (uint64_t i = 0; i < names->count; i++) {
		size_t length;
		const char *name = sp_names_get(names, i, &length);

		sp_hasher_add(hasher, &length, sizeof(length));
		sp_hasher_add(hasher, name, length);
	}
}

/* A checksum of all that is known of hosts; for this run alone. */
static enum sp_status
manifest_sum_hosts(struct reading *reading)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&reading->contents);
	struct sp_hasher *hasher;

	if (!hosts)
		return SP_OK;
	hasher = sp_hasher_new();
	if (!hasher)
		return sp_no_memory(&reading->cmd->err, "a checksum");
	add_names(hasher, &hosts->names);
	add_names(hasher, &hosts->domains);
	sp_hasher_add(hasher, hosts->host_of,
		      hosts->pages * sizeof(*hosts->host_of));
	reading->seen->hosts = sp_hasher_value(hasher) | 1;
	sp_hasher_free(hasher);
	return SP_OK;
}

/*
 * A checksum of the filters and their options; what they have found, after
 * " # ", is that of each part.
 */
static uint64_t
manifest_sum_provenance(const struct sp_names *lines)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < lines->count; i++) {
		struct sp_span line = sp_names_span(lines, i);
		const char *found = memmem(line.text, line.length, " # ", 3);

		if (found)
			line.length = (size_t)(found - line.text);
		sum = sp_hash_seeded(line.text, line.length, sum);
	}
	return sum;
}

static enum sp_status
graphstat_manifest_read_part(struct cmd *cmd, const char *path,
			     struct seen_part *seen)
{
	struct reading reading = { .cmd = cmd, .seen = seen };
	struct sp_graph_visitor visitor = { &reading,	  manifest_part_begin,
					    part_blocks,  part_end,
					    part_weights, part_weights_end };
	struct sp_name_visitor names = { &reading, part_name };
	struct sp_listing listing = { 0 };
	struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | SP_SECTION_WEIGHTS |
			SP_SECTION_HOSTS | SP_SECTION_NAMES |
			SP_SECTION_PROVENANCE | SP_SECTION_PART,
		.visitor = &visitor, .names = &names, .listing = &listing
	};
	struct stat info;
	enum sp_status status;

	seen->file = path;
	if (!strcmp(path, "-"))
		return sp_fail(&cmd->err, SP_USAGE, "option --manifest: parts "
			       "are files, not standard input");
	/* Its name would mean nothing later.  What is missing fails below. */
	if (!stat(path, &info) && !S_ISREG(info.st_mode))
		return sp_fail(&cmd->err, SP_USAGE, "%s: not a file: a "
			       "manifest lists parts by the names of their "
			       "files", path);
	status = cmd_load(cmd, path, &load, &reading.contents);
	if (!status && !sp_contents_fingerprint(&reading.contents))
		status = cmd_no_graph(cmd, path);
	seen->bytes = listing.bytes;
	if (!status)
		status = manifest_sum_hosts(&reading);
	seen->provenance = manifest_sum_provenance(
		sp_contents_provenance(&reading.contents));
	seen->states = sp_listing_last(&listing, SP_TAG_STATES);
	seen->fetches = sp_contents_fetch_clock(&reading.contents,
						&seen->clock);
	sp_listing_free(&listing);
	sp_contents_free(&reading.contents);
	return status;
}

/* ---- all of them ------------------------------------------------------ */

/* How a part differs from the first, or NULL. */
static const char *
difference(const struct seen_part *a, const struct seen_part *b)
{
	if (a->part.pages != b->part.pages)
		return "pages";
	if (a->part.count != b->part.count)
		return "number of parts";
	if (a->hosts != b->hosts)
		return "hosts";
	if (a->names != b->names)
		return "sections: only one has names";
	if (a->weights != b->weights)
		return "sections: only one has weights";
	if (a->states != b->states)
		return "sections: only one has states";
	if (a->fetches != b->fetches)
		return "sections: only one has fetches";
	if (a->clock != b->clock)
		return "clock of fetches";
	if (a->part.id != b->part.id)
		return "identity (other options, or another import)";
	if (a->provenance != b->provenance)
		return "provenance (other filters or options)";
	return NULL;
}

static enum sp_status
manifest_compare_parts(struct cmd *cmd, const struct seen_part *parts,
		       uint64_t count)
{
	for (uint64_t i = 1; i < count; i++) {
		const char *what = difference(parts, &parts[i]);

		if (what)
			return sp_fail(&cmd->err, SP_DATA, "%s: of another "
				       "graph than %s: not the same %s",
				       parts[i].file, parts->file, what);
	}
	return SP_OK;
}

static int
manifest_compare_numbers(const void *a, const void *b)
{
	const struct seen_part *x = a, *y = b;

	if (x->part.number != y->part.number)
		return x->part.number < y->part.number ? -1 : 1;
	return strcmp(x->file, y->file);
}

/*
 * Sorts the parts; each number is there once.  Doubles are looked for before
 * gaps: with one part given twice, another is missing as well, and the first
 * says what the mistake was.
 */
static enum sp_status
sort_parts(struct cmd *cmd, struct seen_part *parts, uint64_t count)
{
	uint64_t all = parts->part.count;

	qsort(parts, count, sizeof(*parts), manifest_compare_numbers);
	for (uint64_t i = 1; i < count; i++)
		if (parts[i].part.number == parts[i - 1].part.number)
			return sp_fail(&cmd->err, SP_DATA, "%s: part "
				       "%" PRIu64 " of %" PRIu64 ", as %s is",
				       parts[i].file,  parts[i].part.number,
				       all, parts[i - 1].file);
	for (uint64_t i = 0; i < all; i++)
		if (i >= count || parts[i].part.number != i)
			return sp_fail(&cmd->err, SP_DATA, "part %" PRIu64 " "
				       "of %" PRIu64 " is missing (they count "
				       "from 0)", i, all);
	return SP_OK;
}

/*
 * The name of a file in a manifest, which is where -o says, or else in the
 * folder in which the filter runs; NULL if it cannot be said.  A manifest is
 * moved together with its parts, so names are relative to its folder where
 * they can be.
 */
static const char *
manifest_name_of(const struct cmd *cmd, const char *file)
{
	const char *slash = cmd->output ? strrchr(cmd->output, '/') : NULL;
	size_t folder = slash ? (size_t)(slash + 1 - cmd->output) : 0;

	if (!strncmp(file, cmd->output ? cmd->output : "", folder) &&
	    file[folder] != '/')
		return file + folder;
	return *file == '/' ? file : NULL;
}

static enum sp_status
list_parts(struct cmd *cmd, const struct seen_part *parts, uint64_t count,
	   struct sp_manifest *manifest)
{
	for (uint64_t i = 0; i < count; i++) {
		const char *name = manifest_name_of(cmd, parts[i].file);
		struct sp_manifest_part part = {
			.file = (char *)(uintptr_t)name,
			.first = parts[i].part.first,
			.end = parts[i].part.end, .basis = parts[i].basis,
			.bytes = parts[i].bytes
		};

		if (!name)
			return sp_fail(&cmd->err, SP_USAGE, "%s: files are "
				       "named from the folder of the manifest: "
				       "run graphstat there, or give whole "
				       "paths", parts[i].file);
		if (sp_manifest_add(manifest, &part, &cmd->err))
			return sp_fail_in(&cmd->err, parts[i].file);
	}
	return sp_manifest_complete(manifest, &cmd->err);
}

static enum sp_status
write_manifest(struct cmd *cmd, const struct sp_manifest *manifest)
{
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, false);
	struct sp_output bytes;
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	bytes = cmd_output_bytes(output);
	status = sp_manifest_write(manifest, &bytes, &cmd->err);
	if (!status)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	return status;
}

static enum sp_status
make_manifest(struct cmd *cmd, struct seen_part *parts)
{
	uint64_t count = (uint64_t)cmd->operand_count;
	struct sp_manifest manifest = { 0 };
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < count; i++)
		status = graphstat_manifest_read_part(cmd, cmd->operands[i],
						      &parts[i]);
	if (!status)
		status = manifest_compare_parts(cmd, parts, count);
	if (!status)
		status = sort_parts(cmd, parts, count);
	if (!status)
		status = list_parts(cmd, parts, count, &manifest);
	if (!status) {
		cmd_count(cmd, "parts", manifest.count);
		cmd_count(cmd, "pages", manifest.basis.graph.pages);
		cmd_count(cmd, "links", manifest.basis.graph.links);
		status = write_manifest(cmd, &manifest);
	}
	sp_manifest_free(&manifest);
	return status;
}

/* It prints no report, so that no other option of graphstat has a meaning. */
static enum sp_status
manifest_check_options(const struct graphstat *stat, struct sp_error *err)
{
	for (const struct option_row *row = stat->rows; row->name; row++)
		if (row->given && row->value != &stat->options.manifest)
			return sp_fail(err, SP_USAGE, "option --%s has no "
				       "effect with --manifest, which prints "
				       "no report", row->name);
	if (stat->cmd->graph)
		return sp_fail(err, SP_USAGE, "option --graph has no effect "
			       "with --manifest: the operands are the parts");
	if (!stat->cmd->operand_count)
		return sp_fail(err, SP_USAGE, "option --manifest: give all "
			       "parts of a graph: graphstat --manifest "
			       "web.sp.???");
	return SP_OK;
}

enum sp_status
graphstat_manifest(struct graphstat *stat)
{
	struct cmd *cmd = stat->cmd;
	struct seen_part *parts;
	enum sp_status status = manifest_check_options(stat, &cmd->err);

	if (status)
		return status;
	parts = sp_alloc_zero((uint64_t)cmd->operand_count, sizeof(*parts));
	if (!parts)
		return sp_no_memory(&cmd->err, "parts of a graph");
	status = make_manifest(cmd, parts);
	free(parts);
	return status;
}
