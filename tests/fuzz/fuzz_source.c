/* SPDX-License-Identifier: MIT */
/* Compressed and plain files: pieces of any size and lines give equal bytes. */
#include "fuzz.h"

#include "web/file/source.h"

#define MOST ((size_t)256 << 10) /* bytes to unpack: eight windows */

static uint64_t
hash_more(uint64_t sum, const uint8_t *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
	return sum;
}

/* Reads pieces of at most size bytes.  Is the file valid? */
static bool
read_pieces(const char *path, size_t size, size_t *length, uint64_t *sum)
{
	static uint8_t buffer[65536];
	struct sp_source *source;
	struct sp_error err;
	size_t got = 1;
	enum sp_status status = sp_source_open(path, &source, &err);

	hold(!status || status == SP_DATA);
	*length = *sum = 0;
	while (!status && got && *length < MOST) {
		status = sp_source_read(source, buffer, size, &got, &err);
		hold(!status || status == SP_DATA);
		hold(got <= size);
		if (!status) {
			*sum = hash_more(*sum, buffer, got);
			*length += got;
		}
	}
	sp_source_close(source);
	return !status;
}

static void
read_lines(const char *path, size_t most)
{
	struct sp_source *source;
	struct sp_error err;
	const char *line = "";
	size_t length, done = 0;
	enum sp_status status = sp_source_open(path, &source, &err);

	while (!status && line && done < MOST) {
		status = sp_source_line(source, &line, &length, &err);
		hold(!status || status == SP_DATA);
		if (status || !line)
			break;
		hold(!memchr(line, '\n', length) && !memchr(line, 0, length));
		done += length;
	}
	hold(status || done <= most);
	sp_source_close(source);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t length, again;
	uint64_t sum, other;
	char path[FUZZ_PATH];
	bool good, same;

	fuzz_file(0, data, size, path);
	good = read_pieces(path, 65536, &length, &sum);
	if (length < MOST) {
		/* Damage just behind MOST is met by large pieces only. */
		same = good == read_pieces(path, 3, &again, &other);
		hold(same || again >= MOST);
		hold(!good || (length == again && sum == other));
		if (good)
			read_lines(path, length);
	}
	return 0;
}
