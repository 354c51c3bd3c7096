/* SPDX-License-Identifier: MIT */
/* Tables of names, the dictionary, and the rule for the host of a URL. */
#include "unit.h"

#include "graph/hosts.h"
#include "graph/names.h"

#include <string.h>

static void
check_name(const struct sp_names *names, uint64_t i, const char *wanted)
{
	size_t length;
	const char *text = sp_names_get(names, i, &length);

	ck_assert_uint_eq(length, strlen(wanted));
	ck_assert(!memcmp(text, wanted, length));
}

START_TEST(names_keep_bytes_and_lengths)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_error err;

	must(sp_names_add(&names, "b", 1, &err), err);
	must(sp_names_add(&names, "", 0, &err), err);
	must(sp_names_add(&names, "a\0c", 3, &err), err);
	ck_assert_uint_eq(names.count, 3);
	check_name(&names, 0, "b");
	check_name(&names, 1, "");
	ck_assert_uint_eq(names.ends[2], 4);
	ck_assert(!memcmp(names.bytes, "ba\0c", 4));
	sp_names_free(&names);
	ck_assert_uint_eq(names.count, 0);
	sp_names_free(&names);
}
END_TEST

START_TEST(longest_name)
{
	static char text[SP_NAME_MAX + 1];
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_error err;

	must(sp_names_add(&names, text, SP_NAME_MAX, &err), err);
	ck_assert_int_eq(sp_names_add(&names, text, SP_NAME_MAX + 1, &err),
			 SP_DATA);
	ck_assert_uint_eq(names.count, 1);
	sp_names_free(&names);
}
END_TEST

#define MANY 20000

START_TEST(dictionary_numbers_by_first_appearance)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_dictionary *dictionary = sp_dictionary_new(&names);
	struct sp_error err;
	char text[32];
	uint64_t index;

	ck_assert_ptr_nonnull(dictionary);
	for (int round = 0; round < 2; round++) {
		for (unsigned i = 0; i < MANY; i++) {
			int length = snprintf(text, sizeof(text), "x%u", i);

			must(sp_dictionary_add(dictionary, text,
					       (size_t)length, &index, &err),
			     err);
			ck_assert_uint_eq(index, i);
		}
	}
	ck_assert_uint_eq(names.count, MANY);
	check_name(&names, 1234, "x1234");
	ck_assert(sp_dictionary_find(dictionary, "x777", 4, &index));
	ck_assert_uint_eq(index, 777);
	ck_assert(!sp_dictionary_find(dictionary, "x20000", 6, &index));
	ck_assert(!sp_dictionary_find(dictionary, "x77", 0, &index));
	sp_dictionary_free(dictionary);
	sp_dictionary_free(NULL);
	sp_names_free(&names);
}
END_TEST

/* A hint is for the processor only, whatever it is of. */
START_TEST(expected_strings_are_as_before)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_dictionary *dictionary = sp_dictionary_new(&names);
	struct sp_span texts[40];
	struct sp_error err;
	uint64_t index;

	ck_assert_ptr_nonnull(dictionary);
	for (size_t i = 0; i < 40; i++)
		texts[i] = (struct sp_span){ &letters[i % 26], i % 26 != 0 };
	sp_dictionary_expect(dictionary, texts, 0);
	sp_dictionary_expect(dictionary, texts, 40);
	ck_assert_uint_eq(names.count, 0);
	for (size_t i = 0; i < 40; i++) {
		must(sp_dictionary_add(dictionary, texts[i].text,
				       texts[i].length, &index, &err), err);
		ck_assert_uint_eq(index, i % 26);
		sp_dictionary_expect(dictionary, texts + i / 2, 40 - i);
	}
	ck_assert_uint_eq(names.count, 26);
	sp_dictionary_free(dictionary);
	sp_names_free(&names);
}
END_TEST

