/* SPDX-License-Identifier: MIT */
/*
 * A checkpoint must survive a kill at any moment, of any process.  So it is
 * written beside the others, as checkpoint.new.sp; only when it is complete and
 * on disk in all processes does process 0 rename the newest one to the older
 * name, and then the new one to the newest.  Between the two renames there is
 * no newest one, but the older one is whole, which reading allows for.  A
 * generation that is found damaged is moved out of the way, to the name that
 * the next writing replaces; otherwise it would become the older one, in place
 * of the one that is whole.
 *
 * All processes must come to the same decision, or some would wait for others
 * for ever: whether writing worked, which generation is read.  agree() gathers
 * what each has found and gives all of them the first failure; read_together()
 * takes the worst verdict.  A failure to write is an answer and not the end of
 * the job, since hours of computation may be behind it; failures to allocate or
 * to talk to other processes are not answered.
 *
 * The provenance line says of which graph and options the state is, and has the
 * numbers: the shortest decimal form of a double reads back to the same bits,
 * so a text is enough.
 */
#include "cluster/files/checkpoint.h"

#include "base/memory.h"
#include "base/number.h"
#include "cluster/files/checkpoint_own.h"
#include "cluster/files/input.h"
#include "cluster/files/run.h"
#include "stream/section/provenance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARK " # iteration "

enum generation { NEWEST, OLDER, NEW, GENERATIONS };

const char *const sp_joint_checkpoint_files[] = {
	"checkpoint.sp", "checkpoint.old.sp", "checkpoint.new.sp", NULL
};

struct paths {
	char *of[GENERATIONS];
};

static void
free_paths(struct paths *paths)
{
	for (int g = 0; g < GENERATIONS; g++)
		free(paths->of[g]);
}

static enum sp_status
make_paths(struct paths *paths, const char *folder, struct sp_error *err)
{
	size_t size = strlen(folder) + 32;

	*paths = (struct paths){ { NULL } };
	for (int g = 0; g < GENERATIONS; g++) {
		paths->of[g] = sp_alloc(size, 1);
		if (!paths->of[g]) {
			free_paths(paths);
			return sp_no_memory(err, "a path");
		}
		snprintf(paths->of[g], size, "%s/%s", folder,
			 sp_joint_checkpoint_files[g]);
	}
	return SP_OK;
}

/* ---- together --------------------------------------------------------- */

/*
 * All return the failure of the first process that has one.  The texts are
 * gathered with the statuses, so that process 0, which alone prints, can say
 * what went wrong in another one.
 */
static enum sp_status
agree(struct sp_team *team, enum sp_status status, struct sp_error *own,
      struct sp_error *err)
{
	struct sp_error *all = sp_alloc(team->size, sizeof(*all));
	enum sp_status agreed = SP_OK;

	if (!all)
		return sp_no_memory(err, "a checkpoint");
	own->status = status;
	if (!status)
		own->text[0] = '\0';
	if (sp_team_gather(team, own, sizeof(*own), all, err))
		agreed = err->status;
	for (unsigned k = 0; !agreed && k < team->size; k++)
		if (all[k].status) {
			*err = all[k];
			agreed = all[k].status;
		}
	free(all);
	return agreed;
}

/* ---- writing ---------------------------------------------------------- */

static enum sp_status
io_failed(const char *path, struct sp_error *err)
{
	return sp_fail(err, SP_IO, "%s: %s", path, strerror(errno));
}

/*
 * The folder is made when the job begins, so that a wrong path is reported
 * before the first iteration and not after it.
 */
static enum sp_status
make_folder(const char *folder, struct sp_error *err)
{
	struct stat about;

	if (!mkdir(folder, 0777))
		return SP_OK;
	if (errno != EEXIST)
		return io_failed(folder, err);
	if (!stat(folder, &about) && S_ISDIR(about.st_mode))
		return SP_OK;
	errno = ENOTDIR;
	return io_failed(folder, err);
}

/*
 * An empty file, which all processes open by its path.  Never truncated, always
 * a new file: what an older job may still have open is another one.
 */
