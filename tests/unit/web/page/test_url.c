/* SPDX-License-Identifier: MIT */
/* The normal form of URLs: a table of cases, and random ones. */
#include "unit.h"

#include "graph/hosts.h"
#include "web/page/url.h"
#include "web/page/url_parts.h"

#include <arpa/inet.h>
#include <string.h>
#ifdef HAVE_CURL
#include <curl/curl.h>
#endif

#define BASE "http://b.example/x/y/z?q=1"

struct url_case {
	const char *base, *text, *charset;
	const char *normal;        /* "OTHER" or "BAD" if it is no page */
};

static const struct url_case cases[] = {
	/* what is absolute */
	{ NULL, "http://a.example/", NULL, "http://a.example/" },
	{ NULL, "https://a.example/x?y", NULL, "https://a.example/x?y" },
	{ NULL, "http://a.example", NULL, "http://a.example/" },
	{ NULL, "http://a.example?x", NULL, "http://a.example/?x" },
	{ NULL, "http://a.example#x", NULL, "http://a.example/" },
	{ NULL, "HTTP://A.Example/X", NULL, "http://a.example/X" },
	{ NULL, "hTTpS:a.example", NULL, "https://a.example/" },
	{ NULL, "http:/a.example/x", NULL, "http://a.example/x" },
	{ NULL, "http:///a.example/x", NULL, "http://a.example/x" },
	{ NULL, "http:\\\\a.example\\x\\y", NULL, "http://a.example/x/y" },
	{ NULL, "http:/\\/a.example", NULL, "http://a.example/" },
	{ NULL, "a.example", NULL, "BAD" },
	{ NULL, "/x", NULL, "BAD" },
	{ NULL, "//a.example/", NULL, "BAD" },
	{ NULL, "", NULL, "BAD" },
	{ NULL, "http:", NULL, "BAD" },
	{ NULL, "http://", NULL, "BAD" },
	{ NULL, "http:///", NULL, "BAD" },
	{ NULL, "http://?x", NULL, "BAD" },
	{ NULL, "http//a.example", NULL, "BAD" },
	{ NULL, "1http://a.example", NULL, "BAD" },
	{ NULL, ":", NULL, "BAD" },

	/* blanks and controls */
	{ NULL, "  http://a.example/ ", NULL, "http://a.example/" },
	{ NULL, "\n\x01http://a.example/x\x1f\n", NULL, "http://a.example/x" },
	{ NULL, "ht\ttp://a.\nexample\r\n/x\ty", NULL, "http://a.example/xy" },
	{ NULL, "http://a.example/x y", NULL, "http://a.example/x%20y" },
	{ NULL, "http://a.example/x #y", NULL, "http://a.example/x%20" },
	{ NULL, "http://a.example/x?y z", NULL, "http://a.example/x?y%20z" },
	{ NULL, "http://a.example/\x01\x7f", NULL,
	  "http://a.example/%01%7F" },
	{ NULL, "http ://a.example/", NULL, "BAD" },

	/* other schemes */
	{ NULL, "mailto:x@a.example", NULL, "OTHER" },
	{ BASE, "javascript:void(0)", NULL, "OTHER" },
	{ BASE, "java\nscript:void(0)", NULL, "OTHER" },
	{ BASE, "data:text/html,x", NULL, "OTHER" },
	{ BASE, "ftp://a.example/", NULL, "OTHER" },
	{ BASE, "tel:1", NULL, "OTHER" },
	{ BASE, "httpx://a.example/", NULL, "OTHER" },
	{ BASE, "http+x:y", NULL, "OTHER" },
	{ BASE, "1x:y", NULL, "http://b.example/x/y/1x:y" },
	{ BASE, ":y", NULL, "http://b.example/x/y/:y" },
	{ BASE, "x/y:z", NULL, "http://b.example/x/y/x/y:z" },

	/* user, password, port */
	{ NULL, "http://me@a.example/", NULL, "http://a.example/" },
	{ NULL, "http://me:word@a.example:81/", NULL,
	  "http://a.example:81/" },
	{ NULL, "http://a@b@c.example/", NULL, "http://c.example/" },
	{ NULL, "http://a.example\\@b.example/", NULL,
	  "http://a.example/@b.example/" },
	{ NULL, "http://@a.example/", NULL, "http://a.example/" },
	{ NULL, "http://me@/", NULL, "BAD" },
	{ NULL, "http://me@:80/", NULL, "BAD" },
	{ NULL, "http://a.example:80/", NULL, "http://a.example/" },
	{ NULL, "https://a.example:443/", NULL, "https://a.example/" },
	{ NULL, "https://a.example:80/", NULL, "https://a.example:80/" },
	{ NULL, "http://a.example:443/", NULL, "http://a.example:443/" },
	{ NULL, "http://a.example:", NULL, "http://a.example/" },
	{ NULL, "http://a.example:0/", NULL, "http://a.example:0/" },
	{ NULL, "http://a.example:0000000008080/", NULL,
	  "http://a.example:8080/" },
	{ NULL, "http://a.example:65535/", NULL, "http://a.example:65535/" },
	{ NULL, "http://a.example:65536/", NULL, "BAD" },
	{ NULL, "http://a.example:18446744073709551696/", NULL, "BAD" },
	{ NULL, "http://a.example:8o/", NULL, "BAD" },
	{ NULL, "http://a.example:-1/", NULL, "BAD" },
	{ NULL, "http://a.example:80:80/", NULL, "BAD" },
	{ NULL, "http://:80/", NULL, "BAD" },
	{ NULL, "http://[::1]:80/", NULL, "http://[::1]/" },
	{ NULL, "http://[::1]:81/", NULL, "http://[::1]:81/" },

	/* hosts */
	{ NULL, "http://a.example./", NULL, "http://a.example/" },
	{ NULL, "http://a.example../", NULL, "BAD" },
	{ NULL, "http://a..example/", NULL, "BAD" },
	{ NULL, "http://.a.example/", NULL, "BAD" },
	{ NULL, "http://./", NULL, "BAD" },
	{ NULL, "http://www.a.example/", NULL, "http://www.a.example/" },
	{ NULL, "http://a_b.example/", NULL, "http://a_b.example/" },
	{ NULL, "http://-a-.example/", NULL, "http://-a-.example/" },
	{ NULL, "http://%61.ex%41mple/", NULL, "http://a.example/" },
	{ NULL, "http://a%2Fb/", NULL, "BAD" },
	{ NULL, "http://a%20b/", NULL, "BAD" },
	{ NULL, "http://a%00b/", NULL, "BAD" },
	{ NULL, "http://a%/", NULL, "BAD" },
	{ NULL, "http://a b/", NULL, "BAD" },
	{ NULL, "http://a<b/", NULL, "BAD" },
	{ NULL, "http://a|b/", NULL, "BAD" },
	{ NULL, "http://a^b/", NULL, "BAD" },
	{ NULL, "http://{{host}}/", NULL, "BAD" },
	{ NULL, "http://'+host+'/", NULL, "BAD" },
	{ NULL, "http://localhost/", NULL, "http://localhost/" },
#ifdef HAVE_LIBIDN2
	{ NULL, "http://b\xc3\xbc" "cher.example/", NULL,
	  "http://xn--bcher-kva.example/" },
	{ NULL, "http://B%C3%9CCHER.example/", NULL,
	  "http://xn--bcher-kva.example/" },
	{ NULL, "http://fa\xc3\x9f.example/", NULL,
	  "http://xn--fa-hia.example/" },
	{ NULL, "http://a\xe3\x80\x82" "example/", NULL, "http://a.example/" },
	{ NULL, "http://\xef\xbd\x81.example/", NULL, "http://a.example/" },
	{ NULL, "http://a\xc2\xad" "b.example/", NULL, "http://ab.example/" },
	{ NULL, "http://\xef\xbc\x91.1/", NULL, "http://1.0.0.1/" },
#endif
	{ NULL, "http://XN--BCHER-KVA.example/", NULL,
	  "http://xn--bcher-kva.example/" },
	{ NULL, "http://\xff.example/", NULL, "BAD" },
	{ NULL, "http://\xe2\x98\x83.example/", NULL, "BAD" },
	{ NULL, "http://\xe2\x84\x80.example/", NULL, "BAD" },

	/* addresses */
	{ NULL, "http://127.0.0.1/", NULL, "http://127.0.0.1/" },
	{ NULL, "http://127.0.0.1./", NULL, "http://127.0.0.1/" },
	{ NULL, "http://127.1/", NULL, "http://127.0.0.1/" },
	{ NULL, "http://0x7f.1/", NULL, "http://127.0.0.1/" },
	{ NULL, "http://0X7F000001/", NULL, "http://127.0.0.1/" },
	{ NULL, "http://2130706433/", NULL, "http://127.0.0.1/" },
	{ NULL, "http://0x.1/", NULL, "http://0.0.0.1/" },
	{ NULL, "http://1.0x.0X/", NULL, "http://1.0.0.0/" },
	{ NULL, "http://1x.0/", NULL, "BAD" },
	{ NULL, "http://017700000001/", NULL, "http://127.0.0.1/" },
	{ NULL, "http://192.168.257/", NULL, "http://192.168.1.1/" },
	{ NULL, "http://%31.1/", NULL, "http://1.0.0.1/" },
	{ NULL, "http://256/", NULL, "http://0.0.1.0/" },
	{ NULL, "http://256.0.0.1/", NULL, "BAD" },
	{ NULL, "http://1.2.3.256/", NULL, "BAD" },
	{ NULL, "http://4294967296/", NULL, "BAD" },
	{ NULL, "http://1.2.3.4.5/", NULL, "BAD" },
	{ NULL, "http://1.2.3.08/", NULL, "BAD" },
	{ NULL, "http://a.1/", NULL, "BAD" },
	{ NULL, "http://1.2.3.4x/", NULL, "http://1.2.3.4x/" },
	{ NULL, "http://1.a/", NULL, "http://1.a/" },
	{ NULL, "http://[::1]/", NULL, "http://[::1]/" },
	{ NULL, "http://[0:0:0:0:0:0:0:0]/", NULL, "http://[::]/" },
	{ NULL, "http://[2001:DB8:0:0:1:0:0:1]/", NULL,
	  "http://[2001:db8::1:0:0:1]/" },
	{ NULL, "http://[1:0:2:3:4:5:6:7]/", NULL,
	  "http://[1:0:2:3:4:5:6:7]/" },
	{ NULL, "http://[1:2:3:4:5:6:0:0]/", NULL,
	  "http://[1:2:3:4:5:6::]/" },
	{ NULL, "http://[::FFFF:1.2.3.4]/", NULL,
	  "http://[::ffff:102:304]/" },
	{ NULL, "http://[::1/", NULL, "BAD" },
	{ NULL, "http://::1]/", NULL, "BAD" },
	{ NULL, "http://[1:2]/", NULL, "BAD" },
	{ NULL, "http://[::1%25eth0]/", NULL, "BAD" },
	{ NULL, "http://[]/", NULL, "BAD" },
	{ NULL, "http://[::1]x/", NULL, "BAD" },

	/* paths */
	{ NULL, "http://a/b/./c/../d", NULL, "http://a/b/d" },
	{ NULL, "http://a/b/..", NULL, "http://a/" },
	{ NULL, "http://a/b/.", NULL, "http://a/b/" },
	{ NULL, "http://a/../../b", NULL, "http://a/b" },
	{ NULL, "http://a/b/%2e%2E/%2e/.%2e/c", NULL, "http://a/c" },
	{ NULL, "http://a/b//../c", NULL, "http://a/b/c" },
	{ NULL, "http://a//b//", NULL, "http://a//b//" },
	{ NULL, "http://a/.../..b/b../.b", NULL, "http://a/.../..b/b../.b" },
	{ NULL, "http://a/b%2F..%2Fc", NULL, "http://a/b%2F..%2Fc" },
	{ NULL, "http://a/b?../c/./d", NULL, "http://a/b?../c/./d" },
	{ NULL, "http://a/b\\..\\c?d\\e", NULL, "http://a/c?d\\e" },
	{ NULL, "http://a/b;c=1/d", NULL, "http://a/b;c=1/d" },
	{ NULL, "http://a/b/?", NULL, "http://a/b/?" },
	{ NULL, "http://a/b?c?d#e?f", NULL, "http://a/b?c?d" },

	/* escapes */
	{ NULL, "http://a/%7euser/%41%2D%2e%5F", NULL, "http://a/~user/A-._" },
	{ NULL, "http://a/%c3%bc%2f%3f%23", NULL, "http://a/%C3%BC%2F%3F%23" },
	{ NULL, "http://a/?%7e%3d%26%c3", NULL, "http://a/?~%3D%26%C3" },
	{ NULL, "http://a/100%", NULL, "http://a/100%" },
	{ NULL, "http://a/%zz%4", NULL, "http://a/%zz%4" },
	{ NULL, "http://a/%%41", NULL, "http://a/%%41" },
	{ NULL, "http://a/%%34%31", NULL, "http://a/%%341" },
	{ NULL, "http://a/%4%31", NULL, "http://a/%4%31" },
	{ NULL, "http://a/%2541", NULL, "http://a/%2541" },
	{ NULL, "http://a/\"<>^`{}|[]!$&'()*+,;=:@", NULL,
	  "http://a/%22%3C%3E%5E%60%7B%7D|[]!$&'()*+,;=:@" },
	{ NULL, "http://a/?\"<>^`{}|[]!$&'()*+,;=:@/", NULL,
	  "http://a/?%22%3C%3E^`{}|[]!$&%27()*+,;=:@/" },
	{ NULL, "http://a/\xc3\xbc?\xc3\xbc", NULL,
	  "http://a/%C3%BC?%C3%BC" },
	{ NULL, "http://a/\xfc?\xfc", NULL, "http://a/%FC?%FC" },

	/* relative */
	{ BASE, "", NULL, BASE },
	{ BASE, " ", NULL, BASE },
	{ BASE, "#x", NULL, BASE },
	{ BASE, "?", NULL, "http://b.example/x/y/z?" },
	{ BASE, "?r", NULL, "http://b.example/x/y/z?r" },
	{ BASE, "a", NULL, "http://b.example/x/y/a" },
	{ BASE, "a?", NULL, "http://b.example/x/y/a?" },
	{ BASE, "a/", NULL, "http://b.example/x/y/a/" },
	{ BASE, "./a", NULL, "http://b.example/x/y/a" },
	{ BASE, ".", NULL, "http://b.example/x/y/" },
	{ BASE, "..", NULL, "http://b.example/x/" },
	{ BASE, "../..", NULL, "http://b.example/" },
	{ BASE, "../../../a", NULL, "http://b.example/a" },
	{ BASE, "%2e%2e/a", NULL, "http://b.example/x/a" },
	{ BASE, "/a", NULL, "http://b.example/a" },
	{ BASE, "\\a", NULL, "http://b.example/a" },
	{ BASE, "//c.example", NULL, "http://c.example/" },
	{ BASE, "\\/c.example/a", NULL, "http://c.example/a" },
	{ BASE, "////c.example/a", NULL, "http://c.example/a" },
	{ BASE, "//", NULL, "BAD" },
	{ BASE, "//c.example:x/", NULL, "BAD" },
	{ BASE, "http:a", NULL, "http://b.example/x/y/a" },
	{ BASE, "http:/a", NULL, "http://b.example/a" },
	{ BASE, "http:", NULL, BASE },
	{ BASE, "http:?r", NULL, "http://b.example/x/y/z?r" },
	{ BASE, "https:a", NULL, "https://a/" },
	{ BASE, "https:/a", NULL, "https://a/" },
	{ BASE, "https:", NULL, "BAD" },
	{ BASE, "http://c.example/", NULL, "http://c.example/" },
	{ "https://b:8443/a/b", "../c", NULL, "https://b:8443/c" },
	{ "https://b:8443/a/b", "//c/d", NULL, "https://c/d" },
	{ "http://[::1]:81/a/b", "c/../d", NULL, "http://[::1]:81/a/d" },
	{ "http://127.0.0.1//x//y", "../../z", NULL, "http://127.0.0.1//z" },
	{ "http://b/", "a b", NULL, "http://b/a%20b" },

	/* the charset of the query */
	{ BASE, "/\xc3\xbc?\xc3\xbc%C3", "windows-1252",
	  "http://b.example/%C3%BC?%FC%C3" },
	{ BASE, "?\xe2\x82\xac", "windows-1252",
	  "http://b.example/x/y/z?%80" },
	{ BASE, "?\xe6\x97\xa5", "windows-1252",
	  "http://b.example/x/y/z?%26%2326085%3B" },
	{ BASE, "?\xe6\x97\xa5=1", "Shift_JIS",
	  "http://b.example/x/y/z?%93%FA=1" },
	{ BASE, "?\xe6\x97\xa5=1", "EUC-JP",
	  "http://b.example/x/y/z?%C6%FC=1" },
	{ BASE, "?\xe6\x97\xa5=1", "ISO-2022-JP",
	  "http://b.example/x/y/z?%1B$BF|%1B(B=1" },
	{ BASE, "?\xff\xc3\xbc", "windows-1252",
	  "http://b.example/x/y/z?%FF%FC" },
	/* iconv has the charsets of browsers under other names. */
	{ BASE, "?\xe2\x91\xa0", "Shift_JIS",
	  "http://b.example/x/y/z?%87@" },
	{ BASE, "?\xea\xb0\x82", "EUC-KR",
	  "http://b.example/x/y/z?%81A" },
	{ BASE, "?\xc3\xbc", "latin1", "http://b.example/x/y/z?%FC" },
	{ BASE, "?\xc3\xbc", "replacement",
	  "http://b.example/x/y/z?%C3%BC" },
	{ BASE, "?\xc3\xbc", "UTF-8", "http://b.example/x/y/z?%C3%BC" },
	{ BASE, "?\xc3\xbc", "UTF-16LE", "http://b.example/x/y/z?%C3%BC" },
	{ BASE, "?\xc3\xbc", "no-such", "http://b.example/x/y/z?%C3%BC" },
};

