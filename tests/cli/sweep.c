/* SPDX-License-Identifier: MIT */
/*
 * sweep - a filter gets one changed stream after another
 *
 *	sweep [-n MOST] [-p HEAP.so] [-t] [-z] FILE COMMAND [ARGUMENT...]
 *	sweep [-p HEAP.so] [-t] FOLDER COMMAND [ARGUMENT...]
 *	sweep -s [-n MOST] [-z] FILE | FOLDER COMMAND [ARGUMENT...]
 *
 * Runs COMMAND with changes of the stream FILE as its standard input: every
 * change of reseal_sweep.h, every cut, and every flipped bit, of these at most
 * MOST (default 1000), spread evenly over each class.  With -z, the streams
 * are compressed.  Or runs it with each file of FOLDER, which it must not
 * accept, except those whose names begin with "may-".  HEAP.so counts the
 * memory.
 *
 * COMMAND must exit with status 0, 65 or 71.  If it fails, standard error is
 * one line, and readers reject its output.  If it succeeds, the stream was not
 * one that seedpipe(5) forbids, and readers accept its output; with -t, that is
 * text.  It may take 64 MB and 20 seconds of the processor.
 *
 * With -s, COMMAND is another implementation of the reader, which runs once and
 * serves all: it gets the size of each stream, 8 bytes, and the stream, and
 * answers with a line, "ok", or "no" and the reason.  It must accept and refuse
 * what the library does.
 *
 * Prints "CASES ACCEPTED KIBIBYTES" and returns 0, or prints what is wrong and
 * returns 1.
 */
#include "reseal_sweep.h"
#include "reseal_verdict.h"

#include "base/bytes.h"
#include "stream/section/section.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MEMORY_MAX ((uint64_t)64 << 20)
#define CPU_MAX 20
#define WRONG_MAX 20

struct driver {
	char **command;
	bool text;
	struct seal_form form;
	unsigned long most;
	unsigned long turn, step;  /* of the class: which are tried */
	unsigned long cases, accepted, wrong;
	uint64_t memory;
	int in, out, err, heap;
	bool counting;             /* how many there are, and nothing else */
	FILE *to, *from;           /* of the COMMAND that serves, or NULL */
};

