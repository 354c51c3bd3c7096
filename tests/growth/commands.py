# SPDX-License-Identifier: MIT
"""
commands - what the filters are asked to do with webs that grow (shapes.py)

COMMANDS has a row for each: the command, the shapes that make test tries, and
those for which more growth of instructions ("known") or memory is known, with
the most that it may be for twice the size and why.  @NAME stands for a file, made as INPUTS says: by a function from
a web to text, or by a command; or for a fresh copy of a folder, made by a list
of commands.  %o is the name of a file to write, or the folder, and %n the
number of pages.  A new filter is a row of COMMANDS.
"""
import collections
import json
import time

# ---- files -----------------------------------------------------------------


class Web:
    """The links of a shape, and the names of its pages."""

    def __init__(self, shape, count):
        make, self.name = shape
        self.links = make(count)
        self.pages = 1 + max(max(link) for link in self.links)

    def names(self):
        return [self.name(page) for page in range(self.pages)]

    def rows(self):
        rows = [[] for _ in range(self.pages)]
        for source, target in sorted(self.links):
            rows[source].append(target)
        return rows


def arcs(web):
    return ''.join('%d\t%d\n' % link for link in web.links)


def sorted_arcs(web):
    return ''.join('%d\t%d\n' % link for link in sorted(set(web.links)))


def names(web):
    return ''.join(name + '\n' for name in web.names())


