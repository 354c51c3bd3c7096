/* SPDX-License-Identifier: MIT */
/*
 * The parts of parallel crawls by top-level domain, beside a slow second way to
 * find them.
 */
#include "crawl/partition.h"

#include "base/random.h"
#include "unit.h"

#include <string.h>

#define PAGES 400
#define HOSTS 60
#define PROCESSES 17

/* ---- top-level domains ------------------------------------------------ */

static const struct {
	const char *host, *tld;
} domains[] = {
	{ "www.bbc.co.uk", "uk" }, { "example.com", "com" },
	{ "localhost", "localhost" }, { "", "" }, { ".", "" }, { "a.", "" },
	{ "192.0.2.7", "" }, { "7", "" }, { "a.7", "" }, { "a.7b", "7b" },
	{ "2001:db8::1", "" }, { "2001:db8::a.b", "" }, { ".uk", "uk" },
	{ "xn--e1afmkfd.xn--p1ai", "xn--p1ai" }, { "a..b", "b" }
};

START_TEST(domains_are_last_labels)
{
	const char *host = domains[_i].host, *tld = domains[_i].tld;
	struct sp_span found = sp_host_tld(host, strlen(host));

	ck_assert_uint_eq(found.length, strlen(tld));
	hold(!memcmp(found.text, tld, found.length));
}
END_TEST

/* ---- a second implementation ------------------------------------------ */

struct sample {
	struct sp_hosts hosts;
	char names[HOSTS][32];
};

/* Few domains or many; addresses, and pages without a host. */
static void
draw_sample(struct sample *s, struct sp_random *random)
{
	uint64_t hosts = 1 + sp_random_below(random, HOSTS);
	uint64_t spread = 1 + sp_random_below(random, 30);
	uint64_t pages = 1 + sp_random_below(random, PAGES);
	struct sp_error err;

	s->hosts = (struct sp_hosts)SP_HOSTS_EMPTY;
	for (uint64_t i = 0; i < hosts; i++) {
		uint64_t kind = sp_random_below(random, 12);
		char *name = s->names[i];

		if (!kind)
			snprintf(name, 32, "10.0.0.%u", (unsigned)i);
		else if (kind == 1)
			*name = '\0';
		else
			snprintf(name, 32, "h%u.t%u", (unsigned)i,
				 (unsigned)sp_random_below(random, spread));
		must(sp_names_add(&s->hosts.names, name, strlen(name), &err),
		     err);
	}
	for (uint64_t page = 0; page < pages; page++)
		must(sp_hosts_add(&s->hosts, (uint32_t)(
				sp_random_below(random, hosts) *
				sp_random_below(random, 2)), &err), err);
}

static const char *
tld_of(const char *name)
{
	const char *dot = strrchr(name, '.');

	return !dot || (dot[1] >= '0' && dot[1] <= '9') ? "" : dot + 1;
}

static const char *
name_of(const struct sample *s, uint64_t page)
{
	return s->names[s->hosts.host_of[page]];
}

static uint64_t
pages_under(const struct sample *s, const char *tld)
{
	uint64_t count = 0;

	for (uint64_t page = 0; page < s->hosts.pages; page++)
		count += !strcmp(tld_of(name_of(s, page)), tld);
	return count;
}

/* The largest domain without an owner, or NULL. */
static const char *
next_domain(const struct sample *s, const uint16_t *owner)
{
	const char *best = NULL;
	uint64_t most = 0;

	for (uint64_t page = 0; page < s->hosts.pages; page++) {
		const char *tld = tld_of(name_of(s, page));
		uint64_t count = pages_under(s, tld);

		if (owner[page] != UINT16_MAX)
			continue;
		if (!best || count > most ||
		    (count == most && strcmp(tld, best) < 0)) {
			best = tld;
			most = count;
		}
	}
	return best;
}

static uint16_t
idlest(const struct sample *s, const uint16_t *owner, uint32_t processes)
{
	uint64_t load[PROCESSES] = { 0 };
	uint16_t best = 0;

	for (uint64_t page = 0; page < s->hosts.pages; page++)
		if (owner[page] != UINT16_MAX)
			load[owner[page]]++;
	for (uint16_t i = 1; i < processes; i++)
		if (load[i] < load[best])
			best = i;
	return best;
}

static void
slow_partition(const struct sample *s, uint32_t processes, uint16_t *owner)
{
	uint16_t by_site[PAGES];
	const char *tld;

	sp_partition_by_site(&s->hosts, processes, by_site);
	for (uint64_t page = 0; page < s->hosts.pages; page++)
		owner[page] = *tld_of(name_of(s, page)) ? UINT16_MAX :
							  by_site[page];
	while ((tld = next_domain(s, owner))) {
		uint16_t process = idlest(s, owner, processes);

		for (uint64_t page = 0; page < s->hosts.pages; page++)
			if (!strcmp(tld_of(name_of(s, page)), tld))
				owner[page] = process;
	}
}

START_TEST(domains_are_balanced)
{
	struct sp_random random = { 47 };

	for (int i = 0; i < 100; i++) {
		uint32_t processes = (uint32_t)(
			1 + sp_random_below(&random, PROCESSES));
		uint16_t found[PAGES], expected[PAGES];
		struct sample sample;
		struct sp_error err;

		draw_sample(&sample, &random);
		must(sp_partition_by_tld(&sample.hosts, processes, found,
					 &err), err);
		slow_partition(&sample, processes, expected);
		for (uint64_t page = 0; page < sample.hosts.pages; page++)
			ck_assert_uint_eq(found[page], expected[page]);
		sp_hosts_free(&sample.hosts);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("partition");

	tcase_add_loop_test(tests, domains_are_last_labels, 0,
			    sizeof(domains) / sizeof(*domains));
	tcase_add_test(tests, domains_are_balanced);
	return unit_run(tests);
}
