/* SPDX-License-Identifier: MIT */
/*
 * Packed tables of names: strings made of parts of one another are read back,
 * compared, left out and put in another order like those of a plain table, here
 * a list of copies.
 */
#include "fuzz.h"

#include "graph/names.h"
#include "graph/packed.h"

#define STRINGS 300
#define SHORT 200                   /* bytes of strings, after so many bytes: */
#define LONG_BYTES ((size_t)64 << 10) /* long ones take most of the time */

/* The second way: a copy of each string. */
struct list {
	char *texts[STRINGS];
	size_t lengths[STRINGS];
	uint64_t count, bytes;
};

static struct sp_span
string_of(const struct list *list, uint64_t i)
{
	return (struct sp_span){ list->texts[i], list->lengths[i] };
}

/*
 * A string: the first bytes of an earlier one, some of the input, and as many
 * equal ones as make lengths of two and three bytes.
 */
static void
make_string(struct list *list, const uint8_t **data, size_t *size)
{
	uint64_t earlier = fuzz_take(data, size, 1);
	size_t shared = (size_t)fuzz_take(data, size, 1);
	size_t own = (size_t)fuzz_take(data, size, 1) % 32;
	size_t more = 0, length = 0;
	static char text[SP_NAME_MAX];
	char *copy;

	if (list->count) {
		struct sp_span other = string_of(list, earlier % list->count);

		length = shared < SHORT && shared < other.length ?
				 shared : other.length;
		if (list->bytes > LONG_BYTES && length > SHORT)
			length = SHORT;
		memcpy(text, other.text, length);
	}
	own = own < *size ? own : *size;
	if (shared >= 248 && list->bytes <= LONG_BYTES)
		more = shared == 255 ? 16384 : (size_t)2 << (shared - 248);
	if (length + own + more > SP_NAME_MAX)
		length = own = 0;
	memcpy(text + length, *data, own);
	*data += own;
	*size -= own;
	memset(text + length + own, '/', more);
	length += own + more;
	/* Its own memory, so that what reads past its end is seen. */
	copy = malloc(length ? length : 1);
	hold(copy);
	memcpy(copy, text, length);
	list->bytes += length;
	list->lengths[list->count] = length;
	list->texts[list->count++] = copy;
}

static void
check_same(const struct sp_packed *packed, const struct list *list)
{
	static char room[SP_NAME_MAX];

	for (uint64_t i = 0; i < list->count; i++) {
		struct sp_span wanted = string_of(list, i), got = { room, 0 };
		struct sp_span other = string_of(list, (i + 1) % list->count);

		got.length = sp_packed_get(packed, i, room);
		hold(sp_span_equal(got, wanted));
		hold(sp_packed_equal(packed, i, wanted));
		hold(sp_packed_equal(packed, i, other) ==
		     sp_span_equal(wanted, other));
	}
}

/* Some strings are left out: every step-th of them stays. */
static void
leave_out(struct sp_packed *packed, struct list *list, uint64_t step)
{
	uint64_t to = 0;

	for (uint64_t i = 0; i < list->count; i++) {
		if (i % step) {
			free(list->texts[i]);
			continue;
		}
		sp_packed_move(packed, i, to);
		list->texts[to] = list->texts[i];
		list->lengths[to++] = list->lengths[i];
	}
	list->count = to;
}

/* The strings from `start` on come first, and all of them backwards. */
static void
turn_round(struct sp_packed *packed, struct list *list, uint64_t start)
{
	struct list before = *list;
	uint32_t order[STRINGS];
	struct sp_error err;

	for (uint64_t i = 0; i < list->count; i++) {
		uint64_t from = (start + list->count - i) % list->count;

		order[i] = (uint32_t)from;
		list->texts[i] = before.texts[from];
		list->lengths[i] = before.lengths[from];
	}
	hold(!sp_packed_permute(packed, order, list->count, &err));
}

static void
add_strings(struct sp_packed *packed, struct list *list, uint64_t most,
	    const uint8_t **data, size_t *size)
{
	struct sp_error err;

	for (; *size && most && list->count < STRINGS; most--) {
		uint64_t count = list->count;

		make_string(list, data, size);
		hold(!sp_packed_add(packed, count, string_of(list, count),
				    &err));
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sp_packed *packed = sp_packed_new();
	uint64_t how = fuzz_take(&data, &size, 1);
	struct list list;

	list.count = list.bytes = 0;
	hold(packed);
	add_strings(packed, &list, how % 2 ? STRINGS : 8, &data, &size);
	check_same(packed, &list);
	if (how & 2)
		leave_out(packed, &list, 1 + how / 8 % 4);
	if (how & 4 && list.count)
		turn_round(packed, &list, how / 16);
	add_strings(packed, &list, STRINGS, &data, &size);
	check_same(packed, &list);
	hold(sp_packed_memory(packed) > 0 || !list.count);
	for (uint64_t i = 0; i < list.count; i++)
		free(list.texts[i]);
	sp_packed_free(packed);
	return 0;
}
