/* SPDX-License-Identifier: MIT */
/*
 * test_stream.c - streams of every kind are read as they were written, and are
 * rejected if a byte is missing, a bit is wrong or a frame was moved
 */
#include "stream_sample.h"

#include "base/hash.h"
#include "stream/section/prune.h"


/* ---- a digest of a stream, frame by frame ----------------------------- */

/*
 * Reads all frames.  *digest depends on everything but the compression; skip:
 * payloads are not asked for, and the digest is of the headers.
 */
static enum sp_status
digest_from(struct source *source, bool skip, uint64_t *digest,
	    struct sp_error *err)
{
	struct sp_reader *reader = source_reader(source);
	struct sp_hasher *hasher = sp_hasher_new();
	struct sp_frame frame;
	enum sp_status status;

	hold(hasher);
	while (!(status = sp_reader_next(reader, &frame, err)) &&
	       frame.tag != SP_TAG_END) {
		uint64_t header[] = { frame.tag, frame.flags & 6u, frame.raw,
				      frame.first, frame.count };
		const uint8_t *payload;

		sp_hasher_add(hasher, header, sizeof(header));
		if (skip)
			continue;
		status = sp_reader_payload(reader, &payload, err);
		if (status)
			break;
		sp_hasher_add(hasher, payload, frame.raw);
	}
	*digest = sp_hasher_value(hasher);
	if (!status)
		hold(sp_reader_bytes(reader) == source->size);
	sp_hasher_free(hasher);
	sp_reader_free(reader);
	return status;
}

static enum sp_status
digest_of(const uint8_t *at, size_t size, bool skip, uint64_t *digest,
	  struct sp_error *err)
{
	struct source source = { at, size, 0, SIZE_MAX, SIZE_MAX };

	return digest_from(&source, skip, digest, err);
}

/* ---- round trips ------------------------------------------------------ */

static bool
names_equal(const struct sp_names *a, const struct sp_names *b)
{
	if (a->count != b->count)
		return false;
	for (uint64_t i = 0; i < a->count; i++) {
		size_t length_a, length_b;
		const char *text_a = sp_names_get(a, i, &length_a);
		const char *text_b = sp_names_get(b, i, &length_b);

		if (length_a != length_b || memcmp(text_a, text_b, length_a))
			return false;
	}
	return true;
}

static void
check_graph(const struct sample *sample, const struct sp_contents *contents,
	    bool weighted)
{
	const struct sp_graph *graph = sp_contents_graph(contents);
	const double *weights = sp_contents_weights(contents);
	struct sp_basis basis;

	ck_assert_ptr_nonnull(graph);
	basis = sp_basis_of(graph);
	ck_assert(sp_fingerprint_equal(&basis.graph, &sample->basis.graph));
	ck_assert(sp_fingerprint_equal(&basis.origin, &sample->basis.origin));
	ck_assert_int_eq(weights != NULL, weighted);
	if (weighted)
		ck_assert_mem_eq(weights, sample->values,
				 basis.graph.links * sizeof(double));
}

static void
check_results(const struct sample *sample, const struct sp_contents *contents)
{
	const struct sp_score *score = sp_contents_score(contents,
							 "authority");

	ck_assert_ptr_nonnull(score);
	ck_assert_uint_eq(score->pages, PAGES);
	ck_assert_mem_eq(score->values, sample->values + 1,
			 PAGES * sizeof(double));
	score = sp_contents_score(contents, "hub");
	ck_assert_ptr_nonnull(score);
	ck_assert_mem_eq(score->values, sample->values,
			 PAGES * sizeof(double));
	ck_assert_ptr_null(sp_contents_score(contents, "pagerank"));
}

static void
check_cores(const struct sample *sample, const struct sp_contents *contents)
{
	const struct sp_loaded_cores *loaded = sp_contents_cores(contents);
	const struct sp_cores *cores = &loaded->cores;

	ck_assert_ptr_nonnull(loaded);
	ck_assert_uint_eq(cores->count, 1);
	ck_assert_mem_eq(cores->cores, sample->cores.cores,
			 sizeof(struct sp_core));
	ck_assert_uint_eq(cores->member_count, 3);
	for (int i = 0; i < 3; i++) {
		struct sp_member a = cores->members[i];
		struct sp_member b = sample->cores.members[i];

		ck_assert(a.core == b.core && a.page == b.page &&
			  a.side == b.side && a.score == b.score);
	}
}

