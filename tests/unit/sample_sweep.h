/* SPDX-License-Identifier: MIT */
/*
 * sample_sweep.h - a stream of every kind of section, for sweeps of its
 * changes (reseal_sweep.h).
 */
#ifndef TESTS_SAMPLE_SWEEP_H
#define TESTS_SAMPLE_SWEEP_H

#include "stream_sample.h"

#include "reseal_sweep.h"

/*
 * The parts of a sample of everything, with an index: hosts and names first,
 * as filters write them.
 */
static inline void
sweep_sample(struct parts *parts)
{
	static const enum kind kinds[] = {
		KIND_HOSTS, KIND_NAMES, KIND_WEIGHTS, KIND_STATES,
		KIND_FETCHES, KIND_SHAPES, KIND_SCORES, KIND_LINKSCORES,
		KIND_CORES, KIND_SEEDS, KIND_ORDERS, KIND_TICKS, KIND_TIMES,
		KIND_PART, KIND_PROVENANCE, KIND_UNKNOWN
	};
	struct sample sample;
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, true);
	struct sp_error err;

	sample_make(&sample);
	for (int i = 0; i < LENGTH(kinds); i++)
		must(save_kind(writer, &sample, kinds[i], &err), err);
	must(sp_writer_end(writer, &err), err);
	sp_writer_free(writer);
	parts_take(parts, bytes.at, bytes.size);
	bytes_free(&bytes);
	sample_free(&sample);
}

/* As a filter that needs nothing of it, and passes it on. */
static inline enum sp_status
pass_sample(const struct sealed *sealed, struct bytes *to,
	    struct sp_error *err)
{
	struct source source = { sealed->at, sealed->size, 0, SIZE_MAX,
				 SIZE_MAX };
	struct sp_writer *writer = bytes_writer(to, 0, 1, false);
	struct sp_load_options options = { .writer = writer };
	struct sp_reader *reader = source_reader(&source);

	return pass_to_writer(reader, &options, err);
}

#endif
