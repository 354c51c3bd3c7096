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

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As much of the file as there is, up to size bytes. */
static enum sp_status
read_start(int fd, char *to, size_t size, size_t *got, struct sp_error *err)
{
	*got = 0;
	while (*got < size) {
		ssize_t step = pread(fd, to + *got, size - *got, (off_t)*got);

		if (step < 0 && errno == EINTR)
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

/*
 * *is: is it a manifest?  Then it is read.  pread(), so that the position of
 * the descriptor does not matter and the stream can be opened anew; a file that
 * shrinks meanwhile gives fewer bytes, which the parser refuses.
 */
static enum sp_status
read_manifest(int fd, struct sp_manifest *manifest, bool *is,
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
	if (read_start(fd, start, sizeof(start), &length, err))
		return err->status;
	*is = sp_manifest_recognise(start, length);
	if (!*is)
		return SP_OK;
	if ((uint64_t)about.st_size > SP_MANIFEST_BYTES)
		return sp_fail(err, SP_DATA, "a manifest of more than %zu "
			       "bytes", SP_MANIFEST_BYTES);
	text = sp_alloc((uint64_t)about.st_size, 1);
	if (!text)
		return sp_no_memory(err, "the manifest");
	status = read_start(fd, text, (size_t)about.st_size, &length, err);
	if (!status)
		status = sp_manifest_parse(text, length, manifest, err);
	free(text);
	return status;
}

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
	if (read_manifest(fd, &manifest, &is, err))
		status = sp_fail_in(err, path);
	(void)close(fd);
	if (!status && is)
		status = open_all(input, &manifest, path, err);
	sp_manifest_free(&manifest);
	return status;
}
