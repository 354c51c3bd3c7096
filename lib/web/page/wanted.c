/* SPDX-License-Identifier: MIT */
/*
 * A few URLs are looked for among all names of a graph, the other way round
 * than in match.c: memory is that of the URLs, and the names may come from a
 * stream and be forgotten.
 *
 * What is found is kept with the text, the normal form and the loose part that
 * it was found by, and put together at the end: so no number of spellings of
 * one URL, among the wanted or among the names, makes a name take longer.  Each
 * name costs at most three look-ups and its normal form, which takes most of
 * the time; once all texts were found exactly, no more names are normalised.
 *
 * Each array is indexed by the numbers of its dictionary.  Pages come in
 * ascending order, so the first one found of a rank is the smallest, and later
 * ones are ignored.
 */
#include "web/page/wanted.h"

#include "base/memory.h"

#include <stdlib.h>

#define NO_PLACE UINT64_MAX

struct wanted_text {
	uint64_t page, again;     /* that have this name */
	uint64_t normal, part;    /* places in the other tables, or NO_PLACE */
};

struct wanted_normal {
	uint64_t page;            /* that has this name */
	uint64_t other;           /* the first whose name has this form */
};

/* Texts, or their forms, with what was found of each. */
struct wanted_table {
	struct sp_names names;
	struct sp_dictionary *dictionary;
	uint64_t capacity;        /* of what was found */
};

enum { BY_TEXT, BY_NORMAL, BY_PART, WANTED_TABLES };

struct sp_wanted {
	enum sp_match match;
	struct sp_matcher *matcher;
	struct wanted_table tables[WANTED_TABLES];
	struct wanted_text *texts;
	struct wanted_normal *normals;
	uint64_t *parts;            /* the first page with this part */
	uint64_t same;              /* texts that are names */
};

enum sp_status
sp_wanted_new(enum sp_match match, struct sp_wanted **made,
	      struct sp_error *err)
{
	struct sp_wanted *wanted = sp_alloc_zero(1, sizeof(*wanted));
	enum sp_status status = SP_OK;

	*made = NULL;
	if (!wanted)
		return sp_no_memory(err, "a list of URLs");
	wanted->match = match;
	for (int i = 0; i < WANTED_TABLES; i++) {
		struct wanted_table *table = &wanted->tables[i];

		table->dictionary = sp_dictionary_new(&table->names);
		if (!table->dictionary)
			status = sp_no_memory(err, "a list of URLs");
	}
	if (!status)
		status = sp_matcher_new(&wanted->matcher, err);
	if (status) {
		sp_wanted_free(wanted);
		return status;
	}
	*made = wanted;
	return SP_OK;
}

/* ---- what is looked for ----------------------------------------------- */

/*
 * Adds a text to a table, and makes room for what will be found of it.  Sets
 * *fresh if it is new.
 */
static enum sp_status
wanted_add_text(struct wanted_table *table, struct sp_span text, void *array,
		size_t size, uint64_t *place, bool *fresh, struct sp_error *err)
{
	uint64_t before = table->names.count;

	if (sp_dictionary_add(table->dictionary, text.text, text.length,
			      place, err))
		return err->status;
	*fresh = table->names.count > before;
	return sp_grow_items(array, &table->capacity, *place + 1, size) ?
		       SP_OK : sp_no_memory(err, "a list of URLs");
}

static enum sp_status
add_forms(struct sp_wanted *wanted, struct wanted_text *text,
	  struct sp_span url, struct sp_error *err)
{
	struct sp_span normal, part;
	bool fresh = false;

	if (sp_match_keys(wanted->matcher, url, &normal, &part, err))
		return err->status;
	if (normal.text &&
	    wanted_add_text(&wanted->tables[BY_NORMAL], normal,
			    &wanted->normals, sizeof(*wanted->normals),
			    &text->normal, &fresh, err))
		return err->status;
	if (fresh)
		wanted->normals[text->normal] = (struct wanted_normal){
			SP_NO_MATCH, SP_NO_MATCH
		};
	if (!part.text)
		return SP_OK;
	if (wanted_add_text(&wanted->tables[BY_PART], part, &wanted->parts,
			    sizeof(*wanted->parts), &text->part, &fresh, err))
		return err->status;
	if (fresh)
		wanted->parts[text->part] = SP_NO_MATCH;
	return SP_OK;
}

enum sp_status
sp_wanted_add(struct sp_wanted *wanted, struct sp_span url, uint64_t *place,
	      struct sp_error *err)
{
	bool fresh = false;

	if (wanted_add_text(&wanted->tables[BY_TEXT], url, &wanted->texts,
			    sizeof(*wanted->texts), place, &fresh, err))
		return err->status;
	if (!fresh)
		return SP_OK;
	wanted->texts[*place] = (struct wanted_text){
		SP_NO_MATCH, SP_NO_MATCH, NO_PLACE, NO_PLACE
	};
	return add_forms(wanted, &wanted->texts[*place], url, err);
}

static bool
find_text(const struct wanted_table *table, struct sp_span text,
	  uint64_t *place)
{
	return text.text && sp_dictionary_find(table->dictionary, text.text,
					       text.length, place);
}

bool
sp_wanted_place(const struct sp_wanted *wanted, struct sp_span url,
		uint64_t *place)
{
	return find_text(&wanted->tables[BY_TEXT], url, place);
}

/* ---- names ------------------------------------------------------------ */

/* Pages come in ascending order: the first one is the smallest. */
static void
note_first(uint64_t *found, uint64_t page)
{
	if (*found == SP_NO_MATCH)
		*found = page;
}

