/* SPDX-License-Identifier: MIT */
/*
 * What an unknown name may have meant: names whose keys are next to its own,
 * and to that with or without "www.", as that is another place among hosts.
 * Those within two slips are near, by what loose matching leaves of a URL: so
 * http or https and slashes at the end are no slip.  For a host, it is the
 * hosts that are compared.
 *
 * Names that differ early have other neighbours and are not found; all names
 * would have to be read for that.
 */
#include "graphlinks.h"

#include "base/memory.h"
#include "base/suggest.h"
#include "graph/hosts.h"

#include <stdlib.h>

#define WORD_MOST 63 /* bytes that sp_word_distance() looks at */
#define SUGGESTIONS 2

struct suggesting {
	const struct asked *asked;
	bool hosts;              /* are compared, not URLs */
	struct sp_matcher *matcher;
	struct sp_line word;     /* what is compared of the unknown name */
	struct sp_line names[SUGGESTIONS];
	unsigned count, least;   /* names so far, and how far away */
	char host[SP_NAME_MAX];
};

/* The host of a name, in near->host. */
static struct sp_span
suggest_host(struct suggesting *near, struct sp_span name)
{
	bool ascii;
	size_t length = sp_url_host(name.text, name.length, near->host,
				    &ascii);

	return (struct sp_span){ near->host, length };
}

/* What is compared of a name; valid until the next call. */
static enum sp_status
suggest_word(struct suggesting *near, struct sp_span name,
	     struct sp_span *word, struct sp_error *err)
{
	struct sp_span normal;

	if (near->hosts) {
		*word = suggest_host(near, name);
		(void)sp_span_take(word, SP_SPAN("www."));
		return SP_OK;
	}
	if (sp_match_keys(near->matcher, name, &normal, word, err))
		return err->status;
	*word = word->text ? *word : name;
	return SP_OK;
}

/* The distance of two words, of which only what differs is compared. */
static unsigned
suggest_distance(struct sp_span a, struct sp_span b)
{
	while (a.length && b.length && a.text[0] == b.text[0]) {
		sp_span_cut(&a, 1);
		sp_span_cut(&b, 1);
	}
	while (a.length && b.length &&
	       a.text[a.length - 1] == b.text[b.length - 1]) {
		a.length--;
		b.length--;
	}
	if (a.length > WORD_MOST || b.length > WORD_MOST)
		return UINT32_MAX;
	return sp_word_distance(a.text, a.length, b.text, b.length);
}

static bool
is_suggested(const struct suggesting *near, struct sp_span text)
{
	for (unsigned i = 0; i < near->count; i++)
		if (sp_span_equal(text, (struct sp_span){
					near->names[i].text,
					near->names[i].length }))
			return true;
	return false;
}

static enum sp_status
suggest_take(void *context, struct sp_span name, struct sp_error *err)
{
	struct suggesting *near = context;
	struct sp_span word, own = { near->word.text, near->word.length };
	unsigned distance;

	if (suggest_word(near, name, &word, err))
		return err->status;
	distance = suggest_distance(own, word);
	if (distance > (own.length < 4 ? 2u : 4u) || distance > near->least)
		return SP_OK;
	if (distance < near->least) {
		near->least = distance;
		near->count = 0;
	}
	name = near->hosts ? suggest_host(near, name) : name;
	if (near->count == SUGGESTIONS || is_suggested(near, name))
		return SP_OK;
	near->names[near->count].length = 0;
	sp_line_add(&near->names[near->count], "");
	sp_line_add_span(&near->names[near->count], name);
	return near->names[near->count++].lost ?
		       sp_no_memory(err, "a name") : SP_OK;
}

/* The key of the same page with "www.", or without. */
static void
suggest_other_key(struct sp_span key, struct sp_line *other)
{
	static const char www[] = "www,";
	struct sp_span host = { key.text, sp_span_before(key, ')') };
	struct sp_span rest = { key.text + host.length,
				key.length - host.length };

	if (host.length > 4 &&
	    !memcmp(host.text + host.length - 4, www, 4)) {
		host.length -= 4;
		sp_line_add_span(other, host);
	} else {
		sp_line_add_span(other, host);
		sp_line_add(other, www);
	}
	sp_line_add_span(other, rest);
}

static enum sp_status
suggest_from(struct graphlinks *job, struct suggesting *near)
{
	const struct links_source *source = &job->source;
	struct sp_span key = near->asked->naming.key;
	struct sp_line other = SP_LINE_EMPTY;
	struct sp_error *err = &job->cmd->err;
	enum sp_status status = source->near(source->self, key, suggest_take,
					     near, err);

	if (status || !key.length || key.text[0] != '(')
		return status;
	suggest_other_key(key, &other);
	if (other.lost)
		status = sp_no_memory(err, "a name");
	else
		status = source->near(source->self, sp_naming_cut(
			(struct sp_span){ other.text, other.length }),
			suggest_take, near, err);
	sp_line_free(&other);
	return status;
}

static enum sp_status
suggest_begin(struct suggesting *near, struct sp_error *err)
{
	struct sp_span text = near->asked->naming.text, word;
	enum sp_naming_kind kind = near->asked->naming.kind;

	near->least = UINT32_MAX;
	near->hosts = kind == SP_NAMING_HOST || kind == SP_NAMING_DOMAIN;
	if (sp_matcher_new(&near->matcher, err))
		return err->status;
	if (kind == SP_NAMING_DOMAIN && !sp_span_take(&text, SP_SPAN("*.")))
		sp_span_cut(&text, 1);
	if (suggest_word(near, text, &word, err))
		return err->status;
	sp_line_add(&near->word, "");
	sp_line_add_span(&near->word, word);
	return near->word.lost ? sp_no_memory(err, "a name") : SP_OK;
}

enum sp_status
links_suggest(struct graphlinks *job, const struct asked *asked,
	      struct sp_line *line)
{
	struct suggesting *near;
	enum sp_status status;

	if (!job->source.named || asked->naming.kind == SP_NAMING_PREFIX)
		return SP_OK;
	near = sp_alloc_zero(1, sizeof(*near));
	if (!near)
		return sp_no_memory(&job->cmd->err, "a name");
	near->asked = asked;
	status = suggest_begin(near, &job->cmd->err);
	if (!status)
		status = suggest_from(job, near);
	for (unsigned i = 0; !status && i < near->count; i++) {
		sp_line_add(line, i ? " or " : ", did you mean ");
		sp_line_add_bytes(line, near->names[i].text,
				  near->names[i].length);
	}
	if (near->count)
		sp_line_add(line, "?");
	sp_matcher_free(near->matcher);
	sp_line_free(&near->word);
	for (unsigned i = 0; i < SUGGESTIONS; i++)
		sp_line_free(&near->names[i]);
	free(near);
	return status;
}