static void
check_seeds(const struct sample *sample, const struct sp_contents *contents)
{
	const struct sp_loaded_seeds *loaded = sp_contents_seeds(contents);
	size_t length, length_of_page;
	const char *name, *name_of_page;

	ck_assert_ptr_nonnull(loaded);
	ck_assert_uint_eq(loaded->seeds.count, 3);
	ck_assert(loaded->noted);
	ck_assert_str_eq(loaded->score, "hub");
	for (unsigned i = 0; i < 3; i++) {
		const struct sp_seed *seed = &loaded->seeds.seeds[i];
		const struct sp_seed *saved = &sample->seeds.seeds[i];

		ck_assert_uint_eq(seed->page, saved->page);
		ck_assert_uint_eq(seed->core, saved->core);
		ck_assert_uint_eq(seed->found, saved->found);
		ck_assert_double_eq(seed->score, saved->score);
	}
	(void)sp_names_get(&loaded->was, 2, &length);
	(void)sp_names_get(&sample->names, 2, &length_of_page);
	ck_assert_uint_eq(length, length_of_page);
	name = sp_names_get(&loaded->names, 1, &length);
	name_of_page = sp_names_get(&sample->names, 4, &length_of_page);
	ck_assert_uint_eq(length, length_of_page);
	ck_assert_mem_eq(name, name_of_page, length);
}

static void
check_order(const struct sample *sample, const struct sp_order *order,
	    const char *name, uint64_t count)
{
	struct sp_crawl_report report = sample->report;

	ck_assert_str_eq(order->name, name);
	ck_assert_uint_eq(order->count, count);
	for (uint64_t i = 0; i < count; i++) {
		const struct sp_download *row = &sample->downloads[i];

		ck_assert(order->pages[i] == row->page &&
			  order->parents[i] == row->parent &&
			  order->depths[i] == row->depth &&
			  order->keys[i] == row->key);
	}
	report.downloads = count;
	if (order->ticks)
		report.parallel = sample_parallel;
	if (order->starts)
		report.timed = sample_timed;
	ck_assert_mem_eq(&order->report, &report, sizeof(report));
}

static void
check_orders(const struct sample *sample, const struct sp_contents *contents,
	     uint64_t count)
{
	const struct sp_order_list *list = sp_contents_orders(contents);

	ck_assert_uint_eq(list->count, count);
	check_order(sample, &list->orders[0].order, "fpr@100", DOWNLOADS);
	check_order(sample, &list->orders[1].order, "fifo", 5);
	ck_assert_ptr_eq(order_named(contents, "fifo"),
			 &list->orders[1].order);
	ck_assert_ptr_null(order_named(contents, "fpr"));
}

static void
check_ticks(const struct sample *sample, const struct sp_contents *contents)
{
	const struct sp_order *order = order_named(contents, "bfs/2");

	ck_assert_ptr_nonnull(order);
	check_order(sample, order, "bfs/2", DOWNLOADS);
	for (uint32_t i = 0; i < DOWNLOADS; i++)
		ck_assert(order->ticks[i] == i / 3 + 1 &&
			  order->processes[i] == i % 3 / 2);
}

static void
check_times(const struct sample *sample, const struct sp_contents *contents)
{
	const struct sp_order *order = order_named(contents, "bfs/time=host");

	ck_assert_ptr_nonnull(order);
	check_order(sample, order, "bfs/time=host", DOWNLOADS);
	for (uint32_t i = 0; i < DOWNLOADS; i++)
		ck_assert(order->starts[i] == sample_start(i) &&
			  order->ends[i] == 1000 * ((uint64_t)i + 1));
}

