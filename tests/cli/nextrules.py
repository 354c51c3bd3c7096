# SPDX-License-Identifier: MIT
"""nextrules.py - the choice of crawlnext once more, for nextbatch.py

The batch is chosen by the scores that crawlnext has printed of all candidates,
so every page must be in its place; nextscores.py says whether these are right.
"""
import copy
import json
import math
import re
from fractions import Fraction

from nextscores import (DAMPING, NAMES, Crawl, check_trial, estimate, pagerank)
from nextworld import STATES, Differs, date, host_of, is_address, same


def count(counts, key):
    counts[key] = counts.get(key, 0) + 1


def near(what, expected, found, relative=1e-9):
    if not math.isclose(expected, found, rel_tol=relative, abs_tol=1e-15):
        raise Differs(f'{what}: expected {expected!r}, found {found!r}')


# ---- budgets and the choice -------------------------------------------------

def budget(limit, count):
    if limit == 'none':
        return math.inf
    if limit.endswith('%'):
        return max(1, math.floor(Fraction(limit[:-1]) * count / 100))
    return int(limit)


class Choice:
    """The options of a run, and what is chosen with them."""

    def __init__(self, crawl, options):
        self.crawl, self.world = crawl, crawl.world
        self.options = options
        self.count = options['count']
        self.limit = budget(options['per-host'], self.count)
        self.per_domain = budget(options['per-domain'], self.count)
        self.per_shape = options['per-shape']
        self.left_out = {'scope': 0, 'exclude': 0, 'early': 0, 'traps': 0}
        self.candidates = []
        for page in range(self.world.size):
            if self.could_be(page):
                self.candidates.append(page)

    def could_be(self, page):
        wanted = ['unfetched', 'failed'] if self.options['retry'] else [
            'unfetched']
        state = self.world.states[page]
        if state not in wanted:
            return False
        if state == 'failed' and self.options['oldest'] is not None:
            time = (self.world.fetches.get(page) or [None])[0]
            if time and time >= self.options['oldest']:
                self.left_out['early'] += 1
                return False
        if (self.options['known-hosts-only'] or
                self.options['new-hosts'] == '0') and self.crawl.new(
                    self.world.host(page)):
            return False
        for name in ('scope', 'exclude'):
            rule = self.options[name]
            if rule and rule(self.world.names[page]) == (name == 'exclude'):
                self.left_out[name] += 1
                return False
        shapes = self.options['shapes']
        if shapes and not self.options['traps'] and shapes[page][1] != '-':
            self.left_out['traps'] += 1
            return False
        return True

    def shape_budgets(self):
        """The budget of each shape, or None without one."""
        shapes = self.options['shapes']
        if not shapes or self.per_shape == 'none':
            return None
        if self.per_shape != 'auto':
            most = budget(self.per_shape, self.count)
            return {shape: most for shape, _ in shapes}
        brought, seen = {shape: 10 for shape, _ in shapes}, set()
        for page, (shape, _) in enumerate(shapes):
            if self.world.states[page] != 'ok':
                continue
            digest = self.options['digests'].get(page)
            brought[shape] += not digest or digest not in seen
            seen.add(digest)
        return brought

    def weigh(self, scores):
        """The budget of each host as a real number."""
        if not self.options['weigh-hosts']:
            return {}
        hosts, every = self.crawl.hosts, self.crawl.all
        sums = {}
        for page in self.candidates:
            host = self.world.host(page)
            sums[host] = sums.get(host, 0) + scores[page]
        tried = every.tried[0] / every.known[0]
        share = self.crawl.share
        budgets = {}
        for host, sum_ in sums.items():
            factors = {
                'rank': (sum_ * len(sums), sum(sums.values())),
                'yield': ((hosts.ok[host] + 10 * share) /
                          (hosts.tried[host] + 10), share),
                'fetched': (tried, (hosts.tried[host] + 10 * tried) /
                            (hosts.known[host] + 10))}
            budgets[host] = self.limit
            for name in set(self.options['weigh-hosts'].split(',')):
                above, below = factors[name]
                factor = above / below if below else 1
                budgets[host] *= min(10, max(.1, factor))
        return budgets

    def most(self, host, weighed, printed):
        """The budget of a host; where rounding could decide, as printed."""
        if host not in weighed:
            return self.limit
        exact = weighed[host]
        least = max(1, self.options['host-floor'])
        floors = {min(self.count, max(least, math.floor(exact * (1 + e))))
                  for e in (-1e-9, 1e-9)}
        found = printed.get(host)
        return found if found in floors else min(floors)

    def choose(self, scores, printed):
        """The batch in its order, and the budget of each host."""
        shapes = self.shape_budgets()
        while True:
            self.refused = False
            batch, most = self.choose_within(scores, printed, shapes)
            if (self.per_shape != 'auto' or not self.refused or
                    len(batch) == self.count):
                return batch, most
            shapes = {shape: max(most, min(2 * most, self.count))
                      for shape, most in shapes.items()}

    def choose_within(self, scores, printed, of_shapes):
        world = self.world
        order = sorted(self.candidates, key=lambda p: (-scores[p], p))
        weighed = self.weigh(scores)
        chosen, hosts, domains, new, shapes = set(), {}, {}, set(), {}
        limit = (math.inf if self.options['new-hosts'] == 'none'
                 else int(self.options['new-hosts']))

        def take(page):
            if len(chosen) >= self.count:
                return False
            shape = self.options['shapes'] and self.options['shapes'][page][0]
            if not self.crawl.has_hosts:
                chosen.add(page)
                return True
            host, domain = world.host(page), world.domain(page)
            if hosts.get(host, 0) >= self.most(host, weighed, printed):
                return False
            if domains.get(domain, 0) >= self.per_domain:
                return False
            if self.crawl.new(host) and host not in new and len(new) >= limit:
                return False
            if of_shapes and shapes.get(shape, 0) >= of_shapes[shape]:
                self.refused = True
                return False
            if self.crawl.new(host):
                new.add(host)
            chosen.add(page)
            shapes[shape] = shapes.get(shape, 0) + 1
            hosts[host] = hosts.get(host, 0) + 1
            domains[domain] = domains.get(domain, 0) + 1
            return True

        if self.options['host-floor']:
            queues = {}
            for page in order:
                if world.hosts[page]:
                    queues.setdefault(world.host(page), []).append(page)
            for queue in queues.values():
                for page in queue[:self.options['host-floor']]:
                    take(page)
        for page in order:
            if page not in chosen:
                take(page)
        batch = [p for p in order if p in chosen]
        return batch, lambda h: self.most(h, weighed, printed)


