/* SPDX-License-Identifier: MIT */
/*
 * What is in the picture of the shapes, and where.
 *
 * How it works.  A shape or a host whose area would be too small to see is
 * gathered with others.  So there are few candidates, however many shapes there
 * are: one pass finds the shapes that are large enough, of which --top keeps
 * the largest; a second pass goes through the hosts, whose shapes follow each
 * other, and makes one cell for each of these shapes and one for the rest of
 * each verdict.  Then hosts are laid out in the picture and cells in their
 * hosts (shape/areas.h), the largest first: in another order, areas would be
 * slivers.
 */
#include "picture.h"

#include "base/memory.h"

#include <stdlib.h>

#define LEAST_SHAPE 500.0 /* square points: smaller shapes are gathered ... */
#define LEAST_HOST 500.0  /* ... and hosts of which none is large enough */

/* The shapes of the host of shape i end here. */
static uint64_t
host_end(const struct crawlshape *shape, uint64_t i)
{
	struct sp_span host = sp_shape_host(&shape->shapes, i);

	do
		i++;
	while (i < shape->end &&
	       sp_span_equal(sp_shape_host(&shape->shapes, i), host));
	return i;
}

static uint64_t
weight_of(const struct picture *picture, uint64_t i)
{
	const struct crawlshape *shape = picture->shape;

	return picture->fetched ? shape->figures[i].downloads :
				  shape->shapes.known[i];
}

/* A shape that may stand alone, and the last of those that do. */
struct candidate {
	uint64_t weight, shape;
};

static bool
is_large(const struct picture *picture, uint64_t weight, double least)
{
	double all = picture->canvas.width * picture->canvas.height;

	return weight && (double)weight * all >=
			 least * (double)picture->weight;
}

/* Is the shape large enough, also by --min-pages? */
static bool
is_candidate(const struct picture *picture, uint64_t i)
{
	return is_large(picture, weight_of(picture, i), LEAST_SHAPE) &&
	       picture->shape->shapes.known[i] >=
	       picture->shape->options.min_pages;
}

/* Finds the last candidate that stands alone; of none, it has no weight. */
static enum sp_status
find_last(const struct picture *picture, struct candidate *last)
{
	const struct crawlshape *shape = picture->shape;
	struct candidate *all = NULL;
	uint64_t count = 0, capacity = 0, top = shape->options.top;

	for (uint64_t i = shape->first; i < shape->end; i++) {
		if (!is_candidate(picture, i))
			continue;
		if (!sp_grow(&all, &capacity, count + 1)) {
			free(all);
			return sp_no_memory(&shape->cmd->err, "the picture");
		}
		all[count++] = (struct candidate){ weight_of(picture, i), i };
	}
	*last = (struct candidate){ 0, 0 };
	if (count) {
		qsort(all, count, sizeof(*all), crawlshape_compare);
		*last = all[top && top < count ? top - 1 : count - 1];
	}
	free(all);
	return SP_OK;
}

static bool
stands_alone(const struct picture *picture, uint64_t i,
	     const struct candidate *last)
{
	const struct candidate it = { weight_of(picture, i), i };

	return last->weight && is_candidate(picture, i) &&
	       crawlshape_compare(&it, last) <= 0;
}

/* ---- hosts and their cells -------------------------------------------- */

static enum sp_status
add_cell(struct picture *picture, struct picture_host *host,
	 const struct picture_cell *cell)
{
	if (!sp_grow(&picture->cell, &picture->cell_capacity,
		     picture->cell_count + 1))
		return sp_no_memory(&picture->shape->cmd->err, "the picture");
	picture->cell[picture->cell_count++] = *cell;
	host->cells++;
	return SP_OK;
}

static void
gather(struct picture_cell *cell, const struct picture_cell *more)
{
	if (!cell->shapes)
		cell->first = more->first;
	cell->trap = more->trap;
	cell->shapes += more->shapes;
	cell->weight += more->weight;
	cell->pages += more->pages;
	cell->downloads += more->downloads;
}

/* What is left of the shapes of a host, or of hosts, by verdicts. */
struct rest {
	struct picture_cell of[SP_TRAPS];
};

static enum sp_status
add_host(struct picture *picture, struct picture_host *host,
	 const struct rest *rest)
{
	for (unsigned i = 0; i < SP_TRAPS; i++)
		if (rest->of[i].shapes &&
		    add_cell(picture, host, &rest->of[i]))
			return picture->shape->cmd->err.status;
	if (!sp_grow(&picture->host, &picture->host_capacity,
		     picture->host_count + 1))
		return sp_no_memory(&picture->shape->cmd->err, "the picture");
	picture->host[picture->host_count++] = *host;
	return SP_OK;
}

/* Makes cells of the shapes of a host that stand alone. */
static enum sp_status
split_host(struct picture *picture, uint64_t end, const struct candidate *last,
	   struct picture_host *host, struct rest *rest)
{
	const struct crawlshape *shape = picture->shape;