static struct sp_urls *
new_urls(void)
{
	struct sp_urls *urls = NULL;
	struct sp_error err;

	must(sp_urls_new(&urls, &err), err);
	return urls;
}

static struct sp_span
span_of(const char *text)
{
	return (struct sp_span){ text, text ? strlen(text) : 0 };
}

/* The host that stands in a normal form is the one that sp_url_host() has. */
static void
check_host(struct sp_span url)
{
	static char host[SP_NAME_MAX];
	size_t start, length = sp_url_find_host(url.text, url.length, &start);
	bool ascii;

	hold(length && length == sp_url_host(url.text, url.length, host,
					     &ascii));
	hold(ascii && !memcmp(host, url.text + start, length));
}

/* A normal form is its own, alone and against any base. */
static void
check_stable(struct sp_urls *urls, const struct sp_span *base,
	     struct sp_span url)
{
	struct sp_span first = { strndup(url.text, url.length), url.length };
	struct sp_span again;

	hold(sp_url_resolve(urls, NULL, first, NULL, &again) == SP_URL_PAGE);
	hold(sp_span_equal(first, again));
	hold(sp_url_resolve(urls, base, first, NULL, &again) == SP_URL_PAGE);
	hold(sp_span_equal(first, again));
	/* The last result is a base and a text. */
	hold(sp_url_resolve(urls, &again, again, NULL, &again) ==
	     SP_URL_PAGE);
	hold(sp_span_equal(first, again));
	free((char *)(uintptr_t)first.text);
}