# ---- scope and exclude ------------------------------------------------------

def surt(url):
    """The SURT of a URL in lower case, without its scheme."""
    host = host_of(url)
    if not host:
        return None
    port, path = re.match(r'(?:.*?://)?[^/?]*?(:\d+)?:?(/.*)?$',
                          url.lower()).groups()
    labels = host if is_address(host) else ','.join(
        host.split('.')[::-1]) + ','
    return f'({labels}{port or ""}){path or "/"}'


def draw_scope(rnd, world, filters):
    lines, tests = [], []
    for _ in range(rnd.randint(1, 4)):
        page = rnd.randrange(world.size)
        host = world.hosts[page]
        kind = rnd.randrange(3)
        whole = surt(world.names[page])
        if not host:
            continue
        if is_address(host):
            kind = kind or 2
        if kind == 0:
            lines.append(rnd.choice([host, host.upper()]))
            tests.append(lambda p, host=host: world.hosts[p] == host)
            continue
        if kind == 1 and not is_address(host):
            prefix = '(' + ','.join(host.split('.')[::-1][:rnd.randint(1, 2)])
            prefix += ','
            lines.append(prefix[1:] if rnd.random() < .5
                         else '+http://' + prefix)
        else:
            prefix = whole[:rnd.randint(whole.index(')') + 1, len(whole))]
            lines.append(f'+{rnd.choice(["http", "https"])}://{prefix}')
        tests.append(lambda p, prefix=prefix: (
            surt(world.names[p]) or '').startswith(prefix))
    if not lines:
        return None, None
    names = {name: p for p, name in enumerate(world.names)}
    return (filters.file(['# scope', ''] + lines),
            lambda name: any(test(names[name]) for test in tests))


PATTERNS = [r'\.pdf$', r'^https', r':8080/', r'/a/', '/b/', '[13579]$', 'org',
            r'a\.example/.*1', r'(html|q=[0-9]*)$', '^http://[^/]*/[0-9]+$',
            'B']


