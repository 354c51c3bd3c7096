#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""timedcases.py - crawlorder --time against timedcrawl.py on random crawls

        tests/cli/timedcases.py CASES [SEED] [BIN]

Draws small graphs of odd shapes, with hosts, states and sizes, and options of a
crawl that takes time.  Every row of every order must be the same, and so must
the counts of its report.

Cases are numbered from SEED, and a number always draws the same, so
"timedcases.py 1 NUMBER" repeats a case that differs.  KEEP=FOLDER leaves the
files of the last case there.  Prints one line for each difference and a line of
counts, and ends with status 1 if anything differs.
"""
import collections
import os
import random
import shlex
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import timedcrawl

ORDERS = ['bfs', 'dfs', 'omniscient', 'backlink@1', 'backlink@3', 'backlink',
          'opic', 'opic:init=seeds', 'fpr', 'fica', 'fica:rule=rl:k=2',
          'batchpr@2:iterations=1:start=cold',
          'batchpr@5:iterations=1:start=cold']
STATES = ['ok', 'redirect', 'gone', 'failed', 'refused', 'filtered',
          'unfetched']
REPORT = ['requests', 'failed', 'lost', 'refused', 'hosts', 'bytes', 'busy',
          'last_end']


class Differs(Exception):
    pass


class Filters:
    """Runs filters in a folder, and writes files there."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def run(self, name, *words):
        done = subprocess.run([os.path.join(self.path, name), *words],
                              cwd=self.folder, capture_output=True,
                              encoding='utf-8', check=False)
        if done.returncode:
            raise Differs(f'{name} {shlex.join(words)}: status '
                          f'{done.returncode}: {done.stderr.strip()[:500]}')
        return done.stdout

    def write(self, name, lines):
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='utf-8') as out:
            out.writelines(f'{line}\n' for line in lines)
        return name


# ---- graphs -----------------------------------------------------------------

def draw_links(rnd, pages):
    """Links of a web, a chain, a star, fragments, or of few pages."""
    kind = rnd.choice(['web', 'web', 'web', 'dense', 'chain', 'star',
                       'fragments', 'few'])
    links = set()
    if kind == 'chain':
        links = {(i, i + 1) for i in range(pages - 1)}
    elif kind == 'star':
        links = {(0, i) for i in range(pages)}
        if rnd.random() < .3:
            links |= {(i, 0) for i in range(pages)}
    elif kind == 'fragments':
        size = rnd.randint(1, 6)
        for i in range(pages):
            for _ in range(rnd.randrange(3)):
                j = i - i % size + rnd.randrange(size)
                links.add((i, min(j, pages - 1)))
    elif kind == 'few':
        links = {(rnd.randrange(pages), rnd.randrange(pages))
                 for _ in range(3)}
    else:
        mean = 8 if kind == 'dense' else 2.5
        for i in range(pages):
            for _ in range(int(rnd.expovariate(1 / mean))):
                links.add((i, rnd.randrange(pages)))
    if rnd.random() < .3:
        links |= {(i, i) for i in range(pages) if rnd.random() < .3}
    return sorted(links) or [(0, 0)]


def draw_names(rnd, pages):
    """One host, one a page, some of unequal sizes, and pages without."""
    hosts = rnd.choice([1, 1, 2, 3, 8, pages])
    lonely = rnd.choice([0, 0, 0, .1, .5, 1])
    giant = rnd.choice([0, 0, .8])
    names = []
    for i in range(pages):
        host = 0 if rnd.random() < giant else rnd.randrange(hosts)
        if hosts == pages and not giant:
            host = i
        names.append(f'mailto:{i}@a.example' if rnd.random() < lonely
                     else f'http://h{host}.example/{i}')
    return names


