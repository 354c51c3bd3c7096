# SPDX-License-Identifier: MIT
"""Finished rows are kept, so that a run that was stopped goes on."""
import hashlib
import json
import re
import time
from pathlib import Path

import measure
import settings


def digest(path):
    """What a program or file is, from its bytes."""
    with open(path, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()[:16]


class Results:
    """Rows that are measured already, by these programs, are not again."""

    def __init__(self):
        self.folder = settings.cache / 'results'
        self.folder.mkdir(exist_ok=True)

    def path(self, row):
        name = re.sub(r'[^a-z0-9.]+', '-', row.name.lower())
        return self.folder / f'{name}.json'

    def get(self, row):
        row.prepare()
        made_by = {str(Path(file).name): digest(file)
                   for file in row.programs()}
        path = self.path(row)
        if path.exists() and not settings.fresh:
            old = json.loads(path.read_text())
            enough = old['pairs'] >= settings.rounds or not settings.measure
            if old['made_by'] == made_by and enough:
                return {**row.facts(), **old}
        if not settings.measure:
            raise settings.Skipped('not measured yet')
        result = measure.pairs(row)
        result.update(note=row.note, made_by=made_by,
                      when=time.strftime('%Y-%m-%d %H:%M'))
        new = path.with_suffix('.new')
        new.write_text(json.dumps(result, indent=1) + '\n')
        new.rename(path)
        return {**row.facts(), **result}
