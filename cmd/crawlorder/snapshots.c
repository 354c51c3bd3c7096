/* SPDX-License-Identifier: MIT */
#include "crawlorder.h"

#include "base/number.h"
#include "stream/section/linkscores.h"

#include <string.h>

static enum sp_status
read_takeover(const char *word, size_t length, bool timed,
	      struct crawl_takeovers *takeovers, struct sp_error *err)
{
	unsigned count = takeovers->count;
	uint64_t moment;
	bool good = timed ? sp_parse_duration(word, length, &moment) :
			    sp_parse_count(word, length, &moment);

	if (!good || !moment)
		return sp_fail(err, SP_USAGE, "option --snapshots: \"%.*s\" is "
			       "not a %s", (int)length, word, timed ?
			       "time above 0 (with --time, as 7d)" :
			       "number of downloads from 1 on");
	if (count + 1 == SP_SNAPSHOTS_MAX)
		return sp_fail(err, SP_USAGE, "option --snapshots: more than "
			       "%d moments", SP_SNAPSHOTS_MAX - 1);
	if (count && moment <= takeovers->moments[count - 1])
		return sp_fail(err, SP_USAGE, "option --snapshots: \"%.*s\" is "
			       "not after the moment before it", (int)length,
			       word);
	takeovers->moments[takeovers->count++] = moment;
	return SP_OK;
}

enum sp_status
crawl_takeovers_read(const char *list, bool timed,
		     struct crawl_takeovers *takeovers, struct sp_error *err)
{
	/* An empty list is that of one snapshot. */
	while (*list) {
		size_t length = strcspn(list, ",");

		if (read_takeover(list, length, timed, takeovers, err))
			return err->status;
		list += length;
		if (*list == ',' && !*++list)
			return sp_fail(err, SP_USAGE, "option --snapshots: "
				       "nothing after the last comma");
	}
	return SP_OK;
}

enum sp_status
crawl_snapshots_name(struct sp_plan *plan, struct sp_error *err)
{
	return crawl_name_add(plan, "/snapshots", err);
}

enum sp_status
crawl_snapshots_find(const struct sp_contents *contents, const double *pages,
		     const struct crawl_takeovers *takeovers,
		     struct sp_snapshots *snapshots,
		     struct sp_crawl_input *crawl, struct sp_error *err)
{
	const struct sp_named_link_scores *links =
		sp_contents_link_score(contents, SP_SNAPSHOTS_NAME);

	if (!links)
		return sp_fail(err, SP_DATA, "no scores \"" SP_SNAPSHOTS_NAME
			       "\" of links in the stream (graphmerge "
			       "--snapshots adds them)");
	if (sp_snapshots_init(snapshots, crawl->graph, pages, &links->scores,
			      err))
		return err->status;
	if (snapshots->count != takeovers->count + 1)
		return sp_fail(err, SP_DATA, "option --snapshots: %u moments, "
			       "but the stream has %u snapshots, so there "
			       "must be %u", takeovers->count,
			       snapshots->count, snapshots->count - 1);
	crawl->snapshots = snapshots;
	crawl->takeovers = takeovers->moments;
	return SP_OK;
}
