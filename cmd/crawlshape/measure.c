/* SPDX-License-Identifier: MIT */
/*
 * What the crawl spent on each shape and got for it, and the verdicts: the
 * parts of the stream are put together for lib/shape, which counts.
 */
#include "crawlshape.h"

#include "base/memory.h"
#include "stream/section/fetches.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/scores.h"
#include "stream/section/states.h"

/* Is the size, the digest of any page known? */
static void
look_at_fetches(struct crawlshape *shape, const struct sp_fetches *fetches)
{
	for (uint64_t i = 0; fetches && i < fetches->count; i++) {
		shape->sized |= fetches->items[i].size != SP_FETCH_NO_SIZE;
		shape->digested |= fetches->items[i].digest !=
				   SP_FETCH_NO_DIGEST;
	}
}

/* The verdicts as a part of the shapes, as a stream has them. */
static enum sp_status
note_traps(struct crawlshape *shape)
{
	struct sp_shapes *shapes = &shape->shapes;

	shapes->traps = sp_alloc(shapes->count, sizeof(*shapes->traps));
	if (!shapes->traps)
		return sp_no_memory(&shape->cmd->err, "verdicts");
	for (uint64_t i = 0; i < shapes->count; i++)
		shapes->traps[i] = (uint8_t)shape->verdicts[i].trap;
	return SP_OK;
}

/* Kin are known before figures, verdicts after them. */
static enum sp_status
measure_shapes(struct crawlshape *shape)
{
	const struct sp_names *names = sp_contents_names(&shape->contents);
	struct sp_shaped *shaped = &shape->shaped;
	struct sp_error *err = &shape->cmd->err;
	struct sp_addresses addresses = { 0 };
	struct sp_versions versions = { 0 };
	enum sp_status status = sp_shape_downloads(shaped, &shape->downloads,
						   err);

	if (!status)
		status = sp_addresses_new(names, &shape->shapes,
					  &shape->downloads, &addresses, err);
	if (!status)
		status = sp_versions_find(names, &addresses, &versions, err);
	shaped->kin = versions.kin;
	if (!status)
		status = sp_shape_figures(shaped, &shape->downloads,
					  &shape->figures, err);
	if (!status)
		status = sp_shapes_judge(shaped, &shape->downloads, names,
					 &addresses, &versions, shape->figures,
					 &shape->verdicts, err);
	shaped->kin = NULL;
	sp_versions_free(&versions);
	sp_addresses_free(&addresses);
	return status ? status : note_traps(shape);
}

enum sp_status
crawlshape_measure(struct crawlshape *shape)
{
	const struct sp_contents *contents = &shape->contents;
	struct sp_shaped *shaped = &shape->shaped;
	struct sp_error *err = &shape->cmd->err;
	const struct sp_score *score = NULL;
	enum sp_status status;

	if (shape->options.score &&
	    cmd_find_score(shape->cmd, contents, shape->options.score, &score))
		return err->status;
	*shaped = (struct sp_shaped){
		.graph = sp_contents_graph(contents),
		.shape_of = shape->shapes.shape_of,
		.shapes = shape->shapes.count,
		.states = sp_contents_states(contents),
		.fetches = sp_contents_fetches(contents),
		.hosts = sp_contents_hosts(contents),
		.mass = score ? score->values : NULL,
		.threads = shape->cmd->threads
	};
	look_at_fetches(shape, shaped->fetches);
	progress_phase(shape->cmd, "counting links of shapes");
	status = measure_shapes(shape);
	progress_phase(shape->cmd, NULL);
	return status;
}