	for (uint64_t i = host->first; i < end; i++) {
		struct picture_cell cell = {
			.weight = weight_of(picture, i),
			.pages = shape->shapes.known[i],
			.downloads = shape->figures[i].downloads,
			.shapes = 1, .first = i, .trap = shape->shapes.traps[i]
		};

		if (!cell.weight)
			continue;
		host->weight += cell.weight;
		host->shapes++;
		if (!stands_alone(picture, i, last))
			gather(&rest->of[cell.trap], &cell);
		else if (add_cell(picture, host, &cell))
			return shape->cmd->err.status;
	}
	return SP_OK;
}

static enum sp_status
split_hosts(struct picture *picture, const struct candidate *last)
{
	const struct crawlshape *shape = picture->shape;
	struct picture_host others = { .hosts = 0 };
	struct rest left = { { { 0 } } };

	for (uint64_t i = shape->first, end; i < shape->end; i = end) {
		struct picture_host host = { .hosts = 1, .first = i,
					     .cell = picture->cell_count };
		struct rest rest = { { { 0 } } };

		end = host_end(shape, i);
		if (split_host(picture, end, last, &host, &rest))
			return shape->cmd->err.status;
		if (host.cells ||
		    is_large(picture, host.weight, LEAST_HOST)) {
			if (add_host(picture, &host, &rest))
				return shape->cmd->err.status;
		} else if (host.weight) {
			if (!others.hosts++)
				others.first = i;
			others.weight += host.weight;
			others.shapes += host.shapes;
			for (unsigned t = 0; t < SP_TRAPS; t++)
				if (rest.of[t].shapes)
					gather(&left.of[t], &rest.of[t]);
		}
	}
	others.cell = picture->cell_count;
	return others.hosts ? add_host(picture, &others, &left) : SP_OK;
}

/* ---- the layout ------------------------------------------------------- */

/* Lays the cells of a host; both arrays have room for all of the picture. */
static void
lay_cells(struct picture *picture, const struct picture_host *host,
	  uint64_t *weights, struct sp_area *areas)
{
	struct picture_cell *cells = picture->cell + host->cell;

	qsort(cells, host->cells, sizeof(*cells), crawlshape_compare);
	for (uint64_t i = 0; i < host->cells; i++)
		weights[i] = cells[i].weight;
	sp_areas_divide(host->area, weights, host->cells, areas);
	for (uint64_t i = 0; i < host->cells; i++)
		cells[i].area = areas[i];
}

static enum sp_status
lay_picture(struct picture *picture)
{
	uint64_t *weights = sp_alloc(picture->cell_count, sizeof(*weights));
	struct sp_area *areas = sp_alloc(picture->cell_count, sizeof(*areas));

	/* Each host has a cell, at least. */
	if (!weights || !areas) {
		free(weights);
		free(areas);
		return sp_no_memory(&picture->shape->cmd->err, "the picture");
	}
	if (picture->host_count)
		qsort(picture->host, picture->host_count,
		      sizeof(*picture->host), crawlshape_compare);
	for (uint64_t i = 0; i < picture->host_count; i++)
		weights[i] = picture->host[i].weight;
	sp_areas_divide(picture->canvas, weights, picture->host_count, areas);
	for (uint64_t i = 0; i < picture->host_count; i++)
		picture->host[i].area = areas[i];
	for (uint64_t i = 0; i < picture->host_count; i++)
		lay_cells(picture, &picture->host[i], weights, areas);
	free(weights);
	free(areas);
	return SP_OK;
}

/* ---- the picture ------------------------------------------------------ */

/* What areas stand for, the sums for title and legend, and the canvas. */
static void
sum_up(struct picture *picture)
{
	const struct crawlshape *shape = picture->shape;

	picture->told = shape->shaped.states || shape->shaped.fetches;
	for (uint64_t i = shape->first; picture->told && i < shape->end; i++)
		picture->fetched |= shape->figures[i].downloads > 0;
	for (uint64_t i = shape->first, end = i; i < shape->end; i++) {
		uint64_t weight = weight_of(picture, i);

		picture->weight += weight;
		picture->of[shape->shapes.traps[i]].weight += weight;
		picture->of[shape->shapes.traps[i]].shapes += weight > 0;
		picture->shapes += weight > 0;
		picture->idle += !weight;
		picture->idle_pages += weight ? 0 : shape->shapes.known[i];
		/* A host counts with its first shape that has an area. */
		if (weight && i >= end) {
			picture->hosts++;
			end = host_end(shape, i);
		}
	}
	picture->canvas = picture_canvas(picture);
}

enum sp_status
crawlshape_picture(struct crawlshape *shape)
{
	struct picture picture = { .shape = shape };
	struct candidate last = { 0, 0 };
	enum sp_status status;

	sum_up(&picture);
	status = find_last(&picture, &last);
	if (!status)
		status = split_hosts(&picture, &last);
	if (!status)
		status = lay_picture(&picture);
	if (!status)
		status = picture_draw(&picture);
	cmd_count(shape->cmd, "areas", picture.cell_count);
	free(picture.host);
	free(picture.cell);
	return status;
}
