/* SPDX-License-Identifier: MIT */
/*
 * unpoison.c - what zlib, zstd and regcomp() write is initialised
 *
 * Linked with --wrap, because they are not instrumented.  What they read is
 * checked, and what they wrote is declared to MemorySanitizer.
 */
#include <regex.h>
#include <sanitizer/msan_interface.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

int __real_deflate(z_stream *stream, int flush);
int __real_inflate(z_stream *stream, int flush);
int __real_regcomp(regex_t *regex, const char *text, int flags);
size_t __real_regerror(int failure, const regex_t *regex, char *why,
		       size_t room);
size_t __real_ZSTD_compressCCtx(ZSTD_CCtx *context, void *to, size_t room,
				const void *from, size_t size, int level);
size_t __real_ZSTD_decompressDCtx(ZSTD_DCtx *context, void *to, size_t room,
				  const void *from, size_t size);
size_t __real_ZSTD_decompressStream(ZSTD_DCtx *context, ZSTD_outBuffer *out,
				    ZSTD_inBuffer *in);

static int
flate(int (*real)(z_stream *, int), z_stream *stream, int flush)
{
	unsigned char *to = stream->next_out;
	int result;

	__msan_check_mem_is_initialized(stream->next_in, stream->avail_in);
	result = real(stream, flush);
	__msan_unpoison(to, (size_t)(stream->next_out - to));
	return result;
}

int
__wrap_deflate(z_stream *stream, int flush)
{
	return flate(__real_deflate, stream, flush);
}

int
__wrap_inflate(z_stream *stream, int flush)
{
	return flate(__real_inflate, stream, flush);
}

int
__wrap_regcomp(regex_t *regex, const char *text, int flags)
{
	__msan_check_mem_is_initialized(text, strlen(text) + 1);
	__msan_unpoison(regex, sizeof(*regex));
	return __real_regcomp(regex, text, flags);
}

size_t
__wrap_regerror(int failure, const regex_t *regex, char *why, size_t room)
{
	__msan_unpoison(why, room);
	return __real_regerror(failure, regex, why, room);
}

size_t
__wrap_ZSTD_compressCCtx(ZSTD_CCtx *context, void *to, size_t room,
			 const void *from, size_t size, int level)
{
	size_t written;

	__msan_check_mem_is_initialized(from, size);
	written = __real_ZSTD_compressCCtx(context, to, room, from, size,
					   level);
	if (!ZSTD_isError(written))
		__msan_unpoison(to, written);
	return written;
}

size_t
__wrap_ZSTD_decompressDCtx(ZSTD_DCtx *context, void *to, size_t room,
			   const void *from, size_t size)
{
	size_t written;

	__msan_check_mem_is_initialized(from, size);
	written = __real_ZSTD_decompressDCtx(context, to, room, from, size);
	if (!ZSTD_isError(written))
		__msan_unpoison(to, written);
	return written;
}

size_t
__wrap_ZSTD_decompressStream(ZSTD_DCtx *context, ZSTD_outBuffer *out,
			     ZSTD_inBuffer *in)
{
	char *to = (char *)out->dst + out->pos;
	size_t result;

	__msan_check_mem_is_initialized((const char *)in->src + in->pos,
					in->size - in->pos);
	result = __real_ZSTD_decompressStream(context, out, in);
	__msan_unpoison(to, (size_t)((char *)out->dst + out->pos - to));
	return result;
}
