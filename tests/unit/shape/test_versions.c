/* SPDX-License-Identifier: MIT */
/*
 * test_versions.c - which pages are versions of which, by their URLs; which
 * shapes are kin
 */
#include "unit.h"

#include "shape/versions.h"

#include <string.h>

/* A crawl that is its URLs, each with a shape of its own or a common one. */
struct crawl {
	struct sp_names urls;
	struct sp_shapes shapes;
	struct sp_shape_downloads downloads;
	struct sp_addresses addresses;
	struct sp_versions versions;
};

static void
add_url(struct crawl *crawl, const char *url)
{
	struct sp_error err;

	must(sp_names_add(&crawl->urls, url, strlen(url), &err), err);
}

/* Learns the shapes; no page was downloaded, or the second one alone. */
static void
look_for_versions(struct crawl *crawl, bool second)
{
	struct sp_error err;

	must(sp_shapes_learn(&crawl->urls, 1, &crawl->shapes, &err), err);
	crawl->downloads.place = malloc(crawl->urls.count * sizeof(uint32_t));
	hold(crawl->downloads.place);
	for (uint64_t i = 0; i < crawl->urls.count; i++)
		crawl->downloads.place[i] =
			second && i == 1 ? 0 : SP_NOT_DOWNLOADED;
	must(sp_addresses_new(&crawl->urls, &crawl->shapes, &crawl->downloads,
			      &crawl->addresses, &err), err);
	must(sp_versions_find(&crawl->urls, &crawl->addresses,
			      &crawl->versions, &err), err);
}

static void
free_crawl(struct crawl *crawl)
{
	sp_versions_free(&crawl->versions);
	sp_addresses_free(&crawl->addresses);
	sp_shape_downloads_free(&crawl->downloads);
	sp_shapes_free(&crawl->shapes);
	sp_names_free(&crawl->urls);
}

/* ---- the whole address ------------------------------------------------ */

/*
 * Is the URL a version of the page http://a.example/news/a.html?  Pages enough
 * of its own kind give that one a shape of its own.
 */
static const struct {
	const char *url;
	bool whole;
} urls[] = {
	{ "http://a.example/mail?u=/news/a.html", true },
	{ "http://a.example/mail?u=%2Fnews%2Fa.html", true },
	{ "http://a.example/mail?u=news%2fa.html", true },
	{ "http://a.example/mail?x=1&u=%2Fnews%2Fa.html&y=2", true },
	{ "http://a.example/mail?u=http://a.example/news/a.html", true },
	{ "http://a.example/mail?u=http%3A%2F%2Fa.example%2Fnews%2Fa.html",
	  true },
	{ "http://a.example/mail?u=http://b.example/news/a.html", false },
	{ "http://a.example/mail?u=%2Fnews%2Fb.html", false },
	{ "http://a.example/mail?u=%2Fnews%2Fa.htm", false },
	{ "http://a.example/mail?u=%2", false },
	{ "http://a.example/mail?u", false },
	{ "http://a.example/mail?", false },
	{ "http://a.example/mail/news/a.html", true },
	{ "https://a.example:443/mail/news/a.html#top", true },
	{ "http://a.example/2/news/a.html", false },
	{ "http://a.example/de/news/a.html", false },
	{ "http://a.example/pt-br/news/a.html", false },
	{ "http://a.example/zh_CN/news/a.html", false },
	{ "http://a.example/dex/news/a.html", true },
	{ "http://a.example/mail/x/news/a.html", false },
	{ "http://a.example/mail?/news/a.html", false },
	{ "http://a.example//news/a.html", false },
	{ "http://b.example/mail/news/a.html", false },
	/* Something more is no whole address. */
	{ "http://a.example/news/a.html?size=large", false },
	{ "http://a.example/news/a.html/large", false },
};

START_TEST(test_whole)
{
	struct crawl crawl = { .urls = SP_NAMES_EMPTY };

	add_url(&crawl, urls[_i].url);
	add_url(&crawl, "http://a.example/news/a.html");
	for (char c = 'c'; c <= 'z'; c++) {
		char url[] = "http://a.example/news/?.html";

		*strchr(url, '?') = c;
		add_url(&crawl, url);
	}
	look_for_versions(&crawl, false);
	ck_assert_uint_eq(crawl.versions.of[0],
			  urls[_i].whole ? 1 : SP_NO_PAGE);
	ck_assert_uint_eq(crawl.versions.of[1], SP_NO_PAGE);
	free_crawl(&crawl);
}
END_TEST

static uint32_t
find_page(const struct crawl *crawl, const char *address)
{
	return sp_address_find(&crawl->addresses, 0, (struct sp_span){
		address, strlen(address) });
}