static void
check_case(struct sp_urls *urls, const struct url_case *row)
{
	struct sp_span base = span_of(row->base), url;
	const struct sp_span *given = row->base ? &base : NULL;
	enum sp_url_kind kind = sp_url_resolve(urls, given, span_of(row->text),
					       row->charset, &url);
	char got[256] = "";

	if (kind == SP_URL_PAGE)
		snprintf(got, sizeof(got), "%.*s", (int)url.length, url.text);
	else
		snprintf(got, sizeof(got), "%s", kind == SP_URL_OTHER ?
			 "OTHER" : "BAD");
	ck_assert_msg(!strcmp(got, row->normal), "\"%s\": \"%s\", not \"%s\"",
		      row->text, got, row->normal);
	hold((kind == SP_URL_PAGE) == (url.text != NULL));
	if (kind == SP_URL_PAGE) {
		check_host(url);
		check_stable(urls, given, url);
	}
}

START_TEST(cases_have_their_normal_form)
{
	struct sp_urls *urls = new_urls();

	for (int i = 0; urls && i < LENGTH(cases); i++)
		check_case(urls, &cases[i]);
	sp_urls_free(urls);
}
END_TEST

/* ---- random URLs ------------------------------------------------------ */

static const char *const pieces[] = {
	"http:", "https:", "HTTP:", "mailto:", "http://b.example/",
	"https://b-2.x_y.test", "http://10.0.0.", "/", "/", "/", "//", "\\", "?",
	"#", "@", ":", ":80", ":81", "a", "b.example", "1.2", "0x7f", "[::1]",
	"..", ".", "%2e", "%41", "%", "%4", "1", "%zz", " ", "\t", "\n",
	"\xc3\xbc", "\xff", "\xe6\x97\xa5", "{", "'", "\"", "xn--bcher-kva"
};

