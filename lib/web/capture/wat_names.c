/* SPDX-License-Identifier: MIT */
/*
 * Names are looked up in tables, one after the other, as each table has few; a
 * look at the length and the first letter passes over nearly all of them.  The
 * members of links, which are most of a record, have three or four letters:
 * these are compared as one number.  Records have what writers of other times
 * made of the names, so no comparison looks at the case.
 */
#include "web/capture/wat_names.h"

#include "base/ascii.h"
#include "web/page/html.h"

/* A name with its length: most names differ in that. */
#define NAME(text) { "" text, sizeof(text) - 1 }

/* Members of all but the objects of lists. */
static const struct key {
	enum sp_wat_node in;
	struct sp_span name;
	enum sp_wat_node is;
} keys[] = {
	{ SP_WAT_ROOT, NAME("Envelope"), SP_WAT_ENVELOPE },
	{ SP_WAT_ENVELOPE, NAME("WARC-Header-Metadata"), SP_WAT_WARC },
	{ SP_WAT_ENVELOPE, NAME("Payload-Metadata"), SP_WAT_PAYLOAD },
	{ SP_WAT_WARC, NAME("WARC-Type"), SP_WAT_TYPE },
	{ SP_WAT_WARC, NAME("WARC-Target-URI"), SP_WAT_URI },
	{ SP_WAT_WARC, NAME("WARC-Date"), SP_WAT_DATE },
	{ SP_WAT_WARC, NAME("WARC-Payload-Digest"), SP_WAT_DIGEST },
	{ SP_WAT_PAYLOAD, NAME("HTTP-Response-Metadata"), SP_WAT_HTTP },
	{ SP_WAT_HTTP, NAME("Headers"), SP_WAT_HEADERS },
	{ SP_WAT_HTTP, NAME("Response-Message"), SP_WAT_MESSAGE },
	{ SP_WAT_HTTP, NAME("HTML-Metadata"), SP_WAT_HTML },
	{ SP_WAT_HTTP, NAME("Entity-Length"), SP_WAT_LENGTH },
	{ SP_WAT_HTTP, NAME("Entity-Digest"), SP_WAT_ENTITY_DIGEST },
	{ SP_WAT_MESSAGE, NAME("Status"), SP_WAT_STATUS },
	{ SP_WAT_HEADERS, NAME("Content-Type"), SP_WAT_CONTENT_TYPE },
	{ SP_WAT_HEADERS, NAME("Location"), SP_WAT_LOCATION },
	{ SP_WAT_HEADERS, NAME("X-Robots-Tag"), SP_WAT_ROBOTS },
	{ SP_WAT_HEADERS, NAME("Link"), SP_WAT_LINK_HEADER },
	{ SP_WAT_HEADERS, NAME("Content-Location"), SP_WAT_CONTENT_LOCATION },
	{ SP_WAT_HTML, NAME("Head"), SP_WAT_HEAD },
	{ SP_WAT_HTML, NAME("Links"), SP_WAT_LINKS },
	{ SP_WAT_HEAD, NAME("Base"), SP_WAT_BASE },
	{ SP_WAT_HEAD, NAME("Title"), SP_WAT_TITLE },
	{ SP_WAT_HEAD, NAME("Link"), SP_WAT_HEAD_LINKS },
	{ SP_WAT_HEAD, NAME("Metas"), SP_WAT_METAS },
	{ SP_WAT_HEAD, NAME("Scripts"), SP_WAT_SCRIPTS }
};

