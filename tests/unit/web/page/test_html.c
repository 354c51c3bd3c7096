/* SPDX-License-Identifier: MIT */
/*
 * test_html.c - links and text of odd pages, and pages made to take a reader
 * the square of their size
 */
#include "unit.h"

#include "web/page/html.h"

static struct sp_error err;

/*
 * A page as "TITLE|TEXT|LINKS": each link is "KIND URL [TEXT]", with "!" behind
 * it for nofollow.
 */
static void
describe(const struct sp_html_page *page, char *out, size_t size)
{
	size_t at = (size_t)snprintf(out, size, "%.*s|%.*s|",
				     (int)page->title.length,
				     page->title.text ? page->title.text : "",
				     (int)page->text.length, page->text.text);

	for (uint64_t i = 0; i < page->count; i++) {
		const struct sp_html_link *link = &page->links[i];

		at += (size_t)snprintf(out + at, size - at, "%s%s %.*s [%.*s]%s",
			i ? "; " : "", sp_html_link_names[link->kind],
			(int)link->url.length, link->url.text,
			(int)(link->text_end - link->text_start),
			page->text.text + link->text_start,
			link->nofollow ? "!" : "");
		hold(at < size);
	}
}

static const struct {
	const char *page, *is;
} pages[] = {
	{ "", "||" },
	{ "<title> A\n b</title>x", "A b|A b\nx|" },
	{ "<body>x<title>t</title>", "t|t\nx|" },
	{ "<title>a</title><svg><title>b</title></svg>", "a|a|" },
	{ "x<title>t</title>y", "t|t\nxy|" },
	{ "<a href=1><title>t</title>x", "t|t\nx|a 1 [x]" },
	{ "<a href=1>x</a><title>t</title><a href=2>y<body background=3>z",
	  "t|t\nxyz|a 1 [x]; a 2 [yz]; image 3 []" },
	/* links and their texts */
	{ "<a href=a>x</a>", "|x|a a [x]" },
	{ "<A HREF='a&amp;b&copy'> x <b>y</b> </A> z",
	  "|x y z|a a&b\xC2\xA9 [x y]" },
	{ "x<a href=a> y</a>", "|x y|a a [y]" },
	{ "<a href=a></a><a>x</a><a href>y</a>", "|xy|a a []; a  [y]" },
	{ "<a href=1 href=2 rel=nofollow>", "||a 1 []!" },
	{ "<a href=1>x<a href=2>y", "|xy|a 1 [x]; a 2 [y]" },
	{ "<a href=1><p>x</a>y", "|xy|a 1 [x]" },
	{ "<a href=\"x\"rel=\"a NoFollow\">", "||a x []!" },
	{ "<table><a href=1>x<tr><td>y</table>", "|x\ny|a 1 [x]" },
	{ "<a href=\"1>2\">x</a", "|x|a 1>2 [x]" },
	{ "<a href='1", "||" },
	{ "<x-a><a href=1></x-b>y", "|y|a 1 [y]" },
	{ "<x-a><x-b><i><a href=1>y</x-a>z", "|yz|a 1 [yz]" },
	/* what is no tag */
	{ "a < b <<a href=1>c", "|a < b <c|a 1 [c]" },
	{ "<!-- <a href=1> --><!--><a href=2><!--->x--!>", "|x--!>|a 2 [x--!>]" },
	{ "<script><a href=1><!--<script></script><a href=2></script>x",
	  "|x|" },
	{ "<script>a<!--<script></script>--></script>x", "|x|" },
	{ "<style><a href=1></style><a href=2>", "||a 2 []" },
	{ "<textarea><a href=1></textarea><xmp><a href=2></xmp>",
	  "|<a href=2>|" },
	{ "<title><a href=1></title><plaintext></title><a href=2>",
	  "<a href=1>|<a href=1>\n</title><a href=2>|" },
	{ "a<</>!-- b -->", "|a<!-- b -->|" },
	{ "a&<!-- -->amp;b<!-- --><!---->", "|a&amp;b|" },
	{ "<![CDATA[x>y]]><svg><![CDATA[x>y]]></svg>", "|y]]>x>y|" },
	{ "<svg><style><a href=1>x</a></style></svg>", "||a 1 []" },
	{ "<select><iframe></select><a href=1>", "||" },
	{ "<select><a href=1>x<select><a href=2>", "|x|a 1 [x]; a 2 []" },
	{ "<select><option>a<optgroup>b<hr>c<input><p>d",
	  "|a\nb\nc\nd|" },
	{ "&#99999999999;&#x11111111111;&#128;", "|\xEF\xBF\xBD\xEF\xBF\xBD"
	  "\xE2\x82\xAC|" },
	{ "<select><math><![CDATA[><a href=1>x]]>", "|><a href=1>x|" },
	{ "<svg><title><![CDATA[x<a href=1>]]></title>y", "|y|" },
	{ "<svg></p><title>t</title>", "t|t|" },
	{ "<math><a><mo><a><math><mo><a></a></a><a href=1>", "||" },
	{ "<math><a><mo><b><math><mo></a><a href=1>", "||a 1 []" },
	/* references */
	{ "&ammmp;&AMp;&amp&ampx&notit;&notin;&nLt;&fjlig;&Aopf;",
	  "|&ammmp;&AMp;&&x\xC2\xACit;\xE2\x88\x89\xE2\x89\xAA\xE2\x83\x92"
	  "fj\xF0\x9D\x94\xB8|" },
	{ "<a href='&amp=&amp;=&ampx&amp&#38;&notin;&#x26'>",
	  "||a &amp=&=&ampx&&\xE2\x88\x89& []" },
	{ "<a href='\r\na\rb&#13;'>", "||a \na\nb\r []" },
	/* formatting that is opened again */
	{ "<a href=1>x<p>y<p>z</a>w", "|x\ny\nzw|a 1 [x\ny\nz]" },
	{ "<p><a href=1>x<p>y<a href=2>z", "|x\nyz|a 1 [x\ny]; a 2 [z]" },
	{ "<table><tr><td><a href=1>x<td>y</table>z", "|x\ny\nz|a 1 [x]" },
	{ "<a href=1>x<table><tr><td><a href=2>y</table>z</a>w",
	  "|x\ny\nzw|a 1 [x\ny\nz]; a 2 [y]" },
	{ "<a href=1><div><p><ul><li>x</a>y", "|xy|a 1 [x]" },
	{ "<a href=1>x<div><div><div><div><div><div><div><div><div>y</a>z",
	  "|x\nyz|a 1 [x\ny]" },
	{ "<b><a href=1>x<div></b>y</a>z", "|x\nyz|a 1 [x\ny]" },
	{ "<b><a href=1><i><u><s><div>x</b>y", "|xy|a 1 [x]" },
	{ "<nobr><a href=1>x<nobr>y</a>z", "|xyz|a 1 [xy]" },
	{ "<p><nobr><b><p><optgroup>x<nobr>y", "|x\ny|" },
	{ "<a href=1><object>x<a href=2>y</object>z</a>w",
	  "|xyzw|a 1 [xyz]; a 2 [y]" },
	{ "<p><a href=1><plaintext>x</a>", "|x</a>|a 1 [x</a>]" },
	/* framesets in place of a body, and what they leave */
	{ "<title>t</title><a href=1></a><base href=2><frameset><frame src=3>",
	  "t|t|frame 3 []" },
	{ "<body><a href=1></a><frameset><frame src=2>", "||a 1 []" },
	{ "<p>x<frameset><frame src=1>", "|x|" },
	{ "<frameset><frame src=1></frameset><a href=2>x", "||frame 1 []" },
	/* a paragraph ends before a table, but for quirks */
	{ "<p><a href=1>x<table><tr><td>y</table>z",
	  "|x\ny\nz|a 1 [x\ny\nz]" },
	{ "<!DOCTYPE html><p><a href=1>x<table><tr><td>y</table>z",
	  "|x\ny\nz|a 1 [x]" },
	{ "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 's'>"
	  "<p><a href=1>x<table><tr><td>y</table>z", "|x\ny\nz|a 1 [x]" },
	/* forms, and what is taken out of the stack */
	{ "<form action=1><div></form><form action=2>x</div>y",
	  "|x\ny|form 1 []; form 2 []" },
	{ "<form action=1><form action=2>", "||form 1 []" },
	{ "<table><form action=1><tr><td><form action=2>", "||form 1 []" },
	/* what is no part of the page, or not visible */
	{ "<template><a href=1>x</a></template>y", "|y|" },
	{ "x<template><br><p></p></p><iframe></iframe></template>y", "|xy|" },
	{ "<p><noscript><a href=1>x</a></noscript>y", "|y|a 1 []" },
	{ "x<noframes>y</noframes><iframe src=1>z</iframe>", "|x|iframe 1 []" },
	/* blocks */
	{ "<p>a<p>b<br>c <div>d</div>e", "|a\nb\nc\nd\ne|" },
	{ "<table><tr><td>a<td>b<tr><td>c</table>", "|a\nb\nc|" },
	{ "a<span>b</span>&nbsp; \n c", "|ab c|" },
	{ "<form>a</form>b", "|a\nb|" },
	/* other kinds */
	{ "<link rel=\"x Canonical\" href=1><link href=2><link href=''>",
	  "||canonical 1 []; link 2 []" },
	{ "<meta http-equiv=Refresh content=' 5 ; URL = \"a b\"c'>",
	  "||refresh a b []" },
	{ "<meta http-equiv=refresh content='0,u'><meta http-equiv=refresh "
	  "content=3><meta http-equiv=refresh content='x;url=1'>",
	  "||refresh u []" },
	{ "<map><area href=1 rel=nofollow></map><frame src=2>", "||area 1 []!" },
	{ "<frameset><frame src=1><iframe src=2>", "||frame 1 []" },
	{ "<img src=1 srcset='2 1x, 3 ,4,5 (a,b), 6,'>",
	  "||image 1 []; image 2 []; image 3 []; image 4,5 []; image 6 []" },
	{ "<image src=1><svg><image xlink:href=2></svg><input src=3>",
	  "||image 1 []; image 2 []; image 3 []" },
	{ "<svg><a xlink:href=1>x</a><a href=2>y</a></svg>",
	  "|xy|a 1 [x]; a 2 [y]" },
	{ "<form action=1><button formaction=2></form><blockquote cite=3>",
	  "||form 1 []; form 2 []; cite 3 []" },
	{ "<video src=1 poster=2></video><object data=3></object><embed src=4>",
	  "||media 1 []; media 2 []; embed 3 []; embed 4 []" },
	{ "<a href=1><meta name=ROBOTS content='noindex, NoFollow'>",
	  "||a 1 []!" },
	{ "<a href=1><meta name=robots content=nofollowed>", "||a 1 []" },
	/* the head, and what is around the body */
	{ "<head><noscript><link href=1>"
	  "<meta http-equiv=refresh content='0;2'></noscript><a href=3>x",
	  "|x|link 1 []; refresh 2 []; a 3 [x]" },
	{ "<noscript><head><html><style>s</style><noframes>n</noframes>"
	  "</noscript><title>t</title>x", "t|t\nx|" },
	{ "<noscript><a href=1>x</a></noscript><title>t</title>y",
	  "t|t\nxy|a 1 [x]" },
	{ "<noscript></link></p><noscript><link href=1></noscript><title>t"
	  "</title>", "t|t|link 1 []" },
	{ "<noscript></br><title>t</title>", "t|t|" },
	{ "<head></noscript><base href=1></head><base href=2>x", "|x|" },
	{ "<html><html><head><head><title>t</title></p></head></head></p>"
	  "<head><html>x", "t|t\nx|" },
	{ "<head><template><a href=1></template></template><title>t</title>x",
	  "t|t\nx|" },
	{ "</head><template>x</template></template><link href=1>y",
	  "|y|link 1 []" },
	{ "</head></br>x", "|x|" },
	{ "<body background=1><body background=2>x", "|x|image 1 []" },
	{ "<frameset></frame><frameset><frame src=1></frameset><frame src=2>"
	  "</frameset><frame src=3>", "||frame 1 []; frame 2 []" },
	{ "<frameset><p><noframes>x</noframes></noframes></frameset>"
	  "</frameset><noframes>y</noframes><a href=1>z", "||" },
	{ "x</body></body></html>y<a href=1>z", "|xyz|a 1 [z]" },
	/* parts of tables: what they end, what is missing, what fits nowhere */
	{ "<table><caption><a href=1>x</caption><tr><td>y</table>z",
	  "|x\ny\nz|a 1 [x]" },
	{ "<table><caption><b>x<tr><td>y</table>", "|x\ny|" },
	{ "<table><caption>x</tbody></tr></td>y</table>z", "|xy\nz|" },
	{ "<table><colgroup><col><col></colgroup><tr><td>x</table>", "|x|" },
	{ "<table><col><a href=1>x</a><tr><td>y</table>", "|x\ny|a 1 [x]" },
	{ "<table><colgroup><html><template>x</template></col><td>y</table>",
	  "|y|" },
	{ "<table><colgroup></p></table>x", "|x|" },
	{ "<table><tbody><tr><td>x<tfoot><tr><th>y<thead><td>z</table>",
	  "|x\ny\nz|" },
	{ "<table><tr><td>x</tbody></tbody><tr><td>y</table>", "|x\ny|" },
	{ "<table><tbody></tfoot></td></tr><tr>x</table>", "|x|" },
	{ "<table><tbody></table>x", "|x|" },
	{ "<table><tr></table>x", "|x|" },
	{ "<table><tr></tbody><td>x</tr></tr><td>y</table>", "|x\ny|" },
	{ "<table><tr></tfoot><td>x</tfoot>y</table>", "|xy|" },
	{ "<table><tr><caption>x</table>", "|x|" },
	{ "<table><tr><tr><td>x</th>y</td>z<td>w</table>", "|xy\nz\nw|" },
	{ "<table><tr><td>x</caption></col></body></html>y</table>", "|xy|" },
	{ "<table><tr><td>x</tr><tr><td>y</tbody><td>z</table>w",
	  "|x\ny\nz\nw|" },
	{ "<table><tr><td>x<col><td>y<caption>z</table>", "|x\ny\nz|" },
	{ "<table><a href=1>x<table><tr><td>y</table>z", "|x\ny\nz|a 1 [x]" },
	{ "<table></td></body></p><tr><td>x</table>", "|x|" },
	{ "<table><input type=hidden><input type=text src=1><tr><td>x</table>",
	  "|x|image 1 []" },
	{ "<table><style>s</style><script>t</script><template><tr><td>u"
	  "</template><tr><td>x</table>", "|x|" },
	{ "<table><form action=1><form action=2><tr><td>x</table>",
	  "|x|form 1 []" },
	{ "<table><tr><td><table><tr><td>x</tr></table></td></table>y",
	  "|x\ny|" },
	{ "<table><td><svg><desc><td>x</svg>y</table>", "|xy|" },
	/* templates, whose first tag says what they are for */
	{ "<template><table><form action=1></table></template>x", "|x|" },
	{ "<template><col><tr></template>x", "|x|" },
	{ "<template><tr><td>x</td></tr><p>y</template>z", "|z|" },
	{ "<template><td>x</td></template>y", "|y|" },
	{ "<template><caption>x</template>y", "|y|" },
	{ "<template></p><link href=1><p></template>x", "|x|" },
	/* SVG and MathML */
	{ "<svg><a href=1><image href=2><script href=3></script></a></svg>",
	  "||a 1 []; image 2 []; script 3 []" },
	{ "<p>x<svg><p>y</svg>z", "|x\nyz|" },
	{ "<svg><font face=a><a href=1>x</a></font></svg>", "|x|a 1 [x]" },
	{ "<svg><foreignObject><p>x<a href=1>y</p></foreignObject></svg>z",
	  "|xy\nz|a 1 [y\nz]" },
	{ "<math><mi><p>x</p></mi><annotation-xml encoding=text/html><p>y",
	  "|x\ny|" },
	{ "<math><annotation-xml><svg><a href=1>x</svg></annotation-xml>"
	  "</math>", "|x|a 1 [x]" },
	/* text in tables, where blanks open no formatting again */
	{ "<table><colgroup> <col> x<tr><td>y</table>", "|x\ny|" },
	{ "<table><a href=1>x<tbody> <tr> <td>y</table>z</a>w",
	  "|x\ny\nzw|a 1 [x]" },
	{ "<table><template><colgroup>x</template><tr><td>y</table>", "|y|" },
	{ "<template><colgroup> x</template>y", "|y|" },
	/* headings, lists, ruby and other elements that end one another */
	{ "<h1>x<h2>y</h3>z", "|x\ny\nz|" },
	{ "<ul><li>x<ul><li>y</ul><li>z</ul>", "|x\ny\nz|" },
	{ "<ul><li>x</li>y<ol></li>z</ul>w", "|x\ny\nz\nw|" },
	{ "<dl><dt>x<dd>y<dt>z</dl>", "|x\ny\nz|" },
	{ "<ruby>x<rb>y<rt>z<rtc>u<rp>v</ruby>", "|xyzuv|" },
	{ "<div><a href=1>x</div>y</a>z", "|x\nyz|a 1 [x\ny]" },
	{ "<marquee><a href=1>x</marquee>y</a>z", "|xyz|a 1 [x]" },
	{ "<button><a href=1>x<button>y</button>z", "|xyz|a 1 [xyz]" },
	{ "<form><p><a href=1>x</form>y</a>z", "|xyz|a 1 [xy]" },
	{ "<div><form action=1></div>x</form><form action=2>y",
	  "|x\ny|form 1 []; form 2 []" },
	{ "<template><form><p>x</form></template>y", "|y|" },
	{ "<a href=1><b>x</a>y</b>z", "|xyz|a 1 [x]" },
	{ "<p>x</br>y</p></p>z", "|x\ny\nz|" },
	{ "<b><i><p>x</b>y</i>z", "|xyz|" },
	{ "<a href=1><p><b><div>x</a>y</b>z", "|xyz|a 1 [x]" },
	{ "<svg><a href=1>x<desc><a href=2>y</desc>z</a></svg>w",
	  "|xyzw|a 1 [xyz]; a 2 [yz]" },
	{ "<param src=1><source src=2><track src=3><wbr>x",
	  "|x|media 2 []; media 3 []" },
	/* duplicate and odd attributes */
	{ "<a href=1 HREF rel=nofollow>x", "|x|a 1 [x]!" },
	{ "<a/href=1/>x<a =href=2 href = 3>y", "|xy|a 1/ [x]; a 3 [y]" },
};

