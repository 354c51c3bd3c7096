/* SPDX-License-Identifier: MIT */
/*
 * html_elements.h - the elements and attributes that the reading of HTML knows
 * by name, for html.c and the files beside it.
 */
#ifndef SP_WEB_PAGE_HTML_ELEMENTS_H
#define SP_WEB_PAGE_HTML_ELEMENTS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * ROW(NAME, name, properties, start, end): the properties are a sum of the
 * bits below, start and end what the tags do in the body of a page (enum
 * sp_html_start, enum sp_html_end), all without their prefixes.
 * Source: WHATWG HTML, "parsing HTML documents".
 */
#define SP_HTML_ELEMENTS(ROW) \
	ROW(UNKNOWN, "", 0, ORDINARY, OTHER) \
	ROW(A, "a", FORMAT, A, FORMATTING) \
	ROW(ADDRESS, "address", SPECIAL | LIGHT | BLOCK, BLOCK, BLOCK) \
	ROW(ANNOTATION_XML, "annotation-xml", MATHPOINT, ORDINARY, OTHER) \
	ROW(APPLET, "applet", SPECIAL | SCOPE, MARKER, MARKER) \
	ROW(AREA, "area", SPECIAL, VOID, OTHER) \
	ROW(ARTICLE, "article", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(ASIDE, "aside", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(AUDIO, "audio", 0, ORDINARY, OTHER) \
	ROW(B, "b", FORMAT | BREAKOUT, FORMATTING, FORMATTING) \
	ROW(BASE, "base", SPECIAL, HEAD, OTHER) \
	ROW(BASEFONT, "basefont", SPECIAL, HEAD, OTHER) \
	ROW(BGSOUND, "bgsound", SPECIAL, HEAD, OTHER) \
	ROW(BIG, "big", FORMAT | BREAKOUT, FORMATTING, FORMATTING) \
	ROW(BLOCKQUOTE, "blockquote", SPECIAL | BLOCK | BREAKOUT, BLOCK, \
	    BLOCK) \
	ROW(BODY, "body", SPECIAL | BLOCK | BREAKOUT, BODY, BODY) \
	ROW(BR, "br", SPECIAL | BLOCK | BREAKOUT, VOID, BR) \
	ROW(BUTTON, "button", SPECIAL, BUTTON, BLOCK) \
	ROW(CAPTION, "caption", SPECIAL | SCOPE | BLOCK | THOROUGH, NONE, \
	    OTHER) \
	ROW(CENTER, "center", SPECIAL | BLOCK | BREAKOUT, BLOCK, BLOCK) \
	ROW(CODE, "code", FORMAT | BREAKOUT, FORMATTING, FORMATTING) \
	ROW(COL, "col", SPECIAL, NONE, OTHER) \
	ROW(COLGROUP, "colgroup", SPECIAL | THOROUGH, NONE, OTHER) \
	ROW(DD, "dd", SPECIAL | BLOCK | BREAKOUT | IMPLIED, DD, BLOCK) \
	ROW(DEL, "del", 0, ORDINARY, OTHER) \
	ROW(DESC, "desc", SVGPOINT, ORDINARY, OTHER) \
	ROW(DETAILS, "details", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(DIALOG, "dialog", 0, BLOCK, BLOCK) \
	ROW(DIR, "dir", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(DIV, "div", SPECIAL | LIGHT | BLOCK | BREAKOUT, BLOCK, BLOCK) \
	ROW(DL, "dl", SPECIAL | BLOCK | BREAKOUT, BLOCK, BLOCK) \
	ROW(DT, "dt", SPECIAL | BLOCK | BREAKOUT | IMPLIED, DD, BLOCK) \
	ROW(EM, "em", FORMAT | BREAKOUT, FORMATTING, FORMATTING) \
	ROW(EMBED, "embed", SPECIAL | BREAKOUT, VOID, OTHER) \
	ROW(FIELDSET, "fieldset", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(FIGCAPTION, "figcaption", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(FIGURE, "figure", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(FONT, "font", FORMAT, FORMATTING, FORMATTING) \
	ROW(FOOTER, "footer", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(FOREIGNOBJECT, "foreignobject", SVGPOINT, ORDINARY, OTHER) \
	ROW(FORM, "form", SPECIAL | BLOCK, FORM, FORM) \
	ROW(FRAME, "frame", SPECIAL, NONE, OTHER) \
	ROW(FRAMESET, "frameset", SPECIAL, FRAMESET, OTHER) \
	ROW(H1, "h1", SPECIAL | BLOCK | BREAKOUT | HEADING, HEADING, HEADING) \
	ROW(H2, "h2", SPECIAL | BLOCK | BREAKOUT | HEADING, HEADING, HEADING) \
	ROW(H3, "h3", SPECIAL | BLOCK | BREAKOUT | HEADING, HEADING, HEADING) \
	ROW(H4, "h4", SPECIAL | BLOCK | BREAKOUT | HEADING, HEADING, HEADING) \
	ROW(H5, "h5", SPECIAL | BLOCK | BREAKOUT | HEADING, HEADING, HEADING) \
	ROW(H6, "h6", SPECIAL | BLOCK | BREAKOUT | HEADING, HEADING, HEADING) \
	ROW(HEAD, "head", SPECIAL | BREAKOUT | HIDDEN, NONE, OTHER) \
	ROW(HEADER, "header", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(HGROUP, "hgroup", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(HR, "hr", SPECIAL | BLOCK | BREAKOUT, HR, OTHER) \
	ROW(HTML, "html", SPECIAL | SCOPE, NONE, BODY) \
	ROW(I, "i", FORMAT | BREAKOUT, FORMATTING, FORMATTING) \
	ROW(IFRAME, "iframe", SPECIAL | BLOCK | HIDDEN, RAW, OTHER) \
	ROW(IMAGE, "image", 0, IMAGE, OTHER) \
	ROW(IMG, "img", SPECIAL | BREAKOUT, VOID, OTHER) \
	ROW(INPUT, "input", SPECIAL, INPUT, OTHER) \
	ROW(INS, "ins", 0, ORDINARY, OTHER) \
	ROW(KEYGEN, "keygen", SPECIAL, VOID, OTHER) \
	ROW(LEGEND, "legend", BLOCK, ORDINARY, OTHER) \
	ROW(LI, "li", SPECIAL | BLOCK | BREAKOUT | IMPLIED, LI, LI) \
	ROW(LINK, "link", SPECIAL, HEAD, OTHER) \
	ROW(LISTING, "listing", SPECIAL | BLOCK | BREAKOUT, PRE, BLOCK) \
	ROW(MAIN, "main", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(MALIGNMARK, "malignmark", 0, ORDINARY, OTHER) \
	ROW(MARQUEE, "marquee", SPECIAL | SCOPE, MARKER, MARKER) \
	ROW(MATH, "math", 0, FOREIGN, OTHER) \
	ROW(MENU, "menu", SPECIAL | BLOCK | BREAKOUT, BLOCK, BLOCK) \
	ROW(META, "meta", SPECIAL | BREAKOUT, HEAD, OTHER) \
	ROW(MGLYPH, "mglyph", 0, ORDINARY, OTHER) \
	ROW(MI, "mi", MATHPOINT, ORDINARY, OTHER) \
	ROW(MN, "mn", MATHPOINT, ORDINARY, OTHER) \
	ROW(MO, "mo", MATHPOINT, ORDINARY, OTHER) \
	ROW(MS, "ms", MATHPOINT, ORDINARY, OTHER) \
	ROW(MTEXT, "mtext", MATHPOINT, ORDINARY, OTHER) \
	ROW(NAV, "nav", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(NOBR, "nobr", FORMAT | BREAKOUT, NOBR, FORMATTING) \
	ROW(NOEMBED, "noembed", SPECIAL | HIDDEN, RAW, OTHER) \
	ROW(NOFRAMES, "noframes", SPECIAL | HIDDEN, HEAD, OTHER) \
	ROW(NOSCRIPT, "noscript", SPECIAL | HIDDEN, ORDINARY, OTHER) \
	ROW(OBJECT, "object", SPECIAL | SCOPE, MARKER, MARKER) \
	ROW(OL, "ol", SPECIAL | BLOCK | BREAKOUT, BLOCK, BLOCK) \
	ROW(OPTGROUP, "optgroup", BLOCK | IMPLIED, OPTION, OTHER) \
	ROW(OPTION, "option", BLOCK | IMPLIED, OPTION, OTHER) \
	ROW(P, "p", SPECIAL | LIGHT | BLOCK | BREAKOUT | IMPLIED, BLOCK, P) \
	ROW(PARAM, "param", SPECIAL, SOURCE, OTHER) \
	ROW(PLAINTEXT, "plaintext", SPECIAL | BLOCK, PLAINTEXT, OTHER) \
	ROW(PRE, "pre", SPECIAL | BLOCK | BREAKOUT, PRE, BLOCK) \
	ROW(Q, "q", 0, ORDINARY, OTHER) \
	ROW(RB, "rb", IMPLIED, RUBY, OTHER) \
	ROW(RP, "rp", IMPLIED, RUBY, OTHER) \
	ROW(RT, "rt", IMPLIED, RUBY, OTHER) \
	ROW(RTC, "rtc", IMPLIED, RUBY, OTHER) \
	ROW(RUBY, "ruby", BREAKOUT, ORDINARY, OTHER) \
	ROW(S, "s", FORMAT | BREAKOUT, FORMATTING, FORMATTING) \
	ROW(SCRIPT, "script", SPECIAL | HIDDEN, HEAD, OTHER) \
	ROW(SEARCH, "search", SPECIAL, BLOCK, BLOCK) \
	ROW(SECTION, "section", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(SELECT, "select", SPECIAL | SCOPE | BLOCK, SELECT, BLOCK) \
	ROW(SMALL, "small", FORMAT | BREAKOUT, FORMATTING, FORMATTING) \
	ROW(SOURCE, "source", SPECIAL, SOURCE, OTHER) \
	ROW(SPAN, "span", BREAKOUT, ORDINARY, OTHER) \
	ROW(STRIKE, "strike", FORMAT | BREAKOUT, FORMATTING, FORMATTING) \
	ROW(STRONG, "strong", FORMAT | BREAKOUT, FORMATTING, FORMATTING) \
	ROW(STYLE, "style", SPECIAL | HIDDEN, HEAD, OTHER) \
	ROW(SUB, "sub", BREAKOUT, ORDINARY, OTHER) \
	ROW(SUMMARY, "summary", SPECIAL | BLOCK, BLOCK, BLOCK) \
	ROW(SUP, "sup", BREAKOUT, ORDINARY, OTHER) \
	ROW(SVG, "svg", 0, FOREIGN, OTHER) \
	ROW(TABLE, "table", SPECIAL | SCOPE | BLOCK | BREAKOUT, TABLE, OTHER) \
	ROW(TBODY, "tbody", SPECIAL | BLOCK | THOROUGH, NONE, OTHER) \
	ROW(TD, "td", SPECIAL | SCOPE | BLOCK | THOROUGH, NONE, OTHER) \
	ROW(TEMPLATE, "template", SPECIAL | SCOPE, HEAD, TEMPLATE) \
	ROW(TEXTAREA, "textarea", SPECIAL | BLOCK | HIDDEN, RAW, OTHER) \
	ROW(TFOOT, "tfoot", SPECIAL | BLOCK | THOROUGH, NONE, OTHER) \
	ROW(TH, "th", SPECIAL | SCOPE | BLOCK | THOROUGH, NONE, OTHER) \
	ROW(THEAD, "thead", SPECIAL | BLOCK | THOROUGH, NONE, OTHER) \
	ROW(TITLE, "title", SPECIAL | HIDDEN | SVGPOINT, HEAD, OTHER) \
	ROW(TR, "tr", SPECIAL | BLOCK | THOROUGH, NONE, OTHER) \
	ROW(TRACK, "track", SPECIAL, SOURCE, OTHER) \
	ROW(TT, "tt", FORMAT | BREAKOUT, FORMATTING, FORMATTING) \
	ROW(U, "u", FORMAT | BREAKOUT, FORMATTING, FORMATTING) \
	ROW(UL, "ul", SPECIAL | BLOCK | BREAKOUT, BLOCK, BLOCK) \
	ROW(VAR, "var", BREAKOUT, ORDINARY, OTHER) \
	ROW(VIDEO, "video", 0, ORDINARY, OTHER) \
	ROW(WBR, "wbr", SPECIAL, VOID, OTHER) \
	ROW(XMP, "xmp", SPECIAL | BLOCK, XMP, OTHER)

#define SP_HTML_ELEMENT(name, text, properties, start, end) SP_EL_##name,
enum sp_html_element {
	SP_HTML_ELEMENTS(SP_HTML_ELEMENT)
	SP_EL_COUNT,
	SP_EL_RUN = SP_EL_COUNT, /* html_formats.h: no element, but several */
	SP_EL_MARKER
};
#undef SP_HTML_ELEMENT

enum {
	SP_IS_SPECIAL = 1,    /* end tags of other elements stop at it */
	SP_IS_SCOPE = 2,      /* end tags of blocks stop at it */
	SP_IS_LIGHT = 4,      /* special, but list items look through it */
	SP_IS_FORMAT = 8,     /* opened again after blocks */
	SP_IS_BLOCK = 16,     /* the text before and after it is apart */
	SP_IS_HIDDEN = 32,    /* its text is not visible */
	SP_IS_BREAKOUT = 64,  /* its start tag ends SVG and MathML */
	SP_IS_IMPLIED = 128,  /* its end tag is implied by others */
	SP_IS_THOROUGH = 256, /* ... by the end of a template */
	SP_IS_HEADING = 512,
	SP_IS_SVGPOINT = 1024,  /* of SVG: special, with HTML inside */
	SP_IS_MATHPOINT = 2048, /* of MathML: special, HTML text inside */
};

/* What start tags do in the body. */
enum sp_html_start {
	SP_START_ORDINARY, SP_START_A, SP_START_BLOCK, SP_START_BODY,
	SP_START_BUTTON, SP_START_DD, SP_START_FOREIGN, SP_START_FORM,
	SP_START_FORMATTING, SP_START_FRAMESET, SP_START_HEAD,
	SP_START_HEADING, SP_START_HR, SP_START_IMAGE, SP_START_INPUT,
	SP_START_LI, SP_START_MARKER, SP_START_NOBR, SP_START_NONE,
	SP_START_OPTION, SP_START_PLAINTEXT, SP_START_PRE, SP_START_RAW,
	SP_START_RUBY, SP_START_SELECT, SP_START_SOURCE, SP_START_TABLE,
	SP_START_VOID, SP_START_XMP
};

/* What end tags do in the body. */
enum sp_html_end {
	SP_END_OTHER, SP_END_BLOCK, SP_END_BODY, SP_END_BR,
	SP_END_FORM, SP_END_FORMATTING, SP_END_HEADING, SP_END_LI,
	SP_END_MARKER, SP_END_P, SP_END_TEMPLATE
};

struct sp_html_element_row {
	const char *name;
	uint16_t properties;
	uint8_t start, end;
};

extern const struct sp_html_element_row sp_html_elements[SP_EL_COUNT];

/* ROW(NAME, name): attributes that matter. */
#define SP_HTML_ATTRIBUTES(ROW) \
	ROW(HREF, "href") ROW(REL, "rel") ROW(SRC, "src") \
	ROW(ACTION, "action") ROW(BACKGROUND, "background") \
	ROW(CITE, "cite") ROW(COLOR, "color") ROW(CONTENT, "content") \
	ROW(DATA, "data") ROW(ENCODING, "encoding") ROW(FACE, "face") \
	ROW(FORMACTION, "formaction") ROW(HTTP_EQUIV, "http-equiv") \
	ROW(LONGDESC, "longdesc") ROW(NAME, "name") ROW(POSTER, "poster") \
	ROW(SIZE, "size") ROW(SRCSET, "srcset") ROW(TYPE, "type") \
	ROW(XLINK_HREF, "xlink:href")

#define SP_HTML_ATTRIBUTE(name, text) SP_AT_##name,
enum sp_html_attribute {
	SP_HTML_ATTRIBUTES(SP_HTML_ATTRIBUTE)
	SP_AT_COUNT
};
#undef SP_HTML_ATTRIBUTE

#define SP_HTML_BIT(attribute) (UINT32_C(1) << SP_AT_##attribute)

/* A name in small letters: 16 bytes of it, and a hash of all. */
struct sp_html_name {
	uint64_t head, tail;
	uint32_t hash;
};

/*
 * Reads a name, from at to the first byte of class_of[] that has one of the
 * bits stop, or to the end; returns where that is.
 */
const char *sp_html_name_read(const char *at, const char *end, unsigned stop,
			      struct sp_html_name *name);

#define SP_HTML_SLOTS 2048 /* many, so that few names collide */

/* All names, for look-ups: made once for a reader. */
struct sp_html_names {
	struct sp_html_name elements[SP_EL_COUNT];
	struct sp_html_name attributes[SP_AT_COUNT];
	uint8_t slots[SP_HTML_SLOTS]; /* the element, or 0 */
};

void sp_html_names_make(struct sp_html_names *names);

/* The element of this name, or SP_EL_UNKNOWN. */
enum sp_html_element sp_html_names_element(const struct sp_html_names *names,
					   const struct sp_html_name *name);

/* Classes of bytes. */
enum {
	SP_CLASS_SPACE = 1,
	SP_CLASS_SLASH = 2,
	SP_CLASS_GREATER = 4,
	SP_CLASS_EQUAL = 8,
	SP_CLASS_ENDS_TAG_NAME = 7,
	SP_CLASS_ENDS_NAME = 15,
	SP_CLASS_ENDS_VALUE = 5
};

extern const uint8_t sp_html_class[256];

#endif
