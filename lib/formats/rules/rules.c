/* SPDX-License-Identifier: MIT */
/*
 * Rules of shapes, one after another, in the order of the shapes.
 *
 * The shapes of a host that are not stopped are collected once, when the first
 * of its shapes is met.  A rule is compared with those of them that come
 * earlier: where one may match the same URL, the rule excepts it by a lookahead
 * or, if the format knows none, is left out.  An exception that could never
 * decide, as another one has all that it has of the rule, is dropped: the
 * photos of a folder, where all of the folder is excepted.  Both the
 * comparisons and the exceptions of a rule are bounded, so that hosts of many
 * shapes take no quadratic time, and no rule is too long for those who read it.
 */
#include "formats/rules/format.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <stdlib.h>

static const struct sp_rules_format *const formats[] = {
#define SP_RULES_ROW(NAME, name, word) &sp_rules_##name,
	SP_RULES_FORMATS(SP_RULES_ROW)
#undef SP_RULES_ROW
};

struct rules_work {
	const struct sp_shapes *shapes;
	const bool *stopped;
	const struct sp_rules_format *format;
	const struct sp_rules_sink *sink;
	struct sp_rules_report *report;
	struct sp_pattern pattern;
	struct sp_pattern room[SP_RULES_EXCEPTED + 1];
	struct sp_pattern *except[SP_RULES_EXCEPTED + 1]; /* in room: those of
							     the rule, then
							     free ones */
	unsigned excepted;
	uint64_t kept[SP_RULES_COMPARED]; /* shapes of the host that are not
					     stopped, the first ones */
	uint64_t kept_count, end;         /* of the host's shapes */
	struct sp_line line, expression;
	struct sp_span host;              /* of the last rule */
};

const char *
sp_rules_reader(enum sp_rules_format_number format)
{
	return formats[format]->reader;
}

void
sp_rule_add_quoted(struct sp_line *line, struct sp_span text)
{
	sp_line_add(line, "\"");
	while (text.length) {
		size_t size = 0;

		while (size < text.length && text.text[size] != '"' &&
		       text.text[size] != '\\')
			size++;
		sp_line_add_span(line, sp_span_cut(&text, size));
		if (text.length) {
			sp_line_add(line, "\\");
			sp_line_add_span(line, sp_span_cut(&text, 1));
		}
	}
	sp_line_add(line, "\"");
}

/* Can lines and quotes hold it?  Line ends of Unicode are no better. */
static bool
is_printable(struct sp_span text)
{
	uint32_t c;

	while (text.length) {
		size_t size = sp_utf8_get(text, &c);

		if (!size || c < 0x20 || (c >= 0x7f && c < 0xa0) ||
		    c == 0x2028 || c == 0x2029 || c == 0xfffe || c == 0xffff)
			return false;
		sp_span_cut(&text, size);
	}
	return true;
}

static enum sp_status
rules_pattern(struct rules_work *work, uint64_t shape,
	      struct sp_pattern *pattern, struct sp_error *err)
{
	if (sp_pattern_read(sp_shape_text(work->shapes, shape), pattern))
		return SP_OK;
	return sp_fail(err, SP_DATA, "the pattern of shape %llu is none",
		       (unsigned long long)shape);
}

/* Collects those shapes of the host that rules may have to except. */
static void
collect_kept(struct rules_work *work, uint64_t shape)
{
	uint64_t first;

	if (shape < work->end)
		return;
	sp_shape_siblings(work->shapes, shape, &first, &work->end);
	work->kept_count = 0;
	for (uint64_t i = first; i < work->end &&
	     work->kept_count < SP_RULES_COMPARED; i++)
		if (!work->stopped[i])
			work->kept[work->kept_count++] = i;
}

/* Adds the expression of a pattern without its anchors; *exact as there. */
static enum sp_status
add_expression(struct rules_work *work, const struct sp_pattern *pattern,
	       bool *exact, struct sp_error *err)
{
	char *text = NULL;
	struct sp_span span;
	enum sp_status status = sp_pattern_expression(pattern, &text,
						      &span.length, exact,
						      err);

	if (status)
		return status;
	span.text = text;
	sp_span_take(&span, SP_SPAN("^"));
	if (span.length && span.text[span.length - 1] == '$')
		span.length--;
	sp_line_add_span(&work->expression, span);
	free(text);
	return SP_OK;
}

/*
 * Takes the first free pattern as an exception, unless another one has all that
 * it has of the rule; drops those of which it has all.
 */
static void
take_exception(struct rules_work *work)
{
	struct sp_pattern *new = work->except[work->excepted];
	unsigned left = 0;

	for (unsigned i = 0; i < work->excepted; i++)
		if (sp_pattern_covers(work->except[i], new, &work->pattern))
			return;
	for (unsigned i = 0; i < work->excepted; i++) {
		struct sp_pattern *old = work->except[i];

		if (sp_pattern_covers(new, old, &work->pattern))
			continue;
		work->except[i] = work->except[left];
		work->except[left++] = old;
	}
	work->except[work->excepted] = work->except[left];
	work->except[left] = new;
	work->excepted = left + 1;
}

/*
 * Finds the earlier shapes that the pattern meets.  *reason is set where the
 * format cannot except them.
 */
