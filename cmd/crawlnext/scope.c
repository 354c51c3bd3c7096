/* SPDX-License-Identifier: MIT */
/*
 * --scope and --exclude: which pages may be chosen at all, by their URLs.
 *
 * A line that matches no page is usually a mistake: another spelling of a
 * host, a pattern of another program.  So all known pages are compared, not
 * only those that could be chosen, and lines that matched none of them are
 * reported.  Pages outside of the scope are not compared with the patterns,
 * which is most of the work.
 */
#include "crawlnext.h"

#include "base/memory.h"
#include "web/file/source.h"
#include "web/page/patterns.h"
#include "web/page/scope.h"

#include <stdlib.h>

#define SHOWN 200 /* bytes of a line in a message, at most */

/* The lines of a file that say something, for messages. */
struct scope_lines {
	const char *path;        /* NULL: the option was not given */
	struct sp_names texts;
	uint64_t *numbers;
	uint64_t capacity;
};

struct crawlnext_scope {
	struct scope_lines inside, outside;
	struct sp_scope *scope;
	struct sp_patterns *patterns;
};

void
crawlnext_scope_free(struct crawlnext_scope *scope)
{
	if (!scope)
		return;
	sp_names_free(&scope->inside.texts);
	free(scope->inside.numbers);
	sp_names_free(&scope->outside.texts);
	free(scope->outside.numbers);
	sp_scope_free(scope->scope);
	sp_patterns_free(scope->patterns);
	free(scope);
}

/* ---- the lists -------------------------------------------------------- */

static enum sp_status
take_scope_line(struct crawlnext_scope *scope, struct sp_source *source,
		struct sp_span line, struct sp_error *err)
{
	int shown = (int)(line.length < SHOWN ? line.length : SHOWN);
	const char *why;

	if (sp_scope_add(scope->scope, line, &why, err))
		return err->status;
	return why ? sp_source_bad_line(source, err, "\"%.*s\" %s", shown,
					line.text, why) : SP_OK;
}

static enum sp_status
take_pattern_line(struct crawlnext_scope *scope, struct sp_source *source,
		  struct sp_span line, struct sp_error *err)
{
	int shown = (int)(line.length < SHOWN ? line.length : SHOWN);
	struct sp_error why;
	enum sp_status status = sp_patterns_add(scope->patterns, line, &why);

	if (status == SP_DATA)
		return sp_source_bad_line(source, err, "\"%.*s\" %s", shown,
					  line.text, why.text);
	return status ? sp_no_memory(err, "the patterns") : SP_OK;
}

typedef enum sp_status take_line(struct crawlnext_scope *scope,
				 struct sp_source *source, struct sp_span line,
				 struct sp_error *err);

static enum sp_status
read_scope_lines(struct crawlnext_scope *scope, struct scope_lines *lines,
		 struct sp_source *source, take_line *take,
		 struct sp_error *err)
{
	enum sp_status status = SP_OK;
	struct sp_span line;

	while (sp_source_next(source, &line, &status, err)) {
		uint64_t count = lines->texts.count;

		line = sp_span_trim(line, " \t");
		if (!line.length || line.text[0] == '#')
			continue;
		if (take(scope, source, line, err))
			return err->status;
		if (!sp_grow(&lines->numbers, &lines->capacity, count + 1))
			return sp_no_memory(err, "the scope");
		lines->numbers[count] = sp_source_line_number(source);
		if (line.length > SHOWN)
			line.length = SHOWN;
		if (sp_names_add(&lines->texts, line.text, line.length, err))
			return err->status;
	}
	return status;
}

static enum sp_status
read_scope_file(struct crawlnext *next, struct scope_lines *lines,
		const char *path, take_line *take)
{
	struct sp_source *source = NULL;
	enum sp_status status = cmd_open_source(next->cmd, path, &source);

	lines->path = cmd_list_name(path);
	if (!status)
		status = read_scope_lines(next->scope, lines, source, take,
					  &next->cmd->err);
	sp_source_close(source);
	return status;
}

