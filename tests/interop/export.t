#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
export.t - what graphdump --to writes beside the programs that it is for:
GraphML in networkx and igraph, GEXF in networkx, Matrix Market in scipy,
vectors in numpy, ASCIIGraph in WebGraph (Java), if the scripts of BVGraph have
installed that

The graphs are real ones in $SEEDPIPE_DATA, generated ones, and small ones with
names that hurt.  What the programs hold is compared link by link with the table
that graphdump prints.
"""
import glob
import gzip
import json
import os
import subprocess
import tempfile

from tap import end, ok, skip, skip_all

try:
    import igraph
    import lxml.etree
    import networkx
    import numpy
    import scipy.io
    import scipy.sparse
except ImportError as error:
    skip_all(error)

BIN = os.path.abspath(os.environ.get('BIN', 'bin'))
DATA = os.environ.get('SEEDPIPE_DATA', '')
JARS = glob.glob(os.path.join(os.environ.get('CACHE', ''), 'webgraph', 'lib',
                              '*.jar'))


def run(command, data=None):
    """What a pipeline of filters prints."""
    return subprocess.run(command, shell=True, input=data, check=True,
                          stdout=subprocess.PIPE).stdout


def dump(options, stream):
    """The rows of a table, as tuples in the order of its columns."""
    lines = run('graphdump --json %s %s' % (options, stream)).splitlines()
    return [tuple(json.loads(line).values()) for line in lines]


# ---- graphs that are not small ---------------------------------------------

def matrix(stream, weighted):
    """The links of a stream, from the table."""
    option = '--weights' if weighted else ''
    table = run('graphdump %s %s | sed 1d' % (option, stream))
    rows = numpy.array(table.split(), float)
    rows = rows.reshape(-1, 3 if weighted else 2)
    pages = json.loads(run('graphstat --json ' + stream))['graph']['pages']
    values = rows[:, 2] if weighted else numpy.ones(len(rows))
    return scipy.sparse.coo_array(
        (values, (rows[:, 0].astype(int), rows[:, 1].astype(int))),
        shape=(pages, pages))


def same(one, other):
    """Two matrices with the same entries, also with those that are 0."""
    key = lambda m: numpy.lexsort((m.coords[1], m.coords[0]))
    one, other = scipy.sparse.coo_array(one), scipy.sparse.coo_array(other)
    if one.shape != other.shape or one.nnz != other.nnz:
        return False
    a, b = key(one), key(other)
    return all(numpy.array_equal(x[a], y[b]) for x, y in
               ((one.coords[0], other.coords[0]),
                (one.coords[1], other.coords[1]), (one.data, other.data)))


def check_matrix(name, stream, weighted=False):
    option = '--weights' if weighted else ''
    wanted = matrix(stream, weighted)
    if wanted.shape[0] == 0:
        # scipy makes no matrix without rows.
        run('graphdump --to mtx %s >m.mtx' % stream)
        ok(open('m.mtx').read().endswith('\n0 0 0\n'), name + ': mtx')
    else:
        run('graphdump --to mtx %s %s >m.mtx' % (option, stream))
        ok(same(wanted, scipy.io.mmread('m.mtx')), name + ': mtx in scipy')
    run('graphdump --to npy %s csr %s' % (option, stream))
    vectors = [numpy.load('csr.%s.npy' % column, mmap_mode='r')
               for column in ('indptr', 'indices')]
    values = (numpy.load('csr.weights.npy') if weighted else
              numpy.ones(len(vectors[1])))
    ok(vectors[0][0] == 0 and same(wanted, scipy.sparse.csr_array(
        (values, vectors[1], vectors[0]), shape=wanted.shape))
       if wanted.shape[0] else list(vectors[0]) == [0],
       name + ': npy in numpy and scipy')
    return wanted


# ---- WebGraph ---------------------------------------------------------------

READER = '''
import it.unimi.dsi.webgraph.*;
import java.io.*;
public class Read {
	public static void main(String[] arguments) throws Exception {
		ImmutableGraph graph = ASCIIGraph.loadOffline(arguments[0]);
		PrintStream out = new PrintStream(new BufferedOutputStream(
			System.out, 1 << 16), false);
		out.println(graph.numNodes());
		for (NodeIterator at = graph.nodeIterator(); at.hasNext();) {
			int page = at.nextInt();
			LazyIntIterator to = at.successors();
			for (int next; (next = to.nextInt()) != -1;)
				out.println(page + "\\t" + next);
		}
		out.flush();
	}
}
'''


def check_webgraph(name, stream):
    if not JARS:
        skip(name + ': ascii in WebGraph', 'no WebGraph in $CACHE')
        return
    run('graphdump --to ascii -o a.graph-txt ' + stream)
    got = run("java -cp '%s:.' Read a" % ':'.join(JARS)).split(b'\n', 1)
    pages = json.loads(run('graphstat --json ' + stream))['graph']['pages']
    wanted = run('graphdump %s | sed 1d' % stream)
    ok(int(got[0]) == pages and got[1] == wanted,
       name + ': ascii in WebGraph')


# ---- small graphs ----------------------------------------------------------

def fits_xml(text):
    """The rule of graphdump(1), a second time, on bytes."""
    out = b''
    while text:
        for size in range(1, 5):
            try:
                c = text[:size].decode()
                break
            except UnicodeDecodeError:
                c = None
        part, text = text[:size if c else 1], text[size if c else 1:]
        if c is None or c in '\ufffe\uffff' or (c < ' ' and c not in '\t\n\r'):
            part = b''.join(b'%%%02X' % byte for byte in part)
        out += part
    return out.decode()


def names_of(stream, wanted):
    """The names of pages as XML holds them; wanted: as they went in."""
    if wanted is not None:
        return [fits_xml(name) for name in wanted]
    return [row[2] for row in dump('-s names', stream)]


def check_xml(name, stream, names=None, weighted=False):
    option = '--max-pages 0' + (' --weights' if weighted else '')
    links = {row[:2]: row[2] if weighted else 1 for row in dump(
        '-s graph' + (' --weights' if weighted else ''), stream)}
    table = json.loads('[%s]' % ','.join(
        run('graphdump -s scores --json ' + stream).decode().splitlines()))
    names = names_of(stream, names)
    hosts = [row[1] for row in dump('-s names', stream)]
    run('graphdump --to graphml %s %s >g.graphml' % (option, stream))
    run('graphdump --to gexf %s %s >g.gexf' % (option, stream))
    for path in 'g.graphml', 'g.gexf':
        lxml.etree.parse(path, lxml.etree.XMLParser(huge_tree=True))
    read = {'graphml': networkx.read_graphml('g.graphml', node_type=int),
            'gexf': networkx.read_gexf('g.gexf', node_type=int)}
    for kind, graph in read.items():
        what = '%s: %s in networkx: ' % (name, kind)
        ok(graph.is_directed() and sorted(graph) == list(range(len(names))),
           what + 'pages')
        ok({(a, b): data.get('weight', 1)
            for a, b, data in graph.edges(data=True)} == links,
           what + 'links')
        ok([graph.nodes[p].get('label') or None for p in range(len(names))]
           == [n or None for n in names], what + 'names')
        ok([graph.nodes[p].get('host') for p in range(len(names))] == hosts,
           what + 'hosts')
        ok(all(graph.nodes[row['node']][score] == row[score]
               for row in table for score in row if score != 'node'),
           what + 'scores, to the last digit')
    graph = igraph.Graph.Read_GraphML('g.graphml')
    ok(graph.is_directed() and graph.vs['id'] ==
       [str(p) for p in range(len(names))] and
       [v or None for v in graph.vs['label']] == [n or None for n in names],
       name + ': graphml in igraph: pages and names')
    weights = graph.es['weight'] if weighted else [1] * graph.ecount()
    ok(dict(zip(graph.get_edgelist(), weights)) == links,
       name + ': graphml in igraph: links')
    ok(all(graph.vs[row['node']][score] == row[score]
           for row in table for score in row if score != 'node'),
       name + ': graphml in igraph: scores')


HURT = [b'http://a.x/?a=1&b="<>\'', b'http://b.x/]]>\ttab\x01 \x1f\x7f',
        b'http://b.x/\xff\xc3(\xed\xa0\x80\xc0\xaf',
        b'http://c.x/\xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbd\xc2\x85\xc2\xa0',
        'http://é.x/日本/\U0001f310'.encode(), b'x' * 2000, b'',
        b'  two  blanks', b'<!-- & -->', b'%41\\u0041&amp;', b'\r carriage']


def small():
    with open('names', 'wb') as file:
        file.write(b''.join(name + b'\n' for name in HURT))
    run('graphimport -q -f arcs --weights 3 --names names | hits >hurt.sp',
        b'0 1 2.5\n1 0 1\n2 2 1e-300\n3 4 7\n4 3 0.1\n10 5 3\n9 9 2\n')
    check_xml('names that hurt', 'hurt.sp', HURT, True)
    check_matrix('weights', 'hurt.sp', True)
    check_webgraph('names that hurt', 'hurt.sp')
    for name, data in (('nopages', b'0\n'), ('nolinks', b'3\n\n\n\n'),
                       ('self', b'1\n0\n')):
        run('graphimport -q -f ascii >%s.sp' % name, data)
        check_matrix(name, name + '.sp')
        check_webgraph(name, name + '.sp')
        run('graphdump --to graphml %s.sp >g.graphml' % name)
        run('graphdump --to gexf %s.sp >g.gexf' % name)
        for graph in (networkx.read_graphml('g.graphml', node_type=int),
                      networkx.read_gexf('g.gexf', node_type=int)):
            ok(len(graph) == (data[0] - 48) and
               list(graph.edges) == ([(0, 0)] if name == 'self' else []),
               name + ' in networkx')


# ---- vectors ---------------------------------------------------------------

def vectors():
    run('graphgen -n 5000 | hits | pagerank >v.sp')
    run('coreextract -q --iterations 3 v.sp >c.sp')
    run('seedpick --top hub:20 v.sp >s.sp')
    run('crawlorder -q --order bfs,opic --seeds /dev/stdin v.sp >o.sp',
        b'1\n2\n')
    for score in 'hub', 'authority', 'pagerank':
        run('graphdump -s scores --score %s --to npy -o s.npy v.sp' % score)
        values = numpy.load('s.npy')
        ok(values.dtype == '<f8' and list(values) == [row[1] for row in dump(
            '-s scores --score ' + score, 'v.sp')], 'npy: score ' + score)
    run('graphdump -s hosts --to npy -o h.npy v.sp')
    names = [row[2] for row in dump('-s hosts', 'v.sp')]
    ok([names[h] for h in numpy.load('h.npy')] ==
       [row[1] for row in dump('-s names', 'v.sp')], 'npy: hosts')
    for section, stream, columns, option in (
            ('cores', 'c.sp', 'core side node score density', ''),
            ('seeds', 's.sp', 'node score', ''),
            ('orders', 'o.sp', 'node key parent depth', '--order opic')):
        run('graphdump -s %s %s --to npy set %s' % (section, option, stream))
        rows = run('graphdump --json -s %s %s %s' %
                   (section, option, stream)).splitlines()
        rows = [json.loads(row) for row in rows]
        for column in columns.split():
            wanted = [row[column] for row in rows]
            if column == 'side':
                wanted = [int(side == 'authority') for side in wanted]
            wanted = [-1 if value is None else value for value in wanted]
            ok(list(numpy.load('set.%s.npy' % column)) == wanted and rows,
               'npy: %s of %s' % (column, section))


# ---- real graphs -----------------------------------------------------------

def real(name, command, xml):
    if not DATA or not os.path.isdir(os.path.join(DATA, name)):
        skip(name, 'no real graphs, see SEEDPIPE_DATA')
        return
    run('%s | hits -i 3 -t 0 >real.sp' % command.replace('DATA', DATA))
    check_matrix(name, 'real.sp')
    check_webgraph(name, 'real.sp')
    if xml:
        # With names and hosts; what Python holds in a minute.
        run('graphprune --top authority:%d real.sp >part.sp' % xml)
        check_xml('%d pages of %s' % (xml, name), 'part.sp')


def main():
    os.environ['PATH'] = BIN + ':' + os.environ['PATH']
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if JARS:
            with open('Read.java', 'w') as file:
                file.write(READER)
            run("javac -cp '%s' Read.java" % ':'.join(JARS))
        small()
        vectors()
        real('hollins', 'gzip -dc DATA/hollins/hollins.edges.txt.gz >edges && '
             'gzip -dc DATA/hollins/hollins.urls.txt.gz >urls && '
             'graphimport -q -f arcs --names urls edges', 5000)
        real('ics-dev', 'zstd -dcq DATA/ics-dev/ics-dev.edges.txt.zst >edges '
             '&& zstd -dcq DATA/ics-dev/ics-dev.urls.txt.zst >urls && '
             'graphimport -q -f arcs --names urls edges', 5000)
        real('cnr-2000', 'graphimport -q -f bvgraph DATA/cnr-2000/cnr-2000',
             0)
        os.chdir('/')
    end()


main()
