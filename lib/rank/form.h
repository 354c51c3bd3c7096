/* SPDX-License-Identifier: MIT */
/*
 * form.h - forms of a graph for kernels that pass over all its links again and
 * again.
 *
 * The compact form (graph.h) is small, but a pass over it decodes it.  The
 * other forms take more memory and time to make, and less time for each pass.
 * All of them add in the order of sum.h, so that a kernel gives the same bits
 * with every form and any number of threads.  Kernels know only this header:
 *
 *	status = sp_form_begin(form, threads, dead, view, err);
 *	for each iteration:
 *		status = sp_form_push_ranks(form, ranks, err);
 *		status = sp_form_collect(form, take, context, err);
 *
 * A vector has a value for each PAGE or for each PLACE.  Most forms have a
 * place for every page, in page order: place = page.  A form that renumbers
 * has places for the pages with in-links only, in page order: its page_of[]
 * says for which.  A page without a place has no in-links; its sum is 0.
 *
 * A push makes the sums over the in-links of all pages pending, and collect
 * delivers them.  Which of the two does the work depends on the form, so the
 * vectors that a push read must not change until collect has returned.  After
 * each push comes exactly one collect.
 *
 * A form over a share (cluster/team/share.h) is one of these over the graph of
 * the share, and gives the kernel the pages that the process owns: pages and
 * places are their number.  Its operations exchange what the processes of the
 * team need of each other, so all of them call the same ones.  A vector that an
 * operation takes begins with the value of the first page owned, but it is a
 * part of one with sp_form_room() values, of which those before and after it
 * are the form's: a kernel allocates that, and adds share->own_first to the
 * pointer.
 *
 * With weights, a page gives its successors its value times the weight of each
 * link: ranks are divided by the sum of the weights instead of the number of
 * links.  A link of weight 0 is then as good as none; with weights of 1, every
 * sum has the bits that it has without weights.  Graphs with weights have kinds
 * of form of their own, so that they cost nothing where there are none.
 *
 * A kind of form is a file form_KIND.c with a struct sp_form_kind, which has a
 * row in the table of form.c.  Its own structure begins with a struct sp_form.
 */
#ifndef SP_RANK_FORM_H
#define SP_RANK_FORM_H

#include "cluster/team/share.h"
#include "graph/linkweights.h"
#include "rank/sum.h"

struct sp_pagerank_view;

/* ---- choosing a form -------------------------------------------------- */

/* What the user can ask for; the order of the values of --form. */
enum sp_form_choice {
	SP_FORM_AUTO,    /* what is expected to be fastest in the memory */
	SP_FORM_COMPACT, /* the graph itself */
	SP_FORM_NEAR,    /* windows of pages, most numbers in 16 bits */
	SP_FORM_SPARSE,  /* pages with in-links only, for pruned graphs */
	SP_FORM_ROWS     /* rows in page order, most numbers in 16 bits: what
			    the user gets for SP_FORM_NEAR for sweeps */
};

#define SP_FORM_CHOICES "auto|compact|near|sparse"

/* What a form is for: the operations that must work. */
enum sp_form_use {
	SP_FORM_RANKS,   /* push_ranks; place = page */
	SP_FORM_SWEEPS,  /* the same, best with a view, and the sweeps of
			    pagerank_push.c: forms with form_compact.h */
	SP_FORM_SCORES   /* push_ones, push_hubs, hubs */
};

struct sp_form_order {
	enum sp_form_choice choice;
	enum sp_form_use use;
	unsigned parts;      /* of sum.h, from 1 to SP_RANK_PARTS_MAX */
	int threads;         /* that make the form, >= 1 */
	uint64_t passes;     /* expected: more of them repay a larger form */
	struct sp_share *share; /* whose graph it is; NULL: of no share.
				   With one, place = page */
	const struct sp_link_weights *weights; /* of its links, which outlive
				   the form; or NULL.  Not for SP_FORM_SWEEPS,
				   views, and shares of several processes */
};

/* Values of a vector over the pages of a graph, or of the share it is of. */
static inline uint64_t
sp_form_room(const struct sp_graph *graph, const struct sp_share *share)
{
	return share ? share->places : sp_graph_pages(graph);
}

/* ---- a form ----------------------------------------------------------- */

struct sp_form_kind;

