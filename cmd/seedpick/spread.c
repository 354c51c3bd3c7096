/* SPDX-License-Identifier: MIT */
/*
 * --spread: at most one seed a host; --spread-domain: one a domain;
 * --one-per-shape: one a shape of URLs.
 */
#include "seedpick.h"

#include "stream/section/hosts.h"
#include "stream/section/shapes.h"

const char *
seedpick_unit_word(const struct seedpick_options *options)
{
	return options->one_per_shape ? "shape" :
	       options->spread_domain ? "domain" : "host";
}

/* A shape is one of URLs of a host. */
enum sp_status
seedpick_check_shapes(const struct seedpick *pick)
{
	if (!pick->options->one_per_shape || !pick->options->hosts)
		return SP_OK;
	return sp_fail(&pick->cmd->err, SP_USAGE, "option --one-per-shape does "
		       "not go with --host-first: pages of different hosts are "
		       "of different shapes");
}

/* The units of which each has one seed at most. */
static enum sp_status
spread_find_units(struct seedpick *pick)
{
	const struct seedpick_options *options = pick->options;
	const struct sp_hosts *hosts = sp_contents_hosts(&pick->contents);
	const struct sp_shapes *shapes = sp_contents_shapes(&pick->contents);
	struct sp_error *err = &pick->cmd->err;

	if (options->one_per_shape)
		return shapes ? sp_units_of_shapes(shapes, &pick->units, err) :
				cmd_missing(pick->cmd, "shapes");
	if (!hosts)
		return cmd_missing(pick->cmd, "hosts");
	return options->spread_domain ?
		       sp_units_of_domains(hosts, &pick->units, err) :
		       sp_units_of_hosts(hosts, &pick->units, err);
}

enum sp_status
seedpick_begin_spread(struct seedpick *pick)
{
	const struct seedpick_options *options = pick->options;
	struct sp_error *err = &pick->cmd->err;
	enum sp_status status;

	if (!options->spread && !options->spread_domain &&
	    !options->one_per_shape)
		return SP_OK;
	status = spread_find_units(pick);
	if (!status)
		status = sp_spread_begin(&pick->taken, &pick->units, err);
	if (!status)
		pick->spread = &pick->taken;
	return status;
}

void
seedpick_end_spread(struct seedpick *pick)
{
	sp_spread_end(&pick->taken);
	sp_units_free(&pick->units);
	pick->spread = NULL;
}

void
seedpick_spread(struct seedpick *pick)
{
	const uint64_t before = pick->seeds.count;

	if (!pick->spread || pick->method->spreads)
		return;
	sp_spread_seeds(pick->spread, &pick->seeds);
	seedpick_report_skipped(pick, before);
}

void
seedpick_report_skipped(struct seedpick *pick, uint64_t before)
{
	cmd_count(pick->cmd, "skipped", pick->spread->skipped);
	if (pick->spread->skipped)
		cmd_warn(pick->cmd, "skipped %" PRIu64 " of %" PRIu64 " seeds: "
			 "their %s has a seed already", pick->spread->skipped,
			 before, seedpick_unit_word(pick->options));
}

enum sp_status
seedpick_check_spread(struct seedpick *pick, uint64_t wanted,
		      const uint64_t *allowed)
{
	struct sp_error *err = &pick->cmd->err;
	uint64_t units;
	enum sp_status status;

	if (!pick->spread)
		return SP_OK;
	status = sp_spread_count(&pick->units, pick->basis.graph.pages,
				 allowed, &units, err);
	if (!status && units < wanted)
		status = sp_fail(err, SP_DATA, "%" PRIu64 " seeds %s different "
				 "%ss: only %" PRIu64 " have pages with links",
				 wanted,
				 pick->options->one_per_shape ? "of" : "on",
				 seedpick_unit_word(pick->options), units);
	return status;
}
