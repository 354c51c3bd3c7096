/* SPDX-License-Identifier: MIT */
/*
 * A manifest is a text, so that people can read and make it, but it has one
 * spelling: fixed headings, no zeros before a number, no signs.  Then what a
 * program writes after reading one are the same bytes, which a fuzz target
 * checks.
 *
 * The parts of a graph cover its pages without gap or overlap, in order, and
 * cut no block; links and checksums of the parts add up to those of the whole,
 * since a checksum is a sum over rows.  So a manifest can be checked before any
 * of its files is opened.
 */
#include "stream/section/manifest.h"

#include "base/compare.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "graph/graph.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define VERSION "1"
#define WHOLE_HEAD "#pages\tlinks\tchecksum\torigin_links\torigin_checksum"
#define PART_HEAD \
	"#file\tfirst\tend\tlinks\tchecksum\torigin_links\torigin_checksum" \
	"\tbytes"

/* Does a file that begins like this claim to be a manifest, of any version? */
static bool
claims_manifest(const void *start, size_t size)
{
	size_t length = strlen(SP_MANIFEST_MAGIC);

	return size >= length && !memcmp(start, SP_MANIFEST_MAGIC, length);
}

void
sp_manifest_free(struct sp_manifest *manifest)
{
	for (uint64_t i = 0; i < manifest->count; i++)
		free(manifest->parts[i].file);
	free(manifest->parts);
	*manifest = (struct sp_manifest){ 0 };
}

/* ---- parts ------------------------------------------------------------ */

/* A path with control characters or a leading "#" could not be read back. */
static const char *
file_fault(const char *file)
{
	size_t length = strlen(file);

	if (!length || length > SP_MANIFEST_NAME)
		return "a name of a file is empty or too long";
	/* A line that begins so is a heading. */
	if (file[0] == '#')
		return "a name of a file begins with # (write ./#...)";
	if (sp_has_control(file, length))
		return "a name of a file has control characters";
	return NULL;
}

/*
 * What cannot be true of a part, or NULL.
 *
 * What would make sums or products wrap later is refused here.
 */
static const char *
links_fault(const struct sp_manifest_part *part)
{
	const struct sp_fingerprint *graph = &part->basis.graph;
	uint64_t pages = part->end - part->first;

	/* The product fits: both are below 2^32. */
	if (graph->links > pages * graph->pages)
		return "more links than its pages can have";
	if (!graph->links && graph->checksum)
		return "a checksum of no links";
	if (part->basis.origin.links < graph->links)
		return "an origin with fewer links";
	return NULL;
}

/*
 * What is wrong with the next part, or NULL.
 *
 * last is where the part must begin: gap and overlap are told apart in the
 * message, since their causes differ.
 */
static const char *
part_fault(const struct sp_manifest *manifest,
	   const struct sp_manifest_part *part)
{
	const struct sp_manifest_part *last =
		manifest->count ? &manifest->parts[manifest->count - 1] : NULL;
	uint64_t pages = part->basis.graph.pages;

	if (pages > SP_PAGES_MAX)
		return "more pages than supported";
	if (last && last->basis.graph.pages != pages)
		return "a graph of other pages than that of the part before";
	if (part->first > part->end || part->end > pages)
		return "a range of pages that are not there";
	if (part->first < (last ? last->end : 0))
		return "it overlaps the part before";
	if (part->first > (last ? last->end : 0))
		return "pages before it are in no part";
	if (part->end % SP_BLOCK_PAGES && part->end != pages)
		return "its range cuts a block of 1024 pages";
	return links_fault(part);
}

/* The origin of the whole may have any number of links: no sum may wrap. */
static bool
add_basis(struct sp_basis *to, const struct sp_basis *more)
{
	to->graph.pages = to->origin.pages = more->graph.pages;
	to->graph.links += more->graph.links;
	to->graph.checksum += more->graph.checksum;
	to->origin.checksum += more->origin.checksum;
	return !__builtin_add_overflow(to->origin.links, more->origin.links,
				       &to->origin.links);
}

