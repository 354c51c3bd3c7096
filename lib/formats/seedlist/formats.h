/* SPDX-License-Identifier: MIT */
/*
 * formats.h - the table of formats of seed lists.
 *
 * ROW(NAME, name, word) is the format that lib/formats/seedlist/name.c defines
 * as sp_list_name.  The row defines SP_LIST_NAME and the word of --to; no other
 * place lists the formats.
 */
#ifndef SP_FORMATS_SEEDLIST_FORMATS_H
#define SP_FORMATS_SEEDLIST_FORMATS_H

#define SP_LIST_FORMATS(ROW)                                 \
	ROW(TEXT, text, "text")                              \
	ROW(HERITRIX, heritrix, "heritrix")                  \
	ROW(PRECEDENCE, precedence, "heritrix-precedence")   \
	ROW(SURT, surt, "surt")                              \
	ROW(NUTCH, nutch, "nutch")                           \
	ROW(STORMCRAWLER, stormcrawler, "stormcrawler")      \
	ROW(URLFRONTIER, urlfrontier, "urlfrontier")         \
	ROW(BROWSERTRIX, browsertrix, "browsertrix")         \
	ROW(SCRAPY, scrapy, "scrapy")

#define SP_LIST_NUMBER(NAME, name, word) SP_LIST_##NAME,
enum sp_list_format_number {
	SP_LIST_FORMATS(SP_LIST_NUMBER) SP_LIST_COUNT
};

/* The words, each after a bar: "|one|two". */
#define SP_LIST_WORD(NAME, name, word) "|" word
#define SP_LIST_WORDS SP_LIST_FORMATS(SP_LIST_WORD)

#endif
