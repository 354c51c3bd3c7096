/* SPDX-License-Identifier: MIT */
#include "measure/crawl/hosts_seen.h"

#include "base/bitset.h"

#include <stdlib.h>

enum sp_status
sp_hosts_seen(const struct sp_hosts *hosts, const uint32_t *order,
	      uint64_t count, const uint64_t *points, uint64_t point_count,
	      uint64_t *seen, struct sp_error *err)
{
	uint64_t *found = sp_bitset_new(hosts->names.count);
	uint64_t done = 0, different = 0;

	if (!found)
		return sp_no_memory(err, "a set of hosts");
	/* Points ascend, so one walk along the order serves them all. */
	for (uint64_t i = 0; i < point_count; i++) {
		uint64_t end = points[i] < count ? points[i] : count;

		for (; done < end; done++) {
			uint32_t host;
			size_t length;

			if (order[done] >= hosts->pages ||
			    hosts->host_of[order[done]] >= hosts->names.count) {
				free(found);
				return sp_fail(err, SP_DATA, "page %lu has no "
					       "host: the hosts are of another "
					       "graph",
					       (unsigned long)order[done]);
			}
			host = hosts->host_of[order[done]];
			if (sp_bit_test_and_set(found, host))
				continue;
			sp_names_get(&hosts->names, host, &length);
			different += length > 0;
		}
		seen[i] = different;
	}
	free(found);
	return SP_OK;
}
