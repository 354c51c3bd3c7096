# SPDX-License-Identifier: MIT
"""Rows as tables in Markdown."""
import settings


def number(value):
    """three digits"""
    if value >= 100:
        return f'{value:.0f}'
    return f'{value:#.3g}'


def spread(three):
    """a median and its quartiles"""
    low, middle, high = map(number, three)
    return f'{middle} ({low}-{high})'


def per_link(row, key):
    return number(row[key] / row['links']) if row[key] else ''


def loaded(row):
    """how much others used, in bold where that was too much"""
    text = f'{row["others"]:.2f}'
    return f'**{text}**' if row['others'] > settings.busy else text


# heading, what is in the cell of a row; columns of empty cells are left out
COLUMNS = [
    ('graph', lambda row: row['graph']),
    ('peer', lambda row: row['peer']),
    ('threads', lambda row: str(row['threads'])),
    ('ours', lambda row: spread(row['ours'])),
    ('theirs', lambda row: spread(row['theirs'])),
    ('ours / theirs', lambda row: spread(row['ratio'])),
    ('once', lambda row: number(row['once']) if row['once'] else ''),
    ('bytes/link, ours', lambda row: per_link(row, 'our_memory')),
    ('theirs', lambda row: per_link(row, 'their_memory')),
    ('others', loaded),
    ('', lambda row: row['note']),
]


def table(title, rows):
    columns = [(head, cell) for head, cell in COLUMNS
               if any(map(cell, rows))]
    print(f'\n**{title[0]}**, `{title[1]}`, in {title[2]}:\n')
    print('|', ' | '.join(head for head, _ in columns), '|')
    print('|' + '---|' * len(columns))
    for row in rows:
        print('|', ' | '.join(cell(row) for _, cell in columns), '|')


def graph_name(row):
    """cnr (3.22 M links)"""
    return f'{row["graph"]} ({number(row["links"] / 1e6)} M links)'


def summary(rows):
    """One table: a column for each graph, a row for each comparison."""
    graphs = list(dict.fromkeys(row['graph'] for row in rows))
    names = {row['graph']: graph_name(row) for row in rows}
    lines = {}
    for row in sorted(rows, key=lambda row: ORDER.index(row['table'])):
        key = row['table'], row['unit'], row['peer'], row['threads']
        lines.setdefault(key, {})[row['graph']] = row
    print('\n| ours / theirs = ratio |', ' | '.join(
        names[graph] for graph in graphs), '|')
    print('|' + '---|' * (len(graphs) + 1))
    for (what, unit, peer, threads), cells in lines.items():
        print(f'| {what}, {unit}: {peer}, {threads} thread'
              f'{"s" * (threads > 1)} |',
              ' | '.join(short(cells.get(graph)) for graph in graphs), '|')
    print('| bytes/link, most of all rows |', ' | '.join(
        most(rows, graph) for graph in graphs), '|')
    print('| others used at most, cores |', ' | '.join(
        loaded(max((row for row in rows if row['graph'] == graph),
                   key=lambda row: row['others']))
        for graph in graphs), '|')


def short(row):
    """0.87 / 1.17 = 0.75"""
    if not row:
        return ''
    return f'{number(row["ours"][1])} / {number(row["theirs"][1])} = ' \
        f'**{row["ratio"][1]:.2f}**'


def most(rows, graph):
    """the peak memory of ours and theirs"""
    chosen = [row for row in rows if row['graph'] == graph]
    return ' / '.join(
        number(max(row[key] for row in chosen) / chosen[0]['links'])
        for key in ('our_memory', 'their_memory'))


def write(rows, machine):
    print(f'{machine}.\n')
    print('Medians of pairs that were taken in turn: processor time on one')
    print('thread, time by the clock on two.  Below 1 ours is ahead.  "Others"')
    print('is the number of cores that other programs used meanwhile, bold')
    print(f'above {settings.busy}.')
    if rows:
        summary(rows)
    print('\nEach table again with the quartiles of the pairs, the form of the')
    print('graph that the filter chose, what ours takes once beside the')
    print('iterations (reading, making the form, writing), and peak memory:')
    tables = {}
    for row in rows:
        title = row['table'], row['what'], row['unit']
        tables.setdefault(title, []).append(row)
    for title in sorted(tables, key=lambda title: ORDER.index(title[0])):
        table(title, tables[title])


ORDER = ['An iteration of PageRank', 'An iteration of HITS',
         'PageRank to an L1 error of 1e-9', 'HITS to convergence',
         'Import of text', 'Import of unsorted text', 'Breadth-first search',
         'Decoding', 'Storing a BVGraph', 'Size of a file']
