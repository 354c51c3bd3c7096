/* SPDX-License-Identifier: MIT */
/*
 * The properties of a BVGraph, a file of Java's Properties: a line is
 * KEY=VALUE, in any order.  compressionflags, which says how each part of a
 * list is coded, depends on zetak and endianness, so its text is kept until the
 * file has been read, with its line for messages.
 *
 * The flags name only what differs from the defaults of WebGraph.  A code that
 * the decoder does not have is refused here, before a bit is read, and so is a
 * combination that no program writes: what is not understood must not be
 * decoded into some other graph.  Numbers are bounded here as well (pages, k of
 * zeta, the window), so that the decoder can rely on them.
 */
#include "formats/import/bvgraph_properties.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/span.h"
#include "base/text.h"
#include "formats/import/bvgraph.h"
#include "graph/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ZETA_MAX 20 /* numbers of 33 bits fit in SP_BITS_WIDEST */

enum key {
	KEY_NODES,
	KEY_ARCS,
	KEY_WINDOW,
	KEY_INTERVAL,
	KEY_VERSION,
	KEY_ZETA,
	KEY_FLAGS,
	KEY_ENDIANNESS,
	KEY_CLASS,
	KEY_COUNT
};

/* The first five must be there. */
static const char *const key_names[KEY_COUNT] = {
	"nodes", "arcs", "windowsize", "minintervallength", "version",
	"zetak", "compressionflags", "endianness", "graphclass"
};

#define KEY_NEEDED KEY_ZETA

struct property_parser {
	struct sp_source *source;
	struct sp_bvgraph *graph;
	uint64_t numbers[KEY_FLAGS]; /* of the keys before */
	bool given[KEY_COUNT];
	char flags[1024];            /* value of compressionflags */
	uint64_t flags_line;
	struct sp_error *err;
};

static bool
text_is(struct sp_span text, const char *word)
{
	return sp_span_equal(text, (struct sp_span){ word, strlen(word) });
}

static struct sp_span
trim_text(struct sp_span text)
{
	while (text.length && strchr(" \t\f", *text.text))
		sp_span_cut(&text, 1);
	while (text.length && strchr(" \t\f", text.text[text.length - 1]))
		text.length--;
	return text;
}

static enum sp_status
refuse_property(struct property_parser *parser, const char *key,
		struct sp_span value, const char *why)
{
	char shown[128];

	sp_mask(shown, sizeof(shown), value.text, value.length);
	return sp_source_bad_line(parser->source, parser->err, "%s=%s %s",
				  key, shown, why);
}

/* ---- compressionflags ------------------------------------------------- */

static const struct {
	const char *name;
	struct sp_code code;
} code_names[] = {
	{ "UNARY", { SP_CODE_UNARY, 0 } },
	{ "GAMMA", { SP_CODE_GAMMA, 0 } },
	{ "DELTA", { SP_CODE_DELTA, 0 } },
	{ "NIBBLE", { SP_CODE_NIBBLE, 0 } },
	{ "ZETA", { SP_CODE_ZETA, 0 } }, /* k is zetak */
	{ "ZETA1", { SP_CODE_ZETA, 1 } },
	{ "ZETA2", { SP_CODE_ZETA, 2 } },
	{ "ZETA3", { SP_CODE_ZETA, 3 } },
	{ "ZETA4", { SP_CODE_ZETA, 4 } },
	{ "ZETA5", { SP_CODE_ZETA, 5 } },
	{ "ZETA6", { SP_CODE_ZETA, 6 } },
	{ "ZETA7", { SP_CODE_ZETA, 7 } },
};

static bool
find_code(struct sp_span name, bool little, struct sp_code *code)
{
	size_t count = sizeof(code_names) / sizeof(code_names[0]);

	for (size_t i = 0; i < count; i++)
		if (text_is(name, code_names[i].name)) {
			*code = code_names[i].code;
			/* No program writes these little-endian. */
			return code->kind != SP_CODE_NIBBLE || !little;
		}
	return false;
}

static enum sp_status
refuse_flag(struct property_parser *parser, struct sp_span token,
	    const char *why)
{
	char shown[128];

	sp_mask(shown, sizeof(shown), token.text, token.length);
	return sp_fail(parser->err, SP_DATA,
		       "%s: line %" PRIu64 ": compressionflags: %s %s",
		       sp_source_name(parser->source), parser->flags_line,
		       shown, why);
}