static void
check_link_scores(const struct sample *sample,
		  const struct sp_contents *contents)
{
	const struct sp_link_scores *saved = &sample->anchors, *loaded;

	ck_assert_uint_eq(sp_contents_link_scores(contents)->count, 2);
	loaded = &sp_contents_link_score(contents, "anchors")->scores;
	ck_assert_uint_eq(loaded->count, saved->count);
	ck_assert_mem_eq(loaded->rows, saved->rows,
			 saved->count * sizeof(*saved->rows));
	loaded = &sp_contents_link_score(contents, "contexts")->scores;
	ck_assert_uint_eq(loaded->count, 0);
	ck_assert_ptr_null(sp_contents_link_score(contents, "anchor"));
}

static void
check_states(const struct sample *sample, const struct sp_contents *contents)
{
	const struct sp_states *states = sp_contents_states(contents);

	ck_assert_ptr_nonnull(states);
	ck_assert_uint_eq(states->pages, PAGES);
	ck_assert_mem_eq(states->state_of, sample->states.state_of, PAGES);
}

static void
check_fetches(const struct sample *sample, const struct sp_contents *contents)
{
	const struct sp_fetches *fetches = sp_contents_fetches(contents);

	ck_assert_ptr_nonnull(fetches);
	ck_assert_uint_eq(fetches->pages, PAGES);
	ck_assert_uint_eq(fetches->clock, SP_CLOCK_SECONDS);
	ck_assert_uint_eq(fetches->count, sample->fetches.count);
	for (uint64_t i = 0; i < fetches->count; i++) {
		const struct sp_fetch *got = &fetches->items[i];
		const struct sp_fetch *put = &sample->fetches.items[i];

		ck_assert_uint_eq(got->page, put->page);
		ck_assert_int_eq(got->time, put->time);
		ck_assert_uint_eq(got->size, put->size);
		ck_assert_uint_eq(got->digest, put->digest);
		ck_assert_uint_eq(got->captures, put->captures);
	}
}

static void
check_shapes(const struct sample *sample, const struct sp_contents *contents)
{
	const struct sp_shapes *shapes = sp_contents_shapes(contents);

	ck_assert_ptr_nonnull(shapes);
	ck_assert_uint_eq(shapes->count, sample->shapes.count);
	ck_assert(names_equal(&shapes->patterns, &sample->shapes.patterns));
	ck_assert_mem_eq(shapes->traps, sample->shapes.traps, shapes->count);
	ck_assert_uint_eq(shapes->pages, PAGES);
	ck_assert_mem_eq(shapes->shape_of, sample->shapes.shape_of,
			 PAGES * sizeof(*shapes->shape_of));
}

static void
check_contents(const struct sample *sample, enum kind kind,
	       const struct sp_contents *contents)
{
	bool all = kind == KIND_ALL;

	if (all || kind == KIND_GRAPH || kind == KIND_WEIGHTS)
		check_graph(sample, contents, kind != KIND_GRAPH);
	if (kind == KIND_PARTS) {
		struct sp_basis basis = sp_basis_of(sample->parts);

		ck_assert(sp_fingerprint_equal(&contents->basis.graph,
					       &basis.graph));
	}
	if (all || kind == KIND_HOSTS) {
		const struct sp_hosts *hosts = sp_contents_hosts(contents);

		ck_assert_ptr_nonnull(hosts);
		ck_assert(names_equal(&hosts->names,
				      &sample->hosts.names));
		ck_assert(names_equal(&hosts->domains,
				      &sample->hosts.domains));
		ck_assert_uint_eq(hosts->pages, PAGES);
		ck_assert_mem_eq(hosts->host_of,
				 sample->hosts.host_of,
				 PAGES * sizeof(uint32_t));
	}
	if (all || kind == KIND_NAMES)
		ck_assert(names_equal(sp_contents_names(contents),
				      &sample->names));
	if (all || kind == KIND_STATES)
		check_states(sample, contents);
	if (all || kind == KIND_FETCHES)
		check_fetches(sample, contents);
	if (all || kind == KIND_SHAPES)
		check_shapes(sample, contents);
	if (all || kind == KIND_SCORES)
		check_results(sample, contents);
	if (all || kind == KIND_LINKSCORES)
		check_link_scores(sample, contents);
	if (all || kind == KIND_CORES)
		check_cores(sample, contents);
	if (all || kind == KIND_SEEDS)
		check_seeds(sample, contents);
	if (all || kind == KIND_ORDERS)
		check_orders(sample, contents, all ? 4 : 2);
	if (all || kind == KIND_TICKS)
		check_ticks(sample, contents);
	if (all || kind == KIND_TIMES)
		check_times(sample, contents);
	if (all || kind == KIND_PROVENANCE) {
		const struct sp_names *lines =
			sp_contents_provenance(contents);

		ck_assert_uint_eq(lines->count, 1);
		ck_assert_mem_eq(lines->bytes, "test 1 --option", 15);
	}
}

