/* SPDX-License-Identifier: MIT */
import it.unimi.dsi.webgraph.BVGraph;
import it.unimi.dsi.webgraph.NodeIterator;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

/**
 * WebGraph THREADS GRAPH - WebGraph for Java, as driver.h says, but that GRAPH
 * is a BVGraph
 *
 * <pre>
 * decode N       decodes all links in order, N times
 * pagerank N     N iterations of PageRank in double precision: each page in
 *                order gives its rank to the pages to which it links
 * store FILE     encodes the graph again; window 7, maxref 3
 * chains FILE    the same without a limit of references in a row
 * </pre>
 *
 * Everything runs on one thread.  The processor time of the first two is that
 * of this thread: it has neither the compiler nor the collector of garbage.
 * The others have threads of their own, so that theirs is that of the process.
 */
public class WebGraph {
  static BVGraph graph;

  static long decode(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      NodeIterator node = graph.nodeIterator();
      while (node.hasNext()) {
        node.nextInt();
        int count = node.outdegree();
        int[] successors = node.successorArray();
        if (count > 0)
          sum += successors[count - 1];
      }
    }
    return sum;
  }

  static double pageRank(int iterations) {
    int pages = graph.numNodes();
    double[] rank = new double[pages], next = new double[pages];
    double change = 0;
    Arrays.fill(rank, 1.0 / pages);
    for (int i = 0; i < iterations; i++) {
      Arrays.fill(next, 0);
      NodeIterator node = graph.nodeIterator();
      while (node.hasNext()) {
        int page = node.nextInt(), count = node.outdegree();
        int[] successors = node.successorArray();
        double given = rank[page] / count;
        for (int j = 0; j < count; j++)
          next[successors[j]] += given;
      }
      change = 0;
      for (int page = 0; page < pages; page++) {
        double now = 0.15 / pages + 0.85 * next[page];
        change += Math.abs(now - rank[page]);
        next[page] = now;
      }
      double[] swap = rank;
      rank = next;
      next = swap;
    }
    return change;
  }

  static double run(String task, String argument) throws Exception {
    switch (task) {
    case "decode":
      return decode(Integer.parseInt(argument));
    case "pagerank":
      return pageRank(Integer.parseInt(argument));
    default:
      BVGraph.store(graph, argument, 7,
          task.equals("store") ? 3 : Integer.MAX_VALUE, 4, 3, 0, 1, null);
      return 0;
    }
  }

  public static void main(String[] args) throws Exception {
    long began = System.nanoTime();
    graph = BVGraph.load(args[1]);
    System.out.println("ready " + (System.nanoTime() - began) * 1e-9);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null;) {
      String[] words = line.split(" ", 2);
      long wall = System.nanoTime();
      boolean own = !words[0].equals("store") && !words[0].equals("chains");
      long cpu = used(own);
      double found = run(words[0], words[1]);
      cpu = used(own) - cpu;
      wall = System.nanoTime() - wall;
      System.out.printf(Locale.ROOT, "answer %.9f %.9f %.17g%n", cpu * 1e-9,
          wall * 1e-9, found);
    }
  }

  static long used(boolean own) {
    return own ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
        : ((com.sun.management.OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean()).getProcessCpuTime();
  }
}
