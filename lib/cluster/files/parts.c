/* SPDX-License-Identifier: MIT */
/*
 * A manifest is text and a stream is not, so a few bytes decide what a file is.
 * Each part is opened as a stream of its own and compared with its line of the
 * manifest: size, pages and fingerprint.  All parts stay open, because any
 * process may need blocks of any of them (mpi/command.c raises the limit of
 * open files).
 */
#include "cluster/files/input.h"

#include "base/memory.h"
#include "stream/section/manifest.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * Opens the next part, and compares it with its line.  file_count is raised
 * first, so that a file that fails is closed with the others.
 */
static enum sp_status
files_parts_open_part(struct sp_joint_input *input,
		      const struct sp_manifest *manifest, const char *path,
		      struct sp_error *err)
{
	uint64_t number = input->file_count;
	const struct sp_manifest_part *part = &manifest->parts[number];
	struct sp_joint_file *file = &input->files[number];
	char *name = sp_manifest_path(path, part);
	enum sp_status status;

	if (!name)
		return sp_no_memory(err, "a path");
	input->file_count++;
	status = sp_joint_open_file(input, file, name, err);
	free(name);
	if (status)
		return status;
	if (!file->has_graph)
		status = sp_fail(err, SP_DATA, "it has no graph");
	else
		status = sp_manifest_check_part(
			manifest, number, sp_indexed_bytes(file->indexed),
			&file->basis, NULL, err);
	if (status)
		return sp_fail_in(err, file->path);
	file->first = part->first;
	file->end = part->end;
	return SP_OK;
}

static enum sp_status
open_all(struct sp_joint_input *input, const struct sp_manifest *manifest,
	 const char *path, struct sp_error *err)
{
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
		status = files_parts_open_part(input, manifest, path, err);
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
