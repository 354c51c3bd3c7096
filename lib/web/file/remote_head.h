/* SPDX-License-Identifier: MIT */
/*
 * remote_head.h - what the head of an answer of a server says of its bytes.
 * Private to remote.c.
 */
#ifndef SP_WEB_FILE_REMOTE_HEAD_H
#define SP_WEB_FILE_REMOTE_HEAD_H

#include "web/file/remote_sum.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sp_remote_head {
	bool chunked;
	uint64_t first; /* byte of a part; UINT64_MAX: the whole file */
	uint64_t total; /* bytes of the file; UINT64_MAX: not said */
	char length[24];     /* the first Content-Length */
	bool lengths_differ; /* another one is not the same */
	bool tagged;    /* validator is an ETag */
	char validator[512]; /* the ETag, if it is a strong one, else the date
				of Last-Modified; or "" */
	struct sp_remote_sum sum; /* of the file, if one is given */
	bool other_bytes;         /* ... but of other bytes than are sent, or a
				     tag that is no checksum */
};

/*
 * Takes one line of length bytes, which need not end with NUL.  Begins anew at
 * each status line: heads of redirects come before that of the file.
 */
void sp_remote_head_line(struct sp_remote_head *head, const char *line,
			 size_t length);

#endif
