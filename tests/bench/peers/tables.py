# SPDX-License-Identifier: MIT
"""Rows as tables in Markdown."""
import textwrap

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
    if row.get('archive'):
        return ''
    return number(row[key] / row['links']) if row[key] else ''


def mebibytes(row, key):
    """of a run over an archive"""
    return number(row[key] / 2**20) if row.get('archive') else ''


def loaded(row):
    """how much others used, in bold where that was too much"""
    text = f'{row["others"]:.2f}'
    return f'**{text}**' if row['others'] > settings.busy else text


# heading, what is in the cell of a row; columns of empty cells are left out
COLUMNS = [
    ('graph', lambda row: row['graph']),
    ('peer', lambda row: row['peer']),
    ('threads', lambda row: str(row['threads'] or '')),
    ('ours', lambda row: spread(row['ours'])),
    ('theirs', lambda row: spread(row['theirs'])),
    ('ours / theirs', lambda row: spread(row['ratio'])),
    ('once', lambda row: number(row['once']) if row['once'] else ''),
    ('bytes/link, ours', lambda row: per_link(row, 'our_memory')),
    ('theirs', lambda row: per_link(row, 'their_memory')),
    ('MiB, ours', lambda row: mebibytes(row, 'our_memory')),
    ('theirs', lambda row: mebibytes(row, 'their_memory')),
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
    if row.get('archive'):
        return f'{row["graph"]} ({number(row["links"] / 1e6)} MB of pages)'
    return f'{row["graph"]} ({number(row["links"] / 1e6)} M links)'


def summary(rows):
    """One table: a column for each graph, a row for each comparison, then the
    memory of iterations and the load."""
    graphs = list(dict.fromkeys(row['graph'] for row in rows))
    names = {row['graph']: graph_name(row) for row in rows}
    lines = {}
    for row in sorted(rows, key=lambda row: ORDER.index(row['table'])):
        lines.setdefault(kind(row), {})[row['graph']] = row
    print('\n| ours / theirs = **ratio** |', ' | '.join(
        names[graph] for graph in graphs), '|')
    print('|' + '---|' * (len(graphs) + 1))
    for name, cells in lines.items():
        print(f'| {name} |', ' | '.join(
            short(cells.get(graph)) for graph in graphs), '|')
    for name, cells in lines.items():
        if 'iteration' in name:
            print(f'| {name.replace(", ns/link", ", peak bytes/link")} |', ' | '.join(
                memory(cells.get(graph)) for graph in graphs), '|')
    print('| Others used, cores |', ' | '.join(
        loaded(max((row for row in rows if row['graph'] == graph),
                   key=lambda row: row['others']))
        for graph in graphs), '|')


def kind(row):
    """what is compared with whom"""
    threads = {None: '', 1: ', 1 thread'}.get(
        row['threads'], f', {row["threads"]} threads')
    return f'{row["table"]}, {row["unit"]}: {row["peer"]}{threads}'


def short(row):
    """0.87 / 1.17 = 0.75"""
    if not row:
        return ''
    return f'{number(row["ours"][1])} / {number(row["theirs"][1])} = ' \
        f'**{row["ratio"][1]:.2f}**'


def memory(row):
    """the peaks, in bytes for each link"""
    return row and f'{per_link(row, "our_memory")} / ' \
        f'{per_link(row, "their_memory")}' or ''


def write(rows, machine):
    print(textwrap.fill(f'{machine}.', 80) + '\n')
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
         'Decoding', 'Storing a BVGraph', 'Size of a file',
         'Links of an archive', 'Links and texts of an archive']