/* Of two pages with one address, the one that was downloaded counts. */
START_TEST(test_schemes)
{
	struct crawl crawl = { .urls = SP_NAMES_EMPTY };

	add_url(&crawl, "http://a.example/news/a.html");
	add_url(&crawl, "https://a.example/news/a.html");
	add_url(&crawl, "http://a.example/");
	add_url(&crawl, "http://a.example?x=1");
	add_url(&crawl, "http://b.example/news/a.html");
	look_for_versions(&crawl, _i);
	ck_assert_uint_eq(find_page(&crawl, "/news/a.html"), (unsigned)_i);
	ck_assert_uint_eq(find_page(&crawl, "/"), 2);
	ck_assert_uint_eq(find_page(&crawl, "?x=1"), 3);
	ck_assert_uint_eq(find_page(&crawl, "/news/b.html"), SP_NO_PAGE);
	ck_assert_uint_eq(sp_address_find_same(&crawl.addresses, 1, 0), 4);
	ck_assert_uint_eq(sp_address_find_same(&crawl.addresses, 0, 4),
			  (unsigned)_i);
	ck_assert_uint_eq(sp_address_find_same(&crawl.addresses, 1, 2),
			  SP_NO_PAGE);
	ck_assert_uint_eq(sp_address_hash(&crawl.addresses, 4),
			  sp_address_hash(&crawl.addresses, 0));
	free_crawl(&crawl);
}
END_TEST

/* ---- kin -------------------------------------------------------------- */

/* Photos, and what is under each of them, with one number or two. */
static const struct {
	const char *photo, *more;
	unsigned texts;      /* that the second number may be */
	bool kin;
} families[] = {
	{ "http://a.example/photo?id=%u", "http://a.example/photo?id=%u&s=s%u",
	  3, true },
	{ "http://a.example/photo?id=%u", "http://a.example/photo?s=s%2$u&id="
	  "%1$u", 3, true },
	{ "http://a.example/photo/%u", "http://a.example/photo/%u?s=s%u", 3,
	  true },
	{ "http://a.example/photo/%u", "http://a.example/photo/%u/s%u", 3,
	  true },
	{ "http://a.example/photo/%u/", "http://a.example/photo/%u/s%u", 3,
	  true },
	/* A folder has its files, and a day its hours. */
	{ "http://a.example/photo/%u/", "http://a.example/photo/%u/s%u", 40,
	  false },
	{ "http://a.example/photo?id=%u", "http://a.example/photo?id=%u&s=s%u",
	  40, false },
	{ "http://b.example/photo/%u", "http://a.example/photo/%u/s%u", 3,
	  false },
};

START_TEST(test_kin)
{
	struct crawl crawl = { .urls = SP_NAMES_EMPTY };
	const uint32_t *kin;
	uint32_t photo, more;
	char url[100];

	for (unsigned i = 0; i < 40; i++) {
		snprintf(url, sizeof(url), families[_i].photo, i);
		add_url(&crawl, url);
	}
	for (unsigned i = 0; i < 120; i++) {
		snprintf(url, sizeof(url), families[_i].more, i % 40,
			 (i + i / 40) % families[_i].texts);
		add_url(&crawl, url);
	}
	look_for_versions(&crawl, false);
	photo = crawl.shapes.shape_of[0];
	more = crawl.shapes.shape_of[159];
	hold(photo != more);
	ck_assert_uint_eq(crawl.shapes.known[photo], 40);
	kin = crawl.versions.kin;
	ck_assert_int_eq(kin[photo] == kin[more], families[_i].kin);
	ck_assert_uint_eq(kin[photo], photo);
	ck_assert_uint_eq(crawl.versions.shapes[photo].of_base, 0);
	ck_assert_uint_eq(crawl.versions.shapes[photo].base, SP_NO_SHAPE);
	ck_assert_uint_eq(crawl.versions.shapes[more].whole, 0);
	if (families[_i].kin)
		ck_assert_uint_eq(crawl.versions.shapes[more].base, photo);
	free_crawl(&crawl);
}
END_TEST

/* One in ten may be of something else, and no more. */
START_TEST(test_tenth)
{
	struct crawl crawl = { .urls = SP_NAMES_EMPTY };
	const uint32_t *kin;
	uint32_t more;
	char url[100];

	for (int i = 0; i < 40; i++) {
		snprintf(url, sizeof(url), "http://a.example/photo?id=%d", i);
		add_url(&crawl, url);
	}
	for (int i = 0; i < 40; i++) {
		snprintf(url, sizeof(url), "http://a.example/photo?id=%d&s=x",
			 i + 4 + _i);
		add_url(&crawl, url);
	}
	look_for_versions(&crawl, false);
	kin = crawl.versions.kin;
	more = crawl.shapes.shape_of[79];
	ck_assert_uint_eq(crawl.versions.shapes[more].of_base,
			  36u - (unsigned)_i);
	ck_assert_int_eq(kin[more] != more, _i == 0);
	free_crawl(&crawl);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("versions");

	tcase_add_loop_test(tests, test_whole, 0, LENGTH(urls));
	tcase_add_loop_test(tests, test_schemes, 0, 2);
	tcase_add_loop_test(tests, test_kin, 0, LENGTH(families));
	tcase_add_loop_test(tests, test_tenth, 0, 2);
	return unit_run(tests);
}