def draw_exclude(rnd, filters):
    patterns = rnd.sample(PATTERNS, rnd.randint(1, 2))
    return (filters.file(['# exclude', ''] + patterns),
            lambda name: any(re.search(p, name) for p in patterns))


# ---- random options ---------------------------------------------------------

def draw_retry(rnd, world, options, filters):
    """--retry, or --retry-after where times are known and the filter has it."""
    times = [fetch[0] for fetch in world.fetches.values() if fetch[0]]
    if not times or rnd.random() < .3 or not filters.has(
            'crawlnext', '--retry-after'):
        return ['--retry']
    age = rnd.choice([1, 2, 10, 60, max(times) - rnd.choice(times) or 1])
    options['oldest'] = max(times) - age
    if max(times) < 1000000:
        return ['--retry-after', str(age)]
    if rnd.random() < .3:
        options['oldest'] += 3600
        return ['--retry-after', f'{age}s', '--now', date(max(times) + 3600)]
    return ['--retry-after', f'{age}s']


def draw_done(rnd, world, filters):
    """Graphs of --done, and the states that pages have with them."""
    states, words = list(world.states), []
    for _ in range(rnd.choice([1, 1, 2])):
        pages = rnd.sample(range(world.size), (world.size + 1) // 2)
        known = ['unfetched'] + STATES
        since = {p: rnd.choice(known) for p in pages}
        names = [world.names[p] for p in pages] + ['http://new.example/']
        names.sort()
        file = filters.file()
        filters.run('graphimport', '-q', '-f', 'arcs', '--keys', 'ids',
                    '--names', filters.file(names), '--fetched',
                    filters.file([f'{world.names[p]}\t{state}'
                                  for p, state in since.items()] +
                                 ['http://new.example/']),
                    '-o', file, filters.file(['0\t0']))
        words += ['--done', file]
        for page, state in since.items():
            forbidden = state in ('refused', 'filtered')
            if state != 'unfetched' and not (
                    forbidden and states[page] in ('ok', 'redirect', 'gone')):
                states[page] = state
    return states, words


def draw_shapes(rnd, crawl, filters, options, words, file):
    """The stream, or half of the time that with shapes of its pages."""
    world = crawl.world
    if rnd.random() < .5 or not filters.has('crawlnext', '--per-shape') or (
            not any('://' in name for name in world.names or [])):
        return file
    shaped = filters.file()
    filters.run('crawlshape', '-q', '--to', 'stream', '-o', shaped,
                file or world.file)
    options['shapes'] = [
        (row[1] if row[1] != '-' else f'page {page}', row[2])
        for page, row in enumerate(filters.table('-s', 'shapes', shaped))]
    options['digests'] = {int(row[0]): row[3] for row in filters.table(
        '-s', 'fetches', shaped) if row[3] != '-'} if world.fetches else {}
    if rnd.random() < .8:
        options['per-shape'] = rnd.choice(['none', '1', '2', '5', '10%', '45%',
                                           'auto', 'auto', 'auto', 'auto'])
        words += ['--per-shape', options['per-shape']]
    if rnd.random() < .3:
        options['traps'] = True
        words += ['--traps']
    return shaped


def draw_options(rnd, crawl, filters):
    """Options as the rules want them, and as words."""
    world = crawl.world
    count = rnd.choice([1, 2, 5, 10, 17, 50, 100, 1000])
    options = {'count': count, 'per-host': '10%', 'per-domain': 'none',
               'weigh-hosts': '', 'host-floor': 0, 'new-hosts': 'none',
               'known-hosts-only': False, 'retry': rnd.random() < .3,
               'scope': None, 'exclude': None, 'oldest': None,
               'shapes': None, 'per-shape': 'none', 'traps': False}
    words = ['-n', str(count)] if count != 1000 or rnd.random() < .5 else []

    def add(chance, name, value):
        if rnd.random() < chance:
            options[name] = value
            words.append(f'--{name}')
            if value is not True:
                words.append(str(value))

    if options['retry']:
        words += draw_retry(rnd, world, options, filters)
    if crawl.has_hosts:
        add(.7, 'per-host', rnd.choice(['none', '1', '2', '5', '20%', '29%',
                                        '58%', '32.3%', '2.5%', '7%', '100%']))
        if world.domains:
            add(.4, 'per-domain', rnd.choice(['none', '1', '2', '3', '10%',
                                              '45%']))
        most = budget(options['per-host'], count)
        if most != math.inf:
            add(.4, 'weigh-hosts', ','.join(rnd.sample(
                ['rank', 'yield', 'fetched'], rnd.randint(1, 3))))
        add(.3, 'host-floor', min(rnd.choice([0, 1, 2, 3]), most))
        add(.3, 'new-hosts', rnd.choice(['none', '0', '1', '2', '5']))
        if options['new-hosts'] in ('none', '0'):
            add(.2, 'known-hosts-only', True)
    if crawl.has_hosts and all(world.names):
        for name, (file, rule) in (
                ('scope', draw_scope(rnd, world, filters)),
                ('exclude', draw_exclude(rnd, filters))):
            if rule and rnd.random() < .2:
                options[name] = rule
                words += [f'--{name}', file]
    return options, words


# ---- one run ----------------------------------------------------------------

def run(filters, world, words, file=None):
    """Seeds with their scores, statistics, and rows of --explain as dicts."""
    batch, stats = filters.file(), filters.file()
    filters.run('crawlnext', '-q', *words, '--stats', stats, '-o', batch,
                file or world.file)
    seeds = [(int(row[1]), float(row[4] if len(row) > 4 else row[3]))
             for row in filters.table('-s', 'seeds', batch)]
    with open(f'{filters.folder}/{stats}', encoding='utf-8') as text:
        stats = json.load(text)
    explain = ['crawlnext', '-q', '--explain', *words, file or world.file]
    head, *rows = filters.run(*explain).splitlines()
    head = head.lstrip('#').split('\t')
    rows = [dict(zip(head, row.split('\t'))) for row in rows]
    objects = filters.run(*explain, '--json').splitlines()
    same('--explain --json',
         [{key: cell or '-' for key, cell in row.items()} for row in rows],
         [as_text(json.loads(o)) for o in objects])
    return seeds, stats, rows


def as_text(row):
    """A row of JSON Lines as the table prints it, with "-" for nothing."""
    return {key: '-' if value is None else
            '%.6g' % value if isinstance(value, float) else str(value)
            for key, value in row.items()}


def check_explain(crawl, seeds, rows, name, most):
    world = crawl.world
    same('rows of --explain', [p for p, _ in seeds],
         [int(row['node']) for row in rows])
    into_of = {page: [] for page, _ in seeds}
    for i, j in world.links():
        if i != j and j in into_of:
            into_of[j].append(i)
    for (page, score), row in zip(seeds, rows):
        into = into_of[page]
        expect = {'state': world.states[page], 'in_links': str(len(into)),
                  name: '%.6g' % score,
                  'expected_ok': '%.6g' % crawl.expected_ok(page),
                  'url': world.names[page] if world.names else ''}
        if crawl.has_hosts:
            host = world.host(page)
            limit = most(host)
            expect |= {
                'linking_hosts': str(len({world.host(i) for i in into})),
                'host': world.hosts[page],
                'host_known': str(crawl.hosts.known[host]),
                'host_tried': str(crawl.hosts.tried[host]),
                'host_ok': str(crawl.hosts.ok[host]),
                'host_most': '-' if limit == math.inf else str(limit)}
        for key, value in expect.items():
            same(f'--explain of page {page}, {key}', value, row.get(key))


def check_stats(crawl, choice, seeds, scores, stats):
    world = crawl.world
    batch = [p for p, _ in seeds]
    same('candidates', len(choice.candidates), stats['candidates'])
    same('chosen', len(batch), stats['chosen'])
    near('expected_ok', sum(map(crawl.expected_ok, batch)),
         stats['expected_ok'])
    total = sum(scores[p] for p in choice.candidates)
    if total:
        near('share_of_score', sum(scores[p] for p in batch) / total,
             stats['share_of_score'])
    for name, key in (('scope', 'out_of_scope'), ('exclude', 'excluded')):
        if choice.options[name]:
            same(key, choice.left_out[name], stats[key])
    if choice.options['shapes'] and not choice.options['traps']:
        same('in_traps', choice.left_out['traps'], stats['in_traps'])
    if choice.options['oldest'] is not None:
        same('too_early', choice.left_out['early'], stats['too_early'])
    if crawl.has_hosts:
        hosts = {world.host(p) for p in batch}
        same('hosts', len(hosts), stats['hosts'])
        same('new_hosts', sum(map(crawl.new, hosts)), stats['new_hosts'])


def all_scores(world, states, name, filters, words):
    """The scores of all candidates and failed pages by an estimator of
    crawlnext, which must be near those of the rules."""
    seeds, _, _ = run(filters, world, [
        '--estimator', name, '--retry', '-n', '1000000', '--per-host', 'none',
        *words])
    scores = dict(seeds)
    wanted = [p for p in range(world.size)
              if states[p] in ('unfetched', 'failed')]
    same(f'pages of {name}', wanted, sorted(scores))
    exact = estimate(name, world, world.tried)
    error = sum(abs(exact[p] - scores[p]) for p in wanted)
    damping = DAMPING.get(name, .85)
    if error > damping / (1 - damping) * 1e-9 + 1e-12:
        worst = max(wanted, key=lambda p: abs(exact[p] - scores[p]))
        raise Differs(f'{name}: L1 error {error}, page {worst}: expected '
                      f'{exact[worst]!r}, found {scores[worst]!r}')
    return scores


def import_scores(rnd, world, filters):
    """The stream with a score, often equal, of each page."""
    kind = rnd.choice([lambda: rnd.random(), lambda: rnd.randrange(4),
                       lambda: rnd.randrange(3) / 7,
                       lambda: 10 ** rnd.uniform(-20, 20)])
    scores = [float(kind()) for _ in range(world.size)]
    file = filters.file()
    filters.run('scoreimport', '-q', '--scores', 'fame=' + filters.file(
        f'{p}\t{score!r}' for p, score in enumerate(scores)), world.file,
        '-o', file)
    return scores, file


def compare_run(rnd, crawl, filters, counts):
    world, done = crawl.world, []
    if (world.names and all(world.names) and rnd.random() < .2 and
            filters.has('crawlnext', '--done')):
        # Estimators go by the main graph, all else by the states of all.
        view = copy.copy(world)
        view.states, done = draw_done(rnd, world, filters)
        view.fetches = {}
        crawl = Crawl(view)
    options, words = draw_options(rnd, crawl, filters)
    words += done
    words += ['-T', str(rnd.randint(1, 3))]
    by, file = None, None
    if rnd.random() < .3:
        scores, file = import_scores(rnd, world, filters)
        by = 'fame'
        words += ['--by', by]
    else:
        name = rnd.choice(['auto'] * (2 + 10 * crawl.can_try) + NAMES)
        if not crawl.has_hosts and name in NAMES[2:]:
            name = 'auto'
        if name != 'auto' or rnd.random() < .5:
            words += ['--estimator', name]
    if not done and crawl.has_hosts:
        file = draw_shapes(rnd, crawl, filters, options, words, file)
    choice = Choice(crawl, options)
    count(counts, 'batches')
    for word in ('--done', '--retry-after', '--host-floor', '--scope',
                 '--per-shape', '--traps'):
        if word in words:
            count(counts, word)
    try:
        seeds, stats, rows = run(filters, world, words, file)
        if not by:
            if name == 'auto' and choice.candidates:
                ranks = pagerank(world.rows)
                check_trial(world, crawl, ranks, options['count'], stats,
                            counts)
            by = stats['estimator']
            scores = all_scores(world, crawl.world.states, by, filters, done)
        printed = {world.host(p): int(row['host_most'])
                   for (p, _), row in zip(seeds, rows)
                   if row['host_most'] not in ('-', 'none')}
        batch, most = choice.choose(scores, printed)
        same('batch', batch, [p for p, _ in seeds])
        for page, score in seeds:
            near(f'score of page {page}', scores[page], score)
        check_stats(crawl, choice, seeds, scores, stats)
        if done:
            same('done', sum(a == 'unfetched' != b for a, b in zip(
                world.states, crawl.world.states)), stats['done'])
        check_explain(crawl, seeds, rows, by, most)
        counts['pages'] = counts.get('pages', 0) + len(batch)
    except Differs as reason:
        raise Differs(f'crawlnext {" ".join(words)}: {reason}') from None


def compare(rnd, world, filters, counts):
    crawl = Crawl(world)
    for _ in range(3):
        compare_run(rnd, crawl, filters, counts)
