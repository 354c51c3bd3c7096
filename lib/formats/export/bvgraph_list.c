/* SPDX-License-Identifier: MIT */
/*
 * A plan is the code of the list with reference to one page of the window, or
 * to none, made but not written.  The best plan so far stays; another is given
 * up as soon as it has as many bits.
 *
 * All pages of the window are tried, as WebGraph does, since its bits are what
 * is wanted; a cheaper choice would make other files.  What can be saved is
 * work on plans that lose: sizes of codes come from tables without writing a
 * bit, a plan ends when it is too long, and pages whose links lie elsewhere are
 * not tried at all.  Only the winner is written.
 *
 * Lists of the window are copied into a ring of slots, whose memory is used
 * again and again.  Each ends with a number larger than any page, so that the
 * inner loops compare pages and never count.
 */
#include "formats/export/bvgraph_list.h"

#include "base/bytes.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * As many links as formats/import/bvgraph.c accepts in the lists of a window.
 */
#define WINDOW_LINKS (UINT64_C(1) << 26)

/* After the last page of a list: larger than any page. */
#define LIST_END UINT32_MAX

struct bv_slot {
	uint32_t *pages;         /* count, and LIST_END */
	uint64_t capacity;
	uint32_t count;
	uint32_t chain;          /* references in a row from this page on */
};

struct bv_array {
	uint32_t *at;
	uint64_t count, capacity;
};

struct bv_plan {
	uint32_t back;           /* to the page referred to; 0: none */
	uint64_t bits;           /* of the list without its degree */
	uint64_t copied;
	struct bv_array blocks;  /* lengths, without the last */
	struct bv_array extras;  /* links that are not copied */
	struct bv_array runs;    /* first page and length of each interval */
	struct bv_array residuals;
};

struct sp_bvgraph_lists {
	struct sp_bvgraph_code code;
	struct sp_zeta zeta;
	struct bv_slot *slots;   /* of the last pages, in a ring */
	uint32_t ring;           /* window + 1 */
	uint64_t links;          /* of all slots */
	struct bv_plan plans[2], *best, *other;
};

/* ---- the window ------------------------------------------------------- */

struct sp_bvgraph_lists *
sp_bvgraph_lists_new(const struct sp_bvgraph_code *code)
{
	struct sp_bvgraph_lists *lists = sp_alloc_zero(1, sizeof(*lists));

	if (!lists)
		return NULL;
	lists->code = *code;
	lists->ring = code->window + 1;
	lists->best = &lists->plans[0];
	lists->other = &lists->plans[1];
	sp_zeta_init(&lists->zeta, code->zeta);
	lists->slots = sp_alloc_zero(lists->ring, sizeof(*lists->slots));
	if (!lists->slots) {
		free(lists);
		return NULL;
	}
	return lists;
}

void
sp_bvgraph_lists_free(struct sp_bvgraph_lists *lists)
{
	if (!lists)
		return;
	for (uint32_t i = 0; i < lists->ring; i++)
		free(lists->slots[i].pages);
	for (unsigned i = 0; i < 2; i++) {
		free(lists->plans[i].blocks.at);
		free(lists->plans[i].extras.at);
		free(lists->plans[i].runs.at);
		free(lists->plans[i].residuals.at);
	}
	free(lists->slots);
	free(lists);
}

void
sp_bvgraph_lists_clear(struct sp_bvgraph_lists *lists)
{
	for (uint32_t i = 0; i < lists->ring; i++)
		lists->slots[i].count = lists->slots[i].chain = 0;
	lists->links = 0;
}

static struct bv_slot *
bvgraph_list_slot_of(const struct sp_bvgraph_lists *lists, uint32_t page)
{
	return &lists->slots[page % lists->ring];
}

uint32_t
sp_bvgraph_lists_chain(const struct sp_bvgraph_lists *lists, uint32_t page)
{
	return bvgraph_list_slot_of(lists, page)->chain;
}

/*
 * Whether those who read the file will accept the lists of the window.
 *
 * One list of many links fills a window without harm, for it is held anyway;
 * many of them are refused, here rather than when the file is read.
 */
static bool
bvgraph_list_fits_window(const struct sp_bvgraph_lists *lists)
{
	uint32_t longest = 0;

	if (lists->links <= WINDOW_LINKS)
		return true;
	for (uint32_t i = 0; i < lists->ring; i++)
		if (lists->slots[i].count > longest)
			longest = lists->slots[i].count;
	return lists->links / 8 <= longest;
}

/*
 * The slot of a page is that of the page which has just left the window: the
 * ring has one more than the window, for the page itself.
 */