/* A sample of parts has some, or it would be no sample of them. */
static void
check_forms(const struct bytes *bytes, enum kind kind, int form)
{
	struct source source = { bytes->at, bytes->size, 0, SIZE_MAX,
				 SIZE_MAX };
	struct sp_reader *reader = source_reader(&source);
	bool split = false, packed = false;
	struct sp_frame frame;
	struct sp_error err;

	do {
		must(sp_reader_next(reader, &frame, &err), err);
		split |= frame.flags & SP_FRAME_SPLIT;
		packed |= frame.flags & SP_FRAME_ZSTD;
	} while (frame.tag != SP_TAG_END);
	ck_assert_int_eq(split, kind == KIND_PARTS && form & 1);
	if (kind == KIND_ALL)
		ck_assert_int_eq(packed, form & 1);
	sp_reader_free(reader);
}

START_TEST(round_trip)
{
	static const size_t steps[] = { 1, 2, 7, 47, 48, 49, 1000 };
	struct sample sample;
	uint64_t first = 0;

	sample_make(&sample);
	for (int form = 0; form < FORMS; form++) {
		struct bytes bytes = BYTES;
		struct sp_contents contents = { 0 };
		struct sp_error err;
		uint64_t digest;

		write_stream(&sample, (enum kind)_i, form, &bytes);
		check_forms(&bytes, (enum kind)_i, form);
		must(load_bytes(bytes.at, bytes.size, &contents, &err), err);
		check_contents(&sample, (enum kind)_i, &contents);
		sp_contents_free(&contents);
		must(digest_of(bytes.at, bytes.size, false, &digest, &err),
		     err);
		/* Compression and an index do not change the contents. */
		if (!form)
			first = digest;
		ck_assert_uint_eq(digest, first);
		for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
			struct source source = { bytes.at, bytes.size, 0,
						 steps[i], SIZE_MAX };

			must(digest_from(&source, false, &digest, &err), err);
			ck_assert_uint_eq(digest, first);
		}
		bytes_free(&bytes);
	}
	sample_free(&sample);
}
END_TEST

/*
 * AddressSanitizer maps new buffers for every reader, a hundred times the
 * time of the rest; with FEW_CASES the processor is emulated, and as slow.
 */
#if defined __SANITIZE_ADDRESS__ || defined FEW_CASES
#define BIT_STEP unit_step(241)
#define CUT_STEP 29
#else
#define BIT_STEP unit_step(7)
#define CUT_STEP 1
#endif

/* ---- damage ----------------------------------------------------------- */

START_TEST(cut_at_every_byte)
{
	struct sample sample;

	sample_make(&sample);
	for (int form = 0; form < FORMS; form++) {
		struct bytes bytes = BYTES;

		write_stream(&sample, (enum kind)_i, form, &bytes);
		for (size_t size = 0; size < bytes.size;
		     size += CUT_STEP) {
			struct sp_contents contents = { 0 };
			struct sp_error err;
			uint64_t digest;

			hold(load_bytes(bytes.at, size, &contents, &err) ==
			     SP_DATA);
			hold(err.status == SP_DATA);
			hold(strstr(err.text, size ? "cut short" : "empty"));
			sp_contents_free(&contents);
			hold(digest_of(bytes.at, size, true, &digest, &err) ==
			     SP_DATA);
			hold(strstr(err.text, size ? "cut short" : "empty"));
		}
		bytes_free(&bytes);
	}
	sample_free(&sample);
}
END_TEST

