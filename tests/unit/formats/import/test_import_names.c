/* SPDX-License-Identifier: MIT */
/* Names and hosts from files, domains, and the order by URL. */
#include "temp_file.h"
#include "unit.h"

#include "formats/import/domains.h"
#include "formats/import/formats.h"
#include "formats/import/names.h"
#include "formats/import/order_by_url.h"
#include "web/page/idn.h"

#include <stdlib.h>
#include <string.h>

static struct sp_source *
open_text(const char *text)
{
	struct sp_source *source;
	struct sp_error err;

	temp_file_write(text, strlen(text));
	must(sp_source_open(temp_path, &source, &err), err);
	return source;
}

static void
check_names(const struct sp_names *names, const char *wanted)
{
	char text[4096] = "";
	size_t used = 0;

	for (uint64_t i = 0; i < names->count; i++) {
		struct sp_name_room room;
		struct sp_span name = sp_names_read(names, i, &room);

		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "%.*s|", (int)name.length, name.text);
	}
	ck_assert_str_eq(text, wanted);
}

static void
check_layout(const char *input, enum sp_names_layout layout, bool base1,
	     const char *wanted)
{
	struct sp_source *source = open_text(input);
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_error err;

	must(sp_import_names(source, layout, base1, &names, &err), err);
	check_names(&names, wanted);
	sp_names_free(&names);
	sp_source_close(source);
}

static void
refuse_names(const char *input, enum sp_names_layout layout, bool base1,
	     const char *wanted)
{
	struct sp_source *source = open_text(input);
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_error err;
	char text[600];

	ck_assert_int_eq(sp_import_names(source, layout, base1, &names,
					 &err), SP_DATA);
	snprintf(text, sizeof(text), "%s: %s", temp_path, wanted);
	ck_assert_str_eq(err.text, text);
	sp_names_free(&names);
	sp_source_close(source);
}

START_TEST(names_by_line)
{
	check_layout("a\nb c\r\n\n#d\n", SP_NAMES_LINES, false,
		     "a|b c||#d|");
	check_layout("", SP_NAMES_LINES, false, "");
}
END_TEST

START_TEST(names_with_ids)
{
	check_layout("0\ta\n1\tb c\n", SP_NAMES_ID_NAME, false, "a|b c|");
	check_layout("1\tb\t17\n# x\n\n0\ta\t3\n", SP_NAMES_ID_NAME, false,
		     "a|b|");
	check_layout("2 b\n1 a\n3 c\n", SP_NAMES_ID_NAME, true, "a|b|c|");
	check_layout("b c\t1\na\t0\n", SP_NAMES_NAME_ID, false, "a|b c|");
	check_layout("a 0 \n", SP_NAMES_NAME_ID, false, "a|");
}
END_TEST

START_TEST(names_with_bad_ids)
{
	refuse_names("0\ta\n0\tb\n", SP_NAMES_ID_NAME, false,
		    "page id 0 has two names");
	refuse_names("0\ta\n2\tb\n", SP_NAMES_ID_NAME, false,
		    "page id 2, but there are only 2 names");
	refuse_names("0\ta\n18446744073709551615\tb\n", SP_NAMES_ID_NAME,
		    false, "page id 18446744073709551615, but there are "
		    "only 2 names");
	refuse_names("0\ta\nx\tb\n", SP_NAMES_ID_NAME, false,
		    "line 2: \"x\" is not a page id");
	refuse_names("1\ta\n0\tb\n", SP_NAMES_ID_NAME, true,
		    "line 2: \"0\" is not a page id");
	refuse_names("0\ta\n1\n", SP_NAMES_ID_NAME, false,
		    "line 2: id and name expected");
	refuse_names("a\t0\n1\n", SP_NAMES_NAME_ID, false,
		    "line 2: name and id expected");
}
END_TEST

START_TEST(hosts_from_a_file)
{
	struct sp_source *source = open_text("b\nb\na\nb\n\n");
	static const uint32_t wanted[] = { 0, 0, 1, 0, 2 };
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_error err;

	must(sp_import_hosts(source, &hosts, &err), err);
	ck_assert_uint_eq(hosts.pages, 5);
	for (unsigned i = 0; i < 5; i++)
		ck_assert_uint_eq(hosts.host_of[i], wanted[i]);
	check_names(&hosts.names, "b|a||");
	sp_hosts_free(&hosts);
	sp_source_close(source);
}
END_TEST

static void
add(struct sp_names *names, const char *const *texts, unsigned count)
{
	struct sp_error err;

	for (unsigned i = 0; i < count; i++)
		must(sp_names_add(names, texts[i], strlen(texts[i]), &err),
		     err);
}

/*
 * One host, however it is spelled: with libidn2, 0 and 1 below; without it,
 * spellings are different hosts.  What is not valid stays, in lower case.
 */
