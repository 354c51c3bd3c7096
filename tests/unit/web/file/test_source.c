/* SPDX-License-Identifier: MIT */
/* Files to import: plain, gzip and zstd; in several parts; cut and damaged. */
#include "temp_file.h"
#include "unit.h"

#include "web/file/source.h"

#include <stdint.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

struct file_bytes {
	char *data;
	size_t size;
};

static struct file_bytes
pack_gzip(const char *text, size_t length)
{
	struct file_bytes out = { malloc(length + 1024), 0 };
	z_stream stream;

	memset(&stream, 0, sizeof(stream));
	ck_assert_int_eq(deflateInit2(&stream, 6, Z_DEFLATED, 31, 8,
				      Z_DEFAULT_STRATEGY), Z_OK);
	stream.next_in = (Bytef *)(uintptr_t)text;
	stream.avail_in = (uInt)length;
	stream.next_out = (Bytef *)out.data;
	stream.avail_out = (uInt)length + 1024;
	ck_assert_int_eq(deflate(&stream, Z_FINISH), Z_STREAM_END);
	out.size = length + 1024 - stream.avail_out;
	deflateEnd(&stream);
	return out;
}

static struct file_bytes
pack_zstd(const char *text, size_t length)
{
	struct file_bytes out = { malloc(ZSTD_compressBound(length)), 0 };
	ZSTD_CCtx *context = ZSTD_createCCtx();

	ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
	out.size = ZSTD_compress2(context, out.data,
				  ZSTD_compressBound(length), text, length);
	ck_assert(!ZSTD_isError(out.size));
	ZSTD_freeCCtx(context);
	return out;
}

typedef struct file_bytes (*packer)(const char *text, size_t length);

static const packer packers[] = { pack_gzip, pack_zstd };

static struct file_bytes
join_packed(struct file_bytes a, struct file_bytes b)
{
	struct file_bytes both = { malloc(a.size + b.size), a.size + b.size };

	memcpy(both.data, a.data, a.size);
	memcpy(both.data + a.size, b.data, b.size);
	free(a.data);
	free(b.data);
	return both;
}

/* Reads the file to its end into *got; returns the status. */
static enum sp_status
read_file(struct file_bytes *got, size_t step, struct sp_error *err)
{
	struct sp_source *source;
	enum sp_status status = sp_source_open(temp_path, &source, err);
	size_t count = 0;

	*got = (struct file_bytes){ malloc(1), 0 };
	while (!status) {
		got->data = realloc(got->data, got->size + step);
		status = sp_source_read(source, got->data + got->size, step,
					&count, err);
		if (status || !count)
			break;
		got->size += count;
	}
	sp_source_close(source);
	return status;
}

static void
check_reads(const char *text, size_t length)
{
	static const size_t steps[] = { 1, 3, 1000, 1 << 20 };

	for (size_t i = length > 5000 ? 2 : 0; i < 4; i++) {
		struct sp_error err;
		struct file_bytes got;

		must(read_file(&got, steps[i], &err), err);
		ck_assert_uint_eq(got.size, length);
		ck_assert(!memcmp(got.data, text, length));
		free(got.data);
	}
}

static char *
long_text(size_t length)
{
	char *text = malloc(length);
	uint32_t state = 1;

	for (size_t i = 0; i < length; i++) {
		state = state * 1664525 + 1013904223;
		text[i] = (char)('a' + (state >> 24) % 20);
	}
	return text;
}

START_TEST(plain)
{
	static const char *const texts[] = { "", "a", "ab\n", "\x1f", "(" };

	/* The last two could be the start of something, cut short. */
	for (unsigned i = 0; i < 3; i++) {
		temp_file_write(texts[i], strlen(texts[i]));
		check_reads(texts[i], strlen(texts[i]));
	}
	for (unsigned i = 3; i < 5; i++) {
		struct sp_error err;
		struct file_bytes got;

		temp_file_write(texts[i], strlen(texts[i]));
		ck_assert_int_eq(read_file(&got, 10, &err), SP_DATA);
		free(got.data);
	}
}
END_TEST

START_TEST(packed_whole)
{
	size_t length = 1 << 20;
	char *text = long_text(length);
	struct file_bytes packed = packers[_i](text, length);

	temp_file_write(packed.data, packed.size);
	check_reads(text, length);
	free(packed.data);
	packed = packers[_i]("", 0);
	temp_file_write(packed.data, packed.size);
	check_reads("", 0);
	free(packed.data);
	free(text);
}
END_TEST

START_TEST(packed_in_parts)
{
	struct file_bytes packed = join_packed(
		join_packed(packers[_i]("ab\n", 3), packers[_i]("", 0)),
		packers[_i]("cd\n", 3));

	temp_file_write(packed.data, packed.size);
	check_reads("ab\ncd\n", 6);
	free(packed.data);
}
END_TEST

