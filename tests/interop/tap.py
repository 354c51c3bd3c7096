# SPDX-License-Identifier: MIT
"""
tap.py - what a script in Python tells prove

Each check is a line as it is made; end() prints how many there were, and ends
the script with status 1 if one failed.
"""
import sys

checks = failures = 0


def ok(good, what, detail=''):
    """A check; the detail is shown if it failed."""
    global checks, failures
    checks += 1
    failures += not good
    print('%sok %d - %s' % ('' if good else 'not ', checks, what), flush=True)
    if not good and detail:
        print('# %s' % detail)


def skip(what, why):
    """A check that cannot be made."""
    global checks
    checks += 1
    print('ok %d - %s # SKIP %s' % (checks, what, why))


def skip_all(why):
    """Ends a script that can check nothing."""
    print('1..0 # SKIP %s' % why)
    sys.exit(0)


def end():
    print('1..%d' % checks)
    sys.exit(failures > 0)
