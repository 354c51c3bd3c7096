/* SPDX-License-Identifier: MIT */
#include "web/page/surt.h"

#include "base/ascii.h"
#include "graph/hosts.h"
#include "web/page/idn.h"
#include "web/page/url.h"

void
sp_surt_add_host(struct sp_line *line, struct sp_span host)
{
	size_t end = host.length;

	if (sp_url_is_ipv4(host) || (host.length && host.text[0] == '[')) {
		sp_line_add_span(line, host);
		return;
	}
	for (size_t i = host.length; i-- > 0;) {
		if (i && host.text[i - 1] != '.')
			continue;
		sp_line_add_bytes(line, host.text + i, end - i);
		sp_line_add_bytes(line, ",", 1);
		end = i ? i - 1 : 0;
	}
}

/* Does the text begin with a scheme and "://", but none that pages have? */
static bool
surt_has_other_scheme(struct sp_span url)
{
	struct sp_span scheme = sp_span_cut(&url, sp_url_scheme_length(url));

	return scheme.length && sp_span_begins(url, SP_SPAN("://")) &&
	       !sp_is_word(scheme, "http") && !sp_is_word(scheme, "https") &&
	       !sp_is_word(scheme, "ftp");
}

/*
 * Adds the host of a URL as it stands in the table of hosts, and cuts off the
 * URL up to its end; false if there is none.
 */
static bool
surt_take_host(struct sp_span *url, struct sp_line *line)
{
	char host[SP_NAME_MAX];
	size_t start, found = sp_url_find_host(url->text, url->length, &start);
	size_t length = sp_url_ascii_host(*url, host, &line->lost);

	if (!length)
		return false;
	sp_surt_add_host(line, (struct sp_span){ host, length });
	sp_span_cut(url, start + found);
	return true;
}

/* The number of digits that the text begins with. */
static size_t
surt_count_digits(struct sp_span text)
{
	size_t i = 0;

	while (i < text.length && sp_is_digit(text.text[i]))
		i++;
	return i;
}

bool
sp_surt_of(struct sp_span url, struct sp_line *line)
{
	line->length = 0;
	if (surt_has_other_scheme(url))
		return false;
	sp_line_add_bytes(line, "(", 1);
	if (!surt_take_host(&url, line))
		return false;
	/* What follows the host is a port, and then the path. */
	if (sp_span_take(&url, SP_SPAN(":")) && surt_count_digits(url)) {
		sp_line_add_bytes(line, ":", 1);
		sp_line_add_span(line, sp_span_cut(&url,
						   surt_count_digits(url)));
	}
	sp_line_add_bytes(line, ")", 1);
	if (!url.length || url.text[0] != '/')
		sp_line_add_bytes(line, "/", 1);
	url.length = sp_span_before(url, '#');
	sp_line_add_span(line, url);
	if (line->lost)
		return true;
	for (uint64_t i = 0; i < line->length; i++)
		if (sp_is_capital(line->text[i]))
			line->text[i] = (char)(line->text[i] | 0x20);
	return true;
}