static size_t
random_text(char *text, unsigned *state)
{
	size_t length = 0;
	int count = 1 + (int)(*state >> 8) % 10;

	for (int i = 0; i < count; i++) {
		const char *piece;

		*state = *state * 1103515245u + 12345u;
		piece = pieces[(*state >> 16) % (unsigned)LENGTH(pieces)];
		memcpy(text + length, piece, strlen(piece));
		length += strlen(piece);
	}
	return length;
}

START_TEST(random_urls_are_stable)
{
	struct sp_urls *urls = new_urls();
	struct sp_span base = SP_SPAN("http://b.example//x/y?q"), url;
	unsigned state = 1;
	char text[256];

	for (int i = 0; i < 50000; i++) {
		struct sp_span link = { text, random_text(text, &state) };
		const struct sp_span *given = i % 3 ? &base : NULL;
		const char *charset = i % 5 ? NULL : "Shift_JIS";

		if (sp_url_resolve(urls, given, link, charset, &url) !=
		    SP_URL_PAGE)
			continue;
		check_host(url);
		check_stable(urls, given, url);
	}
	sp_urls_free(urls);
}
END_TEST

/* ---- what is calculated, beside libcurl ------------------------------- */

#ifdef HAVE_CURL

static const char *const addresses[] = { "b.example", "[::1]", "0", "1", "255",
				     "256", "0x", "0x7f", "010", "08", "0xg",
				     "4294967295", "4294967296", "65536",
				     "16777216", "0xffffffff" };
