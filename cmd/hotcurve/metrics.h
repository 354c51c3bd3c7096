/* SPDX-License-Identifier: MIT */
/*
 * metrics.h - the table of metrics, in the order in which --help lists them;
 * the first is the default.  ROW(NAME) stands for the word NAME of --metric
 * and for the struct hotcurve_metric hotcurve_NAME (hotcurve.h), which NAME.c
 * defines.  Nothing else lists the metrics.
 */
#ifndef CMD_HOTCURVE_METRICS_H
#define CMD_HOTCURVE_METRICS_H

#define HOTCURVE_METRICS(ROW) \
	ROW(throughput) \
	ROW(cumulative) \
	ROW(tranche) \
	ROW(depth) \
	ROW(seeds) \
	ROW(parallel) \
	ROW(harvest) \
	ROW(recall) \
	ROW(tau) \
	ROW(time) \
	ROW(pages) \
	ROW(bytes) \
	ROW(hosts) \
	ROW(table) \
	/* the end, so that a new row is one changed line */

#endif
