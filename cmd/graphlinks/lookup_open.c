/* SPDX-License-Identifier: MIT */
/*
 * Opens an index, and asks whether it is that of the graph.
 *
 * It is not trusted to be: it names the checksum that the stream of the graph
 * ends with, which covers all headers and so all bytes, and the fingerprint of
 * its links.
 */
#include "lookup.h"

#include "base/memory.h"
#include "stream/section/names.h"

/* Bytes of frames that are kept: small ones of the index, large ones. */
#define INDEX_MEMORY ((uint64_t)48 << 20)
#define GRAPH_MEMORY ((uint64_t)32 << 20)

static bool
same_basis(const struct sp_basis *a, const struct sp_basis *b)
{
	return sp_fingerprint_equal(&a->graph, &b->graph) &&
	       sp_fingerprint_equal(&a->origin, &b->origin);
}

/*
 * Is the index that of the graph?  Its links are as many, of the same origin;
 * that they are those of the graph, turned round, its checksums say, which only
 * the one who wrote it could have made for others.
 */
static enum sp_status
check_index(const struct links_lookup *lookup, const char *path,
	    const struct sp_link_index *of, struct sp_error *err)
{
	const struct sp_indexed *indexed = sp_pick_indexed(lookup->graph);
	const struct sp_basis *graph = sp_pick_basis(lookup->graph_out);
	const struct sp_basis *turned = sp_pick_basis(lookup->in);

	if (!same_basis(graph, &of->basis))
		return sp_fail(err, SP_DATA, "%s: the index of another graph "
			       "(graphlinks --index makes one; --no-index goes "
			       "without)", path);
	if (of->checksum != sp_indexed_checksum(indexed) ||
	    of->bytes != sp_indexed_bytes(indexed))
		return sp_fail(err, SP_DATA, "%s: made before the stream of "
			       "the graph was changed (graphlinks --index "
			       "makes it again; --no-index goes without)",
			       path);
	if (!same_basis(graph, sp_pick_basis(lookup->out)) ||
	    turned->graph.pages != graph->graph.pages ||
	    turned->graph.links != graph->graph.links ||
	    !sp_fingerprint_equal(&turned->origin, &graph->origin))
		return sp_fail(err, SP_DATA, "%s: its links are not those of "
			       "the graph", path);
	return SP_OK;
}

/* Sets lookup->named, and makes room for first keys. */
static enum sp_status
find_key_sections(struct links_lookup *lookup, const char *path,
		  struct sp_link_index *of, struct sp_error *err)
{
	uint64_t pages = sp_pick_basis(lookup->in)->graph.pages;
	struct sp_pick *index = lookup->index;
	struct sp_taken taken;

	if (sp_pick_frame(index, lookup->keys.head, &taken, err))
		return err->status;
	if (lookup->keys.head == lookup->keys.tail ||
	    !sp_link_index_load(taken.payload, taken.frame.raw, of))
		return sp_pick_bad(index, lookup->keys.head, err,
				   "the head has the wrong size");
	lookup->named = sp_pick_find(index, SP_TAG_NAMES, 0, &lookup->names);
	if (sp_pick_items(index, &lookup->keys) !=
		    (lookup->named ? pages : 0) ||
	    (lookup->named && sp_pick_items(index, &lookup->names) != pages))
		return sp_fail(err, SP_DATA, "%s: names for another number of "
			       "pages", path);
	if (!sp_pick_find(index, SP_TAG_LINK_DIRECTORY, 0,
			  &lookup->directory) ||
	    lookup->directory.head == lookup->directory.tail ||
	    sp_pick_items(index, &lookup->directory) !=
		    data_frames(&lookup->keys))
		return sp_fail(err, SP_DATA, "%s: a directory of other keys",
			       path);
	lookup->firsts = sp_alloc_zero(data_frames(&lookup->directory) + 1,
				       sizeof(*lookup->firsts));
	return lookup->firsts ? SP_OK : sp_no_memory(err, "keys");
}

static enum sp_status
find_lookup_score(struct graphlinks *job, struct links_lookup *lookup)
{
	const char *name = job->options.score;
	struct sp_error *err = &job->cmd->err;
	const char *maker = name ? cmd_score_maker(name) : NULL;
	struct sp_basis basis;
	bool found;

	if (!name)
		return SP_OK;
	if (sp_pick_find_score(lookup->graph, name, &lookup->score, &basis,
			       &found, err))
		return err->status;
	if (!found)
		return sp_fail(err, SP_DATA, "no score \"%s\" in the stream "
			       "(%s%s%s)", name, maker ? "run " : "graphstat ",
			       maker ? maker : "lists them",
			       maker ? " first" : "");
	if (!same_basis(&basis, sp_pick_basis(lookup->out)) &&
	    !sp_fingerprint_equal(&basis.origin,
				  &sp_pick_basis(lookup->out)->origin))
		return sp_fail(err, SP_DATA, "the score \"%s\" is not of this "
			       "graph", name);
	return SP_OK;
}

/* Both of the index, and that of the stream to compare them with. */
static enum sp_status
find_lookup_graphs(struct links_lookup *lookup, const char *path,
		   struct sp_error *err)
{
	if (!sp_pick_find(lookup->index, SP_TAG_LINK_INDEX, 0, &lookup->keys))
		return sp_fail(err, SP_DATA, "%s: not an index of links "
			       "(graphlinks --index makes one)", path);
	if (sp_pick_graph_new(lookup->graph, 0, &lookup->graph_out, err) ||
	    sp_pick_graph_new(lookup->index, 1, &lookup->out, err))
		return err->status;
	return sp_pick_graph_new(lookup->index, 0, &lookup->in, err);
}

enum sp_status
lookup_open(struct graphlinks *job, struct links_lookup *lookup,
	    const char *path)
{
	struct sp_error *err = &job->cmd->err;
	struct sp_link_index of;

	if (sp_pick_open(job->cmd->graph, GRAPH_MEMORY, &lookup->graph, err) ||
	    sp_pick_open(path, INDEX_MEMORY, &lookup->index, err) ||
	    find_lookup_graphs(lookup, path, err) ||
	    find_key_sections(lookup, path, &of, err) ||
	    check_index(lookup, path, &of, err) ||
	    find_lookup_score(job, lookup))
		return err->status;
	return sp_namer_new(&lookup->namer, err);
}
