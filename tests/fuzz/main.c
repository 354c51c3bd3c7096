/* SPDX-License-Identifier: MIT */
/*
 * main.c - runs a fuzz target without libFuzzer
 *
 *	TARGET CHANGES FILE...
 *
 * Runs the target on each file and on CHANGES mutations of it, which are the
 * same each time: bytes and bits are set, pieces are cut out or copied to
 * another place.  A failed check aborts the program.  Prints the number of
 * runs.
 */
#include "fuzz.h"

#include "base/random.h"

#define SIZE_MOST 4096

/* One file, and room for a mutation of it. */
struct input {
	uint8_t bytes[SIZE_MOST], changed[2 * SIZE_MOST];
	size_t size, changed_size;
};

static size_t
draw(struct sp_random *random, size_t below)
{
	return below ? (size_t)sp_random_below(random, below) : 0;
}

static void
change_byte(struct input *input, struct sp_random *random)
{
	static const uint8_t limits[] = { 0, 1, 127, 128, 255, '\n', ' ', '9' };
	size_t at = draw(random, input->changed_size);
	uint8_t *byte = input->changed + at;

	switch (draw(random, 3)) {
	case 0:
		*byte = (uint8_t)draw(random, 256);
		break;
	case 1:
		*byte ^= (uint8_t)(1 << draw(random, 8));
		break;
	default:
		*byte = limits[draw(random, sizeof(limits))];
	}
}

static void
cut_piece(struct input *input, struct sp_random *random)
{
	size_t at = draw(random, input->changed_size);
	size_t length = 1 + draw(random, input->changed_size - at);

	if (length > input->changed_size - at)
		length = input->changed_size - at;
	memmove(input->changed + at, input->changed + at + length,
		input->changed_size - at - length);
	input->changed_size -= length;
}

static void
copy_piece(struct input *input, struct sp_random *random)
{
	size_t from = draw(random, input->size);
	size_t length = 1 + draw(random, input->size - from);
	size_t at = draw(random, input->changed_size);

	if (length > input->size - from ||
	    length > sizeof(input->changed) - input->changed_size)
		return;
	memmove(input->changed + at + length, input->changed + at,
		input->changed_size - at);
	memcpy(input->changed + at, input->bytes + from, length);
	input->changed_size += length;
}

static void
mutate(struct input *input, struct sp_random *random)
{
	size_t times = 1 + draw(random, 4);

	memcpy(input->changed, input->bytes, input->size);
	input->changed_size = input->size;
	while (times-- && input->changed_size) {
		size_t how = draw(random, 8);

		if (how == 0)
			cut_piece(input, random);
		else if (how == 1)
			copy_piece(input, random);
		else
			change_byte(input, random);
	}
}

/* Copies to a block of exactly this size, so that sanitizers see overruns. */
static void
run_target(const uint8_t *bytes, size_t size)
{
	uint8_t *exact = malloc(size ? size : 1);

	hold(exact);
	memcpy(exact, bytes, size);
	LLVMFuzzerTestOneInput(exact, size);
	free(exact);
}

int
main(int argc, char **argv)
{
	static struct input input;
	long changes = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
	unsigned long runs = 0;

	for (int i = 2; i < argc; i++) {
		struct sp_random random = { (uint64_t)i };
		FILE *file = fopen(argv[i], "rb");

		if (!file) {
			perror(argv[i]);
			return 2;
		}
		input.size = fread(input.bytes, 1, SIZE_MOST, file);
		fclose(file);
		run_target(input.bytes, input.size);
		for (long k = 0; k < changes; k++, runs++) {
			mutate(&input, &random);
			run_target(input.changed, input.changed_size);
		}
		runs++;
	}
	printf("%lu runs\n", runs);
	return 0;
}