/* A token such as RESIDUALS_DELTA. */
static enum sp_status
parse_flag(struct property_parser *parser, struct sp_span token)
{
	struct sp_bvgraph *graph = parser->graph;
	struct sp_span name = token;
	struct sp_code *code;

	if (sp_span_take(&name, SP_SPAN("OUTDEGREES_")))
		code = &graph->outdegree;
	else if (sp_span_take(&name, SP_SPAN("BLOCKS_")))
		code = &graph->block;
	else if (sp_span_take(&name, SP_SPAN("BLOCK_COUNT_")))
		code = &graph->block_count;
	else if (sp_span_take(&name, SP_SPAN("RESIDUALS_")))
		code = &graph->residual;
	else if (sp_span_take(&name, SP_SPAN("REFERENCES_")))
		code = &graph->reference;
	else if (sp_span_take(&name, SP_SPAN("INTERVALS_")))
		code = &graph->interval;
	else if (sp_span_take(&name, SP_SPAN("OFFSETS_")))
		return SP_OK;
	else
		return refuse_flag(parser, token, "is not known");
	if (!find_code(name, graph->little, code))
		return refuse_flag(parser, token,
				   "is a code that cannot be read");
	if (code->kind == SP_CODE_ZETA && !code->k)
		code->k = (unsigned)parser->numbers[KEY_ZETA];
	/*
	 * Java has a flag of its own for the counts of blocks.  Rust has one
	 * for both; only Rust writes the endianness, so that is the test.
	 */
	if (code == &graph->block && parser->given[KEY_ENDIANNESS])
		graph->block_count = *code;
	return SP_OK;
}

/* What no flag names has the code that WebGraph uses by default. */
static enum sp_status
parse_flags(struct property_parser *parser)
{
	struct sp_bvgraph *graph = parser->graph;
	const struct sp_code gamma = { SP_CODE_GAMMA, 0 };
	const char *at = parser->flags;

	graph->outdegree = graph->block_count = graph->block = gamma;
	graph->interval = gamma;
	graph->reference = (struct sp_code){ SP_CODE_UNARY, 0 };
	graph->residual = (struct sp_code){
		SP_CODE_ZETA, (unsigned)parser->numbers[KEY_ZETA]
	};
	while (*at) {
		size_t length = strcspn(at, "|");
		struct sp_span token = trim_text(
			(struct sp_span){ at, length });

		if (token.length && parse_flag(parser, token))
			return parser->err->status;
		at += length;
		at += *at == '|';
	}
	return SP_OK;
}

/* ---- lines ------------------------------------------------------------ */

static enum sp_status
parse_number(struct property_parser *parser, enum key key,
	     struct sp_span value)
{
	static const struct {
		uint64_t least, most;
	} ranges[KEY_FLAGS] = {
		[KEY_NODES] = { 0, SP_PAGES_MAX },
		[KEY_ARCS] = { 0, UINT64_MAX },
		[KEY_WINDOW] = { 0, SP_BVGRAPH_WINDOW },
		[KEY_INTERVAL] = { 0, SP_PAGES_MAX },
		[KEY_VERSION] = { 0, 1 },
		[KEY_ZETA] = { 1, ZETA_MAX },
	};
	uint64_t number;
	char why[80];

	if (!sp_parse_uint(value.text, value.length, &number))
		return refuse_property(parser, key_names[key], value,
				       "is not a number");
	if (number < ranges[key].least || number > ranges[key].most) {
		snprintf(why, sizeof(why), "is not in %" PRIu64 "..%" PRIu64,
			 ranges[key].least, ranges[key].most);
		return refuse_property(parser, key_names[key], value, why);
	}
	parser->numbers[key] = number;
	return SP_OK;
}

static enum sp_status
parse_word(struct property_parser *parser, enum key key,
	   struct sp_span value)
{
	if (key == KEY_FLAGS) {
		if (value.length >= sizeof(parser->flags) ||
		    memchr(value.text, 0, value.length))
			return refuse_property(parser, key_names[key], value,
					       "is too long");
		memcpy(parser->flags, value.text, value.length);
		parser->flags[value.length] = 0;
		parser->flags_line = sp_source_line_number(parser->source);
	} else if (key == KEY_ENDIANNESS) {
		parser->graph->little = text_is(value, "little");
		if (!parser->graph->little && !text_is(value, "big"))
			return refuse_property(parser, key_names[key], value,
					       "is neither big nor little");
	} else if (!text_is(value, "it.unimi.dsi.webgraph.BVGraph") &&
		   !text_is(value, "it.unimi.dsi.big.webgraph.BVGraph")) {
		return refuse_property(parser, key_names[key], value,
				       "is a format that cannot be read");
	}
	return SP_OK;
}