static enum sp_status
find_exceptions(struct rules_work *work, uint64_t shape, const char **reason,
		struct sp_error *err)
{
	unsigned met = 0;

	work->excepted = 0;
	if (work->kept_count == SP_RULES_COMPARED &&
	    work->kept[work->kept_count - 1] < shape)
		*reason = "comes after too many shapes of its host";
	for (uint64_t i = 0; i < work->kept_count && work->kept[i] < shape &&
	     !*reason; i++) {
		struct sp_pattern *earlier = work->except[work->excepted];

		if (rules_pattern(work, work->kept[i], earlier, err))
			return err->status;
		if (!sp_patterns_meet(&work->pattern, earlier))
			continue;
		take_exception(work);
		if (work->format->kind != SP_RULES_LOOKAHEADS)
			*reason = "needs an exception, for an earlier shape";
		else if (++met > SP_RULES_MET ||
			 work->excepted > SP_RULES_EXCEPTED)
			*reason = "needs too many exceptions";
	}
	return SP_OK;
}

/* Adds a lookahead for the exceptions of the pattern. */
static enum sp_status
add_exceptions(struct rules_work *work, uint64_t shape, const char **reason,
	       struct sp_error *err)
{
	enum sp_status status = find_exceptions(work, shape, reason, err);

	if (status || *reason || !work->excepted)
		return status;
	for (unsigned i = 0; i < work->excepted && !status; i++) {
		bool exact;

		sp_line_add(&work->expression, i ? "|" : "(?!(");
		status = add_expression(work, work->except[i], &exact, err);
		if (!status && !exact)
			*reason = "needs an exception that no expression says";
	}
	sp_line_add(&work->expression, ")$)");
	return status;
}

/* The expression of the rule, from ^ to $, or the reason why there is none. */
static enum sp_status
make_expression(struct rules_work *work, uint64_t shape, const char **reason,
		struct sp_error *err)
{
	bool exact = true;
	enum sp_status status;

	work->expression.length = 0;
	sp_line_add(&work->expression, "^");
	status = add_exceptions(work, shape, reason, err);
	if (status || *reason || work->format->kind == SP_RULES_PATTERNS)
		return status;
	sp_line_add(&work->expression, "(");
	status = add_expression(work, &work->pattern, &exact, err);
	sp_line_add(&work->expression, ")$");
	if (!status && !exact)
		*reason = "has more parameters in any order than an "
			  "expression can say";
	return status;
}

static enum sp_status
rules_add(struct rules_work *work, uint64_t shape, struct sp_error *err)
{
	struct sp_rules_report *report = work->report;
	struct sp_rule rule = {
		.pattern = &work->pattern, .first = !report->written,
		.text = sp_shape_text(work->shapes, shape)
	};
	const char *reason = NULL;
	enum sp_status status = rules_pattern(work, shape, &work->pattern, err);

	if (!status && !is_printable(rule.text))
		reason = "has control characters or is no UTF-8";
	if (!status && !reason)
		status = make_expression(work, shape, &reason, err);
	if (status)
		return status;
	if (work->expression.lost)
		return sp_no_memory(err, "rules");
	if (work->format->kind != SP_RULES_PATTERNS)
		rule.expression = (struct sp_span){ work->expression.text,
						    work->expression.length };
	rule.new_host = rule.first ||
			!sp_span_equal(work->host, work->pattern.host);
	work->line.length = 0;
	if (!reason)
		reason = work->format->write(&rule, &work->line);
	if (reason) {
		if (!report->left_out++) {
			report->first = shape;
			report->reason = reason;
		}
		return SP_OK;
	}
	if (work->line.lost)
		return sp_no_memory(err, "rules");
	report->written++;
	work->host = work->pattern.host;
	return work->sink->write(work->sink->context, work->line.text,
				 work->line.length, err);
}

static enum sp_status
rules_add_text(const struct rules_work *work, const char *text,
	       struct sp_error *err)
{
	return text ? work->sink->write(work->sink->context, text,
					strlen(text), err) : SP_OK;
}

enum sp_status
sp_rules_write(const struct sp_shapes *shapes, const bool *stopped,
	       enum sp_rules_format_number format,
	       const struct sp_rules_sink *sink,
	       struct sp_rules_report *report, struct sp_error *err)
{
	struct rules_work *work = calloc(1, sizeof(*work));
	enum sp_status status;

	*report = (struct sp_rules_report){ 0 };
	if (!work)
		return sp_no_memory(err, "rules");
	work->shapes = shapes;
	work->stopped = stopped;
	work->format = formats[format];
	work->sink = sink;
	work->report = report;
	for (unsigned i = 0; i <= SP_RULES_EXCEPTED; i++)
		work->except[i] = &work->room[i];
	status = rules_add_text(work, work->format->head, err);
	for (uint64_t i = 0; i < shapes->count && !status; i++)
		if (stopped[i]) {
			collect_kept(work, i);
			status = rules_add(work, i, err);
		}
	if (!status)
		status = rules_add_text(work, work->format->tail, err);
	sp_line_free(&work->line);
	sp_line_free(&work->expression);
	free(work);
	return status;
}