START_TEST(international_hosts)
{
	static char label[70] = "http://";
	const char *urls[] = {
		"http://b\xc3\xbc" "cher.example/", "http://xn--bcher-kva.example/",
		"http://B\xc3\x9c" "CHER.Example.:80/",
		"http://bu\xcc\x88" "cher.example/",
		"http://b\xc3\xbc" "cher\xe3\x80\x82" "example\xe3\x80\x82/",
		"http://stra\xc3\x9f" "e_1.example/",
		"http://A\xff.example/", label, "http://\xc2\xad/"
	};
	static const uint32_t wanted[] = { 0, 0, 0, 0, 0, 1, 2, 3, 4 };
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_host_counts counts;
	struct sp_error err;
	char ascii[SP_NAME_MAX] = "\xc3\xa9";
	bool valid, none = false;

	memset(label + 7, 'X', 61);
	memcpy(label + 67, "\xc3\xa9", 2);
	add(&names, urls, 9);
	must(sp_hosts_of_names(&names, &hosts, &counts, &err), err);
	sp_idn_to_ascii(ascii, 2, &valid, &none);
	if (valid) {
		for (unsigned i = 0; i < 9; i++)
			ck_assert_uint_eq(hosts.host_of[i], wanted[i]);
		ck_assert_uint_eq(counts.invalid, 3);
		ck_assert_uint_eq(counts.first_invalid, 6);
		ck_assert_mem_eq(sp_names_get(&hosts.names, 1, &(size_t){ 0 }),
				 "xn--strae_1-kza.example", 8);
	} else {
		ck_assert_uint_eq(counts.invalid, 8);
		ck_assert_uint_eq(hosts.names.count, 9);
	}
	ck_assert_ptr_nonnull(memmem(hosts.names.bytes,
				     hosts.names.bytes_capacity,
				     "a\xff.example", 10));
	sp_hosts_free(&hosts);
	sp_names_free(&names);
}
END_TEST

/* One dot at the end is removed, from either spelling of a host. */
START_TEST(international_hosts_and_dots)
{
	const char *urls[] = {
		"http://xn--bcher-kva.example../",
		"http://b\xc3\xbc" "cher.example../",
		"http://b\xc3\xbc" "cher.example./",
		"http://b\xc3\xbc" "cher.example\xef\xbc\x8e/",
		"http://xn--bcher-kva.example/"
	};
	static const uint32_t wanted[] = { 0, 0, 1, 1, 1 };
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_host_counts counts;
	struct sp_error err;

	add(&names, urls, 5);
	must(sp_hosts_of_names(&names, &hosts, &counts, &err), err);
	for (unsigned i = 0; !counts.invalid && i < 5; i++)
		ck_assert_uint_eq(hosts.host_of[i], wanted[i]);
	sp_hosts_free(&hosts);
	sp_names_free(&names);
}
END_TEST

/* A long name is not converted: it costs what its bytes cost. */
START_TEST(long_international_hosts)
{
	char *host = malloc(SP_NAME_MAX);
	bool valid, none = false;

	for (unsigned i = 0; i + 1 < SP_NAME_MAX; i += 2)
		memcpy(host + i, "\xc3\xa9", 2);
	ck_assert_uint_eq(sp_idn_to_ascii(host, SP_NAME_MAX - 1, &valid,
					  &none),
			  SP_NAME_MAX - 1);
	ck_assert(!valid);
	ck_assert_uint_eq(sp_idn_to_ascii(host, 1024, &valid, &none), 1024);
	ck_assert(!valid);
	memcpy(host, "\xc3\xa9\0.b", 5);
	ck_assert_uint_eq(sp_idn_to_ascii(host, 5, &valid, &none), 5);
	ck_assert(!valid);
	free(host);
}
END_TEST

START_TEST(hosts_from_names)
{
	static const char *const urls[] = {
		"http://www.b.co.uk/1", "http://a.com/", "http://A.com:80/2",
		"mailto:x", "http://www.b.co.uk/2", "www.c.uk",
		"http://1.2.3.4/", "http://co.uk/"
	};
	static const uint32_t wanted[] = { 0, 1, 1, 2, 0, 3, 4, 5 };
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_host_counts counts;
	enum sp_status status;
	struct sp_error err;

	add(&names, urls, 8);
	must(sp_hosts_of_names(&names, &hosts, &counts, &err), err);
	ck_assert_uint_eq(counts.without, 1);
	ck_assert_uint_eq(counts.first_without, 3);
	ck_assert_uint_eq(counts.invalid, 0);
	ck_assert_uint_eq(hosts.pages, 8);
	for (unsigned i = 0; i < 8; i++)
		ck_assert_uint_eq(hosts.host_of[i], wanted[i]);
	check_names(&hosts.names,
		    "www.b.co.uk|a.com||www.c.uk|1.2.3.4|co.uk|");
	/* SP_USAGE: built without libpsl. */
	status = sp_hosts_find_domains(&hosts, &err);
	ck_assert(status == SP_OK || status == SP_USAGE);
	if (!status)
		check_names(&hosts.domains,
			    "b.co.uk|a.com||c.uk|1.2.3.4|co.uk|");
	sp_names_free(&names);
	sp_hosts_free(&hosts);
}
END_TEST

