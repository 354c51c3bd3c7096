/* SPDX-License-Identifier: MIT */
/*
 * readable.h - numbers for a person: in messages, on the progress line and in
 * what -v prints, never in tables or JSON.
 */
#ifndef SP_CLI_READABLE_H
#define SP_CLI_READABLE_H

#include <stdint.h>

/* Room for each of these texts, with the NUL. */
#define READABLE_TEXT 32

/* "1,234,567" */
void readable_count(char text[READABLE_TEXT], uint64_t count);

/* "512 bytes", "35.2 MiB": powers of 1024, three or four digits. */
void readable_bytes(char text[READABLE_TEXT], uint64_t bytes);

/*
 * "12.3 s" with that many decimals, and from a minute on "3 min 20 s",
 * "2 h 5 min"; seconds is 0 or more.
 */
void readable_seconds(char text[READABLE_TEXT], double seconds, int decimals);

#endif
