/* SPDX-License-Identifier: MIT */
/*
 * test_checkpoint.c - checkpoints of any number of processes go on with any
 * other; two generations; what is damaged, or of something else, is refused
 */
#include "team_threads.h"
#include "unit.h"

#include "cluster/files/checkpoint.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGES 200000

static char folder[] = "/tmp/seedpipe-test.XXXXXX";

struct job {
	const char *options;
	uint64_t links, iterations;
	sp_joint_check *check;
	bool found;
	struct sp_error damaged;
};

static double
value(uint64_t page, uint64_t iterations)
{
	return (double)(page * 7919 % 1000003) / (7.0 + (double)iterations);
}

/* Refuses the states after the iterations that the job is not at. */
static enum sp_status
check_state(void *context, struct sp_team *team,
	    const struct sp_joint_state *state, const double *values,
	    struct sp_error *err)
{
	const struct job *job = context;

	(void)team;
	hold(values[0] == value(0, state->iterations) || team->rank);
	return state->iterations == job->iterations ? SP_OK :
		sp_fail(err, SP_DATA, "not plausible");
}

static struct sp_joint_run_of
run_of(const struct sp_team *team, const struct job *job)
{
	uint64_t first = PAGES * (uint64_t)team->rank / team->size;
	uint64_t end = PAGES * (team->rank + (uint64_t)1) / team->size;
	struct sp_fingerprint graph = { PAGES, job->links, 77 };

	return (struct sp_joint_run_of){
		.folder = folder, .options = job->options,
		.basis = { graph, graph }, .first = first,
		.count = end - first, .check = job->check,
		.context = (void *)job
	};
}

static enum sp_status
save(struct sp_team *team, void *context, struct sp_error *err)
{
	const struct job *job = context;
	struct sp_joint_run_of of = run_of(team, job);
	struct sp_joint_state state = { job->iterations,
					{ 1.0 / 3, 0, -5e-324, 1e300 } };
	double *values = calloc(of.count + 1, sizeof(*values));
	enum sp_status status;

	for (uint64_t i = 0; i < of.count; i++)
		values[i] = value(of.first + i, job->iterations);
	status = sp_joint_checkpoint_save(team, &of, &state, values, err);
	free(values);
	return status;
}

static enum sp_status
load(struct sp_team *team, void *context, struct sp_error *err)
{
	struct job *job = context;
	struct sp_joint_run_of of = run_of(team, job);
	double *values = calloc(of.count + 1, sizeof(*values));
	struct sp_joint_state state;
	struct sp_error damaged;
	bool found;
	enum sp_status status = sp_joint_checkpoint_load(
		team, &of, &state, values, &found, &damaged, err);

	if (!status && found) {
		hold(state.iterations == job->iterations);
		hold(state.numbers[0] == 1.0 / 3 && state.numbers[1] == 0);
		hold(state.numbers[2] == -5e-324 && state.numbers[3] == 1e300);
		for (uint64_t i = 0; i < of.count; i++)
			hold(values[i] == value(of.first + i,
						job->iterations));
	}
	if (!status && !team->rank) {
		job->found = found;
		job->damaged = damaged;
	}
	free(values);
	return status;
}

static char *
path_of(const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void
damage(const char *name)
{
	FILE *file = fopen(path_of(name), "r+b");

	hold(file && !fseek(file, 900000, SEEK_SET));
	hold(fputc(0x55, file) == 0x55 && fputc(0xaa, file) == 0xaa);
	hold(!fclose(file));
}

START_TEST(goes_on)
{
	struct job job = { .options = "pagerank 1 # -d 0.85", .links = 9 };
	struct sp_error err;

	must(team_run(2, load, &job, &err), err);
	hold(!job.found);
	job.iterations = 10;
	must(team_run(3, save, &job, &err), err);
	must(team_run(1, load, &job, &err), err);
	hold(job.found && !job.damaged.status);
	job.iterations = 20;
	must(team_run(1, save, &job, &err), err);
	must(team_run(7, load, &job, &err), err);
	hold(job.found && !job.damaged.status);
	damage("checkpoint.sp");
	job.iterations = 10;
	must(team_run(3, load, &job, &err), err);
	hold(job.found && job.damaged.status == SP_DATA);
	hold(strstr(job.damaged.text, "checkpoint.sp"));
	damage("checkpoint.old.sp");
	hold(team_run(2, load, &job, &err) == SP_DATA);
}
END_TEST

/* A state that the caller refuses is damaged: the one before is taken. */
START_TEST(states_are_checked)
{
	struct job job = { .options = "hits 1", .links = 9,
			   .iterations = 10, .check = check_state };
	struct sp_error err;

	must(team_run(2, save, &job, &err), err);
	job.iterations = 20;
	must(team_run(2, save, &job, &err), err);
	must(team_run(3, load, &job, &err), err);
	hold(job.found && !job.damaged.status);
	job.iterations = 10;
	must(team_run(3, load, &job, &err), err);
	hold(job.found && strstr(job.damaged.text, "not plausible"));
	hold(strstr(job.damaged.text, "checkpoint.sp"));
	job.iterations = 7;
	hold(team_run(2, load, &job, &err) == SP_DATA);
	hold(strstr(err.text, "not plausible"));
}
END_TEST

START_TEST(others_are_refused)
{
	struct job job = { .options = "hits 1", .links = 9 };
	struct sp_error err;

	must(team_run(2, save, &job, &err), err);
	job.links = 8;
	hold(team_run(2, load, &job, &err) == SP_DATA);
	hold(strstr(err.text, "another graph (200000 pages, 9 links): give that, "
		    "or remove it"));
	job.links = 9;
	job.options = "hits 2";
	hold(team_run(2, load, &job, &err) == SP_DATA);
	hold(strstr(err.text, "other options"));
	/* A folder where the new one must go: nothing is lost. */
	job.options = "hits 1";
	hold(!mkdir(path_of("checkpoint.new.sp"), 0700));
	hold(team_run(3, save, &job, &err) == SP_IO);
	must(team_run(2, load, &job, &err), err);
	hold(job.found);
}
END_TEST

static void
make_folder(void)
{
	hold(mkdtemp(folder));
}

static void
remove_folder(void)
{
	unlink(path_of("checkpoint.sp"));
	unlink(path_of("checkpoint.old.sp"));
	unlink(path_of("checkpoint.new.sp"));
	rmdir(path_of("checkpoint.new.sp"));
	rmdir(folder);
}

int
main(void)
{
	TCase *tcase = unit_case("checkpoint");

	tcase_add_checked_fixture(tcase, make_folder, remove_folder);
	tcase_add_test(tcase, goes_on);
	tcase_add_test(tcase, states_are_checked);
	tcase_add_test(tcase, others_are_refused);
	return unit_run(tcase);
}