enum sp_status
sp_manifest_add(struct sp_manifest *manifest,
		const struct sp_manifest_part *part, struct sp_error *err)
{
	const char *fault = file_fault(part->file);
	struct sp_manifest_part *to;

	if (fault)
		return sp_fail(err, SP_USAGE, "%s", fault);
	fault = part_fault(manifest, part);
	if (fault)
		return sp_fail(err, SP_DATA,
			       "pages %" PRIu64 " to %" PRIu64 ": %s",
			       part->first, part->end, fault);
	if (manifest->count == SP_PARTS_MAX)
		return sp_fail(err, SP_DATA, "more than %d parts",
			       SP_PARTS_MAX);
	if (!sp_grow(&manifest->parts, &manifest->capacity,
		     manifest->count + 1))
		return sp_no_memory(err, "parts of a graph");
	if (!add_basis(&manifest->basis, &part->basis))
		return sp_fail(err, SP_DATA, "the links of the origin are "
			       "more than can be counted");
	to = &manifest->parts[manifest->count];
	*to = *part;
	to->basis.origin.pages = part->basis.graph.pages;
	to->file = strdup(part->file);
	if (!to->file)
		return sp_no_memory(err, "parts of a graph");
	manifest->count++;
	return SP_OK;
}

/* A file that is given twice would count its links twice. */
static enum sp_status
check_twice(const struct sp_manifest *manifest, struct sp_error *err)
{
	const char **files = sp_alloc(manifest->count, sizeof(*files));
	enum sp_status status = SP_OK;

	if (!files)
		return sp_no_memory(err, "parts of a graph");
	for (uint64_t i = 0; i < manifest->count; i++)
		files[i] = manifest->parts[i].file;
	qsort(files, manifest->count, sizeof(*files), sp_compare_strings);
	for (uint64_t i = 1; !status && i < manifest->count; i++)
		if (!strcmp(files[i - 1], files[i]))
			status = sp_fail(err, SP_DATA, "the file \"%s\" is two "
					 "parts", files[i]);
	free(files);
	return status;
}

enum sp_status
sp_manifest_complete(const struct sp_manifest *manifest, struct sp_error *err)
{
	uint64_t end;

	if (!manifest->count)
		return sp_fail(err, SP_DATA, "no part of a graph");
	end = manifest->parts[manifest->count - 1].end;
	if (end != manifest->basis.graph.pages)
		return sp_fail(err, SP_DATA, "pages %" PRIu64 " to %" PRIu64 " "
			       "are in no part", end,
			       manifest->basis.graph.pages);
	return check_twice(manifest, err);
}

/* Relative to the manifest, so that the folder can be moved. */
char *
sp_manifest_path(const char *path, const struct sp_manifest_part *part)
{
	const char *slash = strrchr(path, '/');
	size_t folder = slash && part->file[0] != '/' ?
				(size_t)(slash + 1 - path) : 0;
	size_t size = folder + strlen(part->file) + 1;
	char *out = sp_alloc(size, 1);

	if (out)
		snprintf(out, size, "%.*s%s", (int)folder, path, part->file);
	return out;
}

static bool
is_outside(const char *file)
{
	const char *part = file;

	if (*file == '/')
		return true;
	while (part) {
		if (part[0] == '.' && part[1] == '.' &&
		    (!part[2] || part[2] == '/'))
			return true;
		part = strchr(part, '/');
		part = part ? part + 1 : NULL;
	}
	return false;
}

const char *
sp_manifest_outside(const struct sp_manifest *manifest)
{
	for (uint64_t i = 0; i < manifest->count; i++)
		if (is_outside(manifest->parts[i].file))
			return manifest->parts[i].file;
	return NULL;
}

/* ---- the file of a part ----------------------------------------------- */