START_TEST(dictionary_of_existing_names)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_dictionary *dictionary;
	struct sp_error err;
	uint64_t index;

	must(sp_names_add(&names, "one", 3, &err), err);
	must(sp_names_add(&names, "two", 3, &err), err);
	must(sp_names_add(&names, "one", 3, &err), err);
	dictionary = sp_dictionary_new(&names);
	ck_assert_ptr_nonnull(dictionary);
	ck_assert(sp_dictionary_find(dictionary, "one", 3, &index));
	ck_assert_uint_eq(index, 0);
	must(sp_dictionary_add(dictionary, "three", 5, &index, &err), err);
	ck_assert_uint_eq(index, 3);
	must(sp_dictionary_add(dictionary, "", 0, &index, &err), err);
	ck_assert_uint_eq(index, 4);
	ck_assert(sp_dictionary_find(dictionary, "", 0, &index));
	ck_assert_uint_eq(index, 4);
	sp_dictionary_free(dictionary);
	sp_names_free(&names);
}
END_TEST

static const struct {
	const char *url, *host;
} urls[] = {
	{ "http://www.example.co.uk/a/b.html", "www.example.co.uk" },
	{ "http://www.example.co.uk", "www.example.co.uk" },
	{ "https://Example.ORG/Path", "example.org" },
	{ "http://example.org:8080/", "example.org" },
	{ "http://example.org:/", "example.org" },
	{ "http://example.org:80", "example.org" },
	{ "http://user@example.org/", "example.org" },
	{ "http://user:secret@example.org:81/x", "example.org" },
	{ "http://a@b@example.org/", "example.org" },
	{ "http://example.org?q=1", "example.org" },
	{ "http://example.org#top", "example.org" },
	{ "http://example.org/?u=http://other.net/", "example.org" },
	{ "http://example.org/a@b", "example.org" },
	{ "http://example.org?m=a@b.c", "example.org" },
	{ "//cdn.example.org/lib.js", "cdn.example.org" },
	{ "www.example.org", "www.example.org" },
	{ "www.example.org/index.html", "www.example.org" },
	{ "www.example.org/go?to=http://x.y/", "www.example.org" },
	{ "WWW.Example.Org:8080/x", "www.example.org" },
	{ "localhost:8080", "localhost" },
	{ "http://localhost", "localhost" },
	{ "http://127.0.0.1:80/", "127.0.0.1" },
	{ "http://[2001:DB8::1]:8080/x", "[2001:db8::1]" },
	{ "http://[::1]/", "[::1]" },
	{ "[::1]/x", "[::1]" },
	{ "ftp://ftp.example.org/pub", "ftp.example.org" },
	{ "http://example.org./", "example.org" },
	{ "http://example.org.:80/", "example.org" },
	{ "http://one.co.uk.", "one.co.uk" },
	{ "http://example.org..", "example.org." },
	{ "http://./", "" },
	{ "http://example.org\\path", "example.org" },
	{ "http://example.org\\@other.net/", "example.org" },
	{ "example.org\\path", "example.org" },
	{ "\\path", "" },
	{ "http:\\\\example.org\\", "" },
	{ "http://\xc3\xa9.fr/", "\xc3\xa9.fr" },
	{ "mailto:x", "" },
	{ "http:x", "" },
	{ "http:/x", "" },
	{ "http:/example.org/", "" },
	{ "http:?q", "" },
	{ "http:", "" },
	{ "localhost:", "" },
	{ "dns:a.example", "" },
	{ "mailto:joe@example.org", "" },
	{ "javascript:void(0)", "" },
	{ "http:///path", "" },
	{ "http://", "" },
	{ "//", "" },
	{ "/path/only", "" },
	{ "#here", "" },
	{ "?q", "" },
	{ "", "" },
	{ "http://:80/", "" },
	{ "http://user@/", "" },
};

START_TEST(host_of_a_url)
{
	char host[SP_NAME_MAX];
	const char *url = urls[_i].url, *wanted = urls[_i].host;
	bool ascii;
	size_t length = sp_url_host(url, strlen(url), host, &ascii);

	ck_assert_msg(length == strlen(wanted) &&
			      !memcmp(host, wanted, length),
		      "%s: got \"%.*s\", not \"%s\"", url, (int)length, host,
		      wanted);
	ck_assert_int_eq(ascii, !strchr(wanted, '\xa9'));
}
END_TEST

