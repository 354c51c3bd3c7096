/* SPDX-License-Identifier: MIT */
/*
 * buffer.h - sizes of buffers, and other bounds, which fuzzers make small
 *
 * They decide only how something is done: no result may depend on one.  Built
 * with -DSP_SMALL_BUFFERS, short inputs reach the end of every buffer, and go
 * on in the next one; and a run of a fuzz target need not clear megabytes.
 */
#ifndef SP_BASE_BUFFER_H
#define SP_BASE_BUFFER_H

#ifdef SP_SMALL_BUFFERS
#define SP_BUFFER(usual, small) (small)
#else
#define SP_BUFFER(usual, small) (usual)
#endif

#endif
