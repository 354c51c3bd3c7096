/* SPDX-License-Identifier: MIT */
/* Both ways to match URLs and names, against comparisons of every pair. */
#include "unit.h"

#include "base/random.h"
#include "web/page/match.h"
#include "web/page/url.h"
#include "web/page/wanted.h"

#include <string.h>

enum { NAMES = 30, URLS = 30, LONGEST = 64 };

struct webs {
	char names[NAMES][LONGEST], urls[URLS][LONGEST];
};

static const char *
pick(struct sp_random *random, const char *const *texts, unsigned count)
{
	return texts[sp_random_below(random, count)];
}

/* Few hosts and paths in many spellings, so that most fall together. */
static void
draw_url(struct sp_random *random, char url[LONGEST])
{
	static const char *const schemes[] = { "http://", "https://", "HTTP://",
					       "http:/", "", "ftp://" };
	static const char *const hosts[] = { "a.example", "A.example",
					     "www.a.example", "www.b.example",
					     "b.example.", "b.example:80",
					     "www.", "7" };
	static const char *const paths[] = { "", "/", "//", "/x", "/x/",
					     "/%78", "/./x", "/x#y", "/X",
					     "?", "/x?", " " };

	snprintf(url, LONGEST, "%s%s%s",
		 pick(random, schemes, LENGTH(schemes)),
		 pick(random, hosts, LENGTH(hosts)),
		 pick(random, paths, LENGTH(paths)));
}

static struct sp_span
span_of(const char *text)
{
	return (struct sp_span){ text, strlen(text) };
}

/* ---- the naive way ---------------------------------------------------- */

/* Without scheme, "www." and slashes at the end. */
static void
cut_loosely(char *url)
{
	char *at = strstr(url, "//") + 2;

	if (!strncmp(at, "www.", 4) && at[4])
		at += 4;
	memmove(url, at, strlen(at) + 1);
	while (*url && url[strlen(url) - 1] == '/')
		url[strlen(url) - 1] = '\0';
}

/* The normal form, and the loose one; empty if there is none. */
static void
naive_forms(struct sp_urls *urls, const char *text, char normal[LONGEST],
	    char loose[LONGEST])
{
	char with_scheme[LONGEST + 8];
	struct sp_span url;

	*normal = *loose = '\0';
	if (sp_url_resolve(urls, NULL, span_of(text), NULL, &url) ==
	    SP_URL_PAGE) {
		snprintf(normal, LONGEST, "%.*s", (int)url.length, url.text);
		strcpy(loose, normal);
	} else if (!strchr(text, ':') && strspn(text, "0123456789") !=
						 strcspn(text, "/?#")) {
		snprintf(with_scheme, sizeof(with_scheme), "http://%s", text);
		if (sp_url_resolve(urls, NULL, span_of(with_scheme), NULL,
				   &url) == SP_URL_PAGE)
			snprintf(loose, LONGEST, "%.*s", (int)url.length,
				 url.text);
	}
	if (*loose)
		cut_loosely(loose);
}

static enum sp_match_rank
naive_rank(struct sp_urls *urls, const char *name, const char *url)
{
	char normal[2][LONGEST], loose[2][LONGEST];

	naive_forms(urls, name, normal[0], loose[0]);
	naive_forms(urls, url, normal[1], loose[1]);
	if (!strcmp(name, url))
		return SP_RANK_SAME;
	if (*normal[0] && !strcmp(normal[0], normal[1]))
		return strcmp(name, normal[1]) ? SP_RANK_NORMAL :
						 SP_RANK_NORMAL_NAME;
	return *loose[0] && !strcmp(loose[0], loose[1]) ? SP_RANK_LOOSE :
							  SP_RANK_NONE;
}

static struct sp_found
naive_found(struct sp_urls *urls, const struct webs *webs, const char *url)
{
	struct sp_found best = { SP_RANK_NONE, SP_NO_MATCH, SP_NO_MATCH };

	for (unsigned page = 0; page < NAMES; page++) {
		enum sp_match_rank rank = naive_rank(urls, webs->names[page],
						     url);

		if (rank == SP_RANK_SAME && best.rank == SP_RANK_SAME &&
		    best.again == SP_NO_MATCH)
			best.again = page;
		if (rank >= best.rank)
			continue;
		best.rank = rank;
		best.page = page;
	}
	return best;
}

/* ---- comparisons ------------------------------------------------------ */

static void
compare_index(const struct webs *webs, const struct sp_names *names,
	      enum sp_match match, struct sp_urls *urls)
{
	struct sp_match_index *index;
	struct sp_matcher *matcher;
	struct sp_error err;