enum sp_status
sp_bvgraph_lists_add(struct sp_bvgraph_lists *lists, uint32_t page,
		     const uint32_t *successors, uint32_t count,
		     uint32_t chain, struct sp_error *err)
{
	struct bv_slot *slot = bvgraph_list_slot_of(lists, page);

	if (!sp_grow(&slot->pages, &slot->capacity, (uint64_t)count + 1))
		return sp_no_memory(err, "the lists of a window");
	lists->links += count;
	lists->links -= slot->count;
	memcpy(slot->pages, successors, count * sizeof(*successors));
	slot->pages[count] = LIST_END;
	slot->count = count;
	slot->chain = chain;
	if (!bvgraph_list_fits_window(lists))
		return sp_fail(err, SP_DATA, "page %lu: the %lu lists before "
			       "have too many links for one window: choose a "
			       "smaller --window", (unsigned long)page,
			       (unsigned long)lists->code.window);
	return SP_OK;
}

/* ---- plans ------------------------------------------------------------ */

static inline uint64_t
distance_code(uint32_t page, uint32_t successor)
{
	return sp_zigzag((int64_t)successor - (int64_t)page);
}

/*
 * Makes room for the plan of any list of count links.
 *
 * For the worst list of this length, so that the loops below store without
 * looking.  Memory grows to that of the longest list, and stays.
 */
static bool
reserve_plan(struct bv_plan *plan, uint64_t count)
{
	return sp_grow(&plan->blocks.at, &plan->blocks.capacity,
		       2 * count + 2) &&
	       sp_grow(&plan->extras.at, &plan->extras.capacity, count + 1) &&
	       sp_grow(&plan->runs.at, &plan->runs.capacity, count + 1) &&
	       sp_grow(&plan->residuals.at, &plan->residuals.capacity, count);
}

/*
 * Which links of row are in other: blocks of other that are copied and skipped
 * in turn, of which the first may be empty and the last is not listed.
 *
 * Both lists ascend, so one pass finds what they share.  Turns of copying and
 * skipping alternate; the last needs no length, as it lasts to the end of the
 * other list, whichever it is.
 */
static void
plan_copies(struct bv_plan *plan, const struct bv_slot *row,
	    const struct bv_slot *other)
{
	const uint32_t *a = row->pages, *a_end = a + row->count;
	const uint32_t *b = other->pages, *b_end = b + other->count;
	const uint32_t *block = b;
	uint32_t *blocks = plan->blocks.at, *extras = plan->extras.at;

	for (;;) {
		for (;;) {
			while (*a < *b)
				*extras++ = *a++;
			if (*a != *b || b == b_end)
				break;
			a++;
			b++;
		}
		if (b == b_end)
			break;
		*blocks++ = (uint32_t)(b - block);
		block = b;
		while (a != a_end && *a != *b) {
			while (*b < *a)
				b++;
			while (*a < *b)
				*extras++ = *a++;
		}
		if (a == a_end)
			break;
		*blocks++ = (uint32_t)(b - block);
		block = b;
	}
	plan->blocks.count = (uint64_t)(blocks - plan->blocks.at);
	plan->extras.count = (uint64_t)(extras - plan->extras.at);
	plan->copied = row->count - plan->extras.count;
}

static uint64_t
size_of_blocks(const struct bv_plan *plan)
{
	uint64_t bits = sp_gamma_size(plan->blocks.count);

	for (uint64_t i = 0; i < plan->blocks.count; i++)
		bits += sp_gamma_size(plan->blocks.at[i] - (i != 0));
	return bits;
}

/*
 * Divides the extras into runs of consecutive pages that are long enough, and
 * residuals.
 *
 * Short runs cost less as residuals, a few bits each, than as an interval with
 * a beginning and a length.
 */
static void
split_extras(const struct sp_bvgraph_code *code, struct bv_plan *plan)
{
	const uint32_t *extras = plan->extras.at;
	uint32_t least = code->shortest_interval;
	uint64_t runs = 0, residuals = 0, count = plan->extras.count;

	/* A page alone is no interval, even if intervals of 1 are allowed. */
	if (least < 2)
		least = 2;
	if (!code->shortest_interval)
		least = UINT32_MAX;
	for (uint64_t i = 0, next; i < count; i = next) {
		next = i + 1;
		while (next < count && extras[next] == extras[next - 1] + 1)
			next++;
		if (next - i >= least) {
			plan->runs.at[2 * runs] = extras[i];
			plan->runs.at[2 * runs + 1] = (uint32_t)(next - i);
			runs++;
			continue;
		}
		for (; i < next; i++)
			plan->residuals.at[residuals++] = extras[i];
	}
	plan->runs.count = runs;
	plan->residuals.count = residuals;
}

