/* SPDX-License-Identifier: MIT */
/*
 * html_open.h - the state of a scan, for html_scan.c, which reads tags, and
 * html_open.c, which follows what they open and close.  Private to these two.
 */
#ifndef SP_WEB_PAGE_HTML_OPEN_H
#define SP_WEB_PAGE_HTML_OPEN_H

#include "web/page/html_scan.h"

#ifdef HAVE_GUMBO

#include "web/page/html_tags.h"

/* How deep an end tag looks for its start tag; real pages need a few steps. */
#define SP_HTML_REACH 64

/* Steps of the parser for a tag, an open element: scopes and their like. */
#define SP_HTML_STEPS 8

enum sp_html_space { SP_IN_HTML, SP_IN_SVG, SP_IN_MATHML };

struct sp_html_open {
	const char *name;
	uint32_t length;
	uint16_t tag, properties;
	uint8_t content;     /* as enum sp_html_space: of its content */
	uint64_t format;    /* the formatting that it is, or NO_FORMAT */
};

/*
 * A formatting element, which is opened again in the next block if it was
 * closed with its own, or a marker, before which none is.
 */
struct sp_html_format {
	uint64_t hash; /* of its tag */
	const char *name;
	uint32_t length;
	uint16_t tag; /* GUMBO_TAG_LAST: a marker */
	bool open;
};

#define NO_FORMAT UINT64_MAX

struct sp_html_state {
	struct sp_html_scan *scan;
	const char *at, *end;
	char *out;
	bool text;
	bool joins;          /* "<" or "&" is in the text since the last tag */
	bool short_memory;
	/*
	 * What follows may be tags or text, or in elements that the scan knows
	 * nothing of: it is copied as it is, and all start tags count.
	 */
	bool blind;
	unsigned selects;    /* open <select>, in which few tags count */
	unsigned tables;     /* open <table>, without which no parts count */
	bool frameset;
};

/* A tag; text is all of it. */
struct sp_html_tag {
	struct sp_span text, name;
	GumboTag tag;
	uint16_t properties;
	bool end, closes_itself;
	uint64_t attributes;
};

/* How many elements are open where an end tag looks for no start tag. */
static inline uint64_t
sp_html_reach(const struct sp_html_state *s)
{
	uint64_t open = s->scan->open_count;

	return open > SP_HTML_REACH ? open - SP_HTML_REACH : 0;
}

/* The innermost open element, or NULL. */
struct sp_html_open *sp_html_top(const struct sp_html_state *s);

/* Opens formatting again that was closed with its block, before text. */
void sp_html_reopen(struct sp_html_state *s);

/* The space of what comes next. */
enum sp_html_space sp_html_space(const struct sp_html_state *s);

/* Does the end tag close the element? */
bool sp_html_is_same(const struct sp_html_open *element,
		     const struct sp_html_tag *tag);

/* Does the search for the element that an end tag closes end at this one? */
bool sp_html_stops(const struct sp_html_open *element,
		   const struct sp_html_tag *tag);

/* Does a start tag do what takes more than this scan to know? */
bool sp_html_is_doubtful(const struct sp_html_state *s,
			 const struct sp_html_tag *tag);

/* A start tag, and an end tag.  They set s->short_memory. */
void sp_html_open(struct sp_html_state *s, const struct sp_html_tag *tag);
void sp_html_close(struct sp_html_state *s, const struct sp_html_tag *tag);

#endif

#endif
