/* SPDX-License-Identifier: MIT */
/*
 * How it works.  What costs little is found for all shapes first: the order of
 * segments, versions, copies of hosts.  Where the verdict then depends on links
 * of single pages, some of these are read.  A last pass over the links finds
 * what leads into endless shapes and galleries, if there are any.
 */
#include "base/memory.h"
#include "shape/mirrors.h"
#include "shape/verdict.h"

#include <stdlib.h>

struct judging {
	const struct sp_shaped *shaped;
	const struct sp_shape_downloads *downloads;
	const struct sp_names *urls;
	const struct sp_addresses *addresses;
	const struct sp_versions *versions;
	const struct sp_shape_figures *figures;
	struct sp_shape_orders *orders;
	struct sp_shape_signs *signs;
	struct sp_mirror *mirrors;
	uint8_t *marks;              /* of each shape */
	struct sp_verdict *verdicts;
};

static struct sp_evidence
evidence_of(const struct judging *judging, uint64_t shape)
{
	const struct sp_addresses *addresses = judging->addresses;
	uint32_t site = addresses->site_of[shape];

	return (struct sp_evidence){
		.pattern = sp_shape_text(addresses->shapes, shape),
		.figures = &judging->figures[shape],
		.orders = &judging->orders[shape],
		.versions = &judging->versions->shapes[shape],
		.signs = judging->signs ? &judging->signs[shape] : NULL,
		.mirror = sp_is_mirror(addresses, site,
				       &judging->mirrors[site]),
		.timed = judging->downloads->timed
	};
}

static enum sp_status
find_signs(struct judging *judging, struct sp_error *err)
{
	const struct sp_shaped *shaped = judging->shaped;
	struct sp_index *index = NULL;
	enum sp_status status = sp_index_new(shaped->graph, shaped->threads,
					     &index, err);

	if (!status)
		status = sp_mirrors_find(shaped, judging->downloads,
					 judging->addresses, index,
					 &judging->mirrors, err);
	for (uint64_t i = 0; !status && i < shaped->shapes; i++) {
		struct sp_evidence evidence = evidence_of(judging, i);

		judging->marks[i] = sp_shape_wants(&evidence);
	}
	if (!status)
		status = sp_signs_find(shaped, judging->downloads,
				       judging->urls, judging->versions, index,
				       judging->marks, &judging->signs, err);
	sp_index_free(index);
	return status;
}

static void
judge_one(struct judging *judging, uint64_t shape)
{
	struct sp_evidence evidence = evidence_of(judging, shape);
	const struct sp_addresses *addresses = judging->addresses;
	struct sp_verdict *verdict = &judging->verdicts[shape];
	uint32_t site = addresses->site_of[shape];

	verdict->trap = sp_shape_judge(&evidence);
	verdict->of = SP_NO_SHAPE;
	if (verdict->trap == SP_TRAP_MIRROR)
		verdict->of = addresses->first[judging->mirrors[site].of];
	if (verdict->trap == SP_TRAP_VIEW)
		verdict->of = evidence.versions->base;
	judging->marks[shape] = verdict->trap >= SP_TRAP_DUPLICATES;
}

static void
judge_kin(struct judging *judging, const struct sp_shape_leads *leads)
{
	for (uint64_t i = 0; i < judging->shaped->shapes; i++) {
		struct sp_verdict *verdict = &judging->verdicts[i];
		struct sp_evidence evidence = evidence_of(judging, i);
		uint32_t kin = judging->versions->kin[i];
		enum sp_trap base = judging->verdicts[kin].trap;

		if (verdict->trap)
			continue;
		if (kin == i || base < SP_TRAP_ENDLESS)
			base = SP_TRAP_NONE;
		verdict->trap = sp_shape_judge_kin(&evidence, base, &leads[i]);
		if (verdict->trap && base)
			verdict->of = kin;
	}
}

static enum sp_status
judge_all(struct judging *judging, struct sp_error *err)
{
	struct sp_shape_leads *leads;
	bool marked = false;
	enum sp_status status;

	for (uint64_t i = 0; i < judging->shaped->shapes; i++) {
		judge_one(judging, i);
		marked |= judging->marks[i];
	}
	if (!marked)
		return SP_OK;
	status = sp_leads_count(judging->shaped, judging->addresses,
				judging->marks, &leads, err);
	if (status)
		return status;
	judge_kin(judging, leads);
	free(leads);
	return SP_OK;
}

enum sp_status
sp_shapes_judge(const struct sp_shaped *shaped,
		const struct sp_shape_downloads *downloads,
		const struct sp_names *urls,
		const struct sp_addresses *addresses,
		const struct sp_versions *versions,
		const struct sp_shape_figures *figures,
		struct sp_verdict **verdicts, struct sp_error *err)
{
	struct judging judging = {
		.shaped = shaped, .downloads = downloads, .urls = urls,
		.addresses = addresses, .versions = versions,
		.figures = figures,
		.marks = sp_alloc_zero(shaped->shapes, 1),
		.verdicts = sp_alloc(shaped->shapes, sizeof(**verdicts))
	};
	enum sp_status status = SP_OK;

	if (!judging.marks || !judging.verdicts)
		status = sp_no_memory(err, "verdicts");
	if (!status)
		status = sp_shapes_orders(urls, addresses->shapes,
					  &judging.orders, err);
	if (!status)
		status = find_signs(&judging, err);
	if (!status)
		status = judge_all(&judging, err);
	free(judging.orders);
	free(judging.signs);
	free(judging.mirrors);
	free(judging.marks);
	*verdicts = judging.verdicts;
	if (status) {
		free(judging.verdicts);
		*verdicts = NULL;
	}
	return status;
}