static const char *const ports[] = { "", ":0", ":1", ":80", ":443", ":0080",
				     ":65535", ":65536", ":8080",
				     ":99999999999999999999" };
static const char *const segments[] = { "/", "/.", "/..", "/...", "/a", "/.a",
					"/a.", "/..a", "/b/" };

static unsigned
draw(unsigned *state, unsigned below)
{
	*state = *state * 1103515245u + 12345u;
	return (*state >> 16) % below;
}

/* A host, which may be an address of several parts, a port and a path. */
static bool
draw_parts(unsigned *state, bool secure, struct sp_url_text *url)
{
	unsigned host = draw(state, LENGTH(addresses)), more = draw(state, 5);
	bool number = host > 1;
	char text[256];
	int length = snprintf(text, sizeof(text), "http%s://%s",
			      secure ? "s" : "", addresses[host]);

	for (unsigned i = 0; number && i < more; i++)
		length += snprintf(text + length,
				   sizeof(text) - (size_t)length, ".%s",
				   addresses[2 + draw(state, LENGTH(addresses) - 2)]);
	length += snprintf(text + length, sizeof(text) - (size_t)length, "%s/",
			   ports[draw(state, LENGTH(ports))]);
	for (unsigned i = draw(state, 7); i > 0; i--)
		length += snprintf(text + length,
				   sizeof(text) - (size_t)length, "%s",
				   segments[draw(state, LENGTH(segments))]);
	url->length = 0;
	hold(sp_url_add(url, text, (size_t)length + 1));
	url->length--;
	return number;
}