/* For kernels to read, not to write. */
struct sp_form {
	const struct sp_form_kind *kind;
	const struct sp_graph *graph; /* outlives the form */
	const struct sp_link_weights *weights; /* or NULL */
	enum sp_form_use use;
	unsigned parts;
	uint64_t pages;
	uint64_t places;
	uint64_t own_first;           /* only these pages, up to the end, can */
	uint64_t own_end;             /* have links: the pages owned */
	struct sp_share *share;       /* or NULL */
	struct sp_form *inner;        /* of the graph of a share with others,
					 if this form is over it; or NULL */
	const uint32_t *page_of;      /* the page of each place, ascending;
					 NULL: place = page */
	const uint64_t *chunk_place;  /* the first place of each chunk of
					 pages, and the end; NULL: as pages */
	/* Bitset of the pages with links that count, in whole blocks; known
	 * from the first push of a run on.  Not for SP_FORM_SCORES. */
	uint64_t *linked;
	/* Of the run: */
	int threads;
	const uint64_t *dead;         /* bitset of pages, with a share of
					 local pages; or NULL */
	const struct sp_pagerank_view *view; /* or NULL */
	const char *reason;           /* why this form, for people */
};

/* The first place of a chunk of pages (sp_sum_chunks()), and its end. */
static inline uint64_t
sp_form_chunk_first(const struct sp_form *form, uint64_t chunk)
{
	return form->chunk_place ? form->chunk_place[chunk] :
				   sp_chunk_first(chunk);
}

static inline uint64_t
sp_form_chunk_end(const struct sp_form *form, uint64_t chunk)
{
	return form->chunk_place ? form->chunk_place[chunk + 1] :
				   sp_chunk_end(chunk, form->pages);
}

/*
 * Makes a form of the graph, which the caller frees.  If a form that was
 * chosen by SP_FORM_AUTO turns out not to fit the memory, the compact form is
 * made instead.  Returns SP_MEMORY; SP_DATA if the graph is damaged, which the
 * compact form finds out only when it is used; SP_USAGE if the choice has no
 * operations for the use.  With a share, the graph is share->graph, and the
 * share outlives the form.
 */
enum sp_status sp_form_new(const struct sp_graph *graph,
			   const struct sp_form_order *order,
			   struct sp_form **form, struct sp_error *err);
void sp_form_free(struct sp_form *form); /* accepts NULL */

/* The name of the form's kind: "compact". */
const char *sp_form_name(const struct sp_form *form);

/*
 * A kernel that keeps its form from call to call: makes one in *form, or keeps
 * the one that is there if it was made for the same graph and use, and for the
 * same choice unless that is SP_FORM_AUTO.
 */
enum sp_status sp_form_keep(const struct sp_graph *graph,
			    const struct sp_form_order *order,
			    struct sp_form **form, struct sp_error *err);

/* ---- operations ------------------------------------------------------- */

/*
 * Begins a run.  What an earlier run left pending is dropped.  dead is NULL or
 * a bitset (base/bitset.h) of pages whose links do not count and whose sums
 * are 0; with a share, of local pages, those reached included.  view is NULL,
 * as it must be with a share of several processes, or the part of the graph
 * that exists: only pages that are seen and done push, and sums of pages that
 * are not seen are undefined.  Both must stay as they are until the run is
 * over, which is when the next one begins.  Returns SP_MEMORY.
 */
enum sp_status sp_form_begin(struct sp_form *form, int threads,
			     const uint64_t *dead,
			     const struct sp_pagerank_view *view,
			     struct sp_error *err);

/*
 * Each page with links gives its successors its rank divided by the number of
 * its links.  ranks is by page, and not negative.
 */
enum sp_status sp_form_push_ranks(struct sp_form *form, const double *ranks,
				  struct sp_error *err);

/*
 * Each page with links gives its successors 1.  hub has room for a value for
 * each page; only the form uses what it then holds.
 */
enum sp_status sp_form_push_ones(struct sp_form *form, double *hub,
				 struct sp_error *err);

/*
 * Each page gives its successors its hub score, the sum of their authorities
 * in ascending order.  authority is by place, not negative, and 0 for dead
 * pages; the form fetches those of pages that others own.  hub is as above.
 */
enum sp_status sp_form_push_hubs(struct sp_form *form,
				 double *authority, double *hub,
				 struct sp_error *err);

/* Stores only these hub scores, by page: 0 for dead pages. */
enum sp_status sp_form_hubs(struct sp_form *form, double *authority,
			    double *hub, struct sp_error *err);

/*
 * Receives the sums of places first .. first + count - 1, all of pages of one
 * chunk; sums[0] is that of first.  The calls for a chunk come from one thread
 * in ascending order, those for other chunks at the same time.  With
 * SP_FORM_RANKS, first is a multiple of SP_BITSET_BITS, and places may be left
 * out if none of their pages is seen (view).
 */
typedef void sp_form_take(void *context, uint64_t chunk, uint64_t first,
			  uint64_t count, const double *sums);

/* Delivers the pending sums. */
enum sp_status sp_form_collect(struct sp_form *form, sp_form_take *take,
			       void *context, struct sp_error *err);