START_TEST(described)
{
	const struct sp_html_options options = { true, true };
	struct sp_span page = { pages[_i].page, strlen(pages[_i].page) };
	struct sp_html *html = sp_html_new();
	struct sp_html_page result;
	char is[1000];

	for (int again = 0; again < 2; again++) {
		must(sp_html_read(html, page, &options, &result, &err), err);
		describe(&result, is, sizeof(is));
		ck_assert_str_eq(is, pages[_i].is);
	}
	sp_html_free(html);
}
END_TEST

/* A NUL is a character of a name as any other. */
START_TEST(names_with_nul)
{
	static const char text[] = "<a \0href=1 href\0=2 \0\0href=3 "
				   "href=4><frameset\0><iframe\0 src=5>";
	const struct sp_html_options options = { true, true };
	struct sp_html *html = sp_html_new();
	struct sp_html_page result;
	char is[100];

	must(sp_html_read(html, (struct sp_span){ text, sizeof(text) - 1 },
			  &options, &result, &err), err);
	describe(&result, is, sizeof(is));
	ck_assert_str_eq(is, "||a 4 []");
	sp_html_free(html);
}
END_TEST

/* Without the text, links are the same. */
START_TEST(links_alone)
{
	const struct sp_html_options options[] = { { true, false },
						   { true, true } };
	struct sp_span page = { pages[_i].page, strlen(pages[_i].page) };
	struct sp_html *html[2] = { sp_html_new(), sp_html_new() };
	struct sp_html_page result[2];

	for (int i = 0; i < 2; i++)
		must(sp_html_read(html[i], page, &options[i], &result[i], &err),
		     err);
	ck_assert_ptr_null(result[0].text.text);
	ck_assert_uint_eq(result[0].count, result[1].count);
	for (uint64_t i = 0; i < result[0].count; i++) {
		hold(result[0].links[i].kind == result[1].links[i].kind);
		hold(sp_span_equal(result[0].links[i].url,
				   result[1].links[i].url));
	}
	for (int i = 0; i < 2; i++)
		sp_html_free(html[i]);
}
END_TEST

