/* SPDX-License-Identifier: MIT */
/*
 * status.h - the one enum of results and the one error record.
 *
 * Every function of the library that can fail returns an enum sp_status,
 * which the compiler does not let a caller ignore, and describes the failure
 * in a struct sp_error of the caller.  Below lib/cli the library never prints
 * and never exits: lib/cli prints the record as one line on standard error,
 * and the status is the exit status of the program.
 */
#ifndef SP_BASE_STATUS_H
#define SP_BASE_STATUS_H

#include <inttypes.h> /* PRIu64, in every message with a number */
#include <stdarg.h>
#include <stddef.h>

/* For functions whose result nobody may ignore, though it is no status. */
#define SP_MUST_CHECK __attribute__((warn_unused_result))
/* Nor of any function that returns this enum; each compiler has its own way. */
#ifdef __cppcheck__ /* make lint, which parses neither way */
#define SP_MUST_CHECK_ALL
#elif defined(__clang__)
#define SP_MUST_CHECK_ALL __attribute__((warn_unused_result))
#else
#define SP_MUST_CHECK_ALL [[nodiscard]]
#endif
#define SP_PRINTF(at, first) \
	__attribute__((format(printf, at, first)))

enum SP_MUST_CHECK_ALL sp_status {
	SP_OK = 0,           /* done */
	SP_UNCONVERGED = 1,  /* done, but the tolerance was not reached */
	SP_USAGE = 64,       /* the options or operands are wrong */
	SP_DATA = 65,        /* input is bad, cut short, mismatched or newer */
	SP_MEMORY = 71,      /* out of memory, or over the memory limit */
	SP_IO = 74           /* a read or write failed */
};

/*
 * Why something failed.  text is one line, "where: what is wrong, what to do",
 * without the name of the program, cut to the size of the buffer.  It may
 * quote bytes of the input, which are masked when it is printed.  It is set
 * when the function that got the record returned anything but SP_OK.
 */
struct sp_error {
	enum sp_status status;
	char text[512];
};

/*
 * Records a failure in *err (which may be NULL) and returns status, so that
 * a failing function ends with "return sp_fail(err, SP_DATA, ...)".
 */
enum sp_status sp_fail(struct sp_error *err, enum sp_status status,
		       const char *format, ...) SP_PRINTF(3, 4);

/*
 * Puts "prefix: " before the text of *err and returns its status.  A caller
 * often knows the file name, while its callee knows only the place in the
 * file.
 */
enum sp_status sp_fail_in(struct sp_error *err, const char *prefix);

/*
 * For threads, one at a time: keeps the failure in *err unless a smaller one of
 * another thread is there, so that timing does not matter.  *result begins as
 * SP_OK; a status of SP_OK changes nothing.
 */
void sp_keep_failure(enum sp_status *result, struct sp_error *err,
		     enum sp_status status, const struct sp_error *failure);

#endif