static const struct element {
	struct sp_span name;
	unsigned kind;
} elements[] = {
	{ NAME("A"), SP_LINK_A }, { NAME("AREA"), SP_LINK_AREA },
	{ NAME("FRAME"), SP_LINK_FRAME }, { NAME("IFRAME"), SP_LINK_IFRAME },
	{ NAME("IMG"), SP_LINK_IMAGE }, { NAME("INPUT"), SP_LINK_IMAGE },
	{ NAME("BODY"), SP_LINK_IMAGE }, { NAME("TABLE"), SP_LINK_IMAGE },
	{ NAME("TD"), SP_LINK_IMAGE }, { NAME("TH"), SP_LINK_IMAGE },
	{ NAME("SCRIPT"), SP_LINK_SCRIPT }, { NAME("FORM"), SP_LINK_FORM },
	{ NAME("BUTTON"), SP_LINK_FORM }, { NAME("VIDEO"), SP_LINK_MEDIA },
	{ NAME("AUDIO"), SP_LINK_MEDIA }, { NAME("SOURCE"), SP_LINK_MEDIA },
	{ NAME("TRACK"), SP_LINK_MEDIA }, { NAME("EMBED"), SP_LINK_EMBED },
	{ NAME("OBJECT"), SP_LINK_EMBED }, { NAME("APPLET"), SP_LINK_EMBED },
	{ NAME("Q"), SP_LINK_CITE }, { NAME("BLOCKQUOTE"), SP_LINK_CITE },
	{ NAME("INS"), SP_LINK_CITE }, { NAME("DEL"), SP_LINK_CITE }
};

/* In any case.  Names are so short that a call takes longer than a loop. */
static bool
is_name(struct sp_span text, struct sp_span name)
{
	if (text.length != name.length)
		return false;
	for (size_t i = 0; i < name.length; i++)
		if (sp_to_small(text.text[i]) != sp_to_small(name.text[i]))
			return false;
	return true;
}

/* Names of three and four letters, as small_word() has them. */
#define WORD3(a, b, c) ((uint64_t)1 << 24 | (a) << 16 | (b) << 8 | (c))
#define WORD4(a, b, c, d) (WORD3(a, b, c) << 8 | (d))

/* Up to seven letters as a number, in small ones, behind a 1. */
static inline uint64_t
small_word(struct sp_span text)
{
	uint64_t word = 1;

	for (size_t i = 0; i < text.length; i++)
		word = word << 8 | (uint8_t)sp_to_small(text.text[i]);
	return word;
}

/*
 * Members of the objects of lists, which are most of a record, and most of them
 * short: one comparison each, where a loop over letters would guess wrong.
 */
static enum sp_wat_node
node_in_list(struct sp_span key)
{
	if (key.length > 4)
		return is_name(key, SP_SPAN("content")) ? SP_WAT_CONTENT :
		       is_name(key, SP_SPAN("http-equiv")) ? SP_WAT_EQUIV :
		       SP_WAT_OTHER;
	switch (small_word(key)) {
	case WORD3('u', 'r', 'l'):
	case WORD4('h', 'r', 'e', 'f'):
		return SP_WAT_URL;
	case WORD4('p', 'a', 't', 'h'):
		return SP_WAT_PATH;
	case WORD3('r', 'e', 'l'):
		return SP_WAT_REL;
	case WORD4('n', 'a', 'm', 'e'):
		return SP_WAT_NAME;
	default:
		return SP_WAT_OTHER;
	}
}

enum sp_wat_node
sp_wat_node_of(enum sp_wat_node in, struct sp_span key)
{
	if (in >= SP_WAT_LIST && in < SP_WAT_TEXT)
		return node_in_list(key);
	for (size_t i = 0; in && i < sizeof(keys) / sizeof(*keys); i++)
		if (keys[i].in == in && is_name(key, keys[i].name))
			return keys[i].is;
	return SP_WAT_OTHER;
}

unsigned
sp_wat_kind_of_path(struct sp_span path)
{
	struct sp_span name = path;
	bool page_link = path.length > 6;

	name.length = 0;
	while (name.length < path.length && path.text[name.length] &&
	       path.text[name.length] != '@' && path.text[name.length] != '/')
		name.length++;
	sp_span_cut(&path, name.length);
	page_link = page_link && (sp_span_begins(path, SP_SPAN("@/href")) ||
				  sp_begins_word(path, "@/href") ||
				  sp_begins_word(path, "@/src"));
	for (size_t i = 0; i < sizeof(elements) / sizeof(elements[0]); i++) {
		const struct element *element = &elements[i];

		if (is_name(name, element->name))
			return element->kind > SP_LINK_IFRAME || page_link ?
				       element->kind : SP_LINK_CITE;
	}
	return SP_LINK_REL;
}
