/* SPDX-License-Identifier: MIT */
/*
 * Links between URLs, for formats that name both ends of each link.  Pages are
 * numbered by a dictionary as their names come, and links go to a collection
 * (graph/links/collect.h), which sorts only if the sources do not ascend.
 *
 * With normalize a name becomes its normal form before it is looked up, so
 * pages are joined while they come and no second pass is needed; what has no
 * normal form is no page, and its link is left out and counted.  Without it a
 * name stays as it is, except for the blanks around it, which are those of a
 * table.  What is too long is no page, either.
 */
#include "formats/import/url_links.h"

#include "base/memory.h"
#include "graph/links/collect.h"
#include "web/page/url.h"

#include <stdlib.h>

struct sp_url_links {
	struct sp_names names;
	struct sp_dictionary *dictionary;
	struct sp_collect *collect;
	struct sp_urls *urls;          /* NULL: names stay as they are */
	bool weighted;
	uint64_t left_out;
	uint64_t max_url;
	struct sp_refused long_urls;
	const char *path;              /* the first; NULL: none */
};

enum sp_status
sp_url_links_new(const struct sp_import_options *options,
		 struct sp_url_links **made, struct sp_error *err)
{
	struct sp_linksort_options sort = options->sort;
	struct sp_url_links *links = sp_alloc_zero(1, sizeof(*links));

	*made = links;
	if (!links)
		return sp_no_memory(err, "links");
	sort.weighted = options->weighted;
	sort.progress = options->progress;
	links->weighted = options->weighted;
	links->max_url = options->max_url ? options->max_url : SP_NAME_MAX;
	if (options->path_count)
		links->path = strcmp(options->paths[0], "-") ?
				      options->paths[0] : "standard input";
	if (sp_names_pack(&links->names, err))
		return err->status;
	links->dictionary = sp_dictionary_new(&links->names);
	links->collect = sp_collect_new(&sort, false);
	if (!links->dictionary || !links->collect)
		return sp_no_memory(err, "links");
	return options->normalize ? sp_urls_new(&links->urls, err) : SP_OK;
}

/*
 * A page is numbered when its name comes, also one whose other end is no page,
 * so that a record without a link still makes the page that it is about.
 */
enum sp_status
sp_url_links_page(struct sp_url_links *links, struct sp_span name,
		  uint32_t *page, struct sp_error *err)
{
	*page = SP_NO_PAGE;
	name = sp_span_trim(name, " \t");
	if (!name.length)
		return SP_OK;
	if (links->urls) {
		if (sp_url_resolve(links->urls, NULL, name, NULL, &name) !=
		    SP_URL_PAGE)
			return sp_urls_short(links->urls) ?
				       sp_no_memory(err, "URLs") : SP_OK;
	}
	if (name.length > links->max_url) {
		sp_refused_add(&links->long_urls, 1, name);
		return SP_OK;
	}
	return sp_dictionary_add_page(links->dictionary, name, page, err);
}

enum sp_status
sp_url_links_add(struct sp_url_links *links, uint32_t source, uint32_t target,
		 double weight, struct sp_error *err)
{
	struct sp_row link = { source, 1, &target,
			       links->weighted ? &weight : NULL };

	if (source != SP_NO_PAGE && target != SP_NO_PAGE)
		return sp_collect_links(links->collect, &link, err);
	links->left_out++;
	return SP_OK;
}

enum sp_status
sp_url_links_finish(struct sp_url_links *links, struct sp_imported *made,
		    struct sp_error *err)
{
	struct sp_collected collected = { .graph = NULL };
	enum sp_status status;

	/* A task may have got no file at all. */
	if (!links->names.count && links->path)
		return sp_fail(err, SP_DATA, "%s: no links to import",
			       links->path);
	/* Freed before the graph is made, which needs the memory. */
	sp_dictionary_free(links->dictionary);
	links->dictionary = NULL;
	status = sp_collect_finish(links->collect, links->names.count, NULL,
				   links->names.count, &collected, err);
	sp_imported_take(made, &collected);
	if (status)
		return status;
	made->left_out += links->left_out;
	made->long_urls = links->long_urls;
	made->names = links->names;
	links->names = (struct sp_names)SP_NAMES_EMPTY;
	return SP_OK;
}

void
sp_url_links_free(struct sp_url_links *links)
{
	if (!links)
		return;
	sp_dictionary_free(links->dictionary);
	sp_collect_free(links->collect);
	sp_urls_free(links->urls);
	sp_names_free(&links->names);
	free(links);
}

/*
 * The first file is open already if somebody looked into it; then it is not
 * opened again, for it may be a pipe, and it is followed by whoever opened it.
 */
enum sp_status
sp_url_links_files(const struct sp_import_options *options,
		   enum sp_status (*read)(void *context,
					  struct sp_source *source,
					  struct sp_error *err),
		   void *context, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (size_t i = 0; !status && i < options->path_count; i++) {
		struct sp_source *source = i ? NULL : options->source;
		bool own = !source;

		if (own)
			status = sp_source_open(options->paths[i], &source,
						err);
		if (status)
			break;
		if (own && options->reading)
			sp_source_follow(source, options->reading);
		status = read(context, source, err);
		if (own)
			sp_source_close(source);
	}
	return status;
}