static enum sp_status
manifest_check_section(const struct sp_manifest *manifest, uint64_t number,
		       const struct sp_part *part, struct sp_error *err)
{
	const struct sp_manifest_part *said = &manifest->parts[number];

	if (part->first == said->first && part->end == said->end)
		return SP_OK;
	return sp_fail(err, SP_DATA, "links of the pages %" PRIu64 " to "
		       "%" PRIu64 ", but the manifest says %" PRIu64 " to "
		       "%" PRIu64, part->first, part->end, said->first,
		       said->end);
}

enum sp_status
sp_manifest_check_part(const struct sp_manifest *manifest, uint64_t number,
		       uint64_t bytes, const struct sp_basis *basis,
		       const struct sp_part *part, struct sp_error *err)
{
	const struct sp_manifest_part *said = &manifest->parts[number];

	if (bytes != said->bytes)
		return sp_fail(err, SP_DATA, "%" PRIu64 " bytes, but the "
			       "manifest says %" PRIu64 ": make it anew "
			       "(graphstat --manifest), or copy the file again",
			       bytes, said->bytes);
	if (!sp_fingerprint_equal(&basis->graph, &said->basis.graph) ||
	    !sp_fingerprint_equal(&basis->origin, &said->basis.origin))
		return sp_fail(err, SP_DATA, "not the graph of the manifest: "
			       "make it anew (graphstat --manifest)");
	return part ? manifest_check_section(manifest, number, part, err) :
		      SP_OK;
}

/* ---- reading ---------------------------------------------------------- */

struct text {
	const char *at, *end;
	uint64_t line;            /* that was read last, from 1 */
	const char *column, *stop; /* what is left of it */
};

static enum sp_status
bad(const struct text *text, struct sp_error *err, const char *what)
{
	return sp_fail(err, SP_DATA, "line %" PRIu64 ": %s", text->line, what);
}

static enum sp_status
manifest_next_line(struct text *text, struct sp_error *err)
{
	const char *end = text->end > text->at ?
				  memchr(text->at, '\n',
					 (size_t)(text->end - text->at)) : NULL;

	text->line++;
	if (!end)
		return bad(text, err, "the manifest is cut short");
	if (end > text->at && end[-1] == '\r')
		return bad(text, err, "a carriage return at the end (remove "
			   "them: tr -d '\\r')");
	text->column = text->at;
	text->stop = end;
	text->at = end + 1;
	return SP_OK;
}

static enum sp_status
expect_line(struct text *text, const char *line, struct sp_error *err)
{
	size_t length = strlen(line);

	if (manifest_next_line(text, err))
		return err->status;
	if ((size_t)(text->stop - text->column) == length &&
	    !memcmp(text->column, line, length))
		return SP_OK;
	if (text->line == 1)
		return bad(text, err, "a manifest of another version than "
			   VERSION ", which this program knows");
	return bad(text, err, "not the heading that a manifest has here");
}

/* The next column, which goes on to *length; false if there is none. */
static bool
next_column(struct text *text, const char **column, size_t *length)
{
	const char *tab;

	if (!text->column)
		return false;
	tab = memchr(text->column, '\t', (size_t)(text->stop - text->column));
	*column = text->column;
	*length = (size_t)((tab ? tab : text->stop) - text->column);
	text->column = tab ? tab + 1 : NULL;
	return true;
}

/* A manifest has one text: no zeros before a number. */
static bool
manifest_read_number(struct text *text, uint64_t *value)
{
	const char *column;
	size_t length;

	return next_column(text, &column, &length) &&
	       sp_parse_uint(column, length, value) &&
	       (length == 1 || column[0] != '0');
}

