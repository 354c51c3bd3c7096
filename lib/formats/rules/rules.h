/* SPDX-License-Identifier: MIT */
/*
 * rules.h - rules that keep a crawler out of shapes of URLs, in the formats
 * that crawlers read.
 *
 * A rule stops the pages of its shape and no others.  A shape is what its
 * pattern matches and no earlier one of its host does (shape/shape.h), so a
 * rule excepts the earlier ones that may match the same URLs, unless they are
 * stopped as well, or another exception has all these URLs.  What a format
 * cannot say exactly is left out and counted, and never said more widely.
 *
 * Nothing in a name can end a rule, or begin another: what has control
 * characters or is no UTF-8 is left out, and the rest is quoted as the format
 * demands.
 */
#ifndef SP_FORMATS_RULES_RULES_H
#define SP_FORMATS_RULES_RULES_H

#include "base/status.h"
#include "formats/rules/formats.h"
#include "shape/shape.h"

/*
 * Earlier shapes that a rule is compared with, that may match the same URLs,
 * and that it may except.
 */
#define SP_RULES_COMPARED 10000
#define SP_RULES_MET 512
#define SP_RULES_EXCEPTED 64

/* Receives the rules, some whole lines at a time. */
struct sp_rules_sink {
	void *context;
	enum sp_status (*write)(void *context, const char *text,
				size_t length, struct sp_error *err);
};

struct sp_rules_report {
	uint64_t written;      /* shapes that have a rule */
	uint64_t left_out;     /* shapes that the format cannot say exactly */
	uint64_t first;        /* the first of them, */
	const char *reason;    /* and why: a phrase that goes with "it" */
};

/*
 * Writes rules for the shapes for which stopped[shape] is true.  Returns
 * SP_MEMORY; SP_DATA for a pattern that is none; what the sink returns.
 */
enum sp_status sp_rules_write(const struct sp_shapes *shapes,
			      const bool *stopped,
			      enum sp_rules_format_number format,
			      const struct sp_rules_sink *sink,
			      struct sp_rules_report *report,
			      struct sp_error *err);

/* The name of the crawler or of what reads the format, for messages. */
const char *sp_rules_reader(enum sp_rules_format_number format);

#endif
