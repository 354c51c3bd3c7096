/* SPDX-License-Identifier: MIT */
/*
 * formats.h - the table of formats of rules.
 *
 * ROW(NAME, name, word) is the format that lib/formats/rules/name.c defines as
 * sp_rules_name.  The row defines SP_RULES_NAME and the word of --to; no other
 * place lists the formats.
 */
#ifndef SP_FORMATS_RULES_FORMATS_H
#define SP_FORMATS_RULES_FORMATS_H

#define SP_RULES_FORMATS(ROW)                                \
	ROW(HERITRIX, heritrix, "heritrix")                  \
	ROW(NUTCH, nutch, "nutch")                           \
	ROW(BROWSERTRIX, browsertrix, "browsertrix")         \
	ROW(SCRAPY, scrapy, "scrapy")                        \
	ROW(WGET, wget, "wget")                              \
	ROW(ROBOTS, robots, "robots")                        \
	ROW(SURT, surt, "surt")

#define SP_RULES_NUMBER(NAME, name, word) SP_RULES_##NAME,
enum sp_rules_format_number {
	SP_RULES_FORMATS(SP_RULES_NUMBER) SP_RULES_COUNT
};

/* The words, each after a bar: "|one|two". */
#define SP_RULES_WORD(NAME, name, word) "|" word
#define SP_RULES_WORDS SP_RULES_FORMATS(SP_RULES_WORD)

#endif
