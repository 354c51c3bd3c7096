/* SPDX-License-Identifier: MIT */
/*
 * head.h - what a record says about itself before its block.
 *
 * Of a WARC: the line "WARC/1.0", then headers, which end with an empty line.
 * Of an ARC: one line, with URL, address, date, type and length.
 */
#ifndef SP_WEB_ARCHIVE_HEAD_H
#define SP_WEB_ARCHIVE_HEAD_H

#include "web/archive/archive.h"

/* Bytes that tell whether a record of a WARC begins. */
#define SP_WARC_MAGIC 10

/*
 * Returns whether text begins like a record of a WARC: "WARC/1.0" and an end
 * of line.
 */
bool sp_begins_warc(const uint8_t *text, size_t size);

/* Returns whether a line, without its end, is one that begins an ARC record. */
bool sp_begins_arc(const char *line, size_t length);

/*
 * Fills record from the head that it owns, record->head: all of a WARC's lines
 * or an ARC's one line.  *length_known is false if the head has no valid
 * length; record->damage says so.
 */
void sp_head_warc(struct sp_record *record, bool *length_known);
void sp_head_arc(struct sp_record *record, bool *length_known);

/* Empties the record, whose buffers stay unless they are large. */
void sp_record_reset(struct sp_record *record);

/* Says what is wrong with the record; of several things, the first counts. */
void sp_record_damage(struct sp_record *record, const char *format, ...)
	SP_PRINTF(2, 3);

#endif
