# SPDX-License-Identifier: MIT
"""The machine, and how much of it other programs use."""
import os
import platform
import re
import resource
import subprocess
import time

TICK = os.sysconf('SC_CLK_TCK')


def busy_seconds():
    """Processor time of all programs, with what other guests of the machine
    took away."""
    with open('/proc/stat') as stat:
        ticks = [int(word) for word in stat.readline().split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / TICK


class Watch:
    """others: cores that other programs used between start and stop."""

    def __init__(self):
        self.wall = time.monotonic()
        self.busy = busy_seconds()

    def stop(self, own):
        wall = time.monotonic() - self.wall
        self.others = max(0.0, (busy_seconds() - self.busy - own) / wall)
        return self.others


def own_seconds():
    """Processor time of this program, without its children."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def cpuinfo(key):
    with open('/proc/cpuinfo') as info:
        for line in info:
            if line.startswith(key):
                return line.split(':', 1)[1].strip()
    return 'unknown'


def caches():
    """The caches of the first core, largest last, as L2 1 MiB."""
    found = []
    base = '/sys/devices/system/cpu/cpu0/cache'
    for index in sorted(os.listdir(base)) if os.path.isdir(base) else []:
        if not index.startswith('index'):
            continue
        level, kind, size = (open(f'{base}/{index}/{name}').read().strip()
                             for name in ('level', 'type', 'size'))
        if kind != 'Instruction':
            found.append(f'L{level} {size.replace("K", " KiB")}')
    return ', '.join(found)


def meminfo(key):
    """GiB"""
    with open('/proc/meminfo') as info:
        return int(re.search(key + r': *(\d+)', info.read())[1]) / 2**20


def available():
    return meminfo('MemAvailable')


def first_line(*command):
    try:
        said = subprocess.run(command, capture_output=True, text=True)
        return said.stdout.split('\n')[0]
    except OSError:
        return command[0] + ' absent'


def describe():
    return (f'{cpuinfo("model name")} (family {cpuinfo("cpu family")}, model '
            f'{cpuinfo("model	")}), {os.cpu_count()} cores, {caches()}, '
            f'{meminfo("MemTotal"):.0f} GiB; Linux {platform.release()}; '
            f'{first_line("gcc", "--version")}')
