/* SPDX-License-Identifier: MIT */
#include "web/page/surt.h"

#include "base/ascii.h"
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

/* Cuts the scheme off, if there is one; false if pages have none such. */
static bool
surt_take_scheme(struct sp_span *url)
{
	size_t length = sp_url_scheme_length(*url);
	struct sp_span rest = *url, scheme = sp_span_cut(&rest, length);

	if (length && sp_span_take(&rest, SP_SPAN("://"))) {
		*url = rest;
		return sp_is_word(scheme, "http") ||
		       sp_is_word(scheme, "https") ||
		       sp_is_word(scheme, "ftp");
	}
	sp_span_take(url, SP_SPAN("//"));
	/* "mailto:x" is none, but "example.org:81" is a host and a port. */
	return !length || (rest.length > 1 && rest.text[0] == ':' &&
			   sp_is_digit(rest.text[1]));
}

/* The place of the first byte that ends an authority, or the length. */
static size_t
surt_authority_length(struct sp_span url)
{
	size_t i = 0;

	while (i < url.length && url.text[i] != '/' && url.text[i] != '?' &&
	       url.text[i] != '#' && url.text[i] != '\\')
		i++;
	return i;
}

bool
sp_surt_of(struct sp_span url, struct sp_line *line)
{
	struct sp_url_authority parts;

	line->length = 0;
	if (!surt_take_scheme(&url))
		return false;
	parts = sp_url_split_authority(
		sp_span_cut(&url, surt_authority_length(url)));
	if (parts.host.length && parts.host.text[parts.host.length - 1] == '.')
		parts.host.length--;
	if (!parts.host.length)
		return false;
	sp_line_add_bytes(line, "(", 1);
	sp_surt_add_host(line, parts.host);
	if (parts.port.length) {
		sp_line_add_bytes(line, ":", 1);
		sp_line_add_span(line, parts.port);
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