	must(sp_match_index_new(names, match, &index, &err), err);
	must(sp_matcher_new(&matcher, &err), err);
	for (unsigned i = 0; i < URLS; i++) {
		struct sp_found found = naive_found(urls, webs, webs->urls[i]);
		uint64_t expected = found.rank <= sp_match_most(match) ?
					    found.page : SP_NO_MATCH;
		struct sp_span normal;
		uint64_t page;

		must(sp_match_find(index, matcher, span_of(webs->urls[i]),
				   &normal, &page, &err), err);
		ck_assert_msg(page == expected, "%s: page %lld, not %lld",
			      webs->urls[i], (long long)page,
			      (long long)expected);
		if (normal.text && found.rank > SP_RANK_SAME)
			hold(sp_match_find_normal(index, normal) == page);
	}
	sp_matcher_free(matcher);
	sp_match_index_free(index);
}

static void
compare_wanted(const struct webs *webs, const struct sp_names *names,
	       enum sp_match match, bool halves, struct sp_urls *urls)
{
	struct sp_wanted *wanted;
	struct sp_error err;
	uint64_t places[URLS];

	must(sp_wanted_new(match, &wanted, &err), err);
	for (unsigned i = 0; i < URLS; i++)
		must(sp_wanted_add(wanted, span_of(webs->urls[i]), &places[i],
				   &err), err);
	for (unsigned page = 0; !halves && page < NAMES; page++)
		must(sp_wanted_look(wanted, page, span_of(webs->names[page]),
				    &err), err);
	if (halves) {
		sp_wanted_find_same(wanted, names);
		must(sp_wanted_find_forms(wanted, names, &err), err);
	}
	for (unsigned i = 0; i < URLS; i++) {
		struct sp_found expected = naive_found(urls, webs,
						       webs->urls[i]);
		struct sp_found found = sp_wanted_found(wanted, places[i]);
		bool counts = found.rank <= sp_match_most(match);

		hold(found.rank == expected.rank);
		hold(found.page == expected.page);
		hold(found.again == expected.again);
		hold(sp_wanted_page(wanted, places[i]) ==
		     (counts ? found.page : SP_NO_MATCH));
		hold(sp_wanted_is_near(wanted, places[i]) ==
		     (!counts && found.rank != SP_RANK_NONE));
	}
	sp_wanted_free(wanted);
}

START_TEST(random_spellings)
{
	struct sp_random random = { 7 };
	struct sp_urls *urls;
	struct sp_error err;
	struct webs webs;

	must(sp_urls_new(&urls, &err), err);
	for (int round = 0; round < ROUNDS_OF(400); round++) {
		struct sp_names names = SP_NAMES_EMPTY;

		for (unsigned i = 0; i < NAMES; i++) {
			draw_url(&random, webs.names[i]);
			must(sp_names_add(&names, webs.names[i],
					  strlen(webs.names[i]), &err), err);
		}
		for (unsigned i = 0; i < URLS; i++)
			draw_url(&random, webs.urls[i]);
		for (int match = 0; match <= SP_MATCH_LOOSE; match++) {
			compare_index(&webs, &names, (enum sp_match)match,
				      urls);
			compare_wanted(&webs, &names, (enum sp_match)match,
				       round % 2, urls);
		}
		sp_names_free(&names);
	}
	sp_urls_free(urls);
}
END_TEST

/* Every rank once, with a smaller page of a worse one before it. */
START_TEST(ranks)
{
	static const char *const texts[] = {
		"https://www.a.example", "http://A.example", "http://a.example/",
		"b.example", "7", "https://b.example/"
	};
	static const struct {
		const char *url;
		uint64_t exact, normal, loose;
	} found[] = {
		{ "http://a.example/", 2, 2, 2 },
		{ "HTTP://a.example", SP_NO_MATCH, 2, 2 },
		{ "http://A.example", 1, 1, 1 },
		{ "https://a.example/", SP_NO_MATCH, SP_NO_MATCH, 0 },
		{ "http://b.example", SP_NO_MATCH, SP_NO_MATCH, 3 },
		{ "https://b.example", SP_NO_MATCH, 5, 5 },
		{ "http://0.0.0.7/", SP_NO_MATCH, SP_NO_MATCH, SP_NO_MATCH },
		{ "7", 4, 4, 4 }
	};
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_matcher *matcher;
	struct sp_error err;

	must(sp_matcher_new(&matcher, &err), err);
	for (int i = 0; i < LENGTH(texts); i++)
		must(sp_names_add(&names, texts[i], strlen(texts[i]), &err),
		     err);
	for (int match = 0; match <= SP_MATCH_LOOSE; match++) {
		struct sp_match_index *index;
		uint64_t page;

		must(sp_match_index_new(&names, (enum sp_match)match, &index,
					&err), err);
		for (int i = 0; i < LENGTH(found); i++) {
			must(sp_match_find(index, matcher,
					   span_of(found[i].url), NULL, &page,
					   &err), err);
			ck_assert_msg(page == (match == SP_MATCH_EXACT ?
						       found[i].exact :
					       match == SP_MATCH_NORMAL ?
						       found[i].normal :
						       found[i].loose),
				      "%s: page %lld", found[i].url,
				      (long long)page);
		}
		sp_match_index_free(index);
	}
	sp_matcher_free(matcher);
	sp_names_free(&names);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("match");

	tcase_add_test(tests, random_spellings);
	tcase_add_test(tests, ranks);
	return unit_run(tests);
}
