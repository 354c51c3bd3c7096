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

#include <stdlib.h>

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

static enum sp_status
judge_shapes(struct crawlshape *shape)
{
	struct sp_shapes *shapes = &shape->shapes;
	struct sp_error *err = &shape->cmd->err;
	struct sp_shape_orders *orders = NULL;
	enum sp_status status;

	shapes->traps = sp_alloc(shapes->count, sizeof(*shapes->traps));
	if (!shapes->traps)
		return sp_no_memory(err, "verdicts");
	status = sp_shapes_orders(sp_contents_names(&shape->contents), shapes,
				  &orders, err);
	for (uint64_t i = 0; !status && i < shapes->count; i++)
		shapes->traps[i] = (uint8_t)sp_shape_judge(
			sp_shape_text(shapes, i), &shape->figures[i],
			&orders[i], shape->downloads.timed);
	free(orders);
	return status;
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
	status = sp_shape_downloads(shaped, &shape->downloads, err);
	if (!status)
		status = sp_shape_figures(shaped, &shape->downloads,
					  &shape->figures, err);
	progress_phase(shape->cmd, NULL);
	return status ? status : judge_shapes(shape);
}
