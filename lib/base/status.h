/* SPDX-License-Identifier: MIT */
/*
 * status.h - the one enum of results and the one error record.
 *
 * Every function of the library that can fail returns an enum sp_status,
 * which the compiler does not let a caller ignore, and describes a failure in
 * the struct sp_error that it was given.  The library never prints and never
 * exits: cmd/ turns the record into one line on standard error and the status
 * into the exit status of the program, with the same numbers.
 */
#ifndef SP_BASE_STATUS_H
#define SP_BASE_STATUS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define SP_MUST_CHECK __attribute__((warn_unused_result))
#define SP_PRINTF(at, first) \
	__attribute__((format(printf, at, first)))

enum sp_status {
	SP_OK = 0,           /* done */
	SP_UNCONVERGED = 1,  /* done, but short of the asked tolerance */
	SP_USAGE = 64,       /* the options or operands are wrong */
	SP_DATA = 65,        /* input is bad, cut short, mismatched or newer */
	SP_MEMORY = 71,      /* out of memory, or over the memory limit */
	SP_IO = 74           /* a read or write failed */
};

/*
 * Why something failed.  text is one line without the name of the program,
 * "where: what is wrong and what to do", cut to the size of the buffer; bytes
 * of input in it are masked by whoever prints it.  Valid when the status that
 * came with it is not SP_OK.
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
 * Puts "prefix: " before the text of *err and returns its status: the caller
 * knows the name of the file, the callee only the place in it.
 */
enum sp_status sp_fail_in(struct sp_error *err, const char *prefix);

#endif