static bool
read_checksum(struct text *text, uint64_t *value)
{
	static const char digits[] = "0123456789abcdef";
	const char *column;
	size_t length;

	*value = 0;
	if (!next_column(text, &column, &length) || length != 16)
		return false;
	for (size_t i = 0; i < length; i++) {
		const char *digit = column[i] ? strchr(digits, column[i]) :
						NULL;

		if (!digit)
			return false;
		*value = *value << 4 | (uint64_t)(digit - digits);
	}
	return true;
}

static bool
read_basis(struct text *text, uint64_t pages, struct sp_basis *basis)
{
	basis->graph.pages = basis->origin.pages = pages;
	return manifest_read_number(text, &basis->graph.links) &&
	       read_checksum(text, &basis->graph.checksum) &&
	       manifest_read_number(text, &basis->origin.links) &&
	       read_checksum(text, &basis->origin.checksum);
}

static enum sp_status
manifest_read_whole(struct text *text, struct sp_basis *basis,
		    struct sp_error *err)
{
	uint64_t pages;

	if (manifest_next_line(text, err))
		return err->status;
	if (!manifest_read_number(text, &pages) ||
	    !read_basis(text, pages, basis) || text->column)
		return bad(text, err, "not the 5 numbers of the whole graph");
	if (pages <= SP_PAGES_MAX)
		return SP_OK;
	return sp_fail(err, SP_DATA, "line %" PRIu64 ": %" PRIu64 " pages: "
		       "more than %" PRIu64 " are not supported", text->line,
		       pages, SP_PAGES_MAX);
}

/*
 * A fault of a part is reported with its line; lack of memory is not the fault
 * of a line.
 */
static enum sp_status
section_manifest_read_part(struct text *text, uint64_t pages,
			   struct sp_manifest *manifest, struct sp_error *err)
{
	char file[SP_MANIFEST_NAME + 1];
	struct sp_manifest_part part = { .file = file };
	struct sp_error why;
	const char *column;
	size_t length;

	if (manifest_next_line(text, err))
		return err->status;
	if (!next_column(text, &column, &length) || length >= sizeof(file) ||
	    memchr(column, '\0', length))
		return bad(text, err, "not the name of a file");
	memcpy(file, column, length);
	file[length] = '\0';
	if (!manifest_read_number(text, &part.first) ||
	    !manifest_read_number(text, &part.end) ||
	    !read_basis(text, pages, &part.basis) ||
	    !manifest_read_number(text, &part.bytes) || text->column)
		return bad(text, err, "not a file and the 7 numbers of a part");
	switch (sp_manifest_add(manifest, &part, &why)) {
	case SP_OK:
		return SP_OK;
	case SP_MEMORY:
		*err = why;
		return SP_MEMORY;
	default:
		return bad(text, err, why.text);
	}
}

/* Does everything add up? */
static enum sp_status
check_sums(const struct sp_manifest *manifest, const struct sp_basis *whole,
	   struct sp_error *err)
{
	const struct sp_basis *sums = &manifest->basis;

	if (sp_manifest_complete(manifest, err))
		return err->status;
	if (sp_fingerprint_equal(&sums->graph, &whole->graph) &&
	    sp_fingerprint_equal(&sums->origin, &whole->origin))
		return SP_OK;
	return sp_fail(err, SP_DATA, "line 3: links and checksums are not "
		       "those of the parts together");
}

enum sp_status
sp_manifest_parse(const char *text, size_t length,
		  struct sp_manifest *manifest, struct sp_error *err)
{
	struct text reading = { .at = text, .end = text + length };
	struct sp_basis whole;

	if (!claims_manifest(text, length))
		return sp_fail(err, SP_DATA, "not a manifest of parts");
	if (length > SP_MANIFEST_BYTES)
		return sp_fail(err, SP_DATA, "a manifest of more than %zu "
			       "bytes", SP_MANIFEST_BYTES);
	if (expect_line(&reading, SP_MANIFEST_MAGIC VERSION, err) ||
	    expect_line(&reading, WHOLE_HEAD, err) ||
	    manifest_read_whole(&reading, &whole, err) ||
	    expect_line(&reading, PART_HEAD, err))
		return err->status;
	while (reading.at < reading.end)
		if (section_manifest_read_part(&reading, whole.graph.pages,
					       manifest, err))
			return err->status;
	return check_sums(manifest, &whole, err);
}

