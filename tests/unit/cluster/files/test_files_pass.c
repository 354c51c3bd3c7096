/* SPDX-License-Identifier: MIT */
/*
 * test_files_pass.c - streams of every kind with each field, frame and section
 * changed, all checksums right: processes pass on together what a plain filter
 * passes on, and what they write can be read
 */
#include "sample_sweep.h"
#include "team_threads.h"
#include "temp_file.h"

#include "cluster/files/write.h"

#if defined __SANITIZE_ADDRESS__ || defined FEW_CASES
#define STEP 61
#else
#define STEP 11
#endif

struct tally {
	bool packed;
	unsigned turn;
	unsigned long cases, accepted, wrong;
	struct sp_output output; /* of the processes */
};

/* As a filter of several processes that reads the graph, and passes it on. */
static enum sp_status
pass_joint(struct sp_team *team, void *context, struct sp_error *err)
{
	const struct tally *tally = context;
	struct sp_joint_target target = { .output = &tally->output };
	struct sp_load_options options = { .threads = 1 };
	struct sp_joint_writer *writer = NULL;
	struct sp_share *share = NULL;
	struct sp_joint_input *input;
	enum sp_status status = sp_joint_open(team, temp_path, false, &input,
					      err);

	if (!status)
		status = sp_joint_share(input, 1, &share, err);
	if (!status)
		status = sp_joint_begin(team, team->rank ? NULL : &target, 1,
					&writer, err);
	if (!status)
		status = sp_joint_pass(writer, input, &options, err);
	if (!status)
		status = sp_joint_end(writer, "a line", err);
	sp_joint_free(writer);
	sp_share_free(share);
	sp_joint_close(input);
	return status;
}

/*
 * What jobs say of streams that plain filters take, and the other way round, as
 * seedpipe-mpi(7) says: they need an index and a graph, and do not verify the
 * end frame.
 */
static bool
is_known(const struct mutant *mutant, bool taken, const char *said)
{
	if (!taken)
		return strstr(said, "has no index") ||
		       strstr(said, "has no graph");
	return mutant->of == MUTANT_SEAL &&
	       (mutant->field == SEAL_CHAIN || mutant->field == SEAL_RAW);
}

static void
complain(struct tally *tally, const struct mutant *mutant, const char *what,
	 const char *why)
{
	if (tally->wrong++ < 20)
		printf("# %s: %s: %s\n", mutant->what, what, why);
}

static void
check_output(struct tally *tally, const struct mutant *mutant,
	     const struct bytes *joint)
{
	struct sp_contents contents = { 0 };
	struct sp_error err;

	if (load_bytes(joint->at, joint->size, &contents, &err))
		complain(tally, mutant, "its copy is not read", err.text);
	sp_contents_free(&contents);
}

static void
try_mutant(void *context, const struct mutant *mutant)
{
	struct tally *tally = context;
	struct sealed sealed = { 0 };
	struct bytes plain = BYTES, joint = BYTES;
	struct sp_error err = { 0 }, plain_err = { 0 };
	enum sp_status wanted, got;

	if (tally->turn++ % STEP)
		return;
	parts_seal(mutant->parts,
		   (struct seal_form){ tally->packed ? 3 : 0, tally->packed },
		   &sealed);
	temp_file_write(sealed.at, sealed.size);
	tally->output = (struct sp_output){ &joint, bytes_write };
	wanted = pass_sample(&sealed, &plain, &plain_err);
	got = team_run(1 + tally->turn % 3, pass_joint, tally, &err);
	tally->cases++;
	tally->accepted += !got;
	if (!got != !wanted && !is_known(mutant, !got, err.text))
		complain(tally, mutant, got ? "does not pass" : "passes",
			 got ? err.text : plain_err.text);
	if (!got)
		check_output(tally, mutant, &joint);
	bytes_free(&plain);
	bytes_free(&joint);
	free(sealed.at);
}

START_TEST(every_change_passes)
{
	enum mutant_class of = (enum mutant_class)(_i / 2);
	/* The bytes of a packed index are not those of its entries. */
	struct tally tally = { .packed = _i % 2 && of != MUTANT_INDEX };
	struct parts parts;

	sweep_sample(&parts);
	sweep(&parts, of, try_mutant, &tally);
	parts_free(&parts);
	printf("# %s%s: %lu cases, %lu pass, %lu wrong\n", mutant_classes[of],
	       tally.packed ? ", compressed" : "", tally.cases, tally.accepted,
	       tally.wrong);
	fflush(stdout);
	ck_assert_uint_gt(tally.cases, 0);
	ck_assert_uint_eq(tally.wrong, 0);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("joint_pass");

	tcase_add_checked_fixture(tcase, temp_file_make, temp_file_remove);
	tcase_add_loop_test(tcase, every_change_passes, 0, 2 * MUTANT_CLASSES);
	return unit_run(tcase);
}
