/* SPDX-License-Identifier: MIT */
/*
 * An error is a status, which becomes the exit status of a program, and a text
 * for people.  Functions return the status and leave both in the sp_error of
 * their caller; the text is complete before it travels, so that nobody on the
 * way needs to know what went wrong, and at most adds where.
 */
#include "base/status.h"

#include <stdio.h>
#include <string.h>

/*
 * Some callers only ask whether something is so, and pass no err: then no text
 * is made.
 */
enum sp_status
sp_fail(struct sp_error *err, enum sp_status status, const char *format, ...)
{
	va_list args;

	if (!err)
		return status;
	err->status = status;
	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	return status;
}

enum sp_status
sp_fail_in(struct sp_error *err, const char *prefix)
{
	char text[sizeof(err->text)];
	size_t used;

	/* snprintf() must not read the buffer that it writes. */
	memcpy(text, err->text, sizeof(text));
	/* The prefix says where, so if anything is cut, it is the end. */
	used = (size_t)snprintf(err->text, sizeof(err->text), "%s: ", prefix);
	if (used < sizeof(err->text))
		snprintf(err->text + used, sizeof(err->text) - used, "%s",
			 text);
	return err->status;
}

void
sp_keep_failure(enum sp_status *result, struct sp_error *err,
		enum sp_status status, const struct sp_error *failure)
{
	if (!status || (*result && status >= *result))
		return;
	*result = status;
	*err = *failure;
}
