/* SPDX-License-Identifier: MIT */
#include "web.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- shares ----------------------------------------------------------- */

enum sp_status
web_shares_parse(struct web_shares *shares, const char *option,
		 struct sp_error *err)
{
	const char *at = shares->text;
	double sum = 0;

	while (at && *at) {
		size_t length = strcspn(at, ","), word = strcspn(at, ":,");
		double *share = &shares->shares[shares->count];

		if (shares->count == WEB_SHARES || word >= length || !word ||
		    !sp_parse_double(at + word + 1, length - word - 1, share) ||
		    *share < 0 || (sum += *share) > 1 + 1e-9)
			return sp_fail(err, SP_USAGE, "option --%s: \"%s\" is "
				       "not WORD:SHARE,... with at most %d "
				       "shares that add up to 1 at most",
				       option, shares->text, WEB_SHARES);
		shares->words[shares->count] = strndup(at, word);
		if (!shares->words[shares->count++])
			return sp_no_memory(err, "an option");
		at += length + (at[length] == ',');
	}
	return SP_OK;
}

void
web_shares_free(struct web_shares *shares)
{
	while (shares->count)
		free(shares->words[--shares->count]);
}

static const char *
pick(const struct web_shares *shares, double draw)
{
	for (unsigned i = 0; i < shares->count; i++) {
		draw -= shares->shares[i];
		if (draw < 0)
			return shares->words[i];
	}
	return NULL;
}

/* ---- draws ------------------------------------------------------------ */

struct sp_random
web_random(const struct web *web, uint64_t thing, enum web_purpose purpose)
{
	struct sp_random random = {
		sp_mix64(sp_mix64(web->options.seed + purpose) + thing)
	};

	return random;
}

double
web_draw(const struct web *web, uint64_t thing, enum web_purpose purpose)
{
	struct sp_random random = web_random(web, thing, purpose);

	return sp_random_unit(&random);
}

/* ---- URLs ------------------------------------------------------------- */

/* Bytes of a URL that a client sends percent-encoded. */
static bool
is_encoded(unsigned char c)
{
	return c <= ' ' || c >= 0x7f || strchr("\"<>\\^`{|}", c);
}

static char *
add_byte(char *out, unsigned char c)
{
	static const char digits[] = "0123456789ABCDEF";

	if (!is_encoded(c)) {
		*out++ = (char)c;
		return out;
	}
	*out++ = '%';
	*out++ = digits[c >> 4];
	*out++ = digits[c & 15];
	return out;
}

/*
 * The one form of a URL by which pages are found; NULL if it is no http URL,
 * or memory is short.
 */
static char *
make_key(const char *url, size_t length)
{
	const char *end = url + length, *slash;
	char *key, *out;

	if (length < 8 || strncasecmp(url, "http://", 7) ||
	    !(key = sp_alloc(3 * length + 2, 1)))
		return NULL;
	memcpy(key, "http://", 7);
	out = key + 7;
	url += 7;
	for (slash = url; slash < end && !strchr("/?#", *slash); slash++)
		;
	for (; url < slash; url++)
		*out++ = *url >= 'A' && *url <= 'Z' ? *url + 32 : *url;
	if (out - key > 10 && !memcmp(out - 3, ":80", 3))
		out -= 3;
	if (slash == end || *slash != '/')
		*out++ = '/';
	for (; url < end && *url != '#'; url++)
		out = add_byte(out, (unsigned char)*url);
	*out = '\0';
	return key;
}

uint32_t
web_find(const struct web *web, const char *url)
{
	char *key = make_key(url, strlen(url));
	uint64_t at;
	bool found = key && sp_dictionary_find(web->pages, key, strlen(key),
					       &at);

	free(key);
	return found ? web->page_of_key[at] : WEB_NO_PAGE;
}

