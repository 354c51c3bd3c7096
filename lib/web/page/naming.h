/* SPDX-License-Identifier: MIT */
/*
 * naming.h - the ways in which a user names pages of a graph:
 *
 *	https://example.org/a    the page of this name, or of this normal form
 *	example.org              the pages of a host, on any port
 *	*.example.org            ... and of all hosts below it
 *	.example.org             the same
 *	https://example.org/a*   the names that begin so
 *	example.org/a*           the same of any scheme
 *
 * A text that is the very name of a page, such as a host in a graph of hosts,
 * means that page.
 *
 * Each name has a key, by which names are sorted: the SURT (web/page/surt.h) of
 * the normal form of a URL, or of a host, and the name itself if it is neither.
 * The names that a text may mean have keys that begin alike, so that they are
 * next to each other in a sorted list.  What they have in common is cut to
 * SP_NAMING_KEY bytes, so that the list may cut its keys, too.  A key only says
 * where to look: whether a name is meant, the name itself says.
 */
#ifndef SP_WEB_PAGE_NAMING_H
#define SP_WEB_PAGE_NAMING_H

#include "base/span.h"
#include "base/status.h"
#include "web/page/match.h"

#include <stdbool.h>

#define SP_NAMING_KEY 1024 /* bytes of a key in a list, at most */

/* The longer of two keys may be cut: the bytes that are compared. */
static inline struct sp_span
sp_naming_cut(struct sp_span key)
{
	key.length = key.length < SP_NAMING_KEY ? key.length : SP_NAMING_KEY;
	return key;
}

/* ---- a name of the graph ---------------------------------------------- */

/* A worker, with memory that it uses again and again. */
struct sp_namer;

/* Free *namer with sp_namer_free().  SP_MEMORY. */
enum sp_status sp_namer_new(struct sp_namer **namer, struct sp_error *err);
void sp_namer_free(struct sp_namer *namer); /* accepts NULL */

/* A name, with its normal form, absent if it has none, and its whole key. */
struct sp_named {
	struct sp_span name, normal, key;
};

/* What a name is; valid until the next call with the namer.  SP_MEMORY. */
enum sp_status sp_namer_look(struct sp_namer *namer, struct sp_span name,
			     struct sp_named *named, struct sp_error *err);

/* ---- a text that names pages ------------------------------------------ */

enum sp_naming_kind {
	SP_NAMING_PAGE, SP_NAMING_HOST, SP_NAMING_DOMAIN, SP_NAMING_PREFIX
};

struct sp_naming {
	enum sp_naming_kind kind;
	struct sp_span text;      /* as it was given */
	struct sp_span key;       /* how keys of its pages begin; of a page,
				     the whole */
	struct sp_span normal;    /* of a page: its normal form, or absent */
	struct sp_span start;     /* of a prefix: how names begin */
	bool any_scheme;          /* ... after "://" */
	bool plain;               /* ... that are no URLs and no hosts */
	char *bytes;              /* all of these */
};

/*
 * Takes a text apart.  Release *naming with sp_naming_free().  Sets *why to
 * NULL, or to why the text can mean no page, a phrase that goes with it, and
 * then there is nothing to release.  SP_MEMORY.
 */
enum sp_status sp_naming_new(struct sp_namer *namer, struct sp_span text,
			     struct sp_naming *naming, const char **why,
			     struct sp_error *err);
void sp_naming_free(struct sp_naming *naming);

/*
 * How a name is meant: by the ranks of web/page/match.h if the text names one
 * page, of which the best rank counts; SP_RANK_LOOSE if it is one of many;
 * SP_RANK_NONE if it is not.
 */
enum sp_match_rank sp_naming_rank(const struct sp_naming *naming,
				  const struct sp_named *named);

/* ---- many texts, one name after the other ----------------------------- */

struct sp_namings;

/* The array must stay as it is.  Free *namings; SP_MEMORY. */
enum sp_status sp_namings_new(const struct sp_naming *array, uint64_t count,
			      struct sp_namings **namings,
			      struct sp_error *err);

/* Calls take for each text that means the name, with its place. */
typedef enum sp_status sp_namings_take(void *context, uint64_t place,
				       enum sp_match_rank rank,
				       struct sp_error *err);
enum sp_status sp_namings_find(const struct sp_namings *namings,
			       const struct sp_named *named,
			       sp_namings_take *take, void *context,
			       struct sp_error *err);
void sp_namings_free(struct sp_namings *namings); /* accepts NULL */

#endif
