/* SPDX-License-Identifier: MIT */
/*
 * Links between names.  Names are looked up one by one, in one thread: each new
 * name changes the dictionary that the next is looked up in, and pages without
 * given names are numbered in order of appearance, so that the order of
 * look-ups is the result.
 *
 * Names that the caller gives (--names) are not a dictionary but an index for
 * matching (web/page/match.h), because a line may spell a page in another way
 * than the list; they must differ, or it would be open which page a line means.
 *
 * Memory: the names and their dictionary, and the links in the sort.  The
 * dictionary goes before the graph is made, which needs the memory.
 */
#include "formats/import/arcs_parts.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

struct arc_naming {
	struct sp_arcs_import *import;
	struct sp_collect *collect;
	struct sp_dictionary *dictionary;
	struct sp_match_index *given; /* names of the caller, or NULL */
	struct sp_matcher *matcher;   /* for them */
};

static enum sp_status
find_named_page(const struct arc_naming *naming,
		const struct sp_span *field, uint32_t *page,
		struct sp_error *err)
{
	struct sp_span name = *field;
	uint64_t index;
	char shown[320];

	if (!naming->given)
		return sp_dictionary_add_page(naming->dictionary, name, page,
					      err);
	if (sp_match_find(naming->given, naming->matcher, name, NULL, &index,
			  err))
		return err->status;
	if (index == SP_NO_MATCH) {
		sp_mask(shown, sizeof(shown), field->text, field->length);
		return sp_fail(err, SP_DATA, "\"%s\" is not among the names of "
			       "the pages", shown);
	}
	*page = (uint32_t)index;
	return SP_OK;
}

/*
 * "host<TAB>7" under --separator '|': one file has two separators, and each
 * count would make another page of the host.
 */
static enum sp_status
refuse_tab(const struct sp_arcs_import *import,
	   const struct sp_span *field, struct sp_error *err)
{
	const struct sp_arc_format *format = &import->format;
	char shown[160], cure[64] = "make all separators tabs";

	if (import->options->keys == SP_ARCS_NAMES ||
	    !format->separator_length ||
	    !memchr(field->text, '\t', field->length))
		return SP_OK;
	if (format->separator_length == 1 && *format->separator != '\'')
		snprintf(cure, sizeof(cure), "tr '%s' '\\t' makes all "
			 "separators tabs", format->separator);
	sp_mask(shown, sizeof(shown), field->text, field->length);
	return sp_fail(err, SP_DATA, "\"%s\" has a tab in it: two columns, not "
		       "separated by \"%s\" (%s; --keys names reads them as "
		       "one name)", shown, format->separator, cure);
}

static enum sp_status
add_named_fields(struct arc_naming *naming, const char *line, size_t length,
		 struct sp_error *err)
{
	struct sp_arcs_import *import = naming->import;
	struct sp_arc_fields fields;
	uint32_t source, target;
	double weight = 0;
	struct sp_row link;

	if (sp_arc_split(&import->format, line, length, &fields, err))
		return err->status;
	if (!fields.source.text)
		return SP_OK;
	if (refuse_tab(import, &fields.source, err) ||
	    refuse_tab(import, &fields.target, err))
		return err->status;
	if (find_named_page(naming, &fields.source, &source, err) ||
	    find_named_page(naming, &fields.target, &target, err))
		return err->status;
	if (import->format.weight_column &&
	    sp_arc_weight(&fields, &weight, err))
		return err->status;
	/* Counted before duplicates are dropped. */
	import->result->arcs++;
	link = (struct sp_row){ source, 1, &target,
				import->format.weight_column ? &weight :
							       NULL };
	return sp_collect_links(naming->collect, &link, err);
}

static enum sp_status
add_named_arc(struct arc_naming *naming, const char *line, size_t length,
	      struct sp_error *err)
{
	enum sp_status status;

	if (length && line[length - 1] == '\r')
		length--;
	status = add_named_fields(naming, line, length, err);
	if (status)
		sp_arc_advise(&naming->import->format, line, length, err);
	return status;
}

static enum sp_status
read_named_arcs(struct arc_naming *naming, const char *text, size_t length,
		struct sp_error *err)
{
	struct sp_arcs_import *import = naming->import;

	while (length) {
		const char *end = text + length;

		for (const char *line = text; line < end;) {
			const char *stop = memchr(line, '\n',
						  (size_t)(end - line));

			import->lines++;
			if (add_named_arc(naming, line, (size_t)(stop - line),
					  err))
				return err->status == SP_DATA ?
					       sp_arcs_fail_at(import,
							import->lines, err) :
					       err->status;
			line = stop + 1;
		}
		if (sp_arcs_next_text(import, &text, &length, err))
			return err->status;
	}
	return SP_OK;
}

/*
 * Two pages of the same name would leave it open which one a line means.  The
 * first page of a name is found, so that every later one shows up as a
 * difference.
 */
static enum sp_status
check_distinct(const struct arc_naming *naming, const struct sp_names *names,
	       struct sp_error *err)
{
	struct sp_name_room room;

	for (uint64_t i = 0; i < names->count; i++) {
		struct sp_span name = sp_names_read(names, i, &room);
		uint64_t first;
		char shown[320];

		if (sp_match_find(naming->given, naming->matcher, name, NULL,
				  &first, err))
			return err->status;
		if (first == i)
			continue;
		sp_mask(shown, sizeof(shown), name.text, name.length);
		return sp_fail(err, SP_DATA, "names: pages %" PRIu64 " and "
			       "%" PRIu64 " have the same name \"%s\"", first,
			       i, shown);
	}
	return SP_OK;
}

static enum sp_status
index_names(struct arc_naming *naming, const struct sp_names *names,
	    struct sp_error *err)
{
	if (sp_match_index_new(names, naming->import->options->match,
			       &naming->given, err) ||
	    sp_matcher_new(&naming->matcher, err))
		return err->status;
	return check_distinct(naming, names, err);
}

static enum sp_status
begin_names(struct arc_naming *naming, struct sp_names *names,
	    struct sp_error *err)
{
	if (sp_names_pack(names, err))
		return err->status;
	naming->dictionary = sp_dictionary_new(names);
	return naming->dictionary ? SP_OK : sp_no_memory(err, "names");
}

enum sp_status
sp_arcs_import_names(struct sp_arcs_import *import, const char *text,
		     size_t length, struct sp_error *err)
{
	struct sp_names *given = import->options->names;
	struct sp_names *names = given ? given : &import->result->names;
	struct arc_naming naming = { .import = import };
	enum sp_status status = SP_OK;

	naming.collect = sp_collect_new(&import->sort, false);
	if (!naming.collect)
		status = sp_no_memory(err, "names");
	if (!status)
		status = given ? index_names(&naming, given, err) :
				 begin_names(&naming, names, err);
	if (!status)
		status = read_named_arcs(&naming, text, length, err);
	/* Freed before the graph is made, which needs the memory. */
	sp_dictionary_free(naming.dictionary);
	sp_match_index_free(naming.given);
	sp_matcher_free(naming.matcher);
	if (!status && sp_collect_finish(naming.collect, names->count, NULL,
					 names->count, &import->made, err))
		status = sp_fail_in(err, sp_source_name(import->source));
	sp_collect_free(naming.collect);
	return status;
}
