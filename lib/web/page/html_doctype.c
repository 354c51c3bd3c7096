/* SPDX-License-Identifier: MIT */
/*
 * Whether a document type asks for "quirks mode", in which a table does not end
 * a paragraph.
 *
 * The list is that of the HTML standard, "the initial insertion mode": types of
 * a time when browsers did as they liked.  A page without a document type has
 * quirks too.
 */
#include "web/page/html_modes.h"

#include "base/ascii.h"

/* Public identifiers, and those that begin like these, with an "@" first. */
static const char *const quirky[] = {
	"-//W3O//DTD W3 HTML Strict 3.0//EN//",
	"-/W3C/DTD HTML 4.0 Transitional/EN",
	"HTML",
	"@+//Silmaril//dtd html Pro v0r11 19970101//",
	"@-//AS//DTD HTML 3.0 asWedit + extensions//",
	"@-//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//",
	"@-//IETF//DTD HTML 2.0 Level 1//",
	"@-//IETF//DTD HTML 2.0 Level 2//",
	"@-//IETF//DTD HTML 2.0 Strict Level 1//",
	"@-//IETF//DTD HTML 2.0 Strict Level 2//",
	"@-//IETF//DTD HTML 2.0 Strict//",
	"@-//IETF//DTD HTML 2.0//",
	"@-//IETF//DTD HTML 2.1E//",
	"@-//IETF//DTD HTML 3.0//",
	"@-//IETF//DTD HTML 3.2 Final//",
	"@-//IETF//DTD HTML 3.2//",
	"@-//IETF//DTD HTML 3//",
	"@-//IETF//DTD HTML Level 0//",
	"@-//IETF//DTD HTML Level 1//",
	"@-//IETF//DTD HTML Level 2//",
	"@-//IETF//DTD HTML Level 3//",
	"@-//IETF//DTD HTML Strict Level 0//",
	"@-//IETF//DTD HTML Strict Level 1//",
	"@-//IETF//DTD HTML Strict Level 2//",
	"@-//IETF//DTD HTML Strict Level 3//",
	"@-//IETF//DTD HTML Strict//",
	"@-//IETF//DTD HTML//",
	"@-//Metrius//DTD Metrius Presentational//",
	"@-//Microsoft//DTD Internet Explorer 2.0 HTML Strict//",
	"@-//Microsoft//DTD Internet Explorer 2.0 HTML//",
	"@-//Microsoft//DTD Internet Explorer 2.0 Tables//",
	"@-//Microsoft//DTD Internet Explorer 3.0 HTML Strict//",
	"@-//Microsoft//DTD Internet Explorer 3.0 HTML//",
	"@-//Microsoft//DTD Internet Explorer 3.0 Tables//",
	"@-//Netscape Comm. Corp.//DTD HTML//",
	"@-//Netscape Comm. Corp.//DTD Strict HTML//",
	"@-//O'Reilly and Associates//DTD HTML 2.0//",
	"@-//O'Reilly and Associates//DTD HTML Extended 1.0//",
	"@-//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//",
	"@-//SQ//DTD HTML 2.0 HoTMetaL + extensions//",
	"@-//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to "
	"HTML 4.0//",
	"@-//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML "
	"4.0//",
	"@-//Spyglass//DTD HTML 2.0 Extended//",
	"@-//Sun Microsystems Corp.//DTD HotJava HTML//",
	"@-//Sun Microsystems Corp.//DTD HotJava Strict HTML//",
	"@-//W3C//DTD HTML 3 1995-03-24//",
	"@-//W3C//DTD HTML 3.2 Draft//",
	"@-//W3C//DTD HTML 3.2 Final//",
	"@-//W3C//DTD HTML 3.2//",
	"@-//W3C//DTD HTML 3.2S Draft//",
	"@-//W3C//DTD HTML 4.0 Frameset//",
	"@-//W3C//DTD HTML 4.0 Transitional//",
	"@-//W3C//DTD HTML Experimental 19960712//",
	"@-//W3C//DTD HTML Experimental 970421//",
	"@-//W3C//DTD W3 HTML//",
	"@-//W3O//DTD W3 HTML 3.0//",
	"@-//WebTechs//DTD Mozilla HTML 2.0//",
	"@-//WebTechs//DTD Mozilla HTML//",
};

static const char *const system_quirky =
	"http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/* These are quirky without a system identifier only. */
static const char *const half_quirky[] = {
	"-//W3C//DTD HTML 4.01 Frameset//",
	"-//W3C//DTD HTML 4.01 Transitional//",
};

static bool
is_quirky_public(struct sp_span public, bool has_system)
{
	for (size_t i = 0; i < sizeof(quirky) / sizeof(*quirky); i++)
		if (*quirky[i] == '@' ? sp_begins_word(public, quirky[i] + 1) :
					sp_is_word(public, quirky[i]))
			return true;
	for (size_t i = 0; i < sizeof(half_quirky) / sizeof(*half_quirky); i++)
		if (!has_system && sp_begins_word(public, half_quirky[i]))
			return true;
	return false;
}

static void
doctype_skip_spaces(struct sp_span *text)
{
	while (text->length && sp_is_html_space(*text->text))
		sp_span_cut(text, 1);
}

/* Cuts an identifier off, between quotes.  False if it does not end. */
static bool
take_identifier(struct sp_span *text, struct sp_span *identifier)
{
	char quote;
	size_t length;

	*identifier = (struct sp_span)SP_SPAN_ABSENT;
	doctype_skip_spaces(text);
	if (!text->length || (*text->text != '"' && *text->text != '\''))
		return true;
	quote = *sp_span_cut(text, 1).text;
	length = sp_span_before(*text, quote);
	if (length == text->length)
		return false;
	*identifier = sp_span_cut(text, length);
	sp_span_cut(text, 1);
	return true;
}

bool
sp_html_is_quirky(struct sp_span doctype)
{
	struct sp_span name, public = SP_SPAN_ABSENT, system = SP_SPAN_ABSENT;
	size_t length = 0;
	bool has_public;

	doctype_skip_spaces(&doctype);
	while (length < doctype.length &&
	       !sp_is_html_space(doctype.text[length]))
		length++;
	name = sp_span_cut(&doctype, length);
	if (!sp_is_word(name, "html"))
		return true;
	doctype_skip_spaces(&doctype);
	if (!doctype.length)
		return false;
	has_public = sp_begins_word(doctype, "public");
	if (!has_public && !sp_begins_word(doctype, "system"))
		return true;
	sp_span_cut(&doctype, 6);
	if (has_public &&
	    (!take_identifier(&doctype, &public) || !public.text))
		return true;
	if (!take_identifier(&doctype, &system))
		return true;
	/* Something else, in place of an identifier. */
	if (!system.text && (doctype.length || !has_public))
		return true;
	return sp_is_word(system, system_quirky) ||
	       (has_public && is_quirky_public(public, system.text));
}
