/* SPDX-License-Identifier: MIT */
/*
 * dictionary.h - the dictionary at the start of a .warc.zst.
 *
 * A skippable frame (magic 0x184D2A5D) whose content is a dictionary of zstd,
 * or a zstd frame with one.  Source: the IIPC's specification "Zstandard
 * compression in WARC files", version 1.0.
 */
#ifndef SP_WEB_ARCHIVE_DICTIONARY_H
#define SP_WEB_ARCHIVE_DICTIONARY_H

#include "base/status.h"

struct sp_feed;

/*
 * Takes the dictionary of a feed that was just opened and is packed with zstd;
 * does nothing if it begins otherwise.  Returns SP_DATA if the dictionary is
 * damaged, cut, or over 32 MiB.
 */
enum sp_status sp_feed_dictionary(struct sp_feed *feed, struct sp_error *err);

/* Reads more of the packed file, after raw_end; for sp_feed_dictionary(). */
enum sp_status sp_feed_raw(struct sp_feed *feed, struct sp_error *err);

#endif