/* What libcurl makes of it; false if it is no URL. */
static bool
libcurl_calculates(CURLU *curl, const char *url, bool number, char *result)
{
	char *host = NULL, *port = NULL, *path = NULL;
	unsigned char address[4];
	bool good = !curl_url_set(curl, CURLUPART_URL, url, 0) &&
		    !curl_url_get(curl, CURLUPART_HOST, &host, 0) &&
		    !curl_url_get(curl, CURLUPART_PATH, &path, 0);

	if (good && number)
		good = inet_pton(AF_INET, host, address) == 1;
	if (good)
		(void)curl_url_get(curl, CURLUPART_PORT, &port,
				   CURLU_NO_DEFAULT_PORT);
	if (good)
		snprintf(result, 512, "%.*s%s%s%s%s",
			 (int)(strstr(url, "//") + 2 - url), url, host,
			 port ? ":" : "", port ? port : "", path);
	curl_free(host);
	curl_free(port);
	curl_free(path);
	return good;
}

START_TEST(libcurl_calculates_the_same)
{
	CURLU *curl = curl_url();
	struct sp_url_text url = { NULL, 0, 0 };
	unsigned state = 3;

	for (int i = 0; i < ROUNDS_OF(100000); i++) {
		bool secure = i % 2, bad = false;
		bool number = draw_parts(&state, secure, &url);
		char before[512], expected[512];

		snprintf(before, sizeof(before), "%s", url.bytes);
		/* libcurl takes "0x" for no number. */
		if (strstr(before, "0x.") || strstr(before, "0x/") ||
		    strstr(before, "0x:"))
			continue;
		hold(sp_url_calculate(&url, secure, number, &bad));
		if (!libcurl_calculates(curl, before, number, expected)) {
			ck_assert_msg(bad, "%s", before);
			continue;
		}
		ck_assert_msg(!bad && url.length == strlen(expected) &&
			      !memcmp(url.bytes, expected, url.length),
			      "%s: \"%.*s\", not \"%s\"", before,
			      bad ? 0 : (int)url.length, url.bytes, expected);
	}
	curl_url_cleanup(curl);
	free(url.bytes);
}
END_TEST

