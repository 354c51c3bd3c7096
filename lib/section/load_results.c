/* SPDX-License-Identifier: MIT */
#include "section/load_parts.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* ---- names and hosts -------------------------------------------------- */

enum sp_status
sp_load_strings_data(struct load *load, struct sp_names *names,
		     const uint8_t *at, struct sp_error *err)
{
	const uint8_t *end = at + load->frame.raw;

	for (uint64_t i = 0; i < load->frame.count; i++) {
		uint64_t length;

		if (!sp_get_leb(&at, end, &length) ||
		    length > (uint64_t)(end - at))
			return sp_load_bad(load, err,
					   "a name passes the frame's end");
		if (sp_names_add(names, (const char *)at, length, err))
			return err->status;
		at += length;
	}
	if (at != end)
		return sp_load_bad(load, err, "bytes behind the last name");
	return SP_OK;
}

enum sp_status
sp_load_host_of_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_hosts *hosts = &load->contents->hosts;
	const uint8_t *end = at + load->frame.raw;
	uint64_t pages = 0;

	while (at < end) {
		uint64_t host, run;

		if (!sp_get_leb(&at, end, &host) ||
		    !sp_get_leb(&at, end, &run) || !run ||
		    run > load->frame.count - pages)
			return sp_load_bad(load, err,
					   "a run of pages is damaged");
		if (host >= hosts->names.count)
			return sp_load_bad(load, err, "a host without a name");
		if (run > SP_PAGES_MAX - hosts->pages)
			return sp_load_bad(load, err,
					   "more pages than supported");
		for (uint64_t i = 0; i < run; i++)
			if (sp_hosts_add(hosts, (uint32_t)host, err))
				return err->status;
		pages += run;
	}
	if (pages != load->frame.count)
		return sp_load_bad(load, err, "fewer pages than counted");
	return SP_OK;
}

/* ---- scores ----------------------------------------------------------- */

bool
sp_score_head_is(const uint8_t *head, size_t length, const char *name)
{
	return length >= SP_BASIS && strlen(name) == length - SP_BASIS &&
	       !memcmp(head + SP_BASIS, name, length - SP_BASIS);
}

enum sp_status
sp_load_name(const struct load *load, const uint8_t *at, char *name,
	     const char *wrong, struct sp_error *err)
{
	size_t length = load->frame.raw - (size_t)SP_BASIS;

	if (length < 1 || length > SP_SCORE_NAME_MAX ||
	    memchr(at + SP_BASIS, 0, length))
		return sp_load_bad(load, err, wrong);
	memcpy(name, at + SP_BASIS, length);
	name[length] = 0;
	return SP_OK;
}

enum sp_status
sp_load_score_head(struct load *load, const uint8_t *at, struct sp_error *err)
{
	free(load->score.values);
	memset(&load->score, 0, sizeof(load->score));
	load->score.basis = load->basis;
	load->score_capacity = 0;
	return sp_load_name(load, at, load->score.name,
			    "a score without a valid name", err);
}

enum sp_status
sp_load_score_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_score *score = &load->score;
	uint64_t count = load->frame.count;

	if (load->frame.raw % 8 || load->frame.raw / 8 != count)
		return sp_load_bad(load, err,
				   "scores of another size than counted");
	if (!sp_grow(&score->values, &load->score_capacity,
		     score->pages + count, sizeof(double)))
		return sp_no_memory(err, "scores");
	if (!sp_load_doubles(score->values + score->pages, at, count))
		return sp_load_bad(load, err, "a score is not a finite number");
	score->pages += count;
	return SP_OK;
}

enum sp_status
sp_load_score_tail(struct load *load, struct sp_error *err)
{
	struct sp_contents *contents = load->contents;
	struct sp_score *to = NULL;

	if (load->score.pages != load->basis.graph.pages)
		return sp_load_bad(load, err,
				   "another number of scores than pages");
	for (uint64_t i = 0; i < contents->score_count; i++)
		if (!strcmp(contents->scores[i].name, load->score.name))
			to = &contents->scores[i];
	if (!to) {
		if (!sp_grow(&contents->scores, &contents->score_capacity,
			     contents->score_count + 1, sizeof(*to)))
			return sp_no_memory(err, "scores");
		to = &contents->scores[contents->score_count++];
		to->values = NULL;
	}
	free(to->values);
	*to = load->score;
	load->score.values = NULL;
	return SP_OK;
}

const struct sp_score *
sp_contents_score(const struct sp_contents *contents, const char *name)
{
	for (uint64_t i = 0; i < contents->score_count; i++)
		if (!strcmp(contents->scores[i].name, name))
			return &contents->scores[i];
	return NULL;
}

/* ---- cores and seeds -------------------------------------------------- */

enum sp_status
sp_load_cores_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	if (load->frame.raw / SP_CORE_RECORD != load->frame.count ||
	    load->frame.raw % SP_CORE_RECORD)
		return sp_load_bad(load, err,
				   "cores of another size than counted");
	for (uint64_t i = 0; i < load->frame.count; i++) {
		struct sp_core core = { sp_load32(at), sp_load32(at + 4),
					sp_load64(at + 8), sp_load64(at + 16),
					sp_load64(at + 24) };

		if (core.seed >= load->basis.graph.pages)
			return sp_load_bad(load, err, "a seed is not a page");
		if (sp_cores_add(&load->contents->cores, &core, err))
			return err->status;
		at += SP_CORE_RECORD;
	}
	return SP_OK;
}

enum sp_status
sp_load_members_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	struct sp_cores *cores = &load->contents->cores;

	if (load->frame.raw / SP_MEMBER_RECORD != load->frame.count ||
	    load->frame.raw % SP_MEMBER_RECORD)
		return sp_load_bad(load, err,
				   "members of another size than counted");
	for (uint64_t i = 0; i < load->frame.count; i++) {
		uint32_t side = sp_load32(at + 8);
		struct sp_member member = { sp_load32(at), sp_load32(at + 4),
					    side ? SP_AUTHORITY : SP_HUB,
					    sp_load_double(at + 16) };

		if (side > 1 || member.core >= cores->count ||
		    member.page >= load->basis.graph.pages ||
		    !isfinite(member.score))
			return sp_load_bad(load, err,
					   "a member of a core is damaged");
		if (sp_cores_add_member(cores, &member, err))
			return err->status;
		at += SP_MEMBER_RECORD;
	}
	return SP_OK;
}

enum sp_status
sp_load_seeds_data(struct load *load, const uint8_t *at, struct sp_error *err)
{
	const uint8_t *end = at + load->frame.raw;

	for (uint64_t i = 0; i < load->frame.count; i++) {
		struct sp_seed seed;
		uint64_t length;

		if (end - at < SP_SEED_RECORD)
			return sp_load_bad(load, err,
					   "a seed passes the frame's end");
		seed = (struct sp_seed){ sp_load32(at), sp_load32(at + 4) };
		at += SP_SEED_RECORD;
		if (seed.page >= load->basis.graph.pages ||
		    !sp_get_leb(&at, end, &length) ||
		    length > (uint64_t)(end - at))
			return sp_load_bad(load, err, "a seed is damaged");
		if (sp_seeds_add(&load->contents->seeds, seed, err) ||
		    sp_names_add(&load->contents->seed_names, (const char *)at,
				 length, err))
			return err->status;
		at += length;
	}
	if (at != end)
		return sp_load_bad(load, err, "bytes behind the last seed");
	return SP_OK;
}