START_TEST(flip_every_bit)
{
	struct sample sample;
	size_t step = BIT_STEP;

	sample_make(&sample);
	for (int form = 0; form < FORMS; form++) {
		struct bytes bytes = BYTES;
		struct sp_error err;
		uint64_t digest;

		write_stream(&sample, (enum kind)_i, form, &bytes);
		must(digest_of(bytes.at, bytes.size, false, &digest, &err),
		     err);
		for (size_t bit = 0; bit < 8 * bytes.size;
		     bit += step) {
			uint8_t mask = (uint8_t)(1 << bit % 8);
			bool skip = bit % 3 == 0;
			enum sp_status status;

			bytes.at[bit / 8] ^= mask;
			status = digest_of(bytes.at, bytes.size, skip,
					   &digest, &err);
			bytes.at[bit / 8] ^= mask;
			hold(status == SP_DATA);
		}
		bytes_free(&bytes);
	}
	sample_free(&sample);
}
END_TEST

/* Streams with one to three flipped bits, through the loader. */
START_TEST(flip_random_bits)
{
	struct sp_random random = { 8 };
	struct sample sample;

	sample_make(&sample);
	for (int form = 0; form < FORMS; form++) {
		struct bytes bytes = BYTES;

		write_stream(&sample, KIND_ALL, form, &bytes);
		for (size_t round = 0; round < 2500 / BIT_STEP; round++) {
			struct sp_contents contents = { 0 };
			struct sp_error err;
			size_t bits[3];
			uint64_t flips = 1 + sp_random_below(&random, 3);

			for (uint64_t i = 0; i < flips; i++) {
				bits[i] = sp_random_below(&random,
							  8 * bytes.size);
				bytes.at[bits[i] / 8] ^=
					(uint8_t)(1 << bits[i] % 8);
			}
			if (!load_bytes(bytes.at, bytes.size, &contents,
					&err))
				check_contents(&sample, KIND_ALL, &contents);
			else
				hold(err.status == SP_DATA);
			sp_contents_free(&contents);
			for (uint64_t i = 0; i < flips; i++)
				bytes.at[bits[i] / 8] ^=
					(uint8_t)(1 << bits[i] % 8);
		}
		bytes_free(&bytes);
	}
	sample_free(&sample);
}
END_TEST

/* A write or a read that fails is reported; readers reject what was written. */
START_TEST(failing_output_and_input)
{
	struct sample sample;
	struct bytes whole = BYTES;

	sample_make(&sample);
	write_stream(&sample, KIND_ALL, _i, &whole);
	for (size_t limit = 0; limit < whole.size;
	     limit += 13 * CUT_STEP) {
		struct bytes bytes = BYTES;
		struct sp_writer *writer = bytes_writer(&bytes, _i & 1 ? 3 : 0,
							2, _i & 2);
		struct source source = { whole.at, whole.size, 0, SIZE_MAX,
					 limit };
		struct sp_error err;
		uint64_t digest;

		bytes.limit = limit;
		hold(save_kind(writer, &sample, KIND_ALL, &err) ||
		     sp_writer_end(writer, &err));
		hold(err.status == SP_IO);
		hold(digest_of(bytes.at, bytes.size, false, &digest, &err) ==
		     SP_DATA);
		sp_writer_free(writer);
		bytes_free(&bytes);
		source.step = 13;
		hold(digest_from(&source, false, &digest, &err) == SP_IO);
	}
	bytes_free(&whole);
	sample_free(&sample);
}
END_TEST

/* ---- passing on ------------------------------------------------------- */

/* Copies a stream to options->writer, by these options. */
static enum sp_status
pass_stream(const struct bytes *from, const struct sp_load_options *options,
	    struct sp_error *err)
{
	struct source source = { from->at, from->size, 0, SIZE_MAX,
				 SIZE_MAX };
	struct sp_reader *reader = source_reader(&source);
	struct sp_contents contents = { 0 };
	enum sp_status status = sp_load(reader, options, &contents, err);

	if (!status)
		status = sp_writer_end(options->writer, err);
	sp_contents_free(&contents);
	sp_reader_free(reader);
	return status;
}