static enum sp_status
create(const char *folder, const char *path, struct sp_error *err)
{
	int fd;

	if (make_folder(folder, err))
		return err->status;
	/* Whatever is there was cut short. */
	if (unlink(path) && errno != ENOENT)
		return io_failed(path, err);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0 || close(fd))
		return io_failed(path, err);
	return SP_OK;
}

/* Brings the names to the disk; where folders cannot be synced, so be it. */
static void
checkpoint_sync_folder(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	(void)fsync(fd);
	(void)close(fd);
}

/* Between the two, the older one is the newest that is whole. */
static enum sp_status
checkpoint_put_in_place(const char *folder, const struct paths *paths,
			struct sp_error *err)
{
	if (rename(paths->of[NEWEST], paths->of[OLDER]) && errno != ENOENT)
		return io_failed(paths->of[OLDER], err);
	if (rename(paths->of[NEW], paths->of[NEWEST]))
		return io_failed(paths->of[NEWEST], err);
	checkpoint_sync_folder(folder);
	return SP_OK;
}

static char *
checkpoint_make_line(const char *options, const struct sp_joint_state *state)
{
	size_t size = strlen(options) + 64 + 32 * SP_JOINT_NUMBERS, used;
	char *line = sp_alloc(size, 1);

	if (!line)
		return NULL;
	used = (size_t)snprintf(line, size, "%s" MARK "%" PRIu64, options,
				state->iterations);
	/* The shortest form reads back to the same bits. */
	for (int i = 0; i < SP_JOINT_NUMBERS; i++) {
		line[used++] = ' ';
		used += sp_format_double(line + used, state->numbers[i]);
	}
	return line;
}

/*
 * Errors of writing are deferred: a process that left at once would leave the
 * others waiting in the next exchange of the writer.
 */
static enum sp_status
write_stream(struct sp_team *team, const struct sp_joint_run_of *of,
	     const char *path, const char *line, const double *values,
	     struct sp_error *err)
{
	struct sp_joint_target target = { .path = path, .index = true };
	struct sp_joint_writer *writer;
	enum sp_status status;

	if (sp_joint_begin(team, &target, 1, &writer, err))
		return err->status;
	sp_joint_defer(writer);
	status = sp_checkpoint_put(writer, of, values, err);
	if (!status)
		status = sp_joint_end(writer, line, err);
	if (!status)
		status = sp_joint_deferred(writer, err);
	sp_joint_free(writer);
	return status;
}

/*
 * Three rounds of agreement: the file is there before any process opens it; it
 * is complete in all before it is renamed; and all learn whether that worked.
 */
static enum sp_status
save(struct sp_team *team, const struct sp_joint_run_of *of,
     const struct paths *paths, const char *line, const double *values,
     struct sp_error *err)
{
	struct sp_error own = { 0 };
	enum sp_status status = SP_OK;

	if (!team->rank)
		status = create(of->folder, paths->of[NEW], &own);
	status = agree(team, status, &own, err);
	if (status)
		return status;
	status = write_stream(team, of, paths->of[NEW], line, values, &own);
	/* Other failures than of this file end the job. */
	if (status && status != SP_IO) {
		*err = own;
		return status;
	}
	status = agree(team, status, &own, err);
	if (status) {
		if (!team->rank)
			(void)unlink(paths->of[NEW]);
		return status;
	}
	if (!team->rank)
		status = checkpoint_put_in_place(of->folder, paths, &own);
	return agree(team, status, &own, err);
}

enum sp_status
sp_joint_checkpoint_save(struct sp_team *team,
			 const struct sp_joint_run_of *of,
			 const struct sp_joint_state *state,
			 const double *values, struct sp_error *err)
{
	char *line = checkpoint_make_line(of->options, state);
	struct paths paths;
	enum sp_status status;

	if (!line)
		return sp_no_memory(err, "a checkpoint");
	status = make_paths(&paths, of->folder, err);
	if (!status) {
		status = save(team, of, &paths, line, values, err);
		free_paths(&paths);
	}
	free(line);
	return status;
}