START_TEST(base_and_kinds)
{
	const struct sp_html_options options = { false, false };
	struct sp_html *html = sp_html_new();
	struct sp_html_page result;

	must(sp_html_read(html, SP_SPAN("<base target=x><base href=' a '>"
		"<base href=b><img src=1><link rel=canonical href=2>"
		"<link href=3><a href=4>"), &options, &result, &err), err);
	hold(sp_span_equal(result.base, SP_SPAN(" a ")));
	ck_assert_uint_eq(result.count, 2);
	ck_assert_int_eq(result.links[0].kind, SP_LINK_CANONICAL);
	ck_assert_int_eq(result.links[1].kind, SP_LINK_A);
	ck_assert_ptr_null(result.title.text);
	sp_html_free(html);
}
END_TEST

/* ---- hostile pages ------------------------------------------------------ */

#define BOMB (512 << 10)

/* Starts of pages and what is repeated; "@" is the number of the repetition. */
static const struct {
	const char *start, *again;
} bombs[] = {
	{ "", "<div>" },
	{ "", "<b id=@><p>x" },
	{ "", "<table><tr><td>" },
	{ "", "<svg><desc>" },
	{ "<svg>", "<g>" },
	{ "", "<x></x@>" },
	{ "", "<div><object></div></object>" },
	{ "", "<b id=@><div><div><div><div><div><div><div><div><div></b></div>"
	      "</div></div></div></div></div></div></div></div>x" },
	{ "", "<i><td><font><a>" },
	{ "<b ", " a@" },
	{ "", "<li><dd>" },
	{ "", "<form><div></form>" },
	{ "", "</p>" },
	{ "<a ", " a@=1" },
	{ "", "<body a@=1>" },
	{ "", "<a href=1>" },
	{ "<select>", "<option>" },
	{ "", "<" },
	{ "", "<!--" },
	{ "<script>", "<!--<script>" },
	{ "", "<a b=\"" },
	{ "<a href=\"", "&amp;" },
	{ "<table>", "x" },
};

