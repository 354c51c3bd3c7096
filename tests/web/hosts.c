/* SPDX-License-Identifier: MIT */
/*
 * What belongs to a host rather than to a page: robots.txt, hosts that are down
 * for a while, and slow ones.  The host of page 0 has none of this, so that
 * there is always a page to start from.
 */
#include "web.h"

#include <string.h>

/* Where the host of a URL ends; it is "http://name". */
static size_t
end_of_host(const char *url, size_t length)
{
	size_t end = length < 7 ? length : 7;

	while (end < length && !strchr("/?#", url[end]))
		end++;
	return end;
}

/* Where the first folder of a URL ends; 0 if the page is in none. */
static size_t
end_of_folder(const char *url, size_t length, size_t host)
{
	size_t end = host + 1;

	while (end < length && !strchr("/?#", url[end]))
		end++;
	return end < length && url[end] == '/' ? end + 1 : 0;
}

static bool
is_first_host(const struct web *web, const char *url, size_t host)
{
	size_t length;
	const char *first = web_url(web, 0, &length);

	return end_of_host(first, length) == host && !memcmp(url, first, host);
}

/* A share of what begins a URL: hosts, or folders. */
static bool
is_drawn(const struct web *web, const char *url, size_t length,
	 enum web_purpose purpose, double share)
{
	return share > 0 &&
		web_draw(web, sp_fnv1a(url, length), purpose) < share;
}

bool
web_is_down(const struct web *web, uint32_t page)
{
	size_t length, host;
	const char *url = web_url(web, page, &length);

	if (!(web->options.down > 0))
		return false;
	host = end_of_host(url, length);
	return !is_first_host(web, url, host) &&
		web_draw(web, sp_mix64(sp_fnv1a(url, host) +
				       web->options.round), WEB_DOWN) <
		web->options.down;
}

bool
web_is_slow_host(const struct web *web, uint32_t page)
{
	size_t length, host;
	const char *url = web_url(web, page, &length);

	host = end_of_host(url, length);
	return is_drawn(web, url, host, WEB_SLOW_HOST,
			web->options.slow_hosts) &&
		!is_first_host(web, url, host);
}

/* ---- robots.txt ------------------------------------------------------- */

static bool
is_closed(const struct web *web, const char *url, size_t host)
{
	return is_drawn(web, url, host, WEB_ROBOTS, web->options.disallowed) &&
		!is_first_host(web, url, host);
}

static bool
is_closed_folder(const struct web *web, const char *url, size_t folder)
{
	return folder && is_drawn(web, url, folder, WEB_FOLDER,
				  web->options.disallowed_folders);
}

bool
web_is_disallowed(const struct web *web, uint32_t page)
{
	size_t length;
	const char *url = web_url(web, page, &length);
	size_t host = end_of_host(url, length);

	return is_closed(web, url, host) ||
		(is_closed_folder(web, url, end_of_folder(url, length, host)) &&
		 !is_first_host(web, url, host));
}

/* A line for each closed folder that has pages. */
static void
add_folders(const struct web *web, const char *url, size_t host,
	    struct sp_line *body)
{
	uint64_t pages = sp_graph_pages(web->graph);
	const char *last = "";
	size_t last_length = 0;

	for (uint32_t page = 0; page < pages; page++) {
		size_t length, folder;
		const char *name = web_url(web, page, &length);

		if (length <= host || name[host] != '/' ||
		    memcmp(name, url, host))
			continue;
		folder = end_of_folder(name, length, host);
		if (!is_closed_folder(web, name, folder) ||
		    (folder == last_length && !memcmp(name, last, folder)))
			continue;
		sp_line_add(body, "Disallow: ");
		sp_line_add_bytes(body, name + host, folder - host);
		sp_line_add(body, "\n");
		last = name;
		last_length = folder;
	}
}

void
web_add_robots(const struct web *web, const char *url, size_t host,
	       struct sp_line *body)
{
	uint64_t start;

	sp_line_add(body, "User-agent: *\n");
	start = body->length;
	if (is_closed(web, url, host))
		sp_line_add(body, "Disallow: /\n");
	else if (web->options.disallowed_folders > 0 &&
		 !is_first_host(web, url, host))
		add_folders(web, url, host, body);
	if (body->length == start)
		sp_line_add(body, "Disallow:\n");
}