def draw_graph(rnd, filters):
    """Writes a graph, with states and sizes in some; returns its names."""
    pages = rnd.choice([1, 2, 3, 5, 8, 12, 20, 40, 60, 60, 60])
    names = draw_names(rnd, pages)
    words = ['-q', '-f', 'arcs', '--keys', 'ids',
             '--names', filters.write('names', names)]
    states = None
    if rnd.random() < .5:
        bad = rnd.choice([.1, .3, .7])
        kinds = rnd.choice([STATES, STATES, ['refused'], ['failed', 'gone']])
        states = [rnd.choice(kinds) if rnd.random() < bad else 'ok'
                  for _ in range(pages)]
        words += ['--fetched', filters.write('fetched', [
            f'{i}\t{state}' for i, state in enumerate(states)])]
    links = filters.write('links', [f'{i}\t{j}'
                                    for i, j in draw_links(rnd, pages)])
    filters.run('graphimport', *words, '-o', 'graph', links)
    if rnd.random() < .4:
        states = draw_sizes(rnd, filters, names, states)
    scores = filters.write('scores', [
        f'{i}\t{rnd.choice([0, 1, 1, 2, rnd.random()])}'
        for i in range(pages)])
    filters.run('scoreimport', '-q', '--scores', f'truth={scores}', 'graph',
                '-o', 'scored')
    return names, states


def draw_sizes(rnd, filters, names, states):
    """Adds sizes from a log.  Returns the states, if there are some."""
    status = {'ok': 200, 'redirect': 301, 'gone': 404, 'failed': 500}
    lines = []
    for name, state in zip(names, states or ['ok'] * len(names)):
        if '://' in name and state in status and rnd.random() < .8:
            size = rnd.choice([0, 1, 1000, 20000, rnd.randrange(10 ** 7)])
            lines.append(f'{1500000000 + len(lines)}\t{name}\t'
                         f'{status[state]}\t{size}')
    if any(line.split('\t')[2][0] in '23' for line in lines):
        filters.run('crawlimport', '-q', '-f', 'tsv', '-g', 'graph', '-o',
                    'sized', filters.write(
                        'log', ['time\turl\tstatus\tsize'] + lines))
        os.replace(os.path.join(filters.folder, 'sized'),
                   os.path.join(filters.folder, 'graph'))
        return states or ['ok'] * len(names)
    return states


# ---- options ----------------------------------------------------------------

def draw_seconds(rnd, usual):
    """Often 0, often a round number, sometimes any."""
    if rnd.random() < .35:
        return '0'
    if rnd.random() < .6:
        return rnd.choice(['0.000001', '0.05', '250ms', '0.5', '1', '1s', '2',
                           '0.0025min', '0.0000025', '1.5000005'])
    return f'{rnd.expovariate(1 / usual):.{rnd.choice([1, 3, 6, 9])}f}'


def draw_table(rnd, filters, names):
    """A table of hosts, with some columns and some values."""
    times = rnd.choice([lambda: draw_seconds(rnd, 1),
                        lambda: str(rnd.randrange(4))])
    values = {'delay': times, 'response': times,
              'bandwidth': lambda: rnd.choice(['0', '1000', '1234567']),
              'failures': lambda: rnd.choice(['0', '0.5', '1']),
              'connections': lambda: rnd.choice(['1', '2', '3', '10'])}
    columns = rnd.sample(sorted(values), rnd.randint(1, len(values)))
    place = rnd.randint(0, len(columns))
    hosts = sorted({name.split('/')[2] for name in names if '://' in name})
    rows = []
    for host in hosts:
        if rnd.random() < .6:
            row = [values[column]() if rnd.random() < .7 else '-'
                   for column in columns]
            rows.append('\t'.join(row[:place] + [host] + row[place:]))
    rnd.shuffle(rows)
    return filters.write('hosts', [
        '\t'.join(columns[:place] + ['host'] + columns[place:])] + rows)


