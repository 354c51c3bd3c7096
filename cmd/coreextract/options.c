/* SPDX-License-Identifier: MIT */
/*
 * Options of coreextract.  Each is a field of the options of lib/seed;
 * combinations that the library would accept, but with which an option does
 * nothing, are refused, so that nobody measures the effect of an option that
 * had none.
 */
#include "coreextract.h"


/* ---- the table -------------------------------------------------------- */

/* A density breaks only if it is tested, and pages may join that lower it. */
#define BREAK_RULES \
	.excludes = &core->size, .only_with = &core->match, \
	.only_values = 1 << SP_MATCH_ANY

void
coreextract_put_rows(struct coreextract_options *options,
		     struct option_row *to)
{
	struct sp_extract_options *how = &options->how;
	struct sp_core_options *core = &how->core;

	OPTIONS_ADD(to,
		OPTION("seeds", "N", how->seeds, .least = 1, .grows = true,
		       .help = "find N cores, one seed each"),
		OPTION("cover-density", "X", core->cover_density, .most = 100,
		       .help = "least density of a core, in percent"),
		OPTION("hubcap", "N", core->hub_cap,
		       .help = "most hubs in a core; 0: no limit"),
		OPTION("size", "N", core->size,
		       .help = "grow cores to N pages; 0: by density"),
		OPTION("new-members", "N", core->new_members, .least = 1,
		       .help = "pages added per side and round"),
		FLAG("exact", core->exact, .needs = &core->size,
		     .help = "with --size: stop in the middle of a round"),
		CHOICE("match", "WORD", core->match, "any|all",
		       .help = "join any linked page, or only dense ones"),
		CHOICE("last", "WORD", core->last, "undo|keep",
		       BREAK_RULES, .help = "page that breaks the density"),
		CHOICE("test", "WORD", core->test, "each|round",
		       BREAK_RULES, .help = "when to test the density"),
		CHOICE("on-break", "WORD", core->on_break, "stop|close",
		       BREAK_RULES,
		       .help = "what a low density ends: core or side"),
		FLAG("overlap", core->overlap,
		     .help = "let pages be both hub and authority"),
		CHOICE("pick", "HUB", how->pick, "best|random:SEED",
		       .seed = &how->random_seed,
		       .help = "hub that becomes the seed"),
		OPTION("min-hubs", "N", how->min_hubs, .least = 1,
		       .help = "reject cores with fewer hubs"),
		OPTION("min-authorities", "N", how->min_authorities,
		       .least = 1,
		       .help = "reject cores with fewer authorities"),
		OPTION("max-rejected", "N", how->max_rejected,
		       .help = "end after N rejected in a row; 0: never"),
		FLAG("rerank-rejected", how->rerank,
		     .help = "remove a rejected core and rank again"),
		OPTION("iterations", "N", how->hits.iterations, .least = 1,
		       .most = 1000000, .help = "HITS iterations per core"),
		OPTION("tolerance", "X", how->hits.tolerance,
		       .help = "stop HITS at a residual below X; 0: never"),
		CHOICE("norm", "WORD", how->hits.norm, "l2|l1|max",
		       .help = "norm that divides the scores"),
		CHOICE("form", "FORM", how->hits.form, SP_FORM_CHOICES,
		       .local = true, .help = "form of the graph in memory"),
		FLAG("residual", options->residual,
		     .help = "write the graph without the cores' links"));
}

/* ---- checks ----------------------------------------------------------- */

/* Combinations with which an option has no effect, or no core is found. */
static enum sp_status
check_combinations(const struct sp_extract_options *how, struct sp_error *err)
{
	const struct sp_core_options *core = &how->core;

	if (core->size && core->match == SP_MATCH_ANY &&
	    core->cover_density != 100)
		return sp_fail(err, SP_USAGE, "option --cover-density does "
			       "not go with --size, unless with --match all");
	if (core->hub_cap && core->hub_cap < how->min_hubs)
		return sp_fail(err, SP_USAGE, "--hubcap %" PRIu64 ": no core "
			       "could have the %" PRIu64 " hubs of --min-hubs",
			       core->hub_cap, how->min_hubs);
	/* A sum could wrap. */
	if (core->size && (core->size <= how->min_hubs ||
			   core->size - how->min_hubs < how->min_authorities))
		return sp_fail(err, SP_USAGE, "--size %" PRIu64 ": too small "
			       "for the %" PRIu64 " hubs of --min-hubs and the "
			       "%" PRIu64 " authorities of --min-authorities",
			       core->size, how->min_hubs, how->min_authorities);
	return SP_OK;
}

/* Without a density, no page breaks it. */
static enum sp_status
check_break_rules(struct cmd *cmd, const struct sp_core_options *core)
{
	const char *idle = NULL;

	if (core->cover_density > 0)
		return SP_OK;
	if (option_is_given(cmd->options, &core->last))
		idle = "last";
	else if (option_is_given(cmd->options, &core->test))
		idle = "test";
	else if (option_is_given(cmd->options, &core->on_break))
		idle = "on-break";
	return !idle ? SP_OK :
		       sp_fail(&cmd->err, SP_USAGE, "option --%s does not go "
			       "with --cover-density 0: every page keeps it",
			       idle);
}

enum sp_status
coreextract_check(struct cmd *cmd, const struct sp_extract_options *how)
{
	double density = how->core.cover_density;

	if (sp_core_check(&how->core, &cmd->err) ||
	    check_combinations(how, &cmd->err) ||
	    check_break_rules(cmd, &how->core))
		return cmd->err.status;
	/* A share where percents go makes one core of nearly all pages. */
	if (density > 0 && density < 1)
		cmd_warn(cmd, "option --cover-density %g is in percent: "
			 "give %g for that share of the links", density,
			 100 * density);
	return SP_OK;
}