START_TEST(skippable_zstd_frames)
{
	static const char skippable[] = "\x5a\x2a\x4d\x18\3\0\0\0xyz";
	struct file_bytes frame = { malloc(11), 11 };
	struct file_bytes again = { malloc(11), 11 };
	struct file_bytes packed;

	memcpy(frame.data, skippable, 11);
	memcpy(again.data, skippable, 11);
	packed = join_packed(join_packed(frame, pack_zstd("ab\n", 3)), again);
	temp_file_write(packed.data, packed.size);
	check_reads("ab\n", 3);
	free(packed.data);
}
END_TEST

/* The sixth byte of the frame is its window: 8 MiB, and an eighth more. */
START_TEST(zstd_windows)
{
	char frame[] = "\x28\xb5\x2f\xfd\0\x68\x19\0\0ab\n";
	struct file_bytes got;
	struct sp_error err;

	temp_file_write(frame, sizeof(frame) - 1);
	check_reads("ab\n", 3);
	frame[5]++;
	temp_file_write(frame, sizeof(frame) - 1);
	ck_assert_int_eq(read_file(&got, 1000, &err), SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, "zstd -dc --long=31"));
	free(got.data);
}
END_TEST

START_TEST(packed_cut_anywhere)
{
	static const char text[] = "one line\nand another\nand one more\n";
	struct file_bytes packed = packers[_i](text, sizeof(text) - 1);

	for (size_t size = 1; size < packed.size; size++) {
		struct sp_error err;
		struct file_bytes got;

		temp_file_write(packed.data, size);
		ck_assert_msg(read_file(&got, 1000, &err) == SP_DATA,
			      "cut to %zu bytes: accepted", size);
		ck_assert_ptr_nonnull(strstr(err.text, "cut short"));
		ck_assert_ptr_eq(strstr(err.text, temp_path), err.text);
		free(got.data);
	}
	free(packed.data);
}
END_TEST

START_TEST(cut_second_part)
{
	struct file_bytes first = packers[_i]("ab\n", 3);
	size_t whole = first.size;
	struct file_bytes packed = join_packed(first, packers[_i]("cd\n", 3));

	for (size_t size = whole + 1; size < packed.size; size++) {
		struct sp_error err;
		struct file_bytes got;

		temp_file_write(packed.data, size);
		ck_assert_int_eq(read_file(&got, 1000, &err), SP_DATA);
		free(got.data);
	}
	free(packed.data);
}
END_TEST

START_TEST(trailing_garbage)
{
	static const char *const garbage[] = { "x", "garbage", "\n", "\x1f",
					       "\x28\xb5\x2f\xfe", "\x1f\x8b",
					       "\x1f\x8c" };

	for (unsigned i = 0; i < sizeof(garbage) / sizeof(*garbage); i++) {
		struct file_bytes packed = packers[_i]("ab\n", 3);
		struct file_bytes rest = { strdup(garbage[i]),
				      strlen(garbage[i]) };
		struct sp_error err;
		struct file_bytes got;

		packed = join_packed(packed, rest);
		temp_file_write(packed.data, packed.size);
		ck_assert_msg(read_file(&got, 1000, &err) == SP_DATA,
			      "garbage %u accepted", i);
		free(got.data);
		free(packed.data);
	}
}
END_TEST

START_TEST(damaged)
{
	char *text = long_text(3000);
	struct file_bytes packed = packers[_i](text, 3000);
	unsigned accepted = 0;

	/* A changed header flag may be harmless; changed data never is. */
	for (size_t at = 12; at < packed.size; at += 7) {
		struct sp_error err;
		struct file_bytes got;

		packed.data[at] ^= 0x10;
		temp_file_write(packed.data, packed.size);
		accepted += !read_file(&got, 1000, &err);
		packed.data[at] ^= 0x10;
		free(got.data);
	}
	ck_assert_uint_eq(accepted, 0);
	free(packed.data);
	free(text);
}
END_TEST

START_TEST(cannot_open)
{
	struct sp_source *source;
	struct sp_error err;

	ck_assert_int_eq(sp_source_open("/no/such/file", &source, &err),
			 SP_IO);
	ck_assert_str_eq(err.text,
			 "/no/such/file: No such file or directory");
	ck_assert_ptr_null(source);
	ck_assert_int_eq(sp_source_open("/tmp", &source, &err), SP_IO);
	ck_assert_str_eq(err.text, "/tmp: Is a directory");
	sp_source_close(NULL);
}
END_TEST

static struct sp_source *
open_text(const char *text, size_t length)
{
	struct sp_source *source;
	struct sp_error err;

	temp_file_write(text, length);
	must(sp_source_open(temp_path, &source, &err), err);
	return source;
}

