/* SPDX-License-Identifier: MIT */
/*
 * texts.h - memory for the texts of one result, dropped together.  A batch has
 * hundreds of results, so little of it is kept (web/page/arena.h keeps much).
 */
#ifndef SP_WEB_CAPTURE_TEXTS_H
#define SP_WEB_CAPTURE_TEXTS_H

#include <stddef.h>

/* A zeroed struct is empty. */
struct sp_texts {
	struct sp_texts_block *blocks; /* the one in use comes first */
};

/*
 * Returns size bytes, valid until the texts are dropped; NULL if memory is
 * short.
 */
char *sp_texts_take(struct sp_texts *texts, size_t size);

/* Drops all texts, and keeps at most one small block. */
void sp_texts_drop(struct sp_texts *texts);

void sp_texts_free(struct sp_texts *texts);

#endif