/* ---- writing ---------------------------------------------------------- */

#define BASIS_TEXT 80 /* two numbers and two checksums */

static void
print_basis(char text[BASIS_TEXT], const struct sp_basis *basis)
{
	snprintf(text, BASIS_TEXT,
		 "%" PRIu64 "\t%016" PRIx64 "\t%" PRIu64 "\t%016" PRIx64,
		 basis->graph.links, basis->graph.checksum,
		 basis->origin.links, basis->origin.checksum);
}

static enum sp_status
write_part(const struct sp_manifest_part *part, const struct sp_output *to,
	   struct sp_error *err)
{
	char line[SP_MANIFEST_NAME + BASIS_TEXT + 80], basis[BASIS_TEXT];
	int length;

	print_basis(basis, &part->basis);
	length = snprintf(line, sizeof(line),
			  "%s\t%" PRIu64 "\t%" PRIu64 "\t%s\t%" PRIu64 "\n",
			  part->file, part->first, part->end, basis,
			  part->bytes);
	return to->write(to->context, line, (size_t)length, err);
}

enum sp_status
sp_manifest_write(const struct sp_manifest *manifest,
		  const struct sp_output *to, struct sp_error *err)
{
	char text[400], basis[BASIS_TEXT];
	enum sp_status status;
	int length;

	print_basis(basis, &manifest->basis);
	length = snprintf(text, sizeof(text),
			  SP_MANIFEST_MAGIC VERSION "\n" WHOLE_HEAD "\n"
			  "%" PRIu64 "\t%s\n" PART_HEAD "\n",
			  manifest->basis.graph.pages, basis);
	status = to->write(to->context, text, (size_t)length, err);
	for (uint64_t i = 0; !status && i < manifest->count; i++)
		status = write_part(&manifest->parts[i], to, err);
	return status;
}

/* ---- a file ----------------------------------------------------------- */

/* As much of the file as there is, up to size bytes. */
static enum sp_status
manifest_bytes(int fd, char *to, size_t size, size_t *got, struct sp_error *err)
{
	*got = 0;
	while (*got < size) {
		ssize_t step = pread(fd, to + *got, size - *got, (off_t)*got);

		if (step < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (step < 0)
			return sp_fail(err, SP_IO, "cannot read: %s",
				       strerror(errno));
		if (!step)
			break;
		*got += (size_t)step;
	}
	return SP_OK;
}

/* A file that shrinks meanwhile gives fewer bytes, which the parser refuses. */
enum sp_status
sp_manifest_read(int fd, struct sp_manifest *manifest, bool *is,
		 struct sp_error *err)
{
	char start[sizeof(SP_MANIFEST_MAGIC) - 1], *text;
	struct stat about;
	enum sp_status status;
	size_t length;

	*is = false;
	/* What is no file is refused as a stream. */
	if (fstat(fd, &about) || !S_ISREG(about.st_mode))
		return SP_OK;
	if (manifest_bytes(fd, start, sizeof(start), &length, err))
		return err->status;
	*is = claims_manifest(start, length);
	if (!*is)
		return SP_OK;
	if ((uint64_t)about.st_size > SP_MANIFEST_BYTES)
		return sp_fail(err, SP_DATA, "a manifest of more than %zu "
			       "bytes", SP_MANIFEST_BYTES);
	text = sp_alloc((uint64_t)about.st_size, 1);
	if (!text)
		return sp_no_memory(err, "the manifest");
	status = manifest_bytes(fd, text, (size_t)about.st_size, &length, err);
	if (!status)
		status = sp_manifest_parse(text, length, manifest, err);
	free(text);
	return status;
}
