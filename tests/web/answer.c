/* SPDX-License-Identifier: MIT */
#include "web.h"

#include "base/memory.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
	unsigned status;
	const char *reason;
} reasons[] = {
	{ 200, "OK" }, { 301, "Moved Permanently" }, { 302, "Found" },
	{ 303, "See Other" }, { 307, "Temporary Redirect" },
	{ 308, "Permanent Redirect" }, { 400, "Bad Request" },
	{ 401, "Unauthorized" }, { 403, "Forbidden" }, { 404, "Not Found" },
	{ 405, "Method Not Allowed" }, { 410, "Gone" },
	{ 500, "Internal Server Error" }, { 501, "Not Implemented" },
	{ 503, "Service Unavailable" }
};

static const char *
reason_of(unsigned status)
{
	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
		if (reasons[i].status == status)
			return reasons[i].reason;
	return "Unknown";
}

void
web_answer_free(struct web_answer *answer)
{
	free(answer->location);
	sp_line_free(&answer->body);
}

static void
begin(struct web_answer *answer, unsigned status, const char *type)
{
	*answer = (struct web_answer){ .page = WEB_NO_PAGE, .status = status,
				       .reason = reason_of(status) };
	snprintf(answer->type, sizeof(answer->type), "%s", type);
}

static enum sp_status
finish(struct web_answer *answer, struct sp_error *err)
{
	if (!answer->length)
		answer->length = answer->body.length;
	if (!answer->body.lost)
		return SP_OK;
	web_answer_free(answer);
	return sp_no_memory(err, "an answer");
}

enum sp_status
web_answer_text(unsigned status, const char *text, struct web_answer *answer,
		struct sp_error *err)
{
	begin(answer, status, "text/plain");
	sp_line_add(&answer->body, text);
	return finish(answer, err);
}

/* Does the request take this Content-Encoding? */
static bool
is_accepted(const char *accepted, const char *encoding)
{
	size_t length = strcspn(encoding, "-");

	if (!accepted)
		return false;
	if (!strcmp(accepted, "*"))
		return true;
	for (const char *at = accepted; *at; at += strcspn(at, ",")) {
		at += strspn(at, ", ");
		if (!strncasecmp(at, encoding, length) &&
		    strchr(",; ", at[length]))
			return true;
	}
	return false;
}

/* What is no HTML: some words, or bytes that are none. */
static void
add_other(struct web *web, uint32_t page, const struct web_nature *nature,
	  struct sp_line *body)
{
	struct sp_random random = web_random(web, page, WEB_TEXT);
	unsigned words = web->options.words;

	if (strncmp(nature->type, "text/", 5)) {
		for (unsigned i = 0; i < words; i++) {
			uint64_t bytes = sp_random_next(&random);

			sp_line_add_bytes(body, (const char *)&bytes, 8);
		}
		return;
	}
	for (unsigned i = 0; i < words; i++) {
		web_add_word(web, body, nature, &random);
		sp_line_add(body, i % 10 == 9 ? "\n" : " ");
	}
}

static void
add_error(struct sp_line *body, unsigned status)
{
	sp_line_add(body, "<!DOCTYPE html>\n<title>");
	sp_line_add(body, reason_of(status));
	sp_line_add(body, "</title>\n<p>");
	sp_line_add_uint(body, status);
	sp_line_add(body, "\n");
}

/* Blank lines, up to the size that the page has been given. */
static void
fill(const struct web *web, uint32_t page, struct sp_line *body)
{
	static const char lines[] = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";
	double power = web->options.size_spread *
		(2 * web_draw(web, page, WEB_SIZE) - 1);
	double size = (double)web->options.page_size * exp2(power);

	while (!body->lost && (double)body->length < floor(size)) {
		double rest = floor(size) - (double)body->length;

		sp_line_add_bytes(body, lines, rest < sizeof(lines) - 1 ?
				  (size_t)rest : sizeof(lines) - 1);
	}
}

static enum sp_status
add_body(struct web *web, uint32_t page, const struct web_nature *nature,
	 struct web_answer *answer, struct sp_error *err)
{
	if (nature->status != 200)
		add_error(&answer->body, nature->status);
	else if (web_has_links(nature))
		web_add_html(web, page, nature, &answer->body);
	else
		add_other(web, page, nature, &answer->body);
	if (nature->status == 200 && web->options.page_size)
		fill(web, page, &answer->body);
	if (strncmp(nature->type, "text/", 5))
		return SP_OK;
	if (nature->status != 200 || !strcmp(nature->charset, "utf-8"))
		return SP_OK;
	return web_recode(&answer->body, nature->charset, err);
}

