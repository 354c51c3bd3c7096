/* SPDX-License-Identifier: MIT */
/*
 * Pages as HTML, tidy and untidy.  An untidy page has elements that a parser by
 * the standard repairs in one way, and texts that look like links but are
 * none: they lead to the host never.example, which nobody should visit.
 */
#include "web.h"

#include <stdlib.h>
#include <string.h>

#define BIG_TEXT (1u << 20)
#define BASE_FOLDER "/in/a/folder/page"

const char *const web_kind_names[] = { "a", "area", "iframe", "refresh" };

enum web_kind
web_kind(const struct web *web, uint32_t page, uint32_t i)
{
	double draw = web_draw(web, (uint64_t)page << 32 | i, WEB_LINKS);

	if (!web->options.kinds || draw < 0.8)
		return WEB_A;
	/* A refresh makes browsers leave the page: one, and not at once. */
	if (!i)
		return WEB_REFRESH;
	return draw < 0.9 ? WEB_AREA : WEB_IFRAME;
}

/* ---- pieces ----------------------------------------------------------- */

void
web_add_escaped(struct sp_line *line, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		const char *entity = text[i] == '&' ? "&amp;" :
			text[i] == '<' ? "&lt;" : text[i] == '>' ? "&gt;" :
			text[i] == '"' ? "&quot;" :
			text[i] == '\'' ? "&#39;" : NULL;

		if (entity)
			sp_line_add(line, entity);
		else
			sp_line_add_bytes(line, text + i, 1);
	}
}

/* The same with every fourth letter as a character reference. */
static void
add_references(struct sp_line *line, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (i % 4 || !strchr("abcdefghiklmnopqrstuvwxyz/", text[i])) {
			web_add_escaped(line, text + i, 1);
			continue;
		}
		sp_line_add(line, "&#");
		sp_line_add_uint(line, (unsigned char)text[i]);
		sp_line_add(line, ";");
	}
}

static void
add_words(const struct web *web, struct sp_line *line,
	  const struct web_nature *nature, struct sp_random *random,
	  uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		if (i)
			sp_line_add(line, " ");
		web_add_word(web, line, nature, random);
	}
}

/* What a link says: a common word, and two of its target's topic. */
static void
add_anchor(struct web *web, struct sp_line *line, uint32_t target,
	   struct sp_random *random)
{
	struct web_nature nature;

	if (!web->options.topics) {
		sp_line_add(line, "page ");
		sp_line_add_uint(line, target);
		return;
	}
	web_nature(web, target, &nature);
	sp_line_add(line, "more ");
	for (unsigned i = 0; i < 2; i++) {
		web_add_topic_word(line, nature.topic, (unsigned)
				   sp_random_below(random, WEB_TOPIC_WORDS));
		sp_line_add(line, i ? "" : " ");
	}
}

/* ---- links ------------------------------------------------------------ */

struct place {
	uint32_t page;
	const struct web_nature *nature;
	const char *base;  /* what links are relative to */
	size_t base_length;
	struct sp_line url;   /* of the link that is being written */
};

static void
add_link_element(struct web *web, struct sp_line *line, uint32_t target,
		 struct place *place, const char *before, const char *after,
		 struct sp_random *random)
{
	sp_line_add(line, before);
	web_add_escaped(line, place->url.text, place->url.length);
	sp_line_add(line, after);
	add_anchor(web, line, target, random);
}

static bool
needs_quotes(const struct sp_line *url)
{
	for (uint64_t i = 0; i < url->length; i++)
		if (strchr(" \t\n\"'=<>`&", url->text[i]))
			return true;
	return false;
}

/* A link as people who are in a hurry write it. */
static void
add_untidy(struct web *web, struct sp_line *line, uint32_t target,
	   struct place *place, struct sp_random *random)
{
	static const char *const ways[][3] = {
		{ "<A HREF = '", "' >", "</A>" },
		{ "<a href=\"", "\">", "" },
		{ "<a\n\tclass=x\nhref=\"", "\"\n>", "</a\n>" },
		{ "<a href=\"", "\" href=\"http://never.example/second\">",
		  "</a>" },
		{ "<b><i><a href=\"", "\">", "</b></a></i>" },
		{ "<table><tr><a href=\"", "\">", "</a><td>cell</table>" },
		{ "<p><a href=\"  ", " \">", "<p></a>" },
		{ "<a/href=\"", "\"disabled>", "</a></p>" },
		{ "<a title=\">\" href=\"", "\">", "</a>" }
	};
	uint64_t way = sp_random_below(random, sizeof(ways) / sizeof(*ways) +
				       2);

	if (way == 0 && !needs_quotes(&place->url)) {
		add_link_element(web, line, target, place, "<a href=", ">",
				 random);
		sp_line_add(line, "</a>");
	} else if (way < 2) {
		sp_line_add(line, "<a href=\"");
		add_references(line, place->url.text, place->url.length);
		sp_line_add(line, "\">");
		add_anchor(web, line, target, random);
		sp_line_add(line, "</a>");
	} else {
		add_link_element(web, line, target, place, ways[way - 2][0],
				 ways[way - 2][1], random);
		sp_line_add(line, ways[way - 2][2]);
	}
}