static uint64_t
size_of_runs(const struct sp_bvgraph_code *code, const struct bv_plan *plan,
	     uint32_t page)
{
	const uint32_t *run = plan->runs.at;
	uint64_t bits = sp_gamma_size(plan->runs.count), next = 0;

	for (uint64_t i = 0; i < plan->runs.count; i++, run += 2) {
		bits += sp_gamma_size(i ? run[0] - next - 1 :
				      distance_code(page, run[0]));
		bits += sp_gamma_size(run[1] - code->shortest_interval);
		next = (uint64_t)run[0] + run[1];
	}
	return bits;
}

/*
 * Mostly the longest part, so it looks at the limit with each code; the other
 * parts are short.
 */
static uint64_t
size_of_residuals(const struct sp_zeta *zeta, const struct bv_plan *plan,
		  uint32_t page, uint64_t most)
{
	const uint32_t *at = plan->residuals.at;
	uint64_t bits;

	if (!plan->residuals.count)
		return 0;
	bits = sp_zeta_size(zeta, distance_code(page, at[0]));
	for (uint64_t i = 1; i < plan->residuals.count && bits < most; i++)
		bits += sp_zeta_size(zeta, at[i] - at[i - 1] - 1);
	return bits;
}

/*
 * Makes the plan to refer to the page that is back pages before, or to none.
 * Returns whether it has fewer bits than most; if not, it is not complete.
 */
static bool
make_plan(const struct sp_bvgraph_lists *lists, struct bv_plan *plan,
	  uint32_t page, uint32_t back, uint64_t most)
{
	const struct bv_slot *row = bvgraph_list_slot_of(lists, page);

	plan->back = back;
	plan->bits = lists->code.window ? back + 1 : 0;
	plan->blocks.count = plan->copied = 0;
	if (back) {
		plan_copies(plan, row,
			    bvgraph_list_slot_of(lists, page - back));
		plan->bits += size_of_blocks(plan);
	} else {
		memcpy(plan->extras.at, row->pages,
		       row->count * sizeof(*row->pages));
		plan->extras.count = row->count;
	}
	plan->runs.count = plan->residuals.count = 0;
	if (plan->bits >= most)
		return false;
	if (!plan->extras.count)
		return true;
	split_extras(&lists->code, plan);
	if (lists->code.shortest_interval)
		plan->bits += size_of_runs(&lists->code, plan, page);
	if (plan->bits >= most)
		return false;
	plan->bits += size_of_residuals(&lists->zeta, plan, page,
					most - plan->bits);
	return plan->bits < most;
}

/*
 * Can page refer with profit to the page that is back pages before?
 *
 * The ranges of the pages tell in constant time that two lists share nothing;
 * that is so for most pairs of a window with a page of another host.
 */
static bool
may_refer(const struct sp_bvgraph_lists *lists, uint32_t page, uint32_t back)
{
	const struct bv_slot *row = bvgraph_list_slot_of(lists, page);
	const struct bv_slot *other = bvgraph_list_slot_of(lists, page - back);

	/* Without a common link, a reference only takes more bits. */
	return other->count && other->chain < lists->code.chain &&
	       other->pages[0] <= row->pages[row->count - 1] &&
	       other->pages[other->count - 1] >= row->pages[0];
}

/*
 * Leaves in best the plan with the fewest bits, of equal ones the nearest.  A
 * reference to a page takes back + 1 bits, and the number of blocks one more.
 *
 * Two plans are enough, the best and the one that is tried: they change places
 * when the new one wins.
 */
static void
choose_plan(struct sp_bvgraph_lists *lists, uint32_t page)
{
	struct bv_plan *best = lists->best;

	(void)make_plan(lists, best, page, 0, UINT64_MAX);
	for (uint32_t back = 1; back <= lists->code.window && back <= page &&
	     back + 2 < lists->best->bits; back++) {
		if (!may_refer(lists, page, back) ||
		    !make_plan(lists, lists->other, page, back,
			       lists->best->bits))
			continue;
		best = lists->other;
		lists->other = lists->best;
		lists->best = best;
	}
}

/* ---- writing ---------------------------------------------------------- */

static void
put_blocks(struct sp_bit_writer *writer, const struct bv_plan *plan)
{
	sp_bits_put_gamma(writer, plan->blocks.count);
	for (uint64_t i = 0; i < plan->blocks.count; i++)
		sp_bits_put_gamma(writer, plan->blocks.at[i] - (i != 0));
}

static void
put_runs(struct sp_bit_writer *writer, const struct sp_bvgraph_code *code,
	 const struct bv_plan *plan, uint32_t page)
{
	const uint32_t *run = plan->runs.at;
	uint64_t next = 0;

	sp_bits_put_gamma(writer, plan->runs.count);
	for (uint64_t i = 0; i < plan->runs.count; i++, run += 2) {
		sp_bits_put_gamma(writer, i ? run[0] - next - 1 :
				  distance_code(page, run[0]));
		sp_bits_put_gamma(writer, run[1] - code->shortest_interval);
		next = (uint64_t)run[0] + run[1];
	}
}