static enum sp_status
add_key(struct web *web, uint32_t page, const char *key, struct sp_error *err)
{
	uint64_t before = sp_dictionary_count(web->pages), at;
	enum sp_status status = sp_dictionary_add(web->pages, key, strlen(key),
						  &at, err);

	if (status)
		return status;
	if (at < before)
		web->unserved++;
	else
		web->page_of_key[at] = page;
	return SP_OK;
}

static enum sp_status
add_keys(struct web *web, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(web->graph);
	enum sp_status status = SP_OK;

	web->page_of_key = sp_alloc_zero(pages, sizeof(*web->page_of_key));
	web->pages = sp_dictionary_new(&web->keys);
	if (!web->page_of_key || !web->pages)
		return sp_no_memory(err, "the URLs");
	for (uint32_t p = 0; !status && p < pages; p++) {
		size_t length;
		const char *name = sp_names_get(web->names, p, &length);
		char *key = make_key(name, length);

		if (key)
			status = add_key(web, p, key, err);
		else
			web->unserved++;
		free(key);
	}
	return status;
}

const char *
web_url(const struct web *web, uint32_t page, size_t *length)
{
	return sp_names_get(web->names, page, length);
}

/* ---- the web ---------------------------------------------------------- */

enum sp_status
web_open(struct web *web, const struct web_options *options,
	 const struct sp_graph *graph, const struct sp_names *names,
	 struct sp_error *err)
{
	enum sp_status status;

	if (options->copies > 0 && options->spellings)
		return sp_fail(err, SP_USAGE, "option --copies: not with "
			       "--spellings, since the links of a copy are not "
			       "relative to it");
	memset(web, 0, sizeof(*web));
	web->options = *options;
	web->graph = graph;
	web->names = names;
	status = sp_index_new(graph, 1, &web->index, err);
	if (status)
		return status;
	web->accessor = sp_accessor_new(web->index);
	if (!web->accessor)
		return sp_no_memory(err, "the graph");
	status = add_keys(web, err);
	if (!status && options->hosts)
		status = web_paces_read(web, options->hosts, err);
	return status;
}

void
web_close(struct web *web)
{
	web_paces_free(web->paces);
	sp_dictionary_free(web->pages);
	sp_names_free(&web->keys);
	sp_accessor_free(web->accessor);
	sp_index_free(web->index);
	free(web->page_of_key);
	free(web->successors);
}

uint32_t
web_successors(struct web *web, uint32_t page)
{
	const uint32_t *list;
	struct sp_error err;
	uint32_t count;

	/* The graph was verified when its index was made. */
	if (sp_accessor_page(web->accessor, page, &list, &count, &err) ||
	    !sp_grow(&web->successors, &web->successors_capacity, count + 1))
		abort();
	if (count)
		memcpy(web->successors, list, count * sizeof(*list));
	return count;
}

/* ---- what a page is --------------------------------------------------- */

static unsigned
draw_status(const struct web *web, uint32_t page)
{
	const char *word = page ? pick(&web->options.status,
				       web_draw(web, page, WEB_STATUS)) : NULL;

	return word ? (unsigned)atoi(word) : 200;
}

static bool
is_redirect(unsigned status)
{
	return status >= 301 && status <= 308 && status != 304 &&
		status != 305 && status != 306;
}

/*
 * A redirect goes to a successor that is none, or to a later page: there are
 * chains, but no circles.
 */
static uint32_t
draw_target(struct web *web, uint32_t page)
{
	struct sp_random random = web_random(web, page, WEB_TARGET);
	uint32_t count = web_successors(web, page), first;

	if (!count)
		return WEB_NO_PAGE;
	first = (uint32_t)sp_random_below(&random, count);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t to = web->successors[(first + i) % count];

		if (to > page ||
		    (to != page && !is_redirect(draw_status(web, to))))
			return to;
	}
	return WEB_NO_PAGE;
}