def seeds(web):
    """Pages from which a crawl finds the whole of most webs."""
    return ''.join(web.name(page) + '\n' for page in (
        0, web.pages // 2, web.pages - 1))


def named_arcs(web):
    return ''.join('%s\t%s\n' % (web.name(source), web.name(target))
                   for source, target in web.links)


def ascii_rows(web):
    return '%d\n' % web.pages + ''.join(
        ' '.join(map(str, row)) + '\n' for row in web.rows())


def matrix(web):
    return '%%%%MatrixMarket matrix coordinate pattern general\n%d %d %d\n' % (
        web.pages, web.pages, len(web.links)) + ''.join(
            '%d %d\n' % (source + 1, target + 1)
            for source, target in web.links)


def vertices(web):
    return ''.join('%d\texample.h%d\n' % (page, page)
                   for page in range(web.pages))


def table(web):
    return 'source,target,weight\n' + ''.join(
        '"%s","%s",1\n' % (web.name(source), web.name(target))
        for source, target in web.links)


def record(kind, url, body):
    return ('WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\n'
            'WARC-Date: 2026-01-01T00:00:00Z\r\n'
            'WARC-Record-ID: <urn:uuid:0>\r\n'
            'Content-Type: application/http; msgtype=%s\r\n'
            'Content-Length: %d\r\n\r\n%s\r\n\r\n' % (
                kind, url, kind, len(body), body))


def archive(web, pages=None):
    """A page for each row, with its links in a list."""
    return ''.join(record(
        'response', web.name(page),
        'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Page</title>'
        '<ul>%s</ul>' % ''.join('<li><a href="%s">Page %d</a>' % (
            web.name(target), target) for target in row))
        for page, row in enumerate(web.rows()[:pages]))


def half_archive(web):
    """Of a crawl that has links to follow."""
    return archive(web, max(web.pages // 2, 1))


def stamp(page):
    return '%04d%02d%02d%02d%02d%02d' % (
        2026, 1 + page // 2419200 % 12, 1 + page // 86400 % 28,
        page // 3600 % 24, page // 60 % 60, page % 60)


def metadata(web):
    """A WAT file: of each row, what was found in the page."""
    return ''.join(record('metadata', web.name(page), json.dumps({'Envelope': {
        'WARC-Header-Metadata': {
            'WARC-Type': 'response', 'WARC-Target-URI': web.name(page),
            'WARC-Date': '2026-01-01T00:00:00Z'},
        'Payload-Metadata': {'HTTP-Response-Metadata': {
            'Response-Message': {'Status': '200'},
            'HTML-Metadata': {'Links': [
                {'path': 'A@/href', 'url': web.name(target)}
                for target in row]}}}}})).replace(
                    'application/http; msgtype=metadata', 'application/json')
        for page, row in enumerate(web.rows()))


def link_db(web):
    """By target, as Nutch has it."""
    rows = {}
    for source, target in web.links:
        rows.setdefault(target, []).append(source)
    return ''.join('%s\tInlinks:\n%s\n' % (web.name(target), ''.join(
        ' fromUrl: %s anchor: Page\n' % web.name(source) for source in row))
        for target, row in sorted(rows.items()))


def clueweb22(web):
    return ''.join(json.dumps({
        'url': web.name(page), 'ClueWeb22-ID': 'clueweb22-%d' % page,
        'outlinks': [[web.name(target), '0', 'Page', '', 'en',
                      'clueweb22-%d' % target]
                     for target in row]}) + '\n'
        for page, row in enumerate(web.rows()))


def log(entry, head=''):
    """A log with this for each page, found on the page before it."""
    def write(web):
        return head + ''.join(time.strftime(
            entry, time.gmtime(1795334400 + page)).format(
                url=web.name(page), by=web.name(max(page - 1, 0)), page=page,
                seconds=1795334400 + page) for page in range(web.pages))
    return write


LOGS = {
    'NUTCH': log('{url}\tVersion: 7\nStatus: 2 (db_fetched)\n'
                 'Fetch time: %a %b %d %H:%M:%S UTC %Y\n'
                 'Retries since fetch: 0\n'
                 'Retry interval: 2592000 seconds (30 days)\n\n'),
    'CDXJ': log('x %Y%m%d%H%M%S {{"url": "{url}", "status": "200"}}\n'),
    'BROWSERTRIX': log('{{"url":"{url}","ts":"%Y-%m-%dT%H:%M:%SZ",'
                       '"status":200,"depth":{page},"loadState":4}}\n',
                       '{"format":"json-pages-1.0","id":"pages"}\n'),
    'SCRAPY': log('{{"url": "{url}", "time": {seconds}, "depth": {page}, '
                  '"referer": "{by}"}}\n'),
    'SCRAPYLOG': log('%Y-%m-%d %H:%M:%S [scrapy.core.engine] DEBUG: '
                     'Crawled (200) <GET {url}> (referer: {by})\n'),
    'NUTCHLOG': log('%Y-%m-%d %H:%M:%S,000 INFO  fetcher.Fetcher - '
                    'fetching {url} (queue crawl delay=5000ms)\n'),
    'WGET': log('--%Y-%m-%d %H:%M:%S--  {url}\nrequest sent... 200 OK\n'
                '%Y-%m-%d %H:%M:%S (1 MB/s) - x saved [9/9]\n'),
    'WGETREJECTED': log('BLACKLIST\t{url}\t\n', 'REASON\tU_URL\tU_SCHEME\n'),
    'SQUID': log('{seconds}.000 100 127.0.0.1 TCP_MISS/200 99 GET {url} - '
                 'DIRECT/127.0.0.1 text/html [Referer: {by}\\r\\n]\n'),
    'ACCESS': log('1.1.1.1 - - [%d/%b/%Y:%H:%M:%S +0000] "GET {url} HTTP/1.1" '
                  '200 99 "{by}" "agent"\n'),
}


def heritrix(web):
    return ''.join(
        '%s000   200        164 %s L %s text/html #048 %s000+9 sha1:X - -\n' % (
            stamp(page), web.name(page), web.name(max(page - 1, 0)),
            stamp(page)) for page in range(web.pages))


def index(web):
    return ' CDX N b a m s k r M S V g\n' + ''.join(
        'x %s %s text/html 200 X - - 9 9 a.warc.gz\n' % (
            stamp(page), web.name(page)) for page in range(web.pages))


def visits(web):
    return 'url\ttime\tstatus\n' + ''.join('%s\t%d\t200\n' % (
        web.name(page), 1700000000 + page) for page in range(web.pages))


def scores(web):
    return ''.join('%s\t%d\n' % (web.name(page), page % 1000)
                   for page in range(web.pages))


def link_scores(web):
    return ''.join('%s\t%s\t%d\n' % (web.name(source), web.name(target),
                                     source % 1000)
                   for source, target in web.links)


def patterns(web):
    return 'a/.*a/.*b\n/%d/[0-9]{4}/.{9}x\n' % web.pages


INPUTS = {
    'ARCS': arcs, 'SORTED': sorted_arcs, 'SEEDS': seeds, 'NAMES': names,
    'NAMED': named_arcs, 'ASCII': ascii_rows, 'MTX': matrix,
    'VERTICES': vertices, 'CSV': table, 'WARC': archive, 'HALF': half_archive,
    'HERITRIX': heritrix, 'CDX': index, 'VISITS': visits, 'SCORES': scores,
    'LINKSCORES': link_scores, 'PATTERNS': patterns, 'WAT': metadata,
    'LINKDB': link_db, 'CLUEWEB22': clueweb22, **LOGS,
    'GRAPH': 'graphimport -f arcs --names @NAMES @ARCS',
    'BV': 'graphdump --to bvgraph %o @GRAPH',
    'RANKED': 'pagerank @GRAPH',
    'CRAWLED': 'crawlorder --seeds @SEEDS --order bfs,backlink @RANKED',
    'FETCHED': 'crawlgraph @HALF',
    'CORES': 'coreextract -q --seeds 20 --min-hubs 1 --min-authorities 1 '
             '@GRAPH',
    'PICKED': 'seedpick -q -R --urls @SEEDS @GRAPH',
    'SHAPED': 'crawlshape --to stream @GRAPH',
    'FIRST': 'graphimport -f arcs --keys names --for-merge 0/2 @NAMED',
    'SECOND': 'graphimport -f arcs --keys names --for-merge 1/2 @NAMED',
    'FIRSTWEB': 'crawlgraph --redirects --for-merge 0/2 @WARC',
    'SECONDWEB': 'crawlgraph --redirects --for-merge 1/2 @WARC',
}

# The steps of a merge by tasks, and the folder that each finds.  To one part:
# of two, the first may be empty, as parts are whole blocks.
TASK = 'graphmerge --work %o --step '
STEPS = ['plan --parts 1 @FIRSTWEB @SECONDWEB', 'number:0', 'mark:0',
         'mark:1', 'redirects', 'stay:0', 'translate:0', 'translate:1',
         'rows:0']
INPUTS.update({'BEFORE-' + step.split()[0]: [TASK + done for done in STEPS[:i]]
               for i, step in enumerate(STEPS)})

# ---- commands --------------------------------------------------------------

Row = collections.namedtuple('Row', 'command quick known memory')


def row(command, *quick, **known):
    return Row(command, quick, known.get('known', {}), known.get('memory', {}))


COMMANDS = [
    row('graphimport -f arcs @ARCS', 'star, in'),
    row('graphimport -f arcs --keys names @NAMED', 'names that begin alike'),
    row('graphimport -f arcs --names @NAMES --by-url @ARCS'),
    row('graphimport -f arcs --names @NAMES --normalize @ARCS'),
    row('graphimport -f ascii @ASCII'),
    row('graphimport -f mtx @MTX'),
    row('graphimport -f cc --vertices @VERTICES @SORTED'),
    row('graphimport -f bvgraph @BV.graph', 'equal rows'),
    row('crawlgraph -f csv @CSV'),
    row('crawlgraph -f warc @WARC', 'star, out'),
    row('crawlgraph -f warc --by-url --redirects @WARC'),
    row('crawlgraph -f wat @WAT', 'star, out'),
    row('crawlgraph -f linkdb @LINKDB'),
    row('crawlgraph -f clueweb22 @CLUEWEB22'),
    row('graphmerge @FIRST @SECOND', 'chain over hosts'),
] + [
    row('graphmerge --work @BEFORE-%s --step %s' % (step.split()[0], step),
        'star, in')
    for step in STEPS[:-1] if not step.endswith(':1')
] + [
    row('graphmerge --work @BEFORE-rows:0 --step rows:0 -o %o', 'star, in',
        memory={shape: (3.6, 'the buffers of the writer fill: 17 MiB for '
                        '8,000 pages, 20 for 64,000')
                for shape in ('long names', 'names that begin alike')}),
    row('crawlimport -f heritrix -g @GRAPH @HERITRIX', 'chain'),
    row('crawlimport -f cdx -g @GRAPH @CDX'),
    row('crawlimport -f tsv -g @GRAPH @VISITS'),
    row('crawlimport -f heritrix --table waits @HERITRIX'),
    row('crawlimport -f heritrix --match loose -g @GRAPH @HERITRIX'),
    row('crawlimport -f nutch -g @GRAPH @NUTCH'),
    row('crawlimport -f cdxj -g @GRAPH @CDXJ'),
    row('crawlimport -f browsertrix -g @GRAPH @BROWSERTRIX'),
    row('crawlimport -f scrapy -g @GRAPH @SCRAPY'),
    row('crawlimport -f scrapylog -g @GRAPH @SCRAPYLOG'),
    row('crawlimport -f nutchlog -g @GRAPH @NUTCHLOG'),
    row('crawlimport -f wget -g @GRAPH @WGET'),
    row('crawlimport -g @GRAPH @ACCESS @WGETREJECTED'),
    row('crawlimport -f squid -g @GRAPH @SQUID'),
    row('crawlimport -f access -g @GRAPH @ACCESS'),
    row('warcstat @WARC', 'star over hosts'),
    row('relscore --query page --context 9 -g @GRAPH @WARC', 'star, out'),
    row('relscore --rescale --from @SCORES -g @GRAPH'),
    row('scoreimport --scores @SCORES @GRAPH', 'far links'),
    row('scoreimport --link-scores @LINKSCORES @GRAPH'),
    row('graphgen -n %n --links 5', 'chain'),
    row('graphgen --evolve 0.1 @GRAPH'),
    row('graphdump @GRAPH', 'equal rows'),
    row('graphdump --to bvgraph %o @GRAPH'),
    row('graphdump --json -s names @GRAPH'),
    row('graphdump -s hosts @GRAPH'),
    row('graphdump -s orders @CRAWLED'),
    row('graphfold --to host @GRAPH', 'star over hosts'),
    row('graphfold --to shape @SHAPED'),
    row('graphprune @GRAPH', 'islands'),
    row('graphprune --transpose @GRAPH'),
    row('graphprune --random 1000 @GRAPH'),
    row('graphlinks --list @NAMES @GRAPH', 'star, in'),
    row('graphlinks --both --hosts @GRAPH *.example', 'star over hosts'),
    row('graphlinks --out --common 2 --list @NAMES @GRAPH'),
    row('graphlinks --path @GRAPH 0 1', 'chain'),
    row('graphlinks --index -o %o @GRAPH', 'calendar'),
    row('graphsplit --parts 4 -o %o @GRAPH', 'calendar'),
    row('graphstat --degrees --components @GRAPH'),
    row('graphstat --communities @GRAPH', 'chain'),
    row('graphstat --distances --samples 10 @GRAPH', 'chain'),
    row('graphstat --distances @GRAPH', known={
        '*': (4.2, 'up to 10,000 pages, all of them are sources'),
        'long names': (6.4, 'the same for a chain of 500 to 2,000 pages')}),
    row('graphstat --cores -g @GRAPH @CORES'),
    row('graphstat --overlap -g @GRAPH @PICKED'),
    # Built with -O3, the chain takes 2.62 times.
    row('harmonic @GRAPH', 'chain', known={
        shape: (2.7, 'a chain of 500 to 2,000 pages; 2.4 times from there on, '
                'and less for more') for shape in ('chain', 'long names')}),
    row('rank -m degree,katz:alpha=0.001,core @GRAPH', 'chain'),
    row('rank -m betweenness:error=0.1 @GRAPH', 'comb'),
    row('hits @GRAPH', 'two hubs and strays'),
    row('pagerank @GRAPH', 'one giant core', known={
        'equal rows': (3.9, 'two passes: from 64,000 links on, links are taken '
                       'in the near form, whose making is more than these')}),
    row('pagerank --method push @GRAPH'),
    row('coreextract -q --seeds 10 @GRAPH', 'comb'),
    row('coreextract --seeds 3 --min-hubs 3 --cover-density 60 @GRAPH',
        'two hubs and strays', known={
            'comb': (4.2, 'the warning tries --match all, where each core '
                     'counts all links of its hubs; --quiet tries nothing')}),
    row('coreextract --match all --min-hubs 3 --cover-density 60 -q @GRAPH',
        known={'comb': (4.2, 'each core counts all links of its hubs; '
                        '--max-rejected bounds the cores')}),
    row('coreextract -q --seeds 10 --match all @GRAPH'),
    row('seedpick --cover 5 --sketch 64 --steps 1000000 @GRAPH', 'chain'),
    row('seedpick --cover 5 @GRAPH'),
    row('seedpick --yield 100 --count 3 @GRAPH'),
    row('seedpick --top-indegree 100 --spread --to heritrix @GRAPH'),
    row('seedpick --urls @NAMES --match loose @GRAPH'),
    row('seedexpand --known @SEEDS -n 1000 --explain @GRAPH', 'star, in',
        known={'*': (3.2, 'where the first round is the better one, its scores '
                     'are computed again')}),
    row('seedexpand --known @SEEDS --judge --vote page @GRAPH'),
    row('crawlorder --seeds @SEEDS --order bfs,dfs,backlink,lsf,domainpq '
        '@GRAPH', 'star, in'),
    row('crawlorder --seeds @SEEDS --order batchpr,partialpr,opic,opic-revisit '
        '@GRAPH'),
    row('crawlorder --seeds @SEEDS --order fica,ficaplus,ieca @GRAPH'),
    row('crawlorder --seeds @SEEDS --order fpr,fpr@100,rankmass,wrankmass '
        '@GRAPH', known={
            shape: (3.9, 'rank mass from 2,000 to 4,000 pages; 2.1 times for '
                    'each step from there to 32,000')
            for shape in ('far links', 'names that begin alike')}),
    row('crawlorder --seeds @SEEDS --time host @GRAPH', 'chain over hosts'),
    row('crawlorder --seeds @SEEDS --time host --connections 5 @GRAPH'),
    row('crawlorder --seeds @SEEDS --procs 4 @GRAPH'),
    row('crawlorder --seeds @SEEDS --max-frontier 100 @GRAPH'),
    row('hotcurve @CRAWLED', 'deep tree'),
    row('hotcurve -m depth @CRAWLED'),
    row('hotcurve -m tau @CRAWLED'),
    row('hotcurve --reachable --summary @CRAWLED'),
    row('crawlnext --per-host none @FETCHED', 'star, out'),
    row('crawlnext --per-host none --exclude @PATTERNS @FETCHED',
        'names that grow'),
    row('crawlshape @GRAPH', 'calendar'),
    row('crawlshape --regex @GRAPH'),
]