START_TEST(bomb)
{
	const struct sp_html_options options = { true, true };
	struct sp_html *html = sp_html_new();
	struct sp_html_page result;
	char *page = malloc(BOMB + 100), *at = page;
	unsigned number = 0;

	at += sprintf(at, "%s", bombs[_i].start);
	for (; at < page + BOMB; number++)
		for (const char *c = bombs[_i].again; *c; c++)
			if (*c == '@')
				at += sprintf(at, "%u", number);
			else
				*at++ = *c;
	*at++ = '>';
	must(sp_html_read(html, (struct sp_span){ page, (size_t)(at - page) },
			  &options, &result, &err), err);
	/* The reader is fit for the next page. */
	must(sp_html_read(html, SP_SPAN("<a href=1>x"), &options, &result,
			  &err), err);
	ck_assert_uint_eq(result.count, 1);
	free(page);
	sp_html_free(html);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("html");

	tcase_add_loop_test(tcase, described, 0, LENGTH(pages));
	tcase_add_test(tcase, names_with_nul);
	tcase_add_loop_test(tcase, links_alone, 0, LENGTH(pages));
	tcase_add_test(tcase, base_and_kinds);
	tcase_add_loop_test(tcase, bomb, 0, LENGTH(bombs));
	return unit_run(tcase);
}
