/* SPDX-License-Identifier: MIT */
/* Links between ids: narrow ones, after which wide ones come. */
#include "unit.h"

#include "graph/links/idlinks.h"

/*
 * Pages are numbered in the order of their ids, whichever collection they come
 * from.  1 and 4 are no targets: only as sources do they get numbers.
 */
START_TEST(wide_after_narrow)
{
	static const struct sp_id_run first[] = { { 1, 2, false },
						  { 4, 1, false } };
	static const struct sp_id_run then[] = { { 5, 1, false } };
	static const uint32_t narrow[] = { 2, 5, 5 };
	static const uint64_t wide[] = { UINT64_MAX };
	static const uint64_t ids[] = { 1, 2, 4, 5, UINT64_MAX };
	static const uint32_t sources[] = { 0, 0, 2, 3 };
	static const uint32_t targets[] = { 1, 3, 3, 4 };
	const struct sp_linksort_options options = { 1 << 20, "/tmp", 1,
						     false, NULL };
	struct sp_idlinks *links = sp_idlinks_new(&options, true);
	struct sp_collected made;
	struct sp_cursor *cursor;
	const uint32_t *successors;
	uint32_t page, count;
	struct sp_error err;
	uint64_t id, at = 0;

	hold(links);
	must(sp_idlinks_add(links, &(struct sp_id_links){
		first, LENGTH(first), 3, 5, narrow, NULL, NULL }, &err), err);
	must(sp_idlinks_add(links, &(struct sp_id_links){
		then, LENGTH(then), 1, UINT64_MAX, NULL, wide, NULL }, &err),
	     err);
	must(sp_idlinks_finish(links, 0, &made, &err), err);
	for (int i = 0; i < LENGTH(ids); i++) {
		hold(sp_idlinks_next(links, &id));
		ck_assert_uint_eq(id, ids[i]);
	}
	hold(!sp_idlinks_next(links, &id));
	cursor = sp_cursor_new(made.graph);
	while (sp_cursor_next(cursor, &page, &successors, &count))
		for (uint32_t i = 0; i < count; i++, at++) {
			ck_assert_uint_eq(page, sources[at]);
			ck_assert_uint_eq(successors[i], targets[at]);
		}
	ck_assert_int_eq((int)at, LENGTH(targets));
	sp_cursor_free(cursor);
	sp_graph_free(made.graph);
	free(made.weights);
	sp_idlinks_free(links);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("idlinks");

	tcase_add_test(tests, wide_after_narrow);
	return unit_run(tests);
}