START_TEST(pages_without_a_host_are_units_of_their_own)
{
	static const char *const names[] = { "a.uk", "", "b.uk" };
	static const uint32_t host_of[] = { 0, 1, 2, 1, 0, 1 };
	static const uint32_t wanted[] = { 0, 3, 2, 4, 0, 5 };
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_units units;
	struct sp_error err;

	for (unsigned i = 0; i < 6; i++)
		must(sp_hosts_add(&hosts, host_of[i], &err), err);
	for (unsigned i = 0; i < 3; i++) {
		size_t length = strlen(names[i]);

		must(sp_names_add(&hosts.names, names[i], length, &err), err);
		must(sp_names_add(&hosts.domains, length ? "x.uk" : "",
				  length, &err), err);
	}
	must(sp_units_of_hosts(&hosts, &units, &err), err);
	ck_assert_uint_eq(units.count, 6);
	ck_assert_uint_eq(units.alone, 3);
	for (unsigned i = 0; i < 6; i++)
		ck_assert_uint_eq(units.unit_of[i], wanted[i]);
	sp_units_free(&units);
	must(sp_units_of_domains(&hosts, &units, &err), err);
	ck_assert_uint_eq(units.alone, 3);
	ck_assert_uint_eq(units.unit_of[0], units.unit_of[2]);
	ck_assert_uint_ne(units.unit_of[1], units.unit_of[3]);
	ck_assert_uint_ne(units.unit_of[3], units.unit_of[5]);
	sp_units_free(&units);
	/* Without such pages, nothing is copied. */
	hosts.pages = 1;
	hosts.names.count = 1;
	must(sp_units_of_hosts(&hosts, &units, &err), err);
	ck_assert_ptr_eq(units.unit_of, hosts.host_of);
	ck_assert_uint_eq(units.count, 1);
	sp_units_free(&units);
	hosts.pages = 6;
	hosts.names.count = 2;
	ck_assert_int_eq(sp_units_of_hosts(&hosts, &units, &err), SP_DATA);
	sp_hosts_free(&hosts);
}
END_TEST

START_TEST(domains_of_pages)
{
	static const char *const domains[] = { "x.uk", "y.uk", "x.uk" };
	static const uint32_t host_of[] = { 0, 0, 1, 2, 0 };
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_error err;
	struct sp_units units;
	const uint32_t *domain_of;

	for (unsigned i = 0; i < 5; i++)
		must(sp_hosts_add(&hosts, host_of[i], &err), err);
	for (unsigned i = 0; i < 3; i++)
		must(sp_names_add(&hosts.names, &"abc"[i], 1, &err), err);
	ck_assert_int_eq(sp_units_of_domains(&hosts, &units, &err),
			 SP_DATA);
	for (unsigned i = 0; i < 3; i++)
		must(sp_names_add(&hosts.domains, domains[i], 4, &err), err);
	must(sp_units_of_domains(&hosts, &units, &err), err);
	domain_of = units.unit_of;
	ck_assert_uint_eq(domain_of[0], domain_of[1]);
	ck_assert_uint_ne(domain_of[0], domain_of[2]);
	ck_assert_uint_eq(domain_of[0], domain_of[3]);
	ck_assert_uint_eq(domain_of[0], domain_of[4]);
	sp_units_free(&units);
	sp_hosts_free(&hosts);
	ck_assert_uint_eq(hosts.pages, 0);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("names");

	tcase_add_test(tests, names_keep_bytes_and_lengths);
	tcase_add_test(tests, longest_name);
	tcase_add_test(tests, dictionary_numbers_by_first_appearance);
	tcase_add_test(tests, expected_strings_are_as_before);
	tcase_add_test(tests, dictionary_of_existing_names);
	tcase_add_loop_test(tests, host_of_a_url, 0,
			    (int)(sizeof(urls) / sizeof(*urls)));
	tcase_add_test(tests, pages_without_a_host_are_units_of_their_own);
	tcase_add_test(tests, domains_of_pages);
	return unit_run(tests);
}
