/* SPDX-License-Identifier: MIT */
/*
 * Heritrix 3, scope: SURT prefixes for the surtsSource of a
 * SurtPrefixedDecideRule, which are read as lines of a seeds file as well.
 *
 * A line is "+" and a prefix: without the "+" it would be read as a URL.  The
 * rule compares the prefix with the SURT of a URL in Heritrix's own spelling,
 * in lower case, with https as http, so that is what is written.  Of the page
 * http://www.example.org:81/a/b?c and an address:
 *
 *	page	+http://(org,example,www,:81)/a/b?c
 *	prefix	+http://(org,example,www,:81)/a/
 *	host	+http://(org,example,www,:81)/		+http://(192.0.2.1)/
 *	domain	+http://(org,example,			+http://(192.0.2.1)/
 *
 * A prefix of a page also lets URLs pass that are longer.  The domain has all
 * ports; that of an address is its host, with the port.  Lines that are equal
 * are written once.
 */
#include "formats/seedlist/format.h"

#include "web/page/surt.h"
#include "web/page/url.h"

/* Is the host the domain, or one of its hosts? */
static bool
is_of_domain(struct sp_span host, struct sp_span domain)
{
	size_t before = host.length - domain.length;

	return domain.length && host.length >= domain.length &&
	       !memcmp(host.text + before, domain.text, domain.length) &&
	       (!before || host.text[before - 1] == '.');
}

static const char *
surt_add_domain(struct sp_line *line, const struct sp_list_url *url,
		struct sp_span domain)
{
	if (!domain.length)
		return "has no domain in this graph (see --domain of "
		       "graphimport)";
	if (!is_of_domain(url->host, domain))
		return "is not of the domain that the graph has for its host";
	sp_surt_add_host(line, domain);
	return NULL;
}

/* What follows the host, as far as the scope goes. */
static void
add_rest(struct sp_line *line, const struct sp_list_url *url,
	 enum sp_list_scope scope)
{
	struct sp_span path = url->path;

	if (url->port.text) {
		sp_line_add_bytes(line, ":", 1);
		sp_line_add_span(line, url->port);
	}
	if (url->user.text) {
		sp_line_add_bytes(line, "@", 1);
		sp_list_add_lower(line, url->user);
	}
	sp_line_add_bytes(line, ")", 1);
	if (scope == SP_SCOPE_HOST || scope == SP_SCOPE_DOMAIN)
		path.length = 1;
	if (scope == SP_SCOPE_PREFIX)
		while (path.text[path.length - 1] != '/')
			path.length--;
	sp_list_add_lower(line, path);
	if (scope == SP_SCOPE_PAGE && url->query.text) {
		sp_line_add_bytes(line, "?", 1);
		sp_list_add_lower(line, url->query);
	}
}

static const char *
write_surt(struct sp_list_item *item, struct sp_line *line)
{
	const char *reason = sp_list_heritrix_uri(&item->url, item->room);
	struct sp_line unused = SP_LINE_EMPTY;
	struct sp_list_url url;

	if (reason || item->room->lost) {
		line->lost |= item->room->lost;
		return reason;
	}
	reason = sp_list_url_split(
		(struct sp_span){ item->room->text, item->room->length },
		SP_SCHEME_NONE, &unused, &url);
	line->lost |= unused.lost;
	if (reason || unused.lost)
		return reason;
	sp_line_add(line, url.ftp ? "+ftp://(" : "+http://(");
	if (item->scope == SP_SCOPE_DOMAIN && !sp_url_is_ipv4(url.host)) {
		reason = surt_add_domain(line, &url, item->listed->domain);
	} else {
		sp_surt_add_host(line, url.host);
		add_rest(line, &url, item->scope);
	}
	item->key_length = line->length;
	return reason;
}

const struct sp_list_format sp_list_surt = {
	.reader = "Heritrix", .ftp = true, .keys = true,
	.scopes = SP_LIST_SCOPES_ALL, .scope = SP_SCOPE_HOST,
	.write = write_surt
};