def draw_clockwork(rnd):
    """Times that are whole seconds, so that many events are at one moment."""
    words = ['--spread', '0', '--host-spread', '0', '--bandwidth', '0']
    for option, values in (
            ('setup', '00012'), ('response', '0112'), ('lookup', '0012'),
            ('delay', '00123'), ('retry-wait', '00123')):
        words += ['--' + option, rnd.choice(values)]
    if rnd.random() < .3:
        words += ['--delay-factor', rnd.choice(['0.5', '1', '2'])]
    if rnd.random() < .3:
        words += ['--time-limit', str(rnd.randint(1, 20))]
    return words


def draw_times(rnd):
    """Options that are times."""
    words = []
    if rnd.random() < .4:
        return draw_clockwork(rnd)
    for option, usual in (('delay', 1), ('response', .2), ('setup', .05),
                          ('lookup', .5), ('retry-wait', 3)):
        if rnd.random() < .6:
            words += ['--' + option, draw_seconds(rnd, usual)]
    if rnd.random() < .3:
        words += ['--timeout', rnd.choice(['0', '0.1', '0.3', '1'])]
    if rnd.random() < .2:
        words += ['--time-limit', f'{rnd.expovariate(.05):.1f}']
    if rnd.random() < .3:
        words += ['--delay-factor', rnd.choice(['0.5', '1', '2.5', '10'])]
        if rnd.random() < .5:
            words += ['--max-delay', draw_seconds(rnd, 1)]
    for option in 'spread', 'host-spread':
        if rnd.random() < .6:
            words += ['--' + option, rnd.choice(['0', '0', '0.3', '2'])]
    if rnd.random() < .5:
        words += ['--bandwidth', rnd.choice(['0', '1', '300000', '123457'])]
    return words


def draw_options(rnd, filters, names, states):
    queues = rnd.choice(['host', 'host', 'global', 'slots', 'batch'])
    if queues == 'batch':
        queues += f':{rnd.choice([1, 2, 3, 5, 10, 100])}'
    words = ['--time', queues] + draw_times(rnd)
    for option, values in (
            ('connections', [1, 1, 2, 3, 4, 5, 7, 1000]),
            ('host-connections', [1, 2, 3, 5]),
            ('page-size', [0, 1, 12345]), ('failures', [0, .2, .4, .4, 1]),
            ('total-bandwidth', [0, 1000, 30000, 10 ** 6]),
            ('retries', [0, 1, 2, 3]), ('delay-from', ['start', 'end']),
            ('rng', [0, 2, 2 ** 63])):
        if rnd.random() < .5:
            words += ['--' + option, str(rnd.choice(values))]
    for option, values in (
            ('max', [1, 2, 5, 20]), ('max-per-host', [1, 2, 5, 10]),
            ('max-depth', [1, 2, 4]), ('max-frontier', [1, 3, 10]),
            ('tie', ['id', 'lifo', 'random', 'random:7'])):
        if rnd.random() < .12:
            words += ['--' + option, str(rnd.choice(values))]
    if queues == 'host' and rnd.random() < .5:
        words += ['--budget', str(rnd.randint(1, 5))]
    if queues[:5] == 'batch' and rnd.random() < .5:
        words += ['--between', rnd.choice(['1', '2', draw_seconds(rnd, 5)])]
    if states and rnd.random() < .7:
        words += ['--as-fetched']
    if rnd.random() < .4 and any('://' in name for name in names):
        words += ['--host-table', draw_table(rnd, filters, names)]
    return words


def draw_seeds(rnd, filters, pages):
    count = min(pages, rnd.choice([1, 2, 5, 10, 20]))
    seeds = rnd.sample(range(pages), count)
    if rnd.random() < .7:
        seeds = [0] + [seed for seed in seeds if seed][:count - 1]
    return filters.write('seeds', seeds)


# ---- comparing --------------------------------------------------------------