/* Most pages of a host are about the same topic. */
static unsigned
draw_topic(const struct web *web, uint32_t page)
{
	struct sp_random random = web_random(web, page, WEB_TOPIC);
	size_t length, host;
	const char *name = web_url(web, page, &length);

	if (web->options.topics < 2)
		return 0;
	if (sp_random_unit(&random) < 0.8) {
		for (host = 7; host < length && name[host] != '/'; host++)
			;
		random = web_random(web, sp_fnv1a(name, host), WEB_HOST);
	}
	return (unsigned)sp_random_below(&random, web->options.topics);
}

static bool
is_drawn(const struct web *web, uint32_t page, enum web_purpose purpose,
	 double share)
{
	return share > 0 && web_draw(web, page, purpose) < share;
}

/*
 * The page before it of the same host that is no copy itself; so copies of a
 * page follow it.
 */
static uint32_t
draw_copied(const struct web *web, uint32_t page)
{
	size_t length, host, before;
	const char *url = web_url(web, page, &length), *name;

	if (!(web->options.copies > 0))
		return WEB_NO_PAGE;
	for (host = 7; host < length && url[host] != '/'; host++)
		;
	while (page && draw_status(web, page) == 200 &&
	       is_drawn(web, page, WEB_COPY, web->options.copies)) {
		name = web_url(web, --page, &before);
		if (before <= host || memcmp(name, url, host + 1))
			return WEB_NO_PAGE;
		if (!is_drawn(web, page, WEB_COPY, web->options.copies))
			return draw_status(web, page) == 200 ? page :
							       WEB_NO_PAGE;
	}
	return WEB_NO_PAGE;
}

/* It would answer 200 in another round. */
static bool
is_busy(const struct web *web, uint32_t page)
{
	return page && web->options.busy > 0 &&
		web_draw(web, web->options.round << 32 | page, WEB_BUSY) <
		web->options.busy;
}

static void
own_nature(struct web *web, uint32_t page, struct web_nature *nature)
{
	const struct web_options *options = &web->options;
	const char *type = page ? pick(&options->types,
				       web_draw(web, page, WEB_TYPE)) : NULL;
	const char *charset = pick(&options->charsets,
				   web_draw(web, page, WEB_CHARSET));

	*nature = (struct web_nature){
		.status = draw_status(web, page), .target = WEB_NO_PAGE,
		.copied = WEB_NO_PAGE,
		.type = type ? type : "text/html",
		.charset = charset ? charset : "utf-8",
		.in_meta = web_draw(web, page, WEB_DECLARED) < 0.5,
		.encoding = pick(&options->encodings,
				 web_draw(web, page, WEB_ENCODING)),
		.broken = is_drawn(web, page, WEB_BROKEN, options->broken),
		.chunked = is_drawn(web, page, WEB_CHUNKED, options->chunked),
		.big = is_drawn(web, page, WEB_BIG, options->big),
		.slow = is_drawn(web, page, WEB_SLOW, options->slow),
		.cut = page && is_drawn(web, page, WEB_CUT, options->cut),
		.topic = draw_topic(web, page),
		.strength = options->topics ? 0.1 + 0.5 *
			web_draw(web, page, WEB_STRENGTH) : 0
	};
	if (is_redirect(nature->status)) {
		nature->target = draw_target(web, page);
		if (nature->target == WEB_NO_PAGE)
			nature->status = 200;
	}
}

void
web_nature(struct web *web, uint32_t page, struct web_nature *nature)
{
	uint32_t copied = draw_copied(web, page);

	own_nature(web, copied == WEB_NO_PAGE ? page : copied, nature);
	nature->copied = copied;
	if (web_is_down(web, page) || is_busy(web, page)) {
		nature->status = 503;
		nature->target = WEB_NO_PAGE;
	}
	if (nature->status != 200)
		nature->type = "text/html";
}

bool
web_has_links(const struct web_nature *nature)
{
	return nature->status == 200 && !strcmp(nature->type, "text/html");
}