#endif


/* ---- sizes ------------------------------------------------------------ */

START_TEST(long_urls_are_refused)
{
	struct sp_urls *urls = new_urls();
	char *text = malloc(4 * (size_t)SP_NAME_MAX);
	struct sp_span link = { text, SP_NAME_MAX }, url;

	memset(text, 'a', 4 * (size_t)SP_NAME_MAX);
	memcpy(text, "http://a/", 9);
	if (urls) {
		ck_assert_int_eq(sp_url_resolve(urls, NULL, link, NULL, &url),
				 SP_URL_PAGE);
		ck_assert_uint_eq(url.length, SP_NAME_MAX);
		link.length++;
		ck_assert_int_eq(sp_url_resolve(urls, NULL, link, NULL, &url),
				 SP_URL_BAD);
		/* Escapes make it too long; a fragment does not. */
		link.length = SP_NAME_MAX;
		text[100] = '"';
		ck_assert_int_eq(sp_url_resolve(urls, NULL, link, NULL, &url),
				 SP_URL_BAD);
		text[99] = '#';
		link.length = 4 * (size_t)SP_NAME_MAX;
		ck_assert_int_eq(sp_url_resolve(urls, NULL, link, NULL, &url),
				 SP_URL_PAGE);
		ck_assert(!sp_urls_short(urls));
	}
	free(text);
	sp_urls_free(urls);
}
END_TEST

