/* SPDX-License-Identifier: MIT */
/*
 * month_wat.c - writes the metadata (WAT) of a generated crawl, as Common Crawl
 * has them, for tests/bench/month
 *
 *	month_wat PAGES TASK TASKS
 *
 * writes every TASKS-th page, from page TASK on, so that each file has pages of
 * all hosts.  A host has 60 pages that were fetched.  A page has 40 links: 28 to
 * the 300 known pages of its host, mostly to the first ones, and 12 to other
 * hosts, of which few get most links; seven in ten of these lead to the home
 * page.  A page has the same links however many tasks there are.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define FETCHED 60 /* pages of a host */
#define KNOWN 300  /* with those that were not fetched */
#define LINKS 40
#define LINKS_INSIDE 28
#define URL_MOST 128

static uint64_t state;

/* The next 64 bits of splitmix64. */
static uint64_t
draw(void)
{
	uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* A number below 1. */
static double
draw_part(void)
{
	return (double)(draw() >> 11) / 9007199254740992.0;
}

/* Some page of a host; the first ones are the most likely. */
static unsigned
draw_page(void)
{
	double first = draw_part();

	return (unsigned)(first * draw_part() * KNOWN);
}

/* Writes at url, which has room for URL_MOST bytes. */
static void
name_page(char *url, uint64_t host, unsigned page)
{
	if (page)
		snprintf(url, URL_MOST,
			 "http://www.site%07" PRIu64 ".example/section%u/"
			 "article-%u.html", host, page % 7, page);
	else
		snprintf(url, URL_MOST, "http://www.site%07" PRIu64
			 ".example/", host);
}

/* Appends the metadata of a page's links at text; returns the end. */
static char *
write_links(char *text, uint64_t host, uint64_t hosts)
{
	char url[URL_MOST];

	for (unsigned i = 0; i < LINKS; i++) {
		uint64_t to = host;
		unsigned page;

		if (i < LINKS_INSIDE) {
			page = draw_page();
		} else {
			double part = draw_part();

			to = (uint64_t)(part * part * part * (double)hosts);
			page = draw_part() < 0.7 ? 0 : draw_page();
		}
		name_page(url, to, page);
		text += sprintf(text, "%s{\"path\":\"A@/href\",\"url\":\"%s\","
				"\"text\":\"Lorem ipsum dolor sit\"}",
				i ? "," : "", url);
	}
	return text;
}

static void
write_record(uint64_t number, uint64_t hosts)
{
	static char text[LINKS * (URL_MOST + 80) + 1024];
	char *at = text, url[URL_MOST];
	uint64_t host = number / FETCHED;

	name_page(url, host, (unsigned)(number % FETCHED));
	state = number * 7919 + 1;
	at += sprintf(at, "{\"Container\":{\"Filename\":\"CC-MAIN.warc.gz\","
		      "\"Compressed\":true},\"Envelope\":{\"Format\":\"WARC\","
		      "\"WARC-Header-Metadata\":{\"WARC-Type\":\"response\","
		      "\"WARC-Target-URI\":\"%s\"},\"Payload-Metadata\":{"
		      "\"HTTP-Response-Metadata\":{\"Response-Message\":{"
		      "\"Status\":\"200\",\"Version\":\"HTTP/1.1\","
		      "\"Reason\":\"OK\"},\"HTML-Metadata\":{\"Head\":{"
		      "\"Title\":\"Lorem ipsum\"},\"Links\":[", url);
	at = write_links(at, host, hosts);
	at += sprintf(at, "]}}}}}");
	printf("WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Target-URI: %s\r\n"
	       "WARC-Date: 2025-01-01T00:00:00Z\r\n"
	       "Content-Type: application/json\r\nContent-Length: %td\r\n\r\n"
	       "%s\r\n\r\n", url, at - text, text);
}

int
main(int argc, char **argv)
{
	uint64_t pages, task, tasks;

	if (argc != 4) {
		fputs("usage: month_wat PAGES TASK TASKS\n", stderr);
		return 64;
	}
	pages = strtoull(argv[1], NULL, 10);
	task = strtoull(argv[2], NULL, 10);
	tasks = strtoull(argv[3], NULL, 10);
	for (uint64_t number = task; tasks && number < pages; number += tasks)
		write_record(number, pages / FETCHED);
	return fflush(stdout) || ferror(stdout) ? 74 : 0;
}
