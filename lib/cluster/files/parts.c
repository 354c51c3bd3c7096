/* SPDX-License-Identifier: MIT */
/*
 * A manifest is text and a stream is not, so a few bytes decide what a file is.
 * Each part is opened as a stream of its own and compared with its line of the
 * manifest: size, pages and fingerprint; and with the first part, as graphmerge
 * does: identity and hosts.  All parts stay open, because any process may need
 * blocks of any of them (mpi/command.c raises the limit of open files).
 */
#include "cluster/files/input.h"

#include "base/hash.h"
#include "base/memory.h"
#include "stream/section/hosts.h"
#include "stream/section/manifest.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* On the way through the parts of a manifest. */
struct opening {
	struct sp_joint_input *input;
	const struct sp_manifest *manifest;
	const char *path;        /* of the manifest */
	uint64_t id;             /* that all parts have */
	uint64_t hosts;          /* hash_hosts() of the first one */
};

/*
 * The checksum of a frame is of what is in it, so headers are enough to see
 * that hosts are the same: those of all pages take long to unpack.
 */
static enum sp_status
hash_hosts(const struct sp_indexed *indexed, uint64_t *hash,
	   struct sp_error *err)
{
	uint64_t frames = sp_indexed_frames(indexed);
	struct sp_frame header;

	*hash = 0;
	for (uint64_t i = 0; i < frames; i++) {
		const struct sp_entry *entry = sp_indexed_entry(indexed, i);

		if (entry->tag != SP_TAG_HOSTS &&
		    entry->tag != SP_TAG_DOMAINS &&
		    entry->tag != SP_TAG_HOST_OF)
			continue;
		if (sp_indexed_header(indexed, i, &header, err))
			return err->status;
		*hash = sp_mix64(*hash + entry->tag);
		*hash = sp_mix64(*hash + entry->first);
		*hash = sp_mix64(*hash + header.checksum);
	}
	return SP_OK;
}

/* They may be the same and stored otherwise. */
static enum sp_status
compare_loaded_hosts(const struct sp_joint_file *a,
		     const struct sp_joint_file *b, bool *same,
		     struct sp_error *err)
{
	struct sp_contents of_a = { 0 }, of_b = { 0 };
	enum sp_status status = sp_joint_load_file(
		a, &a->basis, SP_SECTION_HOSTS, &of_a, err);

	if (!status)
		status = sp_joint_load_file(b, &b->basis, SP_SECTION_HOSTS,
					    &of_b, err);
	if (!status)
		*same = sp_hosts_same(sp_contents_hosts(&of_a),
				      sp_contents_hosts(&of_b));
	sp_contents_free(&of_a);
	sp_contents_free(&of_b);
	return status;
}

/*
 * Links alone do not tell two imports of one web apart.  All processes compare
 * the identities, and each the hosts of some parts.
 */
static enum sp_status
compare_part(struct opening *opening, uint64_t number, uint64_t id,
	     struct sp_error *err)
{
	const struct sp_joint_input *input = opening->input;
	const struct sp_joint_file *file = &input->files[number];
	uint64_t hosts = opening->hosts;
	bool same = true;
	enum sp_status status = SP_OK;

	if (!number || number % input->team->size == input->team->rank)
		status = hash_hosts(file->indexed, &hosts, err);
	if (status)
		return sp_fail_in(err, file->path);
	if (!number) {
		opening->id = id;
		opening->hosts = hosts;
	}
	if (id == opening->id && hosts != opening->hosts)
		status = compare_loaded_hosts(input->files, file, &same, err);
	if (status || (id == opening->id && same))
		return status;
	return sp_fail(err, SP_DATA, "%s: not of the same graph as %s (other "
		       "options, or another import)", file->path,
		       input->files->path);
}

static enum sp_status
check_part(struct opening *opening, uint64_t number, struct sp_error *err)
{
	const struct sp_joint_file *file = &opening->input->files[number];
	struct sp_contents contents = { 0 };
	enum sp_status status = sp_joint_load_file(
		file, &file->basis, SP_SECTION_PART, &contents, err);
	const struct sp_part *part = sp_contents_part(&contents);
	uint64_t id = part ? part->id : 0;

	if (!status &&
	    sp_manifest_check_part(opening->manifest, number,
				   sp_indexed_bytes(file->indexed),
				   &file->basis, part, err))
		status = sp_fail_in(err, file->path);
	sp_contents_free(&contents);
	return status ? status : compare_part(opening, number, id, err);
}

/*
 * Opens the next part.  file_count is raised first, so that a file that fails
 * is closed with the others.
 */
static enum sp_status
files_parts_open_part(struct opening *opening, struct sp_error *err)
{
	struct sp_joint_input *input = opening->input;
	uint64_t number = input->file_count;
	const struct sp_manifest_part *part = &opening->manifest->parts[number];
	struct sp_joint_file *file = &input->files[number];
	char *name = sp_manifest_path(opening->path, part);
	enum sp_status status;

	if (!name)
		return sp_no_memory(err, "a path");
	input->file_count++;
	status = sp_joint_open_file(input, file, name, err);
	free(name);
	if (!status && !file->has_graph)
		status = sp_fail(err, SP_DATA, "%s: it has no graph",
				 file->path);
	if (!status)
		status = check_part(opening, number, err);
	file->first = part->first;
	file->end = part->end;
	return status;
}

static enum sp_status
open_all(struct sp_joint_input *input, const struct sp_manifest *manifest,
	 const char *path, struct sp_error *err)
{
	struct opening opening = { .input = input, .manifest = manifest,
				   .path = path };
	const char *outside = sp_manifest_outside(manifest);
	enum sp_status status = SP_OK;

	if (outside && !input->trust_paths)
		return sp_fail(err, SP_DATA, "%s: the file \"%s\" of a part is "
			       "not in the folder of the manifest "
			       "(--trust-paths allows it)", path, outside);
	input->parts = true;
	input->basis = manifest->basis;
	input->files = sp_alloc_zero(manifest->count, sizeof(*input->files));
	if (!input->files)
		return sp_no_memory(err, "the parts");
	while (!status && input->file_count < manifest->count)
		status = files_parts_open_part(&opening, err);
	return status;
}

enum sp_status
sp_joint_open_parts(struct sp_joint_input *input, const char *path,
		    struct sp_error *err)
{
	struct sp_manifest manifest = { 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool is = false;
	enum sp_status status = SP_OK;

	/* Reported by who opens it as a stream. */
	if (fd < 0)
		return SP_OK;
	if (sp_manifest_read(fd, &manifest, &is, err))
		status = sp_fail_in(err, path);
	(void)close(fd);
	if (!status && is)
		status = open_all(input, &manifest, path, err);
	sp_manifest_free(&manifest);
	return status;
}