static bool
is_host(const char *text, size_t length)
{
	const struct sp_span host = { text, length };
	bool memory_short = false, found = sp_url_is_host(host, &memory_short);

	ck_assert(!memory_short);
	return found;
}

START_TEST(hosts_are_told_from_what_is_none)
{
	static const char *const hosts[] = {
		"a.example", "A.Example.", "localhost", "a_b.example",
		"xn--tda.example", "-a-.example", "1.2.3.4", "0.0.0.255",
		"[::1]", "[2001:DB8::1]", "[::ffff:1.2.3.4]", "1.example"
	}, *const others[] = {
		"", ".", "a..b", ".a", "a b", "a%41b", "a|b", "a*b", "[::1",
		"[]", "[x]", "[fe80::1%25eth0]", "[v1.x]", "::1", "1.2.3",
		"1.2.3.4.", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "0x7f.1", "7",
		"a.7", "1..2.3", "a\xff"
	};

	for (size_t i = 0; i < sizeof(hosts) / sizeof(*hosts); i++)
		ck_assert_msg(is_host(hosts[i], strlen(hosts[i])), "%s",
			      hosts[i]);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		ck_assert_msg(!is_host(others[i], strlen(others[i])), "%s",
			      others[i]);
	ck_assert(!is_host("[::1\0]", 6));
}
END_TEST

START_TEST(hosts_have_the_limits_of_names)
{
	struct sp_urls *urls = new_urls();
	char text[400] = "http://";
	struct sp_span link = { text, 7 + 63 }, url;

	memset(text + 7, 'a', 300);
	if (urls) {
		ck_assert_int_eq(sp_url_resolve(urls, NULL, link, NULL, &url),
				 SP_URL_PAGE);
		link.length++;
		ck_assert_int_eq(sp_url_resolve(urls, NULL, link, NULL, &url),
				 SP_URL_BAD);
		/* Other labels, on both ways to a normal form. */
		text[7 + 64] = '.';
		link.length = 7 + 66;
		ck_assert_int_eq(sp_url_resolve(urls, NULL, link, NULL, &url),
				 SP_URL_BAD);
		ck_assert(!is_host(text + 7, 66) && is_host(text + 8, 65));
		text[7 + 64] = 'a';
		for (int i = 7 + 50; i < 300; i += 51)
			text[i] = '.';
		link.length = 7 + 253;
		ck_assert_int_eq(sp_url_resolve(urls, NULL, link, NULL, &url),
				 SP_URL_PAGE);
		link.length++;
		ck_assert_int_eq(sp_url_resolve(urls, NULL, link, NULL, &url),
				 SP_URL_BAD);
	}
	sp_urls_free(urls);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("url");

	tcase_add_test(tcase, cases_have_their_normal_form);
	tcase_add_test(tcase, random_urls_are_stable);
#ifdef HAVE_CURL
	tcase_add_test(tcase, libcurl_calculates_the_same);
#endif
	tcase_add_test(tcase, long_urls_are_refused);
	tcase_add_test(tcase, hosts_have_the_limits_of_names);
	tcase_add_test(tcase, hosts_are_told_from_what_is_none);
	return unit_run(tcase);
}