static enum sp_status
set_location(struct web *web, const struct web_nature *nature,
	     struct web_answer *answer, struct sp_error *err)
{
	size_t length;
	const char *url;

	if (nature->target == WEB_NO_PAGE)
		return SP_OK;
	url = web_url(web, nature->target, &length);
	answer->location = strndup(url, length);
	return answer->location ? SP_OK : sp_no_memory(err, "an answer");
}

enum sp_status
web_answer_page(struct web *web, uint32_t page, const char *accepted,
		struct web_answer *answer, struct sp_error *err)
{
	struct web_nature nature;
	enum sp_status status;

	web_nature(web, page, &nature);
	begin(answer, nature.status, nature.type);
	answer->page = page;
	answer->chunked = nature.chunked;
	answer->slow = nature.slow;
	answer->late = web_is_slow_host(web, page);
	if (!strncmp(nature.type, "text/", 5) && !nature.in_meta)
		snprintf(answer->type, sizeof(answer->type), "%s; charset=%s",
			 nature.type, nature.status == 200 ? nature.charset :
							     "utf-8");
	status = set_location(web, &nature, answer, err);
	if (!status)
		status = add_body(web, nature.copied == WEB_NO_PAGE ? page :
				  nature.copied, &nature, answer, err);
	if (!status && nature.encoding && nature.status == 200 &&
	    is_accepted(accepted, nature.encoding)) {
		answer->encoding = nature.encoding;
		status = web_pack(&answer->body, nature.encoding, err);
	}
	if (status) {
		web_answer_free(answer);
		return status;
	}
	if (nature.cut && !nature.chunked)
		answer->length = answer->body.length + 1000;
	return finish(answer, err);
}

static enum sp_status
answer_robots(const struct web *web, const char *url, size_t host,
	      struct web_answer *answer, struct sp_error *err)
{
	begin(answer, 200, "text/plain");
	web_add_robots(web, url, host, &answer->body);
	return finish(answer, err);
}

static enum sp_status
answer_seeds(const char *path, struct web_answer *answer,
	     struct sp_error *err)
{
	FILE *file = fopen(path, "rb");
	struct sp_line *body = &answer->body;
	char *text = NULL;
	size_t room = 0;
	ssize_t length;

	if (!file)
		return sp_fail(err, SP_IO, "%s: %s", path, strerror(errno));
	begin(answer, 200, "text/html; charset=utf-8");
	sp_line_add(body, "<!DOCTYPE html>\n<title>Seeds</title>\n");
	while ((length = getline(&text, &room, file)) > 0) {
		sp_line_add(body, "<a href=\"");
		web_add_escaped(body, text, strcspn(text, "\n"));
		sp_line_add(body, "\">seed</a>\n");
	}
	free(text);
	fclose(file);
	return finish(answer, err);
}

/* The page, or that it cannot be had at this attempt. */
static enum sp_status
answer_attempt(struct web *web, uint32_t page, const char *url,
	       const char *accepted, struct web_answer *answer,
	       struct sp_error *err)
{
	struct web_pace pace = web_pace(web, url);
	enum sp_status status;

	if (web_attempt_fails(web, page, pace.failures))
		status = web_answer_text(503, "not now\n", answer, err);
	else
		status = web_answer_page(web, page, accepted, answer, err);
	if (!status) {
		answer->page = page;
		answer->pace = pace;
	}
	return status;
}

enum sp_status
web_answer_url(struct web *web, const char *url, const char *accepted,
	       struct web_answer *answer, struct sp_error *err)
{
	uint32_t page = web_find(web, url);
	size_t host = 7 + strcspn(url + (strlen(url) > 7 ? 7 : 0), "/?#");

	if (page != WEB_NO_PAGE)
		return answer_attempt(web, page, url, accepted, answer, err);
	if (strlen(url) > host && !strcmp(url + host, "/robots.txt")) {
		enum sp_status status = answer_robots(web, url, host, answer,
						      err);

		if (!status)
			answer->pace = web_pace(web, url);
		return status;
	}
	if (web->options.seeds && !strcmp(url, WEB_SEEDS))
		return answer_seeds(web->options.seeds, answer, err);
	return web_answer_text(404, "no such page\n", answer, err);
}
