/* SPDX-License-Identifier: MIT */
/*
 * What an unknown name may have meant: any name of the graph.  An index of more
 * than LINKS_NEAR_ALL names would take too long to read.  Of these, only those
 * are compared whose keys are next to its own, or to that with or without
 * "www.", which is elsewhere among the hosts.  So names that differ early, and
 * have other neighbours, are not found.
 */
#include "graphlinks.h"

#include "base/memory.h"
#include "graph/hosts.h"

#include <stdlib.h>

struct suggesting {
	struct sp_suggestion *near;
	bool hosts;              /* are compared, not URLs */
	char host[SP_NAME_MAX];
};

static enum sp_status
suggest_take(void *context, struct sp_span name, struct sp_error *err)
{
	struct suggesting *job = context;
	bool ascii;

	(void)err;
	if (job->hosts)
		name = (struct sp_span){ job->host,
					 sp_url_host(name.text, name.length,
						     job->host, &ascii) };
	sp_spelling_look(job->near, name);
	return SP_OK;
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
suggest_from(const struct links_source *source, struct sp_span key,
	     struct suggesting *job, struct sp_error *err)
{
	struct sp_line other = SP_LINE_EMPTY;
	enum sp_status status = source->near(source->self, key, suggest_take,
					     job, err);

	if (status || source->near_all || !key.length || key.text[0] != '(')
		return status;
	suggest_other_key(key, &other);
	if (other.lost)
		status = sp_no_memory(err, "a name");
	else
		status = source->near(source->self, sp_naming_cut(
			(struct sp_span){ other.text, other.length }),
			suggest_take, job, err);
	sp_line_free(&other);
	return status;
}

enum sp_status
links_suggest(struct graphlinks *job, const struct asked *asked,
	      struct sp_suggestion *near)
{
	enum sp_naming_kind kind = asked->naming.kind;
	struct sp_span text = asked->naming.text;
	struct sp_error *err = &job->cmd->err;
	struct suggesting *suggesting;
	enum sp_status status;

	if (kind == SP_NAMING_DOMAIN && !sp_span_take(&text, SP_SPAN("*.")))
		sp_span_cut(&text, 1);
	sp_spelling(near, text);
	if (!job->source.named || kind == SP_NAMING_PREFIX)
		return SP_OK;
	suggesting = sp_alloc_zero(1, sizeof(*suggesting));
	if (!suggesting)
		return sp_no_memory(err, "a name");
	suggesting->near = near;
	suggesting->hosts = kind == SP_NAMING_HOST ||
			    kind == SP_NAMING_DOMAIN;
	status = suggest_from(&job->source, asked->naming.key, suggesting,
			      err);
	free(suggesting);
	return status;
}
