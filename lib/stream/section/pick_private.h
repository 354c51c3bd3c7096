/* SPDX-License-Identifier: MIT */
/*
 * pick_private.h - what the files of pick share.
 */
#ifndef SP_STREAM_SECTION_PICK_PRIVATE_H
#define SP_STREAM_SECTION_PICK_PRIVATE_H

#include "stream/section/kind.h"
#include "stream/section/pick.h"

/* Puts the name of the file before a message; returns the status. */
enum sp_status sp_pick_fail(const struct sp_pick *pick, struct sp_error *err);

#endif