START_TEST(lines)
{
	static const char *const wanted[] = { "a", "", "b c", "", "\rd",
					      "last" };
	static const char text[] = "a\n\nb c\r\n\r\n\rd\nlast";
	struct sp_source *source = open_text(text, sizeof(text) - 1);
	struct sp_error err;
	const char *line;
	size_t length;

	for (unsigned i = 0; i < 6; i++) {
		must(sp_source_line(source, &line, &length, &err), err);
		ck_assert_ptr_nonnull(line);
		ck_assert_uint_eq(length, strlen(wanted[i]));
		ck_assert(!memcmp(line, wanted[i], length));
		ck_assert_uint_eq(sp_source_line_number(source), i + 1);
	}
	(void)sp_source_bad_line(source, &err, "no %s", "good");
	ck_assert_ptr_nonnull(strstr(err.text, ": line 6: no good"));
	must(sp_source_line(source, &line, &length, &err), err);
	ck_assert_ptr_null(line);
	must(sp_source_line(source, &line, &length, &err), err);
	ck_assert_ptr_null(line);
	ck_assert_str_eq(sp_source_name(source), temp_path);
	sp_source_close(source);
}
END_TEST

START_TEST(binary_lines)
{
	struct sp_source *source = open_text("a\nb\0c\n", 6);
	struct sp_error err;
	const char *line;
	size_t length;

	must(sp_source_line(source, &line, &length, &err), err);
	ck_assert_int_eq(sp_source_line(source, &line, &length, &err),
			 SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text,
				     ": line 2: binary, not text"));
	sp_source_close(source);
}
END_TEST

/* Lines are complete wherever the buffer ends. */
START_TEST(many_lines)
{
	size_t size = 11 << 20, count = 0, seen = 0;
	char *text = long_text(size);
	struct sp_source *source;
	struct sp_error err;
	const char *piece;
	size_t length;

	for (size_t at = 100; at < size; at += 1 + at % 70000)
		text[at] = '\n';
	source = open_text(text, size);
	for (;;) {
		must(sp_source_lines(source, &piece, &length, &err), err);
		if (!length)
			break;
		ck_assert_int_eq(piece[length - 1], '\n');
		seen = seen + length > size ? size : seen + length;
		ck_assert(!memcmp(piece, text + count, seen - count));
		count += length;
	}
	ck_assert_uint_eq(count, size + (text[size - 1] != '\n'));
	sp_source_close(source);
	free(text);
}
END_TEST

START_TEST(longest_line)
{
	size_t longest = (size_t)16 << 20;
	char *text = long_text(longest + 2);
	struct sp_source *source;
	struct sp_error err;
	const char *line;
	size_t length;

	text[longest] = '\n';
	source = open_text(text, longest + 1);
	must(sp_source_line(source, &line, &length, &err), err);
	ck_assert_uint_eq(length, longest);
	sp_source_close(source);
	text[longest] = 'x';
	text[longest + 1] = '\n';
	source = open_text(text, longest + 2);
	ck_assert_int_eq(sp_source_line(source, &line, &length, &err),
			 SP_DATA);
	sp_source_close(source);
	free(text);
}
END_TEST

/* Peeks into size bytes of the file, and reads them again as they are. */
static void
check_restart(const char *bytes, size_t size, enum sp_status peeks)
{
	struct sp_source *source = open_text(bytes, size);
	char *got = malloc(size + 1);
	struct sp_error err;
	const char *text;
	size_t peeked, count, end = 0;

	ck_assert_int_eq(sp_source_peek(source, &text, &peeked, &err), peeks);
	must(sp_source_restart_raw(source, &err), err);
	/* A second look sees the packed bytes. */
	must(sp_source_peek(source, &text, &peeked, &err), err);
	ck_assert_uint_eq(peeked, size < SP_SOURCE_PEEK ? size :
							  SP_SOURCE_PEEK);
	ck_assert_mem_eq(text, bytes, peeked);
	must(sp_source_restart_raw(source, &err), err);
	do {
		must(sp_source_read(source, got + end, size + 1 - end, &count,
				    &err), err);
		end += count;
	} while (count);
	ck_assert_uint_eq(end, size);
	ck_assert_mem_eq(got, bytes, size);
	sp_source_close(source);
	free(got);
}

