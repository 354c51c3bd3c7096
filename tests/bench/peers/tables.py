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


def write(rows, machine):
    print(f'{machine}.\n')
    print('Medians of pairs that were taken in turn, with quartiles: processor')
    print('time on one thread, time by the clock on two.  "once" is what ours')
    print('takes besides the iterations, to read the graph, to make its form and')
    print('to write.  "others" is the number of cores that other programs used')
    print(f'meanwhile, bold above {settings.busy}.')
    tables = {}
    for row in rows:
        title = row['table'], row['what'], row['unit']
        tables.setdefault(title, []).append(row)
    for title in sorted(tables, key=lambda title: ORDER.index(title[0])):
        table(title, tables[title])


ORDER = ['An iteration of PageRank', 'An iteration of HITS',
         'PageRank to an L1 error of 1e-9', 'HITS to convergence',
         'Import of text', 'Breadth-first search', 'Decoding',
         'Storing a BVGraph', 'Size of a file']
