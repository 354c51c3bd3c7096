/* SPDX-License-Identifier: MIT */
/*
 * HITS over a piece, with the bits of sp_hits() over the whole graph.
 *
 * The whole graph has more pages, but all others have the score 0 and add
 * nothing to any sum.  What has to be reproduced is the order: a sum over pages
 * is made of chunks by the numbers that pages have in the whole graph, and a
 * sum over in-links of parts, by the block of the page that links.  Pages of a
 * piece ascend, so the chunks are runs of places, and a part of a page gets its
 * addends in page order by itself.
 *
 * Steps and decisions (scaling, what is exact, when to stop) are those of
 * hits.c, through hits_step.h.  The in-links are there, so the two half steps
 * are made one after the other, without the trick of one pass: a piece is
 * small, and its vectors are in the cache.
 */
#include "rank/hits_piece.h"

#include "rank/hits_step.h"
#include "rank/sum.h"

#include <math.h>
#include <string.h>

/* ---- sums in the order of sum.h --------------------------------------- */

/* What adds up over the pages of a chunk, and then over the chunks. */
struct chunk_sum {
	uint64_t chunk;
	double partial, total;
};

/* A sum over chunks, or with the norm max the largest of them. */
static void
end_chunk(struct chunk_sum *sum, enum sp_norm norm)
{
	if (norm == SP_NORM_MAX)
		sum->total = sum->partial > sum->total ? sum->partial :
							 sum->total;
	else
		sum->total += sum->partial;
	sum->partial = 0;
}

/* Chunks that have no page of the piece would add 0. */
static inline void
hits_piece_add_value(struct chunk_sum *sum, enum sp_norm norm, uint32_t page,
		     double value)
{
	uint64_t chunk = page / SP_SUM_CHUNK;

	if (chunk != sum->chunk) {
		end_chunk(sum, norm);
		sum->chunk = chunk;
	}
	sum->partial = sp_add_to_norm(norm, sum->partial, value);
}

static double
hits_piece_norm_of(const struct sp_piece *piece, const double *values,
		   enum sp_norm norm)
{
	struct chunk_sum sum = { 0, 0, 0 };

	for (uint32_t p = 0; p < piece->pages; p++)
		hits_piece_add_value(&sum, norm, piece->page[p], values[p]);
	end_chunk(&sum, norm);
	return norm == SP_NORM_L2 ? sqrt(sum.total) : sum.total;
}

/* The part of sum.h that adds what a page gives. */
static inline unsigned
hits_piece_part_of(uint32_t page)
{
	return page / SP_BLOCK_PAGES / SP_DEAL_BLOCKS % SP_RANK_PARTS;
}

/* ---- half steps ------------------------------------------------------- */

/* What a link adds to a sum. */
static inline double
hits_piece_link(double score, const double *weight, uint32_t link)
{
	return weight ? score * weight[link] : score;
}

/*
 * Sums over the links to each page; without hub scores, their number.  A part
 * without addends is 0, and adding it changes nothing; so parts need not be
 * distinguished by whether they have any.
 */
static void
sum_in_links(const struct sp_piece *piece, const double *hub)
{
	for (uint32_t p = 0; p < piece->pages; p++) {
		double parts[SP_RANK_PARTS] = { 0 }, sum;

		for (uint32_t i = piece->in_from[p]; i < piece->in_from[p + 1];
		     i++) {
			uint32_t from = piece->in[i];

			parts[hits_piece_part_of(piece->page[from])] +=
				hits_piece_link(hub ? hub[from] : 1,
						piece->in_weight, i);
		}
		sum = parts[0];
		for (unsigned k = 1; k < SP_RANK_PARTS; k++)
			sum += parts[k];
		piece->sums[p] = sum;
	}
}

static void
sum_out_links(const struct sp_piece *piece)
{
	for (uint32_t p = 0; p < piece->pages; p++) {
		double sum = 0;

		for (uint32_t i = piece->out_from[p];
		     i < piece->out_from[p + 1]; i++)
			sum += hits_piece_link(piece->authority[piece->out[i]],
					       piece->out_weight, i);
		piece->hub[p] = sum;
	}
}

/* ---- iterations ------------------------------------------------------- */

/* Makes the sums the authorities, divided by their norm. */
static void
hits_piece_divide_authorities(const struct sp_piece *piece,
			      const struct sp_hits_options *options,
			      double old_norm, struct sp_hits_report *report)
{
	double norm = hits_piece_norm_of(piece, piece->sums, options->norm);
	struct chunk_sum change = { 0, 0, 0 };

	for (uint32_t p = 0; p < piece->pages; p++) {
		double value = norm > 0 ? piece->sums[p] / norm : 0;

		hits_piece_add_value(
			&change, SP_NORM_L1, piece->page[p],
			fabs(value - piece->authority[p] / old_norm));
		piece->authority[p] = value;
	}
	end_chunk(&change, SP_NORM_L1);
	report->residual = change.total;
	report->converged = options->tolerance == 0 ||
			    report->residual < options->tolerance;
}

static void
scale_authorities(const struct sp_piece *piece,
		  const struct sp_hits_options *options,
		  struct sp_hits_scaling *scaling)
{
	double scale = sp_hits_scale(scaling);

	sp_hits_scaled(scaling,
		       hits_piece_norm_of(piece, piece->sums, options->norm),
		       scale);
	for (uint32_t p = 0; p < piece->pages; p++)
		piece->authority[p] = piece->sums[p] * scale;
}

/*
 * The hub scores are computed in each iteration, also in the last one, where
 * they are the result.
 */
static void
iterate(const struct sp_piece *piece, const struct sp_hits_options *options,
	struct sp_hits_report *report)
{
	struct sp_hits_scaling scaling = { 1, 1 };
	bool last, exact;

	memset(piece->authority, 0, piece->pages * sizeof(double));
	do {
		sum_in_links(piece, report->iterations ? piece->hub : NULL);
		report->iterations++;
		last = report->iterations == options->iterations;
		exact = last || options->tolerance > 0;
		if (exact) {
			hits_piece_divide_authorities(piece, options,
						      scaling.norm, report);
			scaling.norm = 1;
		} else {
			scale_authorities(piece, options, &scaling);
		}
		sum_out_links(piece);
	} while (!last && !(options->tolerance > 0 && report->converged));
}

void
sp_hits_piece(const struct sp_piece *piece,
	      const struct sp_hits_options *options,
	      struct sp_hits_report *report)
{
	double norm;

	*report = (struct sp_hits_report){ .iterations = 0 };
	iterate(piece, options, report);
	norm = hits_piece_norm_of(piece, piece->hub, options->norm);
	report->singular = norm;
	if (!(norm > 0))
		return;
	if (options->norm != SP_NORM_L2)
		report->singular =
			hits_piece_norm_of(piece, piece->hub, SP_NORM_L2) /
			hits_piece_norm_of(piece, piece->authority, SP_NORM_L2);
	for (uint32_t p = 0; p < piece->pages; p++)
		piece->hub[p] /= norm;
}
