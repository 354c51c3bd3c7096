/* SPDX-License-Identifier: MIT */
/*
 * output.h - where a function of the library writes bytes: a file, a buffer, a
 * count of them; the caller knows.
 */
#ifndef SP_BASE_OUTPUT_H
#define SP_BASE_OUTPUT_H

#include "base/status.h"

/* write writes all bytes or fails. */
struct sp_output {
	void *context;
	enum sp_status (*write)(void *context, const void *bytes,
				size_t size, struct sp_error *err);
};

#endif
