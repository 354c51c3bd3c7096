/* SPDX-License-Identifier: MIT */
/*
 * references.h - undoes the character references that other programs have left
 * in the URLs that they took from HTML.
 */
#ifndef SP_WEB_PAGE_REFERENCES_H
#define SP_WEB_PAGE_REFERENCES_H

#include <stddef.h>

/*
 * Replaces "&amp;", "&lt;", "&gt;", "&quot;", "&apos;" and "&#N;", "&#xN;" by
 * what they stand for, in UTF-8, in place; returns the new length, which is
 * never longer.  Only references with their ";" count: "&copy=1" is part of
 * a query.  Numbers that are no characters stay.
 */
size_t sp_references_undo(char *text, size_t length);

#endif
