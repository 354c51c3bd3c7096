/* SPDX-License-Identifier: MIT */
/*
 * no_blocks.h - where the blocks of a graph go that nobody wants
 */
#ifndef TESTS_NO_BLOCKS_H
#define TESTS_NO_BLOCKS_H

#include "unit.h"

#include "graph/builder.h"

static enum sp_status
no_begin(void *context, uint64_t pages, struct sp_error *err)
{
	(void)context;
	(void)pages;
	(void)err;
	return SP_OK;
}

static enum sp_status
no_block(void *context, uint64_t first_page, const uint8_t *bytes,
	 uint64_t length, const double *weights, uint64_t links,
	 struct sp_error *err)
{
	(void)context;
	(void)first_page;
	(void)bytes;
	(void)length;
	(void)weights;
	(void)links;
	(void)err;
	return SP_OK;
}

#define NO_BLOCKS { NULL, no_begin, no_block }

#endif