static void
put_residuals(struct sp_bit_writer *writer, const struct sp_zeta *zeta,
	      const struct bv_plan *plan, uint32_t page)
{
	const uint32_t *at = plan->residuals.at;

	if (!plan->residuals.count)
		return;
	sp_bits_put_zeta(writer, zeta, distance_code(page, at[0]));
	for (uint64_t i = 1; i < plan->residuals.count; i++)
		sp_bits_put_zeta(writer, zeta, at[i] - at[i - 1] - 1);
}

/* By their highest bit, as WebGraph's statistics group them. */
static void
count_gaps(uint64_t gaps[], const uint32_t *pages, uint64_t count,
	   uint32_t page)
{
	uint64_t first;

	if (!count)
		return;
	for (uint64_t i = 1; i < count; i++)
		gaps[31 - __builtin_clz(pages[i] - pages[i - 1])]++;
	/* Of a link to itself, there is no gap. */
	first = distance_code(page, pages[0]);
	if (first)
		gaps[63 - __builtin_clzll(first)]++;
}

/* The bits since *mark, where the next ones begin. */
static uint64_t
bits_since(const struct sp_bit_writer *writer, uint64_t *mark)
{
	uint64_t now = sp_bits_so_far(writer), since = now - *mark;

	*mark = now;
	return since;
}

static void
put_plan(const struct sp_bvgraph_lists *lists, const struct bv_plan *plan,
	 uint32_t page, struct sp_bit_writer *writer,
	 struct sp_bvgraph_figures *figures)
{
	uint64_t mark = sp_bits_so_far(writer);

	if (lists->code.window)
		sp_bits_put_long(writer, 1, (uint64_t)plan->back + 1);
	figures->bits_of_references += bits_since(writer, &mark);
	if (plan->back)
		put_blocks(writer, plan);
	figures->bits_of_blocks += bits_since(writer, &mark);
	if (lists->code.shortest_interval && plan->extras.count)
		put_runs(writer, &lists->code, plan, page);
	figures->bits_of_intervals += bits_since(writer, &mark);
	put_residuals(writer, &lists->zeta, plan, page);
	figures->bits_of_residuals += bits_since(writer, &mark);
	figures->distances += plan->back;
	figures->copied += plan->copied;
	figures->residuals += plan->residuals.count;
	figures->intervals += plan->extras.count - plan->residuals.count;
	count_gaps(figures->residual_gaps, plan->residuals.at,
		   plan->residuals.count, page);
}

/*
 * Without a writer, only the choice is made: a guess needs no more, and chains
 * come from choices alone.
 */
enum sp_status
sp_bvgraph_lists_code(struct sp_bvgraph_lists *lists, uint32_t page,
		      const uint32_t *successors, uint32_t count,
		      struct sp_bit_writer *writer,
		      struct sp_bvgraph_figures *figures, struct sp_error *err)
{
	enum sp_status status = sp_bvgraph_lists_add(lists, page, successors,
						     count, 0, err);
	struct bv_slot *slot = bvgraph_list_slot_of(lists, page);
	uint64_t bits = 0;

	if (status)
		return status;
	if (count) {
		if (!reserve_plan(&lists->plans[0], count) ||
		    !reserve_plan(&lists->plans[1], count))
			return sp_no_memory(err, "the code of a list");
		choose_plan(lists, page);
		bits = lists->best->bits;
		if (lists->best->back)
			slot->chain = bvgraph_list_slot_of(
					      lists, page - lists->best->back)
					      ->chain +
				      1;
	}
	if (!writer)
		return SP_OK;
	if (!sp_bits_reserve(writer, bits + sp_gamma_size(count)))
		return sp_no_memory(err, "the bits of a list");
	sp_bits_put_gamma(writer, count);
	figures->bits_of_degrees += sp_gamma_size(count);
	if (!count)
		return SP_OK;
	put_plan(lists, lists->best, page, writer, figures);
	figures->links += count;
	figures->chains += slot->chain;
	count_gaps(figures->gaps, slot->pages, count, page);
	return SP_OK;
}

void
sp_bvgraph_figures_add(struct sp_bvgraph_figures *sum,
		       const struct sp_bvgraph_figures *what)
{
	const uint64_t *from = (const uint64_t *)what;
	uint64_t *to = (uint64_t *)sum;

	/* All members are numbers of this type. */
	for (size_t i = 0; i < sizeof(*sum) / sizeof(*to); i++)
		to[i] += from[i];
}