/* ---- reading ---------------------------------------------------------- */

/*
 * Reads "N X X ..." to its end.  Strict, as everything that decides bits: the
 * number of values, one blank between them, and nothing after the last.
 */
static bool
parse_state(const char *text, struct sp_joint_state *state)
{
	size_t length = strcspn(text, " ");

	if (!sp_parse_uint(text, length, &state->iterations))
		return false;
	for (int i = 0; i < SP_JOINT_NUMBERS; i++) {
		text += length;
		if (*text++ != ' ')
			return false;
		length = strcspn(text, " ");
		if (!sp_parse_double(text, length, &state->numbers[i]))
			return false;
	}
	return !text[length];
}

/* The line of the last section, as text; NULL if there is none. */
static enum sp_status
read_line(const struct sp_indexed *indexed, char **line, struct sp_error *err)
{
	uint64_t frames = sp_indexed_frames(indexed);
	struct sp_frame_room *room = sp_frame_room_new();
	struct sp_taken taken = { .payload = NULL };
	enum sp_status status = SP_OK;

	*line = NULL;
	if (!room)
		return sp_no_memory(err, "a frame");
	if (!frames ||
	    sp_indexed_entry(indexed, frames - 1)->tag != SP_TAG_PROVENANCE)
		status = sp_fail(err, SP_DATA, "not a checkpoint");
	if (!status)
		status = sp_indexed_take(indexed, frames - 1, room, &taken,
					 err);
	if (!status) {
		*line = sp_alloc_zero(taken.frame.raw + UINT64_C(1), 1);
		if (*line)
			memcpy(*line, taken.payload, taken.frame.raw);
		else
			status = sp_no_memory(err, "a checkpoint");
	}
	sp_frame_room_free(room);
	return status;
}

/*
 * Is the line that of these options?  Then it has the state.  SP_REFUSED and
 * not SP_DAMAGED: the older generation is of the same options, and reading that
 * one instead would be as wrong.
 */
static enum sp_verdict
check_line(const struct sp_joint_run_of *of, const char *line,
	   struct sp_joint_state *state, struct sp_error *err)
{
	size_t length = strlen(of->options);

	if (strncmp(line, of->options, length) ||
	    strncmp(line + length, MARK, sizeof(MARK) - 1)) {
		(void)sp_fail(err, SP_DATA,
			      "the checkpoint is of other options: "
			      "\"%.200s\" (give these, or remove it)",
			      line);
		return SP_REFUSED;
	}
	if (parse_state(line + length + sizeof(MARK) - 1, state))
		return SP_WHOLE;
	(void)sp_fail(err, SP_DATA, "not the state of a checkpoint");
	return SP_DAMAGED;
}

/*
 * The line comes first, since it is short: what is of other options need not be
 * read.
 */
static enum sp_verdict
read_open(const struct sp_joint_run_of *of, struct sp_joint_input *input,
	  struct sp_joint_state *state, double *values, struct sp_error *err)
{
	enum sp_verdict verdict;
	char *line;

	if (read_line(input->files->indexed, &line, err))
		return SP_DAMAGED;
	verdict = check_line(of, line, state, err);
	free(line);
	if (verdict != SP_WHOLE)
		return verdict;
	return sp_checkpoint_take(input, of, values, err);
}

/* What this process finds of one generation. */
static enum sp_verdict
read_one(struct sp_team *team, const struct sp_joint_run_of *of,
	 const char *path, struct sp_joint_state *state, double *values,
	 struct sp_error *err)
{
	struct sp_joint_input *input;
	enum sp_verdict verdict;

	if (access(path, F_OK) && errno == ENOENT)
		return SP_MISSING;
	/* Its errors have the name of the file. */
	if (sp_joint_open(team, path, false, &input, err))
		return SP_DAMAGED;
	verdict = read_open(of, input, state, values, err);
	sp_joint_close(input);
	if (verdict != SP_WHOLE && strncmp(err->text, path, strlen(path)))
		(void)sp_fail_in(err, path);
	return verdict;
}