/* Unwanted sections, known or unknown, are passed on byte for byte. */
START_TEST(pass_untouched)
{
	struct sample sample;

	sample_make(&sample);
	for (int form = 0; form < FORMS; form++) {
		struct bytes from = BYTES, to = BYTES;
		/* The index is rebuilt, and compressed if it was. */
		struct sp_writer *writer = bytes_writer(
			&to, form == 3 ? 3 : 0, 1, form & 2);
		struct sp_load_options options = { .writer = writer };
		struct sp_error err;

		write_stream(&sample, (enum kind)_i, form, &from);
		must(pass_stream(&from, &options, &err), err);
		ck_assert_uint_eq(to.size, from.size);
		ck_assert_mem_eq(to.at, from.at, to.size);
		sp_writer_free(writer);
		bytes_free(&from);
		bytes_free(&to);
	}
	sample_free(&sample);
}
END_TEST

/* Counts the frames with a tag. */
static unsigned
count_frames(const struct bytes *bytes, uint32_t tag)
{
	struct source source = { bytes->at, bytes->size, 0, SIZE_MAX,
				 SIZE_MAX };
	struct sp_reader *reader = source_reader(&source);
	struct sp_frame frame;
	struct sp_error err;
	unsigned count = 0;

	do {
		hold(!sp_reader_next(reader, &frame, &err));
		count += frame.tag == tag;
	} while (frame.tag != SP_TAG_END);
	sp_reader_free(reader);
	return count;
}

/* A filter that changes the links drops what depends on them, known or not. */
START_TEST(links_change)
{
	struct sp_prune prune = { .self_links = true };
	struct bytes from = BYTES, to = BYTES;
	struct sp_writer *writer = bytes_writer(&to, 0, 1, false);
	struct sp_pruner *pruner = sp_pruner_new(writer, 1, &prune, NULL,
						 NULL);
	struct sp_graph_visitor visitor;
	struct sp_load_options options = {
		.want = SP_PRUNER_WANTS, .writer = writer,
		.links_change = true, .visitor = &visitor
	};
	struct sample sample;
	struct sp_error err;

	sample_make(&sample);
	write_stream(&sample, KIND_ALL, 0, &from);
	ck_assert_ptr_nonnull(pruner);
	visitor = sp_pruner_visitor(pruner);
	must(pass_stream(&from, &options, &err), err);
	ck_assert_uint_eq(count_frames(&from, TAG_LINKS), 3);
	ck_assert_uint_eq(count_frames(&to, TAG_LINKS), 0);
	ck_assert_uint_eq(count_frames(&to, TAG_FREE), 3);
	ck_assert_uint_eq(count_frames(&to, SP_TAG_GRAPH), 3);
	ck_assert_uint_eq(count_frames(&to, SP_TAG_NAMES), 3);
	sp_pruner_free(pruner);
	sp_writer_free(writer);
	bytes_free(&from);
	bytes_free(&to);
	sample_free(&sample);
}
END_TEST

/* Kinds that are dropped do not pass on; all others do. */
START_TEST(dropped_kinds)
{
	unsigned drop = _i < SP_KINDS ? 1u << _i : SP_SECTION_UNKNOWN;
	struct bytes from = BYTES, to = BYTES;
	struct sp_writer *writer = bytes_writer(&to, 0, 1, false);
	struct sp_load_options options = { .writer = writer };
	struct sp_contents contents = { 0 };
	struct sample sample;
	struct sp_error err;

	/* Neither could be loaded alone: this graph promises weights. */
	if (drop == SP_SECTION_GRAPH || drop == SP_SECTION_WEIGHTS)
		drop = SP_SECTION_GRAPH | SP_SECTION_WEIGHTS;
	options.drop = drop;
	sample_make(&sample);
	write_stream(&sample, KIND_ALL, 0, &from);
	must(pass_stream(&from, &options, &err), err);
	must(load_bytes(to.at, to.size, &contents, &err), err);
	for (unsigned k = 0; k < SP_KINDS; k++)
		ck_assert_int_eq(contents.slots[k] != NULL, !(drop >> k & 1));
	ck_assert_uint_eq(count_frames(&to, TAG_FREE),
			  drop & SP_SECTION_UNKNOWN ? 0 : 3);
	sp_contents_free(&contents);
	sp_writer_free(writer);
	bytes_free(&from);
	bytes_free(&to);
	sample_free(&sample);
}
END_TEST