START_TEST(order_of_urls)
{
	/* In the expected order; the test passes them in reverse. */
	static const char *const urls[] = {
		"mailto:x", "https://com/", "http://a.com/",
		"http://www.a.com/", "http://www.a.com/%7e",
		"http://www.a.com/a", "http://www.a.com/a/b",
		"http://www.a.com/b", "http://www.a.com:8080/a",
		"http://a-b.com/", "http://b.com", "http://a.co.uk/x",
		"http://a.co.uk/y", "http://B.co.uk/a"
	};
	unsigned count = sizeof(urls) / sizeof(*urls);
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_error err;
	uint32_t *pages;

	for (unsigned i = 0; i < count; i++)
		add(&names, &urls[count - 1 - i], 1);
	for (int threads = 1; threads <= 2; threads++) {
		must(sp_url_order(&names, threads, &pages, &err), err);
		for (unsigned i = 0; i < count; i++)
			ck_assert_msg(pages[i] == count - 1 - i,
				      "place %u has %s", i,
				      urls[count - 1 - pages[i]]);
		free(pages);
	}
	sp_names_free(&names);
}
END_TEST

/* The scheme counts last; only pages of one name keep their order. */
START_TEST(equal_urls_keep_their_order)
{
	static const char *const urls[] = { "http://b/", "https://a/x",
					    "http://a/x", "https://a/x" };
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_error err;
	uint32_t *pages;

	add(&names, urls, 4);
	must(sp_url_order(&names, 1, &pages, &err), err);
	ck_assert_uint_eq(pages[0], 2);
	ck_assert_uint_eq(pages[1], 1);
	ck_assert_uint_eq(pages[2], 3);
	ck_assert_uint_eq(pages[3], 0);
	free(pages);
	sp_names_free(&names);
}
END_TEST

/* c->a, a->b, b->c, b->a, sorted by URL: a->b, b->a, b->c, c->a. */
START_TEST(graph_by_url)
{
	struct sp_arcs_options options = { .weight_column = 3,
					   .memory = 1 << 20,
					   .directory = "/tmp",
					   .threads = 1 };
	struct sp_linksort_options sort = { 1 << 20, "/tmp", 1, false, NULL };
	struct sp_source *source = open_text("c a 1\na b 2\nb c 3\nb a 4\n");
	static const double weights[] = { 2, 4, 3, 1 };
	static const uint32_t targets[] = { 1, 0, 2, 0 };
	struct sp_ordered_graph ordered;
	struct sp_cursor *cursor;
	struct sp_imported arcs = { 0 };
	struct sp_error err;
	const uint32_t *successors;
	uint32_t page, count, at = 0;

	must(sp_import_arcs(source, &options, &arcs, &err), err);
	check_names(&arcs.names, "c|a|b|");
	must(sp_order_by_url(arcs.graph, arcs.weights, &arcs.names, &sort,
			     &ordered, &err), err);
	check_names(&arcs.names, "a|b|c|");
	cursor = sp_cursor_new(ordered.graph);
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		ck_assert_uint_eq(count, page == 1 ? 2 : 1);
		for (uint32_t i = 0; i < count; i++, at++) {
			ck_assert_uint_eq(successors[i], targets[at]);
			ck_assert_double_eq(ordered.weights[at],
					    weights[at]);
		}
	}
	must(sp_cursor_status(cursor, &err), err);
	ck_assert_uint_eq(at, 4);
	sp_cursor_free(cursor);
	sp_graph_free(ordered.graph);
	free(ordered.weights);
	free(ordered.new_of);
	arcs.names.count--;
	ck_assert_int_eq(sp_order_by_url(arcs.graph, NULL, &arcs.names,
					 &sort, &ordered, &err), SP_DATA);
	sp_imported_free(&arcs);
	sp_source_close(source);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("import_names");

	tcase_add_checked_fixture(tests, temp_file_make, temp_file_remove);
	tcase_add_test(tests, names_by_line);
	tcase_add_test(tests, names_with_ids);
	tcase_add_test(tests, names_with_bad_ids);
	tcase_add_test(tests, hosts_from_a_file);
	tcase_add_test(tests, international_hosts);
	tcase_add_test(tests, international_hosts_and_dots);
	tcase_add_test(tests, long_international_hosts);
	tcase_add_test(tests, hosts_from_names);
	tcase_add_test(tests, order_of_urls);
	tcase_add_test(tests, equal_urls_keep_their_order);
	tcase_add_test(tests, graph_by_url);
	return unit_run(tests);
}