/*
 * Returns a vector with room for a value for each place that is free from a
 * collect, during which it may be written already where sums were taken, until
 * the next push, before which the caller sets it to 0 again; NULL if memory is
 * short.
 */
double *sp_form_spare(struct sp_form *form);

/* Turns a vector by place into one by page, in place. */
void sp_form_spread(const struct sp_form *form, double *vector);

/* ---- kinds ------------------------------------------------------------ */

/* What some blocks of a graph say about all of it. */
struct sp_form_measure {
	uint64_t pages, links;
	double near;      /* share of links that lead at most 32 Ki pages far */
	double targets;   /* share of pages with in-links, about */
	double far_targets; /* pages that far links lead to, about */
	double linked;    /* share of pages with links */
	double blocks;    /* share of blocks of pages with links */
};

/*
 * Are links so few that the compact form looks for blocks of pages without
 * any, and passes over them?  SP_FORM_SWEEPS has no use for that.
 */
static inline bool
sp_form_links_are_few(uint64_t pages, uint64_t links)
{
	return links < pages / 16;
}

/* Looks at blocks all over the graph.  Returns SP_DATA or SP_MEMORY. */
enum sp_status sp_form_measure(const struct sp_graph *graph,
			       struct sp_form_measure *measure,
			       struct sp_error *err);

/*
 * About how long a pass over the compact form takes, in nanoseconds a page:
 * what other kinds compare their estimates with.
 */
double sp_form_compact_time(const struct sp_form_measure *measure,
			    enum sp_form_use use);

/* The far links of a page, on average. */
static inline double
sp_form_far_links(const struct sp_form_measure *measure)
{
	return (1 - measure->near) * (double)measure->links /
	       (double)measure->pages;
}

/*
 * What SP_FORM_AUTO chooses for a graph of which this is known, if memory is
 * enough for any form.  Returns its name; *bytes is what the form takes beyond
 * the graph, about, or 0 for the compact one.
 */
const char *sp_form_expect(const struct sp_form_measure *measure,
			   const struct sp_form_order *order, uint64_t *bytes);

struct sp_form_kind {
	const char *name;
	enum sp_form_choice choice;
	bool weighted;    /* for graphs with weights, and no others */
	bool sweeps;      /* has the vectors of form_compact.h */
	bool renumbers;   /* has places for some pages only */
	const char *reason; /* for which graphs SP_FORM_AUTO chooses it */
	/*
	 * Estimates what the form costs: bytes of memory beyond the graph and
	 * the vectors of the kernel while it is made and used, the passes over
	 * the compact form that making it takes, and the time of a pass in
	 * relation to one over the compact form.  Returns false if the form
	 * does not suit what is ordered.
	 */
	bool (*estimate)(const struct sp_form_measure *measure,
			 const struct sp_form_order *order,
			 uint64_t *bytes, double *making, double *pass);
	/*
	 * Makes the form: its own structure, in which make() of form.c sets
	 * the fields of struct sp_form afterwards, as far as they are 0.  With
	 * *form set, sp_form_free() is called after a failure too.
	 */
	enum sp_status (*make)(const struct sp_graph *graph,
			       const struct sp_form_order *order,
			       struct sp_form **form, struct sp_error *err);
	void (*free)(struct sp_form *form);
	/* The operations above; those of another use are NULL. */
	enum sp_status (*begin)(struct sp_form *form, struct sp_error *err);
	enum sp_status (*push_ranks)(struct sp_form *form, const double *ranks,
				     struct sp_error *err);
	enum sp_status (*push_ones)(struct sp_form *form, double *hub,
				    struct sp_error *err);
	enum sp_status (*push_hubs)(struct sp_form *form,
				    const double *authority, double *hub,
				    struct sp_error *err);
	enum sp_status (*hubs)(struct sp_form *form, const double *authority,
			       double *hub, struct sp_error *err);
	/* Fetches the authorities of pages that others own; or NULL. */
	enum sp_status (*fetch)(struct sp_form *form, double *authority,
				struct sp_error *err);
	/* Delivers the chunks from .. end - 1, each once after a push. */
	enum sp_status (*collect)(struct sp_form *form, uint64_t from,
				  uint64_t end, sp_form_take *take,
				  void *context, struct sp_error *err);
	double *(*spare)(struct sp_form *form);
};

/*
 * The table: ROW(NAME) for sp_form_kind_NAME; the first can do anything, and
 * the first for weights whatever can be done with these.
 */
#define SP_FORM_KINDS(ROW) \
	ROW(compact) ROW(near) ROW(sparse) ROW(rows) \
	ROW(weighted) ROW(near_weighted)

#define SP_FORM_DECLARE(name) extern const struct sp_form_kind \
	sp_form_kind_##name;
SP_FORM_KINDS(SP_FORM_DECLARE)
#undef SP_FORM_DECLARE

#endif
