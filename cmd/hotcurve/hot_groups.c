/* SPDX-License-Identifier: MIT */
/*
 * Groups of hot pages: shapes of URLs, for --hot-per-shape, --by-shape and
 * --hot-per-host, or hosts for the last of these.
 *
 * Shapes are those of a stream, if one has them, so that all filters that read
 * it speak of the same ones; else they are learned here, from the same names as
 * crawlshape does.  They are found once, with the first ranking; a later one
 * (--reachable) has the same groups.
 */
#include "hotcurve.h"

#include "measure/crawl/hotcap.h"
#include "shape/shape.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/shapes.h"

/* The option that asks for groups. */
static const char *
grouping_option(const struct hotcurve_run *run)
{
	const struct hotcurve_options *options = run->options;

	return options->hot.share > 0 ? "hot-per-host" :
	       options->hot.per_shape ? "hot-per-shape" : "by-shape";
}

/* Those of the benchmark or of the graph, or NULL. */
static const struct sp_shapes *
stored_shapes(const struct hotcurve_run *run)
{
	const struct sp_shapes *shapes = sp_contents_shapes(&run->input.bench);

	if (!shapes)
		shapes = sp_contents_shapes(&run->input.contents);
	return shapes && shapes->pages == run->bench.pages ? shapes : NULL;
}

/* Sets *shapes to stored or learned ones; NULL if there are none. */
static enum sp_status
find_hot_shapes(struct hotcurve_run *run, const struct sp_shapes **shapes)
{
	const struct sp_names *names = sp_contents_names(&run->input.contents);
	enum sp_status status;

	*shapes = stored_shapes(run);
	if (*shapes || !names || names->count != run->bench.pages)
		return SP_OK;
	status = sp_shapes_learn(names, run->cmd->threads, &run->bench.shapes,
				 &run->cmd->err);
	/* Only the shapes of pages are needed. */
	sp_names_free(&run->bench.shapes.patterns);
	*shapes = &run->bench.shapes;
	return status;
}

static enum sp_status
take_shapes(struct hotcurve_run *run, const struct sp_shapes *shapes)
{
	struct sp_units *units = &run->bench.hot_groups;

	if (sp_units_of_shapes(shapes, units, &run->cmd->err))
		return run->cmd->err.status;
	cmd_count(run->cmd, "shapes", shapes->count);
	if (units->count == run->bench.pages)
		cmd_warn(run->cmd, "option --%s: each page is a shape of its "
			 "own, so that the option changes nothing",
			 grouping_option(run));
	return SP_OK;
}

static enum sp_status
find_hot_groups(struct hotcurve_run *run)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&run->input.contents);
	const char *option = grouping_option(run);
	bool or_hosts = run->options->hot.share > 0;
	const struct sp_shapes *shapes;
	struct sp_error *err = &run->cmd->err;
	enum sp_status status = find_hot_shapes(run, &shapes);

	if (status)
		return status;
	if (shapes && shapes->count)
		return take_shapes(run, shapes);
	run->bench.by_hosts = or_hosts && hosts &&
			      hosts->pages == run->bench.pages;
	if (run->bench.by_hosts)
		return sp_units_of_hosts(hosts, &run->bench.hot_groups, err);
	if (shapes)
		return sp_fail(err, SP_DATA, "option --%s: the names of the "
			       "pages are no URLs, and have no shapes", option);
	return sp_fail(err, SP_DATA, "option --%s: no shapes and no names%s of "
		       "the pages in the stream (give the graph with -g; "
		       "graphimport --names%s adds them)", option,
		       or_hosts ? " or hosts" : "",
		       or_hosts ? " or --hosts" : "");
}

/* kept says up to which rank the share could be held. */
static enum sp_status
cap_share(struct hotcurve_run *run)
{
	const char *groups = run->bench.by_hosts ? "hosts" : "shapes";
	const struct sp_units *units = &run->bench.hot_groups;
	double share = run->options->hot.share;
	struct cmd *cmd = run->cmd;
	uint64_t kept = 0;

	if (sp_hotrank_cap(&run->bench.ranking, units->unit_of, units->count,
			   share, &kept, &cmd->err))
		return cmd->err.status;
	if (kept == run->bench.ranking.count || run->warned.capped)
		return SP_OK;
	cmd_warn(cmd, "option --hot-per-host %g: from %" PRIu64 " hot pages "
		 "on, some %s have a larger share, since the %" PRIu64 " of "
		 "them have no more pages", share, kept + 1, groups,
		 units->count);
	run->warned.capped = true;
	return SP_OK;
}

static enum sp_status
cap_each(struct hotcurve_run *run, uint64_t wanted)
{
	const struct sp_units *units = &run->bench.hot_groups;
	uint64_t per_shape = run->options->hot.per_shape;
	struct cmd *cmd = run->cmd;

	if (sp_hotrank_cap_each(&run->bench.ranking, units->unit_of,
				units->count, per_shape, &run->bench.hot.most,
				&cmd->err))
		return cmd->err.status;
	if (run->bench.hot.most >= wanted || run->warned.capped)
		return SP_OK;
	cmd_warn(cmd, "option --hot-per-shape %" PRIu64 ": only %" PRIu64 " "
		 "pages can be hot, since there are %" PRIu64 " shapes, and "
		 "%" PRIu64 " hot pages are asked for", per_shape,
		 run->bench.hot.most, units->count - units->alone, wanted);
	run->warned.capped = true;
	return SP_OK;
}

/* One warning is enough for all files. */
enum sp_status
hotcurve_group_hot(struct hotcurve_run *run, uint64_t wanted)
{
	const struct hotcurve_options *options = run->options;
	enum sp_status status = SP_OK;

	if (!hotcurve_has_groups(options))
		return SP_OK;
	if (!run->bench.hot_groups.unit_of)
		status = find_hot_groups(run);
	/* Groups may point into shapes and hosts, but not into names. */
	sp_contents_drop(&run->input.contents, SP_SECTION_NAMES);
	if (!status && options->hot.share > 0)
		status = cap_share(run);
	if (!status && options->hot.per_shape)
		status = cap_each(run, wanted);
	return status;
}