static enum sp_status
look_at_forms(struct sp_wanted *wanted, uint64_t page, struct sp_span name,
	      struct sp_error *err)
{
	struct sp_span normal, part;
	struct wanted_normal *form;
	uint64_t place;

	if (sp_match_keys(wanted->matcher, name, &normal, &part, err))
		return err->status;
	/* What has an equal normal form has an equal loose part. */
	if (!find_text(&wanted->tables[BY_PART], part, &place))
		return SP_OK;
	note_first(&wanted->parts[place], page);
	if (!find_text(&wanted->tables[BY_NORMAL], normal, &place))
		return SP_OK;
	/*
	 * The name that is the normal form is of a better rank than one that
	 * has it.
	 */
	form = &wanted->normals[place];
	note_first(sp_span_equal(normal, name) ? &form->page : &form->other,
		   page);
	return SP_OK;
}

static void
look_at_text(struct sp_wanted *wanted, uint64_t page, struct sp_span name)
{
	struct wanted_text *text;
	uint64_t place;

	if (!find_text(&wanted->tables[BY_TEXT], name, &place))
		return;
	text = &wanted->texts[place];
	if (text->page != SP_NO_MATCH)
		note_first(&text->again, page);
	else
		wanted->same++;
	note_first(&text->page, page);
}

/* Nothing is better than the same name. */
static bool
needs_forms(const struct sp_wanted *wanted)
{
	return wanted->same < wanted->tables[BY_TEXT].names.count;
}

enum sp_status
sp_wanted_look(struct sp_wanted *wanted, uint64_t page, struct sp_span name,
	       struct sp_error *err)
{
	look_at_text(wanted, page, name);
	return needs_forms(wanted) ? look_at_forms(wanted, page, name, err) :
				     SP_OK;
}

void
sp_wanted_find_same(struct sp_wanted *wanted, const struct sp_names *names)
{
	struct sp_name_room room;

	for (uint64_t page = 0; page < names->count; page++)
		look_at_text(wanted, page, sp_names_read(names, page, &room));
}

enum sp_status
sp_wanted_find_forms(struct sp_wanted *wanted, const struct sp_names *names,
		     struct sp_error *err)
{
	struct sp_name_room room;

	for (uint64_t page = 0; needs_forms(wanted) && page < names->count;
	     page++)
		if (look_at_forms(wanted, page,
				  sp_names_read(names, page, &room), err))
			return err->status;
	return SP_OK;
}

/* ---- results ---------------------------------------------------------- */

const struct sp_names *
sp_wanted_texts(const struct sp_wanted *wanted)
{
	return &wanted->tables[BY_TEXT].names;
}

/* The best rank that has a page; pages[] is in the order of ranks. */
struct sp_found
sp_wanted_found(const struct sp_wanted *wanted, uint64_t place)
{
	const struct wanted_text *text = &wanted->texts[place];
	uint64_t pages[SP_RANK_NONE] = { text->page, SP_NO_MATCH, SP_NO_MATCH,
					 SP_NO_MATCH };
	struct sp_found found = { SP_RANK_SAME, SP_NO_MATCH, text->again };

	if (text->normal != NO_PLACE) {
		pages[SP_RANK_NORMAL_NAME] = wanted->normals[text->normal].page;
		pages[SP_RANK_NORMAL] = wanted->normals[text->normal].other;
	}
	if (text->part != NO_PLACE)
		pages[SP_RANK_LOOSE] = wanted->parts[text->part];
	while (found.rank < SP_RANK_NONE && pages[found.rank] == SP_NO_MATCH)
		found.rank++;
	if (found.rank < SP_RANK_NONE)
		found.page = pages[found.rank];
	return found;
}

uint64_t
sp_wanted_page(const struct sp_wanted *wanted, uint64_t place)
{
	struct sp_found found = sp_wanted_found(wanted, place);

	return found.rank <= sp_match_most(wanted->match) ? found.page :
							    SP_NO_MATCH;
}

bool
sp_wanted_is_near(const struct sp_wanted *wanted, uint64_t place)
{
	return sp_wanted_found(wanted, place).rank != SP_RANK_NONE &&
	       sp_wanted_page(wanted, place) == SP_NO_MATCH;
}

enum sp_status
sp_wanted_count_near(const struct sp_names *names,
		     const struct sp_names *urls, uint64_t *near,
		     struct sp_error *err)
{
	struct sp_wanted *wanted;
	enum sp_status status = sp_wanted_new(SP_MATCH_LOOSE, &wanted, err);
	uint64_t place;

	*near = 0;
	if (status)
		return status;
	for (uint64_t i = 0; !status && i < urls->count; i++)
		status = sp_wanted_add(wanted, sp_names_span(urls, i), &place,
				       err);
	if (!status)
		sp_wanted_find_same(wanted, names);
	if (!status)
		status = sp_wanted_find_forms(wanted, names, err);
	for (uint64_t i = 0; !status && i < sp_wanted_texts(wanted)->count; i++)
		*near += sp_wanted_page(wanted, i) != SP_NO_MATCH;
	sp_wanted_free(wanted);
	return status;
}

void
sp_wanted_free(struct sp_wanted *wanted)
{
	if (!wanted)
		return;
	sp_matcher_free(wanted->matcher);
	for (int i = 0; i < WANTED_TABLES; i++) {
		sp_dictionary_free(wanted->tables[i].dictionary);
		sp_names_free(&wanted->tables[i].names);
	}
	free(wanted->texts);
	free(wanted->normals);
	free(wanted->parts);
	free(wanted);
}