START_TEST(restart_raw)
{
	size_t length = (size_t)3 << 20;
	char *text = long_text(length);
	struct file_bytes packed, empty;
	struct sp_source *source;
	struct sp_error err;
	const char *start;
	size_t size;

	check_restart("", 0, SP_OK);
	check_restart(text, length, SP_OK);
	/* The second one's blocks are larger than a small buffer. */
	for (size_t i = 0; i < SP_BUFFER(2, 1); i++) {
		packed = packers[i](text, length);
		check_restart(packed.data, packed.size, SP_OK);
		check_restart(packed.data, packed.size / 2, SP_OK);
		free(packed.data);
		packed = packers[i]("short", 5);
		check_restart(packed.data, packed.size, SP_OK);
		check_restart(packed.data, packed.size - 1, SP_DATA);
		free(packed.data);
	}
	/* More than is kept, which unpacks to nothing. */
	packed = pack_gzip("", 0);
	while (packed.size < (size_t)300 << 10) {
		empty = join_packed(packed, pack_gzip("", 0));
		packed = (struct file_bytes){ malloc(2 * empty.size),
					      2 * empty.size };
		memcpy(packed.data, empty.data, empty.size);
		memcpy(packed.data + empty.size, empty.data, empty.size);
		free(empty.data);
	}
	source = open_text(packed.data, packed.size);
	must(sp_source_peek(source, &start, &size, &err), err);
	ck_assert_uint_eq(size, 0);
	ck_assert_int_eq(sp_source_restart_raw(source, &err), SP_DATA);
	sp_source_close(source);
	free(packed.data);
	free(text);
}
END_TEST

/* ---- how far reading is ----------------------------------------------- */

static void
take_step(void *context, uint64_t done, uint64_t total)
{
	struct sp_reading *last = context;

	ck_assert_uint_ge(done, last->done);
	*last = (struct sp_reading){ NULL, done, total };
}

/* Reads the source to its end and closes it. */
static void
drain_source(struct sp_source *source)
{
	struct sp_error err;
	size_t length;

	do {
		const char *text;

		must(sp_source_lines(source, &text, &length, &err), err);
	} while (length);
	sp_source_close(source);
}

START_TEST(reading_is_counted)
{
	struct sp_reading last = { NULL, 0, 0 };
	struct sp_progress progress = { &last, take_step };
	struct sp_reading reading = { &progress, 0, 12345 };
	size_t length = (size_t)3 << 20;
	char *text = long_text(length);
	struct sp_source *source;
	char *files[] = { temp_path, temp_path, temp_path };
	struct file_bytes packed;
	struct sp_error err;
	const char *start;
	size_t size;

	for (size_t i = 99; i < length; i += 100)
		text[i] = '\n';
	source = open_text(text, length);
	ck_assert_uint_eq(sp_source_size(source), length);
	/* What a look takes counts from the beginning. */
	must(sp_source_peek(source, &start, &size, &err), err);
	ck_assert_uint_eq(sp_source_size(source), length);
	sp_source_follow(source, &reading);
	ck_assert_uint_eq(last.done, SP_SOURCE_PEEK);
	drain_source(source);
	ck_assert_uint_eq(last.done, length);
	ck_assert_uint_eq(last.total, 12345);
	/* The next file is added, as many bytes as it has when packed. */
	packed = pack_gzip(text, length);
	source = open_text(packed.data, packed.size);
	ck_assert_uint_eq(sp_source_size(source), packed.size);
	ck_assert_uint_eq(sp_files_size(files, 3), 3 * packed.size);
	sp_source_follow(source, &reading);
	drain_source(source);
	ck_assert_uint_eq(reading.done, length + packed.size);
	ck_assert_uint_eq(last.done, reading.done);
	/* Of a device the size is not known. */
	files[1] = (char[]){ "/dev/null" };
	ck_assert_uint_eq(sp_files_size(files, 3), 0);
	must(sp_source_open("/dev/null", &source, &err), err);
	ck_assert_uint_eq(sp_source_size(source), 0);
	sp_source_close(source);
	free(packed.data);
	free(text);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("source");

	tcase_add_checked_fixture(tests, temp_file_make, temp_file_remove);
	tcase_add_test(tests, plain);
	tcase_add_loop_test(tests, packed_whole, 0, 2);
	tcase_add_loop_test(tests, packed_in_parts, 0, 2);
	tcase_add_test(tests, skippable_zstd_frames);
	tcase_add_test(tests, zstd_windows);
	tcase_add_loop_test(tests, packed_cut_anywhere, 0, 2);
	tcase_add_loop_test(tests, cut_second_part, 0, 2);
	tcase_add_loop_test(tests, trailing_garbage, 0, 2);
	tcase_add_loop_test(tests, damaged, 0, 2);
	tcase_add_test(tests, cannot_open);
	tcase_add_test(tests, lines);
	tcase_add_test(tests, binary_lines);
	tcase_add_test(tests, many_lines);
	tcase_add_test(tests, longest_line);
	tcase_add_test(tests, restart_raw);
	tcase_add_test(tests, reading_is_counted);
	return unit_run(tests);
}