static enum sp_status
read_inside(struct crawlnext *next)
{
	struct crawlnext_scope *scope = next->scope;
	struct sp_error *err = &next->cmd->err;

	if (sp_scope_new(&scope->scope, err) ||
	    read_scope_file(next, &scope->inside, next->options.scope,
			    take_scope_line))
		return err->status;
	if (!scope->inside.texts.count)
		return sp_fail(err, SP_DATA, "%s: no host and no SURT prefix, "
			       "so no page is in scope", scope->inside.path);
	cmd_result(next->cmd, "scope of %" PRIu64 " lines,",
		   scope->inside.texts.count);
	return sp_scope_ready(scope->scope, err);
}

static enum sp_status
read_outside(struct crawlnext *next)
{
	struct crawlnext_scope *scope = next->scope;
	struct sp_error *err = &next->cmd->err;

	if (sp_patterns_new(&scope->patterns, err) ||
	    read_scope_file(next, &scope->outside, next->options.exclude,
			    take_pattern_line))
		return err->status;
	if (!scope->outside.texts.count)
		cmd_warn(next->cmd, "%s: no pattern, so nothing is excluded",
			 scope->outside.path);
	cmd_result(next->cmd, "excluded by %" PRIu64 " patterns",
		   scope->outside.texts.count);
	return sp_patterns_ready(scope->patterns, err);
}

enum sp_status
crawlnext_read_scope(struct crawlnext *next)
{
	const struct crawlnext_options *options = &next->options;
	struct sp_error *err = &next->cmd->err;

	if (!options->scope && !options->exclude)
		return SP_OK;
	if (!next->names)
		return sp_fail(err, SP_DATA, "option --%s: no names in the "
			       "stream (import the graph with names)",
			       options->scope ? "scope" : "exclude");
	next->scope = sp_alloc_zero(1, sizeof(*next->scope));
	if (!next->scope)
		return sp_no_memory(err, "the scope");
	if ((options->scope && read_inside(next)) ||
	    (options->exclude && read_outside(next)))
		return err->status;
	return SP_OK;
}

/* ---- pages ------------------------------------------------------------ */

enum sp_status
crawlnext_look_up_scope(struct crawlnext *next, uint64_t page, bool may)
{
	struct crawlnext_scope *scope = next->scope;
	struct sp_span name = sp_names_span(next->names, page);
	struct sp_error *err = &next->cmd->err;
	bool inside = true, outside = false;

	if (scope->scope && sp_scope_has(scope->scope, name, &inside, err))
		return err->status;
	if (inside && scope->patterns &&
	    sp_patterns_match(scope->patterns, name, &outside, err))
		return err->status;
	next->in_scope = inside && !outside;
	next->out_of_scope += may && !inside;
	next->excluded += may && outside;
	return SP_OK;
}

static void
warn_of_unused_lines(const struct crawlnext *next,
		     const struct scope_lines *lines, const bool *used)
{
	uint64_t unused = 0, first = 0;
	struct sp_span text;

	for (uint64_t i = lines->texts.count; i-- > 0;)
		if (!used[i]) {
			unused++;
			first = i;
		}
	if (!unused)
		return;
	text = sp_names_span(&lines->texts, first);
	cmd_warn(next->cmd, "%s: line %" PRIu64 ": \"%.*s\" matches no page of "
		 "the graph (lines that match none: %" PRIu64 " of %" PRIu64
		 ")", lines->path, lines->numbers[first], (int)text.length,
		 text.text, unused, lines->texts.count);
}

enum sp_status
crawlnext_end_scope(struct crawlnext *next)
{
	const struct crawlnext_scope *scope = next->scope;
	uint64_t most = scope->inside.texts.count > scope->outside.texts.count ?
				scope->inside.texts.count :
				scope->outside.texts.count;
	bool *used = sp_alloc(most, sizeof(*used));

	if (!used)
		return sp_no_memory(&next->cmd->err, "the scope");
	for (uint64_t i = 0; i < scope->inside.texts.count; i++)
		used[i] = sp_scope_was_used(scope->scope, i);
	warn_of_unused_lines(next, &scope->inside, used);
	for (uint64_t i = 0; i < scope->outside.texts.count; i++)
		used[i] = sp_patterns_was_used(scope->patterns, i);
	warn_of_unused_lines(next, &scope->outside, used);
	free(used);
	if (scope->scope)
		cmd_count(next->cmd, "out_of_scope", next->out_of_scope);
	if (scope->patterns)
		cmd_count(next->cmd, "excluded", next->excluded);
	return SP_OK;
}