def rows_of(filters):
    """The rows of each order, as timedcrawl.py has them."""
    header, *lines = filters.run('graphdump', '-s', 'orders',
                                 'orders').splitlines()
    column = {name: i for i, name in enumerate(header[1:].split('\t'))}
    rows = {}
    for line in lines:
        words = line.split('\t')
        name, timed, _ = words[column['order']].partition('/time=')
        if not timed:
            continue
        parent = words[column['parent']]
        rows.setdefault(name, []).append((
            int(words[column['position']]), int(words[column['node']]),
            None if parent == '-' else int(parent),
            int(words[column['depth']]), float(words[column['key']]),
            int(words[column['start']]), int(words[column['end']])))
    return rows


def same(expected, found):
    """Keys that are sums of many numbers may differ in their last bits."""
    key, other = expected[4], found[4]
    return abs(key - other) <= 1e-9 * max(abs(key), abs(other)) and \
        expected[:4] + expected[5:] == found[:4] + found[5:]


def compare(order, expected, found):
    for i, row in enumerate(expected[:len(found)]):
        if not (same(row, found[i]) if order.startswith('batchpr')
                else row == found[i]):
            raise Differs(f'{order}: row {i + 1}: expected {row}, found '
                          f'{found[i]}')
    if len(expected) != len(found):
        more = (expected + found)[min(len(expected), len(found))] \
            if len(expected) > len(found) else found[len(expected)]
        raise Differs(f'{order}: {len(expected)} rows, found {len(found)}; '
                      f'the first of the others is {more}')


def compare_report(order, crawl, stream):
    """What the crawl did is in the stream, as nine numbers of eight bytes."""
    numbers = [crawl.figures[name] for name in REPORT]
    expected = struct.pack('<9Q', crawl.options.connections, *numbers)
    if expected not in stream:
        raise Differs(f'{order}: the report is not '
                      f'{dict(zip(REPORT, numbers))}')


def case(rnd, filters, counts):
    names, states = draw_graph(rnd, filters)
    seeds = draw_seeds(rnd, filters, len(names))
    words = draw_options(rnd, filters, names, states)
    words += ['--seeds', seeds, '--score', 'truth', 'scored']
    orders = rnd.sample(ORDERS, 2)
    command = ['-q', '--order', ','.join(orders), *words, '-R', '-z', '0',
               '-o', 'orders']
    filters.write('command', [shlex.join(['crawlorder', *command])])
    filters.run('crawlorder', *command)
    found = rows_of(filters)
    with open('orders', 'rb') as file:
        stream = file.read()
    graph = None
    for order in orders:
        options = timedcrawl.parse(['--order', order, *words])
        graph = graph or timedcrawl.Graph('scored', 'truth')
        with open(seeds, encoding='utf-8') as lines:
            crawl = timedcrawl.Crawl(graph, options,
                                     [int(line) for line in lines]).run()
        counts['crawls'] += 1
        counts['rows'] += len(crawl.rows)
        counts[options.queues] += 1
        for figure in 'requests', 'failed', 'lost', 'refused':
            counts[figure] += crawl.figures[figure]
        try:
            compare(order, crawl.rows, found.get(order, []))
            compare_report(order, crawl, stream)
        except Differs as reason:
            raise Differs(f'{reason}: {shlex.join(command)}') from reason


def run_cases(case):
    """Runs case(random, filters, counts) as often as the arguments say: CASES
    [FIRST [BIN]].  Returns whether any differs."""
    cases = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    path = os.path.abspath(sys.argv[3] if len(sys.argv) > 3 else 'bin')
    os.environ['BIN'] = path
    counts, differ = collections.Counter(), 0
    for seed in range(first, first + cases):
        with tempfile.TemporaryDirectory() as folder:
            folder = os.environ.get('KEEP', folder)
            os.makedirs(folder, exist_ok=True)
            os.chdir(folder)
            try:
                case(random.Random(seed), Filters(path, folder), counts)
            except Differs as reason:
                differ += 1
                print(f'case {seed}: {reason}', flush=True)
            os.chdir('/')
    print(f'{cases} cases, {differ} differ:',
          ', '.join(f'{counts[name]} {name}' for name in sorted(counts)))
    return differ > 0


if __name__ == '__main__':
    sys.exit(run_cases(case))
