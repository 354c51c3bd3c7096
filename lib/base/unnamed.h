/* SPDX-License-Identifier: MIT */
/*
 * unnamed.h - temporary files without a name.
 */
#ifndef SP_BASE_UNNAMED_H
#define SP_BASE_UNNAMED_H

/*
 * Opens a new file in a folder for reading and writing.  It is gone when the
 * program is, however that ends.  Returns the descriptor, or -1 with errno.
 */
int sp_open_unnamed(const char *directory);

#endif
