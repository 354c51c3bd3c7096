/* SPDX-License-Identifier: MIT */
/*
 * Which files a list of paths means.  Published lists have paths from the root
 * of the site, such as projects/hyperlinkgraph/NAME/host/edges/part-0.txt.gz,
 * and people keep the files in whatever folders they like.  A path is therefore
 * tried from the folder of the list, from the folders above it, and without its
 * first folders from the folder of the list; the first file that is there is
 * taken.
 *
 * No folder is listed, and nothing but these places is looked at: a file of the
 * same name elsewhere could be one of another release.  A file that cannot be
 * looked at because of the disk or for want of memory is an error and not one
 * that is missing.
 */
#include "formats/import/cc_paths.h"

#include "base/memory.h"
#include "base/text.h"
#include "web/file/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Folders above that of a list in which its files are looked for. */
#define FOLDERS_ABOVE 8
#define ABOVE "../"

/* A longer line is no path: to look for each end of it could take hours. */
#define PATH_MOST 4096

void
sp_cc_paths_free(struct sp_cc_paths *paths)
{
	for (uint64_t i = 0; i < paths->count; i++)
		free(paths->items[i]);
	free(paths->items);
}

/* Appends the path of a file; folder ends with its slash, or is empty. */
static enum sp_status
cc_paths_add_path(struct sp_cc_paths *paths, const char *folder,
		  size_t folder_length, const char *path, size_t length,
		  struct sp_error *err)
{
	char *item = sp_alloc(folder_length + length + 1, 1);

	if (!item ||
	    !sp_grow(&paths->items, &paths->capacity, paths->count + 1)) {
		free(item);
		return sp_no_memory(err, "names of files");
	}
	memcpy(item, folder, folder_length);
	memcpy(item + folder_length, path, length);
	item[folder_length + length] = '\0';
	paths->items[paths->count++] = item;
	return SP_OK;
}

static bool
ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), end_length = strlen(end);

	return length >= end_length &&
	       !strcmp(text + length - end_length, end);
}

bool
sp_cc_is_list(const char *path)
{
	return ends_with(path, ".paths") || ends_with(path, ".paths.gz");
}

/* Takes the file if it is there. */
static enum sp_status
try_path(struct sp_cc_paths *paths, const char *folder, const char *path,
	 bool *found, struct sp_error *err)
{
	if (cc_paths_add_path(paths, folder, strlen(folder), path, strlen(path),
			      err))
		return err->status;
	*found = !access(paths->items[paths->count - 1], F_OK);
	if (*found)
		return SP_OK;
	if (errno == EIO || errno == ENOMEM)
		return sp_fail(err, SP_IO, "%s: %s",
			       paths->items[paths->count - 1],
			       strerror(errno));
	free(paths->items[--paths->count]);
	return SP_OK;
}

/*
 * Published lists have paths from the root of the site.  Whoever keeps the
 * site's folders has the file in one of the folders above the list; otherwise
 * it is near the list, in fewer folders or none.
 */
static enum sp_status
find_listed(struct sp_cc_paths *paths, const char *folder, const char *path,
	    bool *found, struct sp_error *err)
{
	size_t length = strlen(folder);
	size_t room = length + (FOLDERS_ABOVE + 1) * strlen(ABOVE) + 1;
	const char *slash = path;
	char *start = sp_alloc(room, 1);
	enum sp_status status = SP_OK;

	*found = false;
	if (!start)
		return sp_no_memory(err, "names of files");
	memcpy(start, folder, length + 1);
	for (int i = 0; !status && !*found && i <= FOLDERS_ABOVE; i++) {
		status = try_path(paths, start, path, found, err);
		memcpy(start + length, ABOVE, sizeof(ABOVE));
		length += strlen(ABOVE);
	}
	while (!status && !*found && (slash = strchr(slash, '/')))
		status = try_path(paths, folder, ++slash, found, err);
	free(start);
	return status;
}

/* The path of a file that may be given by the address of its download. */
static const char *
path_of_address(const char *line)
{
	const char *host = strstr(line, "://"), *path;

	if (!host)
		return line;
	path = strchr(host + 3, '/');
	return path ? path + 1 : line;
}

static enum sp_status
add_line(struct sp_cc_paths *paths, const struct sp_source *source,
	 const char *folder, const char *line, struct sp_error *err)
{
	const char *path = path_of_address(line);
	const char *slash = strrchr(path, '/');
	char shown[200];
	bool found;

	if (*path == '/')
		return cc_paths_add_path(paths, "", 0, path, strlen(path), err);
	if (strlen(path) > PATH_MOST)
		return sp_source_bad_line(source, err, "a path of more than "
					  "%d bytes", PATH_MOST);
	if (find_listed(paths, folder, path, &found, err))
		return err->status;
	if (found)
		return SP_OK;
	sp_mask(shown, sizeof(shown), path, strlen(path));
	return sp_fail(err, SP_IO, "%s: line %" PRIu64 ": no file %s in %s or "
		       "a folder above, and no %s%s: download it there",
		       sp_source_name(source), sp_source_line_number(source),
		       shown, *folder ? folder : "this folder", folder,
		       slash ? slash + 1 : path);
}

/* The folder of a file, with its slash; NULL if memory is short. */
static char *
folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return strndup(path, slash ? (size_t)(slash + 1 - path) : 0);
}

static enum sp_status
add_listed(struct sp_cc_paths *paths, const char *list, struct sp_error *err)
{
	uint64_t before = paths->count;
	char *folder = folder_of(list);
	struct sp_source *source = NULL;
	struct sp_span line;
	enum sp_status status;

	status = folder ? sp_source_open(list, &source, err) :
			  sp_no_memory(err, "names of files");
	while (sp_source_next(source, &line, &status, err)) {
		char *copy;

		if (!line.length)
			continue;
		copy = strndup(line.text, line.length);
		status = copy ? add_line(paths, source, folder, copy, err) :
				sp_no_memory(err, "names of files");
		free(copy);
	}
	sp_source_close(source);
	free(folder);
	if (!status && paths->count == before)
		status = sp_fail(err, SP_DATA, "%s: lists no files", list);
	return status;
}

enum sp_status
sp_cc_paths_list(struct sp_cc_paths *paths, const char *const *given,
		 size_t count, const char *what, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	if (!count)
		return sp_fail(err, SP_USAGE, "no file of %s is given, and "
			       "no file has that word in its name", what);
	for (size_t i = 0; !status && i < count; i++) {
		if (sp_cc_is_list(given[i]))
			status = add_listed(paths, given[i], err);
		else
			status = cc_paths_add_path(paths, "", 0, given[i],
						   strlen(given[i]), err);
	}
	return status;
}