/* ---- what a filter takes out of the contents -------------------------- */

START_TEST(taken_and_freed)
{
	struct bytes bytes = BYTES;
	struct sp_contents contents = { 0 };
	struct sp_loaded_cores cores;
	struct sample sample;
	struct sp_error err;

	sample_make(&sample);
	write_stream(&sample, KIND_ALL, 0, &bytes);
	must(load_bytes(bytes.at, bytes.size, &contents, &err), err);
	ck_assert(sp_contents_take_cores(&contents, &cores));
	ck_assert_uint_eq(cores.cores.member_count, 3);
	ck_assert_ptr_null(sp_contents_cores(&contents));
	sp_cores_free(&cores.cores);
	ck_assert(!sp_contents_take_cores(&contents, &cores));
	ck_assert_uint_eq(cores.cores.count, 0);
	ck_assert_ptr_null(sp_contents_keep_score(&contents, "none"));
	ck_assert_uint_eq(sp_contents_scores(&contents)->count, 2);
	ck_assert_mem_eq(sp_contents_keep_score(&contents,
						"authority")->values,
			 sample.values + 1, PAGES * sizeof(double));
	ck_assert_uint_eq(sp_contents_scores(&contents)->count, 1);
	ck_assert_ptr_nonnull(sp_contents_graph(&contents));
	/* What is dropped leaves the basis: later streams must fit it. */
	sp_contents_drop(&contents, SP_SECTION_GRAPH | SP_SECTION_ORDERS);
	ck_assert_ptr_null(sp_contents_graph(&contents));
	ck_assert(contents.has_basis);
	ck_assert_uint_eq(sp_contents_orders(&contents)->count, 0);
	must(load_bytes(bytes.at, bytes.size, &contents, &err), err);
	check_contents(&sample, KIND_CORES, &contents);
	check_contents(&sample, KIND_SCORES, &contents);
	sp_contents_free(&contents);
	bytes_free(&bytes);
	sample_free(&sample);
}
END_TEST

/* Lines of provenance up to a frame are kept whole; longer ones are refused. */
START_TEST(provenance_is_never_cut)
{
	static const size_t lengths[] = { 0, 65535, 65536, SP_FRAME_MAX };
	char *line = malloc(SP_FRAME_MAX + 2);
	struct sp_contents contents = { 0 };
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 3, 1, false);
	struct sp_error err;

	hold(line);
	memset(line, 'x', SP_FRAME_MAX + 1);
	for (size_t i = 0; i < 4; i++) {
		line[lengths[i]] = '\0';
		must(sp_save_provenance(writer, line, &err), err);
		line[lengths[i]] = 'x';
	}
	line[SP_FRAME_MAX + 1] = '\0';
	ck_assert_int_eq(sp_save_provenance(writer, line, &err), SP_USAGE);
	must(sp_writer_end(writer, &err), err);
	must(load_bytes(bytes.at, bytes.size, &contents, &err), err);
	ck_assert_uint_eq(sp_contents_provenance(&contents)->count, 4);
	for (uint64_t i = 0; i < 4; i++) {
		size_t length;

		(void)sp_names_get(sp_contents_provenance(&contents), i,
				   &length);
		ck_assert_uint_eq(length, lengths[i]);
	}
	sp_contents_free(&contents);
	sp_writer_free(writer);
	bytes_free(&bytes);
	free(line);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("stream");

	tcase_add_loop_test(tcase, round_trip, 0, KINDS);
	tcase_add_loop_test(tcase, cut_at_every_byte, 0, KINDS);
	tcase_add_loop_test(tcase, flip_every_bit, 0, KINDS);
	tcase_add_test(tcase, flip_random_bits);
	tcase_add_loop_test(tcase, failing_output_and_input, 0, FORMS);
	tcase_add_loop_test(tcase, pass_untouched, 0, KINDS);
	tcase_add_test(tcase, links_change);
	tcase_add_loop_test(tcase, dropped_kinds, 0, SP_KINDS + 1);
	tcase_add_test(tcase, taken_and_freed);
	tcase_add_test(tcase, provenance_is_never_cut);
	unit_keep_memory();
	return unit_run(tcase);
}
