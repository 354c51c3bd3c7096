# SPDX-License-Identifier: MIT
"""Runs commands and drivers, and takes pairs of figures in turn."""
import array
import json
import math
import operator
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import machine
import settings
from settings import Skipped, say


class Used:
    """What a run used: seconds by the processor and the clock, peak memory in
    bytes, the cores that others used meanwhile, and what it found."""

    def __init__(self, cpu, wall, others, memory=0, value=None):
        self.cpu, self.wall, self.others = cpu, wall, others
        self.memory, self.value = memory, value

    def seconds(self, threads):
        return self.cpu if threads == 1 else self.wall


def ours(*command, stdin=None, stdout=None):
    """Runs one of our filters, and reads its own account."""
    with tempfile.NamedTemporaryFile(prefix='peers') as stats:
        command = [str(settings.binaries / command[0]), '-q',
                   *map(str, command[1:]), '--stats', stats.name]
        watch = machine.Watch()
        before = machine.own_seconds()
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=stdin,
                                   stdout=stdout or subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        if process.returncode:
            raise Skipped(f'{" ".join(command)}: status '
                          f'{process.returncode}')
        cpu = used.ru_utime + used.ru_stime
        others = watch.stop(cpu + machine.own_seconds() - before)
        # By its name, as the filter has put a new file there.
        value = json.loads(Path(stats.name).read_text())
    return Used(cpu, wall, others, value['peak_memory_bytes'], value)


class Driver:
    """A driver of a peer: a program that loads a graph once, and then answers
    a line "TASK ARGUMENT" by "answer CPU WALL VALUE"."""

    def __init__(self, *command, environment=None):
        self.name = command[0]
        self.log = tempfile.TemporaryFile('w+', prefix='peers')
        self.process = subprocess.Popen(
            [str(word) for word in command], text=True, stderr=self.log,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, **(environment or {})})
        try:
            self.answer('ready')
        except BaseException:
            self.close()
            raise

    def answer(self, start):
        while True:
            line = self.process.stdout.readline()
            if not line:
                self.log.seek(0)
                said = self.log.read().strip().split('\n')[-1]
                raise Skipped(f'{self.name}: ends early: {said}')
            if line.startswith(start):
                return line.split()[1:]

    def do(self, task, argument=''):
        watch = machine.Watch()
        before = machine.own_seconds()
        self.process.stdin.write(f'{task} {argument}\n')
        self.process.stdin.flush()
        cpu, wall, value = map(float, self.answer('answer'))
        others = watch.stop(cpu + machine.own_seconds() - before)
        return Used(cpu, wall, others, self.memory(), value)

    def memory(self):
        with open(f'/proc/{self.process.pid}/status') as status:
            for line in status:
                if line.startswith('VmHWM'):
                    return int(line.split()[1]) * 1024
        return 0

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def last_line(program, *arguments):
    """of what a filter prints"""
    said = subprocess.run([settings.binaries / program, '-q', *arguments],
                          stdout=subprocess.PIPE, text=True, check=True)
    return said.stdout.rstrip().split('\n')[-1]


def part(stream, name):
    """A figure of the program bench, which takes the median of five itself."""
    watch = machine.Watch()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = machine.own_seconds()
    said = subprocess.run([settings.bench, stream, '1', name], check=True,
                          stdout=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    others = watch.stop(cpu + machine.own_seconds() - own)
    value = float(said.stdout.rstrip().split('\n')[-1].split('\t')[1])
    return value, Used(cpu, 0, others)


def reals(path, header=128):
    """The real numbers of a file: of graphdump --to npy, or with no header."""
    numbers = array.array('d')
    with open(path, 'rb') as file:
        file.seek(header)
        numbers.frombytes(file.read())
    if sys.byteorder != 'little' and header:
        numbers.byteswap()
    return numbers


def distance(a, b):
    """L1"""
    return math.fsum(map(abs, map(operator.sub, a, b)))


def quartiles(values):
    values = sorted(values)
    if len(values) < 2:
        return values * 3
    low, middle, high = statistics.quantiles(values, n=4, method='inclusive')
    return [low, middle, high]


class Pair:
    def __init__(self, ours, theirs):
        self.ours, self.theirs = ours, theirs
        self.others = max(ours.others, theirs.others)


def pairs(row):
    """Takes ours and theirs in turn, until there are settings.rounds pairs
    during which others used little, or settings.patience more than that; keeps
    the quietest."""
    taken = []
    say(row.name)
    with row:
        row.warm()
        while True:
            quiet = sum(pair.others <= settings.busy for pair in taken)
            if quiet >= settings.rounds or \
                    len(taken) >= settings.rounds + settings.patience:
                break
            a, b = row.ours(), row.theirs()
            taken.append(Pair(a, b))
            say('  %.4g %.4g %s, others %.2f' % (
                a.value, b.value, row.unit, taken[-1].others))
    kept = sorted(taken, key=lambda pair: pair.others)[:settings.rounds]
    once = [pair.ours.once for pair in kept if pair.ours.once is not None]
    return {
        'ours': quartiles([pair.ours.value for pair in kept]),
        'theirs': quartiles([pair.theirs.value for pair in kept]),
        'ratio': quartiles([pair.ours.value / pair.theirs.value
                            for pair in kept]),
        'once': statistics.median(once) if once else None,
        'others': max(pair.others for pair in kept),
        'our_memory': max(pair.ours.memory for pair in kept),
        'their_memory': max(pair.theirs.memory for pair in kept),
        'pairs': len(kept),
    }