static void
fail(const char *what)
{
	fprintf(stderr, "sweep: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* ---- files without names ---------------------------------------------- */

static int
new_file(const char *name)
{
	int fd = memfd_create(name, 0);

	if (fd < 0)
		fail(name);
	return fd;
}

static void
set_file(int fd, const void *bytes, size_t size)
{
	if (ftruncate(fd, 0) || lseek(fd, 0, SEEK_SET) ||
	    (size && write(fd, bytes, size) != (ssize_t)size) ||
	    lseek(fd, 0, SEEK_SET))
		fail("a file in memory");
}

static uint8_t *
get_file(int fd, size_t *size)
{
	off_t end = lseek(fd, 0, SEEK_END);
	uint8_t *bytes = malloc((size_t)end + 1);

	if (end < 0 || !bytes || pread(fd, bytes, (size_t)end, 0) != end)
		fail("a file in memory");
	bytes[end] = '\0';
	*size = (size_t)end;
	return bytes;
}

/* ---- what readers say ------------------------------------------------- */

static bool
is_read(const uint8_t *bytes, size_t size, struct sp_error *err)
{
	struct bytes_left left = { bytes, size };
	struct sp_input input = { .context = &left, .read = read_left };
	struct sp_load_options options = { .want = SP_SECTION_ALL };
	struct sp_reader *reader = sp_reader_new(&input);
	struct sp_contents contents = { 0 };
	enum sp_status status = SP_MEMORY;

	if (reader)
		status = sp_load(reader, &options, &contents, err);
	sp_contents_free(&contents);
	sp_reader_free(reader);
	return !status;
}

/* ---- one run ---------------------------------------------------------- */

static void
complain(struct driver *driver, const char *change, const char *what,
	 const char *more)
{
	if (driver->wrong++ < WRONG_MAX)
		printf("%s: %s: %s\n", change, what, more);
}

static int
run_command(struct driver *driver)
{
	struct rlimit limit = { CPU_MAX, CPU_MAX };
	int status;
	pid_t child = fork();

	if (child < 0)
		fail("fork");
	if (!child) {
		if (dup2(driver->in, 0) < 0 || dup2(driver->out, 1) < 0 ||
		    dup2(driver->err, 2) < 0 ||
		    setrlimit(RLIMIT_CPU, &limit))
			_exit(126);
		execvp(driver->command[0], driver->command);
		_exit(127);
	}
	if (waitpid(child, &status, 0) != child)
		fail("waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) :
				   128 + WTERMSIG(status);
}

/* A line "NAME: ...", without control characters. */
static bool
is_line(const uint8_t *text, size_t size)
{
	if (!size || text[size - 1] != '\n')
		return false;
	for (size_t i = 0; i + 1 < size; i++)
		if (text[i] < ' ' || text[i] == 0x7f)
			return false;
	return strchr((const char *)text, ':');
}

static void
judge(struct driver *driver, const char *change, enum verdict verdict,
      const char *why, int status)
{
	size_t out_size, err_size;
	uint8_t *out = get_file(driver->out, &out_size);
	uint8_t *text = get_file(driver->err, &err_size);
	struct sp_error err;

	if (status && status != 65 && status != 71)
		complain(driver, change, "another status",
			 (const char *)text);
	else if (status && !is_line(text, err_size))
		complain(driver, change, "not one line", (const char *)text);
	else if (status && is_read(out, out_size, &err))
		complain(driver, change, "fails with a whole output",
			 (const char *)text);
	else if (!status && verdict == VERDICT_FAULT)
		complain(driver, change, "is accepted", why);
	else if (!status && !driver->text && !is_read(out, out_size, &err))
		complain(driver, change, "its output is not", err.text);
	driver->accepted += !status;
	free(out);
	free(text);
}

/* ---- a reader that serves --------------------------------------------- */

static void
start_server(struct driver *driver)
{
	int to[2], from[2];
	pid_t child;

	if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
		fail("pipe");
	child = fork();
	if (child < 0)
		fail("fork");
	if (!child) {
		if (dup2(to[0], 0) < 0 || dup2(from[1], 1) < 0)
			_exit(126);
		execvp(driver->command[0], driver->command);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	driver->to = fdopen(to[1], "wb");
	driver->from = fdopen(from[0], "r");
	if (!driver->to || !driver->from)
		fail("fdopen");
}

static void
ask_server(struct driver *driver, const struct sealed *sealed,
	   const char *change, enum verdict verdict, const char *why)
{
	struct sp_error err = { .text = "" };
	bool wanted = is_read(sealed->at, sealed->size, &err) &&
		      verdict != VERDICT_FAULT;
	char answer[512] = "";
	uint8_t size[8];
	bool accepted;

	sp_store64(size, sealed->size);
	if (fwrite(size, 1, 8, driver->to) != 8 ||
	    fwrite(sealed->at, 1, sealed->size, driver->to) != sealed->size ||
	    fflush(driver->to) ||
	    !fgets(answer, sizeof(answer), driver->from))
		fail(change);
	answer[strcspn(answer, "\n")] = '\0';
	accepted = !strcmp(answer, "ok");
	if (accepted && !wanted)
		complain(driver, change, "is accepted",
			 *err.text ? err.text : why);
	else if (!accepted && (wanted || strncmp(answer, "no ", 3)))
		complain(driver, change, "is refused", answer);
	driver->accepted += accepted;
	driver->cases++;
}

/* ---- one stream ------------------------------------------------------- */

static void
try_bytes(struct driver *driver, const struct sealed *sealed,
	  const char *change, enum verdict verdict, const char *why)
{
	static const uint8_t zeros[4096];
	uint64_t counts[3] = { 0 };

	if (driver->to) {
		ask_server(driver, sealed, change, verdict, why);
		return;
	}
	set_file(driver->in, sealed->at, sealed->size);
	set_file(driver->out, NULL, 0);
	set_file(driver->err, NULL, 0);
	set_file(driver->heap, zeros, sizeof(zeros));
	judge(driver, change, verdict, why, run_command(driver));
	if (pread(driver->heap, counts, sizeof(counts), 0) != sizeof(counts))
		fail("the counts of memory");
	if (counts[1] > driver->memory)
		driver->memory = counts[1];
	if (counts[1] > MEMORY_MAX)
		complain(driver, change, "takes memory", "over 64 MB");
	driver->cases++;
}

/* Is it the turn of this change? */
static bool
is_turn(struct driver *driver)
{
	bool turn = driver->turn++ % driver->step == 0;

	return turn && !driver->counting;
}

/* ---- changes ---------------------------------------------------------- */

/* Values of headers are taken from the stream without compression. */
static enum verdict
verdict_of(const struct mutant *mutant, bool packed, const char **why)
{
	*why = "wrong on purpose";
	if (mutant->of == MUTANT_SEAL && (mutant->field == SEAL_MINOR ||
					  mutant->field == SEAL_FEATURES))
		return VERDICT_EITHER;
	/* In a packed frame, its flags and size may be what it has. */
	if (mutant->of == MUTANT_HEADER)
		return packed && (mutant->field == HEADER_FLAGS ||
				  mutant->field == HEADER_STORED) ?
			       VERDICT_EITHER : VERDICT_FAULT;
	if (mutant->of == MUTANT_INDEX || mutant->of == MUTANT_SEAL)
		return VERDICT_FAULT;
	return parts_verdict(mutant->parts, why);
}

static void
try_mutant(void *context, const struct mutant *mutant)
{
	struct driver *driver = context;
	struct sealed sealed = { 0 };
	const char *why;
	enum verdict verdict;

	if (!is_turn(driver))
		return;
	verdict = verdict_of(mutant, driver->form.level, &why);
	parts_seal(mutant->parts, driver->form, &sealed);
	try_bytes(driver, &sealed, mutant->what, verdict, why);
	free(sealed.at);
}

/* A stream that is cut, or has a wrong bit. */
static void
sweep_bytes(struct driver *driver, const struct parts *parts, bool flip)
{
	struct sealed sealed = { 0 };
	char change[64];
	size_t size;

	parts_seal(parts, driver->form, &sealed);
	size = sealed.size;
	for (size_t i = 0; i < (flip ? 8 * size : size); i++) {
		if (!is_turn(driver))
			continue;
		if (flip)
			sealed.at[i / 8] ^= (uint8_t)(1 << i % 8);
		else
			sealed.size = i;
		snprintf(change, sizeof(change), flip ? "bit %zu flipped" :
			 "cut to %zu bytes", i);
		try_bytes(driver, &sealed, change, VERDICT_FAULT, change);
		if (flip)
			sealed.at[i / 8] ^= (uint8_t)(1 << i % 8);
	}
	free(sealed.at);
}

#define CLASSES (MUTANT_CLASSES + 2) /* and cuts, flips */

static void
sweep_class(struct driver *driver, const struct parts *parts, unsigned of)
{
	struct driver run = *driver;

	if (of == MUTANT_INDEX)
		run.form = (struct seal_form){ 0, false };
	run.turn = 0;
	if (of < MUTANT_CLASSES)
		sweep(parts, (enum mutant_class)of, try_mutant, &run);
	else
		sweep_bytes(&run, parts, of > MUTANT_CLASSES);
	run.form = driver->form;
	*driver = run;
}

static void
sweep_all(struct driver *driver, const struct parts *parts)
{
	for (unsigned of = 0; of < CLASSES; of++) {
		driver->counting = true;
		driver->step = 1;
		sweep_class(driver, parts, of);
		driver->counting = false;
		driver->step = CLASSES * driver->turn / driver->most + 1;
		sweep_class(driver, parts, of);
	}
}

/* ---- files ------------------------------------------------------------ */

#define FILE_MAX ((size_t)16 << 20)

static struct sealed
read_file(const char *name)
{
	FILE *file = fopen(name, "rb");
	struct sealed bytes = { malloc(FILE_MAX), 0, FILE_MAX };

	if (!file || !bytes.at)
		fail(name);
	bytes.size = fread(bytes.at, 1, FILE_MAX, file);
	fclose(file);
	return bytes;
}

static void
try_folder(struct driver *driver, const char *folder)
{
	struct dirent **names;
	int count = scandir(folder, &names, NULL, alphasort);

	if (count < 0)
		fail(folder);
	for (int i = 0; i < count; i++) {
		char *name = names[i]->d_name;
		char path[512];
		struct sealed bytes;

		if (*name == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, name);
		bytes = read_file(path);
		try_bytes(driver, &bytes, name, strncmp(name, "may-", 4) ?
			  VERDICT_FAULT : VERDICT_EITHER, name);
		free(bytes.at);
		free(names[i]);
	}
	free(names);
}

static void
try_file(struct driver *driver, const char *name)
{
	struct sealed bytes = read_file(name);
	struct parts parts;

	parts_take(&parts, bytes.at, bytes.size);
	sweep_all(driver, &parts);
	parts_free(&parts);
	free(bytes.at);
}

int
main(int argc, char **argv)
{
	struct driver driver = { .most = 1000 };
	const char *preload = NULL;
	bool serves = false;
	char number[16];
	struct stat stat_of;
	int option;

	while ((option = getopt(argc, argv, "+n:p:stz")) != -1) {
		if (option == 'n')
			driver.most = strtoul(optarg, NULL, 10);
		else if (option == 'p')
			preload = optarg;
		else if (option == 's')
			serves = true;
		else if (option == 't')
			driver.text = true;
		else if (option == 'z')
			driver.form = (struct seal_form){ 3, true };
		else
			return 64;
	}
	if (argc - optind < 2 || !driver.most)
		return 64;
	if (stat(argv[optind], &stat_of))
		fail(argv[optind]);
	driver.command = argv + optind + 1;
	driver.in = new_file("in");
	driver.out = new_file("out");
	driver.err = new_file("err");
	driver.heap = new_file("heap");
	snprintf(number, sizeof(number), "%d", driver.heap);
	if (preload && (setenv("HEAP_FD", number, 1) ||
			setenv("LD_PRELOAD", preload, 1)))
		fail("setenv");
	if (serves)
		start_server(&driver);
	if (S_ISDIR(stat_of.st_mode))
		try_folder(&driver, argv[optind]);
	else
		try_file(&driver, argv[optind]);
	if (driver.wrong)
		printf("%lu of %lu cases are wrong\n", driver.wrong,
		       driver.cases);
	else
		printf("%lu %lu %llu\n", driver.cases, driver.accepted,
		       (unsigned long long)driver.memory >> 10);
	return driver.wrong > 0;
}