/*
 * The worst of what the processes find; *err is what that one says.  The
 * verdicts are ordered from good to bad, so the largest is the worst.  A file
 * that is SP_MISSING for some processes and whole for others means that they do
 * not see the same folder, which is damage to all of them.
 */
static enum sp_status
read_and_agree(struct sp_team *team, const struct sp_joint_run_of *of,
	       const char *path, struct sp_joint_state *state, double *values,
	       enum sp_verdict *verdict, struct sp_error *says,
	       struct sp_error *err)
{
	struct sp_error own = { 0 };
	uint64_t found = read_one(team, of, path, state, values, &own);
	uint64_t worst = found;
	enum sp_status status = sp_team_most(team, &worst, 1, err);

	*verdict = (enum sp_verdict)worst;
	if (status || worst == SP_WHOLE)
		return status;
	/* A folder that only some processes see. */
	if (found == SP_MISSING)
		(void)sp_fail(&own, SP_DATA, "%s: missing", path);
	status = agree(team, found == worst ? SP_DATA : SP_OK, &own, says);
	if (status == SP_DATA)
		return SP_OK;
	*err = *says;
	return status;
}

/* The same, and a state that a run cannot have come to is damaged. */
static enum sp_status
read_together(struct sp_team *team, const struct sp_joint_run_of *of,
	      const char *path, struct sp_joint_state *state, double *values,
	      enum sp_verdict *verdict, struct sp_error *says,
	      struct sp_error *err)
{
	enum sp_status status = read_and_agree(team, of, path, state, values,
					       verdict, says, err);

	if (status || *verdict != SP_WHOLE || !of->check)
		return status;
	status = of->check(of->context, team, state, values, err);
	if (status != SP_DATA)
		return status;
	*says = *err;
	(void)sp_fail_in(says, path);
	*verdict = SP_DAMAGED;
	return SP_OK;
}

/*
 * Two generations that are both missing are a beginning; one that is refused,
 * or two that are damaged, is an error, because going on from nothing would
 * throw away what the user meant to keep.
 */
static enum sp_status
load(struct sp_team *team, const struct sp_joint_run_of *of,
     const struct paths *paths, struct sp_joint_state *state, double *values,
     bool *found, struct sp_error *damaged, struct sp_error *err)
{
	struct sp_error newest = { 0 }, older = { 0 };
	enum sp_verdict first, second;

	if (read_together(team, of, paths->of[NEWEST], state, values, &first,
			  &newest, err))
		return err->status;
	*found = first == SP_WHOLE;
	if (first == SP_WHOLE)
		return SP_OK;
	if (first == SP_REFUSED) {
		*err = newest;
		return err->status;
	}
	if (read_together(team, of, paths->of[OLDER], state, values, &second,
			  &older, err))
		return err->status;
	*found = second == SP_WHOLE;
	if (second == SP_WHOLE && first == SP_DAMAGED) {
		*damaged = newest;
		/* It must not take the place of the one that is whole. */
		if (!team->rank)
			(void)rename(paths->of[NEWEST], paths->of[NEW]);
	}
	if (second == SP_WHOLE || (first == SP_MISSING && second == SP_MISSING))
		return SP_OK;
	*err = second == SP_REFUSED || first == SP_MISSING ? older : newest;
	return err->status;
}

enum sp_status
sp_joint_checkpoint_load(struct sp_team *team,
			 const struct sp_joint_run_of *of,
			 struct sp_joint_state *state, double *values,
			 bool *found, struct sp_error *damaged,
			 struct sp_error *err)
{
	struct sp_error own = { 0 };
	struct paths paths;
	enum sp_status status = SP_OK;

	*found = false;
	*damaged = (struct sp_error){ 0 };
	/* That it cannot be made is to be known now, not after hours. */
	if (!team->rank)
		status = make_folder(of->folder, &own);
	status = agree(team, status, &own, err);
	if (!status)
		status = make_paths(&paths, of->folder, err);
	if (status)
		return status;
	status = load(team, of, &paths, state, values, found, damaged, err);
	free_paths(&paths);
	return status;
}