static void
add_link(struct web *web, struct sp_line *line, uint32_t target, uint32_t i,
	 struct place *place, struct sp_random *random)
{
	switch (web_kind(web, place->page, i)) {
	case WEB_REFRESH:
		return;
	case WEB_AREA:
		add_link_element(web, line, target, place, "<map name=\"m\">"
				 "<area shape=\"default\" href=\"",
				 "\" alt=\"", random);
		sp_line_add(line, "\"></map>");
		return;
	case WEB_IFRAME:
		add_link_element(web, line, target, place, "<iframe src=\"",
				 "\">", random);
		sp_line_add(line, "</iframe>");
		return;
	case WEB_A:
		break;
	}
	if (place->nature->broken) {
		add_untidy(web, line, target, place, random);
		return;
	}
	add_link_element(web, line, target, place, "<a href=\"", "\">",
			 random);
	sp_line_add(line, "</a>");
}

/* What looks like a link to whoever looks for "href". */
static void
add_decoy(struct sp_line *line, struct sp_random *random)
{
	static const char *const decoys[] = {
		"<!-- <a href=\"http://never.example/comment\">no</a> -->",
		"<script>var x = '<a href=\"http://never.example/script\">';"
		"</script>",
		"<textarea><a href=\"http://never.example/textarea\">no</a>"
		"</textarea>",
		"<a name=\"here\">here</a>",
		"<a href=\"mailto:nobody@never.example\">mail</a>",
		"<a href=\"javascript:void(0)\">script</a>",
		"<!-- > -- <a href='http://never.example/dashes'>no</a> -->",
		"<style>a { content: \"<a href=http://never.example/style>\" }"
		"</style>",
		"<img alt='<a href=\"http://never.example/alt\">'>",
		"<td>no table</td> & < 3 > 2 &nosuch; </nothing>"
	};

	sp_line_add(line, decoys[sp_random_below(
				  random, sizeof(decoys) / sizeof(*decoys))]);
	sp_line_add(line, "\n");
}

/* ---- pages ------------------------------------------------------------ */

static void
add_head(struct web *web, struct sp_line *line, struct place *place,
	 struct sp_random *random)
{
	const struct web_nature *nature = place->nature;

	sp_line_add(line,
		    nature->broken ?
			    "<html><head>" :
			    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
	if (nature->in_meta) {
		sp_line_add(line, "<meta charset=\"");
		sp_line_add(line, nature->charset);
		sp_line_add(line, "\">\n");
	}
	sp_line_add(line, "<title>");
	add_words(web, line, nature, random, 4);
	sp_line_add(line, "</title>\n");
}

static void
add_base(struct sp_line *line, struct place *place)
{
	sp_line_add(line, "<base href=\"");
	web_add_escaped(line, place->base, place->base_length);
	sp_line_add(line, "\">\n<base href=\"http://never.example/base/\">\n");
}

static void
spell(const struct web *web, struct place *place, uint32_t target,
      struct sp_random *random)
{
	size_t length;
	const char *url = web_url(web, target, &length);

	place->url.length = 0;
	web_add_spelling(web, &place->url, place->base, place->base_length,
			 url, length, random);
}

static void
add_refresh(struct web *web, struct sp_line *line, struct place *place,
	    struct sp_random *random)
{
	if (!web_successors(web, place->page) ||
	    web_kind(web, place->page, 0) != WEB_REFRESH)
		return;
	spell(web, place, web->successors[0], random);
	sp_line_add(line, "<meta http-equiv=\"refresh\" content=\"3600; url=");
	web_add_escaped(line, place->url.text, place->url.length);
	sp_line_add(line, "\">\n");
}

/* Room for the links of a page: web_nature() of a target reads others. */
static void
add_links(struct web *web, struct sp_line *line, struct place *place,
	  struct sp_random *random)
{
	uint32_t count = web_successors(web, place->page);
	uint32_t *targets = web->successors;

	web->successors = NULL;
	web->successors_capacity = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (place->nature->broken && sp_random_below(random, 3) == 0)
			add_decoy(line, random);
		if (i % 8 == 0)
			sp_line_add(line, "<p>\n");
		spell(web, place, targets[i], random);
		add_link(web, line, targets[i], i, place, random);
		sp_line_add(line, " ");
		add_words(web, line, place->nature, random,
			  2 + sp_random_below(random, 5));
		sp_line_add(line, "\n");
		if ((i % 8 == 7 || i + 1 == count) && !place->nature->broken)
			sp_line_add(line, "</p>\n");
	}
	free(targets);
}

void
web_add_html(struct web *web, uint32_t page, const struct web_nature *nature,
	     struct sp_line *line)
{
	struct sp_random random = web_random(web, page, WEB_TEXT);
	struct place place = { .page = page, .nature = nature };
	struct sp_line base = SP_LINE_EMPTY;
	uint64_t start = line->length;

	place.base = web_url(web, page, &place.base_length);
	add_head(web, line, &place, &random);
	if (nature->broken && sp_random_below(&random, 2)) {
		size_t host = 7 + strcspn(place.base + 7, "/");

		sp_line_add_bytes(&base, place.base, host);
		sp_line_add(&base, BASE_FOLDER);
		place.base = base.text;
		place.base_length = base.length;
		add_base(line, &place);
	}
	add_refresh(web, line, &place, &random);
	sp_line_add(line, nature->broken ? "<body>\n" : "</head>\n<body>\n");
	do {
		sp_line_add(line, "<p>");
		add_words(web, line, nature, &random, web->options.words);
		sp_line_add(line, "</p>\n");
	} while (nature->big && !line->lost &&
		 line->length - start < BIG_TEXT);
	add_links(web, line, &place, &random);
	sp_line_add(line, nature->broken ? "" : "</body>\n</html>\n");
	sp_line_free(&base);
	sp_line_free(&place.url);
}