static enum sp_status
parse_line(struct property_parser *parser, const char *line, size_t length)
{
	struct sp_span text = trim_text((struct sp_span){ line, length });
	struct sp_span name = { text.text, 0 }, value;
	unsigned key = 0;

	if (!text.length || *text.text == '#' || *text.text == '!')
		return SP_OK;
	while (name.length < text.length &&
	       !strchr("=: \t\f", text.text[name.length]))
		name.length++;
	sp_span_cut(&text, name.length);
	value = trim_text(text);
	if (value.length && (*value.text == '=' || *value.text == ':')) {
		sp_span_cut(&value, 1);
		value = trim_text(value);
	}
	while (key < KEY_COUNT && !text_is(name, key_names[key]))
		key++;
	if (key == KEY_COUNT)
		return SP_OK;
	/*
	 * Java takes the last one; here a repeated key is more likely damage.
	 */
	if (parser->given[key])
		return sp_source_bad_line(parser->source, parser->err,
					  "%s is given twice",
					  key_names[key]);
	parser->given[key] = true;
	return key < KEY_FLAGS ? parse_number(parser, key, value) :
				 parse_word(parser, key, value);
}

static enum sp_status
parse_property(struct property_parser *parser)
{
	struct sp_bvgraph *graph = parser->graph;
	enum sp_status status = SP_OK;
	struct sp_span line;

	/* The default of WebGraph. */
	parser->numbers[KEY_ZETA] = 3;
	while (sp_source_next(parser->source, &line, &status, parser->err))
		status = parse_line(parser, line.text, line.length);
	if (status)
		return status;
	for (unsigned key = 0; key < KEY_NEEDED; key++)
		if (!parser->given[key])
			return sp_fail(parser->err, SP_DATA, "%s: no %s",
				       sp_source_name(parser->source),
				       key_names[key]);
	graph->pages = parser->numbers[KEY_NODES];
	graph->links = parser->numbers[KEY_ARCS];
	graph->window = parser->numbers[KEY_WINDOW];
	graph->shortest_interval = parser->numbers[KEY_INTERVAL];
	return parse_flags(parser);
}

enum sp_status
sp_bvgraph_properties(const char *path, struct sp_bvgraph *graph,
		      struct sp_error *err)
{
	struct sp_error local = { SP_OK, "" };
	struct property_parser parser = { .graph = graph,
					  .err = err ? err : &local };
	enum sp_status status;

	*graph = (struct sp_bvgraph){ 0 };
	if (sp_source_open(path, &parser.source, parser.err))
		return parser.err->status;
	status = parse_property(&parser);
	sp_source_close(parser.source);
	return status;
}

/* ---- names of files --------------------------------------------------- */

char *
sp_bvgraph_path(const char *basename, const char *suffix)
{
	static const char *const suffixes[] = { ".graph", ".properties" };
	size_t length = strlen(basename);
	size_t size;
	char *path;

	for (unsigned i = 0; i < 2; i++) {
		size_t tail = strlen(suffixes[i]);

		if (length > tail &&
		    !strcmp(basename + length - tail, suffixes[i])) {
			length -= tail;
			break;
		}
	}
	size = length + strlen(suffix) + 1;
	path = sp_alloc(size, 1);
	if (path) {
		memcpy(path, basename, length);
		memcpy(path + length, suffix, strlen(suffix) + 1);
	}
	return path;
}

static bool
has_suffix(const char *path, const char *suffix)
{
	size_t length = strlen(path), tail = strlen(suffix);

	return length > tail && !strcmp(path + length - tail, suffix);
}

bool
sp_bvgraph_is_name(const char *path)
{
	static const char suffix[] = ".properties";
	char properties[4096];
	size_t length = strlen(path);

	if (has_suffix(path, suffix))
		return true;
	if (has_suffix(path, ".graph"))
		length -= strlen(".graph");
	else if (!access(path, F_OK))
		return false;
	/* The system takes no longer path. */
	if (length + sizeof(suffix) > sizeof(properties))
		return false;
	memcpy(properties, path, length);
	memcpy(properties + length, suffix, sizeof(suffix));
	return !access(properties, F_OK);
}
